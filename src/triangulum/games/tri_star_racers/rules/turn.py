# compiled by mypyc
"""The turn of Tri-Star Racers: who is asked what, and what follows, as ``rules.md`` tells it.

A turn is a small stack of pending questions. ``run_until_question`` takes what needs no answer off the stack and does
it, until a seat or chance has to answer; ``_apply`` is the answer.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.state import CHANCE, OVER
from triangulum.core.types import Action, Mask, Seat
from triangulum.games.tri_star_racers.actions import (
    ARRANGE_START_TILE,
    BEGIN_TURN,
    CHOOSE_BOOST_SHIP,
    CHOOSE_BURST_SHIP,
    CHOOSE_FROZEN_SHIP,
    DEAL_HANDS,
    DRAFT_SLOT,
    DRAW_EDGE,
    DRAW_ORDER,
    DRAW_START_TILE,
    END_TURN,
    FIRE_POWER,
    FREEZE,
    MOVE_SHIP,
    NUM_LANES,
    NUM_POWERS,
    PLAY_TILE,
    REDRAW_HAND,
    REFILL_SLOTS,
    TEAM,
    TURN_UP_BURST,
    USE_BURST,
    Arrangement,
    Face,
    Lane,
    Power,
    Question,
    SlotIndex,
    SpaceIndex,
    TokenKind,
)
from triangulum.games.tri_star_racers.rules.event_log import (
    BURST_TURNED_UP,
    BURST_USED,
    BY_BOOST,
    BY_BURST,
    BY_PIPS,
    BY_TEAM,
    HAND_DISCARDED,
    POWER_FIRED,
    ROUND_BEGUN,
    SHIP_FROZEN,
    SLOT_DRAFTED,
    TILE_REQUESTED,
    TOKEN_LOST,
)
from triangulum.games.tri_star_racers.rules.legal_actions import RacersLegalActions
from triangulum.games.tri_star_racers.rules.lookup import (
    EDGES,
    HAND_SIZE,
    HANDS,
    LAST_SEAT,
    LAST_SPACE,
    NUM_SIDES,
    ORDER,
    ORDER_LENGTH,
    ROUND,
    SLOT_FACES,
    SLOT_TOKENS,
    STACK,
    STACK_DEPTH,
    TURNS_DONE,
    WILD,
    RacersLookup,
)

TILES_AFTER_DISCARD: Final = 2


class RacersTurn(RacersLegalActions):
    """The questions of a turn, their answers, and what is done between them."""

    # What needs no answer.

    def run_until_question(self) -> None:
        """Process questions until a seat or chance has to answer one, or the race is over."""
        while self.to_move != OVER and not self.ask_or_resolve_top_question():
            pass

    def ask_or_resolve_top_question(self) -> bool:
        """Set who answers the next question and return True; or do what it stands for if it needs no answer."""
        question = self.top_question()
        if question == PLAY_TILE:
            return self.ask_or_resolve_play_question()
        if question in (FIRE_POWER, USE_BURST):
            return self.ask_or_resolve_order_question(question)
        if question in (CHOOSE_FROZEN_SHIP, CHOOSE_BURST_SHIP, CHOOSE_BOOST_SHIP):
            return self.ask_player(self.turn_seat())
        if question in (TURN_UP_BURST, ARRANGE_START_TILE, DRAW_START_TILE):
            return self.ask_player(CHANCE)
        if question == DRAFT_SLOT:
            return self.ask_or_resolve_draft_question()
        if MOVE_SHIP <= question < MOVE_SHIP + NUM_LANES:
            distance = self.top_question_argument()
            self.pop_pending_question()
            self.advance_ship(self.turn_seat(), question - MOVE_SHIP, distance, BY_PIPS)
            return False
        if question == END_TURN:
            self.pop_pending_question()
            self.end_turn()
            return False
        if question == BEGIN_TURN:
            self.pop_pending_question()
            self.push_turn_questions()
            return False
        return self.ask_or_resolve_chance_question(question)

    def ask_player(self, player: Seat) -> bool:
        """Set a seat, or chance, to answer; return True."""
        self.to_move = player
        return True

    def ask_or_resolve_chance_question(self, question: i64) -> bool:
        """Ask chance for edges, tiles or the order while there is something to draw; otherwise pop the question."""
        fields = self.byte_fields
        if question == DRAW_EDGE:
            has_more = self.count_frame_edges_so_far() < NUM_SIDES
        elif question == DEAL_HANDS:
            has_more = self.find_first_seat_without_full_hand() < self.setup.players
        elif question == DRAW_ORDER:
            has_more = i64(fields[ORDER_LENGTH]) < self.setup.players
        elif question == REDRAW_HAND:
            has_more = self.top_question_argument() > 0 and not self.is_bag_empty()
        else:
            is_ending = i64(fields[TURNS_DONE]) + 1 == self.setup.players and self.is_race_ending()
            has_more = not is_ending and self.find_empty_slot() >= 0 and not self.is_bag_empty()
        if has_more:
            return self.ask_player(CHANCE)
        self.pop_pending_question()
        return False

    def count_frame_edges_so_far(self) -> i64:
        """Return how many edges the frame has so far."""
        count: i64 = 0
        while count < NUM_SIDES and self.byte_fields[EDGES + count]:
            count += 1
        return count

    def find_first_seat_without_full_hand(self) -> Seat:
        """Return the first seat whose hand is not full, or how many seats there are."""
        seat: i64 = 0
        while seat < self.setup.players and self.hand_size(seat) == HAND_SIZE:
            seat += 1
        return seat

    def find_empty_slot(self) -> SlotIndex:
        """Return the lowest slot without a tile, or -1."""
        for slot in range(cast(RacersLookup, self.setup).num_slots):
            if self.byte_fields[SLOT_FACES + slot] == 0:
                return slot
        return -1

    def push_turn_questions(self) -> None:
        """Push the questions that a turn consists of."""
        if self.byte_fields[ROUND] == 0:
            self.byte_fields[ROUND] = u8(1)
        self.push_pending_question(END_TURN)
        if not cast(RacersLookup, self.setup).is_advanced:
            self.push_pending_question(REFILL_SLOTS)
        self.push_pending_question(DRAFT_SLOT)
        self.push_pending_question(PLAY_TILE)

    def ask_or_resolve_play_question(self) -> bool:
        """Ask for a tile, unless there is none or no space; in a brutal race a hand that does not fit is discarded."""
        seat = self.turn_seat()
        if self.hand_size(seat) == 0 or self.is_board_full():
            self.pop_pending_question()
            return False
        if not cast(RacersLookup, self.setup).is_brutal or self.has_playable_tile(seat):
            self.log_event(TILE_REQUESTED)
            return self.ask_player(seat)
        fields = self.byte_fields
        at = HANDS + HAND_SIZE * seat
        self.log_event(HAND_DISCARDED, i64(fields[at]), i64(fields[at + 1]), i64(fields[at + 2]))
        for place in range(at, at + HAND_SIZE):
            fields[place] = u8(0)
        self.forget_revealed_faces_if_all_shown(seat)
        self.pop_pending_question()
        self.push_pending_question(REDRAW_HAND, TILES_AFTER_DISCARD)
        return False

    def ask_or_resolve_order_question(self, question: Question) -> bool:
        """Ask which power or starburst comes next, unless only one kind is left."""
        fields = self.byte_fields
        kind = self.top_question_argument()
        index = i64(fields[STACK_DEPTH]) - 1
        while index >= 0 and i64(fields[STACK + 2 * index]) == question:
            if i64(fields[STACK + 2 * index + 1]) != kind:
                return self.ask_player(self.turn_seat())
            index -= 1
        self.pop_pending_question()
        if question == FIRE_POWER:
            self.fire_power(kind)
        else:
            self.use_burst_token(kind)
        return False

    def ask_or_resolve_draft_question(self) -> bool:
        """Ask for a slot, unless there is only one to take."""
        only_slot: i64 = -1
        for slot in range(cast(RacersLookup, self.setup).num_slots):
            if self.can_draft_slot(slot):
                if only_slot >= 0:
                    return self.ask_player(self.turn_seat())
                only_slot = slot
        self.draft_from_slot(only_slot)
        return False

    def end_turn(self) -> None:
        """Let ships thaw, and go on to the next turn, the next round, or the end."""
        setup = cast(RacersLookup, self.setup)
        fields = self.byte_fields
        self.thaw_ships_frozen_before_turn(self.turn_seat())
        done = i64(fields[TURNS_DONE]) + 1
        fields[TURNS_DONE] = u8(done)
        if done < setup.players:
            self.push_pending_question(BEGIN_TURN)
            return
        if self.is_race_ending():
            self.to_move = OVER
            return
        fields[ROUND] = u8(i64(fields[ROUND]) + 1)
        fields[TURNS_DONE] = u8(0)
        self.push_pending_question(BEGIN_TURN)
        if setup.is_advanced:
            self.set_turn_order_by_tokens()
            self.push_pending_question(REFILL_SLOTS)

    def is_race_ending(self) -> bool:
        """Tell whether no round follows this one."""
        if self.is_last_round() or self.is_board_full():
            return True
        return all(not self.byte_fields[HANDS + HAND_SIZE * seat] for seat in range(self.setup.players))

    def set_turn_order_by_tokens(self) -> None:
        """Set the new order of play by the tokens on the draft card, from left to right, and remove them."""
        fields = self.byte_fields
        place: i64 = ORDER
        for slot in range(cast(RacersLookup, self.setup).num_slots):
            if fields[SLOT_TOKENS + slot]:
                fields[place] = u8(i64(fields[SLOT_TOKENS + slot]) - 1)
                fields[SLOT_TOKENS + slot] = u8(0)
                place += 1
        self.log_event(ROUND_BEGUN)

    # Answers.

    def _apply(self, action: Action) -> None:
        """Answer the question on top, and go on."""
        codec = cast(RacersLookup, self.setup).action_codec
        question = self.top_question()
        if question == PLAY_TILE:
            self.pop_pending_question()
            face, space, arrangement = codec.decode_placement(action)
            self.play_tile(face, space, arrangement)
        elif question == FIRE_POWER:
            power = codec.decode_power(action)
            self.remove_question(self.find_topmost_index_with_argument(power))
            self.fire_power(power)
        elif question == CHOOSE_FROZEN_SHIP:
            lane = self.top_question_argument()
            self.pop_pending_question()
            self.freeze_ship(codec.decode_freeze(action), lane)
        elif question in (CHOOSE_BURST_SHIP, CHOOSE_BOOST_SHIP):
            distance = self.top_question_argument()
            self.pop_pending_question()
            cause = BY_BURST if question == CHOOSE_BURST_SHIP else BY_BOOST
            self.advance_ship(self.to_move, codec.decode_advance(action), distance, cause)
        elif question == DRAFT_SLOT:
            self.draft_from_slot(codec.decode_draft(action))
        elif question == TURN_UP_BURST:
            self.pop_pending_question()
            self.turn_up_burst_token(action)
        elif question == USE_BURST:
            token_kind = codec.decode_token(action)
            self.remove_question(self.find_topmost_index_with_argument(token_kind))
            self.use_burst_token(token_kind)
        else:
            self.apply_chance_outcome(question, action)
        self.run_until_question()

    def apply_chance_outcome(self, question: i64, outcome: Action) -> None:
        """Apply what chance has drawn: an edge, a place in the order, or a tile."""
        setup = cast(RacersLookup, self.setup)
        fields = self.byte_fields
        if question == DRAW_EDGE:
            fields[EDGES + self.count_frame_edges_so_far()] = u8(1 + 2 * outcome + setup.random_edge_side)
        elif question == DRAW_ORDER:
            fields[ORDER + i64(fields[ORDER_LENGTH])] = u8(outcome)
            fields[ORDER_LENGTH] = u8(i64(fields[ORDER_LENGTH]) + 1)
        elif question == ARRANGE_START_TILE:
            fields[setup.arrangements_offset + setup.centre_space] = u8(outcome)
            self.pop_pending_question()
        else:
            self.remove_from_bag(outcome)
            self.place_drawn_tile(question, outcome)

    def place_drawn_tile(self, question: i64, face: Face) -> None:
        """Put a tile from the bag into a hand, on the board or into a slot."""
        setup = cast(RacersLookup, self.setup)
        fields = self.byte_fields
        if question == DEAL_HANDS:
            self.add_to_hand(self.find_first_seat_without_full_hand(), 1 + 2 * face)
        elif question == DRAW_START_TILE:
            fields[setup.board_offset + setup.centre_space] = u8(face + 1)
            self.pop_pending_question()
            if setup.arrangement_counts[face] > 1:
                self.push_pending_question(ARRANGE_START_TILE)
        elif question == REDRAW_HAND:
            self.add_to_hand(self.turn_seat(), 1 + 2 * face)
            left = self.top_question_argument() - 1
            self.pop_pending_question()
            self.push_pending_question(REDRAW_HAND, left)
        else:
            fields[SLOT_FACES + self.find_empty_slot()] = u8(face + 1)

    def play_tile(self, face: Face, space: SpaceIndex, arrangement: Arrangement) -> None:
        """Lay a tile on the board, and push the powers that it fires and the moves that it brings."""
        setup = cast(RacersLookup, self.setup)
        fields = self.byte_fields
        seat = self.turn_seat()
        self.remove_from_hand(seat, face)
        fields[setup.board_offset + space] = u8(face + 1)
        fields[setup.arrangements_offset + space] = u8(arrangement)
        fields[LAST_SPACE] = u8(space + 1)
        fields[LAST_SEAT] = u8(seat)
        self.push_powers_and_moves(face, space, arrangement)

    def push_powers_and_moves(self, face: Face, space: SpaceIndex, arrangement: Arrangement) -> None:
        """Push what a tile brings on the stack, so that all powers come before movement."""
        gains = vec[i64]([0] * (NUM_LANES + NUM_POWERS))
        self.add_placement_gains(face, space, arrangement, gains)
        lane: i64 = NUM_LANES - 1
        while lane >= 0:
            if gains[lane]:
                self.push_pending_question(MOVE_SHIP + lane, gains[lane])
            lane -= 1
        for power in range(i64(NUM_POWERS)):
            for _ in range(gains[NUM_LANES + power]):
                self.push_pending_question(FIRE_POWER, power)

    def find_topmost_index_with_argument(self, argument: i64) -> i64:
        """Return the index in the stack of the topmost question with this argument: a power or starburst of a kind."""
        index = i64(self.byte_fields[STACK_DEPTH]) - 1
        while i64(self.byte_fields[STACK + 2 * index + 1]) != argument:
            index -= 1
        return index

    def fire_power(self, power: Power) -> None:
        """Resolve a power."""
        seat = self.turn_seat()
        self.log_event(POWER_FIRED, power)
        if power < FREEZE:
            self.warp_ship(seat, power)
        elif power == TEAM:
            for lane in range(i64(NUM_LANES)):
                self.advance_ship(seat, lane, 1, BY_TEAM)
        else:
            self.freeze_lane_leader(power - FREEZE)

    def freeze_lane_leader(self, lane: Lane) -> None:
        """Freeze the leading ship of a lane, or ask whose if several have not left yet."""
        seat_mask = self.foremost_unfrozen_seat_mask(lane)
        if seat_mask == 0:
            self.log_event(SHIP_FROZEN, lane)
        elif seat_mask & (seat_mask - 1):
            self.push_pending_question(CHOOSE_FROZEN_SHIP, lane)
        else:
            self.freeze_ship(lowest_bit_index(seat_mask), lane)

    def turn_up_burst_token(self, token_kind: TokenKind) -> None:
        """Turn up a starburst token of this kind, to be used when all are turned up."""
        at = cast(RacersLookup, self.setup).unseen_tokens_offset + token_kind
        self.byte_fields[at] = u8(i64(self.byte_fields[at]) - 1)
        self.log_event(BURST_TURNED_UP, token_kind)
        self.insert_use_question(token_kind)

    def use_burst_token(self, token_kind: TokenKind) -> None:
        """Use a starburst token of this kind."""
        setup = cast(RacersLookup, self.setup)
        self.log_event(BURST_USED, token_kind)
        self.advance_or_ask_which_ship(
            setup.token_lanes[token_kind], setup.token_distances[token_kind], CHOOSE_BURST_SHIP
        )

    def advance_or_ask_which_ship(self, lane: Lane, distance: i64, question: Question) -> None:
        """Move the ship of a lane, or for a wild token ask which, unless only one can move or none."""
        seat = self.turn_seat()
        cause = BY_BURST if question == CHOOSE_BURST_SHIP else BY_BOOST
        if lane != WILD:
            self.advance_ship(seat, lane, distance, cause)
            return
        lane_mask = self.unfrozen_lane_mask(seat)
        if lane_mask & (lane_mask - 1):
            self.push_pending_question(question, distance)
        elif lane_mask:
            self.advance_ship(seat, lowest_bit_index(lane_mask), distance, cause)
        else:
            self.log_event(TOKEN_LOST, cause)

    def draft_from_slot(self, slot: SlotIndex) -> None:
        """Take the tile of a slot, unless the hand is full, and gain its boost."""
        setup = cast(RacersLookup, self.setup)
        fields = self.byte_fields
        seat = self.turn_seat()
        self.pop_pending_question()
        face_code: i64 = 0
        if self.hand_size(seat) < HAND_SIZE and fields[SLOT_FACES + slot]:
            face_code = i64(fields[SLOT_FACES + slot])
            fields[SLOT_FACES + slot] = u8(0)
            self.add_to_hand(seat, 2 * face_code)
        if setup.is_advanced:
            fields[SLOT_TOKENS + slot] = u8(seat + 1)
        self.log_event(SLOT_DRAFTED, slot, face_code)
        if setup.boost_distances[slot]:
            self.advance_or_ask_which_ship(setup.boost_lanes[slot], setup.boost_distances[slot], CHOOSE_BOOST_SHIP)


def lowest_bit_index(mask: Mask) -> i64:
    """Return the number of the lowest bit that is set."""
    index: i64 = 0
    while not mask >> index & 1:
        index += 1
    return index
