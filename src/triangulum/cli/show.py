"""The command ``show``: prints or draws a position, or a moment of a record."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from triangulum.cli.arguments import Choices, Parts, Players, Preset, ViewerSeat, build_setup, complete_game_id
from triangulum.core.state import State
from triangulum.errors import OptionError

app = typer.Typer()


class PositionFormat(StrEnum):
    """The formats in which a position is shown."""

    TEXT = "text"
    SVG = "svg"
    PNG = "png"


class SetupOptions(NamedTuple):
    """The options of the command that choose a setup."""

    players: int | None
    preset: str | None
    choices: list[str] | None
    parts: str | None


@app.command(epilog="Example:  triangulum show star-runners --as png --out board.png --dark")
def show(
    game: Annotated[
        str, typer.Argument(metavar="GAME|FILE", help="A game, or a recorded one.", autocompletion=complete_game_id)
    ],
    position: Annotated[
        str | None, typer.Argument(help="The position, as text; by default the start of the game.")
    ] = None,
    at: Annotated[
        int | None, typer.Option(min=0, help="How many steps of a record to play first; by default all.")
    ] = None,
    seat: ViewerSeat = None,
    form: Annotated[PositionFormat, typer.Option("--as", help="The format.")] = PositionFormat.TEXT,
    out: Annotated[Path | None, typer.Option(help="The file to write; required for PNG.")] = None,
    width: Annotated[int, typer.Option(min=80, max=4000, help="The width of a picture, in pixels.")] = 1200,
    dark: Annotated[bool, typer.Option("--dark", help="Draw on a dark background.")] = False,
    secrets: Annotated[
        bool, typer.Option("--position", help="Also print the whole position, secrets included (text).")
    ] = False,
    grey: Annotated[bool, typer.Option("--grey", help="Draw in shades of grey (PNG).")] = False,
    narrow: Annotated[bool, typer.Option("--narrow", help="Use the layout for phones.")] = False,
    players: Players = None,
    preset: Preset = None,
    choices: Choices = None,
    parts: Parts = None,
) -> None:
    """Show a position as text, SVG or PNG."""
    from triangulum.record.narration import unique_display_names
    from triangulum.scene import render_png, render_svg
    from triangulum.scene.layout import Layout
    from triangulum.scene.localize import localize_scene
    from triangulum.text import Reader

    state, names = load_state(game, position, at, SetupOptions(players, preset, choices, parts))
    reader = Reader(names=unique_display_names(names), seat=seat)
    view = state.view(seat)
    if form is PositionFormat.TEXT:
        position = state.position() + "\n" if secrets or not state.setup.game.has_secrets else ""
        write_output(f"{state.setup.game.narration.text_board(view, reader)}\n{position}", out)
        return
    scene = localize_scene(state.scene(seat), reader)
    layout: Layout = "narrow" if narrow else "wide"
    if form is PositionFormat.SVG:
        write_output(render_svg(scene, mode="dark" if dark else "light", width=width, layout=layout) + "\n", out)
        return
    if out is None:
        raise OptionError("Name the PNG file to write: --out board.png")
    write_output(render_png(scene, width=width, mode="dark" if dark else "light", grey=grey, layout=layout), out)


def load_state(
    game: str, position: str | None, num_steps: int | None, options: SetupOptions
) -> tuple[State, tuple[str, ...]]:
    """Return the state to show, of a record after ``num_steps`` steps or of a game, and the players of a record.

    ``game`` is a game's id, or a record's file or name.
    """
    from triangulum.cli import saves
    from triangulum.record.tri_format import load

    if game.endswith(".tri") or saves.is_existing_file(saves.find_record(game)):
        if position is not None or any(options):
            raise OptionError(
                "A record already has its options and positions. Leave them out, or choose a moment with --at."
            )
        history = load(saves.find_record(game)).history()
        if num_steps is not None and num_steps > len(history.steps):
            raise OptionError(f"This record has {len(history.steps)} steps, so --at can’t be {num_steps}.")
        return history.state if num_steps is None else history.state_after(num_steps), tuple(history.players)
    if num_steps is not None:
        raise OptionError("--at counts the steps of a record. For a game, give a position instead.")
    setup = build_setup(game, *options)
    return setup.new() if position is None else setup.parse_position(position), ()


def write_output(content: str | bytes, out: Path | None) -> None:
    """Write text or bytes to a file, or to standard output if ``out`` is None."""
    if out is None:
        sys.stdout.write(content if isinstance(content, str) else content.decode())
        return
    try:
        out.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise OptionError(f"{out} can’t be written: {error.strerror or error}.") from None
