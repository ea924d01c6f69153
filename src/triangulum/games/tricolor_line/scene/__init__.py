"""How Tricolor Line looks, and where one touches it."""

from triangulum.games.tricolor_line.scene.render import scene
from triangulum.games.tricolor_line.scene.touches import steps

__all__ = ["scene", "steps"]
