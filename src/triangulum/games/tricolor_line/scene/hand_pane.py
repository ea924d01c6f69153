# compiled by mypyc
"""The watcher's own hand in Tricolor Line as a pane: cards and identity.

In keys, the cards of one kind are numbered from 1: those that all have seen, then old ones, then new ones. An open card
is paid or discarded before a hidden one of its kind, and an old one before a new one unless somebody wants it
otherwise: ``card-RR-1`` is the first to go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from triangulum.games.tricolor_line.messages import message
from triangulum.games.tricolor_line.scene.keys import card_key
from triangulum.games.tricolor_line.scene.pane_drawings import HAND_HEIGHT, PANE_WIDTH
from triangulum.games.tricolor_line.scene.pieces import text_piece
from triangulum.games.tricolor_line.views import CARDS, COLOURS
from triangulum.scene import Frame, Pane, Piece

CARD_X, CARD_Y, CARD_STEP, CARDS_WIDTH = 84.0, 164.0, 114.0, 730.0
MAX_CARDS_IN_ROW: Final = 9
"""More cards than these lie in two rows, and smaller."""
ROWS_Y, ROW_X, ROW_STEP, ROW_SCALE = (116.0, 207.0), 66.0, 72.0, 0.59
IDENTITY_X: Final = 924.0
HEADING_Y: Final = 40.0


@lru_cache(maxsize=4096)
def hand_pane(
    hand: tuple[str, ...],
    old_hand: tuple[str, ...],
    open_cards: tuple[str, ...],
    identity: int | None,
    is_face_up: bool,
) -> Pane:
    """Return the pane with the watcher's own cards and identity."""
    heading = message("hand-pane")
    pieces = (
        text_piece("hand-word", "heading", 420.0, HEADING_Y, heading, heading),
        *hand_card_pieces(hand, old_hand, open_cards),
        *own_identity_pieces(identity, is_face_up),
    )
    return Pane("hand", Frame(0, 0, PANE_WIDTH, HAND_HEIGHT), pieces, ("hand",), None, heading)


def hand_card_pieces(hand: tuple[str, ...], old_hand: tuple[str, ...], open_cards: tuple[str, ...]) -> Iterator[Piece]:
    """Yield the cards of the watcher's hand by kind; of each kind those first that all have seen, then old ones."""
    open_counts, hidden_counts, old_counts = Counter(open_cards), Counter(hand), Counter(old_hand)
    cards = [(card, at + 1) for card in CARDS for at in range(open_counts[card] + hidden_counts[card])]
    if not cards:
        yield Piece("card-none", "card-gap", CARD_X, CARD_Y, 0.0, 1.0, 1, (), "", message("own-cards-none"))
    for (card, number), spot in zip(cards, list_card_spots(len(cards)), strict=True):
        if number <= open_counts[card]:
            yield hand_card_piece(card, number, spot, "seen")
        elif number <= open_counts[card] + old_counts[card]:
            yield hand_card_piece(card, number, spot, "old")
        else:
            yield hand_card_piece(card, number, spot, "new")


class CardSpot(NamedTuple):
    """Where a card lies, and how large it is."""

    x: float
    y: float
    scale: float


@cache
def list_card_spots(num_cards: int) -> tuple[CardSpot, ...]:
    """Return where the cards of a hand lie: closer together the more they are, and from ten on in two rows."""
    if num_cards <= MAX_CARDS_IN_ROW:
        step = min(CARD_STEP, CARDS_WIDTH / max(num_cards - 1, 1))
        return tuple(CardSpot(round(CARD_X + step * at, 1), CARD_Y, 1.0) for at in range(num_cards))
    columns = (num_cards + 1) // 2
    step = min(ROW_STEP, CARDS_WIDTH / (columns - 1))
    return tuple(
        CardSpot(round(ROW_X + step * (at % columns), 1), ROWS_Y[at // columns], ROW_SCALE) for at in range(num_cards)
    )


@lru_cache(maxsize=4096)
def hand_card_piece(card: str, number: int, spot: CardSpot, age: str) -> Piece:
    """Return a card of the watcher's hand by its number: one that is ``seen`` by all, ``old``, or ``new``.

    An old card has a star after its name, as in positions.
    """
    title = message("own-card" if age == "new" else f"own-card-{age}", kind=card)
    symbol = f"{'seen' if age == 'seen' else 'card'}-{card.lower()}"
    label = f"{card}*" if age == "old" else card
    return Piece(card_key(card, number), symbol, spot.x, spot.y, 0.0, spot.scale, 1, (), label, title)


@cache
def own_identity_pieces(identity: int | None, is_face_up: bool) -> tuple[Piece, ...]:
    """Return the watcher's own identity card, face down until the end; only its title tells the colour."""
    if identity is None:
        return (Piece("identity", "card-gap", IDENTITY_X, CARD_Y, 0.0, 1.0, 1, (), "", message("identity-none")),)
    name = COLOURS[identity]
    symbol, label = (f"identity-{name}", name[0].upper()) if is_face_up else ("identity-own", "")
    return (
        Piece("identity", symbol, IDENTITY_X, CARD_Y, 0.0, 1.0, 1, (), label, message("identity", colour=name)),
        text_piece("identity-word", "identity-note", IDENTITY_X - 16, HEADING_Y, message("identity-label")),
    )
