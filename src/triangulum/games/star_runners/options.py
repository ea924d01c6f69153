"""What can be chosen in Star Runners, and what its box holds."""

from typing import Annotated, Literal

import msgspec

from triangulum.core.components import Box, BoxCheckError
from triangulum.core.options import Options

PIECES_OF_A_SIZE = 5
"""One ship for each player and three for the stars: with fewer or more there is no Backwater."""


class StarRunnersOptions(Options, frozen=True, kw_only=True):
    """Options of Star Runners."""

    players: int = 2
    homes: Literal["guarded", "open"] = "guarded"
    """``guarded``: a larger ship bars the way into a binary star too. ``open``: it neither pins nor bars there."""
    turn_limit: Annotated[int, msgspec.Meta(ge=1, le=65_535)] = 300
    """The game is drawn when this many turns, of both players together, have ended."""


class Size(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of the three sizes of pyramids."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z]+\Z")]
    letter: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]\Z")]
    pips: Annotated[int, msgspec.Meta(ge=1, le=99)]
    count: Annotated[int, msgspec.Meta(ge=0, le=99)]


class Dice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The two dice, which are alike."""

    sides: Annotated[int, msgspec.Meta(ge=2, le=20)]


class StarRunnersBox(Box, frozen=True, kw_only=True):
    """The parts of Star Runners."""

    sizes: tuple[Size, ...]
    dice: Dice

    def check(self) -> None:
        """Three sizes, smallest first, told apart by their letters, and five pieces of each."""
        if len(self.sizes) != 3:
            raise BoxCheckError(("sizes",), f"there are three sizes of pyramids, not {len(self.sizes)}")
        for i, size in enumerate(self.sizes):
            if size.count != PIECES_OF_A_SIZE:
                why = f"{PIECES_OF_A_SIZE} pieces of each size make ships, binaries and Backwater, not {size.count}"
                raise BoxCheckError(("sizes", i, "count"), why)
            if i and size.pips <= self.sizes[i - 1].pips:
                why = f"sizes go from small to large, and {size.pips} pips are not more than {self.sizes[i - 1].pips}"
                raise BoxCheckError(("sizes", i, "pips"), why)
            if size.letter in {other.letter for other in self.sizes[:i]}:
                raise BoxCheckError(("sizes", i, "letter"), f"two sizes cannot share the letter {size.letter}")
            if size.name in {other.name for other in self.sizes[:i]}:
                raise BoxCheckError(("sizes", i, "name"), f"two sizes cannot share the name {size.name}")
        if self.sizes[0].pips > self.dice.sides:
            raise BoxCheckError(("dice", "sides"), f"no roll of dice with {self.dice.sides} sides could move a ship")
