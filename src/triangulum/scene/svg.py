"""A scene as an SVG document, and as parts that a browser keeps and updates by key.

A piece is ``<g class="piece …" data-key="…">`` moved to its place, with a title, a ``<use>`` of its drawing that is
turned and scaled, and a label that stays upright. The same scene always gives the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from triangulum.scene.kit import Kit, Spot
from triangulum.scene.layout import Arrangement, Layout, arrange_panes
from triangulum.scene.localize import localize_pane, localize_scene
from triangulum.scene.picture import Frame, Pane, Piece, Scene
from triangulum.scene.svg_elements import (
    escape_text,
    format_attributes,
    format_number,
    format_transform,
    render_label_outlines,
    render_label_text,
    render_shapes,
)
from triangulum.scene.svg_style import Mode, Theme, build_style_sheet, render_definitions
from triangulum.text import ENGLISH, Reader, Text

SVG = 'xmlns="http://www.w3.org/2000/svg"'


def render_svg(
    scene: Scene,
    *,
    mode: Mode = "auto",
    width: float | None = None,
    panes: Sequence[str] | None = None,
    layout: Layout = "wide",
    reader: Reader = ENGLISH,
) -> str:
    """Return a scene as a self-contained SVG document, of a given width or as wide as its container.

    ``panes`` names the panes to show, in order; None for all of them.
    """
    return render_svg_document(localize_scene(scene, reader), Theme(scene.kit, mode), width, panes, layout)


def render_svg_document(
    scene: Scene,
    theme: Theme,
    width: float | None,
    panes: Sequence[str] | None,
    layout: Layout,
) -> str:
    """Return a scene as an SVG document in a theme; None for ``width`` or ``panes`` as in ``render_svg``."""
    shown = scene.panes if panes is None else [scene.pane(name) for name in panes]
    arrangement = arrange_panes(shown, layout)
    boxes = zip(shown, arrangement.boxes, strict=True)
    content = "".join(render_pane(pane, theme, box) for pane, box in boxes)
    return render_svg_root(theme, arrangement, scene.title, width, list_used_drawings(shown), content)


def render_svg_root(
    theme: Theme, arrangement: Arrangement, title: Text, width: float | None, drawings: Iterable[str], content: str
) -> str:
    """Return the root element of an SVG document: title, style sheet, definitions of drawings, paper and content."""
    wide, high = arrangement.wide, arrangement.high
    size = "" if width is None else f' width="{format_number(width)}" height="{format_number(width * high / wide)}"'
    return (
        f'<svg {SVG} class="{theme.prefix}" role="img" viewBox="0 0 {format_number(wide)} {format_number(high)}"{size}>'
        f"<title>{escape_text(str(title))}</title>"
        f"<style>{build_style_sheet(theme)}</style><defs>{render_definitions(theme, drawings)}</defs>"
        f'<rect class="{theme.prefix}_paper" width="{format_number(wide)}" height="{format_number(high)}"/>'
        f"{content}</svg>"
    )


def list_used_drawings(panes: Sequence[Pane]) -> list[str]:
    """Return the names of the drawings that pieces use, in the order of their first use."""
    return list(dict.fromkeys(piece.symbol for pane in panes for piece in pane.pieces))


def render_kit_css(kit: Kit) -> str:
    """Return the style sheet for a page that shows panes of a kit."""
    return build_style_sheet(Theme(kit))


def render_kit_svg(kit: Kit) -> str:
    """Return an SVG element of no size with what a page's panes share: all drawings, and a template for each label."""
    theme = Theme(kit)
    label_templates = "".join(
        render_label_text("", drawing.label, theme.prefix, ("id", f"{theme.prefix}_l_{name}"))
        for name, drawing in kit.drawings.items()
    )
    defined = f"<defs>{render_definitions(theme, kit.drawings, on_page=True)}{label_templates}</defs>"
    return f'<svg {SVG} class="{theme.prefix}" width="0" height="0" aria-hidden="true">{defined}</svg>'


def render_pane_svg(scene: Scene, pane_name: str) -> str:
    """Return one pane for a page that has the kit already; its labels are text elements that a browser can change."""
    return render_pane(localize_pane(scene.pane(pane_name), ENGLISH), Theme(scene.kit), None)


def render_pane(pane: Pane, theme: Theme, box: Frame | None) -> str:
    """Return a pane as SVG: in a box of a document, or for a page if ``box`` is None."""
    on_page = box is None
    place = () if box is None else zip(("x", "y", "width", "height"), format_frame_numbers(box), strict=True)
    root = format_attributes(
        (
            ("class", f"pane {theme.prefix}" if on_page else "pane"),
            ("data-pane", pane.name),
            ("data-kit", theme.prefix if on_page else ""),
            *place,
            ("viewBox", " ".join(format_frame_numbers(pane.frame))),
            ("data-focus", " ".join(format_frame_numbers(pane.focus)) if pane.focus else ""),
            ("role", "group" if on_page else ""),
            ("aria-label", str(pane.title)),
        )
    )
    still = "".join(render_still_drawing(name, theme) for name in pane.still)
    pieces = "".join(render_piece(piece, theme, on_page) for piece in sorted(pane.pieces, key=piece_layer))
    return f"<svg{f' {SVG}' if on_page else ''}{root}>{still}{pieces}</svg>"


def format_frame_numbers(frame: Frame) -> list[str]:
    """Return x, y, width and height of a frame as SVG numbers."""
    return [format_number(value) for value in (frame.x, frame.y, frame.wide, frame.high)]


def piece_layer(piece: Piece) -> int:
    """Return the layer of a piece, for sorting."""
    return piece.layer


def render_still_drawing(name: str, theme: Theme) -> str:
    """Return one of a pane's still drawings as an SVG group."""
    shapes = render_shapes(theme.kit.drawing(name).shapes, theme.prefix)
    return f'<g class="still" data-still="{escape_text(name)}">{shapes}</g>'


def render_piece(piece: Piece, theme: Theme, editable_label: bool) -> str:
    """Return a piece with its title and its label as an SVG group; an editable label is a text element."""
    drawing = theme.kit.drawing(piece.symbol)
    root = format_attributes(
        (
            ("class", " ".join(("piece", *piece.marks))),
            ("data-key", piece.key),
            ("transform", format_transform(piece.x, piece.y)),
        )
    )
    turned = format_transform(0, 0, piece.turn, piece.scale)
    use = format_attributes((("href", f"#{theme.prefix}-{piece.symbol}"), ("transform", turned)))
    title = f"<title>{escape_text(str(piece.title))}</title>" if piece.title else ""
    label = render_piece_label(piece, drawing.label, theme, editable_label) if piece.label else ""
    return f"<g{root}>{title}<use{use}/>{label}</g>"


def render_piece_label(piece: Piece, spot: Spot, theme: Theme, editable_label: bool) -> str:
    """Return the label of a piece, scaled with it but not turned: a text element, or else outlines."""
    if editable_label:
        scale = ("transform", format_transform(0, 0, 0, piece.scale))
        return render_label_text(str(piece.label), spot, theme.prefix, scale)
    return render_label_outlines(str(piece.label), spot, piece.scale, theme.prefix)
