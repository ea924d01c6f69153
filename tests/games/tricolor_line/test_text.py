"""Everything that people read in Tricolor Line: plain English, in messages only, and every message is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import triangulum as tri
from tests.games.tricolor_line.positions import GAME
from triangulum.core.state import State
from triangulum.core.views import GameEvent
from triangulum.learn.lessons import LessonTexts, lesson_texts, load_tutorial
from triangulum.scene.steps import Confirm, Press
from triangulum.text import PSEUDO_LANGUAGE, Message, Reader, Text

NAMES = ("Ñäñä", "Ðöðö", "Çîçî", "Žåžå", "Ķûķû", "Ļéļé", "Šîšî", "Ţöţö")
GAMES = [(2, 1, 60), (3, 2, 12), (5, 3, 8), (8, 4, 4)]
"""Players, a seed and the round limit."""
FOLDER = Path(GAME.folder or "")
SLIPS = re.compile(r"\b[Yy]ou (?:draws|takes|places|pays|discards|demands|looks|skips|wins|is|has)\b|[Yy]ou’s")
"""The third person where somebody is spoken to."""


def play(players: int, seed: int, round_limit: int) -> Iterator[tuple[State, int]]:
    """Yield the states of a game with the action played in each; moves are good or random."""
    rng = tri.Random(seed)
    state = GAME.setup(players, round_limit=round_limit).new()
    while state.to_move != tri.OVER:
        legal = state.legal_actions()
        if state.to_move == tri.CHANCE:
            action = state.sample_chance(rng)
        elif rng.randrange(3):
            action = max(legal, key=state.action_score)
        else:
            action = legal[rng.randrange(len(legal))]
        yield state.copy(), action
        state._apply(action)
    yield state, -1


def list_sentences(players: int, seed: int, round_limit: int, seat: int | None) -> Iterator[Message]:
    """Yield the log, the status and the previews of a game, as a seat or a spectator is shown them."""
    events: list[GameEvent] = []
    for state, action in play(players, seed, round_limit):
        status = state.scene(seat).title
        assert isinstance(status, Message)
        yield status
        if state.to_move in (seat, tri.OVER):
            yield from GAME.narration.narrate(events)  # type: ignore[misc]
            events = []
        if state.to_move == tri.OVER:
            return
        step_events = state.events(action, seat)
        yield from GAME.narration.narrate(step_events)  # type: ignore[misc]
        events += step_events
        if state.to_move == seat:
            for move in state.legal_actions()[::7]:
                words = state.preview(move).words
                assert isinstance(words, Message)
                yield words


def list_labels(players: int, seed: int, round_limit: int, seat: int | None) -> Iterator[Text]:
    """Yield what is on pieces, panes and buttons in a game, as a seat or a spectator is shown them."""
    for state, _ in play(players, seed, round_limit):
        for pane in state.scene(seat).panes:
            yield pane.title
            yield from (text for piece in pane.pieces for text in (piece.label, piece.title))
        if state.to_move == seat:
            view = state.view(seat)
            for action in state.legal_actions()[::5]:
                steps = GAME.renderer.steps(view, action)
                yield from (step.label for step in steps if isinstance(step, Press | Confirm))


def list_lesson_texts() -> Iterator[LessonTexts]:
    """Yield the texts of all lessons."""
    tutorial = load_tutorial(GAME)
    assert tutorial is not None
    for lesson in tutorial.lessons:
        yield lesson_texts(GAME, lesson)


def list_unaccented_words(text: str) -> list[str]:
    """Return the words of a text that no message says; shorter ones are notation."""
    return re.findall(r"[A-Za-z]{3,}", text)


@pytest.mark.parametrize(("players", "seed", "round_limit"), GAMES)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_sentences_are_plain_english(players: int, seed: int, round_limit: int, seat: int | None) -> None:
    reader = Reader(names=NAMES, seat=seat)
    for text in {*list_sentences(players, seed, round_limit, seat)}:
        sentence = reader.render(text)
        assert re.fullmatch(r"[A-ZÀ-Ž].*[.!]", sentence), sentence
        assert not re.search(r"seat \d|[{}]|  | [.,]|\.\.", sentence), sentence
        assert not SLIPS.search(sentence), sentence


@pytest.mark.parametrize(("players", "seed", "round_limit"), GAMES)
@pytest.mark.parametrize("seat", [0, None])
def test_every_word_is_in_a_message(players: int, seed: int, round_limit: int, seat: int | None) -> None:
    reader = Reader(PSEUDO_LANGUAGE, NAMES, seat)
    texts = {
        *list_sentences(players, seed, round_limit, seat),
        *list_labels(players, seed, round_limit, seat),
    }
    for text in texts:
        assert not list_unaccented_words(reader.render(text)), text


@pytest.mark.parametrize("seat", [0, None])
def test_every_word_of_the_text_board_is_in_a_message(seat: int | None) -> None:
    reader = Reader(PSEUDO_LANGUAGE, NAMES, seat)
    for state, _ in play(3, 2, 12):
        for line in GAME.narration.text_board(state.view(seat), reader).splitlines():
            is_map = re.fullmatch(r" {0,3}-?\d* [-rgbSEGRB+/\\ .|\d]*", line)
            assert is_map or not list_unaccented_words(line), line


def test_what_is_no_move_is_refused_in_a_sentence() -> None:
    with pytest.raises(tri.NotationError) as caught:
        GAME.new().parse_action("jump")
    assert str(caught.value).startswith("'jump' isn’t a valid move in Tricolor Line. Moves look like draw 2, pile 1, ")


def test_lessons_are_plain_english() -> None:
    for texts in list_lesson_texts():
        for text in texts[1:]:
            assert re.fullmatch(r"(?s)[A-Z].*[.!]", str(text)), text
        assert not str(texts.title).endswith(".")


def test_every_message_is_used() -> None:
    catalogue = GAME.messages
    assert catalogue is not None
    sources = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))
    english = (FOLDER / "locale" / "en.ftl").read_text(encoding="utf-8")
    named = {*re.findall(r"\"([a-z][a-z0-9.-]*)\"", sources), *re.findall(r"\{ ([a-z][a-z0-9.-]*) \}", english)}
    prefixes = (*re.findall(r"f\"([a-z-]+-)\{", sources), "lesson-", "option-", "level-")
    suffixes = tuple(re.findall(r"f\"\{[a-z_.]+\}(-[a-z]+)\"", sources))
    unused = [
        id
        for id in catalogue.list_ids()
        if id not in {*named, "summary", "mood"} and not id.startswith(prefixes) and not id.endswith(suffixes)
    ]
    assert not unused
