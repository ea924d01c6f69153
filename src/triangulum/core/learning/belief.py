# compiled by mypyc
"""What a seat believes about bytes that it does not know: how likely each value is, counted instead of sampled."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

CACHE_SLOTS: Final = 4096
NUMBERS_PER_SLOT: Final = 16
"""Places for what has been counted before, and how many numbers each has."""


class Belief:
    """For some bytes of ``State.byte_fields``, how many of all equally likely resamples have which value there.

    What many bytes have in common is a *list* of values with weights, made once and put at each of them. Only shares
    of a list's total matter; totals below 2 ** 29 lose nothing when they are reckoned with. A byte without a list has
    the same value in every resample.
    """

    def __init__(self, length: i64) -> None:
        self.list_of_byte = vec[i64]([0] * length)
        """For each byte 1 + the number of its list, or 0."""
        self.num_lists: i64 = 0
        self.ends = vec[i64]()
        """For each list, where it ends in ``values`` and ``weights``; it begins where the one before ends."""
        self.totals = vec[i64]()
        self.num_entries: i64 = 0
        self.values = vec[i64]()
        self.weights = vec[i64]()
        # Vectors stay as long as they have once been, so that they need not grow again.
        self.num_assigned: i64 = 0
        self.assigned_bytes = vec[i64]([0] * length)
        # What games have counted and may have to count again, by a key; made when it is first asked for.
        self.keys = vec[i64]()
        self.cached = vec[i64]()

    def clear(self) -> None:
        """Forget all lists."""
        for i in range(self.num_assigned):
            self.list_of_byte[self.assigned_bytes[i]] = 0
        self.num_assigned = 0
        self.num_lists = 0
        self.num_entries = 0

    def begin_list(self) -> i64:
        """Begin a list, and return its number."""
        number = self.num_lists
        if number == i64(len(self.ends)):
            self.ends = append(self.ends, self.num_entries)
            self.totals = append(self.totals, i64(0))
        else:
            self.ends[number] = self.num_entries
            self.totals[number] = 0
        self.num_lists = number + 1
        return number

    def add(self, value: i64, weight: i64) -> None:
        """Add a value to the list that was begun last; nothing for a weight of 0."""
        if weight == 0:
            return
        at = self.num_entries
        if at == i64(len(self.values)):
            self.values = append(self.values, value)
            self.weights = append(self.weights, weight)
        else:
            self.values[at] = value
            self.weights[at] = weight
        last = self.num_lists - 1
        self.totals[last] = self.totals[last] + weight
        self.num_entries = at + 1
        self.ends[last] = at + 1

    def reserve_list(self, count: i64, total: i64) -> i64:
        """Begin a list of so many values, to be written by the caller, and return where it begins.

        This is the quick way for long lists. ``values`` and ``weights`` may be others afterwards.
        """
        number = self.begin_list()
        start = self.num_entries
        while i64(len(self.values)) < start + count:
            self.values = append(self.values, i64(0))
            self.weights = append(self.weights, i64(0))
        self.num_entries = start + count
        self.ends[number] = start + count
        self.totals[number] = total
        return start

    def truncate_list(self, number: i64, end: i64) -> None:
        """End the list that was begun last earlier, where the caller has written no more of it."""
        self.num_entries = end
        self.ends[number] = end

    def assign_list(self, number: i64, at: i64) -> None:
        """Say that a byte has the values of a list; at most once of each byte."""
        self.list_of_byte[at] = number + 1
        self.assigned_bytes[self.num_assigned] = at
        self.num_assigned += 1

    def assign_list_to_many(self, number: i64, places: vec[i64], begin: i64, end: i64, offset: i64) -> None:
        """Say that many bytes, which some of the places are when an offset is added, have the values of a list."""
        list_at = self.list_of_byte
        put_at = self.assigned_bytes
        puts = self.num_assigned
        for i in range(begin, end):
            at = places[i] + offset
            list_at[at] = number + 1
            put_at[puts] = at
            puts += 1
        self.num_assigned = puts

    def cache_index(self, key: i64) -> i64:
        """Return where in ``cached`` a game may keep up to ``NUMBERS_PER_SLOT`` numbers of a key, from 0 up.

        Whether they are there already is what ``is_cached`` tells. Another key may have the same place; then it has it
        from now on. So nothing depends on what is kept but time.
        """
        if len(self.keys) == 0:
            self.keys = vec[i64]([-1] * CACHE_SLOTS)
            self.cached = vec[i64]([0] * (NUMBERS_PER_SLOT * CACHE_SLOTS))
        return NUMBERS_PER_SLOT * ((key ^ key >> 12 ^ key >> 23) % CACHE_SLOTS)

    def is_cached(self, key: i64) -> bool:
        """Tell whether the numbers of a key are kept; if not, the caller counts them, and they will be."""
        place = self.cache_index(key) // NUMBERS_PER_SLOT
        if self.keys[place] == key:
            return True
        self.keys[place] = key
        return False

    def begin_mean_list(self, total: i64, parts: i64) -> i64:
        """Begin a list for a count whose mean is total / parts, and return its number.

        The two counts next to it are weighed so that their mean is right, which is all that matters where features are
        in proportion to a count.
        """
        number = self.begin_list()
        over = total % parts
        self.add(total // parts, parts - over)
        self.add(total // parts + 1, over)
        return number


INPUT_MARK: Final = 255


def no_belief_inputs(length: i64) -> vec[u8]:
    """Return a table for so many bytes in which none is marked; see ``Setup.belief_inputs``."""
    return vec[u8]([0] * length)


def mark_belief_inputs(table: vec[u8], start: i64, end: i64) -> None:
    """Mark the bytes from start to before end: what a seat believes depends on them."""
    for at in range(start, end):
        table[at] = u8(INPUT_MARK)


def unmark_belief_inputs(table: vec[u8], start: i64, end: i64) -> None:
    """Take the marks of some bytes away again."""
    for at in range(start, end):
        table[at] = u8(0)
