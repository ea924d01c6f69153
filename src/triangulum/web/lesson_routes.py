"""Lessons of a game's tutorial: a page for each, and the routes that its script calls after every move."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Response, get
from litestar.params import Parameter
from markupsafe import Markup
from msgspec.structs import replace

from triangulum.core.game import Game
from triangulum.errors import TriangulumError
from triangulum.learn.lesson_state import LessonState, compute_lesson_state
from triangulum.learn.lessons import Lesson, LessonNotFoundError, Tutorial, find_lesson, lesson_start, lesson_texts
from triangulum.scene.svg import render_svg
from triangulum.server.http.context import GameIdParam, HttpRequest, find_game
from triangulum.server.http.language import LanguageParam, find_language
from triangulum.table.messages import CommandError
from triangulum.text import Reader, choose_language
from triangulum.web.markdown import render_markdown
from triangulum.web.messages import message
from triangulum.web.rendering import render_page
from triangulum.web.responses import (
    build_json_response,
    build_svg_response,
    document_json_responses,
    document_svg_responses,
)

MAX_LESSON_MOVES: Final = 30
PICTURE_WIDTH: Final = 900

LessonNumberParam = Annotated[int, Parameter(ge=1, le=99, description="The number of a lesson, counted from 1.")]
# A lone $ lets a line break pass after the end.
MovesParam = Annotated[
    str,
    Parameter(
        max_length=400,
        pattern=r"^(\d{1,15}(,\d{1,15})*)?$(?!\n)",
        description="The learner's actions so far, separated by commas.",
    ),
]
PreviewParam = Annotated[int | None, Parameter(ge=0, le=2**53, description="An action to preview.")]


def require_lesson(game: Game, number: int) -> tuple[Tutorial, Lesson]:
    """Return a game's tutorial and a lesson of it; raise CommandError if there is none."""
    try:
        return find_lesson(game, number)
    except LessonNotFoundError:
        raise CommandError("not-found", message("lesson-missing")) from None


@get(
    "/learn/{game_id:str}/{number:int}",
    responses=document_json_responses(LessonState, 404, 409),
    operation_id="getLesson",
    summary="Get a lesson after some moves",
    sync_to_thread=False,
)
def get_lesson(
    request: HttpRequest,
    game_id: GameIdParam,
    number: LessonNumberParam,
    played: MovesParam = "",
    would: PreviewParam = None,
    language: LanguageParam = "",
) -> Response[bytes]:
    """Return the position of a lesson after the learner's moves, the comment on them as HTML, and the legal moves."""
    moves = [int(move) for move in played.split(",") if move]
    if len(moves) > MAX_LESSON_MOVES:
        raise CommandError("too-many", message("lesson-too-long"))
    game = find_game(game_id)
    require_lesson(game, number)
    try:
        state = compute_lesson_state(game, number, moves, would, find_language(request))
    except TriangulumError:
        raise CommandError("illegal", message("lesson-illegal")) from None
    state = replace(state, said=render_markdown(state.said))
    return build_json_response(request, state, cache_control="private, max-age=300")


@get(
    "/learn/{game_id:str}/{number:int}/picture",
    responses=document_svg_responses(404),
    operation_id="getLessonPicture",
    summary="Get a picture of a lesson's start",
    sync_to_thread=False,
)
def get_lesson_picture(
    request: HttpRequest, game_id: GameIdParam, number: LessonNumberParam, language: LanguageParam = ""
) -> Response[bytes]:
    """Return the position in which a lesson starts as SVG, for browsers without JavaScript."""
    game = find_game(game_id)
    tutorial, lesson = require_lesson(game, number)
    scene = lesson_start(game, tutorial, lesson).scene(lesson.seat)
    # The address has the language, since anybody may keep the picture.
    reader = Reader(choose_language("", language), seat=lesson.seat)
    svg = render_svg(scene, width=PICTURE_WIDTH, reader=reader).encode()
    return build_svg_response(request, svg, cache_control="public, max-age=3600")


@get("/learn/{game_id:str}", include_in_schema=False, sync_to_thread=False)
def show_first_lesson_page(request: HttpRequest, game_id: GameIdParam) -> Response[bytes]:
    """Return the page of a game's first lesson."""
    return render_lesson_page(request, game_id, 1)


@get("/learn/{game_id:str}/{number:int}", include_in_schema=False, sync_to_thread=False)
def show_lesson_page(request: HttpRequest, game_id: GameIdParam, number: LessonNumberParam) -> Response[bytes]:
    """Return the page of a lesson."""
    return render_lesson_page(request, game_id, number)


def render_lesson_page(request: HttpRequest, game_id: str, number: int) -> Response[bytes]:
    """Return the page of a lesson, rendered from its template."""
    game = find_game(game_id)
    tutorial, lesson = require_lesson(game, number)
    return render_page(
        request,
        "learn.html",
        game=game,
        number=number,
        titles=[lesson_texts(game, each).title for each in tutorial.lessons],
        lesson=lesson_texts(game, lesson),
        rules_link=Markup('<a href="/rules/{}" translate="no">{}</a>').format(game.id, game.title),
        html=render_markdown,
    )


LESSON_API_ROUTES: Final = (get_lesson, get_lesson_picture)
LESSON_API_TYPES: Final = (LessonState,)
LESSON_PAGES: Final = (show_first_lesson_page, show_lesson_page)
