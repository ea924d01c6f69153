"""A whole site for the tests of pages: a server in a thread of its own, whose bots answer at once."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from tests.server.running_server import HIGH_LIMITS, build_steward
from triangulum.app import AppOptions
from triangulum.core.state import State
from triangulum.running import local_url, open_listening_socket, build_server
from triangulum.server.identity.signing import Signer
from triangulum.server.runtime.commands import CommandHandler
from triangulum.server.storage.database import sqlite_address
from triangulum.server.storage.event_store import EventStore


class RunningSite:
    """A running server: its address, its steward and lobby, and its event loop."""

    def __init__(self, url: str, commands: CommandHandler, loop: asyncio.AbstractEventLoop) -> None:
        self.url = url
        self.commands = commands
        self.rooms = commands.rooms
        self.loop = loop

    def run(self, coroutine: Any) -> Any:
        """Run a coroutine in the server's own loop, and return its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(30)


@contextmanager
def run_site(folder: Path, **overrides: Any) -> Iterator[RunningSite]:
    """Run a server on the database in a folder; overrides replace its randomness, dice or clock."""
    store = EventStore(sqlite_address(folder), durable=False)
    commands = build_steward(store, Signer(bytes(32)), **overrides)
    listening = open_listening_socket("127.0.0.1", 0)
    ready = threading.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    def started() -> None:
        loops.append(asyncio.get_running_loop())
        ready.set()

    server = build_server(commands, AppOptions(limits=HIGH_LIMITS), started)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    if not ready.wait(30):
        raise RuntimeError("the server did not start")
    try:
        yield RunningSite(local_url(listening), commands, loops[0])
    finally:
        server.should_exit = True
        thread.join(20)


class PresetDice:
    """Dice of a server that bring the outcomes a test has written down."""

    outcomes: ClassVar[list[int]] = []

    def __init__(self, *_: object) -> None:
        self.own_outcomes = list(self.outcomes)

    def outcome(self, counter: int, state: State) -> int:
        return self.own_outcomes[counter]
