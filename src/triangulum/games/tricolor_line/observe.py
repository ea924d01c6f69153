"""What one may know in Tricolor Line: views, what one sees happen, and previews, made from states.

Hidden are cards in hand that were neither taken by a toll nor laid open, and identities. The structs are in
``views.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from triangulum.core.state import CHANCE, OVER
from triangulum.core.views import GameEvent, Preview
from triangulum.games.tricolor_line import board, lookup
from triangulum.games.tricolor_line.evaluation import TILE_POINTS
from triangulum.games.tricolor_line.options import CARDS, EVENTS, TricolorBox
from triangulum.games.tricolor_line.routes import RoutePlaces
from triangulum.games.tricolor_line.rules import Tricolor, TricolorSetup
from triangulum.games.tricolor_line.views import (
    COLOURS,
    SHAPES,
    Attacked,
    CardDrawn,
    ChoseDraw,
    Constructed,
    Detoured,
    Discarded,
    EventDrawn,
    Finished,
    IdentityDealt,
    Laid,
    Looked,
    Modified,
    Pile,
    PlacedTile,
    Relocated,
    Route,
    Score,
    Skipped,
    Slid,
    Tile,
    TollTaken,
    Took,
    TopSeen,
    TricolorView,
    decode_place,
)

PHASE_BY_QUESTION = {
    lookup.ASK_TOPS: "setup",
    lookup.ASK_IDENTITY: "setup",
    lookup.ASK_DEAL: "setup",
    lookup.ASK_COUNT: "draw",
    lookup.ASK_DRAW: "draw",
    lookup.ASK_PILE: "take",
    lookup.ASK_TOP: "take",
    lookup.ASK_PLACE: "place",
    lookup.ASK_ACTION: "act",
    lookup.ASK_EVENT: "act",
    lookup.ASK_LANDSLIDE: "landslide",
    lookup.ASK_DETOUR: "detour",
    lookup.ASK_TOLL: "toll",
    lookup.ASK_TOLL_CARD: "toll",
    lookup.ASK_LEAK: "leak",
    lookup.ASK_RELOCATE: "relocate",
    lookup.ASK_RESETTLE: "resettle",
    lookup.ASK_DISCARD: "discard",
}
END_REASONS = ("", "routes", "limit", "stuck")
"""Why a game is over, as states number it."""
TILE_BY_FACE = (
    *(Tile(shape, colour) for colour in range(len(COLOURS)) for shape in SHAPES),
    Tile("end", None),
    Tile("start", None),
)
"""By face."""


def get_box(setup: object) -> TricolorBox:
    """Return the box of a setup."""
    box: TricolorBox = cast(TricolorSetup, setup).components.box
    return box


def face_rotations(setup: object, face: int) -> tuple[str, ...]:
    """Return the roads of a face in each of its rotations."""
    return get_box(setup).rotations[
        face % lookup.NUM_SHAPES if face < lookup.END else lookup.NUM_SHAPES + face - lookup.END
    ]


def laid_tile(setup: object, place: int, code: int) -> Laid:
    """Return a tile on the table; the same one is made once."""
    cache: dict[int, Laid] = cast(TricolorSetup, setup).laid_tile_cache
    key = lookup.NUM_CODES * place + code
    if key not in cache:
        face = int(lookup.decode_face(code))
        roads = face_rotations(setup, face)[int(lookup.decode_rotation(code))]
        cache[key] = Laid(decode_place(place), TILE_BY_FACE[face], roads, code % 2 == 0)
    return cache[key]


def list_cards(fields: Sequence[int], offset: int) -> tuple[str, ...]:
    """Return the cards whose counts begin at an offset, one by one."""
    return tuple(card for kind, card in enumerate(CARDS) for _ in range(fields[offset + kind]))


def decode_seat_mask(mask: int, players: int) -> tuple[bool, ...]:
    """Return for each seat whether it is in a mask."""
    return tuple(bool(mask >> seat & 1) for seat in range(players))


def view(state: Tricolor, seat: int | None) -> TricolorView:
    """Return what a seat, or a spectator, may know now."""
    setup = cast(TricolorSetup, state.setup)
    fields: list[int] = list(state.byte_fields)
    players = int(setup.players)
    over = state.to_move == OVER
    kind = 0 if over else int(state.top_question())
    last = int(state.read_place(lookup.LAST_PLACE))
    origin = int(state.read_place(lookup.ORIGIN))
    routes = state.find_routes()
    known = known_identities(state, seat)
    scored = routes.list_scored_routes() if over else []
    return TricolorView(
        seat=seat,
        to_move=int(state.to_move),
        phase=phase(state),
        tiles=tuple(laid_tile(setup, place, code) for place, code in enumerate(fields[: lookup.NUM_PLACES]) if code),
        piles=tuple(pile_view(fields, number) for number in range(lookup.NUM_PILES)),
        taken=TILE_BY_FACE[lookup.decode_face(fields[lookup.TAKEN_CODE])] if fields[lookup.TAKEN_CODE] else None,
        moved_from=None if origin < 0 else decode_place(origin),
        cost=tuple(shape.cost for shape in get_box(setup).shapes),
        hand=() if seat is None else list_cards(fields, lookup.HIDDEN + lookup.NUM_CARDS * seat),
        open_cards=tuple(list_cards(fields, lookup.OPEN + lookup.NUM_CARDS * owner) for owner in range(players)),
        counts=tuple(int(state.hand_size(owner)) for owner in range(players)),
        pile=sum(fields[lookup.DRAW_PILE : lookup.DRAW_PILE + lookup.NUM_CARDS]),
        discards=list_cards(fields, lookup.DISCARDS),
        event=EVENTS[fields[lookup.EVENT] - 1] if fields[lookup.EVENT] else "",
        events=tuple(EVENTS[event] for event in list_used_events(fields)),
        event_pile=int(state.count_event_cards()) - fields[lookup.NUM_USED_EVENTS],
        identity=None if seat is None else known[seat],
        known=known,
        looked=list_looks(fields, players),
        skips=decode_seat_mask(fields[lookup.SKIPS], players),
        safe=decode_seat_mask(fields[lookup.SAFE], players),
        turn_of=fields[lookup.TURN_SEAT],
        round=max(1, fields[lookup.ROUND]),
        round_limit=int(setup.round_limit),
        to_discard=int(state.hand_size(state.to_move)) - lookup.HAND_LIMIT if kind == lookup.ASK_DISCARD else 0,
        routes=route_views(routes.list_routes()),
        why=END_REASONS[fields[lookup.END_REASON]],
        winning=route_views(scored),
        winner_colours=tuple(state.winner_colours(state.count_route_tiles(scored))),
        scores=final_scores(state) if over else None,
        winners=tuple(state.winners()),
        last=None if last < 0 else decode_place(last),
    )


def phase(state: Tricolor) -> str:
    """Return the phase, one of PHASES."""
    if state.to_move == OVER:
        return "over"
    phase_name = PHASE_BY_QUESTION[int(state.top_question())]
    return "first" if phase_name in ("take", "place") and not state.byte_fields[lookup.ROUND] else phase_name


def pile_view(fields: Sequence[int], pile: int) -> Pile:
    """Return a pile of tiles."""
    top = fields[lookup.TOP + pile]
    return Pile(TILE_BY_FACE[top - 1] if top else None, fields[lookup.PILE_SIZE + pile])


def list_used_events(fields: Sequence[int]) -> Sequence[int]:
    """Return the events that have happened since they were shuffled."""
    return fields[lookup.USED_EVENTS : lookup.USED_EVENTS + fields[lookup.NUM_USED_EVENTS]]


def known_identities(state: Tricolor, seat: int | None) -> tuple[int | None, ...]:
    """Return everybody's colour as far as a seat knows it."""
    fields: list[int] = list(state.byte_fields)
    known_mask = 0 if seat is None else 1 << seat | fields[lookup.LOOKED + seat]
    identities: list[int | None] = []
    for owner in range(state.setup.players):
        identity = fields[lookup.IDENTITY + owner]
        is_known = identity and (state.to_move == OVER or known_mask >> owner & 1)
        identities.append(identity - 1 if is_known else None)
    return tuple(identities)


def list_looks(fields: Sequence[int], players: int) -> tuple[tuple[int, int], ...]:
    """Return who has looked at whose identity."""
    return tuple(
        (seat, victim)
        for seat in range(players)
        for victim in range(players)
        if fields[lookup.LOOKED + seat] >> victim & 1
    )


def route_views(routes: list[RoutePlaces]) -> tuple[Route, ...]:
    """Return routes as the structs of views."""
    return tuple(Route(decode_place(end), tuple(decode_place(place) for place in places)) for end, places in routes)


def final_scores(state: Tricolor) -> tuple[Score, ...]:
    """Return what everybody has at the end."""
    counts = state.count_route_tiles(state.find_routes().list_scored_routes())
    colours = state.winner_colours(counts)
    scores = []
    for seat in range(state.setup.players):
        identity = state.byte_fields[lookup.IDENTITY + seat] - 1
        tiles, cards, bonus = counts[identity], state.card_points(seat, colours), state.bonus_points(seat)
        scores.append(Score(identity, tiles, cards, bonus, TILE_POINTS * tiles + cards + bonus))
    return tuple(scores)


# What one sees happen.


def events(state: Tricolor, action: int, seat: int | None) -> Sequence[GameEvent]:
    """Return what a seat, or a spectator, perceives when an action happens, and all that follows from it."""
    after = cast(Tricolor, state.copy())
    notes: list[board.Note] = []
    after.notes = notes
    after._apply(action)
    events = [*list_direct_events(state, action, seat)]
    events += [event for note in notes for event in list_note_events(state, action, note, seat)]
    if after.to_move == OVER:
        events.append(finished_event(after))
    return events


def finished_event(state: Tricolor) -> Finished:
    """Return how the game has ended."""
    ending = view(state, None)
    return Finished(
        why=END_REASONS[state.byte_fields[lookup.END_REASON]],
        winning=ending.winning,
        winner_colours=ending.winner_colours,
        scores=final_scores(state),
        winners=ending.winners,
        news=True,
    )


def list_direct_events(state: Tricolor, action: int, seat: int | None) -> Iterator[GameEvent]:
    """Yield the event that an answer itself is, if the rules do not note it."""
    kind, argument, turn_seat = int(state.top_question()), int(state.top_question_argument()), int(state.turn_seat())
    if kind in (lookup.ASK_TOPS, lookup.ASK_TOP):
        yield TopSeen(
            pile=int(state.count_tops_seen()) if kind == lookup.ASK_TOPS else argument, tile=TILE_BY_FACE[action]
        )
    elif kind == lookup.ASK_IDENTITY:
        receiver = int(state.count_identities_dealt())
        yield IdentityDealt(seat=receiver, identity=action if receiver == seat else None, covered=receiver != seat)
    elif kind in (lookup.ASK_DEAL, lookup.ASK_DRAW):
        receiver = int(state.next_dealt_seat()) if kind == lookup.ASK_DEAL else turn_seat
        yield CardDrawn(
            seat=receiver,
            card=CARDS[action] if receiver == seat else None,
            opened=list_revealed_hands(state),
            covered=receiver != seat,
            news=bool(list_revealed_hands(state)) and has_unseen_cards(state, seat),
        )
    elif kind == lookup.ASK_TOLL_CARD:
        yield TollTaken(seat=turn_seat, victim=argument, card=CARDS[action], news=seat != argument)
    elif kind == lookup.ASK_COUNT:
        yield ChoseDraw(seat=turn_seat, count=2 + 2 * action)
    elif kind == lookup.ASK_DISCARD:
        card = action - lookup.DISCARD_ACTION
        yield Discarded(seat=turn_seat, card=CARDS[card], news=reveals_cards(state, [CARDS[card]], seat))


def list_revealed_hands(state: Tricolor) -> tuple[tuple[str, ...], ...]:
    """Return everybody's cards if they are laid open now because the discards have to be shuffled."""
    if state.draw_source_offset() != lookup.DISCARDS:
        return ()
    fields: list[int] = list(state.byte_fields)
    held = [
        [fields[lookup.HIDDEN + at] + fields[lookup.OPEN + at] for at in range(start, start + lookup.NUM_CARDS)]
        for start in range(0, lookup.NUM_CARDS * int(state.setup.players), lookup.NUM_CARDS)
    ]
    return tuple(list_cards(hand, 0) for hand in held)


def has_unseen_cards(state: Tricolor, seat: int | None) -> bool:
    """Return whether another seat has cards that a seat has not seen."""
    return any(owner != seat and state.hidden_hand_size(owner) > 0 for owner in range(state.setup.players))


def reveals_cards(state: Tricolor, paid: Sequence[str], seat: int | None) -> bool:
    """Return whether paying these cards shows a seat some that it has not seen."""
    mover = int(state.to_move)
    if seat == mover:
        return False
    return any(
        paid.count(card) > state.byte_fields[lookup.OPEN + lookup.NUM_CARDS * mover + CARDS.index(card)]
        for card in paid
    )


def list_paid_cards(state: Tricolor, action: int) -> tuple[str, ...]:
    """Return the cards that an action is paid with, in their order."""
    setup = cast(TricolorSetup, state.setup)
    if lookup.BUILD_ACTION <= action < lookup.TURN_ACTION:
        place, payment = divmod(action - lookup.BUILD_ACTION, lookup.MAX_PAYMENTS)
        face = int(lookup.decode_face(int(state.byte_fields[place])))
        return list_payment_cards(setup, face, payment)
    if lookup.TURN_ACTION <= action < lookup.ATTACK_ACTION:
        pair = (action - lookup.TURN_ACTION) % lookup.NUM_PAIRS
        return CARDS[setup.pair_first[pair]], CARDS[setup.pair_second[pair]]
    if lookup.ATTACK_ACTION <= action < lookup.DONE_ACTION:
        return tuple(card for kind, card in enumerate(CARDS) for _ in range(state.count_cards(state.to_move, kind)))
    return ()


def list_payment_cards(setup: TricolorSetup, face: int, payment: int) -> tuple[str, ...]:
    """Return the cards of a payment for a face, in their order."""
    at = lookup.MAX_PAYMENTS * int(setup.face_costs[face]) + payment
    single, double = CARDS[2 * (face // lookup.NUM_SHAPES)], CARDS[2 * (face // lookup.NUM_SHAPES) + 1]
    return (
        *[single] * int(setup.payment_singles[at]),
        *[double] * int(setup.payment_doubles[at]),
        *["W"] * int(setup.payment_wilds[at]),
    )


def list_note_events(state: Tricolor, action: int, note: board.Note, seat: int | None) -> Iterator[GameEvent]:
    """Yield the event of a note that the rules made."""
    kind, turn_seat, first, second = note
    if kind == board.TOOK:
        yield Took(seat=turn_seat, pile=first, tile=TILE_BY_FACE[lookup.decode_face(second)])
    elif kind == board.PLACED:
        yield PlacedTile(seat=turn_seat, laid=laid_tile(state.setup, first, second))
    elif kind in (board.BUILT, board.TURNED):
        paid = list_paid_cards(state, action)
        event_type = Constructed if kind == board.BUILT else Modified
        yield event_type(
            seat=turn_seat, laid=laid_tile(state.setup, first, second), paid=paid, news=reveals_cards(state, paid, seat)
        )
    elif kind == board.ATTACKED:
        paid = list_paid_cards(state, action)
        yield Attacked(seat=turn_seat, victim=first, paid=paid, news=reveals_cards(state, paid, seat))
    elif kind == board.DREW_EVENT:
        yield EventDrawn(seat=turn_seat, event=EVENTS[first], possible=bool(second))
    elif kind == board.SLID:
        yield Slid(laid=laid_tile(state.setup, first, second))
    elif kind == board.DIVERTED:
        yield Detoured(laid=laid_tile(state.setup, first, second))
    elif kind == board.TOLLED:
        yield TollTaken(seat=turn_seat, victim=first, card=None)
    elif kind == board.LEAKED:
        identity = state.byte_fields[lookup.IDENTITY + first] - 1 if seat == turn_seat else None
        is_new = seat == turn_seat and not state.byte_fields[lookup.LOOKED + turn_seat] >> first & 1
        yield Looked(seat=turn_seat, victim=first, identity=identity, news=is_new)
    elif kind in (board.TOOK_UP, board.PUT_DOWN):
        yield Relocated(laid=laid_tile(state.setup, first, second), down=kind == board.PUT_DOWN)
    elif kind == board.SKIPPED:
        yield Skipped(seat=turn_seat)


# Previews.


def preview(state: Tricolor, action: int) -> Preview:
    """Return what an action would bring, as far as the mover can know."""
    if state.to_move == CHANCE:
        return Preview(words="", worth=0.0)
    return Preview(words=describe_effect(state, action), worth=state.action_score(action))


def describe_effect(state: Tricolor, action: int) -> str:
    """Return in a few words what an action would bring."""
    if lookup.PLACE_ACTION <= action < lookup.TURN_ACTION or lookup.RESETTLE_ACTION <= action < lookup.DISCARD_ACTION:
        return describe_route_change(state, action)
    if lookup.TURN_ACTION <= action < lookup.ATTACK_ACTION:
        place = (action - lookup.TURN_ACTION) // lookup.NUM_PAIRS
        code = int(state.byte_fields[place])
        rotations = face_rotations(state.setup, int(lookup.decode_face(code)))
        return f"it will lie {rotations[(int(lookup.decode_rotation(code)) + 1) % len(rotations)]}"
    if lookup.ATTACK_ACTION <= action < lookup.DONE_ACTION:
        return f"seat {action - lookup.ATTACK_ACTION} skips a turn, and your hand is gone"
    if lookup.LANDSLIDE_ACTION <= action < lookup.DETOUR_ACTION:
        return describe_route_change(state, action)
    return ""


def describe_route_change(state: Tricolor, action: int) -> str:
    """Return how many Ends have a route after an action, if it changes that."""
    after = cast(Tricolor, state.copy())
    after.apply_answer(action)
    before, now = len(state.find_routes().reached_ends), len(after.find_routes().reached_ends)
    if len(after.find_routes().find_disjoint_pair()) and not len(state.find_routes().find_disjoint_pair()):
        return "two routes that share no tile"
    if before == now:
        return ""
    return f"routes to {now} of the Ends, where there were {before}"
