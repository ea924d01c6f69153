# compiled by mypyc
"""Listing the legal actions of Tri-Trac, and drawing one at random.

A legal action is a *source*, that is, a triangle that the mover may take, together with either a *target*, that is, a
pose on an empty space, or a *rotation*, another pose on the space where the triangle is. So the list is the product of
all sources and all targets, with the few rotations put in where they belong in ascending order.

It is made in two passes. The first adds up the listing words of all spaces (see ``listing_words.py``) and leaves
targets and sources in a scratch vector; then the length of the list is known. The second writes the list.
"""

from __future__ import annotations

from typing import Final, cast

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.state import ActionBuffer, Setup
from triangulum.core.types import Action
from triangulum.games.tri_trac.actions import (
    NEUTRAL_SOURCE,
    OWN_SOURCE,
    RESERVE_SOURCE,
    SIDES,
    Source,
)
from triangulum.games.tri_trac.rules.board import TriTracBoard
from triangulum.games.tri_trac.rules.fields import NEUTRAL_BARRED, NEUTRAL_SPACE, NUM_SPACE_CODES, RESERVES
from triangulum.games.tri_trac.rules.listing_words import (
    BYTE,
    IS_OWN_TRIANGLE_SHIFT,
    NUM_POSES_SHIFT,
    NUM_ROTATIONS_SHIFT,
    POSE_TALLY_MASK,
    POSE_TALLY_SHIFT,
    ROTATION_TALLY_SHIFT,
    SOURCE_SHIFT,
    TALLIES_SHIFT,
    TRIANGLE_TALLY_SHIFT,
    WITHOUT_TALLIES,
)
from triangulum.games.tri_trac.rules.lookup import TriTracLookup

# A source in the scratch is a listing word whose tallies have made room for one number: how many targets come before
# the triangle's own space, which is where its rotations go in the list.
TARGETS_BEFORE_SHIFT: Final = 24


class TriTracActions(TriTracBoard):
    """The legal actions of the player to move."""

    def __init__(self, setup: Setup, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> None:
        super().__init__(setup, to_move, byte_fields, word_fields)
        # Made when actions are listed first: the targets, then the words of empty spaces, then the sources.
        self.scratch = vec[i64]()
        self.num_sources: i64 = 0  # in the scratch
        self.num_targets: i64 = 0  # in the scratch

    def _legal_actions(self) -> vec[i64]:
        """Return every placing, move and turn, the neutral triangle's first."""
        setup = cast(TriTracLookup, self.setup)
        if not self.byte_fields[setup.num_spaces + NEUTRAL_SPACE]:
            return setup.opening_actions[:]
        actions = setup.zeros[: self.fill_scratch_and_count_actions()]
        self.write_actions_from_scratch(actions)
        return actions

    def _list_legal_actions(self, buffer: ActionBuffer) -> None:
        """Write every placing, move and turn into a buffer that is used again."""
        setup = cast(TriTracLookup, self.setup)
        if len(buffer.actions) < len(setup.zeros):
            buffer.actions = setup.zeros[:]
        if not self.byte_fields[setup.num_spaces + NEUTRAL_SPACE]:
            buffer.copy_from(setup.opening_actions)
            return
        buffer.count = self.fill_scratch_and_count_actions()
        self.write_actions_from_scratch(buffer.actions)

    def fill_scratch_and_count_actions(self) -> i64:
        """Collect all sources and targets in the scratch; return how many legal actions they make."""
        setup = cast(TriTracLookup, self.setup)
        fields = self.byte_fields
        spaces = setup.num_spaces
        empty_start = setup.num_poses + SIDES
        sources_start = empty_start + spaces + 1
        if len(self.scratch) == 0:
            self.scratch = setup.zeros[: sources_start + spaces + 3]
        scratch = self.scratch
        neutral_space = i64(fields[spaces + NEUTRAL_SPACE]) - 1
        neutral_sources: i64 = 1 if fields[spaces + NEUTRAL_BARRED] == 0 else 0
        reserve_sources: i64 = 1 if fields[spaces + RESERVES + self.to_move] else 0
        own_start = sources_start + neutral_sources + reserve_sources

        # Every space is written both as an empty one and as a source. Only the tally of what it really is advances, so
        # the next space overwrites the wrong one, and nothing branches. The neutral triangle's space is left out.
        listing_words = setup.listing_words
        row = NUM_SPACE_CODES * spaces * self.to_move
        tallies: i64 = 0
        for space in range(neutral_space):
            word = listing_words[row + i64(fields[space])]
            row += NUM_SPACE_CODES
            scratch[empty_start + (tallies & BYTE)] = word
            scratch[own_start + (tallies >> TRIANGLE_TALLY_SHIFT & BYTE)] = (
                word & WITHOUT_TALLIES | (tallies & POSE_TALLY_MASK) << 8
            )
            tallies += word >> TALLIES_SHIFT
        targets_before_neutral = tallies >> POSE_TALLY_SHIFT & BYTE
        row += NUM_SPACE_CODES
        for space in range(neutral_space + 1, spaces):
            word = listing_words[row + i64(fields[space])]
            row += NUM_SPACE_CODES
            scratch[empty_start + (tallies & BYTE)] = word
            scratch[own_start + (tallies >> TRIANGLE_TALLY_SHIFT & BYTE)] = (
                word & WITHOUT_TALLIES | (tallies & POSE_TALLY_MASK) << 8
            )
            tallies += word >> TALLIES_SHIFT
        num_targets: i64 = 0
        for i in range(empty_start, empty_start + (tallies & BYTE)):
            word = scratch[i]
            scratch[num_targets] = word & BYTE
            scratch[num_targets + 1] = word >> 8 & BYTE
            scratch[num_targets + 2] = word >> 16 & BYTE
            num_targets += word >> NUM_POSES_SHIFT & BYTE

        num_rotations = tallies >> ROTATION_TALLY_SHIFT
        # In ascending order of actions: the neutral triangle, the reserve, and then one's own on the board.
        if neutral_sources:
            neutral_rotations = setup.num_poses_by_space[neutral_space] - 1
            neutral_pose = SIDES * neutral_space + setup.blank_side_by_code[i64(fields[neutral_space])]
            scratch[sources_start] = (
                neutral_pose | neutral_rotations << NUM_ROTATIONS_SHIFT | targets_before_neutral << TARGETS_BEFORE_SHIFT
            )
            num_rotations += neutral_rotations
        if reserve_sources:
            scratch[sources_start + neutral_sources] = RESERVE_SOURCE << SOURCE_SHIFT
        self.num_sources = neutral_sources + reserve_sources + (tallies >> TRIANGLE_TALLY_SHIFT & BYTE)
        self.num_targets = num_targets
        return self.num_sources * num_targets + num_rotations

    def write_actions_from_scratch(self, actions: vec[i64]) -> None:
        """Write the actions of all sources in the scratch, in ascending order.

        Sources are taken in pairs, since each target is then read only once for two of them. For each source there is
        one loop over all targets, which leaves a gap for the rotations. Processors like that better than two loops, up
        to the rotations and after them, of any length.
        """
        setup = cast(TriTracLookup, self.setup)
        base_actions = setup.base_actions
        rotated_poses = setup.rotated_poses
        scratch = self.scratch
        num_targets = self.num_targets
        source_at = setup.num_poses + SIDES + setup.num_spaces + 1
        sources_end = source_at + self.num_sources
        index: i64 = 0
        while source_at < sources_end:
            word = scratch[source_at]
            base_action = base_actions[word >> SOURCE_SHIFT & BYTE]
            own_pose = word & BYTE
            num_rotations = word >> NUM_ROTATIONS_SHIFT & BYTE
            write_rotation_actions(actions, index, base_action, word, rotated_poses)
            if source_at + 1 == sources_end:
                for i in range(num_targets):
                    pose = scratch[i]
                    actions[index + (i64(0) if pose < own_pose else num_rotations)] = base_action + pose
                    index += 1
                return
            next_index = index + num_targets + num_rotations
            next_word = scratch[source_at + 1]
            next_base_action = base_actions[next_word >> SOURCE_SHIFT & BYTE]
            next_own_pose = next_word & BYTE
            next_num_rotations = next_word >> NUM_ROTATIONS_SHIFT & BYTE
            write_rotation_actions(actions, next_index, next_base_action, next_word, rotated_poses)
            for i in range(num_targets):
                pose = scratch[i]
                actions[index + (i64(0) if pose < own_pose else num_rotations)] = base_action + pose
                actions[next_index + (i64(0) if pose < next_own_pose else next_num_rotations)] = next_base_action + pose
                index += 1
                next_index += 1
            index = next_index + next_num_rotations
            source_at += 2

    # One action at random.

    def random_action(self, rng: Random, buffer: ActionBuffer) -> Action:
        """Return a random legal action: draw a source and a pose until they go together."""
        setup = cast(TriTracLookup, self.setup)
        fields = self.byte_fields
        spaces = setup.num_spaces
        if not fields[spaces + NEUTRAL_SPACE]:
            return setup.opening_actions[rng.randrange(i64(len(setup.opening_actions)))]
        reserve = i64(fields[spaces + RESERVES + self.to_move])
        num_sources = setup.num_triangles - reserve
        if reserve:
            num_sources += 1
        if not fields[spaces + NEUTRAL_BARRED]:
            num_sources += 1
        allowed_poses = setup.allowed_poses
        num_allowed = i64(len(allowed_poses))
        first_opponent_code = 1 + SIDES * (2 - self.to_move)
        while True:
            drawn = rng.randrange(num_sources * num_allowed)
            pose = allowed_poses[drawn % num_allowed]
            code = i64(fields[pose // SIDES])
            if code == 0:
                return setup.base_actions[self.find_nth_source(drawn // num_allowed)] + pose
            # Only the triangle that is there can be turned there, and most often it is not the one that was drawn.
            if (code >= first_opponent_code and code < first_opponent_code + SIDES) or setup.blank_side_by_code[
                code
            ] == pose % SIDES:
                continue
            source = self.find_nth_source(drawn // num_allowed)
            if self.find_space_of_moved_triangle(source) == pose // SIDES:
                return setup.base_actions[source] + pose

    def find_nth_source(self, source_index: i64) -> Source:
        """Return the source with an index among those that the mover may take, in ascending order."""
        setup = cast(TriTracLookup, self.setup)
        fields = self.byte_fields
        if not fields[setup.num_spaces + NEUTRAL_BARRED]:
            if source_index == 0:
                return NEUTRAL_SOURCE
            source_index -= 1
        if fields[setup.num_spaces + RESERVES + self.to_move]:
            if source_index == 0:
                return RESERVE_SOURCE
            source_index -= 1
        # Counted down without a branch for each space, since no processor can predict where triangles are.
        listing_words = setup.listing_words
        space: i64 = -1
        row = NUM_SPACE_CODES * (setup.num_spaces * self.to_move - 1)
        triangles_left = source_index + 1
        while triangles_left > 0:
            space += 1
            row += NUM_SPACE_CODES
            triangles_left -= listing_words[row + i64(fields[space])] >> IS_OWN_TRIANGLE_SHIFT & 1
        return OWN_SOURCE + space

    def find_space_of_moved_triangle(self, source: Source) -> i64:
        """Return the space of the triangle that a source means, or -1 if it is in the reserve."""
        if source >= OWN_SOURCE:
            return source - OWN_SOURCE
        if source == RESERVE_SOURCE:
            return -1
        return i64(self.byte_fields[cast(TriTracLookup, self.setup).num_spaces + NEUTRAL_SPACE]) - 1


def write_rotation_actions(
    actions: vec[i64], index: i64, base_action: Action, source_word: i64, rotated_poses: vec[i64]
) -> None:
    """Write the rotations of one source into the list; the source's part of the list begins at an index."""
    num_rotations = source_word >> NUM_ROTATIONS_SHIFT & BYTE
    if num_rotations > 0:
        rotation_at = index + (source_word >> TARGETS_BEFORE_SHIFT)
        pair = 2 * (source_word & BYTE)
        actions[rotation_at] = base_action + rotated_poses[pair]
        if num_rotations > 1:
            actions[rotation_at + 1] = base_action + rotated_poses[pair + 1]
