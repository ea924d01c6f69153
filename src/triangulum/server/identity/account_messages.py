"""Requests and responses of the routes for accounts, ratings and the server's health."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from triangulum.table.commands import PersonName

Password = Annotated[str, Meta(min_length=8, max_length=200)]
GivenPassword = Annotated[str, Meta(min_length=1, max_length=200)]


class AccountRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request about the sender's account."""


class Register(AccountRequest, frozen=True, kw_only=True):
    """Create an account for the guest who sends this."""

    name: PersonName
    password: Password


class LogIn(AccountRequest, frozen=True, kw_only=True):
    """Log in on this device."""

    name: PersonName
    password: GivenPassword


class LogOut(AccountRequest, frozen=True, kw_only=True):
    """Log out on this device, or on all."""

    everywhere: bool = False


class ChangePassword(AccountRequest, frozen=True, kw_only=True):
    """Change the password, and log out on all other devices."""

    old: GivenPassword
    new: Password


class Recover(AccountRequest, frozen=True, kw_only=True):
    """Set a new password by a recovery code."""

    name: PersonName
    code: Annotated[str, Meta(min_length=1, max_length=40)]
    password: Password


class NewCodes(AccountRequest, frozen=True, kw_only=True):
    """Get new recovery codes; the old ones stop working."""

    password: GivenPassword


class Forget(AccountRequest, frozen=True, kw_only=True):
    """Delete everything about the sender."""

    password: GivenPassword | None = None
    """Required of people with an account."""


class AccountInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The sender's account."""

    name: str
    made: float
    codes_left: int
    sessions: int
    """The number of devices on which the person is logged in."""


class RecoveryCodes(msgspec.Struct, frozen=True, kw_only=True):
    """New recovery codes, which are never shown again; each sets one new password."""

    name: str
    codes: tuple[str, ...]


class Remark(msgspec.Struct, frozen=True, kw_only=True):
    """A chat message of the sender."""

    at: float
    text: str


class PastTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table at which the sender has sat, or that they have opened."""

    id: str
    game: str
    opened: float
    over: bool
    host: bool
    names: dict[str, str]
    """The sender's names, by seat."""
    said: tuple[Remark, ...]
    record: str
    """The URL of the game's record."""


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is stored about a person."""

    name: str
    account: AccountInfo | None
    tables: tuple[PastTable, ...]


class LeaderboardRow(msgspec.Struct, frozen=True, kw_only=True):
    """One player of a leaderboard."""

    place: int
    kind: Literal["person", "bot"]
    name: str
    rating: int
    """The strength that the player almost surely has; a new player's is 1000."""
    mu: float
    sigma: float
    games: int
    won: int


class Leaderboard(msgspec.Struct, frozen=True, kw_only=True):
    """The players of a game by rating, the best first."""

    game: str
    games: int
    """The number of rated games."""
    rows: tuple[LeaderboardRow, ...]


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server and its database work."""

    alive: bool
    database: bool
    number: int
    """The number of commits that this process has made."""
    version: str


TYPES = (
    Register,
    LogIn,
    LogOut,
    ChangePassword,
    Recover,
    NewCodes,
    Forget,
    AccountInfo,
    RecoveryCodes,
    Export,
    Leaderboard,
    Health,
)
"""All requests and responses, for the OpenAPI document."""
