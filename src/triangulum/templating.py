"""The settings of Jinja that web pages and report pages share."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def build_template_environment(folder: Path) -> Environment:
    """Return a Jinja environment for a folder of HTML templates: escapes values, and refuses undefined variables."""
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
