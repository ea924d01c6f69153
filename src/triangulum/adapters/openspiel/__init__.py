"""Triangulum's games in OpenSpiel: importing this registers every game that is installed.

``pyspiel.load_game("triangulum_tri_trac")`` then works, and so do options as game parameters:
``pyspiel.load_game("triangulum_tri_star_racers(players=4,preset=power-play)")``. A game from another package is there
as well, by its id with underscores; one that is registered later needs ``register``.
"""

import warnings

from triangulum.core.registry import games
from triangulum.installation.extras import require_extra

with require_extra("openspiel", "the OpenSpiel adapter"):
    from triangulum.adapters.openspiel.bots import OpenSpielBot, TriangulumBot
    from triangulum.adapters.openspiel.game import TriangulumGame, game_from_setup, register, registered_name
    from triangulum.adapters.openspiel.state import TriangulumState

__all__ = [
    "OpenSpielBot",
    "TriangulumBot",
    "TriangulumGame",
    "TriangulumState",
    "game_from_setup",
    "register",
    "registered_name",
]

for _game in games():
    # Another package's mistake must not keep people from our games.
    try:
        register(_game)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        warnings.warn(f"the game {_game.id!r} cannot be registered with OpenSpiel: {why}", stacklevel=2)
