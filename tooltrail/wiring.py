"""The composition root: the only place that joins the engine, the store and the settings."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.errors import RejectedError
from pipeline.intake import Intake
from pipeline.learning.policy import Policy
from pipeline.process import Rules
from pipeline.scrub import SCRUBBER, BadPolicyError, Scrubber, read_policy
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
        keyring: the key of the seal.
        scrubber: the rules by which text is scrubbed.
    """

    store: SqlStore
    rules: Rules
    keyring: Keyring
    scrubber: Scrubber

    @property
    def uses_demonstration_key(self) -> bool:
        """Whether the seal protects nothing, since its key is public."""
        return self.keyring.is_demonstration


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
    return engine_of(keyring_of(settings), database_url(db, settings), scrubber_of(settings), create=create)


def engine_of(keyring: Keyring, url: str, scrubber: Scrubber = SCRUBBER, *, create: bool = True) -> Engine:
    """Wires an engine from a key, a database and scrub rules.

    Raises:
        OtherSealKeyError: the database was sealed with another key.
        StoreError: the database cannot be used.
    """
    store = SqlStore(url, create=create)
    try:
        _refuse_other_key(store, keyring)
    except OtherSealKeyError:
        store.close()
        raise
    return Engine(store, Rules(Intake(keyring, scrubber), POLICY), keyring, scrubber)


def _refuse_other_key(store: SqlStore, keyring: Keyring) -> None:
    """A database may hold what older keys sealed, if something in it was sealed with a key that is held."""
    held = [keyring.key_id, *([keyring.previous.key_id] if keyring.previous else [])]
    with store.reading() as views:
        sealed_with = views.seal_key()
        if sealed_with is None or sealed_with in held or any(map(views.is_sealed_with, held)):
            return
    raise OtherSealKeyError(
        f"the database was sealed with the key {sealed_with}, and this is {keyring.key_id}: set TOOLTRAIL_SEAL_KEY to "
        "the same secret as before, set that as TOOLTRAIL_SEAL_KEY_PREVIOUS to rotate it, or take a new database"
    )


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
    return engine_of(keyring, database_url(None, settings), scrubber_of(settings), create=False)


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


def scrubber_of(settings: Settings) -> Scrubber:
    """The scrubber by the policy of the settings, else by the built-in rules.

    Raises:
        SettingsError: the policy cannot be used.
    """
    text = settings.scrub_policy_text()
    if text is None:
        return SCRUBBER
    try:
        return Scrubber(read_policy(text))
    except BadPolicyError as error:
        raise SettingsError(f"TOOLTRAIL_SCRUB_POLICY: {error}") from None


def keyring_of(settings: Settings) -> Keyring:
    """The master key, during a rotation with the one before; the demonstration key where no secret is set.

    Raises:
        SettingsError: the secret cannot be used.
    """
    secret, previous = settings.seal_secret(), settings.previous_secret()
    if secret is None:
        if previous is not None:
            raise SettingsError("TOOLTRAIL_SEAL_KEY_PREVIOUS is set and no key that follows it: set TOOLTRAIL_SEAL_KEY")
        return Keyring.demonstration()
    current = _key("TOOLTRAIL_SEAL_KEY", secret, in_file=settings.seal_key_file is not None)
    if previous is None:
        return current
    in_file = settings.seal_key_previous_file is not None
    return current.after(_key("TOOLTRAIL_SEAL_KEY_PREVIOUS", previous, in_file=in_file))


def _key(variable: str, secret: str, *, in_file: bool) -> Keyring:
    try:
        return Keyring.from_secret(secret)
    except ValueError as error:
        raise SettingsError(f"{variable}{'_FILE' if in_file else ''}: {error}") from None
