"""What people read in Tricolor Line: whole sentences for every reader, and nothing but messages."""

import random
import re

import pytest

import triangulum as tri
from tests.games import text_checks
from tests.games.text_checks import PerceivedText, list_slips, list_unaccented_words, list_unused_messages, walk_texts
from triangulum.core.state import CHANCE, State
from triangulum.games.tricolor_line import GAME
from triangulum.learn.lessons import lesson_texts, load_tutorial

TILE = "[rgbeSEGRB]{3}"
"""On the text board, such as ``RRR`` or ``SSS``."""


def check_text(text: PerceivedText) -> None:
    """Check that a text is good English, and that a translator can change all of it."""
    # Beside an eye, a label lists who has looked: "you and Dan".
    slips = [slip for slip in list_slips(text) if (text.kind, slip) != ("label", "you")]
    assert not slips, text
    assert not list_unaccented_words(text.pseudo, TILE), text


@pytest.mark.parametrize(("players", "round_limit"), [(2, 12), (3, 8), (5, 4), (8, 3)])
def test_every_text_is_good_english_and_translatable(players: int, round_limit: int) -> None:
    for text in walk_texts(GAME.setup(players, round_limit=round_limit), 2, random.Random(players)):
        check_text(text)


@pytest.mark.parametrize("players", [2, 4])
def test_so_is_every_text_where_routes_are_completed(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_checks, "choose_action", choose_good_action)
    texts = list(walk_texts(GAME.setup(players, round_limit=30), 4, random.Random(players)))
    for text in texts:
        check_text(text)
    assert any("Two routes are complete" in text.english for text in texts if text.kind == "status")


def choose_good_action(state: State, rng: random.Random) -> int:
    """Return what chance brings, or mostly a good action, so that games end by routes."""
    actions = state.legal_actions()
    if state.to_move == CHANCE:
        return rng.choices(actions, state.chance_weights())[0]
    return max(actions, key=state.action_score) if rng.random() < 0.8 else rng.choice(actions)


def test_what_is_not_a_move_is_refused_in_a_sentence() -> None:
    with pytest.raises(tri.NotationError) as caught:
        GAME.new().parse_action("jump")
    assert str(caught.value).startswith("“jump” isn’t a move in Tricolor Line. Moves look like draw 2, pile 1, ")


def test_lessons_are_told_in_sentences() -> None:
    tutorial = load_tutorial(GAME)
    assert tutorial is not None
    for lesson in tutorial.lessons:
        title, *texts = lesson_texts(GAME, lesson)
        assert not str(title).endswith(".")
        assert all(re.fullmatch(r"(?s)[A-Z].*[.!]", str(text)) for text in texts)


def test_every_message_is_used() -> None:
    assert list_unused_messages(GAME) == []
