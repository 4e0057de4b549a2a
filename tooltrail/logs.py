"""Structured logs: one JSON object a line, on standard error, without payloads.

What this project says carries fields of its own. What a library says is given by its template and its error's kind
alone, since its arguments may quote a message; the broker client is let speak, since it quotes addresses only.
"""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import TextIO

#: Fields that every record has, so that what is left is what was said beside the message.
_KNOWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_OWN, _OUTSPOKEN = "tooltrail", "aiokafka"


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        is_own = _is_of(record.name, _OWN)
        line: dict[str, object] = {
            "ts": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage() if is_own or _is_of(record.name, _OUTSPOKEN) else str(record.msg),
        }
        if is_own:
            line |= {name: value for name, value in sorted(vars(record).items()) if name not in _KNOWN}
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
        return json.dumps(line, ensure_ascii=False, default=str)


def set_up(stream: TextIO, level: int = logging.INFO) -> None:
    """Sends every record of the process to a stream: this project's from a level on, a library's if it is a warning."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger(_OWN).setLevel(level)


def _is_of(name: str, family: str) -> bool:
    return name == family or name.startswith(f"{family}.")
