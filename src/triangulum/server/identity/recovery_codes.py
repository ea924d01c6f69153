"""Recovery codes, by which people who have forgotten their password choose another one; there is no e-mail."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, delete, insert

from triangulum.server.identity.signing import Signer
from triangulum.server.storage import schema

NUM_CODES: Final = 10
ALPHABET: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without letters and digits that are easily mistaken for each other."""


def generate_codes() -> tuple[str, ...]:
    """Return new random codes, such as ``ABCDE-FGHJK-LMNPQ``."""
    return tuple(
        "-".join("".join(secrets.choice(ALPHABET) for _ in range(5)) for _ in range(3)) for _ in range(NUM_CODES)
    )


def replace_codes(connection: Connection, signer: Signer, account_id: str, codes: Sequence[str]) -> None:
    """Store the digests of an account's new codes, and delete the old ones."""
    connection.execute(delete(schema.recovery_codes).where(schema.recovery_codes.c.account_id == account_id))
    values = [{"account_id": account_id, "digest": compute_code_digest(signer, account_id, code)} for code in codes]
    connection.execute(insert(schema.recovery_codes), values)


def delete_code_if_valid(connection: Connection, signer: Signer, account_id: str, code: str) -> bool:
    """Delete a code, which works only once; return whether it was one of the account."""
    columns = schema.recovery_codes.c
    digest = compute_code_digest(signer, account_id, code)
    used = delete(schema.recovery_codes).where(columns.account_id == account_id, columns.digest == digest)
    return connection.execute(used).rowcount == 1


def compute_code_digest(signer: Signer, account_id: str, code: str) -> str:
    """Return the digest of a code, however it was typed."""
    letters = "".join(letter for letter in code.upper() if letter in ALPHABET)
    return signer.sign("code", account_id, letters)
