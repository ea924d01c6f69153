"""A scene as PNG bytes, drawn by resvg from the same SVG that a browser shows.

The wheel ``resvg_py`` brings the renderer along and needs no system library. It is imported when first
wanted, as playing needs no PNG. No fonts of the machine are used: all text is drawn as outlines, so the bytes
are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from triangulum.scene.kit import SceneError
from triangulum.scene.layout import Layout
from triangulum.scene.picture import Scene
from triangulum.scene.style import Look
from triangulum.scene.svg import render_document


class RendererMissingError(SceneError):
    """PNG was asked for, but the wheel that draws it is not installed."""


def render_png(
    scene: Scene,
    *,
    width: int = 1200,
    mode: Literal["light", "dark"] = "light",
    grey: bool = False,
    layout: Layout = "wide",
    panes: Sequence[str] | None = None,
) -> bytes:
    """Return the scene as a PNG picture of that many pixels' width, in greys only if ``grey``."""
    try:
        import resvg_py
    except ImportError:
        raise RendererMissingError("drawing PNG needs resvg: pip install resvg_py") from None
    text = render_document(scene, Look(scene.kit, mode, grey), width, panes, layout)
    drawn: bytes = resvg_py.svg_to_bytes(svg_string=text, width=width, skip_system_fonts=True)
    return drawn
