# compiled by mypyc
"""What happens on the board and in the lanes of Tri-Star Racers, one rule after the other.

The turn itself, who is asked what and when, is in ``rules.py``. Whoever wants to know what a step brings in detail
gives a copy of the state a list, ``notes``, before the step, and finds there what happened, in order.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.state import Setup, State
from triangulum.games.tri_star_racers.lookup import (
    BLANK,
    BURST,
    BURSTS,
    CORNERS,
    DEPTH,
    DONE,
    DRAFT,
    DRAFT_SLOTS,
    EDGES,
    END,
    FREEZE,
    FROZEN,
    HAND,
    HANDS,
    LANES,
    MOST_OUTED,
    ORDER,
    OUTED,
    PIPS,
    POWER,
    REFILL,
    SHIPS,
    SIDES,
    STACK,
    STAYS,
    TEAM,
    THAWS,
    TOKENS,
    WAYS,
    WILD,
    RacersTables,
)

# Notes: what happened, with up to four numbers.
FIRED: Final = 0  # power
FROZE: Final = 1  # lane, 1 + seat or 0
MOVED: Final = 2  # 3 * seat + lane, by what, start, end; a frozen ship's end is -1
TAKEN: Final = 3  # number of the starburst
TURNED_UP: Final = 4  # kind of token
DRAFTED: Final = 5  # slot, 1 + face or 0
DISCARDED: Final = 6  # three tiles as in a hand
THAWED: Final = 7  # lane
LAST_ROUND: Final = 8
NEW_ROUND: Final = 9
ASKED: Final = 10  # somebody has to play a tile
LOST: Final = 11  # by what: nothing of the seat's could move

# By what a ship moves.
BY_PIPS: Final = 0
BY_WARP: Final = 1
BY_TEAM: Final = 2
BY_BURST: Final = 3
BY_BOOST: Final = 4

Note = tuple[int, int, int, int, int, int]
"""What happened, on whose turn, and its numbers."""


class Race(State):
    """Tiles, ships and pending questions, and what can be done with them."""

    def __init__(self, setup: Setup, to_move: i64, small: vec[u8], wide: vec[i64]) -> None:
        super().__init__(setup, to_move, small, wide)
        self.notes: list[Note] | None = None

    def note(self, what: i64, one: i64 = 0, two: i64 = 0, three: i64 = 0, four: i64 = 0) -> None:
        """Note what happens, if anybody wants to know."""
        notes = self.notes
        if notes is not None:
            notes.append((int(what), int(self.turn_of()), int(one), int(two), int(three), int(four)))

    def turn_of(self) -> i64:
        """Return whose turn it is; the last one's when the race is over."""
        done = i64(self.byte_fields[DONE])
        if done == self.setup.players:
            done -= 1
        return i64(self.byte_fields[ORDER + done])

    # Pending questions.

    def top(self) -> i64:
        """Return the kind of the question that is asked next."""
        return i64(self.byte_fields[STACK + 2 * i64(self.byte_fields[DEPTH]) - 2])

    def top_argument(self) -> i64:
        """Return its argument."""
        return i64(self.byte_fields[STACK + 2 * i64(self.byte_fields[DEPTH]) - 1])

    def push(self, kind: i64, argument: i64 = 0) -> None:
        """Put a question before all others."""
        self.insert(i64(self.byte_fields[DEPTH]), kind, argument)

    def pop(self) -> None:
        """Forget the question that is asked next."""
        self.remove(i64(self.byte_fields[DEPTH]) - 1)

    def insert(self, place: i64, kind: i64, argument: i64) -> None:
        """Put a question among the others; those from this place on come before it."""
        small = self.byte_fields
        depth = i64(small[DEPTH])
        at = STACK + 2 * depth
        while at > STACK + 2 * place:
            small[at] = small[at - 2]
            small[at + 1] = small[at - 1]
            at -= 2
        small[at] = u8(kind)
        small[at + 1] = u8(argument)
        small[DEPTH] = u8(depth + 1)

    def remove(self, place: i64) -> None:
        """Forget a question."""
        small = self.byte_fields
        last = STACK + 2 * i64(small[DEPTH]) - 2
        for at in range(STACK + 2 * place, last):
            small[at] = small[at + 2]
        small[last] = u8(0)
        small[last + 1] = u8(0)
        small[DEPTH] = u8(i64(small[DEPTH]) - 1)

    # Ships.

    def ship(self, seat: i64, lane: i64) -> i64:
        """Return the space of a ship."""
        at = SHIPS + 2 * (LANES * seat + lane)
        return i64(self.byte_fields[at]) | i64(self.byte_fields[at + 1]) << 8

    def put_ship(self, seat: i64, lane: i64, space: i64) -> None:
        """Put a ship on a space."""
        at = SHIPS + 2 * (LANES * seat + lane)
        self.byte_fields[at] = u8(space & 255)
        self.byte_fields[at + 1] = u8(space >> 8)

    def rearmost(self, seat: i64) -> i64:
        """Return the space of a seat's ship that is farthest back."""
        # Of two at a time, which is native code.
        return min(min(self.ship(seat, 0), self.ship(seat, 1)), self.ship(seat, 2))

    def is_last_round(self) -> bool:
        """Tell whether some team is beyond the line, all of it."""
        finish = cast(RacersTables, self.setup).finish
        return any(self.rearmost(seat) >= finish for seat in range(self.setup.players))

    def frost(self, seat: i64, lane: i64) -> i64:
        """Return 0 for a ship that can move, or THAWS or STAYS."""
        return i64(self.byte_fields[FROZEN + seat]) >> 2 * lane & 3

    def set_frost(self, seat: i64, lane: i64, frost: i64) -> None:
        """Freeze a ship, or let it thaw."""
        rest = i64(self.byte_fields[FROZEN + seat]) & ~(i64(3) << 2 * lane)
        self.byte_fields[FROZEN + seat] = u8(rest | frost << 2 * lane)

    def unfrozen(self, seat: i64) -> i64:
        """Return the lanes in which a seat's ship can move, as a mask."""
        found: i64 = 0
        for lane in range(i64(LANES)):
            if self.frost(seat, lane) == 0:
                found |= bit(lane)
        return found

    def free_from(self, seat: i64, lane: i64, space: i64) -> i64:
        """Return the first space from here on at which no other ship is: where a ship comes to rest after hopping."""
        taken = True
        while taken:
            taken = False
            for other in range(self.setup.players):
                if other != seat and self.ship(other, lane) == space:
                    taken = True
                    space += 1
                    break
        return space

    def next_ahead(self, seat: i64, lane: i64) -> i64:
        """Return the space of the nearest ship strictly ahead of a seat's, or -1."""
        own = self.ship(seat, lane)
        nearest: i64 = -1
        for other in range(self.setup.players):
            space = self.ship(other, lane)
            if space > own and (nearest < 0 or space < nearest):
                nearest = space
        return nearest

    def advance(self, seat: i64, lane: i64, distance: i64, by: i64) -> None:
        """Move a ship forward, unless it is frozen."""
        self.go_to(seat, lane, self.ship(seat, lane) + distance, by)

    def go_to(self, seat: i64, lane: i64, space: i64, by: i64) -> None:
        """Bring a ship to a space, or to the next free one, unless it is frozen; it takes the starbursts on its way."""
        start = self.ship(seat, lane)
        if self.frost(seat, lane) != 0:
            self.note(MOVED, LANES * seat + lane, by, start, -1)
            return
        end = self.free_from(seat, lane, space)
        was_last = self.notes is not None and self.is_last_round()
        self.put_ship(seat, lane, end)
        self.note(MOVED, LANES * seat + lane, by, start, end)
        if self.notes is not None and not was_last and self.is_last_round():
            self.note(LAST_ROUND)
        self.collect(lane, start, end, by)

    def collect(self, lane: i64, start: i64, end: i64, by: i64) -> None:
        """Take the starbursts that a ship has reached or passed, and put them into the queue."""
        setup = cast(RacersTables, self.setup)
        small = self.byte_fields
        lying = i64(small[BURSTS]) | i64(small[BURSTS + 1]) << 8
        if lying == 0:
            return
        for at in range(setup.lane_bursts):
            number = lane * setup.lane_bursts + at
            space = setup.burst_spaces[at]
            if start < space <= end and lying >> number & 1:
                lying &= ~bit(number)
                self.note(TAKEN, number)
                self.insert(self.place_in_queue(number, by), BURST, number)
        small[BURSTS] = u8(lying & 255)
        small[BURSTS + 1] = u8(lying >> 8)

    def place_in_queue(self, number: i64, by: i64) -> i64:
        """Return where among the questions a starburst waits: by lane and space, or last if gained by another."""
        small = self.byte_fields
        place: i64 = 0
        while place < i64(small[DEPTH]) and is_later_step(i64(small[STACK + 2 * place])):
            place += 1
        if by == BY_BURST:
            return place
        while place < i64(small[DEPTH]) and i64(small[STACK + 2 * place]) == BURST:
            if i64(small[STACK + 2 * place + 1]) < number:
                break
            place += 1
        return place

    # Powers.

    def warp(self, seat: i64, lane: i64) -> None:
        """Bring a ship to just in front of the next one ahead."""
        ahead = self.next_ahead(seat, lane)
        start = self.ship(seat, lane)
        if ahead < 0:
            self.note(MOVED, LANES * seat + lane, BY_WARP, start, -1 if self.frost(seat, lane) else start)
            return
        self.go_to(seat, lane, ahead + 1, BY_WARP)

    def leaders(self, lane: i64) -> i64:
        """Return the seats whose ship in a lane is the foremost that is not frozen, as a mask: several only at 0."""
        found: i64 = 0
        foremost: i64 = -1
        for seat in range(self.setup.players):
            if self.frost(seat, lane):
                continue
            space = self.ship(seat, lane)
            if space > foremost:
                foremost = space
                found = 0
            if space == foremost:
                found |= bit(seat)
        return found

    def freeze(self, seat: i64, lane: i64) -> None:
        """Freeze a seat's ship: until the end of its owner's next turn."""
        self.set_frost(seat, lane, STAYS if seat == self.turn_of() else THAWS)
        self.note(FROZE, lane, seat + 1)

    def thaw(self, seat: i64) -> None:
        """At the end of a turn, let the owner's ships thaw that were frozen before it."""
        for lane in range(i64(LANES)):
            frost = self.frost(seat, lane)
            if frost == THAWS:
                self.note(THAWED, lane)
            if frost:
                self.set_frost(seat, lane, frost - 1)

    # Tiles.

    def in_bag(self) -> i64:
        """Return how many tiles are in the bag."""
        setup = cast(RacersTables, self.setup)
        return self.sum_bytes(setup.bag, setup.faces)

    def is_bag_empty(self) -> bool:
        """Tell whether no tile is in the bag."""
        setup = cast(RacersTables, self.setup)
        return all(not self.byte_fields[at] for at in range(setup.bag, setup.length))

    def take_from_bag(self, face: i64) -> None:
        """Take a tile out of the bag."""
        at = cast(RacersTables, self.setup).bag + face
        self.byte_fields[at] = u8(i64(self.byte_fields[at]) - 1)

    def hand_size(self, seat: i64) -> i64:
        """Return how many tiles a seat holds."""
        small = self.byte_fields
        at = HANDS + HAND * seat
        count: i64 = 0
        while count < HAND and small[at + count]:
            count += 1
        return count

    def give(self, seat: i64, held: i64) -> None:
        """Put a tile into a hand, in its place: 1 + 2 * face, and one more if all have seen it."""
        small = self.byte_fields
        first = HANDS + HAND * seat
        at = first + self.hand_size(seat)
        while at > first and i64(small[at - 1]) > held:
            small[at] = small[at - 1]
            at -= 1
        small[at] = u8(held)

    def take_from_hand(self, seat: i64, face: i64) -> None:
        """Take a tile out of a hand: of two alike the one that all have seen."""
        small = self.byte_fields
        at = HANDS + HAND * seat
        last = at + HAND - 1
        while at <= last and (i64(small[at]) - 1) // 2 != face:
            at += 1
        # Alike and hidden ones come before one that was seen.
        while at < last and (i64(small[at + 1]) - 1) // 2 == face:
            at += 1
        hidden = i64(small[at]) % 2 == 1
        while at < last:
            small[at] = small[at + 1]
            at += 1
        small[last] = u8(0)
        if hidden:
            self.note_outed(seat, face)

    def note_outed(self, seat: i64, face: i64) -> None:
        """Note that a tile was hidden until it was played, if there are others like it and tiles still hidden."""
        small = self.byte_fields
        first = OUTED + MOST_OUTED * seat
        if cast(RacersTables, self.setup).counts[face] > 1:
            place = first + MOST_OUTED - 1
            if small[first] == 0:
                place = first
            elif i64(small[first]) > face + 1:
                small[place] = small[first]
                place = first
            small[place] = u8(face + 1)
        self.forget_outed(seat)

    def forget_outed(self, seat: i64) -> None:
        """Forget what was hidden until it was played, if nothing in a hand is hidden any more."""
        for at in range(HANDS + HAND * seat, HANDS + HAND * seat + HAND):
            if i64(self.byte_fields[at]) % 2 == 1:
                return
        for at in range(OUTED + MOST_OUTED * seat, OUTED + MOST_OUTED * (seat + 1)):
            self.byte_fields[at] = u8(0)

    def is_board_full(self) -> bool:
        """Tell whether no space is left."""
        setup = cast(RacersTables, self.setup)
        return all(self.byte_fields[at] != 0 for at in range(setup.board, setup.ways))

    def open_spaces(self) -> vec[i64]:
        """Return the empty spaces that share a side with a tile."""
        found = vec[i64]([0] * (cast(RacersTables, self.setup).spaces + 1))
        return found[: self.list_open_spaces(found, 0)]

    def list_open_spaces(self, found: vec[i64], end: i64) -> i64:
        """Write the same down from a place on, where there is room for one more than all spaces; return their end."""
        setup = cast(RacersTables, self.setup)
        small = self.byte_fields
        board = setup.board
        nearby = setup.nearby
        at: i64 = 0
        # Every space is noted, and only those count that are open, so that nothing branches.
        for space in range(setup.spaces):
            beside = small[board + nearby[at]] | small[board + nearby[at + 1]] | small[board + nearby[at + 2]]
            at += SIDES
            found[end] = space
            end += (i64(1) if beside else i64(0)) & (i64(0) if small[board + space] else i64(1))
        return end

    def edge_section(self, rim: i64) -> i64:
        """Return the section of the frame at a place of the rim."""
        setup = cast(RacersTables, self.setup)
        length = setup.edge_length
        edge = i64(self.byte_fields[EDGES + rim // length])
        if edge == 0:
            return BLANK
        return setup.edge_table[(edge - 1) * length + rim % length]

    def brings(self, space: i64, face: i64, way: i64, found: vec[i64]) -> None:
        """Count what a tile brings on a space: pips by lane, then how often each power fires, in ten numbers."""
        setup = cast(RacersTables, self.setup)
        small = self.byte_fields
        sections = setup.sections
        ends = setup.ends
        own = CORNERS * (WAYS * face + way)
        lit: i64 = 0  # the own sections that match in their colour, as a mask of corners
        for side in range(SIDES * space, SIDES * space + SIDES):
            beyond = setup.beyond[side]
            if beyond < 0:
                lit |= self.edge_brings(side, own, found)
                continue
            laid = i64(small[setup.board + beyond])
            if laid == 0:
                continue
            other = CORNERS * (WAYS * (laid - 1) + i64(small[setup.ways + beyond]))
            for end in range(4 * side, 4 * side + 4, 2):
                mine = sections[own + ends[end]] // PIPS
                section = sections[other + ends[end + 1]]
                colour = section // PIPS
                if mine != colour and mine != WILD and colour != WILD:
                    continue
                if mine != WILD:
                    lit |= bit(ends[end])
                if colour != WILD:
                    found[colour] += section % PIPS
        for corner in range(i64(CORNERS)):
            if lit >> corner & 1:
                section = sections[own + corner]
                found[section // PIPS] += section % PIPS
        if setup.is_team[space]:
            found[LANES + TEAM] += 1

    def edge_brings(self, side: i64, own: i64, found: vec[i64]) -> i64:
        """Count what an edge section brings, once; return the own sections that match it in their colour, as a mask."""
        setup = cast(RacersTables, self.setup)
        section = self.edge_section(setup.rim[side])
        if section == BLANK:
            return 0
        colour = edge_colour(section)
        matched = False
        lit: i64 = 0
        for end in range(4 * side, 4 * side + 4, 2):
            corner = setup.ends[end]
            mine = setup.sections[own + corner] // PIPS
            if mine != colour and mine != WILD and colour != WILD:
                continue
            matched = True
            if mine != WILD:
                lit |= bit(corner)
        if matched and section >= POWER:
            found[LANES + section - POWER] += 1
        elif matched and colour != WILD:
            found[colour] += section % PIPS
        return lit

    # A brutal race.

    def demands(self, space: i64, found: vec[i64]) -> None:
        """Note for each corner of a space which colours would match all that they touch there, as a mask."""
        setup = cast(RacersTables, self.setup)
        small = self.byte_fields
        found[0] = found[1] = found[2] = 7
        for side in range(SIDES * space, SIDES * space + SIDES):
            beyond = setup.beyond[side]
            if beyond < 0:
                section = self.edge_section(setup.rim[side])
                colour = WILD if section == BLANK else edge_colour(section)
                if colour != WILD:
                    found[setup.ends[4 * side]] &= bit(colour)
                    found[setup.ends[4 * side + 2]] &= bit(colour)
                continue
            laid = i64(small[setup.board + beyond])
            if laid == 0:
                continue
            other = CORNERS * (WAYS * (laid - 1) + i64(small[setup.ways + beyond]))
            for end in range(4 * side, 4 * side + 4, 2):
                colour = setup.sections[other + setup.ends[end + 1]] // PIPS
                if colour != WILD:
                    found[setup.ends[end]] &= bit(colour)

    def fits(self, face: i64, way: i64, demands: vec[i64]) -> bool:
        """Tell whether a tile matches all that it would touch."""
        setup = cast(RacersTables, self.setup)
        own = CORNERS * (WAYS * face + way)
        for corner in range(i64(CORNERS)):
            colour = setup.sections[own + corner] // PIPS
            if colour != WILD and not demands[corner] >> colour & 1:
                return False
        return True

    def fits_anywhere(self, face: i64) -> bool:
        """Tell whether a tile can be played in a brutal race."""
        setup = cast(RacersTables, self.setup)
        demands = vec[i64]([0, 0, 0])
        for space in self.open_spaces():
            self.demands(space, demands)
            for at in range(WAYS * face, WAYS * face + setup.way_count[face]):
                if self.fits(face, setup.arrangements[at], demands):
                    return True
        return False

    def has_fit(self, seat: i64) -> bool:
        """Tell whether a seat holds a tile that can be played in a brutal race."""
        for at in range(HANDS + HAND * seat, HANDS + HAND * seat + self.hand_size(seat)):
            if self.fits_anywhere((i64(self.byte_fields[at]) - 1) // 2):
                return True
        return False

    # The draft card.

    def can_draft(self, slot: i64) -> bool:
        """Tell whether a slot may be drafted: one with a tile, while there is such a free one."""
        if self.byte_fields[DRAFT_SLOTS + slot] or not self.is_free(slot):
            return self.is_free(slot)
        for other in range(cast(RacersTables, self.setup).slots):
            if self.byte_fields[DRAFT_SLOTS + other] and self.is_free(other):
                return False
        return True

    def is_free(self, slot: i64) -> bool:
        """Tell whether no token stands at a slot."""
        return not self.byte_fields[TOKENS + slot]


def is_later_step(kind: i64) -> bool:
    """Tell whether a question of this kind comes after all starbursts that are waiting."""
    return kind in (END, REFILL, DRAFT)


def edge_colour(section: i64) -> i64:
    """Return the colour of an edge section that is not blank."""
    if section < POWER:
        return section // PIPS
    return WILD if section == POWER + TEAM else (section - POWER) % FREEZE
