# compiled by mypyc
"""Exact beliefs: the marginal distribution of every hidden byte, given what one seat knows.

A learner in a game with secrets needs an input for what it can't see. The usual way is to sample many states that the
seat can't tell from the true one, and average their features. That is slow and noisy. Most games can count instead: if
12 unseen cards are equally likely to be anywhere and a rival holds 3 of them, each of them is in that hand with
probability 3/12. ``State.belief`` writes such marginals into a ``Belief``, with integer weights, so the adapters can
compute the same mean features exactly and quickly, and ``conformance`` can compare them with what resampling gives.

A belief is computed from an *observation* (``State.observe_into``), never from the true state, so it can't leak. It
holds one distribution for each hidden byte, and says nothing about how bytes depend on each other: that's enough for
mean features, and not for sampling a state, which is what ``State.resample`` is for.

The second part of this module marks *belief inputs*: the bytes of an observation on which the belief depends. While
none of them changes, neither does the belief, and whoever keeps it need not compute it again.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from librt.vecs import append, vec
from mypy_extensions import i64, u8

DistributionIndex: TypeAlias = i64
"""The number of a distribution in a belief, from 0 in the order in which they were begun."""

CACHE_SLOTS: Final = 4096
NUMBERS_PER_SLOT: Final = 16
"""The size of the cache for numbers that a game has counted, and how many numbers it can keep by each key."""


class Belief:
    """The distribution of values of each hidden byte of ``State.byte_fields``, over all equally likely resamples.

    A distribution is a list of values with weights; bytes with the same one share it. Only the ratios of weights to
    their total matter, and totals below 2 ** 29 make exact arithmetic. A byte without a distribution has the same value
    in every resample.
    """

    def __init__(self, num_bytes: i64) -> None:
        self.distribution_of_byte = vec[i64]([0] * num_bytes)
        """For each byte 1 + the index of its distribution, or 0 if it has none."""
        self.num_distributions: i64 = 0
        self.ends = vec[i64]()
        """For each distribution, where it ends in ``values`` and ``weights``; it begins where the one before ends."""
        self.totals = vec[i64]()
        self.num_entries: i64 = 0
        self.values = vec[i64]()
        self.weights = vec[i64]()
        # Vectors never shrink, so that they need not grow again.
        self.num_assigned: i64 = 0
        self.assigned_bytes = vec[i64]([0] * num_bytes)
        # A cache for what games have counted and may need again; allocated at its first use.
        self.cache_keys = vec[i64]()
        self.cached_numbers = vec[i64]()

    def clear(self) -> None:
        """Remove all distributions."""
        for i in range(self.num_assigned):
            self.distribution_of_byte[self.assigned_bytes[i]] = 0
        self.num_assigned = 0
        self.num_distributions = 0
        self.num_entries = 0

    def begin_distribution(self) -> DistributionIndex:
        """Begin a distribution without values, and return its index."""
        index = self.num_distributions
        if index == i64(len(self.ends)):
            self.ends = append(self.ends, self.num_entries)
            self.totals = append(self.totals, i64(0))
        else:
            self.ends[index] = self.num_entries
            self.totals[index] = 0
        self.num_distributions = index + 1
        return index

    def add_value(self, value: i64, weight: i64) -> None:
        """Add a value with its weight to the last distribution; do nothing for a weight of 0."""
        if weight == 0:
            return
        at = self.num_entries
        if at == i64(len(self.values)):
            self.values = append(self.values, value)
            self.weights = append(self.weights, weight)
        else:
            self.values[at] = value
            self.weights[at] = weight
        last = self.num_distributions - 1
        self.totals[last] = self.totals[last] + weight
        self.num_entries = at + 1
        self.ends[last] = at + 1

    def reserve_distribution(self, num_values: i64, total_weight: i64) -> i64:
        """Begin a distribution of ``num_values`` values, and return where to write them in ``values`` and ``weights``.

        This is the quick way for many values. Read ``values`` and ``weights`` after this call, as it may replace them.
        """
        index = self.begin_distribution()
        start = self.num_entries
        while i64(len(self.values)) < start + num_values:
            self.values = append(self.values, i64(0))
            self.weights = append(self.weights, i64(0))
        self.num_entries = start + num_values
        self.ends[index] = start + num_values
        self.totals[index] = total_weight
        return start

    def truncate_distribution(self, index: DistributionIndex, end: i64) -> None:
        """Shorten the last distribution to the values before ``end``, where fewer were written than reserved."""
        self.num_entries = end
        self.ends[index] = end

    def assign_distribution_to_byte(self, distribution_index: DistributionIndex, byte_index: i64) -> None:
        """Give a byte a distribution; at most once for each byte."""
        self.distribution_of_byte[byte_index] = distribution_index + 1
        self.assigned_bytes[self.num_assigned] = byte_index
        self.num_assigned += 1

    def assign_distribution_to_bytes(
        self, index: DistributionIndex, byte_indices: vec[i64], begin: i64, end: i64, offset: i64
    ) -> None:
        """Give the bytes ``byte_indices[begin:end]``, each plus ``offset``, the same distribution."""
        distribution_of_byte = self.distribution_of_byte
        assigned_bytes = self.assigned_bytes
        num_assigned = self.num_assigned
        for i in range(begin, end):
            byte_index = byte_indices[i] + offset
            distribution_of_byte[byte_index] = index + 1
            assigned_bytes[num_assigned] = byte_index
            num_assigned += 1
        self.num_assigned = num_assigned

    def compute_cache_slot(self, key: i64) -> i64:
        """Return where in ``cached_numbers`` a game may keep up to ``NUMBERS_PER_SLOT`` numbers for a key, 0 or more.

        ``find_or_claim_cache_slot`` tells whether they are there already. Keys may share a slot, and the last one owns it, so
        the cache affects nothing but time.
        """
        if len(self.cache_keys) == 0:
            self.cache_keys = vec[i64]([-1] * CACHE_SLOTS)
            self.cached_numbers = vec[i64]([0] * (NUMBERS_PER_SLOT * CACHE_SLOTS))
        return NUMBERS_PER_SLOT * ((key ^ key >> 12 ^ key >> 23) % CACHE_SLOTS)

    def find_or_claim_cache_slot(self, key: i64) -> bool:
        """Return whether a key's numbers are cached; if not, claim its slot, into which the caller then writes them."""
        slot = self.compute_cache_slot(key) // NUMBERS_PER_SLOT
        if self.cache_keys[slot] == key:
            return True
        self.cache_keys[slot] = key
        return False

    def begin_distribution_with_mean(self, numerator: i64, denominator: i64) -> DistributionIndex:
        """Begin a distribution for a count whose mean is numerator / denominator, and return its index.

        It has just the two integers next to the mean, weighted so that their mean is right. That's all that matters
        where features are proportional to a count.
        """
        index = self.begin_distribution()
        remainder = numerator % denominator
        self.add_value(numerator // denominator, denominator - remainder)
        self.add_value(numerator // denominator + 1, remainder)
        return index


INPUT_MARK: Final = 255


def new_belief_input_table(num_bytes: i64) -> vec[u8]:
    """Return a table for ``num_bytes`` bytes in which none is marked; see ``Setup.belief_inputs``."""
    return vec[u8]([0] * num_bytes)


def mark_belief_inputs(table: vec[u8], start: i64, end: i64) -> None:
    """Mark the bytes from ``start`` to before ``end`` as belief inputs: a seat's belief depends on them."""
    for index in range(start, end):
        table[index] = u8(INPUT_MARK)


def unmark_belief_inputs(table: vec[u8], start: i64, end: i64) -> None:
    """Remove the marks of the bytes from ``start`` to before ``end``."""
    for index in range(start, end):
        table[index] = u8(0)
