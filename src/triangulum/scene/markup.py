"""Shapes as SVG text: numbers short, text escaped, paints as classes of a style sheet.

What is written here is the same for light and dark; only the style sheet differs. ``prefix`` begins every
class and every id, so that pictures of several kits can stand on one page.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from html import escape

from triangulum.scene import glyphs
from triangulum.scene.kit import Drawing, SceneError, Spot
from triangulum.scene.shapes import Circle, Group, Line, PaintedShape, Path, Point, Polygon, Rect, Shape, Text

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
BOLDER = 55
"""How much a bold letter's stroke adds to it, in units of an em."""
HALO = 0.1
"""How far the halo of a label reaches, as a share of its size."""


def format_number(value: float, places: int = 3) -> str:
    """Return a number as short as SVG allows."""
    if not math.isfinite(value):
        raise SceneError(f"{value} is no place in a picture")
    text = f"{value:.{places}f}".rstrip("0").rstrip(".") if places else f"{value:.0f}"
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def escape_text(text: str) -> str:
    """Return text as it may stand between tags or in an attribute; what XML cannot hold becomes U+FFFD."""
    return escape(NOT_XML.sub("\ufffd", text))


def format_attributes(values: Iterable[tuple[str, str]]) -> str:
    """Return attributes as they follow a tag's name, empty ones left out."""
    return "".join(f' {name}="{escape_text(value)}"' for name, value in values if value)


def format_transform(x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> str:
    """Return a transform that scales, then turns, then moves; empty if it does nothing."""
    steps = []
    if x or y:
        steps.append(f"translate({format_number(x)} {format_number(y)})")
    if turn:
        steps.append(f"rotate({format_number(turn)})")
    if scale != 1:
        steps.append(f"scale({format_number(scale, 5)})")
    return " ".join(steps)


def paint_attributes(shape: PaintedShape, prefix: str) -> str:
    """Return the attributes that fill and stroke a shape."""
    classes = [f"{prefix}_{shape.fill}"] if shape.fill else []
    if shape.stroke:
        classes.append(f"{prefix}_{shape.stroke}_s")
    stroked = bool(shape.stroke)
    return format_attributes(
        (
            ("class", " ".join(classes)),
            ("fill", "" if shape.fill else "none"),
            ("stroke-width", format_number(shape.width) if stroked and shape.width != 1 else ""),
            ("stroke-dasharray", format_number(shape.dash) if stroked and shape.dash else ""),
            ("opacity", format_opacity(shape.opacity)),
        )
    )


def format_opacity(opacity: float) -> str:
    """Return an opacity, or nothing where it is whole."""
    return format_number(opacity) if opacity != 1 else ""


def format_points(corners: Iterable[Point]) -> str:
    """Return the corners of a polygon."""
    return " ".join(f"{format_number(x)},{format_number(y)}" for x, y in corners)


def shapes_markup(shapes: Iterable[Shape], prefix: str) -> str:
    """Return shapes as SVG elements, in order."""
    return "".join(shape_markup(shape, prefix) for shape in shapes)


def shape_markup(shape: Shape, prefix: str) -> str:
    """Return one shape as an SVG element."""
    match shape:
        case Group():
            return group_markup(shape, prefix)
        case Text():
            return text_markup(shape, prefix)
        case Circle(x=x, y=y, radius=radius):
            place = [("cx", format_number(x)), ("cy", format_number(y)), ("r", format_number(radius))]
            return element_markup("circle", place, shape, prefix)
        case Rect(x=x, y=y, wide=wide, high=high, corner=corner):
            place = [
                ("x", format_number(x)),
                ("y", format_number(y)),
                ("width", format_number(wide)),
                ("height", format_number(high)),
            ]
            return element_markup("rect", [*place, ("rx", format_number(corner))], shape, prefix)
        case Line(x1=x1, y1=y1, x2=x2, y2=y2):
            place = [
                ("x1", format_number(x1)),
                ("y1", format_number(y1)),
                ("x2", format_number(x2)),
                ("y2", format_number(y2)),
            ]
            return element_markup("line", place, shape, prefix)
        case Polygon(points=corners):
            return element_markup("polygon", [("points", format_points(corners))], shape, prefix)
        case Path(outline=outline):
            return element_markup("path", [("d", outline)], shape, prefix)


def element_markup(tag: str, place: Iterable[tuple[str, str]], shape: PaintedShape, prefix: str) -> str:
    """Return an element; zeros are what SVG takes where nothing is said."""
    where = format_attributes((name, value) for name, value in place if value != "0")
    return f"<{tag}{where}{paint_attributes(shape, prefix)}/>"


def group_markup(group: Group, prefix: str) -> str:
    """Return a group and what is in it."""
    where = format_transform(group.x, group.y, group.turn, group.scale)
    tag = format_attributes((("transform", where), ("opacity", format_opacity(group.opacity))))
    return f"<g{tag}>{shapes_markup(group.shapes, prefix)}</g>"


def text_markup(text: Text, prefix: str) -> str:
    """Return words as outlines; the halo, if any, is a wider stroke beneath them."""
    scale = text.size / glyphs.EM
    letters = glyphs.text_path(text.words, text.anchor)
    if not letters:
        return ""
    bolder = BOLDER if text.bold else 0.0
    layers = [Path(letters, fill=text.fill, stroke=text.fill if bolder else "", width=bolder)]
    if text.stroke:
        around = bolder + 2 * text.width / scale
        layers.insert(0, Path(letters, fill=text.stroke, stroke=text.stroke, width=around))
    where = format_transform(text.x, text.y + glyphs.CAPITAL_HEIGHT / 2 * scale, 0, scale)
    tag = format_attributes((("transform", where), ("opacity", format_opacity(text.opacity))))
    return f"<g{tag}>{shapes_markup(layers, prefix)}</g>"


def drawing_markup(drawing: Drawing, name: str, prefix: str) -> str:
    """Return a drawing as a definition that pieces use by its id."""
    return f'<g id="{prefix}-{name}">{shapes_markup(drawing.shapes, prefix)}</g>'


def label_markup(words: str, spot: Spot, scale: float, prefix: str) -> str:
    """Return the label of a piece as outlines."""
    x, y, size = spot.x * scale, spot.y * scale, spot.size * scale
    if spot.is_monospaced:
        return monospaced_markup(words, spot, scale, prefix)
    text = Text(words, x, y, size, "middle", spot.bold, fill=spot.fill, stroke=spot.halo, width=size * HALO)
    return text_markup(text, prefix)


def monospaced_markup(words: str, spot: Spot, scale: float, prefix: str) -> str:
    """Return a label as outlines that are equally far apart; letters too wide for that are made narrower."""
    size = spot.size * scale / glyphs.EM
    baseline = spot.y * scale + glyphs.CAPITAL_HEIGHT / 2 * size
    letters = []
    for index, letter in enumerate(glyphs.replace_missing_glyphs(words)):
        narrowed = min(1.0, glyphs.MONOSPACED_WIDTH / glyphs.text_width(letter))
        middle = spot.x * scale + (index + 0.5) * glyphs.MONOSPACED_WIDTH * size
        place = f"translate({format_number(middle)} {format_number(baseline)})"
        place += f" scale({format_number(size * narrowed, 5)} {format_number(size, 5)})"
        letters.append(f'<path transform="{place}" d="{glyphs.text_path(letter)}"/>')
    return f'<g class="{prefix}_{spot.fill}">{"".join(letters)}</g>'


def live_label_markup(words: str, spot: Spot, prefix: str, named: tuple[str, str]) -> str:
    """Return a label as text that a browser can set, with one attribute more: its scale, or a model's id."""
    classes = f"label {prefix}_{spot.fill}" + (f" {prefix}_{spot.halo}_s" if spot.halo else "")
    classes += f" {prefix}_monospaced" if spot.is_monospaced else ""
    tag = format_attributes(
        (
            named,
            ("class", classes),
            ("x", format_number(spot.x)),
            ("y", format_number(spot.y + glyphs.CAPITAL_HEIGHT / 2 / glyphs.EM * spot.size)),
            ("font-size", format_number(spot.size)),
            ("font-weight", "bold" if spot.bold else ""),
            ("stroke-width", format_number(spot.size * HALO * 2) if spot.halo else ""),
        )
    )
    return f"<text{tag}>{escape_text(words)}</text>"
