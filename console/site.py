"""The site: what every request of the console is answered with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from starlette.requests import Request

from console.access.gate import Gate
from console.settings import ConsoleSettings
from pipeline.process import Rules
from storage.store import SqlStore


@dataclass(frozen=True, slots=True)
class Site:
    """What every request is answered with.

    Attributes:
        store: the database.
        rules: the border and the policy.
        settings: what the console is told.
        clock: the present; it signs acts and tells what has expired, and decides nothing.
        gate: who comes in.
    """

    store: SqlStore
    rules: Rules
    settings: ConsoleSettings
    clock: Callable[[], datetime]
    gate: Gate = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "gate", Gate(self.store, self.clock))


def site_of(request: Request) -> Site:
    """The site of a request."""
    site: Site = request.app.state.site
    return site
