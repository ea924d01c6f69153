"""Monte-Carlo tree search finds what is best where that can be worked out, and knows nothing that its seat does not."""

import random
from typing import Any

import msgspec
import pytest

import triangulum as tri
from tests.sampling import sampled
from tests.toys.broken import WEATHER
from tests.toys.follow import FOLLOW
from tests.toys.paths import compute_win_shares, declare_paths
from tests.toys.peek import PEEK, PEEK_GAME
from triangulum.bots import MctsBot, MctsSettings
from triangulum.bots.thought import Budget, Thought
from triangulum.bots.tree import FIRST_EDGE, MIN_VISITS_TO_HASH, NO_NODE, NODE_SIZE, NUM_EDGES, VISITS, Tree
from triangulum.core.state import CHANCE, OVER, Setup, State

pytestmark = pytest.mark.compiled_only

PLAIN = MctsSettings(prior=0.0, compared=1)
"""Nothing but simulations: toys have no idea of what is good."""

SETUPS = {
    "follow": FOLLOW.setup(),
    "weather": WEATHER.setup(),
    "peek": PEEK_GAME.setup(),
    "starry-sky": tri.game("starry-sky").setup(),
    "starry-sky with erasing": tri.game("starry-sky").setup(erasing="after", sky=3),
    "racers": tri.game("tri-star-racers").setup(3),
    "brutal racers": tri.game("tri-star-racers").setup(2, scenario="brutal"),
}
"""All games with secrets."""

OPEN_SETUPS = {"star-runners": tri.game("star-runners").setup(), "tri-trac": tri.game("tri-trac").setup(turn_limit=20)}


def thought_of(state: State, simulations: int, settings: MctsSettings = PLAIN, seed: int = 1) -> Thought:
    """Return what a new bot thinks of a state."""
    return MctsBot(settings).think(state, tri.Random(seed), Budget(simulations=simulations))


def decision(setup: Setup, seed: int, decisions: int = 0) -> State:
    """Return a state some random decisions into a game, at which somebody decides."""
    rng = tri.Random(seed)
    state = setup.new()
    while state.to_move == CHANCE or decisions:
        legal = state._legal_actions()
        decisions -= state.to_move != CHANCE
        state._apply(state.sample_chance(rng) if state.to_move == CHANCE else legal[rng.randrange(len(legal))])
    return state


# What can be worked out.


def random_tree(dice: random.Random, players: int, depth: int) -> Any:
    """Return a tree in which seats and chance take turns at random, and the end is a lottery."""
    if depth == 0:
        return "chance", [{dice.randrange(players)} for _ in range(8)]
    who = dice.choice([*range(players), "chance"])
    return who, [random_tree(dice, players, depth - 1) for _ in range(dice.randrange(2, 4))]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_best_is_found_in_any_tree(players: int) -> None:
    dice = random.Random(players)
    curious = MctsSettings(prior=0.0, compared=1, exploration=1.4)
    looked_at = 0
    for number in range(sampled(32)):
        tree = (0, [random_tree(dice, players, 2) for _ in range(3)])
        worths = [compute_win_shares(way, players, 1)[0] for way in tree[1]]
        # Nobody knows what those do to whom it is all the same.
        if worths == [compute_win_shares(way, players, -1)[0] for way in tree[1]] and max(worths) - min(worths) > 0.25:
            looked_at += 1
            found = thought_of(declare_paths(f"tree {players} {number}", players, tree).new(players), 3000, curious)
            assert worths[found.action] > max(worths) - 0.1
            assert found.best[0].win == pytest.approx(max(worths), abs=0.15)
    assert looked_at


def test_others_play_for_themselves_and_not_against_the_seat_that_searches() -> None:
    """Seat 1 would rather share a win with seat 0 than see seat 2 win; it does not matter that seat 0 gains by it."""
    risk: Any = ("chance", [{0}, {2}, {2}, {2}])
    alliance: Any = (1, [{0, 1}, {2}])
    state = declare_paths("alliance", 3, (0, [risk, alliance])).new(3)
    found = thought_of(state, 2000)
    assert found.action == 1
    wins = {candidate.action: candidate.win for candidate in found.best}
    assert wins[0] == pytest.approx(0.25, abs=0.1)
    assert wins[1] == pytest.approx(0.5, abs=0.05)


def test_chance_is_weighed_and_not_hoped_for() -> None:
    gamble: Any = ("chance", [{0}, {1}, {1}])
    state = declare_paths("gamble", 2, (0, [gamble, (1, [{0, 1}, {0}])])).new(2)
    assert thought_of(state, 1500).action == 1


def test_a_draw_counts_as_everybodys_share() -> None:
    state = declare_paths("draw", 2, (0, [{1}, set(), {1}])).new(2)
    found = thought_of(state, 200)
    assert found.action == 1
    assert found.best[0].win == 0.5


def test_behind_the_horizon_is_an_estimate() -> None:
    """Whatever seat 1 does, seat 0 wins; one turn ahead that cannot be seen, and nobody has an idea of it."""
    state = declare_paths("horizon", 2, (0, [(0, [(1, [{0}, {0}]), (1, [{0}, {0}])]), {0, 1}])).new(2)
    for turns, win in ((1, 0.5), (2, 1.0)):
        near = MctsSettings(prior=0.0, compared=1, horizon=turns)
        wins = {candidate.action: candidate.win for candidate in thought_of(state, 200, near).best}
        assert wins == {0: win, 1: 0.5}


def test_others_who_are_not_searched_do_what_is_worth_most() -> None:
    """Seat 1 sees at a glance what is best for itself, and nothing else is ever tried."""
    state = declare_paths("at a glance", 3, (0, [{0, 1, 2}, (1, [{2}, {0, 1}, {2}])])).new(3)
    alone = MctsSettings(prior=0.0, compared=0, alone=True)
    assert {candidate.action: candidate.win for candidate in thought_of(state, 50, alone).best}[1] == 0.5
    searched = MctsSettings(prior=0.0, compared=0)
    assert {candidate.action: candidate.win for candidate in thought_of(state, 50, searched).best}[1] < 0.5


# What cannot be known.


def test_who_has_not_peeked_does_not_know_the_masks_and_who_has_peeked_does() -> None:
    for masks in ([0, 1, 2], [0, 2, 1]):
        state = PEEK_GAME.new()
        for mask in masks:
            state.play(mask)
        guesses = {c.action: c.win for c in thought_of(state, 1500).best if c.action != PEEK}
        assert all(win == pytest.approx(0.5, abs=0.1) for win in guesses.values())
        state.play("peek")
        state.play("peek")
        found = thought_of(state, 300)
        assert found.action == masks[1]
        assert found.best[0].win == 1.0


def test_what_comes_to_light_with_ones_own_move_is_not_for_oneself_to_choose() -> None:
    """The last of three lays a card without knowing the others': there is one candidate for each card."""
    state = decision(tri.game("starry-sky").setup(), seed=4, decisions=2)
    found = thought_of(state, 400)
    assert {candidate.action for candidate in found.best} <= set(state.legal_actions())
    assert sum(candidate.visits for candidate in found.best) <= 400
    assert found.best[0].visits > 400 / len(state.legal_actions())


@pytest.mark.parametrize("name", SETUPS)
def test_honesty(name: str) -> None:
    """Two bots play through one game, one sees the truth and the other a resample: they always make the same move."""
    setup = SETUPS[name]
    settings = MctsSettings() if "-" in name or "racers" in name else PLAIN
    simulations = Budget(simulations=sampled(40))
    for seed in range(sampled(6) if setup.players == 3 and "racers" not in name else 1):
        state, rng = setup.new(), tri.Random(seed)
        seeing = [MctsBot(settings) for _ in range(setup.players)]
        honest = [MctsBot(settings) for _ in range(setup.players)]
        decisions = 0
        while state.to_move != OVER and decisions < sampled(48):
            seat = state.to_move
            if seat == CHANCE:
                state._apply(state.sample_chance(rng))
                continue
            decisions += 1
            key = rng.randrange(1 << 40)
            found = seeing[seat].think(state, tri.Random(key), simulations)
            other = honest[seat].think(state.resample(seat, rng), tri.Random(key), simulations)
            assert found == other
            state.play(found.action)


# How it works.


@pytest.mark.parametrize("name", [*SETUPS, *OPEN_SETUPS])
def test_whole_games_are_legal_and_what_is_known_is_kept(name: str) -> None:
    setup = (SETUPS | OPEN_SETUPS)[name]
    bots = [MctsBot(PLAIN) for _ in range(setup.players)]
    state, rng = setup.new(), tri.Random(5)
    decisions = kept = 0
    while state.to_move != OVER and decisions < sampled(60):
        seat = state.to_move
        if seat == CHANCE:
            state._apply(state.sample_chance(rng))
            continue
        decisions += 1
        found = bots[seat].think(state.resample(seat, rng), rng, Budget(simulations=sampled(80)))
        assert {candidate.action for candidate in found.best} | {found.action} <= set(state.legal_actions())
        assert all(0 <= candidate.win <= 1 for candidate in found.best)
        if found.best:
            assert found.simulations == sampled(80)
            kept += sum(candidate.visits for candidate in found.best) > sampled(80)
        state.play(found.action)
    # Other games are too short or too wide for so few simulations, and on plain sources there are fewer still.
    assert kept or name not in ("starry-sky", "star-runners") or tri.BUILD.kind == "plain"


def test_a_kept_tree_is_the_part_that_was_grown_from_there() -> None:
    """What a bot knows after both have moved is what its simulations through these moves have found."""
    place: Any = (0, [(1, [(0, [{0}, {1}]), {1}]), (1, [(0, [{0}, {1}]), (0, [{1}, {0}])])])
    state = declare_paths("kept", 2, place).new(2)
    bot = MctsBot(PLAIN)
    bot.think(state, tri.Random(1), Budget(simulations=600))
    before = bot.tree.num_nodes
    for step in (1, 1):
        state.play(step)
    bot.start_search(state, tri.Random(2))
    found = bot.thought()
    assert found.simulations == 0
    assert found.action == 1
    assert found.best[0].win == 1.0
    assert found.best[0].visits > 100
    assert 3 == bot.tree.num_nodes < before
    assert bot.tree.nodes[VISITS] > found.best[0].visits


def test_what_is_known_is_found_again_whatever_is_made_up_about_the_rest() -> None:
    """In Follow, a seat decides again when two others have laid cards that it could not see, and all were turned up."""
    looked_at = 0
    for seed in range(4):
        before, rng = decision(FOLLOW.setup(), seed), tri.Random(seed)
        bots = [MctsBot(PLAIN) for _ in range(3)]
        thoughts = [bot.think(before.resample(0, rng), tri.Random(1), Budget(simulations=800)) for bot in bots]
        state = before.after(thoughts[0].action)
        while state.to_move > 0:
            state._apply(state.legal_actions()[-1])
        if state.to_move == OVER:
            continue  # another took the trick, led, and the last cards were laid
        looked_at += 1
        for bot in bots:
            bot.start_search(state.resample(0, rng), tri.Random(2))
        visits = {int(bot.tree.nodes[VISITS]) for bot in bots}
        assert len(visits) == 1
        assert visits.pop() >= MIN_VISITS_TO_HASH
    assert looked_at


def test_what_is_below_a_node_is_all_that_is_taken_over() -> None:
    tree = Tree()
    left, right = tree.add_node(0, 7), tree.add_node(0, 8)
    below = [tree.add_node(right, 70), tree.add_node(left, 70), tree.add_node(right, 71)]
    deeper = tree.add_node(below[2], 5)
    for edge, node in enumerate((right, right, left, below[2])):
        tree.add_edge(node, 100 + edge, 0.5, 1)
    tree.nodes[NODE_SIZE * deeper + VISITS] = 9
    subtree = tree.copy_subtree(right)
    assert subtree.num_nodes == 4
    assert subtree.find_child(0, 70) > 0
    end = subtree.find_child(subtree.find_child(0, 71), 5)
    assert subtree.nodes[NODE_SIZE * end + VISITS] == 9
    assert (
        subtree.find_child(0, 5)
        == subtree.find_child(0, 7)
        == subtree.find_child(subtree.find_child(0, 70), 5)
        == NO_NODE
    )
    assert [int(subtree.edge_keys[subtree.nodes[FIRST_EDGE] + at]) for at in range(2)] == [100, 101]
    assert subtree.edge_keys[subtree.nodes[NODE_SIZE * subtree.find_child(0, 71) + FIRST_EDGE]] == 103
    assert subtree.nodes[NODE_SIZE * subtree.find_child(0, 70) + NUM_EDGES] == 0


def test_a_tree_of_many_nodes_finds_each_of_them() -> None:
    tree = Tree()
    nodes = [tree.add_node(parent, key) for parent in range(60) for key in (3, 4, 1 << 40, (1 << 55) + 3)]
    assert [tree.find_child(parent, key) for parent in range(60) for key in (3, 4, 1 << 40, (1 << 55) + 3)] == nodes
    for number in range(5000):
        tree.add_node(number, 9)
    assert [tree.find_child(parent, key) for parent in range(60) for key in (3, 4, 1 << 40, (1 << 55) + 3)] == nodes
    assert tree.find_child(4999, 9) == len(nodes) + 5000
    assert tree.find_child(5000, 9) == NO_NODE


def test_another_position_another_seat_and_another_game_begin_anew() -> None:
    setup = tri.game("star-runners").setup()
    bot = MctsBot(PLAIN)
    start = decision(setup, seed=1)
    bot.think(start, tri.Random(1), Budget(simulations=sampled(200)))
    for other in (start, decision(setup, 1, 9), decision(setup, 1, 1), start):
        bot.start_search(other, tri.Random(1))
        assert bot.thought().best == ()
    after = start.after(bot.think(start, tri.Random(1), Budget(simulations=sampled(200))).action)
    bot.start_game(setup)
    bot.start_search(after, tri.Random(1))
    assert bot.thought().best == ()


@pytest.mark.parametrize("name", ["starry-sky", "racers", "star-runners"])
def test_the_same_generator_and_simulations_give_the_same_thought_however_they_are_sliced(name: str) -> None:
    simulations = sampled(120)
    state = decision((SETUPS | OPEN_SETUPS)[name], seed=2, decisions=3)
    once = thought_of(state, simulations, MctsSettings())
    assert once == thought_of(state, simulations, MctsSettings())
    bot = MctsBot(MctsSettings())
    bot.start_search(state, tri.Random(1))
    made = 0
    while made < simulations:
        made += bot.continue_search(1e-9, simulations - made)  # a slice too short for more than one
    assert made == simulations
    assert bot.thought() == once
    assert once != thought_of(state, simulations, MctsSettings(), seed=2)


def test_work_makes_no_more_than_it_is_asked_for_and_nothing_without_a_choice() -> None:
    bot = MctsBot(PLAIN)
    state = declare_paths("no choice", 2, (0, [(1, [{0}, {1}])])).new(2)
    bot.start_search(state, tri.Random(1))
    assert bot.continue_search(10.0, 5) == 0
    assert bot.thought() == Thought(0)
    bot.start_search(decision(OPEN_SETUPS["star-runners"], 1), tri.Random(1))
    assert bot.continue_search(10.0, 7) == 7
    assert bot.thought().simulations == 7


def test_estimates_end_playouts_and_all_settings_play() -> None:
    state = decision(SETUPS["racers"], seed=3, decisions=4)
    for settings in (
        MctsSettings(depth=0),
        MctsSettings(depth=3, compared=3),
        MctsSettings(prior=0.0, depth=2),
        MctsSettings(effort=10),
        MctsSettings(horizon=1, compared=0),
        MctsSettings(horizon=2, compared=3, alone=True),
    ):
        found = thought_of(state, 60, settings)
        assert found.action in state.legal_actions()
        assert sum(candidate.visits for candidate in found.best) <= 60


def test_blunders_are_made_without_thinking() -> None:
    state = decision(OPEN_SETUPS["star-runners"], seed=1, decisions=6)
    always = MctsSettings(blunders=1.0)
    assert {thought_of(state, 10, always, seed).action for seed in range(60)} == set(state.legal_actions())
    assert thought_of(state, 10, always) == Thought(thought_of(state, 10, always).action)


def test_the_bot_is_known_by_name_and_plays() -> None:
    bot = tri.bot("mcts")
    assert bot.name() == "mcts"
    assert isinstance(bot, MctsBot)
    quick = MctsBot(budget=Budget(simulations=5))
    record = tri.play("star-runners", [quick, tri.bot("random")], seed=1, turn_limit=8)
    assert record == tri.play("star-runners", [quick, tri.bot("random")], seed=1, turn_limit=8)
    assert record.players == ("mcts", "random")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"exploration": -1.0}, "exploration is a number from 0 up, not -1.0"),
        ({"prior": float("nan")}, "prior is a number from 0 up, not nan"),
        ({"compared": -1}, "compared is a whole number from 0 up, not -1"),
        ({"depth": -1}, "depth is a whole number from 0 up, or None, not -1"),
        ({"horizon": 0}, "horizon is a whole number from 1 up, or None, not 0"),
        ({"effort": -1}, "effort is a whole number from 0 up, not -1"),
        ({"blunders": 2.0}, "blunders is a share from 0 to 1, not 2.0"),
    ],
)
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(tri.TriangulumError) as caught:
        MctsSettings(**wrong)
    assert str(caught.value) == message


def test_a_game_says_which_settings_suit_it() -> None:
    for name in ("starry-sky", "tri-star-racers"):
        state = decision(tri.game(name).setup(), seed=1)
        suited = MctsSettings(**state.setup.game.search_settings)
        assert thought_of(state, 20, suited) == MctsBot().think(state, tri.Random(1), Budget(simulations=20))
    assert tri.game("tri-star-racers").search_settings


def test_settings_are_values() -> None:
    settings = MctsSettings(depth=3)
    assert msgspec.json.decode(msgspec.json.encode(settings), type=MctsSettings) == settings
    assert len({settings, MctsSettings(depth=3), MctsSettings()}) == 2
