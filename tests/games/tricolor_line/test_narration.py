"""Tricolor Line in words: notation, positions, sentences and the table in text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import triangulum as tri
from tests.games.shared import after, read_back, told
from tests.games.tricolor_line.maps import EAST, GAME, WEST, game, random_game, seen
from triangulum.games.tricolor_line import narration
from triangulum.games.tricolor_line.views import decode_place

NAMES = ("Ann", "Bob")
ACTING = game(
    "tiles red corner NE at 2,-1, blue cross NESW at 1,-1, red dead-end N at 0,-1, red tee NES at 2,1, "
    "red tee NES at 1,1, red tee NES at 0,1", "hands R RR G W / G", "seat 0 acts",
)  # fmt: skip

# Notation


def test_moves_are_read_as_people_write_them() -> None:
    exact = ACTING.parse_action("build 2,-1 with R RR")
    for written in (
        "BUILD 2,-1 WITH rr r",
        " build  2 , -1 with r rr ",
        "build 2,\u22121 with R RR",
        "build 2,\u20131 with R RR",
    ):
        assert ACTING.parse_action(written) == exact


def test_a_minus_is_never_overlooked() -> None:
    with pytest.raises(tri.IllegalActionError):
        ACTING.parse_action("build 2,1 with R RR")
    assert ACTING.parse_action("turn 2,1 with R W") != ACTING.parse_action("turn 2,-1 with R W")


def test_two_singles_are_not_a_double() -> None:
    state = game("tiles red dead-end N at 1,0", "hands R R RR / -", "seat 0 acts")
    assert state.parse_action("build 1,0 with R R") != state.parse_action("build 1,0 with RR")


@pytest.mark.parametrize(
    "text", ["", "build", "build 2,-1", "turn 2,-1 with R", "at 99,0 NE", "attack", "seat 1", "draw 3"]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises((tri.NotationError, tri.IllegalActionError)):
        ACTING.parse_action(text)


def test_outcomes_are_read() -> None:
    new = GAME.new()
    assert new.parse_action("Red Dead End") == new.parse_action("red dead-end")
    with pytest.raises(tri.IllegalActionError):
        new.parse_action("end")
    with pytest.raises(tri.NotationError):
        new.parse_action("purple cross")


@given(st.one_of(st.text(max_size=12), st.from_regex(r"(build|turn) -?\d,-?\d with [RGBW ]{1,6}", fullmatch=True)))
def test_any_text_is_a_legal_move_or_refused(text: str) -> None:
    action = read_back(ACTING.parse_action, text)
    assert action is None or action in ACTING.legal_actions()


def test_every_number_has_a_text() -> None:
    for state in (ACTING, game("seat 0 chooses"), game("taken red tee", "seat 0 places")):
        assert all(state.format_action(action) for action in range(0, GAME.setup(2).num_actions, 7))


# Positions


def test_positions_are_read_back_all_along_a_game() -> None:
    for players in (2, 5, 8):
        setup = GAME.setup(players, round_limit=2)
        for state in random_game(players, players, round_limit=2):
            assert setup.parse_position(state.position()) == state


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
        (["events landslide", "seat 0 slides"], "no choice of targets"),
        (["events toll", "seat 0 slides"], "not the one that is being resolved"),
        ([f"tiles {EAST}, {WEST}", "seat 0 chooses"], "over before this turn"),
        (["over by routes after seat 0"], "the game is not over by routes here"),
        (["last 3,3", "seat 0 acts"], "no tile on 3,3"),
        (["hands R / -", "hands R / -", "seat 0 acts"], "another part that says the same"),
        (["cheese", "seat 0 acts"], "is no part of a position"),
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


# Sentences


def test_sentences_tell_what_happens() -> None:
    state = game("tiles red dead-end E at 1,0", "hands R R G W / G", "seat 0 acts")
    assert told(state, "build 1,0 with R R") == "Ann constructs a red dead-end E at 1,0 for R R."
    assert told(state, "turn 1,0 with G W") == "Ann pays G W to turn a red dead-end S at 1,0."
    assert told(state, "attack seat 1") == "Ann gives up R R G W to attack Bob, who will skip a turn."
    event = after(state, "build 1,0 with R R")
    assert told(event, "landslide") == "The event is a landslide. A red dead-end E at 1,0 is a blueprint again."
    assert told(event, "toll") == "The event is a toll. Ann takes a toll from Bob."
    assert told(after(event, "toll"), "G") == "Bob gives Ann G."
    assert told(event, "relocation").endswith("It cannot be done, so Ann draws two cards.")
    assert told(event, "leak") == "The event is a leak. Ann looks at the identity of Bob."


def test_hands_laid_open_are_told() -> None:
    dealt = "R " * 15 + "RR " * 5 + "G " * 15 + "GG " * 5 + "B " * 14 + "BB " * 5 + "W " * 6
    state = after(game("hands B / -", f"discards {dealt.strip()}", "seat 0 chooses"), "draw 2")
    assert told(state, "GG") == (
        "All hands are laid open: Ann B, Bob nothing. The discards are shuffled. Ann draws a card."
    )


def test_the_end_is_told() -> None:
    state = game(f"tiles {EAST}, {WEST}", "identities red green", "seat 0 acts")
    assert told(state, "done") == (
        "Two routes are finished, with most tiles in red and green. Ann (red) has 4, Bob (green) has 3. Ann wins."
    )


def test_every_event_of_a_game_is_told_to_everybody() -> None:
    heard = set()
    for state in random_game(3, 2, round_limit=8):
        for action in state.legal_actions()[:2]:
            for seat in (0, None):
                for event in state.events(action, seat):
                    heard.add(type(event))
                    assert narration.narrate(event, ("Ann", "Bob", "Cid")).endswith(".")
    assert len(heard) > 8


def test_an_event_of_another_game_is_not_told() -> None:
    with pytest.raises(TypeError, match="Event does not happen in Tricolor Line"):
        narration.narrate(tri.GameEvent(), NAMES)


def test_previews_tell_of_routes() -> None:
    state = game(f"tiles {EAST}, {WEST.replace(' built', '')}", "hands G G G / -", "seat 0 acts")
    assert state.preview(state.parse_action("build -1,0 with G G G")).words == "two routes that share no tile"
    assert state.preview(state.parse_action("turn -1,0 with G G")).words == "it will lie NS"


# The table in text


def test_the_table_in_text() -> None:
    state = game(f"tiles {EAST}, blue bridge NS+EW at 0,1", "hands R G+ / W", "seat 0 acts")
    assert narration.text_board(seen(state, 0)) == BOARD
    assert str(state) == narration.text_board(seen(state))
    assert decode_place(0) == (-8, -8)


BOARD = r"""
round 1 of 60: seat 0, act
      0     1     2
     .|.
  1 -b+b-
     .|.
     .|.   . .   .|.
  0 -SSS- -RRR- -EEE-
     .|.   . .   .|.
small letters are blueprints, capitals are built; S is Start, E an End; \ / + are roads that do not join
piles 1: red straight (21), 2: red straight (21), 3: red corner (21)
costs straight 3, corner 3, tee 4, cross 5, twin 4, bridge 4, dead-end 2
63 cards to draw, discards -
20 events to draw, used -
> seat 0 (you): 2 cards, open G, red
  seat 1: 1 card
your cards: R
route to the End at 2,0: 1,0
""".strip("\n")
