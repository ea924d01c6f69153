"""PettingZoo's own tests pass for every game, and an environment is its game and nothing else."""

from typing import Any

import numpy as np
import pytest
from librt.random import Random
from pettingzoo.test import api_test, render_test, seed_test

import triangulum as tri
from tests.toys.follow import FOLLOW
from tests.toys.peek import PEEK_GAME
from triangulum.adapters import pettingzoo
from triangulum.adapters.pettingzoo import TableEnv, env, raw_env

GAMES = [game.id for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")]


def counts(game: str) -> range:
    """Return how many can play."""
    fewest, most = tri.game(game).players
    return range(fewest, most + 1)


CASES = [(game, players) for game in GAMES for players in counts(game)]

# Its list of environments with masks beside their observations has only those that come with it.
masked = [
    pytest.mark.filterwarnings("error"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be gymnasium.spaces.box"),
]


def in_play(game: str, steps: int, seed: int = 1, **choices: Any) -> TableEnv:
    """Return an environment after some steps."""
    table = raw_env(game, **choices)
    table.reset(seed=seed)
    rng = Random(seed)
    for _ in range(steps):
        if table.terminations[table.agent_selection]:
            break
        legal = table.game_state.legal_actions()
        table.step(legal[rng.randrange(len(legal))])
    return table


class TestTheirOwn:
    pytestmark = masked

    @pytest.mark.parametrize(("game", "players"), CASES)
    def test_api(self, game: str, players: int) -> None:
        api_test(env(game, players), num_cycles=2000)

    @pytest.mark.parametrize(("game", "players"), CASES)
    def test_seed(self, game: str, players: int) -> None:
        seed_test(lambda: env(game, players), num_cycles=40)

    @pytest.mark.parametrize("game", GAMES)
    def test_render(self, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pettingzoo, "PICTURE_WIDTH", 200)
        pictures = {"ansi": lambda text: "\n" in text, "rgb_array": lambda pixels: pixels.std() > 5}
        render_test(lambda render_mode: env(game, render_mode=render_mode), custom_tests=pictures)

    def test_a_game_from_elsewhere(self) -> None:
        for toy in (FOLLOW, PEEK_GAME):
            api_test(env(toy), num_cycles=100)
            seed_test(lambda toy=toy: env(toy))


@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_game_that_the_rules_play(game: str) -> None:
    table = raw_env(game)
    dice, picks = Random(5), Random(6)
    table.reset(seed=5)
    for _ in range(2):  # Another game goes on with the same dice.
        state = tri.game(game).new()
        while state.to_move != tri.OVER:
            if state.to_move == tri.CHANCE:
                state.play(int(state.sample_chance(dice)))
                continue
            assert table.agent_selection == f"seat_{state.to_move}"
            mask = table.last()[0]["action_mask"]
            assert np.flatnonzero(mask).tolist() == state.legal_actions()
            action = state.legal_actions()[picks.randrange(len(state.legal_actions()))]
            state.play(action)
            table.step(action)
        assert list(table.rewards.values()) == state.returns()
        assert list(table.terminations.values()) == [True] * state.setup.players
        table.reset()


def test_an_observation_is_one_buffer_with_named_parts() -> None:
    table = in_play("star-runners", 3)
    observation = table.observe("seat_0")
    parts = table.parts(observation)
    assert {"seat", "to_move"} < set(parts)
    assert sum(part.size for part in parts.values()) == observation["observation"].size
    assert all(np.shares_memory(part, observation["observation"]) for part in parts.values())
    assert parts["seat"].tolist() == [1, 0]
    assert parts["to_move"][int(table.game_state.to_move)] == 1


def test_what_was_observed_stays_as_it_was() -> None:
    table = in_play("tri-trac", 2)
    before, *_ = table.last()
    kept = {name: part.copy() for name, part in before.items()}
    table.step(table.game_state.legal_actions()[0])
    after = table.observe("seat_0")
    assert all(np.array_equal(before[name], kept[name]) for name in kept)
    assert not np.array_equal(after["observation"], kept["observation"])


@pytest.mark.parametrize("game", GAMES)
def test_who_is_not_to_move_has_no_actions(game: str) -> None:
    table = in_play(game, 7, players=counts(game)[-1])
    for agent in table.agents:
        legal = np.flatnonzero(table.observe(agent)["action_mask"]).tolist()
        assert legal == (table.game_state.legal_actions() if agent == table.agent_selection else [])


@pytest.mark.parametrize("action", [-1, 10**9, 10**30, 0.0, True, None, "1", np.float32(1)])
def test_an_illegal_action_is_refused_and_changes_nothing(action: Any) -> None:
    table = in_play("tri-trac", 5)
    before = table.game_state.to_bytes()
    reason = rf"Action {action} can’t be played now\." if type(action) is int else "an action is a whole number, not "
    with pytest.raises(tri.IllegalActionError, match=rf"^{reason}[^\n]*$"):
        table.step(action)
    assert table.game_state.to_bytes() == before
    assert table.agent_selection == f"seat_{table.game_state.to_move}"


def test_options_are_those_of_the_game() -> None:
    setup = tri.game("star-runners").setup(homes="guarded")
    assert raw_env("star-runners", homes="guarded").setup == setup
    assert raw_env(setup).setup is setup
    with pytest.raises(tri.TriangulumError, match="a setup has its own already"):
        raw_env(setup, homes="open")
    with pytest.raises(tri.OptionError, match="for 2 players"):
        env("star-runners", 3)


def test_render_modes_that_do_not_exist_are_refused() -> None:
    with pytest.raises(tri.OptionError, match="render_mode is one of human, ansi, rgb_array, not 'film'"):
        env("tri-trac", render_mode="film")
    assert raw_env(PEEK_GAME).metadata["render_modes"] == ["human", "ansi", "rgb_array"]


def test_a_spectator_sees_no_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    table = in_play("starry-sky", 4, render_mode="human")
    shown = capsys.readouterr().out
    assert shown.endswith(f"{table.game_state}\n")
    other = table.game_state.resample(None, Random(3))
    assert str(other) == str(table.game_state)
