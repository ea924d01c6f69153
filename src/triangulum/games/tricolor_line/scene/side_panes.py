"""What lies beside the map in Tricolor Line: one's own hand, the piles, and a row for each player.

Cards of one kind are alike. In keys they are numbered from 1, those that all have seen before the others, since an open
card is paid or discarded before a hidden one of its kind: ``card-RR-1`` is always the first to go.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from triangulum.core.wording import format_count, join_with_and
from triangulum.games.tricolor_line.scene.drawings import (
    CARD_KINDS,
    EVENTS,
    HAND_HEIGHT,
    PANE_WIDTH,
    PILES_HEIGHT,
    ROW_GAP,
    ROW_HEIGHT,
    players_pane_height,
)
from triangulum.games.tricolor_line.scene.map_pane import describe_tile, tile_label, tile_symbol
from triangulum.games.tricolor_line.views import COLOURS, SHAPES, Pile, Score, Tile
from triangulum.scene import Frame, Pane, Piece

CARD_X, CARD_Y, CARD_STEP, CARDS_WIDE = 84.0, 164.0, 114.0, 730.0
MAX_CARDS_IN_ROW: Final = 9
"""More cards than these lie in two rows, and smaller."""
ROWS_Y, ROW_X, ROW_STEP, ROW_SCALE = (116.0, 207.0), 66.0, 72.0, 0.59
IDENTITY_X: Final = 924.0
HEADING_Y: Final = 40.0

HEAD_Y, PILE_Y, COUNT_Y, PILE_SCALE = 42.0, 168.0, 268.0, 1.46
PILE_X, TAKEN_X = (126.0, 332.0, 538.0), 852.0
CARDS_Y, EVENTS_Y, COSTS_Y = 350.0, 436.0, 586.0
WORD_X: Final = 102.0

BADGE_X, NAME_X, HELD_X, IDENTITY_SIGN_X, LOOKED_X = 56.0, 154.0, 262.0, 396.0, 474.0
OPEN_X, OPEN_STEP, OPEN_WIDE, SMALL_CARD = 556.0, 50.0, 250.0, 0.48
SKIPS_X, SAFE_X = 888.0, 948.0
SCORE_X, POINTS_X = 640.0, 912.0


def card_key(kind: str, index: int) -> str:
    """Return the key of a card in one's own hand: the first, second … of its kind."""
    return f"card-{kind}-{index}"


def pile_key(pile: int) -> str:
    """Return the key of a pile of tiles, which are numbered from 1 as in notation."""
    return f"pile-{pile}"


def seat_key(seat: int) -> str:
    """Return the key by which a player is chosen."""
    return f"seat-{seat}"


def describe_card(kind: str) -> str:
    """Return a card in words: "red", "double green", "wild"."""
    if kind == "W":
        return "wild"
    return f"{'double ' * (len(kind) - 1)}{COLOURS['RGB'.index(kind[0])]}"


def text_piece(key: str, symbol: str, x: float, y: float, label: str, title: str = "") -> Piece:
    """Return words beside something."""
    return Piece(key, symbol, x, y, 0.0, 1.0, 1, (), label, title)


# ------------------------------------------------------------------------------------------------------- the hand


@lru_cache(maxsize=4096)
def hand_pane(
    hand: tuple[str, ...], open_cards: tuple[str, ...], identity: int | None, face_up: bool, prompt: str
) -> Pane:
    """Return one's own cards, those that all have seen marked, one's identity, and what one is asked."""
    symbol = "word" if prompt else "note"
    pieces = (
        text_piece("prompt", symbol, 420.0, HEADING_Y, prompt or "Your hand", prompt or "your hand"),
        *card_pieces(hand, open_cards),
        *identity_pieces(identity, face_up),
    )
    return Pane("hand", Frame(0, 0, PANE_WIDTH, HAND_HEIGHT), pieces, ("hand",), None, "Your hand")


def card_pieces(hand: tuple[str, ...], open_cards: tuple[str, ...]) -> Iterator[Piece]:
    """Yield the cards by kind, of each kind those first that all have seen."""
    open_counts, hidden_counts = Counter(open_cards), Counter(hand)
    cards = [(kind, at + 1) for kind in CARD_KINDS for at in range(open_counts[kind] + hidden_counts[kind])]
    if not cards:
        yield Piece("card-none", "card-gap", CARD_X, CARD_Y, 0.0, 1.0, 1, (), "", "you have no cards")
    for (kind, at), (x, y, scale) in zip(cards, card_positions(len(cards)), strict=True):
        yield hand_card_piece(kind, at, x, y, scale, at <= open_counts[kind])


@cache
def card_positions(count: int) -> tuple[tuple[float, float, float], ...]:
    """Return where cards lie, and how large: closer together the more they are, and from ten on in two rows."""
    if count <= MAX_CARDS_IN_ROW:
        step = min(CARD_STEP, CARDS_WIDE / max(count - 1, 1))
        return tuple((round(CARD_X + step * at, 1), CARD_Y, 1.0) for at in range(count))
    columns = (count + 1) // 2
    step = min(ROW_STEP, CARDS_WIDE / (columns - 1))
    return tuple((round(ROW_X + step * (at % columns), 1), ROWS_Y[at // columns], ROW_SCALE) for at in range(count))


@lru_cache(maxsize=4096)
def hand_card_piece(kind: str, index: int, x: float, y: float, scale: float, is_open: bool) -> Piece:
    """Return a card of one's own hand."""
    title = f"your card: {describe_card(kind)}{', seen by all' * is_open}"
    symbol = f"{'seen' if is_open else 'card'}-{kind.lower()}"
    return Piece(card_key(kind, index), symbol, x, y, 0.0, scale, 1, (), kind, title)


@cache
def identity_pieces(identity: int | None, face_up: bool) -> tuple[Piece, ...]:
    """Return one's own identity, face down until the end; only its title tells it."""
    if identity is None:
        return (Piece("identity", "card-gap", IDENTITY_X, CARD_Y, 0.0, 1.0, 1, (), "", "no identity yet"),)
    name = COLOURS[identity]
    symbol, label = (f"identity-{name}", name[0].upper()) if face_up else ("identity-own", "")
    return (
        Piece("identity", symbol, IDENTITY_X, CARD_Y, 0.0, 1.0, 1, (), label, f"your identity: {name}"),
        text_piece("identity-word", "note", IDENTITY_X - 16, HEADING_Y, "Identity"),
    )


# ------------------------------------------------------------------------------------------------------ the piles


class TableStatus(NamedTuple):
    """What stands above the piles."""

    round: str
    doing: str
    title: str


@lru_cache(maxsize=2048)
def piles_pane(
    piles: tuple[Pile, ...],
    taken: Tile | None,
    cost: tuple[int, ...],
    cards_left: int,
    discards: tuple[str, ...],
    events: tuple[str, ...],
    event: str,
    event_pile: int,
    status: TableStatus,
    winner_colours: tuple[int, ...] | None,
) -> Pane:
    """Return the piles of tiles, cards and events, the tile that has been taken, and what tiles cost.

    At the end the winner colours are where the tile was.
    """
    pieces = (
        *status_pieces(status),
        *[piece for at, pile in enumerate(piles) for piece in pile_pieces(at, pile, cost)],
        *(taken_pieces(taken, cost) if winner_colours is None else colour_pieces(winner_colours)),
        *resource_pieces(cards_left, discards),
        *event_pieces(events, event, event_pile),
        *cost_pieces(cost),
    )
    return Pane("piles", Frame(0, 0, PANE_WIDTH, PILES_HEIGHT), pieces, ("piles",), None, "The piles")


@lru_cache(maxsize=1024)
def status_pieces(status: TableStatus) -> tuple[Piece, ...]:
    """Return the round, and what is going on."""
    return (
        text_piece("round", "round", 178.0, HEAD_Y, status.round, status.round),
        text_piece("doing", "doing", 636.0, HEAD_Y, status.doing, status.title),
    )


@lru_cache(maxsize=1024)
def pile_pieces(index: int, pile: Pile, cost: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return a pile of tiles: its top can be touched anywhere."""
    x, number = PILE_X[index], index + 1
    if pile.top is None:
        words = "is empty" if not pile.size else "is not seen yet"
        symbol = "tile-gap" if not pile.size else "tile-back"
        pieces = [Piece(pile_key(number), symbol, x, PILE_Y, 0.0, PILE_SCALE, 2, (), "", f"pile {number} {words}")]
    else:
        top, title = pile.top, f"pile {number}: {describe_tile(pile.top)} on top, {format_count(pile.size, 'tile')}"
        label = tile_label(top, False, cost)
        pieces = [
            Piece(f"under-{number}", "stack", x, PILE_Y, 0.0, PILE_SCALE),
            Piece(pile_key(number), tile_symbol(top, False), x, PILE_Y, 0.0, PILE_SCALE, 2, (), label, title),
        ]
    words = f"{number}: {pile.size} left"
    return *pieces, text_piece(f"left-{number}", "note", x, COUNT_Y, words)


@lru_cache(maxsize=1024)
def taken_pieces(taken: Tile | None, cost: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the tile that has been taken up and has no place yet."""
    if taken is None:
        title = "no tile has been taken"
        return (Piece("taken", "tile-gap", TAKEN_X, PILE_Y, 0.0, PILE_SCALE, 2, (), "", title),)
    label, title = tile_label(taken, False, cost), f"the tile to place: {describe_tile(taken)}"
    return (
        Piece("taken", tile_symbol(taken, False), TAKEN_X, PILE_Y, 0.0, PILE_SCALE, 2, ("glow",), label, title),
        text_piece("taken-word", "word", TAKEN_X, COUNT_Y, "to be placed"),
    )


@cache
def colour_pieces(colours: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the winner colours."""
    title = (
        f"{join_with_and(COLOURS[colour] for colour in colours)} in most tiles of the routes" if colours else "no route"
    )
    words = "no route" if not colours else "winner colour" if len(colours) == 1 else "winner colours"
    signs = [
        Piece(
            f"won-{COLOURS[colour]}",
            f"sign-{COLOURS[colour]}",
            TAKEN_X + 92.0 * (at - (len(colours) - 1) / 2),
            PILE_Y,
            scale=1.6,
            layer=1,
            title=f"{COLOURS[colour]} is a winner colour",
        )
        for at, colour in enumerate(colours)
    ]
    return *signs, text_piece("won-word", "word", TAKEN_X, COUNT_Y, words, title)


@lru_cache(maxsize=2048)
def resource_pieces(left: int, discards: tuple[str, ...]) -> tuple[Piece, ...]:
    """Return how many cards are left to draw, and the discards, kind by kind."""
    title = f"{format_count(left, 'resource card')} left to draw"
    counts = Counter(discards)
    pieces = [
        text_piece("deck-word", "note", WORD_X, CARDS_Y - 17, "to draw"),
        text_piece("deck", "word", WORD_X, CARDS_Y + 20, str(left), title),
        text_piece("discards-word", "note", 262.0, CARDS_Y - 17, "discards"),
        text_piece("discards", "word", 262.0, CARDS_Y + 20, str(len(discards)), format_count(len(discards), "discard")),
    ]
    for at, kind in enumerate(CARD_KINDS):
        pieces += discard_pieces(at, kind, counts[kind])
    return tuple(pieces)


@cache
def discard_pieces(at: int, kind: str, count: int) -> tuple[Piece, ...]:
    """Return how many cards of a kind have been discarded."""
    x = 362.0 + 92.0 * at
    title = f"{count} {describe_card(kind)} among the discards"
    symbol = f"card-{kind.lower()}"
    return (
        Piece(f"discard-{kind}", symbol, x, CARDS_Y, 0.0, SMALL_CARD, 1, () if count else ("ghost",), kind, title),
        text_piece(f"discarded-{kind}", "word", x + 44, CARDS_Y, str(count)),
    )


@lru_cache(maxsize=2048)
def event_pieces(events: tuple[str, ...], event: str, left: int) -> tuple[Piece, ...]:
    """Return how often each event has happened since they were shuffled, and which is happening."""
    counts = Counter(events)
    pieces = [
        text_piece("events-word", "note", WORD_X, EVENTS_Y + 10, "events"),
        text_piece(
            "events", "word", WORD_X, EVENTS_Y + 48, str(left), f"{format_count(left, 'event card')} left to draw"
        ),
    ]
    for at, name in enumerate(EVENTS):
        row, column = divmod(at, 3)
        x, y = 328.0 + 264.0 * column, EVENTS_Y + 62.0 * row
        label = f"{name} ×{counts[name]}" if counts[name] else name
        now = name == event
        title = f"{name}: {'happens now' if now else f'{counts[name]} used'}"
        pieces.append(Piece(f"event-{name}", "chip-now" if now else "chip", x, y, 0.0, 1.0, 1, (), label, title))
    return tuple(pieces)


@lru_cache(maxsize=64)
def cost_pieces(cost: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return what each shape costs."""
    pieces = [text_piece("costs", "note", WORD_X, COSTS_Y, "costs", "what it costs to build, in a tile's own colour")]
    for at, (shape, price) in enumerate(zip(SHAPES, cost, strict=False)):
        x = 226.0 + 112.0 * at
        symbol, title = f"shape-{shape}", f"a {shape} costs {price}"
        pieces.append(Piece(f"cost-{shape}", symbol, x, COSTS_Y, 0.0, 1.0, 1, (), str(price), title))
    return tuple(pieces)


# ---------------------------------------------------------------------------------------------------- the players


class PlayerRow(NamedTuple):
    """What a player's row shows."""

    seat: int
    is_own: bool
    is_highlighted: bool
    is_target: bool
    """Whether this is one of those among whom the watcher chooses."""
    num_cards: int
    open_cards: tuple[str, ...]
    identity: int | None
    """As far as the watcher knows it."""
    is_face_up: bool
    """Whether one's own identity is open too, as at the end."""
    lookers: tuple[int, ...]
    """Who has looked at this identity."""
    skips_turn: bool
    is_safe: bool
    score: Score | None
    has_won: bool


@lru_cache(maxsize=1024)
def players_pane(players: tuple[PlayerRow, ...]) -> Pane:
    """Return a row for each player."""
    count = len(players)
    height = players_pane_height(count)
    top = (height - count * ROW_HEIGHT + ROW_GAP) / 2
    pieces = tuple(piece for at, player in enumerate(players) for piece in row_pieces(player, top + at * ROW_HEIGHT))
    return Pane("players", Frame(0, 0, PANE_WIDTH, height), pieces, (f"players-{count}",), None, "The players")


@lru_cache(maxsize=4096)
def row_pieces(player: PlayerRow, top: float) -> tuple[Piece, ...]:
    """Return a player's row; above all lies what one touches to choose the player."""
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
        identity_sign_piece(player, middle),
        *looked_pieces(player, middle),
        *(score_pieces(player, middle) if player.score else open_card_pieces(player, middle)),
        Piece(seat_key(seat), "seat", 0.0, top, 0.0, 1.0, 4, (), "", row_title(player)),
    ]
    if note:
        pieces.append(text_piece(f"note-{seat}", "note", NAME_X, middle + 22, note))
    return tuple(pieces)


def identity_sign_piece(player: PlayerRow, middle: float) -> Piece:
    """Return a player's identity: open if one knows it, but one's own only at the end."""
    symbol, label = "identity-hidden", ""
    if player.is_own and not player.is_face_up and player.identity is not None:
        symbol = "identity-own"
    elif player.identity is not None:
        symbol, label = f"identity-{COLOURS[player.identity]}", COLOURS[player.identity][0].upper()
    return Piece(f"identity-{player.seat}", symbol, IDENTITY_SIGN_X, middle, 0.0, SMALL_CARD, 1, (), label)


def looked_pieces(player: PlayerRow, middle: float) -> tuple[Piece, ...]:
    """Return who has looked at a player's identity."""
    if not player.lookers:
        return ()
    return (text_piece(f"looked-{player.seat}", "looked", LOOKED_X, middle, " ".join(map(str, player.lookers))),)


def open_card_pieces(player: PlayerRow, middle: float) -> Iterator[Piece]:
    """Yield the open cards of a player, and whether they skip or are safe."""
    step = min(OPEN_STEP, OPEN_WIDE / max(len(player.open_cards) - 1, 1))
    counts: Counter[str] = Counter()
    for at, kind in enumerate(player.open_cards):
        counts[kind] += 1
        key, x = f"open-{player.seat}-{kind}-{counts[kind]}", round(OPEN_X + step * at, 1)
        yield Piece(key, f"card-{kind.lower()}", x, middle, 0.0, SMALL_CARD, 1, (), kind)
    if player.skips_turn:
        yield text_piece(f"skips-{player.seat}", "skips", SKIPS_X, middle, "")
    if player.is_safe:
        yield text_piece(f"safe-{player.seat}", "safe", SAFE_X, middle, "")


def score_pieces(player: PlayerRow, middle: float) -> Iterator[Piece]:
    """Yield what a player has at the end."""
    score = player.score
    assert score is not None
    parts = f"{score.tiles}×3 + {score.cards}{f' + {score.bonus}' if score.bonus else ''} ="
    yield text_piece(f"sum-{player.seat}", "doing", SCORE_X, middle, parts)
    yield text_piece(f"points-{player.seat}", "figure", POINTS_X, middle, str(score.points))


def row_title(player: PlayerRow) -> str:
    """Return a player's row in words."""
    parts = [f"seat {player.seat}{', you' * player.is_own}", format_count(player.num_cards, "card")]
    if player.open_cards:
        parts.append(f"open: {join_with_and(describe_card(kind) for kind in player.open_cards)}")
    known = player.identity is not None and (player.is_face_up or not player.is_own)
    if known:
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
