"""Every numbered rule of every game has a test that names it, and docs/rules is up to date."""

from pathlib import Path

import pytest

import triangulum as tri
from tests.rules import ROOT, numbered_rules, rules_tested
from tools import docs

RULES = sorted((ROOT / "src" / "triangulum" / "games").glob("*/rules.md"))


@pytest.mark.parametrize("page", RULES, ids=lambda page: page.parent.name.replace("_", "-"))
def test_every_rule_has_a_test_and_every_test_a_rule(page: Path) -> None:
    numbers = numbered_rules(page)
    tested = rules_tested(ROOT / "tests" / "games" / page.parent.name)
    assert numbers, f"{page} has no numbered rules"
    assert sorted(numbers - tested) == [], "rules that no test names"
    assert sorted(tested - numbers) == [], "tests that name a rule which doesn't exist"


def test_every_game_has_a_page_of_rules() -> None:
    ours = {game.id for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")}
    assert ours == {page.parent.name.replace("_", "-") for page in RULES}
    assert not any(page.is_symlink() for page in RULES)


def test_the_pages_in_docs_are_generated_from_the_games() -> None:
    written = {file.name: file.read_text(encoding="utf-8") for file in docs.RULES_PAGES.glob("*.md")}
    assert written == docs.build_rules_pages(), "run `make docs`"


def test_a_link_that_would_break_in_docs_is_found(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("See [the guide](guide.md).\n")
    with pytest.raises(ValueError, match=r"guide\.md"):
        docs.build_rules_page(tmp_path / "rules.md")


def test_the_check_finds_a_rule_without_a_test(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("**1.1** One.\n\n**1.2** Two, see **1.1**.\n\n**12.10** Three.\n")
    (tmp_path / "test_some.py").write_text(
        '@rule("1.1")\ndef test_one() -> None: ...\n\n\ndef test_two() -> None: "1.2"\n'
    )
    assert numbered_rules(tmp_path / "page.md") == {"1.1", "1.2", "12.10"}
    assert rules_tested(tmp_path) == {"1.1"}
