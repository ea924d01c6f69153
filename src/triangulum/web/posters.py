"""How a game presents itself: ``poster.toml`` in its folder, and the position whose picture is shown.

A game without a poster is shown with what its ``Game`` says and a picture of its start.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import msgspec

from triangulum.core.game import Game
from triangulum.core.levels import LEVELS
from triangulum.core.messages import message as core_message
from triangulum.core.registry import games
from triangulum.learn.lessons import load_tutorial
from triangulum.scene.svg import render_svg
from triangulum.text import DEFAULT_LANGUAGE, Message, Reader, Text
from triangulum.web.messages import message

PICTURE_WIDTH = 800


class PicturePosition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position whose picture shows what a preset is about."""

    position: str
    options: dict[str, Any] = {}
    """Besides those of the preset."""


class PointGrid(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the points of an option, a text like ``45,60 130,22``, are in a picture, so that people can move them.

    In ``poster.toml`` it is about the main pane of the game's picture, and for a page about the picture as a whole.
    """

    left: float
    top: float
    """Where the point 0,0 is."""
    scale: float
    """How many units of the picture a unit of the points is."""
    least: int
    most: int
    """The least and the greatest coordinate."""


class Poster(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What makes visitors want to play a game."""

    minutes: tuple[int, int] | None = None
    players: int | None = None
    """How many players a quick game has; the fewest possible if not given."""
    seat: int | None = None
    """The seat whose view the picture shows; None for a spectator's."""
    position: str = ""
    options: dict[str, Any] = {}
    pictures: dict[str, PicturePosition] = {}
    """By preset; a preset without one is shown as the start of a game."""
    choices: dict[str, tuple[str, ...]] = {}
    """By option: values that the form offers with a picture, beside what people can type."""
    points: dict[str, PointGrid] = {}
    """By option: points that people can move about in a picture."""


class QuickPreset(NamedTuple):
    """A preset that can be played with one click."""

    id: str
    name: Text
    help: Text
    """Why it is played this way; may be empty."""


class GameOffer(NamedTuple):
    """A game as pages present it."""

    game: Game
    poster: Poster
    summary: Text
    mood: Text
    players: Text
    minutes: Text
    seats: int
    has_tutorial: bool
    quick_preset: QuickPreset | None
    """What *Play now* plays; None for the defaults of all options."""
    other_presets: tuple[QuickPreset, ...]
    """What can be played as quickly instead."""


class LevelChoice(NamedTuple):
    """A bot that can be chosen as an opponent."""

    id: str
    name: Text
    description: Text


@cache
def load_poster(game: Game) -> Poster:
    """Return a game's poster; an empty one if it has none."""
    file = game.find_file("poster.toml")
    return Poster() if file is None else msgspec.toml.decode(file.read_bytes(), type=Poster)


@cache
def build_offer(game: Game) -> GameOffer:
    """Return a game as pages present it."""
    poster = load_poster(game)
    fewest, most = game.players
    quick_presets = tuple(
        QuickPreset(id, name_preset(game, id), game.message(f"preset-{id}.help")) for id in game.quick_presets
    )
    return GameOffer(
        game=game,
        poster=poster,
        summary=game.message("summary", game.summary),
        mood=game.message("mood"),
        players=describe_player_count(fewest, most),
        minutes="" if poster.minutes is None else describe_minutes(*poster.minutes),
        seats=poster.players or fewest,
        has_tutorial=load_tutorial(game) is not None,
        quick_preset=quick_presets[0] if quick_presets else None,
        other_presets=quick_presets[1:],
    )


def name_preset(game: Game, id: str) -> Text:
    """Return what a preset of a game is called."""
    return game.message(f"preset-{id}", humanize(id))


def humanize(id: str) -> str:
    """Return an id as words, for a game without messages: "turn_limit" becomes "Turn limit"."""
    return id.replace("_", " ").replace("-", " ").capitalize()


def describe_player_count(fewest: int, most: int) -> Message:
    """Return how many people can play."""
    if fewest == most:
        return message("players-exactly", count=fewest)
    return message("players", fewest=fewest, most=most)


def describe_minutes(fewest: int, most: int) -> Message:
    """Return how long a game takes."""
    if fewest == most:
        return message("minutes-exactly", count=fewest)
    return message("minutes", fewest=fewest, most=most)


def list_level_choices(game: Game | None = None) -> list[LevelChoice]:
    """Return the bots that can be chosen, weakest first, as a game describes them; None for any game."""
    return [LevelChoice(level, name_bot(level), describe_level(level, game)) for level in LEVELS]


def name_bot(level: str) -> Text:
    """Return the name of a bot of a level; that of any other bot is its own."""
    return core_message(f"bot-{level}") if level in LEVELS else level


def describe_level(level: str, game: Game | None) -> Text:
    """Return how strong a bot of a level is in a game."""
    shared = message(f"level-{level}")
    if game is None:
        return shared
    words = next((each.words for each in game.levels if each.name == level), "")
    if not words and level == "master" and game.solver is not None:
        shared = message("level-master-solved")
    return game.message(f"level-{level}") or words or shared


def list_offers() -> list[GameOffer]:
    """Return all installed games as pages present them."""
    return [build_offer(game) for game in games()]


@cache
def render_poster_picture(game: Game, language: str = DEFAULT_LANGUAGE) -> bytes:
    """Return the picture on a game's poster as SVG in a language: the main pane of the poster's position."""
    poster = load_poster(game)
    setup = game.setup_from(poster.options)
    state = setup.parse_position(poster.position) if poster.position else setup.new()
    scene = state.scene(poster.seat)
    return render_svg(scene, panes=[scene.panes[0].name], width=PICTURE_WIDTH, reader=Reader(language)).encode()
