"""Resamples of Tricolor Line are exact: held against every world that fits what a watcher has seen, with its weight.

A world is who has which hidden cards and which identity. Worlds are counted by cards that differ though they look
alike, as a pack of cards has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from math import comb, sqrt

import pytest

import triangulum as tri
from tests.games.tricolor_line.positions import GAME, few_cards, random_game
from tests.rules import rule
from tests.sampling import sampled
from triangulum.core.state import CHANCE, State
from triangulum.games.tricolor_line.rules import codes, fields
from triangulum.games.tricolor_line.views import CARDS, COLOURS

pytestmark = pytest.mark.compiled_only

World = tuple[tuple[int, ...], ...]
"""For each seat its hidden cards, kind by kind, and then everybody's identities."""
Weights = dict[World, float]


def world_of(state: State) -> World:
    """Return what is hidden."""
    small = [int(number) for number in state.byte_fields]
    players = int(state.setup.players)
    hands = (
        small[fields.HIDDEN_HANDS + codes.NUM_CARD_KINDS * seat :][: codes.NUM_CARD_KINDS] for seat in range(players)
    )
    return (*map(tuple, hands), tuple(small[fields.IDENTITIES : fields.IDENTITIES + players]))


def see_even(state: State, watcher: int | None, right: Weights, resamples: int) -> None:
    """See that resamples bring all worlds as often as their weights say, by a chi-square sum with five sigmas.

    Where worlds are given without their identities, only cards are looked at.
    """
    rng = tri.Random(7)
    parts = len(next(iter(right)))
    found = Counter(world_of(state.resample(watcher, rng))[:parts] for _ in range(resamples))
    assert set(found) <= set(right), "a world that does not fit"
    total = sum(right.values())
    cells: list[tuple[float, int]] = []
    rare = (0.0, 0)
    for world, weight in right.items():
        expected = resamples * weight / total
        if expected < 5:
            rare = (rare[0] + expected, rare[1] + found[world])
        else:
            cells.append((expected, found[world]))
    if rare[0] >= 5:
        cells.append(rare)
    chi = sum((seen - expected) ** 2 / expected for expected, seen in cells)
    freedom = max(1, len(cells) - 1)
    assert chi < freedom + 5 * sqrt(2 * freedom) + 5, f"{chi:.1f} with {freedom} degrees of freedom"


# ------------------------------------------------------------------- all histories that a watcher cannot tell apart


DEALT = ("red", "blue", "green")


class Story:
    """A short game of three: how it begins, with hidden cards and a pile that may be anywhere, and what happened."""

    def __init__(self, hidden: tuple[str, ...], pile: str, shown: tuple[str, ...], *moves: str) -> None:
        self.hidden = tuple(hand.split() for hand in hidden)
        self.pile = pile.split()
        self.shown = shown
        self.moves = moves
        self.pool = [card for hand in self.hidden for card in hand] + self.pile
        self.is_of_identities = not any(self.hidden)

    def position(self, hidden: tuple[tuple[str, ...], ...], identities: tuple[str, ...]) -> State:
        """Return how it begins in a world."""
        hands = [" ".join([*hand, *cards.split()]) or "-" for hand, cards in zip(hidden, self.shown, strict=True)]
        held = Counter(card.rstrip("+") for hand in hands for card in hand.split() if card != "-")
        rest = Counter(dict(zip(CARDS, GAME.components.box.card_counts, strict=True))) - held
        rest -= Counter(self.pool) - Counter(card for hand in hidden for card in hand)
        parts = [
            "tiles red dead-end E at 1,0, red dead-end N at 0,1",
            f"hands {' / '.join(hands)}",
            f"discards {' '.join(rest.elements())}",
            f"identities {' '.join(identities)}",
            "seat 0 acts",
        ]
        return GAME.setup(3).parse_position(" | ".join(parts))

    def worlds(self) -> Iterator[tuple[State, float]]:
        """Yield every way in which it may have begun, and how many deals of cards that differ make it so."""
        sizes = [len(hand) for hand in self.hidden]
        colours = Counter(permutations([colour for colour in COLOURS for _ in range(3)], 3))
        for hidden, ways in deals(tuple(sorted(self.pool)), tuple(sizes)).items():
            for identities, identity_ways in colours.items() if self.is_of_identities else [(DEALT, 1)]:
                yield self.position(hidden, identities), ways * identity_ways

    def true(self) -> State:
        """Return how it began."""
        return self.position(tuple(tuple(sorted(hand)) for hand in self.hidden), DEALT)

    @cache  # noqa: B019 - stories live as long as the tests
    def told(self, watcher: int | None) -> tuple[State, Weights]:
        """Return how it went on, and all worlds that a watcher holds for possible then, with their weights."""
        now = self.true()
        fitting: list[tuple[State, float]] = [
            (state, ways) for state, ways in self.worlds() if state.view(watcher) == now.view(watcher)
        ]
        for move in self.moves:
            what_was_seen = now.events(now.parse_action(move), watcher)
            fitting = [
                (played(state, action), ways * chance)
                for state, ways in fitting
                for action, chance in answers(state, now.parse_action(move))
                if action in state.legal_actions() and state.events(action, watcher) == what_was_seen
            ]
            now.play(move)
        found: Weights = Counter()  # type: ignore[assignment]
        for state, ways in fitting:
            found[world_of(state)[: None if self.is_of_identities else -1]] += ways
        return now, found


def answers(state: State, action: int) -> list[tuple[int, float]]:
    """Return what may happen: anything that chance brings with its share, or what a seat did."""
    if state.to_move != CHANCE:
        return [(action, 1.0)]
    weights = state.chance_weights()
    return [(outcome, weight / sum(weights)) for outcome, weight in zip(state.legal_actions(), weights, strict=True)]


def played(state: State, action: int) -> State:
    """Return another state after an action."""
    other = state.copy()
    other._apply(action)
    return other


@cache
def deals(pool: tuple[str, ...], sizes: tuple[int, ...]) -> dict[tuple[tuple[str, ...], ...], int]:
    """Return every way to deal hands of these sizes from a pool, and how many deals of cards that differ it is."""
    found: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for order in permutations(range(len(pool)), sum(sizes)):
        at, hands = 0, []
        for size in sizes:
            hands.append(order[at : at + size])
            at += size
        if all(list(hand) == sorted(hand) for hand in hands):
            found[tuple(tuple(pool[card] for card in hand) for hand in hands)] += 1
    return dict(found)


STORIES = {
    "toll": Story(("", "B W", "G"), "B R", ("RR+ G+", "", ""), "build 1,0 with RR", "toll", "toll seat 1", "W"),
    "two tolls": Story(
        ("G", "B W", "B B"), "", ("RR+ RR+", "R+", ""),
        "build 1,0 with RR", "toll", "toll seat 2", "B", "build 0,1 with RR", "toll", "toll seat 1", "B",
    ),
    "draw": Story(("G", "B", ""), "R G", ("RR+", "", "W+"), "build 1,0 with RR", "supplies", "R", "G"),
    "leak": Story(("", "", ""), "W", ("RR+", "", ""), "build 1,0 with RR", "leak", "leak seat 2", "done"),
    "two leaks": Story(
        ("", "", ""), "W", ("RR+ RR+", "", ""),
        "build 1,0 with RR", "leak", "leak seat 2", "build 0,1 with RR", "leak",
    ),
    "shuffle": Story(
        ("G", "W", "B"), "R", ("RR+", "G+", ""), "build 1,0 with RR", "supplies", "R", "BB", "done", "draw 2", "GG",
    ),
}  # fmt: skip
"""All that is paid lies open before, so that nobody's choices tell anything."""


@rule("10.1", "10.2", "10.3", "6.7", "6.8", "4.7")
@pytest.mark.parametrize("name", STORIES)
def test_resamples_are_as_even_as_all_histories_that_fit(name: str) -> None:
    for watcher in (0, 1, 2, None):
        now, right = STORIES[name].told(watcher)
        see_even(now, watcher, right, sampled(2400))


def test_stories_leave_something_to_guess() -> None:
    many = {name: [len(STORIES[name].told(watcher)[1]) for watcher in (0, 2, None)] for name in ("toll", "leak")}
    assert many["leak"] == [3, 9, 27], "seat 0 has looked at one, seat 2 knows its own"
    assert min(many["toll"]) > 1


# ------------------------------------------------------------------------------------- late in games with few cards


def fitting(state: State, watcher: int | None) -> Weights:
    """Return every world that fits what a watcher knows of a state, each weighing the deals that make it."""
    small = [int(number) for number in state.byte_fields]
    players = int(state.setup.players)
    unseen = [seat for seat in range(players) if seat != watcher]
    own = world_of(state)
    pool = Counter({kind: small[fields.DRAW_PILE + kind] for kind in range(codes.NUM_CARD_KINDS)})
    for seat in unseen:
        pool.update(dict(enumerate(own[seat])))
    hands: dict[World, int] = {(): 1}
    for seat in range(players):
        size = sum(own[seat])
        hands = {
            (*before, hand): ways * more
            for before, ways in hands.items()
            for hand, more in (parts(pool_left(pool, before, unseen), size) if seat in unseen else [(own[seat], 1)])
        }
    found: Weights = {}
    for dealt, ways in hands.items():
        for colours, more in identities(own[-1], watcher, small, players):
            found[*dealt, colours] = float(ways * more)
    return found


def pool_left(pool: Counter[int], before: World, unseen: list[int]) -> tuple[int, ...]:
    """Return how many cards of each kind are left when some seats have theirs."""
    dealt = [hand for seat, hand in enumerate(before) if seat in unseen]
    return tuple(pool[kind] - sum(hand[kind] for hand in dealt) for kind in range(codes.NUM_CARD_KINDS))


def parts(pool: tuple[int, ...], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every hand of a size from a pool, and in how many ways it can be dealt."""
    if not pool:
        if size == 0:
            yield (), 1
        return
    for count in range(min(pool[0], size) + 1):
        for rest, ways in parts(pool[1:], size - count):
            yield (count, *rest), ways * comb(pool[0], count)


def identities(
    own: tuple[int, ...], watcher: int | None, small: list[int], players: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every way in which identities can have been dealt, as far as a watcher knows, and how often."""
    known = {watcher} | {
        seat for seat in range(players) if watcher is not None and small[fields.LOOKED_MASKS + watcher] >> seat & 1
    }
    found: dict[tuple[int, ...], int] = {(): 1}
    for seat in range(players):
        found = {
            (*before, colour): ways * (1 if seat in known else 3 - taken(before, own, known, seat, colour))
            for before, ways in found.items()
            for colour in ([own[seat]] if seat in known else [1, 2, 3])
        }
    yield from ((colours, ways) for colours, ways in found.items() if ways)


def taken(before: tuple[int, ...], own: tuple[int, ...], known: set[int | None], seat: int, colour: int) -> int:
    """Return how many identities of a colour are dealt, or known to be with those who come later."""
    later = [own[other] for other in range(seat + 1, len(own)) if other in known]
    return [*before, *later].count(colour)


def late_states(seeds: range) -> Iterator[State]:
    """Yield states of random games with few cards, as long as not too many worlds fit: soon after a shuffle."""
    for seed in seeds:
        for state in random_game(3, seed, components=few_cards(), round_limit=6):
            if state.to_move >= 0 and 0 < sum(map(sum, world_of(state)[:-1])) <= 2:
                yield state


@rule("10.1", "10.2", "10.3")
def test_resamples_are_even_late_in_a_game() -> None:
    states = list(late_states(range(2)))
    assert len(states) > 4
    for state in states[:: len(states) // 3]:
        for watcher in (0, 1, 2, None):
            see_even(state, watcher, fitting(state, watcher), sampled(2400))


@pytest.mark.long
@rule("10.1", "10.2", "10.3")
def test_resamples_are_even_in_many_late_states() -> None:
    states = list(late_states(range(10, 40)))
    assert len(states) > 40
    for state in states[:: len(states) // 20]:
        for watcher in (0, 1, 2, None):
            see_even(state, watcher, fitting(state, watcher), 5000)
