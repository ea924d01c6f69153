"""The commands that start a game in the terminal: ``games`` lists them, ``play`` plays one."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from secrets import randbelow
from typing import Annotated

import typer
from rich.table import Table

from triangulum.bots import BOTS, NAMES
from triangulum.cli.arguments import Choices, Parts, Players, Preset, build_setup, complete_game_id
from triangulum.cli.console import console, print_text
from triangulum.core.levels import LEVELS
from triangulum.core.options import NUM_SEEDS
from triangulum.core.registry import game as find_game
from triangulum.core.registry import games as all_games
from triangulum.core.state import Setup
from triangulum.errors import OptionError

app = typer.Typer()

PERSON = "you"
"""The word that seats a person; ``DEFAULT_PERSON_NAME`` is their name if they give none."""
DEFAULT_PERSON_NAME = "Player"


@app.command()
def games() -> None:
    """List the games, with their players and options."""
    table = Table("game", "id", "players", "designer", "options", box=None, header_style="bold")
    for game in all_games():
        fewest, most = game.players
        names = ", ".join(name for name in game.options.__struct_fields__ if name != "players")
        table.add_row(game.title, game.id, f"{fewest}" if fewest == most else f"{fewest}–{most}", game.designer, names)
    console.print(table)


@app.command(epilog="Example:  triangulum play star-runners --set homes=open --seat you:Ann --seat greedy")
def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="Which game; asked for if not given.", autocompletion=complete_game_id),
    ] = None,
    players: Players = None,
    preset: Preset = None,
    choices: Choices = None,
    parts: Parts = None,
    seats: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            help=f"Who sits in the next seat; repeat it: you, you:NAME, a level ({', '.join(LEVELS)}) "
            f"or a bot ({', '.join(BOTS)}).",
        ),
    ] = None,
    nonces: Annotated[
        bool,
        typer.Option("--nonces", help="Ask each person for something to mix into the dice, once they are committed."),
    ] = False,
    seed: Annotated[int | None, typer.Option(help="For the same dice again, to try things out.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last game, or with --file.")] = False,
    file: Annotated[str | None, typer.Option("--file", metavar="FILE", help="The game to go on with.")] = None,
) -> None:
    """Play in the terminal, with people and bots in any seats. The game is kept, and you can go on another day."""
    from triangulum.cli import saves
    from triangulum.cli.terminal import resume_table, start_table
    from triangulum.record.fair_dice import new_seed

    if resume or file is not None:
        if game or seats or choices or preset or players or parts or nonces or seed is not None:
            raise OptionError("a game that goes on has its options, seats and dice already: leave them out")
        resume_table(saves.find_last_unfinished_save() if file is None else saves.find_record(file), console).run()
        return
    if game is None:
        games()
        if not sys.stdin.isatty():
            print_text("Start one with: triangulum play GAME")
            return
        game = typer.prompt("Which game", default=all_games()[0].id)
    if players is None:
        players = infer_num_players(game, seats or [], choices or [])
    setup = build_setup(game, players, preset, choices, parts, randbelow(NUM_SEEDS) if seed is None else seed)
    dice_seed = new_seed() if seed is None else hashlib.sha256(f"triangulum play {seed}".encode()).digest()
    start_table(setup, parse_seats(setup, seats or []), dice_seed, console, nonces=nonces).run()


def infer_num_players(game: str, seats: list[str], choices: list[str]) -> int | None:
    """Return the number of seats given if it decides how many play: above the minimum, and not set by an option."""
    fewest, most = find_game(game).players
    has_players_option = any(choice.strip().startswith("players") for choice in choices)
    return len(seats) if fewest < len(seats) <= most and not has_players_option else None


def parse_seats(setup: Setup, seat_texts: Sequence[str]) -> list[str]:
    """Return the player's name for each seat; the seats not given get greedy bots, the first a person by default."""
    texts = list(seat_texts) or [PERSON]
    if len(texts) > setup.players:
        raise OptionError(f"{setup.game.title} is set up for {setup.players} players, and {len(texts)} seats are given")
    seats = [parse_name_from_seat_option(text) for text in texts] + ["greedy"] * (setup.players - len(texts))
    people = [name for name in seats if name not in NAMES]
    # People with the same name are told apart by their seats.
    return [f"{name} {seat}" if people.count(name) > 1 else name for seat, name in enumerate(seats)]


def parse_name_from_seat_option(option_text: str) -> str:
    """Return the player's name for a seat option: a bot's, the NAME of ``you:NAME``, or the default for ``you``."""
    if option_text == PERSON:
        return DEFAULT_PERSON_NAME
    if option_text in NAMES:
        return option_text
    word, colon, name = option_text.partition(":")
    if word != PERSON or not colon or not name.strip() or name.strip() in NAMES:
        raise OptionError(f"a seat is for you, you:NAME or one of the bots {', '.join(NAMES)}, not {option_text!r}")
    return name.strip()
