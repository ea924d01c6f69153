"""Words as outlines: every usual character has one, and the others become something plain."""

from __future__ import annotations

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triangulum.scene import glyphs

OUTLINE = re.compile(r"(M-?\d+ 0(m-?\d+[ -]\d+([lhvq][-\d ]+)+z)+)*")


def test_letters_numerals_and_usual_signs_have_outlines() -> None:
    wanted = (
        string.ascii_letters
        + string.digits
        + string.punctuation
        + "äöüßéèñçøåÆ\u2013—…\u00d7±°½αβγΔ→←↑↓★●○▲△◆♠♥✓✗\u2212€"
    )
    assert glyphs.replace_missing_glyphs(wanted) == wanted


@pytest.mark.parametrize(
    ("words", "drawn"), [("e\u0301", "e"), ("ẅ", "w"), ("a\tb\n", "a b "), ("猫", "□"), ("ﬁ", "fi")]
)
def test_what_has_no_outline_becomes_plainer(words: str, drawn: str) -> None:
    assert glyphs.replace_missing_glyphs(words) == drawn


@given(st.text())
def test_any_words_have_a_proper_outline(words: str) -> None:
    assert OUTLINE.fullmatch(glyphs.text_path(words))


def test_words_are_as_wide_as_their_letters() -> None:
    assert glyphs.text_width("Ada") == glyphs.text_width("A") + glyphs.text_width("d") + glyphs.text_width("a")
    assert glyphs.text_width("") == 0


def test_the_anchor_says_where_the_words_begin() -> None:
    assert glyphs.text_path("H", "start").startswith("M0 0")
    assert glyphs.text_path("H", "end").startswith(f"M-{glyphs.text_width('H')} 0")
    assert glyphs.text_path("H").startswith(f"M-{glyphs.text_width('H') // 2} 0")
