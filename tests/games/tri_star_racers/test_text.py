"""What a player reads of a race: in plain English, and every word of it a message."""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

import triangulum as tri
from tests.games.tri_star_racers.positions import GAME
from triangulum.core.state import CHANCE, OVER, State
from triangulum.core.views import GameEvent
from triangulum.games.tri_star_racers import messages
from triangulum.games.tri_star_racers.text_board import SHIP_LETTERS
from triangulum.scene import Scene
from triangulum.text import PSEUDO_LANGUAGE, Reader, Text, find_catalogue

FOLDER = Path(messages.__file__).parent
NAMES = ("Ñäñä", "Öö", "Éé", "Üü", "Çç")
RACES = [(scenario, players, seed) for seed, scenario in enumerate(GAME.presets) for players in (2, 3, 5)]
LONG_ASCII_WORD = re.compile(r"[A-Za-z]{3,}")
THIRD_PERSON_SLIP = re.compile(r"\b[Yy]ou (plays|drafts|takes|fires|moves|draws|discards|wins|is|has|chooses|leads)\b")


class Reading(NamedTuple):
    """Texts of a race as one reader gets them."""

    sentences: list[str]
    """The log, previews and what is going on."""
    labels: list[str]
    """What is written on pieces and panes, and said about them."""
    boards: list[str]


class Race:
    """A random race, whose texts are collected as data and rendered for several readers."""

    def __init__(self, scenario: str, players: int, seed: int, seat: int | None) -> None:
        self.seat = seat
        self.sentences: set[Text] = set()
        self.labels: set[Text] = set()
        self.states: list[State] = []
        self.play(GAME.new(players, scenario=scenario), tri.Random(seed))

    def play(self, state: State, rng: tri.Random) -> None:
        """Play a race to its end, and collect what is said."""
        run: list[GameEvent] = []
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                action = state.sample_chance(rng)
            else:
                legal = state.legal_actions()
                action = legal[rng.randrange(len(legal))]
                if self.seat in (state.to_move, None):
                    self.sentences |= {state.preview(at).words for at in (action, *legal[:: len(legal) // 3 + 1])}
                self.collect_scene(state.scene(self.seat))
            run += state.events(action, self.seat)
            state._apply(action)
            if state.to_move != CHANCE:
                self.sentences |= set(GAME.narration.narrate(run))
                run = []
            if rng.randrange(30) == 0:
                self.states.append(state.copy())
        self.collect_scene(state.scene(self.seat))
        self.states.append(state)

    def collect_scene(self, scene: Scene) -> None:
        """Collect what is said in a picture."""
        self.sentences.add(scene.title)
        self.labels |= {pane.title for pane in scene.panes}
        self.labels |= {text for pane in scene.panes for piece in pane.pieces for text in (piece.label, piece.title)}

    def read(self, language: str) -> Reading:
        """Return all texts as the seat reads them."""
        reader = Reader(language, NAMES, self.seat)
        boards = [GAME.narration.text_board(state.view(self.seat), reader) for state in self.states]
        return Reading([*map(reader.render, self.sentences)], [*map(reader.render, self.labels)], boards)


def list_races() -> Iterator[Race]:
    """Yield races of all scenarios and sizes, as the first seat, the second one and a spectator see them."""
    for scenario, players, seed in RACES:
        yield Race(scenario, players, seed, (0, 1, None)[seed % 3])


@pytest.fixture(scope="module")
def races() -> list[Race]:
    """Return races that all tests here read."""
    return list(list_races())


def test_sentences_are_plain_english(races: list[Race]) -> None:
    for race in races:
        reading = race.read("en")
        for sentence in reading.sentences:
            assert re.fullmatch(r"[A-ZÑÖÉÜÇ].*[.!]", sentence), sentence
        for text in chain(reading.sentences, reading.labels):
            assert not re.search(r"[Ss]eat \d|[{}]|  |\byou’s\b", text), text
            assert not THIRD_PERSON_SLIP.search(text), text
            assert text == text.strip()


def test_every_word_is_a_message(races: list[Race]) -> None:
    for race in races:
        reading = race.read(PSEUDO_LANGUAGE)
        for text in chain(reading.sentences, reading.labels, reading.boards):
            # Ships side by side on a lane of the text board look like a word.
            assert all(set(word) <= set(SHIP_LETTERS) for word in LONG_ASCII_WORD.findall(text)), text


def test_every_message_is_used() -> None:
    catalogue = find_catalogue("tri-star-racers")
    assert catalogue is not None
    code = "\n".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py")).replace("'", '"')
    fluent = (FOLDER / "locale" / "en.ftl").read_text(encoding="utf-8")
    lessons = re.findall(r'^id = "(.+)"', (FOLDER / "tutorial.toml").read_text(encoding="utf-8"), re.MULTILINE)
    # What the site asks for by name, and what the code puts together.
    composed = re.findall(r'message\(\s*f"([a-z]+-)\{', code)
    prefixes = ("option-", "preset-", "level-", "status-", "doing-", *composed, *[f"lesson-{id}" for id in lessons])
    for id in catalogue.list_ids():
        name = id.partition(".")[0]
        is_named = f'"{name}"' in code or f"{{ {name} }}" in fluent
        assert is_named or name.startswith(prefixes) or name in ("summary", "mood", "seat"), id
