"""The client as it is sent: typed, small, usable by everybody."""

import gzip
import json
import random
from pathlib import Path

import pytest

import triangulum.web
from tests.web.node import install_node_packages, run_tsc
from tests.web.visitor import NewVisitor, Visitor
from triangulum.core.registry import discover_games
from triangulum.web.assets import load_assets

ROOT = Path(__file__).parents[2]
WEB = Path(triangulum.web.__file__).parent
LARGEST = 60_000
"""Bytes, packed: everything that is written for the pages."""
TABLE = [
    "table.css",
    "table.js",
    "scene.js",
    "steps.js",
    "touch.js",
    "bar.js",
    "sight.js",
    "keys.js",
    "advice.js",
    "aside.js",
    "settings.js",
    "layout.js",
    "lens.js",
    "wire.js",
    "people.js",
    "log.js",
    "dom.js",
]


def test_scripts_are_well_typed() -> None:
    code, said = run_tsc("-p", str(ROOT / "src" / "triangulum" / "web"))
    assert code == 0, said


def test_no_string_in_a_script_spans_lines() -> None:
    """Otherwise the indentation of a line would be part of the string, and couldn't be stripped."""
    for file in WEB.glob("static/*.js"):
        open_lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.count("`") % 2]
        assert open_lines == [], file.name


def test_the_whole_client_is_small() -> None:
    pages = sum(len(gzip.compress(file.read_bytes())) for file in WEB.glob("templates/*.html"))
    written = {name: len(file.gzipped) for name, file in load_assets().items() if name.endswith((".js", ".css"))}
    assert pages + sum(written.values()) < LARGEST
    assert sum(written[name] for name in TABLE) < 35_000


def find_violations(visitor: Visitor, only: str = "") -> list[str]:
    """Return axe's accessibility violations on the page."""
    visitor.page.add_script_tag(path=install_node_packages() / "axe-core" / "axe.min.js")
    found = visitor.page.evaluate("async (only) => (await axe.run(only ? { runOnly: [only] } : {})).violations", only)
    return [f"{one['help']}: {json.dumps([node['html'][:200] for node in one['nodes'][:3]])}" for one in found]


@pytest.mark.parametrize("game", list(discover_games()))
def test_a_table_is_accessible_in_light_and_dark_mode(game: str, new_visitor: NewVisitor) -> None:
    # axe runs as a script of the page, which its content policy wouldn't allow otherwise.
    visitor = new_visitor("Ann", bypass_csp=True)
    players = discover_games()[game].players[0]
    visitor.open(game, [{"for": "me"}, *[{"for": "bot", "bot": "greedy"}] * (players - 1)])
    visitor.wait_for_turn()
    assert find_violations(visitor) == []
    visitor.page.emulate_media(color_scheme="dark")
    assert find_violations(visitor, "color-contrast") == []


def test_the_parts_around_the_board_are_accessible(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", bypass_csp=True)
    visitor.open("starry-sky", [{"for": "me"}, {"for": "anybody"}, {"for": "invited"}], begin=False)
    for tab in ("talk", "rules", "more"):
        visitor.page.locator(f"#tab-{tab}").click()
        if tab == "rules":
            visitor.page.locator("#panel-rules h2").first.wait_for()
        assert find_violations(visitor) == []
    visitor.page.emulate_media(color_scheme="dark")
    assert find_violations(visitor, "color-contrast") == []


def test_an_accessibility_problem_would_be_found(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", bypass_csp=True)
    visitor.open("tri-trac", [{"for": "me"}, {"for": "bot", "bot": "greedy"}])
    visitor.wait_for_turn()
    visitor.page.evaluate("document.querySelector('.spot.open').removeAttribute('aria-label')")
    visitor.page.evaluate("document.querySelector('.piece[role=img] title').remove()")
    assert len(find_violations(visitor)) == 2


GATHER = """async (touched) => {
  const { Steps } = await import(document.querySelector("script[src*=table]").src.replace("table.js", "steps.js"));
  const leaf = (action, ...keys) => ({ step: { type: "set", keys }, action, text: keys.join(" ") });
  const steps = new Steps([leaf(1, "a", "b", "c"), leaf(2, "b", "c", "d"), leaf(3, "a", "b"), leaf(4, "e")]);
  for (const key of touched) steps.touch(key);
  return [steps.gathering, steps.candidate?.action ?? null];
}"""


def test_a_player_selecting_cards_is_told_how_many(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann")
    visitor.open("tri-trac", [{"for": "me"}, {"for": "bot", "bot": "greedy"}])
    assert visitor.page.evaluate(GATHER, "") == ["", None]
    assert visitor.page.evaluate(GATHER, "a") == ["1 of 2 or 3 chosen.", None]
    assert visitor.page.evaluate(GATHER, "cd") == ["2 of 3 chosen.", None]
    assert visitor.page.evaluate(GATHER, "ab") == ["2 of 2 or 3 chosen.", 3]
    assert visitor.page.evaluate(GATHER, "cdb") == ["3 of 3 chosen.", 2]
    assert visitor.page.evaluate(GATHER, "cdc") == ["1 of 3 chosen.", None], "touched again, a card is put away"


ORDER = """async (layings) => {
  const { Painter } = await import(document.querySelector("script[src*=table]").src.replace("table.js", "scene.js"));
  const root = document.body.appendChild(document.createElement("div"));
  const painter = new Painter(root);
  const placed = { symbol: "none", x: 0, y: 0, turn: 0, scale: 1, marks: [], label: "", title: "" };
  const found = [];
  for (const laying of layings) {
    const pieces = laying.map(([key, layer]) => ({ ...placed, key, layer }));
    const pane = { name: "board", frame: [0, 0, 9, 9], still: [], title: "", pieces };
    const things = root.querySelector("svg > g + g");
    const watching = new MutationObserver(() => {});
    if (things) watching.observe(things, { childList: true });
    painter.draw({ title: "", panes: [pane] });
    const moved = watching.takeRecords().flatMap(({ addedNodes }) => [...addedNodes].map((one) => one.dataset.key));
    found.push([[...root.querySelectorAll("[data-key]")].map((one) => one.dataset.key), moved]);
  }
  return found;
}"""


def test_only_pieces_out_of_order_are_drawn_again(new_visitor: NewVisitor) -> None:
    # With motion, so that removed pieces are still there for a while, fading away.
    visitor = new_visitor("Ann")
    visitor.page.emulate_media(reduced_motion="no-preference")
    visitor.open("tri-trac", [{"for": "me"}, {"for": "bot", "bot": "greedy"}])
    rng = random.Random(5)
    layings = [[("a", 0), ("b", 0), ("c", 0), ("d", 0), ("e", 0)], [("a", 0), ("b", 0), ("d", 0), ("e", 0)]]
    layings += [[("a", 0), ("n", 0), ("b", 0), ("d", 0), ("e", 0)], [("a", 1), ("n", 0), ("b", 0), ("d", 0), ("e", 0)]]
    for _ in range(60):
        keys = rng.sample("abcdefghij", rng.randrange(11))
        layings.append([(key, rng.randrange(3)) for key in keys])
    found = visitor.page.evaluate(ORDER, layings)
    for laying, (keys, _) in zip(layings, found, strict=True):
        assert keys == [key for key, _ in sorted(laying, key=lambda piece: piece[1])]
    assert [moved for _, moved in found[1:4]] == [[], ["n", "n"], ["a"]], "a new one is there and then in its place"


@pytest.mark.parametrize("game", ["tri-star-racers", "tri-trac"])
def test_small_things_on_a_phone_can_be_zoomed(game: str, new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", device="touch")
    visitor.open(game, [{"for": "me"}, {"for": "bot", "bot": "greedy"}])
    visitor.touch(visitor.wait_for_turn()["spots"][0])
    visitor.page.wait_for_timeout(100)
    sizes = """() => [...document.querySelectorAll("[data-pane] .spot.open, [data-pane] .spot.chosen")]
      .filter((one) => one.closest("[data-pane]") === document.querySelector("svg.pane"))
      .map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"""
    closer = visitor.page.get_by_role("button", name="Look closer")
    for _ in range(4):
        if min(visitor.page.evaluate(sizes)) >= 40:
            break
        closer.tap()
    assert min(visitor.page.evaluate(sizes)) >= 40
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_swiping_over_a_fully_visible_board_scrolls_the_page(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann", device="touch")
    visitor.open("star-runners", [{"for": "me"}, {"for": "bot", "bot": "greedy"}])
    how = "getComputedStyle(document.querySelector('svg.pane')).touchAction"
    assert visitor.page.evaluate(how) == "pan-y"
    visitor.page.keyboard.press("+")
    assert visitor.page.evaluate(how) == "none", "then a finger moves the board"
