"""`tooltrail suggestions`: the list, the explanation, and an operator's acts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.running import AS_OF, Command

CONTRACT = {
    "id",
    "kind",
    "status",
    "collection_id",
    "query_family",
    "query_example",
    "target",
    "boost",
    "edge",
    "last_evidence_at",
    "evidence",
}
EVIDENCE = {
    *("attempts", "success", "failure", "environment", "corrected_to", "corrected_away"),
    *("principals", "sessions", "days", "values", "share"),
    *("n", "z_rest", "z_sibling", "z_without_strongest", "rival", "blocked_by"),
}
UNKNOWN = "tp-0123456789abcdef"

pytestmark = pytest.mark.usefixtures("learned")


def identity(tooltrail: Command, target: str) -> str:
    rows = tooltrail("suggestions", "list", "--as-of", AS_OF, "--format", "jsonl").rows
    return next(row["id"] for row in rows if row["target"] == target)


def status(tooltrail: Command, suggestion: str, as_of: str = AS_OF) -> str:
    rows = tooltrail("suggestions", "list", "--as-of", as_of, "--format", "jsonl").rows
    return next(row["status"] for row in rows if row["id"] == suggestion)


# --- list ---


def test_rows_for_programs_hold_the_contract_and_are_the_same_bytes_each_time(tooltrail: Command) -> None:
    done = tooltrail("suggestions", "list", "--as-of", AS_OF, "--format", "jsonl")
    assert done.out == tooltrail("suggestions", "list", "--as-of", AS_OF, "--format", "jsonl").out
    assert done.rows
    for line, row in zip(done.out.splitlines(), done.rows, strict=True):
        assert set(row) >= CONTRACT
        assert set(row["evidence"]) >= EVIDENCE
        assert list(row)[:4] == ["id", "kind", "status", "collection_id"]
        assert line == json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def test_the_table_shows_every_suggestion_and_what_stands_in_its_way(tooltrail: Command) -> None:
    rows = tooltrail("suggestions", "list", "--as-of", AS_OF, "--format", "jsonl").rows
    done = tooltrail("suggestions", "list", "--as-of", AS_OF)
    assert all(row["id"] in done.out for row in rows)
    assert '"where is my parcel" -> getParcelSpot' in done.out
    assert "listOrders items[].id -> getOrder id" in done.out
    assert "not promoted: needs_review" in done.out
    assert f"{len(rows)} suggestions as of 2026-01-12T00:00:00Z: 2 promoted, 1 promotable" in done.out


@pytest.mark.parametrize(
    ("option", "value", "field"),
    [
        ("--status", "promoted", "status"),
        ("--kind", "data_flow_edge", "kind"),
        ("--collection", "shop", "collection_id"),
    ],
)
def test_a_filter_shows_only_what_it_names(tooltrail: Command, option: str, value: str, field: str) -> None:
    rows = tooltrail("suggestions", "list", option, value, "--as-of", AS_OF, "--format", "jsonl").rows
    assert rows
    assert {row[field] for row in rows} == {value}


def test_a_filter_that_nothing_meets_says_so(tooltrail: Command) -> None:
    done = tooltrail("suggestions", "list", "--collection", "elsewhere", "--as-of", AS_OF)
    assert done.text == "No suggestion as of 2026-01-12T00:00:00Z."
    assert tooltrail("suggestions", "list", "--collection", "elsewhere", "--format", "jsonl").out == ""


def test_what_has_had_no_evidence_for_ninety_days_has_expired(tooltrail: Command) -> None:
    track = identity(tooltrail, "getParcelSpot")
    assert status(tooltrail, track, "2026-04-01") == "promoted"
    assert status(tooltrail, track, "2026-04-08") == "demoted"
    done = tooltrail("suggestions", "list", "--as-of", "2026-04-08")
    assert "expired by then: --as-of shows how things stood earlier" in done.text
    assert "No evidence for 90 days" in tooltrail("suggestions", "show", track, "--as-of", "2026-04-08").text


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--as-of", "2026-13-01", "no ISO 8601 time"),
        ("--status", "famous", "'suggested', 'promotable', 'promoted', 'demoted', 'rejected'"),
        ("--kind", "plan", "'target_preference', 'data_flow_edge'"),
        ("--format", "xml", "'table', 'jsonl'"),
    ],
)
def test_an_unknown_value_is_refused_with_the_known_ones(
    tooltrail: Command, option: str, value: str, said: str
) -> None:
    assert said in tooltrail.refuses("suggestions", "list", option, value)


# --- show ---


def test_a_promoted_target_is_explained_by_its_scores(tooltrail: Command) -> None:
    text = tooltrail("suggestions", "show", identity(tooltrail, "getParcelSpot"), "--as-of", AS_OF).text
    assert "Promoted by evidence: every gate held at the end of 2026-01-06." in text
    assert "20 succeeded, 10 corrected to it" in text
    assert "rival getParcelPlace" in text
    assert ">= 2.33 pass" in text
    assert "fail" not in text
    assert "2026-01-06 promoted" in text
    assert "att-38" in text


def test_what_blocks_a_target_is_told_in_words_beside_the_score_that_fails(tooltrail: Command) -> None:
    text = tooltrail("suggestions", "show", identity(tooltrail, "getParcelPlace"), "--as-of", AS_OF).text
    assert "Not promoted, because: " in text
    assert "not clearly better than the other targets together" in text
    assert ">= 2.33 fail" in text


def test_what_waits_for_review_says_that_the_evidence_would_promote_it(tooltrail: Command) -> None:
    text = tooltrail("suggestions", "show", identity(tooltrail, "createReturn"), "--as-of", AS_OF).text
    assert "The evidence would promote it; it waits for an operator" in text


def test_an_edge_is_explained_by_its_proof(tooltrail: Command) -> None:
    text = tooltrail("suggestions", "show", identity(tooltrail, "getOrder"), "--as-of", AS_OF).text
    assert "listOrders items[].id -> getOrder id" in text
    assert "Promoted by evidence: proven by the values that it carried." in text
    assert "different values 8 >= 3 pass" in text
    assert "look-7" in text


def test_an_unknown_suggestion_is_refused(tooltrail: Command) -> None:
    assert f"no suggestion {UNKNOWN}" in tooltrail.refuses("suggestions", "show", UNKNOWN)
    assert "is no suggestion id" in tooltrail.refuses("suggestions", "show", "getParcelSpot")


# --- acts ---


def test_acts_change_the_status_and_say_from_what_to_what(tooltrail: Command) -> None:
    track = identity(tooltrail, "getParcelSpot")
    for verb, at, change in [
        ("demote", "2026-01-12", "promoted -> demoted"),
        ("approve", "2026-01-13", "demoted -> promoted"),
        ("reject", "2026-01-14", "promoted -> rejected"),
        ("pin", "2026-01-15", "rejected -> promoted"),
        ("reopen", "2026-01-16", "promoted stays promoted"),
    ]:
        done = tooltrail("suggestions", verb, track, "--at", at, "--actor", "kim")
        assert f"{track} {change}" in done.text


def test_an_act_is_told_with_its_actor_reason_and_comment(tooltrail: Command) -> None:
    listed = identity(tooltrail, "getParcelPlace")
    tooltrail(
        *("suggestions", "reject", listed, "--at", "2026-01-12T09:00:00+09:00", "--actor", "kim"),
        *("--reason", "wrong_tool", "--comment", "ask lee@example.com why"),
    )
    text = tooltrail("suggestions", "show", listed, "--as-of", "2026-01-13").text
    assert "Rejected by kim at 2026-01-12T00:00:00Z" in text
    assert "wrong_tool" in text
    assert "ask" in text
    assert "lee@example.com" not in text


def test_a_rollback_brings_the_act_before_back(tooltrail: Command) -> None:
    track = identity(tooltrail, "getParcelSpot")
    tooltrail("suggestions", "reject", track, "--at", "2026-01-12")
    tooltrail("suggestions", "pin", track, "--at", "2026-01-13")
    assert "promoted -> rejected" in tooltrail("suggestions", "rollback", track, "--at", "2026-01-14").text


def test_a_rollback_before_the_act_it_undoes_is_refused(tooltrail: Command) -> None:
    track = identity(tooltrail, "getParcelSpot")
    tooltrail("suggestions", "reject", track, "--at", "2026-01-12")
    assert "give an --at after it" in tooltrail.refuses("suggestions", "rollback", track, "--at", "2026-01-11")


def test_several_suggestions_are_acted_on_together_or_not_at_all(tooltrail: Command) -> None:
    track, listed = identity(tooltrail, "getParcelSpot"), identity(tooltrail, "getParcelPlace")
    tooltrail("suggestions", "reject", listed, "--at", "2026-01-14")
    tooltrail.refuses("suggestions", "rollback", track, listed, "--at", "2026-01-13")
    assert status(tooltrail, track) == "promoted"
    assert tooltrail("suggestions", "pin", track, listed, "--at", "2026-01-15").out.count("\n") == 2


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("approve", "Approved by kim at 2026-01-12T00:00:00Z: it stands until the evidence of a later day demotes it."),
        ("demote", "Demoted by kim at 2026-01-12T00:00:00Z: not promoted until it is approved again or reopened."),
        ("pin", "Pinned by kim at 2026-01-12T00:00:00Z: promoted whatever the evidence says, and it never expires."),
        ("reject", "Rejected by kim at 2026-01-12T00:00:00Z, whatever the evidence says; `reopen` lifts it."),
    ],
)
def test_the_explanation_names_the_act_in_force(tooltrail: Command, verb: str, said: str) -> None:
    place = identity(tooltrail, "getParcelPlace")
    tooltrail("suggestions", verb, place, "--at", "2026-01-12", "--actor", "kim")
    assert said in tooltrail("suggestions", "show", place, "--as-of", "2026-01-12").text


def test_an_approved_rival_takes_the_familys_one_place(tooltrail: Command) -> None:
    spot, place = identity(tooltrail, "getParcelSpot"), identity(tooltrail, "getParcelPlace")
    tooltrail("suggestions", "approve", place, "--at", "2026-01-12")
    text = tooltrail("suggestions", "show", spot, "--as-of", AS_OF).text
    assert "another target of the same query family is promoted" in text


def test_an_approved_edge_stands_until_an_act(tooltrail: Command) -> None:
    edge = identity(tooltrail, "getOrder")
    tooltrail("suggestions", "approve", edge, "--at", "2026-01-12", "--actor", "kim")
    assert "it stands until an act." in tooltrail("suggestions", "show", edge, "--as-of", AS_OF).text


def test_what_is_promoted_in_the_shadow_says_so(tooltrail: Command) -> None:
    tooltrail("collections", "set", "shop", "--mode", "shadow")
    text = tooltrail("suggestions", "show", identity(tooltrail, "getParcelSpot"), "--as-of", AS_OF).text
    assert "The collection is in mode shadow: no snapshot holds it." in text


def test_an_act_on_what_does_not_exist_waits_for_it(tooltrail: Command, events: Path) -> None:
    track = identity(tooltrail, "getParcelSpot")
    tooltrail("db", "upgrade", "--db", "sqlite:///new.db")
    done = tooltrail("suggestions", "reject", track, "--at", "2026-01-01", "--db", "sqlite:///new.db")
    assert (done.code, done.out) == (0, "")
    assert f"{track} does not exist yet: the act waits for it" in done.err
    tooltrail("replay", events, "--db", "sqlite:///new.db")
    rows = tooltrail("suggestions", "list", "--as-of", AS_OF, "--format", "jsonl", "--db", "sqlite:///new.db").rows
    assert {row["id"]: row["status"] for row in rows}[track] == "rejected"


def test_an_act_on_what_is_no_id_is_refused(tooltrail: Command) -> None:
    assert "one is tp- or df- and 16 hexadecimal digits" in tooltrail.refuses("suggestions", "approve", "tp-1")


def test_an_act_now_is_signed_with_the_login_name(tooltrail: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "minji")
    track = identity(tooltrail, "getParcelSpot")
    tooltrail("suggestions", "pin", track)
    assert "Pinned by minji" in tooltrail("suggestions", "show", track).text
    assert "promoted -> demoted" in tooltrail("suggestions", "demote", track).text


def test_without_a_login_name_the_actor_must_be_named(tooltrail: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise OSError("no such user")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert "give --actor NAME" in tooltrail.refuses("suggestions", "pin", UNKNOWN)


def test_an_act_dated_in_the_future_is_refused(tooltrail: Command) -> None:
    suggestion = identity(tooltrail, "getParcelSpot")
    assert "lies in the future" in tooltrail.refuses("suggestions", "approve", suggestion, "--at", "2999-01-01")
    assert status(tooltrail, suggestion) == "promoted"


def test_an_act_that_an_act_of_the_same_moment_outweighs_says_so(tooltrail: Command) -> None:
    suggestion = identity(tooltrail, "getParcelSpot")
    verbs = ["reject", "demote", "pin", "approve"]
    told = [tooltrail("suggestions", verb, suggestion, "--at", "2026-01-10").err for verb in verbs]
    weak = [verb for verb, note in zip(verbs, told, strict=True) if "is not in force" in note]
    assert len(weak) < len(verbs)
    shown = tooltrail("suggestions", "list", "--as-of", AS_OF, "--format", "jsonl").rows
    assert next(row for row in shown if row["id"] == suggestion)["acts"][-1]["act"] not in weak


def test_where_nobody_acted_there_is_nothing_to_roll_back(tooltrail: Command) -> None:
    suggestion = identity(tooltrail, "getParcelSpot")
    assert "nothing to roll back" in tooltrail.refuses("suggestions", "rollback", suggestion)
    tooltrail("suggestions", "reject", suggestion, "--at", "2026-01-10")
    tooltrail("suggestions", "rollback", suggestion, "--at", "2026-01-11")
    assert status(tooltrail, suggestion) == "promoted"
    rows = tooltrail("suggestions", "list", "--as-of", AS_OF, "--format", "jsonl").rows
    last = next(row for row in rows if row["id"] == suggestion)["acts"][-1]
    assert (last["act"], last["reason"]) == ("reopen", "rollback")
