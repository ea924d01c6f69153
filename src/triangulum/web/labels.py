"""The labels that a page's script shows by itself, rendered along with the page.

A script asks for them by ``label("take-back")``; the message is ``client-take-back``. What a message says about its
arguments is left open: ``{count}`` in its place is replaced by the script.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import msgspec

from triangulum.text import Argument, Reader
from triangulum.web.assets import load_assets
from triangulum.web.messages import CATALOGUE

PREFIX: Final = "client-"
LABEL_CALL: Final = re.compile(rb'\blabel\("([a-z.-]+)"')


class OpenArguments(dict[str, Argument]):
    """Arguments that are filled in later, by the script: each is its own name in braces."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


@cache
def list_label_ids(script: str) -> tuple[str, ...]:
    """Return the ids of the labels that a page's script uses, itself or in the modules that it imports."""
    return tuple(sorted({id.decode() for id in LABEL_CALL.findall(load_assets()[script].content)}))


@cache
def render_labels(script: str, language: str) -> str:
    """Return the labels of a page's script as JSON that can stand inside HTML."""
    reader = Reader(language)
    labels = {id: CATALOGUE.render_id(PREFIX + id, OpenArguments(), reader) for id in list_label_ids(script)}
    return msgspec.json.encode(labels).decode().replace("<", "\\u003c")
