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
NEW_SPEC_KEYS = {"chosen": "options", "house": "settings", "chairs": "holders", "before": "rematch_of"}
BATCH = 1000
"""Log entries read at a time, so that a large log does not fill the memory."""


def upgrade() -> None:
    """Rename the keys in stored JSON, then tables, columns and indexes.

    JSON first: sqlite3 begins a transaction with the first UPDATE, and all that follows is in it.
    """
    rename_json_keys(NEW_SPEC_KEYS, "chair", "holder")
    for old, new in NEW_TABLE_NAMES.items():
        op.rename_table(old, new)
    for table, names in NEW_COLUMN_NAMES.items():
        for old, new in names.items():
            rename_column(table, old, new)
    for index in INDEXES:
        op.drop_index(index.old, index.table)
        op.create_index(index.new, index.table, index.columns)


def downgrade() -> None:
    """Give tables, columns, indexes and keys their old names."""
    for index in INDEXES:
        op.drop_index(index.new, index.table)
    for table, names in NEW_COLUMN_NAMES.items():
        for old, new in names.items():
            rename_column(table, new, old)
    for index in INDEXES:
        old_names = {new: old for old, new in NEW_COLUMN_NAMES[index.table].items()}
        op.create_index(index.old, index.table, [old_names.get(column, column) for column in index.columns])
    for old, new in NEW_TABLE_NAMES.items():
        op.rename_table(new, old)
    rename_json_keys({new: old for old, new in NEW_SPEC_KEYS.items()}, "holder", "chair")


def rename_column(table: str, old: str, new: str) -> None:
    """Rename a column, which both databases do by the same statement."""
    op.execute(f'ALTER TABLE {table} RENAME COLUMN "{old}" TO "{new}"')


def rename_json_keys(spec_keys: dict[str, str], old_event_key: str, new_event_key: str) -> None:
    """Rename keys of table specs, and the key of Seated events in the log; tables have their old names."""
    connection = op.get_bind()
    set_spec = sa.text("UPDATE tables SET opening = :text WHERE id = :id")
    for id, text in connection.execute(sa.text("SELECT id, opening FROM tables")).all():
        spec = rename_keys(json.loads(text), spec_keys)
        connection.execute(set_spec, {"id": id, "text": format_json(spec)})
    set_events = sa.text("UPDATE log SET deeds = :text WHERE table_id = :table_id AND number = :number")
    for batch in read_seatings(connection):
        changes = []
        for table_id, number, text in batch:
            events = [
                rename_keys(event, {old_event_key: new_event_key}) if event["type"] == "Seated" else event
                for event in json.loads(text)
            ]
            changes.append({"table_id": table_id, "number": number, "text": format_json(events)})
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


def format_json(value: Any) -> str:
    """Return JSON in the form in which the server writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
