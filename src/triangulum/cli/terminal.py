"""A game in the terminal: people and bots in any seats, moves typed in notation.

The game is saved before and after every move of a person, so that nothing is lost however they leave. Between two
people's turns, a game with secrets clears the screen until the next person is there.
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
from triangulum.cli.console import print_text
from triangulum.core.state import CHANCE, Setup, State
from triangulum.core.wording import merge_repeated_sentences
from triangulum.errors import OptionError, TriangulumError
from triangulum.learn.guide import find_guide_section
from triangulum.record.fair_dice import FairDice, nonce_bytes
from triangulum.record.history import Happened, History, Resigned, TookBack
from triangulum.record.narration import narrate_table_entry, seat_names
from triangulum.record.record import DiceData, Record, record_from_history
from triangulum.record.tri_format import load

PERSON = "you"
"""The word that seats a person; ``DEFAULT_PERSON_NAME`` is their name if they give none."""
DEFAULT_PERSON_NAME = "Player"

COMMANDS = (
    ("?", "what to do now, and the moves you have"),
    ("board", "show the board again"),
    ("undo", "take your last move back, where that harms nobody"),
    ("resign", "give the game up"),
    ("quit", "leave; the game is kept, and `triangulum play --resume` goes on with it"),
)
"""What can be typed besides moves."""


class TableLeftError(Exception):
    """Raised when the person at the keyboard leaves the game."""


class TerminalTable:
    """A game that is played in a terminal: its history, dice, bots and save file."""

    def __init__(
        self, history: History, dice: FairDice, dice_data: DiceData, file: Path, lock: saves.SaveLock, console: Console
    ) -> None:
        self.history = history
        self.dice = dice
        self.dice_data = dice_data
        self.file = file
        self.lock = lock
        self.console = console
        self.game = history.setup.game
        self.bot_rng = Random()
        self.names = seat_names(history.players)
        self.bots: list[Bot | None] = [bot(name) if name in NAMES else None for name in history.players]
        self.person_seats = [seat for seat, player in enumerate(self.bots) if player is None]
        self.unread_sentences: dict[int | None, list[str]] = {seat: [] for seat in (*self.person_seats, None)}
        self.num_rolls = sum(isinstance(entry, Happened) for entry in history.entries)
        self.viewer_seat: int | None = self.person_seats[0] if len(self.person_seats) == 1 else None
        """Whose view the terminal shows; None for a spectator's."""

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        try:
            self.print_greeting()
            while not self.history.is_over:
                self.play_next_step()
            self.print_result()
        except (TableLeftError, KeyboardInterrupt, EOFError):
            self.print_farewell()
        finally:
            self.lock.release()

    def print_greeting(self) -> None:
        """Print the game, the players, and what can be typed."""
        seats = ", ".join(f"seat {seat}: {name}" for seat, name in enumerate(self.history.players))
        self.console.print(f"[bold]{self.game.title}[/bold] by {self.game.designer} – {escape(seats)}", highlight=False)
        if self.history.setup.max_chance_outcomes:
            self.print_text(f"Dice are fair; their commitment is {self.dice.commitment}", "dim")
        self.print_text("Type a move as it is written, ? for help, quit to leave.", "dim")
        if self.history.steps:
            self.print_text(f"The game goes on after {len(self.history.steps)} steps.", "dim")

    def print_text(self, text: str, style: str = "") -> None:
        """Print text without markup to this table's terminal."""
        print_text(text, style, self.console)

    def ask_for_nonces(self, seed: bytes) -> None:
        """Ask each person for a nonce for the dice, now that the commitment has been shown."""
        self.print_text(f"The dice are committed to: {self.dice.commitment}", "dim")
        nonces: dict[int, str] = {}
        for seat in self.person_seats:
            typed = self.console.input(f"{escape(self.names[seat])}, something of your own for the dice, or Enter: ")
            if typed.strip():
                nonce_bytes(seat, typed.strip())
                nonces[seat] = typed.strip()
        self.dice = FairDice(seed, self.dice_data.label, nonces)
        self.dice_data = msgspec.structs.replace(self.dice_data, nonces=nonces)

    def play_next_step(self) -> None:
        """Let chance, a bot or a person play the next step."""
        state = self.history.state
        seat = state.to_move
        if seat == CHANCE:
            self.roll_dice(state)
            return
        player = self.bots[seat]
        if player is None:
            self.ask_for_action(seat)
        else:
            self.play_action(int(player.choose(state.resample(seat, self.bot_rng), self.bot_rng)))

    def roll_dice(self, state: State) -> None:
        """Play a chance step by the dice."""
        outcome_index = self.dice.roll(self.num_rolls, state.chance_weights())
        self.num_rolls += 1
        self.play_action(state.legal_actions()[outcome_index])

    def play_action(self, action: int) -> None:
        """Play an action, and add sentences about it to what each viewer has not read yet."""
        state = self.history.state.copy()
        self.history.play(action)
        for seat, sentences in self.unread_sentences.items():
            sentences += [self.game.narration.narrate(event, self.names) for event in state.events(action, seat)]
        # Chance steps in a row, such as dealing, are printed together.
        if self.history.state.to_move != CHANCE and (self.viewer_seat is not None or not self.person_seats):
            self.print_unread_sentences(self.viewer_seat)

    def save(self) -> None:
        """Write the record so far to the save file."""
        saves.write_save(self.file, self.build_record(), self.history.is_over)

    def build_record(self) -> Record:
        """Return the record so far, with the dice's seed if the game is over."""
        if not self.history.is_over:
            return record_from_history(self.history, self.dice_data)
        return record_from_history(self.history, msgspec.structs.replace(self.dice_data, seed=self.dice.reveal()))

    def print_unread_sentences(self, seat: int | None) -> None:
        """Print the sentences that this seat, or a spectator, has not read yet."""
        if self.unread_sentences[seat]:
            self.print_text(" ".join(merge_repeated_sentences(self.unread_sentences[seat])))
            self.unread_sentences[seat].clear()

    def ask_for_action(self, seat: int) -> None:
        """Ask a person for input until it is not their turn any more."""
        self.save()
        if len(self.person_seats) > 1 and self.viewer_seat != seat:
            self.hand_over_to(seat)
        self.print_unread_sentences(seat)
        self.print_board(seat)
        while not self.history.is_over and self.history.state.to_move == seat:
            typed = self.console.input(f"[bold]{escape(self.history.players[seat])}[/bold]> ").strip()
            try:
                self.handle_input(typed, seat)
            except TriangulumError as error:
                self.print_text(str(error), "yellow")

    def hand_over_to(self, seat: int) -> None:
        """Make ``seat`` the viewer; in a game with secrets, clear the screen until its person is there."""
        if self.game.has_secrets:
            if self.viewer_seat is not None:
                self.console.input("[dim]Enter, when you have seen enough: [/dim]")
            self.clear_screen()
            self.console.input(
                f"Hand over to [bold]{escape(self.history.players[seat])}[/bold], who presses Enter when alone: "
            )
            self.clear_screen()
        self.viewer_seat = seat

    def clear_screen(self) -> None:
        """Clear the terminal and its scrollback."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def print_board(self, seat: int | None) -> None:
        """Print the board as this seat sees it."""
        board = self.game.narration.text_board(self.history.state.view(seat))
        self.console.print(Padding(escape(board), (1, 2)), highlight=False)

    def handle_input(self, text: str, seat: int) -> None:
        """Run what a person has typed: a command, or a move in notation."""
        match text.casefold():
            case "":
                self.print_text("Type a move, or ? for help.", "dim")
            case "?" | "help":
                self.print_help(seat)
            case "board":
                self.print_board(seat)
            case "undo":
                self.undo_last_move(seat)
            case "resign":
                self.history.append(Resigned(seat))
            case "quit" | "exit":
                raise TableLeftError
            case _:
                self.play_action(self.history.state.parse_action(text))
                self.save()
                if not self.history.is_over and self.history.state.to_move == seat:
                    self.print_board(seat)

    def print_help(self, seat: int) -> None:
        """Print the guide to the phase the person is in, and their moves with what each would bring."""
        state = self.history.state
        guide = find_guide_section(self.game, state.view(seat))
        if guide:
            self.console.print(Padding(Markdown(guide), (0, 2)))
        self.print_text("Your moves, and what each brings:", "bold")
        for action in state.legal_actions():
            self.print_text(f"  {state.format_action(action):<12} {state.preview(action).words}".rstrip())
        self.print_text("Besides moves you can type:", "bold")
        for word, meaning in COMMANDS:
            self.print_text(f"  {word:<12} {meaning}")

    def undo_last_move(self, seat: int) -> None:
        """Take the last move back if that harms nobody."""
        if not self.history.count_free_takebacks(seat):
            raise TriangulumError(
                "nothing can be taken back: chance or somebody else has acted since, or something was shown"
            )
        entry = TookBack(seat, 1)
        self.history.append(entry)
        self.save()
        for watcher, sentences in self.unread_sentences.items():
            if watcher != seat:
                sentences.append(narrate_table_entry(entry, self.names))
        self.print_board(seat)

    def print_result(self) -> None:
        """Save the game, and print the last board, the winners and where the record is."""
        self.save()
        seat = self.viewer_seat if len(self.person_seats) == 1 else None
        self.print_unread_sentences(self.viewer_seat)
        self.print_board(seat)
        winners = self.history.winners()
        names = " and ".join(self.names[seat] for seat in winners)
        self.print_text(
            f"{names} {'have' if len(winners) > 1 else 'has'} won." if winners else "The game is drawn.", "bold green"
        )
        self.print_text(f"The record is {self.file}; check it with: triangulum verify {self.file.stem}", "dim")

    def print_farewell(self) -> None:
        """Save the game, and print how to resume it."""
        self.save()
        self.console.print()
        self.print_text(f"The game is kept in {self.file}; go on with: triangulum play --resume", "dim")


def start_table(
    setup: Setup, seats: Sequence[str], seed: bytes, console: Console, *, nonces: bool = False
) -> TerminalTable:
    """Return a table with a new, saved game; with ``nonces``, ask the people for nonces for the dice first."""
    history = History(setup, seats)
    # Before anything is written: a bot that cannot play must not leave a saved game behind.
    for name in set(seats) & set(NAMES):
        bot(name).start_game(setup)
    # The label is just the game's id, so that a chosen seed gives the same dice on another day.
    dice = FairDice(seed, setup.game.id)
    text = DiceData(label=setup.game.id, commitment=dice.commitment)
    file, lock = saves.create_save(setup.game.id, seed)
    table = TerminalTable(history, dice, text, file, lock, console)
    table.save()
    if nonces:
        table.ask_for_nonces(seed)
    return table


def resume_table(file: Path, console: Console) -> TerminalTable:
    """Return a table with an unfinished saved game, or raise an error that says why it can't go on."""
    record = load(file)
    history = record.history()
    if history.is_over:
        raise OptionError(f"{file.name} is a finished game; see it with: triangulum replay {file}")
    if record.dice is None or record.dice.seed is not None:
        raise OptionError(f"{file.name} has no secret dice, so it cannot be gone on with")
    dice = saves.load_dice(file, record.dice)
    return TerminalTable(history, dice, record.dice, file, saves.SaveLock(file), console)


def parse_seats(setup: Setup, seat_texts: Sequence[str]) -> list[str]:
    """Return the player's name for each seat; the seats not given get greedy bots, the first a person by default."""
    texts = list(seat_texts) or [PERSON]
    if len(texts) > setup.players:
        raise OptionError(f"{setup.game.title} is set up for {setup.players} players, and {len(texts)} seats are given")
    seats = [parse_player_name(text) for text in texts] + ["greedy"] * (setup.players - len(texts))
    people = [name for name in seats if name not in NAMES]
    # People with the same name are told apart by their seats.
    return [f"{name} {seat}" if people.count(name) > 1 else name for seat, name in enumerate(seats)]


def parse_player_name(text: str) -> str:
    """Return the player's name for a seat option: a bot's, the NAME of ``you:NAME``, or the default for ``you``."""
    if text == PERSON:
        return DEFAULT_PERSON_NAME
    if text in NAMES:
        return text
    word, colon, name = text.partition(":")
    if word != PERSON or not colon or not name.strip() or name.strip() in NAMES:
        raise OptionError(f"a seat is for you, you:NAME or one of the bots {', '.join(NAMES)}, not {text!r}")
    return name.strip()
