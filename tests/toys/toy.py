"""Code that the toy games share: an empty box, plain options and a few lines of wiring."""

from collections.abc import Callable
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64, u8

from triangulum.core.game import Game
from triangulum.core.options import Options
from triangulum.core.registry import register
from triangulum.core.state import Setup, State
from triangulum.core.stats import StatsCounter


class ToySetup(Setup):
    """A setup for a given class of states."""

    def __init__(
        self, game: Game, options: Any, components: Any, state: type[State], start: list[int], to_move: int
    ) -> None:
        super().__init__(game, options, components)
        self.state = state
        self.start = start
        self.first = to_move

    def new(self) -> State:
        return self.state_from_fields(self.first, vec[u8](self.start), vec[i64]())

    def state_from_fields(self, to_move: i64, byte_fields: vec[u8], word_fields: vec[i64]) -> State:
        return self.state(self, to_move, byte_fields, word_fields)


def declare_toy(
    id: str,
    players: int,
    rules: Callable[[Game, Any, Any], Setup],
    notation: Any,
    view_builder: Any,
    options: type[Options] = Options,
    renderer: Any = None,
    secrets: bool = True,
    stats: type[StatsCounter] | None = None,
) -> Game:
    """Declare a toy game and register it."""
    return register(
        Game(
            id=id,
            title=id.title(),
            designer="nobody",
            summary="A toy.",
            players=(players, players),
            options=options,
            rules=rules,
            notation=notation,
            narration=notation,
            view_builder=view_builder,
            renderer=renderer,
            has_secrets=secrets,
            stats=stats,
        )
    )


def shuffled(cards: list[int], rng: Any) -> list[int]:
    """Return the cards in random order; sort them first, so that their old order doesn't matter."""
    left = sorted(cards)
    order = []
    while left:
        order.append(left.pop(rng.randrange(len(left))))
    return order
