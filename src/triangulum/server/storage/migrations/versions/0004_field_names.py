"""Rename tables, columns and JSON keys: specs, events, jobs, processes, participants."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

NEW_TABLE_NAMES = {
    "due": "jobs",
    "lives": "processes",
    "sitting": "participants",
    "claimed": "claimed_guests",
    "codes": "recovery_codes",
}
NEW_COLUMN_NAMES = {
    "tables": {"opened": "opened_at", "opening": "spec", "host": "host_id"},
    "log": {"person": "person_id", "command": "command_id", "deeds": "events"},
    "mutes": {"person": "person_id", "muted": "muted_alias"},
    "participants": {"person": "person_id"},
    "accounts": {"folded": "folded_name", "password": "password_hash", "made": "created_at", "gone": "deleted_at"},
    "recovery_codes": {"account": "account_id"},
    "sessions": {"account": "account_id", "began": "started_at"},
    "claimed_guests": {"guest": "guest_id", "account": "account_id", "since": "claimed_at"},
    "results": {"at": "ended_at"},
    "processes": {"process": "pid", "began": "started_at", "last": "last_beat_at", "ended": "stopped"},
    "outages": {"began": "started_at", "ended": "ended_at"},
    "jobs": {"at": "due_at", "leased": "leased_until", "holder": "lease_holder"},
}
"""By the new name of the table."""


class RenamedIndex(NamedTuple):
    """An index, which neither database renames with its columns."""

    old: str
    new: str
    table: str
    """The new name of its table."""
    columns: list[str]
    """Their new names."""


INDEXES = (
    RenamedIndex("tables_of_host", "tables_by_host", "tables", ["host_id", "over"]),
    RenamedIndex("sitting_at", "participants_by_table", "participants", ["table_id"]),
    RenamedIndex("sessions_of", "sessions_by_account", "sessions", ["account_id"]),
    RenamedIndex("claimed_by", "claimed_guests_by_account", "claimed_guests", ["account_id"]),
    RenamedIndex("results_of_game", "results_by_game", "results", ["game", "ended_at"]),
    RenamedIndex("due_at", "jobs_by_due_time", "jobs", ["due_at"]),
)
CONSTRAINTS = (
    ("accounts", "accounts_folded_key", "accounts_folded_name_key"),
    *((new, f"{old}_pkey", f"{new}_pkey") for old, new in NEW_TABLE_NAMES.items()),
)
"""The new name of the table, and the names that PostgreSQL has given to its constraint; SQLite gives none."""
NEW_SPEC_KEYS = {"chosen": "options", "house": "settings", "chairs": "holders", "before": "rematch_of"}
BATCH = 1000
"""Log entries read at a time, so that a large log does not fill the memory."""


def upgrade() -> None:
    """Rename the keys in stored JSON, then tables, columns and indexes."""
    rename_json_keys()
    for old, new in NEW_TABLE_NAMES.items():
        op.rename_table(old, new)
    for table, names in NEW_COLUMN_NAMES.items():
        for old, new in names.items():
            rename_column(table, old, new)
    for index in INDEXES:
        op.drop_index(index.old, index.table)
        op.create_index(index.new, index.table, index.columns)
    rename_constraints()


def rename_column(table: str, old: str, new: str) -> None:
    """Rename a column, which both databases do by the same statement."""
    op.execute(f'ALTER TABLE {table} RENAME COLUMN "{old}" TO "{new}"')


def rename_constraints() -> None:
    """Rename the constraints of PostgreSQL, so that a migrated database is the same as a new one."""
    if op.get_bind().dialect.name != "postgresql":
        return
    for table, old, new in CONSTRAINTS:
        op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {old} TO {new}")


def rename_json_keys() -> None:
    """Rename keys of table specs, and the key of Seated events in the log; tables have their old names."""
    connection = op.get_bind()
    set_spec = sa.text("UPDATE tables SET opening = :text WHERE id = :id")
    for id, text in connection.execute(sa.text("SELECT id, opening FROM tables")).all():
        spec = parse_json(text)
        if spec is not None:
            connection.execute(set_spec, {"id": id, "text": format_json(rename_keys(spec, NEW_SPEC_KEYS))})
    set_events = sa.text("UPDATE log SET deeds = :text WHERE table_id = :table_id AND number = :number")
    for batch in read_seatings(connection):
        changes = [
            {"table_id": table_id, "number": number, "text": format_json([rename_event_key(event) for event in events])}
            for table_id, number, text in batch
            if (events := parse_json(text)) is not None
        ]
        if changes:
            connection.execute(set_events, changes)


def read_seatings(connection: sa.Connection) -> Iterator[list[Any]]:
    """Yield the log entries that may contain Seated events, in batches: table, number and events."""
    query = sa.text(
        "SELECT table_id, number, deeds FROM log "
        "WHERE deeds LIKE '%\"Seated\"%' AND (table_id > :table_id OR table_id = :table_id AND number > :number) "
        "ORDER BY table_id, number LIMIT :batch"
    )
    table_id, number = "", 0
    while batch := list(connection.execute(query, {"table_id": table_id, "number": number, "batch": BATCH})):
        yield batch
        table_id, number = batch[-1][0], batch[-1][1]


def rename_keys(fields: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """Return a JSON object with other names for some of its keys, in the same order."""
    return {names.get(key, key): value for key, value in fields.items()}


def rename_event_key(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event with the new name of the seat's holder."""
    return rename_keys(event, {"chair": "holder"}) if event["type"] == "Seated" else event


def parse_json(text: str) -> Any:
    """Return a JSON value; None if it is damaged, because one damaged table must not keep a server from starting."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def format_json(value: Any) -> str:
    """Return JSON in the form in which the server writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
