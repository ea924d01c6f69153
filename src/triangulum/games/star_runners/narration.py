# compiled by mypyc
"""Star Runners in words: sentences about what happens, and the map in text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from triangulum.core.views import GameEvent
from triangulum.games.star_runners import views
from triangulum.games.star_runners.messages import describe_pair, describe_place, describe_size, message
from triangulum.games.star_runners.text_board import text_board
from triangulum.text import Message, SeatName, Text

__all__ = ["narrate", "suggest", "text_board"]


def narrate(events: Sequence[GameEvent]) -> tuple[Text, ...]:
    """Return sentences about events that follow each other; hops in a row make one sentence."""
    return list_event_sentences(tuple(events))


@lru_cache(maxsize=4096)
def list_event_sentences(events: tuple[GameEvent, ...]) -> tuple[Text, ...]:
    """Return sentences about events; remembered, as the same few moves and rolls come again and again."""
    sentences: list[Text] = []
    previous: GameEvent | None = None
    for is_hop, group in groupby(events, key=lambda event: isinstance(event, views.ShipHopped)):
        if is_hop:
            hops = [event for event in group if isinstance(event, views.ShipHopped)]
            sentences.append(narrate_hops(hops))
            previous = hops[-1]
            continue
        for event in group:
            sentences += narrate_event(event, previous)
            previous = event
    if isinstance(previous, views.RerollChosen):
        sentences.append(message("reroll-chosen", seat=SeatName(previous.seat)))
    return tuple(sentences)


def narrate_event(event: GameEvent, previous: GameEvent | None) -> list[Text]:
    """Return sentences about an event other than a hop; none if another event's sentence tells it, too."""
    if not isinstance(event, views.StarRunnersEvent):
        raise TypeError(f"{type(event).__name__} does not happen in Star Runners")
    seat = SeatName(event.seat)
    match event:
        case views.HomeBuilt(pair=pair):
            return [message("home-built", seat=seat, pair=describe_pair(*pair))]
        case views.DiceRolled(dice=(greater, lesser), is_choice=is_choice):
            action = "rerolled" if isinstance(previous, views.RerollChosen) else "rolled"
            if is_choice:
                return [message(f"double-{action}", seat=seat, die=greater)]
            return [message(f"dice-{action}", seat=seat, greater=greater, lesser=lesser, points=greater)]
        case views.DoublesTaken(points=points):
            return [message("double-taken", seat=seat, points=points)]
        case views.TurnEnded():
            return narrate_end_of_turn(event, previous)
        case views.GameWon():
            return [message("fleet-arrived", seat=seat)]
        case views.GameDrawn():
            return [message("game-drawn")]
    # That somebody rolls again or is done is told with what comes of it.
    return []


def narrate_end_of_turn(event: views.TurnEnded, previous: GameEvent | None) -> list[Text]:
    """Return sentences about how a turn ended, if not just by spending all points, and about visits to Backwater."""
    seat, sentences = SeatName(event.seat), list[Text]()
    if isinstance(previous, views.DoneDeclared):
        sentences.append(message("turn-ended-early", seat=seat, points=event.unspent))
    elif isinstance(previous, views.DiceRolled | views.DoublesTaken):
        sentences.append(message("turn-blocked", seat=seat))
    elif event.unspent:
        sentences.append(message("points-unused", points=event.unspent))
    if event.visited:
        sizes = tuple(map(describe_size, event.visited))
        sentences.append(message("backwater-visited", seat=seat, sizes=sizes))
    return sentences


def narrate_hops(hops: Sequence[views.ShipHopped]) -> Text:
    """Return a sentence about hops in a row, with the way of each ship."""
    ways: list[tuple[str, list[views.Place]]] = []
    for hop in hops:
        if ways and ways[-1][0] == hop.ship:
            ways[-1][1].append(hop.place)
        else:
            ways.append((hop.ship, [hop.start, hop.place]))
    seat = hops[0].seat
    return message("ships-moved", seat=SeatName(seat), hops=tuple(narrate_ship_route(seat, *way) for way in ways))


def narrate_ship_route(seat: int, ship: str, places: Sequence[views.Place]) -> Message:
    """Return from where to where a ship hops, and via which stars."""
    start, *stops, goal = (describe_place(place, seat) for place in places)
    if places[0] == views.HOMES[seat]:
        start = message("own-home.start")
    size = describe_size(ship)
    if stops:
        return message("hop-via", size=size, start=start, stops=tuple(stops), goal=goal)
    return message("hop", size=size, start=start, goal=goal)


def suggest(events: Sequence[GameEvent]) -> Message:
    """Return the action that these events begin with, as an instruction."""
    match events[0]:
        case views.HomeBuilt(pair=pair):
            return message("suggest-home", pair=describe_pair(*pair))
        case views.DoublesTaken():
            return message("suggest-take")
        case views.RerollChosen():
            return message("suggest-reroll")
        case views.ShipHopped(seat=seat, ship=ship, start=start, place=place):
            return message("suggest-hop", hop=narrate_ship_route(seat, ship, [start, place]))
    return message("suggest-done")
