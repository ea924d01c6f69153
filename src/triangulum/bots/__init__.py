"""Bots: programs that play. A bot gets a state resampled for its seat, never the true one, so it can't cheat."""

from collections.abc import Mapping
from typing import Any

import msgspec

from triangulum.bots.exact import ExactBot
from triangulum.bots.greedy import GreedyBot
from triangulum.bots.levels import LevelBot, levels_of
from triangulum.bots.match import play
from triangulum.bots.mcts import MctsBot
from triangulum.bots.messages import message
from triangulum.bots.player import Bot
from triangulum.bots.settings import MctsSettings
from triangulum.bots.uniform import RandomBot
from triangulum.core.levels import LEVELS
from triangulum.core.options import suggest_word
from triangulum.errors import OptionError, UnknownBotError, format_value

BOTS: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot, "mcts": MctsBot, "exact": ExactBot}
"""By name, weakest first."""
SETTINGS: dict[str, type[msgspec.Struct]] = {"mcts": MctsSettings}
"""The settings of those bots that take any, by name."""
NAMES = (*LEVELS, *BOTS)
"""All names that ``bot`` accepts: the levels, which every game has, and then the bots."""


def bot(name: str, settings: Mapping[str, Any] | None = None) -> Bot:
    """Return a new bot of that name, or at that level, or raise UnknownBotError; some bots take settings."""
    if name not in NAMES:
        raise UnknownBotError(message("bot-unknown", bot=format_value(name), suggestion=suggest_word(name, NAMES)))
    if settings:
        return make_bot_with_settings(name, settings)
    return LevelBot(name, bot) if name in LEVELS else BOTS[name]()


def make_bot_with_settings(name: str, settings: Mapping[str, Any]) -> Bot:
    """Return a new bot with settings given as plain values, or raise OptionError."""
    if name not in SETTINGS:
        raise OptionError(message("no-settings", bot=name, bots=tuple(SETTINGS)))
    # A setting that is misspelt would change nothing, and nobody would notice.
    known = SETTINGS[name].__struct_fields__
    for setting in settings:
        if setting not in known:
            suggestion = suggest_word(setting, known)
            raise OptionError(
                message("setting-unknown", bot=name, setting=format_value(setting), suggestion=suggestion)
            )
    make: Any = BOTS[name]
    try:
        bot_with_settings: Bot = make(msgspec.convert(dict(settings), SETTINGS[name]))
    except msgspec.ValidationError as error:
        raise OptionError(message("settings-wrong", bot=name, problem=str(error))) from None
    return bot_with_settings


__all__ = [
    "BOTS",
    "NAMES",
    "SETTINGS",
    "Bot",
    "ExactBot",
    "GreedyBot",
    "LevelBot",
    "MctsBot",
    "MctsSettings",
    "RandomBot",
    "bot",
    "levels_of",
    "play",
]
