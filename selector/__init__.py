"""Decides: target selection over retrieved candidates, with promoted suggestions as one bounded signal."""

from __future__ import annotations

#: What the checkers of types call true; `typing` itself would cost most of what an import may.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from selector.bundle import assemble_tool_bundle
    from selector.closure import complete_target_dependencies
    from selector.explanation import explain
    from selector.families import query_family, similarity
    from selector.graph import ToolGraph
    from selector.holder import SnapshotHolder
    from selector.producers import expand_candidates_with_producers
    from selector.snapshot import PromotedSnapshot
    from selector.target import select_target_candidate
    from selector.tools import CompiledCatalog

__all__ = [
    "CompiledCatalog",
    "PromotedSnapshot",
    "SnapshotHolder",
    "ToolGraph",
    "assemble_tool_bundle",
    "complete_target_dependencies",
    "expand_candidates_with_producers",
    "explain",
    "query_family",
    "select_target_candidate",
    "similarity",
]

#: Where each name lies. It is imported when first asked for: who only selects pays for no files, dates and threads, and
#: who imports a program that may select pays nothing.
_HOMES = {
    "CompiledCatalog": "selector.tools",
    "PromotedSnapshot": "selector.snapshot",
    "SnapshotHolder": "selector.holder",
    "ToolGraph": "selector.graph",
    "assemble_tool_bundle": "selector.bundle",
    "complete_target_dependencies": "selector.closure",
    "expand_candidates_with_producers": "selector.producers",
    "explain": "selector.explanation",
    "query_family": "selector.families",
    "select_target_candidate": "selector.target",
    "similarity": "selector.families",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value = globals()[name] = getattr(__import__(_HOMES[name], fromlist=[name]), name)
    return value


def __dir__() -> list[str]:
    return __all__
