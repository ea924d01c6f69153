"""What people read in Starry Sky Trick-Taking: whole sentences for every reader, and nothing but messages."""

import random
from typing import Any

import pytest

from tests.games.text_checks import list_slips, list_unaccented_words, list_unused_messages, walk_texts
from triangulum.core.components import parse_components
from triangulum.games.starry_sky import GAME
from triangulum.games.starry_sky.box import StarrySkyBox

ALIKE_BIDS = GAME.components.text.replace("bid = 1", "bid = 2")
"""Components in which some cards bid something else than their number, 2 or 20 and more."""


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"erasing": "after"},
        {"erasing": "before"},
        {"components": parse_components(StarrySkyBox, ALIKE_BIDS, "box")},
    ],
    ids=["plain", "erasing after", "erasing before", "other bids"],
)
def test_every_text_is_good_english_and_translatable(options: dict[str, Any]) -> None:
    num_texts = 0
    for text in walk_texts(GAME.setup(sky=7, **options), 8, random.Random(3)):
        num_texts += 1
        assert not list_slips(text), text
        assert not list_unaccented_words(text.pseudo), text
    assert num_texts > 500


def test_every_message_is_used() -> None:
    assert list_unused_messages(GAME) == []
