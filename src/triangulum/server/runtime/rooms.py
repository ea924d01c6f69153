"""The tables that a server process has in memory: found, read, brought up to date, watched, and forgotten again.

What is kept is always right, and a table in memory is what it has led to. So whatever is in doubt is read again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from triangulum.core.state import Setup
from triangulum.record.fair_dice import compute_commitment
from triangulum.record.record import SetupData, setup_from_data
from triangulum.server.identity.signing import Signer
from triangulum.server.ops.logs import error_location, hash_table_id, log, log_event
from triangulum.server.runtime.room import Room, Watcher
from triangulum.server.storage.dialects import TABLES_CHANNEL
from triangulum.server.storage.event_store import REWRITTEN, EventStore, StoredTable
from triangulum.server.storage.heartbeat import Heartbeat
from triangulum.server.storage.pubsub import PubSub, Subscriber
from triangulum.table.clocks import Outage
from triangulum.table.events import LogEntry, encode
from triangulum.table.messages import CommandError
from triangulum.table.people import NOBODY, Person
from triangulum.table.table import DiceMaker, Table, TableDice, rebuild_table

IN_LOBBY = 50
"""How many tables the lobby lists."""
IDLE_SECONDS = 600.0
"""After which a table that nobody watches leaves the memory."""
NO_TABLE = "there is no such table"


@lru_cache(maxsize=256)
def shared_setup(text: bytes) -> Setup:
    """Return a setup; tables of one kind share one, with all that its rules have worked out."""
    return setup_from_data(msgspec.json.decode(text, type=SetupData))


class Rooms:
    """The tables of one server process. What is random or takes time can be replaced, for tests."""

    def __init__(
        self,
        store: EventStore,
        people: Signer,
        *,
        clock: Callable[[], float] = time.time,
        make_dice: DiceMaker = TableDice,
    ) -> None:
        self.store = store
        self.people = people
        self.clock = clock
        self.make_dice = make_dice
        self.heartbeat = Heartbeat(store)
        self.live: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Future[tuple[bool, Room | None]]] = {}
        """Tables that are just being read; with what was found, and whether they could be read at all."""
        self.heard_of: dict[str, int] = {}
        """How far tables that are just being read have come, by what another process says."""
        self.outdated: set[str] = set()
        """Tables that are just being read and have been rewritten in the meantime."""
        self.pubsub: PubSub | None = None
        if store.is_shared:
            self.pubsub = PubSub(store.engine.url, store.process_id)
            self.pubsub.subscribers[TABLES_CHANNEL] = Subscriber(self.heard, self.compare)
        self.see_to: Callable[[Room], None] = lambda _: None
        """Sees to what is due at a table that has gone on elsewhere or is watched from now on; see ``duties.py``."""
        self.chores: set[asyncio.Task[None]] = set()
        self.closing = False
        self.sealed = False
        """Whether nothing may happen at any table, because another database is just being put in place."""
        self.caches: list[Callable[[], None]] = []
        """What others have to forget when the lobby does."""

    # Finding and reading.

    async def find(self, id: str) -> Room:
        """Return a table by its id, from the store if need be, or raise Trouble."""
        # PostgreSQL does not even take a question with a zero in it.
        live = self.live.get(id) or (await self.load(id) if id.isprintable() else None)
        if live is None:
            raise CommandError("not-found", NO_TABLE)
        self.use(live)
        return live

    async def load(self, id: str) -> Room | None:
        """Return a table from the store; two who ask at once get the same one."""
        while id in self.loading:
            read, live = await asyncio.shield(self.loading[id])
            if read:
                return live
            # That it could not be read does not mean that there is none.
        future: asyncio.Future[tuple[bool, Room | None]] = asyncio.get_running_loop().create_future()
        self.loading[id] = future
        read, live = False, None
        try:
            found = await self.store.load_table(id)
            while id in self.outdated:
                self.outdated.discard(id)
                found = await self.store.load_table(id)
            if found is not None:
                live = self.live_of(self.table_of(*found), found[0].opened_at)
                live.needs_reload = self.heard_of.get(id, 0) > live.published
                self.live[id] = live
            read = True
        finally:
            del self.loading[id]
            self.heard_of.pop(id, None)
            self.outdated.discard(id)
            future.set_result((read, live))
        return live

    def table_of(self, kept: StoredTable, rows: list[LogEntry]) -> Table:
        """Return the table that rows have led to."""
        setup = shared_setup(encode(kept.spec.setup))
        table = Table(
            kept.id,
            kept.spec,
            setup,
            kept.seed,
            compute_commitment(kept.seed),
            self.make_dice,
            self.heartbeat.outages,
        )
        for row in rows:
            table.apply_entry(row)
        return table

    def live_of(self, table: Table, opened: float) -> Room:
        """Return a table to be watched."""
        live = Room(table, opened, self.people)
        live.clock = self.clock
        return live

    def admit(self, kept: StoredTable) -> Room:
        """Return a new table, to be watched."""
        live = self.live_of(self.table_of(kept, []), kept.opened_at)
        self.live[kept.id] = live
        self.use(live)
        spec = kept.spec
        log_event("table-opened", table=hash_table_id(kept.id), game=spec.setup.game, players=len(spec.holders))
        return live

    def use(self, live: Room) -> None:
        """Remember that a table was wanted just now."""
        live.last_used = time.monotonic()

    async def listed(self) -> list[Room]:
        """Return the tables that the lobby shows, newest first."""
        kept = await self.store.load_unfinished_tables(only_listed=True, limit=IN_LOBBY)
        return [await self.find(table.id) for table in kept]

    # Bringing up to date.

    @asynccontextmanager
    async def locked(self, id: str, viewer: Person = NOBODY, seat: int | None = None) -> AsyncIterator[Room]:
        """Hold a room's lock and bring its table up to date; raise CommandError if the viewer may not see the seat."""
        room = await self.find(id)
        async with room.lock:
            await self.settle(room)
            check_can_view(room.table, viewer, seat)
            yield room

    async def settle(self, live: Room, trusting: bool = False) -> Table:
        """Return the table, read again where others may have gone on with it. The lock is held.

        Whoever is going to write may be ``trusting``, for what rests on an old number is not kept.
        """
        disconnected = self.pubsub is not None and (self.pubsub.disconnected or not trusting)
        if live.needs_reload or disconnected:
            await self.catch_up(live)
        return live.table

    async def catch_up(self, live: Room) -> bool:
        """Let happen what is kept and was not shown yet; tell whether there was anything. The lock is held."""
        rows = await self.store.load_entries_after(live.table.id, live.published)
        if rows is None:
            self.take_out(live.table.id)
            raise CommandError("not-found", NO_TABLE)
        if live.table.number != live.published:
            live.table = rebuild_table(live.table, live.table.log[: live.published])
        live.publish_entries(rows)
        live.needs_reload = False
        if rows:
            self.see_to(live)
        return bool(rows)

    # Other processes.

    def heard(self, words: Iterable[str]) -> None:
        """Take notice of how far another process has come with tables."""
        for word in words:
            id, _, number = word.rpartition(":")
            self.note_number(id, int(number))

    def note_number(self, id: str, number: int) -> None:
        """Take notice of how far a table has come."""
        live = self.live.get(id)
        if number == REWRITTEN:
            self.chore(self.read_again(id))
        elif live is not None and number > live.published and not live.is_refreshing:
            live.is_refreshing = True
            self.chore(self.refresh(live))
        elif id in self.loading:
            self.heard_of[id] = max(number, self.heard_of.get(id, 0))

    async def refresh(self, live: Room) -> None:
        """Show what another process has done at a table."""
        try:
            async with live.lock:
                live.is_refreshing = False
                await self.catch_up(live)
        except CommandError:
            # It was taken away in the meantime.
            return
        except SQLAlchemyError as error:
            live.is_refreshing = False
            live.needs_reload = True
            log.error("a table could not be read again: %s", error_location(error))

    async def read_again(self, id: str) -> None:
        """Read a table anew from its beginning: what is kept has changed, for somebody was forgotten or it is gone."""
        if id in self.loading:
            self.outdated.add(id)
        live = self.live.get(id)
        if live is None:
            return
        async with live.lock:
            found = await self.store.load_table(id)
            if found is None:
                self.take_out(id)
            else:
                live.replace_table(self.table_of(*found))

    async def compare(self) -> None:
        """See which tables others have gone on with, or deleted, while nothing could be heard."""
        ids = list(self.live)
        for start in range(0, len(ids), 500):
            some = ids[start : start + 500]
            numbers = await self.store.load_last_numbers(some)
            for id in some:
                self.note_number(id, numbers.get(id, REWRITTEN))

    # Watching.

    async def watch(self, id: str, watcher: Watcher, after: int | None) -> Room:
        """Let somebody watch from now on, with what they have missed or the whole table first."""
        live = await self.find(id)
        watcher.muted = await self.store.load_muted_aliases(id, watcher.person.id) if watcher.person.id else frozenset()
        async with live.lock:
            if self.live.get(id) is not live:
                # It was forgotten while we asked the store, since nobody watched it yet; events would not come here.
                return await self.watch(id, watcher, after)
            await self.settle(live)
            check_can_view(live.table, watcher.person, watcher.eyes.seat)
            if after is None:
                live.send_snapshot(watcher)
            else:
                live.catch_up(watcher, after)
            live.add_watcher(watcher)
            live.send_presence(watcher)
        self.see_to(live)
        return live

    async def look(self, live: Room, watcher: Watcher, seat: int | None) -> None:
        """Let a watcher look through other eyes."""
        async with live.lock:
            await self.settle(live)
            check_can_view(live.table, watcher.person, seat)
            live.look(watcher, seat)

    async def resume_events(self, live: Room, watcher: Watcher, after: int) -> None:
        """Send a watcher the events after a number once more."""
        async with live.lock:
            await self.settle(live)
            live.catch_up(watcher, after)

    # Chores.

    def chore(self, work: Any) -> asyncio.Task[None]:
        """Do something beside everything else."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self.chores.add(task)
        task.add_done_callback(self.chore_ended)
        return task

    def chore_ended(self, task: asyncio.Task[None]) -> None:
        """Note what went wrong with a chore; asyncio would say it in words that may be about secrets."""
        self.chores.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("a chore has failed: %s", error_location(error))

    # Forgetting and closing.

    def forget(self, live: Room) -> None:
        """Take a table out of memory unless somebody needs it."""
        if not live.watchers and live.bot_turn is None and not live.lock.locked():
            self.live.pop(live.table.id, None)
            # What is due there is kept, and whoever sees to it reads the table again.
            if live.alarm is not None:
                live.alarm.cancel()

    def take_out(self, id: str) -> None:
        """Take a table out of memory that is not kept any more; who watches it is told when they do something."""
        live = self.live.pop(id, None)
        if live is not None and live.alarm is not None:
            live.alarm.cancel()

    def forget_idle(self) -> None:
        """Take tables out of memory that nobody has wanted for a while."""
        for live in list(self.live.values()):
            if time.monotonic() - live.last_used > IDLE_SECONDS:
                self.forget(live)

    async def at_rest(self) -> None:
        """Wait until every move that was being made is kept and acknowledged."""
        for live in list(self.live.values()):
            async with live.lock:
                pass

    def start_afresh(self, outages: list[Outage]) -> None:
        """Forget everything in memory: another database has been put in place."""
        for live in self.live.values():
            if live.alarm is not None:
                live.alarm.cancel()
            if live.bot_turn is not None:
                live.bot_turn.cancel()
        self.live.clear()
        self.outdated.update(self.loading)
        self.people.replace_secret(self.store.load_secret())
        self.heartbeat.outages[:] = outages
        for forget in self.caches:
            forget()

    async def close(self) -> None:
        """Let what has begun come to its end, and begin nothing more."""
        self.closing = True
        for chore in list(self.chores):
            chore.cancel()
        await asyncio.gather(*self.chores, return_exceptions=True)
        await self.at_rest()


def check_can_view(table: Table, person: Person, seat: int | None) -> None:
    """Refuse eyes that are not somebody's to look through."""
    if not table.can_view(person.id, seat):
        raise CommandError("not-allowed", f"seat {seat} is not yours to look through")
