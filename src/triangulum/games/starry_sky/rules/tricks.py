# compiled by mypyc
"""The moves of Starry Sky Trick-Taking, in the order of ``rules.md``."""

from __future__ import annotations

from typing import cast

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit, popcount
from triangulum.core.state import CHANCE, OVER, State
from triangulum.core.types import Action, Mask, Seat
from triangulum.games.starry_sky.actions import (
    BLUE,
    CARDS_PER_COLOUR,
    KEEP_ACTION,
    NO_COLOUR,
    NUM_CARDS,
    RED,
    Card,
    CardColour,
    PairIndex,
    decode_draw_line,
    decode_erase_lines,
    encode_draw_line,
    encode_erase_lines,
    is_draw_line,
    is_erase_lines,
    is_lay_card,
)
from triangulum.games.starry_sky.rules.lookup import (
    DEALING,
    DRAWING,
    ERASING,
    FACE_DOWN,
    FACE_UP,
    FINISHED,
    FOLLOWING,
    FRESH_LINES,
    HAND_SIZE,
    HAS_ERASED,
    LEADER,
    LEADING,
    LED_COLOUR,
    MAX_LINES_PER_STAR,
    NO_CARD,
    NUM_DEALT,
    NUM_FRESH_LINES,
    NUM_SEATS,
    NUM_TRICKS,
    PHASE,
    POINTS,
    TRICK_CARDS,
    TRICKS_PLAYED,
    TRICKS_WON,
    UNDEALT,
    VOIDS,
    SkyLookup,
)


def find_majority_colour(card0: Card, card1: Card, card2: Card) -> CardColour:
    """Return the colour of at least two of three cards."""
    return BLUE if card0 // CARDS_PER_COLOUR + card1 // CARDS_PER_COLOUR + card2 // CARDS_PER_COLOUR >= 2 else RED


def is_low_trick(setup: SkyLookup, card0: Card, card1: Card, card2: Card) -> bool:
    """Return whether at least two of three cards are S, so that the lowest wins."""
    return setup.small_flags[card0] + setup.small_flags[card1] + setup.small_flags[card2] >= 2


def find_trick_winner(setup: SkyLookup, card0: Card, card1: Card, card2: Card) -> Seat:
    """Return the seat whose card wins: the lowest of the majority's colour if most cards are S, else the highest."""
    majority = find_majority_colour(card0, card1, card2)
    low = is_low_trick(setup, card0, card1, card2)
    winner: i64 = -1
    best: i64 = 0
    for seat in range(i64(NUM_SEATS)):
        card = card0 if seat == 0 else card1 if seat == 1 else card2
        if card // CARDS_PER_COLOUR == majority and (winner < 0 or (card < best) == low):
            winner = seat
            best = card
    return winner


class TrickState(State):
    """A state with the moves of the game; ``word_fields`` holds the masks of red and blue lines."""

    def _legal_actions(self) -> vec[i64]:
        """Return the cards to deal or lay, lines to draw or segments to erase along."""
        fields = self.byte_fields
        phase = i64(fields[PHASE])
        if phase == DRAWING:
            return self.list_draw_actions()
        if phase == ERASING:
            return append(self.list_erase_actions(), i64(KEEP_ACTION))
        place: i64 = UNDEALT if phase == DEALING else self.to_move
        cards = vec[i64](capacity=NUM_CARDS)
        if phase == FOLLOWING:
            first = CARDS_PER_COLOUR * i64(fields[LED_COLOUR])
            for card in range(first, first + CARDS_PER_COLOUR):
                if i64(fields[card]) == place:
                    cards = append(cards, card)
            if len(cards):
                return cards
        for card in range(i64(NUM_CARDS)):
            if i64(fields[card]) == place:
                cards = append(cards, card)
        return cards

    def sample_chance(self, rng: Random) -> Card:
        """Return a random card that is not dealt yet."""
        left = rng.randrange(NUM_CARDS - i64(self.byte_fields[NUM_DEALT]))
        card: i64 = 0
        while True:
            if i64(self.byte_fields[card]) == UNDEALT:
                if left == 0:
                    return card
                left -= 1
            card += 1

    def _apply(self, action: Action) -> None:
        """Deal a card, lay one, draw a line, or erase."""
        if self.to_move == CHANCE:
            self.deal_card(action)
        elif is_lay_card(action):
            self.lay_card(action)
        elif is_draw_line(action):
            self.draw_line(decode_draw_line(action))
            self.run_until_choice()
        else:
            if is_erase_lines(action):
                self.erase_lines(decode_erase_lines(action))
            self.go_on_after_erasing()

    # Tricks.

    def deal_card(self, card: Card) -> None:
        """Deal a card to the next in turn: eight to seat 0, then eight to seat 1, then eight to seat 2."""
        fields = self.byte_fields
        dealt = i64(fields[NUM_DEALT])
        fields[card] = u8(dealt // HAND_SIZE)
        fields[NUM_DEALT] = u8(dealt + 1)
        if dealt + 1 == NUM_CARDS:
            fields[PHASE] = u8(LEADING)
            self.to_move = 0

    def lay_card(self, card: Card) -> None:
        """Lay a card face down; the leader names its colour, and the third card turns all of them up."""
        fields = self.byte_fields
        seat = self.to_move
        if fields[PHASE] == LEADING:
            fields[PHASE] = u8(FOLLOWING)
            fields[LED_COLOUR] = u8(card // CARDS_PER_COLOUR)
            for any_seat in range(i64(NUM_SEATS)):
                fields[TRICK_CARDS + any_seat] = u8(NO_CARD)
        fields[card] = u8(FACE_DOWN + seat)
        fields[TRICK_CARDS + seat] = u8(card)
        self.to_move = (seat + 1) % NUM_SEATS
        if self.to_move == i64(fields[LEADER]):
            self.turn_up_trick()

    def turn_up_trick(self) -> None:
        """Turn the trick up, note who could not follow and who wins, and let the winner draw, or erase before that."""
        fields = self.byte_fields
        led = i64(fields[LED_COLOUR])
        place: i64 = FACE_UP + NUM_SEATS * i64(fields[TRICKS_PLAYED])
        for seat in range(i64(NUM_SEATS)):
            card = i64(fields[TRICK_CARDS + seat])
            fields[card] = u8(place + seat)
            if card // CARDS_PER_COLOUR != led:
                fields[VOIDS + 2 * seat + led] = u8(1)
        winner = self.trick_winner()
        fields[TRICKS_WON + winner] = u8(i64(fields[TRICKS_WON + winner]) + 1)
        fields[TRICKS_PLAYED] = u8(i64(fields[TRICKS_PLAYED]) + 1)
        fields[LEADER] = u8(winner)
        fields[LED_COLOUR] = u8(NO_COLOUR)
        fields[NUM_FRESH_LINES] = u8(0)
        fields[FRESH_LINES] = u8(0)
        fields[FRESH_LINES + 1] = u8(0)
        self.to_move = winner
        if cast(SkyLookup, self.setup).erases_before_drawing and len(self.list_erase_actions()):
            fields[PHASE] = u8(ERASING)
        else:
            self.run_until_choice()

    def trick_majority_colour(self) -> CardColour:
        """Return the colour of at least two of the three cards on the table."""
        fields = self.byte_fields
        return find_majority_colour(
            i64(fields[TRICK_CARDS]), i64(fields[TRICK_CARDS + 1]), i64(fields[TRICK_CARDS + 2])
        )

    def trick_winner(self) -> Seat:
        """Return the seat that wins the cards on the table."""
        setup = cast(SkyLookup, self.setup)
        fields = self.byte_fields
        return find_trick_winner(
            setup, i64(fields[TRICK_CARDS]), i64(fields[TRICK_CARDS + 1]), i64(fields[TRICK_CARDS + 2])
        )

    # Lines.

    def list_trick_stars(self, colour: CardColour) -> vec[i64]:
        """Return the stars of the cards on the table that have a colour, in rising order."""
        stars = vec[i64](capacity=NUM_SEATS)
        for seat in range(i64(NUM_SEATS)):
            card = i64(self.byte_fields[TRICK_CARDS + seat])
            if card // CARDS_PER_COLOUR == colour:
                stars = append(stars, card % CARDS_PER_COLOUR)
                index = i64(len(stars)) - 1
                while index > 0 and stars[index] < stars[index - 1]:
                    star = stars[index]
                    stars[index] = stars[index - 1]
                    stars[index - 1] = star
                    index -= 1
        return stars

    def can_draw_line(self, pair_index: PairIndex, colour: CardColour) -> bool:
        """Return whether a line may be drawn: in reach, new, no star's fourth, and across none of the other colour."""
        setup = cast(SkyLookup, self.setup)
        line_index = setup.line_index_by_pair[pair_index]
        if line_index < 0:
            return False
        lines = self.word_fields[0] | self.word_fields[1]
        if lines >> line_index & 1 or self.word_fields[1 - colour] & setup.crossing_masks[line_index]:
            return False
        for star in range(i64(CARDS_PER_COLOUR)):
            star_mask = setup.star_line_masks[star]
            if star_mask >> line_index & 1 and popcount(star_mask & lines) >= MAX_LINES_PER_STAR:
                return False
        return True

    def list_draw_actions(self) -> vec[i64]:
        """Return the actions that draw the lines open to the trick's winner; none after it has drawn enough."""
        setup = cast(SkyLookup, self.setup)
        colour = self.trick_majority_colour()
        stars = self.list_trick_stars(colour)
        num_stars = i64(len(stars))
        actions = vec[i64](capacity=NUM_SEATS)
        # Two cards give one line, three at most two.
        if i64(self.byte_fields[NUM_FRESH_LINES]) == num_stars - 1:
            return actions
        for i in range(num_stars):
            for j in range(i + 1, num_stars):
                pair_index = setup.pair_by_stars[CARDS_PER_COLOUR * stars[i] + stars[j]]
                if self.can_draw_line(pair_index, colour):
                    actions = append(actions, encode_draw_line(pair_index))
        return actions

    def draw_line(self, pair_index: PairIndex) -> None:
        """Draw a line in the colour of the majority: a point, and one for each line of its colour that it crosses."""
        setup = cast(SkyLookup, self.setup)
        fields = self.byte_fields
        colour = self.trick_majority_colour()
        line_index = setup.line_index_by_pair[pair_index]
        fields[POINTS] = u8(
            i64(fields[POINTS]) + 1 + popcount(self.word_fields[colour] & setup.crossing_masks[line_index])
        )
        self.word_fields[colour] = self.word_fields[colour] | bit(line_index)
        num_fresh = i64(fields[NUM_FRESH_LINES])
        fields[FRESH_LINES + num_fresh] = u8(pair_index + 1)
        fields[NUM_FRESH_LINES] = u8(num_fresh + 1)

    def run_until_choice(self) -> None:
        """Draw lines while there is only one to draw; then let the winner choose, erase, or lead the next trick.

        Where lines are erased before drawing, the winner has decided about that already.
        """
        while True:
            actions = self.list_draw_actions()
            if len(actions) > 1:
                self.byte_fields[PHASE] = u8(DRAWING)
                return
            if len(actions) == 0:
                break
            self.draw_line(decode_draw_line(actions[0]))
        if not cast(SkyLookup, self.setup).erases_before_drawing and len(self.list_erase_actions()):
            self.byte_fields[PHASE] = u8(ERASING)
            return
        self.begin_next_trick_or_end_game()

    def begin_next_trick_or_end_game(self) -> None:
        """Let the winner lead, or end the game after the last trick."""
        if self.byte_fields[TRICKS_PLAYED] == NUM_TRICKS:
            self.byte_fields[PHASE] = u8(FINISHED)
            self.to_move = OVER
        else:
            self.byte_fields[PHASE] = u8(LEADING)

    def list_erase_actions(self) -> vec[i64]:
        """Return the actions that erase along a segment; none without the variant, or if the winner has erased."""
        setup = cast(SkyLookup, self.setup)
        actions = vec[i64](capacity=NUM_SEATS)
        if not setup.has_erasing or self.byte_fields[HAS_ERASED + i64(self.byte_fields[LEADER])]:
            return actions
        colour = self.trick_majority_colour()
        minority_stars = self.list_trick_stars(1 - colour)
        if len(minority_stars) == 0:
            return actions
        lines = self.word_fields[0] | self.word_fields[1]
        # With rising stars the pairs rise too, on whichever side of them the lone star is.
        for star in self.list_trick_stars(colour):
            if star == minority_stars[0]:
                continue
            pair_index = setup.pair_by_stars[CARDS_PER_COLOUR * star + minority_stars[0]]
            line_index = setup.line_index_by_pair[pair_index]
            if line_index >= 0 and lines & setup.crossing_masks[line_index]:
                actions = append(actions, encode_erase_lines(pair_index))
        return actions

    def erase_lines(self, pair_index: PairIndex) -> None:
        """Erase every line that a segment crosses, which the winner may do once in a game."""
        setup = cast(SkyLookup, self.setup)
        kept_mask = ~setup.crossing_masks[setup.line_index_by_pair[pair_index]]
        self.word_fields[0] = self.word_fields[0] & kept_mask
        self.word_fields[1] = self.word_fields[1] & kept_mask
        self.byte_fields[POINTS] = u8(self.count_line_points(self.word_fields[0], self.word_fields[1]))
        self.byte_fields[HAS_ERASED + self.to_move] = u8(1)

    def go_on_after_erasing(self) -> None:
        """Go on when the winner has erased or kept all lines: draw what is still to be drawn, or finish the trick."""
        if cast(SkyLookup, self.setup).erases_before_drawing:
            self.run_until_choice()
        else:
            self.begin_next_trick_or_end_game()

    def count_line_points(self, red_mask: Mask, blue_mask: Mask) -> i64:
        """Return the points of red and blue lines: one each, and one for each two of one colour that cross."""
        crossing = cast(SkyLookup, self.setup).crossing_masks
        crossing_ends: i64 = 0
        for line_index in range(i64(len(crossing))):
            if red_mask >> line_index & 1:
                crossing_ends += popcount(red_mask & crossing[line_index])
            if blue_mask >> line_index & 1:
                crossing_ends += popcount(blue_mask & crossing[line_index])
        return popcount(red_mask) + popcount(blue_mask) + crossing_ends // 2

    # The end.

    def find_bid_left_in_hand(self, seat: Seat) -> Card:
        """Return the first card in a hand; at the end it is the only one, the bid."""
        card: i64 = 0
        while i64(self.byte_fields[card]) != seat:
            card += 1
        return card

    def score(self) -> list[float]:
        """Return for each seat minus how far its bid is from the points; zeros until the bids are shown."""
        setup = cast(SkyLookup, self.setup)
        if self.to_move != OVER:
            return [0.0] * NUM_SEATS
        points = i64(self.byte_fields[POINTS])
        return [-abs(float(setup.bids[self.find_bid_left_in_hand(seat)] - points)) for seat in range(i64(NUM_SEATS))]

    def winners(self) -> list[int]:
        """Return who bid closest; then whose bid has the colour of more lines; then who has fewest tricks."""
        if self.to_move != OVER:
            return []
        score = self.score()
        best = max(score)
        tied = [seat for seat in range(NUM_SEATS) if score[seat] == best]
        more = popcount(self.word_fields[0]) - popcount(self.word_fields[1])
        if len(tied) > 1 and more != 0:
            colour: i64 = RED if more > 0 else BLUE
            tied = [seat for seat in tied if self.find_bid_left_in_hand(seat) // CARDS_PER_COLOUR == colour] or tied
        fewest = min([int(self.byte_fields[TRICKS_WON + seat]) for seat in tied])
        return [seat for seat in tied if int(self.byte_fields[TRICKS_WON + seat]) == fewest]
