# compiled by mypyc
"""How a game of Starry Sky Trick-Taking goes, in the order of ``docs/rules/starry-sky.md``."""

from __future__ import annotations

from typing import cast

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit, popcount
from triangulum.core.state import CHANCE, OVER, State
from triangulum.games.starry_sky.lookup import (
    BLUE,
    CARDS,
    DEALING,
    DEALT,
    DOWN,
    DRAW,
    DRAWING,
    DREW,
    ERASE,
    ERASING,
    FINISHED,
    FOLLOWING,
    FRESH,
    HAND,
    KEEP,
    LEADER,
    LEADING,
    LED,
    MOST_LINES,
    NO_CARD,
    NO_COLOUR,
    NUMBERS,
    OPEN,
    PHASE,
    PLAYED,
    POINTS,
    RED,
    SEATS,
    TABLE,
    TRICKS,
    UNDEALT,
    USED,
    VOID,
    WON,
    SkyTables,
)


def majority_of(one: i64, two: i64, three: i64) -> i64:
    """Return the colour of at least two of three cards."""
    return BLUE if one // NUMBERS + two // NUMBERS + three // NUMBERS >= 2 else RED


def is_low(setup: SkyTables, one: i64, two: i64, three: i64) -> bool:
    """Tell whether two or three of three cards are S."""
    return setup.is_small[one] + setup.is_small[two] + setup.is_small[three] >= 2


def winner_of(setup: SkyTables, one: i64, two: i64, three: i64) -> i64:
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


class Tricks(State):
    """How a game goes: cards, tricks, lines, and who wins; ``word_fields`` holds the masks of red and blue lines."""

    def _legal_actions(self) -> vec[i64]:
        """Return the cards, lines or erasings that are possible now."""
        small = self.byte_fields
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

    def sample_chance(self, rng: Random) -> i64:
        """Return any card that is not dealt yet."""
        left = rng.randrange(CARDS - i64(self.byte_fields[DEALT]))
        card: i64 = 0
        while True:
            if i64(self.byte_fields[card]) == UNDEALT:
                if left == 0:
                    return card
                left -= 1
            card += 1

    def _apply(self, action: i64) -> None:
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
        small = self.byte_fields
        dealt = i64(small[DEALT])
        small[card] = u8(dealt // HAND)
        small[DEALT] = u8(dealt + 1)
        if dealt + 1 == CARDS:
            small[PHASE] = u8(LEADING)
            self.to_move = 0

    def lay(self, card: i64) -> None:
        """Lay a card face down; the leader names its colour, and the third card turns all of them up."""
        small = self.byte_fields
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
        small = self.byte_fields
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
        small = self.byte_fields
        return majority_of(i64(small[TABLE]), i64(small[TABLE + 1]), i64(small[TABLE + 2]))

    def winner_of_trick(self) -> i64:
        """Return who wins the cards on the table."""
        setup = cast(SkyTables, self.setup)
        small = self.byte_fields
        return winner_of(setup, i64(small[TABLE]), i64(small[TABLE + 1]), i64(small[TABLE + 2]))

    # Lines.

    def stars(self, colour: i64) -> vec[i64]:
        """Return the stars of the cards on the table that have a colour, in rising order."""
        found = vec[i64](capacity=SEATS)
        for seat in range(i64(SEATS)):
            card = i64(self.byte_fields[TABLE + seat])
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
        setup = cast(SkyTables, self.setup)
        way = setup.way_of[pair]
        if way < 0:
            return False
        lines = self.word_fields[0] | self.word_fields[1]
        if lines >> way & 1 or self.word_fields[1 - colour] & setup.crossing[way]:
            return False
        for star in range(i64(NUMBERS)):
            ends = setup.at_star[star]
            if ends >> way & 1 and popcount(ends & lines) >= MOST_LINES:
                return False
        return True

    def drawable(self) -> vec[i64]:
        """Return the lines that the winner may draw now, as actions: none when it has drawn enough."""
        setup = cast(SkyTables, self.setup)
        colour = self.majority()
        stars = self.stars(colour)
        count = i64(len(stars))
        found = vec[i64](capacity=SEATS)
        # Two cards give one line, three at most two.
        if i64(self.byte_fields[DREW]) == count - 1:
            return found
        for one in range(count):
            for other in range(one + 1, count):
                pair = setup.pair_of[NUMBERS * stars[one] + stars[other]]
                if self.can_draw(pair, colour):
                    found = append(found, DRAW + pair)
        return found

    def draw_line(self, pair: i64) -> None:
        """Draw a line in the colour of the majority: a point, and one for each line of its colour that it crosses."""
        setup = cast(SkyTables, self.setup)
        small = self.byte_fields
        colour = self.majority()
        way = setup.way_of[pair]
        small[POINTS] = u8(i64(small[POINTS]) + 1 + popcount(self.word_fields[colour] & setup.crossing[way]))
        self.word_fields[colour] = self.word_fields[colour] | bit(way)
        drew = i64(small[DREW])
        small[FRESH + drew] = u8(pair + 1)
        small[DREW] = u8(drew + 1)

    def go_on_drawing(self) -> None:
        """Draw lines without an alternative, which all can see, and ask the winner where there is one."""
        while True:
            lines = self.drawable()
            if len(lines) > 1:
                self.byte_fields[PHASE] = u8(DRAWING)
                return
            if len(lines) == 0:
                break
            self.draw_line(lines[0] - DRAW)
        if len(self.erasable()):
            self.byte_fields[PHASE] = u8(ERASING)
            return
        self.go_on()

    def go_on(self) -> None:
        """Let the winner lead, or end the game after the last trick."""
        if self.byte_fields[PLAYED] == TRICKS:
            self.byte_fields[PHASE] = u8(FINISHED)
            self.to_move = OVER
        else:
            self.byte_fields[PHASE] = u8(LEADING)

    def erasable(self) -> vec[i64]:
        """Return along which segments the winner may erase, as actions; none without the variant or a second time."""
        setup = cast(SkyTables, self.setup)
        found = vec[i64](capacity=SEATS)
        if not setup.erasing or self.byte_fields[USED + i64(self.byte_fields[LEADER])]:
            return found
        colour = self.majority()
        lone = self.stars(1 - colour)
        if len(lone) == 0:
            return found
        lines = self.word_fields[0] | self.word_fields[1]
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
        setup = cast(SkyTables, self.setup)
        kept = ~setup.crossing[setup.way_of[pair]]
        self.word_fields[0] = self.word_fields[0] & kept
        self.word_fields[1] = self.word_fields[1] & kept
        self.byte_fields[POINTS] = u8(self.points_of(self.word_fields[0], self.word_fields[1]))
        self.byte_fields[USED + self.to_move] = u8(1)
        self.go_on()

    def points_of(self, red: i64, blue: i64) -> i64:
        """Return what lines are worth: a point each, and one for each two of one colour that cross."""
        crossing = cast(SkyTables, self.setup).crossing
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
        while i64(self.byte_fields[card]) != seat:
            card += 1
        return card

    def score(self) -> list[float]:
        """Return for each seat minus how far its bid is from the points; zeros until the bids are shown."""
        setup = cast(SkyTables, self.setup)
        if self.to_move != OVER:
            return [0.0] * SEATS
        points = i64(self.byte_fields[POINTS])
        return [-abs(float(setup.bids[self.last_card(seat)] - points)) for seat in range(i64(SEATS))]

    def winners(self) -> list[int]:
        """Return who bid closest; then whose bid has the colour of more lines; then who has fewest tricks."""
        if self.to_move != OVER:
            return []
        score = self.score()
        best = max(score)
        tied = [seat for seat in range(SEATS) if score[seat] == best]
        more = popcount(self.word_fields[0]) - popcount(self.word_fields[1])
        if len(tied) > 1 and more != 0:
            colour: i64 = RED if more > 0 else BLUE
            tied = [seat for seat in tied if self.last_card(seat) // NUMBERS == colour] or tied
        fewest = min([int(self.byte_fields[WON + seat]) for seat in tied])
        return [seat for seat in tied if int(self.byte_fields[WON + seat]) == fewest]
