"""Files of suggestion rows: one JSON object a line, or one JSON array."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any


def read_row_file(path: str | os.PathLike[str]) -> tuple[list[dict[str, Any]], str]:
    """Return the rows of a file and a hash of its content.

    Raises:
        ValueError: for a file that is broken, naming file and line.
        OSError: for a file that cannot be read.
    """
    content = Path(path).read_bytes()
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"{os.fspath(path)}, line {line}: not UTF-8 text"
        raise ValueError(message) from error
    rows = _array(text, path) if text.lstrip().startswith("[") else _lines(text, path)
    return rows, blake2b(content, digest_size=8).hexdigest()


def _array(text: str, path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _broken(path, getattr(error, "lineno", 1), error) from error
    for place, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            message = f"{os.fspath(path)}, element {place}: a suggestion row is a JSON object, not {type(row).__name__}"
            raise ValueError(message)  # noqa: TRY004 - a broken file, not a wrong argument
    return list(rows)


def _lines(text: str, path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    rows = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise _broken(path, number, error) from error
        if not isinstance(row, dict):
            message = f"{os.fspath(path)}, line {number}: a suggestion row is a JSON object, not {type(row).__name__}"
            raise ValueError(message)  # noqa: TRY004 - a broken file, not a wrong argument
        rows.append(row)
    return rows


def _broken(path: str | os.PathLike[str], line: int, error: Exception) -> ValueError:
    reason = getattr(error, "msg", "nested too deep")
    advice = "write the file anew with `tooltrail suggestions list --format jsonl`"
    return ValueError(f"{os.fspath(path)}, line {line}: not JSON ({reason}); {advice}")


def write_row_file(path: str | os.PathLike[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows, one JSON object a line; a file of that name is replaced at once, never half."""
    target = Path(path)
    draft = target.with_name(target.name + ".draft")
    with draft.open("w", encoding="utf-8", newline="\n") as handle:
        for row in rows:
            handle.write(json.dumps(row, ensure_ascii=False, sort_keys=True, default=dict) + "\n")
    draft.replace(target)
