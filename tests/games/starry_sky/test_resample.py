"""Resamples against a list of all deals that a seat holds possible, made by trying every one."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from mypy_extensions import u8

import triangulum as tri
from tests.games.starry_sky.scripted_games import GAME, get_view, make_setup, play_random_game
from tests.rules import rule
from triangulum.conformance.resample_promises import fails_chi_square_test
from triangulum.core.state import State
from triangulum.games.starry_sky import actions, views
from triangulum.games.starry_sky.rules import lookup

Deal = tuple[tuple[frozenset[int], int | None], ...]
"""For each seat its hand, and the card that it has face down."""

PER_DEAL = 8
"""Resamples for each possible deal."""


def get_deal(state: State) -> Deal:
    """Return where the cards are that do not lie open."""
    return tuple((frozenset(get_view(state, seat).hand), get_view(state, seat).own_face_down_card) for seat in range(3))


Places = tuple[int, ...]
"""Where each card is."""


def get_places(state: State) -> Places:
    """Return where each card is, quickly."""
    return tuple(list(state.byte_fields)[: actions.NUM_CARDS])


def compute_places(state: State, deal: Deal) -> Places:
    """Return where each card would be in another deal."""
    places = list(get_places(state))
    for seat, (hand, down) in enumerate(deal):
        for card in hand:
            places[card] = seat
        if down is not None:
            places[down] = lookup.FACE_DOWN + seat
    return tuple(places)


def list_possible_deals(state: State, watcher: int | None) -> Iterator[Deal]:
    """Yield every deal that a seat holds possible: all there are, less those that contradict what was seen."""
    view = get_view(state, watcher)
    truth = get_deal(state)
    hidden = sorted(
        card
        for seat, (hand, down) in enumerate(truth)
        if seat != watcher
        for card in (*hand, *([] if down is None else [down]))
    )
    for deal in iter_deals(truth, watcher, 0, hidden):
        if all(is_deal_possible(view, seat, hand, down) for seat, (hand, down) in enumerate(deal)):
            yield deal


def iter_deals(truth: Deal, watcher: int | None, seat: int, hidden: list[int]) -> Iterator[Deal]:
    """Yield every way to give the hidden cards to a seat and those after it."""
    if seat == 3:
        yield ()
        return
    if seat == watcher:
        for rest in iter_deals(truth, watcher, seat + 1, hidden):
            yield (truth[seat], *rest)
        return
    hand, down = truth[seat]
    for held in combinations(hidden, len(hand)):
        others = [card for card in hidden if card not in held]
        for laid in [None] if down is None else others:
            left = [card for card in others if card != laid]
            for rest in iter_deals(truth, watcher, seat + 1, left):
                yield ((frozenset(held), laid), *rest)


def is_deal_possible(view: views.StarrySkyView, seat: int, hand: frozenset[int], down: int | None) -> bool:
    """Tell whether a hand goes with the tricks so far and the one that is played."""
    held = {card // 12 for card in hand}
    for trick in view.tricks:
        led = trick.cards[trick.leader] // 12
        if trick.cards[seat] // 12 != led and led in held | ({down // 12} if down is not None else set()):
            return False
    if down is None or down // 12 == view.led_colour:
        return True
    return seat != view.leader and view.led_colour not in held


def check_resample(state: State, watcher: int | None, rng: tri.Random) -> int:
    """Hold resamples against the list of possible deals; return how many there are."""
    possible = {compute_places(state, deal) for deal in list_possible_deals(state, watcher)}
    assert get_places(state) in possible
    count = PER_DEAL * len(possible)
    found = Counter(get_places(state.resample(watcher, rng)) for _ in range(count))
    assert set(found) <= possible
    assert not fails_chi_square_test([(found[deal], float(PER_DEAL)) for deal in possible])
    return len(possible)


def iter_late_states(seeds: range, tricks: int, erasing: str = "off") -> Iterator[State]:
    """Yield the states of random games when so many tricks or fewer are still to be turned up."""
    for seed in seeds:
        for state in play_random_game(make_setup(erasing=erasing), seed)[25:]:
            if int(state.byte_fields[lookup.TRICKS_PLAYED]) >= 7 - tricks and state.to_move != tri.OVER:
                yield state


@rule("9.1", "9.2", "9.3")
def test_every_deal_that_fits_is_equally_likely_with_two_tricks_to_come() -> None:
    rng = tri.Random(1)
    most = Counter[str]()
    for number, state in enumerate(iter_late_states(range(40), 2)):
        view = get_view(state)
        # All kinds of moments, without all of them that are alike.
        kind = f"{view.phase} {sum(view.has_face_down_card)} {sum(map(sum, view.voids))}"
        if most[kind] < 6:
            most[kind] += 1
            for watcher in (number % 3, (number + 1) % 3):
                check_resample(state, watcher, rng)
            if sum(view.hand_sizes) <= 6:
                check_resample(state, None, rng)
    assert {f"follow {down} {voids}" for down in (1, 2) for voids in (0, 1, 2)} <= set(most)


@rule("9.1", "9.2", "9.3")
@pytest.mark.long
@pytest.mark.parametrize("erasing", ["off", "after", "before"])
def test_every_deal_that_fits_is_equally_likely_with_three_tricks_to_come(erasing: str) -> None:
    rng = tri.Random(2)
    for state in iter_late_states(range(100, 130), 3, erasing):
        for watcher in (0, 1, 2):
            check_resample(state, watcher, rng)
        if sum(get_view(state).hand_sizes) <= 7:
            check_resample(state, None, rng)


@rule("9.2", "9.3")
def test_three_tricks_before_the_end_with_and_without_a_void() -> None:
    rng = tri.Random(3)
    numbers = {}
    for state in iter_late_states(range(12), 3):
        view = get_view(state)
        if len(view.tricks) == 4 and sum(view.has_face_down_card) == 2:
            known = any(map(any, view.voids))
            if known not in numbers:
                numbers[known] = check_resample(state, (view.leader + 2) % 3, rng)
    assert set(numbers) == {True, False}
    assert numbers[True] < numbers[False]


def test_the_list_knows_what_a_void_means() -> None:
    state = make_setup().new()
    for card, place in enumerate([0, 1, 2] * 8):
        state.byte_fields[card] = u8(place)
    view = get_view(state)
    trick = views.Trick(leader=0, cards=(0, 14, 4), majority=0, low=True, winner=0)
    lacking = views.StarrySkyView(**{**{f: getattr(view, f) for f in view.__struct_fields__}, "tricks": (trick,)})
    assert not is_deal_possible(lacking, 1, frozenset({3, 20}), None)
    assert is_deal_possible(lacking, 1, frozenset({15, 20}), None)
    assert is_deal_possible(lacking, 2, frozenset({3, 20}), None)


@rule("9.1")
@pytest.mark.parametrize("dealt", [0, 3, 8, 13, 20, 23, 24])
def test_in_the_middle_of_the_deal_every_unseen_card_may_be_anywhere(dealt: int) -> None:
    state = play_random_game(GAME.setup(), 4)[dealt]
    rng = tri.Random(dealt)
    for watcher in (0, 1, 2, None):
        own = set() if watcher is None else set(get_view(state, watcher).hand)
        unseen = [card for card in range(24) if card not in own]
        places = Counter[tuple[int, int]]()
        for _ in range(400):
            world = state.resample(watcher, rng)
            assert get_view(world, watcher) == get_view(state, watcher)
            assert world.legal_actions() == sorted(world.legal_actions())
            places.update((card, int(world.byte_fields[card])) for card in unseen)
        sizes = Counter(int(state.byte_fields[card]) for card in unseen)
        counts = [(places[card, place], 400 * size / len(unseen)) for card in unseen for place, size in sizes.items()]
        assert not fails_chi_square_test(counts)


def test_nothing_is_hidden_when_the_game_is_over() -> None:
    state = play_random_game(make_setup(), 1)[-1]
    assert all(state.resample(seat, tri.Random(1)) == state for seat in (0, 1, 2, None))


def test_a_resample_keeps_what_lies_on_the_table() -> None:
    rng = tri.Random(5)
    for state in play_random_game(make_setup(erasing="after"), 8)[24:-1]:
        for watcher in (0, 1, 2, None):
            world = state.resample(watcher, rng)
            assert list(world.word_fields) == list(state.word_fields)
            assert list(world.byte_fields)[lookup.LED_COLOUR :] == list(state.byte_fields)[lookup.LED_COLOUR :]
            assert world.setup.parse_position(world.position()) == world
