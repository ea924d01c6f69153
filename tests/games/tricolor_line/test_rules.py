"""The rules of Tricolor Line by example; numbers are those of ``docs/rules/tricolor-line.md``."""

from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest

import triangulum as tri
from tests.games.shared import after, moves, see_refused
from tests.games.tricolor_line.positions import (
    EAST,
    GAME,
    WEST,
    events,
    few_tiles,
    game,
    random_game,
    seen,
    texts,
    tile_at,
)
from tests.rules import rule
from tests.sampling import sampled
from triangulum.core.components import Components, parse_components
from triangulum.core.state import State
from triangulum.games.tricolor_line import actions, views
from triangulum.games.tricolor_line.box import TricolorBox
from triangulum.games.tricolor_line.options import TricolorOptions
from triangulum.games.tricolor_line.rules.state import TricolorSetup

BOX = cast(TricolorBox, GAME.components.box)

# 1 What is in the box


@rule("1.1")
def test_there_are_67_tiles() -> None:
    assert 1 + BOX.ends + BOX.num_road_tiles == 67
    assert {shape.name: shape.copies for shape in BOX.shapes} == {**dict.fromkeys(views.SHAPES, 3), "dead-end": 2}


@rule("1.1", "2.1", "3.1")
def test_every_tile_is_on_the_map_in_a_pile_or_being_placed() -> None:
    for seed in range(sampled(8)):
        for state in random_game(3, seed):
            view = seen(state)
            assert len(view.tiles) + sum(pile.size for pile in view.piles) + (view.taken_tile is not None) == 67
            assert all(max(map(abs, laid.place)) <= 8 for laid in view.tiles)
            assert view.tiles[[laid.place for laid in view.tiles].index((0, 0))].tile.shape == "start"


@rule("1.2", "1.3")
def test_roads_of_every_shape() -> None:
    assert dict(zip((*views.SHAPES, "end", "start"), BOX.rotations, strict=True)) == {
        "straight": ("NS", "EW"),
        "corner": ("NE", "ES", "SW", "NW"),
        "tee": ("NES", "ESW", "NSW", "NEW"),
        "cross": ("NESW",),
        "twin": ("NE+SW", "NW+ES"),
        "bridge": ("NS+EW",),
        "dead-end": ("N", "E", "S", "W"),
        "end": ("NESW",),
        "start": ("NESW",),
    }


@rule("1.3", "4.3")
def test_an_end_is_a_blueprint_until_it_is_built() -> None:
    state = after(game("taken end", "hands R G B / -", "seat 0 places"), "at 1,0 NESW")
    assert tile_at(state, 1, 0) == "end NESW"
    state = after(state, "build 1,0 with R G B")
    assert tile_at(state, 1, 0) == "end NESW built"
    assert moves(state) == {"landslide", "detour", "supplies", "toll", "leak", "relocation"}, "as with any other tile"


@rule("1.3", "7.1")
def test_no_route_leads_to_an_end_that_is_not_built() -> None:
    plan = EAST.replace("2,0 built", "2,0")
    assert len(seen(game(f"tiles {EAST}", "seat 0 acts")).routes) == 1
    assert seen(game(f"tiles {plan}", "seat 0 acts")).routes == ()
    state = after(game(f"tiles {plan}, {WEST}", "hands R G B / -", "seat 0 acts"), "build 2,0 with R G B", "supplies")
    assert after(state, "R", "R", "done").to_move == tri.OVER


@rule("1.4")
def test_there_are_66_resource_cards() -> None:
    assert BOX.card_counts == (15, 5, 15, 5, 15, 5, 6)
    assert sum(BOX.card_counts) == 66
    for seed in range(sampled(8)):
        for state in random_game(2 + seed % 7, seed):
            view = seen(state)
            assert view.draw_pile_size + len(view.discards) + sum(view.hand_sizes) == 66


@rule("1.5")
def test_there_are_9_identities_and_20_events() -> None:
    assert BOX.identities == 3
    assert BOX.event_counts == (3, 4, 4, 4, 2, 3)


@rule("1.6")
def test_costs() -> None:
    costs = {shape.name: shape.cost for shape in BOX.shapes}
    assert costs == {"straight": 3, "corner": 3, "tee": 4, "cross": 5, "twin": 4, "bridge": 4, "dead-end": 2}


@rule("1.6")
@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("cost = 4", "cost = 7", "cost = 7", "a whole number from 1 to 6"),
        ('roads = "NES"', 'roads = "SEN"', '"SEN"', "in the order N E S W: NES"),
        ('roads = "NE+SW"', 'roads = "NE+ES"', '"NE+ES"', "roads join sides"),
        ('name = "tee"', 'name = "fork"', '"fork"', "shapes come in the order"),
        ('end_roads = "NESW"', 'end_roads = "NS+EW"', "end_roads", "all roads of Start, and of an End, join"),
        ("ends = 6", "ends = 5", "[[shapes]]", "equal piles"),
        ("single = 15", "single = 0", "[resources]", "too few"),
        ("identities = 3", "identities = 2", "identities", "too few"),
        ("landslide = 3", "landslide = 18", "landslide = 18", "no road would last"),
        ("end_cost = 3", "end_cost = 4", "end_cost = 4", "a whole number from 0 to 3"),
    ],
)
def test_a_box_that_makes_no_sense_is_refused(old: str, new: str, line: str, message: str, tmp_path: Path) -> None:
    see_refused(GAME, old, new, line, message, tmp_path)


@rule("1.7")
@pytest.mark.parametrize(
    ("tile", "hand", "payments"),
    [
        ("red dead-end N", "R RR W", {"R W", "RR"}),
        ("red dead-end N", "R R W W", {"R R", "R W", "W W"}),
        ("red straight NS", "R RR RR W", {"R RR", "RR W", "RR RR"}),
        ("red tee NES", "R R RR W", {"R R RR", "R RR W"}),
        ("blue tee NES", "BB BB B W G", {"BB BB", "B BB W"}),
        ("blue cross NESW", "BB BB BB B W G", {"BB BB BB", "B BB BB", "BB BB W"}),
        ("green straight NS", "G G R", set()),
    ],
)
def test_payments_from_which_no_card_could_be_left_out(tile: str, hand: str, payments: set[str]) -> None:
    state = game(f"tiles {tile} at 1,0", f"hands {hand} / -", "seat 0 acts")
    assert texts(state, "build") == {f"build 1,0 with {payment}" for payment in payments}


@rule("1.8")
@pytest.mark.parametrize(
    ("hand", "payments"),
    [
        ("R G B", {"R G B"}),
        ("R R G G B B", {"R G B"}),
        ("R RR G B", {"R G B", "RR G B"}),
        ("R G W", {"R G W"}),
        ("R RR GG B W W", {"R GG B", "RR GG B", "R GG W", "RR GG W", "R B W", "RR B W", "GG B W", "R W W", "RR W W",
                           "GG W W", "B W W"}),
        ("W W W W", {"W W W"}),
        ("R RR G G", set()),
        ("R G", set()),
    ],
)  # fmt: skip
def test_an_end_costs_a_card_for_each_colour(hand: str, payments: set[str]) -> None:
    state = game("tiles end NESW at 1,0", f"hands {hand} / -", "seat 0 acts")
    assert texts(state, "build") == {f"build 1,0 with {payment}" for payment in payments}


def end_costing(cost: int) -> Components[TricolorBox]:
    """Return a box in which an End costs this."""
    text = GAME.components.text.replace("end_cost = 3", f"end_cost = {cost}")
    return parse_components(TricolorBox, text, "ends.toml")


@rule("1.8")
def test_the_cost_of_an_end_is_in_the_box() -> None:
    parts = "tiles end NESW at 1,0", "hands R RR G W / -", "seat 0 acts"
    assert texts(game(*parts, components=end_costing(2)), "build") == {
        f"build 1,0 with {cards}" for cards in ("R G", "RR G", "R W", "RR W", "G W")
    }
    assert texts(game(*parts, components=end_costing(1)), "build") == {
        f"build 1,0 with {card}" for card in ("R", "RR", "G", "W")
    }


@rule("1.8")
def test_an_end_that_costs_nothing_is_built_when_it_is_placed_and_stays() -> None:
    free = end_costing(0)
    state = after(game("taken end", "seat 0 places", components=free), "at 1,0")
    assert tile_at(state, 1, 0) == "end NESW built"
    state = game("tiles end NESW at 0,1, red dead-end E at 1,0", "hands RR / -", "seat 0 acts", components=free)
    state = after(state, "build 1,0 with RR")
    for event in ("landslide", "relocation"):
        assert moves(after(state, event)) == {"draw 2", "pass"}


@rule("1.7")
def test_payments_are_all_minimal_sets_of_cards() -> None:
    setup = cast(TricolorSetup, GAME.setup(2))
    for cost in range(1, 7):
        wanted = {
            (single, double, wild)
            for single in range(8)
            for double in range(5)
            for wild in range(8)
            if is_minimal(single, double, wild, cost)
        }
        start = actions.MAX_PAYMENTS * cost
        parts = [
            (int(setup.payment_singles[at]), int(setup.payment_doubles[at]), int(setup.payment_wilds[at]))
            for at in range(start, start + int(setup.num_payments[cost]))
        ]
        assert sorted(parts) == sorted(wanted)


def is_minimal(single: int, double: int, wild: int, cost: int) -> bool:
    """Tell whether cards pay a cost, and would not without any one of them."""
    paid = single + 2 * double + wild
    least = 1 if single or wild else 2
    return paid >= cost and paid - least < cost


# 2 The map


@rule("2.1")
def test_beyond_eight_is_the_edge() -> None:
    row = ", ".join(f"red straight EW at {x},0" for x in (1, 2, 3)) + ", "
    row += ", ".join(f"green straight EW at {x},0" for x in (4, 5, 6)) + ", "
    row += "blue straight EW at 7,0, blue straight EW at 8,0"
    places = texts(game(f"tiles {row}", "taken red cross", "seat 0 places"))
    assert "at 8,1 NESW" in places
    assert "at 9,0 NESW" not in places
    with pytest.raises(tri.IllegalActionError):
        game(f"tiles {row}", "taken red cross", "seat 0 places").play("at 9,0 NESW")


@rule("2.2", "4.3")
def test_a_tile_is_placed_beside_any_tile_and_turned_as_one_likes() -> None:
    state = game("tiles red dead-end E at 0,1", "taken blue straight", "seat 0 places")
    free = [(0, 2), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1)]
    assert moves(state) == {f"at {x},{y} {roads}" for x, y in free for roads in ("NS", "EW")}
    state.play("at 1,1 NS")
    assert tile_at(state, 1, 1) == "blue straight NS"
    assert seen(state).last_place == (1, 1)


# 3 Set-up


@rule("3.1")
def test_three_tops_are_turned_up_and_none_is_an_end() -> None:
    state = GAME.new()
    assert "end" not in moves(state)
    assert len(moves(state)) == 21
    state = after(state, "red cross", "red cross", "red cross")
    assert [(pile.top, pile.size) for pile in seen(state).piles] == [(views.Tile("cross", 0), 22)] * 3


@rule("3.2")
def test_everybody_is_dealt_an_identity() -> None:
    state = after(GAME.new(players=4), "red cross", "red tee", "blue tee")
    assert state.chance_weights() == [3, 3, 3]
    state = after(state, "red", "red", "red")
    assert moves(state) == {"green", "blue"}
    state.play("blue")
    assert [seen(state, seat).identity for seat in range(4)] == [0, 0, 0, 2]
    assert seen(state, 3).known_identities == (None, None, None, 2)


@rule("3.3")
def test_everybody_is_dealt_four_cards_in_turn() -> None:
    state = after(GAME.new(), "red cross", "red tee", "blue tee", "red", "blue", "R", "RR", "G", "W", "B")
    assert seen(state).hand_sizes == (4, 1)
    assert seen(state, 0).hand == ("R", "RR", "G", "W")
    assert seen(state, 1).hand == ("B",)
    state = after(state, "B", "B", "B")
    assert state.to_move == 0
    assert seen(state).phase == "first"


@rule("3.4")
def test_first_tiles_are_placed_in_turn_and_an_end_may_be_taken() -> None:
    dealt = ["red cross", "red tee", "blue tee", "red", "blue", *["R"] * 4, *["B"] * 4]
    state = after(GAME.new(), *dealt, "pile 2", "end")
    assert texts(state) == {f"at {where} {roads}" for where in FOUR_SIDES for roads in ("NES", "ESW", "NSW", "NEW")}
    state = after(state, "at 0,1 NES")
    assert state.to_move == 1
    state = after(state, "pile 2", "green cross", "at 0,2 NESW")
    assert tile_at(state, 0, 2) == "end NESW"
    assert seen(state).phase == "draw"
    assert (seen(state).round, state.to_move) == (1, 0)


FOUR_SIDES = ("1,0", "0,1", "-1,0", "0,-1")


@rule("3.5")
def test_an_end_may_be_placed_no_nearer_than_the_options_say() -> None:
    row = "tiles red cross NESW at 1,0, red cross NESW at 2,0"
    places = {f"at {place} NESW" for place in ("3,0", "2,1", "2,-1")}
    assert moves(game(row, "taken end", "seat 0 places", end_distance=3)) == places
    near = {f"at {place} NESW" for place in ("1,1", "1,-1")}
    assert moves(game(row, "taken end", "seat 0 places", end_distance=2)) == places | near
    assert len(moves(game(row, "taken end", "seat 0 places"))) == 8
    assert len(moves(game(row, "taken green cross", "seat 0 places", end_distance=3))) == 8, "only Ends are kept away"


@rule("3.5", "4.2")
def test_a_top_that_can_be_placed_nowhere_is_not_taken() -> None:
    tops = "piles end 22, red tee 21, end 22"
    assert moves(game("tiles red cross NESW at 1,0", tops, "seat 0 takes", end_distance=2)) == {
        *("pile 1", "pile 2", "pile 3")
    }
    asked = game("tiles red cross NESW at 1,0", "piles end 22, red tee 21, blue tee 22", "seat 0 takes", end_distance=3)
    assert moves(asked) == {"pile 2", "pile 3"}
    only = game("tiles red cross NESW at 1,0", tops, "seat 0 draws 1, then takes", end_distance=3)
    assert [type(event) for event in events(only, "R")] == [views.CardDrawn, views.TileTaken]
    none = game("tiles red cross NESW at 1,0", "piles end 22, end 21, end 22", "seat 0 draws 1, then takes",
                end_distance=3)  # fmt: skip
    assert seen(after(none, "R")).phase == "act"


@rule("3.5", "6.9")
def test_an_end_is_moved_no_nearer_than_the_options_say() -> None:
    row = ["green cross NESW at -1,0", "green cross NESW at -2,0", "end NESW at -2,1"]
    free = after(built(*row), "relocation", "move -2,1")
    far = after(built(*row, end_distance=3), "relocation", "move -2,1")
    assert moves(far) == {"to -3,0", "to -2,-1"}
    assert moves(far) < moves(free)
    # Three steps away there is no other place beside what is left.
    stuck = built("green cross NESW at -1,0", "end NESW at -1,1", end_distance=2, tile="red dead-end N at 1,0")
    assert "move -1,1" in moves(after(stuck, "relocation"))
    alone = game("tiles end NESW at 1,0, red dead-end N at 0,1", "hands RR / -", "seat 0 acts", end_distance=1)
    assert moves(after(alone, "build 0,1 with RR", "relocation")) >= {"to 0,-1"}


@rule("3.5")
def test_an_end_with_nowhere_to_go_is_not_moved() -> None:
    pillar = ", ".join(f"{tile} at 0,{y} built" for y, tile in enumerate(["red cross NESW", "red tee NES"], 1))
    state = game(f"tiles {pillar}, end NESW at 0,3, red dead-end N at 1,0", "hands RR / G", "seat 0 acts",
                 end_distance=3)  # fmt: skip
    moved = after(state, "build 1,0 with RR", "relocation")
    assert moves(moved) == {"to -1,2", "to 1,2"}
    state = game("tiles red cross NESW at 0,1 built, red tee NES at 0,2 built, end NESW at 0,3, red dead-end N at 1,0",
                 "hands RR / G", "seat 0 acts", end_distance=4)  # fmt: skip
    (drawn,) = events(after(state, "build 1,0 with RR"), "relocation")
    assert isinstance(drawn, views.EventDrawn)
    assert not drawn.possible


# 4 A turn


@rule("4.1")
def test_two_cards_lead_to_planning_and_four_to_the_end_of_the_turn() -> None:
    state = game("hands R / -", "seat 0 chooses")
    assert moves(state) == {"draw 2", "draw 4"}
    assert seen(after(state, "draw 2", "R", "G")).phase == "take"
    four = after(state, "draw 4", "R", "G", "B", "W")
    assert (four.to_move, seen(four).phase) == (1, "draw")


@rule("4.2")
def test_a_pile_is_chosen_and_its_next_tile_seen_before_placing() -> None:
    state = game("piles red tee 22, blue tee 22, end 22", "seat 0 takes")
    assert moves(state) == {"pile 1", "pile 2", "pile 3"}
    state.play("pile 3")
    assert state.to_move == tri.CHANCE
    assert "end" in moves(state)
    state.play("red cross")
    assert seen(state).taken_tile == views.Tile("end", None)
    assert seen(state).piles[2] == views.Pile(views.Tile("cross", 0), 21)


LAST_OF_FEW = [
    *(f"{colour} straight NS at -1,{y}" for y, colour in enumerate(["red", "red", "green", "green", "blue", "blue"])),
    *(f"{colour} corner NE at 0,-{y}" for y, colour in enumerate(["red", "red", "green", "green", "blue", "blue"], 1)),
]


@rule("4.2")
def test_with_one_pile_left_nobody_is_asked() -> None:
    tiles = ", ".join([*LAST_OF_FEW[:-1], "end NESW at 1,0 built", "end NESW at 1,1 built", "end NESW at 1,-1 built"])
    state = game(f"tiles {tiles}", "piles - 0, blue corner 1, - 0", "seat 0 draws 1, then takes",
                 components=few_tiles())  # fmt: skip
    assert [type(event) for event in events(state, "R")] == [views.CardDrawn, views.TileTaken]
    state.play("R")
    assert seen(state).phase == "place"
    assert seen(state).piles == (views.Pile(None, 0),) * 3
    state = after(state, "at 2,0 NE", "done")
    assert seen(after(state, "draw 2", "R", "R")).phase == "act"


@rule("4.3")
def test_a_tile_that_lies_one_way_is_placed_without_saying_how() -> None:
    state = game("taken red cross", "seat 0 places")
    assert state.parse_action("at 1,0") == state.parse_action("at 1,0 NESW")


@rule("4.4")
def test_actions_come_in_any_order_and_number() -> None:
    state = game("tiles red dead-end N at 1,0, blue corner NE at 0,1", "hands R R R R B BB W / -", "seat 0 acts")
    state = after(state, "turn 0,1 with R R", "build 1,0 with R R", "supplies", "G", "G")
    state = after(state, "build 0,1 with B BB", "leak", "done")
    assert state.to_move == 1


@rule("4.4")
def test_done_is_always_possible_and_always_asked() -> None:
    assert moves(game("hands - / R", "seat 0 acts")) == {"done"}


@rule("4.5")
def test_discards_are_open_and_go_on_until_five_are_left() -> None:
    state = game("hands R R G G B B W / -", "seat 0 discards")
    assert seen(state).num_to_discard == 2
    assert moves(state) == {"discard R", "discard G", "discard B", "discard W"}
    state = after(state, "discard R")
    assert (state.to_move, seen(state).discards) == (0, ("R",))
    state = after(state, "discard W")
    assert (state.to_move, seen(state).hand_sizes) == (1, (5, 0))


def all_but(*kept: str) -> str:
    """Return all resource cards but some, as discards."""
    counts = Counter(dict(zip(("R", "RR", "G", "GG", "B", "BB", "W"), BOX.card_counts, strict=True)))
    return " ".join((counts - Counter(kept)).elements())


@rule("4.6")
def test_discards_are_shuffled_in_the_middle_of_a_draw() -> None:
    state = game("hands R / G", f"discards {all_but('R', 'G', 'B')}", "seat 0 chooses")
    assert seen(state).draw_pile_size == 1
    state = after(state, "draw 2", "B")
    assert seen(state).draw_pile_size == 0
    (drawn,) = events(state, "RR")
    assert isinstance(drawn, views.CardDrawn)
    assert drawn.opened == ((), ())
    state.play("RR")
    assert seen(state, 0).old_hand == ("R", "B"), "but not the card that was drawn last"
    assert (seen(state).draw_pile_size, seen(state).discards) == (62, ())


@rule("4.6")
def test_cards_just_paid_are_shuffled_too() -> None:
    held = all_but("B")
    first, second = held.split()[:5], held.split()[5:]
    state = game("tiles red dead-end N at 1,0", f"hands {' '.join(second)} / {' '.join(first)}",
                 "discards B", "seat 0 acts")  # fmt: skip
    state = after(state, "build 1,0 with RR", "supplies")
    assert moves(state) == {"B", "RR"}


@rule("4.6")
def test_without_any_cards_nothing_is_drawn() -> None:
    cards = all_but().split()
    hands = f"hands {' '.join(cards[5:])} / {' '.join(cards[:5])}"
    state = game("tiles red dead-end N at 1,0", hands, "seat 0 acts")
    state = after(state, "build 1,0 with RR", "supplies", "RR")
    assert (state.to_move, seen(state).phase, seen(state).draw_pile_size) == (0, "act", 0)


RUN_OUT = ("hands R W+ G* / G B* B* G+ / -", f"discards {all_but(*'RWGGBBG')}", "seat 0 chooses")
"""No card is left to draw when seat 0 chooses how many."""


@rule("4.7")
def test_when_discards_are_shuffled_new_cards_become_old_and_old_ones_are_laid_open() -> None:
    state = after(game(*RUN_OUT, players=3), "draw 2")
    for seat in (0, 1, 2, None):
        (drawn,) = events(state, "BB", seat)
        assert isinstance(drawn, views.CardDrawn)
        assert drawn.opened == (("G",), ("B", "B"), ())
        assert drawn.card == ("BB" if seat == 0 else None)
    state.play("BB")
    assert seen(state, 1).open_cards == (("G", "W"), ("G", "B", "B"), ())
    assert [seen(state, seat).hand for seat in range(3)] == [("R", "BB"), ("G",), ()]
    assert [seen(state, seat).old_hand for seat in range(3)] == [("R",), ("G",), ()], "new ones come from the new pile"
    assert (seen(state).old_counts, seen(state).old_cards) == ((1, 1, 0), ("R", "G"))
    (drawn,) = events(state, "B", 1)
    assert isinstance(drawn, views.CardDrawn)
    assert drawn.opened == (), "the pile has not run out again"


@rule("4.7")
def test_old_cards_laid_open_are_news_to_who_had_not_seen_them() -> None:
    state = after(game(*RUN_OUT, players=3), "draw 2")
    assert [any(event.news for event in events(state, "BB", seat)) for seat in (0, 1, 2, None)] == [True] * 4
    rest = f"discards {all_but(*'RWGG')}"
    own = after(game("hands R* W+ / G G+", rest, "seat 0 chooses"), "draw 2")
    assert [any(event.news for event in events(own, "BB", seat)) for seat in (0, 1)] == [False, True]
    young = after(game("hands R W+ / G G+", rest, "seat 0 chooses"), "draw 2")
    assert [any(event.news for event in events(young, "BB", seat)) for seat in (0, 1)] == [False, False]


@rule("4.7", "6.7")
def test_cards_laid_open_are_paid_first_and_not_tolled() -> None:
    state = game("tiles red dead-end E at 1,0", "hands RR RR* / G*", f"discards {all_but('RR', 'RR', 'G')}",
                 "events supplies", "seat 0 draws 1, then acts")  # fmt: skip
    state = after(state, "RR")
    assert (seen(state, 0).hand, seen(state).open_cards) == (("RR", "RR"), (("RR",), ("G",)))
    state.play("build 1,0 with RR")
    assert (seen(state, 0).hand, seen(state).open_cards) == (("RR", "RR"), ((), ("G",)))
    (told,) = events(state, "toll")
    assert isinstance(told, views.EventDrawn)
    assert not told.possible


@rule("4.8")
def test_with_hidden_cards_of_both_ages_one_says_which_are_old() -> None:
    state = game("tiles red tee NES at 1,0", "hands R R R* R* RR* W / G", "seat 0 acts")
    assert "build 1,0 with R R R R" in texts(state)
    state.play("build 1,0 with R R RR")
    assert (state.to_move, seen(state).phase, seen(state).named_cards) == (0, "ages", ("R", "R", "RR"))
    assert tile_at(state, 1, 0) == "red tee NES", "nothing is paid yet"
    assert moves(state) == {"old RR", "old R RR", "old R R RR"}
    state.play("old R RR")
    assert tile_at(state, 1, 0) == "red tee NES built"
    assert (seen(state, 0).hand, seen(state, 0).old_hand) == (("R", "R", "W"), ("R",))
    assert (seen(state).old_counts, seen(state).discards) == ((1, 0), ("R", "R", "RR"))


@rule("4.8")
def test_it_is_asked_where_there_is_no_choice_and_not_with_cards_of_one_age() -> None:
    tiles = "tiles red dead-end E at 1,0, blue corner NE at 0,1"
    forced = after(game(tiles, "hands RR* G / -", "seat 0 acts"), "build 1,0 with RR")
    assert moves(forced) == {"old RR"}
    for hand in ("RR* G*", "RR G", "RR+ G* B"):
        assert after(game(tiles, f"hands {hand} / -", "seat 0 acts"), "build 1,0 with RR").to_move == tri.CHANCE
    turned = after(game(tiles, "hands R* G / -", "seat 0 acts"), "turn 0,1 with R G")
    assert moves(turned) == {"old R"}
    assert tile_at(after(turned, "old R"), 0, 1) == "blue corner ES"


@rule("4.8", "4.5")
def test_it_is_asked_for_discards_too() -> None:
    state = after(game("hands R R* G G B B W / -", "seat 0 discards"), "discard R")
    assert moves(state) == {"old R", "old none"}
    old, young = after(state, "old R"), after(state, "old none")
    assert (seen(old, 0).old_hand, seen(young, 0).old_hand) == ((), ("R",))
    assert {seen(old).phase, seen(young).phase} == {"discard"}


@rule("4.8", "5.4")
def test_an_attack_shows_how_old_all_cards_are_without_a_question() -> None:
    state = game("hands R R* G* W+ / -", "seat 0 acts")
    (ages, attacked) = events(state, "attack seat 1", 1)
    assert ages == views.AgesNamed(seat=0, cards=("R", "R", "G"), old=("R", "G"), news=True)
    assert isinstance(attacked, views.SeatAttacked)
    state.play("attack seat 1")
    assert (seen(state).hand_sizes[0], seen(state).old_cards, seen(state).phase) == (0, (), "act")


@rule("4.8", "6.7")
def test_a_toll_shows_how_old_the_card_is() -> None:
    state = after(built(others="G G* BB*"), "toll")
    assert dict(zip(map(state.format_action, state.legal_actions()), state.chance_weights(), strict=True)) == {
        "G": 1,
        "old G": 1,
        "old BB": 1,
    }
    (told,) = events(state, "old G")
    assert told == views.TollTaken(seat=0, victim=1, card="G", is_old=True, news=True)
    state.play("old G")
    assert (seen(state).open_cards[0], seen(state).old_cards) == (("G",), ("BB",))


@rule("4.8", "10.1")
def test_what_is_named_is_news_and_how_old_it_is_too() -> None:
    state = game("tiles red dead-end E at 1,0", "hands RR RR* W+ / -", "seat 0 acts")
    for seat in (0, 1):
        (named,) = events(state, "build 1,0 with RR", seat)
        assert isinstance(named, views.PaymentNamed)
        assert (named.purpose, named.cards, named.news) == ("build", ("RR",), seat == 1)
    state.play("build 1,0 with RR")
    for seat in (0, 1):
        (ages, built_road) = events(state, "old none", seat)
        assert ages == views.AgesNamed(seat=0, cards=("RR",), old=(), news=seat == 1)
        assert isinstance(built_road, views.RoadBuilt)
    assert texts(game("tiles red dead-end E at 1,0", "hands R R* W+ / -", "seat 0 pays R W to build 1,0")) == {
        *("old R", "old none")
    }, "the wild card is open"


# 5 Actions


@rule("5.1")
def test_construction_keeps_the_direction() -> None:
    state = game("tiles red corner ES at 1,0", "hands R RR / -", "seat 0 acts")
    state.play("build 1,0 with R RR")
    assert tile_at(state, 1, 0) == "red corner ES built"
    assert seen(state).discards == ("R", "RR")


@rule("5.2")
def test_every_construction_brings_an_event_at_once() -> None:
    state = game("tiles red dead-end E at 1,0, red dead-end N at 0,1", "hands RR RR / G", "seat 0 acts")
    state.play("build 1,0 with RR")
    assert state.to_move == tri.CHANCE
    assert moves(state) == {"landslide", "detour", "supplies", "toll", "leak", "relocation"}
    assert state.chance_weights() == [3, 4, 4, 4, 2, 3]
    state = after(state, "leak", "build 0,1 with RR")
    assert state.chance_weights() == [3, 4, 4, 4, 1, 3]


@rule("5.3")
def test_a_modification_turns_a_blueprint_clockwise() -> None:
    state = game("tiles red corner NW at 1,0", "hands R G W / -", "seat 0 acts")
    assert texts(state, "turn") == {f"turn 1,0 with {pair}" for pair in ("R G", "R W", "G W")}
    state.play("turn 1,0 with G W")
    assert tile_at(state, 1, 0) == "red corner NE"
    assert seen(state).discards == ("G", "W")


@rule("5.3")
@pytest.mark.parametrize("tile", ["red cross NESW", "red bridge NS+EW", "red corner NE at 1,0 built"])
def test_what_looks_the_same_turned_or_is_built_is_not_modified(tile: str) -> None:
    where = tile if " at " in tile else f"{tile} at 1,0"
    assert not texts(game(f"tiles {where}", "hands G G / -", "seat 0 acts"), "turn")


@rule("5.3")
def test_two_cards_of_one_kind_are_needed_to_pay_two() -> None:
    state = game("tiles red corner NW at 1,0", "hands R G G / -", "seat 0 acts")
    assert texts(state, "turn") == {"turn 1,0 with R G", "turn 1,0 with G G"}


@rule("5.4")
def test_an_attack_takes_the_hand_and_lets_another_skip_a_turn() -> None:
    state = game("hands R W / -", "seat 0 acts")
    state.play("attack seat 1")
    assert seen(state).hand_sizes == (0, 0)
    assert seen(state).skips_turn == (False, True)
    assert [type(event) for event in events(state, "done")] == [views.TurnSkipped]
    state.play("done")
    assert (state.to_move, seen(state).round) == (0, 2)


@rule("5.4")
def test_without_a_card_nobody_is_attacked() -> None:
    assert not texts(game("hands - / R", "seat 0 acts"), "attack")


@rule("5.5")
def test_who_was_attacked_is_safe_until_a_turn_is_played() -> None:
    state = after(game("hands R W / R", "seat 0 acts"), "attack seat 1", "done", "draw 2", "R", "R")
    assert seen(state).is_safe == (False, True)
    state = game("hands R / R", "safe 1", "seat 0 acts")
    assert not texts(state, "attack")
    state = after(state, "done", "draw 4", "R", "R", "R", "R")
    assert seen(state).is_safe == (False, False)


@rule("5.5")
def test_two_players_attack_each_other_in_turn() -> None:
    state = after(game("hands R / R", "seat 0 acts"), "attack seat 1", "done", "draw 4", "R", "R", "R", "R")
    assert (state.to_move, seen(state).is_safe) == (1, (False, True))
    state = after(state, "draw 2", "G", "G", "pile 1", "end")
    state = after(state, min(moves(state)))
    assert texts(state, "attack") == {"attack seat 0"}
    state = after(state, "attack seat 0", "done")
    assert (state.to_move, seen(state).is_safe) == (1, (True, False))


# 6 Events


def built(
    *parts: str,
    hand: str = "RR",
    others: str = "G",
    tile: str = "red dead-end E at 1,0",
    players: int = 2,
    **options: Any,
) -> State:
    """Return the state after a dead end was built, when an event is drawn."""
    tiles = ", ".join([tile, *parts])
    state = game(f"tiles {tiles}", f"hands {hand} / {others}", "seat 0 acts", players=players, **options)
    return after(state, "build 1,0 with RR")


@rule("6.1", "6.2", "6.4")
def test_a_landslide_spares_the_tile_just_built_and_without_another_brings_cards() -> None:
    state = built()
    (drawn,) = events(state, "landslide")
    assert isinstance(drawn, views.EventDrawn)
    assert not drawn.possible
    state.play("landslide")
    assert tile_at(state, 1, 0) == "red dead-end E built"
    assert moves(state) == {"draw 2", "pass"}


@rule("6.3", "6.4")
def test_a_landslide_takes_any_other_constructed_tile_an_end_too() -> None:
    state = after(built("blue tee NES at 0,1 built", "blue tee NES at 0,2", "end NESW at 0,-1 built"), "landslide")
    assert moves(state) == {"landslide 0,1", "landslide 0,-1"}
    assert tile_at(after(state, "landslide 0,1"), 0, 1) == "blue tee NES"
    assert tile_at(after(state, "landslide 0,-1"), 0, -1) == "end NESW"


@rule("6.4")
def test_an_end_just_built_is_spared_too_but_only_by_the_event_it_drew() -> None:
    tiles = "tiles end NESW at 0,1, red dead-end N at 1,0"
    state = game(tiles, "hands R G B RR / -", "seat 0 acts")
    state = after(state, "build 0,1 with R G B", "landslide", "pass", "build 1,0 with RR")
    assert [type(event) for event in events(state, "landslide")] == [views.EventDrawn, views.RoadSlid]
    assert tile_at(after(state, "landslide"), 0, 1) == "end NESW"


@rule("6.5", "6.3")
def test_a_detour_turns_a_blueprint() -> None:
    state = after(built("blue tee NES at 0,1"), "detour")
    assert moves(state) == {"detour 0,1 ESW", "detour 0,1 NSW", "detour 0,1 NEW"}
    state.play("detour 0,1 NEW")
    assert tile_at(state, 0, 1) == "blue tee NEW"
    only = after(built("blue straight NS at 0,1"), "detour")
    assert tile_at(only, 0, 1) == "blue straight EW"


@rule("6.2")
@pytest.mark.parametrize(
    ("event", "tiles", "others"),
    [
        ("landslide", ["red cross NESW at 0,1"], "G"),
        ("detour", ["red cross NESW at 0,1", "end NESW at 0,-1"], "G"),
        ("toll", [], "-"),
        ("toll", [], "G+"),
        ("relocation", [], "G"),
    ],
)
def test_an_event_that_cannot_be_done_brings_two_cards_or_none(event: str, tiles: list[str], others: str) -> None:
    state = built(*tiles, others=others)
    (told,) = events(state, event)
    assert isinstance(told, views.EventDrawn)
    assert not told.possible
    state = after(state, event)
    assert (state.to_move, seen(state).phase, seen(state).current_event) == (0, "instead", event)
    assert moves(state) == {"draw 2", "pass"}
    assert events(state, "draw 2") == [views.InsteadChosen(seat=0, draws=True)]
    assert events(state, "pass") == [views.InsteadChosen(seat=0, draws=False)]
    drawn = after(state, "draw 2")
    assert (drawn.to_move, seen(drawn).phase, seen(drawn).current_event) == (tri.CHANCE, "draw", event)
    drawn = after(drawn, "B", "B")
    assert (drawn.to_move, seen(drawn).phase, seen(drawn).hand_sizes[0]) == (0, "act", 2)
    passed = after(state, "pass")
    assert (passed.to_move, seen(passed).phase, seen(passed).hand_sizes[0]) == (0, "act", 0)
    assert seen(drawn).current_event == seen(passed).current_event == ""


@rule("6.2", "4.6")
def test_without_any_cards_nobody_is_asked_about_them() -> None:
    cards = all_but("RR").split()
    hands = f"hands RR+ {' '.join(cards[5:])} / {' '.join(cards[:5])}"
    state = after(game("tiles red dead-end N at 1,0", hands, "seat 0 acts"), "build 1,0 with RR")
    assert moves(after(state, "landslide")) == {"draw 2", "pass"}, "what was paid can be drawn"
    dry = game("tiles red dead-end N at 1,0 built", f"hands {all_but(*cards[:5])} / {' '.join(cards[:5])}", "last 1,0",
               "seat 0 draws an event")  # fmt: skip
    assert seen(after(dry, "landslide")).phase == "act"


@rule("6.2", "6.8")
def test_a_leak_that_would_show_nothing_new_cannot_be_done() -> None:
    two = game("tiles red dead-end E at 1,0", "hands RR / G", "looked 0 at 1", "seat 0 acts")
    assert moves(after(two, "build 1,0 with RR", "leak")) == {"draw 2", "pass"}
    three = game("tiles red dead-end E at 1,0", "hands RR / G / -", "looked 0 at 1, 1 at 2", "seat 0 acts", players=3)
    (_, leaked) = events(after(three, "build 1,0 with RR"), "leak")
    assert isinstance(leaked, views.IdentityLeaked)
    assert leaked.victim == 2, "the only one at which seat 0 has not looked"


@rule("6.6")
def test_supplies_are_two_cards() -> None:
    state = after(built(), "supplies", "G", "W")
    assert seen(state, 0).hand == ("G", "W")


@rule("6.7", "6.3")
def test_a_toll_takes_a_card_that_all_see_then() -> None:
    state = after(built(others="G G BB / W", players=3), "toll")
    assert moves(state) == {"toll seat 1", "toll seat 2"}
    state.play("toll seat 1")
    assert dict(zip(map(state.format_action, state.legal_actions()), state.chance_weights(), strict=True)) == {
        "G": 2,
        "BB": 1,
    }
    state.play("BB")
    for seat in (0, 1, 2, None):
        assert seen(state, seat).open_cards == (("BB",), (), ())
    assert seen(state, 0).hand == ()
    assert seen(state).hand_sizes == (1, 2, 1)


@rule("6.7")
def test_a_card_that_all_have_seen_is_not_taken() -> None:
    state = after(built(others="G+ B / W+", players=3), "toll")
    assert moves(state) == {"B"}


@rule("6.7")
def test_of_two_cards_alike_the_open_one_goes_first() -> None:
    state = game("tiles red dead-end E at 1,0", "hands RR RR+ / -", "seat 0 acts")
    assert not any(event.news for event in events(state, "build 1,0 with RR", 1))
    state.play("build 1,0 with RR")
    assert (seen(state, 0).hand, seen(state).open_cards[0]) == (("RR",), ())
    hidden = game("tiles red dead-end E at 1,0", "hands RR G+ / -", "seat 0 acts")
    assert any(event.news for event in events(hidden, "build 1,0 with RR", 1))
    assert not any(event.news for event in events(hidden, "build 1,0 with RR", 0))


@rule("6.8", "10.2")
def test_a_leak_shows_an_identity_to_one_player() -> None:
    state = game(
        "tiles red dead-end E at 1,0", "hands RR / - / -", "identities red blue green", "seat 0 acts", players=3
    )
    state = after(state, "build 1,0 with RR", "leak")
    assert moves(state) == {"leak seat 1", "leak seat 2"}
    assert events(state, "leak seat 1", 0) == [views.IdentityLeaked(seat=0, victim=1, identity=2, news=True)]
    assert events(state, "leak seat 1", 1) == [views.IdentityLeaked(seat=0, victim=1, identity=None)]
    state.play("leak seat 1")
    assert [seen(state, seat).known_identities for seat in (0, 1, 2)] == [
        (0, 2, None),
        (None, 2, None),
        (None, None, 1),
    ]
    assert seen(state, None).identity_looks == ((0, 1),)


@rule("6.9")
def test_a_relocation_moves_a_blueprint_an_unbuilt_end_too() -> None:
    tiles = "blue corner NE at 0,1", "end NESW at -1,0", "end NESW at 1,1 built", "red tee NES at 0,-1 built"
    state = after(built(*tiles), "relocation")
    assert moves(state) == {"move 0,1", "move -1,0"}
    state.play("move 0,1")
    assert tile_at(state, 0, 1) == ""
    assert seen(state).taken_tile == views.Tile("corner", 2)
    assert "to 0,1" not in moves(state)
    state.play("to 2,0")
    assert tile_at(state, 2, 0) == "blue corner NE"
    assert state.to_move == 0


@rule("6.9")
def test_after_a_relocation_every_tile_has_a_chain_to_start() -> None:
    # The tee at 0,2 hangs on the corner, which may go only where it still joins the tee to the others.
    state = built("blue corner NE at 0,1", "blue tee NES at 1,1 built")
    assert seen(after(state, "relocation")).phase == "resettle"
    far = built("blue corner NE at 0,1", "blue tee NES at 0,2 built")
    assert moves(far) == moves(state)
    (told,) = events(far, "relocation")
    assert isinstance(told, views.EventDrawn)
    assert not told.possible


@rule("6.10")
def test_events_are_shuffled_when_the_pile_has_ended() -> None:
    used = " ".join(
        ["landslide"] * 3 + ["detour"] * 4 + ["supplies"] * 4 + ["toll"] * 4 + ["leak"] * 2 + ["relocation"] * 3
    )
    state = game("tiles red dead-end E at 1,0 built", "last 1,0", "hands RR / G", f"events {used}",
                 "seat 0 draws an event")  # fmt: skip
    assert seen(state).event_pile_size == 0
    assert state.chance_weights() == [3, 4, 4, 4, 2, 3]
    state.play("supplies")
    assert (seen(state).used_events, seen(state).event_pile_size) == (("supplies",), 19)


# 8 The end, and 9 scoring


@rule("8.1", "7.1", "9.4")
def test_two_routes_end_the_game_at_the_end_of_the_turn() -> None:
    state = game(f"tiles {EAST}, {WEST}", "identities red green", "seat 0 acts")
    assert state.to_move == 0
    state.play("done")
    assert state.to_move == tri.OVER
    assert seen(state).scores == (views.SeatScore(0, 1, 0, 1, 4), views.SeatScore(1, 1, 0, 0, 3))
    assert seen(state).winners == (0,)


@rule("8.1", "6.4")
def test_a_landslide_within_the_turn_breaks_a_route() -> None:
    tiles = f"tiles {EAST}, {WEST.replace(' built', '', 1)}"
    state = after(game(tiles, "hands G GG / -", "seat 0 acts"), "build -1,0 with G GG", "landslide")
    for place in ("1,0", "2,0"):
        broken = after(state, f"landslide {place}", "done")
        assert (broken.to_move, len(seen(broken).routes)) == (1, 1)


@rule("8.1", "6.9")
def test_a_relocated_end_completes_a_route_once_it_is_built() -> None:
    tiles = f"tiles {EAST}, green straight EW at -1,0 built, end NESW at 0,1, red dead-end N at 0,-1"
    state = after(game(tiles, "hands RR R G B / -", "seat 0 acts"), "build 0,-1 with RR", "relocation", "to -2,0")
    assert after(state, "done").to_move == 1
    assert after(state, "build -2,0 with R G B", "toll", "pass", "done").to_move == tri.OVER


@rule("8.2", "8.4")
def test_when_nothing_can_change_the_game_is_over() -> None:
    tiles = ", ".join(f"{tile} built" for tile in LAST_OF_FEW[:-1])
    ends = "end NESW at 1,0 built, end NESW at -1,-1 built, end NESW at 1,1 built"
    last = LAST_OF_FEW[-1]
    state = game(f"tiles {tiles}, {last}, {ends}", "piles - 0, - 0, - 0", "hands B BB / W", "seat 0 acts",
                 components=few_tiles())  # fmt: skip
    over = after(state, "build 0,-6 with B BB", "leak", "done")
    assert over.to_move == tri.OVER
    assert events(after(state, "build 0,-6 with B BB", "leak"), "done")[-1].end_reason == "stuck"  # type: ignore[attr-defined]
    assert after(state, "done").to_move == 1


@rule("8.2")
def test_a_blueprint_of_an_end_keeps_the_game_going() -> None:
    tiles = ", ".join(f"{tile} built" for tile in LAST_OF_FEW)
    ends = "end NESW at 1,0 built, end NESW at -1,-1 built, end NESW at 1,1"
    state = game(f"tiles {tiles}, {ends}", "piles - 0, - 0, - 0", "seat 0 acts", components=few_tiles())
    assert after(state, "done").to_move == 1


@rule("8.2", "3.5")
def test_ends_that_can_never_be_placed_do_not_keep_the_game_going() -> None:
    tops = "piles end 22, end 21, end 22"
    state = game("tiles red cross NESW at 1,0 built", tops, "seat 0 acts", end_distance=3)
    assert events(state, "done")[-1].end_reason == "stuck"  # type: ignore[attr-defined]
    assert after(game("tiles red cross NESW at 1,0 built", tops, "seat 0 acts"), "done").to_move == 1


@rule("8.5")
def test_in_full_rounds_everybody_has_a_turn_before_routes_end_the_game() -> None:
    tiles = f"tiles {EAST}, {WEST}"
    state = after(game(tiles, "seat 0 acts", players=3, full_rounds=True), "done")
    assert state.to_move == 1
    state = after(state, "draw 4", "R", "R", "R", "R", "draw 4", "G", "G", "G", "G")
    assert (state.to_move, seen(state).turn_of) == (tri.OVER, 2)
    assert [score.bonus for score in seen(state).scores or ()] == [0, 0, 1], "for whoever has the last turn"
    later = game(tiles, "round 2", "seat 0 acts", players=3, full_rounds=True)
    assert after(later, "done").to_move == tri.OVER


@rule("8.5")
def test_in_full_rounds_routes_have_to_be_there_still() -> None:
    state = game(f"tiles {EAST}, {WEST}, red dead-end N at 0,1", "hands - / R R", "seat 0 acts", full_rounds=True)
    state = after(state, "done", "draw 2", "B", "B", "pile 1", "end", "at 0,-1 NS")
    state = after(state, "build 0,1 with R R", "landslide", "landslide -1,0", "done")
    assert (state.to_move, seen(state).round) == (0, 2)


@rule("8.5", "5.4")
def test_in_full_rounds_a_skipped_turn_counts_but_nothing_is_checked_at_its_end() -> None:
    state = game(f"tiles {EAST}, {WEST}", "hands R / -", "seat 0 acts", full_rounds=True)
    state = after(state, "attack seat 1", "done")
    assert (state.to_move, seen(state).round) == (0, 2)
    state = after(state, "draw 4", "R", "R", "R", "R")
    assert [score.bonus for score in seen(state).scores or ()] == [1, 0]


@rule("8.5", "8.4")
def test_in_full_rounds_the_limit_may_come_before_the_routes_are_looked_at() -> None:
    state = game(f"tiles {EAST}, {WEST}", "hands R / -", "seat 0 acts", full_rounds=True, round_limit=1)
    state = after(state, "attack seat 1", "done")
    assert (state.to_move, seen(state).end_reason) == (tri.OVER, "limit")
    assert len(seen(state).scored_routes) == 2
    assert [score.bonus for score in seen(state).scores or ()] == [0, 0]
    assert GAME.setup(2, full_rounds=True, round_limit=1).parse_position(state.position()) == state


@rule("8.6")
def test_long_roads_is_a_preset_and_the_default_is_as_printed() -> None:
    assert GAME.setup(4, preset="long-roads").options == GAME.setup(4, end_distance=3, full_rounds=True).options
    assert GAME.setup(4).options == GAME.setup(4, preset="as-printed").options
    options = cast(TricolorOptions, GAME.setup(4).options)
    assert (options.end_distance, options.full_rounds) == (0, False)
    assert GAME.quick_presets == ("long-roads", "as-printed")
    assert str(GAME.message("preset-long-roads.help")).startswith("House rule: ")


@rule("8.3", "8.4", "9.3")
def test_after_the_last_round_the_shortest_route_is_scored_without_a_bonus() -> None:
    state = game(
        f"tiles {EAST}", "identities red green", "hands R RR W / R G W", "round 3", "seat 1 acts", round_limit=3
    )
    state.play("done")
    assert state.to_move == tri.OVER
    assert seen(state).scores == (views.SeatScore(0, 1, 4, 0, 7), views.SeatScore(1, 0, 2, 0, 2))
    assert [route.places for route in seen(state).scored_routes] == [((1, 0),)]


@rule("8.3")
def test_skipped_turns_count_in_a_round() -> None:
    state = after(game("hands R / -", "round 2", "seat 0 acts", round_limit=2), "attack seat 1")
    assert [type(event) for event in events(state, "done")] == [views.TurnSkipped, views.GameFinished]
    assert after(state, "done").to_move == tri.OVER


@rule("8.4")
def test_without_a_route_only_wild_cards_count() -> None:
    state = game("hands R RR / R G W", "round 3", "seat 1 acts", round_limit=3)
    state.play("done")
    assert seen(state).winner_colours == ()
    assert state.score() == [0.0, 1.0]
    assert state.winners() == [1]


@rule("9.1")
def test_of_equal_colours_all_are_winner_colours() -> None:
    state = game(f"tiles {EAST}, {WEST}", "hands R GG BB / B", "identities blue blue", "seat 0 acts")
    state.play("done")
    assert seen(state).winner_colours == (0, 1)
    assert [score.cards for score in seen(state).scores or ()] == [3, 0]


@rule("9.1", "10.2")
def test_everything_is_shown_at_the_end() -> None:
    state = game(f"tiles {EAST}, {WEST}", "hands R GG / B", "identities blue red", "seat 0 acts")
    finished = events(state, "done", 1)[-1]
    assert isinstance(finished, views.GameFinished)
    assert finished.hands == (("R", "GG"), ("B",))
    state.play("done")
    assert seen(state).known_identities == (2, 0)
    assert seen(state).open_cards == (("R", "GG"), ("B",))


@rule("9.1", "10.1")
def test_a_card_drawn_last_is_shown_when_the_game_ends_with_it() -> None:
    state = game("hands - / R B W", "round 3", "seat 1 draws 1, then discards", round_limit=3)
    green, red = state.parse_action("GG"), state.parse_action("RR")
    assert state.after(green).to_move == tri.OVER
    assert state.events(green, 0) != state.events(red, 0)
    assert state.event_key(green, 0) != state.event_key(red, 0)


@rule("9.2", "9.3")
def test_two_own_tiles_are_six_points() -> None:
    blue = (
        "blue straight EW at 1,0 built, end NESW at 2,0 built, blue straight EW at -1,0 built, end NESW at -2,0 built"
    )
    state = game(f"tiles {blue}", "hands - / B BB W R", "identities red blue", "seat 0 acts")
    state.play("done")
    assert seen(state).scores == (views.SeatScore(0, 0, 0, 1, 1), views.SeatScore(2, 2, 4, 0, 10))


@rule("9.5")
def test_equal_points_share_the_win() -> None:
    state = game(f"tiles {EAST}, {WEST}", "hands - / W", "identities red green", "seat 0 acts")
    state.play("done")
    assert state.score() == [4.0, 4.0]
    assert state.winners() == [0, 1]
    assert state.returns() == [0.0, 0.0]


# 10 What each may know


@rule("10.1", "10.2", "10.3")
def test_what_a_seat_knows_of_hands_and_identities() -> None:
    state = game("hands R G+ / B B / W", "identities red blue green", "looked 2 at 0", "seat 1 acts", players=3)
    assert [seen(state, seat).hand for seat in (0, 1, 2, None)] == [("R",), ("B", "B"), ("W",), ()]
    assert [seen(state, seat).known_identities for seat in (0, 1, 2, None)] == [
        (0, None, None), (None, 2, None), (0, None, 1), (None, None, None)
    ]  # fmt: skip
    assert {seen(state, seat).hand_sizes for seat in (0, 1, 2, None)} == {(2, 2, 1)}
