"""Star Runners by example: a position, some moves, what follows. Each test names the rules it shows."""

from itertools import permutations
from typing import Any

import pytest

import triangulum as tri
from tests.games.shared import after, moves
from tests.games.star_runners import oracle
from tests.rules import rule
from triangulum.core.state import State
from triangulum.games.star_runners import rules
from triangulum.games.star_runners.views import PLACE_NAMES, StarRunnersView

GAME = tri.game("star-runners")

AT_HOME = "S:A M:A L:A"
ENEMY_AT_HOME = "S:B M:B L:B"


def table(
    own: str = AT_HOME,
    enemy: str = ENEMY_AT_HOME,
    doing: str = "spends 6 of 6-5",
    turn: int = 21,
    **options: Any,
) -> State:
    """Return a position with seat 0 to play, with its fleet and the enemy's as given.

    There have been turns enough for ships to be anywhere, with or without a visit to Backwater.
    """
    seat = (turn - 1) % 2
    fleets = f"{own} | {enemy}"
    return GAME.setup(**options).parse_position(f"SM ML | {fleets} | turn {turn} | seat {seat} {doing}")


def seen(state: State) -> StarRunnersView:
    """Return the spectator's view."""
    view = state.view(None)
    assert isinstance(view, StarRunnersView)
    return view


def place_of(state: State, seat: int, letter: str) -> str:
    """Return where a ship stands."""
    return next(ship.place for ship in seen(state).ships if ship.seat == seat and "SML"[ship.size] == letter)


def visits(state: State, seat: int) -> str:
    """Return the letters of the seat's ships that have visited Backwater."""
    return "".join("SML"[ship.size] for ship in seen(state).ships if ship.seat == seat and ship.visited)


# 1 Pieces


@rule("1.1")
def test_five_pyramids_of_each_size_and_dice_of_six() -> None:
    box = GAME.components.box
    assert [(size.name, size.pips, size.count) for size in box.sizes] == [
        ("small", 1, 5),
        ("medium", 2, 5),
        ("large", 3, 5),
    ]
    assert box.dice.sides == 6
    assert not box.rebuilt


@rule("1.2", "3.2")
def test_a_fleet_has_one_ship_of_each_size_and_starts_at_home() -> None:
    ships = seen(GAME.new()).ships
    assert [(ship.seat, ship.size, ship.place) for ship in ships] == [
        (0, 0, "A"), (0, 1, "A"), (0, 2, "A"), (1, 0, "B"), (1, 1, "B"), (1, 2, "B"),
    ]  # fmt: skip


@rule("1.3", "3.1")
def test_seat_0_chooses_a_pair_and_seat_1_another() -> None:
    state = GAME.new()
    assert (state.to_move, moves(state)) == (0, {"home SM", "home SL", "home ML"})
    state.play("home SL")
    assert (state.to_move, moves(state)) == (1, {"home SM", "home ML"})
    state.play("home ML")
    assert state.to_move == tri.CHANCE


@rule("1.4")
@pytest.mark.parametrize(("a_lacks", "b_lacks"), list(permutations(range(3), 2)))
def test_nine_pieces_make_two_binaries_two_pairs_of_stars_and_backwater(a_lacks: int, b_lacks: int) -> None:
    stars = rules.list_star_sizes_by_place(a_lacks, b_lacks)
    assert [len(star) for star in stars] == [2, 1, 1, 1, 1, 1, 2]
    assert sorted(size for star in stars for size in star) == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert stars[3] == stars[0] & stars[6]


# 2 The map


@rule("2.1", "2.2")
@pytest.mark.parametrize(("a_lacks", "b_lacks"), list(permutations(range(3), 2)))
def test_the_map_is_the_same_for_all_six_choices(a_lacks: int, b_lacks: int) -> None:
    listed = "A-a1 A-a2 a1-W a2-W a1-b1 a1-b2 a2-b1 a2-b2 W-b1 W-b2 b1-B b2-B"
    derived = rules.compute_one_hop_masks(a_lacks, b_lacks)
    pairs = {f"{PLACE_NAMES[i]}-{PLACE_NAMES[j]}" for i in range(7) for j in range(i, 7) if derived[i] >> j & 1}
    assert pairs == set(listed.split())
    pair = [f"{'SML'.replace('SML'[lacking], '')}" for lacking in (a_lacks, b_lacks)]
    slow = oracle.neighbours(pair[0], pair[1])
    assert {PLACE_NAMES[i]: {PLACE_NAMES[j] for j in range(7) if derived[i] >> j & 1} for i in range(7)} == slow


@rule("2.3")
def test_namesakes_are_different_places() -> None:
    state = table("S:A M:A L:a2", "S:a1 M:B L:B")
    assert {"Sa1", "Sa2"} <= moves(state)
    pinned = table("S:a1 M:A L:A", "S:B M:B L:a2")
    assert "SW" in moves(pinned)  # the Large at a2 does not pin the Small at a1


# 3 Set-up


@rule("3.3")
def test_seat_0_has_the_first_turn() -> None:
    state = after(GAME.new(), "home SM", "home ML")
    assert seen(state).turn_of == 0
    state.play("3-1")
    assert state.to_move == 0


@rule("3.1")
def test_homes_that_nobody_chooses_are_there_when_the_game_begins() -> None:
    state = GAME.new(binaries="automatic")
    assert state.position() == after(GAME.new(), "home SM", "home ML").position()
    assert (state.to_move, seen(state).turn_of) == (tri.CHANCE, 0)


# 4 Rolling


@rule("4.1")
def test_twenty_one_rolls_and_the_greater_die_counts() -> None:
    state = table(doing="rolls")
    assert len(state.legal_actions()) == 21
    weights = {
        state.format_action(action): weight
        for action, weight in zip(state.legal_actions(), state.chance_weights(), strict=True)
    }
    assert sum(weights.values()) == 36
    assert weights["4-4"] == 1
    assert weights["6-1"] == 2
    state.play("5-2")
    assert seen(state).points == 5


@rule("4.2", "4.3")
def test_doubles_are_taken_or_rolled_again_and_again() -> None:
    state = table(doing="rolls")
    state.play("6-6")
    assert (state.to_move, moves(state)) == (0, {"take", "reroll"})
    assert seen(after(state, "take")).points == 6
    state = after(state, "reroll", "2-2")
    assert moves(state) == {"take", "reroll"}
    assert seen(after(state, "take")).points == 2
    assert seen(after(state, "reroll", "3-1")).points == 3


# 5 Hopping


@rule("5.1")
def test_a_hop_costs_the_ships_pips() -> None:
    state = table(doing="spends 6 of 6-5")
    assert seen(after(state, "Sa1")).points == 5
    assert seen(after(state, "Ma1")).points == 4
    assert seen(after(state, "La1")).points == 3
    assert moves(table(doing="spends 1 of 1-1")) == {"done", "Sa1", "Sa2"}
    assert moves(table(doing="spends 2 of 2-1")) == {"done", "Sa1", "Sa2", "Ma1", "Ma2"}


@rule("5.2")
def test_ships_hop_in_any_order_several_times_and_back() -> None:
    state = after(table(), "Sa1", "Ma1", "SA", "Sa2")
    assert (place_of(state, 0, "S"), place_of(state, 0, "M"), seen(state).points) == ("a2", "a1", 1)
    assert place_of(after(table(), "Ma1", "MW", "Mb1"), 0, "M") == "b1"


@rule("5.3")
def test_points_may_be_left_even_all_of_them() -> None:
    state = after(table(), "done")
    assert (state.to_move, seen(state).turn_of, seen(state).turns) == (tri.CHANCE, 1, 21)
    assert [ship.place for ship in seen(state).ships[:3]] == ["A", "A", "A"]


@rule("5.4")
def test_the_turn_ends_by_itself_when_no_hop_is_possible() -> None:
    spent = after(table(doing="spends 3 of 3-2"), "La1")
    assert (spent.to_move, seen(spent).turn_of) == (tri.CHANCE, 1)
    pinned = table("S:a1 M:a1 L:A", "S:B M:B L:a1", doing="rolls")
    rolled = after(pinned, "2-1")  # Small and Medium are pinned, and the Large is too dear
    assert (rolled.to_move, seen(rolled).turn_of) == (tri.CHANCE, 1)


@rule("5.4")
def test_doubles_can_be_rolled_again_even_when_taking_them_would_end_the_turn() -> None:
    state = table("S:a1 M:a1 L:A", "S:B M:B L:a1", doing="has doubles 1-1")
    assert moves(state) == {"take", "reroll"}
    assert after(state, "take").to_move == tri.CHANCE
    assert seen(after(state, "take")).turn_of == 1


# 6 Getting in each other's way


@rule("6.1", "6.4")
def test_a_larger_enemy_bars_the_way_in() -> None:
    state = table(enemy="S:B M:a1 L:a2")
    assert moves(state) == {"done", "Ma1", "La1", "La2"}


@rule("6.4")
def test_a_medium_enters_beside_a_medium_and_any_number_share_a_star() -> None:
    state = after(table("S:a1 M:A L:a1", "S:a1 M:a1 L:B"), "Ma1")
    assert place_of(state, 0, "M") == "a1"
    assert sum(ship.place == "a1" for ship in seen(state).ships) == 5


@rule("6.2", "6.3")
def test_a_large_pins_a_medium_at_a_single_star_and_not_at_a_binary() -> None:
    at_star = table("S:A M:W* L:A", "S:B M:B L:W*")
    assert not any(move.startswith("M") for move in moves(at_star))
    at_binary = table(enemy="S:B M:B L:A")
    assert {"Ma1", "Ma2", "Sa1", "Sa2"} <= moves(at_binary)


@rule("6.2", "6.4")
def test_equal_and_smaller_ships_pin_nobody() -> None:
    state = table("S:W* M:W* L:W*", "S:W* M:W* L:B")
    assert {"Ma1", "Lb1"} <= moves(state)
    assert "Sa1" not in moves(state)  # the Medium is larger than the Small
    assert {"Sa1", "Ma1"} <= moves(table("S:W* M:W* L:W*", "S:W* M:B L:B"))  # and one's own Large pins nobody


@rule("6.5")
def test_each_hop_is_judged_by_itself() -> None:
    state = table("S:A M:a1 L:A", "S:B M:B L:b1")
    assert "Mb1" not in moves(state)
    assert "Mb2" in moves(state)
    through = after(state, "MW")
    assert {"Mb2", "Ma1"} <= moves(through)
    assert "Mb1" not in moves(through)  # still barred, from the other side too


# 7 Backwater


@rule("7.1", "7.4")
def test_a_ship_that_stands_at_backwater_when_the_turn_ends_has_visited() -> None:
    state = after(table("S:a1 M:W L:A", doing="spends 4 of 6-5"), "SW")  # the Medium has come this turn, too
    assert visits(state, 0) == ""
    state.play("done")
    assert visits(state, 0) == "SM"
    away = after(state, "2-1", "done", "6-5", "Sa1", "done")
    assert visits(away, 0) == "SM"
    assert visits(away, 1) == ""


@rule("7.2")
def test_staying_or_being_pinned_there_counts() -> None:
    pinned = after(table("S:A M:W L:A", "S:B M:B L:W*", doing="spends 4 of 6-5"), "done")
    assert visits(pinned, 0) == "M"
    out_and_back = after(table("S:W M:A L:A", doing="spends 5 of 6-5"), "Sa1", "SW", "done")
    assert visits(out_and_back, 0) == "S"


@rule("7.2")
def test_only_the_player_whose_turn_ends_has_visits_marked() -> None:
    state = after(table("S:a1 M:A L:A", "S:b1 M:B L:B"), "SW", "done")
    assert (visits(state, 0), visits(state, 1)) == ("S", "")
    theirs = after(state, "2-1", "SW")
    assert (visits(theirs, 0), visits(theirs, 1)) == ("S", "")
    assert visits(after(theirs, "done"), 1) == "S"


@rule("7.3")
def test_passing_through_is_no_visit() -> None:
    state = after(table("S:a1 M:A L:A"), "SW", "Sb1", "done")
    assert visits(state, 0) == ""


# 8 The end


@rule("8.1", "8.2", "10.2")
def test_a_win_in_mid_turn_with_points_left() -> None:
    state = table("S:b1* M:B* L:B*", "S:A* M:A* L:b2*", doing="spends 5 of 5-4", homes="open")
    won = after(state, "SB")
    assert (won.to_move, won.winners(), won.returns()) == (tri.OVER, [0], [1.0, -1.0])
    assert won.legal_actions() == []
    assert won.score() == [3.0, 2.0]


@rule("8.1")
def test_arriving_without_a_visit_does_not_win() -> None:
    state = after(table("S:b1* M:B L:B*", "S:a1 M:a1 L:a1"), "SB")
    assert state.to_move == 0
    assert state.winners() == []


@rule("8.3")
def test_the_game_is_drawn_at_the_turn_limit_and_rerolls_are_no_turns() -> None:
    state = table(doing="rolls", turn=1, turn_limit=2)
    state = after(state, "1-1", "reroll", "1-1", "reroll", "2-1", "done")
    assert state.to_move == tri.CHANCE
    state = after(state, "2-1", "done")
    assert (state.to_move, state.winners(), state.returns()) == (tri.OVER, [], [0.0, 0.0])
    assert GAME.setup().options.turn_limit == 300  # type: ignore[attr-defined]


@rule("8.4")
def test_a_win_on_the_last_turn_is_a_win() -> None:
    state = table("S:b1* M:B* L:B*", "S:a1 M:a1 L:a1", doing="rolls", turn=21, turn_limit=21)
    assert after(state, "2-1", "SB").winners() == [0]
    assert after(state, "2-1", "done").winners() == []
    assert after(state, "2-1", "done").to_move == tri.OVER


# 9 Variants


@rule("9.1")
def test_guarded_homes_bar_smaller_ships_even_from_their_own() -> None:
    assert moves(table("S:b1 M:b1 L:b1", "S:a1 M:a1 L:B")) & {"SB", "MB", "LB"} == {"LB"}
    assert moves(table("S:a1 M:a2 L:a1", "S:B M:B L:A")) & {"SA", "MA", "LA"} == {"LA"}


@rule("9.2")
def test_open_homes_bar_and_pin_nobody_and_single_stars_are_as_ever() -> None:
    open_home = table("S:b1 M:b1 L:b1", "S:a1 M:a1 L:B", homes="open")
    assert {"SB", "MB", "LB"} <= moves(open_home)
    state = table("S:A M:A L:A", "S:B M:B L:a1", homes="open")
    assert moves(state) & {"Sa1", "Ma1", "La1"} == {"La1"}
    assert not any(m.startswith("S") for m in moves(table("S:W* M:A L:A", "S:B M:B L:W*", homes="open")))


@rule("9.3")
def test_with_one_reroll_the_second_roll_counts_doubles_or_not() -> None:
    state = table(doing="rolls", rerolls="once")
    state.play("1-1")
    assert moves(state) == {"take", "reroll"}
    assert seen(after(state, "take")).points == 1
    state.play("reroll")
    assert (state.to_move, seen(state).phase) == (tri.CHANCE, "rerolling")
    assert (len(state.legal_actions()), sum(state.chance_weights())) == (21, 36)
    assert seen(after(state, "5-3")).points == 5
    again = after(state, "2-2")
    assert (seen(again).phase, seen(again).points) == ("spending", 2)
    # In the next turn there is a choice again.
    assert moves(after(again, "done", "3-3")) == {"take", "reroll"}


# 10 Worth knowing


@rule("10.1")
def test_four_hops_a_ship_and_24_points_a_fleet_are_the_least() -> None:
    distances = {"A": 0}
    layer = ["A"]
    while layer:
        layer = [there for here in layer for there in oracle.neighbours("SM", "ML")[here] if there not in distances]
        distances |= {there: max(distances.values()) + 1 for there in layer}
    assert (distances["W"], distances["B"]) == (2, 3)
    state = GAME.new()
    assert isinstance(state, rules.StarRunnersState)
    hops = [state.count_hops_to_goal(0, size) for size in range(3)]
    assert hops == [4, 4, 4]
    assert sum(hop * pips for hop, pips in zip(hops, (1, 2, 3), strict=True)) == 24
