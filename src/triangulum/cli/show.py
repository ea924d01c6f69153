"""The command ``show``: a position, or a moment of a record, as text or as a picture."""

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
        str, typer.Argument(metavar="GAME|FILE", help="A game, or a record.", autocompletion=complete_game_id)
    ],
    position: Annotated[str | None, typer.Argument(help="A position as text; the beginning if not given.")] = None,
    at: Annotated[
        int | None, typer.Option(min=0, help="After how many steps of a record; at its end if not given.")
    ] = None,
    seat: ViewerSeat = None,
    form: Annotated[PositionFormat, typer.Option("--as", help="How to show it.")] = PositionFormat.TEXT,
    out: Annotated[Path | None, typer.Option(help="A file to write; needed for PNG.")] = None,
    width: Annotated[int, typer.Option(min=80, max=4000, help="Of a picture, in pixels.")] = 1200,
    dark: Annotated[bool, typer.Option("--dark", help="On a dark ground.")] = False,
    secrets: Annotated[
        bool, typer.Option("--position", help="The whole position too, secrets included (text).")
    ] = False,
    grey: Annotated[bool, typer.Option("--grey", help="In greys only (PNG).")] = False,
    narrow: Annotated[bool, typer.Option("--narrow", help="Stacked as on a phone.")] = False,
    players: Players = None,
    preset: Preset = None,
    choices: Choices = None,
    parts: Parts = None,
) -> None:
    """Show a position as text, SVG or PNG."""
    from triangulum.scene import render_png, render_svg
    from triangulum.scene.layout import Layout
    from triangulum.text import ENGLISH

    state = load_state(game, position, at, SetupOptions(players, preset, choices, parts))
    view = state.view(seat)
    if form is PositionFormat.TEXT:
        position = state.position() + "\n" if secrets or not state.setup.game.has_secrets else ""
        write_output(f"{state.setup.game.narration.text_board(view, ENGLISH)}\n{position}", out)
        return
    scene = state.scene(seat)
    layout: Layout = "narrow" if narrow else "wide"
    if form is PositionFormat.SVG:
        write_output(render_svg(scene, mode="dark" if dark else "light", width=width, layout=layout) + "\n", out)
        return
    if out is None:
        raise OptionError("a PNG needs a file to be written to: add --out board.png")
    write_output(render_png(scene, width=width, mode="dark" if dark else "light", grey=grey, layout=layout), out)


def load_state(game: str, position: str | None, num_steps: int | None, options: SetupOptions) -> State:
    """Return the state to show: of a record after ``num_steps`` steps, or a position of a game.

    ``game`` is a game's id, or a record's file or name.
    """
    from triangulum.cli import saves
    from triangulum.record.tri_format import load

    if game.endswith(".tri") or saves.is_existing_file(saves.find_record(game)):
        if position is not None or any(options):
            raise OptionError("a record has its options and positions already: leave them out, or say --at")
        history = load(saves.find_record(game)).history()
        if num_steps is not None and num_steps > len(history.steps):
            raise OptionError(
                f"this record has {len(history.steps)} steps that stand, so there is nothing after {num_steps}"
            )
        return history.state if num_steps is None else history.state_after(num_steps)
    if num_steps is not None:
        raise OptionError("--at counts the steps of a record; for a game give a position")
    setup = build_setup(game, *options)
    return setup.new() if position is None else setup.parse_position(position)


def write_output(content: str | bytes, out: Path | None) -> None:
    """Write text or bytes to a file, or to standard output if ``out`` is None."""
    if out is None:
        sys.stdout.write(content if isinstance(content, str) else content.decode())
        return
    try:
        out.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise OptionError(f"cannot write {out}: {error.strerror or error}") from None
