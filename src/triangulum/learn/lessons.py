"""A game's tutorial: lessons, each a position with a task that the learner solves by the real rules.

``tutorial.toml`` in a game's folder has three to ten lessons. Their texts are messages of the game: ``lesson-<id>`` is
the title, and its attributes are ``text``, ``task``, ``hint``, ``well`` and ``otherwise``. Whatever they claim (that a
move is legal, that another isn't, what it would bring) is repeated as ``can``, ``cannot`` and ``brings``, so that a
test can check every claim against the rules.
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
from triangulum.learn.messages import message
from triangulum.text import Message, Text

TaskOutcome: TypeAlias = Literal["open", "met", "missed"]
"""Whether the task is still open, is solved, or has been missed and has to be tried again."""


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position with a task. Moves are in notation."""

    id: str
    """What its messages begin with, after ``lesson-``."""
    position: str
    seat: int = 0
    """The learner's seat."""
    options: dict[str, Any] = {}
    follows: tuple[str, ...] = ()
    """The replies of chance and of the other seats to the learner's moves, in order."""
    moves: tuple[str, ...] = ()
    """The task is solved by one of these moves,"""
    until: str = ""
    """or when this regular expression matches in the position text,"""
    won: bool = False
    """or when the learner has won."""
    tries: int = 0
    """The most moves it may take; 0 for as many as a turn allows."""
    solution: tuple[str, ...]
    """Moves that solve the task."""
    missing: tuple[str, ...] = ()
    """Moves that miss the task and end the attempt."""
    can: tuple[str, ...] = ()
    """Claims: moves that are legal at the beginning,"""
    cannot: tuple[str, ...] = ()
    """moves that are not,"""
    brings: dict[str, str] = {}
    """and the id of the message that previews a move."""


class LessonTexts(NamedTuple):
    """What a learner reads in a lesson, in Markdown but for the title."""

    title: Text
    text: Text
    """The explanation."""
    task: Text
    """What the learner has to do."""
    hint: Text
    """Shown to learners who ask for help."""
    well: Text
    """Shown when the task is solved."""
    otherwise: Text
    """Shown when the task is missed."""


class Tutorial(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The lessons of a game."""

    options: dict[str, Any] = {}
    """The options of all lessons; a lesson's own override them."""
    lessons: tuple[Lesson, ...]


class LessonNotFoundError(TriangulumError):
    """There is no such lesson; the message says which there are."""


class LessonProgress(NamedTuple):
    """The state after a learner's moves, and whether the task is solved."""

    state: State
    outcome: TaskOutcome


@cache
def load_tutorial(game: Game) -> Tutorial | None:
    """Return a game's tutorial from ``tutorial.toml``; None if it has none."""
    file = game.find_file("tutorial.toml")
    return None if file is None else msgspec.toml.decode(file.read_bytes(), type=Tutorial)


def find_lesson(game: Game, number: int) -> tuple[Tutorial, Lesson]:
    """Return a game's tutorial and its lesson with this number, counted from 1, or raise LessonNotFoundError."""
    tutorial = load_tutorial(game)
    if tutorial is None:
        raise LessonNotFoundError(message("no-tutorial", game=game.title))
    if not 1 <= number <= len(tutorial.lessons):
        raise LessonNotFoundError(message("no-such-lesson", game=game.title, count=len(tutorial.lessons)))
    return tutorial, tutorial.lessons[number - 1]


def lesson_texts(game: Game, lesson: Lesson) -> LessonTexts:
    """Return the texts of a lesson."""
    name = f"lesson-{lesson.id}"
    return LessonTexts(game.message(name), *[game.message(f"{name}.{part}") for part in LessonTexts._fields[1:]])


def lesson_start(game: Game, tutorial: Tutorial, lesson: Lesson) -> State:
    """Return the state in which a lesson starts."""
    return build_lesson_setup(game, msgspec.json.encode({**tutorial.options, **lesson.options})).parse_position(
        lesson.position
    )


@lru_cache(maxsize=64)
def build_lesson_setup(game: Game, options_json: bytes) -> Setup:
    """Return the setup of a lesson; cached, as some setups take a while and many learners need the same one."""
    return game.setup_from(msgspec.json.decode(options_json))


def compute_progress(game: Game, tutorial: Tutorial, lesson: Lesson, moves: Sequence[int | str]) -> LessonProgress:
    """Replay the learner's moves and the replies; return the state and the outcome, or raise IllegalActionError."""
    state = lesson_start(game, tutorial, lesson)
    replies = list(lesson.follows)
    outcome: TaskOutcome = "open"
    for move in moves:
        if outcome != "open":
            raise IllegalActionError(message("lesson-over"))
        action = state.parse_action(move) if isinstance(move, str) else move
        text = state.format_action(action) if action in state.legal_actions() else ""
        state.play(action)
        play_replies(state, lesson, replies)
        outcome = judge_move(state, lesson, text)
    if outcome == "open" and lesson.tries and len(moves) >= lesson.tries:
        outcome = "missed"
    return LessonProgress(state, outcome)


def play_replies(state: State, lesson: Lesson, replies: list[str]) -> None:
    """Play replies, and remove them from the list, until it is the learner's turn again or a reply is illegal."""
    while replies and state.to_move not in (lesson.seat, OVER):
        try:
            state.play(replies.pop(0))
        except TriangulumError:
            return


def judge_move(state_after: State, lesson: Lesson, move: str) -> TaskOutcome:
    """Return whether the learner's last move solved the task, missed it, or left it open."""
    if move in lesson.moves or (lesson.won and lesson.seat in state_after.winners()):
        return "met"
    if lesson.until and re.search(lesson.until, state_after.position()):
        return "met"
    only_moves = bool(lesson.moves) and not lesson.until and not lesson.won
    return "missed" if only_moves or state_after.to_move != lesson.seat else "open"


def check_lesson_claims_are_true(game: Game, tutorial: Tutorial, lesson: Lesson) -> None:
    """Raise TriangulumError if something that a lesson claims is wrong by the rules."""
    state = lesson_start(game, tutorial, lesson)
    if state.to_move != lesson.seat:
        raise TriangulumError(f"{lesson.id!r} does not begin with the learner's move: to_move is {state.to_move}")
    for move in lesson.can:
        state.parse_action(move)
    for move in lesson.cannot:
        try:
            state.parse_action(move)
        except TriangulumError:
            continue
        raise TriangulumError(f"{lesson.id!r} says that {move} cannot be played, but it can")
    for move, message_id in lesson.brings.items():
        preview = state.preview(state.parse_action(move)).words
        preview_id = preview.id if isinstance(preview, Message) else preview
        if preview_id != message_id:
            raise TriangulumError(f"{lesson.id!r} says that {move} brings {message_id!r}, but it brings {preview_id!r}")
    for moves, expected in ((lesson.solution, "met"), *((((move,), "missed")) for move in lesson.missing)):
        outcome = compute_progress(game, tutorial, lesson, moves).outcome
        if outcome != expected:
            raise TriangulumError(f"{lesson.id!r}: after {', '.join(moves)} the task is {outcome}, not {expected}")
