"""The plot of docs/benchmarks.md, drawn by Matplotlib from docs/benchmarks.json: run by the Python of `.venv-peers`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

COLOURS = {
    "Triangulum": "#0f766e",
    "OpenSpiel": "#c2410c",
    "PettingZoo": "#6d28d9",
    "RLCard": "#64748b",
    "boardgame.io": "#be123c",
}
INK, FAINT = "#334155", "#e2e8f0"
PARTS = {
    "random": ("Random play: decisions and chance steps a second", ("decisions", "chance steps")),
    "environments": ("Environments for learners: steps a second", ("decisions",)),
    "search": ("Search: simulations a second", ("simulations",)),
    "server": ("Servers: moves for a second of the processor", ("moves a CPU-second",)),
}


def list_bars(part: str, kept: dict[str, Any]) -> list[tuple[str, list[tuple[str, str, float]]]]:
    """Return for each block of a part its title, and of each row who, what and how much, the best way of each."""
    found = []
    for key, block in kept["blocks"].items():
        if not key.startswith(f"{part}/"):
            continue
        best: dict[tuple[str, str], float] = {}
        for row in block["rows"]:
            if row["how"].startswith("with the settings"):
                continue  # Fewer simulations that are worth more: no matter of speed.
            value = sum(row["figures"].get(name, 0.0) for name in PARTS[part][1])
            label = bar_label(part, row)
            best[row["who"], label] = max(value, best.get((row["who"], label), 0.0))
        rows = sorted(((who, what, value) for (who, what), value in best.items()), key=lambda row: -row[2])
        found.append((key.partition("/")[2], rows))
    return found


def bar_label(part: str, row: dict[str, Any]) -> str:
    """Return what a bar is called: C++ is C++, whichever way it was asked, and compiled is compiled."""
    if part == "search":
        return str(row["game"])
    if part == "random" and row["who"] == "Triangulum":
        return str(row["game"])
    how = row["how"].partition(",")[0] if part == "random" else row["how"]
    return f"{row['game']}, {how}"


def render_plot(kept: dict[str, Any], picture: Path) -> None:
    """Draw a panel for each part, with a logarithmic scale."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update(
        {"svg.hashsalt": "triangulum", "svg.fonttype": "none", "font.size": 9, "font.family": "sans-serif"}
    )
    from matplotlib import patches, pyplot

    panels = [(part, blocks) for part in PARTS if (blocks := list_bars(part, kept))]
    heights = [sum(len(rows) + 1.3 for _, rows in blocks) + 1 for _, blocks in panels]
    figure, axes = pyplot.subplots(
        len(panels), 1, figsize=(10, 0.21 * sum(heights)), height_ratios=heights, layout="constrained", squeeze=False
    )
    for axis, (part, blocks) in zip(axes[:, 0], panels, strict=True):
        plot_panel(axis, PARTS[part][0], blocks)
    used = {row[0] for _, blocks in panels for _, rows in blocks for row in rows}
    handles = [patches.Rectangle((0, 0), 1, 1, color=colour) for who, colour in COLOURS.items() if who in used]
    names = [who for who in COLOURS if who in used]
    figure.legend(handles, names, loc="outside upper center", ncols=len(names), frameon=False)
    metadata: Any = {"Date": None} if picture.suffix == ".svg" else {}
    figure.savefig(picture, facecolor="white", metadata=metadata)


def plot_panel(axis: Any, title: str, blocks: list[tuple[str, list[tuple[str, str, float]]]]) -> None:
    """Draw the bars of one part, block under block."""
    at = 0.0
    ticks: list[float] = []
    labels: list[str] = []
    greatest = max(value for _, rows in blocks for *_, value in rows)
    least = min(value for _, rows in blocks for *_, value in rows if value > 0)
    floor = 10 ** len(str(int(least))[:-1]) / 2
    for heading, rows in blocks:
        if len(blocks) > 1:
            ticks.append(at)
            labels.append(heading.upper())
            at += 1.1
        for who, what, value in rows:
            axis.barh(at, value - floor, left=floor, height=0.72, color=COLOURS[who])
            axis.text(value * 1.06, at, format_short(value), va="center", fontsize=8, color=INK)
            ticks.append(at)
            labels.append(what)
            at += 1
        at += 0.2
    axis.set_yticks(ticks, labels)
    for label, text in zip(axis.get_yticklabels(), labels, strict=True):
        if text.isupper():
            label.set_fontsize(7)
            label.set_fontweight("bold")
    axis.set_xscale("log")
    axis.set_xlim(floor, greatest * 3)
    axis.set_ylim(at - 0.2, -0.9)
    axis.set_title(title, loc="left", fontsize=11, fontweight="bold", color=INK)
    axis.tick_params(axis="y", length=0, colors=INK)
    axis.tick_params(axis="x", colors=INK, labelsize=8)
    axis.grid(axis="x", color=FAINT)
    axis.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axis.spines[side].set_visible(False)
    axis.spines["bottom"].set_color(FAINT)


def format_short(value: float) -> str:
    """Return a figure as it stands beside its bar."""
    if value >= 999_500:
        return f"{value / 1e6:.3g} M"
    return f"{value / 1e3:.3g} k" if value >= 999.5 else f"{value:.3g}"


if __name__ == "__main__":
    render_plot(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), Path(sys.argv[2]))
