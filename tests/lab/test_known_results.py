"""Truth tests: where the true figures are known, the lab finds them, with fixed seeds."""

from pathlib import Path

import pytest

import triangulum as tri
from tests.lab.small_runs import HERE, play_study, small_run
from tests.toys.coin import COIN
from tests.toys.follow import FOLLOW
from triangulum.lab.study.compare import (
    ComparisonSpec,
    compare_variants,
    estimate_total_games_for_verdict,
    judge_difference,
)
from triangulum.lab.study.compare_report import comparison_sentences
from triangulum.lab.study.metrics import END, LEAD, LENGTH, SEATS, Metric
from triangulum.lab.study.runs import RunSpec
from triangulum.lab.study.study import Estimate
from triangulum.lab.study.summary import item_sentences, seat_fairness_sentence

EVEN = 0.5


def test_a_known_advantage_of_a_seat_is_measured_rightly(tmp_path: Path) -> None:
    study = play_study(tmp_path, small_run(COIN, edge=60, seed=1), 3000)
    first, second = study.group_estimates(SEATS).values()
    assert first.low < 0.6 < first.high
    assert second.low < 0.4 < second.high
    assert first.high - first.low < 0.04
    assert seat_fairness_sentence(study).startswith("The seats are not even: seat 0 wins")


def test_a_fair_coin_shows_no_advantage_in_about_95_of_100_runs(tmp_path: Path) -> None:
    fair = 0
    for seed in range(100):
        study = play_study(tmp_path / str(seed), small_run(COIN, seed=seed), 150)
        first = study.group_estimates(SEATS)["seat 0"]
        fair += first.low <= EVEN <= first.high
        said = seat_fairness_sentence(study)
        assert ("No seat is clearly better" in said) == (not first.excludes(EVEN)), said
    assert 90 <= fair <= 99


def test_what_a_component_brings_is_measured_rightly(tmp_path: Path) -> None:
    # Whoever finds the clover wins 70 of 100 games: 20 points more than even, and 40 more than who has none.
    study = play_study(tmp_path, small_run(COIN, luck=20), 3000)
    clover, nettle = study.list_item_stats(study.groups[0])
    assert clover.owner_share.value == EVEN
    assert clover.per_game.value == 1
    assert clover.win_lead.low < 0.2 < clover.win_lead.high
    assert clover.win_lead.high - clover.win_lead.low < 0.05
    assert clover.win_lead_per_item.low < 0.4 < clover.win_lead_per_item.high
    assert not nettle.win_lead.is_known
    assert next(item_sentences(study)).startswith("Plants found: players win most with clover +")


def test_a_component_that_brings_nothing_does_not_stand_out(tmp_path: Path) -> None:
    study = play_study(tmp_path, small_run(COIN), 3000)
    assert next(item_sentences(study)) == "Plants found: nothing stands out among 1 thing beyond chance."


def test_a_game_that_counts_nothing_and_says_nothing_about_who_leads_has_a_report_all_the_same(tmp_path: Path) -> None:
    study = play_study(tmp_path, small_run(FOLLOW), 100)
    lengths = study.group_estimates(LENGTH)
    # Whoever takes a trick may lead the next one, and then that is one turn.
    assert 5 < lengths["turns"].value < lengths["decisions"].value == 6
    assert lengths["chance steps"].value == 6
    assert 1 <= lengths["moves to choose from"].value <= 2
    assert sum(seat.value for seat in study.group_estimates(SEATS).values()) == pytest.approx(1)
    assert not study.groups


def test_who_leads_is_told_by_points_where_there_is_no_guess(tmp_path: Path) -> None:
    assert FOLLOW.setup().new().score() is not None
    study = play_study(tmp_path, small_run(COIN), 20)
    assert not study.group_estimates(LEAD)["decided"].is_known


def test_draws_are_shared_by_all(tmp_path: Path) -> None:
    run = small_run("star-runners", "random", turn_limit=4)
    study = play_study(tmp_path, run, 20)
    assert study.group_estimates(END)["drawn"].value == 1
    assert [seat.value for seat in study.group_estimates(SEATS).values()] == [0.5, 0.5]


def test_compare_finds_that_the_coin_was_changed_and_stops(tmp_path: Path) -> None:
    found = compare_variants(
        ComparisonSpec(RunSpec(COIN, ["random"]), "-", "edge=70", max_games=16_000), folder=tmp_path, executor=HERE
    )
    assert found.is_clear
    assert found.num_games <= 2000
    changed = {change.label for change in found.changes_with("changed")}
    assert changed == {"seat 0", "seat 1"}
    same = {change.label for change in found.changes_with("same")}
    assert {"turns", "decisions", "drawn"} <= same
    first, *_ = comparison_sentences(found)
    assert first.startswith("With edge=70 instead of as it is these change: seat ")


def test_compare_says_how_many_games_it_would_take(tmp_path: Path) -> None:
    found = compare_variants(
        ComparisonSpec(RunSpec(COIN, ["random"]), "edge=50", "edge=51", max_games=500), folder=tmp_path, executor=HERE
    )
    assert not found.is_clear
    assert found.num_games == 500
    assert not found.changes_with("changed")
    assert found.num_games_needed() is not None
    assert 1000 < (found.num_games_needed() or 0) < 200_000
    assert "it would take about" in list(comparison_sentences(found))[-1]


def test_luck_in_common_makes_a_small_change_clear_sooner(tmp_path: Path) -> None:
    # Only the tosses between 50 and 52 fall another way, so one in fifty games differs.
    found = compare_variants(
        ComparisonSpec(RunSpec(COIN, ["random"]), "edge=50", "edge=52", max_games=1000), folder=tmp_path, executor=HERE
    )
    seat = next(change for change in found.changes if change.metric == Metric("share", SEATS, "seat 0"))
    apart = (2 * 0.25 / found.num_games) ** 0.5
    assert seat.difference.error < apart / 3


def test_doubling_the_pips_of_a_tile_is_found(tmp_path: Path) -> None:
    own = tri.game("tri-star-racers").components.text
    assert own.count('"P3 B3 O2"') == 1
    doubled = tmp_path / "doubled.toml"
    doubled.write_text(own.replace('"P3 B3 O2"', '"P6 B6 O4"'), encoding="utf-8")
    found = compare_variants(
        ComparisonSpec(RunSpec("tri-star-racers", players=4), "-", str(doubled), max_games=1000),
        folder=tmp_path,
        executor=HERE,
    )
    wins = {change.label: change for change in found.changes if change.metric.kind == "lead"}
    changed = [words for words, change in wins.items() if change.verdict == "changed"]
    assert changed == ["P3 B3 O2 → P6 B6 O4"]
    assert wins[changed[0]].difference.low > 0


@pytest.mark.parametrize(
    ("low", "high", "expected"), [(0.01, 0.03, "changed"), (-0.01, 0.01, "same"), (-0.01, 0.05, "open")]
)
def test_verdicts(low: float, high: float, expected: str) -> None:
    estimate = Estimate((low + high) / 2, low, high, 0.01)
    assert judge_difference(estimate, 0.02) == expected
    assert (estimate_total_games_for_verdict(estimate, 0.02, 1000) is not None) == (expected == "open")
