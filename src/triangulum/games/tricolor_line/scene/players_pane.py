# compiled by mypyc
"""The players of Tricolor Line as a pane: a row for each, with hand, identity, open cards, and points at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from triangulum.games.tricolor_line.messages import join_facts, message, name_cards, name_seats, score_arguments
from triangulum.games.tricolor_line.scene.keys import seat_key
from triangulum.games.tricolor_line.scene.pane_drawings import PANE_WIDTH, ROW_GAP, ROW_HEIGHT, players_pane_height
from triangulum.games.tricolor_line.scene.pieces import SMALL_CARD, text_piece
from triangulum.games.tricolor_line.views import COLOURS, SeatScore
from triangulum.scene import Frame, Pane, Piece
from triangulum.text import Message, SeatName

NAME_X, HELD_X, IDENTITY_SIGN_X, LOOKED_X = 126.0, 268.0, 398.0, 496.0
OPEN_X, OPEN_STEP, OPEN_WIDTH = 596.0, 50.0, 220.0
SKIPS_X, SAFE_X = 888.0, 948.0
SCORE_X, POINTS_X = 646.0, 920.0


class PlayerRow(NamedTuple):
    """What a player's row shows."""

    seat: int
    is_own: bool
    is_highlighted: bool
    is_target: bool
    """Whether the watcher may choose this player now."""
    num_cards: int
    num_old: int
    open_cards: tuple[str, ...]
    identity: int | None
    """If the watcher knows it."""
    is_face_up: bool
    """Whether the watcher's own identity is open too, as at the end."""
    lookers: tuple[int, ...]
    """The seats that have looked at this identity."""
    skips_turn: bool
    is_safe: bool
    score: SeatScore | None
    has_won: bool


@lru_cache(maxsize=1024)
def players_pane(players: tuple[PlayerRow, ...]) -> Pane:
    """Return the pane with a row for each player."""
    count = len(players)
    height = players_pane_height(count)
    top = (height - count * ROW_HEIGHT + ROW_GAP) / 2
    pieces = tuple(
        piece for at, player in enumerate(players) for piece in player_row_pieces(player, top + at * ROW_HEIGHT)
    )
    return Pane(
        "players", Frame(0, 0, PANE_WIDTH, height), pieces, (f"players-{count}",), None, message("players-pane")
    )


@lru_cache(maxsize=4096)
def player_row_pieces(player: PlayerRow, top: float) -> tuple[Piece, ...]:
    """Return the pieces of a player's row; on top lies what is touched to choose the player."""
    seat, middle = player.seat, top + (ROW_HEIGHT - ROW_GAP) / 2
    name = SeatName(seat)
    pieces = [
        Piece(
            f"row-{seat}",
            "row-turn" if player.is_highlighted else "row-target" if player.is_target else "row",
            0.0,
            top,
        ),
        text_piece(
            f"name-{seat}", "name", NAME_X, middle - 15 if player.has_won else middle, message("plate", seat=name)
        ),
        text_piece(f"held-{seat}", "held", HELD_X, middle - 12 if player.num_old else middle, str(player.num_cards)),
        *old_card_count_pieces(player, middle),
        identity_card_piece(player, middle),
        *identity_viewer_pieces(player, middle),
        *(score_pieces(player, middle) if player.score else open_card_pieces(player, middle)),
        Piece(seat_key(seat), "seat", 0.0, top, 0.0, 1.0, 4, (), "", describe_player_row(player)),
    ]
    if player.has_won:
        pieces.append(text_piece(f"note-{seat}", "note", NAME_X, middle + 22, message("plate-won", seat=name)))
    return tuple(pieces)


def old_card_count_pieces(player: PlayerRow, middle: float) -> tuple[Piece, ...]:
    """Return how many of a player's cards are old, if there are any."""
    if not player.num_old:
        return ()
    return (
        text_piece(
            f"old-{player.seat}", "old-note", HELD_X + 20, middle + 30, message("old-cards", old=player.num_old)
        ),
    )


def identity_card_piece(player: PlayerRow, middle: float) -> Piece:
    """Return a player's identity card: open if the watcher knows it, but their own only at the end."""
    symbol, label = "identity-hidden", ""
    if player.is_own and not player.is_face_up and player.identity is not None:
        symbol = "identity-own"
    elif player.identity is not None:
        symbol, label = f"identity-{COLOURS[player.identity]}", COLOURS[player.identity][0].upper()
    return Piece(f"identity-{player.seat}", symbol, IDENTITY_SIGN_X, middle, 0.0, SMALL_CARD, 1, (), label)


def identity_viewer_pieces(player: PlayerRow, middle: float) -> tuple[Piece, ...]:
    """Return who has looked at a player's identity; at the end, everybody knows it."""
    if not player.lookers or player.score:
        return ()
    label = message("lookers", seats=name_seats(player.lookers), count=len(player.lookers))
    return (text_piece(f"looked-{player.seat}", "looked", LOOKED_X, middle, label),)


def open_card_pieces(player: PlayerRow, middle: float) -> Iterator[Piece]:
    """Yield a player's open cards, and the signs for skipping a turn and being safe."""
    step = min(OPEN_STEP, OPEN_WIDTH / max(len(player.open_cards) - 1, 1))
    counts: Counter[str] = Counter()
    for at, card in enumerate(player.open_cards):
        counts[card] += 1
        key, x = f"open-{player.seat}-{card}-{counts[card]}", round(OPEN_X + step * at, 1)
        yield Piece(key, f"card-{card.lower()}", x, middle, 0.0, SMALL_CARD, 1, (), card)
    if player.skips_turn:
        yield text_piece(f"skips-{player.seat}", "skips", SKIPS_X, middle, "")
    if player.is_safe:
        yield text_piece(f"safe-{player.seat}", "safe", SAFE_X, middle, "")


def score_pieces(player: PlayerRow, middle: float) -> Iterator[Piece]:
    """Yield how a player's points add up at the end."""
    score = player.score
    assert score is not None
    arguments = score_arguments(score)
    yield text_piece(f"sum-{player.seat}", "sum", SCORE_X, middle - 18, message("score-tiles", **arguments))
    yield text_piece(f"rest-{player.seat}", "sum", SCORE_X, middle + 18, message("score-rest", **arguments))
    yield text_piece(f"points-{player.seat}", "figure", POINTS_X, middle, str(score.points))


def describe_player_row(player: PlayerRow) -> Message:
    """Return a player's row in words, for screen readers."""
    return message("row", seat=SeatName(player.seat), facts=join_facts(list_player_facts(player)))


def list_player_facts(player: PlayerRow) -> Iterator[Message]:
    """Yield what a player's row shows; not the watcher's own identity, which is told beside their hand."""
    yield message("row-cards", count=player.num_cards, old=player.num_old)
    if player.open_cards:
        yield message("row-open", cards=name_cards(player.open_cards))
    if player.identity is None:
        yield message("row-identity-unknown")
    elif player.is_face_up or not player.is_own:
        yield message("row-identity", colour=COLOURS[player.identity])
    if player.lookers:
        yield message("row-lookers", seats=name_seats(player.lookers))
    if player.skips_turn:
        yield message("row-skips")
    if player.is_safe:
        yield message("row-safe")
    if player.score:
        yield message("row-score", **score_arguments(player.score))
