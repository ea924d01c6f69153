"""A whole site for the tests of pages: a server in a thread of its own, at which bots answer at once."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from tests.server.house import EASY, staffed
from triangulum.core.state import State
from triangulum.server.people import People
from triangulum.server.running import address_of, bound_socket, make_server
from triangulum.server.steward import Steward
from triangulum.server.store import Store, sqlite_address


class Site:
    """A running server: its address, its steward and lobby, and its event loop."""

    def __init__(self, url: str, steward: Steward, loop: asyncio.AbstractEventLoop) -> None:
        self.url = url
        self.steward = steward
        self.lobby = steward.lobby
        self.loop = loop

    def run(self, work: Any) -> Any:
        """Do something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)


@contextmanager
def site(folder: Path, **given: Any) -> Iterator[Site]:
    """Run a server on what lies in a folder; what is random there can be given."""
    store = Store(sqlite_address(folder), durable=False)
    steward = staffed(store, People(bytes(32)), **given)
    listening = bound_socket("127.0.0.1", 0)
    ready = threading.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    def started() -> None:
        loops.append(asyncio.get_running_loop())
        ready.set()

    server = make_server(steward, limits=EASY, started=started)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    if not ready.wait(30):
        raise RuntimeError("the server did not start")
    try:
        yield Site(address_of(listening), steward, loops[0])
    finally:
        server.should_exit = True
        thread.join(20)


class WrittenDice:
    """Chance as it was written down beforehand."""

    outcomes: ClassVar[list[int]] = []

    def __init__(self, *_: object) -> None:
        self.mine = list(self.outcomes)

    def outcome(self, counter: int, state: State) -> int:
        return self.mine[counter]
