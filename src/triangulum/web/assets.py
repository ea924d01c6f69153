"""Style sheets, modules and pictures that never change while the server runs.

All of them are read once and stand under one digest of everything, ``/static/<digest>/site/site.css``. So a browser
keeps them for a year, modules find each other by relative paths, and a new version is another address.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
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
WORTH_PACKING: Final = 500
"""Bytes; smaller answers are sent as they are."""


class Asset(NamedTuple):
    """A file as it is sent."""

    kind: str
    plain: bytes
    packed: bytes


@cache
def assets() -> dict[str, Asset]:
    """Return all files by their path in the folder."""
    return {file.relative_to(FOLDER).as_posix(): asset(file) for file in sorted(FOLDER.rglob("*")) if file.is_file()}


def asset(file: Path) -> Asset:
    """Return one file, packed as well as can be, since that is done once."""
    content = file.read_bytes()
    if file.suffix in (".js", ".css"):
        content = SPACE.sub(b"", TYPES.sub(b"", REMARKS.sub(b"", content)))
    kind = KINDS.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Asset(kind, content, gzip.compress(content, 9, mtime=0))


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
