# compiled by mypyc
"""What an action would bring in Tricolor Line, as far as the mover can know."""

from __future__ import annotations

from typing import cast

from triangulum.core.state import CHANCE, OVER
from triangulum.core.views import Preview
from triangulum.games.tricolor_line.actions import DONE, Move, decode_move
from triangulum.games.tricolor_line.messages import message, name_cards, road_key, tile_arguments
from triangulum.games.tricolor_line.rules import codes, fields
from triangulum.games.tricolor_line.rules.state import TricolorSetup, TricolorState
from triangulum.games.tricolor_line.state_parts import (
    face_rotations,
    list_cards_named_for_payment,
    list_hand,
    list_paid_cards,
    select_old_cards,
)
from triangulum.games.tricolor_line.views import TILE_BY_FACE
from triangulum.text import SeatName, Text


def preview(state: TricolorState, action: int) -> Preview:
    """Return what an action would bring, as far as the mover can know."""
    if state.to_move == CHANCE:
        return Preview(words="", worth=0.0)
    return Preview(words=describe_effect(state, action), worth=state.action_score(action))


def describe_effect(state: TricolorState, action: int) -> Text:
    """Return in a sentence what an action would bring."""
    move = decode_move(action)
    match move.kind:
        case "draw":
            return describe_draw(state, move.num_cards)
        case "take":
            top = int(state.byte_fields[fields.PILE_TOPS + move.pile]) - 1
            return message("preview-take", **tile_arguments(TILE_BY_FACE[top]))
        case "rotate" | "detour":
            return message("preview-roads", roads=road_key(find_roads_after_rotation(state, move)))
        case "attack":
            cards = name_cards(list_hand(state, int(state.to_move)))
            return message("preview-attack", victim=SeatName(move.seat), cards=cards)
        case "toll" | "leak":
            return message(f"preview-{move.kind}", victim=SeatName(move.seat))
        case "discard":
            return message("preview-discard")
        case "done":
            return describe_turn_end(state)
        case "pass":
            return message("preview-pass")
        case "ages":
            old_cards = select_old_cards(list_cards_named_for_payment(state), move.old_mask)
            return message("preview-ages", cards=name_cards(old_cards), count=len(old_cards))
    return describe_tile_change(state, action, move)


def describe_draw(state: TricolorState, num_cards: int) -> Text:
    """Return what drawing two or four cards would bring: fewer if there are not so many left, and discards."""
    piles = range(codes.NUM_CARD_KINDS)
    num_left = sum(
        state.byte_fields[fields.DRAW_PILE + kind] + state.byte_fields[fields.DISCARDS + kind] for kind in piles
    )
    count = min(num_cards, num_left)
    short = num_cards - count
    if state.top_question_kind() == fields.ASK_INSTEAD:
        return message("preview-draw-instead", count=count, short=short)
    if num_cards == 2:
        return message("preview-draw-two", count=count, short=short, tiles=int(state.takeable_pile_mask()))
    return message("preview-draw-four", count=count, short=short, discards=count_discards(state, count))


def count_discards(state: TricolorState, num_drawn: int = 0) -> int:
    """Return how many cards the mover has to discard if the turn ends after some more cards have been drawn."""
    return max(0, int(state.hand_size(state.to_move)) + num_drawn - codes.HAND_LIMIT)


def describe_turn_end(state: TricolorState) -> Text:
    """Return what ending the turn would bring: discards, and perhaps the end of the game."""
    after = cast(TricolorState, state.copy())
    after._apply(DONE)
    is_game_over = after.to_move == OVER or bool(state.find_end_reason())
    return message("preview-end-game" if is_game_over else "preview-end-turn", discards=count_discards(state))


def find_roads_after_rotation(state: TricolorState, move: Move) -> str:
    """Return the roads of a blueprint after a quarter turn, or after a detour."""
    tile_code = int(state.byte_fields[move.place])
    rotations = face_rotations(state.setup, int(codes.decode_face(tile_code)))
    if move.kind == "detour":
        return rotations[move.rotation]
    return rotations[(int(codes.decode_rotation(tile_code)) + 1) % len(rotations)]


def describe_tile_change(state: TricolorState, action: int, move: Move) -> Text:
    """Return what placing, building, moving or losing a tile would bring: above all, what becomes of routes."""
    is_taken = move.kind in ("place", "put_down")
    tile_code = int(state.byte_fields[fields.TAKEN_CODE if is_taken else move.place])
    face = int(codes.decode_face(tile_code))
    overpaid = count_overpaid(state, move, face) if move.kind == "build" else 0
    arguments = {**tile_arguments(TILE_BY_FACE[face]), "overpaid": overpaid}
    after = cast(TricolorState, state.copy())
    after.apply_seat_action(action)
    num_before, num_after = len(state.create_route_finder().reached_ends), len(after.create_route_finder().reached_ends)
    had_two_routes, has_two_routes = state.has_disjoint_routes(), after.has_disjoint_routes()
    if has_two_routes and not had_two_routes:
        return message("preview-two-routes" if move.kind == "build" else "preview-two-routes-now", **arguments)
    if had_two_routes and not has_two_routes:
        return message("preview-two-routes-lost")
    if num_after > num_before:
        arguments |= {"count": num_after, "apart": "yes" if has_two_routes else "no"}
        return message("preview-route" if move.kind == "build" else "preview-route-now", **arguments)
    if num_after < num_before:
        return message("preview-routes-lost", lost=num_before - num_after)
    if move.kind == "place" and len(rotations := face_rotations(state.setup, face)) > 1:
        return message("preview-roads", roads=road_key(rotations[move.rotation]))
    return message(f"preview-{move.kind.replace('_', '-')}", **arguments)


def count_overpaid(state: TricolorState, move: Move, face: int) -> int:
    """Return by how much the cards for a blueprint are worth more than it costs."""
    return sum(map(len, list_paid_cards(state, move))) - int(cast(TricolorSetup, state.setup).face_costs[face])
