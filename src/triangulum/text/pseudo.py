"""The pseudo-language: English with accents on every letter and about 40 % longer.

It is still legible, so a tester can play in it. A word without accents isn't a message, and a layout that breaks would
break in a language whose words are longer.
"""

from __future__ import annotations

import re
from typing import Final

# Only letters that pictures can draw as outlines.
ACCENTED: Final = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅßÇÐÉΦĜĤÎĴĶĻΘÑÖÞØŔŠŢÛΨŴΞÝŽåβçðéφĝĥîĵķļμñöþøŕšţûνŵχýž",
)
WORD: Final = re.compile(r"[A-Za-z]+")
PADDING_SHARE: Final = 0.4


def accent_text(text: str) -> str:
    """Return a text with accents and longer words; what isn't a letter stays."""
    return WORD.sub(lambda match: accent_word(match[0]), text)


def accent_word(word: str) -> str:
    """Return a word with accents, its last letter repeated until it is 40 % longer."""
    accented = word.translate(ACCENTED)
    return accented + accented[-1] * round(len(word) * PADDING_SHARE)
