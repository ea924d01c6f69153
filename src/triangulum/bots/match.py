"""Games among bots, from the first step to the last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from librt.random import Random

from triangulum.bots.player import Bot
from triangulum.core.game import Game
from triangulum.core.registry import game as find_game
from triangulum.core.state import CHANCE, Setup, whole
from triangulum.errors import OptionError, TriangulumError, UnknownBotError, shown
from triangulum.record.history import History
from triangulum.record.record import Record, record_of


def play(game: str | Game | Setup, bots: Sequence[Bot], seed: int = 0, **options: Any) -> Record:
    """Let bots play a whole game and return its record; the same seed gives the same game.

    ``options`` are those of ``Game.setup``; the number of players is the number of bots.
    """
    number = whole(seed)
    if number is None:
        raise OptionError(f"a seed is a whole number, not {shown(seed)}")
    setup = seated(game, bots, number, options)
    for player in bots:
        player.sit_down(setup)
    history = History(setup, [bot.name() for bot in bots])
    # Dice, resamples and bots draw from generators of their own: what a bot asks for does not change the dice.
    key = number % 2**62
    dice, deals, thoughts = Random(key), Random(key ^ 0x5DEECE66D), Random(key ^ 0x2545F4914F)
    while not history.over:
        state = history.state
        seat = state.to_move
        if seat == CHANCE:
            history.play(state.sample_chance(dice))
        else:
            history.play(bots[seat].choose(state.resample(seat, deals), thoughts))
    return record_of(history)


def seated(game: str | Game | Setup, bots: Sequence[Bot], seed: int, options: dict[str, Any]) -> Setup:
    """Return the setup for so many bots; what a game draws anew each time is drawn from the seed."""
    for player in bots:
        if not isinstance(player, Bot):
            raise UnknownBotError(f"{shown(player)} is no bot: tri.bot('greedy') makes one by its name")
    if isinstance(game, Setup):
        if options:
            raise TriangulumError("options belong to a game; a setup has its own already")
        return game
    if "players" in options:
        raise OptionError("as many play as there are bots: leave players out")
    if not isinstance(game, Game):
        game = find_game(game)
    return game.setup(len(bots), **game.with_seeds(options, seed))
