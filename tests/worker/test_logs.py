"""Structured logs: one object a line, and nothing of a payload."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from tooltrail import logs


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    root, kept = logging.getLogger(), logging.getLogger().handlers[:]
    level = root.level
    stream = io.StringIO()
    logs.set_up(stream)
    yield stream
    root.handlers[:] = kept
    root.setLevel(level)


def test_what_the_project_says_is_an_object_with_its_own_fields(written: io.StringIO) -> None:
    logging.getLogger("tooltrail.worker").info("assigned", extra={"event": "worker.assigned", "partitions": ["a/0"]})
    line = json.loads(written.getvalue())
    assert (line["level"], line["event"], line["partitions"]) == ("info", "worker.assigned", ["a/0"])


def test_what_a_library_quotes_is_left_out(written: io.StringIO) -> None:
    log = logging.getLogger("faust.streams")
    log.info("chatter %s", "kim@example.com")
    error = ValueError("kim@example.com")
    log.error("Agent failed on %r", "kim@example.com", exc_info=error)
    assert "kim@example.com" not in written.getvalue()
    line = json.loads(written.getvalue())
    assert (line["message"], line["error"]) == ("Agent failed on %r", "ValueError")
