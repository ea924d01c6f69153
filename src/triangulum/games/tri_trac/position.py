"""Positions of Tri-Trac as one line of text, and the way back. A position reads

    N c4 LR; O a1 RB, b2 LT; Y d3 RT | turn 7 | seat 0 | neutral barred | last moved c3-c4

with what lies on the board, whose turn it is, whether the mover may not touch the neutral triangle, and what was done
last. A finished one has ``after turn 7 | won by seat 0``. All but the board may be left out where it follows from the
other parts, or doesn't matter.

Positions since the last placing matter for repetition, unless the game is played without that rule. They follow as the
board at which they begin and the moves from there to the board in front: ``since N c3 LR; O … Y …: N c4 LR, b2-b3 LB``.
A position without that begins with itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, cast

from mypy_extensions import u8

from triangulum.core.position import format_list, join_parts, match_named_pattern, parse_list, split_parts
from triangulum.core.state import OVER, State
from triangulum.errors import PositionError, TriangulumError, quote_value
from triangulum.games.tri_trac.actions import SIDES, Move, MoveKind
from triangulum.games.tri_trac.box import TriTracBox
from triangulum.games.tri_trac.move_text import format_move
from triangulum.games.tri_trac.observe import box_of
from triangulum.games.tri_trac.rules import TriTrac, TriTracSetup, fields
from triangulum.games.tri_trac.tracks import find_complete_tracks

EXAMPLE: Final = "N c4 LR; O a1 RB, b2 LT; Y d3 RT"
OWNER_LETTERS: Final = "NOY"
"""Of the neutral triangle, orange and yellow."""
NEUTRAL_BARRED: Final = "neutral barred"
ENDINGS: Final = {
    fields.WON_BY_FIRST_SEAT: "won by seat 0",
    fields.WON_BY_FIRST_SEAT + 1: "won by seat 1",
    fields.DRAWN_BY_REPETITION: "drawn by repetition",
    fields.DRAWN_BY_TURN_LIMIT: "drawn at the turn limit",
    fields.DRAWN_BY_STALEMATE: "drawn as nobody can move",
}
TURNS_TO_THIRD_OCCURRENCE: Final = 8
"""The fewest turns from a position to its third occurrence."""

PART_PATTERNS: Final = {
    "turn": r"(after )?turn (\d{1,6})",
    "status": f"seat ([01])|{'|'.join(ENDINGS.values())}",
    "barred": NEUTRAL_BARRED,
    "last": r"last (placed|turned|moved) (?:([a-z]\d{1,2})-)?([a-z]\d{1,2})",
    "since": rf"since ([^:]*?)(, {NEUTRAL_BARRED})?: ([^:]*)",
}
"""The parts that may follow the board."""
EXPECTED_PARTS: Final = (
    f"is no part of a position: turn 7, seat 0, {NEUTRAL_BARRED}, last moved b2-c4, since …, "
    "won by seat 0 or drawn by repetition"
)

SpaceCodes = list[int]
"""What is on each space, as in a state."""


# Writing.


def format_position(state: TriTrac) -> str:
    """Return the whole state as one line."""
    box = box_of(state)
    num_spaces = len(box.lattice.spaces)
    byte_fields = list(state.byte_fields)
    other_fields = byte_fields[num_spaces:]
    turns = int(state.turn_count())
    ending = ENDINGS.get(other_fields[fields.ENDING])
    last_space, last_origin = other_fields[fields.LAST_SPACE] - 1, other_fields[fields.LAST_ORIGIN] - 1
    boards = list(list_history_boards(state))
    return join_parts(
        [
            format_board(box, byte_fields[:num_spaces]),
            f"turn {turns + 1}" if ending is None else f"after turn {turns}",
            f"seat {state.to_move}" if ending is None else ending,
            NEUTRAL_BARRED if other_fields[fields.NEUTRAL_BARRED] else "",
            format_last_action(box, last_space, last_origin) if last_space >= 0 else "",
            format_first_board_and_moves(box, boards) if len(boards) > 1 else "",
        ]
    )


def format_board(box: TriTracBox, codes: SpaceCodes) -> str:
    """Return what is on the board: ``N c4 LR; O a1 RB, b2 LT; Y d3 RT``."""
    groups: list[list[str]] = [[], [], []]
    for space, code in enumerate(codes):
        if code:
            owner, blank_side = fields.decode_space(code)
            groups[owner].append(box.pose_names[SIDES * space + blank_side])
    return format_list(
        (f"{letter} {', '.join(group)}" for letter, group in zip(OWNER_LETTERS, groups, strict=True) if group), "; "
    )


def format_last_action(box: TriTracBox, space: int, origin: int) -> str:
    """Return the part of a position that says what was done last; ``origin`` is -1 for a placing."""
    names = [space.name for space in box.lattice.spaces]
    if origin < 0:
        return f"last placed {names[space]}"
    return f"last turned {names[space]}" if origin == space else f"last moved {names[origin]}-{names[space]}"


def list_history_boards(state: TriTrac) -> Iterator[tuple[SpaceCodes, bool]]:
    """Yield the boards since the last placing, up to the one now, each with whether the neutral triangle was barred."""
    setup = cast(TriTracSetup, state.setup)
    num_spaces, num_words = int(setup.num_spaces), int(setup.num_key_words)
    words = [int(word) for word in state.word_fields]
    for start in range(num_words, len(words), num_words):
        digits = "".join(f"{word:0{fields.SPACES_PER_WORD}}"[::-1] for word in words[start : start + num_words])
        mover_digit = int(digits[num_spaces])
        yield [int(digit) for digit in digits[:num_spaces]], mover_digit > 2


def format_first_board_and_moves(box: TriTracBox, boards: Sequence[tuple[SpaceCodes, bool]]) -> str:
    """Return the positions since the last placing as a board and the moves from there."""
    first_board, is_barred = boards[0]
    moves = [format_move(box, find_move_between(before, after)) for (before, _), (after, _) in pairwise(boards)]
    return f"since {format_board(box, first_board)}{f', {NEUTRAL_BARRED}' * is_barred}: {', '.join(moves)}"


def find_move_between(before: SpaceCodes, after: SpaceCodes) -> Move:
    """Return the move or turn that leads from one board to another."""
    (space,) = (space for space, code in enumerate(after) if code and code != before[space])
    origin = next((space for space, code in enumerate(after) if not code and before[space]), space)
    owner, blank_side = fields.decode_space(after[space])
    kind: MoveKind = "turn" if origin == space else "move"
    return Move(kind, owner == fields.NEUTRAL, origin, space, int(blank_side))


# Reading.


def parse_position(setup: TriTracSetup, text: str) -> State:
    """Return the state that a position describes, or raise PositionError."""
    board, *parts = split_parts(text)
    reader = PositionReader(setup, parse_board(setup.components.box, board))
    reader.read_parts(parts)
    return reader.build_state()


def parse_board(box: TriTracBox, text: str) -> SpaceCodes:
    """Return what is on each space: ``N c4 LR; O a1 RB, b2 LT; Y d3 RT``, or ``-`` for the empty board."""
    codes = [0] * len(box.lattice.spaces)
    groups = [group.partition(" ") for group in parse_list(text, ";")]
    if [letter for letter, _, _ in groups] not in ([], ["N"], ["N", "Y"], ["N", "O", "Y"]):
        raise PositionError(f"{quote_value(text)} is no board: it is -, or has N, O and Y in this order, as {EXAMPLE}")
    for letter, _, triangles in groups:
        for pose_name in triangles.split(","):
            add_triangle(box, codes, OWNER_LETTERS.index(letter), pose_name.strip())
    for owner, most in enumerate((1, box.triangles, box.triangles)):
        count = count_triangles_by_owner(codes)[owner]
        if count > most:
            raise PositionError(f"there are {count} triangles of {OWNER_LETTERS[owner]}, and the box holds {most}")
    return codes


def add_triangle(box: TriTracBox, codes: SpaceCodes, owner: int, pose_name: str) -> None:
    """Put a triangle on the board, by the name of its pose: ``c4 LR``."""
    if pose_name not in box.pose_names:
        raise PositionError(
            f"{quote_value(pose_name)} is no triangle on this board: it has a space and two sides, as c4 LR"
        )
    space, blank_side = divmod(box.pose_names.index(pose_name), SIDES)
    if blank_side not in box.allowed_blank_sides(space):
        raise PositionError(f"no triangle can lie as {pose_name}: the ribs there do not allow it")
    if codes[space]:
        raise PositionError(f"two triangles cannot lie on {box.lattice.spaces[space].name}")
    codes[space] = int(fields.encode_space(owner, blank_side))


def count_triangles_by_owner(codes: SpaceCodes) -> tuple[int, int, int]:
    """Return how many triangles are on the board: neutral, orange and yellow."""
    owners = [(code - 1) // SIDES for code in codes]
    return owners.count(0), owners.count(1), owners.count(2)


class PositionReader:
    """Collects the parts of a position, and makes a state of them unless they contradict each other."""

    def __init__(self, setup: TriTracSetup, codes: SpaceCodes) -> None:
        self.setup = setup
        self.box: TriTracBox = setup.components.box
        self.codes = codes
        self.seat: int | None = None
        self.turns: int | None = None
        self.is_after_turn: bool | None = None
        """Whether the text says "after turn 7", as a finished game does, or "turn 7"; None if it says neither."""
        self.is_barred = False
        self.ending = 0
        self.last: tuple[int, int] | None = None
        """The space to which the last triangle went, and from which, or -1."""
        self.since: tuple[SpaceCodes, bool, list[str]] | None = None
        """The board at which the history begins, whether the neutral triangle was barred, and the moves from there."""

    def space_name(self, space: int) -> str:
        """Return the name of a space."""
        return self.box.lattice.spaces[space].name

    def read_parts(self, parts: Sequence[str]) -> None:
        """Read the parts that follow the board, which may be in any order."""
        matches: dict[str, re.Match[str]] = {}
        for part in parts:
            name, match = match_named_pattern(part, PART_PATTERNS, EXPECTED_PARTS)
            if name in matches:
                raise PositionError(f"{quote_value(part)} comes after another part that says the same")
            matches[name] = match
        readers: dict[str, Callable[[re.Match[str]], None]] = {
            "turn": self.read_turn,
            "status": self.read_status,
            "last": self.read_last_action,
            "since": self.read_history_board_and_moves,
        }
        self.is_barred = "barred" in matches
        for name, read in readers.items():
            if name in matches:
                read(matches[name])

    def read_turn(self, match: re.Match[str]) -> None:
        """Read ``turn 7`` or ``after turn 7``, which are six turns and seven."""
        self.is_after_turn = match[1] is not None
        number = int(match[2])
        if not 1 <= number <= self.setup.turn_limit:
            raise PositionError(f"{quote_value(match[0])} is not one of turn 1 to {self.setup.turn_limit}")
        self.turns = number if self.is_after_turn else number - 1

    def read_status(self, match: re.Match[str]) -> None:
        """Read whose turn it is, or how the game has ended."""
        if match[1] is not None:
            self.seat = int(match[1])
        else:
            self.ending = next(ending for ending, words in ENDINGS.items() if words == match[0])

    def read_last_action(self, match: re.Match[str]) -> None:
        """Read what was done last."""
        what, start, end = match.groups()
        origin, space = (self.box.lattice.index_by_name.get(name, -1) for name in (start or end, end))
        if -1 in (origin, space) or (what == "moved") != (start is not None and start != end):
            raise PositionError(
                f"{quote_value(match[0])} is not like last placed c4, last turned c4 or last moved b2-c4"
            )
        self.last = (space, -1 if what == "placed" else origin)

    def read_history_board_and_moves(self, match: re.Match[str]) -> None:
        """Read the board at which the history begins, and the moves from there."""
        moves = [move.strip() for move in match[3].split(",")]
        self.since = (parse_board(self.box, match[1]), match[2] is not None, moves)

    # Making a state of it.

    def build_state(self) -> State:
        """Return the state, or raise PositionError if it could not be."""
        turns = self.infer_turn_count()
        if self.since is not None:
            return self.replay_history(*self.since, turns)
        self.check_last_action_fits_board(turns)
        state = self.build_state_with_board(turns)
        if self.last is not None:
            num_spaces = len(self.codes)
            state.byte_fields[num_spaces + fields.LAST_SPACE] = u8(self.last[0] + 1)
            state.byte_fields[num_spaces + fields.LAST_ORIGIN] = u8(self.last[1] + 1)
        tracks = find_complete_tracks(self.box, self.codes)
        if self.ending:
            self.complete_finished_state(state, tracks)
        else:
            self.complete_ongoing_state(state, tracks)
        return state

    def infer_turn_count(self) -> int:
        """Return how many turns have been played: those given, if the board can have come about in them, or the fewest.

        After one turn, it is also known what was done and that the neutral triangle is barred.
        """
        neutral, orange, yellow = count_triangles_by_owner(self.codes)
        fewest = max(2 * orange + 1 if orange else 0, 2 * yellow, neutral)
        turns = self.turns
        if turns is None:
            turns = fewest + (self.seat is not None and fewest % 2 != self.seat)
        if turns < fewest:
            raise PositionError(f"so many triangles need at least {fewest} turns, not {turns}")
        if turns > 1 and not yellow:
            raise PositionError("yellow is placed on turn 2, and none is on the board")
        if turns >= 1 and not neutral:
            raise PositionError("the neutral triangle is placed on turn 1, and it is not on the board")
        if neutral and not turns:
            raise PositionError("before turn 1 the board is empty")
        if self.seat is not None and self.seat != turns % 2:
            raise PositionError(f"turn {turns + 1} is seat {1 - self.seat}'s, since seat 0 has the odd ones")
        if turns == 1:
            self.is_barred = True
            self.last = self.last or (next(space for space, code in enumerate(self.codes) if code), -1)
        return turns

    def check_last_action_fits_board(self, turns: int) -> None:
        """Check that what was done last fits the board; if it was the neutral triangle's, it is barred."""
        if self.last is None:
            if self.is_barred and turns == 2:
                raise PositionError("on turn 2 yellow is placed, so the neutral triangle is not barred after it")
            return
        space, origin = self.last
        code = self.codes[space]
        last_mover = (turns - 1) % 2
        owner = (code - 1) // SIDES
        if not code or owner not in (fields.NEUTRAL, 1 + last_mover):
            raise PositionError(
                f"the last triangle on {self.space_name(space)} is not neutral, and not seat {last_mover}'s"
            )
        if origin < 0 and owner == fields.NEUTRAL and turns != 1:
            raise PositionError("the neutral triangle is placed on turn 1 only")
        if origin >= 0 and turns == sum(count_triangles_by_owner(self.codes)):
            raise PositionError("so many triangles in so few turns have all been placed, the last one too")
        if origin >= 0 and origin != space and (self.codes[origin] or not self.box.allowed_blank_sides(origin)):
            raise PositionError(f"nothing can have been moved from {self.space_name(origin)}")
        if origin == space and len(self.box.allowed_blank_sides(space)) < 2:
            raise PositionError(f"a triangle on {self.space_name(space)} cannot be turned")
        if self.is_barred and owner != fields.NEUTRAL:
            raise PositionError("the neutral triangle is barred only after a turn in which it was moved or turned")
        self.is_barred = owner == fields.NEUTRAL

    def build_state_with_board(self, turns: int) -> TriTrac:
        """Return a new state with this board after so many turns."""
        state = cast(TriTrac, self.setup.new())
        num_spaces = len(self.codes)
        for space, code in enumerate(self.codes):
            state.set_space_code(space, code)
            if 1 <= code <= SIDES:
                state.byte_fields[num_spaces + fields.NEUTRAL_SPACE] = u8(space + 1)
            elif code:
                seat = (code - 1) // SIDES - 1
                state.byte_fields[num_spaces + fields.RESERVES + seat] -= u8(1)
        state.byte_fields[num_spaces + fields.NEUTRAL_BARRED] = u8(self.is_barred)
        state.byte_fields[num_spaces + fields.TURN_COUNT] = u8(turns & 255)
        state.byte_fields[num_spaces + fields.TURN_COUNT + 1] = u8(turns >> 8)
        state.to_move = turns % 2
        return state

    def complete_ongoing_state(self, state: TriTrac, tracks: Sequence[object]) -> None:
        """Check that the game is not over, and begin its history with this position."""
        if self.is_after_turn:
            raise PositionError("after a turn the game is over: say won by seat 0, or drawn by repetition")
        if tracks:
            raise PositionError("a track is complete, so the game is won")
        if state.turn_count() >= self.setup.turn_limit:
            raise PositionError(f"after {self.setup.turn_limit} turns the game is drawn")
        if state.turn_count():
            if self.setup.has_repetition_draws:
                state.append_position_and_count_occurrences()
            if state.is_stalemate():
                raise PositionError(f"seat {state.to_move} cannot move, so the game is drawn")

    def complete_finished_state(self, state: TriTrac, tracks: Sequence[Sequence[int]]) -> None:
        """Check that the game can have ended like this, and end it."""
        turns = int(state.turn_count())
        if self.is_after_turn is False:
            raise PositionError(f"a finished game stands after a turn: after turn {turns}")
        if self.ending in (fields.WON_BY_FIRST_SEAT, fields.WON_BY_FIRST_SEAT + 1):
            self.check_winner_completed_only_track(turns, tracks)
        elif tracks:
            raise PositionError("a track is complete, so the game is won and not drawn")
        elif self.ending == fields.DRAWN_BY_TURN_LIMIT and turns != self.setup.turn_limit:
            raise PositionError(f"the turn limit draws a game after turn {self.setup.turn_limit}, not {turns}")
        elif self.ending == fields.DRAWN_BY_STALEMATE and not state.is_stalemate():
            raise PositionError(f"seat {state.to_move} can move, so the game goes on")
        elif self.ending == fields.DRAWN_BY_REPETITION:
            self.check_repetition_draws_are_on()
            was_placed = self.last is not None and self.last[1] < 0
            if was_placed or turns < sum(count_triangles_by_owner(self.codes)) + TURNS_TO_THIRD_OCCURRENCE:
                raise PositionError("no position can have come for the third time so soon after a placing")
        state.end_game(self.ending)

    def check_repetition_draws_are_on(self) -> None:
        """Check that the game has the rule of threefold repetition."""
        if not self.setup.has_repetition_draws:
            raise PositionError("repeated positions do not matter in this game: its option draws is agreed")

    def check_winner_completed_only_track(self, turns: int, tracks: Sequence[Sequence[int]]) -> None:
        """Check that the seat that is said to have won can have completed the one track there is."""
        seat = self.ending - fields.WON_BY_FIRST_SEAT
        if len(tracks) != 1:
            raise PositionError(f"{'no' if not tracks else 'more than one'} track is complete, so nobody can have won")
        if (turns - 1) % 2 != seat:
            raise PositionError(f"turn {turns} was seat {1 - seat}'s, since seat 0 has the odd ones")
        if self.last is not None and self.last[0] not in tracks[0]:
            raise PositionError(f"the last triangle on {self.space_name(self.last[0])} is not on the track that won")

    def replay_history(self, codes: SpaceCodes, is_barred: bool, moves: list[str], turns: int) -> State:
        """Return what the moves lead to from the board at which the history begins."""
        if self.ending:
            raise PositionError("when the game is over, what was before does not matter: leave the part since … out")
        self.check_repetition_draws_are_on()
        if turns - len(moves) < 1:
            raise PositionError(f"{len(moves)} moves since the last placing are too many for {turns} turns")
        start = PositionReader(self.setup, codes)
        start.turns, start.is_barred = turns - len(moves), is_barred
        state = start.build_state()
        for move in moves:
            try:
                action = state.parse_action(move)
            except TriangulumError:
                raise PositionError(f"{quote_value(move)} cannot be played since the last placing") from None
            state._apply(action)
        if state.to_move == OVER:
            raise PositionError("with these moves since the last placing the game would be over")
        self.check_replay_leads_to_position(state)
        return state

    def check_replay_leads_to_position(self, state: State) -> None:
        """Check that the moves since the last placing lead to the position in front."""
        byte_fields = list(state.byte_fields)
        num_spaces = len(self.codes)
        if byte_fields[:num_spaces] != self.codes:
            raise PositionError("the moves since the last placing do not lead to the board in front")
        if self.is_barred and not byte_fields[num_spaces + fields.NEUTRAL_BARRED]:
            raise PositionError("the last move was not the neutral triangle's, so it is not barred")
        last = (byte_fields[num_spaces + fields.LAST_SPACE] - 1, byte_fields[num_spaces + fields.LAST_ORIGIN] - 1)
        if self.last is not None and self.last != last:
            raise PositionError(f"the moves since the last placing say {format_last_action(self.box, *last)}")
