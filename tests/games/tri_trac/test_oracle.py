"""The quick rules against the slow ones, step by step over whole random games, and the quick look ahead against all."""

import random
from collections import Counter

import pytest

import triangulum as tri
from tests.games.tri_trac import oracle
from tests.rules import rule
from tests.sampling import sampled
from triangulum.core.components import parse_components
from triangulum.core.state import State
from triangulum.games.tri_trac.actions import decode_move
from triangulum.games.tri_trac.box import TriTracBox
from triangulum.games.tri_trac.rules import TriTrac
from triangulum.games.tri_trac.views import TriTracView

pytestmark = pytest.mark.compiled_only

GAME = tri.game("tri-trac")
NAMES = [space.name for space in GAME.components.box.lattice.spaces]
ENDINGS = {"won": oracle.Ending.WIN, "repetition": oracle.Ending.REPETITION, "turn-limit": oracle.Ending.LIMIT}

POLICIES = ("uniform", "turning", "winning", "shuffling")


def slow_text(slow: oracle.Position, move: str) -> str:
    """Return a move as the slow rules write it: a turn names its space twice."""
    space = move.split()[0]
    return f"{space}-{move}" if space in slow.pieces else move


def compare(state: State, slow: oracle.Position) -> dict[str, str]:
    """See that both know the same, and return the legal moves, each with how the slow rules write it."""
    moves = {move: slow_text(slow, move) for move in map(state.format_action, state.legal_actions())}
    assert state.to_move == slow.to_move
    assert set(moves.values()) == slow.legal()
    compare_boards(state, slow)
    return moves


def compare_boards(state: State, slow: oracle.Position) -> None:
    """See that both have the same on the board, and the same result."""
    view = state.view(None)
    assert isinstance(view, TriTracView)
    lattice = GAME.components.box.lattice
    lying = {
        space.name: (there.owner, "".join(space.side_name(side) for side in range(3) if side != there.blank_side))
        for space, there in zip(lattice.spaces, view.spaces, strict=True)
        if there is not None
    }
    assert lying == slow.pieces
    assert view.reserves == slow.reserves
    assert view.turns_played == slow.turns
    assert view.neutral_barred == slow.neutral_barred
    assert tuple(state.winners()) == slow.winners
    assert tuple(state.returns()) == slow.returns
    track = [NAMES[space] for space in view.track]
    # From which of the two arrows it is followed makes no difference.
    assert oracle.tracks(slow.pieces) in ([track] if track else [], [track[::-1]])


def choose(state: State, policy: str, dice: random.Random) -> int:
    """Return an action: any; mostly a turn, which makes positions come again; a win if there is one; few spaces."""
    actions = state.legal_actions()
    some = actions
    if policy == "turning" and dice.random() < 0.95:
        some = [action for action in actions if turns(state, action)]
    elif policy == "winning" and state.evaluate(state.to_move) > 0.5:
        some = [action for action in actions if state.action_score(action) == 1.0]
    elif policy == "shuffling" and dice.random() < 0.9:
        some = [action for action in actions if "-" in state.format_action(action)][:4]
    return dice.choice(some or actions)


def turns(state: State, action: int) -> bool:
    """Tell whether an action turns a triangle where it lies."""
    view = state.view(None)
    assert isinstance(view, TriTracView)
    return view.spaces[decode_move(action, len(NAMES), None).space] is not None


def play_both(seed: int, policy: str, turn_limit: int, draws: str = "automatic") -> str:
    """Play a game on both, and return how it ends."""
    dice = random.Random(seed)
    state = GAME.new(turn_limit=turn_limit, draws=draws)
    slow = oracle.start(turn_limit, draws)
    while moves := compare(state, slow):
        action = choose(state, policy, dice)
        events = state.events(action, None)
        move = state.format_action(action)
        state.play(action)
        slow = slow.play(moves[move])
    ending = "won" if state.winners() else str(events[-1].reason)  # type: ignore[attr-defined]
    assert slow.ending == ENDINGS[ending]
    return ending


def see_endings(policy: str, ends: Counter[str]) -> None:
    """See that the games of a policy ended in the ways that it is there for."""
    assert ends["turn-limit"]
    assert ends["won"] or policy != "winning"
    assert ends["repetition"] or policy != "turning"


@pytest.mark.parametrize("policy", POLICIES)
@rule("3.2", "5.1", "5.4", "5.5")
def test_quick_and_slow_rules_agree_on_random_games(policy: str) -> None:
    see_endings(policy, Counter(play_both(seed, policy, (1, 9, 40, 60)[seed % 4]) for seed in range(16)))


@pytest.mark.long
@pytest.mark.parametrize("policy", POLICIES)
@rule("3.2", "5.1", "5.4", "5.5")
def test_quick_and_slow_rules_agree_on_many_random_games(policy: str) -> None:
    see_endings(policy, Counter(play_both(seed, policy, (1, 9, 60, 200)[seed % 4]) for seed in range(300)))


@rule("5.9")
def test_quick_and_slow_rules_agree_where_no_repetition_draws() -> None:
    # These are games in which positions come again and again.
    ends = Counter(play_both(seed, "turning", 60, "agreed") for seed in range(sampled(24)))
    assert ends.keys() == {"turn-limit"}


@pytest.mark.long
@pytest.mark.parametrize("policy", POLICIES)
@rule("5.9")
def test_quick_and_slow_rules_agree_on_many_random_games_where_no_repetition_draws(policy: str) -> None:
    ends = Counter(play_both(seed, policy, (1, 9, 60, 200)[seed % 4], "agreed") for seed in range(300))
    assert ends["turn-limit"]
    assert not ends["repetition"]


def play_and_search(seed: int) -> bool:
    """Play a random game, searching the whole board for tracks after every turn; tell whether somebody wins."""
    rng = tri.Random(seed)
    state = GAME.new()
    box = GAME.components.box
    colours = (oracle.NEUTRAL, oracle.COLOUR[0], oracle.COLOUR[1])
    lying = [
        (name, (colour, box.pose_names[3 * at + blank].split()[1]))
        for at, name in enumerate(NAMES)
        for colour in colours
        for blank in range(3)
    ]
    while state.to_move != tri.OVER:
        legal = state._legal_actions()
        state._apply(legal[rng.randrange(len(legal))])
        small = list(state.byte_fields)
        pieces = dict(lying[9 * space + small[space] - 1] for space in range(len(NAMES)) if small[space])
        assert bool(oracle.tracks(pieces)) == bool(state.winners())
    return bool(state.winners())


@rule("5.1", "5.2")
def test_the_quick_win_check_agrees_with_a_search_of_the_whole_board() -> None:
    assert 0 < sum(play_and_search(seed) for seed in range(sampled(200))) < sampled(200)


@pytest.mark.long
@rule("5.1", "5.2")
def test_the_quick_win_check_agrees_with_a_search_of_the_whole_board_in_10_000_games() -> None:
    assert 0 < sum(play_and_search(seed) for seed in range(10_000)) < 10_000


def can_win(state: State) -> bool:
    """Tell whether the mover can win at once, by trying everything."""
    for action in state.legal_actions():
        after = state.copy()
        after._apply(action)
        if after.winners():
            return True
    return False


def compare_threats(triangles: int, games: int) -> Counter[bool]:
    """Hold the quick look ahead against trying everything, and count how often the mover could win."""
    own = GAME.components.text.replace("triangles = 7", f"triangles = {triangles}")
    setup = GAME.setup(components=parse_components(TriTracBox, own, "own"), turn_limit=100)
    seen: Counter[bool] = Counter()
    for seed in range(games):
        rng = tri.Random(seed)
        state = setup.new()
        while state.to_move != tri.OVER:
            assert isinstance(state, TriTrac)
            wins = can_win(state)
            assert bool(state.count_winning_spaces(state.to_move)) == wins
            assert (state.evaluate(state.to_move) == 0.9) == wins
            seen[wins] += 1
            legal = state._legal_actions()
            state._apply(legal[rng.randrange(len(legal))])
    return seen


@pytest.mark.parametrize("triangles", [7, 4])
def test_a_threat_is_seen_exactly_when_some_action_wins(triangles: int) -> None:
    assert compare_threats(triangles, 8)[True]


@pytest.mark.long
@pytest.mark.parametrize("triangles", [7, 5, 4, 3])
def test_a_threat_is_seen_exactly_when_some_action_wins_in_many_games(triangles: int) -> None:
    assert compare_threats(triangles, 200)[True] > 10
