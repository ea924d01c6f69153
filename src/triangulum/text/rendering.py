# compiled by mypyc
"""How messages are rendered: catalogues of patterns, and the reader for whom they are said.

A pattern is what a ``.ftl`` file says about one message, as small objects. ``fluent.py`` makes them when a language of
a catalogue is first used.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from triangulum.text.languages import DEFAULT_LANGUAGE, PSEUDO_LANGUAGE, find_plural_rule
from triangulum.text.message import Argument, Message, SeatName, Text

Arguments = dict[str, Argument]

encode_json = msgspec.json.Encoder().encode

MAX_RENDERED: Final = 400
"""How many rendered messages a reader remembers."""
MAX_RENDERED_BY_GROUP: Final = 4000
"""How many rendered messages a group of readers remembers."""
GAP: Final = "\x1e"
"""Stands on both sides of a seat's number in the words of a group; a control character that no name contains."""
ENCODED_GAP: Final = rb"\u001e"


class Reader:
    """Somebody for whom messages are rendered: their language, what the seats are called, and which seat is "you"."""

    def __init__(self, language: str = DEFAULT_LANGUAGE, names: tuple[str, ...] = (), seat: int | None = None) -> None:
        self.language = language
        self.names = names
        """The players' names by seat; without a name, a seat is called as the game does, such as by its colour."""
        self.seat = seat
        """The seat that is "you"; None for a spectator, and where several people share a screen."""
        self.rendered: dict[Message, str] = {}
        """Messages that have been rendered already: a game says the same things again and again."""
        self.encoded_gaps: list[tuple[bytes, bytes]] = []
        """What stands for each name in the JSON of a group, and the name as it stands in JSON; made when needed."""

    def render(self, text: Text) -> str:
        """Return a text as this reader reads it."""
        if isinstance(text, str):
            return text
        known = self.rendered.get(text)
        return self.render_and_cache(text) if known is None else known

    def render_and_cache(self, text: Message) -> str:
        """Return a message that this reader has not read yet, and remember it."""
        rendered = find_reader_group(self).render(text)
        if GAP in rendered:
            for number, name in enumerate(self.names):
                rendered = rendered.replace(f"{GAP}{number}{GAP}", name)
        if len(self.rendered) >= MAX_RENDERED:
            self.rendered.clear()
        self.rendered[text] = rendered
        return rendered

    def fill_in_names(self, encoded: bytes) -> bytes:
        """Return the JSON of this reader's group with this reader's names."""
        # To ask whether bytes contain bytes, ``in`` first fails to read them as a number, which is slow.
        if encoded.find(ENCODED_GAP) < 0:
            return encoded
        if not self.encoded_gaps:
            self.encoded_gaps = [
                (ENCODED_GAP + str(number).encode() + ENCODED_GAP, encode_text(name))
                for number, name in enumerate(self.names)
            ]
        for gap, name in self.encoded_gaps:
            encoded = encoded.replace(gap, name)
        return encoded

    def format(self, text: Message) -> str:
        """Return a message as its pattern says it."""
        catalogue = CATALOGUES[text.catalogue]
        pattern = catalogue.find_patterns(self.language).get(text.id)
        if pattern is None:
            raise KeyError(f"{text.catalogue} has no message {text.id!r}")
        return pattern.format(dict(text.arguments), self, catalogue)

    def format_seat_name(self, seat: int, catalogue: Catalogue) -> str:
        """Return what a seat is called in a sentence."""
        if seat == self.seat:
            return SHARED.render_id("you", {}, self)
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        namer = catalogue if catalogue.has("seat") else SHARED
        return namer.render_id("seat", {"number": seat + 1}, self)


class ReaderGroup(Reader):
    """All readers of a language with the same seat and the same seats named: they read the same but for the names.

    What a group reads has gaps for the names, so it is remembered for all tables.
    """

    def __init__(self, language: str, names: tuple[str, ...], seat: int | None) -> None:
        super().__init__(language, names, seat)
        self.rendered_json: dict[Message, bytes] = {}

    def render_and_cache(self, text: Message) -> str:
        """Return a message that nobody of the group has read yet, and remember it."""
        rendered = self.format(text)
        if len(self.rendered) >= MAX_RENDERED_BY_GROUP:
            self.rendered.clear()
        self.rendered[text] = rendered
        return rendered

    def render_json(self, text: Message) -> bytes:
        """Return a message as it stands between the quotes of a JSON string."""
        known = self.rendered_json.get(text)
        if known is None:
            known = encode_text(self.render(text))
            if len(self.rendered_json) >= MAX_RENDERED_BY_GROUP:
                self.rendered_json.clear()
            self.rendered_json[text] = known
        return known


def encode_text(text: str) -> bytes:
    """Return a text as it stands between the quotes of a JSON string."""
    return encode_json(text)[1:-1]


def find_reader_group(reader: Reader) -> ReaderGroup:
    """Return the group of all who read like a reader, made once."""
    key = reader.language, tuple([bool(name) for name in reader.names]), reader.seat
    group = READER_GROUPS.get(key)
    if group is None:
        names = tuple([f"{GAP}{number}{GAP}" if name else "" for number, name in enumerate(reader.names)])
        group = READER_GROUPS[key] = ReaderGroup(reader.language, names, reader.seat)
    return group


class MessagePattern:
    """What a message says; or a part of it."""

    def format(self, arguments: Arguments, reader: Reader, catalogue: Catalogue) -> str:
        """Return the text for these arguments."""
        raise NotImplementedError


class LiteralPattern(MessagePattern):
    """Text that is always the same."""

    def __init__(self, text: str) -> None:
        self.text = text

    def format(self, arguments: Arguments, reader: Reader, catalogue: Catalogue) -> str:
        """Return the text."""
        return self.text


class VariablePattern(MessagePattern):
    """An argument: ``{ $name }``."""

    def __init__(self, name: str) -> None:
        self.name = name

    def format(self, arguments: Arguments, reader: Reader, catalogue: Catalogue) -> str:
        """Return the argument as it stands in a sentence."""
        return format_argument(arguments[self.name], reader, catalogue)


class ReferencePattern(MessagePattern):
    """Another message or term of the same catalogue, with the same arguments: ``{ message-id }``."""

    def __init__(self, message_id: str) -> None:
        self.message_id = message_id

    def format(self, arguments: Arguments, reader: Reader, catalogue: Catalogue) -> str:
        """Return what the other message says."""
        return catalogue.render_id(self.message_id, arguments, reader)


class SequencePattern(MessagePattern):
    """Several parts, one after the other."""

    def __init__(self, parts: list[MessagePattern]) -> None:
        self.parts = parts

    def format(self, arguments: Arguments, reader: Reader, catalogue: Catalogue) -> str:
        """Return the parts joined."""
        return "".join([part.format(arguments, reader, catalogue) for part in self.parts])


class SelectPattern(MessagePattern):
    """One of several variants, by an argument: ``{ $count -> [one] … *[other] … }``."""

    def __init__(
        self, name: str, variants: dict[str, MessagePattern], default: MessagePattern, plural_rule: Callable[[int], str]
    ) -> None:
        self.name = name
        self.variants = variants
        self.default = default
        self.plural_rule = plural_rule

    def format(self, arguments: Arguments, reader: Reader, catalogue: Catalogue) -> str:
        """Return the variant that fits the argument."""
        value = arguments[self.name]
        variant: MessagePattern | None = None
        if isinstance(value, str):
            variant = self.variants.get(value)
        elif isinstance(value, SeatName):
            variant = self.variants.get("you") if value.number == reader.seat else None
        elif isinstance(value, tuple):
            is_you = len(value) == 1 and isinstance(value[0], SeatName) and value[0].number == reader.seat
            variant = (self.variants.get("you") if is_you else None) or self.find_plural(len(value))
        elif isinstance(value, int):
            variant = self.find_plural(value)
        return (variant or self.default).format(arguments, reader, catalogue)

    def find_plural(self, count: int) -> MessagePattern | None:
        """Return the variant for a number: the one for just this number, or for its plural form."""
        return self.variants.get(str(count)) or self.variants.get(self.plural_rule(count))


def format_argument(value: Argument, reader: Reader, catalogue: Catalogue) -> str:
    """Return an argument as it stands in a sentence."""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, SeatName):
        return reader.format_seat_name(value.number, catalogue)
    if isinstance(value, tuple):
        return join_list([format_argument(item, reader, catalogue) for item in value], reader)
    return reader.render(value)


def join_list(items: list[str], reader: Reader) -> str:
    """Return items as one says them: "a, b and c"."""
    if len(items) < 2:
        return items[0] if items else ""
    text = SHARED.render_id("list-end", {"first": items[-2], "last": items[-1]}, reader)
    for item in reversed(items[:-2]):
        text = SHARED.render_id("list-more", {"first": item, "more": text}, reader)
    return text


class Catalogue:
    """The messages of a package, in all languages into which it is translated."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.folder = folder
        """Where ``locale/<language>.ftl`` is found."""
        self.patterns: dict[str, dict[str, MessagePattern]] = {}
        """By language and message id."""
        CATALOGUES[name] = self

    def message(self, id: str, **arguments: Argument) -> Message:
        """Return a message of this catalogue."""
        return Message(self.name, id, tuple(arguments.items()))

    def has(self, id: str) -> bool:
        """Return whether there is a message of this id."""
        return id in self.find_patterns(DEFAULT_LANGUAGE)

    def list_ids(self) -> list[str]:
        """Return the ids of all messages and attributes, in the order of the English file."""
        return list(self.find_patterns(DEFAULT_LANGUAGE))

    def find_patterns(self, language: str) -> dict[str, MessagePattern]:
        """Return all patterns of a language, by id; what isn't translated is in English."""
        patterns = self.patterns.get(language)
        if patterns is None:
            patterns = self.patterns[language] = self.load_patterns(language)
        return patterns

    def load_patterns(self, language: str) -> dict[str, MessagePattern]:
        """Read the file of a language, and fill gaps with English."""
        from triangulum.text import fluent

        if language == PSEUDO_LANGUAGE:
            return fluent.load_patterns(self.folder, DEFAULT_LANGUAGE, find_plural_rule(language), is_pseudo=True)
        patterns = fluent.load_patterns(self.folder, language, find_plural_rule(language))
        return patterns if language == DEFAULT_LANGUAGE else {**self.find_patterns(DEFAULT_LANGUAGE), **patterns}

    def render_id(self, id: str, arguments: Arguments, reader: Reader) -> str:
        """Return a message with these arguments as a reader reads it."""
        return self.find_patterns(reader.language)[id].format(arguments, reader, self)


READER_GROUPS: Final[dict[tuple[str, tuple[bool, ...], int | None], ReaderGroup]] = {}
"""By language, which seats have a name, and seat."""
CATALOGUES: Final[dict[str, Catalogue]] = {}
"""All catalogues by name."""


def find_catalogue(name: str) -> Catalogue | None:
    """Return the catalogue of a name, if its package has been imported."""
    return CATALOGUES.get(name)


SHARED: Final = Catalogue("text", Path(__file__).parent)
"""What every language needs: lists, and what to call seats."""
ENGLISH: Final = Reader()
"""A reader of English who is no player: for ``str(message)``, documents and pictures."""
