# compiled by mypyc
"""The picture of a view of Star Runners: the map, and the dice under it.

Every piece is taken from a cache by what it shows, so one that did not change is the same object in the next scene and
costs nothing to compare.
"""

from __future__ import annotations

from triangulum.games.star_runners.messages import describe_status
from triangulum.games.star_runners.scene.dice_pane import build_dice_pane
from triangulum.games.star_runners.scene.kit import KIT
from triangulum.games.star_runners.scene.map_pane import build_map_pane
from triangulum.games.star_runners.views import StarRunnersView
from triangulum.scene import Scene


def scene(view: StarRunnersView) -> Scene:
    """Return the picture of a view: the map, and the pane with the dice."""
    map_pane = build_map_pane(view.ships, view.missing_sizes, view.homes, view.winner)
    return Scene(KIT, (map_pane, build_dice_pane(view)), describe_status(view))
