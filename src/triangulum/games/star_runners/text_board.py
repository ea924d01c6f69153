"""The map of Star Runners in text: the first seat's ships in capitals, the second's in small letters."""

from __future__ import annotations

from triangulum.games.star_runners import rules
from triangulum.games.star_runners.messages import describe_status, describe_turn, message
from triangulum.games.star_runners.views import PLACE_NAMES, Place, StarRunnersView
from triangulum.text import Reader, SeatName

MAP_ROWS = (("", "a1", "", "b1", ""), ("A", "", "W", "", "B"), ("", "a2", "", "b2", ""))


def text_board(view: StarRunnersView, reader: Reader) -> str:
    """Return the map in text, with what is going on above and a legend below."""
    place_texts: dict[str, str] = {name: format_place(view, name) for name in PLACE_NAMES}
    cells = [[place_texts.get(name, "") for name in row] for row in MAP_ROWS]
    widths = [max(len(row[column]) for row in cells) for column in range(5)]
    lines = ["   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    small, medium, large = list(view.letters)
    first, second = (message("plate", seat=SeatName(seat)) for seat in (0, 1))
    legend = (
        message("text-legend", first=first, second=second),
        message("text-legend.sizes", small=small, medium=medium, large=large),
    )
    return "\n".join(
        [
            reader.render(describe_turn(view.phase, view.turns, view.turn_limit)),
            reader.render(describe_status(view)),
            *lines,
            *map(reader.render, legend),
        ]
    )


def format_place(view: StarRunnersView, place: Place) -> str:
    """Return a place with its star and the ships there: ``W[M] S* l``."""
    letters = view.letters
    place_index = PLACE_NAMES.index(place)
    star = "?"
    a_missing, b_missing = view.missing_sizes
    if a_missing is not None and b_missing is not None:
        star = "".join(
            letters[size] for size in sorted(rules.list_star_sizes_by_place(a_missing, b_missing)[place_index])
        )
    ships = [
        (letters[ship.size].lower() if ship.seat else letters[ship.size]) + "*" * ship.visited
        for ship in view.ships
        if ship.place == place
    ]
    return f"{place}[{star}] {' '.join(ships)}".rstrip()
