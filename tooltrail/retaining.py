"""The worker's daily task: what has grown old goes, whichever worker comes to it first."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime

from pipeline.errors import TransientError
from pipeline.ports import UnitOfWork
from pipeline.retention import default_floor, forget_letters, retain_due
from tooltrail import wiring

_log = logging.getLogger("tooltrail.worker")

#: Seconds between two looks for what is due: the day begins in UTC, and a run that broke off is taken up.
_LOOK_SECONDS = 900.0


class Retaining:
    """Lets go of what has grown old, once a day and collection, in a thread beside the stream.

    The thread ends with the process, wherever it is: what it had not finished is taken up at the next look.

    Args:
        unit_of_work: gives transactions.
        now: gives the present.
    """

    def __init__(self, unit_of_work: Callable[[], UnitOfWork], now: Callable[[], datetime]) -> None:
        self._unit_of_work = unit_of_work
        self._now = now

    def start(self) -> None:
        """Begins, and goes on as long as the process."""
        threading.Thread(target=self._run, name="retention", daemon=True).start()

    def look(self) -> None:
        """Does what is due; a database that does not answer is asked again at the next look."""
        at = self._now()
        try:
            for collection_id, removed in retain_due(self._unit_of_work, at, wiring.POLICY):
                _log.info(
                    "retention",
                    extra={
                        "event": "worker.retained",
                        "collection": collection_id,
                        "attempts": removed.attempts,
                        "events": removed.events,
                        "dead_letters": removed.dead_letters,
                    },
                )
                forget_letters(self._unit_of_work, None, default_floor(at))
        except TransientError as error:
            _log.warning("retention waits", extra={"event": "worker.retention_delayed", "reason": str(error)})

    def _run(self) -> None:
        pause = threading.Event()
        while True:
            self.look()
            pause.wait(_LOOK_SECONDS)
