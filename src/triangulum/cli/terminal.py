"""A game in the terminal: people and bots in any seats, moves typed in notation.

The terminal is a host of the table library, as a server is: rules, dice and sentences are the table's. Every entry of
the table's log is saved before anybody is shown it, so that nothing is lost however people leave. Between two people's
turns, a game with secrets clears the screen until the next person is there.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
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
from triangulum.cli.saved_tables import HOST, build_table_spec, load_table
from triangulum.core.state import Setup
from triangulum.errors import RecordError
from triangulum.learn.guide import read_guide_section
from triangulum.record.history import History, Played
from triangulum.record.narration import unique_display_names
from triangulum.record.record import setup_to_data
from triangulum.table import commands, permissions
from triangulum.table.local_table import LocalTable, build_table
from triangulum.table.messages import CommandError, ServerMessage, Update
from triangulum.table.people import NOBODY, Person
from triangulum.table.presenter import NOBODY_MUTED, Perspective, Presenter, describe_ending, reader_at
from triangulum.table.sentences import message as table_message
from triangulum.table.table import Table
from triangulum.text import Catalogue, Reader, SeatName, Text, choose_language

message = Catalogue("cli", Path(__file__).parent).message

LANGUAGE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The first that isn't empty decides on the language, as for other programs."""
COMMANDS = {
    "?": message("command-help"),
    "board": message("command-board"),
    "undo": message("command-undo"),
    "draw": message("command-draw"),
    "resign": message("command-resign"),
    "quit": message("command-quit"),
}
"""What can be typed besides moves, and what it does."""

YES = "yes"
"""The word that agrees to a draw."""

message_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


class TableLeftError(Exception):
    """Raised when the person at the keyboard leaves the game."""


class SentenceCollector:
    """A person at the terminal, or a spectator: collects the sentences of updates until they are printed."""

    def __init__(self, person: Person, seat: int | None, language: str) -> None:
        self.person = person
        self.perspective = Perspective(seat, "none", language)
        self.muted = NOBODY_MUTED
        self.wants_presence = False
        self.unread_sentences: list[str] = []

    def send(self, data: bytes) -> None:
        """Collect the sentences of an update; other messages have none."""
        update = message_decoder.decode(data)
        if isinstance(update, Update) and update.narration:
            self.unread_sentences.append(update.narration)


class TerminalTable:
    """A table that is hosted in a terminal, with its bots, its watchers and its save file."""

    def __init__(
        self, table: Table, file: Path, lock: saves.SaveLock, console: Console, *, asks_for_nonces: bool = False
    ) -> None:
        self.file = file
        self.lock = lock
        self.console = console
        self.asks_for_nonces = asks_for_nonces
        self.host = LocalTable(table, Presenter(lambda _, person_id: person_id), time.time, lambda _: self.save())
        self.game = table.setup.game
        self.bot_rng = Random()
        self.language = find_terminal_language()
        self.names = unique_display_names(table.players, self.language)
        self.bots: list[Bot | None] = [bot(holder.bot) if holder.bot else None for holder in table.holders]
        self.watchers: dict[int | None, SentenceCollector] = {None: SentenceCollector(NOBODY, None, self.language)}
        for seat, holder in enumerate(table.holders):
            if holder.people:
                self.watchers[seat] = SentenceCollector(Person(holder.people[0], holder.name), seat, self.language)
        for watcher in self.watchers.values():
            self.host.add_watcher(watcher)
        self.person_seats = [seat for seat in self.watchers if seat is not None]
        self.viewer_seat: int | None = self.person_seats[0] if len(self.person_seats) == 1 else None
        """Whose view the terminal shows; None for a spectator's."""

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.host.table

    @property
    def history(self) -> History:
        """The game so far."""
        return self.host.table.history

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        try:
            self.print_greeting()
            self.begin_or_resume()
            while self.table.phase == "playing":
                self.play_next_move()
            self.print_result()
        except (TableLeftError, KeyboardInterrupt, EOFError):
            self.print_farewell()
        finally:
            self.lock.release()

    def print_greeting(self) -> None:
        """Print the game, the players, and what can be typed."""
        self.print_text(message("greeting", game=self.game.title, designer=self.game.designer), "bold")
        self.print_text(message("players", players=self.names))
        if self.table.lot is not None:
            lot = table_message("lot-drawn", seat=SeatName(0))
            self.print_text(self.reader(self.viewer_seat).render(lot))
        if self.table.setup.max_chance_outcomes or self.asks_for_nonces:
            self.print_text(message("fair-dice", commitment=self.table.commitment), "dim")
        self.print_text(message("how-to-type"), "dim")
        if self.history.steps:
            self.print_text(message("resumed", steps=len(self.history.steps)), "dim")

    def print_text(self, text: Text, style: str = "") -> None:
        """Print text without markup to this table's terminal, in its language."""
        print_text(Reader(self.language).render(text), style, self.console)

    def ask(self, question: Text) -> str:
        """Print a question, and return what somebody types."""
        return self.console.input(f"{escape(Reader(self.language).render(question))} ").strip()

    def begin_or_resume(self) -> None:
        """Begin a new game, or roll the dice that a resumed one was left with."""
        if self.table.phase == "gathering":
            if self.asks_for_nonces:
                self.ask_for_nonces()
            self.host.run(commands.Begin(id=self.next_command_id()), HOST)
        elif self.table.mover is None:
            self.host.run_events(())
        self.print_news()

    def ask_for_nonces(self) -> None:
        """Ask each person for a nonce for the dice, now that the commitment has been printed."""
        for seat in self.person_seats:
            while True:
                nonce = self.ask(message("ask-for-nonce", name=self.names[seat]))
                try:
                    if nonce:
                        self.run_command(commands.GiveNonce(id=self.next_command_id(), seat=seat, nonce=nonce), seat)
                    break
                except CommandError as error:
                    self.print_text(error.message, "yellow")

    def next_command_id(self) -> str:
        """Return an id that no command at this table has had: the number of the log entry it leads to."""
        return str(self.table.number + 1)

    def run_command(self, command: commands.TableCommand, seat: int) -> None:
        """Run a command of the person in a seat, or raise CommandError with the table's reason for refusing it."""
        self.host.run(command, self.watchers[seat].person)
        self.print_news()

    def play_next_move(self) -> None:
        """Let the bot or the person whose turn it is play."""
        seat = self.table.mover
        assert seat is not None, "a table rolls its dice at once"
        player = self.bots[seat]
        if player is None:
            self.ask_for_commands(seat)
            return
        action = int(player.choose(self.table.state.resample(seat, self.bot_rng), self.bot_rng))
        self.host.run_events((Played(seat, action),))
        self.print_news()

    def save(self) -> None:
        """Write the record so far to the save file."""
        saves.write_save(self.file, self.table.record(), self.table.phase == "over")

    def print_news(self) -> None:
        """Print what has happened, unless it is open which of several people will be at the keyboard."""
        if self.viewer_seat is not None or not self.person_seats:
            self.print_unread_sentences(self.viewer_seat)

    def print_unread_sentences(self, seat: int | None) -> None:
        """Print the sentences that this seat, or a spectator, has not read yet."""
        sentences = self.watchers[seat].unread_sentences
        if sentences:
            self.print_text(" ".join(sentences))
            sentences.clear()

    def ask_for_commands(self, seat: int) -> None:
        """Ask a person for input until it is not their turn any more."""
        if len(self.person_seats) > 1 and self.viewer_seat != seat:
            self.hand_over_to(seat)
        self.print_unread_sentences(seat)
        self.print_board(seat)
        while self.table.mover == seat:
            typed = self.console.input(f"[bold]{escape(self.names[seat])}[/bold]> ").strip()
            try:
                self.handle_input(typed, seat)
            except CommandError as error:
                self.print_text(error.message, "yellow")
            except RecordError as error:
                # The save file can't be written, so the command hasn't happened either.
                self.print_text(error.text, "yellow")

    def hand_over_to(self, seat: int) -> None:
        """Make ``seat`` the viewer; in a game with secrets, clear the screen until its person is there."""
        if self.game.has_secrets:
            if self.viewer_seat is not None:
                self.ask(message("ask-when-seen"))
            self.clear_screen()
            self.ask(message("ask-for-next-player", name=self.names[seat]))
            self.clear_screen()
        self.viewer_seat = seat

    def clear_screen(self) -> None:
        """Clear the terminal and its scrollback."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def reader(self, seat: int | None) -> Reader:
        """Return who reads what is printed for a seat, or for a spectator."""
        return reader_at(self.table, Perspective(seat, "none", self.language))

    def print_board(self, seat: int | None) -> None:
        """Print the board as this seat sees it."""
        board = self.game.narration.text_board(self.table.state.view(seat), self.reader(seat))
        self.console.print(Padding(escape(board), (1, 2)), highlight=False)

    def handle_input(self, text: str, seat: int) -> None:
        """Run what a person has typed: a command, or a move in notation."""
        match text.casefold():
            case "":
                self.print_text(message("type-a-move"), "dim")
            case "?" | "help":
                self.print_help(seat)
            case "board":
                self.print_board(seat)
            case "undo":
                self.run_command(commands.TakeBack(id=self.next_command_id(), seat=seat, at=self.table.number), seat)
                self.print_board(seat)
            case "draw":
                self.offer_draw(seat)
            case "resign":
                self.run_command(commands.Resign(id=self.next_command_id(), seat=seat), seat)
            case "quit" | "exit":
                raise TableLeftError
            case _:
                play = commands.Play(id=self.next_command_id(), seat=seat, at=self.table.number, action=text)
                self.run_command(play, seat)
                if self.table.mover == seat:
                    self.print_board(seat)

    def offer_draw(self, seat: int) -> None:
        """Offer the other people at the keyboard a draw, and ask each of them; bots never agree."""
        self.run_command(commands.OfferDraw(id=self.next_command_id(), seat=seat), seat)
        for asked_seat in self.table.awaited_seats():
            command_id, at = self.next_command_id(), self.table.number
            if self.ask(message("ask-for-draw", name=self.names[asked_seat])).casefold() != YES:
                self.run_command(commands.Decline(id=command_id, seat=asked_seat), asked_seat)
                return
            self.run_command(commands.Agree(id=command_id, seat=asked_seat, at=at), asked_seat)

    def print_help(self, seat: int) -> None:
        """Print the guide to the phase the person is in, and their moves with what each would do."""
        state = self.table.state
        reader = self.reader(seat)
        guide = read_guide_section(self.game, state.view(seat))
        if guide:
            self.console.print(Padding(Markdown(guide), (0, 2)))
        self.print_text(message("your-moves"), "bold")
        for action in state.legal_actions():
            self.print_text(
                f"  {state.format_action(action):<12} {reader.render(state.preview(action).words)}".rstrip()
            )
        self.print_text(message("other-commands"), "bold")
        for word, meaning in COMMANDS.items():
            self.print_text(f"  {word:<12} {reader.render(meaning)}")

    def print_result(self) -> None:
        """Print the last board, the winners and where the record is."""
        seat = self.viewer_seat if len(self.person_seats) == 1 else None
        self.print_unread_sentences(self.viewer_seat)
        self.print_board(seat)
        ending = describe_ending(self.table) or self.table.state.scene(seat).title
        self.print_text(self.reader(seat).render(ending), "bold green")
        self.print_text(message("record-saved", file=str(self.file), name=self.file.stem), "dim")

    def print_farewell(self) -> None:
        """Save the game, and print how to resume it."""
        self.save()
        self.console.print()
        self.print_text(message("game-saved", file=str(self.file)), "dim")


def start_table(
    setup: Setup, seats: Sequence[str], seed: bytes, console: Console, *, nonces: bool = False, lot: bool = False
) -> TerminalTable:
    """Return a new, saved table; with ``nonces``, it asks the people for nonces before the game begins.

    With ``lot``, a lot decides who begins; it is drawn at once, so that the saved game has everybody in their seats.
    """
    # The id, with which the dice are labelled, is just the game's, so that a chosen seed gives the same dice again.
    table = build_table(setup.game.id, build_table_spec(setup_to_data(setup), seats, lot=lot), seed, setup)
    if lot:
        table.apply_events(permissions.propose_lot(table, commands.Begin(id="lot"), HOST), time.time())
    # Before anything is written: a bot that cannot play must not leave a saved game behind.
    for name in set(seats) & set(NAMES):
        bot(name).start_game(setup)
    file, lock = saves.create_save(setup.game.id, seed)
    terminal = TerminalTable(table, file, lock, console, asks_for_nonces=nonces)
    terminal.save()
    return terminal


def resume_table(file: Path, console: Console) -> TerminalTable:
    """Return the table of an unfinished saved game, or raise an error that says why it can't go on."""
    load_table(file)
    lock = saves.SaveLock(file)
    # Until it was locked, another window may have gone on with the game.
    return TerminalTable(load_table(file), file, lock, console)


def find_terminal_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment asks for: ``de`` for ``LANG=de_DE.UTF-8``, if there is a translation."""
    locale = next((environment[name] for name in LANGUAGE_VARIABLES if environment.get(name)), "")
    return choose_language("", locale.partition(".")[0].partition("@")[0].replace("_", "-"))
