"""Tri-Trac by example: a position, some moves, what follows. Each test names the rules it shows."""

from pathlib import Path
from typing import Any

import pytest

import triangulum as tri
from tests.games.shared import after, moves
from tests.games.tri_trac import oracle
from tests.rules import rule
from triangulum.core.state import State
from triangulum.games.tri_trac.box import TriTracBox
from triangulum.games.tri_trac.views import TriTracView
from triangulum.record.history import DrawAgreed, History, Played

GAME = tri.game("tri-trac")
BOX: TriTracBox = GAME.components.box

# The five spaces between the arrows at a2 and c1, without the last of them.
ALMOST = "N b2 LT; O a2 LT, b1 RB; Y a1 RB"

SIX = """
rebuilt = true
outline = ["^v^", "v^v"]
centre = ["a1", "a3"]
triangles = 3
arrows = [{ space = "a2", kind = "dark" }, { space = "b2", kind = "dark" }]
"""


def table(board: str, rest: str = "", **options: Any) -> State:
    """Return a position: what lies on the board, and what else there is to say."""
    return GAME.setup(**options).parse_position(f"{board} | {rest}" if rest else board)


def seen(state: State) -> TriTracView:
    """Return the spectator's view."""
    view = state.view(None)
    assert isinstance(view, TriTracView)
    return view


def neutral_moves(state: State) -> set[str]:
    """Return the legal moves of the neutral triangle."""
    return {move for move in moves(state) if move.startswith("N ")}


def names(spaces: tuple[int, ...]) -> list[str]:
    """Return the names of spaces."""
    return [BOX.lattice.spaces[space].name for space in spaces]


# 1 Board and triangles


@rule("1.1")
def test_rows_of_5_7_7_and_5_spaces() -> None:
    spaces = BOX.lattice.spaces
    assert [sum(space.name[0] == row for space in spaces) for row in "abcd"] == [5, 7, 7, 5]
    assert {space.name: "up" if space.up else "down" for space in spaces} == oracle.spaces()
    assert BOX.rebuilt


@rule("1.2")
def test_the_centre_spaces_are_the_six_that_meet_in_the_centre() -> None:
    middle = BOX.lattice.spaces_by_corner[5, 2]
    assert set(names(tuple(space for space, _ in middle))) == set(BOX.centre) == oracle.CENTRE


@rule("1.3")
def test_the_rim_has_twelve_sides_and_four_arrows() -> None:
    rim = [BOX.lattice.spaces[space].name for space, _ in BOX.lattice.list_rim_sides()]
    assert rim == ["a2", "a4", "a5", "b7", "c7", "d5", "d4", "d2", "d1", "c1", "b1", "a1"]
    assert {arrow.space: arrow.kind for arrow in BOX.arrows} == {
        "a2": "dark",
        "b7": "light",
        "d4": "dark",
        "c1": "light",
    }
    assert [rim.index(arrow.space) for arrow in BOX.arrows] == [0, 3, 6, 9]


@rule("1.4")
def test_seven_triangles_for_each_player_and_a_neutral_one() -> None:
    assert seen(GAME.new()).reserves == (7, 7)
    assert seen(after(GAME.new(), "N c4 LR", "a1 RB", "a3 LR")).reserves == (6, 6)


@rule("1.5")
def test_a_triangle_lies_in_one_of_three_ways() -> None:
    placed = moves(table("N c4 LR", "turn 2"))
    assert {move for move in placed if move.startswith("b3")} == {"b3 LR", "b3 LB", "b3 RB"}  # which points up
    assert {move for move in placed if move.startswith("b4")} == {"b4 LR", "b4 LT", "b4 RT"}  # and down


# 2 Ribs


@rule("2.1", "2.3")
def test_three_ways_inside_and_at_dark_arrows_two_at_light_ones_and_one_elsewhere_at_the_rim() -> None:
    placed = moves(table("N c4 LR", "turn 2"))
    ways = {space.name: sum(move.startswith(f"{space.name} ") for move in placed) for space in BOX.lattice.spaces}
    assert ways.pop("c4") == 0
    assert {name for name, count in ways.items() if count == 1} == {"a1", "a4", "a5", "b1", "c7", "d1", "d2", "d5"}
    assert {name for name, count in ways.items() if count == 2} == {"b7", "c1"}
    assert {name for name, count in ways.items() if count == 3} >= {"a2", "d4", "a3", "b2", "c5", "d3"}
    assert placed == {f"{name} {way}" for name in oracle.spaces() if name != "c4" for way in oracle.ways(name)}


@rule("2.1")
def test_no_track_leads_off_the_board() -> None:
    assert {move for move in moves(table("N c4 LR", "turn 2")) if move.startswith("a1")} == {"a1 RB"}
    with pytest.raises(tri.IllegalActionError, match="“a1 LR” can’t be played now"):
        table("N c4 LR", "turn 2").play("a1 LR")


@rule("2.2")
def test_a_dark_arrow_can_be_blocked_off_and_a_light_one_cannot() -> None:
    state = table("N c4 LR", "turn 2")
    assert "a2 LR" in moves(state)  # its blank side faces the arrow
    assert {move for move in moves(state) if move.startswith("c1")} == {"c1 LR", "c1 LT"}  # the arrow is to the left
    # A blocked arrow, opened at the right moment by turning that triangle.
    blocked = table("N b2 LT; O a2 LR, b1 RB; Y a1 RB, c1 LT", "turn 7")
    assert after(blocked, "a2 LT").winners() == [0]


@rule("2.4")
def test_ribs_hold_for_the_neutral_triangle_and_for_moves_and_turns() -> None:
    state = table("N c4 LR; O b3 LR; Y b5 LR", "turn 5")
    assert {"N a1 RB", "b3-a1 RB", "a1 RB"} <= moves(state)
    assert not {"N a1 LR", "b3-a1 LR", "a1 LR"} & moves(state)
    at_light_arrow = table("N b7 LR; O c1 LR; Y b5 LR", "turn 5")
    assert {move for move in moves(at_light_arrow) if move.startswith(("c1 ", "N b7"))} == {"c1 LT", "N b7 RB"}


# 3 A turn


@rule("3.1")
def test_the_neutral_triangle_begins_on_a_centre_space() -> None:
    state = GAME.new()
    assert state.to_move == 0
    assert len(moves(state)) == 18
    assert {move.split()[1] for move in moves(state)} == set(BOX.centre)


@rule("3.2", "3.3", "3.4", "3.5")
def test_one_places_moves_or_turns_one_triangle() -> None:
    state = table("N c4 LR; O b3 LR; Y b5 LR", "turn 5 | seat 0")
    placed, moved, turned = after(state, "a3 LB"), after(state, "b3-a3 LB"), after(state, "b3 LB")
    assert placed.position() == "N c4 LR; O a3 LB, b3 LR; Y b5 LR | turn 6 | seat 1 | last placed a3"
    assert moved.position().startswith("N c4 LR; O a3 LB; Y b5 LR | turn 6 | seat 1 | last moved b3-a3")
    assert turned.position().startswith("N c4 LR; O b3 LB; Y b5 LR | turn 6 | seat 1 | last turned b3")
    assert [seen(it).reserves for it in (placed, moved, turned)] == [(5, 6), (6, 6), (6, 6)]
    assert "b3 LR" not in moves(state)  # a turn changes something


@rule("3.3")
def test_without_a_reserve_nothing_is_placed() -> None:
    seven = "a1 RB, a3 LR, a4 LR, a5 LB, b3 LR, b4 LR, b5 LR"
    state = table(f"N c4 LR; O {seven}; Y c2 LR", "turn 17")
    assert seen(state).reserves == (0, 6)
    assert not any(move.startswith("b2") for move in moves(state))
    assert "b3-b2 LR" in moves(state)


@rule("3.6")
def test_nobody_touches_the_others_triangles_or_an_occupied_space() -> None:
    state = table("N c4 LR; O b3 LR; Y b5 LR", "turn 5")
    assert not any(move.startswith("b5") for move in moves(state))
    assert not any(move.startswith(("b3-b5", "b3-c4", "N b5")) for move in moves(state))


@rule("3.7")
def test_turn_2_is_a_placing_and_turn_3_a_placing_or_the_neutral_triangles() -> None:
    state = after(GAME.new(), "N c4 LR")
    assert all(move[2] == " " and move[0] != "N" for move in moves(state))
    state.play("b4 LR")
    assert {"N c4 LB", "N b3 RB", "b3 RB"} <= moves(state)
    assert not any("-" in move for move in moves(state))


# 4 The neutral triangle


@rule("4.1")
def test_either_player_moves_or_turns_the_neutral_triangle() -> None:
    for state in (table("N c4 LR; O b3 LR; Y b5 LR", f"turn {turn}") for turn in (5, 6)):
        assert {"N c4 LB", "N c4 RB", "N d1 RT"} <= moves(state)
        assert "N c4 LR" not in moves(state)


@rule("4.2", "4.3")
def test_both_exceptions_over_four_turns() -> None:
    state = after(GAME.new(), "N c4 LR")
    assert not neutral_moves(state)  # its first placing bars it
    state = after(state, "b4 LR")
    assert neutral_moves(state)
    state = after(state, "N c4 LB")
    assert not neutral_moves(state)  # exception A: not on the next turn
    state = after(state, "b5 LR")
    assert neutral_moves(state)  # exception B: seat 0 may go on …
    assert not neutral_moves(after(state, "N c4 LR"))
    assert neutral_moves(after(state, "a3 LR"))  # … and if it does not, seat 1 is free to


@rule("4.3")
def test_a_player_who_goes_on_touching_it_keeps_it_for_ten_turns() -> None:
    state = after(GAME.new(), "N c4 LR")
    for number, space in enumerate(["a3", "b2", "b3", "b4", "b5", "b6", "c2"]):
        assert not neutral_moves(state)
        state = after(state, f"{space} LR", f"N c4 {('LB', 'RB', 'LR')[number % 3]}")
    for number in range(3):
        assert not neutral_moves(state)
        state = after(state, f"a3 {('LB', 'RB', 'LR')[number]}", f"N c4 {('RB', 'LR', 'LB')[number]}")
    assert (seen(state).turns_played, seen(state).neutral_barred) == (21, True)


# 5 The end


@rule("5.1")
def test_a_track_between_two_arrows_wins_whatever_its_colours() -> None:
    won = after(table(ALMOST, "turn 7"), "c1 LT")
    assert (won.to_move, won.winners(), won.returns(), won.legal_actions()) == (tri.OVER, [0], [1.0, -1.0], [])
    assert names(seen(won).track) == ["a2", "a1", "b2", "b1", "c1"]
    assert after(table(ALMOST, "turn 6"), "c1 LT").winners() == [1]
    assert won.score() == [1.0, 0.0]


@rule("5.1")
def test_a_turn_in_place_wins_and_so_does_the_neutral_triangle() -> None:
    assert after(table("N b2 LT; O a2 LT, b1 RB; Y a1 RB, c1 LR", "turn 6"), "c1 LT").winners() == [1]
    assert after(table("N b2 LR; O a2 LT, b1 RB; Y a1 RB, c1 LT", "turn 7"), "N b2 LT").winners() == [0]
    assert after(table("N c4 LR; O a2 LT, b1 RB; Y a1 RB, c1 LT", "turn 7"), "N b2 LT").winners() == [0]


@rule("5.2")
def test_a_track_that_closes_on_itself_wins_nothing() -> None:
    state = table("N b3 RB; O b4 LR, b5 LB; Y c4 LR, c5 LT", "turn 7")
    assert str(state.preview(state.parse_action("c3 RT")).words) == "This makes a track of 6 triangles."
    closed = after(state, "c3 RT")
    assert (closed.to_move, closed.winners()) == (1, [])


@rule("5.2")
def test_a_track_to_a_blocked_arrow_or_an_empty_space_wins_nothing() -> None:
    assert after(table("N b2 LT; O a2 LR, b1 RB; Y a1 RB", "turn 7"), "c1 LT").winners() == []
    assert after(table(ALMOST, "turn 7"), "c1 LR").winners() == []


@rule("5.3")
def test_a_move_that_breaks_one_track_and_completes_another() -> None:
    state = table("N b2 LT; O a2 LT, b5 LB; Y a1 RB, b1 RB, c5 LT, c4 RB", "turn 9")
    words = str(state.preview(state.parse_action("a3 LR")).words)
    assert words == "Careful: your opponent could complete a track next."
    won = after(state, "b5-c1 LT")  # b5, c5 and c4 were joined
    assert won.winners() == [0]


@rule("5.4")
def test_the_third_time_draws() -> None:
    state = after(GAME.new(), "N c4 LR", "b4 LR", "c6 LR")
    there_and_back = ("b4 LT", "c6 LB", "b4 LR", "c6 LR")
    twice = after(state, *there_and_back)
    assert twice.to_move == 1
    assert seen(twice).spaces == seen(state).spaces
    thrice = after(twice, *there_and_back)
    assert (thrice.to_move, thrice.winners(), seen(thrice).turns_played) == (tri.OVER, [], 11)
    assert thrice.position().endswith("after turn 11 | drawn by repetition | last turned c6")


@rule("5.4")
def test_positions_that_differ_only_in_the_neutral_bit_are_different() -> None:
    state = after(GAME.new(), "N c4 LR", "b4 LR", "c6 LR")
    barred = after(state, "b4 LT", "N c4 LB", "b4 LR", "N c4 LR")
    assert seen(barred).spaces == seen(state).spaces
    assert seen(barred).neutral_barred != seen(state).neutral_barred
    third_board = after(barred, "b4 LT", "c6 LB", "b4 LR", "c6 LR")
    assert seen(third_board).spaces == seen(state).spaces
    assert third_board.to_move == 1  # the board is there for the third time, and free for the second
    drawn = after(third_board, "b4 RT", "c6 RB", "b4 LR", "c6 LR")
    assert drawn.to_move == tri.OVER


@rule("5.4")
def test_triangles_of_one_colour_are_alike() -> None:
    state = table("N c4 LR; O a3 LR, b3 LR; Y b5 LR", "turn 6")
    # Two orange triangles change places by way of c2, while yellow turns.
    swap = ("b5 LB", "a3-c2 LR", "b5 RB", "b3-a3 LR", "b5 LB", "c2-b3 LR", "b5 RB", "b3 RB", "b5 LR", "b3 LR")
    once = after(state, *swap)
    assert seen(once).spaces == seen(state).spaces
    assert after(once, *swap[:-1]).to_move == 0
    assert after(once, *swap).to_move == tri.OVER


@rule("5.5")
def test_the_turn_limit_draws() -> None:
    state = after(GAME.new(turn_limit=3), "N c4 LR", "b4 LR")
    assert state.to_move == 0
    state.play("c6 LR")
    assert (state.to_move, state.winners(), state.returns()) == (tri.OVER, [], [0.0, 0.0])
    assert state.position().endswith("after turn 3 | drawn at the turn limit | last placed c6")
    assert GAME.setup().options.turn_limit == 200  # type: ignore[attr-defined]
    assert GAME.new(turn_limit=1).legal_actions()
    assert after(GAME.new(turn_limit=1), "N c4 LR").to_move == tri.OVER


@rule("5.6")
def test_a_win_on_turn_200_is_a_win() -> None:
    state = table(ALMOST, "turn 200")
    assert after(state, "c1 LT").winners() == [1]
    drawn = after(state, "c1 LR")
    assert (drawn.to_move, drawn.winners()) == (tri.OVER, [])


@rule("5.7", "6.1")
def test_who_cannot_move_on_another_board_has_a_drawn_game(tmp_path: Path) -> None:
    (tmp_path / "six.toml").write_text(SIX)
    state = GAME.new(components=tmp_path / "six.toml")
    assert moves(state) == {"N a1 RB", "N a3 LB"}
    state = after(state, "N a1 RB", "a2 LR", "a3 LB", "b2 LR", "b1 RT")
    assert state.to_move == 1  # who could turn a2 and b2
    assert state.position() == "N a1 RB; O a3 LB, b1 RT; Y a2 LR, b2 LR | turn 6 | seat 1 | last placed b1"
    assert "b3 LT" in moves(state)
    state = after(state, "b3 LT")  # a full board, on which seat 0 has nothing to turn
    assert (state.to_move, state.winners()) == (tri.OVER, [])
    assert "drawn as nobody can move" in state.position()


@rule("5.8")
def test_players_may_agree_to_a_draw() -> None:
    history = History(GAME.setup(), ["Ann", "Bob"])
    history.append(Played(0, history.state.parse_action("N c4 LR")))
    history.append(DrawAgreed())
    assert (history.is_over, history.winners()) == (True, [])


@rule("5.9")
def test_with_draws_by_agreement_only_nothing_but_the_limit_draws() -> None:
    state = after(GAME.new(draws="agreed", turn_limit=20), "N c4 LR", "b4 LR", "c6 LR")
    there_and_back = ("b4 LT", "c6 LB", "b4 LR", "c6 LR")
    thrice = after(state, *there_and_back, *there_and_back)
    assert (thrice.to_move, seen(thrice).turns_played) == (1, 11)
    often = after(thrice, *there_and_back, *there_and_back)
    assert (often.to_move, seen(often).turns_played) == (1, 19)
    limit = after(often, "b4 LT")
    assert (limit.to_move, limit.winners()) == (tri.OVER, [])
    assert limit.position().endswith("after turn 20 | drawn at the turn limit | last turned b4")


# 7 Worth knowing


@rule("7.1")
def test_the_shortest_tracks_take_5_6_and_8_triangles() -> None:
    fewest = {
        (first, second): min(len(track) for track in oracle.possible_tracks(first, second))
        for first, second in [("a2", "c1"), ("b7", "d4"), ("a2", "b7"), ("d4", "c1"), ("a2", "d4"), ("b7", "c1")]
    }
    assert list(fewest.values()) == [5, 5, 6, 6, 8, 8]
    assert [BOX.num_triangles_to_nearest_other_arrow(space) for space, _, _ in BOX.arrow_gates] == [5, 5, 5, 5]
    oracle.check_board()


@rule("7.2")
def test_only_half_a_turn_brings_the_board_onto_itself() -> None:
    arrows = {(space, side): kind for space, side, kind in BOX.arrow_gates}
    same = [
        symmetry
        for symmetry in BOX.lattice.symmetries
        if {(symmetry.spaces[at], symmetry.sides[at][side]): kind for (at, side), kind in arrows.items()} == arrows
    ]
    assert len(same) == 2
    assert [same[1].spaces[same[1].spaces[at]] for at in range(24)] == list(range(24))
