"""The API keeps to its document: no answer that it does not tell of, and no fault of the program, whatever is asked."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from console.access.roles import Role
from tests.console.opening import Opened, open_console
from tests.loop import Loop

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def console(learned_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    folder = tmp_path_factory.mktemp("contract")
    shutil.copyfile(learned_database, folder / "loop.db")
    with Loop(folder) as loop, open_console(loop) as opened:
        opened.user("kim", Role.ADMIN)
        yield opened


@pytest.fixture(scope="module")
def document(console: Opened) -> Any:
    return schemathesis.openapi.from_asgi("/api/v1/openapi.json", console.app)


@pytest.fixture(scope="module")
def token(console: Opened) -> str:
    return console.accounts.make_token("kim", "contract", None, None)[0]


def test_every_answer_is_in_the_document(document: Any, token: str) -> None:
    for found in document.get_all_operations():
        operation = found.ok()

        @settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            case.call_and_validate(headers={"authorization": f"Bearer {token}"}, checks=CHECKS)

        ask()


def test_the_document_names_every_call_and_what_each_may_answer(console: Opened) -> None:
    found = console.app.openapi()
    called = {(method.upper(), path) for path, calls in found["paths"].items() for method in calls}
    assert called == {route for route in console.routes() if "/api/" in route[1] and "openapi" not in route[1]}
    for calls in found["paths"].values():
        for call in calls.values():
            assert {"200", "400", "401", "403", "404", "422", "503"} <= set(call["responses"])
            assert call["description"]
    assert "409" in found["paths"]["/api/v1/acts"]["post"]["responses"]
    assert found["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_a_program_reads_the_queue_acts_and_meets_a_conflict(console: Opened) -> None:
    program = console.program("lee")
    item = program.items(kind="target_preference")["cancelParcel"]
    assert program.get(f"/suggestions/{item['subject']['id']}").json()["version"] == item["version"]
    done = program.act("approve", item, comment="seen")
    assert (done.status_code, done.json()["done"][0]["after"]) == (200, "promoted")
    again = program.act("demote", item, comment="too late")
    assert again.status_code == 409
    told = {row["code"]: row["now"] for row in again.json()["conflicts"][0]["differences"]}
    assert told["status"] == "promoted"
    assert program.act("rollback", program.items()["cancelParcel"]).json()["done"][0]["after"] == "promotable"
