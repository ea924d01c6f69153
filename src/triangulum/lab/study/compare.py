"""What if: two ways to play a game, compared by games with the same seats, bots and luck, until the answer is clear.

Game k of either side has the same seeds, so its tenth roll is the same, and so are the bots' whims. What differs is
what was changed. Since it is looked again and again, intervals are ones that allow for that.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
import numpy as np

from triangulum.core.game import Game
from triangulum.core.stats import StatsGroup
from triangulum.errors import OptionError
from triangulum.lab.intervals import CONFIDENCE, num_running_standard_errors
from triangulum.lab.study.executor import BatchExecutor, ProgressCallback
from triangulum.lab.study.metrics import (
    BOTS,
    END,
    LEAD,
    LED,
    LENGTH,
    SEATS,
    Metric,
    PairedSums,
    compute_terms,
    list_metrics,
)
from triangulum.lab.study.run_store import RunStore
from triangulum.lab.study.runs import Run, RunSpec, make_run
from triangulum.lab.study.study import Estimate

FIRST_LOOK: Final = 250
"""Games after which it is looked for the first time; then each time that there are twice as many."""
MIN_OWNERS: Final = 100
"""Of players with a component; before that its normal approximation is not trusted."""
MIN_OWNER_SHARE: Final = 0.05
"""The part of players who have a component, from which on it is waited for it to become clear."""
UNCHANGED_WORDS: Final = ("", "-", "default")
"""Words for the game as it is."""

Verdict = Literal["changed", "same", "open"]


class Variant(msgspec.Struct, frozen=True):
    """One of two ways to play."""

    label: str
    options: dict[str, Any]
    components: str | None


class Thresholds(msgspec.Struct, frozen=True):
    """The smallest changes that matter; less is the same."""

    share: float = 0.02
    """Of games, or of wins."""
    item_lead: float = 0.05
    """Of the wins of players who have a component."""
    number: float = 0.05
    """Of anything else, as a part of it."""


class MetricChange(msgspec.Struct, frozen=True):
    """How a measure differs between two sides."""

    metric: Metric
    label: str
    first: float
    second: float
    difference: Estimate
    """Its interval holds however often one has looked, for all measures of its kind together."""
    threshold: float
    """What would be a change."""
    verdict: Verdict
    num_games_needed: int | None
    """About how many games would make it clear; None where it is, or where that cannot be told."""
    is_required: bool
    """Whether the comparison goes on until this is clear."""


class Comparison(msgspec.Struct, frozen=True):
    """What comparing two sides has shown."""

    game: str
    first: Variant
    second: Variant
    bot_names: tuple[str, ...]
    """Of the bots."""
    players: int
    num_games: int
    """For each side."""
    seed: int
    changes: tuple[MetricChange, ...]
    is_clear: bool
    group_titles: dict[str, str]
    """Of the game's own groups, by their names."""
    only_first: tuple[str, ...] = ()
    """Things that only the first side has."""
    only_second: tuple[str, ...] = ()

    def changes_with(self, *verdicts: Verdict) -> list[MetricChange]:
        """Return what is so."""
        return [change for change in self.changes if change.verdict in verdicts]

    def num_games_needed(self) -> int | None:
        """Return about how many games would make everything clear that is waited for."""
        found = [
            change.num_games_needed
            for change in self.changes_with("open")
            if change.is_required and change.num_games_needed is not None
        ]
        return max(found, default=None)


def parse_variant(game: Game, text: str) -> Variant:
    """Read what somebody wants to compare: a preset, options, a components file, or several of them with ``+``."""
    options: dict[str, Any] = {}
    components: str | None = None
    for part in text.split("+") if text not in UNCHANGED_WORDS else []:
        part = part.strip()
        if part.endswith(".toml") or Path(part).is_file():
            components = part
        elif "=" in part:
            for choice in part.split(","):
                name, sign, value = choice.partition("=")
                if not sign or not name.strip():
                    raise OptionError(f"{choice!r} is not of the form OPTION=VALUE")
                options[name.strip().replace("-", "_")] = value.strip()
        else:
            game.preset({"preset": part})
            options["preset"] = part
    return Variant(text if text not in UNCHANGED_WORDS else "as it is", options, components)


def compare_variants(
    spec: RunSpec,
    first: str,
    second: str,
    *,
    folder: Path,
    executor: BatchExecutor,
    games: int = 16_000,
    thresholds: Thresholds | None = None,
    on_progress: ProgressCallback = lambda done: None,
) -> Comparison:
    """Play both variants until it is clear what differs and what does not, at most so many games each.

    A variant is written as ``parse_variant`` reads it, and changes options and components of the spec.
    """
    game = spec.find_game()
    variants = parse_variant(game, first), parse_variant(game, second)
    runs = [
        make_run(
            msgspec.structs.replace(
                spec,
                options={**spec.options, **variant.options},
                components=spec.components if variant.components is None else variant.components,
            )
        )
        for variant in variants
    ]
    if runs[0].players != runs[1].players:
        raise OptionError(f"a game for {runs[0].players} and one for {runs[1].players} players cannot be compared")
    stores = [RunStore(folder / name, run) for name, run in zip("ab", runs, strict=True)]
    for store in stores:
        store.open_files()
    pairing = PairedStudy(stores[0], stores[1], thresholds or Thresholds())
    look = FIRST_LOOK
    while True:
        look = min(look, games)
        look -= look % runs[0].games_per_round
        if not look:
            raise OptionError(f"a round of {runs[0].players} players is {runs[0].players} games: play more of them")
        for store in stores:
            executor.play_games(store, look, lambda _: on_progress(sum(store.num_games for store in stores)))
        pairing.add_games(look)
        changes = tuple(pairing.list_changes())
        clear = all(change.verdict != "open" for change in changes if change.is_required)
        if clear or look >= games - games % runs[0].games_per_round:
            return Comparison(
                game.id,
                *variants,
                runs[0].names,
                runs[0].players,
                look,
                spec.seed,
                changes,
                clear,
                {group.name: group.title for group in stores[0].groups},
                list_unmatched_items(stores[0].groups, match_items(stores[0].groups, stores[1].groups)),
                list_unmatched_items(stores[1].groups, match_items(stores[1].groups, stores[0].groups)),
            )
        look *= 2


class PairedStudy:
    """The measures that two runs have in common."""

    def __init__(self, one: RunStore, other: RunStore, matter: Thresholds) -> None:
        self.stores = one, other
        self.thresholds = matter
        self.num_games = 0
        mine, theirs = (list_metrics(sheet.run, sheet.groups) for sheet in self.stores)
        places = {measure: place for place, measure in enumerate(theirs)}
        same = match_items(one.groups, other.groups)
        self.metrics: list[Metric] = []
        self.labels: list[str] = []
        chosen: list[tuple[int, int]] = []
        for place, measure in enumerate(mine):
            item = measure.item if measure.group in GENERAL_GROUPS else same.get((measure.group, measure.item))
            if not is_compared(one.run, measure) or item is None:
                continue
            chosen.append((place, places[Metric(measure.kind, measure.group, item)]))
            self.metrics.append(measure)
            self.labels.append(measure.item if item == measure.item else f"{measure.item} → {item}")
        self.metric_indexes = np.array(chosen).T
        self.sums = PairedSums(len(chosen))

    def add_games(self, games: int) -> None:
        """Look at the games that are new."""
        one, other = self.stores
        pieces = zip(one.read_chunks(self.num_games, games), other.read_chunks(self.num_games, games), strict=True)
        for mine, theirs in pieces:
            above, below = compute_terms(one.run, one.groups, *mine)
            over, under = compute_terms(other.run, other.groups, *theirs)
            left, right = self.metric_indexes
            self.sums.add_rounds((above[:, left], below[:, left]), (over[:, right], under[:, right]))
        self.num_games = games

    def list_changes(self) -> Iterator[MetricChange]:
        """Yield what differs, and what does not."""
        families = Counter(metric_family(measure) for measure in self.metrics)
        ones, others = self.sums.first.compute_ratios(), self.sums.second.compute_ratios()
        errors = self.sums.compute_errors()
        for place, measure in enumerate(self.metrics):
            one, other, error = float(ones[place]), float(others[place]), float(errors[place])
            if math.isnan(one) and math.isnan(other):
                continue
            questions = families[metric_family(measure)]
            fewest = float(min(self.sums.first.denominators[place], self.sums.second.denominators[place]))
            reach = num_running_standard_errors(self.sums.first.num_rounds, questions=questions) * error
            if measure.kind != "number":
                reach = max(reach, max_unseen_share(fewest, questions))
            difference = Estimate(other - one, other - one - reach, other - one + reach, error)
            yield self.judge_change(measure, self.labels[place], one, other, difference, fewest)

    def judge_change(
        self, measure: Metric, words: str, one: float, other: float, difference: Estimate, fewest: float
    ) -> MetricChange:
        """Return a change with its verdict."""
        matter = self.threshold_for(measure, one)
        known = difference.is_known and (measure.kind != "lead" or fewest >= MIN_OWNERS)
        seats = self.num_games * self.stores[0].run.players
        return MetricChange(
            metric=measure,
            label=words,
            first=one,
            second=other,
            difference=difference,
            threshold=matter,
            verdict=judge_difference(difference, matter) if known else "open",
            num_games_needed=estimate_games_needed(difference, matter, self.num_games) if known else None,
            is_required=known
            and (measure.group in GENERAL_GROUPS or (measure.kind == "lead" and fewest > MIN_OWNER_SHARE * seats)),
        )

    def threshold_for(self, measure: Metric, one: float) -> float:
        """Return the smallest change of a measure that matters."""
        if measure.kind == "lead":
            return self.thresholds.item_lead
        return self.thresholds.share if measure.kind == "share" else self.thresholds.number * abs(one)


GENERAL_GROUPS: Final = frozenset({SEATS, BOTS, END, LENGTH, LEAD, LED})


def max_unseen_share(count: float, questions: int) -> float:
    """Return how large a share may be of which nothing was seen among so many: no share is known better."""
    return math.log(2 * questions / (1 - CONFIDENCE)) / count if count else math.inf


def metric_family(measure: Metric) -> str:
    """Return with which other measures one is judged, so that all of them together are right."""
    return "general" if measure.group in GENERAL_GROUPS else measure.kind


def is_compared(run: Run, measure: Metric) -> bool:
    """Tell whether a measure is worth a line of its own."""
    if measure.group in GENERAL_GROUPS:
        return measure.group != LED and (measure.group != BOTS or len(run.names) > 1)
    return measure.kind in ("number", "lead")


def match_items(one: Sequence[StatsGroup], other: Sequence[StatsGroup]) -> dict[tuple[str, str], str]:
    """Return what the things of one game are in the other: by their order if there are as many, or by their names."""
    found: dict[tuple[str, str], str] = {}
    theirs = {group.name: group for group in other}
    for group in one:
        if group.name not in theirs:
            continue
        items = theirs[group.name].items
        if len(items) == len(group.items):
            found |= {(group.name, item): same for item, same in zip(group.items, items, strict=True)}
        else:
            found |= {(group.name, item): item for item in group.items if item in items}
    return found


def list_unmatched_items(groups: Sequence[StatsGroup], same: Mapping[tuple[str, str], str]) -> tuple[str, ...]:
    """Return the things that have no counterpart."""
    return tuple(f"{group.name} {item}" for group in groups for item in group.items if (group.name, item) not in same)


def judge_difference(difference: Estimate, matter: float) -> Verdict:
    """Tell what is clear: that something has changed, or that it has not by as much as would matter."""
    if difference.low > 0 or difference.high < 0:
        return "changed"
    if -matter <= difference.low and difference.high <= matter:
        return "same"
    return "open"


def estimate_games_needed(difference: Estimate, matter: float, games: int) -> int | None:
    """Return about how many games would settle it, two digits of it; None if it is settled."""
    if judge_difference(difference, matter) != "open":
        return None
    reach, value = difference.high - difference.value, abs(difference.value)
    goal = max(value, matter - value)
    if not goal or math.isinf(reach):
        return None
    count = 1.1 * games * (reach / goal) ** 2
    step = int(10 ** max(0, math.floor(math.log10(max(count, 1))) - 1))
    return max(games, math.ceil(count / step) * step)
