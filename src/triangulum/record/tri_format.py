"""Records as text: the ``.tri`` file, which people can read, keep, send and type.

``docs/records.md`` describes the format. Reading replays the game, so every move is checked against the rules; rows at
the end hold a check for each line, so that damage is found also where any text would be allowed, such as in a name.
Whatever is wrong, the error names the line and nothing is loaded.
"""

from __future__ import annotations

import binascii
import os
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NoReturn, ParamSpec, TypeVar

import msgspec

from triangulum.core.state import State
from triangulum.core.views import watcher_name
from triangulum.errors import RecordError, TriangulumError, shown
from triangulum.record.fair_dice import VERSION
from triangulum.record.history import (
    AnyEntry,
    DrawAgreed,
    FlagFell,
    Happened,
    History,
    Played,
    Resigned,
    SeatChanged,
    TookBack,
    checked_name,
)
from triangulum.record.record import DiceText, Record, SetupText, read_setup

FIRST_LINE: Final = "triangulum record 1"
LAST_LINE: Final = "end"
LINES_A_ROW: Final = 16
"""Lines whose checks stand in one row."""
COMMENT_CHECK: Final = "----"
"""In place of the check of a comment, which may change."""
EMPTY_CHECK: Final = "...."
"""In place of the check of an empty line."""
LARGEST_FILE: Final = 16_000_000
"""Bytes."""

T = TypeVar("T")
P = ParamSpec("P")


# Writing.


def record_text(record: Record, seat: int | None = None, *, redacted: bool = False) -> str:
    """Return a record as text; ``redacted`` for what ``seat``, or a spectator for None, could see of it."""
    history = record.history()
    lines = [FIRST_LINE]
    if redacted:
        lines = [f"{FIRST_LINE} as seen by {watcher_name(history.state.check_seat(seat))}"]
    # From the seed everything that was dealt could be worked out again.
    lines += header(record, with_seed=not (redacted and history.setup.game.has_secrets))
    lines += [f"result: {result_of(history)}", ""]
    lines += numbered(move_lines(record, seat, redacted))
    lines += ["", LAST_LINE]
    return "\n".join([*lines, *check_rows(lines)]) + "\n"


def header(record: Record, with_seed: bool) -> Iterator[str]:
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


def result_of(history: History) -> str:
    """Return how a game stands, in words."""
    if not history.over:
        return "unfinished"
    winners = [str(seat) for seat in history.winners()]
    if not winners:
        return "drawn"
    return f"won by seat{'s' * (len(winners) > 1)} {' and '.join(winners)}"


def move_lines(record: Record, seat: int | None, redacted: bool) -> Iterator[str]:
    """Yield the entries, a line for each turn and for whatever else happens at a table."""
    history = History(read_setup(record.setup), record.players)
    turn_of: int | None = None
    steps: list[str] = []
    chances: list[str] = []
    for entry in record.entries:
        match entry:
            case Happened(outcome=number):
                chances.append(f"({written(history.state, number, seat, redacted)})")
            case Played(seat=mover, action=number):
                if mover != turn_of and steps:
                    yield turn_line(turn_of, steps)
                    steps = []
                turn_of = mover
                steps += [*chances, written(history.state, number, seat, redacted)]
                chances = []
            case _:
                yield from rest(turn_of, steps, chances)
                steps, chances, turn_of = [], [], None
                yield happening(entry)
        history.add(entry)
    yield from rest(turn_of, steps, chances)


def rest(turn_of: int | None, steps: Sequence[str], chances: Sequence[str]) -> Iterator[str]:
    """Yield what is waiting: a turn, and chance after which nobody has moved yet."""
    if steps:
        yield turn_line(turn_of, steps)
    if chances:
        yield turn_line(None, chances)


def written(state: State, number: int, seat: int | None, redacted: bool) -> str:
    """Return a step in notation, or ``?`` if the seat was not shown it."""
    if redacted and any(event.covered for event in state.events(number, seat)):
        return "?"
    return state.format_action(number)


def turn_line(seat: int | None, steps: Sequence[str]) -> str:
    """Return the line of a turn."""
    return f"{'chance' if seat is None else f'seat {seat}'}: {'; '.join(steps)}"


def happening(entry: AnyEntry) -> str:
    """Return an entry that is no step of the game."""
    match entry:
        case TookBack(seat=seat, steps=steps):
            return f"[seat {seat} took back {steps}]"
        case SeatChanged(seat=seat, player=player):
            return f"[seat {seat} is now {player}]"
        case Resigned(seat=seat):
            return f"[seat {seat} resigned]"
        case FlagFell(seat=seat):
            return f"[seat {seat} ran out of time]"
        case DrawAgreed():
            return "[draw agreed]"
    raise TypeError(f"{entry} is a step")


def numbered(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines with their numbers, so that one that is missing is noticed."""
    for number, line in enumerate(lines, start=1):
        yield f"{number}. {line}"


def check_rows(lines: Sequence[str]) -> Iterator[str]:
    """Yield rows with a check for each line, and one for the row itself."""
    for first in range(0, len(lines), LINES_A_ROW):
        checks = [line_check(line, first + at) for at, line in enumerate(lines[first : first + LINES_A_ROW])]
        row = f"check {first + 1}: {' '.join(checks)}"
        yield f"{row} {line_check(row, 0)}"


def line_check(line: str, place: int) -> str:
    """Return the check of a line at its place; any one byte that is changed gives another (CRC-16)."""
    if is_comment(line):
        return COMMENT_CHECK if line.strip() else EMPTY_CHECK
    return f"{binascii.crc_hqx(line.encode(), place & 0xFFFF):04x}"


def is_chance(step: str) -> bool:
    """Tell whether a step is one that chance made."""
    return step.startswith("(") and step.endswith(")")


def is_comment(line: str) -> bool:
    """Tell whether a line says nothing about the game."""
    return not line.strip() or line.startswith("#")


# Reading.


def parse_record(text: str, name: str = "record") -> Record:
    """Return the record that a text holds, every move replayed, or raise RecordError naming the line."""
    # A file that went through another system may come back with its line ends and a mark at its beginning.
    text = text.removeprefix("\ufeff")
    if text.count("\r\n") == text.count("\n"):
        text = text.replace("\r\n", "\n")
    return RecordReader(text, name).read()


class RecordReader:
    """Reads a record line by line."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        # Only these end a line: other separators may stand in a name.
        self.lines = text.removesuffix("\n").split("\n")
        self.at = 0

    def read(self) -> Record:
        """Return the whole record."""
        self.refuse_other_versions()
        self.lines = self.checked_lines()
        setup = self.setup()
        history = self.told(History, self.told(read_setup, setup), self.seats())
        dice = self.dice()
        result_line = self.at
        result = self.field("result")
        self.moves(history)
        if result_of(history) != result:
            self.at = result_line
            self.fail(f"the moves lead to {result_of(history)!r}, and the result says {result!r}")
        return Record(setup=setup, players=history.seated, entries=tuple(history.entries), dice=dice)

    def fail(self, why: str) -> NoReturn:
        """Raise RecordError for the line that is being read."""
        raise RecordError(f"{self.name}, line {self.at + 1}: {why}")

    def told(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return what some work gives, with its errors told for the line that is being read."""
        try:
            return work(*args, **named)
        except TriangulumError as error:
            if str(error).startswith(f"{self.name}, line "):
                raise
            self.fail(str(error))

    def refuse_other_versions(self) -> None:
        """Look at the first line."""
        first = self.lines[0]
        if first == FIRST_LINE:
            return
        if re.fullmatch(rf"{FIRST_LINE} as seen by (a spectator|seat \d+)", first):
            self.fail("this record is redacted, so it can be read by people but not replayed")
        if re.fullmatch(r"triangulum record \d+", first):
            self.fail(f"this is {first!r}, and only {FIRST_LINE!r} can be read here")
        self.fail(f"a record begins with {FIRST_LINE!r}, not {first!r:.60}")

    def checked_lines(self) -> list[str]:
        """Return the lines up to the end, once the rows of checks that follow, if any, have been looked at."""
        count = next((at for at, line in enumerate(self.lines) if line.startswith("check ")), len(self.lines))
        checks: list[str] = []
        for at, row in enumerate(self.lines[count:], start=count):
            self.at = at
            checks += self.row(row, len(checks))
        body = self.lines[:count]
        if checks:
            self.compare(body, checks)
        while body and is_comment(body[-1]):
            del body[-1]
        if not body or body[-1] != LAST_LINE:
            self.at = max(len(body) - 1, 0)
            self.fail(f"the record is cut off: its last line is {LAST_LINE!r}")
        self.at = 0
        return body

    def row(self, line: str, before: int) -> list[str]:
        """Return the checks in a row."""
        start, _, own = line.rpartition(" ")
        found = re.fullmatch(r"check (\d+): ((?:[0-9a-f]{4}|----|\.{4})(?: (?:[0-9a-f]{4}|----|\.{4}))*)", start)
        if not found or line_check(start, 0) != own:
            self.fail("the row of checks is damaged; a record without any such rows can be read as well")
        if int(found[1]) != before + 1:
            # Then the row before is so damaged that it was not taken for one.
            self.at -= 1
            self.fail(f"a row of checks from line {before + 1} on is expected here")
        return found[2].split(" ")

    def compare(self, body: Sequence[str], checks: Sequence[str]) -> None:
        """See that every line fits its check."""
        for at, (line, check) in enumerate(zip(body, checks, strict=False)):
            self.at = at
            if line_check(line, self.at) != check:
                self.fail(f"the line does not fit its check, so it is damaged: {line!r:.60}")
        if len(body) != len(checks):
            self.at = min(len(body), len(checks)) - 1
            self.fail(f"lines are missing or were added: there are {len(body)}, and checks for {len(checks)}")

    def line(self) -> str:
        """Return the line that is to be read now, comments passed over."""
        while self.at < len(self.lines) - 1 and is_comment(self.lines[self.at]):
            self.at += 1
        return self.lines[self.at]

    def step(self) -> None:
        """Go on to the next line."""
        self.at = min(self.at + 1, len(self.lines) - 1)

    def optional(self, key: str) -> str | None:
        """Return what a line ``key: …`` says and go on, or None if another line is here."""
        line = self.line()
        if not line.startswith(f"{key}: "):
            return None
        self.step()
        return line[len(key) + 2 :]

    def field(self, key: str) -> str:
        """Return what the line ``key: …`` says, which must be here, and go on."""
        value = self.optional(key)
        if value is None:
            self.fail(f"a line '{key}: …' is expected here, not {self.line()!r:.60}")
        return value

    def decoded(self, key: str, value: str, kind: type[T]) -> T:
        """Return the JSON in the line just read."""
        try:
            return msgspec.json.decode(value, type=kind)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self.at -= 1
            self.fail(f"{key} is not what it should be: {error}")

    def setup(self) -> SetupText:
        """Read game, rules, options and components, and see that there is such a setup."""
        self.step()
        game = self.field("game")
        rules = self.decoded("rules", self.field("rules"), int)
        options = self.decoded("options", self.field("options"), dict)
        digest = self.field("components")
        content = []
        while self.line().startswith("|"):
            content.append(self.line()[2:])
            self.step()
        text = SetupText(
            game=game,
            rules=rules,
            options=options,
            digest=digest,
            components="\n".join(content) if content else None,
        )
        self.at -= 1
        self.told(read_setup, text)
        self.at += 1
        return text

    def seats(self) -> list[str]:
        """Read who sat down."""
        names: list[str] = []
        while (name := self.optional(f"seat {len(names)}")) is not None:
            self.at -= 1
            names.append(self.told(checked_name, name))
            self.at += 1
        return names

    def dice(self) -> DiceText | None:
        """Read the dice, if there are any."""
        version = self.optional("dice")
        if version is None:
            return None
        if version != VERSION:
            self.at -= 1
            self.fail(f"dice are {VERSION}, not {version!r:.60}")
        label = self.decoded("label", self.field("label"), str)
        commitment = self.hex_field("commitment")
        nonces: dict[int, str] = {}
        while found := re.match(r"nonce ([0-9]{1,9}): ", self.line()):
            nonces[int(found[1])] = self.decoded("nonce", self.field(f"nonce {found[1]}"), str)
        seed = self.hex_field("seed") if self.line().startswith("seed: ") else None
        return DiceText(label=label, commitment=commitment, nonces=nonces, seed=seed)

    def hex_field(self, key: str) -> str:
        """Read 32 bytes in hexadecimal."""
        value = self.field(key)
        if not re.fullmatch("[0-9a-f]{64}", value):
            self.at -= 1
            self.fail(f"the {key} is 64 hexadecimal digits, not {value!r:.80}")
        return value

    def moves(self, history: History) -> None:
        """Play every line on the course."""
        number = 1
        while (line := self.line()) != LAST_LINE:
            found = re.fullmatch(rf"{number}\. (?:(?:seat ([0-9]{{1,3}})|chance): (.+)|\[(.+)\])", line)
            if not found:
                self.fail(
                    f"line {number} of the moves is expected here, such as '{number}. seat 0: …', not {shown(line)}"
                )
            if found[3]:
                self.told(history.add, self.told(self.note, found[3]))
            else:
                self.turn(history, found[1], found[2].split("; "))
            number += 1
            self.step()

    def turn(self, history: History, seat: str | None, steps: Sequence[str]) -> None:
        """Play the steps of a line."""
        if (seat is None) != all(is_chance(step) for step in steps):
            self.fail("a line of chance alone begins with 'chance:', and one with moves with the seat that makes them")
        for step in steps:
            self.told(self.play, history, step, seat)

    def play(self, history: History, move: str, seat: str | None) -> None:
        """Play one step of a turn."""
        state = history.state
        if is_chance(move):
            if history.over or state.to_move >= 0:
                self.fail(f"{move} is left to chance, and {state.describe_turn()}")
            history.add(Happened(self.exact(state, move[1:-1])))
            return
        if history.over or seat is None or str(state.to_move) != seat:
            self.fail(f"{shown(move)} cannot be played here by seat {seat}: {state.describe_turn()}")
        history.add(Played(int(seat), self.exact(state, move)))

    def exact(self, state: State, move: str) -> int:
        """Return the action that is written so, to the letter: what is kept is not guessed at."""
        action = state.parse_action(move)
        if state.format_action(action) != move:
            self.fail(f"{shown(move)} should be written {state.format_action(action)!r}")
        return action

    def note(self, note: str) -> AnyEntry:
        """Return the entry between brackets."""
        if note == "draw agreed":
            return DrawAgreed()
        found = re.fullmatch(r"seat ([0-9]{1,3}) (resigned|ran out of time|took back ([0-9]{1,9})|is now (.+))", note)
        if not found:
            self.fail(f"[{note:.60}] is nothing that happens at a table, such as [seat 0 resigned]")
        seat = int(found[1])
        if found[3]:
            return TookBack(seat, int(found[3]))
        if found[4]:
            return SeatChanged(seat, found[4])
        return Resigned(seat) if found[2] == "resigned" else FlagFell(seat)


# Files.


def load(path: str | Path) -> Record:
    """Return the record in a ``.tri`` file, or raise RecordError naming the file and the line."""
    file = Path(path)
    try:
        size = file.stat().st_size
        data = file.read_bytes() if size <= LARGEST_FILE else b""
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise RecordError(f"cannot read {path}: {why}") from None
    if size > LARGEST_FILE:
        raise RecordError(f"{file.name} is too large for a record")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RecordError(f"{file.name}, line {line}: this is not text in UTF-8, so the line is damaged") from None
    return parse_record(text, file.name)


def save(record: Record, path: str | Path) -> None:
    """Write a record to a ``.tri`` file, whole or not at all."""
    write_whole(Path(path), record_text(record))


def write_whole(path: Path, text: str) -> None:
    """Write a file so that after a crash there is the old one or the new one, never half of it."""
    draft: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, encoding="utf-8", newline="\n", delete=False) as out:
            draft = Path(out.name)
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)
    except OSError as error:
        raise RecordError(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        # Also when the user interrupts; after the last step it is not there any more.
        if draft is not None:
            draft.unlink(missing_ok=True)
