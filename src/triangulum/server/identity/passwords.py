"""Hashing and verifying passwords with Argon2, in threads."""

from __future__ import annotations

import asyncio
import secrets
from functools import cached_property
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from argon2 import PasswordHasher

MAX_PARALLEL: Final = 2
"""How many passwords are hashed at the same time; each takes 64 MB meanwhile."""


class Passwords:
    """Hashes and verifies passwords, a few at a time."""

    def __init__(self) -> None:
        self._semaphore = asyncio.Semaphore(MAX_PARALLEL)

    @cached_property
    def hasher(self) -> PasswordHasher:
        """Argon2's hasher, imported when it is first needed."""
        from argon2 import PasswordHasher

        return PasswordHasher()

    @cached_property
    def decoy_hash(self) -> str:
        """The hash of a random password, to be verified for names that have no account."""
        return self.hasher.hash(secrets.token_hex())

    async def hash_password(self, password: str) -> str:
        """Return the hash of a password."""
        async with self._semaphore:
            return await asyncio.to_thread(lambda: self.hasher.hash(password))

    async def verify_password(self, password_hash: str | None, password: str) -> bool:
        """Return whether a password has a hash; False, but not sooner, if there is no hash."""
        from argon2.exceptions import Argon2Error, InvalidHash

        def verify() -> bool:
            try:
                self.hasher.verify(self.decoy_hash if password_hash is None else password_hash, password)
            except (Argon2Error, InvalidHash):
                return False
            return password_hash is not None

        async with self._semaphore:
            return await asyncio.to_thread(verify)

    async def needs_rehash(self, password_hash: str) -> bool:
        """Return whether a hash was made with other parameters than those of today."""
        return await asyncio.to_thread(self.hasher.check_needs_rehash, password_hash)
