# compiled by mypyc
"""Events that the rules of Tricolor Line log during a step: a kind with up to two numbers each.

To learn what a step brings in detail, set ``event_log`` of a copy of the state to an empty list before the step. Then
it holds what happened, in order.
"""

from __future__ import annotations

from typing import Final

TILE_TAKEN: Final = 0  # pile, tile code
TILE_PLACED: Final = 1  # place, tile code
ROAD_BUILT: Final = 2  # place, tile code
BLUEPRINT_ROTATED: Final = 3  # place, tile code
SEAT_ATTACKED: Final = 4  # seat
EVENT_DRAWN: Final = 5  # event, 1 if it can be applied
ROAD_SLID: Final = 6  # place, tile code
BLUEPRINT_DETOURED: Final = 7  # place, tile code
TOLL_DEMANDED: Final = 8  # seat
IDENTITY_LEAKED: Final = 9  # seat
TILE_LIFTED: Final = 10  # place, tile code
TILE_PUT_DOWN: Final = 11  # place, tile code
TURN_SKIPPED: Final = 12

LoggedEvent = tuple[int, int, int, int]
"""What happened, on whose turn, and its numbers."""
