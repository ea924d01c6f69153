"""Plays golden games anew after a change of rules: ``python -m tests.golden_games tests/games/tricolor_line/golden``.

A golden game is played from the header of its file: options, players, label, nonces and seed stay, and the last word of
its name says who plays: *greedy* the greedy bot, *clumsy* the random one, *mixed* both by turns of mood. Do this only
together with a new ``rules_version``; a golden game that ends otherwise without one shows a mistake.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec

import triangulum as tri
from triangulum.core.state import CHANCE, OVER, State
from triangulum.record.entries import Happened, Played
from triangulum.record.fair_dice import FairDice
from triangulum.record.record import DiceData, Record, setup_to_data
from triangulum.record.tri_format import format_checksum_rows, format_record

SLIP_SHARE = {"greedy": 0.0, "mixed": 0.3, "clumsy": 1.0}
"""How often players do something at random instead of what the greedy bot would."""


def read_header(text: str) -> dict[str, Any]:
    """Return the fields above the moves of a record, those with JSON decoded, whatever version of the rules it has."""
    fields = dict(re.findall(r"^([a-z]+(?: \d)?): (.*)$", text.partition("\n\n")[0], re.MULTILINE))
    return {
        key: msgspec.json.decode(value) if key.startswith(("options", "label", "nonce")) else value
        for key, value in fields.items()
    }


def choose(state: State, slip_share: float, dice: Random) -> int:
    """Return what a player does."""
    if dice.random() < slip_share:
        kinds = sorted({state.format_action(action).split()[0] for action in state.legal_actions()})
        kind = dice.choice(kinds)
        return dice.choice(
            [action for action in state.legal_actions() if state.format_action(action).split()[0] == kind]
        )
    return tri.bot("greedy").choose(state.resample(state.to_move, tri.Random(dice.randrange(2**32))), tri.Random(1))


def play_anew(header: dict[str, Any], slip_share: float) -> Record:
    """Return the record of a game with this header, played by the rules of today."""
    setup = tri.game(header["game"]).setup_from(header["options"])
    nonces = {int(key.split()[1]): value for key, value in header.items() if key.startswith("nonce")}
    fair_dice = FairDice(bytes.fromhex(header["seed"]), header["label"], nonces)
    moods = Random(header["label"])
    state, entries, num_rolls = setup.new(), list[Any](), 0
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            action = state.legal_actions()[fair_dice.roll(num_rolls, state.chance_weights())]
            num_rolls += 1
            entries.append(Happened(action))
        else:
            action = choose(state, slip_share, moods)
            entries.append(Played(state.to_move, action))
        state.play(action)
    return Record(
        setup=setup_to_data(setup),
        players=tuple(value for key, value in header.items() if key.startswith("seat")),
        entries=tuple(entries),
        dice=DiceData(label=header["label"], commitment=fair_dice.commitment, nonces=nonces, seed=fair_dice.reveal()),
    )


def format_golden(record: Record) -> str:
    """Return a record with a comment that says how it ends."""
    body = format_record(record).partition("\ncheck 1:")[0].split("\n")
    lines = [*body[:-1], f"# ends as {record.replay().position()}", body[-1]]
    return "\n".join([*lines, *format_checksum_rows(lines)]) + "\n"


def main() -> None:
    """Play all golden games of a folder anew."""
    for file in sorted(Path(sys.argv[1]).glob("*.tri")):
        record = play_anew(read_header(file.read_text()), SLIP_SHARE[file.stem.rpartition("-")[2]])
        file.write_text(format_golden(record))
        print(file.name, len(record.entries), "steps")


if __name__ == "__main__":
    main()
