"""The embedded engine: reads events from files and hands them, batch by batch, to `process`."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, cast

from pipeline.errors import RejectedError
from pipeline.intake import MAX_MESSAGE_BYTES, Message
from pipeline.ports import UnitOfWork
from pipeline.process import BatchReport, Rules, process

#: Messages of one transaction: enough to share its cost, few enough to hold at once.
BATCH_MESSAGES = 2_000
#: Bytes of one transaction, for the same reason.
BATCH_BYTES = 8 * 2**20
#: The longest line that is read to its end, so that the next one can be found; a longer one ends the file.
MAX_LINE_BYTES = 2**30

_STDIN = "-"
_GZIP_MAGIC = b"\x1f\x8b"
_ENDINGS = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")
_CHUNK = 2**20
_Stream: TypeAlias = "io.BufferedReader[io.RawIOBase]"


class UnreadableFileError(RejectedError):
    """A file cannot be read as JSON Lines: check the name, the rights and the format."""


@dataclass(frozen=True, slots=True)
class Defaults:
    """What stands in for what an event does not say.

    Attributes:
        collection_id: the collection of events that name none.
        assume_ts: the time of events that carry none.
    """

    collection_id: str | None = None
    assume_ts: datetime | None = None


@dataclass(slots=True)
class FileProgress:
    """How far a file was read; `position` and `size` in bytes as they lie on disk, `size` 0 where it is unknown."""

    name: str
    size: int
    position: int = 0
    blank_lines: int = 0


def replay(
    messages: Iterable[Message],
    unit_of_work: Callable[[], UnitOfWork],
    rules: Rules,
    on_batch: Callable[[BatchReport], None] = lambda _report: None,
) -> BatchReport:
    """Processes messages in batches, each one transaction; interrupted anywhere, a second run ends in the same state.

    Args:
        messages: what to take in, read lazily.
        unit_of_work: gives a transaction for each batch.
        rules: the border and the policy.
        on_batch: is told of each batch when it is durable.
    """
    report = BatchReport()
    for batch in _batches(messages):
        done = process(batch, unit_of_work(), rules)
        report.add(done)
        on_batch(done)
    return report


def _batches(messages: Iterable[Message]) -> Iterator[list[Message]]:
    batch: list[Message] = []
    size = 0
    for message in messages:
        batch.append(message)
        size += len(message.data or b"")
        if len(batch) >= BATCH_MESSAGES or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def find_files(names: Iterable[str]) -> list[str]:
    """The files behind names: a directory stands for the JSON Lines files in it, sorted; ``-`` for standard input.

    Raises:
        UnreadableFileError: a name is neither, or a directory holds no such file.
    """
    found: list[str] = []
    for name in names:
        path = Path(name)
        if name == _STDIN or path.is_file() or path.is_fifo():
            found.append(name)
        elif path.is_dir():
            inside = sorted(
                str(child) for child in path.rglob("*") if child.is_file() and child.name.endswith(_ENDINGS)
            )
            if not inside:
                raise UnreadableFileError(f"{name} holds no file that ends in {', '.join(_ENDINGS)}")
            found.extend(inside)
        else:
            raise UnreadableFileError(f"{name} does not exist: give a file, a directory, or - for standard input")
    if found.count(_STDIN) > 1:
        raise UnreadableFileError("standard input can be read once: give - once")
    return found


def read_messages(name: str, defaults: Defaults, progress: FileProgress) -> Iterator[Message]:
    """Reads the lines of a JSON Lines file, plain or gzip, or of standard input, as messages.

    A blank line is no message. A line over the border's limit becomes one message of too many bytes, which the border
    refuses, without being held in memory.

    Raises:
        UnreadableFileError: the file cannot be opened, is no JSON Lines file, or breaks off; what was read stands.
    """
    source = "stdin" if name == _STDIN else f"file:{name}"
    try:
        with _open(name) as raw:
            stream = _decompressed(raw)
            _refuse_other_formats(name, stream)
            for number, line in enumerate(_lines(name, stream), start=1):
                progress.position = _told(raw)
                if line.isspace():
                    progress.blank_lines += 1
                    continue
                yield Message(
                    source=source,
                    position=str(number),
                    data=line,
                    collection_id=defaults.collection_id,
                    assume_ts=defaults.assume_ts,
                )
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise UnreadableFileError(
            f"{name} breaks off as a gzip file ({error}); the lines before that were read"
        ) from error
    except OSError as error:
        raise UnreadableFileError(f"{name} cannot be read: {error.strerror or error}") from error


def _open(name: str) -> BinaryIO:
    return sys.stdin.buffer if name == _STDIN else Path(name).open("rb")


def _told(raw: BinaryIO) -> int:
    return raw.tell() if raw.seekable() else 0


def _decompressed(raw: BinaryIO) -> _Stream:
    buffered = io.BufferedReader(cast("io.RawIOBase", raw))
    if buffered.peek(2)[:2] != _GZIP_MAGIC:
        return buffered
    return io.BufferedReader(_Inflated(buffered), buffer_size=_CHUNK)


class _Inflated(io.RawIOBase):
    """What a gzip stream holds, piece by piece: where it breaks off, everything before the break has been given."""

    def __init__(self, compressed: io.BufferedReader[io.RawIOBase]) -> None:
        self._stream = gzip.GzipFile(fileobj=compressed)

    def readable(self) -> bool:
        """It can be read, and nothing else."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Reads the next piece, at most as much as the buffer takes."""
        piece = self._stream.read1(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)


def _refuse_other_formats(name: str, stream: _Stream) -> None:
    """Tells the usual mistakes apart from a bad line: binary files and JSON documents laid out over several lines."""
    head = stream.peek(_CHUNK)[:4096].lstrip()
    first_line, _, more = head.partition(b"\n")
    if first_line.strip() in {b"{", b"["} and more.strip():
        raise UnreadableFileError(
            f"{name} is one JSON document over several lines: write one event, or one array, a line"
        )
    if head and not head.startswith((b"{", b"[", b"\xef\xbb\xbf")) and b"\x00" in head:
        raise UnreadableFileError(f"{name} is a binary file: give JSON Lines, plain or gzip")


def _lines(name: str, stream: _Stream) -> Iterator[bytes]:
    while line := stream.readline(MAX_MESSAGE_BYTES + 2):
        if len(line) > MAX_MESSAGE_BYTES and not line.endswith(b"\n"):
            _skip_line(name, stream)
        yield line


def _skip_line(name: str, stream: _Stream) -> None:
    """Reads on to the end of a line that is too long to be kept."""
    skipped = 0
    while chunk := stream.readline(_CHUNK):
        skipped += len(chunk)
        if chunk.endswith(b"\n"):
            return
        if skipped > MAX_LINE_BYTES:
            raise UnreadableFileError(f"{name} has a line of more than {MAX_LINE_BYTES} bytes; the rest was not read")
