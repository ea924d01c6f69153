"""The options of Starry Sky Trick-Taking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self

import msgspec

from triangulum.core.options import NUM_SEEDS, Options, Seed
from triangulum.errors import OptionError
from triangulum.games.starry_sky.box import MinDistances
from triangulum.games.starry_sky.messages import message
from triangulum.games.starry_sky.sky_generator import generate_sky
from triangulum.games.starry_sky.sky_geometry import format_sky
from triangulum.games.starry_sky.sky_parser import parse_sky

OLD_ERASING = {False: "off", True: "after"}
"""What the option was before lines could also be erased before drawing."""


class StarrySkyOptions(Options, frozen=True, kw_only=True):
    """Options of Starry Sky Trick-Taking."""

    players: int = 3
    erasing: Literal["off", "after", "before"] = "off"
    """Whether lines can be erased, once in a game by each player: after or before the line of a trick is drawn."""
    sky: Seed | str | Sequence[Sequence[int]] = 1
    """Where the stars are: a seed, or twelve points, as ``45,60 130,22 …`` or as a list of pairs. Setups and records
    always have the points, as text."""

    def normalize(self) -> Self:
        """Return these options with a given sky as text in one form; a seed stays, since its sky needs the box."""
        if isinstance(self.sky, int):
            return self
        if isinstance(self.sky, str) and self.sky.strip().isdecimal():
            return msgspec.structs.replace(self, sky=parse_seed(self.sky.strip()))
        return msgspec.structs.replace(self, sky=format_sky(parse_sky(self.sky)))

    def with_sky_points(self, distances: MinDistances) -> Self:
        """Return these options with the sky's points in place of its seed."""
        if isinstance(self.sky, int):
            return msgspec.structs.replace(self, sky=format_sky(generate_sky(self.sky, distances)))
        return self.normalize()


def upgrade_options(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the options of a record, in which erasing may be true or false."""
    erasing = options.get("erasing")
    return {**options, "erasing": OLD_ERASING[erasing]} if isinstance(erasing, bool) else options


def parse_seed(text: str) -> int:
    """Return the seed that a text of digits means, or raise OptionError if it is too large."""
    if len(text) > len(str(NUM_SEEDS - 1)):
        raise OptionError(message("sky-seed", most=str(NUM_SEEDS - 1)))
    return int(text)
