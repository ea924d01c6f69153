"""Triangulum: five table games to play and to study.

>>> import triangulum as tri
>>> state = tri.game("star-runners").new()
>>> state.play("home SM")
>>> state.play("home ML")
>>> state.play("6-3")
>>> [state.format_action(action) for action in state.legal_actions()]
['done', 'Sa1', 'Sa2', 'Ma1', 'Ma2', 'La1', 'La2']
"""

from triangulum.installation.compiled import settle
from triangulum._version import __version__

BUILD = settle()

# Only now: what is imported from here on is compiled or plain as has just been settled. The folder of games comes
# first, so that the name ``games`` is free again for the function that lists them.
import triangulum.games  # noqa: F401
from librt.random import Random

from triangulum.bots import BOTS, Bot, bot, levels_of, play
from triangulum.core.components import Box, Components, BoxCheckError
from triangulum.conformance import PROMISES, ConformanceError, conformance
from triangulum.record.history import History
from triangulum.errors import (
    AmbiguousNotationError,
    ComponentsError,
    IllegalActionError,
    MissingExtraError,
    NotationError,
    OptionError,
    PositionError,
    RecordError,
    SolutionError,
    TriangulumError,
    UnknownBotError,
    UnknownGameError,
    shown,
)
from triangulum.core.game import Game
from triangulum.core.levels import LEVELS, Budget, Level
from triangulum.core.notation import parse_by_text
from triangulum.core.options import Options
from triangulum.record.record import Record, from_json, to_json
from triangulum.record.tri_format import load, parse_record, record_text, save
from triangulum.core.registry import game, games, register
from triangulum.core.state import CHANCE, OVER, Setup, State
from triangulum.core.views import GameEvent, Preview, View

__all__ = [
    "BOTS",
    "BUILD",
    "CHANCE",
    "LEVELS",
    "OVER",
    "PROMISES",
    "AmbiguousNotationError",
    "Bot",
    "Box",
    "BoxCheckError",
    "Budget",
    "Components",
    "ComponentsError",
    "ConformanceError",
    "Game",
    "GameEvent",
    "History",
    "IllegalActionError",
    "Level",
    "MissingExtraError",
    "NotationError",
    "OptionError",
    "Options",
    "PositionError",
    "Preview",
    "Random",
    "Record",
    "RecordError",
    "Setup",
    "SolutionError",
    "State",
    "TriangulumError",
    "UnknownBotError",
    "UnknownGameError",
    "View",
    "__version__",
    "bot",
    "conformance",
    "from_json",
    "game",
    "games",
    "levels_of",
    "load",
    "parse_by_text",
    "parse_record",
    "play",
    "record_text",
    "register",
    "save",
    "shown",
    "to_json",
]
