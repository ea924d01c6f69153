"""One server and one browser for all tests of a worker; a context of its own for every visitor."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.web.browser import launch_browser
from tests.web.running_site import RunningSite, run_site
from tests.web.visitor import NewVisitor, Visitor
from triangulum.core import registry

# A busy machine gets time; what is already there is found at once.
expect.set_options(timeout=20_000)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that need a browser. tools/check.py runs them by themselves; see the fixture ``browser``."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package", autouse=True)
def installed_games_only() -> Iterator[None]:
    """Hide the toy games that other tests of this process have registered; many of them break on purpose."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_registered", {})
        yield


@pytest.fixture(scope="package")
def site(installed_games_only: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with run_site(tmp_path_factory.mktemp("site")) as running_site:
        yield running_site


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Run a browser. Playwright keeps an event loop running, so no other test of this process can start one."""
    with sync_playwright() as playwright:
        running_browser = launch_browser(playwright)
        yield running_browser
        running_browser.close()


@pytest.fixture
def new_visitor(site: RunningSite, browser: Browser) -> Iterator[NewVisitor]:
    """Return a function that opens a browser for a visitor; at the end, all their consoles must be empty."""
    opened: list[Visitor] = []

    def open_visitor(name: str = "", *, silent: bool = True, **overrides: Any) -> Visitor:
        opened.append(Visitor(browser, site.url, name, silent=silent, **overrides))
        return opened[-1]

    yield open_visitor
    for visitor in opened:
        visitor.leave()
    for visitor in opened:
        visitor.check_console_is_empty()
