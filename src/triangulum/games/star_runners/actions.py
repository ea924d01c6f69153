# compiled by mypyc
"""What the action numbers and chance outcomes of Star Runners mean; no other module knows the numbering.

An action builds a home star, answers doubles, hops a ship to a place, or ends the turn. A chance outcome is a roll of
both dice, whichever die shows which number: (1, 1) (2, 1) (2, 2) (3, 1) and so on.

The rules decode an action to plain integers. Everybody else gets a ``Move``.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from mypy_extensions import i64

from triangulum.core.types import Action

SizeIndex: TypeAlias = i64
"""A size of pyramids: 0, 1 and 2 for small, medium and large."""

PlaceIndex: TypeAlias = i64
"""A place on the map, from seat 0's home to seat 1's: A, a1, a2, W (Backwater), b1, b2, B."""

NUM_SIZES: Final = 3
NUM_PLACES: Final = 7

FIRST_HOME_ACTION: Final = 0  # + the size that the binary star lacks
TAKE_ACTION: Final = 3
REROLL_ACTION: Final = 4
DONE_ACTION: Final = 5
FIRST_HOP_ACTION: Final = 6  # + size * NUM_PLACES + place
NUM_ACTIONS: Final = 27


# Plain integers, for the rules.


def encode_build_home(missing_size: SizeIndex) -> Action:
    """Return the action that builds a binary star of the two sizes other than ``missing_size``."""
    return FIRST_HOME_ACTION + missing_size


def decode_build_home(action: Action) -> SizeIndex:
    """Return the size that the binary star lacks which an action builds."""
    return action - FIRST_HOME_ACTION


def is_hop(action: Action) -> bool:
    """Return whether an action hops a ship."""
    return action >= FIRST_HOP_ACTION


def encode_hop(size: SizeIndex, place: PlaceIndex) -> Action:
    """Return the action that hops the mover's ship of a size to a place."""
    return FIRST_HOP_ACTION + size * NUM_PLACES + place


def decode_hop(action: Action) -> tuple[SizeIndex, PlaceIndex]:
    """Return the size of the ship that an action hops, and the place it hops to."""
    offset = action - FIRST_HOP_ACTION
    size = offset // NUM_PLACES
    return size, offset - size * NUM_PLACES  # quicker than a remainder, and every hop is decoded


def encode_roll(greater_die: i64, lesser_die: i64) -> Action:
    """Return the chance outcome in which the dice show these numbers."""
    return greater_die * (greater_die - 1) // 2 + lesser_die - 1


def decode_roll(outcome: Action) -> tuple[i64, i64]:
    """Return the numbers that the dice show in a chance outcome, the greater first."""
    greater: i64 = 1
    while encode_roll(greater + 1, 1) <= outcome:
        greater += 1
    return greater, outcome - encode_roll(greater, 1) + 1


# Moves, for notation, views, pictures and tests.

MoveKind = Literal["home", "take", "reroll", "done", "hop"]


class Move(NamedTuple):
    """What an action does."""

    kind: MoveKind
    size: int = -1
    """Of the ship that hops, or the size that a home star lacks."""
    place: int = -1
    """Where a ship hops to."""


def build_move(action: int) -> Move:
    """Return what an action does, decoded from its number."""
    if is_hop(action):
        size, place = decode_hop(action)
        return Move("hop", size, place)
    if action == TAKE_ACTION:
        return Move("take")
    if action == REROLL_ACTION:
        return Move("reroll")
    if action == DONE_ACTION:
        return Move("done")
    return Move("home", decode_build_home(action))


MOVES: Final = tuple([build_move(action) for action in range(NUM_ACTIONS)])


def decode_move(action: int) -> Move:
    """Return what an action does; all moves are built once, because compiled code builds tuples with names slowly."""
    return MOVES[action]
