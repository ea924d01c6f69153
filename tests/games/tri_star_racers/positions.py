"""Races for tests: positions in short, steps as texts, and boxes with other parts."""

import re
from typing import Any

import triangulum as tri
from triangulum.core.components import Components, parse_components
from triangulum.core.state import State
from triangulum.core.views import GameEvent
from triangulum.games.tri_star_racers.box import RacersBox
from triangulum.text import Reader

GAME = tri.game("tri-star-racers")
LANES = ("pink", "blue", "orange")


def parse_race(*parts: str, players: int = 2, **options: Any) -> State:
    """Return a position; without anything said about them there are no starbursts, no powers and no boosts."""
    chosen = {"draft": "basic", "edges": "1b 4b 5b", "starbursts": False, **options}
    return GAME.setup(players, **chosen).parse_position(" | ".join(parts))


TO_THE_APEX = (
    "board P1 B1 O1 at e5, P1 B1 O2 at e6, P1 B1 O3 at d5, P1 B2 O1 at d4, P1 B2 O2 at c3, P1 B2 O3 at c4, "
    "O1 O1 P2 at b3, {} at b2"
)
"""A way from the centre to the apex; the tiles in between match whatever they like."""


def at_the_apex(corner: str, *parts: str, **options: Any) -> State:
    """Return a race in which seat 0 can play at the apex, above a tile with these sections."""
    return parse_race(TO_THE_APEX.format(corner), "last b2 by seat 1", *parts, "seat 0 plays", **options)


def play_moves(state: State, *moves: str) -> State:
    """Return the state after some steps."""
    state = state.copy()
    for move in moves:
        state.play(move)
    return state


def ship_spaces(state: State, seat: int) -> tuple[int, ...]:
    """Return where a seat's ships are."""
    found: tuple[int, ...] = state.view(None).ships[seat]  # type: ignore[attr-defined]
    return found


def frozen_by_lane(state: State, seat: int) -> tuple[bool, ...]:
    """Return which of a seat's ships are frozen."""
    found: tuple[bool, ...] = state.view(None).frozen[seat]  # type: ignore[attr-defined]
    return found


def current_phase(state: State) -> str:
    """Return what is going on."""
    return state.view(None).phase


def legal_texts(state: State) -> list[str]:
    """Return what can be played."""
    return [state.format_action(action) for action in state.legal_actions()]


def list_events(state: State, move: str, seat: int | None = None) -> list[GameEvent]:
    """Return what a seat sees of a move."""
    return list(state.events(state.parse_action(move), seat))


def preview_words(state: State, move: str) -> str:
    """Return what a move would bring, in English; the mover is "you"."""
    return Reader(seat=state.to_move).render(state.preview(state.parse_action(move)).words)


def edit_components(*changes: tuple[str, str], tiles: list[str] | None = None) -> str:
    """Return the components with some text replaced, and other tiles."""
    text = GAME.components.text
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    if tiles is not None:
        listed = ", ".join(f'"{tile}"' for tile in tiles)
        text = re.sub(r"tiles = \[.*?\n\]", f"tiles = [{listed}]", text, count=1, flags=re.DOTALL)
    return text


def read_box(text: str) -> Components[RacersBox]:
    """Return components as a setup takes them."""
    return parse_components(RacersBox, text, "box.toml")


def all_tiles() -> list[str]:
    """Return the tiles of the box."""
    return list(GAME.components.box.tiles)


TINY = """
rebuilt = true
outline = [" ^", "^v^"]
centre = "b2"
team_spaces = []
finish = 28
bursts = [3]
tokens = ["P1", "B1", "W1"]
tiles = [{tiles}]
[draft]
basic = ["-"]
boost = ["P2", "B2", "O2"]
advanced = ["-", "W1", "O2", "B2", "P2", "W1"]
[frame]
random = 3
[[frame.edges]]
a = "P-warp team"
b = "P1 wild"
[[frame.edges]]
a = "B-freeze P1"
b = "B1 O1"
[[frame.edges]]
a = "- team"
b = "- O1"
"""


def tiny_components(tiles: int = 24) -> Components[RacersBox]:
    """Return a box with a board of four spaces, so that it is full after three tiles."""
    faces = ["P1 B1 O1", "P1 P1 B2", "W W P2", "O1 O1 O1"]
    return read_box(TINY.format(tiles=", ".join(f'"{faces[at % len(faces)]}"' for at in range(tiles))))
