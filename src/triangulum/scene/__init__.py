"""Scenes: a game's picture as pieces with stable keys, rendered as SVG or PNG, or sent as diffs.

This package knows no game. A game builds a ``Kit`` once for a setup and a ``Scene`` for every view.
"""

from triangulum.scene.animation import render_animated_svg
from triangulum.scene.diff import PaneDiff, PieceDiff, SceneDiff, apply_diff, diff_scenes
from triangulum.scene.geometry import polar_point, pyramid_facets, regular_polygon, rounded_path, star_points
from triangulum.scene.kit import Colour, Drawing, Gradient, Kit, Mark, Pattern, SceneError, Spot
from triangulum.scene.picture import Frame, Pane, Piece, Scene
from triangulum.scene.png import RendererMissingError, render_png
from triangulum.scene.shapes import Circle, Group, Line, Path, Polygon, Rect, Shape, Text
from triangulum.scene.svg import render_kit_css, render_kit_svg, render_pane_svg, render_svg

__all__ = [
    "Circle",
    "Colour",
    "Drawing",
    "Frame",
    "Gradient",
    "Group",
    "Kit",
    "Line",
    "Mark",
    "Pane",
    "PaneDiff",
    "Path",
    "Pattern",
    "Piece",
    "PieceDiff",
    "Polygon",
    "Rect",
    "RendererMissingError",
    "Scene",
    "SceneDiff",
    "SceneError",
    "Shape",
    "Spot",
    "Text",
    "apply_diff",
    "diff_scenes",
    "polar_point",
    "pyramid_facets",
    "regular_polygon",
    "render_animated_svg",
    "render_kit_css",
    "render_kit_svg",
    "render_pane_svg",
    "render_png",
    "render_svg",
    "rounded_path",
    "star_points",
]
