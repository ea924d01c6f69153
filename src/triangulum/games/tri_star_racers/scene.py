"""How Tri-Star Racers looks, and where one touches it.

The board with its frame of edges fills a triangle; in the two corners above it stand whose turn it is and what the last
tile has brought. The other panes are the lanes, one's own hand, the draft card and a row for each player. Every piece
is taken from a table by what it shows, so one that did not change is the same object in the next scene; and every pane
is kept by the fields of the view that it is made from, so watchers share all but their hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from triangulum.core.wording import counted
from triangulum.games.tri_star_racers.box import LETTERS, PERMUTATIONS, POWERS
from triangulum.games.tri_star_racers.desk import (
    draft_pane,
    hand_key,
    hand_pane,
    players_pane,
    rows_high,
    slot_key,
)
from triangulum.games.tri_star_racers.drawings import KIT, WIDE
from triangulum.games.tri_star_racers.frame import EDGE_NAMES, Place, angle_of, between
from triangulum.games.tri_star_racers.lanes import SHIP_KEYS, lanes_pane
from triangulum.games.tri_star_racers.lanes import drawings as lane_drawings
from triangulum.games.tri_star_racers.tiles import link, listed, spoken, symbol_of
from triangulum.games.tri_star_racers.views import LANES, Match, Played, RacersView, Tile
from triangulum.scene import Drawing, Pane, Piece, Rect, Scene
from triangulum.scene.steps import Cycle, Pick, Step

SEATS: Final = 5

LAST_LAYER, LINK_LAYER, CRYSTAL_LAYER, SIGN_LAYER = range(1, 5)

PANEL: Final = 152.0
"""How far from the side of the board's pane the middle of what stands in its upper corners is."""
ROUND_Y, FLAG_Y, PLATE_Y, DOING_Y, TROPHY_Y, RESULT_Y = 44.0, 92.0, 158.0, 222.0, 190.0, 322.0
CAPTION_Y, GAIN_Y, CHIPS_Y = 34.0, 82.0, 206.0
CHIP_STEP, CHIPS_IN_A_ROW = 94.0, 3


# ------------------------------------------------------------------------------------------------ scene and steps


def scene(view: RacersView) -> Scene:
    """Return the picture of a view: the board, the lanes, the hand, the draft card and the players."""
    pieces = pieces_of(view.outline, view.team_spaces, len(view.ships), view.finish)
    active = view.turn_of if view.phase != "over" else None
    status = Status(
        view.phase,
        active,
        active is not None and active == view.seat,
        view.round,
        view.last_round,
        view.powers,
        len(view.waiting),
        view.token,
        view.winners,
    )
    panes = [
        board_pane(pieces, view.edges, view.edge_sections, view.board, view.played, status),
        lanes_pane(view.ships, view.frozen, view.bursts, view.winners),
        draft_pane(view.slots, view.order, view.done, view.bag, view.discarded),
        players_pane(view.seat, view.hands, view.ships, active, view.winners),
    ]
    if view.seat is not None:
        panes.insert(2, hand_pane(view.hands[view.seat]))
    return Scene(pieces.kit, tuple(panes), sentence(view))


def steps(view: RacersView, action: int) -> tuple[Step, ...]:
    """Return what the mover touches.

    A tile of the hand, a space, and that again until the tile lies as wanted; or a power, a ship or a slot.
    """
    placements = len(view.faces) * len(view.board) * len(PERMUTATIONS)
    if action < placements:
        return placing(view, action)
    action -= placements
    if action < len(POWERS):
        return (Pick(power_key(POWERS[action])),)
    action -= len(POWERS)
    if action < SEATS:
        assert view.freezing is not None
        return (Pick(SHIP_KEYS[action][view.freezing]),)
    action -= SEATS
    if action < len(LANES):
        return (Pick(SHIP_KEYS[view.to_move][action]),)
    return (Pick(slot_key(action - len(LANES))),)


def placing(view: RacersView, action: int) -> tuple[Step, ...]:
    """Return the steps of playing a tile; one whose sections are all alike need not be turned."""
    where, arrangement = divmod(action, len(PERMUTATIONS))
    face, space = divmod(where, len(view.board))
    tile = view.faces[face]
    hand = view.hands[view.to_move]
    key, target = hand_key(hand.index(tile)), f"space-{place_of(view.outline).name(space)}"
    if len(set(tile)) == 1:
        return Pick(key), Pick(target)
    lying = [tile[section] for section in PERMUTATIONS[arrangement]]
    way = " ".join(lying[corner] for corner in place_of(view.outline).clockwise(space))
    return Pick(key), Pick(target), Cycle(target, way)


# ---------------------------------------------------------------------------------------------------------- words


DOING: Final = {
    "setup": "sets up",
    "play": "plays a tile",
    "power": "chooses a power",
    "freeze": "freezes a ship",
    "burst": "has a starburst",
    "draft": "drafts a tile",
    "boost": "has a boost",
    "draw": "draws two tiles",
    "refill": "has drafted",
}
"""What the one whose turn it is does, by phase."""


def doing(phase: str, token: str) -> str:
    """Return what the one whose turn it is does."""
    return f"moves a ship by {token[1:]}" if token else DOING[phase]


def plain(words: str) -> str:
    """Return what somebody does as it is said to themselves: "has a boost" is "have a boost"."""
    verb, _, rest = words.partition(" ")
    return f"{'have' if verb == 'has' else verb.removesuffix('s')} {rest}"


def sentence(view: RacersView) -> str:
    """Return the situation for the ear."""
    if view.phase == "over":
        if not view.winners:
            return "Tri-Star Racers: the race is over."
        rear = min(view.ships[view.winners[0]])
        verb, whose = ("share the win", "their") if len(view.winners) > 1 else ("wins", "its")
        return f"Tri-Star Racers: {named(view.winners)} {verb}, {whose} rearmost ship on {rear}."
    if view.turn_of is None:
        return "Tri-Star Racers: the race is being set up."
    last = ", the last" * view.last_round
    return f"Tri-Star Racers, round {view.round}{last}: seat {view.turn_of} {doing(view.phase, view.token)}."


def named(seats: tuple[int, ...]) -> str:
    """Return seats as a sentence has them."""
    if len(seats) == 1:
        return f"seat {seats[0]}"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def power_key(power: str) -> str:
    """Return the key of a power that waits to be resolved."""
    return f"power-{power}"


# ------------------------------------------------------------------------------------------------------ the board


class Pieces:
    """The kit of one setup, and all pieces that can lie on its board, each made once."""

    def __init__(self, place: Place, team_spaces: tuple[int, ...], players: int, finish: int) -> None:
        self.place = place
        self.team_spaces = team_spaces
        rows = Drawing((Rect(0, 0, WIDE, rows_high(players), 16, fill="desk", stroke="line"),))
        self.kit = KIT.adding(
            {
                "board": place.board(),
                "link": link(place.link_length),
                "edge-link": link(place.edge_link_length),
                "rows": rows,
                **dict(lane_drawings(players, finish)),
            }
        )
        self.empty = [self.space(space) for space in range(len(place.middles))]
        self.lying: dict[tuple[int, Tile], tuple[Piece, ...]] = {}

    def space(self, space: int) -> Piece:
        """Return an empty space."""
        name, team = self.place.name(space), space in self.team_spaces
        symbol = f"space-{self.place.points(space)}{'-team' * team}"
        title = f"{name}, empty{', with a Team Boost' * team}"
        return Piece(f"space-{name}", symbol, *self.place.middles[space], label=name, title=title)

    def tile(self, space: int, tile: Tile) -> tuple[Piece, ...]:
        """Return a tile with its crystals; the tile has the key of its space."""
        found = self.lying.get((space, tile))
        if found is None:
            found = self.lying[space, tile] = tuple(self.new_tile(space, tile))
        return found

    def new_tile(self, space: int, tile: Tile) -> Iterator[Piece]:
        """Yield a tile that is not in the table yet, and its crystals."""
        name = self.place.name(space)
        title = f"{name}: {listed([tile[corner] for corner in self.place.clockwise(space)])}"
        yield Piece(f"space-{name}", f"tile-{self.place.points(space)}", *self.place.middles[space], title=title)
        for corner, section in enumerate(tile):
            x, y = self.place.crystals[space][corner]
            key, spoke = f"crystal-{name}-{corner}", f"{spoken(section)} on {name}"
            yield Piece(key, symbol_of(section), x, y, 0.0, 1.0, CRYSTAL_LAYER, (), "", spoke)

    def edge(self, edge: int, name: str, sections: tuple[str, ...]) -> Iterator[Piece]:
        """Yield the signs on one edge of the frame, and its name at its end."""
        side = EDGE_NAMES[edge]
        for at, (section, place) in enumerate(zip(sections, self.place.sections[edge], strict=False)):
            scale = 1.0 if section in POWERS else 1.18
            title = f"{side} edge {name}, section {at + 1}: {spoken(section)}"
            yield Piece(f"edge-{side}-{at}", symbol_of(section), *place, 0.0, scale, CRYSTAL_LAYER, (), "", title)

    def match(self, at: int, space: int, match: Match) -> Piece:
        """Return the light on two sections that match."""
        start = self.place.crystals[space][match.corner]
        if match.edge is not None:
            symbol, end = "edge-link", self.place.sections[match.edge][match.other]
            title = f"matches section {match.other + 1} of the {EDGE_NAMES[match.edge]} edge"
        else:
            assert match.space is not None
            symbol, end = "link", self.place.crystals[match.space][match.other]
            title = f"matches {self.place.name(match.space)}"
        x, y = between(start, end)
        return Piece(f"match-{at}", symbol, x, y, angle_of(start, end), 1.0, LINK_LAYER, (), "", title)


@lru_cache(maxsize=64)
def place_of(outline: tuple[str, ...]) -> Place:
    """Return where things lie on a board."""
    return Place(outline)


@lru_cache(maxsize=64)
def pieces_of(outline: tuple[str, ...], team_spaces: tuple[int, ...], players: int, finish: int) -> Pieces:
    """Return the pieces of a setup."""
    return Pieces(place_of(outline), team_spaces, players, finish)


class Status(NamedTuple):
    """What stands in the upper corners of the board's pane."""

    phase: str
    active: int | None
    """Whose turn it is."""
    own: bool
    """Whether that is who looks."""
    round: int
    last_round: bool
    powers: tuple[str, ...]
    waiting: int
    token: str
    winners: tuple[int, ...]


@lru_cache(maxsize=1024)
def board_pane(
    pieces: Pieces,
    edges: tuple[str, ...],
    edge_sections: tuple[tuple[str, ...], ...],
    board: tuple[Tile | None, ...],
    played: Played | None,
    status: Status,
) -> Pane:
    """Return the board and what stands in the corners above it."""
    drawn = (
        *edge_pieces(pieces, edges, edge_sections),
        *ground_pieces(pieces, board),
        *played_pieces(pieces, played),
        *status_pieces(pieces.place.frame.wide, status),
    )
    return Pane("board", pieces.place.frame, drawn, ("board",), None, "The board")


@lru_cache(maxsize=1024)
def ground_pieces(pieces: Pieces, board: tuple[Tile | None, ...]) -> tuple[Piece, ...]:
    """Return the spaces with their tiles."""
    found: list[Piece] = []
    for space, tile in enumerate(board):
        if tile is None:
            found.append(pieces.empty[space])
        else:
            found += pieces.tile(space, tile)
    return tuple(found)


@lru_cache(maxsize=256)
def edge_pieces(
    pieces: Pieces, edges: tuple[str, ...], edge_sections: tuple[tuple[str, ...], ...]
) -> tuple[Piece, ...]:
    """Return the signs on the frame, as far as its edges are drawn."""
    drawn = enumerate(zip(edges, edge_sections, strict=True))
    return tuple(piece for edge, (name, sections) in drawn for piece in pieces.edge(edge, name, sections))


@lru_cache(maxsize=1024)
def played_pieces(pieces: Pieces, played: Played | None) -> tuple[Piece, ...]:
    """Return the line around the tile that was played last, lights on what it matches, and what it has brought."""
    if played is None:
        return ()
    place, space = pieces.place, played.space
    last = Piece(
        "last",
        f"last-{place.points(space)}",
        *place.middles[space],
        layer=LAST_LAYER,
        title=f"the last tile, played by seat {played.seat}",
    )
    links = [pieces.match(at, space, match) for at, match in enumerate(played.matches)]
    return last, *links, *gain_pieces(place.frame.wide - PANEL, played, place.name(space))


def gain_pieces(middle: float, played: Played, name: str) -> Iterator[Piece]:
    """Yield how far the last tile moves each ship."""
    gains = [(lane, pips) for lane, pips in enumerate(played.pips) if pips]
    words = f"Seat {played.seat} on {name}"
    yield sign("gains", "caption", middle, CAPTION_Y, words, f"the last tile: {words}")
    if not gains:
        yield sign("gain-none", "doing", middle, GAIN_Y, "no pips", "it brings no pips")
    for at, (lane, pips) in enumerate(gains):
        x = middle + CHIP_STEP * (at - (len(gains) - 1) / 2)
        title = f"it brings {counted(pips, 'pip')} for the {LANES[lane]} ship"
        symbol = f"gain-{LETTERS[lane].lower()}"
        yield sign(f"gain-{LANES[lane]}", symbol, x, GAIN_Y, f"+{pips}", title, 1.3)


# ---------------------------------------------------------------------------------------- in the upper corners


@lru_cache(maxsize=2048)
def status_pieces(wide: float, status: Status) -> tuple[Piece, ...]:
    """Return whose turn it is and what they do, and what they have still to resolve."""
    if status.phase == "over":
        return tuple(over_pieces(status.winners, status.round))
    chips = (
        *power_chips(status.powers, status.phase == "power"),
        *waiting_chips(status.waiting),
        *token_chips(status.token),
    )
    return (
        *turn_pieces(status),
        *[chip_placed(chip, at, len(chips), wide - PANEL) for at, chip in enumerate(chips)],
    )


def turn_pieces(status: Status) -> Iterator[Piece]:
    """Yield the round, and whose turn it is; always in the same row, so that it is quickly compared."""
    if status.active is None:
        yield sign("round", "round", PANEL, ROUND_Y, "Set-up", "the race is being set up")
        return
    seat, words = status.active, doing(status.phase, status.token)
    title = f"seat {seat} {words}"
    yield sign("round", "round", PANEL, ROUND_Y, f"Round {status.round}", f"round {status.round}")
    yield sign("turn", f"badge-{seat}", PANEL - 82, PLATE_Y, str(seat), title)
    yield sign("plate", "plate", PANEL + 64, PLATE_Y, "Your turn" if status.own else f"Seat {seat}", title)
    yield sign("doing", "doing", PANEL, DOING_Y, plain(words) if status.own else words, title)
    if status.last_round:
        title = "somebody has all ships beyond the line: this is the last round"
        yield sign("flag", "flag", PANEL, FLAG_Y, "last round", title)


def sign(key: str, symbol: str, x: float, y: float, label: str, title: str, scale: float = 1.0) -> Piece:
    """Return something that stands above the board."""
    return Piece(key, symbol, x, y, 0.0, scale, SIGN_LAYER, (), label, title)


def over_pieces(winners: tuple[int, ...], last_round: int) -> Iterator[Piece]:
    """Yield who has won."""
    title = f"won by {named(winners)}" if winners else "nobody has won"
    yield sign("round", "round", PANEL, ROUND_Y, "Race over", f"the race is over after round {last_round}")
    yield sign("trophy", "trophy", PANEL, TROPHY_Y, "", title)
    for at, seat in enumerate(winners):
        x = PANEL + 46.0 * (at - (len(winners) - 1) / 2)
        scale = 1.3 if len(winners) == 1 else 0.8
        yield sign(f"won-{seat}", f"badge-{seat}", x, TROPHY_Y, str(seat), f"seat {seat} has won", scale)
    words = "shared win" if len(winners) > 1 else f"Seat {winners[0]} wins!" if winners else "nobody wins"
    yield sign("doing", "plate", PANEL, RESULT_Y, words, title, 0.9)


Chip = tuple[str, str, tuple[str, ...], str, str, float]
"""Key, symbol, marks, label, title and scale of what waits to be resolved."""


def power_chips(powers: tuple[str, ...], asked: bool) -> Iterator[Chip]:
    """Yield the powers that wait, one for each kind."""
    for power in dict.fromkeys(powers):
        many = powers.count(power)
        title = f"{spoken(power)} to resolve{f', {many} times' * (many > 1)}"
        label = f"×{many}" if many > 1 else ""
        yield power_key(power), f"power-{power.lower()}", ("glow",) * asked, label, title, 1.5


def waiting_chips(waiting: int) -> Iterator[Chip]:
    """Yield the starbursts that wait."""
    for at in range(waiting):
        yield f"waiting-{at}", "burst", (), "", "a starburst that was collected, to be turned up", 1.5


def token_chips(token: str) -> Iterator[Chip]:
    """Yield the wild starburst or boost for which a ship is being chosen."""
    if token:
        yield "token", "token", ("glow",), f"+{token[1:]}", f"moves any ship by {token[1:]}", 2.0


def chip_placed(chip: Chip, at: int, count: int, middle: float) -> Piece:
    """Return something that waits, in its place in the row."""
    key, symbol, marks, label, title, scale = chip
    row, column = divmod(at, CHIPS_IN_A_ROW)
    in_row = min(CHIPS_IN_A_ROW, count - row * CHIPS_IN_A_ROW)
    x = middle + CHIP_STEP * (column - (in_row - 1) / 2)
    return Piece(key, symbol, x, CHIPS_Y + row * 84.0, 0.0, scale, SIGN_LAYER, marks, label, title)
