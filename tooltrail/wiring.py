"""The composition root: the only place that joins the engine, the store and the settings."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.errors import RejectedError
from pipeline.intake import Intake
from pipeline.learning.policy import Policy
from pipeline.process import Rules
from pipeline.seal import Keyring
from storage.store import SqlStore
from tooltrail.settings import Settings, SettingsError, read_settings

#: The thresholds that every command decides and explains by.
POLICY = Policy()


class NoDatabaseUrlError(RejectedError):
    """A path is no database URL: write sqlite:///PATH."""


class FleetingDatabaseError(RejectedError):
    """A database in memory is gone when the command ends: write sqlite:///PATH."""


class NoSealKeyError(RejectedError):
    """TOOLTRAIL_SEAL_KEY is not set: the demonstration key is public, and protects nothing that production sends."""


class OtherSealKeyError(RejectedError):
    """The database was sealed with another key: what two keys sealed cannot be compared."""


@dataclass(frozen=True, slots=True)
class Engine:
    """The embedded engine: what takes events in, and where they go.

    Attributes:
        store: the database.
        rules: the border and the policy.
        uses_demonstration_key: whether the seal protects nothing, since its key is public.
    """

    store: SqlStore
    rules: Rules
    uses_demonstration_key: bool


def open_engine(db: str | None, *, create: bool = True) -> Engine:
    """Wires the embedded engine from the settings.

    Args:
        db: the database's URL, None for the one of the settings.
        create: whether a SQLite file that does not exist is made.

    Raises:
        SettingsError: a setting cannot be used.
        StoreError: the database cannot be used.
    """
    settings = read_settings()
    return engine_of(keyring_of(settings), database_url(db, settings), create=create)


def engine_of(keyring: Keyring, url: str, *, create: bool = True) -> Engine:
    """Wires an engine from a key and a database.

    Raises:
        OtherSealKeyError: the database was sealed with another key.
        StoreError: the database cannot be used.
    """
    store = SqlStore(url, create=create)
    with store.reading() as views:
        sealed_with = views.seal_key()
    if sealed_with not in {None, keyring.key_id}:
        store.close()
        raise OtherSealKeyError(
            f"the database was sealed with the key {sealed_with}, and this is {keyring.key_id}: "
            "set TOOLTRAIL_SEAL_KEY to the same secret as before, or take a new database"
        )
    return Engine(store, Rules(Intake(keyring), POLICY), keyring.is_demonstration)


def open_worker_engine(settings: Settings) -> Engine:
    """Wires what the worker needs: its own key, and a database that has its schema already.

    Raises:
        NoSealKeyError: no secret is set.
        OtherSealKeyError: the database was sealed with another key.
        StoreError: the database cannot be used, or has an unknown schema.
    """
    keyring = keyring_of(settings)
    if keyring.is_demonstration:
        raise NoSealKeyError(f"{NoSealKeyError.__doc__} Set it to a secret, such as `openssl rand -hex 32` prints.")
    return engine_of(keyring, database_url(None, settings), create=False)


def open_store(db: str | None, *, create: bool = False) -> SqlStore:
    """Opens the database of a command that takes no events in.

    Args:
        db: the database's URL, None for the one of the settings.
        create: whether a SQLite file that does not exist is made.

    Raises:
        SettingsError: a setting cannot be used.
        StoreError: the database cannot be used.
    """
    return SqlStore(database_url(db), create=create)


def database_url(db: str | None, settings: Settings | None = None) -> str:
    """The URL of the database that is meant.

    Raises:
        NoDatabaseUrlError: what was given is a path.
        FleetingDatabaseError: it is a database in memory.
    """
    url = db if db is not None else (settings or read_settings()).db
    if "://" not in url:
        raise NoDatabaseUrlError(f"{url!r} is no database URL: write sqlite:///{url or 'tooltrail.db'}")
    if url in _IN_MEMORY:
        raise FleetingDatabaseError(f"{url} is a database in memory, gone when the command ends: write sqlite:///FILE")
    return url


#: How SQLAlchemy spells a SQLite database without a file.
_IN_MEMORY = frozenset({"sqlite://", "sqlite:///", "sqlite:///:memory:"})


def keyring_of(settings: Settings) -> Keyring:
    """The master key; the demonstration key where no secret is set.

    Raises:
        SettingsError: the secret cannot be used.
    """
    secret = settings.seal_secret()
    if secret is None:
        return Keyring.demonstration()
    try:
        return Keyring.from_secret(secret)
    except ValueError as error:
        variable = "TOOLTRAIL_SEAL_KEY" if settings.seal_key_file is None else "TOOLTRAIL_SEAL_KEY_FILE"
        raise SettingsError(f"{variable}: {error}") from None
