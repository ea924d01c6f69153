"""What cards and tricks are called in titles and labels."""

from __future__ import annotations

from triangulum.games.starry_sky.actions import decode_card
from triangulum.games.starry_sky.box import MAX_SMALL_NUMBER
from triangulum.games.starry_sky.views import COLOURS, Trick


def card_title(card: int, bids: tuple[int, ...]) -> str:
    """Return a card's title for screen readers: "red 7 (L, bid 9)"."""
    colour, number = decode_card(card)
    size = "S" if number <= MAX_SMALL_NUMBER else "L"
    bid = "" if bids[card] == number else f", bid {bids[card]}"
    return f"{COLOURS[colour]} {number} ({size}{bid})"


def bid_label(card: int, bids: tuple[int, ...]) -> str:
    """Return the label with a card's bid, or an empty text where the bid is the card's number."""
    return "" if bids[card] == decode_card(card)[1] else f"bid {bids[card]}"


def format_trick_kind(trick: Trick) -> str:
    """Return which card of a trick wins, in two words: "low red"."""
    return f"{'low' if trick.low else 'high'} {COLOURS[trick.majority]}"


def current_trick_number(phase: str, num_turned_up: int) -> int:
    """Return the number of the current trick; it stays current while its lines are drawn."""
    return num_turned_up + (phase in ("deal", "lead", "follow"))
