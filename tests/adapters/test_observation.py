"""Observations for programs that learn: what a seat may know, and nothing else, under names."""

import os
import subprocess
import sys
from collections.abc import Iterator
from zlib import crc32

import pytest
from librt.random import Random

import triangulum as tri
from tests.sampling import sampled
from tests.toys.follow import FOLLOW

np = pytest.importorskip("numpy")

from triangulum.adapters.observation import Observer  # noqa: E402
from triangulum.core.numbers import Mask, Part, bits, none_or_one_of, one_of, up_to  # noqa: E402
from triangulum.core.registry import offered  # noqa: E402

TABLES = [(id, players) for id, game in offered().items() for players in sorted({game.players[0], game.players[1]})]


def random_states(state: tri.State, rng: Random, share: int) -> Iterator[tri.State]:
    """Yield about one in so many states of a random game, and its end."""
    state = state.copy()
    while state.to_move != tri.OVER:
        if rng.randrange(share) == 0:
            yield state.copy()
        state.apply(state.draw(rng) if state.to_move == tri.CHANCE else state.pick(rng))
    yield state


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_an_observation_is_the_same_in_every_world_that_the_seat_holds_possible(id: str, players: int) -> None:
    setup = tri.game(id).setup(players)
    observer, rng = Observer(setup), Random(players)
    for _ in range(sampled(4)):
        for state in random_states(setup.new(), rng, share=10):
            for seat in (None, *range(players)):
                seen = observer.observe(state, seat)
                assert all((observer.observe(state.redeal(seat, rng), seat) == seen).all() for _ in range(2))


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_positions_that_look_different_are_observed_differently(id: str, players: int) -> None:
    setup = tri.game(id).setup(players)
    observer, rng = Observer(setup), Random(players)
    views: dict[bytes, tri.View] = {}
    for state in random_states(setup.new(), rng, share=2):
        view = state.view(0)
        assert views.setdefault(observer.observe(state, 0).tobytes(), view) == view
    assert len(views) > 10


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_features_are_from_0_to_1_under_names_that_leave_no_gaps(id: str, players: int) -> None:
    setup = tri.game(id).setup(players)
    observer, rng = Observer(setup), Random(players)
    places = list(observer.names.values())
    assert [place.start for place in places] == [0, *(place.stop for place in places[:-1])]
    assert places[-1].stop == observer.size
    for state in random_states(setup.new(), rng, share=10):
        seen = observer.observe(state, players - 1)
        assert ((seen >= 0) & (seen <= 1)).all()
        named = observer.named(seen)
        assert list(named["seat"]) == [0.0] * (players - 1) + [1.0]
        whose = (*range(players), tri.CHANCE, tri.OVER)
        assert [who for who, is_so in zip(whose, named["to_move"], strict=True) if is_so] == [state.to_move]


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_many_rows_are_filled_in_place_as_one_by_one(id: str, players: int) -> None:
    setup = tri.game(id).setup(players)
    observer = Observer(setup)
    states = list(random_states(setup.new(), Random(3), share=10))
    seats = [at % players for at in range(len(states))]
    rows = np.full((len(states), observer.size), -1.0, np.float32)
    observer.fill_many(states, seats, rows)
    for state, seat, row in zip(states, seats, rows, strict=True):
        assert (row == observer.observe(state, seat)).all()


def test_names_are_slices_of_one_buffer() -> None:
    observer = Observer(tri.game("star-runners").setup())
    buffer = np.zeros(observer.size, np.float32)
    ships = observer.named(buffer)["ships"]
    observer.fill(tri.game("star-runners").new(), 0, buffer)
    assert ships.base is not None
    assert ships.reshape(6, 7).argmax(axis=1).tolist() == [0, 0, 0, 6, 6, 6]


def test_what_a_seat_knows_is_sure_and_what_it_guesses_is_not() -> None:
    setup = tri.game("starry-sky").setup()
    state = setup.new()
    while state.to_move == tri.CHANCE:
        state.play(state.actions()[0])
    cards = Observer(setup).named(Observer(setup).observe(state, 1))["cards"].reshape(24, -1)
    hand = state.view(1).hand  # type: ignore[attr-defined]
    assert all(cards[card, 1] == 1 for card in hand)
    others = [card for card in range(24) if card not in hand]
    assert all(cards[card, 1] == 0 for card in others)
    assert any(0 < cards[card, 0] < 1 for card in others)


def test_a_game_that_describes_nothing_is_given_bit_by_bit() -> None:
    setup, rng = FOLLOW.setup(), Random(5)
    observer = Observer(setup)
    assert FOLLOW.numbers is None
    assert list(observer.names) == ["seat", "to_move", "small"]
    for state in random_states(setup.new(), rng, share=1):
        for seat in range(3):
            seen = observer.observe(state, seat)
            assert (observer.observe(state.redeal(seat, rng), seat) == seen).all()


def test_tables_write_codes_counts_and_masks() -> None:
    assert one_of(3) == ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    assert none_or_one_of(2) == ((0, 0), (1, 0), (0, 1))
    assert up_to(4) == ((0,), (0.25,), (0.5,), (0.75,), (1,))
    assert len(up_to(1000)) == 256
    assert bits(2) == ((0, 0), (1, 0), (0, 1), (1, 1))


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_a_game_describes_numbers_that_it_has(id: str, players: int) -> None:
    setup = tri.game(id).setup(players)
    describe = setup.game.numbers
    assert describe is not None
    new = setup.new()
    for part in describe(setup):
        if isinstance(part, Mask):
            assert part.word < len(new.wide)
            assert max(part.places) < part.size
        else:
            assert isinstance(part, Part)
            assert part.start + part.step * (part.count - 1) + part.beside < len(new.small)
            assert len({len(row) for row in part.table}) == 1


OTHER_PROCESS = """
import triangulum as tri
from tests.adapters.test_observation import marks
print(tri.BUILD.kind, *marks())
"""


def marks() -> list[int]:
    """Return a mark for observations of each game, which any difference would change."""
    found = []
    for id, options in (*QUICK.items(), ("starry-sky", {}), ("tri-star-racers", {})):
        setup = tri.game(id).setup_from(options)
        observer, mark = Observer(setup), 0
        for state in random_states(setup.new(), Random(8), share=8):
            for seat in (None, *range(setup.players)):
                mark = crc32(observer.observe(state, seat).tobytes(), mark)
        found.append(mark)
    return found


QUICK = {"star-runners": {"turn_limit": 20}, "tri-trac": {"turn_limit": 20}, "tricolor-line": {"round_limit": 1}}


@pytest.mark.skipif(tri.BUILD.kind == "plain", reason="there is no compiled engine to compare with")
def test_compiled_and_plain_observations_are_the_same() -> None:
    variables = {**os.environ, "TRIANGULUM_PLAIN": "1"}
    words = [sys.executable, "-c", OTHER_PROCESS]
    done = subprocess.run(words, env=variables, capture_output=True, text=True, check=True)
    kind, *found = done.stdout.split()
    assert kind == "plain"
    assert [int(mark) for mark in found] == marks()
