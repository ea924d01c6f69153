"""Observations for programs that learn: what a seat may know, as named slices of one flat buffer of 32-bit floats.

An observation is made from redeals, never from the state itself: worlds that the seat cannot tell from the true one,
drawn from a generator that begins with the same seed every time. A redeal depends on nothing but what its seat knows
and the generator, and so does an observation: a secret cannot get in, whatever a game's author has overlooked. Where
a thing is hidden the mean over several worlds is shown: what the seat is sure of is 0 or 1, and what it can only
guess mostly lies between.

Which features there are, and their names, is for each game to say (``Game.numbers``); the numbers of one that does not
are given bit by bit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from triangulum.adapters.encoding import Bits, Encoder, Span
from triangulum.core.numbers import Mask, Part, undescribed
from triangulum.core.state import BYSTANDER, Setup, State

WORLDS = 4
"""Of how many redeals an observation is the mean, where something is hidden."""

WRITTEN = np.dtype("<f4")

Buffer = npt.NDArray[np.float32]


class Observer:
    """Fills buffers with what seats may know of the states of one setup."""

    def __init__(self, setup: Setup, worlds: int = WORLDS) -> None:
        self.setup = setup
        new = setup.new()
        described = setup.game.numbers
        parts = undescribed(len(new.small), len(new.wide)) if described is None else described(setup)
        self.encoder = Encoder(setup, worlds, setup.game.secrets)
        self.names: Mapping[str, slice]
        """Where each feature is, by name: ``seat`` and ``to_move`` (a one for each seat, for chance, and for the end)
        and then the game's own."""
        self.size: int
        """How many numbers an observation has."""
        self.names, self.size = self.laid_out(parts)

    def laid_out(self, parts: Sequence[Part | Mask]) -> tuple[dict[str, slice], int]:
        """Tell the encoder about a game's parts, and return where each is written, and how much that is together."""
        players = int(self.setup.players)
        sizes = {"seat": players, "to_move": players + 2}
        masks = [part for part in parts if isinstance(part, Mask)]
        for part in parts:
            if isinstance(part, Part):
                sizes[part.name] = part.count * len(part.table[0])
                self.encoder.spans.append(span_of(part))
        for mask in masks:
            sizes[mask.name] = mask.size
            self.encoder.masks.append(Bits(mask.word, list(mask.places), mask.size))
        names, end = {}, 0
        for name, size in sizes.items():
            names[name] = slice(end, end + size)
            end += size
        return names, end

    def fill(self, state: State, seat: int | None, buffer: Buffer) -> None:
        """Fill a buffer of ``size`` numbers with what a seat, or a bystander, may know of a state."""
        buffer[:] = np.frombuffer(self.encoder.one(state, BYSTANDER if seat is None else seat), WRITTEN)

    def fill_many(self, states: list[State], seats: list[int], buffer: Buffer) -> None:
        """Fill a row of a contiguous buffer for each of many states and a seat of it; quicker than one by one."""
        self.encoder.fill(states, seats, buffer.data.cast("B"))

    def observe(self, state: State, seat: int | None) -> Buffer:
        """Return a new buffer, filled."""
        buffer = np.empty(self.size, np.float32)
        self.fill(state, seat, buffer)
        return buffer

    def named(self, buffer: Buffer) -> dict[str, Buffer]:
        """Return a filled buffer part by part, without copying it."""
        return {name: buffer[..., place] for name, place in self.names.items()}


def span_of(part: Part) -> Span:
    """Return a part as the encoder has it."""
    span = Span(part.start, part.count, part.step, part.beside, part.choices, part.hidden)
    for row in part.table:
        span.add_row(list(row))
    return span
