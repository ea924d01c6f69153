# compiled by mypyc
"""What every bot is."""

from librt.random import Random
from mypy_extensions import i64, mypyc_attr

from triangulum.core.state import Setup, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player that is a program, for any game."""

    def name(self) -> str:
        """Return what to call it at a table."""
        raise NotImplementedError

    def sit_down(self, setup: Setup) -> None:
        """Get ready for a game, or raise the TriangulumError that says why this bot cannot play it."""

    def choose(self, state: State, rng: Random) -> i64:
        """Return a legal action for the seat to move.

        ``state`` has been redealt for that seat: what the seat cannot know is made up. The choice depends on
        nothing but ``state`` and ``rng``.
        """
        raise NotImplementedError
