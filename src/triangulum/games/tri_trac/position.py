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
from triangulum.errors import PositionError, TriangulumError, shown
from triangulum.games.tri_trac import lookup
from triangulum.games.tri_trac import view as sight
from triangulum.games.tri_trac.options import TriTracBox
from triangulum.games.tri_trac.rules import TriTrac, TriTracSetup

EXAMPLE = "N c4 LR; O a1 RB, b2 LT; Y d3 RT"
EMPTY = "-"
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

Codes = list[int]
"""What is on each space, as in a state."""


# Writing.


def format_position(state: TriTrac) -> str:
    """Return the whole state as one line."""
    box = sight.box_of(state)
    spaces = len(box.lattice.spaces)
    small = list(state.byte_fields)
    rest = small[spaces:]
    turns = int(state.turns())
    ending = ENDINGS.get(rest[lookup.ENDING])
    parts = [written_board(box, small[:spaces])]
    parts += [f"turn {turns + 1}", f"seat {state.to_move}"] if ending is None else [f"after turn {turns}", ending]
    if rest[lookup.BARRED]:
        parts.append(BARRED)
    if rest[lookup.LAST]:
        parts.append(written_last(box, rest[lookup.LAST] - 1, rest[lookup.ORIGIN] - 1))
    boards = list(earlier(state))
    if len(boards) > 1:
        parts.append(written_since(box, boards))
    return " | ".join(parts)


def written_board(box: TriTracBox, codes: Codes) -> str:
    """Return what is on the board: ``N c4 LR; O a1 RB, b2 LT; Y d3 RT``."""
    groups: list[list[str]] = [[], [], []]
    for space, code in enumerate(codes):
        if code:
            whose, blank = divmod(code - 1, lookup.SIDES)
            groups[whose].append(box.landings[lookup.SIDES * space + blank])
    found = [f"{letter} {', '.join(group)}" for letter, group in zip(LETTERS, groups, strict=True) if group]
    return "; ".join(found) or EMPTY


def written_last(box: TriTracBox, space: int, origin: int) -> str:
    """Return what was done last."""
    names = [space.name for space in box.lattice.spaces]
    if origin < 0:
        return f"last placed {names[space]}"
    return f"last turned {names[space]}" if origin == space else f"last moved {names[origin]}-{names[space]}"


def earlier(state: TriTrac) -> Iterator[tuple[Codes, bool]]:
    """Yield the positions since the last placing, the one that is now included, and whether the neutral was barred."""
    setup = cast(TriTracSetup, state.setup)
    spaces, words = int(setup.spaces), int(setup.words)
    wide = [int(word) for word in state.word_fields]
    for at in range(words, len(wide), words):
        digits = "".join(f"{word:0{lookup.SPACES_A_WORD}}"[::-1] for word in wide[at : at + words])
        now = int(digits[spaces]) - 1
        yield [int(digit) for digit in digits[:spaces]], now >= 2


def written_since(box: TriTracBox, boards: Sequence[tuple[Codes, bool]]) -> str:
    """Return the positions since the last placing as a board and the moves from there."""
    first, barred = boards[0]
    moves = [written_move(box, one, other) for (one, _), (other, _) in pairwise(boards)]
    return f"since {written_board(box, first)}{f', {BARRED}' if barred else ''}: {', '.join(moves)}"


def written_move(box: TriTracBox, before: Codes, after: Codes) -> str:
    """Return the move or turn that leads from one board to another, in notation."""
    (target,) = (space for space, code in enumerate(after) if code and code != before[space])
    origin = next((space for space, code in enumerate(after) if not code and before[space]), target)
    whose, blank = divmod(after[target] - 1, lookup.SIDES)
    landing = box.landings[lookup.SIDES * target + blank]
    if whose == lookup.NEUTRAL:
        return f"N {landing}"
    return landing if origin == target else f"{box.lattice.spaces[origin].name}-{landing}"


# Reading.


def parse_position(setup: TriTracSetup, text: str) -> State:
    """Return the state that a position describes, or raise PositionError."""
    first, *parts = (" ".join(part.split()) for part in text.split("|"))
    reader = PositionReader(setup, first)
    for part in parts:
        reader.read(part)
    return reader.state()


class PositionReader:
    """Collects the parts of a position, and makes a state of them unless they contradict each other."""

    def __init__(self, setup: TriTracSetup, board: str) -> None:
        self.setup = setup
        self.box: TriTracBox = setup.components.box
        self.codes = self.read_board(board)
        self.given: dict[str, tuple[str, ...]] = {}
        self.seat: int | None = None
        self.turns: int | None = None
        self.barred = False
        self.ending = 0
        self.last: tuple[int, int] | None = None
        self.since: tuple[Codes, bool, list[str]] | None = None

    def read_board(self, text: str) -> Codes:
        """Read ``N c4 LR; O a1 RB, b2 LT; Y d3 RT``, or ``-`` for the empty board."""
        codes = [0] * len(self.box.lattice.spaces)
        if text == EMPTY:
            return codes
        groups = [group.strip().partition(" ") for group in text.split(";")]
        if [letter for letter, _, _ in groups] not in (["N"], ["N", "Y"], ["N", "O", "Y"]):
            raise PositionError(f"{shown(text)} is no board: it is -, or has N, O and Y in this order, as {EXAMPLE}")
        for letter, _, triangles in groups:
            for lying in triangles.split(","):
                self.lay(codes, LETTERS.index(letter), lying.strip())
        for whose, most in enumerate((1, self.box.triangles, self.box.triangles)):
            count = sum((code + 2) // lookup.SIDES == 1 + whose for code in codes)
            if count > most:
                raise PositionError(f"there are {count} triangles of {LETTERS[whose]}, and the box holds {most}")
        return codes

    def lay(self, codes: Codes, whose: int, lying: str) -> None:
        """Put a triangle on the board, by a text such as ``c4 LR``."""
        if lying not in self.box.landings:
            raise PositionError(f"{shown(lying)} is no triangle on this board: it has a space and two sides, as c4 LR")
        space, blank = divmod(self.box.landings.index(lying), lookup.SIDES)
        if blank not in self.box.ways(space):
            raise PositionError(f"no triangle can lie as {lying}: the ribs there do not allow it")
        if codes[space]:
            raise PositionError(f"two triangles cannot lie on {self.name(space)}")
        codes[space] = 1 + lookup.SIDES * whose + blank

    def name(self, space: int) -> str:
        """Return the name of a space."""
        return self.box.lattice.spaces[space].name

    def read(self, part: str) -> None:
        """Read one of the parts that follow the board."""
        readings: dict[str, tuple[str, Callable[[re.Match[str]], None]]] = {
            "turn": (r"(after )?turn (\d{1,6})", self.read_turn),
            "what is going on": (f"seat ([01])|{'|'.join(ENDINGS.values())}", self.read_doing),
            BARRED: (BARRED, self.read_barred),
            "last": (r"last (placed|turned|moved) (?:([a-z]\d{1,2})-)?([a-z]\d{1,2})", self.read_last),
            "since": (rf"since ([^:]*?)(, {BARRED})?: ([^:]*)", self.read_since),
        }
        for what, (pattern, read) in readings.items():
            found = re.fullmatch(pattern, part)
            if found is None:
                continue
            if what in self.given:
                raise PositionError(f"{shown(part)} comes after another part that says the same")
            self.given[what] = found.groups()
            read(found)
            return
        raise PositionError(
            f"{shown(part)} is no part of a position: turn 7, seat 0, {BARRED}, last moved b2-c4, since …, "
            "won by seat 0 or drawn by repetition"
        )

    def read_turn(self, found: re.Match[str]) -> None:
        """Read ``turn 7`` or ``after turn 7``, which are six turns and seven."""
        self.turns = int(found[2]) - (found[1] is None)
        if not (found[1] is not None) <= self.turns <= self.setup.turn_limit - (found[1] is None):
            raise PositionError(f"{shown(found[0])} is not one of turn 1 to {self.setup.turn_limit}")

    def read_doing(self, found: re.Match[str]) -> None:
        """Read whose turn it is, or how the game has ended."""
        if found[1] is not None:
            self.seat = int(found[1])
        else:
            self.ending = next(ending for ending, words in ENDINGS.items() if words == found[0])

    def read_barred(self, found: re.Match[str]) -> None:
        """Read that the neutral triangle is barred."""
        self.barred = True

    def read_last(self, found: re.Match[str]) -> None:
        """Read what was done last."""
        what, start, end = found.groups()
        numbers = [self.box.lattice.number.get(name, -1) for name in (start or end, end)]
        if -1 in numbers or (what == "moved") != (start is not None and start != end):
            raise PositionError(f"{shown(found[0])} is not like last placed c4, last turned c4 or last moved b2-c4")
        self.last = (numbers[1], -1 if what == "placed" else numbers[0])

    def read_since(self, found: re.Match[str]) -> None:
        """Read the board and the moves from there."""
        moves = [move.strip() for move in found[3].split(",")]
        self.since = (self.read_board(found[1]), found[2] is not None, moves)

    # Making a state of it.

    def state(self) -> State:
        """Return the state, or raise PositionError if it could not be."""
        self.settle_turns()
        if self.since is not None:
            return self.replayed(*self.since)
        self.check_last()
        state = self.made(self.codes, self.turns or 0, self.barred)
        if self.last is not None:
            spaces = len(self.codes)
            state.byte_fields[spaces + lookup.LAST] = u8(self.last[0] + 1)
            state.byte_fields[spaces + lookup.ORIGIN] = u8(self.last[1] + 1)
        tracks = sight.complete_tracks(self.box, self.codes)
        if self.ending:
            self.end(state, tracks)
        else:
            self.go_on(state, tracks)
        return state

    def counts(self) -> tuple[int, int, int]:
        """Return how many triangles are on the board: neutral, orange and yellow."""
        lying = [(code - 1) // lookup.SIDES for code in self.codes]
        return lying.count(0), lying.count(1), lying.count(2)

    def settle_turns(self) -> None:
        """See that the board can have come about in so many turns, or take the fewest in which it can."""
        neutral, orange, yellow = self.counts()
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
        """See that what was done last fits the board, and that the neutral triangle is barred if it was that."""
        if self.last is None:
            if self.barred and self.turns == 2:
                raise PositionError("on turn 2 yellow is placed, so the neutral triangle is not barred after it")
            return
        space, origin = self.last
        code = self.codes[space]
        mover = (cast(int, self.turns) - 1) % 2
        whose = (code - 1) // lookup.SIDES
        if not code or whose not in (lookup.NEUTRAL, 1 + mover):
            raise PositionError(f"the last triangle on {self.name(space)} is not neutral, and not seat {mover}'s")
        if origin < 0 and whose == lookup.NEUTRAL and self.turns != 1:
            raise PositionError("the neutral triangle is placed on turn 1 only")
        if origin >= 0 and self.turns == sum(self.counts()):
            raise PositionError("so many triangles in so few turns have all been placed, the last one too")
        if origin >= 0 and origin != space and (self.codes[origin] or not self.box.ways(origin)):
            raise PositionError(f"nothing can have been moved from {self.name(origin)}")
        if origin == space and len(self.box.ways(space)) < 2:
            raise PositionError(f"a triangle on {self.name(space)} cannot be turned")
        if self.barred and whose != lookup.NEUTRAL:
            raise PositionError("the neutral triangle is barred only after a turn in which it was moved or turned")
        self.barred = whose == lookup.NEUTRAL

    def made(self, codes: Codes, turns: int, barred: bool) -> TriTrac:
        """Return a state with this board."""
        state = cast(TriTrac, self.setup.new())
        spaces = len(codes)
        for space, code in enumerate(codes):
            state.put(space, code)
            if 1 <= code <= lookup.SIDES:
                state.byte_fields[spaces + lookup.WHITE] = u8(space + 1)
            elif code:
                seat = (code - 1) // lookup.SIDES - 1
                state.byte_fields[spaces + lookup.RESERVES + seat] -= u8(1)
        state.byte_fields[spaces + lookup.BARRED] = u8(barred)
        state.byte_fields[spaces + lookup.TURNS] = u8(turns & 255)
        state.byte_fields[spaces + lookup.TURNS + 1] = u8(turns >> 8)
        state.to_move = turns % 2
        return state

    def go_on(self, state: TriTrac, tracks: Sequence[object]) -> None:
        """See that the game is not over, and begin its history with this position."""
        if "turn" in self.given and self.given["turn"][0] is not None:
            raise PositionError("after a turn the game is over: say won by seat 0, or drawn by repetition")
        if tracks:
            raise PositionError("a track is complete, so the game is won")
        if state.turns() >= self.setup.turn_limit:
            raise PositionError(f"after {self.setup.turn_limit} turns the game is drawn")
        if state.turns():
            state.note_position()
            if state.is_stuck():
                raise PositionError(f"seat {state.to_move} cannot move, so the game is drawn")

    def end(self, state: TriTrac, tracks: Sequence[Sequence[int]]) -> None:
        """See that the game can have ended like this, and end it."""
        turns = int(state.turns())
        if "turn" in self.given and self.given["turn"][0] is None:
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
                raise PositionError(f"the last triangle on {self.name(self.last[0])} is not on the track that won")
        elif tracks:
            raise PositionError("a track is complete, so the game is won and not drawn")
        elif self.ending == lookup.TURN_LIMIT and turns != self.setup.turn_limit:
            raise PositionError(f"the turn limit draws a game after turn {self.setup.turn_limit}, not {turns}")
        elif self.ending == lookup.STUCK and not state.is_stuck():
            raise PositionError(f"seat {state.to_move} can move, so the game goes on")
        elif self.ending == lookup.REPETITION:
            placed = self.last is not None and self.last[1] < 0
            if placed or turns < sum(self.counts()) + SOONEST_REPETITION:
                raise PositionError("no position can have come for the third time so soon after a placing")
        state.finish(self.ending)

    def replayed(self, codes: Codes, barred: bool, moves: list[str]) -> State:
        """Return what the moves lead to from the board at which the history begins."""
        turns = cast(int, self.turns) - len(moves)
        if self.ending:
            raise PositionError("when the game is over, what was before does not matter: leave the part since … out")
        if turns < 1:
            raise PositionError(f"{len(moves)} moves since the last placing are too many for {self.turns} turns")
        start = PositionReader(self.setup, written_board(self.box, codes))
        start.turns, start.barred = turns, barred
        state = start.state()
        for move in moves:
            try:
                action = state.parse_action(move)
            except TriangulumError:
                raise PositionError(f"{shown(move)} cannot be played since the last placing") from None
            state._apply(action)
        if state.to_move == OVER:
            raise PositionError("with these moves since the last placing the game would be over")
        self.check_replayed(state)
        return state

    def check_replayed(self, state: State) -> None:
        """See that the moves since the last placing lead to the position in front."""
        small = list(state.byte_fields)
        spaces = len(self.codes)
        if small[:spaces] != self.codes:
            raise PositionError("the moves since the last placing do not lead to the board in front")
        if self.barred and not small[spaces + lookup.BARRED]:
            raise PositionError("the last move was not the neutral triangle's, so it is not barred")
        last = (small[spaces + lookup.LAST] - 1, small[spaces + lookup.ORIGIN] - 1)
        if self.last is not None and self.last != last:
            raise PositionError(f"the moves since the last placing say {written_last(self.box, *last)}")
