"""Star Runners in words: positions that make no sense are refused, and sentences tell what happened."""

from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import triangulum as tri
from tests.games.shared import read_back, told
from triangulum.core.state import State
from triangulum.text import Reader

T = TypeVar("T")

GAME = tri.game("star-runners")
SETUP = GAME.setup()
AT_HOME = "S:A M:A L:A | S:B M:B L:B"


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("", "a position has five parts between |, not 1"),
        (f"SM ML | {AT_HOME} | turn 1", "a position has five parts between |, not 4"),
        (f"SM MX | {AT_HOME} | turn 1 | seat 0 rolls", "'SM MX' are no two binaries: each is one of ML, SL, SM"),
        (f"SM SM | {AT_HOME} | turn 1 | seat 0 rolls", "both binaries are SM"),
        (f"- SM | {AT_HOME} | turn 1 | seat 1 chooses", "seat 0 builds its binary first"),
        ("SM ML | S:A M:A | S:B M:B L:B | turn 1 | seat 0 rolls", "'S:A M:A' is no fleet"),
        ("SM ML | S:C M:A L:A | S:B M:B L:B | turn 1 | seat 0 rolls", "is no fleet"),
        (f"SM ML | {AT_HOME} | turn 0 | seat 0 rolls", "'0' is not a turn: it is a number from 1 to 301"),
        (f"SM ML | {AT_HOME} | turn 400 | seat 1 rolls", "'400' is not a turn: it is a number from 1 to 301"),
        (f"SM ML | {AT_HOME} | turn 2 | seat 0 rolls", "turn 2 is seat 1's"),
        (f"SM ML | {AT_HOME} | turn 301 | seat 0 rolls", "after 300 turns the game is drawn"),
        (f"SM ML | {AT_HOME} | turn 1 | seat 0 sleeps", "'seat 0 sleeps' does not say what is going on"),
        (f"- - | {AT_HOME} | turn 1 | seat 0 rolls", "both binaries must be built before anybody rolls"),
        (f"SM ML | {AT_HOME} | turn 1 | seat 0 chooses", "seat 0 cannot be choosing with these binaries"),
        ("SM - | S:a1 M:A L:A | S:B M:B L:B | turn 1 | seat 1 chooses", "all ships are at home"),
        (f"SM ML | {AT_HOME} | turn 1 | seat 0 has doubles 4-3", "4-3 are no doubles"),
        (f"SM ML | {AT_HOME} | turn 1 | seat 0 has doubles 7-7", "7-7 is no roll: the dice show 1 to 6"),
        (f"SM ML | {AT_HOME} | turn 1 | seat 0 spends 2 of 3-5", "3-5 is no roll: the dice show 1 to 6, the greater"),
        (f"SM ML | {AT_HOME} | turn 1 | seat 0 spends 6 of 5-4", "a roll of 5-4 leaves 1 to 5 points to spend, not 6"),
        ("SM ML | S:a1 M:A L:A | S:B M:B L:a1 | turn 1 | seat 0 spends 1 of 5-4", "seat 0 has no hop for 1 points"),
        (f"SM ML | {AT_HOME} | turn 1 | won by seat 0", "seat 0's fleet has not arrived"),
        (f"SM ML | {AT_HOME} | turn 1 | drawn", "a drawn game stands at turn 301"),
        ("SM ML | S:B* M:B* L:B* | S:B M:B L:B | turn 1 | seat 0 rolls", "a fleet has arrived, so the game is won"),
        ("SM ML | S:B* M:B* L:B* | S:B M:B L:B | turn 301 | drawn", "the game is won and not drawn"),
        ("SM ML | S:B* M:B* L:B* | S:B M:B L:B | turn 2 | won by seat 0", "turn 2 is seat 1's"),
        ("SM ML | S:B* M:B* L:B* | S:A* M:A* L:A* | turn 1 | won by seat 0", "or both have"),
        (f"SM ML | {AT_HOME} | turn 1 | seat 0 rerolls", "its option rerolls is chain"),
        # Rule 7.1: visits take turns that have ended, and points.
        ("SM ML | S:A* M:A L:A | S:B M:B L:B | turn 1 | seat 0 rolls", "seat 0's ships cannot have visited Backwater"),
        ("SM ML | S:W* M:A L:A | S:B M:B L:B | turn 1 | seat 0 spends 4 of 6-5", "visited Backwater by turn 1"),
        ("SM ML | S:A M:A L:A | S:B* M:B L:B | turn 2 | seat 1 rolls", "seat 1's ships cannot have visited Backwater"),
        ("SM ML | S:W* M:W* L:W* | S:B M:B L:B | turn 3 | seat 0 rolls", "visited Backwater by turn 3"),
        ("SM ML | S:b1* M:A L:A | S:B M:B L:B | turn 3 | seat 0 rolls", "and be where they are"),
        ("SM ML | S:B* M:B* L:B* | S:B M:B L:B | turn 5 | won by seat 0", "visited Backwater by turn 5"),
        # And a ship that is there between two turns has visited.
        ("SM ML | S:W M:A L:A | S:B M:B L:B | turn 3 | seat 0 rolls", "has visited Backwater: S:W*"),
        ("SM ML | S:A M:A L:A | S:B M:W L:B | turn 3 | seat 0 rolls", "seat 1's M did not come to W this turn"),
        ("SM ML | S:W M:W L:A | S:B M:B L:B | turn 5 | seat 0 spends 4 of 6-5", "seat 0's M did not come to W"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_one_line(position: str, message: str) -> None:
    with pytest.raises(tri.PositionError) as caught:
        SETUP.parse_position(position)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "position",
    [
        f"- - | {AT_HOME} | turn 1 | seat 0 chooses",
        f"SL - | {AT_HOME} | turn 1 | seat 1 chooses",
        f"SM ML | {AT_HOME} | turn 1 | seat 0 rolls",
        "SM ML | S:a1 M:W* L:A | S:B M:b2 L:B* | turn 8 | seat 1 has doubles 4-4",
        "SM ML | S:W* M:A L:A | S:B M:B L:B | turn 3 | seat 0 rolls",
        "SM ML | S:W* M:W* L:W* | S:B M:B L:B | turn 5 | seat 0 rolls",
        "SM ML | S:b1* M:A L:A | S:B M:B L:B | turn 3 | seat 0 spends 5 of 6-5",
        "SM ML | S:B* M:B* L:B* | S:B M:B L:B | turn 7 | won by seat 0",
        "SM ML | S:a1 M:W* L:A | S:B M:b2 L:B | turn 7 | seat 0 spends 2 of 5-4",
        "SM ML | S:B* M:B* L:B* | S:A M:b2* L:B | turn 7 | won by seat 0",
        f"SM ML | {AT_HOME} | turn 301 | drawn",
    ],
)
def test_a_position_is_written_as_it_was_read(position: str) -> None:
    assert SETUP.parse_position(position).position() == position


@given(st.text(max_size=80))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    state = read_back(SETUP.parse_position, text)
    assert state is None or SETUP.parse_position(state.position()) == state


MID_GAME = SETUP.parse_position("SM ML | S:a1 M:W* L:A | S:B M:b2 L:B | turn 7 | seat 0 spends 3 of 5-4")


@given(st.one_of(st.text(max_size=12), st.from_regex(r"\s*[sSmMlL] ?-?>?[aAbBwW][12]?\s*", fullmatch=True)))
def test_any_text_is_a_legal_move_or_refused(text: str) -> None:
    action = read_back(MID_GAME.parse_action, text)
    assert action is None or action in MID_GAME.legal_actions()


def test_sentences_tell_what_happens() -> None:
    assert told(GAME.new(), "home SL") == "Ann builds a home from a small and a large star."
    rolling = SETUP.parse_position("SM ML | S:a1 M:a1 L:A | S:B M:B L:a1 | turn 1 | seat 0 rolls")
    assert told(rolling, "6-3") == "Ann rolls 6 and 3 for 6 points."
    assert told(rolling, "2-1") == ("Ann rolls 2 and 1 for 2 points. Ann can’t move any ship, so the turn is over.")
    assert told(rolling, "4-4") == "Ann rolls a double 4."
    rolling.play("4-4")
    assert told(rolling, "take") == "Ann takes 4 points."
    assert told(rolling, "reroll") == "Ann rolls again."
    ones = SETUP.parse_position(f"SM ML | {AT_HOME} | turn 1 | seat 0 has doubles 1-1")
    assert told(ones, "take") == "Ann takes 1 point."
    assert brings(ones, "take") == "You’ll have 1 point to spend."
    assert told(MID_GAME, "SW") == "Ann moves the small ship from a1 to Backwater."
    assert told(MID_GAME, "SA") == "Ann moves the small ship from a1 back home."
    assert told(MID_GAME, "done") == "Ann ends the turn with 3 points unused."
    at_backwater = SETUP.parse_position("SM ML | S:a1 M:W L:W | S:B M:B L:B | turn 9 | seat 0 spends 1 of 6-1")
    assert told(at_backwater, "SW") == (
        "Ann moves the small ship from a1 to Backwater. Ann’s small, medium and large ships have now visited Backwater."
    )
    almost = SETUP.parse_position("SM ML | S:b1* M:B* L:B* | S:A M:A L:A | turn 31 | seat 0 spends 3 of 3-1")
    assert told(almost, "SB") == (
        "Ann moves the small ship from b1 to Bob’s home. Ann’s whole fleet has arrived: Ann wins!"
    )
    last = GAME.setup(turn_limit=1).parse_position(f"SM ML | {AT_HOME} | turn 1 | seat 0 spends 3 of 3-1")
    assert told(last, "done").endswith("The turn limit has been reached, so the game is a draw.")


def test_a_turn_is_told_in_few_sentences() -> None:
    state = SETUP.parse_position(f"SM ML | {AT_HOME} | turn 1 | seat 0 has doubles 1-1")
    events: list[tri.GameEvent] = []
    for move in ("reroll", "6-5", "Sa1", "SW", "Ma1", "Mb2"):
        action = state.parse_action(move)
        events += state.events(action, None)
        state.play(action)
    sentences = [Reader(names=("Ann", "Bob"), seat=1).render(text) for text in GAME.narration.narrate(events)]
    assert sentences == [
        "Ann rolls again and gets 6 and 5 for 6 points.",
        "Ann moves the small ship from home via a1 to Backwater and the medium ship from home via a1 to b2.",
        "Ann’s small ship has now visited Backwater.",
    ]


def brings(state: State, move: str) -> str:
    """Return the words of a preview."""
    return str(state.preview(state.parse_action(move)).words)


def test_previews_tell_what_a_move_brings() -> None:
    assert brings(GAME.new(), "home SL") == "This only changes how the map looks."
    doubles = SETUP.parse_position(f"SM ML | {AT_HOME} | turn 1 | seat 0 has doubles 4-4")
    assert brings(doubles, "take") == "You’ll have 4 points to spend."
    assert brings(doubles, "reroll") == "The new roll counts, even if it’s worse."
    assert brings(MID_GAME, "SW") == "You’ll have 2 points left."
    assert brings(MID_GAME, "La2") == "This ends your turn."
    at_backwater = SETUP.parse_position("SM ML | S:a1 M:A L:W | S:B M:B L:B | turn 9 | seat 0 spends 2 of 6-1")
    assert brings(at_backwater, "done") == (
        "This ends your turn with 2 points unused. Your large ship visits Backwater."
    )
    almost = SETUP.parse_position("SM ML | S:b1* M:B* L:B* | S:A M:A L:A | turn 31 | seat 0 spends 3 of 3-1")
    assert brings(almost, "SB") == "This wins the game."
    last = GAME.setup(turn_limit=1).parse_position(f"SM ML | {AT_HOME} | turn 1 | seat 0 spends 3 of 3-1")
    assert brings(last, "done") == "This ends the game in a draw: it’s the last turn."


def test_an_event_of_another_game_is_not_told() -> None:
    with pytest.raises(TypeError, match="Event does not happen in Star Runners"):
        GAME.narration.narrate([tri.GameEvent()])
