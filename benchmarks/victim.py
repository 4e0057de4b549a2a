"""Runs the command and kills itself: `python -m benchmarks.victim STATEMENT DELAY ARGUMENTS...`.

At the statement of that number it starts to count down, in milliseconds, and then ends as if the power had gone:
between two statements, within one, or within a commit.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from typing import Any

from sqlalchemy import Engine, event

from tooltrail.main import main


def die_at(statement: int, delay_ms: float) -> None:
    """Arranges the end."""
    seen = 0

    def count(*_: Any) -> None:
        nonlocal seen
        seen += 1
        if seen == statement:
            threading.Timer(delay_ms / 1000, os.kill, (os.getpid(), signal.SIGKILL)).start()

    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Engine, "commit", count)


if __name__ == "__main__":
    die_at(int(sys.argv[1]), float(sys.argv[2]))
    sys.exit(main(sys.argv[3:]))
