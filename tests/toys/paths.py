"""Paths: a game that is nothing but its tree, written down, so that anybody can work out what is best.

A place is ``(seat, [places])`` where somebody chooses, ``("chance", [places])`` where it is left to chance, all ways
being equally likely, or the set of winners at an end.
"""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from tests.toys.follow import FollowNotation
from tests.toys.toy import ToySetup, toy
from triangulum.core.game import Game
from triangulum.core.options import Options
from triangulum.core.state import CHANCE, OVER, State

LONGEST = 8

# State.byte_fields: how many steps have been made, and which.


class Paths(State):
    """Somewhere in the tree."""

    def place(self) -> Any:
        """Return the place where the steps made so far lead."""
        place = self.setup.tree  # type: ignore[attr-defined]
        for step in range(int(self.byte_fields[0])):
            place = place[1][int(self.byte_fields[1 + step])]
        return place

    def _legal_actions(self) -> vec[i64]:
        return vec[i64](range(len(self.place()[1])))

    def _apply(self, action: i64) -> None:
        self.byte_fields[1 + int(self.byte_fields[0])] = u8(action)
        self.byte_fields[0] += u8(1)
        self.to_move = whose(self.place())

    def winners(self) -> list[int]:
        return sorted(self.place()) if self.to_move == OVER else []


def whose(place: Any) -> int:
    """Return who is to move at a place."""
    if isinstance(place, set):
        return OVER
    return CHANCE if place[0] == "chance" else int(place[0])


def worth(place: Any, players: int, kindness: int = 0) -> list[float]:
    """Return each seat's share of the win if everybody chooses what is best for himself.

    Those to whom it is all the same are kind to seat 0, or unkind, as ``kindness`` is 1 or -1.
    """
    if isinstance(place, set):
        return [(seat in place) / len(place) if place else 1 / players for seat in range(players)]
    worths = [worth(way, players, kindness) for way in place[1]]
    if place[0] == "chance":
        return [sum(shares) / len(worths) for shares in zip(*worths, strict=True)]
    return max(worths, key=lambda shares: (shares[place[0]], kindness * shares[0]))


def paths(id: str, players: int, tree: Any) -> Game:
    """Declare the game of a tree."""

    class PathsOptions(Options, frozen=True, kw_only=True):
        players: int = 2

    def rules(game: Game, options: Any, components: Any) -> ToySetup:
        setup = ToySetup(game, options, components, Paths, [0] * (1 + LONGEST), whose(tree))
        setup.tree = tree  # type: ignore[attr-defined]
        setup.num_actions = setup.max_chance_outcomes = setup.max_length = LONGEST
        return setup

    return toy(id, players, rules, FollowNotation(), None, PathsOptions, secrets=False)
