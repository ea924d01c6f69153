"""A comparison in sentences, as a table, and as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from triangulum.core.registry import game as find_game
from triangulum.core.wording import counted, listed
from triangulum.lab import plots
from triangulum.lab.page import Page, Section, Table, digits_for
from triangulum.lab.study.compare import GENERAL, Change, Comparison, family

VERDICTS = {"changed": "changed", "same": "the same", "open": "not clear"}
NAMED = 8
"""Changes that a sentence names."""
MOST_ROWS = 14
FAMILIES = ("general", "lead", "number")
"""In the order in which people want to hear of them."""
NEVER = "–"


def sentences(found: Comparison) -> Iterator[str]:
    """Yield what has changed, what has not, and what it would take to know the rest."""
    changed = sorted(
        filter(is_notable, found.changes), key=lambda change: (FAMILIES.index(family(change.measure)), -weight(change))
    )
    if changed:
        named = [f"{title(change)} {difference(change)}" for change in changed[:NAMED]]
        rest = len(changed) - len(named)
        more = f" and {rest} more" if rest else ""
        yield f"With {found.other.words} instead of {found.one.words} these change: {', '.join(named)}{more}."
    else:
        yield f"Nothing is shown to change with {found.other.words} instead of {found.one.words}."
    for side, things in ((found.one, found.only_one), (found.other, found.only_other)):
        if things:
            yield f"Only with {side.words}: {listed(things)}."
    same = [title(change) for change in found.of("same") if change.measure.group in GENERAL]
    if same:
        yield f"Clearly the same, or changed by less than matters: {listed(same)}."
    unclear = [change for change in found.of("open") if change.waited_for]
    if not unclear:
        yield f"All of this was clear after {found.games:,} games each."
        return
    names = [title(change) for change in unclear if change.measure.group in GENERAL]
    parts = len(unclear) - len(names)
    names += [f"wins with {counted(parts, 'component')}"] * bool(parts)
    count = found.needed()
    about = f"; it would take about {count:,} games each" if count is not None else ""
    yield f"After {found.games:,} games each it is not clear about {listed(names)}{about}."


def is_notable(change: Change) -> bool:
    """Tell whether something has changed, and a number of the game's own by so much that it matters."""
    if change.verdict != "changed":
        return False
    return family(change.measure) != "number" or abs(change.difference.value) > change.matter


def weight(change: Change) -> float:
    """Return how sure a change is, to name the surest first."""
    error = change.difference.error
    return abs(change.difference.value) / error if error else 0.0


def title(change: Change) -> str:
    """Return what to call a measure in a sentence."""
    if change.measure.group in GENERAL:
        return {"decided": "when it is decided", "changes": "changes of the lead"}.get(change.words, change.words)
    kind = "wins with" if change.measure.kind == "lead" else "number of"
    return f"{kind} {change.measure.group} {change.words}"


def is_number(change: Change) -> bool:
    """Tell whether a measure is no share."""
    return change.measure.kind == "number"


def figure(change: Change, value: float) -> str:
    """Return a measure as it is written."""
    if value != value:
        return NEVER
    if is_number(change):
        return f"{value:,.{digits_for(value)}f}"
    return f"{value * 100:+.1f}" if change.measure.kind == "lead" else f"{value:.1%}"


def difference(change: Change) -> str:
    """Return a difference with its interval."""
    found = change.difference
    if not found.known:
        return NEVER
    if is_number(change):
        digits = digits_for(max(abs(change.one), abs(change.other)))
        return f"{found.value:+,.{digits}f} ± {found.high - found.value:,.{digits}f}"
    return f"{found.value * 100:+.1f} ± {(found.high - found.value) * 100:.1f}"


def table_of(found: Comparison) -> Table:
    """Return all that every game has, and what else has changed by as much as matters."""
    chosen = [change for change in found.changes if change.measure.group in GENERAL or is_notable(change)]
    return as_table(found, chosen, titled=True)


def as_table(found: Comparison, changes: Sequence[Change], titled: bool = False) -> Table:
    """Return changes as a table."""
    rows = [
        (
            title(change) if titled else change.words,
            figure(change, change.one),
            figure(change, change.other),
            difference(change),
            verdict_words(change),
        )
        for change in changes
    ]
    clear = tuple(place for place, change in enumerate(changes) if change.verdict == "changed")
    return Table(("", found.one.words, found.other.words, "difference", ""), tuple(rows), clear)


def verdict_words(change: Change) -> str:
    """Return a verdict, and what it would take if there is none yet."""
    if change.verdict == "open" and change.needed is not None:
        return f"not clear; about {change.needed:,} games"
    return VERDICTS[change.verdict]


def page_of(found: Comparison) -> Page:
    """Return a comparison as a page."""
    game = find_game(found.game)
    general = [change for change in found.changes if change.measure.group in GENERAL]
    own = [change for change in found.changes if change.measure.group not in GENERAL]
    sections = [
        Section(title="The game as a whole", table=as_table(found, general, titled=True), wide=True),
        *(own_section(found, group, list(changes)) for group, changes in groupby(own, key=kind_and_group)),
    ]
    return Page(
        title=f"{game.title}: {found.one.words} and {found.other.words}",
        facts=f"{found.games:,} games each of {found.players} players among {listed(found.names)}, with the same "
        f"seats, bots and luck; seed {found.seed}.",
        reading=tuple(sentences(found)),
        sections=tuple(sections),
        footer=(
            "Intervals hold the truth with 95 % confidence for all figures of their kind together, however often one "
            "looks. Wins of players who have something are in points above an even share.",
        ),
    )


def kind_and_group(change: Change) -> tuple[str, str]:
    """Return what a section is about."""
    return change.measure.kind, change.measure.group


def own_section(found: Comparison, about: tuple[str, str], changes: Sequence[Change]) -> Section:
    """Return how the things of a group have changed."""
    kind, group = about
    known = [change for change in changes if change.difference.known and change.difference.error > 0]
    rows = [(change.words, change.difference, change.verdict == "changed") for change in known]
    rows.sort(key=lambda row: -row[1].value)
    if len(rows) > MOST_ROWS:
        rows = rows[: MOST_ROWS // 2] + rows[-MOST_ROWS // 2 :]
    wins = kind == "lead"
    label = "difference, points of wins" if wins else "difference"
    name = f"{kind} {group}"
    picture = plots.dots(name, name, rows, 0, label, differences=wins, plain=not wins) if rows else ""
    return Section(
        title=f"{found.titles[group]}: {'wins' if wins else 'how many'}",
        pictures=(picture,) if picture else (),
        table=as_table(found, changes),
        folded=True,
    )
