"""A Chromium for the tests: one that is there, Debian's package where we may install it, or Playwright's own.

``python -m tests.web.browser`` gets one, so that tests that run at the same time find it.
"""

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launched(playwright: Playwright) -> Browser:
    """Return a running browser; where none can be had, fail in CI and say so loudly elsewhere."""
    path = chromium(playwright)
    if path is None:
        say = "there is no Chromium, and none could be installed: the pages are NOT tested"
        if os.environ.get("CI"):
            pytest.fail(say)
        print(f"\n*** {say} ***", file=sys.stderr)
        pytest.skip(say)
    return playwright.chromium.launch(executable_path=path, args=list(FLAGS))


@cache
def chromium(playwright: Playwright) -> str | None:
    """Return where a Chromium is, installing one if there is none."""
    own = playwright.chromium.executable_path
    for install in (None, debian, playwright_own):
        if install is not None:
            install()
        found = next(filter(None, map(shutil.which, NAMES)), None) or (own if Path(own).exists() else None)
        if found:
            return found
    return None


def debian() -> None:
    """Install Debian's package, where we may."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        run("apt-get", "update", "-q")
        run("apt-get", "install", "-y", "-q", "--no-install-recommends", "chromium")


def playwright_own() -> None:
    """Install the one that Playwright brings."""
    run(sys.executable, "-m", "playwright", "install", "chromium")


def run(*words: str) -> None:
    """Run a command quietly; whether it worked is seen by what is there afterwards."""
    subprocess.run(words, capture_output=True, check=False, timeout=600)


if __name__ == "__main__":
    with sync_playwright() as found:
        print(f"Chromium: {chromium(found) or 'none, and none could be installed'}")
