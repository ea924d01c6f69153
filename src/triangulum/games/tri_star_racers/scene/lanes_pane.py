# compiled by mypyc
"""The three lanes of Tri-Star Racers: tracks without an end, the ships of all seats, and starbursts.

Within a lane every seat has a row of its own, so that ships close together never cover each other and can be larger
than the spaces are wide. The tip of a ship is in the space on which it stands, and the number of that space follows
it. The first forty spaces are drawn once. When somebody flies on, the track is extended by ten spaces at a time and the
pane grows with it, so nothing else changes its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from triangulum.games.tri_star_racers.messages import message
from triangulum.games.tri_star_racers.scene.tile_drawings import crystal_drawing, snowflake_shapes, wild_crystal_shapes
from triangulum.games.tri_star_racers.views import LANES, Burst
from triangulum.scene import (
    Circle,
    Drawing,
    Frame,
    Group,
    Line,
    Pane,
    Path,
    Piece,
    Polygon,
    Rect,
    Shape,
    Spot,
    Text,
    rounded_path,
    star_points,
)
from triangulum.text import SeatName

SEATS: Final = range(5)
SPACE_WIDTH: Final = 20.8
START_X: Final = 150.0
"""Where the tips of the ships in the Starting Zone are."""
MIN_SPACES, EXTENSION_SPACES = 40, 10
"""How many spaces are always shown, and by how many the track is extended at a time."""
PANE_WIDTH: Final = 1000.0
RULER_HEIGHT, LANE_GAP = 30.0, 10.0
"""How high the ruler of a lane is, and how much is between lanes."""
ROW_HEIGHTS: Final = {2: 58.0, 3: 50.0, 4: 46.0, 5: 44.0}
"""How high the row of one seat is, by the number of players."""
SHIP_LENGTH: Final = 60.0
"""How long a ship is."""
HULL_COLOURS: Final = ("ivory", "leaf", "lemon", "violet", "coal")
NUMBER_BEHIND: Final = 50.0
"""How far behind the middle of a ship the number of its space is."""

SHIP_KEYS: Final = tuple(tuple(f"ship-{seat}-{lane}" for lane in LANES) for seat in SEATS)
NUMBER_KEYS: Final = tuple(tuple(f"at-{seat}-{lane}" for lane in LANES) for seat in SEATS)
GROUND_LAYER, BURST_LAYER, SHIP_LAYER = range(3)


# ------------------------------------------------------------------------------------------------------- places


def space_x(space: int) -> float:
    """Return the x of the middle of a space."""
    return round(START_X + SPACE_WIDTH * space, 1)


def row_height(num_players: int) -> float:
    """Return how high the row of one seat is."""
    return ROW_HEIGHTS.get(num_players, ROW_HEIGHTS[5])


def lane_top(lane: int, num_players: int) -> float:
    """Return the y where the rows of a lane begin, below its ruler."""
    return LANE_GAP + lane * (RULER_HEIGHT + num_players * row_height(num_players) + LANE_GAP) + RULER_HEIGHT


def row_y(lane: int, seat: int, num_players: int) -> float:
    """Return the y of the middle of a seat's row in a lane."""
    return lane_top(lane, num_players) + (seat + 0.5) * row_height(num_players)


def pane_height(num_players: int) -> float:
    """Return how high the pane is."""
    return lane_top(3, num_players) - RULER_HEIGHT


# ------------------------------------------------------------------------------------------------------- drawings


def hull_shapes(seat: int) -> tuple[Shape, ...]:
    """Return a ship that flies to the right; each seat's has a shape of its own."""
    paint = HULL_COLOURS[seat]
    line, engine = "hull-line", Rect(-31, -7, 7, 14, 2, fill="accent")
    if seat == 0:
        outline = rounded_path(((30, 0), (-30, -20), (-21, 0), (-30, 20)), 3.0)
        return (Path(outline, fill=paint, stroke=line, width=2.4),)
    if seat == 1:
        outline = "M30 0C22 -13 10 -18 -4 -18C-20 -18 -29 -11 -29 0C-29 11 -20 18 -4 18C10 18 22 13 30 0Z"
        return (Path(outline, fill=paint, stroke=line, width=2.4),)
    if seat == 2:
        fins = "M-10 -12L-28 -20V20L-10 12Z"
        body = "M-24 -12H6C18 -12 26 -6 30 0C26 6 18 12 6 12H-24Z"
        return engine, Path(fins, fill=paint, stroke=line, width=2.4), Path(body, fill=paint, stroke=line, width=2.4)
    if seat == 3:
        outline = rounded_path(((30, 0), (15, -17), (-28, -17), (-28, 17), (15, 17)), 2.5)
        return engine, Path(outline, fill=paint, stroke=line, width=2.4)
    outline = rounded_path(
        ((30, -18), (-12, -18), (-30, -7), (-30, 7), (-12, 18), (30, 18), (12, 8), (19, 0), (12, -8)), 2.5
    )
    return (Path(outline, fill=paint, stroke=line, width=2.4),)


NUMERAL_X: Final[tuple[float, ...]] = (-8.0, -4.0, -3.0, -5.0, -8.0)


def numeral_spot(seat: int) -> Spot:
    """Return where a ship bears its seat's number."""
    return Spot(x=NUMERAL_X[seat], size=24.0 if seat else 22.0, fill=f"{HULL_COLOURS[seat]}-ink")


def ship_numeral(seat: int) -> str:
    """Return the number on a seat's ships, counted from 1."""
    return str(seat + 1)


def ship_drawing(seat: int, is_frozen: bool) -> Drawing:
    """Return a ship, in a block of ice if it is frozen; around it is room for a finger."""
    shapes: tuple[Shape, ...] = (Rect(-32, -21, 64, 42, fill="ivory", opacity=0.0), *hull_shapes(seat))
    if is_frozen:
        shapes += ice_shapes()
    return Drawing(shapes, numeral_spot(seat))


def ice_shapes() -> tuple[Shape, ...]:
    """Return a block of ice with a snowflake on its corner."""
    block = rounded_path(((-35, -14), (-27, -21), (29, -21), (35, -15), (35, 15), (28, 21), (-29, 21), (-35, 13)), 2.0)
    return (
        Path(block, fill="ice", opacity=0.45),
        Path(block, stroke="ice-line", width=3.0),
        Path("M-27 -21L-22 -12L-35 -14M35 15L24 10L28 21M-8 -21L-16 -9M6 21L14 12", stroke="ice-line", width=1.8),
        Circle(31, -15, 13, fill="ice-line"),
        Group(snowflake_shapes("paper", 9.0, 2.4), 31, -15),
    )


def badge_drawing(seat: int) -> Drawing:
    """Return a ship on a round ground: the sign of a seat."""
    ground = Circle(0, 0, 40, fill="badge", stroke="hull-line", width=2.0)
    return Drawing((ground, *hull_shapes(seat)), numeral_spot(seat))


def burst_drawing() -> Drawing:
    """Return a starburst, face down."""
    outer, inner = star_points(10, 21.0, 13.0), star_points(10, 15.5, 9.5)
    return Drawing(
        (
            Polygon(outer, fill="gold", stroke="night", width=1.6),
            Polygon(inner, fill="night"),
            Text("?", 0, 0, 15, bold=True, fill="gold"),
        ),
        Spot(y=0, size=15, fill="gold"),
    )


def token_drawing() -> Drawing:
    """Return a starburst or boost that is turned up: how far it moves a ship is its label."""
    return Drawing(
        (
            Polygon(star_points(10, 21.0, 14.0), fill="gold", stroke="night", width=1.6),
            Circle(0, 0, 12.5, fill="night"),
        ),
        Spot(size=13, fill="gold"),
    )


def coloured_token_drawing(letter: str) -> Drawing:
    """Return a starburst that is turned up, with the crystal of its colour or a wild one; how far it moves is below."""
    shapes = wild_crystal_shapes() if letter == "W" else crystal_drawing(letter, 0).shapes
    return Drawing(
        (
            Polygon(star_points(10, 24.0, 17.0), fill="gold", stroke="night", width=1.6),
            Group(shapes, 0, 0, 0.0, 0.62),
        ),
        Spot(y=31, size=17, fill="sky-name"),
    )


def lanes_drawing(num_players: int, finish_space: int) -> Drawing:
    """Return the lanes as far as they are always to be seen."""
    shapes: list[Shape] = [Rect(0, 0, PANE_WIDTH, pane_height(num_players), 16, fill="desk", stroke="line")]
    for lane in range(3):
        shapes += lane_shapes(lane, num_players, finish_space)
    return Drawing(tuple(shapes))


def lane_shapes(lane: int, num_players: int, finish_space: int) -> Iterator[Shape]:
    """Yield one lane: its colour with its crystal, the Starting Zone, spaces and the finish line."""
    name, top, height = LANES[lane], lane_top(lane, num_players), num_players * row_height(num_players)
    end = space_x(MIN_SPACES) + SPACE_WIDTH / 2
    zone = START_X + SPACE_WIDTH / 2
    yield Rect(8, top, end - 8, height, 10, fill=f"lane-{name}")
    yield Rect(8, top, zone - 8, height, 10, fill=f"zone-{name}")
    yield Group(crystal_drawing(name[0].upper(), 0).shapes, 32, round(top + height / 2, 1), 0.0, 1.15)
    yield from space_line_shapes(1, MIN_SPACES, top, height)
    yield from row_line_shapes(zone, end, top, height, num_players)
    for space in range(5, MIN_SPACES + 1, 5):
        yield Text(str(space), space_x(space), top - RULER_HEIGHT / 2 + 1, 22, fill="soft")
    if finish_space <= MIN_SPACES:
        yield from finish_line_shapes(round(space_x(finish_space) - SPACE_WIDTH / 2, 1), top, height)


def space_line_shapes(first_space: int, last_space: int, top: float, height: float) -> Iterator[Shape]:
    """Yield a line behind every space, a firmer one at every fifth space."""
    for space in range(first_space, last_space + 1):
        x = space_x(space)
        if space % 5 == 0:
            yield Rect(round(x - SPACE_WIDTH / 2, 1), top, SPACE_WIDTH, height, fill="fifth", opacity=0.16)
        yield Line(
            round(x - SPACE_WIDTH / 2, 1),
            top,
            round(x - SPACE_WIDTH / 2, 1),
            top + height,
            stroke="fifth",
            width=1.0,
            opacity=0.3,
        )


def row_line_shapes(start_x: float, end_x: float, top: float, height: float, num_players: int) -> Iterator[Shape]:
    """Yield the lines between the rows of the seats."""
    for row in range(1, num_players):
        y = round(top + row * height / num_players, 1)
        yield Line(start_x, y, end_x - 3, y, stroke="fifth", width=1.0, opacity=0.3, dash=4.0)


def finish_line_shapes(x: float, top: float, height: float) -> Iterator[Shape]:
    """Yield the chequered line."""
    size = 6.5
    count = int((height + 10) / size)
    yield Rect(
        x - size, top - 5, 2 * size, round(count * size, 1), fill="chequer-light", stroke="chequer-dark", width=1.4
    )
    for row in range(count):
        yield Rect(x - size * (row % 2), round(top - 5 + row * size, 2), size, size, fill="chequer-dark")


def extra_lane_spaces_drawing(num_players: int) -> Drawing:
    """Return ten more spaces of all three lanes, to be put where the lanes have ended so far."""
    wide, shapes = (
        EXTENSION_SPACES * SPACE_WIDTH,
        [Rect(-1, 0, EXTENSION_SPACES * SPACE_WIDTH + 12, pane_height(num_players), fill="desk")],
    )
    drawn: list[Shape] = list(shapes)
    shift = space_x(MIN_SPACES) + SPACE_WIDTH / 2
    for lane in range(3):
        top, height = lane_top(lane, num_players), num_players * row_height(num_players)
        drawn.append(Rect(-12, top, wide + 12, height, 10, fill=f"lane-{LANES[lane]}"))
        lines = (
            *space_line_shapes(MIN_SPACES + 1, MIN_SPACES + EXTENSION_SPACES, top, height),
            *row_line_shapes(shift - 8, shift + wide, top, height, num_players),
        )
        drawn.append(Group(lines, -shift, 0))
    return Drawing(tuple(drawn))


def list_lane_drawings(num_players: int, finish_space: int) -> Iterator[tuple[str, Drawing]]:
    """Yield the drawings that depend on the number of players and the finish."""
    yield "tracks", lanes_drawing(num_players, finish_space)
    yield "stretch", extra_lane_spaces_drawing(num_players)


def list_ship_and_burst_drawings() -> Iterator[tuple[str, Drawing]]:
    """Yield the drawings of ships and starbursts, with their names."""
    for seat in SEATS:
        yield f"ship-{seat}", ship_drawing(seat, False)
        yield f"ship-{seat}-frozen", ship_drawing(seat, True)
        yield f"badge-{seat}", badge_drawing(seat)
    yield "burst", burst_drawing()
    yield "token", token_drawing()
    for letter in "PBOW":
        yield f"token-{letter.lower()}", coloured_token_drawing(letter)
    yield "at", Drawing((), Spot(size=25, halo="paper"))
    yield "mile", Drawing((), Spot(size=22, fill="soft", bold=False))
    yield "start", Drawing((), Spot(size=22, fill="soft", bold=False, max_width=140))


# --------------------------------------------------------------------------------------------------------- pieces


@lru_cache(maxsize=1024)
def lanes_pane(
    ships: tuple[tuple[int, int, int], ...],
    frozen: tuple[tuple[bool, bool, bool], ...],
    bursts: tuple[Burst, ...],
    winners: tuple[int, ...],
) -> Pane:
    """Return the lanes, as long as they need to be."""
    num_players = len(ships)
    farthest = max(space for seat in ships for space in seat)
    num_extensions = max(0, -(-(farthest - MIN_SPACES) // EXTENSION_SPACES))
    pieces = (
        *starting_zone_label_pieces(num_players),
        *extra_lane_spaces_pieces(num_extensions, num_players),
        *[burst_piece(burst.lane, burst.space, num_players) for burst in bursts],
        *[
            piece
            for seat, (spaces, ices) in enumerate(zip(ships, frozen, strict=True))
            for lane in range(3)
            for piece in ship_pieces(seat, lane, spaces[lane], ices[lane], num_players, seat in winners)
        ],
    )
    frame = Frame(0, 0, PANE_WIDTH + num_extensions * EXTENSION_SPACES * SPACE_WIDTH, pane_height(num_players))
    return Pane("lanes", frame, pieces, ("tracks",), None, message("lanes-pane"))


@cache
def starting_zone_label_pieces(num_players: int) -> tuple[Piece, ...]:
    """Return what is written above the Starting Zones."""
    return tuple(
        Piece(
            f"start-{name}",
            "start",
            (8 + START_X + SPACE_WIDTH / 2) / 2,
            lane_top(lane, num_players) - RULER_HEIGHT / 2 + 1,
            label=message("start"),
            title=message("start.title", lane=name),
        )
        for lane, name in enumerate(LANES)
    )


@cache
def extra_lane_spaces_pieces(num_extensions: int, num_players: int) -> tuple[Piece, ...]:
    """Return ``count`` stretches of ten spaces beyond the track, with their numbers."""
    pieces = []
    for at in range(num_extensions):
        start = MIN_SPACES + at * EXTENSION_SPACES
        title = message("more-spaces", first=start + 1, last=start + EXTENSION_SPACES)
        pieces.append(Piece(f"stretch-{at}", "stretch", space_x(start) + SPACE_WIDTH / 2, 0.0, title=title))
        for lane in range(3):
            y = lane_top(lane, num_players) - RULER_HEIGHT / 2 + 1
            for space in range(start + 5, start + EXTENSION_SPACES + 1, 5):
                pieces.append(Piece(f"mile-{lane}-{space}", "mile", space_x(space), y, label=str(space)))
    return tuple(pieces)


@cache
def burst_piece(lane: int, space: int, num_players: int) -> Piece:
    """Return a starburst in the middle of its lane."""
    y = lane_top(lane, num_players) + num_players * row_height(num_players) / 2
    title = message("burst", lane=LANES[lane], space=space)
    return Piece(f"burst-{LANES[lane]}-{space}", "burst", space_x(space), y, layer=BURST_LAYER, title=title)


@lru_cache(maxsize=8192)
def ship_pieces(
    seat: int, lane: int, space: int, is_frozen: bool, num_players: int, is_winner: bool
) -> tuple[Piece, Piece]:
    """Return a ship, and the number of its space behind it."""
    x, y = space_x(space) - SHIP_LENGTH / 2, row_y(lane, seat, num_players)
    title = message("ship-in-ice" if is_frozen else "ship", owner=SeatName(seat), lane=LANES[lane], space=space)
    symbol = f"ship-{seat}{'-frozen' * is_frozen}"
    marks = ("glow",) * is_winner
    return (
        Piece(SHIP_KEYS[seat][lane], symbol, x, y, 0.0, 1.0, SHIP_LAYER, marks, ship_numeral(seat), title),
        Piece(NUMBER_KEYS[seat][lane], "at", x - NUMBER_BEHIND, y, 0.0, 1.0, SHIP_LAYER, (), str(space)),
    )
