"""Bots that harm, each in a way of its own, after a few moves that are in order."""

import os
import signal
import sys
import time
from typing import Any

from librt.random import Random
from mypy_extensions import i64

import triangulum as tri
from triangulum.bots.thought import Thought

GOOD_MOVES = 2


class HarmfulBot(tri.Bot):
    """Plays anything for a while, and then does its worst."""

    def __init__(self) -> None:
        super().__init__()
        self.moves = 0

    def name(self) -> str:
        return type(self).__name__

    def choose(self, state: tri.State, rng: Random) -> i64:
        self.moves += 1
        legal = state.legal_actions()
        if self.moves > GOOD_MOVES:
            answer: Any = self.do_harm(state)
            return answer  # type: ignore[no-any-return]
        return i64(legal[rng.randrange(len(legal))])

    def do_harm(self, state: tri.State) -> Any:
        """Return nonsense, or worse."""
        raise NotImplementedError


class Crashes(HarmfulBot):
    def do_harm(self, state: tri.State) -> Any:
        return 1 // 0


class Leaves(HarmfulBot):
    def do_harm(self, state: tri.State) -> Any:
        sys.exit("good-bye")


class ThinksForEver(HarmfulBot):
    def do_harm(self, state: tri.State) -> Any:
        while True:
            time.sleep(0.001)


class Illegal(HarmfulBot):
    def do_harm(self, state: tri.State) -> Any:
        return int(state.setup.num_actions) + 5


class Words(HarmfulBot):
    def do_harm(self, state: tri.State) -> Any:
        return "the best move"


class Nothing(HarmfulBot):
    def do_harm(self, state: tri.State) -> Any:
        return None


class NoThought(HarmfulBot):
    def think(self, state: tri.State, rng: Random, budget: tri.Budget) -> Thought:
        nothing: Any = None
        return nothing  # type: ignore[no-any-return]


class Hungry(HarmfulBot):
    def do_harm(self, state: tri.State) -> Any:
        eaten = []
        while True:
            eaten.append(bytes(500_000_000))


class KillsItself(HarmfulBot):
    def do_harm(self, state: tri.State) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class Doubles(HarmfulBot):
    """Becomes two, which both play on and both answer."""

    def do_harm(self, state: tri.State) -> Any:
        if self.moves == GOOD_MOVES + 1:
            os.fork()
        return state.legal_actions()[0]


class Recursive(HarmfulBot):
    def do_harm(self, state: tri.State) -> Any:
        return self.do_harm(state)


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise self


class OddError(HarmfulBot):
    def do_harm(self, state: tri.State) -> Any:
        raise Unspeakable


class Writes(HarmfulBot):
    """Writes into every channel that there is."""

    def do_harm(self, state: tri.State) -> Any:
        for channel in range(3, 20):
            try:
                os.write(channel, b"\xff" * 100)
            except OSError:
                continue
        time.sleep(0.1)
        return state.legal_actions()[0]


class Chatty(tri.Bot):
    """Harms nobody: it only prints rubbish, and listens to nobody."""

    def name(self) -> str:
        return "chatty"

    def choose(self, state: tri.State, rng: Random) -> i64:
        print("\x00\xff rubbish" * 50, flush=True)
        print("rubbish", file=sys.stderr, flush=True)
        os.write(1, b"\x00\x00\x00\x02{}")
        assert sys.stdin.read() == ""
        return i64(state.legal_actions()[0])


class NeverSits(tri.Bot):
    def start_game(self, setup: tri.Setup) -> None:
        while True:
            time.sleep(0.001)


class CannotSit(tri.Bot):
    def start_game(self, setup: tri.Setup) -> None:
        raise RuntimeError("no chair")


class NotABot:
    pass
