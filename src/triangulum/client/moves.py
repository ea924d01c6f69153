"""Legal moves as a list, made from the tree of touches that the server sends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from triangulum.scene.steps import Branch, Step


class LegalMove(NamedTuple):
    """A move that the seat to move can play."""

    action: int
    text: str
    """The move in notation."""
    steps: tuple[Step, ...]
    """What a person touches, in order, to play it."""


def flatten_move_tree(branches: Iterable[Branch], path: tuple[Step, ...] = ()) -> list[LegalMove]:
    """Return the moves at the ends of a tree of touches; ``path`` has the touches that lead to the branches."""
    moves: list[LegalMove] = []
    for branch in branches:
        steps = (*path, branch.step)
        if branch.action is not None:
            moves.append(LegalMove(branch.action, branch.text, steps))
        moves += flatten_move_tree(branch.then, steps)
    return moves
