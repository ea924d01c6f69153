"""A vector environment: hundreds of games at once, stepped in compiled code, seen as NumPy arrays without a copy.

    env = VectorEnv("tri-trac", 512, seed=1)
    while learning:
        env.step(policy(env.observations, env.masks))
        # env.rewards and env.done tell what has ended; env.to_move whose turn it is now

The arrays are the same ones after every step, written in place and not to be written by others. Whoever keeps what they
held makes a copy.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from librt.random import Random

from triangulum.adapters.stepping import Tables
from triangulum.core.game import Game
from triangulum.core.registry import game as find_game
from triangulum.core.state import Setup, State
from triangulum.errors import IllegalActionError, OptionError, TriangulumError, shown
from triangulum.installation.extras import require_extra

with require_extra("gym", "the vector environment"):
    import numpy as np
    from numpy.typing import NDArray

    from triangulum.adapters.observation import ManyRows, Observer

SEEDS = 2**62
"""Seeds of generators are below this."""
MOST = 100_000
"""Games at a time; what more would do is fill the memory."""


class VectorEnv:
    """So many games of one setup at a time.

    ``to_move``, ``masks`` and ``observations`` tell of the position that each game is in now: whose turn it is, which
    actions are legal, and what that seat may know. ``rewards`` and ``done`` tell of the last step: where it ended a
    game, ``done`` is true, every seat has its reward, and what one sees is the beginning of the next game.

    Observations take longer than all the rest: whoever does without them says ``observe=False``.
    """

    def __init__(
        self,
        game: str | Game | Setup,
        count: int = 256,
        players: int | str | None = None,
        *,
        seed: int = 0,
        observe: bool = True,
        **options: Any,
    ) -> None:
        self.setup = chosen_setup(game, players, options)
        if type(count) is not int or not 1 <= count <= MOST:
            raise OptionError(f"count is a whole number from 1 to {MOST}, not {shown(count)}")
        self.count = count
        self.players = int(self.setup.players)
        self.num_actions = int(self.setup.num_actions)
        self.observer = Observer(self.setup)
        self.observe = observe
        self._seeds = Random(whole_seed(seed))
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; without a seed with one that follows from the last.

        The arrays are new ones. Each game has its own seed in ``seeds``: the first so many are the same however many
        games there are, and a single environment (``adapters.pettingzoo``) that is reset with one plays the same games.
        """
        self._seeds = Random(self._seeds.randrange(SEEDS) if seed is None else whole_seed(seed))
        picks = self._seeds.randrange(SEEDS)
        self.seeds = [int(self._seeds.randrange(SEEDS)) for _ in range(self.count)]
        self._tables = tables = Tables(self.setup, self.seeds, picks)
        self.to_move: NDArray[np.int64] = np.frombuffer(memoryview(tables.to_move), np.int64)
        self.done: NDArray[np.bool_] = np.frombuffer(memoryview(tables.done), np.bool_)
        self._picked: NDArray[np.int64] = np.frombuffer(memoryview(tables.picked), np.int64)
        masks: NDArray[np.int8] = np.frombuffer(memoryview(tables.masks), np.int8)
        self.masks = masks.reshape(self.count, self.num_actions)
        rewards: NDArray[np.float64] = np.frombuffer(memoryview(tables.rewards), np.float64)
        self.rewards = rewards.reshape(self.count, self.players)
        self._rows = ManyRows(self.observer, self.count if self.observe else 0)
        self.observations: NDArray[np.float32] = self._rows.array
        self._look()

    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """Play one action in every game; if any is illegal, none is played."""
        chosen = self._row(actions)
        packed = chosen.astype("<i8", copy=False).tobytes()
        refused = self._tables.first_refused(packed)
        if refused >= 0:
            self._refuse(int(refused), int(chosen[refused]))
        self._tables.step(packed)
        self._look()

    def sample(self) -> NDArray[np.int64]:
        """Return any legal action for each game, each as likely as any other; the array is written again next time."""
        self._tables.pick()
        return self._picked

    def parts(self) -> dict[str, NDArray[np.float32]]:
        """Return the observations of all games by the names of their parts, without a copy; see ``Observer.names``."""
        return self.observer.named(self.observations)

    def state(self, number: int) -> State:
        """Return a copy of the state that a game is in, secrets included, to look at it or to ask it for words."""
        return self._tables.states[number].copy()

    def _row(self, actions: object) -> NDArray[np.integer[Any]]:
        try:
            chosen = np.asarray(actions)
        except ValueError:  # Lists in lists, of different lengths.
            chosen = np.empty(0)
        if chosen.shape == (self.count,) and np.issubdtype(chosen.dtype, np.integer):
            return chosen
        given = f"{actions.dtype} of shape {actions.shape}" if isinstance(actions, np.ndarray) else shown(actions)
        raise TriangulumError(f"a step takes {self.count} whole numbers, an action for each game, not {given}")

    def _look(self) -> None:
        if self.observe:
            self._rows.fill(self._tables.states, self._tables.to_move)

    def _refuse(self, number: int, action: int) -> None:
        try:
            self._tables.states[number].raise_illegal_action(action)
        except IllegalActionError as error:
            raise IllegalActionError(f"game {number}: {error}") from None


def chosen_setup(game: str | Game | Setup, players: int | str | None, options: dict[str, Any]) -> Setup:
    """Return the setup that somebody has named: a game with options, or a setup, which has its own already."""
    if isinstance(game, Setup):
        if options or players is not None:
            raise TriangulumError("options belong to a game; a setup has its own already")
        return game
    return (game if isinstance(game, Game) else find_game(game)).setup(players, **options)


def whole_seed(seed: object) -> int:
    """Return a seed that a generator takes, for any whole number."""
    try:
        return operator.index(seed) % SEEDS  # type: ignore[arg-type]
    except TypeError:
        raise OptionError(f"a seed is a whole number, not {shown(seed)}") from None
