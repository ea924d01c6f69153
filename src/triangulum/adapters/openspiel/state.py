"""A state as OpenSpiel wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyspiel
from librt.random import Random

from triangulum.adapters.openspiel.memory import NO_SEAT, EventMemory, ResampledMemory, StepMemory
from triangulum.core.state import CHANCE, OVER, State

if TYPE_CHECKING:
    from collections.abc import Callable

    from triangulum.adapters.openspiel.game import TriangulumGame

SEED_LIMIT = 2**62


class TriangulumState(pyspiel.State):  # type: ignore[misc]
    """A position, and what everybody remembers of the way to it."""

    def __init__(self, game: TriangulumGame, position: State | None = None) -> None:
        """Begin a game, or in the middle of one; OpenSpiel wants states to be made by ``game.new_initial_state``."""
        super().__init__(game)
        self.position: State = game.setup.new() if position is None else position
        """Triangulum's own state: ``state.position.view(seat)`` and everything else it can do."""
        self.memory = EventMemory() if position is None else ResampledMemory(EventMemory(), NO_SEAT, position)

    # What OpenSpiel calls. Like its own games this trusts the caller, who has ``apply_action_with_legality_check``.

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's number for chance or for the end of the game."""
        to_move = self.position.to_move
        if to_move >= 0:
            return int(to_move)
        return int(pyspiel.PlayerId.CHANCE if to_move == CHANCE else pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance actions with their probabilities."""
        weights = self.position.chance_weights()
        total = sum(weights)
        return [(action, weight / total) for action, weight in zip(self.position.legal_actions(), weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        before = self.position
        self.position = before.after(action)
        self.memory = StepMemory(self.memory, before, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.format_action(action)

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return bool(self.position.to_move == OVER)

    def returns(self) -> list[float]:
        """Return each seat's result; zeros until the game is over."""
        return self.position.returns()

    def __str__(self) -> str:
        return self.position.position()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TriangulumState:
        """Return a random state that a seat cannot tell from this one.

        Its ``history`` is empty: of a world that is only possible nobody knows how it came about.
        """
        resampled: Any = self.get_game().new_initial_state()
        resampled.position = self.position.resample(player, Random(int(sampler() * SEED_LIMIT)))
        resampled.memory = ResampledMemory(self.memory, player, resampled.position)
        state: TriangulumState = resampled
        return state
