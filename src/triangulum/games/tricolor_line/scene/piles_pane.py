"""The piles of Tricolor Line as a pane: tiles, cards, events, and what tiles cost."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import Final, NamedTuple

from triangulum.core.wording import format_count, join_with_and
from triangulum.games.tricolor_line.scene.keys import pile_key
from triangulum.games.tricolor_line.scene.map_pane import tile_label, tile_symbol
from triangulum.games.tricolor_line.scene.pane_drawings import PANE_WIDTH, PILES_HEIGHT
from triangulum.games.tricolor_line.scene.phrases import TableStatus, describe_card, describe_tile
from triangulum.games.tricolor_line.scene.pieces import SMALL_CARD, text_piece
from triangulum.games.tricolor_line.views import CARDS, COLOURS, EVENTS, SHAPES, Pile, Tile
from triangulum.scene import Frame, Pane, Piece

HEAD_Y, PILE_Y, COUNT_Y, PILE_SCALE = 42.0, 168.0, 268.0, 1.46
PILE_X, TAKEN_X = (126.0, 332.0, 538.0), 852.0
CARDS_Y, EVENTS_Y, COSTS_Y = 350.0, 436.0, 586.0
WORD_X: Final = 102.0


class PilesContent(NamedTuple):
    """What the pane of the piles shows."""

    status: TableStatus
    piles: tuple[Pile, ...]
    taken: Tile | None
    cost: tuple[int, ...]
    """Of each shape."""
    draw_pile_size: int
    discards: tuple[str, ...]
    used_events: tuple[str, ...]
    current_event: str
    event_pile_size: int
    winner_colours: tuple[int, ...] | None
    """None until the end."""


@lru_cache(maxsize=2048)
def piles_pane(content: PilesContent) -> Pane:
    """Return the pane with the piles of tiles, cards and events, the taken tile, and what tiles cost.

    At the end the winner colours are where the taken tile was.
    """
    cost, winner_colours = content.cost, content.winner_colours
    pieces = (
        *status_pieces(content.status),
        *[piece for at, pile in enumerate(content.piles) for piece in tile_pile_pieces(at, pile, cost)],
        *(taken_tile_pieces(content.taken, cost) if winner_colours is None else winner_colour_pieces(winner_colours)),
        *resource_card_pieces(content.draw_pile_size, content.discards),
        *event_pieces(content.used_events, content.current_event, content.event_pile_size),
        *shape_cost_pieces(cost),
    )
    return Pane("piles", Frame(0, 0, PANE_WIDTH, PILES_HEIGHT), pieces, ("piles",), None, "The piles")


@lru_cache(maxsize=1024)
def status_pieces(status: TableStatus) -> tuple[Piece, ...]:
    """Return the line above the piles: the round, and what is going on."""
    return (
        text_piece("round", "round", 178.0, HEAD_Y, status.round, status.round),
        text_piece("doing", "doing", 636.0, HEAD_Y, status.activity, status.title),
    )


@lru_cache(maxsize=1024)
def tile_pile_pieces(index: int, pile: Pile, cost: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return a pile of tiles: its top, which can be touched, and how many are left."""
    x, number = PILE_X[index], index + 1
    if pile.top is None:
        words = "is empty" if not pile.size else "is not seen yet"
        symbol = "tile-gap" if not pile.size else "tile-back"
        pieces = [Piece(pile_key(index), symbol, x, PILE_Y, 0.0, PILE_SCALE, 2, (), "", f"pile {number} {words}")]
    else:
        top, title = pile.top, f"pile {number}: {describe_tile(pile.top)} on top, {format_count(pile.size, 'tile')}"
        label = tile_label(top, False, cost)
        pieces = [
            Piece(f"under-{number}", "stack", x, PILE_Y, 0.0, PILE_SCALE),
            Piece(pile_key(index), tile_symbol(top, False), x, PILE_Y, 0.0, PILE_SCALE, 2, (), label, title),
        ]
    words = f"{number}: {pile.size} left"
    return *pieces, text_piece(f"left-{number}", "note", x, COUNT_Y, words)


@lru_cache(maxsize=1024)
def taken_tile_pieces(taken: Tile | None, cost: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the tile that has been taken and has no place yet, or a gap."""
    if taken is None:
        title = "no tile has been taken"
        return (Piece("taken", "tile-gap", TAKEN_X, PILE_Y, 0.0, PILE_SCALE, 2, (), "", title),)
    label, title = tile_label(taken, False, cost), f"the tile to place: {describe_tile(taken)}"
    return (
        Piece("taken", tile_symbol(taken, False), TAKEN_X, PILE_Y, 0.0, PILE_SCALE, 2, ("glow",), label, title),
        text_piece("taken-word", "word", TAKEN_X, COUNT_Y, "to be placed"),
    )


@cache
def winner_colour_pieces(colours: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the signs of the winner colours."""
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
def resource_card_pieces(draw_pile_size: int, discards: tuple[str, ...]) -> tuple[Piece, ...]:
    """Return how many cards are left to draw, and the discards, kind by kind."""
    title = f"{format_count(draw_pile_size, 'resource card')} left to draw"
    counts = Counter(discards)
    pieces = [
        text_piece("deck-word", "note", WORD_X, CARDS_Y - 17, "to draw"),
        text_piece("deck", "word", WORD_X, CARDS_Y + 20, str(draw_pile_size), title),
        text_piece("discards-word", "note", 262.0, CARDS_Y - 17, "discards"),
        text_piece("discards", "word", 262.0, CARDS_Y + 20, str(len(discards)), format_count(len(discards), "discard")),
    ]
    for column, card in enumerate(CARDS):
        pieces += discard_pieces(column, card, counts[card])
    return tuple(pieces)


@cache
def discard_pieces(column: int, card: str, count: int) -> tuple[Piece, ...]:
    """Return a small card with how many of its kind have been discarded."""
    x = 362.0 + 92.0 * column
    title = f"{count} {describe_card(card)} among the discards"
    symbol = f"card-{card.lower()}"
    return (
        Piece(f"discard-{card}", symbol, x, CARDS_Y, 0.0, SMALL_CARD, 1, () if count else ("ghost",), card, title),
        text_piece(f"discarded-{card}", "word", x + 44, CARDS_Y, str(count)),
    )


@lru_cache(maxsize=2048)
def event_pieces(used_events: tuple[str, ...], current_event: str, event_pile_size: int) -> tuple[Piece, ...]:
    """Return how often each event has happened since they were shuffled, and which is happening."""
    counts = Counter(used_events)
    title = f"{format_count(event_pile_size, 'event card')} left to draw"
    pieces = [
        text_piece("events-word", "note", WORD_X, EVENTS_Y + 10, "events"),
        text_piece("events", "word", WORD_X, EVENTS_Y + 48, str(event_pile_size), title),
    ]
    for at, name in enumerate(EVENTS):
        row, column = divmod(at, 3)
        x, y = 328.0 + 264.0 * column, EVENTS_Y + 62.0 * row
        label = f"{name} ×{counts[name]}" if counts[name] else name
        is_current = name == current_event
        title = f"{name}: {'happens now' if is_current else f'{counts[name]} used'}"
        pieces.append(Piece(f"event-{name}", "chip-now" if is_current else "chip", x, y, 0.0, 1.0, 1, (), label, title))
    return tuple(pieces)


@lru_cache(maxsize=64)
def shape_cost_pieces(cost: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return what each shape costs."""
    pieces = [text_piece("costs", "note", WORD_X, COSTS_Y, "costs", "what it costs to build, in a tile's own colour")]
    for at, (shape, price) in enumerate(zip(SHAPES, cost, strict=False)):
        x = 226.0 + 112.0 * at
        symbol, title = f"shape-{shape}", f"a {shape} costs {price}"
        pieces.append(Piece(f"cost-{shape}", symbol, x, COSTS_Y, 0.0, 1.0, 1, (), str(price), title))
    return tuple(pieces)
