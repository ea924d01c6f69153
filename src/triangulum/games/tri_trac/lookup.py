# compiled by mypyc
"""The board of Tri-Trac as tables of numbers, and what the bytes of a state mean.

A triangle on a space lies in one of three ways, named here by the side that its track leaves blank. What is on a space
is 0, or 1 + 3 * whose + blank, with 0 for the neutral one, 1 for seat 0 and 2 for seat 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import BITS
from triangulum.core.state import Setup

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.tri_trac.options import TriTracBox, TriTracOptions

SIDES: Final = 3
CODES: Final = 10  # of what can be on a space
NEUTRAL: Final = 0  # whose a triangle is; a seat's are 1 + seat

# Where things lie in State.small, after one byte for each space.
RESERVES: Final = 0  # for each seat, how many triangles are not on the board yet
BARRED: Final = 2  # whether the mover may not touch the neutral one
WHITE: Final = 3  # 1 + the space of the neutral one, or 0 before it is placed
TURNS: Final = 4  # played so far, low byte first
LAST: Final = 6  # 1 + the space to which the last triangle went, or 0
ORIGIN: Final = 7  # 1 + the space from which it came, or 0 if it was placed
ENDING: Final = 8  # how the game has ended, or 0
LENGTH: Final = 9

# Endings.
WON: Final = 1  # by seat 0; one more for seat 1
REPETITION: Final = 3
TURN_LIMIT: Final = 4
STUCK: Final = 5

# Where a track goes that does not go on.
ENDS: Final = -1
LEAVES: Final = -2  # the board, by an arrow

# Whose actions come when: the neutral triangle's, those of one in reserve, then those of one's own by their spaces.
PLACING: Final = 1
OWN: Final = 2

# What a space adds when moves are listed; see TriTracTables.list_parts.
ONE_EMPTY: Final = 1 << 24
ONE_MOVER: Final = 1 << 32

SPACES_A_WORD: Final = 18
"""Spaces that fit into one 64-bit word, a decimal digit each."""

LONGEST: Final = 8
"""Tracks of more triangles are hardly ever completed, so estimates leave them out."""

OCCURRENCES: Final = 3
"""A position that is there so often is a draw."""


# How much of a landing is there for a seat that needs it; all if its own triangle lies so, nothing if the other's does
# not.
GAP: Final = 0.38  # nothing lies there yet
TO_TURN: Final = 0.7  # its own triangle, lying otherwise
WHITE_RIGHT: Final = 0.5  # the neutral one, lying so
WHITE_TO_TURN: Final = 0.35
BORROWED: Final = 0.22  # the other's triangle, lying so


def outlook(code: int, blank: int, seat: int) -> float:
    """Return how much of a landing is there for a seat, by what is on the space and the side that should be blank."""
    if code == 0:
        return GAP
    whose, lies = divmod(code - 1, SIDES)
    if whose == NEUTRAL:
        return WHITE_RIGHT if lies == blank else WHITE_TO_TURN
    if whose == 1 + seat:
        return 1.0 if lies == blank else TO_TURN
    return BORROWED if lies == blank else 0.0


class TriTracTables(Setup):
    """The board as tables.

    A *gate* is a space and a side: 3 * space + side. A *landing* is a space and the side that a triangle there leaves
    blank, as 3 * space + blank.
    """

    def __init__(self, game: Game, options: TriTracOptions, components: Components[TriTracBox]) -> None:
        super().__init__(game, options, components)
        box = components.box
        spaces = len(box.lattice.spaces)
        self.spaces: i64 = spaces
        self.triangles: i64 = box.triangles
        self.turn_limit: i64 = options.turn_limit

        self.way_count = vec[i64]()  # for each space, in how many ways a triangle may lie there
        self.ways = vec[i64]()  # for each space, up to three landings
        self.every_way = vec[i64]()  # all landings that the ribs allow
        self.fits = vec[u8]([0] * (SIDES * spaces))  # for each landing, whether the ribs allow it
        self.others = vec[i64]([0] * (2 * SIDES * spaces))  # for each landing, up to two more on the same space
        self.across = vec[i64]()  # for each gate the one on the other side, or -1 at the rim
        for space in range(spaces):
            ways = box.ways(space)
            self.way_count = append(self.way_count, i64(len(ways)))
            for blank in [*ways, 0, 0, 0][:SIDES]:
                self.ways = append(self.ways, i64(SIDES * space + blank))
            for blank in ways:
                landing = SIDES * space + blank
                self.every_way = append(self.every_way, i64(landing))
                self.fits[landing] = u8(1)
                for i, other in enumerate(way for way in ways if way != blank):
                    self.others[2 * landing + i] = i64(SIDES * space + other)
            for side in range(SIDES):
                beyond = box.lattice.across[space][side]
                entry = -1 if beyond is None else SIDES * beyond + box.lattice.side_back(side)
                self.across = append(self.across, i64(entry))

        self.list_parts()

        # For each gate by which a track comes in, and each code: the gate by which it comes into the next space.
        self.onward = vec[i64]([ENDS] * (CODES * SIDES * spaces))
        self.arrows = vec[i64]()  # gates
        self.is_arrow = vec[u8]([0] * (SIDES * spaces))
        for arrow in box.arrows:
            space = box.lattice.number[arrow.space]
            gate = SIDES * space + box.arrow_side(space)
            self.arrows = append(self.arrows, i64(gate))
            self.is_arrow[gate] = u8(1)
        self.centre = vec[i64]()  # landings on centre spaces, in rising order
        for space in sorted(box.lattice.number[name] for name in box.centre):
            for blank in box.ways(space):
                self.centre = append(self.centre, i64(SIDES * space + blank))

        self.blank = vec[i64]([i64((code - 1) % SIDES) for code in range(CODES)])  # by code, the side that is blank
        for gate in range(SIDES * spaces):
            for code in range(1, CODES):
                came, blank = gate % SIDES, (code - 1) % SIDES
                if came != blank:
                    beyond_gate = self.across[gate - came + SIDES - blank - came]
                    self.onward[CODES * gate + code] = LEAVES if beyond_gate < 0 else beyond_gate

        # For each code, each side that should be blank and each seat, how much of a landing is there.
        self.outlook = vec[float]()
        for code in range(CODES):
            for blank in range(SIDES):
                for seat in range(2):
                    self.outlook = append(self.outlook, outlook(code, blank, seat))
        self.find_tracks()

        self.words: i64 = spaces // SPACES_A_WORD + 1
        self.digit = vec[i64]()  # for each space, what one more of its code adds to its word
        for space in range(spaces + 1):
            self.digit = append(self.digit, i64(10 ** (space % SPACES_A_WORD)))

        # Actions: the neutral one goes somewhere; a triangle is placed; one's own goes from a space somewhere.
        self.landings: i64 = SIDES * spaces
        self.place: i64 = self.landings
        self.shift: i64 = 2 * self.landings
        self.num_actions = self.shift + spaces * self.landings
        # A list of moves begins as a piece of these, since copying memory is quicker than writing noughts.
        self.noughts = vec[i64]([0] * ((3 + box.triangles) * self.landings + 2 * SIDES))
        self.max_length = self.turn_limit

    def list_parts(self) -> None:
        """List, for each seat, space and code, what the space is when the seat's moves are listed, packed into a word.

        An empty space has its landings, up to three bytes; one of the seat's has the landing that it is, OWN + its
        space, and how many turns it has, a byte each. Above these three bytes is what it adds, a byte each as well: 1
        if it is empty, 1 if it is the seat's, how many landings, how many turns. Other spaces are 0.
        """
        self.parts = vec[i64]()
        for seat in range(2):
            for space in range(self.spaces):
                ways = self.way_count[space]
                for code in range(i64(CODES)):
                    part: i64 = 0
                    if code == 0:
                        for i in range(ways):
                            part |= self.ways[SIDES * space + i] << 8 * i
                        part |= ONE_EMPTY | ways << 40
                    elif (code - 1) // SIDES == 1 + seat and ways > 0:
                        part = SIDES * space + (code - 1) % SIDES | OWN + space << 8 | (ways - 1) << 16
                        part |= ONE_MOVER | (ways - 1) << 48
                    self.parts = append(self.parts, part)

    def find_tracks(self) -> None:
        """List the tracks between arrows that are not too long, as a tree: what two have in common is there once.

        Steps of tracks come one after the other as one walks through the tree. For each there is the landing it needs,
        1 + the step before it or 0, whether it ends at an arrow, and the first step after all that follow from it.
        """
        self.step_landing = vec[i64]()
        self.step_before = vec[i64]()
        self.step_ends = vec[u8]()
        self.step_skip = vec[i64]()
        for arrow in self.arrows:
            self.walk(arrow, arrow, 0, 0, LONGEST)

    def walk(self, start: i64, gate: i64, before: i64, taken: i64, left: i64) -> bool:
        """Add the steps of tracks that come in by a gate; tell whether there are any."""
        space = gate // SIDES
        if left == 0 or taken & BITS[space]:
            return False
        found = False
        for leaves in range(i64(SIDES)):
            came = gate % SIDES
            landing = SIDES * space + SIDES - leaves - came
            if leaves == came or not self.fits[landing]:
                continue
            exit = SIDES * space + leaves
            beyond = self.across[exit]
            if beyond < 0 and exit < start:
                continue  # found from the other arrow
            at = i64(len(self.step_landing))
            self.step_landing = append(self.step_landing, landing)
            self.step_before = append(self.step_before, before)
            self.step_ends = append(self.step_ends, u8(1) if beyond < 0 else u8(0))
            self.step_skip = append(self.step_skip, i64(0))
            if beyond >= 0 and not self.walk(start, beyond, at + 1, taken | BITS[space], left - 1):
                self.step_landing = self.step_landing[:at]
                self.step_before = self.step_before[:at]
                self.step_ends = self.step_ends[:at]
                self.step_skip = self.step_skip[:at]
                continue
            self.step_skip[at] = i64(len(self.step_landing))
            found = True
        return found
