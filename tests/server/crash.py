"""Servers that are killed at random moments while people and bots play, and what has to be true all the same."""

import asyncio
import contextlib
import random
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from tests.rules import ROOT
from triangulum.client import AsyncClient, AsyncSeat, Disconnected, ServerSaysNo, anybody, bot, mine
from triangulum.server import messages as ask
from triangulum.server.deeds import FischerClock, Row
from triangulum.server.lives import outages_of
from triangulum.server.lobby import Lobby
from triangulum.server.people import People
from triangulum.server.store import Store
from triangulum.server.table import Table

T = TypeVar("T")

OPTIONS = {"turn_limit": 1000}
CLOCK = FischerClock(seconds=36_000)
PATIENCE = 90.0
"""Seconds in which every table has to go on after the last server was killed."""
LASTING_PORTS = range(20_000, 30_000)
EARLY = 0.2
"""Of so many kills none of the people may have moved since the last one."""


class Ack(NamedTuple):
    """A move that was acknowledged."""

    table: str
    command: str
    number: int


class Down(NamedTuple):
    """A while in which the only server was down."""

    began: float
    until: float


class Victim:
    """A server process on a port of its own, which can be killed and started again."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.port = free_port()
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start, and wait until it can be reached."""
        words = [sys.executable, "-m", "tests.server.crash_server", self.address, str(self.port)]
        process = self.process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        line = await asyncio.to_thread(process.stdout.readline)
        assert line == "ready\n", "the server does not start"

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.communicate()


def free_port() -> int:
    """Return a port that nobody listens on, and nobody is given who connects somewhere while the server is down."""
    for port in random.sample(LASTING_PORTS, len(LASTING_PORTS)):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


class Crowd:
    """People who play at tables, whatever happens to the servers; when a game is over, they begin another one."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.clients: list[AsyncClient] = []
        self.tables: list[str] = []
        """All tables at which a game has begun."""
        self.places: list[asyncio.Task[None]] = []
        self.moved: Counter[int] = Counter()
        """Moves that were acknowledged, by place."""
        self.acks: list[Ack] = []
        self.commands = 0

    async def sit_down(self, urls: Sequence[str], people: int, bots: int) -> None:
        """Let two people play at some places, and one and a bot at others; they are spread over the servers."""
        for place in range(people + bots):
            company = [await self.guest(urls[place % len(urls)], "Ann")]
            if place < people:
                company.append(await self.guest(urls[(place + 1) % len(urls)], "Bob"))
            self.places.append(asyncio.create_task(self.play_on(place, company)))

    async def guest(self, url: str, name: str) -> AsyncClient:
        """Return a client with a name."""
        client = AsyncClient(url)
        await client.call_me(name)
        self.clients.append(client)
        return client

    async def play_on(self, place: int, company: Sequence[AsyncClient]) -> None:
        """Play one game after the other."""
        seats = [mine(), anybody() if len(company) == 2 else bot("random")]
        while True:
            table = await insist(partial(company[0].open, "star-runners", seats, OPTIONS, clock=CLOCK))
            if len(company) == 2:
                await insist(partial(company[1].do, table, ask.Sit(id="sit", seat=1)))
            await insist(partial(company[0].do, table, ask.Begin(id="begin")))
            self.tables.append(table)
            await asyncio.gather(*(self.play(place, table, seat, one) for seat, one in enumerate(company)))

    async def play(self, place: int, table: str, seat: int, client: AsyncClient) -> None:
        """Play for a seat until the game is over."""
        watching = client.watch(table, seat)
        await insist(watching.__aenter__)
        try:
            async for choices in watching.turns():
                await self.move(place, watching, self.rng.choice(choices).action)
        finally:
            await watching.leave()

    async def move(self, place: int, seat: AsyncSeat, action: int) -> None:
        """Play, and note that it was acknowledged."""
        self.commands += 1
        command = ask.Play(id=f"c{self.commands}", seat=seat.own_seat(None), at=seat.number, action=action)
        try:
            done = await seat.send(command)
        except ServerSaysNo as no:
            # Nobody else moves for this seat, so nothing can make it stale.
            raise AssertionError(f"refused: {no}") from no
        self.acks.append(Ack(seat.id, command.id, done.number))
        self.moved[place] += 1

    async def go_on(self, more: int, *, somewhere: bool = False) -> None:
        """Wait until every place, or any, has gone on by some moves of people; a failed player fails here."""
        before = self.moved.copy()
        enough = any if somewhere else all
        async with asyncio.timeout(PATIENCE):
            while not enough(self.moved[place] >= before[place] + more for place in range(len(self.places))):
                for place in self.places:
                    if place.done():
                        place.result()
                await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Go home."""
        for place in self.places:
            place.cancel()
        await asyncio.gather(*self.places, return_exceptions=True)
        for client in self.clients:
            await client.close()


async def insist(attempt: Callable[[], Awaitable[T]]) -> T:
    """Do something at a server that may be down just now, and comes back."""
    while True:
        try:
            return await attempt()
        except Disconnected:
            await asyncio.sleep(0.1)


async def kill_and_see(address: str, kills: int, servers: int = 1, seed: int = 1) -> Crowd:
    """Kill servers at random moments, then see that all that was acknowledged has happened, once."""
    crowd = Crowd(seed)
    down: list[Down] = []
    victims = [Victim(address) for _ in range(servers)]
    try:
        for victim in victims:
            await victim.start()
        await crowd.sit_down([victim.url for victim in victims], people=3, bots=2)
        await crowd.go_on(1)
        for _ in range(kills):
            if crowd.rng.random() > EARLY:
                await crowd.go_on(1, somewhere=True)
            await asyncio.sleep(crowd.rng.random() * 0.5)
            victim = crowd.rng.choice(victims)
            began = time.time()
            victim.kill()
            await victim.start()
            down.append(Down(began, time.time()))
        await crowd.go_on(2)
        await crowd.stop()
    finally:
        for victim in victims:
            victim.kill()
    await check(address, crowd, down if servers == 1 else [])
    return crowd


async def check(address: str, crowd: Crowd, down: Sequence[Down]) -> None:
    """See that what is kept fits what was acknowledged, and is a game in which nobody was robbed of time."""
    store = Store(address)
    lobby = Lobby(store, People(bytes(32)))
    lobby.lives.outages[:] = await store.read(outages_of)
    try:
        for table in crowd.tables:
            found = await store.table(table)
            assert found is not None
            rows = found[1]
            assert [row.number for row in rows] == list(range(1, len(rows) + 1)), "rows are numbered without gaps"
            check_commands(rows, [ack for ack in crowd.acks if ack.table == table])
            # Going through them again is what a server does: what is not legal would be refused.
            again = lobby.table_of(*found)
            assert again.number == len(rows)
            check_clocks(again, down)
    finally:
        await lobby.close()
        store.close()


def check_clocks(table: Table, down: Sequence[Down]) -> None:
    """See that clocks have run, but never while there was no server."""
    assert table.clocks is not None
    first, last = table.rows[0].at, table.rows[-1].at
    away = sum(max(0.0, min(last, one.until) - max(first, one.began)) for one in down)
    used = sum(CLOCK.seconds - left for left in table.clocks.left)
    assert 0.0 <= used <= last - first - away + 0.001, "a server that was down has cost somebody time"


def check_commands(rows: Sequence[Row], acks: Sequence[Ack]) -> None:
    """See that no acknowledged move is lost, and none is there twice."""
    times = Counter((row.person, row.command) for row in rows if row.command)
    assert all(count == 1 for count in times.values()), "a command has happened twice"
    for ack in acks:
        assert rows[ack.number - 1].command == ack.command, "an acknowledged move is lost"
