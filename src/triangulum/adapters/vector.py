"""A vector environment: hundreds of games at once, stepped in compiled code, seen as NumPy arrays without a copy.

    env = VectorEnv("tri-trac", 512, seed=1)
    while learning:
        env.step(policy(env.observations, env.action_masks))
        # env.rewards and env.done tell what has ended; env.to_move whose turn it is now

The arrays are the same ones after every step, written in place and not to be written by others. Whoever keeps what they
held makes a copy.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from librt.random import Random

from triangulum.adapters.game_batch import GameBatch
from triangulum.core.game import Game
from triangulum.core.registry import game as find_game
from triangulum.core.state import Setup, State
from triangulum.errors import IllegalActionError, OptionError, TriangulumError, quote_value
from triangulum.installation.extras import require_extra

with require_extra("gym", "the vector environment"):
    import numpy as np
    from numpy.typing import NDArray

    from triangulum.adapters.observation import ObservationArray, Observer

SEED_LIMIT = 2**62
"""Seeds of generators are below this."""
MAX_GAMES = 100_000
"""Games at a time; what more would do is fill the memory."""


class VectorEnv:
    """Many games of one setup at a time.

    ``to_move``, ``action_masks`` and ``observations`` tell of the position that each game is in now: whose turn it is,
    which actions are legal, and what that seat may know. ``rewards`` and ``done`` tell of the last step: where it ended
    a game, ``done`` is true, every seat has its reward, and what one sees is the beginning of the next game.

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
        self.setup = resolve_setup(game, players, options)
        if type(count) is not int or not 1 <= count <= MAX_GAMES:
            raise OptionError(f"count is a whole number from 1 to {MAX_GAMES}, not {quote_value(count)}")
        self.count = count
        self.players = int(self.setup.players)
        self.num_actions = int(self.setup.num_actions)
        self.observer = Observer(self.setup)
        self.observe = observe
        self._seed_rng = Random(normalize_seed(seed))
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Restart all games; without a seed, derive one from the last.

        The arrays are new ones. Each game has its own seed in ``seeds``: the first so many are the same however many
        games there are, and a single environment (``adapters.pettingzoo``) that is reset with one plays the same games.
        """
        self._seed_rng = Random(self._seed_rng.randrange(SEED_LIMIT) if seed is None else normalize_seed(seed))
        sampling_seed = self._seed_rng.randrange(SEED_LIMIT)
        self.seeds = [int(self._seed_rng.randrange(SEED_LIMIT)) for _ in range(self.count)]
        self._batch = batch = GameBatch(self.setup, self.seeds, sampling_seed)
        self.to_move: NDArray[np.int64] = np.frombuffer(memoryview(batch.to_move), np.int64)
        self.done: NDArray[np.bool_] = np.frombuffer(memoryview(batch.done), np.bool_)
        self._sampled_actions: NDArray[np.int64] = np.frombuffer(memoryview(batch.sampled_actions), np.int64)
        masks: NDArray[np.int8] = np.frombuffer(memoryview(batch.action_masks), np.int8)
        self.action_masks = masks.reshape(self.count, self.num_actions)
        rewards: NDArray[np.float64] = np.frombuffer(memoryview(batch.rewards), np.float64)
        self.rewards = rewards.reshape(self.count, self.players)
        self._observation_array = ObservationArray(self.observer, self.count if self.observe else 0)
        self.observations: NDArray[np.float32] = self._observation_array.array
        self._update_observations()

    def step(self, actions: NDArray[np.integer[Any]] | Sequence[int]) -> None:
        """Play one action in every game; if any is illegal, none is played."""
        checked = self._check_actions(actions)
        packed = checked.astype("<i8", copy=False).tobytes()
        illegal_index = self._batch.find_game_with_illegal_action(packed)
        if illegal_index >= 0:
            self._raise_illegal_action(int(illegal_index), int(checked[illegal_index]))
        self._batch.step(packed)
        self._update_observations()

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each game; the array is written again next time."""
        self._batch.sample_actions()
        return self._sampled_actions

    def parts(self) -> dict[str, NDArray[np.float32]]:
        """Return the observations of all games by the names of their parts, without a copy; see ``Observer.slices``."""
        return self.observer.parts(self.observations)

    def state(self, index: int) -> State:
        """Return a copy of the state that a game is in, secrets included, to look at it or to ask it for words."""
        return self._batch.states[index].copy()

    def _check_actions(self, actions: object) -> NDArray[np.integer[Any]]:
        try:
            array = np.asarray(actions)
        except ValueError:  # Lists in lists, of different lengths.
            array = np.empty(0)
        if array.shape == (self.count,) and np.issubdtype(array.dtype, np.integer):
            return array
        given = f"{actions.dtype} of shape {actions.shape}" if isinstance(actions, np.ndarray) else quote_value(actions)
        raise TriangulumError(f"a step takes {self.count} whole numbers, an action for each game, not {given}")

    def _update_observations(self) -> None:
        if self.observe:
            self._observation_array.write_rows(self._batch.states, self._batch.to_move)

    def _raise_illegal_action(self, index: int, action: int) -> None:
        try:
            self._batch.states[index].raise_illegal_action(action)
        except IllegalActionError as error:
            raise IllegalActionError(f"game {index}: {error}") from None


def resolve_setup(game: str | Game | Setup, players: int | str | None, options: dict[str, Any]) -> Setup:
    """Return the setup of a game with these options, or the given setup, which has its own already."""
    if isinstance(game, Setup):
        if options or players is not None:
            raise TriangulumError("options belong to a game; a setup has its own already")
        return game
    return (game if isinstance(game, Game) else find_game(game)).setup(players, **options)


def normalize_seed(seed: object) -> int:
    """Return a seed in the range that generators take, for any whole number."""
    try:
        return operator.index(seed) % SEED_LIMIT  # type: ignore[arg-type]
    except TypeError:
        raise OptionError(f"a seed is a whole number, not {quote_value(seed)}") from None
