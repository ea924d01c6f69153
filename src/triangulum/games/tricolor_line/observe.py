"""What seats may know in Tricolor Line: views, events and previews, built from states.

Hidden are identities, and cards in hand that were neither taken by a toll nor revealed at a reshuffle. The structs are
in ``views.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from triangulum.core.state import CHANCE, OVER, Setup
from triangulum.core.views import GameEvent, Preview
from triangulum.games.tricolor_line.actions import CARD_PAIRS, DONE, Move, decode_move
from triangulum.games.tricolor_line.box import TricolorBox
from triangulum.games.tricolor_line.messages import message, name_cards, road_key, tile_arguments
from triangulum.games.tricolor_line.rules import codes, event_log, fields
from triangulum.games.tricolor_line.rules.evaluation import TILE_POINTS
from triangulum.games.tricolor_line.rules.routes import RoutePlaces
from triangulum.games.tricolor_line.rules.state import TricolorSetup, TricolorState
from triangulum.games.tricolor_line.views import (
    CARDS,
    EVENTS,
    TILE_BY_FACE,
    BlueprintDetoured,
    BlueprintRotated,
    BoardTile,
    CardDiscarded,
    CardDrawn,
    DrawChosen,
    EventDrawn,
    GameFinished,
    IdentityDealt,
    IdentityLeaked,
    InsteadChosen,
    Pile,
    RoadBuilt,
    RoadSlid,
    Route,
    SeatAttacked,
    SeatScore,
    TilePlaced,
    TileRelocated,
    TileTaken,
    TollTaken,
    TopRevealed,
    TricolorView,
    TurnSkipped,
    decode_place,
)
from triangulum.text import SeatName, Text

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
    fields.ASK_DISCARD: "discard",
}
END_REASONS = ("", "routes", "limit", "stuck")
"""Why a game is over, as states number it."""


def get_box(setup: Setup) -> TricolorBox:
    """Return the box of components of a setup."""
    box: TricolorBox = cast(TricolorSetup, setup).components.box
    return box


def face_rotations(setup: Setup, face: int) -> tuple[str, ...]:
    """Return the roads of a face in each of its rotations."""
    return get_box(setup).rotations[
        face % codes.NUM_SHAPES if face < codes.END_FACE else codes.NUM_SHAPES + face - codes.END_FACE
    ]


def build_board_tile(setup: Setup, place: int, tile_code: int) -> BoardTile:
    """Return the struct for a tile on the board; each is made once for a setup."""
    cache: dict[int, BoardTile] = cast(TricolorSetup, setup).board_tile_cache
    key = codes.NUM_TILE_CODES * place + tile_code
    if key not in cache:
        face = int(codes.decode_face(tile_code))
        roads = face_rotations(setup, face)[int(codes.decode_rotation(tile_code))]
        cache[key] = BoardTile(decode_place(place), TILE_BY_FACE[face], roads, tile_code % 2 == 0)
    return cache[key]


def list_cards(byte_fields: Sequence[int], offset: int) -> tuple[str, ...]:
    """Return, one by one, the cards whose counts begin at an offset of a state's bytes."""
    return tuple(card for kind, card in enumerate(CARDS) for _ in range(byte_fields[offset + kind]))


def expand_seat_mask(mask: int, players: int) -> tuple[bool, ...]:
    """Return, for each seat, whether it is in a mask."""
    return tuple(bool(mask >> seat & 1) for seat in range(players))


# Views.


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
        hand=() if seat is None else list_cards(byte_fields, fields.HIDDEN_HANDS + hands[seat]),
        open_cards=tuple(list_cards(byte_fields, fields.OPEN_HANDS + hand) for hand in hands),
        hand_sizes=tuple(int(state.hand_size(owner)) for owner in range(players)),
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


def list_used_events(byte_fields: Sequence[int]) -> Sequence[int]:
    """Return the events that have happened since they were shuffled, in order."""
    return byte_fields[fields.USED_EVENTS : fields.USED_EVENTS + byte_fields[fields.NUM_USED_EVENTS]]


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


def build_routes(routes: list[RoutePlaces]) -> tuple[Route, ...]:
    """Return routes as the structs of views."""
    return tuple(Route(decode_place(end), tuple(decode_place(place) for place in places)) for end, places in routes)


def compute_scores(state: TricolorState) -> tuple[SeatScore, ...]:
    """Return what everybody has scored at the end, part by part."""
    tile_counts = state.count_tiles_by_colour(state.create_route_finder().list_scored_routes())
    winner_colours = state.find_winner_colours(tile_counts)
    scores = []
    for seat in range(state.setup.players):
        identity = state.byte_fields[fields.IDENTITIES + seat] - 1
        tiles, bonus = tile_counts[identity], state.bonus_points(seat)
        cards = state.card_points(seat, winner_colours)
        scores.append(SeatScore(identity, tiles, cards, bonus, TILE_POINTS * tiles + cards + bonus))
    return tuple(scores)


# Events.


def events(state: TricolorState, action: int, seat: int | None) -> Sequence[GameEvent]:
    """Return what a seat, or a spectator, perceives when an action happens, and all that follows from it."""
    after = cast(TricolorState, state.copy())
    logged_events: list[event_log.LoggedEvent] = []
    after.event_log = logged_events
    after._apply(action)
    if state.to_move == CHANCE:
        events = [*list_chance_events(state, action, seat)]
    else:
        events = [*list_card_choice_events(state, decode_move(action), seat)]
    for logged_event in logged_events:
        events += convert_logged_event(state, action, logged_event, seat)
    if after.to_move == OVER:
        events.append(build_finished_event(after))
    return events


def build_finished_event(state: TricolorState) -> GameFinished:
    """Return the event that tells how a finished game has ended."""
    final_view = view(state, None)
    return GameFinished(
        end_reason=final_view.end_reason,
        scored_routes=final_view.scored_routes,
        winner_colours=final_view.winner_colours,
        scores=compute_scores(state),
        winners=final_view.winners,
        news=True,
    )


def list_chance_events(state: TricolorState, outcome: int, seat: int | None) -> Iterator[GameEvent]:
    """Yield the event of a chance outcome, as a seat perceives it; the rules log drawn events themselves."""
    question, argument, turn_seat = (
        int(state.top_question_kind()),
        int(state.top_question_argument()),
        int(state.turn_seat()),
    )
    if question in (fields.ASK_FIRST_TOPS, fields.ASK_NEW_TOP):
        pile = int(state.count_tops_revealed_in_setup()) if question == fields.ASK_FIRST_TOPS else argument
        yield TopRevealed(pile=pile, tile=TILE_BY_FACE[outcome])
    elif question == fields.ASK_IDENTITIES:
        receiver = int(state.count_identities_dealt())
        yield IdentityDealt(seat=receiver, identity=outcome if receiver == seat else None, covered=receiver != seat)
    elif question in (fields.ASK_FIRST_HANDS, fields.ASK_CARD):
        receiver = int(state.next_dealt_seat()) if question == fields.ASK_FIRST_HANDS else turn_seat
        revealed_hands = list_revealed_hands(state)
        yield CardDrawn(
            seat=receiver,
            card=CARDS[outcome] if receiver == seat else None,
            opened=revealed_hands,
            covered=receiver != seat,
            news=bool(revealed_hands) and has_opponent_cards_unseen_by(state, seat),
        )
    elif question == fields.ASK_TOLL_CARD:
        yield TollTaken(seat=turn_seat, victim=argument, card=CARDS[outcome], news=seat != argument)


def list_card_choice_events(state: TricolorState, move: Move, seat: int | None) -> Iterator[GameEvent]:
    """Yield the event of a move that the rules do not log: a choice of how many cards to draw, or a discard."""
    if state.top_question_kind() == fields.ASK_INSTEAD:
        yield InsteadChosen(seat=int(state.turn_seat()), draws=move.kind == "draw")
    elif move.kind == "draw":
        yield DrawChosen(seat=int(state.turn_seat()), count=move.num_cards)
    elif move.kind == "discard":
        card = CARDS[move.card]
        yield CardDiscarded(seat=int(state.turn_seat()), card=card, news=has_cards_unseen_by(state, [card], seat))


def list_revealed_hands(state: TricolorState) -> tuple[tuple[str, ...], ...]:
    """Return everybody's cards if they are revealed now because the discards have to be shuffled; else nothing."""
    if state.offset_of_pile_to_draw_from() != fields.DISCARDS:
        return ()
    return tuple(list_hand(state, owner) for owner in range(state.setup.players))


def list_hand(state: TricolorState, seat: int) -> tuple[str, ...]:
    """Return all cards of a seat, hidden and open."""
    return tuple(card for kind, card in enumerate(CARDS) for _ in range(state.count_cards(seat, kind)))


def has_opponent_cards_unseen_by(state: TricolorState, seat: int | None) -> bool:
    """Return whether another seat has cards that a seat has not seen."""
    return any(owner != seat and state.hidden_hand_size(owner) > 0 for owner in range(state.setup.players))


def has_cards_unseen_by(state: TricolorState, paid: Sequence[str], seat: int | None) -> bool:
    """Return whether the mover, by paying these cards, shows a seat some that it has not seen."""
    mover = int(state.to_move)
    if seat == mover:
        return False
    open_hand = fields.OPEN_HANDS + codes.NUM_CARD_KINDS * mover
    return any(paid.count(card) > state.byte_fields[open_hand + CARDS.index(card)] for card in paid)


def list_paid_cards(state: TricolorState, move: Move) -> tuple[str, ...]:
    """Return the cards that a move is paid with, in the order of CARDS."""
    match move.kind:
        case "build":
            face = int(codes.decode_face(int(state.byte_fields[move.place])))
            return list_payment_cards(cast(TricolorSetup, state.setup), face, move.payment)
        case "rotate":
            return tuple(CARDS[card] for card in CARD_PAIRS[move.card_pair])
        case "attack":
            return list_hand(state, int(state.to_move))
    return ()


def list_payment_cards(setup: TricolorSetup, face: int, payment: int) -> tuple[str, ...]:
    """Return the cards of one of the payments for a face, in the order of CARDS."""
    return tuple(
        card for kind, card in enumerate(CARDS) for _ in range(int(setup.count_paid_cards(face, payment, kind)))
    )


def convert_logged_event(
    state: TricolorState, action: int, logged_event: event_log.LoggedEvent, seat: int | None
) -> Iterator[GameEvent]:
    """Yield the event that a seat perceives for one that the rules logged while they applied an action."""
    kind, turn_seat, first, second = logged_event
    if kind == event_log.TILE_TAKEN:
        yield TileTaken(seat=turn_seat, pile=first, tile=TILE_BY_FACE[codes.decode_face(second)])
    elif kind == event_log.TILE_PLACED:
        yield TilePlaced(seat=turn_seat, board_tile=build_board_tile(state.setup, first, second))
    elif kind in (event_log.ROAD_BUILT, event_log.BLUEPRINT_ROTATED):
        paid = list_paid_cards(state, decode_move(action))
        event_type = RoadBuilt if kind == event_log.ROAD_BUILT else BlueprintRotated
        yield event_type(
            seat=turn_seat,
            board_tile=build_board_tile(state.setup, first, second),
            paid=paid,
            news=has_cards_unseen_by(state, paid, seat),
        )
    elif kind == event_log.SEAT_ATTACKED:
        paid = list_paid_cards(state, decode_move(action))
        yield SeatAttacked(seat=turn_seat, victim=first, paid=paid, news=has_cards_unseen_by(state, paid, seat))
    elif kind == event_log.EVENT_DRAWN:
        yield EventDrawn(seat=turn_seat, event=EVENTS[first], possible=bool(second))
    elif kind == event_log.ROAD_SLID:
        yield RoadSlid(board_tile=build_board_tile(state.setup, first, second))
    elif kind == event_log.BLUEPRINT_DETOURED:
        yield BlueprintDetoured(board_tile=build_board_tile(state.setup, first, second))
    elif kind == event_log.TOLL_DEMANDED:
        yield TollTaken(seat=turn_seat, victim=first, card=None)
    elif kind == event_log.IDENTITY_LEAKED:
        identity = state.byte_fields[fields.IDENTITIES + first] - 1 if seat == turn_seat else None
        yield IdentityLeaked(seat=turn_seat, victim=first, identity=identity, news=seat == turn_seat)
    elif kind in (event_log.TILE_LIFTED, event_log.TILE_PUT_DOWN):
        yield TileRelocated(
            board_tile=build_board_tile(state.setup, first, second), down=kind == event_log.TILE_PUT_DOWN
        )
    elif kind == event_log.TURN_SKIPPED:
        yield TurnSkipped(seat=turn_seat)


# Previews.


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
            return message("preview-discard", cards=name_cards((CARDS[move.card],)))
        case "done":
            return describe_turn_end(state)
        case "pass":
            return message("preview-pass")
    return describe_tile_change(state, action, move)


def describe_draw(state: TricolorState, num_cards: int) -> Text:
    """Return what drawing two or four cards would bring: fewer if there are not so many left, and discards."""
    piles = range(codes.NUM_CARD_KINDS)
    num_left = sum(
        state.byte_fields[fields.DRAW_PILE + kind] + state.byte_fields[fields.DISCARDS + kind] for kind in piles
    )
    count = min(num_cards, num_left)
    if state.top_question_kind() == fields.ASK_INSTEAD:
        return message("preview-draw-two", count=count, tiles=0)
    if num_cards == 2:
        return message("preview-draw-two", count=count, tiles=int(state.takeable_pile_mask()))
    return message("preview-draw-four", count=count, discards=count_discards(state, count))


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
