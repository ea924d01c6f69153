"""One server and one browser for all tests of a worker; a context of its own for every visitor."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.web.browser import launched
from tests.web.site import Site, site
from tests.web.visitor import Visitor, Visitors

# A busy machine is given time; what is there is found at once.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="package")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site(tmp_path_factory.mktemp("site")) as found:
        yield found


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """While it is there, no test of the same process can run an event loop; so these tests are run by themselves."""
    with sync_playwright() as playwright:
        found = launched(playwright)
        yield found
        found.close()


@pytest.fixture
def visitors(running: Site, browser: Browser) -> Iterator[Visitors]:
    """Whoever comes to the site; at the end, each of their consoles must have been silent."""
    come: list[Visitor] = []

    def visitor(name: str = "", *, silent: bool = True, **given: Any) -> Visitor:
        come.append(Visitor(browser, running.url, name, silent=silent, **given))
        return come[-1]

    yield visitor
    for one in come:
        one.leave()
    for one in come:
        one.check_silence()
