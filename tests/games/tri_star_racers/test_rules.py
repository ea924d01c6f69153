"""The rules of Tri-Star Racers, one example after the other; the numbers are those of docs/rules/tri-star-racers.md."""

from collections import Counter
from itertools import permutations

import pytest

import triangulum as tri
from tests.games.tri_star_racers.positions import (
    GAME,
    all_tiles,
    at_the_apex,
    current_phase,
    edit_components,
    frozen_by_lane,
    legal_texts,
    list_events,
    parse_race,
    play_moves,
    preview_words,
    read_box,
    ship_spaces,
    tiny_components,
)
from tests.rules import rule
from triangulum.core.state import CHANCE, OVER, State
from triangulum.games.tri_star_racers import views

START = "board B2 P2 O1 at e5"
"""Blue is on the left, pink on top, orange on the right."""

# A way from the centre to e1 and f2; the tiles in between match whatever they like.
TO_THE_EDGE = (
    "board P1 B1 O1 at e5, P2 B1 O1 at e4, P1 B1 O3 at e3, B1 P1 O2 at e2, "
    "O1 O1 P2 at f4, O1 O2 P1 at f3, W O2 P1 at f2"
)


# 1 Board and lanes, 2 tiles, 3 edges.


@rule("1.1", "1.2", "1.3")
def test_the_board_and_the_lanes() -> None:
    view = GAME.new().view(None)
    assert isinstance(view, views.RacersView)
    names = [space.name for space in GAME.components.box.lattice.spaces]
    assert (len(view.board), names[view.centre], [names[space] for space in view.team_spaces]) == (
        49,
        "e5",
        ["c3", "f3", "f9"],
    )
    assert view.ships == ((0, 0, 0), (0, 0, 0))
    assert view.finish == 28
    # A lane goes on as far as anybody goes.
    far = parse_race(START, "ships 300 0 0 / 0 0 0", "hands P2 B1 O1 / P1 P1 P1", "seat 0 plays")
    assert ship_spaces(play_moves(far, "O1 P2 B1 at e4"), 0) == (304, 3, 0)


@rule("2.1", "2.3")
def test_the_tiles() -> None:
    tiles = [tile.split() for tile in all_tiles()]
    kinds = Counter("W" if "W" in tile else str(len({section[0] for section in tile})) for tile in tiles)
    assert kinds == {"3": 26, "2": 24, "1": 6, "W": 9}
    assert {section for tile in tiles for section in tile} == {"W"} | {f"{c}{n}" for c in "PBO" for n in "123"}


@rule("2.3")
def test_every_exchange_of_colours_leaves_the_tiles_as_they_are() -> None:
    tiles = Counter(tuple(sorted(tile.split())) for tile in all_tiles())
    for colours in permutations("PBO"):
        swap = str.maketrans("PBO", "".join(colours))
        turned = Counter({tuple(sorted(s.translate(swap) for s in tile)): count for tile, count in tiles.items()})
        assert turned == tiles
    assert GAME.components.box.list_colour_asymmetries() == ()


@rule("2.2")
@pytest.mark.parametrize(("tile", "ways"), [("P1 B2 O3", 6), ("P1 P1 B2", 3), ("P1 P1 P1", 1), ("W W P2", 3)])
def test_a_tile_is_turned_and_flipped(tile: str, ways: int) -> None:
    state = parse_race(START, f"hands {tile} / -", "seat 0 plays")
    at_e4 = [text for text in legal_texts(state) if text.endswith("at e4")]
    assert len(at_e4) == ways
    assert {tuple(sorted(text.split()[:3])) for text in at_e4} == {tuple(sorted(tile.split()))}


@rule("3.1")
def test_random_frames_are_three_different_a_sides_of_the_first_eight() -> None:
    state = GAME.new()
    assert legal_texts(state) == [f"{number}a" for number in range(1, 9)]
    state.play("3a")
    assert legal_texts(state) == [f"{number}a" for number in range(1, 9) if number != 3]
    assert state.chance_weights() == [1] * 7
    state = play_moves(state, "8a", "1a")
    assert state.view(0).edges == ("3a", "8a", "1a")  # type: ignore[attr-defined]
    assert current_phase(state) == "setup"
    assert len(GAME.components.box.frame.edges) == 9


@rule("3.2", "4.2")
def test_sections_of_edges_are_read_anticlockwise() -> None:
    # From the apex down, then along the bottom from the left, then up on the right.
    touching = {}
    box_of = GAME.components.box
    setup = GAME.setup(edges="1a 2a 3a")
    for at, space in enumerate(box_of.lattice.spaces):
        for side in range(3):
            if setup.rim_indices[3 * at + side] >= 0:  # type: ignore[attr-defined]
                touching[space.name, side] = divmod(int(setup.rim_indices[3 * at + side]), 7)  # type: ignore[attr-defined]
    left, right, bottom = 0, 1, 2
    assert touching["a1", left] == (left, 0)
    assert touching["g1", left] == (left, 6)
    assert touching["g1", bottom] == (bottom, 0)
    assert touching["g13", bottom] == (bottom, 6)
    assert touching["g13", right] == (right, 0)
    assert touching["f11", right] == (right, 1)
    assert touching["a1", right] == (right, 6)
    assert len(touching) == 21


# 4 Touching and matching.


@rule("4.1", "4.3", "5.8")
def test_the_first_printed_example() -> None:
    """Pink 2 meets pink 2, blue 1 meets blue 2, orange meets nothing: 4 pink and 3 blue."""
    state = parse_race(START, "hands P2 B1 O1 / P1 P1 P1", "seat 0 plays")
    assert (
        preview_words(state, "O1 P2 B1 at e4") == "With this tile, pink moves from 0 to 4 and blue moves from 0 to 3."
    )
    state.play("O1 P2 B1 at e4")
    assert ship_spaces(state, 0) == (4, 3, 0)
    played = state.view(None).played  # type: ignore[attr-defined]
    assert [(match.corner, match.other) for match in played.matches] == [(0, 2), (2, 1)]


@rule("4.2", "5.2", "5.8", "5.9")
def test_the_second_printed_example() -> None:
    """Pink meets a warp, blue a wild, orange two oranges: warp, then 1 pink, 3 blue and 6 orange.

    The orange section matches two others and counts its own pips once.
    """
    state = parse_race(
        TO_THE_EDGE, "last f2 by seat 1", "hands P1 B3 O2 / -", "ships 0 0 0 / 5 0 0", "seat 0 plays", edges="6a 1b 2b"
    )
    assert preview_words(state, "B3 P1 O2 at e1") == (
        "With this tile, pink warps from 0 to 6, pink moves from 6 to 7, blue moves from 0 to 3 "
        "and orange moves from 0 to 6."
    )
    state.play("B3 P1 O2 at e1")
    assert ship_spaces(state, 0) == (7, 3, 6)  # to 6, in front of the other ship, and 1 more


@rule("4.1")
def test_tiles_that_meet_at_a_point_do_not_touch() -> None:
    # e4 and f6 meet in the lower left corner of e5 only; both have orange there, and e5 has blue.
    state = parse_race(
        "board B2 P2 O1 at e5, P2 B2 O3 at e4", "last e4 by seat 1", "hands O1 O1 B2 / -", "seat 0 plays"
    )
    assert preview_words(state, "O1 O1 B2 at f6") == "With this tile, orange moves from 0 to 2."


@rule("4.2", "5.8")
def test_an_edge_section_that_touches_two_sections_counts_once() -> None:
    # 1b has P2 at its second place from the end, on the left of f1.
    state = parse_race(TO_THE_EDGE, "last f2 by seat 1", "hands P1 P1 P1 / -", "seat 0 plays", edges="1b 4b 5b")
    # Two sections meet the edge, and the third one the P1 of f2: three of its own, 2 and 1.
    assert preview_words(state, "P1 P1 P1 at f1") == "With this tile, pink moves from 0 to 6."


@rule("4.3", "5.9")
def test_a_wild_section_counts_what_it_touches() -> None:
    state = parse_race(START, "hands W W P2 / -", "seat 0 plays")
    assert preview_words(state, "P2 W W at e4") == "With this tile, pink moves from 0 to 2 and blue moves from 0 to 2."
    assert preview_words(state, "W P2 W at e4") == "With this tile, pink moves from 0 to 4 and blue moves from 0 to 2."


@rule("4.3")
def test_a_blank_touches_nothing() -> None:
    # f1 is beside the second last section of the left edge: blank on 7b, which matters in a brutal race.
    board = TO_THE_EDGE
    state = parse_race(board, "last f2 by seat 1", "hands B1 B1 B1 / -", "seat 0 plays", edges="7b 1b 2b")
    assert (
        preview_words(state, "B1 B1 B1 at f1") == "With this tile, blue moves from 0 to 1."
    )  # by the wild section of f2


# 5 A turn.


@rule("5.1")
def test_a_tile_is_played_next_to_another_and_need_not_match() -> None:
    state = parse_race(START, "hands O1 O1 O1 / -", "seat 0 plays")
    assert legal_texts(state) == ["O1 O1 O1 at e4", "O1 O1 O1 at e6", "O1 O1 O1 at f6"]
    assert preview_words(state, "O1 O1 O1 at e4") == "This tile matches nothing, so no ship moves."
    assert ship_spaces(play_moves(state, "O1 O1 O1 at e4"), 0) == (0, 0, 0)


@rule("5.2", "5.3", "5.4", "5.5")
def test_two_powers_in_a_corner_in_both_orders() -> None:
    # Pink on top matches a pink warp on the left and a pink freeze on the right.
    state = at_the_apex("B1 O2 O2", "hands P1 P1 O2 / -", "ships 2 0 0 / 5 0 0", edges="4a 1a 2a")
    assert preview_words(state, "P1 P1 O2 at a1") == (
        "This tile fires the pink warp and the pink freeze, in the order you choose. "
        "Then pink moves 2 spaces (if it isn’t frozen first) and orange moves 4 spaces. "
        "Careful: your own pink ship may get frozen."
    )
    state.play("P1 P1 O2 at a1")
    assert (current_phase(state), state.view(0).powers) == ("power", ("P-warp", "P-freeze"))  # type: ignore[attr-defined]
    assert legal_texts(state) == ["warp pink", "freeze pink"]
    assert preview_words(state, "warp pink") == (
        "With this power, pink warps from 2 to 6, your own pink ship is frozen, the frozen pink ship can’t move "
        "and orange moves from 0 to 4."
    )
    assert preview_words(state, "freeze pink").startswith(
        "With this power, Green’s pink ship is frozen, pink warps from 2 to 6, pink moves from 6 to 8"
    )
    warped = play_moves(state, "warp pink")
    assert ship_spaces(warped, 0)[0] == 6  # in front, and then it leads and is frozen, so that its pips are lost
    assert frozen_by_lane(warped, 0) == (True, False, False)
    froze = play_moves(state, "freeze pink")
    assert frozen_by_lane(froze, 1) == (True, False, False)
    assert ship_spaces(froze, 0)[0] == 8  # past the frozen one, and two pips
    stuck = at_the_apex("B1 O2 O2", "hands P1 P1 O2 / -", "ships 2* 0 0 / 5* 0 0", edges="4a 1a 2a")
    assert "Then the frozen pink ship can’t move" in preview_words(stuck, "P1 P1 O2 at a1")
    stuck.play("P1 P1 O2 at a1")
    assert preview_words(stuck, "warp pink").startswith(
        "With this power, the frozen pink ship can’t move, all pink ships are frozen already, the frozen pink ship"
    )


@rule("5.2", "5.9")
def test_a_wild_section_fires_whatever_it_touches() -> None:
    state = at_the_apex("B1 O2 O2", "hands W W O2 / -", edges="4a 1a 2a")
    for text in ("W W O2 at a1", "O2 W W at a1"):
        assert preview_words(state, text).startswith("This tile fires the pink warp and the pink freeze, in the order")


@rule("5.3")
def test_powers_that_are_alike_need_no_choice() -> None:
    # Both edges have a team boost in the corner, and so has the space.
    parts = edit_components(
        ('a = "P-warp P2 B1 team O1 P2 P-freeze"', 'a = "team P2 B1 team O1 P2 team"'),
        ('a = "B-warp B2 O1 team P1 B2 B-freeze"', 'a = "team B2 O1 team P1 B2 team"'),
        ('team_spaces = ["c3"', 'team_spaces = ["a1", "c3"'),
    )
    state = at_the_apex("B1 O2 O2", "hands P1 P1 P1 / -", components=read_box(parts), edges="1a 2a 3a")
    state.play("P1 P1 P1 at a1")
    assert ship_spaces(state, 0) == (6, 3, 3)
    assert state.view(None).played.powers == ("team",) * 3  # type: ignore[attr-defined]


@rule("5.4", "5.10")
def test_a_warp_hops_on_and_goes_nowhere_without_anybody_ahead() -> None:
    state = at_the_apex(
        "B1 O2 O2", "hands P1 O1 O2 / - / -", "ships 0 0 0 / 5 0 0 / 6 0 0", edges="1a 3b 2b", players=3
    )
    # 3b ends with O1 on the right; pink lies on the left only.
    assert ship_spaces(play_moves(state, "P1 O1 O2 at a1"), 0)[0] == 8
    alone = at_the_apex("B1 O2 O2", "hands P1 O1 O2 / -", "ships 9 0 0 / 5 0 0", edges="1a 3b 2b")
    assert ship_spaces(play_moves(alone, "P1 O1 O2 at a1"), 0)[0] == 10


@rule("5.5", "6.3", "6.1")
def test_freezing_ones_own_leader_and_its_thaw() -> None:
    state = at_the_apex("B1 O2 O2", "hands B2 B2 P1, O1 O1 O1 / P1 P1 P1", "ships 4 0 0 / 3 0 0", edges="3b 1a 2b")
    # The right edge ends with a pink freeze; pink is on the right.
    state.play("B2 B2 P1 at a1")
    assert frozen_by_lane(state, 0) == (True, False, False)
    assert ship_spaces(state, 0)[0] == 4  # its own pip is lost
    state = play_moves(state, "B1 B1 B1")  # the refill; then seat 1's turn
    assert state.to_move == 1
    state = next_turn(state)
    assert state.to_move == 0
    assert frozen_by_lane(state, 0) == (True, False, False)  # over the whole of its next turn
    state = next_turn(state)
    assert frozen_by_lane(state, 0) == (False, False, False)


def next_turn(state: State) -> State:
    """Return the state when a tile is asked for in a later turn; until then the first answer is given each time."""
    state = state.copy()
    turn = when(state)
    while current_phase(state) != "play" or when(state) == turn:
        state._apply(state.legal_actions()[0])
    return state


def when(state: State) -> tuple[int, int]:
    """Return the round and how many have had their turn in it."""
    view = state.view(None)
    assert isinstance(view, views.RacersView)
    return view.round, view.done


@rule("6.2")
def test_a_frozen_ship_thaws_at_the_end_of_its_owners_next_turn() -> None:
    state = at_the_apex("B1 O2 O2", "hands B2 B2 P1 / O1 O1 O1", "ships 2 0 0 / 3 0 0", edges="3b 1a 2b")
    state.play("B2 B2 P1 at a1")
    assert frozen_by_lane(state, 1) == (True, False, False)
    state.play("B1 B1 B1")
    assert frozen_by_lane(state, 1) == (True, False, False)
    assert frozen_by_lane(next_turn(state), 1) == (False, False, False)


@rule("6.2", "8.6")
def test_a_turn_without_a_tile_counts_for_thawing() -> None:
    state = parse_race(START, "hands O1 O1 O1, O1 O1 O2 / -", "ships 0 0 0 / 3* 0 0", "seat 0 plays")
    state = next_turn(state)
    assert state.to_move == 0  # seat 1 had no tile and only drafted
    assert frozen_by_lane(state, 1) == (False, False, False)


@rule("6.1", "5.10")
def test_a_frozen_ship_stays_and_is_hopped_over() -> None:
    state = parse_race(START, "hands P2 B1 O1 / -", "ships 0* 0 0 / 0 3* 0", "seat 0 plays")
    assert (
        preview_words(state, "O1 P2 B1 at e4")
        == "With this tile, the frozen pink ship can’t move and blue moves from 0 to 4."
    )
    state.play("O1 P2 B1 at e4")
    assert ship_spaces(state, 0) == (0, 4, 0)


@rule("5.6")
def test_of_several_ships_at_0_the_player_picks_one_to_freeze() -> None:
    state = at_the_apex(
        "B1 O2 O2", "hands B2 B2 P1 / - / -", "ships 0 0 0 / 0 0 0 / 0* 0 0", edges="3b 1a 2b", players=3
    )
    state.play("B2 B2 P1 at a1")
    assert current_phase(state) == "freeze"
    assert (state.view(0).freezing, state.view(0).powers) == (0, ("P-freeze",))  # type: ignore[attr-defined]
    assert legal_texts(state) == ["seat 0", "seat 1"]
    assert ship_spaces(play_moves(state, "seat 1"), 0)[0] == 1
    own = play_moves(state, "seat 0")
    assert (ship_spaces(own, 0)[0], frozen_by_lane(own, 0)[0]) == (0, True)
    # With a single one left there is nothing to pick, and with none nothing happens.
    for others, victim in (("0* 0 0 / 0* 0 0", 0), ("2* 0 0 / 0 0 0", None)):
        state = at_the_apex(
            "B1 O2 O2", "hands B2 B2 P1 / - / -", f"ships 0 0 0 / {others}", edges="3b 1a 2b", players=3
        )
        state.play("B2 B2 P1 at a1")
        assert current_phase(state) == ("refill" if victim == 0 else "freeze")
    all_frozen = at_the_apex("B1 O2 O2", "hands B2 B2 P1 / -", "ships 0* 0 0 / 3* 0 0", edges="3b 1a 2b")
    assert views.ShipFrozen(lane=0, ship_of=None) in list_events(all_frozen, "B2 B2 P1 at a1")


@rule("5.7")
def test_a_space_with_a_team_boost() -> None:
    state = parse_race("board P1 B1 O1 at e5, P1 B1 O2 at e6, P1 B1 O3 at d5, B2 B2 P1 at d4", "last d4 by seat 1",
                 "hands O1 O1 O1 / -", "ships 0 3* 1 / 0 0 2", "seat 0 plays")  # fmt: skip
    state.play("O1 O1 O1 at c3")
    assert ship_spaces(state, 0) == (1, 3, 3)


@rule("5.10")
def test_hop_chains() -> None:
    others = "0 3 0 / 0 4 0 / 0 6 0"
    state = parse_race(START, "hands P2 B1 O1 / - / - / -", f"ships 0 0 0 / {others}", "seat 0 plays", players=4)
    assert ship_spaces(play_moves(state, "O1 P2 B1 at e4"), 0) == (4, 5, 0)
    move = list_events(state, "O1 P2 B1 at e4")[2]
    assert isinstance(move, views.ShipMoved)
    assert (move.start, move.end, move.by) == (0, 5, "pips")


@rule("5.11", "8.1", "8.5")
def test_the_steps_of_a_turn_in_their_order() -> None:
    state = parse_race(
        START, "hands P2 B1 O1 / -", "slots O1 O1 O1, -, -", "ships 12 0 0 / 3* 0 0", "seat 0 plays",
        draft="boost", starbursts=True,
    )  # fmt: skip
    state.play("O1 P2 B1 at e4")
    assert current_phase(state) == "burst"
    kinds = [type(event).__name__ for event in list_events(state, "P2")]
    assert kinds == ["BurstTurnedUp", "BurstUsed", "ShipMoved", "SlotDrafted", "ShipMoved"]
    state.play("P2")
    assert (current_phase(state), ship_spaces(state, 0)[0]) == (
        "refill",
        20,
    )  # 16, 2 by the burst, 2 by the boost of the only tile


# 8 The draft.


@rule("8.2", "8.4")
def test_the_boost_card() -> None:
    slots = "slots O1 O1 O1, P1 P1 B2, P1 P1 P1"
    state = parse_race(START, "hands P2 B1 O1 / -", slots, "ships 0 0* 0 / 0 0 0", "seat 0 plays", draft="boost")
    state.play("O1 P2 B1 at e4")
    assert legal_texts(state) == ["slot 1", "slot 2", "slot 3"]
    assert (
        preview_words(state, "slot 3")
        == "You draft a tile showing pink 1, pink 1 and pink 1, and orange moves from 0 to 2."
    )
    assert preview_words(state, "slot 2") == (
        "You draft a tile showing pink 1, pink 1 and blue 2, but the frozen blue ship can’t move."
    )
    assert [ship_spaces(play_moves(state, f"slot {slot}"), 0) for slot in (1, 2, 3)] == [
        (6, 0, 0),
        (4, 0, 0),
        (4, 0, 2),
    ]
    assert state.view(1).slots[1].boost == "B2"  # type: ignore[attr-defined]


@rule("8.3", "5.8")
def test_jeans_first_turn() -> None:
    """Blue 1+2 and pink 2+2, then the orange boost of slot 3; and second place in the next round."""
    slots = "slots P1 P1 P1, P1 P1 P2, B1 B1 B1, B1 B1 B2, O1 O1 O1, O1 O1 O2"
    state = parse_race(
        START, "hands P2 B1 O1 / W W P2 / W W B2", slots, "order 0 1 2", "seat 0 plays", draft="advanced", players=3
    )
    state.play("O1 P2 B1 at e4")
    assert ship_spaces(state, 0) == (4, 3, 0)
    state.play("slot 3")
    assert ship_spaces(state, 0) == (4, 3, 2)
    assert state.view(0).slots[2].token == 0  # type: ignore[attr-defined]
    state.play(legal_texts(state)[0])
    assert legal_texts(state) == ["slot 1", "slot 2", "slot 4", "slot 5", "slot 6"]
    state = play_moves(state, "slot 2", "pink")
    state.play(legal_texts(state)[0])
    state.play("slot 5")
    assert current_phase(state) == "refill"
    view = state.view(None)
    assert isinstance(view, views.RacersView)
    assert (view.order, view.round, view.done) == ((1, 0, 2), 2, 0)
    assert [slot.token for slot in view.slots] == [None] * 6
    assert [bool(slot.tile) for slot in view.slots] == [True, False, False, True, False, True]
    state = play_moves(state, *[legal_texts(state)[0]] * 1)
    assert [bool(slot.tile) for slot in state.view(None).slots] == [True, True, False, True, False, True]  # type: ignore[attr-defined]


@rule("8.3")
def test_the_advanced_card_and_its_lots() -> None:
    state = GAME.new(3, scenario="power-play")
    while not legal_texts(state)[0].startswith("seat"):
        state._apply(state.sample_chance(tri.Random(1)))
    assert legal_texts(state) == ["seat 0", "seat 1", "seat 2"]
    state = play_moves(state, "seat 1")
    assert legal_texts(state) == ["seat 0", "seat 2"]
    state = play_moves(state, "seat 2", "seat 0")
    assert state.to_move == 1
    boosts = [slot.boost for slot in state.view(0).slots]  # type: ignore[attr-defined]
    assert boosts == ["", "W1", "O2", "B2", "P2", "W1"]


@rule("8.5")
@pytest.mark.parametrize("draft", ["basic", "boost", "advanced"])
def test_a_dry_bag(draft: str) -> None:
    """With 22 tiles, five hands and the start leave six at most: soon nothing is left to refill with."""
    few = read_box(edit_components(tiles=all_tiles()[:22]))
    setup = GAME.setup(5, draft=draft, edges="1b 4b 5b", components=few)
    for seed in range(3):
        state, rng = setup.new(), tri.Random(seed)
        dry = 0
        while state.to_move != OVER:
            if current_phase(state) == "draft":
                free = [slot for slot in state.view(None).slots if slot.token is None]  # type: ignore[attr-defined]
                drafted = [state.view(None).slots[int(text[5:]) - 1] for text in legal_texts(state)]  # type: ignore[attr-defined]
                assert all(slot.tile for slot in drafted) == any(slot.tile for slot in free)
                dry += not any(slot.tile for slot in free)
            legal = state.legal_actions()
            state._apply(state.sample_chance(rng) if state.to_move == CHANCE else legal[rng.randrange(len(legal))])
        view = state.view(None)
        assert isinstance(view, views.RacersView)
        assert (view.bag, [len(hand) for hand in view.hands]) == (0, [0] * 5)
        assert sum(tile is not None for tile in view.board) == 22
        assert dry or draft == "basic"


@rule("8.5")
def test_without_tiles_a_free_slot_is_taken_for_its_boost() -> None:
    few = read_box(edit_components(tiles=all_tiles()[:22]))
    every = all_tiles()[:22]
    # Three tiles are in hands, one on the board, and the rest has been discarded.
    state = parse_race(
        f"board {every[0]} at e5",
        f"hands {every[1]} / {every[2]}",
        f"discards {', '.join(every[3:])}",
        "seat 0 plays",
        draft="boost",
        brutal="tiles",
        components=few,
        edges="7b 8b 9b",
    )
    state.play(legal_texts(state)[0])
    assert (current_phase(state), legal_texts(state)) == ("draft", ["slot 1", "slot 2", "slot 3"])
    before = ship_spaces(state, 0)[2]
    state.play("slot 3")
    assert ship_spaces(state, 0)[2] == before + 2
    assert state.to_move == 1


@rule("8.6", "8.7", "12.2")
def test_a_board_that_is_full_in_mid_round() -> None:
    """Four spaces: seat 2 fills the last one, and seats 3 and 4 only draft, without a tile since they hold three."""
    setup = GAME.setup(5, draft="boost", edges="1b 2b 3b", starbursts=False, components=tiny_components())
    state, rng = setup.new(), tri.Random(4)
    turns: list[int] = []
    while state.to_move != OVER:
        if current_phase(state) == "draft":
            turns.append(int(state.to_move))
            words = str(state.preview(state.legal_actions()[0]).words)
            assert words.startswith("You draft no tile, but pink") == (state.to_move > 2)  # or a tile as well
        hand = len(state.view(None).hands[4])  # type: ignore[attr-defined]
        legal = state.legal_actions()
        state._apply(state.sample_chance(rng) if state.to_move == CHANCE else legal[0])
    assert turns == [0, 1, 2, 3, 4]
    view = state.view(None)
    assert isinstance(view, views.RacersView)
    assert (hand, len(view.hands[4]), len(view.hands[3])) == (3, 3, 3)
    assert all(view.board)
    assert view.ships[4][0] >= 2  # the boost of slot 1 all the same, and hops
    assert view.ships[4][1:] == (0, 0)
    assert all(slot.tile for slot in view.slots)  # filled after seat 2's turn, and not touched since
    assert view.round == 1


@rule("8.7")
def test_the_race_ends_when_nobody_has_a_tile() -> None:
    few = read_box(edit_components(tiles=all_tiles()[:22]))
    setup = GAME.setup(2, draft="basic", edges="1b 4b 5b", starbursts=False, components=few)
    state, rng = setup.new(), tri.Random(2)
    while state.to_move != OVER:
        legal = state.legal_actions()
        state._apply(state.sample_chance(rng) if state.to_move == CHANCE else legal[rng.randrange(len(legal))])
    view = state.view(None)
    assert isinstance(view, views.RacersView)
    assert view.last_round or view.hands == ((), ())


# 9 Set-up.


@rule("9.1")
def test_the_order_of_the_set_up() -> None:
    state, rng = GAME.new(3, draft="advanced"), tri.Random(7)
    kinds: list[str] = []
    while current_phase(state) == "setup":
        outcome = int(state.sample_chance(rng))
        event = state.events(outcome, None)[0]
        kinds.append(type(event).__name__ + (f" {event.seat}" if isinstance(event, views.TileDealt) else ""))
        state._apply(outcome)
    dealt = [f"TileDealt {seat}" for seat in range(3) for _ in range(3)]
    assert kinds == [
        *["EdgeDrawn"] * 3,
        *dealt,
        "StartTileDrawn",
        "StartTileDrawn",
        *["SlotFilled"] * 6,
        *["OrderDrawn"] * 3,
    ]
    # Otherwise seat 0 begins.
    state = GAME.new(3)
    while current_phase(state) == "setup":
        state._apply(state.sample_chance(rng))
    assert state.to_move == 0


@rule("9.1")
def test_a_start_tile_that_looks_alike_is_not_turned() -> None:
    state = GAME.new(2, scenario="most-basic")
    while "TileDealt" in type(state.events(state.legal_actions()[0], None)[0]).__name__:
        state._apply(state.legal_actions()[0])
    turned = play_moves(state, "O1 O1 B2")
    assert (
        legal_texts(turned) == ["O1 O1 B2 at e5", "O1 B2 O1 at e5", "B2 O1 O1 at e5"] or len(legal_texts(turned)) == 3
    )
    assert not legal_texts(play_moves(state, "O1 O1 O1"))[0].endswith("at e5")


@rule("9.2", "9.3")
def test_scenarios_and_options() -> None:
    chosen = {name: GAME.setup(scenario=name).options for name in GAME.presets}
    assert {
        name: (o.draft, o.edges, o.starbursts, o.brutal)  # type: ignore[attr-defined]
        for name, o in chosen.items()
    } == {
        "most-basic": ("basic", "1b 4b 5b", False, "off"),
        "warm-up": ("boost", "6b 7b 8b", True, "off"),
        "color-bias": ("boost", "1a 2a 3a", True, "off"),
        "standard": ("boost", "random", True, "off"),
        "power-play": ("advanced", "4a 5a 6a", True, "off"),
        "brutal": ("advanced", "4a 7a 9a", True, "tiles"),
    }
    assert GAME.setup() == GAME.setup(scenario="standard")
    assert GAME.setup(scenario="brutal", brutal="off", edges="1b,4b,5b").options.edges == "1b 4b 5b"  # type: ignore[attr-defined]


@rule("9.2")
def test_standard_is_played_with_either_card_and_the_others_with_theirs() -> None:
    assert {name for name, options in GAME.presets.items() if "draft" not in options} == {"standard"}
    assert GAME.setup(scenario="standard", draft="advanced") == GAME.setup(draft="advanced")


# 10 A brutal race, and 11 what each may know.


@rule("10.1")
def test_in_a_brutal_race_tiles_match() -> None:
    state = parse_race(START, "hands P2 B1 O1, W W P2 / P1 P1 P1", "seat 0 plays", brutal="tiles")
    fitting = [text for text in legal_texts(state) if text.endswith("at e4") and "W" not in text]
    assert fitting == ["O1 P2 B1 at e4"]  # pink to pink and blue to blue, and orange touches nothing
    assert len([text for text in legal_texts(state) if text.endswith("at e4") and "W" in text]) == 2


@rule("10.1", "10.3", "5.2")
@pytest.mark.parametrize("brutal", ["tiles", "strict"])
def test_a_power_is_mismatched_on_purpose_unless_the_race_is_strict(brutal: str) -> None:
    """The printed answer to whether a power can be refused: with colours that don't match it."""
    # On a board of four spaces, b3 has a blue freeze on its right and orange below.
    small = GAME.setup(
        2, edges="1b 2a 3b", draft="basic", brutal=brutal, starbursts=False, components=tiny_components()
    )
    state = small.parse_position("board O1 O1 O1 at b2 | hands O1 O1 O1, W W P2 / P1 B1 O1 | seat 0 plays")
    at_b3 = {text for text in legal_texts(state) if text.endswith("at b3")}
    if brutal == "strict":
        assert at_b3 == set()
        return
    assert at_b3 == {"O1 O1 O1 at b3", "W W P2 at b3"}
    assert list_powers(state, "O1 O1 O1 at b3") == ()
    assert list_powers(state, "W W P2 at b3") == ("B-freeze",)


def list_powers(state: State, move: str) -> tuple[str, ...]:
    """Return the powers that a tile fires."""
    played = list_events(state, move)[0]
    assert isinstance(played, views.TilePlayed)
    return played.played.powers


@rule("10.3")
def test_in_a_strict_race_edges_match_too() -> None:
    # On a board of four spaces, b3 has blue on its right and orange below, a1 pink and orange.
    small = GAME.setup(
        2, edges="1b 2b 3b", draft="basic", brutal="strict", starbursts=False, components=tiny_components()
    )
    state = small.parse_position("board O1 O1 O1 at b2 | hands P1 B1 O1, W W P2 / P1 B1 O1 | seat 0 plays")
    assert legal_texts(state) == ["P2 W W at b1"]  # a wild edge on the left, a blank below


NO_FIT = "board P1 P1 P1 at e5"


@rule("10.2", "11.1")
def test_a_hand_without_a_fit_is_discarded_and_two_are_drawn() -> None:
    slots = "slots B1 B1 B2, O1 O1 B2, O1 O1 O2"
    state = parse_race(
        NO_FIT, "hands P1 P1 P2, W W P2 / B1 B1 B1, O1 O1 O1+", slots, "seat 0 plays", brutal="tiles", draft="boost"
    )
    state = play_moves(state, "P1 P1 P2 at e4", "slot 3")
    before = state.copy()
    filling = state.parse_action("O1 O1 P2")
    told = {seat: state.events(filling, seat)[-1] for seat in (0, 1, None)}
    discard = views.HandDiscarded(seat=1, tiles=(("B1", "B1", "B1"), ("O1", "O1", "O1")))
    assert told[1] == discard
    assert told[0] == told[None] == views.HandDiscarded(seat=1, tiles=discard.tiles, news=True)
    state.play(filling)
    assert (current_phase(state), state.view(0).hands[1]) == ("draw", ())  # type: ignore[attr-defined]
    assert before.view(0).hands[1] == (("O1", "O1", "O1"), None)  # type: ignore[attr-defined]
    drawn = play_moves(state, "P2 B1 O1", "P2 B1 O2")
    assert drawn.view(0).hands[1] == (None, None)  # type: ignore[attr-defined]
    assert drawn.view(1).hands[1] == (("P2", "B1", "O1"), ("P2", "B1", "O2"))  # type: ignore[attr-defined]
    assert (current_phase(drawn), drawn.to_move) == ("draft", 1)
    done = play_moves(drawn, "slot 1")
    assert done.view(0).hands[1] == (("B1", "B1", "B2"), None, None)  # type: ignore[attr-defined]
    assert done.view(0).discarded == discard.tiles  # type: ignore[attr-defined]
    assert ship_spaces(done, 1) == (2, 0, 0)


@rule("11.2", "11.1")
def test_whoever_is_asked_in_a_brutal_race_has_a_fit() -> None:
    """Resamples give the mover a tile that fits, and another's hand anything."""
    state = parse_race(NO_FIT, "hands P1 P1 P2, B1 B1 B1+ / B1 B1 B2, O1 O1 B2", "seat 0 plays", brutal="tiles")
    fits = {tile.split(" at ")[0] for tile in legal_texts(state)}
    assert fits
    for seed in range(40):
        resampled = state.resample(1, tri.Random(seed))
        assert legal_texts(resampled)
        assert resampled.view(1) == state.view(1)
        assert ("B1", "B1", "B1") in resampled.view(0).hands[0]  # type: ignore[attr-defined]


@rule("11.2")
@pytest.mark.parametrize("seen", ["+", ""])
def test_being_asked_is_news_only_if_no_tile_that_all_have_seen_fits(seen: str) -> None:
    hands = f"hands P1 P1 P2 / W W P2{seen}, B1 B1 B1"
    state = parse_race(NO_FIT, hands, "slots O1 O1 O1", "seat 0 plays", brutal="tiles")
    state.play("P1 P1 P2 at e4")
    news = {seat: list_events(state, "P1 B1 O1", seat)[-1].news for seat in (0, 1, None)}
    assert news == {0: not seen, 1: False, None: not seen}


# 12 The end.


def turns_taken(state: State, seed: int, greedy: bool) -> Counter[int]:
    """Play a game to its end and count the turns of each seat by their drafts."""
    rng = tri.Random(seed)
    bot = tri.bot("greedy" if greedy else "random")
    taken: Counter[int] = Counter()
    while state.to_move != OVER:
        action = int(state.sample_chance(rng) if state.to_move == CHANCE else bot.choose(state, rng))
        taken.update(event.seat for event in state.events(action, None) if isinstance(event, views.SlotDrafted))
        state._apply(action)
    return taken


@rule("12.1")
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("scenario", ["most-basic", "standard", "power-play", "brutal"])
def test_all_have_equally_many_turns(scenario: str, players: int) -> None:
    for seed in range(3):
        state = GAME.new(players, scenario=scenario)
        taken = turns_taken(state, seed, greedy=seed > 0)
        assert len(set(taken.values())) == 1
        view = state.view(None)
        assert isinstance(view, views.RacersView)
        assert set(taken) == set(range(players))
        assert view.last_round or all(view.board) or not any(view.hands)


@rule("12.1", "12.2")
def test_the_last_round_is_finished_and_two_may_cross_in_it() -> None:
    slots = "slots P1 P1 P1, B1 B1 B1, O1 O1 O1"
    hands = "hands P2 B1 O1 / W W P2"
    state = parse_race(START, hands, slots, "ships 25 26 28 / 30 27 31", "seat 0 plays", draft="boost")
    told = list_events(state, "O1 P2 B1 at e4")
    assert views.LastRoundBegun(seat=0) in told
    state = play_moves(state, "O1 P2 B1 at e4", "slot 3", "P1 B1 O1")
    assert state.to_move == 1
    assert state.view(1).last_round  # type: ignore[attr-defined]
    move = next(t for t in legal_texts(state) if "blue" in preview_words(state, t))
    state.play(move)
    assert views.LastRoundBegun(seat=1) not in list_events(state, "slot 3")
    end = list_events(state, "slot 3")[-1]
    assert isinstance(end, views.RaceOver)
    state.play("slot 3")
    assert state.to_move == OVER
    assert state.view(None).slots[2].tile is None  # type: ignore[attr-defined]


@rule("12.3", "12.4")
def test_the_printed_scoring_example() -> None:
    """31 beats 30 beats 28, in whatever lane."""
    state = parse_race(
        f"{START}, O1 P2 B1 at e4",
        "last e4 by seat 2",
        "ships 31 33 35 / 30 40 41 / 36 28 45",
        "over",
        players=3,
    )
    assert state.winners() == [0]
    assert state.score() == [31, 30, 28]
    assert state.returns() == [1.0, -0.5, -0.5]


@rule("12.3")
@pytest.mark.parametrize(
    ("fleets", "winners"),
    [
        ("28 33 35 / 40 28 34", [1]),  # the middle one
        ("30 28 41 / 28 30 40", [0]),  # the leading one
        ("28 30 41 / 41 28 30", [0, 1]),
    ],
)
def test_equal_rearmost_ships(fleets: str, winners: list[int]) -> None:
    state = parse_race(f"{START}, O1 P2 B1 at e4", "last e4 by seat 1", f"ships {fleets}", "over")
    assert state.winners() == winners
