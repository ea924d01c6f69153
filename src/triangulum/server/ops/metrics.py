"""Figures for Prometheus: what has been done and how quickly, and what there is just now.

What is counted is counted as it happens; the rest is looked up when somebody asks. All of it is about this process.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from triangulum.table.messages import kebab

if TYPE_CHECKING:
    from triangulum.server.http.websockets import WebSockets
    from triangulum.server.runtime.commands import CommandHandler

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.035, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class CommandMetrics:
    """Counts what the steward does; a few additions for each command."""

    def __init__(self) -> None:
        self.done: Counter[str] = Counter()
        """Commands that were acknowledged, by kind."""
        self.refused: Counter[tuple[str, str]] = Counter()
        """Commands that were not, by kind and reason."""
        self.rows: Counter[str] = Counter()
        """What was kept, by who did it: people or the table itself, for bots and clocks."""
        self.waits = [0] * (len(BUCKETS) + 1)
        """Moves, by how long they waited to be acknowledged: up to the time of each bucket, and longer."""
        self.waited = 0.0
        """Seconds that all of them waited."""

    def count_done(self, kind: str, seconds: float) -> None:
        """Count a command that was acknowledged."""
        self.done[kind] += 1
        if kind == "Play":
            self.waits[bisect_left(BUCKETS, seconds)] += 1
            self.waited += seconds


class StateCollector(Collector):
    """Looks up what there is just now."""

    def __init__(self, commands: CommandHandler, sockets: WebSockets) -> None:
        self.commands = commands
        self.sockets = sockets

    def collect(self) -> Iterable[Metric]:
        """Yield the figures."""
        rooms, meter = self.commands.rooms, self.commands.meter
        done = CounterMetricFamily("triangulum_commands", "Commands acknowledged.", labels=["kind"])
        for kind, count in sorted(meter.done.items()):
            done.add_metric([kebab(kind)], count)
        yield done
        refused = CounterMetricFamily("triangulum_refused", "Commands refused.", labels=["kind", "reason"])
        for (kind, reason), count in sorted(meter.refused.items()):
            refused.add_metric([kebab(kind), reason], count)
        yield refused
        kept = CounterMetricFamily("triangulum_rows", "Rows kept, by who brought them about.", labels=["by"])
        for by, count in sorted(meter.rows.items()):
            kept.add_metric([by], count)
        yield kept
        bounds = [*[str(bound) for bound in BUCKETS], "+Inf"]
        yield HistogramMetricFamily(
            "triangulum_acknowledge_seconds",
            "From a move's arrival to its acknowledgement, when it is on disk.",
            buckets=list(zip(bounds, accumulate(meter.waits), strict=True)),
            sum_value=meter.waited,
        )
        yield CounterMetricFamily(
            "triangulum_commits", "Commits of the database.", value=rooms.store.writer.num_commits
        )
        tables = GaugeMetricFamily("triangulum_tables", "Tables in memory.", labels=["phase"])
        for phase, count in sorted(Counter(live.table.phase for live in rooms.live.values()).items()):
            tables.add_metric([phase], count)
        yield tables
        heartbeat = list(rooms.live.values())
        gauges = {
            "watchers": ("Open sockets.", len(self.sockets.open)),
            "unsent_messages": ("Messages that wait to be sent.", sum(len(one.queue) for one in self.sockets.open)),
            "unwritten": ("Pieces of work that wait for the writer.", len(rooms.store.waiting)),
            "thinking": ("Bots that think.", len(self.commands.bot_pool.at_work)),
            "bot_turns": ("Tables at which it is a bot's turn.", sum(one.bot_turn is not None for one in heartbeat)),
            "clocks": ("Clocks that run.", sum(one.alarm is not None for one in heartbeat)),
            "outages": ("Whiles in which no server was up.", len(rooms.heartbeat.outages)),
        }
        for name, (told, value) in gauges.items():
            yield GaugeMetricFamily(f"triangulum_{name}", told, value=value)


class Metrics:
    """Everything that is measured, as text."""

    def __init__(self, commands: CommandHandler, sockets: WebSockets) -> None:
        self.registry = CollectorRegistry()
        self.registry.register(StateCollector(commands, sockets))
        ProcessCollector(registry=self.registry)

    def text(self) -> bytes:
        """Return the figures as Prometheus reads them."""
        return generate_latest(self.registry)
