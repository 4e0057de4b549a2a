"""Mending of what is told and not learned: letters, acts, audit, outbox and removals, by the rules of today."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, Table, delete, select, tuple_, update

from pipeline.intake.again import scrub_again
from pipeline.intake.crossing import Crossing
from pipeline.learning.acts import Act, ActKind
from pipeline.learning.sealed import Removal
from pipeline.learning.suggestions import Kind
from pipeline.scrub import Scrubber
from pipeline.seal import Keyring
from storage.acts import SqlActs
from storage.disposal import SqlDisposal
from storage.engine import reading
from storage.locks import Locks
from storage.removals import SqlRemovals
from storage.tables import acts, audit, dead_letters, outbox, removal_counts, skipped_letters

#: Rows of one transaction.
_TOGETHER = 500
_Key = tuple[Any, ...]


@dataclass(slots=True)
class Mended:
    """What was mended.

    Attributes:
        rows: how many rows changed, by table.
        acted: the suggestions of which an act was rewritten.
    """

    rows: Counter[str] = field(default_factory=Counter)
    acted: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Mender:
    """Goes through the tables part by part, each part one transaction that writes alone.

    Attributes:
        engine: the database.
        keyring: the key with which ids are sealed.
        scrubber: the rules.
        clock: gives the times of writing.
    """

    engine: Engine
    keyring: Keyring
    scrubber: Scrubber
    clock: Callable[[], Any]

    def mend_acts(self) -> Mended:
        """Mends what operators wrote; the suggestions that they acted on must be judged again before what is told."""
        mended = Mended()
        self._each(acts, mended, self._act)
        return mended

    def mend_told(self) -> Mended:
        """Mends dead letters, those that were set aside, audit, outbox, and the counts of what was taken out."""
        mended = Mended()
        self._each(dead_letters, mended, self._letter)
        self._each(skipped_letters, mended, self._skipped)
        self._each(removal_counts, mended, self._removal)
        self._each(audit, mended, self._audit)
        self._each(outbox, mended, self._outbox)
        return mended

    def _each(self, table: Table, mended: Mended, mend: Callable[[Connection, Any, Mended], bool]) -> None:
        for part in self._parts(table):
            with self.engine.begin() as connection:
                Locks(connection).hold_database()
                key = list(table.primary_key)
                query = select(table).where(tuple_(*key).in_(part)).order_by(*key)
                changed = sum(mend(connection, row, mended) for row in connection.execute(query).all())
                if changed:
                    mended.rows[table.name] += changed

    def _parts(self, table: Table) -> Iterator[Sequence[_Key]]:
        """The keys of a table, part by part, up to the last there is; what is added meanwhile comes scrubbed."""
        key = list(table.primary_key)
        backwards = select(*key).order_by(*(column.desc() for column in key)).limit(1)
        with reading(self.engine).connect() as connection:
            end = connection.execute(backwards).first()
        last: _Key | None = None
        while end is not None and last != tuple(end):
            query = select(*key).where(tuple_(*key) <= tuple(end)).order_by(*key).limit(_TOGETHER)
            if last is not None:
                query = query.where(tuple_(*key) > last)
            with reading(self.engine).connect() as connection:
                found = [tuple(row) for row in connection.execute(query)]
            if not found:
                return
            yield found
            last = found[-1]

    def _letter(self, connection: Connection, row: Any, _mended: Mended) -> bool:
        body = None if row.body is None else scrub_again(row.body, self._crossing(row.collection_id))
        detail = self.scrubber.text(row.detail)
        if (body, detail) == (row.body, row.detail):
            return False
        after = {"detail": detail} if body == row.body else {"detail": detail, "body": body}
        values = {**after, "scrub_rules": self.scrubber.version}
        connection.execute(update(dead_letters).where(*_named(dead_letters, row)).values(values))
        return True

    def _skipped(self, connection: Connection, row: Any, _mended: Mended) -> bool:
        return self._texts(connection, skipped_letters, row, ("actor",))

    def _removal(self, connection: Connection, row: Any, _mended: Mended) -> bool:
        """Counts of a sender whose name holds something go to the name that its events have now."""
        adapter = self._crossing(row.collection_id).name(row.adapter) or ""
        if adapter == row.adapter:
            return False
        connection.execute(delete(removal_counts).where(*_named(removal_counts, row)))
        removal = Removal(row.collection_id, adapter, row.day, row.rules, bool(row.claimed), row.label)
        SqlRemovals(connection).add({removal: row.removed})
        return True

    def _crossing(self, collection_id: str | None) -> Crossing:
        return Crossing(self.keyring.for_collection(collection_id or ""), self.scrubber, keeps_text=True)

    def _act(self, connection: Connection, row: Any, mended: Mended) -> bool:
        act = Act(row.suggestion_id, ActKind(row.kind), row.actor, row.at, row.comment, row.reason)
        words = {name: self.scrubber.text(getattr(row, name)) for name in ("actor", "comment", "reason")}
        again = Act(act.suggestion_id, act.kind, words["actor"], act.at, words["comment"], words["reason"])
        if again == act:
            return False
        connection.execute(delete(acts).where(acts.c.id == row.id))
        SqlActs(connection).add(again)
        mended.acted.add(act.suggestion_id)
        return True

    def _audit(self, connection: Connection, row: Any, _mended: Mended) -> bool:
        is_mended = self._texts(connection, audit, row, ("before", "after"))
        return self._json(connection, audit, row, "cause") is not None or is_mended

    def _outbox(self, connection: Connection, row: Any, _mended: Mended) -> bool:
        """Mends a message, and has it told again: a topic may hold the old one, and keeps the last."""
        payload = self._json(connection, outbox, row, "payload")
        if payload is None:
            return False
        kind, collection_id = payload.get("kind"), payload.get("collection_id")
        if kind in set(Kind) and isinstance(collection_id, str):
            SqlDisposal(connection, self.clock).retell(collection_id, {row.suggestion_id: kind})
        return True

    def _texts(self, connection: Connection, table: Table, row: Any, names: Sequence[str]) -> bool:
        before = {name: word for name in names if (word := getattr(row, name)) is not None}
        after = {name: self.scrubber.text(word) for name, word in before.items()}
        if after == before:
            return False
        connection.execute(update(table).where(*_named(table, row)).values(after))
        return True

    def _json(self, connection: Connection, table: Table, row: Any, name: str) -> Mapping[str, Any] | None:
        before = getattr(row, name)
        after = self.scrubber.scrub(before)
        if after == before:
            return None
        connection.execute(update(table).where(*_named(table, row)).values({name: after}))
        return after if isinstance(after, dict) else {}


def _named(table: Table, row: Any) -> list[Any]:
    return [column == getattr(row, column.name) for column in table.primary_key]
