"""The kit of Star Runners: all drawings by name, with colours, paints and marks."""

from __future__ import annotations

from collections.abc import Iterator

from triangulum.games.star_runners.scene.dice_drawings import (
    die_drawing,
    die_outline,
    home_choice_drawing,
    point_drawing,
    seat_plate_drawing,
    victory_drawing,
)
from triangulum.games.star_runners.scene.layout import DICE_PANE_HEIGHT, DICE_PANE_WIDTH, HOME_RADIUS
from triangulum.games.star_runners.scene.map_drawings import map_drawing
from triangulum.games.star_runners.scene.paints import COLOURS, MARKS, PAINTS
from triangulum.games.star_runners.scene.ship_drawings import guard_drawing, ship_drawing, ship_symbol
from triangulum.games.star_runners.scene.star_drawings import (
    backwater_drawing,
    home_drawing,
    home_ring_shapes,
    single_star_drawing,
    touch_area,
    unknown_backwater_drawing,
    unknown_star_shapes,
)
from triangulum.scene import Drawing, Kit, Rect, Spot


def iter_seat_drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield the name and drawing of everything that differs by seat."""
    for seat in range(2):
        yield f"plate-{seat}", seat_plate_drawing(seat)
        yield (
            f"home-{seat}-unborn",
            Drawing((*home_ring_shapes(seat), *unknown_star_shapes(-18), *unknown_star_shapes(18))),
        )
        for missing_size in range(3):
            yield f"home-{seat}-{missing_size}", home_drawing(seat, missing_size)
        for num_shields in (1, 2):
            yield f"guard-{seat}-{num_shields}", guard_drawing(seat, num_shields, 31.0, 2.2)
            yield f"home-guard-{seat}-{num_shields}", guard_drawing(seat, num_shields, HOME_RADIUS + 5.0, 3.2)
        for size, visited, pinned in ((s, v, p) for s in range(3) for v in (False, True) for p in (False, True)):
            yield ship_symbol(seat, size, visited, pinned), ship_drawing(seat, size, visited, pinned)


def build_drawings() -> dict[str, Drawing]:
    """Return all drawings by name."""
    drawings = {
        "sky": map_drawing(),
        "desk": Drawing((Rect(0, 0, DICE_PANE_WIDTH, DICE_PANE_HEIGHT, 14, fill="desk", stroke="line"),)),
        "backwater-unborn": unknown_backwater_drawing(),
        "star-unborn": Drawing((touch_area(56, 56), *unknown_star_shapes())),
        "turn": Drawing((Rect(-118, -70, 236, 140, 14, fill="seat", stroke="point", width=3.0),)),
        "doing": Drawing((), Spot(size=23, max_width=220)),
        "clock": Drawing((), Spot(size=19, fill="soft", bold=False, max_width=290)),
        "die-idle": Drawing((die_outline(stroke="soft", width=2, dash=6, opacity=0.6),)),
        "laurels": victory_drawing(),
    }
    drawings |= {f"star-{size}": single_star_drawing(size) for size in range(3)}
    drawings |= {f"backwater-{size}": backwater_drawing(size) for size in range(3)}
    drawings |= {f"pair-{missing_size}": home_choice_drawing(missing_size) for missing_size in range(3)}
    drawings |= {f"die-{shown}": die_drawing(shown) for shown in range(7)}
    drawings |= {
        "point-left": point_drawing("left"),
        "point-spent": point_drawing("spent"),
        "point-offered": point_drawing("offered"),
    }
    return drawings | dict(iter_seat_drawings())


KIT = Kit.create("star-runners", build_drawings(), colours=COLOURS, paints=PAINTS, marks=MARKS)
