"""Star Runners keeps every promise of the contract, with every option."""

import pytest

import triangulum as tri
from tests.sampling import sampled
from triangulum.games.star_runners.views import PHASES
from triangulum.learn.guide import (
    list_guide_phases,
    read_guide,
    read_guide_section,
)

GAME = tri.game("star-runners")

NOTHING_HIDDEN = {"observation", "covered", "news", "belief", "resample varies"}
"""Promises that only a game with secrets can show."""


@pytest.mark.parametrize("homes", ["guarded", "open"])
@pytest.mark.parametrize(
    ("turn_limit", "rerolls", "binaries"),
    [(1, "chain", "chosen"), (12, "chain", "automatic"), (12, "once", "chosen"), (300, "once", "automatic")],
)
def test_conformance(homes: str, turn_limit: int, rerolls: str, binaries: str) -> None:
    games = sampled(4 if turn_limit == 300 else 30)
    setup = GAME.setup(homes=homes, turn_limit=turn_limit, rerolls=rerolls, binaries=binaries)
    assert tri.conformance(setup, games=games).unchecked == NOTHING_HIDDEN


@pytest.mark.long
@pytest.mark.parametrize("homes", ["guarded", "open"])
@pytest.mark.parametrize("rerolls", ["chain", "once"])
def test_conformance_over_many_games(homes: str, rerolls: str) -> None:
    report = tri.conformance(GAME.setup(homes=homes, rerolls=rerolls, turn_limit=1000), games=100)
    assert report.games == 100


@pytest.mark.parametrize("preset", GAME.presets)
def test_presets_conform(preset: str) -> None:
    assert tri.conformance(GAME.setup(preset=preset, turn_limit=20), games=sampled(10)).games


def test_every_phase_has_a_section_in_the_guide() -> None:
    assert list_guide_phases(GAME) == set(PHASES)
    state = GAME.new()
    assert read_guide_section(GAME, state.view(0)).startswith("## Choosing a home\n")
    assert "## Rolling" not in read_guide_section(GAME, state.view(0))
    assert read_guide(GAME).startswith("# Star Runners")
    assert "<!--" not in read_guide(GAME)


def test_greedy_beats_random() -> None:
    greedy, uniform = tri.bot("greedy"), tri.bot("random")
    results = [
        tri.play("star-runners", [greedy, uniform], seed=seed, homes="open").replay().returns()[0] for seed in range(40)
    ]
    results += [
        tri.play("star-runners", [uniform, greedy], seed=seed, homes="open").replay().returns()[1] for seed in range(40)
    ]
    assert sum(results) > 70
