"""The writer thread: it groups what waits to be written, at all tables, into few commits.

A commit costs as much as several moves, most of it waiting for the disk. All log entries of a commit go to the driver
as one statement.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from triangulum.server.ops.logs import error_location, log
from triangulum.server.storage.dialects import TABLES_CHANNEL, is_shared, send_notification
from triangulum.server.storage.log_rows import LogRow, commit_log_rows, insert_log_rows

BATCH_LIMIT = 256
"""The most writes in one commit."""
BATCH_SECONDS = 0.003
"""How long a busy writer waits for more writes to join a commit. A writer that isn't busy doesn't wait."""

WriteCallback: TypeAlias = Callable[[BaseException | None], None]
"""Called on the event loop when a write is on disk, with None, or when it failed, with the exception."""
Changes: TypeAlias = Callable[[Connection], None]
"""Changes the database within a transaction. It may run twice, if the first transaction is rolled back."""


class PendingWrite(NamedTuple):
    """A log entry, other changes or both, which wait to be written in one transaction."""

    row: LogRow | None
    changes: Changes | None
    loop: asyncio.AbstractEventLoop
    """Where the callback runs."""
    on_written: WriteCallback


class BatchWriter:
    """Writes to the database in a thread of its own."""

    def __init__(self, engine: Engine, process_id: str) -> None:
        """Start the thread; ``process_id`` is how this process signs its notifications to others."""
        self.num_commits = 0
        self._engine = engine
        self._process_id = process_id
        self._is_shared = is_shared(engine)
        self._pending: deque[PendingWrite] = deque()
        self._wake_ups: queue.SimpleQueue[bool] = queue.SimpleQueue()
        """True: write what is pending. False: write it and stop."""
        self._waking_loop: asyncio.AbstractEventLoop | None = None
        """The event loop that is about to wake the thread."""
        self._is_busy = False
        self._thread = threading.Thread(target=self._run, name="triangulum-writer", daemon=True)
        self._thread.start()

    @property
    def num_pending(self) -> int:
        """The number of writes that wait for the thread."""
        return len(self._pending)

    def submit(self, row: LogRow | None, changes: Changes | None, on_written: WriteCallback) -> None:
        """Queue a write and return at once; call this on an event loop.

        The event loop wakes the thread once for all writes that come together. A thread that waited on a queue of
        writes would interrupt the event loop again and again.
        """
        loop = asyncio.get_running_loop()
        self._pending.append(PendingWrite(row, changes, loop, on_written))
        if self._waking_loop is loop:
            return
        self._waking_loop = loop
        if self._is_busy:
            loop.call_later(BATCH_SECONDS, self._wake)
        else:
            loop.call_soon(self._wake)

    def close(self) -> None:
        """Write everything that is pending, and stop the thread."""
        self._wake_ups.put(False)
        self._thread.join()

    def _wake(self) -> None:
        """Let the thread write what is pending."""
        self._waking_loop = None
        self._wake_ups.put(True)

    def _run(self) -> None:
        """Write what is pending at each wake-up, until the last one."""
        with self._engine.connect() as connection:
            is_open = True
            while is_open:
                is_open = self._wake_ups.get()
                batch = self._take_batch()
                self._is_busy = len(batch) > 1
                while batch:
                    self.write_batch(connection, batch)
                    batch = self._take_batch() if len(batch) == BATCH_LIMIT or not is_open else []

    def _take_batch(self) -> list[PendingWrite]:
        """Take as many pending writes as go into one commit."""
        return [self._pending.popleft() for _ in range(min(BATCH_LIMIT, len(self._pending)))]

    def write_batch(self, connection: Connection, batch: Sequence[PendingWrite]) -> None:
        """Write a batch in one commit, or each write in its own if that fails; then run the callbacks."""
        try:
            self.commit_batch(connection, batch)
            problems: list[BaseException | None] = [None] * len(batch)
        except Exception as error:
            # SQLAlchemy replaces a lost connection. If the commit succeeded nevertheless, entries are stale now, and
            # whoever reads the log again finds that they are its own.
            retry = len(batch) > 1 or (isinstance(error, DBAPIError) and error.connection_invalidated)
            problems = [self._commit_alone(connection, write) for write in batch] if retry else [error]
        # One wake-up of the event loop for all callbacks.
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[WriteCallback, BaseException | None]]] = {}
        for write, problem in zip(batch, problems, strict=True):
            by_loop.setdefault(write.loop, []).append((write.on_written, problem))
        for loop, outcomes in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(run_callbacks, outcomes)

    def _commit_alone(self, connection: Connection, write: PendingWrite) -> BaseException | None:
        """Commit one write, and return the exception if that fails."""
        try:
            self.commit_batch(connection, [write])
        except Exception as error:
            return error
        return None

    def commit_batch(self, connection: Connection, batch: Sequence[PendingWrite]) -> None:
        """Commit a batch as one transaction, or raise what one of its writes raises."""
        rows = [write.row for write in batch if write.row is not None]
        if not self._is_shared and not any(write.changes for write in batch):
            commit_log_rows(connection, rows)
        else:
            # Sorted, so that two processes never wait for each other.
            self._commit_transaction(connection, sorted(rows), [write.changes for write in batch if write.changes])
        self.num_commits += 1

    def _commit_transaction(self, connection: Connection, rows: list[LogRow], changes: list[Changes]) -> None:
        """Commit log entries and other changes together, and notify other processes of the entries."""
        with connection.begin():
            if rows:
                insert_log_rows(connection, rows)
            for change in changes:
                change(connection)
            if rows and self._is_shared:
                positions = [f"{table_id}:{number}" for table_id, number, *_ in rows]
                send_notification(connection, TABLES_CHANNEL, self._process_id, positions)


def run_callbacks(outcomes: Sequence[tuple[WriteCallback, BaseException | None]]) -> None:
    """Call everybody who waits for a write with its problem, or None; one that fails does not keep others waiting."""
    for on_written, problem in outcomes:
        try:
            on_written(problem)
        except Exception as error:
            log.error("the callback of a write failed: %s", error_location(error))
