"""Random ids."""

from __future__ import annotations

import secrets


def random_id() -> str:
    """Return a random id that nobody can guess."""
    return secrets.token_urlsafe(18)
