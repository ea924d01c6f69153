"""A game in the terminal: people and bots in any seats, moves typed in notation.

The game is written down after every step, so that nothing is lost however one leaves. Between two people's turns a
game with secrets is covered until the next one says that they are there.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from librt.random import Random
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.padding import Padding

from triangulum.bots import NAMES, Bot, bot
from triangulum.cli import saves
from triangulum.cli.console import say
from triangulum.core.state import CHANCE, Setup, State
from triangulum.core.wording import told_once
from triangulum.errors import OptionError, TriangulumError
from triangulum.learn.guide import guide_for
from triangulum.record.fair_dice import FairDice, nonce_bytes
from triangulum.record.history import Happened, History, Resigned, TookBack
from triangulum.record.narration import happening, seat_names
from triangulum.record.record import DiceText, Record, record_of
from triangulum.record.tri_format import load

PERSON = "you"
"""The word for a person in a seat, and what they are called if they do not say."""
PERSONS_NAME = "Player"

WORDS = (
    ("?", "what to do now, and the moves you have"),
    ("board", "show the board again"),
    ("undo", "take your last move back, where that harms nobody"),
    ("resign", "give the game up"),
    ("quit", "leave; the game is kept, and `triangulum play --resume` goes on with it"),
)
"""What can be typed besides moves."""


class Left(Exception):
    """The person at the keyboard leaves."""


class Terminal:
    """A table in a terminal window."""

    def __init__(
        self, history: History, dice: FairDice, dice_text: DiceText, file: Path, claim: saves.Claim, console: Console
    ) -> None:
        self.history = history
        self.dice = dice
        self.dice_text = dice_text
        self.file = file
        self.claim = claim
        self.console = console
        self.game = history.setup.game
        self.rng = Random()
        self.names = seat_names(history.players)
        self.bots: list[Bot | None] = [bot(name) if name in NAMES else None for name in history.players]
        self.people = [seat for seat, player in enumerate(self.bots) if player is None]
        self.unread: dict[int | None, list[str]] = {seat: [] for seat in (*self.people, None)}
        self.rolls = sum(isinstance(entry, Happened) for entry in history.entries)
        self.looking: int | None = self.people[0] if len(self.people) == 1 else None
        """Through whose eyes the terminal looks."""

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        try:
            self.greet()
            while not self.history.over:
                self.go_on()
            self.announce()
        except (Left, KeyboardInterrupt, EOFError):
            self.part()
        finally:
            self.claim.give_up()

    def greet(self) -> None:
        """Say what is played, by whom, and how one types."""
        seats = ", ".join(f"seat {seat}: {name}" for seat, name in enumerate(self.history.players))
        self.console.print(f"[bold]{self.game.title}[/bold] by {self.game.designer} – {escape(seats)}", highlight=False)
        if self.history.setup.max_chance_outcomes:
            self.say(f"Dice are fair; their commitment is {self.dice.commitment}", "dim")
        self.say("Type a move as it is written, ? for help, quit to leave.", "dim")
        if self.history.steps:
            self.say(f"The game goes on after {len(self.history.steps)} steps.", "dim")

    def say(self, text: str, style: str = "") -> None:
        """Print a line as it is."""
        say(text, style, self.console)

    def ask_for_nonces(self, seed: bytes) -> None:
        """Let every person add something of their own to the dice, now that the commitment is shown."""
        self.say(f"The dice are committed to: {self.dice.commitment}", "dim")
        nonces: dict[int, str] = {}
        for seat in self.people:
            typed = self.console.input(f"{escape(self.names[seat])}, something of your own for the dice, or Enter: ")
            if typed.strip():
                nonce_bytes(seat, typed.strip())
                nonces[seat] = typed.strip()
        self.dice = FairDice(seed, self.dice_text.label, nonces)
        self.dice_text = msgspec.structs.replace(self.dice_text, nonces=nonces)

    def go_on(self) -> None:
        """Let whoever is next make a step."""
        state = self.history.state
        seat = state.to_move
        if seat == CHANCE:
            self.roll(state)
            return
        player = self.bots[seat]
        if player is None:
            self.ask(seat)
        else:
            self.make(int(player.choose(state.resample(seat, self.rng), self.rng)))

    def roll(self, state: State) -> None:
        """Let the dice decide."""
        place = self.dice.pick(self.rolls, state.chance_weights())
        self.rolls += 1
        self.make(state.legal_actions()[place])

    def make(self, action: int) -> None:
        """Play a step, and tell everybody what they saw."""
        state = self.history.state.copy()
        self.history.play(action)
        for seat, told in self.unread.items():
            told += [self.game.narration.narrate(event, self.names) for event in state.events(action, seat)]
        # What chance does in a row, such as dealing, is told together.
        if self.history.state.to_move != CHANCE and (self.looking is not None or not self.people):
            self.catch_up(self.looking)

    def keep(self) -> None:
        """Write the game down."""
        saves.keep(self.file, self.record(), self.history.over)

    def record(self) -> Record:
        """Return the record so far; the seed is shown when the game is over."""
        if not self.history.over:
            return record_of(self.history, self.dice_text)
        return record_of(self.history, msgspec.structs.replace(self.dice_text, seed=self.dice.reveal()))

    def catch_up(self, seat: int | None) -> None:
        """Tell what has happened since this seat, or a spectator, was last told."""
        if self.unread[seat]:
            self.say(" ".join(told_once(self.unread[seat])))
            self.unread[seat].clear()

    def ask(self, seat: int) -> None:
        """Let a person make a step."""
        self.keep()
        if len(self.people) > 1 and self.looking != seat:
            self.hand_over(seat)
        self.catch_up(seat)
        self.show_board(seat)
        while not self.history.over and self.history.state.to_move == seat:
            typed = self.console.input(f"[bold]{escape(self.history.players[seat])}[/bold]> ").strip()
            try:
                self.obey(typed, seat)
            except TriangulumError as error:
                self.say(str(error), "yellow")

    def hand_over(self, seat: int) -> None:
        """Cover what the last person saw until the next one is there; without secrets, just go on."""
        if self.game.has_secrets:
            if self.looking is not None:
                self.console.input("[dim]Enter, when you have seen enough: [/dim]")
            self.cover()
            self.console.input(
                f"Hand over to [bold]{escape(self.history.players[seat])}[/bold], who presses Enter when alone: "
            )
            self.cover()
        self.looking = seat

    def cover(self) -> None:
        """Clear the window, and what could be scrolled back to."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def show_board(self, seat: int | None) -> None:
        """Print the board as this seat sees it."""
        board = self.game.narration.text_board(self.history.state.view(seat))
        self.console.print(Padding(escape(board), (1, 2)), highlight=False)

    def obey(self, typed: str, seat: int) -> None:
        """Do what a person has typed."""
        match typed.casefold():
            case "":
                self.say("Type a move, or ? for help.", "dim")
            case "?" | "help":
                self.help(seat)
            case "board":
                self.show_board(seat)
            case "undo":
                self.undo(seat)
            case "resign":
                self.history.add(Resigned(seat))
            case "quit" | "exit":
                raise Left
            case _:
                self.make(self.history.state.parse_action(typed))
                self.keep()
                if not self.history.over and self.history.state.to_move == seat:
                    self.show_board(seat)

    def help(self, seat: int) -> None:
        """Explain the phase the person is in, and list their moves with what each would bring."""
        state = self.history.state
        guide = guide_for(self.game, state.view(seat))
        if guide:
            self.console.print(Padding(Markdown(guide), (0, 2)))
        self.say("Your moves, and what each brings:", "bold")
        for action in state.legal_actions():
            self.say(f"  {state.format_action(action):<12} {state.preview(action).words}".rstrip())
        self.say("Besides moves you can type:", "bold")
        for word, meaning in WORDS:
            self.say(f"  {word:<12} {meaning}")

    def undo(self, seat: int) -> None:
        """Take the last move back if that harms nobody."""
        if not self.history.free_steps(seat):
            raise TriangulumError(
                "nothing can be taken back: chance or somebody else has acted since, or something was shown"
            )
        entry = TookBack(seat, 1)
        self.history.add(entry)
        self.keep()
        for watcher, told in self.unread.items():
            if watcher != seat:
                told.append(happening(entry, self.names))
        self.show_board(seat)

    def announce(self) -> None:
        """Say how the game has ended, and where it is kept; to several people, what a spectator may know."""
        self.keep()
        seat = self.looking if len(self.people) == 1 else None
        self.catch_up(self.looking)
        self.show_board(seat)
        winners = self.history.winners()
        names = " and ".join(self.names[seat] for seat in winners)
        self.say(
            f"{names} {'have' if len(winners) > 1 else 'has'} won." if winners else "The game is drawn.", "bold green"
        )
        self.say(f"The record is {self.file}; check it with: triangulum verify {self.file.stem}", "dim")

    def part(self) -> None:
        """Say how the game can be gone on with."""
        self.keep()
        self.console.print()
        self.say(f"The game is kept in {self.file}; go on with: triangulum play --resume", "dim")


def new_table(setup: Setup, seats: Sequence[str], seed: bytes, console: Console, *, nonces: bool = False) -> Terminal:
    """Return a table at which a game begins; ``nonces`` to ask people for something of their own for the dice."""
    history = History(setup, seats)
    # Before anything is written: a bot that cannot play leaves no game behind.
    for name in set(seats) & set(NAMES):
        bot(name).sit_down(setup)
    # The label is the game alone, so that a chosen seed gives the same dice on another day too.
    dice = FairDice(seed, setup.game.id)
    text = DiceText(label=setup.game.id, commitment=dice.commitment)
    file, claim = saves.begin(setup.game.id, seed)
    table = Terminal(history, dice, text, file, claim, console)
    table.keep()
    if nonces:
        table.ask_for_nonces(seed)
    return table


def resumed_table(file: Path, console: Console) -> Terminal:
    """Return a table at which a game goes on, or raise RecordError."""
    record = load(file)
    history = record.history()
    if history.over:
        raise OptionError(f"{file.name} is a finished game; see it with: triangulum replay {file}")
    if record.dice is None or record.dice.seed is not None:
        raise OptionError(f"{file.name} has no secret dice, so it cannot be gone on with")
    dice = saves.kept_dice(file, record.dice)
    return Terminal(history, dice, record.dice, file, saves.Claim(file), console)


def seats_for(setup: Setup, chosen: Sequence[str]) -> list[str]:
    """Return who sits where: as chosen, with greedy bots in the seats left over, and a person first by default."""
    wanted = list(chosen) or [PERSON]
    if len(wanted) > setup.players:
        raise OptionError(
            f"{setup.game.title} is set up for {setup.players} players, and {len(wanted)} seats are given"
        )
    seats = [player_name(name) for name in wanted] + ["greedy"] * (setup.players - len(wanted))
    people = [name for name in seats if name not in NAMES]
    # People who have not said their names are told apart by their seats.
    return [f"{name} {seat}" if people.count(name) > 1 else name for seat, name in enumerate(seats)]


def player_name(seat: str) -> str:
    """Return the name of who is to sit in a seat: a bot's, ``you``, or what follows ``you:``."""
    if seat == PERSON:
        return PERSONS_NAME
    if seat in NAMES:
        return seat
    word, colon, name = seat.partition(":")
    if word != PERSON or not colon or not name.strip() or name.strip() in NAMES:
        raise OptionError(f"a seat is for you, you:NAME or one of the bots {', '.join(NAMES)}, not {seat!r}")
    return name.strip()
