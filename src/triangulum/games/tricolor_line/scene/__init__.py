"""The scenes of Tricolor Line, and what is touched in them: the game's renderer."""

from triangulum.games.tricolor_line.scene.renderer import scene
from triangulum.games.tricolor_line.steps import touch_steps

__all__ = ["scene", "touch_steps"]
