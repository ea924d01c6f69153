"""Every game in OpenSpiel: its own tests pass, and what it is told is what Triangulum says."""

import dataclasses
import pickle
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from librt.random import Random

import triangulum as tri
from tests.toys.follow import FOLLOW
from tests.toys.peek import PEEK_GAME
from triangulum.core.registry import discover_games

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install triangulum[openspiel]")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts  # noqa: E402
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

import triangulum.adapters.openspiel as adapter  # noqa: E402
from triangulum.adapters.openspiel.game import (  # noqa: E402
    default_parameters,
    game_from_setup,
    options_from_parameters,
    parameters_from_setup,
)

# More games: nothing in the adapter knows them. Whoever registers a game late says so.
adapter.register(FOLLOW)
adapter.register(PEEK_GAME)

LONG = pytest.mark.long
SHORT: dict[str, dict[str, Any]] = {
    "star-runners": {"turn_limit": 20},
    "tri-trac": {"turn_limit": 30},
    "tricolor-line": {"round_limit": 2},
}
"""Options with which a random game is over soon."""


def tables(each: bool) -> list[Any]:
    """Return games with numbers of players: the fewest and the most, and if wanted all between."""
    found = []
    for id, game in {**discover_games(), "follow": FOLLOW}.items():
        fewest, most = game.players
        for players in range(fewest, most + 1):
            between = fewest < players < most
            if each or not between:
                found.append(pytest.param(id, players, marks=LONG if between else ()))
    return found


def loaded(id: str, players: int) -> Any:
    """Return a game as OpenSpiel loads it, one that is over soon."""
    return pyspiel.load_game(adapter.registered_name(tri.game(id)), {"players": players, **SHORT.get(id, {})})


def random_states(game: Any, seed: int) -> Iterator[Any]:
    """Yield the states of a random game."""
    rng, state = Random(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state
        actions = state.legal_actions()
        state = state.child(actions[rng.randrange(len(actions))])
    yield state


# Its own tests.


@pytest.mark.parametrize(("id", "players"), tables(each=True))
def test_random_sim_test_of_openspiel(id: str, players: int) -> None:
    pyspiel.random_sim_test(loaded(id, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("id", discover_games())
def test_random_sim_test_of_openspiel_at_full_length(id: str) -> None:
    name = adapter.registered_name(tri.game(id))
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize(("id", "players"), tables(each=False))
def test_games_sim_test_of_openspiel(id: str, players: int) -> None:
    games_sim_test.GamesSimTest().sim_game(loaded(id, players))


@pytest.mark.parametrize("id", [*discover_games(), "follow", "peek"])
def test_api_test_of_openspiel(id: str) -> None:
    see_all_pass(api_test.EnforceAPIOnPartialTreeBase, loaded(id, tri.game(id).players[0]))


def test_api_test_of_openspiel_on_the_whole_tree_of_a_small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = loaded("peek", 2)
    counts, sets = counted(PEEK_GAME.new())
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "tested", counts)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "tested", sets)
    see_all_pass(api_test.EnforceAPIOnFullTreeBase, game)


def see_all_pass(cases: Any, game: Any) -> None:
    """Run test cases of OpenSpiel's on a game."""
    case: Any = type(cases.__name__, (cases,), {"game": game, "game_name": "tested"})
    case.setUpClass()
    for name in dir(case):
        if name.startswith("test_"):
            getattr(case(name), name)()


def counted(start: tri.State) -> tuple[tuple[int, int, int], int]:
    """Return how many chance steps, decisions and ends there are, and how many memories with which one decides."""
    counts, memories = {tri.CHANCE: 0, 0: 0, tri.OVER: 0}, set()
    waiting: list[tuple[tri.State, list[str]]] = [(start, [""] * start.setup.players)]
    while waiting:
        state, told = waiting.pop()
        counts[min(0, state.to_move)] += 1
        if state.to_move >= 0:
            memories.add((int(state.to_move), told[state.to_move]))
        for action in state.legal_actions():
            heard = [before + repr(state.events(action, seat)) for seat, before in enumerate(told)]
            waiting.append((state.after(action), heard))
    return (counts[tri.CHANCE], counts[0], counts[tri.OVER]), len(memories)


# What OpenSpiel is told.


@pytest.mark.parametrize(("id", "players"), tables(each=False))
def test_a_game_is_what_its_setup_says(id: str, players: int) -> None:
    game = loaded(id, players)
    setup = tri.game(id).setup(players, **SHORT.get(id, {}))
    assert game.setup == setup
    assert (game.num_players(), game.num_distinct_actions()) == (players, setup.num_actions)
    assert (game.max_chance_outcomes(), game.max_game_length()) == (setup.max_chance_outcomes, setup.max_length)
    kind = game.get_type()
    assert (kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION) is setup.game.has_secrets
    assert (kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC) is (setup.max_chance_outcomes == 0)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1 / (players - 1), 1, 0)


@pytest.mark.parametrize("id", [*discover_games(), "follow"])
def test_a_walk_is_the_same_in_both(id: str) -> None:
    game = loaded(id, tri.game(id).players[0])
    state, here, rng = game.new_initial_state(), game.setup.new(), Random(7)
    while here.to_move != tri.OVER:
        actions = here.legal_actions()
        assert state.legal_actions() == actions
        assert [state.action_to_string(action) for action in actions] == [
            here.format_action(action) for action in actions
        ]
        if here.to_move == tri.CHANCE:
            total = sum(here.chance_weights())
            chances = [weight / total for weight in here.chance_weights()]
            assert state.chance_outcomes() == list(zip(actions, chances, strict=True))
        else:
            assert state.current_player() == here.to_move
        action = actions[rng.randrange(len(actions))]
        state.apply_action(action)
        here.play(action)
        assert str(state) == here.position()
    assert state.is_terminal()
    assert state.returns() == here.returns()


@pytest.mark.parametrize("id", discover_games())
def test_presets_and_options_are_parameters(id: str) -> None:
    own = tri.game(id)
    name = adapter.registered_name(own)
    for preset in own.presets:
        for players in own.players:
            game = pyspiel.load_game(name, {"preset": preset, "players": players})
            assert game.setup == own.setup(players, preset=preset)
            assert pyspiel.load_game(str(game)).setup == game.setup


def test_an_option_overrides_its_preset() -> None:
    game = pyspiel.load_game("triangulum_tri_star_racers(preset=brutal,draft=basic)")
    assert game.setup == tri.game("tri-star-racers").setup(preset="brutal", draft="basic")


def test_a_seed_is_a_number_and_what_was_drawn_from_it_a_text() -> None:
    by_seed = pyspiel.load_game("triangulum_starry_sky(sky=7)")
    written_out = game_from_setup(by_seed.setup)
    assert by_seed.setup == tri.game("starry-sky").setup(sky=7)
    assert "," not in written_out.get_parameters()["sky_text"]
    assert pyspiel.load_game(str(written_out)).setup == by_seed.setup


class OddOptions(tri.Options, frozen=True, kw_only=True):
    """Options of all kinds."""

    players: int = 2
    share: float = 0.5
    seed: int | str = 3
    name: str = "a, b"
    mark: str | None = None
    limit: int | None = None
    cards: tuple[int, ...] = (1, 2)


def test_options_of_all_kinds() -> None:
    game = dataclasses.replace(PEEK_GAME, id="odd-peek", options=OddOptions)
    usual: dict[str, Any] = {"players": 2, "share": 0.5, "seed": 3, "seed_text": "", "name": "a; b", "mark_text": ""}
    assert default_parameters(game) == usual
    chosen = game.setup(share=0.25, seed="sky 4,5", mark="x", limit=7)
    parameters = {**usual, "share": 0.25, "seed_text": "sky 4;5", "mark_text": "x"}
    assert parameters_from_setup(chosen) == parameters
    assert game.setup_from(options_from_parameters(game, parameters)) == game.setup(
        share=0.25, seed="sky 4,5", mark="x"
    )


@pytest.mark.parametrize("wrong", ["homes=closed", "players=3", "preset=unknown", "turn_limit=0"])
def test_wrong_options_are_refused_in_a_line(wrong: str) -> None:
    with pytest.raises(tri.OptionError) as caught:
        pyspiel.load_game(f"triangulum_star_runners({wrong})")
    assert "\n" not in str(caught.value)


# What seats see and remember.


@pytest.mark.parametrize(("id", "players"), tables(each=False))
def test_observations_are_views_and_named_features(id: str, players: int) -> None:
    game = loaded(id, players)
    observation = make_observation(game)
    for state in list(random_states(game, 2))[::9]:
        for seat in range(players):
            observation.set_from(state, seat)
            assert observation.tensor.tolist() == state.observation_tensor(seat)
            assert {"seat", "to_move"} < set(observation.dict)
            assert state.observation_string(seat) == msgspec.json.encode(state.position.view(seat)).decode()


@pytest.mark.parametrize(("id", "players"), tables(each=False))
def test_memories_are_everything_seen(id: str, players: int) -> None:
    game = loaded(id, players)
    told = [f"seat {seat}\n" for seat in range(players)]
    states = list(random_states(game, 3))
    for state, after in pairwise(states):
        action = after.history()[-1]
        for seat in range(players):
            assert state.information_state_string(seat) == told[seat]
            told[seat] += msgspec.json.encode(state.position.events(action, seat)).decode() + "\n"


def test_memories_are_tensors_where_games_are_bounded() -> None:
    def is_bounded(name: str) -> bool:
        return bool(pyspiel.load_game(name).get_type().provides_information_state_tensor)

    assert is_bounded("triangulum_tri_trac")
    assert not is_bounded("triangulum_star_runners")  # doubles may be rolled again without end
    assert not is_bounded("triangulum_tricolor_line")  # a very long game would take millions of numbers


@pytest.mark.parametrize("id", ["tri-trac", "starry-sky", "tri-star-racers", "follow"])
def test_memories_as_tensors_tell_apart_what_texts_tell_apart(id: str) -> None:
    game = loaded(id, tri.game(id).players[0])
    observation = make_observation(game, INFO_STATE_OBS_TYPE)
    found: dict[bytes, str] = {}
    for seed in range(4):
        for state in random_states(game, seed):
            observation.set_from(state, 0)
            text = state.information_state_string(0)
            assert found.setdefault(observation.tensor.tobytes(), text) == text
    assert len(set(found.values())) == len(found)


@pytest.mark.parametrize("id", ["starry-sky", "tri-star-racers", "tricolor-line", "follow"])
def test_a_resampled_state_is_one_that_the_seat_cannot_tell_from_the_true_one(id: str) -> None:
    players = tri.game(id).players[-1]
    game = loaded(id, players)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = 0
    for state in list(random_states(game, 4))[:-1:7]:
        for seat in range(players):
            other = state.resample_from_infostate(seat, sampler)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.observation_tensor(seat) == state.observation_tensor(seat)
            others += str(other) != str(state)
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
                other.apply_action(other.legal_actions()[0])
                assert len(other.information_state_string(seat)) > len(state.information_state_string(seat))
    assert others


@pytest.mark.parametrize("id", [*discover_games(), "follow"])
def test_states_are_kept_as_they_are(id: str) -> None:
    game = loaded(id, tri.game(id).players[0])
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for state in list(random_states(game, 5))[::20]:
        for kept in (state, state.resample_from_infostate(0, sampler)):
            again, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, kept))
            for copy in (read, pickle.loads(pickle.dumps(kept)), kept.clone()):
                assert str(again) == str(game)
                assert (str(copy), copy.history()) == (str(kept), kept.history())
                assert copy.information_state_string(0) == kept.information_state_string(0)


@pytest.mark.parametrize("id", [*discover_games(), "follow"])
def test_a_game_can_begin_at_a_position(id: str) -> None:
    game = loaded(id, tri.game(id).players[0])
    for state in list(random_states(game, 6))[::25]:
        begun = game.new_initial_state(str(state))
        assert (str(begun), begun.history()) == (str(state), [])
        assert begun.legal_actions() == state.legal_actions()
        assert begun.observation_string(0) == state.observation_string(0)
        assert state.observation_string(0) in begun.information_state_string(0)
    with pytest.raises(tri.PositionError):
        game.new_initial_state("nowhere")


def test_a_long_game_is_kept_as_well() -> None:
    game = pyspiel.load_game("triangulum_star_runners")
    *_, last = random_states(game, 1)
    assert last.memory.num_steps > sys.getrecursionlimit() // 4
    read = pickle.loads(pickle.dumps(last))
    assert read.information_state_string(1) == last.information_state_string(1)


def test_a_clone_goes_its_own_way() -> None:
    state = loaded("tri-trac", 2).new_initial_state()
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) != str(clone)
    assert state.history() == []
    assert state.information_state_string(0) == "seat 0\n"


# Algorithms of OpenSpiel's, and bots of both.


def test_cfr_learns_a_small_game_with_secrets() -> None:
    solver = cfr.CFRPlusSolver(loaded("peek", 2))
    before = exploitability.exploitability(solver._game, solver.average_policy())
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(solver._game, solver.average_policy()) < before / 4


def test_openspiels_environment_plays_to_the_end() -> None:
    environment = rl_environment.Environment(loaded("star-runners", 2))
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == environment.observation_spec()["info_state"][0]
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == 0


@pytest.mark.parametrize(("id", "players"), [("star-runners", 2), ("tri-trac", 2), ("starry-sky", 3)])
def test_bots_of_both_play_a_game_at_either_table(id: str, players: int) -> None:
    game = loaded(id, players)

    def theirs(game: Any) -> Any:
        evaluator = mcts.RandomRolloutEvaluator(1)
        if tri.game(id).has_secrets:
            return ismcts.ISMCTSBot(game, evaluator, uct_c=1.4, max_simulations=3)
        return mcts.MCTSBot(game, uct_c=1.4, max_simulations=3, evaluator=evaluator)

    bots = [theirs(game), *(adapter.TriangulumBot(tri.bot("greedy"), seat) for seat in range(1, players))]
    state, rng = game.new_initial_state(), Random(1)
    while not state.is_terminal():
        player = state.current_player()
        state.apply_action(bots[player].step(state) if player >= 0 else state.position.sample_chance(rng))
    assert sum(state.returns()) == pytest.approx(0)

    seats = [adapter.OpenSpielBot("theirs", theirs), *(tri.bot("random") for _ in range(players - 1))]
    record = tri.play(game.setup, seats, seed=2)
    assert record.replay().to_move == tri.OVER


def test_a_bot_of_ours_is_not_shown_the_true_state() -> None:
    shown: list[tri.State] = []

    class Nosy(tri.Bot):
        def choose(self, state: tri.State, rng: Random) -> Any:
            shown.append(state)
            return state.legal_actions()[0]

    state = next(state for state in random_states(loaded("starry-sky", 3), 1) if state.current_player() == 0)
    bot = adapter.TriangulumBot(Nosy(), 0)
    for _ in range(5):
        assert bot.step(state) in state.legal_actions()
    assert any(other != state.position for other in shown)
    assert all(other.view(0) == state.position.view(0) for other in shown)


def test_a_process_that_has_imported_the_adapter_ends_in_peace() -> None:
    # OpenSpiel lets go of games after Python has ended: a wrong kind of object there brings the process down.
    program = (
        "import pyspiel, triangulum.adapters.openspiel; print(pyspiel.load_game('triangulum_tri_trac').num_players())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr
