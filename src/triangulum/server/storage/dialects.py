"""What is peculiar to SQLite or to PostgreSQL, and nowhere else."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text

from triangulum.errors import TriangulumError
from triangulum.installation.extras import require_extra

TABLES = "triangulum"
"""The channel by which processes on one PostgreSQL tell each other how far tables have come."""
PEOPLE = "triangulum_people"
"""The channel by which they tell each other who is to be looked up again: logged out, or forgotten."""
TOLD_AT_ONCE = 100
"""Words in one notification, which has at most 8000 bytes."""
MIGRATING = 7_264_931
"""The number of the lock that only one process at a time has while it brings the database to its present form."""


class StoreError(TriangulumError):
    """The database cannot be used; the message says why."""


def engine_for(address: str, durable: bool) -> Engine:
    """Return a way to a database that loses nothing it has acknowledged, and lets readers read."""
    url = make_url(address)
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, hide_parameters=True)
        event.listen(engine, "connect", lambda connection, _: tune_sqlite(connection, durable))
        return engine
    if url.get_backend_name() != "postgresql":
        raise StoreError(f"the database is SQLite or PostgreSQL, not {url.get_backend_name()}")
    with require_extra("postgresql", "PostgreSQL"):
        # Connections that the database has closed, as when it was restarted, are noticed before they are used.
        engine = create_engine(url, hide_parameters=True, pool_pre_ping=True, pool_size=4, max_overflow=4)
    if not durable:
        event.listen(engine, "connect", lambda connection, _: hasten_postgresql(connection))
    return engine


def tune_sqlite(connection: Any, durable: bool) -> None:
    """Let readers read while something is written, and let a commit be on disk when it is done.

    What is in the log is brought into the database ten times as seldom as usual, which is work for every page; the log
    is some 40 MB then.
    """
    synchronous = f"synchronous={'FULL' if durable else 'OFF'}"
    for pragma in ("journal_mode=WAL", synchronous, "busy_timeout=10000", "wal_autocheckpoint=10000"):
        connection.execute(f"PRAGMA {pragma}")


def hasten_postgresql(connection: Any) -> None:
    """Do not wait for the disk."""
    connection.execute("SET synchronous_commit = off")
    connection.commit()


def is_shared(engine: Engine) -> bool:
    """Tell whether several processes can use the database and hear of each other."""
    return engine.dialect.name == "postgresql"


def lock_for_migration(connection: Connection) -> None:
    """Wait until nobody else brings the database to its present form; SQLite sees to that by itself."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": MIGRATING})


def write_alone(connection: Connection, statement: str, values: Sequence[Any]) -> bool:
    """Write with one statement to SQLite; False, and nothing is written, if something is there already or missing.

    Outside of a transaction a statement is one of its own, and the interpreter is let go of once, instead of once for
    its beginning, the writing and the commit. Whoever wants it back has to interrupt the event loop.
    """
    raw: Any = connection.connection.dbapi_connection
    usual, raw.isolation_level = raw.isolation_level, None
    try:
        raw.execute(statement, values)
    except sqlite3.IntegrityError:
        return False
    finally:
        raw.isolation_level = usual
    return True


def keep_rows_out(connection: Connection) -> None:
    """Let nobody else write rows until this is committed; what others were just writing is there afterwards."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE log IN SHARE ROW EXCLUSIVE MODE"))
        return
    raw: Any = connection.connection.dbapi_connection
    # Who has begun to write to SQLite is alone already.
    if not raw.in_transaction:
        raw.execute("BEGIN IMMEDIATE")


def tell_others(connection: Connection, channel: str, name: str, words: Sequence[str]) -> None:
    """Tell other processes something, in words without spaces, once this is committed."""
    for start in range(0, len(words), TOLD_AT_ONCE):
        told = " ".join(words[start : start + TOLD_AT_ONCE])
        connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (channel, f"{name} {told}"))
