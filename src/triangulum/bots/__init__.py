"""Players that are programs. A bot is given a state redealt for its seat, never the true one, so it cannot cheat."""

from triangulum.bots.exact import ExactBot
from triangulum.bots.greedy import GreedyBot
from triangulum.bots.match import play
from triangulum.bots.player import Bot
from triangulum.bots.uniform import RandomBot
from triangulum.core.errors import UnknownBot
from triangulum.core.options import suggestion

BOTS: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot, "exact": ExactBot}
"""By name, weakest first."""


def bot(name: str) -> Bot:
    """Return a new bot of that name, or raise UnknownBot."""
    if name not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}; {suggestion(name, BOTS)}")
    return BOTS[name]()


__all__ = ["BOTS", "Bot", "ExactBot", "GreedyBot", "RandomBot", "bot", "play"]
