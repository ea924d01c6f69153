# compiled by mypyc
"""Starry Sky Trick-Taking in words: the log, and the sky in text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, zip_longest

from triangulum.core.views import GameEvent
from triangulum.games.starry_sky import views
from triangulum.games.starry_sky.actions import decode_card
from triangulum.games.starry_sky.box import MAX_SMALL_NUMBER
from triangulum.games.starry_sky.messages import (
    bid_argument,
    card_arguments,
    describe_line,
    describe_result,
    line_arguments,
    list_total_parts,
    list_trick_cards,
    message,
    trick_arguments,
)
from triangulum.games.starry_sky.rules.lookup import NUM_SEATS
from triangulum.games.starry_sky.text_board import text_board
from triangulum.games.starry_sky.views import COLOURS
from triangulum.text import Message, SeatName, Text

__all__ = ["narrate", "suggest", "text_board"]


def narrate(events: Sequence[GameEvent]) -> list[Text]:
    """Return sentences about events: a whole deal is one sentence, and so are the lines of a trick."""
    sentences: list[Text] = []
    runs = [list(run) for _, run in groupby(events, key=type)]
    for run, next_run in zip_longest(runs, runs[1:]):
        sentences += narrate_events_of_one_kind(run, None if next_run is None else next_run[0])
    return sentences


def narrate_events_of_one_kind(run: Sequence[GameEvent], next_event: GameEvent | None) -> list[Text]:
    """Return sentences about events of one kind; what the event after them tells again is left out."""
    match run[0]:
        case views.CardDealt():
            return [*narrate_deal([event for event in run if isinstance(event, views.CardDealt)])]
        case views.LineDrawn():
            lines = [event for event in run if isinstance(event, views.LineDrawn)]
            return [narrate_lines(lines), *narrate_total(lines[-1].points, next_event)]
        case views.LinesErased(seat=seat, lines=erased, points=points):
            sentence = message("lines-erased", seat=SeatName(seat), lines=tuple(map(describe_line, erased)))
            return [sentence, *narrate_total(points, next_event)]
    is_turned_up = isinstance(run[-1], views.CardLaid) and isinstance(next_event, views.TrickTurnedUp)
    return [sentence for event in (run[:-1] if is_turned_up else run) for sentence in narrate_event(event)]


def narrate_event(event: GameEvent) -> Sequence[Text]:
    """Return sentences about an event that is told by itself."""
    match event:
        case views.CardLaid():
            return [narrate_card(event)]
        case views.TrickTurnedUp(trick=trick):
            return narrate_trick(trick)
        case views.NoLineDrawn(seat=seat):
            return [message("no-line-drawn", seat=SeatName(seat))]
        case views.LinesKept(seat=seat):
            return [message("lines-kept", seat=SeatName(seat))]
        case views.BidsShown(result=result):
            return narrate_result(result)
    raise TypeError(f"{type(event).__name__} does not happen in Starry Sky Trick-Taking")


def narrate_deal(events: Sequence[views.CardDealt]) -> list[Message]:
    """Return how many cards each player gets; one sentence if all get equally many."""
    count_by_seat = Counter(event.seat for event in events)
    counts = set(count_by_seat.values())
    if len(count_by_seat) == NUM_SEATS and len(counts) == 1:
        return [message("cards-dealt", count=counts.pop())]
    return [message("cards-dealt-to", seat=SeatName(seat), count=count) for seat, count in count_by_seat.items()]


def narrate_card(event: views.CardLaid) -> Message:
    """Return the sentence about a card that is led or played, face down."""
    seat = SeatName(event.seat)
    if event.card is not None:
        message_id = "card-played-known" if event.led_colour is None else "card-led-known"
        return message(message_id, seat=seat, **card_arguments(event.card))
    if event.led_colour is None:
        return message("card-played", seat=seat)
    return message("card-led", seat=seat, colour=COLOURS[event.led_colour])


def narrate_trick(trick: views.Trick) -> list[Message]:
    """Return whose card is which, and who wins the trick and why."""
    cards = [decode_card(card) for card in trick.cards]
    is_one_colour = len({colour for colour, _ in cards}) == 1
    is_one_size = len({number <= MAX_SMALL_NUMBER for _, number in cards}) == 1
    return [
        message("trick-shown", cards=list_trick_cards(trick)),
        message(
            "trick-won",
            colours="all" if is_one_colour else "most",
            sizes="all" if is_one_size else "most",
            **trick_arguments(trick),
        ),
    ]


def narrate_lines(events: Sequence[views.LineDrawn]) -> Message:
    """Return a sentence about the lines of a trick; if there are two, they meet at a star."""
    stars = [star for event in events for star in event.line.stars]
    start = max(stars, key=stars.count)
    ends = tuple(sorted(star + 1 for star in stars if star != start))
    return message(
        "line-drawn" if len(ends) == 1 else "lines-drawn",
        seat=SeatName(events[0].seat),
        colour=COLOURS[events[0].line.colour],
        start=start + 1,
        ends=ends,
        crossings=sum(len(event.crossed) for event in events),
    )


def narrate_total(points: int, next_event: GameEvent | None) -> list[Message]:
    """Return a sentence about the new total, unless a line or the end of the game follows and tells the next one."""
    return [] if isinstance(next_event, views.LineDrawn | views.BidsShown) else [message("total-now", total=points)]


def narrate_result(result: views.Result) -> list[Message]:
    """Return what the total consists of, the bids, and who wins and why."""
    bids = tuple(
        message(
            "bid-shown",
            seat=SeatName(seat),
            bid=bid_argument(card, bid),
            distance=abs(bid - result.points),
            **card_arguments(card),
        )
        for seat, (card, bid) in enumerate(zip(result.cards, result.bids, strict=True))
    )
    return [
        message("total-shown", count=result.points, parts=list_total_parts(result)),
        message("bids-shown", bids=bids),
        describe_result(result),
    ]


def suggest(events: Sequence[GameEvent]) -> Message:
    """Return the action that these events begin with, as an instruction."""
    match events[0]:
        case views.CardLaid(card=int(card), led_colour=led_colour):
            return message("suggest-play" if led_colour is None else "suggest-lead", **card_arguments(card))
        case views.LineDrawn(line=line):
            return message("suggest-draw", line=describe_line(line))
        case views.LinesErased(along=along):
            return message("suggest-erase", **line_arguments(along))
    return message("suggest-keep")
