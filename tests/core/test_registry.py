"""Finding games and bots by name."""

from typing import Any

import pytest

import triangulum as tri
from tests.toys.follow import FOLLOW, FollowNotation, FollowViewBuilder, declare_follow


def test_games_are_listed_and_found() -> None:
    assert tri.game("star-runners") in tri.games()
    assert tri.game("follow") is FOLLOW
    assert [game.title for game in tri.games()] == sorted(game.title for game in tri.games())


def test_the_name_games_lists_them_and_is_a_folder_too() -> None:
    from triangulum.games.star_runners import GAME

    assert GAME is tri.game("star-runners")


def test_an_unknown_name_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(tri.UnknownGameError, match=r"There’s no game “star-runner”. Did you mean “star-runners”"):
        tri.game("star-runner")
    with pytest.raises(tri.UnknownGameError, match=r"There’s no game “go”. Choose from "):
        tri.game("go")
    with pytest.raises(tri.UnknownBotError, match=r"There’s no bot “gredy”. Did you mean “greedy”"):
        tri.bot("gredy")


@pytest.mark.parametrize("wrong", [3, None, [], "x" * 500])
def test_what_is_no_name_is_refused_in_a_line(wrong: Any) -> None:
    with pytest.raises(tri.UnknownGameError, match=r"There’s no game .*\. Choose from ") as no_game:
        tri.game(wrong)
    with pytest.raises(tri.UnknownBotError, match=r"There’s no bot .*\. Choose from ") as no_bot:
        tri.bot(wrong)
    # However long it is, it is quoted in a few words; the games and bots that there are come after it.
    for refused in (no_game, no_bot):
        said = str(refused.value)
        assert "\n" not in said
        assert said.index(". ") < 100


def test_an_id_is_given_once() -> None:
    with pytest.raises(tri.TriangulumError, match="there is a game 'follow' already"):
        declare_follow("follow", notation=FollowNotation(), view_builder=FollowViewBuilder())
    with pytest.raises(tri.TriangulumError, match="there is a game 'star-runners' already"):
        declare_follow("star-runners")
    assert tri.register(FOLLOW) is FOLLOW  # the same one again is no harm
