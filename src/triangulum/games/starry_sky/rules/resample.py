# compiled by mypyc
"""What a seat does not know in Starry Sky Trick-Taking: resampling, beliefs, observations and event keys."""

from __future__ import annotations

from typing import cast

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.learning.belief import Belief
from triangulum.core.state import CHANCE, OVER, State
from triangulum.core.types import Action, Hash, IsSupported, Seat
from triangulum.games.starry_sky.actions import (
    BLUE,
    CARDS_PER_COLOUR,
    NO_COLOUR,
    NUM_CARDS,
    RED,
    CardColour,
    is_lay_card,
)
from triangulum.games.starry_sky.rules.deal_counts import (
    NUM_RED_COUNTS,
    binomial,
    count_deals_by_group_and_red_count,
    sample_red_counts,
    take_random_card,
)
from triangulum.games.starry_sky.rules.lookup import (
    FACE_DOWN,
    FOLLOWING,
    HAND_SIZE,
    HIDDEN_CARD,
    HIDDEN_KEY,
    LEADER,
    LEADING,
    LED_COLOUR,
    NO_CARD,
    NUM_ACTION_KEYS,
    NUM_BYTE_FIELDS,
    NUM_DEALT,
    NUM_GROUPS,
    NUM_SEATS,
    NUM_TRICK_KEYS,
    NUM_TRICKS,
    PHASE,
    TRICK_CARDS,
    TRICKS_PLAYED,
    TRICKS_WON,
    UNDEALT,
    UNSEEN,
    VOIDS,
    SkyLookup,
)
from triangulum.games.starry_sky.rules.tricks import TrickState


class HiddenCardState(TrickState):
    """A state with what each seat can see of it, and ways to fill in the rest."""

    def _resample(self, seat: Seat, rng: Random) -> State:
        """Deal the unseen cards anew; all deals that fit what the seat has seen are equally likely.

        Only colours decide whether a deal fits. So the first step samples how many red cards each hidden *group* gets:
        a group is a hand together with its owner's face-down card, or the undealt cards. The second step samples the
        cards themselves.
        """
        state = self.copy()
        if self.to_move == OVER:
            return state
        dealt = state.byte_fields
        group_sizes = vec[i64]([0] * NUM_GROUPS)
        cards = vec[i64]([0] * (NUM_CARDS + 1))
        num_reds = self.collect_unseen_cards(seat, group_sizes, cards)
        num_blues = CARDS_PER_COLOUR + group_sizes[0] + group_sizes[1] + group_sizes[2] + group_sizes[3] - num_reds
        group_ways = self.count_ways_by_group_and_red_count(group_sizes, num_reds)
        red_counts = sample_red_counts(group_ways, group_sizes, num_reds, rng)
        for group in range(i64(NUM_GROUPS)):
            group_reds = red_counts[group]
            down_colour = self.find_face_down_colour(group, group_sizes[group], group_reds)
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

    def collect_unseen_cards(self, seat: Seat, group_sizes: vec[i64], cards: vec[i64]) -> i64:
        """Write the cards that a seat has not seen into ``cards``; return how many are red.

        Red cards are written from 0 on and blue ones from CARDS_PER_COLOUR on. The number of cards in each group,
        which is public, is written into ``group_sizes``.
        """
        fields = self.byte_fields
        dealt = i64(fields[NUM_DEALT])
        for group in range(i64(NUM_SEATS)):
            if group != seat:
                group_sizes[group] = min(max(dealt - HAND_SIZE * group, 0), HAND_SIZE) - i64(fields[TRICKS_PLAYED])
        group_sizes[UNDEALT] = NUM_CARDS - dealt
        visible_places = cast(SkyLookup, self.setup).visible_places
        first = (UNSEEN + 1) * (seat + 1)
        # Every card is written, but only an unseen one moves the index on; this way nothing branches.
        reds: i64 = 0
        for card in range(i64(CARDS_PER_COLOUR)):
            cards[reds] = card
            reds += i64(1) if visible_places[first + i64(fields[card])] == UNSEEN else i64(0)
        blues: i64 = CARDS_PER_COLOUR
        for card in range(i64(CARDS_PER_COLOUR), i64(NUM_CARDS)):
            cards[blues] = card
            blues += i64(1) if visible_places[first + i64(fields[card])] == UNSEEN else i64(0)
        return reds

    def observe_into(self, seat: Seat, observation: State) -> IsSupported:
        """Write what a seat can see into ``observation``: its own cards and what is public; the rest is UNSEEN."""
        fields = self.byte_fields
        known = observation.byte_fields
        observation.to_move = self.to_move
        observation.word_fields[RED] = self.word_fields[RED]
        observation.word_fields[BLUE] = self.word_fields[BLUE]
        for index in range(i64(TRICK_CARDS), i64(NUM_BYTE_FIELDS)):
            known[index] = fields[index]
        # At the end all cards are shown.
        if self.to_move == OVER:
            for card in range(i64(NUM_CARDS)):
                known[card] = fields[card]
            return True
        visible_places = cast(SkyLookup, self.setup).visible_places
        first = (UNSEEN + 1) * (seat + 1)
        for card in range(i64(NUM_CARDS)):
            known[card] = visible_places[first + i64(fields[card])]
        for player in range(i64(NUM_SEATS)):
            if player != seat and self.has_face_down_card(player):
                known[TRICK_CARDS + player] = u8(HIDDEN_CARD)
        return True

    def count_ways_by_group_and_red_count(self, group_sizes: vec[i64], num_reds: i64) -> vec[i64]:
        """Return, for each group and each count of red cards, in how many ways the group can hold that many.

        All of them are divided by the same constant.
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
            # A seat that has the colour led must have laid it, and the leader always has it.
            for red in range(fewest, most + 1):
                num_suited = red if led == RED else count - red
                ways: i64 = 0 if group == leader else 1
                if num_suited:
                    ways = binomial(count - 1, num_suited - 1)
                group_ways[NUM_RED_COUNTS * group + red] = ways
        return group_ways

    def belief(self, seat: Seat, belief: Belief) -> IsSupported:
        """Write how likely unseen cards are to be where into ``belief``; all cards of a colour have the same odds."""
        if self.to_move == OVER:
            return True
        group_sizes = vec[i64]([0] * NUM_GROUPS)
        cards = vec[i64]([0] * (NUM_CARDS + 1))
        num_reds = self.collect_unseen_cards(seat, group_sizes, cards)
        num_blues = group_sizes[0] + group_sizes[1] + group_sizes[2] + group_sizes[3] - num_reds
        cache_key = self.compute_belief_cache_key(group_sizes, num_reds)
        is_cached = belief.find_or_claim_cache_slot(cache_key)
        held_index = belief.compute_cache_slot(cache_key)
        down_index = held_index + 2 * NUM_GROUPS
        counts = belief.cached_numbers
        if not is_cached:
            self.count_deals_by_card_location(group_sizes, num_reds, counts, held_index, down_index)
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
                index = belief.reserve_distribution(num_reds + num_blues, num_reds * red + num_blues * blue)
                values = belief.values
                weights = belief.weights
                for i in range(CARDS_PER_COLOUR + num_blues):
                    if i < num_reds or i >= CARDS_PER_COLOUR:
                        values[index] = cards[i]
                        weights[index] = red if i < num_reds else blue
                        index += 1
                belief.assign_distribution_to_byte(belief.num_distributions - 1, TRICK_CARDS + group)
        return True

    def compute_belief_cache_key(self, group_sizes: vec[i64], num_reds: i64) -> Hash:
        """Return a number made of everything that the results of ``count_deals_by_card_location`` depend on."""
        fields = self.byte_fields
        key = num_reds
        for group in range(i64(NUM_GROUPS)):
            key = key << 5 | group_sizes[group]
        for field in range(i64(VOIDS), i64(TRICKS_WON)):
            key = key << 1 | i64(fields[field])
        for seat in range(i64(NUM_SEATS)):
            key = key << 1 | (i64(1) if self.has_face_down_card(seat) else i64(0))
        return (key << 2 | i64(fields[LED_COLOUR])) << 2 | i64(fields[LEADER])

    def count_deals_by_card_location(
        self, group_sizes: vec[i64], num_reds: i64, counts: vec[i64], hand_start: i64, face_down_start: i64
    ) -> None:
        """Count for each colour and group in how many deals it has a card of that colour in hand, and face down.

        The counts are written into ``counts``, from ``hand_start`` on for hands and from ``face_down_start`` on for
        face-down cards.
        """
        ways = count_deals_by_group_and_red_count(
            self.count_ways_by_group_and_red_count(group_sizes, num_reds), group_sizes, num_reds
        )
        for offset in range(i64(2 * NUM_GROUPS)):
            counts[hand_start + offset] = 0
            counts[face_down_start + offset] = 0
        for group in range(i64(NUM_GROUPS)):
            # The seat knows its own cards.
            if group_sizes[group] == 0:
                continue
            for red in range(min(group_sizes[group], num_reds) + 1):
                count = ways[NUM_RED_COUNTS * group + red]
                if count == 0:
                    continue
                counts[hand_start + group] += count * red
                counts[hand_start + NUM_GROUPS + group] += count * (group_sizes[group] - red)
                colour = self.find_face_down_colour(group, group_sizes[group], red)
                if colour != NO_COLOUR:
                    counts[face_down_start + NUM_GROUPS * colour + group] += count
                    counts[hand_start + NUM_GROUPS * colour + group] -= count

    def event_key(self, action: Action, seat: Seat) -> Hash:
        """Return a key of what a seat sees of an action: the card or line if shown, a trick turned up, the bids."""
        fields = self.byte_fields
        if self.to_move == CHANCE:
            return action if i64(fields[NUM_DEALT]) // HAND_SIZE == seat else HIDDEN_KEY
        action_key = action
        trick_key: i64 = 0
        if is_lay_card(action):
            if (self.to_move + 1) % NUM_SEATS == i64(fields[LEADER]) and fields[PHASE] == FOLLOWING:
                trick_key = 1
                for player in range(i64(NUM_SEATS)):
                    card = action if player == self.to_move else i64(fields[TRICK_CARDS + player])
                    trick_key = NUM_CARDS * trick_key + card
            elif self.to_move != seat:
                action_key = HIDDEN_KEY + 1 + action // CARDS_PER_COLOUR if fields[PHASE] == LEADING else HIDDEN_KEY
        if i64(fields[TRICKS_PLAYED]) + (1 if trick_key else 0) < NUM_TRICKS:
            return action_key + NUM_ACTION_KEYS * trick_key
        after = cast(TrickState, self.after(action))
        bids_key: i64 = 0
        if after.to_move == OVER:
            for player in range(i64(NUM_SEATS)):
                bids_key = NUM_CARDS * bids_key + after.find_bid_left_in_hand(player) + 1
        return action_key + NUM_ACTION_KEYS * (trick_key + NUM_TRICK_KEYS * bids_key)

    def find_face_down_colour(self, group: i64, group_size: i64, num_reds: i64) -> CardColour:
        """Return the colour of a group's face-down card if it has so many reds, or NO_COLOUR without such a card."""
        if not self.has_face_down_card(group):
            return NO_COLOUR
        led = i64(self.byte_fields[LED_COLOUR])
        num_suited = num_reds if led == RED else group_size - num_reds
        return led if num_suited else 1 - led

    def has_face_down_card(self, seat: Seat) -> bool:
        """Return whether a seat has a card face down; the group UNDEALT never has."""
        if seat == UNDEALT or self.byte_fields[PHASE] != FOLLOWING:
            return False
        return self.byte_fields[TRICK_CARDS + seat] != NO_CARD
