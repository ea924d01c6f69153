"""Peek: two players, three masks, one of which is set aside.

In turn, a player peeks at the mask aside, or guesses the other's mask and wins or loses by it. Everybody notices a
peek, but only the player who peeked sees the mask, and remembers it. After four turns without a guess nobody wins.
"""

import re
from collections.abc import Sequence
from typing import Any

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64, u8

from tests.toys.follow import FollowNotation
from tests.toys.toy import ToySetup, declare_toy, shuffled
from triangulum.core.game import Game
from triangulum.core.notation import parse_legal_action
from triangulum.core.options import Options
from triangulum.core.state import CHANCE, OVER, State
from triangulum.core.views import GameEvent, Preview, View

NO_MASK = 3
PEEK = 3
TURNS = 4

# State.byte_fields: the masks of seat 0, seat 1 and aside, who has peeked, turns played, and 1 + the winner.
PEEKED, PLAYED, WINNER = 3, 5, 6
ASIDE = 2


class Peek(State):
    """A position in Peek."""

    def masks(self) -> list[int]:
        return [int(self.byte_fields[place]) for place in range(3)]

    def _legal_actions(self) -> vec[i64]:
        if self.to_move == CHANCE:
            return vec[i64]([mask for mask in range(3) if mask not in self.masks()])
        guesses = [mask for mask in range(3) if mask != self.byte_fields[self.to_move]]
        return vec[i64](guesses + ([] if self.byte_fields[PEEKED + self.to_move] else [PEEK]))

    def _apply(self, action: i64) -> None:
        if self.to_move == CHANCE:
            place = self.masks().index(NO_MASK)
            self.byte_fields[place] = u8(action)
            if place == ASIDE:
                self.to_move = 0
            return
        seat = self.to_move
        self.to_move = 1 - seat
        if action == PEEK:
            self.byte_fields[PEEKED + seat] = u8(1)
        else:
            self.byte_fields[WINNER] = u8(1 + (seat if self.byte_fields[1 - seat] == action else 1 - seat))
            self.to_move = OVER
        self.byte_fields[PLAYED] += u8(1)
        if self.byte_fields[PLAYED] == TURNS:
            self.to_move = OVER

    def winners(self) -> list[int]:
        return [self.byte_fields[WINNER] - 1] if self.byte_fields[WINNER] else []

    def _resample(self, seat: i64, rng: Random) -> State:
        if self.byte_fields[WINNER]:
            return self.copy()
        known = {seat} if seat >= 0 else set()
        if seat >= 0 and self.byte_fields[PEEKED + seat]:
            known.add(i64(ASIDE))
        hidden = [place for place in range(3) if place not in known and self.byte_fields[place] != NO_MASK]
        masks = [mask for mask in range(3) if mask not in [self.byte_fields[place] for place in known]]
        other = self.copy()
        for place, mask in zip(hidden, shuffled(masks, rng), strict=False):
            other.byte_fields[place] = u8(mask)
        return other


class PeekView(View, frozen=True, kw_only=True):
    """The seat's own mask, the one aside if the seat has peeked, and all of them at the end."""

    masks: tuple[int | None, ...]
    peeked: tuple[int, ...]
    played: int
    winner: int


class Masked(GameEvent, frozen=True, kw_only=True):
    """A mask was dealt."""

    place: int
    mask: int | None


class Peeked(GameEvent, frozen=True, kw_only=True):
    """Somebody looked at the mask aside."""

    by: int
    mask: int | None


class Guessed(GameEvent, frozen=True, kw_only=True):
    """Somebody guessed, and all masks are shown."""

    by: int
    guess: int
    masks: tuple[int, ...]


class PeekViewBuilder:
    """Builds what seats may know in Peek."""

    def knows(self, state: Peek, place: int, seat: int | None) -> bool:
        if place == seat or state.byte_fields[WINNER]:
            return True
        return seat is not None and place == ASIDE and bool(state.byte_fields[PEEKED + seat])

    def view(self, state: Peek, seat: int | None) -> View:
        return PeekView(
            seat=seat,
            to_move=state.to_move,
            masks=tuple(mask if self.knows(state, place, seat) else None for place, mask in enumerate(state.masks())),
            peeked=(state.byte_fields[PEEKED], state.byte_fields[PEEKED + 1]),
            played=state.byte_fields[PLAYED],
            winner=state.byte_fields[WINNER],
        )

    def events(self, state: Peek, action: int, seat: int | None) -> Sequence[GameEvent]:
        if state.to_move == CHANCE:
            place = state.masks().index(NO_MASK)
            return [Masked(place=place, mask=action if place == seat else None, covered=place != seat)]
        mover = state.to_move
        if action == PEEK:
            looks = seat == mover
            return [Peeked(by=mover, mask=state.byte_fields[ASIDE] if looks else None, news=looks)]
        return [Guessed(by=mover, guess=action, masks=tuple(state.masks()), news=True)]

    def preview(self, state: Peek, action: int) -> Preview:
        return Preview(words="", worth=0.0)


class PeekNotation(FollowNotation):
    """Peek in text."""

    def format_action(self, state: State, action: int) -> str:
        return ["fox", "owl", "cat", "peek"][action]

    def parse_action(self, state: State, text: str) -> int:
        return parse_legal_action(state, text, re.compile("fox|owl|cat|peek"), ("fox", "owl", "cat", "peek"))


class PeekOptions(Options, frozen=True, kw_only=True):
    """Nothing to choose."""

    players: int = 2


def declare_peek(
    id: str = "peek", state: type[Peek] = Peek, notation: Any = None, view_builder: Any = None, secrets: bool = True
) -> Game:
    """Declare Peek, or a variant with some parts replaced."""

    def rules(game: Game, options: Any, components: Any) -> ToySetup:
        setup = ToySetup(game, options, components, state, [NO_MASK] * 3 + [0] * 4, CHANCE)
        setup.num_actions, setup.max_chance_outcomes, setup.max_length = 4, 3, 3 + TURNS
        return setup

    return declare_toy(
        id, 2, rules, notation or PeekNotation(), view_builder or PeekViewBuilder(), PeekOptions, secrets=secrets
    )


PEEK_GAME = declare_peek()
