"""The loop in which bots play a game: the same one for matches, arenas and studies.

The loop asks bots, samples chance and applies actions. Whoever wants more, such as a record, a clock or statistics,
hooks into it with ``GameHooks``.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from hashlib import blake2b
from typing import Final, Protocol

import msgspec
from librt.random import Random

from triangulum.bots.player import Bot
from triangulum.bots.thought import Budget, Thought
from triangulum.core.state import CHANCE, OVER, State
from triangulum.errors import TriangulumError, quote_value


class ChanceSource(Protocol):
    """Where the outcomes of a game's chance steps come from."""

    def sample_chance(self, state: State) -> int:
        """Return an outcome of the chance step that a state is at."""


class SequentialChance:
    """Chance outcomes from one generator, in the order in which they are needed."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def sample_chance(self, state: State) -> int:
        """Return an outcome of the chance step that a state is at."""
        return int(state.sample_chance(self.rng))


class StepSeededChance:
    """Chance outcomes from a seed and the number of the chance step, for games that are to have the same dice.

    With one generator, a game in which somebody shuffles once more would have different dice from then on. Here the
    tenth chance step draws the same random numbers in every game of that seed.
    """

    def __init__(self, dice_seed: int) -> None:
        self.dice_seed = dice_seed
        self.num_chance_steps = 0

    def sample_chance(self, state: State) -> int:
        """Return an outcome of the chance step that a state is at."""
        rng = Random(derive_seed(self.dice_seed, self.num_chance_steps))
        self.num_chance_steps += 1
        return int(state.sample_chance(rng))


def derive_seed(*numbers: int) -> int:
    """Return a seed that depends on every one of these numbers."""
    return int.from_bytes(blake2b(repr(numbers).encode(), digest_size=8).digest(), "little") >> 2


def shuffle_line_up(line_up: Sequence[int], seed: int) -> tuple[int, ...]:
    """Return a line-up of bots in a random order that follows from a seed."""
    rng, remaining = Random(seed), list(line_up)
    return tuple(remaining.pop(rng.randrange(len(remaining))) for _ in line_up)


class SeatedBot(msgspec.Struct, frozen=True):
    """A bot in a seat, with the generators that are used for its decisions."""

    bot: Bot
    resample_rng: Random
    """For resampling what the seat can't know, before the bot sees the state."""
    search_rng: Random
    """For the bot itself."""
    budget: Budget | None = None
    """For each decision; None to let the bot choose as it does by itself."""

    def ask_bot(self, resampled_state: State) -> object:
        """Return what the bot answers: an action, if it does as it should."""
        if self.budget is None:
            return self.bot.choose(resampled_state, self.search_rng)
        thought: object = self.bot.think(resampled_state, self.search_rng, self.budget)
        if not isinstance(thought, Thought):
            raise TriangulumError(f"answered {quote_value(thought)}, which is no Thought")
        return thought.action


NO_GUARD: Final = nullcontext()


class GameHooks:
    """Hooks into a game among bots; a subclass overrides those it needs."""

    def before_decision(self, state: State, seat: int) -> int | None:
        """Return an action that the seat plays without its bot being asked, or None to ask the bot."""
        return None

    def time_and_attribute_errors(self, seat: int) -> AbstractContextManager[None]:
        """Return the context in which a seat's bot is asked and its answer is checked."""
        return NO_GUARD

    def apply_action(self, state: State, action: int) -> None:
        """Apply a seat's action or a chance outcome to the state; both have been checked."""
        state._apply(action)


def play_bot_game(state: State, seats: Sequence[SeatedBot], chance: ChanceSource, hooks: GameHooks) -> None:
    """Let bots play on from a state, in place, until the game is over.

    The bots have started the game already. Each is shown the state as resampled for its seat, never the true one.
    """
    while state.to_move != OVER:
        seat = int(state.to_move)
        if seat == CHANCE:
            hooks.apply_action(state, chance.sample_chance(state))
            continue
        action = hooks.before_decision(state, seat)
        if action is None:
            resampled_state = state.resample(seat, seats[seat].resample_rng)
            with hooks.time_and_attribute_errors(seat):
                action = state.check_action_is_legal(seats[seat].ask_bot(resampled_state))
        hooks.apply_action(state, action)
