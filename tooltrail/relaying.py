"""``tooltrail relay``: status changes go from the outbox to the topic of promotions."""

from __future__ import annotations

import signal
import threading
from typing import Annotated

import typer

from pipeline.errors import TransientError
from pipeline.kafka import Kafka
from pipeline.promotions import PromotionsTopic, Relay
from storage.store import SqlStore
from tooltrail import wiring
from tooltrail.notes import note
from tooltrail.options import Db
from tooltrail.settings import StreamSettings, read_stream_settings

app = typer.Typer(add_completion=False)


@app.command("relay", epilog="Example: tooltrail relay --once --db postgresql://...")
def relay(
    once: Annotated[bool, typer.Option("--once", help="End when nothing is left to tell.")] = False,
    db: Db = None,
) -> None:
    """Tell the topic of promotions what changed: in order, at least once, one relay at a time."""
    settings = read_stream_settings()
    topic = PromotionsTopic(kafka_of(settings), settings.kafka_promotions_topic)
    try:
        with wiring.open_store(db) as store:
            carried = relay_of(store, topic)
            if once:
                carried.drain()
            else:
                _run(carried)
    finally:
        topic.close()
    numbers = carried.numbers
    typer.echo(f"{numbers.rows:,} changes in {numbers.sent:,} messages, {numbers.tombstones:,} of them tombstones")


def relay_of(store: SqlStore, topic: PromotionsTopic) -> Relay:
    """The relay from a database to a topic."""
    return Relay(store.outbox, topic)


def kafka_of(settings: StreamSettings) -> Kafka:
    """The cluster that the settings name, for clients of the C library."""
    signs_in = settings.kafka_security.startswith("SASL")
    password = settings.kafka_sasl_password
    return Kafka(
        ",".join(settings.brokers()),
        tls=settings.kafka_security.endswith("SSL"),
        username=settings.kafka_sasl_username if signs_in else None,
        password=password.get_secret_value() if signs_in and password is not None else None,
        mechanism=settings.kafka_sasl_mechanism,
        ca_file=_path(settings.kafka_ca_file),
        certificate_file=_path(settings.kafka_certificate_file),
        key_file=_path(settings.kafka_key_file),
    )


def _path(path: object) -> str | None:
    return None if path is None else str(path)


def _run(carried: Relay) -> None:
    """Carries until a signal asks to end."""
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: stop.set())
    carried.run(stop, on_trouble=_tell)


def _tell(trouble: TransientError) -> None:
    note(f"{trouble} (trying again)")
