"""What a player can ask about their own turn: what an action would lead to, and what a bot would play."""

from __future__ import annotations

from collections.abc import Sequence

from triangulum.bots.thought import Thought
from triangulum.core.messages import message as core_message
from triangulum.core.state import OVER, State
from triangulum.core.views import GameEvent
from triangulum.errors import TriangulumError
from triangulum.server.runtime.bot_pool import ADVISER, BOT_TIMEOUT, BotPool, ThinkRequest, thinking_seconds
from triangulum.server.runtime.randomness import Randomness
from triangulum.server.runtime.rooms import Rooms
from triangulum.server.sentences import message as server_message
from triangulum.table import commands as ask
from triangulum.table import permissions
from triangulum.table.messages import Advice, CommandError, HintReply, PreviewReply
from triangulum.table.people import Person
from triangulum.table.presenter import Perspective, preview_scene_diff, reader_at
from triangulum.table.sentences import message
from triangulum.text import Reader, SeatName, Text


class Advisor:
    """Answers previews and hints, from nothing but what the seat that asks can know."""

    def __init__(self, rooms: Rooms, bot_pool: BotPool, randomness: Randomness) -> None:
        self.rooms = rooms
        self.bot_pool = bot_pool
        self.randomness = randomness
        self.waiting: set[str] = set()
        """The ids of people who wait for a hint."""

    async def preview(self, table_id: str, command: ask.PreviewMove, person: Person, language: str) -> PreviewReply:
        """Return what an action would lead to."""
        async with self.rooms.locked(table_id) as room:
            table = room.table
            permissions.check_person_is_to_move(table, command.seat, person, command.at)
            action = permissions.parse_legal_action(table, command.action)
            reader = reader_at(table, Perspective(command.seat, "scene", language))
            return PreviewReply(
                id=command.id,
                action=action,
                text=table.state.format_action(action),
                words=reader.render(table.state.preview(action).words),
                scene=preview_scene_diff(table, command.seat, action, reader),
            )

    async def hint(self, table_id: str, command: ask.Hint, person: Person, language: str) -> HintReply:
        """Return what a bot would play that knows what the seat knows."""
        async with self.rooms.locked(table_id) as room:
            if not room.table.spec.settings.hints:
                raise CommandError("not-allowed", server_message("no-hints"))
            permissions.check_person_is_to_move(room.table, command.seat, person, command.at)
            state = room.table.state.copy()
            number = room.table.number
            reader = reader_at(room.table, Perspective(command.seat, "scene", language))
        if person.id in self.waiting:
            raise CommandError("busy", server_message("hint-pending"))
        rng = self.randomness.rng
        request = ThinkRequest(
            ADVISER, state.resample(command.seat, rng), thinking_seconds(ADVISER), rng.randrange(2**31)
        )
        self.waiting.add(person.id)
        try:
            thought = await self.bot_pool.ask(request, BOT_TIMEOUT)
        except TriangulumError as error:
            raise CommandError("busy", error.text) from None
        finally:
            self.waiting.discard(person.id)
        assert thought is not None
        return HintReply(
            id=command.id,
            number=number,
            bot=ADVISER,
            action=thought.action,
            text=state.format_action(thought.action),
            words=describe_hint(request.state, thought, command.seat, reader),
            best=tuple(
                Advice(action=move.action, text=state.format_action(move.action), win=move.win) for move in thought.best
            ),
        )


def describe_hint(state: State, thought: Thought, seat: int, reader: Reader) -> str:
    """Return a suggestion in sentences: the move, what it brings, and the chance of winning if that isn't known yet.

    ``state`` has been resampled for the seat, so what a move would reveal is invented and left out.
    """
    action = thought.action
    events = state.events(action, seat)
    sentences = [*name_action(state, action, events), state.preview(action).words]
    win = next((advice.win for advice in thought.best if advice.action == action), None)
    is_decided = state.after(action).to_move == OVER and not any(event.news for event in events)
    if win is not None and not is_decided:
        sentences.append(message("hint-chance", percent=round(100 * win)))
    return reader.render(message("hint", advice=" ".join([reader.render(text) for text in sentences if text])))


def name_action(state: State, action: int, events: Sequence[GameEvent]) -> list[Text]:
    """Return an action as an instruction; if its game has none, as the log tells it, or with its notation.

    ``events`` are what its seat would perceive.
    """
    narration = state.setup.game.narration
    suggest = getattr(narration, "suggest", None)
    if suggest is not None:
        return [suggest(events)]
    notation = core_message("action-played", seat=SeatName(state.to_move), action=state.format_action(action))
    return [*narration.narrate([event for event in events if not event.news])] or [notation]
