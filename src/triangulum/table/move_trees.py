# compiled by mypyc
"""Trees of legal moves: what the mover can touch, built once for all tables at which it is the same."""

from __future__ import annotations

from collections.abc import Hashable

import msgspec
from msgspec import Raw

from triangulum.core.state import State
from triangulum.core.views import View
from triangulum.scene.localize import localize_steps
from triangulum.scene.step_tree import build_step_tree
from triangulum.scene.steps import Branch
from triangulum.text import Reader

encode_json = msgspec.json.Encoder().encode


class MoveTreeCache:
    """Encoded trees of legal moves, shared by all tables that use this cache; the oldest are dropped first."""

    def __init__(self, max_trees: int = 4096) -> None:
        self.max_trees = max_trees
        self.trees: dict[tuple[str, str, Hashable, tuple[int, ...]], Raw] = {}
        """By language, by game, by what the game says they depend on, and by the legal actions."""

    def find_or_build(self, state: State, view: View, touch_steps_key: Hashable, language: str) -> Raw:
        """Return the encoded tree of the seat to move, built once for all tables at which it is the same."""
        key = language, state.setup.game.id, touch_steps_key, tuple(state.legal_actions())
        tree = self.trees.get(key)
        if tree is None:
            if len(self.trees) >= self.max_trees:
                del self.trees[next(iter(self.trees))]
            tree = self.trees[key] = Raw(encode_json(build_move_tree(state, view, Reader(language, (), state.to_move))))
        return tree


def build_move_tree(state: State, view: View, reader: Reader) -> tuple[Branch, ...]:
    """Return what the seat to move can touch, as a tree, with labels for a reader."""
    texts = {action: state.format_action(action) for action in state.legal_actions()}
    renderer = state.setup.game.renderer
    steps = {action: localize_steps(renderer.touch_steps(view, action), reader) for action in texts}
    return build_step_tree(steps, texts)
