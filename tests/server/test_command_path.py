"""The way of a move: from a socket's frame to the rules, and from the disk to the sockets."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules import ROOT


@pytest.fixture(scope="module")
def stacks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Return our functions on the stack where a move is played, and where its update is sent."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.server.command_path_main", str(tmp_path_factory.mktemp("tables"))],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "TRIANGULUM_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_a_move_reaches_the_rules_in_at_most_twelve_calls(stacks: dict[str, list[str]]) -> None:
    assert len(stacks["State.play"]) <= 12, stacks["State.play"]


def test_an_update_reaches_a_socket_in_at_most_fifteen_calls(stacks: dict[str, list[str]]) -> None:
    assert len(stacks["FastWebSocket.send_text"]) <= 15, stacks["FastWebSocket.send_text"]


def test_no_function_is_on_the_way_twice(stacks: dict[str, list[str]]) -> None:
    for stack in stacks.values():
        assert len(set(stack)) == len(stack)


def test_the_map_of_the_code_lists_the_way_of_a_move(stacks: dict[str, list[str]]) -> None:
    text = Path(ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    listed = re.findall(r"\w+", text[text.index("browser --WebSocket-->") :])
    for stack in stacks.values():
        position = 0
        for call in stack:
            name = call.rpartition(".")[2]
            assert name in listed[position:], f"{call} is not listed, or too early"
            position = listed.index(name, position)
