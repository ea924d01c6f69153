"""What is counted in Starry Sky Trick-Taking, for the lab: bids, tricks, lines and crossings, and the totals."""

from __future__ import annotations

from triangulum.core.stats import Counting, Group
from triangulum.core.views import GameEvent
from triangulum.games.starry_sky import lookup
from triangulum.games.starry_sky.rules import StarrySkySetup
from triangulum.games.starry_sky.view import COLOURS, BidsShown, Drawn, Erased, Kept, NothingDrawn, TurnedUp

FIGURES = ("total", "lines drawn", "crossings made", "winning bid", "winner's miss", "tricks won by a low card")


class StarrySkyCounts(Counting):
    """Counts one game."""

    def __init__(self, setup: StarrySkySetup) -> None:
        super().__init__(setup)
        self.won = [0] * int(setup.players)

    @classmethod
    def groups(cls, setup: StarrySkySetup) -> tuple[Group, ...]:
        bids = sorted({int(bid) for bid in setup.bid_numbers})
        erasing = setup.erasing
        return (
            Group(name="bid", title="Bids", items=tuple(str(bid) for bid in bids)),
            Group(name="card", title="Last cards", items=tuple(card_name(card) for card in range(lookup.CARDS))),
            Group(name="tricks", title="Tricks won", items=tuple(str(tricks) for tricks in range(lookup.HAND))),
            Group(name="sky", title="On the sky", items=("lines drawn", "crossings made", "tricks without a line")),
            *([Group(name="eraser", title="Erasing", items=("erased", "kept"))] if erasing else []),
            Group(name="ending", title="The sky at the end", items=FIGURES, per="game"),
        )

    def see(self, event: GameEvent) -> None:
        match event:
            case TurnedUp(trick=trick):
                self.won[trick.winner] += 1
                self.note_more("ending", "tricks won by a low card", int(trick.low))
            case Drawn():
                self.add("sky", "lines drawn", event.seat)
                self.note_more("ending", "lines drawn")
                self.add("sky", "crossings made", event.seat, len(event.crossed))
                self.note_more("ending", "crossings made", len(event.crossed))
            case NothingDrawn():
                self.add("sky", "tricks without a line", event.seat)
            case Erased():
                self.add("eraser", "erased", event.seat)
            case Kept():
                self.add("eraser", "kept", event.seat)
            case BidsShown():
                self.count_bids(event)

    def count_bids(self, event: BidsShown) -> None:
        """Count what everybody has kept, and how close the winner came."""
        for seat, card in enumerate(event.cards):
            self.add("bid", str(self.bid(card)), seat)
            self.add("card", card_name(card), seat)
            self.add("tricks", str(self.won[seat]), seat)
        best = self.bid(event.cards[event.winners[0]])
        self.note("ending", "total", event.points)
        self.note("ending", "winning bid", best)
        self.note("ending", "winner's miss", abs(best - event.points))

    def bid(self, card: int) -> int:
        """Return what a card bids."""
        return int(self.setup.bid_numbers[card])


def card_name(card: int) -> str:
    """Return a card as people say it."""
    colour, number = divmod(card, lookup.NUMBERS)
    return f"{COLOURS[colour]} {number + 1}"
