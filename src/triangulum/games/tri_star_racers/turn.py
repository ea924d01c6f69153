# compiled by mypyc
"""The turn of Tri-Star Racers: who is asked what, and what follows, as ``docs/rules/tri-star-racers.md`` tells it.

A turn is a small stack of pending questions. ``settle`` takes what needs no answer off the stack and does it, until a
seat or chance has to answer; ``_apply`` is the answer.
"""

from __future__ import annotations

from typing import Final, cast

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.state import CHANCE, OVER, ActionBuffer
from triangulum.games.tri_star_racers.lookup import (
    BOOST_SHIP,
    BURST,
    BURST_SHIP,
    CHOOSE,
    DEAL,
    DEPTH,
    DONE,
    DRAFT,
    DRAFT_SLOTS,
    DRAW,
    EDGE,
    EDGES,
    END,
    FIRE,
    FREEZE,
    HAND,
    HANDS,
    LANES,
    LAST_SEAT,
    LAST_SPACE,
    LIE,
    LOTS,
    MOVE,
    ORDER,
    ORDERED,
    PLAY,
    POWERS,
    REFILL,
    ROUND,
    SIDES,
    STACK,
    START,
    TEAM,
    TOKENS,
    TURN,
    WAYS,
    WILD,
    RacersTables,
)
from triangulum.games.tri_star_racers.race import (
    ASKED,
    BY_BOOST,
    BY_BURST,
    BY_PIPS,
    BY_TEAM,
    DISCARDED,
    DRAFTED,
    FIRED,
    FROZE,
    LOST,
    NEW_ROUND,
    TURNED_UP,
    Race,
)

DRAWN_AFTER_DISCARD: Final = 2


class Turn(Race):
    """The questions of a turn, their answers, and what is done between them."""

    # What needs no answer.

    def settle(self) -> None:
        """Go on until somebody, or chance, is asked."""
        while self.to_move != OVER and not self.is_asked():
            pass

    def is_asked(self) -> bool:
        """Tell whether the next question needs an answer, and whose; otherwise do what it stands for."""
        kind = self.top()
        if kind == PLAY:
            return self.asks_for_tile()
        if kind == FIRE:
            return self.asks_for_power()
        if kind in (CHOOSE, BURST_SHIP, BOOST_SHIP):
            return self.asks(self.turn_of())
        if kind in (BURST, LIE, START):
            return self.asks(CHANCE)
        if kind == DRAFT:
            return self.asks_for_slot()
        if MOVE <= kind < MOVE + LANES:
            distance = self.top_argument()
            self.pop()
            self.advance(self.turn_of(), kind - MOVE, distance, BY_PIPS)
            return False
        if kind == END:
            self.pop()
            self.end_turn()
            return False
        if kind == TURN:
            self.pop()
            self.begin_turn()
            return False
        return self.asks_for_lot(kind)

    def asks(self, who: i64) -> bool:
        """Let somebody answer."""
        self.to_move = who
        return True

    def asks_for_lot(self, kind: i64) -> bool:
        """Let chance draw edges, tiles or lots as long as there is something to draw."""
        small = self.byte_fields
        if kind == EDGE:
            goes_on = self.edges_drawn() < SIDES
        elif kind == DEAL:
            goes_on = self.dealt_to() < self.setup.players
        elif kind == LOTS:
            goes_on = i64(small[ORDERED]) < self.setup.players
        elif kind == DRAW:
            goes_on = self.top_argument() > 0 and not self.is_bag_empty()
        else:
            ends = i64(small[DONE]) + 1 == self.setup.players and self.race_ends()
            goes_on = not ends and self.empty_slot() >= 0 and not self.is_bag_empty()
        if goes_on:
            return self.asks(CHANCE)
        self.pop()
        return False

    def edges_drawn(self) -> i64:
        """Return how many sides of the frame are there."""
        count: i64 = 0
        while count < SIDES and self.byte_fields[EDGES + count]:
            count += 1
        return count

    def dealt_to(self) -> i64:
        """Return the first seat whose hand is not full, or how many seats there are."""
        seat: i64 = 0
        while seat < self.setup.players and self.hand_size(seat) == HAND:
            seat += 1
        return seat

    def empty_slot(self) -> i64:
        """Return the lowest slot without a tile, or -1."""
        for slot in range(cast(RacersTables, self.setup).slots):
            if self.byte_fields[DRAFT_SLOTS + slot] == 0:
                return slot
        return -1

    def begin_turn(self) -> None:
        """Line up what a turn consists of."""
        if self.byte_fields[ROUND] == 0:
            self.byte_fields[ROUND] = u8(1)
        self.push(END)
        if not cast(RacersTables, self.setup).advanced:
            self.push(REFILL)
        self.push(DRAFT)
        self.push(PLAY)

    def asks_for_tile(self) -> bool:
        """Ask for a tile, unless there is none or no space; in a brutal race a hand that does not fit is discarded."""
        seat = self.turn_of()
        if self.hand_size(seat) == 0 or self.is_board_full():
            self.pop()
            return False
        if not cast(RacersTables, self.setup).brutal or self.has_fit(seat):
            self.note(ASKED)
            return self.asks(seat)
        small = self.byte_fields
        at = HANDS + HAND * seat
        self.note(DISCARDED, i64(small[at]), i64(small[at + 1]), i64(small[at + 2]))
        for place in range(at, at + HAND):
            small[place] = u8(0)
        self.forget_outed(seat)
        self.pop()
        self.push(DRAW, DRAWN_AFTER_DISCARD)
        return False

    def asks_for_power(self) -> bool:
        """Ask which power comes next, unless all that are left are alike."""
        small = self.byte_fields
        power = self.top_argument()
        place = i64(small[DEPTH]) - 1
        while place >= 0 and i64(small[STACK + 2 * place]) == FIRE:
            if i64(small[STACK + 2 * place + 1]) != power:
                return self.asks(self.turn_of())
            place -= 1
        self.pop()
        self.fire(power)
        return False

    def asks_for_slot(self) -> bool:
        """Ask for a slot, unless there is only one to take."""
        only: i64 = -1
        for slot in range(cast(RacersTables, self.setup).slots):
            if self.can_draft(slot):
                if only >= 0:
                    return self.asks(self.turn_of())
                only = slot
        self.draft(only)
        return False

    def end_turn(self) -> None:
        """Let ships thaw, and go on to the next turn, the next round, or the end."""
        setup = cast(RacersTables, self.setup)
        small = self.byte_fields
        self.thaw(self.turn_of())
        done = i64(small[DONE]) + 1
        small[DONE] = u8(done)
        if done < setup.players:
            self.push(TURN)
            return
        if self.race_ends():
            self.to_move = OVER
            return
        small[ROUND] = u8(i64(small[ROUND]) + 1)
        small[DONE] = u8(0)
        self.push(TURN)
        if setup.advanced:
            self.line_up()
            self.push(REFILL)

    def race_ends(self) -> bool:
        """Tell whether there is no round after this one."""
        if self.is_last_round() or self.is_board_full():
            return True
        return all(not self.byte_fields[HANDS + HAND * seat] for seat in range(self.setup.players))

    def line_up(self) -> None:
        """Take the tokens off the draft card; from left to right they give the new order."""
        small = self.byte_fields
        place: i64 = ORDER
        for slot in range(cast(RacersTables, self.setup).slots):
            if small[TOKENS + slot]:
                small[place] = u8(i64(small[TOKENS + slot]) - 1)
                small[TOKENS + slot] = u8(0)
                place += 1
        self.note(NEW_ROUND)

    # What may be answered.

    def _legal_actions(self) -> vec[i64]:
        """Return the answers to the question on top."""
        setup = cast(RacersTables, self.setup)
        small = self.byte_fields
        kind = self.top()
        if kind == PLAY:
            return self.placements()
        if kind in (DEAL, START, REFILL, DRAW):
            return positive(small, setup.bag, setup.faces)
        if kind == BURST:
            return positive(small, setup.unseen, setup.kinds)
        found = vec[i64]()
        if kind == FIRE:
            pending = self.pending_powers()
            for power in range(i64(POWERS)):
                if pending >> power & 1:
                    found = append(found, setup.fire + power)
        elif kind == CHOOSE:
            leaders = self.leaders(self.top_argument())
            for seat in range(setup.players):
                if leaders >> seat & 1:
                    found = append(found, setup.victim + seat)
        elif kind in (BURST_SHIP, BOOST_SHIP):
            unfrozen = self.unfrozen(self.to_move)
            for lane in range(i64(LANES)):
                if unfrozen >> lane & 1:
                    found = append(found, setup.lane + lane)
        elif kind == DRAFT:
            for slot in range(setup.slots):
                if self.can_draft(slot):
                    found = append(found, setup.slot + slot)
        elif kind == EDGE:
            for edge in range(setup.random_edges):
                if not self.is_in_frame(edge):
                    found = append(found, edge)
        elif kind == LIE:
            face = i64(small[setup.board + setup.centre]) - 1
            for at in range(WAYS * face, WAYS * face + setup.way_count[face]):
                found = append(found, setup.arrangements[at])
        else:
            for seat in range(setup.players):
                if not self.is_in_order(seat):
                    found = append(found, seat)
        return found

    def _list_legal_actions(self, moves: ActionBuffer) -> None:
        """Put the same into room that is kept, at least the many ways to play a tile."""
        if self.top() != PLAY:
            moves.copy_from(self._legal_actions())
            return
        setup = cast(RacersTables, self.setup)
        most = setup.most_placements
        if i64(len(moves.actions)) <= most + setup.spaces:
            moves.actions = vec[i64]([0] * (most + setup.spaces + 1))
        # Spaces are put behind all that could be listed.
        found = moves.actions
        moves.count = self.list_placements(found, most, self.list_open_spaces(found, most), found)

    def placements(self) -> vec[i64]:
        """Return every way to play a tile."""
        setup = cast(RacersTables, self.setup)
        spaces = self.open_spaces()
        most: i64 = 0
        for at in range(HANDS + HAND * self.to_move, HANDS + HAND * self.to_move + self.hand_size(self.to_move)):
            most += setup.way_count[(i64(self.byte_fields[at]) - 1) // 2]
        found = vec[i64]([0] * (most * i64(len(spaces))))
        count = self.list_placements(spaces, 0, i64(len(spaces)), found)
        return found if count == i64(len(found)) else found[:count]

    def list_placements(self, spaces: vec[i64], begin: i64, end: i64, found: vec[i64]) -> i64:
        """Write down every way to play a tile on some spaces of a vector, and return how many there are."""
        setup = cast(RacersTables, self.setup)
        small = self.byte_fields
        hand = HANDS + HAND * self.to_move
        arrangements = setup.arrangements
        count: i64 = 0
        before: i64 = -1
        for held in range(hand, hand + self.hand_size(self.to_move)):
            face = (i64(small[held]) - 1) // 2
            if face == before:
                continue
            before = face
            first = WAYS * face
            last = first + setup.way_count[face]
            base = first * setup.spaces
            if setup.brutal:
                count = self.list_fitting(face, spaces, begin, end, found, count)
                continue
            for i in range(begin, end):
                lain = base + WAYS * spaces[i]
                for at in range(first, last):
                    found[count] = lain + arrangements[at]
                    count += 1
        return count

    def list_fitting(self, face: i64, spaces: vec[i64], begin: i64, end: i64, found: vec[i64], count: i64) -> i64:
        """Write down, behind as many others, every way to play one tile that fits all its neighbours."""
        setup = cast(RacersTables, self.setup)
        demands = vec[i64]([7, 7, 7])
        for i in range(begin, end):
            self.demands(spaces[i], demands)
            for at in range(WAYS * face, WAYS * face + setup.way_count[face]):
                way = setup.arrangements[at]
                if self.fits(face, way, demands):
                    found[count] = WAYS * (face * setup.spaces + spaces[i]) + way
                    count += 1
        return count

    def pending_powers(self) -> i64:
        """Return the kinds of powers that are still to be resolved, as a mask."""
        small = self.byte_fields
        found: i64 = 0
        for at in range(STACK, STACK + 2 * i64(small[DEPTH]), 2):
            if i64(small[at]) == FIRE:
                found |= bit(i64(small[at + 1]))
        return found

    def is_in_frame(self, edge: i64) -> bool:
        """Tell whether an edge is a part of the frame."""
        return any((i64(self.byte_fields[EDGES + side]) + 1) // 2 == edge + 1 for side in range(i64(SIDES)))

    def is_in_order(self, seat: i64) -> bool:
        """Tell whether a seat's place in the first order has been drawn."""
        return any(i64(self.byte_fields[ORDER + place]) == seat for place in range(i64(self.byte_fields[ORDERED])))

    def _chance_weights(self) -> vec[i64]:
        """Return tiles by how many are in the bag, tokens by how many are unseen, and everything else evenly."""
        setup = cast(RacersTables, self.setup)
        kind = self.top()
        start, count = setup.bag, setup.faces
        if kind == BURST:
            start, count = setup.unseen, setup.kinds
        elif kind != DEAL and kind != START and kind != REFILL and kind != DRAW:
            return super()._chance_weights()
        weights = vec[i64]()
        for at in range(start, start + count):
            if self.byte_fields[at]:
                weights = append(weights, i64(self.byte_fields[at]))
        return weights

    def sample_chance(self, rng: Random) -> i64:
        """Draw from the bag without listing what is in it."""
        kind = self.top()
        if kind != DEAL and kind != START and kind != REFILL and kind != DRAW:
            return super().sample_chance(rng)
        return self.locate_by_count(cast(RacersTables, self.setup).bag, rng.randrange(self.in_bag()))

    # Answers.

    def _apply(self, action: i64) -> None:
        """Answer the question on top, and go on."""
        setup = cast(RacersTables, self.setup)
        kind = self.top()
        if kind == PLAY:
            self.pop()
            self.play_tile(action // (setup.spaces * WAYS), action // WAYS % setup.spaces, action % WAYS)
        elif kind == FIRE:
            self.remove(self.place_of_power(action - setup.fire))
            self.fire(action - setup.fire)
        elif kind == CHOOSE:
            lane = self.top_argument()
            self.pop()
            self.freeze(action - setup.victim, lane)
        elif kind in (BURST_SHIP, BOOST_SHIP):
            distance = self.top_argument()
            self.pop()
            self.advance(self.to_move, action - setup.lane, distance, BY_BURST if kind == BURST_SHIP else BY_BOOST)
        elif kind == DRAFT:
            self.draft(action - setup.slot)
        elif kind == BURST:
            self.pop()
            self.turn_up(action)
        else:
            self.happen(kind, action)
        self.settle()

    def happen(self, kind: i64, outcome: i64) -> None:
        """Let chance draw an edge, a tile or a lot."""
        setup = cast(RacersTables, self.setup)
        small = self.byte_fields
        if kind == EDGE:
            small[EDGES + self.edges_drawn()] = u8(1 + 2 * outcome)
        elif kind == LOTS:
            small[ORDER + i64(small[ORDERED])] = u8(outcome)
            small[ORDERED] = u8(i64(small[ORDERED]) + 1)
        elif kind == LIE:
            small[setup.ways + setup.centre] = u8(outcome)
            self.pop()
        else:
            self.take_from_bag(outcome)
            self.place_drawn(kind, outcome)

    def place_drawn(self, kind: i64, face: i64) -> None:
        """Put a tile from the bag where it goes."""
        setup = cast(RacersTables, self.setup)
        small = self.byte_fields
        if kind == DEAL:
            self.give(self.dealt_to(), 1 + 2 * face)
        elif kind == START:
            small[setup.board + setup.centre] = u8(face + 1)
            self.pop()
            if setup.way_count[face] > 1:
                self.push(LIE)
        elif kind == DRAW:
            self.give(self.turn_of(), 1 + 2 * face)
            left = self.top_argument() - 1
            self.pop()
            self.push(DRAW, left)
        else:
            small[DRAFT_SLOTS + self.empty_slot()] = u8(face + 1)

    def play_tile(self, face: i64, space: i64, way: i64) -> None:
        """Lay a tile, and line up the powers that it fires and the moves that it brings."""
        setup = cast(RacersTables, self.setup)
        small = self.byte_fields
        seat = self.turn_of()
        self.take_from_hand(seat, face)
        small[setup.board + space] = u8(face + 1)
        small[setup.ways + space] = u8(way)
        small[LAST_SPACE] = u8(space + 1)
        small[LAST_SEAT] = u8(seat)
        self.line_up_moves(space, face, way)

    def line_up_moves(self, space: i64, face: i64, way: i64) -> None:
        """Put what a tile brings on the stack, so that all powers come before movement."""
        brought = vec[i64]([0] * (LANES + POWERS))
        self.brings(space, face, way, brought)
        lane: i64 = LANES - 1
        while lane >= 0:
            if brought[lane]:
                self.push(MOVE + lane, brought[lane])
            lane -= 1
        for power in range(i64(POWERS)):
            for _ in range(brought[LANES + power]):
                self.push(FIRE, power)

    def place_of_power(self, power: i64) -> i64:
        """Return where on the stack a power of this kind waits."""
        place = i64(self.byte_fields[DEPTH]) - 1
        while i64(self.byte_fields[STACK + 2 * place + 1]) != power:
            place -= 1
        return place

    def fire(self, power: i64) -> None:
        """Resolve a power."""
        seat = self.turn_of()
        self.note(FIRED, power)
        if power < FREEZE:
            self.warp(seat, power)
        elif power == TEAM:
            for lane in range(i64(LANES)):
                self.advance(seat, lane, 1, BY_TEAM)
        else:
            self.fire_freeze(power - FREEZE)

    def fire_freeze(self, lane: i64) -> None:
        """Freeze the leading ship of a lane, or ask whose if several have not left yet."""
        leaders = self.leaders(lane)
        if leaders == 0:
            self.note(FROZE, lane)
        elif leaders & (leaders - 1):
            self.push(CHOOSE, lane)
        else:
            self.freeze(lowest(leaders), lane)

    def turn_up(self, kind: i64) -> None:
        """Turn a starburst up, and use it."""
        setup = cast(RacersTables, self.setup)
        at = setup.unseen + kind
        self.byte_fields[at] = u8(i64(self.byte_fields[at]) - 1)
        self.note(TURNED_UP, kind)
        self.move_by_token(setup.token_lane[kind], setup.token_distance[kind], BURST_SHIP)

    def move_by_token(self, lane: i64, distance: i64, question: i64) -> None:
        """Move the ship of a lane, or for a wild token ask which, unless only one can move or none."""
        seat = self.turn_of()
        by = BY_BURST if question == BURST_SHIP else BY_BOOST
        if lane != WILD:
            self.advance(seat, lane, distance, by)
            return
        unfrozen = self.unfrozen(seat)
        if unfrozen & (unfrozen - 1):
            self.push(question, distance)
        elif unfrozen:
            self.advance(seat, lowest(unfrozen), distance, by)
        else:
            self.note(LOST, by)

    def draft(self, slot: i64) -> None:
        """Take the tile of a slot, unless the hand is full, and gain its boost."""
        setup = cast(RacersTables, self.setup)
        small = self.byte_fields
        seat = self.turn_of()
        self.pop()
        taken: i64 = 0
        if self.hand_size(seat) < HAND and small[DRAFT_SLOTS + slot]:
            taken = i64(small[DRAFT_SLOTS + slot])
            small[DRAFT_SLOTS + slot] = u8(0)
            self.give(seat, 2 * taken)
        if setup.advanced:
            small[TOKENS + slot] = u8(seat + 1)
        self.note(DRAFTED, slot, taken)
        if setup.boost_distance[slot]:
            self.move_by_token(setup.boost_lane[slot], setup.boost_distance[slot], BOOST_SHIP)


def positive(small: vec[u8], start: i64, count: i64) -> vec[i64]:
    """Return which of some counts are not zero."""
    found = vec[i64]([0] * count)
    length: i64 = 0
    for at in range(count):
        if small[start + at]:
            found[length] = at
            length += 1
    return found[:length]


def lowest(mask: i64) -> i64:
    """Return the number of the lowest bit that is set."""
    found: i64 = 0
    while not mask >> found & 1:
        found += 1
    return found
