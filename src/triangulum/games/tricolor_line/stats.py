"""What the lab counts in Tricolor Line: roads by shape and colour, events, attacks, identities, turns, routes."""

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
WINNER_COLOURS = ("no winner colour", "one winner colour", "two winner colours", "three winner colours")
"""By how many there are."""
LONG_ROUTES = 4
"""Roads in both routes together from which routes count as long."""
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
            StatsGroup(
                name="end", title="The end", items=(*REASONS.values(), "won by the player who ended it"), per="game"
            ),
            StatsGroup(
                name="routes",
                title="Routes and points",
                items=(
                    "routes scored",
                    "roads in routes",
                    f"{LONG_ROUTES} roads or more",
                    *WINNER_COLOURS,
                    "winner's points",
                    "last player's points",
                ),
                per="game",
            ),
            StatsGroup(
                name="turns",
                title="Turns",
                items=("rounds", "fewest turns of a seat", "a seat without a turn", "attacks", "skipped turns"),
                per="game",
            ),
        )

    def __init__(self, setup: TricolorSetup) -> None:
        super().__init__(setup)
        self.built_colours: list[tuple[int, int]] = []
        """By whom a road was built, and in which colour; whose colour that was is known at the end."""
        self.turn_counts = [0] * int(setup.players)
        """For each seat, how many turns it has played."""
        self.skip_counts = [0] * int(setup.players)
        """For each seat, how many turns it has skipped."""
        self.num_attacks = 0

    def count_event(self, event: GameEvent) -> None:
        match event:
            case RoadBuilt(seat=seat, board_tile=board_tile):
                self.add_to_seat("deed", "constructs", seat)
                if board_tile.tile.colour is not None:
                    self.built_colours.append((seat, board_tile.tile.colour))
                self.add_to_seat("road", format_tile(board_tile.tile), seat)
            case DrawChosen():
                self.add_to_seat("deed", f"draws {event.count}", event.seat)
                self.turn_counts[event.seat] += 1
            case BlueprintRotated():
                self.add_to_seat("deed", "modifies", event.seat)
            case SeatAttacked():
                self.add_to_seat("deed", "attacks", event.seat)
                self.add_to_seat("deed", "is attacked", event.victim)
                self.num_attacks += 1
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
                self.skip_counts[event.seat] += 1
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
        for seat, score in enumerate(event.scores):
            if score.bonus:
                share = 1 / len(event.winners) if seat in event.winners else 0
                self.set_figure("end", "won by the player who ended it", share)
        self.count_routes(event)
        self.count_rounds_and_turn_spread()

    def count_routes(self, event: GameFinished) -> None:
        """Count what the routes are like, and how many points they bring."""
        num_roads = len({place for route in event.scored_routes for place in route.places})
        self.set_figure("routes", "routes scored", len(event.scored_routes))
        self.set_figure("routes", "roads in routes", num_roads)
        self.set_figure("routes", f"{LONG_ROUTES} roads or more", num_roads >= LONG_ROUTES)
        for num_colours, words in enumerate(WINNER_COLOURS):
            self.set_figure("routes", words, len(event.winner_colours) == num_colours)
        points = [score.points for score in event.scores]
        self.set_figure("routes", "winner's points", max(points))
        self.set_figure("routes", "last player's points", min(points))

    def count_rounds_and_turn_spread(self) -> None:
        """Count rounds, and how the turns are spread; a skipped turn is one that nobody has played."""
        self.set_figure("turns", "rounds", max(map(sum, zip(self.turn_counts, self.skip_counts, strict=True))))
        self.set_figure("turns", "fewest turns of a seat", min(self.turn_counts))
        self.set_figure("turns", "a seat without a turn", min(self.turn_counts) == 0)
        self.set_figure("turns", "attacks", self.num_attacks)
        self.set_figure("turns", "skipped turns", sum(self.skip_counts))
