"""The client as it is sent: typed, small, usable by everybody."""

import gzip
import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

import triangulum.web
from tests.web.node import install_node_packages, run_tsc
from tests.web.visitor import NewVisitor, Visitor
from triangulum.core.registry import discover_games
from triangulum.web.assets import bundle_modules, load_assets
from triangulum.web.labels import render_labels

ROOT = Path(__file__).parents[2]
WEB = Path(triangulum.web.__file__).parent
LARGEST_TABLE_PAGE = 50_000
"""Bytes, compressed: everything that the page of a table is made of, except the game's own drawings."""
LARGEST_PAGE = 100_000
"""The same for every other page."""
MOST_LINES = 500
"""In one module."""
MOST_MODULES = 15
"""In one folder."""
ASSET = re.compile(r"(?:asset|script)\('([^']+)'\)")


def list_modules() -> list[Path]:
    return sorted(WEB.glob("static/**/*.js"))


def list_page_assets(template: str) -> set[str]:
    """Return the paths of all files that a page is made of."""
    texts = [(WEB / "templates" / name).read_text(encoding="utf-8") for name in (template, "base.html")]
    return {path for text in texts for path in ASSET.findall(text)}


def test_scripts_are_well_typed() -> None:
    code, said = run_tsc("-p", str(ROOT / "src" / "triangulum" / "web"))
    assert code == 0, said


def test_no_string_in_a_script_spans_lines() -> None:
    """Otherwise the indentation of a line would be part of the string, and couldn't be stripped."""
    for file in list_modules():
        open_lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line.count("`") % 2]
        assert open_lines == [], file.name


def test_no_module_is_long() -> None:
    for file in list_modules():
        assert len(file.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, file.name


def test_no_folder_has_many_modules() -> None:
    counts = Counter(file.parent.name for file in list_modules())
    assert max(counts.values()) <= MOST_MODULES, counts


@pytest.mark.parametrize("template", [file.name for file in sorted(WEB.glob("templates/*.html"))])
def test_pages_are_small(template: str) -> None:
    html = sum(len(gzip.compress((WEB / "templates" / name).read_bytes())) for name in {template, "base.html"})
    scripts = [path for path in list_page_assets(template) if path.endswith(".js")]
    html += sum(len(gzip.compress(render_labels(path, "en-XA").encode())) for path in scripts)
    size = html + sum(len(load_assets()[path].gzipped) for path in list_page_assets(template))
    assert size < (LARGEST_TABLE_PAGE if template == "table.html" else LARGEST_PAGE)


def test_a_script_is_sent_with_all_the_modules_it_imports() -> None:
    script = load_assets()["table/main.js"].content.decode()
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
    assert script.count("class SceneRenderer") == script.count("class TableSocket") == 1
    assert script.index("class PaneView") < script.index("class SceneRenderer"), "a module comes after those it imports"
    assert load_assets()["scene/diff.js"].content.count(b"export ") > 3, "other modules are sent as they are"


def test_modules_are_joined_in_scopes_of_their_own() -> None:
    sources = {
        "page/main.js": b'import { twice } from "../shared/sums.js";\nconst ONE = 1;\nconsole.log(twice(ONE));\n',
        "shared/sums.js": b"const ONE = 2;\nexport function twice(number) {\nreturn number * ONE;\n}\n",
    }
    assert bundle_modules("page/main.js", sources).decode().splitlines() == [
        "const module0 = (() => {",
        "const ONE = 2;",
        "function twice(number) {",
        "return number * ONE;",
        "}",
        "return { twice };",
        "})();",
        "const module1 = (() => {",
        "const { twice } = module0;",
        "const ONE = 1;",
        "console.log(twice(ONE));",
        "return {  };",
        "})();",
    ]


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (b'import { b } from "./main.js";\n', r"in a circle: main\.js → main\.js"),
        (b'import * as text from "./text.js";\n', "in the plainest way"),
        (b"export default 1;\n", "in the plainest way"),
    ],
)
def test_modules_that_cannot_be_joined_are_reported(source: bytes, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        bundle_modules("main.js", {"main.js": source})


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


ORDER = """async (layings) => {
  const main = document.querySelector("script[src*='table/main.js']").src;
  const { SceneRenderer } = await import(main.replace("table/main.js", "scene/renderer.js"));
  const root = document.body.appendChild(document.createElement("div"));
  const renderer = new SceneRenderer(root);
  const placed = { symbol: "none", x: 0, y: 0, turn: 0, scale: 1, marks: [], label: "", title: "" };
  const found = [];
  for (const laying of layings) {
    const pieces = laying.map(([key, layer]) => ({ ...placed, key, layer }));
    const pane = { name: "board", frame: [0, 0, 9, 9], still: [], title: "", pieces };
    const things = root.querySelector("svg > g + g");
    const watching = new MutationObserver(() => {});
    if (things) watching.observe(things, { childList: true });
    renderer.drawScene({ title: "", panes: [pane] });
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
    closer = visitor.page.get_by_role("button", name="Zoom in")
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
