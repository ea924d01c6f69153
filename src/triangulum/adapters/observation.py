"""Observations for programs that learn: what a seat may know, as named slices of one flat buffer of 32-bit floats.

An observation is made from resamples, never from the state itself: worlds that the seat cannot tell from the true one,
drawn from a generator that begins with the same seed every time. A resample depends on nothing but what its seat knows
and the generator, and so does an observation: a secret cannot get in, whatever a game's author has overlooked. Where
a thing is hidden the mean over all worlds is shown if the game can say it (``State.belief``, asked of a resample), and
otherwise over several: what the seat is sure of is 0 or 1, and what it can only guess lies between.

Which features there are, and their names, is for each game to say (``Game.features``); the numbers of one that does not
are given bit by bit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from librt.vecs import vec
from mypy_extensions import i64

from triangulum.adapters.feature_lookup import FeatureLookup
from triangulum.adapters.observation_rows import ObservationRows
from triangulum.core.learning.features import ByteFeatures, WordFeatures, list_features
from triangulum.core.state import SPECTATOR, Setup, State

NUM_RESAMPLES = 4
"""Of how many resamples an observation is the mean, where something is hidden and a game does not say its odds."""

Buffer = npt.NDArray[np.float32]


class Observer:
    """Fills buffers with what seats may know of the states of one setup."""

    def __init__(self, setup: Setup, num_resamples: int = NUM_RESAMPLES) -> None:
        self.setup = setup
        new = setup.new()
        self.lookup = FeatureLookup(setup, len(new.byte_fields), num_resamples, setup.game.has_secrets)
        self.slices: Mapping[str, slice] = self._add_parts(list_features(setup))
        """Where each part is, by name: ``seat`` and ``to_move`` (a one for each seat, for chance, and for the end)
        and then the game's own."""
        self.size = int(self.lookup.num_features)
        """How many numbers an observation has."""
        self._single_row = ObservationArray(self, 1)

    def _add_parts(self, parts: Sequence[ByteFeatures | WordFeatures]) -> dict[str, slice]:
        """Add a game's parts to the lookup, and return the slice of each by its name."""
        lookup, num_players = self.lookup, int(self.setup.players)
        slices = {"seat": slice(0, num_players), "to_move": slice(num_players, 2 * num_players + 2)}
        for part in sorted(parts, key=lambda part: isinstance(part, WordFeatures)):
            start = int(lookup.num_features)
            if isinstance(part, WordFeatures):
                lookup.add_word_features(part)
            else:
                lookup.add_byte_features(part)
            slices[part.name] = slice(start, int(lookup.num_features))
        lookup.index_fields_by_byte()
        return slices

    def fill(self, state: State, seat: int | None, buffer: Buffer) -> None:
        """Fill a buffer of ``size`` numbers with what a seat, or a spectator, may know of a state."""
        buffer[:] = self._single_row.write_first_row(state, seat)

    def observe(self, state: State, seat: int | None) -> Buffer:
        """Return what a seat, or a spectator, may know of a state, in a new buffer."""
        buffer = np.empty(self.size, np.float32)
        self.fill(state, seat, buffer)
        return buffer

    def parts(self, buffer: Buffer) -> dict[str, Buffer]:
        """Return the parts of a filled buffer by name, without copying it."""
        return {name: buffer[..., part] for name, part in self.slices.items()}


class ObservationArray:
    """Observations of many states, one in each row of an array, written in place and by nobody else.

    A row that is filled again is only written where it changes. So it is quickest for rows that stay with a game each.
    """

    def __init__(self, observer: Observer, num_rows: int) -> None:
        self.rows = ObservationRows(observer.lookup, num_rows)
        shape = (num_rows, observer.size)
        # NumPy does not read from no memory at all.
        features = (
            np.frombuffer(memoryview(self.rows.feature_bits), np.float32) if num_rows else np.empty(0, np.float32)
        )
        self.array: Buffer = features.reshape(shape)

    def write_rows(self, states: list[State], seats: vec[i64]) -> None:
        """Write a row for each of the states, as the seat beside it may know it."""
        self.rows.write_rows(states, seats)

    def write_first_row(self, state: State, seat: int | None) -> Buffer:
        """Write what a seat, or a spectator, may know of a state into the first row, and return that row."""
        self.rows.write_row(0, state, SPECTATOR if seat is None else seat)
        row: Buffer = self.array[0]
        return row
