"""What the mover touches in Tricolor Line to play an action."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement
from typing import Final

from triangulum.games.tricolor_line import lookup
from triangulum.games.tricolor_line.scene.drawings import CARD_KINDS
from triangulum.games.tricolor_line.scene.map_pane import place_key, tile_key
from triangulum.games.tricolor_line.scene.side_panes import card_key, pile_key, seat_key
from triangulum.games.tricolor_line.scene.tile_drawings import num_rotations, shape_rotations
from triangulum.games.tricolor_line.views import SHAPES, Place, TricolorView, decode_place
from triangulum.scene.steps import Confirm, Cycle, Pick, Press, Step, gather

PLACE_MOVE_PATTERN: Final = re.compile(r"(at|to|build|turn|landslide|detour|move) (-?\d),(-?\d)(?: (?:with )?(.+))?")
NUMBER_MOVE_PATTERN: Final = re.compile(r"(pile|seat|attack seat|toll seat|leak seat|draw) (\d)")


def steps(view: TricolorView, action: int) -> tuple[Step, ...]:
    """Return what the mover touches to play an action."""
    return steps_for_notation(view, format_seen_action(view, action))


def format_seen_action(view: TricolorView, action: int) -> str:
    """Return an action in notation, as far as it is seen from a view."""
    if action < lookup.PILE_ACTION:
        return f"draw {2 + 2 * action}"
    if action < lookup.PLACE_ACTION:
        return f"pile {action - lookup.PILE_ACTION + 1}"
    if action < lookup.BUILD_ACTION:
        place, rotation = divmod(action - lookup.PLACE_ACTION, 4)
        assert view.taken is not None
        return f"at {format_place_index(place)} {shape_rotations(view.taken.shape)[rotation]}"
    if action < lookup.TURN_ACTION:
        place, payment = divmod(action - lookup.BUILD_ACTION, lookup.MAX_PAYMENTS)
        return (
            f"build {format_place_index(place)} with {' '.join(list_payment_cards(view, decode_place(place), payment))}"
        )
    if action < lookup.ATTACK_ACTION:
        place, pair = divmod(action - lookup.TURN_ACTION, lookup.NUM_PAIRS)
        return f"turn {format_place_index(place)} with {' '.join(CARD_PAIRS[pair])}"
    if action < lookup.DONE_ACTION:
        return f"attack seat {action - lookup.ATTACK_ACTION}"
    if action == lookup.DONE_ACTION:
        return "done"
    if action < lookup.DETOUR_ACTION:
        return f"landslide {format_place_index(action - lookup.LANDSLIDE_ACTION)}"
    if action < lookup.TOLL_ACTION:
        place, rotation = divmod(action - lookup.DETOUR_ACTION, 4)
        return f"detour {format_place_index(place)} {shape_rotations(shape_at(view, decode_place(place)))[rotation]}"
    if action < lookup.LEAK_ACTION:
        return f"toll seat {action - lookup.TOLL_ACTION}"
    if action < lookup.MOVE_ACTION:
        return f"leak seat {action - lookup.LEAK_ACTION}"
    if action < lookup.RESETTLE_ACTION:
        return f"move {format_place_index(action - lookup.MOVE_ACTION)}"
    if action < lookup.DISCARD_ACTION:
        return f"to {format_place_index(action - lookup.RESETTLE_ACTION)}"
    return f"discard {CARD_KINDS[action - lookup.DISCARD_ACTION]}"


CARD_PAIRS: Final = tuple(combinations_with_replacement(CARD_KINDS, 2))
"""The cards with which a blueprint can be turned, in the order in which actions count them."""


def format_place_index(place_index: int) -> str:
    """Return a place in notation."""
    x, y = decode_place(place_index)
    return f"{x},{y}"


def list_payment_cards(view: TricolorView, place: Place, payment: int) -> list[str]:
    """Return the cards of a payment for the blueprint at a place."""
    tile = next(laid.tile for laid in view.tiles if laid.place == place)
    assert tile.colour is not None
    single, double = CARD_KINDS[2 * tile.colour], CARD_KINDS[2 * tile.colour + 1]
    counts = lookup.list_payments(view.cost[SHAPES.index(tile.shape)])[payment]
    return [card for card, count in zip((single, double, "W"), counts, strict=True) for _ in range(count)]


def steps_for_notation(view: TricolorView, text: str) -> tuple[Step, ...]:
    """Return what the mover touches to make a move that is given in notation.

    A tile, a place, a pile, a player or cards where they lie; a place or a tile again until the tile lies as wanted;
    buttons for what has no place on the table.
    """
    if match := PLACE_MOVE_PATTERN.fullmatch(text):
        return map_steps(view, match[1], (int(match[2]), int(match[3])), match[4] or "")
    if match := NUMBER_MOVE_PATTERN.fullmatch(text):
        return choice_steps(match[1], int(match[2]))
    if text.startswith("discard "):
        return (Pick(card_key(text.removeprefix("discard "), 1)),)
    assert text == "done", text
    return (Press("done", "Done"),)


def map_steps(view: TricolorView, verb: str, place: Place, argument: str) -> tuple[Step, ...]:
    """Return the steps of a move on the map: ``argument`` is the roads as the tile will lie, or the cards paid."""
    tile = tile_key(place)
    match verb:
        case "at":
            assert view.taken is not None
            target = place_key(place)
            return (Pick(target), Cycle(target, argument)) if num_rotations(view.taken.shape) > 1 else (Pick(target),)
        case "to":
            return (Pick(place_key(place)),)
        case "build":
            return Pick(tile), Press("build", "Build it"), gather(payment_card_keys(argument))
        case "turn":
            return Pick(tile), Press("turn", "Turn it a quarter"), gather(payment_card_keys(argument))
        case "detour":
            # A tile that can lie in two ways only has one other way, which need not be chosen.
            return (Pick(tile), Cycle(tile, argument)) if num_rotations(shape_at(view, place)) > 2 else (Pick(tile),)
    return (Pick(tile),)


def shape_at(view: TricolorView, place: Place) -> str:
    """Return the shape of the tile at a place."""
    return next(laid.tile.shape for laid in view.tiles if laid.place == place)


def payment_card_keys(cards: str) -> list[str]:
    """Return the keys of cards with which one pays: of each kind the first ones."""
    kinds = cards.split()
    return [card_key(kind, at + 1) for kind in CARD_KINDS for at in range(kinds.count(kind))]


def choice_steps(verb: str, number: int) -> tuple[Step, ...]:
    """Return the steps of choosing a pile, a player, or how many cards to draw."""
    match verb:
        case "draw":
            return (Press(f"draw-{number}", "Draw 2 cards" if number == 2 else f"Draw {number} cards and end"),)
        case "pile":
            return (Pick(pile_key(number)),)
        case "attack seat":
            return Pick(seat_key(number)), Confirm(f"Discard your whole hand, and seat {number} skips its next turn")
    return (Pick(seat_key(number)),)
