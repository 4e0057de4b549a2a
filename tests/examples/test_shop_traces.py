"""The shop's traces are what their program writes, fit the catalog, and teach what its README says."""

from __future__ import annotations

import gzip
import importlib.util
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pipeline.process import BatchReport
from selector import query_family, select_target_candidate
from tests.loop import Loop

SHOP = Path(__file__).parents[2] / "examples" / "shop"
CATALOG = json.loads((SHOP / "catalog.json").read_text(encoding="utf-8"))
PRODUCT_FACTS = ("BasePrice", "FinalPrice", "Detail", "Stock")
OF_A_MEMBER = ("listOrders", "countOrders", "getMemberPoints", "listCoupons", "addCartItem")
DECISION = json.loads((SHOP / "decision.json").read_text(encoding="utf-8"))
LEARNED = datetime.fromisoformat(DECISION["as_of"])
#: The producer edges of README.md.
PROVEN = {
    *(("searchProducts", "items[].productNo", f"getProduct{what}", "productNo") for what in PRODUCT_FACTS),
    *(("findMember", "$", tool, "memberNo") for tool in OF_A_MEMBER),
    ("listOrders", "items[].orderNo", "getOrderDetail", "orderNo"),
    ("listOrders", "nextCursor", "listOrders", "cursor"),
    ("getOrderDetail", "delivery.trackingNo", "getOrderDeliveryTracking", "trackingNo"),
    ("getOrderDetail", "items[].sku", "createReturnRequest", "sku"),
    ("getProductStock", "stockBySku.*{key}", "addCartItem", "sku"),
    ("addCartItem", "cartNo", "applyCoupon", "cartNo"),
    ("listCoupons", "content[].text.coupons[].couponNo", "applyCoupon", "couponNo"),
}
ENDS = ("plan.completed", "plan.aborted", "attempt.recorded")

Event = dict[str, Any]


def text_of(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()


def events() -> list[Event]:
    paths = sorted(SHOP.glob("traces-2026-*"))
    return [json.loads(line) for path in paths for line in text_of(path).splitlines()]


def by_story() -> dict[str, list[list[Event]]]:
    """Story -> attempts, each its distinct events in time order; what `plan.repaired` ties is one attempt."""
    attempts: dict[str, dict[str, Event]] = defaultdict(dict)
    for event in events():
        named = event["trace_metadata"].get("attempt_id") or event.get("attempt_id") or event.get("plan_id", "lone")
        attempt = named.removeprefix("plan-").removesuffix("-repaired")
        attempts[attempt][json.dumps(event, sort_keys=True)] = event
    stories: dict[str, list[list[Event]]] = defaultdict(list)
    for attempt, distinct in attempts.items():
        stories[attempt.partition("-jan")[0]].append(sorted(distinct.values(), key=lambda event: str(event["ts"])))
    return dict(stories)


def leaf_names(value: Any) -> Iterator[str]:
    """The names of the fields of an output; keys that are stock keeping units are data."""
    if isinstance(value, str) and value.startswith("{"):
        value = json.loads(value)
    if isinstance(value, dict):
        for name, inner in value.items():
            if not name.startswith("SK-"):
                yield name
            yield from leaf_names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaf_names(inner)


def test_the_program_writes_the_files_that_are_kept(tmp_path: Path) -> None:
    subprocess.run([sys.executable, SHOP / "build_traces.py", tmp_path], check=True, timeout=60)
    written = {path.name: text_of(path) for path in tmp_path.iterdir()}
    assert written == {path.name: text_of(path) for path in SHOP.glob("traces-*")}


@pytest.mark.parametrize("program", sorted(path.name for path in SHOP.glob("*.py")))
def test_the_examples_in_its_docstrings_hold(program: str) -> None:
    subprocess.run([sys.executable, "-m", "doctest", program], cwd=SHOP, check=True, timeout=60)


def test_calls_fit_the_schemas_of_the_catalog() -> None:
    for event in events():
        if event["type"] == "step.started":
            schema = CATALOG[event["tool"]]["parameters"]
            assert set(schema["required"]) <= set(event["args_resolved"]) <= set(schema["properties"])
            for name, value in event["args_resolved"].items():
                expected = {"string": str, "integer": int}[schema["properties"][name]["type"]]
                assert isinstance(value, expected), (event["tool"], name, value)


def test_outputs_hold_what_the_catalog_says_is_produced() -> None:
    for event in events():
        output = event.get("output_preview")
        if event["type"] == "step.completed" and not (isinstance(output, dict) and "_truncated" in output):
            produced = CATALOG[event["tool"]]["metadata"]["api_contract"]["produces"]
            named = {part for field in produced for part in field["json_path"].replace("[*]", "").split(".")}
            assert set(leaf_names(output)) - {"type", "isError"} <= named, event["tool"]


def test_every_kind_of_event_of_the_runner_occurs() -> None:
    kinds = {event["type"] for event in events()}
    assert kinds >= {
        "target.selected",
        "plan.started",
        "step.started",
        "step.completed",
        "step.failed",
        "step.retrying",
        "plan.repaired",
        "args.coerced",
        "plan.completed",
        "plan.aborted",
        "user.message",
        "target.corrected",
        "attempt.recorded",
    }


def test_the_readme_counts_right() -> None:
    readme = (SHOP / "README.md").read_text(encoding="utf-8")
    runs = sum(event["type"] == "target.selected" for event in events())
    assert f"its {len(CATALOG)} tools" in readme
    assert f"{runs} runs of ten members" in readme
    assert f"{len(events()):,} lines" in readme


def test_customers_are_many_and_none_is_named_in_the_metadata() -> None:
    principals = {event["trace_metadata"]["principal_hash"] for event in events()}
    assert len(principals) >= 8
    assert not any(login in principal for principal in principals for login in ("hana", "jiho", "mina"))


@pytest.mark.parametrize("story", ["price", "delivery", "return", "stock", "recent", "all-orders", "count", "points"])
def test_the_wordings_of_a_story_are_one_family(story: str) -> None:
    queries = {attempt[0]["query"] for attempt in by_story()[story]}
    assert len(queries) >= 3
    assert len({query_family(query).key for query in queries}) == 1


def test_the_request_to_decide_is_of_the_price_family_and_was_not_asked_before() -> None:
    asked = {attempt[0]["query"] for attempt in by_story()["price"]}
    assert DECISION["query"] not in asked
    assert {query_family(query).key for query in asked} == {query_family(DECISION["query"]).key}


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Loop, BatchReport]]:
    """The real loop after all files but the bad lines, and what it reported."""
    with Loop(tmp_path_factory.mktemp("shop")) as loop:
        yield loop, loop.learn(events())


@pytest.fixture
def loop(learned: tuple[Loop, BatchReport]) -> Loop:
    return learned[0]


def test_the_border_accepts_every_event_and_knows_the_redelivered_ones(learned: tuple[Loop, BatchReport]) -> None:
    loop, report = learned
    assert loop.dead_letters() == []
    distinct = {json.dumps(event, sort_keys=True) for event in events()}
    assert (report.accepted, report.duplicates) == (len(distinct), len(events()) - len(distinct))
    assert report.duplicates == 2


def test_each_bad_line_becomes_a_dead_letter_with_a_reason_of_its_own(tmp_path: Path) -> None:
    with Loop(tmp_path) as fresh:
        fresh.learn(text_of(SHOP / "traces-bad-lines.jsonl").splitlines())
        assert len({letter.reason for letter in fresh.dead_letters()}) == 3


def test_usage_promotes_two_readings_and_leaves_what_changes_state_to_an_operator(loop: Loop) -> None:
    standing = {
        (row["target"], row["status"]): row["evidence"]["blocked_by"]
        for row in loop.rows(LEARNED)
        if row["kind"] == "target_preference" and row["status"] != "suggested"
    }
    assert {target for target, status in standing if status == "promoted"} == {
        "getProductFinalPrice",
        "getOrderDeliveryTracking",
    }
    assert {target for target, status in standing if status == "promotable"} == {"createReturnRequest", "countOrders"}
    assert "needs_review" in standing["createReturnRequest", "promotable"]


def test_values_prove_the_edges_that_the_readme_lists(loop: Loop) -> None:
    status = {edge: row["status"] for edge, row in loop.edges(LEARNED).items()}
    assert {edge for edge in status if status[edge] == "promoted"} == PROVEN
    assert status["getProductStock", "warehouseCode", "addCartItem", "warehouseCode"] == "suggested"


def test_the_close_decision_turns_with_what_was_learned(loop: Loop) -> None:
    before, after = (
        select_target_candidate(
            DECISION["query"],
            DECISION["candidates"],
            CATALOG,
            retrieval_results=DECISION["candidates"],
            llm_target=DECISION["llm_target"],
            learning_suggestions=rows,
        )
        for rows in ([], [row for row in loop.rows(LEARNED) if row["status"] == "promoted"])
    )
    assert (before["selected_target"], before["ambiguous"]) == ("getProductBasePrice", True)
    assert (after["selected_target"], after["learning_applied"]) == ("getProductFinalPrice", True)


def test_no_customer_is_found_in_what_is_kept(loop: Loop) -> None:
    database = Path(loop.url.removeprefix("sqlite:///"))
    kept = b"".join(path.read_bytes() for path in database.parent.glob(f"{database.name}*"))
    assert b"price-jan05-00" in kept
    assert not any(said in kept for said in (b"@example.com", b"010-0000-"))


@pytest.fixture
def reference(shared: Path) -> ModuleType:
    """The policy of the design, restated as an executable specification."""
    spec = importlib.util.spec_from_file_location("reference", shared / "bench" / "promotion" / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def record(story: str, attempt: list[Event]) -> dict[str, Any]:
    """An attempt as the reference takes it, its story in place of the family."""
    first, told = attempt[0], attempt[0]["trace_metadata"]
    selector = first.get("target_selector", first)
    corrections = [event for event in attempt if event["type"] == "target.corrected"]
    end = next((event for event in reversed(attempt) if event["type"] in ENDS), attempt[-1])
    error = end.get("error") or {}
    return {
        "attempt_id": f"{told.get('attempt_id', first.get('plan_id', 'lone'))}",
        "collection_id": told["collection_id"],
        "query_family": story,
        "ts": end["ts"],
        "principal_hash": told["principal_hash"],
        "session_hash": told.get("session_hash", "none"),
        "selected_target": selector["selected_target"],
        "corrected_to": corrections[-1]["corrected_target"] if corrections else None,
        "success": end["type"] == "plan.completed" or end.get("success", False),
        "failure_reason": error.get("reason_code"),
        "edges": [],
    }


def test_the_reference_policy_promotes_what_the_readme_says(reference: ModuleType) -> None:
    learner = reference.Reference()
    for story, attempts in by_story().items():
        told = {"lone": "price", "evaluation": "delivery"}.get(story, story)
        for attempt in attempts:
            learner.update(record(told, attempt))
    promoted = {story: list(targets) for (_, story), targets in learner.promoted_targets().items()}
    assert promoted == {
        "price": ["getProductFinalPrice"],
        "delivery": ["getOrderDeliveryTracking"],
        "return": ["createReturnRequest"],
    }
