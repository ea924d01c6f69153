"""The benchmarks page has the saved results, and says where we lose."""

import pytest

import triangulum as tri
from benchmarks.peers import ours, page
from benchmarks.peers.blocks import (
    BY_ROLLOUTS,
    IN_PYTHON,
    LISTING,
    PARTS,
    BenchmarkEntry,
    PeerMissingError,
    PeerProcess,
    measure_block,
)
from benchmarks.peers.rows import PAGE, PICTURE, Block, Figures, Row, SavedBlocks, load
from triangulum.cli.bench import SEARCH_SETTINGS


def test_the_page_has_the_saved_results() -> None:
    text = PAGE.read_text(encoding="utf-8")
    kept = load()
    assert set(PARTS) == {key.partition("/")[0] for key in kept.blocks}
    for part in PARTS:
        for title, block in kept.blocks_of_part(part).items():
            assert f"**{title}**" in text
            assert page.block_table(part, block) in text
    assert PICTURE.is_file()


def test_the_best_of_several_repeats_counts_and_failures_are_reported() -> None:
    asked = []

    def steady(seconds: float, seed: int) -> Figures:
        asked.append(("steady", seed))
        return {"decisions": float(10 - seed)}

    def failing(seconds: float, seed: int) -> Figures:
        asked.append(("failing", seed))
        raise PeerMissingError("not here")

    entries = [BenchmarkEntry("Ann", "plain", "chess", steady), BenchmarkEntry("Bob", "C++", "go", failing)]
    block = measure_block(entries, 0.1, 2)
    assert [row.figures for row in block.rows] == [{"decisions": 9.0}]
    assert block.missing == {"Bob, C++, go": "not here"}
    assert asked == [("steady", 1), ("failing", 1), ("steady", 2), ("failing", 2)]


def test_ratios_below_one_are_in_bold() -> None:
    rows = [
        Row(who="Triangulum", how=LISTING, game="Ours", figures={"decisions": 100.0, "listed": 300.0}),
        Row(who="OpenSpiel", how=IN_PYTHON, game="hex", figures={"decisions": 20.0, "listed": 20.0}),
        Row(who="OpenSpiel", how=BY_ROLLOUTS, game="hex", figures={"decisions": 200.0, "listed": 1.0}),
    ]
    block = Block(rows=rows, seconds=1.0, repeats=1, day="2000-01-01")
    assert "| Ours | hex | 5.0× | 15× | 5.0× | **0.50×** | 300× | **0.50×** |" in page.random_play_comparison(
        {"": block}
    )


def test_without_anything_measured_there_is_nothing_to_show() -> None:
    assert page.render_figures(SavedBlocks(), "") == "Nothing has been measured yet."


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.5, "0.5"), (999.4, "999"), (999.6, "1 k"), (999_499, "999 k"), (999_600, "1 M"), (2.5e6, "2.5 M")],
)
def test_figures_have_three_digits(value: float, shown: str) -> None:
    assert page.format_number(value) == shown


@pytest.mark.parametrize("part", PARTS)
def test_every_part_has_a_title_and_columns(part: str) -> None:
    assert page.TITLES[part]
    blocks = PARTS[part](PeerProcess())  # Nothing is started before it is asked.
    assert all(entries for entries in blocks.values())
    assert page.COLUMNS[part]


def test_all_our_games_are_measured() -> None:
    setup = tri.game("starry-sky").setup()
    for found in (ours.measure_random_play(setup, 0.01, 1), ours.measure_sampled_play(setup, 0.01, 1)):
        assert found["chance steps"] == pytest.approx(24 / 26 * found["decisions"], rel=0.1)
        assert found["decisions"] == pytest.approx(26 * found["games"], rel=0.1)
    for kind in SEARCH_SETTINGS:
        assert ours.measure_search(setup, kind, 0.01, 1)["simulations"] > 0
    for observe in (True, False):
        assert ours.measure_vector_env(setup, observe, 0.01, 1)["decisions"] > 0
    assert ours.measure_pettingzoo_env(setup, 0.01, 1)["decisions"] > 0
