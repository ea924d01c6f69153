# compiled by mypyc
"""What is written for a state's numbers, as tables; ``rows.py`` writes it, and ``observation.py`` says what it means.

Features are 32-bit floats, of which there is no vector. So they are written as the 32-bit integers that have the same
bits, and whoever reads the memory calls them floats.
"""

from __future__ import annotations

from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

from triangulum.core.learning.belief import Belief
from triangulum.core.state import Setup, State

SEED: Final = 20_240_101
"""Any number will do; the same one always, so that a seat that knows the same is shown the same."""

FRACTION: Final = 23
"""How many bits of a 32-bit float are the fraction behind its leading 1."""
BIAS: Final = 127
"""The exponent of 1.0."""

WORD: Final = 8
"""Bytes that are compared at a time."""

FINEST: Final = 1024
"""Features are multiples of 1 / this or of a greater share; where they are not, they are rounded."""
ROUNDED: Final = 1_048_576
LARGEST: Final = 549_755_813_888
"""Shares of larger numbers than 2 ** 39 do not fit into a machine word while they are reckoned."""


def bits_of(part: i64, whole: i64) -> i32:
    """Return part / whole, which is from 0 to 1, as the bits of a 32-bit float, rounded."""
    while whole >= LARGEST:
        part >>= 1
        whole >>= 1
    if part <= 0:  # Less than nothing is a game's mistake, which must not keep us here for ever.
        return 0
    exponent: i64 = BIAS
    while part < whole:
        part *= 2
        exponent -= 1
    # The leading 1 is left out, and so one is taken from the exponent's place, where a fraction rounded up may go.
    scaled = ((part << FRACTION) + (whole >> 1)) // whole
    return i32(((exponent - 1) << FRACTION) + scaled)


def finest_share(tables: list[list[float]]) -> int:
    """Return of what share all features are multiples, as 1 / the number returned."""
    features = {feature for row in tables for feature in row}
    for parts in range(1, FINEST + 1):
        if all(abs(feature * parts - round(feature * parts)) < 1e-9 for feature in features):
            return parts
    return ROUNDED


def masks_of(masks: vec[i64], table: vec[u8]) -> vec[i64]:
    """Add masks to others that have the bytes of a table, a word for eight of them; the last word may begin earlier."""
    data = bytes(table)
    for start in range(0, len(data), WORD):
        first = max(min(start, len(data) - WORD), 0)
        masks = append(masks, i64(int.from_bytes(data[first : first + WORD], "little", signed=True)))
    return masks


class Encoder:
    """What there is to write of the states of one setup, as tables.

    A *row* is what is written for one value: which features are not nought, and how much they are. A *field* is a byte,
    or two that belong together, with rows to choose from and features of its own.
    """

    def __init__(self, setup: Setup, length: i64, worlds: i64, secrets: bool) -> None:
        self.players: i64 = setup.players
        self.worlds = worlds
        self.secrets = secrets
        self.size: i64 = 2 * setup.players + 2
        """How many features there are; at first who looks, and who is to move."""
        self.belief = Belief(length)
        self.bare = setup.new()
        """What a seat may know of a state, kept to be written again and again."""
        self.set_heeded(setup, length)

        self.row_begins = vec[i64]([0])
        self.columns = vec[i64]()
        self.bits = vec[i32]()
        self.units = vec[i64]()
        """The same features in whole numbers, to be added up: how many of their field's finest shares."""
        self.widest: i64 = 0

        self.at = vec[i64]()
        self.beside = vec[i64]()
        self.choices = vec[i64]()
        self.first_row = vec[i64]()
        self.last_row = vec[i64]()
        self.finest = vec[i64]()
        self.column = vec[i64]()
        self.width = vec[i64]()
        self.open_fields = vec[i64]()
        self.counts = vec[i64]()
        """The hidden fields that have one feature each."""
        self.count_at = vec[i64]()
        self.count_first = vec[i64]()
        self.count_last = vec[i64]()
        self.count_column = vec[i64]()
        """And for each of these the byte, the first row, the last (-1 if it has two bytes), and the feature."""
        self.lone_bits = vec[i32]()
        self.lone_units = vec[i64]()
        """For each row the first feature that is not nought, or nought."""
        self.lone_column = vec[i64]()
        """And which one it is: any for a row of noughts, and -1 if there are more than one."""
        self.secret_fields = vec[i64]()
        """The hidden fields that have more."""
        self.secret_at = vec[i64]()
        self.secret_first = vec[i64]()
        self.secret_last = vec[i64]()
        self.secret_column = vec[i64]()
        """And for each of these the same as for counts, with its first feature."""
        self.secret_size: i64 = 0
        """How many features these have together."""
        self.fields_of: list[list[int]] = [[] for _ in range(length)]
        self.byte_begins = vec[i64]()
        self.byte_fields = vec[i64]()
        self.byte_first = vec[i64]()
        self.byte_last = vec[i64]()
        self.byte_column = vec[i64]()
        """For each byte, the open fields that it is part of, with their first row, the last, and the first feature.

        The last is -1 for a field of two bytes, so that no row is below it.
        """
        self.hidden_of: list[list[int]] = [[] for _ in range(length)]
        self.hidden_begins = vec[i64]()
        self.hidden_numbers = vec[i64]()
        """For each byte, the hidden fields that it is part of, by their number: counts first, then the others."""

        self.words = vec[i64]()
        self.word_column = vec[i64]()
        self.bit_begins = vec[i64]([0])
        self.bit_of = vec[i64]()
        """For each feature of a word the bit that it is, or -1."""

    def add_part(
        self,
        start: i64,
        count: i64,
        step: i64,
        beside: i64,
        choices: i64,
        hidden: bool,
        table: list[list[float]],
    ) -> None:
        """Add bytes that are written alike, by a table that has a row for each value."""
        first = i64(len(self.row_begins)) - 1
        finest = finest_share(table)
        for features in table:
            for column, feature in enumerate(features):
                units = i64(round(feature * finest))
                if units > 0:
                    self.columns = append(self.columns, i64(column))
                    self.bits = append(self.bits, bits_of(units, i64(finest)))
                    self.units = append(self.units, units)
            begin = self.row_begins[i64(len(self.row_begins)) - 1]
            end = i64(len(self.columns))
            self.lone_bits = append(self.lone_bits, self.bits[begin] if begin < end else i32(0))
            self.lone_units = append(self.lone_units, self.units[begin] if begin < end else i64(0))
            lone = self.columns[begin] if end == begin + 1 else i64(-1 if begin < end else 0)
            self.lone_column = append(self.lone_column, lone)
            self.row_begins = append(self.row_begins, end)
        width = i64(len(table[0]))
        self.widest = max(self.widest, width)
        for number in range(count):
            field = i64(len(self.at))
            self.at = append(self.at, start + number * step)
            self.beside = append(self.beside, beside)
            self.choices = append(self.choices, choices)
            self.first_row = append(self.first_row, first)
            self.last_row = append(self.last_row, first + i64(len(table)) - 1)
            self.finest = append(self.finest, i64(finest))
            self.column = append(self.column, self.size)
            self.width = append(self.width, width)
            self.size += width
            if hidden and self.secrets:
                if width == 1:
                    self.counts = append(self.counts, field)
                    self.count_at = append(self.count_at, self.at[field])
                    self.count_first = append(self.count_first, first)
                    self.count_last = append(self.count_last, self.last_row[field] if beside == 0 else i64(-1))
                    self.count_column = append(self.count_column, self.column[field])
                else:
                    self.secret_fields = append(self.secret_fields, field)
                    self.secret_at = append(self.secret_at, self.at[field])
                    self.secret_first = append(self.secret_first, first)
                    self.secret_last = append(self.secret_last, self.last_row[field] if beside == 0 else i64(-1))
                    self.secret_column = append(self.secret_column, self.column[field])
                    self.secret_size += width
                continue
            self.open_fields = append(self.open_fields, field)
            self.fields_of[start + number * step].append(int(field))
            if beside != 0:
                self.fields_of[start + number * step + beside].append(int(field))

    def add_mask(self, word: i64, places: list[int], size: i64) -> None:
        """Add a word that is written bit by bit."""
        self.words = append(self.words, word)
        self.word_column = append(self.word_column, self.size)
        begin = i64(len(self.bit_of))
        for _ in range(size):
            self.bit_of = append(self.bit_of, i64(-1))
        for number in range(len(places)):
            self.bit_of[begin + i64(places[number])] = i64(number)
        self.bit_begins = append(self.bit_begins, begin + size)
        self.size += size

    def finish(self) -> None:
        """Make ready for writing, when all has been added."""
        self.byte_begins = vec[i64]([0])
        for fields in self.fields_of:
            for number in fields:
                field = i64(number)
                self.byte_fields = append(self.byte_fields, field)
                self.byte_first = append(self.byte_first, self.first_row[field])
                self.byte_last = append(self.byte_last, self.last_row[field] if self.beside[field] == 0 else i64(-1))
                self.byte_column = append(self.byte_column, self.column[field])
            self.byte_begins = append(self.byte_begins, i64(len(self.byte_fields)))
        number = 0
        for hidden_fields in (self.counts, self.secret_fields):
            for hidden_field in hidden_fields:
                self.hidden_of[self.at[hidden_field]].append(number)
                if self.beside[hidden_field] != 0:
                    self.hidden_of[self.at[hidden_field] + self.beside[hidden_field]].append(number)
                number += 1
        self.hidden_begins = vec[i64]([0])
        for numbers in self.hidden_of:
            for hidden_number in numbers:
                self.hidden_numbers = append(self.hidden_numbers, i64(hidden_number))
            self.hidden_begins = append(self.hidden_begins, i64(len(self.hidden_numbers)))

        self.open_bytes = masks_of(vec[i64](), vec[u8]([u8(255 if fields else 0) for fields in self.fields_of]))
        self.hidden_bytes = masks_of(vec[i64](), vec[u8]([u8(255 if fields else 0) for fields in self.hidden_of]))

    def set_heeded(self, setup: Setup, length: i64) -> None:
        """Make masks, for a spectator and each seat, of the bytes on which odds depend."""
        self.words_of_bytes: i64 = (length + WORD - 1) // WORD
        self.heeded = vec[i64]()
        for watcher in range(setup.players + 1):
            table = vec[u8]([255] * length)
            if watcher < i64(len(setup.belief_inputs)):
                table = setup.belief_inputs[watcher]
            self.heeded = masks_of(self.heeded, table)
        self.open_bytes = vec[i64]()
        self.hidden_bytes = vec[i64]()
        """And of the bytes that are part of open fields, and of hidden ones."""

    def row_in(self, small: bytes, field: i64) -> i64:
        """Return which row is written for a field; its last one for values that are not foreseen."""
        at = self.at[field]
        value = i64(small[at])
        beside = self.beside[field]
        if beside != 0:
            value = value * self.choices[field] + i64(small[at + beside])
        row = self.first_row[field] + value
        last = self.last_row[field]
        return row if row < last else last

    def world(self, state: State, seat: i64, number: i64) -> State:
        """Return one of the states that a seat cannot tell from this one, always the same for what it knows."""
        # A generator for each: how many numbers a resample has taken is nobody's business.
        return state._resample(seat, Random(SEED + number))
