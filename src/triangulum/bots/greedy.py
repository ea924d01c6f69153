# compiled by mypyc
"""The bot that takes what looks best at a glance."""

from librt.random import Random
from mypy_extensions import i64

from triangulum.bots.player import Bot
from triangulum.bots.playout import choose_highest_scoring_action
from triangulum.core.state import State


class GreedyBot(Bot):
    """Plays the action with the highest ``action_score``, without looking ahead."""

    def name(self) -> str:
        """Return "greedy"."""
        return "greedy"

    def choose(self, state: State, rng: Random) -> i64:
        """Return the action with the highest score; a random one of them if several are equal."""
        return choose_highest_scoring_action(state, state._legal_actions(), rng)
