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
from triangulum.lab.arena.bot_specs import entrant, titles
from triangulum.lab.arena.report import Ending, Report, Tally
from triangulum.lab.arena.worker import seed_of
from triangulum.lab.arena.worker_pool import TABLES, Ticket, play_game
from triangulum.lab.arena.worker_protocol import Order, Outcome
from triangulum.record.record import setup_text

TENTH: Final = Budget(seconds=0.1)
TELLING: Final = 0.25
"""Seconds between two reports to somebody who watches."""

Sitting = tuple[int, ...]
"""The number of the bot in each seat."""


def arena(
    game: str | Game | Setup,
    bots: Sequence[str | type[Bot]],
    *,
    games: int = 400,
    budget: Budget = TENTH,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    components: str | Path | Components[Any] | None = None,
    seed: int = 0,
    target: float | None = None,
    patience: float | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    watch: Callable[[int, Report], None] | None = None,
) -> Report:
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
    plan = Plan(game, bots, players, options, components, seed, msgspec.structs.replace(budget, of_work=True))
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
    hall = Hall(plan, rounds, even if target is None else target, patience or patience_for(budget), watch)
    return hall.run(executor, jobs or os.cpu_count() or 1)


def patience_for(budget: Budget) -> float:
    """Return after how many seconds a bot with this budget has certainly failed, even on a slow machine."""
    if budget.seconds is not None:
        return 10 + 20 * budget.seconds
    return 60 + 0.1 * (budget.simulations or 0)


class Plan:
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
        self.sources = tuple(entrant(bot) for bot in bots)
        self.names = titles(bots)
        self.options = dict(options or {})
        if isinstance(self.game, Setup):
            if self.options or components is not None or players not in (None, self.game.players):
                raise OptionError("players, options and components belong to a game; a setup has its own already")
        elif players is not None:
            self.options["players"] = players
        else:
            self.options.setdefault("players", max(len(bots), self.game.players[0]))
        self.first = self.setup(0)
        self.players = int(self.first.players)
        if len(bots) > self.players:
            raise OptionError(f"{len(bots)} bots do not fit at a table of {self.players}")
        last = len(bots) - 1
        self.line = tuple(min(slot, last) for slot in range(self.players))
        """The number of the bot in each place of the line-up."""
        self.text = setup_text(self.first)

    def setup(self, number: int) -> Setup:
        """Return the setup of a round; what the game draws anew is drawn from the seed of the round."""
        if isinstance(self.game, Setup):
            return self.game
        return self.game.setup_from(self.game.with_seeds(self.options, seed_of(self.seed, number)), self.components)

    def new_every_round(self) -> bool:
        """Tell whether rounds differ by more than dice."""
        return isinstance(self.game, Game) and bool(self.game.seeded_options)

    def sittings(self, number: int) -> list[Sitting]:
        """Return who sits where in each game of a round: every rotation of a line that is mixed for the round."""
        rng, left = Random(seed_of(self.seed, number, 1)), list(self.line)
        mixed = []
        while left:
            mixed.append(left.pop(rng.randrange(len(left))))
        return [(*mixed[turn:], *mixed[:turn]) for turn in range(self.players)]

    def orders(self, number: int) -> Iterator[tuple[Sitting, Order]]:
        """Return the games of a round."""
        text = setup_text(self.setup(number)) if self.new_every_round() else self.text
        for turn, sitting in enumerate(self.sittings(number)):
            yield (
                sitting,
                Order(
                    setup=text,
                    home=self.first.game.rules.__module__,
                    bots=tuple(self.sources[bot] for bot in sitting),
                    budget=self.budget,
                    dice=seed_of(self.seed, number, 2),
                    thoughts=tuple(seed_of(self.seed, number, 3, turn, seat) for seat in range(self.players)),
                ),
            )


class Hall:
    """Where the games of an arena are played, many at a time, and counted round by round in their order."""

    def __init__(
        self, plan: Plan, rounds: int, target: float, patience: float, watch: Callable[[int, Report], None] | None
    ) -> None:
        self.plan = plan
        self.rounds = rounds
        self.target = target
        self.patience = patience
        self.watch = watch
        self.tally = Tally(plan.names, [plan.line.count(bot) for bot in range(len(plan.names))])
        self.arena = uuid4().hex
        self.over = 0
        """Games that have ended, of rounds that have not been counted, too."""
        self.told = time.monotonic()
        self.waiting: dict[Future[Outcome], tuple[int, int, Sitting]] = {}
        """Games that are being played: the round, the number in it, and who sits where."""
        self.ended: dict[int, dict[int, tuple[Sitting, Outcome]]] = {}
        """The ends of games, by round and number."""

    def run(self, executor: Executor | None, jobs: int) -> Report:
        """Play until the answer is clear, all games are over, or somebody stops it."""
        watchers = executor or ThreadPoolExecutor(jobs)
        ending: Ending
        try:
            self.rehearse(watchers)
            ending = self.play(watchers, jobs)
        except KeyboardInterrupt:
            ending = "stopped"
        finally:
            for future in self.waiting:
                future.cancel()
            TABLES.close(self.arena)
            if executor is None:
                watchers.shutdown(cancel_futures=True)
        return self.report(ending)

    def rehearse(self, executor: Executor) -> None:
        """See that every bot can sit down, or raise the error that says why one cannot."""
        _, order = next(self.plan.orders(0))
        order = msgspec.structs.replace(order, bots=self.plan.sources, rehearsal=True)
        future = executor.submit(play_game, self.ticket(order))
        # Waited for in steps, because Ctrl-C does not interrupt every wait on every system.
        while not future.done():
            wait([future], timeout=1)
        outcome = future.result()
        if outcome.at_fault is None:
            return
        raise TriangulumError(f"{self.plan.names[outcome.at_fault]} cannot play: {outcome.why}")

    def play(self, executor: Executor, jobs: int) -> Ending:
        """Keep the executor busy, and count rounds as they become whole."""
        games = self.games()
        while True:
            while len(self.waiting) < 2 * jobs and (game := next(games, None)) is not None:
                number, turn, sitting, order = game
                self.waiting[executor.submit(play_game, self.ticket(order))] = number, turn, sitting
            if not self.waiting:
                return "games"
            for future in wait(self.waiting, timeout=1, return_when=FIRST_COMPLETED).done:
                number, turn, sitting = self.waiting.pop(future)
                self.ended.setdefault(number, {})[turn] = sitting, future.result()
                self.over += 1
            while len(self.ended.get(self.tally.rounds, ())) == self.plan.players:
                # Rounds are counted in their order, and so are games: it does not matter which was over first.
                whole = self.ended.pop(self.tally.rounds)
                self.tally.add([whole[turn] for turn in range(self.plan.players)])
                if self.tally.clear(self.target):
                    return "clear"
            self.tell()

    def games(self) -> Iterator[tuple[int, int, Sitting, Order]]:
        """Return all games, round by round."""
        for number in range(self.rounds):
            for turn, (sitting, order) in enumerate(self.plan.orders(number)):
                yield number, turn, sitting, order

    def ticket(self, order: Order) -> Ticket:
        """Return a game as the executor is given it."""
        return Ticket(arena=self.arena, order=order, patience=self.patience)

    def tell(self) -> None:
        """Tell whoever watches, but not too often."""
        if self.watch is not None and time.monotonic() - self.told > TELLING:
            self.watch(self.over, self.report("stopped"))
            self.told = time.monotonic()

    def report(self, ending: Ending) -> Report:
        """Return what is known so far."""
        tally = self.tally
        return Report(
            game=self.plan.text.game,
            options=self.plan.text.options,
            players=self.plan.players,
            budget=self.plan.budget,
            seed=self.plan.seed,
            rounds=tally.rounds,
            games=tally.games,
            draws=tally.draws,
            target=self.target,
            ended=ending,
            standings=tuple(tally.standing(bot) for bot in range(len(tally.bots))),
            faults=tuple(tally.faults),
        )
