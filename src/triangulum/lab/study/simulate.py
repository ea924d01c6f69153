"""Play games of a run and measure them: who won, how long it took, who led when, and what the game itself counts.

A game becomes one CSV row for itself and one for each seat. They are made in the process that plays the game; the
process that keeps the run only appends them in order.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec
from librt.random import Random

from triangulum.bots.game_loop import GameHooks, SeatedBot, StepSeededChance, derive_seed, play_bot_game
from triangulum.core.state import CHANCE, ActionBuffer, Setup, State
from triangulum.core.stats import StatsCounter, StatsGroup
from triangulum.errors import TriangulumError
from triangulum.lab.arena.bot_specs import create_started_bot, describe_bot_error
from triangulum.lab.study.runs import Run

TENTHS: Final = range(1, 10)
"""Of a game: when it is looked who leads."""


def led_column(tenth: int) -> str:
    """Return the column that says whether the leader after so many tenths of a game has won."""
    return f"led{tenth}0"


GAME_COLUMNS: Final = (
    "game", "turns", "decisions", "chances", "moves", "minutes", "winners", "decided", "changes", "comeback",
    *map(led_column, TENTHS),
)  # fmt: skip
"""The columns of every game. ``moves``: legal moves, of all decisions together; ``winners``: how many, none for a draw;
``decided``: the part of the game after which the winner led for good; ``changes`` of the lead; ``comeback``: whether
the winner was last at half-time; ``led50``: whether who led at half-time has won. ``nan`` where there is no answer."""
SEAT_COLUMNS: Final = ("game", "seat", "bot", "share", "score", "decisions")
"""The columns of every seat of a game. ``share``: of the win; a draw is shared by all."""

FORCED_SECONDS: Final = 3
"""Seconds for a step without a choice, and for one of chance."""
DECISION_SECONDS: Final = 10
"""Seconds for a decision,"""
DOUBLING_SECONDS: Final = 6
"""and for each time that there are twice as many moves to choose from. These are guesses, for people who know a game;
with them the games here come out near the times that are printed on their boxes."""

STANDING_TOLERANCE: Final = 1e-9
"""Closer standings are the same."""

StandingFunction = Callable[[State, int], float]


class BatchJob(msgspec.Struct, frozen=True):
    """Some games of a run, one after another, for an executor to play."""

    run: Run
    first: int
    count: int


class SimulationBatch(msgspec.Struct, frozen=True):
    """The CSV rows of some games of a run, in order."""

    first: int
    count: int
    game_rows: bytes
    seat_rows: bytes
    seconds: float
    """Spent on them."""


class RunSetupCache:
    """Keeps the setup of the last run, for runs in which all games have the same."""

    def __init__(self) -> None:
        self.last: tuple[Run, Setup] | None = None

    def get_setup(self, run: Run, game_index: int) -> Setup:
        """Return the setup of a game of a run, from the cache if possible."""
        last = self.last
        if last is not None and last[0] == run:
            return last[1]
        setup = run.make_game_setup(game_index)
        self.last = None if run.has_setup_per_game() else (run, setup)
        return setup


SETUP_CACHE: Final = RunSetupCache()


def play_batch(job: BatchJob) -> SimulationBatch:
    """Play the games of a job and return their rows; this runs in an executor's process."""
    begin = time.perf_counter()
    rows = [
        simulate_csv_rows(job.run, SETUP_CACHE.get_setup(job.run, game_index), game_index)
        for game_index in range(job.first, job.first + job.count)
    ]
    return SimulationBatch(
        job.first,
        job.count,
        "".join(row.game_row for row in rows).encode(),
        "".join(row.seat_rows for row in rows).encode(),
        time.perf_counter() - begin,
    )


def game_columns(groups: Sequence[StatsGroup]) -> list[str]:
    """Return all columns of the table of games: those of every game, and the game's own figures."""
    return [
        *GAME_COLUMNS,
        *(f"{group.name}: {item}" for group in groups if group.per == "game" for item in group.items),
    ]


def seat_columns(groups: Sequence[StatsGroup]) -> list[str]:
    """Return all columns of the table of seats: those of every game, and the game's own counts."""
    return [
        *SEAT_COLUMNS,
        *(f"{group.name}: {item}" for group in groups if group.per == "seat" for item in group.items),
    ]


def stat_groups(setup: Setup) -> tuple[StatsGroup, ...]:
    """Return the groups of statistics that a game collects, if any."""
    collector_type = setup.game.stats
    return () if collector_type is None else collector_type.groups(setup)


class CsvRows(NamedTuple):
    """The CSV rows of a game."""

    game_row: str
    seat_rows: str
    """A line for each seat."""


def simulate_csv_rows(run: Run, setup: Setup, game_index: int) -> CsvRows:
    """Play a game, and return the CSV row of the game and those of its seats."""
    seating = run.seating(game_index)
    collector_type = setup.game.stats
    metrics = simulate_game(run, setup, game_index, None if collector_type is None else collector_type(setup))
    groups = stat_groups(setup)
    state = metrics.state
    winners = state.winners()
    shared_by = winners or range(run.players)
    figures: dict[str, float] = {
        "game": game_index,
        "winners": len(winners),
        **metrics.game_length_figures(),
        **metrics.lead_figures(winners),
    }
    game_stats = metrics.collector.game_figures if metrics.collector else {}
    item_keys = [key for group in groups if group.per == "game" for key in group.item_keys()]
    game_cells = [figures[column] for column in GAME_COLUMNS] + [game_stats.get(key, math.nan) for key in item_keys]
    seat_rows = []
    score = state.score()
    item_keys = [key for group in groups if group.per == "seat" for key in group.item_keys()]
    for seat, bot_index in enumerate(seating):
        seat_counts = metrics.collector.seat_counts[seat] if metrics.collector else {}
        if unlisted := seat_counts.keys() - set(item_keys):
            group_name, item = min(unlisted)
            raise TriangulumError(f"{setup.game.title} counts {item!r} as {group_name}, but lists no such thing")
        seat_cells = {
            "game": str(game_index),
            "seat": str(seat),
            "bot": quote_csv_cell(run.names[bot_index]),
            "share": format_figure(1 / len(shared_by) if seat in shared_by else 0.0),
            "score": format_figure(score[seat]),
            "decisions": str(metrics.decisions[seat]),
        }
        cells = [seat_cells[column] for column in SEAT_COLUMNS] + [str(seat_counts.get(key, 0)) for key in item_keys]
        seat_rows.append(",".join(cells) + "\n")
    return CsvRows(",".join(map(format_figure, game_cells)) + "\n", "".join(seat_rows))


def format_figure(figure: float) -> str:
    """Return a number as a CSV cell."""
    return str(figure) if type(figure) is int else f"{float(figure):.9g}"


def quote_csv_cell(text: str) -> str:
    """Return a text as a CSV cell, in quotes if it needs them."""
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',"\n') else text


class GameMetrics:
    """What is measured while a game is played."""

    def __init__(
        self, state: State, standing_function: StandingFunction | None, collector: StatsCounter | None
    ) -> None:
        self.state = state
        self.standing_function = standing_function
        self.collector = collector
        self.mover = CHANCE
        self.num_turns = 0
        self.num_chance_steps = 0
        self.num_legal_moves = 0
        self.seconds = 0.0
        self.decisions = [0] * int(state.setup.players)
        self.standings: list[list[float]] = []
        """At the beginning of each turn, by seat."""

    def add_decision(self, seat: int, num_moves: int) -> None:
        """Count a decision of a seat among so many legal moves; a turn lasts until another seat decides."""
        if seat != self.mover:
            self.mover = seat
            self.num_turns += 1
            if self.standing_function is not None:
                self.standings.append(
                    [self.standing_function(self.state, each_seat) for each_seat in range(len(self.decisions))]
                )
        self.decisions[seat] += 1
        self.num_legal_moves += num_moves
        self.seconds += DECISION_SECONDS + DOUBLING_SECONDS * math.log2(num_moves) if num_moves > 1 else FORCED_SECONDS

    def add_chance_step(self) -> None:
        """Count a chance step."""
        self.num_chance_steps += 1

    def game_length_figures(self) -> dict[str, float]:
        """Return how long the game was, by column of ``GAME_COLUMNS``."""
        seconds = self.seconds + FORCED_SECONDS * self.num_chance_steps
        return {
            "turns": self.num_turns,
            "decisions": sum(self.decisions),
            "chances": self.num_chance_steps,
            "moves": self.num_legal_moves,
            "minutes": round(seconds / 60, 2),
        }

    def lead_figures(self, winners: Sequence[int]) -> dict[str, float]:
        """Return who led when, and how often the lead changed, by column of ``GAME_COLUMNS``.

        All of them are nan in a game without a single winner, or without a measure of who is ahead.
        """
        if not self.standings or len(winners) != 1:
            return dict.fromkeys(["decided", "changes", "comeback", *map(led_column, TENTHS)], math.nan)
        winner = winners[0]
        leaders = [list_leaders(standing) for standing in self.standings]
        num_turns = len(leaders)
        turns_behind = [turn for turn, seats in enumerate(leaders) if seats != [winner]]
        sole_leaders = [seats[0] for seats in leaders if len(seats) == 1]
        half_time = self.standings[num_turns // 2]
        others = [value for seat, value in enumerate(half_time) if seat != winner]
        figures: dict[str, float] = {
            "decided": round((turns_behind[-1] + 1) / num_turns, 4) if turns_behind else 0.0,
            "changes": sum(before != after for before, after in pairwise(sole_leaders)),
            "comeback": int(all(half_time[winner] < value - STANDING_TOLERANCE for value in others)),
        }
        for tenth in TENTHS:
            seats = leaders[tenth * num_turns // 10]
            figures[led_column(tenth)] = 1 / len(seats) if winner in seats else 0.0
        return figures


def list_leaders(standing: Sequence[float]) -> list[int]:
    """Return the seats that lead: several if they are equal."""
    best = max(standing) - STANDING_TOLERANCE
    return [seat for seat, value in enumerate(standing) if value >= best]


def find_standing_function(state: State) -> StandingFunction | None:
    """Return what measures who is ahead in a game: its evaluation, or else its score; None if it has neither."""
    kind = type(state)
    if kind.evaluate is not State.evaluate:
        return lambda state, seat: state.evaluate(seat)
    if kind.score is not State.score:
        return lambda state, seat: state.score()[seat]
    return None


def simulate_game(
    run: Run,
    setup: Setup,
    game_index: int,
    collector: StatsCounter | None,
    before_step: Callable[[State], None] | None = None,
) -> GameMetrics:
    """Play a game of a run to its end and return its metrics; ``before_step`` gets the state before every step."""
    seating = run.seating(game_index)
    seats = []
    for seat, bot_index in enumerate(seating):
        try:
            bot = create_started_bot(run.bots[bot_index], setup)
        except Exception as error:
            raise TriangulumError(f"{run.names[bot_index]} cannot play: {describe_bot_error(error)}") from None
        seed = run.bot_seed(game_index, seat)
        seats.append(SeatedBot(bot, Random(derive_seed(seed)), Random(seed), run.budget))
    state = setup.new()
    metrics = GameMetrics(state, find_standing_function(state), collector)
    hooks = MetricsRecorder(run, game_index, metrics, before_step)
    play_bot_game(state, seats, StepSeededChance(run.dice_seed(game_index)), hooks)
    return metrics


class MetricsRecorder(GameHooks):
    """Counts what happens in a game of a run, and plays its opening by lot."""

    def __init__(
        self, run: Run, game_index: int, metrics: GameMetrics, before_step: Callable[[State], None] | None
    ) -> None:
        self.run = run
        self.game_index = game_index
        self.metrics = metrics
        self.before_step = before_step
        self.opening_rng = Random(run.opening_seed(game_index))

    def before_decision(self, state: State, seat: int) -> int | None:
        """Count a decision; return a random action as long as the opening lasts, and then None."""
        self.metrics.add_decision(seat, len(state._legal_actions()))
        if sum(self.metrics.decisions) > self.run.opening:
            return None
        return int(state.random_action(self.opening_rng, ActionBuffer()))

    @contextmanager
    def time_and_attribute_errors(self, seat: int) -> Iterator[None]:
        """Turn what a bot raises into a TriangulumError that names the bot and the game."""
        try:
            yield
        except Exception as error:
            bot_name = self.run.names[self.run.seating(self.game_index)[seat]]
            raise TriangulumError(f"{bot_name} in game {self.game_index}: {describe_bot_error(error)}") from None

    def apply_action(self, state: State, action: int) -> None:
        """Count what a spectator sees of an action, and apply it."""
        if state.to_move == CHANCE:
            self.metrics.add_chance_step()
        if self.before_step is not None:
            self.before_step(state)
        collector = self.metrics.collector
        if collector is not None:
            for event in state.setup.game.view_builder.events(state, action, None):
                collector.count_event(event)
        state._apply(action)
