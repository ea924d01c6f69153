"""Paths: a game given by its tree, so small that the best play can be worked out by hand.

A node is ``(seat, [children])`` where a seat chooses, ``("chance", [children])`` for chance with equally likely
outcomes, or the set of winners at a leaf.
"""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from tests.toys.follow import FollowNotation
from tests.toys.toy import ToySetup, declare_toy
from triangulum.core.game import Game
from triangulum.core.options import Options
from triangulum.core.state import CHANCE, OVER, State

MAX_STEPS = 8

# State.byte_fields: how many steps have been made, and which.


class Paths(State):
    """A node of the tree."""

    def place(self) -> Any:
        """Return the node to which the steps so far lead."""
        place = self.setup.tree  # type: ignore[attr-defined]
        for step in range(int(self.byte_fields[0])):
            place = place[1][int(self.byte_fields[1 + step])]
        return place

    def _legal_actions(self) -> vec[i64]:
        return vec[i64](range(len(self.place()[1])))

    def _apply(self, action: i64) -> None:
        self.byte_fields[1 + int(self.byte_fields[0])] = u8(action)
        self.byte_fields[0] += u8(1)
        self.to_move = mover_at(self.place())

    def winners(self) -> list[int]:
        return sorted(self.place()) if self.to_move == OVER else []


def mover_at(place: Any) -> int:
    """Return who is to move at a node."""
    if isinstance(place, set):
        return OVER
    return CHANCE if place[0] == "chance" else int(place[0])


def compute_win_shares(place: Any, players: int, kindness: int = 0) -> list[float]:
    """Return each seat's share of the win if every seat plays its best.

    Between equal choices, seats prefer the one that is best for seat 0 if ``kindness`` is 1, and worst if it is -1.
    """
    if isinstance(place, set):
        return [(seat in place) / len(place) if place else 1 / players for seat in range(players)]
    worths = [compute_win_shares(way, players, kindness) for way in place[1]]
    if place[0] == "chance":
        return [sum(shares) / len(worths) for shares in zip(*worths, strict=True)]
    return max(worths, key=lambda shares: (shares[place[0]], kindness * shares[0]))


def declare_paths(id: str, players: int, tree: Any) -> Game:
    """Declare the game of a tree."""

    class PathsOptions(Options, frozen=True, kw_only=True):
        players: int = 2

    def rules(game: Game, options: Any, components: Any) -> ToySetup:
        setup = ToySetup(game, options, components, Paths, [0] * (1 + MAX_STEPS), mover_at(tree))
        setup.tree = tree  # type: ignore[attr-defined]
        setup.num_actions = setup.max_chance_outcomes = setup.max_length = MAX_STEPS
        return setup

    return declare_toy(id, players, rules, FollowNotation(), None, PathsOptions, secrets=False)
