"""The figures of docs/benchmarks.md, written between two marks: what was to be shown, and all tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from benchmarks.peers.blocks import (
    BY_BOTS,
    BY_ROLLOUTS,
    IN_PYTHON,
    LISTING,
    OPENSPIEL,
    PETTINGZOO,
    TRIANGULUM,
    VECTOR,
)
from benchmarks.peers.rows import PAGE, PICTURE, Block, Figures, Row, SavedBlocks

BEGIN, END = "<!-- figures: written by python -m benchmarks.peers -->", "<!-- end of figures -->"

TITLES = {
    "random": "Random play",
    "environments": "Environments for learners",
    "search": "Search",
    "server": "Servers",
}
COLUMNS: dict[str, dict[str, str]] = {
    "random": {
        "decisions": "decisions",
        "chance steps": "chance steps",
        "listed": "listed moves",
        "games": "games",
    },
    "environments": {"decisions": "steps"},
    "search": {"simulations": "simulations", "steps": "steps in playouts"},
    "server": {
        "moves": "moves",
        "moves a CPU-second": "moves a CPU-second",
        "p50": "answer, ms (median)",
        "p99": "answer, ms (99 %)",
        "memory": "memory, MB",
        "refused": "refused",
    },
}
"""Of each part: its figures, and what they are called; all for a second but where it says otherwise."""


def format_number(value: float | None) -> str:
    """Return a figure with three digits that count."""
    if value is None:
        return ""
    # What rounds up to a thousand of one kind is one of the next.
    if value >= 999_500:
        return f"{value / 1e6:.3g} M"
    if value >= 999.5:
        return f"{value / 1e3:.3g} k"
    return f"{value:.3g}"


def markdown_table(heads: Sequence[str], rows: Iterable[Sequence[str]], words: int) -> str:
    """Return a table in Markdown: so many columns of words, and then figures."""
    marks = ["---" if at < words else "---:" for at in range(len(heads))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, marks, *rows))


def block_table(part: str, block: Block) -> str:
    """Return what was measured in a block."""
    shown = {name: word for name, word in COLUMNS[part].items() if any(row.figures.get(name) for row in block.rows)}
    rows = [
        [f"**{row.who}**" if row.who == TRIANGULUM else row.who, row.game, row.how]
        + [format_number(row.figures.get(name)) for name in shown]
        for row in block.rows
    ]
    return markdown_table(["", "game", "how", *shown.values()], rows, words=3)


def count_steps(figures: Figures) -> float:
    """Return decisions and chance steps together."""
    return figures.get("decisions", 0.0) + figures.get("chance steps", 0.0)


def best_figure(rows: Sequence[Row], name: str) -> float:
    """Return the greatest figure of some rows, 0 without any."""
    return max(
        (count_steps(row.figures) if name == "steps" else row.figures.get(name, 0.0) for row in rows), default=0.0
    )


def format_ratio(ours: float, theirs: float) -> str:
    """Return how many times as much ours is, in bold where it is less."""
    if not theirs:
        return ""
    ratio = ours / theirs
    if ratio < 1:
        return f"**{ratio:.2f}×**"
    return f"{ratio:.1f}×" if ratio < 10 else f"{ratio:,.0f}×"


def random_play_comparison(blocks: dict[str, Block]) -> str:
    """Return random play of ours beside OpenSpiel's of like size: the quickest of its ways in each game."""
    rows = []
    for block in blocks.values():
        own = [row for row in block.rows if row.who == TRIANGULUM]
        names = dict.fromkeys(row.game for row in block.rows if row.who == OPENSPIEL)
        for mine in dict.fromkeys(row.game for row in own):
            all_ways = [row for row in own if row.game == mine]
            listing = [row for row in all_ways if row.how == LISTING]
            for name in names:
                theirs = [row for row in block.rows if row.who == OPENSPIEL and row.game == name]
                loops = [row for row in theirs if row.how == IN_PYTHON]
                native = [row for row in theirs if row.how in (BY_BOTS, BY_ROLLOUTS)]
                cells = [
                    format_ratio(best_figure(ways, figure), best_figure(those, figure))
                    for those in (loops, native)
                    for ways, figure in ((listing, "steps"), (listing, "listed"), (all_ways, "steps"))
                ]
                rows.append([mine, name, *cells])
    heads = ["ours", "OpenSpiel's"]
    heads += [
        f"{what}, {whose}" for whose in ("Python", "C++") for what in ("steps", "listed moves", "steps in playouts")
    ]
    return markdown_table(heads, rows, words=2) if rows else ""


def environment_comparison(blocks: dict[str, Block]) -> str:
    """Return how many times as quick the vector environment is as each classic of PettingZoo."""
    block = next(iter(blocks.values()), None)
    if block is None:
        return ""
    classics = [row for row in block.rows if row.who == PETTINGZOO]
    rows = [
        [
            row.game,
            row.how,
            *(format_ratio(count_steps(row.figures), count_steps(classic.figures)) for classic in classics),
        ]
        for row in block.rows
        if row.who == TRIANGULUM and row.how.startswith(VECTOR)
    ]
    return markdown_table(["ours", "how", *(classic.game for classic in classics)], rows, words=2)


def describe_conditions(kept: SavedBlocks) -> str:
    """Return what was measured with what, and when."""
    words = ", ".join(f"{name} {version}" for name, version in kept.versions.items())
    days = sorted({block.day for block in kept.blocks.values()})
    sizes = sorted({f"{block.repeats} repeats of {block.seconds:g} s" for block in kept.blocks.values()})
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    return f"{kept.machine}. {words}. Measured {when}; best of {' or '.join(sizes)}."


def render_figures(kept: SavedBlocks, strength: str) -> str:
    """Return all of it."""
    if not kept.blocks:
        return "Nothing has been measured yet."
    parts = [describe_conditions(kept), f"![Steps a second, ours and theirs](pictures/{PICTURE.name})"]
    goals = {"random": random_play_comparison, "environments": environment_comparison}
    for part, title in TITLES.items():
        blocks = kept.blocks_of_part(part)
        if not blocks:
            continue
        parts.append(f"### {title}")
        for name, block in blocks.items():
            parts += [f"**{name}**", block_table(part, block)]
            parts += [f"Not measured: {what} ({why})." for what, why in block.missing.items()]
        if part in goals:
            parts += ["How many times as much ours is (in bold where it is less):", goals[part](blocks)]
    if strength:
        parts += ["### Playing strength", strength]
    return "\n\n".join(parts)


def write_figures(text: str) -> None:
    """Put the figures into the page."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")
