"""Bots as text: bots and levels by name, and people's own bots as FILE.py:CLASS or MODULE:CLASS."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from triangulum.bots import Bot, bot
from triangulum.core.state import Setup
from triangulum.errors import TriangulumError, UnknownBotError, quote_value

EXAMPLE = "such as ./mybot.py:MyBot"


def format_bot_spec(bot_or_spec: str | type[Bot]) -> str:
    """Return the text from which another process can make a bot, or raise UnknownBotError."""
    if not isinstance(bot_or_spec, str):
        return format_class_spec(bot_or_spec)
    place, colon, name = bot_or_spec.rpartition(":")
    if not colon:
        if bot_or_spec.endswith(".py"):
            raise UnknownBotError(f"{bot_or_spec} may hold many classes: say which one plays, {EXAMPLE}")
        bot(bot_or_spec)
        return bot_or_spec
    if not name.isidentifier() or not place:
        raise UnknownBotError(f"{quote_value(bot_or_spec)} isn’t a bot; name your own as FILE.py:CLASS, {EXAMPLE}")
    if not is_file_path(place):
        if not all(part.isidentifier() for part in place.split(".")):
            reason = f"{quote_value(place)} is neither a .py file nor a module"
            raise UnknownBotError(f"{quote_value(bot_or_spec)} isn’t a bot: {reason}")
        return bot_or_spec
    if not Path(place).is_file():
        raise UnknownBotError(f"There’s no bot {name}: {place} doesn’t exist.")
    return f"{Path(place).resolve()}:{name}"


def format_class_spec(kind: object) -> str:
    """Return where a class can be found by another process."""
    if not isinstance(kind, type) or not issubclass(kind, Bot):
        raise UnknownBotError(f"{quote_value(kind)} isn’t a bot; give a name, FILE.py:CLASS, or a subclass of Bot")
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None)
    if "." in kind.__qualname__ or module is None or (kind.__module__ == "__main__" and file is None):
        raise UnknownBotError(
            f"other processes cannot find the class {kind.__qualname__}: put it into a file of its own"
        )
    # A file says more than a module's name, which may hold in this process alone.
    compiled = file is None or not file.endswith(".py") or kind.__module__.startswith("triangulum.")
    return f"{kind.__module__ if compiled else Path(str(file)).resolve()}:{kind.__qualname__}"


def is_file_path(place: str) -> bool:
    """Tell whether the part before the colon names a file and not a module."""
    return place.endswith(".py") or "/" in place or "\\" in place


def make_display_names(bots: Sequence[str | type[Bot]]) -> tuple[str, ...]:
    """Return what to call bots in a table: as they were given, and numbered where several are called the same."""
    names = [bot if isinstance(bot, str) else bot.__name__ for bot in bots]
    counts = Counter[str]()
    titles = []
    for name in names:
        counts[name] += 1
        titles.append(name if counts[name] == 1 else f"{name} ({counts[name]})")
    return tuple(titles)


def make_bot(bot_spec: str) -> Bot:
    """Return a new bot. This runs its author's code, so it is called where that does no harm."""
    place, colon, name = bot_spec.rpartition(":")
    if not colon:
        return bot(bot_spec)
    module = load_bot_module(Path(place)) if is_file_path(place) else importlib.import_module(place)
    if not hasattr(module, name):
        raise UnknownBotError(f"{place} has no class {name}")
    player = getattr(module, name)()
    if not isinstance(player, Bot):
        raise UnknownBotError(f"{place}:{name} is no Bot: it must be a class made from triangulum.Bot")
    return player


def create_started_bot(bot_spec: str, setup: Setup) -> Bot:
    """Return a new bot that has started a game of a setup. This runs its author's code, too."""
    player = make_bot(bot_spec)
    player.start_game(setup)
    return player


def load_bot_module(file: Path) -> ModuleType:
    """Return a Python file as a module; its neighbours can be imported by it."""
    name = f"entrant_{file.stem}_{hash(file) & 0xFFFFFFFF:x}"
    if name in sys.modules:
        return sys.modules[name]
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise UnknownBotError(f"{file} cannot be read as Python: its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise UnknownBotError(f"{file}, line {error.lineno}: {error.msg}") from None
    except BaseException:
        del sys.modules[name]
        raise
    return module


def describe_bot_error(error: BaseException) -> str:
    """Return, as part of a sentence about a bot, what it has raised; on one line, however odd the error is."""
    if isinstance(error, TriangulumError):
        text = str(error)
    elif isinstance(error, MemoryError):
        text = "ran out of memory"
    else:
        try:
            text = f"raised {type(error).__name__}: {error}"
        except Exception:  # An error of a hostile bot need not even have a text.
            text = f"raised {type(error).__name__}"
    line = " ".join(text.split()).rstrip(": ")
    return line if len(line) <= 200 else f"{line[:199]}…"
