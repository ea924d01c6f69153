"""What people read in Tri-Star Racers: whole sentences for every reader, and nothing but messages."""

import random
import re
from typing import Any

import pytest

from tests.games.text_checks import list_slips, list_unaccented_words, list_unused_messages, walk_texts
from triangulum.games.tri_star_racers import GAME
from triangulum.games.tri_star_racers.text_board import SHIP_LETTERS

SECTION_CODE = re.compile(r"\b[PBO][1-9]\b")
SHIPS_SIDE_BY_SIDE = f"[{SHIP_LETTERS}]+"
"""Ships on a lane of the text board, which look like a word."""


@pytest.mark.parametrize("scenario", GAME.presets)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_text_is_good_english_and_translatable(scenario: str, players: int) -> None:
    num_texts = 0
    for text in walk_texts(GAME.setup(players, scenario=scenario), 2, random.Random(players)):
        num_texts += 1
        assert not list_slips(text), text
        assert not list_unaccented_words(text.pseudo, SHIPS_SIDE_BY_SIDE), text
        assert text.kind == "board" or not SECTION_CODE.search(text.english), text
    assert num_texts > 1000


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"brutal": "strict", "edges": "4a 7a 9a", "bursts": "landing"}),
        (4, {"draft": "advanced", "head_start": "3 2 1 0", "team_spaces": False}),
    ],
)
def test_every_text_is_good_english_with_other_rules(players: int, options: dict[str, Any]) -> None:
    for text in walk_texts(GAME.setup(players, **options), 2, random.Random(players)):
        assert not list_slips(text), text
        assert not list_unaccented_words(text.pseudo, SHIPS_SIDE_BY_SIDE), text


def test_every_message_is_used() -> None:
    assert list_unused_messages(GAME) == []
