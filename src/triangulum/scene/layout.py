"""Where the panes of a scene go: beside each other on a desk, below each other on a phone.

Wide: the first pane on the left, squarish ones in a column on its right that is just as high, flat ones in
rows beneath. Narrow: all below each other, as wide as the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Literal, TypeAlias

import msgspec

from triangulum.scene.kit import SceneError
from triangulum.scene.picture import Frame, Pane

Layout: TypeAlias = Literal["wide", "narrow"]
WIDTHS: dict[Layout, float] = {"wide": 1200.0, "narrow": 360.0}
GAPS: dict[Layout, float] = {"wide": 16.0, "narrow": 8.0}
FLAT = 3.0
"""A pane at least this many times as wide as high is a row, not a part of the column."""
MAIN_LEAST, MAIN_MOST = 0.5, 0.8
"""Between these shares of the width the main pane's is found; nor is it higher than the greater."""
ROW_MOST = 0.2
COLUMN_MOST = 1.4
"""How high a row may be on a desk, and any pane on a phone, as a share of the width."""


class Arrangement(msgspec.Struct, frozen=True):
    """How large the whole is, and a box for each pane, in their order."""

    wide: float
    high: float
    boxes: tuple[Frame, ...]


def arrange_panes(panes: Sequence[Pane], layout: Layout) -> Arrangement:
    """Return where each pane goes."""
    width, gap = WIDTHS[layout], GAPS[layout]
    inner = width - 2 * gap
    if layout == "narrow" or len(panes) < 2:
        boxes, high = stack_boxes([aspect_ratio(pane) for pane in panes], inner, gap, COLUMN_MOST * width)
    else:
        boxes, high = arrange_wide(panes, inner, gap)
    shifted = tuple(Frame(box.x + gap, box.y + gap, box.wide, box.high) for box in boxes)
    return Arrangement(width, high + 2 * gap, shifted)


def aspect_ratio(pane: Pane) -> float:
    """Return how many times as wide as high a pane is, or raise SceneError if it has no size."""
    if pane.frame.wide <= 0 or pane.frame.high <= 0:
        raise SceneError(f"the frame of pane {pane.name!r} has no size")
    return pane.frame.wide / pane.frame.high


def stack_boxes(shapes: Sequence[float], width: float, gap: float, most: float) -> tuple[list[Frame], float]:
    """Return boxes below each other, none higher than ``most``, and the height of all."""
    boxes = []
    top = 0.0
    for shape in shapes:
        high = min(width / shape, most)
        boxes.append(Frame((width - high * shape) / 2, top, high * shape, high))
        top += high + gap
    return boxes, max(top - gap, 0.0)


def arrange_wide(panes: Sequence[Pane], width: float, gap: float) -> tuple[list[Frame], float]:
    """Return boxes for the main pane, the column beside it and the rows beneath, and the height of all."""
    shapes = [aspect_ratio(pane) for pane in panes]
    beside = [at for at in range(1, len(panes)) if shapes[at] < FLAT]
    beneath = [at for at in range(1, len(panes)) if shapes[at] >= FLAT]
    main = compute_main_width([shapes[at] for at in beside], shapes[0], width, gap) if beside else width
    left, left_high = stack_boxes(shapes[:1], main, gap, MAIN_MOST * width)
    right, right_high = stack_boxes([shapes[at] for at in beside], width - main - gap, gap, MAIN_MOST * width)
    rows, rows_high = stack_boxes([shapes[at] for at in beneath], width, gap, ROW_MOST * width)
    high = max(left_high, right_high)
    boxes = [shift_box(left[0], 0, (high - left_high) / 2)]
    boxes += [shift_box(box, main + gap, (high - right_high) / 2) for box in right]
    boxes += [shift_box(box, 0, high + gap) for box in rows]
    in_order = [box for _, box in sorted(zip((0, *beside, *beneath), boxes, strict=True), key=itemgetter(0))]
    return in_order, high + (gap + rows_high if rows else 0)


def compute_main_width(beside: Sequence[float], main: float, width: float, gap: float) -> float:
    """Return the width at which the main pane is as high as the column beside it, within bounds."""
    steep = sum(1 / shape for shape in beside)
    free = width - gap
    even = (free * steep + gap * (len(beside) - 1)) / (1 / main + steep)
    return min(max(even, MAIN_LEAST * width), MAIN_MOST * width)


def shift_box(box: Frame, x: float, y: float) -> Frame:
    """Return a box somewhere else."""
    return Frame(box.x + x, box.y + y, box.wide, box.high)
