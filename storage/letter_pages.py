"""Dead letters as the console reads them: a page at a time, and those alone that a caller may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, bindparam, false, func, or_, select, tuple_

from storage.read_models import StoredDeadLetter
from storage.tables import dead_letters


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterFilter:
    """Which dead letters are read.

    Attributes:
        collections: only those of these collections; None for all, also those of none.
        reason: only those of this reason.
        ids: only these.
    """

    collections: tuple[str, ...] | None = None
    reason: str | None = None
    ids: tuple[str, ...] | None = None


def read_letters(
    connection: Connection, wanted: LetterFilter, limit: int, after: str | None = None
) -> Sequence[StoredDeadLetter]:
    """A page of dead letters, by source and then as they came first.

    Args:
        connection: a transaction.
        wanted: the filter.
        limit: letters of a page.
        after: the id of the letter that the page comes after.
    """
    columns = dead_letters.c
    order = columns.source, columns.first_seen, columns.position, columns.digest
    shown = [columns[name] for name in StoredDeadLetter.__dataclass_fields__]
    query = select(*shown).where(*_conditions(wanted)).order_by(*order).limit(limit)
    if after is not None:
        last = connection.execute(select(*order).where(columns.id == after)).first()
        if last is None:
            return []
        values = (bindparam(None, value, column.type) for column, value in zip(order, last, strict=True))
        query = query.where(tuple_(*order) > tuple_(*values))
    return [StoredDeadLetter(*row) for row in connection.execute(query)]


def letter_counts(connection: Connection, wanted: LetterFilter) -> Mapping[str, int]:
    """How many dead letters there are, by reason."""
    reason = dead_letters.c.reason
    query = select(reason, func.count()).where(*_conditions(wanted)).group_by(reason).order_by(reason)
    found: Counter[str] = Counter()
    for name, many in connection.execute(query):
        found[name] += many
    return dict(found)


def _conditions(wanted: LetterFilter) -> Iterator[ColumnElement[bool]]:
    columns = dead_letters.c
    if wanted.reason is not None:
        yield columns.reason == wanted.reason
    if wanted.collections is not None:
        yield or_(false(), columns.collection_id.in_(sorted(wanted.collections)))
    if wanted.ids is not None:
        yield columns.id.in_(_sorted(wanted.ids))


def _sorted(ids: Collection[str]) -> list[str]:
    return sorted(set(ids))
