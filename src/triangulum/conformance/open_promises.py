"""The promises that have nothing to do with secrets."""

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

from triangulum.conformance.report import RESERVED, Trail
from triangulum.conformance.worlds import uneven
from triangulum.core.state import CHANCE, OVER, ActionBuffer, State
from triangulum.errors import IllegalActionError, NotationError, PositionError, TriangulumError
from triangulum.record.history import History
from triangulum.record.record import from_json, record_from_json, record_of, to_json
from triangulum.record.tri_format import parse_record, record_text

T = TypeVar("T")

DRAWS = 1_500
"""Draws from a chance step that are held against its weights."""

DRAWS_LATER = 20
"""Draws at every later step with the same weights."""

EFFORTS = (1, 300)
"""With which sound actions are looked for."""

CHANCE_STEPS_DRAWN = 12
"""Chance steps, different in their weights, that are drawn from so often."""


class Open:
    """Looks at one game after the other; remembers positions across all of them."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.positions: dict[str, bytes] = {}
        self.drawn: dict[tuple[int, ...], Counter[int]] = {}
        """For each list of weights, how often each place in it was drawn, at all steps together."""
        self.picked: dict[int, Counter[int]] = {}
        """For each number of legal actions, how often each place among them was picked."""
        self.expected: bytes | None = None
        """What the next state must be, by a copy that was played on."""
        self.kept: list[tuple[State, bytes, int]] = []
        self.moves = ActionBuffer()

    def begin(self, trail: Trail) -> None:
        """Look at the setup itself."""
        self.kept = []
        self.expected = None
        setup = trail.setup
        again = pickle.loads(pickle.dumps(setup))
        trail.expect("keeping", again == setup and hash(again) == hash(setup), "a pickled setup is not equal")
        options = msgspec.json.decode(msgspec.json.encode(setup.options), type=type(setup.options))
        trail.expect("keeping", options == setup.options, "options change when they go through JSON")
        trail.expect("copy", setup.new() == trail.state, "two new games are not equal")

    def look(self, trail: Trail, closely: bool) -> None:
        """Look at the state as it is."""
        self.led_there(trail)
        self.actions(trail)
        trail.expect(
            "returns", not trail.state.winners() and not any(trail.state.returns()), "somebody has won in mid-game"
        )
        self.position(trail)
        if trail.state.to_move == CHANCE:
            self.weights(trail)
        elif closely:
            self.picks(trail)
        if closely:
            self.texts(trail)
            self.bad_texts(trail)
            self.refusals(trail)
            self.every_action(trail)
            self.keeping(trail)
            self.guesses(trail)
            self.sound(trail)
        copy = trail.state.copy()
        trail.expect("copy", copy == trail.state and copy is not trail.state, "a copy is not equal")
        if closely or self.dice.random() < 0.05:
            self.kept.append((copy, copy.to_bytes(), len(trail.actions)))

    def actions(self, trail: Trail) -> None:
        """Sorted, unique, within bounds; and somebody is there to take them."""
        state, setup = trail.state, trail.setup
        legal = state.legal_actions()
        bound = setup.max_chance_outcomes if state.to_move == CHANCE else setup.num_actions
        trail.expect(
            "actions",
            -1 <= state.to_move < setup.players,
            f"to_move is {state.to_move}, which is no seat, not CHANCE and not OVER",
        )
        trail.expect("actions", bool(legal), "the game is not over, and nothing can be played")
        trail.expect("actions", legal == sorted(set(legal)), f"{legal} is not in rising order")
        trail.expect("actions", legal[0] >= 0 and legal[-1] < bound, f"{legal} is not within 0 to {bound - 1}")
        # Into room that holds what was listed before, which is what it is for.
        state._list_legal_actions(self.moves)
        count = int(self.moves.count)
        listed = [int(action) for action in self.moves.actions][:count]
        why = f"{legal} are legal, and {listed} are put into a list of {count} moves"
        trail.expect("actions", count == len(legal) and listed == legal, why)

    def weights(self, trail: Trail) -> None:
        """One for each outcome, and draws in proportion."""
        state = trail.state
        legal, weights = state.legal_actions(), state.chance_weights()
        trail.expect("weights", len(weights) == len(legal), f"{len(legal)} outcomes have {len(weights)} weights")
        trail.expect("weights", all(weight > 0 for weight in weights), f"{weights} are not all positive")
        if tuple(weights) not in self.drawn and len(self.drawn) >= CHANCE_STEPS_DRAWN:
            return
        # Many draws the first time, and some at every such step later, since dice may be loaded only then.
        times = DRAWS_LATER if tuple(weights) in self.drawn else DRAWS
        drawn = self.drawn.setdefault(tuple(weights), Counter())
        rng = Random(self.dice.getrandbits(40))
        for _ in range(times):
            outcome = int(state.sample_chance(rng))
            trail.expect("weights", outcome in legal, f"draw() gave {outcome}, which cannot happen")
            drawn[legal.index(outcome)] += 1
        share = drawn.total() / sum(weights)
        counts = [(drawn[place], share * weight) for place, weight in enumerate(weights)]
        trail.expect("weights", not uneven(counts), f"draws do not follow the weights {weights}: {counts}")

    def picks(self, trail: Trail) -> None:
        """Picked actions are legal, and none is picked more readily than others, at least while they are few."""
        legal = trail.state.legal_actions()
        rng = Random(self.dice.getrandbits(40))
        often = len(legal) in self.picked or len(self.picked) >= CHANCE_STEPS_DRAWN
        picked = self.picked.setdefault(len(legal), Counter())
        room = ActionBuffer()
        for _ in range(DRAWS_LATER if often else max(DRAWS // 3, 8 * len(legal))):
            action = int(trail.state.random_action(rng, room))
            trail.expect("random action", action in legal, f"{action} was picked, which is not legal")
            picked[legal.index(action)] += 1
        counts = [(picked[place], picked.total() / len(legal)) for place in range(len(legal))]
        trail.expect(
            "random action", not uneven(counts), f"of {len(legal)} actions some are picked too often: {counts}"
        )

    def texts(self, trail: Trail) -> None:
        """Every action has its own text, which is read back."""
        state = trail.state
        read: dict[str, int] = {}
        for action in state.legal_actions():
            text = state.format_action(action)
            trail.expect("text", text not in read, f"actions {read.get(text)} and {action} both read {text!r}")
            read[text] = action
            fits = text == text.strip() and text and not set(text) & set(RESERVED) and text[0] not in "(["
            trail.expect(
                "text", bool(fits), f"{text!r} holds one of {RESERVED!r}, begins with ( or [, or is not trimmed"
            )
            try:
                back = state.parse_action(text)
            except TriangulumError as error:
                trail.fail("text", f"action {action} reads {text!r}, which is refused: {error}")
            trail.expect("text", back == action, f"{text!r} is action {action} and is read as {back}")

    def position(self, trail: Trail) -> None:
        """Every state has its own position, which is read back."""
        state = trail.state
        text, data = state.position(), state.to_bytes()
        same = self.positions.setdefault(text, data)
        trail.expect("position", same == data, "another state has the same position text")
        try:
            back = trail.setup.parse_position(text)
        except TriangulumError as error:
            trail.fail("position", f"{text!r} is refused: {error}")
        trail.expect("position", back == state, f"{text!r} is read as {back.position()!r}")
        trail.expect(
            "position", back.legal_actions() == state.legal_actions(), "a state that was read back has other actions"
        )

    def bad_texts(self, trail: Trail) -> None:
        """Mangled moves and positions are refused with one line, or mean something legal."""
        state = trail.state
        text = self.mangled(state.format_action(self.dice.choice(state.legal_actions())))
        action = self.refused(trail, "move", lambda: state.parse_action(text), (NotationError, IllegalActionError))
        trail.expect("bad text", action is None or action in state.legal_actions(), f"{text!r} is read as {action}")
        mangled = self.mangled(state.position())
        other = self.refused(trail, "position", lambda: trail.setup.parse_position(mangled), (PositionError,))
        if other is not None:
            again = trail.setup.parse_position(other.position())
            trail.expect(
                "bad text",
                again == other,
                f"position {mangled!r} is taken, and not read back as it is written",
            )

    def refused(self, trail: Trail, what: str, read: Callable[[], T], right: tuple[type[Exception], ...]) -> T | None:
        """Return what was read, or None if it was refused the right way."""
        try:
            return read()
        except right as error:
            trail.expect("bad text", "\n" not in str(error) and bool(str(error)), f"a {what} is refused in many lines")
            return None
        except Exception as error:
            trail.fail("bad text", f"a mangled {what} raises {type(error).__name__}: {error}")

    def mangled(self, text: str) -> str:
        """Return a text with something cut, doubled or changed."""
        at = self.dice.randrange(len(text) + 1)
        to = min(len(text), at + self.dice.randrange(1, 4))
        change = self.dice.choice(["", text[at:to] * 2, chr(self.dice.randrange(32, 127)), "9", "é"])
        return text[:at] + change + text[to:]

    def refusals(self, trail: Trail) -> None:
        """Illegal numbers raise IllegalActionError and change nothing."""
        state = trail.state
        legal = set(state.legal_actions())
        tried = {
            -1,
            -2,
            int(trail.setup.num_actions),
            1 << 40,
            self.dice.randrange(trail.setup.num_actions),
        } - legal
        before = state.to_bytes()
        for action in tried:
            try:
                state.play(action)
            except IllegalActionError:
                pass
            except Exception as error:
                trail.fail("refusal", f"action {action} is illegal and raises {type(error).__name__}: {error}")
            else:
                trail.fail("refusal", f"action {action} is not among the legal ones and was played")
            trail.expect("refusal", state.to_bytes() == before, f"action {action} was refused and changed the state")

    def every_action(self, trail: Trail) -> None:
        """Every legal action can be played, on a copy, and leaves the original alone."""
        state = trail.state
        before = state.to_bytes()
        for action in state.legal_actions():
            after = state.copy()
            try:
                after.play(action)
            except Exception as error:
                trail.fail("playable", f"action {action} is legal and raises {type(error).__name__}: {error}")
            trail.expect("playable", after.to_move >= OVER, f"action {action} leads to nobody's turn")
        trail.expect("copy", state.to_bytes() == before, "playing on a copy changed the original")

    def keeping(self, trail: Trail) -> None:
        """States, views and events survive JSON and pickle."""
        state = trail.state
        trail.expect("keeping", pickle.loads(pickle.dumps(state)) == state, "a pickled state is not equal")
        trail.expect("keeping", from_json(to_json(state)) == state, "a state changes when it goes through JSON")
        seat = self.dice.choice([*range(trail.setup.players), None])
        view = state.view(seat)
        back = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
        trail.expect("keeping", back == view, "a view changes when it goes through JSON")
        try:
            hash(view)
        except TypeError as error:
            trail.fail("keeping", f"a view cannot be hashed, so nothing made from it can be kept: {error}")
        action = self.dice.choice(state.legal_actions())
        for event in state.events(action, seat):
            again = msgspec.json.decode(msgspec.json.encode(event), type=type(event))
            trail.expect("keeping", again == event, f"{event} changes when it goes through JSON")
            told = trail.setup.game.narration.narrate(event, [f"Seat {seat}" for seat in range(trail.setup.players)])
            trail.expect(
                "keeping",
                bool(told) and "\n" not in told,
                f"{event} is told as {told!r}, which is no sentence",
            )

    def look_ahead(self, trail: Trail, action: int, closely: bool) -> None:
        """A step leads to one state only, wherever other generators stand, and the game stays within its length."""
        led = []
        for _ in range(4):
            self.perturb()
            led.append(trail.state.after(action).to_bytes())
        trail.expect("generator", len(set(led)) == 1, f"action {action} leads to two different states")
        self.expected = led[0]
        trail.expect(
            "length",
            trail.length < trail.setup.max_length or trail.state.is_repeatable(action),
            f"{trail.length} steps have been made, max_length is {trail.setup.max_length}, and the game is not over",
        )

    def led_there(self, trail: Trail) -> None:
        """The step just made has led where it led a copy: a state has nothing besides what a copy has."""
        led = self.expected is None or trail.state.to_bytes() == self.expected
        trail.expect("copy", led, "the last move led elsewhere than it led a copy of the state")

    def guesses(self, trail: Trail) -> None:
        """Estimates are from -1 to 1, and what actions are worth can be compared."""
        state = trail.state
        for seat in range(trail.setup.players):
            guess = state.evaluate(seat)
            trail.expect("evaluation", -1 <= guess <= 1, f"the estimate for seat {seat} is {guess}")
        if state.to_move >= 0:
            for action in state.legal_actions()[:20]:
                worth = state.action_score(action)
                trail.expect("evaluation", math.isfinite(worth), f"action {action} is worth {worth}")

    def sound(self, trail: Trail) -> None:
        """What is sound is legal, and is something."""
        state = trail.state
        if state.to_move < 0:
            return
        legal, before = state.legal_actions(), state.to_bytes()
        for effort in EFFORTS:
            found = [int(action) for action in state.candidate_actions(effort)]
            trail.expect("candidates", bool(found), f"nothing is sound with an effort of {effort}")
            fits = found == sorted(set(found)) and set(found) <= set(legal)
            trail.expect("candidates", fits, f"{found} is sound with an effort of {effort}, and {legal} is legal")
        trail.expect("copy", state.to_bytes() == before, "looking for sound actions changed the state")

    def perturb(self) -> None:
        """Move the global generators somewhere else."""
        random.seed(self.dice.getrandbits(32))
        librt.random.seed(self.dice.getrandbits(32))

    def end(self, trail: Trail) -> None:
        """Look at the end of a game, and back on the whole of it."""
        self.led_there(trail)
        for copy, data, when in self.kept:
            trail.expect("copy", copy.to_bytes() == data, f"a copy made after {when} moves changed as the game went on")
        self.position(trail)
        trail.expect("actions", trail.state.legal_actions() == [], "the game is over and there are still actions")
        self.returns(trail)
        self.replay(trail)

    def returns(self, trail: Trail) -> None:
        """Winners gain, losers pay, and it sums to zero."""
        returns, winners = trail.state.returns(), trail.state.winners()
        seats = range(trail.setup.players)
        trail.expect("returns", winners == sorted(set(winners) & set(seats)), f"winners are {winners}")
        trail.expect("returns", len(returns) == len(seats) and abs(sum(returns)) < 1e-9, f"returns are {returns}")
        drawn = not winners or len(winners) == len(seats)
        for seat in seats:
            sign = 0 if drawn else 1 if seat in winners else -1
            fits = returns[seat] * sign > 0 or returns[seat] == sign == 0
            trail.expect("returns", fits, f"winners are {winners} and returns are {returns}")
        trail.expect("returns", len(trail.state.score()) == len(seats), "score() does not give a number for each seat")

    def replay(self, trail: Trail) -> None:
        """The record of the game leads to the same end."""
        history = History(trail.setup, [f"player {seat}" for seat in range(trail.setup.players)])
        for action in trail.actions:
            history.play(action)
        trail.expect("replay", history.state == trail.state, "playing the same actions again leads elsewhere")
        record = record_from_json(record_of(history).to_json())
        trail.expect("replay", record.replay() == trail.state, "the record leads elsewhere")
        trail.expect("replay", parse_record(record_text(record)) == record, "the record changes when written as text")
