"""Abandoned tables are removed completely, and nothing that comes late is stored."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Connection, text

from tests.server.postgres import create_postgresql_database
from tests.server.running_server import FirstMoveBotPool, RunningServer, start_server
from tests.server.test_processes import connect_same_person
from triangulum.client import AsyncClient, RequestRefusedError, my_seat
from triangulum.server.runtime import maintenance
from triangulum.server.runtime.maintenance import expire_tables
from triangulum.server.storage import expiry
from triangulum.server.storage.database import sqlite_address
from triangulum.server.storage.event_store import EventStore
from triangulum.server.storage.expiry import DAY, ExpiryPolicy
from triangulum.table import commands as ask

POLICY = ExpiryPolicy(waiting_days=10, playing_days=100)
ORPHANS = text("SELECT count(*) FROM log WHERE table_id NOT IN (SELECT id FROM tables)")
MUTES = text("SELECT count(*) FROM mutes")
TABLES = text("SELECT count(*) FROM tables")
WAITING = text("SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = :name")


class ShiftedClock:
    """The system clock, moved forward by some days."""

    def __init__(self) -> None:
        self.days = 0.0

    def __call__(self) -> float:
        return time.time() + self.days * DAY


class PausedExpiry:
    """Removes tables as usual, but waits for the test before that is committed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.taken, self.go = threading.Event(), threading.Event()
        self.inner = expiry.delete_abandoned_tables
        monkeypatch.setattr(maintenance, "delete_abandoned_tables", self)

    def __call__(self, *arguments: Any) -> list[str]:
        gone = self.inner(*arguments)
        self.taken.set()
        assert self.go.wait(60)
        return gone


async def query_number(store: EventStore, query: Any, **parameters: Any) -> int:
    """Return the number that a query selects."""
    return await store.run_query(lambda connection: connection.execute(query, parameters).scalar_one())


async def wait_until_locked(server: RunningServer, table: str) -> None:
    """Wait until a table is locked by a command."""
    while table not in server.rooms.loaded or not server.rooms.loaded[table].lock.locked():
        await asyncio.sleep(0.005)


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("on_socket", [False, True])
async def test_a_move_made_while_its_table_is_removed_does_not_happen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shared: bool, on_socket: bool
) -> None:
    address = create_postgresql_database() if shared else None

    later = ShiftedClock()
    async with start_server(tmp_path, address=address, bot_pool=FirstMoveBotPool(), clock=later) as server:
        ann = await server.connect_guest("Ann")
        table = await ann.open_table("tri-trac", [my_seat(), my_seat("Ben")])
        kept = await ann.open_table("tri-trac", [my_seat(), my_seat("Ben")])
        await ann.post_command(table, ask.Begin(id="b"))
        later.days = 150
        await ann.post_command(kept, ask.Say(id="s", preset="hello"))
        paused = PausedExpiry(monkeypatch)
        expiring = asyncio.create_task(expire_tables(server.rooms, POLICY))
        await asyncio.to_thread(paused.taken.wait)
        if on_socket:
            # Tables with watchers aren't removed, so the watcher comes when that is already decided.
            async with ann.watch_table(table, 0) as seat:
                playing = asyncio.create_task(seat.play("N b3 RB"))
                await wait_until_locked(server, table)
                paused.go.set()
                with pytest.raises(RequestRefusedError) as no:
                    await playing
        else:
            playing = asyncio.create_task(
                ann.post_command(table, ask.Play(id="m", seat=0, at=1, action="N b3 RB"))  # type: ignore[arg-type]
            )
            await wait_until_locked(server, table)
            paused.go.set()
            with pytest.raises(RequestRefusedError) as no:
                await playing
        assert no.value.reason == "not-found"
        assert await expiring == 1
        assert table not in server.rooms.loaded
        store = server.rooms.store
        assert (await query_number(store, ORPHANS), await query_number(store, TABLES)) == (0, 1)
        await ann.post_command(kept, ask.Say(id="t", preset="hello"))
        await ann.close()


@pytest.mark.parametrize("shared", [False, True])
async def test_a_mute_made_while_the_table_is_removed_is_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    address = create_postgresql_database() if shared else sqlite_address(tmp_path)

    later = ShiftedClock()
    async with start_server(tmp_path, address=address, bot_pool=FirstMoveBotPool(), clock=later) as server:
        ann = await server.connect_guest("Ann")
        table = await ann.open_table("tri-trac", [my_seat(), my_seat("Ben")])
        await ann.post_command(table, ask.Mute(id="m", alias="bob"))
        later.days = 150
        paused = PausedExpiry(monkeypatch)
        expiring = asyncio.create_task(expire_tables(server.rooms, POLICY))
        await asyncio.to_thread(paused.taken.wait)
        # From another process, because one process writes everything in order.
        other = EventStore(address, durable=False)
        muting = asyncio.create_task(other.set_muted(table, "ann", "bob", True))
        await asyncio.sleep(0.1)
        paused.go.set()
        assert await expiring == 1
        assert not await muting
        with pytest.raises(RequestRefusedError, match="no such table"):
            await ann.post_command(table, ask.Mute(id="n", alias="bob"))
        assert await query_number(server.rooms.store, MUTES) == 0
        other.close()
        await ann.close()


class TwoServers(NamedTuple):
    """Two servers on one database, and a person who opened a table at one and looked at it from the other."""

    server: RunningServer
    other_server: RunningServer
    again: AsyncClient
    table: str


@asynccontextmanager
async def start_two_servers_with_old_table(folder: Path) -> AsyncIterator[TwoServers]:
    """Run two servers with a table to which nobody has come back for half a year."""
    later = ShiftedClock()
    overrides: dict[str, Any] = {
        "address": create_postgresql_database(),
        "bot_pool": FirstMoveBotPool(),
        "clock": later,
    }
    async with start_server(folder, **overrides) as server, start_server(folder, **overrides) as other_server:
        ann = await server.connect_guest("Ann")
        table = await ann.open_table("tri-trac", [my_seat(), my_seat("Ben")])
        await ann.post_command(table, ask.Begin(id="b"))
        again = await connect_same_person(ann, other_server)
        await again.get_table(table)
        later.days = 150
        yield TwoServers(server, other_server, again, table)
        await ann.close()
        await again.close()


async def test_another_server_does_not_continue_a_removed_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with start_two_servers_with_old_table(tmp_path) as both:
        server, other_server, again, table = both
        paused = PausedExpiry(monkeypatch)
        expiring = asyncio.create_task(expire_tables(server.rooms, POLICY))
        await asyncio.to_thread(paused.taken.wait)
        async with again.watch_table(table, 0) as seat:
            playing = asyncio.create_task(seat.play("N b3 RB"))
            await wait_until_locked(other_server, table)
            paused.go.set()
            assert await expiring == 1
            with pytest.raises(RequestRefusedError) as no:
                await playing
            assert no.value.reason == "not-found"
            with pytest.raises(RequestRefusedError, match="no such table"):
                await seat.play("N b3 RB")
        with pytest.raises(RequestRefusedError, match="no such table"):
            await again.get_table(table)
        assert table not in other_server.rooms.loaded
        assert (await query_number(server.rooms.store, ORPHANS), await query_number(server.rooms.store, TABLES)) == (
            0,
            0,
        )


async def test_another_server_that_only_reads_learns_that_a_table_is_gone(tmp_path: Path) -> None:
    async with start_two_servers_with_old_table(tmp_path) as both:
        assert await expire_tables(both.server.rooms, POLICY) == 1
        while both.table in both.other_server.rooms.loaded:
            await asyncio.sleep(0.01)
        with pytest.raises(RequestRefusedError, match="no such table"):
            await both.again.get_table(both.table)


async def test_a_server_that_was_cut_off_learns_later_that_a_table_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def do_nothing(*_: object) -> None:
        pass

    async with start_two_servers_with_old_table(tmp_path) as both:
        monkeypatch.setattr(both.server.rooms.store, "notify_tables_rewritten", do_nothing)
        assert await expire_tables(both.server.rooms, POLICY) == 1
        assert both.table in both.other_server.rooms.loaded
        await both.other_server.rooms.catch_up_with_store()
        while both.table in both.other_server.rooms.loaded:
            await asyncio.sleep(0.01)


async def test_a_table_that_is_being_written_to_is_not_removed(tmp_path: Path) -> None:
    address = create_postgresql_database()

    later = ShiftedClock()
    async with start_server(tmp_path, address=address, bot_pool=FirstMoveBotPool(), clock=later) as server:
        ann = await server.connect_guest("Ann")
        table = await ann.open_table("tri-trac", [my_seat(), my_seat("Ben")])
        later.days = 150
        other = EventStore(address, durable=False)
        written, go = threading.Event(), threading.Event()

        def write(connection: Connection) -> None:
            row = {"id": table, "at": later()}
            said = "INSERT INTO log VALUES (:id, 1, :at, '', 'x', '[]')"
            connection.execute(text(said), row)
            written.set()
            assert go.wait(60)

        writing = asyncio.create_task(other.run_transaction(write))
        await asyncio.to_thread(written.wait)
        expiring = asyncio.create_task(expire_tables(server.rooms, POLICY))
        name = other.engine.url.database
        while not expiring.done() and not await query_number(other, WAITING, name=name):
            await asyncio.sleep(0.01)
        go.set()
        await writing
        assert await expiring == 0
        assert (await query_number(other, ORPHANS), await query_number(other, TABLES)) == (0, 1)
        await asyncio.to_thread(other.close)
        await ann.close()
