"""A study: the metrics of a run, with confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from triangulum.core.stats import StatsGroup
from triangulum.lab.intervals import num_standard_errors, wilson_interval
from triangulum.lab.study.metrics import (
    GAME_COLUMN_INDEX,
    LENGTH,
    LENGTH_COLUMNS,
    Histogram,
    Metric,
    RatioSums,
    compute_numerators_and_denominators,
    list_metrics,
)
from triangulum.lab.study.run_store import GameRows, RunStore, SeatRows
from triangulum.lab.study.runs import Run
from triangulum.lab.study.simulate import GAME_COLUMNS

MIN_OWNERS: Final = 30
"""Of players with a component; what fewer have shown is not spoken of."""

ROUNDING_ERROR: Final = 1e-6
"""A spread of rounds that is less than this is no spread, but what sums of squares are off by."""


class Estimate(msgspec.Struct, frozen=True):
    """A metric, how far from the truth it may be with 95 % confidence, and its standard error."""

    value: float
    low: float
    high: float
    error: float

    @property
    def is_known(self) -> bool:
        """Whether there was anything to estimate it from."""
        return not math.isnan(self.value)

    def excludes(self, value: float, num_questions: int = 1) -> bool:
        """Tell whether the interval leaves out a value; a wider interval if so many questions are asked at once."""
        if not self.error:
            return self.is_known and not self.low <= value <= self.high
        return self.is_known and abs(self.value - value) > num_standard_errors(num_questions=num_questions) * self.error


class ItemStats(msgspec.Struct, frozen=True):
    """An item that players may have, such as a tile, and how players with it do."""

    name: str
    per_game: Estimate
    """How many there are in a game."""
    owner_share: Estimate
    """The share of players who have at least one."""
    num_owners: float
    """How many such players there were."""
    win_lead: Estimate
    """By how much their share of wins is greater than an even one."""
    win_lead_per_item: Estimate
    """By how much a player's share of wins rises with each one more than the others at the table have."""


class Study:
    """The metrics of a run, over the games that were added so far."""

    def __init__(self, run: Run, groups: Sequence[StatsGroup]) -> None:
        self.run = run
        self.groups = groups
        self.metrics = list_metrics(run, groups)
        self.metric_index = {metric: place for place, metric in enumerate(self.metrics)}
        self.sums = RatioSums(len(self.metrics))
        self.num_games = 0
        figures = [(group.name, item) for group in groups if group.per == "game" for item in group.items]
        self.histogram_columns = {(LENGTH, name): GAME_COLUMN_INDEX[column] for name, column in LENGTH_COLUMNS.items()}
        self.histogram_columns |= {figure: len(GAME_COLUMNS) + place for place, figure in enumerate(figures)}
        self.histograms = {figure: Histogram() for figure in self.histogram_columns}

    def add_chunks(self, chunks: Iterable[tuple[GameRows, SeatRows]]) -> None:
        """Add games, as ``RunStore.read_games_in_chunks`` yields them."""
        for games, seats in chunks:
            self.num_games += len(games)
            self.sums.add_rounds(*compute_numerators_and_denominators(self.run, self.groups, games, seats))
            for figure, column in self.histogram_columns.items():
                self.histograms[figure].add_values(games[:, column])

    def estimate(self, metric: Metric) -> Estimate:
        """Return a metric with its interval."""
        place = self.metric_index[metric]
        value, error = float(self.sums.compute_ratios()[place]), float(self.sums.compute_errors()[place])
        if error * math.sqrt(self.sums.num_rounds) < ROUNDING_ERROR:
            error = 0.0
        if self.is_share(metric) and error:
            # As many values, each 0 or 1, as would have this error: fewer than there were if rounds are alike.
            low, high = wilson_interval(value, value * (1 - value) / error**2)
        elif self.is_share(metric) and 0 <= value <= 1:
            # All rounds came out alike, as when a bot wins from either seat. Others may be so rare that none was seen.
            unseen = wilson_interval(0.0, self.sums.num_rounds).high
            low, high = value * (1 - unseen), value + (1 - value) * unseen
        else:
            reach = num_standard_errors() * error
            low, high = value - reach, value + reach
        return Estimate(value, low, high, error)

    def is_share(self, metric: Metric) -> bool:
        """Tell whether a metric is a share, as a figure is that is always 0 or 1."""
        spread = self.histograms.get((metric.group, metric.item))
        is_flag = spread is not None and set(spread.counts) <= {0, 1}
        return metric.kind == "share" or (metric.kind == "number" and is_flag)

    def group_estimates(self, name: str) -> dict[str, Estimate]:
        """Return everything of a group that is no player's, by its name."""
        metrics = [metric for metric in self.metrics if metric.group == name and metric.kind in ("share", "number")]
        return {metric.item: self.estimate(metric) for metric in metrics}

    def list_item_stats(self, group: StatsGroup) -> list[ItemStats]:
        """Return how players do with the things of a group."""
        return [
            ItemStats(
                name=item,
                per_game=self.estimate(Metric("number", group.name, item)),
                owner_share=self.estimate(Metric("share", group.name, item)),
                num_owners=float(self.sums.denominators[self.metric_index[Metric("lead", group.name, item)]]),
                win_lead=self.estimate(Metric("lead", group.name, item)),
                win_lead_per_item=self.estimate(Metric("each", group.name, item)),
            )
            for item in group.items
        ]


def study_first_games(store: RunStore, num_games: int) -> Study:
    """Return a study of the first so many games of a store."""
    study = Study(store.run, store.groups)
    study.add_chunks(store.read_games_in_chunks(0, num_games))
    return study
