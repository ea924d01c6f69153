# compiled by mypyc
"""What every bot is."""

import time

from librt.random import Random
from mypy_extensions import i64, mypyc_attr

from triangulum.bots.thought import SLICE, Budget, Thought
from triangulum.core.state import Setup, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player that is a program, for any game.

    A bot that knows its move at once writes ``choose``. One that thinks writes ``begin``, ``work`` and ``thought`` as
    well, so that it can be stopped between two slices of work.
    """

    def __init__(self) -> None:
        self.chosen: i64 = -1

    def name(self) -> str:
        """Return what to call it at a table."""
        raise NotImplementedError

    def sit_down(self, setup: Setup) -> None:
        """Get ready for a new game, or raise the TriangulumError that says why this bot cannot play it."""

    def choose(self, state: State, rng: Random) -> i64:
        """Return a legal action for the seat to move.

        ``state`` has been resampled for that seat: what the seat cannot know is made up. The choice depends on
        nothing but what the seat knows and ``rng``.
        """
        raise NotImplementedError

    def begin(self, state: State, rng: Random) -> None:
        """Begin to think about a state that has been resampled for the seat to move."""
        self.chosen = self.choose(state, rng)

    def work(self, seconds: float, simulations: i64) -> i64:
        """Think on for about so long and at most so many simulations; return how many were made, 0 when done."""
        return 0

    def thought(self) -> Thought:
        """Return the move and what speaks for it, as far as thinking has come."""
        return Thought(int(self.chosen))

    def think(self, state: State, rng: Random, budget: Budget) -> Thought:
        """Think within a budget and return the answer."""
        self.begin(state, rng)
        left: i64 = 1_000_000_000_000
        if budget.simulations is not None:
            left = budget.simulations
        is_work = budget.of_work
        deadline = now(is_work) + budget.seconds if budget.seconds is not None else float("inf")
        while left > 0:
            pause = min(SLICE, deadline - now(is_work))
            if pause <= 0:
                break
            done = self.work(pause, left)
            if done == 0:
                break
            left -= done
        return self.thought()


def now(is_work: bool) -> float:
    """Return seconds on the clock that counts: the processor's for this thread, or the wall's."""
    return time.thread_time() if is_work else time.monotonic()
