"""Starry Sky Trick-Taking by example: some tricks, what follows. Each test names the rules it shows.

Tricks are written by seat. The sky is the one in ``scripted_games.py``.
"""

from itertools import combinations, pairwise
from typing import cast

import pytest

import triangulum as tri
from tests.games.shared import after
from tests.games.starry_sky.scripted_games import (
    GAME,
    SKY,
    are_crossing,
    get_points,
    get_view,
    list_lines,
    list_moves,
    make_setup,
    play_random_game,
    play_script,
)
from tests.rules import rule
from triangulum.core.components import parse_components
from triangulum.core.state import State
from triangulum.games.starry_sky import actions, sky_geometry, sky_parser, views
from triangulum.games.starry_sky.box import StarrySkyBox
from triangulum.games.starry_sky.rules import StarrySkyState, lookup

# 1 Pieces


@rule("1.1", "1.2")
def test_twelve_cards_of_each_colour_half_of_them_small_each_bidding_its_number() -> None:
    box: StarrySkyBox = GAME.components.box
    assert {(card.colour, card.number) for card in box.cards} == {(c, n) for c in ("red", "blue") for n in range(1, 13)}
    assert all((card.size == "S") == (card.number <= 6) and card.bid == card.number for card in box.cards)
    assert box.rebuilt


@rule("1.2")
def test_other_bids_can_be_typed_in() -> None:
    text = GAME.components.text.replace("bid = 12", "bid = 20")
    made = make_setup(components=parse_components(StarrySkyBox, text, "box"))
    assert get_view(made.new()).bids[11] == get_view(made.new()).bids[23] == 20


@rule("1.3", "2.1")
def test_twelve_stars_in_nine_squares() -> None:
    sky = get_view(make_setup().new()).sky
    counts = [sum(sky_geometry.find_square_index(star) == square for star in sky) for square in range(9)]
    assert len(sky) == 12
    assert sorted(counts) == [1] * 6 + [2] * 3


# 3 Tricks


@rule("3.1", "3.2")
def test_eight_cards_each_and_seat_0_leads_seven_tricks() -> None:
    states = play_random_game(make_setup(), 1)
    assert [state.to_move for state in states[:25]] == [tri.CHANCE] * 24 + [0]
    assert get_view(states[24]).hand_sizes == (8, 8, 8)
    assert get_view(states[9]).hand_sizes == (8, 1, 0)
    assert len(get_view(states[-1]).tricks) == 7
    assert get_view(states[-1]).hand_sizes == (1, 1, 1)


@rule("3.2")
def test_the_winner_of_a_trick_leads_the_next() -> None:
    state = play_script("R1 R9 R12", "1-12")
    assert (state.to_move, get_view(state).leader, get_view(state).phase) == (2, 2, "lead")


@rule("3.3", "9.1")
def test_the_leader_names_a_colour_and_nobody_sees_more() -> None:
    state = play_script()
    assert list_moves(state) == [state.format_action(card) for card in get_view(state, 0).hand]
    card = state.legal_actions()[0]
    assert state.events(card, 0) == [views.CardLaid(seat=0, card=card, led_colour=0)]
    for other in (1, 2, None):
        assert state.events(card, other) == [views.CardLaid(seat=0, card=None, led_colour=0, news=True, covered=True)]
    state._apply(card)
    assert (
        get_view(state, 0).own_face_down_card,
        get_view(state, 1).own_face_down_card,
        get_view(state).own_face_down_card,
    ) == (card, None, None)
    assert get_view(state, 1).has_face_down_card == (True, False, False)
    assert get_view(state, 1).led_colour == actions.RED


@rule("3.4", "9.1")
def test_who_holds_the_colour_must_lay_it_and_only_they_know() -> None:
    state = make_setup().parse_position(
        "R1 R2 R3 R4 R5 R6 R7, R8 R9 B1 B2 B3 B4 B5 B6, B7 B8 B9 B10 B11 B12 R11 R12 | down R10, -, - | seat 1 follows"
    )
    assert list_moves(state) == ["R8", "R9"]
    state = after(state, "R8")
    assert state.events(state.parse_action("R11"), 0)[0] == views.CardLaid(
        seat=2, card=None, led_colour=None, covered=True
    )
    lacking = make_setup().parse_position(
        "R1 R2 R3 R4 R5 R6 R7, R8 R9 R11 R12 B3 B4 B5 B6, B1 B2 B7 B8 B9 B10 B11 B12 | down R10, -, - | seat 1 follows"
    )
    lacking = after(lacking, "R8")
    assert list_moves(lacking) == ["B1", "B2", "B7", "B8", "B9", "B10", "B11", "B12"]
    # That seat 2 has a choice of eight cards shows nowhere before the trick is turned up.
    assert get_view(lacking, 0).voids == ((False, False),) * 3


def test_a_follower_is_asked_even_with_one_card() -> None:
    state = make_setup().parse_position(
        "R1 R2 R3 R4 R5 R6 R7, R8 B1 B2 B3 B4 B5 B6 B7, B8 B9 B10 B11 B12 R11 R12 R9 | down R10, -, - | seat 1 follows"
    )
    assert (state.to_move, list_moves(state)) == (1, ["R8"])


@rule("3.5", "9.2")
def test_the_third_card_turns_all_up_and_a_void_shows() -> None:
    script = "R1 R5 B3"
    state = play_script(script)
    trick = get_view(state).tricks[0]
    assert (trick.cards, trick.leader) == ((0, 4, 14), 0)
    assert get_view(state).voids == ((False, False), (False, False), (True, False))
    assert get_view(state).has_face_down_card == (False, False, False)
    assert get_view(state).led_colour is None


@rule("3.5")
def test_what_everybody_sees_when_a_trick_is_turned_up() -> None:
    before = make_setup().parse_position(
        "R3 R2 R4 R6 R7 R8 R9, R10 R11 R12 B1 B2 B4 B5, B3 B6 B7 B8 B9 B10 B11 B12 | down R1, R5, - | seat 2 follows"
    )
    laid, turned, drew = before.events(before.parse_action("B3"), 0)
    assert laid == views.CardLaid(seat=2, card=None, led_colour=None, covered=True)
    assert turned == views.TrickTurnedUp(
        trick=views.Trick(leader=0, cards=(0, 4, 14), majority=actions.RED, low=True, winner=0), news=True
    )
    assert drew == views.LineDrawn(seat=0, line=views.SkyLine((0, 4), actions.RED), crossed=(), points=1)


# 4 Who wins a trick

PATTERNS = [
    ("R7 R9 R12", False, 2),
    ("R3 R9 R7", False, 1),
    ("R5 R9 R3", True, 2),
    ("R5 R2 R3", True, 1),
    ("R8 R11 B12", False, 1),
    ("R8 R11 B2", False, 1),
    ("R4 R11 B12", False, 1),
    ("R4 R11 B2", True, 0),
    ("R4 R3 B12", True, 1),
    ("R4 R3 B2", True, 1),
]
"""All one colour with none to three S; two and one, by whose cards are S."""


@rule("4.1", "4.2")
@pytest.mark.parametrize(("trick", "low", "winner"), PATTERNS, ids=[trick for trick, _, _ in PATTERNS])
def test_the_ten_patterns_of_a_trick(trick: str, low: bool, winner: int) -> None:
    found = get_view(play_script(trick)).tricks[0]
    assert (found.low, found.winner) == (low, winner)
    swapped = trick.translate(str.maketrans("RB", "BR"))
    assert get_view(play_script(swapped)).tricks[0].winner == winner
    assert get_view(play_script(swapped)).tricks[0].majority == actions.BLUE


@rule("4.1")
def test_the_leader_alone_with_its_colour_cannot_win() -> None:
    tricks = [trick for seed in range(40) for trick in get_view(play_random_game(make_setup(), seed)[-1]).tricks]
    alone = [trick for trick in tricks if trick.cards[trick.leader] // actions.CARDS_PER_COLOUR != trick.majority]
    assert alone
    assert all(trick.winner != trick.leader for trick in alone)


# 5 Drawing


@rule("5.1", "5.7")
def test_two_cards_of_the_majority_give_one_line_by_itself() -> None:
    state = play_script("R1 R2 B9")
    assert list_lines(state) == ["R1-2"]
    assert (state.to_move, get_view(state).phase) == (0, "lead")
    assert get_view(state).fresh_lines == ((0, 1),)


@rule("5.1")
def test_of_three_possible_lines_the_winner_chooses_two() -> None:
    state = play_script("R1 R2 R10")
    assert (state.to_move, get_view(state).phase) == (0, "draw")
    assert list_moves(state) == ["1-2", "1-10", "2-10"]
    assert [choice.stars for choice in get_view(state, 1).choices] == [(0, 1), (0, 9), (1, 9)]
    state = after(state, "1-10")
    assert list_moves(state) == ["1-2", "2-10"]
    state = after(state, "2-10")
    assert list_lines(state) == ["R1-10", "R2-10"]
    assert get_view(state).fresh_lines == ((0, 9), (1, 9))
    assert get_view(state).phase == "lead"


@rule("5.2", "5.8")
def test_a_line_reaches_two_squares_and_who_draws_nothing_leads() -> None:
    assert list_lines(play_script("R1 R3 B9")) == ["R1-3"]
    assert list_lines(play_script("R1 R5 B9")) == ["R1-5"]
    state = play_script("R1 R6 B9")
    assert (list_lines(state), get_points(state), state.to_move) == ([], 0, 0)
    assert get_view(state).tricks_won == (1, 0, 0)
    last = make_setup().parse_position(
        "R2 R3 R4 R5 R7 R8 R9, R10 R11 R12 B1 B2 B3 B4, B5 B6 B7 B8 B9 B10 B11 B12 | down R1, R6, - | seat 2 follows"
    )
    assert last.events(last.parse_action("B9"), None)[-1] == views.NoLineDrawn(seat=0)


@rule("5.2", "5.7")
def test_of_two_possible_lines_the_winner_draws_both_in_any_order() -> None:
    state = play_script("R1 R6 R2")  # 1 and 6 are three squares apart
    assert list_moves(state) == ["1-2", "2-6"]
    assert get_view(after(state, "2-6")).fresh_lines == ((1, 5), (0, 1))


@rule("5.7")
def test_one_possible_line_of_three_is_drawn_by_itself() -> None:
    state = play_script("B2 B7 B9")  # 7-9 is the only one in reach
    assert list_lines(state) == ["B7-9"]
    assert get_view(state).phase == "lead"


@rule("5.3")
def test_no_star_has_a_fourth_line() -> None:
    state = play_script("R12 R2 R1", "1-12", "2-12", "B12 B5 B6")
    assert list_moves(state) == ["5-6", "5-12", "6-12"]
    full = after(state, "5-12")  # the third at 12, so 6-12 is impossible and 5-6 is drawn by itself
    assert list_lines(full) == ["R1-12", "R2-12", "B5-6", "B5-12"]
    assert list_moves(after(state, "5-6")) == ["5-12", "6-12"]


@rule("5.4")
def test_a_line_does_not_cross_one_of_the_other_colour() -> None:
    assert are_crossing("1-5", "2-4")
    state = play_script("R1 R5 B3", "B2 B4 B9")
    assert list_lines(state) == ["R1-5"]
    assert state.to_move == 0  # who has won the trick with B2 all the same
    assert list_lines(play_script("B1 B5 R3", "R2 R4 R9")) == ["B1-5"]
    assert list_lines(play_script("R1 R5 B3", "B1 B4 B9")) == ["B1-4", "R1-5"]  # which meet at 1


@rule("5.5")
def test_two_stars_are_joined_once() -> None:
    state = play_script("R1 R2 B9", "B1 B2 B6")
    assert list_lines(state) == ["R1-2", "B2-6"]


@rule("5.6")
def test_a_first_line_may_spoil_the_second() -> None:
    state = play_script("R12 R2 R6", "2-12", "6-12", "B12 B1 B9")
    assert list_moves(state) == ["1-12", "9-12"]
    state = after(state, "1-12")
    assert list_lines(state) == ["B1-12", "R2-12", "R6-12"]
    assert get_view(state).phase == "lead"


# 6 Points


@rule("6.1", "6.2", "6.3")
def test_a_line_that_crosses_two_of_its_colour_is_worth_three() -> None:
    state = play_script("R2 R4 R5", "2-4", "2-5", "R1 R12 R9")
    assert (get_points(state), get_view(state).choices[0]) == (2, views.LineChoice((0, 11), 3))
    before = state
    state = after(state, "1-12")
    assert get_points(state) == 2 + 3 + 1  # and 9-12 by itself
    found = {(cross.first, cross.second) for cross in get_view(state).crossings}
    assert found == {((0, 11), (1, 3)), ((0, 11), (1, 4))}
    first, second = before.events(before.parse_action("1-12"), 1)
    assert first == views.LineDrawn(seat=1, line=views.SkyLine((0, 11), 0), crossed=((1, 3), (1, 4)), points=5)
    assert second == views.LineDrawn(seat=1, line=views.SkyLine((8, 11), 0), crossed=(), points=6)


@rule("5.6", "5.7", "5.8", "6.1", "6.2")
def test_what_is_told_of_lines_is_what_becomes_of_the_board() -> None:
    kinds = set()
    for seed in range(12):
        for state, following in pairwise(play_random_game(GAME.setup(sky=seed), seed)[24:]):
            (action,) = (action for action in state.legal_actions() if state.after(action) == following)
            told = state.events(action, None)
            drawn = [event for event in told if isinstance(event, views.LineDrawn)]
            view, then = get_view(state), get_view(following)
            assert {event.line for event in drawn} == set(then.lines) - set(view.lines)
            assert [event.points for event in drawn][-1:] in ([], [then.points])
            nothing = len(then.tricks) > len(view.tricks) and not then.fresh_lines and then.phase != "draw"
            assert any(isinstance(event, views.NoLineDrawn) for event in told) == nothing
            kinds.add((len(drawn), nothing))
    assert kinds == {(0, False), (1, False), (2, False), (0, True)}


def counted_points(view: views.StarrySkyView) -> int:
    """Count the points of a board, slowly."""
    ends = [(line.colour, (view.sky[line.stars[0]], view.sky[line.stars[1]])) for line in view.lines]
    return len(ends) + sum(a[0] == b[0] and sky_geometry.are_crossing(a[1], b[1]) for a, b in combinations(ends, 2))


@rule("6.1", "6.2", "5.2", "5.3", "5.4", "5.5", "8.6")
@pytest.mark.parametrize("erasing", ["off", "after", "before"])
def test_every_board_keeps_the_rules_and_its_points(erasing: str) -> None:
    for seed in range(25):
        for state in play_random_game(GAME.setup(sky=seed, erasing=erasing), seed)[24:]:
            view = get_view(state)
            assert counted_points(view) == view.points
            assert len({line.stars for line in view.lines}) == len(view.lines)
            for star in range(12):
                assert sum(star in line.stars for line in view.lines) <= 3
            ends = [(line.colour, [view.sky[star] for star in line.stars]) for line in view.lines]
            assert all(sky_geometry.is_in_reach(one, other) for _, (one, other) in ends)
            assert not any(a[0] != b[0] and sky_geometry.are_crossing(a[1], b[1]) for a, b in combinations(ends, 2))


# 7 The end

CLOSEST = (
    "B1, R6, R10 | tricks B12 B7 B10, B3 B8 B2, R9 R12 R1, B9 R5 R3, B5 R7 R11, B6 R2 R4, B11 B4 R8 | "
    "red 9-12 | blue 2-3 2-8 7-12 10-12 | over"
)
BY_COLOUR = (
    "R2, R8, B8 | tricks B2 B1 B6, B9 B10 B12, R1 R10 R11, B11 B7 B5, R12 R9 R4, R7 R6 R3, R5 B3 B4 | "
    "red 1-10 3-6 4-12 | blue 1-2 2-6 5-7 5-11 9-12 10-12 | over"
)
NO_BID_OF_THE_COLOUR = (
    "B12, R9, R11 | tricks B4 B10 B3, R1 R3 R7, B8 B9 B7, R2 R12 R6, B1 R5 B6, B11 R10 B2, B5 R8 R4 | "
    "red 1-3 1-7 4-8 6-12 | blue 2-11 3-10 4-10 7-8 7-9 | new 4-8 | over"
)
COLOURS_EVEN = (
    "R8, R9, B9 | tricks R10 R12 R7, R5 R3 R1, B11 B10 B2, B4 R6 B1, B6 R2 B3, B7 R4 B5, B8 R11 B12 | "
    "red 1-5 3-5 7-10 7-12 | blue 1-4 2-10 3-6 5-7 | over"
)
SHARED = (
    "B4, R7, B7 | tricks R12 R5 R2, B12 B6 B8, R11 R4 R3, B9 B10 B2, R10 R6 B1, R9 R8 B11, B3 R1 B5 | "
    "red 2-12 3-11 5-12 8-9 | blue 2-10 3-5 6-8 6-12 | new 3-5 | over"
)


@pytest.mark.parametrize(
    ("position", "score", "winners"),
    [
        pytest.param(CLOSEST, [-6, -1, -3], [1], id="closest", marks=rule("7.1")),
        pytest.param(BY_COLOUR, [-9, -3, -3], [2], id="colour", marks=rule("7.2")),
        pytest.param(NO_BID_OF_THE_COLOUR, [-2, -1, -1], [1], id="colour of nobody", marks=rule("7.2")),
        pytest.param(COLOURS_EVEN, [-2, -1, -1], [1], id="as many lines of both colours", marks=rule("7.2")),
        pytest.param(SHARED, [-5, -2, -2], [1, 2], id="shared", marks=rule("7.3")),
    ],
)
@rule("7.1", "7.2", "7.3", "7.4")
def test_endings(position: str, score: list[int], winners: list[int]) -> None:
    state = make_setup().parse_position(position)
    assert state.score() == score
    result = get_view(state).result
    assert result is not None
    assert state.winners() == winners == list(result.winners)


@rule("7.1", "7.2", "7.3")
def test_every_tie_break_by_counting() -> None:
    # With bids that are alike, ties are everyday.
    text = GAME.components.text
    for number in range(1, 13):
        text = text.replace(f"bid = {number}\n", f"bid = {8 + number // 6 * 2}\n")
    made = make_setup(components=parse_components(StarrySkyBox, text, "box"))
    decided = set()
    for seed in range(150):
        state = play_random_game(made, seed)[-1]
        view = get_view(state)
        assert view.result is not None
        off = [abs(view.bids[card] - view.points) for card in view.result.cards]
        left = [seat for seat in range(3) if off[seat] == min(off)]
        by = "closest" if len(left) == 1 else ""
        red = sum(line.colour == actions.RED for line in view.lines)
        for colour, more in ((actions.RED, 2 * red > len(view.lines)), (actions.BLUE, 2 * red < len(view.lines))):
            suited = [seat for seat in left if view.result.cards[seat] // 12 == colour]
            if more and suited and suited != left:
                left, by = suited, "colour"
        fewest = [seat for seat in left if view.tricks_won[seat] == min(view.tricks_won[other] for other in left)]
        if fewest != left:
            by = f"{by}-tricks" if by and len(fewest) == 1 else by or "tricks"
            left = fewest
        if len(left) > 1:
            by = f"shared-{by}" if by == "colour" else "shared"
        decided.add(by)
        assert state.winners() == list(view.result.winners) == left
        assert view.result.reason == by
    assert decided == {"closest", "colour", "tricks", "colour-tricks", "shared", "shared-colour"}


@rule("7.1")
def test_bids_are_shown_together_at_the_end() -> None:
    states = play_random_game(make_setup(), 5)
    before, end = states[-2], states[-1]
    (action,) = (action for action in before.legal_actions() if before.after(action) == end)
    shown = before.events(action, None)[-1]
    view = get_view(end)
    assert view.result is not None
    assert shown == views.BidsShown(result=view.result, news=True)
    assert view.result.points == view.points
    assert get_view(before).result is None


# 8 Erasing

CROSSED = ("R2 R4 R5", "2-4", "2-5", "R1 R12 R9", "1-12", "B2 B11 R10")
NOTHING_DRAWN = ("R3 R12 R6", "3-12", "6-12", "B2 B11 R11")


@rule("8.1")
def test_nobody_erases_without_the_variant() -> None:
    state = play_script(*CROSSED)
    assert (get_view(state).phase, get_view(state).can_erase) == ("lead", (False, False, False))
    assert state.setup.num_actions == 90


@rule("8.1", "8.2")
def test_the_winner_of_two_and_one_may_erase_what_a_segment_crosses() -> None:
    state = play_script(*CROSSED, erasing="after")
    assert (state.to_move, get_view(state).phase, get_points(state)) == (1, "erase", 7)
    assert list_moves(state) == ["erase 2-10", "erase 10-11", "keep"]
    assert get_view(state).choices == (
        views.LineChoice((1, 9), -3, ((0, 11),)),
        views.LineChoice((9, 10), -5, ((0, 11), (1, 3), (1, 4))),
    )
    assert state.setup.num_actions == 157


@rule("8.2", "8.6")
def test_a_line_that_others_cross_takes_their_crossings_along() -> None:
    state = after(play_script(*CROSSED, erasing="after"), "erase 2-10")
    assert list_lines(state) == ["R2-4", "R2-5", "B2-11", "R9-12"]
    assert (get_points(state), get_view(state).crossings) == (4, ())
    assert (get_view(state).can_erase, get_view(state).phase, state.to_move) == ((True, False, True), "lead", 1)


@rule("8.2", "8.4")
def test_all_lines_or_none_and_the_segment_is_not_drawn() -> None:
    state = after(play_script(*CROSSED, erasing="after"), "erase 10-11")
    assert list_lines(state) == ["B2-11", "R9-12"]
    assert get_points(state) == 2


@rule("8.1", "8.3")
def test_erasing_after_drawing_nothing_and_no_segment_without_length() -> None:
    # 2-11 cannot be drawn in blue across 3-12; the third card is 11 too.
    state = play_script(*NOTHING_DRAWN, erasing="after")
    assert (get_view(state).fresh_lines, get_points(state)) == ((), 2)
    assert list_moves(state) == ["erase 2-11", "keep"]
    gone = state.parse_action("erase 2-11")
    assert state.events(gone, 0) == [
        views.LinesErased(seat=1, along=(1, 10), lines=(views.SkyLine((2, 11), actions.RED),), points=1)
    ]
    assert list_lines(after(state, "erase 2-11")) == ["R6-12"]


@rule("8.5")
def test_declining_does_not_use_it_up() -> None:
    state = play_script(*NOTHING_DRAWN, erasing="after")
    assert state.events(actions.KEEP_ACTION, None) == [views.LinesKept(seat=1)]
    state = after(state, "keep")
    assert (get_view(state).can_erase, get_points(state)) == ((True, True, True), 2)


def erasings_by_hand(view: views.StarrySkyView) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """Return what the winner of the last trick could erase along each segment, slowly."""
    trick = view.tricks[-1]
    many = [card % 12 for card in trick.cards if card // 12 == trick.majority]
    few = [card % 12 for card in trick.cards if card // 12 != trick.majority]
    found = {}
    for star, lone in ((star, lone) for star in many for lone in few if star != lone):
        ends = (view.sky[star], view.sky[lone])
        crossed = {
            line.stars for line in view.lines if sky_geometry.are_crossing(ends, [view.sky[end] for end in line.stars])
        }
        if sky_geometry.is_in_reach(*ends) and crossed:
            found[min(star, lone), max(star, lone)] = crossed
    return found


@rule("8.7", "8.5", "8.6")
def test_erasing_before_drawing_can_clear_the_way_for_the_line() -> None:
    # Blue 2-11 cannot be drawn across red 3-12, which is just what the segment to the third card's star crosses.
    state = play_script(*NOTHING_DRAWN, erasing="before")
    assert (state.to_move, get_view(state).phase, get_view(state).fresh_lines, get_points(state)) == (1, "erase", (), 2)
    assert list_moves(state) == ["erase 2-11", "keep"]
    assert get_view(state).choices == (views.LineChoice((1, 10), -1, ((2, 11),)),)
    erased = state.events(state.parse_action("erase 2-11"), 0)
    assert erased == [
        views.LinesErased(seat=1, along=(1, 10), lines=(views.SkyLine((2, 11), actions.RED),), points=1),
        views.LineDrawn(seat=1, line=views.SkyLine((1, 10), actions.BLUE), crossed=(), points=2),
    ]
    cleared = after(state, "erase 2-11")
    assert (list_lines(cleared), get_points(cleared)) == (["B2-11", "R6-12"], 2)
    assert (get_view(cleared).phase, get_view(cleared).can_erase) == ("lead", (True, False, True))
    assert state.events(actions.KEEP_ACTION, None) == [views.LinesKept(seat=1), views.NoLineDrawn(seat=1)]
    kept = after(state, "keep")
    assert (list_lines(kept), get_view(kept).can_erase) == (["R3-12", "R6-12"], (True, True, True))


@rule("8.7")
def test_before_drawing_nothing_is_said_about_the_line_of_the_trick() -> None:
    *tricks, last = NOTHING_DRAWN
    before = play_script(*tricks, last, erasing="before")
    assert before.byte_fields[lookup.NUM_FRESH_LINES] == 0
    # The card that turns the trick up tells of the trick, and of no line.
    for state, following in pairwise(play_random_game(GAME.setup(sky=3, erasing="before"), 5)[24:]):
        if get_view(following).phase == "erase":
            action = next(each for each in state.legal_actions() if state.after(each) == following)
            kinds = [type(event) for event in state.events(action, None)]
            assert kinds == [views.CardLaid, views.TrickTurnedUp]


@pytest.mark.parametrize("erasing", ["after", "before"])
@rule("8.1", "8.2", "8.3", "8.5", "8.7")
def test_erasings_are_offered_as_the_rules_have_them_once_a_game(erasing: str) -> None:
    both_colours = 0
    for seed in range(60):
        states = play_random_game(GAME.setup(sky=seed, erasing=erasing), seed)
        for state, following in pairwise(states[24:]):
            view, then = get_view(state), get_view(following)
            if view.phase == "erase":
                assert view.can_erase[view.to_move]
                assert {choice.stars: set(choice.erased) for choice in view.choices} == erasings_by_hand(view)
                gone = set(view.lines) - set(then.lines)
                assert then.can_erase[view.to_move] == (not gone)
                both_colours += len({line.colour for line in gone}) == 2
            elif erasing == "after" and view.phase in ("draw", "follow") and then.phase in ("lead", "over"):
                assert not then.can_erase[then.tricks[-1].winner] or not erasings_by_hand(then)
    assert both_colours > 0


# 9 What is known


@rule("9.1", "9.3")
def test_what_each_seat_knows_while_a_trick_is_played() -> None:
    state = after(play_script("R1 R2 B9"), "R3")
    assert state.to_move == 1
    rng = tri.Random(1)
    for seat in (0, 1, 2, None):
        for _ in range(40):
            world = cast(StarrySkyState, state.resample(seat, rng))
            assert get_view(world, seat) == get_view(state, seat)
            laid = int(world.byte_fields[lookup.TRICK_CARDS])
            assert laid < 12  # the leader named red
            assert seat != 0 or laid == 2
            assert all(card >= 12 for card in get_view(world, 2).hand)  # seat 2 has shown to hold no red


@rule("9.3")
def test_a_follower_has_laid_the_colour_led_or_holds_none() -> None:
    state: State = play_script("R1 R2 R10", "1-2", "1-10")
    state = after(state, state.format_action(state.legal_actions()[0]))
    state = after(state, state.format_action(state.legal_actions()[0]))
    rng = tri.Random(2)
    followed = set()
    for _ in range(300):
        world = state.resample(0, rng)
        laid = int(world.byte_fields[lookup.TRICK_CARDS + 1])
        followed.add(laid < 12)
        assert laid < 12 or all(card >= 12 for card in get_view(world, 1).hand)
    assert followed == {True, False}


def test_the_sky_of_these_tests_is_one() -> None:
    assert get_view(make_setup().new()).sky == sky_parser.parse_sky(SKY)
