"""Settings: everything that the environment may say, read in this file only."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from console.settings import OidcSettings
from pipeline.errors import RejectedError

_PREFIX = "TOOLTRAIL_"
#: How Kafka lets a topic be named.
_TOPIC = r"^[A-Za-z0-9._-]{1,249}$"

_Kind = TypeVar("_Kind", bound=BaseSettings)


class SettingsError(RejectedError):
    """A setting cannot be used: correct the environment variable that the message names."""


class Settings(BaseSettings):
    """What the environment says; each is a variable in upper case with the prefix ``TOOLTRAIL_``.

    Attributes:
        db: the database of commands that are given no ``--db``.
        seal_key: the secret from which every collection's seal key is derived.
        seal_key_file: a file that holds that secret, in its place.
        seal_key_previous: the secret before that one, while a rotation lasts.
        seal_key_previous_file: a file that holds it, in its place.
        scrub_policy: a file of scrub rules: which are added, on and off.
        debug: whether an unexpected error shows its traceback.
        api_token: by which commands come into a console's API (``--api URL``).
        public_url: the URL that browsers know the console by.
        oidc_issuer: the identity provider's URL; without one there is no single sign-on.
        oidc_client_id: what it calls the console.
        oidc_client_secret: for a client that has one.
        oidc_client_secret_file: a file that holds that secret, in its place.
        oidc_name: what the button says.
        oidc_name_claim: the claim that acts are signed by.
        oidc_groups_claim: the claim that holds a user's groups.
        oidc_roles: role by group, such as ``ops=admin,agents=reviewer``; who is in none of them does not come in.
    """

    model_config = SettingsConfigDict(env_prefix=_PREFIX, frozen=True)

    db: str = Field(default="sqlite:///tooltrail.db", repr=False)
    seal_key: SecretStr | None = None
    seal_key_file: Path | None = None
    seal_key_previous: SecretStr | None = None
    seal_key_previous_file: Path | None = None
    scrub_policy: Path | None = None
    debug: bool = False
    api_token: SecretStr | None = None
    public_url: str | None = None
    oidc_issuer: str | None = None
    oidc_client_id: str | None = None
    oidc_client_secret: SecretStr | None = None
    oidc_client_secret_file: Path | None = None
    oidc_name: str = "single sign-on"
    oidc_name_claim: str = "preferred_username"
    oidc_groups_claim: str = "groups"
    oidc_roles: str = ""

    def seal_secret(self) -> str | None:
        """The secret of the seal, None where neither the key nor its file is set.

        Raises:
            SettingsError: both are set, or the file cannot be read as text.
        """
        return _secret("SEAL_KEY", self.seal_key, self.seal_key_file)

    def previous_secret(self) -> str | None:
        """The secret of the seal before a rotation, None where there is none.

        Raises:
            SettingsError: as `seal_secret`.
        """
        return _secret("SEAL_KEY_PREVIOUS", self.seal_key_previous, self.seal_key_previous_file)

    def scrub_policy_text(self) -> str | None:
        """The content of the file of scrub rules, None where none is set.

        Raises:
            SettingsError: it cannot be read as text.
        """
        return None if self.scrub_policy is None else _content("SCRUB_POLICY", self.scrub_policy)

    def oidc(self) -> OidcSettings | None:
        """The identity provider, None where none is named.

        Raises:
            SettingsError: something that belongs to it is missing or cannot be read.
        """
        if self.oidc_issuer is None:
            return None
        if self.oidc_client_id is None or self.public_url is None:
            raise SettingsError(f"{_PREFIX}OIDC_ISSUER needs {_PREFIX}OIDC_CLIENT_ID and {_PREFIX}PUBLIC_URL, too")
        secret = _secret("OIDC_CLIENT_SECRET", self.oidc_client_secret, self.oidc_client_secret_file)
        return OidcSettings(
            issuer=self.oidc_issuer.rstrip("/"),
            client_id=self.oidc_client_id,
            client_secret=secret.strip() if secret else None,
            name=self.oidc_name,
            name_claim=self.oidc_name_claim,
            groups_claim=self.oidc_groups_claim,
            roles=_roles(self.oidc_roles),
        )


def _roles(text: str) -> Mapping[str, str]:
    """Reads role by group."""
    found = {}
    for pair in filter(None, (part.strip() for part in text.split(","))):
        group, separator, role = (part.strip() for part in pair.partition("="))
        if not separator or not group or role not in {"viewer", "reviewer", "admin"}:
            raise SettingsError(f"{_PREFIX}OIDC_ROLES: write GROUP=viewer, GROUP=reviewer or GROUP=admin, with commas")
        found[group] = role
    return found


def _secret(name: str, value: SecretStr | None, file: Path | None) -> str | None:
    """A secret that stands in a variable or in a file."""
    if file is None:
        return None if value is None else value.get_secret_value()
    if value is not None:
        raise SettingsError(f"{_PREFIX}{name} and {_PREFIX}{name}_FILE are both set: unset one of them")
    return _content(f"{name}_FILE", file)


def _content(name: str, file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{_PREFIX}{name}: {file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"{_PREFIX}{name}: {file} holds no UTF-8 text") from error


class StreamSettings(BaseSettings):
    """What the environment says about Kafka and the worker, with the same prefix.

    Attributes:
        kafka_brokers: bootstrap servers, HOST:PORT, with commas between.
        kafka_topic: the topic of events.
        kafka_promotions_topic: the compacted topic of promoted suggestions.
        kafka_group: the consumer group that the workers share.
        kafka_security: PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL.
        kafka_sasl_mechanism: PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512.
        kafka_sasl_username: who asks.
        kafka_sasl_password: and its password.
        kafka_ca_file: the authority of the brokers' certificates; the system's without it.
        kafka_certificate_file: the certificate of this client.
        kafka_key_file: its key.
        worker_collection: the collection of events that name none.
        worker_batch_messages: messages of one batch.
        worker_batch_bytes: bytes of one transaction.
        worker_linger_seconds: how long a batch waits to be full.
        worker_give_up_seconds: how long a database that does not answer is tried before the worker ends.
        worker_shutdown_seconds: how long a running batch may take to end when the worker is stopped.
        worker_session_seconds: how long the group waits for a silent worker before another gets its partitions.
        worker_stall_seconds: how long messages may wait undone before `/livez` says so.
        worker_retention: whether workers let go daily of what is older than its collection keeps.
        worker_folder: where the broker library keeps its own files; it holds nothing worth a backup.
        worker_http_host: where the pages are served.
        worker_http_port: likewise; 0 takes a free port.
    """

    model_config = SettingsConfigDict(env_prefix=_PREFIX, frozen=True)

    kafka_brokers: str = "localhost:9092"
    kafka_topic: str = Field(default="tooltrail.events", pattern=_TOPIC)
    kafka_promotions_topic: str = Field(default="tooltrail.promotions", pattern=_TOPIC)
    kafka_group: str = Field(default="tooltrail", min_length=1)
    kafka_security: Literal["PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL"] = "PLAINTEXT"
    kafka_sasl_mechanism: Literal["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"] = "PLAIN"
    kafka_sasl_username: str | None = None
    kafka_sasl_password: SecretStr | None = None
    kafka_ca_file: Path | None = None
    kafka_certificate_file: Path | None = None
    kafka_key_file: Path | None = None
    worker_collection: str | None = None
    worker_batch_messages: int = Field(default=256, ge=1, le=10_000)
    worker_batch_bytes: int = Field(default=4 * 2**20, ge=1)
    worker_linger_seconds: float = Field(default=0.1, gt=0, le=10)
    worker_give_up_seconds: float = Field(default=120.0, ge=0)
    worker_shutdown_seconds: float = Field(default=20.0, gt=0)
    worker_session_seconds: float = Field(default=10.0, ge=1)
    worker_stall_seconds: float = Field(default=300.0, gt=0)
    worker_retention: bool = False
    worker_folder: Path = Path(".tooltrail-worker")
    worker_http_host: str = "127.0.0.1"
    worker_http_port: int = Field(default=8090, ge=0, le=65535)

    def brokers(self) -> tuple[str, ...]:
        """The bootstrap servers.

        Raises:
            SettingsError: one is not written HOST:PORT.
        """
        found = tuple(part.strip() for part in self.kafka_brokers.split(",") if part.strip())
        for broker in found:
            host, _, port = broker.rpartition(":")
            if not host or not port.isascii() or not port.isdigit():
                raise SettingsError(f"{_PREFIX}KAFKA_BROKERS: write HOST:PORT, with commas between several")
        if not found:
            raise SettingsError(f"{_PREFIX}KAFKA_BROKERS is empty: write HOST:PORT")
        return found


def read_settings() -> Settings:
    """Reads the environment.

    Raises:
        SettingsError: a variable has a value that cannot be used; the message names it and never repeats the value.
    """
    return _read(Settings)


def read_stream_settings() -> StreamSettings:
    """Reads what the environment says about Kafka and the worker.

    Raises:
        SettingsError: a variable has a value that cannot be used; the message names it and never repeats the value.
    """
    settings = _read(StreamSettings)
    if settings.kafka_topic == settings.kafka_promotions_topic:
        raise SettingsError(f"{_PREFIX}KAFKA_TOPIC and {_PREFIX}KAFKA_PROMOTIONS_TOPIC are one topic: name two")
    has_sasl = settings.kafka_security.startswith("SASL")
    if has_sasl and (settings.kafka_sasl_username is None or settings.kafka_sasl_password is None):
        raise SettingsError(
            f"{_PREFIX}KAFKA_SECURITY has SASL: set {_PREFIX}KAFKA_SASL_USERNAME and {_PREFIX}KAFKA_SASL_PASSWORD too"
        )
    return settings


def _read(kind: type[_Kind]) -> _Kind:
    try:
        return kind()
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)[0]
        raise SettingsError(f"{_PREFIX}{str(wrong['loc'][0]).upper()}: {wrong['msg']}") from None
