# compiled by mypyc
"""The Setup and State of Starry Sky Trick-Taking; the state adds evaluation to moves and hidden cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import popcount
from triangulum.core.learning.belief import mark_belief_inputs, new_belief_input_table
from triangulum.core.state import CHANCE, OVER, State
from triangulum.core.types import Action, Seat
from triangulum.games.starry_sky.actions import (
    KEEP_ACTION,
    NO_COLOUR,
    NUM_ACTIONS,
    NUM_ACTIONS_WITHOUT_ERASING,
    NUM_CARDS,
    Card,
    decode_draw_line,
    decode_erase_lines,
    is_draw_line,
    is_lay_card,
)
from triangulum.games.starry_sky.rules.lookup import (
    LED_COLOUR,
    NO_CARD,
    NUM_BYTE_FIELDS,
    NUM_SEATS,
    NUM_TRICKS,
    PHASE,
    POINTS,
    TRICK_CARDS,
    TRICKS_PLAYED,
    TRICKS_WON,
    UNDEALT,
    SkyLookup,
)
from triangulum.games.starry_sky.rules.resample import HiddenCardState

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.starry_sky.box import StarrySkyBox
    from triangulum.games.starry_sky.options import StarrySkyOptions


class StarrySkySetup(SkyLookup):
    """One choice of sky, cards and variant."""

    def __init__(self, game: Game, options: StarrySkyOptions, components: Components[StarrySkyBox]) -> None:
        super().__init__(game, options, components)
        self.num_actions = NUM_ACTIONS if self.has_erasing else NUM_ACTIONS_WITHOUT_ERASING
        self.max_chance_outcomes = NUM_CARDS
        # After the three cards of a trick come at most two choices: two lines, or one erasing.
        self.max_length = NUM_CARDS + NUM_TRICKS * 5
        belief_inputs = new_belief_input_table(NUM_BYTE_FIELDS)
        mark_belief_inputs(belief_inputs, 0, TRICKS_WON)
        mark_belief_inputs(belief_inputs, PHASE, POINTS)
        for _ in range(NUM_SEATS + 1):  # a spectator and each seat
            self.belief_inputs = append(self.belief_inputs, belief_inputs)

    def new(self) -> State:
        """Return the state before a card is dealt."""
        fields = vec[u8]([0] * NUM_BYTE_FIELDS)
        for card in range(NUM_CARDS):
            fields[card] = u8(UNDEALT)
        for seat in range(NUM_SEATS):
            fields[TRICK_CARDS + seat] = u8(NO_CARD)
        fields[LED_COLOUR] = u8(NO_COLOUR)
        return StarrySkyState(self, CHANCE, fields, vec[i64]([0, 0]))

    def state_from_fields(self, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> State:
        """Return a state that holds these fields."""
        return StarrySkyState(self, to_move, byte_fields, word_fields)


class StarrySkyState(HiddenCardState):
    """A position in Starry Sky Trick-Taking."""

    def expected_points(self) -> float:
        """Return an estimate of the points at the end: the fuller the board, the fewer a trick brings."""
        tricks = float(self.count_tricks_left())
        return float(self.byte_fields[POINTS]) + tricks * (0.8 + 0.095 * tricks)

    def count_tricks_left(self) -> i64:
        """Return how many tricks will still be turned up."""
        return NUM_TRICKS - i64(self.byte_fields[TRICKS_PLAYED])

    def bid_closeness(self, card: Card, points: float) -> float:
        """Return how close a card's bid is to so many points, from 0 to 1."""
        setup = cast(StarrySkySetup, self.setup)
        deviation = (float(setup.bids[card]) - points) / (1.0 + 0.5 * float(self.count_tricks_left()))
        return 1.0 / (1.0 + deviation * deviation)

    def best_bid_closeness(self, seat: Seat, points: float) -> float:
        """Return how close the best bid in a seat's hand is to so many points, from 0 to 1."""
        best = 0.0
        for card in range(i64(NUM_CARDS)):
            if i64(self.byte_fields[card]) == seat:
                best = max(best, self.bid_closeness(card, points))
        return best

    def evaluate(self, seat: Seat) -> float:
        """Compare the best bids in all hands, since the closest wins."""
        if self.to_move == OVER:
            return self.returns()[seat]
        points = self.expected_points()
        own = self.best_bid_closeness(seat, points)
        best_rival = 0.0
        for rival in range(i64(NUM_SEATS)):
            if rival != seat:
                best_rival = max(best_rival, self.best_bid_closeness(rival, points))
        return (own - best_rival) / 2.0

    def action_score(self, action: Action) -> float:
        """Score a card by how bad a bid it is, and lines by how close the points come to the mover's best bid."""
        setup = cast(StarrySkySetup, self.setup)
        points = self.expected_points()
        if is_lay_card(action):
            return -self.bid_closeness(action, points)
        if setup.erases_before_drawing and not is_draw_line(action):
            # The line of the trick is drawn next, if it can be.
            change = float(self.after(action).byte_fields[POINTS]) - float(self.byte_fields[POINTS])
            return self.best_bid_closeness(self.to_move, points + change)
        if action == KEEP_ACTION:
            return self.best_bid_closeness(self.to_move, points)
        if is_draw_line(action):
            colour = self.trick_majority_colour()
            line_index = setup.line_index_by_pair[decode_draw_line(action)]
            crossed_mask = self.word_fields[colour] & setup.crossing_masks[line_index]
            return self.best_bid_closeness(self.to_move, points + 1.0 + float(popcount(crossed_mask)))
        kept_mask = ~setup.crossing_masks[setup.line_index_by_pair[decode_erase_lines(action)]]
        points_left = self.count_line_points(self.word_fields[0] & kept_mask, self.word_fields[1] & kept_mask)
        return self.best_bid_closeness(self.to_move, points - float(i64(self.byte_fields[POINTS]) - points_left))
