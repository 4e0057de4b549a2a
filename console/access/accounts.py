"""Accounts: users and their API tokens, as an administrator makes, changes and ends them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Protocol

from console.access.roles import Role, lesser
from console.access.secrets import fingerprint, hash_password, new_token
from pipeline.errors import RejectedError
from storage.users import ApiToken, SqlUsers, User


class UserExistsError(RejectedError):
    """There is a user of that name already."""


class NoSuchUserError(RejectedError):
    """There is no user of that name."""


class UserDisabledError(RejectedError):
    """The user is disabled: enable them first."""


class NoSuchTokenError(RejectedError):
    """There is no API token of that id."""


class AccessStore(Protocol):
    """Gives transactions over users and what they come in by."""

    def access(self) -> AbstractContextManager[SqlUsers]:
        """A transaction that is committed where the block ends well."""

    def access_reading(self) -> AbstractContextManager[SqlUsers]:
        """A transaction that only reads."""


class Accounts:
    """Keeps who may come in.

    Args:
        store: where users are.
        clock: the present.
    """

    def __init__(self, store: AccessStore, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    # --- users ---

    def add_user(self, name: str, role: Role, groups: tuple[str, ...], password: str | None) -> User:
        """Makes a user; without a password they come in by tokens or links alone.

        Raises:
            UserExistsError: there is one of that name.
            WeakPasswordError: the password is too short.
        """
        hashed = None if password is None else hash_password(password)
        with self._store.access() as users:
            if (other := users.alike(name)) is not None:
                raise UserExistsError(f"there is a user {other.name!r} already: `tooltrail users set` changes one")
            user = User(name=name, role=role.value, groups=groups, password=hashed, created_at=self._clock())
            users.save_user(user)
            return user

    def change_user(self, name: str, role: Role | None, groups: tuple[str, ...] | None) -> User:
        """Gives a user another role or other groups, which holds from the next request on; None leaves one as it is.

        Raises:
            NoSuchUserError: there is no such user.
        """
        with self._store.access() as users:
            user = existing_user(users, name)
            changed = replace(
                user, role=role.value if role else user.role, groups=user.groups if groups is None else groups
            )
            users.save_user(changed)
            return changed

    def enable_user(self, name: str) -> User:
        """Lets a user in again; sessions and tokens that ended stay so.

        Raises:
            NoSuchUserError: there is no such user.
        """
        with self._store.access() as users:
            enabled = replace(existing_user(users, name), disabled_at=None)
            users.save_user(enabled)
            return enabled

    def set_password(self, name: str, password: str) -> User:
        """Sets a password, which ends the user's sessions.

        Raises:
            NoSuchUserError: there is no such user.
            WeakPasswordError: the password is too short.
        """
        hashed = hash_password(password)
        with self._store.access() as users:
            user = replace(existing_user(users, name), password=hashed)
            users.save_user(user)
            users.end_sessions_of(user.name)
            return user

    def disable_user(self, name: str) -> None:
        """Lets a user in no more: sessions end, tokens are revoked.

        Raises:
            NoSuchUserError: there is no such user.
        """
        now = self._clock()
        with self._store.access() as users:
            user = replace(existing_user(users, name), disabled_at=now)
            users.save_user(user)
            users.end_sessions_of(user.name)
            users.revoke_tokens_of(user.name, now)

    # --- API tokens ---

    def make_token(self, user_name: str, label: str, role: Role | None, days: int | None) -> tuple[str, ApiToken]:
        """Makes an API token; what is returned first is shown once and stored nowhere.

        Raises:
            NoSuchUserError: there is no such user.
            UserDisabledError: the user is disabled.
        """
        now = self._clock()
        text, identity = new_token()
        with self._store.access() as users:
            user = existing_user(users, user_name)
            if user.disabled_at is not None:
                raise UserDisabledError(f"{user.name} is disabled: `tooltrail users enable {user.name}` lets them in")
            token = ApiToken(
                id=identity,
                hash=fingerprint(text),
                user_name=user.name,
                label=label,
                role=lesser(role, Role(user.role)).value if role else user.role,
                created_at=now,
                expires_at=now + timedelta(days=days) if days else None,
            )
            users.save_token(token)
        return text, token

    def revoke_token(self, identity: str) -> ApiToken:
        """Makes an API token worth nothing.

        Raises:
            NoSuchTokenError: there is none of that id.
        """
        with self._store.access() as users:
            found = users.token(identity)
            if found is None:
                raise NoSuchTokenError(f"there is no token {identity!r}: `tooltrail tokens list` shows them")
            revoked = replace(found, revoked_at=found.revoked_at or self._clock())
            users.save_token(revoked)
            return revoked


def existing_user(users: SqlUsers, name: str) -> User:
    """The user of a name, however it is written.

    Raises:
        NoSuchUserError: there is none.
    """
    user = users.alike(name)
    if user is None:
        raise NoSuchUserError(f"there is no user {name!r}: `tooltrail users list` shows them")
    return user
