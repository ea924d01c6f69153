"""The promises about secrets: what a seat has not perceived makes no difference to it.

This is a test of indistinguishability, by two kinds of comparison. *Siblings* are the states after two different steps
from one state: if a seat perceives the same events for both steps, then both states must give it the same view. And a
state is compared with its *resample*, a random state from the same information set: the seat must have the same view
and, if it is to move, the same legal actions and previews, now and after the next step. Where a step does tell worlds
apart, one of its events must be marked as ``news``.
"""

from __future__ import annotations

import random

import msgspec
from librt.random import Random

from triangulum.conformance.report import GameWalk
from triangulum.core.state import CHANCE, OVER, SPECTATOR, State
from triangulum.core.views import watcher_name
from triangulum.record.history import reveals_secret

MAX_SIBLINGS = 4
"""How many other steps are compared with the one played."""

MAX_RESAMPLES = 24
"""If this many resamples are all the same, resampling doesn't vary."""


class SecretsChecker:
    """Checks that nothing hidden from a seat, or a spectator, changes what it sees or may do."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice

    def start_game(self, walk: GameWalk) -> None:
        """Do nothing: no check depends on the game before."""

    def check_game_end(self, walk: GameWalk) -> None:
        """Check that what is still hidden at the end stays hidden."""
        self.check_position(walk, in_depth=True)

    def check_position(self, walk: GameWalk, in_depth: bool) -> None:
        """Compare the state with a resample for every seat."""
        if not in_depth:
            return
        for seat in (*range(walk.setup.players), None):
            self.check_resample_keeps_view_and_leaks_nothing(walk, seat)

    def check_resample_keeps_view_and_leaks_nothing(self, walk: GameWalk, seat: int | None) -> None:
        """Check that a resample gives its seat the same view, and does not depend on what is hidden."""
        state, who = walk.state, watcher_name(seat)
        before = state.to_bytes()
        resampled = state.resample(seat, self.new_rng())
        walk.expect("copy", resampled is not state, "resample returned the state itself and not another")
        walk.expect("copy", state.to_bytes() == before, "resampling changed the state")
        self.check_view_and_mover_are_same(walk, state, resampled, seat, "a resample")
        if not walk.setup.game.has_secrets:
            walk.expect("secrets", resampled == state, f"the game says that it has none, and {who}'s resample varies")
        if state.to_move == seat:
            self.check_resample_keeps_movers_choices(walk, resampled)
        key = self.dice.getrandbits(40)
        first, second = state.resample(seat, Random(key)), resampled.resample(seat, Random(key))
        walk.expect(
            "resample is blind",
            first == second,
            f"with one generator, {who} gets {first.position()} from the truth and {second.position()} from a resample",
        )
        if resampled.to_move != OVER:
            resampled._apply(resampled.legal_actions()[0])
        walk.expect("copy", state.to_bytes() == before, "playing on a resample changed the state")

    def check_resample_keeps_movers_choices(self, walk: GameWalk, resampled: State) -> None:
        """Check that the mover has the same actions, texts and previews in a resample."""
        state = walk.state
        actions = state.legal_actions()
        walk.expect(
            "mover", resampled.legal_actions() == actions, f"{actions} become {resampled.legal_actions()} in a resample"
        )
        for action in self.dice.sample(actions, min(MAX_SIBLINGS, len(actions))):
            walk.expect(
                "mover",
                state.format_action(action) == resampled.format_action(action),
                f"action {action} reads differently in a resample",
            )
            preview, resampled_preview = state.preview(action), resampled.preview(action)
            why = f"the preview {preview} becomes {resampled_preview} in a resample"
            walk.expect("mover", preview == resampled_preview, why)

    def check_step(self, walk: GameWalk, action: int, in_depth: bool) -> None:
        """Compare the next step with other steps, and with the same step in a resample, for every seat."""
        if not in_depth:
            return
        state = walk.state
        alternatives = [alternative for alternative in state.legal_actions() if alternative != action]
        for seat in (*range(walk.setup.players), None):
            for alternative in self.dice.sample(alternatives, min(MAX_SIBLINGS, len(alternatives))):
                self.check_states_differ_iff_events_differ(walk, action, alternative, seat)
            self.check_event_keys_match_events(walk, action, seat)
            if state.to_move == CHANCE:
                self.check_chance_reveals_nothing(walk, action, seat)
            else:
                self.check_decision_reveals_nothing(walk, action, seat)

    def check_states_differ_iff_events_differ(
        self, walk: GameWalk, action: int, alternative: int, seat: int | None
    ) -> None:
        """Check that a seat can tell the states after two steps apart exactly if it perceives the steps differently."""
        state, who = walk.state, watcher_name(seat)
        first_after, second_after = state.after(action), state.after(alternative)
        if first_after == second_after:
            return
        key = self.dice.getrandbits(40)
        if state.events(action, seat) == state.events(alternative, seat):
            steps = f"{who} perceives {state.format_action(action)!r} and {state.format_action(alternative)!r} alike"
            self.check_view_and_mover_are_same(walk, first_after, second_after, seat, steps)
            self.check_event_is_marked_covered(walk, action, seat, steps)
            # Of two worlds that look the same, at most one can be so likely that every resample is it.
            varied = any(
                sibling.resample(seat, self.new_rng()) != sibling
                for sibling in (first_after, second_after)
                for _ in range(MAX_RESAMPLES)
            )
            walk.expect("resample varies", varied, f"{steps}, and every resample after either is the truth")
            first, second = first_after.resample(seat, Random(key)), second_after.resample(seat, Random(key))
            walk.expect("resample is blind", first == second, f"{steps}, and resamples tell which of them happened")
            return
        is_resampled_apart = any(
            first_after.resample(seat, Random(key + n)) != second_after.resample(seat, Random(key + n))
            for n in range(3)
        )
        walk.expect(
            "events",
            is_resampled_apart or view_json(first_after, seat) != view_json(second_after, seat),
            f"{who} perceives {state.events(action, seat)} and {state.events(alternative, seat)} for "
            f"{state.format_action(action)!r} and {state.format_action(alternative)!r}, "
            "and its view and resamples forget it",
        )

    def check_event_keys_match_events(self, walk: GameWalk, action: int, seat: int | None) -> None:
        """Check that event keys are equal exactly if the seat's events are, also between a state and a resample."""
        truth, who = walk.state, watcher_name(seat)
        watcher = SPECTATOR if seat is None else seat
        steps = []
        for world in (truth, truth.resample(seat, self.new_rng())):
            actions = world.legal_actions()
            some = {*self.dice.sample(actions, min(MAX_SIBLINGS, len(actions))), *({action} & set(actions))}
            steps += [(world, step, world.event_key(step, watcher), world.events(step, seat)) for step in sorted(some)]
        for at, (world, step, key, perceived) in enumerate(steps):
            walk.expect(
                "event key", key >= 0, f"the event key of {world.format_action(step)!r} is {key}, which is below 0"
            )
            for earlier_world, earlier_step, earlier_key, earlier_perceived in steps[:at]:
                if world is earlier_world and world.after(step) == world.after(earlier_step):
                    continue
                alike = perceived == earlier_perceived
                what = (
                    f"{who} perceives {world.format_action(step)!r} and {earlier_world.format_action(earlier_step)!r}"
                )
                if alike and step != earlier_step and not walk.setup.game.has_secrets:
                    walk.fail("secrets", f"the game says that it has none, and {what} alike")
                walk.expect(
                    "event key",
                    alike == (key == earlier_key),
                    f"{what} {'alike' if alike else 'differently'}, and their event keys are {key} and {earlier_key}",
                )

    def check_chance_reveals_nothing(self, walk: GameWalk, action: int, seat: int | None) -> None:
        """Check that a chance outcome doesn't tell the seat which world is true, unless an event is marked as news."""
        state, who = walk.state, watcher_name(seat)
        resampled = state.resample(seat, self.new_rng())
        if action not in resampled.legal_actions():
            return
        perceived, in_resample = state.events(action, seat), resampled.events(action, seat)
        if perceived != in_resample:
            news = any(event.news for event in perceived)
            walk.expect(
                "news", news, f"{who} perceives {perceived} for an outcome that is {in_resample} in another world"
            )
            return
        what = f"{who} perceives {state.format_action(action)!r} alike in two worlds"
        self.check_view_and_mover_are_same(walk, state.after(action), resampled.after(action), seat, what)
        if state.format_action(action) != resampled.format_action(action):
            self.check_event_is_marked_covered(
                walk,
                action,
                seat,
                f"{who} perceives {state.format_action(action)!r} and {resampled.format_action(action)!r} alike",
            )

    def check_decision_reveals_nothing(self, walk: GameWalk, action: int, seat: int | None) -> None:
        """Check that a decision without news gives the seat the same events as some action in a resample."""
        state, who = walk.state, watcher_name(seat)
        resampled = state.resample(seat, self.new_rng())
        perceived = state.events(action, seat)
        alike = [twin for twin in resampled.legal_actions() if resampled.events(twin, seat) == perceived]
        if alike:
            twin = action if action in alike else self.dice.choice(alike)
            texts = f"{state.format_action(action)!r} and, in a resample, {resampled.format_action(twin)!r}"
            what = f"{who} perceives {texts} alike"
            self.check_view_and_mover_are_same(walk, state.after(action), resampled.after(twin), seat, what)
            if state.format_action(action) != resampled.format_action(twin):
                self.check_event_is_marked_covered(walk, action, seat, what)
            return
        if any(event.news for event in perceived):
            walk.report.held_counts["news"] += 1
            return
        if action in resampled.legal_actions() and state.after(action).to_move != resampled.after(action).to_move:
            walk.fail(
                "forced step",
                f"{who} cannot know why {format_mover(state.after(action))} after {state.format_action(action)!r}: "
                f"in the world {resampled.position()} it would be that {format_mover(resampled.after(action))}",
            )
        free = "; so it could be taken back after the reveal" if not reveals_secret(state, action) else ""
        walk.fail(
            "news",
            f"{who} perceives {perceived} for {state.format_action(action)!r}, which rules out the world "
            f"{resampled.position()}, and no event of it is marked as news{free}",
        )

    def check_view_and_mover_are_same(
        self, walk: GameWalk, first: State, second: State, seat: int | None, reason: str
    ) -> None:
        """Check that a seat has the same view and mover in two states; ``reason`` says why it should."""
        walk.expect(
            "forced step",
            first.to_move == second.to_move,
            f"{reason}, and yet {format_mover(first)} in one world and {format_mover(second)} in the other",
        )
        views = view_json(first, seat), view_json(second, seat)
        walk.expect(
            "view", views[0] == views[1], f"{reason}, and yet {watcher_name(seat)}'s view is {views[0]} or {views[1]}"
        )

    def check_event_is_marked_covered(self, walk: GameWalk, action: int, seat: int | None, reason: str) -> None:
        """Check that an event of a step is marked as covered; ``reason`` says from what the seat can't tell it."""
        marked = any(event.covered for event in walk.state.events(action, seat))
        walk.expect("covered", marked, f"{reason}, and no event of it is marked as covered")

    def new_rng(self) -> Random:
        """Return a generator with a random seed."""
        return Random(self.dice.getrandbits(40))


def format_mover(state: State) -> str:
    """Return who or what comes next, as part of a problem."""
    if state.to_move == OVER:
        return "the game is over"
    return "a chance step comes next" if state.to_move == CHANCE else f"seat {state.to_move} is to move"


def view_json(state: State, seat: int | None) -> str:
    """Return a seat's view as JSON."""
    return msgspec.json.encode(state.view(seat)).decode()
