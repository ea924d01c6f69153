"""The findings of a study, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from triangulum.core.wording import format_count
from triangulum.lab.page import format_share
from triangulum.lab.study.metrics import END, LEAD, LED, LENGTH, SEATS
from triangulum.lab.study.study import MIN_OWNERS, Estimate, ItemStats, Study

if TYPE_CHECKING:
    from triangulum.lab.study.balance_report import SkillEstimate

NEARLY_ALL = 0.9
"""If a larger share of players has an item, what matters is how many of it they have."""
ZERO_ERROR = 1e-6
"""A standard error below this is rounding."""
MAX_NAMED_ITEMS = 3
"""Items that a sentence names at most."""


def study_sentences(study: Study) -> Iterator[str]:
    """Yield the findings about the game as a whole: seats, length, leads, ties and draws."""
    if are_games_identical(study):
        yield (
            "ALL GAMES WERE ALIKE, so this is one game and says nothing about others: these bots leave nothing to "
            "chance, and neither does the game. Let some decisions be made by lot at first: --opening 4."
        )
    yield seat_fairness_sentence(study)
    yield from length_sentences(study)
    yield from leader_sentences(study)
    yield from ties_and_draws_sentences(study)


def are_games_identical(study: Study) -> bool:
    """Tell whether all games have had the same winner and length."""
    figures = [*study.group_estimates(SEATS).values(), *study.group_estimates(LENGTH).values()]
    return study.num_games > 1 and all(figure.error < ZERO_ERROR for figure in figures)


def seat_fairness_sentence(study: Study) -> str:
    """Return a sentence on whether all seats win equally often."""
    even, players = 1 / study.run.players, study.run.players
    seats = study.group_estimates(SEATS)
    best, worst = max(seats, key=lambda seat: seats[seat].value), min(seats, key=lambda seat: seats[seat].value)
    if any(seat.excludes(even, players if players > 2 else 1) for seat in seats.values()):
        return (
            f"The seats are not even: {best} wins {format_share(seats[best])} and {worst} "
            f"{format_share(seats[worst])}, where {even:.1%} would be even."
        )
    reach = max(max(seat.high - even, even - seat.low) for seat in seats.values())
    return (
        f"No seat is clearly better than another: all win {seats[worst].value:.1%} to {seats[best].value:.1%}, and an "
        f"advantage of more than {reach * 100:.1f} points can hardly have been missed."
    )


def length_sentences(study: Study) -> Iterator[str]:
    """Yield a sentence on how long games take."""
    lengths = study.group_estimates(LENGTH)
    turns, minutes = study.histograms[LENGTH, "turns"], study.histograms[LENGTH, "minutes"]
    yield (
        f"A game takes {lengths['turns'].value:.0f} turns (four of five games {turns.quantile(0.1)} to "
        f"{turns.quantile(0.9)}), {lengths['decisions'].value:.0f} decisions and, by our estimate, "
        f"{minutes.quantile(0.1)} to {minutes.quantile(0.9)} minutes. "
        f"At a decision there are {lengths['moves to choose from'].value:.0f} moves to choose from on average."
    )


def leader_sentences(study: Study) -> Iterator[str]:
    """Yield a sentence on when games are decided, if the game can tell who leads."""
    leads, led = study.group_estimates(LEAD), study.group_estimates(LED)
    if not leads["decided"].is_known:
        return
    yield (
        f"The winner takes the lead for good after {leads['decided'].value:.0%} of the game; until then it changes "
        f"{leads['changes'].value:.1f} times. Whoever leads at half-time wins {led['50 %'].value:.0%} of games, and "
        f"{leads['comeback'].value:.0%} of winners were last then."
    )


def ties_and_draws_sentences(study: Study) -> Iterator[str]:
    """Yield sentences on how many games have no single winner."""
    ends = study.group_estimates(END)
    drawn, shared = ends["drawn"].value, ends["shared"].value
    if drawn:
        yield f"{drawn:.1%} of games are drawn."
    if shared:
        yield f"In {shared:.1%} of games several win together."


def skill_sentences(skills: Sequence[SkillEstimate]) -> Iterator[str]:
    """Yield a sentence on how much skill counts."""
    if not skills:
        return
    labels = [f"{skill.label} {skill.share.value:.0%}" for skill in skills]
    even = skills[0].even_share
    best = max(skills, key=lambda skill: skill.share.value)
    if not any(skill.share.excludes(even, len(skills)) for skill in skills):
        yield f"Skill does not show: one stronger player wins about an even share ({', '.join(labels)})."
        return
    tendency = (
        "Skill counts for much" if best.share.value > even + 0.6 * (1 - even) else "Skill counts, and so does luck"
    )
    yield f"{tendency}: one player among weaker ones wins ({', '.join(labels)}; {even:.0%} would be luck)."


def is_owned_by_nearly_all(parts: Sequence[ItemStats]) -> bool:
    """Tell whether nearly all players have some of these items, so that only how many of them can matter."""
    return any(part.owner_share.value > NEARLY_ALL for part in parts)


def list_figures_of_common_items(parts: Sequence[ItemStats], by_number: bool) -> list[tuple[ItemStats, Estimate]]:
    """Return the items that enough players had, with the lead of those players."""
    figures = [
        (part, part.win_lead_per_item if by_number else part.win_lead)
        for part in parts
        if part.num_owners >= MIN_OWNERS
    ]
    return [(part, figure) for part, figure in figures if figure.is_known and figure.error > 0]


def item_sentences(study: Study) -> Iterator[str]:
    """Yield a sentence for each group of items, on the ones with which players win most and least."""
    for group in study.groups:
        if group.per == "seat":
            parts = study.list_item_stats(group)
            by_number = is_owned_by_nearly_all(parts)
            yield from item_group_sentences(group.title, list_figures_of_common_items(parts, by_number), by_number)


def item_group_sentences(title: str, figures: Sequence[tuple[ItemStats, Estimate]], by_number: bool) -> Iterator[str]:
    """Yield a sentence on the items of a group with which players win most and least."""
    clear = [(part, figure) for part, figure in figures if figure.excludes(0, len(figures))]
    if not figures:
        return
    if not clear:
        yield f"{title}: nothing stands out among {format_count(len(figures), 'thing')} beyond chance."
        return
    each = " for each one more" if by_number else ""
    clear.sort(key=lambda item_and_figure: -item_and_figure[1].value)
    good = [f"{part.name} {format_points(figure)}" for part, figure in clear if figure.value > 0][:MAX_NAMED_ITEMS]
    bad = [f"{part.name} {format_points(figure)}" for part, figure in reversed(clear) if figure.value < 0][
        :MAX_NAMED_ITEMS
    ]
    tendencies = [f"most with {', '.join(good)}"] * bool(good) + [f"least with {', '.join(bad)}"] * bool(bad)
    yield f"{title}: players win {' and '.join(tendencies)} (points above even{each})."


def format_points(figure: Estimate) -> str:
    """Return a difference of shares in percentage points."""
    return f"{figure.value * 100:+.1f}"
