# compiled by mypyc
"""JSON with gaps for messages: encoded once, and filled in for every reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from msgspec import Raw

from triangulum.text.message import Message, Text
from triangulum.text.rendering import Reader, find_reader_group

PLACEHOLDER: Final = "\x1f"
"""Stands for a message; a control character that no other text in a template contains."""
ENCODED_PLACEHOLDER: Final = rb"\u001f"

encode_json = msgspec.json.Encoder().encode


class MessageCollector(Reader):
    """Reads a placeholder instead of each message, and keeps the messages."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[Message] = []

    def render(self, text: Text) -> str:
        """Return the placeholder for a message."""
        if isinstance(text, str):
            return text
        self.messages.append(text)
        return PLACEHOLDER

    def embed(self, template: JsonTemplate) -> Raw:
        """Return a template as a part of another."""
        self.messages += template.messages
        return template.json


class JsonTemplate:
    """What many are sent, as JSON with gaps for messages.

    ``build`` returns it for a reader. It must render messages in the order in which they are encoded.
    """

    def __init__(self, build: Callable[[Reader], object]) -> None:
        collector = MessageCollector()
        encoded = encode_json(build(collector))
        self.json = Raw(encoded)
        """With a placeholder for each message."""
        self.messages = collector.messages
        self.chunks: list[bytes] = encoded.split(ENCODED_PLACEHOLDER)
        if len(self.chunks) != len(self.messages) + 1:
            raise ValueError("a text contains the placeholder of messages")

    def fill_in(self, reader: Reader) -> bytes:
        """Return the JSON as a reader reads it."""
        group = find_reader_group(reader)
        chunks = self.chunks
        filled = [chunks[0]]
        for index, message in enumerate(self.messages):
            filled.append(reader.fill_in_names(group.render_json(message)))
            filled.append(chunks[index + 1])
        return b"".join(filled)
