"""Ratings: a round robin of bots, added up by openskill's Plackett-Luce in the order of the games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import numpy as np

from triangulum.core.wording import join_with_and
from triangulum.errors import OptionError
from triangulum.lab import plots
from triangulum.lab.page import ReportPage, ReportSection, ReportTable, format_share
from triangulum.lab.plots import PlotText
from triangulum.lab.study.executor import BatchExecutor, ProgressCallback
from triangulum.lab.study.metrics import BOTS, Metric
from triangulum.lab.study.run_store import FloatArray, RunStore
from triangulum.lab.study.runs import Run, RunSpec, list_round_robin_line_ups, make_run
from triangulum.lab.study.simulate import SEAT_COLUMNS
from triangulum.lab.study.study import Estimate, study_first_games

RATING_OFFSET, RATING_SCALE = 1000, 40
"""From openskill's numbers, which begin at 25, to ones that people are used to, which begin at 2000."""
NUM_DEVIATIONS: Final = 2
"""Standard deviations to either side that are shown."""


class BotRating(msgspec.Struct, frozen=True):
    """How strong a bot is thought to be."""

    bot: str
    rating: float
    deviation: float
    games: int
    share: Estimate
    """Of wins, for each seat that it had."""

    @property
    def interval(self) -> Estimate:
        """The rating with what is not known about it."""
        reach = NUM_DEVIATIONS * self.deviation
        return Estimate(self.rating, self.rating - reach, self.rating + reach, self.deviation)


class Ratings(msgspec.Struct, frozen=True):
    """A round robin."""

    run: Run
    num_games: int
    bot_ratings: tuple[BotRating, ...]
    """Strongest first."""
    duel_shares: FloatArray
    """For each two bots, in the order of the run: of what the two won together at one table, the first one's share."""


def play_and_rate_bots(
    spec: RunSpec,
    *,
    folder: Path,
    executor: BatchExecutor,
    games: int = 600,
    on_progress: ProgressCallback = lambda done: None,
) -> Ratings:
    """Play a round robin of all bots, of at most so many games in whole rounds, and rate the bots by it."""
    if len(spec.bots) < 2:
        raise OptionError("Ratings compare bots, so name at least two.")
    options = dict(spec.options)
    if spec.players is not None:
        options["players"] = spec.players
    players = int(spec.find_game().setup_from(options).players)
    run = make_run(
        msgspec.structs.replace(spec, players=players, options=options),
        list_round_robin_line_ups(len(spec.bots), players),
    )
    cycle = len(run.line_ups) * run.games_per_round
    if games < cycle:
        raise OptionError(f"until all have met in all seats there are {cycle} games, so {games} are too few")
    games -= games % cycle
    store = RunStore(folder, run)
    store.open_files()
    executor.play_games(store, games, on_progress)
    return compute_ratings(store, games)


def compute_ratings(store: RunStore, num_games: int) -> Ratings:
    """Rate the bots of a run by its games, in their order."""
    from openskill.models import PlackettLuce

    run = store.run
    model = PlackettLuce()
    scores = [model.rating() for _ in run.names]
    num_games_of_bot = [0] * len(run.names)
    won = np.zeros((len(run.names), len(run.names)))
    for _, seats in store.read_games_in_chunks(0, num_games):
        for rows in seats:
            sitting = [int(bot) for bot in rows[:, SEAT_COLUMNS.index("bot")]]
            shares = [float(share) for share in rows[:, SEAT_COLUMNS.index("share")]]
            ranks = [0.0 if share else 1.0 for share in shares]
            after = model.rate([[scores[bot]] for bot in sitting], ranks=ranks)
            # A bot that sits there twice learns from both seats.
            before = [(score.mu, score.sigma) for score in scores]
            for bot, (new,) in zip(sitting, after, strict=True):
                mu, sigma = before[bot]
                scores[bot] = model.rating(mu=scores[bot].mu + new.mu - mu, sigma=scores[bot].sigma * new.sigma / sigma)
            for bot in set(sitting):
                num_games_of_bot[bot] += 1
            for bot, share in zip(sitting, shares, strict=True):
                for opponent in set(sitting) - {bot}:
                    won[bot, opponent] += share
    study = study_first_games(store, num_games)
    rated = [
        BotRating(
            bot=name,
            rating=RATING_OFFSET + RATING_SCALE * score.mu,
            deviation=RATING_SCALE * score.sigma,
            games=num_games_of_bot[number],
            share=study.estimate(Metric("share", BOTS, name)),
        )
        for number, (name, score) in enumerate(zip(run.names, scores, strict=True))
    ]
    both = won + won.T
    duels = np.divide(won, both, out=np.full(won.shape, np.nan), where=both > 0)
    return Ratings(run, num_games, tuple(sorted(rated, key=lambda bot_rating: -bot_rating.rating)), duels)


def make_ratings_page(ratings: Ratings, title: str) -> ReportPage:
    """Return ratings as a page."""
    rows = [(bot_rating.bot, bot_rating.interval, True) for bot_rating in ratings.bot_ratings]
    names = [bot_rating.bot for bot_rating in ratings.bot_ratings]
    places = [ratings.run.names.index(name) for name in names]
    return ReportPage(
        title=f"{title}: ratings",
        facts=f"{ratings.num_games:,} games of {ratings.run.players} players; seed {ratings.run.seed}.",
        findings=tuple(rating_sentences(ratings)),
        sections=(
            ReportSection(
                title="Ratings",
                text=f"With {NUM_DEVIATIONS} standard deviations to either side. "
                f"Everybody begins at {RATING_OFFSET + RATING_SCALE * 25}.",
                plots=(plots.render_dot_plot(PlotText("ratings", "Ratings", "rating"), rows, None, "number"),),
                table=ReportTable(
                    ("bot", "rating", "share of wins", "games"),
                    tuple(
                        (
                            bot_rating.bot,
                            f"{bot_rating.rating:.0f} ± {NUM_DEVIATIONS * bot_rating.deviation:.0f}",
                            format_share(bot_rating.share),
                            f"{bot_rating.games:,}",
                        )
                        for bot_rating in ratings.bot_ratings
                    ),
                ),
            ),
            ReportSection(
                title="Who beats whom",
                text="Of what two bots won together at one table, the share of the one on the left.",
                table=ReportTable(
                    ("", *names),
                    tuple(
                        (name, *(format_duel_share(float(ratings.duel_shares[row, column])) for column in places))
                        for name, row in zip(names, places, strict=True)
                    ),
                ),
            ),
        ),
        footer=(
            f"Ratings are openskill's (Plackett-Luce), {RATING_SCALE} points for each of its own, "
            "added up game by game.",
        ),
    )


def format_duel_share(share: float) -> str:
    """Return a share in percent; nothing for two bots that have not met."""
    return "" if np.isnan(share) else f"{share:.0%}"


def rating_sentences(ratings: Ratings) -> Iterator[str]:
    """Yield what ratings say."""
    best, *others = ratings.bot_ratings
    equals = [bot_rating.bot for bot_rating in others if bot_rating.interval.high >= best.interval.low]
    yield f"{best.bot} is rated highest, at {best.rating:.0f} ± {NUM_DEVIATIONS * best.deviation:.0f}."
    if equals:
        yield f"It cannot be told from {join_with_and(equals)} by these games."
