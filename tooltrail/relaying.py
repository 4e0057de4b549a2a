"""``tooltrail relay``: status changes go from the outbox to the topic of promotions."""

from __future__ import annotations

import signal
import threading
from itertools import groupby
from operator import itemgetter
from typing import Annotated

import typer

from pipeline.disposal import alone
from pipeline.errors import TransientError
from pipeline.kafka import Kafka
from pipeline.learning.verdicts import Status
from pipeline.promotions import PromotionsTopic, Relay, TopicSnapshots
from storage.chunks import chunks
from storage.read_models import SuggestionFilter
from storage.store import SqlStore
from tooltrail import wiring
from tooltrail.notes import note
from tooltrail.options import Db
from tooltrail.settings import StreamSettings, read_stream_settings

app = typer.Typer(add_completion=False)


@app.command("relay", epilog="Example: tooltrail relay --once --db postgresql://...")
def relay(
    once: Annotated[bool, typer.Option("--once", help="End when nothing is left to tell.")] = False,
    anew: Annotated[
        bool, typer.Option("--anew", help="First tell everything again: the topic was lost, or the database restored.")
    ] = False,
    db: Db = None,
) -> None:
    """Tell the topic of promotions what changed: in order, at least once, one relay at a time."""
    settings = read_stream_settings()
    topic = PromotionsTopic(kafka_of(settings), settings.kafka_promotions_topic)
    try:
        with wiring.open_store(db) as store:
            carried = relay_of(store, topic)
            if anew:
                _tell_anew(store, kafka_of(settings), settings.kafka_promotions_topic)
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


def _tell_anew(store: SqlStore, kafka: Kafka, topic: str) -> None:
    """Puts into the outbox how everything stands that is promoted, or that the topic takes for promoted."""
    with TopicSnapshots(kafka, topic) as reader:
        reader.refresh()
        rows = reader.promotions.rows()
    parts = ("collection_id", "id", "kind")
    known = [(str(row[parts[0]]), str(row[parts[1]]), str(row[parts[2]])) for row in rows if row.keys() >= set(parts)]
    with store.reading() as views:
        promoted = views.suggestions(SuggestionFilter(status=Status.PROMOTED))
        known += [(row["collection_id"], row["id"], row["kind"]) for row in promoted]
    for collection_id, group in groupby(sorted(set(known)), key=itemgetter(0)):
        for told in chunks(group):
            with alone(store.unit_of_work) as work:
                work.disposal.retell(collection_id, {identity: kind for _, identity, kind in told})


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
