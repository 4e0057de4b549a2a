"""The explanation of one suggestion, as an operator reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from pipeline.learning.policy import Policy
from pipeline.learning.suggestions import day_start, moment
from pipeline.learning.verdicts import Status
from storage.samples import SampleAttempt
from tooltrail import rendering
from tooltrail.explanation import in_words, subject, support, why
from tooltrail.scores import Threshold, scores
from tooltrail.text import counted, number

_KINDS = {"target_preference": "target preference", "data_flow_edge": "producer edge"}
#: What a threshold decides over, as the title of its column.
_DECIDES = {
    Status.PROMOTABLE.value: "promotable",
    Status.PROMOTED.value: "promoted",
    "values": "proven by values",
    "declared": "proven by declarations",
}


def print_explanation(
    console: Console, row: Mapping[str, Any], at: datetime, samples: Sequence[SampleAttempt], policy: Policy
) -> None:
    """Prints everything that explains a row.

    Args:
        console: where to.
        row: the row as it is listed at a moment.
        at: the moment.
        samples: attempts behind it.
        policy: the thresholds.
    """
    console.print(
        rendering.line(rendering.heading(row["id"]), "  ", rendering.coloured(row["status"]), f" as of {moment(at)}")
    )
    console.print(rendering.line(subject(row)))
    for sentence in why(row, policy):
        console.print(rendering.line(sentence))
    console.print(rendering.facts(_facts(row)))
    console.print()
    console.print(score_table(row, policy))
    _print_history(console, row)
    _print_acts(console, row)
    _print_samples(console, samples)
    console.print()


def _facts(row: Mapping[str, Any]) -> dict[str, str]:
    evidence = row["evidence"]
    facts = {
        "what": f"{_KINDS.get(row['kind'], row['kind'])} of {row['collection_id']} (mode {row['mode']})",
        "evidence": support(row),
        "last evidence": row["last_evidence_at"][:10],
        "policy": row["policy_version"],
    }
    if row["edge"] is None:
        facts["family"] = f"{row['query_family']} ({' '.join(row['query_terms'])})"
        facts["evidence"] += f"; {counted(evidence['principals'], 'principal')}, {counted(evidence['days'], 'day')}"
        facts["not counted"] = f"{counted(evidence['environment'], 'run')} that the environment ended"
        facts["rival"] = evidence["rival"] or "none"
        facts["adds"] = f"{row['boost']} to the selector's score"
    else:
        spans = (counted(evidence[f"{noun}s"], noun) for noun in ("principal", "session", "day"))
        facts["evidence"] += f"; {', '.join(spans)}"
        facts["outcomes"] = (
            f"{evidence['success']} of {counted(evidence['attempts'], 'attempt')} succeeded, "
            f"the step completed in {evidence['completed']}"
        )
        facts["echoes"] = f"{counted(evidence['echoes'], 'attempt')} in which a later output repeated the value"
        sessions = counted(evidence["declared_sessions"], "successful session")
        facts["declared"] = f"in {counted(evidence['declared'], 'attempt')}, {sessions}"
    return facts


def score_table(row: Mapping[str, Any], policy: Policy) -> Table:
    """Every score of a row beside its thresholds."""
    found = scores(row, policy)
    asked = list(dict.fromkeys(name for score in found for name in score.thresholds))
    rows: list[list[str | Text]] = [
        [score.name, number(score.value), *(_threshold(score.thresholds.get(name)) for name in asked)]
        for score in found
    ]
    return rendering.table(["score", "value>", *(_DECIDES[name] for name in asked)], rows)


def _threshold(threshold: Threshold | None) -> Text:
    if threshold is None:
        return Text("")
    sign = "<=" if threshold.at_most else ">="
    verdict = rendering.coloured("pass" if threshold.passed else "fail")
    return rendering.line(f"{sign} {number(threshold.bound):<4}  ", verdict)


def _print_history(console: Console, row: Mapping[str, Any]) -> None:
    if not row["history"]:
        return
    rows = [
        (
            day_start(entry["day"])[:10],
            rendering.coloured(entry["status"]),
            "; ".join(map(in_words, entry["reasons"]))
            + (", which ended the approval" * (entry["cause"] != "evidence")),
        )
        for entry in row["history"]
    ]
    console.print()
    console.print(rendering.table(("day", "by evidence", "why"), rows))


def _print_acts(console: Console, row: Mapping[str, Any]) -> None:
    if not row["acts"]:
        return
    rows = [(act["at"], act["act"], act["actor"], act["reason"], act["comment"]) for act in row["acts"]]
    console.print()
    console.print(rendering.table(("at", "act", "actor", "reason", "comment"), rows))


def _print_samples(console: Console, samples: Sequence[SampleAttempt]) -> None:
    if not samples:
        return
    rows = [
        (
            moment(sample.last_at.replace(microsecond=0)),
            sample.key.partition(":")[2],
            sample.principal or "-",
            sample.selected or "-",
        )
        for sample in samples
    ]
    console.print()
    console.print(rendering.table(("latest attempts", "attempt", "principal", "selected"), rows))
