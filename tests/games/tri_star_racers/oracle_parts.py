"""Tiles, board and matching of the slow Tri-Star Racers, by plain geometry.

Points of the board have exact coordinates; which spaces are neighbours and which sections touch is found by looking
for shared sides and shared corners.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product

LANES = {"P": "pink", "B": "blue", "O": "orange"}  # a section's letter and the lane it drives, in the page's order
TEAM_BOOST_SPACES = frozenset({"c3", "f3", "f9"})
EDGES = {
    "1a": "P-warp P2 B1 team O1 P2 P-freeze",
    "2a": "B-warp B2 O1 team P1 B2 B-freeze",
    "3a": "O-warp O2 P1 team B1 O2 O-freeze",
    "4a": "P-warp B1 O-freeze team B-warp O1 P-freeze",
    "5a": "B-warp O1 P-freeze team O-warp P1 B-freeze",
    "6a": "O-warp P1 B-freeze team P-warp B1 O-freeze",
    "7a": "P-freeze wild B-freeze team O-freeze wild P-freeze",
    "8a": "P-warp wild B-warp team O-warp wild B-warp",
    "9a": "O-freeze - P-warp team B-freeze - O-warp",
    "1b": "P1 P2 B1 wild O1 P2 P1",
    "2b": "B1 B2 O1 wild P1 B2 B1",
    "3b": "O1 O2 P1 wild B1 O2 O1",
    "4b": "P1 B1 O1 wild O1 B1 P1",
    "5b": "B1 O1 P1 wild P1 O1 B1",
    "6b": "O1 P1 B1 wild B1 P1 O1",
    "7b": "P2 - B2 wild O2 - P1",
    "8b": "B2 - O2 wild P2 - B1",
    "9b": "O2 - P2 wild B2 - O1",
}
Sections = tuple[str, str, str]


# -------------------------------------------------------------------------------------------- the tiles


@cache
def all_tiles() -> frozenset[Sections]:
    """The 65 tiles, each with its sections in the order of the rules page."""
    tiles: list[Sections] = []
    for p, b, o in product("123", repeat=3):
        if (p, b, o) != ("3", "3", "3"):
            tiles.append(("P" + p, "B" + b, "O" + o))
    for c, d in permutations("PBO", 2):
        tiles += [(c + "1", c + "1", d + "2"), (c + "1", c + "2", d + "1")]
        tiles += [(c + "1", c + "2", d + "2"), (c + "2", c + "2", d + "1")]
    for c in "PBO":
        tiles += [(c + "1", c + "1", c + "1"), (c + "1", c + "1", c + "2")]
    for c, d in (("P", "B"), ("P", "O"), ("B", "O")):
        tiles += [("W", c + "1", d + "2"), ("W", c + "2", d + "1")]
    for c in "PBO":
        tiles.append(("W", "W", c + "2"))
    assert len(tiles) == len({tuple(sorted(tile)) for tile in tiles}) == 65
    return frozenset(tiles)


def format_tile(sections: Sections) -> str:
    """A tile as people write it."""
    return " ".join(sections)


def arrangements(tile: Sections) -> set[Sections]:
    """The different ways a tile can lie: it may be turned and flipped."""
    return {(one, two, three) for one, two, three in permutations(tile)}


# -------------------------------------------------------------------------------------------- the board


@dataclass(frozen=True)
class Point:
    """A point of the board: half edges to the right of the middle, and the level line from the apex."""

    across: int
    line: int


Side = frozenset[Point]
Place = tuple[str, int]  # a section's: the space and its corner, or the edge ("left", "right", "bottom") and its number


@cache
def space_corners() -> dict[str, tuple[Point, Point, Point]]:
    """Every space with its corners, clockwise from the leftmost one."""
    board: dict[str, tuple[Point, Point, Point]] = {}
    for above, letter in enumerate("abcdefg"):
        below = above + 1
        for number in range(1, 2 * below):
            middle = number - below
            if number % 2 == 1:
                board[f"{letter}{number}"] = (Point(middle - 1, below), Point(middle, above), Point(middle + 1, below))
            else:
                board[f"{letter}{number}"] = (Point(middle - 1, above), Point(middle + 1, above), Point(middle, below))
    return board


def space_sides(space: str) -> list[Side]:
    """The three sides of a space, each as its two ends."""
    one, two, three = space_corners()[space]
    return [frozenset({one, two}), frozenset({two, three}), frozenset({three, one})]


@cache
def neighbours(space: str) -> frozenset[str]:
    """The spaces that share a side with this one."""
    return frozenset(
        other for other in space_corners() if other != space and set(space_sides(other)) & set(space_sides(space))
    )


@cache
def rim_sides() -> dict[Side, Place]:
    """Every side of a space on the rim, and the edge section there; edges are read anticlockwise round the board."""
    left = [frozenset({Point(-line, line), Point(-line - 1, line + 1)}) for line in range(7)]
    bottom = [frozenset({Point(across, 7), Point(across + 2, 7)}) for across in range(-7, 7, 2)]
    right = [frozenset({Point(line, line), Point(line + 1, line + 1)}) for line in reversed(range(7))]
    return {
        side: (edge, number)
        for edge, pieces in (("left", left), ("right", right), ("bottom", bottom))
        for number, side in enumerate(pieces)
    }


@cache
def touching_places(space: str) -> tuple[tuple[int, Place], ...]:
    """What the section in each corner of a space touches: the corner, and the place of the other section."""
    found: list[tuple[int, Place]] = []
    for side in space_sides(space):
        for corner, point in enumerate(space_corners()[space]):
            if point not in side:
                continue
            if side in rim_sides():
                found.append((corner, rim_sides()[side]))
            for other in neighbours(space):
                if side in space_sides(other):
                    found.append((corner, (other, space_corners()[other].index(point))))
    return tuple(sorted(found))


# ----------------------------------------------------------------------------------------- the matching


@dataclass(frozen=True)
class Touch:
    """One section of a tile against one other section."""

    corner: int
    own: str
    place: Place
    other: str


def edge_section(edges: Iterable[str], place: Place) -> str:
    """What an edge shows at a place; the three edges are left, right and bottom."""
    edge, number = place
    name = dict(zip(("left", "right", "bottom"), edges, strict=True))[edge]
    return EDGES[name].split()[number]


def colours(section: str) -> set[str]:
    """The colours of a section, of a tile or of an edge."""
    if section == "-":
        return set()
    if section in ("W", "wild", "team"):
        return set(LANES)
    return {section[0]}


def pips(section: str) -> int:
    """The pips of a section; only a plain coloured one has any."""
    return int(section[1]) if section[1:].isdigit() else 0


def power(section: str) -> str | None:
    """The power of an edge section as players name it, if it has one."""
    if section == "team":
        return "team"
    if section.endswith(("-warp", "-freeze")):
        colour, kind = section.split("-")
        return f"{kind} {LANES[colour]}"
    return None


def list_touches(board: Mapping[str, Sections], edges: Iterable[str], space: str, tile: Sections) -> list[Touch]:
    """Every touching pair that this tile makes on this space, whether it matches or not; a blank touches nothing."""
    edges = tuple(edges)
    found: list[Touch] = []
    for corner, place in touching_places(space):
        if place[0] not in space_corners():
            other = edge_section(edges, place)
        elif place[0] in board:
            other = board[place[0]][place[1]]
        else:
            continue
        if other != "-":
            found.append(Touch(corner, tile[corner], place, other))
    return found


def list_matches(board: Mapping[str, Sections], edges: Iterable[str], space: str, tile: Sections) -> list[Touch]:
    """The touching pairs that share a colour."""
    return [touch for touch in list_touches(board, edges, space, tile) if colours(touch.own) & colours(touch.other)]


def count_gains(
    board: Mapping[str, Sections],
    edges: Iterable[str],
    space: str,
    tile: Sections,
    boosting: frozenset[str] = TEAM_BOOST_SPACES,
) -> tuple[dict[str, int], list[str]]:
    """The pips by lane and the powers, in alphabetical order, that this tile brings on this space.

    Some spaces are boosting: they have a team boost.
    """
    counted: dict[Place, str] = {}  # a section in several matches has one place, so it counts and fires once
    for match in list_matches(board, edges, space, tile):
        counted[space, match.corner] = match.own
        counted[match.place] = match.other
    by_lane = dict.fromkeys(LANES.values(), 0)
    powers = ["team"] if space in boosting else []
    for section in counted.values():
        if pips(section):
            by_lane[LANES[section[0]]] += pips(section)
        fired = power(section)
        if fired is not None:
            powers.append(fired)
    return by_lane, sorted(powers)
