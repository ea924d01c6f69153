"""Everything that differs between SQLite and PostgreSQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text

from triangulum.errors import TriangulumError
from triangulum.installation.extras import require_extra

TABLES_CHANNEL = "triangulum"
"""The PostgreSQL channel on which processes notify each other of new log entries."""
PEOPLE_CHANNEL = "triangulum_people"
"""The channel on which they say which people have to be looked up again, having logged out or been deleted."""
NOTIFICATION_WORDS = 100
"""The most words in one notification, which holds 8000 bytes."""
MIGRATION_LOCK = 7_264_931
"""The number of the PostgreSQL lock that a process holds while it migrates the database."""


class StoreError(TriangulumError):
    """The database cannot be used; the message says why."""


def create_database_engine(address: str, durable: bool) -> Engine:
    """Return an engine for a database; if durable, whatever is committed survives a power cut."""
    url = make_url(address)
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, hide_parameters=True)
        event.listen(engine, "connect", lambda connection, _: configure_sqlite(connection, durable))
        return engine
    if url.get_backend_name() != "postgresql":
        raise StoreError(f"the database is SQLite or PostgreSQL, not {url.get_backend_name()}")
    with require_extra("postgresql", "PostgreSQL"):
        # The ping notices connections that the database has closed, as when it was restarted, before they are used.
        engine = create_engine(url, hide_parameters=True, pool_pre_ping=True, pool_size=4, max_overflow=4)
    if not durable:
        event.listen(engine, "connect", lambda connection, _: disable_synchronous_commit(connection))
    return engine


def configure_sqlite(connection: Any, durable: bool) -> None:
    """Let readers read during a write, and let a commit return when it is on disk.

    The write-ahead log is copied into the database file ten times less often than by default, because that is work for
    every page; the log grows to some 40 MB.
    """
    synchronous = f"synchronous={'FULL' if durable else 'OFF'}"
    for pragma in ("journal_mode=WAL", synchronous, "busy_timeout=10000", "wal_autocheckpoint=10000"):
        connection.execute(f"PRAGMA {pragma}")


def disable_synchronous_commit(connection: Any) -> None:
    """Let commits of a PostgreSQL connection return before they are on disk."""
    connection.execute("SET synchronous_commit = off")
    connection.commit()


def is_shared(engine: Engine) -> bool:
    """Return whether several processes can use the database and notify each other."""
    return engine.dialect.name == "postgresql"


def lock_for_migration(connection: Connection) -> None:
    """Wait until no other process migrates the database, and keep others from it during this transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATION_LOCK})
    else:
        # By itself, sqlite3 would begin a transaction only before the first INSERT or UPDATE.
        begin_sqlite_write_transaction(connection)


def block_log_writes(connection: Connection) -> None:
    """Keep others from writing to the log during this transaction; what they were writing is there afterwards."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE log IN SHARE ROW EXCLUSIVE MODE"))
    else:
        begin_sqlite_write_transaction(connection)


def begin_sqlite_write_transaction(connection: Connection) -> None:
    """Begin a write transaction, which SQLite allows to one connection at a time."""
    driver_connection: Any = connection.connection.dbapi_connection
    if not driver_connection.in_transaction:
        driver_connection.execute("BEGIN IMMEDIATE")


def try_insert_in_autocommit(connection: Connection, statement: str, values: Sequence[Any]) -> bool:
    """Insert into SQLite without an explicit transaction; return False, with nothing written, if a constraint fails.

    Such a statement commits by itself, and the driver releases the GIL once instead of three times, for BEGIN, INSERT
    and COMMIT. To get it back, the writer has to interrupt the event loop.
    """
    driver_connection: Any = connection.connection.dbapi_connection
    isolation_level, driver_connection.isolation_level = driver_connection.isolation_level, None
    try:
        driver_connection.execute(statement, values)
    except sqlite3.IntegrityError:
        return False
    finally:
        driver_connection.isolation_level = isolation_level
    return True


def send_notification(connection: Connection, channel: str, process_id: str, words: Sequence[str]) -> None:
    """Send words without spaces to other processes on PostgreSQL, when this transaction is committed."""
    for start in range(0, len(words), NOTIFICATION_WORDS):
        payload = " ".join((process_id, *words[start : start + NOTIFICATION_WORDS]))
        connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (channel, payload))
