"""The table of Tri-Star Racers in text: the board as a triangle of triangles, the lanes, the draft card and the hands.

Tiles are written as moves have them, ``P2 B1 O3``, and the ships of each player have a letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from triangulum.core.boards.lattice import Lattice, Space
from triangulum.games.tri_star_racers import views
from triangulum.games.tri_star_racers.messages import (
    describe_boost,
    describe_status,
    describe_tile_section,
    describe_token,
    list_seats,
    message,
)
from triangulum.text import Message, Reader, SeatName

SPACE_LINES: Final = 4
"""Lines of a space; it is twice as wide at its level side."""
LEFT_MARGIN: Final = 4
"""For the left edge."""
MIN_TRACK_SPACES: Final = 48
"""How many spaces of a lane are shown, and more if a ship is beyond."""
MAX_TRACK_SPACES: Final = 84
SHIP_LETTERS: Final = "wgyvb"
"""Of the ships of each seat, by their colours: white, green, yellow, violet and black."""
EDGE_SIGNS: Final = {"wild": "W", "team": "++", "-": "."}


def text_board(view: views.RacersView, reader: Reader) -> str:
    """Return the table in text: what is going on, the board in its frame, the lanes, the card and the hands."""
    return "\n".join(
        [
            *map(reader.render, list_headlines(view)),
            *format_board_lines(view, reader),
            *format_lane_lines(view, reader),
            *format_draft_card_lines(view, reader),
            *format_hand_lines(view, reader),
        ]
    )


def list_headlines(view: views.RacersView) -> Iterator[Message]:
    """Yield what is going on, and what is pending."""
    status = describe_status(view)
    if view.turn_of is None:
        yield status
    elif view.last_round:
        yield message("text-last-round", status=status)
    else:
        yield message("text-round", round=view.round, status=status)
    if view.powers:
        yield message("text-powers", powers=tuple(map(describe_tile_section, view.powers)))
    if view.waiting:
        yield message("text-bursts", bursts=len(view.waiting))
    if view.tokens:
        yield message("text-tokens", tokens=tuple(map(describe_token, view.tokens)))


# The board.


def format_board_lines(view: views.RacersView, reader: Reader) -> list[str]:
    """Return the board as a triangle of triangles, each with its sections in its corners."""
    lattice = Lattice(view.outline)
    team_sign = reader.render(message("text-team"))[: 2 * SPACE_LINES - 4]
    leftmost = min(space.column for space in lattice.spaces)
    rows: list[dict[int, str]] = [{} for _ in range(SPACE_LINES * len(view.outline) + 2)]

    def write_text(x: int, y: int, drawn: str) -> None:
        rows[y + 1].update(enumerate(drawn, start=x))

    for at, space in enumerate(lattice.spaces):
        x, y = LEFT_MARGIN + SPACE_LINES * (space.column - leftmost), SPACE_LINES * space.row
        for dx, dy, drawn in (*space_outline_texts(space), *list_space_texts(view, at, space, team_sign)):
            write_text(x + dx, y + dy, drawn)
        for side, sections in enumerate(view.edge_sections):
            if lattice.neighbours[at][side] is None:
                last = len(view.outline) - 1
                number = (space.row, last - space.row, (int(space.name[1:]) - 1) // 2)[side]
                dx, dy = ((-2, 2), (SPACE_LINES + 4, 2), (SPACE_LINES - 1, SPACE_LINES))[side]
                write_text(x + dx, y + dy, format_edge_section(sections[number]))
    return ["".join(row.get(x, " ") for x in range(max(row) + 1)) for row in rows if row]


def space_outline_texts(space: Space) -> Iterator[tuple[int, int, str]]:
    """Yield the slanted sides of a space, and its level one, as offsets and texts."""
    for line in range(SPACE_LINES):
        left = SPACE_LINES - 1 - line if space.up else line
        yield left, line, "/" if space.up else "\\"
        yield 2 * SPACE_LINES - 1 - left, line, "\\" if space.up else "/"
    if space.up:
        yield 1, SPACE_LINES - 1, "_" * (2 * SPACE_LINES - 2)


def list_space_texts(
    view: views.RacersView, space_index: int, space: Space, team_sign: str
) -> Iterator[tuple[int, int, str]]:
    """Yield the sections of the tile on a space, or its name, as offsets and texts."""
    tile = view.board[space_index]
    name = team_sign if space_index in view.team_spaces and tile is None else space.name
    yield (SPACE_LINES - 2 + (len(name) < 3), 2 if space.up else 1, name)
    if tile is not None:
        right, left, third = tile
        level = SPACE_LINES - 1 if space.up else 0
        yield 1, level, left
        yield 2 * SPACE_LINES - 1 - len(right), level, right
        yield SPACE_LINES - 1, 1 if space.up else 2, third


def format_edge_section(section: str) -> str:
    """Return a section of an edge in at most two characters."""
    if section.endswith("warp"):
        return f"{section[0]}>"
    if section.endswith("freeze"):
        return f"{section[0]}*"
    return EDGE_SIGNS.get(section, section)


# What is beside it.


def format_lane_lines(view: views.RacersView, reader: Reader) -> list[str]:
    """Return each lane as a line of its spaces, with letters for ships, and below it where they are."""
    lines = [reader.render(message("text-edges")), reader.render(message("text-lanes"))]
    names = [reader.render(message("lane", lane=lane)) for lane in views.LANES]
    width = max(map(len, names)) + 1
    farthest = max(max(ships) for ships in view.ships)
    first = max(0, farthest + 1 - MAX_TRACK_SPACES)
    for lane, name in enumerate(names):
        lines.append(f"{name:<{width}}{f'{first}…' if first else ''}{format_lane_spaces(view, lane, first)}")
        spaces = [f"{s[lane]}{'*' * f[lane]}" for s, f in zip(view.ships, view.frozen, strict=True)]
        lines.append(" " * width + "  ".join(f"{SHIP_LETTERS[seat]} {space}" for seat, space in enumerate(spaces)))
    lines.append(reader.render(message("text-frozen")))
    return lines


def format_lane_spaces(view: views.RacersView, lane: int, first: int) -> str:
    """Return the spaces of a lane beyond the first, with ships, starbursts and the finish line."""
    last = max(MIN_TRACK_SPACES, *[max(ships) for ships in view.ships])
    burst_spaces = {burst.space for burst in view.bursts if burst.lane == lane}
    letters = {ships[lane]: SHIP_LETTERS[seat] for seat, ships in enumerate(view.ships)}
    return "".join(
        "|" * (space == view.finish) + letters.get(space, "*" if space in burst_spaces else ".")
        for space in range(first + 1, last + 1)
    )


def format_draft_card_lines(view: views.RacersView, reader: Reader) -> list[str]:
    """Return the draft card, the bag and what is out of the game."""
    lines = [reader.render(message("text-draft", bag=view.bag, discarded=len(view.discarded)))]
    for number, slot in enumerate(view.slots, start=1):
        line = reader.render(message("text-slot", slot=number, tile=f"{format_tile(slot.tile):<8}"))
        if slot.boost:
            line += f" + {reader.render(describe_boost(slot.boost))}"
        if slot.token is not None:
            line += f", {reader.render(message('text-token', seat=SeatName(slot.token)))}"
        lines.append(f"  {line}".rstrip())
    return lines


def format_hand_lines(view: views.RacersView, reader: Reader) -> list[str]:
    """Return the hands, with ``?`` for tiles that are hidden, and the order of play."""
    lines = []
    for seat, hand in enumerate(view.hands):
        mark = ">" if seat == view.turn_of else " "
        tiles = ", ".join(format_tile(tile) if tile else "?" for tile in hand) or "-"
        lines.append(
            f"{mark} {SHIP_LETTERS[seat]} {reader.render(message('text-hand', seat=SeatName(seat), tiles=tiles))}"
        )
    if view.draft == "advanced" and view.order:
        lines.append(reader.render(message("text-order", seats=list_seats(view.order))))
    return lines


def format_tile(tile: views.Tile | None) -> str:
    """Return the sections of a tile with spaces between them, or ``-`` for none."""
    return "-" if tile is None else " ".join(tile)
