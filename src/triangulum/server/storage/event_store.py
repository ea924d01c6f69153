"""The event store: tables and their logs, from which everything in memory can be rebuilt."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from triangulum.server.storage import schema
from triangulum.server.storage.database import Database, resolve_future
from triangulum.server.storage.dialects import TABLES_CHANNEL, send_notification
from triangulum.server.storage.job_queue import JobQueue
from triangulum.server.storage.log_rows import StaleWriteError, format_log_row
from triangulum.server.storage.writer import Changes, WriteCallback
from triangulum.table.events import LogEntry, Seated, SeatHolder, TableSpec, decode_events, decode_spec, encode

REWRITTEN = -1
"""Sent to other processes in place of an entry's number: the table's log was rewritten and has to be read again."""


class StoredTable(NamedTuple):
    """A table as it is stored, without its log."""

    id: str
    opened_at: float
    spec: TableSpec
    seed: bytes


class StoredTableWithLog(NamedTuple):
    """A table as it is stored, and its log."""

    table: StoredTable
    log: list[LogEntry]


class EventStore(Database):
    """A database of tables and their logs."""

    def __init__(self, address: str, *, durable: bool = True) -> None:
        super().__init__(address, durable=durable)
        self.jobs = JobQueue(self)

    # Writing.

    def append_entry(self, table_id: str, entry: LogEntry, changes: Changes | None, on_written: WriteCallback) -> None:
        """Append an entry to a table's log without waiting, together with other changes or not at all.

        ``changes`` runs in the writer thread, in the transaction that inserts the entry. People whom the entry seats
        are recorded by themselves. ``on_written`` runs on the event loop when all is on disk, with None; or with the
        exception, which is StaleWriteError if the log has an entry of that number or the table was deleted.
        """
        seated = list_people(event.holder for event in entry.events if isinstance(event, Seated))
        if seated:
            changes = with_participants(table_id, seated, changes)
        self.writer.submit(format_log_row(table_id, entry), changes, on_written)

    async def append_unless_stale(self, table_id: str, entry: LogEntry, changes: Changes | None = None) -> bool:
        """Append an entry as ``append_entry`` does and wait; return False if the entry is stale."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.append_entry(table_id, entry, changes, lambda problem: resolve_future(done, problem))
        try:
            await done
        except StaleWriteError:
            return False
        return True

    async def insert_table(self, table: StoredTable) -> None:
        """Store a new table."""
        await self.run_transaction(lambda connection: insert_table(connection, table))

    async def set_muted(self, table_id: str, person_id: str, alias: str, muted: bool) -> bool:
        """Mute or unmute somebody for a person at a table; return False if there is no such table."""

        def write(connection: Connection) -> bool:
            mutes = schema.mutes.c
            same = (mutes.table_id == table_id) & (mutes.person_id == person_id) & (mutes.muted_alias == alias)
            connection.execute(delete(schema.mutes).where(same))
            # The lock keeps others from deleting the table before we commit; SQLite has only one writer anyway.
            table = select(schema.tables.c.id).where(schema.tables.c.id == table_id)
            if connection.execute(table.with_for_update(read=True, key_share=True)).first() is None:
                return False
            if muted:
                values = {"table_id": table_id, "person_id": person_id, "muted_alias": alias}
                connection.execute(insert(schema.mutes), values)
            return True

        return await self.run_transaction(write)

    async def notify_tables_rewritten(self, table_ids: Sequence[str]) -> None:
        """Notify other processes that the logs of tables were rewritten, or that tables were deleted."""
        if self.is_shared and table_ids:
            words = [f"{table_id}:{REWRITTEN}" for table_id in table_ids]
            await self.run_transaction(
                lambda connection: send_notification(connection, TABLES_CHANNEL, self.process_id, words)
            )

    # Reading.

    async def load_table(self, table_id: str) -> StoredTableWithLog | None:
        """Return a table with its whole log; None if there is no such table."""

        def query(connection: Connection) -> StoredTableWithLog | None:
            row = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).first()
            if row is None:
                return None
            return StoredTableWithLog(stored_table_from_row(row), load_log(connection, table_id))

        return await self.run_query(query)

    async def load_entries_after(self, table_id: str, number: int) -> list[LogEntry] | None:
        """Return a table's log entries after a number; None if there is no such table."""
        tables, log = schema.tables, schema.log
        later = tables.outerjoin(log, (log.c.table_id == tables.c.id) & (log.c.number > number))
        statement = select(log).select_from(later).where(tables.c.id == table_id).order_by(log.c.number)

        def query(connection: Connection) -> list[LogEntry] | None:
            # A table without such entries gives one row of NULLs.
            rows = connection.execute(statement).all()
            return [log_entry_from_row(row) for row in rows if row.number is not None] if rows else None

        return await self.run_query(query)

    async def load_last_numbers(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Return the number of the last log entry by table, for those that have one."""
        log = schema.log.c
        statement = select(log.table_id, func.max(log.number)).where(log.table_id.in_(table_ids)).group_by(log.table_id)
        return await self.run_query(lambda connection: {row[0]: row[1] for row in connection.execute(statement)})

    async def load_unfinished_tables(self, *, only_listed: bool, limit: int) -> list[StoredTable]:
        """Return tables whose game isn't over, the newest first."""
        tables = schema.tables.c
        statement = select(schema.tables).where(tables.over.is_(False))
        if only_listed:
            statement = statement.where(tables.listed.is_(True))
        newest = statement.order_by(tables.opened_at.desc()).limit(limit)
        return await self.run_query(
            lambda connection: [stored_table_from_row(row) for row in connection.execute(newest)]
        )

    async def count_open_tables(self, host_id: str) -> int:
        """Return how many tables that a person opened aren't over."""
        tables = schema.tables.c
        statement = select(func.count()).where(tables.host_id == host_id, tables.over.is_(False))
        return await self.run_query(lambda connection: connection.execute(statement).scalar_one())

    async def load_muted_aliases(self, table_id: str, person_id: str) -> frozenset[str]:
        """Return the aliases of those whom a person has muted at a table."""
        mutes = schema.mutes.c
        statement = select(mutes.muted_alias).where(mutes.table_id == table_id, mutes.person_id == person_id)
        return await self.run_query(lambda connection: frozenset(connection.execute(statement).scalars()))


# Changes within a transaction.


def insert_table(connection: Connection, table: StoredTable) -> None:
    """Insert a new table, and the people who sit at it."""
    spec = table.spec
    values = {
        "id": table.id,
        "opened_at": table.opened_at,
        "game": spec.setup.game,
        "listed": spec.settings.listed,
        "over": False,
        "spec": encode(spec).decode(),
        "seed": table.seed,
        "host_id": spec.host,
    }
    connection.execute(insert(schema.tables), values)
    insert_missing_participants(connection, table.id, list_people(spec.holders))


def mark_over(connection: Connection, table_id: str) -> None:
    """Record that a table's game is over."""
    connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(over=True))


def insert_missing_participants(connection: Connection, table_id: str, person_ids: set[str]) -> None:
    """Record that people have had a seat at a table, unless that is known."""
    participants = schema.participants.c
    known = select(participants.person_id).where(
        participants.table_id == table_id, participants.person_id.in_(person_ids)
    )
    new = person_ids - set(connection.execute(known).scalars())
    if new:
        values = [{"person_id": person_id, "table_id": table_id} for person_id in sorted(new)]
        connection.execute(insert(schema.participants), values)


def with_participants(table_id: str, person_ids: set[str], changes: Changes | None) -> Changes:
    """Return changes that record participants, too."""

    def combined(connection: Connection) -> None:
        insert_missing_participants(connection, table_id, person_ids)
        if changes is not None:
            changes(connection)

    return combined


def list_people(holders: Iterable[SeatHolder]) -> set[str]:
    """Return the ids of everybody who holds one of the seats."""
    return {person_id for holder in holders for person_id in holder.people}


# Rows of the database.


def load_log(connection: Connection, table_id: str) -> list[LogEntry]:
    """Return the whole log of a table."""
    statement = select(schema.log).where(schema.log.c.table_id == table_id).order_by(schema.log.c.number)
    return [log_entry_from_row(row) for row in connection.execute(statement)]


def stored_table_from_row(row: Any) -> StoredTable:
    """Return the table that a row of ``tables`` holds."""
    return StoredTable(row.id, row.opened_at, decode_spec(row.spec), bytes(row.seed))


def log_entry_from_row(row: Any) -> LogEntry:
    """Return the log entry that a row of ``log`` holds."""
    return LogEntry(row.number, row.at, row.person_id, row.command_id, decode_events(row.events))
