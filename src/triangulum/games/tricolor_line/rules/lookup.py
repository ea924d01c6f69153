# compiled by mypyc
"""Options and box of Tricolor Line as tables of numbers, computed once for all states of a setup.

What the numbers mean is in ``codes.py``; where they are in a state, in ``fields.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.learning.belief import mark_belief_inputs, new_belief_input_table, unmark_belief_inputs
from triangulum.core.state import Setup
from triangulum.core.types import Cost, Mask
from triangulum.games.tricolor_line.actions import (
    CARD_PAIRS,
    MAX_PAYMENTS,
    NUM_ACTIONS,
    list_end_payments,
    list_minimal_payments,
)
from triangulum.games.tricolor_line.rules.codes import (
    BOARD_SIZE,
    END_FACE,
    HAND_LIMIT,
    MAX_COST,
    MAX_SEATS,
    NUM_CARD_KINDS,
    NUM_FACES,
    NUM_PILES,
    NUM_SHAPES,
    NUM_TILE_CODES,
    WILD,
    CardKind,
    Face,
    TileCode,
    encode_tile,
)
from triangulum.games.tricolor_line.rules.fields import (
    DISCARDS,
    DRAW_PILE,
    IDENTITIES,
    NEW_HANDS,
    NUM_BYTES,
    NUM_USED_EVENTS,
    OLD_CARDS,
    OPEN_HANDS,
    PAYMENT_ACTION,
    SKIP_MASK,
)

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.tricolor_line.box import TricolorBox
    from triangulum.games.tricolor_line.options import TricolorOptions

# What it costs a planned route to pass a tile, in tenths of a card; see route_plans.py.
BUILT_ROAD_COST: Final = 2  # next to nothing, so that of two finished routes the shorter one is preferred
QUARTER_TURN_COST: Final = 24  # two cards to discard, and a little for the trouble
IMPOSSIBLE_COST: Final = 1_000_000

END_PAYMENT_BLOCK: Final = 0  # in the tables of payments, as no road tile costs nothing


class TricolorLookup(Setup):
    """Tables that the rules look up, computed once from options and box."""

    def __init__(self, game: Game, options: TricolorOptions, components: Components[TricolorBox]) -> None:
        super().__init__(game, options, components)
        box = components.box
        self.round_limit: i64 = options.round_limit
        self.end_distance: i64 = options.end_distance
        self.has_full_rounds: bool = options.full_rounds
        self.end_cost: i64 = box.end_cost
        self.identities_per_colour: i64 = box.identities
        self.board_tile_cache: dict[int, Any] = {}  # tiles as views show them, by place and code; each is made once
        self.pile_size: i64 = (box.num_road_tiles + box.ends) // NUM_PILES
        self.compute_neighbours()
        self.compute_tile_tables(box)
        self.compute_card_tables(box)
        self.compute_passing_costs()
        self.num_actions = NUM_ACTIONS
        self.max_chance_outcomes = NUM_FACES
        self.max_length = self.compute_max_length(box)
        self.build_belief_inputs()

    def build_belief_inputs(self) -> None:
        """Mark, for a spectator and each seat, the bytes its belief depends on: others' cards and identities."""
        self.no_hands = vec[u8]([0] * (OPEN_HANDS - NEW_HANDS))
        self.no_identities = vec[u8]([0] * MAX_SEATS)
        for watcher in range(self.players + 1):
            inputs = new_belief_input_table(NUM_BYTES)
            mark_belief_inputs(inputs, DRAW_PILE, DISCARDS)
            mark_belief_inputs(inputs, OLD_CARDS, OPEN_HANDS)
            if watcher > 0:
                own_hand = NEW_HANDS + NUM_CARD_KINDS * (watcher - 1)
                unmark_belief_inputs(inputs, own_hand, own_hand + NUM_CARD_KINDS)
            mark_belief_inputs(inputs, IDENTITIES, SKIP_MASK)
            mark_belief_inputs(inputs, PAYMENT_ACTION, NUM_USED_EVENTS)
            self.belief_inputs = append(self.belief_inputs, inputs)

    def compute_neighbours(self) -> None:
        """Compute the neighbour of each place at each side, and how far from Start it is."""
        self.neighbours = vec[i64]()  # for 4 * place + side, the place there or -1
        self.can_hold_end = vec[u8]()  # for each place, whether it is far enough from Start for an End
        for x in range(BOARD_SIZE):
            for y in range(BOARD_SIZE):
                distance = abs(x - BOARD_SIZE // 2) + abs(y - BOARD_SIZE // 2)
                self.can_hold_end = append(self.can_hold_end, u8(1 if distance >= self.end_distance else 0))
                for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                    is_on_board = 0 <= x + dx < BOARD_SIZE and 0 <= y + dy < BOARD_SIZE
                    self.neighbours = append(
                        self.neighbours, i64(BOARD_SIZE * (x + dx) + y + dy if is_on_board else -1)
                    )

    def compute_tile_tables(self, box: TricolorBox) -> None:
        """Compute counts, costs and rotations of faces, and the roads of each tile code."""
        self.face_counts = vec[i64]([0] * NUM_FACES)
        self.face_costs = vec[i64]([0] * NUM_FACES)
        self.num_rotations = vec[i64]([1] * (NUM_FACES + 1))  # for each face
        self.road_masks = vec[i64]([0] * NUM_TILE_CODES)  # for each tile code, its first road
        self.second_road_masks = vec[i64]([0] * NUM_TILE_CODES)  # and its second, or 0
        for face in range(NUM_FACES + 1):
            shape = face % NUM_SHAPES if face < END_FACE else NUM_SHAPES + face - END_FACE
            rotations = box.rotations[shape]
            self.num_rotations[face] = i64(len(rotations))
            if face < END_FACE:
                self.face_counts[face] = i64(box.shapes[shape].copies)
                self.face_costs[face] = i64(box.shapes[shape].cost)
            for rotation in range(len(rotations)):
                roads = rotations[rotation].split("+")
                for is_built in (False, True):
                    code = encode_tile(i64(face), i64(rotation), is_built)
                    self.road_masks[code] = parse_side_mask(roads[0])
                    self.second_road_masks[code] = parse_side_mask(roads[1]) if len(roads) > 1 else i64(0)
        self.face_counts[END_FACE] = i64(box.ends)
        self.face_costs[END_FACE] = self.end_cost

    def compute_card_tables(self, box: TricolorBox) -> None:
        """Compute counts of cards and events, the pairs of cards, and the payments for each cost."""
        self.card_counts = vec[i64]([i64(count) for count in box.card_counts])
        self.event_counts = vec[i64]([i64(count) for count in box.event_counts])
        self.pair_first_cards = vec[i64]([i64(first) for first, _ in CARD_PAIRS])
        self.pair_second_cards = vec[i64]([i64(second) for _, second in CARD_PAIRS])
        # For each block of payments (see payment_block), how many there are.
        self.num_payments = vec[i64]([0] * (MAX_COST + 1))
        # For MAX_PAYMENTS * block + payment, how many cards of each sort.
        self.payment_singles = vec[i64]([0] * ((MAX_COST + 1) * MAX_PAYMENTS))
        self.payment_doubles = vec[i64]([0] * ((MAX_COST + 1) * MAX_PAYMENTS))
        self.payment_wilds = vec[i64]([0] * ((MAX_COST + 1) * MAX_PAYMENTS))
        for cost in range(1, MAX_COST + 1):
            for payment, (single, double, wild) in enumerate(list_minimal_payments(cost)):
                at = MAX_PAYMENTS * cost + payment
                self.payment_singles[at] = i64(single)
                self.payment_doubles[at] = i64(double)
                self.payment_wilds[at] = i64(wild)
                self.num_payments[cost] = i64(payment + 1)
        # For NUM_CARD_KINDS * payment + kind, how many cards of a kind a payment for an End has.
        self.end_payment_counts = vec[i64]([0] * (MAX_PAYMENTS * NUM_CARD_KINDS))
        if self.end_cost:
            self.compute_end_payments()

    def compute_end_payments(self) -> None:
        """Compute the payments for an End."""
        for payment, counts in enumerate(list_end_payments(self.end_cost)):
            at = MAX_PAYMENTS * END_PAYMENT_BLOCK + payment
            for kind in range(NUM_CARD_KINDS):
                self.end_payment_counts[NUM_CARD_KINDS * payment + kind] = i64(counts[kind])
            self.payment_singles[at] = i64(counts[0] + counts[2] + counts[4])
            self.payment_doubles[at] = i64(counts[1] + counts[3] + counts[5])
            self.payment_wilds[at] = i64(counts[WILD])
            self.num_payments[END_PAYMENT_BLOCK] = i64(payment + 1)

    def compute_passing_costs(self) -> None:
        """Compute what it costs a planned route to pass each tile from one side to another.

        A blueprint costs its cards, and the quarter turns until its roads join the two sides.
        """
        # For 16 * tile code + 4 * entry side + exit side.
        self.passing_costs = vec[i64]([IMPOSSIBLE_COST] * (16 * NUM_TILE_CODES))
        for face in range(i64(END_FACE)):
            for rotation in range(self.num_rotations[face]):
                blueprint = encode_tile(face, rotation, False)
                for quarters in range(self.num_rotations[face]):
                    turned = encode_tile(face, (rotation + quarters) % self.num_rotations[face], False)
                    cost = 10 * self.face_costs[face] + QUARTER_TURN_COST * quarters
                    self.lower_costs_between_joined_sides(blueprint, turned, cost)
                self.lower_costs_between_joined_sides(
                    encode_tile(face, rotation, True), blueprint, i64(BUILT_ROAD_COST)
                )

    def lower_costs_between_joined_sides(self, tile_code: TileCode, joining_code: TileCode, cost: Cost) -> None:
        """Lower the cost of passing a tile to at most ``cost`` between sides that another tile's roads join."""
        for entry_side in range(i64(4)):
            for exit_side in range(i64(4)):
                sides = bit(entry_side) | bit(exit_side)
                are_joined = (
                    self.road_masks[joining_code] & sides == sides
                    or self.second_road_masks[joining_code] & sides == sides
                )
                at = 16 * tile_code + 4 * entry_side + exit_side
                if entry_side != exit_side and are_joined and cost < self.passing_costs[at]:
                    self.passing_costs[at] = cost

    def payment_block(self, face: Face) -> i64:
        """Return the block of the tables of payments that a face is paid from: its cost, or one of its own for Ends."""
        return END_PAYMENT_BLOCK if face == END_FACE else self.face_costs[face]

    def payment_index(self, face: Face, payment: i64) -> i64:
        """Return the index, in the tables of payments, of one of the payments for a face."""
        return MAX_PAYMENTS * self.payment_block(face) + payment

    def count_paid_cards(self, face: Face, payment: i64, card: CardKind) -> i64:
        """Return how many cards of a kind one of the payments for a face has."""
        if face == END_FACE:
            return self.end_payment_counts[NUM_CARD_KINDS * payment + card]
        at = self.payment_index(face, payment)
        if card == WILD:
            return self.payment_wilds[at]
        if card // 2 != face // NUM_SHAPES:
            return 0
        return self.payment_doubles[at] if card & 1 else self.payment_singles[at]

    def encode_new_tile(self, face: Face) -> TileCode:
        """Return the code of a tile that has just been taken: a blueprint, unless it is an End that costs nothing."""
        return encode_tile(face, 0, face == END_FACE and self.end_cost == 0)

    def compute_max_length(self, box: TricolorBox) -> int:
        """Return a number of steps that no game exceeds.

        Every action of a turn takes a card, and only events bring more; it may take two steps to pay. Events follow
        constructions, and those come to an end: only landslides make blueprints again, and only a limited share of the
        events are landslides.
        """
        events = sum(box.event_counts)
        slides = box.events.landslide
        constructions = events * (box.num_road_tiles + box.ends + 2 * slides) // (events - slides) + 1
        cards = HAND_LIMIT + 4 + 2 * constructions
        turn = 12 + 3 * cards + 6 * constructions
        players: int = self.players
        rounds: int = self.round_limit
        return 10 + 9 * players + turn * players * rounds


def parse_side_mask(road: str) -> Mask:
    """Return the mask of the sides that a road joins."""
    mask: i64 = 0
    for side in range(4):
        if "NESW"[side] in road:
            mask |= bit(i64(side))
    return mask
