"""Bots of one library at tables of the other."""

from __future__ import annotations

from typing import Any

import pyspiel
from librt.random import Random
from mypy_extensions import i64

from triangulum.adapters.openspiel.game import game_from_setup
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
        self.resample_rng, self.search_rng = Random(seed), Random(seed + 1)
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
            self.bot.start_game(self.setup)
        return int(self.bot.choose(position.resample(self.seat, self.resample_rng), self.search_rng))


class OpenSpielBot(Bot):
    """A bot of OpenSpiel's that plays in Triangulum; like every bot, it gets a resampled state.

    ``create_bot`` is called with the game as OpenSpiel knows it and returns the bot. What the seat has perceived so far
    is not told to bots, so information states begin with the position.
    """

    def __init__(self, name: str, create_bot: Any) -> None:
        super().__init__()
        self.bot_name = name
        self.create_bot = create_bot
        self.game: Any = None
        self.openspiel_bot: Any = None

    def name(self) -> str:
        """Return the bot's name."""
        return self.bot_name

    def start_game(self, setup: Setup) -> None:
        """Create the OpenSpiel bot for this setup."""
        self.game = game_from_setup(setup)
        self.openspiel_bot = self.create_bot(self.game)

    def choose(self, state: State, rng: Random) -> i64:
        """Return the OpenSpiel bot's action."""
        return i64(int(self.openspiel_bot.step(TriangulumState(self.game, state.copy()))))
