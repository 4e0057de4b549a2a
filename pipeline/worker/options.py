"""What the stream engine is told when it starts."""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.errors import RejectedError


class SecurityError(RejectedError):
    """The broker's security settings cannot be used."""


@dataclass(frozen=True, slots=True)
class Security:
    """How the broker is reached.

    Attributes:
        protocol: PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL, as Kafka names them.
        mechanism: PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512; asked for where the protocol has SASL.
        username: likewise.
        password: likewise.
        ca_file: the authority that the broker's certificate is checked against; None takes the system's.
        certificate_file: this client's certificate, where the broker asks for one.
        key_file: its key, where that stands in a file of its own.
    """

    protocol: str = "PLAINTEXT"
    mechanism: str = "PLAIN"
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    ca_file: Path | None = None
    certificate_file: Path | None = None
    key_file: Path | None = None

    @property
    def has_sasl(self) -> bool:
        """Whether a name and a password are asked for."""
        return self.protocol.startswith("SASL")

    def tls(self) -> ssl.SSLContext | None:
        """The context of an encrypted connection, None where the protocol has none.

        Raises:
            SecurityError: a file cannot be read or holds no certificate.
        """
        if not self.protocol.endswith("SSL"):
            return None
        try:
            context = ssl.create_default_context(cafile=self.ca_file)
            if self.certificate_file is not None:
                context.load_cert_chain(self.certificate_file, self.key_file)
        except (OSError, ssl.SSLError) as error:
            raise SecurityError(f"the files of the broker's TLS cannot be used: {error}") from error
        return context


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """What one worker does.

    Attributes:
        brokers: host and port of each bootstrap server.
        topic: the topic that is read.
        group: the consumer group; its workers share the partitions.
        security: how the brokers are reached.
        collection_id: the collection of events that name none.
        batch_messages: messages of one batch, and as many again wait in memory.
        batch_bytes: bytes of one transaction; a larger message is one by itself.
        linger_seconds: how long a batch waits to be full.
        give_up_seconds: how long a database that does not answer is tried before the process ends.
        shutdown_seconds: how long a batch that runs may take to end when the worker is stopped.
        session_seconds: how long the group waits for a worker that is silent.
        folder: where the broker library keeps its own files; it is made.
    """

    brokers: tuple[str, ...]
    topic: str
    group: str
    folder: Path
    security: Security = field(default_factory=Security)
    collection_id: str | None = None
    batch_messages: int = 256
    batch_bytes: int = 4 * 2**20
    linger_seconds: float = 0.1
    give_up_seconds: float = 120.0
    shutdown_seconds: float = 20.0
    session_seconds: float = 10.0
