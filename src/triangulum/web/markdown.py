"""A game's guide and its numbered rules as HTML, with an address for every phase and every rule."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from triangulum.core.game import Game
from triangulum.learn.guide import HEADING_PATTERN, read_guide_source

RULE: Final = re.compile(r"<p><strong>(\d+\.\d+[a-z]?)</strong>")
WIDE: Final = re.compile(r"(<table>.*?</table>)", re.DOTALL)


class Section(NamedTuple):
    """A heading, for a list of contents."""

    id: str
    title: str


class Page(NamedTuple):
    """A text as HTML, and what is in it."""

    html: str
    sections: tuple[Section, ...]


def markdown() -> MarkdownIt:
    """Return what makes HTML of Markdown; tags in the text stay text."""
    return MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")


@cache
def guide(game: Game) -> Page:
    """Return how to play; a section about a phase of the game has the id ``phase-`` and its name."""
    text = read_guide_source(game)
    phases = [found[3] or "" for found in HEADING_PATTERN.finditer(text)]
    return page_of(HEADING_PATTERN.sub(r"\1 \2", text), "phase-", phases)


@cache
def numbered_rules(game: Game) -> Page:
    """Return the numbered rules; rule 3.2 has the id ``rule-3.2``."""
    file = game.find_file("rules.md")
    if file is None:
        return Page("", ())
    page = page_of(file.read_text(encoding="utf-8"), "part-", [])
    html = RULE.sub(r'<p id="rule-\1"><strong><a href="#rule-\1">\1</a></strong>', page.html)
    return Page(html, page.sections)


def inline(text: str) -> str:
    """Return a few words or paragraphs of Markdown as HTML."""
    return str(markdown().render(text))


def page_of(text: str, prefix: str, names: list[str]) -> Page:
    """Return a text as HTML without its title, each heading with an id: its name if it has one, else its words."""
    maker = markdown()
    tokens = maker.parse(text)
    sections = []
    heading = 0
    for at, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        title = tokens[at + 1].content
        name = names[heading] if heading < len(names) else ""
        heading += 1
        token.attrSet("id", prefix + (name or slug(title)))
        if token.tag == "h2":
            sections.append(Section(str(token.attrGet("id")), title))
    html = str(maker.renderer.render(without_title(tokens), maker.options, {}))
    return Page(WIDE.sub(r'<div class="scrolls" tabindex="0">\1</div>', html), tuple(sections))


def without_title(tokens: list[Token]) -> list[Token]:
    """Return what follows the title."""
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        return tokens[3:]
    return tokens


def slug(title: str) -> str:
    """Return words as they may stand in an address."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
