# compiled by mypyc
"""What the numbers of Starry Sky Trick-Taking mean, and the tables that its rules read: cards, lines, what crosses.

Cards are 0-11 for red 1-12 and 12-23 for blue 1-12. Stars are 0-11. A *pair* is a number for two stars, 0-65, in the
order of ``skies.PAIRS``; a *way* is the number of a pair among those within reach, of which there are at most 52, so
that a set of lines is a mask in one machine word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.core.boards.bits import bit
from triangulum.core.state import Setup
from triangulum.games.starry_sky import skies
from triangulum.games.starry_sky.skies import STARS

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.starry_sky.options import Card, StarrySkyBox, StarrySkyOptions


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
GROUPS: Final = 4  # of cards that a resample fills: a hand with what lies before it, by seat, and what is not dealt

# Phases.
DEALING: Final = 0
LEADING: Final = 1
FOLLOWING: Final = 2
DRAWING: Final = 3
ERASING: Final = 4
FINISHED: Final = 5


def place_of(card: Card) -> int:
    """Return the number by which a card is known: red ones come first."""
    return card.number - 1 + (STARS if card.colour == "blue" else 0)


class SkyTables(Setup):
    """The sky and the cards as numbers."""

    def __init__(self, game: Game, options: StarrySkyOptions, components: Components[StarrySkyBox]) -> None:
        box = components.box
        drawn = options.drawn(box.distances)
        super().__init__(game, drawn, components)
        self.sky: skies.Sky = skies.read_sky(cast(str, drawn.sky))
        self.erasing: bool = options.erasing

        self.bids = vec[i64]([0] * (2 * STARS))
        self.bid_numbers: tuple[int, ...] = tuple([card.bid for card in sorted(box.cards, key=place_of)])  # for views
        self.is_small = vec[i64]([0] * (2 * STARS))
        for card in box.cards:
            number = place_of(card)
            self.bids[number] = i64(card.bid)
            self.is_small[number] = i64(card.size == "S")

        self.pair_of = vec[i64]([0] * (STARS * STARS))  # for two stars, in either order
        self.way_of = vec[i64]([-1] * len(skies.PAIRS))  # for each pair, or -1 if it is out of reach
        self.pair_back = vec[i64]()  # for each way
        for pair, (a, b) in enumerate(skies.PAIRS):
            self.pair_of[STARS * a + b] = i64(pair)
            self.pair_of[STARS * b + a] = i64(pair)
            if skies.is_in_reach(self.sky[a], self.sky[b]):
                self.way_of[pair] = i64(len(self.pair_back))
                self.pair_back = append(self.pair_back, i64(pair))
        self.crossing = vec[i64]()  # for each way, the mask of those that cross it
        crossing = skies.crossing_pairs(self.sky)
        for pair in self.pair_back:
            ways = [int(self.way_of[other]) for other in crossing[pair]]
            self.crossing = append(self.crossing, i64(sum(1 << way for way in ways if way >= 0)))
        self.at_star = vec[i64]([0] * STARS)  # for each star, the mask of the ways that end there
        for way, pair in enumerate(self.pair_back):
            for star in skies.PAIRS[pair]:
                self.at_star[star] = self.at_star[star] | bit(i64(way))
