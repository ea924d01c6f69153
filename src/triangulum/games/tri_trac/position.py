"""Positions of Tri-Trac as one line of text, and the way back. A position reads

    N c4 LR; O a1 RB, b2 LT; Y d3 RT | turn 7 | seat 0 | neutral barred | last moved c3-c4

with what lies on the board, whose turn it is, whether the mover may not touch the neutral triangle, and what was done
last. A finished one has ``after turn 7 | won by seat 0``. All but the board may be left out where it can be told from
the rest, or is nothing to speak of.

Positions since the last placing matter for repetition. They follow as the board at which they begin and the moves from
there to the board in front: ``since N c3 LR; O … Y …: N c4 LR, b2-b3 LB``. A position without that begins with itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import cast

from mypy_extensions import u8

from triangulum.core.state import OVER, State
from triangulum.errors import PositionError, TriangulumError, quote_value
from triangulum.games.tri_trac import lookup, observe
from triangulum.games.tri_trac.options import TriTracBox
from triangulum.games.tri_trac.rules import TriTrac, TriTracSetup

EXAMPLE = "N c4 LR; O a1 RB, b2 LT; Y d3 RT"
EMPTY_BOARD = "-"
LETTERS = "NOY"
"""Of the neutral triangle, orange and yellow."""
BARRED = "neutral barred"
ENDINGS = {
    lookup.WON: "won by seat 0",
    lookup.WON + 1: "won by seat 1",
    lookup.REPETITION: "drawn by repetition",
    lookup.TURN_LIMIT: "drawn at the turn limit",
    lookup.STUCK: "drawn as nobody can move",
}
SOONEST_REPETITION = 8
"""Turns from a position to its second return."""

SpaceCodes = list[int]
"""What is on each space, as in a state."""


# Writing.


def format_position(state: TriTrac) -> str:
    """Return the whole state as one line."""
    box = observe.box_of(state)
    spaces = len(box.lattice.spaces)
    fields = list(state.byte_fields)
    other_fields = fields[spaces:]
    turns = int(state.turn_count())
    ending = ENDINGS.get(other_fields[lookup.ENDING])
    parts = [format_board(box, fields[:spaces])]
    parts += [f"turn {turns + 1}", f"seat {state.to_move}"] if ending is None else [f"after turn {turns}", ending]
    if other_fields[lookup.BARRED]:
        parts.append(BARRED)
    if other_fields[lookup.LAST]:
        parts.append(format_last_action(box, other_fields[lookup.LAST] - 1, other_fields[lookup.ORIGIN] - 1))
    boards = list(list_history(state))
    if len(boards) > 1:
        parts.append(format_history(box, boards))
    return " | ".join(parts)


def format_board(box: TriTracBox, codes: SpaceCodes) -> str:
    """Return what is on the board: ``N c4 LR; O a1 RB, b2 LT; Y d3 RT``."""
    groups: list[list[str]] = [[], [], []]
    for space, code in enumerate(codes):
        if code:
            whose, blank = divmod(code - 1, lookup.SIDES)
            groups[whose].append(box.pose_names[lookup.SIDES * space + blank])
    written_groups = [f"{letter} {', '.join(group)}" for letter, group in zip(LETTERS, groups, strict=True) if group]
    return "; ".join(written_groups) or EMPTY_BOARD


def format_last_action(box: TriTracBox, space: int, origin: int) -> str:
    """Return the part of a position that says what was done last."""
    names = [space.name for space in box.lattice.spaces]
    if origin < 0:
        return f"last placed {names[space]}"
    return f"last turned {names[space]}" if origin == space else f"last moved {names[origin]}-{names[space]}"


def list_history(state: TriTrac) -> Iterator[tuple[SpaceCodes, bool]]:
    """Yield the positions since the last placing, up to the one now, each with whether the neutral one was barred."""
    setup = cast(TriTracSetup, state.setup)
    spaces, num_words = int(setup.num_spaces), int(setup.num_words)
    word_fields = [int(word) for word in state.word_fields]
    for start in range(num_words, len(word_fields), num_words):
        digits = "".join(f"{word:0{lookup.SPACES_PER_WORD}}"[::-1] for word in word_fields[start : start + num_words])
        mover_code = int(digits[spaces]) - 1
        yield [int(digit) for digit in digits[:spaces]], mover_code >= 2


def format_history(box: TriTracBox, boards: Sequence[tuple[SpaceCodes, bool]]) -> str:
    """Return the positions since the last placing as a board and the moves from there."""
    first, barred = boards[0]
    moves = [format_move(box, before, after) for (before, _), (after, _) in pairwise(boards)]
    return f"since {format_board(box, first)}{f', {BARRED}' if barred else ''}: {', '.join(moves)}"


def format_move(box: TriTracBox, before: SpaceCodes, after: SpaceCodes) -> str:
    """Return the move or turn that leads from one board to another, in notation."""
    (target,) = (space for space, code in enumerate(after) if code and code != before[space])
    origin = next((space for space, code in enumerate(after) if not code and before[space]), target)
    whose, blank = divmod(after[target] - 1, lookup.SIDES)
    pose = box.pose_names[lookup.SIDES * target + blank]
    if whose == lookup.NEUTRAL:
        return f"N {pose}"
    return pose if origin == target else f"{box.lattice.spaces[origin].name}-{pose}"


# Reading.


def parse_position(setup: TriTracSetup, text: str) -> State:
    """Return the state that a position describes, or raise PositionError."""
    first, *parts = (" ".join(part.split()) for part in text.split("|"))
    reader = PositionReader(setup, first)
    for part in parts:
        reader.read_part(part)
    return reader.build_state()


class PositionReader:
    """Collects the parts of a position, and makes a state of them unless they contradict each other."""

    def __init__(self, setup: TriTracSetup, board: str) -> None:
        self.setup = setup
        self.box: TriTracBox = setup.components.box
        self.codes = self.read_board(board)
        self.part_groups: dict[str, tuple[str, ...]] = {}
        self.seat: int | None = None
        self.turns: int | None = None
        self.barred = False
        self.ending = 0
        self.last: tuple[int, int] | None = None
        self.since: tuple[SpaceCodes, bool, list[str]] | None = None

    def read_board(self, text: str) -> SpaceCodes:
        """Read ``N c4 LR; O a1 RB, b2 LT; Y d3 RT``, or ``-`` for the empty board."""
        codes = [0] * len(self.box.lattice.spaces)
        if text == EMPTY_BOARD:
            return codes
        groups = [group.strip().partition(" ") for group in text.split(";")]
        if [letter for letter, _, _ in groups] not in (["N"], ["N", "Y"], ["N", "O", "Y"]):
            raise PositionError(
                f"{quote_value(text)} is no board: it is -, or has N, O and Y in this order, as {EXAMPLE}"
            )
        for letter, _, triangles in groups:
            for lying in triangles.split(","):
                self.add_triangle(codes, LETTERS.index(letter), lying.strip())
        for whose, most in enumerate((1, self.box.triangles, self.box.triangles)):
            count = sum((code + 2) // lookup.SIDES == 1 + whose for code in codes)
            if count > most:
                raise PositionError(f"there are {count} triangles of {LETTERS[whose]}, and the box holds {most}")
        return codes

    def add_triangle(self, codes: SpaceCodes, whose: int, lying: str) -> None:
        """Put a triangle on the board, by a text such as ``c4 LR``."""
        if lying not in self.box.pose_names:
            raise PositionError(
                f"{quote_value(lying)} is no triangle on this board: it has a space and two sides, as c4 LR"
            )
        space, blank = divmod(self.box.pose_names.index(lying), lookup.SIDES)
        if blank not in self.box.allowed_blank_sides(space):
            raise PositionError(f"no triangle can lie as {lying}: the ribs there do not allow it")
        if codes[space]:
            raise PositionError(f"two triangles cannot lie on {self.space_name(space)}")
        codes[space] = 1 + lookup.SIDES * whose + blank

    def space_name(self, space: int) -> str:
        """Return the name of a space."""
        return self.box.lattice.spaces[space].name

    def read_part(self, part: str) -> None:
        """Read one of the parts that follow the board."""
        readers: dict[str, tuple[str, Callable[[re.Match[str]], None]]] = {
            "turn": (r"(after )?turn (\d{1,6})", self.read_turn),
            "what is going on": (f"seat ([01])|{'|'.join(ENDINGS.values())}", self.read_outcome),
            BARRED: (BARRED, self.read_barred),
            "last": (r"last (placed|turned|moved) (?:([a-z]\d{1,2})-)?([a-z]\d{1,2})", self.read_last),
            "since": (rf"since ([^:]*?)(, {BARRED})?: ([^:]*)", self.read_since),
        }
        for what, (pattern, read) in readers.items():
            match = re.fullmatch(pattern, part)
            if match is None:
                continue
            if what in self.part_groups:
                raise PositionError(f"{quote_value(part)} comes after another part that says the same")
            self.part_groups[what] = match.groups()
            read(match)
            return
        raise PositionError(
            f"{quote_value(part)} is no part of a position: turn 7, seat 0, {BARRED}, last moved b2-c4, since …, "
            "won by seat 0 or drawn by repetition"
        )

    def read_turn(self, match: re.Match[str]) -> None:
        """Read ``turn 7`` or ``after turn 7``, which are six turns and seven."""
        self.turns = int(match[2]) - (match[1] is None)
        if not (match[1] is not None) <= self.turns <= self.setup.turn_limit - (match[1] is None):
            raise PositionError(f"{quote_value(match[0])} is not one of turn 1 to {self.setup.turn_limit}")

    def read_outcome(self, match: re.Match[str]) -> None:
        """Read whose turn it is, or how the game has ended."""
        if match[1] is not None:
            self.seat = int(match[1])
        else:
            self.ending = next(ending for ending, words in ENDINGS.items() if words == match[0])

    def read_barred(self, match: re.Match[str]) -> None:
        """Read that the neutral triangle is barred."""
        self.barred = True

    def read_last(self, match: re.Match[str]) -> None:
        """Read what was done last."""
        what, start, end = match.groups()
        numbers = [self.box.lattice.index_by_name.get(name, -1) for name in (start or end, end)]
        if -1 in numbers or (what == "moved") != (start is not None and start != end):
            raise PositionError(
                f"{quote_value(match[0])} is not like last placed c4, last turned c4 or last moved b2-c4"
            )
        self.last = (numbers[1], -1 if what == "placed" else numbers[0])

    def read_since(self, match: re.Match[str]) -> None:
        """Read the board and the moves from there."""
        moves = [move.strip() for move in match[3].split(",")]
        self.since = (self.read_board(match[1]), match[2] is not None, moves)

    # Making a state of it.

    def build_state(self) -> State:
        """Return the state, or raise PositionError if it could not be."""
        self.check_turns()
        if self.since is not None:
            return self.replay_history(*self.since)
        self.check_last()
        state = self.new_state(self.codes, self.turns or 0, self.barred)
        if self.last is not None:
            spaces = len(self.codes)
            state.byte_fields[spaces + lookup.LAST] = u8(self.last[0] + 1)
            state.byte_fields[spaces + lookup.ORIGIN] = u8(self.last[1] + 1)
        tracks = observe.find_complete_tracks(self.box, self.codes)
        if self.ending:
            self.end_game(state, tracks)
        else:
            self.continue_game(state, tracks)
        return state

    def count_triangles(self) -> tuple[int, int, int]:
        """Return how many triangles are on the board: neutral, orange and yellow."""
        lying = [(code - 1) // lookup.SIDES for code in self.codes]
        return lying.count(0), lying.count(1), lying.count(2)

    def check_turns(self) -> None:
        """Check that the board can have come about in so many turns, or take the fewest in which it can."""
        neutral, orange, yellow = self.count_triangles()
        fewest = max(2 * orange + 1 if orange else 0, 2 * yellow, neutral)
        if self.turns is None:
            later = self.seat is not None and fewest % 2 != self.seat
            self.turns = fewest + later
        if self.turns < fewest:
            raise PositionError(f"so many triangles need at least {fewest} turns, not {self.turns}")
        if self.turns > 1 and not yellow:
            raise PositionError("yellow is placed on turn 2, and none is on the board")
        if self.turns >= 1 and not neutral:
            raise PositionError("the neutral triangle is placed on turn 1, and it is not on the board")
        if neutral and not self.turns:
            raise PositionError("before turn 1 the board is empty")
        if self.seat is not None and self.seat != self.turns % 2:
            raise PositionError(f"turn {self.turns + 1} is seat {1 - self.seat}'s, since seat 0 has the odd ones")
        if self.turns == 1:
            self.barred = True
            self.last = self.last or (next(space for space, code in enumerate(self.codes) if code), -1)

    def check_last(self) -> None:
        """Check that what was done last fits the board, and that the neutral triangle is barred if it was that."""
        if self.last is None:
            if self.barred and self.turns == 2:
                raise PositionError("on turn 2 yellow is placed, so the neutral triangle is not barred after it")
            return
        space, origin = self.last
        code = self.codes[space]
        mover = (cast(int, self.turns) - 1) % 2
        whose = (code - 1) // lookup.SIDES
        if not code or whose not in (lookup.NEUTRAL, 1 + mover):
            raise PositionError(f"the last triangle on {self.space_name(space)} is not neutral, and not seat {mover}'s")
        if origin < 0 and whose == lookup.NEUTRAL and self.turns != 1:
            raise PositionError("the neutral triangle is placed on turn 1 only")
        if origin >= 0 and self.turns == sum(self.count_triangles()):
            raise PositionError("so many triangles in so few turns have all been placed, the last one too")
        if origin >= 0 and origin != space and (self.codes[origin] or not self.box.allowed_blank_sides(origin)):
            raise PositionError(f"nothing can have been moved from {self.space_name(origin)}")
        if origin == space and len(self.box.allowed_blank_sides(space)) < 2:
            raise PositionError(f"a triangle on {self.space_name(space)} cannot be turned")
        if self.barred and whose != lookup.NEUTRAL:
            raise PositionError("the neutral triangle is barred only after a turn in which it was moved or turned")
        self.barred = whose == lookup.NEUTRAL

    def new_state(self, codes: SpaceCodes, turns: int, barred: bool) -> TriTrac:
        """Return a new state with this board."""
        state = cast(TriTrac, self.setup.new())
        spaces = len(codes)
        for space, code in enumerate(codes):
            state.set_space(space, code)
            if 1 <= code <= lookup.SIDES:
                state.byte_fields[spaces + lookup.NEUTRAL_SPACE] = u8(space + 1)
            elif code:
                seat = (code - 1) // lookup.SIDES - 1
                state.byte_fields[spaces + lookup.RESERVES + seat] -= u8(1)
        state.byte_fields[spaces + lookup.BARRED] = u8(barred)
        state.byte_fields[spaces + lookup.TURNS] = u8(turns & 255)
        state.byte_fields[spaces + lookup.TURNS + 1] = u8(turns >> 8)
        state.to_move = turns % 2
        return state

    def continue_game(self, state: TriTrac, tracks: Sequence[object]) -> None:
        """Check that the game is not over, and begin its history with this position."""
        if "turn" in self.part_groups and self.part_groups["turn"][0] is not None:
            raise PositionError("after a turn the game is over: say won by seat 0, or drawn by repetition")
        if tracks:
            raise PositionError("a track is complete, so the game is won")
        if state.turn_count() >= self.setup.turn_limit:
            raise PositionError(f"after {self.setup.turn_limit} turns the game is drawn")
        if state.turn_count():
            state.record_position()
            if state.is_stuck():
                raise PositionError(f"seat {state.to_move} cannot move, so the game is drawn")

    def end_game(self, state: TriTrac, tracks: Sequence[Sequence[int]]) -> None:
        """Check that the game can have ended like this, and end it."""
        turns = int(state.turn_count())
        if "turn" in self.part_groups and self.part_groups["turn"][0] is None:
            raise PositionError(f"a finished game stands after a turn: after turn {turns}")
        if self.ending in (lookup.WON, lookup.WON + 1):
            seat = self.ending - lookup.WON
            if len(tracks) != 1:
                raise PositionError(
                    f"{'no' if not tracks else 'more than one'} track is complete, so nobody can have won"
                )
            if (turns - 1) % 2 != seat:
                raise PositionError(f"turn {turns} was seat {1 - seat}'s, since seat 0 has the odd ones")
            if self.last is not None and self.last[0] not in tracks[0]:
                raise PositionError(
                    f"the last triangle on {self.space_name(self.last[0])} is not on the track that won"
                )
        elif tracks:
            raise PositionError("a track is complete, so the game is won and not drawn")
        elif self.ending == lookup.TURN_LIMIT and turns != self.setup.turn_limit:
            raise PositionError(f"the turn limit draws a game after turn {self.setup.turn_limit}, not {turns}")
        elif self.ending == lookup.STUCK and not state.is_stuck():
            raise PositionError(f"seat {state.to_move} can move, so the game goes on")
        elif self.ending == lookup.REPETITION:
            placed = self.last is not None and self.last[1] < 0
            if placed or turns < sum(self.count_triangles()) + SOONEST_REPETITION:
                raise PositionError("no position can have come for the third time so soon after a placing")
        state.finish(self.ending)

    def replay_history(self, codes: SpaceCodes, barred: bool, moves: list[str]) -> State:
        """Return what the moves lead to from the board at which the history begins."""
        turns = cast(int, self.turns) - len(moves)
        if self.ending:
            raise PositionError("when the game is over, what was before does not matter: leave the part since … out")
        if turns < 1:
            raise PositionError(f"{len(moves)} moves since the last placing are too many for {self.turns} turns")
        start = PositionReader(self.setup, format_board(self.box, codes))
        start.turns, start.barred = turns, barred
        state = start.build_state()
        for move in moves:
            try:
                action = state.parse_action(move)
            except TriangulumError:
                raise PositionError(f"{quote_value(move)} cannot be played since the last placing") from None
            state._apply(action)
        if state.to_move == OVER:
            raise PositionError("with these moves since the last placing the game would be over")
        self.check_replay(state)
        return state

    def check_replay(self, state: State) -> None:
        """Check that the moves since the last placing lead to the position in front."""
        fields = list(state.byte_fields)
        spaces = len(self.codes)
        if fields[:spaces] != self.codes:
            raise PositionError("the moves since the last placing do not lead to the board in front")
        if self.barred and not fields[spaces + lookup.BARRED]:
            raise PositionError("the last move was not the neutral triangle's, so it is not barred")
        last = (fields[spaces + lookup.LAST] - 1, fields[spaces + lookup.ORIGIN] - 1)
        if self.last is not None and self.last != last:
            raise PositionError(f"the moves since the last placing say {format_last_action(self.box, *last)}")
