# compiled by mypyc
"""What a player touches for each action of Starry Sky Trick-Taking: a piece by its key, or a button.

In keys, cards have their numbers 0-23, as in the view, and stars those that are printed, so that ``line-3-7`` is what
people type as ``3-7``.
"""

from __future__ import annotations

from triangulum.games.starry_sky.actions import NUM_CARDS, decode_move
from triangulum.games.starry_sky.messages import message
from triangulum.games.starry_sky.sky_geometry import STAR_PAIRS
from triangulum.games.starry_sky.views import StarrySkyView
from triangulum.scene.steps import Pick, Press, Step

LINE_NAMES = {(lower, upper): f"{lower + 1}-{upper + 1}" for lower, upper in STAR_PAIRS}
"""A line or segment by its printed stars."""

# Keys of the pieces that can be touched.
CARD_KEYS = tuple(f"card-{card}" for card in range(NUM_CARDS))
DRAW_KEYS = {stars: f"line-{name}" for stars, name in LINE_NAMES.items()}
ERASE_KEYS = {stars: f"erase-{name}" for stars, name in LINE_NAMES.items()}

KEEP_STEPS = (Press("keep", message("keep-button")),)


def touch_steps(view: StarrySkyView, action: int) -> tuple[Step, ...]:
    """Return what the mover touches: a card, a line, a segment to erase along, or the button to keep all lines."""
    move = decode_move(action)
    if move.kind == "lay":
        return (Pick(CARD_KEYS[move.card]),)
    if move.kind == "draw":
        return (Pick(DRAW_KEYS[move.stars]),)
    if move.kind == "erase":
        return (Pick(ERASE_KEYS[move.stars]),)
    return KEEP_STEPS
