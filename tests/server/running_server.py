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
from triangulum.client import AsyncClient
from triangulum.running import Server, local_url, open_listening_socket, build_server
from triangulum.server.http.limits import Limits
from triangulum.server.identity.signing import Signer
from triangulum.server.runtime.bot_pool import BotPool, PrepareRequest, ThinkRequest
from triangulum.server.runtime.commands import CommandHandler
from triangulum.server.runtime.jobs import Pacing
from triangulum.server.runtime.rooms import Rooms
from triangulum.server.storage.database import sqlite_address
from triangulum.server.storage.event_store import EventStore

SECRET = bytes(32)
HIGH_LIMITS = Limits(requests=10_000, requests_at_once=10_000, messages=10_000, messages_at_once=10_000)


class RunningServer:
    """A running server, its steward and lobby, and its address."""

    def __init__(self, server: Server, commands: CommandHandler, url: str) -> None:
        self.server = server
        self.commands = commands
        self.rooms = commands.rooms
        self.url = url

    async def connect_guest(self, name: str) -> AsyncClient:
        """Return the client of a guest with this name."""
        client = AsyncClient(self.url)
        await client.call_me(name)
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
    people = Signer(SECRET, make_numbered_ids("person"))
    commands = build_steward(store, people, **{"beat": None, **overrides})
    listening = open_listening_socket("127.0.0.1", 0)
    if send_buffer is not None:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    ready = asyncio.Event()
    server = build_server(commands, AppOptions(limits=limits, public_url=public_url), ready.set)
    serving = asyncio.create_task(server.serve([listening]))
    waiting = asyncio.create_task(ready.wait())
    await asyncio.wait([serving, waiting], return_when=asyncio.FIRST_COMPLETED)
    try:
        yield RunningServer(server, commands, local_url(listening))
    finally:
        waiting.cancel()
        server.should_exit = True
        await serving


def build_steward(store: EventStore, people: Signer, **overrides: Any) -> CommandHandler:
    """Return a steward with a lobby, whose bots don't pause; overrides are arguments of either, or of the pace."""
    overrides = {"pause": None, "randomness": TEST_RANDOMNESS, **overrides}
    of_lobby = {name: overrides.pop(name) for name in ("clock", "make_dice") if name in overrides}
    pace = {name: overrides.pop(name) for name in Pacing._fields if name in overrides}
    return CommandHandler(Rooms(store, people, **of_lobby), pace=Pacing(**pace), **overrides)


class FirstMoveBotPool(BotPool):
    """Bots that play the first legal move at once, without a process, where their moves don't matter."""

    async def answer(self, question: PrepareRequest | ThinkRequest, patience: float = 60.0) -> Thought | None:
        return None if isinstance(question, PrepareRequest) else Thought(question.state.legal_actions()[0])


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
