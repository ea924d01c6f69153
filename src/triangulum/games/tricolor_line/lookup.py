# compiled by mypyc
"""The box of Tricolor Line as tables of numbers, and what the bytes of a state mean.

A place is 17 * (x + 8) + y + 8, so that places rise as (x, y) do. Sides are 0 north, 1 east, 2 south, 3 west; a road is
the mask of the sides that it joins. A face is 7 * colour + shape, then END and START. A tile on the table is a *code*:
1 + 8 * face + 2 * rotation, and one more if it is built, as Start and Ends always are. Cards are 0-6 for R RR G GG B BB
W.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.learning.belief import mark_belief_inputs, new_belief_input_table, unmark_belief_inputs
from triangulum.core.state import Setup

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.tricolor_line.options import TricolorBox, TricolorOptions

BOARD_SIZE: Final = 17
NUM_PLACES: Final = 289
CENTRE: Final = 144
NUM_SHAPES: Final = 7
NUM_COLOURS: Final = 3
END: Final = 21
START: Final = 22
NUM_FACES: Final = 22  # that can be drawn
START_CODE: Final = 178
NUM_CODES: Final = 256
MAX_SEATS: Final = 8
NUM_PILES: Final = 3
NUM_CARDS: Final = 7
WILD: Final = 6
NUM_EVENTS: Final = 6
NUM_PAIRS: Final = 28
MAX_PAYMENTS: Final = 16
MAX_COST: Final = 6
FIRST_HAND: Final = 4
HAND_LIMIT: Final = 5

LANDSLIDE: Final = 0
DETOUR: Final = 1
SUPPLIES: Final = 2
TOLL: Final = 3
LEAK: Final = 4
RELOCATION: Final = 5

# Where things lie in State.byte_fields, after the table: a code for each place, or 0.
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
TURN_SEAT: Final = 461
ROUND: Final = 462  # from 1, or 0 while first tiles are placed
LAST_PLACE: Final = 463  # the column and row of the tile that was changed last, from 1; or 0
TAKEN_CODE: Final = 465  # the code of the tile that has been taken, or is being moved
ORIGIN: Final = 466  # where from, as in LAST_PLACE
EVENT: Final = 468  # 1 + the event that is being resolved, or 0
END_REASON: Final = 469  # why the game is over, or 0
NUM_USED_EVENTS: Final = 470  # how many events have happened since they were shuffled
USED_EVENTS: Final = 471  # which, in order
NUM_QUESTIONS: Final = 511  # how many questions are pending
QUESTIONS: Final = 512  # each with its kind and argument, the one that is asked next last
NUM_BYTES: Final = 528

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
DRAW_ACTION: Final = 0  # + 0 for two cards, + 1 for four
PILE_ACTION: Final = 2  # + pile
PLACE_ACTION: Final = 5  # + 4 * place + rotation
BUILD_ACTION: Final = 1161  # + MAX_PAYMENTS * place + payment
TURN_ACTION: Final = 5785  # + NUM_PAIRS * place + pair of cards
ATTACK_ACTION: Final = 13877  # + seat
DONE_ACTION: Final = 13885
LANDSLIDE_ACTION: Final = 13886  # + place
DETOUR_ACTION: Final = 14175  # + 4 * place + rotation
TOLL_ACTION: Final = 15331  # + seat
LEAK_ACTION: Final = 15339  # + seat
MOVE_ACTION: Final = 15347  # + place
RESETTLE_ACTION: Final = 15636  # + place
DISCARD_ACTION: Final = 15925  # + card
NUM_ACTIONS: Final = 15932

# What passing a place costs a plan, in tenths of a card; see route_plans.py.
BUILT_ROAD_COST: Final = 2
QUARTER_TURN_COST: Final = 24
IMPOSSIBLE_COST: Final = 1_000_000


class TricolorLookup(Setup):
    """Numbers that the rules look up, computed once from options and box."""

    def __init__(self, game: Game, options: TricolorOptions, components: Components[TricolorBox]) -> None:
        super().__init__(game, options, components)
        box = components.box
        self.round_limit: i64 = options.round_limit
        self.identities_per_colour: i64 = box.identities
        self.laid_tile_cache: dict[int, Any] = {}  # tiles as views show them, which are made once
        self.pile_size: i64 = (box.num_road_tiles + box.ends) // NUM_PILES
        self.set_neighbours()
        self.set_tiles(box)
        self.set_cards(box)
        self.set_passing_costs()
        self.num_actions = NUM_ACTIONS
        self.max_chance_outcomes = NUM_FACES
        self.max_length = self.compute_max_length(box)
        self.set_belief_inputs()

    def set_belief_inputs(self) -> None:
        """Set, for a spectator and each seat, the bytes its belief depends on: others' cards and identities."""
        self.no_hands = vec[u8]([0] * (OPEN - HIDDEN))
        self.no_identities = vec[u8]([0] * MAX_SEATS)
        for watcher in range(self.players + 1):
            inputs = new_belief_input_table(NUM_BYTES)
            mark_belief_inputs(inputs, DRAW_PILE, DISCARDS)
            mark_belief_inputs(inputs, HIDDEN, OPEN)
            if watcher > 0:
                unmark_belief_inputs(inputs, HIDDEN + NUM_CARDS * (watcher - 1), HIDDEN + NUM_CARDS * watcher)
            mark_belief_inputs(inputs, IDENTITY, SKIPS)
            self.belief_inputs = append(self.belief_inputs, inputs)

    def set_neighbours(self) -> None:
        """Set the neighbour of each place at each side."""
        self.neighbours = vec[i64]()  # for each place and side the place there, or -1
        for x in range(BOARD_SIZE):
            for y in range(BOARD_SIZE):
                for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                    is_on_board = 0 <= x + dx < BOARD_SIZE and 0 <= y + dy < BOARD_SIZE
                    self.neighbours = append(
                        self.neighbours, i64(BOARD_SIZE * (x + dx) + y + dy if is_on_board else -1)
                    )

    def set_tiles(self, box: TricolorBox) -> None:
        """Set counts, costs and rotations of faces, and the roads of each code."""
        self.face_counts = vec[i64]([0] * NUM_FACES)
        self.face_costs = vec[i64]([0] * NUM_FACES)
        self.num_rotations = vec[i64]([1] * (NUM_FACES + 1))  # for each face
        self.road_masks = vec[i64]([0] * NUM_CODES)  # for each code, its first road
        self.second_road_masks = vec[i64]([0] * NUM_CODES)  # and its second, or 0
        for face in range(NUM_FACES + 1):
            shape = face % NUM_SHAPES if face < END else NUM_SHAPES + face - END
            rotations = box.rotations[shape]
            self.num_rotations[face] = i64(len(rotations))
            if face < END:
                self.face_counts[face] = i64(box.shapes[shape].copies)
                self.face_costs[face] = i64(box.shapes[shape].cost)
            for rotation in range(len(rotations)):
                roads = rotations[rotation].split("+")
                for built in range(2):
                    code = 1 + 8 * face + 2 * rotation + built
                    self.road_masks[code] = parse_side_mask(roads[0])
                    self.second_road_masks[code] = parse_side_mask(roads[1]) if len(roads) > 1 else i64(0)
        self.face_counts[END] = i64(box.ends)

    def set_cards(self, box: TricolorBox) -> None:
        """Set counts of cards and events, the pairs of cards, and the payments for each cost."""
        self.card_counts = vec[i64]([i64(count) for count in box.card_counts])
        self.event_counts = vec[i64]([i64(count) for count in box.event_counts])
        self.pair_first = vec[i64]()
        self.pair_second = vec[i64]()
        for first in range(NUM_CARDS):
            for second in range(first, NUM_CARDS):
                self.pair_first = append(self.pair_first, i64(first))
                self.pair_second = append(self.pair_second, i64(second))
        self.num_payments = vec[i64]([0] * (MAX_COST + 1))  # for each cost, how many payments there are
        # For each cost and payment, how many of each card.
        self.payment_singles = vec[i64]([0] * ((MAX_COST + 1) * MAX_PAYMENTS))
        self.payment_doubles = vec[i64]([0] * ((MAX_COST + 1) * MAX_PAYMENTS))
        self.payment_wilds = vec[i64]([0] * ((MAX_COST + 1) * MAX_PAYMENTS))
        for cost in range(1, MAX_COST + 1):
            for payment, (single, double, wild) in enumerate(list_payments(cost)):
                at = MAX_PAYMENTS * cost + payment
                self.payment_singles[at] = i64(single)
                self.payment_doubles[at] = i64(double)
                self.payment_wilds[at] = i64(wild)
                self.num_payments[cost] = i64(payment + 1)

    def set_passing_costs(self) -> None:
        """Set the cost, for each code and two sides, to lead a planned road through such a tile."""
        self.passing_costs = vec[i64]([IMPOSSIBLE_COST] * (16 * NUM_CODES))
        for face in range(i64(END)):
            for rotation in range(self.num_rotations[face]):
                code = 1 + 8 * face + 2 * rotation
                for quarters in range(self.num_rotations[face]):
                    turned_code = 1 + 8 * face + 2 * ((rotation + quarters) % self.num_rotations[face])
                    self.lower_passing_costs(
                        code, turned_code, 10 * self.face_costs[face] + QUARTER_TURN_COST * quarters
                    )
                self.lower_passing_costs(code + 1, code, i64(BUILT_ROAD_COST))

    def lower_passing_costs(self, code: i64, road_code: i64, cost: i64) -> None:
        """Lower the costs of passing a code along the roads of another code to at most ``cost``."""
        for entry_side in range(i64(4)):
            for exit_side in range(i64(4)):
                sides = bit(entry_side) | bit(exit_side)
                joined = (
                    self.road_masks[road_code] & sides == sides or self.second_road_masks[road_code] & sides == sides
                )
                at = 16 * code + 4 * entry_side + exit_side
                if entry_side != exit_side and joined and cost < self.passing_costs[at]:
                    self.passing_costs[at] = cost

    def compute_max_length(self, box: TricolorBox) -> int:
        """Return a number of steps that no game exceeds.

        Every action takes a card, and only events bring more. Constructions come to an end because only landslides make
        blueprints, and of the events at most so many are landslides.
        """
        events = sum(box.event_counts)
        slides = box.events.landslide
        constructions = events * (box.num_road_tiles + 2 * slides) // (events - slides) + 1
        cards = HAND_LIMIT + 4 + 2 * constructions
        turn = 12 + 2 * cards + 4 * constructions
        players: int = self.players
        rounds: int = self.round_limit
        return 10 + 9 * players + turn * players * rounds


def parse_side_mask(road: str) -> i64:
    """Return the mask of the sides that a road joins."""
    mask: i64 = 0
    for side in range(4):
        if "NESW"[side] in road:
            mask |= bit(i64(side))
    return mask


def list_payments(cost: int) -> list[tuple[int, int, int]]:
    """Return the payments of singles, doubles and wilds from which no card could be left out."""
    payments = []
    for wild in range(cost + 1):
        for double in range((cost + 1) // 2 + 1):
            single = cost - wild - 2 * double
            if single >= 0:
                payments.append((single, double, wild))
            elif single == -1 and wild == 0:
                payments.append((0, double, 0))
    return payments


def decode_face(code: i64) -> i64:
    """Return the face of a tile on the table."""
    return (code - 1) >> 3


def decode_rotation(code: i64) -> i64:
    """Return the rotation of a tile on the table, in quarter turns."""
    return (code - 1) >> 1 & 3


def is_built_road(code: i64) -> bool:
    """Return whether a code, not 0, is a constructed road tile."""
    return not code & 1 and decode_face(code) < END


def lowest_bit_index(mask: i64) -> i64:
    """Return the index of the lowest bit that is set."""
    index: i64 = 0
    while not mask >> index & 1:
        index += 1
    return index
