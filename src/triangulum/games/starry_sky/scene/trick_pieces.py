# compiled by mypyc
"""The cards in the middle of the table, and what is said of them: the trick, or the bids at the end."""

from __future__ import annotations

from functools import cache, lru_cache

from triangulum.games.starry_sky.actions import decode_card
from triangulum.games.starry_sky.messages import (
    bid_label,
    detailed_card_arguments,
    list_total_parts,
    message,
    trick_arguments,
)
from triangulum.games.starry_sky.rules.lookup import NUM_SEATS
from triangulum.games.starry_sky.scene.table_drawings import TRICK_CARD_POINTS
from triangulum.games.starry_sky.steps import CARD_KEYS
from triangulum.games.starry_sky.views import COLOURS, Result, StarrySkyView, Trick
from triangulum.scene import Piece
from triangulum.text import Message, SeatName

TAG_POINT, CAPTION_Y = (344.0, 84.0), 131.0
OWN_SIGN_OFFSET, WINNER_SIGN_Y, DISTANCE_Y = (30.0, -58.0), -74.0, 82.0


def list_trick_pieces(view: StarrySkyView, viewer: int) -> tuple[Piece, ...]:
    """Return the cards on the table with captions: the bids at the end, the current trick, or else the last one."""
    if view.result is not None:
        return bid_pieces(viewer, view.result, view.bids)
    if any(view.has_face_down_card):
        own_card = view.own_face_down_card if view.seat is not None and view.has_face_down_card[view.seat] else None
        return current_trick_pieces(viewer, view.has_face_down_card, own_card, view.led_colour, view.bids)
    if view.tricks:
        return last_trick_pieces(viewer, view.tricks[-1], view.bids)
    return pieces_before_first_trick(viewer, view.leader)


def seat_offset(viewer: int, seat: int) -> int:
    """Return how many seats after the viewer a seat sits."""
    return (seat - viewer) % NUM_SEATS


@lru_cache(maxsize=4096)
def current_trick_pieces(
    viewer: int, has_card: tuple[bool, ...], own_card: int | None, led_colour: int | None, bids: tuple[int, ...]
) -> tuple[Piece, ...]:
    """Return the current trick: the viewer's own card, the backs of the others, and the colour that is led."""
    pieces = []
    if led_colour is not None:
        text = message("colour-led", colour=COLOURS[led_colour])
        pieces.append(colour_tag_piece(led_colour, text, text))
    for seat in range(NUM_SEATS):
        if own_card is None or seat != viewer:
            pieces.append(
                card_back_piece(seat_offset(viewer, seat), seat)
                if has_card[seat]
                else empty_place_piece(seat_offset(viewer, seat), seat)
            )
            continue
        x, y = TRICK_CARD_POINTS[0]
        title, sign_title = message("own-face-down", **detailed_card_arguments(own_card, bids)), message("own-sign")
        pieces.append(Piece(f"trick-{seat}", CARD_KEYS[own_card], x, y, 0, 1, 1, (), bid_label(own_card, bids), title))
        pieces.append(Piece("own", "own", x + OWN_SIGN_OFFSET[0], y + OWN_SIGN_OFFSET[1], 0, 1, 2, (), "", sign_title))
    return tuple(pieces)


@lru_cache(maxsize=4096)
def last_trick_pieces(viewer: int, trick: Trick, bids: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the last trick, turned up, with the card that has won it."""
    kind = trick_arguments(trick)
    winner_text = message("wins-trick", seat=SeatName(trick.winner))
    tag = colour_tag_piece(trick.majority, message("trick-kind", **kind), message("trick-kind.title", **kind))
    pieces = [tag, caption_piece(winner_text)]
    for seat, card in enumerate(trick.cards):
        x, y = TRICK_CARD_POINTS[seat_offset(viewer, seat)]
        wins = seat == trick.winner
        marks = ("taker",) if wins else ("idle",) if decode_card(card)[0] != trick.majority else ()
        title_id = "face-up-wins" if wins else "face-up"
        title = message(title_id, seat=SeatName(seat), **detailed_card_arguments(card, bids))
        pieces.append(Piece(f"trick-{seat}", CARD_KEYS[card], x, y, 0, 1, 1, marks, bid_label(card, bids), title))
        if wins:
            pieces.append(winner_sign_piece(seat, x, y, winner_text))
    return tuple(pieces)


@lru_cache(maxsize=1024)
def bid_pieces(viewer: int, result: Result, bids: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the bids at the end, how far off each is, and who has won."""
    total = message("result-total", count=result.points)
    total_title = message("result-total.title", count=result.points, parts=list_total_parts(result))
    pieces = [
        Piece("tag", "tag-none", *TAG_POINT, 0, 1, 1, (), total, total_title),
        caption_piece(message("winners", winners=tuple(map(SeatName, result.winners)))),
    ]
    for seat, card in enumerate(result.cards):
        x, y = TRICK_CARD_POINTS[seat_offset(viewer, seat)]
        wins, distance = seat in result.winners, abs(bids[card] - result.points)
        title = message("bid-card", seat=SeatName(seat), distance=distance, **detailed_card_arguments(card, bids))
        marks = ("taker",) * wins
        pieces.append(Piece(f"trick-{seat}", CARD_KEYS[card], x, y, 0, 1, 1, marks, bid_label(card, bids), title))
        text = message("distance", distance=distance)
        pieces.append(Piece(f"distance-{seat}", "distance", x, y + DISTANCE_Y, 0, 1, 2, (), text, text))
        if wins:
            pieces.append(winner_sign_piece(seat, x, y, message("wins-game", seat=SeatName(seat))))
    return tuple(pieces)


@cache
def pieces_before_first_trick(viewer: int, leader: int) -> tuple[Piece, ...]:
    """Return the table before the first card is laid."""
    label = message("first-trick")
    tag = Piece("tag", "tag-none", *TAG_POINT, 0, 1, 1, (), label, label)
    return (
        tag,
        caption_piece(message("leads", seat=SeatName(leader))),
        *[empty_place_piece(seat_offset(viewer, seat), seat) for seat in range(NUM_SEATS)],
    )


@cache
def card_back_piece(offset: int, seat: int) -> Piece:
    """Return a card that lies face down."""
    title = message("face-down", seat=SeatName(seat))
    return Piece(f"trick-{seat}", "back", *TRICK_CARD_POINTS[offset], 0, 1, 1, (), "", title)


@cache
def empty_place_piece(offset: int, seat: int) -> Piece:
    """Return the outline of a card that a seat has yet to lay, with the key that the card will have."""
    title = message("not-played", seat=SeatName(seat))
    return Piece(f"trick-{seat}", "place", *TRICK_CARD_POINTS[offset], 0, 1, 1, (), "", title)


def colour_tag_piece(colour: int, text: Message, title: Message) -> Piece:
    """Return a large tag of a colour, with a text on it."""
    return Piece("tag", f"tag-{COLOURS[colour]}", *TAG_POINT, 0, 1, 1, (), text, title)


def caption_piece(text: Message) -> Piece:
    """Return the text under the tag."""
    return Piece("note", "caption", TAG_POINT[0], CAPTION_Y, 0, 1, 1, (), text, text)


def winner_sign_piece(seat: int, x: float, y: float, title: Message) -> Piece:
    """Return the sign on a card that wins."""
    return Piece(f"laurels-{seat}", "laurels", x, y + WINNER_SIGN_Y, 0, 1, 2, (), "", title)
