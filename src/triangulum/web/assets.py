"""Style sheets, scripts and images, which don't change while the server runs, and how responses are compressed.

All assets are read once and have one digest of all contents in their URL: ``/static/<digest>/site/site.css``. So
browsers cache them for a year, and a new version has new URLs.

A page's script is sent as one file with all the modules that it imports. Requests for each of the table's modules, even
preloaded, made the first board come a fifth later, and together they weighed a third more, since small files compress
badly. Nothing has to be built: the modules run as they are, too, and tests import them one by one.
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
from typing import Final, NamedTuple

from litestar import Response

from triangulum.server.http.context import HttpRequest

STATIC_FOLDER: Final = Path(__file__).with_name("static")
MEDIA_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
CACHE_FOR_A_YEAR: Final = "public, max-age=31536000, immutable"
CACHE_FOR_AN_HOUR: Final = "public, max-age=3600"
COMMENT_LINES: Final = re.compile(rb"^[ \t]*(//[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)
"""Lines with nothing but a comment, which browsers don't need."""
TYPE_CASTS: Final = re.compile(rb"/\*\* @type [^\n]*?\*/ ?")
"""Types within a line, which they don't need either."""
INDENTATION: Final = re.compile(rb"^(?:[ \t]+|\n)", re.MULTILINE)
"""Indentation and empty lines, nor these."""
IMPORT: Final = re.compile(rb'^import (\{ [^}]* \}) from "([^"]+)";\n', re.MULTILINE)
EXPORT: Final = re.compile(rb"^export ((?:async function|function|class|const) (\w+))", re.MULTILINE)
MODULE_SYNTAX: Final = re.compile(rb"^(?:import|export)\b[^\n]*", re.MULTILINE)
MIN_COMPRESSED_BYTES: Final = 500
"""Smaller responses are sent uncompressed."""


class Asset(NamedTuple):
    """A static file, ready to be sent."""

    media_type: str
    content: bytes
    gzipped: bytes


@cache
def load_assets() -> dict[str, Asset]:
    """Return all static files by their path, read once; a script that no module imports has all its imports with it."""
    files = sorted(file for file in STATIC_FOLDER.rglob("*") if file.is_file())
    contents = {file.relative_to(STATIC_FOLDER).as_posix(): read_minified_file(file) for file in files}
    imported = {path for module in contents for path in list_imports(module, contents[module])}
    scripts = {path for path in contents if path.endswith(".js")} - imported
    return {
        path: build_asset(path, bundle_modules(path, contents) if path in scripts else content)
        for path, content in contents.items()
    }


def read_minified_file(file: Path) -> bytes:
    """Read a static file; scripts and style sheets without what browsers don't need."""
    content = file.read_bytes()
    if file.suffix in (".js", ".css"):
        content = INDENTATION.sub(b"", TYPE_CASTS.sub(b"", COMMENT_LINES.sub(b"", content)))
    return content


def build_asset(path: str, content: bytes) -> Asset:
    """Return a static file with its media type, compressed with the highest level."""
    suffix = posixpath.splitext(path)[1]
    media_type = MEDIA_TYPES.get(suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    return Asset(media_type, content, gzip.compress(content, 9, mtime=0))


def list_imports(path: str, source: bytes) -> list[str]:
    """Return the paths of the modules that a module imports itself."""
    names = [name.decode() for _, name in IMPORT.findall(source)] if path.endswith(".js") else []
    return [posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) for name in names]


def bundle_modules(script: str, sources: Mapping[str, bytes]) -> bytes:
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
def assets_digest() -> str:
    """Return the digest of all static files; it changes when any of them does."""
    digest = hashlib.sha256()
    for path, asset in load_assets().items():
        digest.update(f"{path}:{len(asset.content)}:".encode() + asset.content)
    return digest.hexdigest()[:12]


def asset_url(path: str) -> str:
    """Return the URL of a static file; raise KeyError if there is no such file."""
    assert load_assets()[path]
    return f"/static/{assets_digest()}/{path}"


def accepts_gzip(request: HttpRequest) -> bool:
    """Return whether a client accepts compressed responses."""
    return "gzip" in request.headers.get("accept-encoding", "")


def build_response(
    request: HttpRequest,
    content: bytes,
    media_type: str,
    *,
    status: int = 200,
    gzipped: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> Response[bytes]:
    """Return a response with an ETag, compressed where it's worth it; 304 if the browser has the same content."""
    etag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    all_headers = {"etag": etag, "vary": "accept-encoding", "cache-control": "private, no-cache", **(headers or {})}
    if status == 200 and request.headers.get("if-none-match", "").removeprefix("W/") == etag:
        return Response(b"", status_code=304, headers=all_headers, media_type=media_type)
    is_compressible = not media_type.startswith("image/") or media_type.startswith("image/svg")
    if len(content) > MIN_COMPRESSED_BYTES and is_compressible and accepts_gzip(request):
        all_headers["content-encoding"] = "gzip"
        content = gzip.compress(content, 6, mtime=0) if gzipped is None else gzipped
    return Response(content, status_code=status, headers=all_headers, media_type=media_type)
