"""A real server on a real socket, in the event loop of a test, with seeded randomness."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from tests.randomness import TEST_RANDOMNESS
from triangulum.app import AppOptions
from triangulum.bots.thought import Thought
from triangulum.client import AsyncClient, my_seat, open_seat
from triangulum.running import Server, build_server, local_url, open_listening_socket
from triangulum.server.http.limits import Limits
from triangulum.server.identity.signing import Signer
from triangulum.server.runtime.bot_pool import BotPool, PrepareRequest, ThinkRequest
from triangulum.server.runtime.jobs import Pacing
from triangulum.server.runtime.runtime import Runtime
from triangulum.server.storage.database import sqlite_address
from triangulum.server.storage.event_store import EventStore
from triangulum.table.commands import Begin

SECRET = bytes(32)
HIGH_LIMITS = Limits(requests=10_000, requests_at_once=10_000, messages=10_000, messages_at_once=10_000)


class RunningServer:
    """A running server, its runtime, and its address."""

    def __init__(self, server: Server, runtime: Runtime, url: str) -> None:
        self.server = server
        self.runtime = runtime
        self.commands = runtime.commands
        self.rooms = runtime.rooms
        self.url = url

    async def connect_guest(self, name: str) -> AsyncClient:
        """Return the client of a guest with this name."""
        client = AsyncClient(self.url)
        await client.set_name(name)
        return client


@asynccontextmanager
async def start_server(
    folder: Path,
    *,
    limits: Limits = HIGH_LIMITS,
    public_url: str | None = None,
    send_buffer: int | None = None,
    address: str | None = None,
    **overrides: Any,
) -> AsyncIterator[RunningServer]:
    """Run a server on the database at an address, or in a folder, and stop it gracefully at the end."""
    store = EventStore(address or sqlite_address(folder), durable=False)
    signer = Signer(SECRET, make_numbered_ids("person"))
    runtime = build_runtime(store, signer, **{"beat": None, **overrides})
    listening = open_listening_socket("127.0.0.1", 0)
    if send_buffer is not None:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    ready = asyncio.Event()
    server = build_server(runtime, AppOptions(limits=limits, public_url=public_url), ready.set)
    serving = asyncio.create_task(server.serve([listening]))
    waiting = asyncio.create_task(ready.wait())
    await asyncio.wait([serving, waiting], return_when=asyncio.FIRST_COMPLETED)
    try:
        yield RunningServer(server, runtime, local_url(listening))
    finally:
        waiting.cancel()
        server.should_exit = True
        await serving


async def start_two_player_table(
    server: RunningServer, game: str = "star-runners", **options: Any
) -> tuple[AsyncClient, AsyncClient, str]:
    """Start a game between Ann and Bob; return their clients and the table."""
    ann, bob = await server.connect_guest("Ann"), await server.connect_guest("Bob")
    table = await ann.open_table(game, [my_seat(), open_seat()], **options)
    await bob.take_seat(table, 1)
    await ann.post_command(table, Begin(id="begin"))
    return ann, bob, table


async def close_clients(*clients: AsyncClient) -> None:
    """Close the connections of clients."""
    for client in clients:
        await client.close()


def build_runtime(store: EventStore, signer: Signer, **overrides: Any) -> Runtime:
    """Return a runtime whose bots don't pause; overrides are arguments of it or of its pacing."""
    overrides = {"pause": None, "randomness": TEST_RANDOMNESS, **overrides}
    pacing = {name: overrides.pop(name) for name in Pacing._fields if name in overrides}
    return Runtime(store, signer, pacing=Pacing(**pacing), **overrides)


class FirstMoveBotPool(BotPool):
    """Bots that play the first legal move at once, without a process, where their moves don't matter."""

    async def ask(self, request: PrepareRequest | ThinkRequest, timeout: float = 60.0) -> Thought | None:
        return None if isinstance(request, PrepareRequest) else Thought(request.state.legal_actions()[0])


class ManualClock:
    """A clock that stands still until a test moves it."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def make_numbered_ids(prefix: str) -> Callable[[], str]:
    """Return a function that makes ids which are the same in every run."""
    numbers: Iterator[int] = count(1)
    return lambda: f"{prefix}-{next(numbers)}"
