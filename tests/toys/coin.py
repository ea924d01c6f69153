"""Coin: two players, one of whom finds a clover; then a coin is tossed. The true chances are options.

Seat 0 wins with a chance of ``edge`` percent. The clover moves that by ``luck`` in favour of its finder.
"""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from librt.vecs import vec
from mypy_extensions import i64, u8

from tests.toys.follow import FollowNotation
from tests.toys.toy import ToySetup, declare_toy
from triangulum.core.game import Game
from triangulum.core.options import Options
from triangulum.core.state import CHANCE, OVER, State
from triangulum.core.stats import StatsCounter, StatsGroup
from triangulum.core.views import GameEvent, Preview, View

# State.byte_fields: who has the clover, and who has won, both from 1.
CLOVER, WINNER = 0, 1
TOSS = 0


class CoinOptions(Options, frozen=True, kw_only=True):
    """The true chances, in percent."""

    players: int = 2
    edge: Annotated[int, msgspec.Meta(ge=0, le=100)] = 50
    luck: Annotated[int, msgspec.Meta(ge=0, le=50)] = 0


class Coin(State):
    """A position in Coin."""

    def _legal_actions(self) -> vec[i64]:
        return vec[i64]([0, 1]) if self.to_move == CHANCE else vec[i64]([TOSS])

    def _chance_weights(self) -> vec[i64]:
        if not self.byte_fields[CLOVER]:
            return vec[i64]([1, 1])
        options: Any = self.setup.options
        first = options.edge + (options.luck if self.byte_fields[CLOVER] == 1 else -options.luck)
        return vec[i64]([first, 100 - first])

    def _apply(self, action: i64) -> None:
        if self.to_move == 0:
            self.to_move = CHANCE
        elif not self.byte_fields[CLOVER]:
            self.byte_fields[CLOVER] = u8(action + 1)
        else:
            self.byte_fields[WINNER] = u8(action + 1)
            self.to_move = OVER

    def winners(self) -> list[int]:
        return [self.byte_fields[WINNER] - 1] if self.byte_fields[WINNER] else []


class Found(GameEvent, frozen=True, kw_only=True):
    """A clover is found."""

    seat: int


class CoinViewBuilder:
    def view(self, state: Coin, seat: int | None) -> View:
        return View(seat=seat, to_move=state.to_move)

    def events(self, state: Coin, action: int, seat: int | None) -> Sequence[GameEvent]:
        return [Found(seat=action)] if state.to_move == CHANCE and not state.byte_fields[CLOVER] else []

    def preview(self, state: Coin, action: int) -> Preview:
        return Preview(words="", worth=0.0)


class CoinStats(StatsCounter):
    @classmethod
    def groups(cls, setup: Any) -> tuple[StatsGroup, ...]:
        return (
            StatsGroup(name="plant", title="Plants found", items=("clover", "nettle")),
            StatsGroup(name="seat", title="Who", items=("finder",), per="game"),
        )

    def count_event(self, event: GameEvent) -> None:
        if isinstance(event, Found):
            self.add_to_seat("plant", "clover", event.seat)
            self.set_figure("seat", "finder", event.seat)


class CoinSetup(ToySetup):
    def __init__(self, game: Game, options: Any, components: Any) -> None:
        super().__init__(game, options, components, Coin, [0, 0], 0)
        self.num_actions, self.max_chance_outcomes, self.max_length = 1, 2, 3


COIN = declare_toy(
    "coin", 2, CoinSetup, FollowNotation(), CoinViewBuilder(), CoinOptions, secrets=False, stats=CoinStats
)
