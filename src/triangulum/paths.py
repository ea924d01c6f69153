"""The user's folders, and writing files into them safely."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from platformdirs import user_cache_path, user_data_path


def data_folder() -> Path:
    """Return the folder for the user's own data, such as saved games; TRIANGULUM_DATA overrides it."""
    override = os.environ.get("TRIANGULUM_DATA")
    return Path(override) if override else user_data_path("triangulum", appauthor=False)


def cache_folder() -> Path:
    """Return the folder for files that can be computed again; TRIANGULUM_CACHE overrides it."""
    override = os.environ.get("TRIANGULUM_CACHE")
    return Path(override) if override else user_cache_path("triangulum", appauthor=False)


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that after a crash it is the old one or the new one, never half of it."""
    draft: Path | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, delete=False) as out:
            draft = Path(out.name)
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)
    finally:
        # Also when the user interrupts; once it has replaced the file, it is gone already.
        if draft is not None:
            draft.unlink(missing_ok=True)
