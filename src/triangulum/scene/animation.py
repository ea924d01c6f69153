"""Many scenes of one kit as one SVG document that plays by itself: a game to be sent to a friend.

A piece is written once for each way it has ever lain, and is seen while it lies so. Viewers that cannot play show the
last scene.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from triangulum.scene.kit import SceneError
from triangulum.scene.layout import Layout, arrange_panes
from triangulum.scene.markup import escape_text, format_number
from triangulum.scene.picture import Frame, Pane, Piece, Scene
from triangulum.scene.style import Look, Mode, definitions, style_sheet
from triangulum.scene.svg import SVG, format_frame, piece_markup, still_markup

LAST_SCENE_DURATION = 3
"""For how many scenes' time the last one stays."""


def render_animated_svg(
    scenes: Sequence[Scene],
    *,
    seconds: float = 1.0,
    mode: Mode = "auto",
    layout: Layout = "wide",
    width: float | None = None,
) -> str:
    """Return a document that shows the scenes one after the other, each for some seconds, again and again."""
    if not scenes:
        raise SceneError("there is nothing to show: give at least one scene")
    if any(scene.kit != scenes[0].kit for scene in scenes):
        raise SceneError("scenes of two kits cannot be shown in one picture")
    look = Look(scenes[0].kit, mode)
    panes = merge_panes(scenes)
    arrangement = arrange_panes(panes, layout)
    wide, high = arrangement.wide, arrangement.high
    size = "" if width is None else f' width="{format_number(width)}" height="{format_number(width * high / wide)}"'
    symbols = dict.fromkeys(piece.symbol for scene in scenes for pane in scene.panes for piece in pane.pieces)
    clock = Timeline(len(scenes), seconds)
    boxes = zip(panes, arrangement.boxes, strict=True)
    return (
        f'<svg {SVG} class="{look.prefix}" role="img" viewBox="0 0 {format_number(wide)} {format_number(high)}"{size}>'
        f"<title>{escape_text(scenes[-1].title)}</title>"
        f"<style>{style_sheet(look)}</style><defs>{definitions(look, symbols)}</defs>"
        f'<rect class="{look.prefix}_paper" width="{format_number(wide)}" height="{format_number(high)}"/>'
        f"{''.join(animated_pane_markup(pane, box, scenes, look, clock) for pane, box in boxes)}</svg>"
    )


class Timeline(msgspec.Struct, frozen=True):
    """When each scene is shown."""

    scenes: int
    seconds: float

    @property
    def length(self) -> float:
        """How long it takes until everything begins again, in scenes."""
        return self.scenes + LAST_SCENE_DURATION

    def show_during(self, spans: Sequence[tuple[int, int]], markup: str) -> str:
        """Return something that is seen from some scenes on until others; always, if that is what they say."""
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


def merge_panes(scenes: Iterable[Scene]) -> list[Pane]:
    """Return every pane that ever is there, with a frame in which all that it shows has room."""
    found: dict[str, Pane] = {}
    for scene in scenes:
        for pane in scene.panes:
            known = found.get(pane.name)
            frame = pane.frame if known is None else bounding_frame(known.frame, pane.frame)
            found[pane.name] = Pane(pane.name, frame, title=pane.title)
    return list(found.values())


def bounding_frame(one: Frame, other: Frame) -> Frame:
    """Return the smallest frame that has both in it."""
    x, y = min(one.x, other.x), min(one.y, other.y)
    right = max(one.x + one.wide, other.x + other.wide)
    return Frame(x, y, right - x, max(one.y + one.high, other.y + other.high) - y)


def animated_pane_markup(pane: Pane, box: Frame, scenes: Sequence[Scene], look: Look, clock: Timeline) -> str:
    """Return a pane with everything that is ever in it."""
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
    below = "".join(clock.show_during(find_spans(times), still_markup(name, look)) for name, times in still.items())
    above = "".join(
        clock.show_during(find_spans(pieces[piece]), piece_markup(piece, look, live=False))
        for piece in sorted(pieces, key=order.__getitem__)
    )
    x, y, wide, high = format_frame(box)
    place_of = f'x="{x}" y="{y}" width="{wide}" height="{high}" viewBox="{" ".join(format_frame(pane.frame))}"'
    return f'<svg class="pane" {place_of}>{below}{above}</svg>'


def find_spans(times: Sequence[int]) -> list[tuple[int, int]]:
    """Return rising numbers as spans, each from its first to after its last: 0 1 2 5 is (0, 3) and (5, 6)."""
    found: list[tuple[int, int]] = []
    for time in times:
        if found and found[-1][1] == time:
            found[-1] = (found[-1][0], time + 1)
        else:
            found.append((time, time + 1))
    return found
