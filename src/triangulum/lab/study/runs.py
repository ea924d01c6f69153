"""A run: many games of one kind. Each has a seed of its own, so game k is the same in whichever process it's played.

Bots are seated by *line-ups*. If all seats have the same bot, every game has its own luck. Otherwise games come in
rounds: all rotations of a line-up have the same luck, as in an arena.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import msgspec

from triangulum.bots import Bot
from triangulum.bots.game_loop import derive_seed, shuffle_line_up
from triangulum.core.components import Components, parse_components
from triangulum.core.game import Game
from triangulum.core.levels import Budget
from triangulum.core.registry import game as find_game
from triangulum.core.state import Setup
from triangulum.errors import OptionError
from triangulum.lab.arena.bot_specs import format_bot_spec, make_display_names

DEFAULT_BUDGET: Final = Budget(simulations=400)
"""For bots that search; in simulations, so that the same seed gives the same games."""

LineUp = tuple[int, ...]
"""The number of the bot in each place."""


class RunSpec(msgspec.Struct, frozen=True):
    """What somebody asks to be played; ``make_run`` checks it and fills in the rest."""

    game: str | Game
    bots: Sequence[str | type[Bot]] = ("greedy",)
    players: int | None = None
    options: Mapping[str, Any] = msgspec.field(default_factory=dict)
    components: str | Path | Components[Any] | None = None
    seed: int = 0
    budget: Budget = DEFAULT_BUDGET
    opening: int = 0
    """Decisions at the beginning of a game that are made by lot. Without chance, games among bots that leave nothing to
    it would all be the same."""

    def find_game(self) -> Game:
        """Return the game itself, or raise UnknownGameError."""
        return find_game(self.game) if isinstance(self.game, str) else self.game


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """What is played, by whom, and from which seed; how many games is left open."""

    game: str
    rules: int
    """The version of the game's rules."""
    home: str
    """The module that declares the game, for a game that has only been registered."""
    options: dict[str, Any]
    components: str | None
    """The components file itself, where it is not the one in the box."""
    players: int
    bots: tuple[str, ...]
    """As ``bot_specs.make_bot`` reads them."""
    names: tuple[str, ...]
    line_ups: tuple[LineUp, ...]
    """One for each round in turn."""
    budget: Budget
    seed: int
    opening: int = 0
    """Decisions at the beginning of a game that are made by lot, the same in all games of a round."""

    @property
    def has_rounds(self) -> bool:
        """Whether games come in rounds, because it matters who sits where."""
        return any(len(set(line_up)) > 1 for line_up in self.line_ups) or len(self.line_ups) > 1

    @property
    def games_per_round(self) -> int:
        """How many games in a row have their luck in common."""
        return self.players if self.has_rounds else 1

    def seating(self, game_index: int) -> LineUp:
        """Return who sits where in a game: all rotations of a shuffled line-up, one after another."""
        round_number, turn = divmod(game_index, self.games_per_round)
        line_up = self.line_ups[round_number % len(self.line_ups)]
        shuffled = shuffle_line_up(line_up, derive_seed(self.seed, round_number, 1))
        return (*shuffled[turn:], *shuffled[:turn])

    def dice_seed(self, game_index: int) -> int:
        """Return the seed of everything that is left to chance in a game."""
        return derive_seed(self.seed, game_index // self.games_per_round, 2)

    def opening_seed(self, game_index: int) -> int:
        """Return the seed of the opening decisions, which are made by lot."""
        return derive_seed(self.seed, game_index // self.games_per_round, 4)

    def bot_seed(self, game_index: int, seat: int) -> int:
        """Return the seed of a bot's own generator."""
        return derive_seed(self.seed, game_index, 3, seat)

    def load_game(self) -> Game:
        """Return the game of the run, importing the module that declares it if need be."""
        with suppress(ImportError):
            importlib.import_module(self.home)
        return find_game(self.game)

    def make_game_setup(self, game_index: int) -> Setup:
        """Return the setup of a game, with the options that are drawn anew for each round drawn from its seed."""
        game = self.load_game()
        options = game.with_seeds(self.options, derive_seed(self.seed, game_index // self.games_per_round))
        return game.setup_from(options, self.load_components(game))

    def load_components(self, game: Game) -> Components[Any] | None:
        """Return the components, None for those in the box."""
        return None if self.components is None else parse_components(game.box, self.components, "components")

    def has_setup_per_game(self) -> bool:
        """Tell whether setups differ from game to game."""
        return bool(self.load_game().seeded_options)


def make_run(spec: RunSpec, line_ups: Sequence[LineUp] | None = None) -> Run:
    """Return the run that a spec describes, or raise the error that says what is wrong with it.

    The last of the bots fills all seats that are left, unless there are ``line_ups``.
    """
    game, bots = spec.find_game(), spec.bots
    if not bots:
        raise OptionError("somebody has to play: name a bot, such as greedy")
    options = dict(spec.options)
    if spec.players is not None:
        options["players"] = spec.players
    elif "players" not in options:
        options["players"] = max(len(bots) if line_ups is None else 0, game.players[0])
    setup = game.setup_from(game.with_seeds(options, derive_seed(spec.seed, 0)), spec.components)
    players = int(setup.players)
    if line_ups is None:
        if len(bots) > players:
            raise OptionError(f"{len(bots)} bots do not fit at a table of {players}")
        line_ups = [tuple(min(place, len(bots) - 1) for place in range(players))]
    return Run(
        game=game.id,
        rules=game.rules_version,
        home=game.rules.__module__,
        options=options,
        components=setup.components.custom_text,
        players=players,
        bots=tuple(format_bot_spec(bot) for bot in bots),
        names=make_display_names(bots),
        line_ups=tuple(line_ups),
        budget=spec.budget,
        seed=spec.seed,
        opening=spec.opening,
    )


def list_round_robin_line_ups(num_bots: int, num_players: int) -> list[LineUp]:
    """Return line-ups in which all bots meet equally often; fewer bots than seats take several seats in turn."""
    if num_bots >= num_players:
        return list(combinations(range(num_bots), num_players))
    return [tuple((first + place) % num_bots for place in range(num_players)) for first in range(num_bots)]
