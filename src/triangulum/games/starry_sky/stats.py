"""What the lab counts in Starry Sky Trick-Taking: bids, tricks, lines, crossings and totals."""

from __future__ import annotations

from triangulum.core.stats import StatsCounter, StatsGroup
from triangulum.core.views import GameEvent
from triangulum.games.starry_sky.actions import NUM_CARDS, decode_card
from triangulum.games.starry_sky.rules import StarrySkySetup, lookup
from triangulum.games.starry_sky.views import (
    COLOURS,
    BidsShown,
    LineDrawn,
    LinesErased,
    LinesKept,
    NoLineDrawn,
    Result,
    TrickTurnedUp,
)

FIGURES = ("total", "lines drawn", "crossings made", "winning bid", "winner's miss", "tricks won by a low card")


class StarrySkyStats(StatsCounter):
    """Counts the events of one game."""

    def __init__(self, setup: StarrySkySetup) -> None:
        super().__init__(setup)
        self.tricks_won = [0] * int(setup.players)

    @classmethod
    def groups(cls, setup: StarrySkySetup) -> tuple[StatsGroup, ...]:
        bids = sorted({int(bid) for bid in setup.bids_tuple})
        has_erasing = setup.has_erasing
        return (
            StatsGroup(name="bid", title="Bids", items=tuple(str(bid) for bid in bids)),
            StatsGroup(name="card", title="Last cards", items=tuple(card_name(card) for card in range(NUM_CARDS))),
            StatsGroup(
                name="tricks", title="Tricks won", items=tuple(str(tricks) for tricks in range(lookup.HAND_SIZE))
            ),
            StatsGroup(
                name="sky", title="On the sky", items=("lines drawn", "crossings made", "tricks without a line")
            ),
            *([StatsGroup(name="eraser", title="Erasing", items=("erased", "kept"))] if has_erasing else []),
            StatsGroup(name="ending", title="The sky at the end", items=FIGURES, per="game"),
        )

    def count_event(self, event: GameEvent) -> None:
        match event:
            case TrickTurnedUp(trick=trick):
                self.tricks_won[trick.winner] += 1
                self.add_to_figure("ending", "tricks won by a low card", int(trick.low))
            case LineDrawn():
                self.add_to_seat("sky", "lines drawn", event.seat)
                self.add_to_figure("ending", "lines drawn")
                self.add_to_seat("sky", "crossings made", event.seat, len(event.crossed))
                self.add_to_figure("ending", "crossings made", len(event.crossed))
            case NoLineDrawn():
                self.add_to_seat("sky", "tricks without a line", event.seat)
            case LinesErased():
                self.add_to_seat("eraser", "erased", event.seat)
            case LinesKept():
                self.add_to_seat("eraser", "kept", event.seat)
            case BidsShown():
                self.count_bids(event.result)

    def count_bids(self, result: Result) -> None:
        """Count the bids of all seats, and how close the winner came."""
        for seat, (card, bid) in enumerate(zip(result.cards, result.bids, strict=True)):
            self.add_to_seat("bid", str(bid), seat)
            self.add_to_seat("card", card_name(card), seat)
            self.add_to_seat("tricks", str(self.tricks_won[seat]), seat)
        best = result.bids[result.winners[0]]
        self.set_figure("ending", "total", result.points)
        self.set_figure("ending", "winning bid", best)
        self.set_figure("ending", "winner's miss", abs(best - result.points))


def card_name(card: int) -> str:
    """Return the name of a card: "red 7"."""
    colour, number = decode_card(card)
    return f"{COLOURS[colour]} {number}"
