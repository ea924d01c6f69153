# compiled by mypyc
"""Who may do what at a table: from a command to the deeds it brings about, or to the trouble that says why not."""

from __future__ import annotations

import msgspec

from triangulum.bots import bot as make_bot
from triangulum.errors import TriangulumError, UnknownBotError
from triangulum.record.fair_dice import nonce_bytes
from triangulum.record.history import (
    DrawAgreed,
    FlagFell,
    Played,
    Resigned,
    SeatChanged,
    TookBack,
    check_player_name,
)
from triangulum.table import messages as ask
from triangulum.table.events import (
    Agreed,
    AnyTableEvent,
    Begun,
    Declined,
    NonceGiven,
    Proposed,
    RanOut,
    Said,
    Seated,
    SeatHolder,
    Shared,
)
from triangulum.table.messages import PRESETS, CommandError
from triangulum.table.people import Person
from triangulum.table.table import Table, count_steps_back

MOST_DEVICES = 8
"""On which one seat is held."""


def propose(table: Table, command: ask.AtTable, person: Person) -> tuple[AnyTableEvent, ...]:
    """Return what a command brings about, or raise Trouble; the table stays as it is."""
    match command:
        case ask.Play():
            return play(table, command, person)
        case ask.TakeBack():
            return take_back(table, command, person)
        case ask.OfferDraw(seat=seat):
            return offer_draw(table, seat, person)
        case ask.Agree():
            return agree(table, command, person)
        case ask.Decline(seat=seat):
            own(table, seat, person)
            if table.proposal is None:
                raise CommandError("not-now", "nothing has been asked for")
            return (Declined(seat),)
        case ask.Resign(seat=seat):
            own(table, seat, person)
            playing(table)
            return (Resigned(seat),)
        case ask.Sit():
            return sit(table, command, person)
        case ask.Leave(seat=seat, bot=bot):
            own(table, seat, person)
            return leave(table, seat, bot)
        case ask.HandOver(seat=seat, bot=bot):
            own(table, seat, person)
            playing(table)
            if table.holders[seat].bot:
                raise CommandError("not-now", f"a bot plays for seat {seat} already")
            return changed_hands(table, seat, msgspec.structs.replace(table.holders[seat], bot=bot))
        case ask.Reclaim(seat=seat):
            own(table, seat, person)
            playing(table)
            if not table.holders[seat].bot:
                raise CommandError("not-now", f"no bot plays for seat {seat}")
            in_time(table, seat)
            return changed_hands(table, seat, msgspec.structs.replace(table.holders[seat], bot=""))
        case ask.Arrange():
            return arrange(table, command, person)
        case ask.Share(seat=seat, on=on):
            own(table, seat, person)
            if table.holders[seat].shared == on:
                raise CommandError("not-now", f"seat {seat} is {'shared' if on else 'not shared'} as it is")
            return (Shared(seat, on),)
        case ask.GiveNonce(seat=seat, nonce=nonce):
            own(table, seat, person)
            gathering(table)
            check_nonce(seat, nonce)
            return (NonceGiven(seat, nonce),)
        case ask.Begin():
            return begin(table, person)
        case ask.Say():
            return say(table, command, person)
    raise TypeError(f"{type(command).__name__} is decided elsewhere")


def own(table: Table, seat: int, person: Person) -> None:
    """Refuse a seat that is not the person's."""
    if not table.is_holder(person.id, seat):
        raise CommandError("not-allowed", f"seat {seat} is not yours")


def playing(table: Table) -> None:
    """Refuse unless a game goes on."""
    if table.phase != "playing":
        raise CommandError("not-now", "the game is over" if table.phase == "over" else "the game has not begun")


def in_time(table: Table, seat: int) -> None:
    """Refuse a seat whose time is out for the whole game."""
    if table.clocks is not None and table.clocks.is_out(seat):
        raise CommandError("not-now", f"the time of seat {seat} is out, so the bot plays on")


def time_out(table: Table, now: float) -> tuple[AnyTableEvent, ...]:
    """Return what happens because somebody's time is out; nothing as long as it is not."""
    clocks = table.clocks
    ends = None if clocks is None else clocks.ends()
    if clocks is None or clocks.running is None or ends is None or now < ends:
        return ()
    seat = clocks.running
    if clocks.rule.out == "loses":
        return (FlagFell(seat),)
    holder = msgspec.structs.replace(table.holders[seat], bot=clocks.rule.bot)
    return (RanOut(seat), *changed_hands(table, seat, holder))


def gathering(table: Table) -> None:
    """Refuse once the game has begun."""
    if table.phase != "gathering":
        raise CommandError("not-now", "the game has begun already")


def current(table: Table, at: int) -> None:
    """Refuse what was sent before the sender knew how the game has gone on."""
    if at < table.last_change:
        raise CommandError("stale", f"the game has gone on: event {table.last_change} came after {at}")
    if at > table.number:
        raise CommandError("stale", f"there has been no event {at} yet: the last one is {table.number}")


def to_move(table: Table, seat: int, person: Person, at: int) -> None:
    """Refuse unless it is this person's turn to move for a seat."""
    own(table, seat, person)
    playing(table)
    current(table, at)
    if table.holders[seat].bot:
        raise CommandError("not-now", f"a bot plays for seat {seat}: reclaim it first")
    if table.mover != seat:
        raise CommandError("not-now", f"it is not the turn of seat {seat}: {table.state.describe_turn()}")


def play(table: Table, command: ask.Play, person: Person) -> tuple[AnyTableEvent, ...]:
    """Play an action."""
    to_move(table, command.seat, person, command.at)
    return (Played(command.seat, action_of(table, command.action)),)


def action_of(table: Table, action: int | str) -> int:
    """Return the legal action that somebody means who is to move."""
    try:
        number = table.state.parse_action(action) if isinstance(action, str) else action
        return table.state.check_action(number)
    except TriangulumError as error:
        raise CommandError("illegal", str(error)) from None


def take_back(table: Table, command: ask.TakeBack, person: Person) -> tuple[AnyTableEvent, ...]:
    """Take moves back if that harms nobody, or ask the others."""
    seat = command.seat
    own(table, seat, person)
    playing(table)
    current(table, command.at)
    if table.spec.settings.take_backs == "none":
        raise CommandError("not-allowed", "nothing is taken back at this table")
    steps = count_steps_back(table.history, seat, command.moves)
    if not steps:
        raise CommandError("not-now", f"seat {seat} has not made so many moves")
    if steps <= table.history.count_free_takebacks(seat):
        return (TookBack(seat, steps),)
    if table.spec.settings.take_backs == "free":
        raise CommandError(
            "not-now", "that cannot be taken back: chance or somebody else has acted since, or something was shown"
        )
    return asking(table, Proposed(seat, "take-back", steps))


def offer_draw(table: Table, seat: int, person: Person) -> tuple[AnyTableEvent, ...]:
    """Ask for a draw, which bots never take."""
    own(table, seat, person)
    playing(table)
    if any(holder.bot for holder in table.holders):
        raise CommandError("not-now", "bots do not agree to draws")
    return asking(table, Proposed(seat, "draw"))


def asking(table: Table, proposed: Proposed) -> tuple[AnyTableEvent, ...]:
    """Ask the others, or do it at once where nobody else has a say."""
    if table.proposal is not None:
        raise CommandError("not-now", "something has been asked for already: agree or decline first")
    asker = set(table.holders[proposed.seat].people)
    if all(holder.bot or asker & set(holder.people) for holder in table.holders):
        return (settled(proposed),)
    return (proposed,)


def settled(proposed: Proposed) -> AnyTableEvent:
    """Return what happens once all have agreed."""
    return TookBack(proposed.seat, proposed.steps) if proposed.matter == "take-back" else DrawAgreed()


def agree(table: Table, command: ask.Agree, person: Person) -> tuple[AnyTableEvent, ...]:
    """Say yes, and let it happen if that was the last one missing."""
    own(table, command.seat, person)
    playing(table)
    current(table, command.at)
    missing = table.awaited_seats()
    if table.proposal is None or command.seat not in missing:
        raise CommandError("not-now", f"nothing is asked of seat {command.seat}")
    if missing == (command.seat,):
        return (Agreed(command.seat), settled(table.proposal))
    return (Agreed(command.seat),)


def sit(table: Table, command: ask.Sit, person: Person) -> tuple[AnyTableEvent, ...]:
    """Sit down in a free seat, a bot's, or one's own on another device; tokens were looked at before."""
    seat = seat_of(table, command.seat)
    holder = table.holders[seat]
    if table.phase == "over":
        raise CommandError("not-now", "the game is over")
    if table.is_holder(person.id, seat):
        raise CommandError("not-now", f"seat {seat} is yours already")
    if holder.people:
        if command.token is None:
            raise CommandError("not-allowed", f"seat {seat} is taken")
        if len(holder.people) == MOST_DEVICES:
            raise CommandError("too-many", f"seat {seat} is held on {MOST_DEVICES} devices already")
        return (Seated(seat, msgspec.structs.replace(holder, people=(*holder.people, person.id))),)
    if holder.invited and command.token is None:
        raise CommandError("not-allowed", f"seat {seat} is for somebody with an invitation")
    if holder.bot and table.has_begun:
        if not table.spec.settings.late:
            raise CommandError("not-allowed", "nobody joins this game late")
        if table.setup.game.has_secrets and table.has_held_another_seat(person.id, seat):
            raise CommandError("not-allowed", "you have seen another seat's secrets")
        in_time(table, seat)
    elif holder.bot:
        raise CommandError("not-allowed", f"seat {seat} is a bot's; the host can free it")
    name = seat_name(command.name or person.name)
    return changed_hands(table, seat, SeatHolder(people=(person.id,), name=name))


def seat_of(table: Table, seat: int) -> int:
    """Return a seat that is there."""
    if seat >= len(table.holders):
        raise CommandError("not-found", f"there is no seat {seat}: seats are 0 to {len(table.holders) - 1}")
    return seat


def seat_name(name: str) -> str:
    """Return a name that a person can have at a table."""
    try:
        name = check_player_name(name.strip())
    except TriangulumError as error:
        raise CommandError("malformed", str(error)) from None
    if is_bot(name.casefold()):
        raise CommandError("malformed", f"{name!r} is what a bot is called; choose another name")
    return name


def is_bot(name: str) -> bool:
    """Tell whether a bot is called that."""
    try:
        make_bot(name)
    except UnknownBotError:
        return False
    return True


def changed_hands(table: Table, seat: int, holder: SeatHolder) -> tuple[AnyTableEvent, ...]:
    """Return the deeds by which a seat gets another player."""
    old = table.holders[seat]
    # Whoever sits down decides anew who may look over their shoulder, and what was shared with them before is void.
    turns = old.turns + (old.people[:1] != holder.people[:1])
    shared = old.shared and old.people[:1] == holder.people[:1]
    seated = Seated(seat, msgspec.structs.replace(holder, turns=turns, shared=shared))
    return (seated, SeatChanged(seat, holder.player)) if table.has_begun else (seated,)


def leave(table: Table, seat: int, bot: str) -> tuple[AnyTableEvent, ...]:
    """Get up: the seat is free, or a bot plays on."""
    if table.phase == "over":
        raise CommandError("not-now", "the game is over")
    return changed_hands(table, seat, SeatHolder(bot=bot) if table.has_begun else SeatHolder())


def arrange(table: Table, command: ask.Arrange, person: Person) -> tuple[AnyTableEvent, ...]:
    """Say who may sit where."""
    if person.id != table.spec.host:
        raise CommandError("not-allowed", "only who opened the table arranges its seats")
    gathering(table)
    seat = seat_of(table, command.seat)
    if table.holders[seat].people:
        raise CommandError("not-allowed", f"somebody sits in seat {seat}")
    return changed_hands(table, seat, SeatHolder(bot=command.bot or "", invited=command.invited and not command.bot))


def begin(table: Table, person: Person) -> tuple[AnyTableEvent, ...]:
    """Begin the game."""
    if not table.seats_held_by(person.id) and person.id != table.spec.host:
        raise CommandError("not-allowed", "only who sits at the table or opened it can begin")
    gathering(table)
    empty = [str(seat) for seat, holder in enumerate(table.holders) if not holder.player]
    if empty:
        raise CommandError("not-now", f"nobody sits in seat {' and '.join(empty)} yet")
    return (Begun(),)


def say(table: Table, command: ask.Say, person: Person) -> tuple[AnyTableEvent, ...]:
    """Say something."""
    policy = table.spec.settings.chat
    if policy == "off":
        raise CommandError("not-allowed", "nobody talks at this table")
    if command.seat is not None:
        own(table, command.seat, person)
    if (command.preset is None) == (command.text is None):
        raise CommandError("malformed", "say a text or a preset")
    name = person.name if command.seat is None else table.holders[command.seat].name
    if command.preset is not None:
        if command.preset not in PRESETS:
            raise CommandError("not-found", f"presets are {', '.join(PRESETS)}")
        return (Said(person.id, name, command.seat, PRESETS[command.preset], command.preset),)
    assert command.text is not None
    text = command.text.strip()
    if policy == "presets":
        raise CommandError("not-allowed", f"at this table one says {', '.join(PRESETS)}")
    if not text or not text.isprintable():
        raise CommandError("malformed", "a text has printable characters, on one line")
    return (Said(person.id, name, command.seat, text),)


def check_nonce(seat: int, nonce: str) -> None:
    """Refuse a nonce that dice do not take."""
    try:
        nonce_bytes(seat, nonce)
    except TriangulumError as error:
        raise CommandError("malformed", str(error)) from None
