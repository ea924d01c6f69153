"""What is measured beside what: games of like size, in blocks whose libraries take turns."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import triangulum as tri
from benchmarks.peers import ours
from benchmarks.peers.installing import PYTHON, ROOT
from benchmarks.peers.rows import Block, Figures, Row, format_today

TRIANGULUM, OPENSPIEL, PETTINGZOO, RLCARD, BOARDGAME = "Triangulum", "OpenSpiel", "PettingZoo", "RLCard", "boardgame.io"
IN_PYTHON, BY_BOTS, BY_ROLLOUTS = "Python loop", "C++, evaluate_bots", "C++, rollouts"
LISTING, PICKING = "compiled, listing all moves", "compiled, as playouts do"
PLAYOUTS, SUITED = "random playouts to the end", "with the settings that suit the game"
VECTOR = "vector"
TABLES = 100
"""That are played at without rest, when a server is measured."""
LONGER = 10
"""How many times as long a server is measured as anything else."""


class PeerMissingError(Exception):
    """Something could not be measured; the message says why."""


class BenchmarkEntry(NamedTuple):
    """Something to be measured, for so many seconds and with a seed."""

    who: str
    how: str
    game: str
    measure: Callable[[float, int], Figures]


class PeerProcess:
    """The process in which the other libraries are; it is started when first asked."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None

    def ask(self, task: str, game: str = "", seconds: float = 0.0, seed: int = 0) -> dict[str, Any]:
        """Return its answer; a process that has died is followed by another."""
        if self.process is None or self.process.poll() is not None:
            words = [str(PYTHON), str(Path(__file__).with_name("theirs.py"))]
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps([task, game, seconds, seed]), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise PeerMissingError("the process died")
        answer: dict[str, Any] = json.loads(line)
        if "failed" in answer:
            raise PeerMissingError(answer["failed"])
        return answer

    def close(self) -> None:
        """Let it end."""
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()
            self.process.wait()

    def make_entry(self, who: str, how: str, task: str, game: str) -> BenchmarkEntry:
        """Return a task of theirs."""

        def measure(seconds: float, seed: int) -> Figures:
            figures: Figures = self.ask(task, game, seconds, seed)["figures"]
            return figures

        return BenchmarkEntry(who, how, game, measure)


def default_setup(game: str, players: int | None = None) -> tri.Setup:
    """Return one of our games as it is usually played."""
    return tri.game(game).setup(players)


def format_setup_name(setup: tri.Setup) -> str:
    """Return what a table of results calls a setup."""
    fewest, most = setup.game.players
    return setup.game.title if fewest == most else f"{setup.game.title}, {setup.players} players"


RANDOM: dict[str, tuple[tuple[tuple[str, int | None], ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "Races with dice": (
        (("star-runners", None),),
        ("maedn(players=2)", "backgammon"),
        (),
        (),
    ),
    "Boards with many moves": (
        (("tri-trac", None),),
        ("hex(board_size=11)", "havannah(board_size=8)", "gomoku"),
        ("go_v5",),
        (),
    ),
    "Hands of cards": (
        (("starry-sky", None),),
        ("oh_hell(players=3,num_tricks_fixed=8)", "hearts"),
        ("leduc_holdem_v4", "texas_holdem_v4"),
        ("leduc-holdem", "uno"),
    ),
    "Long turns, with many moves and with chance": (
        (("tri-star-racers", 4), ("tricolor-line", 4)),
        ("backgammon", "gin_rummy"),
        ("chess_v6",),
        ("gin-rummy", "doudizhu"),
    ),
}
"""Games of ours, of OpenSpiel, of PettingZoo and of RLCard, by what they are like."""


def list_random_play_blocks(peers: PeerProcess) -> dict[str, list[BenchmarkEntry]]:
    """Return random play."""
    blocks = {}
    for title, (own, spiel, zoo, cards) in RANDOM.items():
        entries = []
        for game, players in own:
            setup = default_setup(game, players)
            entries += [
                BenchmarkEntry(TRIANGULUM, LISTING, format_setup_name(setup), partial(ours.measure_random_play, setup)),
                BenchmarkEntry(
                    TRIANGULUM, PICKING, format_setup_name(setup), partial(ours.measure_sampled_play, setup)
                ),
            ]
        for game in spiel:
            entries += [
                peers.make_entry(OPENSPIEL, IN_PYTHON, "openspiel python", game),
                peers.make_entry(OPENSPIEL, BY_BOTS, "openspiel bots", game),
                peers.make_entry(OPENSPIEL, BY_ROLLOUTS, "openspiel rollouts", game),
            ]
        entries += [peers.make_entry(PETTINGZOO, IN_PYTHON, "pettingzoo", game) for game in zoo]
        entries += [peers.make_entry(RLCARD, IN_PYTHON, "rlcard", game) for game in cards]
        blocks[title] = entries
    return blocks


CLASSICS = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4", "go_v5", "chess_v6", "hanabi_v5")


def list_environment_blocks(peers: PeerProcess) -> dict[str, list[BenchmarkEntry]]:
    """Return environments for learners: many of ours at once, one of ours, and PettingZoo's classics."""
    entries = []
    for game in tri.games():
        setup = default_setup(game.id)
        name = format_setup_name(setup)
        kinds = ((VECTOR, True), (f"{VECTOR}, without observations", False))
        entries += [
            BenchmarkEntry(TRIANGULUM, how, name, partial(ours.measure_vector_env, setup, on)) for how, on in kinds
        ]
        entries.append(BenchmarkEntry(TRIANGULUM, "AEC", name, partial(ours.measure_pettingzoo_env, setup)))
    entries += [peers.make_entry(PETTINGZOO, "AEC", "pettingzoo", game) for game in CLASSICS]
    return {"Steps of environments": entries}


SEARCHED = {
    "Without secrets": (
        (("star-runners", None), ("tri-trac", None)),
        ("maedn(players=2)", "backgammon", "hex(board_size=11)", "havannah(board_size=8)"),
    ),
    "With secrets": (
        (("starry-sky", None), ("tri-star-racers", None), ("tricolor-line", None)),
        ("oh_hell(players=3,num_tricks_fixed=8)", "hearts", "gin_rummy"),
    ),
}


def list_search_blocks(peers: PeerProcess) -> dict[str, list[BenchmarkEntry]]:
    """Return tree search: a simulation is one way down the tree and one random game to the end."""
    blocks = {}
    for title, (own, spiel) in SEARCHED.items():
        entries = []
        for game, players in own:
            setup = default_setup(game, players)
            entries += [
                BenchmarkEntry(TRIANGULUM, kind, format_setup_name(setup), partial(ours.measure_search, setup, kind))
                for kind in (PLAYOUTS, SUITED)
            ]
        how = "C++ MCTS" if title == "Without secrets" else "C++ IS-MCTS"
        entries += [peers.make_entry(OPENSPIEL, how, "openspiel search", game) for game in spiel]
        blocks[title] = entries
    return blocks


LOAD = {
    "moves": re.compile(r"moves a second\s+(\d+)"),
    "moves a CPU-second": re.compile(r"moves a CPU-second\s+(\d+)"),
    "p50": re.compile(r"acknowledgement, ms\s+([\d.]+) p50"),
    "p99": re.compile(r"acknowledgement, ms.*?([\d.]+) p99"),
    "memory": re.compile(r"memory, MB\s+(\d+)"),
    "refused": re.compile(r"refused or lost\s+(\d+)"),
}
"""What benchmarks/load.py prints."""


def measure_our_server(seconds: float, seed: int) -> Figures:
    """Return what our server carried: every move on disk before it is acknowledged."""
    words = ["--tables", str(TABLES), "--seconds", f"{LONGER * seconds:g}", "--seed", str(seed)]
    printed = run_and_read_output(str(ROOT / "benchmarks" / "load.py"), *words)
    return {name: float(found[1]) for name, pattern in LOAD.items() if (found := pattern.search(printed))}


def measure_boardgame_server(storage: str, seconds: float, seed: int) -> Figures:
    """Return what boardgame.io's server carried."""
    words = ["--storage", storage, "--tables", str(TABLES), "--seconds", f"{LONGER * seconds:g}"]
    figures: Figures = json.loads(run_and_read_output("-m", "benchmarks.peers.boardgame", *words))
    return figures


def run_and_read_output(*words: str) -> str:
    """Run a program of this environment, and return what it prints."""
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PeerMissingError((done.stderr.strip().splitlines() or ["it failed"])[-1][:200])
    return done.stdout


def list_server_blocks(peers: PeerProcess) -> dict[str, list[BenchmarkEntry]]:
    """Return servers under the same load."""
    entries = [BenchmarkEntry(TRIANGULUM, "SQLite, every move on disk", "Star Runners", measure_our_server)]
    kinds = {"memory": "in memory", "files": "in files"}
    entries += [
        BenchmarkEntry(BOARDGAME, how, "tic-tac-toe", partial(measure_boardgame_server, storage))
        for storage, how in kinds.items()
    ]
    return {f"{TABLES} tables that never rest": entries}


PARTS: Mapping[str, Callable[[PeerProcess], dict[str, list[BenchmarkEntry]]]] = {
    "random": list_random_play_blocks,
    "environments": list_environment_blocks,
    "search": list_search_blocks,
    "server": list_server_blocks,
}
CHIEF = ("moves a CPU-second", "simulations", "decisions")
"""By which figure the best of several repeats is chosen: the first of these that there is."""


def measure_block(entries: list[BenchmarkEntry], seconds: float, repeats: int) -> Block:
    """Measure a block, its entries by turns, and take the best of each."""
    best: dict[int, Figures] = {}
    missing: dict[str, str] = {}
    for repeat in range(repeats):
        for at, entry in enumerate(entries):
            try:
                found = entry.measure(seconds, repeat + 1)
            except PeerMissingError as why:
                missing[f"{entry.who}, {entry.how}, {entry.game}"] = str(why)
                continue
            if at not in best or main_figure(found) > main_figure(best[at]):
                best[at] = found
    rows = [
        Row(who=entry.who, how=entry.how, game=entry.game, figures=best[at])
        for at, entry in enumerate(entries)
        if at in best
    ]
    return Block(rows=rows, seconds=seconds, repeats=repeats, day=format_today(), missing=missing)


def main_figure(figures: Figures) -> float:
    """Return the figure that counts."""
    return next(figures[name] for name in CHIEF if name in figures)
