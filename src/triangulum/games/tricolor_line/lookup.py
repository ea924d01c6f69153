# compiled by mypyc
"""The box of Tricolor Line as tables of numbers, and what the bytes of a state mean.

A place is 17 * (x + 8) + y + 8, so that places rise as (x, y) do. Sides are 0 north, 1 east, 2 south, 3 west; a road is
the mask of the sides that it joins. A face is 7 * colour + shape, then END and START. A tile on the table is a *code*:
1 + 8 * face + 2 * lie, and one more if it is built, as Start and Ends always are. Cards are 0-6 for R RR G GG B BB W.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.learning.belief import mark_belief_inputs, no_belief_inputs, unmark_belief_inputs
from triangulum.core.state import Setup

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.tricolor_line.options import TricolorBox, TricolorOptions

SIDE: Final = 17
PLACES: Final = 289
CENTRE: Final = 144
SHAPES: Final = 7
COLOURS: Final = 3
END: Final = 21
START: Final = 22
FACES: Final = 22  # that can be drawn
START_CODE: Final = 178
CODES: Final = 256
SEATS: Final = 8
PILES: Final = 3
CARDS: Final = 7
WILD: Final = 6
EVENTS: Final = 6
PAIRS: Final = 28
PAYMENTS: Final = 16
MOST_COST: Final = 6
FIRST_HAND: Final = 4
HAND_LIMIT: Final = 5

LANDSLIDE: Final = 0
DETOUR: Final = 1
SUPPLIES: Final = 2
TOLL: Final = 3
LEAK: Final = 4
RELOCATION: Final = 5

# Where things lie in State.small, after the table: a code for each place, or 0.
UNSEEN: Final = 289  # for each face, how many tiles nobody has seen yet
PILE_SIZE: Final = 311  # for each pile, the top included
TOP: Final = 314  # for each pile, 1 + the face of its top, or 0
DRAW_PILE: Final = 317  # for each kind of card
DISCARDS: Final = 324
HIDDEN: Final = 331  # for each seat, cards that nobody else has seen
OPEN: Final = 387  # for each seat, cards that all have seen
IDENTITY: Final = 443  # for each seat 1 + its colour, or 0 before it is dealt
LOOKED: Final = 451  # for each seat, the mask of those whose identity it has looked at
SKIPS: Final = 459  # the mask of seats that skip their next turn
SAFE: Final = 460  # the mask of seats that were attacked and have not played a turn since
TURN_OF: Final = 461
ROUND: Final = 462  # from 1, or 0 while first tiles are placed
LAST: Final = 463  # the column and row of the tile that was changed last, from 1; or 0
TAKEN: Final = 465  # the code of the tile that has been taken, or is being moved
ORIGIN: Final = 466  # where from, as in LAST
EVENT: Final = 468  # 1 + the event that is being resolved, or 0
WHY: Final = 469  # why the game is over, or 0
USED: Final = 470  # how many events have happened since they were shuffled
USED_EVENTS: Final = 471  # which, in order
DEPTH: Final = 511  # how many questions are pending
STACK: Final = 512  # each with its kind and argument, the one that is asked next last
LENGTH: Final = 528

BY_ROUTES: Final = 1
BY_LIMIT: Final = 2
BY_STANDSTILL: Final = 3

# Pending questions.
ASK_TOPS: Final = 1  # chance turns up the first tops
ASK_IDENTITY: Final = 2  # chance deals an identity; argument: to whom
ASK_DEAL: Final = 3  # chance deals first hands
ASK_FIRST: Final = 4  # first tiles are placed; argument: whose is next
ASK_TURN: Final = 5  # a turn begins
ASK_COUNT: Final = 6  # 2 or 4 cards are chosen
ASK_DRAW: Final = 7  # chance draws cards; argument: how many
ASK_PILE: Final = 8  # the top of a pile is taken
ASK_TOP: Final = 9  # chance turns up the next top; argument: of which pile
ASK_PLACE: Final = 10  # the tile taken is placed
ASK_ACTION: Final = 11  # construct, modify, attack or be done
ASK_EVENT: Final = 12  # chance draws an event
ASK_LANDSLIDE: Final = 13
ASK_DETOUR: Final = 14
ASK_TOLL: Final = 15
ASK_TOLL_CARD: Final = 16  # chance takes the card; argument: from whom
ASK_LEAK: Final = 17
ASK_RELOCATE: Final = 18
ASK_RESETTLE: Final = 19
ASK_DISCARD: Final = 20
ASK_END: Final = 21  # a turn ends

# Actions, by where their numbers begin.
DRAW: Final = 0  # + 0 for two cards, + 1 for four
PILE: Final = 2  # + pile
AT: Final = 5  # + 4 * place + lie
BUILD: Final = 1161  # + PAYMENTS * place + payment
TURN: Final = 5785  # + PAIRS * place + pair of cards
ATTACK: Final = 13877  # + seat
DONE: Final = 13885
SLIDE: Final = 13886  # + place
DIVERT: Final = 14175  # + 4 * place + lie
TAKE_TOLL: Final = 15331  # + seat
LOOK: Final = 15339  # + seat
MOVE: Final = 15347  # + place
TO: Final = 15636  # + place
DISCARD: Final = 15925  # + card
ACTIONS: Final = 15932

# What passing a place costs a plan, in tenths of a card; see plans.py.
ROAD: Final = 2
QUARTER: Final = 24
IMPOSSIBLE: Final = 1_000_000


class TricolorTables(Setup):
    """All that the rules look up."""

    def __init__(self, game: Game, options: TricolorOptions, components: Components[TricolorBox]) -> None:
        super().__init__(game, options, components)
        box = components.box
        self.round_limit: i64 = options.round_limit
        self.identities: i64 = box.identities
        self.laid: dict[int, Any] = {}  # tiles as views show them, which are made once
        self.pile_size: i64 = (box.coloured + box.ends) // PILES
        self.set_grid()
        self.set_tiles(box)
        self.set_cards(box)
        self.set_passing()
        self.num_actions = ACTIONS
        self.max_chance_outcomes = FACES
        self.max_length = self.longest(box)
        self.set_heeded()

    def set_heeded(self) -> None:
        """Say, for a spectator and each seat, on which bytes its odds depend: cards of others, and identities."""
        self.no_hands = vec[u8]([0] * (OPEN - HIDDEN))
        self.no_identities = vec[u8]([0] * SEATS)
        for watcher in range(self.players + 1):
            heeded = no_belief_inputs(LENGTH)
            mark_belief_inputs(heeded, DRAW_PILE, DISCARDS)
            mark_belief_inputs(heeded, HIDDEN, OPEN)
            if watcher > 0:
                unmark_belief_inputs(heeded, HIDDEN + CARDS * (watcher - 1), HIDDEN + CARDS * watcher)
            mark_belief_inputs(heeded, IDENTITY, SKIPS)
            self.belief_inputs = append(self.belief_inputs, heeded)

    def set_grid(self) -> None:
        """Number what lies beside what."""
        self.beside = vec[i64]()  # for each place and side the place there, or -1
        for x in range(SIDE):
            for y in range(SIDE):
                for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                    inside = 0 <= x + dx < SIDE and 0 <= y + dy < SIDE
                    self.beside = append(self.beside, i64(SIDE * (x + dx) + y + dy if inside else -1))

    def set_tiles(self, box: TricolorBox) -> None:
        """Number faces, and the roads of every code."""
        self.face_counts = vec[i64]([0] * FACES)
        self.face_cost = vec[i64]([0] * FACES)
        self.lies = vec[i64]([1] * (FACES + 1))  # for each face, how many ways to lie there are
        self.road = vec[i64]([0] * CODES)  # for each code, its first road
        self.other_road = vec[i64]([0] * CODES)  # and its second, or 0
        for face in range(FACES + 1):
            shape = face % SHAPES if face < END else SHAPES + face - END
            lies = box.lies[shape]
            self.lies[face] = i64(len(lies))
            if face < END:
                self.face_counts[face] = i64(box.shapes[shape].copies)
                self.face_cost[face] = i64(box.shapes[shape].cost)
            for lie in range(len(lies)):
                roads = lies[lie].split("+")
                for built in range(2):
                    code = 1 + 8 * face + 2 * lie + built
                    self.road[code] = mask_of(roads[0])
                    self.other_road[code] = mask_of(roads[1]) if len(roads) > 1 else i64(0)
        self.face_counts[END] = i64(box.ends)

    def set_cards(self, box: TricolorBox) -> None:
        """Number cards, pairs of them, and payments."""
        self.card_counts = vec[i64]([i64(count) for count in box.card_counts])
        self.event_counts = vec[i64]([i64(count) for count in box.event_counts])
        self.pair_one = vec[i64]()
        self.pair_other = vec[i64]()
        for one in range(CARDS):
            for other in range(one, CARDS):
                self.pair_one = append(self.pair_one, i64(one))
                self.pair_other = append(self.pair_other, i64(other))
        self.payments = vec[i64]([0] * (MOST_COST + 1))  # for each cost, how many payments there are
        self.pay_single = vec[i64]([0] * ((MOST_COST + 1) * PAYMENTS))  # and for each of them, how many of each card
        self.pay_double = vec[i64]([0] * ((MOST_COST + 1) * PAYMENTS))
        self.pay_wild = vec[i64]([0] * ((MOST_COST + 1) * PAYMENTS))
        for cost in range(1, MOST_COST + 1):
            for number, (single, double, wild) in enumerate(payments_for(cost)):
                at = PAYMENTS * cost + number
                self.pay_single[at] = i64(single)
                self.pay_double[at] = i64(double)
                self.pay_wild[at] = i64(wild)
                self.payments[cost] = i64(number + 1)

    def set_passing(self) -> None:
        """Reckon for each code, side and other side what a plan pays to lead a road through such a tile."""
        self.passing = vec[i64]([IMPOSSIBLE] * (16 * CODES))
        for face in range(i64(END)):
            for lie in range(self.lies[face]):
                code = 1 + 8 * face + 2 * lie
                for quarters in range(self.lies[face]):
                    other = 1 + 8 * face + 2 * ((lie + quarters) % self.lies[face])
                    self.allow(code, other, 10 * self.face_cost[face] + QUARTER * quarters)
                self.allow(code + 1, code, i64(ROAD))

    def allow(self, code: i64, roads_of: i64, price: i64) -> None:
        """Note that a code lets roads through as another code has them, at a price."""
        for one in range(i64(4)):
            for other in range(i64(4)):
                sides = bit(one) | bit(other)
                joined = self.road[roads_of] & sides == sides or self.other_road[roads_of] & sides == sides
                at = 16 * code + 4 * one + other
                if one != other and joined and price < self.passing[at]:
                    self.passing[at] = price

    def longest(self, box: TricolorBox) -> int:
        """Return a number of steps that no game exceeds.

        Every action takes a card, and only events bring more. Constructions come to an end because only landslides make
        blueprints, and of the events at most so many are landslides.
        """
        events = sum(box.event_counts)
        slides = box.events.landslide
        constructions = events * (box.coloured + 2 * slides) // (events - slides) + 1
        cards = HAND_LIMIT + 4 + 2 * constructions
        turn = 12 + 2 * cards + 4 * constructions
        players: int = self.players
        rounds: int = self.round_limit
        return 10 + 9 * players + turn * players * rounds


def mask_of(road: str) -> i64:
    """Return the mask of the sides that a road joins."""
    found: i64 = 0
    for side in range(4):
        if "NESW"[side] in road:
            found |= bit(i64(side))
    return found


def payments_for(cost: int) -> list[tuple[int, int, int]]:
    """Return the payments of singles, doubles and wilds from which no card could be left out."""
    found = []
    for wild in range(cost + 1):
        for double in range((cost + 1) // 2 + 1):
            single = cost - wild - 2 * double
            if single >= 0:
                found.append((single, double, wild))
            elif single == -1 and wild == 0:
                found.append((0, double, 0))
    return found


def face_of(code: i64) -> i64:
    """Return the face of a tile on the table."""
    return (code - 1) >> 3


def lie_of(code: i64) -> i64:
    """Return how a tile on the table lies."""
    return (code - 1) >> 1 & 3


def is_built_road(code: i64) -> bool:
    """Tell whether a code, not 0, is a constructed road tile."""
    return not code & 1 and face_of(code) < END


def lowest(mask: i64) -> i64:
    """Return the number of the lowest bit that is set."""
    found: i64 = 0
    while not mask >> found & 1:
        found += 1
    return found
