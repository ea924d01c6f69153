"""Renders the pictures of the documentation: `python tools/pictures.py` writes docs/pictures/*.png.

The same sources give the same bytes, so a picture changes only when the drawing does.
"""

from pathlib import Path
from typing import Any

import triangulum as tri
from triangulum.scene import render_png
from triangulum.scene.localize import localize_scene
from triangulum.text import Reader

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"

OPENING = "SL ML | S:A M:A L:A | S:B M:B L:B | turn 1 | seat 0 spends 5 of 5-2"
MIDDLE = "SM ML | S:W* M:b1 L:a1 | S:a1* M:W* L:W* | turn 18 | seat 1 has doubles 4-4"
WON = "ML SM | S:B* M:B* L:B* | S:a2* M:W* L:b1* | turn 57 | won by seat 0"
BLOCKADE = "SM ML | S:a1 M:A L:W* | S:B M:b2 L:W* | turn 9 | seat 0 rolls"

TRACKS = "N b4 LT; O a2 LR, b3 RB, c2 LR, c6 LR, d3 RT; Y c1 LR, c3 LT, c4 RB, c5 LR, d4 LB"
TRACKS_LOCKED = f"{TRACKS} | turn 18 | neutral barred | last moved b6-b4"
TRACK = "N d3 LT; O a2 RT, b4 LT, c1 LR, c3 RT, d1 RT, d5 LT; Y a1 RB, a3 LB, b3 RB, c2 LB, c4 LB, d2 LR"
TRACK_WON = f"{TRACK} | after turn 34 | won by seat 1 | last turned c4"

SKY = {"sky": 42}
SKY_TRICKS = "tricks R2 R3 R1, B3 B1 B2, R9 R4 R12, B6 B4 B5, R8 R6 R5"
SKY_LINES = "red 1-2 2-3 4-9 4-12"
SKY_DRAWING = f"B7 B11 B12, R10 B8 B10, R7 R11 B9 | {SKY_TRICKS} | {SKY_LINES} | blue 4-5 | seat 2 draws"
SKY_NEW = f"{SKY_LINES} 5-6 5-8 | blue 4-5 | new 5-6 5-8"
SKY_TRICK = f"B7 B11 B12, R10 B8 B10, R11 B9 | down -, -, R7 | {SKY_TRICKS} | {SKY_NEW} | seat 0 follows"
SKY_LAST = f"{SKY_TRICKS}, B7 R10 R7, B11 B8 B9"
SKY_OVER = f"B12, B10, R11 | {SKY_LAST} | {SKY_LINES} 5-6 5-8 | blue 4-5 9-11 | new 9-11 | over"
SKY_ERASER = {**SKY, "erasing": "after"}
SKY_ERASED = "tricks B1 B4 B6, B2 B8 B7, R2 R3 R1, R7 R4 R12, B3 R5 R9, B5 R6 R10, B9 R8 R11"
SKY_ERASING = f"B10, B12, B11 | {SKY_ERASED} | red 1-2 2-3 4-7 5-9 7-12 | blue 1-4 1-6 2-7 | seat 2 erases"

RACE = {"players": 4}
RACE_TILES = (
    "edges 6a 3a 4a | board P2 P1 O2 at d1, P3 B1 O2 at d5, O1 B2 P2 at e1, B2 O3 P3 at e2, P1 O3 B1 at e3, "
    "O1 P2 B3 at e4, B1 P2 O2 at e5, P2 O1 O2 at e6, O1 P1 B2 at f2, B1 P3 O1 at f3, P1 B2 W at f4, P1 B3 O2 at f5, "
    "B1 O2 O2 at f6, B2 O1 B1 at g4, B3 P1 O3 at g5, P3 B2 O2 at g6 | last g6 by seat 2"
)
RACE_HANDS = (
    "hands P2 P2 B1+, B1 B1 P2+, B1 B2 P1 / P1 P1 O2, O2 O2 P1, O1 O1 O1+ / B1 B2 O2+, O1 O2 B1, B1 B1 B1+ / "
    "P1 P1 B2, B2 B2 O1, W P1 O2+ | slots P2 B2 O2, P1 B1 O1, W B1 O2"
)
RACE_SHIPS = "ships 18 14 18* / 17 17 19 / 19 16 14 / 16 11 10 | bursts P25 P35 B25 B35 O25 O35"
RACE_TURN = f"{RACE_TILES} | {RACE_HANDS} | {RACE_SHIPS} | unseen P2 P3 B2 B3 O3 W2 | round 4 | turn 4 | seat 3 plays"

ROADS = {"players": 5}
ROADS_TILES = (
    "tiles blue dead-end W at -4,-2, blue cross NESW at -4,-1, red corner NE at -3,-1 built, end NESW at -3,0 built, "
    "blue corner NW at -2,-1 built, blue corner ES at -2,0 built, blue cross NESW at -1,-2, red twin NE+SW at "
    "-1,-1 built, blue tee ESW at -1,0 built, red dead-end W at -1,1 built, end NESW at 0,-2, green dead-end N at "
    "0,-1, green tee ESW at 1,-2, green corner ES at 1,-1, red straight EW at 1,0 built, blue corner NE at 2,-1, "
    "green cross NESW at 3,-2 built, red bridge NS+EW at 3,-1, red straight EW at 3,0, end NESW at 2,1 built, "
)
ROADS_KNOWN = (
    "looked 1 at 3, 1 at 4 | events supplies leak detour toll landslide relocation detour leak supplies relocation"
)
ROADS_TURN = (
    f"{ROADS_TILES} green twin NW+ES at 2,0 | last 3,0 | piles green cross 17, red twin 16, blue cross 12 | "
    "hands R R G+ GG BB / R GG GG W / R RR G GG+ BB / R R+ GG B BB / R R G G B | "
    "discards R R R R R RR RR G G B B W | identities green blue blue green red | "
    f"{ROADS_KNOWN} | round 8 | seat 1 acts"
)
ROADS_OVER = (
    f"{ROADS_TILES} green twin NW+ES at 2,0 built, green corner ES at 0,1 | last 0,1 | "
    "piles green cross 17, red twin 16, blue cross 11 | "
    "hands R+ R+ G+ GG+ BB+ / R+ W+ / R+ RR+ G+ GG+ BB+ / R+ R+ GG+ B+ BB+ / R+ R+ G+ G+ B+ | "
    "discards R R R R R RR RR G G GG GG B B W | identities green blue blue green red | "
    f"{ROADS_KNOWN} | round 8 | over by routes after seat 1"
)

WIDE = {"width": 560}
SMALL = {"width": 460}
SQUARE = {"width": 420}
BROAD = {"width": 760}
PHONE = {"width": 360, "layout": "narrow"}
PICTURES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "star-runners-opening": ("star-runners", OPENING, SMALL),
    "star-runners": ("star-runners", MIDDLE, WIDE),
    "star-runners-dark": ("star-runners", MIDDLE, {**SMALL, "mode": "dark"}),
    "star-runners-grey": ("star-runners", MIDDLE, {**SMALL, "grey": True}),
    "star-runners-narrow": ("star-runners", MIDDLE, PHONE),
    "star-runners-won": ("star-runners", WON, SMALL),
    "star-runners-blockade": ("star-runners", BLOCKADE, SMALL),
    "tri-trac-opening": ("tri-trac", "-", SQUARE),
    "tri-trac": ("tri-trac", TRACKS_LOCKED, WIDE),
    "tri-trac-dark": ("tri-trac", TRACKS_LOCKED, {**SQUARE, "mode": "dark"}),
    "tri-trac-grey": ("tri-trac", TRACKS_LOCKED, {**SQUARE, "grey": True}),
    "tri-trac-narrow": ("tri-trac", TRACKS_LOCKED, PHONE),
    "tri-trac-won": ("tri-trac", TRACK_WON, SQUARE),
    "starry-sky": ("starry-sky", SKY_DRAWING, {**BROAD, "seat": 2, "options": SKY}),
    "starry-sky-dark": ("starry-sky", SKY_TRICK, {**BROAD, "seat": 0, "options": SKY, "mode": "dark"}),
    "starry-sky-grey": ("starry-sky", SKY_DRAWING, {**BROAD, "seat": 2, "options": SKY, "grey": True}),
    "starry-sky-narrow": ("starry-sky", SKY_TRICK, {**PHONE, "seat": 0, "options": SKY}),
    "starry-sky-erasing": ("starry-sky", SKY_ERASING, {**BROAD, "seat": 2, "options": SKY_ERASER}),
    "starry-sky-over": ("starry-sky", SKY_OVER, {**BROAD, "options": SKY}),
    "tri-star-racers": ("tri-star-racers", RACE_TURN, {"width": 1000, "seat": 3, "options": RACE}),
    "tri-star-racers-dark": (
        "tri-star-racers",
        RACE_TURN,
        {"width": 1000, "seat": 3, "options": RACE, "mode": "dark"},
    ),
    "tri-star-racers-grey": ("tri-star-racers", RACE_TURN, {**BROAD, "seat": 3, "options": RACE, "grey": True}),
    "tri-star-racers-narrow": ("tri-star-racers", RACE_TURN, {**PHONE, "seat": 3, "options": RACE}),
    "tricolor-line": ("tricolor-line", ROADS_TURN, {"width": 1000, "seat": 1, "options": ROADS}),
    "tricolor-line-dark": ("tricolor-line", ROADS_TURN, {**BROAD, "seat": 1, "options": ROADS, "mode": "dark"}),
    "tricolor-line-grey": ("tricolor-line", ROADS_TURN, {**BROAD, "seat": 1, "options": ROADS, "grey": True}),
    "tricolor-line-narrow": ("tricolor-line", ROADS_TURN, {**PHONE, "seat": 1, "options": ROADS}),
    "tricolor-line-over": ("tricolor-line", ROADS_OVER, {**BROAD, "options": ROADS}),
}
"""For each picture its game, its position, and how to render it: the options and the seat, too."""


def render_position(
    game: str, position: str, *, seat: int | None = None, options: dict[str, Any] | None = None, **how: Any
) -> bytes:
    """Return the picture of a position as a seat, or else a spectator, sees it."""
    setup = tri.game(game).setup(**options or {})
    scene = setup.parse_position(position).scene(seat)
    assert scene is not None, f"{game} draws nothing"
    return render_png(localize_scene(scene, Reader(seat=seat)), **how)


def main() -> None:
    """Render and write all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (game, position, how) in PICTURES.items():
        path = FOLDER / f"{name}.png"
        path.write_bytes(render_position(game, position, **how))
        print(f"{path.stat().st_size:9,d}  {path.relative_to(FOLDER.parents[1])}")


if __name__ == "__main__":
    main()
