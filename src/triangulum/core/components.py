"""A game's components: a TOML file, read into a frozen struct and checked.

Somebody who owns the real box, or wants to try a changed tile, writes another file of the same form. Errors
name the file and the line.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from triangulum.core.options import describe_type
from triangulum.errors import ComponentsError, quote_value

MAX_FILE_BYTES = 1_000_000
"""Bytes; a components file is typed by hand, so anything larger was named by mistake."""


class Box(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a components file holds; each game adds its own fields and checks them in ``check``."""

    rebuilt: bool = False
    """Whether faces are ours because the printed ones are lost, and so not the designer's."""

    def check(self) -> None:
        """Raise ``BoxCheckError`` if the parts do not make a game together."""


class BoxCheckError(Exception):
    """Raised by ``Box.check``: which entry of the file is wrong, as a path of keys and indices, and why."""

    def __init__(self, path: Sequence[str | int], why: str) -> None:
        super().__init__(why)
        self.path = tuple(path)
        self.why = why


B = TypeVar("B", bound=Box)


class Components(msgspec.Struct, Generic[B], frozen=True, kw_only=True):
    """A components file that has been read and checked."""

    box: B
    digest: str
    """SHA-256 of what the file says; comments and layout do not count."""
    text: str
    """The file itself."""
    is_default: bool
    """Whether this is the file that comes with the game."""

    @property
    def custom_text(self) -> str | None:
        """The text that a record or a pickle must carry along: none for the game's own file."""
        return None if self.is_default else self.text


def parse_components(box_type: type[B], text: str, name: str, is_default: bool = False) -> Components[B]:
    """Return the components that ``text`` describes, or raise ComponentsError naming ``name`` and the line."""
    text = text.replace("\r\n", "\n")
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ComponentsError(f"{name} is not valid TOML: {error}") from None
    try:
        box = msgspec.convert(content, box_type)
        box.check()
    except msgspec.ValidationError as error:
        path = parse_error_path(str(error))
        raise ComponentsError(
            f"{name}, line {find_line_number(text, path)}: {describe_validation_error(box_type, content, path, error)}"
        ) from None
    except BoxCheckError as nonsense:
        raise ComponentsError(f"{name}, line {find_line_number(text, nonsense.path)}: {nonsense.why}") from None
    canonical = msgspec.json.encode(content, order="sorted")
    return Components(box=box, digest=hashlib.sha256(canonical).hexdigest(), text=text, is_default=is_default)


def load_components(box_type: type[B], path: Path, is_default: bool = False) -> Components[B]:
    """Return the components in a file, or raise ComponentsError."""
    try:
        size = path.stat().st_size
        text = path.read_text(encoding="utf-8") if size <= MAX_FILE_BYTES else ""
    except UnicodeDecodeError:
        raise ComponentsError(f"{path} is not a text file in UTF-8") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise ComponentsError(f"{path} can’t be read: {why}.") from None
    if size > MAX_FILE_BYTES:
        raise ComponentsError(f"{path} is too large for a components file")
    return parse_components(box_type, text, path.name, is_default)


def parse_error_path(message: str) -> tuple[str | int, ...]:
    """Return the path that ends a msgspec message: ``… - at `$.sizes[1].pips``` gives ("sizes", 1, "pips")."""
    _, _, tail = message.partition(" - at `$")
    steps = tail.rstrip("`").replace("[", ".[").split(".")[1:]
    return tuple(int(step[1:-1]) if step.startswith("[") and step[1:-1].isdigit() else step for step in steps)


def describe_validation_error(
    box_type: Any, content: Any, path: tuple[str | int, ...], error: msgspec.ValidationError
) -> str:
    """Return a validation error of msgspec in our words."""
    what, _, _ = str(error).partition(" - at ")
    what = what[0].lower() + what[1:].replace("`", "'")
    name = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")
    field = find_field_type(box_type, path)
    if field is None or "missing" in what or "unknown field" in what:
        return f"{what} in {name}" if name else what
    value = content
    for step in path:
        value = value[step]
    return f"{name} is {describe_type(field)}, not {quote_value(value)}"


def find_field_type(struct_type: Any, path: tuple[str | int, ...]) -> Any:
    """Return the type of the field at ``path`` in a struct, or None if that isn't a simple field."""
    for step in path:
        if isinstance(step, int):
            # A list with bounds, Annotated[tuple[...], ...], has its own type as the origin.
            list_type = struct_type.__origin__ if hasattr(struct_type, "__metadata__") else struct_type
            struct_type = getattr(list_type, "__args__", (None,))[0]
            continue
        if not (isinstance(struct_type, type) and issubclass(struct_type, msgspec.Struct)):
            return None
        struct_type = next((f.type for f in msgspec.structs.fields(struct_type) if f.name == step), None)
    return None if isinstance(struct_type, type) and issubclass(struct_type, msgspec.Struct) else struct_type


def find_line_number(text: str, path: tuple[str | int, ...]) -> int:
    """Return the line number of the entry at ``path``, or of its nearest parent in the file.

    Found by reading ever more lines of the file until the entry is there; slow, but only ever used for an error.
    """
    lines = text.splitlines()
    while path:
        for count in range(1, len(lines) + 1):
            if has_toml_entry("\n".join(lines[:count]), path):
                return count
        path = path[:-1]
    return 1


def has_toml_entry(text: str, path: tuple[str | int, ...]) -> bool:
    """Return whether a beginning of a TOML file, cut anywhere between lines, has an entry at ``path``."""
    for ending in ("", "]", "]]", "}]", "]}]"):
        try:
            value: Any = tomllib.loads(text + ending)
        except (ValueError, RecursionError):
            continue
        try:
            for step in path:
                value = value[step]
        except (KeyError, IndexError, TypeError):
            continue
        return True
    return False
