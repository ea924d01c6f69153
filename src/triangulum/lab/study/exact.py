"""Exact values beside what was counted, for a game that has been solved.

Some games of a run are played once more. Whenever something of a seat's is counted, it is looked up what the position
is worth to that seat: so it shows what it means to be blocked, or to block, whatever came of it among bots.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from triangulum.core.solver import Solution
from triangulum.core.state import Setup, State
from triangulum.core.stats import StatsCounter
from triangulum.errors import SolutionError
from triangulum.lab.page import ReportSection, ReportTable
from triangulum.lab.study.runs import Run
from triangulum.lab.study.simulate import simulate_game
from triangulum.solve import storage as solutions

NUM_REPLAYED_GAMES: Final = 50
"""That are played once more; bots have to think again."""


class ExactReport(NamedTuple):
    """What a report says about exact values."""

    sentences: tuple[str, ...]
    sections: list[ReportSection]


class ItemValues:
    """For each item, the sum of the values of the positions in which it was counted."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.state: State | None = None
        self.counts: dict[tuple[str, str], int] = {}
        self.totals: dict[tuple[str, str], float] = {}

    def set_position(self, state: State) -> None:
        """Set the position in which items are counted from now on."""
        self.state = state

    def add_value(self, group: str, item: str, seat: int) -> None:
        """Add the value of the current position to the mean of an item."""
        assert self.state is not None
        self.counts[group, item] = self.counts.get((group, item), 0) + 1
        worth = self.solution.value(self.state, seat)
        self.totals[group, item] = self.totals.get((group, item), 0.0) + worth


def create_value_recording_class(collector_type: type[StatsCounter], values: ItemValues) -> type[StatsCounter]:
    """Return a collector class that counts as the game's does and notes the value of each position."""

    class ValueCollector(collector_type):  # type: ignore[valid-type, misc]
        """Counts as the game does, and looks up what the position is worth."""

        def add_to_seat(self, group: str, item: str, seat: int, times: int = 1) -> None:
            super().add_to_seat(group, item, seat, times)
            if times:
                values.add_value(group, item, seat)

    return ValueCollector


def report_exact_values(run: Run, num_games: int, setup: Setup) -> ExactReport:
    """Return sentences and sections about exact values, from the solution of a game; nothing if it can't be solved."""
    if setup.game.solver is None:
        return ExactReport((), [])
    try:
        solution = solutions.load(setup)
    except SolutionError:
        how = f"triangulum solve {setup.game.id}"
        return ExactReport((f"{setup.game.title} can be solved, and then exact values stand here: {how}.",), [])
    worth = solution.value(setup.new(), 0)
    sentence = (
        f"Exactly, by the solution of the game: with best play of both the beginning is worth {worth:+.4f} to seat 0 "
        f"(wins minus losses; no value is off by more than {solution.error:.6f})."
    )
    sections = position_value_sections(run, min(num_games, NUM_REPLAYED_GAMES), setup, solution)
    return ExactReport((sentence,), list(sections))


def position_value_sections(run: Run, num_games: int, setup: Setup, solution: Solution) -> Iterator[ReportSection]:
    """Replay some games, and yield a section with the mean value of positions in which each item was counted."""
    counts = setup.game.stats
    if counts is None:
        return
    values = ItemValues(solution)
    collector_type = create_value_recording_class(counts, values)
    for game_index in range(num_games):
        game_setup = run.make_game_setup(game_index)
        simulate_game(run, game_setup, game_index, collector_type(game_setup), values.set_position)
    rows = tuple(
        (f"{group.title}: {item}", f"{values.counts[group.name, item]:,}", f"{mean:+.3f}")
        for group in counts.groups(setup)
        for item in group.items
        if (group.name, item) in values.counts
        for mean in [values.totals[group.name, item] / values.counts[group.name, item]]
    )
    yield ReportSection(
        title="Exact values",
        text="From the solution of the game: what the position is worth to a player, wins minus losses with best play "
        f"of both from there on, whenever one of these is counted; the mean over {num_games} of these games.",
        table=ReportTable(("", "times", "worth"), rows),
    )
