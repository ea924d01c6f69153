"""What the numbers of a state mean, for programs that learn: a game describes its ``byte_fields`` and ``word_fields``.

A state is bytes and machine words, and most bytes are codes: that a 7 lies on a space says nothing by its size. A game
that describes its numbers has them written out, so that every feature is from 0 to 1: a code as a row of noughts with a
one, a count as a share, a mask bit by bit. Readers are shown resampled states, so a description cannot leak anything.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

NUM_BYTE_VALUES = 256

FeatureTable = tuple[tuple[float, ...], ...]
"""For each value, from 0 up, the features that it is written as. Greater values are written as the last one."""


class ByteFeatures(msgspec.Struct, frozen=True, kw_only=True):
    """Bytes of ``State.byte_fields`` that mean alike, one after the other."""

    name: str
    """In the game's own words."""
    start: int
    table: FeatureTable
    count: int = 1
    step: int = 1
    """From one of them to the next."""
    beside: int = 0
    """If not 0, how far behind each byte there is another one that belongs to it; the table then has ``BYTES`` entries
    or fewer for the other byte, one after the other, for each value of the first. See ``choices``."""
    choices: int = 1
    """How many values that other byte has."""
    hidden: bool = False
    """Whether seats may know different things of it. If so, the mean over resamples is shown; see ``State.belief``."""


class WordFeatures(msgspec.Struct, frozen=True, kw_only=True):
    """A word of ``State.wide`` that is a set."""

    name: str
    word: int
    places: tuple[int, ...]
    """For each bit, which of the features it is."""
    size: int
    """How many features there are."""


def one_hot_table(count: int) -> FeatureTable:
    """Return the table for a code from 0 to ``count`` - 1."""
    return tuple(tuple(float(column == value) for column in range(count)) for value in range(count))


def optional_one_hot_table(count: int) -> FeatureTable:
    """Return the table for a code from 1 to ``count``, with 0 for nothing, where all features are 0."""
    return ((0.0,) * count, *one_hot_table(count))


def ratio_table(most: int) -> FeatureTable:
    """Return the table for a count as a share of ``most``; what is more than that is 1."""
    return tuple((value / most,) for value in range(min(most, NUM_BYTE_VALUES - 1) + 1))


def bit_table(count: int) -> FeatureTable:
    """Return the table for a mask of so many bits."""
    return tuple(tuple(float(value >> bit & 1) for bit in range(count)) for value in range(1 << count))


def default_features(small: int, wide: int) -> Sequence[ByteFeatures | WordFeatures]:
    """Return what can be said of the numbers of a game that does not describe them: every bit is a feature."""
    found: list[ByteFeatures | WordFeatures] = []
    if small:
        found.append(ByteFeatures(name="small", start=0, count=small, table=bit_table(8), hidden=True))
    for word in range(wide):
        name = "wide" if wide == 1 else f"wide {word}"
        found.append(WordFeatures(name=name, word=word, places=tuple(range(64)), size=64))
    return found
