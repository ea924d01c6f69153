"""What can be chosen for a game of Tricolor Line."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

from triangulum.core.options import Options


class TricolorOptions(Options, frozen=True, kw_only=True):
    """Options of Tricolor Line."""

    players: int = 2
    round_limit: Annotated[int, msgspec.Meta(ge=1, le=250)] = 60
    """After so many rounds the game is over, whether it is finished or not."""
    end_distance: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0
    """How many steps from Start an End has to be at least, |x| + |y|; 0 as printed."""
    full_rounds: bool = False
    """Whether everybody has a turn, or skips it, before routes can end the game."""


PRESETS: Final[dict[str, dict[str, Any]]] = {
    "long-roads": {"end_distance": 3, "full_rounds": True},
    "as-printed": {"end_distance": 0, "full_rounds": False},
}
