# compiled by mypyc
"""Tri-Star Racers in words: a sentence or two for a turn, and the table in text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from triangulum.core.views import GameEvent
from triangulum.games.tri_star_racers import views
from triangulum.games.tri_star_racers.effects import EffectList
from triangulum.games.tri_star_racers.messages import (
    describe_powers,
    describe_result,
    describe_sections,
    describe_tile,
    describe_token,
    list_seats,
    message,
)
from triangulum.games.tri_star_racers.text_board import text_board
from triangulum.games.tri_star_racers.views import LANES
from triangulum.text import Argument, Message, SeatName, Text

__all__ = ["narrate", "suggest", "text_board"]

GROUPED_EVENTS = (views.TileDealt, views.OrderDrawn, views.ShipThawed)
"""Events that make one sentence if several of a kind follow each other."""
SILENT_EVENTS: tuple[type[GameEvent], ...] = (views.EdgeDrawn, views.StartTileDrawn, views.SlotFilled)
"""What everybody sees on the table, and nobody wants to read about."""


def narrate(events: Sequence[GameEvent]) -> list[Text]:
    """Return sentences about events that follow each other."""
    narrator = Narrator()
    silent = SILENT_EVENTS
    if any(isinstance(event, views.RaceOver) for event in events):
        silent += (views.LastRoundBegun,)
    told = (event for event in events if not isinstance(event, silent))
    for kind, group in groupby(told, type):
        if kind in GROUPED_EVENTS:
            narrator.narrate_events_of_one_kind(list(group))
        else:
            for event in group:
                narrator.add_event(event)
    narrator.end_sentence()
    return narrator.sentences


class Narrator:
    """Makes sentences of events: an event that begins one, and what happens to ships after it."""

    def __init__(self) -> None:
        self.sentences: list[Text] = []
        self.cause: GameEvent | None = None
        """What has begun the current sentence; None if there is none."""
        self.mover: int | None = None
        self.effects = EffectList()
        self.afterthoughts: list[Text] = []
        """Sentences that follow the current one."""
        self.turned_up: list[views.BurstTurnedUp] = []
        """Starbursts that are turned up, and no sentence has told of them yet."""

    def narrate_events_of_one_kind(self, events: Sequence[GameEvent]) -> None:
        """Add the sentences about several events of one kind."""
        self.end_sentence()
        match events[0]:
            case views.TileDealt():
                self.sentences += narrate_deal(events)
            case views.OrderDrawn():
                seats = [event.seat for event in events if isinstance(event, views.OrderDrawn)]
                self.sentences.append(message("order-drawn", seats=list_seats(seats)))
            case views.ShipThawed(seat=seat):
                lanes = [event.lane for event in events if isinstance(event, views.ShipThawed)]
                names = tuple(message("lane", lane=LANES[lane]) for lane in lanes)
                self.sentences.append(message("ships-thawed", seat=SeatName(seat), lanes=names))

    def add_event(self, event: GameEvent) -> None:
        """Add an event: to the current sentence, or as a new one."""
        match event:
            case views.TilePlayed(played=played):
                self.begin_sentence(event, played.seat)
            case views.BurstTurnedUp():
                if not self.turned_up:
                    self.end_sentence()
                self.turned_up.append(event)
            case views.BurstUsed(seat=seat, token=token):
                if [burst.token for burst in self.turned_up] == [token]:
                    self.turned_up.clear()  # one sentence tells what it is and what it does
                self.begin_sentence(event, seat)
            case views.SlotDrafted(seat=seat):
                self.begin_sentence(event, seat)
            case views.PowerFired(seat=seat) | views.ShipMoved(seat=seat):
                if self.cause is None:
                    self.begin_sentence(event, seat)
                self.effects.add_event(event, seat)
            case views.ShipFrozen(lane=lane, ship_of=int(owner)) if self.cause is None:
                self.sentences.append(message("freeze-chosen", owner=SeatName(owner), lane=LANES[lane]))
            case views.ShipFrozen() | views.BurstTaken() | views.TokenLost():
                self.effects.add_event(event, self.mover)
            case views.LastRoundBegun(seat=seat):
                self.afterthoughts.append(message("last-round-begun", seat=SeatName(seat)))
            case _:
                self.end_sentence()
                self.sentences.append(narrate_single_event(event))

    def begin_sentence(self, cause: GameEvent, mover: int) -> None:
        """Begin a sentence with an event."""
        self.end_sentence()
        self.cause, self.mover = cause, mover

    def end_sentence(self) -> None:
        """End the current sentence, if there is one."""
        if self.cause is not None:
            assert self.mover is not None
            self.sentences.append(narrate_cause(self.cause, self.mover, self.effects))
        self.sentences += self.afterthoughts
        if self.turned_up:
            tokens = tuple(describe_token(burst.token) for burst in self.turned_up)
            self.sentences.append(message("bursts-turned-up", seat=SeatName(self.turned_up[0].seat), tokens=tokens))
        self.cause, self.effects, self.afterthoughts, self.turned_up = None, EffectList(), [], []


def narrate_cause(cause: GameEvent, mover: int, effects: EffectList) -> Message:
    """Return the sentence about an event and what it does to ships."""
    seat, parts = SeatName(mover), effects.list_parts()
    match cause:
        case views.TilePlayed(played=played):
            return narrate_placement(played, parts)
        case views.PowerFired(power=power):
            return message("power-fired", seat=seat, power=describe_powers([power])[0], effects=parts)
        case views.BurstUsed(token=token):
            if not token.startswith("W"):
                return message("burst-used", seat=seat, effects=parts)
            choice = message("any-ship", distance=int(token[1:]))
            return message("burst-wild", seat=seat, effects=parts or (choice,))
        case views.SlotDrafted(slot=slot, tile=tile):
            arguments: dict[str, Argument] = {"seat": seat, "slot": slot + 1, "effects": parts}
            arguments["joint"] = "and" if effects.has_success else "but"
            if tile is None:
                return message("slot-taken", **arguments)
            return message("slot-drafted", tile=describe_tile(tile), **arguments)
        case views.ShipMoved(by="burst" | "boost"):
            return message("ship-chosen", seat=seat, **dict(parts[0].arguments))
    return message("ships-moved", seat=seat, effects=parts)


def narrate_placement(played: views.PlayedTile, parts: tuple[Message, ...]) -> Message:
    """Return the sentence about a tile that is played."""
    seat, space = SeatName(played.seat), views.format_space(played.space)
    if parts:
        return message("tile-played", seat=seat, space=space, effects=parts)
    if played.powers:
        return message("tile-played-powers", seat=seat, space=space, powers=describe_powers(played.powers))
    return message("tile-played-unmatched", seat=seat, space=space)


def narrate_deal(events: Iterable[GameEvent]) -> list[Text]:
    """Return how many tiles are drawn, in one sentence if everybody gets equally many."""
    counts = Counter(event.seat for event in events if isinstance(event, views.TileDealt))
    if len(counts) > 1 and len(set(counts.values())) == 1:
        return [message("tiles-dealt", count=next(iter(counts.values())))]
    return [message("tiles-drawn", seat=SeatName(seat), count=count) for seat, count in counts.items()]


def narrate_single_event(event: GameEvent) -> Message:
    """Return an event that makes a sentence by itself."""
    match event:
        case views.HandDiscarded(seat=seat):
            return message("hand-discarded", seat=SeatName(seat))
        case views.RoundBegun(order=order):
            return message("round-begun", order=list_seats(order))
        case views.RaceOver(winners=winners, ships=ships):
            return describe_result(winners, ships)
    raise TypeError(f"{type(event).__name__} does not happen in Tri-Star Racers")


def suggest(events: Sequence[GameEvent]) -> Message:
    """Return the action that these events begin with, as an instruction."""
    match events[0]:
        case views.TilePlayed(tile=tile, played=played):
            return message("suggest-tile", sections=describe_sections(tile), space=views.format_space(played.space))
        case views.PowerFired(power=power):
            return message("suggest-power", power=describe_powers([power])[0])
        case views.ShipFrozen(lane=lane, ship_of=int(owner)):
            return message("suggest-freeze", owner=SeatName(owner), lane=LANES[lane])
        case views.ShipMoved(lane=lane):
            return message("suggest-ship", lane=LANES[lane])
        case views.BurstUsed(token=token):
            return message("suggest-burst", burst=describe_token(token))
        case views.SlotDrafted(slot=slot):
            return message("suggest-slot", slot=slot + 1)
    raise TypeError(f"{type(events[0]).__name__} is no action in Tri-Star Racers")
