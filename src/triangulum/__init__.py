"""Triangulum: five table games to play with friends or bots, and to study.

>>> import triangulum as tri
>>> state = tri.game("star-runners").new()
>>> state.play("home SM")  # the first player builds a home from a small and a medium star
>>> state.play("home ML")  # the second player does the same with a medium and a large one
>>> state.play("6-3")  # chance: the first player's dice
>>> [state.format_action(action) for action in state.legal_actions()]  # a ship and the star it goes to
['done', 'Sa1', 'Sa2', 'Ma1', 'Ma2', 'La1', 'La2']
"""

from triangulum.installation.compiled import select_build
from triangulum._version import __version__

BUILD = select_build()

# Only now, as ``select_build`` decides whether these imports are compiled or plain. The subpackage ``games`` comes
# first, so that the name ``games`` is then bound to the function that lists them.
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
    quote_value,
)
from triangulum.core.defaults import (
    DefaultNarration,
    DefaultNotation,
    DefaultRenderer,
    DefaultViewBuilder,
    PlainEvent,
    StateView,
)
from triangulum.core.game import Game
from triangulum.core.levels import LEVELS, Budget, Level
from triangulum.core.notation import parse_legal_action
from triangulum.core.options import Options
from triangulum.record.record import Record, state_from_json, state_to_json
from triangulum.record.tri_format import load, parse_record, format_record, save
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
    "DefaultNarration",
    "DefaultNotation",
    "DefaultRenderer",
    "DefaultViewBuilder",
    "Game",
    "GameEvent",
    "History",
    "IllegalActionError",
    "Level",
    "MissingExtraError",
    "NotationError",
    "OptionError",
    "Options",
    "PlainEvent",
    "PositionError",
    "Preview",
    "Random",
    "Record",
    "RecordError",
    "Setup",
    "SolutionError",
    "State",
    "StateView",
    "TriangulumError",
    "UnknownBotError",
    "UnknownGameError",
    "View",
    "__version__",
    "bot",
    "conformance",
    "format_record",
    "game",
    "games",
    "levels_of",
    "load",
    "parse_legal_action",
    "parse_record",
    "play",
    "quote_value",
    "register",
    "save",
    "state_from_json",
    "state_to_json",
]
