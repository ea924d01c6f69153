"""Observers as OpenSpiel wants them: of what a seat sees now, and of everything it remembers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from triangulum.adapters.observation import Buffer, Observer
from triangulum.core.state import Setup, State

if TYPE_CHECKING:
    from triangulum.adapters.openspiel.state import TriangulumState

SIGN_BITS = 63
"""A sign in a game with secrets can be any number from 0 up."""
LARGEST = 1 << 16
"""A tensor of more numbers than this is of no use to anybody."""


class SightObserver:
    """What a seat, or a spectator, may know now: the view as JSON, and Triangulum's observation."""

    def __init__(self, setup: Setup, is_spectator: bool) -> None:
        self.observer = Observer(setup)
        self.is_spectator = is_spectator
        self.tensor: Buffer | None = np.zeros(self.observer.size, np.float32)
        self.dict = self.observer.named(self.tensor)

    def set_from(self, state: TriangulumState, player: int) -> None:
        """Fill the tensor, and so the dictionary, which is made of its parts."""
        assert self.tensor is not None
        self.observer.fill(state.position, self.seat(player), self.tensor)

    def string_from(self, state: TriangulumState, player: int) -> str:
        """Return the view as JSON."""
        return msgspec.json.encode(state.position.view(self.seat(player))).decode()

    def seat(self, player: int) -> int | None:
        """Return whose sight it is."""
        return None if self.is_spectator else player


class MemoryObserver:
    """Everything that a seat has perceived: events as JSON, and signs bit by bit where their number is bounded."""

    def __init__(self, setup: Setup) -> None:
        self.tensor: Buffer | None = None
        self.dict: dict[str, Buffer] = {}
        self.bits = sign_bits(setup)
        if is_bounded(setup):
            self.tensor = np.zeros(int(setup.players) + memory_size(setup), np.float32)
            self.dict["seat"] = self.tensor[: int(setup.players)]
            self.dict["signs"] = self.tensor[int(setup.players) :].reshape(int(setup.max_length), 1 + self.bits)

    def set_from(self, state: TriangulumState, player: int) -> None:
        """Fill the tensor: for each step a one, and the sign of what the seat perceived, the lowest bit first."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        self.dict["seat"][player] = 1
        signs = state.memory.signs(player)
        if signs:
            rows = self.dict["signs"][: len(signs)]
            rows[:, 0] = 1
            rows[:, 1:] = np.array(signs, np.int64)[:, None] >> np.arange(self.bits) & 1

    def string_from(self, state: TriangulumState, player: int) -> str:
        """Return who it is, and what it has perceived, one line a step."""
        return f"seat {player}\n{state.memory.text(player)}"


def sign_bits(setup: Setup) -> int:
    """Return how many bits a sign has: without secrets it is an action."""
    if setup.game.has_secrets:
        return SIGN_BITS
    return int(max(setup.num_actions, setup.max_chance_outcomes) - 1).bit_length()


def memory_size(setup: Setup) -> int:
    """Return how many numbers it takes to write down all signs of the longest game."""
    return int(setup.max_length) * (1 + sign_bits(setup))


def is_bounded(setup: Setup) -> bool:
    """Tell whether memories can be written down in a tensor: games have an end, and not too late."""
    return type(setup.new()).is_repeatable is State.is_repeatable and memory_size(setup) <= LARGEST
