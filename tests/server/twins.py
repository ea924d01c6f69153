"""Two games that differ in nothing but what one watcher cannot know, found by playing both side by side."""

from typing import NamedTuple

import triangulum as tri
from triangulum.core.state import CHANCE, OVER, Setup, State


class Twins(NamedTuple):
    """The steps of two games: for each its chance outcomes, and its moves in order."""

    chances: tuple[list[int], list[int]]
    moves: tuple[list[int], list[int]]
    differing: int
    """After how many steps the two states were different."""


LOOKED_AT = 12
"""How many steps of the other world are compared with one, where there are many."""


def twins(setup: Setup, watcher: int | None, seed: int, most: int, tries: int = 40) -> list[Twins]:
    """Return pairs of games that differ, of some that were tried: the longest, and the one whose moves differ most.

    A card that is laid face down is soon turned up, and two games in which another one was laid cannot go on from
    there; so a long pair says little about moves that are hidden.
    """
    found = [
        one_pair(setup, watcher, tri.Random(seed + at), most, sameness=(0.97, 0.0, 0.6, 0.9)[at % 4])
        for at in range(tries)
    ]
    longest = max(found, key=lambda pair: (min(pair.differing, 5), len(pair.moves[0])))
    boldest = max(found, key=boldness)
    return [longest, boldest] if boldness(boldest)[0] else [longest]


def boldness(pair: Twins) -> tuple[int, int]:
    """Return in how many moves a pair differs, and for how long."""
    return sum(one != other for one, other in zip(*pair.moves, strict=True)), pair.differing


def one_pair(setup: Setup, watcher: int | None, rng: tri.Random, most: int, sameness: float) -> Twins:
    """Play two games step by step that look alike to a watcher, until that cannot go on."""
    worlds = (setup.new(), setup.new())
    chances: tuple[list[int], list[int]] = ([], [])
    moves: tuple[list[int], list[int]] = ([], [])
    differing = 0
    kept = (0, 0)
    while len(moves[0]) < most and (steps := alike(*worlds, watcher, rng, sameness)) is not None:
        chance = worlds[0].to_move == CHANCE
        for world, step, rolled, played in zip(worlds, steps, chances, moves, strict=True):
            (rolled if chance else played).append(step)
            world.play(step)
        # When a game is over all is laid open, so these end before.
        if worlds[0].to_move >= 0 and worlds[1].to_move >= 0:
            kept = (len(chances[0]), len(moves[0]))
            differing += worlds[0].to_bytes() != worlds[1].to_bytes()
    # A server rolls on until somebody has to decide, so what was rolled must reach that far.
    rolled_enough = (chances[0][: kept[0]], chances[1][: kept[0]])
    return Twins(rolled_enough, (moves[0][: kept[1]], moves[1][: kept[1]]), differing)


def alike(one: State, other: State, watcher: int | None, rng: tri.Random, sameness: float) -> tuple[int, int] | None:
    """Return a step in each of two worlds that look the same to a watcher; None if there are none."""
    if one.to_move == OVER or other.to_move != one.to_move:
        return None
    theirs = other.legal_actions()
    ours = one.legal_actions()
    if one.to_move == CHANCE and rng.random() < 0.5 and (evened := made_even(one, other, watcher)) is not None:
        return evened
    for _ in range(min(len(ours), LOOKED_AT)):
        step = ours.pop(rng.randrange(len(ours)))
        seen = one.events(step, watcher)
        own = watcher is not None and one.to_move == watcher
        if own and other.events(step, watcher) != seen:
            continue
        if own:
            return step, step
        if step in theirs and rng.random() < sameness and other.events(step, watcher) == seen:
            return step, step
        some = theirs if len(theirs) <= LOOKED_AT else [theirs[rng.randrange(len(theirs))] for _ in range(LOOKED_AT)]
        matching = [their for their in (*some, step) if their in theirs and other.events(their, watcher) == seen]
        if matching:
            return step, matching[rng.randrange(len(matching))]
    return None


def made_even(one: State, other: State, watcher: int | None) -> tuple[int, int] | None:
    """Return outcomes that are left in one world only, after which more is left in both alike; None if there are none.

    What one world has dealt to somebody the other deals to somebody else; otherwise the watcher could not be dealt the
    same cards in both.
    """
    ours, theirs = one.legal_actions(), other.legal_actions()
    for mine in set(ours) - set(theirs):
        for their in set(theirs) - set(ours):
            if one.events(mine, watcher) == other.events(their, watcher):
                return mine, their
    return None
