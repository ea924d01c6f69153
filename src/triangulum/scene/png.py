"""A scene as PNG bytes, rendered by resvg from the same SVG that a browser shows.

The wheel ``resvg_py`` includes the renderer and needs no system library. It is imported at its first use, as playing
needs no PNG. The machine's fonts are not used: all text is outlines, so the bytes are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from triangulum.scene.kit import SceneError
from triangulum.scene.layout import Layout
from triangulum.scene.localize import localize_scene
from triangulum.scene.picture import Scene
from triangulum.scene.svg import render_svg_document
from triangulum.scene.svg_style import Theme
from triangulum.text import ENGLISH, Reader


class RendererMissingError(SceneError):
    """A PNG was requested, but the package that renders it is not installed."""


def render_png(
    scene: Scene,
    *,
    width: int = 1200,
    mode: Literal["light", "dark"] = "light",
    grey: bool = False,
    layout: Layout = "wide",
    panes: Sequence[str] | None = None,
    reader: Reader = ENGLISH,
) -> bytes:
    """Return a scene as a PNG picture ``width`` pixels wide, in greys only if ``grey``."""
    try:
        import resvg_py
    except ImportError:
        raise RendererMissingError("drawing PNG needs resvg: pip install resvg_py") from None
    text = render_svg_document(localize_scene(scene, reader), Theme(scene.kit, mode, grey), width, panes, layout)
    png: bytes = resvg_py.svg_to_bytes(svg_string=text, width=width, skip_system_fonts=True)
    return png
