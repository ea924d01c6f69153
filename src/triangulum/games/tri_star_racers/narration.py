"""Tri-Star Racers in words: events as sentences, and the table as a picture in text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from string import ascii_lowercase

from triangulum.core.boards.lattice import CLOCKWISE_CORNERS, Lattice, Space
from triangulum.core.views import GameEvent
from triangulum.games.tri_star_racers import views

__all__ = ["narrate", "text_board"]


def narrate(event: GameEvent, names: Sequence[str]) -> str:
    """Return an event as a sentence, with these names for the seats."""
    match event:
        case views.EdgeDrawn(edge=edge, side=side):
            return f"Edge {edge} is the {('left', 'right', 'bottom')[side]} one."
        case views.TileDealt(seat=seat, tile=tile):
            return f"{names[seat]} draws {format_tile(tile) if tile else 'a tile'}."
        case views.StartTileDrawn(tile=tile, space=None):
            return f"The start tile is drawn: {format_tile(tile)}."
        case views.StartTileDrawn(tile=tile, space=int(space)):
            return f"The start tile is laid: {format_placed_tile(tile, space)}."
        case views.SlotFilled(slot=slot, tile=tile):
            return f"Slot {slot + 1} is filled with {format_tile(tile)}."
        case views.OrderDrawn(seat=seat):
            return f"{names[seat]} is next in the order."
        case views.TilePlayed(tile=tile, played=played):
            return f"{names[played.seat]} plays {format_placed_tile(tile, played.space)}{format_gains(played)}."
        case views.PowerFired(seat=seat, power=power):
            return f"{names[seat]} fires {format_power(power)}."
        case views.ShipFrozen(lane=lane, ship_of=None):
            return f"All {views.LANES[lane]} ships are frozen already."
        case views.ShipFrozen(lane=lane, ship_of=int(seat)):
            return f"{names[seat]}'s {views.LANES[lane]} ship is frozen."
        case views.ShipMoved():
            return narrate_move(event, names)
        case views.BurstTaken(seat=seat, burst=burst):
            return f"{names[seat]} takes the starburst on {views.LANES[burst.lane]} {burst.space}."
        case views.BurstTurnedUp(seat=seat, token=token):
            return f"{names[seat]} turns up a starburst: {format_token(token)}."
        case views.SlotDrafted():
            return narrate_draft(event, names)
        case views.HandDiscarded(seat=seat, tiles=tiles):
            return f"Nothing fits: {names[seat]} discards {', '.join(map(format_tile, tiles))}."
        case views.TokenLost(seat=seat, by=by):
            lost = "starburst" if by == "burst" else "boost"
            return f"All of {names[seat]}'s ships are frozen, so the {lost} is lost."
        case views.ShipThawed(seat=seat, lane=lane):
            return f"{names[seat]}'s {views.LANES[lane]} ship thaws."
        case views.LastRoundBegun(seat=seat):
            return f"{names[seat]}'s whole team is beyond the line: this round is the last."
        case views.RoundBegun(order=order):
            return f"A new round: {', '.join(names[seat] for seat in order)}."
        case views.RaceOver():
            return narrate_end(event, names)
    raise TypeError(f"{type(event).__name__} does not happen in Tri-Star Racers")


def narrate_move(event: views.ShipMoved, names: Sequence[str]) -> str:
    """Return a move of a ship as a sentence."""
    ship = f"{names[event.seat]}'s {views.LANES[event.lane]} ship"
    if event.frozen:
        return f"{ship} is frozen and stays on {event.start}."
    if event.start == event.end:
        return f"{ship} has nobody ahead and stays on {event.start}."
    return f"{ship} moves from {event.start} to {event.end}."


def narrate_draft(event: views.SlotDrafted, names: Sequence[str]) -> str:
    """Return a draft as a sentence."""
    if event.tile is None:
        return f"{names[event.seat]} takes no tile, only slot {event.slot + 1}."
    return f"{names[event.seat]} drafts {format_tile(event.tile)} from slot {event.slot + 1}."


def narrate_end(event: views.RaceOver, names: Sequence[str]) -> str:
    """Return how the race has ended as a sentence."""
    winner_names = " and ".join(names[seat] for seat in event.winners)
    spaces = ", ".join(f"{name} {space}" for name, space in zip(names, event.rearmost, strict=True))
    return f"{winner_names} {'win' if len(event.winners) > 1 else 'wins'}; the rearmost ships: {spaces}."


def format_tile(tile: views.Tile) -> str:
    """Return the sections of a tile with spaces between them."""
    return " ".join(tile)


def format_placed_tile(tile: views.Tile, space: int) -> str:
    """Return a tile on a space as moves are written; on a triangular board the number of a space tells its row."""
    row = isqrt(space)
    number = space - row * row + 1
    return (
        f"{' '.join(tile[corner] for corner in CLOCKWISE_CORNERS[number % 2 == 1])} at {ascii_lowercase[row]}{number}"
    )


def format_gains(played: views.PlayedTile) -> str:
    """Return what a tile has brought, as the end of a sentence."""
    gains = [f"{views.LANES[lane]} {pips}" for lane, pips in enumerate(played.pips) if pips]
    gains += [format_power(power) for power in played.powers]
    return f" for {', '.join(gains)}" if gains else " for nothing"


def format_power(power: str) -> str:
    """Return a power as a sentence has it: ``warp pink``, ``a team boost``."""
    if power == "team":
        return "a team boost"
    colour, what = power.split("-")
    return f"{what} {views.LANES['PBO'.index(colour)]}"


def format_token(token: str) -> str:
    """Return which ship a starburst or a boost moves, and how far."""
    ship = "any ship" if token[0] == "W" else f"the {views.LANES['PBO'.index(token[0])]} ship"
    return f"{ship} {token[1]}"


# The table in text.

SPACE_LINES = 4
"""Lines of a space; it is twice as wide at its level side."""
LEFT_MARGIN = 4
"""For the left edge."""
MIN_TRACK_SPACES = 48
"""How many spaces of a lane are shown, and more if a ship is beyond."""
MAX_TRACK_SPACES = 84

LEGEND = (
    "edges: > warp, * freeze, ++ team boost, W wild, . blank",
    "lanes: digits are seats, * a starburst, | the line",
)

EDGE_SIGNS = {"wild": "W", "team": "++", "-": "."}


def text_board(view: views.RacersView) -> str:
    """Return the table in text: what is going on, the board in its frame, the lanes, the card and the hands."""
    return "\n".join(
        [
            format_headline(view),
            *format_board_lines(view),
            *format_lane_lines(view),
            *format_draft_card_lines(view),
            *format_hand_lines(view),
        ]
    )


def format_headline(view: views.RacersView) -> str:
    """Return a line that says who won, or whose turn it is and what is pending."""
    if view.phase == "over":
        return f"won by {' and '.join(f'seat {seat}' for seat in view.winners)}"
    if view.turn_of is None:
        return "set-up"
    last = ", the last" if view.last_round else ""
    doing = f"round {view.round}{last}: seat {view.turn_of}, {view.phase}"
    doing += f", powers {' '.join(view.powers)}" if view.powers else ""
    doing += f", starbursts {' '.join(map(format_burst, view.waiting))}" if view.waiting else ""
    return doing + (f", {format_token(view.token)}" if view.token else "")


def format_burst(burst: views.Burst) -> str:
    """Return a starburst as ``P15``."""
    return f"{'PBO'[burst.lane]}{burst.space}"


def format_board_lines(view: views.RacersView) -> list[str]:
    """Return the board as a triangle of triangles, each with its sections in its corners."""
    lattice = Lattice(view.outline)
    leftmost = min(space.column for space in lattice.spaces)
    rows: list[dict[int, str]] = [{} for _ in range(SPACE_LINES * len(view.outline) + 2)]

    def write_text(x: int, y: int, drawn: str) -> None:
        rows[y + 1].update(enumerate(drawn, start=x))

    for at, space in enumerate(lattice.spaces):
        x, y = LEFT_MARGIN + SPACE_LINES * (space.column - leftmost), SPACE_LINES * space.row
        for dx, dy, drawn in (*space_outline_texts(space), *list_tile_texts_on_space(view, at, space)):
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


def list_tile_texts_on_space(view: views.RacersView, space_index: int, space: Space) -> Iterator[tuple[int, int, str]]:
    """Yield the sections of the tile on a space, or its name, as offsets and texts."""
    tile = view.board[space_index]
    name = "team" if space_index in view.team_spaces and tile is None else space.name
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


def format_lane_lines(view: views.RacersView) -> list[str]:
    """Return each lane as a line of its spaces, with seats for ships."""
    lines = [*LEGEND]
    farthest = max(max(ships) for ships in view.ships)
    first = max(0, farthest + 1 - MAX_TRACK_SPACES)
    last = max(MIN_TRACK_SPACES, farthest)
    for lane, name in enumerate(views.LANES):
        waiting = {burst.space for burst in view.bursts if burst.lane == lane}
        at = {ships[lane]: seat for seat, ships in enumerate(view.ships)}
        track = ""
        for space in range(first + 1, last + 1):
            track += "|" if space == view.finish else ""
            track += str(at[space]) if space in at else "*" if space in waiting else "."
        lines.append(f"{name:<7}{f'{first}…' if first else ''}{track}")
        spaces = [f"{s[lane]}{'*' * f[lane]}" for s, f in zip(view.ships, view.frozen, strict=True)]
        lines.append("       " + "  ".join(f"seat {seat}: {space}" for seat, space in enumerate(spaces)))
    lines.append("       *: frozen")
    return lines


def format_draft_card_lines(view: views.RacersView) -> list[str]:
    """Return the draft card, the bag and what is out of the game."""
    lines = [f"draft ({view.draft}), {view.bag} tiles in the bag, {len(view.discarded)} discarded"]
    for number, slot in enumerate(view.slots, start=1):
        tile = format_tile(slot.tile) if slot.tile else "-"
        token = "" if slot.token is None else f"  token of seat {slot.token}"
        lines.append(f"  slot {number}: {tile:<8} {slot.boost and '+ ' + format_token(slot.boost)}{token}".rstrip())
    return lines


def format_hand_lines(view: views.RacersView) -> list[str]:
    """Return the hands, with ``?`` for tiles that are hidden, and the order of play."""
    lines = []
    for seat, hand in enumerate(view.hands):
        mark = ">" if seat == view.turn_of else " "
        lines.append(f"{mark} seat {seat}: {', '.join(format_tile(tile) if tile else '?' for tile in hand) or '-'}")
    if view.draft == "advanced":
        lines.append(f"  order: {' '.join(map(str, view.order)) or '-'}")
    return lines
