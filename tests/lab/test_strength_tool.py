"""The tool behind docs/strength.md measures what is missing, keeps it, and writes its table into the page."""

import sys
from pathlib import Path

import pytest

import triangulum as tri
from tests.rules import ROOT
from tools import strength


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of its own, and two matches of a game that is over soon."""
    page = tmp_path / "strength.md"
    page.write_text(f"Before.\n\n{strength.TABLE_START}\nold\n{strength.TABLE_END}\nAfter.\n")
    short = [
        strength.Match(game="star-runners", options={"turn_limit": 8}, players=2, first=first, rest="random", goal=goal)
        for first, goal in (("beginner", 0.999), ("casual", 0.01))
    ]
    monkeypatch.setattr(strength, "PAGE", page)
    monkeypatch.setattr(strength, "RESULTS_FILE", tmp_path / "strength.json")
    monkeypatch.setattr(strength, "list_matches", lambda: iter(short))
    monkeypatch.setattr(tri, "BUILD", tri.BUILD._replace(kind="compiled"))
    return page


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["strength.py", "--games", "4", "--jobs", "1", *words])
    strength.main()


def test_a_run_goes_on_where_the_last_one_was_stopped(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "--only", "beginner")
    assert len(strength.load_results()) == 1
    text = page.read_text()
    assert text.startswith(f"Before.\n\n{strength.TABLE_START}\n\n| game |")
    assert text.endswith(f"1 of 2 are still to be measured.\n\n{strength.TABLE_END}\nAfter.\n")
    assert "| star-runners turn_limit=8 | 2 | beginner | random |" in text
    assert "**no**" in text
    capsys.readouterr()
    run(monkeypatch)
    assert "beginner" not in capsys.readouterr().out.splitlines()[0]
    assert len(strength.load_results()) == 2
    run(monkeypatch, "--list")
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["kept", "kept"]


def test_what_is_stopped_is_not_kept(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "measure_match", lambda *_: None)
    run(monkeypatch)
    assert not strength.RESULTS_FILE.exists()
    assert "Nothing has been measured yet." in page.read_text()


def test_every_game_and_level_is_measured_and_the_page_has_room_for_it() -> None:
    found = list(strength.list_matches())
    for game in tri.games():
        pairs = {(match.first, match.rest) for match in found if match.game == game.id}
        assert len(pairs) == 6
    text = (ROOT / "docs" / "strength.md").read_text()
    assert text.count(strength.TABLE_START) == text.count(strength.TABLE_END) == 1
