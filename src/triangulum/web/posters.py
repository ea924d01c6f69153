"""How a game presents itself: ``poster.toml`` in its folder, and the position whose picture is shown.

A game without a poster is shown with what its ``Game`` says and a picture of its start.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import msgspec

from triangulum.bots.levels import levels_of
from triangulum.core.game import Game
from triangulum.core.levels import Level
from triangulum.core.registry import games
from triangulum.learn.lessons import load_tutorial
from triangulum.scene.svg import render_svg

PICTURE_WIDTH = 800


class OptionLabel(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An option explained to somebody who hasn't read the rules yet."""

    label: str
    help: str = ""


class Poster(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What makes visitors want to play a game."""

    mood: str = ""
    minutes: tuple[int, int] | None = None
    players: int | None = None
    """How many players a quick game has; the fewest possible if not given."""
    seat: int | None = None
    """The seat whose view the picture shows; None for a spectator's."""
    position: str = ""
    options: dict[str, Any] = {}
    choices: dict[str, OptionLabel] = {}


class GameOffer(NamedTuple):
    """A game as pages present it."""

    game: Game
    poster: Poster
    players: str
    minutes: str
    seats: int
    levels: tuple[Level, ...]
    has_tutorial: bool


def load_poster(game: Game) -> Poster:
    """Return a game's poster; an empty one if it has none."""
    file = game.find_file("poster.toml")
    return Poster() if file is None else msgspec.toml.decode(file.read_bytes(), type=Poster)


@cache
def build_offer(game: Game) -> GameOffer:
    """Return a game as pages present it."""
    poster = load_poster(game)
    fewest, most = game.players
    return GameOffer(
        game=game,
        poster=poster,
        players=f"{fewest} players" if fewest == most else f"{fewest}–{most} players",
        minutes="" if poster.minutes is None else f"{poster.minutes[0]}–{poster.minutes[1]} minutes",
        seats=poster.players or fewest,
        levels=levels_of(game),
        has_tutorial=load_tutorial(game) is not None,
    )


def list_offers() -> list[GameOffer]:
    """Return all installed games as pages present them."""
    return [build_offer(game) for game in games()]


@cache
def render_poster_picture(game: Game) -> bytes:
    """Return the picture on a game's poster as SVG: the main pane of the poster's position."""
    poster = load_poster(game)
    setup = game.setup_from(poster.options)
    state = setup.parse_position(poster.position) if poster.position else setup.new()
    scene = state.scene(poster.seat)
    return render_svg(scene, panes=[scene.panes[0].name], width=PICTURE_WIDTH).encode()
