"""Ratings: a round robin of bots, added up by openskill's Plackett-Luce in the order of the games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from triangulum.bots import Bot
from triangulum.core.components import Components
from triangulum.core.game import Game
from triangulum.core.levels import Budget
from triangulum.core.registry import game as find_game
from triangulum.core.wording import listed
from triangulum.errors import OptionError
from triangulum.lab import plots
from triangulum.lab.page import Page, Section, Table, share
from triangulum.lab.study.executor import Tell, Workers
from triangulum.lab.study.metrics import BOTS, Measure
from triangulum.lab.study.run_store import Figures, Sheets
from triangulum.lab.study.runs import THINKING, Run, round_robin, run_of
from triangulum.lab.study.simulate import SEAT
from triangulum.lab.study.study import Estimate, study_of

ZERO, SCALE = 1000, 40
"""From openskill's numbers, which begin at 25, to ones that people are used to, which begin at 2000."""
SURE: Final = 2
"""Standard deviations to either side that are shown."""


class Rated(msgspec.Struct, frozen=True):
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
        reach = SURE * self.deviation
        return Estimate(self.rating, self.rating - reach, self.rating + reach, self.deviation)


class Ratings(msgspec.Struct, frozen=True):
    """A round robin."""

    run: Run
    games: int
    rated: tuple[Rated, ...]
    """Strongest first."""
    duels: Figures
    """For each two bots, in the order of the run: of what the two won together at one table, the first one's share."""


def ratings(
    game: str | Game,
    bots: Sequence[str | type[Bot]],
    *,
    folder: Path,
    workers: Workers,
    games: int = 600,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    components: str | Path | Components[Any] | None = None,
    seed: int = 0,
    budget: Budget = THINKING,
    opening: int = 0,
    tell: Tell = lambda done: None,
) -> Ratings:
    """Let all bots meet, as often as each other, and rate them; at most so many games, in whole rounds."""
    if len(bots) < 2:
        raise OptionError("ratings compare bots: name two at least")
    found = find_game(game) if isinstance(game, str) else game
    chosen = dict(options or {})
    if players is not None:
        chosen["players"] = players
    first = found.setup_from(chosen)
    run = run_of(
        found,
        bots,
        players=int(first.players),
        options=chosen,
        components=components,
        line_ups=round_robin(len(bots), int(first.players)),
        seed=seed,
        budget=budget,
        opening=opening,
    )
    whole = len(run.line_ups) * run.unit
    if games < whole:
        raise OptionError(f"until all have met in all seats there are {whole} games, so {games} are too few")
    games -= games % whole
    sheets = Sheets(folder, run)
    sheets.open()
    workers.play(sheets, games, tell)
    return added_up(sheets, games)


def added_up(sheets: Sheets, games: int) -> Ratings:
    """Rate the bots of a run by its games, in their order."""
    from openskill.models import PlackettLuce

    run = sheets.run
    model = PlackettLuce()
    scores = [model.rating() for _ in run.names]
    met = [0] * len(run.names)
    won = np.zeros((len(run.names), len(run.names)))
    for _, seats in sheets.pieces(0, games):
        for rows in seats:
            sitting = [int(bot) for bot in rows[:, SEAT.index("bot")]]
            shares = [float(own) for own in rows[:, SEAT.index("share")]]
            ranks = [0.0 if own else 1.0 for own in shares]
            after = model.rate([[scores[bot]] for bot in sitting], ranks=ranks)
            # A bot that sits there twice learns from both seats.
            before = [(score.mu, score.sigma) for score in scores]
            for bot, (new,) in zip(sitting, after, strict=True):
                mu, sigma = before[bot]
                scores[bot] = model.rating(mu=scores[bot].mu + new.mu - mu, sigma=scores[bot].sigma * new.sigma / sigma)
            for bot in set(sitting):
                met[bot] += 1
            for bot, own in zip(sitting, shares, strict=True):
                for other in set(sitting) - {bot}:
                    won[bot, other] += own
    study = study_of(sheets, games)
    rated = [
        Rated(
            bot=name,
            rating=ZERO + SCALE * score.mu,
            deviation=SCALE * score.sigma,
            games=met[number],
            share=study.estimate(Measure("share", BOTS, name)),
        )
        for number, (name, score) in enumerate(zip(run.names, scores, strict=True))
    ]
    both = won + won.T
    duels = np.divide(won, both, out=np.full(won.shape, np.nan), where=both > 0)
    return Ratings(run, games, tuple(sorted(rated, key=lambda one: -one.rating)), duels)


def page_of(found: Ratings, title: str) -> Page:
    """Return ratings as a page."""
    rows = [(one.bot, one.interval, True) for one in found.rated]
    names = [one.bot for one in found.rated]
    places = [found.run.names.index(name) for name in names]
    return Page(
        title=f"{title}: ratings",
        facts=f"{found.games:,} games of {found.run.players} players; seed {found.run.seed}.",
        reading=tuple(sentences(found)),
        sections=(
            Section(
                title="Ratings",
                words=f"With {SURE} standard deviations to either side. Everybody begins at {ZERO + SCALE * 25}.",
                pictures=(plots.dots("ratings", "Ratings", rows, None, "rating", plain=True),),
                table=Table(
                    ("bot", "rating", "share of wins", "games"),
                    tuple(
                        (one.bot, f"{one.rating:.0f} ± {SURE * one.deviation:.0f}", share(one.share), f"{one.games:,}")
                        for one in found.rated
                    ),
                ),
            ),
            Section(
                title="Who beats whom",
                words="Of what two bots won together at one table, the share of the one on the left.",
                table=Table(
                    ("", *names),
                    tuple(
                        (name, *(shown(float(found.duels[row, column])) for column in places))
                        for name, row in zip(names, places, strict=True)
                    ),
                ),
            ),
        ),
        footer=(
            f"Ratings are openskill's (Plackett-Luce), {SCALE} points for each of its own, added up game by game.",
        ),
    )


def shown(duel: float) -> str:
    """Return a share, or nothing where two have not met."""
    return "" if np.isnan(duel) else f"{duel:.0%}"


def sentences(found: Ratings) -> Iterator[str]:
    """Yield what ratings say."""
    best, *others = found.rated
    equals = [one.bot for one in others if one.interval.high >= best.interval.low]
    yield f"{best.bot} is rated highest, at {best.rating:.0f} ± {SURE * best.deviation:.0f}."
    if equals:
        yield f"It cannot be told from {listed(equals)} by these games."
