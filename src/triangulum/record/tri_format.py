"""The ``.tri`` format: records as text files that people can read, keep, send and type, like PGN in chess.

``docs/records.md`` describes the format. Parsing replays the game, so every move is checked against the rules. Rows at
the end hold a checksum for each line, so that damage is found even where any text is allowed, such as in a name.
Whatever is wrong, the error names the line and nothing is loaded.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NoReturn, ParamSpec, TypeVar

import msgspec

from triangulum.core.state import CHANCE, State
from triangulum.core.views import watcher_name
from triangulum.errors import RecordError, TriangulumError, format_value
from triangulum.paths import write_atomically
from triangulum.record.fair_dice import VERSION
from triangulum.record.history import (
    AnyEntry,
    DrawAgreed,
    Entry,
    FlagFell,
    Happened,
    History,
    Played,
    Resigned,
    SeatChanged,
    TookBack,
    check_player_name_fits_record_line,
)
from triangulum.record.messages import message
from triangulum.record.record import DiceData, Record, SetupData, setup_from_data
from triangulum.text import Text

FIRST_LINE: Final = "triangulum record 1"
LAST_LINE: Final = "end"
LINES_PER_ROW: Final = 16
"""How many lines' checksums a row holds."""
COMMENT_CHECKSUM: Final = "----"
"""Replaces the checksum of a comment, which may be changed freely."""
EMPTY_LINE_CHECKSUM: Final = "...."
"""Replaces the checksum of an empty line."""
MAX_FILE_BYTES: Final = 16_000_000

T = TypeVar("T")
P = ParamSpec("P")


# Writing.


def format_record(record: Record, seat: int | None = None, *, redacted: bool = False) -> str:
    """Return a record as text; if ``redacted``, only with what ``seat``, or a spectator for None, could see."""
    history = record.history()
    lines = [FIRST_LINE]
    if redacted:
        lines = [f"{FIRST_LINE} as seen by {watcher_name(history.state.check_seat_exists(seat))}"]
    # The seed would reveal everything that was dealt.
    lines += format_header_lines(record, with_seed=not (redacted and history.setup.game.has_secrets))
    lines += [f"result: {format_result(history)}", ""]
    lines += number_lines(format_move_lines(record, seat, redacted))
    lines += ["", LAST_LINE]
    return "\n".join([*lines, *format_checksum_rows(lines)]) + "\n"


def format_header_lines(record: Record, with_seed: bool) -> Iterator[str]:
    """Yield the lines about setup, players and dice."""
    setup = record.setup
    yield f"game: {setup.game}"
    yield f"rules: {setup.rules}"
    yield f"options: {msgspec.json.encode(setup.options, order='sorted').decode()}"
    yield f"components: {setup.digest}"
    if setup.components is not None:
        yield from (f"| {line}" for line in setup.components.split("\n"))
    for seat, name in enumerate(record.players):
        yield f"seat {seat}: {name}"
    if record.dice is not None:
        yield f"dice: {record.dice.version}"
        yield f"label: {msgspec.json.encode(record.dice.label).decode()}"
        yield f"commitment: {record.dice.commitment}"
        for seat, nonce in sorted(record.dice.nonces.items()):
            yield f"nonce {seat}: {msgspec.json.encode(nonce).decode()}"
        if record.dice.seed is not None and with_seed:
            yield f"seed: {record.dice.seed}"


def format_result(history: History) -> str:
    """Return the result of a game: "unfinished", "drawn" or "won by seat 0"."""
    if not history.is_over:
        return "unfinished"
    winners = [str(seat) for seat in history.winners()]
    if not winners:
        return "drawn"
    return f"won by seat{'s' * (len(winners) > 1)} {' and '.join(winners)}"


def format_move_lines(record: Record, seat: int | None, redacted: bool) -> Iterator[str]:
    """Yield the entries of a record as text: a line for each turn, and for each entry that is not a step."""
    history = History(setup_from_data(record.setup), record.players)
    turn_seat: int | None = None
    steps: list[str] = []
    chance_steps: list[str] = []
    for entry in record.entries:
        match entry:
            case Happened(outcome=number):
                chance_steps.append(f"({format_step(history.state, number, seat, redacted)})")
            case Played(seat=mover, action=number):
                if mover != turn_seat and steps:
                    yield format_turn(turn_seat, steps)
                    steps = []
                turn_seat = mover
                steps += [*chance_steps, format_step(history.state, number, seat, redacted)]
                chance_steps = []
            case _:
                yield from format_turn_and_chance_lines(turn_seat, steps, chance_steps)
                steps, chance_steps, turn_seat = [], [], None
                yield format_table_entry(entry)
        history.append(entry)
    yield from format_turn_and_chance_lines(turn_seat, steps, chance_steps)


def format_turn_and_chance_lines(mover: int | None, steps: Sequence[str], chance_steps: Sequence[str]) -> Iterator[str]:
    """Yield the lines that are still to be written: the current turn, and chance steps after it."""
    if steps:
        yield format_turn(mover, steps)
    if chance_steps:
        yield format_turn(None, chance_steps)


def format_step(state: State, action: int, seat: int | None, redacted: bool) -> str:
    """Return a step in notation, or ``?`` in a redacted record if it was hidden from the seat."""
    if redacted and any(event.covered for event in state.events(action, seat)):
        return "?"
    return state.format_action(action)


def format_turn(seat: int | None, steps: Sequence[str]) -> str:
    """Return the line of a turn: who moves, and the steps in notation; None for chance alone."""
    return f"{'chance' if seat is None else f'seat {seat}'}: {'; '.join(steps)}"


TABLE_ENTRY_TEMPLATES: Final[dict[type[Entry], str]] = {
    TookBack: "[seat {seat} took back {steps}]",
    SeatChanged: "[seat {seat} is now {player}]",
    Resigned: "[seat {seat} resigned]",
    FlagFell: "[seat {seat} ran out of time]",
    DrawAgreed: "[draw agreed]",
}
"""How entries that are not steps are written, with their fields."""


def format_table_entry(entry: AnyEntry) -> str:
    """Return the text in brackets for an entry that is not a step of the game."""
    return TABLE_ENTRY_TEMPLATES[type(entry)].format(**msgspec.structs.asdict(entry))


def number_lines(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines with numbers in front, so that a missing line is noticed."""
    for number, line in enumerate(lines, start=1):
        yield f"{number}. {line}"


def format_checksum_rows(lines: Sequence[str]) -> Iterator[str]:
    """Yield rows with a checksum for each line, and one for the row itself."""
    for first in range(0, len(lines), LINES_PER_ROW):
        checks = [
            compute_line_checksum(line, first + at) for at, line in enumerate(lines[first : first + LINES_PER_ROW])
        ]
        row = f"check {first + 1}: {' '.join(checks)}"
        yield f"{row} {compute_line_checksum(row, 0)}"


def compute_line_checksum(line: str, index: int) -> str:
    """Return the CRC-16 of a line and its index; changing any one byte changes it."""
    if is_comment(line):
        return COMMENT_CHECKSUM if line.strip() else EMPTY_LINE_CHECKSUM
    return f"{binascii.crc_hqx(line.encode(), index & 0xFFFF):04x}"


def is_chance_step(step: str) -> bool:
    """Return whether a step in notation is a chance outcome."""
    return step.startswith("(") and step.endswith(")")


def is_comment(line: str) -> bool:
    """Return whether a line is empty or a comment."""
    return not line.strip() or line.startswith("#")


# Reading.


class RecordLineError(RecordError):
    """A line of a record is wrong; the message names it."""


def parse_record(text: str, name: str = "") -> Record:
    """Parse a record and replay every move; raise RecordError with the line if something is wrong.

    ``name`` is that of the file, for the error.
    """
    # Other systems may have added a byte order mark, or replaced the line ends.
    text = text.removeprefix("\ufeff")
    if text.count("\r\n") == text.count("\n"):
        text = text.replace("\r\n", "\n")
    return RecordParser(text, name).parse()


class RecordParser:
    """Parses the text of a record line by line, and replays it on the way."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        # Not splitlines: a name may contain other separators.
        self.lines = text.removesuffix("\n").split("\n")
        self.line_index = 0

    def parse(self) -> Record:
        """Return the whole record."""
        self.check_version_is_readable()
        self.lines = self.check_and_strip_checksums()
        setup = self.parse_setup()
        history = self.call_with_line_in_errors(
            History, self.call_with_line_in_errors(setup_from_data, setup), self.parse_seats()
        )
        dice = self.parse_dice()
        result_line = self.line_index
        result = self.take_field("result")
        self.replay_moves(history)
        if format_result(history) != result:
            self.line_index = result_line
            self.fail(message("result-wrong", result=format_value(result), actual=format_result(history)))
        return Record(setup=setup, players=history.initial_players, entries=tuple(history.entries), dice=dice)

    def fail(self, problem: Text) -> NoReturn:
        """Raise a RecordLineError that names the current line."""
        line = str(self.line_index + 1)
        if not self.name:
            raise RecordLineError(message("line-wrong", line=line, problem=problem))
        raise RecordLineError(message("line-of-file-wrong", file=self.name, line=line, problem=problem))

    def call_with_line_in_errors(self, function: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Call a function and return its result; raise its errors as RecordLineError that names the current line."""
        try:
            return function(*args, **named)
        except RecordLineError:
            raise
        except TriangulumError as error:
            self.fail(error.text)

    def check_version_is_readable(self) -> None:
        """Raise RecordError unless the first line names a version that can be read."""
        first = self.lines[0]
        if first == FIRST_LINE:
            return
        if re.fullmatch(rf"{FIRST_LINE} as seen by (a spectator|seat \d+)", first):
            self.fail(message("record-redacted"))
        if re.fullmatch(r"triangulum record \d+", first):
            self.fail(message("format-version", line=format_value(first), expected=FIRST_LINE))
        self.fail(message("first-line-wrong", line=format_value(first), expected=FIRST_LINE))

    def check_and_strip_checksums(self) -> list[str]:
        """Return the lines without the rows of checksums at the end, after checking them, or raise RecordError."""
        count = next((at for at, line in enumerate(self.lines) if line.startswith("check ")), len(self.lines))
        checks: list[str] = []
        for at, row in enumerate(self.lines[count:], start=count):
            self.line_index = at
            checks += self.parse_checksum_row(row, len(checks))
        body = self.lines[:count]
        if checks:
            self.check_checksums_match(body, checks)
        while body and is_comment(body[-1]):
            del body[-1]
        if not body or body[-1] != LAST_LINE:
            self.line_index = max(len(body) - 1, 0)
            self.fail(message("record-cut-off", last=LAST_LINE))
        self.line_index = 0
        return body

    def parse_checksum_row(self, line: str, num_before: int) -> list[str]:
        """Return the checksums in a row, after checking the row itself; ``num_before`` are in the rows before it."""
        content, _, row_checksum = line.rpartition(" ")
        match = re.fullmatch(r"check (\d+): ((?:[0-9a-f]{4}|----|\.{4})(?: (?:[0-9a-f]{4}|----|\.{4}))*)", content)
        if not match or compute_line_checksum(content, 0) != row_checksum:
            self.fail(message("check-row-damaged"))
        if int(match[1]) != num_before + 1:
            # The row before is so damaged that it wasn't recognized as one.
            self.line_index -= 1
            self.fail(message("check-row-expected", first=str(num_before + 1)))
        return match[2].split(" ")

    def check_checksums_match(self, body: Sequence[str], checksums: Sequence[str]) -> None:
        """Raise RecordError if a line doesn't have its checksum, or their numbers differ."""
        for at, (line, checksum) in enumerate(zip(body, checksums, strict=False)):
            self.line_index = at
            if compute_line_checksum(line, self.line_index) != checksum:
                self.fail(message("line-damaged", line=format_value(line)))
        if len(body) != len(checksums):
            self.line_index = min(len(body), len(checksums)) - 1
            self.fail(message("lines-missing", lines=len(body), checks=len(checksums)))

    def peek_content_line(self) -> str:
        """Skip comments, and return the current line."""
        while self.line_index < len(self.lines) - 1 and is_comment(self.lines[self.line_index]):
            self.line_index += 1
        return self.lines[self.line_index]

    def advance(self) -> None:
        """Move on to the next line."""
        self.line_index = min(self.line_index + 1, len(self.lines) - 1)

    def take_optional_field(self, key: str) -> str | None:
        """Return the value of a line ``key: …`` and move on, or None if another line is here."""
        line = self.peek_content_line()
        if not line.startswith(f"{key}: "):
            return None
        self.advance()
        return line[len(key) + 2 :]

    def take_field(self, key: str) -> str:
        """Return the value of the line ``key: …`` and move on, or raise RecordError if another line is here."""
        value = self.take_optional_field(key)
        if value is None:
            self.fail(message("field-expected", field=key, line=format_value(self.peek_content_line())))
        return value

    def decode_json(self, key: str, value: str, kind: type[T]) -> T:
        """Return the JSON value of the field just taken, or raise RecordError."""
        try:
            return msgspec.json.decode(value, type=kind)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self.line_index -= 1
            self.fail(message("field-wrong", field=key, problem=str(error)))

    def parse_setup(self) -> SetupData:
        """Parse the game, rules, options and components, and check that they make a setup."""
        self.advance()
        game = self.take_field("game")
        rules = self.decode_json("rules", self.take_field("rules"), int)
        options = self.decode_json("options", self.take_field("options"), dict)
        digest = self.take_field("components")
        content = []
        while self.peek_content_line().startswith("|"):
            content.append(self.peek_content_line()[2:])
            self.advance()
        text = SetupData(
            game=game,
            rules=rules,
            options=options,
            digest=digest,
            components="\n".join(content) if content else None,
        )
        self.line_index -= 1
        self.call_with_line_in_errors(setup_from_data, text)
        self.line_index += 1
        return text

    def parse_seats(self) -> list[str]:
        """Parse the names of the players, by seat."""
        names: list[str] = []
        while (name := self.take_optional_field(f"seat {len(names)}")) is not None:
            self.line_index -= 1
            names.append(self.call_with_line_in_errors(check_player_name_fits_record_line, name))
            self.line_index += 1
        return names

    def parse_dice(self) -> DiceData | None:
        """Parse the dice; None if there are none."""
        version = self.take_optional_field("dice")
        if version is None:
            return None
        if version != VERSION:
            self.line_index -= 1
            self.fail(message("dice-version", version=format_value(version), known=VERSION))
        label = self.decode_json("label", self.take_field("label"), str)
        commitment = self.take_32_byte_hex_field("commitment")
        nonces: dict[int, str] = {}
        while match := re.match(r"nonce ([0-9]{1,9}): ", self.peek_content_line()):
            nonces[int(match[1])] = self.decode_json("nonce", self.take_field(f"nonce {match[1]}"), str)
        seed = self.take_32_byte_hex_field("seed") if self.peek_content_line().startswith("seed: ") else None
        return DiceData(label=label, commitment=commitment, nonces=nonces, seed=seed)

    def take_32_byte_hex_field(self, key: str) -> str:
        """Return a field of 32 bytes in hexadecimal, and move on."""
        value = self.take_field(key)
        if not re.fullmatch("[0-9a-f]{64}", value):
            self.line_index -= 1
            self.fail(message("field-not-hex", field=key, value=format_value(value)))
        return value

    def replay_moves(self, history: History) -> None:
        """Parse the lines of moves, and append their entries to the history."""
        number = 1
        while (line := self.peek_content_line()) != LAST_LINE:
            match = re.fullmatch(rf"{number}\. (?:(?:seat ([0-9]{{1,3}})|chance): (.+)|\[(.+)\])", line)
            if not match:
                self.fail(message("move-line-expected", number=str(number), line=format_value(line)))
            if match[3]:
                self.call_with_line_in_errors(
                    history.append, self.call_with_line_in_errors(self.parse_table_entry, match[3])
                )
            else:
                self.replay_turn(history, match[1], match[2].split("; "))
            number += 1
            self.advance()

    def replay_turn(self, history: History, seat: str | None, steps: Sequence[str]) -> None:
        """Parse the steps of a turn, and append them to the history; None for chance alone."""
        if (seat is None) != all(is_chance_step(step) for step in steps):
            self.fail(message("move-line-beginning"))
        for step in steps:
            self.call_with_line_in_errors(self.replay_step, history, step, seat)

    def replay_step(self, history: History, move: str, seat: str | None) -> None:
        """Parse one step of a turn, and append it to the history."""
        state = history.state
        if history.is_over:
            self.fail(message("entry-after-end"))
        mover = "chance" if state.to_move == CHANCE else f"seat {state.to_move}"
        if is_chance_step(move):
            if state.to_move != CHANCE:
                self.fail(message("step-not-chance", step=format_value(move), mover=mover))
            history.append(Happened(self.parse_exact_notation(state, move[1:-1])))
            return
        if seat is None or str(state.to_move) != seat:
            self.fail(message("step-out-of-turn", step=format_value(move), mover=mover))
        history.append(Played(int(seat), self.parse_exact_notation(state, move)))

    def parse_exact_notation(self, state: State, move: str) -> int:
        """Return the action whose notation is exactly ``move``: a record is not read as leniently as typed moves."""
        action = state.parse_action(move)
        if state.format_action(action) != move:
            self.fail(message("notation-inexact", move=format_value(move), exact=state.format_action(action)))
        return action

    def parse_table_entry(self, bracketed_text: str) -> AnyEntry:
        """Return the entry for a text in brackets, the inverse of ``format_table_entry``."""
        if bracketed_text == "draw agreed":
            return DrawAgreed()
        match = re.fullmatch(
            r"seat ([0-9]{1,3}) (resigned|ran out of time|took back ([0-9]{1,9})|is now (.+))", bracketed_text
        )
        if not match:
            self.fail(message("table-entry-unknown", entry=format_value(bracketed_text)))
        seat = int(match[1])
        if match[3]:
            return TookBack(seat, int(match[3]))
        if match[4]:
            return SeatChanged(seat, match[4])
        return Resigned(seat) if match[2] == "resigned" else FlagFell(seat)


# Files.


def load(path: str | Path) -> Record:
    """Return the record in a ``.tri`` file, or raise RecordError naming the file and the line."""
    file = Path(path)
    try:
        size = file.stat().st_size
        data = file.read_bytes() if size <= MAX_FILE_BYTES else b""
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise RecordError(message("file-unreadable", file=str(path), problem=str(why))) from None
    if size > MAX_FILE_BYTES:
        raise RecordError(message("file-too-large", file=file.name))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RecordError(
            message("line-of-file-wrong", file=file.name, line=str(line), problem=message("line-not-text"))
        ) from None
    return parse_record(text, file.name)


def save(record: Record, path: str | Path) -> None:
    """Write a record to a ``.tri`` file, whole or not at all, or raise RecordError."""
    try:
        write_atomically(Path(path), format_record(record).encode())
    except OSError as error:
        raise RecordError(message("file-unwritable", file=str(path), problem=error.strerror or str(error))) from None
