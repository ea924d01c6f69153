"""The options of a game as the fields of a form, from nothing but their types."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.inspect import BoolType, IntType, LiteralType, Metadata, Type, type_info

from triangulum.core.game import Game
from triangulum.web.posters import Choice, Poster

Kind: TypeAlias = Literal["select", "check", "number", "text"]


class Field(NamedTuple):
    """Something that can be chosen."""

    name: str
    label: str
    help: str
    kind: Kind
    value: Any
    """What is chosen if nobody chooses; nothing where it is drawn anew for every game."""
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


def fields(game: Game, poster: Poster) -> list[Field]:
    """Return a field for every option but the number of players."""
    return [
        field(option, game, poster.choices)
        for option in msgspec.structs.fields(game.options)
        if option.name != "players"
    ]


def field(option: Any, game: Game, words: dict[str, Choice]) -> Field:
    """Return the field of one option."""
    said = words.get(option.name) or Choice(label=option.name.replace("_", " ").capitalize())
    value = "" if option.name in game.seeded_options else option.default
    info = bare(type_info(option.type))
    match info:
        case BoolType():
            return Field(option.name, said.label, said.help, "check", bool(value))
        case LiteralType(values=values):
            return Field(option.name, said.label, said.help, "select", value, tuple(str(each) for each in values))
        case IntType(ge=least, le=most):
            return Field(option.name, said.label, said.help, "number", value, (), least, most)
    return Field(option.name, said.label, said.help, "text", value)


def bare(info: Type) -> Type:
    """Return a type without what was noted about it."""
    return bare(info.type) if isinstance(info, Metadata) else info
