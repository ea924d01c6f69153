"""The style sheet and the shared definitions of a kit: colours for light and dark, paints, and what marks do.

In the mode ``auto`` colours are CSS custom properties: the viewer's preference decides, and a class ``light``
or ``dark`` on the picture or on anything around it overrides that. In the modes ``light`` and ``dark`` they
are written out, which every viewer understands.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations
from typing import Literal, TypeAlias

import msgspec

from triangulum.scene.kit import Gradient, Kit, Mark, Paint, Pattern
from triangulum.scene.markup import drawing_markup, format_number, shapes_markup
from triangulum.scene.shapes import Circle, Line, Rect, Shape

Mode: TypeAlias = Literal["auto", "light", "dark"]
FONTS = '"DejaVu Sans",Verdana,sans-serif'
"""For labels that a browser sets; Verdana runs nearly as wide as our outlines."""
MONOSPACED_FONTS = '"DejaVu Sans Mono",Menlo,Consolas,monospace'
Edge: TypeAlias = tuple[float, float]
FIRM: Edge = (16.0, -1.6)
SOFT: Edge = (1.4, 0.0)
"""How steeply the edge of an outline and of a glow falls off: slope and intercept, of the blur's opacity."""
WITHIN = 0.45
"""How much of an outline's width is the paper between it and the piece."""


class Look(msgspec.Struct, frozen=True):
    """A kit in one mode."""

    kit: Kit
    mode: Mode = "auto"
    grey: bool = False

    @property
    def prefix(self) -> str:
        """What begins every class and id: another for every kit and mode, as several may meet on one page."""
        return f"k{self.kit.digest[:7]}" + ("" if self.mode == "auto" else self.mode[0])

    def colour_value(self, name: str) -> str:
        """Return a colour as the style sheet has it."""
        if self.mode == "auto":
            return f"var(--{self.prefix}-{name})"
        colour = self.kit.colours[name]
        value = colour.dark if self.mode == "dark" else colour.light
        return to_grey(value) if self.grey else value


def to_grey(colour: str) -> str:
    """Return the grey that is as bright as a colour."""
    red, green, blue = (linear_light(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    bright = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    grey = 12.92 * bright if bright <= 0.0031308 else 1.055 * math.pow(bright, 1 / 2.4) - 0.055
    return "#" + f"{round(grey * 255):02x}" * 3


def linear_light(channel: float) -> float:
    """Return how much light a channel of a colour stands for, from 0 to 1."""
    return channel / 12.92 if channel <= 0.04045 else math.pow((channel + 0.055) / 1.055, 2.4)


def style_sheet(look: Look) -> str:
    """Return the CSS of a kit: colours, paints and marks."""
    rules = [
        *(custom_properties(look) if look.mode == "auto" else ()),
        *colour_rules(look),
        *paint_rules(look),
        *mark_rules(look),
        f".{look.prefix}{{stroke-linejoin:round;stroke-linecap:round}}",
        f".{look.prefix} text{{font-family:{FONTS};text-anchor:middle;paint-order:stroke}}",
        f".{look.prefix} .{look.prefix}_monospaced{{font-family:{MONOSPACED_FONTS};text-anchor:start}}",
    ]
    return "".join(rules)


def custom_properties(look: Look) -> Iterable[str]:
    """Yield the rules that say what the colours are, most particular last."""
    root = f".{look.prefix}"
    light = properties(look, ((name, colour.light) for name, colour in look.kit.colours.items()))
    dark = properties(look, ((name, colour.dark) for name, colour in look.kit.colours.items()))
    yield f"{root}{{{light}}}"
    yield f"@media (prefers-color-scheme:dark){{{root}{{{dark}}}}}"
    yield f".light {root},svg{root}.light{{{light}}}"
    yield f".dark {root},svg{root}.dark{{{dark}}}"


def properties(look: Look, colours: Iterable[tuple[str, str]]) -> str:
    """Return colours as custom properties."""
    return ";".join(f"--{look.prefix}-{name}:{value}" for name, value in colours)


def colour_rules(look: Look) -> Iterable[str]:
    """Yield a class that fills, one that strokes, and one for the stops of gradients and for glows."""
    for name in look.kit.colours:
        value = look.colour_value(name)
        yield f".{look.prefix}_{name}{{fill:{value}}}"
        yield f".{look.prefix}_{name}_s{{stroke:{value}}}"
        yield f".{look.prefix}_{name}_c{{stop-color:{value};flood-color:{value}}}"


def paint_rules(look: Look) -> Iterable[str]:
    """Yield the classes that fill and stroke with a gradient or a pattern."""
    for name in look.kit.paints:
        value = f"url(#{look.prefix}_p_{name})"
        yield f".{look.prefix}_{name}{{fill:{value}}}"
        yield f".{look.prefix}_{name}_s{{stroke:{value}}}"


def mark_rules(look: Look) -> Iterable[str]:
    """Yield what the marks do, and what each set of them does together where they need filters."""
    for name, mark in look.kit.marks.items():
        if mark.opacity != 1:
            yield f".{look.prefix} .{name}{{opacity:{format_number(mark.opacity)}}}"
    firm = [name for name, mark in look.kit.marks.items() if mark.outline]
    soft = [name for name, mark in look.kit.marks.items() if mark.glow and not mark.outline]
    lit = firm + soft  # a glow goes around an outline, not the other way
    for many in range(1, len(lit) + 1):
        for names in combinations(lit, many):
            lights = " ".join(f"url(#{look.prefix}_m_{name})" for name in names)
            yield f".{look.prefix} .{'.'.join(names)}{{filter:{lights}}}"


def definitions(look: Look, drawings: Iterable[str]) -> str:
    """Return the paints and marks of a kit, and those of its drawings that are asked for."""
    kit = look.kit
    parts = [paint_markup(name, paint, look) for name, paint in kit.paints.items()]
    parts += [light_markup(name, mark, look) for name, mark in kit.marks.items() if mark.outline or mark.glow]
    parts += [drawing_markup(kit.drawing(name), name, look.prefix) for name in drawings]
    return "".join(parts)


def paint_markup(name: str, paint: Paint, look: Look) -> str:
    """Return a gradient or a pattern."""
    if isinstance(paint, Gradient):
        return gradient_markup(name, paint, look)
    return pattern_markup(name, paint, look)


def gradient_markup(name: str, gradient: Gradient, look: Look) -> str:
    """Return a gradient over the box of whatever it fills."""
    stops = "".join(stop_markup(*stop, look) for stop in gradient.stops)
    if gradient.radial:
        return f'<radialGradient id="{look.prefix}_p_{name}">{stops}</radialGradient>'
    across = math.sin(math.radians(gradient.turn)) / 2
    down = -math.cos(math.radians(gradient.turn)) / 2
    way = (("x1", 0.5 - across), ("y1", 0.5 - down), ("x2", 0.5 + across), ("y2", 0.5 + down))
    ends = "".join(f' {end}="{format_number(value)}"' for end, value in way)
    return f'<linearGradient id="{look.prefix}_p_{name}"{ends}>{stops}</linearGradient>'


def stop_markup(at: float, colour: str, opacity: float, look: Look) -> str:
    """Return one stop of a gradient."""
    fading = f' stop-opacity="{format_number(opacity)}"' if opacity != 1 else ""
    return f'<stop offset="{format_number(at)}" class="{look.prefix}_{colour}_c"{fading}/>'


def pattern_markup(name: str, pattern: Pattern, look: Look) -> str:
    """Return one tile of a pattern, which repeats in the units of the drawing."""
    step = format_number(pattern.step)
    tile = shapes_markup(pattern_shapes(pattern), look.prefix)
    turned = f' patternTransform="rotate({format_number(pattern.turn)})"' if pattern.turn else ""
    size = f'width="{step}" height="{step}" patternUnits="userSpaceOnUse"'
    return f'<pattern id="{look.prefix}_p_{name}" {size}{turned}>{tile}</pattern>'


def pattern_shapes(pattern: Pattern) -> tuple[Shape, ...]:
    """Return what is on one tile of a pattern."""
    step, half = pattern.step, pattern.step / 2
    ground = (Rect(-1, -1, step + 2, step + 2, fill=pattern.ground),) if pattern.ground else ()
    if pattern.kind == "dots":
        return (*ground, Circle(half, half, pattern.width, fill=pattern.ink))
    across = Line(-1, half, step + 1, half, stroke=pattern.ink, width=pattern.width)
    if pattern.kind == "hatch":
        return (*ground, across)
    return (*ground, across, Line(half, -1, half, step + 1, stroke=pattern.ink, width=pattern.width))


def light_markup(name: str, mark: Mark, look: Look) -> str:
    """Return the filter that puts a glow, an outline or both behind a piece."""
    halos = list_halos(mark)
    steps = "".join(halo_markup(layer, *halo, look) for layer, halo in enumerate(halos))
    nodes = "".join(f'<feMergeNode in="halo{layer}"/>' for layer in range(len(halos)))
    return (
        f'<filter id="{look.prefix}_m_{name}" x="-60%" y="-60%" width="220%" height="220%"'
        f' color-interpolation-filters="sRGB">{steps}'
        f'<feMerge>{nodes}<feMergeNode in="SourceGraphic"/></feMerge></filter>'
    )


def list_halos(mark: Mark) -> list[tuple[str, float, Edge]]:
    """Return what lies behind a piece, outermost first: a colour, how wide, and its edge.

    Between a piece and its outline is a little paper, so that the outline shows when both have one colour.
    """
    halos = [(mark.glow, mark.width, SOFT)] if mark.glow else []
    if mark.outline:
        halos += [(mark.outline, mark.width, FIRM), ("paper", mark.width * WITHIN, FIRM)]
    return halos


def halo_markup(layer: int, colour: str, width: float, edge: Edge, look: Look) -> str:
    """Return the steps of a filter that make one halo; a blur, unlike a dilation, rounds corners evenly."""
    slope, intercept = format_number(edge[0]), format_number(edge[1])
    return (
        f'<feGaussianBlur in="SourceAlpha" stdDeviation="{format_number(width)}"/>'
        f'<feComponentTransfer result="edge"><feFuncA type="linear" slope="{slope}" intercept="{intercept}"/>'
        f'</feComponentTransfer><feFlood class="{look.prefix}_{colour}_c"/>'
        f'<feComposite in2="edge" operator="in" result="halo{layer}"/>'
    )
