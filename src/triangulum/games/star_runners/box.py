"""The box of Star Runners: pyramids of three sizes and two dice, as ``components.toml`` lists them."""

from typing import Annotated

import msgspec

from triangulum.core.components import Box, BoxCheckError

PIECES_PER_SIZE = 5
"""One ship for each player and three for the stars: with fewer or more there is no Backwater."""


class PyramidSize(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the three sizes of pyramids."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z]+\Z")]
    letter: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]\Z")]
    pips: Annotated[int, msgspec.Meta(ge=1, le=99)]
    count: Annotated[int, msgspec.Meta(ge=0, le=99)]


class DiceSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The two dice, which have the same number of sides."""

    sides: Annotated[int, msgspec.Meta(ge=2, le=20)]


class StarRunnersBox(Box, frozen=True, kw_only=True):
    """The parts of Star Runners."""

    sizes: tuple[PyramidSize, ...]
    dice: DiceSpec

    def check(self) -> None:
        """Check for three sizes, smallest first, with names and letters of their own and five pieces of each."""
        if len(self.sizes) != 3:
            raise BoxCheckError(("sizes",), f"there are three sizes of pyramids, not {len(self.sizes)}")
        for i, size in enumerate(self.sizes):
            if size.count != PIECES_PER_SIZE:
                why = f"{PIECES_PER_SIZE} pieces of each size make ships, binaries and Backwater, not {size.count}"
                raise BoxCheckError(("sizes", i, "count"), why)
            if i and size.pips <= self.sizes[i - 1].pips:
                why = f"sizes go from small to large, and {size.pips} pips are not more than {self.sizes[i - 1].pips}"
                raise BoxCheckError(("sizes", i, "pips"), why)
            if size.letter in {smaller.letter for smaller in self.sizes[:i]}:
                raise BoxCheckError(("sizes", i, "letter"), f"two sizes cannot share the letter {size.letter}")
            if size.name in {smaller.name for smaller in self.sizes[:i]}:
                raise BoxCheckError(("sizes", i, "name"), f"two sizes cannot share the name {size.name}")
        if self.sizes[0].pips > self.dice.sides:
            raise BoxCheckError(("dice", "sides"), f"no roll of dice with {self.dice.sides} sides could move a ship")
