# compiled by mypyc
"""The fields of a state of Starry Sky Trick-Taking, and the tables that its rules look up: cards, lines, crossings.

How cards, pairs of stars and actions are numbered is in ``actions``. A *line index* is the number of a pair of stars
among those within reach. There are at most 52 of these, so a set of lines is a mask in one machine word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from triangulum.core.boards.bits import bit
from triangulum.core.state import Setup
from triangulum.games.starry_sky.actions import NUM_ACTIONS, NUM_CARDS, NUM_PAIRS, encode_card
from triangulum.games.starry_sky.sky_geometry import (
    NUM_STARS,
    STAR_PAIRS,
    Sky,
    is_in_reach,
    list_crossing_pairs,
)
from triangulum.games.starry_sky.sky_parser import parse_sky

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.starry_sky.box import StarrySkyBox
    from triangulum.games.starry_sky.options import StarrySkyOptions


NUM_SEATS: Final = 3
HAND_SIZE: Final = 8
NUM_TRICKS: Final = 7
MAX_LINES_PER_STAR: Final = 3

# Parts of an event key: an action, or a number beyond them for a hidden one; the trick that is turned up; the bids that
# are shown. Each is multiplied by how many values the parts before it have.
HIDDEN_KEY: Final = NUM_ACTIONS
NUM_ACTION_KEYS: Final = HIDDEN_KEY + 3  # hidden, or hidden with its colour
NUM_TRICK_KEYS: Final = 2 * 24 * 24 * 24  # more than any three cards

# Where a card is: 0-2 in that seat's hand, then:
UNDEALT: Final = 3
FACE_DOWN: Final = 4  # + seat: face down in front of that seat
FACE_UP: Final = 7  # + 3 * trick + seat: turned up
UNSEEN: Final = 28  # in an observation: somewhere that the seat cannot see

# Indices into State.byte_fields, after the place of each card.
TRICK_CARDS: Final = 24  # for each seat, its card in the trick that is on the table, or NO_CARD
LED_COLOUR: Final = 27  # the colour named, while a trick is played
LEADER: Final = 28  # of the trick that is played, or of the next one
VOIDS: Final = 29  # for each seat and colour, whether it is known to hold none
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
HIDDEN_CARD: Final = 25  # in an observation, instead of somebody else's face-down card
NUM_GROUPS: Final = 4  # of hidden cards: for each seat its hand and face-down card, then the undealt cards

# Phases.
DEALING: Final = 0
LEADING: Final = 1
FOLLOWING: Final = 2
DRAWING: Final = 3
ERASING: Final = 4
FINISHED: Final = 5


class SkyLookup(Setup):
    """The sky and the cards as lookup tables, and which places of cards each seat can see."""

    def __init__(self, game: Game, options: StarrySkyOptions, components: Components[StarrySkyBox]) -> None:
        box = components.box
        resolved = options.with_sky_points(box.distances)
        super().__init__(game, resolved, components)
        self.sky: Sky = parse_sky(cast(str, resolved.sky))
        self.has_erasing: bool = options.erasing != "off"
        self.erases_before_drawing: bool = options.erasing == "before"

        self.bids = vec[i64]([0] * NUM_CARDS)  # for each card
        self.small_flags = vec[i64]([0] * NUM_CARDS)  # for each card, 1 if it is S
        for spec in box.cards:
            card = encode_card(i64(spec.colour == "blue"), spec.number)
            self.bids[card] = i64(spec.bid)
            self.small_flags[card] = i64(spec.size == "S")
        self.bids_tuple: tuple[int, ...] = tuple([int(bid) for bid in self.bids])  # for views

        self.pair_by_stars = vec[i64]([0] * (NUM_STARS * NUM_STARS))  # for two stars, in either order
        self.line_index_by_pair = vec[i64]([-1] * NUM_PAIRS)  # for each pair, or -1 if it is out of reach
        self.pair_by_line_index = vec[i64]()  # for each line index
        for pair, (a, b) in enumerate(STAR_PAIRS):
            self.pair_by_stars[NUM_STARS * a + b] = i64(pair)
            self.pair_by_stars[NUM_STARS * b + a] = i64(pair)
            if is_in_reach(self.sky[a], self.sky[b]):
                self.line_index_by_pair[pair] = i64(len(self.pair_by_line_index))
                self.pair_by_line_index = append(self.pair_by_line_index, i64(pair))
        self.crossing_masks = vec[i64]()  # for each line index, the mask of the lines that cross it
        crossing_pairs = list_crossing_pairs(self.sky)
        for pair in self.pair_by_line_index:
            indices = [int(self.line_index_by_pair[crossing_pair]) for crossing_pair in crossing_pairs[pair]]
            self.crossing_masks = append(self.crossing_masks, i64(sum(1 << index for index in indices if index >= 0)))
        self.star_line_masks = vec[i64]([0] * NUM_STARS)  # for each star, the mask of the lines that end there
        for line_index, pair in enumerate(self.pair_by_line_index):
            for star in STAR_PAIRS[pair]:
                self.star_line_masks[star] = self.star_line_masks[star] | bit(i64(line_index))
        # For a spectator and each seat, what it knows of each place where a card can be: the place itself, or UNSEEN.
        self.visible_places = vec[u8]()
        for watcher in range(NUM_SEATS + 1):
            for place in range(UNSEEN + 1):
                is_seen = place >= FACE_UP or (watcher > 0 and place in (watcher - 1, FACE_DOWN + watcher - 1))
                self.visible_places = append(self.visible_places, u8(place if is_seen else UNSEEN))
