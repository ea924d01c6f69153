"""The table of Tricolor Line in text: what is going on, the map, piles, hands, known colours, and routes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from triangulum.games.tricolor_line.messages import (
    describe_round,
    describe_status,
    find_situation,
    join_facts,
    message,
    name_seats,
    score_arguments,
    tile_arguments,
)
from triangulum.games.tricolor_line.tile_text import format_place
from triangulum.games.tricolor_line.views import COLOURS, EVENTS, SHAPES, BoardTile, Pile, TricolorView
from triangulum.text import Message, Reader, SeatName

TILE_WIDTH, TILE_HEIGHT = 6, 3
"""Of a tile, in characters and lines."""
EMPTY_TILE_LINES: Final = [" " * TILE_WIDTH] * TILE_HEIGHT
NORTH, EAST, SOUTH, WEST = "NESW"
COLOUR_LETTERS: Final = "rgb"


def text_board(view: TricolorView, reader: Reader) -> str:
    """Return the table in text, for a reader."""
    situation = find_situation(view)
    headline = message("text-headline", round=describe_round(situation), status=describe_status(situation))
    details = [message("text-legend"), *list_pile_lines(view)]
    return "\n".join(
        [
            reader.render(headline),
            *list_map_lines(view),
            *map(reader.render, details),
            *list_seat_lines(view, reader),
            *map(reader.render, list_route_lines(view)),
        ]
    )


def list_map_lines(view: TricolorView) -> Iterator[str]:
    """Yield the tiles, each in a frame of its own, north at the top, with coordinates."""
    tiles = {board_tile.place: board_tile for board_tile in view.tiles}
    xs = [x for x, _ in tiles]
    ys = [y for _, y in tiles]
    columns = range(min(xs), max(xs) + 1)
    yield "    " + "".join(f"{x:^{TILE_WIDTH}}" for x in columns).rstrip()
    for y in range(max(ys), min(ys) - 1, -1):
        rows = [format_tile_lines(tiles[x, y]) if (x, y) in tiles else EMPTY_TILE_LINES for x in columns]
        for line in range(TILE_HEIGHT):
            label = f"{y:>3} " if line == 1 else "    "
            yield (label + "".join(row[line] for row in rows)).rstrip()


def format_tile_lines(board_tile: BoardTile) -> list[str]:
    """Return a tile as lines: its exits on the sides, its letter and road in the middle."""
    sides = board_tile.roads.replace("+", "")
    up, down = ("|" if side in sides else " " for side in (NORTH, SOUTH))
    left, right = ("-" if side in sides else " " for side in (WEST, EAST))
    return [
        f" .{up}. ".ljust(TILE_WIDTH),
        f"{left}{format_tile_middle(board_tile)}{right} ".ljust(TILE_WIDTH),
        f" .{down}. ".ljust(TILE_WIDTH),
    ]


def format_tile_middle(board_tile: BoardTile) -> str:
    """Return the middle of a tile: its colour's letter, and a sign for two roads that do not join."""
    colour = board_tile.tile.colour
    letter = board_tile.tile.shape[0] if colour is None else COLOUR_LETTERS[colour]
    letter = letter.upper() if board_tile.built else letter
    sign = {"NS+EW": "+", "NE+SW": "\\", "NW+ES": "/"}.get(board_tile.roads, letter)
    return f"{letter}{sign}{letter}"


def format_cards(cards: Sequence[str]) -> str | Message:
    """Return cards in notation: ``R RR W``."""
    return " ".join(cards) or message("text-none")


def list_pile_lines(view: TricolorView) -> Iterator[Message]:
    """Yield the piles, what tiles cost, the taken tile, discards and events."""
    yield message("text-piles", piles=tuple(format_pile(pile, number) for number, pile in enumerate(view.piles, 1)))
    costs = [message("text-cost", shape=shape, cost=cost) for shape, cost in zip(SHAPES, view.shape_costs, strict=True)]
    if view.end_cost:
        costs.append(message("text-end-cost", cost=view.end_cost))
    yield message("text-costs", costs=tuple(costs))
    if view.taken_tile:
        yield message("text-taken", **tile_arguments(view.taken_tile))
    yield message("text-cards", count=view.draw_pile_size, discards=format_cards(view.discards))
    if view.old_cards:
        yield message("text-old-cards", cards=format_cards(view.old_cards))
    counts = Counter(view.used_events)
    used_events = tuple(message("event-label", event=name, count=counts[name]) for name in EVENTS if counts[name])
    yield message("text-events", count=view.event_pile_size, events=used_events or message("text-none"))


def format_pile(pile: Pile, number: int) -> Message:
    """Return a pile of tiles: its number, the top and how many are left."""
    if pile.top is not None:
        return message("text-pile", number=number, **tile_arguments(pile.top), count=pile.size)
    return message("text-pile-unseen" if pile.size else "text-pile-empty", number=number, count=pile.size)


def list_seat_lines(view: TricolorView, reader: Reader) -> Iterator[str]:
    """Yield a line for each seat, with its number in notation, and the viewer's own cards."""
    for seat in range(len(view.hand_sizes)):
        mark = ">" if seat == view.turn_of and view.phase not in ("setup", "over") else " "
        row = message("row", seat=SeatName(seat), facts=join_facts(list_seat_facts(view, seat)))
        yield f"{mark} {seat} {reader.render(row)}"
    if view.seat is not None and view.phase != "over":
        yield reader.render(message("text-hand", cards=format_cards(view.hand)))
        if view.old_hand:
            yield reader.render(message("text-old-hand", cards=format_cards(view.old_hand)))


def list_seat_facts(view: TricolorView, seat: int) -> Iterator[Message]:
    """Yield what the viewer knows about a seat."""
    yield message("row-cards", count=view.hand_sizes[seat], old=view.old_counts[seat])
    if view.open_cards[seat]:
        yield message("text-open", cards=format_cards(view.open_cards[seat]))
    identity = view.known_identities[seat]
    if identity is not None:
        yield message("colour", colour=COLOURS[identity])
    if view.skips_turn[seat]:
        yield message("row-skips")
    if view.is_safe[seat]:
        yield message("row-safe")
    lookers = name_seats(looker for looker, victim in view.identity_looks if victim == seat)
    if lookers:
        yield message("row-lookers", seats=lookers)
    if view.scores is not None:
        yield message("row-score", **score_arguments(view.scores[seat]))


def list_route_lines(view: TricolorView) -> Iterator[Message]:
    """Yield the routes that lead to Ends."""
    for route in view.scored_routes if view.scores is not None else view.routes:
        places = " ".join(map(format_place, route.places))
        yield message("text-route", place=format_place(route.end), places=places)
