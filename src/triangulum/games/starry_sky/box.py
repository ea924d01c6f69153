"""The box of Starry Sky Trick-Taking: its cards, and how far apart the stars of a random sky are."""

from typing import Annotated, Literal

import msgspec

from triangulum.core.components import Box, BoxCheckError

CARDS_PER_COLOUR = 12
MAX_SMALL_NUMBER = 6
"""Cards up to this number are S, the others L."""


class MinDistances(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far the stars of a random sky keep away from things, at least."""

    border: Annotated[int, msgspec.Meta(ge=1, le=40)]
    """From the sides of their square."""
    stars: Annotated[int, msgspec.Meta(ge=1, le=99)]
    """From each other."""
    segments: Annotated[int, msgspec.Meta(ge=1, le=20)]
    """From the straight line between two others."""


class CardSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A card as it is printed."""

    colour: Literal["red", "blue"]
    number: Annotated[int, msgspec.Meta(ge=1, le=CARDS_PER_COLOUR)]
    size: Literal["S", "L"]
    bid: Annotated[int, msgspec.Meta(ge=0, le=99)]


class StarrySkyBox(Box, frozen=True, kw_only=True):
    """The cards, and the distances in random skies."""

    distances: MinDistances
    cards: tuple[CardSpec, ...]

    def check(self) -> None:
        """Check that every number is there once in each colour, and that 1 to 6 are S."""
        listed = set()
        for i, card in enumerate(self.cards):
            if (card.colour, card.number) in listed:
                raise BoxCheckError(("cards", i), f"there are two cards {card.colour} {card.number}")
            listed.add((card.colour, card.number))
            if (card.size == "S") != (card.number <= MAX_SMALL_NUMBER):
                sizes = f"1 to {MAX_SMALL_NUMBER} are S and {MAX_SMALL_NUMBER + 1} to {CARDS_PER_COLOUR} are L"
                raise BoxCheckError(("cards", i, "size"), f"{sizes}, so {card.number} is not {card.size}")
        for colour in ("red", "blue"):
            for number in range(1, CARDS_PER_COLOUR + 1):
                if (colour, number) not in listed:
                    raise BoxCheckError(("cards",), f"the card {colour} {number} is missing")
