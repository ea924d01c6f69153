"""The database's tables, as they are now; ``migrations`` leads there from every older form."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text

HEAD: Final = "0003"
"""The revision that this is."""

metadata = MetaData()

settings = Table(
    "settings",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""What belongs to the server as a whole, such as the secret behind cookies."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(60), primary_key=True),
    Column("opened", Float, nullable=False),
    Column("game", String(60), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("opening", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("host", String(60), nullable=False, server_default=""),
    Index("tables_in_lobby", "over", "listed", "opened"),
    Index("tables_of_host", "host", "over"),
)

rows = Table(
    "log",
    metadata,
    Column("table_id", String(60), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("person", String(60), nullable=False),
    Column("command", String(64), nullable=False),
    Column("deeds", Text, nullable=False),
)
"""(table, number) is unique: whoever comes second with a row has to look again."""

mutes = Table(
    "mutes",
    metadata,
    Column("table_id", String(60), primary_key=True),
    Column("person", String(60), primary_key=True),
    Column("muted", String(40), primary_key=True),
)

sitting = Table(
    "sitting",
    metadata,
    Column("person", String(60), primary_key=True),
    Column("table_id", String(60), primary_key=True),
    Index("sitting_at", "table_id"),
)
"""Who has ever had a seat at which table; it follows from the openings and rows, and is here to be looked up."""

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(60), primary_key=True),
    Column("name", String(40), nullable=True),
    Column("folded", String(80), nullable=True, unique=True),
    Column("password", String(200), nullable=False),
    Column("made", Float, nullable=False),
    Column("gone", Float, nullable=True),
)
"""People with a password. Of one that was deleted only the times are left, under another id."""

codes = Table(
    "codes",
    metadata,
    Column("account", String(60), primary_key=True),
    Column("digest", String(64), primary_key=True),
)
"""Recovery codes that have not been used, as digests."""

sessions = Table(
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("account", String(60), nullable=False),
    Column("began", Float, nullable=False),
    Index("sessions_of", "account"),
)
"""Where somebody is logged in, as digests of what is in their cookies."""

claimed = Table(
    "claimed",
    metadata,
    Column("guest", String(60), primary_key=True),
    Column("account", String(60), nullable=False),
    Column("since", Float, nullable=False),
    Index("claimed_by", "account"),
)
"""Guests who have turned out to be somebody with an account."""

results = Table(
    "results",
    metadata,
    Column("table_id", String(60), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("at", Float, nullable=False),
    Column("places", Text, nullable=False),
    Index("results_of_game", "game", "at"),
)
"""Games that count for ratings; they follow from the tables, and are here to be added up."""

lives = Table(
    "lives",
    metadata,
    Column("id", String(60), primary_key=True),
    Column("host", String(200), nullable=False),
    Column("process", Integer, nullable=False),
    Column("began", Float, nullable=False),
    Column("last", Float, nullable=False),
    Column("ended", Boolean, nullable=False),
)
"""Server processes, and when each was last surely up."""

outages = Table(
    "outages",
    metadata,
    Column("began", Float, primary_key=True, autoincrement=False),
    Column("ended", Float, nullable=False),
)
"""Whiles in which no server was up; they cost nobody time."""

due = Table(
    "due",
    metadata,
    Column("kind", String(20), primary_key=True),
    Column("table_id", String(60), primary_key=True),
    Column("at", Float, nullable=False),
    Column("leased", Float, nullable=False),
    Column("holder", String(60), nullable=False),
    Index("due_at", "at"),
)
"""What a table waits for, such as a bot's turn: when to see to it, and which process has taken it on until when."""
