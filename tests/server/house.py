"""A real server on a real socket, in the event loop of a test, with everything random in the test's hand."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from tests.luck import LUCK
from triangulum.bots.thought import Thought
from triangulum.client import AsyncClient
from triangulum.server.duties import Pace
from triangulum.server.guard import Limits
from triangulum.server.lobby import Lobby
from triangulum.server.people import People
from triangulum.server.running import Server, address_of, bound_socket, make_server
from triangulum.server.steward import Steward
from triangulum.server.store import Store, sqlite_address
from triangulum.server.thinking import Ready, Thinkers, Turn

SECRET = bytes(32)
EASY = Limits(requests=10_000, requests_at_once=10_000, messages=10_000, messages_at_once=10_000)


class House:
    """A running server, its steward and lobby, and its address."""

    def __init__(self, server: Server, steward: Steward, url: str) -> None:
        self.server = server
        self.steward = steward
        self.lobby = steward.lobby
        self.url = url

    async def guest(self, name: str) -> AsyncClient:
        """Return a client with a name."""
        client = AsyncClient(self.url)
        await client.call_me(name)
        return client


@asynccontextmanager
async def house(
    folder: Path,
    *,
    limits: Limits = EASY,
    public_url: str | None = None,
    send_buffer: int | None = None,
    address: str | None = None,
    **given: Any,
) -> AsyncIterator[House]:
    """Run a server on what lies in a folder or at an address, and stop it gracefully."""
    store = Store(address or sqlite_address(folder), durable=False)
    people = People(SECRET, numbered("person"))
    steward = staffed(store, people, **{"beat": None, **given})
    listening = bound_socket("127.0.0.1", 0)
    if send_buffer is not None:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    ready = asyncio.Event()
    server = make_server(steward, limits=limits, public_url=public_url, started=ready.set)
    serving = asyncio.create_task(server.serve([listening]))
    waiting = asyncio.create_task(ready.wait())
    await asyncio.wait([serving, waiting], return_when=asyncio.FIRST_COMPLETED)
    try:
        yield House(server, steward, address_of(listening))
    finally:
        waiting.cancel()
        server.should_exit = True
        await serving


def staffed(store: Store, people: People, **given: Any) -> Steward:
    """Return a steward whose bots do not pause, with a lobby; what is given is for either, or for the pace."""
    given = {"pause": None, "luck": LUCK, **given}
    of_lobby = {name: given.pop(name) for name in ("clock", "make_dice") if name in given}
    pace = {name: given.pop(name) for name in Pace._fields if name in given}
    return Steward(Lobby(store, people, **of_lobby), pace=Pace(**pace), **given)


class Hasty(Thinkers):
    """Bots that play the first legal move without a process to think in, where it does not matter what they play."""

    async def answer(self, question: Ready | Turn, patience: float = 60.0) -> Thought | None:
        return None if isinstance(question, Ready) else Thought(question.state.legal_actions()[0])


def numbered(word: str) -> Callable[[], str]:
    """Return a way to make ids that are the same in every run."""
    numbers: Iterator[int] = count(1)
    return lambda: f"{word}-{next(numbers)}"
