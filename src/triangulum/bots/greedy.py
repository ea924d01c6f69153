# compiled by mypyc
"""The player that takes what looks best at once."""

from librt.random import Random
from mypy_extensions import i64

from triangulum.bots.player import Bot
from triangulum.core.state import State


class GreedyBot(Bot):
    """Plays the action of greatest ``action_score``, and any of them where several are equal."""

    def name(self) -> str:
        """Return "greedy"."""
        return "greedy"

    def choose(self, state: State, rng: Random) -> i64:
        """Return an action that looks best at a glance."""
        best: i64 = -1
        most = 0.0
        equals: i64 = 0
        for action in state._legal_actions():
            worth = state.action_score(action)
            if best < 0 or worth > most:
                best, most, equals = action, worth, 1
            elif worth == most:
                equals += 1
                if rng.randrange(equals) == 0:
                    best = action
        return best
