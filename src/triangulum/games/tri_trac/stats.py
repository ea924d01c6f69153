"""What the lab counts in Tri-Trac: what turns are spent on, blocked arrows, neutral moves and winning tracks."""

from __future__ import annotations

from itertools import combinations

from triangulum.core.stats import StatsCounter, StatsGroup
from triangulum.core.views import GameEvent
from triangulum.games.tri_trac.box import TriTracBox
from triangulum.games.tri_trac.rules import TriTracSetup
from triangulum.games.tri_trac.views import (
    DRAW_REASONS,
    OWNERS,
    GameDrawn,
    TrackCompleted,
    TriangleLaid,
    TriangleMoved,
    TrianglePlaced,
    TriangleTurned,
)

TURN_KINDS = {TrianglePlaced: "placed", TriangleMoved: "moved", TriangleTurned: "turned"}
NEUTRAL = OWNERS[0]


class TriTracStats(StatsCounter):
    """Counts one game."""

    def __init__(self, setup: TriTracSetup) -> None:
        super().__init__(setup)
        self.box: TriTracBox = setup.components.box
        self.arrow_sides = {
            arrow.space: self.box.lattice.spaces[space].side_name(side)
            for arrow, (space, side, _) in zip(self.box.arrows, self.box.arrow_gates, strict=True)
        }
        """For each space with an arrow the side at which it stands."""
        self.owner_by_space: dict[str, str] = {}
        """Whose triangle is on a space, or was there last."""

    @classmethod
    def groups(cls, setup: TriTracSetup) -> tuple[StatsGroup, ...]:
        box: TriTracBox = setup.components.box
        dark_arrows = tuple(arrow.space for arrow in box.arrows if arrow.kind == "dark")
        return (
            StatsGroup(name="turns", title="Turns spent on own triangles", items=tuple(TURN_KINDS.values())),
            StatsGroup(name="neutral", title="Turns spent on the neutral triangle", items=("moved", "turned")),
            StatsGroup(name="blocked", title="Dark arrows blocked off", items=dark_arrows),
            StatsGroup(name="joined", title="Arrows that winning tracks join", items=list_arrow_pairs(box), per="game"),
            StatsGroup(
                name="track",
                title="Winning tracks",
                items=("triangles", "of the winner", "of the loser", "neutral"),
                per="game",
            ),
            StatsGroup(name="drawn", title="Draws", items=tuple(DRAW_REASONS.values()), per="game"),
        )

    def count_event(self, event: GameEvent) -> None:
        match event:
            case TriangleLaid():
                self.count_turn_kind_and_blocked_arrow(event)
            case TrackCompleted():
                self.count_winning_track(event)
                self.count_draw_reason("")
            case GameDrawn():
                self.count_draw_reason(event.reason)

    def count_turn_kind_and_blocked_arrow(self, event: TriangleLaid) -> None:
        """Count a turn by its kind, and whether it blocks off an arrow."""
        self.owner_by_space[event.space] = event.owner
        if event.owner != NEUTRAL:
            self.add_to_seat("turns", TURN_KINDS[type(event)], event.seat)
        elif not isinstance(event, TrianglePlaced):
            self.add_to_seat("neutral", TURN_KINDS[type(event)], event.seat)
        if event.space in self.arrow_sides and self.arrow_sides[event.space] not in event.joined_sides:
            self.add_to_seat("blocked", event.space, event.seat)

    def count_winning_track(self, event: TrackCompleted) -> None:
        """Count whose triangles a winning track is made of, and which arrows it joins."""
        ends = {event.track[0], event.track[-1]}
        for pair in list_arrow_pairs(self.box):
            self.set_figure("joined", pair, set(pair.split("–")) == ends)
        owners = [self.owner_by_space[space] for space in event.track]
        self.set_figure("track", "triangles", len(owners))
        self.set_figure("track", "of the winner", owners.count(OWNERS[1 + event.seat]))
        self.set_figure("track", "of the loser", owners.count(OWNERS[2 - event.seat]))
        self.set_figure("track", "neutral", owners.count(NEUTRAL))

    def count_draw_reason(self, reason: str) -> None:
        """Count a draw by its reason; an empty one stands for a game that is won."""
        for draw_reason in DRAW_REASONS.values():
            self.set_figure("drawn", draw_reason, draw_reason == reason)


def list_arrow_pairs(box: TriTracBox) -> tuple[str, ...]:
    """Return every two arrows that a track could join, by the names of their spaces: ``a2–c1``."""
    return tuple(f"{first.space}–{second.space}" for first, second in combinations(box.arrows, 2))
