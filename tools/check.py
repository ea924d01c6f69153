"""Run every check: `python tools/check.py [--lint | --long | --coverage | --game ID] [arguments for pytest]`.

All tests run on the installed package, which is compiled. The tests of compiled code – rules, bots, and what they build
on – run on the plain sources first: there is only one source, and both ways to run it must behave the same. Coverage is
measured on the plain sources with all tests, which takes long. The end of the output has the time of each part and the
slowest tests.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
SOURCES = {"PYTHONPATH": str(ROOT / "src")}
"""Environment in which a process imports the plain sources instead of the installed package."""
# Tests that share an installation name a group and stay on one worker.
PYTEST = ("pytest", "-n", "auto", "--dist", "loadgroup")
# Tests of compiled code, which run on the plain sources, too. The conformance checker and its toys are never compiled.
COMPILED_CODE_TESTS = ("tests/text", "tests/core", "tests/record", "tests/learn", "tests/games", "tests/bots")
PLAIN_MARKERS = ("-m", "not long and not compiled_only")
NO_TESTS_SELECTED = 5
"""pytest's exit code if no test was selected, which is fine when somebody selects a few by hand."""
NUM_SLOWEST = 20
PRINT_BUILD = """
from triangulum.installation.compiled import find_compile_obstacle, select_build
print(*select_build()[:2])
print(find_compile_obstacle())
"""


class Part(NamedTuple):
    """The time that one part of the checks took."""

    name: str
    seconds: float
    cpu_seconds: float
    tests: list[tuple[float, str]]
    """Each test's seconds and name."""


class CheckRunner:
    """Runs parts of the checks one after another, and keeps the time of each."""

    def __init__(self) -> None:
        self.parts: list[Part] = []

    def run(self, name: str, *words: str, **variables: str) -> None:
        """Run a Python module in the project's folder; exit if it fails."""
        report = ROOT / "build" / f"{name.replace(' ', '-')}.xml"
        report.unlink(missing_ok=True)
        if words[0] == "pytest":
            words = (*words, f"--junit-xml={report}")
        print(f"\n--- {name}: {' '.join(words)}", flush=True)
        start, start_cpu = time.monotonic(), children_cpu_seconds()
        done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, env=build_environment(**variables), check=False)
        cpu_seconds = children_cpu_seconds() - start_cpu
        self.parts.append(Part(name, time.monotonic() - start, cpu_seconds, read_test_times(report)))
        if done.returncode not in (0, NO_TESTS_SELECTED):
            self.print_times()
            sys.exit(f"FAILED: {' '.join(words)}")

    def print_times(self) -> None:
        """Print the time of each part, and the slowest tests."""
        tests = sorted((test for part in self.parts for test in part.tests), reverse=True)[:NUM_SLOWEST]
        if tests:
            print(f"\nThe {len(tests)} slowest tests, in seconds:")
        for seconds, test in tests:
            print(f"{seconds:7.1f}  {test}")
        print("\n{:<16}{:>9}{:>9}{:>9}".format("part", "seconds", "of CPU", "tests"))
        for part in self.parts:
            print(f"{part.name:<16}{part.seconds:9.1f}{part.cpu_seconds:9.1f}{len(part.tests) or '':>9}")
        seconds = sum(part.seconds for part in self.parts)
        print(f"{'together':<16}{seconds:9.1f}{sum(part.cpu_seconds for part in self.parts):9.1f}", flush=True)


def children_cpu_seconds() -> float:
    """Return the processor time of all child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def read_test_times(report: Path) -> list[tuple[float, str]]:
    """Return the seconds and name of each test in pytest's report; nothing if there is no report."""
    if not report.is_file():
        return []
    cases = ElementTree.parse(report).iter("testcase")
    return [(float(case.get("time", 0)), f"{case.get('classname')}.{case.get('name')}") for case in cases]


def build_environment(**variables: str) -> dict[str, str]:
    """Return the environment without variables that change which Triangulum is imported.

    Python may write bytecode even where that is switched off: otherwise each of many processes would compile everything
    it imports.
    """
    dropped = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    outside = {name: value for name, value in os.environ.items() if name not in dropped}
    return {name: value for name, value in outside.items() if not name.startswith("TRIANGULUM_")} | variables


def inspect_installation() -> tuple[str, str, bool]:
    """Return whether the installed package is compiled or plain, the reason, and whether it could be compiled here."""
    answer = subprocess.run(
        [sys.executable, "-P", "-c", PRINT_BUILD], env=build_environment(), capture_output=True, text=True, check=True
    )
    build, obstacle = answer.stdout.splitlines()
    kind, _, why = build.partition(" ")
    return kind, why, obstacle == "None"


def check_style(checks: CheckRunner) -> None:
    """Check style and types, the quickest check first."""
    checks.run("style", "ruff", "check", "--quiet", ".")
    checks.run("format", "ruff", "format", "--quiet", "--check", ".")
    checks.run("types", "mypy", "--strict")


def run_tests(checks: CheckRunner, long: bool, *words: str) -> None:
    """Run the tests of compiled code on the plain sources, then all tests on the installed package."""
    kind, why, can_compile = inspect_installation()
    if kind != "compiled" and can_compile:
        sys.exit(f"FAILED: there is a C compiler, but the installed package runs plain. {why}")
    # Install a browser while other tests run.
    browser = subprocess.Popen([sys.executable, "-m", "tests.web.browser"], cwd=ROOT, env=build_environment())
    if kind == "compiled":
        checks.run("plain tests", *PYTEST, *COMPILED_CODE_TESTS, *PLAIN_MARKERS, *words, **SOURCES)
    else:
        print(f"\n--- Nothing is compiled, so there are no plain tests to compare with. {why}")
    variables = {"TRIANGULUM_EXPECT": kind} | ({"TRIANGULUM_LONG": "1"} if long else {})
    # A browser keeps an event loop running, so async tests can't run in the same process.
    checks.run(f"{kind} tests", *PYTEST, *select_tests("not browser", long), *words, **variables)
    browser.wait()
    checks.run("browser tests", *PYTEST, *select_tests("browser", long), *words, **variables)


def select_tests(marker: str, long: bool) -> tuple[str, str]:
    """Return pytest's option for tests with a marker, with the long ones or without."""
    return "-m", marker if long else f"{marker} and not long"


def check_game(checks: CheckRunner, game: str, *words: str) -> None:
    """Check style, types and plain tests of one game, while somebody edits its rules."""
    folder = game.replace("-", "_")
    places = (f"src/triangulum/games/{folder}", f"tests/games/{folder}")
    if not all((ROOT / place).is_dir() for place in places):
        games = sorted(path.parent.name.replace("_", "-") for path in ROOT.glob("src/triangulum/games/*/__init__.py"))
        sys.exit(f"There is no game {game!r}: choose GAME from {', '.join(games)}.")
    checks.run("style", "ruff", "check", "--quiet", *places)
    checks.run("types", "mypy", "--strict", *places)
    checks.run("plain tests", *PYTEST, places[1], *PLAIN_MARKERS, *words, **SOURCES)


def measure_coverage(checks: CheckRunner, *words: str) -> None:
    """Run all tests but long and browser tests on the plain sources, and print the lines that none of them runs."""
    options = ("--cov", "--cov-report=term", *select_tests("not browser", long=False))
    checks.run("coverage", *PYTEST, *options, *words, **SOURCES)


def main() -> None:
    """Parse the command line and run the checks it asks for."""
    parser = argparse.ArgumentParser(description="Run every check.")
    parser.add_argument("--lint", action="store_true", help="style and types only")
    parser.add_argument("--long", action="store_true", help="run the long tests, too")
    parser.add_argument("--coverage", action="store_true", help="only measure which lines are tested")
    parser.add_argument("--game", metavar="ID", help="only check this game, on the plain sources")
    arguments, words = parser.parse_known_args()
    checks = CheckRunner()
    if arguments.coverage:
        measure_coverage(checks, *words)
    elif arguments.game is not None:
        check_game(checks, arguments.game, *words)
    else:
        check_style(checks)
        if not arguments.lint:
            run_tests(checks, arguments.long, *words)
    checks.print_times()
    print("\nAll checks passed.")


if __name__ == "__main__":
    main()
