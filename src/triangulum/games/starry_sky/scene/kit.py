"""The kit of Starry Sky Trick-Taking: all drawings by name, with colours, paints and marks."""

from __future__ import annotations

from collections.abc import Iterator

from triangulum.games.starry_sky.box import CARDS_PER_COLOUR
from triangulum.games.starry_sky.scene.card_drawings import (
    MAX_FAN_CARDS,
    card_back,
    card_face,
    closed_eye_sign,
    empty_card_place,
    hand_fan,
    trick_pile,
)
from triangulum.games.starry_sky.scene.colour_signs import colour_sign
from triangulum.games.starry_sky.scene.paints import COLOURS, MARKS, PAINTS
from triangulum.games.starry_sky.scene.sky_drawings import (
    crossing_sparkle,
    cut_sign,
    named_line_drawings,
    night_sky,
    star_drawing,
    tally_drawing,
)
from triangulum.games.starry_sky.scene.table_drawings import (
    HAND_HEIGHT,
    HAND_WIDTH,
    colour_tag,
    eraser_drawing,
    leader_sign,
    past_trick_sign,
    round_table,
    seat_panel,
    void_sign,
    winner_sign,
)
from triangulum.games.starry_sky.views import COLOURS as COLOUR_NAMES
from triangulum.scene import Circle, Drawing, Kit, Polygon, Rect, Spot, star_points


def named_colour_drawings(colour: str) -> Iterator[tuple[str, Drawing]]:
    """Yield the names and drawings that a colour has."""
    offset = CARDS_PER_COLOUR * COLOUR_NAMES.index(colour)
    yield from ((f"card-{offset + number - 1}", card_face(colour, number)) for number in range(1, CARDS_PER_COLOUR + 1))
    yield f"crossing-{colour}", crossing_sparkle(colour)
    yield f"void-{colour}", void_sign(colour)
    yield f"tag-{colour}", colour_tag(colour)
    yield f"past-{colour}-low", past_trick_sign(colour, True)
    yield f"past-{colour}-high", past_trick_sign(colour, False)
    yield f"tally-{colour}", tally_drawing((colour_sign(colour, 15.0, colour),))


def named_drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield the names and drawings of the whole kit."""
    yield from named_line_drawings()
    for colour in COLOUR_NAMES:
        yield from named_colour_drawings(colour)
    yield from ((f"fan-{count}", hand_fan(count)) for count in range(MAX_FAN_CARDS + 1))
    yield "sky", night_sky()
    yield "star", star_drawing(False)
    yield "star-full", star_drawing(True)
    yield "cut", cut_sign()
    yield "tally-crossings", tally_drawing((Polygon(star_points(4, 15, 5.4), fill="white"),))
    yield "total", Drawing((), Spot(size=50, fill="sky-ink"))
    yield "total-word", Drawing((), Spot(size=22, fill="sky-soft", bold=False))
    yield "back", card_back()
    yield "place", empty_card_place()
    yield "own", closed_eye_sign()
    yield "pile", trick_pile()
    yield "table", round_table()
    yield "seat", seat_panel(False)
    yield "seat-turn", seat_panel(True)
    yield "leader", leader_sign()
    yield "rubber", eraser_drawing()
    yield "laurels", winner_sign()
    yield "past-open", Drawing((Circle(0, 0, 11.5, stroke="soft", width=1.6, dash=4),))
    yield "tag-none", Drawing((), Spot(size=26, fill="white"))
    yield "caption", Drawing((), Spot(size=21, fill="white", bold=False))
    yield "distance", Drawing((Rect(-56, -14, 112, 28, 14, fill="night", opacity=0.72),), Spot(size=20, fill="white"))
    yield "doing", Drawing((), Spot(size=20, fill="accent"))
    yield "clock", Drawing((), Spot(size=28))
    yield "small", Drawing((), Spot(size=21, fill="soft", bold=False))
    yield "hand", Drawing((Rect(0, 0, HAND_WIDTH, HAND_HEIGHT, 14, fill="desk", stroke="line"),))
    yield "hand-word", Drawing((), Spot(size=24))


KIT = Kit.create("starry-sky", dict(named_drawings()), colours=COLOURS, paints=PAINTS, marks=MARKS)
