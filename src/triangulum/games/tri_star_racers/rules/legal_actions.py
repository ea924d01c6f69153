# compiled by mypyc
"""Legal actions and chance outcomes of Tri-Star Racers: what may be answered to the question on top of the stack."""

from __future__ import annotations

from typing import cast

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.state import ActionBuffer
from triangulum.core.types import Mask, Seat
from triangulum.games.tri_star_racers.actions import (
    ARRANGE_START_TILE,
    CHOOSE_BOOST_SHIP,
    CHOOSE_BURST_SHIP,
    CHOOSE_FROZEN_SHIP,
    DRAFT_SLOT,
    DRAW_EDGE,
    FIRE_POWER,
    NUM_ARRANGEMENTS,
    NUM_LANES,
    NUM_POWERS,
    PLAY_TILE,
    TURN_UP_BURST,
    USE_BURST,
    Face,
    Question,
    is_tile_draw,
)
from triangulum.games.tri_star_racers.rules.board import RacersBoard
from triangulum.games.tri_star_racers.rules.lookup import (
    EDGES,
    HAND_SIZE,
    HANDS,
    NUM_SIDES,
    ORDER,
    ORDER_LENGTH,
    STACK,
    STACK_DEPTH,
    RacersLookup,
)


class RacersLegalActions(RacersBoard):
    """The answers to each question, and how likely chance gives which."""

    def _legal_actions(self) -> vec[i64]:
        """Return the answers to the question on top."""
        setup = cast(RacersLookup, self.setup)
        fields = self.byte_fields
        question = self.top_question()
        if question == PLAY_TILE:
            return self.list_placement_actions()
        if is_tile_draw(question):
            return list_nonzero_indices(fields, setup.bag_offset, setup.num_faces)
        if question == TURN_UP_BURST:
            return list_nonzero_indices(fields, setup.unseen_tokens_offset, setup.num_token_kinds)
        codec = setup.action_codec
        actions = vec[i64]()
        if question == FIRE_POWER:
            power_mask = self.pending_argument_mask(FIRE_POWER)
            for power in range(i64(NUM_POWERS)):
                if power_mask >> power & 1:
                    actions = append(actions, codec.encode_power(power))
        elif question == USE_BURST:
            token_mask = self.pending_argument_mask(USE_BURST)
            for token_kind in range(setup.num_token_kinds):
                if token_mask >> token_kind & 1:
                    actions = append(actions, codec.encode_token(token_kind))
        elif question == CHOOSE_FROZEN_SHIP:
            seat_mask = self.foremost_unfrozen_seat_mask(self.top_question_argument())
            for seat in range(setup.players):
                if seat_mask >> seat & 1:
                    actions = append(actions, codec.encode_freeze(seat))
        elif question in (CHOOSE_BURST_SHIP, CHOOSE_BOOST_SHIP):
            lane_mask = self.unfrozen_lane_mask(self.to_move)
            for lane in range(i64(NUM_LANES)):
                if lane_mask >> lane & 1:
                    actions = append(actions, codec.encode_advance(lane))
        elif question == DRAFT_SLOT:
            for slot in range(setup.num_slots):
                if self.can_draft_slot(slot):
                    actions = append(actions, codec.encode_draft(slot))
        elif question == DRAW_EDGE:
            for edge in range(setup.num_random_edges):
                if not self.is_edge_in_frame(edge):
                    actions = append(actions, edge)
        elif question == ARRANGE_START_TILE:
            face = i64(fields[setup.board_offset + setup.centre_space]) - 1
            for at in range(NUM_ARRANGEMENTS * face, NUM_ARRANGEMENTS * face + setup.arrangement_counts[face]):
                actions = append(actions, setup.distinct_arrangements[at])
        else:
            for seat in range(setup.players):
                if not self.is_seat_in_order(seat):
                    actions = append(actions, seat)
        return actions

    def _list_legal_actions(self, buffer: ActionBuffer) -> None:
        """Write the legal actions into a buffer that is reused; placements without another vector."""
        if self.top_question() != PLAY_TILE:
            buffer.copy_from(self._legal_actions())
            return
        setup = cast(RacersLookup, self.setup)
        max_placements = setup.max_placements
        if i64(len(buffer.actions)) <= max_placements + setup.num_spaces:
            buffer.actions = vec[i64]([0] * (max_placements + setup.num_spaces + 1))
        # Spaces are put behind all that could be listed.
        actions = buffer.actions
        buffer.count = self.write_placement_actions(
            actions, max_placements, self.write_open_spaces(actions, max_placements), actions
        )

    def list_placement_actions(self) -> vec[i64]:
        """Return the actions that play a tile of the mover's hand."""
        setup = cast(RacersLookup, self.setup)
        spaces = self.list_open_spaces()
        max_count: i64 = 0
        for at in range(
            HANDS + HAND_SIZE * self.to_move, HANDS + HAND_SIZE * self.to_move + self.hand_size(self.to_move)
        ):
            max_count += setup.arrangement_counts[(i64(self.byte_fields[at]) - 1) // 2]
        actions = vec[i64]([0] * (max_count * i64(len(spaces))))
        count = self.write_placement_actions(spaces, 0, i64(len(spaces)), actions)
        return actions if count == i64(len(actions)) else actions[:count]

    def write_placement_actions(self, spaces: vec[i64], begin: i64, end: i64, buffer: vec[i64]) -> i64:
        """Write every way to play a tile on ``spaces[begin:end]`` into a buffer, and return how many there are."""
        setup = cast(RacersLookup, self.setup)
        fields = self.byte_fields
        hand = HANDS + HAND_SIZE * self.to_move
        arrangements = setup.distinct_arrangements
        count: i64 = 0
        previous_face: i64 = -1
        for hand_index in range(hand, hand + self.hand_size(self.to_move)):
            face = (i64(fields[hand_index]) - 1) // 2
            if face == previous_face:
                continue
            previous_face = face
            first = NUM_ARRANGEMENTS * face
            last = first + setup.arrangement_counts[face]
            if setup.is_brutal:
                count = self.write_matching_placement_actions(face, spaces, begin, end, buffer, count)
                continue
            base = setup.action_codec.encode_placement(face, 0, 0)
            for i in range(begin, end):
                first_action = base + NUM_ARRANGEMENTS * spaces[i]
                for at in range(first, last):
                    buffer[count] = first_action + arrangements[at]
                    count += 1
        return count

    def write_matching_placement_actions(
        self, face: Face, spaces: vec[i64], begin: i64, end: i64, buffer: vec[i64], count: i64
    ) -> i64:
        """Write every way to play a tile that matches its neighbours, behind ``count`` others; return the new count."""
        setup = cast(RacersLookup, self.setup)
        codec = setup.action_codec
        colour_masks = vec[i64]([7, 7, 7])
        for i in range(begin, end):
            self.write_corner_colour_masks(spaces[i], colour_masks)
            for at in range(NUM_ARRANGEMENTS * face, NUM_ARRANGEMENTS * face + setup.arrangement_counts[face]):
                arrangement = setup.distinct_arrangements[at]
                if self.can_match_corners(face, arrangement, colour_masks):
                    buffer[count] = codec.encode_placement(face, spaces[i], arrangement)
                    count += 1
        return count

    def pending_argument_mask(self, question: Question) -> Mask:
        """Return the arguments of all pending questions of one kind, as a mask."""
        fields = self.byte_fields
        mask: i64 = 0
        for at in range(STACK, STACK + 2 * i64(fields[STACK_DEPTH]), 2):
            if i64(fields[at]) == question:
                mask |= bit(i64(fields[at + 1]))
        return mask

    def is_edge_in_frame(self, edge: i64) -> bool:
        """Tell whether an edge is a part of the frame."""
        return any((i64(self.byte_fields[EDGES + side]) + 1) // 2 == edge + 1 for side in range(i64(NUM_SIDES)))

    def is_seat_in_order(self, seat: Seat) -> bool:
        """Tell whether a seat's place in the first order has been drawn."""
        return any(i64(self.byte_fields[ORDER + place]) == seat for place in range(i64(self.byte_fields[ORDER_LENGTH])))

    def _chance_weights(self) -> vec[i64]:
        """Return tiles by how many are in the bag, tokens by how many are unseen, and everything else evenly."""
        setup = cast(RacersLookup, self.setup)
        question = self.top_question()
        start, count = setup.bag_offset, setup.num_faces
        if question == TURN_UP_BURST:
            start, count = setup.unseen_tokens_offset, setup.num_token_kinds
        elif not is_tile_draw(question):
            return super()._chance_weights()
        weights = vec[i64]()
        for at in range(start, start + count):
            if self.byte_fields[at]:
                weights = append(weights, i64(self.byte_fields[at]))
        return weights

    def sample_chance(self, rng: Random) -> i64:
        """Draw from the bag without listing what is in it."""
        question = self.top_question()
        if not is_tile_draw(question):
            return super().sample_chance(rng)
        return self.find_kind_of_nth_item(
            cast(RacersLookup, self.setup).bag_offset, rng.randrange(self.count_bag_tiles())
        )


def list_nonzero_indices(counts: vec[u8], start: i64, count: i64) -> vec[i64]:
    """Return the indices of counts that are not zero, among ``count`` of them from ``start`` on."""
    indices = vec[i64]([0] * count)
    length: i64 = 0
    for at in range(count):
        if counts[start + at]:
            indices[length] = at
            length += 1
    return indices[:length]
