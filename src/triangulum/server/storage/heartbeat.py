"""When servers were up: a sign of life every few seconds, and whiles in which there was none.

Clocks do not run while no server is up. The rule, exactly: every process writes down when it was last up, every
``BEAT_SECONDS`` seconds and when it stops. When a process starts, or wakes up after giving no sign of life for more than
``OVERDUE_SECONDS`` seconds, and no other process can be up, the time from the last sign of life of all processes until now is an
outage. Another one can be up if it has not said that it stopped, gave its last sign at most ``OVERDUE_SECONDS`` seconds ago, and
is not known to be dead, as a process of this machine is that does not run any more. Outages are written down once and
never change.

So a crash costs nobody time: what passed between the last sign of life and the crash is not counted either. Only where
a server on another machine has crashed less than ``OVERDUE_SECONDS`` seconds before may a clock have run for that long.
"""

from __future__ import annotations

import os
import platform
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from triangulum.server.storage.ids import random_id
from triangulum.server.storage import schema
from triangulum.server.storage.event_store import EventStore
from triangulum.table.clocks import Outage

BEAT_SECONDS = 5.0
OVERDUE_SECONDS = 3 * BEAT_SECONDS
REMEMBERED = 86_400.0
"""For how long a process that is gone is remembered."""


class ServerProcess(NamedTuple):
    """A server process, and when it was last surely up."""

    id: str
    host: str
    process: int
    began: float
    last: float
    ended: bool


class Heartbeat:
    """The signs of life of this process, and the outages that clocks leave out."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.id = random_id()
        self.host = platform.node()[:200]
        self.last: float | None = None
        self.outages: list[Outage] = []
        """In order; tables hold this very list, so that they know of new ones."""

    async def begin(self, now: float) -> None:
        """Say that we are up from now on, and write down an outage if there was one."""
        try:
            found = await self.store.run_transaction(lambda connection: self.registered(connection, now))
        except IntegrityError:
            # Another process has started at the same moment, and has written down the same outage.
            found = await self.store.run_transaction(lambda connection: self.registered(connection, now))
        self.outages[:] = found
        self.last = now

    def registered(self, connection: Connection, now: float) -> list[Outage]:
        """Write down that this process has started; return all outages."""
        lives = lives_of(connection)
        signs = [life.last for life in lives]
        if signs and not any(self.may_be_up(life, now) for life in lives) and max(signs) < now:
            note_outage(connection, max(signs), now)
        long_ago = min(now, max(signs, default=now)) - REMEMBERED
        connection.execute(delete(schema.lives).where(schema.lives.c.last < long_ago))
        mine = {"id": self.id, "host": self.host, "process": os.getpid(), "began": now, "last": now, "ended": False}
        connection.execute(insert(schema.lives), mine)
        return load_outages(connection)

    def may_be_up(self, life: ServerProcess, now: float) -> bool:
        """Tell whether another process can be up."""
        ourselves = life.host == self.host and life.process == os.getpid()
        return life.id != self.id and not ourselves and may_be_up(life, now, self.host)

    def asleep(self, now: float) -> bool:
        """Tell whether there has been no sign of life for so long that there may have been an outage."""
        return self.last is not None and now - self.last > OVERDUE_SECONDS

    async def beat(self, now: float, *, ended: bool = False) -> bool:
        """Give a sign of life; True if we had given none for long and nobody was up, so that clocks have changed."""
        slept = self.asleep(now)
        found = await self.store.run_transaction(lambda connection: self.signed(connection, now, slept, ended))
        self.last = max(now, self.last or now)
        if found is None or found == self.outages:
            return False
        self.outages[:] = found
        return True

    def signed(self, connection: Connection, now: float, slept: bool, ended: bool) -> list[Outage] | None:
        """Write down a sign of life, and an outage if we have slept through one."""
        mine = schema.lives.c.id == self.id
        found = None
        if slept:
            lives = lives_of(connection)
            if not any(self.may_be_up(life, now) for life in lives):
                note_outage(connection, max(life.last for life in lives), now)
            found = load_outages(connection)
        connection.execute(update(schema.lives).where(mine).values(last=now, ended=ended))
        return found


def may_be_up(life: ServerProcess, now: float, host: str | None = None) -> bool:
    """Tell whether a process can be up, for all that is known at a machine."""
    if life.ended or now - life.last > OVERDUE_SECONDS:
        return False
    return life.host != (host or platform.node()[:200]) or runs(life.process)


def lives_of(connection: Connection) -> list[ServerProcess]:
    """Return all processes that are remembered."""
    lives = schema.lives.c
    chosen = select(lives.id, lives.host, lives.process, lives.began, lives.last, lives.ended)
    return [ServerProcess(*found) for found in connection.execute(chosen)]


def load_outages(connection: Connection) -> list[Outage]:
    """Return all outages, in order."""
    outages = schema.outages.c
    chosen = select(outages.began, outages.ended).order_by(outages.began)
    return [Outage(*found) for found in connection.execute(chosen)]


def note_outage(connection: Connection, began: float, ended: float) -> None:
    """Write down an outage, unless somebody else has."""
    values: dict[str, Any] = {"began": began, "ended": ended}
    known = connection.execute(select(schema.outages).where(schema.outages.c.ended > began)).first()
    if known is None:
        connection.execute(insert(schema.outages), values)


def runs(process: int) -> bool:
    """Tell whether a process of this machine runs."""
    if os.name == "nt":
        # There is no harmless signal to ask with.
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
