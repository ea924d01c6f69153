"""A visitor who opens the site in a browser and plays as people do: by mouse, by touch, or by keyboard alone."""

import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from triangulum.core.registry import discover_games
from triangulum.scene.steps import Confirm, Cycle, Gather, Pick, Press, Step

InputDevice = Literal["mouse", "touch", "keyboard"]
GAMES = list(discover_games())
DESK = {"width": 1280, "height": 800}
PICTURES = Path(__file__).parents[2] / "build" / "screenshots"
PHONE = {"width": 360, "height": 740}

STATE = """() => {
  const spots = [...document.querySelectorAll(".spot.open")].map((one) => one.dataset.spot);
  const chosen = [...document.querySelectorAll(".spot.chosen")].map((one) => one.dataset.spot);
  const deeds = [...document.querySelectorAll("#deeds button")].map((one) => one.dataset.do);
  return {
    mine: document.body.classList.contains("my-turn") && !document.querySelector("#bar.sending"),
    over: deeds.includes("rematch"),
    curtain: !document.querySelector("#curtain").hidden,
    said: document.querySelector("#say").textContent,
    spots, chosen, deeds, number: document.querySelectorAll("#log li").length,
  };
}"""
IN_SIGHT = """(key) => {
  const spot = document.querySelector(`[data-spot="${key}"]`);
  const [own, pane] = [spot.lastElementChild, spot.closest("svg")].map((one) => one.getBoundingClientRect());
  const [x, y] = [own.x + own.width / 2 - pane.x, own.y + own.height / 2 - pane.y];
  return x > 0 && x < pane.width && y > 0 && y < pane.height;
}"""
"""Whether the centre of a touchable piece lies in the visible part of its pane."""
ASK = """async ([method, path, body]) => {
  const answer = await fetch(path, {
    method, headers: { "content-type": "application/json" }, body: body === null ? undefined : JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(said));
  return said;
}"""


def min_players(game: str) -> int:
    """Return the smallest number of players of a game."""
    return discover_games()[game].players[0]


class NewVisitor(Protocol):
    """A function that opens a browser for a new visitor."""

    def __call__(self, name: str = "", *, silent: bool = True, **overrides: Any) -> "Visitor":
        """Return a visitor with a browser context of their own."""


class Visitor:
    """A person with a browser context of their own."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        name: str = "",
        *,
        silent: bool = True,
        device: InputDevice = "mouse",
        **overrides: Any,
    ) -> None:
        self.url = url
        self.name = name
        self.device = device
        self.silent = silent
        self.console_messages: list[str] = []
        phone = device == "touch"
        overrides = {"viewport": PHONE if phone else DESK, "has_touch": phone, "is_mobile": phone, **overrides}
        self.context = browser.new_context(base_url=url, reduced_motion="reduce", **overrides)
        self.context.set_default_timeout(20_000)
        self.page: Page = self.context.new_page()
        self.page.on("console", self.record_console_message)
        self.page.on("pageerror", lambda error: self.console_messages.append(str(error)))
        if name:
            self.request("PUT", "/api/me", {"name": name})

    def record_console_message(self, message: ConsoleMessage) -> None:
        """Note a message of the browser's console."""
        self.console_messages.append(f"{message.type}: {message.text}")

    def check_console_is_empty(self) -> None:
        """Fail if there were messages in the console."""
        assert not self.silent or self.console_messages == []

    def leave(self) -> None:
        """Close the browser context."""
        self.context.close()

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request to the server, as a page of the site would."""
        answer = self.context.request.fetch(f"{self.url}{path}", method=method, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def open(
        self, game: str, seats: Sequence[dict[str, str]], *, begin: bool = True, go: bool = True, **options: Any
    ) -> str:
        """Open a table, start the game and go there, unless told not to; return the table's id."""
        options = {"players": len(seats), **options}
        table: str = self.request("POST", "/api/tables", {"game": game, "seats": seats, "options": options})["table"]
        if begin:
            self.request("POST", f"/api/tables/{table}/commands", {"do": "begin", "id": "begin"})
        if go:
            self.go_to_table(table)
        return table

    def go_to_table(self, table: str) -> None:
        """Open a table's page, and wait until its board is visible."""
        self.page.goto(f"/tables/{table}")
        expect(self.page.locator("#panes svg.pane").first).to_be_visible()

    def state(self) -> dict[str, Any]:
        """Return what can be touched and pressed on the page, and whose turn it is."""
        page_state: dict[str, Any] = self.page.evaluate(STATE)
        return page_state

    def wait_for_turn(self) -> dict[str, Any]:
        """Wait until this visitor can do something, or the game is over; return the page's state."""
        self.page.wait_for_function(
            f"() => {{ const now = ({STATE})();"
            " return now.over || now.curtain || (now.mine && (now.spots.length || now.deeds.length)); }"
        )
        return self.state()

    def touch(self, key: str) -> None:
        """Touch a piece that can be touched."""
        spot = self.page.locator(f'[data-spot="{key}"]')
        if self.device == "keyboard":
            self.focus_with_keyboard(key)
            self.page.keyboard.press("Enter")
            return
        assert self.page.evaluate(IN_SIGHT, key), f"{key} can be touched, and is not in sight"
        if self.device == "touch":
            spot.tap(force=True)
        else:
            spot.click(force=True)

    def focus_with_keyboard(self, key: str) -> None:
        """Move the focus to a piece by Tab, arrows and Page Down."""
        where = "document.activeElement?.getAttribute('data-spot')"
        for _ in range(60):
            if self.page.evaluate(where) is not None:
                break
            self.page.keyboard.press("Tab")
        # Arrows lead towards a piece; where they come no nearer, Page Down goes through all pieces.
        seen: set[str] = set()
        for _ in range(200):
            here = self.page.evaluate(where)
            if here == key:
                return
            self.page.keyboard.press("PageDown" if here in seen else self.arrow_towards(key))
            seen.add(here)
        raise AssertionError(f"{key} cannot be reached by the keyboard")

    def arrow_towards(self, key: str) -> str:
        """Return the arrow key that points at a piece."""
        dx, dy = self.page.evaluate(
            """(key) => {
              const middle = (one) => {
                const box = one.lastElementChild.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2];
              };
              const [x, y] = middle(document.activeElement);
              const [to, down] = middle(document.querySelector(`[data-spot="${key}"]`));
              return [to - x, down - y];
            }""",
            key,
        )
        if abs(dx) > abs(dy):
            return "ArrowRight" if dx > 0 else "ArrowLeft"
        return "ArrowDown" if dy > 0 else "ArrowUp"

    def press(self, deed: str) -> None:
        """Press a button of the bar."""
        button = self.page.locator(f'#deeds [data-do="{deed}"]')
        if self.device == "keyboard":
            button.focus()
            self.page.keyboard.press("Enter")
        elif self.device == "touch":
            button.tap()
        else:
            button.click()

    def lift_curtain(self) -> None:
        """Lift the curtain of a shared screen: the next player is there."""
        self.page.locator('[data-do="uncover"]').click()
        expect(self.page.locator("#curtain")).to_be_hidden()

    def make_decision(self, rng: random.Random) -> bool:
        """Make one decision of the game by touching things; return False if the game is over."""
        now = self.wait_for_turn()
        if now["over"]:
            return False
        before = now["number"]
        done: list[str] = []
        for _ in range(40):
            touched = "curtain"
            if now["curtain"]:
                self.lift_curtain()
            elif "play" in now["deeds"] and rng.random() < 0.8:
                touched = "play"
                self.press(touched)
            else:
                touched = self.touch_something(now, rng)
            now = self.wait_for_turn()
            if now["number"] != before or now["over"]:
                return True
            done.append(f"{touched}: {now['said']}")
        self.save_screenshot("no-move")
        raise AssertionError("forty touches made no move:\n" + "\n".join(done))

    def touch_something(self, now: dict[str, Any], rng: random.Random) -> str:
        """Touch a random piece or button that leads to a move; return its name."""
        presses: list[str] = [deed for deed in now["deeds"] if deed.startswith("press-") or deed == "turn"]
        # Rarely unselect a card that is selected: otherwise five would hardly ever come together.
        again = rng.random() < 0.1
        spots: list[str] = [key for key in now["spots"] if again or key not in now["chosen"]] or now["spots"]
        choices = [("spot", key) for key in spots] + [("deed", deed) for deed in presses]
        if not choices:
            last = "play" if "play" in now["deeds"] else "undo"
            self.press(last)
            return last
        kind, name = rng.choice(choices)
        if kind == "spot":
            self.touch(name)
        else:
            self.press(name)
        return name

    def play_steps(self, steps: Sequence[Step], text: str) -> None:
        """Play one action by touching its steps, as far as the page asks for them."""
        for step in steps:
            now = self.wait_for_turn()
            match step:
                case Pick(key=key) if key in now["spots"]:
                    self.touch(key)
                case Gather(keys=keys):
                    chosen = {spot.get_attribute("data-spot") for spot in self.page.locator(".spot.chosen").all()}
                    for key in (key for key in keys if key not in chosen):
                        self.touch(key)
                case Cycle():
                    self.rotate_until(text)
                case Press(name=name) if f"press-{name}" in now["deeds"]:
                    self.press(f"press-{name}")
                case Confirm():
                    self.press("press-confirm")
        if "play" in self.state()["deeds"]:
            self.press("play")

    def rotate_until(self, text: str) -> None:
        """Rotate a piece until it lies as in an action."""
        bar = self.page.locator("#bar")
        for _ in range(12):
            expect(bar).to_have_attribute("data-notation", re.compile("."))
            before = bar.get_attribute("data-notation") or ""
            if before == text:
                return
            self.press("turn")
            expect(bar).not_to_have_attribute("data-notation", before)
        raise AssertionError(f"no way to lie is {text}")

    def save_screenshot(self, name: str) -> None:
        """Save a screenshot of the page to look at."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")

    def play_decisions(self, rng: random.Random, max_decisions: int = 100_000) -> int:
        """Play until the game is over, or for at most so many decisions; return how many were made."""
        count = 0
        while count < max_decisions and self.make_decision(rng):
            count += 1
        return count


def play_together(host: Visitor, guest: Visitor, game: str) -> str:
    """Seat two people at a table and start the game; return the table's id."""
    table = host.open(game, [{"for": "me"}, {"for": "anybody"}], begin=False)
    guest.go_to_table(table)
    guest.page.get_by_role("button", name="Sit here").click()
    host.page.get_by_role("button", name="Start game").click()
    expect(guest.page.locator("#gathering")).to_be_hidden()
    return table
