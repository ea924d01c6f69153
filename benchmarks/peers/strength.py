"""How strong our bots are beside OpenSpiel's, on our games: `python -m benchmarks.peers.strength`.

One bot of ours sits at a table of OpenSpiel's, which search with its own Python code: MCTS where nothing is hidden,
IS-MCTS where something is, both with random games to the end, as they come. Ours is the bot ``mcts`` as it comes. Seats
are rotated, with the same dice for every seat. There are three terms:

- *equal simulations*: both make the same number for every decision;
- *equal time*: ours has as long as the other took over its last decision, whatever that was;
- *a tenth of the time*: ours has a tenth of that.

Time is that of the processor, so it does not matter what else the machine does. A decision with one possibility takes
none.

A contest goes on until its time is over or the answer is clear, and what was played is kept in ``strength.json`` beside
this file: stop it at any time. The next run goes on with what is not clear yet.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import platform
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import triangulum as tri
import triangulum.adapters.openspiel as adapter
from triangulum.bots import MctsBot
from triangulum.lab.intervals import confidence_interval

KEPT = Path(__file__).with_suffix(".json")

Terms = Literal["equal simulations", "equal time", "a tenth of the time"]
TERMS: tuple[Terms, ...] = ("a tenth of the time", "equal simulations", "equal time")
SHARE_OF_TIME = {"equal time": 1.0, "a tenth of the time": 0.1}

SIMULATIONS = {"star-runners": 10, "tri-trac": 100, "starry-sky": 50, "tri-star-racers": 30, "tricolor-line": 25}
"""How many OpenSpiel's bot makes for a decision, so that a game takes less than a minute."""
USUAL_SIMULATIONS = 20
OPTIONS: dict[str, dict[str, int]] = {"tricolor-line": {"round_limit": 15}}
"""Games to the end by chance alone take very long in this one, and OpenSpiel's bots play many of them."""
EXPLORATION = 2.0
"""As in OpenSpiel's own examples."""
LIKELY = 0.1
"""Seconds that ours has until the other has decided something."""
PAUSE = 0.002
"""Ours looks at the clock after so many seconds of thinking."""


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """One bot of ours at a table of theirs."""

    game: str
    players: int
    terms: Terms
    simulations: int
    """Of theirs, for each decision."""
    options: dict[str, int] = {}

    @property
    def key(self) -> str:
        """What it is kept under."""
        chosen = [f" {name}={value}" for name, value in self.options.items()]
        return f"{self.game}{''.join(chosen)} {self.players} {self.terms} {self.simulations}"

    @property
    def theirs(self) -> str:
        """What OpenSpiel's bot is called."""
        return "IS-MCTS" if tri.game(self.game).has_secrets else "MCTS"


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a contest so far."""

    contest: Contest
    shares: dict[str, int]
    """How often ours had which share of a win: 1 alone, a part of it with others, 1/n if nobody won."""
    seconds: tuple[float, float]
    """Of thinking, by ours and by theirs, over all decisions with a choice."""
    decisions: tuple[int, int]
    made: int
    """Simulations that ours has made."""
    versions: dict[str, str]

    @property
    def games(self) -> int:
        """How many were played."""
        return sum(self.shares.values())

    @property
    def share(self) -> float:
        """What ours had on average; as good as theirs would be 1/n."""
        return sum(float(share) * count for share, count in self.shares.items()) / max(1, self.games)

    @property
    def bounds(self) -> tuple[float, float]:
        """Return a 95 % confidence interval of the share, however often somebody has looked."""
        return confidence_interval({float(share): count for share, count in self.shares.items()})

    @property
    def is_clear(self) -> bool:
        """Whether ours is known to be better, or worse."""
        low, high = self.bounds
        return low > 1 / self.contest.players or high < 1 / self.contest.players

    def format_row(self) -> tuple[str, ...]:
        """Return the cells of a table: see HEADINGS."""
        low, high = self.bounds
        ours, theirs = (1000 * total / max(1, count) for total, count in zip(self.seconds, self.decisions, strict=True))
        return (
            " ".join([self.contest.game, *(f"{name}={value}" for name, value in self.contest.options.items())]),
            str(self.contest.players),
            self.contest.theirs,
            self.contest.terms,
            f"{self.made / max(1, self.decisions[0]):.0f}",
            str(self.contest.simulations),
            f"{ours:.3g}",
            f"{theirs:.3g}",
            str(self.games),
            f"{self.share:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{1 / self.contest.players:.1%}",
        )


HEADINGS = (
    "game",
    "players",
    "against",
    "terms",
    "our simulations",
    "their simulations",
    "our ms a decision",
    "their ms a decision",
    "games",
    "our share",
    "95 % interval",
    "as good as theirs",
)


def list_contests() -> Iterator[Contest]:
    """Yield all contests, with the fewest players of each game."""
    for terms in TERMS:
        for game in tri.games():
            simulations = SIMULATIONS.get(game.id, USUAL_SIMULATIONS)
            yield Contest(
                game=game.id,
                players=game.players[0],
                terms=terms,
                simulations=simulations,
                options=OPTIONS.get(game.id, {}),
            )


def list_versions() -> dict[str, str]:
    """Return what was measured with what."""
    packages = {name: importlib.metadata.version(name) for name in ("triangulum", "open_spiel", "numpy")}
    return {**packages, "engine": tri.BUILD.kind, "python": platform.python_version()}


class ContestTally:
    """A contest as it is played."""

    def __init__(self, contest: Contest, before: Outcome | None) -> None:
        self.contest = contest
        self.shares = Counter(before.shares if before else {})
        self.seconds = list(before.seconds if before else (0.0, 0.0))
        self.decisions = list(before.decisions if before else (0, 0))
        self.made = before.made if before else 0
        self.game = pyspiel.load_game(
            adapter.registered_name(tri.game(contest.game)), {"players": contest.players, **contest.options}
        )

    def outcome(self) -> Outcome:
        """Return what came of it so far."""
        return Outcome(
            contest=self.contest,
            shares=dict(self.shares),
            seconds=(self.seconds[0], self.seconds[1]),
            decisions=(self.decisions[0], self.decisions[1]),
            made=self.made,
            versions=list_versions(),
        )

    def play(self, number: int) -> None:
        """Play a game. As many in a row as there are seats have the same dice, with ours at another seat each time."""
        round_number, seat = divmod(number, self.contest.players)
        dice = tri.Random(round_number)
        state = self.game.new_initial_state()
        ours = MctsBot()
        ours.start_game(self.game.setup)
        deals, thoughts = tri.Random(1_000_000 + number), tri.Random(2_000_000 + number)
        theirs = make_openspiel_bot(self.contest, self.game, number)
        patience = LIKELY
        while not state.is_terminal():
            mover = state.current_player()
            if mover < 0:
                state.apply_action(int(state.position.sample_chance(dice)))
                continue
            legal = state.legal_actions()
            if len(legal) == 1:
                state.apply_action(legal[0])
                continue
            start = time.process_time()
            if mover == seat:
                action = self.think_as_long(ours, state.position.resample(seat, deals), thoughts, patience)
            else:
                action = int(theirs.step(state))
            spent = time.process_time() - start
            if mover != seat:
                patience = spent
            self.seconds[mover != seat] += spent
            self.decisions[mover != seat] += 1
            state.apply_action(action)
        winners = state.position.winners() or list(range(self.contest.players))
        self.shares[f"{1 / len(winners) if seat in winners else 0:.6g}"] += 1

    def think_as_long(self, bot: MctsBot, state: tri.State, rng: tri.Random, patience: float) -> int:
        """Let ours think as long as it may, if theirs took so long last time."""
        share = SHARE_OF_TIME.get(self.contest.terms)
        if share is None:
            self.made += self.contest.simulations
            return bot.think(state, rng, tri.Budget(simulations=self.contest.simulations)).action
        start, seconds = time.process_time(), share * patience
        bot.start_search(state, rng)
        if time.process_time() - start > seconds / 2:
            # What it proves before it begins to search is not bounded by time.
            bot.effort //= 2
        while time.process_time() - start < seconds:
            done = int(bot.continue_search(PAUSE, 1_000_000))
            if not done:
                break
            self.made += done
        return bot.thought().action


def make_openspiel_bot(contest: Contest, game: Any, seed: int) -> Any:
    """Return OpenSpiel's bot, as it comes."""
    random_state = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random_state)
    if tri.game(contest.game).has_secrets:
        return ismcts.ISMCTSBot(game, evaluator, EXPLORATION, contest.simulations, random_state=random_state)
    return mcts.MCTSBot(game, EXPLORATION, contest.simulations, evaluator, random_state=random_state)


def play_contest(contest: Contest, seconds: float, games: int, before: Outcome | None = None) -> Outcome:
    """Play a contest until it is clear, or for so long, or so many games; at least a round of seats."""
    tally = ContestTally(contest, before)
    outcome = tally.outcome()
    end = time.monotonic() + seconds
    at_least = outcome.games + contest.players
    while outcome.games < games:
        is_round = outcome.games % contest.players == 0
        if is_round and (outcome.is_clear or (outcome.games >= at_least and time.monotonic() > end)):
            break
        tally.play(outcome.games)
        outcome = tally.outcome()
    return outcome


def load() -> dict[str, Outcome]:
    """Return what is kept."""
    return msgspec.json.decode(KEPT.read_bytes(), type=dict[str, Outcome]) if KEPT.exists() else {}


def save_outcomes(outcomes: dict[str, Outcome]) -> None:
    """Keep outcomes, whole or as they were."""
    draft = KEPT.with_suffix(".new")
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(outcomes)) + b"\n")
    draft.replace(KEPT)


def measure_all(
    seconds: float, games: int = 400, chosen: Sequence[Contest] | None = None, again: bool = False
) -> Iterator[Outcome]:
    """Measure contests one after the other, so long each, and yield and keep what came of them."""
    for contest in list_contests() if chosen is None else chosen:
        outcome = play_contest(contest, seconds, games, None if again else load().get(contest.key))
        # Others may have measured something meanwhile.
        save_outcomes({**load(), contest.key: outcome})
        yield outcome


def format_table(outcomes: Sequence[Outcome]) -> str:
    """Return outcomes as a table in Markdown."""
    rows = [HEADINGS, ("---",) * len(HEADINGS), *(outcome.format_row() for outcome in outcomes)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def main() -> None:
    """Measure what is asked for, and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="for each contest, unless it is clear before")
    parser.add_argument("--games", type=int, default=400, help="at most so many in each")
    parser.add_argument("--only", default="", help="contests with all of these words in their names")
    parser.add_argument("--again", action="store_true", help="forget what is kept of them")
    parser.add_argument("--print", action="store_true", help="what is kept, and measure nothing")
    asked = parser.parse_args()
    chosen = [contest for contest in list_contests() if all(word in contest.key for word in asked.only.split())]
    if asked.print:
        kept = load()
        print(format_table([kept[contest.key] for contest in chosen if contest.key in kept]))
        return
    for outcome in measure_all(asked.seconds, asked.games, chosen, asked.again):
        print(" | ".join(outcome.format_row()), flush=True)


if __name__ == "__main__":
    main()
