"""Where tables are kept: one writer thread that gathers what is waiting, of all tables, into one commit.

SQLAlchemy Core throughout, on SQLite or PostgreSQL. What is peculiar to one of them is in ``dialects.py``. Rows, of
which there are many, go to the driver as one statement, and whoever was too late with one learns it because it does not
count.
"""

from __future__ import annotations

import asyncio
import queue
import secrets
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, delete, func, insert, inspect, select, text, update
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError

from triangulum.errors import TriangulumError, quote_value
from triangulum.server.storage import schema
from triangulum.server.storage.dialects import (
    PEOPLE,
    TABLES,
    engine_for,
    is_shared,
    lock_for_migration,
    tell_others,
    write_alone,
)
from triangulum.server.storage.dialects import StoreError as StoreError
from triangulum.table.events import LogEntry, Seated, SeatHolder, TableSpec, decode_events, decode_spec, encode

REWRITTEN = -1
"""Instead of how far a table has come: it is to be read anew from its beginning."""
GATHERED = 256
"""The most pieces of work that go into one commit."""
GATHERING_SECONDS = 0.003
"""How long more may come before a writer that is busy is called. A commit costs as much as a few moves; where little is
going on, nobody waits."""
SECRET = "secret"

T = TypeVar("T")


class StaleWriteError(TriangulumError):
    """Another row of that number is there already, or the table is there no longer."""


class StoredTable(NamedTuple):
    """A table as it is kept, without its rows."""

    id: str
    opened: float
    spec: TableSpec
    seed: bytes


class Job(NamedTuple):
    """What a table waits for: at once or at some time, and taken on by this process until then or by nobody."""

    kind: str
    at: float
    leased: float = 0.0


class JobDone(NamedTuple):
    """That a table waits for something no longer."""

    kind: str


LogRow = tuple[str, int, float, str, str, str]
"""A row as the database has it: table, number, time, person, command and deeds."""


WriteCallback = Callable[[Any, BaseException | None], None]
"""Is told what some writing gave, once it is on disk, or what was in its way."""


class PendingWrite(NamedTuple):
    """Something to be written, and who waits for it."""

    line: LogRow | None
    also: Callable[[Connection], Any] | None
    """What is written in the same transaction, or, without a row, by itself."""
    loop: asyncio.AbstractEventLoop
    told: WriteCallback


def sqlite_address(folder: Path) -> str:
    """Return the address of the database in a folder, which is made for nobody's eyes but the user's."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "tables.db"
        file.touch(mode=0o600)
    except OSError as error:
        raise StoreError(f"cannot write in {folder}: {error.strerror or error}") from None
    return f"sqlite:///{file}"


class EventStore:
    """The database of a server."""

    def __init__(self, address: str, *, durable: bool = True) -> None:
        """Open a database; one that need not outlive a power cut, as in a test, is quicker if it is not ``durable``."""
        try:
            self.engine = engine_for(address, durable)
            migrate(self.engine)
        except ArgumentError:
            named = "a database is named by a URL, such as sqlite:///tables.db or postgresql://user@host/name"
            raise StoreError(f"{named}, not {quote_value(address)}") from None
        except (SQLAlchemyError, ImportError) as error:
            raise StoreError(f"the database cannot be used: {first_line(error)}") from None
        self.name = secrets.token_urlsafe(9)
        """What this process is called where several share a database."""
        self.shared = is_shared(self.engine)
        """Whether other processes may write too and tell us so; see ``hearing.py``."""
        self.waiting: deque[PendingWrite] = deque()
        self.calls: queue.SimpleQueue[bool] = queue.SimpleQueue()
        """For the writer: whether it is to go on afterwards."""
        self.calling: asyncio.AbstractEventLoop | None = None
        """The loop that is about to call the writer."""
        self.busy = False
        self.commits = 0
        self.writer = threading.Thread(target=self.write_on, name="triangulum-writer", daemon=True)
        self.writer.start()

    # Writing.

    def write_on(self) -> None:
        """Write what is waiting whenever there is a call, until the last one."""
        with self.engine.connect() as connection:
            go_on = True
            while go_on:
                go_on = self.calls.get()
                gathered = self.gathered()
                self.busy = len(gathered) > 1
                while gathered:
                    self.commit(connection, gathered)
                    gathered = self.gathered() if len(gathered) == GATHERED or not go_on else []

    def gathered(self) -> list[PendingWrite]:
        """Take from what is waiting as much as goes into one commit."""
        return [self.waiting.popleft() for _ in range(min(GATHERED, len(self.waiting)))]

    def put(self, work: PendingWrite) -> None:
        """Let something be written soon.

        The writer is called by the event loop, once for all that comes together: a thread that waits for the next one
        keeps interrupting the loop.
        """
        self.waiting.append(work)
        if self.calling is work.loop:
            return
        self.calling = work.loop
        if self.busy:
            work.loop.call_later(GATHERING_SECONDS, self.call)
        else:
            work.loop.call_soon(self.call)

    def call(self) -> None:
        """Let the writer write what is waiting."""
        self.calling = None
        self.calls.put(True)

    def commit(self, connection: Connection, gathered: Sequence[PendingWrite]) -> None:
        """Write all in one commit; if one of them fails or is late, each in its own."""
        results: list[tuple[Any, BaseException | None]] = []
        try:
            results = [(result, None) for result in self.together(connection, gathered)]
        except Exception as error:
            # A connection that was lost is made anew. If the commit had come through all the same, rows are late now,
            # and whoever reads on finds that they are its own.
            again = len(gathered) > 1 or (isinstance(error, DBAPIError) and error.connection_invalidated)
            results = [self.alone(connection, work) for work in gathered] if again else [(None, error)]
        # One wake-up of the event loop for all of them.
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[PendingWrite, Any, BaseException | None]]] = {}
        for work, (result, problem) in zip(gathered, results, strict=True):
            by_loop.setdefault(work.loop, []).append((work, result, problem))
        for loop, settled in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(tell_all, settled)

    def together(self, connection: Connection, gathered: Sequence[PendingWrite]) -> list[Any]:
        """Write all in one commit, or raise what keeps one of them from being written."""
        lines = [work.line for work in gathered if work.line is not None]
        if not self.shared and not any(work.also for work in gathered):
            if not write_alone(connection, insert_text(len(lines), "?"), values_of(lines)):
                raise StaleWriteError(TOO_LATE)
            self.commits += 1
            return [None] * len(gathered)
        # In one order, so that two processes never wait for each other.
        lines.sort()
        with connection.begin():
            if lines and insert_lines(connection, lines) != len(lines):
                raise StaleWriteError(TOO_LATE)
            results = [None if work.also is None else work.also(connection) for work in gathered]
            if lines and self.shared:
                tell_others(connection, TABLES, self.name, [f"{line[0]}:{line[1]}" for line in lines])
        self.commits += 1
        return results

    def alone(self, connection: Connection, work: PendingWrite) -> tuple[Any, BaseException | None]:
        """Write one piece of work by itself."""
        try:
            return self.together(connection, [work])[0], None
        except Exception as error:
            return None, error

    async def written(self, write: Callable[[Connection], T]) -> T:
        """Return what some writing gives, once it is on disk."""
        result: T = await self.waited(None, write)
        return result

    def waited(self, line: LogRow | None, also: Callable[[Connection], Any] | None) -> asyncio.Future[Any]:
        """Hand something to the writer, and return what it becomes."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self.put(PendingWrite(line, also, loop, telling(done)))
        return done

    async def open_table(self, table: StoredTable) -> None:
        """Keep a new table."""
        await self.written(lambda connection: insert_table(connection, table))

    async def append(
        self,
        table: str,
        row: LogEntry,
        over: bool,
        due: Sequence[Job | JobDone] = (),
        opened: StoredTable | None = None,
        result: dict[str, Any] | None = None,
    ) -> bool:
        """Keep a row; False if another one of its number is there already, or the table is there no longer.

        What the table waits for from now on, a table that was opened with the row, and the result of a rated game that
        it ends are kept with it or not at all.
        """
        seated = people_in([deed.holder for deed in row.events if isinstance(deed, Seated)])

        def also(connection: Connection) -> None:
            note_sitting(connection, table, seated)
            if over:
                connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(over=True))
            if opened is not None:
                insert_table(connection, opened)
            for change in due:
                self.set_due(connection, table, change)
            if result is not None:
                connection.execute(insert(schema.results), result)

        try:
            await self.waited(line_of(table, row), also if over or due or opened or seated else None)
        except StaleWriteError:
            return False
        return True

    def keep_move(self, table: str, row: LogEntry, due: Sequence[Job | JobDone], told: WriteCallback) -> None:
        """Keep a row with which nobody sits down and no game ends, and what the table waits for from now on."""

        def also(connection: Connection) -> None:
            for change in due:
                self.set_due(connection, table, change)

        self.put(PendingWrite(line_of(table, row), also if due else None, asyncio.get_running_loop(), told))

    async def mute(self, table: str, person: str, muted: str, on: bool) -> bool:
        """Remember whom somebody does not want to hear; return whether the table is there still."""

        def write(connection: Connection) -> bool:
            mine = (schema.mutes.c.table_id == table) & (schema.mutes.c.person == person)
            connection.execute(delete(schema.mutes).where(mine & (schema.mutes.c.muted == muted)))
            # While it is looked at so, nobody takes the table away; and who writes to SQLite is alone by now.
            there = select(schema.tables.c.id).where(schema.tables.c.id == table)
            if connection.execute(there.with_for_update(read=True, key_share=True)).first() is None:
                return False
            if on:
                connection.execute(insert(schema.mutes), {"table_id": table, "person": person, "muted": muted})
            return True

        return await self.written(write)

    # What is due.

    def set_due(self, connection: Connection, table: str, change: Job | JobDone) -> None:
        """Keep what a table waits for; what is leased is leased to us."""
        if isinstance(change, JobDone):
            connection.execute(SETTLE, {"kind": change.kind, "table_id": table})
            return
        holder = self.name if change.leased else ""
        values = {"kind": change.kind, "table_id": table, "at": change.at, "leased": change.leased, "holder": holder}
        connection.execute(SET_DUE, values)

    async def claim(self, now: float, until: float, most: int) -> list[tuple[str, str]]:
        """Take on what is due and nobody has taken on, until some time; return kinds and tables."""
        values = {"now": now, "until": until, "holder": self.name, "most": most}
        take = CLAIM_SKIPPING if self.shared else CLAIM

        def write(connection: Connection) -> list[tuple[str, str]]:
            return [(kind, table) for kind, table in connection.execute(take, values)]

        # Mostly there is nothing, and looking is cheaper than a commit.
        if not await self.read(lambda connection: connection.execute(LOOK, {"now": now}).first()):
            return []
        return await self.written(write)

    async def renew(self, held: Sequence[tuple[str, str]], until: float) -> None:
        """Keep what we have taken on for longer."""
        values = [{"kind": kind, "table_id": table, "holder": self.name, "until": until} for kind, table in held]
        await self.written(lambda connection: connection.execute(RENEW, values) and None)

    async def let_go(self, held: Sequence[tuple[str, str]], settled: bool = False) -> None:
        """Leave what we have taken on to whoever comes next, or, where it is settled, to nobody."""
        values = [{"kind": kind, "table_id": table, "holder": self.name, "until": 0.0} for kind, table in held]
        await self.written(lambda connection: connection.execute(SETTLE_OURS if settled else RENEW, values) and None)

    # Reading.

    async def read(self, ask: Callable[[Connection], T]) -> T:
        """Return what the database answers."""

        def answer() -> T:
            with self.engine.connect() as connection:
                return ask(connection)

        return await asyncio.to_thread(answer)

    async def table(self, id: str) -> tuple[StoredTable, list[LogEntry]] | None:
        """Return a table with all its rows; None if there is none."""

        def ask(connection: Connection) -> tuple[StoredTable, list[LogEntry]] | None:
            found = connection.execute(select(schema.tables).where(schema.tables.c.id == id)).first()
            if found is None:
                return None
            log = select(schema.rows).where(schema.rows.c.table_id == id).order_by(schema.rows.c.number)
            return kept_table(found), [kept_row(row) for row in connection.execute(log)]

        return await self.read(ask)

    async def rows_after(self, table: str, number: int) -> list[LogEntry] | None:
        """Return the rows of a table after a number; None if there is no such table any more."""
        tables, rows = schema.tables, schema.rows
        later = tables.outerjoin(rows, (rows.c.table_id == tables.c.id) & (rows.c.number > number))
        log = select(rows).select_from(later).where(tables.c.id == table).order_by(rows.c.number)

        def ask(connection: Connection) -> list[LogEntry] | None:
            # A table without such rows is one line in which there is nothing.
            found = connection.execute(log).all()
            return [kept_row(row) for row in found if row.number is not None] if found else None

        return await self.read(ask)

    async def numbers(self, tables: Sequence[str]) -> dict[str, int]:
        """Return how far some tables have come."""
        last = select(schema.rows.c.table_id, func.max(schema.rows.c.number)).group_by(schema.rows.c.table_id)
        chosen = last.where(schema.rows.c.table_id.in_(tables))
        return await self.read(lambda connection: {row[0]: row[1] for row in connection.execute(chosen)})

    async def unfinished(self, listed: bool, most: int) -> list[StoredTable]:
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
        with self.engine.begin() as connection:
            connection.execute(DRAW_SECRET, {"name": SECRET, "value": secrets.token_bytes(32)})
            found = connection.execute(select(schema.settings.c.value).where(schema.settings.c.name == SECRET)).scalar()
        assert found is not None
        return bytes(found)

    async def tell_rewritten(self, tables: Sequence[str]) -> None:
        """Tell other processes that what is kept of tables has changed, or that they are gone."""
        if self.shared and tables:
            words = [f"{table}:{REWRITTEN}" for table in tables]
            await self.written(lambda connection: tell_others(connection, TABLES, self.name, words))

    def tell_of_people(self, connection: Connection, people: Iterable[str]) -> None:
        """Tell other processes, once this is committed, that people are to be looked up again."""
        if self.shared:
            tell_others(connection, PEOPLE, self.name, sorted(people))

    def close(self) -> None:
        """Write what is waiting, and let go of the database."""
        self.calls.put(False)
        self.writer.join()
        self.engine.dispose()


INSERT_TABLE = insert(schema.tables)
SET_DUE = text(
    "INSERT INTO due (kind, table_id, at, leased, holder) VALUES (:kind, :table_id, :at, :leased, :holder) "
    "ON CONFLICT (kind, table_id) DO UPDATE SET at = excluded.at, leased = excluded.leased, holder = excluded.holder"
)
DRAW_SECRET = text("INSERT INTO settings (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING")
SETTLE = text("DELETE FROM due WHERE kind = :kind AND table_id = :table_id")
SETTLE_OURS = text("DELETE FROM due WHERE kind = :kind AND table_id = :table_id AND holder = :holder")
RENEW = text("UPDATE due SET leased = :until WHERE kind = :kind AND table_id = :table_id AND holder = :holder")
LOOK = text("SELECT 1 FROM due WHERE at <= :now AND leased <= :now LIMIT 1")
CLAIM_TEXT = (
    "UPDATE due SET leased = :until, holder = :holder WHERE leased <= :now AND (kind, table_id) IN "
    "(SELECT kind, table_id FROM due WHERE at <= :now AND leased <= :now ORDER BY at LIMIT :most{skip}) "
    "RETURNING kind, table_id"
)
CLAIM = text(CLAIM_TEXT.format(skip=""))
CLAIM_SKIPPING = text(CLAIM_TEXT.format(skip=" FOR UPDATE SKIP LOCKED"))
COLUMNS = tuple(column.name for column in schema.rows.columns)


TOO_LATE = "a row of that number is there already, or the table is there no longer"


@lru_cache(maxsize=2 * GATHERED)
def insert_text(count: int, mark: str) -> str:
    """Return the statement that writes some rows.

    The id of a table is looked up, so that for a table that was taken away in the meantime there is none, and the
    database refuses all of them. A foreign key would do the same, and would have PostgreSQL write to the table's own
    line with every row.
    """
    values = f"((SELECT id FROM tables WHERE id = {mark}), {', '.join([mark] * (len(COLUMNS) - 1))})"
    return f"INSERT INTO log ({', '.join(COLUMNS)}) VALUES {', '.join([values] * count)}"


def values_of(lines: Sequence[LogRow]) -> tuple[Any, ...]:
    """Return what goes into that statement."""
    return tuple([value for line in lines for value in line])


def insert_lines(connection: Connection, lines: Sequence[LogRow]) -> int:
    """Write rows in one statement, which lets go of the interpreter once; return how many were not late.

    If one of them has no table, nothing is written.
    """
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    unless_late = f"{insert_text(len(lines), mark)} ON CONFLICT DO NOTHING"
    try:
        return connection.exec_driver_sql(unless_late, values_of(lines)).rowcount
    except IntegrityError:
        return 0


def table_values(table: StoredTable) -> dict[str, Any]:
    """Return a table's line in the database."""
    return {
        "id": table.id,
        "opened": table.opened,
        "game": table.spec.setup.game,
        "listed": table.spec.settings.listed,
        "over": False,
        "opening": encode(table.spec).decode(),
        "seed": table.seed,
        "host": table.spec.host,
    }


def insert_table(connection: Connection, table: StoredTable) -> None:
    """Write a new table, and who sits at it."""
    connection.execute(INSERT_TABLE, table_values(table))
    note_sitting(connection, table.id, people_in(table.spec.holders))


def line_of(table: str, row: LogEntry) -> LogRow:
    """Return a row's line in the database."""
    return table, row.number, row.at, row.person, row.command, encode(row.events).decode()


def people_in(holders: Iterable[SeatHolder]) -> set[str]:
    """Return who sits in chairs."""
    return {person for holder in holders for person in holder.people}


def note_sitting(connection: Connection, table: str, people: set[str]) -> None:
    """Remember that people have had a seat at a table."""
    there = schema.sitting.c
    known = connection.execute(select(there.person).where(there.table_id == table, there.person.in_(people))).scalars()
    new = people - set(known)
    if new:
        connection.execute(insert(schema.sitting), [{"person": person, "table_id": table} for person in sorted(new)])


def tell_all(settled: Sequence[tuple[PendingWrite, Any, BaseException | None]]) -> None:
    """Tell those who wait what has become of their work."""
    for work, result, problem in settled:
        work.told(result, problem)


def telling(done: asyncio.Future[Any]) -> WriteCallback:
    """Return what tells somebody who waits for a future."""

    def told(result: Any, problem: BaseException | None) -> None:
        if done.cancelled():
            return
        if problem is None:
            done.set_result(result)
        else:
            done.set_exception(problem)

    return told


def kept_table(found: Any) -> StoredTable:
    """Return a table from its line in the database."""
    return StoredTable(found.id, found.opened, decode_spec(found.spec), bytes(found.seed))


def kept_row(found: Any) -> LogEntry:
    """Return a row from its line in the database."""
    return LogEntry(found.number, found.at, found.person, found.command, decode_events(found.deeds))


def migrate(engine: Engine) -> None:
    """Bring the database to its present form."""
    with engine.begin() as connection:
        lock_for_migration(connection)
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
