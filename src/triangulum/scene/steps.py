"""Moves by parts: what a person touches, in order, to play an action, and all of a mover's actions as one tree.

The same tree drives mouse, touch, keyboard, screen reader and hints. It goes to the mover alone. A game writes one
function, from an action to its steps; everything else is here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from triangulum.scene.kit import SceneError


class Pick(msgspec.Struct, frozen=True, tag="pick"):
    """Touch one piece of the scene: a ship, a space, a card."""

    key: str


class Gather(msgspec.Struct, frozen=True, tag="set"):
    """Touch several pieces, in any order: the cards to pay with. Made by ``gather``, which puts them in order."""

    keys: tuple[str, ...]


class Cycle(msgspec.Struct, frozen=True, tag="cycle"):
    """Go through the ways in which a piece can lie, by touching it again, until it lies this way."""

    key: str
    way: str


class Press(msgspec.Struct, frozen=True, tag="button"):
    """Press a button: ``done``, ``roll again``."""

    name: str
    label: str = ""
    """What is on it; if empty, the notation of the action that it completes."""


class Confirm(msgspec.Struct, frozen=True, tag="confirm"):
    """Say once more that this is meant."""

    label: str


Step: TypeAlias = Pick | Gather | Cycle | Press | Confirm


class Branch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step, and what can follow it: either more steps, or the action that it completes."""

    step: Step
    then: tuple[Branch, ...] = ()
    action: int | None = None
    text: str = ""
    """The completed action in notation."""


def gather(keys: Sequence[str]) -> Gather:
    """Return the step of touching these pieces in any order."""
    return Gather(tuple(sorted(keys)))


def build_step_tree(steps: Mapping[int, Sequence[Step]], texts: Mapping[int, str]) -> tuple[Branch, ...]:
    """Return the steps of all legal actions as a tree, in the order of the actions.

    Raises SceneError if two actions have the same steps, or one's steps begin another's: a person could not
    tell them apart.
    """
    return build_branches(list(steps.items()), 0, texts)


def build_branches(
    paths: Sequence[tuple[int, Sequence[Step]]], depth: int, texts: Mapping[int, str]
) -> tuple[Branch, ...]:
    """Return the tree of these paths from a depth on, up to which they are the same."""
    by_step: dict[Step, list[tuple[int, Sequence[Step]]]] = {}
    for path in paths:
        if len(path[1]) == depth:
            others = " and ".join(texts[other] for other, _ in paths)
            raise SceneError(f"{others} are touched alike, or one of them is only the beginning of the other")
        step = path[1][depth]
        same = by_step.get(step)
        if same is None:
            by_step[step] = [path]
        else:
            same.append(path)
    depth += 1
    return tuple(
        [
            Branch(step, (), rest[0][0], texts[rest[0][0]])
            if len(rest) == 1 and len(rest[0][1]) == depth
            else Branch(step, build_branches(rest, depth, texts))
            for step, rest in by_step.items()
        ]
    )


def list_leaves(branches: Sequence[Branch]) -> list[tuple[int, tuple[Step, ...]]]:
    """Return the actions of a tree with their steps, which is how it was made."""
    found: list[tuple[int, tuple[Step, ...]]] = []
    for branch in branches:
        if branch.action is not None:
            found.append((branch.action, (branch.step,)))
        found += [(action, (branch.step, *path)) for action, path in list_leaves(branch.then)]
    return found
