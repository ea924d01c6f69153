"""How a searching bot searches: plain values that can be kept, compared and shown."""

from __future__ import annotations

import msgspec

from triangulum.errors import TriangulumError


class MctsSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What can be set about Monte-Carlo tree search."""

    exploration: float = 0.7
    """How much actions with few visits are given another chance."""
    prior: float = 1.0
    """How much the game's ``action_score`` speaks for an action while it has few visits; 0 for not at all."""
    compared: int = 2
    """How many actions, drawn at random, are compared by ``action_score`` at each decision of a playout; 1 for none,
    0 for all there are."""
    depth: int | None = None
    """Decisions of a playout after which the game's ``evaluate`` says how it ends; None to play to the end."""
    horizon: int | None = None
    """Turns after which the ``evaluate`` says how it ends, in the tree as in playouts, the one at hand being the first;
    a turn ends when somebody else is to move. None to look as far as ``depth`` says. With it, all that is compared is
    estimated at the same moment, and nothing amid a turn."""
    alone: bool = False
    """Whether nobody else's choices are searched: others are supposed to do what is worth most, by ``compared``."""
    effort: int = 0
    """How much effort goes into finding ``candidate_actions`` before the search; 0 to look at all legal ones."""
    blunders: float = 0.0
    """The share of moves that are made without thinking, any legal one being as good as another."""

    def __post_init__(self) -> None:
        if not self.exploration >= 0:
            raise TriangulumError(f"exploration is a number from 0 up, not {self.exploration}")
        if not self.prior >= 0:
            raise TriangulumError(f"prior is a number from 0 up, not {self.prior}")
        if self.compared < 0:
            raise TriangulumError(f"compared is a whole number from 0 up, not {self.compared}")
        if self.depth is not None and self.depth < 0:
            raise TriangulumError(f"depth is a whole number from 0 up, or None, not {self.depth}")
        if self.horizon is not None and self.horizon < 1:
            raise TriangulumError(f"horizon is a whole number from 1 up, or None, not {self.horizon}")
        if self.effort < 0:
            raise TriangulumError(f"effort is a whole number from 0 up, not {self.effort}")
        if not 0 <= self.blunders <= 1:
            raise TriangulumError(f"blunders is a share from 0 to 1, not {self.blunders}")
