"""What is in the box of Tri-Star Racers can be typed anew; what makes no sense is refused with its line."""

import pytest

import triangulum as tri
from tests.games.tri_star_racers.positions import (
    GAME,
    all_tiles,
    current_phase,
    edit_components,
    legal_texts,
    parse_race,
    play_moves,
    read_box,
    ship_spaces,
)

REFUSED = [
    ('"P1 B1 O1"', '"P1 B1"', "'P1 B1' is no tile: it has three sections such as P2, B1, O3 or W"),
    ('"P2 P2 O1"', '"P2 P2 G1"', "'P2 P2 G1' is no tile"),
    ('"W P1 B2"', '"W1 P1 B2"', "'W1 P1 B2' is no tile"),
    ('"P1 B1 O1"', '"P0 B1 O1"', "'P0 B1 O1' is no tile"),
    ('a = "B-warp B2 O1 team P1 B2 B-freeze"', 'a = "B-warp B2 O1 team P1 B2"', "7 spaces, and this edge has 6"),
    ('b = "O1 O2 P1 wild B1 O2 O1"', 'b = "O1 O2 P1 W B1 O2 O1"', "'W' is no section of an edge"),
    ('b = "O1 O2 P1 wild B1 O2 O1"', 'b = "O1 O2 P1 wild B1 O2 X-warp"', "'X-warp' is no section of an edge"),
    ('tokens = ["P2", "P3",', 'tokens = ["P2",', "9 starbursts lie on the lanes, and there are 8 tokens"),
    ('tokens = ["P2"', 'tokens = ["Z2"', "'Z2' is no starburst"),
    ("bursts = [15, 25, 35]", "bursts = [15, 25, 25]", "and 25 comes too late"),
    ("finish = 28", "finish = 0", "finish is a whole number from 1 to 999, not 0"),
    ('centre = "e5"', 'centre = "z5"', "'z5' is no space of this board"),
    ('team_spaces = ["c3"', 'team_spaces = ["c9"', "'c9' is no space of this board"),
    ('team_spaces = ["c3", "f3"', 'team_spaces = ["c3", "c3"', "c3 is the centre, or stands among"),
    ('"    ^v^v^"', '"    ^vv^"', "row c"),
    ('"  ^v^v^v^v^"', '"  ^v^v^v^"', "the board is a triangle that points up"),
    ('basic = ["-"]', "basic = []", "the basic card has 1 to 6 slots, not 0"),
    ('"W1", "O2", "B2", "P2", "W1"]', '"W1"]', "the advanced card has 5 to 6 slots, not 2"),
    ('boost = ["P2"', 'boost = ["P"', "'P' is no boost"),
    ("random = 8", "random = 12", "a random frame is drawn from 3 to 9 edges, not 12"),
]


@pytest.mark.parametrize(("old", "new", "message"), REFUSED, ids=[message for *_, message in REFUSED])
def test_components_that_make_no_sense_are_refused_with_their_line(old: str, new: str, message: str) -> None:
    text = edit_components((old, new))
    with pytest.raises(tri.ComponentsError) as caught:
        read_box(text)
    place, _, why = str(caught.value).partition(": ")
    if "row c" not in message:
        assert message in why
    number = int(place.removeprefix("box.toml, line "))
    assert new in text.splitlines()[number - 1]


def test_there_have_to_be_tiles_enough() -> None:
    with pytest.raises(tri.ComponentsError, match="5 hands, 6 slots and the start take 22 tiles, not 21"):
        read_box(edit_components(tiles=all_tiles()[:21]))


def test_there_are_not_more_edges_than_a_frame_can_name() -> None:
    """A position has one byte for an edge, and an option two digits."""
    edge = '\n[[frame.edges]]\na = "wild wild wild wild wild wild wild"\nb = "- - - - - - -"\n'
    most = read_box(GAME.components.text + 90 * edge)
    assert GAME.new(2, edges="99a 98b 1a", components=most).view(None).edges[0] == "99a"  # type: ignore[attr-defined]
    with pytest.raises(tri.ComponentsError, match="there are at most 99 edges, not 100"):
        read_box(GAME.components.text + 91 * edge)


def test_faces_may_be_there_more_than_once_in_any_order() -> None:
    components = read_box(edit_components(tiles=["P9 B1 O1", "O1 P9 B1", "W W W", *all_tiles()]))
    assert components.box.faces[:2] == (("P9", "B1", "O1"), ("W", "W", "W"))
    assert components.box.face_counts[:3] == (2, 1, 1)
    state = GAME.new(2, scenario="most-basic", components=components)
    assert state.chance_weights()[0] == 2
    assert legal_texts(state)[:2] == ["P9 B1 O1", "W W W"]


def test_a_box_says_which_exchange_of_colours_changes_it() -> None:
    components = read_box(edit_components(('"P1 P1 P1"', '"P3 P3 P3"'), ('tokens = ["P2"', 'tokens = ["B2"')))
    found = components.box.list_colour_asymmetries()
    assert "exchanging pink and blue turns P3 P3 P3, of which there are 1, into B3 B3 B3: 0" in found
    assert "exchanging pink and blue turns B2, of which there are 2, into P2: 0" in found
    assert "exchanging blue and orange turns B2, of which there are 2, into O2: 1" in found


def test_three_powers_at_once_in_a_corner() -> None:
    """A warp on the left, a freeze on the right, and a team boost on the space itself: all orders can be chosen."""
    components = read_box(edit_components(('team_spaces = ["c3"', 'team_spaces = ["a1", "c3"')))
    state = parse_race(
        "board P1 B1 O1 at e5, P1 B1 O2 at e6, P1 B1 O3 at d5, P1 B2 O1 at d4, P1 B2 O2 at c3, P1 B2 O3 at c4, "
        "O1 O1 P2 at b3, B1 O2 O2 at b2", "last b2 by seat 1", "hands P1 P1 O2 / -", "ships 2 0 0 / 5 0 0",
        "seat 0 plays", edges="4a 1a 2a", components=components,
    )  # fmt: skip
    state.play("P1 P1 O2 at a1")
    assert legal_texts(state) == ["warp pink", "freeze pink", "team"]
    ends = {}
    for first in legal_texts(state):
        for second in legal_texts(play_moves(state, first)):
            done = play_moves(state, first, second)
            assert current_phase(done) == "refill"
            ends[first, second] = ship_spaces(done, 0)[0]
    assert ends == {
        ("warp pink", "freeze pink"): 6,  # frozen in front, and neither boost nor pips
        ("warp pink", "team"): 7,
        ("freeze pink", "warp pink"): 9,
        ("freeze pink", "team"): 8,  # boosted to 3, then in front and two pips
        ("team", "warp pink"): 6,
        ("team", "freeze pink"): 8,
    }


def test_wild_edges_and_powers_in_any_colour() -> None:
    components = read_box(
        edit_components(('a = "P-warp P2 B1 team O1 P2 P-freeze"', 'a = "wild - wild B-warp wild - wild"'))
    )
    setup = GAME.setup(2, edges="1a 2b 3b", components=components)
    assert setup.new().view(None).edge_sections[0] == ("wild", "-", "wild", "B-warp", "wild", "-", "wild")  # type: ignore[attr-defined]
    start = setup.new()
    for seed in range(5):
        state, rng = start.copy(), tri.Random(seed)
        while state.to_move != tri.OVER:
            legal = state.legal_actions()
            state._apply(state.sample_chance(rng) if state.to_move == tri.CHANCE else legal[rng.randrange(len(legal))])
        assert state.winners()


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ("4a 7a", "“4a 7a” isn’t a frame. Name three edges, such as 4a 7a 9a"),
        ("4c 7a 9a", "“4c 7a 9a” isn’t a frame"),
        ("4a 4b 9a", "A frame needs three different edges, and 4a 4b 9a has the same one twice"),
        ("4a 7a 10a", "There’s no edge 10a: they’re called 1a to 9b."),
    ],
)
def test_edges_that_are_not_there_are_refused(edges: str, message: str) -> None:
    with pytest.raises(tri.OptionError) as caught:
        GAME.setup(edges=edges)
    assert message in str(caught.value)
