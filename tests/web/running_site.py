"""A whole site for the tests of pages: a server in a thread of its own, whose bots answer at once."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from tests.server.running_server import HIGH_LIMITS, build_runtime
from triangulum.app import AppOptions
from triangulum.core.state import State
from triangulum.running import build_server, local_url, open_listening_socket
from triangulum.server.identity.signing import Signer
from triangulum.server.runtime.runtime import Runtime
from triangulum.server.storage.database import sqlite_address
from triangulum.server.storage.event_store import EventStore


class RunningSite:
    """A running server: its address, its runtime, and its event loop."""

    def __init__(self, url: str, runtime: Runtime, loop: asyncio.AbstractEventLoop) -> None:
        self.url = url
        self.runtime = runtime
        self.commands = runtime.commands
        self.rooms = runtime.rooms
        self.loop = loop

    def run(self, coroutine: Any) -> Any:
        """Run a coroutine in the server's own loop, and return its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(30)


@contextmanager
def run_site(folder: Path, **overrides: Any) -> Iterator[RunningSite]:
    """Run a server on the database in a folder; overrides replace its randomness, dice or clock."""
    store = EventStore(sqlite_address(folder), durable=False)
    runtime = build_runtime(store, Signer(bytes(32)), **overrides)
    listening = open_listening_socket("127.0.0.1", 0)
    ready = threading.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    def started() -> None:
        loops.append(asyncio.get_running_loop())
        ready.set()

    server = build_server(runtime, AppOptions(limits=HIGH_LIMITS), started)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    if not ready.wait(30):
        raise RuntimeError("the server did not start")
    try:
        yield RunningSite(local_url(listening), runtime, loops[0])
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
