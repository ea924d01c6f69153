"""Runs every check: `python tools/check.py [--lint | --long] [arguments for pytest]`, called by make.

The tests run twice: on the plain sources, where coverage can be measured, and on the installed package, which
is compiled. Both must behave alike; that is the promise of having only one source. What is never compiled, such as
pictures, is tested in the first run only; what plays very many games in the second only, and so are the long tests.
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
# What is never compiled is tested once: pictures, and the slow rules that tests compare with.
ONCE = ("--ignore=tests/scene", "--ignore-glob=*_slow*.py", "--ignore-glob=*_table.py", "--ignore-glob=*_map.py")
# What plays many games against slow rules, searches, solves, or sits with bots that misbehave would take minutes where
# every line is traced; where there is a compiled package, it is tested there only.
AT_SPEED = (
    "--ignore-glob=*_oracle.py",
    "--ignore-glob=*_finders.py",
    "--ignore-glob=*_redeals.py",
    "--ignore-glob=*_skies.py",
    "--ignore-glob=*_solution.py",
    "--ignore-glob=*_tactics.py",
    "--ignore=tests/bots/test_levels.py",
    "--ignore=tests/bots/test_mcts.py",
    "--ignore=tests/lab/test_hostile.py",
    "--ignore=tests/lab/test_intervals.py",
    "--ignore=tests/server/test_whole_games.py",
)
ASK = "from triangulum._compiled import obstacle, settle; print(*settle()[:2]); print(obstacle())"


def run(*words: str, **variables: str) -> None:
    """Run a module of this Python in the project's folder, and stop at the first failure."""
    print(f"\n--- {' '.join(words)}", flush=True)
    code = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, env=environment(**variables), check=False)
    if code.returncode:
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
    """Run the tests on the plain sources, and on the installed package if it is compiled; the long ones there."""
    kind, why, can_compile = installed()
    if kind != "compiled" and can_compile:
        sys.exit(f"FAILED: there is a C compiler, but the installed package runs plain. {why}")
    left_out = AT_SPEED if kind == "compiled" else ()
    run(*PYTEST, "--cov", "--cov-report=term", *left_out, *words, PYTHONPATH=str(ROOT / "src"))
    if kind == "compiled":
        run(*PYTEST, *(["-m", "long or not long"] if long else ONCE), *words, TRIANGULUM_EXPECT="compiled")
        return
    print(f"\n--- The tests of the compiled package are skipped. {why}")
    if long:
        run(*PYTEST, "-m", "long", *words)


def main() -> None:
    """Run the checks in the order in which they are quickest to fail."""
    parser = argparse.ArgumentParser(description="Run every check.")
    parser.add_argument("--lint", action="store_true", help="style and types only")
    parser.add_argument("--long", action="store_true", help="the long tests, too")
    chosen, words = parser.parse_known_args()
    for check in STYLE:
        run(*check)
    if not chosen.lint:
        run_tests(chosen.long, *words)
    print("\nAll checks passed.")


if __name__ == "__main__":
    main()
