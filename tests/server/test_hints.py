"""A hint in words: it names the move, says what it brings, and never tells what nobody can know yet."""

import pytest
from librt.random import Random

import triangulum as tri
from tests.toys.coin import COIN
from triangulum.bots.thought import Candidate, Thought
from triangulum.server.runtime.advice import describe_hint
from triangulum.text import Reader

STAR_RUNNERS = "SM ML | S:A M:A L:a1 | S:b1 M:B L:B | turn 9 | seat 0 spends 5 of 5-2"
STARRY_SKY = (
    "R1 R2 R10 B2 B3 B5 B9, R3 R7 R8 R11 B4 B6 B11, R4 R9 R12 B1 B7 B8 B10 B12 | down R5, R6, - | seat 2 follows"
)
TRI_TRAC = "N c4 LR; O b2 LT, c1 LT; Y a1 RB, b1 RB | turn 7"


def hint_at(state: tri.State, move: str, win: float | None = 0.616) -> str:
    """Return the hint that a bot gives the mover if it would play a move, with a chance or without."""
    action = state.parse_action(move)
    best = () if win is None else (Candidate(action, win, 100),)
    reader = Reader(names=("Ann", "Bob", "Cleo"), seat=state.to_move)
    return describe_hint(state, Thought(action, best), state.to_move, reader)


def position(game: str, text: str) -> tri.State:
    """Return a position of a game with its default options."""
    return tri.game(game).setup().parse_position(text)


def test_a_hint_names_the_move_and_what_it_brings_and_the_chance_of_winning() -> None:
    assert hint_at(position("star-runners", STAR_RUNNERS), "Lb1") == (
        "Suggestion: Move the large ship from a1 to b1. You’ll have 2 points left. Your chance of winning is about 62%."
    )


def test_a_bot_that_does_not_search_knows_no_chance() -> None:
    hint = hint_at(position("star-runners", STAR_RUNNERS), "done", win=None)
    assert hint == "Suggestion: Stop here. This ends your turn with 5 points unused."


def test_a_move_that_wins_needs_no_chance() -> None:
    assert hint_at(position("tri-trac", TRI_TRAC), "a2 LT") == (
        "Suggestion: Place a triangle on a2 so that it connects left and top. This wins the game."
    )


@pytest.mark.parametrize("seed", range(8))
def test_a_hint_does_not_guess_what_the_others_have_played(seed: int) -> None:
    state = position("starry-sky", STARRY_SKY).resample(2, Random(seed))
    assert hint_at(state, "R4") == (
        "Suggestion: Play the red 4. You’ll still have 1, 7, 8, 9, 10 and 12 to bid with. "
        "Your chance of winning is about 62%."
    )


def test_a_game_without_sentences_gets_its_notation() -> None:
    state = COIN.new()
    assert hint_at(state, state.format_action(state.legal_actions()[0])) == (
        "Suggestion: You play a. Your chance of winning is about 62%."
    )
