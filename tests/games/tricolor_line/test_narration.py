"""Tricolor Line in words: sentences, previews and the table as text."""

import pytest

import triangulum as tri
from tests.games.shared import after, told
from tests.games.tricolor_line.positions import EAST, WEST, game, random_game, seen
from triangulum.games.tricolor_line import narration
from triangulum.games.tricolor_line.views import decode_place

NAMES = ("Ann", "Bob")


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
