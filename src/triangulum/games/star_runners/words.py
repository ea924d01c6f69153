# compiled by mypyc
"""Star Runners in words: notation, positions and sentences, and the way back from text.

Notation: ``home SM`` builds a binary star of those sizes, ``6-3`` is a roll, ``take`` and ``reroll`` follow doubles,
``Sa1`` hops a ship to a place, ``done`` ends the turn. A position reads

    SM ML | S:a1 M:W* L:A | S:B M:b2 L:B | turn 7 | seat 0 spends 2 of 5-4

with both binaries, both fleets (``*`` has visited Backwater) and what is going on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import NoReturn

from mypy_extensions import i64, u8

from triangulum.core.notation import parse_by_text
from triangulum.core.state import CHANCE, State
from triangulum.core.views import GameEvent
from triangulum.core.wording import counted, listed
from triangulum.errors import PositionError, shown
from triangulum.games.star_runners import observe, rules
from triangulum.games.star_runners.rules import StarRunners, StarRunnersSetup

EXAMPLE = "SM ML | S:a1 M:W* L:A | S:B M:b2 L:B | turn 7 | seat 0 spends 2 of 5-4"

LEGEND = "CAPITALS: seat 0   small letters: seat 1   *: has visited Backwater (W)"

GRAMMAR = re.compile(r"home[a-z]{2}|\d+|take|reroll|done|[a-z](a|b|w|a1|a2|b1|b2)")


def format_action(state: StarRunners, action: int) -> str:
    """Return an action or a roll in notation."""
    if state.to_move == CHANCE:
        return "{}-{}".format(*observe.dice(state, action))
    if action >= rules.HOP:
        return hop_text(observe.letters(state), action)
    named = {rules.TAKE: "take", rules.REROLL: "reroll", rules.DONE: "done"}
    return named.get(action) or f"home {observe.pair(state, action)}"


@cache
def hop_text(letters: str, action: int) -> str:
    """Return a hop in notation; asked for with every move that is listed."""
    size, place = divmod(action - rules.HOP, rules.PLACES)
    return letters[size] + observe.PLACE_NAMES[place]


def parse_action(state: StarRunners, text: str) -> int:
    """Return the legal action that a text means."""
    return parse_by_text(state, text, GRAMMAR, "home SM, 6-3, take, reroll, Sa1, MW, LB or done")


def format_position(state: StarRunners) -> str:
    """Return the whole state as one line."""
    now = observe.view(state, None)
    homes = " ".join("-" if lacking is None else observe.pair(state, lacking) for lacking in now.lacks)
    fleets = [
        " ".join(
            f"{now.letters[ship.size]}:{ship.place}{'*' * ship.visited}" for ship in now.ships if ship.seat == seat
        )
        for seat in observe.SEATS
    ]
    return " | ".join([homes, *fleets, f"turn {now.turns + 1}", doing(now)])


def doing(now: observe.StarRunnersView) -> str:
    """Return what is going on, as a position's last part says it."""
    seat = f"seat {now.turn_of}"
    if now.phase == "choosing":
        return f"{seat} chooses"
    if now.phase == "rolling":
        return f"{seat} rolls"
    if now.phase == "finished":
        return "drawn" if now.winner is None else f"won by seat {now.winner}"
    assert now.dice is not None
    roll = "{}-{}".format(*now.dice)
    return f"{seat} has doubles {roll}" if now.phase == "doubles" else f"{seat} spends {now.points} of {roll}"


def parse_position(setup: StarRunnersSetup, text: str) -> State:
    """Return the state that a position describes, or raise PositionError."""
    parts = [part.strip() for part in text.split("|")]
    if len(parts) != 5:
        raise PositionError(f"a position has five parts between |, not {len(parts)}: {EXAMPLE}")
    state = setup.new()
    assert isinstance(state, StarRunners)
    reader = PositionReader(setup, state)
    reader.read_homes(parts[0])
    for seat in observe.SEATS:
        reader.read_fleet(seat, parts[1 + seat])
    reader.read_turn(parts[3])
    reader.read_doing(parts[4])
    return state


class PositionReader:
    """Fills a state from the parts of a position, and refuses what could not be on the table."""

    def __init__(self, setup: StarRunnersSetup, state: StarRunners) -> None:
        self.setup = setup
        self.state = state
        self.small = state.byte_fields
        self.letters = observe.letters(state)

    def read_homes(self, part: str) -> None:
        """Read the binaries: ``SM ML``, with ``-`` for one that is not built yet."""
        pairs = {observe.pair(self.state, lacking): lacking for lacking in observe.SIZES}
        homes = part.split()
        if len(homes) != 2 or any(home not in pairs and home != "-" for home in homes):
            raise PositionError(
                f"{shown(part)} are no two binaries: each is one of {', '.join(pairs)}, or - if not built"
            )
        if homes[0] == homes[1] != "-":
            raise PositionError(f"both binaries are {homes[0]}, and they must not be the same pair")
        if homes[0] == "-" != homes[1]:
            raise PositionError("seat 0 builds its binary first, so it cannot be - when seat 1's is built")
        for seat, home in enumerate(homes):
            if home != "-":
                self.small[rules.LACKS + seat] = u8(pairs[home])

    def read_fleet(self, seat: int, part: str) -> None:
        """Read three ships: ``S:a1 M:W* L:A``."""
        pattern = " ".join(rf"{letter}:({'|'.join(observe.PLACE_NAMES)})(\*?)" for letter in self.letters)
        found = re.fullmatch(pattern, " ".join(part.split()))
        if found is None:
            ships = ", ".join(self.letters)
            raise PositionError(f"{shown(part)} is no fleet: it has {ships} with places, like S:a1 M:W* L:A")
        for size in observe.SIZES:
            place, visited = found.group(1 + 2 * size, 2 + 2 * size)
            self.small[rules.SHIPS + seat * rules.SIZES + size] = u8(observe.PLACE_NAMES.index(place))
            if visited:
                self.small[rules.VISITED + seat] |= u8(1 << size)

    def read_turn(self, part: str) -> None:
        """Read ``turn 7``: six turns have ended."""
        found = re.fullmatch(r"turn (\d{1,9})", part)
        ended = int(found[1]) - 1 if found else -1
        if not 0 <= ended <= self.setup.turn_limit:
            last = self.setup.turn_limit + 1
            raise PositionError(f"{shown(part)} is not turn 1 to turn {last}, the last of which is a drawn game's")
        self.small[rules.TURNS] = u8(ended & 255)
        self.small[rules.TURNS + 1] = u8(ended >> 8)
        self.small[rules.TURN_OF] = u8(ended % 2)

    def read_doing(self, part: str) -> None:
        """Read what is going on, and see that it fits the rest."""
        readings: list[tuple[str, Callable[[re.Match[str]], None]]] = [
            (r"seat ([01]) chooses", self.choosing),
            (r"seat ([01]) rolls", self.rolling),
            (r"seat ([01]) has doubles (\d{1,2})-(\d{1,2})", self.doubles),
            (r"seat ([01]) spends (\d{1,2}) of (\d{1,2})-(\d{1,2})", self.spending),
            (r"won by seat ([01])", self.won),
            (r"drawn", self.drawn),
        ]
        for pattern, read in readings:
            found = re.fullmatch(pattern, part)
            if found:
                read(found)
                return
        raise PositionError(
            f"{shown(part)} does not say what is going on: seat 0 chooses, rolls, has doubles 4-4 or spends 2 of 5-4, "
            "won by seat 0, or drawn"
        )

    def choosing(self, found: re.Match[str]) -> None:
        """A player builds a binary: nothing has moved yet."""
        seat = int(found[1])
        built = [i64(self.small[rules.LACKS + other]) != rules.UNCHOSEN for other in observe.SEATS]
        if built != [seat == 1, False]:
            raise PositionError(f"seat {seat} cannot be choosing with these binaries")
        untouched = list(self.setup.new().byte_fields)
        if list(self.small)[rules.SHIPS :] != untouched[rules.SHIPS :]:
            raise PositionError("while binaries are chosen it is turn 1 and all ships are at home, with no visits")
        self.small[rules.TURN_OF] = u8(seat)
        self.state.to_move = seat

    def rolling(self, found: re.Match[str]) -> None:
        """The dice are about to fall."""
        self.in_play(int(found[1]))
        self.state.await_roll()

    def doubles(self, found: re.Match[str]) -> None:
        """A player takes doubles or rolls again."""
        self.in_play(int(found[1]))
        if found[2] != found[3]:
            raise PositionError(f"{found[2]}-{found[3]} are no doubles")
        self.state.roll(self.outcome(int(found[2]), int(found[3])))

    def spending(self, found: re.Match[str]) -> None:
        """A player has points left to spend, and something to spend them on."""
        seat, points = int(found[1]), int(found[2])
        self.in_play(seat)
        outcome = self.outcome(int(found[3]), int(found[4]))
        if not 1 <= points <= int(found[3]):
            raise PositionError(f"a roll of {found[3]}-{found[4]} leaves 1 to {found[3]} points to spend, not {points}")
        self.small[rules.ROLL] = u8(outcome + 1)
        self.small[rules.POINTS] = u8(points)
        self.state.to_move = seat
        self.state.spend()
        if self.state.to_move != seat:
            raise PositionError(f"seat {seat} has no hop for {points} points, so that turn is over")

    def won(self, found: re.Match[str]) -> None:
        """A fleet has arrived."""
        seat = int(found[1])
        self.built()
        if self.state.winners() != [seat]:
            raise PositionError(
                f"seat {seat}'s fleet has not arrived, all three ships by way of Backwater, or both have"
            )
        self.small_turn(seat)
        self.state.finish()

    def drawn(self, found: re.Match[str]) -> None:
        """The turn limit was reached."""
        self.built()
        if self.state.winners():
            raise PositionError("a fleet has arrived, so the game is won and not drawn")
        if self.state.turns() != self.setup.turn_limit:
            raise PositionError(f"a drawn game stands at turn {self.setup.turn_limit + 1}, after the last one")
        # The last turn's player stays the one whose turn it was.
        self.small[rules.TURN_OF] = u8((self.setup.turn_limit - 1) % 2)
        self.state.finish()

    def in_play(self, seat: int) -> None:
        """See that both homes are built, nobody has won, and it is this seat's turn."""
        self.built()
        if self.state.winners():
            raise PositionError("a fleet has arrived, so the game is won")
        if self.state.turns() == self.setup.turn_limit:
            raise PositionError(f"after {self.setup.turn_limit} turns the game is drawn")
        self.small_turn(seat)

    def small_turn(self, seat: int) -> None:
        """See that this turn is this seat's."""
        if self.small[rules.TURN_OF] != seat:
            raise PositionError(f"turn {self.state.turns() + 1} is seat {1 - seat}'s, since seat 0 has the odd ones")

    def built(self) -> None:
        """See that both binaries are there."""
        if i64(self.small[rules.LACKS + 1]) == rules.UNCHOSEN:
            raise PositionError("both binaries must be built before anybody rolls")

    def outcome(self, greater: int, lesser: int) -> int:
        """Return the number of a roll."""
        if not 1 <= lesser <= greater <= self.setup.sides:
            raise PositionError(
                f"{greater}-{lesser} is no roll: the dice show 1 to {self.setup.sides}, the greater one first"
            )
        return rules.roll_number(greater, lesser)


def text_board(view: observe.StarRunnersView) -> str:
    """Return the map in text: seat 0's ships in capitals, seat 1's in small letters, ``*`` for a visit."""
    at: dict[str, str] = {name: place(view, name) for name in observe.PLACE_NAMES}
    rows = (("", "a1", "", "b1", ""), ("A", "", "W", "", "B"), ("", "a2", "", "b2", ""))
    cells = [[at.get(name, "") for name in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(5)]
    lines = ["   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    turn = min(view.turns + 1, view.turn_limit)
    return "\n".join([f"turn {turn} of {view.turn_limit}: {doing(view)}", *lines, LEGEND])


def place(view: observe.StarRunnersView, name: observe.Place) -> str:
    """Return a place and who is there: ``W[M] S* l``."""
    letters = view.letters
    number = observe.PLACE_NAMES.index(name)
    star = "?"
    a_lacks, b_lacks = view.lacks
    if a_lacks is not None and b_lacks is not None:
        star = "".join(letters[size] for size in sorted(rules.stars(a_lacks, b_lacks)[number]))
    here = [
        (letters[ship.size].lower() if ship.seat else letters[ship.size]) + "*" * ship.visited
        for ship in view.ships
        if ship.place == name
    ]
    return f"{name}[{star}] {' '.join(here)}".rstrip()


def narrate(event: GameEvent, names: Sequence[str]) -> str:
    """Return an event as a sentence, with these names for the seats."""
    if not isinstance(event, observe.StarRunnersEvent):
        return not_ours(event)
    who = names[event.seat]
    match event:
        case observe.BuiltHome(pair=(one, other)):
            return f"{who} builds a home star of {one} and {other}."
        case observe.Rolled(dice=(greater, lesser)):
            return f"{who} rolls {greater} and {lesser}{': doubles' if greater == lesser else ''}."
        case observe.TookDoubles(points=points):
            return f"{who} takes the {counted(points, 'point')}."
        case observe.RollsAgain():
            return f"{who} rolls again."
        case observe.Hopped(ship=ship, start=start, place=place):
            return f"{who}'s {ship} ship hops from {named(start)} to {named(place)}."
        case observe.Stopped():
            return f"{who} is done."
        case observe.TurnEnded(visited=visited, unspent=unspent):
            have = "has" if len(visited) == 1 else "have"
            visits = f" The {listed(visited)} {have} visited Backwater." if visited else ""
            left = f" {counted(unspent, 'point')} unspent." if unspent else ""
            return f"The turn ends.{visits}{left}"
        case observe.Won():
            return f"{who}'s fleet has arrived and wins."
        case observe.Drawn():
            return "The turn limit is reached: the game is drawn."
    return not_ours(event)


def named(place: observe.Place) -> str:
    """Return a place's name in a sentence."""
    return "Backwater" if place == "W" else place


def not_ours(event: GameEvent) -> NoReturn:
    """Refuse an event of another game."""
    raise TypeError(f"{type(event).__name__} does not happen in Star Runners")
