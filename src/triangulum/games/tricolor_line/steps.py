# compiled by mypyc
"""What the mover touches in Tricolor Line to play an action.

A tile, a place, a pile, a player or cards where they are; a place or a tile again until the tile lies as it should; and
buttons for what has no place on the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from triangulum.games.tricolor_line.actions import CARD_PAIRS, Move, decode_move, list_payments
from triangulum.games.tricolor_line.messages import message
from triangulum.games.tricolor_line.scene.keys import card_key, pile_key, place_key, seat_key, tile_key
from triangulum.games.tricolor_line.scene.tile_drawings import num_rotations, shape_rotations
from triangulum.games.tricolor_line.views import CARDS, SHAPES, Place, Tile, TricolorView, decode_place
from triangulum.scene.steps import Confirm, Cycle, Gather, Pick, Press, Step, gather
from triangulum.text import SeatName


def touch_steps(view: TricolorView, action: int) -> tuple[Step, ...]:
    """Return what the mover touches to play an action."""
    move = decode_move(action)
    match move.kind:
        case "draw":
            label = message("draw-two" if move.num_cards == 2 else "draw-four")
            return (Press(f"draw-{move.num_cards}", label),)
        case "take":
            return (Pick(pile_key(move.pile)),)
        case "attack":
            return Pick(seat_key(move.seat)), Confirm(message("attack", victim=SeatName(move.seat)))
        case "toll" | "leak":
            return (Pick(seat_key(move.seat)),)
        case "done":
            return (Press("done", message("end-turn")),)
        case "pass":
            return (Press("pass", message("draw-none")),)
        case "discard":
            return (Pick(card_key(CARDS[move.card], 1)),)
        case "ages":
            return age_steps(view, move.old_mask)
    return board_touch_steps(view, move)


def board_touch_steps(view: TricolorView, move: Move) -> tuple[Step, ...]:
    """Return the steps of a move that begins with a place or a tile on the map."""
    place = decode_place(move.place)
    tile = tile_key(place)
    match move.kind:
        case "place":
            assert view.taken_tile is not None
            return pick_and_rotate_steps(place_key(place), view.taken_tile.shape, move.rotation, 1)
        case "put_down":
            return (Pick(place_key(place)),)
        case "build":
            cards = list_payment_cards(view, find_tile(view, place), move.payment)
            return Pick(tile), Press("build", message("build")), gather_cards(cards)
        case "rotate":
            cards = [CARDS[card] for card in CARD_PAIRS[move.card_pair]]
            return Pick(tile), Press("turn", message("rotate")), gather_cards(cards)
        case "detour":
            # A tile with two rotations has only one other way to lie, which need not be chosen.
            return pick_and_rotate_steps(tile, find_tile(view, place).shape, move.rotation, 2)
    return (Pick(tile),)


def pick_and_rotate_steps(key: str, shape: str, rotation: int, max_fixed: int) -> tuple[Step, ...]:
    """Return the steps to pick a piece and turn it to a rotation; only the first if it has few enough rotations."""
    pick = Pick(key)
    return (pick,) if num_rotations(shape) <= max_fixed else (pick, Cycle(key, shape_rotations(shape)[rotation]))


def find_tile(view: TricolorView, place: Place) -> Tile:
    """Return the tile at a place."""
    return next(board_tile.tile for board_tile in view.tiles if board_tile.place == place)


def list_payment_cards(view: TricolorView, tile: Tile, payment: int) -> list[str]:
    """Return the cards of a payment for a blueprint."""
    cost = view.end_cost if tile.colour is None else view.shape_costs[SHAPES.index(tile.shape)]
    counts = list_payments(tile.colour, cost)[payment]
    return [card for card, count in zip(CARDS, counts, strict=True) for _ in range(count)]


def age_steps(view: TricolorView, old_mask: int) -> tuple[Step, ...]:
    """Return the steps to say which of the named cards are old: a button for old ones first, or those cards."""
    keys, is_old_first = [], True
    open_counts, old_counts = Counter(view.open_cards[view.to_move]), Counter(view.old_hand)
    for card, num_named in Counter(view.named_cards).items():
        num_old = sum(old_mask >> at & 1 for at, named in enumerate(view.named_cards) if named == card)
        is_old_first &= num_old == min(num_named, old_counts[card])
        # A kind's cards are numbered: those that all have seen, then old ones, then new ones.
        first_old = open_counts[card] + 1
        first_new = first_old + old_counts[card]
        keys += [card_key(card, first_old + at) for at in range(num_old)]
        keys += [card_key(card, first_new + at) for at in range(num_named - num_old)]
    if is_old_first:
        return (Press("old-first", message("old-first"), usual=True),)
    return Press("choose", message("choose-cards")), gather(keys)


def gather_cards(cards: Sequence[str]) -> Gather:
    """Return the step that gathers cards from the mover's hand: of each kind the first ones."""
    return gather([card_key(card, index + 1) for card in CARDS for index in range(cards.count(card))])
