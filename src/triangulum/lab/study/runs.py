"""A run: many games of one kind, each with a seed of its own, so that game k is the same whoever plays it and when.

Bots sit down by *line-ups*. If all of them are alike, every game has its own luck. If not, games come in rounds: all
rotations of a line-up have the same luck, as in an arena.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import msgspec
from librt.random import Random

from triangulum.bots import Bot
from triangulum.core.components import Components, read_components
from triangulum.core.game import Game
from triangulum.core.levels import Budget
from triangulum.core.registry import game as find_game
from triangulum.core.state import Setup
from triangulum.errors import OptionError
from triangulum.lab.arena.bot_specs import entrant, titles
from triangulum.lab.arena.worker import seed_of

THINKING: Final = Budget(simulations=400)
"""For bots that search; in simulations, so that the same seed gives the same games."""

LineUp = tuple[int, ...]
"""The number of the bot in each place."""


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
    """As ``entrants.made`` makes them."""
    names: tuple[str, ...]
    line_ups: tuple[LineUp, ...]
    """One for each round in turn."""
    budget: Budget
    seed: int
    opening: int = 0
    """Decisions at the beginning of a game that are made by lot, the same in all games of a round."""

    @property
    def rounds(self) -> bool:
        """Whether games come in rounds, because it matters who sits where."""
        return any(len(set(line_up)) > 1 for line_up in self.line_ups) or len(self.line_ups) > 1

    @property
    def unit(self) -> int:
        """How many games in a row have their luck in common."""
        return self.players if self.rounds else 1

    def sitting(self, number: int) -> LineUp:
        """Return who sits where in a game: the rotations of a line-up, one after another, which is mixed first."""
        round_number, turn = divmod(number, self.unit)
        left = list(self.line_ups[round_number % len(self.line_ups)])
        rng = Random(seed_of(self.seed, round_number, 1))
        mixed = []
        while left:
            mixed.append(left.pop(rng.randrange(len(left))))
        return (*mixed[turn:], *mixed[:turn])

    def dice(self, number: int) -> int:
        """Return the seed of everything that is left to chance in a game."""
        return seed_of(self.seed, number // self.unit, 2)

    def lots(self, number: int) -> int:
        """Return the seed of the decisions that are made by lot."""
        return seed_of(self.seed, number // self.unit, 4)

    def thoughts(self, number: int, seat: int) -> int:
        """Return the seed of a bot's own generator."""
        return seed_of(self.seed, number, 3, seat)

    def found_game(self) -> Game:
        """Return the game."""
        with suppress(ImportError):
            importlib.import_module(self.home)
        return find_game(self.game)

    def setup(self, number: int) -> Setup:
        """Return the setup of a game; what is drawn anew is drawn from a seed of its own."""
        game = self.found_game()
        options = game.with_seeds(self.options, seed_of(self.seed, number // self.unit))
        return game.setup_from(options, self.parts(game))

    def parts(self, game: Game) -> Components[Any] | None:
        """Return the components, None for those in the box."""
        return None if self.components is None else read_components(game.box, self.components, "components")

    def new_every_game(self) -> bool:
        """Tell whether setups differ from game to game."""
        return bool(self.found_game().seeded_options)


def run_of(
    game: str | Game,
    bots: Sequence[str | type[Bot]],
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    components: str | Path | Components[Any] | None = None,
    line_ups: Sequence[LineUp] | None = None,
    budget: Budget = THINKING,
    seed: int = 0,
    opening: int = 0,
) -> Run:
    """Return a run, or raise the error that says what is wrong with it.

    The last of the bots fills all seats that are left, unless there are ``line_ups``.
    """
    found = find_game(game) if isinstance(game, str) else game
    if not bots:
        raise OptionError("somebody has to play: name a bot, such as greedy")
    chosen = dict(options or {})
    if players is not None:
        chosen["players"] = players
    elif "players" not in chosen:
        chosen["players"] = max(len(bots) if line_ups is None else 0, found.players[0])
    setup = found.setup_from(found.with_seeds(chosen, seed_of(seed, 0)), components)
    seats = int(setup.players)
    if line_ups is None:
        if len(bots) > seats:
            raise OptionError(f"{len(bots)} bots do not fit at a table of {seats}")
        line_ups = [tuple(min(place, len(bots) - 1) for place in range(seats))]
    return Run(
        game=found.id,
        rules=found.rules_version,
        home=found.rules.__module__,
        options=chosen,
        components=setup.components.carried,
        players=seats,
        bots=tuple(entrant(bot) for bot in bots),
        names=titles(bots),
        line_ups=tuple(line_ups),
        budget=budget,
        seed=seed,
        opening=opening,
    )


def round_robin(bots: int, players: int) -> list[LineUp]:
    """Return line-ups in which any bots meet equally often; fewer bots than seats sit there several times in turn."""
    if bots >= players:
        return list(combinations(range(bots), players))
    return [tuple((first + place) % bots for place in range(players)) for first in range(bots)]
