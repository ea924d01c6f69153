"""Writes `constraints.txt`: `python tools/lock.py`, called by `make lock`.

For everything that Triangulum, its extras and its build need, directly or not, the newest version within the ranges of
`pyproject.toml`, for all systems and all versions of Python at once. What `make` installs has just these versions.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEADER = """\
# The versions that `make` installs: made by `make lock`, from the ranges of pyproject.toml.
# For a server:  pip install --constraint constraints.txt '.[server]'
"""
OPTIONS = ("--universal", "--all-extras", "--upgrade", "--no-annotate", "--no-header", "--quiet")


def resolve_versions() -> str:
    """Return one line for every package: its version, and where it differs, for which systems."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    oldest = config["project"]["requires-python"].removeprefix(">=")
    words = ("uv", "pip", "compile", *OPTIONS, "--python-version", oldest, "pyproject.toml", "-")
    build_requirements = "\n".join(config["build-system"]["requires"])
    command = [sys.executable, "-m", *words]
    done = subprocess.run(command, cwd=ROOT, input=build_requirements, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def main() -> None:
    """Write the file."""
    (ROOT / "constraints.txt").write_text(HEADER + resolve_versions(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
