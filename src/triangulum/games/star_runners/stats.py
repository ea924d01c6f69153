"""What the lab counts in Star Runners: homes, hops, doubles, and which ships stand in others' way.

The counter follows the ships from hop to hop. When a turn begins, it checks which of the mover's ships a larger enemy
holds up: one at Backwater keeps out smaller ships that have yet to visit it, and one on the same single star pins them.
"""

from __future__ import annotations

from collections.abc import Iterator

from triangulum.core.stats import StatsCounter, StatsGroup
from triangulum.core.views import GameEvent
from triangulum.games.star_runners.rules import StarRunnersSetup
from triangulum.games.star_runners.views import (
    PLACE_NAMES,
    DiceRolled,
    DoublesTaken,
    GameDrawn,
    GameWon,
    HomeBuilt,
    RerollChosen,
    ShipHopped,
    TurnEnded,
)

BACKWATER = "W"
HOMES = (PLACE_NAMES[0], PLACE_NAMES[-1])
KEEPS_OUT, IS_KEPT_OUT = "keeps a ship out of Backwater", "is kept out of Backwater"
PINS, IS_PINNED = "pins a ship", "is pinned"


class StarRunnersStats(StatsCounter):
    """Counts the events of one game."""

    def __init__(self, setup: StarRunnersSetup) -> None:
        super().__init__(setup)
        self.sizes: tuple[str, ...] = list_size_names(setup)
        self.ship_places = [dict.fromkeys(self.sizes, home) for home in HOMES]
        self.visited: list[set[str]] = [set(), set()]
        self.backwater_unvisited = True
        """Whether nobody has visited Backwater yet."""

    @classmethod
    def groups(cls, setup: StarRunnersSetup) -> tuple[StatsGroup, ...]:
        small, medium, large = sizes = list_size_names(setup)
        pairs = (f"{small} and {medium}", f"{small} and {large}", f"{medium} and {large}")
        homes = (StatsGroup(name="home", title="Home stars", items=pairs),) if setup.has_chosen_binaries else ()
        return (
            *homes,
            StatsGroup(name="blocking", title="Turns of blocking", items=(KEEPS_OUT, IS_KEPT_OUT, PINS, IS_PINNED)),
            StatsGroup(name="blocker", title="Turns that a ship blocks Backwater", items=sizes[1:]),
            StatsGroup(name="first", title="First ship to visit Backwater", items=sizes),
            StatsGroup(name="hops", title="Hops", items=sizes),
            StatsGroup(name="doubles", title="Doubles", items=("taken", "rolled again")),
            StatsGroup(name="unspent", title="Points", items=("unspent",)),
            StatsGroup(name="end", title="The end", items=("by arriving", "by the turn limit"), per="game"),
        )

    def count_event(self, event: GameEvent) -> None:
        match event:
            case HomeBuilt():
                self.add_to_seat("home", " and ".join(event.pair), event.seat)
            case DiceRolled():
                self.count_blocks_against_mover(event.seat)
            case DoublesTaken():
                self.add_to_seat("doubles", "taken", event.seat)
            case RerollChosen():
                self.add_to_seat("doubles", "rolled again", event.seat)
            case ShipHopped():
                self.ship_places[event.seat][event.ship] = event.place
                self.add_to_seat("hops", event.ship, event.seat)
            case TurnEnded():
                self.add_to_seat("unspent", "unspent", event.seat, event.unspent)
                self.record_visits(event.seat, event.visited)
            case GameWon():
                self.set_figure("end", "by arriving", 1)
                self.set_figure("end", "by the turn limit", 0)
            case GameDrawn():
                self.set_figure("end", "by arriving", 0)
                self.set_figure("end", "by the turn limit", 1)

    def record_visits(self, seat: int, ships: tuple[str, ...]) -> None:
        """Record which ships have visited Backwater, and count the first."""
        self.visited[seat].update(ships)
        if ships and self.backwater_unvisited:
            self.backwater_unvisited = False
            for ship in ships:
                self.add_to_seat("first", ship, seat)

    def count_blocks_against_mover(self, mover: int) -> None:
        """Count, for a turn that begins, whether the mover's ships are held up and by which."""
        blockers, pinned = set(self.list_enemy_ships_blocking_backwater(mover)), self.has_pinned_ship(mover)
        for ship in blockers:
            self.add_to_seat("blocker", ship, 1 - mover)
        if blockers:
            self.add_to_seat("blocking", KEEPS_OUT, 1 - mover)
            self.add_to_seat("blocking", IS_KEPT_OUT, mover)
        if pinned:
            self.add_to_seat("blocking", PINS, 1 - mover)
            self.add_to_seat("blocking", IS_PINNED, mover)

    def list_enemy_ships_blocking_backwater(self, mover: int) -> Iterator[str]:
        """Yield the enemy ships at Backwater that keep a ship of the mover's out of it."""
        outside = [
            size
            for size, ship in enumerate(self.sizes)
            if self.ship_places[mover][ship] != BACKWATER and ship not in self.visited[mover]
        ]
        for size, ship in enumerate(self.sizes):
            if self.ship_places[1 - mover][ship] == BACKWATER and any(smaller < size for smaller in outside):
                yield ship

    def has_pinned_ship(self, mover: int) -> bool:
        """Return whether a larger enemy ship stands on one of the mover's, at a single star."""
        return any(
            self.ship_places[1 - mover][larger] == place
            for size, ship in enumerate(self.sizes)
            if (place := self.ship_places[mover][ship]) not in HOMES
            for larger in self.sizes[size + 1 :]
        )


def list_size_names(setup: StarRunnersSetup) -> tuple[str, ...]:
    """Return the names of the sizes, smallest first."""
    return tuple(size.name for size in setup.components.box.sizes)
