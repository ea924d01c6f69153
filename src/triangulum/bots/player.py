# compiled by mypyc
"""The base class of all bots."""

import time

from librt.random import Random
from mypy_extensions import i64, mypyc_attr

from triangulum.bots.thought import SLICE_SECONDS, Budget, Thought
from triangulum.core.state import Setup, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player that is a program, for any game.

    A bot that knows its move at once writes ``choose``. One that searches writes ``start_search``,
    ``continue_search`` and ``thought`` as well, so that it can be stopped between two slices of work.
    """

    def __init__(self) -> None:
        self.chosen_action: i64 = -1

    def name(self) -> str:
        """Return the name to show at a table."""
        raise NotImplementedError

    def start_game(self, setup: Setup) -> None:
        """Prepare for a new game, or raise a TriangulumError that says why this bot can't play it."""

    def choose(self, state: State, rng: Random) -> i64:
        """Return a legal action for the seat to move.

        ``state`` has been resampled for that seat: what the seat cannot know is made up. The choice depends on
        nothing but what the seat knows and ``rng``.
        """
        raise NotImplementedError

    def start_search(self, state: State, rng: Random) -> None:
        """Start to search a state that has been resampled for the seat to move."""
        self.chosen_action = self.choose(state, rng)

    def continue_search(self, seconds: float, simulations: i64) -> i64:
        """Search for some seconds and at most some simulations; return how many simulations were run, 0 when done."""
        return 0

    def thought(self) -> Thought:
        """Return the best action and its rivals, as far as the search has come."""
        return Thought(int(self.chosen_action))

    def think(self, state: State, rng: Random, budget: Budget) -> Thought:
        """Search within a budget, slice by slice, and return the result."""
        self.start_search(state, rng)
        left: i64 = 1_000_000_000_000
        if budget.simulations is not None:
            left = budget.simulations
        of_processor_time = budget.of_work
        deadline = read_clock(of_processor_time) + budget.seconds if budget.seconds is not None else float("inf")
        while left > 0:
            seconds = min(SLICE_SECONDS, deadline - read_clock(of_processor_time))
            if seconds <= 0:
                break
            done = self.continue_search(seconds, left)
            if done == 0:
                break
            left -= done
        return self.thought()


def read_clock(of_processor_time: bool) -> float:
    """Return seconds of this thread's processor time, or of the wall clock."""
    return time.thread_time() if of_processor_time else time.monotonic()
