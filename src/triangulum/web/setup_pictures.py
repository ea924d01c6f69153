"""Pictures of what can be chosen for a game: its presets, and values of its options.

Each is the main pane of the game's own picture, at the start of a game with this choice or in a position that the
game's ``poster.toml`` names. The form asks for any other choice while somebody types it or moves points about.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias
from urllib.parse import urlencode

import msgspec
from litestar import Response, get

from triangulum.core.game import Game
from triangulum.errors import TriangulumError
from triangulum.scene.layout import arrange_panes
from triangulum.scene.svg import render_svg
from triangulum.server.http.context import GameIdParam, HttpRequest, find_game
from triangulum.table.messages import CommandError
from triangulum.text import DEFAULT_LANGUAGE, Reader, choose_language
from triangulum.web import assets
from triangulum.web.messages import message
from triangulum.web.posters import load_poster
from triangulum.web.responses import build_json_response, build_svg_response, document_json_responses

PICTURE_WIDTH: Final = 400
MAX_CHOICE_LENGTH: Final = 3000
"""Of all options in an address together; twelve points take less than two hundred characters."""
MAX_PICTURES: Final = 128
"""How many pictures are kept in memory."""

Choice: TypeAlias = tuple[tuple[str, str], ...]
"""Options by name, or ``preset`` with its id, as they come in an address."""


class SetupInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a choice of options leads to."""

    options: dict[str, Any]
    """All options with everything decided: if a number stands for a sky, they have its points."""


def build_choice_picture_url(game: Game, language: str, **choice: str) -> str:
    """Return the address of the picture of a choice, such as ``preset="open"``."""
    # It has the language, since anybody may keep the picture.
    query = choice if language == DEFAULT_LANGUAGE else {**choice, "language": language}
    return f"/pictures/{game.id}/setup.svg?{urlencode(query)}"


@cache
def find_picture_height(game: Game) -> int:
    """Return how high the pictures of a game's choices are, so that a page has room for them before they come."""
    arrangement = arrange_panes(game.setup_from({}).new().scene(None).panes[:1], "wide")
    return round(PICTURE_WIDTH * arrangement.high / arrangement.wide)


@cache
def has_different_pictures(game: Game, name: str, values: tuple[str, ...]) -> bool:
    """Return whether the pictures of some values show any difference; if not, they'd say nothing."""
    return len({render_setup_picture(game, ((name, value),), DEFAULT_LANGUAGE) for value in values}) > 1


@lru_cache(maxsize=MAX_PICTURES)
def render_setup_picture(game: Game, choice: Choice, language: str) -> bytes:
    """Return the picture of a choice as SVG, or raise TriangulumError if it can't be played."""
    options = dict(choice)
    poster = load_poster(game)
    picture = poster.pictures.get(options.get("preset", ""))
    setup = game.setup_from({**({} if picture is None else picture.options), **options})
    state = setup.parse_position(picture.position) if picture is not None else setup.new()
    scene = state.scene(None)
    return render_svg(scene, panes=[scene.panes[0].name], width=PICTURE_WIDTH, reader=Reader(language)).encode()


def read_choice(query: Mapping[str, str]) -> Choice:
    """Return the choice in an address, or raise CommandError if it is too long."""
    choice = tuple(sorted((name, value) for name, value in query.items() if name != "language"))
    if sum(len(name) + len(value) for name, value in choice) > MAX_CHOICE_LENGTH:
        raise CommandError("too-large", message("error-long-choice"))
    return choice


@get("/pictures/{game_id:str}/setup.svg", include_in_schema=False, sync_to_thread=False)
def send_setup_picture(request: HttpRequest, game_id: GameIdParam) -> Response[bytes]:
    """Return the picture of a choice of options or of a preset."""
    choice, language = read_choice(request.query_params), request.query_params.get("language", "")
    try:
        svg = render_setup_picture(find_game(game_id), choice, choose_language("", language))
    except TriangulumError as error:
        raise CommandError("malformed", error.text) from None
    return build_svg_response(request, svg, cache_control=assets.CACHE_FOR_AN_HOUR)


@get(
    "/setups/{game_id:str}",
    responses=document_json_responses(SetupInfo, 404),
    operation_id="getSetup",
    summary="Get what a choice of options leads to",
    sync_to_thread=False,
)
def get_setup(request: HttpRequest, game_id: GameIdParam) -> Response[bytes]:
    """Return the options of a game with everything decided; those chosen are in the query, the others are defaults."""
    try:
        setup = find_game(game_id).setup_from(dict(read_choice(request.query_params)))
    except TriangulumError as error:
        raise CommandError("malformed", error.text) from None
    return build_json_response(request, SetupInfo(options=msgspec.to_builtins(setup.options)))


SETUP_API_ROUTES: Final = (get_setup,)
SETUP_API_TYPES: Final = (SetupInfo,)
