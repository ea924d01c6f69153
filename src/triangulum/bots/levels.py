"""Opponents by level: what each level is in a game that does not say, and the player that looks its level up."""

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

AT_A_GLANCE: Final = Budget(seconds=1)
"""For bots that know their move at once, and never need it."""

USUAL: Final = (
    Level(
        name="beginner",
        words="Mostly plays whatever comes to mind: a first opponent for a child.",
        bot="greedy",
        budget=AT_A_GLANCE,
        blunders=0.75,
    ),
    Level(
        name="casual",
        words="Knows what is good, and often forgets it.",
        bot="greedy",
        budget=AT_A_GLANCE,
        blunders=0.35,
    ),
    Level(name="club", words="Takes what looks best at once, and never looks ahead.", bot="greedy", budget=AT_A_GLANCE),
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
    """Return the five levels of a game, weakest first: its own, and the usual ones where it names none."""
    if not isinstance(game, Game):
        game = find_game(game)
    own = {level.name: level for level in game.levels}
    return tuple(with_words(own[level.name], level) if level.name in own else usual(level, game) for level in USUAL)


def with_words(level: Level, usual: Level) -> Level:
    """Return a game's own level, with the usual sentence if it has none."""
    return level if level.words else msgspec.structs.replace(level, words=usual.words)


def usual(level: Level, game: Game) -> Level:
    """Return what a level is in a game that does not say: the master of a game that can be solved has its solution."""
    if level.name != "master" or game.solver is None:
        return level
    return Level(
        name=level.name,
        words="Cannot be outplayed, once the game has been solved here.",
        bot="exact",
        budget=AT_A_GLANCE,
        otherwise=level,
    )


class LevelBot(Bot):
    """Plays any game at one of its levels, which it looks up when it sits down.

    ``make`` returns a new bot of a name, with settings.
    """

    def __init__(self, level: str, make: Callable[[str, Mapping[str, Any]], Bot]) -> None:
        super().__init__()
        self.called = level
        self.make = make
        self.setup: Setup | None = None
        self.level = USUAL[0]
        self.inner: Bot | None = None
        self.left: int | None = None
        """How many simulations it may still make; None for as many as it likes."""
        self.blunder: int | None = None
        """What it plays instead of thinking."""

    def name(self) -> str:
        """Return the name of the level."""
        return self.called

    def sit_down(self, setup: Setup) -> None:
        """Look the level up, and let the bot behind it get ready."""
        level: Level | None = next(level for level in levels_of(setup.game) if level.name == self.called)
        while level is not None:
            try:
                inner = self.make(level.bot, level.settings)
                inner.sit_down(setup)
            except TriangulumError:
                if level.otherwise is None:
                    raise
                level = level.otherwise
                continue
            self.setup, self.level, self.inner = setup, level, inner
            return

    def seated(self, setup: Setup) -> Bot:
        """Return the bot behind the level, ready for a setup."""
        if self.inner is None or self.setup != setup:
            self.sit_down(setup)
        assert self.inner is not None
        return self.inner

    def choose(self, state: State, rng: Random) -> i64:
        """Return a move found within the level's own budget."""
        self.seated(state.setup)
        return i64(self.think(state, rng, self.level.budget).action)

    def begin(self, state: State, rng: Random) -> None:
        """Begin to think, or blunder."""
        inner = self.seated(state.setup)
        self.left = self.level.budget.simulations
        self.blunder = None
        if self.level.blunders and rng.random() < self.level.blunders:
            actions = state.legal_actions()
            self.blunder = actions[rng.randrange(len(actions))]
            return
        inner.begin(state, rng)

    def work(self, seconds: float, simulations: i64) -> i64:
        """Let the bot behind the level think on, as far as the level allows."""
        if self.blunder is not None or self.left == 0:
            return 0
        assert self.inner is not None
        most = simulations if self.left is None else min(simulations, self.left)
        done = self.inner.work(seconds, most)
        if self.left is not None:
            self.left = max(0, self.left - done)
        return done

    def thought(self) -> Thought:
        """Return what the bot behind the level thinks, or the blunder."""
        if self.blunder is not None:
            return Thought(self.blunder)
        assert self.inner is not None
        return self.inner.thought()
