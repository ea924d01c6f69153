"""The signs of red and blue, by which people can tell them apart without seeing colours.

Red has a four-pointed star for its sign and a double line, blue has a crescent and a string of beads.
"""

from __future__ import annotations

from triangulum.scene import Group, Path, Polygon, star_points


def crescent_path(radius: float) -> str:
    """Return the path of a crescent moon around (0, 0), open to the right."""
    x, y, shift = 0.574 * radius, 0.819 * radius, 0.2 * radius
    inner = 0.84 * radius
    tips = f"{shift + x:.2f} {-y:.2f}", f"{shift + x:.2f} {y:.2f}"
    return f"M{tips[0]}A{radius:g} {radius:g} 0 1 0 {tips[1]}A{inner:g} {inner:g} 0 1 1 {tips[0]}Z"


def colour_sign(colour: str, radius: float, fill: str, x: float = 0.0, y: float = 0.0) -> Group:
    """Return the sign of a colour: a four-pointed star for red, a crescent for blue."""
    if colour == "red":
        return Group((Polygon(star_points(4, radius, radius * 0.4), fill=fill),), x, y)
    return Group((Path(crescent_path(radius * 0.86), fill=fill),), x, y, -25.0)


def bead_path(start: float, end: float, spacing: float, y: float = 0.0) -> str:
    """Return the path of a row of points that a thick stroke turns into beads, evenly from start to end."""
    count = max(round((end - start) / spacing), 1)
    return f"M{start:.1f} {y:g}h0" + f"m{(end - start) / count:.2f} 0h0" * count
