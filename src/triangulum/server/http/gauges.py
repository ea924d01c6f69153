"""The metrics of a server, put together from its rooms, jobs and sockets."""

from __future__ import annotations

from collections import Counter

from triangulum.server.http.websockets import WebSockets
from triangulum.server.ops.metrics import Gauge, Metrics, ServerCollector
from triangulum.server.runtime.commands import CommandHandler


def build_metrics(commands: CommandHandler, sockets: WebSockets) -> Metrics:
    """Return the metrics of a server process."""
    rooms = commands.rooms
    collector = ServerCollector(
        commands.metrics,
        list_gauges(commands, sockets),
        count_commits=lambda: rooms.store.writer.num_commits,
        count_tables=lambda: Counter(room.table.phase for room in rooms.loaded.values()),
    )
    return Metrics(collector)


def list_gauges(commands: CommandHandler, sockets: WebSockets) -> list[Gauge]:
    """Return the gauges of a server process."""
    rooms = commands.rooms
    return [
        Gauge("watchers", "Open sockets.", lambda: len(sockets.open)),
        Gauge(
            "unsent_messages",
            "Messages that wait to be sent.",
            lambda: sum(len(watcher.queue) for watcher in sockets.open),
        ),
        Gauge("unwritten", "Writes that wait for the writer thread.", lambda: rooms.store.writer.num_pending),
        Gauge("thinking", "Bots that think.", lambda: len(commands.bot_pool.busy)),
        Gauge(
            "bot_turns",
            "Tables at which it is a bot's turn.",
            lambda: sum(room.bot_turn is not None for room in rooms.loaded.values()),
        ),
        Gauge("clocks", "Clocks that run.", lambda: sum(room.alarm is not None for room in rooms.loaded.values())),
        Gauge("outages", "Times at which no server was up.", lambda: len(rooms.heartbeat.outages)),
    ]
