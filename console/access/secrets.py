"""Secrets: passwords by argon2, tokens and cookies by a hash of what nobody can guess."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from functools import lru_cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pipeline.errors import RejectedError

#: What an API token begins with, so that scanners and people know one.
TOKEN_PREFIX = "tooltrail_"  # noqa: S105  what tokens begin with is no secret
#: Fewer characters can be tried out; more cost the server time.
SHORTEST, LONGEST = 12, 256

_hasher = PasswordHasher()


class WeakPasswordError(RejectedError):
    """A password is too short or too long."""


def hash_password(password: str) -> str:
    """The argon2id hash of a password.

    Raises:
        WeakPasswordError: it is shorter or longer than passwords are.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise WeakPasswordError(f"a password has {SHORTEST} to {LONGEST} characters")
    return _hasher.hash(password)


def is_password(password: str, hashed: str | None) -> bool:
    """Whether a password is the one of a hash; takes as long where there is none to compare with."""
    try:
        _hasher.verify(hashed or _nobody(), password[: LONGEST + 1])
    except (VerificationError, InvalidHashError):
        return False
    return hashed is not None


@lru_cache(maxsize=1)
def _nobody() -> str:
    return _hasher.hash(secrets.token_urlsafe(32))


def new_secret() -> str:
    """What a cookie or a form says: 256 bits that nobody can guess."""
    return secrets.token_urlsafe(32)


def fingerprint(secret: str) -> str:
    """What is stored of a secret of 256 bits; from this nobody comes back to it, so a plain hash serves.

    >>> fingerprint("s") == fingerprint("s"), len(fingerprint("s"))
    (True, 64)
    """
    return hashlib.sha256(secret.encode()).hexdigest()


def new_token() -> tuple[str, str]:
    """A new API token and its id, which stands in it."""
    identity = secrets.token_hex(6)
    return f"{TOKEN_PREFIX}{identity}_{secrets.token_urlsafe(32)}", identity


def token_id(token: str) -> str | None:
    """The id of an API token, None for what is none.

    >>> token_id("tooltrail_0a1b2c3d4e5f_rest"), token_id("something else")
    ('0a1b2c3d4e5f', None)
    """
    identity, separator, rest = token.removeprefix(TOKEN_PREFIX).partition("_")
    return identity if token.startswith(TOKEN_PREFIX) and separator and rest and len(identity) == 12 else None


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())
