"""boardgame.io's server under the load of ``benchmarks/load.py``: many tables of two scripted players, by WebSocket.

    python -m benchmarks.peers.boardgame --storage memory --tables 100 --seconds 20

The server is boardgame.io's own with its tutorial's tic-tac-toe, in a process of Node; the players are the same bare
sockets that load ours, with as much of Socket.IO's protocol as it takes. Prints one line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.load import OPENING, Wire, cpu_seconds, megabytes, percentile
from benchmarks.peers.installing import NODE_FOLDER, node

GAME = "tic-tac-toe"
HEAD = f"42/{GAME},".encode()
STATE = re.compile(rb'"_stateID":(\d+)')
MOVER = re.compile(rb'"currentPlayer":"(\d)"')
CELLS = re.compile(rb'"cells":\[([^\]]*)\]')
MOVES = 100
"""In a match; then there is another. Its log is copied at every move, so that long matches become slow."""


class Seat(Wire):
    """A player's socket, which speaks Engine.IO and Socket.IO as far as it must."""

    table: Match  # type: ignore[assignment]

    def heard(self, message: bytes) -> None:
        """Greet, answer pings, and play when it is one's turn."""
        if message.startswith(HEAD):
            self.told(message)
        elif message.startswith(b"0"):
            self.send(f"40/{GAME},".encode())
        elif message.startswith(b"40"):
            self.send(HEAD + json.dumps(["sync", self.table.id, str(self.seat), None, 2]).encode())
        elif message == b"2":
            self.send(b"3")
        elif message.startswith(b"44"):
            self.table.club.refused += 1

    def told(self, message: bytes) -> None:
        """Look only at what a scripted player needs."""
        kind = message[len(HEAD) + 2 : len(HEAD) + 5]
        if kind == b"syn" and not self.ready.done():
            self.ready.set_result(None)
        elif kind == b"upd":
            self.table.updated(self, message)


class Match:
    """A table at which two scripts play."""

    def __init__(self, club: Club, id: str) -> None:
        self.club = club
        self.id = id
        self.wires: list[Seat] = []
        self.sent = 0.0
        self.mover = 0
        self.over = False

    def play(self, wire: Seat, state: bytes, cells: list[bytes]) -> None:
        """Click on any empty cell."""
        empty = [at for at, cell in enumerate(cells) if cell == b"null"]
        cell = empty[int(self.club.rng.random() * len(empty))]
        self.mover = wire.seat
        self.sent = time.perf_counter()
        wire.send(
            HEAD
            + b'["update",{"type":"MAKE_MOVE","payload":{"type":"clickCell","args":[%d],"playerID":"%d"}},%s,"%s","%d"]'
            % (cell, wire.seat, state, self.id.encode(), wire.seat)
        )

    def updated(self, wire: Seat, message: bytes) -> None:
        """Note how long it took, and answer."""
        club = self.club
        if club.counting and self.sent:
            (club.acknowledged if wire.seat == self.mover else club.watched).append(time.perf_counter() - self.sent)
        if b'"gameover":' in message:
            if not self.over:
                club.finished(self)
            return
        state, mover, cells = STATE.search(message), MOVER.search(message), CELLS.search(message)
        assert state is not None
        assert mover is not None
        assert cells is not None
        if int(mover[1]) == wire.seat and not club.stopped:
            self.play(wire, state[1], cells[1].split(b","))

    def lost(self) -> None:
        """Notice that a socket was closed by the server."""
        if not self.over and not self.club.stopped:
            self.club.refused += 1

    def leave(self) -> None:
        """Close both sockets."""
        self.over = True
        for wire in self.wires:
            if wire.transport is not None:
                wire.transport.close()


class Club:
    """All tables."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.rng = random.Random(1)
        self.counting = self.stopped = False
        self.refused = self.games = self.opened = 0
        self.acknowledged: list[float] = []
        self.watched: list[float] = []
        self.matches: set[Match] = set()
        self.chores: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Let two players ask for a match that is not there, which creates it, and begin."""
        self.opened += 1
        match = Match(self, f"match-{self.opened}")
        self.matches.add(match)
        path = "/socket.io/?EIO=4&transport=websocket"
        for seat in (0, 1):
            wire = Seat(match, seat, path, f"localhost:{self.port}", "")  # type: ignore[arg-type]
            await asyncio.get_running_loop().create_connection(lambda wire=wire: wire, "localhost", self.port)  # type: ignore[misc]
            match.wires.append(wire)
            await wire.ready
        match.play(match.wires[0], b"0", [b"null"] * 9)

    async def open_many(self, count: int) -> None:
        """Open some tables, not all at once."""
        places = asyncio.Semaphore(OPENING)

        async def one() -> None:
            async with places:
                await self.open()

        await asyncio.gather(*[one() for _ in range(count)])

    def finished(self, match: Match) -> None:
        """Begin another match where one has come to its end."""
        self.games += self.counting
        match.leave()
        self.matches.discard(match)
        if not self.stopped:
            chore = asyncio.get_running_loop().create_task(self.open())
            self.chores.add(chore)
            chore.add_done_callback(self.chores.discard)

    def close(self) -> None:
        """Go home."""
        self.stopped = True
        for chore in list(self.chores):
            chore.cancel()
        for match in list(self.matches):
            match.leave()


@contextmanager
def served(storage: str) -> Iterator[tuple[int, int]]:
    """Run the server; give its port and its process's id."""
    with tempfile.TemporaryDirectory(prefix="triangulum-peers-") as folder:
        script = Path(__file__).with_name("boardgame_server.cjs")
        process = subprocess.Popen(
            [node(), str(script), storage, folder, str(MOVES)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "NODE_PATH": str(NODE_FOLDER / "node_modules"), "NODE_ENV": "production"},
            text=True,
        )
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if line.startswith("at "):
                    break
            else:
                raise SystemExit("boardgame.io's server did not start")
            yield int(line.split()[1]), process.pid
        finally:
            process.terminate()
            process.communicate()


async def measured(storage: str, tables: int, warm: float, seconds: float) -> dict[str, float]:
    """Play, and return what was seen."""
    with served(storage) as (port, pid):
        club = Club(port)
        await club.open_many(tables)
        await asyncio.sleep(warm)
        before, begun = cpu_seconds(pid), time.perf_counter()
        club.counting = True
        await asyncio.sleep(seconds)
        club.counting = False
        taken, after, memory = time.perf_counter() - begun, cpu_seconds(pid), megabytes(pid)
        club.close()
    moves = len(club.acknowledged)
    found: dict[str, Any] = {
        "moves": moves / taken,
        "moves a CPU-second": None if before is None or after is None else moves / max(after - before, 1e-9),
        "p50": percentile(sorted(club.acknowledged), 0.5),
        "p99": percentile(sorted(club.acknowledged), 0.99),
        "memory": memory,
        "refused": club.refused,
    }
    return {name: figure for name, figure in found.items() if figure is not None}


def main() -> None:
    """Read what is asked for, and measure it."""
    parser = argparse.ArgumentParser(description="Measure how much boardgame.io's server carries.")
    parser.add_argument("--storage", choices=("memory", "files"), default="memory")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--warm", type=float, default=3.0)
    chosen = parser.parse_args()
    work = measured(chosen.storage, chosen.tables, chosen.warm, chosen.seconds)
    try:
        import uvloop
    except ImportError:
        found = asyncio.run(work)
    else:
        found = uvloop.run(work)
    json.dump(found, sys.stdout)
    print()


if __name__ == "__main__":
    main()
