"""Finding games and bots by name."""

import pytest

import triangulum as tri
from tests.toys.follow import FOLLOW, FollowSight, FollowWords, follow


def test_games_are_listed_and_found() -> None:
    assert tri.game("star-runners") in tri.games()
    assert tri.game("follow") is FOLLOW
    assert [game.title for game in tri.games()] == sorted(game.title for game in tri.games())


def test_the_name_games_lists_them_and_is_a_folder_too() -> None:
    from triangulum.games.star_runners import GAME

    assert GAME is tri.game("star-runners")


def test_an_unknown_name_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(tri.UnknownGame, match="there is no game 'star-runner'; did you mean 'star-runners'"):
        tri.game("star-runner")
    with pytest.raises(tri.UnknownGame, match="there is no game 'go'; choose from "):
        tri.game("go")
    with pytest.raises(tri.UnknownBot, match="there is no bot 'gredy'; did you mean 'greedy'"):
        tri.bot("gredy")


def test_an_id_is_given_once() -> None:
    with pytest.raises(tri.TriangulumError, match="there is a game 'follow' already"):
        follow("follow", words=FollowWords(), sight=FollowSight())
    with pytest.raises(tri.TriangulumError, match="there is a game 'star-runners' already"):
        follow("star-runners")
    assert tri.register(FOLLOW) is FOLLOW  # the same one again is no harm
