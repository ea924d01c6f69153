# compiled by mypyc
"""What each viewer is shown of a table, made from views, perceived events and what is public.

An update is the same whether it is sent at once or requested later.
"""

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
from triangulum.table import events
from triangulum.table.messages import (
    ChatUpdate,
    ClockTimes,
    DiceInfo,
    KitInfo,
    LegalMoves,
    NoteUpdate,
    Proposal,
    SeatInfo,
    Snapshot,
    StepUpdate,
    TableInfo,
    Update,
    UpdatePart,
    You,
)
from triangulum.table.people import Alias, Person
from triangulum.table.table import Change, StepContext, Table, rebuild_table

Form: TypeAlias = Literal["scene", "view", "both", "none"]
"""Whether a viewer wants pictures, the game's own views, both or neither."""

MAX_UPDATES = 200
"""How many missed updates are sent again; beyond that, a snapshot is smaller."""
NO_DIFF = SceneDiff()
STEP_EVENTS = frozenset((Played, Happened))
STEP_AND_CHAT_EVENTS = frozenset((Played, Happened, events.Said))
NOBODY_MUTED: frozenset[str] = frozenset()

encode_json = msgspec.json.Encoder().encode


class Perspective(NamedTuple):
    """From which seat a viewer sees a table, and in which form; viewers with equal ones get the same updates."""

    seat: int | None
    """None for a spectator."""
    form: Form

    @property
    def has_scene(self) -> bool:
        """Whether pictures are wanted."""
        return self.form in ("scene", "both")

    @property
    def has_view(self) -> bool:
        """Whether the game's own views are wanted."""
        return self.form in ("view", "both")


class Viewer(NamedTuple):
    """Somebody who sees a table."""

    person: Person
    perspective: Perspective
    muted: frozenset[str] = NOBODY_MUTED
    """The aliases of those whose chat they don't want to read."""


class MoveTreeCache:
    """Encoded trees of legal moves, shared by all tables that use this cache; the oldest are dropped first."""

    def __init__(self, max_trees: int = 4096) -> None:
        self.max_trees = max_trees
        self.trees: dict[tuple[str, Hashable, tuple[int, ...]], Raw] = {}
        """By game, by the game's ``steps_key``, and by the legal actions."""

    def find_or_build(self, state: State, view: View, steps_key: Hashable) -> Raw:
        """Return the encoded tree of the seat to move, built once for all tables at which it is the same."""
        key = state.setup.game.id, steps_key, tuple(state.legal_actions())
        tree = self.trees.get(key)
        if tree is None:
            if len(self.trees) >= self.max_trees:
                del self.trees[next(iter(self.trees))]
            tree = self.trees[key] = Raw(encode_json(build_move_tree(state, view)))
        return tree


class Presenter:
    """Makes the messages that viewers are sent."""

    def __init__(self, alias: Alias, move_trees: MoveTreeCache | None = None) -> None:
        self.alias = alias
        self.move_trees = move_trees or MoveTreeCache()

    def seat_info(self, table: Table, seat: int) -> SeatInfo:
        """Return a seat as everybody sees it."""
        holder = table.holders[seat]
        if holder.bot:
            kind: Literal["anybody", "invited", "person", "bot"] = "bot"
        elif holder.people:
            kind = "person"
        else:
            kind = "invited" if holder.invited else "anybody"
        who = self.alias(table.id, holder.people[0]) if holder.people else ""
        return SeatInfo(seat=seat, kind=kind, name=holder.player, alias=who, shared=holder.shared)

    def list_seats(self, table: Table) -> tuple[SeatInfo, ...]:
        """Return all seats as everybody sees them."""
        return tuple([self.seat_info(table, seat) for seat in range(len(table.holders))])

    def table_info(self, table: Table) -> TableInfo:
        """Return a table as everybody sees it."""
        setup = table.spec.setup
        dice = table.dice_data()
        proposal = table.proposal
        return TableInfo(
            id=table.id,
            game=setup.game,
            title=table.setup.game.title,
            rules=setup.rules,
            options=setup.options,
            settings=table.spec.settings,
            host=self.alias(table.id, table.spec.host),
            phase=table.phase,
            seats=self.list_seats(table),
            dice=DiceInfo(
                version=dice.version,
                label=dice.label,
                commitment=dice.commitment,
                nonces={str(seat): nonce for seat, nonce in dice.nonces.items()},
                seed=dice.seed,
            ),
            proposal=None if proposal is None else proposal_info(proposal, table),
            result=format_result(table.history) if table.has_begun else "unfinished",
            winners=tuple(table.history.winners()) if table.has_begun else (),
            rematch_of=table.spec.rematch_of or None,
            rematch=table.rematch,
        )

    def snapshot(self, table: Table, viewer: Viewer, scene: Scene, now: float | None = None) -> Snapshot:
        """Return the whole table as a viewer sees it; ``now`` is when its clocks are read."""
        person, perspective, muted = viewer
        return Snapshot(
            number=table.number,
            perspective=perspective.seat,
            table=self.table_info(table),
            you=You(
                alias=self.alias(table.id, person.id),
                name=person.name,
                seats=table.seats_held_by(person.id),
                host=person.id == table.spec.host,
                muted=tuple(sorted(muted)),
            ),
            to_move=table.to_move,
            kit=scene.kit.digest,
            scene=diff_scenes(Scene(scene.kit), scene) if perspective.has_scene else UNSET,
            view=encode_view(table, perspective.seat) if perspective.has_view else UNSET,
            clock=clock_times(table, now),
            takeback_seat=takeback_seat_for(table, perspective.seat),
        )

    def update(
        self, table: Table, change: Change, perspective: Perspective, muted: frozenset[str], diff: SceneDiff
    ) -> Update:
        """Return a change of a table that has just been applied, as it is seen from a perspective."""
        entry, _, _, event_types = change
        seat = perspective.seat
        if event_types <= STEP_EVENTS:
            names = names_in_sentences(change.names)
            parts: tuple[UpdatePart, ...] = tuple([step_update(step, seat, names) for step in change.steps])
        else:
            parts = tuple(self.build_update_parts(table, change, seat, muted))
        is_table_same = event_types <= STEP_AND_CHAT_EVENTS and not table.history.is_over
        return Update(
            number=entry.number,
            at=entry.at,
            parts=parts,
            to_move=table.to_move,
            scene=diff if perspective.has_scene and diff != NO_DIFF else UNSET,
            view=encode_view(table, seat) if perspective.has_view and entry.number == table.last_change else UNSET,
            table=UNSET if is_table_same else self.table_info(table),
            clock=clock_times(table, None),
            takeback_seat=takeback_seat_for(table, seat),
        )

    def build_update_parts(
        self, table: Table, change: Change, seat: int | None, muted: frozenset[str]
    ) -> Iterator[UpdatePart]:
        """Yield the parts of an update, as a seat or a spectator perceives them."""
        begins = events.Begun in change.event_types
        names = names_in_sentences(tuple(table.history.players) if begins else change.names)
        steps = iter(change.steps)
        is_in_record = SeatChanged in change.event_types
        for event in change.entry.events:
            match event:
                case Played() | Happened():
                    yield step_update(next(steps), seat, names)
                case events.Said():
                    yield self.chat_update(table, event, muted)
                case events.Seated() if is_in_record:
                    pass
                case _:
                    sentence = narrate_event(event, names)
                    if sentence:
                        yield NoteUpdate(narration=sentence)

    def chat_update(self, table: Table, said: events.Said, muted: frozenset[str]) -> ChatUpdate:
        """Return a chat message; without its text if the viewer has muted the sender."""
        who = self.alias(table.id, said.person)
        if who in muted:
            return ChatUpdate(alias=who, name=said.name, muted=True)
        return ChatUpdate(alias=who, name=said.name, seat=said.seat, text=said.text, preset=said.preset)

    def list_updates(
        self, table: Table, after: int, limit: int, perspective: Perspective, muted: frozenset[str]
    ) -> list[Update]:
        """Return up to ``limit`` updates after a number, just as they were sent."""
        if after >= table.number:
            return []
        past = rebuild_table(table, table.log[:after])
        updates = []
        scene = past.state.scene(perspective.seat) if perspective.has_scene else None
        for entry in table.log[after : after + limit]:
            change = past.apply_entry(entry)
            diff = NO_DIFF
            if scene is not None:
                new_scene = past.state.scene(perspective.seat)
                diff = diff_scenes(scene, new_scene)
                scene = new_scene
            updates.append(self.update(past, change, perspective, muted, diff))
        return updates

    def legal_moves(self, table: Table, seat: int, view: View | None = None) -> LegalMoves | None:
        """Return the legal moves of a seat as a tree; None if it isn't its turn. Pass ``view`` if it has been made."""
        if table.mover != seat or table.holders[seat].bot:
            return None
        view = view or table.state.view(seat)
        steps_key = getattr(table.setup.game.renderer, "steps_key", None)
        # An encoder writes an encoded tree like the tree itself.
        tree: Any = (
            build_move_tree(table.state, view)
            if steps_key is None
            else self.move_trees.find_or_build(table.state, view, steps_key(view))
        )
        return LegalMoves(number=table.number, seat=seat, tree=tree)


def encode_view(table: Table, seat: int | None) -> Raw:
    """Return what a seat may know, as JSON."""
    return Raw(encode_json(table.state.view(seat)))


def proposal_info(proposal: events.Proposed, table: Table) -> Proposal:
    """Return an open proposal, and the seats that have not agreed to it yet."""
    return Proposal(seat=proposal.seat, kind=proposal.matter, steps=proposal.steps, awaited_seats=table.awaited_seats())


def clock_times(table: Table, now: float | None) -> ClockTimes | UnsetType:
    """Return the clocks of a table now, or at its last entry; UNSET where there are none."""
    if table.clocks is None:
        return UNSET
    return table.clocks.times_at(table.clocks.since if now is None else now)


def takeback_seat_for(table: Table, viewer_seat: int | None) -> int | None:
    """Return the seat that can take its last move back at once; in a game with secrets, only that seat learns it."""
    if table.setup.game.has_secrets and table.history.last_decider() != viewer_seat:
        return None
    return table.free_takeback_seat()


@lru_cache(maxsize=1024)
def names_in_sentences(players: tuple[str, ...]) -> Sequence[str]:
    """Return what the players are called in sentences."""
    return tuple(seat_names(players))


def step_update(context: StepContext, seat: int | None, names: Sequence[str]) -> StepUpdate:
    """Return a step as a seat or a spectator perceives it."""
    state, step = context
    perceived = state.events(step_action(step), seat)
    narrate = state.setup.game.narration.narrate
    sentences = [narrate(event, names) for event in perceived]
    return StepUpdate(
        seat=step.seat if isinstance(step, Played) else None,
        narration=sentences[0] if len(sentences) == 1 else " ".join([sentence for sentence in sentences if sentence]),
        events=tuple(perceived),
        notation="?" if any(event.covered for event in perceived) else state.format_action(step_action(step)),
    )


def narrate_event(event: events.AnyTableEvent, names: Sequence[str]) -> str:
    """Return an event as a sentence; an empty string if the table's own data shows it."""
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


def build_move_tree(state: State, view: View) -> tuple[Branch, ...]:
    """Return what the seat to move can touch, as a tree."""
    texts = {action: state.format_action(action) for action in state.legal_actions()}
    renderer = state.setup.game.renderer
    return build_step_tree({action: renderer.steps(view, action) for action in texts}, texts)


def preview_scene(table: Table, seat: int, action: int) -> SceneDiff | UnsetType:
    """Return what an action of the seat to move would change in its picture.

    The action is tried in a resampled state, which depends on nothing but what the seat knows, so no secret can come
    out. If the action would reveal something, the resampled state has invented it, and nothing is shown.
    """
    state = table.state.resample(seat, Random(0))
    if any(event.news for event in state.events(action, seat)):
        return UNSET
    after = state.copy()
    after.play(action)
    old, new = state.scene(seat), after.scene(seat)
    return UNSET if old.kit != new.kit else diff_scenes(old, new)


def table_kit(table: Table) -> Kit:
    """Return the kit that a table's pictures are drawn with."""
    return table.state.scene(None).kit


@lru_cache(maxsize=64)
def kit_info(kit: Kit) -> KitInfo:
    """Return a kit as a page needs it."""
    return KitInfo(digest=kit.digest, prefix=Theme(kit).prefix, css=render_kit_css(kit), svg=render_kit_svg(kit))
