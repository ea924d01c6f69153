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
from typing import Any, Final
from uuid import uuid4

import msgspec
from librt.random import Random

from triangulum.bots import Bot
from triangulum.core.components import Components
from triangulum.core.game import Game
from triangulum.core.levels import Budget
from triangulum.core.registry import game as find_game
from triangulum.core.state import Setup
from triangulum.errors import OptionError, TriangulumError
from triangulum.lab.arena.bot_specs import display_names, format_bot_spec
from triangulum.lab.arena.report import ArenaReport, EndReason, Tally
from triangulum.lab.arena.worker import derive_seed
from triangulum.lab.arena.worker_pool import WORKER_POOL, GameTask, play_game
from triangulum.lab.arena.worker_protocol import GameOrder, GameOutcome
from triangulum.record.record import setup_to_data

DEFAULT_BUDGET: Final = Budget(seconds=0.1)
WATCH_INTERVAL: Final = 0.25
"""Seconds between two reports to somebody who watches."""

Seating = tuple[int, ...]
"""The number of the bot in each seat."""


def run_arena(
    game: str | Game | Setup,
    bots: Sequence[str | type[Bot]],
    *,
    games: int = 400,
    budget: Budget = DEFAULT_BUDGET,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    components: str | Path | Components[Any] | None = None,
    seed: int = 0,
    target: float | None = None,
    patience: float | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    watch: Callable[[int, ArenaReport], None] | None = None,
) -> ArenaReport:
    """Let bots play each other, and return what that has shown.

    ``bots`` are names of bots or levels, ``FILE.py:CLASS``, ``MODULE:CLASS``, or classes that other processes can
    import. If they are fewer than ``players``, the last one fills all seats that are left: master and club at a table
    of four are one master among three clubs. It is the first that the question is about: as soon as its interval leaves
    out ``target`` (an even share if None) the arena ends, and at the latest after so many ``games``.

    Each bot has ``budget`` for a move; its seconds are the processor's, so that a busy machine makes nobody weaker. One
    that raises, answers with nonsense, ends its process or has not answered after ``patience`` seconds by the clock
    loses that game, and all others share the win; the report names it.

    Games are played in processes of their own, ``jobs`` at a time. ``executor`` watches over them: any one will do, of
    threads or of processes. The same seed and a budget of simulations give the same report, times aside, whatever the
    number of jobs. ``watch`` is told now and then how many games are over, and what they have shown. Ctrl-C ends an
    arena, too, with what is known so far.
    """
    plan = ArenaPlan(game, bots, players, options, components, seed, msgspec.structs.replace(budget, of_work=True))
    rounds = games // plan.players
    if rounds < 1:
        raise OptionError(f"a round of {plan.players} players is {plan.players} games, so {games} is too few")
    even = 1 / plan.players
    if target is not None and not 0 < target < 1:
        raise OptionError(f"the target is a share between 0 and 1, not {target}")
    if jobs is not None and jobs < 1:
        raise OptionError(f"{jobs} games cannot be played at a time: at least 1")
    if patience is not None and not patience > 0:
        raise OptionError(f"nobody can answer within {patience} seconds: have more patience")
    run = ArenaRun(plan, rounds, even if target is None else target, patience or default_patience(budget), watch)
    return run.run(executor, jobs or os.cpu_count() or 1)


def default_patience(budget: Budget) -> float:
    """Return after how many seconds a bot with this budget has certainly failed, even on a slow machine."""
    if budget.seconds is not None:
        return 10 + 20 * budget.seconds
    return 60 + 0.1 * (budget.simulations or 0)


class ArenaPlan:
    """Who plays what against whom, in any round."""

    def __init__(
        self,
        game: str | Game | Setup,
        bots: Sequence[str | type[Bot]],
        players: int | None,
        options: Mapping[str, Any] | None,
        components: str | Path | Components[Any] | None,
        seed: int,
        budget: Budget,
    ) -> None:
        if isinstance(bots, str) or len(bots) < 2:
            raise OptionError("an arena needs two bots at least")
        self.game = find_game(game) if isinstance(game, str) else game
        self.components = components
        self.seed = seed
        self.budget = budget
        self.bot_specs = tuple(format_bot_spec(bot) for bot in bots)
        self.names = display_names(bots)
        self.options = dict(options or {})
        if isinstance(self.game, Setup):
            if self.options or components is not None or players not in (None, self.game.players):
                raise OptionError("players, options and components belong to a game; a setup has its own already")
        elif players is not None:
            self.options["players"] = players
        else:
            self.options.setdefault("players", max(len(bots), self.game.players[0]))
        self.first_setup = self.round_setup(0)
        self.players = int(self.first_setup.players)
        if len(bots) > self.players:
            raise OptionError(f"{len(bots)} bots do not fit at a table of {self.players}")
        last = len(bots) - 1
        self.line_up = tuple(min(slot, last) for slot in range(self.players))
        """The number of the bot in each place of the line-up."""
        self.setup_text = setup_to_data(self.first_setup)

    def round_setup(self, round_index: int) -> Setup:
        """Return the setup of a round; what the game draws anew is drawn from the seed of the round."""
        if isinstance(self.game, Setup):
            return self.game
        return self.game.setup_from(
            self.game.with_seeds(self.options, derive_seed(self.seed, round_index)), self.components
        )

    def has_setup_per_round(self) -> bool:
        """Tell whether rounds differ by more than dice."""
        return isinstance(self.game, Game) and bool(self.game.seeded_options)

    def list_seatings(self, round_index: int) -> list[Seating]:
        """Return who sits where in each game of a round: every rotation of a line that is mixed for the round."""
        rng, left = Random(derive_seed(self.seed, round_index, 1)), list(self.line_up)
        mixed = []
        while left:
            mixed.append(left.pop(rng.randrange(len(left))))
        return [(*mixed[turn:], *mixed[:turn]) for turn in range(self.players)]

    def round_orders(self, round_index: int) -> Iterator[tuple[Seating, GameOrder]]:
        """Return the games of a round."""
        text = setup_to_data(self.round_setup(round_index)) if self.has_setup_per_round() else self.setup_text
        for turn, seating in enumerate(self.list_seatings(round_index)):
            yield (
                seating,
                GameOrder(
                    setup=text,
                    home=self.first_setup.game.rules.__module__,
                    bots=tuple(self.bot_specs[bot] for bot in seating),
                    budget=self.budget,
                    dice=derive_seed(self.seed, round_index, 2),
                    thoughts=tuple(derive_seed(self.seed, round_index, 3, turn, seat) for seat in range(self.players)),
                ),
            )


class ArenaRun:
    """One run of an arena: plays its games, many at a time, and counts them round by round in their order."""

    def __init__(
        self,
        plan: ArenaPlan,
        rounds: int,
        target: float,
        patience: float,
        watch: Callable[[int, ArenaReport], None] | None,
    ) -> None:
        self.plan = plan
        self.rounds = rounds
        self.target = target
        self.patience = patience
        self.watch = watch
        self.tally = Tally(plan.names, [plan.line_up.count(bot) for bot in range(len(plan.names))])
        self.arena_id = uuid4().hex
        self.num_games_over = 0
        """Games that have ended, of rounds that have not been counted, too."""
        self.last_watch_time = time.monotonic()
        self.pending_games: dict[Future[GameOutcome], tuple[int, int, Seating]] = {}
        """Games that are being played: the round, the number in it, and who sits where."""
        self.finished_games: dict[int, dict[int, tuple[Seating, GameOutcome]]] = {}
        """The ends of games, by round and number."""

    def run(self, executor: Executor | None, jobs: int) -> ArenaReport:
        """Play until the answer is clear, all games are over, or somebody stops it."""
        watchers = executor or ThreadPoolExecutor(jobs)
        ending: EndReason
        try:
            self.check_bots_sit_down(watchers)
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

    def check_bots_sit_down(self, executor: Executor) -> None:
        """See that every bot can sit down, or raise the error that says why one cannot."""
        _, order = next(self.plan.round_orders(0))
        order = msgspec.structs.replace(order, bots=self.plan.bot_specs, rehearsal=True)
        future = executor.submit(play_game, self.make_task(order))
        # Waited for in steps, because Ctrl-C does not interrupt every wait on every system.
        while not future.done():
            wait([future], timeout=1)
        outcome = future.result()
        if outcome.at_fault is None:
            return
        raise TriangulumError(f"{self.plan.names[outcome.at_fault]} cannot play: {outcome.why}")

    def play_rounds(self, executor: Executor, jobs: int) -> EndReason:
        """Keep the executor busy, and count rounds as they become whole."""
        games = self.list_games()
        while True:
            while len(self.pending_games) < 2 * jobs and (game := next(games, None)) is not None:
                round_index, turn, seating, order = game
                self.pending_games[executor.submit(play_game, self.make_task(order))] = round_index, turn, seating
            if not self.pending_games:
                return "games"
            for future in wait(self.pending_games, timeout=1, return_when=FIRST_COMPLETED).done:
                round_index, turn, seating = self.pending_games.pop(future)
                self.finished_games.setdefault(round_index, {})[turn] = seating, future.result()
                self.num_games_over += 1
            while len(self.finished_games.get(self.tally.rounds, ())) == self.plan.players:
                # Rounds are counted in their order, and so are games: it does not matter which was over first.
                whole = self.finished_games.pop(self.tally.rounds)
                self.tally.add_round([whole[turn] for turn in range(self.plan.players)])
                if self.tally.is_clear_of(self.target):
                    return "clear"
            self.notify_watcher()

    def list_games(self) -> Iterator[tuple[int, int, Seating, GameOrder]]:
        """Return all games, round by round."""
        for round_index in range(self.rounds):
            for turn, (seating, order) in enumerate(self.plan.round_orders(round_index)):
                yield round_index, turn, seating, order

    def make_task(self, order: GameOrder) -> GameTask:
        """Return a game as the executor is given it."""
        return GameTask(arena_id=self.arena_id, order=order, patience=self.patience)

    def notify_watcher(self) -> None:
        """Tell whoever watches, but not too often."""
        if self.watch is not None and time.monotonic() - self.last_watch_time > WATCH_INTERVAL:
            self.watch(self.num_games_over, self.make_report("stopped"))
            self.last_watch_time = time.monotonic()

    def make_report(self, ending: EndReason) -> ArenaReport:
        """Return what is known so far."""
        tally = self.tally
        return ArenaReport(
            game=self.plan.setup_text.game,
            options=self.plan.setup_text.options,
            players=self.plan.players,
            budget=self.plan.budget,
            seed=self.plan.seed,
            rounds=tally.rounds,
            games=tally.games,
            draws=tally.draws,
            target=self.target,
            ended=ending,
            standings=tuple(tally.bot_standing(bot) for bot in range(len(tally.bots))),
            faults=tuple(tally.faults),
        )
