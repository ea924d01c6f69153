"""The board of Tri-Trac in text: triangles of slashes and underscores, with the name and the triangle of each space."""

from __future__ import annotations

from triangulum.core.boards.lattice import LEFT, LEVEL, Lattice, Space
from triangulum.games.tri_trac.actions import SIDES
from triangulum.games.tri_trac.messages import describe_status, message
from triangulum.games.tri_trac.views import TriTracView
from triangulum.text import Reader

OWNER_LETTERS = {"neutral": "n", "orange": "o", "yellow": "y"}
SPACE_HEIGHT = 4
"""Lines of a space; it is twice as wide at its level side."""
MARGIN = 3
"""For arrows at the left of the board."""


def text_board(view: TriTracView, reader: Reader) -> str:
    """Return the board in text, with what is going on above and the reserves below."""
    lattice = Lattice(view.outline)
    leftmost = min(space.column for space in lattice.spaces)
    # The upper left of what each space takes up.
    corners = [
        (MARGIN + SPACE_HEIGHT * (space.column - leftmost), 1 + SPACE_HEIGHT * space.row) for space in lattice.spaces
    ]
    canvas = TextCanvas(2 + SPACE_HEIGHT * len(view.outline))
    for space, (x, y) in zip(lattice.spaces, corners, strict=True):
        write_space_sides(canvas, space, x, y)
    for index, (space, (x, y)) in enumerate(zip(lattice.spaces, corners, strict=True)):
        # The name is at the level side, where there is most room, and the triangle next to it.
        name_line, triangle_line = (SPACE_HEIGHT - 1, SPACE_HEIGHT - 2) if space.up else (0, 1)
        canvas.write(x + SPACE_HEIGHT - 1, y + name_line, space.name)
        canvas.write(x + SPACE_HEIGHT - 2, y + triangle_line, format_triangle(view, space, index))
    for index, side, kind in view.arrows:
        write_arrow(canvas, lattice.spaces[index], side, *corners[index], 2 if kind == "dark" else 1)
    orange, yellow = view.reserves
    turns = view.turns_played
    headline = message("turn.title", turn=turns + 1, limit=view.turn_limit)
    if view.phase == "finished":
        headline = message("text-over", turns=turns)
    captions = (
        message("text-reserves", orange=orange, yellow=yellow),
        message("text-legend"),
        message("text-legend.arrows"),
    )
    return "\n".join(
        [
            reader.render(headline),
            reader.render(describe_status(view)),
            *canvas.lines(),
            *map(reader.render, captions),
        ]
    )


def format_triangle(view: TriTracView, space: Space, space_index: int) -> str:
    """Return the triangle on a space as ``oLR``, or nothing."""
    triangle = view.spaces[space_index]
    if triangle is None:
        return ""
    letter = OWNER_LETTERS[triangle.owner]
    joined_sides = "".join(space.side_name(side) for side in range(SIDES) if side != triangle.blank_side)
    is_winning = space_index in view.track
    return (letter.upper() if is_winning else letter) + joined_sides + "*" * (space_index == view.last_space)


class TextCanvas:
    """Lines of text that are written to in any order."""

    def __init__(self, height: int) -> None:
        self.rows: list[dict[int, str]] = [{} for _ in range(height)]

    def write(self, x: int, y: int, text: str) -> None:
        """Write a text over what is there."""
        self.rows[y].update(enumerate(text, start=x))

    def lines(self) -> list[str]:
        """Return the lines that have anything on them."""
        return ["".join(row.get(x, " ") for x in range(max(row) + 1)) for row in self.rows if row]


def write_space_sides(canvas: TextCanvas, space: Space, x: int, y: int) -> None:
    """Write the three sides of a space; x and y are the upper left of what it takes up."""
    canvas.write(x + 1, y + SPACE_HEIGHT - 1 if space.up else y - 1, "_" * (2 * SPACE_HEIGHT - 2))
    for line in range(SPACE_HEIGHT):
        left, right = side_columns(space, line)
        canvas.write(x + left, y + line, "/" if space.up else "\\")
        canvas.write(x + right, y + line, "\\" if space.up else "/")


def side_columns(space: Space, line: int) -> tuple[int, int]:
    """Return in which columns the left and the right side of a space are on one of its lines."""
    return (SPACE_HEIGHT - 1 - line, SPACE_HEIGHT + line) if space.up else (line, 2 * SPACE_HEIGHT - 1 - line)


def write_arrow(canvas: TextCanvas, space: Space, side: int, x: int, y: int, width: int) -> None:
    """Write an arrow outside a side of a space at the rim, one character wide or two."""
    left, right = side_columns(space, SPACE_HEIGHT // 2)
    if side == LEVEL:
        canvas.write(x + SPACE_HEIGHT - 1, y + SPACE_HEIGHT if space.up else y - 1, ("^" if space.up else "v") * width)
    elif side == LEFT:
        canvas.write(x + left - width, y + SPACE_HEIGHT // 2, ">" * width)
    else:
        canvas.write(x + right + 1, y + SPACE_HEIGHT // 2, "<" * width)
