"""The client's modules that need no page, tested by Node's own test runner: ``tests/web/client/``."""

from pathlib import Path

import pytest

from tests.web.node import run_node_tests

FOLDER = Path(__file__).with_name("client")
FILES = sorted(FOLDER.rglob("*.test.js"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(FOLDER).as_posix().removesuffix(".test.js"))
def test_modules_of_the_client(file: Path) -> None:
    code, output = run_node_tests(file)
    assert code == 0, output
    assert "pass 0" not in output, f"{file.name} has no tests"
