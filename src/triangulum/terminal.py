"""A game in the terminal: people and bots in any seats, moves typed in notation."""

from __future__ import annotations

from collections.abc import Sequence

from librt.random import Random
from rich.console import Console

from triangulum.bots import BOTS, Bot, bot
from triangulum.core.course import Course, Resigned, TookBack
from triangulum.core.errors import OptionError, TriangulumError
from triangulum.core.state import CHANCE, Setup

PERSON = "you"

HELP = "Type a move as it is written, or: ? for the moves you have, undo, resign, quit."


class Terminal:
    """A table in a terminal window."""

    def __init__(self, setup: Setup, seats: Sequence[str], seed: int, console: Console) -> None:
        self.course = Course(setup, seats)
        self.bots: list[Bot | None] = [None if name == PERSON else bot(name) for name in seats]
        self.console = console
        self.rng = Random(seed)

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        self.console.print(HELP, style="dim")
        while not self.course.over:
            seat = self.course.state.to_move
            if seat == CHANCE:
                self.make(int(self.course.state.draw(self.rng)))
            elif self.bots[seat] is None:
                if not self.ask(seat):
                    return
            else:
                self.let_bot_play(seat)
        self.announce()

    def make(self, action: int) -> None:
        """Play a step, and tell what a bystander sees of it."""
        state = self.course.state
        told = [state.setup.game.words.tell(event) for event in state.seen(action, self.onlooker())]
        self.course.play(action)
        self.console.print(" ".join(told), highlight=False, markup=False)

    def onlooker(self) -> int | None:
        """Return through whose eyes the terminal looks: the only person's, or a bystander's."""
        people = [seat for seat, player in enumerate(self.bots) if player is None]
        return people[0] if len(people) == 1 else None

    def let_bot_play(self, seat: int) -> None:
        """Let a bot choose, from a state redealt for its seat."""
        player = self.bots[seat]
        assert player is not None
        self.make(int(player.choose(self.course.state.redeal(seat, self.rng), self.rng)))

    def ask(self, seat: int) -> bool:
        """Let a person move; False when they leave."""
        state = self.course.state
        self.console.print(state.setup.game.words.board(state.view(seat)), highlight=False, markup=False)
        typed = self.console.input(f"seat {seat}> ").strip()
        try:
            match typed:
                case "quit" | "q":
                    return False
                case "?" | "":
                    for action in state.actions():
                        self.console.print(
                            f"  {state.text(action):<10}{state.preview(action).words}",
                            highlight=False,
                            markup=False,
                        )
                case "undo":
                    self.undo(seat)
                case "resign":
                    self.course.add(Resigned(seat))
                case _:
                    self.make(state.parse(typed))
        except TriangulumError as error:
            self.console.print(str(error), style="yellow", highlight=False, markup=False)
        return True

    def undo(self, seat: int) -> None:
        """Take the last move back if that harms nobody."""
        if not self.course.free_steps(seat):
            raise TriangulumError(
                "nothing can be taken back: chance or somebody else has acted since, or something was shown"
            )
        self.course.add(TookBack(seat, 1))

    def announce(self) -> None:
        """Say how the game has ended."""
        winners = self.course.winners()
        self.console.print(
            self.course.setup.game.words.board(self.course.state.view(None)), highlight=False, markup=False
        )
        names = " and ".join(f"seat {seat} ({self.course.players[seat]})" for seat in winners)
        self.console.print(f"{names} won." if winners else "The game is drawn.", style="bold")


def seats_for(setup: Setup, chosen: Sequence[str]) -> list[str]:
    """Return who sits where: as chosen, with greedy bots in the seats left over, and a person first by default."""
    seats = list(chosen) or [PERSON]
    if len(seats) > setup.players:
        raise OptionError(f"{setup.game.title} is set up for {setup.players} players, and {len(seats)} seats are given")
    for name in seats:
        if name != PERSON and name not in BOTS:
            raise OptionError(f"a seat is for {PERSON} or one of the bots {', '.join(BOTS)}, not {name!r}")
    return seats + ["greedy"] * (setup.players - len(seats))
