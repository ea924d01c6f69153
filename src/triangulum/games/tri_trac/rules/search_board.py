# compiled by mypyc
"""The board of the search for forced wins: actions are made and unmade on it, and threats are always at hand.

A player wins by joining two tracks that come from two arrows. So the search wants to know, in every position, how far
the track from each arrow leads. That is kept as a *reach mask* for each arrow: the spaces that its track runs over, and
the one where it ends, which is empty or has its blank side turned to the track. On the printed board there are four
arrows, so a position has four reach masks.

Both questions that the search asks then become questions about masks:

- Could a seat complete a track? Only on a space that is in two reach masks, if it may lay or turn a triangle there.
- What could prevent it? Only a triangle that is laid on, taken from or turned on a space of these two reach masks, or
  the neutral triangle, which the opponent may then not use.

An action touches at most two spaces, so most reach masks stay as they were when it is made.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import BITS
from triangulum.core.state import State
from triangulum.core.types import Action, Hash, Mask, Seat
from triangulum.games.tri_trac.actions import (
    NEUTRAL_SOURCE,
    OWN_SOURCE,
    RESERVE_SOURCE,
    SIDES,
    Source,
    decode_source_and_pose,
)
from triangulum.games.tri_trac.rules.fields import (
    NEUTRAL,
    NEUTRAL_BARRED,
    NEUTRAL_SPACE,
    NUM_SPACE_CODES,
    OCCURRENCES_FOR_DRAW,
    RESERVES,
    SPACES_PER_WORD,
)
from triangulum.games.tri_trac.rules.lookup import EXIT_AT_ARROW, TriTracLookup

MAX_PLIES: Final = 32
"""How many actions may be made on top of each other."""

# An undo code is the neutral bar, then 1 + the space the triangle came from, then the code that was on that space.
ORIGIN_SHIFT: Final = 1
ORIGIN_MASK: Final = 63
ORIGIN_CODE_SHIFT: Final = 7


class SearchBoard:
    """A position on which actions are made and unmade."""

    def __init__(self, state: State, max_moves: i64) -> None:
        setup = cast(TriTracLookup, state.setup)
        spaces = setup.num_spaces
        fields = state.byte_fields
        self.setup = setup
        self.space_codes = fields[:spaces]
        self.mover = state.to_move
        self.neutral_barred = i64(fields[spaces + NEUTRAL_BARRED])  # 1 if the mover may not touch it
        self.neutral_space = i64(fields[spaces + NEUTRAL_SPACE]) - 1  # -1 before it is placed
        self.reserve_counts = vec[i64]([i64(fields[spaces + RESERVES]), i64(fields[spaces + RESERVES + 1])])
        self.own_masks = vec[i64]([0, 0])  # for each seat, the spaces of its triangles
        for space in range(spaces):
            owner = (i64(fields[space]) - 1) // SIDES
            if fields[space] and owner != NEUTRAL:
                self.own_masks[owner - 1] = self.own_masks[owner - 1] | BITS[space]

        self.moves_left = max_moves  # that the search may still make
        self.ply: i64 = 0
        self.num_arrows = i64(len(setup.arrow_gates))
        self.reach_masks = vec[i64]([0] * ((MAX_PLIES + 1) * self.num_arrows))  # for each ply and each arrow
        self.track_complete = False  # whether the last action completed a track
        for arrow_index in range(self.num_arrows):
            self.reach_masks[arrow_index] = self.trace_reach_mask(arrow_index)

        self.position_key = vec[i64]([0] * setup.num_key_words)
        self.twice_seen_keys = list_keys_of_positions_seen_twice(state)  # one after another

    # Legal actions.

    def list_legal_actions(self) -> vec[i64]:
        """Return the mover's legal actions, the neutral triangle's first; in no order beyond that."""
        setup = self.setup
        if self.neutral_space < 0:
            return setup.opening_actions
        space_codes = self.space_codes
        targets = vec[i64]([0] * setup.num_poses)
        num_targets: i64 = 0
        for pose in range(setup.num_poses):
            if space_codes[pose // SIDES] == 0 and setup.is_allowed_pose[pose]:
                targets[num_targets] = pose
                num_targets += 1
        own_mask = self.own_masks[self.mover]
        num_sources: i64 = 2
        for space in range(setup.num_spaces):
            if own_mask & BITS[space]:
                num_sources += 1
        actions = vec[i64]([0] * (num_sources * (num_targets + SIDES)))
        count: i64 = 0
        if self.neutral_barred == 0:
            count = self.write_actions_of_source(actions, count, NEUTRAL_SOURCE, targets, num_targets)
        if self.reserve_counts[self.mover] > 0:
            count = self.write_actions_of_source(actions, count, RESERVE_SOURCE, targets, num_targets)
        for space in range(setup.num_spaces):
            if own_mask & BITS[space]:
                count = self.write_actions_of_source(actions, count, OWN_SOURCE + space, targets, num_targets)
        return actions[:count]

    def write_actions_of_source(
        self, actions: vec[i64], index: i64, source: Source, targets: vec[i64], num_targets: i64
    ) -> i64:
        """Write the actions of one source into a list from an index on; return the next free index."""
        setup = self.setup
        base_action = setup.base_actions[source]
        for i in range(num_targets):
            actions[index] = base_action + targets[i]
            index += 1
        if source == RESERVE_SOURCE:
            return index
        space = self.neutral_space if source == NEUTRAL_SOURCE else source - OWN_SOURCE
        own_pose = SIDES * space + setup.blank_side_by_code[i64(self.space_codes[space])]
        for pose in range(SIDES * space, SIDES * space + SIDES):
            if pose != own_pose and setup.is_allowed_pose[pose]:
                actions[index] = base_action + pose
                index += 1
        return index

    def is_still_legal(self, action: Action) -> bool:
        """Return whether an action that was legal in some other position is legal for the mover here."""
        setup = self.setup
        source, pose = decode_source_and_pose(action, setup.num_poses)
        space = pose // SIDES
        origin: i64 = -1
        if source >= OWN_SOURCE:
            origin = source - OWN_SOURCE
            if self.own_masks[self.mover] & BITS[origin] == 0:
                return False
        elif source == RESERVE_SOURCE:
            if self.reserve_counts[self.mover] == 0:
                return False
        else:
            origin = self.neutral_space
            if self.neutral_barred or origin < 0:
                return False
        if space != origin:
            return self.space_codes[space] == 0
        return setup.blank_side_by_code[i64(self.space_codes[space])] != pose % SIDES

    # Actions, made and unmade.

    def make_move(self, action: Action) -> i64:
        """Make an action of the mover's; return the undo code with which ``unmake_move`` takes it back."""
        self.moves_left -= 1
        seat = self.mover
        source, pose = decode_source_and_pose(action, self.setup.num_poses)
        space = pose // SIDES
        owner: i64 = 1 + seat
        origin: i64 = -1
        if source >= OWN_SOURCE:
            origin = source - OWN_SOURCE
        elif source == NEUTRAL_SOURCE:
            owner = NEUTRAL
            origin = self.neutral_space
        undo_code = self.neutral_barred | origin + 1 << ORIGIN_SHIFT
        space_codes = self.space_codes
        touched_mask = BITS[space]
        if origin >= 0:
            touched_mask |= BITS[origin]
            undo_code |= i64(space_codes[origin]) << ORIGIN_CODE_SHIFT
            space_codes[origin] = u8(0)
        elif owner != NEUTRAL:
            self.reserve_counts[seat] = self.reserve_counts[seat] - 1
        space_codes[space] = u8(1 + SIDES * owner + pose % SIDES)
        if owner == NEUTRAL:
            self.neutral_space = space
            self.neutral_barred = 1
        else:
            if origin >= 0:
                self.own_masks[seat] = self.own_masks[seat] & ~BITS[origin]
            self.own_masks[seat] = self.own_masks[seat] | BITS[space]
            self.neutral_barred = 0
        self.mover = 1 - seat
        self.push_updated_reach_masks(touched_mask)
        return undo_code

    def unmake_move(self, action: Action, undo_code: i64) -> None:
        """Take back the action that was made last."""
        seat = 1 - self.mover
        source, pose = decode_source_and_pose(action, self.setup.num_poses)
        space = pose // SIDES
        origin = (undo_code >> ORIGIN_SHIFT & ORIGIN_MASK) - 1
        space_codes = self.space_codes
        space_codes[space] = u8(0)
        if origin >= 0:
            space_codes[origin] = u8(undo_code >> ORIGIN_CODE_SHIFT)
        if source == NEUTRAL_SOURCE:
            self.neutral_space = origin
        else:
            self.own_masks[seat] = self.own_masks[seat] & ~BITS[space]
            if origin >= 0:
                self.own_masks[seat] = self.own_masks[seat] | BITS[origin]
            else:
                self.reserve_counts[seat] = self.reserve_counts[seat] + 1
        self.neutral_barred = undo_code & 1
        self.mover = seat
        self.ply -= 1

    # How far tracks reach.

    def push_updated_reach_masks(self, touched_mask: Mask) -> None:
        """Go one ply deeper: copy the reach masks, but trace those again that hold a touched space."""
        reach_masks = self.reach_masks
        index = self.ply * self.num_arrows
        self.ply += 1
        self.track_complete = False
        for arrow_index in range(self.num_arrows):
            mask = reach_masks[index]
            if mask & touched_mask:
                mask = self.trace_reach_mask(arrow_index)
            reach_masks[index + self.num_arrows] = mask
            index += 1

    def trace_reach_mask(self, arrow_index: i64) -> Mask:
        """Follow the track from an arrow; return its reach mask, and set ``track_complete`` if it ends at an arrow."""
        next_gates = self.setup.next_gates
        space_codes = self.space_codes
        gate = self.setup.arrow_gates[arrow_index]
        mask: i64 = 0
        while gate >= 0:
            space = gate // SIDES
            mask |= BITS[space]
            gate = next_gates[NUM_SPACE_CODES * gate + i64(space_codes[space])]
        if gate == EXIT_AT_ARROW:
            self.track_complete = True
        return mask

    def find_track_entry_side(self, arrow_index: i64, space: i64) -> i64:
        """Return the side by which the track from an arrow enters a space of its reach mask."""
        next_gates = self.setup.next_gates
        gate = self.setup.arrow_gates[arrow_index]
        while gate // SIDES != space:
            gate = next_gates[NUM_SPACE_CODES * gate + i64(self.space_codes[gate // SIDES])]
        return gate % SIDES

    def union_of_reach_masks(self) -> Mask:
        """Return the mask of all spaces to which a track from some arrow comes."""
        mask: i64 = 0
        start = self.ply * self.num_arrows
        for index in range(start, start + self.num_arrows):
            mask |= self.reach_masks[index]
        return mask

    # Threats.

    def can_mover_win_now(self) -> bool:
        """Return whether some action of the mover's completes a track."""
        return self.find_threatened_track_mask(self.mover, self.neutral_barred == 0) != 0

    def find_threatened_track_mask(self, seat: Seat, may_use_neutral: bool) -> Mask:
        """Return the spaces of a track that a seat could complete if it were to move, or 0 if there is none.

        They are the two reach masks that it would join. If there are several such tracks, only one is returned.
        """
        reach_masks = self.reach_masks
        start = self.ply * self.num_arrows
        reached_once: i64 = 0
        reached_twice: i64 = 0
        for index in range(start, start + self.num_arrows):
            mask = reach_masks[index]
            reached_twice |= reached_once & mask
            reached_once |= mask
        space: i64 = 0
        while reached_twice:
            if reached_twice & BITS[space]:
                reached_twice ^= BITS[space]
                threat_mask = self.find_threatened_track_mask_at(space, seat, may_use_neutral)
                if threat_mask:
                    return threat_mask
            space += 1
        return 0

    def find_threatened_track_mask_at(self, space: i64, seat: Seat, may_use_neutral: bool) -> Mask:
        """Return the spaces of a track that a seat could complete with a triangle on one space, or 0."""
        code = i64(self.space_codes[space])
        owner = (code - 1) // SIDES
        if code > 0 and owner != 1 + seat and not (owner == NEUTRAL and may_use_neutral):
            return 0
        is_allowed_pose = self.setup.is_allowed_pose
        start = self.ply * self.num_arrows
        for first_arrow in range(self.num_arrows):
            if self.reach_masks[start + first_arrow] & BITS[space] == 0:
                continue
            for second_arrow in range(first_arrow):
                if self.reach_masks[start + second_arrow] & BITS[space] == 0:
                    continue
                # The triangle has to join the two sides by which the tracks enter, so the third one is blank.
                entry_sides = self.find_track_entry_side(first_arrow, space) + self.find_track_entry_side(
                    second_arrow, space
                )
                threat_mask = self.reach_masks[start + first_arrow] | self.reach_masks[start + second_arrow]
                if is_allowed_pose[SIDES * space + SIDES - entry_sides] and (
                    code > 0 or self.has_triangle_besides_needed_ones(seat, threat_mask, may_use_neutral)
                ):
                    return threat_mask
        return 0

    def has_triangle_besides_needed_ones(self, seat: Seat, needed_space_mask: Mask, may_use_neutral: bool) -> bool:
        """Return whether a seat could lay a triangle from the reserve, or from a space that is not a needed one."""
        if self.reserve_counts[seat] > 0 or self.own_masks[seat] & ~needed_space_mask:
            return True
        return may_use_neutral and self.neutral_space >= 0 and needed_space_mask & BITS[self.neutral_space] == 0

    # Position keys.

    def update_position_key(self) -> Hash:
        """Write the key of the position, as states have it in their history, to ``position_key``; return its hash."""
        setup = self.setup
        key = self.position_key
        key_digit_weights = setup.key_digit_weights
        space_codes = self.space_codes
        key_hash: i64 = 0
        for word in range(setup.num_key_words):
            start = word * SPACES_PER_WORD
            key_word: i64 = 0
            for space in range(start, min(start + SPACES_PER_WORD, setup.num_spaces)):
                key_word += i64(space_codes[space]) * key_digit_weights[space]
            if word == setup.num_key_words - 1:
                key_word += (1 + self.mover + 2 * self.neutral_barred) * key_digit_weights[setup.num_spaces]
            key[word] = key_word
            # Kept within 31 bits, where compiled and plain integers do the same.
            key_hash = ((key_hash ^ (key_word & 0x7FFFFFFF) ^ (key_word >> 31)) * 73_244_475) & 0x7FFFFFFF
            key_hash ^= key_hash >> 15
        return key_hash

    def is_third_occurrence(self) -> bool:
        """Return whether the position occurred twice before the search began, so that the game is now drawn."""
        num_words = i64(len(self.twice_seen_keys))
        if num_words == 0:
            return False
        self.update_position_key()
        num_key_words = self.setup.num_key_words
        for start in range(0, num_words, num_key_words):
            word: i64 = 0
            while word < num_key_words and self.twice_seen_keys[start + word] == self.position_key[word]:
                word += 1
            if word == num_key_words:
                return True
        return False


def list_keys_of_positions_seen_twice(state: State) -> vec[i64]:
    """Return the keys of the positions in a state's history that have occurred twice, one after another."""
    num_key_words = cast(TriTracLookup, state.setup).num_key_words
    word_fields = state.word_fields
    length = i64(len(word_fields))
    keys = vec[i64]()
    for start in range(num_key_words, length, num_key_words):
        occurrences: i64 = 1
        for earlier in range(num_key_words, start, num_key_words):
            word: i64 = 0
            while word < num_key_words and word_fields[start + word] == word_fields[earlier + word]:
                word += 1
            if word == num_key_words:
                occurrences += 1
        if occurrences == OCCURRENCES_FOR_DRAW - 1:
            for word in range(num_key_words):
                keys = append(keys, word_fields[start + word])
    return keys
