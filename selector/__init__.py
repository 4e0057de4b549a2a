"""Decides: target selection over retrieved candidates, with promoted suggestions as one bounded signal."""

from selector.families import query_family, similarity
from selector.holder import SnapshotHolder
from selector.snapshot import PromotedSnapshot
from selector.target import select_target_candidate
from selector.tools import CompiledCatalog

__all__ = [
    "CompiledCatalog",
    "PromotedSnapshot",
    "SnapshotHolder",
    "query_family",
    "select_target_candidate",
    "similarity",
]
