"""One decision of the selector, explained: who was selected, by which signals, and what learning added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from selector import explain
from tooltrail import rendering

Block = Mapping[str, Any]

#: What the reason codes of a decision mean (specification, Reason Codes).
REASONS: Mapping[str, str] = {
    "selected_by_strong_evidence": "the evidence speaks clearly for it",
    "selected_by_rank": "it ranks first, without strong evidence",
    "llm_target_overridden": "strong evidence replaced the model's choice",
    "llm_target_preserved": "the model's choice was kept, though another ranks higher",
    "llm_target_not_in_candidates": "the model chose a tool that is no candidate",
    "ambiguous_target": "others are close",
    "candidate_tie": "the first two are tied",
    "no_candidates": "there was nothing to select from",
}
_LEARNING = "learning"


def print_decision(console: Console, query: str, block: Block) -> None:
    """Prints a selector block for a person: the decision, the candidates, and the first two signal by signal."""
    print_outcome(console, query, block)
    rows = block["rank_signals"]
    if not rows:
        return
    console.print()
    console.print(comparison_table(explain(block)))
    if len(rows) > 1:
        console.print()
        console.print(signal_table(*compared(rows)))


def print_outcome(console: Console, query: str, block: Block) -> None:
    """Prints what was asked, what was selected, and the reason codes with their meaning."""
    console.print(rendering.line(f'"{query}"'))
    selected = rendering.heading(block["selected_target"] or "nothing")
    numbers = f"   confidence {block['confidence']:.3f}, margin {block['margin']:.3f}"
    console.print(rendering.line("-> ", selected, numbers))
    for code in block["reason_codes"]:
        console.print(rendering.line("   ", rendering.dim(f"{code}: {_meaning(code, block)}")))


def _meaning(code: str, block: Block) -> str:
    passed_over = any(row["rank"] == 1 and not row["selected"] for row in block["rank_signals"])
    if code == "selected_by_rank" and passed_over:
        return "the best that only reads; what ranks higher changes state, and no change was asked for"
    return REASONS.get(code, code)


def candidate_table(rows: Sequence[Block], title: str, notes: Mapping[str, str]) -> Table:
    """The candidates in their order.

    Args:
        rows: the block's `rank_signals`.
        title: what the notes are.
        notes: by candidate.
    """
    cells = [
        (
            f"{row['rank']}",
            rendering.heading(row["name"]) if row["selected"] else row["name"],
            f"{row['score']:.3f}",
            _added(row["signals"][_LEARNING]),
            ", ".join(filter(None, ("the model's choice" * row["is_llm_target"], notes.get(row["name"], "")))),
        )
        for row in rows
    ]
    return rendering.table(["rank>", "candidate", "score>", "learned>", title], cells, fixed=("candidate",))


def comparison_table(rows: Sequence[Block]) -> Table:
    """The candidates beside each other: which is selected, what of each the request asks for, what learning added.

    Args:
        rows: as `selector.explain` gives them.
    """
    titles = {"matched_action": "action", "matched_resource": "resource", "matched_module": "module"}
    titles |= {
        "matched_shape": "shape",
        "matched_terms": "words",
        "matched_fields": "fields",
        "matched_values": "values",
    }
    shown = [key for key in titles if any(row[key] for row in rows)]
    cells = [
        (
            f"{row['rank'] or ''}",
            rendering.heading(row["name"] or "nothing") if row["final"] else row["name"],
            "" if row["score"] is None else f"{row['score']:.3f}",
            _added(row[_LEARNING]),
            ", ".join(["the model's choice"] * row["llm_target"] + row["badges"]),
            *(row[key] if isinstance(row[key], str) else ", ".join(row[key]) for key in shown),
        )
        for row in rows
    ]
    columns = ("rank>", "candidate", "score>", "learned>", "marked", *(titles[key] for key in shown))
    return rendering.table(columns, cells, fixed=("candidate",))


def compared(rows: Sequence[Block]) -> tuple[Block, Block]:
    """The selected candidate and the best of the others; there are two or more."""
    selected = next((row for row in rows if row["selected"]), rows[0])
    return selected, next(row for row in rows if row is not selected)


def signal_table(one: Block, other: Block, *, differing: bool = False) -> Table:
    """What each signal adds to two candidates.

    Args:
        one: a row of `rank_signals`.
        other: another.
        differing: whether signals that add the same to both are left out.
    """
    sums = {**one["signals"], "score": one["score"]}
    other_sums = {**other["signals"], "score": other["score"]}
    cells = [
        (name.replace("_", " "), f"{said:.3f}", f"{other_sums[name]:.3f}", _added(said - other_sums[name]))
        for name, said in sums.items()
        if (said != other_sums[name] if differing else said or other_sums[name])
    ]
    return rendering.table(("signal", f"{one['name']}>", f"{other['name']}>", "difference>"), cells)


def _added(amount: float) -> Text:
    if abs(amount) < 0.0005:
        return Text("")
    return Text(f"{amount:+.3f}", style="green" if amount > 0 else "red")
