"""Bots of one library at tables of the other."""

from __future__ import annotations

from typing import Any

import pyspiel
from librt.random import Random
from mypy_extensions import i64

from triangulum.adapters.openspiel.game import game_of
from triangulum.adapters.openspiel.state import TriangulumState
from triangulum.bots.player import Bot
from triangulum.core.state import Setup, State


class TriangulumBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot of ours, for OpenSpiel: ``TriangulumBot(tri.bot("expert"), seat)``.

    OpenSpiel hands its bots the true state. Ours is given a resample of it, as everywhere, and so it cannot cheat.
    """

    def __init__(self, bot: Bot, seat: int, seed: int = 0) -> None:
        super().__init__()
        self.bot = bot
        self.seat = seat
        self.deals, self.thoughts = Random(seed), Random(seed + 1)
        self.setup: Setup | None = None

    def player_id(self) -> int:
        """Return the seat."""
        return self.seat

    def restart(self) -> None:
        """Begin a new game."""
        self.setup = None

    def restart_at(self, state: TriangulumState) -> None:
        """Begin to play in the middle of a game."""
        self.restart()

    def step(self, state: TriangulumState) -> int:
        """Return the bot's action."""
        position = state.position
        if self.setup is not position.setup:
            self.setup = position.setup
            self.bot.sit_down(self.setup)
        return int(self.bot.choose(position.resample(self.seat, self.deals), self.thoughts))


class OpenSpielBot(Bot):
    """A bot of OpenSpiel's, for tables of ours, which has only been told what every bot is: a resampled state.

    ``make`` is called with the game as OpenSpiel knows it and returns the bot. What the seat has perceived so far is
    not told to bots, so information states begin with the position.
    """

    def __init__(self, called: str, make: Any) -> None:
        super().__init__()
        self.called = called
        self.make = make
        self.game: Any = None
        self.theirs: Any = None

    def name(self) -> str:
        """Return what to call it at a table."""
        return self.called

    def sit_down(self, setup: Setup) -> None:
        """Have the bot made for this game."""
        self.game = game_of(setup)
        self.theirs = self.make(self.game)

    def choose(self, state: State, rng: Random) -> i64:
        """Ask the bot, in the game as OpenSpiel knows it."""
        return i64(int(self.theirs.step(TriangulumState(self.game, state.copy()))))
