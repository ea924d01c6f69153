"""The layout of a scene's panes: side by side on a desktop, stacked on a phone.

Wide: the first pane on the left, squarish ones in a column of the same height on its right, flat ones in rows below.
Narrow: all stacked, each as wide as the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from triangulum.scene.kit import SceneError
from triangulum.scene.picture import Frame, Pane

Layout: TypeAlias = Literal["wide", "narrow"]
WIDTH_BY_LAYOUT: dict[Layout, float] = {"wide": 1200.0, "narrow": 360.0}
GAP_BY_LAYOUT: dict[Layout, float] = {"wide": 16.0, "narrow": 8.0}
ROW_RATIO = 3.0
"""A pane that is at least this many times as wide as high is a row, not part of the column."""
MIN_MAIN_SHARE, MAX_MAIN_SHARE = 0.5, 0.8
"""Bounds for the width of the main pane, as shares of the whole width; the upper one also limits its height."""
MAX_ROW_SHARE = 0.2
MAX_STACKED_SHARE = 1.4
"""The greatest height of a row on a desktop, and of any pane on a phone, as a share of the width."""


class Arrangement(msgspec.Struct, frozen=True):
    """The size of the whole picture, and the box of each pane, in the order of the panes."""

    wide: float
    high: float
    boxes: tuple[Frame, ...]


class StackedBoxes(NamedTuple):
    """Boxes without a margin, and the height of all of them together."""

    boxes: list[Frame]
    height: float


def arrange_panes(panes: Sequence[Pane], layout: Layout) -> Arrangement:
    """Return the size of the picture and a box for each pane, in a wide or a narrow layout."""
    width, gap = WIDTH_BY_LAYOUT[layout], GAP_BY_LAYOUT[layout]
    inner = width - 2 * gap
    if layout == "narrow" or len(panes) < 2:
        boxes, high = stack_boxes([aspect_ratio(pane) for pane in panes], inner, gap, MAX_STACKED_SHARE * width)
    else:
        boxes, high = arrange_panes_wide(panes, inner, gap)
    shifted = tuple(Frame(box.x + gap, box.y + gap, box.wide, box.high) for box in boxes)
    return Arrangement(width, high + 2 * gap, shifted)


def aspect_ratio(pane: Pane) -> float:
    """Return the width of a pane divided by its height, or raise SceneError if it has no size."""
    if pane.frame.wide <= 0 or pane.frame.high <= 0:
        raise SceneError(f"the frame of pane {pane.name!r} has no size")
    return pane.frame.wide / pane.frame.high


def stack_boxes(aspect_ratios: Sequence[float], width: float, gap: float, max_height: float) -> StackedBoxes:
    """Return boxes of these aspect ratios below each other, none higher than ``max_height``, and their height."""
    boxes = []
    top = 0.0
    for ratio in aspect_ratios:
        high = min(width / ratio, max_height)
        boxes.append(Frame((width - high * ratio) / 2, top, high * ratio, high))
        top += high + gap
    return StackedBoxes(boxes, max(top - gap, 0.0))


def arrange_panes_wide(panes: Sequence[Pane], width: float, gap: float) -> StackedBoxes:
    """Return boxes for the main pane, the column beside it and the rows below, and the height of all."""
    ratios = [aspect_ratio(pane) for pane in panes]
    beside = [at for at in range(1, len(panes)) if ratios[at] < ROW_RATIO]
    beneath = [at for at in range(1, len(panes)) if ratios[at] >= ROW_RATIO]
    main = compute_main_width([ratios[at] for at in beside], ratios[0], width, gap) if beside else width
    left, left_high = stack_boxes(ratios[:1], main, gap, MAX_MAIN_SHARE * width)
    right, right_high = stack_boxes([ratios[at] for at in beside], width - main - gap, gap, MAX_MAIN_SHARE * width)
    rows, rows_high = stack_boxes([ratios[at] for at in beneath], width, gap, MAX_ROW_SHARE * width)
    high = max(left_high, right_high)
    boxes = [shift_box(left[0], 0, (high - left_high) / 2)]
    boxes += [shift_box(box, main + gap, (high - right_high) / 2) for box in right]
    boxes += [shift_box(box, 0, high + gap) for box in rows]
    in_order = [box for _, box in sorted(zip((0, *beside, *beneath), boxes, strict=True), key=itemgetter(0))]
    return StackedBoxes(in_order, high + (gap + rows_high if rows else 0))


def compute_main_width(column_ratios: Sequence[float], main_ratio: float, width: float, gap: float) -> float:
    """Return the width at which the main pane is as high as the column beside it, within bounds.

    The column has panes of ``column_ratios``; both share ``width`` with a gap between them.
    """
    height_per_width = sum(1 / ratio for ratio in column_ratios)
    free = width - gap
    balanced = (free * height_per_width + gap * (len(column_ratios) - 1)) / (1 / main_ratio + height_per_width)
    return min(max(balanced, MIN_MAIN_SHARE * width), MAX_MAIN_SHARE * width)


def shift_box(box: Frame, dx: float, dy: float) -> Frame:
    """Return a box moved by (dx, dy)."""
    return Frame(box.x + dx, box.y + dy, box.wide, box.high)
