"""Observations for programs that learn: what a seat may know, and nothing else, under names."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any
from zlib import crc32

import pytest
from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

import triangulum as tri
from tests.sampling import sampled
from tests.toys.follow import COUNTING, FOLLOW, OBSERVABLE
from triangulum.core.learning.features import (
    bit_table,
    default_features,
    one_hot_table,
    optional_one_hot_table,
    ratio_table,
)
from triangulum.core.registry import discover_games

np = pytest.importorskip("numpy")

from triangulum.adapters.feature_lookup import RESAMPLE_SEED  # noqa: E402
from triangulum.adapters.observation import NUM_RESAMPLES, ObservationArray, Observer  # noqa: E402
from triangulum.core.learning.belief import Belief  # noqa: E402
from triangulum.core.learning.features import (  # noqa: E402
    ByteFeatures,
    WordFeatures,
)
from triangulum.core.state import ActionBuffer  # noqa: E402

TABLES = [
    (id, players) for id, game in discover_games().items() for players in sorted({game.players[0], game.players[1]})
]


def random_states(state: tri.State, rng: Random, share: int) -> Iterator[tri.State]:
    """Yield about one in so many states of a random game, and its end."""
    state = state.copy()
    while state.to_move != tri.OVER:
        if rng.randrange(share) == 0:
            yield state.copy()
        state._apply(
            state.sample_chance(rng) if state.to_move == tri.CHANCE else state.random_action(rng, ActionBuffer())
        )
    yield state


def sample_states(states: Iterator[tri.State], count: int) -> list[tri.State]:
    """Return about so many of the states of a game, and fewer where all takes long; the first few in a row."""
    listed = list(states)
    few = sampled(count)
    return listed[: few // 4] + listed[few // 4 :: max(1, len(listed) // few)]


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_an_observation_is_the_same_in_every_world_that_the_seat_holds_possible(id: str, players: int) -> None:
    setup = tri.game(id).setup(players)
    observer, rng = Observer(setup), Random(players)
    for _ in range(sampled(4)):
        for state in random_states(setup.new(), rng, share=10):
            for seat in (None, *range(players)):
                seen = observer.observe(state, seat)
                assert all((observer.observe(state.resample(seat, rng), seat) == seen).all() for _ in range(2))


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
    places = list(observer.slices.values())
    assert [place.start for place in places] == [0, *(place.stop for place in places[:-1])]
    assert places[-1].stop == observer.size
    for state in random_states(setup.new(), rng, share=10):
        seen = observer.observe(state, players - 1)
        assert ((seen >= 0) & (seen <= 1)).all()
        named = observer.parts(seen)
        assert list(named["seat"]) == [0.0] * (players - 1) + [1.0]
        whose = (*range(players), tri.CHANCE, tri.OVER)
        assert [who for who, is_so in zip(whose, named["to_move"], strict=True) if is_so] == [state.to_move]


@pytest.mark.parametrize(("id", "players"), [*TABLES, (FOLLOW.id, 3)])
def test_a_row_that_is_filled_again_is_as_if_it_had_been_empty(id: str, players: int) -> None:
    setup = tri.game(id).setup(players)
    observer, rng = Observer(setup), Random(3)
    many = ObservationArray(observer, 2)
    states = sample_states(random_states(setup.new(), rng, share=2), 80)
    # One after the other, as in a game, and then any two, which have little in common.
    for at in range(2 * len(states)):
        one = states[at] if at < len(states) else states[rng.randrange(len(states))]
        two = states[rng.randrange(len(states))]
        seats = vec[i64]([i64(rng.randrange(players)), i64(rng.randrange(players))])
        many.write_rows([one, two], seats)
        for state, seat, row in zip((one, two), seats, many.array, strict=True):
            assert (row == ObservationArray(observer, 1).write_first_row(state, int(seat))).all()
    assert not many.array.flags.writeable


def compute_expected_features(
    setup: tri.Setup, parts: Sequence[ByteFeatures | WordFeatures], worlds: Sequence[tri.State]
) -> Any:
    """Return the mean of what tables say of some worlds, by the book."""
    found = []
    smalls = np.array([list(world.byte_fields) for world in worlds], np.int64)
    for part in sorted(parts, key=lambda part: isinstance(part, WordFeatures)):
        if isinstance(part, WordFeatures):
            row = np.zeros((len(worlds), part.size))
            for number, world in enumerate(worlds):
                row[number, list(part.places)] = [
                    world.word_fields[part.word] >> bit & 1 for bit in range(len(part.places))
                ]
            found.append(row.mean(axis=0))
            continue
        table = np.array(part.table)
        for at in range(part.start, part.start + part.step * part.count, part.step):
            values = smalls[:, at]
            if part.beside:
                values = values * part.choices + smalls[:, at + part.beside]
            found.append(table[np.minimum(values, len(table) - 1)].mean(axis=0))
    return np.concatenate(found)


def list_parts(setup: tri.Setup) -> Sequence[ByteFeatures | WordFeatures]:
    """Return what a game says of its numbers, or what there is to say if it says nothing."""
    new = setup.new()
    numbers = setup.game.features
    return default_features(len(new.byte_fields), len(new.word_fields)) if numbers is None else numbers(setup)


@pytest.mark.parametrize(("id", "players"), [("star-runners", 2), ("tri-trac", 2), (FOLLOW.id, 3)])
def test_features_are_what_the_tables_say(id: str, players: int) -> None:
    setup = tri.game(id).setup(players)
    observer, parts = Observer(setup), list_parts(setup)
    for state in random_states(setup.new(), Random(6), share=3):
        for seat in range(players):
            worlds = [state.resample(seat, Random(RESAMPLE_SEED + number)) for number in range(NUM_RESAMPLES)]
            seen = observer.observe(state, seat)[2 * players + 2 :]
            assert np.allclose(seen, compute_expected_features(setup, parts, worlds), rtol=1e-6, atol=1e-7)


SECRETIVE = [(id, players) for id, players in TABLES if tri.game(id).has_secrets]
RESAMPLES = 150


@pytest.mark.parametrize(("id", "players"), SECRETIVE)
def test_what_is_hidden_is_shown_as_often_as_resamples_have_it(id: str, players: int) -> None:
    setup = tri.game(id).setup(players)
    observer, parts, rng = Observer(setup), list_parts(setup), Random(players)
    length = len(setup.new().byte_fields)
    counted = 0
    states = sample_states(random_states(setup.new(), rng, share=2), 60)
    for state in states:
        for seat in (None, 0, players - 1):
            belief = Belief(length)
            known = -1 if seat is None else seat
            bare = setup.new()
            asked = bare if state.observe_into(known, bare) else state.resample(seat, rng)
            if not asked.belief(known, belief):
                continue
            counted += 1
            worlds = [state.resample(seat, rng) for _ in range(RESAMPLES)]
            sure = [at for at in range(length) if not belief.distribution_of_byte[at]]
            assert all(
                [world.byte_fields[at] for at in sure] == [state.byte_fields[at] for at in sure] for world in worlds
            )
            seen = observer.observe(state, seat)[2 * players + 2 :].astype(float)
            off = abs(compute_expected_features(setup, parts, worlds) - seen)
            # Whatever a feature from 0 to 1 is, its variance is not greater than this.
            spread = np.sqrt(np.maximum(seen * (1 - seen), 0) / RESAMPLES)
            known_well = (seen < 1e-6) | (seen > 1 - 1e-6)
            assert (off <= np.where(known_well, 1e-6, 6 * spread + 3 / RESAMPLES)).all()
    assert counted > len(states)


def test_names_are_slices_of_one_buffer() -> None:
    observer = Observer(tri.game("star-runners").setup())
    buffer = np.zeros(observer.size, np.float32)
    ships = observer.parts(buffer)["ships"]
    observer.fill(tri.game("star-runners").new(), 0, buffer)
    assert ships.base is not None
    assert ships.reshape(6, 7).argmax(axis=1).tolist() == [0, 0, 0, 6, 6, 6]


def test_what_a_seat_knows_is_sure_and_what_it_guesses_is_not() -> None:
    setup = tri.game("starry-sky").setup()
    state = setup.new()
    while state.to_move == tri.CHANCE:
        state.play(state.legal_actions()[0])
    cards = Observer(setup).parts(Observer(setup).observe(state, 1))["cards"].reshape(24, -1)
    hand = state.view(1).hand  # type: ignore[attr-defined]
    assert all(cards[card, 1] == 1 for card in hand)
    others = [card for card in range(24) if card not in hand]
    assert all(cards[card, 1] == 0 for card in others)
    assert any(0 < cards[card, 0] < 1 for card in others)


def test_a_game_that_describes_nothing_is_given_bit_by_bit() -> None:
    setup, rng = FOLLOW.setup(), Random(5)
    observer = Observer(setup)
    assert FOLLOW.features is None
    assert list(observer.slices) == ["seat", "to_move", "small"]
    for state in random_states(setup.new(), rng, share=1):
        for seat in range(3):
            seen = observer.observe(state, seat)
            assert (observer.observe(state.resample(seat, rng), seat) == seen).all()


def test_what_is_made_from_bare_states_is_what_is_made_from_resamples() -> None:
    observing, resampling = Observer(OBSERVABLE.setup()), Observer(COUNTING.setup())
    for seed in range(5):
        pairs = zip(
            *(random_states(each.setup.new(), Random(seed), share=1) for each in (observing, resampling)), strict=True
        )
        for one, other in pairs:
            for seat in (None, 0, 1, 2):
                assert (observing.observe(one, seat) == resampling.observe(other, seat)).all()


def test_tables_write_codes_counts_and_masks() -> None:
    assert one_hot_table(3) == ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    assert optional_one_hot_table(2) == ((0, 0), (1, 0), (0, 1))
    assert ratio_table(4) == ((0,), (0.25,), (0.5,), (0.75,), (1,))
    assert len(ratio_table(1000)) == 256
    assert bit_table(2) == ((0, 0), (1, 0), (0, 1), (1, 1))


@pytest.mark.parametrize(("id", "players"), TABLES)
def test_a_game_describes_numbers_that_it_has(id: str, players: int) -> None:
    setup = tri.game(id).setup(players)
    describe = setup.game.features
    assert describe is not None
    new = setup.new()
    for part in describe(setup):
        if isinstance(part, WordFeatures):
            assert part.word < len(new.word_fields)
            assert max(part.places) < part.size
        else:
            assert isinstance(part, ByteFeatures)
            assert part.start + part.step * (part.count - 1) + part.beside < len(new.byte_fields)
            assert len({len(row) for row in part.table}) == 1


OTHER_PROCESS = """
import triangulum as tri
from tests.adapters.test_observation import compute_checksums
print(tri.BUILD.kind, *compute_checksums())
"""


def compute_checksums() -> list[int]:
    """Return a checksum of the observations of each game, which any difference would change."""
    checksums = []
    for id, options in (*QUICK.items(), ("starry-sky", {}), ("tri-star-racers", {})):
        setup = tri.game(id).setup_from(options)
        observer, checksum = Observer(setup), 0
        for state in random_states(setup.new(), Random(8), share=8):
            for seat in (None, *range(setup.players)):
                checksum = crc32(observer.observe(state, seat).tobytes(), checksum)
        checksums.append(checksum)
    return checksums


QUICK = {"star-runners": {"turn_limit": 20}, "tri-trac": {"turn_limit": 20}, "tricolor-line": {"round_limit": 1}}


@pytest.mark.skipif(tri.BUILD.kind == "plain", reason="there is no compiled engine to compare with")
def test_compiled_and_plain_observations_are_the_same() -> None:
    variables = {**os.environ, "TRIANGULUM_PLAIN": "1"}
    words = [sys.executable, "-c", OTHER_PROCESS]
    done = subprocess.run(words, env=variables, capture_output=True, text=True, check=True)
    kind, *found = done.stdout.split()
    assert kind == "plain"
    assert [int(checksum) for checksum in found] == compute_checksums()
