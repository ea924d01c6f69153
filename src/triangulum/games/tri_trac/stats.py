"""What is counted in Tri-Trac, for the lab: what turns are spent on, blocked arrows, neutral moves, winning tracks."""

from __future__ import annotations

from itertools import combinations

from triangulum.core.stats import Counting, Group
from triangulum.core.views import GameEvent
from triangulum.games.tri_trac.options import TriTracBox
from triangulum.games.tri_trac.rules import TriTracSetup
from triangulum.games.tri_trac.view import WHOSE, WHY, Drawn, Laid, Moved, Placed, Turned, Won

DOING = {Placed: "placed", Moved: "moved", Turned: "turned"}
NEUTRAL = WHOSE[0]


class TriTracCounts(Counting):
    """Counts one game."""

    def __init__(self, setup: TriTracSetup) -> None:
        super().__init__(setup)
        self.box: TriTracBox = setup.components.box
        self.arrows = {
            arrow.space: self.box.lattice.spaces[space].side_name(side)
            for arrow, (space, side, _) in zip(self.box.arrows, self.box.gates, strict=True)
        }
        """For each space with an arrow the side at which it stands."""
        self.lying: dict[str, str] = {}
        """Whose triangle lies on a space, or has last lain there."""

    @classmethod
    def groups(cls, setup: TriTracSetup) -> tuple[Group, ...]:
        box: TriTracBox = setup.components.box
        dark = tuple(arrow.space for arrow in box.arrows if arrow.kind == "dark")
        return (
            Group(name="turns", title="Turns spent on own triangles", items=tuple(DOING.values())),
            Group(name="neutral", title="Turns spent on the neutral triangle", items=("moved", "turned")),
            Group(name="blocked", title="Dark arrows blocked off", items=dark),
            Group(name="joined", title="Arrows that winning tracks join", items=pairs(box), per="game"),
            Group(
                name="track",
                title="Winning tracks",
                items=("triangles", "of the winner", "of the loser", "neutral"),
                per="game",
            ),
            Group(name="drawn", title="Draws", items=tuple(WHY.values()), per="game"),
        )

    def see(self, event: GameEvent) -> None:
        match event:
            case Laid():
                self.lay(event)
            case Won():
                self.count_track(event)
                self.count_draw("")
            case Drawn():
                self.count_draw(event.why)

    def lay(self, event: Laid) -> None:
        """Count a turn."""
        self.lying[event.space] = event.whose
        if event.whose != NEUTRAL:
            self.add("turns", DOING[type(event)], event.seat)
        elif not isinstance(event, Placed):
            self.add("neutral", DOING[type(event)], event.seat)
        if event.space in self.arrows and self.arrows[event.space] not in event.way:
            self.add("blocked", event.space, event.seat)

    def count_track(self, event: Won) -> None:
        """Count what a winning track is made of, and what it joins."""
        ends = {event.track[0], event.track[-1]}
        for pair in pairs(self.box):
            self.note("joined", pair, set(pair.split("–")) == ends)
        whose = [self.lying[space] for space in event.track]
        self.note("track", "triangles", len(whose))
        self.note("track", "of the winner", whose.count(WHOSE[1 + event.seat]))
        self.note("track", "of the loser", whose.count(WHOSE[2 - event.seat]))
        self.note("track", "neutral", whose.count(NEUTRAL))

    def count_draw(self, why: str) -> None:
        """Put down whether the game is drawn, and by what."""
        for reason in WHY.values():
            self.note("drawn", reason, reason == why)


def pairs(box: TriTracBox) -> tuple[str, ...]:
    """Return every two arrows that a track could join."""
    return tuple(f"{one.space}–{other.space}" for one, other in combinations(box.arrows, 2))
