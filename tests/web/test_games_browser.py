"""Every game, played in a browser as people play: the beginning and the end of each, by mouse, finger and keyboard."""

import random

import pytest

from tests.web.visitor import Visitors, Way
from triangulum.core.registry import games

BOT = {"for": "bot", "bot": "greedy"}
ME = {"for": "me"}
GAMES = [game.id for game in games()]
WAYS: tuple[Way, ...] = ("mouse", "touch", "keyboard")


def fewest(game: str) -> int:
    return next(one.players[0] for one in games() if one.id == game)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_the_beginning_of_a_game(game: str, way: Way, visitors: Visitors) -> None:
    visitor = visitors("Ann", way=way)
    visitor.open(game, [ME, *[BOT] * (fewest(game) - 1)])
    assert visitor.play_on(random.Random(7), 3) == 3


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_a_whole_game(game: str, way: Way, visitors: Visitors) -> None:
    visitor = visitors("Ann", way=way)
    visitor.open(game, [ME, *[BOT] * (fewest(game) - 1)])
    assert visitor.play_on(random.Random(7)) > 1
