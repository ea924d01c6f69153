"""Tricolor Line keeps every promise of the contract with any number of players, and bots have an idea of it."""

from typing import Any

import pytest
from mypy_extensions import i64

import triangulum as tri
from tests.games.shared import after
from tests.games.tricolor_line.positions import EAST, GAME, few_cards, few_tiles, game, random_game, seen
from tests.rules import rule
from tests.sampling import chosen, sampled
from tests.two_worlds import compare, see_two_worlds
from triangulum.games.tricolor_line.rules.fields import IDENTITIES, SKIP_MASK
from triangulum.games.tricolor_line.rules.state import TricolorState
from triangulum.games.tricolor_line.views import PHASES

NOT_HERE = {"secrets"}
"""Promises of games without secrets."""


@pytest.mark.parametrize("players", chosen(range(8, 1, -1)))
def test_conformance(players: int) -> None:
    report = tri.conformance(GAME.setup(players, round_limit=4), games=1, in_depth_share=0.05, seed=1)
    assert report.unchecked - {"news"} == NOT_HERE


OTHER_RULES: list[dict[str, Any]] = [
    {"end_distance": 1},
    {"end_distance": 8},
    {"full_rounds": True},
    {"preset": "long-roads"},
]
"""Options other than as printed."""


@pytest.mark.parametrize(("at", "options"), chosen(enumerate(OTHER_RULES)), ids=str)
def test_conformance_with_other_rules(at: int, options: dict[str, Any]) -> None:
    setup = GAME.setup(2 + at, round_limit=4, **options)
    assert tri.conformance(setup, games=1, in_depth_share=0.05, seed=1).unchecked - {"news"} == NOT_HERE


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4, 8])
@pytest.mark.parametrize("options", OTHER_RULES, ids=str)
def test_conformance_with_other_rules_and_more_players(options: dict[str, Any], players: int) -> None:
    setup = GAME.setup(players, round_limit=12, **options)
    assert tri.conformance(setup, games=2, in_depth_share=0.1).unchecked - {"news"} == NOT_HERE


@pytest.mark.long
@pytest.mark.parametrize("players", range(2, 9))
def test_conformance_with_every_number_of_players(players: int) -> None:
    report = tri.conformance(GAME.setup(players, round_limit=12), games=3, in_depth_share=0.1)
    assert report.unchecked == NOT_HERE


def test_conformance_where_discards_are_shuffled_again_and_again() -> None:
    """With few cards, hands hold old ones and new ones, and many payments have two questions."""
    setup = GAME.setup(3, components=few_cards(), round_limit=1 + sampled(16), preset="long-roads")
    assert tri.conformance(setup, games=1, in_depth_share=0.05, seed=1).unchecked - {"news"} == NOT_HERE


@pytest.mark.long
def test_conformance_until_the_piles_are_empty() -> None:
    assert tri.conformance(GAME.setup(3, components=few_tiles()), games=3, in_depth_share=0.1).games == 3


@rule("10.1", "10.2")
def test_two_worlds_look_the_same_to_who_cannot_tell_them_apart() -> None:
    for seed, players in enumerate(chosen((8, 4, 2))):
        assert see_two_worlds(GAME.setup(players, round_limit=2), seed) > 10


@rule("10.1", "10.2")
def test_two_worlds_look_the_same_with_other_rules() -> None:
    for seed, options in enumerate(chosen(OTHER_RULES)):
        assert see_two_worlds(GAME.setup(3, round_limit=2, **options), seed) > 10


@rule("4.7", "4.8", "10.1", "10.2")
def test_two_worlds_look_the_same_between_the_two_questions_of_a_payment() -> None:
    rng = tri.Random(4)
    differing = 0
    for state in random_game(3, 0, components=few_cards(), round_limit=9):
        if seen(state).phase != "ages":
            continue
        for watcher in (0, 1, 2, None):
            world = state.resample(watcher, rng)
            differing += world.to_bytes() != state.to_bytes()
            compare(state, world, watcher)
    assert differing > 10


@pytest.mark.long
@pytest.mark.parametrize("options", OTHER_RULES, ids=str)
@rule("10.1", "10.2")
def test_two_worlds_look_the_same_in_many_games_with_other_rules(options: dict[str, Any]) -> None:
    for seed in range(40):
        assert see_two_worlds(GAME.setup(2 + seed % 7, round_limit=3, **options), seed) > 10


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4, 8])
@rule("10.1", "10.2")
def test_two_worlds_look_the_same_in_many_games(players: int) -> None:
    for seed in range(167):
        assert see_two_worlds(GAME.setup(players, round_limit=12 // players + 1), seed) > 10


def test_the_phases_of_a_game() -> None:
    found = {seen(state).phase for seed in range(2) for state in random_game(3, seed, round_limit=20)}
    assert found <= set(PHASES)
    assert found >= {"setup", "first", "draw", "take", "place", "act", "discard", "over"}


def test_no_game_is_longer_than_promised() -> None:
    for seed in range(4):
        assert sum(1 for _ in random_game(3, seed, round_limit=5)) <= GAME.setup(3, round_limit=5).max_length


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4])
def test_greedy_beats_random(players: int) -> None:
    total = 0.0
    for seed in range(100):
        bots = [tri.bot("random")] * players
        bots[seed % players] = tri.bot("greedy")
        total += tri.play(GAME, bots, seed).replay().returns()[seed % players]
    # A player like the others gains nothing, give or take 0.1; the cards decide much.
    assert total / 100 > 0.2


def greedy_move(*parts: str) -> str:
    """Return what the greedy bot plays in a position."""
    state = game(*parts)
    return state.format_action(tri.bot("greedy").choose(state, tri.Random(1)))


def test_greedy_builds_what_finishes_its_own_routes() -> None:
    own = "red straight EW at -1,0, end NESW at -2,0 built"
    assert greedy_move(f"tiles {EAST}, {own}", "hands R RR / -", "seat 0 acts") == "build -1,0 with R RR"


def test_greedy_does_not_end_a_game_early_for_another_colour() -> None:
    others = "blue straight EW at -1,0, end NESW at -2,0 built"
    tiles = f"tiles {EAST.replace('red', 'blue')}, {others}"
    assert greedy_move(tiles, "hands B BB / -", "seat 0 acts") == "done"
    assert greedy_move(tiles, "hands B BB / -", "round 20", "seat 0 acts") == "build -1,0 with B BB"


def test_greedy_takes_an_end() -> None:
    assert greedy_move("piles red tee 22, end 22, blue tee 22", "seat 0 takes") == "pile 2"


def test_what_greedy_and_previews_go_by_is_the_movers_own() -> None:
    rng = tri.Random(1)
    for number, state in enumerate(random_game(3, 5, round_limit=4)):
        if state.to_move >= 0 and number % 4 == 0:
            world = state.resample(state.to_move, rng)
            actions = state.legal_actions()[:30]
            assert [world.action_score(action) for action in actions] == [
                state.action_score(action) for action in actions
            ]


def test_what_is_amid_a_turn_neither_ends_a_game_nor_shows_an_identity() -> None:
    amid = others = 0
    for number, state in enumerate(random_game(2, 3, round_limit=3 + sampled(10))):
        if state.to_move == tri.OVER or number % 2:
            continue
        assert isinstance(state, TricolorState)
        for action in state.legal_actions()[-12:]:
            if not state.is_turn_certain_to_continue_after(i64(action)):
                others += 1
                continue
            amid += 1
            later = state.after(i64(action))
            assert later.to_move != tri.OVER
            assert bytes(later.byte_fields[IDENTITIES:SKIP_MASK]) == bytes(state.byte_fields[IDENTITIES:SKIP_MASK])
    assert amid > 50
    assert others > 10


def test_a_plan_is_made_anew_after_every_step() -> None:
    state = game(f"tiles {EAST}", "taken end", "seat 0 places")
    state.action_score(state.legal_actions()[0])
    later = after(state, "at 0,1 NESW")
    state.play("at 0,1 NESW")
    assert [state.action_score(action) for action in state.legal_actions()] == [
        later.action_score(action) for action in later.legal_actions()
    ]
