"""`tooltrail select`: one decision, with and without what was learned."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from tests.commands.running import AS_OF, Command
from tooltrail.decision import print_outcome

QUERY = "where is my parcel"
TOOLS = {
    "getParcelPlace": {"description": "Where a parcel is."},
    "getParcelSpot": {"description": "Where a parcel is."},
    "getOrder": {"description": "Get an order by its number."},
    "cancelOrder": {"description": "Cancel an order."},
}


@pytest.fixture
def catalog(folder: Path) -> Path:
    path = folder / "catalog.json"
    path.write_text(json.dumps(TOOLS))
    return path


def test_a_decision_is_explained_candidate_by_candidate_and_signal_by_signal(tooltrail: Command, catalog: Path) -> None:
    done = tooltrail("select", QUERY, "--catalog", catalog)
    assert "-> getParcelPlace" in done.out
    assert "candidate_tie: the first two are tied" in done.out
    assert "canonical action" in done.out
    assert "Decided without learning" in done.out


@pytest.mark.usefixtures("learned")
def test_what_was_learned_turns_a_close_decision(tooltrail: Command, catalog: Path) -> None:
    done = tooltrail("select", QUERY, "--catalog", catalog, "--collection", "shop", "--as-of", AS_OF)
    assert "-> getParcelSpot" in done.out
    assert "+0.055" in done.out
    assert "(exact family): `tooltrail suggestions show tp-" in done.text


@pytest.mark.usefixtures("learned")
def test_what_has_expired_is_not_applied(tooltrail: Command, catalog: Path) -> None:
    done = tooltrail("select", QUERY, "--catalog", catalog, "--collection", "shop", "--as-of", "2026-12-01")
    assert "-> getParcelPlace" in done.out
    assert "Nothing is promoted for this request; shop has 0 promoted targets." in done.text


@pytest.mark.usefixtures("learned")
def test_what_is_far_behind_is_not_lifted_and_the_reason_is_told(tooltrail: Command, catalog: Path) -> None:
    order = [argument for name in ("getOrder", "cancelOrder") for argument in ("--candidate", name)]
    done = tooltrail("select", QUERY, "--catalog", catalog, "--collection", "shop", "--as-of", AS_OF, *order)
    assert "Learned for this request: getParcelSpot (tp-" in done.text
    assert "learning turns close decisions only" in done.text


@pytest.mark.usefixtures("learned")
def test_an_exported_list_serves_in_place_of_the_database(tooltrail: Command, catalog: Path, folder: Path) -> None:
    exported = folder / "snapshot.jsonl"
    exported.write_text(tooltrail("suggestions", "list", "--as-of", AS_OF, "--format", "jsonl").out)
    arguments = ("--catalog", catalog, "--collection", "shop", "--as-of", AS_OF, "--format", "json")
    from_database = tooltrail("select", QUERY, *arguments).out
    from_file = tooltrail("select", QUERY, *arguments, "--snapshot", exported, "--db", "sqlite:///gone.db").out
    assert json.loads(from_file) == json.loads(from_database)
    assert json.loads(from_file)["learning_applied"] is True


def test_the_block_is_the_selectors_own(tooltrail: Command, catalog: Path) -> None:
    done = tooltrail("select", QUERY, "--catalog", catalog, "--llm-target", "getParcelSpot", "--format", "json")
    block = json.loads(done.out)
    assert block["selected_target"] == block["llm_target"] == "getParcelSpot"
    assert {row["name"] for row in block["rank_signals"]} == set(TOOLS)


def test_named_candidates_are_compared_in_their_order(tooltrail: Command, catalog: Path) -> None:
    named = [argument for name in ("getParcelSpot", "getParcelPlace") for argument in ("--candidate", name)]
    block = json.loads(tooltrail("select", QUERY, "--catalog", catalog, *named, "--format", "json").out)
    assert [row["name"] for row in block["rank_signals"]] == ["getParcelSpot", "getParcelPlace"]


def test_of_a_large_catalog_the_best_eight_are_compared(tooltrail: Command, folder: Path) -> None:
    path = folder / "large.json"
    tools = {f"getThing{number}": {"description": f"Get thing {number}."} for number in range(40)}
    path.write_text(json.dumps({**tools, "getInvoice": {"description": "Get an invoice."}}))
    block = json.loads(tooltrail("select", "get my invoice", "--catalog", path, "--format", "json").out)
    assert len(block["rank_signals"]) == 8
    assert block["selected_target"] == "getInvoice"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--candidate", "dreamUp"], "'dreamUp' is not in"),
        (["--collection", "shop"], "does not exist: check --db"),
        (["--snapshot", "rows.jsonl"], "say which one with --collection"),
        (["--snapshot", "nowhere.jsonl", "--collection", "shop"], "nowhere.jsonl cannot be read"),
        (["--snapshot", "catalog.txt", "--collection", "shop"], "catalog.txt"),
    ],
)
def test_what_cannot_be_decided_on_is_refused(
    tooltrail: Command, catalog: Path, folder: Path, arguments: list[str], said: str
) -> None:
    (folder / "catalog.txt").write_text("no rows")
    assert said in tooltrail.refuses("select", QUERY, "--catalog", catalog, *arguments)


def test_a_catalog_must_be_named_and_be_one(tooltrail: Command, folder: Path) -> None:
    assert "Missing option '--catalog'" in tooltrail.refuses("select", QUERY)
    (folder / "nested.json").write_text("[" * 100_000)
    assert "nested.json is no JSON document" in tooltrail.refuses("select", QUERY, "--catalog", "nested.json")


def test_a_list_of_functions_as_models_take_it_is_a_catalog(tooltrail: Command, folder: Path) -> None:
    functions = [
        {"type": "function", "function": {"name": name, "description": f"{name}."}} for name in ("getRoom", "getMeal")
    ]
    (folder / "functions.json").write_text(json.dumps(functions))
    block = json.loads(tooltrail("select", "get a meal", "--catalog", "functions.json", "--format", "json").out)
    assert [row["name"] for row in block["rank_signals"]] == ["getMeal", "getRoom"]


def test_two_tools_of_one_name_are_refused(tooltrail: Command, folder: Path) -> None:
    (folder / "twice.json").write_text(json.dumps([{"name": "getA"}, {"name": "getA", "description": "Another."}]))
    assert "two tools named 'getA'" in tooltrail.refuses("select", QUERY, "--catalog", "twice.json")


@pytest.mark.parametrize(
    ("first", "said"),
    [(True, "it ranks first"), (False, "what ranks higher changes state, and no change was asked for")],
)
def test_why_what_ranks_first_is_not_selected_is_told(first: bool, said: str) -> None:
    ranks = (2, 1) if first else (1, 2)
    rows = [{"name": name, "rank": rank} for name, rank in zip(("cancelTransfer", "listTransfers"), ranks, strict=True)]
    block = {
        "selected_target": "listTransfers",
        "confidence": 0.5,
        "margin": 0.01,
        "reason_codes": ["selected_by_rank"],
        "rank_signals": [{**row, "selected": row["name"] == "listTransfers"} for row in rows],
    }
    shown = StringIO()
    print_outcome(Console(file=shown, width=200), QUERY, block)
    assert said in shown.getvalue()
