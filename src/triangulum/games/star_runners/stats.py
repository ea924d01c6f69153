"""What is counted in Star Runners, for the lab: homes, hops, doubles, and who stands in whose way.

Ships are followed from hop to hop. At the beginning of a turn it is looked which of the mover's ships a larger enemy
holds up: by standing at Backwater, where a smaller ship that has not been there cannot come in, or on top of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from triangulum.core.stats import Counting, Group
from triangulum.core.views import GameEvent
from triangulum.games.star_runners.observe import (
    PLACE_NAMES,
    BuiltHome,
    Drawn,
    Hopped,
    Rolled,
    RollsAgain,
    TookDoubles,
    TurnEnded,
    Won,
)
from triangulum.games.star_runners.rules import StarRunnersSetup

BACKWATER = "W"
HOMES = (PLACE_NAMES[0], PLACE_NAMES[-1])
HOLDING = ("keeps a ship out of Backwater", "is kept out of Backwater", "pins a ship", "is pinned")


class StarRunnersCounts(Counting):
    """Counts one game."""

    def __init__(self, setup: StarRunnersSetup) -> None:
        super().__init__(setup)
        self.sizes: tuple[str, ...] = size_names(setup)
        self.places = [dict.fromkeys(self.sizes, home) for home in HOMES]
        self.visited: list[set[str]] = [set(), set()]
        self.first = True
        """Whether nobody has visited Backwater yet."""

    @classmethod
    def groups(cls, setup: StarRunnersSetup) -> tuple[Group, ...]:
        small, medium, large = sizes = size_names(setup)
        return (
            Group(
                name="home",
                title="Home stars",
                items=(f"{small} and {medium}", f"{small} and {large}", f"{medium} and {large}"),
            ),
            Group(name="blocking", title="Turns of blocking", items=HOLDING),
            Group(name="blocker", title="Turns that a ship blocks Backwater", items=sizes[1:]),
            Group(name="first", title="First ship to visit Backwater", items=sizes),
            Group(name="hops", title="Hops", items=sizes),
            Group(name="doubles", title="Doubles", items=("taken", "rolled again")),
            Group(name="unspent", title="Points", items=("unspent",)),
            Group(name="end", title="The end", items=("by arriving", "by the turn limit"), per="game"),
        )

    def see(self, event: GameEvent) -> None:
        match event:
            case BuiltHome():
                self.add("home", " and ".join(event.pair), event.seat)
            case Rolled():
                self.look_at_blocks(event.seat)
            case TookDoubles():
                self.add("doubles", "taken", event.seat)
            case RollsAgain():
                self.add("doubles", "rolled again", event.seat)
            case Hopped():
                self.places[event.seat][event.ship] = event.place
                self.add("hops", event.ship, event.seat)
            case TurnEnded():
                self.add("unspent", "unspent", event.seat, event.unspent)
                self.visit(event.seat, event.visited)
            case Won():
                self.note("end", "by arriving", 1)
                self.note("end", "by the turn limit", 0)
            case Drawn():
                self.note("end", "by arriving", 0)
                self.note("end", "by the turn limit", 1)

    def visit(self, seat: int, ships: tuple[str, ...]) -> None:
        """Remember who has been at Backwater."""
        self.visited[seat].update(ships)
        if ships and self.first:
            self.first = False
            for ship in ships:
                self.add("first", ship, seat)

    def look_at_blocks(self, mover: int) -> None:
        """Count, for a turn that begins, whether the mover's ships are held up and by which."""
        keepers, pinned = set(self.keepers(mover)), self.is_pinned(mover)
        for ship in keepers:
            self.add("blocker", ship, 1 - mover)
        if keepers:
            self.add("blocking", HOLDING[0], 1 - mover)
            self.add("blocking", HOLDING[1], mover)
        if pinned:
            self.add("blocking", HOLDING[2], 1 - mover)
            self.add("blocking", HOLDING[3], mover)

    def keepers(self, mover: int) -> Iterator[str]:
        """Yield the enemy ships at Backwater that keep a ship of the mover's out of it."""
        outside = [
            size
            for size, ship in enumerate(self.sizes)
            if self.places[mover][ship] != BACKWATER and ship not in self.visited[mover]
        ]
        for size, ship in enumerate(self.sizes):
            if self.places[1 - mover][ship] == BACKWATER and any(smaller < size for smaller in outside):
                yield ship

    def is_pinned(self, mover: int) -> bool:
        """Tell whether a larger enemy ship stands on one of the mover's, at a single star."""
        return any(
            self.places[1 - mover][larger] == place
            for size, ship in enumerate(self.sizes)
            if (place := self.places[mover][ship]) not in HOMES
            for larger in self.sizes[size + 1 :]
        )


def size_names(setup: StarRunnersSetup) -> tuple[str, ...]:
    """Return the names of the sizes, smallest first."""
    return tuple(size.name for size in setup.components.box.sizes)
