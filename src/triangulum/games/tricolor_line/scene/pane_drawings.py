"""The backgrounds of the panes of Tricolor Line, and what is drawn in them besides tiles and cards."""

from __future__ import annotations

from typing import Final

from triangulum.games.tricolor_line.scene.card_drawings import card_back_shapes
from triangulum.games.tricolor_line.scene.tile_drawings import CELL
from triangulum.games.tricolor_line.views import PLACE_LIMIT
from triangulum.scene import Circle, Drawing, Group, Path, Rect, Spot

PANE_WIDTH: Final = 1000.0
HAND_HEIGHT: Final = 256.0
PILES_HEIGHT: Final = 640.0
ROW_HEIGHT: Final = 92.0
ROW_GAP: Final = 8.0
CHIP_WIDTH: Final = 252.0
CHIP_HEIGHT: Final = 52.0


def map_background_drawing() -> Drawing:
    """Return the background of the map: paper with all places, folded as maps are, and the edge of the table."""
    half = (PLACE_LIMIT + 0.5) * CELL
    table_half = half + 4 * CELL
    lines = "".join(
        f"M{at:g} {-half:g}V{half:g}M{-half:g} {at:g}H{half:g}"
        for at in ((step - PLACE_LIMIT - 0.5) * CELL for step in range(2 * PLACE_LIMIT + 2))
    )
    folds = [Rect(at * 4.25 * CELL, -half, 46, 2 * half, fill="fold") for at in (-1, 0, 1)]
    return Drawing(
        (
            Rect(-table_half, -table_half, 2 * table_half, 2 * table_half, fill="beyond"),
            Rect(-half, -half, 2 * half, 2 * half, fill="paper-map"),
            *folds,
            Path(lines, stroke="paper-line", width=1.6),
            Rect(-half, -half, 2 * half, 2 * half, stroke="paper-name", width=6.0),
        )
    )


def event_chip_drawing(fill: str, stroke: str, width: float) -> Drawing:
    """Return the background for the name of an event."""
    background = Rect(
        -CHIP_WIDTH / 2, -CHIP_HEIGHT / 2, CHIP_WIDTH, CHIP_HEIGHT, 12, fill=fill, stroke=stroke, width=width
    )
    return Drawing((background,), Spot(size=28, max_width=CHIP_WIDTH - 20))


def row_drawing(fill: str, stroke: str, width: float) -> Drawing:
    """Return the background of a player's row."""
    return Drawing((Rect(8, 0, PANE_WIDTH - 16, ROW_HEIGHT - ROW_GAP, 14, fill=fill, stroke=stroke, width=width),))


def row_touch_area_drawing() -> Drawing:
    """Return an invisible row: it lies above a player's row, so that it can be touched anywhere."""
    return Drawing((Rect(8, 0, PANE_WIDTH - 16, ROW_HEIGHT - ROW_GAP, 14, fill="row", opacity=0.0),))


def skip_sign_drawing() -> Drawing:
    """Return the sign of a seat that skips its next turn: no entry."""
    return Drawing(
        (
            Circle(0, 0, 26, fill="red", stroke="coal", width=2.0),
            Rect(-17, -6, 34, 12, 2, fill="chalk"),
        )
    )


def shield_sign_drawing() -> Drawing:
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


def pane_drawing(height: float) -> Drawing:
    """Return the background of a pane beside the map."""
    return Drawing((Rect(0, 0, PANE_WIDTH, height, 16, fill="desk", stroke="line"),))


def players_pane_height(players: int) -> float:
    """Return the height of the players' pane: even for two it is not so flat that it would need the whole width."""
    return max(players, 4) * ROW_HEIGHT + ROW_GAP
