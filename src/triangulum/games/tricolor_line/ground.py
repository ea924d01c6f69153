# compiled by mypyc
"""What lies on the table and in the hands of Tricolor Line, and what can be done with it.

Who is asked what, and when, is in ``turn.py``. Whoever wants to know what a step brings in detail gives a copy of the
state a list, ``notes``, before the step, and finds there what happened, in order.
"""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import DENSE, bit, not_nought
from triangulum.core.state import Setup, State
from triangulum.games.tricolor_line.lookup import (
    CARDS,
    CENTRE,
    DEPTH,
    DISCARDS,
    DRAW_PILE,
    END,
    HIDDEN,
    OPEN,
    PILE_SIZE,
    PILES,
    PLACES,
    SIDE,
    STACK,
    TURN_OF,
    TricolorTables,
    face_of,
    is_built_road,
)
from triangulum.games.tricolor_line.plans import Plan

# Bits of codes: of any tile at all, and of one that is not built.
ANY: Final = 255
BLUEPRINT: Final = 1

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


class Ground(State):
    """Tiles, cards and pending questions."""

    def __init__(self, setup: Setup, to_move: i64, small: vec[u8], wide: vec[i64]) -> None:
        super().__init__(setup, to_move, small, wide)
        self.notes: list[Note] | None = None
        self.plan: Plan | None = None  # what the mover would like to build, kept until something happens

    def note(self, what: i64, one: i64 = 0, two: i64 = 0) -> None:
        """Note what happens, if anybody wants to know."""
        notes = self.notes
        if notes is not None:
            notes.append((int(what), int(self.turn_of()), int(one), int(two)))

    def turn_of(self) -> i64:
        """Return whose turn it is; who had the last one when the game is over."""
        return i64(self.byte_fields[TURN_OF])

    # Pending questions.

    def top(self) -> i64:
        """Return the kind of the question that is asked next."""
        return i64(self.byte_fields[STACK + 2 * i64(self.byte_fields[DEPTH]) - 2])

    def top_argument(self) -> i64:
        """Return its argument."""
        return i64(self.byte_fields[STACK + 2 * i64(self.byte_fields[DEPTH]) - 1])

    def push(self, kind: i64, argument: i64 = 0) -> None:
        """Put a question before all others."""
        small = self.byte_fields
        at = STACK + 2 * i64(small[DEPTH])
        small[at] = u8(kind)
        small[at + 1] = u8(argument)
        small[DEPTH] = u8(i64(small[DEPTH]) + 1)

    def pop(self) -> None:
        """Forget the question that is asked next."""
        small = self.byte_fields
        at = STACK + 2 * i64(small[DEPTH]) - 2
        small[at] = u8(0)
        small[at + 1] = u8(0)
        small[DEPTH] = u8(i64(small[DEPTH]) - 1)

    # Places.

    def set_place(self, at: i64, place: i64) -> None:
        """Keep a place in two bytes, or none for -1."""
        self.byte_fields[at] = u8(place // SIDE + 1 if place >= 0 else 0)
        self.byte_fields[at + 1] = u8(place % SIDE + 1 if place >= 0 else 0)

    def place_at(self, at: i64) -> i64:
        """Return the place that is kept in two bytes, or -1."""
        if not self.byte_fields[at]:
            return -1
        return SIDE * (i64(self.byte_fields[at]) - 1) + i64(self.byte_fields[at + 1]) - 1

    def free_places(self) -> vec[i64]:
        """Return the free places beside a tile, rising."""
        beside = cast(TricolorTables, self.setup).beside
        small = self.byte_fields
        tiles = not_nought(bytes(small), PLACES, ANY)
        marks = vec[u8]([0] * PLACES)
        for place in tiles:
            for at in range(4 * place, 4 * place + 4):
                other = beside[at]
                if other >= 0:
                    marks[other] = u8(1)
        for place in tiles:
            marks[place] = u8(0)
        return not_nought(bytes(marks), PLACES, ANY)

    def blueprints(self) -> vec[i64]:
        """Return the places of blueprints, rising."""
        return not_nought(bytes(self.byte_fields), PLACES, BLUEPRINT)

    def built_tiles(self) -> vec[i64]:
        """Return the places of constructed road tiles, rising."""
        small = self.byte_fields
        found = vec[i64](capacity=DENSE)
        for place in not_nought(bytes(small), PLACES, ANY):
            if is_built_road(i64(small[place])):
                found = append(found, place)
        return found

    def lies_at(self, place: i64) -> i64:
        """Return in how many ways the tile at a place could lie."""
        return cast(TricolorTables, self.setup).lies[face_of(i64(self.byte_fields[place]))]

    def turnable(self) -> vec[i64]:
        """Return the places of blueprints that look different when they are turned."""
        found = vec[i64](capacity=DENSE)
        for place in self.blueprints():
            if self.lies_at(place) > 1:
                found = append(found, place)
        return found

    # Relocation.

    def movable(self, most: i64 = PLACES) -> vec[i64]:
        """Return the places of blueprints and Ends that could go to another place, or the first few of them."""
        small = self.byte_fields
        found = vec[i64](capacity=DENSE)
        for place in not_nought(bytes(small), PLACES, ANY):
            code = i64(small[place])
            if (code & 1 or face_of(code) == END) and self.can_move(place, code):
                found = append(found, place)
                if i64(len(found)) == most:
                    break
        return found

    def can_move(self, place: i64, code: i64) -> bool:
        """Tell whether a tile could go anywhere: there is room, so only one that joins others may have to stay."""
        beside = cast(TricolorTables, self.setup).beside
        neighbours: i64 = 0
        for at in range(4 * place, 4 * place + 4):
            if beside[at] >= 0 and self.byte_fields[beside[at]]:
                neighbours += 1
        if neighbours == 1:
            return True
        self.byte_fields[place] = u8(0)
        patches = self.mark_patches(place, vec[u8]([0] * PLACES))
        possible = patches == 1 or len(self.places_for(place)) > 0
        self.byte_fields[place] = u8(code)
        return possible

    def places_for(self, origin: i64) -> vec[i64]:
        """Return where a tile that has been taken up may go, so that all tiles have a chain of neighbours to Start."""
        beside = cast(TricolorTables, self.setup).beside
        patch = vec[u8]([0] * PLACES)
        patches = self.mark_patches(origin, patch)
        found = vec[i64](capacity=128)
        for place in self.free_places():
            if place == origin:
                continue
            touched: i64 = 0
            for at in range(4 * place, 4 * place + 4):
                if beside[at] >= 0 and patch[beside[at]]:
                    touched |= bit(i64(patch[beside[at]]))
            if patches == 1 or touched == bit(patches + 1) - 2:
                found = append(found, place)
        return found

    def mark_patches(self, origin: i64, patch: vec[u8]) -> i64:
        """Number the patches of tiles that hang together, from 1, and return how many there are.

        Only a tile at ``origin`` is missing, so that a patch lies beside it or is the one of Start.
        """
        beside = cast(TricolorTables, self.setup).beside
        small = self.byte_fields
        queue = vec[i64]([0] * PLACES)
        count: i64 = 0
        for first in range(i64(-1), i64(4)):
            seed = beside[4 * origin + first] if first >= 0 else i64(CENTRE)
            if seed < 0 or not small[seed] or patch[seed]:
                continue
            count += 1
            patch[seed] = u8(count)
            queue[0] = seed
            length: i64 = 1
            done: i64 = 0
            while done < length:
                place = queue[done]
                done += 1
                for at in range(4 * place, 4 * place + 4):
                    other = beside[at]
                    if other >= 0 and small[other] and not patch[other]:
                        patch[other] = u8(count)
                        queue[length] = other
                        length += 1
        return count

    # Cards.

    def held(self, seat: i64, card: i64) -> i64:
        """Return how many cards of a kind a seat has."""
        return i64(self.byte_fields[HIDDEN + CARDS * seat + card]) + i64(self.byte_fields[OPEN + CARDS * seat + card])

    def hidden_size(self, seat: i64) -> i64:
        """Return how many cards a seat has that nobody else has seen."""
        return self.sum_bytes(HIDDEN + CARDS * seat, CARDS)

    def hand_size(self, seat: i64) -> i64:
        """Return how many cards a seat has."""
        return self.hidden_size(seat) + self.sum_bytes(OPEN + CARDS * seat, CARDS)

    def change(self, at: i64, by: i64) -> None:
        """Add to a byte."""
        self.byte_fields[at] = u8(i64(self.byte_fields[at]) + by)

    def pay(self, seat: i64, card: i64, count: i64) -> None:
        """Discard cards of one kind; those that all have seen go first."""
        shown = min(count, i64(self.byte_fields[OPEN + CARDS * seat + card]))
        self.change(OPEN + CARDS * seat + card, -shown)
        self.change(HIDDEN + CARDS * seat + card, shown - count)
        self.change(DISCARDS + card, count)

    def open_hands(self) -> None:
        """Let everybody see all cards."""
        for at in range(CARDS * self.setup.players):
            self.change(OPEN + at, i64(self.byte_fields[HIDDEN + at]))
            self.byte_fields[HIDDEN + at] = u8(0)

    def source_of_cards(self) -> i64:
        """Return where cards are drawn from: the pile, or the discards when that is empty; -1 if both are."""
        if self.sum_bytes(DRAW_PILE, CARDS):
            return DRAW_PILE
        return DISCARDS if self.sum_bytes(DISCARDS, CARDS) else -1

    def draw_card(self, seat: i64, card: i64) -> None:
        """Give a card from the pile, which is made of the discards if it is empty; then all hands are laid open."""
        small = self.byte_fields
        if not self.sum_bytes(DRAW_PILE, CARDS):
            for kind in range(i64(CARDS)):
                small[DRAW_PILE + kind] = small[DISCARDS + kind]
                small[DISCARDS + kind] = u8(0)
            self.open_hands()
        self.change(DRAW_PILE + card, -1)
        self.change(HIDDEN + CARDS * seat + card, 1)

    def piles_left(self) -> i64:
        """Return the mask of piles that are not empty."""
        found: i64 = 0
        for pile in range(i64(PILES)):
            if self.byte_fields[PILE_SIZE + pile]:
                found |= bit(pile)
        return found
