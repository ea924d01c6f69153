"""Games among bots, from the first step to the last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from librt.random import Random

from triangulum.bots.game_loop import GameHooks, SeatedBot, SequentialChance, play_bot_game
from triangulum.bots.player import Bot
from triangulum.core.game import Game
from triangulum.core.registry import game as find_game
from triangulum.core.state import CHANCE, Setup, State, to_integer
from triangulum.errors import OptionError, TriangulumError, UnknownBotError, quote_value
from triangulum.record.entries import AnyEntry, Happened, Played
from triangulum.record.history import History
from triangulum.record.record import Record, setup_to_data


def play(game: str | Game | Setup, bots: Sequence[Bot], seed: int = 0, **options: Any) -> Record:
    """Let bots play a whole game and return its record; the same seed gives the same game.

    ``options`` are those of ``Game.setup``; the number of players is the number of bots.
    """
    seed_number = to_integer(seed)
    if seed_number is None:
        raise OptionError(f"a seed is a whole number, not {quote_value(seed)}")
    setup = setup_for_bots(game, bots, seed_number, options)
    for bot in bots:
        bot.start_game(setup)
    players = History(setup, [bot.name() for bot in bots]).initial_players
    # Dice, resamples and bots draw from generators of their own: what a bot asks for does not change the dice.
    key = seed_number % 2**62
    dice_rng, resample_rng, search_rng = Random(key), Random(key ^ 0x5DEECE66D), Random(key ^ 0x2545F4914F)
    recorder = StepRecorder()
    seats = [SeatedBot(bot, resample_rng, search_rng) for bot in bots]
    play_bot_game(setup.new(), seats, SequentialChance(dice_rng), recorder)
    return Record(setup=setup_to_data(setup), players=players, entries=tuple(recorder.entries))


class StepRecorder(GameHooks):
    """Keeps every step of a game as an entry of its record."""

    def __init__(self) -> None:
        self.entries: list[AnyEntry] = []

    def apply_action(self, state: State, action: int) -> None:
        """Record an action and apply it."""
        mover = int(state.to_move)
        self.entries.append(Happened(action) if mover == CHANCE else Played(mover, action))
        state._apply(action)


def setup_for_bots(game: str | Game | Setup, bots: Sequence[Bot], seed: int, options: dict[str, Any]) -> Setup:
    """Return the setup for these bots; options that are random in every game come from the seed."""
    for bot in bots:
        if not isinstance(bot, Bot):
            raise UnknownBotError(f"{quote_value(bot)} isn’t a bot; tri.bot('greedy') makes one")
    if isinstance(game, Setup):
        if options:
            raise TriangulumError("options belong to a game; a setup has its own already")
        return game
    if "players" in options:
        raise OptionError("as many play as there are bots: leave players out")
    if not isinstance(game, Game):
        game = find_game(game)
    return game.setup(len(bots), **game.with_seeds(options, seed))
