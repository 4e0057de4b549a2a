"""One decision of the selector, explained: who was selected, by which signals, and what learning added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

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
    console.print(rendering.line(f'"{query}"'))
    selected = block["selected_target"]
    console.print(
        rendering.line(
            "-> ",
            rendering.heading(selected or "nothing"),
            f"   confidence {block['confidence']:.2f}, margin {block['margin']:.3f}",
        )
    )
    for code in block["reason_codes"]:
        console.print(rendering.line("   ", rendering.dim(f"{code}: {REASONS.get(code, code)}")))
    rows = block["rank_signals"]
    if not rows:
        return
    console.print()
    console.print(_candidates(rows, block["candidate_evidence"]))
    if len(rows) > 1:
        console.print()
        console.print(_signals(_compared(rows)))


def _candidates(rows: Sequence[Block], evidence: Sequence[Block]) -> Any:
    speaks = {row["name"]: _evidence(row) for row in evidence}
    cells = [
        (
            f"{row['rank']}",
            Text(row["name"], style="bold" if row["selected"] else ""),
            f"{row['score']:.3f}",
            _added(row["signals"][_LEARNING]),
            "model's choice" if row["is_llm_target"] else "",
            speaks.get(row["name"], ""),
        )
        for row in rows
    ]
    has_model = any(row["is_llm_target"] for row in rows)
    columns = ["rank>", "candidate", "score>", "of it learned>", "", "matches"]
    if not has_model:
        columns, cells = _without(columns, cells, 4)
    return rendering.table(columns, cells, fixed=("candidate",))


def _without(columns: list[str], cells: Sequence[Sequence[Any]], place: int) -> tuple[list[str], Any]:
    kept = [name for at, name in enumerate(columns) if at != place]
    return kept, [[cell for at, cell in enumerate(row) if at != place] for row in cells]


def _evidence(row: Block) -> str:
    parts = [row["action"]] if row["action_match"] else []
    parts += [row["shape"]] if row["shape_match"] else []
    return ", ".join(dict.fromkeys([*parts, *row["matched_terms"], *row["matched_fields"], *row["matched_values"]]))


def _compared(rows: Sequence[Block]) -> tuple[Block, Block]:
    """The selected candidate and the best of the others."""
    selected = next((row for row in rows if row["selected"]), rows[0])
    return selected, next(row for row in rows if row is not selected)


def _signals(pair: tuple[Block, Block]) -> Any:
    selected, other = pair
    cells = [
        (
            name.replace("_", " "),
            f"{said:.3f}",
            f"{other['signals'][name]:.3f}",
            _added(said - other["signals"][name]),
        )
        for name, said in selected["signals"].items()
    ]
    score = selected["score"], other["score"]
    cells.append(("score", f"{score[0]:.3f}", f"{score[1]:.3f}", _added(score[0] - score[1])))
    return rendering.table(("signal", f"{selected['name']}>", f"{other['name']}>", "difference>"), cells)


def _added(amount: float) -> Text:
    if abs(amount) < 0.0005:
        return Text("")
    return Text(f"{amount:+.3f}", style="green" if amount > 0 else "red")
