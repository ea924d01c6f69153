"""What Tricolor Line is drawn with besides its tiles: colours, the map's paper, cards, signs and the players' rows.

Each colour has a sign of its own: red a diamond with a whole line, green a triangle with a dashed one, blue a disc with
dots. The same lines run along the roads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from triangulum.games.tricolor_line import tile_drawings
from triangulum.games.tricolor_line.tile_drawings import CELL, LINE_WIDTH
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
    star,
)

WIDE: Final = 1000.0
HAND_HIGH, PILES_HIGH = 256.0, 640.0
ROW_HIGH: Final = 92.0
ROW_GAP: Final = 8.0
CARD_WIDE, CARD_HIGH = 100.0, 146.0
REACH: Final = 8
"""How far from Start a tile can lie."""
MOST_PLAYERS: Final = 8
KINDS: Final = ("R", "RR", "G", "GG", "B", "BB", "W")
"""The resource cards, in the order of a hand."""
EVENTS: Final = ("landslide", "detour", "supplies", "toll", "leak", "relocation")
CHIP_WIDE, CHIP_HIGH = 252.0, 52.0

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


def paper() -> Drawing:
    """Return the paper of the map with all places, folded as maps are, and the edge of the table around it."""
    half = (REACH + 0.5) * CELL
    far = half + 4 * CELL
    lines = "".join(
        f"M{at:g} {-half:g}V{half:g}M{-half:g} {at:g}H{half:g}"
        for at in ((step - REACH - 0.5) * CELL for step in range(2 * REACH + 2))
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


def sign(colour: int, line: bool = True) -> tuple[Shape, ...]:
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


def wild_sign() -> tuple[Shape, ...]:
    """Return the sign of a wild card: a disc that is a third of each colour, with a star."""
    thirds = "M0 0L0 -26A26 26 0 0 1 22.5 13Z", "M0 0L22.5 13A26 26 0 0 1 -22.5 13Z", "M0 0L-22.5 13A26 26 0 0 1 0 -26Z"
    sectors = [Path(third, fill=name) for third, name in zip(thirds, COLOURS, strict=True)]
    return (
        *sectors,
        Circle(0, 0, 26, stroke="coal", width=2.4),
        Polygon(star(5, 16.0, 7.0), fill="chalk", stroke="coal", width=1.6),
    )


def card(kind: str, seen: bool = False) -> Drawing:
    """Return a resource card: one sign or two, or the wild one; with an eye if it lies open to all."""
    body = Rect(-CARD_WIDE / 2, -CARD_HIGH / 2, CARD_WIDE, CARD_HIGH, 11, fill="card", stroke="card-edge", width=2.0)
    if kind == "W":
        signs: tuple[Shape, ...] = (Group(wild_sign(), 0, -20, 0.0, 1.25),)
    elif len(kind) == 1:
        signs = (Group(sign("RGB".index(kind)), 0, -20, 0.0, 1.3),)
    else:
        shapes = sign("RGB".index(kind[0]))
        signs = Group(shapes, -15, -37), Group(shapes, 15, -2)
    return Drawing((body, *signs, *(seen_sign() if seen else ())), Spot(y=49, size=38, fill="card-ink"))


def back_of_card(shapes: tuple[Shape, ...] = ()) -> tuple[Shape, ...]:
    """Return a card that lies face down, with something on its back."""
    wide, high = CARD_WIDE, CARD_HIGH
    return (
        Rect(-wide / 2, -high / 2, wide, high, 11, fill="card", stroke="card-edge", width=2.0),
        Rect(-wide / 2 + 7, -high / 2 + 7, wide - 14, high - 14, 7, fill="back-face", stroke="back", width=1.4),
        *shapes,
    )


def eye(paint: str) -> tuple[Shape, ...]:
    """Return the sign of looking."""
    return (
        Path("M-24 0C-14 -17 14 -17 24 0C14 17 -14 17 -24 0Z", fill="card", stroke=paint, width=4.0),
        Circle(0, 0, 8, fill=paint),
    )


def seen_sign() -> tuple[Shape, ...]:
    """Return what is on a card of one's own that all have seen."""
    plate = Circle(0, 0, 20, fill="card", stroke="card-edge", width=1.6)
    return (Group((plate, Group(eye("card-ink"), scale=0.62)), -30, -54),)


def own_identity() -> Drawing:
    """Return one's own identity card, face down with its corner lifted: one may look at it."""
    corner = Polygon(((50, 36), (50, 73), (13, 73)), fill="desk", stroke="desk", width=3.0)
    lifted = Polygon(((50, 36), (14, 38), (13, 73)), fill="card", stroke="card-edge", width=2.0)
    plate = Circle(0, -18, 33, fill="card", stroke="back", width=2.0)
    return Drawing((*back_of_card((plate, Group(eye("card-ink"), 0, -18))), corner, lifted))


def hidden_identity() -> Drawing:
    """Return an identity that one does not know."""
    plate = Circle(0, 0, 34, fill="card", stroke="back", width=2.0)
    return Drawing(back_of_card((plate, Text("?", 0, 0, 48, bold=True, fill="card-ink"))))


def identity(colour: int) -> Drawing:
    """Return an identity card that lies open."""
    wide, high = CARD_WIDE, CARD_HIGH
    return Drawing(
        (
            Rect(-wide / 2, -high / 2, wide, high, 11, fill="card", stroke="card-edge", width=2.0),
            Rect(-wide / 2 + 7, -high / 2 + 7, wide - 14, high - 14, 7, stroke=COLOURS[colour], width=6.0),
            Group(sign(colour), 0, -14, 0.0, 1.5),
        ),
        Spot(y=46, size=36, fill="card-ink"),
    )


# ------------------------------------------------------------------------------------------------ beside the map


def chip(fill: str, stroke: str, width: float) -> Drawing:
    """Return the ground for the name of an event."""
    ground = Rect(-CHIP_WIDE / 2, -CHIP_HIGH / 2, CHIP_WIDE, CHIP_HIGH, 12, fill=fill, stroke=stroke, width=width)
    return Drawing((ground,), Spot(size=28))


def row(fill: str, stroke: str, width: float) -> Drawing:
    """Return the ground of a player's row."""
    return Drawing((Rect(8, 0, WIDE - 16, ROW_HIGH - ROW_GAP, 14, fill=fill, stroke=stroke, width=width),))


def grip() -> Drawing:
    """Return a player's row once more, unseen: it lies above all in the row, and can be touched anywhere."""
    return Drawing((Rect(8, 0, WIDE - 16, ROW_HIGH - ROW_GAP, 14, fill="row", opacity=0.0),))


def skip_sign() -> Drawing:
    """Return the sign of a seat that skips its next turn: no entry."""
    return Drawing(
        (
            Circle(0, 0, 26, fill="red", stroke="coal", width=2.0),
            Rect(-17, -6, 34, 12, 2, fill="chalk"),
        )
    )


def safe_sign() -> Drawing:
    """Return the sign of a seat that cannot be attacked now: a shield."""
    outline = "M0 -27L23 -19V2C23 15 12 23 0 29C-12 23 -23 15 -23 2V-19Z"
    tick = Path("M-10 1L-3 9L11 -9", stroke="badge-ink", width=5.5)
    return Drawing((Path(outline, fill="shield", stroke="coal", width=2.0), tick))


def held() -> Drawing:
    """Return a hand of hidden cards, with room for their number."""
    one = Group(back_of_card(), scale=0.36)
    return Drawing((Group((one,), -8, 0, -9.0), Group((one,), 6, 0, 7.0)), Spot(x=52, size=36))


def stack() -> Drawing:
    """Return the pile beneath a top tile."""
    return Drawing(
        tuple(
            Rect(-48.5 + at, -48.5 + at, 97, 97, 5, fill="print-road", stroke="print-edge", width=1.4) for at in (7, 4)
        )
    )


def desk(high: float) -> Drawing:
    """Return the ground of a pane beside the map."""
    return Drawing((Rect(0, 0, WIDE, high, 16, fill="desk", stroke="line"),))


def rows_high(players: int) -> float:
    """Return how high the pane of the players is: even for two not so flat that it needs the whole width."""
    return max(players, 4) * ROW_HIGH + ROW_GAP


def letters() -> Iterator[tuple[str, Drawing]]:
    """Yield the drawings that are nothing but room for words."""
    yield "axis", Drawing((), Spot(size=30, fill="paper-name"))
    yield "round", Drawing((), Spot(size=34))
    yield "doing", Drawing((), Spot(size=34, bold=False))
    yield "name", Drawing((), Spot(size=34))
    yield "figure", Drawing((), Spot(size=44))
    yield "note", Drawing((), Spot(size=28, fill="soft", bold=False))
    yield "word", Drawing((), Spot(size=30))


def drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield all drawings with their names."""
    yield from tile_drawings.drawings()
    yield from letters()
    yield "map", paper()
    yield from ((f"card-{kind.lower()}", card(kind)) for kind in KINDS)
    yield from ((f"seen-{kind.lower()}", card(kind, seen=True)) for kind in KINDS)
    yield "card-back", Drawing(back_of_card(), Spot(size=44, fill="card-ink", halo="card"))
    yield "card-gap", Drawing((Rect(-48, -71, 96, 142, 11, stroke="line", width=3.0, dash=8.0),))
    yield "identity-own", own_identity()
    yield "identity-hidden", hidden_identity()
    yield from ((f"identity-{name}", identity(colour)) for colour, name in enumerate(COLOURS))
    yield from ((f"sign-{name}", Drawing(sign(colour))) for colour, name in enumerate(COLOURS))
    yield "chip", chip("chip", "line", 1.6)
    yield "chip-now", chip("turn", "turn-line", 4.0)
    yield "row", row("row", "line", 1.4)
    yield "row-turn", row("turn", "turn-line", 4.0)
    yield "row-target", row("row", "accent", 4.0)
    yield "seat", grip()
    yield "badge", Drawing((Circle(0, 0, 29, fill="badge"),), Spot(size=34, fill="badge-ink"))
    yield "skips", skip_sign()
    yield "safe", safe_sign()
    yield "looked", Drawing((Group(eye("card-ink"), -2, -9, 0.0, 0.9),), Spot(y=23, size=26))
    yield "held", held()
    yield "stack", stack()
    yield "hand", desk(HAND_HIGH)
    yield "piles", desk(PILES_HIGH)
    yield from ((f"players-{players}", desk(rows_high(players))) for players in range(2, MOST_PLAYERS + 1))


KIT: Final = Kit.of("tricolor-line", dict(drawings()), colours=HUES, paints=PAINTS, marks=MARKS)
