"""The fast WebSocket path: however frames are split, the same messages come out, and nothing is left over."""

import asyncio
import os
import random
from pathlib import Path

import msgspec
import pytest

import triangulum as tri
from tests.server.running_server import HIGH_LIMITS, RunningServer, start_server
from tests.server.tables import ANN, BOB, do, start_table
from triangulum.client import flatten_move_tree, my_seat, open_seat
from triangulum.core.registry import discover_games
from triangulum.errors import OptionError
from triangulum.server.http.limits import Limits, parse_limits
from triangulum.table import commands as ask
from triangulum.table import messages


def frame(message: bytes, code: int = 0x81) -> bytes:
    """Return a frame as a browser sends it, masked."""
    mask = os.urandom(4)
    size = len(message)
    head = bytes((code, 0x80 | size)) if size < 126 else bytes((code, 0xFE)) + size.to_bytes(2, "big")
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(message))


def say(number: int, text: str) -> bytes:
    return msgspec.json.encode(ask.Say(id=f"c{number}", text=text))


async def open_raw_websocket(
    server: RunningServer, table: str, cookie: str
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a raw WebSocket."""
    host, port = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nCookie: triangulum-guest={cookie}\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def read_frame(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    code, size = await reader.readexactly(2)
    if size == 126:
        size = int.from_bytes(await reader.readexactly(2), "big")
    return code, await reader.readexactly(size)


def split_randomly(data: bytes, rng: random.Random) -> list[bytes]:
    """Return data split at random places."""
    cuts = sorted(rng.randrange(len(data)) for _ in range(rng.randrange(6)))
    return [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True) if start < end]


@pytest.mark.parametrize("fragments", [False, True], ids=["whole", "in-parts"])
async def test_messages_arrive_however_they_are_split(tmp_path: Path, fragments: bool) -> None:
    rng = random.Random(5)

    async with start_server(tmp_path, limits=HIGH_LIMITS) as server:
        ann = await server.connect_guest("Ann")
        table = await ann.open_table("star-runners", [my_seat(), open_seat()])
        reader, writer = await open_raw_websocket(server, table, ann.cookies["triangulum-guest"])
        stream = b""
        for number in range(40):
            message = say(number, "x" * rng.choice((1, 30, 100, 400)))
            if fragments and number % 7 == 3:
                stream += frame(message[:10], 0x01) + frame(b"", 0x89) + frame(message[10:], 0x80)
            else:
                stream += frame(message)
            if number % 5 == 0:
                stream += frame(b"are you there", 0x89)
        for piece in split_randomly(stream, rng):
            writer.write(piece)
            await asyncio.sleep(0)
        done: list[str] = []
        pongs = 0
        while len(done) < 40:
            code, data = await read_frame(reader)
            pongs += code == 0x8A
            if data.startswith(b'{"is":"done"'):
                done.append(msgspec.json.decode(data, type=messages.Done).id)
            assert b'"is":"refused"' not in data
        assert done == [f"c{number}" for number in range(40)]
        assert pongs >= 8
        writer.write(frame(b"\x03\xe8", 0x88))
        while (await read_frame(reader))[0] != 0x88:
            pass
        while server.server.websockets.open:
            await asyncio.sleep(0.01)
        writer.close()
        await ann.close()


@pytest.mark.parametrize(
    "nonsense",
    [b"\x81\x05hello", b"\xf1\x80\0\0\0\0", b"\x83\x80\0\0\0\0", b"\x81\xff" + b"\x01" * 12],
    ids=["unmasked", "reserved", "unknown", "huge"],
)
async def test_an_invalid_frame_closes_only_its_socket(server: RunningServer, nonsense: bytes) -> None:
    ann = await server.connect_guest("Ann")
    table = await ann.open_table("star-runners", [my_seat(), open_seat()])
    reader, writer = await open_raw_websocket(server, table, ann.cookies["triangulum-guest"])
    writer.write(nonsense)
    await reader.read()
    while server.server.websockets.open:
        await asyncio.sleep(0.01)
    writer.close()
    assert (await ann.get_table(table)).number == 0
    await ann.close()


def test_limits_on_the_command_line_are_parsed_or_refused() -> None:
    assert parse_limits([]) == Limits()
    assert parse_limits(["messages=7", "sockets=9"]) == Limits()._replace(messages=7.0, sockets=9)
    for word in ("message=7", "messages", "messages=x", "messages=0", "sockets=1.5", "messages=inf", "=1"):
        with pytest.raises(OptionError) as error:
            parse_limits([word])
        assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "game", [game.id for game in discover_games().values() if not (game.has_secrets or game.is_drawn_per_seat)]
)
def test_everybody_sees_the_same_picture_in_a_game_without_secrets(game: str) -> None:
    """A message to everybody is made once, from a spectator's view."""
    table = start_table(game)
    rng = tri.Random(3)
    for _ in range(60):
        assert table.state.scene(None) == table.state.scene(0) == table.state.scene(1)
        if table.mover is None:
            break
        legal = table.state.legal_actions()
        do(table, (ANN, BOB)[table.mover], ask.Play, seat=table.mover, action=legal[rng.randrange(len(legal))])


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
