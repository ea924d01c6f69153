"""Plots as SVG for report pages: small, with text as text, and in the page's own colours, light or dark."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Literal

import matplotlib as mpl
import msgspec
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from triangulum.lab.study.study import Estimate

WIDTH: Final = 310
"""In points, which are about a phone's pixels; on a wide window plots stand side by side."""
ROW_HEIGHT: Final = 18
"""Of a line in a plot of many."""
POINTS_PER_INCH: Final = 72

# Colours that stand for those of the page, which are put in their place.
INK, SOFT, LINE, ACCENT, PALE = "#010203", "#010204", "#010205", "#010206", "#010207"
CSS_VARIABLES: Final = {INK: "--ink", SOFT: "--soft", LINE: "--line", ACCENT: "--accent", PALE: "--pale"}
STYLE: Final[Any] = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 11,
    "axes.edgecolor": LINE,
    "axes.labelcolor": SOFT,
    "axes.labelsize": 10,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "text.color": INK,
    "xtick.color": SOFT,
    "ytick.color": INK,
    "xtick.labelsize": 10,
    "ytick.labelsize": 10.5,
    "xtick.major.size": 3,
    "ytick.major.size": 0,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "path.simplify": True,
}


class PlotText(msgspec.Struct, frozen=True):
    """The words of a plot."""

    name: str
    """Differs between the plots of a page, because ids in their SVG are made from it."""
    title: str
    axis_label: str


PlotScale = Literal["share", "difference", "number"]
"""What the axis of a plot shows: shares in percent, differences of shares in percentage points, or plain numbers."""


@contextmanager
def open_svg_axes(text: PlotText, height: float) -> Iterator[tuple[Axes, list[str]]]:
    """Offer axes to draw on, with a label below; the SVG is appended to the list in the end."""
    finished: list[str] = []
    with mpl.rc_context({**STYLE, "svg.hashsalt": text.name}):
        figure = Figure(figsize=(WIDTH / POINTS_PER_INCH, height / POINTS_PER_INCH), layout="constrained")
        # Of the whole picture and not of its axis, which may be shorter than the label.
        figure.supxlabel(text.axis_label, color=SOFT, fontsize=10)
        yield figure.subplots(), finished
        content = io.StringIO()
        figure.savefig(content, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    finished.append(clean_svg(content.getvalue(), text.title))


def clean_svg(content: str, title: str) -> str:
    """Return Matplotlib's SVG for a page: no XML header, short numbers, no unused ids, CSS colours, and a title."""
    content = content[content.index("<svg") :]
    content = re.sub(r"<metadata>.*?</metadata>", "", content, flags=re.DOTALL)
    content = re.sub(r"<!--.*?-->", "", content, flags=re.DOTALL)
    used = set(re.findall(r"#([\w-]+)", re.sub(r'id="[^"]*"', "", content)))
    content = re.sub(r' id="([^"]*)"', lambda match: match[0] if match[1] in used else "", content)
    content = re.sub(r'="[^"]*"', lambda match: re.sub(r"(\d+\.\d)\d+", r"\1", match[0]), content)
    content = re.sub(r"font: ([\d.]+)px [^;\"]*", r"font-size: \1px", content)
    for colour, variable in CSS_VARIABLES.items():
        content = content.replace(colour, f"var({variable})")
    content = re.sub(
        r'<svg [^>]*viewBox="([^"]*)"[^>]*>',
        rf'<svg viewBox="\1" role="img"><title>{escape_xml(title)}</title>',
        content,
    )
    return re.sub(r">\s+<", "><", content).strip()


def escape_xml(text: str) -> str:
    """Return a text as it stands between two tags."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def format_percent(value: float, _: object = None) -> str:
    """Return a share in percent."""
    return f"{value * 100:.4g}\u00a0%"


def format_points(value: float, _: object = None) -> str:
    """Return a difference of shares in percentage points."""
    return f"{value * 100:+.4g}".replace("-", "−") if round(value, 9) else "0"


def render_dot_plot(
    text: PlotText, rows: Sequence[tuple[str, Estimate, bool]], reference: float | None, scale: PlotScale = "share"
) -> str:
    """Return the SVG of a dot with its interval for each name and estimate, and a line at a reference value.

    The last entry of a row says whether it is drawn in colour, because it stands out.
    """
    with open_svg_axes(text, 46 + ROW_HEIGHT * len(rows)) as (axes, finished):
        places = range(len(rows))
        if reference is not None:
            axes.axvline(reference, color=LINE, linewidth=1, zorder=0)
        for place, (_, row, stands_out) in enumerate(rows):
            colour = ACCENT if stands_out else SOFT
            axes.plot(
                [row.low, row.high], [place, place], color=colour, linewidth=2, solid_capstyle="round", alpha=0.55
            )
            axes.plot([row.value], [place], "o", color=colour, markersize=5.5, markeredgewidth=0)
        axes.set_yticks(list(places), [name for name, _, _ in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        if scale != "number":
            axes.xaxis.set_major_formatter(FuncFormatter(format_points if scale == "difference" else format_percent))
        axes.xaxis.set_major_locator(MaxNLocator(5))
    return finished[0]


def render_histogram(text: PlotText, counts: Counter[int]) -> str:
    """Return the SVG of a histogram, with a few numbers to a bar if there are many."""
    least, most = min(counts), max(counts)
    step = max(1, -(-(most - least + 1) // 36))
    total = counts.total()
    bars: Counter[int] = Counter()
    for value, count in counts.items():
        bars[(value - least) // step] += count
    with open_svg_axes(text, 150) as (axes, finished):
        axes.bar(
            [least + step * place + (step - 1) / 2 for place in bars],
            [count / total for count in bars.values()],
            width=0.82 * step,
            color=ACCENT,
            alpha=0.75,
        )
        axes.yaxis.set_major_formatter(FuncFormatter(format_percent))
        axes.yaxis.set_major_locator(MaxNLocator(3))
        axes.xaxis.set_major_locator(MaxNLocator(7, integer=True))
    return finished[0]


def render_share_curve(text: PlotText, rows: Sequence[tuple[float, Estimate]], reference: float) -> str:
    """Return the SVG of shares over the course of a game, with their intervals, and a line at a reference share."""
    with open_svg_axes(text, 170) as (axes, finished):
        places = [place for place, _ in rows]
        axes.axhline(reference, color=LINE, linewidth=1, zorder=0)
        axes.fill_between(
            places, [row.low for _, row in rows], [row.high for _, row in rows], color=ACCENT, alpha=0.2, linewidth=0
        )
        axes.plot(
            places,
            [row.value for _, row in rows],
            color=ACCENT,
            linewidth=2,
            marker="o",
            markersize=4,
            markeredgewidth=0,
        )
        axes.set_ylim(0, 1.02)
        axes.set_xlim(0, 1)
        axes.yaxis.set_major_formatter(FuncFormatter(format_percent))
        axes.xaxis.set_major_formatter(FuncFormatter(format_percent))
        axes.yaxis.set_major_locator(MaxNLocator(4))
    return finished[0]
