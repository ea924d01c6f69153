"""How our bots are measured beside OpenSpiel's: contests are played, kept, and gone on with."""

from pathlib import Path

import pytest

pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install triangulum[openspiel]")

from benchmarks.peers import strength


@pytest.fixture(autouse=True)
def own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "KEPT", tmp_path / "strength.json")


def short(game: str, players: int, terms: strength.Terms, **options: int) -> strength.Contest:
    """Return a contest that is over in a moment."""
    return strength.Contest(game=game, players=players, terms=terms, simulations=2, options=options)


@pytest.mark.parametrize("terms", strength.TERMS)
def test_a_contest_is_played_kept_and_gone_on_with(terms: strength.Terms) -> None:
    contest = short("star-runners", 2, terms, turn_limit=2)
    (outcome,) = strength.measure_all(0, 2, [contest])
    assert outcome.games == 2
    assert min(outcome.decisions) > 0
    assert min(outcome.seconds) > 0
    assert outcome.made > 0
    assert strength.load() == {contest.key: outcome}
    (longer,) = strength.measure_all(0, 4, [contest])
    assert longer.games == 4
    assert longer.decisions > outcome.decisions
    (anew,) = strength.measure_all(0, 2, [contest], again=True)
    assert anew.games == 2


def test_nobody_wins_is_a_fair_share() -> None:
    # Two turns are too few for anybody to win.
    outcome = strength.play_contest(short("star-runners", 2, "equal simulations", turn_limit=2), 0, 2)
    assert outcome.shares == {"0.5": 2}
    assert outcome.share == 0.5
    assert not outcome.is_clear


def test_with_secrets_it_is_information_sets_that_are_searched() -> None:
    outcome = strength.play_contest(short("starry-sky", 3, "equal simulations"), 0, 3)
    assert outcome.contest.theirs == "IS-MCTS"
    assert outcome.games == 3
    low, high = outcome.bounds
    assert 0 <= low <= outcome.share <= high <= 1


def test_a_clear_contest_is_not_played_on() -> None:
    contest = short("starry-sky", 3, "equal simulations")
    won = strength.Outcome(
        contest=contest, shares={"1": 30}, seconds=(1.0, 2.0), decisions=(10, 20), made=20, versions={}
    )
    assert won.is_clear
    assert strength.play_contest(contest, 60, 400, won).games == 30


def test_a_table_has_a_heading_for_every_cell() -> None:
    outcome = strength.play_contest(short("star-runners", 2, "equal simulations", turn_limit=2), 0, 2)
    assert len(outcome.format_row()) == len(strength.HEADINGS)
    assert strength.format_table([outcome]).count("\n") == 2
    assert all(contest.key.startswith(contest.game) for contest in strength.list_contests())
