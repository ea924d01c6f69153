"""What figures say, in sentences."""

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
"""If so large a part of players have a thing, it says more how many they have."""
ZERO_ERROR = 1e-6
"""An error that is none."""
MAX_NAMED_ITEMS = 3
"""Things that a sentence names."""


def study_sentences(study: Study) -> Iterator[str]:
    """Yield what a study says about the game as a whole."""
    if are_games_identical(study):
        yield (
            "ALL GAMES WERE ALIKE, so this is one game and says nothing about others: these bots leave nothing to "
            "chance, and neither does the game. Let some decisions be made by lot at first: --opening 4."
        )
    yield seat_sentence(study)
    yield from length_sentences(study)
    yield from lead_sentences(study)
    yield from end_sentences(study)


def are_games_identical(study: Study) -> bool:
    """Tell whether all games have gone the same way, as far as can be seen."""
    figures = [*study.group_estimates(SEATS).values(), *study.group_estimates(LENGTH).values()]
    return study.num_games > 1 and all(figure.error < ZERO_ERROR for figure in figures)


def seat_sentence(study: Study) -> str:
    """Say whether the seats are even."""
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
    """Say how long games take."""
    lengths = study.group_estimates(LENGTH)
    turns, minutes = study.histograms[LENGTH, "turns"], study.histograms[LENGTH, "minutes"]
    yield (
        f"A game takes {lengths['turns'].value:.0f} turns (four of five games {turns.quantile(0.1)} to "
        f"{turns.quantile(0.9)}), {lengths['decisions'].value:.0f} decisions and, by our estimate, "
        f"{minutes.quantile(0.1)} to {minutes.quantile(0.9)} minutes. "
        f"At a decision there are {lengths['moves to choose from'].value:.0f} moves to choose from on average."
    )


def lead_sentences(study: Study) -> Iterator[str]:
    """Say when games are decided."""
    leads, led = study.group_estimates(LEAD), study.group_estimates(LED)
    if not leads["decided"].is_known:
        return
    yield (
        f"The winner takes the lead for good after {leads['decided'].value:.0%} of the game; until then it changes "
        f"{leads['changes'].value:.1f} times. Whoever leads at half-time wins {led['50 %'].value:.0%} of games, and "
        f"{leads['comeback'].value:.0%} of winners were last then."
    )


def end_sentences(study: Study) -> Iterator[str]:
    """Say how many games have no single winner."""
    ends = study.group_estimates(END)
    drawn, shared = ends["drawn"].value, ends["shared"].value
    if drawn:
        yield f"{drawn:.1%} of games are drawn."
    if shared:
        yield f"In {shared:.1%} of games several win together."


def skill_sentences(skills: Sequence[SkillEstimate]) -> Iterator[str]:
    """Say how much skill counts."""
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
    """Tell whether nearly everybody has some of these, so that only how many of them can matter."""
    return any(part.owner_share.value > NEARLY_ALL for part in parts)


def list_item_figures(parts: Sequence[ItemStats], by_number: bool) -> list[tuple[ItemStats, Estimate]]:
    """Return the things that enough players had, with how they do."""
    figures = [
        (part, part.win_lead_per_item if by_number else part.win_lead)
        for part in parts
        if part.num_owners >= MIN_OWNERS
    ]
    return [(part, figure) for part, figure in figures if figure.is_known and figure.error > 0]


def item_sentences(study: Study) -> Iterator[str]:
    """Say which of a game's own things stand out."""
    for group in study.groups:
        if group.per == "seat":
            parts = study.list_item_stats(group)
            by_number = is_owned_by_nearly_all(parts)
            yield from group_sentences(group.title, list_item_figures(parts, by_number), by_number)


def group_sentences(title: str, figures: Sequence[tuple[ItemStats, Estimate]], by_number: bool) -> Iterator[str]:
    """Say what stands out in a group."""
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
    """Return a difference of shares."""
    return f"{figure.value * 100:+.1f}"
