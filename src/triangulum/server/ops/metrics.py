"""Metrics for Prometheus: counters of what this process has done, and gauges of its present state."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from triangulum.table.commands import kebab_case

LATENCY_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.035, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Upper bounds in seconds."""


class CommandMetrics:
    """Counts commands and log entries; a few additions for each."""

    def __init__(self) -> None:
        self.acknowledged: Counter[str] = Counter()
        """By kind of command."""
        self.refused: Counter[tuple[str, str]] = Counter()
        """By kind of command and reason."""
        self.entries: Counter[str] = Counter()
        """Log entries, by who caused them: a person, or the table itself for bots and clocks."""
        self.latency_counts = [0] * (len(LATENCY_BUCKETS) + 1)
        """Moves, by how long they took to be acknowledged: one count for each bucket, and one for longer times."""
        self.latency_sum = 0.0
        """Seconds of all moves together."""

    def count_acknowledged(self, kind: str, seconds: float) -> None:
        """Count a command that was acknowledged after some time."""
        self.acknowledged[kind] += 1
        if kind == "Play":
            self.latency_counts[bisect_left(LATENCY_BUCKETS, seconds)] += 1
            self.latency_sum += seconds

    def count_refused(self, kind: str, reason: str) -> None:
        """Count a command that was refused."""
        self.refused[kind, reason] += 1

    def count_entry(self, *, by_person: bool) -> None:
        """Count a log entry that was appended."""
        self.entries["person" if by_person else "table"] += 1


class Gauge(NamedTuple):
    """A number that is looked up whenever somebody asks for it."""

    name: str
    help: str
    read: Callable[[], float]


class ServerCollector(Collector):
    """Yields all metrics of a server process to Prometheus's client library."""

    def __init__(
        self,
        commands: CommandMetrics,
        gauges: Sequence[Gauge],
        count_commits: Callable[[], int],
        count_tables: Callable[[], Mapping[str, int]],
    ) -> None:
        """Take the sources of metrics; ``count_tables`` returns the number of tables in memory by phase."""
        self.commands = commands
        self.gauges = gauges
        self.count_commits = count_commits
        self.count_tables = count_tables

    def collect(self) -> Iterable[Metric]:
        """Yield all metrics."""
        yield from self.collect_counters()
        yield self.collect_latencies()
        tables = GaugeMetricFamily("triangulum_tables", "Tables in memory.", labels=["phase"])
        for phase, count in sorted(self.count_tables().items()):
            tables.add_metric([phase], count)
        yield tables
        for gauge in self.gauges:
            yield GaugeMetricFamily(f"triangulum_{gauge.name}", gauge.help, value=gauge.read())

    def collect_counters(self) -> Iterable[Metric]:
        """Yield what is counted."""
        acknowledged = CounterMetricFamily("triangulum_commands", "Commands acknowledged.", labels=["kind"])
        for kind, count in sorted(self.commands.acknowledged.items()):
            acknowledged.add_metric([kebab_case(kind)], count)
        yield acknowledged
        refused = CounterMetricFamily("triangulum_refused", "Commands refused.", labels=["kind", "reason"])
        for (kind, reason), count in sorted(self.commands.refused.items()):
            refused.add_metric([kebab_case(kind), reason], count)
        yield refused
        entries = CounterMetricFamily("triangulum_rows", "Log entries appended, by who caused them.", labels=["by"])
        for cause, count in sorted(self.commands.entries.items()):
            entries.add_metric([cause], count)
        yield entries
        yield CounterMetricFamily("triangulum_commits", "Commits of the database.", value=self.count_commits())

    def collect_latencies(self) -> Metric:
        """Return how long moves took to be acknowledged."""
        bounds = [*[str(bound) for bound in LATENCY_BUCKETS], "+Inf"]
        return HistogramMetricFamily(
            "triangulum_acknowledge_seconds",
            "From a move's arrival to its acknowledgement, when it is on disk.",
            buckets=list(zip(bounds, accumulate(self.commands.latency_counts), strict=True)),
            sum_value=self.commands.latency_sum,
        )


class Metrics:
    """The metrics of a server and of its process, as text."""

    def __init__(self, collector: ServerCollector) -> None:
        self.registry = CollectorRegistry()
        self.registry.register(collector)
        ProcessCollector(registry=self.registry)

    def format_text(self) -> bytes:
        """Return all metrics in Prometheus's text format."""
        return generate_latest(self.registry)
