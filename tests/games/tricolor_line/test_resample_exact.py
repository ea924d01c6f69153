"""Resamples of Tricolor Line are exact: held against every world that fits what a watcher has seen, with its weight.

A world is who has which hidden cards, new and old ones, and which identity. Worlds are counted by cards that differ
though they look alike, as a pack of cards has them; so whoever pays a red card may have paid any of their red cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations
from math import comb, prod, sqrt

import pytest

import triangulum as tri
from tests.games.tricolor_line.positions import GAME, few_cards, random_game
from tests.rules import rule
from tests.sampling import sampled
from triangulum.core.components import Components, parse_components
from triangulum.core.state import CHANCE, SPECTATOR, State
from triangulum.games.tricolor_line.box import TricolorBox
from triangulum.games.tricolor_line.rules import codes, fields
from triangulum.games.tricolor_line.rules.state import TricolorState
from triangulum.games.tricolor_line.views import CARDS, COLOURS

pytestmark = pytest.mark.compiled_only

World = tuple[tuple[int, ...], ...]
"""For each seat its new cards, kind by kind, for each seat its old ones, and then everybody's identities."""
Weights = dict[World, float]
WeightedState = tuple[State, float]
Hands = tuple[tuple[str, ...], ...]
KINDS = range(codes.NUM_CARD_KINDS)


def hands_at(state: State, offset: int) -> World:
    """Return the hands that begin at an offset of a state's bytes, kind by kind."""
    end = offset + len(KINDS) * int(state.setup.players)
    small = [int(number) for number in state.byte_fields[offset:end]]
    return tuple(tuple(small[at : at + len(KINDS)]) for at in range(0, len(small), len(KINDS)))


def world_of(state: State) -> World:
    """Return what is hidden."""
    seats = range(int(state.setup.players))
    identities = tuple(int(state.byte_fields[fields.IDENTITIES + seat]) for seat in seats)
    return (*hands_at(state, fields.NEW_HANDS), *hands_at(state, fields.OLD_HANDS), identities)


def weights_of(worlds: list[WeightedState], num_parts: int | None) -> Weights:
    """Return what is hidden in worlds, the first parts of it, with the weights."""
    found: Weights = Counter()  # type: ignore[assignment]
    for state, weight in worlds:
        found[world_of(state)[:num_parts]] += weight
    return found


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


def follow(worlds: list[WeightedState], action: int, is_seen: Callable[[State, int], bool]) -> list[WeightedState]:
    """Return the worlds one step later in which a watcher perceives what really happens, with their weights."""
    later: dict[bytes, WeightedState] = {}
    for state, weight in worlds:
        legal = state.legal_actions()
        for answer, share in answers(state, action):
            if answer in legal and is_seen(state, answer):
                after = state.after(answer)
                data = after.to_bytes()
                later[data] = after, later.get(data, (after, 0.0))[1] + weight * share
    return list(later.values())


def answers(state: State, action: int) -> list[tuple[int, float]]:
    """Return what may happen: anything that chance brings with its share, or what a seat did, in so many ways."""
    if state.to_move != CHANCE:
        return [(action, float(ways_to_pay(state, action)))] if action in state.legal_actions() else []
    weights = state.chance_weights()
    return [(outcome, weight / sum(weights)) for outcome, weight in zip(state.legal_actions(), weights, strict=True)]


def ways_to_pay(state: State, action: int) -> int:
    """Return in how many ways the mover can choose the hidden cards that leave the hand, of those that look alike."""
    seat, after = state.to_move, state.after(action)
    ways = 1
    for offset in (fields.NEW_HANDS, fields.OLD_HANDS):
        held, kept = hands_at(state, offset)[seat], hands_at(after, offset)[seat]
        ways *= prod(comb(many, few) for many, few in zip(held, kept, strict=True) if few < many)
    return ways


DEALT = ("red", "blue", "green")


class Story:
    """A short game of three: how it begins, with hidden cards and a pile that may be anywhere, and what happened.

    A ``*`` marks an old card.
    """

    def __init__(self, hidden: tuple[str, ...], pile: str, shown: tuple[str, ...], *moves: str) -> None:
        self.new = tuple([card for card in hand.split() if not card.endswith("*")] for hand in hidden)
        self.old = tuple([card for card in hand.split() if card.endswith("*")] for hand in hidden)
        self.pile = pile.split()
        self.shown = shown
        self.moves = moves
        self.new_pool = [card for hand in self.new for card in hand] + self.pile
        self.old_pool = [card for hand in self.old for card in hand]
        self.is_of_identities = not any(self.new) and not any(self.old)

    def position(self, new: Hands, old: Hands, identities: tuple[str, ...]) -> State:
        """Return how it begins in a world."""
        hands = [" ".join([*a, *b, *c.split()]) or "-" for a, b, c in zip(new, old, self.shown, strict=True)]
        held = Counter(card.rstrip("+*") for hand in hands for card in hand.split() if card != "-")
        rest = Counter(dict(zip(CARDS, GAME.components.box.card_counts, strict=True))) - held
        rest -= Counter(self.new_pool) - Counter(card for hand in new for card in hand)
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
        colours = Counter(permutations([colour for colour in COLOURS for _ in range(3)], 3))
        for new, ways in deals(tuple(sorted(self.new_pool)), tuple(map(len, self.new))).items():
            for old, more in deals(tuple(sorted(self.old_pool)), tuple(map(len, self.old))).items():
                for identities, identity_ways in colours.items() if self.is_of_identities else [(DEALT, 1)]:
                    yield self.position(new, old, identities), float(ways * more * identity_ways)

    def true(self) -> State:
        """Return how it began."""
        return self.position(tuple(map(tuple, self.new)), tuple(map(tuple, self.old)), DEALT)

    @cache  # noqa: B019 - stories live as long as the tests
    def told(self, watcher: int | None) -> tuple[State, Weights]:
        """Return how it went on, and all worlds that a watcher holds for possible then, with their weights."""
        now = self.true()
        fitting = [(state, ways) for state, ways in self.worlds() if state.view(watcher) == now.view(watcher)]
        for move in self.moves:
            action = now.parse_action(move)
            what_was_seen = now.events(action, watcher)

            def is_seen(state: State, answer: int, seen: object = what_was_seen) -> bool:
                return state.events(answer, watcher) == seen

            fitting = follow(fitting, action, is_seen)
            now.play(action)
        return now, weights_of(fitting, None if self.is_of_identities else -1)


@cache
def deals(pool: tuple[str, ...], sizes: tuple[int, ...]) -> dict[Hands, int]:
    """Return every way to deal hands of these sizes from a pool, and how many deals of cards that differ it is."""
    found: Counter[Hands] = Counter()
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
    "old cards": Story(("", "B* W", "G* R*"), "B", ("RR+", "", ""), "build 1,0 with RR", "supplies", "B", "BB"),
    "old toll": Story(
        ("", "B* W R", "G* R* B"), "B R", ("RR+", "", ""), "build 1,0 with RR", "toll", "toll seat 1", "old B",
    ),
    "hidden payment": Story(("RR RR", "R", "RR"), "B", ("", "", ""), "build 1,0 with RR", "leak", "leak seat 1"),
    "named": Story(("RR R* W", "R* RR", "RR* G*"), "B", ("", "", ""), "build 1,0 with RR"),
    "named twice": Story(("R R* R* G", "R G*", "R*"), "B", ("", "", ""), "build 1,0 with R R"),
    "paid old": Story(
        ("RR RR* W", "R* G", "RR* B*"), "B", ("", "", ""), "build 1,0 with RR", "old RR", "leak", "leak seat 1",
    ),
    "paid new": Story(
        ("R R* R* G", "R G*", "R*"), "B", ("", "", ""), "build 1,0 with R R", "old R", "leak", "leak seat 1",
    ),
    "discard named": Story(("R* R G", "R* W", "G"), "B", ("R+ R+ G+ B+", "", ""), "done", "discard G"),
    "attack": Story(("R* R G", "R* W", "G"), "B", ("", "", ""), "attack seat 1"),
}  # fmt: skip


@rule("10.1", "10.2", "10.3", "6.7", "6.8", "4.7", "4.8")
@pytest.mark.parametrize("name", STORIES)
def test_resamples_are_as_even_as_all_histories_that_fit(name: str) -> None:
    for watcher in (0, 1, 2, None):
        now, right = STORIES[name].told(watcher)
        see_even(now, watcher, right, sampled(2400))


def test_stories_leave_something_to_guess() -> None:
    many = {name: [len(STORIES[name].told(watcher)[1]) for watcher in (0, 2, None)] for name in STORIES}
    assert many["leak"] == [3, 9, 27], "seat 0 has looked at one, seat 2 knows its own"
    assert all(min(many[name]) > 1 for name in ("toll", "old toll", "named", "named twice", "paid old"))


@rule("4.8")
def test_between_the_two_questions_worlds_without_the_named_cards_are_out() -> None:
    _, right = STORIES["named"].told(1)
    seat, double_red = 0, CARDS.index("RR")
    assert len(right) > 2
    assert all(world[seat][double_red] + world[3 + seat][double_red] >= 1 for world in right)
    _, before = Story(("RR R* W", "R* RR", "RR* G*"), "B", ("", "", "")).told(1)
    assert len(before) > len(right)


# ---------------------------------------------------------------------------------- from shuffle to shuffle


def small_pack() -> Components[TricolorBox]:
    """Return a box with as few cards as there may be, most of them wild, so that few worlds differ."""
    text = GAME.components.text.replace("single = 15", "single = 4").replace("double = 5", "double = 0")
    return parse_components(TricolorBox, text.replace("wild = 6", "wild = 20"), "pack.toml")


MAX_CHECKS = 4
"""How often a long story is looked at between two shuffles, at the beginning of turns and between questions."""


class LongStory:
    """A game of two from empty hands to the third shuffle and on, with all worlds that fit what a watcher has seen."""

    def __init__(self, watcher: int | None, seed: int) -> None:
        self.watcher = watcher
        self.seed = seed
        self.rng = tri.Random(seed)
        setup = GAME.setup(2, components=small_pack())
        # A short pile to begin with, so that the first shuffle comes soon.
        discards = " ".join(["W"] * 20)
        self.truth = setup.parse_position(
            f"tiles red corner NE at 1,0 | discards {discards} | identities red blue | seat {seed % 2} chooses"
        )
        self.worlds: list[WeightedState] = [(self.truth.copy(), 1.0)]
        self.num_shuffles = 0
        self.num_checked: Counter[str] = Counter()

    def play(self, num_shuffles: int, resamples: int) -> None:
        """Play until discards have been shuffled so often and a few turns more, and compare again and again."""
        num_turns_left = 4
        while num_turns_left:
            self.step()
            moment = self.find_moment()
            if moment == "turn" and self.num_shuffles >= num_shuffles:
                num_turns_left -= 1
            key = f"{moment} {self.num_shuffles}"
            if moment and self.num_shuffles and len(self.worlds) > 1 and self.num_checked[key] < MAX_CHECKS:
                see_even(self.truth, self.watcher, weights_of(self.worlds, -1), resamples)
                self.num_checked[key] += 1

    def find_moment(self) -> str:
        """Return whether a turn begins, or it is open which of the named cards are old, or neither."""
        kind = int(self.state().top_question_kind())
        return {fields.ASK_DRAW_COUNT: "turn", fields.ASK_AGES: "ages"}.get(kind, "")

    def state(self) -> TricolorState:
        """Return the true state."""
        assert isinstance(self.truth, TricolorState)
        return self.truth

    def step(self) -> None:
        """Let something happen, in truth and in all worlds in which the watcher would perceive the same."""
        truth = self.state()
        is_empty = truth.to_move == CHANCE and not truth.sum_bytes(fields.DRAW_PILE, codes.NUM_CARD_KINDS)
        self.num_shuffles += is_empty and truth.top_question_kind() == fields.ASK_CARD
        action, seat = self.choose(), SPECTATOR if self.watcher is None else self.watcher
        key = truth.event_key(action, seat)
        self.worlds = follow(self.worlds, action, lambda world, answer: world.event_key(answer, seat) == key)
        truth.play(action)

    def choose(self) -> int:
        """Return what happens: mostly four cards are drawn, and now and then the corner is turned."""
        truth = self.truth
        if truth.to_move == CHANCE:
            return int(truth.sample_chance(self.rng))
        texts = {truth.format_action(action): action for action in truth.legal_actions()}
        if "draw 4" in texts:
            return texts["draw 2" if self.rng.randrange(4) == 0 else "draw 4"]
        payments = [action for text, action in texts.items() if text.startswith("turn 1,0")]
        if "done" in texts and (not payments or self.rng.randrange(2)):
            return texts["done"]
        choices = payments or list(texts.values())
        return choices[self.rng.randrange(len(choices))]


@rule("4.7", "4.8", "10.1")
@pytest.mark.parametrize("watcher", [0, 1])
def test_resamples_are_even_after_one_two_and_three_shuffles_and_between_questions(watcher: int) -> None:
    story = LongStory(watcher, seed=watcher)
    story.play(3, sampled(2400))
    assert all(story.num_checked[f"{moment} {n}"] > 0 for moment in ("turn", "ages") for n in (1, 2, 3)), (
        story.num_checked
    )


@pytest.mark.long
@rule("4.7", "4.8", "10.1")
@pytest.mark.parametrize("seed", range(6))
def test_resamples_are_even_in_long_stories(seed: int) -> None:
    for watcher in (0, 1, None):
        story = LongStory(watcher, 100 + seed)
        story.play(4, 5000)
        assert sum(story.num_checked.values()) > 20


# ------------------------------------------------------------------------------------- late in games with few cards


def fitting(state: State, watcher: int | None) -> Weights:
    """Return every world that fits what a watcher knows of a state, each weighing the deals that make it."""
    assert isinstance(state, TricolorState)
    small = [int(number) for number in state.byte_fields]
    players = int(state.setup.players)
    unseen = [seat for seat in range(players) if seat != watcher]
    new_hands, old_hands = hands_at(state, fields.NEW_HANDS), hands_at(state, fields.OLD_HANDS)
    pile = tuple(small[fields.DRAW_PILE + kind] for kind in KINDS)
    named = [0] * len(KINDS)
    if state.top_question_kind() == fields.ASK_AGES:
        named = [int(number) for number in state.list_hidden_payment_counts(state.payment_action())]
    found: Weights = {}
    for new, ways in all_hands(new_hands, pile, unseen).items():
        for old, more in all_hands(old_hands, (0,) * len(KINDS), unseen).items():
            payer = state.turn_seat()
            if all(new[payer][kind] + old[payer][kind] >= named[kind] for kind in KINDS):
                for colours, many in identities(world_of(state)[-1], watcher, small, players):
                    found[*new, *old, colours] = float(ways * more * many)
    return found


def all_hands(own: World, pile: tuple[int, ...], unseen: list[int]) -> dict[World, int]:
    """Return all hands that some seats may have, of the cards that they and a pile have together, and in how many ways.

    The other seats keep theirs.
    """
    pool = tuple(pile[kind] + sum(own[seat][kind] for seat in unseen) for kind in KINDS)
    hands: dict[World, int] = {(): 1}
    for seat, hand in enumerate(own):
        hands = {
            (*before, dealt): ways * more
            for before, ways in hands.items()
            for dealt, more in (parts(pool_left(pool, before, unseen), sum(hand)) if seat in unseen else [(hand, 1)])
        }
    return hands


def pool_left(pool: tuple[int, ...], before: World, unseen: list[int]) -> tuple[int, ...]:
    """Return how many cards of each kind are left when some seats have theirs."""
    dealt = [hand for seat, hand in enumerate(before) if seat in unseen]
    return tuple(pool[kind] - sum(hand[kind] for hand in dealt) for kind in KINDS)


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
    """Yield states of random games with few cards, as long as not too many worlds fit: few cards are hidden."""
    for seed in seeds:
        for state in random_game(3, seed, components=few_cards(), round_limit=9):
            if state.to_move >= 0 and 0 < sum(map(sum, world_of(state)[:-1])) <= 3 and has_old_cards(state):
                yield state


def has_old_cards(state: State) -> bool:
    """Return whether somebody has old cards."""
    return any(map(sum, hands_at(state, fields.OLD_HANDS)))


@rule("10.1", "10.2", "10.3")
def test_resamples_are_even_late_in_a_game() -> None:
    states = list(late_states(range(4)))
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
