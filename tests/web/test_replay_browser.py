"""Replaying a finished game in a browser: by keys, slider and link; saving its record; and checking its dice."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.test_pages_browser import play_to_the_end
from tests.web.visitor import NewVisitor, Visitor

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def replay_visitor(new_visitor: NewVisitor) -> Visitor:
    visitor = new_visitor("Ann", accept_downloads=True)
    visitor.page.goto(f"/tables/{play_to_the_end(visitor)}/replay")
    expect(visitor.page.locator("#panes svg.pane").first).to_be_visible()
    return visitor


def list_ships(page: Page) -> list[str]:
    """Return where all pieces are on the board."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('#panes .piece')].map((one) => one.dataset.key + one.style.transform)"
    )
    return found


def test_a_replay_is_controlled_by_keys_slider_and_link(replay_visitor: Visitor) -> None:
    page = replay_visitor.page
    told = page.locator("#told")
    expect(told).to_contain_text("0 of 9: The game begins.")
    first = list_ships(page)
    page.keyboard.press("End")
    expect(told).to_contain_text("9 of 9: Ann resigns.")
    expect(page.get_by_role("button", name="Next step")).to_be_disabled()
    last = list_ships(page)
    assert first != last
    page.keyboard.press("ArrowLeft")
    expect(told).to_contain_text("8 of 9")
    assert page.url.endswith("#8")
    page.keyboard.press("Home")
    expect(told).to_contain_text("0 of 9")
    assert list_ships(page) == first
    page.get_by_role("slider").fill("5")
    expect(told).to_contain_text("5 of 9")
    fifth = list_ships(page)
    page.locator("#log button").nth(9).click()
    expect(told).to_contain_text("9 of 9")
    assert list_ships(page) == last
    page.goto(page.url.split("#")[0] + "#5")
    expect(told).to_contain_text("5 of 9")
    assert list_ships(page) == fifth


def test_a_replay_plays_by_itself(replay_visitor: Visitor) -> None:
    page = replay_visitor.page
    page.get_by_label("Speed").select_option("200")
    page.locator("h1").click()
    page.keyboard.press(" ")
    expect(page.locator("#told")).to_contain_text("9 of 9")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_record_is_downloaded_and_uploaded_again(replay_visitor: Visitor, tmp_path: Path) -> None:
    page = replay_visitor.page
    page.keyboard.press("ArrowRight")
    page.get_by_text("Share and export").click()
    for name, begins in (
        ("Record (.tri)", b"Triangulum"),
        ("Picture (SVG)", b"<svg "),
        ("Picture (PNG)", b"\x89PNG"),
        ("Animation (SVG)", b"<svg "),
    ):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=name, exact=True).click()
        file = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(file)
        assert file.read_bytes().lower().startswith(begins.lower()), name
    page.goto("/replay")
    page.locator("#file").set_input_files(tmp_path / "star-runners.tri")
    expect(page.locator("#result")).to_contain_text("Ann, Bob. Won by Bob.")
    page.locator("#eyes").select_option("1")
    page.keyboard.press("Escape")
    expect(page.locator("#told")).to_contain_text("0 of 9")


def test_the_browser_rolls_the_dice_again(replay_visitor: Visitor) -> None:
    page = replay_visitor.page
    page.get_by_text("Were the dice fair?").click()
    page.get_by_role("button", name="Check the dice").click()
    expect(page.locator("#checked")).to_contain_text("The dice were fair")


FIND_FAULT = """async ([table]) => {
  const { findDiceFault, decodeHex } = await import(document.querySelector("[data-dice]").dataset.dice);
  const steps = table.rolls.map((one) => (
    { counter: BigInt(one.counter), weights: one.weights.map(BigInt), outcome: one.outcome }));
  const nonces = table.nonces.map((one) => ({ seat: one.seat, nonce: one.text ?? decodeHex(one.bytes) }));
  return findDiceFault({ ...table, nonces, steps });
}"""


def read_vectors() -> dict[str, Any]:
    """Return the test vectors of the specification."""
    text = (DOCS / "fair-dice.md").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text.split("```json\n", 1)[1].split("\n```", 1)[0])
    return found


def test_the_browsers_dice_match_the_test_vectors(new_visitor: NewVisitor) -> None:
    page = new_visitor().page
    page.goto("/replay")
    page.evaluate(
        """() => { document.body.dataset.dice =
          document.querySelector("script[src*=replay]").src.replace("replay.js", "dice.js"); }"""
    )
    known = read_vectors()
    for table in known["tables"]:
        assert page.evaluate(FIND_FAULT, [table]) is None, table["name"]
    for wrong in known["wrong"]:
        assert page.evaluate(FIND_FAULT, [wrong]) == {"fault": wrong["fault"], "step": wrong["step"]}, wrong["name"]
