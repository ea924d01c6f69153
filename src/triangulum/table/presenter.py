# compiled by mypyc
"""What each viewer is shown of a table, made from views, perceived events and what is public.

An update is the same whether it is sent at once or requested later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import UNSET, Raw, UnsetType

from triangulum import Random
from triangulum.core.views import GameEvent, View
from triangulum.record.history import DrawAgreed, FlagFell, Happened, Played, Resigned, SeatChanged, step_action
from triangulum.record.narration import narrate_non_step_entry, player_name, unique_display_names
from triangulum.record.tri_format import format_result
from triangulum.scene import Kit, Scene, diff_scenes
from triangulum.scene.diff import SceneDiff
from triangulum.scene.localize import localize_diff, localize_scene
from triangulum.scene.svg import render_kit_css, render_kit_svg
from triangulum.scene.svg_style import Theme
from triangulum.table import events
from triangulum.table.messages import (
    ChatUpdate,
    ClockTimes,
    DiceInfo,
    KitInfo,
    LegalMoves,
    Proposal,
    SeatInfo,
    Snapshot,
    StepUpdate,
    TableInfo,
    Update,
    UpdatePart,
    You,
)
from triangulum.table.move_trees import MoveTreeCache, build_move_tree
from triangulum.table.people import Alias, Person
from triangulum.table.sentences import message
from triangulum.table.table import Change, StepContext, Table, rebuild_table
from triangulum.text import DEFAULT_LANGUAGE, Reader, SeatName, Text
from triangulum.text.template import JsonTemplate

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
    """How a viewer sees a table; all with the same perspective are sent the same updates."""

    seat: int | None
    """The seat from which they see it; None for a spectator."""
    form: Form
    language: str = DEFAULT_LANGUAGE

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


class ReaderPair(NamedTuple):
    """A reader with the names that people had before a change, and with those they have now."""

    before: Reader
    now: Reader


class PerceivedChange(NamedTuple):
    """What a seat, or a spectator, perceives of a change: made once, then said to every reader in their own way."""

    sentences: list[Text]
    steps: tuple[StepUpdate, ...]
    old_scene: Scene | None
    """The pictures before and after; None where nobody wants them."""
    scene: Scene | None
    diff: SceneDiff


class Presenter:
    """Makes the messages that viewers are sent."""

    def __init__(self, alias: Alias, move_trees: MoveTreeCache | None = None) -> None:
        self.alias = alias
        self.move_trees = move_trees or MoveTreeCache()

    def seat_info(self, table: Table, seat: int, names: Sequence[str]) -> SeatInfo:
        """Return a seat as everybody sees it, with these names."""
        holder = table.holders[seat]
        if holder.bot:
            kind: Literal["anybody", "invited", "person", "bot"] = "bot"
        elif holder.people:
            kind = "person"
        else:
            kind = "invited" if holder.invited else "anybody"
        who = self.alias(table.id, holder.people[0]) if holder.people else ""
        name = names[seat] if holder.player else ""
        return SeatInfo(seat=seat, kind=kind, name=name, alias=who, shared=holder.shared)

    def list_seats(self, table: Table, language: str = DEFAULT_LANGUAGE) -> tuple[SeatInfo, ...]:
        """Return all seats as everybody sees them."""
        names = unique_display_names(tuple([holder.player for holder in table.holders]), language)
        return tuple([self.seat_info(table, seat, names) for seat in range(len(table.holders))])

    def table_info(self, table: Table, reader: Reader) -> TableInfo:
        """Return a table as everybody sees it, in a reader's language."""
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
            seats=self.list_seats(table, reader.language),
            lot=table.awaits_lot,
            dice=DiceInfo(
                version=dice.version,
                label=dice.label,
                commitment=dice.commitment,
                nonces={str(seat): nonce for seat, nonce in dice.nonces.items()},
                seed=dice.seed,
            ),
            proposal=None if proposal is None else proposal_info(proposal, table, reader),
            result=format_result(table.history) if table.has_begun else "unfinished",
            winners=tuple(table.history.winners()) if table.has_begun else (),
            ending=reader.render(describe_ending(table)),
            rematch_of=table.spec.rematch_of or None,
            rematch=table.rematch,
        )

    def snapshot(self, table: Table, viewer: Viewer, scene: Scene, now: float | None = None) -> Snapshot:
        """Return the whole table as a viewer sees it; ``now`` is when its clocks are read."""
        person, perspective, muted = viewer
        reader = reader_at(table, perspective)
        return Snapshot(
            number=table.number,
            perspective=perspective.seat,
            table=self.table_info(table, reader),
            you=You(
                alias=self.alias(table.id, person.id),
                name=person.name,
                seats=table.seats_held_by(person.id),
                host=person.id == table.spec.host,
                muted=tuple(sorted(muted)),
            ),
            to_move=table.to_move,
            kit=scene.kit.digest,
            scene=localize_diff(diff_scenes(Scene(scene.kit), scene), reader) if perspective.has_scene else UNSET,
            view=encode_view(table, perspective.seat) if perspective.has_view else UNSET,
            clock=clock_times(table, now),
            takeback_seat=takeback_seat_shown_to(table, perspective.seat),
        )

    def update_template(
        self, table: Table, change: Change, perceived: PerceivedChange, perspective: Perspective
    ) -> JsonTemplate:
        """Return an update for all who perceive the same; ``is_same_but_for_text`` says whether there is one."""
        return JsonTemplate(
            lambda reader: self.build_update(table, change, perceived, perspective, ReaderPair(reader, reader))
        )

    def update(
        self,
        table: Table,
        change: Change,
        perceived: PerceivedChange,
        perspective: Perspective,
        muted: frozenset[str] = NOBODY_MUTED,
    ) -> Update:
        """Return a change of a table that has just been applied, as a viewer with a perspective perceives it."""
        reader = reader_of_change(change, perspective)
        # Moves and chat change nobody's name.
        reader_now = reader if change.event_types <= STEP_AND_CHAT_EVENTS else reader_at(table, perspective)
        return self.build_update(table, change, perceived, perspective, ReaderPair(reader, reader_now), muted)

    def build_update(
        self,
        table: Table,
        change: Change,
        perceived: PerceivedChange,
        perspective: Perspective,
        readers: ReaderPair,
        muted: frozenset[str] = NOBODY_MUTED,
    ) -> Update:
        """Return an update in the words of a reader.

        Texts are rendered in the order in which they are encoded, as a JsonTemplate requires.
        """
        reader, reader_now = readers
        entry, event_types = change.entry, change.event_types
        seat = perspective.seat
        narration = " ".join([reader.render(sentence) for sentence in perceived.sentences])
        parts: tuple[UpdatePart, ...] = perceived.steps
        if events.Said in event_types:
            parts = (*parts, *self.list_chat_updates(table, change, muted, reader))
        is_table_same = event_types <= STEP_AND_CHAT_EVENTS and not table.history.is_over
        return Update(
            number=entry.number,
            at=entry.at,
            narration=narration,
            parts=parts,
            to_move=table.to_move,
            scene=localize_scene_change(perceived, reader, reader_now) if perspective.has_scene else UNSET,
            view=encode_view(table, seat) if perspective.has_view and entry.number == table.last_change else UNSET,
            table=UNSET if is_table_same else self.table_info(table, reader_now),
            clock=clock_times(table, None),
            takeback_seat=takeback_seat_shown_to(table, seat),
        )

    def list_chat_updates(
        self, table: Table, change: Change, muted: frozenset[str], reader: Reader
    ) -> Iterator[ChatUpdate]:
        """Yield what was said in a change."""
        for event in change.entry.events:
            if isinstance(event, events.Said):
                yield self.chat_update(table, event, muted, reader)

    def chat_update(self, table: Table, said: events.Said, muted: frozenset[str], reader: Reader) -> ChatUpdate:
        """Return what somebody said; without the words if the viewer has muted them."""
        who = self.alias(table.id, said.person)
        if who in muted:
            return ChatUpdate(alias=who, name=said.name, muted=True)
        text = reader.render(message(f"preset-{said.preset}")) if said.preset else said.text
        return ChatUpdate(alias=who, name=said.name, seat=said.seat, text=text, preset=said.preset)

    def list_updates(
        self, table: Table, after: int, limit: int, perspective: Perspective, muted: frozenset[str]
    ) -> list[Update]:
        """Return up to ``limit`` updates after a number, just as they were sent."""
        if after >= table.number:
            return []
        past = rebuild_table(table, table.log[:after])
        updates = []
        then = perspective_before(table, past, perspective)
        scene = past.state.scene(then.seat) if then.has_scene else None
        for entry in table.log[after : after + limit]:
            if then != perspective and past.lot is not None:
                then = perspective
                scene = past.state.scene(then.seat) if then.has_scene else None
            change = past.apply_entry(entry)
            old_scene, scene = scene, past.state.scene(then.seat) if then.has_scene else None
            perceived = perceive_change(past, change, then.seat, old_scene, scene)
            updates.append(self.update(past, change, perceived, then, muted))
        return updates

    def legal_moves(
        self, table: Table, seat: int, language: str = DEFAULT_LANGUAGE, view: View | None = None
    ) -> LegalMoves | None:
        """Return the legal moves of a seat as a tree; None if it isn't its turn. ``view`` saves making it again."""
        if table.mover != seat or table.holders[seat].bot:
            return None
        view = view or table.state.view(seat)
        touch_steps_key = getattr(table.setup.game.renderer, "touch_steps_key", None)
        # An encoder writes an encoded tree like the tree itself.
        tree: Any = (
            build_move_tree(table.state, view, reader_at(table, Perspective(seat, "none", language)))
            if touch_steps_key is None
            else self.move_trees.find_or_build(table.state, view, touch_steps_key(view), language)
        )
        return LegalMoves(number=table.number, seat=seat, tree=tree)


def perspective_before(table: Table, past: Table, perspective: Perspective) -> Perspective:
    """Return the perspective that somebody had at an earlier state of a table: before the lot, from another seat."""
    if perspective.seat is None or table.lot is None or past.lot is not None:
        return perspective
    return perspective._replace(seat=(perspective.seat + table.lot.first) % len(table.holders))


def reader_at(table: Table, perspective: Perspective) -> Reader:
    """Return who reads what is sent to a perspective of a table now."""
    return build_reader_for_perspective(table.holders, table.players, perspective)


def build_reader_for_perspective(
    holders: Sequence[events.SeatHolder], players: tuple[str, ...], perspective: Perspective
) -> Reader:
    """Return who reads what is sent to a perspective, where these people hold the seats and these players play.

    They are "you" in their own seat, unless several seats are theirs: then names tell more.
    """
    seat = perspective.seat
    if seat is not None and holders[seat].people:
        person = holders[seat].people[0]
        if sum([person in holder.people for holder in holders]) > 1:
            seat = None
    return find_reader(perspective.language, players, seat)


@lru_cache(maxsize=512)
def find_reader(language: str, players: tuple[str, ...], seat: int | None) -> Reader:
    """Return a reader, made once."""
    return Reader(language, unique_display_names(players, language), seat)


def reader_of_change(change: Change, perspective: Perspective) -> Reader:
    """Return who reads of a change from a perspective, by the names that everybody had before it."""
    return build_reader_for_perspective(change.holders, change.players, perspective)


def is_same_but_for_text(table: Table, change: Change) -> bool:
    """Return whether a change that has just been applied is told to all who perceive the same, but for its text."""
    return change.event_types <= STEP_EVENTS and not table.history.is_over


def perceive_change(
    table: Table, change: Change, seat: int | None, old_scene: Scene | None, scene: Scene | None
) -> PerceivedChange:
    """Return what a seat, or a spectator, perceives of a change that has just been applied."""
    narrate = table.setup.game.narration.narrate
    sentences: list[Text] = []
    parts: list[StepUpdate] = []
    perceived: list[GameEvent] = []
    steps = iter(change.steps)
    is_in_record = SeatChanged in change.event_types
    for event in change.entry.events:
        if isinstance(event, Played | Happened):
            step = perceive_step(next(steps), seat)
            parts.append(step)
            perceived += step.events
            continue
        if isinstance(event, events.Seated) and is_in_record:
            continue
        sentence = narrate_non_step_event(event)
        if sentence is not None:
            sentences += narrate(perceived) if perceived else ()
            sentences.append(sentence)
            perceived = []
    sentences += narrate(perceived) if perceived else ()
    diff = NO_DIFF if scene is None or old_scene is None or old_scene is scene else diff_scenes(old_scene, scene)
    return PerceivedChange(sentences, tuple(parts), old_scene, scene, diff)


def localize_scene_change(perceived: PerceivedChange, reader: Reader, reader_now: Reader) -> SceneDiff | UnsetType:
    """Return how a picture changes for a reader; UNSET if it doesn't. Somebody may be called something else now."""
    diff = perceived.diff
    if reader is not reader_now and perceived.old_scene is not None and perceived.scene is not None:
        old_scene, scene = localize_scene(perceived.old_scene, reader), localize_scene(perceived.scene, reader_now)
        diff = diff_scenes(old_scene, scene)
    return UNSET if diff == NO_DIFF else localize_diff(diff, reader_now)


def encode_view(table: Table, seat: int | None) -> Raw:
    """Return what a seat may know, as JSON."""
    return Raw(encode_json(table.state.view(seat)))


def proposal_info(proposal: events.Proposed, table: Table, reader: Reader) -> Proposal:
    """Return an open proposal, and the seats that have not agreed to it yet."""
    return Proposal(
        seat=proposal.seat,
        kind=proposal.matter,
        steps=proposal.steps,
        text=reader.render(narrate_proposal(proposal)),
        awaited_seats=table.awaited_seats(),
    )


def describe_ending(table: Table) -> Text:
    """Return how a game ended if its own status doesn't say so: not by its rules, or in a game without messages."""
    winners = tuple([SeatName(seat) for seat in table.history.winners()]) if table.has_begun else ()
    match table.history.ending:
        case Resigned(seat=seat):
            return message("ending-resigned", seat=SeatName(seat), winners=winners)
        case FlagFell(seat=seat):
            return message("ending-flag", seat=SeatName(seat), winners=winners)
        case DrawAgreed():
            return message("ending-draw")
    if table.phase == "over" and table.setup.game.messages is None:
        return message("ending-won", winners=winners) if winners else message("ending-drawn")
    return ""


def clock_times(table: Table, now: float | None) -> ClockTimes | UnsetType:
    """Return the clocks of a table now, or at its last entry; UNSET where there are none."""
    if table.clocks is None:
        return UNSET
    return table.clocks.times_at(table.clocks.since if now is None else now)


def takeback_seat_shown_to(table: Table, viewer_seat: int | None) -> int | None:
    """Return the seat that can take its last move back at once; in a game with secrets, only that seat learns it."""
    if table.setup.game.has_secrets and table.history.last_decider() != viewer_seat:
        return None
    return table.free_takeback_seat()


def perceive_step(context: StepContext, seat: int | None) -> StepUpdate:
    """Return a step as a seat or a spectator perceives it."""
    state, step = context
    perceived = state.events(step_action(step), seat)
    return StepUpdate(
        seat=step.seat if isinstance(step, Played) else None,
        events=tuple(perceived),
        notation="?" if any(event.covered for event in perceived) else state.format_action(step_action(step)),
    )


def narrate_non_step_event(event: events.AnyTableEvent) -> Text | None:
    """Return an event that is no step of the game as a sentence; None if the table's own data says it all."""
    match event:
        case events.Seated(holder=holder) if holder.player:
            return message("seated", player=player_name(holder.player))
        case events.Seated():
            return message("seat-freed")
        case events.Shared(seat=seat, on=on):
            return message("shared" if on else "unshared", seat=SeatName(seat))
        case events.NonceGiven(seat=seat):
            return message("nonce-given", seat=SeatName(seat))
        case events.LotDrawn(first=first):
            return message("lot-drawn", seat=SeatName(first))
        case events.Begun():
            return message("begun")
        case events.Proposed():
            return narrate_proposal(event)
        case events.Agreed(seat=seat):
            return message("agreed", seat=SeatName(seat))
        case events.Declined(seat=seat):
            return message("declined", seat=SeatName(seat))
        case events.RanOut(seat=seat):
            return message("ran-out", seat=SeatName(seat))
        case events.Rematched():
            return message("rematched")
        case events.Said() | Played() | Happened():
            return None
        case _:
            return narrate_non_step_entry(event)


def narrate_proposal(proposal: events.Proposed) -> Text:
    """Return what a seat asks of the others, as a sentence."""
    if proposal.matter == "draw":
        return message("draw-offered", seat=SeatName(proposal.seat))
    return message("take-back-asked", seat=SeatName(proposal.seat), steps=proposal.steps)


def preview_scene_diff(table: Table, seat: int, action: int, reader: Reader) -> SceneDiff | UnsetType:
    """Return what an action of the seat to move would change in its picture, with texts for a reader.

    The action is tried in a resampled state, which depends on nothing but what the seat knows, so no secret can come
    out. If the action would reveal something, the resampled state has invented it, and nothing is shown.
    """
    state = table.state.resample(seat, Random(0))
    if any(event.news for event in state.events(action, seat)):
        return UNSET
    after = state.copy()
    after.play(action)
    old, new = state.scene(seat), after.scene(seat)
    return UNSET if old.kit != new.kit else localize_diff(diff_scenes(old, new), reader)


def table_kit(table: Table) -> Kit:
    """Return the kit that a table's pictures are drawn with."""
    return table.state.scene(None).kit


@lru_cache(maxsize=64)
def kit_info(kit: Kit) -> KitInfo:
    """Return a kit as a page needs it."""
    return KitInfo(digest=kit.digest, prefix=Theme(kit).prefix, css=render_kit_css(kit), svg=render_kit_svg(kit))
