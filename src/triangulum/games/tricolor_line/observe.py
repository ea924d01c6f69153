"""What one may know in Tricolor Line: views, what one sees happen, and previews, made from states.

Hidden are cards in hand that were neither taken by a toll nor laid open, and identities. The structs are in
``view.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from triangulum.core.state import CHANCE, OVER
from triangulum.core.views import GameEvent, Preview
from triangulum.games.tricolor_line import ground, lookup
from triangulum.games.tricolor_line.options import CARDS, EVENTS, TricolorBox
from triangulum.games.tricolor_line.routes import Route as RoutePlaces
from triangulum.games.tricolor_line.rules import TILE_POINTS, Tricolor, TricolorSetup
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
    place_of,
)

PHASE_OF = {
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
REASONS = ("", "routes", "limit", "stuck")
"""Why a game is over, as states number it."""
TILES = (
    *(Tile(shape, colour) for colour in range(len(COLOURS)) for shape in SHAPES),
    Tile("end", None),
    Tile("start", None),
)
"""By face."""


def box_of(setup: object) -> TricolorBox:
    """Return what is in the box."""
    box: TricolorBox = cast(TricolorSetup, setup).components.box
    return box


def lies_of_face(setup: object, face: int) -> tuple[str, ...]:
    """Return the ways in which a face can lie, as roads."""
    return box_of(setup).lies[face % lookup.SHAPES if face < lookup.END else lookup.SHAPES + face - lookup.END]


def laid(setup: object, place: int, code: int) -> Laid:
    """Return a tile on the table; the same one is made once."""
    made: dict[int, Laid] = cast(TricolorSetup, setup).laid
    key = lookup.CODES * place + code
    if key not in made:
        face = int(lookup.face_of(code))
        roads = lies_of_face(setup, face)[int(lookup.lie_of(code))]
        made[key] = Laid(place_of(place), TILES[face], roads, code % 2 == 0)
    return made[key]


def cards_of(small: Sequence[int], at: int) -> tuple[str, ...]:
    """Return the cards that are counted from a place in a state, one by one."""
    return tuple(card for kind, card in enumerate(CARDS) for _ in range(small[at + kind]))


def seats_in(mask: int, players: int) -> tuple[bool, ...]:
    """Return for each seat whether it is in a mask."""
    return tuple(bool(mask >> seat & 1) for seat in range(players))


def view(state: Tricolor, seat: int | None) -> TricolorView:
    """Return what a seat, or a spectator, may know now."""
    setup = cast(TricolorSetup, state.setup)
    small: list[int] = list(state.byte_fields)
    players = int(setup.players)
    over = state.to_move == OVER
    kind = 0 if over else int(state.top())
    last = int(state.place_at(lookup.LAST))
    origin = int(state.place_at(lookup.ORIGIN))
    routes = state.routes()
    known = identities(state, seat)
    scored = routes.scored() if over else []
    return TricolorView(
        seat=seat,
        to_move=int(state.to_move),
        phase=phase(state),
        tiles=tuple(laid(setup, place, code) for place, code in enumerate(small[: lookup.PLACES]) if code),
        piles=tuple(pile(small, number) for number in range(lookup.PILES)),
        taken=TILES[lookup.face_of(small[lookup.TAKEN])] if small[lookup.TAKEN] else None,
        moved_from=None if origin < 0 else place_of(origin),
        cost=tuple(shape.cost for shape in box_of(setup).shapes),
        hand=() if seat is None else cards_of(small, lookup.HIDDEN + lookup.CARDS * seat),
        open_cards=tuple(cards_of(small, lookup.OPEN + lookup.CARDS * owner) for owner in range(players)),
        counts=tuple(int(state.hand_size(owner)) for owner in range(players)),
        pile=sum(small[lookup.DRAW_PILE : lookup.DRAW_PILE + lookup.CARDS]),
        discards=cards_of(small, lookup.DISCARDS),
        event=EVENTS[small[lookup.EVENT] - 1] if small[lookup.EVENT] else "",
        events=tuple(EVENTS[event] for event in used_events(small)),
        event_pile=int(state.event_cards()) - small[lookup.USED],
        identity=None if seat is None else known[seat],
        known=known,
        looked=looks(small, players),
        skips=seats_in(small[lookup.SKIPS], players),
        safe=seats_in(small[lookup.SAFE], players),
        turn_of=small[lookup.TURN_OF],
        round=max(1, small[lookup.ROUND]),
        round_limit=int(setup.round_limit),
        to_discard=int(state.hand_size(state.to_move)) - lookup.HAND_LIMIT if kind == lookup.ASK_DISCARD else 0,
        routes=shown_routes(routes.all()),
        why=REASONS[small[lookup.WHY]],
        winning=shown_routes(scored),
        winner_colours=tuple(state.winner_colours(state.route_tiles(scored))),
        scores=scores(state) if over else None,
        winners=tuple(state.winners()),
        last=None if last < 0 else place_of(last),
    )


def phase(state: Tricolor) -> str:
    """Return what is going on, in a word."""
    if state.to_move == OVER:
        return "over"
    found = PHASE_OF[int(state.top())]
    return "first" if found in ("take", "place") and not state.byte_fields[lookup.ROUND] else found


def pile(small: Sequence[int], number: int) -> Pile:
    """Return a pile of tiles."""
    top = small[lookup.TOP + number]
    return Pile(TILES[top - 1] if top else None, small[lookup.PILE_SIZE + number])


def used_events(small: Sequence[int]) -> Sequence[int]:
    """Return the events that have happened since they were shuffled."""
    return small[lookup.USED_EVENTS : lookup.USED_EVENTS + small[lookup.USED]]


def identities(state: Tricolor, seat: int | None) -> tuple[int | None, ...]:
    """Return everybody's colour as far as a seat knows it."""
    small: list[int] = list(state.byte_fields)
    known = 0 if seat is None else 1 << seat | small[lookup.LOOKED + seat]
    found: list[int | None] = []
    for owner in range(state.setup.players):
        identity = small[lookup.IDENTITY + owner]
        is_known = identity and (state.to_move == OVER or known >> owner & 1)
        found.append(identity - 1 if is_known else None)
    return tuple(found)


def looks(small: Sequence[int], players: int) -> tuple[tuple[int, int], ...]:
    """Return who has looked at whose identity."""
    return tuple(
        (seat, other) for seat in range(players) for other in range(players) if small[lookup.LOOKED + seat] >> other & 1
    )


def shown_routes(routes: list[RoutePlaces]) -> tuple[Route, ...]:
    """Return routes as views have them."""
    return tuple(Route(place_of(end), tuple(place_of(place) for place in places)) for end, places in routes)


def scores(state: Tricolor) -> tuple[Score, ...]:
    """Return what everybody has at the end."""
    counts = state.route_tiles(state.routes().scored())
    colours = state.winner_colours(counts)
    found = []
    for seat in range(state.setup.players):
        identity = state.byte_fields[lookup.IDENTITY + seat] - 1
        tiles, cards, bonus = counts[identity], state.card_points(seat, colours), state.bonus(seat)
        found.append(Score(identity, tiles, cards, bonus, TILE_POINTS * tiles + cards + bonus))
    return tuple(found)


# What one sees happen.


def events(state: Tricolor, action: int, seat: int | None) -> Sequence[GameEvent]:
    """Return what a seat, or a spectator, perceives when an action happens, and all that follows from it."""
    after = cast(Tricolor, state.copy())
    notes: list[ground.Note] = []
    after.notes = notes
    after._apply(action)
    events = [*first_event(state, action, seat)]
    events += [event for note in notes for event in told(state, action, note, seat)]
    if after.to_move == OVER:
        events.append(finished(after))
    return events


def finished(state: Tricolor) -> Finished:
    """Return how the game has ended."""
    ending = view(state, None)
    return Finished(
        why=REASONS[state.byte_fields[lookup.WHY]],
        winning=ending.winning,
        winner_colours=ending.winner_colours,
        scores=scores(state),
        winners=ending.winners,
        news=True,
    )


def first_event(state: Tricolor, action: int, seat: int | None) -> Iterator[GameEvent]:
    """Yield the event that an answer itself is, if the rules do not note it."""
    kind, argument, turn_of = int(state.top()), int(state.top_argument()), int(state.turn_of())
    if kind in (lookup.ASK_TOPS, lookup.ASK_TOP):
        yield TopSeen(pile=int(state.tops_seen()) if kind == lookup.ASK_TOPS else argument, tile=TILES[action])
    elif kind == lookup.ASK_IDENTITY:
        to = int(state.identities_dealt())
        yield IdentityDealt(seat=to, identity=action if to == seat else None, covered=to != seat)
    elif kind in (lookup.ASK_DEAL, lookup.ASK_DRAW):
        to = int(state.dealt_to()) if kind == lookup.ASK_DEAL else turn_of
        yield CardDrawn(
            seat=to,
            card=CARDS[action] if to == seat else None,
            opened=hands_laid_open(state),
            covered=to != seat,
            news=bool(hands_laid_open(state)) and hides_cards(state, seat),
        )
    elif kind == lookup.ASK_TOLL_CARD:
        yield TollTaken(seat=turn_of, victim=argument, card=CARDS[action], news=seat != argument)
    elif kind == lookup.ASK_COUNT:
        yield ChoseDraw(seat=turn_of, count=2 + 2 * action)
    elif kind == lookup.ASK_DISCARD:
        card = action - lookup.DISCARD
        yield Discarded(seat=turn_of, card=CARDS[card], news=shows(state, [CARDS[card]], seat))


def hands_laid_open(state: Tricolor) -> tuple[tuple[str, ...], ...]:
    """Return everybody's cards if they are laid open now because the discards have to be shuffled."""
    if state.source_of_cards() != lookup.DISCARDS:
        return ()
    small: list[int] = list(state.byte_fields)
    held = [
        [small[lookup.HIDDEN + at] + small[lookup.OPEN + at] for at in range(start, start + lookup.CARDS)]
        for start in range(0, lookup.CARDS * int(state.setup.players), lookup.CARDS)
    ]
    return tuple(cards_of(hand, 0) for hand in held)


def hides_cards(state: Tricolor, seat: int | None) -> bool:
    """Tell whether somebody has cards that a seat has not seen."""
    return any(owner != seat and state.hidden_size(owner) > 0 for owner in range(state.setup.players))


def shows(state: Tricolor, paid: Sequence[str], seat: int | None) -> bool:
    """Tell whether a seat has not seen all the cards yet that the mover pays."""
    mover = int(state.to_move)
    if seat == mover:
        return False
    return any(
        paid.count(card) > state.byte_fields[lookup.OPEN + lookup.CARDS * mover + CARDS.index(card)] for card in paid
    )


def paid_for(state: Tricolor, action: int) -> tuple[str, ...]:
    """Return the cards that an action is paid with, in their order."""
    setup = cast(TricolorSetup, state.setup)
    if lookup.BUILD <= action < lookup.TURN:
        place, payment = divmod(action - lookup.BUILD, lookup.PAYMENTS)
        face = int(lookup.face_of(int(state.byte_fields[place])))
        return payment_cards(setup, face, payment)
    if lookup.TURN <= action < lookup.ATTACK:
        pair = (action - lookup.TURN) % lookup.PAIRS
        return CARDS[setup.pair_one[pair]], CARDS[setup.pair_other[pair]]
    if lookup.ATTACK <= action < lookup.DONE:
        return tuple(card for kind, card in enumerate(CARDS) for _ in range(state.held(state.to_move, kind)))
    return ()


def payment_cards(setup: TricolorSetup, face: int, payment: int) -> tuple[str, ...]:
    """Return the cards of a payment for a face, in their order."""
    at = lookup.PAYMENTS * int(setup.face_cost[face]) + payment
    single, double = CARDS[2 * (face // lookup.SHAPES)], CARDS[2 * (face // lookup.SHAPES) + 1]
    return (
        *[single] * int(setup.pay_single[at]),
        *[double] * int(setup.pay_double[at]),
        *["W"] * int(setup.pay_wild[at]),
    )


def told(state: Tricolor, action: int, note: ground.Note, seat: int | None) -> Iterator[GameEvent]:
    """Yield what a note of the rules is as an event."""
    what, turn_of, one, two = note
    if what == ground.TOOK:
        yield Took(seat=turn_of, pile=one, tile=TILES[lookup.face_of(two)])
    elif what == ground.PLACED:
        yield PlacedTile(seat=turn_of, laid=laid(state.setup, one, two))
    elif what in (ground.BUILT, ground.TURNED):
        paid = paid_for(state, action)
        kind = Constructed if what == ground.BUILT else Modified
        yield kind(seat=turn_of, laid=laid(state.setup, one, two), paid=paid, news=shows(state, paid, seat))
    elif what == ground.ATTACKED:
        paid = paid_for(state, action)
        yield Attacked(seat=turn_of, victim=one, paid=paid, news=shows(state, paid, seat))
    elif what == ground.DREW_EVENT:
        yield EventDrawn(seat=turn_of, event=EVENTS[one], possible=bool(two))
    elif what == ground.SLID:
        yield Slid(laid=laid(state.setup, one, two))
    elif what == ground.DIVERTED:
        yield Detoured(laid=laid(state.setup, one, two))
    elif what == ground.TOLLED:
        yield TollTaken(seat=turn_of, victim=one, card=None)
    elif what == ground.LEAKED:
        identity = state.byte_fields[lookup.IDENTITY + one] - 1 if seat == turn_of else None
        is_new = seat == turn_of and not state.byte_fields[lookup.LOOKED + turn_of] >> one & 1
        yield Looked(seat=turn_of, victim=one, identity=identity, news=is_new)
    elif what in (ground.TOOK_UP, ground.PUT_DOWN):
        yield Relocated(laid=laid(state.setup, one, two), down=what == ground.PUT_DOWN)
    elif what == ground.SKIPPED:
        yield Skipped(seat=turn_of)


# Previews.


def preview(state: Tricolor, action: int) -> Preview:
    """Return what an action would bring, as far as the mover can know."""
    if state.to_move == CHANCE:
        return Preview(words="", worth=0.0)
    return Preview(words=brings(state, action), worth=state.action_score(action))


def brings(state: Tricolor, action: int) -> str:
    """Return in a few words what an action would bring."""
    if lookup.AT <= action < lookup.TURN or lookup.TO <= action < lookup.DISCARD:
        return routes_after(state, action)
    if lookup.TURN <= action < lookup.ATTACK:
        place = (action - lookup.TURN) // lookup.PAIRS
        code = int(state.byte_fields[place])
        lies = lies_of_face(state.setup, int(lookup.face_of(code)))
        return f"it will lie {lies[(int(lookup.lie_of(code)) + 1) % len(lies)]}"
    if lookup.ATTACK <= action < lookup.DONE:
        return f"seat {action - lookup.ATTACK} skips a turn, and your hand is gone"
    if lookup.SLIDE <= action < lookup.DIVERT:
        return routes_after(state, action)
    return ""


def routes_after(state: Tricolor, action: int) -> str:
    """Return how many Ends have a route after an action, if it changes that."""
    after = cast(Tricolor, state.copy())
    after.answer(action)
    before, now = len(state.routes().ends), len(after.routes().ends)
    if len(after.routes().pair()) and not len(state.routes().pair()):
        return "two routes that share no tile"
    if before == now:
        return ""
    return f"routes to {now} of the Ends, where there were {before}"
