"""The picture of Starry Sky Trick-Taking, and where to touch it: the game's renderer."""

from triangulum.games.starry_sky.scene.renderer import scene
from triangulum.games.starry_sky.steps import touch_steps

__all__ = ["scene", "touch_steps"]
