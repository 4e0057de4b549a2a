"""What a target needs, as a result: plain lists and dictionaries, each with the reason beside it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Final

#: The version of the rules that a result was made by.
POLICY_REVISION: Final = "tooltrail-closure-1"


@dataclass(frozen=True, slots=True)
class DependencyClosure:
    """What a target needs.

    Attributes:
        target: the selected tool.
        required_dependencies: admitted producers, each before those that need it.
        optional_dependencies: tools that may help: producers of optional inputs, neighbours in the graph.
        alternatives_by_field: ``tool.field`` -> other tools that could fill it.
        resolved_fields: what fills each input that is filled.
        unresolved_fields: required inputs that nothing fills within the hops.
        dependency_paths: for each admitted producer the way from the target.
        cycles: chains that would lead back to a tool on the way.
        evidence: what speaks for each admitted producer, field by field.
        user_input_slots: what the user or the adapter must give, and why.
        safety: what was allowed and asked.
        diagnostics: every other decision; the only place where a blocked tool is named.
        policy_revision: the version of these rules.
    """

    target: str
    required_dependencies: list[str] = field(default_factory=list)
    optional_dependencies: list[str] = field(default_factory=list)
    alternatives_by_field: dict[str, list[str]] = field(default_factory=dict)
    resolved_fields: list[dict[str, Any]] = field(default_factory=list)
    unresolved_fields: list[dict[str, Any]] = field(default_factory=list)
    dependency_paths: list[dict[str, Any]] = field(default_factory=list)
    cycles: list[list[str]] = field(default_factory=list)
    evidence: list[dict[str, Any]] = field(default_factory=list)
    user_input_slots: list[dict[str, Any]] = field(default_factory=list)
    safety: dict[str, Any] = field(default_factory=dict)
    diagnostics: list[dict[str, Any]] = field(default_factory=list)
    policy_revision: str = POLICY_REVISION

    @property
    def complete(self) -> bool:
        """Every required input is filled, or the user is asked for it."""
        return not self.unresolved_fields

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON data."""
        return {**asdict(self), "complete": self.complete}
