"""The promises about secrets: whatever a seat has not perceived changes nothing for it.

Two comparisons say it all. *Sisters* are the states after two different steps from one state: a seat that perceives
both steps alike must be unable to tell the sisters apart. *Doubles* are a state and its resample: the seat must be
unable to tell them apart either, now or after the next step.
"""

from __future__ import annotations

import random

import msgspec
from librt.random import Random

from triangulum.conformance.report import Trail
from triangulum.core.state import CHANCE, OVER, SPECTATOR, State
from triangulum.core.views import watcher_name
from triangulum.record.history import brings_news

SISTERS = 4
"""Other steps that are compared with the one played, at a time."""

TRIES = 24
"""Resamples after which one that has not varied never will."""


class Secrets:
    """Looks at one state after the other through the eyes of every seat and of a spectator."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def begin(self, trail: Trail) -> None:
        """Nothing is hidden yet."""

    def end(self, trail: Trail) -> None:
        """What is still hidden at the end stays hidden."""
        self.look(trail, closely=True)

    def look(self, trail: Trail, closely: bool) -> None:
        """Compare the state with its resamples."""
        if not closely:
            return
        for seat in (*range(trail.setup.players), None):
            self.doubles(trail, seat)

    def doubles(self, trail: Trail, seat: int | None) -> None:
        """A resample looks the same to its seat, and is found without looking at what is hidden."""
        state, who = trail.state, watcher_name(seat)
        before = state.to_bytes()
        double = state.resample(seat, self.rng())
        trail.expect("copy", double is not state, "resample returned the state itself and not another")
        trail.expect("copy", state.to_bytes() == before, "resampling changed the state")
        self.alike(trail, state, double, seat, "a resample")
        if not trail.setup.game.has_secrets:
            trail.expect("secrets", double == state, f"the game says that it has none, and {who}'s resample varies")
        if state.to_move == seat:
            self.same_choice(trail, double)
        key = self.dice.getrandbits(40)
        first, second = state.resample(seat, Random(key)), double.resample(seat, Random(key))
        trail.expect(
            "resample is blind",
            first == second,
            f"with one generator, {who} gets {first.position()} from the truth and {second.position()} from a resample",
        )
        if double.to_move != OVER:
            double._apply(double.legal_actions()[0])
        trail.expect("copy", state.to_bytes() == before, "playing on a resample changed the state")

    def same_choice(self, trail: Trail, double: State) -> None:
        """The mover has the same actions, texts and previews in a resample."""
        state = trail.state
        actions = state.legal_actions()
        trail.expect(
            "mover", double.legal_actions() == actions, f"{actions} become {double.legal_actions()} in a resample"
        )
        for action in self.dice.sample(actions, min(SISTERS, len(actions))):
            trail.expect(
                "mover",
                state.format_action(action) == double.format_action(action),
                f"action {action} reads differently in a resample",
            )
            preview, other = state.preview(action), double.preview(action)
            trail.expect("mover", preview == other, f"the preview {preview} becomes {other} in a resample")

    def look_ahead(self, trail: Trail, action: int, closely: bool) -> None:
        """Compare what the step about to be made brings with what other steps, and other worlds, would have brought."""
        if not closely:
            return
        state = trail.state
        others = [other for other in state.legal_actions() if other != action]
        for seat in (*range(trail.setup.players), None):
            for other in self.dice.sample(others, min(SISTERS, len(others))):
                self.sisters(trail, action, other, seat)
            self.signs(trail, action, seat)
            if state.to_move == CHANCE:
                self.next_chance(trail, action, seat)
            else:
                self.next_step(trail, action, seat)

    def sisters(self, trail: Trail, action: int, other: int, seat: int | None) -> None:
        """Steps that a seat perceives alike lead to states that it cannot tell apart; others do not."""
        state, who = trail.state, watcher_name(seat)
        one, two = state.after(action), state.after(other)
        if one == two:
            return
        key = self.dice.getrandbits(40)
        if state.events(action, seat) == state.events(other, seat):
            steps = f"{who} perceives {state.format_action(action)!r} and {state.format_action(other)!r} alike"
            self.alike(trail, one, two, seat, steps)
            self.covered(trail, action, seat, steps)
            # Of two worlds that look alike, at most one can be so likely that it comes up every time.
            varied = any(sister.resample(seat, self.rng()) != sister for sister in (one, two) for _ in range(TRIES))
            trail.expect("resample varies", varied, f"{steps}, and every resample after either is the truth")
            first, second = one.resample(seat, Random(key)), two.resample(seat, Random(key))
            trail.expect("resample is blind", first == second, f"{steps}, and resamples tell which of them happened")
            return
        told = any(one.resample(seat, Random(key + n)) != two.resample(seat, Random(key + n)) for n in range(3))
        trail.expect(
            "events",
            told or json(one, seat) != json(two, seat),
            f"{who} perceives {state.events(action, seat)} and {state.events(other, seat)} for "
            f"{state.format_action(action)!r} and {state.format_action(other)!r}, and its view and resamples forget it",
        )

    def signs(self, trail: Trail, action: int, seat: int | None) -> None:
        """Steps have the same sign exactly if the seat perceives them alike, also in worlds that look alike to it."""
        truth, who = trail.state, watcher_name(seat)
        watcher = SPECTATOR if seat is None else seat
        steps = []
        for world in (truth, truth.resample(seat, self.rng())):
            actions = world.legal_actions()
            some = {*self.dice.sample(actions, min(SISTERS, len(actions))), *({action} & set(actions))}
            steps += [(world, step, world.event_key(step, watcher), world.events(step, seat)) for step in sorted(some)]
        for at, (world, step, sign, perceived) in enumerate(steps):
            trail.expect(
                "event key", sign >= 0, f"the sign of {world.format_action(step)!r} is {sign}, which is below 0"
            )
            for other_world, other, other_sign, other_perceived in steps[:at]:
                if world is other_world and world.after(step) == world.after(other):
                    continue
                alike = perceived == other_perceived
                what = f"{who} perceives {world.format_action(step)!r} and {other_world.format_action(other)!r}"
                if alike and step != other and not trail.setup.game.has_secrets:
                    trail.fail("secrets", f"the game says that it has none, and {what} alike")
                trail.expect(
                    "event key",
                    alike == (sign == other_sign),
                    f"{what} {'alike' if alike else 'differently'}, and their signs are {sign} and {other_sign}",
                )

    def next_chance(self, trail: Trail, action: int, seat: int | None) -> None:
        """An outcome that other worlds have too tells the seat nothing about which of them is true, unless as news."""
        state, who = trail.state, watcher_name(seat)
        double = state.resample(seat, self.rng())
        if action not in double.legal_actions():
            return
        perceived, other = state.events(action, seat), double.events(action, seat)
        if perceived != other:
            news = any(event.news for event in perceived)
            trail.expect("news", news, f"{who} perceives {perceived} for an outcome that is {other} in another world")
            return
        what = f"{who} perceives {state.format_action(action)!r} alike in two worlds"
        self.alike(trail, state.after(action), double.after(action), seat, what)
        if state.format_action(action) != double.format_action(action):
            self.covered(
                trail,
                action,
                seat,
                f"{who} perceives {state.format_action(action)!r} and {double.format_action(action)!r} alike",
            )

    def next_step(self, trail: Trail, action: int, seat: int | None) -> None:
        """A decision that brings no news could have looked the same in any world that the seat holds possible."""
        state, who = trail.state, watcher_name(seat)
        double = state.resample(seat, self.rng())
        perceived = state.events(action, seat)
        alike = [other for other in double.legal_actions() if double.events(other, seat) == perceived]
        if alike:
            twin = action if action in alike else self.dice.choice(alike)
            texts = f"{state.format_action(action)!r} and, in a resample, {double.format_action(twin)!r}"
            what = f"{who} perceives {texts} alike"
            self.alike(trail, state.after(action), double.after(twin), seat, what)
            if state.format_action(action) != double.format_action(twin):
                self.covered(trail, action, seat, what)
            return
        if any(event.news for event in perceived):
            trail.report.held["news"] += 1
            return
        if action in double.legal_actions() and state.after(action).to_move != double.after(action).to_move:
            trail.fail(
                "forced step",
                f"{who} cannot know why {state.after(action).describe_turn()} after {state.format_action(action)!r}: "
                f"in the world {double.position()} it would be that {double.after(action).describe_turn()}",
            )
        free = "; so it could be taken back after the reveal" if not brings_news(state, action) else ""
        trail.fail(
            "news",
            f"{who} perceives {perceived} for {state.format_action(action)!r}, which rules out the world "
            f"{double.position()}, and no event of it is marked as news{free}",
        )

    def alike(self, trail: Trail, one: State, two: State, seat: int | None, what: str) -> None:
        """See that a seat cannot tell two states apart."""
        trail.expect(
            "forced step",
            one.to_move == two.to_move,
            f"{what}, and yet {one.describe_turn()} in one world and {two.describe_turn()} in the other",
        )
        first, second = json(one, seat), json(two, seat)
        trail.expect("view", first == second, f"{what}, and yet {watcher_name(seat)}'s view is {first} or {second}")

    def covered(self, trail: Trail, action: int, seat: int | None, what: str) -> None:
        """See that a step which the seat cannot tell from another is marked so."""
        marked = any(event.covered for event in trail.state.events(action, seat))
        trail.expect("covered", marked, f"{what}, and no event of it is marked as covered")

    def rng(self) -> Random:
        """Return a fresh generator."""
        return Random(self.dice.getrandbits(40))


def json(state: State, seat: int | None) -> str:
    """Return a seat's view as JSON, byte for byte what would be sent."""
    return msgspec.json.encode(state.view(seat)).decode()
