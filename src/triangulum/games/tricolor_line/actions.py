# compiled by mypyc
"""What the action numbers of Tricolor Line mean. Nothing else knows how they are counted.

Each kind of action has a range of numbers, in the order below. Compiled rules use ``decode_action``, which returns
three numbers, and the ``encode_`` functions; everybody else uses ``decode_move``, which returns a ``Move``.

A chance outcome is simply a face, a colour, an event or a kind of card, by what chance is asked for.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.core.types import Action, Mask, Seat
from triangulum.games.tricolor_line.rules.codes import NUM_CARD_KINDS, WILD, CardKind, PlaceIndex

ActionKind: TypeAlias = i64
"""One of the constants that end in _KIND."""

ActionTarget: TypeAlias = i64
"""A place, seat, pile, kind of card or mask of old cards, or how many cards are drawn; 0 if there is none."""

ActionDetail: TypeAlias = i64
"""A rotation, payment or card pair; 0 if there is none."""

MAX_PAYMENTS: Final = 32  # at least as many as there are ways to pay for a tile; 27 for an End
NUM_CARD_PAIRS: Final = 28

# Kinds of actions, for compiled code.
DRAW_KIND: Final = 0  # draw two cards, or four
TAKE_KIND: Final = 1  # take the top tile of a pile
PLACE_KIND: Final = 2  # place the tile that has been taken
BUILD_KIND: Final = 3  # pay for a blueprint
ROTATE_KIND: Final = 4  # pay two cards to turn a blueprint a quarter
ATTACK_KIND: Final = 5  # discard all cards; another seat skips a turn
DONE_KIND: Final = 6  # end the actions of this turn
LANDSLIDE_KIND: Final = 7  # event: make a built road a blueprint again
DETOUR_KIND: Final = 8  # event: turn a blueprint to lie another way
TOLL_KIND: Final = 9  # event: take a card from a seat
LEAK_KIND: Final = 10  # event: look at a seat's identity
LIFT_KIND: Final = 11  # event (relocation): lift a tile
PUT_DOWN_KIND: Final = 12  # event (relocation): put it down elsewhere
DISCARD_KIND: Final = 13  # discard a card above the hand limit
PASS_KIND: Final = 14  # draw nothing instead of an event that cannot happen
AGES_KIND: Final = 15  # say which of the cards that have been named are old
NUM_KINDS: Final = 16

# The first number of each kind.
FIRST_DRAW: Final = 0  # + 0 for two cards, + 1 for four
FIRST_TAKE: Final = 2  # + pile
FIRST_PLACE: Final = 5  # + 4 * place + rotation
FIRST_BUILD: Final = 1161  # + MAX_PAYMENTS * place + payment
FIRST_ROTATE: Final = 10409  # + NUM_CARD_PAIRS * place + card pair
FIRST_ATTACK: Final = 18501  # + seat
DONE: Final = 18509
FIRST_LANDSLIDE: Final = 18510  # + place
FIRST_DETOUR: Final = 18799  # + 4 * place + rotation
FIRST_TOLL: Final = 19955  # + seat
FIRST_LEAK: Final = 19963  # + seat
FIRST_LIFT: Final = 19971  # + place
FIRST_PUT_DOWN: Final = 20260  # + place
FIRST_DISCARD: Final = 20549  # + card
PASS: Final = 20556
FIRST_AGES: Final = 20557  # + the mask of old cards
NUM_ACTIONS: Final = 20621


# Numbers for compiled rules.


def decode_action(action: Action) -> tuple[ActionKind, ActionTarget, ActionDetail]:
    """Return an action's kind, its target and a detail."""
    if action < FIRST_BUILD:
        if action >= FIRST_PLACE:
            return i64(PLACE_KIND), (action - FIRST_PLACE) >> 2, (action - FIRST_PLACE) & 3
        if action >= FIRST_TAKE:
            return i64(TAKE_KIND), action - FIRST_TAKE, i64(0)
        return i64(DRAW_KIND), 2 + 2 * (action - FIRST_DRAW), i64(0)
    if action < FIRST_ROTATE:
        return i64(BUILD_KIND), (action - FIRST_BUILD) >> 5, (action - FIRST_BUILD) & 31
    if action < FIRST_ATTACK:
        place = (action - FIRST_ROTATE) // NUM_CARD_PAIRS
        return i64(ROTATE_KIND), place, action - FIRST_ROTATE - NUM_CARD_PAIRS * place
    if action < DONE:
        return i64(ATTACK_KIND), action - FIRST_ATTACK, i64(0)
    if action == DONE:
        return i64(DONE_KIND), i64(0), i64(0)
    return decode_event_or_discard_action(action)


def decode_event_or_discard_action(action: Action) -> tuple[ActionKind, ActionTarget, ActionDetail]:
    """Decode an action that comes after DONE: the target of an event, or a discard."""
    if action < FIRST_DETOUR:
        return i64(LANDSLIDE_KIND), action - FIRST_LANDSLIDE, i64(0)
    if action < FIRST_TOLL:
        return i64(DETOUR_KIND), (action - FIRST_DETOUR) >> 2, (action - FIRST_DETOUR) & 3
    if action < FIRST_LEAK:
        return i64(TOLL_KIND), action - FIRST_TOLL, i64(0)
    if action < FIRST_LIFT:
        return i64(LEAK_KIND), action - FIRST_LEAK, i64(0)
    if action < FIRST_PUT_DOWN:
        return i64(LIFT_KIND), action - FIRST_LIFT, i64(0)
    if action < FIRST_DISCARD:
        return i64(PUT_DOWN_KIND), action - FIRST_PUT_DOWN, i64(0)
    if action < PASS:
        return i64(DISCARD_KIND), action - FIRST_DISCARD, i64(0)
    if action == PASS:
        return i64(PASS_KIND), i64(0), i64(0)
    return i64(AGES_KIND), action - FIRST_AGES, i64(0)


def is_attack(action: Action) -> bool:
    """Return whether an action attacks a seat."""
    return FIRST_ATTACK <= action < DONE


def encode_draw(num_cards: i64) -> Action:
    """Return the action that draws two or four cards."""
    return FIRST_DRAW + (num_cards - 2) // 2


def encode_take(pile: i64) -> Action:
    """Return the action that takes the top of a pile."""
    return FIRST_TAKE + pile


def encode_placement(place: PlaceIndex, rotation: i64) -> Action:
    """Return the action that places the tile that has been taken."""
    return FIRST_PLACE + 4 * place + rotation


def encode_build(place: PlaceIndex, payment: i64) -> Action:
    """Return the action that builds the blueprint at a place, paid in one of the ways of ``list_payments``."""
    return FIRST_BUILD + MAX_PAYMENTS * place + payment


def encode_rotate(place: PlaceIndex, card_pair: i64) -> Action:
    """Return the action that turns the blueprint at a place, paid with one of CARD_PAIRS."""
    return FIRST_ROTATE + NUM_CARD_PAIRS * place + card_pair


def encode_attack(seat: Seat) -> Action:
    """Return the action that attacks a seat."""
    return FIRST_ATTACK + seat


def encode_landslide(place: PlaceIndex) -> Action:
    """Return the action that lets the built road at a place slide."""
    return FIRST_LANDSLIDE + place


def encode_detour(place: PlaceIndex, rotation: i64) -> Action:
    """Return the action that turns the blueprint at a place to a rotation."""
    return FIRST_DETOUR + 4 * place + rotation


def encode_toll(seat: Seat) -> Action:
    """Return the action that takes a toll from a seat."""
    return FIRST_TOLL + seat


def encode_leak(seat: Seat) -> Action:
    """Return the action that looks at a seat's identity."""
    return FIRST_LEAK + seat


def encode_lift(place: PlaceIndex) -> Action:
    """Return the action that lifts the tile at a place to relocate it."""
    return FIRST_LIFT + place


def encode_put_down(place: PlaceIndex) -> Action:
    """Return the action that puts the lifted tile down at a place."""
    return FIRST_PUT_DOWN + place


def encode_discard(card: CardKind) -> Action:
    """Return the action that discards a card."""
    return FIRST_DISCARD + card


def encode_age_answer(old_mask: Mask) -> Action:
    """Return the action that says which of the cards that have been named are old.

    The hidden ones among them have a bit each, in the order of kinds; of each kind the old ones come first.
    """
    return FIRST_AGES + old_mask


# Moves for everybody else.

MoveKind: TypeAlias = Literal[
    "draw", "take", "place", "build", "rotate", "attack", "done", "landslide", "detour", "toll", "leak", "lift",
    "put_down", "discard", "pass", "ages",
]  # fmt: skip
MOVE_KINDS: Final[tuple[MoveKind, ...]] = (
    "draw", "take", "place", "build", "rotate", "attack", "done", "landslide", "detour", "toll", "leak", "lift",
    "put_down", "discard", "pass", "ages",
)  # fmt: skip
"""By the numbers of kinds."""


class Move(NamedTuple):
    """An action, decoded: its kind, and the fields that this kind has; all others are -1."""

    kind: MoveKind
    place: int = -1  # of place, build, rotate, landslide, detour, lift, put_down: an index, as for views.decode_place
    rotation: int = -1  # of place, detour: how the tile will lie
    payment: int = -1  # of build: an index of list_payments
    card_pair: int = -1  # of rotate: an index of CARD_PAIRS
    seat: int = -1  # of attack, toll, leak: the other seat
    pile: int = -1  # of take
    card: int = -1  # of discard: a kind of card
    num_cards: int = -1  # of draw: 2 or 4
    old_mask: int = -1  # of ages: as for encode_age_answer


def decode_move(action: int) -> Move:
    """Return what an action means."""
    kind_code, target_code, detail_code = decode_action(i64(action))
    kind, target, detail = MOVE_KINDS[int(kind_code)], int(target_code), int(detail_code)
    if kind == "draw":
        return Move(kind, num_cards=target)
    if kind == "take":
        return Move(kind, pile=target)
    if kind in ("place", "detour"):
        return Move(kind, place=target, rotation=detail)
    if kind == "build":
        return Move(kind, place=target, payment=detail)
    if kind == "rotate":
        return Move(kind, place=target, card_pair=detail)
    if kind in ("attack", "toll", "leak"):
        return Move(kind, seat=target)
    if kind in ("done", "pass"):
        return Move(kind)
    if kind == "discard":
        return Move(kind, card=target)
    if kind == "ages":
        return Move(kind, old_mask=target)
    return Move(kind, place=target)


def encode_move(move: Move) -> int:
    """Return the action number of a move."""
    kind = move.kind
    if kind == "draw":
        return int(encode_draw(move.num_cards))
    if kind == "take":
        return int(encode_take(move.pile))
    if kind == "place":
        return int(encode_placement(move.place, move.rotation))
    if kind == "build":
        return int(encode_build(move.place, move.payment))
    if kind == "rotate":
        return int(encode_rotate(move.place, move.card_pair))
    if kind == "attack":
        return int(encode_attack(move.seat))
    if kind == "done":
        return DONE
    if kind == "landslide":
        return int(encode_landslide(move.place))
    if kind == "detour":
        return int(encode_detour(move.place, move.rotation))
    if kind == "toll":
        return int(encode_toll(move.seat))
    if kind == "leak":
        return int(encode_leak(move.seat))
    if kind == "lift":
        return int(encode_lift(move.place))
    if kind == "put_down":
        return int(encode_put_down(move.place))
    if kind == "pass":
        return PASS
    if kind == "ages":
        return int(encode_age_answer(move.old_mask))
    return int(encode_discard(move.card))


# Payments and card pairs, which some actions count.


def list_minimal_payments(cost: int) -> list[tuple[int, int, int]]:
    """Return the ways to pay a cost from which no card could be left out: how many singles, doubles and wild cards."""
    payments = []
    for wild in range(cost + 1):
        for double in range((cost + 1) // 2 + 1):
            single = cost - wild - 2 * double
            if single >= 0:
                payments.append((single, double, wild))
            elif single == -1 and wild == 0:
                payments.append((0, double, 0))
    return payments


def list_end_payments(cost: int) -> list[tuple[int, ...]]:
    """Return the ways to pay for an End, as how many cards of each kind: so many cards, no two of the same colour.

    A double card counts once, and a wild one stands for any colour.
    """
    payments = []
    for red in range(3):  # no card of this colour, a single one or a double one
        for green in range(3):
            for blue in range(3):
                wild = cost - sum([1 for choice in (red, green, blue) if choice])
                if wild >= 0:
                    counts = [int(choice == card) for choice in (red, green, blue) for card in (1, 2)]
                    payments.append((*counts, wild))
    return payments


def list_payments(colour: int | None, cost: int) -> list[tuple[int, ...]]:
    """Return the ways to pay for a tile of a colour, or for an End, as how many cards of each kind."""
    if colour is None:
        return list_end_payments(cost)
    payments = []
    for single, double, wild in list_minimal_payments(cost):
        counts = [0] * NUM_CARD_KINDS
        counts[2 * colour], counts[2 * colour + 1], counts[WILD] = single, double, wild
        payments.append(tuple(counts))
    return payments


CARD_PAIRS: Final[tuple[tuple[int, int], ...]] = tuple(
    [(first, second) for first in range(NUM_CARD_KINDS) for second in range(first, NUM_CARD_KINDS)]
)
"""Two kinds of cards, by the numbers of card pairs."""


def list_payable_card_pairs(card_counts: vec[i64]) -> vec[i64]:
    """Return the numbers of the card pairs that can be paid from a hand, given how many cards of each kind it has."""
    pairs = vec[i64](capacity=NUM_CARD_PAIRS)
    first_pair: i64 = 0
    for low in range(i64(NUM_CARD_KINDS)):
        if card_counts[low]:
            if card_counts[low] >= 2:
                pairs = append(pairs, first_pair)
            for high in range(low + 1, i64(NUM_CARD_KINDS)):
                if card_counts[high]:
                    pairs = append(pairs, first_pair + high - low)
        first_pair += NUM_CARD_KINDS - low
    return pairs
