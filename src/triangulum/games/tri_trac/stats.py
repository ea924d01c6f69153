"""What is counted in Tri-Trac, for the lab: what turns are spent on, blocked arrows, neutral moves, winning tracks."""

from __future__ import annotations

from itertools import combinations

from triangulum.core.stats import StatsCounter, StatsGroup
from triangulum.core.views import GameEvent
from triangulum.games.tri_trac.options import TriTracBox
from triangulum.games.tri_trac.rules import TriTracSetup
from triangulum.games.tri_trac.views import WHOSE, WHY, Drawn, Laid, Moved, Placed, Turned, Won

TURN_KINDS = {Placed: "placed", Moved: "moved", Turned: "turned"}
NEUTRAL = WHOSE[0]


class TriTracCounts(StatsCounter):
    """Counts one game."""

    def __init__(self, setup: TriTracSetup) -> None:
        super().__init__(setup)
        self.box: TriTracBox = setup.components.box
        self.arrow_sides = {
            arrow.space: self.box.lattice.spaces[space].side_name(side)
            for arrow, (space, side, _) in zip(self.box.arrows, self.box.arrow_gates, strict=True)
        }
        """For each space with an arrow the side at which it stands."""
        self.owners: dict[str, str] = {}
        """Whose triangle lies on a space, or has last lain there."""

    @classmethod
    def groups(cls, setup: TriTracSetup) -> tuple[StatsGroup, ...]:
        box: TriTracBox = setup.components.box
        dark = tuple(arrow.space for arrow in box.arrows if arrow.kind == "dark")
        return (
            StatsGroup(name="turns", title="Turns spent on own triangles", items=tuple(TURN_KINDS.values())),
            StatsGroup(name="neutral", title="Turns spent on the neutral triangle", items=("moved", "turned")),
            StatsGroup(name="blocked", title="Dark arrows blocked off", items=dark),
            StatsGroup(name="joined", title="Arrows that winning tracks join", items=list_arrow_pairs(box), per="game"),
            StatsGroup(
                name="track",
                title="Winning tracks",
                items=("triangles", "of the winner", "of the loser", "neutral"),
                per="game",
            ),
            StatsGroup(name="drawn", title="Draws", items=tuple(WHY.values()), per="game"),
        )

    def count_event(self, event: GameEvent) -> None:
        match event:
            case Laid():
                self.count_turn(event)
            case Won():
                self.count_track(event)
                self.count_draw("")
            case Drawn():
                self.count_draw(event.why)

    def count_turn(self, event: Laid) -> None:
        """Count a turn."""
        self.owners[event.space] = event.whose
        if event.whose != NEUTRAL:
            self.add_to_seat("turns", TURN_KINDS[type(event)], event.seat)
        elif not isinstance(event, Placed):
            self.add_to_seat("neutral", TURN_KINDS[type(event)], event.seat)
        if event.space in self.arrow_sides and self.arrow_sides[event.space] not in event.way:
            self.add_to_seat("blocked", event.space, event.seat)

    def count_track(self, event: Won) -> None:
        """Count what a winning track is made of, and what it joins."""
        ends = {event.track[0], event.track[-1]}
        for pair in list_arrow_pairs(self.box):
            self.set_figure("joined", pair, set(pair.split("–")) == ends)
        whose = [self.owners[space] for space in event.track]
        self.set_figure("track", "triangles", len(whose))
        self.set_figure("track", "of the winner", whose.count(WHOSE[1 + event.seat]))
        self.set_figure("track", "of the loser", whose.count(WHOSE[2 - event.seat]))
        self.set_figure("track", "neutral", whose.count(NEUTRAL))

    def count_draw(self, why: str) -> None:
        """Put down whether the game is drawn, and by what."""
        for reason in WHY.values():
            self.set_figure("drawn", reason, reason == why)


def list_arrow_pairs(box: TriTracBox) -> tuple[str, ...]:
    """Return every two arrows that a track could join."""
    return tuple(f"{first.space}–{second.space}" for first, second in combinations(box.arrows, 2))
