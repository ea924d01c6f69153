# compiled by mypyc
"""What the numbers of Starry Sky Trick-Taking mean, and the tables that its rules read: cards, lines, what crosses.

Cards are 0-11 for red 1-12 and 12-23 for blue 1-12. Stars are 0-11. A *pair* is a number for two stars, 0-65, in the
order of ``skies.PAIRS``; a *line index* is the number of a pair among those within reach, of which there are at
most 52, so that a set of lines is a mask in one machine word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.core.boards.bits import bit
from triangulum.core.state import Setup
from triangulum.games.starry_sky import skies
from triangulum.games.starry_sky.skies import NUM_STARS

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.starry_sky.options import Card, StarrySkyBox, StarrySkyOptions


NUM_CARDS: Final = 24
CARDS_PER_COLOUR: Final = 12  # and as many stars, since a card's number names one
NUM_SEATS: Final = 3
HAND_SIZE: Final = 8
NUM_TRICKS: Final = 7
NUM_PAIRS: Final = 66
MAX_LINES_PER_STAR: Final = 3

RED: Final = 0
BLUE: Final = 1
NO_COLOUR: Final = 2

# Actions. Below 24 a card is laid; then come the lines to draw, the segments to erase along, and keeping all lines.
FIRST_DRAW_ACTION: Final = 24
FIRST_ERASE_ACTION: Final = FIRST_DRAW_ACTION + NUM_PAIRS
KEEP_ACTION: Final = FIRST_ERASE_ACTION + NUM_PAIRS

# Parts of an event key: an action, or one of a few numbers beyond for what is hidden; the trick that is turned up; the
# bids that are shown. Each is multiplied by how many values the parts before it have.
HIDDEN_KEY: Final = KEEP_ACTION + 1
NUM_ACTION_KEYS: Final = HIDDEN_KEY + 3
NUM_TRICK_KEYS: Final = 2 * 24 * 24 * 24  # more than any three cards

# Where a card is: 0-2 in that seat's hand, then:
UNDEALT: Final = 3
FACE_DOWN: Final = 4  # + seat: face down before it
FACE_UP: Final = 7  # + 3 * trick + seat: turned up
UNSEEN: Final = 28  # in what a seat may know: anywhere that it cannot see

# Indices into State.byte_fields, after the place of each card.
TRICK_CARDS: Final = 24  # for each seat, its card in the trick that is on the table, or NO_CARD
LED_COLOUR: Final = 27  # the colour named, while a trick is played
LEADER: Final = 28  # of the trick that is played, or of the next one
VOIDS: Final = 29  # for each seat and colour, whether it has shown to hold none
TRICKS_WON: Final = 35  # for each seat, its tricks
PHASE: Final = 38
NUM_DEALT: Final = 39  # how many cards
TRICKS_PLAYED: Final = 40  # how many tricks have been turned up
POINTS: Final = 41
NUM_FRESH_LINES: Final = 42  # how many lines the winner of the last trick has drawn
FRESH_LINES: Final = 43  # which ones, as pairs + 1
HAS_ERASED: Final = 45  # for each seat, whether it has erased
NUM_BYTE_FIELDS: Final = 48

NO_CARD: Final = 24
HIDDEN_CARD: Final = 25  # in what a seat may know, instead of a card that lies face down
NUM_GROUPS: Final = 4  # of cards that a resample fills: a hand with what lies before it, by seat, and what is not dealt

# Phases.
DEALING: Final = 0
LEADING: Final = 1
FOLLOWING: Final = 2
DRAWING: Final = 3
ERASING: Final = 4
FINISHED: Final = 5


def card_index(card: Card) -> int:
    """Return the number 0-23 of a card: red ones come first."""
    return card.number - 1 + (NUM_STARS if card.colour == "blue" else 0)


class SkyLookup(Setup):
    """The sky and the cards as numbers."""

    def __init__(self, game: Game, options: StarrySkyOptions, components: Components[StarrySkyBox]) -> None:
        box = components.box
        settled = options.with_sky_points(box.distances)
        super().__init__(game, settled, components)
        self.sky: skies.Sky = skies.parse_sky(cast(str, settled.sky))
        self.erasing: bool = options.erasing

        self.bids = vec[i64]([0] * (2 * NUM_STARS))
        self.bids_tuple: tuple[int, ...] = tuple([card.bid for card in sorted(box.cards, key=card_index)])  # for views
        self.small_flags = vec[i64]([0] * (2 * NUM_STARS))
        for card in box.cards:
            number = card_index(card)
            self.bids[number] = i64(card.bid)
            self.small_flags[number] = i64(card.size == "S")

        self.pair_by_stars = vec[i64]([0] * (NUM_STARS * NUM_STARS))  # for two stars, in either order
        self.line_index_by_pair = vec[i64]([-1] * len(skies.PAIRS))  # for each pair, or -1 if it is out of reach
        self.pair_by_line_index = vec[i64]()  # for each line index
        for pair, (a, b) in enumerate(skies.PAIRS):
            self.pair_by_stars[NUM_STARS * a + b] = i64(pair)
            self.pair_by_stars[NUM_STARS * b + a] = i64(pair)
            if skies.is_in_reach(self.sky[a], self.sky[b]):
                self.line_index_by_pair[pair] = i64(len(self.pair_by_line_index))
                self.pair_by_line_index = append(self.pair_by_line_index, i64(pair))
        self.crossing_masks = vec[i64]()  # for each line index, the mask of the lines that cross it
        crossing = skies.list_crossing_pairs(self.sky)
        for pair in self.pair_by_line_index:
            indices = [int(self.line_index_by_pair[crossing_pair]) for crossing_pair in crossing[pair]]
            self.crossing_masks = append(self.crossing_masks, i64(sum(1 << index for index in indices if index >= 0)))
        self.star_line_masks = vec[i64]([0] * NUM_STARS)  # for each star, the mask of the lines that end there
        for line_index, pair in enumerate(self.pair_by_line_index):
            for star in skies.PAIRS[pair]:
                self.star_line_masks[star] = self.star_line_masks[star] | bit(i64(line_index))
