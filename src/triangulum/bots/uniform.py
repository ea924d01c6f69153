# compiled by mypyc
"""The player that picks any legal action."""

from librt.random import Random
from mypy_extensions import i64

from triangulum.bots.player import Bot
from triangulum.core.state import State


class RandomBot(Bot):
    """Plays each legal action as readily as any other."""

    def name(self) -> str:
        """Return "random"."""
        return "random"

    def choose(self, state: State, rng: Random) -> i64:
        """Return any legal action."""
        legal = state._legal_actions()
        return legal[rng.randrange(i64(len(legal)))]
