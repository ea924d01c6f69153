"""What the tests of every game do with its states, words, pictures and parts."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

import triangulum as tri
from triangulum.core.game import Game
from triangulum.core.state import State
from triangulum.scene import Piece, Scene
from triangulum.text import Reader

T = TypeVar("T")
S = TypeVar("S", bound=State)


def moves(state: State) -> set[str]:
    """Return the legal moves in notation."""
    return {state.format_action(action) for action in state.legal_actions()}


def after(state: S, *played: str) -> S:
    """Return the state after some moves."""
    state = state.copy()  # type: ignore[assignment]
    for move in played:
        state.play(move)
    return state


def told(state: State, move: str, names: Sequence[str] = ("Ann", "Bob")) -> str:
    """Return what everybody sees when a move is made, in sentences."""
    events = state.events(state.parse_action(move), None)
    return " ".join(map(Reader(names=tuple(names)).render, state.setup.game.narration.narrate(events)))


def read_back(read: Callable[[str], T], text: str) -> T | None:
    """Return what a text is read as, or None if it is refused in one line of decent length."""
    try:
        return read(text)
    except (tri.PositionError, tri.NotationError, tri.IllegalActionError) as refused:
        message = str(refused)
    assert "\n" not in message
    assert len(message) < 300
    return None


def pieces(scene: Scene) -> dict[str, Piece]:
    """Return all pieces of a scene by key."""
    found = [piece for pane in scene.panes for piece in pane.pieces]
    keyed = {piece.key: piece for piece in found}
    assert len(keyed) == len(found)
    return keyed


def see_refused(game: Game, old: str, new: str, line: str, message: str, folder: Path) -> None:
    """See that the game's own components with one thing changed are refused with a message that names the line."""
    text = game.components.text.replace(old, new, 1)
    (folder / "box.toml").write_text(text)
    with pytest.raises(tri.ComponentsError) as caught:
        game.setup(components=folder / "box.toml")
    place, _, why = str(caught.value).partition(": ")
    assert message in why
    number = int(place.removeprefix("box.toml, line "))
    assert line in text.splitlines()[number - 1]
