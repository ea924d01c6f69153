"""How quick a table is in the browser: the first board on screen, what a move weighs, and whether the page stutters.

    python -m benchmarks.page
    python -m benchmarks.page --games tri-trac --moves 20

Starts a server of its own, and comes to a table of each game with an empty cache, on a desk and on a phone, with
motion. Then it plays by touching anything that glows, against bots, and notes what comes over the wire and how long
the longest task kept the page busy, by the processor's time and by the clock on the wall: where other work shares the
processor, only the first says something about the page. Needs what the tests need: Playwright and a Chromium.
"""

from __future__ import annotations

import argparse
import gzip
import random
import time
from statistics import median
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Browser, Page, WebSocket, sync_playwright

from benchmarks.load import run_server
from tests.web.browser import launch_browser
from triangulum.core.registry import games

SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
}
WATCH = """() => {
  window.seen = { board: 0 };
  const look = () => {
    if (document.querySelector("svg.pane use")) requestAnimationFrame(() => { window.seen.board = performance.now(); });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
NOW = """() => ({
  mine: document.body.classList.contains("my-turn") && !document.querySelector("#bar.sending"),
  over: [...document.querySelectorAll("#deeds button")].some((one) => one.dataset.do === "rematch"),
  spots: [...document.querySelectorAll(".spot.open:not(.chosen)")].map((one) => one.dataset.spot),
  deeds: [...document.querySelectorAll("#deeds button")].map((one) => one.dataset.do),
  number: document.querySelectorAll("#log li").length,
})"""
TOUCH = """(key) => document.querySelector(`[data-spot="${key}"]`)
  .dispatchEvent(new MouseEvent("click", { bubbles: true }))"""
PRESS = """(deed) => document.querySelector(`#deeds [data-do="${deed}"]`)?.click()"""
COLUMNS = (
    "game",
    "screen",
    "first board, ms: best, median, worst",
    "moves",
    "an event, bytes: median, largest",
    "longest task, ms: processor, clock",
)


class Task(NamedTuple):
    """What the page did in one go, in milliseconds."""

    processor: float
    clock: float


class PageTimings(NamedTuple):
    """What was seen of one game on one screen."""

    game: str
    screen: str
    board: list[float]
    """Milliseconds from going to the table to the first board on screen, with an empty cache."""
    events: list[int]
    """Bytes of each event with a move, packed; the mover's tree of moves comes apart from it."""
    moves: int
    tasks: list[Task]
    """What kept the page busy while it was played."""


def open_table_page(browser: Browser, url: str, game: str, screen: str) -> tuple[Page, str]:
    """Return a page of somebody new, and the table that was opened for them: one seat, the others for bots."""
    page = browser.new_context(base_url=url, **SCREENS[screen]).new_page()
    page.add_init_script(f"({WATCH})()")
    players = max(min(4, list_player_counts(game)[-1]), list_player_counts(game)[0])
    seats = [{"for": "me"}, *[{"for": "bot", "bot": "greedy"}] * (players - 1)]
    asked = {"game": game, "seats": seats, "options": {"players": players}}
    page.context.request.put("/api/me", data={"name": "Ann"})
    table: str = page.context.request.post("/api/tables", data=asked).json()["table"]
    page.context.request.post(f"/api/tables/{table}/commands", data={"do": "begin", "id": "begin"})
    return page, table


def list_player_counts(game: str) -> tuple[int, ...]:
    """Return the numbers of players a game has."""
    return next(one.players for one in games() if one.id == game)


def measure_first_board(page: Page, table: str) -> float:
    """Go to a table, and return after how many milliseconds its board was on screen."""
    page.goto(f"/tables/{table}")
    page.wait_for_function("() => window.seen.board > 0")
    return float(page.evaluate("window.seen.board"))


def play_random_move(page: Page, rng: random.Random) -> bool:
    """Make a move by touching anything; tell whether there was one to make."""
    page.wait_for_function(
        f"() => {{ const now = ({NOW})(); return now.over || now.mine; }}", timeout=60_000, polling=150
    )
    before = page.evaluate(NOW)
    for _ in range(60):
        now = page.evaluate(NOW)
        if now["over"]:
            return False
        if now["number"] != before["number"]:
            return True
        if not now["mine"]:
            time.sleep(0.02)
            continue
        presses = [deed for deed in now["deeds"] if deed == "play" or deed.startswith("press-")]
        if "play" in presses and rng.random() < 0.8:
            page.evaluate(PRESS, "play")
        elif choices := [*now["spots"], *(deed for deed in presses if deed != "play")]:
            chosen = rng.choice(choices)
            page.evaluate(TOUCH if chosen in now["spots"] else PRESS, chosen)
        elif "undo" in now["deeds"]:
            page.evaluate(PRESS, "undo")
    return True


def measure_game(browser: Browser, url: str, game: str, screen: str, moves: int, repeats: int) -> PageTimings:
    """Come to tables of a game, and play at the last of them."""
    board: list[float] = []
    for _ in range(repeats):
        page, table = open_table_page(browser, url, game, screen)
        board.append(measure_first_board(page, table))
        page.context.close()
    page, table = open_table_page(browser, url, game, screen)
    events: list[int] = []
    page.on("websocket", lambda wire: record_message_sizes(wire, events))
    measure_first_board(page, table)
    browser.start_tracing(page=page, categories=["toplevel"])
    rng = random.Random(1)
    made = 0
    while made < moves and play_random_move(page, rng):
        made += 1
    page.wait_for_timeout(1000)
    tasks = parse_trace_tasks(browser.stop_tracing())
    page.context.close()
    return PageTimings(game, screen, board, events, made, tasks)


def parse_trace_tasks(trace: bytes) -> list[Task]:
    """Return all tasks of the page's own thread in what the browser wrote down."""
    events = msgspec.json.decode(trace)["traceEvents"]
    named = [one for one in events if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"]
    threads = {(one["pid"], one["tid"]) for one in named}
    return [
        Task(one["tdur"] / 1000, one["dur"] / 1000)
        for one in events
        if one.get("ph") == "X" and "tdur" in one and (one["pid"], one["tid"]) in threads
    ]


def record_message_sizes(wire: WebSocket, events: list[int]) -> None:
    """Note what every event of a table weighs."""

    def heard(frame: str | bytes) -> None:
        for line in (frame.encode() if isinstance(frame, str) else frame).splitlines():
            message = msgspec.json.decode(line)
            if isinstance(message, dict) and message.get("is") == "event" and message.get("scene"):
                events.append(len(gzip.compress(line)))

    wire.on("framereceived", heard)


def print_timings(timings: PageTimings) -> None:
    """Print what was seen of timings game on timings screen."""
    board = f"{min(timings.board):.0f}, {median(timings.board):.0f}, {max(timings.board):.0f}"
    weight = f"{median(timings.events):,.0f}, {max(timings.events):,}" if timings.events else "–"
    longest = f"{max(task.processor for task in timings.tasks):.0f}, {max(task.clock for task in timings.tasks):.0f}"
    print(f"| {timings.game} | {timings.screen} | {board} | {timings.moves} | {weight} | {longest} |", flush=True)


def main() -> None:
    """Measure all games on all screens."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", nargs="+", default=[game.id for game in games()])
    parser.add_argument("--moves", type=int, default=12, help="how many moves to make at each table (12)")
    parser.add_argument("--repeats", type=int, default=5, help="how often to come with an empty cache (5)")
    chosen = parser.parse_args()
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    with run_server(None, 1, []) as (url, _), sync_playwright() as playwright:
        browser = launch_browser(playwright)
        for game in chosen.games:
            for screen in SCREENS:
                print_timings(measure_game(browser, url, game, screen, chosen.moves, chosen.repeats))
        browser.close()


if __name__ == "__main__":
    main()
