"""The wire of accounts and ratings: what these routes take and answer."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from triangulum.table.messages import Name

Password = Annotated[str, Meta(min_length=8, max_length=200)]
GivenPassword = Annotated[str, Meta(min_length=1, max_length=200)]


class Asking(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that a person asks for."""


class Register(Asking, frozen=True, kw_only=True):
    """Make an account of who one is."""

    name: Name
    password: Password


class LogIn(Asking, frozen=True, kw_only=True):
    """Be oneself on this device, too."""

    name: Name
    password: GivenPassword


class LogOut(Asking, frozen=True, kw_only=True):
    """Be nobody on this device, or on all."""

    everywhere: bool = False


class ChangePassword(Asking, frozen=True, kw_only=True):
    """Choose another password; everywhere else one is logged out."""

    old: GivenPassword
    new: Password


class Recover(Asking, frozen=True, kw_only=True):
    """Choose a password although one has forgotten the old one."""

    name: Name
    code: Annotated[str, Meta(min_length=1, max_length=40)]
    password: Password


class NewCodes(Asking, frozen=True, kw_only=True):
    """Get new recovery codes; the old ones stop working."""

    password: GivenPassword


class Forget(Asking, frozen=True, kw_only=True):
    """Delete everything about oneself."""

    password: GivenPassword | None = None
    """Needed by who has an account."""


class AccountInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One's account."""

    name: str
    made: float
    codes_left: int
    sessions: int
    """On how many devices one is logged in."""


class RecoveryCodes(msgspec.Struct, frozen=True, kw_only=True):
    """Codes that are shown this once, each good for one new password."""

    name: str
    codes: tuple[str, ...]


class Remark(msgspec.Struct, frozen=True, kw_only=True):
    """Something that one has said."""

    at: float
    text: str


class PastTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table at which one has sat, or that one has opened."""

    id: str
    game: str
    opened: float
    over: bool
    host: bool
    names: dict[str, str]
    """What one was called, by seat."""
    said: tuple[Remark, ...]
    record: str
    """Where the record is."""


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is kept about a person."""

    name: str
    account: AccountInfo | None
    tables: tuple[PastTable, ...]


class LeaderboardRow(msgspec.Struct, frozen=True, kw_only=True):
    """How well somebody has played a game."""

    place: int
    kind: Literal["person", "bot"]
    name: str
    rating: int
    """What they surely are, on a scale on which one that is not known yet has 1000."""
    mu: float
    sigma: float
    games: int
    won: int


class Leaderboard(msgspec.Struct, frozen=True, kw_only=True):
    """Who has played a game how well, the best first."""

    game: str
    games: int
    """How many games count."""
    rows: tuple[LeaderboardRow, ...]


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the server is well."""

    alive: bool
    database: bool
    number: int
    """Of the commits that this process has made."""
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
"""Everything that these routes take and answer."""
