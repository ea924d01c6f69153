"""Kill servers at random moments while people and bots play, and check that nothing was lost."""

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
from triangulum.client import (
    AsyncClient,
    AsyncTableSession,
    DisconnectedError,
    RequestRefusedError,
    bot_seat,
    my_seat,
    open_seat,
)
from triangulum.server.identity.signing import Signer
from triangulum.server.runtime.rooms import Rooms
from triangulum.server.storage.event_store import EventStore
from triangulum.server.storage.heartbeat import load_outages
from triangulum.table import commands as ask
from triangulum.table.events import FischerClock, LogEntry
from triangulum.table.table import Table

T = TypeVar("T")

OPTIONS = {"turn_limit": 1000}
CLOCK = FischerClock(seconds=36_000)
RECOVERY_SECONDS = 90.0
"""How soon every table has to go on after the last server was killed."""
NON_EPHEMERAL_PORTS = range(20_000, 30_000)
IMMEDIATE_KILL_SHARE = 0.2
"""This share of kills doesn't wait until somebody has moved since the last one."""


class AcknowledgedMove(NamedTuple):
    """A move that was acknowledged."""

    table: str
    command: str
    number: int


class Downtime(NamedTuple):
    """A time in which the only server was down."""

    began: float
    until: float


class ServerProcess:
    """A server process on a port of its own, which can be killed and started again."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.port = find_free_port()
        self.process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Start the process, and wait until it can be reached."""
        words = [sys.executable, "-m", "tests.server.killed_server_main", self.address, str(self.port)]
        process = self.process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        line = await asyncio.to_thread(process.stdout.readline)
        assert line == "ready\n", "the server does not start"

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.communicate()


def find_free_port() -> int:
    """Return a free port that the system won't give to another connection while the server is down."""
    for port in random.sample(NON_EPHEMERAL_PORTS, len(NON_EPHEMERAL_PORTS)):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


class Players:
    """People who keep playing whatever happens to the servers; after each game they start another one."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.clients: list[AsyncClient] = []
        self.tables: list[str] = []
        """All tables at which a game has started."""
        self.groups: list[asyncio.Task[None]] = []
        self.moved: Counter[int] = Counter()
        """Number of acknowledged moves of each group."""
        self.acks: list[AcknowledgedMove] = []
        self.commands = 0

    async def start_groups(self, urls: Sequence[str], num_pairs: int, num_with_bot: int) -> None:
        """Start groups of two people, and groups of one person and a bot, spread over the servers."""
        for group in range(num_pairs + num_with_bot):
            company = [await self.connect_guest(urls[group % len(urls)], "Ann")]
            if group < num_pairs:
                company.append(await self.connect_guest(urls[(group + 1) % len(urls)], "Bob"))
            self.groups.append(asyncio.create_task(self.play_games(group, company)))

    async def connect_guest(self, url: str, name: str) -> AsyncClient:
        """Return the client of a guest with this name."""
        client = AsyncClient(url)
        await client.set_name(name)
        self.clients.append(client)
        return client

    async def play_games(self, group: int, company: Sequence[AsyncClient]) -> None:
        """Play one game after another."""
        seats = [my_seat(), open_seat() if len(company) == 2 else bot_seat("random")]
        while True:
            table = await retry_while_down(partial(company[0].open_table, "star-runners", seats, OPTIONS, clock=CLOCK))
            if len(company) == 2:
                await retry_while_down(partial(company[1].post_command, table, ask.Sit(id="sit", seat=1)))
            await retry_while_down(partial(company[0].post_command, table, ask.Begin(id="begin")))
            self.tables.append(table)
            await asyncio.gather(*(self.play_seat(group, table, seat, client) for seat, client in enumerate(company)))

    async def play_seat(self, group: int, table: str, seat: int, client: AsyncClient) -> None:
        """Play for a seat until the game is over."""
        watching = client.watch_table(table, seat)
        await retry_while_down(watching.__aenter__)
        try:
            async for choices in watching.turns():
                await self.play_action(group, watching, self.rng.choice(choices).action)
        finally:
            await watching.close()

    async def play_action(self, group: int, seat: AsyncTableSession, action: int) -> None:
        """Play an action, and note that it was acknowledged."""
        self.commands += 1
        command = ask.Play(id=f"c{self.commands}", seat=seat.resolve_seat(None), at=seat.event_number, action=action)
        try:
            done = await seat.send_and_catch_up(command)
        except RequestRefusedError as no:
            # Nobody else moves for this seat, so nothing can make it stale.
            raise AssertionError(f"refused: {no}") from no
        self.acks.append(AcknowledgedMove(seat.table_id, command.id, done.number))
        self.moved[group] += 1

    async def wait_for_moves(self, num_moves: int, *, in_any_group: bool = False) -> None:
        """Wait until people in every group, or in any, have made more moves; raise what made a group fail."""
        before = self.moved.copy()
        enough = any if in_any_group else all
        async with asyncio.timeout(RECOVERY_SECONDS):
            while not enough(self.moved[group] >= before[group] + num_moves for group in range(len(self.groups))):
                for task in self.groups:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Stop playing and disconnect."""
        for task in self.groups:
            task.cancel()
        await asyncio.gather(*self.groups, return_exceptions=True)
        for client in self.clients:
            await client.close()


async def retry_while_down(attempt: Callable[[], Awaitable[T]]) -> T:
    """Ask a server until it answers; it may be down just now, but comes back."""
    while True:
        try:
            return await attempt()
        except DisconnectedError:
            await asyncio.sleep(0.1)


async def kill_servers_and_check(address: str, num_kills: int, num_servers: int = 1, seed: int = 1) -> Players:
    """Kill servers at random moments, then check that every acknowledged move happened exactly once."""
    players = Players(seed)
    downtimes: list[Downtime] = []
    processes = [ServerProcess(address) for _ in range(num_servers)]
    try:
        for server in processes:
            await server.start()
        await players.start_groups([server.url for server in processes], num_pairs=3, num_with_bot=2)
        await players.wait_for_moves(1)
        for _ in range(num_kills):
            if players.rng.random() > IMMEDIATE_KILL_SHARE:
                await players.wait_for_moves(1, in_any_group=True)
            await asyncio.sleep(players.rng.random() * 0.5)
            server = players.rng.choice(processes)
            began = time.time()
            server.kill()
            await server.start()
            downtimes.append(Downtime(began, time.time()))
        await players.wait_for_moves(2)
        await players.stop()
    finally:
        for server in processes:
            server.kill()
    await check_event_log(address, players, downtimes if num_servers == 1 else [])
    return players


async def check_event_log(address: str, players: Players, downtimes: Sequence[Downtime]) -> None:
    """Check that the log holds every acknowledged move once, replays, and cost nobody time while no server ran."""
    store = EventStore(address)
    rooms = Rooms(store, Signer(bytes(32)))
    rooms.heartbeat.outages[:] = await store.run_query(load_outages)
    try:
        for table in players.tables:
            stored = await store.load_table(table)
            assert stored is not None
            rows = stored[1]
            assert [row.number for row in rows] == list(range(1, len(rows) + 1)), "rows are numbered without gaps"
            check_commands(rows, [ack for ack in players.acks if ack.table == table])
            # A server replays the log as well, and refuses what isn't legal.
            replayed = rooms.build_table(*stored)
            assert replayed.number == len(rows)
            check_clocks(replayed, downtimes)
    finally:
        await rooms.close()
        store.close()


def check_clocks(table: Table, downtimes: Sequence[Downtime]) -> None:
    """Check that clocks ran, but never while there was no server."""
    assert table.clocks is not None
    first, last = table.log[0].at, table.log[-1].at
    away = sum(max(0.0, min(last, downtime.until) - max(first, downtime.began)) for downtime in downtimes)
    used = sum(CLOCK.seconds - left for left in table.clocks.left)
    assert 0.0 <= used <= last - first - away + 0.001, "a server that was down has cost somebody time"


def check_commands(rows: Sequence[LogEntry], acks: Sequence[AcknowledgedMove]) -> None:
    """Check that no acknowledged move is lost and none happened twice."""
    times = Counter((row.person, row.command) for row in rows if row.command)
    assert all(count == 1 for count in times.values()), "a command has happened twice"
    for ack in acks:
        assert rows[ack.number - 1].command == ack.command, "an acknowledged move is lost"
