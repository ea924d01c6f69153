"""An arena: bots play each other until it is clear who is better.

Games come in rounds. All games of a round have the same dice (the tenth roll is the same in each of them), and in each
the bots sit one seat further, so that neither luck nor a good seat favours anybody. Rounds are independent, and
intervals are made from them by betting (``intervals.py``), so stopping as soon as the answer is clear fools nobody.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import uuid4

import msgspec

from triangulum.bots import Bot
from triangulum.bots.game_loop import derive_seed, shuffle_line_up
from triangulum.core.components import Components
from triangulum.core.game import Game
from triangulum.core.levels import Budget
from triangulum.core.registry import game as find_game
from triangulum.core.state import Setup
from triangulum.errors import OptionError, TriangulumError
from triangulum.lab.arena.bot_specs import format_bot_spec, make_display_names
from triangulum.lab.arena.report import ArenaReport, EndReason, Tally
from triangulum.lab.arena.worker_pool import WORKER_POOL, GameTask, play_game_in_worker
from triangulum.lab.arena.worker_protocol import GameOrder, GameOutcome
from triangulum.record.record import setup_to_data

DEFAULT_BUDGET: Final = Budget(seconds=0.1)
PROGRESS_INTERVAL: Final = 0.25
"""Seconds between two calls of ``on_progress``."""

Seating = tuple[int, ...]
"""The number of the bot in each seat."""

ArenaProgress = Callable[[int, ArenaReport], None]
"""Receives how many games are over, and what they have shown so far."""


class ArenaSpec(msgspec.Struct, frozen=True):
    """What somebody asks an arena to find out: which bots play which game, and when the answer is good enough.

    ``bots`` are names of bots or levels, ``FILE.py:CLASS``, ``MODULE:CLASS``, or classes that other processes can
    import. If they are fewer than ``players``, the last one fills all seats that are left: master and club at a table
    of four are one master among three clubs. The question is about the first bot.
    """

    game: str | Game | Setup
    bots: Sequence[str | type[Bot]]
    players: int | None = None
    options: Mapping[str, Any] = msgspec.field(default_factory=dict)
    components: str | Path | Components[Any] | None = None
    seed: int = 0
    budget: Budget = DEFAULT_BUDGET
    """For each move; its seconds are the processor's, so that a busy machine makes nobody weaker."""
    games: int = 400
    """The arena ends at the latest after so many."""
    target: float | None = None
    """The arena ends as soon as the first bot's interval leaves out this share of wins; an even share if None."""
    patience: float | None = None
    """Seconds by the clock after which a bot that has not answered loses the game; generous if None."""


def run_arena(
    spec: ArenaSpec,
    *,
    jobs: int | None = None,
    executor: Executor | None = None,
    on_progress: ArenaProgress | None = None,
) -> ArenaReport:
    """Let bots play each other, and return what that has shown.

    A bot that raises, answers with nonsense, ends its process or takes too long loses that game, and all others share
    the win; the report names it.

    Games are played in processes of their own, ``jobs`` at a time. ``executor`` watches over them: any one will do, of
    threads or of processes. The same seed and a budget of simulations give the same report, times aside, whatever the
    number of jobs. ``on_progress`` is called now and then. Ctrl-C ends an arena, too, with what is known so far.
    """
    plan = ArenaPlan(spec)
    if spec.games < plan.players:
        raise OptionError(f"a round of {plan.players} players is {plan.players} games, so {spec.games} is too few")
    if spec.target is not None and not 0 < spec.target < 1:
        raise OptionError(f"the target is a share between 0 and 1, not {spec.target}")
    if jobs is not None and jobs < 1:
        raise OptionError(f"{jobs} games cannot be played at a time: at least 1")
    if spec.patience is not None and not spec.patience > 0:
        raise OptionError(f"nobody can answer within {spec.patience} seconds: have more patience")
    return ArenaRun(plan, on_progress).play_until_decided(executor, jobs or os.cpu_count() or 1)


def default_patience_seconds(budget: Budget) -> float:
    """Return after how many seconds a bot with this budget has certainly failed, even on a slow machine."""
    if budget.seconds is not None:
        return 10 + 20 * budget.seconds
    return 60 + 0.1 * (budget.simulations or 0)


class ArenaPlan:
    """Who plays what against whom, in any round."""

    def __init__(self, spec: ArenaSpec) -> None:
        if isinstance(spec.bots, str) or len(spec.bots) < 2:
            raise OptionError("an arena needs two bots at least")
        self.spec = spec
        self.budget = msgspec.structs.replace(spec.budget, of_work=True)
        self.bot_specs = tuple(format_bot_spec(bot) for bot in spec.bots)
        self.names = make_display_names(spec.bots)
        self.game = find_game(spec.game) if isinstance(spec.game, str) else spec.game
        self.options = dict(spec.options)
        if isinstance(self.game, Setup):
            if self.options or spec.components is not None or spec.players not in (None, self.game.players):
                raise OptionError("players, options and components belong to a game; a setup has its own already")
        elif spec.players is not None:
            self.options["players"] = spec.players
        else:
            self.options.setdefault("players", max(len(spec.bots), self.game.players[0]))
        self.first_setup = self.make_round_setup(0)
        self.players = int(self.first_setup.players)
        if len(self.names) > self.players:
            raise OptionError(f"{len(self.names)} bots do not fit at a table of {self.players}")
        last = len(self.names) - 1
        self.line_up = tuple(min(slot, last) for slot in range(self.players))
        """The number of the bot in each place of the line-up."""
        self.setup_text = setup_to_data(self.first_setup)

    def make_round_setup(self, round_index: int) -> Setup:
        """Return the setup of a round; what the game draws anew is drawn from the seed of the round."""
        if isinstance(self.game, Setup):
            return self.game
        return self.game.setup_from(
            self.game.with_seeds(self.options, derive_seed(self.spec.seed, round_index)), self.spec.components
        )

    def has_setup_per_round(self) -> bool:
        """Tell whether rounds differ by more than dice."""
        return isinstance(self.game, Game) and bool(self.game.seeded_options)

    def list_seatings(self, round_index: int) -> list[Seating]:
        """Return who sits where in each game of a round: every rotation of a line-up that is shuffled for the round."""
        shuffled = shuffle_line_up(self.line_up, derive_seed(self.spec.seed, round_index, 1))
        return [(*shuffled[turn:], *shuffled[:turn]) for turn in range(self.players)]

    def iterate_game_orders_of_round(self, round_index: int) -> Iterator[tuple[Seating, GameOrder]]:
        """Yield the games of a round: who sits where, and the order for a worker."""
        text = setup_to_data(self.make_round_setup(round_index)) if self.has_setup_per_round() else self.setup_text
        for turn, seating in enumerate(self.list_seatings(round_index)):
            yield (
                seating,
                GameOrder(
                    setup=text,
                    game_module=self.first_setup.game.rules.__module__,
                    bots=tuple(self.bot_specs[bot] for bot in seating),
                    budget=self.budget,
                    dice_seed=derive_seed(self.spec.seed, round_index, 2),
                    bot_seeds=tuple(
                        derive_seed(self.spec.seed, round_index, 3, turn, seat) for seat in range(self.players)
                    ),
                ),
            )


class ScheduledGame(NamedTuple):
    """A game of an arena, and its place in it."""

    round_index: int
    turn: int
    """The number of the game in its round."""
    seating: Seating
    order: GameOrder


class ArenaRun:
    """One run of an arena: plays its games, many at a time, and counts them round by round in their order."""

    def __init__(self, plan: ArenaPlan, on_progress: ArenaProgress | None) -> None:
        self.plan = plan
        self.num_rounds = plan.spec.games // plan.players
        self.target = 1 / plan.players if plan.spec.target is None else plan.spec.target
        self.patience = plan.spec.patience or default_patience_seconds(plan.spec.budget)
        self.on_progress = on_progress
        self.tally = Tally(plan.names, [plan.line_up.count(bot) for bot in range(len(plan.names))])
        self.arena_id = uuid4().hex
        self.num_games_over = 0
        """Games that have ended, of rounds that have not been counted, too."""
        self.last_progress_time = time.monotonic()
        self.pending_games: dict[Future[GameOutcome], ScheduledGame] = {}
        """Games that are being played."""
        self.finished_games: dict[int, dict[int, tuple[Seating, GameOutcome]]] = {}
        """The ends of games, by round and number."""

    def play_until_decided(self, executor: Executor | None, jobs: int) -> ArenaReport:
        """Play until the answer is clear, all games are over, or somebody stops it."""
        watchers = executor or ThreadPoolExecutor(jobs)
        ending: EndReason
        try:
            self.check_bots_can_start(watchers)
            ending = self.play_rounds(watchers, jobs)
        except KeyboardInterrupt:
            ending = "stopped"
        finally:
            for future in self.pending_games:
                future.cancel()
            WORKER_POOL.close_arena(self.arena_id)
            if executor is None:
                watchers.shutdown(cancel_futures=True)
        return self.make_report(ending)

    def check_bots_can_start(self, executor: Executor) -> None:
        """Raise TriangulumError if one of the bots cannot start a game."""
        _, order = next(self.plan.iterate_game_orders_of_round(0))
        order = msgspec.structs.replace(order, bots=self.plan.bot_specs, is_rehearsal=True)
        future = executor.submit(play_game_in_worker, self.make_task(order))
        # Waited for in steps, because Ctrl-C does not interrupt every wait on every system.
        while not future.done():
            wait([future], timeout=1)
        outcome = future.result()
        if outcome.at_fault is None:
            return
        raise TriangulumError(f"{self.plan.names[outcome.at_fault]} cannot play: {outcome.why}")

    def play_rounds(self, executor: Executor, jobs: int) -> EndReason:
        """Keep the executor busy, and count rounds as they become whole."""
        games = self.iterate_games()
        while True:
            while len(self.pending_games) < 2 * jobs and (game := next(games, None)) is not None:
                self.pending_games[executor.submit(play_game_in_worker, self.make_task(game.order))] = game
            if not self.pending_games:
                return "games"
            for future in wait(self.pending_games, timeout=1, return_when=FIRST_COMPLETED).done:
                game = self.pending_games.pop(future)
                self.finished_games.setdefault(game.round_index, {})[game.turn] = game.seating, future.result()
                self.num_games_over += 1
            while len(self.finished_games.get(self.tally.rounds, ())) == self.plan.players:
                # Rounds are counted in their order, and so are games: it does not matter which was over first.
                finished_round = self.finished_games.pop(self.tally.rounds)
                self.tally.add_round([finished_round[turn] for turn in range(self.plan.players)])
                if self.tally.excludes(self.target):
                    return "clear"
            self.report_progress_at_intervals()

    def iterate_games(self) -> Iterator[ScheduledGame]:
        """Yield all games round by round."""
        for round_index in range(self.num_rounds):
            for turn, (seating, order) in enumerate(self.plan.iterate_game_orders_of_round(round_index)):
                yield ScheduledGame(round_index, turn, seating, order)

    def make_task(self, order: GameOrder) -> GameTask:
        """Return a game as the executor is given it."""
        return GameTask(arena_id=self.arena_id, order=order, patience=self.patience)

    def report_progress_at_intervals(self) -> None:
        """Call ``on_progress``, but not too often."""
        if self.on_progress is not None and time.monotonic() - self.last_progress_time > PROGRESS_INTERVAL:
            self.on_progress(self.num_games_over, self.make_report("stopped"))
            self.last_progress_time = time.monotonic()

    def make_report(self, ending: EndReason) -> ArenaReport:
        """Return what is known so far."""
        tally = self.tally
        return ArenaReport(
            game=self.plan.setup_text.game,
            options=self.plan.setup_text.options,
            players=self.plan.players,
            budget=self.plan.budget,
            seed=self.plan.spec.seed,
            rounds=tally.rounds,
            games=tally.games,
            draws=tally.draws,
            target=self.target,
            ended=ending,
            standings=tuple(tally.make_bot_standing(bot) for bot in range(len(tally.bots))),
            faults=tuple(tally.faults),
        )
