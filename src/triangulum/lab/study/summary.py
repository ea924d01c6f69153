"""What figures say, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from triangulum.core.wording import counted
from triangulum.lab.study.metrics import END, LEAD, LED, LENGTH, SEATS
from triangulum.lab.study.study import FEW, Estimate, Part, Study

if TYPE_CHECKING:
    from triangulum.lab.study.balance_report import Skill

COMMON = 0.9
"""If so large a part of players have a thing, it says more how many they have."""
ALIKE = 1e-6
"""An error that is none."""
NAMED = 3
"""Things that a sentence names."""


def of_study(study: Study) -> Iterator[str]:
    """Yield what a study says about the game as a whole."""
    if are_alike(study):
        yield (
            "ALL GAMES WERE ALIKE, so this is one game and says nothing about others: these bots leave nothing to "
            "chance, and neither does the game. Let some decisions be made by lot at first: --opening 4."
        )
    yield of_seats(study)
    yield from of_lengths(study)
    yield from of_leads(study)
    yield from of_ends(study)


def are_alike(study: Study) -> bool:
    """Tell whether all games have gone the same way, as far as can be seen."""
    figures = [*study.of_group(SEATS).values(), *study.of_group(LENGTH).values()]
    return study.games > 1 and all(figure.error < ALIKE for figure in figures)


def of_seats(study: Study) -> str:
    """Say whether the seats are even."""
    even, players = 1 / study.run.players, study.run.players
    seats = study.of_group(SEATS)
    best, worst = max(seats, key=lambda seat: seats[seat].value), min(seats, key=lambda seat: seats[seat].value)
    if any(seat.is_clear_of(even, players if players > 2 else 1) for seat in seats.values()):
        return (
            f"The seats are not even: {best} wins {percent(seats[best])} and {worst} {percent(seats[worst])}, where "
            f"{even:.1%} would be even."
        )
    reach = max(max(seat.high - even, even - seat.low) for seat in seats.values())
    return (
        f"No seat is clearly better than another: all win {seats[worst].value:.1%} to {seats[best].value:.1%}, and an "
        f"advantage of more than {reach * 100:.1f} points can hardly have been missed."
    )


def percent(estimate: Estimate) -> str:
    """Return a share with its interval."""
    return f"{estimate.value:.1%} ({estimate.low * 100:.1f}–{estimate.high * 100:.1f})"


def of_lengths(study: Study) -> Iterator[str]:
    """Say how long games take."""
    lengths = study.of_group(LENGTH)
    turns, minutes = study.spreads[LENGTH, "turns"], study.spreads[LENGTH, "minutes"]
    yield (
        f"A game takes {lengths['turns'].value:.0f} turns (four of five games {turns.quantile(0.1)} to "
        f"{turns.quantile(0.9)}), {lengths['decisions'].value:.0f} decisions and, by our estimate, "
        f"{minutes.quantile(0.1)} to {minutes.quantile(0.9)} minutes. "
        f"At a decision there are {lengths['moves to choose from'].value:.0f} moves to choose from on average."
    )


def of_leads(study: Study) -> Iterator[str]:
    """Say when games are decided."""
    leads, led = study.of_group(LEAD), study.of_group(LED)
    if not leads["decided"].known:
        return
    yield (
        f"The winner takes the lead for good after {leads['decided'].value:.0%} of the game; until then it changes "
        f"{leads['changes'].value:.1f} times. Whoever leads at half-time wins {led['50 %'].value:.0%} of games, and "
        f"{leads['comeback'].value:.0%} of winners were last then."
    )


def of_ends(study: Study) -> Iterator[str]:
    """Say how many games have no single winner."""
    ends = study.of_group(END)
    drawn, shared = ends["drawn"].value, ends["shared"].value
    if drawn:
        yield f"{drawn:.1%} of games are drawn."
    if shared:
        yield f"In {shared:.1%} of games several win together."


def of_skills(skills: Sequence[Skill]) -> Iterator[str]:
    """Say how much skill counts."""
    if not skills:
        return
    told = [f"{skill.words} {skill.share.value:.0%}" for skill in skills]
    even = skills[0].even
    best = max(skills, key=lambda skill: skill.share.value)
    if not any(skill.share.is_clear_of(even, len(skills)) for skill in skills):
        yield f"Skill does not show: one stronger player wins about an even share ({', '.join(told)})."
        return
    tendency = (
        "Skill counts for much" if best.share.value > even + 0.6 * (1 - even) else "Skill counts, and so does luck"
    )
    yield f"{tendency}: one player among weaker ones wins ({', '.join(told)}; {even:.0%} would be luck)."


def counts_by_number(parts: Sequence[Part]) -> bool:
    """Tell whether nearly everybody has some of these, so that only how many of them can matter."""
    return any(part.had.value > COMMON for part in parts)


def spoken_of(parts: Sequence[Part], by_number: bool) -> list[tuple[Part, Estimate]]:
    """Return the things that enough players had, with how they do."""
    figures = [(part, part.each if by_number else part.lead) for part in parts if part.players >= FEW]
    return [(part, figure) for part, figure in figures if figure.known and figure.error > 0]


def of_parts(study: Study) -> Iterator[str]:
    """Say which of a game's own things stand out."""
    for group in study.groups:
        if group.per == "seat":
            parts = study.parts(group)
            by_number = counts_by_number(parts)
            yield from of_group(group.title, spoken_of(parts, by_number), by_number)


def of_group(title: str, figures: Sequence[tuple[Part, Estimate]], by_number: bool) -> Iterator[str]:
    """Say what stands out in a group."""
    clear = [(part, figure) for part, figure in figures if figure.is_clear_of(0, len(figures))]
    if not figures:
        return
    if not clear:
        yield f"{title}: nothing stands out among {counted(len(figures), 'thing')} beyond chance."
        return
    each = " for each one more" if by_number else ""
    clear.sort(key=lambda one: -one[1].value)
    good = [f"{part.name} {points(figure)}" for part, figure in clear if figure.value > 0][:NAMED]
    bad = [f"{part.name} {points(figure)}" for part, figure in reversed(clear) if figure.value < 0][:NAMED]
    told = [f"most with {', '.join(good)}"] * bool(good) + [f"least with {', '.join(bad)}"] * bool(bad)
    yield f"{title}: players win {' and '.join(told)} (points above even{each})."


def points(figure: Estimate) -> str:
    """Return a difference of shares."""
    return f"{figure.value * 100:+.1f}"
