# compiled by mypyc
"""The rules of Starry Sky Trick-Taking, in the order of ``docs/rules/starry-sky.md``.

Cards are 0-11 for red 1-12 and 12-23 for blue 1-12. Stars are 0-11. A *pair* is a number for two stars, 0-65, in the
order of ``skies.PAIRS``; a *way* is the number of a pair among those within reach, of which there are at most 52, so
that a set of lines is a mask in one machine word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.baring import heed, heeding_nothing
from triangulum.core.bits import bit, popcount
from triangulum.core.odds import Odds
from triangulum.core.state import CHANCE, OVER, State
from triangulum.games.starry_sky.redeal import COUNTS, choose, drawn_reds, pick, ways_of_counts
from triangulum.games.starry_sky.tables import SkyTables

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.starry_sky.options import StarrySkyBox, StarrySkyOptions

CARDS: Final = 24
NUMBERS: Final = 12  # of cards in a colour, and of stars
SEATS: Final = 3
HAND: Final = 8
TRICKS: Final = 7
PAIR_COUNT: Final = 66
MOST_LINES: Final = 3  # at one star

RED: Final = 0
BLUE: Final = 1
NO_COLOUR: Final = 2

# Actions. Below 24 a card is laid; then come the lines to draw, the segments to erase along, and keeping all lines.
DRAW: Final = 24
ERASE: Final = DRAW + PAIR_COUNT
KEEP: Final = ERASE + PAIR_COUNT

# Signs: an action, or one of a few numbers beyond for what is hidden; then what comes to light, by factors.
HIDDEN: Final = KEEP + 1
SIGNS: Final = HIDDEN + 3
TURNED_UP: Final = 2 * 24 * 24 * 24  # more than any three cards

# Where a card is: 0-2 in that seat's hand, then:
UNDEALT: Final = 3
DOWN: Final = 4  # + seat: face down before it
OPEN: Final = 7  # + 3 * trick + seat: turned up
UNSEEN: Final = 28  # in what a seat may know: anywhere that it cannot see

# Where things lie in State.small, after where each card is.
TABLE: Final = 24  # for each seat, its card in the trick that is on the table, or NO_CARD
LED: Final = 27  # the colour named, while a trick is played
LEADER: Final = 28  # of the trick that is played, or of the next one
VOID: Final = 29  # for each seat and colour, whether it has shown to hold none
WON: Final = 35  # for each seat, its tricks
PHASE: Final = 38
DEALT: Final = 39  # how many cards
PLAYED: Final = 40  # how many tricks have been turned up
POINTS: Final = 41
DREW: Final = 42  # how many lines the winner of the last trick has drawn
FRESH: Final = 43  # which ones, as pairs + 1
USED: Final = 45  # for each seat, whether it has erased
LENGTH: Final = 48

NO_CARD: Final = 24
COVERED: Final = 25  # in what a seat may know, instead of a card that lies face down
GROUPS: Final = 4  # of cards that a redeal fills: a hand with what lies before it, by seat, and what is not dealt

# Phases.
DEALING: Final = 0
LEADING: Final = 1
FOLLOWING: Final = 2
DRAWING: Final = 3
ERASING: Final = 4
FINISHED: Final = 5


class StarrySkySetup(SkyTables):
    """One choice of sky, cards and variant."""

    def __init__(self, game: Game, options: StarrySkyOptions, components: Components[StarrySkyBox]) -> None:
        super().__init__(game, options, components)
        self.erasing: bool = options.erasing
        self.num_actions = KEEP + 1 if self.erasing else ERASE
        self.max_chance_outcomes = CARDS
        # After three cards of a trick come at most two choices: two lines, or one erasing.
        self.max_length = CARDS + TRICKS * 5
        heeded = heeding_nothing(LENGTH)
        heed(heeded, 0, WON)
        heed(heeded, PHASE, POINTS)
        self.sight = vec[u8]()  # for a bystander and each seat, what is known of a place where a card is
        for watcher in range(SEATS + 1):
            self.heeded = append(self.heeded, heeded)
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

    def make(self, to_move: i64, small: vec[u8], wide: vec[i64]) -> State:
        """Return a state that holds these numbers."""
        return StarrySky(self, to_move, small, wide)


def majority_of(one: i64, two: i64, three: i64) -> i64:
    """Return the colour of at least two of three cards."""
    return BLUE if one // NUMBERS + two // NUMBERS + three // NUMBERS >= 2 else RED


def is_low(setup: StarrySkySetup, one: i64, two: i64, three: i64) -> bool:
    """Tell whether two or three of three cards are S."""
    return setup.is_small[one] + setup.is_small[two] + setup.is_small[three] >= 2


def winner_of(setup: StarrySkySetup, one: i64, two: i64, three: i64) -> i64:
    """Return which of three cards, by seat, is the lowest or the highest of the majority, as S or L has it."""
    majority = majority_of(one, two, three)
    low = is_low(setup, one, two, three)
    winner: i64 = -1
    best: i64 = 0
    for seat in range(i64(SEATS)):
        card = one if seat == 0 else two if seat == 1 else three
        if card // NUMBERS == majority and (winner < 0 or (card < best) == low):
            winner = seat
            best = card
    return winner


class StarrySky(State):
    """A position in Starry Sky Trick-Taking; ``wide`` is the masks of red lines and of blue ones."""

    def legal(self) -> vec[i64]:
        """Return the cards, lines or erasings that are possible now."""
        small = self.small
        phase = i64(small[PHASE])
        if phase == DRAWING:
            return self.drawable()
        if phase == ERASING:
            return append(self.erasable(), i64(KEEP))
        place: i64 = UNDEALT if phase == DEALING else self.to_move
        found = vec[i64](capacity=CARDS)
        if phase == FOLLOWING:
            first = NUMBERS * i64(small[LED])
            for card in range(first, first + NUMBERS):
                if i64(small[card]) == place:
                    found = append(found, card)
            if len(found):
                return found
        for card in range(i64(CARDS)):
            if i64(small[card]) == place:
                found = append(found, card)
        return found

    def draw(self, rng: Random) -> i64:
        """Return any card that is not dealt yet."""
        left = rng.randrange(CARDS - i64(self.small[DEALT]))
        card: i64 = 0
        while True:
            if i64(self.small[card]) == UNDEALT:
                if left == 0:
                    return card
                left -= 1
            card += 1

    def apply(self, action: i64) -> None:
        """Deal a card, lay one, draw a line, or erase."""
        if self.to_move == CHANCE:
            self.deal(action)
        elif action < DRAW:
            self.lay(action)
        elif action < ERASE:
            self.draw_line(action - DRAW)
            self.go_on_drawing()
        elif action < KEEP:
            self.erase(action - ERASE)
        else:
            self.go_on()

    # Tricks.

    def deal(self, card: i64) -> None:
        """Give a card to the next in turn: eight to seat 0, then eight to seat 1, then eight to seat 2."""
        small = self.small
        dealt = i64(small[DEALT])
        small[card] = u8(dealt // HAND)
        small[DEALT] = u8(dealt + 1)
        if dealt + 1 == CARDS:
            small[PHASE] = u8(LEADING)
            self.to_move = 0

    def lay(self, card: i64) -> None:
        """Lay a card face down; the leader names its colour, and the third card turns all of them up."""
        small = self.small
        seat = self.to_move
        if small[PHASE] == LEADING:
            small[PHASE] = u8(FOLLOWING)
            small[LED] = u8(card // NUMBERS)
            for other in range(i64(SEATS)):
                small[TABLE + other] = u8(NO_CARD)
        small[card] = u8(DOWN + seat)
        small[TABLE + seat] = u8(card)
        self.to_move = (seat + 1) % SEATS
        if self.to_move == i64(small[LEADER]):
            self.turn_up()

    def turn_up(self) -> None:
        """Turn the trick up, see who did not follow and who wins, and let the winner draw."""
        small = self.small
        led = i64(small[LED])
        place: i64 = OPEN + SEATS * i64(small[PLAYED])
        for seat in range(i64(SEATS)):
            card = i64(small[TABLE + seat])
            small[card] = u8(place + seat)
            if card // NUMBERS != led:
                small[VOID + 2 * seat + led] = u8(1)
        winner = self.winner_of_trick()
        small[WON + winner] = u8(i64(small[WON + winner]) + 1)
        small[PLAYED] = u8(i64(small[PLAYED]) + 1)
        small[LEADER] = u8(winner)
        small[LED] = u8(NO_COLOUR)
        small[DREW] = u8(0)
        small[FRESH] = u8(0)
        small[FRESH + 1] = u8(0)
        self.to_move = winner
        self.go_on_drawing()

    def majority(self) -> i64:
        """Return the colour of at least two of the three cards on the table."""
        small = self.small
        return majority_of(i64(small[TABLE]), i64(small[TABLE + 1]), i64(small[TABLE + 2]))

    def winner_of_trick(self) -> i64:
        """Return who wins the cards on the table."""
        setup = cast(StarrySkySetup, self.setup)
        small = self.small
        return winner_of(setup, i64(small[TABLE]), i64(small[TABLE + 1]), i64(small[TABLE + 2]))

    # Lines.

    def stars(self, colour: i64) -> vec[i64]:
        """Return the stars of the cards on the table that have a colour, in rising order."""
        found = vec[i64](capacity=SEATS)
        for seat in range(i64(SEATS)):
            card = i64(self.small[TABLE + seat])
            if card // NUMBERS == colour:
                found = append(found, card % NUMBERS)
                at = i64(len(found)) - 1
                while at > 0 and found[at] < found[at - 1]:
                    star = found[at]
                    found[at] = found[at - 1]
                    found[at - 1] = star
                    at -= 1
        return found

    def can_draw(self, pair: i64, colour: i64) -> bool:
        """Tell whether a line may be drawn: in reach, new, no star's fourth, and across none of the other colour."""
        setup = cast(StarrySkySetup, self.setup)
        way = setup.way_of[pair]
        if way < 0:
            return False
        lines = self.wide[0] | self.wide[1]
        if lines >> way & 1 or self.wide[1 - colour] & setup.crossing[way]:
            return False
        for star in range(i64(NUMBERS)):
            ends = setup.at_star[star]
            if ends >> way & 1 and popcount(ends & lines) >= MOST_LINES:
                return False
        return True

    def drawable(self) -> vec[i64]:
        """Return the lines that the winner may draw now, as actions: none when it has drawn enough."""
        setup = cast(StarrySkySetup, self.setup)
        colour = self.majority()
        stars = self.stars(colour)
        count = i64(len(stars))
        found = vec[i64](capacity=SEATS)
        # Two cards give one line, three at most two.
        if i64(self.small[DREW]) == count - 1:
            return found
        for one in range(count):
            for other in range(one + 1, count):
                pair = setup.pair_of[NUMBERS * stars[one] + stars[other]]
                if self.can_draw(pair, colour):
                    found = append(found, DRAW + pair)
        return found

    def draw_line(self, pair: i64) -> None:
        """Draw a line in the colour of the majority: a point, and one for each line of its colour that it crosses."""
        setup = cast(StarrySkySetup, self.setup)
        small = self.small
        colour = self.majority()
        way = setup.way_of[pair]
        small[POINTS] = u8(i64(small[POINTS]) + 1 + popcount(self.wide[colour] & setup.crossing[way]))
        self.wide[colour] = self.wide[colour] | bit(way)
        drew = i64(small[DREW])
        small[FRESH + drew] = u8(pair + 1)
        small[DREW] = u8(drew + 1)

    def go_on_drawing(self) -> None:
        """Draw lines without an alternative, which all can see, and ask the winner where there is one."""
        while True:
            lines = self.drawable()
            if len(lines) > 1:
                self.small[PHASE] = u8(DRAWING)
                return
            if len(lines) == 0:
                break
            self.draw_line(lines[0] - DRAW)
        if len(self.erasable()):
            self.small[PHASE] = u8(ERASING)
            return
        self.go_on()

    def go_on(self) -> None:
        """Let the winner lead, or end the game after the last trick."""
        if self.small[PLAYED] == TRICKS:
            self.small[PHASE] = u8(FINISHED)
            self.to_move = OVER
        else:
            self.small[PHASE] = u8(LEADING)

    def erasable(self) -> vec[i64]:
        """Return along which segments the winner may erase, as actions; none without the variant or a second time."""
        setup = cast(StarrySkySetup, self.setup)
        found = vec[i64](capacity=SEATS)
        if not setup.erasing or self.small[USED + i64(self.small[LEADER])]:
            return found
        colour = self.majority()
        lone = self.stars(1 - colour)
        if len(lone) == 0:
            return found
        lines = self.wide[0] | self.wide[1]
        # With rising stars the pairs rise too, on whichever side of them the lone star is.
        for star in self.stars(colour):
            if star == lone[0]:
                continue
            pair = setup.pair_of[NUMBERS * star + lone[0]]
            way = setup.way_of[pair]
            if way >= 0 and lines & setup.crossing[way]:
                found = append(found, ERASE + pair)
        return found

    def erase(self, pair: i64) -> None:
        """Erase every line that a segment crosses, which the winner may do once in a game."""
        setup = cast(StarrySkySetup, self.setup)
        kept = ~setup.crossing[setup.way_of[pair]]
        self.wide[0] = self.wide[0] & kept
        self.wide[1] = self.wide[1] & kept
        self.small[POINTS] = u8(self.points_of(self.wide[0], self.wide[1]))
        self.small[USED + self.to_move] = u8(1)
        self.go_on()

    def points_of(self, red: i64, blue: i64) -> i64:
        """Return what lines are worth: a point each, and one for each two of one colour that cross."""
        crossing = cast(StarrySkySetup, self.setup).crossing
        twice: i64 = 0
        for way in range(i64(len(crossing))):
            if red >> way & 1:
                twice += popcount(red & crossing[way])
            if blue >> way & 1:
                twice += popcount(blue & crossing[way])
        return popcount(red) + popcount(blue) + twice // 2

    # The end.

    def last_card(self, seat: i64) -> i64:
        """Return the first card in a hand; at the end it is the only one, the bid."""
        card: i64 = 0
        while i64(self.small[card]) != seat:
            card += 1
        return card

    def score(self) -> list[float]:
        """Return for each seat minus how far its bid is from the points; zeros until the bids are shown."""
        setup = cast(StarrySkySetup, self.setup)
        if self.to_move != OVER:
            return [0.0] * SEATS
        points = i64(self.small[POINTS])
        return [-abs(float(setup.bids[self.last_card(seat)] - points)) for seat in range(i64(SEATS))]

    def winners(self) -> list[int]:
        """Return who bid closest; then whose bid has the colour of more lines; then who has fewest tricks."""
        if self.to_move != OVER:
            return []
        score = self.score()
        best = max(score)
        tied = [seat for seat in range(SEATS) if score[seat] == best]
        more = popcount(self.wide[0]) - popcount(self.wide[1])
        if len(tied) > 1 and more != 0:
            colour: i64 = RED if more > 0 else BLUE
            tied = [seat for seat in tied if self.last_card(seat) // NUMBERS == colour] or tied
        fewest = min([int(self.small[WON + seat]) for seat in tied])
        return [seat for seat in tied if int(self.small[WON + seat]) == fewest]

    # Guesses.

    def expected_points(self) -> float:
        """Return what the board will be worth at the end, roughly: the fuller it is, the less a trick brings."""
        tricks = float(self.tricks_to_come())
        return float(self.small[POINTS]) + tricks * (0.8 + 0.095 * tricks)

    def tricks_to_come(self) -> i64:
        """Return how many tricks will still be turned up."""
        return TRICKS - i64(self.small[PLAYED])

    def closeness(self, card: i64, points: float) -> float:
        """Return how well a card would do as a bid, from 0 to 1, if the board came to so many points."""
        setup = cast(StarrySkySetup, self.setup)
        off = (float(setup.bids[card]) - points) / (1.0 + 0.5 * float(self.tricks_to_come()))
        return 1.0 / (1.0 + off * off)

    def best_closeness(self, seat: i64, points: float) -> float:
        """Return how well the best card in a hand would do as a bid."""
        best = 0.0
        for card in range(i64(CARDS)):
            if i64(self.small[card]) == seat:
                best = max(best, self.closeness(card, points))
        return best

    def estimate(self, seat: i64) -> float:
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

    def worth(self, action: i64) -> float:
        """Lay what would be the worst bid, and bring the board towards the best; from the mover's own hand alone."""
        setup = cast(StarrySkySetup, self.setup)
        points = self.expected_points()
        if action < DRAW:
            return -self.closeness(action, points)
        if action == KEEP:
            return self.best_closeness(self.to_move, points)
        if action < ERASE:
            colour = self.majority()
            crossed = self.wide[colour] & setup.crossing[setup.way_of[action - DRAW]]
            return self.best_closeness(self.to_move, points + 1.0 + float(popcount(crossed)))
        kept = ~setup.crossing[setup.way_of[action - ERASE]]
        left = self.points_of(self.wide[0] & kept, self.wide[1] & kept)
        return self.best_closeness(self.to_move, points - float(i64(self.small[POINTS]) - left))

    # What a seat does not know.

    def redealt(self, seat: i64, rng: Random) -> State:
        """Deal the unseen cards anew, every way that fits what was seen being equally likely.

        Only colours decide whether a deal fits. So first it is drawn how many red cards each hidden *group* gets, by
        the number of ways to fill it so: a group is a hand together with the card that its owner has face down, or
        the cards not dealt yet. Then the cards themselves are drawn.
        """
        other = self.copy()
        if self.to_move == OVER:
            return other
        dealt = other.small
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
        small = self.small
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

    def bared(self, seat: i64, bare: State) -> bool:
        """Show the cards that a seat can see, of others only that there are some, and all that lies in the open."""
        small = self.small
        known = bare.small
        bare.to_move = self.to_move
        bare.wide[RED] = self.wide[RED]
        bare.wide[BLUE] = self.wide[BLUE]
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
        small = self.small
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

    def odds(self, seat: i64, odds: Odds) -> bool:
        """Say where the unseen cards are: those of one colour are all as likely to be in a place."""
        if self.to_move == OVER:
            return True
        size = vec[i64]([0] * GROUPS)
        cards = vec[i64]([0] * (CARDS + 1))
        reds = self.find_unseen(seat, size, cards)
        blues = size[0] + size[1] + size[2] + size[3] - reds
        key = self.key_of_counts(size, reds)
        known = odds.is_kept(key)
        held = odds.place_of(key)
        down = held + 2 * GROUPS
        counted = odds.counted
        if not known:
            self.count_places(size, reds, counted, held, down)
        for colour in range(i64(2)):
            number = odds.new_list()
            for group in range(i64(GROUPS)):
                odds.add(group, counted[held + GROUPS * colour + group])
                odds.add(DOWN + group, counted[down + GROUPS * colour + group])
            odds.put_many(number, cards, NUMBERS * colour, NUMBERS * colour + (blues if colour else reds), 0)
        for group in range(i64(SEATS)):
            if size[group] and self.is_covered(group):
                red = counted[down + group] * max(blues, 1)
                blue = counted[down + GROUPS + group] * max(reds, 1)
                at = odds.new_list_of(reds + blues, reds * red + blues * blue)
                values = odds.values
                weights = odds.weights
                for i in range(NUMBERS + blues):
                    if i < reds or i >= NUMBERS:
                        values[at] = cards[i]
                        weights[at] = red if i < reds else blue
                        at += 1
                odds.put(odds.lists - 1, TABLE + group)
        return True

    def key_of_counts(self, size: vec[i64], reds: i64) -> i64:
        """Return a number for all on which it depends in how many ways places can be filled; see ``count_places``."""
        small = self.small
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

    def sign(self, action: i64, seat: i64) -> i64:
        """Return the card or line if the seat is shown it, with all that is turned up or shown in the end."""
        small = self.small
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
        led = i64(self.small[LED])
        suited = red if led == RED else size - red
        return led if suited else 1 - led

    def is_covered(self, seat: i64) -> bool:
        """Tell whether a seat has a card face down; there is no seat UNDEALT, and so it has none."""
        if seat == UNDEALT or self.small[PHASE] != FOLLOWING:
            return False
        return self.small[TABLE + seat] != NO_CARD
