"""``tooltrail doctor``: what is configured, what can be reached, and what is wrong, with what to do."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import typer

from pipeline.errors import TooltrailError
from storage import migration
from tooltrail import stream, wiring
from tooltrail.options import Db
from tooltrail.settings import Settings, StreamSettings, read_settings, read_stream_settings
from tooltrail.text import printable

if TYPE_CHECKING:
    from pipeline.worker.topics import FoundTopic

app = typer.Typer(add_completion=False)

#: What a shell is told when something is wrong.
_WRONG = 1


class Grade(StrEnum):
    """How a finding is meant."""

    GOOD = "ok"
    MIND = "mind"  # it works, and will not do for production
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report: what was looked at, how it is, and what to do."""

    grade: Grade
    subject: str
    said: str


@app.command()
def doctor(db: Db = None) -> None:
    """Look at the settings, the database and the broker; change nothing. Exit 1 if something is wrong."""
    findings = list(_examine(db))
    for finding in findings:
        typer.echo(printable(f"{finding.grade:<5}  {finding.subject:<9} {finding.said}"))
    if any(finding.grade is Grade.WRONG for finding in findings):
        raise typer.Exit(_WRONG)


def _examine(db: str | None) -> Iterator[Finding]:
    yield Finding(Grade.GOOD, "python", ".".join(str(part) for part in sys.version_info[:3]))
    try:
        settings = read_settings()
        yield from _seal(settings)
        yield from _database(db, settings)
    except TooltrailError as error:
        yield Finding(Grade.WRONG, "settings", str(error))
    try:
        yield from _broker(read_stream_settings())
    except TooltrailError as error:
        yield Finding(Grade.WRONG, "settings", str(error))


def _seal(settings: Settings) -> Iterator[Finding]:
    if settings.seal_secret() is None:
        yield Finding(
            Grade.MIND,
            "seal",
            "no TOOLTRAIL_SEAL_KEY: replay uses the public demonstration key, worker and publisher refuse to start; "
            "set it to what `openssl rand -hex 32` prints",
        )
        return
    yield Finding(Grade.GOOD, "seal", f"key {wiring.keyring_of(settings).key_id}")


def _database(db: str | None, settings: Settings) -> Iterator[Finding]:
    try:
        url = wiring.database_url(db, settings)
        report = migration.check(url)
        if not report.is_current:
            yield Finding(Grade.WRONG, "database", report.advice)
            return
        engine = wiring.engine_of(wiring.keyring_of(settings), url, create=False)
        with engine.store, engine.store.reading() as models:
            waiting = sum(models.refusal_counts().values())
            flaws = engine.store.durability_flaws()
            yield Finding(Grade.GOOD, "database", f"{engine.store.name}, schema {report.revision}")
    except TooltrailError as error:
        yield Finding(Grade.WRONG, "database", str(error))
        return
    if url.startswith("sqlite"):
        yield Finding(Grade.MIND, "database", "SQLite has one writer at a time: several workers need PostgreSQL")
    if flaws:
        what = f"{', '.join(flaws)}: a crash of the server loses events that are acked; set it to on"
        yield Finding(Grade.MIND, "database", what)
    if waiting:
        yield Finding(Grade.MIND, "refused", f"{waiting} dead letters wait: see `tooltrail dead-letters list`")


def _broker(settings: StreamSettings) -> Iterator[Finding]:
    if missing := stream.missing_libraries():
        what = f"{', '.join(missing)} is not installed: the worker needs pip install 'tooltrail[worker,postgresql]'"
        yield Finding(Grade.MIND, "stream", what)
        return
    from pipeline.worker.topics import Broker  # noqa: PLC0415  the extra is there only now

    names = settings.kafka_topic, settings.kafka_promotions_topic
    try:
        topics = Broker(settings.brokers(), stream.security_of(settings)).find(names)
    except TooltrailError as error:
        yield Finding(Grade.WRONG, "broker", str(error))
        return
    yield Finding(Grade.GOOD, "broker", f"{settings.kafka_brokers}, {settings.kafka_security}")
    for name in names:
        found = topics[name]
        if found is None:
            yield Finding(Grade.WRONG, "topic", f"{name} does not exist: run `tooltrail topics create`")
            continue
        shape = f"{name}, {found.partitions} partitions, replication {found.replication}, {found.cleanup}"
        yield Finding(Grade.GOOD, "topic", shape)
        yield from _topic_flaws(name, found, is_compacted=name == settings.kafka_promotions_topic)


def _topic_flaws(name: str, found: FoundTopic, *, is_compacted: bool) -> Iterator[Finding]:
    """What is not as `tooltrail topics create` makes it."""
    if found.replication == 1:
        yield Finding(Grade.MIND, "topic", f"{name} lies on one broker: its messages are lost with that broker's disk")
    if is_compacted and "compact" not in found.cleanup:
        what = f"{name} is not compacted, so old promotions will be missing: set its cleanup.policy to compact"
        yield Finding(Grade.WRONG, "topic", what)
    if is_compacted and found.partitions > 1:
        yield Finding(Grade.MIND, "topic", f"{name} has several partitions: readers see no order between them")
    if not is_compacted and "compact" in found.cleanup:
        what = f"{name} is compacted, which throws events away: set its cleanup.policy to delete"
        yield Finding(Grade.WRONG, "topic", what)
