# compiled by mypyc
"""The board of Tri-Star Racers in its frame, with whose turn it is and what the last tile has brought."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from triangulum.games.tri_star_racers.box import LETTERS, POWERS
from triangulum.games.tri_star_racers.messages import (
    describe_phase,
    describe_phase_in_short,
    describe_sections,
    describe_tile_section,
    list_seats,
    message,
    token_arguments,
)
from triangulum.games.tri_star_racers.scene.board_layout import EDGE_NAMES, BoardLayout, line_angle, midpoint
from triangulum.games.tri_star_racers.scene.kit import KIT, PANE_WIDTH
from triangulum.games.tri_star_racers.scene.lanes_pane import list_lane_drawings, ship_numeral
from triangulum.games.tri_star_racers.scene.side_panes import players_pane_height
from triangulum.games.tri_star_racers.scene.tile_drawings import match_link_drawing, section_symbol
from triangulum.games.tri_star_racers.views import LANES, Match, PlayedTile, Tile
from triangulum.scene import Drawing, Pane, Piece, Rect
from triangulum.text import Message, SeatName, Text

LAST_LAYER, LINK_LAYER, CRYSTAL_LAYER, SIGN_LAYER = range(1, 5)

PANEL_CENTRE: Final = 152.0
"""How far from the side of the board's pane the middle of what stands in its upper corners is."""
ROUND_Y, FLAG_Y, PLATE_Y, DOING_Y, TROPHY_Y, RESULT_Y = 44.0, 92.0, 158.0, 222.0, 190.0, 322.0
CAPTION_Y, GAIN_Y, CHIPS_Y = 34.0, 82.0, 206.0
CHIP_STEP, CHIPS_PER_ROW = 94.0, 3


def power_key(power: str) -> str:
    """Return the key of a power that waits to be resolved."""
    return f"power-{power}"


def token_key(token: str) -> str:
    """Return the key of a starburst that is turned up and waits to be used."""
    return f"use-{token}"


def space_key(space_name: str) -> str:
    """Return the key of a space of the board, or of the tile on it."""
    return f"space-{space_name}"


class BoardPieces:
    """The kit of one setup, and all pieces that can lie on its board, each made once."""

    def __init__(self, layout: BoardLayout, team_spaces: tuple[int, ...], num_players: int, finish_space: int) -> None:
        self.layout = layout
        self.team_spaces = team_spaces
        rows = Drawing((Rect(0, 0, PANE_WIDTH, players_pane_height(num_players), 16, fill="desk", stroke="line"),))
        self.kit = KIT.with_drawings(
            {
                "board": layout.board_drawing(),
                "link": match_link_drawing(layout.link_length),
                "edge-link": match_link_drawing(layout.edge_link_length),
                "rows": rows,
                **dict(list_lane_drawings(num_players, finish_space)),
            }
        )
        self.empty_spaces = [self.empty_space_piece(space) for space in range(len(layout.space_centres))]
        self.tile_cache: dict[tuple[int, Tile], tuple[Piece, ...]] = {}

    def empty_space_piece(self, space: int) -> Piece:
        """Return an empty space."""
        name, team = self.layout.space_name(space), space in self.team_spaces
        symbol = f"space-{self.layout.orientation(space)}{'-team' * team}"
        title = message("space-empty-team" if team else "space-empty", space=name)
        return Piece(space_key(name), symbol, *self.layout.space_centres[space], label=name, title=title)

    def tile_pieces(self, space: int, tile: Tile) -> tuple[Piece, ...]:
        """Return a tile with its crystals; the tile has the key of its space."""
        pieces = self.tile_cache.get((space, tile))
        if pieces is None:
            pieces = self.tile_cache[space, tile] = tuple(self.build_tile_pieces(space, tile))
        return pieces

    def build_tile_pieces(self, space: int, tile: Tile) -> Iterator[Piece]:
        """Yield a tile that is not in the cache yet, and its crystals."""
        name = self.layout.space_name(space)
        sections = [tile[corner] for corner in self.layout.clockwise_corners(space)]
        title = message("space-tile", space=name, sections=describe_sections(sections))
        yield Piece(
            space_key(name), f"tile-{self.layout.orientation(space)}", *self.layout.space_centres[space], title=title
        )
        for corner, section in enumerate(tile):
            x, y = self.layout.crystal_points[space][corner]
            crystal = message("crystal", section=describe_tile_section(section), space=name)
            key = f"crystal-{name}-{corner}"
            yield Piece(key, section_symbol(section), x, y, 0.0, 1.0, CRYSTAL_LAYER, (), "", crystal)

    def edge_pieces(self, edge: int, sections: tuple[str, ...]) -> Iterator[Piece]:
        """Yield the signs on one edge of the frame."""
        side = EDGE_NAMES[edge]
        for at, (section, place) in enumerate(zip(sections, self.layout.section_points[edge], strict=False)):
            scale = 1.0 if section in POWERS else 1.18
            title = message("edge-section", side=side, number=at + 1, section=describe_tile_section(section))
            yield Piece(f"edge-{side}-{at}", section_symbol(section), *place, 0.0, scale, CRYSTAL_LAYER, (), "", title)

    def match_link_piece(self, match_index: int, space: int, match: Match) -> Piece:
        """Return the light on two sections that match."""
        start = self.layout.crystal_points[space][match.corner]
        if match.edge is not None:
            symbol, end = "edge-link", self.layout.section_points[match.edge][match.other]
            title = message("match-edge", side=EDGE_NAMES[match.edge], number=match.other + 1)
        else:
            assert match.space is not None
            symbol, end = "link", self.layout.crystal_points[match.space][match.other]
            title = message("match-tile", space=self.layout.space_name(match.space))
        x, y = midpoint(start, end)
        return Piece(f"match-{match_index}", symbol, x, y, line_angle(start, end), 1.0, LINK_LAYER, (), "", title)


@lru_cache(maxsize=64)
def cached_layout(outline: tuple[str, ...]) -> BoardLayout:
    """Return the layout of a board, built once."""
    return BoardLayout(outline)


@lru_cache(maxsize=64)
def cached_board_pieces(
    outline: tuple[str, ...], team_spaces: tuple[int, ...], num_players: int, finish_space: int
) -> BoardPieces:
    """Return the pieces of a setup, built once."""
    return BoardPieces(cached_layout(outline), team_spaces, num_players, finish_space)


class TurnStatus(NamedTuple):
    """What stands in the upper corners of the board's pane."""

    phase: str
    active_seat: int | None
    """Whose turn it is."""
    round_number: int
    is_last_round: bool
    powers: tuple[str, ...]
    num_waiting_bursts: int
    tokens: tuple[str, ...]
    token: str
    freezing: int | None
    winners: tuple[int, ...]


@lru_cache(maxsize=1024)
def board_pane(
    pieces: BoardPieces,
    edge_sections: tuple[tuple[str, ...], ...],
    board: tuple[Tile | None, ...],
    played: PlayedTile | None,
    status: TurnStatus,
) -> Pane:
    """Return the board and what stands in the corners above it."""
    drawn = (
        *frame_edge_pieces(pieces, edge_sections),
        *space_pieces(pieces, board),
        *last_tile_pieces(pieces, played),
        *turn_status_pieces(pieces.layout.frame.wide, status),
    )
    return Pane("board", pieces.layout.frame, drawn, ("board",), None, message("board-pane"))


@lru_cache(maxsize=1024)
def space_pieces(pieces: BoardPieces, board: tuple[Tile | None, ...]) -> tuple[Piece, ...]:
    """Return the spaces with their tiles."""
    drawn: list[Piece] = []
    for space, tile in enumerate(board):
        if tile is None:
            drawn.append(pieces.empty_spaces[space])
        else:
            drawn += pieces.tile_pieces(space, tile)
    return tuple(drawn)


@lru_cache(maxsize=256)
def frame_edge_pieces(pieces: BoardPieces, edge_sections: tuple[tuple[str, ...], ...]) -> tuple[Piece, ...]:
    """Return the signs on the frame, as far as its edges are drawn."""
    return tuple(piece for edge, sections in enumerate(edge_sections) for piece in pieces.edge_pieces(edge, sections))


@lru_cache(maxsize=1024)
def last_tile_pieces(pieces: BoardPieces, played: PlayedTile | None) -> tuple[Piece, ...]:
    """Return the line around the tile that was played last, lights on what it matches, and what it has brought."""
    if played is None:
        return ()
    layout, space = pieces.layout, played.space
    last = Piece(
        "last",
        f"last-{layout.orientation(space)}",
        *layout.space_centres[space],
        layer=LAST_LAYER,
        title=message("last-tile", seat=SeatName(played.seat)),
    )
    links = [pieces.match_link_piece(at, space, match) for at, match in enumerate(played.matches)]
    return last, *links, *placement_gain_pieces(layout.frame.wide - PANEL_CENTRE, played, layout.space_name(space))


def placement_gain_pieces(centre_x: float, played: PlayedTile, space_name: str) -> Iterator[Piece]:
    """Yield how far the last tile moves each ship."""
    gains = [(lane, pips) for lane, pips in enumerate(played.pips) if pips]
    seat = SeatName(played.seat)
    label = message("last-tile-place", seat=seat, space=space_name)
    title = message("last-tile-place.title", seat=seat, space=space_name)
    yield sign_piece("gains", "caption", centre_x, CAPTION_Y, label, title)
    if not gains:
        id = "no-pips" if played.matches else "no-match"
        yield sign_piece("gain-none", "doing", centre_x, GAIN_Y, message(id), message(f"{id}.title"))
    for at, (lane, pips) in enumerate(gains):
        x = centre_x + CHIP_STEP * (at - (len(gains) - 1) / 2)
        title = message("pips-matched", pips=pips, lane=LANES[lane])
        symbol = f"gain-{LETTERS[lane].lower()}"
        yield sign_piece(f"gain-{LANES[lane]}", symbol, x, GAIN_Y, f"+{pips}", title, 1.3)


# ---------------------------------------------------------------------------------------- in the upper corners


@lru_cache(maxsize=2048)
def turn_status_pieces(pane_width: float, status: TurnStatus) -> tuple[Piece, ...]:
    """Return whose turn it is and what they do, and what they have still to resolve."""
    if status.phase == "over":
        return tuple(race_result_pieces(status.winners, status.round_number))
    seat = SeatName(status.active_seat or 0)
    chips = (
        *pending_power_chips(seat, status.powers, status.phase == "power"),
        *waiting_burst_chips(status.num_waiting_bursts),
        *turned_up_token_chips(seat, status.tokens, status.phase == "use"),
        *ship_choice_token_chips(seat, status.token),
    )
    return (
        *round_and_turn_pieces(status),
        *[chip_piece(chip, at, len(chips), pane_width - PANEL_CENTRE) for at, chip in enumerate(chips)],
    )


def round_and_turn_pieces(status: TurnStatus) -> Iterator[Piece]:
    """Yield the round, and whose turn it is; always in the same row, so that it is quickly compared."""
    if status.active_seat is None:
        title = describe_phase(status.phase, None, "", None)
        yield sign_piece("round", "round", PANEL_CENTRE, ROUND_Y, message("setting-up"), title)
        return
    seat = status.active_seat
    title = describe_phase(status.phase, seat, status.token, status.freezing)
    doing = describe_phase_in_short(status.phase, seat, status.token, status.freezing)
    round_words = message("round", round=status.round_number)
    yield sign_piece("round", "round", PANEL_CENTRE, ROUND_Y, round_words, round_words)
    yield sign_piece("turn", f"badge-{seat}", PANEL_CENTRE - 82, PLATE_Y, ship_numeral(seat), title)
    yield sign_piece("plate", "plate", PANEL_CENTRE + 64, PLATE_Y, message("turn", seat=SeatName(seat)), title)
    yield sign_piece("doing", "doing", PANEL_CENTRE, DOING_Y, doing, title)
    if status.is_last_round:
        yield sign_piece("flag", "flag", PANEL_CENTRE, FLAG_Y, message("last-round"), message("last-round.title"))


def sign_piece(key: str, symbol: str, x: float, y: float, label: Text, title: Text, scale: float = 1.0) -> Piece:
    """Return a sign that stands above the board."""
    return Piece(key, symbol, x, y, 0.0, scale, SIGN_LAYER, (), label, title)


def race_result_pieces(winners: tuple[int, ...], round_number: int) -> Iterator[Piece]:
    """Yield the trophy with the winners' badges."""
    title = message("trophy", winners=list_seats(winners))
    round_title = message("race-over.title", round=round_number)
    yield sign_piece("round", "round", PANEL_CENTRE, ROUND_Y, message("race-over"), round_title)
    yield sign_piece("trophy", "trophy", PANEL_CENTRE, TROPHY_Y, "", title)
    for at, seat in enumerate(winners):
        x = PANEL_CENTRE + 46.0 * (at - (len(winners) - 1) / 2)
        scale = 1.3 if len(winners) == 1 else 0.8
        badge_title = message("won", seat=SeatName(seat))
        yield sign_piece(f"won-{seat}", f"badge-{seat}", x, TROPHY_Y, ship_numeral(seat), badge_title, scale)
    yield sign_piece("doing", "result", PANEL_CENTRE, RESULT_Y, describe_winners(winners), title)


def describe_winners(winners: tuple[int, ...]) -> Message:
    """Return who has won, in two or three words."""
    if not winners:
        return message("no-winner")
    return message("shared-win") if len(winners) > 1 else message("won", seat=SeatName(winners[0]))


Chip = tuple[str, str, tuple[str, ...], str, Text, float]
"""Key, symbol, marks, label, title and scale of what waits to be resolved."""


def pending_power_chips(seat: SeatName, powers: tuple[str, ...], is_asked: bool) -> Iterator[Chip]:
    """Yield chips for the powers that wait, one for each kind."""
    for power in dict.fromkeys(powers):
        count = powers.count(power)
        title = message("power-waiting", seat=seat, power=describe_tile_section(power), times=count)
        label = f"×{count}" if count > 1 else ""
        yield power_key(power), f"power-{power.lower()}", ("glow",) * is_asked, label, title, 1.5


def waiting_burst_chips(num_bursts: int) -> Iterator[Chip]:
    """Yield chips for the starbursts that wait."""
    for at in range(num_bursts):
        yield f"waiting-{at}", "burst", (), "", message("burst-waiting"), 1.5


def turned_up_token_chips(seat: SeatName, tokens: tuple[str, ...], is_asked: bool) -> Iterator[Chip]:
    """Yield chips for the starbursts that are turned up, one for each kind."""
    for token in dict.fromkeys(tokens):
        count = tokens.count(token)
        label = f"+{token[1:]}" if count == 1 else f"{count} × +{token[1:]}"
        title = message("burst-to-use", seat=seat, times=count, **token_arguments(token))
        yield token_key(token), f"token-{token[0].lower()}", ("glow",) * is_asked, label, title, 1.3


def ship_choice_token_chips(seat: SeatName, token: str) -> Iterator[Chip]:
    """Yield a chip for the wild starburst or boost for which a ship is being chosen."""
    if token:
        title = message("token-waiting", seat=seat, distance=int(token[1:]))
        yield "token", "token", ("glow",), f"+{token[1:]}", title, 2.0


def chip_piece(chip: Chip, index: int, count: int, centre_x: float) -> Piece:
    """Return the piece of a chip, in its place in the row."""
    key, symbol, marks, label, title, scale = chip
    row, column = divmod(index, CHIPS_PER_ROW)
    in_row = min(CHIPS_PER_ROW, count - row * CHIPS_PER_ROW)
    x = centre_x + CHIP_STEP * (column - (in_row - 1) / 2)
    return Piece(key, symbol, x, CHIPS_Y + row * 84.0, 0.0, scale, SIGN_LAYER, marks, label, title)
