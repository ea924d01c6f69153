"""The bot that plays a solved game perfectly."""

from __future__ import annotations

from librt.random import Random
from mypy_extensions import i64

from triangulum.bots.player import Bot
from triangulum.core.solver import Solution
from triangulum.core.state import Setup, State
from triangulum.solve import storage as solutions


class ExactBot(Bot):
    """Plays an action of the highest value, by the table that ``triangulum solve`` has written.

    Of several with the same value it takes the one that wins soonest or loses latest, so that a won game does come to
    its end, and a random one if these are equal, too. What a solution does not know, such as a turn limit, this bot
    does not know either.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setup: Setup | None = None
        self.solution: Solution | None = None

    def name(self) -> str:
        """Return "exact"."""
        return "exact"

    def start_game(self, setup: Setup) -> None:
        """Load the solution of a setup, unless it is the one that is loaded."""
        if self.solution is None or self.setup != setup:
            self.solution = solutions.load(setup)
            self.setup = setup

    def choose(self, state: State, rng: Random) -> i64:
        """Return an action of the highest value, the quickest to win or slowest to lose."""
        self.start_game(state.setup)
        assert self.solution is not None
        seat = state.to_move
        merits: dict[int, tuple[float, float]] = {}
        for action in state.legal_actions():
            after = state.after(action)
            merits[action] = self.solution.value(after, seat), self.solution.discounted_value(after, seat)
        highest = max(merits.values())
        best_actions = [action for action, merit in merits.items() if merit == highest]
        return i64(best_actions[rng.randrange(i64(len(best_actions)))])
