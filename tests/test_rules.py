"""Every numbered rule of every game has a test that names it."""

from pathlib import Path

import pytest

import triangulum as tri
from tests.rules import ROOT, numbered_rules, rules_tested

PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_rule_has_a_test_and_every_test_a_rule(page: Path) -> None:
    numbers = numbered_rules(page)
    tested = rules_tested(ROOT / "tests" / "games" / page.stem.replace("-", "_"))
    assert numbers, f"{page.name} has no numbered rules"
    assert sorted(numbers - tested) == [], "rules that no test names"
    assert sorted(tested - numbers) == [], "tests that name a rule which is not there"


def test_every_game_has_a_page_of_rules() -> None:
    ours = {game.id for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")}
    assert ours == {page.stem for page in PAGES}


def test_the_check_finds_a_rule_without_a_test(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("**1.1** One.\n\n**1.2** Two, see **1.1**.\n\n**12.10** Three.\n")
    (tmp_path / "test_some.py").write_text(
        '@rule("1.1")\ndef test_one() -> None: ...\n\n\ndef test_two() -> None: "1.2"\n'
    )
    assert numbered_rules(tmp_path / "page.md") == {"1.1", "1.2", "12.10"}
    assert rules_tested(tmp_path) == {"1.1"}
