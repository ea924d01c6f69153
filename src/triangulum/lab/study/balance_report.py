"""The balance report: what a designer wants to know about a game, from many games among bots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from triangulum.bots import Bot
from triangulum.core.components import Components
from triangulum.core.game import Game
from triangulum.core.levels import Budget
from triangulum.core.state import Setup
from triangulum.core.stats import Group
from triangulum.lab import plots
from triangulum.lab.page import Page, Section, Table, lead, number, share
from triangulum.lab.study import summary
from triangulum.lab.study.exact import exact_values
from triangulum.lab.study.executor import Tell, Workers
from triangulum.lab.study.metrics import BOTS, END, LEAD, LED, LENGTH, LENGTHS, SEATS, Measure
from triangulum.lab.study.run_store import Sheets
from triangulum.lab.study.runs import THINKING, Run, run_of
from triangulum.lab.study.simulate import CHOICE, DOUBLING, FORCED, TENTHS
from triangulum.lab.study.study import FEW, Estimate, Part, Study, study_of

LADDER: Final = (("casual", "beginner"), ("club", "casual"), ("expert", "club"))
"""Levels of which the first is stronger, for weighing skill against luck."""
MOST_ROWS: Final = 14
"""In a plot; of more, those that stand out to either side are shown."""


class Skill(msgspec.Struct, frozen=True):
    """How one stronger player does among weaker ones."""

    strong: str
    weak: str
    games: int
    share: Estimate
    even: float

    @property
    def words(self) -> str:
        """Who plays against whom."""
        return f"{self.strong} over {self.weak}"


class Report(msgspec.Struct, frozen=True):
    """A balance report: the figures, and the page made of them."""

    study: Study
    skills: tuple[Skill, ...]
    page: Page


def balance(
    game: str | Game,
    bots: Sequence[str | type[Bot]] = ("greedy",),
    *,
    folder: Path,
    workers: Workers,
    games: int = 1000,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    components: str | Path | Components[Any] | None = None,
    seed: int = 0,
    budget: Budget = THINKING,
    opening: int = 0,
    skill_games: int = 200,
    tell: Tell = lambda done: None,
) -> Report:
    """Play games and return the report on them; a run that was stopped goes on where its folder ends.

    So many decisions as ``opening`` says are made by lot at the beginning: without chance, games among bots that leave
    nothing to it would all be the same.

    ``tell`` is told how many games there are, of the main run and of those that weigh skill together.
    """
    chosen: dict[str, Any] = {
        "options": options,
        "components": components,
        "seed": seed,
        "budget": budget,
        "opening": opening,
    }
    run = run_of(game, bots, players=players, **chosen)
    sheets = opened(folder, run)
    workers.play(sheets, games, tell)
    study = study_of(sheets, games)
    found, before = [], games
    for strong, weak in LADDER if skill_games else ():
        ladder = run_of(game, [strong, weak], players=run.players, **chosen)
        rung = opened(folder / f"{strong}-over-{weak}", ladder)
        whole = max(1, skill_games // ladder.unit) * ladder.unit
        start = before
        workers.play(rung, whole, lambda done, start=start: tell(start + done))  # type: ignore[misc]
        before += whole
        estimate = study_of(rung, whole).estimate(Measure("share", BOTS, strong))
        found.append(Skill(strong, weak, whole, estimate, 1 / run.players))
    skills = tuple(found)
    return Report(study, skills, page_of(study, skills, run.setup(0)))


def opened(folder: Path, run: Run) -> Sheets:
    """Return the sheets of a run, ready to go on."""
    sheets = Sheets(folder, run)
    sheets.open()
    return sheets


def page_of(study: Study, skills: Sequence[Skill], setup: Setup) -> Page:
    """Return the page of a report."""
    exact, values = exact_values(study.run, study.games, setup)
    sections = [seat_section(study), *length_sections(study), *lead_section(study), end_section(study)]
    sections += bot_section(study)
    sections += skill_section(skills)
    sections += [own_section(study, group) for group in study.groups]
    sections += values
    return Page(
        title=f"{setup.game.title}: a balance report",
        facts=facts(study, setup),
        reading=(*summary.of_study(study), *summary.of_skills(skills), *exact, *summary.of_parts(study)),
        sections=tuple(sections),
        footer=footer(),
    )


def facts(study: Study, setup: Setup) -> str:
    """Return in a line what was played."""
    run = study.run
    default = {field.name: field.default for field in msgspec.structs.fields(setup.game.options)}
    drawn = setup.game.seeded_options if run.new_every_game() else ()
    chosen = {
        name: value
        for name, value in msgspec.structs.asdict(setup.options).items()
        if name != "players" and name not in drawn and value != default[name]
    }
    if setup.game.preset_word in run.options or "preset" in run.options:
        preset = run.options.get(setup.game.preset_word, run.options.get("preset"))
        played = f", {setup.game.preset_word} {preset}"
    else:
        played = "".join(f", {name} {value}" for name, value in chosen.items())
    other = "" if run.components is None else f", components {setup.components.digest[:12]}"
    who = " and ".join(run.names)
    other += f", after {run.opening} decisions by lot" if run.opening else ""
    return f"{study.games:,} games of {run.players} players among {who}{played}{other}; seed {run.seed}."


def footer() -> tuple[str, ...]:
    """Return what one has to know about the figures."""
    return (
        "Intervals hold the truth with 95 % confidence each; four of five games lie within what most do. What is in "
        "colour, or bold in a table, differs from what is even by more than chance would explain although so many "
        "things were looked at.",
        "Wins of players who have something are in percentage points above an even share, and so is what each one "
        "more than others at the table have brings. That is no proof that they win because of it: whoever is ahead may "
        "come to have it. And all figures are those of these bots.",
        f"Minutes are estimated for people who know the game: {CHOICE} seconds for a decision, {DOUBLING} more each "
        f"time that there are twice as many moves to choose from, {FORCED} for a forced step or one of chance.",
        "A turn lasts until another player is asked. Who leads is told by the game's own guess of who will win, or by "
        "its points, with all secrets known.",
    )


# Sections that every game has.


def seat_section(study: Study) -> Section:
    """Return whether all seats are equally good."""
    even = 1 / study.run.players
    questions = study.run.players if study.run.players > 2 else 1
    seats = study.of_group(SEATS)
    rows = [(name, seat, seat.is_clear_of(even, questions)) for name, seat in seats.items()]
    return Section(
        title="Seats",
        words="The share of wins of each seat. A shared win counts as a share of one, a draw is shared by all.",
        pictures=(plots.dots("seats", "Share of wins by seat", rows, even, "share of wins"),),
        table=Table(
            ("seat", "share of wins"),
            tuple((name, share(seat)) for name, seat in seats.items()),
            tuple(place for place, (_, _, clear) in enumerate(rows) if clear),
        ),
    )


def length_sections(study: Study) -> Iterator[Section]:
    """Yield how long games take."""
    lengths = study.of_group(LENGTH)
    rows = []
    for name in LENGTHS:
        spread = study.spreads[LENGTH, name]
        if lengths[name].value:
            rows.append((name, number(lengths[name]), f"{spread.quantile(0.1)}–{spread.quantile(0.9)}"))
    rows.append(("moves to choose from", number(lengths["moves to choose from"]), ""))
    yield Section(
        title="Length",
        words="How long games take, and how many moves there are to choose from at a decision.",
        pictures=(plots.histogram("turns", "Turns of a game", study.spreads[LENGTH, "turns"].counts, "turns"),),
        table=Table(("", "mean", "most"), tuple(rows)),
    )


def lead_section(study: Study) -> Iterator[Section]:
    """Yield when games are decided, if that can be told."""
    leads = study.of_group(LEAD)
    if not leads["decided"].known:
        return
    led = study.of_group(LED)
    rows = [(tenth / 10, estimate) for tenth, estimate in zip(TENTHS, led.values(), strict=True)]
    yield Section(
        title="When it is decided",
        words="How often whoever leads at a moment of the game goes on to win. The line is what a guess would do.",
        pictures=(
            plots.curve(
                "led", "How often the leader wins", rows, 1 / study.run.players, "part of the game that is over"
            ),
        ),
        table=Table(
            ("", "mean"),
            (
                ("winner leads for good after", share(leads["decided"])),
                ("changes of the lead", number(leads["changes"])),
                ("winner was last at half-time", share(leads["comeback"])),
                ("leader at half-time wins", share(led["50 %"])),
            ),
        ),
    )


def end_section(study: Study) -> Section:
    """Return how games end."""
    ends = study.of_group(END)
    return Section(
        title="Ties and draws",
        words="Games that several win together, and games that nobody wins.",
        table=Table(("", "share of games"), tuple((name, share(end)) for name, end in ends.items())),
    )


def bot_section(study: Study) -> Iterator[Section]:
    """Yield how the bots have done, if they were not all alike."""
    if len(study.run.names) < 2:
        return
    even = 1 / study.run.players
    rows = [(name, bot, bot.is_clear_of(even)) for name, bot in study.of_group(BOTS).items()]
    yield Section(
        title="Players",
        words="The share of wins of each bot, for each seat that it had. Bots take all seats in turn.",
        pictures=(plots.dots("bots", "Share of wins by bot", rows, even, "share of wins"),),
        table=Table(("bot", "share of wins"), tuple((name, share(bot)) for name, bot, _ in rows)),
    )


def skill_section(skills: Sequence[Skill]) -> Iterator[Section]:
    """Yield how much skill counts."""
    if not skills:
        return
    even = skills[0].even
    rows = [(skill.words, skill.share, skill.share.is_clear_of(even)) for skill in skills]
    yield Section(
        title="Skill against luck",
        words="How often a player of one level wins among players of the level below, in all seats and with the same "
        "luck for each. If all were luck, the dots would be on the line.",
        pictures=(plots.dots("skill", "Share of wins of the stronger", rows, even, "share of wins of the stronger"),),
        table=Table(
            ("one stronger player", "share of wins", "games"),
            tuple((skill.words, share(skill.share), f"{skill.games:,}") for skill in skills),
        ),
    )


# What only this game has.


def own_section(study: Study, group: Group) -> Section:
    """Return what is counted in a group of the game's own."""
    return figure_section(study, group) if group.per == "game" else part_section(study, group)


def figure_section(study: Study, group: Group) -> Section:
    """Return figures of whole games."""
    rows, pictures = [], []
    for item, estimate in study.of_group(group.name).items():
        spread = study.spreads[group.name, item]
        if set(spread.counts) <= {0, 1}:
            rows.append((item, share(estimate), ""))
            continue
        rows.append((item, number(estimate), f"{spread.quantile(0.1)}–{spread.quantile(0.9)}"))
        if len(spread.counts) > 3:
            pictures.append(plots.histogram(f"own {group.name} {item}", item, spread.counts, item))
    return Section(title=group.title, pictures=tuple(pictures), table=Table(("", "mean", "most"), tuple(rows)))


def part_section(study: Study, group: Group) -> Section:
    """Return how players do with the things of a group."""
    parts = study.parts(group)
    by_number = summary.counts_by_number(parts)
    shown = summary.spoken_of(parts, by_number)
    questions = len(shown)
    rows = [(part.name, figure, figure.is_clear_of(0, questions)) for part, figure in shown]
    if not all(name.isdigit() for name, _, _ in rows):
        rows.sort(key=lambda row: -row[1].value)
    if len(rows) > MOST_ROWS:
        rows = rows[: MOST_ROWS // 2] + rows[-MOST_ROWS // 2 :]
    label = f"points above even, {'for each one more' if by_number else 'players who have it'}"
    table = Table(
        ("", "a game", "players", "their wins", "each more"),
        tuple(
            (
                part.name,
                f"{part.often.value:.2f}",
                f"{part.had.value:.1%}",
                lead(part.lead),
                lead(part.each),
            )
            for part in parts
        ),
        tuple(
            place
            for place, part in enumerate(parts)
            if part.players >= FEW and (part.each if by_number else part.lead).is_clear_of(0, questions)
        ),
    )
    picture = (plots.dots(f"own {group.name}", group.title, rows, 0, label, differences=True),) if rows else ()
    return Section(title=group.title, words=part_words(parts, rows), pictures=picture, table=table, folded=True)


def part_words(parts: Sequence[Part], rows: Sequence[object]) -> str:
    """Return what a plot leaves out."""
    if not rows:
        return f"None of these was met by {FEW} players."
    return f"The {len(rows)} of {len(parts)} at either end." if len(parts) > MOST_ROWS else ""
