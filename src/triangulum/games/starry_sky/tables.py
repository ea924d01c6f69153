# compiled by mypyc
"""The tables that the rules of Starry Sky Trick-Taking read: the cards, and which lines reach and cross in a sky."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from librt.vecs import append, vec
from mypy_extensions import i64

from triangulum.core.bits import bit
from triangulum.core.state import Setup
from triangulum.games.starry_sky import skies
from triangulum.games.starry_sky.skies import STARS

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.starry_sky.options import Card, StarrySkyBox, StarrySkyOptions


def place_of(card: Card) -> int:
    """Return the number by which a card is known: red ones come first."""
    return card.number - 1 + (STARS if card.colour == "blue" else 0)


class SkyTables(Setup):
    """The sky and the cards as numbers; ``rules.py`` says what pairs and ways are."""

    def __init__(self, game: Game, options: StarrySkyOptions, components: Components[StarrySkyBox]) -> None:
        box = components.box
        drawn = options.drawn(box.distances)
        super().__init__(game, drawn, components)
        self.sky: skies.Sky = skies.read_sky(cast(str, drawn.sky))

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
