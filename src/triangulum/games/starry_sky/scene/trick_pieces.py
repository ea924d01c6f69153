"""The cards in the middle of the table, and what is said of them: the trick, or the bids at the end."""

from __future__ import annotations

from functools import cache, lru_cache

from triangulum.core.wording import format_count, join_with_and
from triangulum.games.starry_sky.actions import decode_card
from triangulum.games.starry_sky.rules.lookup import NUM_SEATS
from triangulum.games.starry_sky.scene.card_titles import bid_label, card_title, format_trick_kind
from triangulum.games.starry_sky.scene.table_drawings import TRICK_CARD_POINTS
from triangulum.games.starry_sky.steps import CARD_KEYS
from triangulum.games.starry_sky.views import COLOURS, StarrySkyView, Trick
from triangulum.scene import Piece

TAG_POINT, CAPTION_Y = (344.0, 84.0), 131.0
OWN_SIGN_OFFSET, WINNER_SIGN_Y, DISTANCE_Y = (30.0, -58.0), -74.0, 82.0


def list_trick_pieces(view: StarrySkyView, viewer: int) -> tuple[Piece, ...]:
    """Return the cards on the table with captions: the bids at the end, the current trick, or else the last one."""
    if view.last_cards:
        return bid_pieces(viewer, view.last_cards, view.bids, view.points, view.winners)
    if any(view.has_face_down_card):
        own_card = view.own_face_down_card if view.seat is not None and view.has_face_down_card[view.seat] else None
        return face_down_pieces(viewer, view.has_face_down_card, own_card, view.led_colour, view.bids)
    if view.tricks:
        return face_up_pieces(viewer, view.tricks[-1], view.bids)
    return empty_trick_pieces(viewer, view.leader)


def seat_offset(viewer: int, seat: int) -> int:
    """Return how many seats after the viewer a seat sits."""
    return (seat - viewer) % NUM_SEATS


@lru_cache(maxsize=4096)
def face_down_pieces(
    viewer: int, has_card: tuple[bool, ...], own_card: int | None, led_colour: int | None, bids: tuple[int, ...]
) -> tuple[Piece, ...]:
    """Return the current trick: the viewer's own card, the backs of the others, and the colour that was named."""
    pieces = [caption_piece("is led")]
    if led_colour is not None:
        name = COLOURS[led_colour]
        pieces.insert(0, colour_tag_piece(led_colour, name, f"the colour named is {name}"))
    for seat in range(NUM_SEATS):
        if own_card is None or seat != viewer:
            pieces.append(
                card_back_piece(seat_offset(viewer, seat), seat)
                if has_card[seat]
                else empty_place_piece(seat_offset(viewer, seat), seat)
            )
            continue
        x, y = TRICK_CARD_POINTS[0]
        title = f"the card that you have laid, face down to the others: {card_title(own_card, bids)}"
        pieces.append(Piece(f"trick-{seat}", CARD_KEYS[own_card], x, y, 0, 1, 1, (), bid_label(own_card, bids), title))
        pieces.append(
            Piece(
                "own", "own", x + OWN_SIGN_OFFSET[0], y + OWN_SIGN_OFFSET[1], 0, 1, 2, (), "", "face down to the others"
            )
        )
    return tuple(pieces)


@lru_cache(maxsize=4096)
def face_up_pieces(viewer: int, trick: Trick, bids: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the last trick, turned up, with the card that has won it."""
    tag = colour_tag_piece(trick.majority, format_trick_kind(trick), f"{format_trick_kind(trick)} wins the trick")
    pieces = [tag, caption_piece(f"seat {trick.winner} takes it")]
    for seat, card in enumerate(trick.cards):
        x, y = TRICK_CARD_POINTS[seat_offset(viewer, seat)]
        wins = seat == trick.winner
        marks = ("taker",) if wins else ("idle",) if decode_card(card)[0] != trick.majority else ()
        title = f"seat {seat} played {card_title(card, bids)}{', which wins' * wins}"
        pieces.append(Piece(f"trick-{seat}", CARD_KEYS[card], x, y, 0, 1, 1, marks, bid_label(card, bids), title))
        if wins:
            pieces.append(winner_sign_piece(seat, x, y, f"seat {seat} wins the trick"))
    return tuple(pieces)


@lru_cache(maxsize=1024)
def bid_pieces(
    viewer: int, cards: tuple[int, ...], bids: tuple[int, ...], points: int, winners: tuple[int, ...]
) -> tuple[Piece, ...]:
    """Return the bids at the end, how far off each is, and who has won."""
    pieces = [
        Piece(
            "tag",
            "tag-none",
            *TAG_POINT,
            0,
            1,
            1,
            (),
            f"Total {points}",
            f"the sky is worth {format_count(points, 'point')}",
        ),
        caption_piece(
            f"{join_with_and([f'seat {seat}' for seat in winners])} {'wins' if len(winners) == 1 else 'win'}"
        ),
    ]
    for seat, card in enumerate(cards):
        x, y = TRICK_CARD_POINTS[seat_offset(viewer, seat)]
        wins, distance = seat in winners, abs(bids[card] - points)
        distance_text = "exact" if distance == 0 else f"{distance} off"
        title = f"seat {seat} bids {card_title(card, bids)}, {distance_text}{', and wins' * wins}"
        marks = ("taker",) * wins
        pieces.append(Piece(f"trick-{seat}", CARD_KEYS[card], x, y, 0, 1, 1, marks, bid_label(card, bids), title))
        pieces.append(
            Piece(
                f"distance-{seat}",
                "distance",
                x,
                y + DISTANCE_Y,
                0,
                1,
                2,
                (),
                distance_text,
                f"seat {seat}: {distance_text}",
            )
        )
        if wins:
            pieces.append(winner_sign_piece(seat, x, y, f"seat {seat} wins"))
    return tuple(pieces)


@cache
def empty_trick_pieces(viewer: int, leader: int) -> tuple[Piece, ...]:
    """Return the table before the first card is laid."""
    tag = Piece("tag", "tag-none", *TAG_POINT, 0, 1, 1, (), "First trick", "the first trick")
    return (
        tag,
        caption_piece(f"seat {leader} leads"),
        *[empty_place_piece(seat_offset(viewer, seat), seat) for seat in range(NUM_SEATS)],
    )


@cache
def card_back_piece(offset: int, seat: int) -> Piece:
    """Return a card that lies face down."""
    title = f"a card that seat {seat} has laid face down"
    return Piece(f"trick-{seat}", "back", *TRICK_CARD_POINTS[offset], 0, 1, 1, (), "", title)


@cache
def empty_place_piece(offset: int, seat: int) -> Piece:
    """Return the outline of a card that a seat has yet to lay, with the key that the card will have."""
    title = f"seat {seat} has not laid a card yet"
    return Piece(f"trick-{seat}", "place", *TRICK_CARD_POINTS[offset], 0, 1, 1, (), "", title)


def colour_tag_piece(colour: int, text: str, title: str) -> Piece:
    """Return a large tag of a colour, with a text on it."""
    return Piece("tag", f"tag-{COLOURS[colour]}", *TAG_POINT, 0, 1, 1, (), text, title)


def caption_piece(text: str) -> Piece:
    """Return the text under the tag."""
    return Piece("note", "caption", TAG_POINT[0], CAPTION_Y, 0, 1, 1, (), text, text)


def winner_sign_piece(seat: int, x: float, y: float, title: str) -> Piece:
    """Return the sign on a card that wins."""
    return Piece(f"laurels-{seat}", "laurels", x, y + WINNER_SIGN_Y, 0, 1, 2, (), "", title)
