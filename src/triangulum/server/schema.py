"""The database's tables, as they are now; ``migrations`` leads there from every older form."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text

HEAD: Final = "0001"
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
    Index("tables_in_lobby", "over", "listed", "opened"),
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
