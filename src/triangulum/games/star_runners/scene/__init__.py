"""The picture of Star Runners, and where to touch it: the game's renderer."""

from triangulum.games.star_runners.scene.renderer import scene
from triangulum.games.star_runners.steps import touch_steps, touch_steps_key

__all__ = ["scene", "touch_steps", "touch_steps_key"]
