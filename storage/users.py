"""Who may use the console: users, API tokens, sessions, tickets, and the failures that throttle a login."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, case, delete, insert, or_, select, update

from storage.review_tables import api_tokens, login_failures, sessions, tickets, users
from storage.upsert import insert_missing, upsert


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """A user.

    Attributes:
        name: by which acts are signed.
        role: ``viewer``, ``reviewer`` or ``admin``.
        groups: whose limited collections the user may see.
        password: an argon2 hash; None for a user without one.
        issuer: the identity provider of a user of one.
        subject: what the provider calls the user.
        created_at: when the user was made.
        disabled_at: since when the user may not come in; None for one who may.
    """

    name: str
    role: str
    groups: tuple[str, ...] = ()
    password: str | None = None
    issuer: str | None = None
    subject: str | None = None
    created_at: datetime
    disabled_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiToken:
    """An API token, by its hash.

    Attributes:
        id: by which it is listed and revoked.
        hash: of the token.
        user_name: for whom it speaks.
        label: what it is for.
        role: what it may do; never more than its user.
        created_at: when it was made.
        expires_at: from when on it is worth nothing; None for never.
        revoked_at: since when it is worth nothing.
    """

    id: str
    hash: str
    user_name: str
    label: str
    role: str
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A session of a browser: `id` is the hash of its cookie, `csrf` what its forms must say."""

    id: str
    user_name: str
    csrf: str
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Failures:
    """Failed logins in a row, and the last of them."""

    failures: int
    last_at: datetime


class SqlUsers:
    """Users and what they come in by, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def user(self, name: str) -> User | None:
        """The user of a name."""
        found = self._connection.execute(select(users).where(users.c.name == name)).mappings().one_or_none()
        return None if found is None else _user(found)

    def alike(self, name: str) -> User | None:
        """The user of a name, however it is written large or small; the one who writes it just so comes first."""
        names = self._connection.scalars(select(users.c.name).order_by(users.c.name)).all()
        found = [other for other in names if other.casefold() == name.casefold()]
        return self.user(name if name in found else found[0]) if found else None

    def user_of(self, issuer: str, subject: str) -> User | None:
        """The user that an identity provider calls so."""
        query = select(users).where(users.c.issuer == issuer, users.c.subject == subject)
        found = self._connection.execute(query).mappings().first()
        return None if found is None else _user(found)

    def all_users(self) -> Sequence[User]:
        """Every user, by name."""
        return [_user(row) for row in self._connection.execute(select(users).order_by(users.c.name)).mappings()]

    def save_user(self, user: User) -> None:
        """Stores a user."""
        row = {name: getattr(user, name) for name in User.__dataclass_fields__}
        upsert(self._connection, users, [{**row, "groups": list(user.groups)}])

    def token(self, identity: str) -> ApiToken | None:
        """The API token of an id."""
        query = select(api_tokens).where(api_tokens.c.id == identity)
        found = self._connection.execute(query).mappings().one_or_none()
        return None if found is None else ApiToken(**found)

    def tokens(self, user_name: str | None = None) -> Sequence[ApiToken]:
        """API tokens, of a user or all, in the order in which they were made."""
        query = select(api_tokens).order_by(api_tokens.c.created_at, api_tokens.c.id)
        if user_name is not None:
            query = query.where(api_tokens.c.user_name == user_name)
        return [ApiToken(**row) for row in self._connection.execute(query).mappings()]

    def save_token(self, token: ApiToken) -> None:
        """Stores an API token."""
        row = {name: getattr(token, name) for name in ApiToken.__dataclass_fields__}
        upsert(self._connection, api_tokens, [row])

    def session(self, identity: str) -> tuple[Session, User] | None:
        """A session with its user."""
        query = select(sessions, users).join(users, users.c.name == sessions.c.user_name)
        found = self._connection.execute(query.where(sessions.c.id == identity)).mappings().one_or_none()
        if found is None:
            return None
        session = Session(**{name: found[sessions.c[name]] for name in Session.__dataclass_fields__})
        return session, _user({name: found[users.c[name]] for name in User.__dataclass_fields__})

    def begin_session(self, session: Session) -> None:
        """Stores a session, and removes those that have expired by its beginning."""
        self._connection.execute(delete(sessions).where(sessions.c.expires_at <= session.created_at))
        row = {name: getattr(session, name) for name in Session.__dataclass_fields__}
        self._connection.execute(insert(sessions), [row])

    def end_session(self, identity: str) -> None:
        """Ends a session."""
        self._connection.execute(delete(sessions).where(sessions.c.id == identity))

    def end_sessions_of(self, user_name: str) -> int:
        """Ends every session of a user; returns how many there were."""
        gone = delete(sessions).where(sessions.c.user_name == user_name).returning(sessions.c.id)
        return len(self._connection.scalars(gone).all())

    def leave_ticket(
        self, identity: str, purpose: str, content: dict[str, Any], now: datetime, until: datetime
    ) -> None:
        """Stores a ticket, and removes those that have expired by now."""
        self._connection.execute(delete(tickets).where(tickets.c.expires_at <= now))
        row = {"id": identity, "purpose": purpose, "content": content, "expires_at": until}
        self._connection.execute(insert(tickets), [row])

    def take_ticket(self, identity: str, purpose: str, now: datetime) -> dict[str, Any] | None:
        """Takes a ticket away and returns what it holds; None where there is none, or it has expired."""
        gone = delete(tickets).where(tickets.c.id == identity, tickets.c.purpose == purpose)
        row = self._connection.execute(gone.returning(tickets.c.content, tickets.c.expires_at)).one_or_none()
        if row is None or row.expires_at <= now:
            return None
        content: dict[str, Any] = row.content
        return content

    def failures(self, keys: Sequence[str], at: datetime) -> dict[str, Failures]:
        """Failed logins in a row, by their keys; nobody else counts or reads them here until the transaction ends."""
        insert_missing(self._connection, login_failures, [{"key": key, "failures": 0, "last_at": at} for key in keys])
        query = select(login_failures).where(login_failures.c.key.in_(sorted(keys)))
        held = query.order_by(login_failures.c.key).with_for_update()
        return {row.key: Failures(row.failures, row.last_at) for row in self._connection.execute(held)}

    def count_failure(self, keys: Sequence[str], at: datetime) -> None:
        """Counts a failed login."""
        rows = [{"key": key, "failures": 1, "last_at": at} for key in sorted(keys)]
        upsert(self._connection, login_failures, rows, add=("failures",))

    def take_back_failure(self, key: str, at: datetime, before: datetime) -> None:
        """Takes back what was counted at a moment before it was known to be none; the last one is the one before."""
        table = login_failures.c
        last = case((table.last_at == at, before), else_=table.last_at)
        fewer = update(login_failures).where(table.key == key, table.failures > 0)
        self._connection.execute(fewer.values(failures=table.failures - 1, last_at=last))

    def forget_failures(self, keys: Sequence[str], before: datetime) -> None:
        """Forgets failed logins of some keys, and all that are older than a moment."""
        forgotten = or_(login_failures.c.key.in_(sorted(keys)), login_failures.c.last_at < before)
        self._connection.execute(delete(login_failures).where(forgotten))

    def revoke_tokens_of(self, user_name: str, at: datetime) -> int:
        """Revokes every API token of a user; returns how many stood."""
        standing = api_tokens.c.user_name == user_name, api_tokens.c.revoked_at.is_(None)
        gone = update(api_tokens).where(*standing).values(revoked_at=at).returning(api_tokens.c.id)
        return len(self._connection.scalars(gone).all())


def _user(values: Mapping[Any, Any]) -> User:
    return User(**{**values, "groups": tuple(values["groups"])})


def joined_user(values: Mapping[Any, Any]) -> User | None:
    """The user of a row that users were joined to; None where there is none."""
    return None if values[users.c.name] is None else _user({column.name: values[column] for column in users.c})
