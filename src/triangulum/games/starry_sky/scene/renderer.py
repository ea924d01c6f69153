# compiled by mypyc
"""The picture of a view of Starry Sky Trick-Taking: the sky, the table with the trick, and the hand.

Every piece is taken from a cache by what it shows, so one that did not change is the same object in the next scene and
costs nothing to compare.
"""

from __future__ import annotations

from functools import lru_cache

from triangulum.games.starry_sky.messages import describe_status
from triangulum.games.starry_sky.scene.hand_pane import build_hand_pane
from triangulum.games.starry_sky.scene.kit import KIT
from triangulum.games.starry_sky.scene.sky_pane import build_sky_pane
from triangulum.games.starry_sky.scene.table_pane import build_table_pane
from triangulum.games.starry_sky.views import StarrySkyView
from triangulum.scene import Scene


@lru_cache(maxsize=2048)
def scene(view: StarrySkyView) -> Scene:
    """Return the picture of a view; a spectator has no hand."""
    hand = () if view.seat is None else (build_hand_pane(view),)
    return Scene(KIT, (build_sky_pane(view), build_table_pane(view), *hand), describe_status(view))
