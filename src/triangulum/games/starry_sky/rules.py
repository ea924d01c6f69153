# compiled by mypyc
"""The Setup and State of Starry Sky Trick-Taking: evaluation, and what a seat does not know.

Moves are in ``tricks``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import popcount
from triangulum.core.learning.belief import Belief, mark_belief_inputs, new_belief_input_table
from triangulum.core.state import CHANCE, OVER, State
from triangulum.games.starry_sky.lookup import (
    BLUE,
    CARDS_PER_COLOUR,
    FACE_DOWN,
    FACE_UP,
    FIRST_DRAW_ACTION,
    FIRST_ERASE_ACTION,
    FOLLOWING,
    HAND_SIZE,
    HIDDEN_CARD,
    HIDDEN_KEY,
    KEEP_ACTION,
    LEADER,
    LEADING,
    LED_COLOUR,
    NO_CARD,
    NO_COLOUR,
    NUM_ACTION_KEYS,
    NUM_BYTE_FIELDS,
    NUM_CARDS,
    NUM_DEALT,
    NUM_GROUPS,
    NUM_SEATS,
    NUM_TRICK_KEYS,
    NUM_TRICKS,
    PHASE,
    POINTS,
    RED,
    TRICK_CARDS,
    TRICKS_PLAYED,
    TRICKS_WON,
    UNDEALT,
    UNSEEN,
    VOIDS,
    SkyLookup,
)
from triangulum.games.starry_sky.resample import (
    NUM_RED_COUNTS,
    binomial,
    count_deals_by_red_count,
    sample_red_counts,
    take_random_card,
)
from triangulum.games.starry_sky.tricks import TrickState

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.starry_sky.options import StarrySkyBox, StarrySkyOptions


class StarrySkySetup(SkyLookup):
    """One choice of sky, cards and variant."""

    def __init__(self, game: Game, options: StarrySkyOptions, components: Components[StarrySkyBox]) -> None:
        super().__init__(game, options, components)
        self.num_actions = KEEP_ACTION + 1 if self.erasing else FIRST_ERASE_ACTION
        self.max_chance_outcomes = NUM_CARDS
        # After three cards of a trick come at most two choices: two lines, or one erasing.
        self.max_length = NUM_CARDS + NUM_TRICKS * 5
        belief_inputs = new_belief_input_table(NUM_BYTE_FIELDS)
        mark_belief_inputs(belief_inputs, 0, TRICKS_WON)
        mark_belief_inputs(belief_inputs, PHASE, POINTS)
        self.visible_places = vec[u8]()  # for a spectator and each seat, what is known of a place where a card is
        for watcher in range(NUM_SEATS + 1):
            self.belief_inputs = append(self.belief_inputs, belief_inputs)
            for place in range(UNSEEN + 1):
                seen = place >= FACE_UP or (watcher > 0 and place in (watcher - 1, FACE_DOWN + watcher - 1))
                self.visible_places = append(self.visible_places, u8(place if seen else UNSEEN))

    def new(self) -> State:
        """Return the state before a card is dealt."""
        fields = vec[u8]([0] * NUM_BYTE_FIELDS)
        for card in range(NUM_CARDS):
            fields[card] = u8(UNDEALT)
        for seat in range(NUM_SEATS):
            fields[TRICK_CARDS + seat] = u8(NO_CARD)
        fields[LED_COLOUR] = u8(NO_COLOUR)
        return StarrySky(self, CHANCE, fields, vec[i64]([0, 0]))

    def state_from_fields(self, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> State:
        """Return a state that holds these fields."""
        return StarrySky(self, to_move, byte_fields, word_fields)


class StarrySky(TrickState):
    """A position in Starry Sky Trick-Taking: how the game goes, what it is worth, and what seats know of it."""

    # Evaluation.

    def expected_points(self) -> float:
        """Return a guess at the points of the board at the end: the fuller it is, the less a trick brings."""
        tricks = float(self.num_tricks_left())
        return float(self.byte_fields[POINTS]) + tricks * (0.8 + 0.095 * tricks)

    def num_tricks_left(self) -> i64:
        """Return how many tricks will still be turned up."""
        return NUM_TRICKS - i64(self.byte_fields[TRICKS_PLAYED])

    def bid_closeness(self, card: i64, points: float) -> float:
        """Return how close a card's bid is to so many points, from 0 to 1."""
        setup = cast(StarrySkySetup, self.setup)
        off = (float(setup.bids[card]) - points) / (1.0 + 0.5 * float(self.num_tricks_left()))
        return 1.0 / (1.0 + off * off)

    def best_bid_closeness(self, seat: i64, points: float) -> float:
        """Return how close the best bid in a seat's hand is to so many points, from 0 to 1."""
        best = 0.0
        for card in range(i64(NUM_CARDS)):
            if i64(self.byte_fields[card]) == seat:
                best = max(best, self.bid_closeness(card, points))
        return best

    def evaluate(self, seat: i64) -> float:
        """Compare the best bids in all hands, since the closest wins."""
        if self.to_move == OVER:
            return self.returns()[seat]
        points = self.expected_points()
        own = self.best_bid_closeness(seat, points)
        others = 0.0
        for other in range(i64(NUM_SEATS)):
            if other != seat:
                others = max(others, self.best_bid_closeness(other, points))
        return (own - others) / 2.0

    def action_score(self, action: i64) -> float:
        """Lay what would be the worst bid, and bring the board towards the best; from the mover's own hand alone."""
        setup = cast(StarrySkySetup, self.setup)
        points = self.expected_points()
        if action < FIRST_DRAW_ACTION:
            return -self.bid_closeness(action, points)
        if action == KEEP_ACTION:
            return self.best_bid_closeness(self.to_move, points)
        if action < FIRST_ERASE_ACTION:
            colour = self.majority_colour()
            crossed_mask = (
                self.word_fields[colour] & setup.crossing_masks[setup.line_index_by_pair[action - FIRST_DRAW_ACTION]]
            )
            return self.best_bid_closeness(self.to_move, points + 1.0 + float(popcount(crossed_mask)))
        kept_mask = ~setup.crossing_masks[setup.line_index_by_pair[action - FIRST_ERASE_ACTION]]
        points_left = self.count_points(self.word_fields[0] & kept_mask, self.word_fields[1] & kept_mask)
        return self.best_bid_closeness(self.to_move, points - float(i64(self.byte_fields[POINTS]) - points_left))

    # What a seat does not know.

    def _resample(self, seat: i64, rng: Random) -> State:
        """Deal the unseen cards anew, every way that fits what was seen being equally likely.

        Only colours decide whether a deal fits. So first it is drawn how many red cards each hidden *group* gets, by
        the number of ways to fill it so: a group is a hand together with the card that its owner has face down, or
        the cards not dealt yet. Then the cards themselves are drawn.
        """
        state = self.copy()
        if self.to_move == OVER:
            return state
        dealt = state.byte_fields
        group_sizes = vec[i64]([0] * NUM_GROUPS)
        cards = vec[i64]([0] * (NUM_CARDS + 1))
        num_reds = self.collect_unseen_cards(seat, group_sizes, cards)
        num_blues = CARDS_PER_COLOUR + group_sizes[0] + group_sizes[1] + group_sizes[2] + group_sizes[3] - num_reds
        group_ways = self.count_group_ways(group_sizes, num_reds)
        red_counts = sample_red_counts(group_ways, group_sizes, num_reds, rng)
        for group in range(i64(NUM_GROUPS)):
            group_reds = red_counts[group]
            down_colour = self.face_down_colour(group, group_sizes[group], group_reds)
            for i in range(group_sizes[group]):
                if i < group_reds:
                    num_reds -= 1
                    card = take_random_card(cards, 0, num_reds, rng)
                else:
                    num_blues -= 1
                    card = take_random_card(cards, CARDS_PER_COLOUR, num_blues, rng)
                if card // CARDS_PER_COLOUR == down_colour:
                    down_colour = NO_COLOUR
                    dealt[card] = u8(FACE_DOWN + group)
                    dealt[TRICK_CARDS + group] = u8(card)
                else:
                    dealt[card] = u8(group)
        return state

    def collect_unseen_cards(self, seat: i64, group_sizes: vec[i64], cards: vec[i64]) -> i64:
        """Write the cards that a seat has not seen into ``cards``; return how many are red.

        Red cards are written from 0 on and blue ones from CARDS_PER_COLOUR on. ``group_sizes`` receives how many of
        them each group has, which all can see.
        """
        fields = self.byte_fields
        dealt = i64(fields[NUM_DEALT])
        for group in range(i64(NUM_SEATS)):
            if group != seat:
                group_sizes[group] = min(max(dealt - HAND_SIZE * group, 0), HAND_SIZE) - i64(fields[TRICKS_PLAYED])
        group_sizes[UNDEALT] = NUM_CARDS - dealt
        visible_places = cast(StarrySkySetup, self.setup).visible_places
        first = (UNSEEN + 1) * (seat + 1)
        # Every card is noted, and only those that are unseen count, so that nothing branches.
        reds: i64 = 0
        for card in range(i64(CARDS_PER_COLOUR)):
            cards[reds] = card
            reds += i64(1) if visible_places[first + i64(fields[card])] == UNSEEN else i64(0)
        blues: i64 = CARDS_PER_COLOUR
        for card in range(i64(CARDS_PER_COLOUR), i64(NUM_CARDS)):
            cards[blues] = card
            blues += i64(1) if visible_places[first + i64(fields[card])] == UNSEEN else i64(0)
        return reds

    def observe_into(self, seat: i64, observation: State) -> bool:
        """Show the cards that a seat can see, of others only that there are some, and all that lies in the open."""
        fields = self.byte_fields
        known = observation.byte_fields
        observation.to_move = self.to_move
        observation.word_fields[RED] = self.word_fields[RED]
        observation.word_fields[BLUE] = self.word_fields[BLUE]
        for index in range(i64(TRICK_CARDS), i64(NUM_BYTE_FIELDS)):
            known[index] = fields[index]
        # In the end all cards are shown.
        if self.to_move == OVER:
            for card in range(i64(NUM_CARDS)):
                known[card] = fields[card]
            return True
        visible_places = cast(StarrySkySetup, self.setup).visible_places
        first = (UNSEEN + 1) * (seat + 1)
        for card in range(i64(NUM_CARDS)):
            known[card] = visible_places[first + i64(fields[card])]
        for other in range(i64(NUM_SEATS)):
            if other != seat and self.has_face_down_card(other):
                known[TRICK_CARDS + other] = u8(HIDDEN_CARD)
        return True

    def count_group_ways(self, group_sizes: vec[i64], num_reds: i64) -> vec[i64]:
        """Return, for each group and each count of red cards, in how many ways the group can hold so many.

        All but for a factor that is always the same.
        """
        fields = self.byte_fields
        led = i64(fields[LED_COLOUR])
        leader = i64(fields[LEADER])
        group_ways = vec[i64]([0] * (NUM_GROUPS * NUM_RED_COUNTS))
        for group in range(i64(NUM_GROUPS)):
            count = group_sizes[group]
            fewest: i64 = 0
            most = min(count, num_reds)
            if group != UNDEALT and count:
                if fields[VOIDS + 2 * group + RED]:
                    most = 0
                if fields[VOIDS + 2 * group + BLUE]:
                    fewest = count
            if count == 0 or not self.has_face_down_card(group):
                for red in range(fewest, most + 1):
                    group_ways[NUM_RED_COUNTS * group + red] = binomial(count, red)
                continue
            # Who has the colour led must have laid it, and the leader has.
            for red in range(fewest, most + 1):
                num_suited = red if led == RED else count - red
                ways: i64 = 0 if group == leader else 1
                if num_suited:
                    ways = binomial(count - 1, num_suited - 1)
                group_ways[NUM_RED_COUNTS * group + red] = ways
        return group_ways

    def belief(self, seat: i64, belief: Belief) -> bool:
        """Say where the unseen cards are: those of one colour are all as likely to be in a place."""
        if self.to_move == OVER:
            return True
        group_sizes = vec[i64]([0] * NUM_GROUPS)
        cards = vec[i64]([0] * (NUM_CARDS + 1))
        num_reds = self.collect_unseen_cards(seat, group_sizes, cards)
        num_blues = group_sizes[0] + group_sizes[1] + group_sizes[2] + group_sizes[3] - num_reds
        cache_key = self.belief_cache_key(group_sizes, num_reds)
        is_cached = belief.claim_cache_slot(cache_key)
        held_index = belief.cache_index(cache_key)
        down_index = held_index + 2 * NUM_GROUPS
        counts = belief.cached_numbers
        if not is_cached:
            self.count_card_places(group_sizes, num_reds, counts, held_index, down_index)
        for colour in range(i64(2)):
            list_index = belief.begin_distribution()
            for group in range(i64(NUM_GROUPS)):
                belief.add_value(group, counts[held_index + NUM_GROUPS * colour + group])
                belief.add_value(FACE_DOWN + group, counts[down_index + NUM_GROUPS * colour + group])
            belief.assign_distribution_to_bytes(
                list_index,
                cards,
                CARDS_PER_COLOUR * colour,
                CARDS_PER_COLOUR * colour + (num_blues if colour else num_reds),
                0,
            )
        for group in range(i64(NUM_SEATS)):
            if group_sizes[group] and self.has_face_down_card(group):
                red = counts[down_index + group] * max(num_blues, 1)
                blue = counts[down_index + NUM_GROUPS + group] * max(num_reds, 1)
                at = belief.reserve_distribution(num_reds + num_blues, num_reds * red + num_blues * blue)
                values = belief.values
                weights = belief.weights
                for i in range(CARDS_PER_COLOUR + num_blues):
                    if i < num_reds or i >= CARDS_PER_COLOUR:
                        values[at] = cards[i]
                        weights[at] = red if i < num_reds else blue
                        at += 1
                belief.assign_distribution(belief.num_distributions - 1, TRICK_CARDS + group)
        return True

    def belief_cache_key(self, group_sizes: vec[i64], num_reds: i64) -> i64:
        """Return a number for all that the results of ``count_card_places`` depend on."""
        fields = self.byte_fields
        key = num_reds
        for group in range(i64(NUM_GROUPS)):
            key = key << 5 | group_sizes[group]
        for at in range(i64(VOIDS), i64(TRICKS_WON)):
            key = key << 1 | i64(fields[at])
        for seat in range(i64(NUM_SEATS)):
            key = key << 1 | (i64(1) if self.has_face_down_card(seat) else i64(0))
        return (key << 2 | i64(fields[LED_COLOUR])) << 2 | i64(fields[LEADER])

    def count_card_places(
        self, group_sizes: vec[i64], num_reds: i64, counts: vec[i64], held_index: i64, down_index: i64
    ) -> None:
        """Count for each colour and group in how many ways it has a card of it in hand, and face down.

        They are written into ``counts``, from the two indices on.
        """
        ways = count_deals_by_red_count(self.count_group_ways(group_sizes, num_reds), group_sizes, num_reds)
        for offset in range(i64(2 * NUM_GROUPS)):
            counts[held_index + offset] = 0
            counts[down_index + offset] = 0
        for group in range(i64(NUM_GROUPS)):
            # Of the seat's own cards there is nothing to guess.
            if group_sizes[group] == 0:
                continue
            for red in range(min(group_sizes[group], num_reds) + 1):
                count = ways[NUM_RED_COUNTS * group + red]
                if count == 0:
                    continue
                counts[held_index + group] += count * red
                counts[held_index + NUM_GROUPS + group] += count * (group_sizes[group] - red)
                colour = self.face_down_colour(group, group_sizes[group], red)
                if colour != NO_COLOUR:
                    counts[down_index + NUM_GROUPS * colour + group] += count
                    counts[held_index + NUM_GROUPS * colour + group] -= count

    def event_key(self, action: i64, seat: i64) -> i64:
        """Return a key of the card or line if the seat is shown it, with all that is turned up or shown in the end."""
        fields = self.byte_fields
        if self.to_move == CHANCE:
            return action if i64(fields[NUM_DEALT]) // HAND_SIZE == seat else HIDDEN_KEY
        action_key = action
        trick_key: i64 = 0
        if action < FIRST_DRAW_ACTION:
            if (self.to_move + 1) % NUM_SEATS == i64(fields[LEADER]) and fields[PHASE] == FOLLOWING:
                trick_key = 1
                for other in range(i64(NUM_SEATS)):
                    card = action if other == self.to_move else i64(fields[TRICK_CARDS + other])
                    trick_key = NUM_CARDS * trick_key + card
            elif self.to_move != seat:
                action_key = HIDDEN_KEY + 1 + action // CARDS_PER_COLOUR if fields[PHASE] == LEADING else HIDDEN_KEY
        if i64(fields[TRICKS_PLAYED]) + (1 if trick_key else 0) < NUM_TRICKS:
            return action_key + NUM_ACTION_KEYS * trick_key
        after = cast(StarrySky, self.after(action))
        bids_key: i64 = 0
        if after.to_move == OVER:
            for other in range(i64(NUM_SEATS)):
                bids_key = NUM_CARDS * bids_key + after.find_last_card(other) + 1
        return action_key + NUM_ACTION_KEYS * (trick_key + NUM_TRICK_KEYS * bids_key)

    def face_down_colour(self, group: i64, group_size: i64, num_reds: i64) -> i64:
        """Return the colour of the card that a group has face down, or NO_COLOUR if it has none."""
        if not self.has_face_down_card(group):
            return NO_COLOUR
        led = i64(self.byte_fields[LED_COLOUR])
        num_suited = num_reds if led == RED else group_size - num_reds
        return led if num_suited else 1 - led

    def has_face_down_card(self, seat: i64) -> bool:
        """Tell whether a seat has a card face down; there is no seat UNDEALT, and so it has none."""
        if seat == UNDEALT or self.byte_fields[PHASE] != FOLLOWING:
            return False
        return self.byte_fields[TRICK_CARDS + seat] != NO_CARD
