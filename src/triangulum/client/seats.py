"""Seats for a table that is about to be opened: who may sit where."""

from __future__ import annotations

from triangulum.table.commands import BotSeat, InvitedSeat, MySeat, OpenSeat


def my_seat(name: str | None = None) -> MySeat:
    """Return a seat for whoever opens the table; several of them make a hot-seat game."""
    return MySeat(name=name)


def bot_seat(bot_name: str) -> BotSeat:
    """Return a seat for a bot."""
    return BotSeat(bot=bot_name)


def open_seat() -> OpenSeat:
    """Return a seat for whoever comes first."""
    return OpenSeat()


def invited_seat() -> InvitedSeat:
    """Return a seat for whoever has its token."""
    return InvitedSeat()
