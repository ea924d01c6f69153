"""The first examples that a newcomer tries work."""

import doctest

import pytest

import triangulum
from tests.rules import ROOT


@pytest.mark.parametrize("page", ["README.md"])
def test_examples_on_pages_run(page: str) -> None:
    result = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 5
    assert result.failed == 0


def test_examples_in_the_package_run() -> None:
    assert doctest.testmod(triangulum).failed == 0
