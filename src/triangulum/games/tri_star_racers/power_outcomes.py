# compiled by mypyc
"""What can come of the powers of a tile in Tri-Star Racers, in whatever order the mover fires them."""

from __future__ import annotations

from typing import NamedTuple, cast

from triangulum.games.tri_star_racers import actions
from triangulum.games.tri_star_racers.rules import RacersState, event_log


class PowerOutcome(NamedTuple):
    """What the mover's powers do to the mover's own ships if they are fired in one of the possible orders."""

    stuck: frozenset[int]
    """The lanes whose pips are lost because the ship is frozen."""
    frozen: frozenset[int]
    """The lanes whose ship is frozen by a power."""


def is_power_choice(state: RacersState, mover: int) -> bool:
    """Tell whether the mover chooses the next power, or the ship that one freezes."""
    return state.to_move == mover and state.top_question() in (actions.FIRE_POWER, actions.CHOOSE_FROZEN_SHIP)


def list_power_outcomes(state: RacersState, mover: int) -> list[PowerOutcome]:
    """Return what can come of the powers that wait for a choice: one outcome for each way to choose."""
    if not is_power_choice(state, mover):
        return [PowerOutcome(frozenset(), frozenset())]
    outcomes = []
    for action in state.legal_actions():
        after, log = apply_and_log(state, action)
        own_log = [entry for entry in log if entry[1] == mover]
        frozen = {lane for kind, _, lane, owner, *_ in own_log if (kind, owner) == (event_log.SHIP_FROZEN, mover + 1)}
        stuck = {
            ship - actions.NUM_LANES * mover
            for kind, _, ship, cause, _, end in own_log
            if (kind, cause, end) == (event_log.SHIP_MOVED, event_log.BY_PIPS, -1)
        }
        outcomes += [
            PowerOutcome(later.stuck | stuck, later.frozen | frozen) for later in list_power_outcomes(after, mover)
        ]
    return outcomes


def find_lane_frequency(lane: int, outcomes: list[frozenset[int]]) -> str:
    """Return in how many outcomes a lane is: ``never``, ``sometimes`` or ``always``."""
    count = sum(lane in outcome for outcome in outcomes)
    return "never" if count == 0 else "always" if count == len(outcomes) else "sometimes"


def apply_and_log(state: RacersState, action: int) -> tuple[RacersState, list[event_log.LoggedEvent]]:
    """Return the state after an action, and what has happened on the way."""
    after = cast(RacersState, state.copy())
    log: list[event_log.LoggedEvent] = []
    after.event_log = log
    after._apply(action)
    return after, log
