"""The loop in which bots play: who is asked, what hooks see, and where chance comes from."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from librt.random import Random

import triangulum as tri
from triangulum.bots.game_loop import GameHooks, SeatedBot, SequentialChance, StepSeededChance, play_bot_game
from triangulum.core.state import CHANCE, OVER, State

GAME = tri.game("star-runners").setup(turn_limit=6)


class StepLog(GameHooks):
    """Keeps what every hook is called with."""

    def __init__(self, num_opening_decisions: int = 0) -> None:
        self.num_opening_decisions = num_opening_decisions
        self.decisions: list[int] = []
        self.asked_seats: list[int] = []
        self.movers: list[int] = []

    def before_decision(self, state: State, seat: int) -> int | None:
        self.decisions.append(seat)
        return state.legal_actions()[0] if len(self.decisions) <= self.num_opening_decisions else None

    @contextmanager
    def time_and_attribute_errors(self, seat: int) -> Iterator[None]:
        self.asked_seats.append(seat)
        yield

    def apply_action(self, state: State, action: int) -> None:
        self.movers.append(int(state.to_move))
        assert action in state.legal_actions()
        super().apply_action(state, action)


class Cheater(tri.Bot):
    """Answers with an action that is never legal."""

    def choose(self, state: State, rng: Random) -> int:
        return int(state.setup.num_actions)


def seat_bots(name: str) -> list[SeatedBot]:
    return [SeatedBot(tri.bot(name), Random(seat), Random(seat + 10)) for seat in range(2)]


def test_hooks_see_every_decision_and_every_step() -> None:
    state, log = GAME.new(), StepLog()
    play_bot_game(state, seat_bots("greedy"), SequentialChance(Random(1)), log)
    assert state.to_move == OVER
    assert log.decisions == log.asked_seats == [mover for mover in log.movers if mover != CHANCE]
    assert CHANCE in log.movers


def test_an_action_from_a_hook_is_played_without_asking_the_bot() -> None:
    log = StepLog(num_opening_decisions=3)
    play_bot_game(GAME.new(), seat_bots("random"), SequentialChance(Random(1)), log)
    assert len(log.asked_seats) == len(log.decisions) - 3


def test_an_illegal_answer_is_refused_while_the_guard_holds() -> None:
    seats = [SeatedBot(Cheater(), Random(0), Random(0))] * 2
    log = StepLog()
    with pytest.raises(tri.IllegalActionError, match="can’t be played now"):
        play_bot_game(GAME.new(), seats, SequentialChance(Random(1)), log)
    assert len(log.asked_seats) == 1
    assert log.movers == []


def test_a_chance_step_by_index_does_not_depend_on_the_steps_before() -> None:
    state = tri.game("star-runners").new()
    while state.to_move != CHANCE:
        state.play(state.legal_actions()[0])
    chance = StepSeededChance(dice_seed=5)
    rolls = [chance.sample_chance(state) for _ in range(10)]
    later = StepSeededChance(dice_seed=5)
    later.num_chance_steps = 7
    assert later.sample_chance(state) == rolls[7]
