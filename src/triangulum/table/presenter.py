# compiled by mypyc
"""What watchers are shown of a table: everything here is made from views, from what eyes have seen, and from what is
open to all. The way of a message is the same whether it is sent as it happens or asked for later."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import UNSET, Raw, UnsetType

from triangulum import Random
from triangulum.core.state import State
from triangulum.core.views import View
from triangulum.core.wording import capitalize_first, format_count
from triangulum.record.history import Happened, Played, SeatChanged, step_action
from triangulum.record.narration import narrate_table_entry, seat_names
from triangulum.record.tri_format import format_result
from triangulum.scene import Kit, Scene, diff_scenes
from triangulum.scene.diff import SceneDiff
from triangulum.scene.steps import Branch, build_step_tree
from triangulum.scene.svg import render_kit_css, render_kit_svg
from triangulum.scene.svg_style import Theme
from triangulum.server.identity.signing import Signer
from triangulum.table import events
from triangulum.table.messages import (
    Asked,
    DiceInfo,
    Event,
    Happening,
    Here,
    KitInfo,
    Moves,
    Noted,
    SeatInfo,
    Spoken,
    Stepped,
    TableInfo,
    Times,
    You,
)
from triangulum.table.people import Person
from triangulum.table.table import Change, StepContext, Table, rebuild_table

Form: TypeAlias = Literal["scene", "view", "both", "none"]
"""Whether a watcher wants pictures, the game's own views, both or neither."""

MAX_UPDATES = 200
"""How many missed events are sent again; beyond that a whole view is less."""
NOTHING = SceneDiff()
STEPS = frozenset((Played, Happened))
STEPS_AND_TALK = frozenset((Played, Happened, events.Said))

MOST_TREES = 4096
"""How many trees of moves are kept, of all games together."""
TREES: dict[tuple[str, Hashable, tuple[int, ...]], Raw] = {}
"""By game, by what the game says they depend on, and by the legal actions."""

encode_json = msgspec.json.Encoder().encode


class Perspective(NamedTuple):
    """How somebody looks at a table; all with the same are sent the same events."""

    seat: int | None
    """None for a spectator."""
    form: Form

    @property
    def pictured(self) -> bool:
        """Whether pictures are wanted."""
        return self.form in ("scene", "both")

    @property
    def plain(self) -> bool:
        """Whether the game's own views are wanted."""
        return self.form in ("view", "both")


def scene_of(table: Table, seat: int | None) -> Scene:
    """Return the picture of a table through a seat's eyes."""
    return table.state.scene(seat)


def view_of(table: Table, seat: int | None) -> Raw:
    """Return what a seat may know, as JSON."""
    return Raw(encode_json(table.state.view(seat)))


def seat_info(table: Table, seat: int, people: Signer) -> SeatInfo:
    """Return a seat as everybody sees it."""
    holder = table.holders[seat]
    if holder.bot:
        kind: Literal["anybody", "invited", "person", "bot"] = "bot"
    elif holder.people:
        kind = "person"
    else:
        kind = "invited" if holder.invited else "anybody"
    who = people.alias(table.id, holder.people[0]) if holder.people else ""
    return SeatInfo(seat=seat, kind=kind, name=holder.player, who=who, shared=holder.shared)


def table_info(table: Table, people: Signer) -> TableInfo:
    """Return a table as everybody sees it."""
    setup = table.spec.setup
    dice = table.dice_data()
    asked = table.proposal
    return TableInfo(
        id=table.id,
        game=setup.game,
        title=table.setup.game.title,
        rules=setup.rules,
        options=setup.options,
        house=table.spec.settings,
        host=people.alias(table.id, table.spec.host),
        phase=table.phase,
        seats=tuple(seat_info(table, seat, people) for seat in range(len(table.holders))),
        dice=DiceInfo(
            version=dice.version,
            label=dice.label,
            commitment=dice.commitment,
            nonces={str(seat): nonce for seat, nonce in dice.nonces.items()},
            seed=dice.seed,
        ),
        asked=None if asked is None else asked_info(asked, table),
        result=format_result(table.history) if table.has_begun else "unfinished",
        winners=tuple(table.history.winners()) if table.has_begun else (),
        before=table.spec.rematch_of or None,
        rematch=table.rematch,
    )


def asked_info(asked: events.Proposed, table: Table) -> Asked:
    """Return what was asked for, and of whom."""
    return Asked(seat=asked.seat, matter=asked.matter, steps=asked.steps, missing=table.awaited_seats())


def times(table: Table, at: float | None) -> Times | UnsetType:
    """Return the clocks of a table at a moment, or when the last thing happened; nothing where there are none."""
    if table.clocks is None:
        return UNSET
    found = table.clocks.at(table.clocks.since if at is None else at)
    return Times(at=found.at, left=found.left, running=found.running)


def undo(table: Table, eyes: int | None) -> int | None:
    """Return the seat that can take its last move back at once, to its own eyes only where something is hidden."""
    last = table.history.steps[-1] if table.history.steps else None
    if table.setup.game.has_secrets and not (isinstance(last, Played) and last.seat == eyes):
        return None
    return table.free_takeback_seat()


def here(
    table: Table,
    people: Signer,
    eyes: Perspective,
    person: Person,
    muted: frozenset[str],
    scene: Scene,
    now: float | None = None,
) -> Here:
    """Return the whole table as somebody sees it."""
    return Here(
        number=table.number,
        eyes=eyes.seat,
        table=table_info(table, people),
        you=You(
            who=people.alias(table.id, person.id),
            name=person.name,
            seats=table.seats_held_by(person.id),
            host=person.id == table.spec.host,
            muted=tuple(sorted(muted)),
        ),
        to_move=table.to_move,
        kit=scene.kit.digest,
        scene=diff_scenes(Scene(scene.kit), scene) if eyes.pictured else UNSET,
        view=view_of(table, eyes.seat) if eyes.plain else UNSET,
        clock=times(table, now),
        undo=undo(table, eyes.seat),
    )


def event(
    table: Table,
    change: Change,
    people: Signer,
    eyes: Perspective,
    muted: frozenset[str],
    old: Scene | None,
    new: Scene | None,
) -> Event:
    """Return a change of a table, which has just happened, as some eyes perceived it."""
    moved = NOTHING if old is None or new is None or old is new else diff_scenes(old, new)
    kinds = change.kinds
    if kinds <= STEPS:
        names = names_of(change.names)
        happened: tuple[Happening, ...] = tuple([stepped(moment, eyes.seat, names) for moment in change.steps_made])
    else:
        happened = tuple(happenings(table, change, people, eyes.seat, muted))
    return Event(
        number=change.entry.number,
        at=change.entry.at,
        happened=happened,
        to_move=table.to_move,
        scene=moved if eyes.pictured and moved != NOTHING else UNSET,
        view=view_of(table, eyes.seat) if eyes.plain and change.entry.number == table.last_change else UNSET,
        table=UNSET if kinds <= STEPS_AND_TALK and not table.history.is_over else table_info(table, people),
        clock=times(table, None),
        undo=undo(table, eyes.seat),
    )


def happenings(
    table: Table, change: Change, people: Signer, seat: int | None, muted: frozenset[str]
) -> Iterator[Happening]:
    """Yield what happened, as a seat or a spectator perceived it."""
    begins = events.Begun in change.kinds
    names = names_of(tuple(table.history.players) if begins else change.names)
    steps_made = iter(change.steps_made)
    changes_record = SeatChanged in change.kinds
    for event in change.entry.events:
        match event:
            case Played() | Happened():
                yield stepped(next(steps_made), seat, names)
            case events.Said():
                yield spoken(table, event, people, muted)
            case events.Seated() if changes_record:
                pass
            case _:
                told = note(event, names)
                if told:
                    yield Noted(told=told)


@lru_cache(maxsize=1024)
def names_of(players: tuple[str, ...]) -> Sequence[str]:
    """Return what to call the seats in sentences."""
    return tuple(seat_names(players))


def stepped(moment: StepContext, seat: int | None, names: Sequence[str]) -> Stepped:
    """Return a step as a seat perceived it."""
    state, step = moment
    seen = state.events(step_action(step), seat)
    tell = state.setup.game.narration.narrate
    told = [tell(event, names) for event in seen]
    return Stepped(
        seat=step.seat if isinstance(step, Played) else None,
        told=told[0] if len(told) == 1 else " ".join([words for words in told if words]),
        seen=tuple(seen),
        text="?" if any(event.covered for event in seen) else state.format_action(step_action(step)),
    )


def spoken(table: Table, said: events.Said, people: Signer, muted: frozenset[str]) -> Spoken:
    """Return what somebody said, unless one does not want to hear them."""
    who = people.alias(table.id, said.person)
    if who in muted:
        return Spoken(who=who, name=said.name, muted=True)
    return Spoken(who=who, name=said.name, seat=said.seat, text=said.text, preset=said.preset)


def note(event: events.AnyTableEvent, names: Sequence[str]) -> str:
    """Return what happened besides moves, as a sentence; nothing where everything is in the table's own data."""
    match event:
        case events.Seated(seat=seat, holder=holder) if holder.player:
            return f"{capitalize_first(holder.player)} sits in seat {seat}."
        case events.Seated(seat=seat):
            return f"Seat {seat} is free."
        case events.Shared(seat=seat, on=True):
            return f"{names[seat]} lets others look over the shoulder."
        case events.Shared(seat=seat):
            return f"{names[seat]} lets nobody look over the shoulder."
        case events.NonceGiven(seat=seat):
            return f"{names[seat]} adds something to the dice."
        case events.Begun():
            return "The game begins."
        case events.Proposed(seat=seat, matter="draw"):
            return f"{names[seat]} offers a draw."
        case events.Proposed(seat=seat, steps=steps):
            return f"{names[seat]} would like to take back {format_count(steps, 'step')}."
        case events.Agreed(seat=seat):
            return f"{names[seat]} agrees."
        case events.Declined(seat=seat):
            return f"{names[seat]} declines."
        case events.RanOut(seat=seat):
            return f"{names[seat]}'s time is out."
        case events.Rematched():
            return "All go on to another table."
        case events.Said() | Played() | Happened():
            return ""
        case _:
            return narrate_table_entry(event, names)


def moves(table: Table, seat: int, view: View | None = None) -> Moves | None:
    """Return the legal moves of a seat as a tree; None if it is not its turn. Its view may have been made already."""
    if table.mover != seat or table.holders[seat].bot:
        return None
    view = view or table.state.view(seat)
    steps_key = getattr(table.setup.game.renderer, "steps_key", None)
    found: Any = move_tree(table.state, view) if steps_key is None else kept_tree(table.state, view, steps_key(view))
    return Moves(number=table.number, seat=seat, tree=found)


def move_tree(state: State, view: View) -> tuple[Branch, ...]:
    """Return what the seat to move can touch."""
    texts = {action: state.format_action(action) for action in state.legal_actions()}
    renderer = state.setup.game.renderer
    return build_step_tree({action: renderer.steps(view, action) for action in texts}, texts)


def kept_tree(state: State, view: View, steps_key: Hashable) -> Any:
    """Return the same, made and encoded once for all tables at which there is the same to touch."""
    key = state.setup.game.id, steps_key, tuple(state.legal_actions())
    kept = TREES.get(key)
    if kept is None:
        if len(TREES) >= MOST_TREES:
            del TREES[next(iter(TREES))]
        kept = TREES[key] = Raw(encode_json(move_tree(state, view)))
    # To an encoder it is what it was made from.
    return kept


def would_be(table: Table, seat: int, action: int) -> SceneDiff | UnsetType:
    """Return what an action of the seat to move would change in its picture.

    The action is tried in a resampled state, which depends on nothing but what the seat knows, so nothing more can come
    out. Where it would bring news, the resampled ones are invented, and nothing is shown.
    """
    world = table.state.resample(seat, Random(0))
    if any(event.news for event in world.events(action, seat)):
        return UNSET
    after = world.copy()
    after.play(action)
    old, new = world.scene(seat), after.scene(seat)
    return UNSET if old.kit != new.kit else diff_scenes(old, new)


def events_after(
    table: Table, after: int, people: Signer, eyes: Perspective, muted: frozenset[str]
) -> list[Event] | None:
    """Return the events after a number just as they were sent; None if they are too many or there is no such number."""
    if not 0 <= after <= table.number or table.number - after > MAX_UPDATES:
        return None
    return event_page(table, after, MAX_UPDATES, people, eyes, muted)


def event_page(
    table: Table, after: int, limit: int, people: Signer, eyes: Perspective, muted: frozenset[str]
) -> list[Event]:
    """Return up to ``limit`` events after a number just as they were sent; replays the game once, as far as needed."""
    entries = table.log[after : after + limit]
    if not entries:
        return []
    past = rebuild_table(table, table.log[:after])
    page = []
    scene = scene_of(past, eyes.seat) if eyes.pictured else None
    for entry in entries:
        change = past.apply_entry(entry)
        next_scene = scene_of(past, eyes.seat) if eyes.pictured else None
        page.append(event(past, change, people, eyes, muted, scene, next_scene))
        scene = next_scene
    return page


def kit_of(table: Table) -> Kit:
    """Return what the pictures of a table are made of."""
    return scene_of(table, None).kit


@lru_cache(maxsize=64)
def kit_info(kit: Kit) -> KitInfo:
    """Return a kit as a page needs it."""
    return KitInfo(digest=kit.digest, prefix=Theme(kit).prefix, css=render_kit_css(kit), svg=render_kit_svg(kit))
