"""What people read in Star Runners: whole sentences for every reader, and nothing but messages."""

import random

import pytest

from tests.games.text_checks import list_slips, list_unaccented_words, list_unused_messages, walk_texts
from triangulum.games.star_runners import GAME


@pytest.mark.parametrize(
    ("homes", "turn_limit", "rerolls"), [("guarded", 3, "chain"), ("guarded", 40, "once"), ("open", 300, "chain")]
)
def test_every_text_is_good_english_and_translatable(homes: str, turn_limit: int, rerolls: str) -> None:
    num_texts = 0
    setup = GAME.setup(homes=homes, turn_limit=turn_limit, rerolls=rerolls)
    for text in walk_texts(setup, 6, random.Random(turn_limit)):
        num_texts += 1
        assert not list_slips(text), text
        assert not list_unaccented_words(text.pseudo), text
        assert text.kind == "board" or not {"SM", "SL", "ML"} & set(text.english.split()), text
    assert num_texts > 100


def test_every_message_is_used() -> None:
    assert list_unused_messages(GAME) == []
