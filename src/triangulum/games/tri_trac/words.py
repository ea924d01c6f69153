"""Tri-Trac in words: notation, the board in text, and sentences.

Notation: ``c4 LR`` places a triangle on c4 so that its track joins the left side and the right one, ``b2-c4 LR`` moves
one, and ``b2 LR`` turns the one that lies on b2. ``N c4 LR`` places, moves or turns the neutral one. The sides are L
and R, and B for the bottom of a space that points up, T for the top of one that points down. Positions are in
``positions.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NoReturn, cast

from triangulum.core.boards.lattice import LEFT, LEVEL, Lattice, Space
from triangulum.core.notation import plain
from triangulum.core.views import GameEvent
from triangulum.errors import AmbiguousNotationError, NotationError, shown
from triangulum.games.tri_trac import lookup
from triangulum.games.tri_trac import view as sight
from triangulum.games.tri_trac.position import format_position, parse_position
from triangulum.games.tri_trac.rules import TriTrac, TriTracSetup

__all__ = ["format_action", "format_position", "narrate", "parse_action", "parse_position", "text_board"]

GRAMMAR = re.compile(r"(n?)([a-z]\d{1,2})?([a-z]\d{1,2})([lrbt]{2})?")
EXAMPLES = "c4 LR, b2-c4 LR or N c4 LR"
LETTERS = {"neutral": "n", "orange": "o", "yellow": "y"}
SIDE_NAMES = {"L": "left", "R": "right", "B": "bottom", "T": "top"}


def format_action(state: TriTrac, action: int) -> str:
    """Return an action in notation."""
    whose, origin, landing = sight.parts(state, action)
    box = sight.box_of(state)
    written = box.landings[landing]
    if whose == lookup.NEUTRAL:
        return f"N {written}"
    if origin is None or origin == landing // lookup.SIDES:
        return written
    return f"{box.lattice.spaces[origin].name}-{written}"


def parse_action(state: TriTrac, text: str) -> int:
    """Return the legal action that a text means.

    The sides may come in any order, and may be left out where there is only one way to lie. ``b2-b2 LR`` is a turn too,
    and the neutral triangle may be named by where it lies.
    """
    found = GRAMMAR.fullmatch(plain(text))
    if found is None:
        raise NotationError(f"{shown(text)} is no move in Tri-Trac; moves look like {EXAMPLES}")
    legal = set(state.legal_actions())
    meant = [action for action in readings(state, *found.groups(default="")) if action in legal]
    if len(meant) > 1:
        raise AmbiguousNotationError(
            f"{shown(text)} could be {' or '.join(map(state.format_action, meant))}: write it in full"
        )
    return meant[0] if meant else state.raise_illegal_action(text.strip())


def readings(state: TriTrac, neutral: str, origin: str, target: str, way: str) -> Iterator[int]:
    """Yield the actions that the parts of a move can mean, legal or not; several if it does not say the way."""
    setup = cast(TriTracSetup, state.setup)
    number = sight.box_of(state).lattice.number
    start, end = number.get(origin or target), number.get(target)
    if start is None or end is None:
        return
    # A triangle that is named by its space, or lies where the move ends, is taken from there.
    code = int(state.byte_fields[start])
    if neutral or 1 <= code <= lookup.SIDES:
        base = 0
        if origin and not 1 <= code <= lookup.SIDES:
            return
    elif origin or code:
        base = int(setup.shift + start * setup.landings)
    else:
        base = int(setup.place)
    for landing in range(lookup.SIDES * end, lookup.SIDES * (end + 1)):
        sides = sight.box_of(state).landings[landing].split()[1].lower()
        if not way or sorted(way) == sorted(sides):
            yield base + landing


def narrate(event: GameEvent, names: Sequence[str]) -> str:
    """Return an event as a sentence, with these names for the seats."""
    if not isinstance(event, sight.TriTracEvent):
        return not_ours(event)
    who = names[event.seat]
    match event:
        case sight.Placed(space=space):
            return f"{who} places {triangle(event)} on {space}, {joining(event)}."
        case sight.Moved(start=start, space=space):
            return f"{who} moves {triangle(event)} from {start} to {space}, {joining(event)}."
        case sight.Turned(space=space):
            return f"{who} turns the {event.whose} triangle on {space}, {joining(event)}."
        case sight.Won(track=track):
            return f"{who} has completed a track from the arrow at {track[0]} to the one at {track[-1]} and wins."
        case sight.Drawn(why="repetition"):
            return "The same position has come for the third time: the game is drawn."
        case sight.Drawn(why="turn limit"):
            return "The turn limit is reached: the game is drawn."
        case sight.Drawn():
            return f"{names[1 - event.seat]} cannot move: the game is drawn."
    return not_ours(event)


def triangle(event: sight.Laid) -> str:
    """Return a triangle as a sentence names it; there is only one neutral one."""
    return (
        "the neutral triangle"
        if event.whose == "neutral"
        else f"a{'n' * (event.whose == 'orange')} {event.whose} triangle"
    )


def joining(event: sight.Laid) -> str:
    """Return which sides a triangle joins."""
    one, other = (SIDE_NAMES[side] for side in event.way)
    return f"joining {one} and {other}"


def not_ours(event: GameEvent) -> NoReturn:
    """Refuse an event of another game."""
    raise TypeError(f"{type(event).__name__} does not happen in Tri-Trac")


# The board in text.

TALL = 4
"""Lines of a space; it is twice as wide at its level side."""
MARGIN = 3
"""For arrows at the left of the board."""


def text_board(view: sight.TriTracView) -> str:
    """Return the board in text, with what is going on above and the reserves below."""
    lattice = Lattice(view.outline)
    leftmost = min(space.column for space in lattice.spaces)
    corners = [(MARGIN + TALL * (space.column - leftmost), 1 + TALL * space.row) for space in lattice.spaces]
    canvas = Canvas(2 + TALL * len(view.outline))
    for space, (x, y) in zip(lattice.spaces, corners, strict=True):
        draw_sides(canvas, space, x, y)
    for at, (space, (x, y)) in enumerate(zip(lattice.spaces, corners, strict=True)):
        # The name is at the level side, where there is most room, and the triangle next to it.
        name, piece = (TALL - 1, TALL - 2) if space.up else (0, 1)
        canvas.write(x + TALL - 1, y + name, space.name)
        canvas.write(x + TALL - 2, y + piece, lying(view, space, at))
    for at, side, kind in view.arrows:
        draw_arrow(canvas, lattice.spaces[at], side, *corners[at], 2 if kind == "dark" else 1)
    orange, yellow = view.reserves
    when = f"after turn {view.turns}" if view.phase == "finished" else f"turn {view.turns + 1}"
    return "\n".join(
        [
            f"{when} of {view.turn_limit}: {doing(view)}",
            *canvas.lines(),
            f"o: orange, seat 0, {orange} in reserve   y: yellow, seat 1, {yellow} in reserve",
            "n: neutral   *: the last one   CAPITALS: a winning track   >>, > arrows",
        ]
    )


def doing(view: sight.TriTracView) -> str:
    """Return what is going on."""
    if view.winner is not None:
        return f"won by seat {view.winner}"
    if view.phase == "finished":
        return f"drawn: {view.drawn_by}"
    if view.phase == "opening":
        return f"seat {view.to_move} places the neutral triangle"
    return f"seat {view.to_move} moves{', and may not touch the neutral one' if view.barred else ''}"


def lying(view: sight.TriTracView, space: Space, at: int) -> str:
    """Return the triangle on a space as ``oLR``, or nothing."""
    found = view.spaces[at]
    if found is None:
        return ""
    letter = LETTERS[found.whose]
    way = "".join(space.side_name(side) for side in range(lookup.SIDES) if side != found.blank)
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
    canvas.write(x + 1, y + TALL - 1 if space.up else y - 1, "_" * (2 * TALL - 2))
    for line in range(TALL):
        left, right = slanted(space, line)
        canvas.write(x + left, y + line, "/" if space.up else "\\")
        canvas.write(x + right, y + line, "\\" if space.up else "/")


def slanted(space: Space, line: int) -> tuple[int, int]:
    """Return where the left and the right side of a space are on one of its lines."""
    return (TALL - 1 - line, TALL + line) if space.up else (line, 2 * TALL - 1 - line)


def draw_arrow(canvas: Canvas, space: Space, side: int, x: int, y: int, weight: int) -> None:
    """Draw an arrow outside the rim, one sign wide or two."""
    left, right = slanted(space, TALL // 2)
    if side == LEVEL:
        canvas.write(x + TALL - 1, y + TALL if space.up else y - 1, ("^" if space.up else "v") * weight)
    elif side == LEFT:
        canvas.write(x + left - weight, y + TALL // 2, ">" * weight)
    else:
        canvas.write(x + right + 1, y + TALL // 2, "<" * weight)
