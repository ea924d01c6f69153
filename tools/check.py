"""Runs every check: `python tools/check.py [--lint | --long | --coverage | --game ID] [arguments for pytest]`.

All tests run on the installed package, which is compiled. Those of what is compiled – rules, bots, and what they stand
on – run before that on the plain sources, too: both must behave alike; that is the promise of having only one source.
Coverage is measured on the plain sources with all tests, which takes long. At the end the time of each part is printed,
and the tests that took longest.
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
"""Makes a process import the plain sources instead of the installed package."""
# Tests that build on each other's installation name a group and stay on one worker.
PYTEST = ("pytest", "-n", "auto", "--dist", "loadgroup")
# What is compiled is tested plain, too. Not tests/conformance: the checker and its toys are never compiled.
TWICE = ("tests/core", "tests/record", "tests/learn", "tests/games", "tests/bots")
PLAIN_MARKERS = ("-m", "not long and not compiled_only")
# A browser's tests have an event loop that runs all the time, which others cannot have.
IN_A_BROWSER = "tests/web"
NONE_CHOSEN = 5
"""What pytest returns if no test fits, as it may be where somebody has chosen a few."""
SLOWEST = 20
ASK = """
from triangulum.installation.compiled import find_compile_obstacle, select_build
print(*select_build()[:2])
print(find_compile_obstacle())
"""


class Part(NamedTuple):
    """What one part of the checks has cost."""

    name: str
    seconds: float
    cpu_seconds: float
    tests: list[tuple[float, str]]
    """Each test's seconds and name."""


class Checks:
    """Runs parts of the checks one after the other, and keeps what each has cost."""

    def __init__(self) -> None:
        self.parts: list[Part] = []

    def run(self, name: str, *words: str, **variables: str) -> None:
        """Run a module of this Python in the project's folder; stop everything if it fails."""
        report = ROOT / "build" / f"{name.replace(' ', '-')}.xml"
        report.unlink(missing_ok=True)
        if words[0] == "pytest":
            words = (*words, f"--junit-xml={report}")
        print(f"\n--- {name}: {' '.join(words)}", flush=True)
        start, start_cpu = time.monotonic(), children_cpu_seconds()
        code = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, env=environment(**variables), check=False)
        cpu_seconds = children_cpu_seconds() - start_cpu
        self.parts.append(Part(name, time.monotonic() - start, cpu_seconds, read_test_times(report)))
        if code.returncode not in (0, NONE_CHOSEN):
            self.print_times()
            sys.exit(f"FAILED: {' '.join(words)}")

    def print_times(self) -> None:
        """Print the time of each part, and the tests that took longest."""
        tests = sorted((test for part in self.parts for test in part.tests), reverse=True)[:SLOWEST]
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
    """Return how many seconds each test took, from pytest's report; nothing if there is none."""
    if not report.is_file():
        return []
    cases = ElementTree.parse(report).iter("testcase")
    return [(float(case.get("time", 0)), f"{case.get('classname')}.{case.get('name')}") for case in cases]


def environment(**variables: str) -> dict[str, str]:
    """Return the environment without what would change which Triangulum is imported.

    Bytecode is written in any case: otherwise each of many processes would compile all that it imports.
    """
    dropped = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    outside = {name: value for name, value in os.environ.items() if name not in dropped}
    return {name: value for name, value in outside.items() if not name.startswith("TRIANGULUM_")} | variables


def installed() -> tuple[str, str, bool]:
    """Return what the installed package is, compiled or plain, and why, and whether it could be compiled here."""
    answer = subprocess.run(
        [sys.executable, "-P", "-c", ASK], env=environment(), capture_output=True, text=True, check=True
    )
    build, obstacle = answer.stdout.splitlines()
    kind, _, why = build.partition(" ")
    return kind, why, obstacle == "None"


def check_style(checks: Checks) -> None:
    """Check style and types, quickest to fail first."""
    checks.run("style", "ruff", "check", "--quiet", ".")
    checks.run("format", "ruff", "format", "--quiet", "--check", ".")
    checks.run("types", "mypy", "--strict")


def run_tests(checks: Checks, long: bool, *words: str) -> None:
    """Run tests of what is compiled on the plain sources, and all on the installed package; the long ones there."""
    kind, why, can_compile = installed()
    if kind != "compiled" and can_compile:
        sys.exit(f"FAILED: there is a C compiler, but the installed package runs plain. {why}")
    # A browser is got while everything else is tested.
    browser = subprocess.Popen([sys.executable, "-m", "tests.web.browser"], cwd=ROOT, env=environment())
    if kind == "compiled":
        checks.run("plain tests", *PYTEST, *TWICE, *PLAIN_MARKERS, *words, **SOURCES)
    else:
        print(f"\n--- There is nothing compiled to be tested. {why}")
    chosen = ("-m", "long or not long") if long else ()
    whole = {"TRIANGULUM_LONG": "1"} if long else {}
    checks.run(f"{kind} tests", *PYTEST, f"--ignore={IN_A_BROWSER}", *chosen, *words, TRIANGULUM_EXPECT=kind, **whole)
    browser.wait()
    checks.run("browser tests", *PYTEST, IN_A_BROWSER, *chosen, *words, TRIANGULUM_EXPECT=kind, **whole)


def check_game(checks: Checks, game: str, *words: str) -> None:
    """Check one game while its rules are being edited: style, types, and its tests on the plain sources."""
    folder = game.replace("-", "_")
    places = (f"src/triangulum/games/{folder}", f"tests/games/{folder}")
    if not all((ROOT / place).is_dir() for place in places):
        games = sorted(path.parent.name.replace("_", "-") for path in ROOT.glob("src/triangulum/games/*/__init__.py"))
        sys.exit(f"There is no game {game!r}: choose GAME from {', '.join(games)}.")
    checks.run("style", "ruff", "check", "--quiet", *places)
    checks.run("types", "mypy", "--strict", *places)
    checks.run("plain tests", *PYTEST, places[1], *PLAIN_MARKERS, *words, **SOURCES)


def measure_coverage(checks: Checks, *words: str) -> None:
    """Run the tests but the long and the browser's on the plain sources, and say which lines none of them has run."""
    options = ("--cov", "--cov-report=term", f"--ignore={IN_A_BROWSER}")
    checks.run("coverage", *PYTEST, *options, *words, **SOURCES)


def main() -> None:
    """Run the checks in the order in which they are quickest to fail."""
    parser = argparse.ArgumentParser(description="Run every check.")
    parser.add_argument("--lint", action="store_true", help="style and types only")
    parser.add_argument("--long", action="store_true", help="the long tests, too")
    parser.add_argument("--coverage", action="store_true", help="which lines are tested, and nothing else")
    parser.add_argument("--game", metavar="ID", help="this game's tests on the plain sources, and nothing else")
    chosen, words = parser.parse_known_args()
    checks = Checks()
    if chosen.coverage:
        measure_coverage(checks, *words)
    elif chosen.game is not None:
        check_game(checks, chosen.game, *words)
    else:
        check_style(checks)
        if not chosen.lint:
            run_tests(checks, chosen.long, *words)
    checks.print_times()
    print("\nAll checks passed.")


if __name__ == "__main__":
    main()
