"""Observers as OpenSpiel wants them: of what a seat sees now, and of everything it remembers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from triangulum.adapters.observation import Buffer, Observer
from triangulum.core.state import Setup, State

if TYPE_CHECKING:
    from triangulum.adapters.openspiel.state import TriangulumState

EVENT_KEY_BITS = 63
"""An event key in a game with secrets can be any number from 0 up."""
MAX_TENSOR_SIZE = 1 << 16
"""A tensor of more numbers than this is of no use to anybody."""


class ViewObserver:
    """What a seat, or a spectator, may know now: the view as JSON, and Triangulum's observation."""

    def __init__(self, setup: Setup, is_spectator: bool) -> None:
        self.observer = Observer(setup)
        self.is_spectator = is_spectator
        self.tensor: Buffer | None = np.zeros(self.observer.size, np.float32)
        self.dict = self.observer.parts(self.tensor)

    def set_from(self, state: TriangulumState, player: int) -> None:
        """Fill the tensor, and so the dictionary, which is made of its parts."""
        assert self.tensor is not None
        self.observer.fill(state.position, self._viewer_seat(player), self.tensor)

    def string_from(self, state: TriangulumState, player: int) -> str:
        """Return the view as JSON."""
        return msgspec.json.encode(state.position.view(self._viewer_seat(player))).decode()

    def _viewer_seat(self, player: int) -> int | None:
        """Return the seat that looks, or None for a spectator."""
        return None if self.is_spectator else player


class MemoryObserver:
    """Everything that a seat has perceived: events as JSON, and event keys bit by bit where their number is bounded."""

    def __init__(self, setup: Setup) -> None:
        self.tensor: Buffer | None = None
        self.dict: dict[str, Buffer] = {}
        self.num_key_bits = count_event_key_bits(setup)
        if has_bounded_memory(setup):
            self.tensor = np.zeros(int(setup.players) + compute_memory_size(setup), np.float32)
            self.dict["seat"] = self.tensor[: int(setup.players)]
            self.dict["signs"] = self.tensor[int(setup.players) :].reshape(int(setup.max_length), 1 + self.num_key_bits)

    def set_from(self, state: TriangulumState, player: int) -> None:
        """Fill the tensor: for each step a one, and the key of the seat's events, the lowest bit first."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        self.dict["seat"][player] = 1
        keys = state.memory.event_keys(player)
        if keys:
            rows = self.dict["signs"][: len(keys)]
            rows[:, 0] = 1
            rows[:, 1:] = np.array(keys, np.int64)[:, None] >> np.arange(self.num_key_bits) & 1

    def string_from(self, state: TriangulumState, player: int) -> str:
        """Return the seat, and the events that it has perceived, one line a step."""
        return f"seat {player}\n{state.memory.format_events(player)}"


def count_event_key_bits(setup: Setup) -> int:
    """Return how many bits an event key has; without secrets it is an action."""
    if setup.game.has_secrets:
        return EVENT_KEY_BITS
    return int(max(setup.num_actions, setup.max_chance_outcomes) - 1).bit_length()


def compute_memory_size(setup: Setup) -> int:
    """Return how many numbers hold the event keys of the longest game."""
    return int(setup.max_length) * (1 + count_event_key_bits(setup))


def has_bounded_memory(setup: Setup) -> bool:
    """Tell whether a memory fits into a tensor: games have an end, and not too late."""
    return type(setup.new()).is_repeatable is State.is_repeatable and compute_memory_size(setup) <= MAX_TENSOR_SIZE
