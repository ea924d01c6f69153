"""All pages: the front page, setting up a table, rules, the leaderboard; and the router that holds every page."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Response, Router, get
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.params import Parameter

from triangulum.server.http import errors
from triangulum.server.http.context import (
    GameIdParam,
    HttpRequest,
    SiteDependency,
    build_table_summary,
    find_game,
)
from triangulum.server.http.errors import REASON_STATUS
from triangulum.server.http.language import find_language
from triangulum.table.events import TableSettings
from triangulum.table.messages import CommandError
from triangulum.text import Reader, Text, choose_language
from triangulum.web import assets, posters
from triangulum.web.account_page import show_account_page
from triangulum.web.forms import (
    encode_presets,
    find_initial_preset,
    find_word_for_preset,
    list_option_fields,
    list_presets,
)
from triangulum.web.lesson_routes import LESSON_API_ROUTES, LESSON_API_TYPES, LESSON_PAGES
from triangulum.web.markdown import render_guide, render_numbered_rules
from triangulum.web.messages import message
from triangulum.web.my_games import MyTable, list_my_games
from triangulum.web.rendering import render_page
from triangulum.web.replay_routes import REPLAY_API_ROUTES, REPLAY_API_TYPES
from triangulum.web.responses import build_svg_response
from triangulum.web.setup_pictures import SETUP_API_ROUTES, SETUP_API_TYPES, find_picture_height, send_setup_picture
from triangulum.web.table_pages import TABLE_PAGES, list_seat_numbers

MAX_LEADERBOARD_ROWS: Final = 100

FileNameParam = Annotated[str, Parameter(max_length=80)]


# --- static files and pictures


@get("/static/{digest:str}/{path:path}", include_in_schema=False, sync_to_thread=False)
def send_asset(request: HttpRequest, digest: FileNameParam, path: FileNameParam) -> Response[bytes]:
    """Return a static file, cacheable only if its URL has the current digest."""
    asset = assets.load_assets().get(path.removeprefix("/"))
    if asset is None:
        raise CommandError("not-found", message("error-no-file"))
    cache_control = assets.CACHE_FOR_A_YEAR if digest == assets.assets_digest() else "no-store"
    return build_asset_response(request, asset, cache_control)


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False)
def send_favicon(request: HttpRequest) -> Response[bytes]:
    """Return the site's icon to programs that ask for it without having read a page."""
    return build_asset_response(request, assets.load_assets()["icon.svg"], assets.CACHE_FOR_AN_HOUR)


def build_asset_response(request: HttpRequest, asset: assets.Asset, cache_control: str) -> Response[bytes]:
    """Return a static file as a response."""
    headers = {"cache-control": cache_control}
    return assets.build_response(request, asset.content, asset.media_type, gzipped=asset.gzipped, headers=headers)


@get("/pictures/{name:str}", include_in_schema=False, sync_to_thread=False)
def send_poster_picture(request: HttpRequest, name: FileNameParam) -> Response[bytes]:
    """Return the picture on a game's poster; its name is the game's id and ``.svg``."""
    # The address has the language, since anybody may keep the picture.
    language = choose_language("", request.query_params.get("language", ""))
    svg = posters.render_poster_picture(find_game(name.removesuffix(".svg")), language)
    return build_svg_response(request, svg, cache_control=assets.CACHE_FOR_AN_HOUR)


# --- pages


@get("/", include_in_schema=False)
async def show_front_page(site: SiteDependency, request: HttpRequest) -> Response[bytes]:
    """Return the front page: all games, and the open tables."""
    language = find_language(request)
    return render_page(
        request,
        "front.html",
        offers=posters.list_offers(),
        levels=posters.list_level_choices(),
        tables=[build_table_summary(room, language) for room in await site.rooms.list_public()],
        own_name=site.requester(request).name,
    )


@get("/new/{game_id:str}", include_in_schema=False, sync_to_thread=False)
def show_new_table_page(site: SiteDependency, request: HttpRequest, game_id: GameIdParam) -> Response[bytes]:
    """Return the page on which a visitor sets up a table."""
    game = find_game(game_id)
    offer = posters.build_offer(game)
    language = find_language(request)
    return render_page(
        request,
        "new.html",
        offer=offer,
        game=game,
        fields=list_option_fields(game, language),
        presets=list_presets(game, language),
        initial_preset=find_initial_preset(game),
        preset_word=find_word_for_preset(game),
        preset_data=encode_presets(game),
        picture_height=find_picture_height(game),
        settings=TableSettings(),
        levels=posters.list_level_choices(game),
        seat_names=list_seat_numbers(game.players[1], Reader(language)),
        own_name=site.requester(request).name,
    )


@get("/rules/{game_id:str}", include_in_schema=False, sync_to_thread=False)
def show_rules_page(request: HttpRequest, game_id: GameIdParam) -> Response[bytes]:
    """Return the page with a game's guide and its numbered rules."""
    game = find_game(game_id)
    language = find_language(request)
    return render_page(
        request,
        "rules.html",
        cache_control="private, max-age=300",
        offer=posters.build_offer(game),
        game=game,
        guide=render_guide(game, language),
        rules=render_numbered_rules(game, language),
    )


@get("/leaderboard/{game_id:str}", include_in_schema=False)
async def show_leaderboard_page(site: SiteDependency, request: HttpRequest, game_id: GameIdParam) -> Response[bytes]:
    """Return the page with the ratings of people and bots in a game."""
    game = find_game(game_id)
    leaderboard = await site.ratings.compute_leaderboard(game.id, MAX_LEADERBOARD_ROWS)
    return render_page(
        request,
        "leaderboard.html",
        game=game,
        offers=posters.list_offers(),
        leaderboard=leaderboard,
        bot_name=posters.name_bot,
    )


@get("/replay", include_in_schema=False, sync_to_thread=False)
def show_upload_replay_page(request: HttpRequest) -> Response[bytes]:
    """Return the page that replays a record which the visitor uploads."""
    return render_page(request, "replay.html", table="", title="")


@get("/{path:path}", include_in_schema=False, sync_to_thread=False)
def refuse_unknown_path(path: Annotated[str, Parameter(description="Any other path.")]) -> None:
    """Answer that there is no such page."""
    raise CommandError("not-found", message("error-no-page"))


# --- errors


def handle_page_command_error(request: HttpRequest, error: CommandError) -> Response[Any]:
    """Answer a CommandError with a page; under /api, with JSON."""
    if request.url.path.startswith("/api/"):
        return errors.handle_command_error(request, error)
    return render_error_page(request, REASON_STATUS[error.reason], error.message)


def handle_page_http_error(request: HttpRequest, error: HTTPException) -> Response[Any]:
    """Answer a request that Litestar has refused with a page; under /api, with JSON."""
    if request.url.path.startswith("/api/"):
        return errors.handle_http_error(request, error)
    return render_error_page(request, error.status_code, message("error-request"))


def render_error_page(request: HttpRequest, status: int, text: Text) -> Response[bytes]:
    """Return a page that says what is missing or not allowed."""
    return render_page(request, "error.html", status=status, message=text, cache_control="no-store")


API_ROUTES: Final = (list_my_games, *REPLAY_API_ROUTES, *LESSON_API_ROUTES, *SETUP_API_ROUTES)
"""The routes under ``/api`` that exist for the pages."""
API_TYPES: Final = (MyTable, *REPLAY_API_TYPES, *LESSON_API_TYPES, *SETUP_API_TYPES)
"""All types that these routes take and return."""


def build_page_router(dependencies: dict[str, Provide]) -> Router:
    """Return a router with all pages."""
    return Router(
        "/",
        route_handlers=[
            send_asset,
            send_favicon,
            send_poster_picture,
            send_setup_picture,
            show_front_page,
            show_new_table_page,
            show_rules_page,
            show_leaderboard_page,
            show_account_page,
            show_upload_replay_page,
            *LESSON_PAGES,
            *TABLE_PAGES,
            refuse_unknown_path,
        ],
        dependencies=dependencies,
        exception_handlers={CommandError: handle_page_command_error, HTTPException: handle_page_http_error},
    )
