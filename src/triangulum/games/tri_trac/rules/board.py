# compiled by mypyc
"""The board in a state of Tri-Trac: what lies where, where tracks lead, and who could complete one."""

from __future__ import annotations

from typing import cast

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.state import State
from triangulum.core.types import Mask, Seat
from triangulum.games.tri_trac.actions import SIDES
from triangulum.games.tri_trac.rules.fields import (
    NEUTRAL,
    NEUTRAL_BARRED,
    NEUTRAL_SPACE,
    RESERVES,
    SPACES_PER_WORD,
    SpaceCode,
)
from triangulum.games.tri_trac.rules.lookup import TriTracLookup


class TriTracBoard(State):
    """The spaces and the tracks that run over them.

    ``word_fields`` begins with the space codes once more, packed as a position key without its last digit, so that a
    position can be compared with earlier ones word by word.
    """

    def set_space_code(self, space: i64, code: SpaceCode) -> None:
        """Put a triangle on a space, or take it away, in the bytes and in the words of the board."""
        setup = cast(TriTracLookup, self.setup)
        words = self.word_fields
        word = space // SPACES_PER_WORD
        words[word] = words[word] + (code - i64(self.byte_fields[space])) * setup.key_digit_weights[space]
        self.byte_fields[space] = u8(code)

    # Tracks.

    def is_track_complete(self, space: i64) -> bool:
        """Return whether the track through the triangle on a space joins two arrows."""
        blank_side = (i64(self.byte_fields[space]) - 1) % SIDES
        if self.follow_track_to_arrow(SIDES * space + (blank_side + 1) % SIDES) < 0:
            return False
        return self.follow_track_to_arrow(SIDES * space + (blank_side + 2) % SIDES) >= 0

    def follow_track_to_arrow(self, exit_gate: i64) -> i64:
        """Follow the track that leaves a space by a gate; return the gate of the arrow it leads to, or -1."""
        setup = cast(TriTracLookup, self.setup)
        fields = self.byte_fields
        opposite_gates = setup.opposite_gates
        start_space = exit_gate // SIDES
        while True:
            entry_gate = opposite_gates[exit_gate]
            if entry_gate < 0:
                return exit_gate if setup.is_arrow_gate[exit_gate] else -1
            space = entry_gate // SIDES
            code = i64(fields[space])
            entry_side = entry_gate % SIDES
            blank_side = (code - 1) % SIDES
            # A track that comes back to where it began is a closed loop and leads nowhere.
            if code == 0 or blank_side == entry_side or space == start_space:
                return -1
            exit_gate = SIDES * space + (SIDES - blank_side - entry_side)

    def trace_track_from_arrow(self, arrow_index: i64, entry_arrows: vec[u8]) -> Mask:
        """Follow the track that starts at an arrow; return the mask of the spaces it runs over.

        At every gate by which it enters a space, the one where it ends included, write 1 + the arrow's index into
        ``entry_arrows``.
        """
        setup = cast(TriTracLookup, self.setup)
        gate = setup.arrow_gates[arrow_index]
        track_mask: i64 = 0
        while True:
            entry_arrows[gate] = u8(arrow_index + 1)
            space = gate // SIDES
            code = i64(self.byte_fields[space])
            blank_side = (code - 1) % SIDES
            if code == 0 or blank_side == gate % SIDES:
                return track_mask
            track_mask |= bit(space)
            gate = setup.opposite_gates[SIDES * space + (SIDES - blank_side - gate % SIDES)]
            if gate < 0:
                return track_mask

    # Threats.

    def count_winning_spaces(self, seat: Seat) -> i64:
        """Return the number of spaces on which a seat could complete a track if it were to move now.

        That takes two tracks, from two different arrows, that come to the same space by two of its sides, and a
        triangle that the seat can lay there to join them: one from elsewhere if the space is empty, or else the one
        that is there, turned.
        """
        setup = cast(TriTracLookup, self.setup)
        fields = self.byte_fields
        if not fields[setup.num_spaces + NEUTRAL_SPACE]:
            return 0
        # Only the mover is ever barred from the neutral triangle; by the opponent's next turn that is over.
        may_use_neutral = seat != self.to_move or fields[setup.num_spaces + NEUTRAL_BARRED] == 0
        entry_arrows = vec[u8]([0] * setup.num_poses)  # for each gate, 1 + which arrow's track enters there
        track_masks = vec[i64]()  # for each arrow, the spaces of its track
        for arrow_index in range(i64(len(setup.arrow_gates))):
            track_masks = append(track_masks, self.trace_track_from_arrow(arrow_index, entry_arrows))
        num_spaces: i64 = 0
        for space in range(setup.num_spaces):
            code = i64(fields[space])
            owner = (code - 1) // SIDES
            if code > 0 and owner != 1 + seat and not (owner == NEUTRAL and may_use_neutral):
                continue
            for blank_side in range(i64(SIDES)):
                first_arrow = i64(entry_arrows[SIDES * space + (blank_side + 1) % SIDES])
                second_arrow = i64(entry_arrows[SIDES * space + (blank_side + 2) % SIDES])
                # A track that comes by twice would only be joined with itself.
                if (
                    not first_arrow
                    or not second_arrow
                    or first_arrow == second_arrow
                    or not setup.is_allowed_pose[SIDES * space + blank_side]
                ):
                    continue
                if code > 0 or self.has_triangle_besides_needed_ones(
                    seat, track_masks[first_arrow - 1] | track_masks[second_arrow - 1], may_use_neutral
                ):
                    num_spaces += 1
                    break
        return num_spaces

    def has_triangle_besides_needed_ones(self, seat: Seat, needed_space_mask: Mask, may_use_neutral: bool) -> bool:
        """Return whether a seat could lay a triangle from the reserve, or from a space that is not a needed one."""
        setup = cast(TriTracLookup, self.setup)
        fields = self.byte_fields
        if fields[setup.num_spaces + RESERVES + seat]:
            return True
        if may_use_neutral and not needed_space_mask >> (i64(fields[setup.num_spaces + NEUTRAL_SPACE]) - 1) & 1:
            return True
        for space in range(setup.num_spaces):
            if (i64(fields[space]) - 1) // SIDES == 1 + seat and not needed_space_mask >> space & 1:
                return True
        return False
