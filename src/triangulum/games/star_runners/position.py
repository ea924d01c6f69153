# compiled by mypyc
"""Positions of Star Runners as one line of text, and the way back. A position reads

    SM ML | S:a1 M:W* L:A | S:B M:b2 L:B | turn 7 | seat 0 spends 2 of 5-4

with both binaries, both fleets (``*`` has visited Backwater) and what is going on.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from mypy_extensions import i64, u8

from triangulum.core.position import (
    NOTHING,
    join_parts,
    match_named_pattern,
    parse_labelled_parts,
    parse_number,
    split_parts,
)
from triangulum.core.state import State
from triangulum.errors import PositionError, quote_value
from triangulum.games.star_runners import observe, rules
from triangulum.games.star_runners.actions import NUM_SIZES, encode_roll
from triangulum.games.star_runners.rules import StarRunnersSetup, StarRunnersState
from triangulum.games.star_runners.views import PLACE_NAMES, StarRunnersView
from triangulum.games.star_runners.visits import can_have_visited

EXAMPLE = "SM ML | S:a1 M:W* L:A | S:B M:b2 L:B | turn 7 | seat 0 spends 2 of 5-4"
PHASE_PATTERNS = {
    "choosing": r"seat ([01]) chooses",
    "rolling": r"seat ([01]) rolls",
    "rerolling": r"seat ([01]) rerolls",
    "doubles": r"seat ([01]) has doubles (\d{1,2})-(\d{1,2})",
    "spending": r"seat ([01]) spends (\d{1,2}) of (\d{1,2})-(\d{1,2})",
    "won": r"won by seat ([01])",
    "drawn": r"drawn",
}


def format_position(state: StarRunnersState) -> str:
    """Return the whole state as one line."""
    view = observe.view(state, None)
    homes = [NOTHING if missing is None else observe.home_letters(state, missing) for missing in view.missing_sizes]
    fleets = [format_fleet(view, seat) for seat in observe.SEATS]
    return join_parts([" ".join(homes), *fleets, f"turn {view.turns + 1}", format_phase(view)])


def format_fleet(view: StarRunnersView, seat: int) -> str:
    """Return a seat's ships with their places: ``S:a1 M:W* L:A``."""
    ships = [ship for ship in view.ships if ship.seat == seat]
    return " ".join(f"{view.letters[ship.size]}:{ship.place}{'*' * ship.visited}" for ship in ships)


def format_phase(view: StarRunnersView) -> str:
    """Return the last part of a position: whose turn it is and what they do, or how the game ended."""
    seat = f"seat {view.turn_of}"
    if view.phase == "choosing":
        return f"{seat} chooses"
    if view.phase in ("rolling", "rerolling"):
        return f"{seat} {'rolls' if view.phase == 'rolling' else 'rerolls'}"
    if view.phase == "finished":
        return "drawn" if view.winner is None else f"won by seat {view.winner}"
    assert view.dice is not None
    roll = "{}-{}".format(*view.dice)
    return f"{seat} has doubles {roll}" if view.phase == "doubles" else f"{seat} spends {view.points} of {roll}"


def parse_position(setup: StarRunnersSetup, text: str) -> State:
    """Return the state that a position describes, or raise PositionError."""
    parts = split_parts(text)
    if len(parts) != 5:
        raise PositionError(f"a position has five parts between |, not {len(parts)}: {EXAMPLE}")
    reader = PositionReader(setup)
    reader.read_homes(parts[0])
    for seat in observe.SEATS:
        reader.read_fleet(seat, parts[1 + seat])
    reader.read_turn_number(parts[3])
    reader.read_phase(parts[4])
    for seat in observe.SEATS:
        reader.check_visits_fit_turns(seat)
    return reader.state


class PositionReader:
    """Fills a state from the parts of a position, and refuses what could not be on the table."""

    def __init__(self, setup: StarRunnersSetup) -> None:
        self.setup = setup
        state = setup.new()
        assert isinstance(state, StarRunnersState)
        self.state = state
        self.fields = state.byte_fields
        self.letters = observe.size_letters(state)

    def read_homes(self, part: str) -> None:
        """Read the binaries: ``SM ML``, with ``-`` for one that is not built yet."""
        missing_by_pair = {observe.home_letters(self.state, missing): missing for missing in observe.SIZES}
        homes = part.split()
        if len(homes) != 2 or any(home not in missing_by_pair and home != NOTHING for home in homes):
            pairs = ", ".join(missing_by_pair)
            raise PositionError(f"{quote_value(part)} are no two binaries: each is one of {pairs}, or - if not built")
        if homes[0] == homes[1] != NOTHING:
            raise PositionError(f"both binaries are {homes[0]}, and they must not be the same pair")
        if homes[0] == NOTHING != homes[1]:
            raise PositionError("seat 0 builds its binary first, so it cannot be - when seat 1's is built")
        for seat, home in enumerate(homes):
            self.fields[rules.MISSING_SIZES + seat] = u8(missing_by_pair.get(home, rules.NOT_BUILT))

    def read_fleet(self, seat: int, part: str) -> None:
        """Read three ships: ``S:a1 M:W* L:A``."""
        pattern = " ".join(rf"{letter}:({'|'.join(PLACE_NAMES)})(\*?)" for letter in self.letters)
        expected = f"is no fleet: it has {', '.join(self.letters)} with places, like S:a1 M:W* L:A"
        _, match = match_named_pattern(part, {"fleet": pattern}, expected)
        for size in observe.SIZES:
            place, visited = match.group(1 + 2 * size, 2 + 2 * size)
            self.fields[rules.SHIP_PLACES + seat * NUM_SIZES + size] = u8(PLACE_NAMES.index(place))
            if visited:
                self.fields[rules.VISIT_MASKS + seat] |= u8(1 << size)

    def read_turn_number(self, part: str) -> None:
        """Read ``turn 7``: six turns have ended. A drawn game stands at the turn after the last one."""
        number = parse_labelled_parts([part], ("turn",))["turn"]
        ended = parse_number(number, 1, int(self.setup.turn_limit) + 1, "a turn") - 1
        self.fields[rules.NUM_TURNS] = u8(ended & 255)
        self.fields[rules.NUM_TURNS + 1] = u8(ended >> 8)
        self.fields[rules.TURN_OF] = u8(ended % 2)

    def read_phase(self, part: str) -> None:
        """Read what is going on, and check that it fits the other parts."""
        readers: dict[str, Callable[[re.Match[str]], None]] = {
            "choosing": self.read_choosing_phase,
            "rolling": self.read_rolling_phase,
            "rerolling": self.read_rerolling_phase,
            "doubles": self.read_doubles_phase,
            "spending": self.read_spending_phase,
            "won": self.read_won_phase,
            "drawn": self.read_drawn_phase,
        }
        phase, match = match_named_pattern(
            part,
            PHASE_PATTERNS,
            "does not say what is going on: seat 0 chooses, rolls, has doubles 4-4, rerolls or spends 2 of 5-4, "
            "won by seat 0, or drawn",
        )
        readers[phase](match)

    def read_choosing_phase(self, match: re.Match[str]) -> None:
        """Read that a player builds a binary: nothing has moved yet."""
        seat = int(match[1])
        if not self.setup.has_chosen_binaries:
            raise PositionError("nobody chooses a binary in this game: its option binaries is automatic")
        built = [i64(self.fields[rules.MISSING_SIZES + owner]) != rules.NOT_BUILT for owner in observe.SEATS]
        if built != [seat == 1, False]:
            raise PositionError(f"seat {seat} cannot be choosing with these binaries")
        untouched = list(self.setup.new().byte_fields)
        if list(self.fields)[rules.SHIP_PLACES :] != untouched[rules.SHIP_PLACES :]:
            raise PositionError("while binaries are chosen it is turn 1 and all ships are at home, with no visits")
        self.fields[rules.PHASE] = u8(rules.CHOOSING)
        self.fields[rules.TURN_OF] = u8(seat)
        self.state.to_move = seat

    def read_rolling_phase(self, match: re.Match[str]) -> None:
        """Read that a player is about to roll."""
        self.check_seat_can_play_now(int(match[1]))
        self.state.ask_chance_to_roll()

    def read_rerolling_phase(self, match: re.Match[str]) -> None:
        """Read that a player is about to roll again, for the only time this turn."""
        if self.setup.has_chained_rerolls:
            raise PositionError("a reroll is like any other roll in this game: its option rerolls is chain")
        self.check_seat_can_play_now(int(match[1]))
        self.state.ask_chance_to_roll(is_reroll=True)

    def read_doubles_phase(self, match: re.Match[str]) -> None:
        """Read that a player takes doubles or rolls again."""
        self.check_seat_can_play_now(int(match[1]))
        if match[2] != match[3]:
            raise PositionError(f"{match[2]}-{match[3]} are no doubles")
        self.state.ask_chance_to_roll()
        self.state.apply_roll(self.find_roll_outcome(int(match[2]), int(match[3])))

    def read_spending_phase(self, match: re.Match[str]) -> None:
        """Read that a player has points left to spend, and check that a hop is possible."""
        seat, points = int(match[1]), int(match[2])
        self.check_seat_can_play_now(seat)
        outcome = self.find_roll_outcome(int(match[3]), int(match[4]))
        if not 1 <= points <= int(match[3]):
            raise PositionError(f"a roll of {match[3]}-{match[4]} leaves 1 to {match[3]} points to spend, not {points}")
        self.fields[rules.ROLL_CODE] = u8(outcome + 1)
        self.fields[rules.POINTS] = u8(points)
        self.state.to_move = seat
        self.state.start_spending_or_end_turn()
        if self.state.to_move != seat:
            raise PositionError(f"seat {seat} has no hop for {points} points, so that turn is over")

    def read_won_phase(self, match: re.Match[str]) -> None:
        """Read that a seat has won, and check that its fleet has arrived."""
        seat = int(match[1])
        self.check_homes_built()
        if self.state.winners() != [seat]:
            raise PositionError(
                f"seat {seat}'s fleet has not arrived, all three ships by way of Backwater, or both have"
            )
        self.check_seat_has_turn(seat)
        self.state.finish_game()

    def read_drawn_phase(self, match: re.Match[str]) -> None:
        """Read that the game is drawn, and check that the turn limit was reached."""
        self.check_homes_built()
        if self.state.winners():
            raise PositionError("a fleet has arrived, so the game is won and not drawn")
        if self.state.count_ended_turns() != self.setup.turn_limit:
            raise PositionError(f"a drawn game stands at turn {self.setup.turn_limit + 1}, after the last one")
        # The last turn's player stays the one whose turn it was.
        self.fields[rules.TURN_OF] = u8((self.setup.turn_limit - 1) % 2)
        self.state.finish_game()

    def check_seat_can_play_now(self, seat: int) -> None:
        """Check that both homes are built, nobody has won, and it is this seat's turn."""
        self.check_homes_built()
        if self.state.winners():
            raise PositionError("a fleet has arrived, so the game is won")
        if self.state.count_ended_turns() == self.setup.turn_limit:
            raise PositionError(f"after {self.setup.turn_limit} turns the game is drawn")
        self.check_seat_has_turn(seat)

    def check_seat_has_turn(self, seat: int) -> None:
        """Check that it is this seat's turn."""
        if self.fields[rules.TURN_OF] != seat:
            raise PositionError(
                f"turn {self.state.count_ended_turns() + 1} is seat {1 - seat}'s, since seat 0 has the odd ones"
            )

    def check_homes_built(self) -> None:
        """Check that both binaries are built."""
        if i64(self.fields[rules.MISSING_SIZES + 1]) == rules.NOT_BUILT:
            raise PositionError("both binaries must be built before anybody rolls")

    def check_visits_fit_turns(self, seat: int) -> None:
        """Check that a seat has had the turns that its visits to Backwater take, and that none is missing."""
        fields = self.fields
        visit_mask = int(fields[rules.VISIT_MASKS + seat])
        first = rules.SHIP_PLACES + seat * NUM_SIZES
        places = [int(fields[first + size]) for size in observe.SIZES]
        pips, sides = tuple([int(each) for each in self.setup.pips_by_size]), int(self.setup.die_sides)
        newcomers = [s for s in observe.SIZES if places[s] == rules.BACKWATER and not visit_mask >> s & 1]
        points_left = self.count_points_spent(seat) - sum([pips[size] for size in newcomers])
        if points_left < 0:
            letter = self.letters[newcomers[-1]]
            raise PositionError(
                f"seat {seat}'s {letter} did not come to W this turn, so it has visited Backwater: {letter}:W*"
            )
        num_turns = (self.state.count_ended_turns() + 1 - seat) // 2
        own_places = [rules.HOME_B - place if seat else place for place in places]
        if not can_have_visited(own_places, visit_mask, num_turns, points_left, pips, sides):
            raise PositionError(
                f"seat {seat}'s ships cannot have visited Backwater by turn {self.state.count_ended_turns() + 1} "
                "and be where they are"
            )

    def count_points_spent(self, seat: int) -> int:
        """Return how many points a seat may have spent in the turn that it has not ended."""
        if self.fields[rules.TURN_OF] != seat or self.state.count_ended_turns() == self.setup.turn_limit:
            return 0
        phase = self.fields[rules.PHASE]
        if phase == rules.SPENDING:
            greater = int(self.setup.greater_by_outcome[i64(self.fields[rules.ROLL_CODE]) - 1])
            return greater - int(self.fields[rules.POINTS])
        return int(self.setup.die_sides) if phase == rules.FINISHED else 0

    def find_roll_outcome(self, greater: int, lesser: int) -> int:
        """Return the chance outcome of a roll, or raise PositionError if the dice cannot show it."""
        if not 1 <= lesser <= greater <= self.setup.die_sides:
            raise PositionError(
                f"{greater}-{lesser} is no roll: the dice show 1 to {self.setup.die_sides}, the greater one first"
            )
        return encode_roll(greater, lesser)
