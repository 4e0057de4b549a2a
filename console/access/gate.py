"""The gate: who comes in by a password, a session, a token or a one-time link, and how long it holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from console.access.accounts import AccessStore, existing_user
from console.access.oidc import WAY, Departure, Identity
from console.access.roles import AccessError, Caller, Role, lesser
from console.access.secrets import fingerprint, is_password, new_secret, same, token_id
from console.access.throttle import FORGOTTEN, keys_of, wait
from storage.users import Session, SqlUsers, User

#: How long a session holds, whatever is done in it.
SESSION = timedelta(hours=12)
#: How long a one-time link opens.
LINK = timedelta(minutes=30)
_LINK, _WAY = "link", "way to the identity provider"


class WrongPasswordError(AccessError):
    """No user has that name and password, or it is disabled."""


class TooManyFailuresError(AccessError):
    """Too many logins failed: wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"too many logins failed: try again in {seconds} seconds")
        self.seconds = seconds


class NameTakenError(AccessError):
    """Another user has the name that an identity provider gives."""


class Gate:
    """Lets callers in.

    Args:
        store: where users are.
        clock: the present.
    """

    def __init__(self, store: AccessStore, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock

    # --- sessions ---

    def sign_in(self, name: str, password: str, address: str) -> str:
        """Begins a session for a name and a password; returns what its cookie says.

        Raises:
            TooManyFailuresError: this name or this address failed too often.
            WrongPasswordError: the name and the password do not belong together.
        """
        name = name if name.isprintable() else ""
        now, keys = self._clock(), keys_of(name, address)
        with self._store.access() as users:  # a try counts before its password is looked at: many at once gain nothing
            before = users.failures(keys, now)
            if pause := wait(before.values(), now):
                raise TooManyFailuresError(int(pause.total_seconds()) + 1)
            users.count_failure(keys, now)
            user = users.alike(name)
        is_right = is_password(password, user.password if user else None)
        if user is None or not is_right or user.disabled_at is not None:
            raise WrongPasswordError("the name or the password is wrong")
        of_name, of_address = keys
        with self._store.access() as users:
            users.forget_failures([of_name], now - FORGOTTEN)
            earlier = before.get(of_address)
            users.take_back_failure(of_address, now, earlier.last_at if earlier else now)
            return self._begin(users, user.name, now)

    def _begin(self, users: SqlUsers, name: str, now: datetime) -> str:
        cookie = new_secret()
        users.begin_session(
            Session(id=fingerprint(cookie), user_name=name, csrf=new_secret(), created_at=now, expires_at=now + SESSION)
        )
        return cookie

    def begin_session(self, name: str) -> str:
        """Begins a session for a user who was known by other means; returns what its cookie says."""
        with self._store.access() as users:
            return self._begin(users, name, self._clock())

    def by_session(self, cookie: str) -> Caller | None:
        """Who a session's cookie is of; None where it holds no more."""
        with self._store.access_reading() as users:
            found = users.session(fingerprint(cookie))
        if found is None:
            return None
        session, user = found
        if session.expires_at <= self._clock() or user.disabled_at is not None:
            return None
        return Caller(user.name, Role(user.role), frozenset(user.groups), session.csrf)

    def sign_out(self, cookie: str) -> None:
        """Ends a session."""
        with self._store.access() as users:
            users.end_session(fingerprint(cookie))

    # --- API tokens ---

    def by_token(self, token: str) -> Caller | None:
        """Who an API token speaks for; None for one that is worth nothing."""
        identity = token_id(token)
        if identity is None:
            return None
        with self._store.access_reading() as users:
            found = users.token(identity)
            user = users.user(found.user_name) if found else None
        if found is None or user is None or not same(found.hash, fingerprint(token)):
            return None
        is_over = found.expires_at is not None and found.expires_at <= self._clock()
        if is_over or found.revoked_at is not None or user.disabled_at is not None:
            return None
        return Caller(user.name, lesser(Role(found.role), Role(user.role)), frozenset(user.groups))

    # --- one-time links ---

    def make_link(self, user_name: str) -> str:
        """The secret of a link that signs a user in, once."""
        secret, now = new_secret(), self._clock()
        with self._store.access() as users:
            existing_user(users, user_name)
            users.leave_ticket(fingerprint(secret), _LINK, {"user": user_name}, now, now + LINK)
        return secret

    def by_link(self, secret: str) -> str | None:
        """Begins a session by a one-time link; None where it was used, is too old or never was."""
        now = self._clock()
        with self._store.access() as users:
            ticket = users.take_ticket(fingerprint(secret), _LINK, now)
            user = users.user(ticket["user"]) if ticket else None
            if user is None or user.disabled_at is not None:
                return None
            return self._begin(users, user.name, now)

    # --- single sign-on ---

    def leave_for_provider(self, departure: Departure, browser: str, target: str) -> None:
        """Remembers who went to the identity provider, until they come back."""
        content = {
            "nonce": departure.nonce,
            "verifier": departure.verifier,
            "browser": fingerprint(browser),
            "next": target,
        }
        now = self._clock()
        with self._store.access() as users:
            users.leave_ticket(fingerprint(departure.state), _WAY, content, now, now + WAY)

    def back_from_provider(self, state: str, browser: str) -> Mapping[str, str] | None:
        """What was remembered of who comes back: once, in the same browser, in time; else None."""
        with self._store.access() as users:
            found = users.take_ticket(fingerprint(state), _WAY, self._clock())
        return found if found is not None and same(found["browser"], fingerprint(browser)) else None

    def by_provider(self, identity: Identity) -> str:
        """Begins a session for who an identity provider says that somebody is; returns what its cookie says.

        Role and groups are the provider's, each time anew; the name that signs stays the first.

        Raises:
            NameTakenError: somebody else has the name.
            WrongPasswordError: the user is disabled.
        """
        now = self._clock()
        with self._store.access() as users:
            user = users.user_of(identity.issuer, identity.subject)
            if user is None:
                if users.alike(identity.name) is not None:
                    raise NameTakenError(f"there is another user {identity.name!r}: their name must differ")
                user = User(name=identity.name, role=identity.role.value, created_at=now)
            if user.disabled_at is not None:
                raise WrongPasswordError("the user is disabled")
            known = replace(
                user,
                role=identity.role.value,
                groups=identity.groups,
                issuer=identity.issuer,
                subject=identity.subject,
            )
            users.save_user(known)
            return self._begin(users, known.name, now)
