# compiled by mypyc
"""The lanes of Tri-Star Racers: ships, starbursts and powers, and the stack of pending questions.

The board is in ``board.py``; the turn itself, who is asked what and when, in ``turn.py``.
"""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.state import Setup, State
from triangulum.core.types import Mask, Seat
from triangulum.games.tri_star_racers.actions import (
    DRAFT_SLOT,
    END_TURN,
    NUM_LANES,
    REFILL_SLOTS,
    TURN_UP_BURST,
    USE_BURST,
    Lane,
    LaneSpace,
    Question,
    TokenKind,
)
from triangulum.games.tri_star_racers.rules.event_log import (
    BURST_TAKEN,
    BY_WARP,
    LAST_ROUND_BEGUN,
    SHIP_FROZEN,
    SHIP_MOVED,
    SHIP_THAWED,
    LoggedEvent,
    MoveCause,
)
from triangulum.games.tri_star_racers.rules.lookup import (
    BURST_MASK,
    FROZEN,
    ORDER,
    SHIPS,
    STACK,
    STACK_DEPTH,
    STAYS,
    THAWS,
    TURNS_DONE,
    RacersLookup,
)


class RacersTrack(State):
    """Ships in their lanes, and the stack of pending questions."""

    def __init__(self, setup: Setup, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> None:
        super().__init__(setup, to_move, byte_fields, word_fields)
        self.event_log: list[LoggedEvent] | None = None

    def log_event(self, event_kind: i64, first: i64 = 0, second: i64 = 0, third: i64 = 0, fourth: i64 = 0) -> None:
        """Append an event to the log, if there is one."""
        event_log = self.event_log
        if event_log is not None:
            event_log.append((int(event_kind), int(self.turn_seat()), int(first), int(second), int(third), int(fourth)))

    def turn_seat(self) -> Seat:
        """Return the seat whose turn it is, or the last to play when the race is over."""
        done = i64(self.byte_fields[TURNS_DONE])
        if done == self.setup.players:
            done -= 1
        return i64(self.byte_fields[ORDER + done])

    # Pending questions.

    def top_question(self) -> Question:
        """Return the kind of the question that is asked next."""
        return i64(self.byte_fields[STACK + 2 * i64(self.byte_fields[STACK_DEPTH]) - 2])

    def top_question_argument(self) -> i64:
        """Return the argument of the question that is asked next."""
        return i64(self.byte_fields[STACK + 2 * i64(self.byte_fields[STACK_DEPTH]) - 1])

    def push_pending_question(self, question: i64, argument: i64 = 0) -> None:
        """Push a question on the stack, to be asked before all others."""
        self.insert_question(i64(self.byte_fields[STACK_DEPTH]), question, argument)

    def pop_pending_question(self) -> None:
        """Remove the question on top of the stack."""
        self.remove_question(i64(self.byte_fields[STACK_DEPTH]) - 1)

    def insert_question(self, stack_index: i64, question: i64, argument: i64) -> None:
        """Insert a question into the stack; those from this index on are asked before it."""
        fields = self.byte_fields
        depth = i64(fields[STACK_DEPTH])
        at = STACK + 2 * depth
        while at > STACK + 2 * stack_index:
            fields[at] = fields[at - 2]
            fields[at + 1] = fields[at - 1]
            at -= 2
        fields[at] = u8(question)
        fields[at + 1] = u8(argument)
        fields[STACK_DEPTH] = u8(depth + 1)

    def remove_question(self, stack_index: i64) -> None:
        """Remove a question from the stack."""
        fields = self.byte_fields
        last = STACK + 2 * i64(fields[STACK_DEPTH]) - 2
        for at in range(STACK + 2 * stack_index, last):
            fields[at] = fields[at + 2]
        fields[last] = u8(0)
        fields[last + 1] = u8(0)
        fields[STACK_DEPTH] = u8(i64(fields[STACK_DEPTH]) - 1)

    # Ships.

    def ship_space(self, seat: Seat, lane: Lane) -> LaneSpace:
        """Return the space that a ship is on."""
        at = SHIPS + 2 * (NUM_LANES * seat + lane)
        return i64(self.byte_fields[at]) | i64(self.byte_fields[at + 1]) << 8

    def set_ship_space(self, seat: Seat, lane: Lane, space: LaneSpace) -> None:
        """Put a ship on a space."""
        at = SHIPS + 2 * (NUM_LANES * seat + lane)
        self.byte_fields[at] = u8(space & 255)
        self.byte_fields[at + 1] = u8(space >> 8)

    def rearmost_space(self, seat: Seat) -> LaneSpace:
        """Return the space of a seat's ship that is farthest back."""
        # Of two at a time, which is native code.
        return min(min(self.ship_space(seat, 0), self.ship_space(seat, 1)), self.ship_space(seat, 2))

    def is_last_round(self) -> bool:
        """Tell whether a team has all its ships beyond the finish line."""
        finish = cast(RacersLookup, self.setup).finish_space
        return any(self.rearmost_space(seat) >= finish for seat in range(self.setup.players))

    def frost_code(self, seat: Seat, lane: Lane) -> i64:
        """Return 0 for a ship that can move, or THAWS or STAYS."""
        return i64(self.byte_fields[FROZEN + seat]) >> 2 * lane & 3

    def set_frost_code(self, seat: Seat, lane: Lane, frost_code: i64) -> None:
        """Freeze a ship, or let it thaw."""
        other_lanes = i64(self.byte_fields[FROZEN + seat]) & ~(i64(3) << 2 * lane)
        self.byte_fields[FROZEN + seat] = u8(other_lanes | frost_code << 2 * lane)

    def unfrozen_lane_mask(self, seat: Seat) -> Mask:
        """Return the lanes in which a seat's ship is not frozen, as a mask."""
        mask: i64 = 0
        for lane in range(i64(NUM_LANES)):
            if self.frost_code(seat, lane) == 0:
                mask |= bit(lane)
        return mask

    def find_landing_space(self, seat: Seat, lane: Lane, space: LaneSpace) -> LaneSpace:
        """Return the first space from here on at which no other ship is: where a ship comes to rest after hopping."""
        taken = True
        while taken:
            taken = False
            for other_seat in range(self.setup.players):
                if other_seat != seat and self.ship_space(other_seat, lane) == space:
                    taken = True
                    space += 1
                    break
        return space

    def find_space_of_ship_ahead(self, seat: Seat, lane: Lane) -> LaneSpace:
        """Return the space of the nearest ship strictly ahead of a seat's, or -1."""
        own = self.ship_space(seat, lane)
        nearest: i64 = -1
        for other_seat in range(self.setup.players):
            space = self.ship_space(other_seat, lane)
            if space > own and (nearest < 0 or space < nearest):
                nearest = space
        return nearest

    def advance_ship(self, seat: Seat, lane: Lane, distance: i64, cause: MoveCause) -> None:
        """Move a ship forward, unless it is frozen."""
        self.land_ship_and_take_bursts(seat, lane, self.ship_space(seat, lane) + distance, cause)

    def land_ship_and_take_bursts(self, seat: Seat, lane: Lane, space: LaneSpace, cause: MoveCause) -> None:
        """Move a ship to a space, or to the next free one, and collect starbursts on its way, unless it is frozen."""
        start = self.ship_space(seat, lane)
        if self.frost_code(seat, lane) != 0:
            self.log_event(SHIP_MOVED, NUM_LANES * seat + lane, cause, start, -1)
            return
        end = self.find_landing_space(seat, lane, space)
        was_last = self.event_log is not None and self.is_last_round()
        self.set_ship_space(seat, lane, end)
        self.log_event(SHIP_MOVED, NUM_LANES * seat + lane, cause, start, end)
        if self.event_log is not None and not was_last and self.is_last_round():
            self.log_event(LAST_ROUND_BEGUN)
        self.take_passed_bursts_to_turn_up(lane, start, end)

    def take_passed_bursts_to_turn_up(self, lane: Lane, start_space: LaneSpace, end_space: LaneSpace) -> None:
        """Take the starbursts that a ship has reached or passed, to be turned up when the movement is over."""
        setup = cast(RacersLookup, self.setup)
        fields = self.byte_fields
        burst_mask = i64(fields[BURST_MASK]) | i64(fields[BURST_MASK + 1]) << 8
        if burst_mask == 0:
            return
        for at in range(setup.bursts_per_lane):
            burst_number = lane * setup.bursts_per_lane + at
            is_reached = is_burst_reached(setup, setup.burst_spaces[at], start_space, end_space)
            if is_reached and burst_mask >> burst_number & 1:
                burst_mask &= ~bit(burst_number)
                self.log_event(BURST_TAKEN, burst_number)
                self.insert_question(
                    self.find_burst_insertion_index(TURN_UP_BURST, burst_number), TURN_UP_BURST, burst_number
                )
        fields[BURST_MASK] = u8(burst_mask & 255)
        fields[BURST_MASK + 1] = u8(burst_mask >> 8)

    def insert_use_question(self, token_kind: TokenKind) -> None:
        """Put a starburst that was turned up with the others that are to be used, sorted by kind."""
        self.insert_question(self.find_burst_insertion_index(USE_BURST, token_kind), USE_BURST, token_kind)

    def find_burst_insertion_index(self, question: Question, argument: i64) -> i64:
        """Return where in the stack a starburst waits: all are turned up before one is used, by their arguments."""
        fields = self.byte_fields
        depth = i64(fields[STACK_DEPTH])
        index: i64 = 0
        while index < depth and is_asked_after_bursts(i64(fields[STACK + 2 * index]), question):
            index += 1
        while index < depth and i64(fields[STACK + 2 * index]) == question:
            if i64(fields[STACK + 2 * index + 1]) < argument:
                break
            index += 1
        return index

    # Powers.

    def find_warp_space(self, seat: Seat, lane: Lane) -> LaneSpace:
        """Return where a ship comes to rest that warps: past the next one ahead, or where it is if there is none."""
        ahead = self.find_space_of_ship_ahead(seat, lane)
        return self.ship_space(seat, lane) if ahead < 0 else self.find_landing_space(seat, lane, ahead + 1)

    def warp_ship(self, seat: Seat, lane: Lane) -> None:
        """Move a ship to just in front of the next one ahead in its lane."""
        start = self.ship_space(seat, lane)
        end = self.find_warp_space(seat, lane)
        if start == end:
            is_frozen = self.frost_code(seat, lane) != 0
            self.log_event(SHIP_MOVED, NUM_LANES * seat + lane, BY_WARP, start, -1 if is_frozen else start)
            return
        self.land_ship_and_take_bursts(seat, lane, end, BY_WARP)

    def foremost_unfrozen_seat_mask(self, lane: Lane) -> Mask:
        """Return the seats whose ship in a lane is the foremost that is not frozen, as a mask: several only at 0."""
        mask: i64 = 0
        foremost: i64 = -1
        for seat in range(self.setup.players):
            if self.frost_code(seat, lane):
                continue
            space = self.ship_space(seat, lane)
            if space > foremost:
                foremost = space
                mask = 0
            if space == foremost:
                mask |= bit(seat)
        return mask

    def freeze_ship(self, seat: Seat, lane: Lane) -> None:
        """Freeze a seat's ship: until the end of its owner's next turn."""
        self.set_frost_code(seat, lane, STAYS if seat == self.turn_seat() else THAWS)
        self.log_event(SHIP_FROZEN, lane, seat + 1)

    def thaw_ships_frozen_before_turn(self, seat: Seat) -> None:
        """Thaw the ships of a seat that were frozen before its turn, which ends now."""
        for lane in range(i64(NUM_LANES)):
            frost_code = self.frost_code(seat, lane)
            if frost_code == THAWS:
                self.log_event(SHIP_THAWED, lane)
            if frost_code:
                self.set_frost_code(seat, lane, frost_code - 1)


def is_burst_reached(setup: RacersLookup, space: LaneSpace, start_space: LaneSpace, end_space: LaneSpace) -> bool:
    """Tell whether a ship that moves takes a starburst on a space: it reaches or passes it, or has to land there."""
    return space == end_space or (setup.takes_passed_bursts and start_space < space < end_space)


def is_asked_after_bursts(question: i64, burst_question: i64) -> bool:
    """Tell whether a question comes after all starbursts that wait to be turned up, or to be used."""
    return question in (END_TURN, REFILL_SLOTS, DRAFT_SLOT) or (
        burst_question == TURN_UP_BURST and question == USE_BURST
    )
