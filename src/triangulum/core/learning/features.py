"""Features for learning programs: how a game's ``byte_fields`` and ``word_fields`` are encoded as floats from 0 to 1.

A state is bytes and machine words, and most bytes are codes: that a 7 lies on a space says nothing by its size. So a
game describes its fields, and each becomes features that a network can use: a code one-hot, a count as a ratio, a mask
bit by bit. Only resampled states and observations are encoded, so a description can't leak anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

NUM_BYTE_VALUES = 256

FeatureTable = tuple[tuple[float, ...], ...]
"""For each value, from 0 up, the features that encode it. Values beyond the table are encoded as the last one."""


class ByteFeatures(msgspec.Struct, frozen=True, kw_only=True):
    """A run of bytes of ``State.byte_fields`` with the same meaning, such as the spaces of a board."""

    name: str
    """In the game's own words."""
    start: int
    table: FeatureTable
    count: int = 1
    step: int = 1
    """The distance from one of them to the next."""
    beside: int = 0
    """If not 0, each byte has a partner this many bytes after it, and the two are encoded together: the table has
    ``choices`` rows, one for each value of the partner, for each value of the first byte."""
    choices: int = 1
    """How many values the partner has."""
    hidden: bool = False
    """Whether seats may know different things about it. If so, learners get its mean over resamples; see
    ``State.belief``."""


class WordFeatures(msgspec.Struct, frozen=True, kw_only=True):
    """A word of ``State.word_fields`` that is a bit mask."""

    name: str
    word: int
    places: tuple[int, ...]
    """For each bit, the index of its feature."""
    size: int
    """How many features there are."""


def one_hot_table(count: int) -> FeatureTable:
    """Return the table that encodes a code from 0 to ``count`` - 1 one-hot."""
    return tuple(tuple(float(column == value) for column in range(count)) for value in range(count))


def optional_one_hot_table(count: int) -> FeatureTable:
    """Return the table that encodes a code from 1 to ``count`` one-hot, and 0 as all zeros."""
    return ((0.0,) * count, *one_hot_table(count))


def ratio_table(max_count: int) -> FeatureTable:
    """Return the table that encodes a count as its ratio to ``max_count``, and larger counts as 1."""
    return tuple((value / max_count,) for value in range(min(max_count, NUM_BYTE_VALUES - 1) + 1))


def bit_table(num_bits: int) -> FeatureTable:
    """Return the table that encodes a mask of ``num_bits`` bits, a feature each."""
    return tuple(tuple(float(value >> bit & 1) for bit in range(num_bits)) for value in range(1 << num_bits))


def default_features(num_bytes: int, num_words: int) -> Sequence[ByteFeatures | WordFeatures]:
    """Return the features of a game that doesn't describe its fields: every bit is a feature."""
    features: list[ByteFeatures | WordFeatures] = []
    if num_bytes:
        features.append(ByteFeatures(name="small", start=0, count=num_bytes, table=bit_table(8), hidden=True))
    for word in range(num_words):
        name = "wide" if num_words == 1 else f"wide {word}"
        features.append(WordFeatures(name=name, word=word, places=tuple(range(64)), size=64))
    return features


def list_features(setup: Any) -> Sequence[ByteFeatures | WordFeatures]:
    """Return the features of a setup's states, as its game describes them or else the default ones."""
    describe = setup.game.features
    if describe is not None:
        features: Sequence[ByteFeatures | WordFeatures] = describe(setup)
        return features
    state = setup.new()
    return default_features(len(state.byte_fields), len(state.word_fields))
