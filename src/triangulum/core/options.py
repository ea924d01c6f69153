"""Options of a game: a frozen struct for each game, and parsing what somebody typed into it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Annotated, Any, Final, Self

import msgspec

from triangulum.core.messages import message
from triangulum.errors import OptionError, format_value
from triangulum.text import Text

NUM_SEEDS: Final = 1_000_000_000
"""How many seeds there are for an option that takes one: few enough to type, or to read out over the phone."""

Seed = Annotated[int, msgspec.Meta(ge=0, le=NUM_SEEDS - 1)]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices before a game begins; each game adds its own fields, with defaults."""

    players: int

    def normalize(self) -> Self:
        """Return these options with everything decided, or raise OptionError.

        Override it for what a field's type cannot express: two options that exclude each other, or a seed from which
        something is drawn.
        """
        return self


def suggest_word(word: object, known: Iterable[str]) -> Text:
    """Return a sentence for an error: "Did you mean …?" with the nearest known word, or a list of all."""
    words = sorted(known)
    close = difflib.get_close_matches(word, words, n=1) if isinstance(word, str) else []
    if close:
        return message("did-you-mean", word=close[0])
    return message("choose-from", words=tuple(words)) if words else message("nothing-to-choose")


def parse_options(options_type: type[Options], given: Mapping[str, Any]) -> Options:
    """Return the options struct for typed values, in which numbers may be texts, or raise OptionError."""
    fields = {field.name: field for field in msgspec.structs.fields(options_type)}
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in fields:
            raise OptionError(
                message("option-unknown", option=format_value(name), suggestion=suggest_word(name, fields))
            )
        try:
            values[name] = msgspec.convert(value, fields[name].type, strict=False)
        except (msgspec.ValidationError, ValueError, OverflowError):
            expected = describe_type(fields[name].type)
            raise OptionError(
                message("option-wrong", option=name, expected=expected, value=format_value(value))
            ) from None
    return options_type(**values).normalize()


def describe_type(field_type: Any) -> Text:
    """Return which values a field of this type takes: "a whole number from 1 to 4"."""
    return describe_type_info(msgspec.inspect.type_info(field_type))


def describe_type_info(info: msgspec.inspect.Type) -> Text:
    """Return which values a type takes, from msgspec's description of the type."""
    match info:
        case msgspec.inspect.Metadata(type=inner):
            return describe_type_info(inner)
        case msgspec.inspect.LiteralType(values=values):
            return message("type-choice", values=", ".join(str(value) for value in values))
        case msgspec.inspect.BoolType():
            return message("type-bool")
        case msgspec.inspect.IntType(ge=low, le=high):
            return describe_int_type(low, high)
        case msgspec.inspect.FloatType():
            return message("type-float")
        case msgspec.inspect.StrType():
            return message("type-text")
        case msgspec.inspect.VarTupleType(item_type=inner) | msgspec.inspect.ListType(item_type=inner):
            return message("type-list", item=describe_type_info(inner))
        case msgspec.inspect.UnionType(types=kinds):
            return reduce(
                lambda first, last: message("type-either", first=first, last=last), map(describe_type_info, kinds)
            )
        case msgspec.inspect.NoneType():
            return message("type-none")
    return message("type-other")


def describe_int_type(low: int | None, high: int | None) -> Text:
    """Return which whole numbers an option takes."""
    if low is None:
        return message("type-int") if high is None else message("type-int-to", high=high)
    return message("type-int-from", low=low) if high is None else message("type-int-range", low=low, high=high)
