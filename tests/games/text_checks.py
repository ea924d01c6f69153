"""What the tests of every game check about its texts: those of random games, as players and spectators read them."""

import ast
import random
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from triangulum.core.game import Game
from triangulum.core.state import CHANCE, OVER, Setup, State
from triangulum.core.views import GameEvent
from triangulum.scene.steps import Confirm, Press
from triangulum.text import PSEUDO_LANGUAGE, Reader, Text

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
ACCENTED_NAMES = ("Ñäñä", "Ëëë", "Öösö", "Üüü", "Äïä", "Ïïñ")
MAX_ACTIONS_PER_STATE = 8
"""Of how many actions the previews and labels are read in one state."""


class PerceivedText(NamedTuple):
    """A text as one viewer reads it, in English and in the pseudo-language."""

    kind: str
    """``log``, ``status``, ``pane``, ``label``, ``title``, ``button``, ``preview``, ``hint`` or ``board``."""
    viewer: int | None
    """The seat that reads it; None for a spectator."""
    english: str
    pseudo: str


def walk_texts(setup: Setup, num_games: int, rng: random.Random) -> Iterator[PerceivedText]:
    """Yield every text that the first and the last seat and a spectator meet in random games, each once."""
    perceived: set[tuple[str, int | None, Text]] = set()
    for state, events_by_viewer in walk_games(setup, num_games, rng):
        for viewer, events in events_by_viewer.items():
            readers = build_readers(setup, viewer)
            for kind, text in iter_texts(state, viewer, events, rng):
                if text and (kind, viewer, text) not in perceived:
                    perceived.add((kind, viewer, text))
                    yield PerceivedText(kind, viewer, *[reader.render(text) for reader in readers])
            if rng.random() < 0.05 or state.to_move == OVER:
                boards = [setup.game.narration.text_board(state.view(viewer), reader) for reader in readers]
                yield PerceivedText("board", viewer, *boards)


def build_readers(setup: Setup, viewer: int | None) -> tuple[Reader, Reader]:
    """Return a reader of English and one of the pseudo-language, with names for all seats."""
    num_seats = setup.players
    return Reader("en", NAMES[:num_seats], viewer), Reader(PSEUDO_LANGUAGE, ACCENTED_NAMES[:num_seats], viewer)


def walk_games(
    setup: Setup, num_games: int, rng: random.Random
) -> Iterator[tuple[State, dict[int | None, list[GameEvent]]]]:
    """Yield the states of random games, each with the events of a run that led to it, by viewer.

    A run is a move with the chance steps that follow, as in the log of a table.
    """
    viewers = (0, int(setup.players) - 1, None)
    for _ in range(num_games):
        state = setup.new()
        events: dict[int | None, list[GameEvent]] = {viewer: [] for viewer in viewers}
        while True:
            if state.to_move != CHANCE:
                yield state, events
                events = {viewer: [] for viewer in viewers}
            if state.to_move == OVER:
                break
            action = choose_action(state, rng)
            for viewer in viewers:
                events[viewer] += state.events(action, viewer)
            state.play(action)


def choose_action(state: State, rng: random.Random) -> int:
    """Return a random action, or what chance brings."""
    actions = state.legal_actions()
    return rng.choices(actions, state.chance_weights())[0] if state.to_move == CHANCE else rng.choice(actions)


def iter_texts(
    state: State, viewer: int | None, events: Sequence[GameEvent], rng: random.Random
) -> Iterator[tuple[str, Text]]:
    """Yield the kind and text of everything in a state that isn't a text board."""
    game = state.setup.game
    for text in game.narration.narrate(events):
        yield "log", text
    scene = state.scene(viewer)
    yield "status", scene.title
    for pane in scene.panes:
        yield "pane", pane.title
        for piece in pane.pieces:
            yield "label", piece.label
            yield "title", piece.title
    if viewer is not None and viewer == state.to_move:
        view, actions = state.view(viewer), state.legal_actions()
        for action in rng.sample(actions, min(len(actions), MAX_ACTIONS_PER_STATE)):
            yield "preview", state.preview(action).words
            yield "hint", game.narration.suggest(state.events(action, viewer))  # type: ignore[attr-defined]
            for step in game.renderer.touch_steps(view, action):
                if isinstance(step, Press | Confirm):
                    yield "button", step.label


SENTENCE_KINDS = ("log", "status", "preview", "hint")
SLIPS = (
    re.compile(r"\b[Ss]eat \d"),
    re.compile(r"[{}]"),
    re.compile(r"  "),
    re.compile(r" [,.;:!?]"),
    re.compile(r"['\"]"),
    re.compile(r"\b[Yy]ou (has|is|was|does|\w+[^s\W]s)\b(?<!always)"),
    re.compile(r"\b[Yy]ou’s\b"),
    re.compile(r"(?<=[.!?] )you\b|^you\b"),
)
"""What no sentence in English may have."""


def list_slips(text: PerceivedText) -> list[str]:
    """Return what is wrong with a text in English, apart from a board, whose columns are set with spaces."""
    slips = [match[0] for pattern in SLIPS for match in [pattern.search(text.english)] if match]
    if text.kind in SENTENCE_KINDS and not text.english.endswith((".", "!", "?")):
        slips.append("no full stop")
    return [] if text.kind == "board" else slips


def list_unaccented_words(text: str, notation: str = "") -> list[str]:
    """Return the words of a text in the pseudo-language that come from no message, except for those of a notation.

    The notation is a regular expression for a whole word.
    """
    return [word for word in re.findall(r"[A-Za-z]{3,}", text) if not re.fullmatch(notation, word)]


def list_unused_messages(game: Game) -> list[str]:
    """Return the ids of a game's messages that neither its files nor the pages that present a game ever use."""
    assert game.messages is not None
    assert game.folder is not None
    ids = game.messages.list_ids()
    patterns = [*iter_source_patterns(game.folder), *iter_contract_patterns(game)]
    used = re.compile("|".join(patterns))
    referenced = set(re.findall(r"\{ ([a-z-]+(?:\.[a-z-]+)?) \}", (game.folder / "locale" / "en.ftl").read_text()))
    return [id for id in ids if not used.fullmatch(id) and id not in referenced]


def iter_source_patterns(folder: Path) -> Iterator[str]:
    """Yield a regular expression for every string in the game's Python files, with ``.+`` for what f-strings insert."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield re.escape(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [str(part.value) if isinstance(part, ast.Constant) else "" for part in node.values]
                if "-" in parts[0] or parts[-1].startswith("."):
                    yield "".join(re.escape(part) or ".+" for part in parts)


def iter_contract_patterns(game: Game) -> Iterator[str]:
    """Yield regular expressions for the messages that every game can have: options, presets, levels and lessons."""
    assert game.folder is not None
    yield r"summary|mood|seat|preset-word"
    yield from (rf"option-{field}(\.help|\.choice|\.own|\.point|-.+)?" for field in game.options.__struct_fields__)
    yield from (rf"preset-{re.escape(name)}(\.help)?" for name in game.presets)
    yield from (f"level-{level.name}" for level in game.levels)
    lessons = tomllib.loads((game.folder / "tutorial.toml").read_text())["lessons"]
    yield from (rf"lesson-{lesson['id']}(\.\w+)?" for lesson in lessons)
