"""Inserting log entries, many at a time, in one statement of the driver."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from triangulum.errors import TriangulumError
from triangulum.server.storage import schema
from triangulum.server.storage.dialects import try_insert_in_autocommit
from triangulum.table.events import LogEntry, encode

LogRow: TypeAlias = tuple[str, int, float, str, str, str]
"""A log entry as the database stores it: table, number, time, person, command and events."""
COLUMNS = tuple(column.name for column in schema.log.columns)


class StaleWriteError(TriangulumError):
    """The log has an entry of that number already, or the table was deleted."""

    def __init__(self) -> None:
        super().__init__("the log has an entry of that number already, or the table was deleted")


def format_log_row(table_id: str, entry: LogEntry) -> LogRow:
    """Return the row of the database that stores a log entry."""
    return table_id, entry.number, entry.at, entry.person, entry.command, encode(entry.events).decode()


def insert_log_rows(connection: Connection, rows: Sequence[LogRow]) -> None:
    """Insert rows within the current transaction, or raise StaleWriteError."""
    placeholder = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    statement = f"{insert_statement(len(rows), placeholder)} ON CONFLICT DO NOTHING"
    try:
        inserted = connection.exec_driver_sql(statement, flatten_values(rows)).rowcount
    except IntegrityError:
        raise StaleWriteError from None
    if inserted != len(rows):
        raise StaleWriteError


def commit_log_rows(connection: Connection, rows: Sequence[LogRow]) -> None:
    """Insert rows into SQLite as a transaction of their own, or raise StaleWriteError and insert none."""
    if not try_insert_in_autocommit(connection, insert_statement(len(rows), "?"), flatten_values(rows)):
        raise StaleWriteError


@lru_cache(maxsize=512)
def insert_statement(num_rows: int, placeholder: str) -> str:
    """Return the SQL that inserts a number of rows.

    Each table's id is looked up. If the table was deleted meanwhile, that gives NULL and the database refuses the
    statement. A foreign key would do the same, but then PostgreSQL writes to the table's own row with every entry.
    """
    values = f"((SELECT id FROM tables WHERE id = {placeholder}), {', '.join([placeholder] * (len(COLUMNS) - 1))})"
    return f"INSERT INTO log ({', '.join(COLUMNS)}) VALUES {', '.join([values] * num_rows)}"


def flatten_values(rows: Sequence[LogRow]) -> tuple[Any, ...]:
    """Return the values of all rows, in the order of the statement's placeholders."""
    return tuple([value for row in rows for value in row])
