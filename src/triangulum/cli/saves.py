"""Saved games of this machine, finished or not.

A game is ``NAME.tri`` in the user's data folder. Until it is over, the secret seed of its dice is beside it in
``NAME.seed``; then the seed is in the record, for all to verify, and that file is removed.
"""

from __future__ import annotations

import os
from datetime import datetime
from itertools import count
from pathlib import Path
from types import ModuleType

from triangulum.errors import RecordError
from triangulum.paths import data_folder
from triangulum.record.fair_dice import DiceError, FairDice
from triangulum.record.record import DiceData, Record
from triangulum.record.tri_format import save

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows, where playing one game in two windows goes unnoticed.
    fcntl = None


def games_folder() -> Path:
    """Return the folder of saved games."""
    return data_folder() / "games"


def create_save(game: str, seed: bytes) -> tuple[Path, SaveLock]:
    """Choose a new file for a game and write its seed file, readable only by the user; return the path and the lock."""
    try:
        games_folder().mkdir(parents=True, exist_ok=True)
        for number in count(1):
            file = games_folder() / f"{datetime.now():%Y-%m-%d}-{game}-{number}.tri"
            if file.exists():
                continue
            try:
                # Another process may start a game at the same moment; only one can create this file.
                descriptor = os.open(seed_file(file), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError:
                continue
            os.write(descriptor, f"{seed.hex()}\n".encode())
            return file, SaveLock(file, descriptor)
    except OSError as error:
        raise RecordError(f"{games_folder()} can’t be written to: {error.strerror or error}.") from None
    raise AssertionError("there are always more numbers")


class SaveLock:
    """A lock on a saved game, so that only one process at a time plays it."""

    def __init__(self, file: Path, descriptor: int | None = None) -> None:
        try:
            self.descriptor = os.open(seed_file(file), os.O_RDWR) if descriptor is None else descriptor
        except OSError:
            raise RecordError(
                f"This game can’t be continued: {seed_file(file)} with the seed of its dice is missing."
            ) from None
        if fcntl is None:
            return
        try:
            fcntl.flock(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self.descriptor)
            raise RecordError(f"{file.name} is being played in another window.") from None

    def release(self) -> None:
        """Release the lock, so that another process can continue the game."""
        os.close(self.descriptor)


def seed_file(file: Path) -> Path:
    """Return the path of the seed file that belongs to a saved game."""
    return file.with_suffix(".seed")


def write_save(file: Path, record: Record, is_over: bool) -> None:
    """Write the record of a game to its file, and remove the seed file of one that is over."""
    save(record, file)
    if is_over:
        seed_file(file).unlink(missing_ok=True)


def load_seed(file: Path, dice_data: DiceData) -> bytes:
    """Return the seed of an unfinished game from its seed file, or raise RecordError if it doesn't fit the record."""
    try:
        seed = bytes.fromhex(seed_file(file).read_text().strip())
        dice = FairDice(seed, dice_data.label, dice_data.nonces)
    except (OSError, ValueError, DiceError):
        raise RecordError(
            f"This game can’t be continued: {seed_file(file)} with the seed of its dice is missing or damaged."
        ) from None
    if dice.commitment != dice_data.commitment:
        raise RecordError(f"This game can’t be continued: {seed_file(file)} isn’t the seed of its dice.")
    return seed


def find_last_unfinished_save() -> Path:
    """Return the file of the unfinished game that was played last, or raise RecordError."""
    files = sorted(games_folder().glob("*.tri"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in files:
        if seed_file(file).exists() and "\nresult: unfinished\n" in file.read_text(encoding="utf-8", errors="replace"):
            return file
    raise RecordError("There’s no unfinished game. To start one, run: triangulum play GAME")


def find_record(name: str) -> Path:
    """Return the file of a record, given as a path or as the name of a saved game."""
    path = Path(name)
    saved = games_folder() / (name if name.endswith(".tri") else f"{name}.tri")
    return saved if not is_existing_file(path) and is_existing_file(saved) else path


def is_existing_file(path: Path) -> bool:
    """Return whether a file exists; False also for a name that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
