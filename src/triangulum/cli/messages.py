"""The sentences of the table in the terminal, and the language in which it says them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from triangulum.text import Catalogue, choose_language

message = Catalogue("cli", Path(__file__).parent).message

LANGUAGE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first that isn't empty decides, as for other programs."""


def find_terminal_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment asks for: ``de`` for ``LANG=de_DE.UTF-8``, if there is a translation."""
    locale = next((environment[name] for name in LANGUAGE_VARIABLES if environment.get(name)), "")
    return choose_language("", locale.partition(".")[0].partition("@")[0].replace("_", "-"))
