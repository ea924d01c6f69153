# compiled by mypyc
"""The state of Tricolor Line as a board: tiles on places, cards in hands and piles, and the stack of pending questions.

Who is asked what, and when, is in ``turn.py``.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import USUAL_NUM_INDICES, bit, list_indices_of_bytes_with_any_bit
from triangulum.core.state import Setup, State
from triangulum.core.types import Mask, Seat
from triangulum.games.tricolor_line.rules.codes import (
    BOARD_SIZE,
    CENTRE,
    END_FACE,
    NUM_CARD_KINDS,
    NUM_PILES,
    NUM_PLACES,
    CardKind,
    Face,
    PlaceIndex,
    decode_face,
    is_blueprint,
)
from triangulum.games.tricolor_line.rules.event_log import LoggedEvent
from triangulum.games.tricolor_line.rules.fields import (
    DISCARDS,
    DRAW_PILE,
    LAST_PLACE,
    NEW_HANDS,
    NUM_QUESTIONS,
    OLD_CARDS,
    OLD_HANDS,
    OPEN_HANDS,
    PILE_SIZES,
    PILE_TOPS,
    QUESTIONS,
    TURN_SEAT,
)
from triangulum.games.tricolor_line.rules.lookup import TricolorLookup
from triangulum.games.tricolor_line.rules.route_plans import RoutePlan

# Bits of tile codes to search the board for: any tile at all, and a blueprint.
ANY_TILE_BITS: Final = 255
BLUEPRINT_BIT: Final = 1


class TricolorBoard(State):
    """Tiles, cards and pending questions."""

    def __init__(self, setup: Setup, to_move: Seat, byte_fields: vec[u8], word_fields: vec[i64]) -> None:
        super().__init__(setup, to_move, byte_fields, word_fields)
        self.event_log: list[LoggedEvent] | None = None
        self.route_plan: RoutePlan | None = None  # the last one computed, kept until a tile changes

    def log_event(self, kind: i64, first: i64 = 0, second: i64 = 0) -> None:
        """Append what happens, with up to two numbers, to the event log if there is one."""
        event_log = self.event_log
        if event_log is not None:
            event_log.append((int(kind), int(self.turn_seat()), int(first), int(second)))

    def turn_seat(self) -> Seat:
        """Return the seat whose turn it is; at the end, the seat that had the last turn."""
        return i64(self.byte_fields[TURN_SEAT])

    def add_to_byte(self, offset: i64, amount: i64) -> None:
        """Add an amount to the byte at an offset."""
        self.byte_fields[offset] = u8(i64(self.byte_fields[offset]) + amount)

    # Pending questions.

    def top_question_kind(self) -> i64:
        """Return the kind of the question on top of the stack."""
        return i64(self.byte_fields[QUESTIONS + 2 * i64(self.byte_fields[NUM_QUESTIONS]) - 2])

    def top_question_argument(self) -> i64:
        """Return the argument of the question on top of the stack."""
        return i64(self.byte_fields[QUESTIONS + 2 * i64(self.byte_fields[NUM_QUESTIONS]) - 1])

    def push_pending_question(self, kind: i64, argument: i64 = 0) -> None:
        """Push a question on the stack; it is asked before all others."""
        fields = self.byte_fields
        at = QUESTIONS + 2 * i64(fields[NUM_QUESTIONS])
        fields[at] = u8(kind)
        fields[at + 1] = u8(argument)
        fields[NUM_QUESTIONS] = u8(i64(fields[NUM_QUESTIONS]) + 1)

    def pop_pending_question(self) -> None:
        """Remove the question on top of the stack."""
        fields = self.byte_fields
        at = QUESTIONS + 2 * i64(fields[NUM_QUESTIONS]) - 2
        fields[at] = u8(0)
        fields[at + 1] = u8(0)
        fields[NUM_QUESTIONS] = u8(i64(fields[NUM_QUESTIONS]) - 1)

    # Places.

    def write_place(self, offset: i64, place: PlaceIndex) -> None:
        """Write a place into the two bytes at an offset; -1 is no place."""
        self.byte_fields[offset] = u8(place // BOARD_SIZE + 1 if place >= 0 else 0)
        self.byte_fields[offset + 1] = u8(place % BOARD_SIZE + 1 if place >= 0 else 0)

    def read_place_field(self, offset: i64) -> PlaceIndex:
        """Return the place in the two bytes at an offset, or -1."""
        if not self.byte_fields[offset]:
            return -1
        return BOARD_SIZE * (i64(self.byte_fields[offset]) - 1) + i64(self.byte_fields[offset + 1]) - 1

    def list_free_places(self) -> vec[i64]:
        """Return the free places next to a tile, rising."""
        neighbours = cast(TricolorLookup, self.setup).neighbours
        fields = self.byte_fields
        tile_places = list_indices_of_bytes_with_any_bit(bytes(fields), NUM_PLACES, ANY_TILE_BITS)
        is_free = vec[u8]([0] * NUM_PLACES)
        for place in tile_places:
            for at in range(4 * place, 4 * place + 4):
                neighbour = neighbours[at]
                if neighbour >= 0:
                    is_free[neighbour] = u8(1)
        for place in tile_places:
            is_free[place] = u8(0)
        return list_indices_of_bytes_with_any_bit(bytes(is_free), NUM_PLACES, ANY_TILE_BITS)

    def list_blueprint_places(self) -> vec[i64]:
        """Return the places of blueprints, rising."""
        return list_indices_of_bytes_with_any_bit(bytes(self.byte_fields), NUM_PLACES, BLUEPRINT_BIT)

    def list_free_places_for(self, face: Face) -> vec[i64]:
        """Return the free places next to a tile where a tile with this face can lie, rising."""
        free_places = self.list_free_places()
        setup = cast(TricolorLookup, self.setup)
        if face != END_FACE or setup.end_distance == 0:
            return free_places
        places = vec[i64](capacity=USUAL_NUM_INDICES)
        for place in free_places:
            if setup.can_hold_end[place]:
                places = append(places, place)
        return places

    def list_landslide_places(self) -> vec[i64]:
        """Return the places of constructed tiles that a landslide can hit, rising: not the tile that was just built.

        That one is the tile that was changed last. An End that costs nothing is always built.
        """
        fields = self.byte_fields
        last_place = self.read_place_field(LAST_PLACE)
        highest_face: i64 = END_FACE if cast(TricolorLookup, self.setup).end_cost else END_FACE - 1
        places = vec[i64](capacity=USUAL_NUM_INDICES)
        for place in list_indices_of_bytes_with_any_bit(bytes(fields), NUM_PLACES, ANY_TILE_BITS):
            tile_code = i64(fields[place])
            if not is_blueprint(tile_code) and decode_face(tile_code) <= highest_face and place != last_place:
                places = append(places, place)
        return places

    def count_rotations_at(self, place: PlaceIndex) -> i64:
        """Return how many different rotations the tile at a place has."""
        return cast(TricolorLookup, self.setup).num_rotations[decode_face(i64(self.byte_fields[place]))]

    def list_rotatable_blueprint_places(self) -> vec[i64]:
        """Return the places of blueprints that look different when they are turned."""
        places = vec[i64](capacity=USUAL_NUM_INDICES)
        for place in self.list_blueprint_places():
            if self.count_rotations_at(place) > 1:
                places = append(places, place)
        return places

    # Relocation.

    def list_relocatable_blueprint_places(self, max_count: i64 = NUM_PLACES) -> vec[i64]:
        """Return the places of blueprints that could be relocated, at most ``max_count``."""
        places = vec[i64](capacity=USUAL_NUM_INDICES)
        for place in self.list_blueprint_places():
            if self.can_relocate_tile(place):
                places = append(places, place)
                if i64(len(places)) == max_count:
                    break
        return places

    def can_relocate_tile(self, place: PlaceIndex) -> bool:
        """Return whether the tile at a place has another place to go.

        There is always room at the rim, so only a tile that holds others together may have to stay, or an End that has
        to be far from Start.
        """
        setup = cast(TricolorLookup, self.setup)
        neighbours = setup.neighbours
        tile_code = i64(self.byte_fields[place])
        has_room_at_rim = setup.end_distance == 0 or decode_face(tile_code) != END_FACE
        num_neighbours: i64 = 0
        for at in range(4 * place, 4 * place + 4):
            if neighbours[at] >= 0 and self.byte_fields[neighbours[at]]:
                num_neighbours += 1
        if num_neighbours == 1 and has_room_at_rim:
            return True
        self.byte_fields[place] = u8(0)
        is_possible = has_room_at_rim and self.label_tile_clusters(place, vec[u8]([0] * NUM_PLACES)) == 1
        if not is_possible:
            is_possible = len(self.list_relocation_places(place, decode_face(tile_code))) > 0
        self.byte_fields[place] = u8(tile_code)
        return is_possible

    def list_relocation_places(self, origin: PlaceIndex, face: Face) -> vec[i64]:
        """Return the free places that connect all tiles to Start once a tile lifted from ``origin`` is put there."""
        neighbours = cast(TricolorLookup, self.setup).neighbours
        cluster_of = vec[u8]([0] * NUM_PLACES)
        num_clusters = self.label_tile_clusters(origin, cluster_of)
        places = vec[i64](capacity=128)
        for place in self.list_free_places_for(face):
            if place == origin:
                continue
            touched_mask: i64 = 0
            for at in range(4 * place, 4 * place + 4):
                if neighbours[at] >= 0 and cluster_of[neighbours[at]]:
                    touched_mask |= bit(i64(cluster_of[neighbours[at]]))
            if num_clusters == 1 or touched_mask == bit(num_clusters + 1) - 2:
                places = append(places, place)
        return places

    def label_tile_clusters(self, lifted_place: PlaceIndex, cluster_of: vec[u8]) -> i64:
        """Write into ``cluster_of`` the cluster of connected tiles, from 1, of each place; return how many there are.

        Only the tile from ``lifted_place`` is gone, so every cluster touches that place or holds Start.
        """
        neighbours = cast(TricolorLookup, self.setup).neighbours
        fields = self.byte_fields
        queue = vec[i64]([0] * NUM_PLACES)
        num_clusters: i64 = 0
        for side in range(i64(-1), i64(4)):
            seed = neighbours[4 * lifted_place + side] if side >= 0 else i64(CENTRE)
            if seed < 0 or not fields[seed] or cluster_of[seed]:
                continue
            num_clusters += 1
            cluster_of[seed] = u8(num_clusters)
            queue[0] = seed
            length: i64 = 1
            done: i64 = 0
            while done < length:
                place = queue[done]
                done += 1
                for at in range(4 * place, 4 * place + 4):
                    neighbour = neighbours[at]
                    if neighbour >= 0 and fields[neighbour] and not cluster_of[neighbour]:
                        cluster_of[neighbour] = u8(num_clusters)
                        queue[length] = neighbour
                        length += 1
        return num_clusters

    # Cards.

    def count_cards(self, seat: Seat, card: CardKind) -> i64:
        """Return how many cards of a kind a seat has."""
        fields = self.byte_fields
        at = NUM_CARD_KINDS * seat + card
        return i64(fields[NEW_HANDS + at]) + i64(fields[OLD_HANDS + at]) + i64(fields[OPEN_HANDS + at])

    def hidden_hand_size(self, seat: Seat) -> i64:
        """Return how many cards a seat has that nobody else has seen."""
        return self.new_hand_size(seat) + self.old_hand_size(seat)

    def new_hand_size(self, seat: Seat) -> i64:
        """Return how many new cards a seat has."""
        return self.sum_bytes(NEW_HANDS + NUM_CARD_KINDS * seat, NUM_CARD_KINDS)

    def old_hand_size(self, seat: Seat) -> i64:
        """Return how many old cards a seat has."""
        return self.sum_bytes(OLD_HANDS + NUM_CARD_KINDS * seat, NUM_CARD_KINDS)

    def has_cards_of_both_ages(self, seat: Seat) -> bool:
        """Return whether a seat has old cards and new ones; everybody knows that."""
        return self.old_hand_size(seat) > 0 and self.new_hand_size(seat) > 0

    def hand_size(self, seat: Seat) -> i64:
        """Return how many cards a seat has."""
        return self.hidden_hand_size(seat) + self.sum_bytes(OPEN_HANDS + NUM_CARD_KINDS * seat, NUM_CARD_KINDS)

    def count_hidden_cards_to_pay(self, seat: Seat, card: CardKind, num_cards: i64) -> i64:
        """Return how many hidden cards a seat pays if it pays some of a kind, open ones first."""
        return max(num_cards - i64(self.byte_fields[OPEN_HANDS + NUM_CARD_KINDS * seat + card]), i64(0))

    def discard_cards(self, seat: Seat, card: CardKind, num_cards: i64, num_old: i64) -> None:
        """Discard some of a seat's cards of one kind: open ones first, and then so many old ones, the others new."""
        at = NUM_CARD_KINDS * seat + card
        num_hidden = self.count_hidden_cards_to_pay(seat, card, num_cards)
        self.add_to_byte(OPEN_HANDS + at, num_hidden - num_cards)
        self.remove_old_cards(seat, card, num_old)
        self.add_to_byte(NEW_HANDS + at, num_old - num_hidden)
        self.add_to_byte(DISCARDS + card, num_cards)

    def remove_old_cards(self, seat: Seat, card: CardKind, num_cards: i64) -> None:
        """Remove old cards of one kind from a seat's hand, for all to see."""
        self.add_to_byte(OLD_HANDS + NUM_CARD_KINDS * seat + card, -num_cards)
        self.add_to_byte(OLD_CARDS + card, -num_cards)

    def lay_old_cards_open(self) -> None:
        """Turn the old cards of all seats into open ones."""
        for at in range(NUM_CARD_KINDS * self.setup.players):
            self.add_to_byte(OPEN_HANDS + at, i64(self.byte_fields[OLD_HANDS + at]))
            self.byte_fields[OLD_HANDS + at] = u8(0)
        for card in range(i64(NUM_CARD_KINDS)):
            self.byte_fields[OLD_CARDS + card] = u8(0)

    def make_new_cards_old(self) -> None:
        """Turn the new cards of all seats into old ones; there must be no others."""
        for seat in range(self.setup.players):
            for card in range(i64(NUM_CARD_KINDS)):
                at = NUM_CARD_KINDS * seat + card
                self.add_to_byte(OLD_CARDS + card, i64(self.byte_fields[NEW_HANDS + at]))
                self.byte_fields[OLD_HANDS + at] = self.byte_fields[NEW_HANDS + at]
                self.byte_fields[NEW_HANDS + at] = u8(0)

    def reveal_all_hands(self) -> None:
        """Turn the hidden cards of all seats into open ones."""
        self.lay_old_cards_open()
        self.make_new_cards_old()
        self.lay_old_cards_open()

    def offset_of_pile_to_draw_from(self) -> i64:
        """Return the offset of what cards are drawn from: draw pile, else discards; -1 if both are empty."""
        if self.sum_bytes(DRAW_PILE, NUM_CARD_KINDS):
            return DRAW_PILE
        return DISCARDS if self.sum_bytes(DISCARDS, NUM_CARD_KINDS) else -1

    def give_drawn_card(self, seat: Seat, card: CardKind) -> None:
        """Move a card from the draw pile to a hand, where it is new; shuffle the discards first if there is none."""
        fields = self.byte_fields
        if not self.sum_bytes(DRAW_PILE, NUM_CARD_KINDS):
            for kind in range(i64(NUM_CARD_KINDS)):
                fields[DRAW_PILE + kind] = fields[DISCARDS + kind]
                fields[DISCARDS + kind] = u8(0)
            self.lay_old_cards_open()
            self.make_new_cards_old()
        self.add_to_byte(DRAW_PILE + card, -1)
        self.add_to_byte(NEW_HANDS + NUM_CARD_KINDS * seat + card, 1)

    def nonempty_pile_mask(self) -> Mask:
        """Return the mask of tile piles that are not empty."""
        mask: i64 = 0
        for pile in range(i64(NUM_PILES)):
            if self.byte_fields[PILE_SIZES + pile]:
                mask |= bit(pile)
        return mask

    def takeable_pile_mask(self) -> Mask:
        """Return the mask of tile piles whose top can be taken: for an End, there has to be a place to put it."""
        mask = self.nonempty_pile_mask()
        if cast(TricolorLookup, self.setup).end_distance == 0:
            return mask
        for pile in range(i64(NUM_PILES)):
            if i64(self.byte_fields[PILE_TOPS + pile]) == END_FACE + 1 and not len(self.list_free_places_for(END_FACE)):
                mask &= ~bit(pile)
        return mask
