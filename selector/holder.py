"""The last good snapshot, kept while its source is away."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from selector.snapshot import PromotedSnapshot


def _checked(loaded: object) -> PromotedSnapshot:
    if not isinstance(loaded, PromotedSnapshot):
        message = f"the loader gave {type(loaded).__name__} instead of a PromotedSnapshot"
        raise TypeError(message)
    return loaded


class SnapshotHolder:
    """Holds the snapshot that requests read, and renews it beside them.

    Reading `current` takes no lock: a refresh builds the new snapshot aside and puts it in place with one assignment.
    A refresh that fails keeps what is there and says why in `error`.

    Attributes:
        current: the last good snapshot; an empty one before the first.
        error: why the last refresh failed, None if it did not.

    >>> holder = SnapshotHolder(lambda: PromotedSnapshot.from_rows([], version="v7"))
    >>> holder.refresh(), holder.current.version, holder.error
    (True, 'v7', None)
    """

    def __init__(self, load: Callable[[], PromotedSnapshot]) -> None:
        """Hold what ``load`` gives; nothing is loaded before `refresh` or `start`."""
        self.current = PromotedSnapshot()
        self.error: Exception | None = None
        self._load = load
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._refreshing = threading.Lock()

    def refresh(self) -> bool:
        """Load anew; return whether it succeeded. Refreshes wait for each other, readers never wait."""
        with self._refreshing:
            try:
                self.current = _checked(self._load())
            except Exception as error:  # noqa: BLE001 - whatever fails, the last good snapshot stands
                self.error = error
                return False
            self.error = None
            return True

    def start(self, interval_seconds: float) -> None:
        """Refresh now and then every so many seconds, in a daemon thread; a second start does nothing.

        Raises:
            ValueError: for an interval that is not positive.
        """
        if not interval_seconds > 0:
            message = f"interval_seconds must be positive, not {interval_seconds!r}"
            raise ValueError(message)
        if self._thread is not None:
            return
        self._stop.clear()
        self._thread = threading.Thread(
            target=self._run, args=(interval_seconds,), name="snapshot-refresh", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Stop refreshing; the snapshot stays."""
        thread, self._thread = self._thread, None
        self._stop.set()
        if thread is not None:
            thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self, interval_seconds: float) -> None:
        while True:
            self.refresh()
            if self._stop.wait(interval_seconds):
                return
