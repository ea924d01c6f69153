"""The components of Tri-Star Racers: read from a file, checked, and listed as rules and notation need them.

A tile may be turned and flipped, so a face is its three sections in any order; the order in which the file first has
it is the one that counts. An *arrangement* lays the sections on the corners of a space: number ``a`` puts section
``PERMUTATIONS[a][corner]`` on each corner. Corners are those of ``core.lattice``.
"""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import combinations, permutations
from typing import Annotated

import msgspec

from triangulum.core.boards.lattice import SIDES, Lattice, OutlineError
from triangulum.core.components import Box, BoxCheckError
from triangulum.core.notation import normalize_notation
from triangulum.games.tri_star_racers.actions import Move

LETTERS = "PBO"
LANES = ("pink", "blue", "orange")
POWERS = ("P-warp", "B-warp", "O-warp", "P-freeze", "B-freeze", "O-freeze", "team")
PERMUTATIONS = tuple(permutations(range(3)))
EDGE_SIDES = "ab"

MAX_PLAYERS = 5
HAND_SIZE = 3
MAX_SLOTS = 6
MAX_FACES = 120
MAX_TILES = 250
MAX_SPACES = 225
MAX_BURSTS = 5
MAX_EDGES = 99
"""More would not fit into the bytes of a state."""

SECTION = re.compile(r"[PBO][1-9]|W")
EDGE_SECTION = re.compile(r"[PBO][1-9]|wild|team|[PBO]-(?:warp|freeze)|-")
TOKEN = re.compile(r"[PBOW][1-9]")
PLACEMENT = re.compile(r"((?:[PBO][1-9]|W){3})AT([A-Z]\d{1,2})")

Tile = tuple[str, str, str]
Space = Annotated[int, msgspec.Meta(ge=1, le=999)]


class EdgePiece(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A piece of the frame, printed on both sides."""

    a: str
    b: str


class EdgeFrame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
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
    frame: EdgeFrame

    # What the rules and the pictures read.

    @cached_property
    def lattice(self) -> Lattice:
        """The spaces of the board."""
        return Lattice(self.outline)

    @cached_property
    def faces(self) -> tuple[Tile, ...]:
        """The different faces, in the order of the file."""
        first: dict[tuple[str, ...], Tile] = {}
        for tile in self.tiles:
            sections = parse_tile(tile)
            first.setdefault(tuple(sorted(sections)), sections)
        return tuple(first.values())

    @cached_property
    def face_numbers(self) -> dict[tuple[str, ...], int]:
        """The number of a face, by its sections in alphabetical order."""
        return {tuple(sorted(face)): number for number, face in enumerate(self.faces)}

    def find_face(self, sections: Iterable[str]) -> int | None:
        """Return the number of the face with these sections in any order, or None."""
        return self.face_numbers.get(tuple(sorted(sections)))

    @cached_property
    def face_counts(self) -> tuple[int, ...]:
        """For each face how many tiles there are."""
        counter = Counter(self.find_face(parse_tile(tile)) for tile in self.tiles)
        return tuple(counter[face] for face in range(len(self.faces)))

    @cached_property
    def arranged_tiles(self) -> tuple[Tile, ...]:
        """For each face and arrangement the sections by corner, at 6 * face + arrangement."""
        return tuple(
            (face[first], face[second], face[third]) for face in self.faces for first, second, third in PERMUTATIONS
        )

    def arranged_tile(self, face: int, arrangement: int) -> Tile:
        """Return the sections of a tile by corner, in an arrangement."""
        return self.arranged_tiles[len(PERMUTATIONS) * face + arrangement]

    @cached_property
    def distinct_arrangements(self) -> tuple[tuple[int, ...], ...]:
        """For each face the arrangements that look different, of equal ones the first."""
        arrangements = []
        for face in range(len(self.faces)):
            arranged = [self.arranged_tile(face, arrangement) for arrangement in range(len(PERMUTATIONS))]
            arrangements.append(
                tuple(arrangement for arrangement, tile in enumerate(arranged) if arranged.index(tile) == arrangement)
            )
        return tuple(arrangements)

    @cached_property
    def token_kinds(self) -> tuple[str, ...]:
        """The different starburst tokens, by colour and number."""
        return tuple(sorted(set(self.tokens), key=lambda token: ("PBOW".index(token[0]), token[1])))

    @cached_property
    def token_counts(self) -> tuple[int, ...]:
        """For each kind of token how many there are."""
        return tuple(self.tokens.count(kind) for kind in self.token_kinds)

    @cached_property
    def edge_names(self) -> tuple[str, ...]:
        """All sides of all edges: ``1a``, ``1b``, ``2a`` …"""
        return tuple(f"{number}{side}" for number in range(1, len(self.frame.edges) + 1) for side in EDGE_SIDES)

    def list_edge_names(self, side: int) -> tuple[str, ...]:
        """Return one side of every edge, 0 for ``1a``, ``2a`` … and 1 for ``1b``, ``2b`` …"""
        return self.edge_names[side :: len(EDGE_SIDES)]

    @cached_property
    def edge_sections(self) -> tuple[tuple[str, ...], ...]:
        """For each side of each edge its sections."""
        return tuple(tuple(text.split()) for edge in self.frame.edges for text in (edge.a, edge.b))

    def slot_boosts(self, draft: str) -> tuple[str, ...]:
        """Return the boosts of the slots of a draft card: ``basic``, ``boost`` or ``advanced``."""
        boosts: tuple[str, ...] = getattr(self.draft, draft)
        return boosts

    def list_colour_asymmetries(self) -> tuple[str, ...]:
        """Return a sentence for each tile and token whose number changes when two colours are exchanged."""
        problems = []
        for first, second in combinations(range(len(LETTERS)), 2):
            swap = str.maketrans({LETTERS[first]: LETTERS[second], LETTERS[second]: LETTERS[first]})
            exchange = f"exchanging {LANES[first]} and {LANES[second]}"
            for parts in (
                Counter(
                    {" ".join(sorted(face)): count for face, count in zip(self.faces, self.face_counts, strict=True)}
                ),
                Counter(self.tokens),
            ):
                for part, count in parts.items():
                    turned = " ".join(sorted(part.translate(swap).split()))
                    if parts[turned] < count:
                        problems.append(
                            f"{exchange} turns {part}, of which there are {count}, into {turned}: {parts[turned]}"
                        )
        return tuple(problems)

    # A tile on the board as text.

    def format_placement(self, tile: Tile, space: int) -> str:
        """Return a tile as it lies on a space: ``P2 B1 O3 at f5``, clockwise from the leftmost corner."""
        named_space = self.lattice.spaces[space]
        return f"{' '.join(tile[corner] for corner in named_space.clockwise_corners)} at {named_space.name}"

    def parse_placement(self, text: str) -> Move | None:
        """Return the move that plays a tile as a text such as ``P2 B1 O3 at f5`` says, or None."""
        match = PLACEMENT.fullmatch(normalize_notation(text).upper())
        space = None if match is None else self.lattice.index_by_name.get(match[2].lower())
        if match is None or space is None:
            return None
        sections = SECTION.findall(match[1])
        face = self.find_face(sections)
        if face is None:
            return None
        corners = self.lattice.spaces[space].clockwise_corners
        tile = tuple(sections[corners.index(corner)] for corner in range(len(corners)))
        arranged = [self.arranged_tile(face, arrangement) for arrangement in range(len(PERMUTATIONS))]
        return Move("play", face, space, arranged.index(tile))

    # Whether they make a game together.

    def check(self) -> None:
        """Check that components are well formed, and enough for every option and number of players."""
        self.check_board_is_triangle_with_spaces()
        self.check_tiles_have_three_sections()
        self.check_bursts_rise_and_have_tokens()
        self.check_draft_cards_have_slots_and_boosts()
        self.check_frame_edges_fit_board()
        self.check_enough_tiles_to_begin()

    def check_board_is_triangle_with_spaces(self) -> None:
        """Check that the board is a triangle that points up, with its centre and team spaces on it."""
        try:
            lattice = self.lattice
        except OutlineError as error:
            raise BoxCheckError(("outline", error.row), str(error)) from None
        for row, line in enumerate(self.outline):
            if line.strip() != "^v" * row + "^" or line.index("^") != self.outline[0].index("^") - row:
                why = f"the board is a triangle that points up, so this row is {'^v' * row}^ below the others"
                raise BoxCheckError(("outline", row), why)
        if len(self.outline) < 2 or len(lattice.spaces) > MAX_SPACES:
            raise BoxCheckError(("outline",), f"a board has 4 to {MAX_SPACES} spaces, not {len(lattice.spaces)}")
        if self.centre not in lattice.index_by_name:
            raise BoxCheckError(("centre",), f"{self.centre!r} is no space of this board")
        for i, name in enumerate(self.team_spaces):
            if name not in lattice.index_by_name:
                raise BoxCheckError(("team_spaces", i), f"{name!r} is no space of this board")
            if name in self.team_spaces[:i] or name == self.centre:
                raise BoxCheckError(
                    ("team_spaces", i), f"{name} is the centre, or stands among the team spaces already"
                )

    def check_tiles_have_three_sections(self) -> None:
        """Check that tiles have three sections."""
        for i, tile in enumerate(self.tiles):
            sections = tile.split()
            if len(sections) != 3 or not all(SECTION.fullmatch(section) for section in sections):
                why = f"{tile!r} is no tile: it has three sections such as P2, B1, O3 or W"
                raise BoxCheckError(("tiles", i), why)
        if len(self.tiles) > MAX_TILES or len(self.faces) > MAX_FACES:
            raise BoxCheckError(("tiles",), f"there are at most {MAX_TILES} tiles with {MAX_FACES} faces")

    def check_bursts_rise_and_have_tokens(self) -> None:
        """Check that starbursts lie in rising order, with a token for each."""
        if len(self.bursts) > MAX_BURSTS:
            raise BoxCheckError(("bursts",), f"a lane has at most {MAX_BURSTS} starbursts, not {len(self.bursts)}")
        for i, space in enumerate(self.bursts):
            if i and space <= self.bursts[i - 1]:
                raise BoxCheckError(
                    ("bursts", i), f"starbursts are listed from the start on, and {space} comes too late"
                )
        for i, token in enumerate(self.tokens):
            if not TOKEN.fullmatch(token):
                raise BoxCheckError(("tokens", i), f"{token!r} is no starburst: they are such as P2 or W3")
        num_needed = len(LETTERS) * len(self.bursts)
        if len(self.tokens) != num_needed:
            why = f"{num_needed} starbursts lie on the lanes, and there are {len(self.tokens)} tokens"
            raise BoxCheckError(("tokens",), why)

    def check_draft_cards_have_slots_and_boosts(self) -> None:
        """Check that draft cards have enough slots, and well-formed boosts."""
        for name in ("basic", "boost", "advanced"):
            boosts = self.slot_boosts(name)
            fewest = MAX_PLAYERS if name == "advanced" else 1
            if not fewest <= len(boosts) <= MAX_SLOTS:
                why = f"the {name} card has {fewest} to {MAX_SLOTS} slots, not {len(boosts)}"
                raise BoxCheckError(("draft", name), why)
            for i, boost in enumerate(boosts):
                if boost != "-" and not TOKEN.fullmatch(boost):
                    raise BoxCheckError(("draft", name, i), f"{boost!r} is no boost: they are such as P2 or W1, or -")

    def check_frame_edges_fit_board(self) -> None:
        """Check that edges are as long as the board, and enough to draw from."""
        length = len(self.outline)
        if len(self.frame.edges) > MAX_EDGES:
            raise BoxCheckError(("frame", "edges"), f"there are at most {MAX_EDGES} edges, not {len(self.frame.edges)}")
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

    def check_enough_tiles_to_begin(self) -> None:
        """Check that there are enough tiles to begin, whatever is chosen."""
        slots = max(len(self.slot_boosts(name)) for name in ("basic", "boost", "advanced"))
        fewest = MAX_PLAYERS * HAND_SIZE + slots + 1
        if len(self.tiles) < fewest:
            why = f"{MAX_PLAYERS} hands, {slots} slots and the start take {fewest} tiles, not {len(self.tiles)}"
            raise BoxCheckError(("tiles",), why)


def parse_tile(tile: str) -> Tile:
    """Return the three sections of a tile such as ``P2 B1 O3``."""
    first, second, third = tile.split()
    return first, second, third
