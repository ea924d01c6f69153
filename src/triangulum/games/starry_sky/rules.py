# compiled by mypyc
"""Starry Sky Trick-Taking as a whole: how it begins, guesses at how it will end, and what a seat does not know.

How it goes is in ``tricks``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import popcount
from triangulum.core.learning.belief import Belief, mark_belief_inputs, no_belief_inputs
from triangulum.core.state import CHANCE, OVER, State
from triangulum.games.starry_sky.lookup import (
    BLUE,
    CARDS,
    COVERED,
    DEALT,
    DOWN,
    DRAW,
    ERASE,
    FOLLOWING,
    GROUPS,
    HAND,
    HIDDEN,
    KEEP,
    LEADER,
    LEADING,
    LED,
    LENGTH,
    NO_CARD,
    NO_COLOUR,
    NUMBERS,
    OPEN,
    PHASE,
    PLAYED,
    POINTS,
    RED,
    SEATS,
    SIGNS,
    TABLE,
    TRICKS,
    TURNED_UP,
    UNDEALT,
    UNSEEN,
    VOID,
    WON,
    SkyTables,
)
from triangulum.games.starry_sky.resample import COUNTS, choose, drawn_reds, pick, ways_of_counts
from triangulum.games.starry_sky.tricks import Tricks

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.starry_sky.options import StarrySkyBox, StarrySkyOptions


class StarrySkySetup(SkyTables):
    """One choice of sky, cards and variant."""

    def __init__(self, game: Game, options: StarrySkyOptions, components: Components[StarrySkyBox]) -> None:
        super().__init__(game, options, components)
        self.num_actions = KEEP + 1 if self.erasing else ERASE
        self.max_chance_outcomes = CARDS
        # After three cards of a trick come at most two choices: two lines, or one erasing.
        self.max_length = CARDS + TRICKS * 5
        heeded = no_belief_inputs(LENGTH)
        mark_belief_inputs(heeded, 0, WON)
        mark_belief_inputs(heeded, PHASE, POINTS)
        self.sight = vec[u8]()  # for a spectator and each seat, what is known of a place where a card is
        for watcher in range(SEATS + 1):
            self.belief_inputs = append(self.belief_inputs, heeded)
            for place in range(UNSEEN + 1):
                seen = place >= OPEN or (watcher > 0 and place in (watcher - 1, DOWN + watcher - 1))
                self.sight = append(self.sight, u8(place if seen else UNSEEN))

    def new(self) -> State:
        """Return the table before a card is dealt."""
        small = vec[u8]([0] * LENGTH)
        for card in range(CARDS):
            small[card] = u8(UNDEALT)
        for seat in range(SEATS):
            small[TABLE + seat] = u8(NO_CARD)
        small[LED] = u8(NO_COLOUR)
        return StarrySky(self, CHANCE, small, vec[i64]([0, 0]))

    def state_from_fields(self, to_move: i64, small: vec[u8], wide: vec[i64]) -> State:
        """Return a state that holds these numbers."""
        return StarrySky(self, to_move, small, wide)


class StarrySky(Tricks):
    """A position in Starry Sky Trick-Taking: how the game goes, what it is worth, and what seats know of it."""

    # Guesses.

    def expected_points(self) -> float:
        """Return what the board will be worth at the end, roughly: the fuller it is, the less a trick brings."""
        tricks = float(self.tricks_to_come())
        return float(self.byte_fields[POINTS]) + tricks * (0.8 + 0.095 * tricks)

    def tricks_to_come(self) -> i64:
        """Return how many tricks will still be turned up."""
        return TRICKS - i64(self.byte_fields[PLAYED])

    def closeness(self, card: i64, points: float) -> float:
        """Return how well a card would do as a bid, from 0 to 1, if the board came to so many points."""
        setup = cast(StarrySkySetup, self.setup)
        off = (float(setup.bids[card]) - points) / (1.0 + 0.5 * float(self.tricks_to_come()))
        return 1.0 / (1.0 + off * off)

    def best_closeness(self, seat: i64, points: float) -> float:
        """Return how well the best card in a hand would do as a bid."""
        best = 0.0
        for card in range(i64(CARDS)):
            if i64(self.byte_fields[card]) == seat:
                best = max(best, self.closeness(card, points))
        return best

    def evaluate(self, seat: i64) -> float:
        """Compare the best bids in all hands, since the closest wins."""
        if self.to_move == OVER:
            return self.returns()[seat]
        points = self.expected_points()
        own = self.best_closeness(seat, points)
        others = 0.0
        for other in range(i64(SEATS)):
            if other != seat:
                others = max(others, self.best_closeness(other, points))
        return (own - others) / 2.0

    def action_score(self, action: i64) -> float:
        """Lay what would be the worst bid, and bring the board towards the best; from the mover's own hand alone."""
        setup = cast(StarrySkySetup, self.setup)
        points = self.expected_points()
        if action < DRAW:
            return -self.closeness(action, points)
        if action == KEEP:
            return self.best_closeness(self.to_move, points)
        if action < ERASE:
            colour = self.majority()
            crossed = self.word_fields[colour] & setup.crossing[setup.way_of[action - DRAW]]
            return self.best_closeness(self.to_move, points + 1.0 + float(popcount(crossed)))
        kept = ~setup.crossing[setup.way_of[action - ERASE]]
        left = self.points_of(self.word_fields[0] & kept, self.word_fields[1] & kept)
        return self.best_closeness(self.to_move, points - float(i64(self.byte_fields[POINTS]) - left))

    # What a seat does not know.

    def _resample(self, seat: i64, rng: Random) -> State:
        """Deal the unseen cards anew, every way that fits what was seen being equally likely.

        Only colours decide whether a deal fits. So first it is drawn how many red cards each hidden *group* gets, by
        the number of ways to fill it so: a group is a hand together with the card that its owner has face down, or
        the cards not dealt yet. Then the cards themselves are drawn.
        """
        other = self.copy()
        if self.to_move == OVER:
            return other
        dealt = other.byte_fields
        size = vec[i64]([0] * GROUPS)
        cards = vec[i64]([0] * (CARDS + 1))
        reds = self.find_unseen(seat, size, cards)
        blues = NUMBERS + size[0] + size[1] + size[2] + size[3] - reds
        shares = self.shares_of_reds(size, reds)
        red_counts = drawn_reds(shares, size, reds, rng)
        for group in range(i64(GROUPS)):
            red = red_counts[group]
            down = self.down_colour(group, size[group], red)
            for i in range(size[group]):
                if i < red:
                    reds -= 1
                    card = pick(cards, 0, reds, rng)
                else:
                    blues -= 1
                    card = pick(cards, NUMBERS, blues, rng)
                if card // NUMBERS == down:
                    down = NO_COLOUR
                    dealt[card] = u8(DOWN + group)
                    dealt[TABLE + group] = u8(card)
                else:
                    dealt[card] = u8(group)
        return other

    def find_unseen(self, seat: i64, size: vec[i64], cards: vec[i64]) -> i64:
        """Note the cards that a seat has not seen, red ones from 0 and blue ones from NUMBERS; return how many are red.

        ``size`` is told how many of them each group has, which all can see.
        """
        small = self.byte_fields
        dealt = i64(small[DEALT])
        for group in range(i64(SEATS)):
            if group != seat:
                size[group] = min(max(dealt - HAND * group, 0), HAND) - i64(small[PLAYED])
        size[UNDEALT] = CARDS - dealt
        sight = cast(StarrySkySetup, self.setup).sight
        row = (UNSEEN + 1) * (seat + 1)
        # Every card is noted, and only those that are unseen count, so that nothing branches.
        reds: i64 = 0
        for card in range(i64(NUMBERS)):
            cards[reds] = card
            reds += i64(1) if sight[row + i64(small[card])] == UNSEEN else i64(0)
        blues: i64 = NUMBERS
        for card in range(i64(NUMBERS), i64(CARDS)):
            cards[blues] = card
            blues += i64(1) if sight[row + i64(small[card])] == UNSEEN else i64(0)
        return reds

    def observe_into(self, seat: i64, bare: State) -> bool:
        """Show the cards that a seat can see, of others only that there are some, and all that lies in the open."""
        small = self.byte_fields
        known = bare.byte_fields
        bare.to_move = self.to_move
        bare.word_fields[RED] = self.word_fields[RED]
        bare.word_fields[BLUE] = self.word_fields[BLUE]
        for at in range(i64(TABLE), i64(LENGTH)):
            known[at] = small[at]
        # In the end all cards are shown.
        if self.to_move == OVER:
            for card in range(i64(CARDS)):
                known[card] = small[card]
            return True
        sight = cast(StarrySkySetup, self.setup).sight
        row = (UNSEEN + 1) * (seat + 1)
        for card in range(i64(CARDS)):
            known[card] = sight[row + i64(small[card])]
        for other in range(i64(SEATS)):
            if other != seat and self.is_covered(other):
                known[TABLE + other] = u8(COVERED)
        return True

    def shares_of_reds(self, size: vec[i64], reds: i64) -> vec[i64]:
        """Return for each group and each count of red cards in how many ways it can hold so many.

        All but for a factor that is always the same.
        """
        small = self.byte_fields
        led = i64(small[LED])
        leader = i64(small[LEADER])
        shares = vec[i64]([0] * (GROUPS * COUNTS))
        for group in range(i64(GROUPS)):
            count = size[group]
            fewest: i64 = 0
            most = min(count, reds)
            if group != UNDEALT and count:
                if small[VOID + 2 * group + RED]:
                    most = 0
                if small[VOID + 2 * group + BLUE]:
                    fewest = count
            if count == 0 or not self.is_covered(group):
                for red in range(fewest, most + 1):
                    shares[COUNTS * group + red] = choose(count, red)
                continue
            # Who has the colour led must have laid it, and the leader has.
            for red in range(fewest, most + 1):
                suited = red if led == RED else count - red
                ways: i64 = 0 if group == leader else 1
                if suited:
                    ways = choose(count - 1, suited - 1)
                shares[COUNTS * group + red] = ways
        return shares

    def belief(self, seat: i64, belief: Belief) -> bool:
        """Say where the unseen cards are: those of one colour are all as likely to be in a place."""
        if self.to_move == OVER:
            return True
        size = vec[i64]([0] * GROUPS)
        cards = vec[i64]([0] * (CARDS + 1))
        reds = self.find_unseen(seat, size, cards)
        blues = size[0] + size[1] + size[2] + size[3] - reds
        key = self.key_of_counts(size, reds)
        known = belief.is_cached(key)
        held = belief.cache_index(key)
        down = held + 2 * GROUPS
        counted = belief.cached
        if not known:
            self.count_places(size, reds, counted, held, down)
        for colour in range(i64(2)):
            number = belief.begin_list()
            for group in range(i64(GROUPS)):
                belief.add(group, counted[held + GROUPS * colour + group])
                belief.add(DOWN + group, counted[down + GROUPS * colour + group])
            belief.assign_list_to_many(
                number, cards, NUMBERS * colour, NUMBERS * colour + (blues if colour else reds), 0
            )
        for group in range(i64(SEATS)):
            if size[group] and self.is_covered(group):
                red = counted[down + group] * max(blues, 1)
                blue = counted[down + GROUPS + group] * max(reds, 1)
                at = belief.reserve_list(reds + blues, reds * red + blues * blue)
                values = belief.values
                weights = belief.weights
                for i in range(NUMBERS + blues):
                    if i < reds or i >= NUMBERS:
                        values[at] = cards[i]
                        weights[at] = red if i < reds else blue
                        at += 1
                belief.assign_list(belief.num_lists - 1, TABLE + group)
        return True

    def key_of_counts(self, size: vec[i64], reds: i64) -> i64:
        """Return a number for all on which it depends in how many ways places can be filled; see ``count_places``."""
        small = self.byte_fields
        key = reds
        for group in range(i64(GROUPS)):
            key = key << 5 | size[group]
        for at in range(i64(VOID), i64(WON)):
            key = key << 1 | i64(small[at])
        for seat in range(i64(SEATS)):
            key = key << 1 | (i64(1) if self.is_covered(seat) else i64(0))
        return (key << 2 | i64(small[LED])) << 2 | i64(small[LEADER])

    def count_places(self, size: vec[i64], reds: i64, counted: vec[i64], held: i64, down: i64) -> None:
        """Count for each colour and group in how many ways it has a card of it in hand, and face down.

        The numbers are written from two places on.
        """
        ways = ways_of_counts(self.shares_of_reds(size, reds), size, reds)
        for at in range(i64(2 * GROUPS)):
            counted[held + at] = 0
            counted[down + at] = 0
        for group in range(i64(GROUPS)):
            # Of the seat's own cards there is nothing to guess.
            if size[group] == 0:
                continue
            for red in range(min(size[group], reds) + 1):
                count = ways[COUNTS * group + red]
                if count == 0:
                    continue
                counted[held + group] += count * red
                counted[held + GROUPS + group] += count * (size[group] - red)
                colour = self.down_colour(group, size[group], red)
                if colour != NO_COLOUR:
                    counted[down + GROUPS * colour + group] += count
                    counted[held + GROUPS * colour + group] -= count

    def event_key(self, action: i64, seat: i64) -> i64:
        """Return the card or line if the seat is shown it, with all that is turned up or shown in the end."""
        small = self.byte_fields
        if self.to_move == CHANCE:
            return action if i64(small[DEALT]) // HAND == seat else HIDDEN
        perceived = action
        turned_up: i64 = 0
        if action < DRAW:
            if (self.to_move + 1) % SEATS == i64(small[LEADER]) and small[PHASE] == FOLLOWING:
                turned_up = 1
                for other in range(i64(SEATS)):
                    card = action if other == self.to_move else i64(small[TABLE + other])
                    turned_up = CARDS * turned_up + card
            elif self.to_move != seat:
                perceived = HIDDEN + 1 + action // NUMBERS if small[PHASE] == LEADING else HIDDEN
        if i64(small[PLAYED]) + (1 if turned_up else 0) < TRICKS:
            return perceived + SIGNS * turned_up
        after = cast(StarrySky, self.after(action))
        shown: i64 = 0
        if after.to_move == OVER:
            for other in range(i64(SEATS)):
                shown = CARDS * shown + after.last_card(other) + 1
        return perceived + SIGNS * (turned_up + TURNED_UP * shown)

    def down_colour(self, group: i64, size: i64, red: i64) -> i64:
        """Return the colour of the card that a group has face down, or NO_COLOUR if it has none."""
        if not self.is_covered(group):
            return NO_COLOUR
        led = i64(self.byte_fields[LED])
        suited = red if led == RED else size - red
        return led if suited else 1 - led

    def is_covered(self, seat: i64) -> bool:
        """Tell whether a seat has a card face down; there is no seat UNDEALT, and so it has none."""
        if seat == UNDEALT or self.byte_fields[PHASE] != FOLLOWING:
            return False
        return self.byte_fields[TABLE + seat] != NO_CARD
