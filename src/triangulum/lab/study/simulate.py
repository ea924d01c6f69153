"""Plays games and notes what a designer asks: who won, how long it took, who led when, and what the game itself counts.

A game leaves one row for itself and one for each seat. Rows are text already, since they are made where games are
played, in many processes, and only put down in order afterwards.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

import msgspec
from librt.random import Random

from triangulum.bots import Bot
from triangulum.core.state import CHANCE, OVER, ActionBuffer, Setup, State
from triangulum.core.stats import Counting, Group
from triangulum.errors import TriangulumError
from triangulum.lab.arena.bot_specs import made, reason
from triangulum.lab.arena.worker import rolled, seed_of
from triangulum.lab.study.runs import Run

TENTHS: Final = range(1, 10)
"""Of a game: when it is looked who leads."""

GAME: Final = (
    "game", "turns", "decisions", "chances", "moves", "minutes", "winners", "decided", "changes", "comeback",
    *(f"led{tenth}0" for tenth in TENTHS),
)  # fmt: skip
"""The columns of every game. ``moves``: legal moves, of all decisions together; ``winners``: how many, none for a draw;
``decided``: the part of the game after which the winner led for good; ``changes`` of the lead; ``comeback``: whether
the winner was last at half-time; ``led50``: whether who led at half-time has won. ``nan`` where there is no answer."""
SEAT: Final = ("game", "seat", "bot", "share", "score", "decisions")
"""The columns of every seat of a game. ``share``: of the win; a draw is shared by all."""

FORCED: Final = 3
"""Seconds for a step without a choice, and for one of chance."""
CHOICE: Final = 10
"""Seconds for a decision,"""
DOUBLING: Final = 6
"""and for each time that there are twice as many moves to choose from. These are guesses, for people who know a game;
with them the games here come out near the times that are printed on their boxes."""

EQUAL: Final = 1e-9
"""Closer standings are the same."""

Standing = Callable[[State, int], float]


class Job(msgspec.Struct, frozen=True):
    """Games of a run to be played in a row."""

    run: Run
    first: int
    count: int


class Batch(msgspec.Struct, frozen=True):
    """What they have left: rows of games and of seats, in order."""

    first: int
    count: int
    games: bytes
    seats: bytes
    seconds: float
    """Spent on them."""


class Shelf:
    """Keeps the setup of the run that was played last."""

    def __init__(self) -> None:
        self.last: tuple[Run, Setup] | None = None

    def setup(self, run: Run, number: int) -> Setup:
        """Return the setup of a game."""
        last = self.last
        if last is not None and last[0] == run:
            return last[1]
        setup = run.setup(number)
        self.last = None if run.new_every_game() else (run, setup)
        return setup


SHELF: Final = Shelf()


def play_batch(job: Job) -> Batch:
    """Play games; this is what an executor is given to do."""
    begin = time.perf_counter()
    rows = [
        game_rows(job.run, SHELF.setup(job.run, number), number) for number in range(job.first, job.first + job.count)
    ]
    return Batch(
        job.first,
        job.count,
        "".join(game for game, _ in rows).encode(),
        "".join(seats for _, seats in rows).encode(),
        time.perf_counter() - begin,
    )


def game_columns(groups: Sequence[Group]) -> list[str]:
    """Return the columns of a game's row."""
    return [*GAME, *(f"{group.name}: {item}" for group in groups if group.per == "game" for item in group.items)]


def seat_columns(groups: Sequence[Group]) -> list[str]:
    """Return the columns of a seat's row."""
    return [*SEAT, *(f"{group.name}: {item}" for group in groups if group.per == "seat" for item in group.items)]


def groups_of(setup: Setup) -> tuple[Group, ...]:
    """Return what a game counts of its own."""
    counts = setup.game.stats
    return () if counts is None else counts.groups(setup)


def game_rows(run: Run, setup: Setup, number: int) -> tuple[str, str]:
    """Play a game, and return the row of the game and the rows of its seats."""
    sitting = run.sitting(number)
    notes = played(run, setup, number, sitting)
    groups = groups_of(setup)
    state = notes.state
    winners = state.winners()
    shared_by = winners or range(run.players)
    leads = notes.leads(winners)
    whole = notes.counting.whole if notes.counting else {}
    columns = [column for group in groups if group.per == "game" for column in group.columns()]
    figures = [number, *notes.lengths(), len(winners), *leads, *(whole.get(column, math.nan) for column in columns)]
    lines = []
    score = state.score()
    columns = [column for group in groups if group.per == "seat" for column in group.columns()]
    known = set(columns)
    for seat, bot in enumerate(sitting):
        own = notes.counting.seats[seat] if notes.counting else {}
        if not own.keys() <= known:
            strange = min(own.keys() - known)
            raise TriangulumError(f"{setup.game.title} counts {strange[1]!r} as {strange[0]}, but lists no such thing")
        share = 1 / len(shared_by) if seat in shared_by else 0.0
        head = f"{number},{seat},{quoted(run.names[bot])},{shown(share)},{shown(score[seat])},{notes.decisions[seat]}"
        lines.append(",".join([head, *(str(own.get(column, 0)) for column in columns)]) + "\n")
    return ",".join(map(shown, figures)) + "\n", "".join(lines)


def shown(figure: float) -> str:
    """Return a figure as tables have it."""
    return str(figure) if type(figure) is int else f"{float(figure):.9g}"


def quoted(name: str) -> str:
    """Return a name as a table has it."""
    return '"' + name.replace('"', '""') + '"' if set(name) & set(',"\n') else name


class Notes:
    """What is noted while a game is played."""

    def __init__(self, state: State, standing: Standing | None, counting: Counting | None) -> None:
        self.state = state
        self.standing = standing
        self.counting = counting
        self.mover = CHANCE
        self.turns = 0
        self.chances = 0
        self.moves = 0
        self.seconds = 0.0
        self.decisions = [0] * int(state.setup.players)
        self.standings: list[list[float]] = []
        """At the beginning of each turn, by seat."""

    def decision(self, seat: int, moves: int) -> None:
        """Note that a seat is asked; a turn lasts until another one is."""
        if seat != self.mover:
            self.mover = seat
            self.turns += 1
            if self.standing is not None:
                self.standings.append([self.standing(self.state, other) for other in range(len(self.decisions))])
        self.decisions[seat] += 1
        self.moves += moves
        self.seconds += CHOICE + DOUBLING * math.log2(moves) if moves > 1 else FORCED

    def chance(self) -> None:
        """Note that chance decides something."""
        self.chances += 1

    def lengths(self) -> tuple[float, ...]:
        """Return how long the game was, in every measure."""
        seconds = self.seconds + FORCED * self.chances
        return self.turns, sum(self.decisions), self.chances, self.moves, round(seconds / 60, 2)

    def leads(self, winners: Sequence[int]) -> list[float]:
        """Return when the winner led for good, how often the lead changed, whether it was a comeback, and who led when.

        A game without a single winner, or without a measure of who is ahead, has no answer.
        """
        if not self.standings or len(winners) != 1:
            return [math.nan] * (3 + len(TENTHS))
        winner = winners[0]
        leaders = [ahead(standing) for standing in self.standings]
        turns = len(leaders)
        behind = [turn for turn, seats in enumerate(leaders) if seats != [winner]]
        alone = [seats[0] for seats in leaders if len(seats) == 1]
        changes = sum(one != other for one, other in pairwise(alone))
        half = self.standings[turns // 2]
        last = all(half[winner] < own - EQUAL for seat, own in enumerate(half) if seat != winner)
        led = [leaders[tenth * turns // 10] for tenth in TENTHS]
        return [
            round((behind[-1] + 1) / turns, 4) if behind else 0.0,
            changes,
            int(last),
            *(1 / len(seats) if winner in seats else 0.0 for seats in led),
        ]


def ahead(standing: Sequence[float]) -> list[int]:
    """Return who leads: several if they are equal."""
    best = max(standing) - EQUAL
    return [seat for seat, own in enumerate(standing) if own >= best]


def standing_in(state: State) -> Standing | None:
    """Return what tells who is ahead in a game: its guess of who wins, or else its points; None if it has neither."""
    kind = type(state)
    if kind.evaluate is not State.evaluate:
        return lambda state, seat: state.evaluate(seat)
    if kind.score is not State.score:
        return lambda state, seat: state.score()[seat]
    return None


def played(
    run: Run,
    setup: Setup,
    number: int,
    sitting: Sequence[int],
    counts: type[Counting] | None = None,
    before: Callable[[State], None] = lambda state: None,
) -> Notes:
    """Play a game to its end; somebody may count otherwise than the game does, and be told before every step."""
    state = setup.new()
    counts, sight = counts or setup.game.stats, setup.game.view_builder
    counting = None if counts is None else counts(setup)
    notes = Notes(state, standing_in(state), counting)
    bots = [seated(run, setup, bot) for bot in sitting]
    seeds = [run.thoughts(number, seat) for seat in range(run.players)]
    thoughts = [Random(seed) for seed in seeds]
    deals = [Random(seed_of(seed)) for seed in seeds]
    dice, lots = run.dice(number), Random(run.lots(number))
    while state.to_move != OVER:
        seat = state.to_move
        if seat == CHANCE:
            action = rolled(state, dice, notes.chances)
            notes.chance()
        else:
            notes.decision(seat, len(state._legal_actions()))
            if sum(notes.decisions) <= run.opening:
                action = int(state.random_action(lots, ActionBuffer()))
            else:
                dealt = state._resample(seat, deals[seat])
                try:
                    action = state.check_action(bots[seat].think(dealt, thoughts[seat], run.budget).action)
                except Exception as error:
                    raise TriangulumError(f"{run.names[sitting[seat]]} in game {number}: {reason(error)}") from None
        before(state)
        if counting is not None:
            for event in sight.events(state, action, None):
                counting.see(event)
        state._apply(action)
    return notes


def seated(run: Run, setup: Setup, bot: int) -> Bot:
    """Return a new bot that has sat down."""
    try:
        player = made(run.bots[bot])
        player.sit_down(setup)
    except Exception as error:
        raise TriangulumError(f"{run.names[bot]} cannot play: {reason(error)}") from None
    return player
