"""Sums tell what all values together would, and errors are those that brute force finds."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.lab.small_runs import play_run, small_run
from tests.toys.coin import COIN
from triangulum.lab.intervals import num_anytime_standard_errors, num_standard_errors, wilson_interval
from triangulum.lab.study.metrics import (
    BOTS,
    LENGTH,
    SEATS,
    Histogram,
    Metric,
    PairedSums,
    RatioSums,
    compute_numerators_and_denominators,
    list_metrics,
)
from triangulum.lab.study.study import Study, study_first_games


def test_an_error_of_a_mean_is_the_usual_one() -> None:
    rng = np.random.default_rng(1)
    above, below = rng.normal(5, 2, (400, 3)), np.ones((400, 3))
    sums = RatioSums(3)
    for piece in range(0, 400, 100):
        sums.add_rounds(above[piece : piece + 100], below[piece : piece + 100])
    assert sums.compute_ratios() == pytest.approx(above.mean(axis=0))
    assert sums.compute_errors() == pytest.approx(above.std(axis=0, ddof=1) / 20)


def test_an_error_of_a_ratio_is_what_leaving_out_one_at_a_time_finds() -> None:
    rng = np.random.default_rng(2)
    below = rng.integers(0, 4, (500, 1)).astype(float)
    above = below * 0.3 + rng.normal(0, 0.4, (500, 1)) * below
    sums = RatioSums(1)
    sums.add_rounds(above, below)
    without = (above.sum() - above) / (below.sum() - below)
    jackknife = np.sqrt(499 / 500 * ((without - without.mean()) ** 2).sum())
    assert sums.compute_errors()[0] == pytest.approx(jackknife, rel=0.02)


def test_an_error_of_a_difference_knows_what_two_runs_have_in_common() -> None:
    rng = np.random.default_rng(3)
    luck = rng.normal(0, 1, (300, 2))
    one, other = luck + rng.normal(0, 0.1, (300, 2)), luck + rng.normal(0.05, 0.1, (300, 2))
    ones = np.ones((300, 2))
    pairs = PairedSums(2)
    pairs.add_rounds((one, ones), (other, ones))
    apart = other - one
    assert pairs.compute_differences() == pytest.approx(apart.mean(axis=0))
    assert pairs.compute_errors() == pytest.approx(apart.std(axis=0, ddof=1) / np.sqrt(300))


def test_a_measure_that_was_never_met_is_not_known() -> None:
    sums = RatioSums(1)
    sums.add_rounds(np.zeros((5, 1)), np.zeros((5, 1)))
    assert np.isnan(sums.compute_ratios()[0])
    assert np.isnan(sums.compute_errors()[0])


def test_games_of_a_round_count_as_one(tmp_path: Path) -> None:
    run = small_run("starry-sky", "greedy", "random")
    store = play_run(tmp_path, run, 12)
    ((games, seats),) = store.read_games_in_chunks(0, 12)
    above, below = compute_numerators_and_denominators(run, store.groups, games, seats)
    assert len(above) == 4
    place = list_metrics(run, store.groups).index(Metric("share", BOTS, "greedy"))
    assert list(below[:, place]) == [3, 3, 3, 3]  # one seat in each of three games
    assert study_first_games(store, 12).estimate(Metric("share", BOTS, "greedy")).value == above[:, place].sum() / 12


@pytest.mark.parametrize("share", [0, 1 / 3, 1 / 2, 2 / 3, 1])
def test_rounds_that_are_all_alike_do_not_show_that_others_never_are(share: float) -> None:
    study = Study(small_run(COIN), ())
    size = len(study.metrics)
    # Such as a bot that wins from either of two seats: of every round of three games seat 0 has the same share.
    study.sums.add_rounds(np.full((30, size), 3 * share), np.full((30, size), 3.0))
    seat = study.estimate(Metric("share", SEATS, "seat 0"))
    assert seat.value == pytest.approx(share)
    # One in thirty-one could have been missed, however it would have come out.
    assert seat.low <= share * 30 / 31
    assert seat.high >= share * 30 / 31 + 1 / 31
    assert 0 <= seat.low <= seat.high <= 1
    assert not seat.excludes(share)
    assert wilson_interval(0.0, 30)[1] == pytest.approx(seat.high - seat.low)


def test_every_value_has_its_measure(tmp_path: Path) -> None:
    for game in ("tri-star-racers", "starry-sky", "star-runners"):
        run = small_run(game, "random")
        store = play_run(tmp_path / game, run, 4)
        measures = list_metrics(run, store.groups)
        ((games, seats),) = store.read_games_in_chunks(0, 4)
        above, below = compute_numerators_and_denominators(run, store.groups, games, seats)
        assert above.shape == below.shape == (4, len(measures))
        assert len(set(measures)) == len(measures)
        by_name = dict(zip(measures, above.sum(axis=0), strict=True))
        assert sum(by_name[Metric("share", SEATS, f"seat {seat}")] for seat in range(run.players)) == pytest.approx(4)
        assert by_name[Metric("number", LENGTH, "turns")] == games[:, 1].sum()


def test_pieces_of_a_table_are_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = play_run(tmp_path, small_run(COIN), 50)
    ((games, seats),) = store.read_games_in_chunks(0, 50)
    monkeypatch.setattr("triangulum.lab.study.run_store.CHUNK_GAMES", 7)
    parts = list(store.read_games_in_chunks(0, 50))
    assert len(parts) == 8
    assert np.array_equal(np.concatenate([part for part, _ in parts]), games, equal_nan=True)
    assert np.array_equal(np.concatenate([part for _, part in parts]), seats)
    assert [len(part) for part, _ in store.read_games_in_chunks(45, 60)] == [5]


def test_a_spread_has_quantiles() -> None:
    spread = Histogram()
    spread.add_values(np.array([1.0, 2.0, 2.0, np.nan, 9.6]))
    assert spread.counts == Counter({1: 1, 2: 2, 10: 1})
    assert [spread.quantile(part) for part in (0.1, 0.5, 0.9)] == [1, 2, 10]


def test_wilsons_interval() -> None:
    assert wilson_interval(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson_interval(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson_interval(0.3, 0) == (0.0, 1.0)


def test_more_questions_need_more_certainty() -> None:
    assert num_standard_errors() == pytest.approx(1.96, abs=0.001)
    assert num_standard_errors(num_questions=10) == pytest.approx(2.807, abs=0.001)


def test_intervals_that_are_looked_at_again_and_again_are_right_all_the_time() -> None:
    rng = np.random.default_rng(4)
    values = rng.choice([0.0, 1.0], (400, 4000), p=[0.7, 0.3])
    counts = np.arange(1, 4001)
    means = values.cumsum(axis=1) / counts
    deviations = np.sqrt(np.maximum(means * (1 - means), 1e-12))
    reach = np.array([num_anytime_standard_errors(float(count)) for count in counts]) * deviations / np.sqrt(counts)
    wrong = (np.abs(means - 0.3) > reach)[:, 100:].any(axis=1)
    assert wrong.mean() <= 0.05
    # An interval that is right only once would often be wrong at some time.
    once = (np.abs(means - 0.3) > num_standard_errors() * deviations / np.sqrt(counts))[:, 100:].any(axis=1)
    assert once.mean() > 0.2
