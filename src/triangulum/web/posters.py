"""How a game presents itself: ``poster.toml`` of its folder, with the position whose picture is shown.

A game without one is still there, with what its ``Game`` says and a picture of its beginning.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import msgspec

from triangulum.bots.levels import levels_of
from triangulum.core.game import Game
from triangulum.core.levels import Level
from triangulum.core.registry import games
from triangulum.scene.svg import render_svg


class Choice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An option in the words of somebody who has not read the rules yet."""

    label: str
    help: str = ""


class Poster(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What makes one want to play."""

    mood: str = ""
    minutes: tuple[int, int] | None = None
    players: int | None = None
    """How many sit down when somebody just wants to play; the fewest unless it says otherwise."""
    seat: int | None = None
    """Through whose eyes the picture is."""
    position: str = ""
    options: dict[str, Any] = {}
    choices: dict[str, Choice] = {}


class Offer(NamedTuple):
    """A game on the front page."""

    game: Game
    poster: Poster
    players: str
    minutes: str
    seats: int
    levels: tuple[Level, ...]
    taught: bool
    """Whether there are first steps."""


def poster_of(game: Game) -> Poster:
    """Return a game's poster, or an empty one."""
    file = game.find_file("poster.toml")
    return Poster() if file is None else msgspec.toml.decode(file.read_bytes(), type=Poster)


@cache
def offer(game: Game) -> Offer:
    """Return a game as the front page shows it."""
    poster = poster_of(game)
    fewest, most = game.players
    minutes = "" if poster.minutes is None else f"{poster.minutes[0]}–{poster.minutes[1]} minutes"
    players = f"{fewest} players" if fewest == most else f"{fewest}–{most} players"
    taught = game.find_file("tutorial.toml") is not None
    return Offer(game, poster, players, minutes, poster.players or fewest, levels_of(game), taught)


def offers() -> list[Offer]:
    """Return all games that there are."""
    return [offer(game) for game in games()]


@cache
def picture(game: Game) -> bytes:
    """Return the picture of a game as SVG: its main pane alone."""
    poster = poster_of(game)
    setup = game.setup_from(poster.options)
    state = setup.parse_position(poster.position) if poster.position else setup.new()
    scene = state.scene(poster.seat)
    return render_svg(scene, panes=[scene.panes[0].name], width=800).encode()
