"""SVG elements for shapes and labels: short numbers, escaped text, and paints as CSS classes.

The elements are the same for light and dark; only the style sheet differs. Every class and id begins with
``css_prefix``, so that pictures of several kits can share a page.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from html import escape

from triangulum.scene import glyphs
from triangulum.scene.kit import Drawing, SceneError, Spot
from triangulum.scene.shapes import Circle, Group, Line, PaintedShape, Path, Point, Polygon, Rect, Shape, Text

NOT_XML_PATTERN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
BOLD_STROKE = 55
"""The width of the stroke that makes letters bold, in the units of the glyphs."""
HALO_SHARE = 0.1
"""The width of a label's halo, as a share of its font size."""


def format_number(value: float, places: int = 3) -> str:
    """Return a number as short as SVG allows, rounded to so many decimal places."""
    if not math.isfinite(value):
        raise SceneError(f"{value} is no place in a picture")
    text = f"{value:.{places}f}".rstrip("0").rstrip(".") if places else f"{value:.0f}"
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def escape_text(text: str) -> str:
    """Escape text for an element or an attribute; characters that XML cannot hold become U+FFFD."""
    return escape(NOT_XML_PATTERN.sub("\ufffd", text))


def format_attributes(values: Iterable[tuple[str, str]]) -> str:
    """Return attributes as they follow a tag's name, without those whose value is empty."""
    return "".join(f' {name}="{escape_text(value)}"' for name, value in values if value)


def format_transform(x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> str:
    """Return an SVG transform that scales, then turns, then moves; empty if it does nothing."""
    steps = []
    if x or y:
        steps.append(f"translate({format_number(x)} {format_number(y)})")
    if turn:
        steps.append(f"rotate({format_number(turn)})")
    if scale != 1:
        steps.append(f"scale({format_number(scale, 5)})")
    return " ".join(steps)


def format_paint_attributes(shape: PaintedShape, css_prefix: str) -> str:
    """Return the SVG attributes for the fill, stroke and opacity of a shape."""
    classes = [f"{css_prefix}_{shape.fill}"] if shape.fill else []
    if shape.stroke:
        classes.append(f"{css_prefix}_{shape.stroke}_s")
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
    """Return an opacity as text; empty for 1, which is SVG's default."""
    return format_number(opacity) if opacity != 1 else ""


def format_points(corners: Iterable[Point]) -> str:
    """Return the corners of a polygon as the value of its ``points``."""
    return " ".join(f"{format_number(x)},{format_number(y)}" for x, y in corners)


def render_shapes(shapes: Iterable[Shape], css_prefix: str, *, on_page: bool = False) -> str:
    """Return shapes as SVG elements, in order; text as outlines, or on a page in the page's own fonts."""
    return "".join(render_shape(shape, css_prefix, on_page) for shape in shapes)


def render_shape(shape: Shape, css_prefix: str, on_page: bool) -> str:
    """Return one shape as an SVG element."""
    match shape:
        case Group():
            return render_group(shape, css_prefix, on_page)
        case Text():
            return render_text_element(shape, css_prefix) if on_page else render_text_outlines(shape, css_prefix)
        case Circle(x=x, y=y, radius=radius):
            geometry = [("cx", format_number(x)), ("cy", format_number(y)), ("r", format_number(radius))]
            return render_element("circle", geometry, shape, css_prefix)
        case Rect(x=x, y=y, wide=wide, high=high, corner=corner):
            geometry = [
                ("x", format_number(x)),
                ("y", format_number(y)),
                ("width", format_number(wide)),
                ("height", format_number(high)),
            ]
            return render_element("rect", [*geometry, ("rx", format_number(corner))], shape, css_prefix)
        case Line(x1=x1, y1=y1, x2=x2, y2=y2):
            geometry = [
                ("x1", format_number(x1)),
                ("y1", format_number(y1)),
                ("x2", format_number(x2)),
                ("y2", format_number(y2)),
            ]
            return render_element("line", geometry, shape, css_prefix)
        case Polygon(points=corners):
            return render_element("polygon", [("points", format_points(corners))], shape, css_prefix)
        case Path(outline=outline):
            return render_element("path", [("d", outline)], shape, css_prefix)


def render_element(tag: str, geometry: Iterable[tuple[str, str]], shape: PaintedShape, css_prefix: str) -> str:
    """Return an element with its geometry and paint; zeros are left out, being SVG's default."""
    attributes = format_attributes((name, value) for name, value in geometry if value != "0")
    return f"<{tag}{attributes}{format_paint_attributes(shape, css_prefix)}/>"


def render_group(group: Group, css_prefix: str, on_page: bool) -> str:
    """Return a group of shapes as an SVG element."""
    where = format_transform(group.x, group.y, group.turn, group.scale)
    tag = format_attributes((("transform", where), ("opacity", format_opacity(group.opacity))))
    return f"<g{tag}>{render_shapes(group.shapes, css_prefix, on_page=on_page)}</g>"


def render_text_element(text: Text, css_prefix: str) -> str:
    """Return text as an SVG text element; a halo, if any, is its stroke."""
    classes = [f"{css_prefix}_text"]
    classes += [f"{css_prefix}_{text.fill}"] if text.fill else []
    classes += [f"{css_prefix}_{text.stroke}_s"] if text.stroke else []
    tag = format_attributes(
        (
            ("class", " ".join(classes)),
            ("x", format_number(text.x) if text.x else ""),
            ("y", format_number(text.y + glyphs.CAPITAL_HEIGHT / 2 / glyphs.EM * text.size)),
            ("font-size", format_number(text.size)),
            ("font-weight", "bold" if text.bold else ""),
            ("text-anchor", text.anchor),
            ("stroke-width", format_number(2 * text.width) if text.stroke else ""),
            ("opacity", format_opacity(text.opacity)),
        )
    )
    return f"<text{tag}>{escape_text(text.words)}</text>" if text.words else ""


def render_text_outlines(text: Text, css_prefix: str) -> str:
    """Return text as an SVG group of glyph outlines; a halo, if any, is a wider stroke beneath them."""
    scale = text.size / glyphs.EM
    letters = glyphs.text_path(text.words, text.anchor)
    if not letters:
        return ""
    bolder = BOLD_STROKE if text.bold else 0.0
    layers = [Path(letters, fill=text.fill, stroke=text.fill if bolder else "", width=bolder)]
    if text.stroke:
        around = bolder + 2 * text.width / scale
        layers.insert(0, Path(letters, fill=text.stroke, stroke=text.stroke, width=around))
    where = format_transform(text.x, text.y + glyphs.CAPITAL_HEIGHT / 2 * scale, 0, scale)
    tag = format_attributes((("transform", where), ("opacity", format_opacity(text.opacity))))
    return f"<g{tag}>{render_shapes(layers, css_prefix)}</g>"


def render_drawing_definition(drawing: Drawing, name: str, css_prefix: str, *, on_page: bool) -> str:
    """Return a drawing as an SVG group with the id by which pieces use it."""
    return f'<g id="{css_prefix}-{name}">{render_shapes(drawing.shapes, css_prefix, on_page=on_page)}</g>'


def render_label_outlines(label: str, spot: Spot, scale: float, css_prefix: str) -> str:
    """Return the label of a piece as glyph outlines, for a picture that never changes."""
    if spot.is_monospaced:
        return render_monospaced_label_outlines(label, spot, scale, css_prefix)
    x, y, size = spot.x * scale, spot.y * scale, fit_label_size(label, spot) * scale
    text = Text(label, x, y, size, "middle", spot.bold, fill=spot.fill, stroke=spot.halo, width=size * HALO_SHARE)
    return render_text_outlines(text, css_prefix)


def fit_label_size(label: str, spot: Spot) -> float:
    """Return the font size at which a label fits its spot."""
    width = glyphs.text_width(label) * spot.size / glyphs.EM
    return spot.size if not spot.max_width or width <= spot.max_width else spot.size * spot.max_width / width


def render_monospaced_label_outlines(label: str, spot: Spot, scale: float, css_prefix: str) -> str:
    """Return a label as glyph outlines that are equally far apart; letters too wide for that are made narrower."""
    size = spot.size * scale / glyphs.EM
    baseline = spot.y * scale + glyphs.CAPITAL_HEIGHT / 2 * size
    letters = []
    for index, letter in enumerate(glyphs.replace_missing_glyphs(label)):
        narrowing = min(1.0, glyphs.MONOSPACED_WIDTH / glyphs.text_width(letter))
        middle = spot.x * scale + (index + 0.5) * glyphs.MONOSPACED_WIDTH * size
        place = f"translate({format_number(middle)} {format_number(baseline)})"
        place += f" scale({format_number(size * narrowing, 5)} {format_number(size, 5)})"
        letters.append(f'<path transform="{place}" d="{glyphs.text_path(letter)}"/>')
    return f'<g class="{css_prefix}_{spot.fill}">{"".join(letters)}</g>'


def render_label_text(label: str, spot: Spot, css_prefix: str, attribute: tuple[str, str]) -> str:
    """Return a label as an SVG text element, which a browser can change, with one more attribute, such as an id."""
    classes = f"label {css_prefix}_{spot.fill}" + (f" {css_prefix}_{spot.halo}_s" if spot.halo else "")
    classes += f" {css_prefix}_monospaced" if spot.is_monospaced else ""
    tag = format_attributes(
        (
            attribute,
            ("class", classes),
            ("x", format_number(spot.x)),
            ("y", format_number(spot.y + glyphs.CAPITAL_HEIGHT / 2 / glyphs.EM * spot.size)),
            ("font-size", format_number(spot.size)),
            ("font-weight", "bold" if spot.bold else ""),
            ("stroke-width", format_number(spot.size * HALO_SHARE * 2) if spot.halo else ""),
            ("data-max-width", format_number(spot.max_width) if spot.max_width else ""),
        )
    )
    return f"<text{tag}>{escape_text(label)}</text>"
