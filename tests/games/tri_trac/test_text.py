"""What people read in Tri-Trac: whole sentences for every reader, and nothing but messages."""

import random

import pytest

from tests.games.text_checks import list_slips, list_unaccented_words, list_unused_messages, walk_texts
from triangulum.games.tri_trac import GAME

TRIANGLE = "[noyNOY][LRBT]{2}"
"""On the text board, such as ``oLR``."""


@pytest.mark.parametrize("turn_limit", [6, 60])
def test_every_text_is_good_english_and_translatable(turn_limit: int) -> None:
    num_texts = 0
    for text in walk_texts(GAME.setup(turn_limit=turn_limit), 12, random.Random(turn_limit)):
        num_texts += 1
        assert not list_slips(text), text
        assert not list_unaccented_words(text.pseudo, TRIANGLE), text
    assert num_texts > 100


def test_every_message_is_used() -> None:
    assert list_unused_messages(GAME) == []
