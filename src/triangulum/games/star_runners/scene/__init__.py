"""The picture of Star Runners, and where to touch it: the game's renderer."""

from triangulum.games.star_runners.scene.renderer import scene
from triangulum.games.star_runners.steps import steps, steps_key

__all__ = ["scene", "steps", "steps_key"]
