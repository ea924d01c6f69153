"""Where games that are played on this machine are kept, finished or not.

A game is ``NAME.tri`` in the user's data folder. As long as it goes on, the secret seed of its dice lies beside it in
``NAME.seed``; when it is over the seed is in the record, for all to check, and the file goes away.
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
from triangulum.record.record import DiceText, Record
from triangulum.record.tri_format import save

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows: two windows on one game are not noticed there
    fcntl = None


def games_folder() -> Path:
    """Return the folder of records."""
    return data_folder() / "games"


def begin(game: str, seed: bytes) -> tuple[Path, Claim]:
    """Return the file for a game that begins now, with its seed written down for nobody's eyes but the user's."""
    try:
        games_folder().mkdir(parents=True, exist_ok=True)
        for number in count(1):
            file = games_folder() / f"{datetime.now():%Y-%m-%d}-{game}-{number}.tri"
            if file.exists():
                continue
            try:
                # Another window may begin a game at the same moment; only one can make this file.
                opened = os.open(seed_file(file), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError:
                continue
            os.write(opened, f"{seed.hex()}\n".encode())
            return file, Claim(file, opened)
    except OSError as error:
        raise RecordError(f"cannot write in {games_folder()}: {error.strerror or error}") from None
    raise AssertionError("there are always more numbers")


class Claim:
    """The right to play on a game, which one window at a time can have."""

    def __init__(self, file: Path, opened: int | None = None) -> None:
        try:
            self.opened = os.open(seed_file(file), os.O_RDWR) if opened is None else opened
        except OSError:
            raise RecordError(
                f"{seed_file(file)} with the seed of its dice is missing, so this game cannot go on"
            ) from None
        if fcntl is None:
            return
        try:
            fcntl.flock(self.opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self.opened)
            raise RecordError(f"{file.name} is being played in another window") from None

    def give_up(self) -> None:
        """Let others play on."""
        os.close(self.opened)


def seed_file(file: Path) -> Path:
    """Return where the seed of an unfinished game lies."""
    return file.with_suffix(".seed")


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
    kept = sorted(games_folder().glob("*.tri"), key=lambda file: file.stat().st_mtime, reverse=True)
    for file in kept:
        if seed_file(file).exists() and "\nresult: unfinished\n" in file.read_text(encoding="utf-8", errors="replace"):
            return file
    raise RecordError("no game is waiting to be gone on with: start one with triangulum play GAME")


def find(name: str) -> Path:
    """Return a record's file by path, or by its name in the user's folder."""
    path = Path(name)
    kept = games_folder() / (name if name.endswith(".tri") else f"{name}.tri")
    return kept if not is_there(path) and is_there(kept) else path


def is_there(path: Path) -> bool:
    """Tell whether there is a file; a name that no file can have is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
