"""The example shop: where it lies, its catalog, and the request that is decided before and after learning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pipeline.errors import RejectedError
from selector import CompiledCatalog, select_target_candidate
from tooltrail.catalogs import read_catalog, read_json
from tooltrail.options import read_moment


class BadExampleError(RejectedError):
    """The example shop is not there: install tooltrail again, or run it from a checkout."""


@dataclass(frozen=True, slots=True)
class Shop:
    """The example shop.

    Attributes:
        folder: where its files lie.
        collection_id: its collection.
        query: the request that is decided before and after.
        candidates: what retrieval returned for it, best first.
        llm_target: what a model chose, if one was asked.
        as_of: the moment of the demonstration, so that it is the same on any day.
        tools: its catalog.
        declared: the same as it is written.
    """

    folder: Path
    collection_id: str
    query: str
    candidates: Sequence[Mapping[str, Any]]
    llm_target: str | None
    as_of: datetime
    tools: CompiledCatalog
    declared: Mapping[str, Any]

    def decide(self, learned: object = None) -> dict[str, Any]:
        """The selector's decision on the request."""
        return select_target_candidate(
            self.query,
            self.candidates,
            self.tools,
            retrieval_results=self.candidates,
            llm_target=self.llm_target,
            learning_suggestions=learned,
        )


def find_shop() -> Path:
    """The example's folder: inside the installed package, or at the root of a checkout.

    Raises:
        BadExampleError: it is in neither place.
    """
    here = Path(__file__).parent
    for folder in (here / "examples" / "shop", here.parent / "examples" / "shop"):
        if (folder / "decision.json").is_file():
            return folder
    raise BadExampleError("the example shop is not there: install tooltrail again, or run it from a checkout")


def read_shop(folder: Path) -> Shop:
    """Reads the example's catalog and the request that is decided."""
    decision = read_json(folder / "decision.json", BadExampleError)
    declared = read_catalog(folder / "catalog.json")
    return Shop(
        folder=folder,
        collection_id=decision["collection_id"],
        query=decision["query"],
        candidates=decision["candidates"],
        llm_target=decision["llm_target"],
        as_of=read_moment(decision["as_of"]),
        tools=CompiledCatalog(declared),
        declared=declared,
    )
