"""The cards of Tricolor Line, drawn: resource cards, identities, and the signs on them.

Each colour has a sign of its own: red a diamond with a whole line, green a triangle with a dashed one, blue a disc with
dots. The same lines run along the roads.
"""

from __future__ import annotations

from typing import Final

from triangulum.games.tricolor_line.scene.tile_drawings import LINE_WIDTH
from triangulum.games.tricolor_line.views import COLOURS
from triangulum.scene import (
    Circle,
    Drawing,
    Group,
    Path,
    Polygon,
    Rect,
    Shape,
    Spot,
    Text,
    regular_polygon,
    star_points,
)

CARD_WIDTH: Final = 100.0
CARD_HEIGHT: Final = 146.0


def colour_sign_shapes(colour: int) -> tuple[Shape, ...]:
    """Return the shapes of a colour's sign: its outline, and the line of its roads."""
    name = COLOURS[colour]
    style = {"fill": name, "stroke": "coal", "width": 2.4}
    outline: Shape = (
        Polygon(((0, -24), (22, 0), (0, 24), (-22, 0)), **style),  # type: ignore[arg-type]
        Polygon(regular_polygon(3, 25), **style),  # type: ignore[arg-type]
        Circle(0, 0, 20, **style),  # type: ignore[arg-type]
    )[colour]
    marks = ("M-11 0H11", "M-9 5H-5M5 5H9", "M-11 0H-11M0 0H0M11 0H11")[colour]
    return outline, Path(marks, stroke=f"{name}-line", width=LINE_WIDTH[colour])


def wild_sign_shapes() -> tuple[Shape, ...]:
    """Return the shapes of the sign of a wild card: a disc that is a third of each colour, with a star."""
    thirds = "M0 0L0 -26A26 26 0 0 1 22.5 13Z", "M0 0L22.5 13A26 26 0 0 1 -22.5 13Z", "M0 0L-22.5 13A26 26 0 0 1 0 -26Z"
    sectors = [Path(third, fill=name) for third, name in zip(thirds, COLOURS, strict=True)]
    return (
        *sectors,
        Circle(0, 0, 26, stroke="coal", width=2.4),
        Polygon(star_points(5, 16.0, 7.0), fill="chalk", stroke="coal", width=1.6),
    )


def card_drawing(card: str, is_seen_by_all: bool = False) -> Drawing:
    """Return a resource card: one sign or two, or the wild one; with an eye if all have seen it."""
    body = Rect(
        -CARD_WIDTH / 2, -CARD_HEIGHT / 2, CARD_WIDTH, CARD_HEIGHT, 11, fill="card", stroke="card-edge", width=2.0
    )
    if card == "W":
        signs: tuple[Shape, ...] = (Group(wild_sign_shapes(), 0, -20, 0.0, 1.25),)
    elif len(card) == 1:
        signs = (Group(colour_sign_shapes("RGB".index(card)), 0, -20, 0.0, 1.3),)
    else:
        shapes = colour_sign_shapes("RGB".index(card[0]))
        signs = Group(shapes, -15, -37), Group(shapes, 15, -2)
    return Drawing(
        (body, *signs, *(seen_by_all_sign_shapes() if is_seen_by_all else ())), Spot(y=49, size=38, fill="card-ink")
    )


def card_back_shapes(shapes: tuple[Shape, ...] = ()) -> tuple[Shape, ...]:
    """Return the shapes of a card that lies face down, with something on its back."""
    x, y = -CARD_WIDTH / 2, -CARD_HEIGHT / 2
    return (
        Rect(x, y, CARD_WIDTH, CARD_HEIGHT, 11, fill="card", stroke="card-edge", width=2.0),
        Rect(x + 7, y + 7, CARD_WIDTH - 14, CARD_HEIGHT - 14, 7, fill="back-face", stroke="back", width=1.4),
        *shapes,
    )


def eye_shapes(paint: str) -> tuple[Shape, ...]:
    """Return the shapes of an eye, the sign of looking."""
    return (
        Path("M-24 0C-14 -17 14 -17 24 0C14 17 -14 17 -24 0Z", fill="card", stroke=paint, width=4.0),
        Circle(0, 0, 8, fill=paint),
    )


def seen_by_all_sign_shapes() -> tuple[Shape, ...]:
    """Return the shapes that mark a card in a hand that all have seen."""
    plate = Circle(0, 0, 20, fill="card", stroke="card-edge", width=1.6)
    return (Group((plate, Group(eye_shapes("card-ink"), scale=0.62)), -30, -54),)


def own_identity_drawing() -> Drawing:
    """Return the watcher's own identity card, face down with a corner lifted: they may look at it."""
    corner = Polygon(((50, 36), (50, 73), (13, 73)), fill="desk", stroke="desk", width=3.0)
    lifted = Polygon(((50, 36), (14, 38), (13, 73)), fill="card", stroke="card-edge", width=2.0)
    plate = Circle(0, -18, 33, fill="card", stroke="back", width=2.0)
    return Drawing((*card_back_shapes((plate, Group(eye_shapes("card-ink"), 0, -18))), corner, lifted))


def hidden_identity_drawing() -> Drawing:
    """Return an identity card that the watcher does not know."""
    plate = Circle(0, 0, 34, fill="card", stroke="back", width=2.0)
    return Drawing(card_back_shapes((plate, Text("?", 0, 0, 48, bold=True, fill="card-ink"))))


def identity_drawing(colour: int) -> Drawing:
    """Return an identity card that lies open."""
    x, y = -CARD_WIDTH / 2, -CARD_HEIGHT / 2
    return Drawing(
        (
            Rect(x, y, CARD_WIDTH, CARD_HEIGHT, 11, fill="card", stroke="card-edge", width=2.0),
            Rect(x + 7, y + 7, CARD_WIDTH - 14, CARD_HEIGHT - 14, 7, stroke=COLOURS[colour], width=6.0),
            Group(colour_sign_shapes(colour), 0, -14, 0.0, 1.5),
        ),
        Spot(y=46, size=36, fill="card-ink"),
    )
