# compiled by mypyc
"""What lies on the table and in the hands of Tricolor Line, and what can be done with it.

Who is asked what, and when, is in ``turn.py``. Whoever wants to know what a step brings in detail gives a copy of the
state a list, ``notes``, before the step, and finds there what happened, in order.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import USUAL_NUM_INDICES, bit, find_bytes_with_bits
from triangulum.core.state import Setup, State
from triangulum.games.tricolor_line.lookup import (
    BOARD_SIZE,
    CENTRE,
    DISCARDS,
    DRAW_PILE,
    END,
    HIDDEN,
    NUM_CARDS,
    NUM_PILES,
    NUM_PLACES,
    NUM_QUESTIONS,
    OPEN,
    PILE_SIZE,
    QUESTIONS,
    TURN_SEAT,
    TricolorLookup,
    decode_face,
    is_built_road,
)
from triangulum.games.tricolor_line.route_plans import RoutePlan

# Bits of codes: of any tile at all, and of one that is not built.
ANY_BITS: Final = 255
BLUEPRINT_BIT: Final = 1

# Notes: what happened, with up to two numbers.
TOOK: Final = 0  # pile, code
PLACED: Final = 1  # place, code
BUILT: Final = 2  # place, code
TURNED: Final = 3  # place, code
ATTACKED: Final = 4  # seat
DREW_EVENT: Final = 5  # event, whether it can be done
SLID: Final = 6  # place, code
DIVERTED: Final = 7  # place, code
TOLLED: Final = 8  # seat
LEAKED: Final = 9  # seat
TOOK_UP: Final = 10  # place, code
PUT_DOWN: Final = 11  # place, code
SKIPPED: Final = 12

Note = tuple[int, int, int, int]
"""What happened, on whose turn, and its numbers."""


class Board(State):
    """Tiles, cards and pending questions."""

    def __init__(self, setup: Setup, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> None:
        super().__init__(setup, to_move, byte_fields, word_fields)
        self.notes: list[Note] | None = None
        self.plan: RoutePlan | None = None  # what the mover would like to build, kept until something happens

    def append_note(self, kind: i64, first: i64 = 0, second: i64 = 0) -> None:
        """Append a note of what happens, if notes are collected."""
        notes = self.notes
        if notes is not None:
            notes.append((int(kind), int(self.turn_seat()), int(first), int(second)))

    def turn_seat(self) -> i64:
        """Return the seat whose turn it is; at the end, the seat that had the last turn."""
        return i64(self.byte_fields[TURN_SEAT])

    # Pending questions.

    def top_question(self) -> i64:
        """Return the kind of the question on top of the stack."""
        return i64(self.byte_fields[QUESTIONS + 2 * i64(self.byte_fields[NUM_QUESTIONS]) - 2])

    def top_question_argument(self) -> i64:
        """Return the argument of the question on top of the stack."""
        return i64(self.byte_fields[QUESTIONS + 2 * i64(self.byte_fields[NUM_QUESTIONS]) - 1])

    def push_question(self, kind: i64, argument: i64 = 0) -> None:
        """Push a question on the stack; it is asked before all others."""
        fields = self.byte_fields
        at = QUESTIONS + 2 * i64(fields[NUM_QUESTIONS])
        fields[at] = u8(kind)
        fields[at + 1] = u8(argument)
        fields[NUM_QUESTIONS] = u8(i64(fields[NUM_QUESTIONS]) + 1)

    def pop_question(self) -> None:
        """Remove the question on top of the stack."""
        fields = self.byte_fields
        at = QUESTIONS + 2 * i64(fields[NUM_QUESTIONS]) - 2
        fields[at] = u8(0)
        fields[at + 1] = u8(0)
        fields[NUM_QUESTIONS] = u8(i64(fields[NUM_QUESTIONS]) - 1)

    # Places.

    def write_place(self, offset: i64, place: i64) -> None:
        """Write a place into two bytes at an offset; -1 is no place."""
        self.byte_fields[offset] = u8(place // BOARD_SIZE + 1 if place >= 0 else 0)
        self.byte_fields[offset + 1] = u8(place % BOARD_SIZE + 1 if place >= 0 else 0)

    def read_place(self, offset: i64) -> i64:
        """Return the place in two bytes at an offset, or -1."""
        if not self.byte_fields[offset]:
            return -1
        return BOARD_SIZE * (i64(self.byte_fields[offset]) - 1) + i64(self.byte_fields[offset + 1]) - 1

    def list_free_places(self) -> vec[i64]:
        """Return the free places beside a tile, rising."""
        neighbours = cast(TricolorLookup, self.setup).neighbours
        fields = self.byte_fields
        tiles = find_bytes_with_bits(bytes(fields), NUM_PLACES, ANY_BITS)
        is_free = vec[u8]([0] * NUM_PLACES)
        for place in tiles:
            for at in range(4 * place, 4 * place + 4):
                neighbour = neighbours[at]
                if neighbour >= 0:
                    is_free[neighbour] = u8(1)
        for place in tiles:
            is_free[place] = u8(0)
        return find_bytes_with_bits(bytes(is_free), NUM_PLACES, ANY_BITS)

    def list_blueprints(self) -> vec[i64]:
        """Return the places of blueprints, rising."""
        return find_bytes_with_bits(bytes(self.byte_fields), NUM_PLACES, BLUEPRINT_BIT)

    def list_built_roads(self) -> vec[i64]:
        """Return the places of constructed road tiles, rising."""
        fields = self.byte_fields
        places = vec[i64](capacity=USUAL_NUM_INDICES)
        for place in find_bytes_with_bits(bytes(fields), NUM_PLACES, ANY_BITS):
            if is_built_road(i64(fields[place])):
                places = append(places, place)
        return places

    def num_rotations_at(self, place: i64) -> i64:
        """Return how many different rotations the tile at a place has."""
        return cast(TricolorLookup, self.setup).num_rotations[decode_face(i64(self.byte_fields[place]))]

    def list_turnable_blueprints(self) -> vec[i64]:
        """Return the places of blueprints that look different when they are turned."""
        places = vec[i64](capacity=USUAL_NUM_INDICES)
        for place in self.list_blueprints():
            if self.num_rotations_at(place) > 1:
                places = append(places, place)
        return places

    # Relocation.

    def list_movable_tiles(self, max_count: i64 = NUM_PLACES) -> vec[i64]:
        """Return the places of blueprints and Ends that could be relocated, at most ``max_count``."""
        fields = self.byte_fields
        places = vec[i64](capacity=USUAL_NUM_INDICES)
        for place in find_bytes_with_bits(bytes(fields), NUM_PLACES, ANY_BITS):
            code = i64(fields[place])
            if (code & 1 or decode_face(code) == END) and self.can_move_tile(place, code):
                places = append(places, place)
                if i64(len(places)) == max_count:
                    break
        return places

    def can_move_tile(self, place: i64, code: i64) -> bool:
        """Return whether a tile could go elsewhere: there is room, so only one that joins others may have to stay."""
        neighbours = cast(TricolorLookup, self.setup).neighbours
        num_neighbours: i64 = 0
        for at in range(4 * place, 4 * place + 4):
            if neighbours[at] >= 0 and self.byte_fields[neighbours[at]]:
                num_neighbours += 1
        if num_neighbours == 1:
            return True
        self.byte_fields[place] = u8(0)
        num_clusters = self.number_clusters(place, vec[u8]([0] * NUM_PLACES))
        possible = num_clusters == 1 or len(self.list_relocation_places(place)) > 0
        self.byte_fields[place] = u8(code)
        return possible

    def list_relocation_places(self, origin: i64) -> vec[i64]:
        """Return the free places that connect all tiles to Start once the tile from ``origin`` is put there."""
        neighbours = cast(TricolorLookup, self.setup).neighbours
        cluster_of = vec[u8]([0] * NUM_PLACES)
        num_clusters = self.number_clusters(origin, cluster_of)
        places = vec[i64](capacity=128)
        for place in self.list_free_places():
            if place == origin:
                continue
            touched_mask: i64 = 0
            for at in range(4 * place, 4 * place + 4):
                if neighbours[at] >= 0 and cluster_of[neighbours[at]]:
                    touched_mask |= bit(i64(cluster_of[neighbours[at]]))
            if num_clusters == 1 or touched_mask == bit(num_clusters + 1) - 2:
                places = append(places, place)
        return places

    def number_clusters(self, missing_place: i64, cluster_of: vec[u8]) -> i64:
        """Write the cluster of connected tiles, from 1, of each place; return how many clusters there are.

        Only the tile at ``missing_place`` is gone, so every cluster touches that place or holds Start.
        """
        neighbours = cast(TricolorLookup, self.setup).neighbours
        fields = self.byte_fields
        queue = vec[i64]([0] * NUM_PLACES)
        count: i64 = 0
        for first in range(i64(-1), i64(4)):
            seed = neighbours[4 * missing_place + first] if first >= 0 else i64(CENTRE)
            if seed < 0 or not fields[seed] or cluster_of[seed]:
                continue
            count += 1
            cluster_of[seed] = u8(count)
            queue[0] = seed
            length: i64 = 1
            done: i64 = 0
            while done < length:
                place = queue[done]
                done += 1
                for at in range(4 * place, 4 * place + 4):
                    neighbour = neighbours[at]
                    if neighbour >= 0 and fields[neighbour] and not cluster_of[neighbour]:
                        cluster_of[neighbour] = u8(count)
                        queue[length] = neighbour
                        length += 1
        return count

    # Cards.

    def count_cards(self, seat: i64, card: i64) -> i64:
        """Return how many cards of a kind a seat has."""
        return i64(self.byte_fields[HIDDEN + NUM_CARDS * seat + card]) + i64(
            self.byte_fields[OPEN + NUM_CARDS * seat + card]
        )

    def hidden_hand_size(self, seat: i64) -> i64:
        """Return how many cards a seat has that nobody else has seen."""
        return self.sum_bytes(HIDDEN + NUM_CARDS * seat, NUM_CARDS)

    def hand_size(self, seat: i64) -> i64:
        """Return how many cards a seat has."""
        return self.hidden_hand_size(seat) + self.sum_bytes(OPEN + NUM_CARDS * seat, NUM_CARDS)

    def add_to_byte(self, offset: i64, amount: i64) -> None:
        """Add an amount to the byte at an offset."""
        self.byte_fields[offset] = u8(i64(self.byte_fields[offset]) + amount)

    def discard_cards(self, seat: i64, card: i64, count: i64) -> None:
        """Discard a seat's cards of one kind, open ones first."""
        shown = min(count, i64(self.byte_fields[OPEN + NUM_CARDS * seat + card]))
        self.add_to_byte(OPEN + NUM_CARDS * seat + card, -shown)
        self.add_to_byte(HIDDEN + NUM_CARDS * seat + card, shown - count)
        self.add_to_byte(DISCARDS + card, count)

    def reveal_hands(self) -> None:
        """Turn all hidden cards in hands into open ones."""
        for at in range(NUM_CARDS * self.setup.players):
            self.add_to_byte(OPEN + at, i64(self.byte_fields[HIDDEN + at]))
            self.byte_fields[HIDDEN + at] = u8(0)

    def draw_source_offset(self) -> i64:
        """Return the offset of what cards are drawn from: draw pile, else discards; -1 if both are empty."""
        if self.sum_bytes(DRAW_PILE, NUM_CARDS):
            return DRAW_PILE
        return DISCARDS if self.sum_bytes(DISCARDS, NUM_CARDS) else -1

    def draw_card(self, seat: i64, card: i64) -> None:
        """Move a card from the pile to a hand; if the pile is empty, first refill it and reveal all hands."""
        fields = self.byte_fields
        if not self.sum_bytes(DRAW_PILE, NUM_CARDS):
            for kind in range(i64(NUM_CARDS)):
                fields[DRAW_PILE + kind] = fields[DISCARDS + kind]
                fields[DISCARDS + kind] = u8(0)
            self.reveal_hands()
        self.add_to_byte(DRAW_PILE + card, -1)
        self.add_to_byte(HIDDEN + NUM_CARDS * seat + card, 1)

    def nonempty_pile_mask(self) -> i64:
        """Return the mask of piles that are not empty."""
        mask: i64 = 0
        for pile in range(i64(NUM_PILES)):
            if self.byte_fields[PILE_SIZE + pile]:
                mask |= bit(pile)
        return mask
