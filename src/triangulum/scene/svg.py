"""A scene as an SVG document, and as parts that a browser keeps and changes by key.

A piece is ``<g class="piece …" data-key="…">`` moved to its place, with a title, a use of its drawing that is
turned and scaled, and a label that stays upright. The same scene always gives the same text.
"""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.scene.kit import Kit, Spot
from triangulum.scene.layout import Layout, arrange_panes
from triangulum.scene.markup import (
    escape_text,
    format_attributes,
    format_number,
    format_transform,
    label_markup,
    live_label_markup,
    shapes_markup,
)
from triangulum.scene.picture import Frame, Pane, Piece, Scene
from triangulum.scene.style import Look, Mode, definitions, style_sheet

SVG = 'xmlns="http://www.w3.org/2000/svg"'


def render_svg(
    scene: Scene,
    *,
    mode: Mode = "auto",
    width: float | None = None,
    panes: Sequence[str] | None = None,
    layout: Layout = "wide",
) -> str:
    """Return the scene as an SVG document that needs nothing else, of a given width or as wide as it may be.

    ``panes`` says which panes, and in which order; all of them if it is None.
    """
    return render_document(scene, Look(scene.kit, mode), width, panes, layout)


def render_document(
    scene: Scene,
    look: Look,
    width: float | None,
    panes: Sequence[str] | None,
    layout: Layout,
) -> str:
    """Return the scene as a document in a given look."""
    shown = scene.panes if panes is None else [scene.pane(name) for name in panes]
    arrangement = arrange_panes(shown, layout)
    wide, high = arrangement.wide, arrangement.high
    size = "" if width is None else f' width="{format_number(width)}" height="{format_number(width * high / wide)}"'
    boxed = zip(shown, arrangement.boxes, strict=True)
    return (
        f'<svg {SVG} class="{look.prefix}" role="img" viewBox="0 0 {format_number(wide)} {format_number(high)}"{size}>'
        f"<title>{escape_text(scene.title)}</title>"
        f"<style>{style_sheet(look)}</style><defs>{definitions(look, list_symbols(shown))}</defs>"
        f'<rect class="{look.prefix}_paper" width="{format_number(wide)}" height="{format_number(high)}"/>'
        f"{''.join(pane_markup(pane, look, box) for pane, box in boxed)}</svg>"
    )


def list_symbols(panes: Sequence[Pane]) -> list[str]:
    """Return the names of the drawings that pieces use, in order of first use."""
    return list(dict.fromkeys(piece.symbol for pane in panes for piece in pane.pieces))


def kit_css(kit: Kit) -> str:
    """Return the style sheet of a page's panes."""
    return style_sheet(Look(kit))


def kit_svg(kit: Kit) -> str:
    """Return what a page's panes share: an element of no size, all drawings and models of labels."""
    look = Look(kit)
    models = "".join(
        live_label_markup("", drawing.label, look.prefix, ("id", f"{look.prefix}_l_{name}"))
        for name, drawing in kit.drawings.items()
    )
    defined = f"<defs>{definitions(look, kit.drawings)}{models}</defs>"
    return f'<svg {SVG} class="{look.prefix}" width="0" height="0" aria-hidden="true">{defined}</svg>'


def pane_svg(scene: Scene, name: str) -> str:
    """Return one pane for a page that has the kit already; its labels are text that a browser can set."""
    return pane_markup(scene.pane(name), Look(scene.kit), None)


def pane_markup(pane: Pane, look: Look, box: Frame | None) -> str:
    """Return a pane: in a box of a document, or by itself for a page."""
    live = box is None
    place = () if box is None else zip(("x", "y", "width", "height"), format_frame(box), strict=True)
    root = format_attributes(
        (
            ("class", f"pane {look.prefix}" if live else "pane"),
            ("data-pane", pane.name),
            ("data-kit", look.prefix if live else ""),
            *place,
            ("viewBox", " ".join(format_frame(pane.frame))),
            ("data-focus", " ".join(format_frame(pane.focus)) if pane.focus else ""),
            ("role", "group" if live else ""),
            ("aria-label", pane.title),
        )
    )
    still = "".join(still_markup(name, look) for name in pane.still)
    pieces = "".join(piece_markup(piece, look, live) for piece in sorted(pane.pieces, key=piece_layer))
    return f"<svg{f' {SVG}' if live else ''}{root}>{still}{pieces}</svg>"


def format_frame(frame: Frame) -> list[str]:
    """Return the four numbers of a frame."""
    return [format_number(value) for value in (frame.x, frame.y, frame.wide, frame.high)]


def piece_layer(piece: Piece) -> int:
    """Return how high a piece lies."""
    return piece.layer


def still_markup(name: str, look: Look) -> str:
    """Return a still part of a pane."""
    shapes = shapes_markup(look.kit.drawing(name).shapes, look.prefix)
    return f'<g class="still" data-still="{escape_text(name)}">{shapes}</g>'


def piece_markup(piece: Piece, look: Look, live: bool) -> str:
    """Return a piece with its title and its label."""
    drawing = look.kit.drawing(piece.symbol)
    root = format_attributes(
        (
            ("class", " ".join(("piece", *piece.marks))),
            ("data-key", piece.key),
            ("transform", format_transform(piece.x, piece.y)),
        )
    )
    turned = format_transform(0, 0, piece.turn, piece.scale)
    use = format_attributes((("href", f"#{look.prefix}-{piece.symbol}"), ("transform", turned)))
    title = f"<title>{escape_text(piece.title)}</title>" if piece.title else ""
    label = piece_label(piece, drawing.label, look, live) if piece.label else ""
    return f"<g{root}>{title}<use{use}/>{label}</g>"


def piece_label(piece: Piece, spot: Spot, look: Look, live: bool) -> str:
    """Return the label of a piece: scaled with it, but not turned."""
    if live:
        scale = ("transform", format_transform(0, 0, 0, piece.scale))
        return live_label_markup(piece.label, spot, look.prefix, scale)
    return label_markup(piece.label, spot, piece.scale, look.prefix)
