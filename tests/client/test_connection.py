"""A socket that reconnects: what it resends, when it pauses, and when it gives up. The sockets here are made up."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import pytest
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.http11 import Response

from triangulum.client import Backoff, DisconnectedError, RequestRefusedError
from triangulum.client.connection import ReconnectingSocket
from triangulum.client.handshake import format_socket_url, make_handshake_error
from triangulum.table.commands import Begin
from triangulum.table.messages import Done, Refused, ServerMessage, SocketMessage

QUICK = Backoff(first_pause=0.001, longest_pause=0.002, max_tries=3)
BEGIN = Begin(id="b")
DONE = Done(id="b", number=3)


class FakeSocket:
    """A socket that answers each command with the given messages, and then closes if it has a close code."""

    def __init__(self, *messages: SocketMessage, close_code: int | None = None) -> None:
        self.messages = messages
        self.close_code: int | None = None
        self.close_reason = ""
        self.final_code = close_code
        self.sent: list[str] = []
        self.frames: asyncio.Queue[str | None] = asyncio.Queue()

    async def send(self, text: str) -> None:
        if self.close_code is not None:
            raise ConnectionClosedError(None, None)
        self.sent.append(text)
        for message in self.messages:
            self.frames.put_nowait(msgspec.json.encode(message).decode())
        if self.final_code is not None:
            self.frames.put_nowait(None)

    async def __aiter__(self) -> AsyncIterator[str]:
        while (frame := await self.frames.get()) is not None:
            yield frame
        self.close_code = self.final_code

    async def close(self) -> None:
        self.close_code = 1000


class ClosedSocket(FakeSocket):
    """A socket that the server closes as soon as it's open."""

    def __init__(self, close_code: int) -> None:
        super().__init__(close_code=close_code)
        self.frames.put_nowait(None)


def make_connection(
    *sockets: FakeSocket | Exception, messages: list[ServerMessage] | None = None
) -> tuple[ReconnectingSocket, Callable[[], int]]:
    """Return a connection that gets these sockets, or errors, one after the other, and how many are left."""
    queue: list[Any] = list(sockets)

    async def open_socket() -> Any:
        socket = queue.pop(0)
        if isinstance(socket, Exception):
            raise socket
        return socket

    received = [] if messages is None else messages
    return ReconnectingSocket(open_socket, received.append, lambda: None, QUICK), lambda: len(queue)


def make_rate_limit_error() -> RequestRefusedError:
    return RequestRefusedError(Refused(id=None, reason="too-many", message="slow down"))


async def test_a_command_is_answered_and_every_message_is_handed_on() -> None:
    messages: list[ServerMessage] = []
    connection, _ = make_connection(FakeSocket(DONE), messages=messages)
    await connection.start()
    assert await connection.request(BEGIN) == DONE
    assert messages == [DONE]
    await connection.close()


async def test_what_was_not_answered_is_sent_again_after_reconnecting() -> None:
    broken, working = FakeSocket(close_code=1006), FakeSocket(DONE)
    connection, _ = make_connection(broken, DisconnectedError("down"), make_rate_limit_error(), working)
    await connection.start()
    assert await connection.request(BEGIN) == DONE
    assert broken.sent == working.sent
    await connection.close()


async def test_after_a_rate_limit_closed_the_socket_a_new_one_is_opened() -> None:
    connection, count_sockets = make_connection(FakeSocket(close_code=4029), ClosedSocket(4029), FakeSocket(DONE))
    await connection.start()
    assert await connection.request(BEGIN) == DONE
    assert (count_sockets(), connection.num_rate_limits) == (0, 0)
    await connection.close()


async def test_a_rate_limit_that_closes_every_socket_ends_the_connection() -> None:
    connection, count_sockets = make_connection(*[ClosedSocket(4029) for _ in range(9)])
    await connection.start()
    with pytest.raises(DisconnectedError, match="4029"):
        await connection.request(BEGIN)
    assert count_sockets() == 9 - QUICK.max_tries


async def test_the_first_handshake_is_tried_again_after_a_rate_limit() -> None:
    connection, _ = make_connection(make_rate_limit_error(), FakeSocket(DONE))
    await connection.start()
    assert await connection.request(BEGIN) == DONE
    await connection.close()
    connection, count_sockets = make_connection(*[make_rate_limit_error() for _ in range(9)])
    with pytest.raises(RequestRefusedError):
        await connection.start()
    assert count_sockets() == 9 - QUICK.max_tries


@pytest.mark.parametrize("code", [1000, 1009, 4003])
async def test_other_close_codes_end_the_connection(code: int) -> None:
    connection, count_sockets = make_connection(FakeSocket(close_code=code), FakeSocket(DONE))
    await connection.start()
    with pytest.raises(DisconnectedError, match=str(code)):
        await connection.request(BEGIN)
    assert count_sockets() == 1
    with pytest.raises(DisconnectedError, match=str(code)):
        await connection.request(BEGIN)


async def test_a_socket_that_is_refused_says_why() -> None:
    refused = Refused(id=None, reason="not-allowed", message="this seat isn't yours")
    connection, _ = make_connection(FakeSocket(refused, close_code=4003))
    await connection.start()
    with pytest.raises(RequestRefusedError, match="isn't yours"):
        await connection.request(BEGIN)


async def test_a_refusal_that_comes_twice_ends_nothing() -> None:
    refused = Refused(id="b", reason="stale", message="the game has gone on")
    connection, _ = make_connection(FakeSocket(refused, refused))
    await connection.start()
    for _ in range(2):
        with pytest.raises(RequestRefusedError, match="gone on"):
            await connection.request(BEGIN)
    assert connection.error is None
    await connection.close()


async def test_closing_ends_everybody_who_waits() -> None:
    connection, _ = make_connection(FakeSocket())
    await connection.start()
    waiting = asyncio.create_task(connection.request(BEGIN))
    await asyncio.sleep(0)
    await connection.close()
    with pytest.raises(DisconnectedError, match="was closed"):
        await waiting


def test_the_address_of_a_socket_leaves_out_what_is_not_set() -> None:
    query = {"seat": 0, "after": None, "form": "both"}
    assert format_socket_url("https://games.example", "t", query) == (
        "wss://games.example/api/tables/t/socket?seat=0&form=both"
    )
    assert format_socket_url("http://127.0.0.1:8764", "t", {}) == "ws://127.0.0.1:8764/api/tables/t/socket?"


def test_a_refused_handshake_is_a_rate_limit_or_final() -> None:
    body = b'{"is":"refused","id":null,"reason":"too-many","message":"too many requests; slow down"}'
    limited = make_handshake_error("s", InvalidStatus(Response(429, "", Headers({"Retry-After": "2"}), body)))
    assert isinstance(limited, RequestRefusedError)
    assert (limited.reason, limited.retry_after, str(limited)) == ("too-many", 2.0, "too many requests; slow down")
    by_a_proxy = make_handshake_error("s", InvalidStatus(Response(429, "", Headers(), b"<html>")))
    assert isinstance(by_a_proxy, RequestRefusedError)
    assert by_a_proxy.reason == "too-many"
    forbidden = make_handshake_error("s", InvalidStatus(Response(403, "", Headers())))
    assert isinstance(forbidden, DisconnectedError)
