"""The promises about rules, texts and serialization, which have nothing to do with secrets.

Most are invariants of a single position, such as that notation is parsed back. Those about chance and random actions
are statistical: samples are collected over all games, and tested by chi-square against the weights. Copies are kept
during a game, and compared at its end with what they were.
"""

from __future__ import annotations

import math
import pickle
import random
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

import librt.random
import msgspec
from librt.random import Random

from triangulum.conformance.report import RESERVED, GameWalk
from triangulum.conformance.resample_promises import fails_chi_square_test
from triangulum.core.state import CHANCE, OVER, ActionBuffer, State
from triangulum.errors import IllegalActionError, NotationError, PositionError, TriangulumError
from triangulum.record.history import History
from triangulum.record.record import (
    record_from_history,
    record_from_json,
    state_from_json,
    state_to_json,
)
from triangulum.record.tri_format import format_record, parse_record
from triangulum.text import Reader

T = TypeVar("T")

NUM_SAMPLES = 1_500
"""How many outcomes are sampled at a chance step, to compare them with its weights."""

NUM_SAMPLES_LATER = 20
"""How many are sampled at each later step with the same weights."""

EFFORTS = (1, 300)
"""The efforts for which candidate actions are checked."""

MAX_DISTRIBUTIONS = 12
"""How many lists of weights, and how many numbers of legal actions, are sampled that often."""


class RulesChecker:
    """Checks what has nothing to do with secrets; remembers positions and samples across all games."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.positions: dict[str, bytes] = {}
        self.chance_counts: dict[tuple[int, ...], Counter[int]] = {}
        """For each list of weights, how often each outcome was sampled, at all steps together."""
        self.action_counts: dict[int, Counter[int]] = {}
        """For each number of legal actions, how often each of them was sampled."""
        self.expected_bytes: bytes | None = None
        """The next state, as bytes, that the step gave on a copy."""
        self.copies: list[tuple[State, bytes, int]] = []
        self.action_buffer = ActionBuffer()

    def start_game(self, walk: GameWalk) -> None:
        """Check the setup itself."""
        self.copies = []
        self.expected_bytes = None
        setup = walk.setup
        again = pickle.loads(pickle.dumps(setup))
        walk.expect("keeping", again == setup and hash(again) == hash(setup), "a pickled setup is not equal")
        options = msgspec.json.decode(msgspec.json.encode(setup.options), type=type(setup.options))
        walk.expect("keeping", options == setup.options, "options change when they go through JSON")
        walk.expect("copy", setup.new() == walk.state, "two new games are not equal")

    def check_position(self, walk: GameWalk, in_depth: bool) -> None:
        """Check the state, its texts and its legal actions."""
        self.check_last_step_matches_copy(walk)
        self.check_legal_actions_are_sorted_and_unique(walk)
        walk.expect(
            "returns", not walk.state.winners() and not any(walk.state.returns()), "somebody has won in mid-game"
        )
        self.check_position_text_round_trips(walk)
        if walk.state.to_move == CHANCE:
            self.check_chance_follows_weights(walk)
        elif in_depth:
            self.check_random_action_is_legal_and_uniform(walk)
        if in_depth:
            self.check_notation_round_trips(walk)
            self.check_mangled_texts_are_refused_or_legal(walk)
            self.check_illegal_actions_are_refused(walk)
            self.check_all_actions_playable(walk)
            self.check_serialization_round_trips(walk)
            self.check_evaluation_is_bounded(walk)
            self.check_candidates_are_legal(walk)
        copy = walk.state.copy()
        walk.expect("copy", copy == walk.state and copy is not walk.state, "a copy is not equal")
        if in_depth or self.dice.random() < 0.05:
            self.copies.append((copy, copy.to_bytes(), len(walk.actions)))

    def check_legal_actions_are_sorted_and_unique(self, walk: GameWalk) -> None:
        """Check that legal actions are sorted, unique and within bounds, and that somebody is to move."""
        state, setup = walk.state, walk.setup
        legal = state.legal_actions()
        bound = setup.max_chance_outcomes if state.to_move == CHANCE else setup.num_actions
        walk.expect(
            "actions",
            -1 <= state.to_move < setup.players,
            f"to_move is {state.to_move}, which is no seat, not CHANCE and not OVER",
        )
        walk.expect("actions", bool(legal), "the game is not over, and nothing can be played")
        walk.expect("actions", legal == sorted(set(legal)), f"{legal} is not in rising order")
        walk.expect("actions", legal[0] >= 0 and legal[-1] < bound, f"{legal} is not within 0 to {bound - 1}")
        # Into a buffer that still holds what was listed before, as in real use.
        state._list_legal_actions(self.action_buffer)
        count = int(self.action_buffer.count)
        listed = [int(action) for action in self.action_buffer.actions][:count]
        why = f"{legal} are legal, and {listed} are put into a list of {count} moves"
        walk.expect("actions", count == len(legal) and listed == legal, why)

    def check_chance_follows_weights(self, walk: GameWalk) -> None:
        """Check that each outcome has a weight, and that sampled outcomes follow the weights."""
        state = walk.state
        legal, weights = state.legal_actions(), state.chance_weights()
        walk.expect("weights", len(weights) == len(legal), f"{len(legal)} outcomes have {len(weights)} weights")
        walk.expect("weights", all(weight > 0 for weight in weights), f"{weights} are not all positive")
        if tuple(weights) not in self.chance_counts and len(self.chance_counts) >= MAX_DISTRIBUTIONS:
            return
        # Many samples the first time, and some at every such step later, as the dice might only be loaded then.
        times = NUM_SAMPLES_LATER if tuple(weights) in self.chance_counts else NUM_SAMPLES
        drawn = self.chance_counts.setdefault(tuple(weights), Counter())
        rng = Random(self.dice.getrandbits(40))
        for _ in range(times):
            outcome = int(state.sample_chance(rng))
            walk.expect("weights", outcome in legal, f"sample_chance() gave {outcome}, which cannot happen")
            drawn[legal.index(outcome)] += 1
        share = drawn.total() / sum(weights)
        counts = [(drawn[place], share * weight) for place, weight in enumerate(weights)]
        walk.expect(
            "weights", not fails_chi_square_test(counts), f"draws do not follow the weights {weights}: {counts}"
        )

    def check_random_action_is_legal_and_uniform(self, walk: GameWalk) -> None:
        """Check that random actions are legal and equally likely, at least while they are few."""
        legal = walk.state.legal_actions()
        rng = Random(self.dice.getrandbits(40))
        often = len(legal) in self.action_counts or len(self.action_counts) >= MAX_DISTRIBUTIONS
        picked = self.action_counts.setdefault(len(legal), Counter())
        buffer = ActionBuffer()
        for _ in range(NUM_SAMPLES_LATER if often else max(NUM_SAMPLES // 3, 8 * len(legal))):
            action = int(walk.state.random_action(rng, buffer))
            walk.expect("random action", action in legal, f"{action} was picked, which is not legal")
            picked[legal.index(action)] += 1
        counts = [(picked[place], picked.total() / len(legal)) for place in range(len(legal))]
        walk.expect(
            "random action",
            not fails_chi_square_test(counts),
            f"of {len(legal)} actions some are picked too often: {counts}",
        )

    def check_notation_round_trips(self, walk: GameWalk) -> None:
        """Check that every action has its own text, which is parsed back."""
        state = walk.state
        read: dict[str, int] = {}
        for action in state.legal_actions():
            text = state.format_action(action)
            walk.expect("text", text not in read, f"actions {read.get(text)} and {action} both read {text!r}")
            read[text] = action
            fits = text == text.strip() and text and not set(text) & set(RESERVED) and text[0] not in "(["
            walk.expect(
                "text", bool(fits), f"{text!r} holds one of {RESERVED!r}, begins with ( or [, or is not trimmed"
            )
            try:
                back = state.parse_action(text)
            except TriangulumError as error:
                walk.fail("text", f"action {action} reads {text!r}, which is refused: {error}")
            walk.expect("text", back == action, f"{text!r} is action {action} and is read as {back}")

    def check_position_text_round_trips(self, walk: GameWalk) -> None:
        """Check that every state has its own position text, which is parsed back."""
        state = walk.state
        text, data = state.position(), state.to_bytes()
        same = self.positions.setdefault(text, data)
        walk.expect("position", same == data, "another state has the same position text")
        try:
            back = walk.setup.parse_position(text)
        except TriangulumError as error:
            walk.fail("position", f"{text!r} is refused: {error}")
        walk.expect("position", back == state, f"{text!r} is read as {back.position()!r}")
        walk.expect(
            "position", back.legal_actions() == state.legal_actions(), "a state that was read back has other actions"
        )

    def check_mangled_texts_are_refused_or_legal(self, walk: GameWalk) -> None:
        """Check that mangled moves and positions are refused with one line, or mean something legal."""
        state = walk.state
        text = self.mangle_text(state.format_action(self.dice.choice(state.legal_actions())))
        action = self.parse_or_expect_refusal(
            walk, "move", lambda: state.parse_action(text), (NotationError, IllegalActionError)
        )
        walk.expect("bad text", action is None or action in state.legal_actions(), f"{text!r} is read as {action}")
        mangled = self.mangle_text(state.position())
        accepted = self.parse_or_expect_refusal(
            walk, "position", lambda: walk.setup.parse_position(mangled), (PositionError,)
        )
        if accepted is not None:
            again = walk.setup.parse_position(accepted.position())
            walk.expect(
                "bad text",
                again == accepted,
                f"position {mangled!r} is taken, and not read back as it is written",
            )

    def parse_or_expect_refusal(
        self, walk: GameWalk, kind: str, parse: Callable[[], T], errors: tuple[type[Exception], ...]
    ) -> T | None:
        """Return the parsed value, or None if the text was refused by one of ``errors``; fail the promise otherwise."""
        try:
            return parse()
        except errors as error:
            walk.expect("bad text", "\n" not in str(error) and bool(str(error)), f"a {kind} is refused in many lines")
            return None
        except Exception as error:
            walk.fail("bad text", f"a mangled {kind} raises {type(error).__name__}: {error}")

    def mangle_text(self, text: str) -> str:
        """Return a text with a few characters cut, doubled or changed at random."""
        at = self.dice.randrange(len(text) + 1)
        to = min(len(text), at + self.dice.randrange(1, 4))
        change = self.dice.choice(["", text[at:to] * 2, chr(self.dice.randrange(32, 127)), "9", "é"])
        return text[:at] + change + text[to:]

    def check_illegal_actions_are_refused(self, walk: GameWalk) -> None:
        """Check that illegal actions raise IllegalActionError and change nothing."""
        state = walk.state
        legal = set(state.legal_actions())
        illegal = {
            -1,
            -2,
            int(walk.setup.num_actions),
            1 << 40,
            self.dice.randrange(walk.setup.num_actions),
        } - legal
        before = state.to_bytes()
        for action in illegal:
            try:
                state.play(action)
            except IllegalActionError:
                pass
            except Exception as error:
                walk.fail("refusal", f"action {action} is illegal and raises {type(error).__name__}: {error}")
            else:
                walk.fail("refusal", f"action {action} is not among the legal ones and was played")
            walk.expect("refusal", state.to_bytes() == before, f"action {action} was refused and changed the state")

    def check_all_actions_playable(self, walk: GameWalk) -> None:
        """Check that every legal action can be played on a copy, and leaves the original alone."""
        state = walk.state
        before = state.to_bytes()
        for action in state.legal_actions():
            after = state.copy()
            try:
                after.play(action)
            except Exception as error:
                walk.fail("playable", f"action {action} is legal and raises {type(error).__name__}: {error}")
            walk.expect("playable", after.to_move >= OVER, f"action {action} leads to nobody's turn")
        walk.expect("copy", state.to_bytes() == before, "playing on a copy changed the original")

    def check_serialization_round_trips(self, walk: GameWalk) -> None:
        """Check that states, views and events survive JSON and pickle."""
        state = walk.state
        walk.expect("keeping", pickle.loads(pickle.dumps(state)) == state, "a pickled state is not equal")
        walk.expect(
            "keeping", state_from_json(state_to_json(state)) == state, "a state changes when it goes through JSON"
        )
        seat = self.dice.choice([*range(walk.setup.players), None])
        view = state.view(seat)
        back = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
        walk.expect("keeping", back == view, "a view changes when it goes through JSON")
        try:
            hash(view)
        except TypeError as error:
            walk.fail("keeping", f"a view cannot be hashed, so nothing made from it can be kept: {error}")
        action = self.dice.choice(state.legal_actions())
        events = state.events(action, seat)
        for event in events:
            again = msgspec.json.decode(msgspec.json.encode(event), type=type(event))
            walk.expect("keeping", again == event, f"{event} changes when it goes through JSON")
        for text in walk.setup.game.narration.narrate(events):
            sentence = Reader(seat=seat).render(text)
            walk.expect(
                "keeping",
                bool(sentence) and "\n" not in sentence,
                f"{events} is told as {sentence!r}, which is no sentence",
            )

    def check_step(self, walk: GameWalk, action: int, in_depth: bool) -> None:
        """Check that a step leads to one state, whatever the global generators, and is within ``max_length``."""
        results = []
        for _ in range(4):
            self.reseed_global_generators()
            results.append(walk.state.after(action).to_bytes())
        walk.expect("generator", len(set(results)) == 1, f"action {action} leads to two different states")
        self.expected_bytes = results[0]
        walk.expect(
            "length",
            walk.length < walk.setup.max_length or walk.state.is_repeatable(action),
            f"{walk.length} steps have been made, max_length is {walk.setup.max_length}, and the game is not over",
        )

    def check_last_step_matches_copy(self, walk: GameWalk) -> None:
        """Check that the last step led to the same state as on a copy, so a copy lacks nothing that a state has."""
        is_expected = self.expected_bytes is None or walk.state.to_bytes() == self.expected_bytes
        walk.expect("copy", is_expected, "the last move led elsewhere than it led a copy of the state")

    def check_evaluation_is_bounded(self, walk: GameWalk) -> None:
        """Check that evaluations are from -1 to 1, and that action scores are finite."""
        state = walk.state
        for seat in range(walk.setup.players):
            evaluation = state.evaluate(seat)
            walk.expect("evaluation", -1 <= evaluation <= 1, f"the evaluation for seat {seat} is {evaluation}")
        if state.to_move >= 0:
            for action in state.legal_actions()[:20]:
                score = state.action_score(action)
                walk.expect("evaluation", math.isfinite(score), f"action {action} has the score {score}")

    def check_candidates_are_legal(self, walk: GameWalk) -> None:
        """Check that candidate actions are legal, sorted, and at least one."""
        state = walk.state
        if state.to_move < 0:
            return
        legal, before = state.legal_actions(), state.to_bytes()
        for effort in EFFORTS:
            candidates = [int(action) for action in state.candidate_actions(effort)]
            walk.expect("candidates", bool(candidates), f"there is no candidate with an effort of {effort}")
            fits = candidates == sorted(set(candidates)) and set(candidates) <= set(legal)
            walk.expect(
                "candidates", fits, f"{candidates} are candidates with an effort of {effort}, and {legal} is legal"
            )
        walk.expect("copy", state.to_bytes() == before, "looking for candidate actions changed the state")

    def reseed_global_generators(self) -> None:
        """Seed the global random generators anew, so that whatever depends on them changes."""
        random.seed(self.dice.getrandbits(32))
        librt.random.seed(self.dice.getrandbits(32))

    def check_game_end(self, walk: GameWalk) -> None:
        """Check the last position, the copies that were kept during the game, and its record."""
        self.check_last_step_matches_copy(walk)
        for copy, data, when in self.copies:
            walk.expect("copy", copy.to_bytes() == data, f"a copy made after {when} moves changed as the game went on")
        self.check_position_text_round_trips(walk)
        walk.expect("actions", walk.state.legal_actions() == [], "the game is over and there are still actions")
        self.check_returns_fit_winners(walk)
        self.check_record_replays_to_same_end(walk)

    def check_returns_fit_winners(self, walk: GameWalk) -> None:
        """Check that returns are positive for winners, negative for losers, and sum to zero."""
        returns, winners = walk.state.returns(), walk.state.winners()
        seats = range(walk.setup.players)
        walk.expect("returns", winners == sorted(set(winners) & set(seats)), f"winners are {winners}")
        walk.expect("returns", len(returns) == len(seats) and abs(sum(returns)) < 1e-9, f"returns are {returns}")
        drawn = not winners or len(winners) == len(seats)
        for seat in seats:
            sign = 0 if drawn else 1 if seat in winners else -1
            fits = returns[seat] * sign > 0 or returns[seat] == sign == 0
            walk.expect("returns", fits, f"winners are {winners} and returns are {returns}")
        walk.expect("returns", len(walk.state.score()) == len(seats), "score() does not give a number for each seat")

    def check_record_replays_to_same_end(self, walk: GameWalk) -> None:
        """Check that the record of the game leads to the same end."""
        history = History(walk.setup, [f"player {seat}" for seat in range(walk.setup.players)])
        for action in walk.actions:
            history.play(action)
        walk.expect("replay", history.state == walk.state, "playing the same actions again leads elsewhere")
        record = record_from_json(record_from_history(history).to_json())
        walk.expect("replay", record.replay() == walk.state, "the record leads elsewhere")
        walk.expect("replay", parse_record(format_record(record)) == record, "the record changes when written as text")
