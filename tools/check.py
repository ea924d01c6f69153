"""Runs every check: `python tools/check.py [--lint | --long | --coverage] [arguments for pytest]`, called by make.

All tests run on the installed package, which is compiled. Those of what is compiled – rules, bots, and what they stand
on – run before that on the plain sources, too: both must behave alike; that is the promise of having only one source.
Coverage is measured on the plain sources with all tests, which takes long.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STYLE = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy", "--strict"),
)
# Tests that build on each other's installation name a group and stay on one worker.
PYTEST = ("pytest", "-n", "auto", "--dist", "loadgroup")
# What is compiled is tested plain, too.
TWICE = ("tests/core", "tests/games", "tests/bots")
# But not pictures, which are never compiled, nor what plays many games against slow rules, searches or solves.
ONCE = tuple(
    f"--ignore-glob={pattern}"
    for pattern in (
        "*_table.py",
        "*_map.py",
        "*_slow*.py",
        "*_oracle.py",
        "*_finders.py",
        "*_redeals.py",
        "*_skies.py",
        "*_solution.py",
        "*_tactics.py",
        "*/bots/test_levels.py",
        "*/bots/test_mcts.py",
    )
)
# A browser's tests have an event loop that runs all the time, which others cannot have.
IN_A_BROWSER = "tests/web"
NONE_CHOSEN = 5
"""What pytest returns if no test fits, as it may be where somebody has chosen a few."""
ASK = "from triangulum._compiled import obstacle, settle; print(*settle()[:2]); print(obstacle())"


def run(*words: str, **variables: str) -> None:
    """Run a module of this Python in the project's folder, and stop at the first failure."""
    print(f"\n--- {' '.join(words)}", flush=True)
    code = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, env=environment(**variables), check=False)
    if code.returncode not in (0, NONE_CHOSEN):
        sys.exit(f"FAILED: {' '.join(words)}")


def environment(**variables: str) -> dict[str, str]:
    """Return the environment without what would change which Triangulum is imported."""
    outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {name: value for name, value in outside.items() if not name.startswith("TRIANGULUM_")} | variables


def installed() -> tuple[str, str, bool]:
    """Return what the installed package is, compiled or plain, and why, and whether it could be compiled here."""
    answer = subprocess.run(
        [sys.executable, "-P", "-c", ASK], env=environment(), capture_output=True, text=True, check=True
    )
    build, obstacle = answer.stdout.splitlines()
    kind, _, why = build.partition(" ")
    return kind, why, obstacle == "None"


def run_tests(long: bool, *words: str) -> None:
    """Run tests of what is compiled on the plain sources, and all on the installed package; the long ones there."""
    kind, why, can_compile = installed()
    if kind != "compiled" and can_compile:
        sys.exit(f"FAILED: there is a C compiler, but the installed package runs plain. {why}")
    # A browser is got while everything else is tested.
    browser = subprocess.Popen([sys.executable, "-m", "tests.web.browser"], cwd=ROOT, env=environment())
    if kind == "compiled":
        run(*PYTEST, *TWICE, *ONCE, *words, PYTHONPATH=str(ROOT / "src"))
    else:
        print(f"\n--- There is nothing compiled to be tested. {why}")
    chosen = ("-m", "long or not long") if long else ()
    whole = {"TRIANGULUM_LONG": "1"} if long else {}
    run(*PYTEST, f"--ignore={IN_A_BROWSER}", *chosen, *words, TRIANGULUM_EXPECT=kind, **whole)
    browser.wait()
    run(*PYTEST, IN_A_BROWSER, *chosen, *words, TRIANGULUM_EXPECT=kind, **whole)


def measure_coverage(*words: str) -> None:
    """Run the tests but the long and the browser's on the plain sources, and say which lines none of them has run."""
    run(*PYTEST, "--cov", "--cov-report=term", f"--ignore={IN_A_BROWSER}", *words, PYTHONPATH=str(ROOT / "src"))


def main() -> None:
    """Run the checks in the order in which they are quickest to fail."""
    parser = argparse.ArgumentParser(description="Run every check.")
    parser.add_argument("--lint", action="store_true", help="style and types only")
    parser.add_argument("--long", action="store_true", help="the long tests, too")
    parser.add_argument("--coverage", action="store_true", help="which lines are tested, and nothing else")
    chosen, words = parser.parse_known_args()
    if chosen.coverage:
        measure_coverage(*words)
        return
    for check in STYLE:
        run(*check)
    if not chosen.lint:
        run_tests(chosen.long, *words)
    print("\nAll checks passed.")


if __name__ == "__main__":
    main()
