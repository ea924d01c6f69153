"""The players of Tricolor Line as a pane: a row for each, with hand, identity, open cards, and points at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from triangulum.core.wording import format_count, join_with_and
from triangulum.games.tricolor_line.scene.keys import seat_key
from triangulum.games.tricolor_line.scene.pane_drawings import PANE_WIDTH, ROW_GAP, ROW_HEIGHT, players_pane_height
from triangulum.games.tricolor_line.scene.phrases import describe_card
from triangulum.games.tricolor_line.scene.pieces import SMALL_CARD, text_piece
from triangulum.games.tricolor_line.views import COLOURS, SeatScore
from triangulum.scene import Frame, Pane, Piece

BADGE_X, NAME_X, HELD_X, IDENTITY_SIGN_X, LOOKED_X = 56.0, 154.0, 262.0, 396.0, 474.0
OPEN_X, OPEN_STEP, OPEN_WIDTH = 556.0, 50.0, 250.0
SKIPS_X, SAFE_X = 888.0, 948.0
SCORE_X, POINTS_X = 640.0, 912.0


class PlayerRow(NamedTuple):
    """What a player's row shows."""

    seat: int
    is_own: bool
    is_highlighted: bool
    is_target: bool
    """Whether the watcher may choose this player now."""
    num_cards: int
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
    return Pane("players", Frame(0, 0, PANE_WIDTH, height), pieces, (f"players-{count}",), None, "The players")


@lru_cache(maxsize=4096)
def player_row_pieces(player: PlayerRow, top: float) -> tuple[Piece, ...]:
    """Return the pieces of a player's row; on top lies what is touched to choose the player."""
    seat, middle = player.seat, top + (ROW_HEIGHT - ROW_GAP) / 2
    note = "wins!" if player.has_won else "you" if player.is_own else ""
    pieces = [
        Piece(
            f"row-{seat}",
            "row-turn" if player.is_highlighted else "row-target" if player.is_target else "row",
            0.0,
            top,
        ),
        text_piece(f"badge-{seat}", "badge", BADGE_X, middle, str(seat)),
        text_piece(f"name-{seat}", "name", NAME_X, middle - 15 if note else middle, f"Seat {seat}"),
        text_piece(f"held-{seat}", "held", HELD_X, middle, str(player.num_cards)),
        player_identity_piece(player, middle),
        *identity_viewer_pieces(player, middle),
        *(score_pieces(player, middle) if player.score else open_card_pieces(player, middle)),
        Piece(seat_key(seat), "seat", 0.0, top, 0.0, 1.0, 4, (), "", describe_player_row(player)),
    ]
    if note:
        pieces.append(text_piece(f"note-{seat}", "note", NAME_X, middle + 22, note))
    return tuple(pieces)


def player_identity_piece(player: PlayerRow, middle: float) -> Piece:
    """Return a player's identity card: open if the watcher knows it, but their own only at the end."""
    symbol, label = "identity-hidden", ""
    if player.is_own and not player.is_face_up and player.identity is not None:
        symbol = "identity-own"
    elif player.identity is not None:
        symbol, label = f"identity-{COLOURS[player.identity]}", COLOURS[player.identity][0].upper()
    return Piece(f"identity-{player.seat}", symbol, IDENTITY_SIGN_X, middle, 0.0, SMALL_CARD, 1, (), label)


def identity_viewer_pieces(player: PlayerRow, middle: float) -> tuple[Piece, ...]:
    """Return the seats that have looked at a player's identity."""
    if not player.lookers:
        return ()
    return (text_piece(f"looked-{player.seat}", "looked", LOOKED_X, middle, " ".join(map(str, player.lookers))),)


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
    parts = f"{score.tiles}×3 + {score.cards}{f' + {score.bonus}' if score.bonus else ''} ="
    yield text_piece(f"sum-{player.seat}", "doing", SCORE_X, middle, parts)
    yield text_piece(f"points-{player.seat}", "figure", POINTS_X, middle, str(score.points))


def describe_player_row(player: PlayerRow) -> str:
    """Return a player's row in words, for screen readers."""
    parts = [f"seat {player.seat}{', you' * player.is_own}", format_count(player.num_cards, "card")]
    if player.open_cards:
        parts.append(f"open: {join_with_and(describe_card(card) for card in player.open_cards)}")
    is_known = player.identity is not None and (player.is_face_up or not player.is_own)
    if is_known:
        assert player.identity is not None
        parts.append(f"identity {COLOURS[player.identity]}")
    elif not player.is_own:
        parts.append("identity unknown")
    if player.lookers:
        parts.append(f"identity seen by {join_with_and(f'seat {seat}' for seat in player.lookers)}")
    if player.skips_turn:
        parts.append("skips the next turn")
    if player.is_safe:
        parts.append("cannot be attacked")
    if player.score:
        score = player.score
        parts.append(
            f"{format_count(score.points, 'point')}: {format_count(score.tiles, 'tile')}, "
            f"{score.cards} for cards, {score.bonus} for ending the game"
        )
    return "; ".join(parts)
