"""Measures Triangulum beside the peers, and writes docs/benchmarks.md: `python -m benchmarks.peers`, called by make.

What is kept in docs/benchmarks.json is not measured again unless somebody says so; a block is kept as soon as it is
done, so a run can be stopped at any time.

    python -m benchmarks.peers --again                       # everything anew, about a quarter of an hour
    python -m benchmarks.peers --only random search          # what is missing of some parts
    python -m benchmarks.peers --again --seconds 0.1 --repeats 1 --only server      # only to see that it runs
    python -m benchmarks.peers --only strength --contest 600 # more games of what is not clear yet
    python -m benchmarks.peers --write                       # the page and the plot from what is kept
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import triangulum as tri
from benchmarks.peers import page
from benchmarks.peers.blocks import PARTS, PeerProcess, measure_block
from benchmarks.peers.installing import NODE_PACKAGES, PYTHON, install
from benchmarks.peers.rows import KEPT, PICTURE, SavedBlocks, describe_machine, load, save_blocks

STRENGTH = "strength"
GAMES = 400
"""At most, in each contest of strength."""


def measure_blocks(kept: SavedBlocks, chosen: argparse.Namespace) -> None:
    """Measure the blocks of the parts that were chosen, and keep each."""
    peers = PeerProcess()
    try:
        kept.machine, kept.versions = describe_machine(), list_versions(peers)
        for part, blocks in PARTS.items():
            if part not in chosen.only:
                continue
            for title, entries in blocks(peers).items():
                key = f"{part}/{title}"
                if key in kept.blocks and not chosen.again:
                    continue
                print(f"{part}: {title} ...", flush=True)
                kept.blocks[key] = measure_block(entries, chosen.seconds, chosen.repeats)
                save_blocks(kept)
                print(page.block_table(part, kept.blocks[key]), flush=True)
    finally:
        peers.close()


def list_versions(peers: PeerProcess) -> dict[str, str]:
    """Return what is measured with what."""
    theirs: dict[str, str] = peers.ask("versions")["versions"]
    node = dict(package.rsplit("@", 1) for package in NODE_PACKAGES)
    return {
        "Triangulum": f"{version('triangulum')} ({tri.BUILD.kind})",
        "Python": platform.python_version(),
        **theirs,
        "boardgame.io": node["boardgame.io"],
    }


def load_strength_module() -> Any:
    """Return the module that lets bots play, None where OpenSpiel is not installed beside Triangulum."""
    name = "benchmarks.peers.strength"
    if importlib.util.find_spec("pyspiel") is None or importlib.util.find_spec(name) is None:
        return None
    return importlib.import_module(name)


def measure_strength(chosen: argparse.Namespace) -> None:
    """Let our bots play OpenSpiel's on, if that was chosen; what is clear already is not played again.

    Games add up over runs, so they are forgotten only if somebody asks for nothing else.
    """
    contests = load_strength_module()
    if contests is None or STRENGTH not in chosen.only:
        return
    again = chosen.again and chosen.only == [STRENGTH]
    for outcome in contests.measure_all(chosen.contest, GAMES, again=again):
        print(" | ".join(outcome.format_row()), flush=True)


def strength_table() -> str:
    """Return how strong our bots were beside OpenSpiel's."""
    contests = load_strength_module()
    if contests is None:
        return ""
    kept = contests.load()
    table: str = contests.format_table(
        [kept[contest.key] for contest in contests.list_contests() if contest.key in kept]
    )
    return table


def main() -> None:
    """Install, measure, write."""
    every = [*PARTS, STRENGTH]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=every, default=every, help="some parts")
    parser.add_argument("--seconds", type=float, default=0.8, help="for each figure, each time; servers ten times that")
    parser.add_argument("--repeats", type=int, default=4, help="of which the best counts")
    parser.add_argument(
        "--contest", type=float, default=20.0, help="seconds for each contest of strength that is not clear yet"
    )
    parser.add_argument("--again", action="store_true", help="what is kept, too")
    parser.add_argument("--write", action="store_true", help="only write the page and the plot")
    chosen = parser.parse_args()
    if tri.BUILD.kind == "plain" and not chosen.write:
        sys.exit("The engine runs plain here, which tells little about speed: `triangulum doctor` says what to do.")
    install()
    kept = load()
    try:
        if not chosen.write:
            measure_blocks(kept, chosen)
            measure_strength(chosen)
    except KeyboardInterrupt:
        print("\nStopped; what was measured is kept, and the next run goes on.", file=sys.stderr)
    page.write_figures(page.render_figures(kept, strength_table()))
    if kept.blocks:
        subprocess.run([PYTHON, Path(__file__).with_name("plot.py"), KEPT, PICTURE], check=True)


if __name__ == "__main__":
    main()
