"""The commands that start a game in the terminal: ``games`` lists them, ``play`` plays one."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from secrets import randbelow
from typing import Annotated

import typer

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
    """List the games with their ids, designers and options."""
    for game in all_games():
        fewest, most = game.players
        players = f"{fewest}" if fewest == most else f"{fewest}–{most}"
        print_text(f"{game.title} ({game.id}), {players} players, by {game.designer}", "bold")
        print_text(f"  {game.message('summary', game.summary)}")
        names = [name for name in game.options.__struct_fields__ if name != "players"]
        if names:
            print_text(f"  Options: {', '.join(names)}", "dim")


@app.command(epilog="Example:  triangulum play star-runners --set homes=open --seat you:Ann --seat greedy")
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="The game; you’re asked if you leave it out.", autocompletion=complete_game_id
        ),
    ] = None,
    players: Players = None,
    preset: Preset = None,
    choices: Choices = None,
    parts: Parts = None,
    seats: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            help=f"Who plays in the next seat: you, you:NAME, a level ({', '.join(LEVELS)}) "
            f"or a bot ({', '.join(BOTS)}). Repeat it for every seat.",
        ),
    ] = None,
    lot: Annotated[
        bool, typer.Option("--lot", help="Let a lot decide who begins; without it, it’s whoever has the first seat.")
    ] = False,
    nonces: Annotated[
        bool,
        typer.Option("--nonces", help="Let each person mix something of their own into the dice."),
    ] = False,
    seed: Annotated[int | None, typer.Option(help="A number that always gives the same dice.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the last game, or the one in --file.")] = False,
    file: Annotated[str | None, typer.Option("--file", metavar="FILE", help="The saved game to continue.")] = None,
) -> None:
    """Play in the terminal, with people and bots. Games are saved, so you can stop and continue any time."""
    from triangulum.cli import saves
    from triangulum.cli.terminal import resume_table, start_table
    from triangulum.record.fair_dice import new_seed

    if resume or file is not None:
        if game or seats or choices or preset or players or parts or lot or nonces or seed is not None:
            raise OptionError("A saved game already has its options, seats and dice. Leave them out.")
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
    preset = preset or find_game(game).suggested_preset or None
    setup = build_setup(game, players, preset, choices, parts, randbelow(NUM_SEEDS) if seed is None else seed)
    dice_seed = new_seed() if seed is None else hashlib.sha256(f"triangulum play {seed}".encode()).digest()
    start_table(setup, parse_seats(setup, seats or []), dice_seed, console, nonces=nonces, lot=lot).run()


def infer_num_players(game: str, seats: list[str], choices: list[str]) -> int | None:
    """Return the number of seats given if it decides how many play: above the minimum, and not set by an option."""
    fewest, most = find_game(game).players
    has_players_option = any(choice.strip().startswith("players") for choice in choices)
    return len(seats) if fewest < len(seats) <= most and not has_players_option else None


def parse_seats(setup: Setup, seat_texts: Sequence[str]) -> list[str]:
    """Return the player's name for each seat; the seats not given get greedy bots, the first a person by default."""
    texts = list(seat_texts) or [PERSON]
    if len(texts) > setup.players:
        raise OptionError(f"{setup.game.title} is set up for {setup.players} players, not {len(texts)}.")
    seats = [parse_name_from_seat_option(text) for text in texts] + ["greedy"] * (setup.players - len(texts))
    people = [name for name in seats if name not in NAMES]
    # People with the same name are told apart by their seats.
    return [f"{name} {seat}" if people.count(name) > 1 else name for seat, name in enumerate(seats, start=1)]


def parse_name_from_seat_option(option_text: str) -> str:
    """Return the player's name for a seat option: a bot's, the NAME of ``you:NAME``, or the default for ``you``."""
    if option_text == PERSON:
        return DEFAULT_PERSON_NAME
    if option_text in NAMES:
        return option_text
    word, colon, name = option_text.partition(":")
    if word != PERSON or not colon or not name.strip() or name.strip() in NAMES:
        raise OptionError(f"A seat is for you, you:NAME or one of the bots {', '.join(NAMES)}, not “{option_text}”.")
    return name.strip()
