"""First steps: a page for each lesson, and a route that runs it; nothing is kept, a learner's moves come along."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, get
from litestar.params import Parameter
from msgspec import UNSET, UnsetType

from triangulum.core.game import Game
from triangulum.core.state import State
from triangulum.errors import TriangulumError
from triangulum.learn.lessons import (
    Lesson,
    TaskOutcome,
    Tutorial,
    compute_progress,
    lesson_start,
    load_tutorial,
)
from triangulum.scene.diff import SceneDiff, diff_scenes
from triangulum.scene.picture import Scene
from triangulum.scene.steps import Branch, build_step_tree
from triangulum.scene.svg import render_svg
from triangulum.table.messages import CommandError, KitInfo
from triangulum.table.presenter import kit_info
from triangulum.web import assets, markdown
from triangulum.web.rendering import known_game, page
from triangulum.web.replay_routes import PICTURE_POLICY

MOST_MOVES: Final = 30

GameId = Annotated[str, Parameter(max_length=60)]
LessonNumber = Annotated[int, Parameter(ge=1, le=99)]
# A lone $ lets a line break pass after the end.
Played = Annotated[str, Parameter(max_length=400, pattern=r"^(\d{1,15}(,\d{1,15})*)?$(?!\n)")]


class LessonState(msgspec.Struct, frozen=True, kw_only=True):
    """Where a learner has come to, and what can be done next."""

    outcome: TaskOutcome
    said: str
    """As HTML: praise, or what to try; nothing while the task is open."""
    scene: SceneDiff
    """From nothing."""
    tree: tuple[Branch, ...]
    would: SceneDiff | UnsetType = UNSET
    """What a move would bring, as a difference from the scene,"""
    words: str = ""
    """and in words."""
    kit: KitInfo | UnsetType = UNSET
    """What it is drawn with; sent with the beginning."""


def lesson_of(game: Game, number: int) -> tuple[Tutorial, Lesson]:
    """Return a lesson, the first being 1, or raise Trouble."""
    found = load_tutorial(game)
    if found is None:
        raise CommandError("not-found", f"{game.title} has no first steps yet")
    if not 1 <= number <= len(found.lessons):
        raise CommandError("not-found", f"{game.title} has {len(found.lessons)} lessons, not {number}")
    return found, found.lessons[number - 1]


def stand(game: Game, number: int, played: list[int], would: int | None) -> LessonState:
    """Return where a learner has come to, or raise Trouble."""
    tutorial, lesson = lesson_of(game, number)
    try:
        state, outcome = compute_progress(game, tutorial, lesson, played)
        after = tried(state, would) if would is not None and outcome == "open" else None
    except TriangulumError as error:
        raise CommandError("illegal", str(error)) from None
    scene = state.scene(lesson.seat)
    said = {"open": "", "met": lesson.well, "missed": lesson.otherwise}[outcome]
    view = state.view(lesson.seat)
    texts = {action: state.format_action(action) for action in state.legal_actions()} if outcome == "open" else {}
    steps = {action: game.renderer.steps(view, action) for action in texts}
    return LessonState(
        outcome=outcome,
        said=markdown.inline(said),
        scene=diff_scenes(Scene(scene.kit), scene),
        tree=build_step_tree(steps, texts),
        would=UNSET if after is None else diff_scenes(scene, after.scene(lesson.seat)),
        words="" if after is None or would is None else state.preview(would).words,
        kit=UNSET if played else kit_info(scene.kit),
    )


def tried(state: State, action: int) -> State:
    """Return what an action leads to."""
    after = state.copy()
    after.play(action)
    return after


@get("/learn/{game:str}/{number:int}", include_in_schema=False, sync_to_thread=False)
def see_stand(
    request: Request[Any, Any, Any],
    game: GameId,
    number: LessonNumber,
    played: Played = "",
    would: Annotated[int | None, Parameter(ge=0, le=2**53)] = None,
) -> Response[bytes]:
    """Return where the moves so far have led in a lesson."""
    moves = [int(move) for move in played.split(",") if move]
    if len(moves) > MOST_MOVES:
        raise CommandError("too-many", "begin the lesson again")
    content = msgspec.json.encode(stand(known_game(game), number, moves, would))
    return assets.sent(request, content, "application/json", headers={"cache-control": "private, max-age=300"})


@get("/learn/{game:str}/{number:int}/picture", include_in_schema=False, sync_to_thread=False)
def see_lesson_picture(request: Request[Any, Any, Any], game: GameId, number: LessonNumber) -> Response[bytes]:
    """Return how a lesson begins, for browsers without JavaScript."""
    found = known_game(game)
    tutorial, lesson = lesson_of(found, number)
    scene = lesson_start(found, tutorial, lesson).scene(lesson.seat)
    headers = {"content-security-policy": PICTURE_POLICY, "cache-control": "public, max-age=3600"}
    return assets.sent(request, render_svg(scene, width=900).encode(), "image/svg+xml", headers=headers)


@get("/learn/{game:str}", include_in_schema=False, sync_to_thread=False)
def see_first_lesson(request: Request[Any, Any, Any], game: GameId) -> Response[bytes]:
    """Return the first lesson of a game."""
    return lesson_page(request, game, 1)


@get("/learn/{game:str}/{number:int}", include_in_schema=False, sync_to_thread=False)
def see_lesson(request: Request[Any, Any, Any], game: GameId, number: LessonNumber) -> Response[bytes]:
    """Return a lesson."""
    return lesson_page(request, game, number)


def lesson_page(request: Request[Any, Any, Any], game: str, number: int) -> Response[bytes]:
    """Return the page of a lesson."""
    found = known_game(game)
    tutorial, lesson = lesson_of(found, number)
    return page(
        request,
        "learn.html",
        game=found,
        number=number,
        lessons=tutorial.lessons,
        lesson=lesson,
        players=lesson_start(found, tutorial, lesson).setup.players,
        html=markdown.inline,
    )


LEARNING_API: Final = (see_stand, see_lesson_picture)
LEARNING_PAGES: Final = (see_first_lesson, see_lesson)
