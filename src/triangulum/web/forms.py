"""Form fields for a game's options, derived from the types of the options."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.inspect import BoolType, IntType, LiteralType, Metadata, Type, type_info

from triangulum.core.game import Game
from triangulum.web.posters import OptionLabel, Poster

FieldKind: TypeAlias = Literal["select", "check", "number", "text"]


class FormField(NamedTuple):
    """A form field for one option."""

    name: str
    label: str
    help: str
    kind: FieldKind
    value: Any
    """The default; empty where it's drawn anew for every game."""
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


def list_option_fields(game: Game, poster: Poster) -> list[FormField]:
    """Return a form field for every option of a game except the number of players."""
    return [
        build_option_field(option, game, poster.choices)
        for option in msgspec.structs.fields(game.options)
        if option.name != "players"
    ]


def build_option_field(option: Any, game: Game, labels: dict[str, OptionLabel]) -> FormField:
    """Return the form field of one option."""
    words = labels.get(option.name) or OptionLabel(label=option.name.replace("_", " ").capitalize())
    value = "" if option.name in game.seeded_options else option.default
    match strip_metadata(type_info(option.type)):
        case BoolType():
            return FormField(option.name, words.label, words.help, "check", bool(value))
        case LiteralType(values=values):
            choices = tuple(str(each) for each in values)
            return FormField(option.name, words.label, words.help, "select", value, choices)
        case IntType(ge=least, le=most):
            return FormField(option.name, words.label, words.help, "number", value, (), least, most)
    return FormField(option.name, words.label, words.help, "text", value)


def strip_metadata(info: Type) -> Type:
    """Return a type without its annotations."""
    return strip_metadata(info.type) if isinstance(info, Metadata) else info
