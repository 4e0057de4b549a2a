"""What a walk has found so far: admitted producers, slots and diagnostics, and what they make together."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from selector.linking.evidence import CONFIDENCE, TIERS
from selector.linking.needs import Need
from selector.linking.prospects import Option

#: So many diagnostics are kept.
DIAGNOSTICS: Final = 512


class Admission(NamedTuple):
    """A producer was admitted for an input."""

    consumer: str
    need: Need
    option: Option
    depth: int


@dataclass(slots=True)
class Findings:
    """What the walk has found so far."""

    admitted: dict[str, list[Admission]] = field(default_factory=dict)
    alternatives: dict[str, list[str]] = field(default_factory=dict)
    resolved: list[dict[str, Any]] = field(default_factory=list)
    unresolved: list[dict[str, Any]] = field(default_factory=list)
    cycles: list[list[str]] = field(default_factory=list)
    slots: list[dict[str, Any]] = field(default_factory=list)
    diagnostics: list[dict[str, Any]] = field(default_factory=list)
    optional: dict[str, None] = field(default_factory=dict)
    detours: list[dict[str, Any]] = field(default_factory=list)
    _told: set[tuple[str | None, ...]] = field(default_factory=set)
    _asked: set[tuple[str, str, str, str]] = field(default_factory=set)
    _consumers: dict[str, list[str]] = field(default_factory=dict)

    def note(self, reason: str, consumer: str, need: Need, **details: Any) -> None:
        """Note a decision, once for an input and a producer."""
        name = need.field.name
        key = (reason, consumer, name, details.get("producer"))
        self._tell(key, {"reason": reason, "consumer": consumer, "field": name, **details})

    def tell(self, reason: str, **details: str) -> None:
        """Note what concerns no input, once."""
        self._tell((reason, *details.values()), {"reason": reason, **details})

    def _tell(self, key: tuple[str | None, ...], entry: dict[str, Any]) -> None:
        """Keep a diagnostic within the bound; how many there were beyond it is told at the end."""
        if key in self._told:
            return
        self._told.add(key)
        if len(self.diagnostics) < DIAGNOSTICS:
            self.diagnostics.append(entry)

    def close(self) -> None:
        """Tell how many diagnostics there was no room for."""
        if len(self._told) > DIAGNOSTICS:
            entry = {"reason": "diagnostics_bounded", "limit": DIAGNOSTICS, "omitted": len(self._told) - DIAGNOSTICS}
            self.diagnostics.append(entry)

    def ask(self, consumer: str, need: Need, reason: str) -> None:
        """Note what the user or the adapter must give, once."""
        field = need.field
        slot = {"tool": consumer, "field": field.name, "reason": reason, "location": field.location}
        key = (consumer, field.name, reason, field.location)
        if key not in self._asked:
            self._asked.add(key)
            self.slots.append(slot)

    def admit(self, admission: Admission) -> None:
        """Admit a producer for an input."""
        tool = admission.option.supply.tool
        self.admitted.setdefault(tool, []).append(admission)
        self._consumers.setdefault(tool, []).append(admission.consumer)

    def others(self, consumer: str, need: Need, options: list[Option]) -> list[Option]:
        """Leave out calls that give one thing and fill another input with it: who follows is not whom they follow."""
        nouns = {reference.noun for reference in need.references}
        taken = {
            tool
            for tool, admissions in self.admitted.items()
            for one in admissions
            if one.consumer == consumer
            and not one.option.supply.listed
            and not nouns.isdisjoint(other.noun for other in one.need.references)
        }
        return [option for option in options if option.supply.tool not in taken] or options

    def dependents(self, tool: str, target: str) -> set[str]:
        """Return the target and the tools that need a tool, by way of others too."""
        waiting, found = [tool], {tool}
        while waiting:
            for consumer in self._consumers.get(waiting.pop(), ()):
                if consumer not in found:
                    found.add(consumer)
                    waiting.append(consumer)
        found.discard(tool)
        found.add(target)
        return found

    def way(self, start: str, end: str) -> list[str]:
        """Return the way from a tool down its admitted producers to another; empty if there is none."""
        producers: dict[str, list[str]] = {}
        for tool, admissions in self.admitted.items():
            for admission in admissions:
                producers.setdefault(admission.consumer, []).append(tool)
        waiting, ways = deque([start]), {start: [start]}
        while waiting:
            tool = waiting.popleft()
            for producer in producers.get(tool, ()):
                if producer not in ways:
                    ways[producer] = [*ways[tool], producer]
                    waiting.append(producer)
        return ways.get(end, []) if end != start else []

    def in_order(self, target: str) -> list[str]:
        """Return the admitted tools, each before those that need it."""
        if not self.admitted:
            return []
        producers: dict[str, list[str]] = {}
        for tool, admissions in self.admitted.items():
            for admission in admissions:
                producers.setdefault(admission.consumer, []).append(tool)
        names: dict[str, None] = {}
        open_tools = [(target, iter(producers.get(target, ())))]
        while open_tools:
            tool, left = open_tools[-1]
            following = next((one for one in left if one not in names), None)
            if following is not None:
                open_tools.append((following, iter(producers.get(following, ()))))
                continue
            open_tools.pop()
            names.setdefault(tool)
        ordered = [name for name in names if name != target]
        for detour in self.detours:
            ordered.insert(ordered.index(detour["before"]) + 1, detour["tool"])
        return ordered

    def paths(self, target: str) -> Iterator[dict[str, Any]]:
        """Yield for each admitted producer the way from the target."""
        first: dict[str, str] = {}
        for tool, admissions in self.admitted.items():
            first.setdefault(tool, admissions[0].consumer)
        for tool, admissions in self.admitted.items():
            for admission in admissions:
                path = [admission.consumer, tool]
                while path[0] != target and path[0] in first:
                    path.insert(0, first[path[0]])
                yield {
                    "consumer": admission.consumer,
                    "producer": tool,
                    "field": admission.need.field.name,
                    "depth": admission.depth,
                    "path": path,
                    "evidence_tier": TIERS[admission.option.supply.evidence],
                }

    def evidence(self) -> Iterator[dict[str, Any]]:
        """Yield what speaks for each admitted producer, field by field."""
        for tool, admissions in self.admitted.items():
            for admission in admissions:
                yield _evidence_row(tool, admission)
        for detour in self.detours:
            yield {
                **_evidence_row(detour["tool"], detour["admission"]),
                "sources": ["query_step"],
                "evidence": "query_step",
            }


def _evidence_row(tool: str, admission: Admission) -> dict[str, Any]:
    supply, edge = admission.option.supply, admission.option.edge
    return {
        "consumer": admission.consumer,
        "producer": tool,
        "field": admission.need.field.name,
        "path": supply.path,
        "tier": TIERS[supply.evidence],
        "confidence": edge.confidence if edge else CONFIDENCE[supply.evidence],
        "sources": [edge.source if edge else "api_contract"],
        "evidence": supply.evidence,
    }
