"""The quick rules against the slow ones: whole random games step by step, and what a seat can deduce."""

import random

import pytest

import triangulum as tri
from tests.games.starry_sky import oracle
from tests.games.starry_sky.test_resample import Deal, list_possible_deals
from tests.rules import rule
from tests.sampling import sampled
from triangulum.core.state import CHANCE, OVER, State
from triangulum.games.starry_sky.views import StarrySkyView

pytestmark = pytest.mark.compiled_only

GAME = tri.game("starry-sky")
COLOURS = "RB"


def card_name(card: int) -> str:
    """Return a card as the slow rules write it."""
    return f"{COLOURS[card // 12]}{card % 12 + 1}"


def deal_both(seed: int, erasing: str) -> tuple[State, oracle.Position]:
    """Return a game under a sky of its own, just dealt, in both rules."""
    state = GAME.new(sky=seed, erasing=erasing)
    rng = tri.Random(seed)
    while state.to_move == CHANCE:
        state._apply(state.sample_chance(rng))
    hands = [[card_name(card) for card in get_typed_view(state, seat).hand] for seat in range(3)]
    sky = oracle.numbered(get_typed_view(state, None).sky)
    return state, oracle.start(sky, hands, erasing=erasing)


def get_typed_view(state: State, seat: int | None) -> StarrySkyView:
    """Return a view as what it is."""
    view = state.view(seat)
    assert isinstance(view, StarrySkyView)
    return view


def check_same(state: State, slow: oracle.Position) -> None:
    """See that both know the same."""
    view = get_typed_view(state, None)
    assert (None if state.to_move == OVER else state.to_move) == slow.to_move
    assert {state.format_action(action) for action in state.legal_actions()} == slow.legal()
    assert view.points == slow.total()
    assert {(a + 1, b + 1): COLOURS[line.colour] for line in view.lines for a, b in [line.stars]} == slow.lines
    assert view.tricks_won == tuple(slow.tricks_won(seat) for seat in range(3))
    for seat in range(3):
        assert {card_name(card) for card in get_typed_view(state, seat).hand} == slow.hands[seat]
    assert tuple(state.winners()) == slow.winners()
    assert oracle.check_picture(slow.sky, slow.picture()) == []


def play_both(seed: int, erasing: str) -> oracle.Position:
    """Play a random game by both rules at once, and return how it ended."""
    state, slow = deal_both(seed, erasing)
    dice = random.Random(seed)
    while state.to_move != OVER:
        check_same(state, slow)
        move = state.format_action(dice.choice(state.legal_actions()))
        state.play(move)
        slow = slow.play(move)
    check_same(state, slow)
    return slow


@pytest.mark.parametrize("erasing", ["off", "after", "before"])
@rule("4.1", "4.2", "5.6", "6.2", "7.1", "8.2", "8.7")
def test_quick_and_slow_rules_agree_on_random_games(erasing: str) -> None:
    ends = [play_both(seed, erasing) for seed in range(sampled(60))]
    assert any(end.erasing_used for end in ends) == (erasing != "off")


@pytest.mark.long
@pytest.mark.parametrize("erasing", ["off", "after", "before"])
@rule("4.1", "4.2", "5.6", "6.2", "7.1", "8.2", "8.7")
def test_quick_and_slow_rules_agree_on_many_random_games(erasing: str) -> None:
    assert all(play_both(seed, erasing).total() > 0 for seed in range(1500))


@rule("9.1", "9.2", "9.3")
def test_two_lists_of_the_deals_that_a_seat_holds_possible_are_the_same() -> None:
    """Neither list is made from the other; resamples are held against the first."""
    compared = 0
    for seed in range(sampled(40)):
        state, slow = deal_both(seed, erasing="off")
        dice = random.Random(seed)
        while state.to_move != OVER:
            if len(slow.tricks) >= oracle.TRICKS - 2:
                for seat in range(3):
                    found = {format_deal(deal, slow.leader) for deal in list_possible_deals(state, seat)}
                    assert found == set(oracle.consistent_deals(slow, seat))
                    compared += len(found)
            move = state.format_action(dice.choice(state.legal_actions()))
            state.play(move)
            slow = slow.play(move)
    assert compared > 1000


def format_deal(deal: Deal, leader: int) -> oracle.Deal:
    """Return a deal as the slow rules have it."""
    down = [deal[(leader + turn) % 3][1] for turn in range(3)]
    return oracle.Deal(
        tuple(frozenset(map(card_name, hand)) for hand, _ in deal),
        tuple(card_name(card) for card in down if card is not None),
    )
