"""The player that cannot be outplayed, for games that have been solved."""

from __future__ import annotations

from librt.random import Random
from mypy_extensions import i64

from triangulum.bots.player import Bot
from triangulum.core.solver import Solution
from triangulum.core.state import Setup, State
from triangulum.solve import storage as solutions


class ExactBot(Bot):
    """Plays an action after which its seat's position is worth most, by the table that ``triangulum solve`` has left.

    Where several are worth the same it takes the one that wins soonest or loses latest, so that a game which is won
    does come to its end; and any of them where that is the same, too. What a solution does not know, such as a limit of
    turns, this bot does not know either.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setup: Setup | None = None
        self.solution: Solution | None = None

    def name(self) -> str:
        """Return "exact"."""
        return "exact"

    def sit_down(self, setup: Setup) -> None:
        """Read the table for a setup, unless it is the one that has been read."""
        if self.solution is None or self.setup != setup:
            self.solution = solutions.load(setup)
            self.setup = setup

    def choose(self, state: State, rng: Random) -> i64:
        """Return an action that gives nothing away."""
        self.sit_down(state.setup)
        assert self.solution is not None
        seat = state.to_move
        merits = {}
        for action in state.legal_actions():
            after = state.after(action)
            merits[action] = self.solution.value(after, seat), self.solution.haste(after, seat)
        most = max(merits.values())
        equals = [action for action, merit in merits.items() if merit == most]
        return i64(equals[rng.randrange(i64(len(equals)))])
