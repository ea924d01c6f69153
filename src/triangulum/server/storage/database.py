"""The database of a server: opened, migrated, read by any thread, and written by one.

SQLAlchemy Core throughout, on SQLite or PostgreSQL; ``dialects.py`` has what differs between them.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, select, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from triangulum.errors import quote_value
from triangulum.server.storage import schema
from triangulum.server.storage.dialects import (
    PEOPLE_CHANNEL,
    StoreError,
    create_database_engine,
    is_shared,
    send_notification,
)
from triangulum.server.storage.migrate import migrate
from triangulum.server.storage.writer import BatchWriter

SECRET_SETTING = "secret"
INSERT_SETTING = text("INSERT INTO settings (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING")

T = TypeVar("T")


class Database:
    """A connection pool for queries, and a writer thread for transactions."""

    def __init__(self, address: str, *, durable: bool = True) -> None:
        """Open and migrate a database; one that needn't survive a power cut, as in a test, is faster if not durable."""
        try:
            self.engine = create_database_engine(address, durable)
            migrate(self.engine)
        except ArgumentError:
            raise StoreError(
                "a database is named by a URL, such as sqlite:///tables.db or postgresql://user@host/name, "
                f"not {quote_value(address)}"
            ) from None
        except (SQLAlchemyError, ImportError) as error:
            raise StoreError(f"the database cannot be used: {first_line(error)}") from None
        self.process_id = secrets.token_urlsafe(9)
        """Identifies this process among those that share the database."""
        self.is_shared = is_shared(self.engine)
        """Whether other processes may write too, and notify us when they do; see ``pubsub.py``."""
        self.writer = BatchWriter(self.engine, self.process_id)

    async def run_query(self, query: Callable[[Connection], T]) -> T:
        """Return the result of a query, which runs in another thread."""

        def connect_and_run() -> T:
            with self.engine.connect() as connection:
                return query(connection)

        return await asyncio.to_thread(connect_and_run)

    async def run_transaction(self, transaction: Callable[[Connection], T]) -> T:
        """Run a transaction in the writer thread, and return its result once it is on disk."""
        results: list[T] = []

        def store_result(connection: Connection) -> None:
            results[:] = [transaction(connection)]

        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.writer.submit(None, store_result, lambda problem: resolve_future(done, problem))
        await done
        return results[0]

    def load_secret(self) -> bytes:
        """Return the server's secret, which is drawn when it is first needed."""
        name = schema.settings.c.name
        with self.engine.begin() as connection:
            connection.execute(INSERT_SETTING, {"name": SECRET_SETTING, "value": secrets.token_bytes(32)})
            secret = connection.execute(select(schema.settings.c.value).where(name == SECRET_SETTING)).scalar()
        assert secret is not None
        return bytes(secret)

    def notify_people_changed(self, connection: Connection, person_ids: Iterable[str]) -> None:
        """Notify other processes, when this transaction is committed, that people have to be looked up again."""
        if self.is_shared:
            send_notification(connection, PEOPLE_CHANNEL, self.process_id, sorted(person_ids))

    def close(self) -> None:
        """Write everything that is pending, and close all connections."""
        self.writer.close()
        self.engine.dispose()


def sqlite_address(folder: Path) -> str:
    """Return the address of the SQLite database in a folder; create a file that only the user can read if need be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "tables.db"
        file.touch(mode=0o600)
    except OSError as error:
        raise StoreError(f"cannot write in {folder}: {error.strerror or error}") from None
    return f"sqlite:///{file}"


def resolve_future(future: asyncio.Future[None], problem: BaseException | None) -> None:
    """Let whoever awaits a future go on, or raise a problem there."""
    if future.cancelled():
        return
    if problem is None:
        future.set_result(None)
    else:
        future.set_exception(problem)


def first_line(error: BaseException) -> str:
    """Return the first line of an error's message."""
    return (str(error).splitlines() or [type(error).__name__])[0]
