"""Tri-Trac in words: the board in text, and a sentence for every event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from triangulum.core.boards.lattice import LEFT, LEVEL, Lattice, Space
from triangulum.core.views import GameEvent
from triangulum.games.tri_trac import lookup, views

LETTERS = {"neutral": "n", "orange": "o", "yellow": "y"}
SIDE_NAMES = {"L": "left", "R": "right", "B": "bottom", "T": "top"}


def narrate(event: GameEvent, names: Sequence[str]) -> str:
    """Return an event as a sentence, with these names for the seats."""
    if not isinstance(event, views.TriTracEvent):
        return raise_foreign_event(event)
    who = names[event.seat]
    match event:
        case views.Placed(space=space):
            return f"{who} places {describe_triangle(event)} on {space}, {describe_joined_sides(event)}."
        case views.Moved(start=start, space=space):
            return f"{who} moves {describe_triangle(event)} from {start} to {space}, {describe_joined_sides(event)}."
        case views.Turned(space=space):
            return f"{who} turns the {event.whose} triangle on {space}, {describe_joined_sides(event)}."
        case views.Won(track=track):
            return f"{who} has completed a track from the arrow at {track[0]} to the one at {track[-1]} and wins."
        case views.Drawn(why="repetition"):
            return "The same position has come for the third time: the game is drawn."
        case views.Drawn(why="turn limit"):
            return "The turn limit is reached: the game is drawn."
        case views.Drawn():
            return f"{names[1 - event.seat]} cannot move: the game is drawn."
    return raise_foreign_event(event)


def describe_triangle(event: views.Laid) -> str:
    """Return a triangle as a sentence names it; there is only one neutral one."""
    return (
        "the neutral triangle"
        if event.whose == "neutral"
        else f"a{'n' * (event.whose == 'orange')} {event.whose} triangle"
    )


def describe_joined_sides(event: views.Laid) -> str:
    """Return which sides a triangle joins."""
    first, second = (SIDE_NAMES[side] for side in event.way)
    return f"joining {first} and {second}"


def raise_foreign_event(event: GameEvent) -> NoReturn:
    """Raise TypeError for an event of another game."""
    raise TypeError(f"{type(event).__name__} does not happen in Tri-Trac")


# The board in text.

SPACE_HEIGHT = 4
"""Lines of a space; it is twice as wide at its level side."""
MARGIN = 3
"""For arrows at the left of the board."""


def text_board(view: views.TriTracView) -> str:
    """Return the board in text, with what is going on above and the reserves below."""
    lattice = Lattice(view.outline)
    leftmost = min(space.column for space in lattice.spaces)
    corners = [
        (MARGIN + SPACE_HEIGHT * (space.column - leftmost), 1 + SPACE_HEIGHT * space.row) for space in lattice.spaces
    ]
    canvas = Canvas(2 + SPACE_HEIGHT * len(view.outline))
    for space, (x, y) in zip(lattice.spaces, corners, strict=True):
        draw_sides(canvas, space, x, y)
    for at, (space, (x, y)) in enumerate(zip(lattice.spaces, corners, strict=True)):
        # The name is at the level side, where there is most room, and the triangle next to it.
        name, piece = (SPACE_HEIGHT - 1, SPACE_HEIGHT - 2) if space.up else (0, 1)
        canvas.write(x + SPACE_HEIGHT - 1, y + name, space.name)
        canvas.write(x + SPACE_HEIGHT - 2, y + piece, format_triangle(view, space, at))
    for at, side, kind in view.arrows:
        draw_arrow(canvas, lattice.spaces[at], side, *corners[at], 2 if kind == "dark" else 1)
    orange, yellow = view.reserves
    when = f"after turn {view.turns}" if view.phase == "finished" else f"turn {view.turns + 1}"
    return "\n".join(
        [
            f"{when} of {view.turn_limit}: {describe_phase(view)}",
            *canvas.lines(),
            f"o: orange, seat 0, {orange} in reserve   y: yellow, seat 1, {yellow} in reserve",
            "n: neutral   *: the last one   CAPITALS: a winning track   >>, > arrows",
        ]
    )


def describe_phase(view: views.TriTracView) -> str:
    """Return whose turn it is and what they do, or how the game ended."""
    if view.winner is not None:
        return f"won by seat {view.winner}"
    if view.phase == "finished":
        return f"drawn: {view.drawn_by}"
    if view.phase == "opening":
        return f"seat {view.to_move} places the neutral triangle"
    return f"seat {view.to_move} moves{', and may not touch the neutral one' if view.barred else ''}"


def format_triangle(view: views.TriTracView, space: Space, at: int) -> str:
    """Return the triangle on a space as ``oLR``, or nothing."""
    lying = view.spaces[at]
    if lying is None:
        return ""
    letter = LETTERS[lying.whose]
    way = "".join(space.side_name(side) for side in range(lookup.SIDES) if side != lying.blank)
    return (letter.upper() if at in view.track else letter) + way + "*" * (at == view.last)


class Canvas:
    """Lines of text that are written to in any order."""

    def __init__(self, height: int) -> None:
        self.rows: list[dict[int, str]] = [{} for _ in range(height)]

    def write(self, x: int, y: int, text: str) -> None:
        """Write a text over what is there."""
        self.rows[y].update(enumerate(text, start=x))

    def lines(self) -> list[str]:
        """Return the lines that have anything on them."""
        return ["".join(row.get(x, " ") for x in range(max(row) + 1)) for row in self.rows if row]


def draw_sides(canvas: Canvas, space: Space, x: int, y: int) -> None:
    """Draw the three sides of a space; x and y are the upper left of what it takes up."""
    canvas.write(x + 1, y + SPACE_HEIGHT - 1 if space.up else y - 1, "_" * (2 * SPACE_HEIGHT - 2))
    for line in range(SPACE_HEIGHT):
        left, right = side_columns(space, line)
        canvas.write(x + left, y + line, "/" if space.up else "\\")
        canvas.write(x + right, y + line, "\\" if space.up else "/")


def side_columns(space: Space, line: int) -> tuple[int, int]:
    """Return where the left and the right side of a space are on one of its lines."""
    return (SPACE_HEIGHT - 1 - line, SPACE_HEIGHT + line) if space.up else (line, 2 * SPACE_HEIGHT - 1 - line)


def draw_arrow(canvas: Canvas, space: Space, side: int, x: int, y: int, weight: int) -> None:
    """Draw an arrow outside the rim, one sign wide or two."""
    left, right = side_columns(space, SPACE_HEIGHT // 2)
    if side == LEVEL:
        canvas.write(x + SPACE_HEIGHT - 1, y + SPACE_HEIGHT if space.up else y - 1, ("^" if space.up else "v") * weight)
    elif side == LEFT:
        canvas.write(x + left - weight, y + SPACE_HEIGHT // 2, ">" * weight)
    else:
        canvas.write(x + right + 1, y + SPACE_HEIGHT // 2, "<" * weight)
