"""Arrays of texts as PostgreSQL reads them: whatever the texts hold, they come back."""

from __future__ import annotations

import psycopg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage.arrays import array_of_texts
from tests.databases import PostgresqlServer, borrowed

hostile = st.sampled_from(
    ["", "NULL", "null", " ", "\\", '"', "\\\\", '\\"', "{}", "a,b", "{a,{b}}", "\u2003", "\n", "'"]
)
texts = hostile | st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=20)


def test_what_is_written_as_an_array_is_read_as_it_was(postgresql: PostgresqlServer) -> None:
    with borrowed(postgresql) as url, psycopg.connect(url) as connection:

        @given(st.lists(st.none() | texts, max_size=8))
        @settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
        def comes_back(values: list[str | None]) -> None:
            row = connection.execute("SELECT CAST(%s AS text[])", [array_of_texts(values)]).fetchone()
            assert row == (values,)

        comes_back()


def test_a_character_that_no_text_may_hold_does_not_make_two_of_one() -> None:
    assert array_of_texts(["a\x00b", "c"]) == '{"a\x00b","c"}'
