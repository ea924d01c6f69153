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


def comparison_sentences(found: Comparison) -> Iterator[str]:
    """Yield what has changed, what has not, and what it would take to know the rest."""
    changed = sorted(
        filter(is_notable, found.changes),
        key=lambda change: (FAMILIES.index(metric_family(change.metric)), -significance(change)),
    )
    if changed:
        named = [f"{change_title(change)} {format_difference(change)}" for change in changed[:MAX_NAMED_CHANGES]]
        rest = len(changed) - len(named)
        more = f" and {rest} more" if rest else ""
        yield f"With {found.second.label} instead of {found.first.label} these change: {', '.join(named)}{more}."
    else:
        yield f"Nothing is shown to change with {found.second.label} instead of {found.first.label}."
    for side, things in ((found.first, found.only_first), (found.second, found.only_second)):
        if things:
            yield f"Only with {side.label}: {join_with_and(things)}."
    same = [change_title(change) for change in found.changes_with("same") if change.metric.group in GENERAL_GROUPS]
    if same:
        yield f"Clearly the same, or changed by less than matters: {join_with_and(same)}."
    unclear = [change for change in found.changes_with("open") if change.is_required]
    if not unclear:
        yield f"All of this was clear after {found.num_games:,} games each."
        return
    names = [change_title(change) for change in unclear if change.metric.group in GENERAL_GROUPS]
    parts = len(unclear) - len(names)
    names += [f"wins with {format_count(parts, 'component')}"] * bool(parts)
    count = found.num_games_needed()
    about = f"; it would take about {count:,} games each" if count is not None else ""
    yield f"After {found.num_games:,} games each it is not clear about {join_with_and(names)}{about}."


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


def is_number(change: MetricChange) -> bool:
    """Tell whether a measure is no share."""
    return change.metric.kind == "number"


def format_value(change: MetricChange, value: float) -> str:
    """Return a measure as it is written."""
    if value != value:
        return UNKNOWN
    if is_number(change):
        return f"{value:,.{num_decimals(value)}f}"
    return f"{value * 100:+.1f}" if change.metric.kind == "lead" else f"{value:.1%}"


def format_difference(change: MetricChange) -> str:
    """Return a difference with its interval."""
    found = change.difference
    if not found.is_known:
        return UNKNOWN
    if is_number(change):
        digits = num_decimals(max(abs(change.first), abs(change.second)))
        return f"{found.value:+,.{digits}f} ± {found.high - found.value:,.{digits}f}"
    return f"{found.value * 100:+.1f} ± {(found.high - found.value) * 100:.1f}"


def make_summary_table(found: Comparison) -> ReportTable:
    """Return all that every game has, and what else has changed by as much as matters."""
    chosen = [change for change in found.changes if change.metric.group in GENERAL_GROUPS or is_notable(change)]
    return make_changes_table(found, chosen, titled=True)


def make_changes_table(found: Comparison, changes: Sequence[MetricChange], titled: bool = False) -> ReportTable:
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
    return ReportTable(("", found.first.label, found.second.label, "difference", ""), tuple(rows), clear)


def format_verdict(change: MetricChange) -> str:
    """Return a verdict, and what it would take if there is none yet."""
    if change.verdict == "open" and change.num_games_needed is not None:
        return f"not clear; about {change.num_games_needed:,} games"
    return VERDICTS[change.verdict]


def make_comparison_page(found: Comparison) -> ReportPage:
    """Return a comparison as a page."""
    game = find_game(found.game)
    general = [change for change in found.changes if change.metric.group in GENERAL_GROUPS]
    own = [change for change in found.changes if change.metric.group not in GENERAL_GROUPS]
    sections = [
        ReportSection(title="The game as a whole", table=make_changes_table(found, general, titled=True), is_wide=True),
        *(group_section(found, group, list(changes)) for group, changes in groupby(own, key=kind_and_group)),
    ]
    return ReportPage(
        title=f"{game.title}: {found.first.label} and {found.second.label}",
        facts=f"{found.num_games:,} games each of {found.players} players among {join_with_and(found.bot_names)}, with "
        f"the same seats, bots and luck; seed {found.seed}.",
        findings=tuple(comparison_sentences(found)),
        sections=tuple(sections),
        footer=(
            "Intervals hold the truth with 95 % confidence for all figures of their kind together, however often one "
            "looks. Wins of players who have something are in points above an even share.",
        ),
    )


def kind_and_group(change: MetricChange) -> tuple[str, str]:
    """Return what a section is about."""
    return change.metric.kind, change.metric.group


def group_section(found: Comparison, about: tuple[str, str], changes: Sequence[MetricChange]) -> ReportSection:
    """Return how the things of a group have changed."""
    kind, group = about
    known = [change for change in changes if change.difference.is_known and change.difference.error > 0]
    rows = [(change.label, change.difference, change.verdict == "changed") for change in known]
    rows.sort(key=lambda row: -row[1].value)
    if len(rows) > MOST_ROWS:
        rows = rows[: MOST_ROWS // 2] + rows[-MOST_ROWS // 2 :]
    wins = kind == "lead"
    label = "difference, points of wins" if wins else "difference"
    name = f"{kind} {group}"
    picture = plots.draw_dot_plot(name, name, rows, 0, label, differences=wins, plain=not wins) if rows else ""
    return ReportSection(
        title=f"{found.group_titles[group]}: {'wins' if wins else 'how many'}",
        plots=(picture,) if picture else (),
        table=make_changes_table(found, changes),
        is_collapsed=True,
    )
