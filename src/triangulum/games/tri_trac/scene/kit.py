"""The kit of Tri-Trac: all drawings by name, and with them its colours."""

from __future__ import annotations

from collections.abc import Iterator

from triangulum.games.tri_trac.scene.board_drawings import (
    build_board,
    build_empty_space,
    build_last_space_outline,
    build_origin_outline,
    build_wooden_arrow,
)
from triangulum.games.tri_trac.scene.board_layout import BoardLayout
from triangulum.games.tri_trac.scene.desk_drawings import (
    MAX_RESERVE_SHOWN,
    SEAT_COLOURS,
    build_desk,
    build_neutral_lock_sign,
    build_reserve,
    build_seat_plate,
    build_turn_light,
)
from triangulum.games.tri_trac.scene.paints import COLOURS, MARKS, PAINTS
from triangulum.games.tri_trac.scene.triangle_drawings import build_neutral_padlock, build_track_glow, build_triangle
from triangulum.games.tri_trac.scene.triangle_geometry import ROTATIONS
from triangulum.games.tri_trac.views import OWNERS
from triangulum.scene import Drawing, Kit, Spot


def list_common_drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield all drawings that do not depend on the board, with their names."""
    for owner in OWNERS:
        yield from ((f"{owner}-{rotation}", build_triangle(owner, rotation)) for rotation in ROTATIONS)
    for points, rotation in (("up", 0), ("down", 180)):
        yield f"space-{points}", build_empty_space(rotation)
        yield f"last-{points}", build_last_space_outline(rotation)
        yield f"origin-{points}", build_origin_outline(rotation)
    for kind in ("dark", "light"):
        yield f"arrow-{kind}", build_wooden_arrow(kind, False)
        yield f"arrow-{kind}-lit", build_wooden_arrow(kind, True)
    for seat, colour in enumerate(SEAT_COLOURS):
        yield f"lock-{seat}", build_neutral_padlock(colour)
        yield f"touch-lock-{seat}", build_neutral_lock_sign(seat)
        yield f"plate-{seat}", build_seat_plate(colour)
        yield from ((f"reserve-{seat}-{count}", build_reserve(colour, count)) for count in range(MAX_RESERVE_SHOWN + 1))
    yield "beam", build_track_glow()
    yield "touch-free", build_neutral_lock_sign(None)
    yield "desk", build_desk()
    yield "turn", build_turn_light()
    yield "doing", Drawing((), Spot(size=23, max_width=240))
    yield "clock", Drawing((), Spot(size=34, max_width=236))
    yield "limit", Drawing((), Spot(size=22, fill="soft", bold=False, max_width=236))


COMMON_KIT = Kit.create("tri-trac", dict(list_common_drawings()), colours=COLOURS, paints=PAINTS, marks=MARKS)


def build_kit(layout: BoardLayout) -> Kit:
    """Return the kit of a board."""
    return COMMON_KIT.with_drawings({"board": build_board(layout)})
