"""The options of Star Runners, and its presets."""

from typing import Annotated, Literal

import msgspec

from triangulum.core.options import Options

PRESETS = {
    "guarded": {"homes": "guarded", "binaries": "automatic"},
    "open": {"homes": "open", "binaries": "automatic"},
}


class StarRunnersOptions(Options, frozen=True, kw_only=True):
    """Options of Star Runners."""

    players: int = 2
    homes: Literal["guarded", "open"] = "guarded"
    """``guarded``: a larger ship bars the way into a binary star too. ``open``: it neither pins nor bars there."""
    rerolls: Literal["chain", "once"] = "chain"
    """After doubles, whether a player may roll again as long as doubles come, or only once a turn."""
    binaries: Literal["automatic", "chosen"] = "chosen"
    """Whether both binary stars are built before the game, or by the players; it only changes how the map looks."""
    turn_limit: Annotated[int, msgspec.Meta(ge=1, le=65_535)] = 300
    """The game is drawn when this many turns, of both players together, have ended."""
