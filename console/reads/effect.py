"""What a suggestion changes: real decisions, made anew by the selector without and with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from console.reads.suggestion import Comparison, Effect, RankedTool
from selector import CompiledCatalog, select_target_candidate
from selector.signals import SIGNALS
from storage.decisions import StoredDecision

Row = Mapping[str, Any]
#: Comparisons that a page shows.
SHOWN = 5


@dataclass(frozen=True, slots=True)
class Rerun:
    """A decision made anew: the blocks without and with what was learned, and the suggestion that decided."""

    decision: StoredDecision
    before: Row
    after: Row

    @property
    def changed(self) -> bool:
        """Whether another tool is selected."""
        return bool(self.before["selected_target"] != self.after["selected_target"])

    @property
    def reordered(self) -> bool:
        """Whether another tool ranks first, though the model's choice was kept."""
        return not self.changed and _first(self.before) != _first(self.after)

    @property
    def improves(self) -> bool | None:
        """Whether a decision or its first place went towards the right target, or away from it; None where neither."""
        right = self.decision.right
        if right is None or not (self.changed or self.reordered):
            return None
        if self._choice(self.after) == right:
            return True
        return False if self._choice(self.before) == right else None

    def _choice(self, block: Row) -> object:
        """What changed of a block: what it selects, else what ranks first."""
        return block["selected_target"] if self.changed else _first(block)

    @property
    def lesson(self) -> str | None:
        """The suggestion that speaks for what is selected, or ranks first, with learning."""
        return lesson_of(self.after) if self.changed else _lesson(next(iter(_rows(self.after)), {}))


def _first(block: Row) -> str | None:
    return next((row.get("name") for row in _rows(block)), None)


def lesson_of(block: Row) -> str | None:
    """The suggestion that speaks for what a block selected."""
    return next((_lesson(row) for row in _rows(block) if row.get("selected")), None)


def _lesson(row: Row) -> str | None:
    learning = row.get("learning")
    return str(learning.get("suggestion_id") or "") or None if isinstance(learning, Mapping) else None


def rerun(decision: StoredDecision, tools: CompiledCatalog, without: list[Row], taught: list[Row]) -> Rerun | None:
    """Makes a decision anew; None where its block or its text does not allow it, or no candidate is declared any more.

    Args:
        decision: the decision as it was made.
        tools: the declared catalog.
        without: what is promoted without the suggestion.
        taught: what is promoted with it.
    """
    candidates = [row for row in _candidates(decision.block or {}) if row["name"] in tools]
    if not decision.query or not candidates:
        return None
    llm = (decision.block or {}).get("llm_target")

    def decide(learned: list[Row]) -> Row:
        return select_target_candidate(
            decision.query or "",
            candidates,
            tools,
            llm_target=llm if isinstance(llm, str) else None,
            learning_suggestions=learned,
        )

    return Rerun(decision, decide(without), decide(taught))


def _rows(block: Row) -> list[Row]:
    rows = block.get("rank_signals")
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []


def _candidates(block: Row) -> list[dict[str, Any]]:
    """The candidates of a block as retrieval had put them, in its words: name and, where the block tells it, score."""
    found = [row for row in _rows(block) if isinstance(row.get("name"), str)]
    strangers = _strangers(block)
    told = [_retrieved(row) * (2 if row["name"] in strangers else 1) for row in found]
    if not all(told):
        return [{"name": row["name"]} for row in found]
    ordered = sorted(zip(told, (row["name"] for row in found), strict=True), key=lambda pair: -pair[0])
    return [{"name": name, "score": _share(said, place)} for place, (said, name) in enumerate(ordered)]


def _strangers(block: Row) -> frozenset[object]:
    """Candidates that hold nothing of the request where others do: the selector halves what they earn."""
    evidence = block.get("candidate_evidence")
    rows = [row for row in evidence if isinstance(row, Mapping)] if isinstance(evidence, list) else []
    holding = {row.get("name") for row in rows if row.get("matched_terms")}
    return frozenset(row.get("name") for row in rows) - holding if holding else frozenset()


def _retrieved(row: Row) -> float:
    """What retrieval added to a candidate's score; 0 where the block is another selector's."""
    signals = row.get("signals")
    value = signals.get("retrieval_rank") if isinstance(signals, Mapping) else None
    return float(value) if isinstance(value, int | float) else 0.0


#: What retrieval may add at most.
_RETRIEVAL = next(weight for name, weight, _ in SIGNALS if name == "retrieval_rank")


def _share(added: float, place: int) -> float:
    """The score beside the best one from which retrieval added so much at a place: `selector.signals` turned round."""
    return min(1.0, max(0.001, (added / _RETRIEVAL - 0.3 / (1 + place)) / 0.7))


def as_promoted(row: Row, boost: float) -> Row:
    """A row as a snapshot would hold it, whatever its status and the collection's mode."""
    return {**row, "status": "promoted", "mode": "promote", "boost": boost}


def effect_of(
    row: Row, family: Sequence[Row], decisions: Sequence[StoredDecision], tools: Mapping[str, Any], boost: float
) -> Effect:
    """What one suggestion changes, on the latest decisions of its family: without it, and with it alone promoted.

    Args:
        row: the suggestion's row.
        family: the other rows of the family.
        decisions: the latest decisions of the family.
        tools: the declared catalog, empty where none is declared.
        boost: what a promoted target adds.
    """
    if row["edge"]:
        return _nothing("edge")
    if not tools:
        return _nothing("no_catalog")
    compiled = compiled_for(tools, decisions)
    without = [as_promoted(other, boost) for other in family if other["status"] == "promoted"]
    runs = [
        run
        for decision in decisions
        if (run := rerun(decision, compiled, without, [as_promoted(row, boost)])) is not None
    ]
    if not runs:
        return _nothing("no_blocks")
    shown = sorted(runs, key=lambda run: (not run.changed, not run.reordered))[:SHOWN]
    tally = tally_of(runs)
    return Effect(
        decided=len(runs),
        changed=tally["changed"],
        reordered=tally["reordered"],
        towards=tally["towards"],
        away=tally["away"],
        comparisons=tuple(map(_comparison, shown)),
        missing="",
    )


def tally_of(runs: Sequence[Rerun]) -> Counter[str]:
    """How many decisions changed, of these towards and away from the right target."""
    found: Counter[str] = Counter()
    for run in runs:
        found["changed"] += run.changed
        found["reordered"] += run.reordered
        found["towards"] += run.improves is True
        found["away"] += run.improves is False
    return found


def compiled_for(tools: Mapping[str, Any], decisions: Sequence[StoredDecision]) -> CompiledCatalog:
    """The tools that decisions name, of a catalog that may hold thousands."""
    named = {str(row["name"]) for decision in decisions for row in _candidates(decision.block or {})}
    named |= {str((decision.block or {}).get("llm_target")) for decision in decisions}
    return CompiledCatalog({name: tools[name] for name in sorted(named & tools.keys())})


def _nothing(missing: str) -> Effect:
    return Effect(0, 0, 0, 0, 0, (), missing)


def _comparison(run: Rerun) -> Comparison:
    return Comparison(
        query=run.decision.query or "",
        before=_ranking(run.before),
        after=_ranking(run.after),
        changed=run.changed,
        reordered=run.reordered,
        right=run.decision.right,
        improves=run.improves,
    )


def _ranking(block: Row) -> tuple[RankedTool, ...]:
    return tuple(
        RankedTool(row["name"], row["rank"], row["score"], row["signals"]["learning"], row["selected"])
        for row in block["rank_signals"]
    )
