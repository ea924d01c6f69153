"""Playing in the terminal: whole games, leaving and coming back, covered secrets, help, and Ctrl-C."""

import errno
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

import triangulum as tri
from tests.toys.follow import FOLLOW
from triangulum.cli import saves
from triangulum.cli.play import infer_num_players, parse_seats
from triangulum.cli.saved_tables import SETTINGS, load_table
from triangulum.cli.terminal import TerminalTable, find_terminal_language, resume_table, start_table
from triangulum.core.state import State
from triangulum.learn.guide import read_guide_section
from triangulum.paths import write_atomically
from triangulum.record.history import Happened, SeatChanged
from triangulum.table import commands as ask
from triangulum.table.events import Begun, NonceGiven, TakeBacks
from triangulum.table.messages import CommandError
from triangulum.table.people import NOBODY
from triangulum.table.permissions import propose
from triangulum.table.presenter import Perspective
from triangulum.table.table import Table, rebuild_table

GAME = tri.game("star-runners")
SEED = bytes(range(32))


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Save games in a folder of the test's own."""
    monkeypatch.setenv("TRIANGULUM_DATA", str(tmp_path))
    return tmp_path


class Typist(Console):
    """A console whose input comes from a function, and whose output can be read."""

    def __init__(self, answer: Callable[[str], str]) -> None:
        self.printed = io.StringIO()
        super().__init__(file=self.printed, width=100, force_terminal=False)
        self.answer = answer

    def input(self, prompt: object = "", **_: object) -> str:
        self.print(prompt)
        return self.answer(str(prompt))

    def clear(self, home: bool = True) -> None:
        self.print("~~~ cleared ~~~")

    @property
    def text(self) -> str:
        return self.printed.getvalue()


def type_lines(*lines: str) -> Callable[[str], str]:
    """Type these lines one after another, then leave."""
    waiting = iter(lines)
    return lambda _: next(waiting, "quit")


def type_bot_moves(table: list[TerminalTable], name: str = "greedy") -> Callable[[str], str]:
    """Type what a bot would play at the table."""
    bot, rng = tri.bot(name), tri.Random(5)

    def answer(prompt: str) -> str:
        if "of your own" in prompt:
            return "luck"
        return table[0].history.state.format_action(int(bot.choose(table[0].history.state, rng)))

    return answer


def play_all(setup: tri.Setup, seats: list[str], name: str = "greedy") -> TerminalTable:
    """Play a whole game in which people type what a bot would play."""
    table: list[TerminalTable] = []
    console = Typist(type_bot_moves(table, name))
    table.append(start_table(setup, parse_seats(setup, seats), SEED, console, nonces=True))
    table[0].run()
    return table[0]


def printed_text(terminal: TerminalTable) -> str:
    """Return what a terminal has printed."""
    assert isinstance(terminal.console, Typist)
    return terminal.console.text


def test_a_whole_game_is_saved_and_its_dice_verify() -> None:
    terminal = play_all(GAME.setup(), ["you:Ann", "greedy"])
    assert terminal.history.is_over
    record = tri.load(terminal.file)
    assert record.players == ("Ann", "greedy")
    assert record.replay() == terminal.history.state
    assert record.verify_dice() > 5
    assert record.dice is not None
    assert record.dice.nonces == {0: "luck"}
    shown = printed_text(terminal)
    assert shown.index(record.dice.commitment) < shown.index("of your own")
    assert [file.suffix for file in saves.games_folder().iterdir()] == [".tri"]
    assert "You build your home from" in shown
    you_win, you_lose = "You win: your whole fleet has reached", "greedy wins: the whole fleet has reached your home."
    assert (you_win if terminal.history.winners() == [0] else you_lose) in shown


def test_the_seed_is_not_in_the_record_while_the_game_goes_on(data_folder: Path) -> None:
    console = Typist(type_lines("home SM"))
    table = start_table(GAME.setup(), parse_seats(GAME.setup(), []), SEED, console)
    table.run()
    assert SEED.hex() not in tri.format_record(tri.load(table.file))
    assert SEED.hex() not in console.text
    seed = data_folder / "games" / f"{table.file.stem}.seed"
    assert seed.read_text().strip() == SEED.hex()
    assert seed.stat().st_mode & 0o077 == 0
    with pytest.raises(tri.TriangulumError, match="The seed is still secret"):
        tri.load(table.file).verify_dice()


def test_a_game_that_is_left_and_resumed_often_is_the_same_game() -> None:
    whole = play_all(GAME.setup(), ["you:Ann", "you:Bob"])
    table: list[TerminalTable] = []
    bot, rng = tri.bot("greedy"), tri.Random(5)
    count = 0

    def leave_after_moves(prompt: str) -> str:
        nonlocal count
        if "of your own" in prompt:
            return "luck"
        count += 1
        if count % 3 == 0:
            raise (KeyboardInterrupt, EOFError)[count % 2]
        return table[-1].history.state.format_action(int(bot.choose(table[-1].history.state, rng)))

    seats = parse_seats(GAME.setup(), ["you:Ann", "you:Bob"])
    table.append(start_table(GAME.setup(), seats, SEED, Typist(leave_after_moves), nonces=True))
    table[0].run()
    while not table[-1].history.is_over:
        table.append(resume_table(saves.find_last_unfinished_save(), Typist(leave_after_moves)))
        table[-1].run()
    assert len(table) > 3
    assert table[-1].history.entries == whole.history.entries
    assert tri.load(table[-1].file).verify_dice() == whole.table.num_rolls


def test_a_finished_game_cannot_be_resumed_and_is_not_offered() -> None:
    terminal = play_all(GAME.setup(turn_limit=3), ["you", "greedy"])
    with pytest.raises(tri.TriangulumError, match=r"is finished\. To see it again, run: triangulum replay"):
        resume_table(terminal.file, terminal.console)
    with pytest.raises(tri.RecordError, match="There’s no unfinished game"):
        saves.find_last_unfinished_save()


def test_a_game_can_be_open_in_one_window_at_a_time() -> None:
    table = start_table(GAME.setup(), ["Ann", "Bob"], SEED, Typist(type_lines("home SM")))
    with pytest.raises(tri.RecordError, match="is being played in another window"):
        resume_table(table.file, Typist(type_lines()))
    table.run()
    resume_table(table.file, Typist(type_lines())).run()


def test_games_started_at_once_have_different_files() -> None:
    tables = [start_table(GAME.setup(), ["Ann", "Bob"], SEED, Typist(type_lines())) for _ in range(3)]
    assert len({table.file for table in tables}) == 3


def test_a_take_back_is_announced_to_the_others() -> None:
    console = Typist(type_lines("home SM", "home ML", "Sa1", "undo", "done"))
    state = play_moves("home SM", "home ML")
    table = start_table(GAME.setup(), ["Ann", "Bob"], roll_that_moves(state), console)
    table.run()
    assert "from home to a1. Ann takes back a step. Ann ends the turn" in " ".join(console.text.split())


def test_a_lot_decides_who_begins() -> None:
    setup = tri.game("tri-trac").setup()
    orders = set()
    for number in range(8):
        console = Typist(type_lines())
        table = start_table(setup, ["Ann", "greedy"], bytes([number]) * 32, console, lot=True)
        begins_with_bot = table.names[0] == "greedy"
        table.run()
        told = "Lots are drawn: greedy begins." if begins_with_bot else "Lots are drawn: you begin."
        assert told in console.text
        # A game that is continued has everybody where the lot has put them.
        again = resume_table(table.file, Typist(type_lines()))
        assert [again.names, again.table.players] == [table.names, table.table.players]
        again.lock.release()
        orders.add(table.table.players)
    assert orders == {("Ann", "greedy"), ("greedy", "Ann")}


@pytest.mark.parametrize("answer", ["Yes", "no", ""])
def test_people_at_one_keyboard_agree_to_a_draw_or_not(answer: str) -> None:
    console = Typist(type_lines("N c4 LR", "draw", answer))
    table = start_table(tri.game("tri-trac").setup(draws="agreed"), ["Ann", "Bob"], SEED, console)
    table.run()
    assert "Ann, do you agree to a draw? Type yes if you do:" in console.text
    assert table.history.is_over == (answer == "Yes")
    if answer == "Yes":
        assert "The players agreed to a draw." in console.text
        assert "[draw agreed]" in table.file.read_text()
    else:
        assert table.table.proposal is None


def test_bots_agree_to_no_draw() -> None:
    console = Typist(type_lines("draw"))
    start_table(tri.game("tri-trac").setup(), ["Ann", "greedy"], SEED, console).run()
    assert "Bots don’t agree to draws." in console.text


def roll_that_moves(state: State) -> bytes:
    """Return a seed whose first roll is no doubles and gives some points."""
    from triangulum.record.fair_dice import FairDice

    for number in range(100):
        seed = bytes([number]) * 32
        roll = state.format_action(state.legal_actions()[FairDice(seed, GAME.id).roll(0, state.chance_weights())])
        if roll[0] != roll[2] and roll[0] > "3":
            return seed
    raise AssertionError


def test_a_bad_name_leaves_nothing_behind(data_folder: Path) -> None:
    with pytest.raises(tri.RecordError, match="can’t be a player’s name"):
        start_table(GAME.setup(), ["a\tb", "Bob"], SEED, Typist(type_lines()))
    assert not list(data_folder.rglob("*.seed"))


def test_a_game_whose_seed_is_lost_or_wrong_cannot_go_on() -> None:
    table = start_table(GAME.setup(), parse_seats(GAME.setup(), []), SEED, Typist(type_lines()))
    table.lock.release()
    saves.seed_file(table.file).write_text("00" * 32)
    with pytest.raises(tri.RecordError, match="isn’t the seed of its dice"):
        resume_table(table.file, table.console)
    saves.seed_file(table.file).write_text("oops")
    with pytest.raises(tri.RecordError, match="missing or damaged"):
        resume_table(table.file, table.console)


def test_mistakes_change_nothing_and_help_explains_the_phase() -> None:
    console = Typist(type_lines("?", "Sa1", "chess", "", "undo", "board", "home SM", "help", "undo"))
    table = start_table(GAME.setup(), ["Ann", "Bob"], SEED, console)
    table.run()
    assert "Choosing a home" in console.text
    assert "“Sa1” can’t be played now. Legal moves are home ML, home SL and home SM." in console.text
    assert "“chess” isn’t a move in Star Runners" in console.text
    assert console.text.count("That seat hasn’t made that many moves.") == 2
    assert "builds a home from a small and a medium star" in console.text
    assert tri.load(table.file).history().state == play_moves("home SM")


def play_moves(*moves: str) -> State:
    """Return Star Runners after some moves."""
    state = GAME.new()
    for move in moves:
        state.play(move)
    return state


def test_moves_can_be_taken_back_until_something_else_happens() -> None:
    seed = roll_that_moves(play_moves("home SM", "home ML"))
    table = start_table(GAME.setup(), ["Ann", "Bob"], seed, Typist(type_lines("home SM", "home ML", "Sa1", "SA")))
    table.run()
    assert table.history.count_free_takebacks(0) == 2
    console = Typist(type_lines("undo", "undo", "undo"))
    again = resume_table(table.file, console)
    again.run()
    assert [move for move in tri.format_record(again.table.record()).splitlines() if "took back" in move] == [
        "4. [seat 0 took back 1]",
        "5. [seat 0 took back 1]",
    ]
    assert len(again.history.steps) == 3
    assert "That can’t be taken back: since then, something was rolled, drawn or revealed" in console.text


# The table.


class SaveChecker:
    """A watcher that checks, whenever it is sent something, that it has been saved before."""

    person = NOBODY
    perspective = Perspective(None, "none")
    muted: frozenset[str] = frozenset()
    wants_presence = False

    def __init__(self, terminal: TerminalTable) -> None:
        self.terminal = terminal
        self.num_checks = 0

    def send(self, data: bytes) -> None:
        assert tri.load(self.terminal.file).entries == tuple(self.terminal.history.entries)
        self.num_checks += 1


def assert_same_table(table: Table, expected: Table) -> None:
    """Check that two tables are the same in all that follows from their logs."""
    assert [entry.events for entry in table.log] == [entry.events for entry in expected.log]
    assert table.record() == expected.record()
    assert table.state == expected.state
    for name in ("id", "spec", "holders", "nonces", "phase", "mover", "num_rolls", "last_change", "past_holders"):
        assert getattr(table, name) == getattr(expected, name), name


def test_the_log_of_a_game_leads_to_the_same_table() -> None:
    terminal = play_all(GAME.setup(), ["you:Ann", "greedy"])
    assert_same_table(rebuild_table(terminal.table, terminal.table.log), terminal.table)
    assert [type(event) for entry in terminal.table.log[:2] for event in entry.events] == [NonceGiven, Begun]


@pytest.mark.parametrize(
    ("setup", "lines"),
    [
        (GAME.setup(), ["", "", "", "undo", "", "undo", "undo"]),
        (FOLLOW.setup(), ["", "undo", "", "undo"]),
    ],
    ids=["open", "secrets"],
)
def test_a_saved_game_is_its_table(setup: tri.Setup, lines: list[str]) -> None:
    table: list[TerminalTable] = []
    type_move = type_bot_moves(table, "random")
    waiting = iter(lines)

    def answer(prompt: str) -> str:
        if not prompt.endswith("[/bold]> "):
            return "luck"
        return next(waiting, "quit") or type_move(prompt)

    seats = parse_seats(setup, ["you:Ann", "you:Bob", "random"][: setup.players])
    table.append(start_table(setup, seats, SEED, Typist(answer), nonces=True))
    table[0].run()
    assert table[0].table.nonces
    assert_same_table(load_table(table[0].file), table[0].table)


def test_everything_is_saved_before_it_is_shown() -> None:
    table: list[TerminalTable] = []
    setup = GAME.setup(turn_limit=6)
    table.append(start_table(setup, ["Ann", "greedy"], SEED, Typist(type_bot_moves(table))))
    checker = SaveChecker(table[0])
    table[0].host.add_watcher(checker)
    table[0].run()
    assert checker.num_checks == table[0].table.number


@pytest.mark.parametrize("take_backs", ["none", "free"])
def test_the_table_decides_what_is_taken_back(take_backs: TakeBacks) -> None:
    console = Typist(type_lines("home SM", "home ML", "undo"))
    terminal = start_table(GAME.setup(), ["Ann", "Bob"], SEED, console)
    settings = msgspec.structs.replace(SETTINGS, take_backs=take_backs)
    terminal.table.spec = msgspec.structs.replace(terminal.table.spec, settings=settings)
    terminal.run()
    seat = terminal.table.mover
    assert seat is not None
    with pytest.raises(CommandError) as refusal:
        propose(
            terminal.table,
            ask.TakeBack(id="undo", seat=seat, at=terminal.table.number),
            terminal.watchers[seat].person,
        )
    assert str(refusal.value) in " ".join(console.text.split())


def test_a_move_that_cannot_be_saved_has_not_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["home SM", "home ML", "home SL", "quit"]
    num_prompts = 0

    def write_unless_full(path: Path, content: bytes) -> None:
        if num_prompts == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        write_atomically(path, content)

    def type_next_line(_: str) -> str:
        nonlocal num_prompts
        num_prompts += 1
        assert terminal.history.state == tri.load(terminal.file).replay()
        return lines[num_prompts - 1]

    monkeypatch.setattr("triangulum.record.tri_format.write_atomically", write_unless_full)
    console = Typist(type_next_line)
    terminal = start_table(GAME.setup(), ["Ann", "Bob"], SEED, console)
    terminal.run()
    assert "No space left on device" in console.text
    assert "1. seat 0: home SM\n2. seat 1: home SL\n" in terminal.file.read_text()


def test_a_game_saved_before_its_dice_were_rolled_goes_on() -> None:
    whole = play_all(GAME.setup(turn_limit=4), ["you:Ann", "you:Bob"])
    assert isinstance(whole.history.entries[2], Happened)
    table = start_table(GAME.setup(turn_limit=4), ["Ann", "Bob"], SEED, Typist(type_lines()), nonces=True)
    table.lock.release()
    record = whole.table.record()
    assert record.dice is not None
    dice = msgspec.structs.replace(record.dice, seed=None)
    tri.save(msgspec.structs.replace(record, entries=record.entries[:2], dice=dice), table.file)
    console = Typist(type_lines())
    again = resume_table(table.file, console)
    again.run()
    assert tuple(again.history.entries) == record.entries[:3]
    assert "You roll" in console.text


def test_a_game_left_while_nonces_are_asked_for_goes_on() -> None:
    nonces = iter(["x" * 65, "luck"])

    def type_nonces(_: str) -> str:
        for nonce in nonces:
            return nonce
        raise EOFError

    console = Typist(type_nonces)
    table = start_table(GAME.setup(), ["Ann", "Bob"], SEED, console, nonces=True)
    table.run()
    assert "Use at most 64 bytes of text." in console.text
    again = resume_table(table.file, Typist(type_lines("home SM")))
    again.run()
    assert again.table.nonces == {0: "luck"}
    assert len(again.history.steps) == 1


def test_a_bot_that_took_a_seat_over_plays_on() -> None:
    table = start_table(GAME.setup(), ["Ann", "Bob"], SEED, Typist(type_lines("home SM")))
    table.run()
    record = table.table.record()
    changed = msgspec.structs.replace(record, entries=(*record.entries, SeatChanged(1, "greedy")))
    tri.save(changed, table.file)
    again = resume_table(table.file, Typist(type_lines()))
    again.run()
    assert again.history.players == ["Ann", "greedy"]
    assert again.table.mover == 0


def test_resigning_ends_the_game() -> None:
    table = start_table(GAME.setup(), parse_seats(GAME.setup(), []), SEED, Typist(type_lines("resign")))
    table.run()
    assert table.history.winners() == [1]
    assert "You resigned. greedy wins." in printed_text(table)
    assert tri.load(table.file).history().winners() == [1]


def test_bots_can_play_among_themselves() -> None:
    terminal = play_all(GAME.setup(turn_limit=4), ["greedy", "random"])
    assert terminal.history.is_over
    assert "greedy builds a home from" in printed_text(terminal)


# Secrets.


def split_at_clearings(text: str) -> Iterator[str]:
    """Yield what was on the screen each time before it was cleared."""
    yield from text.split("~~~ cleared ~~~")


def test_secrets_are_covered_between_two_people() -> None:
    terminal = play_all(FOLLOW.setup(), ["you:Ann", "you:Bob", "you:Cid"], "random")
    screens = list(split_at_clearings(printed_text(terminal)))
    assert len(screens) > 10
    for screen in screens:
        shown = {int(seat) for seat in re.findall(r"FollowView\(seat=(\d)", screen)}
        assert len(shown) <= 1
        dealt = {(to, card) for to, card in re.findall(r"Dealt\([^)]*to=(\d), card=(\d)", screen)}
        assert {int(to) for to, _ in dealt} <= shown
        if "Pass the keyboard to" in screen:
            assert not shown


def test_a_person_among_bots_sees_only_their_own_secrets() -> None:
    terminal = play_all(FOLLOW.setup(), ["greedy", "you:Bob", "random"], "random")
    dealt = re.findall(r"Dealt\([^)]*to=(\d), card=(\d|None)", printed_text(terminal).replace("\n", " "))
    assert {to for to, card in dealt if card != "None"} == {"1"}


# Languages.


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_XA.UTF-8"}, "en-XA"),
        ({"LANG": "en_XA@euro"}, "en-XA"),
        ({"LANG": "en_XA", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "en_XA", "LC_ALL": ""}, "en-XA"),
        ({"LC_MESSAGES": "en_XA", "LC_ALL": "POSIX"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(variables: dict[str, str], language: str) -> None:
    assert find_terminal_language(variables) == language


def test_the_whole_terminal_speaks_the_language_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_XA.UTF-8")
    table: list[TerminalTable] = []
    type_move = type_bot_moves(table, "random")
    lines = iter(["luck", "?", "", "chess", "undo", "board", "", ""])

    def answer(prompt: str) -> str:
        return next(lines, "quit") if not prompt.endswith("> ") else next(lines, "") or type_move(prompt)

    setup = GAME.setup(turn_limit=3)
    table.append(start_table(setup, ["Ann", "beginner"], SEED, Typist(answer), nonces=True))
    table[0].run()
    shown = printed_text(table[0])
    words = set(re.findall("[A-Za-z]{3,}", shown))
    # Names, notation, what one types, and the guide, which isn't translated into this language.
    guide = set(re.findall("[A-Za-z]{3,}", "".join(read_guide_section(GAME, GAME.new().view(0)))))
    known = set(
        re.findall(
            r"\w+",
            "Star Runners Andrew Looney Ann home done reroll chess triangulum verify board undo draw resign quit",
        )
    )
    assert (
        words
        - known
        - guide
        - set(re.findall("[A-Za-z]{3,}", str(table[0].file)))
        - {word for word in words if set(word) <= set("abcdef")}
        == set()
    )


# Who sits where.


@pytest.mark.parametrize(
    ("chosen", "seats"),
    [
        ([], ["Player", "greedy"]),
        (["you", "you"], ["Player 1", "Player 2"]),
        (["random", "you:Ann Lee"], ["random", "Ann Lee"]),
        (["greedy", "greedy"], ["greedy", "greedy"]),
    ],
)
def test_seats_are_filled(chosen: list[str], seats: list[str]) -> None:
    assert parse_seats(GAME.setup(), chosen) == seats


@pytest.mark.parametrize("wrong", ["gredy", "you:", "you:greedy", "you:club", "Ann", "me:Ann", ""])
def test_a_wrong_seat_is_refused(wrong: str) -> None:
    known = ", ".join([*tri.LEVELS, *tri.BOTS])
    with pytest.raises(tri.OptionError, match=f"A seat is for you, you:NAME or one of the bots {known}, not"):
        parse_seats(GAME.setup(), [wrong])


def test_more_seats_than_players_are_refused() -> None:
    with pytest.raises(tri.OptionError, match="is set up for 2 players, not 3"):
        parse_seats(GAME.setup(), ["you", "you", "you"])


# A real terminal.


class Screen:
    """The output of a program in a pseudo-terminal."""

    def __init__(self, terminal: int) -> None:
        self.terminal = terminal
        self.text = ""
        self.read = 0

    def wait_for(self, wanted: str, again: Callable[[], None] = lambda: None) -> None:
        """Wait until a new text is printed; call ``again`` every second."""
        limit = time.monotonic() + 60
        while (found := self.text.find(wanted, self.read)) < 0:
            assert time.monotonic() < limit, f"{wanted!r} was not printed: {self.text}"
            if select.select([self.terminal], [], [], 1)[0]:
                self.text += os.read(self.terminal, 4096).decode(errors="replace")
            else:
                again()
        self.read = found + len(wanted)


def restore_ctrl_c() -> None:
    """Restore the default effect of Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_in_a_real_terminal_keeps_the_game_and_shows_no_traceback(data_folder: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "triangulum", "play", "star-runners", "--seed", "3", "--set", "binaries=chosen"]
    # Tests that run in the background have Ctrl-C switched off, and so would the game.
    game = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, preexec_fn=restore_ctrl_c
    )
    os.close(theirs)
    screen = Screen(ours)
    try:
        screen.wait_for("> ")
        os.write(ours, b"home SM\n")
        screen.wait_for("You roll")
        screen.wait_for("> ")
        game.send_signal(signal.SIGINT)
        # Python ignores Ctrl-C between the prompt and its first look for a key; pressing again works.
        screen.wait_for("--resume", again=lambda: game.send_signal(signal.SIGINT))
        assert game.wait(timeout=60) == 0
    finally:
        game.kill()
        os.close(ours)
    assert "Traceback" not in screen.text
    kept = tri.load(saves.find_last_unfinished_save())
    assert len(kept.history().steps) >= 3
    assert not list(data_folder.glob("games/tmp*"))


@pytest.mark.parametrize(
    ("game", "seats", "choices", "players"),
    [
        ("tricolor-line", 5, [], 5),
        ("tricolor-line", 1, [], None),
        ("tricolor-line", 9, [], None),
        ("tricolor-line", 3, ["players=6"], None),
        ("star-runners", 3, [], None),
    ],
)
def test_the_number_of_seats_sets_the_number_of_players(
    game: str, seats: int, choices: list[str], players: int | None
) -> None:
    assert infer_num_players(game, ["club"] * seats, choices) == players
