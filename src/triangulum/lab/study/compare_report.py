"""A comparison in sentences, as a table, and as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from triangulum.core.registry import game as find_game
from triangulum.core.wording import format_count, join_with_and
from triangulum.lab import plots
from triangulum.lab.page import ReportPage, ReportSection, ReportTable, num_decimals
from triangulum.lab.study.compare import GENERAL_GROUPS, Comparison, MetricChange, metric_family

VERDICTS = {"changed": "changed", "same": "the same", "open": "not clear"}
MAX_NAMED_CHANGES = 8
"""Changes that a sentence names."""
MOST_ROWS = 14
FAMILIES = ("general", "lead", "number")
"""In the order in which people want to hear of them."""
UNKNOWN = "–"


def comparison_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield what has changed, what has not, and what it would take to know the rest."""
    changed = sorted(
        filter(is_notable, comparison.changes),
        key=lambda change: (FAMILIES.index(metric_family(change.metric)), -significance(change)),
    )
    if changed:
        named = [f"{change_title(change)} {format_difference(change)}" for change in changed[:MAX_NAMED_CHANGES]]
        num_unnamed = len(changed) - len(named)
        more = f" and {num_unnamed} more" if num_unnamed else ""
        changes = f"{', '.join(named)}{more}"
        yield f"With {comparison.second.label} instead of {comparison.first.label} these change: {changes}."
    else:
        yield f"Nothing is shown to change with {comparison.second.label} instead of {comparison.first.label}."
    for side, things in ((comparison.first, comparison.only_first), (comparison.second, comparison.only_second)):
        if things:
            yield f"Only with {side.label}: {join_with_and(things)}."
    same = [change_title(change) for change in comparison.changes_with("same") if change.metric.group in GENERAL_GROUPS]
    if same:
        yield f"Clearly the same, or changed by less than matters: {join_with_and(same)}."
    unclear = [change for change in comparison.changes_with("open") if change.is_required]
    if not unclear:
        yield f"All of this was clear after {comparison.num_games:,} games each."
        return
    names = [change_title(change) for change in unclear if change.metric.group in GENERAL_GROUPS]
    parts = len(unclear) - len(names)
    names += [f"wins with {format_count(parts, 'component')}"] * bool(parts)
    count = comparison.num_games_needed()
    about = f"; it would take about {count:,} games each" if count is not None else ""
    yield f"After {comparison.num_games:,} games each it is not clear about {join_with_and(names)}{about}."


def is_notable(change: MetricChange) -> bool:
    """Tell whether something has changed, and a number of the game's own by so much that it matters."""
    if change.verdict != "changed":
        return False
    return metric_family(change.metric) != "number" or abs(change.difference.value) > change.threshold


def significance(change: MetricChange) -> float:
    """Return how sure a change is, to name the surest first."""
    error = change.difference.error
    return abs(change.difference.value) / error if error else 0.0


def change_title(change: MetricChange) -> str:
    """Return what to call a measure in a sentence."""
    if change.metric.group in GENERAL_GROUPS:
        return {"decided": "when it is decided", "changes": "changes of the lead"}.get(change.label, change.label)
    kind = "wins with" if change.metric.kind == "lead" else "number of"
    return f"{kind} {change.metric.group} {change.label}"


def is_number_metric(change: MetricChange) -> bool:
    """Tell whether a measure is no share."""
    return change.metric.kind == "number"


def format_value(change: MetricChange, value: float) -> str:
    """Return a measure as it is written."""
    if value != value:
        return UNKNOWN
    if is_number_metric(change):
        return f"{value:,.{num_decimals(value)}f}"
    return f"{value * 100:+.1f}" if change.metric.kind == "lead" else f"{value:.1%}"


def format_difference(change: MetricChange) -> str:
    """Return a difference with its interval."""
    difference = change.difference
    if not difference.is_known:
        return UNKNOWN
    if is_number_metric(change):
        digits = num_decimals(max(abs(change.first), abs(change.second)))
        return f"{difference.value:+,.{digits}f} ± {difference.high - difference.value:,.{digits}f}"
    return f"{difference.value * 100:+.1f} ± {(difference.high - difference.value) * 100:.1f}"


def make_summary_table(comparison: Comparison) -> ReportTable:
    """Return all that every game has, and what else has changed by as much as matters."""
    chosen = [change for change in comparison.changes if change.metric.group in GENERAL_GROUPS or is_notable(change)]
    return make_changes_table(comparison, chosen, titled=True)


def make_changes_table(comparison: Comparison, changes: Sequence[MetricChange], titled: bool = False) -> ReportTable:
    """Return changes as a table."""
    rows = [
        (
            change_title(change) if titled else change.label,
            format_value(change, change.first),
            format_value(change, change.second),
            format_difference(change),
            format_verdict(change),
        )
        for change in changes
    ]
    clear = tuple(place for place, change in enumerate(changes) if change.verdict == "changed")
    return ReportTable(("", comparison.first.label, comparison.second.label, "difference", ""), tuple(rows), clear)


def format_verdict(change: MetricChange) -> str:
    """Return a verdict, and what it would take if there is none yet."""
    if change.verdict == "open" and change.num_games_needed is not None:
        return f"not clear; about {change.num_games_needed:,} games"
    return VERDICTS[change.verdict]


def make_comparison_page(comparison: Comparison) -> ReportPage:
    """Return a comparison as a page."""
    game = find_game(comparison.game)
    general = [change for change in comparison.changes if change.metric.group in GENERAL_GROUPS]
    game_changes = [change for change in comparison.changes if change.metric.group not in GENERAL_GROUPS]
    sections = [
        ReportSection(
            title="The game as a whole", table=make_changes_table(comparison, general, titled=True), is_wide=True
        ),
        *(
            group_changes_section(comparison, group, list(changes))
            for group, changes in groupby(game_changes, key=metric_kind_and_group)
        ),
    ]
    return ReportPage(
        title=f"{game.title}: {comparison.first.label} and {comparison.second.label}",
        facts=f"{comparison.num_games:,} games each of {comparison.players} players among "
        f"{join_with_and(comparison.bot_names)}, with the same seats, bots and luck; seed {comparison.seed}.",
        findings=tuple(comparison_sentences(comparison)),
        sections=tuple(sections),
        footer=(
            "Intervals hold the truth with 95 % confidence for all figures of their kind together, however often one "
            "looks. Wins of players who have something are in points above an even share.",
        ),
    )


def metric_kind_and_group(change: MetricChange) -> tuple[str, str]:
    """Return what a section is about."""
    return change.metric.kind, change.metric.group


def group_changes_section(
    comparison: Comparison, kind_and_group: tuple[str, str], changes: Sequence[MetricChange]
) -> ReportSection:
    """Return how the things of a group have changed."""
    kind, group = kind_and_group
    known = [change for change in changes if change.difference.is_known and change.difference.error > 0]
    rows = [(change.label, change.difference, change.verdict == "changed") for change in known]
    rows.sort(key=lambda row: -row[1].value)
    if len(rows) > MOST_ROWS:
        rows = rows[: MOST_ROWS // 2] + rows[-MOST_ROWS // 2 :]
    wins = kind == "lead"
    label = "difference, points of wins" if wins else "difference"
    name = f"{kind} {group}"
    scale: plots.PlotScale = "difference" if wins else "number"
    picture = plots.render_dot_plot(plots.PlotText(name, name, label), rows, 0, scale) if rows else ""
    return ReportSection(
        title=f"{comparison.group_titles[group]}: {'wins' if wins else 'how many'}",
        plots=(picture,) if picture else (),
        table=make_changes_table(comparison, changes),
        is_collapsed=True,
    )
