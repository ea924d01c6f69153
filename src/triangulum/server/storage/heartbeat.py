"""Heartbeats of server processes, and the outages that follow from missing ones.

Clocks don't run while no server is up. The rule: every process stores a heartbeat every ``BEAT_SECONDS`` and when it
stops. When a process starts, or notices that its last heartbeat is more than ``OVERDUE_SECONDS`` ago, and no other
process can be up, then the time from the last heartbeat of all processes until now is an outage. Another process can be
up if it hasn't said that it stopped, its last heartbeat is at most ``OVERDUE_SECONDS`` ago, and it isn't known to be
dead, as a process of this machine is that no longer runs. Outages are stored once and never change.

So a crash costs nobody time: the time between the last heartbeat and the crash isn't counted either. Only if a server
on another machine has crashed less than ``OVERDUE_SECONDS`` before can a clock have run for that long.
"""

from __future__ import annotations

import os
import platform
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from triangulum.server.storage import schema
from triangulum.server.storage.database import Database
from triangulum.server.storage.ids import random_id
from triangulum.table.clocks import Outage

BEAT_SECONDS = 5.0
OVERDUE_SECONDS = 3 * BEAT_SECONDS
HISTORY_SECONDS = 86_400.0
"""How long processes that are gone stay in the database."""


class ServerProcess(NamedTuple):
    """A server process, and its last heartbeat."""

    id: str
    host: str
    pid: int
    last_beat_at: float
    stopped: bool


class Heartbeat:
    """The heartbeat of this process, and the outages that clocks leave out."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.id = random_id()
        self.host = platform.node()[:200]
        self.last_beat_at: float | None = None
        """None until the heartbeat has started."""
        self.outages: list[Outage] = []
        """In order. Tables share this list, so that they learn of new outages."""

    async def start(self, now: float) -> None:
        """Record that this process is up, and an outage if none was."""
        try:
            outages = await self.database.run_transaction(lambda connection: self.register(connection, now))
        except IntegrityError:
            # Another process has started at the same moment and stored the same outage.
            outages = await self.database.run_transaction(lambda connection: self.register(connection, now))
        self.outages[:] = outages
        self.last_beat_at = now

    def register(self, connection: Connection, now: float) -> list[Outage]:
        """Insert this process, and an outage if no process was up; return all outages."""
        processes = load_processes(connection)
        last_beat_at = max((process.last_beat_at for process in processes), default=now)
        if last_beat_at < now and not self.is_other_process_up(processes, now):
            insert_outage_if_unknown(connection, last_beat_at, now)
        forgotten = schema.processes.c.last_beat_at < min(now, last_beat_at) - HISTORY_SECONDS
        connection.execute(delete(schema.processes).where(forgotten))
        values = {"id": self.id, "host": self.host, "pid": os.getpid(), "started_at": now, "last_beat_at": now}
        connection.execute(insert(schema.processes), {**values, "stopped": False})
        return load_outages(connection)

    def is_other_process_up(self, processes: list[ServerProcess], now: float) -> bool:
        """Return whether one of the processes can be up that isn't this one."""
        return any(
            process.id != self.id
            and (process.host, process.pid) != (self.host, os.getpid())
            and can_be_up(process, now, self.host)
            for process in processes
        )

    def is_overdue(self, now: float) -> bool:
        """Return whether the last heartbeat is so long ago that there may have been an outage."""
        return self.last_beat_at is not None and now - self.last_beat_at > OVERDUE_SECONDS

    async def beat_and_refresh_outages(self, now: float, *, stopped: bool = False) -> bool:
        """Store a heartbeat; return True if there was an outage, so that clocks have changed."""
        overdue = self.is_overdue(now)
        outages = await self.database.run_transaction(
            lambda connection: self.store_beat_and_outage(connection, now, overdue=overdue, stopped=stopped)
        )
        self.last_beat_at = max(now, self.last_beat_at or now)
        if outages is None or outages == self.outages:
            return False
        self.outages[:] = outages
        return True

    def store_beat_and_outage(
        self, connection: Connection, now: float, *, overdue: bool, stopped: bool
    ) -> list[Outage] | None:
        """Store a heartbeat; if it is overdue, also an outage if no process was up, and return all outages."""
        outages = None
        if overdue:
            processes = load_processes(connection)
            if not self.is_other_process_up(processes, now):
                insert_outage_if_unknown(connection, max(process.last_beat_at for process in processes), now)
            outages = load_outages(connection)
        same = schema.processes.c.id == self.id
        connection.execute(update(schema.processes).where(same).values(last_beat_at=now, stopped=stopped))
        return outages


def can_be_up(process: ServerProcess, now: float, this_host: str | None = None) -> bool:
    """Return whether a process can be up, for all that is known on this machine."""
    if process.stopped or now - process.last_beat_at > OVERDUE_SECONDS:
        return False
    return process.host != (this_host or platform.node()[:200]) or is_pid_running(process.pid)


def load_processes(connection: Connection) -> list[ServerProcess]:
    """Return all server processes in the database."""
    columns = schema.processes.c
    statement = select(columns.id, columns.host, columns.pid, columns.last_beat_at, columns.stopped)
    return [ServerProcess(*row) for row in connection.execute(statement)]


def load_outages(connection: Connection) -> list[Outage]:
    """Return all outages, in order."""
    columns = schema.outages.c
    statement = select(columns.started_at, columns.ended_at).order_by(columns.started_at)
    return [Outage(*row) for row in connection.execute(statement)]


def insert_outage_if_unknown(connection: Connection, started_at: float, ended_at: float) -> None:
    """Insert an outage, unless another process has."""
    known = select(schema.outages).where(schema.outages.c.ended_at > started_at)
    if connection.execute(known).first() is None:
        connection.execute(insert(schema.outages), {"started_at": started_at, "ended_at": ended_at})


def is_pid_running(pid: int) -> bool:
    """Return whether a process of this machine runs."""
    if os.name == "nt":
        # Windows has no harmless signal to ask with.
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
