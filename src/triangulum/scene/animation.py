"""Many scenes of one kit as one animated SVG document: a whole game to send to a friend.

Each piece is written once for every state it has been in (place, turn, marks …) and is visible during the scenes that
show it so. Viewers without animation show the last scene.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec

from triangulum.scene.kit import SceneError
from triangulum.scene.layout import Layout, arrange_panes
from triangulum.scene.localize import localize_scene
from triangulum.scene.picture import Frame, Pane, Piece, Scene
from triangulum.scene.svg import format_frame_numbers, render_piece, render_still_drawing, render_svg_root
from triangulum.scene.svg_elements import format_number
from triangulum.scene.svg_style import Mode, Theme
from triangulum.text import ENGLISH, Reader

LAST_SCENE_DURATION = 3
"""How long the last scene stays, in addition to its own time; as a number of scenes."""

HalfOpenSpan: TypeAlias = tuple[int, int]
"""The first number, and the one after the last."""


def render_animated_svg(
    scenes: Sequence[Scene],
    *,
    seconds: float = 1.0,
    mode: Mode = "auto",
    layout: Layout = "wide",
    width: float | None = None,
    reader: Reader = ENGLISH,
) -> str:
    """Return an SVG document that shows scenes one after the other, each for some seconds, in an endless loop."""
    if not scenes:
        raise SceneError("there is nothing to show: give at least one scene")
    if any(scene.kit != scenes[0].kit for scene in scenes):
        raise SceneError("scenes of two kits cannot be shown in one picture")
    scenes = [localize_scene(scene, reader) for scene in scenes]
    theme = Theme(scenes[0].kit, mode)
    panes = union_panes(scenes)
    arrangement = arrange_panes(panes, layout)
    drawings = dict.fromkeys(piece.symbol for scene in scenes for pane in scene.panes for piece in pane.pieces)
    timeline = Timeline(len(scenes), seconds)
    boxes = zip(panes, arrangement.boxes, strict=True)
    content = "".join(render_slideshow_pane(pane, box, scenes, theme, timeline) for pane, box in boxes)
    return render_svg_root(theme, arrangement, scenes[-1].title, width, drawings, content)


class Timeline(msgspec.Struct, frozen=True):
    """How many scenes there are, and for how many seconds each is shown."""

    scenes: int
    seconds: float

    @property
    def length(self) -> float:
        """How long one loop takes, in scenes."""
        return self.scenes + LAST_SCENE_DURATION

    def animate_visibility(self, spans: Sequence[HalfOpenSpan], markup: str) -> str:
        """Return markup that is visible only during spans of scenes, each from its first to before its end."""
        if spans == [(0, self.scenes)]:
            return markup
        times: list[tuple[float, str]] = [] if spans[0][0] == 0 else [(0.0, "hidden")]
        for first, after in spans:
            times.append((first / self.length, "visible"))
            if after < self.scenes:
                times.append((after / self.length, "hidden"))
        at_last = "visible" if spans[-1][1] == self.scenes else "hidden"
        return (
            f'<g visibility="{at_last}"><animate attributeName="visibility" calcMode="discrete"'
            f' dur="{format_number(self.length * self.seconds)}s" repeatCount="indefinite"'
            f' keyTimes="{";".join(format_number(time, 5) for time, _ in times)}"'
            f' values="{";".join(value for _, value in times)}"/>{markup}</g>'
        )


def union_panes(scenes: Iterable[Scene]) -> list[Pane]:
    """Return every pane of any scene, with a frame that encloses its frames in all scenes."""
    panes: dict[str, Pane] = {}
    for scene in scenes:
        for pane in scene.panes:
            earlier = panes.get(pane.name)
            frame = pane.frame if earlier is None else bounding_frame(earlier.frame, pane.frame)
            panes[pane.name] = Pane(pane.name, frame, title=pane.title)
    return list(panes.values())


def bounding_frame(first: Frame, second: Frame) -> Frame:
    """Return the smallest frame that contains both frames."""
    x, y = min(first.x, second.x), min(first.y, second.y)
    right = max(first.x + first.wide, second.x + second.wide)
    bottom = max(first.y + first.high, second.y + second.high)
    return Frame(x, y, right - x, bottom - y)


def render_slideshow_pane(pane: Pane, box: Frame, scenes: Sequence[Scene], theme: Theme, timeline: Timeline) -> str:
    """Return a pane as SVG with everything that is in it during any scene, each part with its animated visibility."""
    still: dict[str, list[int]] = {}
    pieces: dict[Piece, list[int]] = {}
    order: dict[Piece, tuple[int, int]] = {}
    for at, scene in enumerate(scenes):
        for shown in scene.panes:
            if shown.name != pane.name:
                continue
            for name in shown.still:
                still.setdefault(name, []).append(at)
            for place, piece in enumerate(shown.pieces):
                pieces.setdefault(piece, []).append(at)
                order.setdefault(piece, (piece.layer, place))
    below = "".join(
        timeline.animate_visibility(group_consecutive(times), render_still_drawing(name, theme))
        for name, times in still.items()
    )
    above = "".join(
        timeline.animate_visibility(group_consecutive(pieces[piece]), render_piece(piece, theme, editable_label=False))
        for piece in sorted(pieces, key=order.__getitem__)
    )
    x, y, wide, high = format_frame_numbers(box)
    place_of = f'x="{x}" y="{y}" width="{wide}" height="{high}" viewBox="{" ".join(format_frame_numbers(pane.frame))}"'
    return f'<svg class="pane" {place_of}>{below}{above}</svg>'


def group_consecutive(numbers: Sequence[int]) -> list[HalfOpenSpan]:
    """Return ascending numbers as half-open spans: 0 1 2 5 is (0, 3) and (5, 6)."""
    spans: list[HalfOpenSpan] = []
    for number in numbers:
        if spans and spans[-1][1] == number:
            spans[-1] = (spans[-1][0], number + 1)
        else:
            spans.append((number, number + 1))
    return spans
