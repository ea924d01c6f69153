# compiled by mypyc
"""What seats perceive of actions and chance outcomes in Tricolor Line: events, built from states.

Hidden are identities, and cards in hand that were neither taken by a toll nor laid open when discards were shuffled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from triangulum.core.state import CHANCE, OVER
from triangulum.core.views import GameEvent
from triangulum.games.tricolor_line.actions import Move, decode_move
from triangulum.games.tricolor_line.rules import codes, event_log, fields
from triangulum.games.tricolor_line.rules.state import TricolorState
from triangulum.games.tricolor_line.state_parts import (
    END_REASONS,
    build_board_tile,
    build_routes,
    compute_scores,
    find_paid_move,
    list_cards,
    list_cards_named_for_payment,
    list_hidden_cards,
    list_old_cards,
    list_paid_cards,
    select_old_cards,
)
from triangulum.games.tricolor_line.views import (
    CARDS,
    EVENTS,
    TILE_BY_FACE,
    AgesNamed,
    BlueprintDetoured,
    BlueprintRotated,
    CardDiscarded,
    CardDrawn,
    DrawChosen,
    EventDrawn,
    GameFinished,
    IdentityDealt,
    IdentityLeaked,
    InsteadChosen,
    PaymentNamed,
    RoadBuilt,
    RoadSlid,
    SeatAttacked,
    TilePlaced,
    TileRelocated,
    TileTaken,
    TollTaken,
    TopRevealed,
    TurnSkipped,
)


def events(state: TricolorState, action: int, seat: int | None) -> Sequence[GameEvent]:
    """Return what a seat, or a spectator, perceives when an action happens, and all that follows from it."""
    after = cast(TricolorState, state.copy())
    logged_events: list[event_log.LoggedEvent] = []
    after.event_log = logged_events
    after._apply(action)
    if state.to_move == CHANCE:
        events = [*list_chance_events(state, action, seat)]
    else:
        events = [*list_unlogged_decision_events(state, action, seat)]
    for logged_event in logged_events:
        events += convert_logged_event(state, action, logged_event, seat)
    if after.to_move == OVER:
        events.append(build_finished_event(after))
    return events


def build_finished_event(state: TricolorState) -> GameFinished:
    """Return the event that tells how a finished game has ended."""
    scored_routes = state.create_route_finder().list_scored_routes()
    return GameFinished(
        end_reason=END_REASONS[state.byte_fields[fields.END_REASON]],
        scored_routes=build_routes(scored_routes),
        winner_colours=tuple(state.find_winner_colours(state.count_tiles_by_colour(scored_routes))),
        hands=tuple(
            list_cards(state.byte_fields, fields.OPEN_HANDS + codes.NUM_CARD_KINDS * seat)
            for seat in range(int(state.setup.players))
        ),
        scores=compute_scores(state),
        winners=tuple(state.winners()),
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
        revealed_hands = list_old_cards_revealed_by_shuffle(state)
        yield CardDrawn(
            seat=receiver,
            card=CARDS[outcome] if receiver == seat else None,
            opened=revealed_hands,
            covered=receiver != seat,
            news=any(hand for owner, hand in enumerate(revealed_hands) if owner != seat),
        )
    elif question == fields.ASK_TOLL_CARD:
        is_old, kind = divmod(outcome, codes.NUM_CARD_KINDS)
        yield TollTaken(seat=turn_seat, victim=argument, card=CARDS[kind], is_old=bool(is_old), news=seat != argument)


def list_unlogged_decision_events(state: TricolorState, action: int, seat: int | None) -> Iterator[GameEvent]:
    """Yield the events of a move that the rules do not log: choices about cards, and how old paid ones are."""
    move, paid_move, turn_seat = decode_move(action), find_paid_move(state, action), int(state.turn_seat())
    if state.top_question_kind() == fields.ASK_INSTEAD:
        yield InsteadChosen(seat=turn_seat, draws=move.kind == "draw")
    elif move.kind == "draw":
        yield DrawChosen(seat=turn_seat, count=move.num_cards)
    elif move.kind in ("build", "rotate", "discard") and state.does_action_ask_for_ages(action):
        yield build_payment_named_event(state, move, seat)
    elif paid_move.kind == "discard":
        yield from list_paid_card_age_events(state, move, seat)
        paid = list_paid_cards(state, paid_move)
        yield CardDiscarded(seat=turn_seat, card=paid[0], news=is_paying_news(state, move, paid, seat))
    else:
        yield from list_paid_card_age_events(state, move, seat)


def build_payment_named_event(state: TricolorState, move: Move, seat: int | None) -> PaymentNamed:
    """Return the event that tells which cards the mover will pay."""
    cards = list_paid_cards(state, move)
    board_tile = None
    if move.kind != "discard":
        board_tile = build_board_tile(state.setup, move.place, int(state.byte_fields[move.place]))
    return PaymentNamed(
        seat=int(state.turn_seat()),
        purpose=move.kind,
        board_tile=board_tile,
        cards=cards,
        news=has_cards_unseen_by(state, cards, seat),
    )


def list_paid_card_age_events(state: TricolorState, move: Move, seat: int | None) -> Iterator[GameEvent]:
    """Yield the event that tells how old the cards are that leave a hand, where that is not known beforehand."""
    mover = int(state.turn_seat())
    if move.kind == "ages":
        cards = list_cards_named_for_payment(state)
        yield AgesNamed(seat=mover, cards=cards, old=select_old_cards(cards, move.old_mask), news=seat != mover)
    elif move.kind == "attack" and state.has_cards_of_both_ages(mover):
        cards = list_hidden_cards(state, mover)
        yield AgesNamed(seat=mover, cards=cards, old=list_old_cards(state, mover), news=seat != mover)


def list_old_cards_revealed_by_shuffle(state: TricolorState) -> tuple[tuple[str, ...], ...]:
    """Return the old cards of each seat if they are laid open now because the discards are shuffled; else nothing."""
    if state.offset_of_pile_to_draw_from() != fields.DISCARDS:
        return ()
    return tuple(list_old_cards(state, owner) for owner in range(state.setup.players))


def is_paying_news(state: TricolorState, move: Move, paid: Sequence[str], seat: int | None) -> bool:
    """Return whether a seat learns from a payment which cards the mover had; not if they have been named before."""
    return move.kind != "ages" and has_cards_unseen_by(state, paid, seat)


def has_cards_unseen_by(state: TricolorState, paid: Sequence[str], seat: int | None) -> bool:
    """Return whether the mover, by paying these cards, shows a seat some that it has not seen."""
    mover = int(state.to_move)
    if seat == mover:
        return False
    open_hand = fields.OPEN_HANDS + codes.NUM_CARD_KINDS * mover
    return any(paid.count(card) > state.byte_fields[open_hand + CARDS.index(card)] for card in paid)


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
        paid = list_paid_cards(state, find_paid_move(state, action))
        event_type = RoadBuilt if kind == event_log.ROAD_BUILT else BlueprintRotated
        yield event_type(
            seat=turn_seat,
            board_tile=build_board_tile(state.setup, first, second),
            paid=paid,
            news=is_paying_news(state, decode_move(action), paid, seat),
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
