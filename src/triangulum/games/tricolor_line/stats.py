"""What is counted in Tricolor Line, for the lab: roads by shape and colour, events, attacks, identities, routes."""

from __future__ import annotations

from collections.abc import Iterator

from triangulum.core.stats import StatsCounter, StatsGroup
from triangulum.core.views import GameEvent
from triangulum.games.tricolor_line.options import EVENTS
from triangulum.games.tricolor_line.rules import TricolorSetup
from triangulum.games.tricolor_line.views import (
    COLOURS,
    SHAPES,
    Attacked,
    ChoseDraw,
    Constructed,
    EventDrawn,
    Finished,
    Looked,
    Modified,
    Skipped,
    Tile,
    TollTaken,
)

DEEDS = ("draws 2", "draws 4", "constructs", "modifies", "attacks", "is attacked", "skips", "takes a toll",
         "pays a toll", "looks", "is looked at")  # fmt: skip
REASONS = {"routes": "by routes", "limit": "by the round limit", "stuck": "by being stuck"}


class TricolorCounts(StatsCounter):
    """Counts one game."""

    @classmethod
    def groups(cls, setup: TricolorSetup) -> tuple[StatsGroup, ...]:
        return (
            StatsGroup(name="identity", title="Identities", items=COLOURS),
            StatsGroup(
                name="road",
                title="Roads constructed",
                items=tuple(f"{colour} {shape}" for colour in COLOURS for shape in SHAPES),
            ),
            StatsGroup(name="own", title="Roads constructed by colour", items=("own colour", "another colour")),
            StatsGroup(name="event", title="Events drawn", items=EVENTS),
            StatsGroup(name="deed", title="What turns are spent on", items=DEEDS),
            StatsGroup(name="end", title="The end", items=(*REASONS.values(), "several winner colours"), per="game"),
            StatsGroup(
                name="routes",
                title="Routes and points",
                items=("routes scored", "roads in routes", "winner's points", "last player's points"),
                per="game",
            ),
        )

    def __init__(self, setup: TricolorSetup) -> None:
        super().__init__(setup)
        self.built: list[tuple[int, int | None]] = []
        """By whom, and in which colour: whose colour that was is known at the end."""

    def count_event(self, event: GameEvent) -> None:
        match event:
            case Constructed(seat=seat, laid=laid):
                self.add_to_seat("deed", "constructs", seat)
                self.built.append((seat, laid.tile.colour))
                for name in road_name(laid.tile):
                    self.add_to_seat("road", name, seat)
            case ChoseDraw():
                self.add_to_seat("deed", f"draws {event.count}", event.seat)
            case Modified():
                self.add_to_seat("deed", "modifies", event.seat)
            case Attacked():
                self.add_to_seat("deed", "attacks", event.seat)
                self.add_to_seat("deed", "is attacked", event.victim)
            case EventDrawn():
                self.add_to_seat("event", event.event, event.seat)
            case TollTaken(card=str()):
                self.add_to_seat("deed", "takes a toll", event.seat)
                self.add_to_seat("deed", "pays a toll", event.victim)
            case Looked():
                self.add_to_seat("deed", "looks", event.seat)
                self.add_to_seat("deed", "is looked at", event.victim)
            case Skipped():
                self.add_to_seat("deed", "skips", event.seat)
            case Finished():
                self.finish(event)

    def finish(self, event: Finished) -> None:
        """Count what is shown at the end."""
        for seat, score in enumerate(event.scores):
            self.add_to_seat("identity", COLOURS[score.identity], seat)
        for seat, colour in self.built:
            own = colour == event.scores[seat].identity
            self.add_to_seat("own", "own colour" if own else "another colour", seat)
        for reason, words in REASONS.items():
            self.set_figure("end", words, event.why == reason)
        self.set_figure("end", "several winner colours", len(event.winner_colours) > 1)
        points = [score.points for score in event.scores]
        self.set_figure("routes", "routes scored", len(event.winning))
        self.set_figure("routes", "roads in routes", len({place for route in event.winning for place in route.places}))
        self.set_figure("routes", "winner's points", max(points))
        self.set_figure("routes", "last player's points", min(points))


def road_name(tile: Tile) -> Iterator[str]:
    """Yield what to call a road; nothing for an End."""
    if tile.colour is not None:
        yield f"{COLOURS[tile.colour]} {tile.shape}"
