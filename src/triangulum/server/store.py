"""Where tables are kept: one writer thread that gathers what is waiting, of all tables, into one commit.

SQLAlchemy Core throughout, so the database is SQLite or whatever else the address says. What is peculiar to SQLite is
in ``tuned`` alone.
"""

from __future__ import annotations

import asyncio
import queue
import secrets
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, inspect, select, text, update
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from triangulum.core.errors import TriangulumError
from triangulum.server import schema
from triangulum.server.deeds import Chair, Opening, Row, Seated, decode_deeds, decode_opening, encode

GATHERED = 256
"""The most pieces of work that go into one commit."""
SECRET = "secret"

T = TypeVar("T")


class StoreError(TriangulumError):
    """The database cannot be used; the message says why."""


class KeptTable(NamedTuple):
    """A table as it is kept, without its rows."""

    id: str
    opened: float
    opening: Opening
    seed: bytes


class Work(NamedTuple):
    """Something to be written, and who waits for it."""

    write: Callable[[Connection], Any] | dict[str, Any]
    """What writes it; or, for a row, its values, since many rows are written at once."""
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]


def sqlite_address(folder: Path) -> str:
    """Return the address of the database in a folder, which is made for nobody's eyes but the user's."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "tables.db"
        file.touch(mode=0o600)
    except OSError as error:
        raise StoreError(f"cannot write in {folder}: {error.strerror or error}") from None
    return f"sqlite:///{file}"


class Store:
    """The database of a server."""

    def __init__(self, address: str, *, durable: bool = True) -> None:
        """Open a database; one that need not outlive a power cut, as in a test, is quicker if it is not ``durable``."""
        try:
            self.engine = tuned(create_engine(address), durable)
            migrate(self.engine)
        except (SQLAlchemyError, ArgumentError, ImportError) as error:
            raise StoreError(f"the database cannot be used: {first_line(error)}") from None
        self.waiting: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self.commits = 0
        self.writer = threading.Thread(target=self.write_on, name="triangulum-writer", daemon=True)
        self.writer.start()

    # Writing.

    def write_on(self) -> None:
        """Write what comes until there is nothing more to come."""
        with self.engine.connect() as connection:
            stop = False
            while not stop:
                first = self.waiting.get()
                gathered = [first] if first is not None else []
                stop = first is None
                while not stop and len(gathered) < GATHERED and not self.waiting.empty():
                    more = self.waiting.get()
                    stop = more is None
                    if more is not None:
                        gathered.append(more)
                if gathered:
                    self.commit(connection, gathered)

    def commit(self, connection: Connection, gathered: Sequence[Work]) -> None:
        """Write all in one commit; if one of them fails, each in its own."""
        results: list[tuple[Any, BaseException | None]] = []
        try:
            with connection.begin():
                rows = [work.write for work in gathered if isinstance(work.write, dict)]
                if rows:
                    connection.execute(INSERT_ROW, rows)
                results = [
                    (None if isinstance(work.write, dict) else work.write(connection), None) for work in gathered
                ]
            self.commits += 1
        except Exception as error:
            results = [(None, error)] if len(gathered) == 1 else [self.alone(connection, work) for work in gathered]
        # One wake-up of the event loop for all of them.
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Work, Any, BaseException | None]]] = {}
        for work, (result, problem) in zip(gathered, results, strict=True):
            by_loop.setdefault(work.loop, []).append((work, result, problem))
        for loop, settled in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(tell_all, settled)

    def alone(self, connection: Connection, work: Work) -> tuple[Any, BaseException | None]:
        """Write one piece of work by itself."""
        try:
            with connection.begin():
                if isinstance(work.write, dict):
                    connection.execute(INSERT_ROW, work.write)
                    result = None
                else:
                    result = work.write(connection)
            self.commits += 1
            return result, None
        except Exception as error:
            return None, error

    async def written(self, write: Callable[[Connection], T]) -> T:
        """Return what some writing gives, once it is on disk."""
        result: T = await self.waited(write)
        return result

    def waited(self, write: Callable[[Connection], Any] | dict[str, Any]) -> asyncio.Future[Any]:
        """Hand something to the writer, and return what it becomes."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self.waiting.put(Work(write, loop, done))
        return done

    async def open_table(self, table: KeptTable) -> None:
        """Keep a new table."""
        values = {
            "id": table.id,
            "opened": table.opened,
            "game": table.opening.setup.game,
            "listed": table.opening.house.listed,
            "over": False,
            "opening": encode(table.opening).decode(),
            "seed": table.seed,
            "host": table.opening.host,
        }
        seated = people_in(table.opening.chairs)

        def write(connection: Connection) -> None:
            connection.execute(INSERT_TABLE, values)
            note_sitting(connection, table.id, seated)

        await self.written(write)

    async def append(self, table: str, row: Row, over: bool, result: dict[str, Any] | None = None) -> bool:
        """Keep a row, and if it ends a rated game the result; False if another one of its number is there already."""
        values = {
            "table_id": table,
            "number": row.number,
            "at": row.at,
            "person": row.person,
            "command": row.command,
            "deeds": encode(row.deeds).decode(),
        }

        seated = people_in(deed.chair for deed in row.deeds if isinstance(deed, Seated))

        def write(connection: Connection) -> None:
            connection.execute(INSERT_ROW, values)
            note_sitting(connection, table, seated)
            if over:
                connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(over=True))
            if result is not None:
                connection.execute(insert(schema.results), result)

        try:
            await self.waited(write if over or seated else values)
        except IntegrityError:
            return False
        return True

    async def mute(self, table: str, person: str, muted: str, on: bool) -> None:
        """Remember whom somebody does not want to hear."""

        def write(connection: Connection) -> None:
            mine = (schema.mutes.c.table_id == table) & (schema.mutes.c.person == person)
            connection.execute(delete(schema.mutes).where(mine & (schema.mutes.c.muted == muted)))
            if on:
                connection.execute(insert(schema.mutes), {"table_id": table, "person": person, "muted": muted})

        await self.written(write)

    # Reading.

    async def read(self, ask: Callable[[Connection], T]) -> T:
        """Return what the database answers."""

        def answer() -> T:
            with self.engine.connect() as connection:
                return ask(connection)

        return await asyncio.to_thread(answer)

    async def table(self, id: str) -> tuple[KeptTable, list[Row]] | None:
        """Return a table with all its rows; None if there is none."""

        def ask(connection: Connection) -> tuple[KeptTable, list[Row]] | None:
            found = connection.execute(select(schema.tables).where(schema.tables.c.id == id)).first()
            if found is None:
                return None
            log = select(schema.rows).where(schema.rows.c.table_id == id).order_by(schema.rows.c.number)
            return kept_table(found), [kept_row(row) for row in connection.execute(log)]

        return await self.read(ask)

    async def unfinished(self, listed: bool, most: int) -> list[KeptTable]:
        """Return tables whose game is not over, newest first; only those in the lobby if ``listed``."""
        chosen = select(schema.tables).where(schema.tables.c.over.is_(False))
        if listed:
            chosen = chosen.where(schema.tables.c.listed.is_(True))
        newest = chosen.order_by(schema.tables.c.opened.desc()).limit(most)
        return await self.read(lambda connection: [kept_table(found) for found in connection.execute(newest)])

    async def open_tables(self, host: str) -> int:
        """Return how many tables that are not over somebody has opened."""
        tables = schema.tables.c
        chosen = select(func.count()).where(tables.host == host, tables.over.is_(False))
        return await self.read(lambda connection: connection.execute(chosen).scalar_one())

    async def muted(self, table: str, person: str) -> frozenset[str]:
        """Return whom somebody does not want to hear."""
        chosen = select(schema.mutes.c.muted).where(schema.mutes.c.table_id == table, schema.mutes.c.person == person)
        return await self.read(lambda connection: frozenset(connection.execute(chosen).scalars()))

    def secret(self) -> bytes:
        """Return the server's secret, drawn when it is first asked for."""
        chosen = select(schema.settings.c.value).where(schema.settings.c.name == SECRET)
        with self.engine.begin() as connection:
            found = connection.execute(chosen).scalar()
            if found is None:
                found = secrets.token_bytes(32)
                connection.execute(insert(schema.settings), {"name": SECRET, "value": found})
        return bytes(found)

    def close(self) -> None:
        """Write what is waiting, and let go of the database."""
        self.waiting.put(None)
        self.writer.join()
        self.engine.dispose()


INSERT_TABLE = insert(schema.tables)
INSERT_ROW = insert(schema.rows)


def people_in(chairs: Iterable[Chair]) -> set[str]:
    """Return who sits in chairs."""
    return {person for chair in chairs for person in chair.people}


def note_sitting(connection: Connection, table: str, people: set[str]) -> None:
    """Remember that people have had a seat at a table."""
    there = schema.sitting.c
    known = connection.execute(select(there.person).where(there.table_id == table, there.person.in_(people))).scalars()
    new = people - set(known)
    if new:
        connection.execute(insert(schema.sitting), [{"person": person, "table_id": table} for person in sorted(new)])


def tell_all(settled: Sequence[tuple[Work, Any, BaseException | None]]) -> None:
    """Tell those who wait what has become of their work."""
    for work, result, problem in settled:
        if work.done.cancelled():
            continue
        if problem is None:
            work.done.set_result(result)
        else:
            work.done.set_exception(problem)


def kept_table(found: Any) -> KeptTable:
    """Return a table from its line in the database."""
    return KeptTable(found.id, found.opened, decode_opening(found.opening), bytes(found.seed))


def kept_row(found: Any) -> Row:
    """Return a row from its line in the database."""
    return Row(found.number, found.at, found.person, found.command, decode_deeds(found.deeds))


def tuned(engine: Engine, durable: bool) -> Engine:
    """Return an engine whose SQLite, if it is one, loses nothing it has acknowledged and lets readers read."""
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def settle(connection: Any, _record: Any) -> None:
            synchronous = f"synchronous={'FULL' if durable else 'OFF'}"
            for pragma in ("journal_mode=WAL", synchronous, "busy_timeout=10000"):
                connection.execute(f"PRAGMA {pragma}")

    return engine


def migrate(engine: Engine) -> None:
    """Bring the database to its present form."""
    with engine.begin() as connection:
        known = revision_of(connection)
        if known == schema.HEAD:
            return
        # Only now, because importing Alembic takes longer than everything else here.
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        config = Config()
        config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError:
            raise StoreError(
                f"the database is of form {known!r}, which this version does not know: a newer one has written it"
            ) from None


def revision_of(connection: Connection) -> str | None:
    """Return which form the database has; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def first_line(error: BaseException) -> str:
    """Return what an error says, on one line."""
    return (str(error).splitlines() or [type(error).__name__])[0]
