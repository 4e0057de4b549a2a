"""The tables: the ledger, the counts, what was decided, and what is told about it."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
)

from storage.types import CanonicalJson, Json, Moment, Name, Serial

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _key(name: str) -> Column[str]:
    return Column(name, Name, primary_key=True)


def _number_key(name: str) -> Column[int]:
    return Column(name, Integer, primary_key=True, autoincrement=False)


def _flag_key(name: str) -> Column[int]:
    """0 or 1: a number, so that both databases can add and compare it."""
    return Column(name, SmallInteger, primary_key=True, autoincrement=False)


def _count(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False)


collections = Table(
    "collections",
    metadata,
    _key("id"),
    Column("settings", Json),
    Column("floor", Moment),
    Column("erased_at", Moment),
)

# --- the ledger ---

attempts = Table(
    "attempts",
    metadata,
    _key("collection_id"),
    _key("key"),
    Column("principal", Name),
    Column("session", Name),
    Column("family", Name),
    Column("selected", Name),
    Column("first_at", Moment, nullable=False),
    Column("last_at", Moment, nullable=False),
    Index(None, "collection_id", "family", "last_at"),
    Index(None, "collection_id", "session"),
    Index(None, "collection_id", "last_at"),
)

#: `plan_id` is empty where the event names none; `rivals` are the other hashes that came under the same id;
#: `scrub_rules` is the version of the rules that scrubbed it, None for what came before versions were stored.
events = Table(
    "events",
    metadata,
    _key("collection_id"),
    _key("attempt_key"),
    _key("plan_id"),
    _key("event_id"),
    Column("type", Name, nullable=False),
    Column("ts", Moment, nullable=False),
    Column("content_hash", Name, nullable=False),
    Column("rivals", CanonicalJson),
    Column("attempt_id", Name),
    Column("principal", Name),
    Column("session", Name),
    Column("body", CanonicalJson, nullable=False),
    Column("scrub_rules", Name),
    ForeignKeyConstraint(["collection_id", "attempt_key"], ["attempts.collection_id", "attempts.key"]),
)

#: The attempt of each plan whose events name none.
plans = Table(
    "plans",
    metadata,
    _key("collection_id"),
    _key("plan_id"),
    Column("attempt_key", Name, nullable=False),
    Index(None, "collection_id", "attempt_key"),
)

# --- the counts ---
#
# Each table is the evidence summed up by the keys that are read together, so that what is counted distinct is counted
# rows. Sums add up and are taken back like the evidence itself; a row whose counts are all zero does not exist.

target_counts = Table(
    "target_counts",
    metadata,
    _key("collection_id"),
    _key("family"),
    _key("target"),
    _key("principal"),
    _number_key("day"),
    _count("success"),
    _count("failure"),
    _count("corrected_to"),
    _count("corrected_away"),
    _count("environment"),
    sqlite_with_rowid=False,
)

#: A wording may be longer than an index takes: its hash stands in the key.
wording_counts = Table(
    "wording_counts",
    metadata,
    _key("collection_id"),
    _key("family"),
    _key("text_hash"),
    Column("terms", Name, nullable=False),
    Column("wording", Name, nullable=False),
    _count("attempts"),
    sqlite_with_rowid=False,
)

#: What each edge's identity stands for; an edge without counts has no row.
edges = Table(
    "edges",
    metadata,
    _key("id"),
    Column("collection_id", Name, nullable=False),
    Column("source", Name, nullable=False),
    Column("from_field", Name, nullable=False),
    Column("target", Name, nullable=False),
    Column("to_field", Name, nullable=False),
    Index(None, "collection_id", "target", "to_field"),
    sqlite_with_rowid=False,
)

edge_counts = Table(
    "edge_counts",
    metadata,
    Column("edge_id", Name, ForeignKey(edges.c.id), primary_key=True),
    _flag_key("known"),
    _key("principal"),
    _count("attempts"),
    _count("successful"),
    _count("completed"),
    _count("echoes"),
    _count("declared"),
    _count("declared_successful"),
    sqlite_with_rowid=False,
)

edge_session_counts = Table(
    "edge_session_counts",
    metadata,
    Column("edge_id", Name, ForeignKey(edges.c.id), primary_key=True),
    _key("session"),
    _count("attempts"),
    sqlite_with_rowid=False,
)

edge_day_counts = Table(
    "edge_day_counts",
    metadata,
    Column("edge_id", Name, ForeignKey(edges.c.id), primary_key=True),
    _number_key("day"),
    _count("attempts"),
    sqlite_with_rowid=False,
)

#: Successful attempts that declare the edge.
declared_counts = Table(
    "declared_counts",
    metadata,
    Column("edge_id", Name, ForeignKey(edges.c.id), primary_key=True),
    _flag_key("known"),
    _key("principal"),
    _key("session"),
    _count("attempts"),
    sqlite_with_rowid=False,
)

value_counts = Table(
    "value_counts",
    metadata,
    Column("edge_id", Name, ForeignKey(edges.c.id), primary_key=True),
    _key("seal_key"),
    _key("fingerprint"),
    _count("known"),
    _count("anonymous"),
    sqlite_with_rowid=False,
)

given_counts = Table(
    "given_counts",
    metadata,
    _key("collection_id"),
    _key("tool"),
    _key("path"),
    _count("known"),
    _count("anonymous"),
    sqlite_with_rowid=False,
)

ran_counts = Table(
    "ran_counts",
    metadata,
    _key("collection_id"),
    _key("tool"),
    _flag_key("known"),
    _key("principal"),
    _key("session"),
    _count("attempts"),
    sqlite_with_rowid=False,
)

# Totals of the edges' counts: sums of them, and how many rows of them there are (`storage.edge_totals`).

edge_totals = Table(
    "edge_totals",
    metadata,
    Column("edge_id", Name, ForeignKey(edges.c.id), primary_key=True),
    _flag_key("known"),
    _count("attempts"),
    _count("successful"),
    _count("completed"),
    _count("echoes"),
    _count("declared"),
    _count("declared_successful"),
    _count("principals"),
    _count("observers"),
    _count("supporters"),
    sqlite_with_rowid=False,
)

edge_spans = Table(
    "edge_spans",
    metadata,
    Column("edge_id", Name, ForeignKey(edges.c.id), primary_key=True),
    _count("sessions"),
    _count("days"),
    sqlite_with_rowid=False,
)

value_totals = Table(
    "value_totals",
    metadata,
    Column("edge_id", Name, ForeignKey(edges.c.id), primary_key=True),
    _key("seal_key"),
    _count("known"),
    _count("everybody"),
    sqlite_with_rowid=False,
)

# --- what was decided ---

#: `row` explains itself; the columns beside it are those that are searched and sorted by, empty where a kind has none.
suggestions = Table(
    "suggestions",
    metadata,
    _key("id"),
    Column("collection_id", Name, nullable=False),
    Column("kind", Name, nullable=False),
    Column("status", Name, nullable=False),
    Column("family", Name, nullable=False),
    Column("target", Name, nullable=False),
    Column("source", Name, nullable=False),
    Column("from_field", Name, nullable=False),
    Column("to_field", Name, nullable=False),
    Column("row", Json, nullable=False),
    Index(
        "ix_suggestions_order",
        *("collection_id", "kind", "family", "source", "from_field", "target", "to_field", "id"),
    ),
    Index(None, "collection_id", "kind", "target", "to_field"),
    Index(None, "status", "collection_id"),
)

acts = Table(
    "acts",
    metadata,
    _key("id"),
    Column("suggestion_id", Name, nullable=False),
    Column("kind", Name, nullable=False),
    Column("actor", Name, nullable=False),
    Column("at", Moment, nullable=False),
    Column("comment", Text, nullable=False),
    Column("reason", Name, nullable=False),
    Index(None, "suggestion_id"),
)

#: How often what is promoted in a collection has changed: a reader loads anew what moved. No row stands for never.
snapshot_versions = Table(
    "snapshot_versions",
    metadata,
    _key("collection_id"),
    Column("version", BigInteger, nullable=False),
)

# --- what is told of it, and what was refused: not part of what is learned ---

audit = Table(
    "audit",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("suggestion_id", Name, nullable=False),
    Column("collection_id", Name, nullable=False),
    Column("before", Name),
    Column("after", Name),
    Column("cause", Json, nullable=False),
    Column("written_at", Moment, nullable=False),
    Index(None, "suggestion_id"),
    Index(None, "collection_id", "id"),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Serial, primary_key=True),
    Column("suggestion_id", Name, nullable=False),
    Column("payload", Json, nullable=False),
    Column("written_at", Moment, nullable=False),
)

dead_letters = Table(
    "dead_letters",
    metadata,
    _key("source"),
    _key("position"),
    _key("digest"),
    Column("id", Name, nullable=False),
    Column("reason", Name, nullable=False),
    Column("detail", Text, nullable=False),
    Column("collection_id", Name),
    Column("body", Json),
    Column("tries", Integer, nullable=False),
    Column("first_seen", Moment, nullable=False),
    Column("last_seen", Moment, nullable=False),
    Column("scrub_rules", Name),
    Index(None, "id"),
    Index("ix_dead_letters_order", "source", "first_seen", "position", "digest"),
    Index(None, "collection_id", "last_seen"),
)

#: What an operator set aside: it is no dead letter any more, and coming again makes it none.
skipped_letters = Table(
    "skipped_letters",
    metadata,
    _key("source"),
    _key("position"),
    _key("digest"),
    Column("id", Name, nullable=False),
    Column("reason", Name, nullable=False),
    Column("collection_id", Name),
    Column("actor", Name, nullable=False),
    Column("skipped_at", Moment, nullable=False),
)

#: How much the border took out of accepted events, by sender. `claimed`: they came as scrubbed already.
removal_counts = Table(
    "removal_counts",
    metadata,
    _key("collection_id"),
    _key("adapter"),
    _number_key("day"),
    _key("rules"),
    _flag_key("claimed"),
    _key("label"),
    _count("removed"),
    sqlite_with_rowid=False,
)

positions = Table(
    "positions",
    metadata,
    _key("source"),
    Column("position", Json, nullable=False),
    Column("seen_at", Moment, nullable=False),
)
