"""The picture of a view of Starry Sky Trick-Taking: the sky, the table with the trick, and the hand.

Every piece is taken from a cache by what it shows, so one that did not change is the same object in the next scene and
costs nothing to compare.
"""

from __future__ import annotations

from functools import lru_cache

from triangulum.core.wording import format_count, join_with_and
from triangulum.games.starry_sky.rules.lookup import NUM_TRICKS
from triangulum.games.starry_sky.scene.card_titles import current_trick_number
from triangulum.games.starry_sky.scene.hand_pane import build_hand_pane
from triangulum.games.starry_sky.scene.kit import KIT
from triangulum.games.starry_sky.scene.sky_pane import build_sky_pane
from triangulum.games.starry_sky.scene.table_pane import build_table_pane
from triangulum.games.starry_sky.views import COLOURS, StarrySkyView
from triangulum.scene import Scene


@lru_cache(maxsize=2048)
def scene(view: StarrySkyView) -> Scene:
    """Return the picture of a view; a spectator has no hand."""
    hand = () if view.seat is None else (build_hand_pane(view),)
    return Scene(KIT, (build_sky_pane(view), build_table_pane(view), *hand), scene_title(view))


def scene_title(view: StarrySkyView) -> str:
    """Return the title of the scene, a sentence for screen readers: trick, mover and points."""
    total = format_count(view.points, "point")
    if view.phase == "over":
        return (
            f"Starry Sky: the sky is worth {total}, and {join_with_and([f'seat {seat}' for seat in view.winners])} won."
        )
    if view.phase == "deal":
        return "Starry Sky: the cards are dealt."
    trick = (
        f"Starry Sky, trick {current_trick_number(view.phase, len(view.tricks))} of {NUM_TRICKS}: seat {view.to_move}"
    )
    return f"{trick} {describe_task(view)} The sky is worth {total}."


def describe_task(view: StarrySkyView) -> str:
    """Return the part of the title that says what the mover has to do."""
    if view.phase == "lead":
        return "leads a card, face down."
    if view.phase == "follow":
        return f"follows; the colour named is {COLOURS[view.led_colour or 0]}."
    if view.phase == "draw":
        return f"won the trick and chooses a {COLOURS[view.tricks[-1].majority]} line."
    return "won the trick and may erase lines."
