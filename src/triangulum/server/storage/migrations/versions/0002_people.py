"""Add accounts, sessions, results, who sits where, and when servers were up."""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the tables, and fill in what follows from the tables of games."""
    op.add_column("tables", sa.Column("host", sa.String(60), nullable=False, server_default=""))
    op.create_index("tables_of_host", "tables", ["host", "over"])
    op.create_table(
        "sitting",
        sa.Column("person", sa.String(60), primary_key=True),
        sa.Column("table_id", sa.String(60), primary_key=True),
    )
    op.create_index("sitting_at", "sitting", ["table_id"])
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(60), primary_key=True),
        sa.Column("name", sa.String(40), nullable=True),
        sa.Column("folded", sa.String(80), nullable=True, unique=True),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("gone", sa.Float, nullable=True),
    )
    op.create_table(
        "codes",
        sa.Column("account", sa.String(60), primary_key=True),
        sa.Column("digest", sa.String(64), primary_key=True),
    )
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(60), nullable=False),
        sa.Column("began", sa.Float, nullable=False),
    )
    op.create_index("sessions_of", "sessions", ["account"])
    op.create_table(
        "claimed",
        sa.Column("guest", sa.String(60), primary_key=True),
        sa.Column("account", sa.String(60), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_index("claimed_by", "claimed", ["account"])
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(60), primary_key=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("places", sa.Text, nullable=False),
    )
    op.create_index("results_of_game", "results", ["game", "at"])
    op.create_table(
        "lives",
        sa.Column("id", sa.String(60), primary_key=True),
        sa.Column("host", sa.String(200), nullable=False),
        sa.Column("process", sa.Integer, nullable=False),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("last", sa.Float, nullable=False),
        sa.Column("ended", sa.Boolean, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("began", sa.Float, primary_key=True, autoincrement=False),
        sa.Column("ended", sa.Float, nullable=False),
    )
    fill_hosts_and_sitting()


def fill_hosts_and_sitting() -> None:
    """Record who opened each table and who has sat there."""
    connection = op.get_bind()
    sat: set[tuple[str, str]] = set()
    set_host = sa.text("UPDATE tables SET host = :host WHERE id = :id")
    for id, opening in connection.execute(sa.text("SELECT id, opening FROM tables")).all():
        kept = json.loads(opening)
        connection.execute(set_host, {"host": kept["host"], "id": id})
        sat |= {(person, id) for person in people_in(kept["chairs"])}
    seating = sa.text("SELECT table_id, deeds FROM log WHERE deeds LIKE '%\"Seated\"%'")
    for id, deeds in connection.execute(seating):
        sat |= {(person, id) for person in people_in(deed["chair"] for deed in json.loads(deeds) if "chair" in deed)}
    insert = sa.text("INSERT INTO sitting (person, table_id) VALUES (:person, :table_id)")
    if sat:
        connection.execute(insert, [{"person": person, "table_id": id} for person, id in sorted(sat)])


def people_in(chairs: Any) -> Iterator[str]:
    """Yield the ids of people who sit in chairs."""
    for chair in chairs:
        yield from chair.get("people", ())
