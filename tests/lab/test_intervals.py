"""Intervals hold what they promise, however often somebody looks."""

import math
import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from tests.sampling import sampled
from triangulum.lab.intervals import confidence_interval, is_ruled_out, log_wealth

LOOKS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 60)
"""After so many values somebody looks, and stops if the truth is ruled out."""

WORLDS: list[tuple[str, float, Callable[[random.Random], float]]] = [
    ("fair coin", 0.5, lambda rng: float(rng.random() < 0.5)),
    ("rare wins", 0.05, lambda rng: float(rng.random() < 0.05)),
    ("rounds of two games", 0.6, lambda rng: (float(rng.random() < 0.6) + float(rng.random() < 0.6)) / 2),
    ("two games with one luck", 0.3, lambda rng: float(rng.random() < 0.3)),
    ("rounds that are nearly all even", 0.51, lambda rng: rng.choices((0.0, 0.5, 1.0), (0.02, 0.94, 0.04))[0]),
    ("shares of a win among three", 1 / 3, lambda rng: rng.choices((0.0, 1 / 3, 1.0), (0.5, 0.25, 0.25))[0]),
]


EACH_WORLD = pytest.mark.parametrize(("mean", "draw"), [it[1:] for it in WORLDS], ids=[it[0] for it in WORLDS])


def fooled(mean: float, draw: Callable[[random.Random], float], times: int, looks: Sequence[int]) -> int:
    """Return how many times of so many somebody who looks this often rules out the truth."""
    rng, wrong = random.Random(1), 0
    for _ in range(times):
        counts = Counter[float]()
        for number in range(1, max(looks) + 1):
            counts[draw(rng)] += 1
            if number in looks and is_ruled_out(counts, mean):
                wrong += 1
                break
    return wrong


@EACH_WORLD
def test_looking_again_and_again_rules_the_truth_out_once_in_twenty_times_at_most(
    mean: float, draw: Callable[[random.Random], float]
) -> None:
    times = sampled(160)
    # Twice the deviation that so many times have by themselves.
    assert fooled(mean, draw, times, LOOKS) / times <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / times)


@pytest.mark.long
@EACH_WORLD
def test_looking_after_every_value_rules_the_truth_out_once_in_twenty_times_at_most(
    mean: float, draw: Callable[[random.Random], float]
) -> None:
    assert fooled(mean, draw, 600, range(1, 101)) / 600 <= 0.05


@EACH_WORLD
def test_a_gambler_neither_gains_nor_loses_on_average_against_the_truth(
    mean: float, draw: Callable[[random.Random], float]
) -> None:
    rng = random.Random(2)
    counts = Counter(draw(rng) for _ in range(20))
    # Any values with this mean will do: here 0 and 1, and the mean itself.
    for lot in ({0.0: 1 - mean, 1.0: mean}, {mean: 1.0}, {0.0: (1 - mean) / 2, mean: 0.5, 1.0: mean / 2}):
        after = sum(chance * math.exp(log_wealth(counts + Counter([value]), mean)) for value, chance in lot.items())
        assert after == pytest.approx(math.exp(log_wealth(counts, mean)))


def test_what_is_outside_is_ruled_out_and_what_is_inside_is_not() -> None:
    for counts in ({0.0: 3, 1.0: 9}, {0.0: 1}, {1.0: 40}, {0.5: 20}, {0.0: 2, 0.25: 7, 1.0: 1}):
        low, high = confidence_interval(counts)
        for mean in (step / 100 for step in range(101)):
            assert is_ruled_out(counts, mean) == (not low <= mean <= high)


def test_an_interval_is_around_the_mean_and_narrows() -> None:
    wide, narrow = confidence_interval({0.0: 4, 1.0: 6}), confidence_interval({0.0: 400, 1.0: 600})
    assert 0 < wide[0] < narrow[0] < 0.6 < narrow[1] < wide[1] < 1
    # An interval for one look at 1000 coins would be 0.061 wide; looking always costs less than twice that.
    assert narrow[1] - narrow[0] < 0.12


def test_equal_rounds_say_more_than_wins_and_losses_do() -> None:
    even, torn = confidence_interval({0.5: 100}), confidence_interval({0.0: 50, 1.0: 50})
    assert even[1] - even[0] < (torn[1] - torn[0]) / 3


def test_nothing_is_known_before_the_first_value_and_ends_are_never_ruled_out_by_themselves() -> None:
    assert confidence_interval({}) == (0.0, 1.0)
    assert confidence_interval({1.0: 0}) == (0.0, 1.0)
    assert not is_ruled_out({}, 0.5)
    assert confidence_interval({0.0: 50})[0] == 0.0
    assert confidence_interval({1.0: 50})[1] == 1.0
    assert is_ruled_out({0.0: 1, 1.0: 1}, 0.0)
    assert is_ruled_out({0.0: 1, 1.0: 1}, 1.0)


def test_more_confidence_is_a_wider_interval() -> None:
    low, high = confidence_interval({0.0: 10, 1.0: 30}, confidence=0.99)
    assert low < confidence_interval({0.0: 10, 1.0: 30})[0]
    assert high > confidence_interval({0.0: 10, 1.0: 30})[1]
