"""A lesson as a client shows it: the picture after the learner's moves, the comment on them, and the legal moves.

Nothing is stored: the learner's moves so far are part of every question.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from triangulum.core.game import Game
from triangulum.core.state import State
from triangulum.learn.lessons import TaskOutcome, compute_progress, find_lesson, lesson_texts
from triangulum.scene.diff import SceneDiff, diff_scenes
from triangulum.scene.localize import localize_scene
from triangulum.scene.picture import Scene
from triangulum.scene.steps import Branch
from triangulum.table.messages import KitInfo
from triangulum.table.move_trees import build_move_tree
from triangulum.table.presenter import kit_info
from triangulum.text import DEFAULT_LANGUAGE, Reader, Text


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
    game: Game, number: int, moves: Sequence[int], preview_action: int | None = None, language: str = DEFAULT_LANGUAGE
) -> LessonState:
    """Return a lesson after the learner's moves, with a preview of an action; the comment is Markdown.

    Raise LessonNotFoundError, or IllegalActionError if a move or the previewed action isn't legal.
    """
    tutorial, lesson = find_lesson(game, number)
    state, outcome = compute_progress(game, tutorial, lesson, moves)
    reader = Reader(language, seat=lesson.seat)
    scene = localize_scene(state.scene(lesson.seat), reader)
    would: SceneDiff | UnsetType = UNSET
    words = ""
    if preview_action is not None and outcome == "open":
        would = diff_scenes(scene, localize_scene(play_on_copy(state, preview_action).scene(lesson.seat), reader))
        words = reader.render(state.preview(preview_action).words)
    texts = lesson_texts(game, lesson)
    comments: dict[TaskOutcome, Text] = {"open": "", "met": texts.well, "missed": texts.otherwise}
    return LessonState(
        outcome=outcome,
        said=reader.render(comments[outcome]),
        scene=diff_scenes(Scene(scene.kit), scene),
        tree=build_move_tree(state, state.view(lesson.seat), reader) if outcome == "open" else (),
        would=would,
        words=words,
        kit=UNSET if moves else kit_info(scene.kit),
    )


def play_on_copy(state: State, action: int) -> State:
    """Return the state after an action, without changing the given one."""
    state_after = state.copy()
    state_after.play(action)
    return state_after
