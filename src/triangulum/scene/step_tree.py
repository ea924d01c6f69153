# compiled by mypyc
"""All legal actions as one tree of touch steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from triangulum.scene.kit import SceneError
from triangulum.scene.steps import Branch, Step


def build_step_tree(
    steps_by_action: Mapping[int, Sequence[Step]], text_by_action: Mapping[int, str]
) -> tuple[Branch, ...]:
    """Return the steps of all legal actions as a tree, in the order of the actions; texts are their notation.

    Raises SceneError if two actions have the same steps, or one's steps are the beginning of another's: a person
    could not tell them apart.
    """
    return build_branches(list(steps_by_action.items()), 0, text_by_action)


def build_branches(
    paths: Sequence[tuple[int, Sequence[Step]]], depth: int, text_by_action: Mapping[int, str]
) -> tuple[Branch, ...]:
    """Return the branches for paths (an action and its steps) whose first ``depth`` steps are the same."""
    by_step: dict[Step, list[tuple[int, Sequence[Step]]]] = {}
    for path in paths:
        if len(path[1]) == depth:
            texts = " and ".join(text_by_action[action] for action, _ in paths)
            raise SceneError(f"{texts} are touched alike, or one of them is only the beginning of the other")
        step = path[1][depth]
        same_step = by_step.get(step)
        if same_step is None:
            by_step[step] = [path]
        else:
            same_step.append(path)
    depth += 1
    return tuple(
        [
            Branch(step, (), same[0][0], text_by_action[same[0][0]])
            if len(same) == 1 and len(same[0][1]) == depth
            else Branch(step, build_branches(same, depth, text_by_action))
            for step, same in by_step.items()
        ]
    )


ActionAndSteps: TypeAlias = tuple[int, tuple[Step, ...]]


def flatten_step_tree(branches: Sequence[Branch]) -> list[ActionAndSteps]:
    """Return every action of a step tree with its steps; the inverse of ``build_step_tree``."""
    paths: list[ActionAndSteps] = []
    for branch in branches:
        if branch.action is not None:
            paths.append((branch.action, (branch.step,)))
        paths += [(action, (branch.step, *path)) for action, path in flatten_step_tree(branch.then)]
    return paths
