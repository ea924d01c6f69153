# compiled by mypyc
"""The mean of a field's features over the values that a seat considers possible, weighted by its belief."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from triangulum.adapters.feature_lookup import (
    DENOMINATOR,
    FIRST_PATTERN,
    LAST_PATTERN,
    FeatureLookup,
    FieldOffset,
    encode_float32,
)


class BeliefMean:
    """Computes the mean of one field at a time.

    Features are added up as whole numbers, the units of ``FeatureLookup``, so that a mean is exact until it is rounded
    to a float. The mean of a vector field stays in ``columns`` and ``bits`` until the next one is computed.
    """

    def __init__(self, lookup: FeatureLookup) -> None:
        self.lookup = lookup
        self.sums = vec[i64]([0] * lookup.max_field_width)
        """For each column of the field; all zero except while a mean is computed."""
        self.num_columns: i64 = 0
        self.columns = vec[i64]([0] * lookup.max_field_width)
        """The columns whose mean is not zero, from the first column of the field."""
        self.bits = vec[i32]([0] * lookup.max_field_width)
        """And the mean in each of these, as the bits of a 32-bit float."""

    def compute_scalar_mean(self, field: FieldOffset, list_index: i64) -> i32:
        """Return the mean of a scalar field over a list of the belief, as the bits of a 32-bit float."""
        lookup = self.lookup
        belief = lookup.belief
        values = belief.values
        weights = belief.weights
        units = lookup.pattern_first_units
        first_pattern = lookup.fields[field + FIRST_PATTERN]
        last_pattern = lookup.fields[field + LAST_PATTERN]
        total: i64 = 0
        for i in range(belief.ends[list_index - 1] if list_index else i64(0), belief.ends[list_index]):
            pattern = first_pattern + values[i]
            total += weights[i] * units[pattern if pattern < last_pattern else last_pattern]
        return encode_float32(total, belief.totals[list_index] * lookup.fields[field + DENOMINATOR])

    def compute_vector_mean(self, field: FieldOffset, list_index: i64) -> None:
        """Put the mean of a vector field over a list of the belief into ``columns`` and ``bits``."""
        lookup = self.lookup
        belief = lookup.belief
        values = belief.values
        weights = belief.weights
        starts = lookup.pattern_starts
        pattern_columns = lookup.pattern_columns
        units = lookup.pattern_units
        sums = self.sums
        columns = self.columns
        num_columns: i64 = 0
        first_pattern = lookup.fields[field + FIRST_PATTERN]
        last_pattern = lookup.fields[field + LAST_PATTERN]
        for i in range(belief.ends[list_index - 1] if list_index else i64(0), belief.ends[list_index]):
            weight = weights[i]
            if weight <= 0:
                continue
            pattern = first_pattern + values[i]
            if pattern > last_pattern:
                pattern = last_pattern
            for j in range(starts[pattern], starts[pattern + 1]):
                column = pattern_columns[j]
                total = sums[column]
                if total == 0:
                    columns[num_columns] = column
                    num_columns += 1
                sums[column] = total + weight * units[j]
        self.num_columns = num_columns
        self.convert_sums_to_float_bits(belief.totals[list_index] * lookup.fields[field + DENOMINATOR])

    def convert_sums_to_float_bits(self, denominator: i64) -> None:
        """Write the sums over a denominator into ``bits``, and clear them for the next mean."""
        sums = self.sums
        columns = self.columns
        mean_bits = self.bits
        last_total: i64 = 0
        bits: i32 = 0
        for i in range(self.num_columns):
            total = sums[columns[i]]
            if total != last_total:
                last_total = total
                bits = encode_float32(total, denominator)
            mean_bits[i] = bits
            sums[columns[i]] = 0

    def set_belief_from_resamples(self, resamples: list[bytes], field: FieldOffset) -> None:
        """Replace the belief by one list: the values that a field has in some resamples, given by their bytes."""
        lookup = self.lookup
        belief = lookup.belief
        belief.clear()
        belief.begin_distribution()
        for byte_fields in resamples:
            belief.add_value(lookup.find_value_pattern(byte_fields, field) - lookup.fields[field + FIRST_PATTERN], 1)
