"""Starry Sky Trick-Taking in words: moves as people type them, nonsense is refused, sentences tell what happened."""

from typing import TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import triangulum as tri
from tests.games.shared import after, read_back
from tests.games.starry_sky.scripted_games import GAME, get_view, make_setup, play_random_game, play_script
from tests.games.starry_sky.test_rules import CLOSEST, CROSSED, NOTHING_DRAWN
from triangulum.core.state import State
from triangulum.games.starry_sky import messages, views
from triangulum.text import Reader

T = TypeVar("T")

SETUP = make_setup()
ERASING = make_setup(erasing="after")
NAMES = ("Ann", "Bob", "Cleo")

# Moves


def test_moves_are_read_as_people_type_them() -> None:
    lead = play_script()
    for typed in ("R1", "r1", " red 1", "RED1", "r 1"):
        assert lead.format_action(lead.parse_action(typed)) == "R1"
    draw = play_script("R1 R2 R10")
    for typed in ("1-10", "10-1", " 10 – 1", "1 10", "10>1", "1->10"):
        assert draw.format_action(draw.parse_action(typed)) == "1-10"
    erase = play_script(*CROSSED, erasing="after")
    for typed in ("erase 2-10", "Erase 10-2", "erase2-10", "ERASE 10 2"):
        assert erase.format_action(erase.parse_action(typed)) == "erase 2-10"
    assert erase.format_action(erase.parse_action(" Keep")) == "keep"


@pytest.mark.parametrize(
    ("typed", "error", "message"),
    [
        (
            "hello",
            tri.NotationError,
            "“hello” isn’t a move in Starry Sky Trick-Taking. Moves look like R7, B12, 3-7, erase 3-7 and keep.",
        ),
        ("", tri.NotationError, "“” isn’t a move in"),
        ("112", tri.NotationError, "“112” isn’t a move in"),
        (
            "R1",
            tri.IllegalActionError,
            "“R1” can’t be played now. Legal moves are 1-2, 1-10 and 2-10.",
        ),
        ("R13", tri.IllegalActionError, "“R13” can’t be played now"),
        ("3-7", tri.IllegalActionError, "“3-7” can’t be played now"),
        ("1-1", tri.IllegalActionError, "“1-1” can’t be played now"),
        ("1-99", tri.IllegalActionError, "“1-99” can’t be played now"),
        ("erase 1-2", tri.IllegalActionError, "“erase 1-2” can’t be played now"),
        ("keep", tri.IllegalActionError, "“keep” can’t be played now"),
    ],
)
def test_a_move_that_is_none_is_refused(typed: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        play_script("R1 R2 R10").parse_action(typed)
    assert message in str(caught.value)


# Positions

DEALT = "R1 R2 R3 R4 R5 R6 R7 R8, R9 R10 R11 R12 B1 B2 B3 B4, B5 B6 B7 B8 B9 B10 B11 B12"
LED = "R1 R2 R3 R4 R5 R6 R7, R9 R10 R11 R12 B1 B2 B3 B4, B5 B6 B7 B8 B9 B10 B11 B12"
MID = "R4 R5 R6 R7 R8 R9 R11, R12 B1 B2 B3 B4 B5 B6, B7 B8 B9 B11 B12 R3 B10 | tricks R1 R2 R10"
DOWN = "R4 R5 R6 R7 R8 R9, R12 B1 B2 B3 B4 B5 B6, B7 B8 B9 B11 B12 R3 B10 | down R11, -, - | tricks R1 R2 R10"
VOID = "R4 R5 R6 R7 R8 R9 R11, R12 B1 B2 B3 B4 B5 B6, B7 B8 B9 B11 B12 R3 R10 | tricks R1 R2 B10"


@pytest.mark.parametrize(
    "position",
    [
        "-, -, - | dealing",
        "R1 B3, -, - | dealing",
        "R1 R2 R3 R4 R5 R6 R7 B3, R8, - | dealing",
        f"{DEALT} | seat 0 leads",
        f"{LED} | down R8, -, - | seat 1 follows",
        f"{MID} | seat 0 draws",
        f"{MID} | red 1-2 | new 1-2 | seat 0 draws",
        f"{MID} | red 1-2 2-10 | new 2-10 1-2 | seat 0 leads",
        CLOSEST,
    ],
)
def test_a_position_is_written_as_it_was_read(position: str) -> None:
    state = SETUP.parse_position(position)
    assert SETUP.parse_position(state.position()) == state
    assert sorted(state.position().replace(",", " ").split()) == sorted(position.replace(",", " ").split())


REFUSED = [
    ("", "'' is not what is going on, with which a position ends: dealing, seat 0 leads"),
    (DEALT, "is not what is going on"),
    ("over", "'over' is not what is going on"),
    (f"{DEALT} | seat 3 leads", "'seat 3 leads' is not what is going on"),
    (f"{DEALT} | bedtime | seat 0 leads", "'bedtime' is no part of a position: they begin with down, tricks"),
    (f"{DEALT} | red | seat 0 leads", "red has nothing after it"),
    (f"{MID} | red 1-2 | red 1-2 | seat 0 leads", "'red 1-2' comes after another part that says the same"),
    ("R1, R2 | dealing", "hands of 3 seats have , between them, not 'R1, R2'"),
    ("R1 X2, -, - | dealing", "'X2' is no card: they are R1, R2, R3"),
    ("R1, , - | dealing", "a list of cards is empty: write - for none"),
    ("R1 R1, -, - | dealing", "R1 is there twice"),
    ("R1, R2, - | dealing", "2 cards are dealt, so seat 0 has 2 of them, not 1"),
    (f"{DEALT} | dealing", "all cards are dealt, so seat 0 leads"),
    ("R1, -, - | down R2, -, - | dealing", "while cards are dealt there are hands and nothing else"),
    ("R1, -, - | new 1-2 | dealing", "while cards are dealt there are hands and nothing else"),
    ("R1, -, - | red 1-2 | dealing", "the red line 1-2 needs a trick with R1 and R2"),
    (f"{LED} | seat 0 leads", "seat 0 was dealt 8 cards, and 7 of them are there"),
    (f"{DEALT.replace('R8', 'B5')} | seat 0 leads", "B5 is there twice"),
    (f"{LED} | down R7 R8, -, - | seat 1 follows", "R7 is there twice"),
    (f"{LED[3:]} | down R1 R8, -, - | seat 1 follows", "seat 0 cannot have 2 cards face down"),
    (f"{DEALT} | seat 1 leads", "'seat 1 leads' does not follow from the rest: it would be 'seat 0 leads'"),
    (f"{LED} | down R8, -, - | seat 0 leads", "it would be 'seat 1 follows'"),
    (f"{DEALT} | seat 0 draws", "before the first trick there are no lines, and nobody has erased"),
    (f"{DEALT} | over", "'over' does not follow from the rest: it would be 'seat 0 leads'"),
    (DEALT.replace(" B4", "") + " | down -, B4, - | seat 0 leads", "seat 0 lays before the others"),
    (f"{LED.replace(' B4', '')} | down R8, B4, - | seat 2 follows", "seat 1 cannot have laid B4 now: it has red cards"),
    (f"{DOWN} | seat 0 draws", "nothing lies face down while lines are drawn or erased"),
    (f"{DOWN} | red 1-2 | new 1-2 | seat 0 erases", "nothing lies face down while lines are drawn or erased"),
    (f"{MID}, R3 | seat 0 draws", "trick 2 has a card of each of the three seats, not 1"),
    (f"{MID}{', R1 R2 R3' * 7} | seat 0 draws", "there are 7 tricks, not 8"),
    (f"{VOID} | red 1-2 | new 1-2 | seat 0 leads", "seat 2 cannot have laid B10 in trick 1: it has red cards"),
    (f"{MID} | seat 0 leads", "trick 1 these lines, with these as the new ones, do not go with 'seat 0 leads'"),
    (f"{MID} | red 1-2 | new 1-2 | seat 0 leads", "others had to be drawn, or something else is going on"),
    (f"{MID} | red 1-2 2-10 | new 1-2 | seat 0 leads", "others had to be drawn"),
    (f"{MID} | red 1-2 2-10 | seat 0 leads", "others had to be drawn"),
    (f"{MID} | red 1-2 1-10 2-10 | new 1-2 1-10 | seat 0 leads", "others had to be drawn"),
    (f"{MID} | red 2-1 | seat 0 draws", "'2-1' is no line: it has two stars, the lower first, as 3-7"),
    (f"{MID} | red 1-13 | seat 0 draws", "'1-13' is no line"),
    (f"{MID} | red 1-2 1-2 | seat 0 draws", "the line 1-2 is there twice"),
    (f"{MID} | red 1-2 | blue 1-2 | seat 0 draws", "the line 1-2 is red and blue"),
    (f"{MID} | red 1-9 | seat 0 draws", "no line can be drawn at 1-9: its stars are more than two squares apart"),
    (f"{MID} | red 1-5 | blue 2-4 | seat 0 draws", "the red line 1-5 crosses the blue line 2-4"),
    (f"{MID} | red 1-3 | seat 0 draws", "the red line 1-3 needs a trick with R1 and R3"),
    (f"{MID} | blue 1-2 | seat 0 draws", "the blue line 1-2 needs a trick with B1 and B2"),
    (f"{MID} | red 1-12 2-12 4-12 | blue 5-12 | seat 0 draws", "star 12 has 4 lines, and no star has more than 3"),
    (f"{MID} | erased 1 | seat 0 draws", "nobody can have erased: the game is played without that variant"),
    (f"{MID} | erased 5 | seat 0 draws", "'5' is not a seat: it is a number from 0 to 2"),
    (f"{MID} | erased 1 1 | seat 0 draws", "seat 1 is listed twice in '1 1'"),
]


@pytest.mark.parametrize(("position", "message"), REFUSED)
def test_a_position_that_cannot_be_is_refused_in_one_line(position: str, message: str) -> None:
    with pytest.raises(tri.PositionError) as caught:
        SETUP.parse_position(position)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_line_that_had_to_be_drawn_is_missed_in_the_trick_that_drew_it() -> None:
    script = ("R1 R2 R10", "1-2", "1-10", "R3 R4 R5")
    position = play_script(*script).position().replace("red 1-2 1-10", "red 1-2")
    with pytest.raises(tri.PositionError, match="trick 1 cannot have been followed by these lines"):
        SETUP.parse_position(position)


def test_a_position_knows_who_has_erased_and_what_is_left() -> None:
    state = play_script(*CROSSED, erasing="after")
    for move in ("erase 2-10", "erase 10-11", "keep"):
        then = after(state, move)
        assert ("erased 1" in then.position()) == (move != "keep")
        assert ERASING.parse_position(then.position()) == then
    with pytest.raises(tri.PositionError, match="others had to be drawn"):
        ERASING.parse_position(state.position().replace("seat 1 erases", "erased 1 | seat 1 leads"))
    # Seat 0 has not won the trick, so it cannot have erased.
    wrong = after(state, "erase 2-10").position().replace("erased 1", "erased 0")
    with pytest.raises(tri.PositionError):
        ERASING.parse_position(wrong)


@pytest.mark.parametrize("erasing", ["off", "after", "before"])
def test_every_state_of_a_game_is_read_back(erasing: str) -> None:
    for seed in range(4):
        made = GAME.setup(sky=seed, erasing=erasing)
        for state in play_random_game(made, seed):
            assert made.parse_position(state.position()) == state


PARTS = st.sampled_from(
    [
        "tricks R1 R2 R10",
        "tricks R1 R2 B9",
        "down R8, -, -",
        "down R11, -, -",
        "down -, B4, -",
        "red 1-2",
        "red 1-2 2-10",
        "blue 3-7",
        "new 1-2",
        "erased 1",
        "dealing",
        "over",
        "seat 0 leads",
        "seat 1 follows",
        "seat 0 draws",
        "seat 0 erases",
    ]
)
HANDS = st.sampled_from([DEALT, LED, *(text.partition(" |")[0] for text in (MID, DOWN)), "-, -, -", "R1, -, -"])


@given(
    st.one_of(st.text(max_size=80), st.builds(lambda h, ps: " | ".join([h, *ps]), HANDS, st.lists(PARTS, max_size=5)))
)
def test_any_text_is_a_position_or_refused(text: str) -> None:
    state = read_back(ERASING.parse_position, text)
    assert state is None or ERASING.parse_position(state.position()) == state


CHOOSING = play_script(*CROSSED, erasing="after")


@given(st.one_of(st.text(max_size=12), st.from_regex(r"\s*(erase)? ?[0-9]{1,3} ?[->]? ?[0-9]{1,2}\s*", fullmatch=True)))
def test_any_text_is_a_legal_move_or_refused(text: str) -> None:
    action = read_back(CHOOSING.parse_action, text)
    assert action is None or action in CHOOSING.legal_actions()


# Sentences


def narrate_move(state: State, move: str, seat: int | None = None) -> str:
    """Return what a seat, or a spectator, sees, in sentences."""
    sentences = GAME.narration.narrate(state.events(state.parse_action(move), seat))
    return " ".join(map(Reader(names=NAMES, seat=seat).render, sentences))


def test_sentences_tell_what_happens() -> None:
    new = GAME.new()
    assert narrate_move(new, "R3", 0) == "You get a card."
    assert narrate_move(new, "R3", 1) == "Ann gets a card."
    lead = play_script("R1 R2 B9")
    assert narrate_move(lead, "R3", 0) == "You lead the red 3."
    assert narrate_move(lead, "R3", 2) == "Ann leads a red card."
    assert narrate_move(after(lead, "R4"), "R11", 1) == "You play the red 11."
    assert narrate_move(after(lead, "R4"), "R11", 2) == "Bob plays a card."
    assert narrate_move(after(lead, "R4", "R11"), "B5") == (
        "The cards are turned up: Ann’s red 4, Bob’s red 11 and Cleo’s blue 5. "
        "Most are red and most are small, so Ann wins the trick with the lowest red card. Ann can’t draw a line."
    )
    crossing = play_script("R2 R4 R5", "2-4", "2-5", "R1 R12 R9")
    assert narrate_move(crossing, "1-12") == (
        "Bob draws red lines from star 12 to stars 1 and 9, with 2 crossings. The total is now 6."
    )
    erasing = play_script(*NOTHING_DRAWN, erasing="after")
    assert narrate_move(erasing, "erase 2-11") == "Bob erases the red line from star 3 to star 12. The total is now 1."
    assert narrate_move(erasing, "keep", 1) == "You keep all lines."
    before = play_script(*NOTHING_DRAWN, erasing="before")
    assert narrate_move(before, "erase 2-11") == (
        "Bob erases the red line from star 3 to star 12. "
        "Bob draws a blue line from star 2 to star 11. The total is now 2."
    )
    assert narrate_move(before, "keep", 1) == "You keep all lines. You can’t draw a line."


def test_a_deal_is_told_once() -> None:
    *dealing, _ = (state for state in play_random_game(SETUP, 1) if state.to_move == tri.CHANCE)
    events = [event for state in [*dealing, dealing[-1]] for event in state.events(state.legal_actions()[0], 2)]
    assert list(map(str, GAME.narration.narrate(events))) == ["Each player gets 8 cards."]


def make_result(cards: tuple[int, ...], winners: tuple[int, ...], reason: views.WinReason) -> views.Result:
    """Return a result with four red lines, two blue ones and one crossing."""
    bids = tuple(card % 12 + 1 for card in cards)
    return views.Result(cards, bids, 7, 4, 2, 1, winners, reason)


def test_the_end_is_told() -> None:
    result = make_result((12, 5, 9), (1,), "closest")
    sentences = GAME.narration.narrate([views.BidsShown(result=result)])
    assert " ".join(map(Reader(names=NAMES, seat=1).render, sentences)) == (
        "The final total is 7 points: 4 red lines, 2 blue lines and 1 crossing. "
        "The bids are Ann’s blue 1 (6 off), your red 6 (1 off) and Cleo’s red 10 (3 off). "
        "You win with the closest bid: 6, for a total of 7."
    )
    other_bids = msgspec.structs.replace(result, bids=(1, 8, 10))
    assert "Player 2’s red 6 (bid 8, 1 off)" in " ".join(
        map(str, GAME.narration.narrate([views.BidsShown(result=other_bids)]))
    )


@pytest.mark.parametrize(
    ("reason", "winners", "sentence"),
    [
        (
            "colour",
            (1,),
            "Bob wins the tie for the closest bid: Bob’s bid is red, and there are more red lines than blue ones.",
        ),
        ("tricks", (1,), "Bob wins the tie for the closest bid, having won fewer tricks."),
        (
            "colour-tricks",
            (1,),
            "Bob wins the three-way tie. There are more red lines, and of the two red bidders, Bob won fewer tricks.",
        ),
        ("shared", (0, 1), "The win is shared: you and Bob bid equally close and won the same number of tricks."),
        (
            "shared-colour",
            (0, 1),
            "The win is shared. In a three-way tie there are more red lines, and the red bidders, you and Bob, "
            "won the same number of tricks.",
        ),
    ],
)
def test_the_tie_break_is_told(reason: views.WinReason, winners: tuple[int, ...], sentence: str) -> None:
    result = make_result((7, 5, 17), winners, reason)
    assert Reader(names=NAMES, seat=0).render(messages.describe_result(result)) == sentence


def test_a_trick_of_one_colour_is_told() -> None:
    trick = views.Trick(leader=1, cards=(8, 11, 9), majority=0, low=False, winner=1)
    sentences = GAME.narration.narrate([views.TrickTurnedUp(trick=trick)])
    assert " ".join(map(Reader(names=NAMES, seat=1).render, sentences)) == (
        "The cards are turned up: your red 12, Cleo’s red 10 and Ann’s red 9. "
        "All are red and large, so you win the trick with the highest red card."
    )


def test_an_event_of_another_game_is_not_told() -> None:
    with pytest.raises(TypeError, match="Event does not happen in Starry Sky Trick-Taking"):
        GAME.narration.narrate([tri.GameEvent()])


def preview_text(state: State, move: str) -> str:
    """Return what a move would bring, in English."""
    return str(state.preview(state.parse_action(move)).words)


def test_previews_tell_what_a_move_brings() -> None:
    crossing = play_script("R2 R4 R5", "2-4", "2-5", "R1 R12 R9")
    assert preview_text(crossing, "1-12") == (
        "This line scores 3 points: 1 for itself and 2 for crossings. "
        "Then the line from star 9 to star 12 is drawn too: it’s the only one left. The total becomes 6."
    )
    assert preview_text(play_script("R1 R2 R10"), "1-2") == "This line scores 1 point. The total becomes 1."
    erasing = play_script(*CROSSED, erasing="after")
    assert preview_text(erasing, "erase 10-11") == (
        "This erases 3 lines, and the total drops by 5 to 2. You can’t erase lines again."
    )
    assert preview_text(erasing, "keep") == "You can still erase lines later."
    before = play_script(*NOTHING_DRAWN, erasing="before")
    assert preview_text(before, "erase 2-11") == (
        "This erases 1 line. Then the line from star 2 to star 11 is drawn, and the total becomes 2. "
        "You can’t erase lines again."
    )
    # Without the erasing no line can be drawn.
    assert preview_text(before, "keep") == "You can still erase lines later."
    last = next(s for s in play_random_game(SETUP, 2) if len(get_view(s).tricks) == 6 and get_view(s).phase == "lead")
    one, other = get_view(last, last.to_move).hand
    assert str(last.preview(one).words) == f"Your bid will be {other % 12 + 1}."


# The board


def test_the_board_in_text() -> None:
    state = play_script(*CROSSED, erasing="after")
    assert GAME.narration.text_board(state.view(1), Reader(names=NAMES, seat=1)) == BOARD
    for seed in range(6):
        for other in play_random_game(GAME.setup(sky=seed, erasing="after"), seed):
            for seat in (0, None):
                lines = GAME.narration.text_board(other.view(seat), Reader(names=NAMES, seat=seat)).splitlines()
                assert max(map(len, lines)) <= 80
                assert all(any(f" {star} " in line for line in lines) for star in range(1, 13))


def test_nobody_has_an_eraser_when_the_game_is_over() -> None:
    *_, before, end = play_random_game(ERASING, 1)
    assert "1 erasure left" in str(before)
    assert any(get_view(end).can_erase)
    assert "eraser" not in str(end)


def test_stars_that_are_very_near_are_both_shown() -> None:
    near = "20,30 150,40 270,20 45,150 140,160 260,140 40,270 160,250 280,280 21,32 230,80 141,161"
    board = str(GAME.new(sky=near))
    assert all(f" {star} " in board for star in range(1, 13))


def test_headings_say_what_is_going_on() -> None:
    assert str(GAME.new()).startswith("Trick 1 of 7, total 0. The cards are being dealt.\n")
    assert str(play_script()).startswith("Trick 1 of 7, total 0. Player 1 is choosing a card to lead.\n")
    led = after(play_script(), "R1")
    assert str(led).startswith("Trick 1 of 7, total 0. Red is led. Player 2 is choosing a card.\n")
    drawing = str(play_script("R1 R2 R10"))
    assert drawing.startswith("Trick 1 of 7, total 0. Player 1 won the trick and is choosing a red line to")
    assert "\nChoices: 1-2 1-10 2-10\n" in drawing
    assert str(SETUP.parse_position(CLOSEST)).startswith("Player 2 wins with the closest bid: ")


BOARD = """
Trick 3 of 7, total 7. Choose a dotted line to erase every line that it
    crosses, or keep all lines.
+-------------------+-------------------+-------------------+
|                   |                   |                   |
|   1               |                   |           3       |
|                   |        2          |                   |
|                   |                   |                   |
|             10    |                   |     11            |
|                   |                   |                   |
+-------------------+-------------------+-------------------+
|                   |           12      |                   |
|                   |                   |                   |
|                   |                   |          6        |
|       4           |      5            |                   |
|                   |                   |                   |
|                   |                   |                   |
+-------------------+-------------------+-------------------+
|                   |                   |                   |
|                   |                   |                   |
|                   |                   |                   |
|                   |          8        |                   |
|      7            |                   |             9     |
|                   |                   |                   |
+-------------------+-------------------+-------------------+
Choices: 2-10 10-11
Red lines: 1-12 2-4 2-5 9-12; crossings: 1-12 x 2-4, 1-12 x 2-5
Blue lines: 2-11
Last trick: your blue 11, Cleo’s red 10 and Ann’s blue 2. You won with the
    highest blue card.
New lines: 2-11
  Ann: 1 trick, 5 cards in hand and 1 erasure left
> You: 2 tricks, 5 cards in hand and 1 erasure left
  Cleo: 0 tricks, 5 cards in hand, no blue and 1 erasure left
Your cards: B7 B8 B9 B10 B12
""".strip("\n")
