"""Games among bots, from the first step to the last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from librt.random import Random

from triangulum.bots.player import Bot
from triangulum.core.game import Game
from triangulum.core.registry import game as find_game
from triangulum.core.state import CHANCE, Setup, to_integer
from triangulum.errors import OptionError, TriangulumError, UnknownBotError, quote_value
from triangulum.record.history import History
from triangulum.record.record import Record, record_from_history


def play(game: str | Game | Setup, bots: Sequence[Bot], seed: int = 0, **options: Any) -> Record:
    """Let bots play a whole game and return its record; the same seed gives the same game.

    ``options`` are those of ``Game.setup``; the number of players is the number of bots.
    """
    seed_number = to_integer(seed)
    if seed_number is None:
        raise OptionError(f"a seed is a whole number, not {quote_value(seed)}")
    setup = setup_for_bots(game, bots, seed_number, options)
    for player in bots:
        player.start_game(setup)
    history = History(setup, [bot.name() for bot in bots])
    # Dice, resamples and bots draw from generators of their own: what a bot asks for does not change the dice.
    key = seed_number % 2**62
    dice_rng, resample_rng, bot_rng = Random(key), Random(key ^ 0x5DEECE66D), Random(key ^ 0x2545F4914F)
    while not history.is_over:
        state = history.state
        seat = state.to_move
        if seat == CHANCE:
            history.play(state.sample_chance(dice_rng))
        else:
            history.play(bots[seat].choose(state.resample(seat, resample_rng), bot_rng))
    return record_from_history(history)


def setup_for_bots(game: str | Game | Setup, bots: Sequence[Bot], seed: int, options: dict[str, Any]) -> Setup:
    """Return the setup for these bots; options that are drawn anew for each game are drawn from the seed."""
    for player in bots:
        if not isinstance(player, Bot):
            raise UnknownBotError(f"{quote_value(player)} is no bot: tri.bot('greedy') makes one by its name")
    if isinstance(game, Setup):
        if options:
            raise TriangulumError("options belong to a game; a setup has its own already")
        return game
    if "players" in options:
        raise OptionError("as many play as there are bots: leave players out")
    if not isinstance(game, Game):
        game = find_game(game)
    return game.setup(len(bots), **game.with_seeds(options, seed))
