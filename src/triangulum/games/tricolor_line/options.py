"""What can be chosen for a game of Tricolor Line."""

from __future__ import annotations

from typing import Annotated

import msgspec

from triangulum.core.options import Options


class TricolorOptions(Options, frozen=True, kw_only=True):
    """Options of Tricolor Line."""

    players: int = 2
    round_limit: Annotated[int, msgspec.Meta(ge=1, le=250)] = 60
    """After so many rounds the game is over, whether it is finished or not."""
