"""A worker process: how it is told to end, and what it says of itself."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


def wait_until(holds: Callable[[], object], seconds: float = 180.0) -> None:
    """Waits until something holds; raises if it does not in time."""
    give_up_at = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < give_up_at, "waited in vain"
        time.sleep(0.1)


@dataclass(slots=True)
class Worker:
    """A worker process and what it says."""

    process: subprocess.Popen[bytes]
    log: Path

    def send(self, number: signal.Signals) -> None:
        """Sends a signal."""
        self.process.send_signal(number)

    def end(self, seconds: float = 120.0) -> int:
        """Stops it as a supervisor does; returns how it ended."""
        if self.process.poll() is None:
            self.send(signal.SIGTERM)
        return self.wait(seconds)

    def wait(self, seconds: float = 180.0) -> int:
        """Waits for its end."""
        return self.process.wait(seconds)

    def said(self, name: str) -> list[dict[str, Any]]:
        """The log records of an event."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        records = [json.loads(line) for line in lines if line.startswith("{")]
        return [record for record in records if record.get("event") == name]

    def page(self, path: str) -> str:
        """One of its pages, whatever its status."""
        wait_until(lambda: self.said("pages.serving"))
        port = self.said("pages.serving")[0]["port"]
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.read().decode()

    @property
    def resident_mb(self) -> float:
        """Its resident memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
