# compiled by mypyc
"""The board of Tri-Trac as tables of numbers, and what the bytes of a state mean.

A triangle on a space lies in one of three ways, named here by the side that its track leaves blank. The *code* of a
space is 0 if it is empty, or 1 + 3 * whose + blank, with 0 for the neutral one, 1 for seat 0 and 2 for seat 1.
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
NUM_CODES: Final = 10  # of what can be on a space
NEUTRAL: Final = 0  # whose a triangle is; a seat's are 1 + seat

# Where things lie in State.byte_fields, after one byte for each space.
RESERVES: Final = 0  # for each seat, how many triangles are not on the board yet
BARRED: Final = 2  # whether the mover may not touch the neutral one
NEUTRAL_SPACE: Final = 3  # 1 + the space of the neutral one, or 0 before it is placed
TURNS: Final = 4  # played so far, low byte first
LAST: Final = 6  # 1 + the space to which the last triangle went, or 0
ORIGIN: Final = 7  # 1 + the space from which it came, or 0 if it was placed
ENDING: Final = 8  # how the game has ended, or 0
NUM_FIELDS: Final = 9

# Endings.
WON: Final = 1  # by seat 0; one more for seat 1
REPETITION: Final = 3
TURN_LIMIT: Final = 4
STUCK: Final = 5

# In ``next_gate``: where a track goes that does not go on.
DEAD_END: Final = -1
EXIT_AT_ARROW: Final = -2  # it leaves the board by an arrow

# An action is num_poses * source + pose. Source 0 is the neutral triangle; OWN_SOURCE + space is one's own there.
RESERVE_SOURCE: Final = 1
OWN_SOURCE: Final = 2

# What a space adds to the sums when moves are listed; see TriTracLookup.pack_spaces.
ONE_EMPTY: Final = 1 << 24
ONE_MOVER: Final = 1 << 32

SPACES_PER_WORD: Final = 18
"""Spaces that fit into one 64-bit word, a decimal digit each."""

MAX_TRACK_LENGTH: Final = 8
"""Tracks of more triangles are hardly ever completed, so evaluation leaves them out."""

OCCURRENCES_FOR_DRAW: Final = 3
"""A position that occurs so often is a draw."""


# How ready a pose is for a seat whose track needs it, from 0 to 1: 1 if its own triangle lies so, 0 if the opponent's
# lies otherwise.
EMPTY_READINESS: Final = 0.38  # nothing lies there yet
OWN_TURNED_READINESS: Final = 0.7  # its own triangle, lying otherwise
NEUTRAL_READINESS: Final = 0.5  # the neutral one, lying so
NEUTRAL_TURNED_READINESS: Final = 0.35
OPPONENT_READINESS: Final = 0.22  # the other's triangle, lying so


def compute_readiness(code: int, needed_blank: int, seat: int) -> float:
    """Return how ready a pose is for a seat, from 0 to 1, by its space's code and the side that should be blank."""
    if code == 0:
        return EMPTY_READINESS
    whose, blank = divmod(code - 1, SIDES)
    if whose == NEUTRAL:
        return NEUTRAL_READINESS if blank == needed_blank else NEUTRAL_TURNED_READINESS
    if whose == 1 + seat:
        return 1.0 if blank == needed_blank else OWN_TURNED_READINESS
    return OPPONENT_READINESS if blank == needed_blank else 0.0


class TriTracLookup(Setup):
    """The board as tables.

    A *gate* is a space and a side: 3 * space + side. A *pose* is a space and the side that a triangle there leaves
    blank, as 3 * space + blank.
    """

    def __init__(self, game: Game, options: TriTracOptions, components: Components[TriTracBox]) -> None:
        super().__init__(game, options, components)
        box = components.box
        spaces = len(box.lattice.spaces)
        self.num_spaces: i64 = spaces
        self.num_triangles: i64 = box.triangles
        self.turn_limit: i64 = options.turn_limit

        self.num_poses_on = vec[i64]()  # for each space, in how many ways a triangle may lie there
        self.poses_on = vec[i64]()  # for each space, up to three poses
        self.allowed_poses = vec[i64]()  # all poses that the ribs allow
        self.is_allowed_pose = vec[u8]([0] * (SIDES * spaces))  # for each pose, whether the ribs allow it
        self.turned_poses = vec[i64]([0] * (2 * SIDES * spaces))  # for each pose, up to two more on the same space
        self.opposite_gate = vec[i64]()  # for each gate the one on the other side, or -1 at the rim
        for space in range(spaces):
            blank_sides = box.allowed_blank_sides(space)
            self.num_poses_on = append(self.num_poses_on, i64(len(blank_sides)))
            for blank in [*blank_sides, 0, 0, 0][:SIDES]:
                self.poses_on = append(self.poses_on, i64(SIDES * space + blank))
            for blank in blank_sides:
                pose = SIDES * space + blank
                self.allowed_poses = append(self.allowed_poses, i64(pose))
                self.is_allowed_pose[pose] = u8(1)
                for i, turned_blank in enumerate(blank_side for blank_side in blank_sides if blank_side != blank):
                    self.turned_poses[2 * pose + i] = i64(SIDES * space + turned_blank)
            for side in range(SIDES):
                beyond = box.lattice.neighbours[space][side]
                entry = -1 if beyond is None else SIDES * beyond + box.lattice.opposite_side(side)
                self.opposite_gate = append(self.opposite_gate, i64(entry))

        self.pack_spaces()

        # For each gate by which a track comes in, and each code: the gate by which it comes into the next space.
        self.next_gate = vec[i64]([DEAD_END] * (NUM_CODES * SIDES * spaces))
        self.arrow_gates = vec[i64]()
        self.is_arrow_gate = vec[u8]([0] * (SIDES * spaces))
        for arrow in box.arrows:
            space = box.lattice.index_by_name[arrow.space]
            gate = SIDES * space + box.arrow_side(space)
            self.arrow_gates = append(self.arrow_gates, i64(gate))
            self.is_arrow_gate[gate] = u8(1)
        self.opening_actions = vec[i64]()  # the neutral triangle's poses on centre spaces, in rising order
        for space in sorted(box.lattice.index_by_name[name] for name in box.centre):
            for blank in box.allowed_blank_sides(space):
                self.opening_actions = append(self.opening_actions, i64(SIDES * space + blank))

        self.blank_side_of = vec[i64]([i64((code - 1) % SIDES) for code in range(NUM_CODES)])  # by code
        for gate in range(SIDES * spaces):
            for code in range(1, NUM_CODES):
                entry_side, blank = gate % SIDES, (code - 1) % SIDES
                if entry_side != blank:
                    gate_beyond = self.opposite_gate[gate - entry_side + SIDES - blank - entry_side]
                    self.next_gate[NUM_CODES * gate + code] = EXIT_AT_ARROW if gate_beyond < 0 else gate_beyond

        # For each code, each side that should be blank and each seat, how ready the pose is.
        self.readiness = vec[float]()
        for code in range(NUM_CODES):
            for blank in range(SIDES):
                for seat in range(2):
                    self.readiness = append(self.readiness, compute_readiness(code, blank, seat))
        self.build_track_tree()

        self.num_words: i64 = spaces // SPACES_PER_WORD + 1
        self.digit_weight = vec[i64]()  # for each space, what one more of its code adds to its word
        for space in range(spaces + 1):
            self.digit_weight = append(self.digit_weight, i64(10 ** (space % SPACES_PER_WORD)))

        # Actions: the neutral one goes somewhere; a triangle is placed; one's own goes from a space somewhere.
        self.num_poses: i64 = SIDES * spaces
        self.first_place_action: i64 = self.num_poses
        self.first_move_action: i64 = 2 * self.num_poses
        self.num_actions = self.first_move_action + spaces * self.num_poses
        # A list of moves begins as a piece of these, since copying memory is quicker than writing zeros.
        self.zeros = vec[i64]([0] * ((3 + box.triangles) * self.num_poses + 2 * SIDES))
        self.max_length = self.turn_limit

    def pack_spaces(self) -> None:
        """Build ``packed_spaces``: for each seat, space and code, what listing the seat's moves needs, in one word.

        An empty space has its poses, up to three bytes; one of the seat's has its pose, OWN_SOURCE + its space, and how
        many turns it has, a byte each. Above these three bytes is what it adds to the sums, a byte each as well: 1 if
        it is empty, 1 if it is the seat's, how many poses, how many turns. Other spaces are 0.
        """
        self.packed_spaces = vec[i64]()
        for seat in range(2):
            for space in range(self.num_spaces):
                num_poses = self.num_poses_on[space]
                for code in range(i64(NUM_CODES)):
                    packed: i64 = 0
                    if code == 0:
                        for i in range(num_poses):
                            packed |= self.poses_on[SIDES * space + i] << 8 * i
                        packed |= ONE_EMPTY | num_poses << 40
                    elif (code - 1) // SIDES == 1 + seat and num_poses > 0:
                        packed = SIDES * space + (code - 1) % SIDES | OWN_SOURCE + space << 8 | (num_poses - 1) << 16
                        packed |= ONE_MOVER | (num_poses - 1) << 48
                    self.packed_spaces = append(self.packed_spaces, packed)

    def build_track_tree(self) -> None:
        """Build the tree of all tracks between arrows up to MAX_TRACK_LENGTH; tracks share their common beginnings.

        Steps are in depth-first order. Each has the pose it needs, its parent as 1 + its index or 0 at the root,
        whether it ends at an arrow, and the index after the last step of its subtree.
        """
        self.step_pose = vec[i64]()
        self.step_parent = vec[i64]()
        self.step_is_last = vec[u8]()
        self.step_subtree_end = vec[i64]()
        for arrow in self.arrow_gates:
            self.add_track_steps(arrow, arrow, 0, 0, MAX_TRACK_LENGTH)

    def add_track_steps(self, start_gate: i64, gate: i64, parent: i64, used_mask: i64, steps_left: i64) -> bool:
        """Append the steps of tracks that enter by a gate; return whether there are any."""
        space = gate // SIDES
        if steps_left == 0 or used_mask & BITS[space]:
            return False
        any_added = False
        for exit_side in range(i64(SIDES)):
            entry_side = gate % SIDES
            pose = SIDES * space + SIDES - exit_side - entry_side
            if exit_side == entry_side or not self.is_allowed_pose[pose]:
                continue
            exit_gate = SIDES * space + exit_side
            gate_beyond = self.opposite_gate[exit_gate]
            if gate_beyond < 0 and exit_gate < start_gate:
                continue  # found from the other arrow
            step = i64(len(self.step_pose))
            self.step_pose = append(self.step_pose, pose)
            self.step_parent = append(self.step_parent, parent)
            self.step_is_last = append(self.step_is_last, u8(1) if gate_beyond < 0 else u8(0))
            self.step_subtree_end = append(self.step_subtree_end, i64(0))
            if gate_beyond >= 0 and not self.add_track_steps(
                start_gate, gate_beyond, step + 1, used_mask | BITS[space], steps_left - 1
            ):
                self.step_pose = self.step_pose[:step]
                self.step_parent = self.step_parent[:step]
                self.step_is_last = self.step_is_last[:step]
                self.step_subtree_end = self.step_subtree_end[:step]
                continue
            self.step_subtree_end[step] = i64(len(self.step_pose))
            any_added = True
        return any_added
