"""A whole game, kept: its setup, the players and all entries, so that it can be replayed and checked."""

from __future__ import annotations

from typing import Any

import msgspec

from triangulum.core.components import read_components
from triangulum.core.course import AnyEntry, Course
from triangulum.core.errors import PositionError, RecordError, TriangulumError
from triangulum.core.registry import game
from triangulum.core.state import Setup, State


class SetupText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A setup as a record carries it."""

    game: str
    rules: int
    """The version of the game's rules."""
    options: dict[str, Any]
    digest: str
    """Of the components."""
    components: str | None = None
    """The components file itself, where it is not the one in the box."""


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game from its setup to its last entry."""

    setup: SetupText
    players: tuple[str, ...]
    """Who sat down, by seat."""
    entries: tuple[AnyEntry, ...]

    def course(self) -> Course:
        """Return the course of the game, every entry checked, or raise RecordError naming the first wrong one."""
        course = Course(read_setup(self.setup), self.players)
        for number, entry in enumerate(self.entries, start=1):
            try:
                course.add(entry)
            except TriangulumError as error:
                raise RecordError(f"entry {number} of {len(self.entries)}: {error}") from None
        return course

    def replay(self) -> State:
        """Return the state that the game has come to."""
        return self.course().state

    def to_json(self) -> bytes:
        """Return the record as JSON."""
        return msgspec.json.encode(self)


class StateText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state as JSON carries it."""

    setup: SetupText
    position: str


def to_json(state: State) -> bytes:
    """Return a state, with its setup and all secrets, as JSON."""
    return msgspec.json.encode(StateText(setup=setup_text(state.setup), position=state.position()))


def from_json(data: bytes | str) -> State:
    """Return the state that ``to_json`` wrote, or raise an error that says what is wrong with the text."""
    try:
        kept = msgspec.json.decode(data, type=StateText)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PositionError(f"this is no state: {error}") from None
    return read_setup(kept.setup).parse_position(kept.position)


def record_of(course: Course, players: tuple[str, ...] | None = None) -> Record:
    """Return the record of a course; ``players`` are those who sat down first, where seats have changed since."""
    return Record(
        setup=setup_text(course.setup),
        players=tuple(course.players) if players is None else players,
        entries=tuple(course.entries),
    )


def record_from_json(data: bytes | str) -> Record:
    """Return the record that ``to_json`` wrote, or raise RecordError."""
    try:
        return msgspec.json.decode(data, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"this is no record: {error}") from None


def setup_text(setup: Setup) -> SetupText:
    """Return a setup as a record carries it."""
    return SetupText(
        game=setup.game.id,
        rules=setup.game.rules_version,
        options=msgspec.to_builtins(setup.options),
        digest=setup.components.digest,
        components=setup.components.carried,
    )


def read_setup(text: SetupText) -> Setup:
    """Return the setup that a record carries, or raise an error that says what does not fit."""
    found = game(text.game)
    if text.rules != found.rules_version:
        raise RecordError(
            f"this is {found.title} by rules version {text.rules}, and version {found.rules_version} is installed"
        )
    components = None
    if text.components is not None:
        components = read_components(found.box, text.components, "the record's components")
    setup = found.setup(components=components, **text.options)
    if setup.components.digest != text.digest:
        raise RecordError("the record was played with other components than it says or than are installed")
    return setup
