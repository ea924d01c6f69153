"""Options of a game: a frozen struct for each game, and parsing what somebody typed into it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Self

import msgspec

from triangulum.errors import OptionError, quote_value

NUM_SEEDS: Final = 1_000_000_000
"""How many seeds there are for an option that takes one: few enough to type, or to read out over the phone."""

Seed = Annotated[int, msgspec.Meta(ge=0, le=NUM_SEEDS - 1)]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices before a game begins; each game adds its own fields, with defaults."""

    players: int

    def resolve(self) -> Self:
        """Return these options with everything decided, or raise OptionError.

        Override it for what a field's type cannot express: two options that exclude each other, or a seed from which
        something is drawn.
        """
        return self


def format_suggestion(word: object, known: Iterable[str]) -> str:
    """Return a phrase for an error message: "did you mean …?" with the nearest known word, or a list of all."""
    words = sorted(known)
    close = difflib.get_close_matches(word, words, n=1) if isinstance(word, str) else []
    if close:
        return f"did you mean {close[0]!r}?"
    return f"choose from {', '.join(words)}" if words else "there are none to choose from"


def parse_options(options_type: type[Options], given: Mapping[str, Any]) -> Options:
    """Return the options struct for typed values, in which numbers may be texts, or raise OptionError."""
    fields = {field.name: field for field in msgspec.structs.fields(options_type)}
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in fields:
            raise OptionError(f"unknown option {quote_value(name)}; {format_suggestion(name, fields)}")
        try:
            values[name] = msgspec.convert(value, fields[name].type, strict=False)
        except (msgspec.ValidationError, ValueError, OverflowError):
            raise OptionError(f"{name} is {describe_type(fields[name].type)}, not {quote_value(value)}") from None
    return options_type(**values).resolve()


def describe_type(field_type: Any) -> str:
    """Return, for messages, which values a field of this type takes: "a whole number from 1 to 4"."""
    return describe_type_info(msgspec.inspect.type_info(field_type))


def describe_type_info(info: msgspec.inspect.Type) -> str:
    """Return, for messages, which values a type takes, from msgspec's description of the type."""
    match info:
        case msgspec.inspect.Metadata(type=inner):
            return describe_type_info(inner)
        case msgspec.inspect.LiteralType(values=values):
            return f"one of {', '.join(str(value) for value in values)}"
        case msgspec.inspect.BoolType():
            return "true or false"
        case msgspec.inspect.IntType(ge=None, le=None):
            return "a whole number"
        case msgspec.inspect.IntType(ge=low, le=None):
            return f"a whole number from {low}"
        case msgspec.inspect.IntType(ge=low, le=high):
            return f"a whole number from {low} to {high}"
        case msgspec.inspect.FloatType():
            return "a number"
        case msgspec.inspect.StrType():
            return "a text"
        case msgspec.inspect.VarTupleType(item_type=inner) | msgspec.inspect.ListType(item_type=inner):
            return f"a list, each {describe_type_info(inner)}"
        case msgspec.inspect.UnionType(types=kinds):
            return " or ".join(describe_type_info(kind) for kind in kinds)
        case msgspec.inspect.NoneType():
            return "nothing"
    return "of another kind"
