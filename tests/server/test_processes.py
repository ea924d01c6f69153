"""Several processes on one PostgreSQL: the first move counts, everybody is told, and due work is done once."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

import triangulum as tri
from tests.server.job_changes import save_jobs
from tests.server.postgres import create_postgresql_database
from tests.server.running_server import RunningServer, start_server
from tests.server.tables import start_table
from triangulum.client import AsyncClient, RequestRefusedError, bot_seat, flatten_move_tree, my_seat, open_seat
from triangulum.errors import OptionError
from triangulum.running import ServeOptions, serve
from triangulum.server.storage.database import sqlite_address
from triangulum.server.storage.event_store import EventStore
from triangulum.table import commands as ask


@asynccontextmanager
async def start_two_servers(folder: Path, **overrides: Any) -> AsyncIterator[tuple[RunningServer, RunningServer]]:
    """Run two servers on one database."""
    address = create_postgresql_database()
    async with (
        start_server(folder, address=address, **overrides) as first_server,
        start_server(folder, address=address, **overrides) as second_server,
    ):
        yield first_server, second_server


async def connect_same_person(client: AsyncClient, server: RunningServer) -> AsyncClient:
    """Return a client with the same person's cookies at another server."""
    copy = AsyncClient(server.url)
    copy.http.cookies.update(client.http.cookies)
    return copy


async def start_game_at_two_servers(
    first_server: RunningServer, second_server: RunningServer, **options: Any
) -> tuple[AsyncClient, AsyncClient, str]:
    """Start a game between Ann at one server and Bob at the other; return their clients and the table."""
    ann, bob = await first_server.connect_guest("Ann"), await second_server.connect_guest("Bob")
    table = await ann.open_table("star-runners", [my_seat(), open_seat()], **options)
    await bob.take_seat(table, 1)
    await ann.post_command(table, ask.Begin(id="begin"))
    return ann, bob, table


async def test_a_whole_game_is_played_at_two_servers(tmp_path: Path) -> None:
    async with start_two_servers(tmp_path) as (first_server, second_server):
        ann, bob, table = await start_game_at_two_servers(first_server, second_server, options={"turn_limit": 6})
        async with ann.watch_table(table, 0) as a, bob.watch_table(table, 1) as b:
            heard = b.start_capturing_frames()

            async def play(seat: Any) -> None:
                async for offered in seat.turns():
                    await seat.play(offered[-1].action)

            await asyncio.gather(play(a), play(b))
            assert a.event_number == b.event_number
            assert a.scene == b.scene
            assert sum(b'"is":"snapshot"' in to_bytes(data) for data in heard) == 0, "events, not whole tables"
        assert await ann.get_record(table) == await bob.get_record(table)
        assert tri.parse_record(await bob.get_record(table)).history().is_over
        await ann.close()
        await bob.close()


def to_bytes(data: str | bytes) -> bytes:
    return data.encode() if isinstance(data, str) else data


async def test_one_of_two_simultaneous_moves_is_stale(tmp_path: Path) -> None:
    async with start_two_servers(tmp_path) as (first_server, second_server):
        ann, bob, table = await start_game_at_two_servers(first_server, second_server)
        again = await connect_same_person(ann, second_server)
        for _ in range(8):
            now = await ann.get_table(table)
            client, same = (ann, again) if now.to_move == 0 else (bob, await connect_same_person(bob, first_server))
            move = (await client.list_legal_moves(table, now.to_move))[0].action
            plays = [
                who.post_command(table, ask.Play(id=f"{now.number}-{at}", seat=now.to_move, at=now.number, action=move))
                for at, who in enumerate((client, same))
            ]
            results = await asyncio.gather(*plays, return_exceptions=True)
            refused = [result for result in results if isinstance(result, RequestRefusedError)]
            assert len(refused) == 1, results
            assert refused[0].reason == "stale"
            assert (await ann.get_table(table)).number == now.number + 1
            if same is not again:
                await same.close()
        await close_clients(ann, bob, again)


async def close_clients(*clients: AsyncClient) -> None:
    for client in clients:
        await client.close()


async def test_the_same_command_at_both_servers_happens_once(tmp_path: Path) -> None:
    async with start_two_servers(tmp_path) as (first_server, second_server):
        ann, bob, table = await start_game_at_two_servers(first_server, second_server)
        again = await connect_same_person(ann, second_server)
        move = ask.Play(id="mine", seat=0, at=(await ann.get_table(table)).number, action="home SM")
        first, second = await asyncio.gather(ann.post_command(table, move), again.post_command(table, move))
        assert first == second
        # Chat at one server doesn't make a move at the other stale, and neither is lost.
        number = (await ann.get_table(table)).number
        said = [ann.post_command(table, ask.Say(id=f"s{at}", preset="oops")) for at in range(5)]
        play = bob.post_command(table, ask.Play(id="his", seat=1, at=number, action="home ML"))
        await asyncio.gather(*said, play)
        assert (await bob.get_table(table)).number == number + 6
        await close_clients(ann, bob, again)


async def test_a_server_knows_at_once_what_another_one_did(tmp_path: Path) -> None:
    async with start_two_servers(tmp_path) as (first_server, second_server):
        ann, bob, table = await start_game_at_two_servers(first_server, second_server)
        again = await connect_same_person(ann, second_server)
        server, there = (ann, again)
        for at in range(10):
            done: Any = await server.post_command(table, ask.Say(id=f"s{at}", preset="hello"))
            assert (await there.get_table(table)).number == done.number
            server, there = there, server
        await close_clients(ann, bob, again)


async def test_a_rematch_at_two_servers_is_one_table(tmp_path: Path) -> None:
    async with start_two_servers(tmp_path) as (first_server, second_server):
        ann, bob, table = await start_game_at_two_servers(first_server, second_server)
        await ann.post_command(table, ask.Resign(id="r", seat=0))
        done: Any = await asyncio.gather(*[who.post_command(table, ask.Rematch(id="again")) for who in (ann, bob)])
        assert done[0].table == done[1].table
        unfinished = await first_server.rooms.store.load_unfinished_tables(only_listed=False, limit=10)
        assert [kept.id for kept in unfinished] == [done[0].table]
        await close_clients(ann, bob)


async def test_nothing_is_missed_when_a_lost_connection_is_restored(tmp_path: Path) -> None:
    async with start_two_servers(tmp_path) as (first_server, second_server):
        ann, bob, table = await start_game_at_two_servers(first_server, second_server)
        async with bob.watch_table(table, 1) as b:
            listening = second_server.rooms.pubsub
            assert listening is not None
            for at in range(3):
                await cut_connections(first_server.rooms.store)
                await ann.post_command(table, ask.Say(id=f"s{at}", preset="hello"))
                number = (await ann.get_table(table)).number
                await b.wait_until(lambda number=number: b.event_number == number)
        await close_clients(ann, bob)


async def cut_connections(store: EventStore, which: str = "LISTEN%") -> None:
    """Terminate PostgreSQL connections by their last query: those that listen, or others."""
    words = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        f"WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '{which}'"
    )
    await store.run_query(lambda connection: connection.execute(text(words)).all())


async def test_the_server_reconnects_to_a_restarted_database(tmp_path: Path) -> None:
    async with start_two_servers(tmp_path) as (first_server, second_server):
        ann, bob, table = await start_game_at_two_servers(first_server, second_server)
        for at in range(3):
            await cut_connections(first_server.rooms.store, "%")
            done: Any = await ann.post_command(table, ask.Say(id=f"a{at}", preset="hello"))
            again: Any = await bob.post_command(table, ask.Say(id=f"b{at}", preset="hello"))
            assert again.number == done.number + 1
        await close_clients(ann, bob)


async def test_a_bots_turn_is_taken_over_if_its_server_dies(tmp_path: Path) -> None:
    address = create_postgresql_database()
    asked: dict[str, Any] = {"pause": (1000.0, 1000.0), "lease": 0.5, "look": 0.05}
    async with start_server(tmp_path, address=address, **asked) as dying:
        ann = await dying.connect_guest("Ann")
        table = await ann.open_table("star-runners", [my_seat(), bot_seat("random")])
        await ann.post_command(table, ask.Begin(id="begin"))
        async with start_server(tmp_path, address=address, lease=0.5, look=0.05) as living:
            await ann.post_command(
                table, ask.Play(id="m", seat=0, at=(await ann.get_table(table)).number, action="home SM")
            )
            number = (await ann.get_table(table)).number
            await asyncio.sleep(1.5)
            assert (await ann.get_table(table)).number == number, "who has taken it on keeps it as long as it lives"
            # It stops working without any sign.
            for chore in list(dying.rooms.tasks.running):
                chore.cancel()
            again = await connect_same_person(ann, living)
            while (await again.get_table(table)).to_move != 0:
                await asyncio.sleep(0.02)
            assert (await again.get_table(table)).number > number
            await close_clients(ann, again)


async def check_claims(address: str) -> None:
    from triangulum.server.storage.event_store import StoredTable
    from triangulum.server.storage.job_queue import Job, JobDone
    from triangulum.table.events import LogEntry

    stores = [EventStore(address, durable=False) for _ in range(3)]
    for at in range(30):
        await stores[0].insert_table(StoredTable(f"t{at}", 1.0, start_table().spec, bytes(32)))
        row = LogEntry(1, 1.0, "", "", ())
        assert await stores[0].append_unless_stale(
            f"t{at}", row, save_jobs(stores[0], f"t{at}", Job("bot", 5.0), Job("clock", 50.0))
        )
    claims = await asyncio.gather(*[store.jobs.claim_due_jobs(10.0, 20.0, 20) for store in stores for _ in range(2)])
    taken = [what for claim in claims for what in claim]
    assert sorted(taken) == sorted(("bot", f"t{at}") for at in range(30))
    assert await stores[1].jobs.claim_due_jobs(19.0, 30.0, 100) == [], "leased"
    assert len(await stores[1].jobs.claim_due_jobs(21.0, 30.0, 100)) == 30, "leases have run out"
    await stores[1].jobs.renew_leases([("bot", "t0")], 90.0)
    await stores[1].jobs.release_jobs([("bot", "t1")])
    await stores[2].jobs.delete_jobs([("bot", "t2")])
    assert await stores[2].jobs.claim_due_jobs(29.0, 99.0, 100) == [("bot", "t1")], (
        "only who holds something lets it go"
    )
    assert await stores[0].append_unless_stale(
        "t3", LogEntry(2, 2.0, "", "", ()), save_jobs(stores[0], "t3", JobDone("bot"))
    )
    left = await stores[0].jobs.claim_due_jobs(40.0, 99.0, 100)
    assert len(left) == 27
    assert {("bot", "t0"), ("bot", "t3")}.isdisjoint(left)
    for store in stores:
        store.close()


async def test_due_work_is_claimed_once(tmp_path: Path) -> None:
    await check_claims(sqlite_address(tmp_path))
    await check_claims(create_postgresql_database())


def test_several_workers_need_postgresql() -> None:
    with pytest.raises(OptionError, match="need PostgreSQL"):
        serve(ServeOptions(port=0, workers=2), print)


async def test_workers_share_one_address_are_replaced_and_stop_together(tmp_path: Path) -> None:
    words = ["serve", "--port", "0", "--workers", "2", "--database", create_postgresql_database()]
    process = subprocess.Popen(
        [sys.executable, "-m", "triangulum", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("Triangulum is at http://127.0.0.1:"), process.communicate()
    try:
        async with AsyncClient(line.split()[3].removesuffix("/api")) as ann:
            await ann.set_name("Ann")
            table = await ann.open_table("star-runners", [my_seat(), my_seat("Ben")])
            seats = [ann.watch_table(table, 0) for _ in range(6)]
            for seat in seats:
                await seat.__aenter__()
            await seats[0].begin_game()
            kill_one_worker(process.pid)
            for seat in seats:
                await seat.wait_until(lambda seat=seat: seat.moves is not None)
            assert seats[3].moves is not None
            await seats[3].play(flatten_move_tree(seats[3].moves.tree)[0].action)
            for seat in seats:
                await seat.wait_until(lambda seat=seat: seat.event_number == seats[3].event_number)
                await seat.close()
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 0
    assert "every acknowledged move is kept" in out
    assert "is replaced" in err


def kill_one_worker(parent: int) -> None:
    """Kill one of the child processes of another."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=True)
    os.kill(int(found.stdout.split()[0]), signal.SIGKILL)


async def test_a_server_that_cannot_compare_all_tables_reconnects(tmp_path: Path) -> None:
    async with start_two_servers(tmp_path) as (first_server, second_server):
        ann, bob, table = await start_game_at_two_servers(first_server, second_server)
        async with bob.watch_table(table, 1) as b:
            store = second_server.rooms.store
            asked: list[Any] = []

            async def no_answer(table_ids: Any) -> dict[str, int]:
                asked.append(table_ids)
                store.load_last_numbers = numbers  # type: ignore[method-assign]
                raise OperationalError("", {}, Exception("the database is starting up"))

            numbers, store.load_last_numbers = store.load_last_numbers, no_answer  # type: ignore[method-assign]
            await cut_connections(first_server.rooms.store)
            while not asked:
                await asyncio.sleep(0.01)
            await ann.post_command(table, ask.Say(id="s", preset="hello"))
            number = (await ann.get_table(table)).number
            await asyncio.wait_for(b.wait_until(lambda: b.event_number == number), 30)
        await close_clients(ann, bob)
