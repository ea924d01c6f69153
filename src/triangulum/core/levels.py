"""Levels: how strong an opponent is, in the same five words for every game.

What each word means in a game is data on its ``Game``; this module only defines the form of that data. A level names
its bot and the bot's settings as plain values, because games don't import bots.
"""

from __future__ import annotations

import math
from typing import Any, Final

import msgspec

from triangulum.errors import OptionError, TriangulumError, quote_value

LEVELS: Final = ("beginner", "casual", "club", "expert", "master")
"""Their names, weakest first."""


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """How long a bot may think about one move: until it reaches the first of these limits; None means no limit.

    The same number of simulations and the same random generator give the same move; seconds don't.
    """

    seconds: float | None = None
    simulations: int | None = None
    of_work: bool = False
    """Whether seconds are CPU time rather than wall-clock time. People wait by the wall clock; a comparison of bots
    shouldn't depend on what else the machine does."""

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            raise TriangulumError("a budget needs seconds or simulations; with neither a bot would think for ever")
        for number, kinds, what in ((self.seconds, (int, float), "seconds"), (self.simulations, int, "simulations")):
            if number is not None and (isinstance(number, bool) or not isinstance(number, kinds)):
                raise TriangulumError(f"{what} are a {'whole ' * (kinds is int)}number, not {quote_value(number)}")
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise TriangulumError(f"a bot cannot think for {self.seconds} seconds: give it more than 0, and an end")
        if self.simulations is not None and self.simulations < 1:
            raise TriangulumError(f"a bot cannot make {self.simulations} simulations: give it at least 1")


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """What a level of play means in a game."""

    name: str
    words: str = ""
    """A sentence that helps people to choose; empty for the default sentence of this level."""
    bot: str
    """The name of the bot that plays."""
    settings: dict[str, Any] = {}
    """Arguments for the bot's constructor, if it takes settings."""
    budget: Budget
    """For each move. Its simulations are never exceeded; its seconds are a default that callers may override."""
    blunders: float = 0.0
    """The share of moves, from 0 to 1, that are replaced by a random legal one."""
    otherwise: Level | None = None
    """The level to play instead where the bot can't play, such as ``exact`` without its table."""

    def __post_init__(self) -> None:
        if self.name not in LEVELS:
            raise OptionError(f"there is no level {self.name!r}; levels are {', '.join(LEVELS)}")
        if not 0 <= self.blunders <= 1:
            raise OptionError(f"the level {self.name} cannot have {self.blunders} blunders a move: give it 0 to 1")
