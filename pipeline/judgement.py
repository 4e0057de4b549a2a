"""Judges what changed: loads the counts of the touched suggestions, decides, and writes the rows that differ."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from pipeline.learning.acts import Act, in_force
from pipeline.learning.attempts import Edge
from pipeline.learning.edges import judge_edge
from pipeline.learning.evidence import EdgeKey, Evidence, GivenKey, RanKey, TargetKey, ValueKey, WordingKey
from pipeline.learning.policy import Policy
from pipeline.learning.promotion import FROM_THE_BEGINNING, approval_falls, fold_family
from pipeline.learning.settings import CollectionSettings
from pipeline.learning.standing import settle_edge, settle_family
from pipeline.learning.suggestions import (
    Context,
    FamilyText,
    Row,
    edge_id,
    edge_row,
    evidence_history,
    target_id,
    target_row,
)
from pipeline.learning.totals import FamilyCell
from pipeline.learning.verdicts import Status, Transition
from pipeline.ports import EdgeEvidence, SuggestionChange, UnitOfWork

_Item = TypeVar("_Item")

#: Families or arguments that are judged together: bounds what is held at once.
_TOGETHER = 200
#: A fold that starts on this day judges none: the counts did not change, only what is applied to them.
UNCHANGED = 10**9


@dataclass(frozen=True, slots=True)
class Touched:
    """What a change of the evidence may have moved.

    Attributes:
        families: the first changed day of each family.
        arguments: (tool, argument path) pairs whose edges must be judged.
        tools: tools whose declared edges must be judged, since runs of the tool were counted.
    """

    families: dict[str, int] = field(default_factory=dict)
    arguments: set[tuple[str, str]] = field(default_factory=set)
    tools: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Judged:
    """What a judgement did to suggestions: how many came or changed, went with their evidence, and became promoted."""

    changed: int = 0
    gone: int = 0
    promoted: int = 0

    def __add__(self, other: Judged) -> Judged:
        """What both did."""
        return Judged(self.changed + other.changed, self.gone + other.gone, self.promoted + other.promoted)


def touched_by(delta: Evidence) -> Touched:
    """What a difference of evidence moves.

    >>> touched_by(Evidence({TargetKey("3f9a", "getOrder", "=kim", 20458): (1, 0, 0, 0, 0)})).families
    {'3f9a': 20458}
    """
    touched = Touched()
    for key in delta.cells:
        match key:
            case TargetKey(family=family, day=day):
                touched.families[family] = min(day, touched.families.get(family, UNCHANGED))
            case WordingKey(family=family):
                touched.families.setdefault(family, UNCHANGED)
            case EdgeKey(edge=edge) | ValueKey(edge=edge):
                touched.arguments.add((edge.target, edge.to_field))
            case GivenKey(tool=tool, path=path):
                touched.arguments.add((tool, path))
            case RanKey(tool=tool):
                touched.tools.add(tool)
    return touched


def judge(work: UnitOfWork, collection_id: str, touched: Touched, policy: Policy) -> Judged:
    """Judges the touched suggestions of a collection and writes the rows that differ from the stored ones."""
    judged = Judged()
    settings = work.collections.settings(collection_id)
    for families in _chunks(sorted(touched.families)):
        since = {family: touched.families[family] for family in families}
        judged += _written(work, list(_family_changes(work, collection_id, since, settings, policy)))
    arguments = touched.arguments | work.evidence.declared_arguments(collection_id, touched.tools)
    for together in _chunks(sorted(arguments)):
        judged += _written(work, list(_edge_changes(work, collection_id, together, settings, policy)))
    return judged


def judge_all(work: UnitOfWork, collection_id: str, policy: Policy) -> None:
    """Judges every suggestion of a collection from the beginning, as a change of its settings asks."""
    families = dict.fromkeys(work.evidence.all_families(collection_id), FROM_THE_BEGINNING)
    judge(work, collection_id, Touched(families, set(work.evidence.all_arguments(collection_id))), policy)


def _written(work: UnitOfWork, changes: Sequence[SuggestionChange]) -> Judged:
    work.suggestions.write(changes)
    gone = sum(change.now is None for change in changes)
    promoted = sum(change.status_changed and (change.now or {}).get("status") == Status.PROMOTED for change in changes)
    return Judged(len(changes) - gone, gone, promoted)


def _chunks(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    for start in range(0, len(items), _TOGETHER):
        yield items[start : start + _TOGETHER]


def _family_changes(
    work: UnitOfWork, collection_id: str, since: Mapping[str, int], settings: CollectionSettings, policy: Policy
) -> Iterator[SuggestionChange]:
    cells = work.evidence.family_cells(collection_id, since)
    texts = work.evidence.family_texts(collection_id, since)
    stored = work.suggestions.of_families(collection_id, since)
    targets = {target_id(collection_id, family, cell.target) for family, rows in cells.items() for cell in rows}
    acts = work.acts.of(targets)
    for family, first_day in since.items():
        before = {row["target"]: row for row in stored.get(family, ())}
        now = _family_rows(
            _Family(collection_id, texts.get(family, FamilyText(family)), cells.get(family, ()), before, first_day),
            acts,
            settings,
            policy,
        )
        yield from _differences(now, before)


@dataclass(frozen=True, slots=True)
class _Family:
    """A family as loaded: its text, counts and stored rows by target, and the first day that changed."""

    collection_id: str
    text: FamilyText
    cells: Sequence[FamilyCell]
    stored: Mapping[str, Row]
    since: int


def _family_rows(
    family: _Family, acts: Mapping[str, Sequence[Act]], settings: CollectionSettings, policy: Policy
) -> dict[str, Row]:
    trust = settings.trust_anonymous
    resumable = all(row["policy_version"] == policy.version for row in family.stored.values())
    verdicts = fold_family(
        family.cells,
        policy,
        trust_anonymous=trust,
        earlier={target: evidence_history(row) for target, row in family.stored.items()},
        since=family.since if resumable else FROM_THE_BEGINNING,
    )

    def falls(target: str, approved_day: int) -> Transition | None:
        return approval_falls(family.cells, target, approved_day, policy, trust_anonymous=trust)

    acts_on = {target: acts.get(target_id(family.collection_id, family.text.key, target), ()) for target in verdicts}
    forces = {target: act for target, given in acts_on.items() if (act := in_force(given)) is not None}
    standings = settle_family(verdicts, forces, settings, falls)
    cells: dict[str, list[FamilyCell]] = {}
    for cell in family.cells:
        cells.setdefault(cell.target, []).append(cell)
    return {
        target: target_row(
            family.collection_id,
            family.text,
            target,
            cells[target],
            verdict,
            Context(standings[target], settings, policy, acts_on[target]),
        )
        for target, verdict in verdicts.items()
    }


def _edge_changes(
    work: UnitOfWork,
    collection_id: str,
    arguments: Collection[tuple[str, str]],
    settings: CollectionSettings,
    policy: Policy,
) -> Iterator[SuggestionChange]:
    evidence = work.evidence.edge_evidence(collection_id, arguments, policy.sessions_per_principal)
    compared = with_best_producer(evidence)
    before = {row["id"]: row for row in work.suggestions.of_arguments(collection_id, arguments)}
    acts = work.acts.of([edge_id(collection_id, edge) for edge in compared])
    now = {}
    for edge, found in compared.items():
        identity = edge_id(collection_id, edge)
        now[identity] = _edge_row(collection_id, edge, found, acts.get(identity, ()), (settings, policy))
    yield from _differences(now, before)


def with_best_producer(evidence: Mapping[Edge, EdgeEvidence]) -> dict[Edge, EdgeEvidence]:
    """Tells every edge how many declared sessions the best producer of its argument has."""
    best: dict[tuple[str, str], tuple[int, int]] = {}
    for edge, found in evidence.items():
        known, everybody = best.get((edge.target, edge.to_field), (0, 0))
        best[edge.target, edge.to_field] = (
            max(known, found.known.declared_sessions),
            max(everybody, found.everybody.declared_sessions),
        )
    compared = {}
    for edge, found in evidence.items():
        known, everybody = best[edge.target, edge.to_field]
        compared[edge] = EdgeEvidence(
            found.totals, replace(found.known, best_sessions=known), replace(found.everybody, best_sessions=everybody)
        )
    return compared


def _edge_row(
    collection_id: str, edge: Edge, found: EdgeEvidence, acts: Sequence[Act], rules: tuple[CollectionSettings, Policy]
) -> Row:
    settings, policy = rules
    trusted = found.everybody if settings.trust_anonymous else found.known
    verdict = judge_edge(trusted, found.everybody, policy)
    standing = settle_edge(verdict, in_force(acts), settings)
    return edge_row(
        collection_id, edge, found.totals, found.everybody, verdict, Context(standing, settings, policy, acts)
    )


def _differences(now: Mapping[str, Row], before: Mapping[str, Row]) -> Iterable[SuggestionChange]:
    for name in sorted({*now, *before}):
        if now.get(name) != before.get(name):
            yield SuggestionChange(now.get(name), before.get(name))
