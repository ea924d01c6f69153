"""The tables that a server process has in memory: found, loaded, brought up to date, watched and unloaded.

What is stored is always right, and a table in memory is what its log has led to. So whenever there is any doubt, the
table is read again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from functools import lru_cache

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from triangulum.core.state import Setup
from triangulum.record.fair_dice import compute_commitment
from triangulum.record.record import SetupData, setup_from_data
from triangulum.server.identity.signing import Signer
from triangulum.server.ops.logs import error_location, hash_table_id, log, log_event
from triangulum.server.runtime.concurrency import BackgroundTasks, Signal
from triangulum.server.runtime.room import Room
from triangulum.server.sentences import message
from triangulum.server.storage.dialects import TABLES_CHANNEL
from triangulum.server.storage.event_store import REWRITTEN, EventStore, StoredTable
from triangulum.server.storage.heartbeat import Heartbeat
from triangulum.server.storage.pubsub import PubSub, Subscriber
from triangulum.table.clocks import Outage
from triangulum.table.events import LogEntry, encode
from triangulum.table.messages import CommandError
from triangulum.table.people import NOBODY, Person
from triangulum.table.permissions import check_can_view
from triangulum.table.presenter import Presenter
from triangulum.table.table import DiceMaker, Table, TableDice, rebuild_table
from triangulum.table.watched_table import Watcher

MAX_LISTED = 50
"""How many tables the lobby lists."""
IDLE_SECONDS = 600.0
"""After which a table that nobody watches is unloaded."""
COMPARED_AT_ONCE = 500


@lru_cache(maxsize=256)
def shared_setup(encoded: bytes) -> Setup:
    """Return the setup that JSON describes; tables with the same one share its lookup tables."""
    return setup_from_data(msgspec.json.decode(encoded, type=SetupData))


class Rooms:
    """The tables of one server process. Clock and dice can be replaced, for tests."""

    def __init__(
        self,
        store: EventStore,
        signer: Signer,
        *,
        clock: Callable[[], float] = time.time,
        make_dice: DiceMaker = TableDice,
    ) -> None:
        self.store = store
        self.signer = signer
        self.clock = clock
        self.make_dice = make_dice
        self.presenter = Presenter(signer.alias)
        self.heartbeat = Heartbeat(store)
        self.tasks = BackgroundTasks()
        self.loaded: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Future[tuple[bool, Room | None]]] = {}
        """Tables that are being read, with the room that it becomes and whether they could be read at all."""
        self.announced: dict[str, int] = {}
        """The last entries of tables that are being read, as other processes have announced them."""
        self.rewritten: set[str] = set()
        """Tables that are being read and have been rewritten in the meantime."""
        self.pubsub: PubSub | None = None
        if store.is_shared:
            self.pubsub = PubSub(store.engine.url, store.process_id)
            self.pubsub.subscribe(TABLES_CHANNEL, Subscriber(self.receive_announcements, self.catch_up_with_store))
        self.room_changed: Signal[Room] = Signal()
        """A table has changed in another process, or is watched from now on, so that jobs may be due."""
        self.store_replaced: Signal[None] = Signal()
        """Another database was put in place, so that whatever is cached is void."""
        self.is_closing = False
        self.is_sealed = False
        """Whether no table may change, because another database is being put in place."""

    @property
    def is_disconnected(self) -> bool:
        """Whether other processes may have changed tables without our hearing of it."""
        return self.pubsub is not None and self.pubsub.disconnected

    # Finding and loading.

    async def find(self, table_id: str) -> Room:
        """Return the room of a table, loaded if need be, or raise CommandError."""
        # PostgreSQL does not even accept a query with a zero byte in it.
        room = self.loaded.get(table_id) or (await self.load(table_id) if table_id.isprintable() else None)
        if room is None:
            raise CommandError("not-found", message("no-such-table"))
        self.mark_used(room)
        return room

    async def load(self, table_id: str) -> Room | None:
        """Load a table from the store, once for all who ask at the same time; None if there is none."""
        while table_id in self.loading:
            was_read, room = await asyncio.shield(self.loading[table_id])
            if was_read:
                return room
            # That it could not be read does not mean that there is none.
        future: asyncio.Future[tuple[bool, Room | None]] = asyncio.get_running_loop().create_future()
        self.loading[table_id] = future
        was_read, room = False, None
        try:
            stored = await self.store.load_table(table_id)
            while table_id in self.rewritten:
                self.rewritten.discard(table_id)
                stored = await self.store.load_table(table_id)
            if stored is not None:
                room = self.build_room(self.build_table(*stored), stored.table.opened_at)
                room.needs_reload = self.announced.get(table_id, 0) > room.published
                self.loaded[table_id] = room
            was_read = True
        finally:
            del self.loading[table_id]
            self.announced.pop(table_id, None)
            self.rewritten.discard(table_id)
            future.set_result((was_read, room))
        return room

    def build_table(self, stored: StoredTable, entries: list[LogEntry]) -> Table:
        """Return the table that a stored spec and its log lead to."""
        table = Table(
            stored.id,
            stored.spec,
            shared_setup(encode(stored.spec.setup)),
            stored.seed,
            compute_commitment(stored.seed),
            self.make_dice,
            self.heartbeat.outages,
        )
        for entry in entries:
            table.apply_entry(entry)
        return table

    def build_room(self, table: Table, opened_at: float) -> Room:
        """Return a room for a table."""
        return Room(table, self.presenter, self.clock, opened_at)

    def add_table(self, stored: StoredTable) -> Room:
        """Return the room of a table that was just opened."""
        room = self.build_room(self.build_table(stored, []), stored.opened_at)
        self.loaded[stored.id] = room
        self.mark_used(room)
        spec = stored.spec
        log_event("table-opened", table=hash_table_id(stored.id), game=spec.setup.game, players=len(spec.holders))
        return room

    def mark_used(self, room: Room) -> None:
        """Note that a room was used just now."""
        room.last_used = time.monotonic()

    async def list_public(self) -> list[Room]:
        """Return the tables that the lobby lists, newest first."""
        stored_tables = await self.store.load_unfinished_tables(only_listed=True, limit=MAX_LISTED)
        return [await self.find(stored.id) for stored in stored_tables]

    # Bringing up to date.

    @asynccontextmanager
    async def locked(
        self, table_id: str, viewer: Person = NOBODY, seat: int | None = None, *, trusting: bool = False
    ) -> AsyncIterator[Room]:
        """Lock a table's room and bring the table up to date; raise CommandError if the viewer may not see the seat."""
        while True:
            room = await self.find(table_id)
            async with room.lock:
                # It may have been unloaded while we waited; then updates go elsewhere.
                if self.loaded.get(table_id) is room:
                    await self.refresh_if_possibly_stale(room, trusting=trusting)
                    check_can_view(room.table, viewer, seat)
                    yield room
                    return

    async def refresh_if_possibly_stale(self, room: Room, *, trusting: bool = False) -> None:
        """Read the log again if other processes may have gone on with a table. The lock is held.

        Whoever is going to append an entry may be ``trusting``: one that rests on an old number is not stored.
        """
        is_doubtful = self.pubsub is not None and (self.pubsub.disconnected or not trusting)
        if room.needs_reload or is_doubtful:
            await self.publish_stored_entries(room)

    async def publish_stored_entries(self, room: Room) -> bool:
        """Apply and publish stored entries that were not published yet; return whether there were any. Lock held."""
        entries = await self.store.load_entries_after(room.table.id, room.published)
        if entries is None:
            self.drop(room.table.id)
            raise CommandError("not-found", message("no-such-table"))
        if room.table.number != room.published:
            room.table = rebuild_table(room.table, room.table.log[: room.published])
        room.apply_and_publish_entries(entries)
        room.needs_reload = False
        if entries:
            self.room_changed.emit(room)
        return bool(entries)

    # Other processes.

    def receive_announcements(self, words: Iterable[str]) -> None:
        """Handle what another process says about how far tables have come."""
        for word in words:
            table_id, _, number = word.rpartition(":")
            self.catch_up_to_announced_number(table_id, int(number))

    def catch_up_to_announced_number(self, table_id: str, number: int) -> None:
        """Load new entries if a table has come further than its room, or all if it was rewritten."""
        room = self.loaded.get(table_id)
        if number == REWRITTEN:
            self.tasks.start(self.reload(table_id))
        elif room is not None and number > room.published and not room.is_refreshing:
            room.is_refreshing = True
            self.tasks.start(self.lock_and_publish_stored_entries(room))
        elif table_id in self.loading:
            self.announced[table_id] = max(number, self.announced.get(table_id, 0))

    async def lock_and_publish_stored_entries(self, room: Room) -> None:
        """Publish what another process has appended to a table's log."""
        try:
            async with room.lock:
                room.is_refreshing = False
                await self.publish_stored_entries(room)
        except CommandError:
            # It was deleted in the meantime.
            return
        except SQLAlchemyError as error:
            room.is_refreshing = False
            room.needs_reload = True
            log.error("a table could not be read again: %s", error_location(error))

    async def reload(self, table_id: str) -> None:
        """Read a whole table again: its log was rewritten because somebody was forgotten, or it was deleted."""
        if table_id in self.loading:
            self.rewritten.add(table_id)
        room = self.loaded.get(table_id)
        if room is None:
            return
        async with room.lock:
            stored = await self.store.load_table(table_id)
            if stored is None:
                self.drop(table_id)
            else:
                room.replace_table(self.build_table(*stored))

    async def catch_up_with_store(self) -> None:
        """Find the tables that others have gone on with, or deleted, while we were disconnected."""
        table_ids = list(self.loaded)
        for start in range(0, len(table_ids), COMPARED_AT_ONCE):
            chunk = table_ids[start : start + COMPARED_AT_ONCE]
            numbers = await self.store.load_last_numbers(chunk)
            for table_id in chunk:
                self.catch_up_to_announced_number(table_id, numbers.get(table_id, REWRITTEN))

    # Watching.

    async def watch(self, table_id: str, watcher: Watcher, after: int | None) -> Room:
        """Send a watcher the table, or what they have missed after an entry, and every update from now on."""
        person_id = watcher.person.id
        watcher.muted = await self.store.load_muted_aliases(table_id, person_id) if person_id else frozenset()
        async with self.locked(table_id, watcher.person, watcher.perspective.seat) as room:
            if after is None:
                room.send_snapshot(watcher)
            else:
                room.send_missed_updates(watcher, after)
            room.add_watcher(watcher)
            room.send_presence_if_changed(watcher)
        self.room_changed.emit(room)
        return room

    # Unloading and closing.

    def unload_if_unused(self, room: Room) -> None:
        """Drop a room from memory unless somebody needs it."""
        if not room.watchers and room.bot_turn is None and not room.lock.locked():
            # Its jobs are stored, and whoever runs them loads the table again.
            self.drop(room.table.id)

    def drop(self, table_id: str) -> None:
        """Drop a room from memory; anybody who still watches it finds out when they send something."""
        room = self.loaded.pop(table_id, None)
        if room is not None and room.flag_timer is not None:
            room.flag_timer.cancel()

    def unload_idle(self) -> None:
        """Drop rooms from memory that nobody has used for a while."""
        for room in list(self.loaded.values()):
            if time.monotonic() - room.last_used > IDLE_SECONDS:
                self.unload_if_unused(room)

    async def wait_for_commands(self) -> None:
        """Wait until every command that is running has been stored and acknowledged."""
        for room in list(self.loaded.values()):
            async with room.lock:
                pass

    def reset(self, outages: list[Outage]) -> None:
        """Forget everything in memory: another database has been put in place."""
        for room in self.loaded.values():
            if room.flag_timer is not None:
                room.flag_timer.cancel()
            if room.bot_turn is not None:
                room.bot_turn.cancel()
        self.loaded.clear()
        self.rewritten.update(self.loading)
        self.signer.replace_secret(self.store.load_secret())
        self.heartbeat.outages[:] = outages
        self.store_replaced.emit(None)

    async def close(self) -> None:
        """Finish the commands that are running, and start no more."""
        self.is_closing = True
        await self.tasks.cancel_all()
        await self.wait_for_commands()
