"""Tri-Trac in words: moves as people type them, nonsense is refused, sentences tell what happened."""

from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import triangulum as tri
from tests.games.shared import after, read_back, told
from tests.games.tri_trac.test_rules import ALMOST, SIX, table
from triangulum.core.components import parse_components
from triangulum.core.notation import normalize_notation
from triangulum.core.state import State
from triangulum.games.tri_trac.box import TriTracBox

T = TypeVar("T")

GAME = tri.game("tri-trac")
SETUP = GAME.setup()
CALM = "N c4 LR; O b3 LR; Y b5 LR"
WON = "N b2 LT; O a2 LT, b1 RB, c1 LT; Y a1 RB"
SINCE = "since N c4 LR; O b3 LR; Y b5 LB"


# Moves


def test_moves_are_read_as_people_type_them() -> None:
    state = table(CALM, "turn 5")
    for typed, meant in {
        "a3 LB": "a3 LB",
        "A3lb": "a3 LB",
        "a3 bl": "a3 LB",
        " b3 – a3 lb": "b3-a3 LB",
        "b3>a3BL": "b3-a3 LB",
        "b3a3lb": "b3-a3 LB",
        "b3-b3 LB": "b3 LB",
        "b3lb": "b3 LB",
        "n c4 rb": "N c4 RB",
        "c4 RB": "N c4 RB",
        "c4-a3 RB": "N a3 RB",
        "N c4-a3 RB": "N a3 RB",
        "a1": "a1 RB",
        "b3-a1": "b3-a1 RB",
        "N a1": "N a1 RB",
    }.items():
        assert state.format_action(state.parse_action(typed)) == meant


@pytest.mark.parametrize(
    ("typed", "error", "message"),
    [
        (
            "a3",
            tri.AmbiguousNotationError,
            "“a3” could mean several moves: a3 RB, a3 LB and a3 LR. Write one of them in full.",
        ),
        (
            "b3",
            tri.AmbiguousNotationError,
            "“b3” could mean several moves: b3 RB and b3 LB. Write one of them in full.",
        ),
        ("b3-c1", tri.AmbiguousNotationError, "“b3-c1” could mean several moves: b3-c1 LT and b3-c1 LR"),
        (
            "hello",
            tri.NotationError,
            "“hello” isn’t a move in Tri-Trac. Moves look like c4 LR, b2-c4 LR and N c4 LR.",
        ),
        ("", tri.NotationError, "“” isn’t a move in Tri-Trac."),
        ("b5 LB", tri.IllegalActionError, "“b5 LB” can’t be played now. Legal moves are N a1 RB,"),
        ("b3 LR", tri.IllegalActionError, "“b3 LR” can’t be played now"),
        ("N b3-a3 LR", tri.IllegalActionError, "can’t be played now"),
        ("a3 LT", tri.IllegalActionError, "“a3 LT” can’t be played now"),
        ("z9 LR", tri.IllegalActionError, "“z9 LR” can’t be played now"),
        ("a3-z9 LR", tri.IllegalActionError, "can’t be played now"),
    ],
)
def test_a_move_that_is_none_or_unclear_is_refused(typed: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        table(CALM, "turn 5").parse_action(typed)
    assert message in str(caught.value)


def test_no_two_moves_look_alike_however_loosely_one_reads() -> None:
    state = table("N c4 LR; O a1 RB, b1 RB, c1 LT, c2 LR, b2 LR; Y b5 LR, c6 LR", "turn 13")
    texts = [state.format_action(action) for action in state.legal_actions()]
    assert len({normalize_notation(text) for text in texts}) == len(texts)
    assert [state.parse_action(normalize_notation(text)) for text in texts] == state.legal_actions()


# Positions


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("", "'' is no board: it is -, or has N, O and Y in this order"),
        ("c4 LR", "'c4 LR' is no board"),
        ("N c4 LR; Y b5 LR; O b3 LR", "is no board"),
        ("N c4 LR; O b3 LR", "is no board"),
        ("N c4", "'c4' is no triangle on this board"),
        ("N c4 LT", "'c4 LT' is no triangle on this board"),
        ("N e4 LR", "'e4 LR' is no triangle on this board"),
        ("N c4 LR; Y a1 LR", "no triangle can lie as a1 LR: the ribs there do not allow it"),
        ("N c4 LR; Y c4 LB", "two triangles cannot lie on c4"),
        ("N c4 LR, c3 LR", "there are 2 triangles of N, and the box holds 1"),
        (f"{CALM} | turn 0", "'turn 0' is not one of turn 1 to 200"),
        (f"{CALM} | turn 201", "'turn 201' is not one of turn 1 to 200"),
        (f"{CALM} | after turn 0 | drawn by repetition", "'after turn 0' is not one of turn 1 to 200"),
        (f"{CALM} | turn 3", "so many triangles need at least 3 turns, not 2"),
        ("N c4 LR | turn 3", "yellow is placed on turn 2, and none is on the board"),
        ("- | turn 2", "the neutral triangle is placed on turn 1, and it is not on the board"),
        ("N c4 LR | turn 1", "so many triangles need at least 1 turns, not 0"),
        (f"{CALM} | turn 5 | seat 1", "turn 5 is seat 0's, since seat 0 has the odd ones"),
        (f"{CALM} | turn 5 | turn 5", "'turn 5' comes after another part that says the same"),
        (f"{CALM} | turn 5 | bedtime", "'bedtime' is no part of a position"),
        (f"{CALM} | turn 5 | last moved b5", "is not like last placed c4, last turned c4 or last moved b2-c4"),
        (f"{CALM} | turn 5 | last placed z9", "is not like last placed c4"),
        (f"{CALM} | turn 5 | last placed a3", "the last triangle on a3 is not neutral, and not seat 1's"),
        (f"{CALM} | turn 5 | last placed b3", "the last triangle on b3 is not neutral, and not seat 1's"),
        (f"{CALM} | turn 5 | last placed c4", "the neutral triangle is placed on turn 1 only"),
        (f"{CALM} | turn 4 | last turned b3", "have all been placed, the last one too"),
        (f"{CALM} | turn 5 | last moved b3-b5", "nothing can have been moved from b3"),
        ("N c4 LR; O b3 LR; Y a1 RB | turn 5 | last turned a1", "a triangle on a1 cannot be turned"),
        (f"{CALM} | turn 5 | neutral barred | last turned b5", "barred only after a turn in which it"),
        ("N c4 LR; Y b5 LR | turn 3 | neutral barred", "on turn 2 yellow is placed, so the neutral triangle is not"),
        (WON, "a track is complete, so the game is won"),
        (f"{CALM} | after turn 5", "after a turn the game is over: say won by seat 0"),
        (f"{CALM} | turn 5 | won by seat 0", "a finished game stands after a turn: after turn 4"),
        (f"{CALM} | won by seat 0", "no track is complete, so nobody can have won"),
        (f"{WON} | after turn 8 | won by seat 0", "turn 8 was seat 1's"),
        (f"{WON.replace('b1', 'c5 LT, b1')} | after turn 9 | won by seat 0 | last placed c5", "is not on the track"),
        (f"{WON} | after turn 200 | drawn at the turn limit", "the game is won and not drawn"),
        (f"{CALM} | after turn 9 | drawn at the turn limit", "the turn limit draws a game after turn 200, not 9"),
        (f"{CALM} | after turn 9 | drawn as nobody can move", "seat 1 can move, so the game goes on"),
        (f"{CALM} | after turn 9 | drawn by repetition", "no position can have come for the third time so soon"),
        (f"{CALM} | after turn 99 | drawn by repetition | last placed b3", "so soon after a placing"),
        (f"{CALM} | turn 5 | {SINCE}: b5 RT", "'b5 RT' cannot be played since the last placing"),
        (f"{CALM} | turn 5 | {SINCE}: b5 RB", "do not lead to the board in front"),
        (f"{CALM} | turn 5 | {SINCE}: a5 LB", "do not lead to the board in front"),
        (f"{CALM} | turn 5 | last turned c4 | {SINCE}: b5 LR", "the moves since the last placing say last turned b5"),
        (f"{CALM} | turn 5 | neutral barred | {SINCE}: b5 LR", "was not the neutral triangle's, so it is not barred"),
        (f"{CALM} | turn 6 | {SINCE}: b5 LR, b3 LB, b5 LB, b3 LR, b5 LR", "5 moves since the last placing"),
        (f"{CALM} | after turn 11 | drawn by repetition | {SINCE}: b5 LR", "leave the part since … out"),
        (f"{WON} | turn 8 | since {ALMOST}: c1 LT", "with these moves since the last placing the game would be over"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused_in_one_line(position: str, message: str) -> None:
    with pytest.raises(tri.PositionError) as caught:
        SETUP.parse_position(position)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "position",
    [
        "- | turn 1 | seat 0",
        "N c4 LR | turn 2 | seat 1 | neutral barred | last placed c4",
        f"{CALM} | turn 5 | seat 0",
        f"{CALM} | turn 5 | seat 0 | neutral barred",
        f"{CALM} | turn 5 | seat 0 | last moved a3-b5",
        f"{CALM} | turn 5 | seat 0 | last turned b5 | {SINCE}: b5 LR",
        "N c4 RB; O b3 RB; Y b5 LR | turn 7 | seat 0 | neutral barred | last turned c4 | "
        f"{SINCE}: b5 LR, b3 RB, N c4 RB",
        f"{CALM} | turn 8 | seat 1 | last turned b3 | since N c4 LR; O b3 RB; Y b5 LB, neutral barred: b5 LR, b3 LR",
        f"{WON} | after turn 7 | won by seat 0 | last placed c1",
        f"{WON} | after turn 9 | won by seat 0",
        f"{CALM} | after turn 11 | drawn by repetition | last turned b3",
        f"{CALM} | after turn 200 | drawn at the turn limit | neutral barred | last moved a1-c4",
    ],
)  # fmt: skip
def test_a_position_is_written_as_it_was_read(position: str) -> None:
    assert SETUP.parse_position(position).position() == position


@pytest.mark.parametrize(
    ("typed", "position"),
    [
        ("N c4 LR", "N c4 LR | turn 2 | seat 1 | neutral barred | last placed c4"),
        (CALM, f"{CALM} | turn 4 | seat 1"),
        (f"{CALM} | seat 0", f"{CALM} | turn 5 | seat 0"),
        (f"{CALM}|last turned c4|seat 0", f"{CALM} | turn 5 | seat 0 | neutral barred | last turned c4"),
        ("N c4 LR;Y b5  LR ,a1 RB", "N c4 LR; Y a1 RB, b5 LR | turn 5 | seat 0"),
        (f"{CALM} | {SINCE}: b5 LR | seat 0", f"{CALM} | turn 5 | seat 0 | last turned b5 | {SINCE}: b5 LR"),
        (f"{WON} | won by seat 0", f"{WON} | after turn 7 | won by seat 0"),
    ],
)
def test_what_can_be_told_from_the_rest_may_be_left_out(typed: str, position: str) -> None:
    assert SETUP.parse_position(typed).position() == position


def test_what_was_before_is_kept_with_a_position_and_counts() -> None:
    state = after(
        GAME.new(), "N c4 LR", "b4 LR", "c6 LR", "b4 LT", "c6 LB", "b4 LR", "c6 LR", "b4 LT", "c6 LB", "b4 LR"
    )
    assert state.position() == (
        "N c4 LR; O c6 LB; Y b4 LR | turn 11 | seat 0 | last turned b4 | since N c4 LR; O c6 LR; Y b4 LR: "
        "b4 LT, c6 LB, b4 LR, c6 LR, b4 LT, c6 LB, b4 LR"
    )
    again = SETUP.parse_position(state.position())
    assert again == state
    assert after(again, "c6 LR").to_move == tri.OVER
    fresh = SETUP.parse_position("N c4 LR; O c6 LB; Y b4 LR | turn 11")
    assert after(fresh, "c6 LR").to_move == 1  # a position that is typed without it begins with itself


def test_where_no_repetition_draws_a_position_knows_nothing_of_earlier_ones() -> None:
    setup = GAME.setup(draws="agreed")
    state = after(setup.new(), "N c4 LR", "b4 LR", "c6 LR", "b4 LT", "c6 LB", "b4 LR")
    assert state.position() == "N c4 LR; O c6 LB; Y b4 LR | turn 7 | seat 0 | last turned b4"
    assert setup.parse_position(state.position()) == state
    for part in ("after turn 11 | drawn by repetition", "turn 6 | since N c4 LR; O c6 LR; Y b4 LR: b4 LT"):
        with pytest.raises(tri.PositionError, match="repeated positions do not matter in this game"):
            setup.parse_position(f"N c4 LR; O c6 LR; Y b4 LT | {part}")


def test_a_full_board_is_drawn_for_who_cannot_move() -> None:
    setup = GAME.setup(components=parse_components(TriTracBox, SIX, "six"))
    full = "N a1 RB; O a3 LB, b1 RT; Y a2 LR, b2 LR, b3 LT"
    assert setup.parse_position(f"{full} | after turn 6 | drawn as nobody can move").to_move == tri.OVER
    with pytest.raises(tri.PositionError, match="seat 0 cannot move, so the game is drawn"):
        setup.parse_position(f"{full} | turn 7")
    with pytest.raises(tri.PositionError, match="there are 4 triangles of Y, and the box holds 3"):
        setup.parse_position("N a1 RB; Y a2 LR, a3 LB, b2 LR, b3 LT")


POSE_NAMES = st.sampled_from(GAME.components.box.pose_names)
BOARDS = st.builds(
    lambda white, orange, yellow: f"N {white}; O {', '.join(orange)}; Y {', '.join(yellow)}",
    POSE_NAMES,
    st.lists(POSE_NAMES, max_size=3),
    st.lists(POSE_NAMES, max_size=3),
)
PARTS = st.sampled_from(
    [
        "turn 5",
        "turn 6",
        "after turn 30",
        "seat 0",
        "seat 1",
        "neutral barred",
        "won by seat 0",
        "drawn by repetition",
        "last placed b5",
        "last turned c4",
        "last moved a1-b5",
        "since N c4 LR; O b3 LR; Y b5 LR: b5 LB, b3 RB",
    ]
)


@given(
    st.one_of(st.text(max_size=80), st.builds(lambda b, ps: " | ".join([b, *ps]), BOARDS, st.lists(PARTS, max_size=4)))
)
def test_any_text_is_a_position_or_refused(text: str) -> None:
    state = read_back(SETUP.parse_position, text)
    assert state is None or SETUP.parse_position(state.position()) == state


MID_GAME = table(CALM, "turn 5")


@given(
    st.one_of(
        st.text(max_size=12), st.from_regex(r"\s*N? ?[a-d][1-7] ?-?>?([a-d][1-7])? ?[LRBT]{0,2}\s*", fullmatch=True)
    )
)
def test_any_text_is_a_legal_move_or_refused(text: str) -> None:
    action = read_back(MID_GAME.parse_action, text)
    assert action is None or action in MID_GAME.legal_actions()


# Sentences


def test_sentences_tell_what_happens() -> None:
    assert told(GAME.new(), "N c4 LR") == "Ann places the neutral triangle on c4."
    calm = table(CALM, "turn 6")
    assert told(calm, "b4 LT") == "Bob places a triangle on b4."
    assert told(calm, "b5-a3 RB") == "Bob moves a triangle from b5 to a3."
    assert told(calm, "b5 LB") == "Bob rotates the triangle on b5."
    assert told(calm, "N c4 LB") == "Bob rotates the neutral triangle on c4."
    assert told(calm, "N b4 LR") == "Bob moves the neutral triangle from c4 to b4."
    assert told(table(ALMOST, "turn 7"), "c1 LT") == (
        "Ann places a triangle on c1. "
        "That completes a track of 5 triangles from the arrow at a2 to the arrow at c1: Ann wins!"
    )
    assert told(GAME.new(turn_limit=1), "N c4 LR").endswith("The turn limit has been reached, so the game is a draw.")
    state = after(GAME.new(), "N c4 LR", "b4 LR", "c6 LR", "b4 LT", "c6 LB", "b4 LR", "c6 LR")
    state = after(state, "b4 LT", "c6 LB", "b4 LR")
    assert told(state, "c6 LR").endswith("The same position has come up three times, so the game is a draw.")


def test_a_sentence_tells_who_cannot_move() -> None:
    state = GAME.setup(components=parse_components(TriTracBox, SIX, "six")).new()
    state = after(state, "N a1 RB", "a2 LR", "a3 LB", "b2 LR", "b1 RT")
    assert told(state, "b3 LT").endswith("Ann can’t move, so the game is a draw.")


def brings(state: State, move: str) -> str:
    """Return the words of a preview."""
    return str(state.preview(state.parse_action(move)).words)


def test_previews_tell_what_a_move_brings() -> None:
    almost = table(ALMOST, "turn 7")
    assert brings(almost, "c1 LT") == "This wins the game."
    assert brings(almost, "c6 LR") == "Careful: your opponent could complete a track next."
    calm = table(CALM, "turn 5")
    assert brings(calm, "d1 RT") == ""
    assert brings(calm, "b4 LR") == "This makes a track of 3 triangles."
    assert brings(calm, "a2 LT") == "This connects to the arrow at a2."
    blocking = table("N c4 LR; O a2 LT; Y a1 RB, b1 RB, c1 LT", "turn 7")
    assert brings(blocking, "b2 LR") == "You could complete a track on your next turn."
    assert brings(GAME.new(turn_limit=1), "N c4 LR") == "This draws the game: it’s the last turn."


def test_an_event_of_another_game_is_not_told() -> None:
    for event in (tri.GameEvent(),):
        with pytest.raises(TypeError, match="Event does not happen in Tri-Trac"):
            GAME.narration.narrate([event])


def test_the_board_in_text() -> None:
    won = after(table(ALMOST, "turn 7"), "c1 LT")
    assert str(won) == BOARD
    assert max(map(len, str(won).splitlines())) <= 80
    assert str(table(CALM, "turn 6 | neutral barred")).startswith(
        "Turn 6 of 200\nYellow is choosing a triangle to play. The neutral one is locked this turn.\n"
    )
    assert str(GAME.new()).startswith("Turn 1 of 200\nOrange is placing the neutral triangle.\n")
    assert str(after(GAME.new(turn_limit=1), "N c4 LR")).startswith(
        "Game over after 1 turn\nThe game is a draw: the turn limit has been reached.\n"
    )


BOARD = r"""
Game over after 7 turns
Orange wins with a track of 5 triangles.
            __vv__  ______
          /\  a2  /\  a4  /\
         /  \OLT /  \    /  \
        /YRB \  /    \  /    \
       /__a1__\/__a3__\/__a5__\
      /\  b2  /\  b4  /\  b6  /\
     /  \NLT /  \    /  \    /  \
    /ORB \  /    \  /    \  /    \<
   /__b1__\/__b3__\/__b5__\/__b7__\
   \  c1  /\  c3  /\  c5  /\  c7  /
    \OLT*/  \    /  \    /  \    /
    >\  /    \  /    \  /    \  /
      \/__c2__\/__c4__\/__c6__\/
       \  d1  /\  d3  /\  d5  /
        \    /  \    /  \    /
         \  /    \  /    \  /
          \/__d2__\/__d4__\/
                      ^^
o: orange, 4 in reserve   y: yellow, 6 in reserve
n: neutral   *: just played   CAPITALS: winning track
>>: dark arrow   >: light arrow
""".strip("\n")
