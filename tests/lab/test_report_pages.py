"""Reports, comparisons and ratings as pages and as people ask for them."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

import triangulum as tri
from tests.lab.small_runs import HERE
from tests.rules import ROOT
from tests.toys.coin import COIN
from tests.toys.follow import FOLLOW
from triangulum.cli.app import main
from triangulum.lab.page import render_page, typeset_numbers
from triangulum.lab.study.balance_report import make_balance_report
from triangulum.lab.study.compare import ComparisonSpec, compare_variants
from triangulum.lab.study.compare_report import make_comparison_page
from triangulum.lab.study.rating import make_ratings_page, play_and_rate_bots
from triangulum.lab.study.runs import RunSpec

LARGEST = 300_000
EMPTY = {"meta", "br", "path", "use", "rect"}
REPORTS = sorted((ROOT / "docs" / "reports").glob("*.html"))


class Reader(HTMLParser):
    """Reads a page, and sees that tags are closed and that nothing comes from elsewhere."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.used: set[str] = set()
        self.tags: list[str] = []
        self.feed(content)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in EMPTY:
            self.open.append(tag)
        for name, value in attrs:
            assert name not in ("src", "onclick")
            if name == "id":
                self.ids.append(value or "")
            if name.endswith("href"):
                assert value is not None
                assert value.startswith("#")
                self.used.add(value[1:])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            assert self.open.pop() == tag


def check(content: str) -> Reader:
    """See that a page is whole, small, and needs nothing else."""
    assert len(content.encode()) < LARGEST
    reader = Reader(content)
    assert len(set(reader.ids)) == len(reader.ids)
    assert reader.used <= set(reader.ids)
    assert not re.search(r"url\((?!#)|@import|<script|<link|nan|#0102", content)
    assert "1e-" not in content
    return reader


def test_a_report_is_one_file_that_needs_no_other(tmp_path: Path) -> None:
    found = make_balance_report(RunSpec("star-runners"), folder=tmp_path, executor=HERE, games=200, skill_games=0)
    content = render_page(found.page)
    reader = check(content)
    assert reader.tags.count("svg") >= 8
    for title in ("Seats", "Length", "When it is decided", "Ties and draws", "Turns of blocking", "Home stars"):
        assert f"<h2>{title}</h2>" in content


def test_a_report_needs_no_code_for_a_new_game(tmp_path: Path) -> None:
    found = make_balance_report(RunSpec(FOLLOW, ["random"]), folder=tmp_path, executor=HERE, games=60, skill_games=6)
    check(render_page(found.page))
    assert [section.title for section in found.page.sections][:2] == ["Seats", "Length"]
    assert [skill.label for skill in found.skills] == ["casual over beginner", "club over casual", "expert over club"]


def test_different_bots_have_a_section_of_their_own(tmp_path: Path) -> None:
    found = make_balance_report(
        RunSpec("star-runners", ["greedy", "random"], seed=4), folder=tmp_path, executor=HERE, games=60, skill_games=0
    )
    players = next(section for section in found.page.sections if section.title == "Players")
    assert players.table is not None
    assert [row[0] for row in players.table.rows] == ["greedy", "random"]
    assert players.table.rows[0][1].startswith("100.0% (88.6–100.0)")


def test_a_report_says_that_all_games_were_alike(tmp_path: Path) -> None:
    spec = RunSpec("tri-trac", ["expert"], options={"turn_limit": 4})
    alike = make_balance_report(spec, folder=tmp_path / "1", executor=HERE, games=3, skill_games=0)
    assert alike.page.findings[0].startswith("ALL GAMES WERE ALIKE")
    assert "--opening" in alike.page.findings[0]
    other = make_balance_report(
        msgspec.structs.replace(spec, opening=3), folder=tmp_path / "2", executor=HERE, games=3, skill_games=0
    )
    assert not other.page.findings[0].startswith("ALL")
    assert "after 3 decisions by lot" in other.page.facts


class Certain:
    """A solution by which seat 0 always stands better."""

    error = 0.001

    def value(self, state: tri.State, seat: int) -> float:
        return 0.25 if seat == 0 else -0.25


def test_exact_values_stand_beside_what_was_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triangulum.solve.storage.load", lambda setup: Certain())
    found = make_balance_report(RunSpec("star-runners"), folder=tmp_path, executor=HERE, games=10, skill_games=0)
    assert any("the beginning is worth +0.2500 to seat 0" in sentence for sentence in found.page.findings)
    section = found.page.sections[-1]
    assert section.title == "Exact values"
    assert section.table is not None
    times = {name: int(count) for name, count, _ in section.table.rows}
    homes = [count for name, count in times.items() if name.startswith("Home stars")]
    assert sum(homes) == 20  # one for each seat of ten games
    assert all(-0.25 <= float(worth) <= 0.25 for _, _, worth in section.table.rows)
    blocks = {name: float(worth) for name, _, worth in section.table.rows if "Backwater" in name}
    assert blocks["Turns of blocking: keeps a ship out of Backwater"] == pytest.approx(
        -blocks["Turns of blocking: is kept out of Backwater"]
    )


def test_a_game_that_is_not_solved_here_says_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIANGULUM_CACHE", str(tmp_path / "cache"))
    found = make_balance_report(
        RunSpec("star-runners"), folder=tmp_path / "games", executor=HERE, games=10, skill_games=0
    )
    assert any("triangulum solve star-runners" in sentence for sentence in found.page.findings)


def test_a_comparison_has_a_page(tmp_path: Path) -> None:
    found = compare_variants(
        ComparisonSpec(RunSpec(COIN, ["random"]), "luck=0", "luck=30", max_games=500), folder=tmp_path, executor=HERE
    )
    check(render_page(make_comparison_page(found)))
    assert [change.label for change in found.changes_with("changed")] == ["clover"]


def test_ratings_have_a_page_and_put_bots_in_order(tmp_path: Path) -> None:
    found = play_and_rate_bots(
        RunSpec("star-runners", ["random", "greedy", "beginner"], options={"homes": "open"}),
        folder=tmp_path,
        executor=HERE,
        games=130,
    )
    assert found.num_games == 126
    assert [one.bot for one in found.bot_ratings] == ["greedy", "beginner", "random"]
    assert all(one.games == 84 for one in found.bot_ratings)
    best, _, worst = found.bot_ratings
    assert best.interval.low > worst.interval.high
    assert found.duel_shares[1, 0] > 0.8
    assert found.duel_shares[0, 1] == pytest.approx(1 - found.duel_shares[1, 0])
    check(render_page(make_ratings_page(found, "Star Runners")))


def test_fewer_bots_than_seats_are_rated_too(tmp_path: Path) -> None:
    found = play_and_rate_bots(RunSpec("starry-sky", ["random", "greedy"]), folder=tmp_path, executor=HERE, games=60)
    assert [one.bot for one in found.bot_ratings] == ["greedy", "random"]
    assert all(one.games == 60 for one in found.bot_ratings)


def test_what_is_written_does_not_break_in_the_wrong_place() -> None:
    assert typeset_numbers("-5.2 to 3%, O-freeze -3.6 (-1 to +2)") == "−5.2 to 3\u00a0%, O-freeze −3.6 (−1 to +2)"


@pytest.mark.parametrize("file", REPORTS, ids=lambda file: file.stem)
def test_reports_that_are_shown_are_whole_and_small(file: Path) -> None:
    content = file.read_text(encoding="utf-8")
    check(content)
    assert "a balance report</h1>" in content


def test_every_game_has_a_report_that_is_shown() -> None:
    own = {game.id for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")}
    assert {file.stem for file in REPORTS} == own


def test_the_command_writes_a_report_and_says_what_is_in_it(tmp_path: Path) -> None:
    words = [
        "lab",
        "report",
        "star-runners",
        "--set",
        "homes=open",
        "--games",
        "50",
        "--skill-games",
        "0",
        "--jobs",
        "1",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "triangulum", *words], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.startswith("50 games of 2 players among greedy, homes open; seed 0.\n- ")
    assert re.search(r"\nThe end\n.*\n by arriving +\d+\.\d", done.stdout)
    assert {file.name for file in tmp_path.iterdir()} == {"star-runners.html", "star-runners-games"}
    check((tmp_path / "star-runners.html").read_text(encoding="utf-8"))


def test_the_program_in_the_documents_runs_as_a_file(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "lab.md").read_text(encoding="utf-8")
    program = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    assert "games=500" in program
    (tmp_path / "study.py").write_text(program.replace("games=500", "games=4, skill_games=0"), encoding="utf-8")
    done = subprocess.run([sys.executable, "study.py"], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    check((tmp_path / "tri-trac.html").read_text(encoding="utf-8"))


def test_the_command_compares(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "lab",
        "compare",
        "star-runners",
        "guarded",
        "open",
        "--set",
        "turn_limit=20",
        "--games",
        "40",
        "--bot",
        "random",
        "--jobs",
        "1",
    ]
    monkeypatch.setattr(sys, "argv", ["triangulum", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    said = capsys.readouterr().out
    assert "seat 0" in said
    assert "games each" in said


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("report", "nonsense"), "nonsense"),
        (("report", "tri-trac", "--bot", "nobody"), "There’s no bot “nobody”"),
        (("report", "tri-trac", "--players", "5"), "This game is for 2 players, not 5"),
        (("compare", "tri-trac", "-", "blue"), "has no preset"),
        (("compare", "tri-trac", "-", "missing.toml"), "missing.toml"),
        (("compare", "tri-star-racers", "players=2", "players=3"), "can’t be compared"),
        (("ratings", "tri-trac", "greedy"), "name at least two"),
        (("ratings", "tri-trac", "greedy", "random", "--games", "1"), ""),
        (("report", "tri-trac", "--out", "."), ". is a folder. Name the page to write, such as report.html"),
        (("compare", "tri-trac", "-", "-", "--out", "/"), "/ is a folder. Name the page to write"),
        (("ratings", "tri-trac", "greedy", "random", "--out", "."), ". is a folder. Name the page to write"),
    ],
)
def test_mistakes_are_one_line(
    words: tuple[str, ...], expected: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["triangulum", "lab", *words, "--jobs", "1"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert expected in said
    assert "Traceback" not in said
