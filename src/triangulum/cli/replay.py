"""The commands about recorded games: ``replay`` tells the story of one, ``verify`` checks one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from triangulum.cli.arguments import ViewerSeat
from triangulum.cli.console import console, print_text
from triangulum.core.wording import format_count, join_with_and

if TYPE_CHECKING:
    from triangulum.record.history import History

app = typer.Typer()

RecordFile = Annotated[str, typer.Argument(metavar="FILE", help="A .tri file, or the name of a saved game.")]


@app.command(epilog="Example:  triangulum replay 2026-01-31-star-runners-1 --pause")
def replay(
    file: RecordFile,
    seat: ViewerSeat = None,
    pause: Annotated[
        bool, typer.Option("--pause", help="Show the board after every turn, and wait for Enter.")
    ] = False,
) -> None:
    """Tell the story of a recorded game, move by move."""
    from triangulum.cli import saves
    from triangulum.record.narration import narrate_turns, unique_display_names
    from triangulum.record.tri_format import load
    from triangulum.text import Reader

    history = load(saves.find_record(file)).history()
    history.state.check_seat_exists(seat)
    reader = Reader(names=unique_display_names(history.initial_players), seat=seat)
    print_text(f"{history.setup.game.title}: {join_with_and(reader.names)}", "bold")
    for number, turn in enumerate(narrate_turns(history, seat), start=1):
        print_text(f"{number:>4}. {turn.text}")
        if pause:
            print_text(history.setup.game.narration.text_board(turn.state_after.view(seat), reader))
            if console.input("[dim]Press Enter to continue, or q to quit: [/dim]").strip().casefold() == "q":
                return
    print_text(history.setup.game.narration.text_board(history.state.view(seat), reader))
    print_text(describe_result(history), "bold")


def describe_result(history: History) -> str:
    """Return who has won a game, as a sentence."""
    from triangulum.record.narration import unique_display_names

    if not history.is_over:
        return "The game isn’t finished."
    winners = history.winners()
    if not winners:
        return "The game is a draw."
    names = unique_display_names(tuple(history.players))
    return f"{join_with_and([names[seat] for seat in winners])} {'wins' if len(winners) == 1 else 'win'}."


@app.command(epilog="Example:  triangulum verify 2026-01-31-star-runners-1")
def verify(file: RecordFile) -> None:
    """Check a record: its moves against the rules, and its dice against their seed."""
    from triangulum.cli import saves
    from triangulum.record.tri_format import load

    record = load(saves.find_record(file))
    history = record.history()
    entries = format_count(len(history.entries), "entry", "entries")
    follow = "follows" if len(history.entries) == 1 else "follow"
    print_text(f"{entries} {follow} the rules of {history.setup.game.title}. {describe_result(history)}")
    if record.dice is None and not record.list_dice_draws():
        print_text("This game has no dice to check: nothing was left to chance.", "green")
        return
    number = record.verify_dice()
    outcomes = f"{format_count(number, 'chance outcome')} {'follows' if number == 1 else 'follow'}"
    print_text(f"{outcomes} from the seed, and the seed matches its commitment.", "green")
