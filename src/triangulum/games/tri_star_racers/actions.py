# compiled by mypyc
"""What is asked in Tri-Star Racers, and what the numbers of actions and chance outcomes mean.

A turn is a stack of pending questions; an action or a chance outcome answers the one on top. Actions are numbered in
one row: first all ways to play a tile, then powers to fire, seats whose ship to freeze, lanes whose ship to move, slots
to draft, and starbursts to use. Where each of them begins depends on how many faces and spaces a box has, so there is
an ``ActionCodec`` for each box. The outcomes of a chance question are counted from 0; ``chance_outcome_kind`` says what
they count.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from mypy_extensions import i64

from triangulum.core.types import Action, Seat

Face: TypeAlias = i64
"""What is printed on a tile: its three sections in any order, as a number of the box."""

Arrangement: TypeAlias = i64
"""Which section of a tile lies on which corner of its space, 0-5."""

SpaceIndex: TypeAlias = i64
"""A space of the board."""

Lane: TypeAlias = i64
"""0 pink, 1 blue, 2 orange."""

LaneSpace: TypeAlias = i64
"""How far along its lane a ship is; 0 is the Starting Zone."""

Power: TypeAlias = i64
"""A power, 0-6; see below."""

TokenKind: TypeAlias = i64
"""A kind of starburst token, as a number of the box."""

SlotIndex: TypeAlias = i64
"""A slot of the draft card."""

Question: TypeAlias = i64
"""A kind of question; see below."""

NUM_ARRANGEMENTS: Final = 6  # arrangements of a tile's three sections, equal ones included
NUM_LANES: Final = 3
MAX_SEATS: Final = 5
MAX_SLOTS: Final = 6
MAX_TOKEN_KINDS: Final = 15

# Powers: warp and freeze by lane, then the team boost.
WARP: Final = 0
FREEZE: Final = 3
TEAM: Final = 6
NUM_POWERS: Final = 7

# Questions.
DRAW_EDGE: Final = 1  # chance draws an edge for the frame; argument: the side
DEAL_HANDS: Final = 2  # chance deals the hands
DRAW_START_TILE: Final = 3  # chance draws the start tile
ARRANGE_START_TILE: Final = 4  # chance settles how it lies
DRAW_ORDER: Final = 5  # chance draws the first order
BEGIN_TURN: Final = 6  # the next seat's turn begins
PLAY_TILE: Final = 7  # a tile is played
FIRE_POWER: Final = 8  # a power is to be resolved; argument: the power
CHOOSE_FROZEN_SHIP: Final = 9  # one of several ships at 0 is to be frozen; argument: the lane
MOVE_SHIP: Final = 10  # pips move a ship: this for pink, the next two for the others; argument: the pips
TURN_UP_BURST: Final = 13  # a starburst is to be turned up; argument: its number
USE_BURST: Final = 14  # a starburst that is turned up is to be used; argument: its kind
CHOOSE_BURST_SHIP: Final = 15  # a ship is chosen for a wild starburst; argument: how far it moves
DRAFT_SLOT: Final = 16  # a slot is drafted
CHOOSE_BOOST_SHIP: Final = 17  # a ship is chosen for a wild boost; argument: how far it moves
REDRAW_HAND: Final = 18  # chance draws tiles after a hand was discarded; argument: how many
REFILL_SLOTS: Final = 19  # chance refills the slots
END_TURN: Final = 20  # a turn ends


# Actions.

MoveKind: TypeAlias = Literal["play", "fire", "freeze", "advance", "draft", "use"]


class Move(NamedTuple):
    """What an action does; only the fields of its kind mean something."""

    kind: MoveKind
    """``play`` a tile, ``fire`` a power, ``freeze`` or ``advance`` a ship, ``draft`` from a slot, or ``use`` a
    starburst."""
    face: int = -1
    space: int = -1
    arrangement: int = -1
    """Of the tile's sections; see ``box.py``."""
    power: int = -1
    seat: int = -1
    """Whose ship is frozen."""
    lane: int = -1
    """Of the ship that moves forward."""
    slot: int = -1
    token: int = -1
    """The kind of the starburst."""


class ActionCodec:
    """Encodes the actions of a game as numbers, and decodes them, for a given number of faces and spaces."""

    def __init__(self, num_faces: i64, num_spaces: i64) -> None:
        self.num_spaces = num_spaces
        self.first_power_action: i64 = num_faces * num_spaces * NUM_ARRANGEMENTS
        self.first_freeze_action: i64 = self.first_power_action + NUM_POWERS
        self.first_advance_action: i64 = self.first_freeze_action + MAX_SEATS
        self.first_draft_action: i64 = self.first_advance_action + NUM_LANES
        self.first_token_action: i64 = self.first_draft_action + MAX_SLOTS
        self.num_actions: i64 = self.first_token_action + MAX_TOKEN_KINDS

    # For rules: to the number of an action, and back if its kind is known.

    def encode_placement(self, face: Face, space: SpaceIndex, arrangement: Arrangement) -> Action:
        """Return the action that plays a tile on a space, with its sections in an arrangement."""
        return (face * self.num_spaces + space) * NUM_ARRANGEMENTS + arrangement

    def decode_placement(self, action: Action) -> tuple[Face, SpaceIndex, Arrangement]:
        """Return the face, the space and the arrangement of an action that plays a tile."""
        placement = action // NUM_ARRANGEMENTS
        face = placement // self.num_spaces
        # Bots decode a lot, and a product is quicker than another division.
        return face, placement - face * self.num_spaces, action - placement * NUM_ARRANGEMENTS

    def encode_power(self, power: Power) -> Action:
        """Return the action that fires a power."""
        return self.first_power_action + power

    def decode_power(self, action: Action) -> Power:
        """Return the power that an action fires."""
        return action - self.first_power_action

    def encode_freeze(self, seat: Seat) -> Action:
        """Return the action that freezes a seat's ship."""
        return self.first_freeze_action + seat

    def decode_freeze(self, action: Action) -> Seat:
        """Return the seat whose ship an action freezes."""
        return action - self.first_freeze_action

    def encode_advance(self, lane: Lane) -> Action:
        """Return the action that moves the mover's ship in a lane forward."""
        return self.first_advance_action + lane

    def decode_advance(self, action: Action) -> Lane:
        """Return the lane of the ship that an action moves forward."""
        return action - self.first_advance_action

    def encode_draft(self, slot: SlotIndex) -> Action:
        """Return the action that drafts from a slot."""
        return self.first_draft_action + slot

    def decode_draft(self, action: Action) -> SlotIndex:
        """Return the slot that an action drafts from."""
        return action - self.first_draft_action

    def encode_token(self, token_kind: TokenKind) -> Action:
        """Return the action that uses a starburst of this kind."""
        return self.first_token_action + token_kind

    def decode_token(self, action: Action) -> TokenKind:
        """Return the kind of the starburst that an action uses."""
        return action - self.first_token_action

    # For everybody else.

    def encode_move(self, move: Move) -> int:
        """Return the number of the action that does something."""
        if move.kind == "play":
            return int(self.encode_placement(move.face, move.space, move.arrangement))
        if move.kind == "fire":
            return int(self.encode_power(move.power))
        if move.kind == "freeze":
            return int(self.encode_freeze(move.seat))
        if move.kind == "advance":
            return int(self.encode_advance(move.lane))
        if move.kind == "draft":
            return int(self.encode_draft(move.slot))
        return int(self.encode_token(move.token))

    def decode_move(self, action: Action) -> Move:
        """Return what an action does."""
        if action < self.first_power_action:
            face, space, arrangement = self.decode_placement(action)
            return Move("play", int(face), int(space), int(arrangement))
        if action < self.first_freeze_action:
            return Move("fire", power=int(self.decode_power(action)))
        if action < self.first_advance_action:
            return Move("freeze", seat=int(self.decode_freeze(action)))
        if action < self.first_draft_action:
            return Move("advance", lane=int(self.decode_advance(action)))
        if action < self.first_token_action:
            return Move("draft", slot=int(self.decode_draft(action)))
        return Move("use", token=int(self.decode_token(action)))


# Chance outcomes.

OutcomeKind: TypeAlias = Literal["edge", "tile", "arrangement", "seat", "token"]


def is_tile_draw(question: Question) -> bool:
    """Tell whether a question is answered by drawing a tile from the bag."""
    return question in (DEAL_HANDS, DRAW_START_TILE, REFILL_SLOTS, REDRAW_HAND)


def chance_outcome_kind(question: Question) -> OutcomeKind:
    """Return what the outcomes of a chance question count.

    They are edges of a random frame, faces of tiles, arrangements of the start tile, seats, or kinds of starbursts.
    """
    if is_tile_draw(question):
        return "tile"
    if question == DRAW_EDGE:
        return "edge"
    if question == ARRANGE_START_TILE:
        return "arrangement"
    return "token" if question == TURN_UP_BURST else "seat"
