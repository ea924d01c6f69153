"""Frames: however they are split, the same messages come out, on the fast path and over plain ASGI."""

import asyncio
import os
import random
from pathlib import Path

import msgspec
import pytest

from tests.server.raw_websocket import open_raw_websocket, read_frame
from tests.server.running_server import HIGH_LIMITS, RunningServer, start_server
from triangulum.client import my_seat, open_seat
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


def split_randomly(data: bytes, rng: random.Random) -> list[bytes]:
    """Return data split at random places."""
    cuts = sorted(rng.randrange(len(data)) for _ in range(rng.randrange(6)))
    return [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True) if start < end]


@pytest.mark.usefixtures("connection_type")
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


@pytest.mark.usefixtures("connection_type")
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
