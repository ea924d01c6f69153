"""Whole games among bots: the same seed gives the same game, and what cannot be played is refused in a line."""

from typing import Any

import pytest

import triangulum as tri

TWO = [tri.bot("random"), tri.bot("random")]


class Seed:
    """A whole number that is not Python's own, as NumPy has them."""

    def __index__(self) -> int:
        return 7


def test_any_whole_number_is_a_seed() -> None:
    three: list[tri.Bot] = [tri.bot("random")] * 3
    seed: Any = Seed()
    assert tri.play("starry-sky", three, seed=seed) == tri.play("starry-sky", three, seed=7)
    assert tri.play("tri-trac", TWO, seed=-1) == tri.play("tri-trac", TWO, seed=-1)


@pytest.mark.parametrize("seed", ["1", 1.5, None, True])
def test_anything_else_is_none(seed: Any) -> None:
    with pytest.raises(tri.OptionError, match="a seed is a whole number, not "):
        tri.play("tri-trac", TWO, seed=seed)


@pytest.mark.parametrize("wrong", ["greedy", None, tri.BOTS["greedy"]])
def test_bots_are_made_before_they_play(wrong: Any) -> None:
    with pytest.raises(tri.UnknownBotError, match=r"isn’t a bot; tri\.bot"):
        tri.play("tri-trac", [TWO[0], wrong])


def test_as_many_play_as_there_are_bots() -> None:
    with pytest.raises(tri.OptionError, match="as many play as there are bots"):
        tri.play("tri-trac", TWO, players=2)
    with pytest.raises(tri.OptionError, match="Tri-Trac: This game is for 2 players, not 3"):
        tri.play("tri-trac", [*TWO, TWO[0]])
    with pytest.raises(tri.TriangulumError, match="Tri-Trac is set up for 2 players, not 1"):
        tri.play(tri.game("tri-trac").setup(), TWO[:1])


def test_what_is_no_game_is_refused() -> None:
    wrong: Any = 3
    with pytest.raises(tri.UnknownGameError, match="There’s no game “3”"):
        tri.play(wrong, TWO)
    with pytest.raises(tri.TriangulumError, match="a setup has its own already"):
        tri.play(tri.game("tri-trac").setup(), TWO, turn_limit=20)
