"""A lesson as a client shows it: the picture after the learner's moves, the comment on them, and the legal moves.

Nothing is stored: the learner's moves so far are part of every question.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from triangulum.core.game import Game
from triangulum.core.state import State
from triangulum.learn.lessons import Lesson, TaskOutcome, compute_progress, find_lesson
from triangulum.scene.diff import SceneDiff, diff_scenes
from triangulum.scene.picture import Scene
from triangulum.scene.steps import Branch, build_step_tree
from triangulum.table.messages import KitInfo
from triangulum.table.presenter import kit_info


class LessonState(msgspec.Struct, frozen=True, kw_only=True):
    """How far a learner has come in a lesson, and what they can do next."""

    outcome: TaskOutcome
    said: str
    """The comment on the learner's moves: praise, or what to try instead; empty while the task is open."""
    scene: SceneDiff
    """The picture, as a difference from an empty scene."""
    tree: tuple[Branch, ...]
    """The legal moves."""
    would: SceneDiff | UnsetType = UNSET
    """The preview of a move, as a difference from the scene,"""
    words: str = ""
    """and in words."""
    kit: KitInfo | UnsetType = UNSET
    """The drawings; sent with the start of the lesson."""


def compute_lesson_state(
    game: Game, number: int, moves: Sequence[int], preview_action: int | None = None
) -> LessonState:
    """Return a lesson after the learner's moves, with a preview of an action; the comment is Markdown.

    Raise LessonNotFoundError, or IllegalActionError if a move or the previewed action isn't legal.
    """
    tutorial, lesson = find_lesson(game, number)
    state, outcome = compute_progress(game, tutorial, lesson, moves)
    scene = state.scene(lesson.seat)
    would: SceneDiff | UnsetType = UNSET
    words = ""
    if preview_action is not None and outcome == "open":
        would = diff_scenes(scene, play_on_copy(state, preview_action).scene(lesson.seat))
        words = state.preview(preview_action).words
    return LessonState(
        outcome=outcome,
        said={"open": "", "met": lesson.well, "missed": lesson.otherwise}[outcome],
        scene=diff_scenes(Scene(scene.kit), scene),
        tree=build_lesson_moves(state, lesson) if outcome == "open" else (),
        would=would,
        words=words,
        kit=UNSET if moves else kit_info(scene.kit),
    )


def play_on_copy(state: State, action: int) -> State:
    """Return the state after an action, without changing the given one."""
    state_after = state.copy()
    state_after.play(action)
    return state_after


def build_lesson_moves(state: State, lesson: Lesson) -> tuple[Branch, ...]:
    """Return the learner's legal moves as a tree of what to touch."""
    view = state.view(lesson.seat)
    texts = {action: state.format_action(action) for action in state.legal_actions()}
    steps = {action: state.setup.game.renderer.steps(view, action) for action in texts}
    return build_step_tree(steps, texts)
