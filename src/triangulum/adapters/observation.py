"""Observations for programs that learn: what a seat may know, as named slices of one flat buffer of 32-bit floats.

An observation is made from resamples, never from the state itself: worlds that the seat cannot tell from the true one,
drawn from a generator that begins with the same seed every time. A resample depends on nothing but what its seat knows
and the generator, and so does an observation: a secret cannot get in, whatever a game's author has overlooked. Where
a thing is hidden the mean over all worlds is shown if the game can say it (``State.belief``, asked of a resample), and
otherwise over several: what the seat is sure of is 0 or 1, and what it can only guess lies between.

Which features there are, and their names, is for each game to say (``Game.numbers``); the numbers of one that does not
are given bit by bit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import i64

from triangulum.adapters.encoding import Encoder
from triangulum.adapters.rows import Rows
from triangulum.core.learning.features import Mask, Part, undescribed
from triangulum.core.state import SPECTATOR, Setup, State

WORLDS = 4
"""Of how many resamples an observation is the mean, where something is hidden and a game does not say its odds."""

Buffer = npt.NDArray[np.float32]


class Observer:
    """Fills buffers with what seats may know of the states of one setup."""

    def __init__(self, setup: Setup, worlds: int = WORLDS) -> None:
        self.setup = setup
        new = setup.new()
        described = setup.game.features
        parts = undescribed(len(new.byte_fields), len(new.word_fields)) if described is None else described(setup)
        self.encoder = Encoder(setup, len(new.byte_fields), worlds, setup.game.has_secrets)
        self.names: Mapping[str, slice] = self.laid_out(parts)
        """Where each feature is, by name: ``seat`` and ``to_move`` (a one for each seat, for chance, and for the end)
        and then the game's own."""
        self.size = int(self.encoder.size)
        """How many numbers an observation has."""
        self._row = ManyRows(self, 1)

    def laid_out(self, parts: Sequence[Part | Mask]) -> dict[str, slice]:
        """Tell the encoder about a game's parts, and return where each is written."""
        encoder, players = self.encoder, int(self.setup.players)
        names = {"seat": slice(0, players), "to_move": slice(players, 2 * players + 2)}
        for part in sorted(parts, key=lambda part: isinstance(part, Mask)):
            begin = int(encoder.size)
            if isinstance(part, Mask):
                encoder.add_mask(part.word, list(part.places), part.size)
            else:
                table = [list(row) for row in part.table]
                encoder.add_part(part.start, part.count, part.step, part.beside, part.choices, part.hidden, table)
            names[part.name] = slice(begin, int(encoder.size))
        encoder.finish()
        return names

    def fill(self, state: State, seat: int | None, buffer: Buffer) -> None:
        """Fill a buffer of ``size`` numbers with what a seat, or a spectator, may know of a state."""
        buffer[:] = self._row.filled(state, seat)

    def observe(self, state: State, seat: int | None) -> Buffer:
        """Return a new buffer, filled."""
        buffer = np.empty(self.size, np.float32)
        self.fill(state, seat, buffer)
        return buffer

    def named(self, buffer: Buffer) -> dict[str, Buffer]:
        """Return a filled buffer part by part, without copying it."""
        return {name: buffer[..., place] for name, place in self.names.items()}


class ManyRows:
    """Observations of many states, one in each row of an array, written in place and by nobody else.

    A row that is filled again is only written where it changes. So it is quickest for rows that stay with a game each.
    """

    def __init__(self, observer: Observer, count: int) -> None:
        self.rows = Rows(observer.encoder, count)
        shape = (count, observer.size)
        # NumPy does not read from no memory at all.
        lent = np.frombuffer(memoryview(self.rows.memory), np.float32) if count else np.empty(0, np.float32)
        self.array: Buffer = lent.reshape(shape)

    def fill(self, states: list[State], seats: vec[i64]) -> None:
        """Fill a row for each of the states and a seat of it."""
        self.rows.fill(states, seats)

    def filled(self, state: State, seat: int | None) -> Buffer:
        """Return the first row, filled with what a seat, or a spectator, may know of a state."""
        self.rows.put(0, state, SPECTATOR if seat is None else seat)
        row: Buffer = self.array[0]
        return row
