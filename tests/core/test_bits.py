"""Masks hold every number that fits into a machine word, in compiled code too."""

from hypothesis import given
from hypothesis import strategies as st

from triangulum.core.boards.bits import WIDTH, bit, list_indices_of_bytes_with_any_bit, popcount


@given(st.sets(st.integers(0, WIDTH - 1)))
def test_a_mask_holds_what_was_put_into_it(numbers: set[int]) -> None:
    mask = 0
    for number in numbers:
        mask |= bit(number)
    assert mask == sum(2**number for number in numbers)
    assert popcount(mask) == len(numbers)


@given(st.binary(min_size=8), st.sampled_from([1, 6, 128, 255]), st.integers(0, 3))
def test_bytes_with_some_bits_are_found(data: bytes, bits: int, left_out: int) -> None:
    count = len(data) - left_out
    assert list(list_indices_of_bytes_with_any_bit(data, count, bits)) == [at for at in range(count) if data[at] & bits]
