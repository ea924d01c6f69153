# compiled by mypyc
"""What the action numbers of Starry Sky Trick-Taking mean; no other module knows the numbering.

Cards are 0-11 for red 1-12 and 12-23 for blue 1-12. The number of a card is also the action that lays it, and the
chance outcome that deals it. After these come drawing a line between two stars, erasing along the segment between two
stars, and keeping all lines. Two stars are a *pair index*, 0-65, in the order of ``sky_geometry.STAR_PAIRS``.

The rules decode an action to plain integers. Everybody else gets a ``Move``.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from mypy_extensions import i64

from triangulum.core.types import Action
from triangulum.games.starry_sky.sky_geometry import PAIR_INDEX_BY_STARS, STAR_PAIRS, StarPair

Card: TypeAlias = i64
"""A card, 0-23."""

CardColour: TypeAlias = i64
"""RED, BLUE, or NO_COLOUR where the function says so."""

PairIndex: TypeAlias = i64
"""Two stars, 0-65."""

NUM_CARDS: Final = 24
CARDS_PER_COLOUR: Final = 12  # and as many stars, since a card's number names one
NUM_PAIRS: Final = 66

RED: Final = 0
BLUE: Final = 1
NO_COLOUR: Final = 2

FIRST_DRAW_ACTION: Final = 24  # + the pair index of a line
FIRST_ERASE_ACTION: Final = 90  # + the pair index of a segment
KEEP_ACTION: Final = 156
NUM_ACTIONS: Final = 157
NUM_ACTIONS_WITHOUT_ERASING: Final = FIRST_ERASE_ACTION


# Plain integers, for the rules.


def encode_card(colour: CardColour, number: i64) -> Card:
    """Return the card of a colour with a printed number, 1-12."""
    return CARDS_PER_COLOUR * colour + number - 1


def decode_card(card: Card) -> tuple[CardColour, i64]:
    """Return the colour of a card and its printed number, 1-12."""
    return card // CARDS_PER_COLOUR, card % CARDS_PER_COLOUR + 1


def is_lay_card(action: Action) -> bool:
    """Return whether an action lays a card."""
    return action < FIRST_DRAW_ACTION


def is_draw_line(action: Action) -> bool:
    """Return whether an action draws a line."""
    return FIRST_DRAW_ACTION <= action < FIRST_ERASE_ACTION


def encode_draw_line(pair_index: PairIndex) -> Action:
    """Return the action that draws a line between two stars."""
    return FIRST_DRAW_ACTION + pair_index


def decode_draw_line(action: Action) -> PairIndex:
    """Return the two stars between which an action draws a line."""
    return action - FIRST_DRAW_ACTION


def is_erase_lines(action: Action) -> bool:
    """Return whether an action erases lines."""
    return FIRST_ERASE_ACTION <= action < KEEP_ACTION


def encode_erase_lines(pair_index: PairIndex) -> Action:
    """Return the action that erases along the segment between two stars."""
    return FIRST_ERASE_ACTION + pair_index


def decode_erase_lines(action: Action) -> PairIndex:
    """Return the two stars along whose segment an action erases."""
    return action - FIRST_ERASE_ACTION


# Moves, for notation, views, pictures and tests.

MoveKind = Literal["lay", "draw", "erase", "keep"]
NO_STARS: Final = (-1, -1)


class Move(NamedTuple):
    """What an action does."""

    kind: MoveKind
    card: int = -1
    """The card that is laid."""
    stars: StarPair = NO_STARS
    """The ends of the line that is drawn, or of the segment along which lines are erased; the lower star first."""


def build_move(action: int) -> Move:
    """Return what an action does, decoded from its number."""
    if is_lay_card(action):
        return Move("lay", card=action)
    if is_draw_line(action):
        return Move("draw", stars=STAR_PAIRS[decode_draw_line(action)])
    if is_erase_lines(action):
        return Move("erase", stars=STAR_PAIRS[decode_erase_lines(action)])
    return Move("keep")


MOVES: Final = tuple([build_move(action) for action in range(NUM_ACTIONS)])


def decode_move(action: int) -> Move:
    """Return what an action does; all moves are built once, because compiled code builds tuples with names slowly."""
    return MOVES[action]


def encode_move(move: Move) -> int:
    """Return the action that does what a move says."""
    if move.kind == "lay":
        return move.card
    if move.kind == "draw":
        return encode_draw_line(PAIR_INDEX_BY_STARS[move.stars])
    if move.kind == "erase":
        return encode_erase_lines(PAIR_INDEX_BY_STARS[move.stars])
    return KEEP_ACTION
