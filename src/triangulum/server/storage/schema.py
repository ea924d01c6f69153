"""The tables of the database, as they are now; ``migrations`` leads here from every older schema."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text

HEAD: Final = "0004"
"""The newest revision, which this file describes."""

metadata = MetaData()

settings = Table(
    "settings",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""Values that belong to the server as a whole, such as the secret behind cookies."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(60), primary_key=True),
    Column("opened_at", Float, nullable=False),
    Column("game", String(60), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("spec", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("host_id", String(60), nullable=False, server_default=""),
    Index("tables_in_lobby", "over", "listed", "opened_at"),
    Index("tables_by_host", "host_id", "over"),
)

log = Table(
    "log",
    metadata,
    Column("table_id", String(60), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("person_id", String(60), nullable=False),
    Column("command_id", String(64), nullable=False),
    Column("events", Text, nullable=False),
)
"""The log entries of all tables. (table, number) is unique, so of two processes that append one number, one fails."""

mutes = Table(
    "mutes",
    metadata,
    Column("table_id", String(60), primary_key=True),
    Column("person_id", String(60), primary_key=True),
    Column("muted_alias", String(40), primary_key=True),
)

participants = Table(
    "participants",
    metadata,
    Column("person_id", String(60), primary_key=True),
    Column("table_id", String(60), primary_key=True),
    Index("participants_by_table", "table_id"),
)
"""Who has ever had a seat at which table. It could be derived from specs and logs; this is an index for lookups."""

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(60), primary_key=True),
    Column("name", String(40), nullable=True),
    Column("folded_name", String(80), nullable=True, unique=True),
    Column("password_hash", String(200), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("deleted_at", Float, nullable=True),
)
"""People with a password. Of a deleted account only the times are left, under another id."""

recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("account_id", String(60), primary_key=True),
    Column("digest", String(64), primary_key=True),
)
"""Recovery codes that have not been used, as digests."""

sessions = Table(
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("account_id", String(60), nullable=False),
    Column("started_at", Float, nullable=False),
    Index("sessions_by_account", "account_id"),
)
"""Where people are logged in, as digests of the session ids in their cookies."""

claimed_guests = Table(
    "claimed_guests",
    metadata,
    Column("guest_id", String(60), primary_key=True),
    Column("account_id", String(60), nullable=False),
    Column("claimed_at", Float, nullable=False),
    Index("claimed_guests_by_account", "account_id"),
)
"""Guests who logged in to an account later, which then took over their seats."""

results = Table(
    "results",
    metadata,
    Column("table_id", String(60), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("ended_at", Float, nullable=False),
    Column("places", Text, nullable=False),
    Index("results_by_game", "game", "ended_at"),
)
"""Results of rated games. They could be derived from the tables; they are here so that ratings are quick to compute."""

processes = Table(
    "processes",
    metadata,
    Column("id", String(60), primary_key=True),
    Column("host", String(200), nullable=False),
    Column("pid", Integer, nullable=False),
    Column("started_at", Float, nullable=False),
    Column("last_beat_at", Float, nullable=False),
    Column("stopped", Boolean, nullable=False),
)
"""Server processes, and when each gave its last heartbeat."""

outages = Table(
    "outages",
    metadata,
    Column("started_at", Float, primary_key=True, autoincrement=False),
    Column("ended_at", Float, nullable=False),
)
"""Times at which no server was up; clocks did not run then."""

jobs = Table(
    "jobs",
    metadata,
    Column("kind", String(20), primary_key=True),
    Column("table_id", String(60), primary_key=True),
    Column("due_at", Float, nullable=False),
    Column("leased_until", Float, nullable=False),
    Column("lease_holder", String(60), nullable=False),
    Index("jobs_by_due_time", "due_at"),
)
"""What a server has to do at a table by itself, such as a bot's turn, and who has leased the job until when."""
