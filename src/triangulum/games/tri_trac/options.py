"""What can be chosen in Tri-Trac."""

from typing import Annotated, Literal

import msgspec

from triangulum.core.options import Options


class TriTracOptions(Options, frozen=True, kw_only=True):
    """Options of Tri-Trac."""

    players: int = 2
    draws: Literal["automatic", "agreed"] = "automatic"
    """``automatic``: a position that occurs for the third time is a draw. ``agreed``: not unless the players agree."""
    turn_limit: Annotated[int, msgspec.Meta(ge=1, le=65_535)] = 200
    """The game is drawn when this many turns have been played; one player's action is a turn."""
