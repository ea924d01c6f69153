"""Folders of this user: what is kept, and what can be made again."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def data_folder() -> Path:
    """Return the folder for what the user keeps; TRIANGULUM_DATA names another one."""
    chosen = os.environ.get("TRIANGULUM_DATA")
    return Path(chosen) if chosen else user_data_path("triangulum", appauthor=False)


def cache_folder() -> Path:
    """Return the folder for what can be made again; TRIANGULUM_CACHE names another one."""
    chosen = os.environ.get("TRIANGULUM_CACHE")
    return Path(chosen) if chosen else user_cache_path("triangulum", appauthor=False)
