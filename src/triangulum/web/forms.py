"""Form fields for a game's options, derived from the types of the options."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.inspect import BoolType, IntType, LiteralType, Metadata, Type, type_info

from triangulum.core.game import Game
from triangulum.text import Text
from triangulum.web.messages import message

FieldKind: TypeAlias = Literal["select", "check", "number", "text"]


class FieldChoice(NamedTuple):
    """One of the values that a select offers."""

    value: str
    label: Text


class FormField(NamedTuple):
    """A form field for one option."""

    name: str
    label: Text
    help: Text
    kind: FieldKind
    value: Any
    """The default; empty where it's drawn anew for every game."""
    choices: tuple[FieldChoice, ...] = ()
    least: int | None = None
    most: int | None = None


def list_option_fields(game: Game) -> list[FormField]:
    """Return a form field for every option of a game except the number of players."""
    return [
        build_option_field(option, game) for option in msgspec.structs.fields(game.options) if option.name != "players"
    ]


def build_option_field(option: Any, game: Game) -> FormField:
    """Return the form field of one option."""
    name = option.name
    label, help = game.message(f"option-{name}", humanize(name)), game.message(f"option-{name}.help")
    value = "" if option.name in game.seeded_options else option.default
    match strip_metadata(type_info(option.type)):
        case BoolType():
            return FormField(name, label, help, "check", bool(value))
        case LiteralType(values=values):
            choices = tuple(build_choice(game, name, str(each)) for each in values)
            return FormField(name, label, help, "select", value, choices)
        case IntType(ge=least, le=most):
            return FormField(name, label, help, "number", value, (), least, most)
    return FormField(name, label, help, "text", value)


def build_choice(game: Game, option: str, value: str) -> FieldChoice:
    """Return a value of an option, as the game calls it."""
    return FieldChoice(value, game.message(f"option-{option}-{value}", value))


def list_presets(game: Game) -> dict[str, Text]:
    """Return what a game's presets are called, by id."""
    return {id: name_preset(game, id) for id in game.presets}


def name_preset(game: Game, id: str) -> Text:
    """Return what a preset of a game is called."""
    return game.message(f"preset-{id}", humanize(id))


def name_presets(game: Game) -> Text:
    """Return what a game calls a preset, such as "Scenario"."""
    is_own = game.preset_word != "preset"
    return game.message("preset-word") or (humanize(game.preset_word) if is_own else message("preset"))


def humanize(id: str) -> str:
    """Return an id as words, for a game without messages: "turn_limit" becomes "Turn limit"."""
    return id.replace("_", " ").replace("-", " ").capitalize()


def strip_metadata(info: Type) -> Type:
    """Return a type without its annotations."""
    return strip_metadata(info.type) if isinstance(info, Metadata) else info
