"""Defaults for what a game doesn't write itself: notation, narration, views, and a picture of its text board.

A game that wants something of its own subclasses one of these classes and overrides some of its methods. A game that
wants everything its own gives ``Game`` any other object, or a module, that has the methods of the protocol.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from librt.random import Random

from triangulum.core.messages import message
from triangulum.core.notation import parse_legal_action
from triangulum.core.position import format_fields, parse_fields
from triangulum.core.state import CHANCE, OVER, Setup, State
from triangulum.core.views import GameEvent, Preview, View
from triangulum.scene.kit import Colour, Drawing, Kit, Spot
from triangulum.scene.picture import Frame, Pane, Piece, Scene
from triangulum.scene.shapes import Rect
from triangulum.scene.steps import Press, Step
from triangulum.text import ENGLISH, Reader, SeatName, Text

if TYPE_CHECKING:
    from triangulum.core.game import Narration


class StateView(View, frozen=True, kw_only=True):
    """All the numbers of a state, for a game without secrets."""

    byte_fields: tuple[int, ...]
    word_fields: tuple[int, ...]


class PlainEvent(GameEvent, frozen=True, kw_only=True):
    """Something that happens, in plain English, for games that have no kinds of events of their own."""

    seat: int | None
    """Who did it; None if nobody did."""
    text: str
    """The sentence without the name at its beginning and without the full stop, in the past tense, which fits both
    "Ann" and "you": ``hid a coin``."""


class ActionPlayed(GameEvent, frozen=True, kw_only=True):
    """An action or a chance outcome, in notation, in a game that has no kinds of events of its own."""

    seat: int | None
    """Who plays it; None for chance."""
    action: str


class DefaultNotation:
    """Actions as their numbers, and positions as the numbers of a state."""

    def format_action(self, state: Any, action: int) -> str:
        """Return the number of an action; most games have a notation of their own."""
        return str(action)

    def parse_action(self, state: Any, text: str) -> int:
        """Return the legal action whose notation is ``text``, or raise IllegalActionError."""
        return parse_legal_action(state, text)

    def format_position(self, state: Any) -> str:
        """Return the numbers of a state as one line of text."""
        return format_fields(state)

    def parse_position(self, setup: Any, text: str) -> State:
        """Return the state with these numbers, or raise PositionError; doesn't check whether they make sense."""
        return parse_fields(setup, text)


class DefaultNarration:
    """A view as a list of its fields, and a sentence for each event."""

    def text_board(self, view: Any, reader: Reader) -> str:
        """Return who is to move, and the fields of a view, a line each."""
        return "\n".join([reader.render(describe_turn(view)), *format_view_fields(view)])

    def narrate(self, events: Sequence[Any]) -> Sequence[Text]:
        """Return a sentence for each event; a game with kinds of events of its own overrides this."""
        return [narrate_plain_event(event) for event in events]


class DefaultViewBuilder:
    """Show everything to everybody: for games without secrets.

    A game with secrets overrides ``view`` and ``events``, and may keep ``preview``.
    """

    def view(self, state: Any, seat: int | None) -> View:
        """Return all the numbers of a state."""
        check_default_reveals_no_secrets(state.setup, "view")
        return StateView(
            seat=seat,
            to_move=state.to_move,
            byte_fields=tuple(map(int, state.byte_fields)),
            word_fields=tuple(map(int, state.word_fields)),
        )

    def events(self, state: Any, action: int, seat: int | None) -> Sequence[GameEvent]:
        """Return who plays which action, or the chance outcome, in notation."""
        check_default_reveals_no_secrets(state.setup, "events")
        seat = None if state.to_move == CHANCE else state.to_move
        return (ActionPlayed(seat=seat, action=state.format_action(action)),)

    def preview(self, state: Any, action: int) -> Preview:
        """Return the action's score in a resampled state, which has nothing that the mover doesn't know."""
        resampled = state.resample(state.to_move, Random(0))
        return Preview(words="", worth=resampled.action_score(action))


class DefaultRenderer:
    """A picture of the text board, and a button for every action."""

    def __init__(self, narration: Narration | None = None) -> None:
        self.narration = narration or DefaultNarration()

    def scene(self, view: Any) -> Scene:
        """Return a picture of the game's text board."""
        return render_text_scene(self.narration.text_board(view, ENGLISH), title=describe_turn(view))

    def touch_steps(self, view: Any, action: int) -> Sequence[Step]:
        """Return a button with the action's notation on it."""
        return (Press(f"action-{action}"),)


def check_default_reveals_no_secrets(setup: Setup, method: str) -> None:
    """Raise TypeError if a game with secrets relies on a method that shows everything."""
    if setup.game.has_secrets:
        raise TypeError(f"{setup.game.title} has secrets, so its view_builder has to say what {method} shows")


# A view as text.

LINE_LENGTH: Final = 40
"""In characters; longer lines are too small to read on a phone."""


def describe_turn(view: View) -> Text:
    """Return whose turn it is."""
    if view.to_move == OVER:
        return message("game-over")
    return message("chance-turn") if view.to_move == CHANCE else message("turn", seat=SeatName(view.to_move))


def describe_player(seat: int) -> Text:
    """Return a player's name by itself, as on a label."""
    return message("player", seat=SeatName(seat))


def narrate_plain_event(event: PlainEvent | ActionPlayed) -> Text:
    """Return an event as a sentence."""
    if isinstance(event, ActionPlayed):
        if event.seat is None:
            return message("chance-happened", outcome=event.action)
        return message("action-played", seat=SeatName(event.seat), action=event.action)
    if event.seat is None:
        return message("event", text=event.text)
    return message("event-by", seat=SeatName(event.seat), text=event.text)


def format_view_fields(view: View) -> list[str]:
    """Return the fields that a game has added to its view as lines; a field of several rows has a line for each."""
    lines: list[str] = []
    for field in view.__struct_fields__[len(View.__struct_fields__) :]:
        name, value = field.replace("_", " "), getattr(view, field)
        if isinstance(value, tuple) and any(isinstance(row, tuple) for row in value):
            lines += [f"{name} {index}: {format_field(row)}" for index, row in enumerate(value)]
        else:
            lines.append(f"{name}: {format_field(value)}")
    return [part for line in lines for part in textwrap.wrap(line, LINE_LENGTH, subsequent_indent="  ")]


def format_field(value: object) -> str:
    """Return the value of a field as people would write it: ``-`` for an empty list, ``?`` for what is unknown."""
    match value:
        case None:
            return "?"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case tuple() | list() | frozenset():
            return " ".join(map(format_field, value)) or "-"
    return str(value)


# Text as a picture.

TEXT_SIZE: Final = 10.0
COLUMN_WIDTH: Final = 6.02
"""Of a letter of that size, in fonts whose letters are all equally wide."""
LINE_HEIGHT: Final = 14.0
LEAST_COLUMNS: Final = 24
LEAST_LINES: Final = 7
"""A smaller board is not made to fill the screen with huge letters."""

TEXT_KIT: Final = Kit.create(
    "text",
    {
        # Larger than any frame, and cut off at it, because a kit has to stay the same while frames grow.
        "ground": Drawing((Rect(-5000, -5000, 10000, 10000, fill="ground"),)),
        "line": Drawing((), Spot(size=TEXT_SIZE, bold=False, is_monospaced=True)),
    },
    colours={"ground": Colour("#f0ede4", "#20252d")},
)


def render_text_scene(text: str, title: Text) -> Scene:
    """Return a picture of lines of text, in the middle of the frame, with a piece for each line."""
    lines = text.splitlines()
    num_columns = max(map(len, lines), default=0)
    width = COLUMN_WIDTH * (max(num_columns, LEAST_COLUMNS) + 2)
    height = LINE_HEIGHT * (max(len(lines), LEAST_LINES) + 1)
    left = (width - COLUMN_WIDTH * num_columns) / 2
    top = (height - LINE_HEIGHT * (len(lines) - 1)) / 2
    pieces = tuple(
        Piece(f"line-{index}", "line", left, top + LINE_HEIGHT * index, label=keep_spaces(line), title=line.strip())
        for index, line in enumerate(lines)
        if line.strip()
    )
    pane = Pane("text", Frame(0, 0, width, height), pieces, ("ground",), title="The board")
    return Scene(TEXT_KIT, (pane,), title)


def keep_spaces(line: str) -> str:
    """Return a line with all spaces that a browser would leave out replaced by others that look the same."""
    return re.sub("^ +|  +", lambda spaces: "\u00a0" * len(spaces[0]), line)
