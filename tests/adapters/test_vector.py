"""Games side by side are the games that are played one by one."""

from typing import Any

import numpy as np
import pytest

import triangulum as tri
from tests.toys.follow import FOLLOW
from triangulum.adapters.pettingzoo import TableEnv, raw_env
from triangulum.adapters.vector import VectorEnv

OURS = [game.id for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")]
STEPS = {"star-runners": 900, "tricolor-line": 1200, "tri-trac": 400}
"""Enough for games to end; the others have 200."""


def reset_until_playable(table: TableEnv, seed: int | None = None) -> None:
    """Begin a game; one that is over at once, as a toy may be, is followed by another."""
    table.reset(seed=seed)
    while table.terminations[table.agent_selection]:
        table.reset()


@pytest.mark.parametrize("game", [*OURS, FOLLOW.id])
def test_they_are_single_games(game: str) -> None:
    players = tri.game(game).players[0]
    many = VectorEnv(game, 4, players, seed=3)
    single = [raw_env(game, players) for _ in range(4)]
    for table, seed in zip(single, many.seeds, strict=True):
        reset_until_playable(table, seed)
    ended = 0
    for number in range(STEPS.get(game, 200)):
        looked_at = number % 7 == 0 or bool(many.done.any())
        actions = many.sample().tolist()
        many.step(actions)
        for at, (table, action) in enumerate(zip(single, actions, strict=True)):
            table.step(action)
            done = table.terminations[table.agent_selection]
            assert many.done[at] == done
            assert many.rewards[at].tolist() == list(table.rewards.values())
            if done:
                ended += 1
                reset_until_playable(table)
            assert f"seat_{many.to_move[at]}" == table.agent_selection
            if looked_at or done:
                seen, *_ = table.last()
                assert np.array_equal(many.action_masks[at], seen["action_mask"])
                assert np.array_equal(many.observations[at], seen["observation"])
    assert ended >= 2


def play_steps(env: VectorEnv, steps: int) -> list[Any]:
    """Return all that there is to see in some steps of chance."""
    seen = []
    for _ in range(steps):
        env.step(env.sample())
        arrays = (env.observations, env.action_masks, env.to_move, env.rewards, env.done)
        seen.append([array.tobytes() for array in arrays])
    return seen


def test_a_seed_settles_everything() -> None:
    first, again, other = (play_steps(VectorEnv("star-runners", 8, seed=seed), 200) for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_a_reset_begins_anew_and_another_seed_follows() -> None:
    env = VectorEnv("star-runners", 8, seed=1)
    first = play_steps(env, 50)
    env.reset()
    second = play_steps(env, 50)
    env.reset(1)
    assert play_steps(env, 50) == first != second
    env.reset()
    assert play_steps(env, 50) == second


def test_a_game_does_not_depend_on_how_many_there_are() -> None:
    few, many = VectorEnv("starry-sky", 3, seed=9), VectorEnv("starry-sky", 40, seed=9)
    assert few.seeds == many.seeds[:3]
    for _ in range(120):
        actions = many.sample().copy()
        few.step(actions[:3])
        many.step(actions)
        assert np.array_equal(few.action_masks, many.action_masks[:3])
        assert np.array_equal(few.observations, many.observations[:3])
        assert np.array_equal(few.rewards, many.rewards[:3])


def test_arrays_are_written_in_place_and_by_nobody_else() -> None:
    env = VectorEnv("tri-trac", 5)
    arrays = {name: getattr(env, name) for name in ("observations", "action_masks", "to_move", "rewards", "done")}
    before = {name: array.copy() for name, array in arrays.items()}
    for _ in range(3):
        env.step(env.sample())
    for name, array in arrays.items():
        assert getattr(env, name) is array
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert not np.array_equal(arrays["action_masks"], before["action_masks"])
    assert not np.array_equal(arrays["observations"], before["observations"])
    parts = env.parts()
    assert all(np.shares_memory(part, env.observations) for part in parts.values())
    assert parts["seat"].argmax(axis=1).tolist() == env.to_move.tolist()


def test_rewards_tell_of_the_last_step_only() -> None:
    env = VectorEnv("starry-sky", 16, seed=2)
    ended = 0
    for _ in range(150):
        before = env.done.copy()
        env.step(env.sample())
        assert not (env.done & before).any(), "no game is over after one decision"
        assert not env.rewards[~env.done].any()
        assert np.allclose(env.rewards.sum(axis=1), 0)
        ended += int((env.rewards[env.done] != 0).any(axis=1).sum())
    assert ended


def test_any_legal_action_is_sampled_and_no_other() -> None:
    env = VectorEnv("star-runners", 400, seed=4)
    for _ in range(3):
        env.step(env.sample())
    legal = set(np.flatnonzero(env.action_masks[0]).tolist())
    found = set()
    for _ in range(200):
        chosen = env.sample()
        assert env.action_masks[np.arange(400), chosen].all()
        found.add(int(chosen[0]))
    assert found == legal


@pytest.mark.parametrize("wrong", [-1, 10**6, 2**62])
def test_one_illegal_action_keeps_all_from_being_played(wrong: int) -> None:
    env = VectorEnv("tri-trac", 6)
    env.step(env.sample())
    before = [env.state(number).to_bytes() for number in range(6)]
    actions = env.sample().copy()
    actions[4] = wrong
    with pytest.raises(tri.IllegalActionError, match=f"^game 4: Action {wrong} can’t be played now"):
        env.step(actions)
    assert [env.state(number).to_bytes() for number in range(6)] == before
    env.step(env.sample())


@pytest.mark.parametrize(
    "actions", [[1, 2], [[1, 2, 3]], [0.0, 1.0, 2.0], ["a", "b", "c"], [2**70, 1, 1], None, [1, [2], 3]]
)
def test_what_is_no_row_of_actions_is_refused(actions: Any) -> None:
    env = VectorEnv("tri-trac", 3)
    with pytest.raises(tri.TriangulumError, match=r"^a step takes 3 whole numbers, [^\n]*$"):
        env.step(actions)


@pytest.mark.parametrize("count", [0, -3, 10**9, 2.0, True, "4"])
def test_a_count_that_cannot_be_is_refused(count: Any) -> None:
    with pytest.raises(tri.OptionError, match="count is a whole number from 1 to"):
        VectorEnv("tri-trac", count)


def test_who_wants_no_observations_has_none() -> None:
    env = VectorEnv("tri-trac", 7, observe=False)
    env.step(env.sample())
    assert env.observations.shape == (0, env.observer.size)


def test_a_state_is_a_copy() -> None:
    env = VectorEnv("star-runners", 2)
    state = env.state(1)
    state.play(state.legal_actions()[0])
    assert env.state(1) != state


@pytest.mark.parametrize("make", [VectorEnv, raw_env])
def test_what_is_no_game_is_refused(make: Any) -> None:
    with pytest.raises(tri.UnknownGameError, match=r"There’s no game “3”. Choose from "):
        make(3)


@pytest.mark.parametrize("seed", ["1", 1.0, [1]])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(tri.OptionError, match="a seed is a whole number, not"):
        VectorEnv("tri-trac", 2, seed=seed)
    with pytest.raises(tri.OptionError, match="a seed is a whole number, not"):
        raw_env("tri-trac").reset(seed=seed)


def test_any_whole_number_is_a_seed() -> None:
    for seed in (-1, 2**70, np.int64(5)):
        env = VectorEnv("star-runners", 2, seed=seed)  # type: ignore[arg-type]
        assert play_steps(env, 5) == play_steps(VectorEnv("star-runners", 2, seed=seed), 5)  # type: ignore[arg-type]
