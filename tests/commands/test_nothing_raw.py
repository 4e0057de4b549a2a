"""Canaries planted everywhere: nothing raw reaches the database, its journal, the screen or an export (invariant 3)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.scrub.placeholders import DATUM_CLASSES
from tests.commands.running import Command, write_events
from tests.pipeline.event_samples import FIELDS

#: What the border must never let by, in any text; assembled, so that no scanner takes this file for a leak.
SECRETS = {
    "EMAIL": ("minji.canary@example.com", "minji.canary"),
    "PHONE": ("010-9182-7364", "9182-7364"),
    "RRN": ("900228-2345678", "2345678"),
    "SSN": ("219-09-9999", "219-09-9999"),
    "CARD": ("4111" + " 1111 1111 1111", "1111 1111"),
    "IBAN": ("GB33BUKB20201555555555", "BUKB20201555"),
    "BANK_ACCOUNT": ("신한은행 110-918-273645", "918-273645"),
    "PASSPORT": ("여권번호 M91827364", "M91827364"),
    "DRIVER_LICENSE": ("면허 11-12-918273-64", "918273-64"),
    "BUSINESS_NUMBER": ("사업자등록번호 104-81-36565", "81-36565"),
    "HEALTH_INSURANCE": ("건강보험증 번호 7-9182736450", "9182736450"),
    "CUSTOMS_CODE": ("P918273645012", "P918273645012"),
    "NATIONAL_ID": ("마이넘버 9182 7364 5012", "7364 5012"),
    "SECRET": ("password=canaryS3cret99", "canaryS3cret99"),
    "vendor": ("gh" + "p_" + "C4nary7" * 5 + "x", "C4nary7C4nary7"),
    "JWT": ("ey" + "JhbGciOiJIUzI1NiJ9." + "ey" + "JzdWIiOiJjYW5hcnkifQ." + "c2lnbmF0dXJlY2FuYXJ5", "c2lnbmF0dXJl"),
    "PRIVATE_KEY": ("-----BEGIN PRI" + "VATE KEY----- MIICcanary9 -----END PRI" + "VATE KEY-----", "MIICcanary9"),
    "URL_CREDENTIAL": ("postgres://app:canaryPw77@db/prod", "canaryPw77"),
    "IP_ADDRESS": ("203.0.113.77", "203.0.113.77"),
    "CUSTOM": ("STAFF-918273", "STAFF-918273"),
}
#: What must be gone of each: the part that gives it away.
TELLING = [telling for _, telling in SECRETS.values()]
#: Classes that a policy alone removes.
POLICY = """
version = "canary"
on = ["ipv4_address"]
[[rules]]
name = "staff_number"
pattern = "STAFF-[0-9]{6}"
reason = "the number on a badge"
matches = ["STAFF-204711"]
misses = ["STAFF-2047"]
"""
#: Fields whose leaves are sealed: no value of them may be kept, whatever it is.
SEALED = {"args_resolved", "output_preview", "output", "trace_steps", "args", "value_preview", "text"}


def planted(value: Any, secret: str, *, sealed: bool) -> Iterator[Any]:
    """Copies of a value, each with a canary in another place: every text, and every key of a sealed object."""
    if isinstance(value, dict):
        for key, inner in value.items():
            for copy in planted(inner, secret, sealed=(sealed or key in SEALED) and key != "error"):
                yield {**value, key: copy}
        if sealed:
            yield {**value, secret: "a value under a canary key"}
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            for copy in planted(inner, secret, sealed=sealed):
                yield [*value[:place], copy, *value[place + 1 :]]
    elif isinstance(value, str):
        yield f"zqcanary {secret} zqleaf" if sealed else f"{secret} 입니다, {value}"
    elif sealed and isinstance(value, int):
        yield 918273645546


def canary_events() -> Iterator[dict[str, Any]]:
    for number, (kind, fields) in enumerate(sorted(FIELDS.items())):
        common = {
            "ts": "2026-01-05T09:00:00Z",
            "plan_id": f"plan-{number}",
            "attempt_id": f"att-{number}",
            "agent": "a",
        }
        for name, secret in SECRETS.items():
            for place, copy in enumerate(planted({**common, **fields}, secret[0], sealed=False)):
                marked = {"type": kind, "event_id": f"{name} {place}", "trace_metadata": {"collection_id": "library"}}
                yield {**copy, **marked}


def everything_written(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.glob("tooltrail.db*")))


def test_there_is_a_canary_of_every_class() -> None:
    assert set(DATUM_CLASSES) <= set(SECRETS)


def test_no_canary_is_found_anywhere(
    tooltrail: Command, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = tmp_path / "scrub.toml"
    policy.write_text(POLICY, encoding="utf-8")
    monkeypatch.setenv("TOOLTRAIL_SCRUB_POLICY", str(policy))
    events = list(canary_events())
    assert len(events) > 500
    broken = [{**event, "ts": "no time"} for event in events[::7]]
    traces = write_events(tmp_path / "canaries.jsonl", [*events, *broken])
    shown = [
        tooltrail("replay", traces),
        tooltrail("suggestions", "list", "--format", "jsonl", "--as-of", "2026-01-06"),
        tooltrail("dead-letters", "list", "--format", "jsonl"),
        tooltrail("collections", "list", "--format", "jsonl"),
        tooltrail("audit-store"),
    ]
    accepted = re.search(r"accepted +([0-9,]+) events", shown[0].out)
    assert accepted
    assert int(accepted[1].replace(",", "")) > 1000, "most are taken in: it is the border that must hold"
    assert shown[-1].code == 0, "the rules find nothing in what they let in"
    places = [everything_written(folder).decode("utf-8", "replace"), *(done.out + done.err for done in shown)]
    assert all(places)
    found = {
        (number, canary)
        for number, place in enumerate(places)
        for canary in [*TELLING, "zqcanary", "zqleaf", "918273645546", json.dumps("900228-2345678")[1:-1]]
        if canary in place
    }
    assert found == set()
