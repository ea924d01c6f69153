# compiled by mypyc
"""The viewer's own hand."""

from __future__ import annotations

from functools import cache, lru_cache

from triangulum.games.starry_sky.actions import decode_card
from triangulum.games.starry_sky.messages import bid_label, detailed_card_arguments, message
from triangulum.games.starry_sky.scene.table_drawings import HAND_HEIGHT, HAND_WIDTH
from triangulum.games.starry_sky.steps import CARD_KEYS
from triangulum.games.starry_sky.views import COLOURS, StarrySkyView
from triangulum.scene import Frame, Pane, Piece
from triangulum.text import Message

HAND_FRAME = Frame(0, 0, HAND_WIDTH, HAND_HEIGHT)
HAND_Y, PLAYABLE_LIFT, CARD_STEP, HAND_CAPTION_Y = 142.0, 12.0, 84.0, 27.0
MAX_LARGE_CARDS, LARGE_CARD_SCALE = 6, 1.19
"""A hand of at most this many cards is shown larger."""


def build_hand_pane(view: StarrySkyView) -> Pane:
    """Return the pane of the viewer's own cards."""
    is_turn = view.to_move == view.seat and view.phase in ("lead", "follow")
    return cached_hand_pane(view.hand, view.bids, is_turn, view.led_colour if is_turn else None, view.phase)


@lru_cache(maxsize=4096)
def cached_hand_pane(
    hand: tuple[int, ...], bids: tuple[int, ...], is_turn: bool, led_colour: int | None, phase: str
) -> Pane:
    """Return the pane of a hand; on the viewer's turn playable cards are lifted, and the others faded."""
    colours = [decode_card(card)[0] for card in hand]
    required_colour = led_colour if led_colour in colours else None
    playable = [is_turn and (required_colour is None or colour == required_colour) for colour in colours]
    scale = LARGE_CARD_SCALE if len(hand) <= MAX_LARGE_CARDS else 1.0
    cards = [
        hand_card_piece(card, index - (len(hand) - 1) / 2, scale, is_playable, is_turn and not is_playable, bids)
        for index, (card, is_playable) in enumerate(zip(hand, playable, strict=True))
    ]
    caption = build_hand_caption(len(hand), is_turn, led_colour, required_colour, phase)
    return Pane("hand", HAND_FRAME, (hand_caption_piece(caption), *cards), ("hand",), None, message("hand"))


@lru_cache(maxsize=4096)
def hand_card_piece(
    card: int, steps_from_middle: float, scale: float, is_playable: bool, is_faded: bool, bids: tuple[int, ...]
) -> Piece:
    """Return a card in hand, this many card widths from the middle; a playable one is lifted."""
    x, y = HAND_WIDTH / 2 + CARD_STEP * scale * steps_from_middle, HAND_Y - PLAYABLE_LIFT * is_playable
    title = message("hand-card-playable" if is_playable else "hand-card", **detailed_card_arguments(card, bids))
    return Piece(
        CARD_KEYS[card], CARD_KEYS[card], x, y, 0, scale, 1, ("idle",) * is_faded, bid_label(card, bids), title
    )


def build_hand_caption(
    num_cards: int, is_turn: bool, led_colour: int | None, required_colour: int | None, phase: str
) -> Message:
    """Return the text above a hand."""
    if phase == "over" or (num_cards == 1 and not is_turn):
        return message("hand-bid")
    if not is_turn:
        return message("hand")
    if led_colour is None:
        return message("hand-lead")
    return message("hand-free" if required_colour is None else "hand-follow", colour=COLOURS[led_colour])


@cache
def hand_caption_piece(text: Message) -> Piece:
    """Return the piece with the text above a hand."""
    return Piece("hand-word", "hand-word", HAND_WIDTH / 2, HAND_CAPTION_Y, 0, 1, 1, (), text, text)
