"""Publishes: what an agent holds to send its events, sealed, to Kafka or to a file, without ever waiting for either."""

from pipeline.kafka import Kafka
from pipeline.publish.counting import PublisherCounts
from pipeline.publish.json_lines import JsonLines
from pipeline.publish.kafka_topic import KafkaTopic
from pipeline.publish.packing import Limits
from pipeline.publish.publisher import AttemptTrace, NoSealKeyError, Options, TracePublisher
from pipeline.publish.sinks import Channel, Sink, SinkFullError

__all__ = [
    "AttemptTrace",
    "Channel",
    "JsonLines",
    "Kafka",
    "KafkaTopic",
    "Limits",
    "NoSealKeyError",
    "Options",
    "PublisherCounts",
    "Sink",
    "SinkFullError",
    "TracePublisher",
]
