"""The metrics of a run, and the sums from which every metric follows, however many games there are.

Every metric is a *ratio of sums* over games: turns for each game, legal moves for each decision, wins for each player
who had a tile. Numerator and denominator depend on each other, and so do the games of a round. So standard errors come
from what each round adds to both (the delta method), and the sums of squares and products that this needs are all that
is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

import msgspec
import numpy as np

from triangulum.core.stats import StatsGroup
from triangulum.lab.study.run_store import FloatArray
from triangulum.lab.study.runs import Run
from triangulum.lab.study.simulate import GAME_COLUMNS, SEAT_COLUMNS, TENTHS, led_column

MetricKind = Literal["share", "number", "lead", "each"]
"""``share``: of games, of wins, or of players who have something; ``number``: a mean of anything; ``lead``: by how much
the share of wins of those who have it is above an even one; ``each``: how it rises with each one more."""


class Metric(msgspec.Struct, frozen=True):
    """Something that is measured."""

    kind: MetricKind
    group: str
    """Measures of one group answer one question: one of those below, or a group of the game's own."""
    item: str


class MetricTerms(NamedTuple):
    """What each game adds to the numerator and to the denominator of a metric."""

    metric: Metric
    numerators: FloatArray
    denominators: FloatArray


# What every game has. No group of a game's own is called so, because those are single words.
SEATS: Final = "the seats"
BOTS: Final = "the bots"
END: Final = "the end"
LENGTH: Final = "the length"
LEAD: Final = "the lead"
LED: Final = "who led"

SHARE_COLUMN = SEAT_COLUMNS.index("share")
GAME_COLUMN_INDEX = {name: place for place, name in enumerate(GAME_COLUMNS)}

LENGTH_COLUMNS: Final = {"turns": "turns", "decisions": "decisions", "chance steps": "chances", "minutes": "minutes"}
"""The column of each length in the table of games."""
LEAD_KINDS: Final[dict[str, MetricKind]] = {"decided": "share", "changes": "number", "comeback": "share"}
"""What kind of metric each column about the lead is."""


def list_item_keys(groups: Sequence[StatsGroup], per: Literal["seat", "game"]) -> list[tuple[str, str]]:
    """Return group and item of everything that a game counts by seat or by game, in the order of the columns."""
    return [key for group in groups if group.per == per for key in group.item_keys()]


def iterate_metric_terms(
    run: Run, groups: Sequence[StatsGroup], games: FloatArray, seats: FloatArray
) -> Iterator[MetricTerms]:
    """Yield every metric of a run with what each game adds to its numerator and to its denominator."""
    shares = seats[:, :, SHARE_COLUMN]
    ones = np.ones(len(games))

    def column(name: str) -> FloatArray:
        figures: FloatArray = games[:, GAME_COLUMN_INDEX[name]]
        return figures

    for seat in range(run.players):
        yield MetricTerms(Metric("share", SEATS, f"seat {seat}"), shares[:, seat], ones)
    bots = seats[:, :, SEAT_COLUMNS.index("bot")]
    for bot, name in enumerate(run.names):
        is_bot = bots == bot
        yield MetricTerms(Metric("share", BOTS, name), (shares * is_bot).sum(axis=1), is_bot.sum(axis=1).astype(float))
    yield MetricTerms(Metric("share", END, "shared"), (column("winners") > 1).astype(float), ones)
    yield MetricTerms(Metric("share", END, "drawn"), (column("winners") == 0).astype(float), ones)
    for length, name in LENGTH_COLUMNS.items():
        yield MetricTerms(Metric("number", LENGTH, length), column(name), ones)
    yield MetricTerms(Metric("number", LENGTH, "moves to choose from"), column("moves"), column("decisions"))
    for name, kind in LEAD_KINDS.items():
        yield MetricTerms(Metric(kind, LEAD, name), column(name), ones)
    for tenth in TENTHS:
        yield MetricTerms(Metric("share", LED, f"{tenth}0 %"), column(led_column(tenth)), ones)
    for index, key in enumerate(list_item_keys(groups, "game"), len(GAME_COLUMNS)):
        yield MetricTerms(Metric("number", *key), games[:, index], ones)
    yield from iterate_item_terms(list_item_keys(groups, "seat"), shares - 1 / run.players, seats)


def iterate_item_terms(
    keys: Sequence[tuple[str, str]], surplus: FloatArray, seats: FloatArray
) -> Iterator[MetricTerms]:
    """Yield the metrics of what seats may have; ``surplus`` is each seat's share of the win above an even one."""
    counts = seats[:, :, len(SEAT_COLUMNS) :]
    has_item = (counts > 0).astype(float)
    centred = counts - counts.mean(axis=1, keepdims=True)
    owners = has_item.sum(axis=1)
    ones = np.ones(owners.shape)
    terms: dict[MetricKind, tuple[FloatArray, FloatArray]] = {
        "number": (counts.sum(axis=1), ones),
        "share": (owners / seats.shape[1], ones),
        "lead": (np.einsum("gs,gsc->gc", surplus, has_item), owners),
        "each": (np.einsum("gs,gsc->gc", surplus, centred), (centred * centred).sum(axis=1)),
    }
    for kind, (numerators, denominators) in terms.items():
        for index, key in enumerate(keys):
            yield MetricTerms(Metric(kind, *key), numerators[:, index], denominators[:, index])


def list_metrics(run: Run, groups: Sequence[StatsGroup]) -> list[Metric]:
    """Return all metrics of a run, in the order of the columns of ``compute_numerators_and_denominators``."""
    games = np.empty((0, len(GAME_COLUMNS) + len(list_item_keys(groups, "game"))))
    seats = np.empty((0, run.players, len(SEAT_COLUMNS) + len(list_item_keys(groups, "seat"))))
    return [terms.metric for terms in iterate_metric_terms(run, groups, games, seats)]


def compute_numerators_and_denominators(
    run: Run, groups: Sequence[StatsGroup], games: FloatArray, seats: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return numerators and denominators, a row for each round and a column for each metric; nan counts as nothing."""
    numerators: list[FloatArray] = []
    denominators: list[FloatArray] = []
    for _, numerator, denominator in iterate_metric_terms(run, groups, games, seats):
        is_known = ~np.isnan(numerator)
        numerators.append(np.where(is_known, numerator, 0.0))
        denominators.append(np.where(is_known, denominator, 0.0))
    per_round = run.games_per_round
    return sum_by_round(np.stack(numerators, axis=1), per_round), sum_by_round(
        np.stack(denominators, axis=1), per_round
    )


def sum_by_round(rows: FloatArray, games_per_round: int) -> FloatArray:
    """Add up the games of each round; those of a round that is not whole are left out."""
    if games_per_round == 1:
        return rows
    num_rounds = len(rows) // games_per_round
    whole_rounds = rows[: num_rounds * games_per_round].reshape(num_rounds, games_per_round, rows.shape[1])
    sums: FloatArray = whole_rounds.sum(axis=1)
    return sums


class RatioSums:
    """Sums over rounds, from which ratios and their standard errors follow; an entry for each metric."""

    def __init__(self, size: int) -> None:
        self.num_rounds = 0
        self.numerators = np.zeros(size)
        self.denominators = np.zeros(size)
        self.numerators_squared = np.zeros(size)
        self.denominators_squared = np.zeros(size)
        self.products = np.zeros(size)

    def add_rounds(self, numerators: FloatArray, denominators: FloatArray) -> None:
        """Add rounds: a row for each, with a column for each metric."""
        self.num_rounds += len(numerators)
        self.numerators += numerators.sum(axis=0)
        self.denominators += denominators.sum(axis=0)
        self.numerators_squared += (numerators * numerators).sum(axis=0)
        self.denominators_squared += (denominators * denominators).sum(axis=0)
        self.products += (numerators * denominators).sum(axis=0)

    def compute_ratios(self) -> FloatArray:
        """Return the value of every metric; nan where nothing is known."""
        return divide_or_nan(self.numerators, self.denominators)

    def compute_errors(self) -> FloatArray:
        """Return the standard error of every metric."""
        ratio = self.compute_ratios()
        squares = self.numerators_squared - 2 * ratio * self.products + ratio * ratio * self.denominators_squared
        return divide_or_nan(
            np.sqrt(np.maximum(squares, 0) * bessel_correction(self.num_rounds)), np.abs(self.denominators)
        )


class PairedSums:
    """Sums over the rounds of two runs with the same luck, and the products from which their covariance follows."""

    def __init__(self, size: int) -> None:
        self.first = RatioSums(size)
        self.second = RatioSums(size)
        # Products of a numerator or denominator of the first run with one of the second.
        self.numerator_numerator = np.zeros(size)
        self.numerator_denominator = np.zeros(size)
        self.denominator_numerator = np.zeros(size)
        self.denominator_denominator = np.zeros(size)

    def add_rounds(
        self, first_terms: tuple[FloatArray, FloatArray], second_terms: tuple[FloatArray, FloatArray]
    ) -> None:
        """Add rounds of both runs, each as numerators and denominators."""
        self.first.add_rounds(*first_terms)
        self.second.add_rounds(*second_terms)
        (first_numerators, first_denominators), (second_numerators, second_denominators) = first_terms, second_terms
        self.numerator_numerator += (first_numerators * second_numerators).sum(axis=0)
        self.numerator_denominator += (first_numerators * second_denominators).sum(axis=0)
        self.denominator_numerator += (first_denominators * second_numerators).sum(axis=0)
        self.denominator_denominator += (first_denominators * second_denominators).sum(axis=0)

    def compute_differences(self) -> FloatArray:
        """Return by how much every metric is greater in the second run."""
        difference: FloatArray = self.second.compute_ratios() - self.first.compute_ratios()
        return difference

    def compute_errors(self) -> FloatArray:
        """Return the standard error of each difference."""
        first_ratios, second_ratios = self.first.compute_ratios(), self.second.compute_ratios()
        residual_products = (
            self.numerator_numerator
            - second_ratios * self.numerator_denominator
            - first_ratios * self.denominator_numerator
            + first_ratios * second_ratios * self.denominator_denominator
        )
        covariance = divide_or_nan(
            residual_products * bessel_correction(self.first.num_rounds),
            self.first.denominators * self.second.denominators,
        )
        errors: FloatArray = np.sqrt(
            np.maximum(self.first.compute_errors() ** 2 + self.second.compute_errors() ** 2 - 2 * covariance, 0)
        )
        return errors


def divide_or_nan(numerators: FloatArray, denominators: FloatArray) -> FloatArray:
    """Divide entry by entry; nan where the denominator is 0."""
    empty = np.full(len(numerators), np.nan)
    ratios: FloatArray = np.divide(numerators, denominators, out=empty, where=denominators != 0)
    return ratios


def bessel_correction(num_rounds: int) -> float:
    """Return n / (n - 1), the correction of a variance whose mean was estimated from the same n values."""
    return num_rounds / (num_rounds - 1) if num_rounds > 1 else 1.0


class Histogram:
    """How often each value has come up, whole numbers only, so that this stays small."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def add_values(self, values: FloatArray) -> None:
        """Count values, rounded to whole numbers; nan is left out."""
        rounded = np.rint(values[~np.isnan(values)]).astype(np.int64)
        unique_values, times = np.unique(rounded, return_counts=True)
        self.counts.update(dict(zip(unique_values.tolist(), times.tolist(), strict=True)))

    def quantile(self, probability: float) -> int:
        """Return the least value that so large a part of all values does not exceed."""
        num_values, num_seen = probability * self.counts.total(), 0
        for value in sorted(self.counts):
            num_seen += self.counts[value]
            if num_seen >= num_values:
                return value
        return 0

    def most_common(self) -> int:
        """Return the most frequent value."""
        return max(self.counts, key=lambda value: (self.counts[value], -value))
