"""Arguments that several commands of ``triangulum`` have in common: a game, its options, how many play."""

from __future__ import annotations

from typing import Annotated

import typer

from triangulum.bots import NAMES
from triangulum.core.registry import game as find_game
from triangulum.core.registry import games as all_games
from triangulum.core.state import Setup
from triangulum.errors import OptionError


def complete_game_id(incomplete: str) -> list[tuple[str, str]]:
    """Return the ids and titles of the games that a half-typed id could become, for the shell."""
    return [(game.id, game.title) for game in all_games() if game.id.startswith(incomplete)]


def complete_bot_name(incomplete: str) -> list[str]:
    """Return the levels and bots that a half-typed name could become, for the shell."""
    return [name for name in NAMES if name.startswith(incomplete)]


GameId = Annotated[
    str,
    typer.Argument(metavar="GAME", help="Which game; `triangulum games` lists them.", autocompletion=complete_game_id),
]
Players = Annotated[int | None, typer.Option("--players", "-n", help="How many play; the fewest if not given.")]
Preset = Annotated[str | None, typer.Option("--preset", help="A named choice of options.")]
Choices = Annotated[
    list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="An option of the game; may be repeated.")
]
Parts = Annotated[str | None, typer.Option("--components", metavar="FILE", help="A components file of your own.")]


def build_setup(
    game: str,
    players: int | None = None,
    preset: str | None = None,
    choices: list[str] | None = None,
    parts: str | None = None,
    seed: int | None = None,
) -> Setup:
    """Return the setup of a command's options; what a game draws anew each time comes from the seed."""
    options = parse_options(preset, choices)
    if players is not None:
        options["players"] = str(players)
    rules = find_game(game)
    return rules.setup_from(options if seed is None else rules.with_seeds(options, seed), parts)


def parse_options(preset: str | None, choices: list[str] | None) -> dict[str, str]:
    """Return the options of ``--set`` and ``--preset`` by name, as they were typed."""
    options: dict[str, str] = {}
    for choice in choices or []:
        name, sign, value = choice.partition("=")
        if not sign or not name:
            raise OptionError(f"--set {choice!r} is not of the form OPTION=VALUE, such as turn_limit=100")
        options[name.strip().replace("-", "_")] = value.strip()
    if preset is not None:
        options["preset"] = preset
    return options
