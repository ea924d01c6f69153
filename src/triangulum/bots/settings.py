"""The settings of tree search, as plain values."""

from __future__ import annotations

import msgspec

from triangulum.errors import TriangulumError


class MctsSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of Monte-Carlo tree search."""

    exploration: float = 0.7
    """The exploration constant of PUCT and UCB: how much actions with few visits are favoured."""
    prior: float = 1.0
    """The weight of priors, made from the game's ``action_score``, in PUCT; 0 for UCB without priors."""
    compared: int = 2
    """How many random actions are compared by ``action_score`` at each decision of a playout; 1 for uniform playouts,
    0 to compare all actions."""
    depth: int | None = None
    """Decisions after which a playout is cut off and the game's ``evaluate`` gives the rewards; None for no limit."""
    horizon: int | None = None
    """Turns after which a simulation is cut off, in the tree as in playouts, the current turn being the first; a turn
    ends when somebody else is to move. With it all actions are evaluated at the same moment, never amid a turn. None
    to go as far as ``depth`` says."""
    alone: bool = False
    """Whether only the bot's own choices are searched; others then play by the playout policy in the tree, too."""
    effort: int = 0
    """The effort for ``State.candidate_actions`` at the root; 0 to search all legal actions."""
    blunders: float = 0.0
    """The share of moves, from 0 to 1, that are random instead of searched."""

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
