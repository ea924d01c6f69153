# compiled by mypyc
"""Star Runners in words: the map in text, and a sentence for every event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from triangulum.core.views import GameEvent
from triangulum.core.wording import format_count, join_with_and
from triangulum.games.star_runners import rules, views
from triangulum.games.star_runners.position import format_phase

LEGEND = "CAPITALS: seat 0   small letters: seat 1   *: has visited Backwater (W)"


def text_board(view: views.StarRunnersView) -> str:
    """Return the map in text: seat 0's ships in capitals, seat 1's in small letters, ``*`` for a visit."""
    place_texts: dict[str, str] = {name: format_place(view, name) for name in views.PLACE_NAMES}
    rows = (("", "a1", "", "b1", ""), ("A", "", "W", "", "B"), ("", "a2", "", "b2", ""))
    cells = [[place_texts.get(name, "") for name in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(5)]
    lines = ["   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    turn = min(view.turns + 1, view.turn_limit)
    return "\n".join([f"turn {turn} of {view.turn_limit}: {format_phase(view)}", *lines, LEGEND])


def format_place(view: views.StarRunnersView, place: views.Place) -> str:
    """Return a place with its star and the ships there: ``W[M] S* l``."""
    letters = view.letters
    place_index = views.PLACE_NAMES.index(place)
    star = "?"
    a_missing, b_missing = view.missing_sizes
    if a_missing is not None and b_missing is not None:
        star = "".join(letters[size] for size in sorted(rules.list_star_sizes(a_missing, b_missing)[place_index]))
    ships = [
        (letters[ship.size].lower() if ship.seat else letters[ship.size]) + "*" * ship.visited
        for ship in view.ships
        if ship.place == place
    ]
    return f"{place}[{star}] {' '.join(ships)}".rstrip()


def narrate(event: GameEvent, names: Sequence[str]) -> str:
    """Return an event as a sentence, with these names for the seats."""
    if not isinstance(event, views.StarRunnersEvent):
        return raise_foreign_event(event)
    who = names[event.seat]
    match event:
        case views.HomeBuilt(pair=(smaller, larger)):
            return f"{who} builds a home star of {smaller} and {larger}."
        case views.DiceRolled(dice=(greater, lesser)):
            return f"{who} rolls {greater} and {lesser}{': doubles' if greater == lesser else ''}."
        case views.DoublesTaken(points=points):
            return f"{who} takes the {format_count(points, 'point')}."
        case views.RerollChosen():
            return f"{who} rolls again."
        case views.ShipHopped(ship=ship, start=start, place=place):
            return f"{who}'s {ship} ship hops from {place_name(start)} to {place_name(place)}."
        case views.DoneDeclared():
            return f"{who} is done."
        case views.TurnEnded(visited=visited, unspent=unspent):
            have = "has" if len(visited) == 1 else "have"
            visits = f" The {join_with_and(visited)} {have} visited Backwater." if visited else ""
            left = f" {format_count(unspent, 'point')} unspent." if unspent else ""
            return f"The turn ends.{visits}{left}"
        case views.GameWon():
            return f"{who}'s fleet has arrived and wins."
        case views.GameDrawn():
            return "The turn limit is reached: the game is drawn."
    return raise_foreign_event(event)


def place_name(place: views.Place) -> str:
    """Return a place's name in a sentence."""
    return "Backwater" if place == "W" else place


def raise_foreign_event(event: GameEvent) -> NoReturn:
    """Raise TypeError for an event of another game."""
    raise TypeError(f"{type(event).__name__} does not happen in Star Runners")
