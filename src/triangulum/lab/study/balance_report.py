"""The balance report: how fair, long and decided a game is, from many games among bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from triangulum.core.state import Setup
from triangulum.core.stats import StatsGroup
from triangulum.lab import plots
from triangulum.lab.page import (
    ReportPage,
    ReportSection,
    ReportTable,
    format_mean,
    format_share,
    format_share_difference,
)
from triangulum.lab.plots import PlotText
from triangulum.lab.study import summary
from triangulum.lab.study.exact import report_exact_values
from triangulum.lab.study.executor import BatchExecutor, ProgressCallback
from triangulum.lab.study.metrics import BOTS, END, LEAD, LED, LENGTH, LENGTH_COLUMNS, SEATS, Metric
from triangulum.lab.study.run_store import RunStore
from triangulum.lab.study.runs import Run, RunSpec, make_run
from triangulum.lab.study.simulate import DECISION_SECONDS, DOUBLING_SECONDS, FORCED_SECONDS, TENTHS
from triangulum.lab.study.study import MIN_OWNERS, Estimate, ItemStats, Study, study_first_games

SKILL_LADDER: Final = (("casual", "beginner"), ("club", "casual"), ("expert", "club"))
"""Levels of which the first is stronger, for weighing skill against luck."""
MOST_ROWS: Final = 14
"""Of a plot; if there are more, only the highest and the lowest are shown."""


class SkillEstimate(msgspec.Struct, frozen=True):
    """How one stronger player does among weaker ones."""

    strong: str
    weak: str
    num_games: int
    share: Estimate
    even_share: float

    @property
    def label(self) -> str:
        """Who plays against whom."""
        return f"{self.strong} over {self.weak}"


class BalanceReport(msgspec.Struct, frozen=True):
    """A balance report: the figures, and the page made of them."""

    study: Study
    skills: tuple[SkillEstimate, ...]
    page: ReportPage


def make_balance_report(
    spec: RunSpec,
    *,
    folder: Path,
    executor: BatchExecutor,
    games: int = 1000,
    skill_games: int = 200,
    on_progress: ProgressCallback = lambda done: None,
) -> BalanceReport:
    """Play games and return the report on them; a run that was stopped goes on where its folder ends.

    ``on_progress`` is told how many games are there, those of the main run and those that weigh skill together.
    """
    run = make_run(spec)
    store = open_store(folder, run)
    executor.play_games(store, games, on_progress)
    study = study_first_games(store, games)
    skills, start = [], games
    for strong, weak in SKILL_LADDER if skill_games else ():
        skill_run = make_run(msgspec.structs.replace(spec, bots=(strong, weak), players=run.players))
        skill_store = open_store(folder / f"{strong}-over-{weak}", skill_run)
        num_games = max(1, skill_games // skill_run.games_per_round) * skill_run.games_per_round
        executor.play_games(skill_store, num_games, lambda done, start=start: on_progress(start + done))  # type: ignore[misc]
        start += num_games
        estimate = study_first_games(skill_store, num_games).estimate(Metric("share", BOTS, strong))
        skills.append(SkillEstimate(strong, weak, num_games, estimate, 1 / run.players))
    return BalanceReport(study, tuple(skills), make_balance_page(study, skills, run.make_game_setup(0)))


def open_store(folder: Path, run: Run) -> RunStore:
    """Open the store of a run, so that more games can be appended."""
    store = RunStore(folder, run)
    store.open_files()
    return store


def make_balance_page(study: Study, skills: Sequence[SkillEstimate], setup: Setup) -> ReportPage:
    """Return a study and the skill estimates as a page."""
    exact, values = report_exact_values(study.run, study.num_games, setup)
    sections = [
        seat_wins_section(study),
        game_length_section(study),
        *leader_wins_section(study),
        ties_and_draws_section(study),
    ]
    sections += bot_wins_section(study)
    sections += skill_versus_luck_section(skills)
    sections += [stats_group_section(study, group) for group in study.groups]
    sections += values
    return ReportPage(
        title=f"{setup.game.title}: a balance report",
        facts=describe_run(study, setup),
        findings=(
            *summary.study_sentences(study),
            *summary.skill_sentences(skills),
            *exact,
            *summary.item_sentences(study),
        ),
        sections=tuple(sections),
        footer=footer_sentences(),
    )


def describe_run(study: Study, setup: Setup) -> str:
    """Return a line that says what was played: how many games, bots, options, seed."""
    run = study.run
    default = {field.name: field.default for field in msgspec.structs.fields(setup.game.options)}
    drawn = setup.game.seeded_options if run.has_setup_per_game() else ()
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
    changes = "" if run.components is None else f", components {setup.components.digest[:12]}"
    who = " and ".join(run.names)
    changes += f", after {run.opening} decisions by lot" if run.opening else ""
    return f"{study.num_games:,} games of {run.players} players among {who}{played}{changes}; seed {run.seed}."


def footer_sentences() -> tuple[str, ...]:
    """Return the notes on how to read the figures."""
    return (
        "Intervals hold the truth with 95 % confidence each; four of five games lie within what most do. What is in "
        "colour, or bold in a table, differs from what is even by more than chance would explain although so many "
        "things were looked at.",
        "Wins of players who have something are in percentage points above an even share, and so is what each one "
        "more than others at the table have brings. That is no proof that they win because of it: whoever is ahead may "
        "come to have it. And all figures are those of these bots.",
        f"Minutes are estimated for people who know the game: {DECISION_SECONDS} seconds for a decision, "
        f"{DOUBLING_SECONDS} more each time that there are twice as many moves to choose from, "
        f"{FORCED_SECONDS} for a forced step or one of chance.",
        "A turn lasts until another player is asked. Who leads is told by the game's own guess of who will win, or by "
        "its points, with all secrets known.",
    )


# Sections that every game has.


def seat_wins_section(study: Study) -> ReportSection:
    """Return the section on how often each seat wins."""
    even = 1 / study.run.players
    num_questions = study.run.players if study.run.players > 2 else 1
    seats = study.group_estimates(SEATS)
    rows = [(name, seat, seat.excludes(even, num_questions)) for name, seat in seats.items()]
    return ReportSection(
        title="Seats",
        text="The share of wins of each seat. A shared win counts as a share of one, a draw is shared by all.",
        plots=(plots.render_dot_plot(PlotText("seats", "Share of wins by seat", "share of wins"), rows, even),),
        table=ReportTable(
            ("seat", "share of wins"),
            tuple((name, format_share(seat)) for name, seat in seats.items()),
            tuple(place for place, (_, _, clear) in enumerate(rows) if clear),
        ),
    )


def game_length_section(study: Study) -> ReportSection:
    """Return the section on how long games take."""
    lengths = study.group_estimates(LENGTH)
    rows = []
    for name in LENGTH_COLUMNS:
        spread = study.histograms[LENGTH, name]
        if lengths[name].value:
            rows.append((name, format_mean(lengths[name]), f"{spread.quantile(0.1)}–{spread.quantile(0.9)}"))
    rows.append(("moves to choose from", format_mean(lengths["moves to choose from"]), ""))
    return ReportSection(
        title="Length",
        text="How long games take, and how many moves there are to choose from at a decision.",
        plots=(
            plots.render_histogram(
                PlotText("turns", "Turns of a game", "turns"), study.histograms[LENGTH, "turns"].counts
            ),
        ),
        table=ReportTable(("", "mean", "most"), tuple(rows)),
    )


def leader_wins_section(study: Study) -> Iterator[ReportSection]:
    """Yield the section on how often the leader wins, if the game can tell who leads."""
    leads = study.group_estimates(LEAD)
    if not leads["decided"].is_known:
        return
    led = study.group_estimates(LED)
    rows = [(tenth / 10, estimate) for tenth, estimate in zip(TENTHS, led.values(), strict=True)]
    yield ReportSection(
        title="When it is decided",
        text="How often whoever leads at a moment of the game goes on to win. The line is what a guess would do.",
        plots=(
            plots.render_share_curve(
                PlotText("led", "How often the leader wins", "part of the game that is over"),
                rows,
                1 / study.run.players,
            ),
        ),
        table=ReportTable(
            ("", "mean"),
            (
                ("winner leads for good after", format_share(leads["decided"])),
                ("changes of the lead", format_mean(leads["changes"])),
                ("winner was last at half-time", format_share(leads["comeback"])),
                ("leader at half-time wins", format_share(led["50 %"])),
            ),
        ),
    )


def ties_and_draws_section(study: Study) -> ReportSection:
    """Return the section on ties and draws."""
    ends = study.group_estimates(END)
    return ReportSection(
        title="Ties and draws",
        text="Games that several win together, and games that nobody wins.",
        table=ReportTable(("", "share of games"), tuple((name, format_share(end)) for name, end in ends.items())),
    )


def bot_wins_section(study: Study) -> Iterator[ReportSection]:
    """Yield the section on how often each bot wins, if there were several."""
    if len(study.run.names) < 2:
        return
    even = 1 / study.run.players
    rows = [(name, bot, bot.excludes(even)) for name, bot in study.group_estimates(BOTS).items()]
    yield ReportSection(
        title="Players",
        text="The share of wins of each bot, for each seat that it had. Bots take all seats in turn.",
        plots=(plots.render_dot_plot(PlotText("bots", "Share of wins by bot", "share of wins"), rows, even),),
        table=ReportTable(("bot", "share of wins"), tuple((name, format_share(bot)) for name, bot, _ in rows)),
    )


def skill_versus_luck_section(skills: Sequence[SkillEstimate]) -> Iterator[ReportSection]:
    """Yield the section on how often stronger bots win, if that was tried."""
    if not skills:
        return
    even = skills[0].even_share
    rows = [(skill.label, skill.share, skill.share.excludes(even)) for skill in skills]
    yield ReportSection(
        title="Skill against luck",
        text="How often a player of one level wins among players of the level below, in all seats and with the same "
        "luck for each. If all were luck, the dots would be on the line.",
        plots=(
            plots.render_dot_plot(
                PlotText("skill", "Share of wins of the stronger", "share of wins of the stronger"), rows, even
            ),
        ),
        table=ReportTable(
            ("one stronger player", "share of wins", "games"),
            tuple((skill.label, format_share(skill.share), f"{skill.num_games:,}") for skill in skills),
        ),
    )


# What only this game has.


def stats_group_section(study: Study, group: StatsGroup) -> ReportSection:
    """Return the section on a group of the game's own statistics."""
    return game_stats_section(study, group) if group.per == "game" else item_wins_section(study, group)


def game_stats_section(study: Study, group: StatsGroup) -> ReportSection:
    """Return the section on statistics of whole games."""
    pictures = []
    for item in group.items:
        spread = study.histograms[group.name, item]
        if len(spread.counts) > 3:
            pictures.append(plots.render_histogram(PlotText(f"own {group.name} {item}", item, item), spread.counts))
    return ReportSection(title=group.title, plots=tuple(pictures), table=make_game_stats_table(study, group))


def make_game_stats_table(study: Study, group: StatsGroup) -> ReportTable:
    """Return a group of statistics of whole games as a table."""
    rows = []
    for item, estimate in study.group_estimates(group.name).items():
        spread = study.histograms[group.name, item]
        if set(spread.counts) <= {0, 1}:
            rows.append((item, format_share(estimate), ""))
        else:
            rows.append((item, format_mean(estimate), f"{spread.quantile(0.1)}–{spread.quantile(0.9)}"))
    return ReportTable(("", "mean", "most"), tuple(rows))


def item_wins_section(study: Study, group: StatsGroup) -> ReportSection:
    """Return the section on how players with each item do."""
    parts = study.list_item_stats(group)
    by_number = summary.is_owned_by_nearly_all(parts)
    shown = summary.list_figures_of_common_items(parts, by_number)
    num_questions = len(shown)
    rows = [(part.name, figure, figure.excludes(0, num_questions)) for part, figure in shown]
    if not all(name.isdigit() for name, _, _ in rows):
        rows.sort(key=lambda row: -row[1].value)
    if len(rows) > MOST_ROWS:
        rows = rows[: MOST_ROWS // 2] + rows[-MOST_ROWS // 2 :]
    label = f"points above even, {'for each one more' if by_number else 'players who have it'}"
    table = ReportTable(
        ("", "a game", "players", "their wins", "each more"),
        tuple(
            (
                part.name,
                f"{part.per_game.value:.2f}",
                f"{part.owner_share.value:.1%}",
                format_share_difference(part.win_lead),
                format_share_difference(part.win_lead_per_item),
            )
            for part in parts
        ),
        tuple(
            place
            for place, part in enumerate(parts)
            if part.num_owners >= MIN_OWNERS
            and (part.win_lead_per_item if by_number else part.win_lead).excludes(0, num_questions)
        ),
    )
    text = PlotText(f"own {group.name}", group.title, label)
    picture = (plots.render_dot_plot(text, rows, 0, "difference"),) if rows else ()
    return ReportSection(
        title=group.title, text=describe_omitted_items(parts, rows), plots=picture, table=table, is_collapsed=True
    )


def describe_omitted_items(parts: Sequence[ItemStats], rows: Sequence[object]) -> str:
    """Return a sentence on the items that a plot leaves out."""
    if not rows:
        return f"None of these was met by {MIN_OWNERS} players."
    return f"The {len(rows)} of {len(parts)} at either end." if len(parts) > MOST_ROWS else ""
