# compiled by mypyc
"""Which features the numbers of a state are written as, as lookup vectors.

``observation_rows.py`` writes the features, and ``observation.py`` says what they mean.

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

RESAMPLE_SEED: Final = 20_240_101
"""Any number will do; the same one always, so that a seat that knows the same is shown the same."""

MANTISSA_BITS: Final = 23
"""How many bits of a 32-bit float are the fraction behind its leading 1."""
EXPONENT_BIAS: Final = 127
"""The exponent of 1.0."""

CHUNK_SIZE: Final = 8
"""Bytes that are compared at a time, as one 64-bit integer."""

MAX_DENOMINATOR: Final = 1024
"""Features are multiples of 1 / a number up to this one; where they are not, they are rounded."""
ROUNDING_DENOMINATOR: Final = 1_048_576
DENOMINATOR_LIMIT: Final = 549_755_813_888
"""Fractions of larger numbers than 2 ** 39 do not fit into a machine word while they are computed."""


def float32_bits(numerator: i64, denominator: i64) -> i32:
    """Return numerator / denominator, which is from 0 to 1, as the bits of a 32-bit float, rounded."""
    while denominator >= DENOMINATOR_LIMIT:
        numerator >>= 1
        denominator >>= 1
    if numerator <= 0:  # Less than nothing is a game's mistake, which must not keep us here for ever.
        return 0
    exponent: i64 = EXPONENT_BIAS
    while numerator < denominator:
        numerator *= 2
        exponent -= 1
    # The leading 1 is left out, and so one is taken from the exponent's place, where a fraction rounded up may go.
    mantissa = ((numerator << MANTISSA_BITS) + (denominator >> 1)) // denominator
    return i32(((exponent - 1) << MANTISSA_BITS) + mantissa)


def find_common_denominator(table: list[list[float]]) -> int:
    """Return the least number of which all features in a table are fractions, or one to round them with."""
    features = {feature for row in table for feature in row}
    for denominator in range(1, MAX_DENOMINATOR + 1):
        if all(abs(feature * denominator - round(feature * denominator)) < 1e-9 for feature in features):
            return denominator
    return ROUNDING_DENOMINATOR


def append_chunk_masks(masks: vec[i64], byte_mask: vec[u8]) -> vec[i64]:
    """Append a mask of bytes to others, eight bytes to a chunk; the last chunk may begin earlier, to be whole."""
    data = bytes(byte_mask)
    for start in range(0, len(data), CHUNK_SIZE):
        first = max(min(start, len(data) - CHUNK_SIZE), 0)
        masks = append(masks, i64(int.from_bytes(data[first : first + CHUNK_SIZE], "little", signed=True)))
    return masks


class FeatureLookup:
    """Which features the states of one setup are written as.

    A *field* is a byte of ``State.byte_fields``, or two that belong together. It has columns of its own in a row of
    features, and for each value a *pattern*: the features that the value is written as. Most features of a pattern are
    zero, so patterns are kept as sparse rows: the features of pattern p that are not zero are numbers
    ``pattern_starts[p]`` up to ``pattern_starts[p + 1]`` of ``pattern_columns`` and ``pattern_bits``.

    A field is *hidden* if seats may know different things of it, and else *visible*. Where a seat does not know a
    hidden field, the mean over all values that it holds possible is written. Of hidden fields, *scalar* ones have one
    feature and *vector* ones have more. What a loop reads of the fields that it visits is copied into vectors in the
    order of that loop: ``visible_byte_…``, ``hidden_scalar_…`` and ``hidden_vector_…``.
    """

    def __init__(self, setup: Setup, num_bytes: i64, num_resamples: i64, has_secrets: bool) -> None:
        self.num_players: i64 = setup.players
        self.num_resamples = num_resamples
        self.has_secrets = has_secrets
        self.num_features: i64 = 2 * setup.players + 2
        """How many features a row has; at first those for the seat that looks and for the seat to move."""
        self.belief = Belief(num_bytes)
        self.observed_state = setup.new()
        """What a seat may know of a state, kept to be written again and again."""
        self.build_belief_input_masks(setup, num_bytes)

        # For each pattern.
        self.pattern_starts = vec[i64]([0])
        self.pattern_columns = vec[i64]()
        """The column of each feature that is not zero, from the first column of the field."""
        self.pattern_bits = vec[i32]()
        self.pattern_units = vec[i64]()
        """The same features as whole numbers, to be added up: numerators over the field's denominator."""
        self.pattern_first_bits = vec[i32]()
        self.pattern_first_units = vec[i64]()
        """The first feature that is not zero, or zero."""
        self.pattern_single_column = vec[i64]()
        """The column of the only feature that is not zero: any if all are zero, and -1 if there are several."""
        self.max_field_width: i64 = 0

        # For each field.
        self.field_byte_index = vec[i64]()
        self.field_second_offset = vec[i64]()
        """From the field's byte to its second one, or 0."""
        self.field_num_second_values = vec[i64]()
        self.field_first_pattern = vec[i64]()
        self.field_last_pattern = vec[i64]()
        self.field_denominator = vec[i64]()
        self.field_column = vec[i64]()
        """The first column of its features."""
        self.visible_fields = vec[i64]()

        # For each hidden field with one feature. The last pattern is -1 for a field of two bytes.
        self.hidden_scalar_fields = vec[i64]()
        self.hidden_scalar_byte_index = vec[i64]()
        self.hidden_scalar_first_pattern = vec[i64]()
        self.hidden_scalar_last_pattern = vec[i64]()
        self.hidden_scalar_column = vec[i64]()

        # The same for each hidden field with several.
        self.hidden_vector_fields = vec[i64]()
        self.hidden_vector_byte_index = vec[i64]()
        self.hidden_vector_first_pattern = vec[i64]()
        self.hidden_vector_last_pattern = vec[i64]()
        self.hidden_vector_column = vec[i64]()
        self.num_hidden_vector_features: i64 = 0
        """How many features these have together."""

        # For each byte, the visible fields that it is part of, from ``visible_byte_starts[byte]`` on. The last pattern
        # is -1 for a field of two bytes, so that every pattern is above it.
        self.visible_fields_by_byte: list[list[int]] = [[] for _ in range(num_bytes)]
        self.visible_byte_starts = vec[i64]()
        self.visible_byte_fields = vec[i64]()
        self.visible_byte_first_pattern = vec[i64]()
        self.visible_byte_last_pattern = vec[i64]()
        self.visible_byte_column = vec[i64]()

        # For each byte, the hidden fields that it is part of, by their index: scalar ones first, then vector ones.
        self.hidden_fields_by_byte: list[list[int]] = [[] for _ in range(num_bytes)]
        self.hidden_byte_starts = vec[i64]()
        self.hidden_byte_fields = vec[i64]()

        # For each word that is a mask: which word, its first column, and for each of its features the bit, or -1.
        self.mask_word_index = vec[i64]()
        self.mask_column = vec[i64]()
        self.mask_feature_starts = vec[i64]([0])
        self.mask_feature_bit = vec[i64]()

    def add_byte_fields(
        self,
        start: i64,
        count: i64,
        step: i64,
        second_offset: i64,
        num_second_values: i64,
        is_hidden: bool,
        table: list[list[float]],
    ) -> None:
        """Add a field for each of some bytes, all with the patterns of one table, which has a row for each value."""
        first_pattern = i64(len(self.pattern_starts)) - 1
        denominator = find_common_denominator(table)
        for features in table:
            for column, feature in enumerate(features):
                units = i64(round(feature * denominator))
                if units > 0:
                    self.pattern_columns = append(self.pattern_columns, i64(column))
                    self.pattern_bits = append(self.pattern_bits, float32_bits(units, i64(denominator)))
                    self.pattern_units = append(self.pattern_units, units)
            begin = self.pattern_starts[i64(len(self.pattern_starts)) - 1]
            end = i64(len(self.pattern_columns))
            first_bits = self.pattern_bits[begin] if begin < end else i32(0)
            first_units = self.pattern_units[begin] if begin < end else i64(0)
            single_column = self.pattern_columns[begin] if end == begin + 1 else i64(-1 if begin < end else 0)
            self.pattern_first_bits = append(self.pattern_first_bits, first_bits)
            self.pattern_first_units = append(self.pattern_first_units, first_units)
            self.pattern_single_column = append(self.pattern_single_column, single_column)
            self.pattern_starts = append(self.pattern_starts, end)
        last_pattern = first_pattern + i64(len(table)) - 1
        width = i64(len(table[0]))
        self.max_field_width = max(self.max_field_width, width)
        for number in range(count):
            field = i64(len(self.field_byte_index))
            byte_index = start + number * step
            self.field_byte_index = append(self.field_byte_index, byte_index)
            self.field_second_offset = append(self.field_second_offset, second_offset)
            self.field_num_second_values = append(self.field_num_second_values, num_second_values)
            self.field_first_pattern = append(self.field_first_pattern, first_pattern)
            self.field_last_pattern = append(self.field_last_pattern, last_pattern)
            self.field_denominator = append(self.field_denominator, i64(denominator))
            self.field_column = append(self.field_column, self.num_features)
            if is_hidden and self.has_secrets:
                self.add_hidden_field(field, width)
            else:
                self.visible_fields = append(self.visible_fields, field)
                self.visible_fields_by_byte[byte_index].append(int(field))
                if second_offset != 0:
                    self.visible_fields_by_byte[byte_index + second_offset].append(int(field))
            self.num_features += width

    def add_hidden_field(self, field: i64, width: i64) -> None:
        """Add a field to the scalar hidden ones or to the vector ones."""
        byte_index = self.field_byte_index[field]
        first_pattern = self.field_first_pattern[field]
        last_pattern = self.last_single_byte_pattern(field)
        column = self.field_column[field]
        if width == 1:
            self.hidden_scalar_fields = append(self.hidden_scalar_fields, field)
            self.hidden_scalar_byte_index = append(self.hidden_scalar_byte_index, byte_index)
            self.hidden_scalar_first_pattern = append(self.hidden_scalar_first_pattern, first_pattern)
            self.hidden_scalar_last_pattern = append(self.hidden_scalar_last_pattern, last_pattern)
            self.hidden_scalar_column = append(self.hidden_scalar_column, column)
        else:
            self.hidden_vector_fields = append(self.hidden_vector_fields, field)
            self.hidden_vector_byte_index = append(self.hidden_vector_byte_index, byte_index)
            self.hidden_vector_first_pattern = append(self.hidden_vector_first_pattern, first_pattern)
            self.hidden_vector_last_pattern = append(self.hidden_vector_last_pattern, last_pattern)
            self.hidden_vector_column = append(self.hidden_vector_column, column)
            self.num_hidden_vector_features += width

    def last_single_byte_pattern(self, field: i64) -> i64:
        """Return the last pattern of a field that one byte decides, or -1 if there is a second byte."""
        return self.field_last_pattern[field] if self.field_second_offset[field] == 0 else i64(-1)

    def add_mask_word(self, word_index: i64, columns: list[int], num_columns: i64) -> None:
        """Add a word that is written bit by bit, each bit into one of its columns."""
        self.mask_word_index = append(self.mask_word_index, word_index)
        self.mask_column = append(self.mask_column, self.num_features)
        start = i64(len(self.mask_feature_bit))
        for _ in range(num_columns):
            self.mask_feature_bit = append(self.mask_feature_bit, i64(-1))
        for bit in range(len(columns)):
            self.mask_feature_bit[start + i64(columns[bit])] = i64(bit)
        self.mask_feature_starts = append(self.mask_feature_starts, start + num_columns)
        self.num_features += num_columns

    def build_byte_lookup(self) -> None:
        """Build the vectors that find the fields of a byte, when all fields have been added."""
        self.visible_byte_starts = vec[i64]([0])
        for fields in self.visible_fields_by_byte:
            for visible_field in fields:
                field = i64(visible_field)
                first_pattern = self.field_first_pattern[field]
                last_pattern = self.last_single_byte_pattern(field)
                self.visible_byte_fields = append(self.visible_byte_fields, field)
                self.visible_byte_first_pattern = append(self.visible_byte_first_pattern, first_pattern)
                self.visible_byte_last_pattern = append(self.visible_byte_last_pattern, last_pattern)
                self.visible_byte_column = append(self.visible_byte_column, self.field_column[field])
            self.visible_byte_starts = append(self.visible_byte_starts, i64(len(self.visible_byte_fields)))
        hidden_index = 0
        for hidden_fields in (self.hidden_scalar_fields, self.hidden_vector_fields):
            for hidden_field in hidden_fields:
                byte_index = self.field_byte_index[hidden_field]
                second_offset = self.field_second_offset[hidden_field]
                self.hidden_fields_by_byte[byte_index].append(hidden_index)
                if second_offset != 0:
                    self.hidden_fields_by_byte[byte_index + second_offset].append(hidden_index)
                hidden_index += 1
        self.hidden_byte_starts = vec[i64]([0])
        for indexes in self.hidden_fields_by_byte:
            for index in indexes:
                self.hidden_byte_fields = append(self.hidden_byte_fields, i64(index))
            self.hidden_byte_starts = append(self.hidden_byte_starts, i64(len(self.hidden_byte_fields)))

        visible_mask = vec[u8]([u8(255 if fields else 0) for fields in self.visible_fields_by_byte])
        hidden_mask = vec[u8]([u8(255 if fields else 0) for fields in self.hidden_fields_by_byte])
        self.visible_byte_masks = append_chunk_masks(vec[i64](), visible_mask)
        self.hidden_byte_masks = append_chunk_masks(vec[i64](), hidden_mask)

    def build_belief_input_masks(self, setup: Setup, num_bytes: i64) -> None:
        """Build masks, for a spectator and each seat, of the bytes on which its belief depends."""
        self.num_chunks: i64 = (num_bytes + CHUNK_SIZE - 1) // CHUNK_SIZE
        self.belief_input_masks = vec[i64]()
        for watcher in range(setup.players + 1):
            byte_mask = vec[u8]([255] * num_bytes)
            if watcher < i64(len(setup.belief_inputs)):
                byte_mask = setup.belief_inputs[watcher]
            self.belief_input_masks = append_chunk_masks(self.belief_input_masks, byte_mask)
        self.visible_byte_masks = vec[i64]()
        self.hidden_byte_masks = vec[i64]()
        """And of the bytes that are part of visible fields, and of hidden ones."""

    def find_pattern(self, byte_fields: bytes, field: i64) -> i64:
        """Return the pattern of a field's value; the field's last one for values beyond its table."""
        byte_index = self.field_byte_index[field]
        value = i64(byte_fields[byte_index])
        second_offset = self.field_second_offset[field]
        if second_offset != 0:
            value = value * self.field_num_second_values[field] + i64(byte_fields[byte_index + second_offset])
        pattern = self.field_first_pattern[field] + value
        last_pattern = self.field_last_pattern[field]
        return pattern if pattern < last_pattern else last_pattern

    def resample_for_seat(self, state: State, seat: i64, number: i64) -> State:
        """Return one of the states that a seat cannot tell from this one, always the same for what it knows."""
        # A generator for each: how many numbers a resample has taken is nobody's business.
        return state._resample(seat, Random(RESAMPLE_SEED + number))
