"""Tables that everybody has left go away whole: nothing of them is left, and nothing that comes late is kept."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Connection, text

from tests.server.house import Hasty, House, house
from tests.server.postgres import new_database
from tests.server.test_processes import elsewhere
from triangulum.client import AsyncClient, ServerSaysNo, mine
from triangulum.server import expiry
from triangulum.server import messages as ask
from triangulum.server.expiry import DAY, Patience, expire
from triangulum.server.store import Store, sqlite_address

PATIENCE = Patience(waiting=10, playing=100)
ORPHANS = text("SELECT count(*) FROM log WHERE table_id NOT IN (SELECT id FROM tables)")
MUTES = text("SELECT count(*) FROM mutes")
TABLES = text("SELECT count(*) FROM tables")
WAITING = text("SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = :name")


class Later:
    """A clock that goes as others do, from a day that a test chooses."""

    def __init__(self) -> None:
        self.days = 0.0

    def __call__(self) -> float:
        return time.time() + self.days * DAY


class Halted:
    """Takes tables away as usual, and waits before that is committed until it may go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.taken, self.go = threading.Event(), threading.Event()
        self.inner = expiry.taken_away
        monkeypatch.setattr(expiry, "taken_away", self)

    def __call__(self, *given: Any) -> list[str]:
        gone = self.inner(*given)
        self.taken.set()
        assert self.go.wait(60)
        return gone


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 120))


async def number(store: Store, question: Any, **given: Any) -> int:
    """Return a number that the database is asked for."""
    return await store.read(lambda connection: connection.execute(question, given).scalar_one())


async def locked(here: House, table: str) -> None:
    """Wait until something is about to happen at a table."""
    while table not in here.lobby.live or not here.lobby.live[table].lock.locked():
        await asyncio.sleep(0.005)


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("on_socket", [False, True])
def test_a_move_that_comes_while_its_table_is_taken_away_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shared: bool, on_socket: bool
) -> None:
    address = new_database() if shared else None

    async def inside() -> None:
        later = Later()
        async with house(tmp_path, address=address, thinkers=Hasty(), clock=later) as here:
            ann = await here.guest("Ann")
            table = await ann.open("tri-trac", [mine(), mine("Ben")])
            kept = await ann.open("tri-trac", [mine(), mine("Ben")])
            await ann.do(table, ask.Begin(id="b"))
            later.days = 150
            await ann.do(kept, ask.Say(id="s", preset="hello"))
            halted = Halted(monkeypatch)
            expiring = asyncio.create_task(expire(here.lobby, PATIENCE))
            await asyncio.to_thread(halted.taken.wait)
            if on_socket:
                # Whoever watches is left alone, so they come while it is decided already.
                async with ann.watch(table, 0) as seat:
                    playing = asyncio.create_task(seat.play("N b3 RB"))
                    await locked(here, table)
                    halted.go.set()
                    with pytest.raises(ServerSaysNo) as no:
                        await playing
            else:
                playing = asyncio.create_task(
                    ann.do(table, ask.Play(id="m", seat=0, at=1, action="N b3 RB"))  # type: ignore[arg-type]
                )
                await locked(here, table)
                halted.go.set()
                with pytest.raises(ServerSaysNo) as no:
                    await playing
            assert no.value.reason == "not-found"
            assert await expiring == 1
            assert table not in here.lobby.live
            store = here.lobby.store
            assert (await number(store, ORPHANS), await number(store, TABLES)) == (0, 1)
            await ann.do(kept, ask.Say(id="t", preset="hello"))
            await ann.close()

    run(inside())


@pytest.mark.parametrize("shared", [False, True])
def test_whom_one_mutes_while_the_table_is_taken_away_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    address = new_database() if shared else sqlite_address(tmp_path)

    async def inside() -> None:
        later = Later()
        async with house(tmp_path, address=address, thinkers=Hasty(), clock=later) as here:
            ann = await here.guest("Ann")
            table = await ann.open("tri-trac", [mine(), mine("Ben")])
            await ann.do(table, ask.Mute(id="m", who="bob"))
            later.days = 150
            halted = Halted(monkeypatch)
            expiring = asyncio.create_task(expire(here.lobby, PATIENCE))
            await asyncio.to_thread(halted.taken.wait)
            # From another process, since here everything is written one after the other.
            other = Store(address, durable=False)
            muting = asyncio.create_task(other.mute(table, "ann", "bob", True))
            await asyncio.sleep(0.1)
            halted.go.set()
            assert await expiring == 1
            assert not await muting
            with pytest.raises(ServerSaysNo, match="no such table"):
                await ann.do(table, ask.Mute(id="n", who="bob"))
            assert await number(here.lobby.store, MUTES) == 0
            other.close()
            await ann.close()

    run(inside())


class Both(NamedTuple):
    """Two servers on one database, and somebody who has opened a table at one and looked at it from the other."""

    here: House
    there: House
    again: AsyncClient
    table: str


@asynccontextmanager
async def two_servers(folder: Path) -> AsyncIterator[Both]:
    """Run two servers; after half a year nobody has come back to the table."""
    later = Later()
    given: dict[str, Any] = {"address": new_database(), "thinkers": Hasty(), "clock": later}
    async with house(folder, **given) as here, house(folder, **given) as there:
        ann = await here.guest("Ann")
        table = await ann.open("tri-trac", [mine(), mine("Ben")])
        await ann.do(table, ask.Begin(id="b"))
        again = await elsewhere(ann, there)
        await again.see(table)
        later.days = 150
        yield Both(here, there, again, table)
        await ann.close()
        await again.close()


def test_another_server_does_not_go_on_with_a_table_that_is_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def inside() -> None:
        async with two_servers(tmp_path) as both:
            here, there, again, table = both
            halted = Halted(monkeypatch)
            expiring = asyncio.create_task(expire(here.lobby, PATIENCE))
            await asyncio.to_thread(halted.taken.wait)
            async with again.watch(table, 0) as seat:
                playing = asyncio.create_task(seat.play("N b3 RB"))
                await locked(there, table)
                halted.go.set()
                assert await expiring == 1
                with pytest.raises(ServerSaysNo) as no:
                    await playing
                assert no.value.reason == "not-found"
                with pytest.raises(ServerSaysNo, match="no such table"):
                    await seat.play("N b3 RB")
            with pytest.raises(ServerSaysNo, match="no such table"):
                await again.see(table)
            assert table not in there.lobby.live
            assert (await number(here.lobby.store, ORPHANS), await number(here.lobby.store, TABLES)) == (0, 0)

    run(inside())


def test_another_server_that_only_looks_learns_that_a_table_is_gone(tmp_path: Path) -> None:
    async def inside() -> None:
        async with two_servers(tmp_path) as both:
            assert await expire(both.here.lobby, PATIENCE) == 1
            while both.table in both.there.lobby.live:
                await asyncio.sleep(0.01)
            with pytest.raises(ServerSaysNo, match="no such table"):
                await both.again.see(both.table)

    run(inside())


def test_a_server_that_heard_nothing_of_it_learns_that_a_table_is_gone_when_it_listens_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def say_nothing(*_: object) -> None:
        pass

    async def inside() -> None:
        async with two_servers(tmp_path) as both:
            monkeypatch.setattr(both.here.lobby.store, "tell_rewritten", say_nothing)
            assert await expire(both.here.lobby, PATIENCE) == 1
            assert both.table in both.there.lobby.live
            await both.there.lobby.compare()
            while both.table in both.there.lobby.live:
                await asyncio.sleep(0.01)

    run(inside())


def test_a_table_at_which_something_is_just_being_written_stays(tmp_path: Path) -> None:
    address = new_database()

    async def inside() -> None:
        later = Later()
        async with house(tmp_path, address=address, thinkers=Hasty(), clock=later) as here:
            ann = await here.guest("Ann")
            table = await ann.open("tri-trac", [mine(), mine("Ben")])
            later.days = 150
            other = Store(address, durable=False)
            written, go = threading.Event(), threading.Event()

            def write(connection: Connection) -> None:
                row = {"id": table, "at": later()}
                said = "INSERT INTO log VALUES (:id, 1, :at, '', 'x', '[]')"
                connection.execute(text(said), row)
                written.set()
                assert go.wait(60)

            writing = asyncio.create_task(other.written(write))
            await asyncio.to_thread(written.wait)
            expiring = asyncio.create_task(expire(here.lobby, PATIENCE))
            name = other.engine.url.database
            while not expiring.done() and not await number(other, WAITING, name=name):
                await asyncio.sleep(0.01)
            go.set()
            await writing
            assert await expiring == 0
            assert (await number(other, ORPHANS), await number(other, TABLES)) == (0, 1)
            await asyncio.to_thread(other.close)
            await ann.close()

    run(inside())
