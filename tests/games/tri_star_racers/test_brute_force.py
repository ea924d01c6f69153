"""The slow Tri-Star Racers itself, by the printed examples and by what the rules page says of its parts."""

import random
from collections import Counter
from itertools import permutations, product
from typing import Any, Literal

import pytest

from tests.games.tri_star_racers import oracle_parts
from tests.games.tri_star_racers.oracle import Race, all_tiles, count_gains, list_matches, ranking
from tests.games.tri_star_racers.oracle_parts import Point, Sections

pytestmark = pytest.mark.compiled_only

PLAIN = ("1b", "2b", "3b")
PINK, BLUE, ORANGE = "pink", "blue", "orange"


def fleet(pink: int, blue: int, orange: int) -> dict[str, int]:
    return {PINK: pink, BLUE: blue, ORANGE: orange}


def sections(text: str) -> Sections:
    one, two, three = text.split()
    return one, two, three


BY_SECTIONS = {tuple(sorted(tile)): tile for tile in all_tiles()}


def named(text: str) -> Sections:
    """Return the tile of the set with these sections, in any order."""
    return BY_SECTIONS[tuple(sorted(text.split()))]


def set_up(race: Race, *texts: str) -> Race:
    """Answer the chance steps by these texts, and what is not given by the first in the alphabet."""
    given = list(texts)
    while race.to_move == "chance":
        race = race.play(given.pop(0) if given else min(race.legal()))
    return race


def position(
    race: Race,
    seat: int = 0,
    *,
    board: dict[str, str] | None = None,
    hands: list[list[str]] | None = None,
    slots: list[str | None] | None = None,
    ships: list[dict[str, int]] | None = None,
    frozen: dict[tuple[int, str], int] | None = None,
    bag: list[str] | None = None,
) -> Race:
    """Set up a race and change it; what lies nowhere is in the bag unless that is given."""
    race = set_up(race).copy()
    if board is not None:
        race.board = {space: sections(text) for space, text in board.items()}
    if hands is not None:
        race.secret = [frozenset(named(text) for text in hand) for hand in hands]
    if slots is not None:
        race.slots = [None if text is None else named(text) for text in slots]
    if ships is not None:
        race.ships = ships
    if frozen is not None:
        race.frozen = frozen
    outside = {tile for tile in all_tiles() if tile not in tiles_in_play(race)}
    race.bag = frozenset(outside if bag is None else map(named, bag))
    return race.restart_at_turn(seat)


def tiles_in_play(race: Race) -> list[Sections]:
    """List every tile that is not in the bag, as the set names it."""
    laid = [named(" ".join(tile)) for tile in race.board.values()]
    held = [tile for seat in range(race.players) for tile in race.hand(seat)]
    return [*laid, *held, *[tile for tile in race.slots if tile is not None], *race.discarded]


# ------------------------------------------------------------------------------------ tiles and the board


def test_the_tile_set_is_the_same_under_every_exchange_of_colours() -> None:
    original = Counter(tuple(sorted(tile)) for tile in all_tiles())
    assert original.total() == 65
    for exchanged in permutations("PBO"):
        swap = str.maketrans("PBO", "".join(exchanged))
        assert Counter(tuple(sorted(part.translate(swap) for part in tile)) for tile in all_tiles()) == original


def test_a_tile_lies_in_six_three_or_one_ways() -> None:
    assert Counter(len(oracle_parts.arrangements(tile)) for tile in all_tiles()) == {
        6: 26 + 12 + 6,
        3: 12 + 3 + 3,
        1: 3,
    }


def test_neighbours_are_those_of_the_page() -> None:
    rows = "abcdefg"
    assert len(oracle_parts.space_corners()) == 49
    for space in oracle_parts.space_corners():
        row, number = rows.index(space[0]), int(space[1:])
        vertical = f"{rows[row - 1]}{number - 1}" if number % 2 == 0 else f"{rows[(row + 1) % 7]}{number + 1}"
        beside = {f"{space[0]}{number - 1}", f"{space[0]}{number + 1}", vertical}
        assert oracle_parts.neighbours(space) == beside & set(oracle_parts.space_corners())


def test_the_start_space_is_in_the_centre_and_the_boost_spaces_turn_into_each_other() -> None:
    def middle(space: str) -> tuple[int, int]:
        """Return three times the centre of a space, as seen from three times the board's centre."""
        points = oracle_parts.space_corners()[space]
        return sum(point.across for point in points), sum(point.line for point in points) - 14

    def turned(across: int, line: int) -> tuple[int, int]:
        """Turn by a third: halves of an edge across count as one, lines as a row's height."""
        return (-across - 3 * line) // 2, (across - line) // 2

    assert middle("e5") == (0, 0)
    boosts = {middle(space) for space in oracle_parts.TEAM_BOOST_SPACES}
    assert middle("c3") in boosts
    assert {turned(*place) for place in boosts} == boosts


def test_touching_is_mutual_and_every_edge_section_touches_two_corners() -> None:
    pairs = {
        ((space, corner), place)
        for space in oracle_parts.space_corners()
        for corner, place in oracle_parts.touching_places(space)
    }
    inner = {(one, other) for one, other in pairs if other[0] in oracle_parts.space_corners()}
    assert inner == {(other, one) for one, other in inner}
    at_edges = Counter(other for _, other in pairs - inner)
    assert at_edges == {(edge, number): 2 for edge in ("left", "right", "bottom") for number in range(7)}


def test_edges_are_read_anticlockwise_from_the_apex() -> None:
    order = [*[("left", n) for n in range(7)], *[("bottom", n) for n in range(7)], *[("right", n) for n in range(7)]]
    by_place = {place: side for side, place in oracle_parts.rim_sides().items()}
    for one, following in zip(order, [*order[1:], order[0]], strict=True):
        assert len(by_place[one] & by_place[following]) == 1
    assert Point(0, 0) in by_place["left", 0] & by_place["right", 6]
    assert by_place["right", 1] in oracle_parts.space_sides("f11")
    assert by_place["bottom", 2] in oracle_parts.space_sides("g5")
    assert [place for corner, place in oracle_parts.touching_places("a1") if corner == 1] == [("left", 0), ("right", 6)]


# -------------------------------------------------------------------------------------- matching and pips


def test_first_printed_matching_example() -> None:
    board = {"e5": sections("P2 O1 B2")}
    laid = sections("P2 B1 O3")  # on f6 its left and right corner lie below those of e5
    assert [(it.own, it.other) for it in list_matches(board, PLAIN, "f6", laid)] == [("P2", "P2"), ("B1", "B2")]
    assert count_gains(board, PLAIN, "f6", laid) == (fleet(4, 3, 0), [])


SECOND_EXAMPLE = {"e5": "P1 B1 O1", "e2": "W B2 O1", "f2": "B1 O2 P2"}


def test_second_printed_matching_example() -> None:
    board = {space: sections(text) for space, text in SECOND_EXAMPLE.items()}
    laid = sections("P1 B3 O3")
    met = [(it.own, it.other) for it in list_matches(board, ("6a", "1b", "2b"), "e1", laid)]
    assert sorted(met) == [("B3", "W"), ("O3", "O1"), ("O3", "O2"), ("P1", "P-warp")]
    assert count_gains(board, ("6a", "1b", "2b"), "e1", laid) == (fleet(1, 3, 6), ["warp pink"])


def test_the_second_example_warps_before_it_moves() -> None:
    race = position(
        Race(2, edges=("6a", "1b", "2b")),
        board=SECOND_EXAMPLE,
        hands=[["P1 B3 O3"], ["P1 P1 P1"]],
        ships=[fleet(2, 0, 0), fleet(9, 1, 1)],
    )
    assert race.play("P1 B3 O3 at e1").ships[0] == fleet(11, 3, 6)


def test_an_edge_section_and_an_own_section_count_once_however_often_they_match() -> None:
    # b1 lies beside P2 of edge 1b: both its left corners touch that section, and the upper one the tile on b2, too.
    board = {"b2": sections("P1 B1 O1")}
    assert count_gains(board, ("1b", "2b", "3b"), "b1", sections("P1 P2 B2")) == (fleet(1 + 2 + 2 + 1, 0, 0), [])
    assert count_gains(board, ("1b", "2b", "3b"), "b1", sections("W W P2")) == (fleet(2 + 1, 0, 0), [])


def test_wild_against_wild_brings_nothing_and_a_colour_against_team_counts_itself() -> None:
    assert count_gains({}, ("4b", "5b", "6b"), "d1", sections("W W P2")) == (fleet(0, 0, 0), [])
    assert count_gains({}, ("4a", "5b", "6b"), "d1", sections("P1 B2 O3")) == (fleet(1, 2, 0), ["team"])


def test_a_blank_edge_matches_nothing() -> None:
    assert list_matches({}, ("7b", "5b", "6b"), "b1", sections("W W P2")) == []


# ---------------------------------------------------------------------------------------------- set-up


def test_the_set_up_asks_in_order() -> None:
    race = Race(2, "advanced")
    edges = {f"{number}a" for number in range(1, 9)}
    assert (race.to_move, race.legal()) == ("chance", edges)
    race = race.play("4a").play("7a")
    assert race.legal() == edges - {"4a", "7a"}
    race = race.play("1a")
    assert race.edges == ("4a", "7a", "1a")
    assert len(race.legal()) == 65
    for text in ("P1 B1 O1", "P1 P1 B2", "W P1 B2", "W W P2", "B1 B1 P2", "P1 P1 P2"):
        race = race.play(text)
    assert race.hand(0) == {("P1", "B1", "O1"), ("P1", "P1", "B2"), ("W", "P1", "B2")}
    assert len(race.legal()) == 59
    race = race.play("B1 B2 P1")
    assert len(race.legal()) == 6
    race = race.play("P1 B2 B1 at e5")
    assert race.board == {"e5": ("P1", "B2", "B1")}
    for text in ("P2 B1 O1", "P3 B1 O1", "P1 B2 O1", "P1 B3 O1", "P1 B1 O2", "P1 B1 O3"):
        race = race.play(text)
    assert race.slots[5] == ("P1", "B1", "O3")
    assert race.legal() == {"seat 0", "seat 1"}
    race = race.play("seat 1")
    assert (race.to_move, race.legal()) == ("chance", {"seat 0"})
    race = race.play("seat 0")
    assert race.to_move == 1


def test_edges_without_powers_are_drawn_like_those_with_them() -> None:
    race = Race(2, random_side="b").play("4b")
    assert race.legal() == {f"{number}b" for number in (1, 2, 3, 5, 6, 7, 8)}


def test_a_start_tile_of_three_alike_sections_lies_only_one_way() -> None:
    race = Race(2, "basic", edges=PLAIN)
    for _ in range(6):
        race = race.play(max(race.legal()))
    race = race.play("P1 P1 P1")
    assert race.board == {"e5": ("P1", "P1", "P1")}
    assert len(race.legal()) == 58


def test_jeans_first_turn() -> None:
    race = Race(3, "advanced", edges=("4a", "5a", "6a"))
    hands = ["P2 B1 O3", "W W P2", *[f"P1 B{blue} O{orange}" for blue in (1, 2, 3) for orange in (1, 2)], "W W B2"]
    slots = ("P3 B3 O1", "P3 B3 O2", "P3 B2 O1", "P3 B2 O2", "P3 B2 O3", "P3 B1 O1")
    race = set_up(race, *hands, "P2 B2 O1", "P2 O1 B2 at e5", *slots, "seat 0", "seat 1", "seat 2")
    race = race.play("P2 B1 O3 at f6")
    assert race.ships[0] == fleet(4, 3, 0)
    assert race.legal() == {f"slot {number}" for number in range(1, 7)}
    race = race.play("slot 3")
    assert race.ships[0] == fleet(4, 3, 2)
    assert race.drafted[0] == {("P3", "B2", "O1")}
    assert race.to_move == 1


def test_play_leaves_the_race_before_as_it_was() -> None:
    race = set_up(Race(2, edges=PLAIN))
    before = repr(race)
    race.play(min(race.legal()))
    assert repr(race) == before


# ------------------------------------------------------------------------------------- ships and powers


def test_hop_chains() -> None:
    race = position(
        Race(4, edges=PLAIN),
        board={"e5": "P2 O1 B2"},
        hands=[["P2 B1 O3"], [], [], []],
        ships=[fleet(0, 0, 0), fleet(4, 3, 1), fleet(5, 5, 0), fleet(6, 0, 0)],
    )
    assert race.play("P2 B1 O3 at f6").ships[0] == fleet(7, 4, 0)


def corner_race(*ships: dict[str, int], frozen: dict[tuple[int, str], int] | None = None) -> Race:
    """Set up a race in which seat 0 may match a pink warp and a pink freeze at the apex."""
    return position(
        Race(len(ships), edges=("4a", "7a", "1b")),
        board={"b2": "O1 O2 B1"},
        hands=[["P1 B3 O3"], *[["P1 P1 P1"]] * (len(ships) - 1)],
        ships=list(ships),
        frozen=frozen,
    )


APEX = "B3 P1 O3 at a1"


def test_two_powers_at_a_board_corner_in_both_orders() -> None:
    race = corner_race(fleet(3, 0, 0), fleet(5, 0, 0)).play(APEX)
    assert race.legal() == {"warp pink", "freeze pink"}
    warped = race.play("warp pink")
    assert warped.ships[0][PINK] == 6  # frozen by its owner, so the pip is lost
    assert warped.frozen == {(0, PINK): 2}
    frozen = race.play("freeze pink")
    assert frozen.ships[0][PINK] == 7
    assert frozen.frozen == {(1, PINK): 1}


def test_warp_hops_past_the_next_ship_and_needs_one_ahead() -> None:
    ships = [fleet(3, 0, 0), fleet(5, 0, 0), fleet(6, 0, 0), fleet(9, 0, 0)]
    assert corner_race(*ships).play(APEX).play("warp pink").ships[0][PINK] == 7 + 1  # the leader freezes, then one pip
    ships = [fleet(7, 0, 0), fleet(5, 0, 0), fleet(6, 0, 0)]
    assert corner_race(*ships).play(APEX).play("warp pink").ships[0][PINK] == 7


def test_freeze_at_zero_is_a_choice_among_unfrozen_ships() -> None:
    race = corner_race(fleet(0, 0, 0), fleet(0, 0, 0), fleet(0, 0, 0), frozen={(1, PINK): 1})
    race = race.play(APEX).play("freeze pink")
    assert race.legal() == {"seat 0", "seat 2"}
    assert race.play("seat 2").frozen == {(1, PINK): 1, (2, PINK): 1}
    race = corner_race(fleet(0, 0, 0), fleet(0, 0, 0), fleet(0, 0, 0), frozen={(1, PINK): 1, (2, PINK): 1})
    assert race.play(APEX).play("freeze pink").frozen[0, PINK] == 2


def test_a_ship_frozen_by_its_owner_thaws_a_turn_later() -> None:
    race = corner_race(fleet(3, 0, 0), fleet(0, 0, 0)).play(APEX).play("freeze pink")
    assert race.legal() == {"slot 1", "slot 2", "slot 3"}
    race = race.play("slot 1")
    assert race.ships[0][PINK] == 3
    race = set_up(race)
    assert (race.to_move, race.frozen) == (1, {(0, PINK): 1})
    race = set_up(race.play(min(race.legal())).play("slot 1"))
    assert (race.to_move, race.frozen) == (0, {(0, PINK): 1})
    race = set_up(race.play(min(race.legal())).play("slot 1"))
    assert (race.to_move, race.frozen) == (1, {})


def test_a_ship_frozen_by_another_thaws_at_the_end_of_its_owners_next_turn() -> None:
    race = corner_race(fleet(3, 0, 0), fleet(5, 0, 0)).play(APEX).play("freeze pink")
    race = set_up(race.play("slot 2"))
    assert (race.to_move, race.frozen) == (1, {(1, PINK): 1})
    race = set_up(race.play(min(race.legal())).play("slot 1"))
    assert (race.to_move, race.frozen) == (0, {})


@pytest.mark.parametrize(("team_spaces", "ends"), [(True, fleet(2, 1, 0)), (False, fleet(0, 0, 0))])
def test_team_boost_space(team_spaces: bool, ends: dict[str, int]) -> None:
    race = position(
        Race(2, edges=PLAIN, team_spaces=team_spaces),
        board={"c2": "P1 P2 P1"},
        hands=[["B1 B1 B2"], ["P1 P1 P1"]],
        ships=[fleet(0, 0, 0), fleet(1, 3, 0)],
        frozen={(0, ORANGE): 1},
    )
    assert race.play("B1 B1 B2 at c3").ships[0] == ends


def test_a_head_start() -> None:
    assert Race(3, head_start=(2, 1, 0)).ships == [fleet(2, 2, 2), fleet(1, 1, 1), fleet(0, 0, 0)]


# ------------------------------------------------------------------------------------------- starbursts


def burst_race(*, starbursts: bool = True, bursts: Literal["passing", "landing"] = "passing") -> Race:
    """Set up a race in which seat 0 has just reached the first pink starburst and passed the first blue one."""
    return position(
        Race(2, edges=PLAIN, starbursts=starbursts, bursts=bursts),
        board={"e5": "P2 O1 B2"},
        hands=[["P2 B1 O3"], ["P1 P1 P1"]],
        ships=[fleet(11, 13, 0), fleet(1, 1, 1)],
    ).play("P2 B1 O3 at f6")


def test_all_starbursts_of_a_step_are_turned_up_and_then_used_in_any_order() -> None:
    race = burst_race()
    assert (race.count_face_down(), race.face_up) == (2, [])
    assert (race.to_move, race.legal()) == ("chance", {"P2", "P3", "B2", "B3", "O2", "O3", "W2"})
    race = race.play("W2")
    assert (race.to_move, race.count_face_down(), race.face_up) == ("chance", 1, ["W2"])
    race = race.play("B3")
    assert race.ships[0] == fleet(15, 16, 0)  # both are seen before one is used
    assert (race.to_move, race.legal()) == (0, {"use W2", "use B3"})
    wild_first = race.play("use W2")
    assert wild_first.legal() == {PINK, BLUE, ORANGE}
    assert wild_first.play(ORANGE).ships[0] == fleet(15, 19, 2)  # the last one needs no choice
    race = race.play("use B3")
    assert (race.ships[0], race.legal()) == (fleet(15, 19, 0), {PINK, BLUE, ORANGE})
    assert race.play(PINK).legal() == {"slot 1", "slot 2", "slot 3"}


def test_starbursts_that_are_alike_need_no_choice() -> None:
    race = burst_race().play("W2").play("W2")
    assert race.legal() == {PINK, BLUE, ORANGE}
    race = race.play(PINK)
    assert race.legal() == {PINK, BLUE, ORANGE}
    assert race.play(PINK).ships[0] == fleet(19, 16, 0)


def test_a_starburst_that_is_gained_by_another_is_turned_up_at_once_and_joins_the_rest() -> None:
    race = burst_race()
    race.ships[0][BLUE] = 23
    race = race.play("B3").play("W2").play("use B3")
    assert (race.to_move, race.count_face_down(), race.face_up) == ("chance", 1, ["W2"])
    race = race.play("O2")
    assert (race.to_move, race.legal()) == (0, {"use W2", "use O2"})


def test_a_burst_for_a_frozen_ship_is_lost() -> None:
    race = burst_race()
    race.frozen[0, ORANGE] = 1
    assert race.play("O3").play("O2").play("use O2").ships[0] == fleet(15, 16, 0)


def test_a_wild_burst_moves_the_only_ship_that_can_or_is_lost() -> None:
    race = burst_race()
    race.frozen = {(0, PINK): 1, (0, BLUE): 1}
    assert race.play("W2").play("W2").ships[0] == fleet(15, 16, 4)
    race.frozen[0, ORANGE] = 1
    assert race.play("W2").play("W2").ships[0] == fleet(15, 16, 0)


def test_a_ship_may_have_to_land_on_a_starburst() -> None:
    race = burst_race(bursts="landing")  # pink comes to 15, and blue passes it
    assert race.count_face_down() == 1
    assert (BLUE, 15) in race.on_track
    assert (PINK, 15) not in race.on_track


def test_a_draft_boost_collects_too() -> None:
    race = position(
        Race(2, edges=PLAIN),
        board={"e5": "P1 P1 P1"},
        hands=[["B1 B1 B2"], ["B1 B1 B1"]],
        ships=[fleet(0, 0, 14), fleet(0, 0, 0)],
    )
    race = race.play("B1 B1 B2 at f6").play("slot 3")
    assert race.ships[0] == fleet(0, 0, 16)
    race = race.play("P3")
    assert race.ships[0] == fleet(3, 0, 16)
    assert race.slots[2] is None
    assert race.to_move == "chance"


def test_without_starbursts_there_are_none() -> None:
    assert burst_race(starbursts=False).legal() == {"slot 1", "slot 2", "slot 3"}


# --------------------------------------------------------------------------- rounds, run-out and the end


def test_printed_scoring_example() -> None:
    blue, yellow, green = fleet(33, 28, 40), fleet(30, 45, 36), fleet(31, 32, 33)
    assert ranking([blue, yellow, green]) == [[2], [1], [0]]


def test_ties_go_on_to_the_middle_and_the_leading_ship_and_are_shared_in_the_end() -> None:
    ships = [fleet(30, 35, 40), fleet(41, 30, 35), fleet(36, 36, 30), fleet(40, 30, 35), fleet(29, 99, 99)]
    assert ranking(ships) == [[2], [1], [0, 3], [4]]


def test_the_round_is_finished_and_last_turns_include_the_draft_but_no_refill() -> None:
    race = position(
        Race(2, edges=PLAIN),
        board={"e5": "P1 P1 P1"},
        hands=[["B1 B1 B2"], ["B1 B1 B1"]],
        ships=[fleet(26, 36, 36), fleet(39, 40, 27)],
    )
    race = set_up(race.play("B1 B1 B2 at f6").play("slot 1"))
    assert race.to_move == 1
    race = race.play("B1 B1 B1 at e4")
    assert race.legal() == {"slot 1", "slot 2", "slot 3"}
    race = race.play("slot 3")
    assert race.slots[2] is None
    assert (race.to_move, race.legal()) == ("over", set())
    assert race.ships == [fleet(28, 36, 36), fleet(39, 40, 29)]
    assert race.winners() == [1]


def test_slots_read_from_the_left_are_the_next_order() -> None:
    race = set_up(Race(3, "advanced", edges=PLAIN, starbursts=False))
    for slot in ("slot 6", "slot 1", "slot 3"):
        seat = race.to_move
        race = race.play(min(race.legal()))
        race = race.play(slot)
        if race.to_move == seat:
            race = race.play(PINK)
    assert race.order == [1, 2, 0]
    assert race.slots[0] is None
    assert race.to_move == "chance"
    assert set_up(race).to_move == 1


def test_with_a_dry_bag_slots_are_chosen_for_their_boost_alone() -> None:
    race = position(
        Race(2, edges=PLAIN),
        board={"e5": "P1 P1 P1"},
        hands=[["B1 B1 B2"], []],
        slots=["P2 P2 B1", None, None],
        bag=[],
    )
    race = race.play("B1 B1 B2 at f6")
    assert race.ships[0] == fleet(2, 0, 0)  # one slot with a tile is no choice
    assert (race.to_move, race.legal()) == (1, {"slot 1", "slot 2", "slot 3"})
    race = race.play("slot 3")
    assert race.ships[1] == fleet(0, 0, 2)
    assert race.to_move == 0  # a tile is left, so there is another round
    race = race.play(min(race.legal())).play("slot 3").play("slot 3")
    assert race.to_move == "over"


def test_in_a_basic_race_with_a_dry_bag_nothing_is_asked_of_a_player_without_a_tile() -> None:
    race = position(
        Race(2, "basic", edges=PLAIN), board={"e5": "P1 P1 P1"}, hands=[["B1 B1 B2"], []], slots=[None], bag=[]
    )
    assert race.play("B1 B1 B2 at f6").to_move == "over"


def test_when_the_board_is_full_in_mid_round_the_others_only_draft() -> None:
    rest = sorted(tile for tile in all_tiles() if "W" not in tile)
    spaces = [space for space in oracle_parts.space_corners() if space != "a1"]
    hands = [["W W P2"], ["W W B2", "W W O2", "W P1 B2"]]
    race = position(
        Race(2, edges=PLAIN, starbursts=False),
        board={space: " ".join(tile) for space, tile in zip(spaces, rest, strict=False)},
        hands=hands,
        slots=["W P2 B1", "W P1 O2", "W P2 O1"],
        ships=[fleet(9, 9, 9), fleet(0, 0, 0)],
    )
    race = set_up(race.play("W W P2 at a1").play("slot 1"))
    assert (race.to_move, race.legal()) == (1, {"slot 1", "slot 2", "slot 3"})
    race = race.play("slot 2")
    assert race.ships[1] == fleet(0, 2, 0)
    assert race.hand(1) == {named(text) for text in hands[1]}
    assert race.slots[1] == named("W P1 O2")
    assert race.to_move == "over"


# ----------------------------------------------------------------------------------------------- brutal


def test_brutal_allows_no_mismatch_but_a_blank_does_not_touch() -> None:
    race = position(
        Race(2, edges=("7b", "2b", "3b"), brutal="strict"), board={"b2": "P1 B1 O1"}, hands=[["P2 O2 B3"], ["P1 P1 P1"]]
    )
    assert "B3 P2 O2 at b1" in race.legal()  # beside the blank section of edge 7b
    assert "P2 B3 O2 at b1" not in race.legal()
    assert race.play("B3 P2 O2 at b1").ships[0] == fleet(3, 0, 3)


def test_a_power_can_be_mismatched_on_purpose_where_only_tiles_have_to_match() -> None:
    # c1 lies beside the third section of the left edge, an orange freeze on 4a.
    board, hands = {"c2": "P1 B1 O1"}, [["P1 P2 O2"], ["P1 P1 P1"]]
    tiles = position(Race(2, edges=("4a", "1b", "3b"), brutal="tiles"), board=board, hands=hands)
    strict = position(Race(2, edges=("4a", "1b", "3b"), brutal="strict"), board=board, hands=hands)
    assert "O2 P2 P1 at c1" not in tiles.legal()  # pink would touch the orange section of the tile
    assert not any(text.endswith("c1") for text in strict.legal())
    race = tiles.play("P1 P2 O2 at c1")
    assert (race.ships[0], race.frozen) == (fleet(3, 0, 3), {})


def test_brutal_without_a_fit_discards_draws_two_and_drafts() -> None:
    race = position(
        Race(2, "advanced", edges=("1b", "2b", "3b"), brutal="tiles"),
        board={"e5": "P1 P1 P1"},
        hands=[["B1 B1 B2", "O1 O1 O1"], ["P1 P1 P2"]],
        frozen={(0, PINK): 1},
    )
    assert race.to_move == "chance"
    assert race.discarded == {named("B1 B1 B2"), named("O1 O1 O1")}
    race = race.play("W W P2").play("W W B2")
    assert race.secret[0] == {named("W W P2"), named("W W B2")}
    race = race.play("slot 5")
    assert race.ships[0] == fleet(0, 0, 0)
    assert (race.to_move, race.frozen, len(race.hand(0))) == (1, {}, 3)


# ----------------------------------------------------------------------------------------- whole games


def check(race: Race) -> None:
    """See that nothing is lost or doubled, and that ships share no space but 0."""
    assert Counter([*tiles_in_play(race), *race.bag]).most_common(1)[0][1] == 1
    # A start tile is in the air while it is decided how it lies.
    assert len(tiles_in_play(race)) + len(race.bag) >= 65 - (not race.board)
    for lane in (PINK, BLUE, ORANGE):
        ahead = [fleet[lane] for fleet in race.ships if fleet[lane] > 0]
        assert len(ahead) == len(set(ahead))
    assert all(len(race.hand(seat)) <= 3 for seat in range(race.players))
    assert (race.to_move == "over") == (not race.legal())


DRAFTS, BRUTAL, BURSTS = ("basic", "boost", "advanced"), ("off", "tiles", "strict"), ("passing", "landing")
VARIANTS: list[dict[str, Any]] = [
    {"draft": draft, "brutal": brutal, "starbursts": starbursts, "bursts": BURSTS[number % 2]}
    for number, (draft, starbursts, brutal) in enumerate(product(DRAFTS, (False, True), BRUTAL))
]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_end(players: int) -> None:
    play_random_games(players, 12)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_many_random_games_end_in_every_way(players: int) -> None:
    endings = play_random_games(players, 50)
    assert endings["crossed"]
    assert endings["full"]


def play_random_games(players: int, games: int) -> Counter[str]:
    """Play games of every variant to the end, with a check at every step, and count how they ended."""
    dice = random.Random(players)
    endings: Counter[str] = Counter()
    for number in range(games):
        edges = None if number % 3 else tuple(f"{piece}{dice.choice('ab')}" for piece in dice.sample(range(1, 10), 3))
        head_start = tuple(dice.sample(range(1, 15), players)) if number % 5 == 0 else ()
        options = {**VARIANTS[(5 * players + number) % len(VARIANTS)], "team_spaces": number % 4 > 0}
        options["random_side"] = dice.choice("ab")
        race = Race(players, edges=edges, head_start=head_start, **options)
        turns = 0
        for _ in range(1000):
            if race.to_move == "over":
                break
            check(race)
            answer = dice.choice(sorted(race.legal()))
            turns += " at " in answer and race.to_move != "chance"
            race = race.play(answer)
        assert race.to_move == "over"
        assert turns <= 48
        assert race.winners()
        crossed = any(min(fleet.values()) >= 28 for fleet in race.ships)
        endings["crossed" if crossed else "full" if len(race.board) == 49 else "dry"] += 1
    return endings
