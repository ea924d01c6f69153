"""Forced wins in Tri-Trac: what is proven is true, nothing is overlooked within reach, and losses are put off."""

import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import triangulum as tri
from tests.games.tri_trac.test_rules import SIX, table
from tests.sampling import sampled
from triangulum.core.state import Setup, State
from triangulum.games.tri_trac.actions import decode_move
from triangulum.games.tri_trac.rules import TriTrac
from triangulum.games.tri_trac.rules.forced_win_search import ForcedWinSearch
from triangulum.games.tri_trac.rules.search_board import SearchBoard

pytestmark = pytest.mark.compiled_only

GAME = tri.game("tri-trac")

SIX_WITH_FOUR = SIX.replace("triangles = 3", "triangles = 2")
NINE = """
rebuilt = true
outline = ["  ^", " ^v^", "^v^v^"]
centre = ["b2", "c3"]
triangles = 3
arrows = [{ space = "a1", kind = "light" }, { space = "c1", kind = "dark" }, { space = "c5", kind = "light" }]
"""
"""A triangle of nine spaces, with arrows at its corners."""

ENOUGH = 10_000_000
"""More turns than any of these searches tries."""

WIN_VALUE = 1000


def value(state: State, seat: int) -> int:
    """Return what a state is worth to a seat by trying everything: 0 for a draw, and more the sooner it wins."""
    if state.to_move == tri.OVER:
        return int(WIN_VALUE * state.returns()[seat])
    values = [value(state.after(action), seat) for action in state.legal_actions()]
    best = max(values) if state.to_move == seat else min(values)
    return best - 1 if best > 0 else best + 1 if best < 0 else 0


def values(state: State) -> dict[int, int]:
    """Return what each action is worth to the mover."""
    return {action: value(state.after(action), state.to_move) for action in state.legal_actions()}


def check_candidates(state: State, worth: dict[int, int], effort: int) -> list[int]:
    """See that nothing is said to win or to lose that does not."""
    candidates = [int(action) for action in state.candidate_actions(effort)]
    assert candidates
    assert set(candidates) <= set(worth)
    assert all(earlier < later for earlier, later in pairwise(candidates))
    left_out = set(worth) - set(candidates)
    if all(worth[action] > 0 for action in candidates):
        return candidates
    assert all(worth[action] < 0 for action in left_out)
    return candidates


def check_best(worth: dict[int, int], candidates: list[int]) -> None:
    """See that with effort enough only the best that can be had is left."""
    best = max(worth.values())
    if best > 0:
        assert all(worth[action] > 0 for action in candidates)
    elif best == 0:
        assert candidates == [action for action in worth if worth[action] == 0]
    else:
        assert candidates == [action for action in worth if worth[action] == best]


def box(text: str, folder: Path) -> Path:
    """Return a file with components."""
    (folder / "box.toml").write_text(text)
    return folder / "box.toml"


def random_state(setup: Setup, turns: int, dice: random.Random) -> State | None:
    """Return a position after so many random turns, or None if the game was over before."""
    state = setup.new()
    for _ in range(turns):
        if state.to_move == tri.OVER:
            return None
        state._apply(dice.choice(state.legal_actions()))
    return None if state.to_move == tri.OVER else state


def list_space_codes(state: State) -> list[int]:
    """Return what lies on each space."""
    return list(state.byte_fields)[: state.setup.num_spaces]  # type: ignore[attr-defined]


def takes_own_triangle(state: State, action: int) -> bool:
    """Return whether an action moves or turns a triangle of the mover's that is on the board."""
    move = decode_move(action, len(list_space_codes(state)), None)
    return not move.is_neutral and move.origin is not None


def play_to_and_fro(state: State, dice: random.Random) -> State | None:
    """Return the state after both have moved a triangle and moved it back, and have begun to do so again."""
    boards, cycle = [list_space_codes(state)], []
    for step in range(4):
        # First two moves of own triangles, then the same ones back.
        choice = [action for action in state.legal_actions() if takes_own_triangle(state, action)]
        if step >= 2:
            changes = zip(boards[step - 2], boards[step - 1], boards[step], strict=True)
            wanted = [old if old != new else now for old, new, now in changes]
            choice = [action for action in choice if list_space_codes(state.after(action)) == wanted]
        if not choice:
            return None
        cycle.append(dice.choice(choice))
        state = state.after(cycle[-1])
        if state.to_move == tri.OVER:
            return None
        boards.append(list_space_codes(state))
    for action in cycle[: dice.randrange(4)]:
        state = state.after(action)
        if state.to_move == tri.OVER:
            return None
    return state


def compare(components: Path | None, left: int, positions: int, shuffling: bool = False) -> Counter[tuple[str, int]]:
    """Compare candidate actions with trying everything, in positions with few turns left; count how they stand."""
    dice = random.Random(left)
    outcomes: Counter[tuple[str, int]] = Counter()
    while outcomes.total() < positions:
        turns = dice.randrange(25)
        setup = GAME.setup(components=components, turn_limit=turns + left + 8 * shuffling)
        state = random_state(setup, turns, dice)
        if shuffling and state is not None:
            state = play_to_and_fro(state, dice)
            if state is not None:
                setup = GAME.setup(components=components, turn_limit=int(state.turn_count()) + left)  # type: ignore[attr-defined]
                state = setup.from_bytes(state.to_bytes())
        if state is None:
            continue
        worth = values(state)
        for effort in (1, 30, 300):
            check_candidates(state, worth, effort)
        check_best(worth, check_candidates(state, worth, ENOUGH))
        best = max(worth.values())
        outcomes["won" if best > 0 else "lost" if best < 0 else "drawn", 1 + WIN_VALUE - abs(best) if best else 0] += 1
    return outcomes


@pytest.mark.parametrize(
    ("components", "left", "positions", "shuffling"),
    [
        (SIX_WITH_FOUR, 3, 120, False),
        (SIX_WITH_FOUR, 3, 80, True),
        (SIX, 4, 32, False),
        (NINE, 3, 30, False),
        (None, 2, 16, False),
    ],
    ids=["four triangles", "to and fro", "six spaces", "nine spaces", "the board"],
)
def test_what_is_proven_is_true_and_nothing_is_overlooked(
    components: str | None, left: int, positions: int, shuffling: bool, tmp_path: Path
) -> None:
    own = None if components is None else box(components, tmp_path)
    assert compare(own, left, sampled(positions), shuffling)


@pytest.mark.long
@pytest.mark.parametrize(
    ("components", "left", "positions", "shuffling"),
    [
        (SIX_WITH_FOUR, 3, 3000, False),
        (SIX_WITH_FOUR, 4, 1000, True),
        (SIX, 5, 150, False),
        (NINE, 4, 150, False),
        (None, 2, 1000, False),
    ],
    ids=["four triangles", "to and fro", "six spaces", "nine spaces", "the board"],
)
def test_what_is_proven_is_true_in_thousands_of_positions(
    components: str | None, left: int, positions: int, shuffling: bool, tmp_path: Path
) -> None:
    outcomes = compare(None if components is None else box(components, tmp_path), left, positions, shuffling)
    assert {"won", "drawn"} <= {how for how, _ in outcomes}


# The board of the search.


def test_what_is_made_and_unmade_on_the_search_board_is_as_before() -> None:
    for seed in range(sampled(6)):
        dice = random.Random(seed)
        state = GAME.new()
        while state.to_move != tri.OVER:
            assert isinstance(state, TriTrac)
            board = SearchBoard(state, ENOUGH)
            assert sorted(board.list_legal_actions()) == state.legal_actions()
            assert board.can_mover_win_now() == bool(state.count_winning_spaces(state.to_move))
            for action in dice.sample(state.legal_actions(), 5):
                before = describe_board(board)
                undo_code = board.make_move(action)
                after = state.after(action)
                assert list(board.space_codes) == list_space_codes(after)
                assert board.track_complete == bool(after.winners())
                if after.to_move != tri.OVER:
                    assert describe_board(board) == describe_board(SearchBoard(after, ENOUGH))
                board.unmake_move(action, undo_code)
                assert describe_board(board) == before
            state._apply(dice.choice(state.legal_actions()))


def describe_board(board: SearchBoard) -> tuple[object, ...]:
    """Return all that a search board knows about its position."""
    masks = list(board.reach_masks)[board.ply * board.num_arrows : (board.ply + 1) * board.num_arrows]
    numbers = (board.mover, board.neutral_barred, board.neutral_space)
    return list(board.space_codes), masks, numbers, list(board.reserve_counts), list(board.own_masks)


# By hand.

FAR_OFF = "Y a5 LB, c7 LT, d1 RT, d2 LR, d5 LT"
"""Yellow is not in the way, nor close to anything."""
TURNS_TWO = f"N c4 LR; O a1 RB, a2 LR, b1 RB, b2 LR, c1 LT; {FAR_OFF}"
"""Orange has all five spaces between a2 and c1, and has to turn two of the triangles there."""
TURNS_THREE = f"N c4 LR; O a1 RB, a2 LR, b1 RB, b2 LR, c1 LR; {FAR_OFF}"
CLOSES_IN = "N b5 LR; O a1 RB, a2 LT, c1 LR; Y d4 LR"
THREATENS = "N c2 LB; O a2 RT, a3 LB, b3 RB, b5 LR, b7 LR, c3 LT; Y b6 LT, c1 LR, d1 RT, d3 RT, d4 LB"


def proof(state: State, effort: int = ENOUGH) -> tuple[int, set[str]]:
    """Return within how many turns the mover is known to win, or 0, and the candidate actions."""
    search = ForcedWinSearch(state, effort)
    candidates = {state.format_action(int(action)) for action in search.find_best_actions_by_proof()}
    return int(search.win_turns), candidates


def see_won(state: State, within: int, dice: random.Random, replies: int = 4) -> None:
    """See the mover win within so many turns by candidate actions, whatever the opponent does, or some of it."""
    for action in state.candidate_actions(ENOUGH)[:1]:
        after = state.after(action)
        if after.to_move == tri.OVER:
            assert after.winners() == [state.to_move]
            continue
        assert within > 1
        held_out = [int(reply) for reply in after.candidate_actions(1000)]
        for reply in [held_out[0], *(dice.choice(after.legal_actions()) for _ in range(replies))]:
            see_won(after.after(reply), within - 2, dice, replies)


def test_two_triangles_to_turn_win_in_three_turns() -> None:
    state = table(TURNS_TWO, "turn 13")
    assert proof(state) == (3, {"a2 LT", "b2 LT"})
    assert proof(state, 2000) == (3, {"a2 LT", "b2 LT"})
    see_won(state, 3, random.Random(1), replies=20)


def test_the_other_player_cannot_help_it_and_says_so() -> None:
    # After the first turn yellow has nothing to complete, and cannot touch what orange threatens.
    state = table(TURNS_TWO, "turn 13").after(table(TURNS_TWO, "turn 13").parse_action("a2 LT"))
    assert proof(state) == (0, {state.format_action(action) for action in state.legal_actions()})


def test_a_threat_that_bars_the_neutral_triangle_wins_in_five_turns() -> None:
    state = table(CLOSES_IN, "turn 9 | neutral barred")
    assert proof(state, 200_000) == (5, {"b2 LT"})


@pytest.mark.long
def test_quiet_turns_win_in_five_too() -> None:
    state = table(TURNS_THREE, "turn 13")
    assert proof(state) == (5, {"a2 LT", "b2 LT", "c1 LT"})
    see_won(state, 5, random.Random(2))


def test_a_row_of_threats_wins_in_seven_turns() -> None:
    state = table(THREATENS, "turn 18")
    assert proof(state, 200_000) == (7, {"d2 LR"})


@pytest.mark.long
def test_a_row_of_threats_wins_whatever_is_done_about_them() -> None:
    see_won(table(THREATENS, "turn 18"), 7, random.Random(3))
    see_won(table(CLOSES_IN, "turn 9 | neutral barred"), 5, random.Random(4))


def test_a_win_that_comes_after_the_last_turn_is_none() -> None:
    won, _ = proof(table(TURNS_TWO, "turn 13", turn_limit=15))
    assert won == 3
    late = table(TURNS_TWO, "turn 13", turn_limit=14)
    assert proof(late) == (0, {late.format_action(action) for action in late.legal_actions()})


def test_a_position_that_has_been_there_twice_is_no_way_to_win() -> None:
    # Twice already orange has turned a2, and back again, while yellow went to and fro.
    state = table(TURNS_TWO, "turn 13")
    for _ in range(2):
        for move in ("a2 LT", "a5-a4 LR", "a2 LR", "a4-a5 LB"):
            before = state
            state = state.after(state.parse_action(move))
            if state.to_move == tri.OVER:
                state = before
                break
    assert state.to_move == 1
    # Yellow can go back to a5 and have the game drawn, but it is lost if yellow does anything else.
    assert proof(state) == (0, {"a4-a5 LB"})


def test_a_threat_can_be_met_by_having_the_game_drawn(tmp_path: Path) -> None:
    # After a1-b3 yellow threatens, and orange can do nothing about it but go on to where the game has been twice.
    setup = GAME.setup(components=box(SIX_WITH_FOUR, tmp_path), turn_limit=28)
    state = setup.parse_position(
        "N a3 LB; O a1 RB, b1 RT; Y a2 LT, b2 LR | turn 25 | since N b2 LB; O a1 RB, b3 LT; Y a2 LR, b1 RT: b1-a3 LB, "
        "N b1 RT, a3-b2 RB, N a3 LB, a2 LT, b3-b1 RT, b2 LR, b1-b3 LT, b2 RB, b3-b1 RT, b2 LR"
    )
    assert proof(state) == (0, {"a1-b3 LT", "b1-b3 LT"})
    check_best(values(state), [int(action) for action in state.candidate_actions(ENOUGH)])


def test_a_loss_is_not_walked_into() -> None:
    # Two triangles are missing, on b1 and c1: whoever lays one of them gives the other the last.
    state = table("N b2 LT; O a2 LT, c6 LR; Y a1 RB, c4 LR", "turn 7")
    _, candidates = proof(state, 300)
    handed_over = {state.format_action(action) for action in state.legal_actions()} - candidates
    assert handed_over == {"b1 RB", "c1 LT", "c6-b1 RB", "c6-c1 LT"}


def test_a_loss_that_cannot_be_helped_is_put_off() -> None:
    state = table(TURNS_TWO, "turn 12")
    search = ForcedWinSearch(state, 100_000)
    assert list(search.find_best_actions_by_proof()) == state.legal_actions()
    assert set(search.loss_turns) == {4}


def hands_over(state: State, action: int) -> bool:
    """Return whether the opponent can win at once after an action."""
    after = state.after(action)
    return any(after.after(reply).winners() for reply in after.legal_actions())


def test_no_candidate_action_hands_over_a_win_that_could_be_kept() -> None:
    for seed in range(sampled(8)):
        dice = random.Random(seed)
        state = GAME.new()
        while state.to_move != tri.OVER:
            candidates = [int(action) for action in state.candidate_actions(20)]
            assert candidates == sorted(candidates)
            assert set(candidates) <= set(state.legal_actions())
            action = dice.choice(candidates)
            if hands_over(state, action):
                assert all(hands_over(state, legal) for legal in state.legal_actions())
            state._apply(action)
