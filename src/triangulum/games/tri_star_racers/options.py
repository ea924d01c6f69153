"""What can be chosen in Tri-Star Racers, and the scenarios, which are choices with a name."""

import re
from typing import Any, Literal, Self

import msgspec

from triangulum.core.options import Options
from triangulum.errors import OptionError, format_value
from triangulum.games.tri_star_racers.messages import message

RANDOM = "random"

SCENARIOS: dict[str, dict[str, Any]] = {
    "most-basic": {"draft": "basic", "edges": "1b 4b 5b", "starbursts": False},
    "warm-up": {"draft": "boost", "edges": "6b 7b 8b"},
    "color-bias": {"draft": "boost", "edges": "1a 2a 3a"},
    "standard": {"draft": "boost", "edges": RANDOM},
    "power-play": {"draft": "advanced", "edges": "4a 5a 6a"},
    "brutal": {"draft": "advanced", "edges": "4a 7a 9a", "brutal": True},
}


class RacersOptions(Options, frozen=True, kw_only=True):
    """Options of Tri-Star Racers; unless chosen otherwise, those of the standard game."""

    players: int = 2
    draft: Literal["basic", "boost", "advanced"] = "boost"
    """The draft card."""
    edges: str = RANDOM
    """The frame: three edges, left, right and bottom, such as ``4a 7a 9a``; or ``random`` for three a sides by lot."""
    starbursts: bool = True
    brutal: bool = False
    """Whether every section that a tile touches has to match."""

    def resolve(self) -> Self:
        """Return the options with the edges written in one way."""
        if self.edges.strip() == RANDOM:
            return msgspec.structs.replace(self, edges=RANDOM)
        names = self.edges.replace(",", " ").lower().split()
        if len(names) != 3 or not all(re.fullmatch(r"[1-9]\d?[ab]", name) for name in names):
            raise OptionError(message("frame-unknown", frame=format_value(self.edges)))
        if len({name[:-1] for name in names}) < 3:
            raise OptionError(message("frame-repeated", frame=" ".join(names)))
        return msgspec.structs.replace(self, edges=" ".join(names))
