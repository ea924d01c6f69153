# compiled by mypyc
"""Which features the numbers of a state are written as: tables that ``observation_rows.py`` walks.

``observation.py`` says what the features mean.

Features are 32-bit floats, of which there is no vector. So they are written as the 32-bit integers that have the same
bits, and whoever reads the memory calls them floats.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

from triangulum.core.learning.belief import Belief
from triangulum.core.learning.features import ByteFeatures, FeatureTable, WordFeatures
from triangulum.core.state import Setup, State
from triangulum.core.types import Seat

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


FieldOffset: TypeAlias = i64
"""Where the entry of a field begins in ``FeatureLookup.fields``."""

PatternIndex: TypeAlias = i64
"""The number of a pattern: the features that a value of a field is written as."""

# An entry of FeatureLookup.fields: a byte of a state, or two that belong together, and the columns it is written to.
KIND: Final = 0
BYTE_INDEX: Final = 1
SECOND_OFFSET: Final = 2  # from the field's byte to its second one, or 0
NUM_SECOND_VALUES: Final = 3
FIRST_PATTERN: Final = 4
LAST_PATTERN: Final = 5
LAST_DIRECT_PATTERN: Final = 6  # the last pattern, or -1 for a field of two bytes, so that every pattern is above it
DENOMINATOR: Final = 7  # of the pattern's features as fractions
COLUMN: Final = 8  # the first column of its features
FIELD_SIZE: Final = 9

# Kinds of fields.
VISIBLE: Final = 0
HIDDEN_SCALAR: Final = 1  # hidden, and written as one feature
HIDDEN_VECTOR: Final = 2  # hidden, and written as several

# An entry of FeatureLookup.mask_words: a word of a state that is written bit by bit.
WORD_INDEX: Final = 0
WORD_COLUMN: Final = 1  # the first column of its features
FIRST_FEATURE: Final = 2  # where its features begin in mask_feature_bit
NUM_MASK_FEATURES: Final = 3
MASK_WORD_SIZE: Final = 4


def encode_float32(numerator: i64, denominator: i64) -> i32:
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


def find_common_denominator(table: FeatureTable) -> int:
    """Return the least number of which all features in a table are fractions, or one to round them with."""
    features = {feature for row in table for feature in row}
    for denominator in range(1, MAX_DENOMINATOR + 1):
        if all(abs(feature * denominator - round(feature * denominator)) < 1e-9 for feature in features):
            return denominator
    return ROUNDING_DENOMINATOR


def append_chunk_masks(chunk_masks: vec[i64], byte_mask: vec[u8]) -> vec[i64]:
    """Append a mask with 0 or 255 for each byte, eight bytes to a chunk; the last chunk overlaps, to be whole."""
    data = bytes(byte_mask)
    for start in range(0, len(data), CHUNK_SIZE):
        first = max(min(start, len(data) - CHUNK_SIZE), 0)
        chunk_masks = append(chunk_masks, i64(int.from_bytes(data[first : first + CHUNK_SIZE], "little", signed=True)))
    return chunk_masks


class FeatureLookup:
    """Which features the states of one setup are written as.

    A *field* is a byte of ``State.byte_fields``, or two that belong together. It has columns of its own in a row of
    features, and for each value a *pattern*: the features that the value is written as. Most features of a pattern are
    zero, so patterns are kept as sparse rows: the features of pattern p that are not zero are numbers
    ``pattern_starts[p]`` up to ``pattern_starts[p + 1]`` of ``pattern_columns`` and ``pattern_bits``.

    A field is *hidden* if seats may know different things of it, and else *visible*. Where a seat does not know a
    hidden field, the mean over all values that it holds possible is written.

    All fields are entries of one table, ``fields``. Wherever a field is referred to, it is by the index at which its
    entry begins: ``fields[field + COLUMN]`` is its first column.
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

        self.fields = vec[i64]()
        """For each field the FIELD_SIZE numbers of its entry."""
        self.visible_fields = vec[i64]()
        self.hidden_fields = vec[i64]()
        """In the order of the table. The place of a field in it is its *hidden index*."""
        self.num_hidden_vector_features: i64 = 0
        """How many features the hidden fields with several features have together."""

        # For each byte, the visible fields that it is part of, from ``visible_byte_starts[byte]`` on; and likewise the
        # hidden indexes of its hidden fields.
        self.visible_fields_by_byte: list[list[int]] = [[] for _ in range(num_bytes)]
        self.visible_byte_starts = vec[i64]()
        self.visible_byte_fields = vec[i64]()
        self.hidden_fields_by_byte: list[list[int]] = [[] for _ in range(num_bytes)]
        self.hidden_byte_starts = vec[i64]()
        self.hidden_byte_indexes = vec[i64]()

        self.mask_words = vec[i64]()
        """For each word that is a mask the MASK_WORD_SIZE numbers of its entry."""
        self.num_mask_words: i64 = 0
        self.mask_feature_bit = vec[i64]()
        """For each feature of a mask the bit that it shows, or -1."""

    def add_byte_features(self, part: ByteFeatures) -> None:
        """Add a field for each byte of a game's part, all with the patterns of one table."""
        denominator = find_common_denominator(part.table)
        first_pattern = i64(len(self.pattern_starts)) - 1
        self.add_patterns(part.table, denominator)
        width = i64(len(part.table[0]))
        self.max_field_width = max(self.max_field_width, width)
        second_offset = i64(part.beside)
        last_pattern = i64(len(self.pattern_starts)) - 2
        kind: i64 = VISIBLE
        if part.hidden and self.has_secrets:
            kind = HIDDEN_SCALAR if width == 1 else HIDDEN_VECTOR
        for number in range(part.count):
            field = i64(len(self.fields))
            byte_index = i64(part.start + number * part.step)
            # In the order of the constants above.
            fields = append(append(append(self.fields, kind), byte_index), second_offset)
            fields = append(append(append(fields, i64(part.choices)), first_pattern), last_pattern)
            fields = append(fields, i64(-1) if second_offset else last_pattern)
            self.fields = append(append(fields, i64(denominator)), self.num_features)
            self.num_features += width
            if kind == VISIBLE:
                self.visible_fields = append(self.visible_fields, field)
                self.append_to_lists_of_field_bytes(self.visible_fields_by_byte, field, int(field))
                continue
            self.append_to_lists_of_field_bytes(self.hidden_fields_by_byte, field, len(self.hidden_fields))
            self.hidden_fields = append(self.hidden_fields, field)
            if kind == HIDDEN_VECTOR:
                self.num_hidden_vector_features += width

    def add_patterns(self, table: FeatureTable, denominator: int) -> None:
        """Add a pattern for each row of a table, whose features are fractions over a denominator."""
        for features in table:
            for column, feature in enumerate(features):
                units = i64(round(feature * denominator))
                if units > 0:
                    self.pattern_columns = append(self.pattern_columns, i64(column))
                    self.pattern_bits = append(self.pattern_bits, encode_float32(units, i64(denominator)))
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

    def append_to_lists_of_field_bytes(self, fields_by_byte: list[list[int]], field: FieldOffset, number: int) -> None:
        """Add a number that stands for a field to the lists of its bytes."""
        byte_index = self.fields[field + BYTE_INDEX]
        second_offset = self.fields[field + SECOND_OFFSET]
        fields_by_byte[byte_index].append(number)
        if second_offset != 0:
            fields_by_byte[byte_index + second_offset].append(number)

    def add_word_features(self, part: WordFeatures) -> None:
        """Add a word that is written bit by bit, each bit into one of its columns."""
        start = i64(len(self.mask_feature_bit))
        num_columns = i64(part.size)
        # In the order of the constants above.
        mask_words = append(append(self.mask_words, i64(part.word)), self.num_features)
        self.mask_words = append(append(mask_words, start), num_columns)
        self.num_mask_words += 1
        for _ in range(num_columns):
            self.mask_feature_bit = append(self.mask_feature_bit, i64(-1))
        for bit, column in enumerate(part.places):
            self.mask_feature_bit[start + i64(column)] = i64(bit)
        self.num_features += num_columns

    def index_fields_by_byte(self) -> None:
        """Build the vectors that find the fields of a byte, when all fields have been added."""
        self.visible_byte_starts, self.visible_byte_fields = flatten_lists(self.visible_fields_by_byte)
        self.hidden_byte_starts, self.hidden_byte_indexes = flatten_lists(self.hidden_fields_by_byte)
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

    def find_value_pattern(self, byte_fields: bytes, field: FieldOffset) -> PatternIndex:
        """Return the pattern of a field's value; the field's last one for values beyond its table."""
        fields = self.fields
        byte_index = fields[field + BYTE_INDEX]
        value = i64(byte_fields[byte_index])
        second_offset = fields[field + SECOND_OFFSET]
        if second_offset != 0:
            value = value * fields[field + NUM_SECOND_VALUES] + i64(byte_fields[byte_index + second_offset])
        pattern = fields[field + FIRST_PATTERN] + value
        last_pattern = fields[field + LAST_PATTERN]
        return pattern if pattern < last_pattern else last_pattern

    def resample_for_seat(self, state: State, seat: Seat, number: i64) -> State:
        """Return a state that a seat can't tell from this one; the same knowledge always gives the same state."""
        # A generator for each: how many numbers a resample has taken is nobody's business.
        return state._resample(seat, Random(RESAMPLE_SEED + number))


def flatten_lists(lists: list[list[int]]) -> tuple[vec[i64], vec[i64]]:
    """Return where each list begins, and where the last one ends, in a vector of all their numbers; and that vector."""
    starts = vec[i64]([0])
    numbers = vec[i64]()
    for numbers_of_list in lists:
        for number in numbers_of_list:
            numbers = append(numbers, i64(number))
        starts = append(starts, i64(len(numbers)))
    return starts, numbers
