# compiled by mypyc
"""The piles of Tricolor Line as a pane: tiles, cards, events, and what tiles cost."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import Final, NamedTuple

from triangulum.games.tricolor_line.messages import (
    Situation,
    describe_round,
    describe_status,
    describe_turn,
    message,
    name_cards,
    name_colour,
    tile_arguments,
)
from triangulum.games.tricolor_line.scene.keys import pile_key
from triangulum.games.tricolor_line.scene.map_pane import is_built_from_start, tile_label, tile_symbol
from triangulum.games.tricolor_line.scene.pane_drawings import PANE_WIDTH, PILES_HEIGHT
from triangulum.games.tricolor_line.scene.pieces import SMALL_CARD, text_piece
from triangulum.games.tricolor_line.views import CARDS, COLOURS, EVENTS, SHAPES, Pile, Tile
from triangulum.scene import Frame, Pane, Piece

HEAD_Y, PILE_Y, COUNT_Y, PILE_SCALE = 42.0, 168.0, 268.0, 1.46
PILE_X, TAKEN_X = (126.0, 332.0, 538.0), 852.0
CARDS_Y, EVENTS_Y, COSTS_Y = 350.0, 436.0, 586.0
WORD_X: Final = 102.0


class PilesContent(NamedTuple):
    """What the pane of the piles shows."""

    situation: Situation
    piles: tuple[Pile, ...]
    taken: Tile | None
    cost: tuple[int, ...]
    """Of each shape, then of an End."""
    draw_pile_size: int
    old_cards: tuple[str, ...]
    """The old cards of all hands together."""
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
        *status_pieces(content.situation),
        *[piece for at, pile in enumerate(content.piles) for piece in tile_pile_pieces(at, pile, cost)],
        *(
            unplaced_tile_pieces(content.taken, cost)
            if winner_colours is None
            else winner_colour_pieces(winner_colours)
        ),
        *resource_card_pieces(content.draw_pile_size, content.old_cards, content.discards),
        *event_pieces(content.used_events, content.current_event, content.event_pile_size),
        *shape_cost_pieces(cost),
    )
    return Pane("piles", Frame(0, 0, PANE_WIDTH, PILES_HEIGHT), pieces, ("piles",), None, message("piles-pane"))


@lru_cache(maxsize=1024)
def status_pieces(situation: Situation) -> tuple[Piece, ...]:
    """Return the line above the piles: the round, and whose turn it is."""
    round = describe_round(situation)
    return (
        text_piece("round", "round", 224.0, HEAD_Y, round, round),
        text_piece("doing", "doing", 716.0, HEAD_Y, describe_turn(situation), describe_status(situation)),
    )


@lru_cache(maxsize=1024)
def tile_pile_pieces(index: int, pile: Pile, cost: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return a pile of tiles: its top, which can be touched, and how many are left."""
    x, number = PILE_X[index], index + 1
    if pile.top is None:
        symbol, title_id = ("tile-back", "pile-unseen") if pile.size else ("tile-gap", "pile-empty")
        title = message(title_id, number=number)
        pieces = [Piece(pile_key(index), symbol, x, PILE_Y, 0.0, PILE_SCALE, 2, (), "", title)]
    else:
        top, is_built = pile.top, is_built_from_start(pile.top, cost)
        label = tile_label(top, is_built, cost)
        title = message("pile.title", number=number, count=pile.size, **tile_arguments(top))
        pieces = [
            Piece(f"under-{number}", "stack", x, PILE_Y, 0.0, PILE_SCALE),
            Piece(pile_key(index), tile_symbol(top, is_built), x, PILE_Y, 0.0, PILE_SCALE, 2, (), label, title),
        ]
    return *pieces, text_piece(f"left-{number}", "note", x, COUNT_Y, message("pile", number=number, count=pile.size))


@lru_cache(maxsize=1024)
def unplaced_tile_pieces(taken: Tile | None, cost: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the tile that has been taken and has no place yet, or a gap."""
    if taken is None:
        title = message("taken-none")
        return (Piece("taken", "tile-gap", TAKEN_X, PILE_Y, 0.0, PILE_SCALE, 2, (), "", title),)
    is_built = is_built_from_start(taken, cost)
    label, title = tile_label(taken, is_built, cost), message("taken.title", **tile_arguments(taken))
    return (
        Piece("taken", tile_symbol(taken, is_built), TAKEN_X, PILE_Y, 0.0, PILE_SCALE, 2, ("glow",), label, title),
        text_piece("taken-word", "word", TAKEN_X, COUNT_Y, message("taken")),
    )


@cache
def winner_colour_pieces(colours: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the signs of the winner colours."""
    names = tuple(name_colour(colour) for colour in colours)
    label, title = message("winner-colours", colours=names), message("winner-colours.title", colours=names)
    signs = [
        Piece(
            f"won-{COLOURS[colour]}",
            f"sign-{COLOURS[colour]}",
            TAKEN_X + 92.0 * (at - (len(colours) - 1) / 2),
            PILE_Y,
            scale=1.6,
            layer=1,
            title=message("winner-colour", colour=COLOURS[colour]),
        )
        for at, colour in enumerate(colours)
    ]
    return *signs, text_piece("won-word", "word", TAKEN_X, COUNT_Y, label, title)


@lru_cache(maxsize=2048)
def resource_card_pieces(
    draw_pile_size: int, old_cards: tuple[str, ...], discards: tuple[str, ...]
) -> tuple[Piece, ...]:
    """Return how many cards are left to draw, and the discards, kind by kind; old cards are told by a title."""
    title = message("draw-pile.title", count=draw_pile_size)
    if old_cards:
        title = message("draw-pile.old", count=draw_pile_size, cards=name_cards(old_cards))
    counts, discards_title = Counter(discards), message("discards.title", count=len(discards))
    pieces = [
        text_piece("deck-word", "column-note", WORD_X, CARDS_Y - 17, message("draw-pile")),
        text_piece("deck", "word", WORD_X, CARDS_Y + 20, str(draw_pile_size), title),
        text_piece("discards-word", "column-note", 262.0, CARDS_Y - 17, message("discards")),
        text_piece("discards", "word", 262.0, CARDS_Y + 20, str(len(discards)), discards_title),
    ]
    for column, card in enumerate(CARDS):
        pieces += discard_pieces(column, card, counts[card])
    return tuple(pieces)


@cache
def discard_pieces(column: int, card: str, count: int) -> tuple[Piece, ...]:
    """Return a small card with how many of its kind have been discarded."""
    x = 362.0 + 92.0 * column
    title = message("discards-of-kind", kind=card, count=count)
    symbol = f"card-{card.lower()}"
    return (
        Piece(f"discard-{card}", symbol, x, CARDS_Y, 0.0, SMALL_CARD, 1, () if count else ("ghost",), card, title),
        text_piece(f"discarded-{card}", "word", x + 44, CARDS_Y, str(count)),
    )


@lru_cache(maxsize=2048)
def event_pieces(used_events: tuple[str, ...], current_event: str, event_pile_size: int) -> tuple[Piece, ...]:
    """Return how often each event has happened since they were shuffled, and which is happening."""
    counts = Counter(used_events)
    title = message("events.title", count=event_pile_size)
    pieces = [
        text_piece("events-word", "column-note", WORD_X, EVENTS_Y + 10, message("events")),
        text_piece("events", "word", WORD_X, EVENTS_Y + 48, str(event_pile_size), title),
    ]
    for at, name in enumerate(EVENTS):
        row, column = divmod(at, 3)
        x, y = 328.0 + 264.0 * column, EVENTS_Y + 62.0 * row
        label = message("event-label", event=name, count=counts[name])
        symbol, title_id = ("chip-now", "event-now") if name == current_event else ("chip", "event-label.title")
        title = message(title_id, event=name, count=counts[name])
        pieces.append(Piece(f"event-{name}", symbol, x, y, 0.0, 1.0, 1, (), label, title))
    return tuple(pieces)


@lru_cache(maxsize=64)
def shape_cost_pieces(cost: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return what each shape costs, and an End unless it is free."""
    pieces = [text_piece("costs", "column-note", WORD_X, COSTS_Y, message("costs"), message("costs.title"))]
    for at, (shape, price) in enumerate(zip((*SHAPES, "end"), cost, strict=True)):
        if not price:
            continue
        x = 218.0 + 100.0 * at
        symbol, title = f"shape-{shape}", message("cost", shape=shape, cost=price)
        pieces.append(Piece(f"cost-{shape}", symbol, x, COSTS_Y, 0.0, 1.0, 1, (), str(price), title))
    return tuple(pieces)
