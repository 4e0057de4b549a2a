"""Types and statements mean the same on both databases."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import Dialect
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

from storage.tables import metadata
from storage.types import CanonicalJson, Moment, canonical_json

DIALECTS = [sqlite.dialect(), postgresql.dialect()]


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_a_moment_without_a_zone_is_refused(dialect: Dialect) -> None:
    with pytest.raises(ValueError, match="has no zone"):
        Moment().process_bind_param(datetime(2026, 1, 5), dialect)  # noqa: DTZ001  the point of the test


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_a_moment_read_without_a_zone_is_utc(dialect: Dialect) -> None:
    read = Moment().process_result_value(datetime(2026, 1, 5), dialect)  # noqa: DTZ001  what SQLite gives back
    assert read == datetime(2026, 1, 5, tzinfo=UTC)


def test_json_in_one_spelling_refuses_what_is_no_json() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json(float("nan"))
    assert CanonicalJson().process_bind_param({"b": 1, "a": "é"}, DIALECTS[0]) == '{"a":"é","b":1}'


def test_every_table_and_index_can_be_made_on_postgresql() -> None:
    made = "".join(
        str(statement.compile(dialect=postgresql.dialect()))
        for table in metadata.sorted_tables
        for statement in (
            CreateTable(table),
            *map(CreateIndex, sorted(table.indexes, key=lambda index: str(index.name))),
        )
    )
    assert 'collection_id TEXT COLLATE "C" NOT NULL' in made
    assert "JSONB" in made
    assert "TIMESTAMP WITH TIME ZONE" in made
    assert "BIGSERIAL" in made


def test_names_fit_the_shorter_limit_of_the_two_databases() -> None:
    names = {str(item.name) for table in metadata.sorted_tables for item in (*table.indexes, *table.constraints)}
    assert {name for name in names if len(name) > 63} == set()
