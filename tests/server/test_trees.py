"""Cached move trees equal newly made ones."""

import random

import msgspec
import pytest

import triangulum as tri
from triangulum.core.state import CHANCE, OVER
from triangulum.table.move_trees import MoveTreeCache, build_move_tree
from triangulum.text import Reader

GAMES = [game.id for game in tri.games() if hasattr(game.renderer, "touch_steps_key")]


def test_some_games_have_cached_move_trees() -> None:
    assert GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_cached_move_tree_equals_a_new_one(game: str) -> None:
    cache = MoveTreeCache()
    rng = random.Random(5)
    found = tri.game(game)
    looked = 0
    for _ in range(12):
        state = found.new()
        for _ in range(150):
            if state.to_move == OVER:
                break
            if state.to_move != CHANCE:
                view = state.view(state.to_move)
                key = found.renderer.touch_steps_key(view)  # type: ignore[attr-defined]
                kept = cache.find_or_build(state, view, key, "en")
                assert msgspec.json.encode(kept) == msgspec.json.encode(
                    build_move_tree(state, view, Reader(seat=state.to_move))
                )
                looked += 1
            weights = state.chance_weights() if state.to_move == CHANCE else None
            state.play(rng.choices(state.legal_actions(), weights)[0])
    assert len(cache.trees) < looked, "some were used again"


def test_the_number_of_cached_move_trees_is_limited() -> None:
    cache = MoveTreeCache(max_trees=2)
    state = tri.game("star-runners").new()
    view = state.view(0)
    for at in range(5):
        cache.find_or_build(state, view, at, "en")
    assert [key[2] for key in cache.trees] == [3, 4]
