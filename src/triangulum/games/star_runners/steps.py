# compiled by mypyc
"""What a player touches for each action of Star Runners: pieces by their keys, or buttons."""

from __future__ import annotations

from functools import cache

from triangulum.games.star_runners.actions import NUM_SIZES, decode_move
from triangulum.games.star_runners.messages import message
from triangulum.games.star_runners.views import PLACE_NAMES, StarRunnersView
from triangulum.scene.steps import Pick, Press, Step

SIZE_NAMES = ("small", "medium", "large")
PAIRS_BY_MISSING_SIZE = tuple(
    [tuple([size for size in range(NUM_SIZES) if size != missing_size]) for missing_size in range(NUM_SIZES)]
)
"""The two sizes of a home star, the smaller first, by the size that it lacks."""

# Keys of the pieces that can be touched.
STAR_KEYS = {place: f"star-{place}" for place in PLACE_NAMES}
SHIP_KEYS = tuple([tuple([f"ship-{seat}-{size}" for size in SIZE_NAMES]) for seat in (0, 1)])
HOME_CHOICE_KEYS = tuple(
    [f"pair-{SIZE_NAMES[smaller]}-{SIZE_NAMES[larger]}" for smaller, larger in PAIRS_BY_MISSING_SIZE]
)
REROLL_STEPS = (Press("reroll", message("button-reroll")),)
DONE_STEPS = (Press("done", message("button-done")),)


def touch_steps(view: StarRunnersView, action: int) -> tuple[Step, ...]:
    """Return what the mover touches to play an action: a ship and a star, a pair of pyramids, or a button."""
    move = decode_move(action)
    if move.kind == "hop":
        return list_hop_steps(view.turn_of, action)
    if move.kind == "take":
        return (Press("take", message("button-take", points=view.points)),)
    if move.kind == "reroll":
        return REROLL_STEPS
    if move.kind == "done":
        return DONE_STEPS
    return (Pick(HOME_CHOICE_KEYS[move.size]),)


def touch_steps_key(view: StarRunnersView) -> tuple[str, int, int]:
    """Return what steps and notation depend on besides the action."""
    return view.letters, view.turn_of, view.points if view.phase == "doubles" else 0


@cache
def list_hop_steps(seat: int, action: int) -> tuple[Step, ...]:
    """Return the ship and the star to touch for a hop."""
    move = decode_move(action)
    return Pick(SHIP_KEYS[seat][move.size]), Pick(STAR_KEYS[PLACE_NAMES[move.place]])
