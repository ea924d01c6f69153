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
from triangulum.lab.intervals import CONFIDENCE, num_anytime_standard_errors
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
    compute_numerators_and_denominators,
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
        """Return the changes with one of these verdicts."""
        return [change for change in self.changes if change.verdict in verdicts]

    def num_games_needed(self) -> int | None:
        """Return about how many games would make everything clear that is waited for."""
        estimates = [
            change.num_games_needed
            for change in self.changes_with("open")
            if change.is_required and change.num_games_needed is not None
        ]
        return max(estimates, default=None)


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
            game.find_named_preset({"preset": part})
            options["preset"] = part
    return Variant(text if text not in UNCHANGED_WORDS else "as it is", options, components)


class ComparisonSpec(msgspec.Struct, frozen=True):
    """What somebody asks to be compared: two variants of a run."""

    run: RunSpec
    first: str
    """Changes options and components of the run, as ``parse_variant`` reads it."""
    second: str
    max_games: int = 16_000
    """Games of each variant at most."""
    thresholds: Thresholds = Thresholds()


def compare_variants(
    comparison_spec: ComparisonSpec,
    *,
    folder: Path,
    executor: BatchExecutor,
    on_progress: ProgressCallback = lambda done: None,
) -> Comparison:
    """Play both variants until it is clear what differs and what does not, or all games have been played."""
    spec, games = comparison_spec.run, comparison_spec.max_games
    game = spec.find_game()
    variants = parse_variant(game, comparison_spec.first), parse_variant(game, comparison_spec.second)
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
        raise OptionError(f"A game for {runs[0].players} players can’t be compared with one for {runs[1].players}.")
    stores = [RunStore(folder / name, run) for name, run in zip("ab", runs, strict=True)]
    for store in stores:
        store.open_files()
    study = PairedStudy(stores[0], stores[1], comparison_spec.thresholds)
    look = FIRST_LOOK
    while True:
        look = min(look, games)
        look -= look % runs[0].games_per_round
        if not look:
            raise OptionError(f"a round of {runs[0].players} players is {runs[0].players} games: play more of them")
        for store in stores:
            executor.play_games(store, look, lambda _: on_progress(sum(store.num_games for store in stores)))
        study.add_games(look)
        changes = tuple(study.list_changes())
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
                list_unmatched_items(stores[0].groups, match_items_of_variants(stores[0].groups, stores[1].groups)),
                list_unmatched_items(stores[1].groups, match_items_of_variants(stores[1].groups, stores[0].groups)),
            )
        look *= 2


class ComparedMetric(msgspec.Struct, frozen=True):
    """A metric that two runs have in common, and which of their metrics it is."""

    metric: Metric
    label: str
    first_index: int
    second_index: int


class PairedStudy:
    """The metrics that two runs have in common."""

    def __init__(self, first: RunStore, second: RunStore, thresholds: Thresholds) -> None:
        self.stores = first, second
        self.thresholds = thresholds
        self.num_games = 0
        first_metrics, second_metrics = (list_metrics(store.run, store.groups) for store in self.stores)
        second_indexes = {metric: index for index, metric in enumerate(second_metrics)}
        item_matches = match_items_of_variants(first.groups, second.groups)
        self.metrics: list[ComparedMetric] = []
        for index, metric in enumerate(first_metrics):
            item = metric.item if metric.group in GENERAL_GROUPS else item_matches.get((metric.group, metric.item))
            if not has_comparison_row(first.run, metric) or item is None:
                continue
            label = metric.item if item == metric.item else f"{metric.item} → {item}"
            second_index = second_indexes[Metric(metric.kind, metric.group, item)]
            self.metrics.append(ComparedMetric(metric, label, index, second_index))
        self.first_indexes = np.array([compared.first_index for compared in self.metrics])
        self.second_indexes = np.array([compared.second_index for compared in self.metrics])
        self.sums = PairedSums(len(self.metrics))

    def add_games(self, num_games: int) -> None:
        """Add the games of both stores that are new, up to so many in all."""
        first, second = self.stores
        for first_chunk, second_chunk in zip(
            first.read_games_in_chunks(self.num_games, num_games),
            second.read_games_in_chunks(self.num_games, num_games),
            strict=True,
        ):
            numerators, denominators = compute_numerators_and_denominators(first.run, first.groups, *first_chunk)
            first_terms = numerators[:, self.first_indexes], denominators[:, self.first_indexes]
            numerators, denominators = compute_numerators_and_denominators(second.run, second.groups, *second_chunk)
            second_terms = numerators[:, self.second_indexes], denominators[:, self.second_indexes]
            self.sums.add_rounds(first_terms, second_terms)
        self.num_games = num_games

    def list_changes(self) -> Iterator[MetricChange]:
        """Yield how each metric differs between the two runs, with a verdict."""
        family_sizes = Counter(metric_family(compared.metric) for compared in self.metrics)
        first_values, second_values = self.sums.first.compute_ratios(), self.sums.second.compute_ratios()
        errors = self.sums.compute_errors()
        for index, compared in enumerate(self.metrics):
            first, second, error = float(first_values[index]), float(second_values[index]), float(errors[index])
            if math.isnan(first) and math.isnan(second):
                continue
            num_questions = family_sizes[metric_family(compared.metric)]
            num_samples = float(min(self.sums.first.denominators[index], self.sums.second.denominators[index]))
            reach = num_anytime_standard_errors(self.sums.first.num_rounds, num_questions=num_questions) * error
            if compared.metric.kind != "number":
                reach = max(reach, max_undetected_share(num_samples, num_questions))
            difference = Estimate(second - first, second - first - reach, second - first + reach, error)
            yield self.judge_change(compared, (first, second), difference, num_samples)

    def judge_change(
        self, compared: ComparedMetric, values: tuple[float, float], difference: Estimate, num_samples: float
    ) -> MetricChange:
        """Return a metric's values in both runs and their difference, with a verdict."""
        metric = compared.metric
        threshold = self.smallest_relevant_change(metric, values[0])
        is_known = difference.is_known and (metric.kind != "lead" or num_samples >= MIN_OWNERS)
        num_seats = self.num_games * self.stores[0].run.players
        is_common = metric.kind == "lead" and num_samples > MIN_OWNER_SHARE * num_seats
        return MetricChange(
            metric=metric,
            label=compared.label,
            first=values[0],
            second=values[1],
            difference=difference,
            threshold=threshold,
            verdict=judge_difference(difference, threshold) if is_known else "open",
            num_games_needed=estimate_total_games_for_verdict(difference, threshold, self.num_games)
            if is_known
            else None,
            is_required=is_known and (metric.group in GENERAL_GROUPS or is_common),
        )

    def smallest_relevant_change(self, metric: Metric, value: float) -> float:
        """Return the smallest change that matters of a metric with this value."""
        if metric.kind == "lead":
            return self.thresholds.item_lead
        return self.thresholds.share if metric.kind == "share" else self.thresholds.number * abs(value)


GENERAL_GROUPS: Final = frozenset({SEATS, BOTS, END, LENGTH, LEAD, LED})


def max_undetected_share(num_samples: float, num_questions: int) -> float:
    """Return how large the share of something may be that was never seen in so many samples."""
    return math.log(2 * num_questions / (1 - CONFIDENCE)) / num_samples if num_samples else math.inf


def metric_family(metric: Metric) -> str:
    """Return the family of metrics whose intervals are right together with 95 % confidence."""
    return "general" if metric.group in GENERAL_GROUPS else metric.kind


def has_comparison_row(run: Run, metric: Metric) -> bool:
    """Tell whether a comparison has a line for a metric."""
    if metric.group in GENERAL_GROUPS:
        return metric.group != LED and (metric.group != BOTS or len(run.names) > 1)
    return metric.kind in ("number", "lead")


def match_items_of_variants(
    groups: Sequence[StatsGroup], other_groups: Sequence[StatsGroup]
) -> dict[tuple[str, str], str]:
    """Return the item of the other groups for each group and item: by order if there are as many, or else by name."""
    matches: dict[tuple[str, str], str] = {}
    other_items = {group.name: group.items for group in other_groups}
    for group in groups:
        if group.name not in other_items:
            continue
        items = other_items[group.name]
        if len(items) == len(group.items):
            matches |= {(group.name, item): match for item, match in zip(group.items, items, strict=True)}
        else:
            matches |= {(group.name, item): item for item in group.items if item in items}
    return matches


def list_unmatched_items(groups: Sequence[StatsGroup], matches: Mapping[tuple[str, str], str]) -> tuple[str, ...]:
    """Return the items that have no match."""
    return tuple(
        f"{group.name} {item}" for group in groups for item in group.items if (group.name, item) not in matches
    )


def judge_difference(difference: Estimate, threshold: float) -> Verdict:
    """Return whether a difference is clearly not zero, clearly within the threshold, or still open."""
    if difference.low > 0 or difference.high < 0:
        return "changed"
    if -threshold <= difference.low and difference.high <= threshold:
        return "same"
    return "open"


def estimate_total_games_for_verdict(difference: Estimate, threshold: float, num_games_played: int) -> int | None:
    """Return about how many games would give a verdict, to two digits, after so many did not; None if there is one."""
    if judge_difference(difference, threshold) != "open":
        return None
    reach, value = difference.high - difference.value, abs(difference.value)
    goal = max(value, threshold - value)
    if not goal or math.isinf(reach):
        return None
    count = 1.1 * num_games_played * (reach / goal) ** 2
    step = int(10 ** max(0, math.floor(math.log10(max(count, 1))) - 1))
    return max(num_games_played, math.ceil(count / step) * step)
