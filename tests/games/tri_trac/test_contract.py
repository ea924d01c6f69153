"""Tri-Trac keeps every promise of the contract, with every option and on other boards; and bots have an idea of it."""

from pathlib import Path

import pytest

import triangulum as tri
from tests.games.shared import after, see_refused
from tests.games.tri_trac.test_rules import ALMOST, SIX, table
from tests.sampling import closely, sampled
from triangulum.core.components import parse_components
from triangulum.games.tri_trac.box import TriTracBox

GAME = tri.game("tri-trac")

NEVER_SEEN = {"observation", "covered", "news", "belief", "resample varies", "weights"}
"""Promises that only a game with secrets or chance can show."""

LARGER = """
rebuilt = true
outline = ["    ^", "   ^v^", "  ^v^v^", " ^v^v^v^", "^v^v^v^v^"]
centre = ["c3", "d3", "d5"]
triangles = 9
arrows = [
    { space = "a1", kind = "light" },
    { space = "e1", kind = "dark" },
    { space = "e5", kind = "light" },
    { space = "e9", kind = "dark" },
]
"""
"""A triangle of 25 spaces, with arrows at its corners and below."""


@pytest.mark.parametrize(
    ("turn_limit", "draws", "games"),
    [(1, "automatic", 20), (20, "automatic", 8), (40, "agreed", 4), (200, "automatic", 2)],
)
def test_conformance(turn_limit: int, draws: str, games: int) -> None:
    setup = GAME.setup(turn_limit=turn_limit, draws=draws)
    report = tri.conformance(setup, games=sampled(games), in_depth_share=closely(0.2))
    assert report.unchecked == NEVER_SEEN


@pytest.mark.parametrize(("components", "games"), [(SIX, 30), (LARGER, 2)], ids=["six", "larger"])
def test_conformance_on_another_board(components: str, games: int, tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(components)
    report = tri.conformance(
        GAME.setup(components=tmp_path / "box.toml", turn_limit=60), games=sampled(games), in_depth_share=closely(0.2)
    )
    assert report.unchecked == NEVER_SEEN


@pytest.mark.long
@pytest.mark.parametrize("draws", ["automatic", "agreed"])
def test_conformance_over_many_games(draws: str) -> None:
    assert tri.conformance(GAME.setup(draws=draws), games=40).games == 40


def test_greedy_beats_random() -> None:
    greedy, uniform = tri.bot("greedy"), tri.bot("random")
    results = [tri.play("tri-trac", [greedy, uniform], seed=seed).replay().returns()[0] for seed in range(3)]
    results += [tri.play("tri-trac", [uniform, greedy], seed=seed).replay().returns()[1] for seed in range(3)]
    assert sum(results) >= 5


def test_greedy_takes_a_win() -> None:
    for turn in (6, 7):
        state = table(ALMOST, f"turn {turn}")
        assert state.format_action(tri.bot("greedy").choose(state, tri.Random(turn))) == "c1 LT"
    turning = table("N b2 LT; O a2 LT, b1 RB; Y a1 RB, c1 LR", "turn 6")
    assert turning.format_action(tri.bot("greedy").choose(turning, tri.Random(1))) == "c1 LT"


def test_greedy_hands_no_win_over_if_it_can_help_it() -> None:
    # Two triangles are missing: whoever lays one of them gives the other the last.
    state = table("N b2 LT; O a2 LT, c6 LR; Y a1 RB, c4 LR", "turn 7")
    for seed in range(10):
        after = state.copy()
        after._apply(tri.bot("greedy").choose(state, tri.Random(seed)))
        assert not any(after.action_score(action) == 1.0 for action in after.legal_actions())


def test_greedy_likes_a_threat_that_only_it_can_carry_out() -> None:
    # An orange triangle in the gap at b2 keeps yellow out, and orange alone can turn it.
    blocking = table("N c4 LR; O a2 LT; Y a1 RB, b1 RB, c1 LT", "turn 7")
    assert (
        str(blocking.preview(blocking.parse_action("b2 LR")).words) == "You could complete a track on your next turn."
    )
    assert blocking.action_score(blocking.parse_action("b2 LR")) > blocking.action_score(blocking.parse_action("c6 LR"))


def test_greedy_builds_where_the_other_is_not_in_the_way() -> None:
    # Between a2 and c1 three triangles of orange's lie as they have to; a4 is on none of the short tracks from there.
    state = table("N c4 LR; O a1 RB, b1 RB, b2 LT; Y c6 LR, d1 RT, d2 LR", "turn 9")
    assert state.action_score(state.parse_action("c1 LR")) > state.action_score(state.parse_action("a4 LR"))
    assert state.action_score(state.parse_action("c1 LR")) > state.action_score(state.parse_action("b2-d3 LR"))


def test_greedy_gets_in_the_way() -> None:
    # The same, and yellow is to move: a triangle at c1 that lies otherwise is one that orange cannot touch.
    state = table("N c4 LR; O a1 RB, b1 RB, b2 LT; Y c6 LR, d1 RT, d2 LR", "turn 10")
    assert state.action_score(state.parse_action("c1 LR")) > state.action_score(state.parse_action("a4 LR"))


def test_estimates_of_the_two_seats_are_opposite() -> None:
    rng = tri.Random(5)
    state = GAME.new()
    while state.to_move != tri.OVER:
        assert state.evaluate(0) == -state.evaluate(1)
        legal = state._legal_actions()
        state._apply(legal[rng.randrange(len(legal))])


def test_a_track_that_would_only_meet_itself_is_no_threat() -> None:
    # From the arrow at a2 round the centre and back to b4, whose owner could turn it to join the circle.
    state = table("N c4 LR; O a2 RT, b3 RB, b4 RT, c5 LT; Y a3 LB, b5 LB, c3 RT", "turn 11")
    assert after(state, "b4 LT").winners() == []
    assert state.evaluate(0) < 0.9


def test_a_gap_is_no_threat_to_who_has_nothing_left_to_fill_it_with() -> None:
    few = parse_components(TriTracBox, GAME.components.text.replace("triangles = 7", "triangles = 2"), "few")
    setup = GAME.setup(components=few)
    # Only yellow has a triangle, on c6, that is not needed where it lies.
    gap = "N b2 LT; O a2 LT, b1 RB; Y a1 RB, c6 LR"
    assert setup.parse_position(f"{gap} | turn 7").evaluate(0) < 0.9
    assert setup.parse_position(f"{gap} | turn 8").evaluate(1) == 0.9


REFUSED = [
    ('space = "a2"', 'space = "b2"', 'space = "b2"', "b2 is not at the rim, so no arrow can stand there"),
    ('space = "a2"', 'space = "z9"', 'space = "z9"', "'z9' is no space of this board"),
    ('space = "d4"', 'space = "b7"', 'space = "b7"', "there is an arrow at b7 already"),
    ('"b3", "b4", "b5", "c3", "c4", "c5"', "", "centre =", "there must be a centre space"),
    ('"b3", "b4"', '"b3", "b3"', "centre =", "b3 stands among the centre spaces already"),
    ('"b3", "b4"', '"b3", "b9"', "centre =", "'b9' is no space of this board"),
    ('" ^v^v^v^"', '" ^v^v^^^"', '" ^v^v^^^"', "b6 points up, which does not fit its neighbours"),
    ('" ^v^v^v^"', '" ^v v^v^"', '" ^v v^v^"', "row b is made of ^ and v without gaps"),
    ('"  v^v^v"', '"                  v^v^v"', '"                  v^v^v"', "the board falls apart: d1 shares no side"),
    ("triangles = 7", "triangles = 1", 'space = "a2"', "the shortest track from a2 to another arrow takes 5 triangles"),
    ("triangles = 7", "triangles = 0", "triangles = 0", "triangles is a whole number from 1 to 99, not 0"),
    ('kind = "dark"', 'kind = "pale"', 'kind = "pale"', "arrows[0].kind is one of dark, light, not 'pale'"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), REFUSED, ids=[message for *_, message in REFUSED])
def test_components_that_make_no_sense_are_refused_with_their_line(
    old: str, new: str, line: str, message: str, tmp_path: Path
) -> None:
    see_refused(GAME, old, new, line, message, tmp_path)


def refusal(components: str, tmp_path: Path) -> str:
    """Return why components are refused."""
    (tmp_path / "box.toml").write_text(components)
    with pytest.raises(tri.ComponentsError) as caught:
        GAME.setup(components=tmp_path / "box.toml")
    return str(caught.value)


def test_an_arrow_that_no_track_can_reach_is_refused(tmp_path: Path) -> None:
    row = 'rebuilt = true\noutline = ["^v^v^v^v^"]\ncentre = ["a2"]\ntriangles = 1\n'
    assert GAME.setup(components=written(tmp_path, row + arrows("a1", "a3"))).new().legal_actions()
    assert refusal(row + arrows("a1", "a3", "a9"), tmp_path) == (
        "box.toml, line 5: no track can ever reach this arrow: "
        "the shortest track from a9 to another arrow takes 7 triangles, not 3"
    )
    assert "a track runs between two arrows, and there are 1" in refusal(row + arrows("a1"), tmp_path)


def test_a_centre_space_where_nothing_can_lie_is_refused(tmp_path: Path) -> None:
    row = 'rebuilt = true\noutline = ["^v^v^"]\ncentre = ["a5"]\ntriangles = 2\n'
    assert "no triangle can lie at a5: its track would lead off the board" in refusal(
        row + arrows("a1", "a3"), tmp_path
    )


def written(folder: Path, text: str) -> Path:
    """Return a file with a text."""
    (folder / "box.toml").write_text(text)
    return folder / "box.toml"


def arrows(*spaces: str) -> str:
    """Return light arrows at some spaces, as components list them."""
    listed = ", ".join(f'{{ space = "{space}", kind = "light" }}' for space in spaces)
    return f"arrows = [{listed}]\n"


def test_a_board_has_at_most_60_spaces(tmp_path: Path) -> None:
    rows = ", ".join(f'"{" " * (7 - row)}{"^v" * row}^"' for row in range(8))
    text = f'rebuilt = true\noutline = [{rows}]\ncentre = ["d3"]\ntriangles = 9\n' + arrows("a1", "h1")
    assert "a board has at most 60 spaces, and this has 64" in refusal(text, tmp_path)


def test_the_box_says_how_triangles_may_lie() -> None:
    box: TriTracBox = GAME.components.box
    assert box.pose_names[:3] == ("a1 RB", "a1 LB", "a1 LR")
    assert [box.allowed_blank_sides(box.lattice.index_by_name[name]) for name in ("a1", "a2", "c1", "c4")] == [
        [0],
        [0, 1, 2],
        [1, 2],
        [0, 1, 2],
    ]
