# compiled by mypyc
"""The tiles of Tri-Star Racers: bag, hands, board and draft card, and what a tile brings where it is laid."""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.types import Mask, Seat
from triangulum.games.tri_star_racers.actions import (
    FREEZE,
    NUM_ARRANGEMENTS,
    NUM_LANES,
    TEAM,
    Arrangement,
    Face,
    SlotIndex,
    SpaceIndex,
)
from triangulum.games.tri_star_racers.rules.lookup import (
    BLANK,
    COLOUR_FACTOR,
    EDGES,
    HAND_SIZE,
    HANDS,
    MAX_REVEALED,
    NUM_CORNERS,
    NUM_SIDES,
    POWER_BASE,
    REVEALED,
    SLOT_FACES,
    SLOT_TOKENS,
    WILD,
    RacersLookup,
)
from triangulum.games.tri_star_racers.rules.track import RacersTrack


class RacersBoard(RacersTrack):
    """Tiles in the bag, in hands, on the board and on the draft card, and what they match."""

    # Tiles.

    def count_bag_tiles(self) -> i64:
        """Return how many tiles are in the bag."""
        setup = cast(RacersLookup, self.setup)
        return self.sum_bytes(setup.bag_offset, setup.num_faces)

    def is_bag_empty(self) -> bool:
        """Tell whether no tile is in the bag."""
        setup = cast(RacersLookup, self.setup)
        return all(not self.byte_fields[at] for at in range(setup.bag_offset, setup.num_bytes))

    def remove_from_bag(self, face: Face) -> None:
        """Remove a tile from the bag."""
        at = cast(RacersLookup, self.setup).bag_offset + face
        self.byte_fields[at] = u8(i64(self.byte_fields[at]) - 1)

    def hand_size(self, seat: Seat) -> i64:
        """Return how many tiles a seat holds."""
        fields = self.byte_fields
        at = HANDS + HAND_SIZE * seat
        count: i64 = 0
        while count < HAND_SIZE and fields[at + count]:
            count += 1
        return count

    def add_to_hand(self, seat: Seat, tile_code: i64) -> None:
        """Insert a tile code into a hand, in order: 1 + 2 * face, and one more if all have seen it."""
        fields = self.byte_fields
        first = HANDS + HAND_SIZE * seat
        at = first + self.hand_size(seat)
        while at > first and i64(fields[at - 1]) > tile_code:
            fields[at] = fields[at - 1]
            at -= 1
        fields[at] = u8(tile_code)

    def remove_from_hand(self, seat: Seat, face: Face) -> None:
        """Remove a tile from a hand: of two with the same face the one that all have seen."""
        fields = self.byte_fields
        at = HANDS + HAND_SIZE * seat
        last = at + HAND_SIZE - 1
        while at <= last and (i64(fields[at]) - 1) // 2 != face:
            at += 1
        # Alike and hidden ones come before one that was seen.
        while at < last and (i64(fields[at + 1]) - 1) // 2 == face:
            at += 1
        hidden = i64(fields[at]) % 2 == 1
        while at < last:
            fields[at] = fields[at + 1]
            at += 1
        fields[last] = u8(0)
        if hidden:
            self.remember_revealed_face(seat, face)

    def remember_revealed_face(self, seat: Seat, face: Face) -> None:
        """Store the face of a tile that was hidden until played, if others have it and tiles are still hidden."""
        fields = self.byte_fields
        first = REVEALED + MAX_REVEALED * seat
        if cast(RacersLookup, self.setup).face_counts[face] > 1:
            place = first + MAX_REVEALED - 1
            if fields[first] == 0:
                place = first
            elif i64(fields[first]) > face + 1:
                fields[place] = fields[first]
                place = first
            fields[place] = u8(face + 1)
        self.forget_revealed_faces_if_all_shown(seat)

    def forget_revealed_faces_if_all_shown(self, seat: Seat) -> None:
        """Clear the faces that were hidden until they were played, if nothing in the hand is hidden any more."""
        for at in range(HANDS + HAND_SIZE * seat, HANDS + HAND_SIZE * seat + HAND_SIZE):
            if i64(self.byte_fields[at]) % 2 == 1:
                return
        for at in range(REVEALED + MAX_REVEALED * seat, REVEALED + MAX_REVEALED * (seat + 1)):
            self.byte_fields[at] = u8(0)

    def is_board_full(self) -> bool:
        """Tell whether no space is left."""
        setup = cast(RacersLookup, self.setup)
        return all(self.byte_fields[at] != 0 for at in range(setup.board_offset, setup.arrangements_offset))

    def list_open_spaces(self) -> vec[i64]:
        """Return the empty spaces that share a side with a tile."""
        buffer = vec[i64]([0] * (cast(RacersLookup, self.setup).num_spaces + 1))
        return buffer[: self.write_open_spaces(buffer, 0)]

    def write_open_spaces(self, buffer: vec[i64], end: i64) -> i64:
        """Write the open spaces into a buffer from ``end`` on; return the new end.

        The buffer has room for one more than all spaces.
        """
        setup = cast(RacersLookup, self.setup)
        fields = self.byte_fields
        board = setup.board_offset
        nearby = setup.neighbours_or_self
        at: i64 = 0
        # Every space is noted, and only those count that are open, so that nothing branches.
        for space in range(setup.num_spaces):
            beside = fields[board + nearby[at]] | fields[board + nearby[at + 1]] | fields[board + nearby[at + 2]]
            at += NUM_SIDES
            buffer[end] = space
            end += (i64(1) if beside else i64(0)) & (i64(0) if fields[board + space] else i64(1))
        return end

    def edge_section_code(self, rim_index: i64) -> i64:
        """Return the code of the edge section at an index of the rim."""
        setup = cast(RacersLookup, self.setup)
        length = setup.edge_length
        edge = i64(self.byte_fields[EDGES + rim_index // length])
        if edge == 0:
            return BLANK
        return setup.edge_section_codes[(edge - 1) * length + rim_index % length]

    def add_placement_gains(self, face: Face, space: SpaceIndex, arrangement: Arrangement, gains: vec[i64]) -> None:
        """Add what a tile brings on a space to ten numbers: pips by lane, then how often each power fires."""
        setup = cast(RacersLookup, self.setup)
        fields = self.byte_fields
        sections = setup.section_codes
        ends = setup.side_corners
        own_start = NUM_CORNERS * (NUM_ARRANGEMENTS * face + arrangement)
        lit_corner_mask: i64 = 0  # the own sections that match in their colour, as a mask of corners
        for side in range(NUM_SIDES * space, NUM_SIDES * space + NUM_SIDES):
            beyond = setup.neighbours[side]
            if beyond < 0:
                lit_corner_mask |= self.add_edge_match_gains(side, own_start, gains)
                continue
            neighbour_code = i64(fields[setup.board_offset + beyond])
            if neighbour_code == 0:
                continue
            neighbour_sections = NUM_CORNERS * (
                NUM_ARRANGEMENTS * (neighbour_code - 1) + i64(fields[setup.arrangements_offset + beyond])
            )
            for end in range(4 * side, 4 * side + 4, 2):
                own_colour = sections[own_start + ends[end]] // COLOUR_FACTOR
                section = sections[neighbour_sections + ends[end + 1]]
                colour = section // COLOUR_FACTOR
                if own_colour != colour and own_colour != WILD and colour != WILD:
                    continue
                if own_colour != WILD:
                    lit_corner_mask |= bit(ends[end])
                if colour != WILD:
                    gains[colour] += section % COLOUR_FACTOR
        for corner in range(i64(NUM_CORNERS)):
            if lit_corner_mask >> corner & 1:
                section = sections[own_start + corner]
                gains[section // COLOUR_FACTOR] += section % COLOUR_FACTOR
        if setup.is_team_space[space]:
            gains[NUM_LANES + TEAM] += 1

    def add_edge_match_gains(self, side_index: i64, own_start: i64, gains: vec[i64]) -> Mask:
        """Add what an edge section brings, once; return the corners that match it in their own colour, as a mask."""
        setup = cast(RacersLookup, self.setup)
        section_code = self.edge_section_code(setup.rim_indices[side_index])
        if section_code == BLANK:
            return 0
        colour = edge_section_colour(section_code)
        matched = False
        lit_corner_mask: i64 = 0
        for end in range(4 * side_index, 4 * side_index + 4, 2):
            corner = setup.side_corners[end]
            own_colour = setup.section_codes[own_start + corner] // COLOUR_FACTOR
            if own_colour != colour and own_colour != WILD and colour != WILD:
                continue
            matched = True
            if own_colour != WILD:
                lit_corner_mask |= bit(corner)
        if matched and section_code >= POWER_BASE:
            gains[NUM_LANES + section_code - POWER_BASE] += 1
        elif matched and colour != WILD:
            gains[colour] += section_code % COLOUR_FACTOR
        return lit_corner_mask

    # A brutal race.

    def write_corner_colour_masks(self, space: SpaceIndex, colour_masks: vec[i64]) -> None:
        """Write for each corner of a space the mask of colours that match what it touches: tiles, edges if strict."""
        setup = cast(RacersLookup, self.setup)
        fields = self.byte_fields
        colour_masks[0] = colour_masks[1] = colour_masks[2] = 7
        for side in range(NUM_SIDES * space, NUM_SIDES * space + NUM_SIDES):
            beyond = setup.neighbours[side]
            if beyond < 0:
                if not setup.is_strict:
                    continue
                section_code = self.edge_section_code(setup.rim_indices[side])
                colour = WILD if section_code == BLANK else edge_section_colour(section_code)
                if colour != WILD:
                    colour_masks[setup.side_corners[4 * side]] &= bit(colour)
                    colour_masks[setup.side_corners[4 * side + 2]] &= bit(colour)
                continue
            neighbour_code = i64(fields[setup.board_offset + beyond])
            if neighbour_code == 0:
                continue
            neighbour_sections = NUM_CORNERS * (
                NUM_ARRANGEMENTS * (neighbour_code - 1) + i64(fields[setup.arrangements_offset + beyond])
            )
            for end in range(4 * side, 4 * side + 4, 2):
                colour = setup.section_codes[neighbour_sections + setup.side_corners[end + 1]] // COLOUR_FACTOR
                if colour != WILD:
                    colour_masks[setup.side_corners[end]] &= bit(colour)

    def can_match_corners(self, face: Face, arrangement: Arrangement, colour_masks: vec[i64]) -> bool:
        """Tell whether a tile's sections are all wild or in the colour masks of their corners."""
        setup = cast(RacersLookup, self.setup)
        own_start = NUM_CORNERS * (NUM_ARRANGEMENTS * face + arrangement)
        for corner in range(i64(NUM_CORNERS)):
            colour = setup.section_codes[own_start + corner] // COLOUR_FACTOR
            if colour != WILD and not colour_masks[corner] >> colour & 1:
                return False
        return True

    def can_place_somewhere_in_brutal_race(self, face: Face) -> bool:
        """Tell whether a tile can be played on any space in a brutal race."""
        setup = cast(RacersLookup, self.setup)
        colour_masks = vec[i64]([0, 0, 0])
        for space in self.list_open_spaces():
            self.write_corner_colour_masks(space, colour_masks)
            for at in range(NUM_ARRANGEMENTS * face, NUM_ARRANGEMENTS * face + setup.arrangement_counts[face]):
                if self.can_match_corners(face, setup.distinct_arrangements[at], colour_masks):
                    return True
        return False

    def has_playable_tile(self, seat: Seat) -> bool:
        """Tell whether a seat holds a tile that can be played in a brutal race."""
        for at in range(HANDS + HAND_SIZE * seat, HANDS + HAND_SIZE * seat + self.hand_size(seat)):
            if self.can_place_somewhere_in_brutal_race((i64(self.byte_fields[at]) - 1) // 2):
                return True
        return False

    # The draft card.

    def can_draft_slot(self, slot: SlotIndex) -> bool:
        """Tell whether a slot may be drafted: one with a tile, while there is such a free one."""
        if self.byte_fields[SLOT_FACES + slot] or not self.is_slot_free(slot):
            return self.is_slot_free(slot)
        for other_slot in range(cast(RacersLookup, self.setup).num_slots):
            if self.byte_fields[SLOT_FACES + other_slot] and self.is_slot_free(other_slot):
                return False
        return True

    def is_slot_free(self, slot: SlotIndex) -> bool:
        """Tell whether no token stands at a slot."""
        return not self.byte_fields[SLOT_TOKENS + slot]


def edge_section_colour(section_code: i64) -> i64:
    """Return the colour of an edge section that is not blank."""
    if section_code < POWER_BASE:
        return section_code // COLOUR_FACTOR
    return WILD if section_code == POWER_BASE + TEAM else (section_code - POWER_BASE) % FREEZE
