"""A Chromium for the tests: an installed one, Debian's package where we may install it, or Playwright's own.

``python -m tests.web.browser`` installs one if needed, so that tests in several processes find it.
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


def launch_browser(playwright: Playwright) -> Browser:
    """Return a running browser; where there is none, fail in CI and skip the test loudly elsewhere."""
    path = find_or_install_chromium(playwright)
    if path is None:
        say = "there is no Chromium, and none could be installed: the pages are NOT tested"
        if os.environ.get("CI"):
            pytest.fail(say)
        print(f"\n*** {say} ***", file=sys.stderr)
        pytest.skip(say)
    return playwright.chromium.launch(executable_path=path, args=list(FLAGS))


@cache
def find_or_install_chromium(playwright: Playwright) -> str | None:
    """Return the path of a Chromium, after installing one if there is none."""
    own = playwright.chromium.executable_path
    for install in (None, install_debian_package, install_playwrights_chromium):
        if install is not None:
            install()
        found = next(filter(None, map(shutil.which, NAMES)), None) or (own if Path(own).exists() else None)
        if found:
            return found
    return None


def install_debian_package() -> None:
    """Install Debian's package if we are root on Debian."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        run_quietly("apt-get", "update", "-q")
        run_quietly("apt-get", "install", "-y", "-q", "--no-install-recommends", "chromium")


def install_playwrights_chromium() -> None:
    """Install Playwright's own Chromium."""
    run_quietly(sys.executable, "-m", "playwright", "install", "chromium")


def run_quietly(*words: str) -> None:
    """Run a command without output; the caller checks whether it worked."""
    subprocess.run(words, capture_output=True, check=False, timeout=600)


if __name__ == "__main__":
    with sync_playwright() as found:
        print(f"Chromium: {find_or_install_chromium(found) or 'none, and none could be installed'}")
