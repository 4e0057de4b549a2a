"""A file of JSON Lines as a sink: whole lines, appended, by as many processes as like."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pipeline.errors import RejectedError
from pipeline.publish.packing import Pack
from pipeline.publish.sinks import Done, SinkFullError


class UnwritableFileError(RejectedError):
    """A file of traces cannot be written: check the folder and its rights."""


@dataclass(frozen=True, slots=True)
class JsonLines:
    """A file; made with rights for its owner alone. It may be renamed while it is written: a new one is begun.

    Attributes:
        path: its name.
    """

    path: str | os.PathLike[str]

    def check(self) -> None:
        """Makes sure that the file can be written.

        Raises:
            UnwritableFileError: it cannot.
        """
        try:
            os.close(_opened(Path(self.path)))
        except OSError as error:
            raise UnwritableFileError(f"{os.fspath(self.path)} cannot be written: {error.strerror}") from error

    def open(self) -> FileChannel:
        """Opens the file."""
        return FileChannel(Path(self.path))


class FileChannel:
    """An open file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None

    def send(self, pack: Pack, done: Done) -> None:
        """Appends a line; what cannot be written as a whole is not written.

        Raises:
            SinkFullError: the disk takes nothing more, or the folder is away.
        """
        try:
            _append(self._current(), pack.data + b"\n")
        except OSError:
            self._forget()
            raise SinkFullError from None
        done(pack, None)

    def poll(self, seconds: float) -> None:
        """Does nothing: a line that was sent is there."""

    def close(self, seconds: float) -> None:  # noqa: ARG002  nothing waits
        """Closes the file."""
        if self._file is not None:
            with suppress(OSError):
                os.fsync(self._file)
        self._forget()

    def _current(self) -> int:
        """The file of that name, which may be another one by now."""
        if self._file is not None:
            try:
                is_same = os.path.samestat(os.fstat(self._file), self._path.stat())
            except FileNotFoundError:
                is_same = False
            if not is_same:
                self._forget()
        if self._file is None:
            self._file = _opened(self._path)
        return self._file

    def _forget(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            os.close(file)


def _opened(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _append(file: int, line: bytes) -> None:
    """Writes a line under a lock: no two mix, and a line that another process left half is ended first."""
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        end = os.fstat(file).st_size
        whole = end == 0 or os.pread(file, 1, end - 1) == b"\n"
        _write(file, line if whole else b"\n" + line, end)
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def _write(file: int, data: bytes, end: int) -> None:
    left = memoryview(data)
    try:
        while left:
            left = left[os.write(file, left) :]
    except OSError:
        os.ftruncate(file, end)
        raise
