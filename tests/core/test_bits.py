"""Masks hold every number that fits into a machine word, in compiled code too."""

from hypothesis import given
from hypothesis import strategies as st

from triangulum.core.bits import WIDTH, bit, popcount


@given(st.sets(st.integers(0, WIDTH - 1)))
def test_a_mask_holds_what_was_put_into_it(numbers: set[int]) -> None:
    mask = 0
    for number in numbers:
        mask |= bit(number)
    assert mask == sum(2**number for number in numbers)
    assert popcount(mask) == len(numbers)
