"""A game's guide and its numbered rules as HTML, with an anchor for every phase and every rule."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from triangulum.core.game import Game
from triangulum.learn.guide import HEADING_PATTERN, read_guide_source
from triangulum.text import DEFAULT_LANGUAGE, PSEUDO_LANGUAGE
from triangulum.text.pseudo import accent_text

RULE_PATTERN: Final = re.compile(r"<p><strong>(\d+\.\d+[a-z]?)</strong>")
TABLE_PATTERN: Final = re.compile(r"(<table>.*?</table>)", re.DOTALL)


class DocumentSection(NamedTuple):
    """A heading, for the table of contents."""

    id: str
    title: str


class HtmlDocument(NamedTuple):
    """A text as HTML, with its table of contents."""

    html: str
    sections: tuple[DocumentSection, ...]


def build_markdown_parser() -> MarkdownIt:
    """Return a Markdown parser that escapes HTML tags."""
    return MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")


@cache
def render_guide(game: Game, language: str = DEFAULT_LANGUAGE) -> HtmlDocument:
    """Return a game's guide; a section about a phase of the game has the id ``phase-<phase>``."""
    file = find_translation(game, "guide", language)
    text = read_guide_source(game) if file is None else file.read_text(encoding="utf-8")
    phases = [heading[3] or "" for heading in HEADING_PATTERN.finditer(text)]
    return render_document(HEADING_PATTERN.sub(r"\1 \2", text), "phase-", phases, language)


@cache
def render_numbered_rules(game: Game, language: str = DEFAULT_LANGUAGE) -> HtmlDocument:
    """Return a game's numbered rules; rule 3.2 has the id ``rule-3.2``. Empty if it has none."""
    file = find_translation(game, "rules", language) or game.find_file("rules.md")
    if file is None:
        return HtmlDocument("", ())
    document = render_document(file.read_text(encoding="utf-8"), "part-", [], language)
    html = RULE_PATTERN.sub(r'<p id="rule-\1"><strong><a href="#rule-\1">\1</a></strong>', document.html)
    return HtmlDocument(html, document.sections)


def find_translation(game: Game, document: str, language: str) -> Path | None:
    """Return the file with a translated document, such as ``guide.de.md``; None if there is none."""
    return game.find_file(f"{document}.{language}.md")


def render_markdown(text: str) -> str:
    """Return Markdown as HTML."""
    return str(build_markdown_parser().render(text))


def render_document(text: str, id_prefix: str, heading_names: list[str], language: str) -> HtmlDocument:
    """Return a Markdown document as HTML without its title; the id of a heading is its given name or its words."""
    parser = build_markdown_parser()
    tokens = parser.parse(text)
    accent = accent_text if language == PSEUDO_LANGUAGE else str
    sections = []
    heading_count = 0
    for index, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        title = tokens[index + 1].content
        name = heading_names[heading_count] if heading_count < len(heading_names) else ""
        heading_count += 1
        token.attrSet("id", id_prefix + (name or slugify(title)))
        if token.tag == "h2":
            sections.append(DocumentSection(str(token.attrGet("id")), accent(title)))
    for child in (child for token in tokens for child in token.children or ()):
        if child.type == "text":
            child.content = accent(child.content)
    html = str(parser.renderer.render(drop_title(tokens), parser.options, {}))
    return HtmlDocument(TABLE_PATTERN.sub(r'<div class="scrolls" tabindex="0">\1</div>', html), tuple(sections))


def drop_title(tokens: list[Token]) -> list[Token]:
    """Return the tokens after the title."""
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        return tokens[3:]
    return tokens


def slugify(title: str) -> str:
    """Return a title as a word that can be used in a URL."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
