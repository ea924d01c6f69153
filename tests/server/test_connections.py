"""What every kind of connection must do: send in order, keep nobody waiting, and close with a reason."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from tests.server.raw_websocket import open_raw_websocket, open_socket_without_reading
from tests.server.running_server import (
    HIGH_LIMITS,
    RunningServer,
    build_runtime,
    close_clients,
    start_server,
    start_two_player_table,
)
from triangulum.client import DisconnectedError, RequestRefusedError, bot_seat, flatten_move_tree, my_seat, open_seat
from triangulum.running import build_server
from triangulum.server.http import fast_websocket
from triangulum.server.http.connections import MAX_OUTBOX, AsgiConnection
from triangulum.server.http.fast_websocket import FastWebSocket
from triangulum.server.http.websockets import SocketWatcher, WatchRequest
from triangulum.server.identity.signing import Signer
from triangulum.server.storage.database import sqlite_address
from triangulum.server.storage.event_store import EventStore
from triangulum.table import commands as ask
from triangulum.table.people import NOBODY, Person
from triangulum.table.presenter import Perspective


@pytest.mark.parametrize(
    ("version", "is_fast"), [("0.53.0", True), ("0.54.7", True), ("0.55.0", False), ("1.0", False)]
)
def test_fast_websockets_are_used_only_with_a_uvicorn_they_were_tested_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, is_fast: bool
) -> None:
    monkeypatch.setattr(fast_websocket, "version", lambda _: version)
    store = EventStore(sqlite_address(tmp_path), durable=False)
    server = build_server(build_runtime(store, Signer(bytes(32))))
    assert server.config.ws == (FastWebSocket if is_fast else "websockets-sansio")
    store.close()


def test_fast_websockets_are_not_used_if_uvicorn_has_renamed_a_method(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fast_websocket.is_uvicorn_supported(), "the installed version is one of those"
    monkeypatch.setattr(fast_websocket, "OVERRIDDEN", (*fast_websocket.OVERRIDDEN, "renamed"))
    assert not fast_websocket.is_uvicorn_supported()


async def test_a_socket_has_the_connection_that_fits_uvicorn(connection_type: type[Any], server: RunningServer) -> None:
    ann = await server.connect_guest("Ann")
    table = await ann.open_table("star-runners", [my_seat(), open_seat()])
    async with ann.watch_table(table, 0) as seat:
        assert [type(watcher.connection) for watcher in server.server.websockets.open] == [connection_type]
        await seat.send_chat("Hello.")
    while server.server.websockets.open:
        await asyncio.sleep(0.01)
    await close_clients(ann)


@pytest.mark.usefixtures("connection_type")
async def test_a_table_that_may_not_be_watched_is_refused_with_a_reason(server: RunningServer) -> None:
    ann, bob, table = await start_two_player_table(server)
    session = bob.watch_table(table, 0)
    frames = session.start_capturing_frames()
    with pytest.raises(RequestRefusedError, match="can’t look at the table from that seat"):
        await session.__aenter__()
    assert session.connection.socket is not None
    await session.connection.socket.wait_closed()
    assert session.connection.socket.close_code == 4003
    assert "can’t look at the table from that seat" in (session.connection.socket.close_reason or "")
    assert len(frames) == 1
    await session.close()
    await close_clients(ann, bob)


@pytest.mark.usefixtures("connection_type")
async def test_a_hundred_missed_updates_arrive_in_order(server: RunningServer) -> None:
    ann, bob, table = await start_two_player_table(server)
    first = (await ann.get_table(table)).number
    count = 3 * MAX_OUTBOX // 2
    for number in range(count):
        await server.commands.run(table, ask.Say(id=f"s{number}", text=f"{number} " * 100), Person("p", "Pip"))
    async with bob.watch_table(table, 1, after=first) as session:
        await session.wait_until(lambda: session.event_number == first + count)
        await session.send_chat("I have read it all.")
    await close_clients(ann, bob)


@pytest.mark.usefixtures("connection_type")
async def test_a_client_that_disappears_leaves_no_task_behind(server: RunningServer) -> None:
    ann, bob, table = await start_two_player_table(server)
    before = asyncio.all_tasks()
    reader, writer = await open_raw_websocket(server, table, ann.cookies["triangulum-guest"])
    await reader.read(1)
    writer.transport.abort()
    while server.server.websockets.open or asyncio.all_tasks() - before:
        await asyncio.sleep(0.01)
    await close_clients(ann, bob)


# --- over plain ASGI events, without a network


class FakeAsgiSocket:
    """A WebSocket of Litestar whose other side receives only while it is told to."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.closed_with: tuple[int, str] | None = None
        self.receives = asyncio.Event()
        self.receives.set()
        self.is_gone = asyncio.Event()

    async def send_text(self, data: bytes) -> None:
        await self.receives.wait()
        self.sent.append(data)

    async def close(self, code: int, reason: str) -> None:
        await self.receives.wait()
        self.closed_with = code, reason

    async def receive_text(self) -> str:
        await self.is_gone.wait()
        raise WebSocketDisconnect(detail="gone")


class FlushingReceiver:
    """Sends what a watcher has queued when there is room."""

    def __init__(self, watcher: SocketWatcher) -> None:
        self.watcher = watcher

    def try_handle_now(self, _: bytes) -> bool:
        return False

    def handle_writable(self) -> None:
        self.watcher.flush_queue()


def make_asgi_watcher(**limits: Any) -> tuple[FakeAsgiSocket, AsgiConnection, SocketWatcher]:
    """Return a watcher over plain ASGI events whose queue is flushed, with its connection and socket."""
    socket: Any = FakeAsgiSocket()
    connection = AsgiConnection(socket)
    request = WatchRequest("t", NOBODY, Perspective(None, "none"), None)
    watcher = SocketWatcher(connection, request, HIGH_LIMITS._replace(**limits))
    connection.attach(FlushingReceiver(watcher))
    return socket, connection, watcher


async def test_what_waits_for_a_slow_receiver_is_bounded_and_keeps_its_order() -> None:
    socket, connection, watcher = make_asgi_watcher()
    messages = [str(number).encode() for number in range(5 * MAX_OUTBOX)]
    socket.receives.clear()
    for message in messages[:200]:
        watcher.send(message)
    assert connection.outbox.qsize() == MAX_OUTBOX, "even if the task that sends has not run yet"
    await asyncio.sleep(0.01)
    for message in messages[200:]:
        watcher.send(message)
    assert connection.outbox.qsize() < MAX_OUTBOX
    assert not connection.can_send
    socket.receives.set()
    while len(socket.sent) < len(messages):
        await asyncio.sleep(0)
    assert socket.sent == messages
    assert connection.can_send
    await connection.drain_or_abort()


async def test_a_message_does_not_overtake_those_that_are_queued() -> None:
    socket, connection, watcher = make_asgi_watcher()
    connection.receiver = None
    messages = [str(number).encode() for number in range(MAX_OUTBOX + 3)]
    for message in messages[:-1]:
        watcher.send(message)
    while not connection.can_send:
        await asyncio.sleep(0)
    watcher.send(messages[-1])
    watcher.flush_queue()
    while len(socket.sent) < len(messages):
        await asyncio.sleep(0)
    assert socket.sent == messages
    await connection.drain_or_abort()


async def test_a_receiver_that_lags_too_far_behind_is_closed() -> None:
    socket, connection, watcher = make_asgi_watcher(queue=10)
    socket.receives.clear()
    for number in range(MAX_OUTBOX + 11):
        assert not watcher.is_closing
        watcher.send(str(number).encode())
    assert watcher.is_closing
    assert await connection.receive_text() is None
    socket.receives.set()
    await connection.drain_or_abort()
    assert len(socket.sent) == MAX_OUTBOX
    assert socket.closed_with is not None
    assert socket.closed_with[0] == 4008


async def test_a_receiver_that_is_stuck_is_dropped_without_waiting() -> None:
    socket, connection, watcher = make_asgi_watcher(send_seconds=0.01)
    socket.receives.clear()
    watcher.send(b"x")
    assert not watcher.is_stuck()
    while not watcher.is_stuck():
        await asyncio.sleep(0.01)
    watcher.drop()
    async with asyncio.timeout(5):
        await connection.drain_or_abort()
    assert (socket.sent, socket.closed_with) == ([], None)


async def test_a_reason_is_sent_after_everything_else_before_the_handler_may_return() -> None:
    socket, connection, watcher = make_asgi_watcher()
    watcher.send(b"first")
    watcher.close(1012, "The server is stopping. Try again in a moment.")
    watcher.send(b"too late")
    await connection.drain_or_abort()
    assert (socket.sent, socket.closed_with) == ([b"first"], (1012, "The server is stopping. Try again in a moment."))


async def test_when_the_other_side_has_gone_nothing_more_is_sent() -> None:
    socket, connection, watcher = make_asgi_watcher()
    socket.is_gone.set()
    assert await connection.receive_text() is None
    watcher.send(b"x")
    async with asyncio.timeout(5):
        await connection.drain_or_abort()
    assert (socket.sent, socket.closed_with) == ([], None)


# --- over a network


@pytest.mark.usefixtures("connection_type")
async def test_a_watcher_who_does_not_read_is_disconnected_and_delays_nobody(tmp_path: Path) -> None:
    limits = HIGH_LIMITS._replace(queue_bytes=20_000, send_seconds=0.4)

    async with start_server(tmp_path, limits=limits, send_buffer=4096) as server:
        ann, bob, table = await start_two_player_table(server)
        writer = await open_socket_without_reading(server, table)
        async with bob.watch_table(table, 1) as other:
            said = 0
            while len(server.server.websockets.open) > 1:
                said += 1
                await server.commands.run(table, ask.Say(id=f"s{said}", text="x" * 400), Person("p", "Pip"))
                assert said < 5000
            await other.wait_until(lambda: other.event_number >= said)
        writer.close()
        await close_clients(ann, bob)


@pytest.mark.usefixtures("connection_type")
async def test_stopping_closes_sockets_with_a_reason(tmp_path: Path) -> None:
    async with start_server(tmp_path) as server:
        ann = await server.connect_guest("Ann")
        table = await ann.open_table("star-runners", [my_seat(), bot_seat("greedy")])
        seat = ann.watch_table(table, 0)
        await seat.__aenter__()
        await seat.begin_game()
        connection = seat.connection.socket
    assert connection is not None
    await connection.wait_closed()
    assert (connection.close_code, connection.close_reason) == (1012, "The server is stopping. Try again in a moment.")
    await seat.close()
    with pytest.raises(DisconnectedError):
        await ann.list_games()
    await close_clients(ann)


@pytest.mark.usefixtures("connection_type")
async def test_slow_and_dead_watchers_under_load_delay_nobody(tmp_path: Path) -> None:
    limits = HIGH_LIMITS._replace(queue_bytes=20_000, send_seconds=0.4)

    async with start_server(tmp_path, limits=limits, send_buffer=4096) as server:
        ann, bob = await server.connect_guest("Ann"), await server.connect_guest("Bob")
        table = await ann.open_table("star-runners", [my_seat(), open_seat()], {"turn_limit": 1000})
        await bob.take_seat(table, 1)
        disconnected = [await open_raw_websocket(server, table, ann.cookies["triangulum-guest"]) for _ in range(5)]
        gone = [await open_raw_websocket(server, table, ann.cookies["triangulum-guest"]) for _ in range(5)]
        for _, writer in disconnected:
            writer.transport.pause_reading()  # type: ignore[attr-defined]
        async with ann.watch_table(table, 0) as a, bob.watch_table(table, 1) as b:
            await a.begin_game()
            for move in range(150):
                mover = a if a.to_move == 0 else b
                await mover.wait_until(lambda mover=mover: mover.moves is not None)
                assert mover.moves is not None
                await mover.play(flatten_move_tree(mover.moves.tree)[0].action)
                if move < len(gone):
                    gone[move][1].transport.abort()
                for one in (a, b):
                    await one.wait_until(lambda one=one, at=mover.event_number: one.event_number >= at)
            assert a.event_number == b.event_number == server.rooms.loaded[table].table.number
            # Watchers who don't read or are gone are disconnected; both players are still there.
            while len(server.server.websockets.open) > 2:
                await a.send_chat("x" * 400)
            await b.wait_until(lambda: b.event_number >= a.event_number)
        for _, writer in disconnected:
            writer.transport.abort()
        await ann.close()
        await bob.close()
