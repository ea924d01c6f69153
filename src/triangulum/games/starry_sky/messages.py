"""The messages of Starry Sky Trick-Taking, which ``locale/`` spells out, and what log, board and picture share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from triangulum.games.starry_sky.actions import decode_card
from triangulum.games.starry_sky.box import MAX_SMALL_NUMBER
from triangulum.games.starry_sky.sky_geometry import StarPair
from triangulum.games.starry_sky.views import COLOURS, Result, SkyLine, StarrySkyView, Trick
from triangulum.text import Argument, Catalogue, Message, SeatName, Text

message = Catalogue("starry-sky", Path(__file__).parent).message

NUMBER_BID: Final = "number"
"""Stands for the bid of a card that bids its own number: it isn't mentioned."""


@cache
def card_arguments(card: int) -> dict[str, Argument]:
    """Return a card as arguments of a message: its colour, number and size."""
    colour, number = decode_card(card)
    size = "small" if number <= MAX_SMALL_NUMBER else "large"
    return {"colour": COLOURS[colour], "number": int(number), "size": size}


def detailed_card_arguments(card: int, bids: Sequence[int]) -> dict[str, Argument]:
    """Return a card as arguments of a message, with what it bids if that isn't its number."""
    return {**card_arguments(card), "bid": bid_argument(card, bids[card])}


def bid_argument(card: int, bid: int) -> Argument:
    """Return a card's bid as an argument of a message."""
    return NUMBER_BID if bid == decode_card(card)[1] else bid


def line_arguments(stars: StarPair) -> dict[str, Argument]:
    """Return the printed numbers of a line's stars as arguments of a message."""
    return {"start": stars[0] + 1, "end": stars[1] + 1}


def describe_line(line: SkyLine) -> Message:
    """Return a line in words: "the red line from 3 to 7"."""
    return message("line", colour=COLOURS[line.colour], **line_arguments(line.stars))


def trick_arguments(trick: Trick) -> dict[str, Argument]:
    """Return who wins a trick and with what kind of card, as arguments of a message."""
    size = "small" if trick.low else "large"
    return {"seat": SeatName(trick.winner), "colour": COLOURS[trick.majority], "size": size}


def list_trick_cards(trick: Trick) -> tuple[Message, ...]:
    """Return the cards of a trick in the order in which they were played: "Ann’s red 4"."""
    seats = [(trick.leader + offset) % len(trick.cards) for offset in range(len(trick.cards))]
    return tuple(message("seat-card", seat=SeatName(seat), **card_arguments(trick.cards[seat])) for seat in seats)


def list_total_parts(result: Result) -> tuple[Message, ...]:
    """Return what the total consists of: red lines, blue lines and crossings."""
    return (
        message("red-lines", count=result.num_red_lines),
        message("blue-lines", count=result.num_blue_lines),
        message("crossings", count=result.num_crossings),
    )


def bid_label(card: int, bids: Sequence[int]) -> Text:
    """Return the label with a card's bid, or an empty text where the bid is the card's number."""
    return "" if bids[card] == decode_card(card)[1] else message("bid-label", bid=bids[card])


def current_trick_number(phase: str, num_turned_up: int) -> int:
    """Return the number of the current trick; it stays current while its lines are drawn."""
    return num_turned_up + (phase in ("deal", "lead", "follow"))


def describe_status(view: StarrySkyView) -> Message:
    """Return what is going on: what the mover has to do, or who has won and why."""
    if view.result is not None:
        return describe_result(view.result)
    if view.phase == "deal":
        return message("status-deal")
    mover = SeatName(view.to_move)
    if view.phase == "follow":
        return message(find_follow_message_id(view), seat=mover, colour=COLOURS[view.led_colour or 0])
    if view.phase == "draw":
        status_id = "status-draw-another" if view.fresh_lines else "status-draw"
        return message(status_id, seat=mover, colour=COLOURS[view.tricks[-1].majority])
    return message(f"status-{view.phase}", seat=mover)


def find_follow_message_id(view: StarrySkyView) -> str:
    """Return the id of the message for a player who follows: whether they have the colour, if the viewer knows."""
    if view.seat != view.to_move:
        return "status-follow"
    has_colour = any(decode_card(card)[0] == view.led_colour for card in view.hand)
    return "status-follow-colour" if has_colour else "status-follow-any"


def describe_result(result: Result) -> Message:
    """Return who has won and why, with the tie-break that decided."""
    winner = result.winners[0]
    colour = COLOURS[decode_card(result.cards[winner])[0]]
    if len(result.winners) > 1:
        winners = tuple(map(SeatName, result.winners))
        return message(f"status-{result.reason}", winners=winners, colour=colour)
    bid = result.bids[winner]
    return message(
        f"status-won-{result.reason}",
        seat=SeatName(winner),
        colour=colour,
        bid=bid,
        distance=abs(bid - result.points),
        total=result.points,
    )
