"""Keys: one master key, a key of its own for each collection, and the fingerprints made with them."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from pipeline.learning.sealed import FINGERPRINT_LENGTH
from pipeline.seal.canonical import canonical_number, canonical_text, encode_text

#: Bytes of a fingerprint: 72 bits make the chance of one false match among a million values one in ten billion for each
#: value looked up, and nine bytes are twelve characters of base64 without padding.
_DIGEST_SIZE = FINGERPRINT_LENGTH * 3 // 4

#: Characters that a secret must have: `openssl rand -hex 32` gives 64, and 32 of them are 128 bits.
_MIN_SECRET = 32

#: Longest text whose fingerprint is remembered, and how many: values recur inside a run, and a collection's memory of
#: them stays under two megabytes.
_REMEMBERED_LENGTH = 64
_REMEMBERED = 4_096

#: Collections whose derived key is held ready.
_READY_COLLECTIONS = 32

#: The public key of demonstrations. It protects nothing: whoever reads this line can test guesses against fingerprints.
_DEMONSTRATION_SECRET = "tooltrail demonstration key: public, protects nothing"  # noqa: S105  it is public on purpose


class Purpose(StrEnum):
    """What a keyed hash stands for; equal text hashes differently for each."""

    VALUE = "value"
    NAME = "name"
    PRINCIPAL = "principal"
    SESSION = "session"
    PROOF = "proof"


class Seal:
    """The key of one collection at work.

    Attributes:
        key_id: the id of the master key, which every sealed event names.
    """

    __slots__ = ("_remembered", "_states", "_value_state", "key_id")

    def __init__(self, key: bytes, key_id: str, key_of_ids: bytes | None = None) -> None:
        """Takes the key of values, and the key of ids where that is another one."""
        self.key_id = key_id
        keys = dict.fromkeys(Purpose, key_of_ids or key) | {Purpose.VALUE: key}
        self._states = {
            purpose: blake2b(digest_size=_DIGEST_SIZE, key=keys[purpose], person=purpose.encode())
            for purpose in Purpose
        }
        self._value_state = self._states[Purpose.VALUE]
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self.text)

    def rows(self, leaves: Iterable[tuple[str, Any]]) -> list[tuple[str, str | None]]:
        """The leaves with fingerprints in the place of their scalars."""
        remembered, leaf_of = self._remembered, self.leaf
        return [
            (path, remembered(leaf) if type(leaf) is str and len(leaf) <= _REMEMBERED_LENGTH else leaf_of(leaf))
            for path, leaf in leaves
        ]

    def leaf(self, leaf: Any) -> str | None:
        """The fingerprint of a scalar's canonical value; None if it is weak, as null, true and false are."""
        if isinstance(leaf, str):
            return self.text(leaf)
        if leaf is None or type(leaf) is bool:
            return None
        return self.number(leaf)

    def text(self, text: str) -> str | None:
        """The fingerprint of a text's canonical value, None if it is weak."""
        canonical = canonical_text(text)
        return None if canonical is None else self._fingerprint(canonical)

    def number(self, number: int | float | Decimal) -> str | None:
        """The fingerprint of a number, None if it is weak; the same as that of text which spells it."""
        canonical = canonical_number(number)
        return None if canonical is None else self._fingerprint(canonical)

    def joined(self, canonicals: Iterable[bytes]) -> str:
        """The distinct fingerprints of canonical values, in order, as one string without separators."""
        fresh = self._value_state.copy
        digests: list[bytes] = []
        for canonical in dict.fromkeys(canonicals):
            state = fresh()
            state.update(canonical)
            digests.append(state.digest())
        return urlsafe_b64encode(b"".join(digests)).decode()

    def name(self, text: str, purpose: Purpose) -> str:
        """The keyed fingerprint that stands for an id, exactly as it was spelled."""
        state = self._states[purpose].copy()
        state.update(encode_text(text))
        return urlsafe_b64encode(state.digest()).decode()

    def _fingerprint(self, canonical: bytes) -> str:
        state = self._value_state.copy()
        state.update(canonical)
        return urlsafe_b64encode(state.digest()).decode()


class Keyring:
    """The master key, from which the key of each collection is derived.

    A collection's key is the keyed BLAKE2b hash of its id (32 bytes, personalised `collection`), so that equal values
    of two collections never share a fingerprint. The master key itself is the BLAKE2b hash of the secret.

    During a rotation two keys are held. Values are sealed with the current one. Ids, which tell persons, runs and dead
    letters apart, keep the previous one as long as it is held: else everybody would be somebody else from one event to
    the next, and a person would count twice (ADR 0017).

    Attributes:
        key_id: names the key in every sealed event; fingerprints of two keys are never compared.
        previous: the key before this one, while a rotation lasts.
        held: the keyrings by which others may seal meanwhile: this one, and each of its keys alone.
        is_demonstration: whether this is the public key of demonstrations.

    >>> ring = Keyring.from_secret("0123456789abcdef0123456789abcdef")
    >>> one, other = ring.for_collection("orders"), ring.for_collection("refunds")
    >>> one.text("K4400217") == one.text(" k4400217 "), one.text("K4400217") == other.text("K4400217")
    (True, False)
    """

    def __init__(
        self, master: bytes, key_id: str, *, previous: Keyring | None = None, is_demonstration: bool = False
    ) -> None:
        self._master = master
        self._master_of_ids = master if previous is None else previous._master  # noqa: SLF001  of its own kind
        self.key_id = key_id
        self.previous = previous
        self.held = (self,) if previous is None else (self, Keyring(master, key_id), previous)
        self.is_demonstration = is_demonstration
        self.for_collection = lru_cache(maxsize=_READY_COLLECTIONS)(self._for_collection)

    @classmethod
    def from_secret(cls, secret: str, key_id: str | None = None) -> Keyring:
        """Makes the keyring of a secret.

        Args:
            secret: the text of the setting or the file; white space around it does not count.
            key_id: the name of the key, else one derived from the key, which does not give it away.

        Raises:
            ValueError: the secret is too short to be one.
        """
        text = secret.strip()
        if len(text) < _MIN_SECRET:
            raise ValueError(f"a seal key has {_MIN_SECRET} characters or more: make one with `openssl rand -hex 32`")
        master = blake2b(encode_text(text), person=b"master").digest()
        return cls(master, key_id or blake2b(digest_size=4, key=master, person=b"key id").hexdigest())

    def after(self, previous: Keyring) -> Keyring:
        """This key as the current one of a rotation from a previous one.

        >>> old, new = (Keyring.from_secret(letter * 32) for letter in "ab")
        >>> both = new.after(old).for_collection("orders")
        >>> both.text("K4400217") == new.for_collection("orders").text("K4400217")
        True
        >>> both.name("kim", Purpose.PRINCIPAL) == old.for_collection("orders").name("kim", Purpose.PRINCIPAL)
        True
        """
        return Keyring(self._master, self.key_id, previous=previous)

    @classmethod
    def demonstration(cls) -> Keyring:
        """The keyring of the public demonstration key, for examples and first steps only."""
        master = blake2b(_DEMONSTRATION_SECRET.encode(), person=b"master").digest()
        return cls(master, "demonstration", is_demonstration=True)

    def __repr__(self) -> str:
        return f"Keyring(key_id={self.key_id!r})"

    def digest(self, data: bytes) -> str:
        """The keyed hash by which a dead letter knows the bytes of its message (32 hexadecimal digits)."""
        return blake2b(data, digest_size=16, key=self._master_of_ids, person=b"dead letter").hexdigest()

    def _for_collection(self, collection_id: str) -> Seal:
        """The seal of one collection."""
        data = encode_text(collection_id)
        key, key_of_ids = (
            blake2b(data, digest_size=32, key=master, person=b"collection").digest()
            for master in (self._master, self._master_of_ids)
        )
        return Seal(key, self.key_id, key_of_ids)
