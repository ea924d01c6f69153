"""Parts of a state of Tricolor Line as the structs of ``views.py``, for all who show or tell them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import u8

from triangulum.core.state import OVER, Setup
from triangulum.games.tricolor_line.actions import CARD_PAIRS, Move, decode_move
from triangulum.games.tricolor_line.box import TricolorBox
from triangulum.games.tricolor_line.rules import codes, fields
from triangulum.games.tricolor_line.rules.evaluation import TILE_POINTS
from triangulum.games.tricolor_line.rules.routes import RoutePlaces
from triangulum.games.tricolor_line.rules.state import TricolorSetup, TricolorState
from triangulum.games.tricolor_line.views import CARDS, TILE_BY_FACE, BoardTile, Route, SeatScore, decode_place

KINDS: Final = range(codes.NUM_CARD_KINDS)
END_REASONS: Final = ("", "routes", "limit", "stuck")
"""Why a game is over, as states number it."""


# Tiles.


def get_box(setup: Setup) -> TricolorBox:
    """Return the box of components of a setup."""
    box: TricolorBox = cast(TricolorSetup, setup).components.box
    return box


def face_rotations(setup: Setup, face: int) -> tuple[str, ...]:
    """Return the roads of a face in each of its rotations."""
    return get_box(setup).rotations[
        face % codes.NUM_SHAPES if face < codes.END_FACE else codes.NUM_SHAPES + face - codes.END_FACE
    ]


def build_board_tile(setup: Setup, place: int, tile_code: int) -> BoardTile:
    """Return the struct for a tile on the board; each is made once for a setup."""
    cache: dict[int, BoardTile] = cast(TricolorSetup, setup).board_tile_cache
    key = codes.NUM_TILE_CODES * place + tile_code
    if key not in cache:
        face = int(codes.decode_face(tile_code))
        roads = face_rotations(setup, face)[int(codes.decode_rotation(tile_code))]
        cache[key] = BoardTile(decode_place(place), TILE_BY_FACE[face], roads, tile_code % 2 == 0)
    return cache[key]


# Cards.


def list_cards(byte_fields: Sequence[int] | vec[u8], offset: int) -> tuple[str, ...]:
    """Return, one by one, the cards whose counts begin at an offset of a state's bytes."""
    return expand_counts([int(byte_fields[offset + kind]) for kind in KINDS])


def expand_counts(counts: Sequence[int]) -> tuple[str, ...]:
    """Return, one by one, the cards of which there are so many of each kind."""
    return tuple(card for card, count in zip(CARDS, counts, strict=True) for _ in range(count))


def list_hand(state: TricolorState, seat: int) -> tuple[str, ...]:
    """Return all cards of a seat, hidden and open."""
    return expand_counts([int(state.count_cards(seat, kind)) for kind in KINDS])


def list_hidden_cards(state: TricolorState, seat: int) -> tuple[str, ...]:
    """Return the cards of a seat that nobody else has seen."""
    first, byte_fields = codes.NUM_CARD_KINDS * seat, state.byte_fields
    return expand_counts(
        [byte_fields[fields.NEW_HANDS + first + kind] + byte_fields[fields.OLD_HANDS + first + kind] for kind in KINDS]
    )


def list_old_cards(state: TricolorState, seat: int) -> tuple[str, ...]:
    """Return the old cards of a seat."""
    return list_cards(state.byte_fields, fields.OLD_HANDS + codes.NUM_CARD_KINDS * seat)


def list_cards_named_for_payment(state: TricolorState) -> tuple[str, ...]:
    """Return the hidden cards that the mover has named to pay, in the order of CARDS; nothing if none are pending."""
    if state.to_move == OVER or state.top_question_kind() != fields.ASK_AGES:
        return ()
    return expand_counts(list(state.list_hidden_payment_counts(state.payment_action())))


def select_old_cards(named_cards: Sequence[str], old_mask: int) -> tuple[str, ...]:
    """Return those of the named cards that are old, by the mask of an action."""
    return tuple(card for at, card in enumerate(named_cards) if old_mask >> at & 1)


def find_paid_move(state: TricolorState, action: int) -> Move:
    """Return the move that an action pays for: itself, or the one for which cards have been named."""
    move = decode_move(action)
    return decode_move(int(state.payment_action())) if move.kind == "ages" else move


def list_paid_cards(state: TricolorState, move: Move) -> tuple[str, ...]:
    """Return the cards that a move is paid with, in the order of CARDS."""
    match move.kind:
        case "discard":
            return (CARDS[move.card],)
        case "build":
            face = int(codes.decode_face(int(state.byte_fields[move.place])))
            return list_payment_cards(cast(TricolorSetup, state.setup), face, move.payment)
        case "rotate":
            return tuple(CARDS[card] for card in CARD_PAIRS[move.card_pair])
        case "attack":
            return list_hand(state, int(state.to_move))
    return ()


def list_payment_cards(setup: TricolorSetup, face: int, payment: int) -> tuple[str, ...]:
    """Return the cards of one of the payments for a face, in the order of CARDS."""
    return expand_counts([int(setup.count_paid_cards(face, payment, kind)) for kind in KINDS])


def find_rotation_move(place: int, cards: Sequence[str]) -> Move | None:
    """Return the move that turns the blueprint at a place for two cards, or None if they are not two."""
    if len(cards) != 2:
        return None
    first, second = sorted(map(CARDS.index, cards))
    return Move("rotate", place=place, card_pair=CARD_PAIRS.index((first, second)))


def find_build_move(state: TricolorState, place: int, cards: Sequence[str]) -> Move | None:
    """Return the move that builds the blueprint at a place for some cards, or None if they are no payment for it."""
    setup = cast(TricolorSetup, state.setup)
    tile_code = int(state.byte_fields[place])
    if not codes.is_blueprint(tile_code):
        return None
    face = int(codes.decode_face(tile_code))
    num_payments = int(setup.num_payments[setup.payment_block(face)])
    payments = [list_payment_cards(setup, face, payment) for payment in range(num_payments)]
    paid = tuple(sorted(cards, key=CARDS.index))
    return Move("build", place=place, payment=payments.index(paid)) if paid in payments else None


# Everything else.


def list_used_events(byte_fields: Sequence[int]) -> Sequence[int]:
    """Return the events that have happened since they were shuffled, in order."""
    return byte_fields[fields.USED_EVENTS : fields.USED_EVENTS + byte_fields[fields.NUM_USED_EVENTS]]


def build_routes(routes: list[RoutePlaces]) -> tuple[Route, ...]:
    """Return routes as the structs of views."""
    return tuple(Route(decode_place(end), tuple(decode_place(place) for place in places)) for end, places in routes)


def compute_scores(state: TricolorState) -> tuple[SeatScore, ...]:
    """Return what everybody has scored at the end, part by part."""
    tile_counts = state.count_tiles_by_colour(state.create_route_finder().list_scored_routes())
    winner_colours = state.find_winner_colours(tile_counts)
    scores = []
    for seat in range(state.setup.players):
        identity = state.byte_fields[fields.IDENTITIES + seat] - 1
        tiles, bonus = tile_counts[identity], state.bonus_points(seat)
        cards = state.card_points(seat, winner_colours)
        scores.append(SeatScore(identity, tiles, cards, bonus, TILE_POINTS * tiles + cards + bonus))
    return tuple(scores)
