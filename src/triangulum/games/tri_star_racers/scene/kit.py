"""What Tri-Star Racers is drawn with besides tiles and lanes: colours, plates, the draft card, the players' rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from triangulum.games.tri_star_racers.scene import lanes_pane, tile_drawings
from triangulum.scene import (
    Circle,
    Colour,
    Drawing,
    Gradient,
    Group,
    Kit,
    Mark,
    Path,
    Polygon,
    Rect,
    Shape,
    Spot,
    star_points,
)

PANE_WIDTH: Final = 1000.0
HAND_HEIGHT, DRAFT_HEIGHT = 345.0, 345.0
ROW_HEIGHT: Final = 112.0
ROW_GAP: Final = 8.0
NAME_X, LAST_SHIP_X = 238.0, 445.0
"""Where a player's row has the name, and the space of the last ship."""
CARD_HEIGHT: Final = 266.0
CARD_WIDTHS: Final = {"narrow": 154.0, "broad": 318.0}

COLOURS: Final = {
    "sky-top": Colour("#1a2150", "#070a1c"),
    "sky-low": Colour("#3f3775", "#191a40"),
    "haze": Colour("#9a5aa6", "#55306e"),
    "mist": Colour("#3f82b8", "#1d4668"),
    "sky-name": Colour("#f1f3ff", "#dfe4fa"),
    "sky-soft": Colour("#b9c1ec", "#a3acd6"),
    "spark": Colour("#ffffff", "#ffffff"),
    "star-light": Colour("#ffffff", "#ffffff"),
    "night": Colour("#0c1026", "#05070f"),
    "badge": Colour("#d5dbf2", "#2b3566"),
    "deep": Colour("#242c58", "#1a2144"),
    "steel": Colour("#59638f", "#3a4268"),
    "steel-line": Colour("#8f9ac6", "#5d6796"),
    "field": Colour("#10163a", "#0a0d24"),
    "hollow": Colour("#1f2758", "#151b3e"),
    "hollow-line": Colour("#4a568f", "#374274"),
    "hollow-name": Colour("#8b97d0", "#7580b8"),
    "tile-face": Colour("#f3f1fa", "#d3d3e4"),
    "tile-edge": Colour("#b9bbd6", "#9597b6"),
    "seam": Colour("#cfcfe2", "#b3b4cc"),
    "back": Colour("#34407e", "#2c376e"),
    "back-edge": Colour("#55619f", "#48538c"),
    "back-line": Colour("#a9b4ea", "#97a2d8"),
    "crystal-line": Colour("#141838", "#0d1029"),
    "wild-line": Colour("#ffffff", "#ffffff"),
    "pink": Colour("#d92f86", "#dd3a8d"),
    "pink-lit": Colour("#f58dbe", "#f58dbe"),
    "pink-dim": Colour("#a31862", "#a31862"),
    "pink-pip": Colour("#ffffff", "#ffffff"),
    "blue": Colour("#1c4fc4", "#2457cc"),
    "blue-lit": Colour("#5b92f5", "#6498f5"),
    "blue-dim": Colour("#12328a", "#153794"),
    "blue-pip": Colour("#ffffff", "#ffffff"),
    "orange": Colour("#fb9f24", "#fb9f24"),
    "orange-lit": Colour("#ffcf80", "#ffcf80"),
    "orange-dim": Colour("#d97708", "#d97708"),
    "orange-pip": Colour("#43200a", "#43200a"),
    "gold": Colour("#ffd966", "#ffd966"),
    "glow": Colour("#ffef5c", "#ffef5c"),
    "desk": Colour("#efece4", "#1b202b"),
    "card": Colour("#ffffff", "#2a3244"),
    "row": Colour("#f8f6f0", "#232a39"),
    "turn": Colour("#fff3cf", "#3d3a2a"),
    "turn-line": Colour("#c58a00", "#ffd75e"),
    "ivory": Colour("#fbf7ea", "#fbf7ea"),
    "ivory-ink": Colour("#1a1d2b", "#1a1d2b"),
    "leaf": Colour("#35a35f", "#3bad67"),
    "leaf-ink": Colour("#08230f", "#08230f"),
    "lemon": Colour("#f5e04d", "#f5e04d"),
    "lemon-ink": Colour("#3b3200", "#3b3200"),
    "violet": Colour("#6e3fc4", "#7d50d2"),
    "violet-ink": Colour("#ffffff", "#ffffff"),
    "coal": Colour("#2a2e3c", "#11131b"),
    "coal-ink": Colour("#ffffff", "#ffffff"),
    "hull-line": Colour("#14172a", "#e6e3da"),
    "ice": Colour("#bfeaff", "#9fdcff"),
    "ice-line": Colour("#0f7fb8", "#7fd2ff"),
    "lane-pink": Colour("#fbdcea", "#43203a"),
    "zone-pink": Colour("#f4b6d3", "#5d2c4f"),
    "lane-blue": Colour("#d9e4fb", "#1d2b54"),
    "zone-blue": Colour("#b3c8f5", "#2a3d73"),
    "lane-orange": Colour("#fdeacf", "#493216"),
    "zone-orange": Colour("#f8d29c", "#66471f"),
    "fifth": Colour("#2a2e3c", "#f1f3ff"),
    "chequer-light": Colour("#ffffff", "#f3f1ea"),
    "chequer-dark": Colour("#15171f", "#0b0c12"),
}

PAINTS: Final = {
    "sky": Gradient(((0.0, "sky-top", 1.0), (1.0, "sky-low", 1.0))),
    "haze-cloud": Gradient(((0.0, "haze", 0.45), (1.0, "haze", 0.0)), radial=True),
    "mist-cloud": Gradient(((0.0, "mist", 0.45), (1.0, "mist", 0.0)), radial=True),
}

MARKS: Final = {"glow": Mark(glow="glow", width=5.0), "played": Mark(opacity=0.35)}


def gain_drawing(letter: str) -> Drawing:
    """Return the crystal of a lane with room below it for how far its ship moves."""
    return Drawing(tile_drawings.crystal_drawing(letter, 0).shapes, Spot(y=33, size=24, fill="sky-name"))


def boost_drawing(letter: str) -> Drawing:
    """Return the crystal of a boost, or the wild one, with room beside it for how far it moves a ship."""
    shapes = tile_drawings.wild_crystal_shapes() if letter == "W" else tile_drawings.crystal_drawing(letter, 0).shapes
    return Drawing(shapes, Spot(x=42, size=30))


def slot_ground_drawing(size: str) -> Drawing:
    """Return the ground of a slot."""
    wide = CARD_WIDTHS[size]
    return Drawing((Rect(-wide / 2, -CARD_HEIGHT / 2, wide, CARD_HEIGHT, 14, fill="card"),))


def slot_edge_drawing(size: str) -> Drawing:
    """Return the edge of a slot with its number: it lies above all that is in the slot, and can be touched anywhere."""
    wide = CARD_WIDTHS[size]
    place = -wide / 2, -CARD_HEIGHT / 2, wide, CARD_HEIGHT, 14
    return Drawing(
        (Rect(*place, fill="card", opacity=0.0), Rect(*place, stroke="line", width=2.0)),
        Spot(x=-wide / 2 + 21, y=-CARD_HEIGHT / 2 + 25, size=24, fill="soft", bold=False),
    )


def player_row_drawing(fill: str, stroke: str, width: float) -> Drawing:
    """Return the ground of a player's row."""
    high = ROW_HEIGHT - ROW_GAP
    return Drawing((Rect(8, 0, PANE_WIDTH - 16, high, 14, fill=fill, stroke=stroke, width=width),))


def bag_drawing() -> Drawing:
    """Return the bag of tiles, with the number in it."""
    outline = "M-12 -20H12L8 -11C24 0 28 24 18 24H-18C-28 24 -24 0 -8 -11Z"
    return Drawing(
        (Path(outline, fill="back", stroke="back-line", width=2.0), Path("M-10 -11H10", stroke="gold", width=3.4)),
        Spot(x=54, size=28),
    )


def discards_drawing() -> Drawing:
    """Return the sign of the tiles that have left the game, with their number."""
    small = Group(tile_drawings.tile_back_drawing().shapes, 0, 6, 0.0, 0.38)
    return Drawing((small, Path("M-18 20L18 -18", stroke="accent", width=5.0)), Spot(x=44, size=28))


def flag_drawing() -> Drawing:
    """Return the chequered flag of the last round."""
    shapes: list[Shape] = [Rect(-118, -20, 236, 40, 8, fill="chequer-light", stroke="chequer-dark", width=1.6)]
    for side in (-1, 1):
        shapes += [
            Rect(side * 104 - 12 + 8 * column, -18 + 9 * line, 8, 9, fill="chequer-dark")
            for column in range(3)
            for line in range(4)
            if (column + line) % 2 == 0
        ]
    return Drawing(tuple(shapes), Spot(size=27, fill="chequer-dark", max_width=170))


def trophy_drawing() -> Drawing:
    """Return the star behind the badge of who has won."""
    return Drawing(
        (
            Polygon(star_points(12, 104.0, 76.0), fill="gold", stroke="night", width=3.0),
            Circle(0, 0, 62, fill="deep", stroke="night", width=3.0),
        )
    )


def list_kit_drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield all drawings that do not depend on the setup, with their names."""
    yield from tile_drawings.list_tile_part_drawings()
    yield from lanes_pane.list_ship_and_burst_drawings()
    for letter in "PBO":
        yield f"gain-{letter.lower()}", gain_drawing(letter)
    for letter in "PBOW":
        yield f"boost-{letter.lower()}", boost_drawing(letter)
    for size in CARD_WIDTHS:
        yield f"card-{size}", slot_ground_drawing(size)
        yield f"slot-{size}", slot_edge_drawing(size)
    yield "row", player_row_drawing("row", "line", 1.4)
    yield "row-turn", player_row_drawing("turn", "turn-line", 4.0)
    yield "bag", bag_drawing()
    yield "discards", discards_drawing()
    yield "flag", flag_drawing()
    yield "trophy", trophy_drawing()
    for name, high in (("hand", HAND_HEIGHT), ("draft", DRAFT_HEIGHT)):
        yield name, Drawing((Rect(0, 0, PANE_WIDTH, high, 16, fill="desk", stroke="line"),))
    yield "round", Drawing((), Spot(size=40, fill="sky-name", max_width=280))
    yield "plate", Drawing((), Spot(size=38, fill="sky-name", max_width=205))
    yield "result", Drawing((), Spot(size=34, fill="sky-name", max_width=270))
    yield "doing", Drawing((), Spot(size=28, fill="sky-name", bold=False, max_width=280))
    yield "caption", Drawing((), Spot(size=24, fill="sky-soft", bold=False, max_width=280))
    yield "name", Drawing((), Spot(size=36, max_width=245))
    yield "figure", Drawing((), Spot(size=44))
    for name, room in (("note", 245), ("heading", 180), ("order", 108), ("last-ship", 150)):
        yield name, Drawing((), Spot(size=24, fill="soft", bold=False, max_width=room))


KIT: Final = Kit.create("tri-star-racers", dict(list_kit_drawings()), colours=COLOURS, paints=PAINTS, marks=MARKS)
