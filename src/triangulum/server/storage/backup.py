"""Copies of a database, made and put back while a server runs on it.

Making one is SQLite's own online backup: it reads one moment of the database and stops nobody from writing. Putting one
back is the work of whoever writes: a running server is asked by a row that it looks for every other second. It lets no
more commands in, waits for those under way, takes the copy over in one transaction, forgets what it had in memory, and
closes all sockets, so that clients come back to what is there now.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, delete, insert, inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from triangulum.errors import TriangulumError
from triangulum.server.storage.ids import random_id
from triangulum.server.ops.logs import error_location, log, log_event
from triangulum.server.storage import schema
from triangulum.server.storage.dialects import engine_for
from triangulum.server.storage.event_store import EventStore, migrate
from triangulum.server.storage.heartbeat import lives_of, may_be_up, note_outage, load_outages

if TYPE_CHECKING:
    from triangulum.server.http.websockets import WebSockets
    from triangulum.server.runtime.rooms import Rooms

WISH: Final = "restore"
"""The setting by which a running server is asked to take over a copy."""
ANSWER: Final = "restored"
PATIENCE: Final = 60.0
"""Seconds in which a running server should have taken over a copy."""
LOOKED_AFTER: Final = 2.0
"""Seconds after which a server looks again whether it is asked."""
KEPT: Final = ("lives", "alembic_version")
"""What is about the database itself, and does not come from a copy."""


class BackupError(TriangulumError):
    """A copy cannot be made or put back; the message says why."""


def sqlite_file(address: str, doing: str) -> Path:
    """Return the file of a database, or raise BackupError with what to use instead."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise BackupError(f"{address!r} is no address of a database") from None
    if url.get_backend_name() == "sqlite" and url.database:
        return Path(url.database)
    shown = url._replace(drivername=url.get_backend_name(), password=None).render_as_string()
    tools = {
        "backup": f"pg_dump --format=custom --file=FILE '{shown}'",
        "restore": f"pg_restore --clean --if-exists --dbname='{shown}' FILE, with all servers stopped",
    }
    raise BackupError(f"this is for SQLite; for another database use its own tool, such as {tools[doing]}")


# --- making a copy


def backup(address: str, file: Path) -> int:
    """Write a copy of a database into a new file, whether or not a server runs; return its size."""
    source = sqlite_file(address, "backup")
    if file.exists():
        raise BackupError(f"{file} is there already; choose another name")
    if not source.exists() or not source.stat().st_size:
        raise BackupError(f"there is no database at {source}")
    made = file.with_name(f".{file.name}.{random_id()}")
    try:
        # Nobody else may read it: it holds every hand, and the secret behind cookies.
        os.close(os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        copy_database(source, made)
        check_copy(made)
        made.rename(file)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"no copy could be made: {error}") from None
    finally:
        made.unlink(missing_ok=True)
    return file.stat().st_size


def copy_database(source: Path, copy: Path) -> None:
    """Copy one moment of a database."""
    with (
        contextlib.closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True, timeout=30)) as old,
        contextlib.closing(sqlite3.connect(copy)) as new,
    ):
        old.backup(new)
        # One file, with nothing beside it.
        new.execute("PRAGMA journal_mode=DELETE")
        new.execute("PRAGMA synchronous=FULL")


def check_copy(file: Path) -> None:
    """Refuse a file that is no whole copy of ours."""
    try:
        with contextlib.closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            sound = connection.execute("PRAGMA integrity_check").fetchone()[0]
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
            connection.execute("SELECT count(*) FROM log").fetchone()
    except sqlite3.Error as error:
        raise BackupError(f"{file.name} is no copy of a database of tables: {error}") from None
    if sound != "ok":
        raise BackupError(f"{file.name} is damaged: {sound}")


# --- putting one back


def restore(address: str, file: Path) -> bool:
    """Put a copy in place of what a database holds; True if a running server has done so."""
    target = sqlite_file(address, "restore")
    if not file.is_file():
        raise BackupError(f"there is no file {file}")
    check_copy(file)
    ready = target.with_name(f".restore-{random_id()}.db")
    try:
        os.close(os.open(ready, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        copy_database(file, ready)
        engine = engine_for(f"sqlite:///{ready}", durable=True)
        try:
            migrate(engine)
        finally:
            engine.dispose()
        return hand_over(address, ready)
    except (OSError, SQLAlchemyError, sqlite3.Error) as error:
        raise BackupError(f"the copy could not be put back: {error}") from None
    finally:
        for left in (ready, ready.with_name(f"{ready.name}-wal"), ready.with_name(f"{ready.name}-shm")):
            left.unlink(missing_ok=True)


def hand_over(address: str, ready: Path) -> bool:
    """Take over a copy that has our form, or let a running server do it."""
    store = EventStore(address)
    try:
        with store.engine.connect() as connection:
            running = [life for life in lives_of(connection) if may_be_up(life, time.time())]
        if len(running) > 1:
            raise BackupError("several servers run on this database; stop them first")
        if running:
            ask_server(store, ready)
            return True
        with store.engine.begin() as connection:
            take_over(connection, ready)
        return False
    finally:
        store.close()


def ask_server(store: EventStore, ready: Path) -> None:
    """Ask a running server to take over a copy, and wait until it has."""
    with store.engine.begin() as connection:
        connection.execute(delete(schema.settings).where(schema.settings.c.name.in_((WISH, ANSWER))))
        connection.execute(insert(schema.settings), {"name": WISH, "value": str(ready.resolve()).encode()})
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        time.sleep(0.2)
        with store.engine.connect() as connection:
            answer = setting(connection, ANSWER)
            wish = setting(connection, WISH)
        if answer is not None and wish is None:
            with store.engine.begin() as connection:
                connection.execute(delete(schema.settings).where(schema.settings.c.name == ANSWER))
            if answer:
                raise BackupError(f"the server could not take over the copy: {answer.decode()}")
            return
    with store.engine.begin() as connection:
        connection.execute(delete(schema.settings).where(schema.settings.c.name == WISH))
    raise BackupError("the server did not answer; stop it, and try again")


def setting(connection: Connection, name: str) -> bytes | None:
    """Return a setting, if there is one."""
    return connection.execute(select(schema.settings.c.value).where(schema.settings.c.name == name)).scalar()


def take_over(connection: Connection, ready: Path) -> None:
    """Put everything from a copy in place of what is there, in the transaction that has begun.

    What has passed since the copy was made costs nobody time, as if no server had been up.
    """
    raw: Any = connection.connection.dbapi_connection
    with contextlib.closing(sqlite3.connect(f"{ready.resolve().as_uri()}?mode=ro", uri=True)) as copy:
        for name in inspect(connection).get_table_names():
            if name in KEPT:
                continue
            connection.execute(text(f'DELETE FROM "{name}"'))
            lines = copy.execute(f'SELECT * FROM "{name}"')
            columns = [column[0] for column in lines.description]
            into = ", ".join(f'"{column}"' for column in columns)
            marks = ", ".join("?" for _ in columns)
            raw.executemany(f'INSERT INTO "{name}" ({into}) VALUES ({marks})', lines)
        last = copy.execute("SELECT max(last) FROM lives").fetchone()[0]
    if last is not None and last < time.time():
        note_outage(connection, last, time.time())
    connection.execute(delete(schema.settings).where(schema.settings.c.name.in_((WISH, ANSWER))))


# --- in the server


async def restore_when_asked(rooms: Rooms, sockets: WebSockets) -> None:
    """Look again and again whether somebody wants a copy to be put back."""
    while rooms.store.engine.dialect.name == "sqlite":
        await asyncio.sleep(LOOKED_AFTER)
        try:
            await restore_if_asked(rooms, sockets)
        except SQLAlchemyError as error:
            log.error("it could not be found out whether a copy is to be put back: %s", error_location(error))


async def restore_if_asked(rooms: Rooms, sockets: WebSockets) -> bool:
    """Take over a copy if somebody has asked for it; True if so."""
    wish = await rooms.store.run_query(lambda connection: setting(connection, WISH))
    if wish is None:
        return False
    rooms.closing = True
    # Bots and clocks are not let in either: what they do would follow rows that are gone.
    rooms.sealed = True
    answer = b""
    try:
        await rooms.at_rest()
        await rooms.store.run_transaction(lambda connection: take_over(connection, Path(wish.decode())))
        rooms.start_afresh(await rooms.store.run_query(load_outages))
        await sockets.close()
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        answer = type(error).__name__.encode()
    finally:
        rooms.closing = rooms.sealed = False
    for live in rooms.live.values():
        rooms.see_to(live)
    await rooms.store.run_transaction(lambda connection: say_done(connection, answer))
    log_event("restored" if not answer else "not-restored")
    return True


def say_done(connection: Connection, answer: bytes) -> None:
    """Write down that a copy was taken over, or why not."""
    connection.execute(delete(schema.settings).where(schema.settings.c.name.in_((WISH, ANSWER))))
    connection.execute(insert(schema.settings), {"name": ANSWER, "value": answer})
