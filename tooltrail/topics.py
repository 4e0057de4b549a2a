"""``tooltrail topics``: the topics of the stream."""

from __future__ import annotations

from typing import Annotated

import typer

from tooltrail import stream
from tooltrail.settings import read_stream_settings

app = typer.Typer(no_args_is_help=True, add_completion=False)


@app.callback()
def _group() -> None:
    """Keeps `create` a command of its own where it is the only one."""


@app.command("create")
def create(
    partitions: Annotated[
        int, typer.Option("--partitions", min=1, help="Partitions of the events: the most workers that can share it.")
    ] = 12,
    replication: Annotated[
        int, typer.Option("--replication", min=1, help="Brokers that hold each message; 3 in production.")
    ] = 3,
    retention_days: Annotated[
        int, typer.Option("--retention-days", min=1, help="How long events can be read again.")
    ] = 7,
) -> None:
    """Make the topic of events and the compacted topic of promotions; one that exists stays as it is."""
    stream.require_libraries()
    from pipeline.worker.topics import Broker, WantedTopic  # noqa: PLC0415  the extra is there only now

    settings = read_stream_settings()
    day = 24 * 60 * 60 * 1000
    in_sync = str(max(1, replication - 1))
    wanted = [
        WantedTopic(
            settings.kafka_topic,
            partitions,
            replication,
            {"cleanup.policy": "delete", "retention.ms": str(retention_days * day), "min.insync.replicas": in_sync},
        ),
        # One partition: its readers see the changes of all suggestions in one order.
        WantedTopic(
            settings.kafka_promotions_topic,
            1,
            replication,
            {"cleanup.policy": "compact", "delete.retention.ms": str(7 * day), "min.insync.replicas": in_sync},
        ),
    ]
    made = Broker(settings.brokers(), stream.security_of(settings)).create(wanted)
    for topic in wanted:
        is_new = made[topic.name]
        typer.echo(
            f"{topic.name}  made: {topic.partitions} partitions, replication {topic.replication}, "
            f"{topic.configuration['cleanup.policy']}"
            if is_new
            else f"{topic.name}  exists: left as it is (tooltrail doctor compares it)"
        )
