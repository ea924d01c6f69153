# compiled by mypyc
"""Rows of features, written at full speed; see ``feature_lookup.py`` for what is written.

Little of a position changes in a step. So each row is kept together with the bytes and words that it was made from.
The bytes of the next state are compared with these, eight at a time, and only the fields of bytes that differ are
written again: the features of the previous pattern are set to zero, and those of the new one are written.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from triangulum.adapters.belief_mean import BeliefMean
from triangulum.adapters.feature_lookup import (
    BYTE_INDEX,
    CHUNK_SIZE,
    COLUMN,
    FIRST_FEATURE,
    FIRST_PATTERN,
    HIDDEN_SCALAR,
    KIND,
    LAST_DIRECT_PATTERN,
    MASK_WORD_SIZE,
    NUM_MASK_FEATURES,
    WORD_COLUMN,
    WORD_INDEX,
    FeatureLookup,
    FieldOffset,
    PatternIndex,
    encode_float32,
)
from triangulum.core.state import State
from triangulum.core.types import Mask, Seat

RowIndex: TypeAlias = i64
"""The number of a row of features, from 0."""

ONE_BITS: Final = 0x3F800000
"""The bits of 1.0."""
NO_SEAT: Final = -3
"""Nobody's number, not even that of chance or the end."""
NO_PATTERN: Final = -1
"""In place of a pattern: nothing has been written, or a mean of several."""
NO_WATCHER: Final = -1


# What the hidden fields of a row have been written from.
FROM_RESAMPLES: Final = 0
FROM_BELIEF: Final = 1  # the seat knows some of them, and the others are means
ALL_KNOWN: Final = 2


class ObservationRows:
    """Rows of features, one after the other, each of what a seat may know of a state."""

    def __init__(self, lookup: FeatureLookup, num_rows: i64) -> None:
        self.lookup = lookup
        self.mean = BeliefMean(lookup)
        self.feature_bits = vec[i32]([0] * (num_rows * lookup.num_features))
        """All features, as the bits of 32-bit floats. It is written in place, and lent to whoever reads it."""
        # What each row has been made from.
        self.row_seats = vec[i64]([NO_SEAT] * num_rows)
        self.row_movers = vec[i64]([NO_SEAT] * num_rows)
        self.previous_bytes = [b"" for _ in range(num_rows)]
        self.previous_words = vec[i64]([0] * (num_rows * lookup.num_mask_words))
        self.has_mean_words = vec[u8]([0] * num_rows)
        """Whether the words of a row are means of several, of which none is kept."""
        self.hidden_sources = vec[u8]([FROM_RESAMPLES] * num_rows)
        """What hidden fields of a row are written from; those from a belief stay while the belief does."""
        # For each hidden field, the pattern that is written there, or NO_PATTERN for a mean.
        self.num_hidden_fields: i64 = i64(len(lookup.hidden_fields))
        self.hidden_patterns = vec[i64]([NO_PATTERN] * (num_rows * self.num_hidden_fields))
        # Of the row that is being written: which hidden fields have bytes that differ from the previous ones, and
        # whether what the seat believes may differ.
        self.changed_hidden_indexes = vec[i64]([0] * (2 * i64(len(lookup.hidden_byte_indexes))))
        self.num_changed_hidden: i64 = 0
        self.belief_inputs_changed = False
        # For each row, the columns of vector fields in which the mean is not zero, and how many.
        self.row_mean_columns = vec[i32]([0] * (num_rows * lookup.num_hidden_vector_features))
        self.num_row_mean_columns = vec[i64]([0] * num_rows)

    def write_rows(self, states: list[State], seats: vec[i64]) -> None:
        """Write a row for each of many states, for a seat of each."""
        for row in range(i64(len(states))):
            self.write_row(row, states[row], seats[row])

    def write_row(self, row: RowIndex, state: State, seat: Seat) -> None:
        """Write a row: the seat that looks, the seat to move, bytes, words."""
        lookup = self.lookup
        if not lookup.has_secrets:
            self.write_seat_and_mover(row, seat, state.to_move)
            self.write_visible_fields(row, state, NO_WATCHER)
            self.write_changed_words(row, state)
            return
        # The truth is looked at here and nowhere else: what is written is made from what the seat may know.
        observed = lookup.observed_state
        if not state.observe_into(seat, observed):
            self.write_row_from_resamples(row, state, seat)
            return
        source = self.hidden_sources[row]
        is_same = source != FROM_RESAMPLES and self.row_seats[row] == seat and self.row_movers[row] == observed.to_move
        self.write_seat_and_mover(row, seat, observed.to_move)
        self.write_visible_fields(row, observed, seat + 1 if is_same or source == ALL_KNOWN else i64(NO_WATCHER))
        if is_same and not self.belief_inputs_changed:
            self.write_changed_hidden_fields(row)
            self.write_changed_words(row, observed)
            return
        belief = lookup.belief
        belief.clear()
        if observed.belief(seat, belief):
            if belief.num_assigned == 0 and source == ALL_KNOWN:
                self.write_changed_hidden_fields(row)
                self.write_changed_words(row, observed)
                return
            self.clear_vector_means(row)
            self.write_hidden_fields_and_words(row, observed)
            self.hidden_sources[row] = u8(FROM_BELIEF if belief.num_assigned else ALL_KNOWN)
            return
        self.clear_vector_means(row)
        self.write_resample_means(row, state, seat, [])

    def write_row_from_resamples(self, row: RowIndex, state: State, seat: Seat) -> None:
        """Write a row for a game in which only resamples show what a seat may know."""
        lookup = self.lookup
        resample = lookup.resample_for_seat(state, seat, 0)
        self.write_seat_and_mover(row, seat, resample.to_move)
        self.write_visible_fields(row, resample, NO_WATCHER)
        self.clear_vector_means(row)
        lookup.belief.clear()
        # Asked of a resample, so that a game that counts wrongly still cannot tell what the seat does not know.
        if resample.belief(seat, lookup.belief):
            self.write_hidden_fields_and_words(row, resample)
            self.hidden_sources[row] = u8(FROM_RESAMPLES)
            return
        self.write_resample_means(row, state, seat, [resample])

    def write_hidden_fields_and_words(self, row: RowIndex, known: State) -> None:
        """Write the hidden fields by the belief that the game has stated, and the words."""
        self.write_hidden_fields_from_belief(row, known.byte_fields)
        self.write_changed_words(row, known)

    def write_resample_means(self, row: RowIndex, state: State, seat: Seat, resamples: list[State]) -> None:
        """Write the hidden fields and the words as means of several resamples, of which there may be some already."""
        lookup = self.lookup
        for number in range(i64(len(resamples)), lookup.num_resamples):
            resamples.append(lookup.resample_for_seat(state, seat, number))
        self.write_hidden_means(row, resamples)
        self.write_word_means(row, resamples)
        self.hidden_sources[row] = u8(FROM_RESAMPLES)

    def write_seat_and_mover(self, row: RowIndex, seat: Seat, mover: Seat) -> None:
        """Write who looks, if it is not a spectator, and who is to move: a seat, chance, or nobody any more."""
        feature_bits = self.feature_bits
        num_players = self.lookup.num_players
        row_start = row * self.lookup.num_features
        previous = self.row_seats[row]
        if previous != seat:
            if previous >= 0:
                feature_bits[row_start + previous] = 0
            if seat >= 0:
                feature_bits[row_start + seat] = ONE_BITS
            self.row_seats[row] = seat
        previous = self.row_movers[row]
        if previous != mover:
            row_start += num_players
            if previous != NO_SEAT:
                feature_bits[row_start + (previous if previous >= 0 else num_players - 1 - previous)] = 0
            feature_bits[row_start + (mover if mover >= 0 else num_players - 1 - mover)] = ONE_BITS
            self.row_movers[row] = mover

    def write_visible_fields(self, row: RowIndex, state: State, watcher_index: i64) -> None:
        """Write the visible fields whose bytes have changed.

        For a watcher (0 for a spectator, or 1 + a seat) also collect the hidden fields that have; not for NO_WATCHER.
        """
        lookup = self.lookup
        current = bytes(state.byte_fields)
        previous = self.previous_bytes[row]
        self.previous_bytes[row] = current
        self.num_changed_hidden = 0
        self.belief_inputs_changed = False
        length = i64(len(current))
        if i64(len(previous)) != length or length < CHUNK_SIZE:
            self.belief_inputs_changed = True
            for field in lookup.visible_fields:
                old_pattern = lookup.find_value_pattern(previous, field) if len(previous) else i64(NO_PATTERN)
                self.replace_pattern(row, field, old_pattern, lookup.find_value_pattern(current, field))
            return
        visible_byte_masks = lookup.visible_byte_masks
        chunk: i64 = 0
        start: i64 = 0
        while start < length:
            if start > length - CHUNK_SIZE:
                start = length - CHUNK_SIZE
            changed_mask = read_i64_le(current, start) ^ read_i64_le(previous, start)
            if changed_mask:
                if watcher_index >= 0:
                    if changed_mask & lookup.hidden_byte_masks[chunk]:
                        self.collect_changed_hidden_fields(start, changed_mask)
                    if changed_mask & lookup.belief_input_masks[lookup.num_chunks * watcher_index + chunk]:
                        self.belief_inputs_changed = True
                changed_mask &= visible_byte_masks[chunk]
                if changed_mask:
                    self.write_visible_fields_of_changed_bytes(row, start, changed_mask, previous, current)
            start += CHUNK_SIZE
            chunk += 1

    def write_visible_fields_of_changed_bytes(
        self, row: RowIndex, start: i64, changed_mask: Mask, previous: bytes, current: bytes
    ) -> None:
        """Write the visible fields of those bytes of a chunk that have changed."""
        lookup = self.lookup
        starts = lookup.visible_byte_starts
        byte_fields = lookup.visible_byte_fields
        fields = lookup.fields
        single_column = lookup.pattern_single_column
        feature_bits = self.feature_bits
        row_start = row * lookup.num_features
        # The byte in question is always the lowest one of each of these.
        old_chunk = read_i64_le(previous, start)
        new_chunk = read_i64_le(current, start)
        for byte_index in range(start, start + CHUNK_SIZE):
            if changed_mask & 255:
                for i in range(starts[byte_index], starts[byte_index + 1]):
                    field = byte_fields[i]
                    old_pattern = fields[field + FIRST_PATTERN] + (old_chunk & 255)
                    new_pattern = fields[field + FIRST_PATTERN] + (new_chunk & 255)
                    last_pattern = fields[field + LAST_DIRECT_PATTERN]
                    if old_pattern > last_pattern or new_pattern > last_pattern:
                        # A field of two bytes may be written twice, and then is the same.
                        old_pattern = lookup.find_value_pattern(previous, field)
                        new_pattern = lookup.find_value_pattern(current, field)
                    if single_column[old_pattern] < 0 or single_column[new_pattern] < 0:
                        self.replace_pattern(row, field, old_pattern, new_pattern)
                        continue
                    column = row_start + fields[field + COLUMN]
                    feature_bits[column + single_column[old_pattern]] = 0
                    feature_bits[column + single_column[new_pattern]] = lookup.pattern_first_bits[new_pattern]
            changed_mask >>= 8
            old_chunk >>= 8
            new_chunk >>= 8

    def collect_changed_hidden_fields(self, start: i64, changed_mask: Mask) -> None:
        """Collect the hidden fields of those bytes of a chunk that have changed."""
        lookup = self.lookup
        starts = lookup.hidden_byte_starts
        for byte_index in range(start, start + CHUNK_SIZE):
            if changed_mask & 255:
                for i in range(starts[byte_index], starts[byte_index + 1]):
                    self.changed_hidden_indexes[self.num_changed_hidden] = lookup.hidden_byte_indexes[i]
                    self.num_changed_hidden += 1
            changed_mask >>= 8

    def replace_pattern(
        self, row: RowIndex, field: FieldOffset, old_pattern: PatternIndex, new_pattern: PatternIndex
    ) -> None:
        """Write the features of a pattern of a field in place of those of another; either may be NO_PATTERN."""
        lookup = self.lookup
        feature_bits = self.feature_bits
        single_column = lookup.pattern_single_column
        field_start = row * lookup.num_features + lookup.fields[field + COLUMN]
        if old_pattern != NO_PATTERN:
            column = single_column[old_pattern]
            if column >= 0:
                feature_bits[field_start + column] = 0
            else:
                for i in range(lookup.pattern_starts[old_pattern], lookup.pattern_starts[old_pattern + 1]):
                    feature_bits[field_start + lookup.pattern_columns[i]] = 0
        if new_pattern != NO_PATTERN:
            column = single_column[new_pattern]
            if column >= 0:
                feature_bits[field_start + column] = lookup.pattern_first_bits[new_pattern]
            else:
                for i in range(lookup.pattern_starts[new_pattern], lookup.pattern_starts[new_pattern + 1]):
                    feature_bits[field_start + lookup.pattern_columns[i]] = lookup.pattern_bits[i]

    # Hidden fields.

    def clear_vector_means(self, row: RowIndex) -> None:
        """Set the features of vector fields that are written as means to zero."""
        feature_bits = self.feature_bits
        row_mean_columns = self.row_mean_columns
        row_start = row * self.lookup.num_features
        first = row * self.lookup.num_hidden_vector_features
        for i in range(first, first + self.num_row_mean_columns[row]):
            feature_bits[row_start + i64(row_mean_columns[i])] = 0
        self.num_row_mean_columns[row] = 0

    def write_changed_hidden_fields(self, row: RowIndex) -> None:
        """Write the hidden fields whose bytes have changed and are known, where the belief is as it was."""
        lookup = self.lookup
        for i in range(self.num_changed_hidden):
            hidden_index = self.changed_hidden_indexes[i]
            if self.hidden_patterns[row * self.num_hidden_fields + hidden_index] != NO_PATTERN:
                pattern = lookup.find_value_pattern(self.previous_bytes[row], lookup.hidden_fields[hidden_index])
                self.write_hidden_pattern(row, hidden_index, pattern)

    def write_hidden_pattern(self, row: RowIndex, hidden_index: i64, pattern: PatternIndex) -> None:
        """Write a pattern of a hidden field, if it is not there yet; the mean of a vector field has been cleared."""
        at = row * self.num_hidden_fields + hidden_index
        old_pattern = self.hidden_patterns[at]
        if old_pattern != pattern:
            self.replace_pattern(row, self.lookup.hidden_fields[hidden_index], old_pattern, pattern)
            self.hidden_patterns[at] = pattern

    def write_hidden_fields_from_belief(self, row: RowIndex, byte_fields: vec[u8]) -> None:
        """Write the hidden fields by the belief, of which the bytes are those of the row.

        A byte for which the belief has no list is known to the seat, so its pattern is written; otherwise the mean over
        the list. Fields one after the other often have a list in common, so the mean is only computed again for another
        list, or for a field with another table.
        """
        lookup = self.lookup
        distribution_of_byte = lookup.belief.distribution_of_byte
        hidden_fields = lookup.hidden_fields
        fields = lookup.fields
        first_bits = lookup.pattern_first_bits
        feature_bits = self.feature_bits
        hidden_patterns = self.hidden_patterns
        mean = self.mean
        row_start = row * lookup.num_features
        hidden_start = row * self.num_hidden_fields
        mean_list: i64 = 0
        mean_first_pattern: i64 = -1
        scalar_bits: i32 = 0
        for i in range(i64(len(hidden_fields))):
            field = hidden_fields[i]
            byte_index = fields[field + BYTE_INDEX]
            first_pattern = fields[field + FIRST_PATTERN]
            list_number = distribution_of_byte[byte_index]
            if list_number == 0:
                pattern = first_pattern + i64(byte_fields[byte_index])
                if pattern > fields[field + LAST_DIRECT_PATTERN]:
                    pattern = lookup.find_value_pattern(self.previous_bytes[row], field)
                if hidden_patterns[hidden_start + i] == pattern:
                    continue
                if fields[field + KIND] == HIDDEN_SCALAR:
                    hidden_patterns[hidden_start + i] = pattern
                    feature_bits[row_start + fields[field + COLUMN]] = first_bits[pattern]
                else:
                    self.write_hidden_pattern(row, i, pattern)
                continue
            is_new_mean = list_number != mean_list or first_pattern != mean_first_pattern
            mean_list = list_number
            mean_first_pattern = first_pattern
            if fields[field + KIND] == HIDDEN_SCALAR:
                if is_new_mean:
                    scalar_bits = mean.compute_scalar_mean(field, list_number - 1)
                hidden_patterns[hidden_start + i] = NO_PATTERN
                feature_bits[row_start + fields[field + COLUMN]] = scalar_bits
            else:
                if is_new_mean:
                    mean.compute_vector_mean(field, list_number - 1)
                self.write_mean_of_hidden_vector(row, i)

    def write_mean_of_hidden_vector(self, row: RowIndex, hidden_index: i64) -> None:
        """Write the mean of a vector field that has been computed."""
        lookup = self.lookup
        at = row * self.num_hidden_fields + hidden_index
        field = lookup.hidden_fields[hidden_index]
        if self.hidden_patterns[at] != NO_PATTERN:
            self.replace_pattern(row, field, self.hidden_patterns[at], NO_PATTERN)
            self.hidden_patterns[at] = NO_PATTERN
        feature_bits = self.feature_bits
        mean = self.mean
        mean_columns = mean.columns
        mean_bits = mean.bits
        row_mean_columns = self.row_mean_columns
        row_start = row * lookup.num_features
        field_column = lookup.fields[field + COLUMN]
        end = row * lookup.num_hidden_vector_features + self.num_row_mean_columns[row]
        for i in range(mean.num_columns):
            column = field_column + mean_columns[i]
            feature_bits[row_start + column] = mean_bits[i]
            row_mean_columns[end] = i32(column)
            end += 1
        self.num_row_mean_columns[row] += mean.num_columns

    def write_hidden_means(self, row: RowIndex, resamples: list[State]) -> None:
        """Write the hidden fields as means of several resamples."""
        lookup = self.lookup
        belief = lookup.belief
        mean = self.mean
        resample_bytes = [bytes(resample.byte_fields) for resample in resamples]
        for hidden_index in range(self.num_hidden_fields):
            field = lookup.hidden_fields[hidden_index]
            mean.set_belief_from_resamples(resample_bytes, field)
            if lookup.fields[field + KIND] == HIDDEN_SCALAR:
                self.hidden_patterns[row * self.num_hidden_fields + hidden_index] = NO_PATTERN
                column = row * lookup.num_features + lookup.fields[field + COLUMN]
                self.feature_bits[column] = mean.compute_scalar_mean(field, 0)
                continue
            value = belief.values[0]
            is_known = True
            for i in range(belief.num_entries):
                is_known = is_known and belief.values[i] == value
            if is_known:
                self.write_hidden_pattern(row, hidden_index, lookup.fields[field + FIRST_PATTERN] + value)
            else:
                mean.compute_vector_mean(field, 0)
                self.write_mean_of_hidden_vector(row, hidden_index)

    # Words.

    def write_changed_words(self, row: RowIndex, state: State) -> None:
        """Write the words that have changed, bit by bit."""
        lookup = self.lookup
        mask_words = lookup.mask_words
        num_words = lookup.num_mask_words
        for i in range(num_words):
            entry = MASK_WORD_SIZE * i
            word_index = mask_words[entry + WORD_INDEX]
            word = state.word_fields[word_index] if word_index < i64(len(state.word_fields)) else i64(0)
            if word == self.previous_words[num_words * row + i] and not self.has_mean_words[row]:
                continue
            self.previous_words[num_words * row + i] = word
            column = row * lookup.num_features + mask_words[entry + WORD_COLUMN]
            first = mask_words[entry + FIRST_FEATURE]
            for feature in range(first, first + mask_words[entry + NUM_MASK_FEATURES]):
                bit = lookup.mask_feature_bit[feature]
                self.feature_bits[column] = ONE_BITS if bit >= 0 and (word >> bit) & 1 else 0
                column += 1
        self.has_mean_words[row] = u8(0)

    def write_word_means(self, row: RowIndex, resamples: list[State]) -> None:
        """Write for each bit of the words the share of resamples that have it."""
        self.has_mean_words[row] = u8(1)
        lookup = self.lookup
        mask_words = lookup.mask_words
        for i in range(lookup.num_mask_words):
            entry = MASK_WORD_SIZE * i
            column = row * lookup.num_features + mask_words[entry + WORD_COLUMN]
            first = mask_words[entry + FIRST_FEATURE]
            for feature in range(first, first + mask_words[entry + NUM_MASK_FEATURES]):
                num_set = count_resamples_with_bit(
                    resamples, mask_words[entry + WORD_INDEX], lookup.mask_feature_bit[feature]
                )
                self.feature_bits[column] = encode_float32(num_set, i64(len(resamples)))
                column += 1


def count_resamples_with_bit(resamples: list[State], word_index: i64, bit: i64) -> i64:
    """Return how many resamples have a bit of a word set; 0 for bit -1 or a word that doesn't exist."""
    num_set: i64 = 0
    if bit >= 0:
        for resample in resamples:
            if word_index < i64(len(resample.word_fields)):
                num_set += (resample.word_fields[word_index] >> bit) & 1
    return num_set
