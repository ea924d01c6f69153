"""Style sheets, scripts and images, which don't change while the server runs, and how responses are compressed.

All assets are read once and have one digest of all contents in their URL: ``/static/<digest>/site/site.css``. So
browsers cache them for a year, scripts import each other by relative names, and a new version has new URLs.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
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
MIN_COMPRESSED_BYTES: Final = 500
"""Smaller responses are sent uncompressed."""


class Asset(NamedTuple):
    """A static file, ready to be sent."""

    media_type: str
    content: bytes
    gzipped: bytes


@cache
def load_assets() -> dict[str, Asset]:
    """Return all static files by their path in the folder, read once."""
    files = [file for file in sorted(STATIC_FOLDER.rglob("*")) if file.is_file()]
    return {file.relative_to(STATIC_FOLDER).as_posix(): load_asset(file) for file in files}


def load_asset(file: Path) -> Asset:
    """Read a static file, strip comments and indentation, and compress it with the highest level."""
    content = file.read_bytes()
    if file.suffix in (".js", ".css"):
        content = INDENTATION.sub(b"", TYPE_CASTS.sub(b"", COMMENT_LINES.sub(b"", content)))
    media_type = MEDIA_TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Asset(media_type, content, gzip.compress(content, 9, mtime=0))


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
