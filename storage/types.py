"""Column types that mean the same on SQLite and PostgreSQL; what is native to one of them is named here alone."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Integer, Text, TypeDecorator
from sqlalchemy.dialects.postgresql import JSONB, TEXT

#: Text that is compared, sorted or keyed: by code points on both databases, whatever the locale.
Name = Text().with_variant(TEXT(collation="C"), "postgresql")

#: JSON that an operator may want to query; a database may print its numbers and key order in its own way.
Json = JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")

#: A number that the database gives out.
Serial = BigInteger().with_variant(Integer(), "sqlite")

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False).encode


def canonical_json(value: Any) -> str:
    """JSON in one spelling: keys sorted, no spaces, text as it is.

    >>> canonical_json({"b": [1, None], "a": "값"})
    '{"a":"값","b":[1,null]}'
    """
    return _encode(value)


class Moment(TypeDecorator[datetime]):
    """A moment, UTC: comes and goes with its zone, on databases without zones too; sorts by time."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002  # overrides
        """Stores UTC; a moment without a zone is refused, since nobody knows when it was."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value.isoformat()} has no zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002  # overrides
        """Reads UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class CanonicalJson(TypeDecorator[Any]):
    """JSON kept as its canonical text: no SQL looks into it, and its bytes are the same on every database."""

    impl = Text()
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002  # overrides
        """Writes the canonical spelling."""
        return None if value is None else canonical_json(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ARG002  # overrides
        """Reads the value."""
        return None if value is None else json.loads(value)
