"""Find text on a page that is no message, or doesn't fit: pages are read in the pseudo-language, ``en-XA``.

There every word of a message has accents. A word without any was written somewhere else.
"""

import re
from html.parser import HTMLParser
from typing import Any

from playwright.sync_api import Page

from triangulum.core.registry import discover_games

LANGUAGE = "en-XA"
PLAIN_WORD = re.compile(r"(?!\b[A-Z]{2}\b)[A-Za-z]{2,}")
"""Two capital letters are notation, such as RR for a card."""
TEXT_ATTRIBUTES = ("aria-label", "title", "placeholder", "alt", "data-words", "data-sure", "label")
VOID_ELEMENTS = frozenset(["br", "hr", "img", "input", "link", "meta", "wbr"])
PEOPLE = ("Ann", "Bob", "Cyd", "Bartholomew", "Wilhelmina", "Triangulum", "chess")


def list_names() -> list[str]:
    """Return names that stand in sentences and stay as they are: of people, games and designers."""
    games = discover_games().values()
    own = [name for game in games for name in (game.id, game.title, game.designer)]
    return sorted([*PEOPLE, *own], key=len, reverse=True)


def find_plain_words(text: str) -> list[str]:
    """Return the words of a text that aren't from a message."""
    for name in list_names():
        text = text.replace(name, "")
    return PLAIN_WORD.findall(text)


class TextReader(HTMLParser):
    """Collects what a page's HTML says to people, and the labels for its scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.open_elements: list[tuple[str, bool]] = []
        """With whether their content is left alone."""
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        is_data = tag == "script" and attributes.get("id") != "labels"
        is_ignored = self.is_ignored or attributes.get("translate") == "no" or is_data or tag in ("code", "style")
        if not is_ignored:
            self.texts += [value for name, value in attrs if name in TEXT_ATTRIBUTES and value]
        if tag not in VOID_ELEMENTS:
            self.open_elements.append((tag, is_ignored))

    def handle_endtag(self, tag: str) -> None:
        while self.open_elements and self.open_elements.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.open_elements and self.open_elements[-1][0] == "script" and not self.is_ignored:
            data = re.sub(r'"[a-z.-]+":|\{\w+\}', "", data)
        if not self.is_ignored:
            self.texts.append(data)

    @property
    def is_ignored(self) -> bool:
        """Whether the innermost open element is left alone."""
        return bool(self.open_elements) and self.open_elements[-1][1]


def list_plain_texts(html: str) -> list[str]:
    """Return the texts of a page with a word that isn't from a message."""
    reader = TextReader()
    reader.feed(html)
    return [text.strip() for text in reader.texts if find_plain_words(text)]


VISIBLE_TEXTS = """() => {
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length;
  const isIgnored = (one) => one.closest("[translate=no], code, script, style, template, .kit");
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    const isTitle = parentElement.tagName === "title";
    if (data.trim() && !isIgnored(parentElement) && (isTitle || isShown(parentElement))) found.push(data);
  }
  for (const one of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    if (isIgnored(one)) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) found.push(one.getAttribute(name) ?? "");
  }
  return found;
}"""

MISFITS = """() => {
  const found = [];
  const parts = ["button, .button, .say, .bar, .tag, .tabs, .players li, .row, label, h1, h2, .facts, .mood, .curtain"];
  for (const one of document.querySelectorAll([...parts, ".asked p, .entry"].join())) {
    if (!one.checkVisibility() || one.closest(".unseen, .pane")) continue;
    const name = `${one.tagName} ${one.className} ${one.textContent.trim().slice(0, 60)}`;
    if (one.scrollWidth > one.clientWidth + 1 && one.clientWidth) found.push(`cut off: ${name}`);
  }
  const boxes = [...document.querySelectorAll("#deeds > *, .tabs > *, #asked > *, .presets > *, .dealings > *, #say")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one, one.getBoundingClientRect()]);
  for (const [one, box] of boxes) {
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`outside: ${one.textContent}`);
    for (const [other, second] of boxes) {
      if (one === other || one.contains(other) || other.contains(one)) continue;
      const across = Math.min(box.right, second.right) - Math.max(box.left, second.left);
      const down = Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top);
      if (across > 1 && down > 1) found.push(`overlap: ${one.textContent} / ${other.textContent}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push("the page is wider than the screen");
  return found;
}"""
"""What is cut off, outside the screen, or lies over something else: in the bar, in panels, in buttons."""

MISFIT_LABELS = """() => {
  const found = [];
  const labels = [...document.querySelectorAll("svg.pane text")]
    .filter((label) => label.textContent.trim() && label.checkVisibility())
    .map((label) => ({ label, text: label.textContent, box: label.getBoundingClientRect() }));
  for (const { label, text, box } of labels) {
    const isSmall = Number(label.getAttribute("font-size")) < Number(label.dataset.fullSize) / 2;
    if (isSmall) found.push(`less than half as large as designed: ${text}`);
    if (!/\\p{L}{3}/u.test(text)) continue;
    for (const other of labels) {
      if (label === other.label || label.closest("svg") !== other.label.closest("svg")) continue;
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
      const isBeside = across < -1 || down < Math.min(box.height, other.box.height) * 0.3;
      if (!isBeside) found.push(`labels overlap: ${text} / ${other.text}`);
    }
  }
  return found;
}"""
"""Words in pictures that touch another label, or had to be made too small to fit. A label's box is higher than its
letters, so boxes may overlap a little."""


def list_visible_plain_texts(page: Page) -> list[str]:
    """Return the texts on a page in a browser with a word that isn't from a message."""
    texts: list[str] = page.evaluate(VISIBLE_TEXTS)
    return [text.strip() for text in texts if find_plain_words(text)]


def list_misfits(page: Page) -> list[Any]:
    """Return what doesn't fit on a page in a browser."""
    return [*page.evaluate(MISFITS), *page.evaluate(MISFIT_LABELS)]
