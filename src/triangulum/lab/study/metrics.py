"""What can be measured in a run, and sums from which every measure follows, however many games there are.

Every measure is a *ratio of sums* over games. The turns of a game are so many for one game; the moves that one can
choose from are so many for so many decisions; the wins of players with a tile are so many for so many such players.
What is above the line and what is below depend on each other, and games of a round do; so errors are found from
what each round adds to both (the delta method), and the sums of squares and products that this needs are all
that is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

import msgspec
import numpy as np

from triangulum.core.stats import Group
from triangulum.lab.study.run_store import Figures
from triangulum.lab.study.runs import Run
from triangulum.lab.study.simulate import GAME, SEAT, TENTHS

Kind = Literal["share", "number", "lead", "each"]
"""``share``: of games, of wins, or of players who have something; ``number``: a mean of anything; ``lead``: by how much
the share of wins of those who have it is above an even one; ``each``: how it rises with each one more."""


class Measure(msgspec.Struct, frozen=True):
    """Something that is measured."""

    kind: Kind
    group: str
    """Measures of one group answer one question: one of those below, or a group of the game's own."""
    item: str


# What every game has. No group of a game's own is called so, because those are single words.
SEATS: Final = "the seats"
BOTS: Final = "the bots"
END: Final = "the end"
LENGTH: Final = "the length"
LEAD: Final = "the lead"
LED: Final = "who led"

SHARE = SEAT.index("share")
AT = {name: place for place, name in enumerate(GAME)}

LENGTHS = ("turns", "decisions", "chance steps", "minutes")
LENGTH_COLUMNS = ("turns", "decisions", "chances", "minutes")
LEADS = ("decided", "changes", "comeback")


def measures_of(run: Run, groups: Sequence[Group]) -> list[Measure]:
    """Return all measures of a run, in the order in which ``values`` has them."""
    found = [Measure("share", SEATS, f"seat {seat}") for seat in range(run.players)]
    found += [Measure("share", BOTS, name) for name in run.names]
    found += [Measure("share", END, what) for what in ("shared", "drawn")]
    found += [Measure("number", LENGTH, what) for what in LENGTHS]
    found.append(Measure("number", LENGTH, "moves to choose from"))
    found += [Measure("share", LEAD, "decided"), Measure("number", LEAD, "changes")]
    found.append(Measure("share", LEAD, "comeback"))
    found += [Measure("share", LED, f"{tenth}0 %") for tenth in TENTHS]
    found += [Measure("number", group.name, item) for group in groups if group.per == "game" for item in group.items]
    parts = [(group.name, item) for group in groups if group.per == "seat" for item in group.items]
    kinds: tuple[Kind, ...] = ("number", "share", "lead", "each")
    return found + [Measure(kind, *part) for kind in kinds for part in parts]


def values(run: Run, games: Figures, seats: Figures) -> tuple[Figures, Figures]:
    """Return for each round and measure what it adds above the line, and below."""
    count = len(games)
    shares = seats[:, :, SHARE]
    ones = np.ones(count)
    above: list[Figures] = []
    below: list[Figures] = []

    def add(over: Figures, under: Figures = ones) -> None:
        known = ~np.isnan(over)
        above.append(np.where(known, over, 0.0))
        below.append(np.where(known, under, 0.0))

    for seat in range(run.players):
        add(shares[:, seat])
    bots = seats[:, :, SEAT.index("bot")]
    for bot in range(len(run.names)):
        sits = bots == bot
        add((shares * sits).sum(axis=1), sits.sum(axis=1).astype(float))
    winners = games[:, AT["winners"]]
    add((winners > 1).astype(float))
    add((winners == 0).astype(float))
    for name in LENGTH_COLUMNS:
        add(games[:, AT[name]])
    add(games[:, AT["moves"]], games[:, AT["decisions"]])
    for column in range(AT["decided"], games.shape[1]):
        add(games[:, column])
    counts = seats[:, :, len(SEAT) :]
    has = (counts > 0).astype(float)
    centred = counts - counts.mean(axis=1, keepdims=True)
    surplus = shares - 1 / run.players
    columns = counts.shape[2]
    flat = np.ones((count, columns))
    over = np.concatenate(
        [
            np.stack(above, axis=1),
            counts.sum(axis=1),
            has.sum(axis=1) / run.players,
            np.einsum("gs,gsc->gc", surplus, has),
            np.einsum("gs,gsc->gc", surplus, centred),
        ],
        axis=1,
    )
    under = np.concatenate(
        [np.stack(below, axis=1), flat, flat, has.sum(axis=1), (centred * centred).sum(axis=1)], axis=1
    )
    return by_round(over, run.unit), by_round(under, run.unit)


def by_round(rows: Figures, unit: int) -> Figures:
    """Add up the games of each round; those of a round that is not whole are left out."""
    whole = len(rows) - len(rows) % unit
    if unit == 1:
        return rows
    added: Figures = rows[:whole].reshape(whole // unit, unit, rows.shape[1]).sum(axis=1)
    return added


class Sums:
    """What is kept of all rounds."""

    def __init__(self, size: int) -> None:
        self.rounds = 0
        self.above = np.zeros(size)
        self.below = np.zeros(size)
        self.above_squared = np.zeros(size)
        self.below_squared = np.zeros(size)
        self.product = np.zeros(size)

    def add(self, above: Figures, below: Figures) -> None:
        """Add rounds."""
        self.rounds += len(above)
        self.above += above.sum(axis=0)
        self.below += below.sum(axis=0)
        self.above_squared += (above * above).sum(axis=0)
        self.below_squared += (below * below).sum(axis=0)
        self.product += (above * below).sum(axis=0)

    def ratios(self) -> Figures:
        """Return every measure; nan where nothing is known."""
        return divided(self.above, self.below)

    def errors(self) -> Figures:
        """Return the standard error of each."""
        ratio = self.ratios()
        squares = self.above_squared - 2 * ratio * self.product + ratio * ratio * self.below_squared
        return divided(np.sqrt(np.maximum(squares, 0) * correction(self.rounds)), np.abs(self.below))


class Pairs:
    """The same of two runs that have their luck in common, and how far they go together."""

    def __init__(self, size: int) -> None:
        self.one = Sums(size)
        self.other = Sums(size)
        self.products: list[Figures] = [np.zeros(size) for _ in range(4)]

    def add(self, one: tuple[Figures, Figures], other: tuple[Figures, Figures]) -> None:
        """Add rounds of both."""
        self.one.add(*one)
        self.other.add(*other)
        pairs = [(mine, theirs) for mine in one for theirs in other]
        for sums, (mine, theirs) in zip(self.products, pairs, strict=True):
            sums += (mine * theirs).sum(axis=0)

    def differences(self) -> Figures:
        """Return by how much each measure is greater in the other run."""
        difference: Figures = self.other.ratios() - self.one.ratios()
        return difference

    def errors(self) -> Figures:
        """Return the standard error of each difference."""
        mine, theirs = self.one.ratios(), self.other.ratios()
        both, over_under, under_over, under = self.products
        together = both - theirs * over_under - mine * under_over + mine * theirs * under
        covariance = divided(together * correction(self.one.rounds), self.one.below * self.other.below)
        errors: Figures = np.sqrt(np.maximum(self.one.errors() ** 2 + self.other.errors() ** 2 - 2 * covariance, 0))
        return errors


def divided(above: Figures, below: Figures) -> Figures:
    """Divide; nan where nothing is below the line."""
    ratio: Figures = np.divide(above, below, out=np.full(len(above), np.nan), where=below != 0)
    return ratio


def correction(rounds: int) -> float:
    """Return what squares are multiplied by, because the mean was found from the same values."""
    return rounds / (rounds - 1) if rounds > 1 else 1.0


class Spread:
    """How often each value has come up, whole numbers only, so that this stays small."""

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def add(self, figures: Figures) -> None:
        """Count values; nan is none."""
        known = np.rint(figures[~np.isnan(figures)]).astype(np.int64)
        found, times = np.unique(known, return_counts=True)
        self.counts.update(dict(zip(found.tolist(), times.tolist(), strict=True)))

    def quantile(self, part: float) -> int:
        """Return the least value that so large a part of all does not exceed."""
        wanted, met = part * self.counts.total(), 0
        for value in sorted(self.counts):
            met += self.counts[value]
            if met >= wanted:
                return value
        return 0

    def most_common(self) -> int:
        """Return the most frequent value."""
        return max(self.counts, key=lambda value: (self.counts[value], -value))
