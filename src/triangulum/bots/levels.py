"""Opponents by level: the default levels, and the bot that plays at one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from librt.random import Random
from mypy_extensions import i64

from triangulum.bots.player import Bot
from triangulum.bots.thought import Thought
from triangulum.core.game import Game
from triangulum.core.levels import Budget, Level
from triangulum.core.registry import game as find_game
from triangulum.core.state import Setup, State
from triangulum.errors import TriangulumError

INSTANT_BUDGET: Final = Budget(seconds=1)
"""For bots that know their move at once and never use it up."""

DEFAULT_LEVELS: Final = (
    Level(
        name="beginner",
        words="Mostly plays whatever comes to mind: a first opponent for a child.",
        bot="greedy",
        budget=INSTANT_BUDGET,
        blunders=0.75,
    ),
    Level(
        name="casual",
        words="Knows what is good, and often forgets it.",
        bot="greedy",
        budget=INSTANT_BUDGET,
        blunders=0.35,
    ),
    Level(
        name="club", words="Takes what looks best at once, and never looks ahead.", bot="greedy", budget=INSTANT_BUDGET
    ),
    Level(
        name="expert",
        words="Looks ahead for a moment.",
        bot="mcts",
        budget=Budget(seconds=5, simulations=200),
    ),
    Level(
        name="master",
        words="Looks ahead for two seconds, as well as it can.",
        bot="mcts",
        budget=Budget(seconds=2),
    ),
)
"""The levels of a game that names none, weakest first."""


def levels_of(game: str | Game) -> tuple[Level, ...]:
    """Return the five levels of a game, weakest first: its own, and the default ones for the others."""
    if not isinstance(game, Game):
        game = find_game(game)
    game_levels = {level.name: level for level in game.levels}
    return tuple(
        with_default_words(game_levels[level.name], level)
        if level.name in game_levels
        else adapt_default_level_to_game(level, game)
        for level in DEFAULT_LEVELS
    )


def with_default_words(level: Level, default: Level) -> Level:
    """Return a game's own level, with the default sentence if it has none."""
    return level if level.words else msgspec.structs.replace(level, words=default.words)


def adapt_default_level_to_game(level: Level, game: Game) -> Level:
    """Return a default level for a game; the master of a game that can be solved plays by its solution."""
    if level.name != "master" or game.solver is None:
        return level
    return Level(
        name=level.name,
        words="Cannot be outplayed, once the game has been solved here.",
        bot="exact",
        budget=INSTANT_BUDGET,
        otherwise=level,
    )


class LevelBot(Bot):
    """Plays any game at one of its levels, through the bot that the game names for that level.

    ``make_bot`` returns a new bot for a name and settings.
    """

    def __init__(self, level_name: str, make_bot: Callable[[str, Mapping[str, Any]], Bot]) -> None:
        super().__init__()
        self.level_name = level_name
        self.make_bot = make_bot
        self.setup: Setup | None = None
        self.level = DEFAULT_LEVELS[0]
        self.inner_bot: Bot | None = None
        self.simulations_left: int | None = None
        """How many simulations it may still run; None for as many as it likes."""
        self.blunder_action: int | None = None
        """The action it plays instead of thinking, if this move is a blunder."""

    def name(self) -> str:
        """Return the name of the level."""
        return self.level_name

    def start_game(self, setup: Setup) -> None:
        """Look the level up, and start the game with the bot behind it."""
        level: Level | None = next(level for level in levels_of(setup.game) if level.name == self.level_name)
        while level is not None:
            try:
                inner = self.make_bot(level.bot, level.settings)
                inner.start_game(setup)
            except TriangulumError:
                if level.otherwise is None:
                    raise
                level = level.otherwise
                continue
            self.setup, self.level, self.inner_bot = setup, level, inner
            return

    def get_inner_bot(self, setup: Setup) -> Bot:
        """Return the bot behind the level, after starting a game of this setup if need be."""
        if self.inner_bot is None or self.setup != setup:
            self.start_game(setup)
        assert self.inner_bot is not None
        return self.inner_bot

    def choose(self, state: State, rng: Random) -> i64:
        """Search within the level's own budget, and return the best action."""
        self.get_inner_bot(state.setup)
        return i64(self.think(state, rng, self.level.budget).action)

    def start_search(self, state: State, rng: Random) -> None:
        """Start a search, or choose a blunder."""
        inner = self.get_inner_bot(state.setup)
        self.simulations_left = self.level.budget.simulations
        self.blunder_action = None
        if self.level.blunders and rng.random() < self.level.blunders:
            actions = state.legal_actions()
            self.blunder_action = actions[rng.randrange(len(actions))]
            return
        inner.start_search(state, rng)

    def continue_search(self, seconds: float, simulations: i64) -> i64:
        """Let the bot behind the level search on, as far as the level allows."""
        if self.blunder_action is not None or self.simulations_left == 0:
            return 0
        assert self.inner_bot is not None
        allowed = simulations if self.simulations_left is None else min(simulations, self.simulations_left)
        done = self.inner_bot.continue_search(seconds, allowed)
        if self.simulations_left is not None:
            self.simulations_left = max(0, self.simulations_left - done)
        return done

    def thought(self) -> Thought:
        """Return what the bot behind the level thinks, or the blunder."""
        if self.blunder_action is not None:
            return Thought(self.blunder_action)
        assert self.inner_bot is not None
        return self.inner_bot.thought()
