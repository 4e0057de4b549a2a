"""The walk from a target to its producers: one decision for each input, each with its reason."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import cached_property
from typing import Final, NamedTuple

from selector.dependencies import DependencyClosure
from selector.details import detail_of, instead_of, sole_want
from selector.findings import Admission, Findings
from selector.linking.chains import Chains
from selector.linking.costs import own_terms
from selector.linking.distance import Distances
from selector.linking.evidence import TIERS
from selector.linking.filters import has_options, possessor_filter
from selector.linking.held import held_nouns
from selector.linking.index import CatalogIndex
from selector.linking.kinds import DATA
from selector.linking.links import STATING, ExplicitEdge, Stated
from selector.linking.needs import Need
from selector.linking.prospects import NEVER, Option
from selector.overlay import hints_of
from selector.permission import Permission, told_safety
from selector.safety import Judgement
from selector.said import Said

#: A tool that is admitted already fills another input too, if it costs no more than this above the best.
_REUSE: Final = 0.7
#: Producers whose chains cost no more than this above the admitted one's are as good.
_CLOSE: Final = 0.05
#: So many tools are admitted at most, so many names stand in one diagnostic, and so many cycles are told.
ADMITTED, _NAMED, _CYCLES = 256, 16, 64


class Limits(NamedTuple):
    """What the caller has, allows and bounds."""

    available: frozenset[str]
    context: frozenset[str]
    permission: Permission
    allow: bool
    hops: int
    alternatives: int


class Walk:
    """One closure."""

    def __init__(self, index: CatalogIndex, target: str, query: str | None, stated: Stated, limits: Limits) -> None:
        self._index = index
        self._query = query
        self._said = Said(index, query, target, limits.available | limits.context)
        self._limits = limits
        self._edges, self._stated = stated
        self._target = target
        self._found = Findings()

    @cached_property
    def _distances(self) -> Distances:
        """How far outputs stand from what the request asks for."""
        return Distances(self._index, self._said.request, self._target)

    @cached_property
    def _chains(self) -> Chains:
        """The chains, compared where an input needs a producer."""
        request, held = self._said.request, held_nouns(self._index, self._target)
        filled = self._limits.available | self._limits.context | self._said.addresses.given
        own = own_terms(self._index, request, self._target) if request is not None else ()
        prospects = self._index.prospects(self._query, own, filled, self._limits.permission, held)
        return Chains(self._index, prospects, self._stated)

    def blocks(self, name: str) -> bool:
        """Tell whether the mutation gate denies a tool: it changes something, and not both allowed and asked for."""
        return not self._limits.permission.covers(self._index, name)

    def closure(self) -> DependencyClosure:
        """Walk from the target."""
        found, target = self._found, self._target
        if target not in self._index:
            found.tell("unknown_target", target=target)
            found.unresolved.append({"tool": target, "field": "", "reason": "unknown_target"})
            return self._result(target)
        waiting, seen = deque([(target, 0)]), {target}
        while waiting:
            consumer, depth = waiting.popleft()
            stated = self._stated.get(consumer, ())
            for need in self._index.steps(consumer):
                if self._is_idle(need, stated, depth) or self._fill(consumer, need):
                    continue
                producer = self._decide(target, consumer, need, stated, depth)
                if producer and producer not in seen:
                    seen.add(producer)
                    waiting.append((producer, depth + 1))
        self._add_filter(target)
        self._add_inspections(target)
        self._add_hints(target)
        return self._result(target)

    def _is_idle(self, need: Need, stated: Sequence[ExplicitEdge], depth: int) -> bool:
        """Tell whether an input needs no decision: an optional one of a producer, of which nothing is stated."""
        return bool(depth) and not need.field.required and not _is_stated(need, stated)

    def _decide(self, target: str, consumer: str, need: Need, stated: Sequence[ExplicitEdge], depth: int) -> str:
        """Decide one input; return the producer that is admitted for it."""
        field = need.field
        if field.kind != DATA:
            self._found.ask(consumer, need, "context_field" if field.kind == "context" else f"{field.kind}_input")
            return ""
        if not field.required and not _is_stated(need, stated) and not self._said.asks_for_optional(need):
            self._note_optional(target, consumer, need, depth)
            return ""
        if self._said.gives(consumer, need):
            self._found.ask(consumer, need, "value_in_query")
            return ""
        if not (need.references or field.tag or stated):
            self._note_weak(consumer, need)
            self._found.ask(consumer, need, "query_input_required")
            return ""
        return self._look_up(target, consumer, need, depth)

    def _fill(self, consumer: str, need: Need) -> bool:
        name = need.field.name
        if name in self._limits.available:
            self._found.resolved.append({"tool": consumer, "field": name, "source": "available"})
        elif name in self._limits.context:
            if need.field.required:
                self._found.ask(consumer, need, "context_field")
        else:
            return False
        return True

    def _note_optional(self, target: str, consumer: str, need: Need, depth: int) -> None:
        if not need.references or self._limits.hops < 1 or depth or self._said.request is None:
            return
        for option in self._chains.options(consumer, need, 1):
            if option.cost < NEVER and option.supply.tool != target and self._said.asks_to_find(need, option):
                self._found.optional.setdefault(option.supply.tool)
                return

    def _look_up(self, target: str, consumer: str, need: Need, depth: int) -> str:
        options, omitted = self._chains.compared(consumer, need, self._limits.hops - depth)
        usable = [option for option in options if option.cost < NEVER]
        self._note_own(consumer, need)
        for option in options[len(usable) :]:
            self._note_blocked(consumer, need, option)
        if omitted:
            self._found.note("producers_bounded", consumer, need, considered=len(options), omitted=omitted)
        usable = self._without_cycles(target, consumer, usable)
        usable = self._found.others(consumer, need, self._distances.nearest(usable, consumer, need.field.name))
        if not usable:
            self._note_weak(consumer, need)
            self._found.ask(consumer, need, "query_input_required" if not options else "no_producer")
            return ""
        if depth >= self._limits.hops:
            self._give_up(consumer, need, usable)
            return ""
        best = self._shortened(self._best(usable), usable, self._limits.hops - depth)
        if not self._said.asks_to_find(need, best):
            names = [option.supply.tool for option in usable[: 1 + self._limits.alternatives]]
            self._found.note("producer_not_requested_by_query", consumer, need, producers=names)
            self._found.ask(consumer, need, "query_input_required")
            return ""
        if best.supply.tool not in self._found.admitted and len(self._found.admitted) >= ADMITTED:
            self._found.unresolved.append({"tool": consumer, "field": need.field.name, "reason": "max_tools"})
            self._found.note("admission_limit_reached", consumer, need, limit=ADMITTED)
            return ""
        self._admit(Admission(consumer, need, best, depth + 1), usable)
        return best.supply.tool

    def _best(self, usable: Sequence[Option]) -> Option:
        """Return the best option, or one that is admitted already and costs little more."""
        admitted, most = self._found.admitted, usable[0].cost + _REUSE
        if not admitted:
            return usable[0]
        return next((one for one in usable if one.supply.tool in admitted and one.cost <= most), usable[0])

    def _note_own(self, consumer: str, need: Need) -> None:
        """Report a tool of which it is stated that it feeds itself."""
        stated = self._stated.get(consumer, ())
        if any(edge.producer == consumer and edge.field == need.field.name for edge in stated):
            cycle = [consumer, consumer]
            if cycle not in self._found.cycles:
                self._found.cycles.append(cycle)

    def _shortened(self, best: Option, usable: list[Option], hops: int) -> Option:
        """Return the producer of a detail where that gives what the detail would be read for."""
        tool = best.supply.tool
        want = sole_want(self._index, best, self._limits.available | self._limits.context)
        if want is None or self._said.gives(tool, want):
            return best
        options = self._chains.options(tool, want, hops - 1)
        return instead_of(best, self._distances.nearest(options, tool, want.field.name), usable)

    def _without_cycles(self, target: str, consumer: str, usable: list[Option]) -> list[Option]:
        """Leave out producers that need their consumer already, and report the cycles."""
        dependents = self._found.dependents(consumer, target)
        if not any(option.supply.tool in dependents for option in usable):
            return usable
        kept = []
        for option in usable:
            producer = option.supply.tool
            if producer not in dependents:
                kept.append(option)
                continue
            if len(self._found.cycles) >= _CYCLES:
                continue
            way = [producer] if producer == target else self._found.way(producer, consumer)
            cycle = [consumer, *way] if way and way[-1] == consumer else [consumer, producer]
            if cycle not in self._found.cycles:
                self._found.cycles.append(cycle)
        return kept

    def _admit(self, admission: Admission, usable: list[Option]) -> None:
        supply, name = admission.option.supply, admission.need.field.name
        self._found.admit(admission)
        self._found.resolved.append(
            {
                "tool": admission.consumer,
                "field": name,
                "source": "producer",
                "producer": supply.tool,
                "path": supply.path,
                "evidence_tier": TIERS[supply.evidence],
            }
        )
        others = [option for option in usable if option.supply.tool != supply.tool]
        if others and self._limits.alternatives:
            alternatives = [option.supply.tool for option in others[: self._limits.alternatives]]
            self._found.alternatives[f"{admission.consumer}.{name}"] = alternatives
        most = admission.option.cost + _CLOSE
        close = [option.supply.tool for option in others if option.cost <= most]
        if close:
            named = [supply.tool, *close]
            self._found.note(
                "ambiguous_producer",
                admission.consumer,
                admission.need,
                producers=named[:_NAMED],
                omitted=max(0, len(named) - _NAMED),
            )
        judgement = self._index.judgement(supply.tool)
        if judgement.contradictory:
            self._found.note(
                "contradictory_facts", admission.consumer, admission.need, producer=supply.tool, facts=_facts(judgement)
            )

    def _give_up(self, consumer: str, need: Need, usable: list[Option]) -> None:
        entry = {"tool": consumer, "field": need.field.name, "reason": "max_hops"}
        self._found.unresolved.append(entry)
        self._found.note("hop_limit_reached", consumer, need, producers=[option.supply.tool for option in usable[:3]])

    def _note_blocked(self, consumer: str, need: Need, option: Option) -> None:
        judgement = self._index.judgement(option.supply.tool)
        self._found.note(
            "mutation_dependency_blocked",
            consumer,
            need,
            producer=option.supply.tool,
            kind=judgement.kind,
            facts=_facts(judgement),
            contradictory=judgement.contradictory,
        )

    def _note_weak(self, consumer: str, need: Need) -> None:
        names = [name for name in self._index.namesakes(need.field.name) if name != consumer and not self.blocks(name)]
        if names and need.field.kind == DATA:
            self._found.note(
                "ambiguous_dependency", consumer, need, producers=names, evidence="same_name", evidence_tier=4
            )

    def _add_filter(self, target: str) -> None:
        """Find whose things a list is narrowed to, where the request names that and nothing else takes the name."""
        tools = [target, *self._found.admitted]
        if not any(has_options(self._index, tool) for tool in tools) or self._said.request is None:
            return
        found = possessor_filter(self._index, self._said.request, self._chains, tools)
        if found and len(self._found.admitted) < ADMITTED and found.option.supply.tool != target:
            depth = max((one.depth for one in self._found.admitted.get(found.tool, ())), default=0) + 1
            if depth <= self._limits.hops:
                self._admit(Admission(found.tool, found.need, found.option, depth), [found.option])
                for need in self._index.needs(found.option.supply.tool):
                    self._decide(target, found.option.supply.tool, need, (), depth)

    def _add_inspections(self, target: str) -> None:
        """A step that asks for the details of what was found is a call between: ``find one, inspect it, order it``."""
        if not self._found.admitted or self._said.request is None or not self._said.request.inspects:
            return
        for tool, admissions in sorted(self._found.admitted.items()):
            for admission in admissions:
                detail = detail_of(self._index, target, admission)
                if detail and detail not in self._found.admitted and admission.consumer == target:
                    step = Admission(target, admission.need, admission.option, admission.depth)
                    self._found.detours.append({"tool": detail, "before": tool, "admission": step})
                    return

    def _add_hints(self, target: str) -> None:
        for name in hints_of(self._edges, target):
            if name in self._index and name != target and not self.blocks(name):
                self._found.optional.setdefault(name)

    def _result(self, target: str) -> DependencyClosure:
        found = self._found
        found.close()
        required = self._found.in_order(target)
        taken = {target, *required}
        return DependencyClosure(
            target=target,
            required_dependencies=required,
            optional_dependencies=[name for name in found.optional if name not in taken],
            alternatives_by_field=found.alternatives,
            resolved_fields=found.resolved,
            unresolved_fields=found.unresolved,
            dependency_paths=list(self._found.paths(target)),
            cycles=found.cycles,
            evidence=list(self._found.evidence()),
            user_input_slots=found.slots,
            safety=told_safety(
                self._query,
                self._limits.allow,
                self._index.judgement(target) if target in self._index else None,
                sum(row["reason"] == "mutation_dependency_blocked" for row in found.diagnostics),
            ),
            diagnostics=found.diagnostics,
        )


def _is_stated(need: Need, edges: Sequence[ExplicitEdge]) -> bool:
    return any(edge.field == need.field.name and edge.source in STATING for edge in edges)


def _facts(judgement: Judgement) -> list[dict[str, str]]:
    return [{"source": source, "word": word, "says": says} for source, word, says in judgement.facts]
