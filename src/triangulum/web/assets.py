"""Style sheets, modules and pictures that never change while the server runs.

All of them are read once and stand under one digest of everything, ``/static/<digest>/site/site.css``. So a browser
keeps them for a year, and a new version is another address.

A page's script is sent as one file with all the modules that it imports. Requests for each of the table's 36 modules,
even preloaded, made the first board come a fifth later, and together they weighed a third more, since small files
compress badly. Nothing has to be built: the modules run as they are, too, and tests import them one by one.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import Request, Response

FOLDER: Final = Path(__file__).with_name("static")
KINDS: Final = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
FOR_A_YEAR: Final = "public, max-age=31536000, immutable"
REMARKS: Final = re.compile(rb"^[ \t]*(//[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)
"""Whole lines of comments, which browsers need not be sent."""
TYPES: Final = re.compile(rb"/\*\* @type [^\n]*?\*/ ?")
"""Nor types within a line."""
SPACE: Final = re.compile(rb"^(?:[ \t]+|\n)", re.MULTILINE)
"""Nor what is before the first word of a line, and empty lines."""
IMPORT: Final = re.compile(rb'^import (\{ [^}]* \}) from "([^"]+)";\n', re.MULTILINE)
EXPORT: Final = re.compile(rb"^export ((?:async function|function|class|const) (\w+))", re.MULTILINE)
MODULE_SYNTAX: Final = re.compile(rb"^(?:import|export)\b[^\n]*", re.MULTILINE)
WORTH_PACKING: Final = 500
"""Bytes; smaller answers are sent as they are."""


class Asset(NamedTuple):
    """A file as it is sent."""

    kind: str
    plain: bytes
    packed: bytes


@cache
def assets() -> dict[str, Asset]:
    """Return all files by their path in the folder; a module that no other one imports has all its imports with it."""
    places = sorted(place for place in FOLDER.rglob("*") if place.is_file())
    files = {place.relative_to(FOLDER).as_posix(): read_file(place) for place in places}
    imported = {path for module in files for path in list_imports(module, files[module])}
    scripts = {path for path in files if path.endswith(".js")} - imported
    return {path: asset(path, join_modules(path, files) if path in scripts else files[path]) for path in files}


def read_file(file: Path) -> bytes:
    """Return a file's content, without what browsers need not be sent."""
    content = file.read_bytes()
    if file.suffix in (".js", ".css"):
        content = SPACE.sub(b"", TYPES.sub(b"", REMARKS.sub(b"", content)))
    return content


def asset(path: str, content: bytes) -> Asset:
    """Return one file, packed as well as can be, since that is done once."""
    kind = KINDS.get(posixpath.splitext(path)[1]) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    return Asset(kind, content, gzip.compress(content, 9, mtime=0))


def list_imports(path: str, source: bytes) -> list[str]:
    """Return the paths of the modules that a module imports itself."""
    names = [name.decode() for _, name in IMPORT.findall(source)] if path.endswith(".js") else []
    return [posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) for name in names]


def join_modules(script: str, sources: Mapping[str, bytes]) -> bytes:
    """Return a script with all the modules that it imports, each in a scope of its own after those that it imports."""
    order = list(dict.fromkeys(walk_imports(script, sources, ())))
    names = {path: f"module{index}".encode() for index, path in enumerate(order)}
    return b"".join(wrap_module(path, sources[path], names) for path in order)


def walk_imports(path: str, sources: Mapping[str, bytes], importers: tuple[str, ...]) -> Iterator[str]:
    """Yield the modules that a module imports, each after its own imports, and last the module itself."""
    if path in importers:
        raise ValueError(f"modules import each other in a circle: {' → '.join((*importers, path))}")
    for imported in list_imports(path, sources[path]):
        yield from walk_imports(imported, sources, (*importers, path))
    yield path


def wrap_module(path: str, source: bytes, names: Mapping[str, bytes]) -> bytes:
    """Return a module as a constant with its exports, made from the constants of the modules that it imports."""
    imports = zip(IMPORT.findall(source), list_imports(path, source), strict=True)
    head = b"".join(b"const %s = %s;\n" % (bound, names[module]) for (bound, _), module in imports)
    exports = b", ".join(name for _, name in EXPORT.findall(source))
    body = EXPORT.sub(rb"\1", IMPORT.sub(b"", source))
    if left := MODULE_SYNTAX.search(body):
        raise ValueError(f"{path}: write imports and exports in the plainest way, not {left[0].decode()!r}")
    return b"const %s = (() => {\n%s%sreturn { %s };\n})();\n" % (names[path], head, body, exports)


@cache
def digest() -> str:
    """Return the digest of all files, which is another one when any of them is."""
    total = hashlib.sha256()
    for path, file in assets().items():
        total.update(f"{path}:{len(file.plain)}:".encode() + file.plain)
    return total.hexdigest()[:12]


def address(path: str) -> str:
    """Return where a file is found; raises KeyError for one that is not there."""
    assert assets()[path]
    return f"/static/{digest()}/{path}"


def takes_gzip(request: Request[Any, Any, Any]) -> bool:
    """Tell whether a client can unpack."""
    return "gzip" in request.headers.get("accept-encoding", "")


def sent(
    request: Request[Any, Any, Any],
    content: bytes,
    kind: str,
    *,
    status: int = 200,
    packed: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> Response[bytes]:
    """Return an answer that is packed where that is worth it, with a tag by which a browser asks whether it is new."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    said = {"etag": tag, "vary": "accept-encoding", "cache-control": "private, no-cache", **(headers or {})}
    if status == 200 and request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(b"", status_code=304, headers=said, media_type=kind)
    if len(content) > WORTH_PACKING and takes_gzip(request) and "image/" not in kind.replace("image/svg", ""):
        said["content-encoding"] = "gzip"
        content = gzip.compress(content, 6, mtime=0) if packed is None else packed
    return Response(content, status_code=status, headers=said, media_type=kind)
