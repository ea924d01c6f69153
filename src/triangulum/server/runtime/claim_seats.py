"""Giving the seats of a guest to the account to which they have logged in."""

from __future__ import annotations

from triangulum.server.identity.accounts import Account, Accounts
from triangulum.server.runtime.commands import CommandHandler
from triangulum.server.storage.ids import random_id
from triangulum.table import commands as ask
from triangulum.table.messages import CommandError
from triangulum.table.people import Person


async def claim_guest_seats(commands: CommandHandler, accounts: Accounts, guest: Person, account: Account) -> None:
    """Let an account hold the seats of a guest, too, and record that it has claimed the guest.

    Nothing happens for somebody who isn't a guest: who is nobody yet, or is logged in already.
    """
    if not guest.id or guest.session:
        return
    for table_id in await accounts.list_table_ids([guest.id], over=False):
        await claim_seats_at_table(commands, table_id, guest.id, Person(account.id, account.name))
    await accounts.claim_guest(guest.id, account)


async def claim_seats_at_table(commands: CommandHandler, table_id: str, guest_id: str, owner: Person) -> None:
    """Seat the owner of an account wherever a guest sits at a table."""
    rooms = commands.rooms
    room = await rooms.find(table_id)
    for seat in room.table.seats_held_by(guest_id):
        if room.table.is_holder(owner.id, seat):
            continue
        token = rooms.signer.seat_token(table_id, seat, room.table.holders[seat].turns)
        try:
            await commands.run(table_id, ask.Sit(id=f"bring-{random_id()}", seat=seat, token=token), owner)
        except CommandError as error:
            # A game that has ended meanwhile needs nobody, nor does a seat that is held on many devices.
            if error.reason in ("busy", "internal"):
                raise
