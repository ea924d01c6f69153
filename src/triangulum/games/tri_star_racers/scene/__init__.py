"""The picture of Tri-Star Racers, and what to touch in it: the game's renderer."""

from triangulum.games.tri_star_racers.scene.renderer import scene
from triangulum.games.tri_star_racers.steps import touch_steps

__all__ = ["scene", "touch_steps"]
