# compiled by mypyc
"""Setup and state of Tri-Trac: how a game begins, who has won, and what bots ask.

The board is in ``board.py``, legal actions in ``legal_actions.py`` and turns in ``turn.py``; together they follow the
numbered rules in ``rules.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.state import OVER, State
from triangulum.core.types import Seat
from triangulum.games.tri_trac.rules.evaluation import evaluate_for_mover
from triangulum.games.tri_trac.rules.fields import NUM_FIELDS, RESERVES, WON_BY_FIRST_SEAT
from triangulum.games.tri_trac.rules.forced_win_search import ForcedWinSearch
from triangulum.games.tri_trac.rules.lookup import TriTracLookup
from triangulum.games.tri_trac.rules.turn import TriTracTurn

if TYPE_CHECKING:
    from triangulum.core.components import Components
    from triangulum.core.game import Game
    from triangulum.games.tri_trac.box import TriTracBox
    from triangulum.games.tri_trac.options import TriTracOptions


class TriTracSetup(TriTracLookup):
    """One choice of options and components of Tri-Trac."""

    def __init__(self, game: Game, options: TriTracOptions, components: Components[TriTracBox]) -> None:
        super().__init__(game, options, components)

    def new(self) -> State:
        """Return the empty board, before the neutral triangle is placed."""
        byte_fields = vec[u8]([0] * (self.num_spaces + NUM_FIELDS))
        byte_fields[self.num_spaces + RESERVES] = u8(self.num_triangles)
        byte_fields[self.num_spaces + RESERVES + 1] = u8(self.num_triangles)
        word_fields = vec[i64]([0] * self.num_key_words)
        return TriTrac(self, 0, byte_fields, word_fields)

    def state_from_fields(self, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> State:
        """Return a state that holds these numbers."""
        return TriTrac(self, to_move, byte_fields, word_fields)


class TriTrac(TriTracTurn):
    """A position in Tri-Trac."""

    def winners(self) -> list[int]:
        """Return the seat that completed a track, if one did."""
        ending = self.ending_code()
        if ending == WON_BY_FIRST_SEAT or ending == WON_BY_FIRST_SEAT + 1:
            return [int(ending - WON_BY_FIRST_SEAT)]
        return []

    def score(self) -> list[float]:
        """Return 1 for the seat that completed a track."""
        return [1.0 if seat in self.winners() else 0.0 for seat in range(2)]

    def evaluate(self, seat: Seat) -> float:
        """Return an estimate of how the game will end for a seat; what one seat gains the other loses."""
        if self.to_move == OVER:
            return self.returns()[seat]
        value = evaluate_for_mover(self)
        return value if seat == self.to_move else -value

    def candidate_actions(self, effort: i64) -> vec[i64]:
        """Return actions that are proven to win, or those that are not proven to lose; see ``forced_win_search.py``."""
        return ForcedWinSearch(self, effort).find_best_actions_by_proof()
