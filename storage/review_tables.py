"""The tables of review: the queue and its counts, what waits for a second person, and who may sign in."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Integer, SmallInteger, Table, Text

from storage.tables import metadata
from storage.types import CanonicalJson, Json, Moment, Name

__all__ = [
    "api_tokens",
    "catalogs",
    "endorsements",
    "login_failures",
    "metadata",
    "queue_counts",
    "review_queue",
    "sessions",
    "status_days",
    "tickets",
    "users",
]

# --- the queue: a projection of the suggestions, written with them (`storage.review_queue`) ---

#: `gain` is the expected gain (`pipeline.learning.comparison`); both indexes have a page's order.
review_queue = Table(
    "review_queue",
    metadata,
    Column("suggestion_id", Name, primary_key=True),
    Column("collection_id", Name, nullable=False),
    Column("kind", Name, nullable=False),
    Column("status", Name, nullable=False),
    Column("changes_state", SmallInteger, nullable=False),
    Column("gain", Float(53), nullable=False),
    Index(None, "status", "gain", "suggestion_id"),
    Index(None, "collection_id", "status", "gain", "suggestion_id"),
)

#: How many suggestions of the queue have these values; a row at zero says no more than none.
queue_counts = Table(
    "queue_counts",
    metadata,
    Column("collection_id", Name, primary_key=True),
    Column("kind", Name, primary_key=True),
    Column("status", Name, primary_key=True),
    Column("changes_state", SmallInteger, primary_key=True, autoincrement=False),
    Column("suggestions", Integer, nullable=False),
)

#: How many suggestions went from one status to another on a day (of writing); empty where they came or went.
status_days = Table(
    "status_days",
    metadata,
    Column("collection_id", Name, primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("before", Name, primary_key=True),
    Column("after", Name, primary_key=True),
    Column("suggestions", Integer, nullable=False),
)

#: What one person asked for where two must: at most one a suggestion waits.
endorsements = Table(
    "endorsements",
    metadata,
    Column("suggestion_id", Name, primary_key=True),
    Column("collection_id", Name, nullable=False),
    Column("kind", Name, nullable=False),
    Column("actor", Name, nullable=False),
    Column("at", Moment, nullable=False),
    Column("comment", Text, nullable=False),
    Column("reason", Name, nullable=False),
    Column("claim", Name, nullable=False),
)

#: The declared catalog's tools, as they were given: the selector shows with them what a suggestion would change.
catalogs = Table(
    "catalogs",
    metadata,
    Column("collection_id", Name, primary_key=True),
    Column("tools", CanonicalJson, nullable=False),
)

# --- access ---

#: `password` is an argon2 hash; `issuer` and `subject` name a user of an identity provider. Both empty: tokens alone.
users = Table(
    "users",
    metadata,
    Column("name", Name, primary_key=True),
    Column("role", Name, nullable=False),
    Column("groups", Json, nullable=False),
    Column("password", Text),
    Column("issuer", Name),
    Column("subject", Name),
    Column("created_at", Moment, nullable=False),
    Column("disabled_at", Moment),
)

#: `hash` is that of the token, which nobody can show again.
api_tokens = Table(
    "api_tokens",
    metadata,
    Column("id", Name, primary_key=True),
    Column("hash", Name, nullable=False),
    Column("user_name", Name, nullable=False),
    Column("label", Name, nullable=False),
    Column("role", Name, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment),
    Column("revoked_at", Moment),
    Index(None, "user_name"),
)

#: `id` is the hash of what the cookie says: who reads the table cannot take a session over.
sessions = Table(
    "sessions",
    metadata,
    Column("id", Name, primary_key=True),
    Column("user_name", Name, nullable=False),
    Column("csrf", Name, nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    Index(None, "user_name"),
    Index(None, "expires_at"),
)

#: One-time links, and what the way to an identity provider and back must remember; gone once used.
tickets = Table(
    "tickets",
    metadata,
    Column("id", Name, primary_key=True),
    Column("purpose", Name, nullable=False),
    Column("content", Json, nullable=False),
    Column("expires_at", Moment, nullable=False),
    Index(None, "expires_at"),
)

#: Failed logins in a row, by a name or an address.
login_failures = Table(
    "login_failures",
    metadata,
    Column("key", Name, primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("last_at", Moment, nullable=False),
)
