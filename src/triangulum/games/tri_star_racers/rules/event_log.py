# compiled by mypyc
"""Events that the rules of Tri-Star Racers log during a step: a code with up to four numbers each.

To learn what a step brings in detail, set ``event_log`` of a copy of the state to an empty list before the step. Then
it holds what happened, in order.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from mypy_extensions import i64

# What happened, with the numbers that follow it.
POWER_FIRED: Final = 0  # power
SHIP_FROZEN: Final = 1  # lane, 1 + seat or 0
SHIP_MOVED: Final = 2  # 3 * seat + lane, by what, start, end; a frozen ship's end is -1
BURST_TAKEN: Final = 3  # number of the starburst
BURST_TURNED_UP: Final = 4  # kind of token
SLOT_DRAFTED: Final = 5  # slot, 1 + face or 0
HAND_DISCARDED: Final = 6  # three tiles as in a hand
SHIP_THAWED: Final = 7  # lane
LAST_ROUND_BEGUN: Final = 8
ROUND_BEGUN: Final = 9
TILE_REQUESTED: Final = 10  # somebody has to play a tile
TOKEN_LOST: Final = 11  # by what: nothing of the seat's could move
BURST_USED: Final = 12  # kind of token

MoveCause: TypeAlias = i64
"""By what a ship moves."""

BY_PIPS: Final = 0
BY_WARP: Final = 1
BY_TEAM: Final = 2
BY_BURST: Final = 3
BY_BOOST: Final = 4

LoggedEvent = tuple[int, int, int, int, int, int]
"""What happened, on whose turn, and its numbers."""
