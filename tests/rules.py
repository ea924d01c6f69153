"""The games' numbered rules and the tests that show them: a test names the numbers of its rules."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def rule(*numbers: str) -> pytest.MarkDecorator:
    """Say which numbered rules of its game a test shows."""
    return pytest.mark.rule(*numbers)


def numbered_rules(page: Path) -> set[str]:
    """Return the numbers of the rules in a game's ``rules.md``."""
    return set(re.findall(r"^\*\*(\d+\.\d+)\*\*", page.read_text(), re.MULTILINE))


def rules_tested(folder: Path) -> set[str]:
    """Return the rule numbers that the tests in a folder name."""
    return {number for file in folder.glob("test_*.py") for number in list_rule_numbers(ast.parse(file.read_text()))}


def list_rule_numbers(module: ast.Module) -> Iterator[str]:
    """Yield the numbers in the ``rule`` decorators of a module's tests."""
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "rule":
                    yield from (arg.value for arg in decorator.args if isinstance(arg, ast.Constant))  # type: ignore[misc]
