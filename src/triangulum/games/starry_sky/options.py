"""What can be chosen in Starry Sky Trick-Taking, and what its box holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Self

import msgspec

from triangulum.core.components import Box, BoxCheckError
from triangulum.core.options import NUM_SEEDS, Options, Seed
from triangulum.errors import OptionError
from triangulum.games.starry_sky import skies

CARDS_PER_COLOUR = 12
MAX_SMALL_NUMBER = 6
"""Cards up to this number are S, the others L."""


class StarrySkyOptions(Options, frozen=True, kw_only=True):
    """Options of Starry Sky Trick-Taking."""

    players: int = 3
    erasing: bool = False
    """Whether lines can be erased: once in a game for each player."""
    sky: Seed | str | Sequence[Sequence[int]] = 1
    """Where the stars are: a seed, or twelve points, as ``45,60 130,22 …`` or as a list of pairs. What is kept in a
    setup and in records is always the points, written as a text."""

    def resolve(self) -> Self:
        """Parse a sky that was typed or listed; a seed stays, since generating its sky needs the distances."""
        if isinstance(self.sky, int):
            return self
        if isinstance(self.sky, str) and self.sky.strip().isdecimal():
            return msgspec.structs.replace(self, sky=parse_seed(self.sky.strip()))
        return msgspec.structs.replace(self, sky=skies.format_sky(skies.parse_sky(self.sky)))

    def with_sky_points(self, distances: Distances) -> Self:
        """Return these options with the sky's points in place of its seed."""
        if isinstance(self.sky, int):
            return msgspec.structs.replace(self, sky=skies.format_sky(skies.generate_sky(self.sky, distances)))
        return self.resolve()


def parse_seed(text: str) -> int:
    """Return the seed that somebody typed."""
    if len(text) > len(str(NUM_SEEDS - 1)):
        raise OptionError(f"a seed for the sky is a whole number from 0 to {NUM_SEEDS - 1}")
    return int(text)


class Distances(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far the stars of a drawn sky keep away from things, at least."""

    border: Annotated[int, msgspec.Meta(ge=1, le=40)]
    stars: Annotated[int, msgspec.Meta(ge=1, le=99)]
    segments: Annotated[int, msgspec.Meta(ge=1, le=20)]


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card as it is printed."""

    colour: Literal["red", "blue"]
    number: Annotated[int, msgspec.Meta(ge=1, le=CARDS_PER_COLOUR)]
    size: Literal["S", "L"]
    bid: Annotated[int, msgspec.Meta(ge=0, le=99)]


class StarrySkyBox(Box, frozen=True, kw_only=True):
    """The cards, and how skies are drawn."""

    distances: Distances
    cards: tuple[Card, ...]

    def check(self) -> None:
        """Check that every number is there once in each colour, and that 1 to 6 are S."""
        seen = set()
        for i, card in enumerate(self.cards):
            if (card.colour, card.number) in seen:
                raise BoxCheckError(("cards", i), f"there are two cards {card.colour} {card.number}")
            seen.add((card.colour, card.number))
            if (card.size == "S") != (card.number <= MAX_SMALL_NUMBER):
                sizes = f"1 to {MAX_SMALL_NUMBER} are S and {MAX_SMALL_NUMBER + 1} to {CARDS_PER_COLOUR} are L"
                raise BoxCheckError(("cards", i, "size"), f"{sizes}, so {card.number} is not {card.size}")
        for colour in ("red", "blue"):
            for number in range(1, CARDS_PER_COLOUR + 1):
                if (colour, number) not in seen:
                    raise BoxCheckError(("cards",), f"the card {colour} {number} is missing")
