"""The slow Tricolor Line held against examples that can be checked by hand, and against itself told another way."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from tests.games.tricolor_line import oracle
from tests.games.tricolor_line import oracle_parts as parts
from tests.games.tricolor_line import oracle_routes as routes
from tests.games.tricolor_line.drawn_maps import picture
from tests.games.tricolor_line.oracle import Step, Table
from tests.games.tricolor_line.oracle_parts import Box, Tile, Update
from tests.games.tricolor_line.oracle_routes import Laid, Place

pytestmark = pytest.mark.compiled_only


def tile_of(place: Place, laid: Laid) -> Tile:
    lie, colour, built = laid
    if colour is None:
        return Tile("start" if place == (0, 0) else "end", lie, None, built)
    return Tile(routes.shape(lie), lie, colour, built)


def in_turn(
    on_map: dict[Place, Laid] | None = None,
    hands: tuple[str, ...] = ("", ""),
    *,
    phases: str = "act",
    identities: str = "red green blue red green blue red green",
    round_limit: int = 60,
    box: Box | None = None,
) -> Table:
    """Seat 0 in its first turn, with this map and these hands, at the first of these phases."""
    table = oracle.start(len(hands), round_limit, box)
    table.tiles = {place: tile_of(place, laid) for place, laid in (on_map or picture("S")).items()}
    table.tops = {1: "red straight", 2: "green corner", 3: "blue tee"}
    table.sizes = {1: 10, 2: 10, 3: 10}
    table.new = [Counter(hand.split()) for hand in hands]
    for hand in table.new:
        table.pile -= hand
    table.identities = identities.split()[: len(hands)]
    table.agenda = [Step(phase, 0) for phase in [*phases.split(), "discard", "end of turn", "next turn"]]
    return table


def after(table: Table, *moves: str) -> Table:
    for move in moves:
        table = table.play(move)
    return table


def verbs(table: Table) -> set[str]:
    return {move.split()[0] for move in table.legal()}


# ------------------------------------------------------------------------------------------------ the box


def test_printed_counts() -> None:
    tiles = parts.all_tiles()
    assert 1 + tiles.total() == 67
    assert (tiles["end"], tiles.total() - tiles["end"]) == (6, 60)
    cards = parts.all_cards()
    assert (cards.total(), cards["R"], cards["GG"], cards["W"]) == (66, 15, 5, 6)
    table = oracle.start()
    assert table.aside.total() == 9
    assert sorted(table.events.values()) == [2, 3, 3, 4, 4, 4]
    assert list(table.sizes.values()) == [22, 22, 22]


def test_lies() -> None:
    assert {shape: " ".join(sorted(parts.lies(shape))) for shape in parts.LIE} == {
        "straight": "EW NS",
        "corner": "ES NE NW SW",
        "tee": "ESW NES NEW NSW",
        "cross": "NESW",
        "twin": "NE+SW NW+ES",
        "bridge": "NS+EW",
        "dead-end": "E N S W",
        "end": "NESW",
    }
    assert [parts.turned(lie) for lie in ("N", "NE", "NW", "NES", "NSW", "NE+SW")] == [
        *("E", "ES", "NE", "ESW", "NEW", "NW+ES")
    ]


@pytest.mark.parametrize(
    ("hand", "cost", "ways"),
    [
        ("R R", 1, {"R"}),
        ("RR G", 1, {"RR"}),  # too much is lost
        ("R R R W", 2, {"R R", "R W"}),
        ("R RR W", 2, {"RR", "R W"}),  # R RR could do without R
        ("R RR RR W W", 3, {"R RR", "RR RR", "RR W", "R W W"}),
        ("R R R R RR RR W", 4, {"RR RR", "R R RR", "R R R R", "R R R W", "R RR W"}),
        ("G GG B", 1, set()),
    ],
)
def test_payments(hand: str, cost: int, ways: set[str]) -> None:
    assert {" ".join(way) for way in parts.payable(Counter(hand.split()), "red", cost)} == ways


def test_payments_are_all_minimal_parts_of_a_hand() -> None:
    random = Random(4)
    for _ in range(60):
        hand = Counter(random.choices(parts.CARDS, k=random.randint(0, 7)))
        held = list(hand)
        numbers = [range(hand[card] + 1) for card in held]
        for colour, cost in product(routes.COLOURS, range(1, 6)):
            every = [Counter(dict(zip(held, taken, strict=True))) for taken in product(*numbers)]
            paying = [some for some in every if parts.worth(some.elements(), colour) >= cost]
            minimal = [some for some in paying if not any(fewer < some for fewer in paying)]
            expected = {tuple(sorted(some.elements(), key=parts.CARDS.index)) for some in minimal}
            assert set(parts.payable(hand, colour, cost)) == expected


# ----------------------------------------------------------------------------------------------- set-up


def test_the_set_up_in_order() -> None:
    table = oracle.start(3)
    assert "end" not in table.legal()
    assert (table.weights()["red cross"], table.weights()["blue dead-end"], len(table.legal())) == (3, 2, 21)
    table = after(table, "red cross", "red straight", "green bridge")
    assert table.weights() == {"red": 3, "green": 3, "blue": 3}
    table = after(table, "red", "red", "red")
    assert table.aside == Counter(green=3, blue=3)
    table = after(table, *["R", "R", "R", "RR"], *["G", "G", "G", "GG"], *["B", "W", "W", "W"])
    assert table.new == [
        Counter(["R", "R", "R", "RR"]),
        Counter(["G", "G", "G", "GG"]),
        Counter(["B", "W", "W", "W"]),
    ]
    assert (table.to_move, table.legal()) == (0, {"pile 1", "pile 2", "pile 3"})
    table = table.play("pile 2")
    assert (table.to_move, "end" in table.legal()) == ("chance", True), "the next top is seen before the placing"
    table = table.play("end")
    assert (table.to_move, table.sizes) == (0, {1: 22, 2: 21, 3: 22})
    assert table.legal() == {f"at {place} {lie}" for place in ("0,1", "1,0", "0,-1", "-1,0") for lie in ("NS", "EW")}
    table = after(table, "at 1,0 EW", "pile 2", "end")
    assert table.to_move == 1
    assert table.legal() == {f"at {place} NESW" for place in ("0,1", "0,-1", "-1,0", "1,1", "1,-1", "2,0")}
    table = after(table, "at 2,0 NESW", "pile 3", "red tee", "at 0,1 NS+EW")
    assert (table.to_move, table.legal(), table.turns) == (0, {"draw 2", "draw 4"}, 0)


# ------------------------------------------------------------------------------------------ a turn, phases


def test_four_cards_and_no_more_or_two_and_all_the_rest() -> None:
    table = in_turn(hands=("R", "G"), phases="draw")
    four = after(table, "draw 4", "R", "R", "R", "W")
    assert (four.to_move, four.turns) == (1, 1), "five cards are kept, and the turn is over"
    two = after(table, "draw 2", "R", "R")
    assert (two.to_move, two.legal()) == (0, {"pile 1", "pile 2", "pile 3"})
    two = after(two, "pile 1", "end", "at 0,1 EW")
    assert verbs(two) == {"turn", "attack", "build", "done"}


def test_discards_one_by_one_down_to_five() -> None:
    table = after(in_turn(hands=("R R R R R W G", "")), "done")
    assert (table.to_move, table.legal()) == (0, {"discard R", "discard W", "discard G"})
    table = table.play("discard G")
    assert table.legal() == {"discard R", "discard W"}
    table = table.play("discard R")
    assert (table.to_move, table.discards) == (1, Counter(["G", "R"]))
    alike = after(in_turn(hands=("R R R R R R", "")), "done")
    assert (alike.to_move, alike.legal()) == (0, {"discard R"}), "asked though there is one answer"


def test_the_last_pile_is_taken_unasked_and_none_is_passed_over() -> None:
    table = in_turn(phases="draw")
    table.tops, table.sizes = {2: "green corner"}, {1: 0, 2: 1, 3: 0}
    last = after(table, "draw 2", "R", "R")
    assert (last.taken, last.sizes[2], verbs(last)) == ("green corner", 0, {"at"}), "there is no next top either"
    table.tops, table.sizes = {}, {1: 0, 2: 0, 3: 0}
    table.tiles[1, 0] = Tile("cross", "NESW", "red")
    assert after(table, "draw 2", "R", "R").legal() == {"attack seat 1", "done"}


def test_places_end_at_the_edge_of_the_table() -> None:
    row: dict[Place, Laid] = {(x, 0): ("EW", "red", False) for x in range(1, 9)}
    table = in_turn({**picture("S"), **row}, phases="lay act")
    table.taken = "end"
    assert "at 8,1 NESW" in table.legal()
    assert "at 9,0 NESW" not in table.legal()


# ------------------------------------------------------------------------------------------------ actions


def test_a_modified_blueprint_turns_clockwise_for_two_cards() -> None:
    on_map = picture("└S┼", "┐╪─", plans={(-1, 0), (1, 0), (0, -1), (-1, -1)})
    table = in_turn(on_map, hands=("G B B", ""))
    turns = {move for move in table.legal() if move.startswith("turn")}
    assert turns == {f"turn {place} with {cards}" for place in ("-1,0", "-1,-1") for cards in ("G B", "B B")}
    table = table.play("turn -1,0 with G B")
    assert (table.tiles[-1, 0].lie, table.new[0], table.discards) == ("ES", Counter("B"), Counter("GB"))
    assert verbs(table) == {"attack", "done"}


def test_a_construction_keeps_the_direction_and_brings_an_event() -> None:
    table = in_turn(picture("S└", plans={(1, 0)}), hands=("R R RR W", ""))
    assert {move for move in table.legal() if move.startswith("build")} == {
        *("build 1,0 with R RR", "build 1,0 with RR W", "build 1,0 with R R W")
    }
    table = table.play("build 1,0 with R RR")
    assert table.tiles[1, 0] == Tile("corner", "NE", "red", built=True)
    assert table.weights() == {"landslide": 3, "detour": 4, "supplies": 4, "toll": 4, "leak": 2, "relocation": 3}
    table = after(table, "supplies", "B", "B")
    assert (table.to_move, table.new[0]) == (0, Counter(["R", "W", "B", "B"]))
    assert (table.events["supplies"], table.used_events) == (3, Counter(supplies=1))


def test_costs_are_those_of_the_box() -> None:
    assert Box().costs == {"dead-end": 2, "straight": 3, "corner": 3, "tee": 4, "twin": 4, "bridge": 4, "cross": 5}
    dear = Box(costs={**Box().costs, "corner": 4})
    assert "build" not in verbs(in_turn(picture("S└", plans={(1, 0)}), hands=("R R R", ""), box=dear))
    assert "build" in verbs(in_turn(picture("S└", plans={(1, 0)}), hands=("R R R R", ""), box=dear))


def test_events_are_those_of_the_box() -> None:
    box = Box(
        events={"flood": Update("landslide", 2), "gift": Update("supplies", 1, gives=1), "gale": Update("toll", 1)}
    )
    table = in_turn(picture("╶S", plans={(-1, 0)}), hands=("RR", ""), box=replace(box, instead=3)).play(
        "build -1,0 with RR"
    )
    assert table.weights() == {"flood": 2, "gift": 1, "gale": 1}
    assert table.play("flood").legal() == {"draw 3", "pass"}
    assert after(table, "gift", "G").to_move == 0
    assert after(table, "gale", "draw 3", "G", "G").to_move == "chance"
    assert after(table, "gale", "draw 3", "G", "G", "G").to_move == 0
    assert after(table, "gale", "pass").legal() == {"done"}


def test_an_attack_costs_the_hand_and_is_not_repeated_until_its_victim_has_played() -> None:
    table = in_turn(hands=("R W", "G G", "B B"))
    assert table.legal() == {"attack seat 1", "attack seat 2", "done"}
    assert in_turn(hands=("", "G", "B")).legal() == {"done"}
    table = table.play("attack seat 1")
    assert (table.discards, table.legal()) == (Counter(["R", "W"]), {"done"})
    table = table.play("done")
    assert (table.to_move, table.turns, table.skips, table.safe) == (2, 2, set(), {1}), "a skipped turn is a turn"
    table = to_actions(table, "B", "B")
    assert "attack seat 1" not in table.legal(), "a skipped turn is not played"
    assert "attack seat 0" in table.legal()
    table = to_actions(after(table, "attack seat 0", "done"), "G", "G")
    assert table.turns % 3 == 1, "seat 0 skips, and seat 1 plays at last"
    assert "attack seat 0" not in table.legal()
    table = to_actions(table.play("done"), "B", "B")
    assert "attack seat 1" in table.legal()


def to_actions(table: Table, *cards: str) -> Table:
    """The table after its seat has drawn these and placed some tile somewhere."""
    table = after(table, "draw 2", *cards, "pile 1", "red straight")
    return table.play(sorted(table.legal())[0])


# ------------------------------------------------------------------------------------------------- events


def event(kind: str, on_map: dict[Place, Laid], hands: tuple[str, ...] = ("RR", "")) -> Table:
    """The table after seat 0 has built the dead end west of Start for a double red card and this has come up."""
    on_map = {**on_map, (-1, 0): ("E", "red", False)}
    return after(in_turn(on_map, hands), "build -1,0 with RR", kind)


def is_offered_two(table: Table) -> bool:
    """Whether seat 0 may draw two cards, and then acts."""
    passed, drawn = table.play("pass"), table.play("draw 2")
    drawing = drawn.agenda[:3] == [Step("card", 0), Step("card", 0), Step("act", 0)]
    return table.legal() == {"draw 2", "pass"} and drawing and passed.agenda == drawn.agenda[2:]


def test_landslide() -> None:
    only = event("landslide", picture("S└", plans={(1, 0)}))
    assert only.tiles[-1, 0].built, "the one just built is exempt"
    assert is_offered_two(only)
    choice = event("landslide", picture("S└E"))
    assert choice.legal() == {"landslide 1,0", "landslide 2,0"}
    hit = choice.play("landslide 1,0")
    assert (hit.tiles[1, 0].built, hit.tiles[1, 0].lie, hit.tiles[-1, 0].built) == (False, "NE", True)
    assert choice.play("landslide 2,0").tiles[2, 0] == Tile("end", "NESW", None)
    assert is_offered_two(event("landslide", picture("SE", plans={(1, 0)})))


def test_an_end_is_built_for_a_card_of_each_colour() -> None:
    def ways(hand: str, box: Box | None = None) -> set[str]:
        table = in_turn(picture("SE", plans={(1, 0)}), hands=(hand, ""), box=box)
        return {move.removeprefix("build 1,0 with ") for move in table.legal() if move.startswith("build")}

    assert ways("R G B") == {"R G B"}
    assert ways("R R G G") == set()
    assert ways("R RR G W") == {"R G W", "RR G W"}, "a double counts once"
    assert ways("GG W W W") == {"GG W W", "W W W"}
    assert ways("R RR G W", Box(end_cost=2)) == {"R G", "RR G", "R W", "RR W", "G W"}
    assert len(parts.end_payments(3)) == 27
    table = after(in_turn(picture("SE", plans={(1, 0)}), hands=("R G B", "")), "build 1,0 with R G B")
    assert table.tiles[1, 0].built
    assert table.to_move == "chance", "an event follows"


def test_an_end_that_costs_nothing_is_always_built() -> None:
    table = in_turn(phases="lay act", box=Box(end_cost=0))
    table.taken = "end"
    assert table.play("at 1,0 NESW").tiles[1, 0].built


def test_detour() -> None:
    choice = event("detour", picture("╪S└", plans={(1, 0)}))
    assert choice.legal() == {"detour 1,0 ES", "detour 1,0 SW", "detour 1,0 NW"}
    assert choice.play("detour 1,0 NW").tiles[1, 0] == Tile("corner", "NW", "red")
    only = event("detour", picture("S─", "┼E", plans={(1, 0), (0, -1)}))
    assert (only.tiles[1, 0].lie, only.legal()) == ("NS", {"done"})
    assert is_offered_two(event("detour", picture("S─", "┼E", plans={(0, -1), (1, -1)})))


def test_supplies_and_the_reshuffle_in_mid_draw() -> None:
    table = in_turn(picture("╶S", plans={(-1, 0)}), hands=("R RR", ""))
    table.pile, table.discards = Counter("G"), Counter()
    table = after(table, "build -1,0 with RR", "supplies")
    assert table.legal() == {"G"}
    table = table.play("G")
    assert table.legal() == {"RR"}, "what was just paid is among the new pile"
    table = table.play("RR")
    assert (table.to_move, table.discards) == (0, Counter())
    dry = in_turn(picture("╶S", plans={(-1, 0)}), hands=("RR", ""))
    dry.pile = Counter()
    dry = after(dry, "build -1,0 with RR", "supplies", "RR")
    assert (dry.to_move, dry.new[0]) == (0, Counter(["RR"])), "nothing is left for the second card"


def test_new_cards_become_old_when_discards_are_shuffled_and_old_ones_are_laid_open() -> None:
    table = in_turn(hands=("R", "G G", ""), phases="draw")
    table.old[1], table.open[2] = Counter("W"), Counter("B")
    table.pile, table.discards = Counter("W"), Counter("RB")
    table = after(table, "draw 2", "W")
    assert (table.new[0], table.open[1]) == (Counter("RW"), Counter()), "not while no card is needed"
    table = table.play("B")
    assert table.told[:2] == ("open  / W / ", "seat 0 draws")
    assert table.open == [Counter(), Counter("W"), Counter("B")]
    assert table.old == [Counter("RW"), Counter("GG"), Counter()]
    assert table.new == [Counter("B"), Counter(), Counter()], "what comes from the new pile is new"
    assert (table.pile, table.discards) == (Counter(R=1, B=0), Counter())


def test_ages_are_asked_for_where_a_seat_holds_both() -> None:
    table = in_turn(picture("S┴", plans={(1, 0)}), hands=("R R RR", ""))
    table.old[0] = Counter(["R", "R", "W"])
    named = table.play("build 1,0 with R R RR")
    assert (named.to_move, named.tiles[1, 0].built) == (0, False)
    assert named.legal() == {"old none", "old R", "old R R"}
    paid = named.play("old R")
    assert (paid.tiles[1, 0].built, paid.new[0], paid.old[0]) == (True, Counter("R"), Counter("RW"))
    assert paid.discards == Counter(["R", "R", "RR"])
    assert after(table, "build 1,0 with R R R W").legal() == {"old R W", "old R R W"}, "there is no new wild card"
    table.old[0] = Counter()
    assert table.play("build 1,0 with R R RR").to_move == "chance", "all are new"
    table.old, table.new = table.new, table.old
    assert after(table, "build 1,0 with R R RR", "leak").old[0] == Counter(), "all are old"


def test_ages_are_asked_for_though_there_is_no_choice_but_not_of_open_cards() -> None:
    table = in_turn(hands=("R R R R R", ""))
    table.old[0] = Counter("G")
    table = table.play("done")
    assert table.play("discard G").legal() == {"old G"}
    assert table.play("discard R").legal() == {"old none"}
    assert after(table, "discard R", "old none").to_move == 1
    table.open[0] = Counter("B")
    assert after(table, "discard B").legal() == {"discard R", "discard G"}


def test_an_attack_and_a_toll_show_how_old_cards_are() -> None:
    table = in_turn(picture("╶S", plans={(-1, 0)}), hands=("RR", "G G"))
    table.old = [Counter("B"), Counter("GW")]
    attack = table.play("attack seat 1")
    assert attack.told[0] == "old: B of RR B"
    assert (attack.hand(0), attack.discards) == (Counter(), Counter(["RR", "B"]))
    toll = after(table, "build -1,0 with RR", "old none", "toll")
    assert toll.weights() == {"G": 2, "old G": 1, "old W": 1}
    assert toll.play("old G").old[1] == Counter("W")
    assert toll.play("old G").open[0] == Counter("G")


def test_toll() -> None:
    choice = event("toll", picture("S"), hands=("RR", "G G W", "", "B"))
    assert choice.legal() == {"toll seat 1", "toll seat 3"}
    taking = choice.play("toll seat 1")
    assert (taking.to_move, taking.weights()) == ("chance", {"G": 2, "W": 1})
    taken = taking.play("G")
    assert (taken.open[0], taken.new[1]) == (Counter("G"), Counter("GW"))
    assert is_offered_two(event("toll", picture("S")))
    assert event("toll", picture("S"), hands=("RR", "G")).legal() == {"G"}, "one target is not asked for"


def test_cards_that_lie_open_are_not_tolled_and_go_first() -> None:
    table = in_turn(picture("╶S", plans={(-1, 0)}), hands=("RR", "G", "B"))
    table.open[1] = Counter("RW")
    assert after(table, "build -1,0 with RR", "toll", "toll seat 1").legal() == {"G"}
    table.new[1] = Counter()
    only = after(table, "build -1,0 with RR", "toll")
    assert only.legal() == {"B"}, "seat 1 has nothing unseen, so seat 2 is the one target"
    mine = in_turn(picture("╶S", plans={(-1, 0)}), hands=("R R", "", ""))
    mine.open[0] = Counter("R")
    mine = mine.play("build -1,0 with R R")
    assert (mine.open[0], mine.new[0]) == (Counter(), Counter(R=1))
    full = in_turn(hands=("R R R R R", ""))
    full.open[0] = Counter("R")
    full = after(full, "done", "discard R")
    assert (full.open[0], full.new[0]) == (Counter(), Counter(R=5))


def test_leak() -> None:
    assert event("leak", picture("S")).looks == {(0, 1)}
    choice = event("leak", picture("S"), hands=("RR", "", ""))
    assert choice.legal() == {"leak seat 1", "leak seat 2"}
    assert choice.play("leak seat 2").looks == {(0, 2)}
    on_map = {**picture("S"), (-1, 0): ("E", "red", False)}
    known = in_turn(on_map, ("RR", "", ""))
    known.looks = {(0, 1), (1, 2)}
    assert after(known, "build -1,0 with RR", "leak").looks == {(0, 1), (0, 2), (1, 2)}, "one whom it has not looked at"
    known.looks |= {(0, 2)}
    assert is_offered_two(after(known, "build -1,0 with RR", "leak"))


def test_relocation() -> None:
    table = event("relocation", picture("S─│E", plans={(1, 0), (3, 0)}))
    assert (table.lifted, verbs(table)) == ((3, 0), {"to"}), (
        "nothing hangs together without the straight, wherever it is"
    )
    assert is_offered_two(event("relocation", picture("S─E"))), "what is built stays, an End too"
    ring = picture("┌─┐", "S┼E", plans={(0, 1), (1, 1), (2, 1), (1, 0), (2, 0)})
    table = event("relocation", ring)
    assert table.legal() == {"move 0,1", "move 1,1", "move 2,1", "move 1,0", "move 2,0"}
    table = table.play("move 2,1")
    assert "to 2,1" not in table.legal()
    assert "to 3,1" not in table.legal(), "that is next to nothing but the place it left"
    table = table.play("to 3,0")
    assert (table.tiles[3, 0], (2, 1) in table.tiles) == (Tile("corner", "SW", "red"), False)


def test_relocation_across_a_gap_or_not_at_all() -> None:
    bent = picture("S─", " │E", plans={(1, 0), (2, -1)})
    table = event("relocation", bent)
    assert table.legal() == {"move 1,0", "move 2,-1"}
    assert table.play("move 1,0").tiles[0, -1] == Tile("straight", "EW", "red"), "the one place that joins both parts"
    assert is_offered_two(event("relocation", picture("S─")))


def test_destinations_are_where_every_tile_has_a_chain_to_start() -> None:
    random = Random(9)
    for _ in range(12):
        table = in_turn(routes.random_map(random))
        for place in set(table.tiles) - {(0, 0)}:
            free = {(x, y) for x in range(-5, 6) for y in range(-5, 6)} - set(table.tiles)
            joined = {to for to in free if len(parts.pieces({*table.tiles, to} - {place})) == 1}
            assert table.destinations(place) == joined


# ------------------------------------------------------------------------------------------ end and scoring

TWO_ROUTES = picture("E─S─E", colours={(1, 0): "blue"})


def test_the_game_ends_with_two_routes_at_the_end_of_a_turn() -> None:
    plan = picture("E─S─E", plans={(1, 0)})
    table = after(in_turn(plan, hands=("R RR", "W")), "build 1,0 with R RR", "leak")
    assert table.to_move == 0, "not before the turn is over"
    table = table.play("done")
    assert (table.to_move, table.ending, table.ended_by, table.legal()) == ("over", "routes", 0, set())
    assert table.points() == [7, 1]
    assert (table.winners(), table.returns()) == ({0}, [1, -1])


def test_a_landslide_breaks_a_route_within_the_turn() -> None:
    plan = picture("E─S─E", plans={(1, 0)})
    table = after(in_turn(plan, hands=("R RR", "W")), "build 1,0 with R RR", "landslide", "landslide -1,0", "done")
    assert (table.to_move, table.turns) == (1, 1)


def test_a_relocated_end_completes_a_route() -> None:
    plan = picture("E─S─ ", "╷  E ", plans={(-2, -1), (1, -1)})
    table = after(in_turn(plan, hands=("RR R G B", "W")), "build -2,-1 with RR", "relocation", "to 2,0")
    assert after(table, "done").to_move == 1, "not before it is built"
    table = after(table, "build 2,0 with R G B", "toll", "W", "done")
    assert table.ending == "routes"


def test_ends_are_kept_away_from_start() -> None:
    table = in_turn(picture("S──"), phases="draw")
    table.end_distance = 3
    table.tops = {1: "end", 2: "green corner", 3: "end"}
    table = after(table, "draw 2", "R", "R")
    assert table.legal() == {"pile 1", "pile 2", "pile 3"}
    table = after(table, "pile 1", "end")
    assert table.legal() == {f"at {place} NESW" for place in ("3,0", "2,1", "2,-1")}
    table.end_distance = 4
    assert table.legal() == set(), "but then it could not have been taken"
    table = in_turn(picture("S──"), phases="draw")
    table.end_distance, table.tops = 4, {1: "end", 2: "green corner", 3: "end"}
    assert after(table, "draw 2", "R", "R").taken == "green corner", "the only one that can be placed"
    table.tops = {1: "end", 2: "end", 3: "end"}
    assert after(table, "draw 2", "R", "R").legal() == {"attack seat 1", "done"}
    assert after(table, "draw 2", "R", "R", "done").ending == "frozen", "for nothing can change any more"


def test_ends_are_not_moved_near_start() -> None:
    table = in_turn(picture("S──E", plans={(3, 0)}))
    assert table.destinations((3, 0)) == {(-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1)}
    table.end_distance = 3
    assert table.destinations((3, 0)) == {(2, 1), (2, -1)}
    table.end_distance = 4
    assert table.destinations((3, 0)) == set()


def test_in_full_rounds_nobody_ends_the_game_before_all_have_had_a_turn() -> None:
    table = in_turn(picture("E─S─E"), hands=("R", "", ""))
    assert after(table, "done").ending == "routes"
    table.full_rounds = True
    second = after(table, "done")
    assert second.to_move == 1
    four = ("draw 4", "R", "R", "R", "R")
    last = after(second, *four, *four)
    assert (last.ending, last.ended_by) == ("routes", 2)
    skipped = after(table, "attack seat 1", "done")
    assert skipped.to_move == 2
    assert after(skipped, *four).ended_by == 2
    two = in_turn(picture("E─S─E"), hands=("R", ""))
    two.full_rounds = True
    two = after(two, "attack seat 1", "done")
    assert (two.to_move, two.turns) == (0, 2), "nothing is looked at when a turn is skipped"
    assert after(two, *four).ended_by == 0


def test_own_tiles_and_cards_of_the_winner_colour() -> None:
    on_map = picture("E─S──E", colours={(1, 0): "blue", (2, 0): "blue"})
    scored = routes.scored_routes(on_map)
    assert routes.winner_colours(on_map, scored) == {"blue"}
    assert routes.points(on_map, scored, "blue", [], False) == 6
    assert routes.points(on_map, scored, "green", ["B", "BB", "W", "G"], False) == 4
    assert routes.points(on_map, scored, "red", ["R", "RR"], True) == 4


def test_a_tie_in_winner_colour_counts_both() -> None:
    scored = routes.scored_routes(TWO_ROUTES)
    assert routes.winner_colours(TWO_ROUTES, scored) == {"red", "blue"}
    assert routes.points(TWO_ROUTES, scored, "green", ["R", "BB", "GG", "W"], False) == 4


def test_one_route_or_none_at_the_limit() -> None:
    table = after(in_turn(picture("S─E"), hands=("R W", "RR B"), round_limit=1), "done")
    assert table.to_move == 1, "a round is once round the seats"
    one = after(table, "draw 4", "G", "G", "G", "G")
    one = after(one, "discard G")
    assert (one.ending, one.ended_by) == ("limit", None)
    assert one.points() == [3 + 1 + 1, 2]
    none = after(
        in_turn(picture("S"), hands=("R W", "RR W"), round_limit=1), "done", "draw 4", "G", "G", "G", "G", "discard G"
    )
    assert none.points() == [1, 1]
    assert (none.winners(), none.returns()) == ({0, 1}, [0, 0])


def test_a_skipped_turn_may_be_the_last() -> None:
    table = after(in_turn(hands=("R", "RR"), round_limit=1), "attack seat 1", "done")
    assert (table.ending, table.turns) == ("limit", 2)


def test_a_frozen_table_ends_the_game() -> None:
    table = in_turn(picture("S─E"), hands=("R", ""))
    table.sizes = {1: 0, 2: 0, 3: 0}
    assert after(table, "done").ending == "frozen"
    table.tiles[0, 1] = Tile("cross", "NESW", "red")
    assert after(table, "done").to_move == 1


def test_returns_of_three() -> None:
    table = in_turn(picture("S"), hands=("W", "W", ""))
    table.ending = "limit"
    assert table.returns() == [0.25, 0.25, -0.5]


def test_used_events_come_back_when_the_pile_ends() -> None:
    table = in_turn(picture("╶S╴", plans={(-1, 0), (1, 0)}), hands=("RR RR", ""))
    table.events, table.used_events = Counter(leak=1), Counter(toll=2)
    table = after(table, "build -1,0 with RR", "leak")
    assert table.events.total() == 0
    assert table.play("build 1,0 with RR").weights() == {"toll": 2, "leak": 1}


# ------------------------------------------------------------------------------------------- whole games


def random_move(table: Table, random: Random, eager: bool) -> str:
    """Chance by its weights; seats first choose what to do and then how, and eager ones build when they can."""
    if table.to_move == oracle.CHANCE:
        weights = table.weights()
        return random.choices(list(weights), list(weights.values()))[0]
    moves = sorted(table.legal())
    can_do = sorted({move.split()[0] for move in moves})
    verb = "build" if eager and "build" in can_do else random.choice(can_do)
    return random.choice([move for move in moves if move.split()[0] == verb])


def check_table(table: Table) -> None:
    """See that nothing got lost, nothing lies where it cannot, and only real questions are asked."""
    names = [f"{tile.colour} {tile.shape}" if tile.colour else tile.shape for tile in table.tiles.values()]
    in_hand = [table.taken] if table.taken else []
    assert Counter(names) + Counter(table.tops.values()) + Counter(in_hand) + table.unseen == Counter(
        {**parts.all_tiles(), "start": 1}
    )
    assert sum(table.sizes.values()) == table.unseen.total() + len(table.tops)
    cards = sum((table.hand(seat) for seat in range(table.players)), table.pile + table.discards)
    assert cards == parts.all_cards()
    assert (table.events + table.used_events).total() == 20
    assert len(parts.pieces(table.tiles)) == 1
    assert all(tile.lie in parts.lies(tile.shape) for tile in table.tiles.values() if tile.shape != "start")
    assert max(max(map(abs, place)) for place in table.tiles) <= oracle.FARTHEST
    if table.to_move == oracle.OVER:
        return
    assert table.legal()
    what = table.agenda[0].what
    if what == "draw":
        assert all(table.hand(seat).total() <= 5 for seat in range(table.players))
    if isinstance(table.to_move, int) and what not in ("act", "discard", "ages"):
        assert len(table.legal()) > 1


def check_games(players: int, games: int, round_limit: int) -> Counter[str]:
    """Play games to the end, every other one by eager builders, and count how they end."""
    endings: Counter[str] = Counter()
    for seed in range(games):
        random = Random(seed)
        table = oracle.start(players, round_limit)
        while table.to_move != oracle.OVER:
            if random.random() < 0.1:
                check_table(table)
            table = table.play(random_move(table, random, eager=seed % 2 == 0))
        check_table(table)
        endings[table.ending] += 1
        assert table.turns <= round_limit * players
        assert (table.ending == "routes") == (len(table.scored_routes()) == 2) == (table.ended_by is not None)
        assert abs(sum(table.returns())) < 1e-9
    return endings


@pytest.mark.parametrize(("players", "round_limit"), [(2, 20), (4, 10), (8, 6)])
def test_random_games(players: int, round_limit: int) -> None:
    assert check_games(players, 6, round_limit).total() == 6


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8])
def test_random_games_at_length(players: int) -> None:
    assert check_games(players, 20, 60).total() == 20


def test_playing_leaves_the_table_as_it_was() -> None:
    random = Random(3)
    table = oracle.start(3, 4)
    while table.to_move != oracle.OVER:
        before = table.copied()
        with pytest.raises(ValueError, match="not legal"):
            table.play("pass")
        following = table.play(random_move(table, random, eager=True))
        assert table == before
        assert following != table
        table = following
