"""Views of Tri-Star Racers made by hand, for tests of the picture: races in all stages, without an engine."""

from __future__ import annotations

import random
from itertools import permutations, product
from typing import Any

from triangulum.core.boards.lattice import Lattice
from triangulum.games.tri_star_racers.views import Burst, Match, PlayedTile, RacersView, Slot, Tile

OUTLINE = tuple(" " * (6 - row) + "^v" * row + "^" for row in range(7))
LATTICE = Lattice(OUTLINE)
CENTRE = LATTICE.index_by_name["e5"]
TEAM = tuple(LATTICE.index_by_name[name] for name in ("c3", "f3", "f9"))
EDGES = {
    "4a": ("P-warp", "B1", "O-freeze", "team", "B-warp", "O1", "P-freeze"),
    "7b": ("P2", "-", "B2", "wild", "O2", "-", "P1"),
    "9a": ("O-freeze", "-", "P-warp", "team", "B-freeze", "-", "O-warp"),
    "1a": ("P-warp", "P2", "B1", "team", "O1", "P2", "P-freeze"),
}
BOOSTS = {"basic": ("",), "boost": ("P2", "B2", "O2"), "advanced": ("", "W1", "O2", "B2", "P2", "W1")}


def all_faces() -> tuple[Tile, ...]:
    """Return the 65 tiles of the page."""
    found: list[Tile] = [
        (f"P{p}", f"B{b}", f"O{o}") for p, b, o in product((1, 2, 3), repeat=3) if (p, b, o) != (3, 3, 3)
    ]
    for c, d in permutations("PBO", 2):
        found += [(f"{c}{i}", f"{c}{j}", f"{d}{k}") for i, j, k in ((1, 1, 2), (1, 2, 1), (1, 2, 2), (2, 2, 1))]
    for c in "PBO":
        found += [(f"{c}1", f"{c}1", f"{c}1"), (f"{c}1", f"{c}1", f"{c}2"), ("W", "W", f"{c}2")]
    for c, d in ("PB", "PO", "BO"):
        found += [("W", f"{c}1", f"{d}2"), ("W", f"{c}2", f"{d}1")]
    return tuple(found)


FACES = all_faces()
TOKEN_KINDS = ("P2", "P3", "B2", "B3", "O2", "O3", "W2")


def random_board(count: int, seed: int = 1) -> tuple[tuple[Tile | None, ...], list[int]]:
    """Return a board with so many tiles around the centre, and the spaces in the order in which they were filled."""
    dice = random.Random(seed)
    board: list[Tile | None] = [None] * len(LATTICE.spaces)
    bag = list(FACES)
    dice.shuffle(bag)
    filled: list[int] = []
    while len(filled) < count:
        open_spaces = sorted(
            {at for space in filled for at in LATTICE.neighbours[space] if at is not None and board[at] is None}
        ) or [CENTRE]
        space = dice.choice(open_spaces)
        tile = list(bag.pop())
        dice.shuffle(tile)
        board[space] = (tile[0], tile[1], tile[2])
        filled.append(space)
    return tuple(board), filled


def find_matches(
    board: tuple[Tile | None, ...], space: int, edge_sections: tuple[tuple[str, ...], ...]
) -> tuple[Match, ...]:
    """Return what the tile on a space matches."""
    tile = board[space]
    assert tile is not None
    found = []
    for side, beyond in enumerate(LATTICE.neighbours[space]):
        ends = [corner for corner in range(3) if corner != side]
        if beyond is None:
            row, column = LATTICE.spaces[space].row, int(LATTICE.spaces[space].name[1:])
            section = (row, 6 - row, (column - 1) // 2)[side]
            sign = edge_sections[side][section]
            found += [Match(corner, None, section, side) for corner in ends if is_colour_match(tile[corner], sign)]
        elif (other := board[beyond]) is not None:
            points = LATTICE.spaces[beyond].corners
            for corner in ends:
                meets = points.index(LATTICE.spaces[space].corners[corner])
                if is_colour_match(tile[corner], other[meets]):
                    found.append(Match(corner, beyond, meets, None))
    return tuple(found)


def is_colour_match(first: str, second: str) -> bool:
    """Tell whether two sections share a colour."""
    if "-" in (first, second):
        return False
    wild = {"W", "wild", "team"}
    return first in wild or second in wild or first[0] == second[0]


def build_view(
    players: int = 4, tiles: int = 12, draft: str = "boost", seat: int | None = 0, **changes: Any
) -> RacersView:
    """Return a race in which so many tiles lie on the board; any field can be changed."""
    board, filled = random_board(tiles)
    dice = random.Random(tiles)
    rest = list(FACES)
    dice.shuffle(rest)
    hands = [tuple(sorted(rest.pop() for _ in range(3))) for _ in range(players)]
    seen = tuple(
        hand if at == seat else tuple([hand[0]] * (tiles > 8) + [None] * (3 - (tiles > 8)))
        for at, hand in enumerate(hands)
    )
    sections = tuple(EDGES.values())[:3]
    far = tiles * 2 // players
    ships = tuple(
        (far + 3 * at % 7, far + 5 * at % 11 + 1, max(0, far - 4 + 4 * at % 9)) if tiles > 1 else (0, 0, 0)
        for at in range(players)
    )
    last = filled[-1]
    fields: dict[str, Any] = {
        "seat": seat,
        "to_move": 0,
        "phase": "play",
        "draft": draft,
        "brutal": "off",
        "starbursts": True,
        "finish": 28,
        "faces": FACES,
        "token_kinds": TOKEN_KINDS,
        "outline": OUTLINE,
        "centre": CENTRE,
        "team_spaces": TEAM,
        "edges": tuple(EDGES)[:3],
        "edge_sections": sections,
        "board": board,
        "hands": seen,
        "slots": tuple(Slot(boost, rest.pop(), None) for boost in BOOSTS[draft]),
        "bag": 30,
        "discarded": (),
        "ships": ships,
        "frozen": ((False, False, False),) * players,
        "bursts": tuple(Burst(lane, space) for lane in range(3) for space in (15, 25, 35)),
        "unseen": (),
        "powers": (),
        "waiting": (),
        "tokens": (),
        "token": "",
        "order": tuple(range(players)),
        "done": 0,
        "round": 1 + tiles // players,
        "turn_of": 0,
        "played": PlayedTile(players - 1, last, find_matches(board, last, sections), (4, 3, 0), ())
        if tiles > 1
        else None,
        "last_round": False,
        "winners": (),
    }
    return RacersView(**fields | changes)
