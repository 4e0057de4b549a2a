"""Retrieval rows: which tools are candidates, and where retrieval put them."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

_NUMERIC: Final = (int, float)


class Retrieved(NamedTuple):
    """Where retrieval put a candidate: its place, from 0, and its score as a share of the best, if it gave scores."""

    place: int
    share: float | None


class Row(NamedTuple):
    """A retrieval row: a tool's name and what retrieval said of it."""

    name: str
    score: float | None
    rank: float | None


def read_rows(value: object) -> list[Row]:
    """Read names or rows, in order; what is neither is left out.

    >>> read_rows(["getOrder", {"name": "listOrders", "score": 0.5}, None, 7])
    [Row(name='getOrder', score=None, rank=None), Row(name='listOrders', score=0.5, rank=None)]
    """
    if not isinstance(value, list | tuple):
        return []
    return [row for row in map(_read_row, value) if row is not None]


def _read_row(item: object) -> Row | None:
    if isinstance(item, str):
        return Row(item, None, None)
    if not isinstance(item, dict) and not isinstance(item, Mapping):  # dict is asked first: the abstract class is slow
        return None
    name = item.get("name")
    if not name:
        tool = item.get("tool")
        name = tool.get("name") if isinstance(tool, Mapping) else None
    if not isinstance(name, str):
        return None
    score, rank = item.get("score"), item.get("rank")
    return Row(name, None if score is None else _number(score), None if rank is None else _number(rank))


def _number(value: object) -> float | None:
    if not isinstance(value, _NUMERIC) or isinstance(value, bool):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def candidate_names(rows: Sequence[Row], tools: object) -> list[str]:
    """Return the names that the catalog has, each once."""
    if not isinstance(tools, Mapping):
        return []
    return [name for name in dict.fromkeys(row.name for row in rows) if name in tools]


def places(rows: Sequence[Row], names: Sequence[str]) -> list[Retrieved]:
    """Return where retrieval put each name: by ``rank`` or ``score`` if every row has one, else by the rows' order.

    Equal scores share a place, so that the order of the rows then says nothing. Names that retrieval did not return
    come last.

    >>> places(read_rows([{"name": "a", "score": 1}, {"name": "b", "score": 2}]), ["a", "b", "c"])
    [Retrieved(place=1, share=0.5), Retrieved(place=0, share=1.0), Retrieved(place=2, share=0.0)]
    """
    first = {row.name: row for row in reversed(rows)}
    scores = [row.score for row in first.values() if row.score is not None]
    scored = len(scores) == len(first)
    best = max(scores, default=0.0) if scored else 0.0
    order = _order(rows, first, scored=scored)
    ascending = sorted(order.values())
    found: list[Retrieved] = []
    for name in names:
        row = first.get(name)
        score = row.score if row else 0.0
        share = max(0.0, score / best) if score is not None and best > 0 else None
        found.append(Retrieved(bisect_left(ascending, order[name]) if row else len(ascending), share))
    return found


def _order(rows: Sequence[Row], first: Mapping[str, Row], *, scored: bool) -> dict[str, float]:
    """Return each name's sorting key, least first."""
    ranks = {name: row.rank for name, row in first.items() if row.rank is not None}
    if len(ranks) == len(first):
        return ranks
    if scored:
        return {name: -row.score for name, row in first.items() if row.score is not None}
    return {name: float(place) for place, name in enumerate(dict.fromkeys([row.name for row in rows]))}
