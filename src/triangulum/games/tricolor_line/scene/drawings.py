"""What Tricolor Line is drawn with besides its tiles: colours, the map's paper, cards, signs and the players' rows.

Each colour has a sign of its own: red a diamond with a whole line, green a triangle with a dashed one, blue a disc with
dots. The same lines run along the roads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from triangulum.games.tricolor_line.scene import tile_drawings
from triangulum.games.tricolor_line.scene.tile_drawings import CELL, LINE_WIDTH
from triangulum.games.tricolor_line.views import COLOURS
from triangulum.scene import (
    Circle,
    Colour,
    Drawing,
    Gradient,
    Group,
    Kit,
    Mark,
    Path,
    Pattern,
    Polygon,
    Rect,
    Shape,
    Spot,
    Text,
    regular_polygon,
    star_points,
)

PANE_WIDTH: Final = 1000.0
HAND_HEIGHT, PILES_HEIGHT = 256.0, 640.0
ROW_HEIGHT: Final = 92.0
ROW_GAP: Final = 8.0
CARD_WIDTH, CARD_HEIGHT = 100.0, 146.0
MAX_DISTANCE: Final = 8
"""How far from Start a tile can lie."""
MAX_PLAYERS: Final = 8
CARD_KINDS: Final = ("R", "RR", "G", "GG", "B", "BB", "W")
"""The resource cards, in the order of a hand."""
EVENTS: Final = ("landslide", "detour", "supplies", "toll", "leak", "relocation")
CHIP_WIDTH, CHIP_HEIGHT = 252.0, 52.0

HUES: Final = {
    "paper-map": Colour("#f0e8d4", "#23262b"),
    "paper-line": Colour("#ddd2b6", "#30353c"),
    "paper-fold": Colour("#cfc19d", "#3a4048"),
    "paper-name": Colour("#5f5436", "#a59c85"),
    "beyond": Colour("#d3c7a6", "#14161a"),
    "land": Colour("#fffaec", "#4d4a40"),
    "land-edge": Colour("#8c7d58", "#8b8470"),
    "name": Colour("#2a261d", "#fff6df"),
    "kerb": Colour("#2a261d", "#14130f"),
    "asphalt": Colour("#6d7078", "#7a7d86"),
    "coal": Colour("#1c1a17", "#100f0d"),
    "chalk": Colour("#ffffff", "#f4f1e8"),
    "gold": Colour("#ffd24a", "#ffd24a"),
    "red": Colour("#cf2e2a", "#d8443f"),
    "red-line": Colour("#ffffff", "#ffffff"),
    "green": Colour("#6cc46a", "#7fd07b"),
    "green-line": Colour("#0b3313", "#0b3313"),
    "blue": Colour("#163f9c", "#2148a6"),
    "blue-line": Colour("#ffffff", "#ffffff"),
    "print": Colour("#2f6db3", "#1f4d82"),
    "print-grid": Colour("#3f7cc0", "#2b5c94"),
    "print-road": Colour("#245a9a", "#173f6e"),
    "print-edge": Colour("#173f70", "#6f9ccf"),
    "print-white": Colour("#ffffff", "#e8f1fb"),
    "print-red": Colour("#ffb3a8", "#ffb3a8"),
    "print-green": Colour("#b8f5ac", "#b8f5ac"),
    "print-blue": Colour("#a9dcff", "#a9dcff"),
    "place-line": Colour("#7a4d00", "#ffd75e"),
    "last": Colour("#ff7a1a", "#ffa04d"),
    "win": Colour("#ffb300", "#ffc83d"),
    "glow": Colour("#ffd83a", "#ffe36b"),
    "desk": Colour("#efece4", "#1b202b"),
    "card": Colour("#ffffff", "#e6e2d8"),
    "card-ink": Colour("#1c1a17", "#1c1a17"),
    "card-edge": Colour("#8d8672", "#0d0f14"),
    "back": Colour("#4a4f7d", "#3a3f6b"),
    "back-line": Colour("#aab0dc", "#959bc9"),
    "chip": Colour("#ffffff", "#2a3244"),
    "row": Colour("#f8f6f0", "#232a39"),
    "turn": Colour("#fff3cf", "#3d3a2a"),
    "turn-line": Colour("#c58a00", "#ffd75e"),
    "badge": Colour("#33405c", "#cdd6ea"),
    "badge-ink": Colour("#ffffff", "#161b26"),
    "shield": Colour("#3c6e8f", "#8cc3e6"),
}

PAINTS: Final[dict[str, Gradient | Pattern]] = {
    "print-paper": Pattern("cross", "print-grid", ground="print", step=12.0, width=1.0, turn=0.0),
    "back-face": Pattern("hatch", "back-line", ground="back", step=9.0, width=1.4),
    "fold": Gradient(((0.0, "paper-fold", 0.5), (1.0, "paper-fold", 0.0)), turn=90.0),
}

MARKS: Final = {
    "target": Mark(outline="accent", width=4.0),
    "idle": Mark(opacity=0.4),
    "glow": Mark(glow="glow", width=5.0),
}


# ---------------------------------------------------------------------------------------------------- the map


def paper_drawing() -> Drawing:
    """Return the paper of the map with all places, folded as maps are, and the edge of the table around it."""
    half = (MAX_DISTANCE + 0.5) * CELL
    far = half + 4 * CELL
    lines = "".join(
        f"M{at:g} {-half:g}V{half:g}M{-half:g} {at:g}H{half:g}"
        for at in ((step - MAX_DISTANCE - 0.5) * CELL for step in range(2 * MAX_DISTANCE + 2))
    )
    folds = [Rect(at * 4.25 * CELL, -half, 46, 2 * half, fill="fold") for at in (-1, 0, 1)]
    return Drawing(
        (
            Rect(-far, -far, 2 * far, 2 * far, fill="beyond"),
            Rect(-half, -half, 2 * half, 2 * half, fill="paper-map"),
            *folds,
            Path(lines, stroke="paper-line", width=1.6),
            Rect(-half, -half, 2 * half, 2 * half, stroke="paper-name", width=6.0),
        )
    )


# ----------------------------------------------------------------------------------------------- signs and cards


def colour_sign_shapes(colour: int, line: bool = True) -> tuple[Shape, ...]:
    """Return the sign of a colour: its outline, and the line of its roads."""
    name = COLOURS[colour]
    how = {"fill": name, "stroke": "coal", "width": 2.4}
    outline: Shape = (
        Polygon(((0, -24), (22, 0), (0, 24), (-22, 0)), **how),  # type: ignore[arg-type]
        Polygon(regular_polygon(3, 25), **how),  # type: ignore[arg-type]
        Circle(0, 0, 20, **how),  # type: ignore[arg-type]
    )[colour]
    if not line:
        return (outline,)
    marks = ("M-11 0H11", "M-9 5H-5M5 5H9", "M-11 0H-11M0 0H0M11 0H11")[colour]
    return outline, Path(marks, stroke=f"{name}-line", width=LINE_WIDTH[colour])


def wild_sign_shapes() -> tuple[Shape, ...]:
    """Return the sign of a wild card: a disc that is a third of each colour, with a star."""
    thirds = "M0 0L0 -26A26 26 0 0 1 22.5 13Z", "M0 0L22.5 13A26 26 0 0 1 -22.5 13Z", "M0 0L-22.5 13A26 26 0 0 1 0 -26Z"
    sectors = [Path(third, fill=name) for third, name in zip(thirds, COLOURS, strict=True)]
    return (
        *sectors,
        Circle(0, 0, 26, stroke="coal", width=2.4),
        Polygon(star_points(5, 16.0, 7.0), fill="chalk", stroke="coal", width=1.6),
    )


def card_drawing(kind: str, seen: bool = False) -> Drawing:
    """Return a resource card: one sign or two, or the wild one; with an eye if it lies open to all."""
    body = Rect(
        -CARD_WIDTH / 2, -CARD_HEIGHT / 2, CARD_WIDTH, CARD_HEIGHT, 11, fill="card", stroke="card-edge", width=2.0
    )
    if kind == "W":
        signs: tuple[Shape, ...] = (Group(wild_sign_shapes(), 0, -20, 0.0, 1.25),)
    elif len(kind) == 1:
        signs = (Group(colour_sign_shapes("RGB".index(kind)), 0, -20, 0.0, 1.3),)
    else:
        shapes = colour_sign_shapes("RGB".index(kind[0]))
        signs = Group(shapes, -15, -37), Group(shapes, 15, -2)
    return Drawing((body, *signs, *(seen_sign_shapes() if seen else ())), Spot(y=49, size=38, fill="card-ink"))


def card_back_shapes(shapes: tuple[Shape, ...] = ()) -> tuple[Shape, ...]:
    """Return a card that lies face down, with something on its back."""
    word_fields, high = CARD_WIDTH, CARD_HEIGHT
    return (
        Rect(-word_fields / 2, -high / 2, word_fields, high, 11, fill="card", stroke="card-edge", width=2.0),
        Rect(
            -word_fields / 2 + 7,
            -high / 2 + 7,
            word_fields - 14,
            high - 14,
            7,
            fill="back-face",
            stroke="back",
            width=1.4,
        ),
        *shapes,
    )


def eye_shapes(paint: str) -> tuple[Shape, ...]:
    """Return the sign of looking."""
    return (
        Path("M-24 0C-14 -17 14 -17 24 0C14 17 -14 17 -24 0Z", fill="card", stroke=paint, width=4.0),
        Circle(0, 0, 8, fill=paint),
    )


def seen_sign_shapes() -> tuple[Shape, ...]:
    """Return what is on a card of one's own that all have seen."""
    plate = Circle(0, 0, 20, fill="card", stroke="card-edge", width=1.6)
    return (Group((plate, Group(eye_shapes("card-ink"), scale=0.62)), -30, -54),)


def own_identity_drawing() -> Drawing:
    """Return one's own identity card, face down with its corner lifted: one may look at it."""
    corner = Polygon(((50, 36), (50, 73), (13, 73)), fill="desk", stroke="desk", width=3.0)
    lifted = Polygon(((50, 36), (14, 38), (13, 73)), fill="card", stroke="card-edge", width=2.0)
    plate = Circle(0, -18, 33, fill="card", stroke="back", width=2.0)
    return Drawing((*card_back_shapes((plate, Group(eye_shapes("card-ink"), 0, -18))), corner, lifted))


def hidden_identity_drawing() -> Drawing:
    """Return an identity that one does not know."""
    plate = Circle(0, 0, 34, fill="card", stroke="back", width=2.0)
    return Drawing(card_back_shapes((plate, Text("?", 0, 0, 48, bold=True, fill="card-ink"))))


def identity_drawing(colour: int) -> Drawing:
    """Return an identity card that lies open."""
    word_fields, high = CARD_WIDTH, CARD_HEIGHT
    return Drawing(
        (
            Rect(-word_fields / 2, -high / 2, word_fields, high, 11, fill="card", stroke="card-edge", width=2.0),
            Rect(
                -word_fields / 2 + 7, -high / 2 + 7, word_fields - 14, high - 14, 7, stroke=COLOURS[colour], width=6.0
            ),
            Group(colour_sign_shapes(colour), 0, -14, 0.0, 1.5),
        ),
        Spot(y=46, size=36, fill="card-ink"),
    )


# ------------------------------------------------------------------------------------------------ beside the map


def chip_drawing(fill: str, stroke: str, width: float) -> Drawing:
    """Return the ground for the name of an event."""
    ground = Rect(-CHIP_WIDTH / 2, -CHIP_HEIGHT / 2, CHIP_WIDTH, CHIP_HEIGHT, 12, fill=fill, stroke=stroke, width=width)
    return Drawing((ground,), Spot(size=28))


def row_drawing(fill: str, stroke: str, width: float) -> Drawing:
    """Return the ground of a player's row."""
    return Drawing((Rect(8, 0, PANE_WIDTH - 16, ROW_HEIGHT - ROW_GAP, 14, fill=fill, stroke=stroke, width=width),))


def row_touch_drawing() -> Drawing:
    """Return a player's row once more, unseen: it lies above all in the row, and can be touched anywhere."""
    return Drawing((Rect(8, 0, PANE_WIDTH - 16, ROW_HEIGHT - ROW_GAP, 14, fill="row", opacity=0.0),))


def skip_sign_drawing() -> Drawing:
    """Return the sign of a seat that skips its next turn: no entry."""
    return Drawing(
        (
            Circle(0, 0, 26, fill="red", stroke="coal", width=2.0),
            Rect(-17, -6, 34, 12, 2, fill="chalk"),
        )
    )


def safe_sign_drawing() -> Drawing:
    """Return the sign of a seat that cannot be attacked now: a shield."""
    outline = "M0 -27L23 -19V2C23 15 12 23 0 29C-12 23 -23 15 -23 2V-19Z"
    tick = Path("M-10 1L-3 9L11 -9", stroke="badge-ink", width=5.5)
    return Drawing((Path(outline, fill="shield", stroke="coal", width=2.0), tick))


def hand_drawing() -> Drawing:
    """Return a hand of hidden cards, with room for their number."""
    card_back = Group(card_back_shapes(), scale=0.36)
    return Drawing((Group((card_back,), -8, 0, -9.0), Group((card_back,), 6, 0, 7.0)), Spot(x=52, size=36))


def tile_stack_drawing() -> Drawing:
    """Return the pile beneath a top tile."""
    return Drawing(
        tuple(
            Rect(-48.5 + at, -48.5 + at, 97, 97, 5, fill="print-road", stroke="print-edge", width=1.4) for at in (7, 4)
        )
    )


def pane_drawing(high: float) -> Drawing:
    """Return the ground of a pane beside the map."""
    return Drawing((Rect(0, 0, PANE_WIDTH, high, 16, fill="desk", stroke="line"),))


def players_pane_height(players: int) -> float:
    """Return how high the pane of the players is: even for two not so flat that it needs the whole width."""
    return max(players, 4) * ROW_HEIGHT + ROW_GAP


def label_drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield the drawings that are nothing but room for words."""
    yield "axis", Drawing((), Spot(size=30, fill="paper-name"))
    yield "round", Drawing((), Spot(size=34))
    yield "doing", Drawing((), Spot(size=34, bold=False))
    yield "name", Drawing((), Spot(size=34))
    yield "figure", Drawing((), Spot(size=44))
    yield "note", Drawing((), Spot(size=28, fill="soft", bold=False))
    yield "word", Drawing((), Spot(size=30))


def list_drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield all drawings with their names."""
    yield from tile_drawings.list_drawings()
    yield from label_drawings()
    yield "map", paper_drawing()
    yield from ((f"card-{kind.lower()}", card_drawing(kind)) for kind in CARD_KINDS)
    yield from ((f"seen-{kind.lower()}", card_drawing(kind, seen=True)) for kind in CARD_KINDS)
    yield "card-back", Drawing(card_back_shapes(), Spot(size=44, fill="card-ink", halo="card"))
    yield "card-gap", Drawing((Rect(-48, -71, 96, 142, 11, stroke="line", width=3.0, dash=8.0),))
    yield "identity-own", own_identity_drawing()
    yield "identity-hidden", hidden_identity_drawing()
    yield from ((f"identity-{name}", identity_drawing(colour)) for colour, name in enumerate(COLOURS))
    yield from ((f"sign-{name}", Drawing(colour_sign_shapes(colour))) for colour, name in enumerate(COLOURS))
    yield "chip", chip_drawing("chip", "line", 1.6)
    yield "chip-now", chip_drawing("turn", "turn-line", 4.0)
    yield "row", row_drawing("row", "line", 1.4)
    yield "row-turn", row_drawing("turn", "turn-line", 4.0)
    yield "row-target", row_drawing("row", "accent", 4.0)
    yield "seat", row_touch_drawing()
    yield "badge", Drawing((Circle(0, 0, 29, fill="badge"),), Spot(size=34, fill="badge-ink"))
    yield "skips", skip_sign_drawing()
    yield "safe", safe_sign_drawing()
    yield "looked", Drawing((Group(eye_shapes("card-ink"), -2, -9, 0.0, 0.9),), Spot(y=23, size=26))
    yield "held", hand_drawing()
    yield "stack", tile_stack_drawing()
    yield "hand", pane_drawing(HAND_HEIGHT)
    yield "piles", pane_drawing(PILES_HEIGHT)
    yield from (
        (f"players-{players}", pane_drawing(players_pane_height(players))) for players in range(2, MAX_PLAYERS + 1)
    )


KIT: Final = Kit.create("tricolor-line", dict(list_drawings()), colours=HUES, paints=PAINTS, marks=MARKS)
