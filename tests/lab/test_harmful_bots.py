"""A bot that harms loses its game and is named; nobody else is harmed."""

import os
import time
from pathlib import Path

import msgspec
import pytest

import triangulum as tri
from tests.lab import harmful_bots
from tests.rules import ROOT
from triangulum import lab
from triangulum.lab.arena.arena import ArenaPlan
from triangulum.lab.arena.bot_specs import format_bot_spec, make_bot
from triangulum.lab.arena.worker import OrderSetupCache, TurnMarker, play_order
from triangulum.lab.arena.worker_pool import (
    WORKER_POOL,
    GameTask,
    WorkerClosedError,
    WorkerProcess,
    play_game_in_worker,
)
from triangulum.lab.arena.worker_protocol import GameOrder, GameOutcome, OrderRefusal

FILE = ROOT / "tests" / "lab" / "harmful_bots.py"
QUICK = tri.Budget(simulations=1)
SHORT = tri.game("star-runners").setup(homes="open", turn_limit=30)


def order_for(*bots: str, setup: tri.Setup = SHORT) -> GameOrder:
    """Return a game to be played by harmful bots, with capital letters, and others."""
    names = [f"{FILE}:{name}" if name[0].isupper() else name for name in bots]
    plan = ArenaPlan(lab.ArenaSpec(setup, names, seed=1, budget=QUICK))
    return msgspec.structs.replace(next(plan.iterate_game_orders_of_round(0))[1], bots=plan.bot_specs)


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("Crashes", "raised ZeroDivisionError: integer division or modulo by zero"),
        ("Leaves", "raised SystemExit: good-bye"),
        ("Illegal", "can’t be played now"),
        ("Words", "raised "),
        ("Nothing", "raised TypeError: "),
        ("NoThought", "answered None, which is no Thought"),
        ("Recursive", "raised RecursionError: maximum recursion depth exceeded"),
        ("OddError", "raised Unspeakable"),
    ],
)
def test_a_bot_that_raises_or_answers_nonsense_loses_and_is_named(name: str, what: str) -> None:
    order = order_for("random", name)
    outcome = play_order(OrderSetupCache().get_setup(order), order, TurnMarker(bytearray(16)))
    assert outcome.at_fault == 1
    assert outcome.shares == (1.0, 0.0)
    assert what in outcome.why
    assert "\n" not in outcome.why
    assert len(outcome.why) <= 200


@pytest.mark.parametrize(
    ("name", "what", "patience"),
    [
        ("ThinksForEver", "thought for more than 0.7 seconds", 0.7),
        ("KillsItself", "ended the process that it played in", 30),
        ("Hungry", "ran out of memory", 30),
        ("Writes", "ended the process that it played in", 30),
    ],
)
def test_a_bot_that_hangs_or_ends_its_process_loses_and_is_named(name: str, what: str, patience: float) -> None:
    order = order_for("random", "random", name, setup=tri.game("starry-sky").setup())
    outcome = play_game_in_worker(GameTask(arena_id=name, order=order, patience=patience))
    assert outcome.at_fault == 2
    assert outcome.shares == (0.5, 0.5, 0.0)
    assert what in outcome.why
    # Its process was not kept, and all that the bot had started is gone with it.
    assert not WORKER_POOL.idle_workers[name]
    WORKER_POOL.close_arena(name)
    with pytest.raises(WorkerClosedError):
        play_game_in_worker(GameTask(arena_id=name, order=order, patience=patience))


def test_an_arena_goes_on_after_every_fault() -> None:
    report = lab.run_arena(
        lab.ArenaSpec(SHORT, [harmful_bots.Crashes, harmful_bots.Chatty], games=4, budget=QUICK), jobs=2
    )
    crashes, chatty = report.standings
    assert (crashes.bot, chatty.bot) == ("Crashes", "Chatty")
    assert report.games == 4
    assert (crashes.wins, crashes.faults) == (0, 4)
    # Whoever only prints rubbish has done nothing wrong.
    assert (chatty.wins, chatty.faults) == (4, 0)
    assert [fault.game for fault in report.faults] == [1, 2, 3, 4]
    assert report.failures_by_bot() == {"Crashes": (4, "raised ZeroDivisionError: integer division or modulo by zero")}


def test_a_process_that_others_have_ended_is_replaced_and_nobody_is_blamed() -> None:
    order = order_for("random", "greedy")
    ticket = GameTask(arena_id="replaced", order=order, patience=30)
    first = play_game_in_worker(ticket)
    (table,) = WORKER_POOL.idle_workers["replaced"]
    os.kill(table.process.pid, 9)
    again = play_game_in_worker(ticket)
    assert again.at_fault is None
    assert (again.shares, again.moves) == (first.shares, first.moves)
    WORKER_POOL.close_arena("replaced")


def test_a_bot_that_becomes_two_answers_for_its_own_game_only() -> None:
    table = WorkerProcess()
    table.wait_until_ready()
    doubled, alone = order_for("random", "Doubles"), order_for("random", "random")
    try:
        ends = [table.play_order(order, 30) for order in (doubled, alone, alone, doubled, alone)]
    finally:
        table.shut_down()
    assert timeless(ends[1]) == timeless(ends[2]) == timeless(ends[4])


def timeless(end: GameOutcome | OrderRefusal | None) -> GameOutcome:
    """Return the end of a game without what a clock has measured."""
    assert isinstance(end, GameOutcome)
    return msgspec.structs.replace(end, seconds=())


def test_a_process_ends_by_itself_when_the_arena_is_gone() -> None:
    table = WorkerProcess()
    table.wait_until_ready()
    assert table.turn_marker_file.exists()
    table.orders.close()
    assert table.process.wait(timeout=60) == 0
    table.shut_down()
    assert not table.turn_marker_file.exists()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("CannotSit", "CannotSit cannot play: raised RuntimeError: no chair"),
        ("NeverSits", "NeverSits cannot play: thought for more than 0.5 seconds"),
    ],
)
def test_a_bot_that_cannot_sit_down_is_told_before_anything_is_played(name: str, message: str) -> None:
    with pytest.raises(tri.TriangulumError, match=message):
        lab.run_arena(lab.ArenaSpec(SHORT, ["random", getattr(harmful_bots, name)], budget=QUICK, patience=0.5), jobs=1)


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("class Mine: pass", "Mine", "mine.py:Mine is no Bot: it must be a class made from triangulum.Bot"),
        ("class Mine: pass", "Yours", "mine.py has no class Yours"),
        ("class Mine\n", "Mine", "mine.py, line 1: expected ':'"),
    ],
)
def test_a_file_that_holds_no_bot_is_told_in_one_line(text: str, name: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(tri.UnknownBotError) as caught:
        make_bot(format_bot_spec(f"{tmp_path / 'mine.py'}:{name}"))
    assert str(caught.value) == f"{tmp_path}/{message}"


def test_bots_are_found_by_name_level_file_module_and_class() -> None:
    assert make_bot(format_bot_spec("greedy")).name() == "greedy"
    assert make_bot(format_bot_spec("casual")).name() == "casual"
    assert make_bot(format_bot_spec(f"{FILE}:Chatty")).name() == "chatty"
    assert make_bot(format_bot_spec("triangulum.bots:GreedyBot")).name() == "greedy"
    assert make_bot(format_bot_spec(harmful_bots.Chatty)).name() == "chatty"
    assert make_bot(format_bot_spec(type(tri.bot("greedy")))).name() == "greedy"
    with pytest.raises(ModuleNotFoundError):
        make_bot(format_bot_spec("no.such.module:Bot"))


def test_a_class_that_other_processes_cannot_find_is_refused() -> None:
    class Local(tri.Bot):
        pass

    with pytest.raises(tri.UnknownBotError, match="put it into a file of its own"):
        format_bot_spec(Local)


def test_whoever_takes_long_once_in_a_while_is_waited_for(tmp_path: Path) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text(
        "import time\nimport triangulum as tri\n\n\nclass Slow(tri.Bot):\n"
        "    def choose(self, state, rng):\n        time.sleep(0.15)\n        return state.legal_actions()[0]\n"
    )
    spec = lab.ArenaSpec(tri.game("starry-sky").setup(), [f"{slow}:Slow", "random"], seed=1, budget=QUICK)
    plan = ArenaPlan(spec)
    _, order = next(plan.iterate_game_orders_of_round(0))
    begin = time.monotonic()
    # Each move is within the limit, and all of them together are not.
    outcome: GameOutcome = play_game_in_worker(GameTask(arena_id="slow", order=order, patience=1.0))
    assert time.monotonic() - begin > 1.0
    assert outcome.at_fault is None
    WORKER_POOL.close_arena("slow")
