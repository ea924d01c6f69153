# compiled by mypyc
"""The picture of a view of Star Runners: the map, and the dice under it.

Every piece is taken from a cache by what it shows, so one that did not change is the same object in the next scene and
costs nothing to compare.
"""

from __future__ import annotations

from triangulum.games.star_runners.scene.dice_pane import build_dice_pane
from triangulum.games.star_runners.scene.kit import KIT
from triangulum.games.star_runners.scene.map_pane import build_map_pane
from triangulum.games.star_runners.views import StarRunnersView
from triangulum.scene import Scene


def scene(view: StarRunnersView) -> Scene:
    """Return the picture of a view: the map, and the pane with the dice."""
    map_pane = build_map_pane(view.ships, view.missing_sizes, view.homes, view.winner)
    return Scene(KIT, (map_pane, build_dice_pane(view)), scene_title(view))


def scene_title(view: StarRunnersView) -> str:
    """Return the title of the scene, a sentence for screen readers: the turn, and what the player does."""
    seat = f"seat {view.turn_of}"
    if view.phase == "choosing":
        return f"Star Runners: {seat} chooses a home star."
    if view.phase == "finished":
        ended = f"drawn after {view.turns} turns"
        if view.winner is not None:
            ended = f"won by seat {view.winner} on turn {view.turns + 1}"
        return f"Star Runners: the game is {ended}."
    turn = f"Star Runners, turn {view.turns + 1} of {view.turn_limit}: {seat}"
    if view.dice is None:
        return f"{turn} rolls the dice."
    roll = "{} and {}".format(*view.dice)
    if view.phase == "doubles":
        return f"{turn} has rolled {roll}, and takes {view.points} or rolls again."
    return f"{turn} has rolled {roll} and has {view.points} left to spend."
