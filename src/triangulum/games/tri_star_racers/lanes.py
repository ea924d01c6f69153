"""The three lanes of Tri-Star Racers: tracks without an end, the ships of all seats, and starbursts.

Within a lane every seat has a row of its own, so that ships close together never cover each other and can be larger
than the spaces are wide. The tip of a ship is in the space on which it stands, and the number of that space follows
it. The first forty spaces are drawn once; when somebody flies on, stretches of ten are laid on and the pane grows with
them, so nothing else changes its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from triangulum.games.tri_star_racers.tiles import crystal, snowflake
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
    rounded,
    star,
)

SEATS: Final = range(5)
STEP: Final = 20.8
START: Final = 150.0
"""Where the tips of the ships in the Starting Zone are."""
SPACES, STRETCH = 40, 10
"""How many spaces are always to be seen, and how many are laid on at a time."""
WIDE: Final = 1000.0
HEAD, GAP = 30.0, 10.0
"""How high the ruler of a lane is, and how much is between lanes."""
PITCHES: Final = {2: 58.0, 3: 50.0, 4: 46.0, 5: 44.0}
"""How high the row of one seat is, by the number of players."""
LONG: Final = 60.0
"""How long a ship is."""
HULL_COLOURS: Final = ("ivory", "leaf", "lemon", "violet", "coal")
NUMBER_BEHIND: Final = 50.0
"""How far behind the middle of a ship the number of its space is."""

SHIP_KEYS: Final = tuple(tuple(f"ship-{seat}-{lane}" for lane in LANES) for seat in SEATS)
NUMBER_KEYS: Final = tuple(tuple(f"at-{seat}-{lane}" for lane in LANES) for seat in SEATS)
GROUND_LAYER, BURST_LAYER, SHIP_LAYER = range(3)


# ------------------------------------------------------------------------------------------------------- places


def x_of(space: int) -> float:
    """Return where the middle of a space is."""
    return round(START + STEP * space, 1)


def row_height(players: int) -> float:
    """Return how high the row of one seat is."""
    return PITCHES.get(players, PITCHES[5])


def top_of(lane: int, players: int) -> float:
    """Return where the rows of a lane begin, below its ruler."""
    return GAP + lane * (HEAD + players * row_height(players) + GAP) + HEAD


def row_of(lane: int, seat: int, players: int) -> float:
    """Return the middle of a seat's row in a lane."""
    return top_of(lane, players) + (seat + 0.5) * row_height(players)


def height(players: int) -> float:
    """Return how high the pane is."""
    return top_of(3, players) - HEAD


# ------------------------------------------------------------------------------------------------------- drawings


def hull(seat: int) -> tuple[Shape, ...]:
    """Return a ship that flies to the right; each seat's has a shape of its own."""
    paint = HULL_COLOURS[seat]
    line, engine = "hull-line", Rect(-31, -7, 7, 14, 2, fill="accent")
    if seat == 0:
        outline = rounded(((30, 0), (-30, -20), (-21, 0), (-30, 20)), 3.0)
        return (Path(outline, fill=paint, stroke=line, width=2.4),)
    if seat == 1:
        outline = "M30 0C22 -13 10 -18 -4 -18C-20 -18 -29 -11 -29 0C-29 11 -20 18 -4 18C10 18 22 13 30 0Z"
        return (Path(outline, fill=paint, stroke=line, width=2.4),)
    if seat == 2:
        fins = "M-10 -12L-28 -20V20L-10 12Z"
        body = "M-24 -12H6C18 -12 26 -6 30 0C26 6 18 12 6 12H-24Z"
        return engine, Path(fins, fill=paint, stroke=line, width=2.4), Path(body, fill=paint, stroke=line, width=2.4)
    if seat == 3:
        outline = rounded(((30, 0), (15, -17), (-28, -17), (-28, 17), (15, 17)), 2.5)
        return engine, Path(outline, fill=paint, stroke=line, width=2.4)
    outline = rounded(
        ((30, -18), (-12, -18), (-30, -7), (-30, 7), (-12, 18), (30, 18), (12, 8), (19, 0), (12, -8)), 2.5
    )
    return (Path(outline, fill=paint, stroke=line, width=2.4),)


NUMERAL_X: Final = (-8.0, -4.0, -3.0, -5.0, -8.0)


def numeral_spot(seat: int) -> Spot:
    """Return where a ship bears its seat's number."""
    return Spot(x=NUMERAL_X[seat], size=24.0 if seat else 22.0, fill=f"{HULL_COLOURS[seat]}-ink")


def ship(seat: int, frozen: bool) -> Drawing:
    """Return a ship, in a block of ice if it is frozen; around it is room for a finger."""
    shapes: tuple[Shape, ...] = (Rect(-32, -21, 64, 42, fill="ivory", opacity=0.0), *hull(seat))
    if frozen:
        shapes += ice()
    return Drawing(shapes, numeral_spot(seat))


def ice() -> tuple[Shape, ...]:
    """Return a block of ice with a snowflake on its corner."""
    block = rounded(((-35, -14), (-27, -21), (29, -21), (35, -15), (35, 15), (28, 21), (-29, 21), (-35, 13)), 2.0)
    return (
        Path(block, fill="ice", opacity=0.45),
        Path(block, stroke="ice-line", width=3.0),
        Path("M-27 -21L-22 -12L-35 -14M35 15L24 10L28 21M-8 -21L-16 -9M6 21L14 12", stroke="ice-line", width=1.8),
        Circle(31, -15, 13, fill="ice-line"),
        Group(snowflake("paper", 9.0, 2.4), 31, -15),
    )


def badge(seat: int) -> Drawing:
    """Return a ship on a round ground: the sign of a seat."""
    ground = Circle(0, 0, 40, fill="badge", stroke="hull-line", width=2.0)
    return Drawing((ground, *hull(seat)), numeral_spot(seat))


def burst() -> Drawing:
    """Return a starburst, face down."""
    outer, inner = star(10, 21.0, 13.0), star(10, 15.5, 9.5)
    return Drawing(
        (
            Polygon(outer, fill="gold", stroke="night", width=1.6),
            Polygon(inner, fill="night"),
            Text("?", 0, 0, 15, bold=True, fill="gold"),
        ),
        Spot(y=0, size=15, fill="gold"),
    )


def token() -> Drawing:
    """Return a starburst or boost that is turned up: how far it moves a ship is its label."""
    return Drawing(
        (
            Polygon(star(10, 21.0, 14.0), fill="gold", stroke="night", width=1.6),
            Circle(0, 0, 12.5, fill="night"),
        ),
        Spot(size=13, fill="gold"),
    )


def tracks(players: int, finish: int) -> Drawing:
    """Return the lanes as far as they are always to be seen."""
    shapes: list[Shape] = [Rect(0, 0, WIDE, height(players), 16, fill="desk", stroke="line")]
    for lane in range(3):
        shapes += lane_shapes(lane, players, finish)
    return Drawing(tuple(shapes))


def lane_shapes(lane: int, players: int, finish: int) -> Iterator[Shape]:
    """Yield one lane: its colour with its crystal, the Starting Zone, spaces and the finish line."""
    name, top, high = LANES[lane], top_of(lane, players), players * row_height(players)
    end = x_of(SPACES) + STEP / 2
    zone = START + STEP / 2
    yield Rect(8, top, end - 8, high, 10, fill=f"lane-{name}")
    yield Rect(8, top, zone - 8, high, 10, fill=f"zone-{name}")
    yield Group(crystal(name[0].upper(), 0).shapes, 32, round(top + high / 2, 1), 0.0, 1.15)
    yield from space_lines(1, SPACES, top, high)
    yield from row_lines(zone, end, top, high, players)
    for space in range(5, SPACES + 1, 5):
        yield Text(str(space), x_of(space), top - HEAD / 2 + 1, 22, fill="soft")
    yield Text("Start", (8 + zone) / 2 + 26, top - HEAD / 2 + 1, 22, fill="soft")
    if finish <= SPACES:
        yield from finish_line(round(x_of(finish) - STEP / 2, 1), top, high)


def space_lines(first: int, last: int, top: float, high: float) -> Iterator[Shape]:
    """Yield a line behind every space, a firmer one at every fifth space."""
    for space in range(first, last + 1):
        x = x_of(space)
        if space % 5 == 0:
            yield Rect(round(x - STEP / 2, 1), top, STEP, high, fill="fifth", opacity=0.16)
        yield Line(
            round(x - STEP / 2, 1), top, round(x - STEP / 2, 1), top + high, stroke="fifth", width=1.0, opacity=0.3
        )


def row_lines(start: float, end: float, top: float, high: float, players: int) -> Iterator[Shape]:
    """Yield the lines between the rows of the seats."""
    for row in range(1, players):
        y = round(top + row * high / players, 1)
        yield Line(start, y, end - 3, y, stroke="fifth", width=1.0, opacity=0.3, dash=4.0)


def finish_line(x: float, top: float, high: float) -> Iterator[Shape]:
    """Yield the chequered line."""
    size = 6.5
    count = int((high + 10) / size)
    yield Rect(
        x - size, top - 5, 2 * size, round(count * size, 1), fill="chequer-light", stroke="chequer-dark", width=1.4
    )
    for row in range(count):
        yield Rect(x - size * (row % 2), round(top - 5 + row * size, 2), size, size, fill="chequer-dark")


def stretch(players: int) -> Drawing:
    """Return what is laid on to all three lanes: ten spaces, from where the last ended."""
    wide, shapes = STRETCH * STEP, [Rect(-1, 0, STRETCH * STEP + 12, height(players), fill="desk")]
    drawn: list[Shape] = list(shapes)
    shift = x_of(SPACES) + STEP / 2
    for lane in range(3):
        top, high = top_of(lane, players), players * row_height(players)
        drawn.append(Rect(-12, top, wide + 12, high, 10, fill=f"lane-{LANES[lane]}"))
        lines = (
            *space_lines(SPACES + 1, SPACES + STRETCH, top, high),
            *row_lines(shift - 8, shift + wide, top, high, players),
        )
        drawn.append(Group(lines, -shift, 0))
    return Drawing(tuple(drawn))


def drawings(players: int, finish: int) -> Iterator[tuple[str, Drawing]]:
    """Yield the drawings that depend on how many race, and where to."""
    yield "tracks", tracks(players, finish)
    yield "stretch", stretch(players)


def fleet() -> Iterator[tuple[str, Drawing]]:
    """Yield the drawings of ships and starbursts, with their names."""
    for seat in SEATS:
        yield f"ship-{seat}", ship(seat, False)
        yield f"ship-{seat}-frozen", ship(seat, True)
        yield f"badge-{seat}", badge(seat)
    yield "burst", burst()
    yield "token", token()
    yield "at", Drawing((), Spot(size=25, halo="paper"))
    yield "mile", Drawing((), Spot(size=22, fill="soft", bold=False))


# --------------------------------------------------------------------------------------------------------- pieces


@lru_cache(maxsize=1024)
def lanes_pane(
    ships: tuple[tuple[int, int, int], ...],
    frozen: tuple[tuple[bool, bool, bool], ...],
    bursts: tuple[Burst, ...],
    winners: tuple[int, ...],
) -> Pane:
    """Return the lanes, as long as they need to be."""
    players = len(ships)
    farthest = max(space for seat in ships for space in seat)
    more = max(0, -(-(farthest - SPACES) // STRETCH))
    pieces = (
        *stretches(more, players),
        *[burst_piece(burst.lane, burst.space, players) for burst in bursts],
        *[
            piece
            for seat, (spaces, ices) in enumerate(zip(ships, frozen, strict=True))
            for lane in range(3)
            for piece in ship_pieces(seat, lane, spaces[lane], ices[lane], players, seat in winners)
        ],
    )
    frame = Frame(0, 0, WIDE + more * STRETCH * STEP, height(players))
    return Pane("lanes", frame, pieces, ("tracks",), None, "The race lanes")


@cache
def stretches(more: int, players: int) -> tuple[Piece, ...]:
    """Return so many stretches of ten spaces beyond the track, with their numbers."""
    found = []
    for at in range(more):
        start = SPACES + at * STRETCH
        title = f"spaces {start + 1} to {start + STRETCH}"
        found.append(Piece(f"stretch-{at}", "stretch", x_of(start) + STEP / 2, 0.0, title=title))
        for lane in range(3):
            y = top_of(lane, players) - HEAD / 2 + 1
            for space in range(start + 5, start + STRETCH + 1, 5):
                found.append(Piece(f"mile-{lane}-{space}", "mile", x_of(space), y, label=str(space)))
    return tuple(found)


@cache
def burst_piece(lane: int, space: int, players: int) -> Piece:
    """Return a starburst in the middle of its lane."""
    y = top_of(lane, players) + players * row_height(players) / 2
    title = f"starburst face down on {LANES[lane]} {space}"
    return Piece(f"burst-{LANES[lane]}-{space}", "burst", x_of(space), y, layer=BURST_LAYER, title=title)


@lru_cache(maxsize=8192)
def ship_pieces(seat: int, lane: int, space: int, frozen: bool, players: int, winning: bool) -> tuple[Piece, Piece]:
    """Return a ship, and the number of its space behind it."""
    x, y = x_of(space) - LONG / 2, row_of(lane, seat, players)
    where = "in the Starting Zone" if space == 0 else f"on {space}"
    title = f"seat {seat}'s {LANES[lane]} ship {where}{', frozen' * frozen}"
    symbol = f"ship-{seat}{'-frozen' * frozen}"
    marks = ("glow",) * winning
    return (
        Piece(SHIP_KEYS[seat][lane], symbol, x, y, 0.0, 1.0, SHIP_LAYER, marks, str(seat), title),
        Piece(NUMBER_KEYS[seat][lane], "at", x - NUMBER_BEHIND, y, 0.0, 1.0, SHIP_LAYER, (), str(space)),
    )
