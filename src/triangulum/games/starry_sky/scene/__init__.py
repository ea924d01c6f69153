"""How Starry Sky Trick-Taking looks, and where one touches it."""

from triangulum.games.starry_sky.scene.renderer import scene, steps

__all__ = ["scene", "steps"]
