"""Scenes: how a game looks, as pieces with stable keys that become SVG, PNG or a difference to send.

The room knows no game. A game gives a ``Kit`` once for a setup and a ``Scene`` for every view.
"""

from triangulum.scene.animation import render_animated_svg
from triangulum.scene.difference import Difference, PaneChange, PieceChange, apply_difference, compute_difference
from triangulum.scene.kit import Colour, Drawing, Gradient, Kit, Mark, Pattern, SceneError, Spot
from triangulum.scene.outlines import polar_point, pyramid_facets, regular_polygon, rounded_path, star_points
from triangulum.scene.picture import Frame, Pane, Piece, Scene
from triangulum.scene.png import RendererMissingError, render_png
from triangulum.scene.shapes import Circle, Group, Line, Path, Polygon, Rect, Shape, Text
from triangulum.scene.svg import kit_css, kit_svg, pane_svg, render_svg

__all__ = [
    "Circle",
    "Colour",
    "Difference",
    "Drawing",
    "Frame",
    "Gradient",
    "Group",
    "Kit",
    "Line",
    "Mark",
    "Pane",
    "PaneChange",
    "Path",
    "Pattern",
    "Piece",
    "PieceChange",
    "Polygon",
    "Rect",
    "RendererMissingError",
    "Scene",
    "SceneError",
    "Shape",
    "Spot",
    "Text",
    "apply_difference",
    "compute_difference",
    "kit_css",
    "kit_svg",
    "pane_svg",
    "polar_point",
    "pyramid_facets",
    "regular_polygon",
    "render_animated_svg",
    "render_png",
    "render_svg",
    "rounded_path",
    "star_points",
]
