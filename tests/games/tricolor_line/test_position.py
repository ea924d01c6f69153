"""Positions of Tricolor Line as text: read back, or refused with one line that says why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import triangulum as tri
from tests.games.shared import read_back
from tests.games.tricolor_line.positions import EAST, GAME, WEST, game, random_game


@pytest.mark.parametrize("preset", ["as-printed", "long-roads"])
def test_positions_are_read_back_all_along_a_game(preset: str) -> None:
    for players in (2, 5, 8):
        setup = GAME.setup(players, round_limit=2, preset=preset)
        for state in random_game(players, players, round_limit=2, preset=preset):
            assert setup.parse_position(state.position()) == state


def test_payments_with_cards_of_both_ages_are_read_back() -> None:
    tiles = "tiles red dead-end N at 1,0, blue corner NE at 0,1"
    for question in ("seat 0 pays R R to build 1,0", "seat 0 pays R W to turn 0,1", "seat 0 pays W to discard"):
        state = game(tiles, "hands R R* R* G+ W W* / G*", question)
        assert state.position().endswith(question)
        assert GAME.setup(2).parse_position(state.position()) == state


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (["tiles red cross NESW at 2,0", "seat 0 acts"], "chain of neighbours"),
        (["tiles red cross NESW at 1,0, red tee NES at 1,0", "seat 0 acts"], "two tiles cannot lie on 1,0"),
        (["tiles red cross NS at 1,0", "seat 0 acts"], "does not lie so"),
        (["tiles red moon NS at 1,0", "seat 0 acts"], "is no tile"),
        (["tiles red cross NESW at 9,0", "seat 0 acts"], "beyond the edge"),
        (["hands R / -, -", "seat 0 acts"], "is no card"),
        (["hands R", "seat 0 acts"], "hands of 2 seats"),
        (["hands R / R R R R R R", "seat 0 acts"], "more than 5 cards"),
        (["hands W W W W W W W / -", "seat 0 acts"], "not so many cards W"),
        (["identities red", "seat 0 acts"], "for each of 2 seats"),
        (["skips 1", "seat 0 acts"], "is safe as well"),
        (["events landslide landslide landslide landslide", "seat 0 acts"], "as many as there are cards"),
        (["round 99", "seat 0 acts"], "is not a round: it is a number from 0 to 60"),
        (["piles red tee 22, red tee 22, red tee 1", "seat 0 acts"], "room for"),
        (["seat 0 sings"], "nothing that a seat does"),
        (["seat 5 acts"], "what is going on"),
        (["seat 0 places"], "a tile is taken exactly"),
        (["seat 0 discards"], "nobody is asked"),
        ([f"tiles {EAST}", "last 1,0", "events landslide", "seat 0 slides"], "no choice of targets"),
        ([f"tiles {EAST}", "events landslide", "seat 0 slides"], "last is the tile that was just built"),
        (["tiles red cross NESW at 1,0", "last 1,0", "seat 0 draws an event"], "last is the tile that was just built"),
        ([f"tiles {EAST}", "last 1,0", "events landslide", "seat 0 may draw"], "that event can happen"),
        (
            [
                f"tiles {EAST}, end NESW at 1,1",
                "taken end NESW at 1,-1 built",
                "events relocation",
                "last 1,0",
                "seat 0 resettles",
            ],
            "a constructed tile is not moved",
        ),
        (["events toll", "seat 0 slides"], "not the one that is being resolved"),
        ([f"tiles {EAST}, {WEST}", "seat 0 chooses"], "over before this turn"),
        (["over by routes after seat 0"], "the game is not over by routes here"),
        (["last 3,3", "seat 0 acts"], "no tile on 3,3"),
        (["hands R / -", "hands R / -", "seat 0 acts"], "another part that says the same"),
        (["cheese", "seat 0 acts"], "is no part of a position"),
        (["hands R R* / -", "seat 0 pays R to build 1,0"], "is no payment"),
        (["tiles red dead-end N at 1,0", "hands RR RR / -", "seat 0 pays RR to build 1,0"], "is no payment"),
        (["tiles red dead-end N at 1,0", "hands RR RR* / -", "seat 0 pays R to build 1,0"], "is no payment"),
        (["tiles red dead-end N at 1,0", "hands RR RR* / -", "seat 0 pays RR to discard"], "is no payment"),
        (["hands R* / -", "round 0", "set-up"], "in the set-up"),
        (["round 3", "set-up"], "in the set-up"),
    ],
)
def test_positions_that_cannot_be_are_refused(parts: list[str], message: str) -> None:
    with pytest.raises(tri.PositionError, match=message) as caught:
        game(*parts)
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="tilesrdcoNESW at0123,-|/+ hndGB", max_size=60))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    state = read_back(GAME.setup(2).parse_position, text)
    assert state is None or GAME.setup(2).parse_position(state.position()) == state
