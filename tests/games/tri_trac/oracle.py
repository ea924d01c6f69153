"""A slow and plain Tri-Trac, written from the rules page alone, to test the quick engine against.

Tri-Trac is a game by Milton Bradley, 1980; the board here is rebuilt. Nothing here is shared with the engine.

Spaces are a1 to a5, b1 to b7, c1 to c7 and d1 to d5, rows from the top and numbered from the left. Sides are
L and R, and B on a space that points up or T on one that points down. A way to lie is the two sides that the
track joins, in the order L R B/T, as in `LR` or `RT`.

Actions: `c4 LR` places an own triangle, `b2-c4 LR` moves one, `b2-b2 LR` turns one where it lies, and
`N c4 LR` places, moves or turns the neutral one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from itertools import combinations, pairwise

NEUTRAL = "neutral"
COLOUR = {0: "orange", 1: "yellow"}
OPPONENT = {0: 1, 1: 0}
OWN_TRIANGLES = 7

ROW_LETTERS = ("a", "b", "c", "d")
EDGES_OF_LINES = (2, 3, 4, 3, 2)  # a regular hexagon of side 2: the edges on its five level lines, from the top
CENTRE = frozenset({"b3", "b4", "b5", "c3", "c4", "c5"})
ARROWS = {"a2": "dark", "b7": "light", "d4": "dark", "c1": "light"}  # clockwise

NOBODY_TO_MOVE = -2


# -------------------------------------------------------------------------------------------- the board


@dataclass(frozen=True)
class Point:
    """A point of the board: half edges to the right of the middle, and the level line from the top."""

    across: int
    line: int


@dataclass(frozen=True)
class Triangle:
    """One space as a shape: where it points, and its three corners."""

    points: str  # "up" or "down"
    left: Point
    right: Point
    tip: Point

    @property
    def sides(self) -> dict[str, frozenset[Point]]:
        """The two corners of each side, with the sides in the order L R B/T."""
        level = "B" if self.points == "up" else "T"
        return {
            "L": frozenset({self.left, self.tip}),
            "R": frozenset({self.right, self.tip}),
            level: frozenset({self.left, self.right}),
        }


def middles_of_edges(line: int) -> list[int]:
    """How far across the middle of every edge on this level line is; the line itself is centred."""
    edges = EDGES_OF_LINES[line]
    return [2 * edge - edges + 1 for edge in range(edges)]


@cache
def triangles() -> dict[str, Triangle]:
    """Every space: on the edges of the line below stand those that point up, from the line above hang the others."""
    board: dict[str, Triangle] = {}
    for above, letter in enumerate(ROW_LETTERS):
        below = above + 1
        row: dict[int, Triangle] = {}
        for middle in middles_of_edges(below):
            row[middle] = Triangle("up", Point(middle - 1, below), Point(middle + 1, below), tip=Point(middle, above))
        for middle in middles_of_edges(above):
            row[middle] = Triangle("down", Point(middle - 1, above), Point(middle + 1, above), tip=Point(middle, below))
        for number, middle in enumerate(sorted(row), start=1):
            board[f"{letter}{number}"] = row[middle]
    return board


def spaces() -> dict[str, str]:
    """Every space and where it points: "up" or "down"."""
    return {space: triangle.points for space, triangle in triangles().items()}


@cache
def all_neighbours() -> dict[tuple[str, str], str | None]:
    """What lies across each side of each space: the other space with the same two corners there, or the rim."""
    across: dict[tuple[str, str], str | None] = {}
    for space, triangle in triangles().items():
        for side, corners in triangle.sides.items():
            others = [
                other
                for other, other_triangle in triangles().items()
                if other != space and corners in other_triangle.sides.values()
            ]
            assert len(others) <= 1, "at most two spaces share a side"
            across[space, side] = others[0] if others else None
    return across


def neighbours() -> dict[tuple[str, str], str | None]:
    """The space across each side of each space, None at the rim."""
    return dict(all_neighbours())


def side_towards(space: str, other: str) -> str:
    """The side of the space that faces this other one."""
    (side,) = [side for side in triangles()[space].sides if all_neighbours()[space, side] == other]
    return side


def rim_side(space: str) -> str | None:
    """The side on the rim, if the space has one."""
    sides = [side for side in triangles()[space].sides if all_neighbours()[space, side] is None]
    assert len(sides) <= 1, "no space has two sides on the rim"
    return sides[0] if sides else None


@cache
def all_ways(space: str) -> frozenset[str]:
    """The ways any piece may lie on this space: what its ribs leave of the three."""
    rim = rim_side(space)
    allowed: set[str] = set()
    for one, other in combinations(triangles()[space].sides, 2):
        way = one + other
        # A track may not meet a rim side without an arrow.
        if rim is not None and rim in way and space not in ARROWS:
            continue
        # A light arrow may not face the blank side.
        if rim is not None and rim not in way and ARROWS.get(space) == "light":
            continue
        allowed.add(way)
    return frozenset(allowed)


def ways(space: str) -> set[str]:
    """The ways a piece may lie on this space."""
    return set(all_ways(space))


# ------------------------------------------------------------------------------------------- the tracks


def other_side(way: str, side: str) -> str:
    """The side to which the track of a piece that lies this way leads from this side of it."""
    (other,) = set(way) - {side}
    return other


def follow(pieces: Mapping[str, tuple[str, str]], arrow: str) -> tuple[list[str], str | None]:
    """The spaces of the track that begins at this arrow, in order, and the arrow where it ends if it reaches one."""
    track: list[str] = []
    space = arrow
    side = rim_side(arrow)
    while side is not None:
        if space not in pieces:
            return track, None  # the track ends at an empty space
        _, way = pieces[space]
        if side not in way:
            return track, None  # the track ends at a blank side
        assert space not in track, "a triangle carries one track, so no track from an arrow comes back to it"
        track.append(space)
        leaves_by = other_side(way, side)
        following = all_neighbours()[space, leaves_by]
        if following is None:
            return track, space if space in ARROWS else None  # the track meets the rim
        side = side_towards(following, space)
        space = following
    raise AssertionError("a track begins at a rim side and crosses sides from then on")


def tracks(pieces: Mapping[str, tuple[str, str]]) -> list[list[str]]:
    """Every track on the whole board that joins two different arrows, each once, as spaces in order."""
    found: list[list[str]] = []
    for first, second in combinations(ARROWS, 2):
        track, end = follow(pieces, first)
        if end == second:
            found.append(track)
    return found


# --------------------------------------------------------------------------------------------- the game


class Ending(Enum):
    """How a game is over."""

    WIN = "a track between two arrows was completed"
    REPETITION = "the same position came for the third time"
    LIMIT = "the last turn was played"


@dataclass(frozen=True)
class Piece:
    """One triangle on the board. Pieces of one colour are alike."""

    space: str
    colour: str
    way: str


@dataclass(frozen=True)
class Action:
    """What a player does in one turn: a triangle comes from its place, or the reserve, to lie on a space."""

    colour: str
    origin: str | None  # None from the reserve, the target itself for a turn in place
    target: str
    way: str

    @property
    def text(self) -> str:
        """The action in words."""
        if self.colour == NEUTRAL:
            return f"N {self.target} {self.way}"
        if self.origin is None:
            return f"{self.target} {self.way}"
        return f"{self.origin}-{self.target} {self.way}"


@dataclass(frozen=True)
class Situation:
    """What must be the same for a position to count as the same."""

    on_board: frozenset[Piece]
    reserves: tuple[int, int]
    player: int
    neutral_barred: bool


@dataclass(frozen=True)
class Position:
    """Everything there is to know about a game at one moment."""

    turn_limit: int
    draws: str = "automatic"  # or "agreed": then no repetition draws the game
    on_board: frozenset[Piece] = frozenset()
    reserves: tuple[int, int] = (OWN_TRIANGLES, OWN_TRIANGLES)
    player: int = 0  # whose turn it is, or would be if the game were not over
    neutral_barred: bool = False  # whether the turn just before was one of the neutral triangle
    turns: int = 0  # actions played so far, of both players together
    earlier: tuple[Situation, ...] = ()  # every situation of this game before this one, in order
    ending: Ending | None = None
    winner: int | None = None

    # ------------------------------------------------------------------------------------ looking at it

    @property
    def to_move(self) -> int:
        """The seat that decides, -2 when the game is over."""
        if self.ending is not None:
            return NOBODY_TO_MOVE
        return self.player

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat that has won; nobody in a drawn game or one that is not over."""
        if self.winner is None:
            return ()
        return (self.winner,)

    @property
    def returns(self) -> tuple[float, float]:
        """1 for the winner and -1 for the loser; 0 for both in a drawn game or one that is not over."""
        if self.winner is None:
            return (0.0, 0.0)
        if self.winner == 0:
            return (1.0, -1.0)
        return (-1.0, 1.0)

    @property
    def pieces(self) -> dict[str, tuple[str, str]]:
        """What lies where: space -> (colour, way)."""
        return {piece.space: (piece.colour, piece.way) for piece in sorted(self.on_board, key=lambda it: it.space)}

    @property
    def situation(self) -> Situation:
        """What is compared for repetition."""
        return Situation(self.on_board, self.reserves, self.player, self.neutral_barred)

    # ------------------------------------------------------------------------------------ what is legal

    def legal(self) -> frozenset[str]:
        """Every legal action."""
        return frozenset(action.text for action in self._actions())

    def _actions(self) -> list[Action]:
        """Every legal action; there is always one, and never a pass."""
        if self.ending is not None:
            return []
        if self.turns == 0:
            return [Action(NEUTRAL, None, space, way) for space in sorted(CENTRE) for way in sorted(all_ways(space))]
        actions = self._placings() + self._moves_and_turns(COLOUR[self.player])
        if not self.neutral_barred:
            actions += self._moves_and_turns(NEUTRAL)
        assert actions, "with this board somebody can always move"
        return actions

    def _empty_spaces(self) -> list[str]:
        """Every space where nothing lies."""
        taken = {piece.space for piece in self.on_board}
        return [space for space in spaces() if space not in taken]

    def _placings(self) -> list[Action]:
        """An own triangle from the reserve to an empty space, any way round."""
        if self.reserves[self.player] == 0:
            return []
        colour = COLOUR[self.player]
        return [
            Action(colour, None, target, way) for target in self._empty_spaces() for way in sorted(all_ways(target))
        ]

    def _moves_and_turns(self, colour: str) -> list[Action]:
        """A triangle of this colour to another, empty space, any way round, or turned to a different way."""
        actions: list[Action] = []
        for piece in self.on_board:
            if piece.colour != colour:
                continue
            for target in self._empty_spaces():
                for way in sorted(all_ways(target)):
                    actions.append(Action(colour, piece.space, target, way))
            for way in sorted(all_ways(piece.space)):
                if way != piece.way:
                    actions.append(Action(colour, piece.space, piece.space, way))
        return actions

    # ---------------------------------------------------------------------------------- taking a turn

    def play(self, text: str) -> Position:
        """The position after one legal action."""
        chosen = [action for action in self._actions() if action.text == text]
        if not chosen:
            raise ValueError(f"not legal here: {text!r}")
        (action,) = chosen

        lifted = frozenset(piece for piece in self.on_board if piece.space == action.origin)
        laid = Piece(action.target, action.colour, action.way)
        after = replace(
            self,
            on_board=(self.on_board - lifted) | {laid},
            reserves=self._reserves_after(action),
            player=OPPONENT[self.player],
            neutral_barred=action.colour == NEUTRAL,
            turns=self.turns + 1,
            earlier=(*self.earlier, self.situation),
        )

        completed = tracks(after.pieces)
        assert all(action.target in track for track in completed), "a new track runs through the triangle just played"
        if completed:
            return replace(after, ending=Ending.WIN, winner=self.player)
        if self.draws == "automatic" and after.earlier.count(after.situation) == 2:
            return replace(after, ending=Ending.REPETITION)
        if after.turns == self.turn_limit:
            return replace(after, ending=Ending.LIMIT)
        return after

    def _reserves_after(self, action: Action) -> tuple[int, int]:
        """One triangle fewer in the reserve of whoever places an own one."""
        orange, yellow = self.reserves
        if action.origin is None and action.colour == COLOUR[0]:
            return (orange - 1, yellow)
        if action.origin is None and action.colour == COLOUR[1]:
            return (orange, yellow - 1)
        return self.reserves


def start(turn_limit: int = 200, draws: str = "automatic") -> Position:
    """A new game: an empty board, and seat 0 about to place the neutral triangle."""
    if turn_limit < 1:
        raise ValueError(f"turn_limit is at least 1, not {turn_limit}")
    if draws not in ("automatic", "agreed"):
        raise ValueError(f"draws is automatic or agreed, not {draws!r}")
    return Position(turn_limit=turn_limit, draws=draws)


# ------------------------------------------------------------------------- what the page says of the board


def possible_tracks(first: str, second: str) -> list[dict[str, str]]:
    """Every track that pieces could ever make from one arrow to another, as space -> way, its spaces in order."""
    found: list[dict[str, str]] = []

    def extend(track: dict[str, str], space: str, enters_by: str) -> None:
        """Lie a piece on the space in every way that takes the track on."""
        if space in track:
            return
        for way in sorted(all_ways(space)):
            if enters_by not in way:
                continue
            longer = {**track, space: way}
            following = all_neighbours()[space, other_side(way, enters_by)]
            if following is not None:
                extend(longer, following, side_towards(following, space))
            elif space == second:
                found.append(longer)

    beginning = rim_side(first)
    assert beginning is not None
    extend({}, first, beginning)
    return found


def check_board() -> None:
    """The board built above is the one on the rules page."""
    board = spaces()
    assert len(board) == 24
    assert [sum(space.startswith(letter) for space in board) for letter in ROW_LETTERS] == [5, 7, 7, 5]

    # Six spaces lie round the centre point.
    assert {space for space, it in triangles().items() if Point(0, 2) in (it.left, it.right, it.tip)} == CENTRE

    # Whatever lies across a side has this space across its own.
    for (space, _), other in all_neighbours().items():
        if other is not None:
            assert all_neighbours()[other, side_towards(other, space)] == space
            assert board[space] != board[other]

    # The rim, clockwise from the left one on top; each rim side begins at the corner where the one before ends.
    rim = ("a2", "a4", "a5", "b7", "c7", "d5", "d4", "d2", "d1", "c1", "b1", "a1")
    rim_sides = {space: it.sides[side] for space, it in triangles().items() if (side := rim_side(space)) is not None}
    assert set(rim_sides) == set(rim)
    assert all(len(rim_sides[one] & rim_sides[following]) == 1 for one, following in pairwise((*rim, rim[0])))
    assert list(ARROWS) == [rim[number] for number in (0, 3, 6, 9)]
    assert [ARROWS[rim[number]] for number in (0, 6)] == ["dark", "dark"]
    assert [ARROWS[rim[number]] for number in (3, 9)] == ["light", "light"]

    # Legal ways: 3 on inner spaces, 1 at the rim, 3 at a dark arrow and 2 at a light one.
    for space in board:
        if space not in rim:
            assert len(ways(space)) == 3
        elif space not in ARROWS:
            assert len(ways(space)) == 1
        else:
            assert len(ways(space)) == {"dark": 3, "light": 2}[ARROWS[space]]

    # The fewest pieces in a track between two arrows.
    fewest = {pair: min(len(track) for track in possible_tracks(*pair)) for pair in combinations(ARROWS, 2)}
    assert fewest == {
        ("a2", "c1"): 5,
        ("b7", "d4"): 5,
        ("a2", "b7"): 6,
        ("d4", "c1"): 6,
        ("a2", "d4"): 8,
        ("b7", "c1"): 8,
    }
