"""Wiring of the stream: from the settings to what the worker, the topics and the doctor need."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec

from pipeline.errors import RejectedError
from pipeline.worker import Security, WorkerOptions
from tooltrail.settings import StreamSettings

#: What the extra `worker` installs.
_LIBRARIES = ("faust", "aiokafka", "cramjam", "prometheus_client")


class MissingExtraError(RejectedError):
    """The libraries of the stream are not installed: pip install 'tooltrail[worker,postgresql]'."""


def missing_libraries() -> list[str]:
    """Which of the libraries of the stream are not installed."""
    return [name for name in _LIBRARIES if name not in sys.modules and find_spec(name) is None]


def require_libraries() -> None:
    """Makes sure that the libraries of the stream are installed.

    Raises:
        MissingExtraError: one is not.
    """
    if missing := missing_libraries():
        raise MissingExtraError(f"{', '.join(missing)} is not installed: pip install 'tooltrail[worker,postgresql]'")
    import_module("pipeline.worker.topics")


def security_of(settings: StreamSettings) -> Security:
    """How the brokers are reached."""
    password = settings.kafka_sasl_password
    return Security(
        protocol=settings.kafka_security,
        mechanism=settings.kafka_sasl_mechanism,
        username=settings.kafka_sasl_username,
        password=None if password is None else password.get_secret_value(),
        ca_file=settings.kafka_ca_file,
        certificate_file=settings.kafka_certificate_file,
        key_file=settings.kafka_key_file,
    )


def options_of(settings: StreamSettings) -> WorkerOptions:
    """What the worker does.

    Raises:
        SettingsError: the brokers cannot be read.
    """
    return WorkerOptions(
        brokers=settings.brokers(),
        topic=settings.kafka_topic,
        group=settings.kafka_group,
        security=security_of(settings),
        collection_id=settings.worker_collection,
        batch_messages=settings.worker_batch_messages,
        batch_bytes=settings.worker_batch_bytes,
        linger_seconds=settings.worker_linger_seconds,
        give_up_seconds=settings.worker_give_up_seconds,
        shutdown_seconds=settings.worker_shutdown_seconds,
        session_seconds=settings.worker_session_seconds,
        folder=settings.worker_folder,
    )
