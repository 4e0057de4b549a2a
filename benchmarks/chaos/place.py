"""Where experiments happen: the broker and the databases, and what an experiment tells."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from benchmarks.chaos.stage import Stage
from tests.databases import Databases, borrowed


@dataclass(frozen=True, slots=True)
class Told:
    """What an experiment did: what was injected and how often, and what was checked."""

    injected: str
    checked: str


@dataclass(frozen=True, slots=True)
class Place:
    """The broker, and a server that gives databases."""

    bootstrap: str
    databases: Databases

    @contextmanager
    def stage(self, url: str | None = None, *, bootstrap: str | None = None, **how: int) -> Iterator[Stage]:
        """A topic and a database of their own, for the time of a block; both may be given.

        Args:
            url: a database with its schema.
            bootstrap: another broker.
            how: what `Stage` takes: the number of partitions, the largest message.
        """
        if url is not None:
            with Stage(bootstrap or self.bootstrap, url, **how) as stage:
                yield stage
            return
        with borrowed(self.databases) as fresh, Stage(bootstrap or self.bootstrap, fresh, **how) as stage:
            yield stage
