"""Bodies: what is kept of each event type, value by value."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pipeline.intake import Gate, Message
from pipeline.learning.sealed import SealedEvent
from pipeline.seal import user_spans
from selector.families import query_family
from tests.pipeline.event_samples import INTAKE, KEYRING, SEAL, accepted, sample

QUERY = "Lend me the book of 김하늘, please"
SPANS = SEAL.joined(user_spans(QUERY)[0])
FAMILY = {"key": query_family(QUERY).key, "terms": list(query_family(QUERY).terms)}
EDGE = {"source": "findBook", "from_field": "hits[].isbn", "target": "lendBook", "to_field": "isbn"}


def facts(event: dict[str, Any], gate: Gate | None = None) -> dict[str, Any]:
    """The body without what every event of the tests has."""
    body = dict(accepted(event, gate).body)
    assert body.pop("metadata") == {"agent": "librarian"}
    assert body.pop("seal_key", KEYRING.key_id) == KEYRING.key_id
    return body


def mark(value: object) -> str | None:
    return SEAL.leaf(value)


def test_target_selected() -> None:
    assert facts(sample("target.selected")) == {
        "query": QUERY,
        "family": FAMILY,
        "spans": SPANS,
        "selected_target": "lendBook",
        "llm_target": "findBook",
        "block": sample("target.selected")["target_selector"],
    }


def test_plan_started_keeps_the_bindings_of_a_plan_and_no_literal() -> None:
    assert facts(sample("plan.started")) == {
        "goal": QUERY,
        "family": FAMILY,
        "spans": SPANS,
        "step_count": 2,
        "steps": [
            {"id": "s1", "tool": "findBook"},
            {"id": "s2", "tool": "lendBook", "bindings": [["isbn", "s1", "hits[].isbn"]]},
        ],
    }


def test_bindings_are_found_at_any_depth_and_in_any_text() -> None:
    steps = [
        {"id": "a", "tool": "one", "args": {}},
        {
            "id": "b",
            "tool": "two",
            "args": {
                "list": ["${a.rows[0].id}", "literal", "from ${a} on"],
                "deep": {"1042": "${a.map.*.id}", "1043": "x", "${a.key}": "y"},
                "text": json.dumps({"inner": "${a.map['x y'].id}"}),
                "other": "${input.word} ${missing.id}",
            },
        },
    ]
    body = facts(sample("plan.started", plan={"steps": steps}))
    assert body["steps"][1]["bindings"] == [
        ["list[]", "a", "rows[].id"],
        ["list[]", "a", "$"],
        ["deep.*", "a", "map.*.id"],
        ["text.inner", "a", "map.*.id"],
    ]


def test_step_started() -> None:
    assert facts(sample("step.started")) == {
        "step_id": "s2",
        "tool": "lendBook",
        "index": 2,
        "total": 2,
        "args": [["isbn", mark("978-89-01")], ["weeks", None], ["notify", None]],
    }


def test_step_completed() -> None:
    assert facts(sample("step.completed")) == {
        "step_id": "s1",
        "tool": "findBook",
        "output_size": 88,
        "duration_ms": 41,
        "output": [
            ["hits[].isbn", mark("978-89-01")],
            ["hits[].title", None],
            ["hits[].isbn", mark("978-89-02")],
        ],
    }


@pytest.mark.parametrize(
    "cut",
    [
        {"_preview": '{"hits": [{"isbn": "978-', "_truncated": True},
        json.dumps({"_preview": "978-89-01", "_truncated": True}),
        {"_preview": "<unserializable Book>"},
    ],
)
def test_a_cut_preview_proves_nothing(cut: object) -> None:
    body = facts(sample("step.completed", output_preview=cut))
    assert body["cut"] is True
    assert "output" not in body


def test_an_output_that_holds_a_preview_among_other_fields_is_whole() -> None:
    body = facts(sample("step.completed", output_preview={"_preview": "short text", "id": "978-89-01"}))
    assert body["output"] == [["_preview", mark("short text")], ["id", mark("978-89-01")]]


@pytest.mark.parametrize("wrap", [lambda output: output, json.dumps])
def test_an_output_can_say_that_it_is_an_error(wrap: Any) -> None:
    output = {"isError": True, "content": [{"type": "text", "text": "no such book"}]}
    assert facts(sample("step.completed", output_preview=wrap(output)))["is_error"] is True
    for said in (False, "true", None):
        assert "is_error" not in facts(sample("step.completed", output_preview=wrap({**output, "isError": said})))


def test_a_bare_output_and_json_in_a_text_block() -> None:
    assert facts(sample("step.completed", output_preview="LN-20931"))["output"] == [["$", mark("LN-20931")]]
    block = {"content": [{"type": "text", "text": '{"loan": {"id": "LN-20931"}}'}]}
    assert ["content[].text.loan.id", mark("LN-20931")] in facts(sample("step.completed", output_preview=block))[
        "output"
    ]


def test_an_absent_output_and_empty_arguments_are_absent() -> None:
    assert "output" not in facts(sample("step.completed", output_preview=None))
    assert "args" not in facts(sample("step.started", args_resolved={}))


def test_failures() -> None:
    assert facts(sample("step.failed")) == {
        "step_id": "s2",
        "tool": "lendBook",
        "error": {"kind": "tool", "message": "reader is blocked", "reason_code": "upstream_5xx", "status": 503},
        "duration_ms": 7,
    }
    assert facts(sample("step.retrying")) == {
        "step_id": "s2",
        "tool": "lendBook",
        "attempt": 1,
        "max_attempts": 3,
        "delay_ms": 200,
        "error": {"kind": "tool", "message": "busy"},
    }
    assert facts(sample("step.skipped")) == {
        "step_id": "s3",
        "tool": "sendNote",
        "reason": "output not needed",
        "error": {"kind": "tool", "message": "no address"},
    }


@pytest.mark.parametrize(
    ("error", "status"),
    [
        ({"status": 429}, 429),
        ({"status_code": "503"}, 503),
        ({"http_status": 401}, 401),
        ({"code": 500}, 500),
        ({"status": "error", "code": 500}, 500),
        ({"code": "E500"}, None),
        ({"status": 7}, None),
        ({"status": True}, None),
        ({"code": [500]}, None),
    ],
)
def test_an_http_status_is_found_wherever_senders_put_it(error: dict[str, Any], status: int | None) -> None:
    assert facts(sample("step.failed", error={"kind": "http", **error}))["error"].get("status") == status


def test_repairs_and_coercions_keep_names_and_no_values() -> None:
    assert facts(sample("plan.repaired")) == {
        "old_plan_id": "plan-1",
        "new_plan_id": "plan-2",
        "failed_step": "s2",
        "excluded_tools": ["lendBook"],
        "step_count": 3,
    }
    assert facts(sample("plan.repaired", old_plan_id=None))["old_plan_id"] == "plan-1"
    assert facts(sample("binding.repaired")) == {
        "step_id": "s2",
        "field_name": "isbn",
        "recovered_path": "s1.hits[].isbn",
    }
    assert facts(sample("args.coerced")) == {
        "step_id": "s2",
        "tool": "lendBook",
        "fields": ["weeks"],
        "unresolved": ["branch"],
    }


def test_plan_ends() -> None:
    assert facts(sample("plan.completed")) == {
        "total_duration_ms": 120,
        "output": [["loan.id", mark("LN-20931")]],
        "trace_steps": [
            {
                "step_id": "s1",
                "tool": "findBook",
                "args": [["author", None]],
                "output": [["hits[].isbn", mark("978-89-01")]],
            },
            {"step_id": "s2", "tool": "lendBook", "error": {"message": "blocked"}},
        ],
        "trace_edges": [EDGE],
    }
    assert facts(sample("plan.aborted")) == {
        "total_duration_ms": 120,
        "failed_step": "s2",
        "error": {"kind": "tool", "message": "reader is blocked", "status": 401},
    }
    assert "failed_step" not in facts(sample("plan.aborted", failed_step=""))


def test_a_traced_step_can_be_cut_or_an_error_too() -> None:
    steps = [
        {"id": "s1", "tool": "a", "output": {"_preview": "x", "_truncated": True}},
        {"id": "s2", "tool": "b", "output": {"isError": True}},
    ]
    assert facts(sample("plan.completed", trace_steps=steps))["trace_steps"] == [
        {"step_id": "s1", "tool": "a", "cut": True},
        {"step_id": "s2", "tool": "b", "output": [["isError", None]], "is_error": True},
    ]


def test_declared_edges_that_say_nothing_are_left_out_and_repeated_ones_count_once() -> None:
    whole = sample("plan.completed")["trace_edges"][0]
    edges = [
        whole,
        {**whole, "data_flow": {"from_field": "hits[3].isbn", "to_field": "isbn"}},
        {**whole, "source": ""},
        {**whole, "target": None},
        {**whole, "data_flow": None},
        {**whole, "data_flow": {"from_field": "", "to_field": "isbn"}},
        {},
    ]
    assert facts(sample("plan.completed", trace_edges=edges))["trace_edges"] == [EDGE]


def test_what_a_user_says_is_sealed_and_never_kept() -> None:
    spans, _ = user_spans("My reader number is R-55123, thanks")
    assert facts(sample("user.message")) == {"spans": SEAL.joined(spans)}
    assert str(mark("R-55123")) in facts(sample("user.message"))["spans"]


def test_the_cut_of_a_long_text_is_counted() -> None:
    body = facts(sample("user.message", text="word " * 2_005))
    assert body["cut_words"] == 5


def test_target_corrected() -> None:
    assert facts(sample("target.corrected")) == {
        "query": QUERY,
        "family": FAMILY,
        "spans": SPANS,
        "selected_target": "findBook",
        "corrected_target": "lendBook",
        "source": "operator",
    }


def test_attempt_recorded() -> None:
    assert facts(sample("attempt.recorded")) == {
        "query": QUERY,
        "family": FAMILY,
        "spans": SPANS,
        "selected_target": "lendBook",
        "llm_target": "findBook",
        "plan_tools": ["findBook", "lendBook"],
        "success": False,
        "failure_reason": "rate_limited",
        "block": {"selected_target": "lendBook", "confidence": 0.87},
        "trace_edges": [EDGE],
    }
    assert facts(sample("attempt.recorded", selected_target=None))["selected_target"] == "lendBook"


def test_spans_are_those_of_the_original_and_the_family_of_the_scrubbed_wording() -> None:
    body = facts(sample("target.selected", query="mail the loan list to kim@example.com"))
    assert body["query"] == "mail the loan list to [EMAIL]"
    assert str(mark("kim@example.com")) in body["spans"]
    assert body["family"]["key"] == query_family("mail the loan list to [EMAIL]").key


def test_a_query_without_a_content_term_has_no_family() -> None:
    body = facts(sample("target.selected", query="?!"))
    assert body["query"] == "?!"
    assert "family" not in body


WITHOUT_TEXT = Gate(keep_text=False)


def test_a_collection_can_keep_no_text() -> None:
    block = {
        **sample("target.selected")["target_selector"],
        "candidate_evidence": [{"name": "lendBook", "matched": "lend book"}],
        "policy": "strong_evidence",
    }
    assert facts(sample("target.selected", target_selector=block), WITHOUT_TEXT) == {
        "family": {"key": FAMILY["key"]},
        "spans": SPANS,
        "selected_target": "lendBook",
        "llm_target": "findBook",
        "block": {
            "selected_target": "lendBook",
            "llm_target": "findBook",
            "policy": "strong_evidence",
            "margin": 0.19,
            "overrode_llm": True,
            "reason_codes": ["llm_target_overridden"],
        },
    }


def test_without_text_errors_keep_their_codes() -> None:
    assert facts(sample("step.failed"), WITHOUT_TEXT)["error"] == {
        "kind": "tool",
        "reason_code": "upstream_5xx",
        "status": 503,
    }
    assert "reason" not in facts(sample("step.skipped"), WITHOUT_TEXT)
    assert facts(sample("attempt.recorded"), WITHOUT_TEXT)["failure_reason"] == "rate_limited"
    prose = sample("attempt.recorded", failure_reason="the reader Ana is blocked")
    assert "failure_reason" not in facts(prose, WITHOUT_TEXT)
    assert facts(prose)["failure_reason"] == "the reader Ana is blocked"


@pytest.mark.parametrize("event_type", ["target.selected", "plan.started", "target.corrected", "attempt.recorded"])
def test_without_text_no_word_of_the_query_is_kept(event_type: str) -> None:
    kept = json.dumps(dict(accepted(sample(event_type), WITHOUT_TEXT).body), ensure_ascii=False)
    assert not [word for word in ("Lend", "lend ", "김하늘", "please", "matched") if word in kept]


@pytest.mark.parametrize(
    ("written", "kept"),
    [("0.190", 0.19), ("5.0", 5), ("1e400", "1E+400"), ("9" * 25, "9" * 25), ("-7", -7), ("0.1e1", 1)],
)
def test_numbers_of_a_block_are_kept_as_any_store_takes_them(written: str, kept: object) -> None:
    event = json.loads(json.dumps(sample("target.selected")))
    raw = json.dumps(event).replace("0.19", written)
    body = accepted_text(raw)
    assert body["block"]["margin"] == kept


def accepted_text(raw: str) -> dict[str, Any]:
    (result,) = INTAKE.accept(Message("file:x", "1", raw.encode()))
    assert isinstance(result, SealedEvent)
    return dict(result.body)
