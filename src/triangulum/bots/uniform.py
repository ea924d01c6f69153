# compiled by mypyc
"""The bot that plays at random."""

from librt.random import Random
from mypy_extensions import i64

from triangulum.bots.player import Bot
from triangulum.core.state import State


class RandomBot(Bot):
    """Plays a random legal action, all equally likely."""

    def name(self) -> str:
        """Return "random"."""
        return "random"

    def choose(self, state: State, rng: Random) -> i64:
        """Return a random legal action."""
        legal = state._legal_actions()
        return legal[rng.randrange(i64(len(legal)))]
