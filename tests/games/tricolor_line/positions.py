"""Maps for tests: positions in short, random games, and a box with few tiles."""

import re
from collections.abc import Iterator
from typing import Any, cast

import triangulum as tri
from triangulum.core.components import Components, parse_components
from triangulum.core.state import State
from triangulum.core.views import GameEvent
from triangulum.games.tricolor_line.box import TricolorBox
from triangulum.games.tricolor_line.views import TricolorView

GAME = tri.game("tricolor-line")

EAST = "red straight EW at 1,0 built, end NESW at 2,0 built"
WEST = "green straight EW at -1,0 built, end NESW at -2,0 built"
"""The shortest routes there can be."""


def game(*parts: str, players: int = 2, **options: Any) -> State:
    """Return a position."""
    return GAME.setup(players, **options).parse_position(" | ".join(parts))


def seen(state: State, seat: int | None = None) -> TricolorView:
    """Return what a seat, or a spectator, sees."""
    return cast(TricolorView, state.view(seat))


def events(state: State, move: str, seat: int | None = None) -> list[GameEvent]:
    """Return what a seat sees of a move."""
    return list(state.events(state.parse_action(move), seat))


def texts(state: State, first: str = "") -> set[str]:
    """Return the legal moves that begin with a word."""
    found = {state.format_action(action) for action in state.legal_actions()}
    return {move for move in found if move.startswith(first)}


def tile_at(state: State, x: int, y: int) -> str:
    """Return a tile on the map in short: ``red cross NESW built``, or nothing."""
    for laid in seen(state).tiles:
        if laid.place == (x, y):
            colour = "" if laid.tile.colour is None else f"{('red', 'green', 'blue')[laid.tile.colour]} "
            return f"{colour}{laid.tile.shape} {laid.roads}{' built' * laid.built}"
    return ""


def random_game(players: int, seed: int, **options: Any) -> Iterator[State]:
    """Yield the states of a random game, each a copy."""
    rng = tri.Random(seed)
    state = GAME.setup(players, **options).new()
    while state.to_move != tri.OVER:
        yield state.copy()
        legal = state._legal_actions()
        state._apply(state.sample_chance(rng) if state.to_move == tri.CHANCE else legal[rng.randrange(len(legal))])
    yield state


def few_tiles() -> Components[TricolorBox]:
    """Return a box with two straights and two corners in each colour, and three Ends: piles of five."""
    text = GAME.components.text.replace("ends = 6", "ends = 3")
    text = text.replace("copies = 3", "copies = 2", 2).replace("copies = 3", "copies = 0")
    text = re.sub(r'roads = "N"\ncopies = 2', 'roads = "N"\ncopies = 0', text)
    return parse_components(TricolorBox, text, "few.toml")


def few_cards() -> Components[TricolorBox]:
    """Return a box with so many resource cards as eight players are dealt."""
    text = GAME.components.text.replace("single = 15", "single = 9").replace("double = 5", "double = 1")
    return parse_components(TricolorBox, text.replace("wild = 6", "wild = 2"), "cards.toml")
