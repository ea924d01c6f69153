"""Draws the pictures of the documentation: `python tools/pictures.py` writes docs/pictures/*.png.

The same sources give the same bytes, so a picture changes only when the drawing does.
"""

from pathlib import Path
from typing import Any

import triangulum as tri
from triangulum.scene import png

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"

OPENING = "SL ML | S:A M:A L:A | S:B M:B L:B | turn 1 | seat 0 spends 5 of 5-2"
MIDDLE = "SM ML | S:W* M:b1 L:a1 | S:a1* M:W L:W* | turn 18 | seat 1 has doubles 4-4"
WON = "ML SM | S:B* M:B* L:B* | S:a2* M:W* L:b1* | turn 57 | won by seat 0"

TRACKS = "N b4 LT; O a2 LR, b3 RB, c2 LR, c6 LR, d3 RT; Y c1 LR, c3 LT, c4 RB, c5 LR, d4 LB"
TRACKS_LOCKED = f"{TRACKS} | turn 18 | neutral barred | last moved b6-b4"
TRACK = "N d3 LT; O a2 RT, b4 LT, c1 LR, c3 RT, d1 RT, d5 LT; Y a1 RB, a3 LB, b3 RB, c2 LB, c4 LB, d2 LR"
TRACK_WON = f"{TRACK} | after turn 34 | won by seat 1 | last turned c4"

WIDE = {"width": 560}
SMALL = {"width": 460}
SQUARE = {"width": 420}
PICTURES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "star-runners-opening": ("star-runners", OPENING, SMALL),
    "star-runners": ("star-runners", MIDDLE, WIDE),
    "star-runners-dark": ("star-runners", MIDDLE, {**SMALL, "mode": "dark"}),
    "star-runners-grey": ("star-runners", MIDDLE, {**SMALL, "grey": True}),
    "star-runners-narrow": ("star-runners", MIDDLE, {"width": 360, "layout": "narrow"}),
    "star-runners-won": ("star-runners", WON, SMALL),
    "tri-trac-opening": ("tri-trac", "-", SQUARE),
    "tri-trac": ("tri-trac", TRACKS_LOCKED, WIDE),
    "tri-trac-dark": ("tri-trac", TRACKS_LOCKED, {**SQUARE, "mode": "dark"}),
    "tri-trac-grey": ("tri-trac", TRACKS_LOCKED, {**SQUARE, "grey": True}),
    "tri-trac-narrow": ("tri-trac", TRACKS_LOCKED, {"width": 360, "layout": "narrow"}),
    "tri-trac-won": ("tri-trac", TRACK_WON, SQUARE),
}
"""For each picture a game, a position of it, and how it is drawn."""


def picture(game: str, position: str, how: dict[str, Any]) -> bytes:
    """Return the picture of a position as a bystander sees it."""
    setup = tri.game(game).setup()
    table = setup.game.table
    assert table is not None, f"{game} draws nothing"
    return png(table.scene(setup.parse_position(position).view(None)), **how)


def main() -> None:
    """Draw them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, drawn in PICTURES.items():
        path = FOLDER / f"{name}.png"
        path.write_bytes(picture(*drawn))
        print(f"{path.stat().st_size:9,d}  {path.relative_to(FOLDER.parents[1])}")


if __name__ == "__main__":
    main()
