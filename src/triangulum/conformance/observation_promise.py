"""The promise about observations: an observation holds everything that its seat may know, and nothing else.

``State.observe_into`` writes what a seat knows into another state, and learners are given features of nothing else. So
it must give the same bytes in every world that the seat holds possible, whatever the target held before. Fields that
are not hidden must be copied as they are. And the belief must depend only on the bytes that ``Setup.belief_inputs``
marks: this is checked by mixing them with all other bytes of an earlier observation, which must not change the belief.
"""

from __future__ import annotations

from librt.random import Random
from mypy_extensions import u8

from triangulum.conformance.belief_promise import ByteShares, format_shares, read_belief
from triangulum.conformance.report import GameWalk
from triangulum.core.learning.features import WordFeatures, list_features
from triangulum.core.state import SPECTATOR, Setup, State
from triangulum.core.views import watcher_name

NUM_WORLDS = 3
"""How many resamples are observed for each seat."""


class ObservationChecker:
    """Checks the observations of states and their resamples, for every seat and a spectator."""

    def __init__(self) -> None:
        self.rng = Random(6101)
        self.open_bytes: set[int] = set()
        """The bytes that are not hidden."""
        self.last_observations: dict[int, State] = {}
        """For each watcher, its previous observation."""

    def start_game(self, walk: GameWalk) -> None:
        """Find the bytes whose features are not hidden."""
        self.open_bytes = set()
        for part in list_features(walk.setup):
            if not isinstance(part, WordFeatures) and not part.hidden:
                for at in range(part.start, part.start + part.step * part.count, part.step):
                    self.open_bytes |= {at, at + part.beside}

    def check_step(self, walk: GameWalk, action: int, in_depth: bool) -> None:
        """Check nothing: positions are observed, not steps."""

    def check_game_end(self, walk: GameWalk) -> None:
        """Check the end of a game too."""
        self.check_position(walk, in_depth=True)

    def check_position(self, walk: GameWalk, in_depth: bool) -> None:
        """Check everybody's observation of the position."""
        if not in_depth or not walk.setup.game.has_secrets:
            return
        for seat in (None, *range(int(walk.setup.players))):
            self.check_observation_equal_in_resamples(walk, seat)

    def check_observation_equal_in_resamples(self, walk: GameWalk, seat: int | None) -> None:
        """Check that a seat's observations of the true state and of resamples are equal, whatever the target held."""
        state, who = walk.state, watcher_name(seat)
        before = state.to_bytes()
        watcher = SPECTATOR if seat is None else seat
        observation = walk.setup.new()
        has_observation = state.observe_into(watcher, observation)
        if state.to_bytes() != before:
            walk.fail("observation", f"observing a state for {who} changed it")
        for target in (state.copy(), *(state.resample(seat, self.rng) for _ in range(NUM_WORLDS))):
            world = state.resample(seat, self.rng)
            if world.observe_into(watcher, target) != has_observation:
                walk.fail("observation", f"{who} has an observation in some worlds and not in others")
            if has_observation and target.to_bytes() != observation.to_bytes():
                walk.fail(
                    "observation",
                    f"{who} may know {describe_first_difference(observation, target)} of it, depending on the world",
                )
        if not has_observation:
            return
        belief = read_belief(walk, observation, seat)
        for at in range(len(observation.byte_fields)):
            is_shown = at in self.open_bytes or (belief is not None and at not in belief)
            if is_shown and observation.byte_fields[at] != state.byte_fields[at]:
                walk.fail(
                    "observation",
                    f"byte {at} is shown as it is, and {who} is not let know that it is {state.byte_fields[at]}",
                )
        if list(observation.word_fields) != list(state.word_fields):
            walk.fail("observation", f"words are shown as they are, and {who} is not let know them")
        self.check_belief_depends_only_on_inputs(walk, watcher, observation, belief)
        # The observation must not share its vectors with the state. This destroys it, so it comes last.
        for at in range(len(observation.byte_fields)):
            observation.byte_fields[at] ^= u8(255)
        if state.to_bytes() != before:
            walk.fail("observation", f"{who}'s observation shares its numbers with the state")
        walk.report.held_counts["observation"] += 1

    def check_belief_depends_only_on_inputs(
        self, walk: GameWalk, watcher: int, observation: State, belief: ByteShares | None
    ) -> None:
        """Check that a belief stays the same when all bytes that are not its inputs change."""
        inputs = list_belief_inputs(walk.setup, watcher)
        mixed = self.last_observations.get(watcher)
        self.last_observations[watcher] = observation.copy()
        if inputs is None or mixed is None or len(mixed.byte_fields) != len(observation.byte_fields):
            return
        mixed.to_move = observation.to_move
        for at in inputs:
            mixed.byte_fields[at] = observation.byte_fields[at]
        seat = None if watcher == SPECTATOR else watcher
        mixed_belief = read_belief(walk, mixed, seat)
        if belief != mixed_belief:
            who = watcher_name(seat)
            walk.fail(
                "observation",
                f"{who} is told {format_shares(belief)}, and {format_shares(mixed_belief)} with other bytes "
                "that are not belief inputs",
            )


def list_belief_inputs(setup: Setup, watcher: int) -> list[int] | None:
    """Return the indices of the bytes on which a watcher's belief depends, or None if the game doesn't say."""
    if watcher + 1 >= len(setup.belief_inputs):
        return None
    return [at for at, byte in enumerate(setup.belief_inputs[watcher + 1]) if byte]


def describe_first_difference(first: State, second: State) -> str:
    """Return, for messages, the first field in which two states differ."""
    if first.to_move != second.to_move:
        return f"that {first.to_move} is to move, or {second.to_move},"
    for at, (byte, second_byte) in enumerate(zip(first.byte_fields, second.byte_fields, strict=True)):
        if byte != second_byte:
            return f"that byte {at} is {byte}, or {second_byte},"
    return "other words"
