"""Text as glyph outlines, and its width, so that a picture looks the same in a browser, in a document and as PNG.

The outlines are in ``glyphs.txt``, which names their origin. Text as outlines needs no font where it is shown, and
no font has to be found, loaded or trusted where a PNG is rendered. A character without an outline is replaced by its
letter without accents, or else by an empty box: a picture never fails for lack of a glyph.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from triangulum.scene.shapes import Anchor

EM = 1000
"""The font size, in the units of the outlines."""
CAPITAL_HEIGHT = 729
"""Height of a capital letter above the baseline."""
SPACE_WIDTH = 318
MONOSPACED_WIDTH = 602
"""Of every letter, in fonts whose letters are all equally wide."""
BOX = "□"
ANCHOR_SHARES: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The share of a text that lies before its anchor point."""


class Glyph(NamedTuple):
    """How a character is drawn."""

    advance: int
    outline: str
    """An SVG path, empty for a space."""


@cache
def load_glyphs() -> dict[str, Glyph]:
    """Return the glyph of every character in ``glyphs.txt``."""
    text = (files(__package__) / "glyphs.txt").read_text(encoding="utf-8")
    _, _, lines = text.partition("\n\n")
    glyphs = {" ": Glyph(SPACE_WIDTH, "")}
    for line in lines.splitlines():
        character, advance, outline = line.split(" ", 2)
        glyphs[character] = Glyph(int(advance), outline)
    return glyphs


def replace_missing_glyphs(text: str) -> str:
    """Return a text with every character replaced that has no outline."""
    glyphs = load_glyphs()
    return "".join(character if character in glyphs else find_replacement_glyph(character) for character in text)


def find_replacement_glyph(character: str) -> str:
    """Return a character without its accents; nothing for a bare accent, a space for whitespace, else a box."""
    if unicodedata.combining(character):
        return ""
    if character.isspace():
        return " "
    parts = unicodedata.normalize("NFKD", character)
    bare = [part for part in parts if not unicodedata.combining(part)]
    return "".join(bare) if bare and all(part in load_glyphs() for part in bare) else BOX


def text_width(text: str) -> int:
    """Return the width of a text at font size ``EM``."""
    glyphs = load_glyphs()
    return sum(glyphs[character].advance for character in replace_missing_glyphs(text))


def text_path(text: str, anchor: Anchor = "middle") -> str:
    """Return a text as one SVG path at font size ``EM``, with (0, 0) on the baseline at the anchor."""
    glyphs = load_glyphs()
    pen = -round(text_width(text) * ANCHOR_SHARES[anchor])
    path = []
    for character in replace_missing_glyphs(text):
        advance, outline = glyphs[character]
        if outline:
            path.append(f"M{pen} 0{outline}")
        pen += advance
    return "".join(path)
