"""The parts of Tricolor Line for the slow table: the box, how tiles lie, how they are paid, where they hang together.

Tricolor Line is a game by David Sun; tiles, costs and events here are rebuilt. Nothing here is shared with the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement, product

from tests.games.tricolor_line.oracle_routes import ALL_SIDES, COLOURS, Place, around, in_order

CARDS = ("R", "RR", "G", "GG", "B", "BB", "W")
LETTER = {"red": "R", "green": "G", "blue": "B"}
CLOCKWISE = {"N": "E", "E": "S", "S": "W", "W": "N"}
END = "end"
LIE = {
    "straight": "NS",
    "corner": "NE",
    "tee": "NES",
    "cross": ALL_SIDES,
    "twin": "NE+SW",
    "bridge": "NS+EW",
    "dead-end": "N",
    END: ALL_SIDES,
}
"""One way in which each shape lies; the others are found by turning."""


# ---------------------------------------------------------------------------------------------- the box


@dataclass(frozen=True)
class Update:
    """A kind of event card: one of the six effects, how often it is there, and the cards drawn if it gives cards."""

    effect: str
    copies: int
    gives: int = 2


@dataclass(frozen=True)
class Box:
    """What is in the box, as far as pictures are lost and another one may have it otherwise."""

    costs: Mapping[str, int] = field(
        default_factory=lambda: {
            "dead-end": 2,
            "straight": 3,
            "corner": 3,
            "tee": 4,
            "twin": 4,
            "bridge": 4,
            "cross": 5,
        }
    )
    events: Mapping[str, Update] = field(
        default_factory=lambda: {
            "landslide": Update("landslide", 3),
            "detour": Update("detour", 4),
            "supplies": Update("supplies", 4),
            "toll": Update("toll", 4),
            "leak": Update("leak", 2),
            "relocation": Update("relocation", 3),
        }
    )
    instead: int = 2  # cards for an event that cannot be done
    copies: Mapping[str, int] = field(
        default_factory=lambda: {shape: 2 if shape == "dead-end" else 3 for shape in LIE if shape != END}
    )  # of each shape in each colour
    ends: int = 6
    end_cost: int = 3  # cards, each for another colour; an End that costs nothing is built when it is placed
    cards: Mapping[str, int] = field(default_factory=lambda: all_cards())


def all_tiles(box: Box | None = None) -> Counter[str]:
    """The tiles without Start."""
    box = box or Box()
    tiles = Counter({f"{colour} {shape}": copies for colour in COLOURS for shape, copies in box.copies.items()})
    tiles[END] = box.ends
    return tiles


def all_cards() -> Counter[str]:
    """The resource cards."""
    return Counter({card: {"W": 6}.get(card, 15 if len(card) == 1 else 5) for card in CARDS})


# ------------------------------------------------------------------------------------- tiles and payments


@dataclass(frozen=True)
class Tile:
    """A tile on the table as it lies. Start and Ends have no colour, and Start is built from the beginning."""

    shape: str
    lie: str
    colour: str | None
    built: bool = False

    @property
    def is_blueprint(self) -> bool:
        """Whether it could be constructed."""
        return self.shape != "start" and not self.built


def turned(lie: str) -> str:
    """A lie after a quarter turn clockwise."""
    roads = [in_order(CLOCKWISE[side] for side in road) for road in lie.split("+")]
    return "+".join(sorted(roads, key=lambda road: ALL_SIDES.index(road[0])))


@cache
def lies(shape: str) -> frozenset[str]:
    """Every way in which a shape can lie that looks different."""
    lie = LIE[shape]
    found = set()
    for _ in range(4):
        found.add(lie)
        lie = turned(lie)
    return frozenset(found)


def worth(cards: Iterable[str], colour: str) -> int:
    """How much of a colour these cards pay."""
    return sum(1 if card == "W" else len(card) for card in cards if card == "W" or card[0] == LETTER[colour])


@cache
def payments(colour: str, cost: int) -> frozenset[tuple[str, ...]]:
    """Every way to pay from which no card could be left out, as each of another colour could."""
    single = LETTER[colour]
    found: set[tuple[str, ...]] = set()
    for number in range(1, cost + 1):
        for cards in combinations_with_replacement((single, 2 * single, "W"), number):
            enough = worth(cards, colour) >= cost
            needed = all(worth((*cards[:at], *cards[at + 1 :]), colour) < cost for at in range(number))
            if enough and needed:
                found.add(cards)
    return frozenset(found)


@cache
def end_payments(cost: int) -> frozenset[tuple[str, ...]]:
    """Every way to pay an End: so many cards, each standing for another colour, as a wild may for any."""

    def stands_for(card: str) -> list[str]:
        return [colour for colour in COLOURS if card in ("W", LETTER[colour], 2 * LETTER[colour])]

    return frozenset(
        cards
        for cards in combinations_with_replacement(CARDS, cost)
        if any(len(set(colours)) == cost for colours in product(*map(stands_for, cards)))
    )


def payable(hand: Counter[str], colour: str, cost: int) -> list[tuple[str, ...]]:
    """Those ways to pay for which the cards are in hand."""
    return [cards for cards in payments(colour, cost) if Counter(cards) <= hand]


def in_words(cards: Counter[str]) -> str:
    """Cards in their order."""
    return " ".join(card for card in CARDS for _ in range(cards[card]))


def cards_in(text: str) -> list[str]:
    """The cards that an answer names, after its place if it has one."""
    return [word for word in text.split() if word in CARDS]


def shown(place: Place) -> str:
    """A place in words."""
    return f"{place[0]},{place[1]}"


def read_place(text: str) -> Place:
    """The place that a word names."""
    x, y = text.split(",")
    return int(x), int(y)


def pieces(places: Iterable[Place]) -> list[set[Place]]:
    """The parts into which these places fall, each held together by neighbours."""
    left = set(places)
    found = []
    while left:
        part: set[Place] = set()
        edge = {left.pop()}
        while edge:
            part |= edge
            edge = {near for place in edge for near in around(place) if near in left}
            left -= edge
        found.append(part)
    return found
