"""Which games there are: the folders under ``triangulum.games``, and other packages' by entry point.

Another package offers a game with an entry point in the group ``triangulum.games`` that names a ``Game``.
"""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from functools import cache
from importlib.metadata import entry_points

from triangulum.core.game import Game
from triangulum.core.messages import message
from triangulum.core.options import suggest_word
from triangulum.errors import TriangulumError, UnknownGameError, format_value

ENTRY_POINT_GROUP = "triangulum.games"

_registered: dict[str, Game] = {}


def games() -> list[Game]:
    """Return every game that is installed, by title."""
    return sorted({**discover_games(), **_registered}.values(), key=lambda game: game.title)


def game(id: str) -> Game:
    """Return the game of that id, or raise UnknownGameError."""
    found = (_registered.get(id) or discover_games().get(id)) if isinstance(id, str) else None
    if found is None:
        suggestion = suggest_word(id, {**discover_games(), **_registered})
        raise UnknownGameError(message("game-unknown", game=format_value(id), suggestion=suggestion))
    return found


def register(game: Game) -> Game:
    """Add a game for as long as this process lives, for trying one out without packaging it."""
    if discover_games().get(game.id, game) is not game or _registered.get(game.id, game) is not game:
        raise TriangulumError(f"there is a game {game.id!r} already; give yours another id")
    _registered[game.id] = game
    return game


@cache
def discover_games() -> dict[str, Game]:
    """Return the games in our own folders and those that other packages offer, by id."""
    folder = importlib.import_module("triangulum.games")
    found: dict[str, Game] = {}
    for module in pkgutil.iter_modules(folder.__path__):
        ours: Game = importlib.import_module(f"{folder.__name__}.{module.name}").GAME
        found[ours.id] = ours
    for point in entry_points(group=ENTRY_POINT_GROUP):
        # Another package's mistake must not keep people from our games.
        try:
            theirs = point.load()
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            warnings.warn(f"the game {point.name!r} ({point.value}) can’t be loaded: {why}", stacklevel=2)
            continue
        if not isinstance(theirs, Game):
            warnings.warn(f"the entry point {point.name!r} ({point.value}) isn’t a Game", stacklevel=2)
            continue
        if theirs.id in found:
            taken = found[theirs.id].title
            warnings.warn(f"{point.value} has the id {theirs.id!r}, which {taken} has already", stacklevel=2)
            continue
        found[theirs.id] = theirs
    return found
