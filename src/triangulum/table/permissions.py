# compiled by mypyc
"""Who may do what at a table: from a command to the events it proposes, or to the error that says why not."""

from __future__ import annotations

import msgspec

from triangulum.bots import bot as make_bot
from triangulum.errors import TriangulumError, UnknownBotError
from triangulum.record.fair_dice import MAX_NONCE_BYTES, nonce_bytes
from triangulum.record.history import (
    DrawAgreed,
    FlagFell,
    Played,
    Resigned,
    SeatChanged,
    TookBack,
    check_player_name_fits_record_line,
)
from triangulum.table import commands as ask
from triangulum.table.commands import CHAT_PRESETS
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
from triangulum.table.messages import CommandError
from triangulum.table.people import Person
from triangulum.table.sentences import message
from triangulum.table.table import Table, count_steps_back

MAX_DEVICES = 8
"""On how many devices a person can hold a seat."""


def propose(table: Table, command: ask.TableCommand, person: Person) -> tuple[AnyTableEvent, ...]:
    """Return the events that a command leads to, or raise CommandError; the table stays as it is.

    Whether an action is legal is checked only when its event is applied.
    """
    match command:
        case ask.Play():
            return propose_play(table, command, person)
        case ask.TakeBack():
            return propose_take_back(table, command, person)
        case ask.OfferDraw(seat=seat):
            return propose_draw(table, seat, person)
        case ask.Agree():
            return propose_agreement(table, command, person)
        case ask.Decline(seat=seat):
            check_person_holds_seat(table, seat, person)
            if table.proposal is None:
                raise CommandError("not-now", message("nothing-asked"))
            return (Declined(seat),)
        case ask.Resign(seat=seat):
            check_person_holds_seat(table, seat, person)
            check_game_is_being_played(table)
            return (Resigned(seat),)
        case ask.Sit():
            return propose_sit(table, command, person)
        case ask.Leave(seat=seat, bot=bot):
            check_person_holds_seat(table, seat, person)
            return propose_leave(table, seat, bot)
        case ask.HandOver(seat=seat, bot=bot):
            check_person_holds_seat(table, seat, person)
            check_game_is_being_played(table)
            if table.holders[seat].bot:
                raise CommandError("not-now", message("bot-plays-already"))
            return propose_new_holder(table, seat, msgspec.structs.replace(table.holders[seat], bot=bot))
        case ask.Reclaim(seat=seat):
            check_person_holds_seat(table, seat, person)
            check_game_is_being_played(table)
            if not table.holders[seat].bot:
                raise CommandError("not-now", message("no-bot-plays"))
            check_seat_has_time(table, seat)
            return propose_new_holder(table, seat, msgspec.structs.replace(table.holders[seat], bot=""))
        case ask.Arrange():
            return propose_arrangement(table, command, person)
        case ask.Share(seat=seat, on=on):
            check_person_holds_seat(table, seat, person)
            if table.holders[seat].shared == on:
                raise CommandError("not-now", message("shared-already" if on else "not-shared"))
            return (Shared(seat, on),)
        case ask.GiveNonce(seat=seat, nonce=nonce):
            check_person_holds_seat(table, seat, person)
            check_game_has_not_begun(table)
            check_nonce_is_usable(seat, nonce)
            return (NonceGiven(seat, nonce),)
        case ask.Begin():
            return propose_begin(table, person)
        case ask.Say():
            return propose_chat(table, command, person)
    raise TypeError(f"{type(command).__name__} is decided elsewhere")


def check_person_holds_seat(table: Table, seat: int, person: Person) -> None:
    """Raise CommandError if a seat is not the person's."""
    if not table.is_holder(person.id, seat):
        raise CommandError("not-allowed", message("not-your-seat"))


def check_game_is_being_played(table: Table) -> None:
    """Raise CommandError unless a game is being played."""
    if table.phase != "playing":
        raise CommandError("not-now", message("game-over" if table.phase == "over" else "game-not-begun"))


def check_seat_has_time(table: Table, seat: int) -> None:
    """Raise CommandError if a seat's time is out for the whole game."""
    if table.clocks is not None and table.clocks.is_out_of_time(seat):
        raise CommandError("not-now", message("out-of-time"))


def propose_time_out(table: Table, now: float) -> tuple[AnyTableEvent, ...]:
    """Return the events for a flag that falls by now; none if there is time left."""
    clocks = table.clocks
    ends = None if clocks is None else clocks.flag_time()
    if clocks is None or clocks.running is None or ends is None or now < ends:
        return ()
    seat = clocks.running
    if clocks.rule.out == "loses":
        return (FlagFell(seat),)
    holder = msgspec.structs.replace(table.holders[seat], bot=clocks.rule.bot)
    return (RanOut(seat), *propose_new_holder(table, seat, holder))


def check_game_has_not_begun(table: Table) -> None:
    """Raise CommandError if the game has begun."""
    if table.phase != "gathering":
        raise CommandError("not-now", message("game-begun"))


def check_up_to_date(table: Table, at: int) -> None:
    """Raise CommandError if the game has changed since event ``at``, the last one that the sender has seen."""
    if at < table.last_change:
        raise CommandError("stale", message("stale-position", last=table.last_change, at=at))
    if at > table.number:
        raise CommandError("stale", message("future-position", last=table.number, at=at))


def check_person_is_to_move(table: Table, seat: int, person: Person, at: int) -> None:
    """Raise CommandError unless it is this person's turn to move for a seat."""
    check_person_holds_seat(table, seat, person)
    check_game_is_being_played(table)
    check_up_to_date(table, at)
    if table.holders[seat].bot:
        raise CommandError("not-now", message("bot-plays-seat"))
    if table.mover != seat:
        raise CommandError("not-now", message("not-your-turn"))


def propose_play(table: Table, command: ask.Play, person: Person) -> tuple[AnyTableEvent, ...]:
    """Return the event of playing an action, which may still turn out to be illegal."""
    check_person_is_to_move(table, command.seat, person, command.at)
    return (Played(command.seat, parse_action(table, command.action)),)


def parse_action(table: Table, action: int | str) -> int:
    """Return an action's number; notation that means no legal action raises CommandError."""
    if isinstance(action, int):
        return action
    try:
        return table.state.parse_action(action)
    except TriangulumError as error:
        raise CommandError("illegal", error.text) from None


def parse_legal_action(table: Table, action: int | str) -> int:
    """Return the number of a legal action, or raise CommandError."""
    try:
        return table.state.check_action_is_legal(parse_action(table, action))
    except TriangulumError as error:
        raise CommandError("illegal", error.text) from None


def propose_take_back(table: Table, command: ask.TakeBack, person: Person) -> tuple[AnyTableEvent, ...]:
    """Return the event of taking moves back if that affects nobody, or of proposing it to the others."""
    seat = command.seat
    check_person_holds_seat(table, seat, person)
    check_game_is_being_played(table)
    check_up_to_date(table, command.at)
    if table.spec.settings.take_backs == "none":
        raise CommandError("not-allowed", message("no-take-backs"))
    steps = count_steps_back(table.history, seat, command.moves)
    if not steps:
        raise CommandError("not-now", message("too-few-moves"))
    if steps <= table.history.count_free_takebacks(seat):
        return (TookBack(seat, steps),)
    if table.spec.settings.take_backs == "free":
        raise CommandError("not-now", message("not-free-to-take-back"))
    return propose_or_settle(table, Proposed(seat, "take-back", steps))


def propose_draw(table: Table, seat: int, person: Person) -> tuple[AnyTableEvent, ...]:
    """Return the event of offering a draw, which bots never accept."""
    check_person_holds_seat(table, seat, person)
    check_game_is_being_played(table)
    if any(holder.bot for holder in table.holders):
        raise CommandError("not-now", message("bots-decline-draws"))
    return propose_or_settle(table, Proposed(seat, "draw"))


def propose_or_settle(table: Table, proposed: Proposed) -> tuple[AnyTableEvent, ...]:
    """Return the event of a proposal, or its outcome if nobody else has to agree."""
    if table.proposal is not None:
        raise CommandError("not-now", message("asked-already"))
    asker = set(table.holders[proposed.seat].people)
    if all(holder.bot or asker & set(holder.people) for holder in table.holders):
        return (proposal_outcome(proposed),)
    return (proposed,)


def proposal_outcome(proposed: Proposed) -> AnyTableEvent:
    """Return the event that follows once everybody has agreed."""
    return TookBack(proposed.seat, proposed.steps) if proposed.matter == "take-back" else DrawAgreed()


def propose_agreement(table: Table, command: ask.Agree, person: Person) -> tuple[AnyTableEvent, ...]:
    """Return the event of agreeing, with the proposal's outcome if all others have agreed."""
    check_person_holds_seat(table, command.seat, person)
    check_game_is_being_played(table)
    check_up_to_date(table, command.at)
    missing = table.awaited_seats()
    if table.proposal is None or command.seat not in missing:
        raise CommandError("not-now", message("nothing-asked-of-seat"))
    if missing == (command.seat,):
        return (Agreed(command.seat), proposal_outcome(table.proposal))
    return (Agreed(command.seat),)


def propose_sit(table: Table, command: ask.Sit, person: Person) -> tuple[AnyTableEvent, ...]:
    """Return the events of sitting down in a free seat, a bot's, or the person's own seat on another device.

    The caller has checked the seat's token.
    """
    seat = check_seat_exists(table, command.seat)
    holder = table.holders[seat]
    if table.phase == "over":
        raise CommandError("not-now", message("game-over"))
    if table.is_holder(person.id, seat):
        raise CommandError("not-now", message("seat-yours-already"))
    if holder.people:
        if command.token is None:
            raise CommandError("not-allowed", message("seat-taken"))
        if len(holder.people) == MAX_DEVICES:
            raise CommandError("too-many", message("too-many-devices", count=MAX_DEVICES))
        return (Seated(seat, msgspec.structs.replace(holder, people=(*holder.people, person.id))),)
    if holder.invited and command.token is None:
        raise CommandError("not-allowed", message("seat-invited"))
    if holder.bot and table.has_begun:
        if not table.spec.settings.late:
            raise CommandError("not-allowed", message("no-late-joining"))
        if table.setup.game.has_secrets and table.has_held_another_seat(person.id, seat):
            raise CommandError("not-allowed", message("saw-secrets"))
        check_seat_has_time(table, seat)
    elif holder.bot:
        raise CommandError("not-allowed", message("seat-of-bot"))
    name = check_person_name_is_allowed(command.name or person.name)
    return propose_new_holder(table, seat, SeatHolder(people=(person.id,), name=name))


def check_seat_exists(table: Table, seat: int) -> int:
    """Return a seat's number if there is such a seat, or raise CommandError."""
    if seat >= len(table.holders):
        raise CommandError("not-found", message("no-such-seat", last=len(table.holders) - 1))
    return seat


def check_person_name_is_allowed(name: str) -> str:
    """Return the name that a person can have at a table, or raise CommandError."""
    try:
        name = check_player_name_fits_record_line(name.strip())
    except TriangulumError as error:
        raise CommandError("malformed", error.text) from None
    if is_bot_name(name.casefold()):
        raise CommandError("malformed", message("name-of-bot", name=name))
    return name


def is_bot_name(name: str) -> bool:
    """Return whether a bot has this name."""
    try:
        make_bot(name)
    except UnknownBotError:
        return False
    return True


def propose_new_holder(table: Table, seat: int, holder: SeatHolder) -> tuple[AnyTableEvent, ...]:
    """Return the events that give a seat another holder."""
    old = table.holders[seat]
    # A new holder decides again whether to share the seat, and tokens that the old one gave away stop working.
    turns = old.turns + (old.people[:1] != holder.people[:1])
    shared = old.shared and old.people[:1] == holder.people[:1]
    seated = Seated(seat, msgspec.structs.replace(holder, turns=turns, shared=shared))
    return (seated, SeatChanged(seat, holder.player)) if table.has_begun else (seated,)


def propose_leave(table: Table, seat: int, bot: str) -> tuple[AnyTableEvent, ...]:
    """Return the events of leaving a seat: it becomes free, or a bot plays on."""
    if table.phase == "over":
        raise CommandError("not-now", message("game-over"))
    return propose_new_holder(table, seat, SeatHolder(bot=bot) if table.has_begun else SeatHolder())


def propose_arrangement(table: Table, command: ask.Arrange, person: Person) -> tuple[AnyTableEvent, ...]:
    """Return the events of arranging who may sit in a seat."""
    if person.id != table.spec.host:
        raise CommandError("not-allowed", message("host-arranges"))
    check_game_has_not_begun(table)
    seat = check_seat_exists(table, command.seat)
    if table.holders[seat].people:
        raise CommandError("not-allowed", message("seat-occupied"))
    return propose_new_holder(
        table, seat, SeatHolder(bot=command.bot or "", invited=command.invited and not command.bot)
    )


def propose_begin(table: Table, person: Person) -> tuple[AnyTableEvent, ...]:
    """Return the event that begins the game."""
    if not table.seats_held_by(person.id) and person.id != table.spec.host:
        raise CommandError("not-allowed", message("may-not-begin"))
    check_game_has_not_begun(table)
    num_empty = sum(not holder.player for holder in table.holders)
    if num_empty:
        raise CommandError("not-now", message("seats-empty", count=num_empty))
    return (Begun(),)


def propose_lot(table: Table, command: ask.TableCommand, person: Person) -> tuple[AnyTableEvent, ...]:
    """Return the event of drawing the lot for who begins if a command begins a game that awaits it; none otherwise.

    It is an entry of its own before the game begins, so that everybody sees it from their old seats, and what is dealt
    from their new ones. If the game can't begin, CommandError is raised.
    """
    if not isinstance(command, ask.Begin) or not table.awaits_lot:
        return ()
    propose_begin(table, person)
    return (table.compute_lot(),)


def propose_chat(table: Table, command: ask.Say, person: Person) -> tuple[AnyTableEvent, ...]:
    """Return the event of a chat message."""
    policy = table.spec.settings.chat
    if policy == "off":
        raise CommandError("not-allowed", message("no-chat"))
    if command.seat is not None:
        check_person_holds_seat(table, command.seat, person)
    if (command.preset is None) == (command.text is None):
        raise CommandError("malformed", message("text-or-preset"))
    name = person.name if command.seat is None else table.holders[command.seat].name
    if command.preset is not None:
        if command.preset not in CHAT_PRESETS:
            raise CommandError("not-found", message("unknown-preset", presets=CHAT_PRESETS))
        return (Said(person.id, name, command.seat, "", command.preset),)
    assert command.text is not None
    text = command.text.strip()
    if policy == "presets":
        raise CommandError("not-allowed", message("presets-only"))
    if not text or not text.isprintable():
        raise CommandError("malformed", message("not-printable"))
    return (Said(person.id, name, command.seat, text),)


def check_nonce_is_usable(seat: int, nonce: str) -> None:
    """Raise CommandError if dice can't use a nonce."""
    try:
        nonce_bytes(seat, nonce)
    except TriangulumError:
        raise CommandError("malformed", message("nonce-wrong", max=MAX_NONCE_BYTES)) from None


def check_can_view(table: Table, person: Person, seat: int | None) -> None:
    """Raise CommandError if a person may not see the game from a seat."""
    if not table.can_view(person.id, seat):
        raise CommandError("not-allowed", message("may-not-view"))
