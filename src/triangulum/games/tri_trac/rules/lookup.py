# compiled by mypyc
"""The board of Tri-Trac as lookup tables, built once for a setup and shared by all its states.

Two kinds of numbers index the tables. A *pose* is a space and the side that a triangle there leaves blank, as 3 * space
+ blank side (see ``actions.py``). A *gate* is a space and one of its sides, through which a track enters or leaves, as
3 * space + side. Where two spaces touch there are two gates, one on either side, which are each other's opposite.

Following a track is a walk from gate to gate: a triangle that leaves blank side b leads a track that enters by side s
out by the third side, 3 - b - s, and the opposite of that gate is where the track enters the next space.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import BITS
from triangulum.core.state import Setup
from triangulum.games.tri_trac.actions import (
    NEUTRAL_SOURCE,
    OWN_SOURCE,
    SIDES,
    count_actions,
    decode_source_and_pose,
    encode_action,
    encode_pose,
)
from triangulum.games.tri_trac.rules.fields import NUM_SPACE_CODES, SPACES_PER_WORD
from triangulum.games.tri_trac.rules.listing_words import build_action_listing_words
from triangulum.games.tri_trac.rules.track_tree import TrackTree, build_readiness_table

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.tri_trac.box import TriTracBox
    from triangulum.games.tri_trac.options import TriTracOptions

# In ``next_gates``: how a track ends.
DEAD_END: Final = -1  # at an empty space or at a blank side
EXIT_AT_ARROW: Final = -2  # it leaves the board by an arrow


class TriTracLookup(Setup):
    """The tables of one board."""

    def __init__(self, game: Game, options: TriTracOptions, components: Components[TriTracBox]) -> None:
        super().__init__(game, options, components)
        box = components.box
        num_spaces = len(box.lattice.spaces)
        allowed_blank_sides = [box.allowed_blank_sides(space) for space in range(num_spaces)]
        self.num_spaces: i64 = num_spaces
        self.num_poses: i64 = SIDES * num_spaces
        self.num_triangles: i64 = box.triangles
        self.turn_limit: i64 = options.turn_limit
        self.has_repetition_draws: bool = options.draws == "automatic"
        self.num_actions = count_actions(self.num_spaces)
        self.max_length = self.turn_limit

        # Poses.
        self.allowed_poses = list_allowed_poses(allowed_blank_sides)  # all that the ribs allow
        self.num_poses_by_space = vec[i64]([i64(len(blank_sides)) for blank_sides in allowed_blank_sides])
        self.is_allowed_pose = vec[u8]([0] * self.num_poses)  # by pose
        for pose in self.allowed_poses:
            self.is_allowed_pose[pose] = u8(1)
        # For each pose, the one or two others that are allowed on the same space.
        self.rotated_poses = build_rotated_pose_table(allowed_blank_sides)
        self.blank_side_by_code = vec[i64]([i64((code - 1) % SIDES) for code in range(NUM_SPACE_CODES)])

        # Tracks.
        self.arrow_gates = list_arrow_gates(box)  # of each arrow
        self.is_arrow_gate = vec[u8]([0] * self.num_poses)  # by gate
        for gate in self.arrow_gates:
            self.is_arrow_gate[gate] = u8(1)
        self.opposite_gates = build_opposite_gate_table(box)  # by gate; -1 at the rim
        self.next_gates = build_next_gate_table(self.opposite_gates)  # by entry gate and space code
        self.track_tree = TrackTree(self.arrow_gates, self.opposite_gates, self.is_allowed_pose)
        self.readiness_by_code = build_readiness_table()

        # Actions.
        self.opening_actions = list_opening_actions(box)
        self.base_actions = list_first_actions_by_source(self.num_spaces)  # by source
        self.target_masks = build_target_space_masks(self.num_actions, self.num_poses)  # by action
        self.touched_masks = build_touched_space_masks(self.num_actions, self.num_poses)  # by action
        self.listing_words = build_action_listing_words(allowed_blank_sides)
        # A list of actions begins as a slice of these, since copying memory is quicker than writing zeros.
        self.zeros = vec[i64]([0] * ((3 + box.triangles) * self.num_poses + 2 * SIDES))

        # Position keys: the space codes as decimal digits, and after them a digit for the mover and whether the neutral
        # triangle is barred.
        self.num_key_words: i64 = num_spaces // SPACES_PER_WORD + 1
        self.key_digit_weights = vec[i64]([i64(10 ** (i % SPACES_PER_WORD)) for i in range(num_spaces + 1)])


def list_allowed_poses(allowed_blank_sides: list[list[int]]) -> vec[i64]:
    """Return all poses that the ribs allow, in ascending order, given the blank sides that each space allows."""
    poses = vec[i64]()
    for space, blank_sides in enumerate(allowed_blank_sides):
        for blank_side in blank_sides:
            poses = append(poses, encode_pose(space, blank_side))
    return poses


def build_rotated_pose_table(allowed_blank_sides: list[list[int]]) -> vec[i64]:
    """Return for each pose two entries with the other poses that are allowed on its space, padded with 0."""
    rotated_poses = vec[i64]([0] * (2 * SIDES * len(allowed_blank_sides)))
    for space, blank_sides in enumerate(allowed_blank_sides):
        for blank_side in blank_sides:
            turned_sides = [side for side in blank_sides if side != blank_side]
            for i, turned_side in enumerate(turned_sides):
                rotated_poses[2 * encode_pose(space, blank_side) + i] = encode_pose(space, turned_side)
    return rotated_poses


def list_arrow_gates(box: TriTracBox) -> vec[i64]:
    """Return the gate at which each arrow stands."""
    gates = vec[i64]()
    for space, side, _ in box.arrow_gates:
        gates = append(gates, i64(SIDES * space + side))
    return gates


def build_opposite_gate_table(box: TriTracBox) -> vec[i64]:
    """Return for each gate the one on the other side, in the neighbouring space, or -1 at the rim."""
    opposite_gates = vec[i64]()
    for neighbours in box.lattice.neighbours:
        for side, neighbour in enumerate(neighbours):
            gate = -1 if neighbour is None else SIDES * neighbour + box.lattice.opposite_side(side)
            opposite_gates = append(opposite_gates, i64(gate))
    return opposite_gates


def build_next_gate_table(opposite_gates: vec[i64]) -> vec[i64]:
    """Return, for each gate by which a track enters and each code of that space, the gate by which it enters the next.

    DEAD_END or EXIT_AT_ARROW stand for a track that ends. The ribs see to it that a track leaves only by arrows.
    """
    num_gates = i64(len(opposite_gates))
    next_gates = vec[i64]([DEAD_END] * (NUM_SPACE_CODES * num_gates))
    for gate in range(num_gates):
        entry_side = gate % SIDES
        for code in range(i64(1), i64(NUM_SPACE_CODES)):
            blank_side = (code - 1) % SIDES
            if entry_side != blank_side:
                exit_side = SIDES - blank_side - entry_side
                next_gate = opposite_gates[gate - entry_side + exit_side]
                next_gates[NUM_SPACE_CODES * gate + code] = EXIT_AT_ARROW if next_gate < 0 else next_gate
    return next_gates


def list_first_actions_by_source(num_spaces: i64) -> vec[i64]:
    """Return the first action of each source; add a pose for the others."""
    base_actions = vec[i64]()
    for source in range(OWN_SOURCE + num_spaces):
        base_actions = append(base_actions, encode_action(source, 0, SIDES * num_spaces))
    return base_actions


def build_target_space_masks(num_actions: i64, num_poses: i64) -> vec[i64]:
    """Return for each action the mask of the space on which it lays a triangle."""
    masks = vec[i64]()
    for action in range(num_actions):
        _, pose = decode_source_and_pose(action, num_poses)
        masks = append(masks, BITS[pose // SIDES])
    return masks


def build_touched_space_masks(num_actions: i64, num_poses: i64) -> vec[i64]:
    """Return for each action the mask of the spaces that it takes a triangle from or lays one on.

    An action of the neutral triangle has all spaces: the opponent, barred from using it, may feel it anywhere.
    """
    masks = vec[i64]()
    for action in range(num_actions):
        source, pose = decode_source_and_pose(action, num_poses)
        mask = BITS[pose // SIDES]
        if source == NEUTRAL_SOURCE:
            mask = -1
        elif source >= OWN_SOURCE:
            mask |= BITS[source - OWN_SOURCE]
        masks = append(masks, mask)
    return masks


def list_opening_actions(box: TriTracBox) -> vec[i64]:
    """Return the first player's actions on turn 1: the neutral triangle on a centre space, in ascending order."""
    num_poses = SIDES * len(box.lattice.spaces)
    actions = vec[i64]()
    for space in sorted(box.lattice.index_by_name[name] for name in box.centre):
        for blank_side in box.allowed_blank_sides(space):
            actions = append(actions, encode_action(NEUTRAL_SOURCE, encode_pose(space, blank_side), num_poses))
    return actions
