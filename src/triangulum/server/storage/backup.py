"""Backups of an SQLite database, made and restored while a server runs on it.

A backup is made by SQLite itself, from one moment of the database; it doesn't stop anybody from writing. A backup is
restored by whoever writes: a running server finds the request in ``settings``, where it looks every other second. It
refuses commands, waits for those under way, replaces everything in one transaction, forgets what it had in memory and
closes all sockets, so that clients reconnect to what is there now; ``runtime/maintenance.py`` does that.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from enum import Enum
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from triangulum.errors import TriangulumError
from triangulum.server.storage import schema
from triangulum.server.storage.database import Database
from triangulum.server.storage.dialects import create_database_engine
from triangulum.server.storage.heartbeat import can_be_up, insert_outage_if_unknown, load_processes
from triangulum.server.storage.ids import random_id
from triangulum.server.storage.migrate import migrate

REQUEST: Final = "restore"
"""The setting that asks a running server to restore a backup; its value is the file."""
RESPONSE: Final = "restored"
"""The setting with which the server responds; its value is empty, or says what went wrong."""
RESPONSE_SECONDS: Final = 60.0
"""How long a running server may take to restore a backup."""
NOT_RESTORED: Final = ("processes", "alembic_version")
"""Tables that describe the database itself."""


class RestoredBy(Enum):
    """Who has replaced the content of a database with a backup."""

    THIS_PROCESS = "this process"
    RUNNING_SERVER = "running server"


class BackupError(TriangulumError):
    """A backup cannot be made or restored; the message says why."""


def find_sqlite_file(address: str, task: str) -> Path:
    """Return the file of an SQLite database; raise BackupError, with the tool to use instead, for another database."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise BackupError(f"{address!r} isn’t the address of a database.") from None
    if url.get_backend_name() == "sqlite" and url.database:
        return Path(url.database)
    shown = url._replace(drivername=url.get_backend_name(), password=None).render_as_string()
    tools = {
        "backup": f"pg_dump --format=custom --file=FILE '{shown}'",
        "restore": f"pg_restore --clean --if-exists --dbname='{shown}' FILE, with all servers stopped",
    }
    raise BackupError(f"this is for SQLite; for another database use its own tool, such as {tools[task]}")


# Making a backup.


def write_backup_file(address: str, file: Path) -> int:
    """Write a backup of a database into a new file, whether or not a server runs; return its size in bytes."""
    source = find_sqlite_file(address, "backup")
    if file.exists():
        raise BackupError(f"{file} is there already; choose another name")
    if not source.exists() or not source.stat().st_size:
        raise BackupError(f"There’s no database at {source}.")
    unfinished = file.with_name(f".{file.name}.{random_id()}")
    try:
        create_private_file(unfinished)
        copy_database(source, unfinished)
        check_backup_is_intact(unfinished)
        unfinished.rename(file)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"no backup could be made: {error}") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return file.stat().st_size


def create_private_file(file: Path) -> None:
    """Create an empty file that only the user can read: a backup holds every hand and the secret behind cookies."""
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def copy_database(source: Path, target: Path) -> None:
    """Copy one moment of an SQLite database into another file."""
    with (
        contextlib.closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=30)) as old,
        contextlib.closing(sqlite3.connect(target)) as new,
    ):
        old.backup(new)
        # One file, without a write-ahead log beside it.
        new.execute("PRAGMA journal_mode=DELETE")
        new.execute("PRAGMA synchronous=FULL")


def check_backup_is_intact(file: Path) -> None:
    """Raise BackupError if a file isn't an intact database of ours."""
    try:
        with contextlib.closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            integrity = connection.execute("PRAGMA integrity_check").fetchone()[0]
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
            connection.execute("SELECT count(*) FROM log").fetchone()
    except sqlite3.Error as error:
        raise BackupError(f"{file.name} isn’t a backup of a server’s database: {error}") from None
    if integrity != "ok":
        raise BackupError(f"{file.name} is damaged: {integrity}")


# Restoring one.


def restore_backup(address: str, file: Path) -> RestoredBy:
    """Replace the content of a database with a backup; return who has done so, this process or a running server."""
    target = find_sqlite_file(address, "restore")
    if not file.is_file():
        raise BackupError(f"There’s no file {file}.")
    check_backup_is_intact(file)
    migrated = target.with_name(f".restore-{random_id()}.db")
    try:
        create_private_file(migrated)
        copy_database(file, migrated)
        engine = create_database_engine(f"sqlite:///{migrated}", durable=True)
        try:
            migrate(engine)
        finally:
            engine.dispose()
        return restore_migrated_backup(address, migrated)
    except (OSError, SQLAlchemyError, sqlite3.Error) as error:
        raise BackupError(f"the backup could not be restored: {error}") from None
    finally:
        for suffix in ("", "-wal", "-shm"):
            migrated.with_name(f"{migrated.name}{suffix}").unlink(missing_ok=True)


def restore_migrated_backup(address: str, file: Path) -> RestoredBy:
    """Restore a backup that has the newest schema, or if a server runs, let it do so."""
    database = Database(address)
    try:
        with database.engine.connect() as connection:
            running = [process for process in load_processes(connection) if can_be_up(process, time.time())]
        if len(running) > 1:
            raise BackupError("several servers run on this database; stop them first")
        if running:
            request_restore_and_wait(database, file)
            return RestoredBy.RUNNING_SERVER
        with database.engine.begin() as connection:
            replace_with_backup(connection, file)
        return RestoredBy.THIS_PROCESS
    finally:
        database.close()


def replace_with_backup(connection: Connection, file: Path) -> None:
    """Replace the content of all tables with that of a backup, within the current transaction.

    The time since the backup was made becomes an outage, so that it costs nobody time on a clock.
    """
    driver_connection: Any = connection.connection.dbapi_connection
    with contextlib.closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as backup:
        for name in inspect(connection).get_table_names():
            if name in NOT_RESTORED:
                continue
            connection.execute(text(f'DELETE FROM "{name}"'))
            rows = backup.execute(f'SELECT * FROM "{name}"')
            columns = [column[0] for column in rows.description]
            names = ", ".join(f'"{column}"' for column in columns)
            placeholders = ", ".join("?" for _ in columns)
            driver_connection.executemany(f'INSERT INTO "{name}" ({names}) VALUES ({placeholders})', rows)
        last_beat_at = backup.execute("SELECT max(last_beat_at) FROM processes").fetchone()[0]
    if last_beat_at is not None and last_beat_at < time.time():
        insert_outage_if_unknown(connection, last_beat_at, time.time())
    delete_settings(connection, REQUEST, RESPONSE)


# Between the command line and a running server.


def request_restore_and_wait(database: Database, file: Path) -> None:
    """Ask a running server to restore a backup, and wait until it has; raise BackupError if it cannot."""
    with database.engine.begin() as connection:
        delete_settings(connection, REQUEST, RESPONSE)
        connection.execute(insert(schema.settings), {"name": REQUEST, "value": str(file.resolve()).encode()})
    deadline = time.monotonic() + RESPONSE_SECONDS
    while time.monotonic() < deadline:
        time.sleep(0.2)
        with database.engine.connect() as connection:
            response = load_setting(connection, RESPONSE)
            request = load_setting(connection, REQUEST)
        if response is not None and request is None:
            with database.engine.begin() as connection:
                delete_settings(connection, RESPONSE)
            if response:
                raise BackupError(f"the server could not restore the backup: {response.decode()}")
            return
    with database.engine.begin() as connection:
        delete_settings(connection, REQUEST)
    raise BackupError("the server did not answer; stop it, and try again")


def find_restore_request(connection: Connection) -> Path | None:
    """Return the backup that a running server is asked to restore, if it is."""
    request = load_setting(connection, REQUEST)
    return None if request is None else Path(request.decode())


def respond_to_request(connection: Connection, problem: str) -> None:
    """Record that a backup was restored, or why not."""
    delete_settings(connection, REQUEST, RESPONSE)
    connection.execute(insert(schema.settings), {"name": RESPONSE, "value": problem.encode()})


def load_setting(connection: Connection, name: str) -> bytes | None:
    """Return a setting, if there is one."""
    return connection.execute(select(schema.settings.c.value).where(schema.settings.c.name == name)).scalar()


def delete_settings(connection: Connection, *names: str) -> None:
    """Delete settings by their names."""
    connection.execute(delete(schema.settings).where(schema.settings.c.name.in_(names)))
