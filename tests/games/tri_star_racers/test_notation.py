"""Tri-Star Racers in words: notation, positions that cannot be, the table in text, and sentences."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import triangulum as tri
from tests.games.tri_star_racers.positions import (
    GAME,
    legal_texts,
    list_events,
    parse_race,
    play_moves,
    tiny_components,
)
from triangulum.core.state import CHANCE, OVER, State
from triangulum.core.views import GameEvent
from triangulum.games.tri_star_racers import views
from triangulum.text import Reader

START = "board B2 P2 O1 at e5"
TAKEN = views.BurstTaken(seat=0, burst=views.Burst(0, 15))
BOARD = f"{START}, O1 P2 B1 at e4"


def moved(seat: int, lane: int, by: str, start: int, end: int, *, frozen: bool = False) -> views.ShipMoved:
    """Return the event of a ship that moves, or can't."""
    return views.ShipMoved(seat=seat, lane=lane, by=by, start=start, end=end, frozen=frozen)


def turned_up_and_used(token: str) -> list[GameEvent]:
    """Return the events of Bob's only starburst."""
    return [views.BurstTurnedUp(seat=1, token=token), views.BurstUsed(seat=1, token=token)]


def dealt(seat: int) -> views.TileDealt:
    """Return the event of a hidden tile that is drawn."""
    return views.TileDealt(seat=seat, tile=None)


def test_a_tile_is_written_clockwise_from_its_leftmost_corner() -> None:
    state = parse_race(START, "hands P1 B2 O3 / -", "seat 0 plays")
    # e4 points down: left, right, bottom. Its right corner is the top one of e5, its bottom one the left one.
    state = play_moves(state, "P1 B2 O3 at e4")
    right, left, bottom = state.view(None).board[GAME.components.box.lattice.index_by_name["e4"]]  # type: ignore[attr-defined]
    assert (left, right, bottom) == ("P1", "B2", "O3")
    right, left, top = state.view(None).board[GAME.components.box.lattice.index_by_name["e5"]]  # type: ignore[attr-defined]
    assert (left, top, right) == ("B2", "P2", "O1")


@pytest.mark.parametrize("typed", ["P1 B2 O3 at e4", "p1b2o3 at e4", "P1B2O3ATE4", "  p1-b2-o3  at  e4 "])
def test_notation_is_read_however_it_is_typed(typed: str) -> None:
    state = parse_race(START, "hands P1 B2 O3 / -", "seat 0 plays")
    assert state.format_action(state.parse_action(typed)) == "P1 B2 O3 at e4"


@pytest.mark.parametrize(
    ("typed", "error", "message"),
    [
        (
            "hello",
            tri.NotationError,
            "“hello” isn’t a move in Tri-Star Racers. Moves look like P2 B1 O3 at f5,",
        ),
        ("P1 B2 O3 at a1", tri.IllegalActionError, "“P1 B2 O3 at a1” can’t be played now. Legal moves are"),
        ("P1 B2 O3 at z9", tri.IllegalActionError, "can’t be played now"),
        ("P9 P9 P9 at e4", tri.IllegalActionError, "can’t be played now"),
        ("P1 B1 O1 at e4", tri.IllegalActionError, "can’t be played now"),
        ("P1 B2 O3", tri.IllegalActionError, "can’t be played now"),
        ("slot 1", tri.IllegalActionError, "can’t be played now"),
        ("warp pink", tri.IllegalActionError, "can’t be played now"),
    ],
)
def test_what_cannot_be_played_is_refused(typed: str, error: type[Exception], message: str) -> None:
    state = parse_race(START, "hands P1 B2 O3 / -", "seat 0 plays")
    with pytest.raises(error) as caught:
        state.parse_action(typed)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


ADVANCED: dict[str, Any] = {"draft": "advanced"}
BURSTS: dict[str, Any] = {"starbursts": True}
LANDING: dict[str, Any] = {"starbursts": True, "bursts": "landing"}
ONE_TAKEN = "ships 15 0 0 / 0 0 0 | unseen P3 B2 B3 O2 O3 W2 W2 W2"


@pytest.mark.parametrize(
    ("position", "options", "message"),
    [
        ("", {}, "the start tile lies at e5, and there is none"),
        ("nonsense | seat 0 plays", {}, "'nonsense' is no part of a position"),
        (f"{START} | {START} | seat 0 plays", {}, "comes after another part that says the same"),
        (f"{START} | seat 0 sleeps", {}, "'seat 0 sleeps' does not say what is going on"),
        (f"{START} | seat 0 plays", {}, "that would not be asked here"),
        (f"{START} | hands P1 P1 P1 / - | seat 5 plays", {}, "it is the turn of seat 0, not of seat 5"),
        ("board B2 P2 O1 at e5, O1 P2 B1 at c3 | last c3 by seat 0 | seat 1 plays", {}, "do not hang together"),
        ("board B2 P2 O1 at e5, O1 P2 B1 at e5 | seat 1 plays", {}, "two tiles cannot lie on e5"),
        ("board B2 P2 O1 at e5, O1 P2 B2 at e4 | seat 1 plays", {}, "there are not so many tiles P2 B2 O1"),
        ("board B9 P2 O1 at e5 | seat 1 plays", {}, "'B9 P2 O1 at e5' is no tile on this board"),
        (f"{BOARD} | seat 1 plays", {}, "a position says which was the last"),
        (f"{BOARD} | last e5 by seat 0 | seat 1 plays", {}, "e5 is not where a tile has been played"),
        (f"{BOARD}, P1 P1 P1 at e3 | last e4 by seat 0 | seat 1 plays", {}, "without the tile at e4"),
        (
            f"{BOARD} | last e4 by seat 0 | round 1 | hands P1 P1 P1 / - | seat 0 plays",
            {},
            "1 tile cannot have been played in 0 turns",
        ),
        (f"{START} | hands P1 P1 P1 | seat 0 plays", {}, "hands of 2 seats have / between them"),
        (f"{START} | hands P1 P1 P9 / - | seat 0 plays", {}, "'P1 P1 P9' is no tile of this box"),
        (f"{START} | hands P1 P1 P1, P1 P1 P2, P1 P1 B2, P1 P1 O2 / - | seat 0 plays", {}, "at most 3 tiles, not 4"),
        (f"{START} | hands +P1 P1 P1 / - | seat 0 plays", {}, "'+P1 P1 P1' is no tile of this box"),
        (f"{START} | hands P1+ P1 P1 / - | seat 0 plays", {}, "'P1+ P1 P1' is no tile of this box"),
        (f"{START} | slots -, - | seat 0 plays", {}, "the draft card has 1 slot, not 2"),
        (f"{START} | slots - (0) | seat 0 plays", {}, "'- (0)' is no slot"),
        (f"{START} | ships 1 2 / 3 4 5 | seat 0 plays", {}, "'1 2' are no ships"),
        (f"{START} | ships 4 2 1 / 4 4 5 | seat 0 plays", {}, "two pink ships cannot be on one space"),
        (f"{START} | ships 4 2 1 / 3** 4 5 | hands P1 P1 P1 / - | seat 0 plays", {}, "seat 1 has not just frozen"),
        (f"{START} | bursts P15 | seat 0 plays", {}, "'P15' is no starburst of this race"),
        (f"{START} | bursts P15 | hands P1 P1 P1 / - | seat 0 plays", BURSTS, "starbursts lie exactly where no ship"),
        (f"{START} | ships 20 0 0 / 0 0 0 | hands P1 P1 P1 / - | seat 0 plays", BURSTS, "8 starbursts have not been"),
        (f"{START} | unseen P2 P2 | seat 0 plays", BURSTS, "there are not so many starbursts P2"),
        (f"{START} | unseen X2 | seat 0 plays", BURSTS, "'X2' is no starburst: they are P2, P3"),
        (f"{START} | order 0 1 | seat 0 plays", {}, "belongs to the advanced card"),
        (f"{START} | order 0 0 | seat 0 plays", ADVANCED, "seat 0 is listed twice in '0 0'"),
        (
            f"{START} | slots - (1), -, -, -, -, - | hands P1 P1 P1 / - | seat 0 plays",
            ADVANCED,
            "on the advanced card stand",
        ),
        (f"{START} | round 0 | seat 0 plays", {}, "'0' is not a round: it is a number from 1 to 250"),
        (f"{START} | round 2 | hands P1 P1 P1 / - | seat 0 plays", {}, "round 2 is too late"),
        (f"{START} | turn 3 | seat 0 plays", {}, "'3' is not a turn: it is a number from 1 to 2"),
        (f"{START} | discards P1 P1 P1 | seat 0 plays", {}, "tiles are discarded in a brutal race only"),
        ("edges 1b 4b 6b | set-up", {}, "is not the frame of this setup, whose edges are 1b 4b 5b"),
        ("edges 1a 1a | set-up", {"edges": "random"}, "is not the frame of this setup"),
        ("edges 1z | set-up", {"edges": "random"}, "'1z' is no frame"),
        ("edges - | hands P1 P1 P1 / - | set-up", {"edges": "random"}, "the set-up draws edges, hands"),
        (f"{START} | set-up", {}, "the set-up draws edges, hands"),
        (
            f"{BOARD} | last e4 by seat 0 | seat 0 chooses a power; powers team P-warp",
            {},
            "the last tile fires nothing",
        ),
        (f"{BOARD} | last e4 by seat 0 | seat 0 freezes P; powers jump", {}, "'jump' is no power"),
        (f"{BOARD} | last e4 by seat 0 | seat 0 drafts; drafted", {}, "'drafted' says nothing that can be pending"),
        (
            f"{BOARD} | last e4 by seat 0 | seat 0 turns up; waiting P15",
            BURSTS,
            "seat 0 cannot have taken the starburst P15",
        ),
        (f"{BOARD} | last e4 by seat 0 | {ONE_TAKEN} | seat 0 uses; tokens P2", BURSTS, "it settles itself"),
        (
            f"{BOARD} | last e4 by seat 0 | {ONE_TAKEN} | seat 0 uses; tokens P2 P3",
            BURSTS,
            "the starburst P3 is turned up and unseen at once",
        ),
        (
            f"{BOARD} | last e4 by seat 0 | {ONE_TAKEN} | seat 0 bursts 2",
            BURSTS,
            "the starburst W2 is turned up and unseen at once",
        ),
        (f"{BOARD} | last e4 by seat 0 | {ONE_TAKEN} | seat 0 bursts 5", BURSTS, "'W5' is no starburst"),
        (f"{BOARD} | last e4 by seat 0 | seat 0 uses; tokens P2 B2", {}, "there are no starbursts in this race"),
        (f"{BOARD} | last e4 by seat 0 | seat 0 uses; waiting P15", BURSTS, "'waiting P15' says nothing that can be"),
        (
            f"{START} | ships 15 0 0 / 0 0 0 | bursts P15 P25 P35 B15 B25 B35 O15 O25 O35 | hands P1 P1 P1 / - | "
            "seat 0 plays",
            LANDING,
            "starbursts lie where no ship has landed",
        ),
        (
            f"{START} | ships 16 0 0 / 0 0 0 | bursts P25 B15 B25 B35 O15 O25 O35 | hands P1 P1 P1 / - | seat 0 plays",
            LANDING,
            "starbursts lie where no ship has landed",
        ),
        (f"{START} | ships 4 1 4 / 0 0 0 | seat 0 plays", {"head_start": "2 0"}, "the ships of seat 0 have begun on 2"),
        ("ships 0 0 0 / 0 0 0 | set-up", {"head_start": "0 2"}, "the ships of seat 1 have begun on 2"),
        ("ships 2 2 2 / 2 2 3 | set-up", {"head_start": "2 0"}, "two pink ships cannot be on one space"),
        ("ships 2 2 2 / 0 0 3 | set-up", {"head_start": "2 0"}, "in the set-up nothing has been played, moved"),
        ("edges 1a | set-up", {"edges": "random b"}, "is not the frame of this setup, whose edges are random b"),
        (f"{START} | over", {}, None),
        (f"{START} | hands P1 P1 P1 / - | over", {}, "it is not over"),
        (
            f"{START} | outed P1 P1 P1 / - | hands P1 P1 P2 / - | seat 0 plays",
            {},
            "says nothing about tiles hidden in these hands",
        ),
        (
            "board B2 P2 O1 at e5, B1 B1 B1 at e4 | last e4 by seat 0 | hands - / P1 P1 P1 | seat 1 plays",
            {"brutal": "tiles"},
            "in a brutal race all sections match",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_one_line(
    position: str, options: dict[str, Any], message: str | None
) -> None:
    if message is None:
        assert parse_race(position, **options).to_move == OVER
        return
    with pytest.raises(tri.PositionError) as caught:
        parse_race(position, **options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "position",
    [
        "edges - | board - | hands - / - | slots -, -, - | ships 0 0 0 / 0 0 0 | "
        "bursts P15 P25 P35 B15 B25 B35 O15 O25 O35 | unseen P2 P3 B2 B3 O2 O3 W2 W2 W2 | set-up",
        "edges 4a 2a 1a | board P1 B2 O3 at e5, O2 O1 O1 at f6 | last f6 by seat 0 | "
        "hands P1 P1 P1, W W P2+ / B1 B1 B1 | slots P1 B1 O1, -, O1 O1 B2 | ships 4 3** 16 / 0 2* 0 | "
        "bursts P15 P25 P35 B15 B25 B35 O25 O35 | unseen P2 P3 B2 B3 O2 O3 W2 W2 W2 | "
        "round 2 | turn 1 | seat 0 turns up; waiting O15",
        "edges 4a 2a 1a | board P1 B2 O3 at e5, O2 O1 O1 at f6 | last f6 by seat 0 | "
        "hands P1 P1 P1, W W P2+ / B1 B1 B1 | slots P1 B1 O1, -, O1 O1 B2 | ships 15 3 16 / 0 15 0 | "
        "bursts P25 P35 B25 B35 O25 O35 | unseen P2 P3 B2 B3 O2 W2 W2 | "
        "round 2 | turn 1 | seat 0 turns up; waiting O15; tokens W2; drafted",
        "edges 4a 2a 1a | board P1 B2 O3 at e5, O2 O1 O1 at f6 | last f6 by seat 0 | "
        "hands P1 P1 P1, W W P2+ / B1 B1 B1 | slots P1 B1 O1, -, O1 O1 B2 | ships 15 3 16 / 0 0 0 | "
        "bursts P25 P35 B15 B25 B35 O25 O35 | unseen P2 P3 B2 B3 O2 W2 W2 | round 2 | turn 1 | "
        "seat 0 uses; tokens O3 W2",
        "edges 4a 2a 1a | board P1 B2 O3 at e5, O2 O1 O1 at f6 | last f6 by seat 0 | "
        "hands P1 P1 P1, W W P2+ / B1 B1 B1 | slots P1 B1 O1, -, O1 O1 B2 | ships 15 3 16 / 0 0 0 | "
        "bursts P25 P35 B15 B25 B35 O25 O35 | unseen P2 P3 B2 B3 O2 W2 W2 | round 2 | turn 1 | "
        "seat 0 bursts 2; tokens O3",
    ],
)
def test_a_position_is_written_as_it_was_read(position: str) -> None:
    assert GAME.setup(2).parse_position(position).position() == position


def walk(seed: int, scenario: str, players: int, steps: int) -> State:
    """Return where a random game has come to."""
    state, rng = GAME.new(players, scenario=scenario), tri.Random(seed)
    for _ in range(steps):
        legal = state.legal_actions()
        state._apply(state.sample_chance(rng) if state.to_move == CHANCE else legal[rng.randrange(len(legal))])
        if state.to_move == OVER:
            break
    return state


def read_back(state: State, text: str) -> State | None:
    """Return what a text is read as, or None if it is refused in one line."""
    try:
        return state.setup.parse_position(text)
    except tri.PositionError as refused:
        message = str(refused)
    assert "\n" not in message
    return None


@given(st.integers(0, 10_000), st.sampled_from(list(GAME.presets)), st.integers(2, 5), st.integers(0, 120), st.data())
def test_mangled_positions_are_refused_or_mean_something(
    seed: int, scenario: str, players: int, steps: int, data: st.DataObject
) -> None:
    state = walk(seed, scenario, players, steps)
    text = state.position()
    assert state.setup.parse_position(text) == state
    at = data.draw(st.integers(0, len(text)))
    mangled = text[:at] + data.draw(st.text("PBOW123 +*/|,;()-ate5", max_size=3)) + text[at + 1 :]
    other = read_back(state, mangled)
    if other is None:
        return
    assert state.setup.parse_position(other.position()) == other
    if other.to_move != OVER:
        other.after(other.legal_actions()[0])


@pytest.mark.parametrize("players", [2, 5])
def test_the_table_in_text_fits_into_100_columns(players: int) -> None:
    for scenario in GAME.presets:
        for steps in (0, 2, 30, 90, 400):
            drawn = str(walk(steps, scenario, players, steps))
            assert max(map(len, drawn.splitlines())) <= 100
    far = parse_race(START, "ships 300 0 0 / 0 0 0", "hands P2 B1 O1 / P1 P1 P1", "seat 0 plays")
    assert max(map(len, str(far).splitlines())) <= 100


def test_the_table_in_text_shows_tiles_edges_and_ships() -> None:
    drawn = str(
        parse_race(
            BOARD, "last e4 by seat 0", "hands - / P1 P1 P1+", "ships 4 3* 0 / 0 0 0", "seat 1 plays", edges="4a 5b 6b"
        )
    )
    assert "Round 1: Green is choosing a tile to play." in drawn
    assert "pink   ...w...." in drawn
    assert "w 3*" in drawn
    assert "> g Green: P1 P1 P1" in drawn
    assert "P> /" in drawn
    assert "/B2__O1" in drawn


def tell(events: list[GameEvent], seat: int | None = None) -> list[str]:
    """Return the sentences about events, as a seat or a spectator reads them."""
    return [Reader(names=("Ann", "Bob"), seat=seat).render(text) for text in GAME.narration.narrate(events)]


def test_a_turn_is_told_in_two_sentences() -> None:
    state = parse_race(START, "hands P2 B1 O1 / -", "ships 0 0* 0 / 0 0 0", "slots O1 O1 O1", "seat 0 plays")
    events = list_events(state, "O1 P2 B1 at e4")
    assert tell(events) == [
        "Ann plays a tile on e4: pink moves from 0 to 4 and the frozen blue ship can’t move.",
        "Ann drafts the tile in slot 1 (orange 1, orange 1 and orange 1).",
    ]
    assert tell(events, 0)[0].startswith("You play a tile on e4: ")


def test_the_set_up_is_told_in_a_sentence_or_two() -> None:
    state, rng = GAME.new(2, draft="advanced"), tri.Random(1)
    events: list[GameEvent] = []
    while state.to_move == CHANCE:
        outcome = state.sample_chance(rng)
        events += state.events(outcome, 0)
        state._apply(outcome)
    first, second = tell(events)
    assert first == "Each player gets 3 tiles."
    assert second in (
        "The order of play is drawn at random: Ann goes first, followed by Bob.",
        "The order of play is drawn at random: Bob goes first, followed by Ann.",
    )


@pytest.mark.parametrize(
    ("events", "sentences"),
    [
        (turned_up_and_used("W2"), ["Bob’s starburst is wild: Bob chooses a ship to move 2 spaces."]),
        (
            [*turned_up_and_used("P3"), moved(1, 0, "burst", 14, 17), TAKEN],
            ["Bob’s starburst: pink takes a starburst on its way from 14 to 17."],
        ),
        (
            [*turned_up_and_used("W2"), views.TokenLost(seat=1, by="burst")],
            ["Bob’s starburst is wild: nothing moves because all three ships are frozen."],
        ),
        (
            [views.BurstTurnedUp(seat=1, token=token) for token in ("P3", "W2")],
            ["Bob turns up a pink starburst (3 spaces) and a wild starburst (2 spaces)."],
        ),
        (
            # Three are turned up in a row, and two of them are alike.
            [
                views.BurstTurnedUp(seat=1, token="B1"),
                *turned_up_and_used("B1"),
                moved(1, 1, "burst", 3, 4),
                views.BurstUsed(seat=1, token="B1"),
                moved(1, 1, "burst", 4, 5),
            ],
            [
                "Bob turns up 2 blue starbursts (1 space each).",
                "Bob’s starburst: blue moves from 3 to 4.",
                "Bob’s starburst: blue moves from 4 to 5.",
            ],
        ),
        ([moved(1, 2, "boost", 14, 15)], ["Bob moves orange from 14 to 15."]),
        (
            [moved(1, 0, "burst", 14, 16), TAKEN],
            ["Bob moves pink from 14 to 16 and takes a starburst."],
        ),
        ([views.SlotDrafted(seat=0, slot=2, tile=None)], ["Ann takes slot 3 without a tile."]),
        (
            [views.SlotDrafted(seat=0, slot=1, tile=("W", "B1", "O2")), moved(0, 1, "boost", 5, 5, frozen=True)],
            ["Ann drafts the tile in slot 2 (wild, blue 1 and orange 2), but the frozen blue ship can’t move."],
        ),
        (
            [views.PowerFired(seat=0, power="P-warp"), moved(0, 0, "warp", 5, 5)],
            ["Ann fires the pink warp: pink has no ship ahead to warp to."],
        ),
        (
            [
                views.PowerFired(seat=0, power="P-warp"),
                moved(0, 0, "warp", 5, 16),
                TAKEN,
            ],
            ["Ann fires the pink warp: pink takes a starburst as it warps from 5 to 16."],
        ),
        (
            [views.PowerFired(seat=0, power="B-freeze"), views.ShipFrozen(lane=1, ship_of=0)],
            ["Ann fires the blue freeze: Ann’s own blue ship is frozen."],
        ),
        (
            [views.PowerFired(seat=0, power="B-freeze"), views.ShipFrozen(lane=1, ship_of=None)],
            ["Ann fires the blue freeze: all blue ships are frozen already."],
        ),
        (
            [views.ShipFrozen(lane=1, ship_of=1), moved(0, 0, "pips", 0, 2)],
            ["Bob’s blue ship is frozen.", "Ann’s ships: pink moves from 0 to 2."],
        ),
        (
            [
                views.PowerFired(seat=0, power="team"),
                moved(0, 0, "team", 14, 15),
                TAKEN,
                moved(0, 1, "team", 3, 3, frozen=True),
                moved(0, 2, "team", 4, 5),
            ],
            [
                "Ann fires the team boost: "
                "the team boost moves the two ships that aren’t frozen and pink takes a starburst."
            ],
        ),
        (
            [views.ShipThawed(seat=0, lane=0), views.ShipThawed(seat=0, lane=2)],
            ["Ann’s pink and orange ships thaw."],
        ),
        (
            [views.HandDiscarded(seat=1, tiles=()), dealt(1), dealt(1)],
            ["None of Bob’s tiles fits, so Bob shows the whole hand and discards it.", "Bob draws 2 tiles."],
        ),
        ([views.RoundBegun(order=(1, 0))], ["In the next round, Bob goes first, followed by Ann."]),
        ([views.SlotFilled(slot=0, tile=("P1", "P1", "P1"))], []),
    ],
)
def test_sentences(events: list[GameEvent], sentences: list[str]) -> None:
    assert tell(events) == sentences


def test_the_prompt_of_a_brutal_race_says_that_tiles_have_to_match() -> None:
    for brutal, touched in (("tiles", "tiles"), ("strict", "tiles and edges")):
        state = parse_race(START, "hands P2 B1 O1 / -", "seat 0 plays", brutal=brutal)
        prompt = Reader(seat=0).render(state.scene(0).title)
        assert prompt == f"Choose a tile and a space where it matches the {touched} it touches."


def test_a_match_without_pips_is_told_apart_from_no_match() -> None:
    wild = views.Match(0, 30, 0, None)
    for matches, sentence in (((), "Ann plays a tile on a1 without a match."),
                              ((wild,), "Ann plays a tile on a1, but it matches no pips.")):  # fmt: skip
        played = views.PlayedTile(0, 0, matches, (0, 0, 0), ())
        assert tell([views.TilePlayed(tile=("W", "W", "P2"), played=played)]) == [sentence]


def test_powers_that_wait_for_a_choice_are_named() -> None:
    played = views.PlayedTile(0, 0, (), (2, 0, 0), ("P-warp", "P-freeze"))
    event = views.TilePlayed(tile=("P1", "P1", "O2"), played=played)
    assert tell([event]) == ["Ann plays a tile on a1 that fires the pink warp and the pink freeze."]


def test_events_of_other_games_are_not_told() -> None:
    with pytest.raises(TypeError):
        GAME.narration.narrate(tri.game("star-runners").new().events(0, 0))


def test_every_text_of_chance_and_choice_is_read_back() -> None:
    state, rng = GAME.setup(2, draft="advanced", edges="1a 2a 3a", components=tiny_components()).new(), tri.Random(3)
    while state.to_move != OVER:
        for text in legal_texts(state):
            assert state.format_action(state.parse_action(text.upper())) == text
        legal = state.legal_actions()
        state._apply(state.sample_chance(rng) if state.to_move == CHANCE else legal[rng.randrange(len(legal))])
