"""How much a server carries: many tables of two scripted players each, over WebSocket, as browsers would play them.

    python benchmarks/load.py --tables 100 --seconds 20
    python benchmarks/load.py --tables 100 --idle 1000
    python benchmarks/load.py --database postgresql://… --workers 2

Starts a server of its own on a database of its own, unless it is given one with ``--url``. Both players of a table have
a socket and receive what a browser receives: events with what has changed in the picture, and the mover the tree of
legal moves. Whoever is to move answers at once with any legal move, so tables never rest. Every move is committed for
good before it is acknowledged. What is measured begins when all tables have been playing for a while.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import multiprocessing
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple, cast
from urllib.parse import urlsplit

import httpx

from triangulum.running import raise_open_file_limit

COOKIE = "triangulum-guest"
GENEROUS = (
    "requests=1000000",
    "requests_at_once=1000000",
    "messages=1000000",
    "messages_at_once=1000000",
    "sockets=100000",
    "sockets_an_address=100000",
)
"""Limits of a server that is to be loaded from one address."""
OPENING = 16
"""Tables that are opened at a time."""
A_COUPLE_OPENS = 100
"""Tables that two people open; a server lets nobody have more than 200 that are not over."""

NUMBER = re.compile(rb'"number":(\d+)')
ACTION = re.compile(rb'"action":(\d+)')
OVER = b'"to_move":-2'


class LoadPlan(NamedTuple):
    """What one client process is to do."""

    url: str
    game: str
    options: dict[str, Any]
    tables: int
    idle: int
    seed: int


class LoadTally(NamedTuple):
    """What one client process has seen in the time that counts."""

    moves: int
    games: int
    refused: int
    acknowledged: list[float]
    """Seconds from sending a move to its acknowledgement."""
    watched: list[float]
    """Seconds from sending a move to the event at the other player's."""


# --- in the processes that play


class ScriptedSocket(asyncio.Protocol):
    """A WebSocket of a client that does as little as it can, so that the server is what is measured."""

    def __init__(self, table: ScriptedTable, seat: int, path: str, host: str, cookie: str) -> None:
        self.table = table
        self.seat = seat
        self.buffer = bytearray()
        self.open = False
        self.transport: asyncio.Transport | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        key = base64.b64encode(random.randbytes(16)).decode()
        self.greeting = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Cookie: {COOKIE}={cookie}\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        # What uvloop gives is a transport in all but its class.
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.greeting.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Notice that the server has gone."""
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server does not take the socket"))
        self.table.record_disconnect()

    def data_received(self, data: bytes) -> None:
        """Take frames off what has come."""
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self.buffer.startswith(b"HTTP/1.1 101"):
                raise SystemExit(f"the server does not take the socket: {bytes(self.buffer[:200])!r}")
            del self.buffer[: end + 4]
            self.open = True
        at, buffer, size = 0, self.buffer, len(self.buffer)
        while size - at >= 2:
            code, length, head = buffer[at] & 15, buffer[at + 1], 2
            if length == 126:
                length, head = int.from_bytes(buffer[at + 2 : at + 4], "big"), 4
            elif length == 127:
                length, head = int.from_bytes(buffer[at + 2 : at + 10], "big"), 10
            if size - at < head + length:
                break
            message = bytes(buffer[at + head : at + head + length])
            at += head + length
            if code == 1:
                self.handle_message(message)
            elif code == 9:
                self.send(message, 10)
        del buffer[:at]

    def handle_message(self, message: bytes) -> None:
        """Handle the messages that a scripted player needs; a message begins with its kind."""
        kind = message[7:10]
        if kind == b"upd":
            self.table.record_update(self, message)
        elif kind == b"don":
            self.table.record_acknowledgement()
        elif kind == b"leg":
            self.table.answer_turn(self, message)
        elif kind == b"sna":
            if not self.ready.done():
                self.ready.set_result(None)
        elif kind == b"ref":
            self.table.record_refusal(message)

    def send(self, message: bytes, code: int = 1) -> None:
        """Send a message; masked with zeros, as a server cannot tell."""
        assert self.transport is not None
        size = len(message)
        head = struct.pack(">BB", 128 | code, 128 | size) if size < 126 else struct.pack(">BBH", 128 | code, 254, size)
        self.transport.write(head + b"\0\0\0\0" + message)


class ScriptedTable:
    """A table at which two scripts play."""

    def __init__(self, client: LoadClient, id: str, idle: bool) -> None:
        self.client = client
        self.id = id
        self.idle = idle
        self.sockets: list[ScriptedSocket] = []
        self.sent = 0.0
        self.awaiting = 0
        """The number that the move which was sent last will have."""
        self.over = False

    def answer_turn(self, socket: ScriptedSocket, message: bytes) -> None:
        """Answer with any legal move."""
        if self.client.stopped or self.idle:
            return
        number = NUMBER.search(message)
        assert number is not None
        actions = ACTION.findall(message)
        action = actions[int(self.client.rng.random() * len(actions))]
        self.awaiting = int(number[1]) + 1
        self.client.commands += 1
        self.sent = time.perf_counter()
        socket.send(
            b'{"do":"play","id":"%d","seat":%d,"at":%s,"action":%s}'
            % (self.client.commands, socket.seat, number[1], action)
        )

    def record_acknowledgement(self) -> None:
        """Note how long an acknowledgement took."""
        if self.client.counting and self.sent:
            self.client.acknowledged.append(time.perf_counter() - self.sent)

    def record_update(self, socket: ScriptedSocket, message: bytes) -> None:
        """Note how long it took until the other player knew, and whether the game is over."""
        if self.client.counting and self.sent and socket.seat != self.parse_mover(message):
            number = NUMBER.search(message)
            if number is not None and int(number[1]) == self.awaiting:
                self.client.watched.append(time.perf_counter() - self.sent)
        if OVER in message and not self.over:
            self.over = True
            self.client.replace_finished_table(self)

    def parse_mover(self, message: bytes) -> int:
        """Return who has moved, by what an event says of its first step."""
        at = message.find(b'"seat":')
        return message[at + 7] - 48

    def record_refusal(self, message: bytes) -> None:
        """Note what the server did not take; none is expected."""
        self.client.refused += 1
        if self.client.refused < 4:
            print(f"refused: {message.decode()}", file=sys.stderr)

    def record_disconnect(self) -> None:
        """Notice that a socket was closed by the server."""
        if not self.over and not self.client.stopped:
            self.client.refused += 1

    def close_sockets(self) -> None:
        """Close both sockets."""
        self.over = True
        for socket in self.sockets:
            if socket.transport is not None:
                socket.transport.close()


class LoadClient:
    """All tables of one client process."""

    def __init__(self, plan: LoadPlan) -> None:
        self.plan = plan
        self.rng = random.Random(plan.seed)
        # Idle connections are given up before the server does it, or a request may come just when it is closing one.
        self.http = httpx.AsyncClient(base_url=plan.url, timeout=60.0, limits=httpx.Limits(keepalive_expiry=2.0))
        parts = urlsplit(plan.url)
        self.host, self.port = parts.hostname or "", parts.port or 80
        self.cookies: list[str] = []
        self.commands = 0
        self.games = 0
        self.refused = 0
        self.counting = False
        self.stopped = False
        self.acknowledged = array("d")
        self.watched = array("d")
        self.tables: set[ScriptedTable] = set()
        self.chores: set[asyncio.Task[None]] = set()

    async def create_guests(self) -> None:
        """Create two guests, who open the next tables, and keep their cookies."""
        self.cookies = []
        for name in ("Ann", "Bob"):
            answer = await self.http.put("/api/me", json={"name": name})
            answer.raise_for_status()
            self.cookies.append(answer.cookies[COOKIE])
            self.http.cookies.clear()

    async def open_table(self, idle: bool = False) -> ScriptedTable:
        """Open a table, let both players sit down and look at it, and begin; at an idle one nobody ever moves."""
        ann, bob = self.cookies
        wish = {"game": self.plan.game, "options": self.plan.options, "seats": [{"for": "me"}, {"for": "anybody"}]}
        opened = await self.post_json(ann, "/api/tables", wish)
        table = ScriptedTable(self, opened["table"], idle)
        self.tables.add(table)
        path = f"/api/tables/{table.id}"
        await self.post_json(bob, f"{path}/commands", {"do": "sit", "id": "sit", "seat": 1})
        loop = asyncio.get_running_loop()
        for seat, cookie in enumerate(self.cookies):
            socket = ScriptedSocket(table, seat, f"{path}/socket?seat={seat}", f"{self.host}:{self.port}", cookie)
            await loop.create_connection(lambda socket=socket: socket, self.host, self.port)  # type: ignore[misc]
            table.sockets.append(socket)
            await socket.ready
        await self.post_json(ann, f"{path}/commands", {"do": "begin", "id": "begin"})
        return table

    async def post_json(self, cookie: str, path: str, body: dict[str, Any]) -> Any:
        """Post JSON to the server, and return its answer."""
        answer = await self.http.post(path, json=body, headers={"cookie": f"{COOKIE}={cookie}"})
        if answer.status_code >= 300:
            raise SystemExit(f"{path}: {answer.status_code} {answer.text}")
        return answer.json()

    async def open_tables(self, count: int, idle: bool) -> None:
        """Open some tables, not all at once, and not all by the same two people."""
        places = asyncio.Semaphore(OPENING)

        async def open_when_free() -> None:
            async with places:
                await self.open_table(idle)

        for begun in range(0, count, A_COUPLE_OPENS):
            await self.create_guests()
            await asyncio.gather(*[open_when_free() for _ in range(min(A_COUPLE_OPENS, count - begun))])

    def replace_finished_table(self, table: ScriptedTable) -> None:
        """Open another table where a game has come to its end."""
        self.games += self.counting
        table.close_sockets()
        self.tables.discard(table)
        if not self.stopped:
            task = asyncio.get_running_loop().create_task(self.reopen_table())
            self.chores.add(task)
            task.add_done_callback(self.chores.discard)

    async def reopen_table(self) -> None:
        """Open a table in place of a finished one."""
        await self.open_table()

    async def close(self) -> None:
        """Close all tables and the HTTP client."""
        self.stopped = True
        for table in list(self.tables):
            table.close_sockets()
        for chore in list(self.chores):
            chore.cancel()
        await self.http.aclose()


async def run_client(plan: LoadPlan, pipe: Connection) -> None:
    """Do as the plan says, and as the pipe says: what is read from it is how far the measurement is."""
    loop = asyncio.get_running_loop()
    client = LoadClient(plan)
    await client.open_tables(plan.idle, idle=True)
    pipe.send("idle")
    await loop.run_in_executor(None, pipe.recv)
    await client.open_tables(plan.tables, idle=False)
    pipe.send("playing")
    await loop.run_in_executor(None, pipe.recv)
    client.counting = True
    await loop.run_in_executor(None, pipe.recv)
    client.counting = False
    tally = LoadTally(
        len(client.acknowledged), client.games, client.refused, client.acknowledged.tolist(), client.watched.tolist()
    )
    await client.close()
    pipe.send(tally)


def run_client_in_process(plan: LoadPlan, pipe: Connection) -> None:
    """Run the client in a process of its own, with uvloop if it is installed."""
    raise_open_file_limit()
    try:
        import uvloop
    except ImportError:
        asyncio.run(run_client(plan, pipe))
    else:
        uvloop.run(run_client(plan, pipe))


# --- in the process that measures


@contextmanager
def run_server(database: str | None, workers: int, words: list[str]) -> Iterator[tuple[str, int]]:
    """Run a server; yield its address and process id."""
    with tempfile.TemporaryDirectory(prefix="triangulum-load-") as folder:
        command = [sys.executable, "-m", "triangulum", "serve", "--port", "0", "--data", folder]
        command += [word for limit in GENEROUS for word in ("--limit", limit)]
        command += ["--database", database] if database else []
        command += ["--workers", str(workers)] if workers > 1 else []
        process = subprocess.Popen([*command, *words], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line.startswith("Triangulum is at "):
                raise SystemExit(f"the server did not start: {line}")
            yield line.split()[3].rpartition("/api")[0] or line.split()[3], process.pid
        finally:
            process.terminate()
            process.communicate()


def list_process_tree(pid: int) -> list[int]:
    """Return the ids of a process and of everything it has started."""
    pids = [pid]
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(entry.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if parent == pid:
            pids += list_process_tree(int(entry.parent.name))
    return pids


def measure_cpu_seconds(pid: int) -> float | None:
    """Return the processor time of a process and its children in seconds; None without /proc."""
    ticks = 0
    for process_id in list_process_tree(pid):
        try:
            fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def measure_memory_megabytes(pid: int) -> float | None:
    """Return the resident memory of a process and its children; None without /proc."""
    total = 0
    for process_id in list_process_tree(pid):
        try:
            status = Path(f"/proc/{process_id}/status").read_text()
        except OSError:
            return None
        match = re.search(r"VmRSS:\s+(\d+) kB", status)
        total += int(match[1]) if match else 0
    return total / 1024


def percentile_milliseconds(sorted_seconds: list[float], share: float) -> float:
    """Return a percentile_milliseconds of sorted seconds, in milliseconds."""
    return (
        1000 * sorted_seconds[min(len(sorted_seconds) - 1, int(share * len(sorted_seconds)))] if sorted_seconds else 0.0
    )


class LoadProcesses:
    """The client processes."""

    def __init__(self, plans: list[LoadPlan]) -> None:
        self.pipes: list[Connection] = []
        self.processes = []
        context = multiprocessing.get_context("spawn")
        for plan in plans:
            ours, theirs = context.Pipe()
            process = context.Process(target=run_client_in_process, args=(plan, theirs), daemon=True)
            process.start()
            theirs.close()
            self.pipes.append(ours)
            self.processes.append(process)

    def release_all(self) -> None:
        """Let all client processes go on to the next phase."""
        for pipe in self.pipes:
            pipe.send("go on")

    def receive_all(self) -> list[Any]:
        """Wait for a message of every client process, and return them."""
        try:
            return [pipe.recv() for pipe in self.pipes]
        except EOFError:
            raise SystemExit("a client has failed") from None


def split_evenly(total: int, parts: int) -> list[int]:
    """Return a total split into almost equal parts."""
    return [total // parts + (part < total % parts) for part in range(parts)]


def measure_load(chosen: argparse.Namespace, url: str, pid: int | None) -> None:
    """Load a server, and print what was measured."""
    options: dict[str, Any] = dict(option.split("=", 1) for option in chosen.option)
    tables, idle = split_evenly(chosen.tables, chosen.clients), split_evenly(chosen.idle, chosen.clients)
    plans = [
        LoadPlan(url, chosen.game, options, tables[at], idle[at], chosen.seed + at) for at in range(chosen.clients)
    ]
    empty = None if pid is None else measure_memory_megabytes(pid)
    players = LoadProcesses(plans)
    players.receive_all()
    if chosen.idle and pid is not None and empty is not None:
        full = measure_memory_megabytes(pid) or 0.0
        print(f"{chosen.idle} idle tables with two watchers each: {full:.0f} MB, {full - empty:.0f} MB more than none")
    players.release_all()
    players.receive_all()
    if not chosen.tables:
        players.release_all()
        players.release_all()
        players.receive_all()
        return
    time.sleep(chosen.warm)
    before = None if pid is None else measure_cpu_seconds(pid)
    began = time.perf_counter()
    players.release_all()
    time.sleep(chosen.seconds)
    seconds = time.perf_counter() - began
    after = None if pid is None else measure_cpu_seconds(pid)
    memory = None if pid is None else measure_memory_megabytes(pid)
    players.release_all()
    print_report(chosen, players.receive_all(), seconds, before, after, memory)


def print_report(
    chosen: argparse.Namespace,
    tallies: list[LoadTally],
    seconds: float,
    before: float | None,
    after: float | None,
    memory: float | None,
) -> None:
    """Print what the clients have measured."""
    moves = sum(tally.moves for tally in tallies)
    refused = sum(tally.refused for tally in tallies)
    acknowledged = sorted(value for tally in tallies for value in tally.acknowledged)
    watched = sorted(value for tally in tallies for value in tally.watched)
    games = sum(tally.games for tally in tallies)
    print(f"{chosen.game}, {chosen.tables} tables that never rest, {seconds:.1f} s: {moves} moves, {games} games ended")
    print(f"  moves a second               {moves / seconds:8.0f}")
    if before is not None and after is not None:
        cpu = max(after - before, 1e-9)
        print(f"  moves a CPU-second           {moves / cpu:8.0f}   ({cpu / seconds:.2f} cores at work)")
    for what, values in (("acknowledgement, ms", acknowledged), ("other watcher, ms  ", watched)):
        p50, p99 = percentile_milliseconds(values, 0.5), percentile_milliseconds(values, 0.99)
        print(f"  move to {what}  {p50:8.1f} p50 {p99:8.1f} p99")
    if memory is not None:
        print(f"  memory, MB                   {memory:8.0f}")
    if refused:
        print(f"  refused or lost              {refused:8d}")


def main() -> None:
    """Read what is asked for, and measure it."""
    parser = argparse.ArgumentParser(description="Measure how much a server carries.")
    parser.add_argument("--tables", type=int, default=100, help="at which two play without rest (100)")
    parser.add_argument("--seconds", type=float, default=20.0, help="that are measured (20)")
    parser.add_argument("--warm", type=float, default=3.0, help="seconds of play before that (3)")
    parser.add_argument("--idle", type=int, default=0, help="tables at which two sit and do nothing (0)")
    parser.add_argument("--game", default="star-runners")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game")
    parser.add_argument("--database", help="URL of a database; a new SQLite if not given")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server (1)")
    parser.add_argument("--clients", type=int, default=1, help="processes that play (1)")
    parser.add_argument("--url", help="of a server that runs already")
    parser.add_argument("--pid", type=int, help="of that server, to measure what it costs")
    parser.add_argument("--seed", type=int, default=1)
    chosen, words = parser.parse_known_args()
    if chosen.game == "star-runners" and not chosen.option:
        chosen.option = ["turn_limit=1000"]
    if chosen.url:
        measure_load(chosen, chosen.url.rstrip("/"), chosen.pid)
        return
    with run_server(chosen.database, chosen.workers, words) as (url, pid):
        measure_load(chosen, url, pid)


if __name__ == "__main__":
    main()
