"""The commands about recorded games: ``replay`` tells one, ``verify`` checks one."""

from __future__ import annotations

from typing import Annotated

import typer

from triangulum.cli.arguments import ViewerSeat
from triangulum.cli.console import console, print_text

app = typer.Typer()

RecordFile = Annotated[
    str, typer.Argument(metavar="FILE", help="A .tri file, or the name of a game that you have kept.")
]


@app.command(epilog="Example:  triangulum replay 2026-01-31-star-runners-1 --pause")
def replay(
    file: RecordFile,
    seat: ViewerSeat = None,
    pause: Annotated[
        bool, typer.Option("--pause", help="Show the board after every turn, and wait for Enter.")
    ] = False,
) -> None:
    """Tell a recorded game from its first move to its last."""
    from triangulum.cli import saves
    from triangulum.record.narration import narrate_turns, player_names
    from triangulum.record.tri_format import format_result, load
    from triangulum.text import Reader

    history = load(saves.find_record(file)).history()
    history.state.check_seat(seat)
    reader = Reader(names=player_names(history.initial_players), seat=seat)
    for seat_number, name in enumerate(reader.names):
        print_text(f"seat {seat_number}: {name}", "bold")
    for number, turn in enumerate(narrate_turns(history, seat), start=1):
        print_text(f"{number:>4}. {turn.text}")
        if pause:
            print_text(history.setup.game.narration.text_board(turn.state_after.view(seat), reader))
            if console.input("[dim]Enter to go on, q to leave: [/dim]").strip().casefold() == "q":
                return
    print_text(history.setup.game.narration.text_board(history.state.view(seat), reader))
    print_text(f"The game is {format_result(history)}.", "bold")


@app.command(epilog="Example:  triangulum verify 2026-01-31-star-runners-1")
def verify(file: RecordFile) -> None:
    """Check a record: every move by the rules, and every chance outcome by the seed of its dice."""
    from triangulum.cli import saves
    from triangulum.core.wording import format_count
    from triangulum.record.tri_format import format_result, load

    record = load(saves.find_record(file))
    history = record.history()
    game = history.setup.game
    print_text(
        f"{len(history.entries)} entries follow the rules of {game.title}; the game is {format_result(history)}."
    )
    if record.dice is None and not record.chance_steps():
        print_text("Nothing was left to chance, so there are no dice to check.", "green")
        return
    number = record.verify_dice()
    outcomes = f"{format_count(number, 'chance outcome')} follow{'s' if number == 1 else ''}"
    print_text(f"{outcomes} from the seed, which fits the commitment.", "green")
