"""The picture of Tri-Trac, and where to touch it: the game's renderer."""

from triangulum.games.tri_trac.scene.renderer import scene
from triangulum.games.tri_trac.steps import touch_steps

__all__ = ["scene", "touch_steps"]
