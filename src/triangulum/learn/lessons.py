"""First steps in a game: positions with a task each, run by the real rules.

``tutorial.toml`` in a game's folder has three to six lessons. What a lesson's texts claim (that a move is possible,
that another is not, what it would bring) is written down beside them as ``can``, ``cannot`` and ``brings``, so that a
test can hold every claim against the rules.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from triangulum.core.game import Game
from triangulum.core.state import OVER, Setup, State
from triangulum.errors import IllegalActionError, TriangulumError

TaskOutcome: TypeAlias = Literal["open", "met", "missed"]
"""Whether the task is still to be done, is done, or can be done no more and is to be tried again."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position with a task. Moves are in notation, texts in Markdown."""

    title: str
    text: str
    """What there is to know."""
    task: str
    """What to do."""
    hint: str
    """For whoever is at a loss."""
    well: str
    """What is said when it is done."""
    otherwise: str
    """What is said when it was not done."""
    position: str
    seat: int = 0
    """The learner's."""
    options: dict[str, Any] = {}
    follows: tuple[str, ...] = ()
    """What chance and the others do after the learner's moves, in order."""
    moves: tuple[str, ...] = ()
    """The task is done by one of these,"""
    until: str = ""
    """or when this expression is found in the position,"""
    won: bool = False
    """or when the learner has won."""
    tries: int = 0
    """With how many moves at most; 0 for as many as a turn allows."""
    solution: tuple[str, ...]
    """Moves that do it."""
    missing: tuple[str, ...] = ()
    """Moves that do not, and end the attempt."""
    can: tuple[str, ...] = ()
    """Claims: moves that are legal at the beginning,"""
    cannot: tuple[str, ...] = ()
    """moves that are not,"""
    brings: dict[str, str] = {}
    """and what the preview of a move says."""


class Tutorial(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first steps in a game."""

    options: dict[str, Any] = {}
    """Of all lessons, unless one says otherwise."""
    lessons: tuple[Lesson, ...]


class LessonProgress(NamedTuple):
    """Where a learner has come to."""

    state: State
    outcome: TaskOutcome


@cache
def load_tutorial(game: Game) -> Tutorial | None:
    """Return the first steps in a game; None if it has none."""
    file = game.find_file("tutorial.toml")
    return None if file is None else msgspec.toml.decode(file.read_bytes(), type=Tutorial)


def lesson_start(game: Game, tutorial: Tutorial, lesson: Lesson) -> State:
    """Return the position of a lesson."""
    return lesson_setup(game, msgspec.json.encode({**tutorial.options, **lesson.options})).parse_position(
        lesson.position
    )


@lru_cache(maxsize=64)
def lesson_setup(game: Game, options: bytes) -> Setup:
    """Return the setup of a lesson; learners come by again and again, and some setups take a while."""
    return game.setup_from(msgspec.json.decode(options))


def compute_progress(game: Game, tutorial: Tutorial, lesson: Lesson, moves: Sequence[int | str]) -> LessonProgress:
    """Return where the learner's moves have led, or raise IllegalActionError; nothing follows once the task is done."""
    state = lesson_start(game, tutorial, lesson)
    follows = list(lesson.follows)
    outcome: TaskOutcome = "open"
    for move in moves:
        if outcome != "open":
            raise IllegalActionError("this lesson is over; begin it again")
        action = state.parse_action(move) if isinstance(move, str) else move
        text = state.format_action(action) if action in state.legal_actions() else ""
        state.play(action)
        play_replies(state, lesson, follows)
        outcome = judge_move(state, lesson, text)
    if outcome == "open" and lesson.tries and len(moves) >= lesson.tries:
        outcome = "missed"
    return LessonProgress(state, outcome)


def play_replies(state: State, lesson: Lesson, follows: list[str]) -> None:
    """Let chance and the others act, as far as the lesson says what they do and the learner has left it possible."""
    while follows and state.to_move not in (lesson.seat, OVER):
        try:
            state.play(follows.pop(0))
        except TriangulumError:
            return


def judge_move(state: State, lesson: Lesson, move: str) -> TaskOutcome:
    """Return whether a task is done by the move that has led to a state."""
    if move in lesson.moves or (lesson.won and lesson.seat in state.winners()):
        return "met"
    if lesson.until and re.search(lesson.until, state.position()):
        return "met"
    only_moves = bool(lesson.moves) and not lesson.until and not lesson.won
    return "missed" if only_moves or state.to_move != lesson.seat else "open"


def check_claims(game: Game, tutorial: Tutorial, lesson: Lesson) -> None:
    """Raise TriangulumError if a lesson claims something that is not so."""
    state = lesson_start(game, tutorial, lesson)
    if state.to_move != lesson.seat:
        raise TriangulumError(f"{lesson.title!r} does not begin with the learner's move: {state.describe_turn()}")
    for move in lesson.can:
        state.parse_action(move)
    for move in lesson.cannot:
        try:
            state.parse_action(move)
        except TriangulumError:
            continue
        raise TriangulumError(f"{lesson.title!r} says that {move} cannot be played, but it can")
    for move, words in lesson.brings.items():
        preview = state.preview(state.parse_action(move)).words
        if preview != words:
            raise TriangulumError(f"{lesson.title!r} says that {move} brings {words!r}, but it brings {preview!r}")
    for moves, expected in ((lesson.solution, "met"), *((((move,), "missed")) for move in lesson.missing)):
        outcome = compute_progress(game, tutorial, lesson, moves).outcome
        if outcome != expected:
            raise TriangulumError(f"{lesson.title!r}: after {', '.join(moves)} the task is {outcome}, not {expected}")
