"""What is counted in races, for the lab: tiles, edges, powers, starbursts, draft slots, and where spaces come from."""

from __future__ import annotations

from typing import cast

from triangulum.core.stats import Counting, Group
from triangulum.core.views import GameEvent
from triangulum.games.tri_star_racers.box import EDGE_SIDES, LANES, POWERS, RacersBox
from triangulum.games.tri_star_racers.observe import MOVES
from triangulum.games.tri_star_racers.options import RANDOM, RacersOptions
from triangulum.games.tri_star_racers.rules import RacersSetup
from triangulum.games.tri_star_racers.views import (
    BurstTaken,
    BurstTurnedUp,
    Drafted,
    EdgeDrawn,
    Froze,
    HandDiscarded,
    Moved,
    PowerFired,
    RaceOver,
    TilePlayed,
)


class RacersCounts(Counting):
    """Counts one race."""

    def __init__(self, setup: RacersSetup) -> None:
        super().__init__(setup)
        self.box: RacersBox = setup.components.box
        self.slots = slot_names(setup)
        chosen = cast(RacersOptions, setup.options).edges
        self.edges = [] if chosen == RANDOM else chosen.split()
        """Of the frame: left, right, bottom."""

    @classmethod
    def groups(cls, setup: RacersSetup) -> tuple[Group, ...]:
        box: RacersBox = setup.components.box
        brutal = setup.brutal
        return (
            Group(name="tile", title="Tiles played", items=tuple(" ".join(face) for face in box.faces)),
            Group(name="edge", title="Edge sections matched", items=possible_edges(setup)),
            Group(name="power", title="Powers fired", items=POWERS),
            Group(name="taken", title="Starbursts taken", items=tuple(f"space {space}" for space in box.bursts)),
            Group(name="starburst", title="Starbursts turned up", items=box.token_kinds),
            Group(name="slot", title="Slots drafted from", items=slot_names(setup)),
            Group(name="frozen", title="Own ships frozen", items=LANES),
            Group(name="spaces", title="Spaces gained", items=MOVES),
            *([Group(name="hand", title="Hands discarded", items=("discarded",))] if brutal else []),
            Group(
                name="race",
                title="The race",
                items=("winner's rearmost ship", "last team's rearmost ship", "moves lost to frost"),
                per="game",
            ),
        )

    def see(self, event: GameEvent) -> None:
        match event:
            case TilePlayed(tile=tile, played=played):
                face = self.box.faces[self.box.face_number[tuple(sorted(tile))]]
                self.add("tile", " ".join(face), played.seat)
                for match in played.matches:
                    if match.edge is not None:
                        self.add("edge", self.edges[match.edge], played.seat)
            case Moved():
                if event.frozen:
                    self.note_more("race", "moves lost to frost")
                elif event.end > event.start:
                    self.add("spaces", event.by, event.seat, event.end - event.start)
            case Drafted():
                self.add("slot", self.slots[event.slot], event.seat)
            case PowerFired():
                self.add("power", event.power, event.seat)
            case BurstTaken():
                self.add("taken", f"space {event.burst.space}", event.seat)
            case BurstTurnedUp():
                self.add("starburst", event.token, event.seat)
            case Froze(ship_of=int(owner)):
                self.add("frozen", LANES[event.lane], owner)
            case EdgeDrawn():
                self.edges.append(event.edge)
            case HandDiscarded():
                self.add("hand", "discarded", event.seat)
            case RaceOver():
                self.note_more("race", "moves lost to frost", 0)
                self.note("race", "winner's rearmost ship", max(event.rearmost))
                self.note("race", "last team's rearmost ship", min(event.rearmost))


def slot_names(setup: RacersSetup) -> tuple[str, ...]:
    """Return what to call the slots of the draft card: by their number, and by their boost if they have one."""
    boosts = setup.components.box.boosts(cast(RacersOptions, setup.options).draft)
    return tuple(f"{at}" if boost == "-" else f"{at} ({boost})" for at, boost in enumerate(boosts, start=1))


def possible_edges(setup: RacersSetup) -> tuple[str, ...]:
    """Return the sides of edges that the frame can have."""
    chosen = cast(RacersOptions, setup.options).edges
    if chosen != RANDOM:
        return tuple(chosen.split())
    return tuple(f"{number}{EDGE_SIDES[0]}" for number in range(1, setup.components.box.frame.random + 1))
