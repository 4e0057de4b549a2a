"""What learning changed in a collection, or would change: the shadow figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from console.reads.effect import Rerun, as_promoted, compiled_for, lesson_of, rerun, tally_of
from console.reads.overview import LearningShare, Lesson
from pipeline.learning.settings import Mode
from pipeline.learning.suggestions import Row
from storage.decisions import StoredDecision

#: Suggestions that are listed.
_LESSONS = 10


@dataclass(frozen=True, slots=True)
class Decided:
    """The latest decisions of a collection, the promoted rows of their families, and the declared catalog."""

    decisions: tuple[StoredDecision, ...]
    rows: tuple[Row, ...]
    tools: Mapping[str, Any]


def learning_share(mode: str, decided: Decided, boost: float) -> LearningShare:
    """What learning changed in decisions: each is made anew by the selector, without and with what is promoted.

    In shadow mode that is what learning would have changed; where it is promoted, what it changes. With a declared
    catalog alone the selector can decide anew; what learning did change can be told without, from the blocks.
    """
    with_blocks = [decision for decision in decided.decisions if decision.block]
    if not with_blocks:
        return LearningShare(mode, 0, 0, 0, 0, 0, None, (), "no_blocks")
    since = min(decision.last_at for decision in with_blocks)
    if not decided.tools and mode == Mode.SHADOW:
        return LearningShare(mode, 0, 0, 0, 0, 0, since, (), "no_catalog")
    runs = _reruns(with_blocks, decided, boost) if decided.tools else _as_they_were(with_blocks)
    tally = tally_of(runs)
    return LearningShare(
        mode=mode,
        decisions=len(runs),
        **_figures(tally),
        since=since,
        lessons=_lessons(runs, decided.rows),
        missing="" if runs else "no_blocks",
    )


def _reruns(decisions: Sequence[StoredDecision], decided: Decided, boost: float) -> list[Rerun]:
    tools = compiled_for(decided.tools, decisions)
    by_family: dict[str, list[Mapping[str, Any]]] = {}
    for row in decided.rows:
        by_family.setdefault(str(row["query_family"]), []).append(as_promoted(row, boost))
    found = []
    for decision in decisions:
        family = decision.attempt.family.key if decision.attempt.family else ""
        run = rerun(decision, tools, [], by_family.get(family, []))
        if run is not None:
            found.append(run)
    return found


def _as_they_were(decisions: Sequence[StoredDecision]) -> list[Rerun]:
    """Decisions as their blocks tell them: what would have been selected without the learned signal.

    A block's scores are the sums of its signals, so that the candidate with the highest sum of the others is what
    evidence alone ranks first; where the model's choice was preserved, learning changed nothing.
    """
    return [Rerun(decision, _without_learning(decision.block or {}), decision.block or {}) for decision in decisions]


def _without_learning(block: Mapping[str, Any]) -> Mapping[str, Any]:
    rows = [row for row in block.get("rank_signals") or () if isinstance(row, Mapping)]
    lesson = lesson_of(block)
    if lesson is None or not rows:
        return block
    best = max(rows, key=lambda row: _number(row.get("score")) - _number((row.get("signals") or {}).get("learning")))
    kept = block.get("selected_target") == block.get("llm_target") is not None
    selected = block.get("selected_target") if kept else best.get("name")
    return {"selected_target": selected, "rank_signals": [best]}


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _lessons(runs: Sequence[Rerun], rows: Sequence[Row]) -> tuple[Lesson, ...]:
    """The suggestions that changed decisions, the most first."""
    changed: dict[str, list[Rerun]] = {}
    for run in runs:
        if (run.changed or run.reordered) and run.lesson:
            changed.setdefault(run.lesson, []).append(run)
    named = {row["id"]: row for row in rows}
    found = []
    for identity, some in changed.items():
        tally: Counter[str] = tally_of(some)
        row = named.get(identity)
        target = row["target"] if row else str(some[0].after.get("selected_target"))
        example = row["query_example"] if row else None
        found.append(Lesson(identity, target, example, **_figures(tally)))
    most = sorted(found, key=lambda lesson: (-lesson.changed, -lesson.reordered, lesson.suggestion_id))
    return tuple(most[:_LESSONS])


def _figures(tally: Counter[str]) -> dict[str, int]:
    return {name: tally[name] for name in ("changed", "reordered", "towards", "away")}
