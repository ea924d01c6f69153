"""The style sheet and the SVG definitions of a kit: colours for light and dark, paints, and filters for marks.

In the mode ``auto`` colours are CSS custom properties: the viewer's preference decides, and a class ``light`` or
``dark`` on the picture or on anything around it overrides it. In the modes ``light`` and ``dark`` they are written
out, which every viewer understands.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from triangulum.scene.kit import Gradient, Kit, Mark, Paint, Pattern
from triangulum.scene.shapes import Circle, Line, Rect, Shape
from triangulum.scene.svg_elements import format_number, render_drawing_definition, render_shapes

Mode: TypeAlias = Literal["auto", "light", "dark"]
FONTS = '"DejaVu Sans",Verdana,sans-serif'
"""For labels that are text elements; Verdana is nearly as wide as our outlines."""
MONOSPACED_FONTS = '"DejaVu Sans Mono",Menlo,Consolas,monospace'
AlphaRamp: TypeAlias = tuple[float, float]
"""Slope and intercept that turn the opacity of a blur into the opacity of a halo."""
OUTLINE_RAMP: AlphaRamp = (16.0, -1.6)
GLOW_RAMP: AlphaRamp = (1.4, 0.0)
OUTLINE_GAP_SHARE = 0.45
"""The share of an outline's width that is paper, between the outline and the piece."""


class Theme(msgspec.Struct, frozen=True):
    """A kit in a colour mode: ``auto``, ``light`` or ``dark``, in colour or in greys."""

    kit: Kit
    mode: Mode = "auto"
    grey: bool = False

    @property
    def prefix(self) -> str:
        """The beginning of every class and id; different for every kit and mode, as several may share a page."""
        return f"k{self.kit.digest[:7]}" + ("" if self.mode == "auto" else self.mode[0])

    def colour_value(self, name: str) -> str:
        """Return the CSS value of one of the kit's colours: a custom property, or ``#rrggbb``."""
        if self.mode == "auto":
            return f"var(--{self.prefix}-{name})"
        colour = self.kit.colours[name]
        value = colour.dark if self.mode == "dark" else colour.light
        return colour_to_grey(value) if self.grey else value


def colour_to_grey(colour: str) -> str:
    """Return the grey with the same luminance as a colour, both ``#rrggbb``."""
    red, green, blue = (srgb_to_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    bright = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    grey = 12.92 * bright if bright <= 0.0031308 else 1.055 * math.pow(bright, 1 / 2.4) - 0.055
    return "#" + f"{round(grey * 255):02x}" * 3


def srgb_to_linear(channel: float) -> float:
    """Return the linear intensity of an sRGB channel, both from 0 to 1."""
    return channel / 12.92 if channel <= 0.04045 else math.pow((channel + 0.055) / 1.055, 2.4)


def build_style_sheet(theme: Theme) -> str:
    """Return the CSS of a kit: colours, paints, marks and text."""
    rules = [
        *(list_colour_property_css_rules(theme) if theme.mode == "auto" else ()),
        *list_colour_css_rules(theme),
        *list_paint_css_rules(theme),
        *list_mark_css_rules(theme),
        f".{theme.prefix}{{stroke-linejoin:round;stroke-linecap:round}}",
        # A drawing is used by pieces elsewhere on a page; there only rules with a single class find its text.
        f".{theme.prefix} .label,.{theme.prefix}_text{{font-family:{FONTS};paint-order:stroke}}",
        f".{theme.prefix} .label{{text-anchor:middle}}",
        f".{theme.prefix} .{theme.prefix}_monospaced{{font-family:{MONOSPACED_FONTS};text-anchor:start}}",
    ]
    return "".join(rules)


def list_colour_property_css_rules(theme: Theme) -> Iterable[str]:
    """Yield the CSS rules that set the custom property of each colour, most specific last."""
    root = f".{theme.prefix}"
    light = format_colour_properties(theme, ((name, colour.light) for name, colour in theme.kit.colours.items()))
    dark = format_colour_properties(theme, ((name, colour.dark) for name, colour in theme.kit.colours.items()))
    yield f"{root}{{{light}}}"
    yield f"@media (prefers-color-scheme:dark){{{root}{{{dark}}}}}"
    yield f".light {root},svg{root}.light{{{light}}}"
    yield f".dark {root},svg{root}.dark{{{dark}}}"


def format_colour_properties(theme: Theme, colours: Iterable[tuple[str, str]]) -> str:
    """Return colours as CSS custom properties."""
    return ";".join(f"--{theme.prefix}-{name}:{value}" for name, value in colours)


def list_colour_css_rules(theme: Theme) -> Iterable[str]:
    """Yield, for each colour, CSS classes to fill, to stroke, and for gradient stops and glows."""
    for name in theme.kit.colours:
        value = theme.colour_value(name)
        yield f".{theme.prefix}_{name}{{fill:{value}}}"
        yield f".{theme.prefix}_{name}_s{{stroke:{value}}}"
        yield f".{theme.prefix}_{name}_c{{stop-color:{value};flood-color:{value}}}"


def list_paint_css_rules(theme: Theme) -> Iterable[str]:
    """Yield the CSS classes that fill and stroke with each gradient and pattern."""
    for name in theme.kit.paints:
        value = f"url(#{theme.prefix}_p_{name})"
        yield f".{theme.prefix}_{name}{{fill:{value}}}"
        yield f".{theme.prefix}_{name}_s{{stroke:{value}}}"


def list_mark_css_rules(theme: Theme) -> Iterable[str]:
    """Yield the CSS rules of marks, and for each combination of marks that need filters."""
    for name, mark in theme.kit.marks.items():
        if mark.opacity != 1:
            yield f".{theme.prefix} .{name}{{opacity:{format_number(mark.opacity)}}}"
    outlined = [name for name, mark in theme.kit.marks.items() if mark.outline]
    glowing = [name for name, mark in theme.kit.marks.items() if mark.glow and not mark.outline]
    filtered = outlined + glowing  # A glow goes around an outline, not the other way.
    for size in range(1, len(filtered) + 1):
        for names in combinations(filtered, size):
            filters = " ".join(f"url(#{theme.prefix}_m_{name})" for name in names)
            yield f".{theme.prefix} .{'.'.join(names)}{{filter:{filters}}}"


def render_definitions(theme: Theme, drawing_names: Iterable[str], *, on_page: bool = False) -> str:
    """Return the SVG definitions of a kit's paints and mark filters, and of the named drawings."""
    kit = theme.kit
    parts = [render_paint(name, paint, theme) for name, paint in kit.paints.items()]
    parts += [render_mark_filter(name, mark, theme) for name, mark in kit.marks.items() if mark.outline or mark.glow]
    prefix = theme.prefix
    parts += [render_drawing_definition(kit.drawing(name), name, prefix, on_page=on_page) for name in drawing_names]
    return "".join(parts)


def render_paint(name: str, paint: Paint, theme: Theme) -> str:
    """Return a gradient or a pattern as an SVG element."""
    if isinstance(paint, Gradient):
        return render_gradient(name, paint, theme)
    return render_pattern(name, paint, theme)


def render_gradient(name: str, gradient: Gradient, theme: Theme) -> str:
    """Return a gradient as an SVG element, relative to the bounding box of what it fills."""
    stops = "".join(render_gradient_stop(*stop, theme) for stop in gradient.stops)
    if gradient.radial:
        return f'<radialGradient id="{theme.prefix}_p_{name}">{stops}</radialGradient>'
    across = math.sin(math.radians(gradient.turn)) / 2
    down = -math.cos(math.radians(gradient.turn)) / 2
    way = (("x1", 0.5 - across), ("y1", 0.5 - down), ("x2", 0.5 + across), ("y2", 0.5 + down))
    ends = "".join(f' {end}="{format_number(value)}"' for end, value in way)
    return f'<linearGradient id="{theme.prefix}_p_{name}"{ends}>{stops}</linearGradient>'


def render_gradient_stop(offset: float, colour: str, opacity: float, theme: Theme) -> str:
    """Return one stop of a gradient as an SVG element."""
    fading = f' stop-opacity="{format_number(opacity)}"' if opacity != 1 else ""
    return f'<stop offset="{format_number(offset)}" class="{theme.prefix}_{colour}_c"{fading}/>'


def render_pattern(name: str, pattern: Pattern, theme: Theme) -> str:
    """Return a pattern as an SVG element: one tile, which repeats in the units of the drawing."""
    step = format_number(pattern.step)
    tile = render_shapes(build_pattern_tile(pattern), theme.prefix)
    turned = f' patternTransform="rotate({format_number(pattern.turn)})"' if pattern.turn else ""
    size = f'width="{step}" height="{step}" patternUnits="userSpaceOnUse"'
    return f'<pattern id="{theme.prefix}_p_{name}" {size}{turned}>{tile}</pattern>'


def build_pattern_tile(pattern: Pattern) -> tuple[Shape, ...]:
    """Return the shapes on one tile of a pattern."""
    step, half = pattern.step, pattern.step / 2
    ground = (Rect(-1, -1, step + 2, step + 2, fill=pattern.ground),) if pattern.ground else ()
    if pattern.kind == "dots":
        return (*ground, Circle(half, half, pattern.width, fill=pattern.ink))
    across = Line(-1, half, step + 1, half, stroke=pattern.ink, width=pattern.width)
    if pattern.kind == "hatch":
        return (*ground, across)
    return (*ground, across, Line(half, -1, half, step + 1, stroke=pattern.ink, width=pattern.width))


def render_mark_filter(name: str, mark: Mark, theme: Theme) -> str:
    """Return the SVG filter that puts a mark's glow, outline or both behind a piece."""
    halos = list_mark_halos(mark)
    steps = "".join(render_halo_filter(layer, halo, theme) for layer, halo in enumerate(halos))
    nodes = "".join(f'<feMergeNode in="halo{layer}"/>' for layer in range(len(halos)))
    return (
        f'<filter id="{theme.prefix}_m_{name}" x="-60%" y="-60%" width="220%" height="220%"'
        f' color-interpolation-filters="sRGB">{steps}'
        f'<feMerge>{nodes}<feMergeNode in="SourceGraphic"/></feMerge></filter>'
    )


class Halo(NamedTuple):
    """One of the glows and outlines around a piece."""

    colour: str
    width: float
    ramp: AlphaRamp


def list_mark_halos(mark: Mark) -> list[Halo]:
    """Return the halos of a mark, outermost first.

    A little paper lies between a piece and its outline, so that the outline shows if both have the same colour.
    """
    halos = [Halo(mark.glow, mark.width, GLOW_RAMP)] if mark.glow else []
    if mark.outline:
        halos.append(Halo(mark.outline, mark.width, OUTLINE_RAMP))
        halos.append(Halo("paper", mark.width * OUTLINE_GAP_SHARE, OUTLINE_RAMP))
    return halos


def render_halo_filter(layer: int, halo: Halo, theme: Theme) -> str:
    """Return the filter primitives for one halo; a blur, unlike a dilation, rounds corners evenly."""
    slope, intercept = map(format_number, halo.ramp)
    return (
        f'<feGaussianBlur in="SourceAlpha" stdDeviation="{format_number(halo.width)}"/>'
        f'<feComponentTransfer result="edge"><feFuncA type="linear" slope="{slope}" intercept="{intercept}"/>'
        f'</feComponentTransfer><feFlood class="{theme.prefix}_{halo.colour}_c"/>'
        f'<feComposite in2="edge" operator="in" result="halo{layer}"/>'
    )
