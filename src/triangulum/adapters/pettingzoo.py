"""Every game as a PettingZoo environment, in which agents take turns (AEC), with action masks.

    env = triangulum.adapters.pettingzoo.env("tri-trac", render_mode="ansi")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        ...

Agents are the seats, ``seat_0`` and so on. Chance steps are taken inside, from the seed that ``reset`` was given. An
observation is one flat array and the mask of legal actions; ``env.unwrapped.parts(observation)`` shows the array by
the names of its parts, without a copy.
"""

from __future__ import annotations

import io
from typing import Any

from librt.random import Random

from triangulum.core.game import Game
from triangulum.core.state import CHANCE, OVER, Setup
from triangulum.errors import IllegalActionError, OptionError, quote_value
from triangulum.installation.extras import require_extra
from triangulum.scene.png import render_png

with require_extra("pettingzoo", "the PettingZoo adapter"):
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from triangulum.adapters.observation import Observer
    from triangulum.adapters.vector import normalize_seed, resolve_setup

RENDER_MODES = ("human", "ansi", "rgb_array")
PICTURE_WIDTH = 800
"""Pixels of a picture."""

Observation = dict[str, NDArray[Any]]


def env(
    game: str | Game | Setup, players: int | str | None = None, *, render_mode: str | None = None, **options: Any
) -> OrderEnforcingWrapper:
    """Return a game's environment in PettingZoo's wrapper that reports calls in the wrong order."""
    return OrderEnforcingWrapper(raw_env(game, players, render_mode=render_mode, **options))


def raw_env(
    game: str | Game | Setup, players: int | str | None = None, *, render_mode: str | None = None, **options: Any
) -> TableEnv:
    """Return a game's environment; takes the options of ``Game.setup``, or a setup."""
    return TableEnv(resolve_setup(game, players, options), render_mode)


class TableEnv(AECEnv):  # type: ignore[misc]
    """One game at a table, seat after seat.

    Rewards come when the game is over, as ``State.returns`` has them. An illegal action raises IllegalActionError and
    changes nothing: a mistake should be found, not punished. (PettingZoo's TerminateIllegalWrapper punishes.)
    """

    def __init__(self, setup: Setup, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise OptionError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {quote_value(render_mode)}")
        name = setup.game.id.replace("-", "_")
        self.metadata = {
            "name": f"triangulum_{name}_v{setup.game.rules_version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.setup = setup
        self.render_mode = render_mode
        self.observer = Observer(setup)
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(int(setup.num_actions)) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._build_observation_space() for agent in self.possible_agents}
        self.agents: list[str] = []
        self._chance_rng = Random()

    def _build_observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (self.observer.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (int(self.setup.num_actions),), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of a seat's observations; the same for all seats."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of all actions of the setup; which of them are legal is in the mask."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. A seed determines its dice; without one, the generator continues."""
        if seed is not None:
            self._chance_rng = Random(normalize_seed(seed))
        self.game_state = self.setup.new()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._advance_to_decision()

    def step(self, action: int | None) -> None:
        """Play an action of the seat whose turn it is; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.game_state.play(to_python_int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._advance_to_decision()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _advance_to_decision(self) -> None:
        """Take chance steps until a seat has to decide or the game is over."""
        state = self.game_state
        while state.to_move == CHANCE:
            state._apply(state.sample_chance(self._chance_rng))
        if state.to_move != OVER:
            self.agent_selection = self.possible_agents[state.to_move]
            return
        self.rewards = dict(zip(self.agents, state.returns(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """Return what a seat may know, and what it may do if it is its turn; the caller may keep the arrays."""
        state = self.game_state
        seat = self.seats[agent]
        mask = np.zeros(int(self.setup.num_actions), np.int8)
        if state.to_move == seat:
            mask[state.legal_actions()] = 1
        return {"observation": self.observer.observe(state, seat), "action_mask": mask}

    def parts(self, observation: Observation) -> dict[str, NDArray[Any]]:
        """Return an observation by the names of its parts, without a copy; see ``Observer.slices``."""
        return self.observer.parts(observation["observation"])

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return or print what everybody at the table can see."""
        if self.render_mode == "ansi":
            return str(self.game_state)
        if self.render_mode == "rgb_array":
            return self._render_rgb_array()
        if self.render_mode == "human":
            print(self.game_state)
        return None

    def _render_rgb_array(self) -> NDArray[np.uint8]:
        with require_extra("pettingzoo", "rendering"):
            from PIL import Image

        drawn = render_png(self.game_state.scene(None), width=PICTURE_WIDTH)
        return np.asarray(Image.open(io.BytesIO(drawn)).convert("RGB"))

    def close(self) -> None:
        """Do nothing: there is no window."""


def to_python_int(action: object) -> int:
    """Return an action as a plain integer; NumPy has integers of its own."""
    if isinstance(action, np.integer):
        return int(action)
    if type(action) is int:
        return action
    raise IllegalActionError(f"an action is a whole number, not {quote_value(action)}")
