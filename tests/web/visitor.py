"""Somebody who visits the site with a browser, and plays as people do: by mouse, by finger, or by keyboard alone."""

import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from triangulum.core.registry import games
from triangulum.scene.steps import Confirm, Cycle, Gather, Pick, Press, Step

Way = Literal["mouse", "touch", "keyboard"]
GAMES = [game.id for game in games()]
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
"""Whether the middle of what can be touched lies in the part of its pane that is looked at."""
ASK = """async ([method, path, body]) => {
  const answer = await fetch(path, {
    method, headers: { "content-type": "application/json" }, body: body === null ? undefined : JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(said));
  return said;
}"""


def fewest(game: str) -> int:
    """Return how many must play a game."""
    return next(one.players[0] for one in games() if one.id == game)


class Visitors(Protocol):
    """Lets somebody come."""

    def __call__(self, name: str = "", *, silent: bool = True, **given: Any) -> "Visitor":
        """Return somebody with a browser of their own."""


class Visitor:
    """A person with a browser of their own."""

    def __init__(
        self, browser: Browser, url: str, name: str = "", *, silent: bool = True, way: Way = "mouse", **given: Any
    ) -> None:
        self.url = url
        self.name = name
        self.way = way
        self.silent = silent
        self.noise: list[str] = []
        phone = way == "touch"
        given = {"viewport": PHONE if phone else DESK, "has_touch": phone, "is_mobile": phone, **given}
        self.context = browser.new_context(base_url=url, reduced_motion="reduce", **given)
        self.context.set_default_timeout(20_000)
        self.page: Page = self.context.new_page()
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: self.noise.append(str(error)))
        if name:
            self.ask("PUT", "/api/me", {"name": name})

    def hear(self, message: ConsoleMessage) -> None:
        """Note what the console says."""
        self.noise.append(f"{message.type}: {message.text}")

    def check_silence(self) -> None:
        """Fail if the console has said anything."""
        assert not self.silent or self.noise == []

    def leave(self) -> None:
        """Close everything."""
        self.context.close()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the server, as a page of the site would."""
        answer = self.context.request.fetch(f"{self.url}{path}", method=method, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def open(
        self, game: str, seats: Sequence[dict[str, str]], *, begin: bool = True, go: bool = True, **options: Any
    ) -> str:
        """Open a table, begin if asked to, and go there."""
        options = {"players": len(seats), **options}
        table: str = self.ask("POST", "/api/tables", {"game": game, "seats": seats, "options": options})["table"]
        if begin:
            self.ask("POST", f"/api/tables/{table}/commands", {"do": "begin", "id": "begin"})
        if go:
            self.go(table)
        return table

    def go(self, table: str) -> None:
        """Go to a table, and wait until it is there."""
        self.page.goto(f"/tables/{table}")
        expect(self.page.locator("#panes svg.pane").first).to_be_visible()

    def state(self) -> dict[str, Any]:
        """Return what can be done on the page."""
        found: dict[str, Any] = self.page.evaluate(STATE)
        return found

    def wait_for_turn(self) -> dict[str, Any]:
        """Wait until something can be done here, or the game is over."""
        self.page.wait_for_function(
            f"() => {{ const now = ({STATE})();"
            " return now.over || now.curtain || (now.mine && (now.spots.length || now.deeds.length)); }"
        )
        return self.state()

    def touch(self, key: str) -> None:
        """Touch a piece that can be touched."""
        spot = self.page.locator(f'[data-spot="{key}"]')
        if self.way == "keyboard":
            self.walk_to(key)
            self.page.keyboard.press("Enter")
            return
        assert self.page.evaluate(IN_SIGHT, key), f"{key} can be touched, and is not in sight"
        if self.way == "touch":
            spot.tap(force=True)
        else:
            spot.click(force=True)

    def walk_to(self, key: str) -> None:
        """Go to a piece by the keyboard alone: Tab, arrows, Page Down."""
        where = "document.activeElement?.getAttribute('data-spot')"
        for _ in range(60):
            if self.page.evaluate(where) is not None:
                break
            self.page.keyboard.press("Tab")
        # Arrows lead towards a piece; where they get no nearer, Page Down goes through all of them.
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
        found = self.page.locator(f'#deeds [data-do="{deed}"]')
        if self.way == "keyboard":
            found.focus()
            self.page.keyboard.press("Enter")
        elif self.way == "touch":
            found.tap()
        else:
            found.click()

    def uncover(self) -> None:
        """Say that the next player is there."""
        self.page.locator('[data-do="uncover"]').click()
        expect(self.page.locator("#curtain")).to_be_hidden()

    def decide(self, rng: random.Random) -> bool:
        """Make one decision of the game by touching things; tell whether there was one to make."""
        now = self.wait_for_turn()
        if now["over"]:
            return False
        before = now["number"]
        done: list[str] = []
        for _ in range(40):
            touched = "curtain"
            if now["curtain"]:
                self.uncover()
            elif "play" in now["deeds"] and rng.random() < 0.8:
                touched = "play"
                self.press(touched)
            else:
                touched = self.one_touch(now, rng)
            now = self.wait_for_turn()
            if now["number"] != before or now["over"]:
                return True
            done.append(f"{touched}: {now['said']}")
        self.keep("no-move")
        raise AssertionError("forty touches made no move:\n" + "\n".join(done))

    def one_touch(self, now: dict[str, Any], rng: random.Random) -> str:
        """Touch anything that leads on; return what it was."""
        presses: list[str] = [deed for deed in now["deeds"] if deed.startswith("press-") or deed == "turn"]
        # Whoever gathers cards seldom puts one away again: five of them would hardly ever come together.
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
        """Play one action by touching what it is made of, as far as the page asks for it."""
        for step in steps:
            now = self.wait_for_turn()
            match step:
                case Pick(key=key) if key in now["spots"]:
                    self.touch(key)
                case Gather(keys=keys):
                    chosen = {one.get_attribute("data-spot") for one in self.page.locator(".spot.chosen").all()}
                    for key in (key for key in keys if key not in chosen):
                        self.touch(key)
                case Cycle():
                    self.turn_until(text)
                case Press(name=name) if f"press-{name}" in now["deeds"]:
                    self.press(f"press-{name}")
                case Confirm():
                    self.press("press-confirm")
        if "play" in self.state()["deeds"]:
            self.press("play")

    def turn_until(self, text: str) -> None:
        """Turn a piece until it lies as an action says."""
        said = self.page.locator("#say")
        for _ in range(12):
            expect(said).to_have_text(re.compile(r"^(?!.*What next)"))
            if said.locator("code").inner_text() == text:
                return
            before = said.inner_text()
            self.press("turn")
            expect(said).not_to_have_text(before)
        raise AssertionError(f"no way to lie is {text}")

    def keep(self, name: str) -> None:
        """Keep a picture of the page, to be looked at."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")

    def play_on(self, rng: random.Random, decisions: int = 100_000) -> int:
        """Play until the game is over, or for so many decisions; return how many were made."""
        made = 0
        while made < decisions and self.decide(rng):
            made += 1
        return made


def play_together(host: Visitor, guest: Visitor, game: str) -> str:
    """Let two people sit down at a table and begin; return which table it is."""
    table = host.open(game, [{"for": "me"}, {"for": "anybody"}], begin=False)
    guest.go(table)
    guest.page.get_by_role("button", name="Sit here").click()
    host.page.get_by_role("button", name="Begin").click()
    expect(guest.page.locator("#gathering")).to_be_hidden()
    return table
