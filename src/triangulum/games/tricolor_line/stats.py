"""What the lab counts in Tricolor Line: roads by shape and colour, events, attacks, identities, routes."""

from __future__ import annotations

from triangulum.core.stats import StatsCounter, StatsGroup
from triangulum.core.views import GameEvent
from triangulum.games.tricolor_line.rules.state import TricolorSetup
from triangulum.games.tricolor_line.tile_text import format_tile
from triangulum.games.tricolor_line.views import (
    COLOURS,
    EVENTS,
    SHAPES,
    BlueprintRotated,
    DrawChosen,
    EventDrawn,
    GameFinished,
    IdentityLeaked,
    RoadBuilt,
    SeatAttacked,
    TollTaken,
    TurnSkipped,
)

DEEDS = ("draws 2", "draws 4", "constructs", "modifies", "attacks", "is attacked", "skips", "takes a toll",
         "pays a toll", "looks", "is looked at")  # fmt: skip
REASONS = {"routes": "by routes", "limit": "by the round limit", "stuck": "by being stuck"}


class TricolorStats(StatsCounter):
    """Counts what happens in one game."""

    @classmethod
    def groups(cls, setup: TricolorSetup) -> tuple[StatsGroup, ...]:
        return (
            StatsGroup(name="identity", title="Identities", items=COLOURS),
            StatsGroup(
                name="road",
                title="Roads constructed",
                items=(*(f"{colour} {shape}" for colour in COLOURS for shape in SHAPES), "end"),
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
        self.built_colours: list[tuple[int, int]] = []
        """By whom a road was built, and in which colour; whose colour that was is known at the end."""

    def count_event(self, event: GameEvent) -> None:
        match event:
            case RoadBuilt(seat=seat, board_tile=board_tile):
                self.add_to_seat("deed", "constructs", seat)
                if board_tile.tile.colour is not None:
                    self.built_colours.append((seat, board_tile.tile.colour))
                self.add_to_seat("road", format_tile(board_tile.tile), seat)
            case DrawChosen():
                self.add_to_seat("deed", f"draws {event.count}", event.seat)
            case BlueprintRotated():
                self.add_to_seat("deed", "modifies", event.seat)
            case SeatAttacked():
                self.add_to_seat("deed", "attacks", event.seat)
                self.add_to_seat("deed", "is attacked", event.victim)
            case EventDrawn():
                self.add_to_seat("event", event.event, event.seat)
            case TollTaken(card=str()):
                self.add_to_seat("deed", "takes a toll", event.seat)
                self.add_to_seat("deed", "pays a toll", event.victim)
            case IdentityLeaked():
                self.add_to_seat("deed", "looks", event.seat)
                self.add_to_seat("deed", "is looked at", event.victim)
            case TurnSkipped():
                self.add_to_seat("deed", "skips", event.seat)
            case GameFinished():
                self.count_end(event)

    def count_end(self, event: GameFinished) -> None:
        """Count what is revealed at the end."""
        for seat, score in enumerate(event.scores):
            self.add_to_seat("identity", COLOURS[score.identity], seat)
        for seat, colour in self.built_colours:
            own = colour == event.scores[seat].identity
            self.add_to_seat("own", "own colour" if own else "another colour", seat)
        for reason, words in REASONS.items():
            self.set_figure("end", words, event.end_reason == reason)
        self.set_figure("end", "several winner colours", len(event.winner_colours) > 1)
        points = [score.points for score in event.scores]
        self.set_figure("routes", "routes scored", len(event.scored_routes))
        self.set_figure(
            "routes", "roads in routes", len({place for route in event.scored_routes for place in route.places})
        )
        self.set_figure("routes", "winner's points", max(points))
        self.set_figure("routes", "last player's points", min(points))
