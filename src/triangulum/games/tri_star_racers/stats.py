"""What is counted in races, for the lab: tiles, edges, powers, starbursts, draft slots, and where spaces come from."""

from __future__ import annotations

from typing import cast

from triangulum.core.stats import StatsCounter, StatsGroup
from triangulum.core.views import GameEvent
from triangulum.games.tri_star_racers.box import LANES, POWERS, RacersBox
from triangulum.games.tri_star_racers.observe import MOVE_CAUSES
from triangulum.games.tri_star_racers.options import RANDOM_FRAMES, RacersOptions
from triangulum.games.tri_star_racers.rules import RacersSetup
from triangulum.games.tri_star_racers.views import (
    BurstTaken,
    BurstTurnedUp,
    EdgeDrawn,
    HandDiscarded,
    PowerFired,
    RaceOver,
    ShipFrozen,
    ShipMoved,
    SlotDrafted,
    TilePlayed,
)


class RacersStats(StatsCounter):
    """Counts one race."""

    def __init__(self, setup: RacersSetup) -> None:
        super().__init__(setup)
        self.box: RacersBox = setup.components.box
        self.slots = slot_names(setup)
        chosen = cast(RacersOptions, setup.options).edges
        self.edges = [] if chosen in RANDOM_FRAMES else chosen.split()
        """Of the frame: left, right, bottom."""

    @classmethod
    def groups(cls, setup: RacersSetup) -> tuple[StatsGroup, ...]:
        box: RacersBox = setup.components.box
        brutal = setup.is_brutal
        return (
            StatsGroup(name="tile", title="Tiles played", items=tuple(" ".join(face) for face in box.faces)),
            StatsGroup(name="edge", title="Edge sections matched", items=list_possible_frame_edges(setup)),
            StatsGroup(name="power", title="Powers fired", items=POWERS),
            StatsGroup(name="taken", title="Starbursts taken", items=tuple(f"space {space}" for space in box.bursts)),
            StatsGroup(name="starburst", title="Starbursts turned up", items=box.token_kinds),
            StatsGroup(name="slot", title="Slots drafted from", items=slot_names(setup)),
            StatsGroup(name="frozen", title="Own ships frozen", items=LANES),
            StatsGroup(name="spaces", title="Spaces gained", items=MOVE_CAUSES),
            *([StatsGroup(name="hand", title="Hands discarded", items=("discarded",))] if brutal else []),
            StatsGroup(
                name="race",
                title="The race",
                items=("winner's rearmost ship", "last team's rearmost ship", "moves lost to frost"),
                per="game",
            ),
        )

    def count_event(self, event: GameEvent) -> None:
        match event:
            case TilePlayed(tile=tile, played=played):
                face = self.box.faces[self.box.face_numbers[tuple(sorted(tile))]]
                self.add_to_seat("tile", " ".join(face), played.seat)
                for match in played.matches:
                    if match.edge is not None:
                        self.add_to_seat("edge", self.edges[match.edge], played.seat)
            case ShipMoved():
                if event.frozen:
                    self.add_to_figure("race", "moves lost to frost")
                elif event.end > event.start:
                    self.add_to_seat("spaces", event.by, event.seat, event.end - event.start)
            case SlotDrafted():
                self.add_to_seat("slot", self.slots[event.slot], event.seat)
            case PowerFired():
                self.add_to_seat("power", event.power, event.seat)
            case BurstTaken():
                self.add_to_seat("taken", f"space {event.burst.space}", event.seat)
            case BurstTurnedUp():
                self.add_to_seat("starburst", event.token, event.seat)
            case ShipFrozen(ship_of=int(owner)):
                self.add_to_seat("frozen", LANES[event.lane], owner)
            case EdgeDrawn():
                self.edges.append(event.edge)
            case HandDiscarded():
                self.add_to_seat("hand", "discarded", event.seat)
            case RaceOver():
                self.add_to_figure("race", "moves lost to frost", 0)
                self.set_figure("race", "winner's rearmost ship", max(event.rearmost))
                self.set_figure("race", "last team's rearmost ship", min(event.rearmost))


def slot_names(setup: RacersSetup) -> tuple[str, ...]:
    """Return what to call the slots of the draft card: by their number, and by their boost if they have one."""
    boosts = setup.components.box.slot_boosts(cast(RacersOptions, setup.options).draft)
    return tuple(f"{at}" if boost == "-" else f"{at} ({boost})" for at, boost in enumerate(boosts, start=1))


def list_possible_frame_edges(setup: RacersSetup) -> tuple[str, ...]:
    """Return the sides of edges that the frame can have."""
    chosen = cast(RacersOptions, setup.options).edges
    if chosen not in RANDOM_FRAMES:
        return tuple(chosen.split())
    box: RacersBox = setup.components.box
    return box.list_edge_names(int(setup.random_edge_side))[: box.frame.random]
