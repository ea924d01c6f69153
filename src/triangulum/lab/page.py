"""Report pages: findings on top, sections with plots and tables below, in one HTML file that needs no other."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import msgspec
from jinja2 import Environment

from triangulum.errors import TriangulumError
from triangulum.lab.study.study import Estimate
from triangulum.templating import build_template_environment


class ReportTable(msgspec.Struct, frozen=True):
    """A table; its first column has names, the others figures."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    highlighted_rows: tuple[int, ...] = ()
    """The rows that stand out."""


class ReportSection(msgspec.Struct, frozen=True, kw_only=True):
    """A section of a report page."""

    title: str
    text: str = ""
    plots: tuple[str, ...] = ()
    table: ReportTable | None = None
    is_collapsed: bool = False
    """Whether the table is folded away until somebody opens it."""
    is_wide: bool = False


class ReportPage(msgspec.Struct, frozen=True, kw_only=True):
    """A report as a page."""

    title: str
    facts: str
    findings: tuple[str, ...]
    sections: tuple[ReportSection, ...]
    footer: tuple[str, ...] = ()


@cache
def make_template_environment() -> Environment:
    """Return the Jinja environment of the report pages."""
    environment = build_template_environment(Path(__file__).with_name("templates"))
    environment.filters["typeset_numbers"] = typeset_numbers
    return environment


def render_page(page: ReportPage) -> str:
    """Return a page as HTML."""
    return make_template_environment().get_template("page.html").render(page=page)


def write_page(page: ReportPage, file: Path) -> None:
    """Write a page."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(render_page(page), encoding="utf-8")
    except OSError as error:
        raise TriangulumError(f"cannot write {file}: {error.strerror or error}") from None


# How figures are written.


def typeset_numbers(text: str) -> str:
    """Return a text with a space that does not break before every %, and minus signs that are no hyphens."""
    return re.sub(r"(?<=\d)%", "\u00a0%", re.sub(r"(?<![\w)])-(?=\d)", "−", text))


def format_share(estimate: Estimate) -> str:
    """Return a share with its interval: ``24.1 % (23.2–25.0)``."""
    if not estimate.is_known:
        return "–"
    return f"{estimate.value:.1%} ({estimate.low * 100:.1f}–{estimate.high * 100:.1f})"


def format_share_difference(estimate: Estimate) -> str:
    """Return a difference of shares in points with its interval: ``+2.1 ± 1.1``."""
    if not estimate.is_known:
        return "–"
    return f"{estimate.value * 100:+.1f} ± {(estimate.high - estimate.value) * 100:.1f}"


def format_mean(estimate: Estimate) -> str:
    """Return a mean with its interval: ``25.2 (25.0–25.4)``."""
    if not estimate.is_known:
        return "–"
    digits = num_decimals(estimate.value)
    return f"{estimate.value:,.{digits}f} ({estimate.low:,.{digits}f}–{estimate.high:,.{digits}f})"


def num_decimals(value: float) -> int:
    """Return how many decimals of a figure are worth printing."""
    return 2 if abs(value) < 10 else 1 if abs(value) < 1000 else 0
