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

from benchmarks.load import (
    OPENING,
    ScriptedSocket,
    measure_cpu_seconds,
    measure_memory_megabytes,
    percentile_milliseconds,
)
from benchmarks.peers.installing import NODE_FOLDER, find_node

GAME = "tic-tac-toe"
HEAD = f"42/{GAME},".encode()
STATE = re.compile(rb'"_stateID":(\d+)')
MOVER = re.compile(rb'"currentPlayer":"(\d)"')
CELLS = re.compile(rb'"cells":\[([^\]]*)\]')
MOVES = 100
"""In a match; then there is another. Its log is copied at every move, so that long matches become slow."""


class BoardgameSocket(ScriptedSocket):
    """A player's socket, which speaks Engine.IO and Socket.IO as far as it must."""

    table: Match  # type: ignore[assignment]

    def handle_message(self, message: bytes) -> None:
        """Greet, answer pings, and play when it is one's turn."""
        if message.startswith(HEAD):
            self.handle_game_message(message)
        elif message.startswith(b"0"):
            self.send(f"40/{GAME},".encode())
        elif message.startswith(b"40"):
            self.send(HEAD + json.dumps(["sync", self.table.id, str(self.seat), None, 2]).encode())
        elif message == b"2":
            self.send(b"3")
        elif message.startswith(b"44"):
            self.table.client.refused += 1

    def handle_game_message(self, message: bytes) -> None:
        """Look only at what a scripted player needs."""
        kind = message[len(HEAD) + 2 : len(HEAD) + 5]
        if kind == b"syn" and not self.ready.done():
            self.ready.set_result(None)
        elif kind == b"upd":
            self.table.record_update(self, message)


class Match:
    """A table at which two scripts play."""

    def __init__(self, client: BoardgameClient, id: str) -> None:
        self.client = client
        self.id = id
        self.sockets: list[BoardgameSocket] = []
        self.sent = 0.0
        self.mover = 0
        self.over = False

    def play(self, socket: BoardgameSocket, state: bytes, cells: list[bytes]) -> None:
        """Click on any empty cell."""
        empty = [at for at, cell in enumerate(cells) if cell == b"null"]
        cell = empty[int(self.client.rng.random() * len(empty))]
        self.mover = socket.seat
        self.sent = time.perf_counter()
        socket.send(
            HEAD
            + b'["update",{"type":"MAKE_MOVE","payload":{"type":"clickCell","args":[%d],"playerID":"%d"}},%s,"%s","%d"]'
            % (cell, socket.seat, state, self.id.encode(), socket.seat)
        )

    def record_update(self, socket: BoardgameSocket, message: bytes) -> None:
        """Record how long an update took, and answer with a move."""
        client = self.client
        if client.counting and self.sent:
            (client.acknowledged if socket.seat == self.mover else client.watched).append(
                time.perf_counter() - self.sent
            )
        if b'"gameover":' in message:
            if not self.over:
                client.replace_finished_match(self)
            return
        state, mover, cells = STATE.search(message), MOVER.search(message), CELLS.search(message)
        assert state is not None
        assert mover is not None
        assert cells is not None
        if int(mover[1]) == socket.seat and not client.stopped:
            self.play(socket, state[1], cells[1].split(b","))

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


class BoardgameClient:
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

    async def open_match(self) -> None:
        """Let two players ask for a match that is not there, which creates it, and begin."""
        self.opened += 1
        match = Match(self, f"match-{self.opened}")
        self.matches.add(match)
        path = "/socket.io/?EIO=4&transport=websocket"
        for seat in (0, 1):
            socket = BoardgameSocket(match, seat, path, f"localhost:{self.port}", "")  # type: ignore[arg-type]
            await asyncio.get_running_loop().create_connection(lambda socket=socket: socket, "localhost", self.port)  # type: ignore[misc]
            match.sockets.append(socket)
            await socket.ready
        match.play(match.sockets[0], b"0", [b"null"] * 9)

    async def open_matches(self, count: int) -> None:
        """Open some tables, not all at once."""
        places = asyncio.Semaphore(OPENING)

        async def open_when_free() -> None:
            async with places:
                await self.open_match()

        await asyncio.gather(*[open_when_free() for _ in range(count)])

    def replace_finished_match(self, match: Match) -> None:
        """Begin another match where one has come to its end."""
        self.games += self.counting
        match.close_sockets()
        self.matches.discard(match)
        if not self.stopped:
            chore = asyncio.get_running_loop().create_task(self.open_match())
            self.chores.add(chore)
            chore.add_done_callback(self.chores.discard)

    def close(self) -> None:
        """Close all matches."""
        self.stopped = True
        for chore in list(self.chores):
            chore.cancel()
        for match in list(self.matches):
            match.close_sockets()


@contextmanager
def run_server(storage: str) -> Iterator[tuple[int, int]]:
    """Run the server; give its port and its process's id."""
    with tempfile.TemporaryDirectory(prefix="triangulum-peers-") as folder:
        script = Path(__file__).with_name("boardgame_server.cjs")
        process = subprocess.Popen(
            [find_node(), str(script), storage, folder, str(MOVES)],
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


async def measure_server(storage: str, tables: int, warm: float, seconds: float) -> dict[str, float]:
    """Load the server, and return what was measured."""
    with run_server(storage) as (port, pid):
        client = BoardgameClient(port)
        await client.open_matches(tables)
        await asyncio.sleep(warm)
        before, begun = measure_cpu_seconds(pid), time.perf_counter()
        client.counting = True
        await asyncio.sleep(seconds)
        client.counting = False
        taken, after, memory = time.perf_counter() - begun, measure_cpu_seconds(pid), measure_memory_megabytes(pid)
        client.close()
    moves = len(client.acknowledged)
    figures: dict[str, Any] = {
        "moves": moves / taken,
        "moves a CPU-second": None if before is None or after is None else moves / max(after - before, 1e-9),
        "p50": percentile_milliseconds(sorted(client.acknowledged), 0.5),
        "p99": percentile_milliseconds(sorted(client.acknowledged), 0.99),
        "memory": memory,
        "refused": client.refused,
    }
    return {name: figure for name, figure in figures.items() if figure is not None}


def main() -> None:
    """Read what is asked for, and measure it."""
    parser = argparse.ArgumentParser(description="Measure how much boardgame.io's server carries.")
    parser.add_argument("--storage", choices=("memory", "files"), default="memory")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--warm", type=float, default=3.0)
    chosen = parser.parse_args()
    work = measure_server(chosen.storage, chosen.tables, chosen.warm, chosen.seconds)
    try:
        import uvloop
    except ImportError:
        figures = asyncio.run(work)
    else:
        figures = uvloop.run(work)
    json.dump(figures, sys.stdout)
    print()


if __name__ == "__main__":
    main()
