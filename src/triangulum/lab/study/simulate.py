"""Plays games and notes what a designer asks: who won, how long it took, who led when, and what the game itself counts.

A game leaves one row for itself and one for each seat. Rows are text already, since they are made where games are
played, in many processes, and only put down in order afterwards.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Final

import msgspec
from librt.random import Random

from triangulum.bots.game_loop import GameHooks, IndexedChance, SeatedBot, derive_seed, play_bot_game
from triangulum.core.state import CHANCE, ActionBuffer, Setup, State
from triangulum.core.stats import StatsCounter, StatsGroup
from triangulum.errors import TriangulumError
from triangulum.lab.arena.bot_specs import create_started_bot, describe_bot_error
from triangulum.lab.study.runs import Run

TENTHS: Final = range(1, 10)
"""Of a game: when it is looked who leads."""

GAME_COLUMNS: Final = (
    "game", "turns", "decisions", "chances", "moves", "minutes", "winners", "decided", "changes", "comeback",
    *(f"led{tenth}0" for tenth in TENTHS),
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
    """Games of a run to be played in a row."""

    run: Run
    first: int
    count: int


class SimulationBatch(msgspec.Struct, frozen=True):
    """What they have left: rows of games and of seats, in order."""

    first: int
    count: int
    game_rows: bytes
    seat_rows: bytes
    seconds: float
    """Spent on them."""


class RunSetupCache:
    """Keeps the setup of the run that was played last."""

    def __init__(self) -> None:
        self.last: tuple[Run, Setup] | None = None

    def setup(self, run: Run, game_index: int) -> Setup:
        """Return the setup of a game."""
        last = self.last
        if last is not None and last[0] == run:
            return last[1]
        setup = run.game_setup(game_index)
        self.last = None if run.has_setup_per_game() else (run, setup)
        return setup


SETUP_CACHE: Final = RunSetupCache()


def play_batch(job: BatchJob) -> SimulationBatch:
    """Play games; this is what an executor is given to do."""
    begin = time.perf_counter()
    rows = [
        simulate_csv_rows(job.run, SETUP_CACHE.setup(job.run, game_index), game_index)
        for game_index in range(job.first, job.first + job.count)
    ]
    return SimulationBatch(
        job.first,
        job.count,
        "".join(game for game, _ in rows).encode(),
        "".join(seats for _, seats in rows).encode(),
        time.perf_counter() - begin,
    )


def game_columns(groups: Sequence[StatsGroup]) -> list[str]:
    """Return the columns of a game's row."""
    return [
        *GAME_COLUMNS,
        *(f"{group.name}: {item}" for group in groups if group.per == "game" for item in group.items),
    ]


def seat_columns(groups: Sequence[StatsGroup]) -> list[str]:
    """Return the columns of a seat's row."""
    return [
        *SEAT_COLUMNS,
        *(f"{group.name}: {item}" for group in groups if group.per == "seat" for item in group.items),
    ]


def stat_groups(setup: Setup) -> tuple[StatsGroup, ...]:
    """Return what a game counts of its own."""
    counts = setup.game.stats
    return () if counts is None else counts.groups(setup)


def simulate_csv_rows(run: Run, setup: Setup, game_index: int) -> tuple[str, str]:
    """Play a game, and return the row of the game and the rows of its seats."""
    seating = run.seating(game_index)
    collector_type = setup.game.stats
    metrics = simulate_game(run, setup, game_index, None if collector_type is None else collector_type(setup))
    groups = stat_groups(setup)
    state = metrics.state
    winners = state.winners()
    shared_by = winners or range(run.players)
    leads = metrics.lead_figures(winners)
    whole = metrics.collector.game_figures if metrics.collector else {}
    columns = [column for group in groups if group.per == "game" for column in group.item_keys()]
    figures = [
        game_index,
        *metrics.length_figures(),
        len(winners),
        *leads,
        *(whole.get(column, math.nan) for column in columns),
    ]
    lines = []
    score = state.score()
    columns = [column for group in groups if group.per == "seat" for column in group.item_keys()]
    known = set(columns)
    for seat, bot in enumerate(seating):
        own = metrics.collector.seat_counts[seat] if metrics.collector else {}
        if not own.keys() <= known:
            strange = min(own.keys() - known)
            raise TriangulumError(f"{setup.game.title} counts {strange[1]!r} as {strange[0]}, but lists no such thing")
        share = 1 / len(shared_by) if seat in shared_by else 0.0
        head = [str(game_index), str(seat), quote_csv_cell(run.names[bot]), format_figure(share)]
        head += [format_figure(score[seat]), str(metrics.decisions[seat])]
        lines.append(",".join([*head, *(str(own.get(column, 0)) for column in columns)]) + "\n")
    return ",".join(map(format_figure, figures)) + "\n", "".join(lines)


def format_figure(figure: float) -> str:
    """Return a figure as tables have it."""
    return str(figure) if type(figure) is int else f"{float(figure):.9g}"


def quote_csv_cell(name: str) -> str:
    """Return a name as a table has it."""
    return '"' + name.replace('"', '""') + '"' if set(name) & set(',"\n') else name


class GameMetrics:
    """What is noted while a game is played."""

    def __init__(self, state: State, standing: StandingFunction | None, counting: StatsCounter | None) -> None:
        self.state = state
        self.standing_function = standing
        self.collector = counting
        self.mover = CHANCE
        self.num_turns = 0
        self.num_chance_steps = 0
        self.num_legal_moves = 0
        self.seconds = 0.0
        self.decisions = [0] * int(state.setup.players)
        self.standings: list[list[float]] = []
        """At the beginning of each turn, by seat."""

    def add_decision(self, seat: int, moves: int) -> None:
        """Note that a seat is asked; a turn lasts until another one is."""
        if seat != self.mover:
            self.mover = seat
            self.num_turns += 1
            if self.standing_function is not None:
                self.standings.append(
                    [self.standing_function(self.state, other) for other in range(len(self.decisions))]
                )
        self.decisions[seat] += 1
        self.num_legal_moves += moves
        self.seconds += DECISION_SECONDS + DOUBLING_SECONDS * math.log2(moves) if moves > 1 else FORCED_SECONDS

    def add_chance_step(self) -> None:
        """Note that chance decides something."""
        self.num_chance_steps += 1

    def length_figures(self) -> tuple[float, ...]:
        """Return how long the game was, in every measure."""
        seconds = self.seconds + FORCED_SECONDS * self.num_chance_steps
        return self.num_turns, sum(self.decisions), self.num_chance_steps, self.num_legal_moves, round(seconds / 60, 2)

    def lead_figures(self, winners: Sequence[int]) -> list[float]:
        """Return when the winner led for good, how often the lead changed, whether it was a comeback, and who led when.

        A game without a single winner, or without a measure of who is ahead, has no answer.
        """
        if not self.standings or len(winners) != 1:
            return [math.nan] * (3 + len(TENTHS))
        winner = winners[0]
        leaders = [list_leaders(standing) for standing in self.standings]
        turns = len(leaders)
        behind = [turn for turn, seats in enumerate(leaders) if seats != [winner]]
        alone = [seats[0] for seats in leaders if len(seats) == 1]
        changes = sum(one != other for one, other in pairwise(alone))
        half = self.standings[turns // 2]
        last = all(half[winner] < own - STANDING_TOLERANCE for seat, own in enumerate(half) if seat != winner)
        led = [leaders[tenth * turns // 10] for tenth in TENTHS]
        return [
            round((behind[-1] + 1) / turns, 4) if behind else 0.0,
            changes,
            int(last),
            *(1 / len(seats) if winner in seats else 0.0 for seats in led),
        ]


def list_leaders(standing: Sequence[float]) -> list[int]:
    """Return the seats that lead: several if they are equal."""
    best = max(standing) - STANDING_TOLERANCE
    return [seat for seat, own in enumerate(standing) if own >= best]


def find_standing_function(state: State) -> StandingFunction | None:
    """Return what tells who is ahead in a game: its guess of who wins, or else its points; None if it has neither."""
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
    play_bot_game(state, seats, IndexedChance(run.dice_seed(game_index)), hooks)
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
    def guard_bot_call(self, seat: int) -> Iterator[None]:
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
