"""What a player can ask about their own turn: what an action would lead to, and what a bot would play."""

from __future__ import annotations

from triangulum.errors import TriangulumError
from triangulum.server.runtime.bot_pool import ADVISER, BOT_TIMEOUT, BotPool, ThinkRequest, thinking_seconds
from triangulum.server.runtime.randomness import Randomness
from triangulum.server.runtime.rooms import Rooms
from triangulum.table import commands as ask
from triangulum.table import permissions
from triangulum.table.messages import Advice, CommandError, HintReply, PreviewReply
from triangulum.table.people import Person
from triangulum.table.presenter import preview_scene


class Advisor:
    """Answers previews and hints, from nothing but what the seat that asks can know."""

    def __init__(self, rooms: Rooms, bot_pool: BotPool, randomness: Randomness) -> None:
        self.rooms = rooms
        self.bot_pool = bot_pool
        self.randomness = randomness
        self.waiting: set[str] = set()
        """The ids of people who wait for a hint."""

    async def preview(self, table_id: str, command: ask.PreviewMove, person: Person) -> PreviewReply:
        """Return what an action would lead to."""
        async with self.rooms.locked(table_id) as room:
            table = room.table
            permissions.check_to_move(table, command.seat, person, command.at)
            action = permissions.parse_legal_action(table, command.action)
            return PreviewReply(
                id=command.id,
                action=action,
                text=table.state.format_action(action),
                words=table.state.preview(action).words,
                scene=preview_scene(table, command.seat, action),
            )

    async def hint(self, table_id: str, command: ask.Hint, person: Person) -> HintReply:
        """Return what a bot would play that knows what the seat knows."""
        async with self.rooms.locked(table_id) as room:
            if not room.table.spec.settings.hints:
                raise CommandError("not-allowed", "there are no hints at this table")
            permissions.check_to_move(room.table, command.seat, person, command.at)
            state = room.table.state.copy()
            number = room.table.number
        if person.id in self.waiting:
            raise CommandError("busy", "one hint at a time")
        rng = self.randomness.rng
        request = ThinkRequest(
            ADVISER, state.resample(command.seat, rng), thinking_seconds(ADVISER), rng.randrange(2**31)
        )
        self.waiting.add(person.id)
        try:
            thought = await self.bot_pool.ask(request, BOT_TIMEOUT)
        except TriangulumError as error:
            raise CommandError("busy", str(error)) from None
        finally:
            self.waiting.discard(person.id)
        assert thought is not None
        return HintReply(
            id=command.id,
            number=number,
            bot=ADVISER,
            action=thought.action,
            text=state.format_action(thought.action),
            best=tuple(
                Advice(action=move.action, text=state.format_action(move.action), win=move.win) for move in thought.best
            ),
        )
