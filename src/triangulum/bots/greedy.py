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
        """Return the action with the highest score, and any of them where several are equal."""
        best: i64 = -1
        highest = 0.0
        num_equal: i64 = 0
        for action in state._legal_actions():
            score = state.action_score(action)
            if best < 0 or score > highest:
                best, highest, num_equal = action, score, 1
            elif score == highest:
                num_equal += 1
                if rng.randrange(num_equal) == 0:
                    best = action
        return best
