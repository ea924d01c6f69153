"""Arguments that several commands share: a game, its setup, and whose view is shown."""

from __future__ import annotations

from typing import Annotated

import typer

from triangulum.bots import NAMES
from triangulum.core.registry import game as find_game
from triangulum.core.registry import games as all_games
from triangulum.core.state import Setup
from triangulum.errors import OptionError


def complete_game_id(incomplete: str) -> list[tuple[str, str]]:
    """Return the ids and titles of games whose id begins with ``incomplete``, for shell completion."""
    return [(game.id, game.title) for game in all_games() if game.id.startswith(incomplete)]


def complete_bot_name(incomplete: str) -> list[str]:
    """Return the levels and bots whose name begins with ``incomplete``, for shell completion."""
    return [name for name in NAMES if name.startswith(incomplete)]


GameId = Annotated[
    str,
    typer.Argument(metavar="GAME", help="The game; “triangulum games” lists them.", autocompletion=complete_game_id),
]
Players = Annotated[
    int | None, typer.Option("--players", "-n", help="The number of players; by default as few as possible.")
]
Preset = Annotated[str | None, typer.Option("--preset", help="A named set of options.")]
Choices = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Set an option of the game. You can repeat this."),
]
Parts = Annotated[str | None, typer.Option("--components", metavar="FILE", help="Play with your own components file.")]
ViewerSeat = Annotated[
    int | None, typer.Option("--seat", help="The seat whose view to show, from 0; by default a spectator’s.")
]


def build_setup(
    game: str,
    players: int | None = None,
    preset: str | None = None,
    choices: list[str] | None = None,
    parts: str | None = None,
    seed: int | None = None,
) -> Setup:
    """Return the setup that a command's options choose; ``seed`` sets options such as a random sky."""
    options = parse_options(preset, choices)
    if players is not None:
        options["players"] = str(players)
    rules = find_game(game)
    return rules.setup_from(options if seed is None else rules.with_seeds(options, seed), parts)


def parse_options(preset: str | None, choices: list[str] | None) -> dict[str, str]:
    """Return the options given by ``--set`` and ``--preset`` as a dict of texts, or raise OptionError."""
    options: dict[str, str] = {}
    for choice in choices or []:
        name, sign, value = choice.partition("=")
        if not sign or not name:
            raise OptionError(f"--set needs OPTION=VALUE, such as turn_limit=100, not “{choice}”.")
        options[name.strip().replace("-", "_")] = value.strip()
    if preset is not None:
        options["preset"] = preset
    return options
