"""A study: everything that a run has shown, with intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from triangulum.core.stats import Group
from triangulum.lab.intervals import certainty, wilson
from triangulum.lab.study.metrics import AT, LENGTH, LENGTH_COLUMNS, LENGTHS, Measure, Spread, Sums, measures_of, values
from triangulum.lab.study.run_store import Figures, Sheets
from triangulum.lab.study.runs import Run
from triangulum.lab.study.simulate import GAME

FEW: Final = 30
"""Of players with a component; what fewer have shown is not spoken of."""

ROUNDING: Final = 1e-6
"""A spread of rounds that is less than this is no spread, but what sums of squares are off by."""


class Estimate(msgspec.Struct, frozen=True):
    """A measure, how far from the truth it may be with 95 % confidence, and its standard error."""

    value: float
    low: float
    high: float
    error: float

    @property
    def known(self) -> bool:
        """Whether there is anything to be said."""
        return not math.isnan(self.value)

    def is_clear_of(self, value: float, questions: int = 1) -> bool:
        """Tell whether it differs from a value by more than chance, if so many questions are asked at once."""
        if not self.error:
            return self.known and not self.low <= value <= self.high
        return self.known and abs(self.value - value) > certainty(questions=questions) * self.error


class Part(msgspec.Struct, frozen=True):
    """Something that players may have, such as a tile, and how they do with it."""

    name: str
    often: Estimate
    """How many there are in a game."""
    had: Estimate
    """The share of players who have at least one."""
    players: float
    """How many such players there were."""
    lead: Estimate
    """By how much their share of wins is greater than an even one."""
    each: Estimate
    """By how much a player's share of wins rises with each one more than the others at the table have."""


class Study:
    """What a run has shown so far."""

    def __init__(self, run: Run, groups: Sequence[Group]) -> None:
        self.run = run
        self.groups = groups
        self.measures = measures_of(run, groups)
        self.place = {measure: place for place, measure in enumerate(self.measures)}
        self.sums = Sums(len(self.measures))
        self.games = 0
        figures = [(group.name, item) for group in groups if group.per == "game" for item in group.items]
        self.columns = {(LENGTH, name): AT[column] for name, column in zip(LENGTHS, LENGTH_COLUMNS, strict=True)}
        self.columns |= {figure: len(GAME) + place for place, figure in enumerate(figures)}
        self.spreads = {figure: Spread() for figure in self.columns}

    def add(self, pieces: Iterable[tuple[Figures, Figures]]) -> None:
        """Add games to it."""
        for games, seats in pieces:
            self.games += len(games)
            self.sums.add(*values(self.run, games, seats))
            for figure, column in self.columns.items():
                self.spreads[figure].add(games[:, column])

    def estimate(self, measure: Measure) -> Estimate:
        """Return a measure with its interval."""
        place = self.place[measure]
        value, error = float(self.sums.ratios()[place]), float(self.sums.errors()[place])
        if error * math.sqrt(self.sums.rounds) < ROUNDING:
            error = 0.0
        if self.is_share(measure) and error:
            # As many values, each 0 or 1, as would have this error: fewer than there were if rounds are alike.
            low, high = wilson(value, value * (1 - value) / error**2)
        elif self.is_share(measure) and 0 <= value <= 1:
            # All rounds came out alike, as when a bot wins from either seat. Others may be so rare that none was seen.
            unseen = wilson(0.0, self.sums.rounds)[1]
            low, high = value * (1 - unseen), value + (1 - value) * unseen
        else:
            reach = certainty() * error
            low, high = value - reach, value + reach
        return Estimate(value, low, high, error)

    def is_share(self, measure: Measure) -> bool:
        """Tell whether a measure is a share, as a figure is that is always 0 or 1."""
        spread = self.spreads.get((measure.group, measure.item))
        is_flag = spread is not None and set(spread.counts) <= {0, 1}
        return measure.kind == "share" or (measure.kind == "number" and is_flag)

    def of_group(self, name: str) -> dict[str, Estimate]:
        """Return everything of a group that is no player's, by its name."""
        wanted = [measure for measure in self.measures if measure.group == name and measure.kind in ("share", "number")]
        return {measure.item: self.estimate(measure) for measure in wanted}

    def parts(self, group: Group) -> list[Part]:
        """Return how players do with the things of a group."""
        return [
            Part(
                name=item,
                often=self.estimate(Measure("number", group.name, item)),
                had=self.estimate(Measure("share", group.name, item)),
                players=float(self.sums.below[self.place[Measure("lead", group.name, item)]]),
                lead=self.estimate(Measure("lead", group.name, item)),
                each=self.estimate(Measure("each", group.name, item)),
            )
            for item in group.items
        ]


def study_of(sheets: Sheets, games: int) -> Study:
    """Return what the first games of a run have shown."""
    study = Study(sheets.run, sheets.groups)
    study.add(sheets.pieces(0, games))
    return study
