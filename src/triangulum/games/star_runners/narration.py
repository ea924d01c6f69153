# compiled by mypyc
"""Star Runners in words: the map in text, and a sentence for every event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from triangulum.core.views import GameEvent
from triangulum.core.wording import format_count, join_with_and
from triangulum.games.star_runners import observe, rules
from triangulum.games.star_runners.position import format_phase

LEGEND = "CAPITALS: seat 0   small letters: seat 1   *: has visited Backwater (W)"


def text_board(view: observe.StarRunnersView) -> str:
    """Return the map in text: seat 0's ships in capitals, seat 1's in small letters, ``*`` for a visit."""
    at: dict[str, str] = {name: format_place(view, name) for name in observe.PLACE_NAMES}
    rows = (("", "a1", "", "b1", ""), ("A", "", "W", "", "B"), ("", "a2", "", "b2", ""))
    cells = [[at.get(name, "") for name in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(5)]
    lines = ["   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    turn = min(view.turns + 1, view.turn_limit)
    return "\n".join([f"turn {turn} of {view.turn_limit}: {format_phase(view)}", *lines, LEGEND])


def format_place(view: observe.StarRunnersView, name: observe.Place) -> str:
    """Return a place and who is there: ``W[M] S* l``."""
    letters = view.letters
    number = observe.PLACE_NAMES.index(name)
    star = "?"
    a_lacks, b_lacks = view.lacks
    if a_lacks is not None and b_lacks is not None:
        star = "".join(letters[size] for size in sorted(rules.list_star_sizes(a_lacks, b_lacks)[number]))
    here = [
        (letters[ship.size].lower() if ship.seat else letters[ship.size]) + "*" * ship.visited
        for ship in view.ships
        if ship.place == name
    ]
    return f"{name}[{star}] {' '.join(here)}".rstrip()


def narrate(event: GameEvent, names: Sequence[str]) -> str:
    """Return an event as a sentence, with these names for the seats."""
    if not isinstance(event, observe.StarRunnersEvent):
        return raise_foreign_event(event)
    who = names[event.seat]
    match event:
        case observe.BuiltHome(pair=(smaller, larger)):
            return f"{who} builds a home star of {smaller} and {larger}."
        case observe.Rolled(dice=(greater, lesser)):
            return f"{who} rolls {greater} and {lesser}{': doubles' if greater == lesser else ''}."
        case observe.TookDoubles(points=points):
            return f"{who} takes the {format_count(points, 'point')}."
        case observe.RollsAgain():
            return f"{who} rolls again."
        case observe.Hopped(ship=ship, start=start, place=place):
            return f"{who}'s {ship} ship hops from {place_name(start)} to {place_name(place)}."
        case observe.Stopped():
            return f"{who} is done."
        case observe.TurnEnded(visited=visited, unspent=unspent):
            have = "has" if len(visited) == 1 else "have"
            visits = f" The {join_with_and(visited)} {have} visited Backwater." if visited else ""
            left = f" {format_count(unspent, 'point')} unspent." if unspent else ""
            return f"The turn ends.{visits}{left}"
        case observe.Won():
            return f"{who}'s fleet has arrived and wins."
        case observe.Drawn():
            return "The turn limit is reached: the game is drawn."
    return raise_foreign_event(event)


def place_name(place: observe.Place) -> str:
    """Return a place's name in a sentence."""
    return "Backwater" if place == "W" else place


def raise_foreign_event(event: GameEvent) -> NoReturn:
    """Raise TypeError for an event of another game."""
    raise TypeError(f"{type(event).__name__} does not happen in Star Runners")
