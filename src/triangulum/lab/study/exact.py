"""Exact values beside what was counted, for a game that has been solved.

Some games of a run are played once more. Whenever something of a seat's is counted, it is looked up what the position
is worth to that seat: so it shows what it means to be blocked, or to block, whatever came of it among bots.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from triangulum.core.solver import Solution
from triangulum.core.state import Setup, State
from triangulum.core.stats import Counting
from triangulum.errors import SolutionError
from triangulum.lab.page import Section, Table
from triangulum.lab.study.runs import Run
from triangulum.lab.study.simulate import played
from triangulum.solve import storage as solutions

GAMES: Final = 50
"""That are played once more; bots have to think again."""


class Worths:
    """What positions were worth when something was counted."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.state: State | None = None
        self.times: dict[tuple[str, str], int] = {}
        self.total: dict[tuple[str, str], float] = {}

    def before(self, state: State) -> None:
        """Remember the position in which something may be counted."""
        self.state = state

    def counted(self, group: str, item: str, seat: int) -> None:
        """Look up what the position is worth."""
        assert self.state is not None
        self.times[group, item] = self.times.get((group, item), 0) + 1
        worth = self.solution.value(self.state, seat)
        self.total[group, item] = self.total.get((group, item), 0.0) + worth


def counting_with(counts: type[Counting], worths: Worths) -> type[Counting]:
    """Return a way to count as a game does that looks up worths besides."""

    class Weighed(counts):  # type: ignore[valid-type, misc]
        """Counts as the game does."""

        def add(self, group: str, item: str, seat: int, times: int = 1) -> None:
            super().add(group, item, seat, times)
            if times:
                worths.counted(group, item, seat)

    return Weighed


def exact_values(run: Run, games: int, setup: Setup) -> tuple[tuple[str, ...], list[Section]]:
    """Return what is known for certain, in sentences and sections; nothing of a game that cannot be solved."""
    if setup.game.solver is None:
        return (), []
    try:
        solution = solutions.load(setup)
    except SolutionError:
        how = f"triangulum solve {setup.game.id}"
        return (f"{setup.game.title} can be solved, and then exact values stand here: {how}.",), []
    worth = solution.value(setup.new(), 0)
    said = (
        f"Exactly, by the solution of the game: with best play of both the beginning is worth {worth:+.4f} to seat 0 "
        f"(wins minus losses; no value is off by more than {solution.error:.6f})."
    )
    return (said,), list(worth_sections(run, min(games, GAMES), setup, solution))


def worth_sections(run: Run, games: int, setup: Setup, solution: Solution) -> Iterator[Section]:
    """Yield what positions are worth in which things are counted."""
    counts = setup.game.stats
    if counts is None:
        return
    worths = Worths(solution)
    weighed = counting_with(counts, worths)
    for number in range(games):
        played(run, run.setup(number), number, run.sitting(number), weighed, worths.before)
    rows = tuple(
        (f"{group.title}: {item}", f"{worths.times[group.name, item]:,}", f"{mean:+.3f}")
        for group in counts.groups(setup)
        for item in group.items
        if (group.name, item) in worths.times
        for mean in [worths.total[group.name, item] / worths.times[group.name, item]]
    )
    yield Section(
        title="Exact values",
        words="From the solution of the game: what the position is worth to a player, wins minus losses with best play "
        f"of both from there on, whenever one of these is counted; the mean over {games} of these games.",
        table=Table(("", "times", "worth"), rows),
    )
