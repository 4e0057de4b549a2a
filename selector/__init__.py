"""Decides: target selection over retrieved candidates, with promoted suggestions as one bounded signal."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from selector.families import query_family, similarity
from selector.target import select_target_candidate
from selector.tools import CompiledCatalog

if TYPE_CHECKING:
    from selector.holder import SnapshotHolder
    from selector.snapshot import PromotedSnapshot

__all__ = [
    "CompiledCatalog",
    "PromotedSnapshot",
    "SnapshotHolder",
    "query_family",
    "select_target_candidate",
    "similarity",
]

#: Imported when first asked for: files, dates and threads cost a selector that learns nothing more than the rest of it.
_ON_DEMAND: Final = {"PromotedSnapshot": "selector.snapshot", "SnapshotHolder": "selector.holder"}


def __getattr__(name: str) -> Any:
    if name in _ON_DEMAND:
        return getattr(import_module(_ON_DEMAND[name]), name)
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
