"""A record: a game's setup, players, entries and dice, so that it can be saved, replayed and verified."""

from __future__ import annotations

from typing import Any

import msgspec

from triangulum.core.components import parse_components
from triangulum.core.registry import game
from triangulum.core.state import Setup, State
from triangulum.errors import PositionError, RecordError, TriangulumError, format_value
from triangulum.record.fair_dice import VERSION, DiceError, verify_dice
from triangulum.record.history import AnyEntry, Happened, History
from triangulum.record.messages import message


class SetupData(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A setup in the form that a record stores."""

    game: str
    rules: int
    """The version of the game's rules."""
    options: dict[str, Any]
    digest: str
    """The SHA-256 of the components."""
    components: str | None = None
    """The text of the components file, if it is not the game's own."""


class DiceData(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The dice of a record: what was public before the game, and the seed once it is over."""

    label: str
    commitment: str
    nonces: dict[int, str] = {}
    """What the players contributed, by seat."""
    seed: str | None = None
    version: str = VERSION


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game from its setup to its last entry."""

    setup: SetupData
    players: tuple[str, ...]
    """The players at the beginning, by seat."""
    entries: tuple[AnyEntry, ...]
    dice: DiceData | None = None

    def history(self) -> History:
        """Replay the entries and return the history, or raise a RecordError that names the first illegal one."""
        history = History(setup_from_data(self.setup), self.players)
        for number, entry in enumerate(self.entries, start=1):
            try:
                history.append(entry)
            except TriangulumError as error:
                raise RecordError(
                    message("entry-wrong", number=number, count=len(self.entries), problem=error.text)
                ) from None
        return history

    def replay(self) -> State:
        """Replay the entries and return the last state."""
        return self.history().state

    def verify_dice(self) -> int:
        """Check that every chance outcome follows from the dice's seed, and return how many there are.

        Raises DiceError if one doesn't, or if the seed has not been revealed.
        """
        if self.dice is None:
            raise DiceError(message("dice-missing"))
        if self.dice.version != VERSION:
            raise DiceError(message("dice-version", version=format_value(self.dice.version), known=VERSION))
        if self.dice.seed is None:
            raise DiceError(message("dice-secret"))
        steps = self.list_dice_draws()
        verify_dice(self.dice.seed, self.dice.commitment, self.dice.label, self.dice.nonces, steps)
        return len(steps)

    def list_dice_draws(self) -> list[tuple[int, list[int], int]]:
        """Return every chance step, also those taken back: its counter, its weights, and the index of its outcome."""
        history = History(setup_from_data(self.setup), self.players)
        steps: list[tuple[int, list[int], int]] = []
        for entry in self.entries:
            if isinstance(entry, Happened):
                outcomes = history.state.legal_actions()
                index = outcomes.index(entry.outcome) if entry.outcome in outcomes else -1
                steps.append((len(steps), history.state.chance_weights(), index))
            history.append(entry)
        return steps

    def to_json(self) -> bytes:
        """Return the record as JSON."""
        return msgspec.json.encode(self)


def record_from_history(history: History, dice: DiceData | None = None) -> Record:
    """Return the record of a history, finished or not."""
    return Record(
        setup=setup_to_data(history.setup), players=history.initial_players, entries=tuple(history.entries), dice=dice
    )


def record_from_json(data: bytes | str) -> Record:
    """Return the record that ``to_json`` wrote, or raise RecordError."""
    try:
        return msgspec.json.decode(data, type=Record)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise RecordError(message("record-unreadable", problem=str(error))) from None


class StateData(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state in the form of JSON: its setup and its position."""

    setup: SetupData
    position: str


def state_to_json(state: State) -> bytes:
    """Return a state, with its setup and all secrets, as JSON."""
    return msgspec.json.encode(StateData(setup=setup_to_data(state.setup), position=state.position()))


def state_from_json(data: bytes | str) -> State:
    """Return the state that ``state_to_json`` wrote, or raise an error that says what is wrong with the text."""
    try:
        state_data = msgspec.json.decode(data, type=StateData)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise PositionError(f"this is no state: {error}") from None
    return setup_from_data(state_data.setup).parse_position(state_data.position)


def setup_to_data(setup: Setup) -> SetupData:
    """Return a setup in the form that a record stores."""
    return SetupData(
        game=setup.game.id,
        rules=setup.game.rules_version,
        options=msgspec.to_builtins(setup.options),
        digest=setup.components.digest,
        components=setup.components.custom_text,
    )


def setup_from_data(data: SetupData) -> Setup:
    """Return the setup that a record stores, or raise an error that says what doesn't fit this installation."""
    rules_game = game(data.game)
    if data.rules != rules_game.rules_version:
        raise RecordError(
            message("rules-version", game=rules_game.title, version=str(data.rules), installed=rules_game.rules_version)
        )
    components = None
    if data.components is not None:
        components = parse_components(rules_game.box, data.components, "the record's components")
    setup = rules_game.setup_from(rules_game.upgrade_options(data.options), components)
    if setup.components.digest != data.digest:
        raise RecordError(message("components-differ"))
    return setup
