"""The slow Starry Sky held against examples that can be checked by hand, and against itself told another way."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest

from tests.games.starry_sky import oracle
from tests.games.starry_sky.oracle import Deal, Pair, Point, Position, crosses

pytestmark = pytest.mark.compiled_only

# The squares, row by row: 1 2 | 3 | 4, then 5 | 6 7 | 8, then 9 | 10 | 11 12.
SKY = oracle.numbered(
    [
        (15, 40),
        (50, 20),
        (135, 30),
        (270, 85),
        (30, 170),
        (130, 180),
        (185, 170),
        (245, 140),
        (30, 285),
        (150, 285),
        (250, 260),
        (285, 215),
    ]
)


def about_to_lay(
    *cards: str, lines: dict[Pair, str] | None = None, erasing: str = "off", used: set[int] | None = None
) -> Position:
    """A first trick in which the seats can lay these cards: who does not follow holds nothing but the other colour."""
    hands = [{card} for card in cards]
    left = sorted(oracle.CARDS - set(cards))
    by_need = sorted(oracle.SEATS, key=lambda seat: cards[seat][0] == cards[0][0])
    for seat in by_need:
        fits = [card for card in left if card[0] == cards[seat][0]] if cards[seat][0] != cards[0][0] else left
        hands[seat] |= set(fits[:7])
        left = [card for card in left if card not in hands[seat]]
    position = oracle.start(SKY, hands, erasing=erasing)
    return replace(position, lines=lines or {}, erasing_used=frozenset(used or ()))


def after_laying(
    *cards: str, lines: dict[Pair, str] | None = None, erasing: str = "off", used: set[int] | None = None
) -> Position:
    """The position after these three cards of a first trick."""
    position = about_to_lay(*cards, lines=lines, erasing=erasing, used=used)
    for card in cards:
        position = position.play(card)
    return position


def random_deal(random: Random) -> list[list[str]]:
    cards = sorted(oracle.CARDS)
    random.shuffle(cards)
    return [cards[:8], cards[8:16], cards[16:]]


def random_game(seed: int, *, erasing: str) -> list[Position]:
    """Every position of a game played at random."""
    random = Random(seed)
    game = [oracle.start(SKY, random_deal(random), erasing=erasing)]
    while game[-1].asks != oracle.OVER:
        game.append(game[-1].play(random.choice(sorted(game[-1].legal()))))
    return game


# ----------------------------------------------------------------------------------------------- the sky


def test_a_sky_without_fault() -> None:
    assert oracle.sky_faults(SKY) == []
    assert oracle.drawn_sky_faults(SKY) == []


@pytest.mark.parametrize(
    ("moved", "fault"),
    [
        ({1: (0, 40)}, "star 1 is on a border"),
        ({8: (245, 200)}, "star 8 is on a border"),
        ({4: (301, 85)}, "star 4 is off the board"),
        ({2: (15, 40)}, "stars 1 and 2 are at one point"),
        ({3: (50, 40)}, "square (1, 0) holds 0 stars, not one or two"),
        ({3: (45, 45)}, "square (0, 0) holds 3 stars, not one or two"),
        ({1: (75, 45), 2: (20, 30), 3: (130, 60)}, "stars 1, 2 and 3 are in line"),
    ],
)
def test_what_is_wrong_with_a_given_sky(moved: dict[int, Point], fault: str) -> None:
    assert fault in oracle.sky_faults({**SKY, **moved})


def test_distances_of_a_drawn_sky_are_at_least() -> None:
    assert oracle.drawn_sky_faults({**SKY, 1: (12, 40)}) == []
    assert oracle.drawn_sky_faults({**SKY, 1: (11, 40)}) == ["star 1 is too near to border 0"]
    at_border = "star 5 is too near to border 200"
    assert at_border not in oracle.drawn_sky_faults({**SKY, 5: (30, 188)})
    assert at_border in oracle.drawn_sky_faults({**SKY, 5: (30, 189)})
    too_near = "stars 1 and 2 are too near to each other"
    assert too_near not in oracle.drawn_sky_faults({**SKY, 1: (32, 44)})  # 18 and 24 from star 2
    assert too_near in oracle.drawn_sky_faults({**SKY, 1: (33, 44)})


def test_distance_to_a_segment() -> None:
    assert oracle.squared_distance_to_segment((5, 6), (0, 0), (9, 0)) == 36
    assert oracle.squared_distance_to_segment((13, -3), (0, 0), (9, 0)) == 25, "beyond an end the end is nearest"
    assert oracle.squared_distance_to_segment((4, 13), (0, 0), (16, 12)) == 64, "3-4-5, on the slant"
    near = "star 3 is too near to the segment 1-2"
    flat = {**SKY, 1: (20, 20), 2: (80, 20)}
    assert near not in oracle.drawn_sky_faults({**flat, 3: (50, 26)})
    assert near in oracle.drawn_sky_faults({**flat, 3: (50, 25)})


# ---------------------------------------------------------------------------------------------- geometry


@pytest.mark.parametrize(
    ("p", "q", "r", "s", "expected"),
    [
        ((0, 0), (4, 4), (0, 4), (4, 0), True),
        ((0, 0), (4, 4), (0, 0), (4, 0), False),  # meet at a shared end
        ((0, 0), (4, 4), (2, 2), (4, 0), False),  # one ends on the other
        ((0, 0), (4, 4), (1, 1), (3, 3), False),  # one within the other
        ((0, 0), (3, 3), (1, 1), (4, 4), False),  # overlap
        ((0, 0), (1, 1), (2, 2), (4, 4), False),  # on one line, apart
        ((0, 0), (4, 4), (1, 0), (5, 4), False),  # parallel
        ((0, 0), (1, 1), (0, 4), (4, 0), False),  # would cross if longer
    ],
)
def test_crossing(p: Point, q: Point, r: Point, s: Point, expected: bool) -> None:
    assert crosses(p, q, r, s) is expected


def test_crossing_is_having_the_ends_on_opposite_sides_both_ways() -> None:
    def side(a: Point, b: Point, c: Point) -> int:
        turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        return (turn > 0) - (turn < 0)

    grid: list[Point] = list(product(range(3), range(3)))
    for p, q, r, s in product(grid, repeat=4):
        opposite = side(p, q, r) * side(p, q, s) == -1 and side(r, s, p) * side(r, s, q) == -1
        assert crosses(p, q, r, s) is opposite


def test_reach_counts_steps_across_borders() -> None:
    within = {b for b in oracle.STARS if oracle.reach(SKY[1], SKY[b])}
    assert within == {1, 2, 3, 4, 5, 6, 7, 9}
    assert all(oracle.reach(SKY[6], SKY[b]) for b in oracle.STARS), "everything is in reach of the middle square"


def test_points() -> None:
    assert oracle.points(SKY, {}) == 0
    assert oracle.points(SKY, {(2, 5): "R", (2, 6): "R"}) == 2
    assert oracle.points(SKY, {(2, 5): "R", (2, 6): "R", (1, 3): "R"}) == 5, "one line that crosses two"
    assert oracle.points(SKY, {(2, 5): "R", (2, 6): "R", (3, 4): "B"}) == 3
    assert oracle.points(SKY, {(2, 5): "R", (1, 3): "B"}) == 2, "only lines of one colour make a crossing"


# ---------------------------------------------------------------------------------------------- a trick


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("R8 R12 R7", "R12"),  # one colour: no S
        ("B7 B3 B9", "B9"),  # one S
        ("R6 R12 R4", "R4"),  # two S
        ("B6 B2 B5", "B2"),  # three S
        ("R8 B12 R7", "R8"),  # two and one: no S
        ("B8 B9 R1", "B9"),  # only the minority card
        ("R8 R5 B12", "R8"),  # only one of the majority cards
        ("B2 R7 R4", "R4"),  # that one and the minority card
        ("B2 B5 R12", "B2"),  # both majority cards
        ("R6 B1 R3", "R3"),  # all of them
    ],
)
def test_the_ten_patterns_of_a_trick(cards: str, winner: str) -> None:
    laid = tuple(cards.split())
    assert oracle.winning_card(laid) == winner
    for leader in oracle.SEATS:
        assert oracle.Trick(leader, laid).winner == (leader + laid.index(winner)) % 3


def test_colour_is_followed_by_whoever_holds_it() -> None:
    position = about_to_lay("R3", "R4", "B5")
    assert position.legal() == position.hands[0]
    position = position.play("R3")
    assert (position.led_colour, position.to_move) == ("R", 1)
    mixed = replace(position, hands=(position.hands[0], frozenset({"R4", "R12", "B1"}), position.hands[2]))
    assert mixed.legal() == {"R4", "R12"}
    position = position.play("R4")
    assert position.legal() == position.hands[2]
    with pytest.raises(ValueError, match="not legal"):
        position.play("R4")


# ---------------------------------------------------------------------------------------------- drawing


def test_two_majority_cards_draw_their_line_by_itself() -> None:
    position = after_laying("R3", "R4", "B5")
    assert position.lines == {(3, 4): "R"}
    assert (position.asks, position.to_move, position.total()) == ("lay", 0, 1)


def test_three_majority_cards_draw_two_lines_of_three() -> None:
    position = after_laying("R2", "R1", "R3")
    assert (position.to_move, position.legal()) == (1, {"1-2", "1-3", "2-3"})
    position = position.play("1-2")
    assert (position.to_move, position.legal()) == (1, {"1-3", "2-3"})
    position = position.play("2-3")
    assert position.lines == {(1, 2): "R", (2, 3): "R"}
    assert (position.asks, position.to_move) == ("lay", 1)


def test_a_pair_is_joined_once() -> None:
    position = after_laying("R1", "R2", "R3", lines={(1, 2): "B"})
    assert position.legal() == {"1-3", "2-3"}
    position = position.play("1-3")
    assert position.lines == {(1, 2): "B", (1, 3): "R", (2, 3): "R"}, "the second had no alternative"


def test_a_line_is_stopped_by_the_other_colour_and_not_by_its_own() -> None:
    assert after_laying("R1", "R3", "B12", lines={(2, 5): "B"}).lines == {(2, 5): "B"}
    assert after_laying("R1", "R3", "B12", lines={(2, 5): "R"}).total() == 3


def test_no_fourth_line_at_a_star() -> None:
    two = {(1, 2): "R", (1, 5): "B"}
    assert (1, 3) in after_laying("R1", "R3", "B12", lines=two).lines
    three = {**two, (1, 9): "B"}
    nothing_drawn = after_laying("R1", "R3", "B12", lines=three)
    assert nothing_drawn.lines == three
    assert nothing_drawn.leader == nothing_drawn.to_move == nothing_drawn.tricks[0].winner == 0


def test_a_first_line_may_spoil_the_second() -> None:
    lines = {(6, 7): "R", (5, 6): "R"}
    position = after_laying("R1", "R6", "R11", lines=lines)
    assert position.legal() == {"1-6", "6-11"}, "1-11 is out of reach"
    assert position.play("6-11").lines == {**lines, (6, 11): "R"}


# --------------------------------------------------------------------------------------------- erasing


def test_erasing_takes_every_line_of_either_colour_that_the_segment_crosses() -> None:
    lines = {(1, 6): "B", (2, 6): "B"}
    assert after_laying("R3", "R4", "B5", lines=lines).asks == "lay", "not in the game without the variant"
    position = after_laying("R3", "R4", "B5", lines={**lines, (2, 9): "R"}, erasing="after")
    assert position.legal() == {"erase 3-5", "keep"}, "4-5 is out of reach"
    erased = position.play("erase 3-5")
    assert (erased.lines, erased.erasing_used, erased.asks) == ({(3, 4): "R"}, frozenset({0}), "lay")
    kept = position.play("keep")
    assert (kept.lines, kept.erasing_used, kept.asks) == (position.lines, frozenset(), "lay")
    assert after_laying("R3", "R4", "B5", lines=lines, erasing="after", used={0}).asks == "lay"
    assert after_laying("R3", "R4", "B5", lines=lines, erasing="after", used={1}).asks == "erase"


def test_erasing_after_drawing_nothing_and_by_no_segment_without_length() -> None:
    position = after_laying("R5", "R6", "B5", lines={(2, 9): "R", (5, 6): "R"}, erasing="after")
    assert position.legal() == {"erase 5-6", "keep"}
    assert position.play("erase 5-6").lines == {(5, 6): "R"}, "a line that ends at its stars is not crossed"


def test_no_erasing_in_a_trick_of_one_colour() -> None:
    position = after_laying("R3", "R4", "R5", lines={(1, 6): "B", (2, 6): "B", (4, 12): "R"}, erasing="after")
    assert position.asks == "lay"


# --------------------------------------------------------------------------------------------- the end


@pytest.mark.parametrize(
    ("bids", "lines", "tricks_won", "winners"),
    [
        ("R3 R9 B12", "", (7, 0, 0), (1,)),  # the closest, and nothing else, counts
        ("R8 R9 B12", "RRB", (0, 7, 0), (1,)),
        ("R9 B9 R12", "RRB", (7, 0, 0), (0,)),  # the colour with more lines, before tricks
        ("R9 B11 R11", "RRB", (4, 1, 2), (2,)),  # misses of one either way are equal, then red, then fewest
        ("B9 B11 R1", "RRB", (4, 3, 0), (1,)),  # nobody bids the colour with more lines
        ("R9 B11 R11", "RB", (4, 1, 2), (1,)),  # equally many: fewest tricks of all three
        ("R9 B11 R11", "RB", (3, 2, 2), (1, 2)),  # shared
        ("R9 B11 R11", "RB", (3, 1, 3), (1,)),
    ],
)
def test_ties(bids: str, lines: str, tricks_won: tuple[int, int, int], winners: tuple[int, ...]) -> None:
    drawn = {(1, number): colour for number, colour in enumerate(lines, start=2)}
    assert oracle.best_bids(bids.split(), 10, drawn, tricks_won) == winners


@pytest.mark.parametrize("erasing", ["off", "after", "before"])
def test_whole_games(erasing: str) -> None:
    for seed in range(40):
        game = random_game(seed, erasing=erasing)
        for before, after in pairwise(game):
            assert oracle.check_picture(SKY, after.picture()) == []
            assert before.winners() == ()
            if before.asks == oracle.DRAW:
                assert len(before.legal()) >= 2
        end = game[-1]
        assert (end.to_move, end.legal(), len(end.tricks)) == (None, set(), 7)
        assert [len(hand) for hand in end.hands] == [1, 1, 1]
        assert len([position for position in game if position.asks == oracle.LAY]) == 21
        assert 1 <= len(end.winners()) <= 3


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([(1, 11, "R")], "line 1-11 is too long"),
        ([(1, 1, "R")], "line 1-1 joins a star with itself"),
        ([(1, 2, "R"), (2, 1, "B")], "stars 1 and 2 are joined twice"),
        ([(1, 3, "R"), (2, 5, "B")], "line 1-3 crosses line 2-5 of the other colour"),
        ([(1, 2, "R"), (1, 3, "R"), (1, 5, "R"), (1, 9, "B")], "star 1 has 4 lines"),
        ([(1, 2, "G")], "line 1-2 has the colour 'G'"),
        ([(1, 13, "R")], "line 1-13 ends at no star"),
    ],
)
def test_what_is_wrong_with_a_picture(lines: list[tuple[int, int, str]], fault: str) -> None:
    assert oracle.check_picture(SKY, lines) == [fault]


# -------------------------------------------------------------------------------------- what a seat knows


def played_by_the_rules(position: Position, deal: Deal) -> bool:
    """Whether, had the cards lain like this, every card so far could have been laid when it was."""
    rounds = [(trick.leader, trick.cards) for trick in position.tricks] + [(position.leader, deal.face_down)]
    laid = [((leader + turn) % 3, card, cards[0][0]) for leader, cards in rounds for turn, card in enumerate(cards)]
    if deal.face_down and deal.face_down[0][0] != position.led_colour:
        return False
    for moment, (seat, card, led) in enumerate(laid):
        hand = deal.hands[seat] | {later for later_seat, later, _ in laid[moment:] if later_seat == seat}
        leads = moment % 3 == 0
        if not leads and card[0] != led and any(held[0] == led for held in hand):
            return False
    return True


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_the_deals_a_seat_holds_possible_are_those_that_could_have_been_played(seat: int | None) -> None:
    narrowed = 0
    tricks = 6 if seat is None else 5  # a spectator sees no hand and has far more to try
    for seed in range(12):
        for position in random_game(seed, erasing="off"):
            if len(position.tricks) < tricks or position.asks == oracle.OVER:
                continue
            every = list(oracle.assignments(position, seat))
            deals = list(oracle.consistent_deals(position, seat))
            assert deals == [deal for deal in every if played_by_the_rules(position, deal)]
            assert Deal(position.hands, position.face_down) in deals
            assert len(set(deals)) == len(deals)
            narrowed += len(deals) < len(every)
    assert narrowed > 20


def test_a_void_shows_at_the_reveal_and_not_before() -> None:
    position = about_to_lay("R3", "R4", "B5").play("R3").play("R4").play("B5")
    assert oracle.shown_voids(position, 2) == {"R"}
    assert oracle.shown_voids(position, 0) == oracle.shown_voids(position, 1) == set()
    before = about_to_lay("R3", "R4", "B5").play("R3").play("R4")
    assert oracle.shown_voids(before, 2) == set()


def test_bids_are_open_at_the_end() -> None:
    end = random_game(1, erasing="off")[-1]
    assert list(oracle.consistent_deals(end, None)) == [Deal(end.hands, ())]
