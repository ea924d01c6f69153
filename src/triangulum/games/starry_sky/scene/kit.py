"""The kit of Starry Sky Trick-Taking: all drawings by name, with colours, paints and marks."""

from __future__ import annotations

from collections.abc import Iterator

from triangulum.games.starry_sky.box import CARDS_PER_COLOUR
from triangulum.games.starry_sky.scene.card_drawings import (
    MAX_FAN_CARDS,
    card_back_drawing,
    card_face_drawing,
    closed_eye_drawing,
    empty_card_drawing,
    hand_fan_drawing,
    trick_pile_drawing,
)
from triangulum.games.starry_sky.scene.colour_signs import colour_sign
from triangulum.games.starry_sky.scene.paints import COLOURS, MARKS, PAINTS
from triangulum.games.starry_sky.scene.sky_drawings import (
    crossing_drawing,
    erasure_sign_drawing,
    iter_line_drawings,
    night_sky_drawing,
    star_drawing,
    tally_drawing,
)
from triangulum.games.starry_sky.scene.table_drawings import (
    HAND_HEIGHT,
    HAND_WIDTH,
    eraser_drawing,
    large_colour_tag_drawing,
    past_trick_drawing,
    seat_panel_drawing,
    table_drawing,
    trick_leader_sign_drawing,
    void_sign_drawing,
    winning_card_sign_drawing,
)
from triangulum.games.starry_sky.views import COLOURS as COLOUR_NAMES
from triangulum.scene import Circle, Drawing, Kit, Polygon, Rect, Spot, star_points


def iter_colour_drawings(colour: str) -> Iterator[tuple[str, Drawing]]:
    """Yield the names and drawings that a colour has."""
    offset = CARDS_PER_COLOUR * COLOUR_NAMES.index(colour)
    yield from (
        (f"card-{offset + number - 1}", card_face_drawing(colour, number)) for number in range(1, CARDS_PER_COLOUR + 1)
    )
    yield f"crossing-{colour}", crossing_drawing(colour)
    yield f"void-{colour}", void_sign_drawing(colour)
    yield f"tag-{colour}", large_colour_tag_drawing(colour)
    yield f"past-{colour}-low", past_trick_drawing(colour, True)
    yield f"past-{colour}-high", past_trick_drawing(colour, False)
    yield f"tally-{colour}", tally_drawing((colour_sign(colour, 15.0, colour),))


def iter_drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield the names and drawings of the whole kit."""
    yield from iter_line_drawings()
    for colour in COLOUR_NAMES:
        yield from iter_colour_drawings(colour)
    yield from ((f"fan-{count}", hand_fan_drawing(count)) for count in range(MAX_FAN_CARDS + 1))
    yield "sky", night_sky_drawing()
    yield "star", star_drawing(False)
    yield "star-full", star_drawing(True)
    yield "cut", erasure_sign_drawing()
    yield "tally-crossings", tally_drawing((Polygon(star_points(4, 15, 5.4), fill="white"),))
    yield "total", Drawing((), Spot(size=50, fill="sky-ink"))
    yield "total-word", Drawing((), Spot(size=22, fill="sky-soft", bold=False, max_width=84))
    yield "back", card_back_drawing()
    yield "place", empty_card_drawing()
    yield "own", closed_eye_drawing()
    yield "pile", trick_pile_drawing()
    yield "table", table_drawing()
    yield "seat", seat_panel_drawing(False)
    yield "seat-turn", seat_panel_drawing(True)
    yield "leader", trick_leader_sign_drawing()
    yield "rubber", eraser_drawing()
    yield "laurels", winning_card_sign_drawing()
    yield "past-open", Drawing((Circle(0, 0, 11.5, stroke="soft", width=1.6, dash=4),))
    yield "tag-none", Drawing((), Spot(size=26, fill="white", max_width=210))
    yield "caption", Drawing((), Spot(size=21, fill="white", bold=False, max_width=236))
    yield (
        "distance",
        Drawing((Rect(-56, -14, 112, 28, 14, fill="night", opacity=0.72),), Spot(size=20, fill="white", max_width=100)),
    )
    yield "doing", Drawing((), Spot(size=20, fill="accent", max_width=84))
    yield "clock", Drawing((), Spot(size=28, max_width=190))
    yield "small", Drawing((), Spot(size=21, fill="soft", bold=False, max_width=190))
    yield "hand", Drawing((Rect(0, 0, HAND_WIDTH, HAND_HEIGHT, 14, fill="desk", stroke="line"),))
    yield "hand-word", Drawing((), Spot(size=24, max_width=HAND_WIDTH - 24))


KIT = Kit.create("starry-sky", dict(iter_drawings()), colours=COLOURS, paints=PAINTS, marks=MARKS)
