"""Runs the command as users do, and tells what it cost."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cost:
    """What a finished process cost.

    Attributes:
        wall: seconds from start to end.
        cpu: seconds of processor time, user and system.
        peak_mb: the largest resident size, in MB.
        output: what it printed.
    """

    wall: float
    cpu: float
    peak_mb: float
    output: str


def tooltrail(*arguments: str) -> Cost:
    """Runs `tooltrail` with the interpreter of this process; raises if it fails."""
    started = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "tooltrail", *arguments], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"tooltrail {' '.join(arguments)} ended with {process.returncode}")
    return Cost(
        wall=time.perf_counter() - started,
        cpu=usage.ru_utime + usage.ru_stime,
        peak_mb=usage.ru_maxrss / 1024,
        output=output,
    )
