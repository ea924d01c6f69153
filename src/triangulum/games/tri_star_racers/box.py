"""What is in the box of Tri-Star Racers: a file, checked, and looked at in the ways that rules and words need.

A tile may be turned and flipped, so a face is its three sections in any order; the order in which the file first has
it is the one that counts. An *arrangement* lays the sections on the corners of a space: number ``a`` puts section
``PERMUTATIONS[a][corner]`` on each corner. Corners are those of ``core.lattice``.
"""

import re
from collections import Counter
from functools import cached_property
from itertools import combinations, permutations
from typing import Annotated

import msgspec

from triangulum.core.boards.lattice import SIDES, Lattice, OutlineError
from triangulum.core.components import Box, BoxCheckError

LETTERS = "PBO"
LANES = ("pink", "blue", "orange")
POWERS = ("P-warp", "B-warp", "O-warp", "P-freeze", "B-freeze", "O-freeze", "team")
PERMUTATIONS = tuple(permutations(range(3)))
EDGE_SIDES = "ab"

MOST_PLAYERS = 5
HAND = 3
MOST_SLOTS = 6
MOST_FACES = 120
MOST_TILES = 250
MOST_SPACES = 225
MOST_BURSTS = 5
MOST_EDGES = 99
"""More would not fit into the bytes of a state."""

SECTION = re.compile(r"[PBO][1-9]|W")
EDGE_SECTION = re.compile(r"[PBO][1-9]|wild|team|[PBO]-(?:warp|freeze)|-")
TOKEN = re.compile(r"[PBOW][1-9]")

Tile = tuple[str, str, str]
Space = Annotated[int, msgspec.Meta(ge=1, le=999)]


class EdgePiece(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A piece of the frame, printed on both sides."""

    a: str
    b: str


class Frame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The edges from which the frame of the board is made."""

    random: int
    """How many of them, from the first, are there to be drawn for a random frame."""
    edges: tuple[EdgePiece, ...]


class DraftCards(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For each card the boosts of its slots."""

    basic: tuple[str, ...]
    boost: tuple[str, ...]
    advanced: tuple[str, ...]


class RacersBox(Box, frozen=True, kw_only=True, dict=True):
    """The board, the tiles, the edges, the tokens and the cards."""

    outline: tuple[str, ...]
    centre: str
    team_spaces: tuple[str, ...]
    finish: Space
    bursts: tuple[Space, ...]
    tokens: tuple[str, ...]
    tiles: tuple[str, ...]
    draft: DraftCards
    frame: Frame

    # What the rules and the pictures read.

    @cached_property
    def lattice(self) -> Lattice:
        """The board."""
        return Lattice(self.outline)

    @cached_property
    def faces(self) -> tuple[Tile, ...]:
        """The different faces, in the order of the file."""
        first: dict[tuple[str, ...], Tile] = {}
        for tile in self.tiles:
            sections = sections_of(tile)
            first.setdefault(tuple(sorted(sections)), sections)
        return tuple(first.values())

    @cached_property
    def face_number(self) -> dict[tuple[str, ...], int]:
        """From sections in alphabetical order to the number of a face."""
        return {tuple(sorted(face)): number for number, face in enumerate(self.faces)}

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """For each face how many tiles there are."""
        counted = Counter(self.face_number[tuple(sorted(sections_of(tile)))] for tile in self.tiles)
        return tuple(counted[face] for face in range(len(self.faces)))

    @cached_property
    def lying(self) -> tuple[Tile, ...]:
        """For each face and arrangement the sections by corner, at 6 * face + arrangement."""
        return tuple((face[one], face[two], face[three]) for face in self.faces for one, two, three in PERMUTATIONS)

    @cached_property
    def arrangements(self) -> tuple[tuple[int, ...], ...]:
        """For each face the arrangements that differ, each by the first of its number."""
        found = []
        for face in range(len(self.faces)):
            lying = self.lying[len(PERMUTATIONS) * face : len(PERMUTATIONS) * (face + 1)]
            found.append(tuple(way for way, tile in enumerate(lying) if lying.index(tile) == way))
        return tuple(found)

    @cached_property
    def token_kinds(self) -> tuple[str, ...]:
        """The different starburst tokens, by colour and number."""
        return tuple(sorted(set(self.tokens), key=lambda token: ("PBOW".index(token[0]), token[1])))

    @cached_property
    def token_counts(self) -> tuple[int, ...]:
        """For each of those how many there are."""
        return tuple(self.tokens.count(kind) for kind in self.token_kinds)

    @cached_property
    def edge_names(self) -> tuple[str, ...]:
        """All sides of all edges: ``1a``, ``1b``, ``2a`` …"""
        return tuple(f"{number}{side}" for number in range(1, len(self.frame.edges) + 1) for side in EDGE_SIDES)

    @cached_property
    def edge_sections(self) -> tuple[tuple[str, ...], ...]:
        """For each of those its sections."""
        return tuple(tuple(text.split()) for edge in self.frame.edges for text in (edge.a, edge.b))

    def boosts(self, draft: str) -> tuple[str, ...]:
        """Return the boosts of a card's slots."""
        found: tuple[str, ...] = getattr(self.draft, draft)
        return found

    def asymmetry(self) -> tuple[str, ...]:
        """Return, for each exchange of two colours, which tiles and tokens it changes in number; nothing if none."""
        found = []
        for one, other in combinations(range(len(LETTERS)), 2):
            swap = str.maketrans({LETTERS[one]: LETTERS[other], LETTERS[other]: LETTERS[one]})
            exchange = f"exchanging {LANES[one]} and {LANES[other]}"
            for parts in (
                Counter({" ".join(sorted(face)): count for face, count in zip(self.faces, self.counts, strict=True)}),
                Counter(self.tokens),
            ):
                for part, count in parts.items():
                    turned = " ".join(sorted(part.translate(swap).split()))
                    if parts[turned] < count:
                        found.append(
                            f"{exchange} turns {part}, of which there are {count}, into {turned}: {parts[turned]}"
                        )
        return tuple(found)

    # Whether they make a game together.

    def check(self) -> None:
        """Everything is written as it should be, and there is enough of it for every option and number of players."""
        self.check_board()
        self.check_tiles()
        self.check_track()
        self.check_cards()
        self.check_frame()
        self.check_bag()

    def check_board(self) -> None:
        """The board is a triangle that points up, with its centre and team boosts on it."""
        try:
            lattice = self.lattice
        except OutlineError as error:
            raise BoxCheckError(("outline", error.row), str(error)) from None
        for row, line in enumerate(self.outline):
            if line.strip() != "^v" * row + "^" or line.index("^") != self.outline[0].index("^") - row:
                why = f"the board is a triangle that points up, so this row is {'^v' * row}^ below the others"
                raise BoxCheckError(("outline", row), why)
        if len(self.outline) < 2 or len(lattice.spaces) > MOST_SPACES:
            raise BoxCheckError(("outline",), f"a board has 4 to {MOST_SPACES} spaces, not {len(lattice.spaces)}")
        if self.centre not in lattice.number:
            raise BoxCheckError(("centre",), f"{self.centre!r} is no space of this board")
        for i, name in enumerate(self.team_spaces):
            if name not in lattice.number:
                raise BoxCheckError(("team_spaces", i), f"{name!r} is no space of this board")
            if name in self.team_spaces[:i] or name == self.centre:
                raise BoxCheckError(
                    ("team_spaces", i), f"{name} is the centre, or stands among the team spaces already"
                )

    def check_tiles(self) -> None:
        """Tiles have three sections."""
        for i, tile in enumerate(self.tiles):
            sections = tile.split()
            if len(sections) != 3 or not all(SECTION.fullmatch(section) for section in sections):
                why = f"{tile!r} is no tile: it has three sections such as P2, B1, O3 or W"
                raise BoxCheckError(("tiles", i), why)
        if len(self.tiles) > MOST_TILES or len(self.faces) > MOST_FACES:
            raise BoxCheckError(("tiles",), f"there are at most {MOST_TILES} tiles with {MOST_FACES} faces")

    def check_track(self) -> None:
        """Starbursts lie in rising order, with a token for each."""
        if len(self.bursts) > MOST_BURSTS:
            raise BoxCheckError(("bursts",), f"a lane has at most {MOST_BURSTS} starbursts, not {len(self.bursts)}")
        for i, space in enumerate(self.bursts):
            if i and space <= self.bursts[i - 1]:
                raise BoxCheckError(
                    ("bursts", i), f"starbursts are listed from the start on, and {space} comes too late"
                )
        for i, token in enumerate(self.tokens):
            if not TOKEN.fullmatch(token):
                raise BoxCheckError(("tokens", i), f"{token!r} is no starburst: they are such as P2 or W3")
        wanted = len(LETTERS) * len(self.bursts)
        if len(self.tokens) != wanted:
            why = f"{wanted} starbursts lie on the lanes, and there are {len(self.tokens)} tokens"
            raise BoxCheckError(("tokens",), why)

    def check_cards(self) -> None:
        """Cards have slots enough, and boosts are written as they should be."""
        for name in ("basic", "boost", "advanced"):
            boosts = self.boosts(name)
            fewest = MOST_PLAYERS if name == "advanced" else 1
            if not fewest <= len(boosts) <= MOST_SLOTS:
                why = f"the {name} card has {fewest} to {MOST_SLOTS} slots, not {len(boosts)}"
                raise BoxCheckError(("draft", name), why)
            for i, boost in enumerate(boosts):
                if boost != "-" and not TOKEN.fullmatch(boost):
                    raise BoxCheckError(("draft", name, i), f"{boost!r} is no boost: they are such as P2 or W1, or -")

    def check_frame(self) -> None:
        """Edges are as long as the board, and there are enough to draw from."""
        length = len(self.outline)
        if len(self.frame.edges) > MOST_EDGES:
            raise BoxCheckError(
                ("frame", "edges"), f"there are at most {MOST_EDGES} edges, not {len(self.frame.edges)}"
            )
        for i, edge in enumerate(self.frame.edges):
            for side, text in (("a", edge.a), ("b", edge.b)):
                sections = text.split()
                wrong = next((section for section in sections if not EDGE_SECTION.fullmatch(section)), None)
                if wrong is not None:
                    why = f"{wrong!r} is no section of an edge: P2, wild, P-warp, P-freeze, team or -"
                    raise BoxCheckError(("frame", "edges", i, side), why)
                if len(sections) != length:
                    why = f"a side of the board has {length} spaces, and this edge has {len(sections)} sections"
                    raise BoxCheckError(("frame", "edges", i, side), why)
        if not len(SIDES) <= self.frame.random <= len(self.frame.edges):
            why = f"a random frame is drawn from 3 to {len(self.frame.edges)} edges, not {self.frame.random}"
            raise BoxCheckError(("frame", "random"), why)

    def check_bag(self) -> None:
        """There are tiles enough to begin with, whatever is chosen."""
        slots = max(len(self.boosts(name)) for name in ("basic", "boost", "advanced"))
        fewest = MOST_PLAYERS * HAND + slots + 1
        if len(self.tiles) < fewest:
            why = f"{MOST_PLAYERS} hands, {slots} slots and the start take {fewest} tiles, not {len(self.tiles)}"
            raise BoxCheckError(("tiles",), why)


def sections_of(tile: str) -> Tile:
    """Return the sections of a tile as the file writes it."""
    one, two, three = tile.split()
    return one, two, three
