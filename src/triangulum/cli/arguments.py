"""What several commands of ``triangulum`` ask for alike: a game, its options, how many play."""

from __future__ import annotations

from typing import Annotated

import typer

from triangulum.bots import NAMES
from triangulum.core.registry import game as find_game
from triangulum.core.registry import games as all_games
from triangulum.core.state import Setup
from triangulum.errors import OptionError


def known_games(incomplete: str) -> list[tuple[str, str]]:
    """Return the games that a half-typed id could become, for the shell."""
    return [(game.id, game.title) for game in all_games() if game.id.startswith(incomplete)]


def known_bots(incomplete: str) -> list[str]:
    """Return the levels and bots that a half-typed name could become, for the shell."""
    return [name for name in NAMES if name.startswith(incomplete)]


GameId = Annotated[
    str, typer.Argument(metavar="GAME", help="Which game; `triangulum games` lists them.", autocompletion=known_games)
]
Players = Annotated[int | None, typer.Option("--players", "-n", help="How many play; the fewest if not given.")]
Preset = Annotated[str | None, typer.Option("--preset", help="A named choice of options.")]
Choices = Annotated[
    list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="An option of the game; may be repeated.")
]
Parts = Annotated[str | None, typer.Option("--components", metavar="FILE", help="A components file of your own.")]


def chosen_setup(
    game: str,
    players: int | None = None,
    preset: str | None = None,
    choices: list[str] | None = None,
    parts: str | None = None,
    seed: int | None = None,
) -> Setup:
    """Return the setup that a command's options ask for; what a game draws anew each time comes from the seed."""
    options = chosen_options(preset, choices)
    if players is not None:
        options["players"] = str(players)
    found = find_game(game)
    return found.setup_from(options if seed is None else found.with_seeds(options, seed), parts)


def chosen_options(preset: str | None, choices: list[str] | None) -> dict[str, str]:
    """Return a game's options as they were typed, by name."""
    options: dict[str, str] = {}
    for choice in choices or []:
        name, sign, value = choice.partition("=")
        if not sign or not name:
            raise OptionError(f"--set {choice!r} is not of the form OPTION=VALUE, such as turn_limit=100")
        options[name.strip().replace("-", "_")] = value.strip()
    if preset is not None:
        options["preset"] = preset
    return options
