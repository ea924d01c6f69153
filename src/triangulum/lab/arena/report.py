"""The report of an arena, as plain values, and the tally that it is made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from triangulum.core.levels import Budget
from triangulum.lab.arena.worker_protocol import GameOutcome
from triangulum.lab.intervals import CONFIDENCE, confidence_interval, is_ruled_out

EndReason = Literal["clear", "games", "stopped"]
"""Why an arena ended: the answer was clear, all games were played, or somebody stopped it."""


class BotFailures(NamedTuple):
    """In how many games a bot has failed, and what it did in the first of them."""

    num_games: int
    first_reason: str


class BotStanding(msgspec.Struct, frozen=True, kw_only=True):
    """How one of the bots has done."""

    bot: str
    seats: int
    """How many it fills at every table."""
    games: int
    wins: float
    """A shared win counts as a share of one, and a draw is shared by all."""
    share: float
    """Wins for each game and seat: 1 divided by the number of players is an even share."""
    low: float
    high: float
    """Between these is its true share with 95 % confidence, however often somebody looked before stopping."""
    moves: int
    seconds: float
    """Of the processor, spent on thinking, all moves together."""
    faults: int
    """Games that it lost by failing."""


class BotFault(msgspec.Struct, frozen=True, kw_only=True):
    """A game that somebody lost by failing."""

    game: int
    """Its number, from 1."""
    bot: str
    seat: int
    why: str
    """What the bot did, as part of a sentence about it."""


class ArenaReport(msgspec.Struct, frozen=True, kw_only=True):
    """What an arena has shown. Only whole rounds count: the same dice for every rotation of the seats."""

    game: str
    options: dict[str, Any]
    """Those of the first round; what a game draws anew is new in every round."""
    players: int
    budget: Budget
    seed: int
    rounds: int
    games: int
    draws: int
    target: float
    """The share that the question is about; an even one if nobody says."""
    ended: EndReason
    standings: tuple[BotStanding, ...]
    """In the order in which the bots were named."""
    faults: tuple[BotFault, ...]
    confidence: float = CONFIDENCE

    def to_json(self) -> bytes:
        """Return the report as JSON."""
        return msgspec.json.encode(self)

    def failures_by_bot(self) -> dict[str, BotFailures]:
        """Return the failures of each bot that has failed, the most frequent first."""
        counted = Counter(fault.bot for fault in self.faults)
        first = {fault.bot: fault.why for fault in reversed(self.faults)}
        return {bot: BotFailures(games, first[bot]) for bot, games in counted.most_common()}

    def verdict(self) -> str:
        """Return a sentence that says whether the first bot wins more or less than the target."""
        first = self.standings[0]
        if not self.rounds:
            return "No round has been played to its end, so nothing is known yet."
        if first.low > self.target:
            return f"It is clear that {first.bot} wins more than {self.target:.1%}."
        if first.high < self.target:
            return f"It is clear that {first.bot} wins less than {self.target:.1%}."
        return f"It is not clear whether {first.bot} wins more or less than {self.target:.1%}."


class Tally:
    """Counts what happens at the tables of an arena, round by round.

    The games of a round have their dice in common, so they depend on each other; rounds do not. So an interval is
    made from what a bot won in each round.
    """

    def __init__(self, bots: Sequence[str], seats: Sequence[int]) -> None:
        self.bots = bots
        self.seats_per_bot = seats
        """How many seats each bot fills."""
        self.rounds = 0
        self.games = 0
        self.draws = 0
        self.wins = [0.0] * len(bots)
        self.moves = [0] * len(bots)
        self.seconds = [0.0] * len(bots)
        self.round_shares = [Counter[float]() for _ in bots]
        """For each bot, how often it had which share of all wins of a round."""
        self.faults: list[BotFault] = []

    def add_round(self, outcomes: Sequence[tuple[Sequence[int], GameOutcome]]) -> None:
        """Add the games of a round: for each the index of the bot in each seat, and the outcome."""
        won = [0.0] * len(self.bots)
        for sitting, outcome in outcomes:
            self.games += 1
            self.draws += outcome.drawn
            for bot, share in zip(sitting, outcome.shares, strict=True):
                won[bot] += share
            for bot, moves, seconds in zip(sitting, outcome.moves, outcome.seconds, strict=False):
                self.moves[bot] += moves
                self.seconds[bot] += seconds
            if (seat := outcome.at_fault) is not None:
                self.faults.append(BotFault(game=self.games, bot=self.bots[sitting[seat]], seat=seat, why=outcome.why))
        self.rounds += 1
        for bot, wins in enumerate(won):
            self.wins[bot] += wins
            # Thirds add up to nearly one, and equal shares are to be counted as equal.
            self.round_shares[bot][min(1.0, round(wins / len(outcomes), 12))] += 1

    def excludes(self, target: float) -> bool:
        """Tell whether the first bot's interval leaves out a share."""
        return is_ruled_out(self.round_shares[0], target * self.seats_per_bot[0])

    def make_bot_standing(self, bot_index: int) -> BotStanding:
        """Return how a bot has done."""
        seats = self.seats_per_bot[bot_index]
        low, high = confidence_interval(self.round_shares[bot_index])
        return BotStanding(
            bot=self.bots[bot_index],
            seats=seats,
            games=self.games,
            wins=round(self.wins[bot_index], 9),
            share=self.wins[bot_index] / max(1, self.games) / seats,
            low=low / seats,
            high=high / seats,
            moves=self.moves[bot_index],
            seconds=self.seconds[bot_index],
            faults=sum(fault.bot == self.bots[bot_index] for fault in self.faults),
        )
