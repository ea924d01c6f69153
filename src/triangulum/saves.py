"""Where games that are played on this machine are kept, finished or not.

A game is ``NAME.tri`` in the user's data folder. As long as it goes on, the secret seed of its dice lies beside it in
``NAME.seed``; when it is over the seed is in the record, for all to check, and the file goes away.
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from triangulum.core.dice import DiceError, FairDice
from triangulum.core.errors import RecordError
from triangulum.core.record import DiceText, Record
from triangulum.core.record_text import save


def data_folder() -> Path:
    """Return the folder for what the user keeps; TRIANGULUM_DATA names another one."""
    chosen = os.environ.get("TRIANGULUM_DATA")
    return Path(chosen) if chosen else user_data_path("triangulum", appauthor=False)


def games_folder() -> Path:
    """Return the folder of records."""
    return data_folder() / "games"


def new_file(game: str) -> Path:
    """Return a file name for a game that begins now."""
    stem = f"{datetime.now():%Y-%m-%d}-{game}"
    taken = {file.stem for file in games_folder().glob(f"{stem}*.tri")}
    number = 1
    while f"{stem}-{number}" in taken:
        number += 1
    return games_folder() / f"{stem}-{number}.tri"


def seed_file(file: Path) -> Path:
    """Return where the seed of an unfinished game lies."""
    return file.with_suffix(".seed")


def keep_seed(file: Path, seed: bytes) -> None:
    """Write down the seed of a game that begins, for nobody's eyes but the user's."""
    path = seed_file(file)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            out.write(seed.hex() + "\n")
    except OSError as error:
        raise RecordError(f"cannot write {path}: {error.strerror or error}") from None


def keep(file: Path, record: Record, over: bool) -> None:
    """Write down a game as far as it has come; when it is over the seed is not secret any more."""
    save(record, file)
    if over:
        seed_file(file).unlink(missing_ok=True)


def kept_dice(file: Path, dice: DiceText) -> FairDice:
    """Return the dice of a game that is to go on, or raise RecordError."""
    try:
        seed = bytes.fromhex(seed_file(file).read_text().strip())
        found = FairDice(seed, dice.label, dice.nonces)
    except (OSError, ValueError, DiceError):
        raise RecordError(
            f"{seed_file(file)} with the seed of its dice is missing or damaged, so this game cannot go on"
        ) from None
    if found.commitment != dice.commitment:
        raise RecordError(f"{seed_file(file)} is not the seed that this game was begun with")
    return found


def last_unfinished() -> Path:
    """Return the game that was played last and is not over, or raise RecordError."""
    waiting = [file for file in games_folder().glob("*.tri") if seed_file(file).exists()]
    if not waiting:
        raise RecordError("no game is waiting to be gone on with: start one with triangulum play GAME")
    return max(waiting, key=lambda file: file.stat().st_mtime)


def find(name: str) -> Path:
    """Return a record's file by path, or by its name in the user's folder."""
    path = Path(name)
    kept = games_folder() / (name if name.endswith(".tri") else f"{name}.tri")
    return kept if not path.exists() and kept.exists() else path
