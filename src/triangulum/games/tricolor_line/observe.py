# compiled by mypyc
"""What seats may know in Tricolor Line: views, built from states; with events and previews, the game's view builder.

The structs are in ``views.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from triangulum.core.state import OVER
from triangulum.games.tricolor_line.events import events
from triangulum.games.tricolor_line.previews import preview
from triangulum.games.tricolor_line.rules import codes, fields
from triangulum.games.tricolor_line.rules.state import TricolorSetup, TricolorState
from triangulum.games.tricolor_line.state_parts import (
    END_REASONS,
    build_board_tile,
    build_routes,
    compute_scores,
    get_box,
    list_cards,
    list_cards_named_for_payment,
    list_hidden_cards,
    list_old_cards,
    list_used_events,
)
from triangulum.games.tricolor_line.views import EVENTS, TILE_BY_FACE, Pile, TricolorView, decode_place

__all__ = ["events", "preview", "view"]

PHASE_BY_QUESTION = {
    fields.ASK_FIRST_TOPS: "setup",
    fields.ASK_IDENTITIES: "setup",
    fields.ASK_FIRST_HANDS: "setup",
    fields.ASK_DRAW_COUNT: "draw",
    fields.ASK_CARD: "draw",
    fields.ASK_PILE: "take",
    fields.ASK_NEW_TOP: "take",
    fields.ASK_PLACEMENT: "place",
    fields.ASK_ACTION: "act",
    fields.ASK_EVENT: "act",
    fields.ASK_LANDSLIDE: "landslide",
    fields.ASK_DETOUR: "detour",
    fields.ASK_TOLL: "toll",
    fields.ASK_TOLL_CARD: "toll",
    fields.ASK_LEAK: "leak",
    fields.ASK_LIFT: "relocate",
    fields.ASK_PUT_DOWN: "resettle",
    fields.ASK_INSTEAD: "instead",
    fields.ASK_AGES: "ages",
    fields.ASK_DISCARD: "discard",
}


def expand_seat_mask(mask: int, players: int) -> tuple[bool, ...]:
    """Return, for each seat, whether it is in a mask."""
    return tuple(bool(mask >> seat & 1) for seat in range(players))


def view(state: TricolorState, seat: int | None) -> TricolorView:
    """Return what a seat, or a spectator, may know now."""
    setup = cast(TricolorSetup, state.setup)
    byte_fields: list[int] = list(state.byte_fields)
    players = int(setup.players)
    is_over = state.to_move == OVER
    is_discarding = not is_over and state.top_question_kind() == fields.ASK_DISCARD
    taken_code, current_event = byte_fields[fields.TAKEN_CODE], byte_fields[fields.CURRENT_EVENT]
    last_place, origin = int(state.read_place_field(fields.LAST_PLACE)), int(state.read_place_field(fields.ORIGIN))
    route_finder = state.create_route_finder()
    scored_routes = route_finder.list_scored_routes() if is_over else []
    identities = list_known_identities(state, seat)
    hands = range(0, codes.NUM_CARD_KINDS * players, codes.NUM_CARD_KINDS)
    return TricolorView(
        seat=seat,
        to_move=int(state.to_move),
        phase=find_phase(state),
        tiles=tuple(
            build_board_tile(setup, place, tile_code)
            for place, tile_code in enumerate(byte_fields[: codes.NUM_PLACES])
            if tile_code
        ),
        piles=tuple(build_pile(byte_fields, pile) for pile in range(codes.NUM_PILES)),
        taken_tile=TILE_BY_FACE[codes.decode_face(taken_code)] if taken_code else None,
        moved_from=None if origin < 0 else decode_place(origin),
        shape_costs=tuple(shape.cost for shape in get_box(setup).shapes),
        end_cost=int(setup.end_cost),
        end_distance=int(setup.end_distance),
        hand=() if seat is None else list_hidden_cards(state, seat),
        old_hand=() if seat is None else list_old_cards(state, seat),
        open_cards=tuple(list_cards(byte_fields, fields.OPEN_HANDS + hand) for hand in hands),
        hand_sizes=tuple(int(state.hand_size(owner)) for owner in range(players)),
        old_counts=tuple(int(state.old_hand_size(owner)) for owner in range(players)),
        old_cards=list_cards(byte_fields, fields.OLD_CARDS),
        named_cards=list_cards_named_for_payment(state),
        draw_pile_size=sum(byte_fields[fields.DRAW_PILE : fields.DRAW_PILE + codes.NUM_CARD_KINDS]),
        discards=list_cards(byte_fields, fields.DISCARDS),
        current_event=EVENTS[current_event - 1] if current_event else "",
        used_events=tuple(EVENTS[event] for event in list_used_events(byte_fields)),
        event_pile_size=int(state.count_event_cards()) - byte_fields[fields.NUM_USED_EVENTS],
        identity=None if seat is None else identities[seat],
        known_identities=identities,
        identity_looks=list_identity_looks(byte_fields, players),
        skips_turn=expand_seat_mask(byte_fields[fields.SKIP_MASK], players),
        is_safe=expand_seat_mask(byte_fields[fields.SAFE_MASK], players),
        turn_of=byte_fields[fields.TURN_SEAT],
        round=max(1, byte_fields[fields.ROUND]),
        round_limit=int(setup.round_limit),
        num_to_discard=int(state.hand_size(state.to_move)) - codes.HAND_LIMIT if is_discarding else 0,
        routes=build_routes(route_finder.list_shortest_routes_per_end()),
        end_reason=END_REASONS[byte_fields[fields.END_REASON]],
        scored_routes=build_routes(scored_routes),
        winner_colours=tuple(state.find_winner_colours(state.count_tiles_by_colour(scored_routes))),
        scores=compute_scores(state) if is_over else None,
        winners=tuple(state.winners()),
        last_place=None if last_place < 0 else decode_place(last_place),
    )


def find_phase(state: TricolorState) -> str:
    """Return the phase, one of PHASES."""
    if state.to_move == OVER:
        return "over"
    phase = PHASE_BY_QUESTION[int(state.top_question_kind())]
    return "first" if phase in ("take", "place") and not state.byte_fields[fields.ROUND] else phase


def build_pile(byte_fields: Sequence[int], pile: int) -> Pile:
    """Return the struct for a pile of tiles."""
    top = byte_fields[fields.PILE_TOPS + pile]
    return Pile(TILE_BY_FACE[top - 1] if top else None, byte_fields[fields.PILE_SIZES + pile])


def list_known_identities(state: TricolorState, seat: int | None) -> tuple[int | None, ...]:
    """Return, for each seat, its colour if another seat, or a spectator, knows it."""
    byte_fields: list[int] = list(state.byte_fields)
    known_mask = 0 if seat is None else 1 << seat | byte_fields[fields.LOOKED_MASKS + seat]
    identities: list[int | None] = []
    for owner in range(state.setup.players):
        identity = byte_fields[fields.IDENTITIES + owner]
        is_known = identity and (state.to_move == OVER or known_mask >> owner & 1)
        identities.append(identity - 1 if is_known else None)
    return tuple(identities)


def list_identity_looks(byte_fields: Sequence[int], players: int) -> tuple[tuple[int, int], ...]:
    """Return who has looked at whose identity, as pairs of seats."""
    return tuple(
        (looker, victim)
        for looker in range(players)
        for victim in range(players)
        if byte_fields[fields.LOOKED_MASKS + looker] >> victim & 1
    )
