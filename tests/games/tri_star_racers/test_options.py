"""What can be chosen in Tri-Star Racers beyond the scenarios, and what is refused in one line."""

import re
from pathlib import Path
from typing import Any

import pytest

import triangulum as tri
from tests.games.tri_star_racers.positions import (
    GAME,
    current_phase,
    edit_components,
    legal_texts,
    list_events,
    parse_race,
    play_moves,
    read_box,
    ship_spaces,
)
from tests.rules import rule
from triangulum.games.tri_star_racers import views
from triangulum.games.tri_star_racers.options import RacersOptions


def resolve_options(players: int = 2, **choices: Any) -> RacersOptions:
    """Return the options of a setup, with everything decided."""
    options = GAME.setup(players, **choices).options
    assert isinstance(options, RacersOptions)
    return options


@rule("9.4", "3.1")
def test_b_sides_are_drawn_at_random_like_a_sides() -> None:
    state = GAME.new(edges="random b")
    assert legal_texts(state) == [f"{number}b" for number in range(1, 9)]
    assert list_events(state, "3b") == [views.EdgeDrawn(edge="3b", side=0)]
    state.play("3b")
    assert legal_texts(state) == [f"{number}b" for number in range(1, 9) if number != 3]
    state = play_moves(state, "8b", "1b")
    view = state.view(0)
    assert isinstance(view, views.RacersView)
    assert view.edges == ("3b", "8b", "1b")
    assert not any("-" in section[1:] or section == "team" for edge in view.edge_sections for section in edge)


@rule("9.4", "1.2", "5.7")
@pytest.mark.parametrize(("team_spaces", "ends"), [(True, (1, 3, 3)), (False, (0, 3, 1))])
def test_spaces_with_a_team_boost_can_be_left_out(team_spaces: bool, ends: tuple[int, int, int]) -> None:
    state = parse_race(
        "board P1 B1 O1 at e5, P1 B1 O2 at e6, P1 B1 O3 at d5, B2 B2 P1 at d4",
        "last d4 by seat 1",
        "hands O1 O1 O1 / -",
        "ships 0 3* 1 / 0 0 2",
        "seat 0 plays",
        team_spaces=team_spaces,
    )
    assert bool(state.view(None).team_spaces) == team_spaces  # type: ignore[attr-defined]
    assert ship_spaces(play_moves(state, "O1 O1 O1 at c3"), 0) == ends


@rule("9.4")
def test_a_race_wholly_without_powers() -> None:
    """Nothing ever fires."""
    for seed in range(4):
        state, rng = GAME.new(2 + seed, edges="random b", team_spaces=False), tri.Random(seed)
        while state.to_move != tri.OVER:
            legal = state.legal_actions()
            action = state.sample_chance(rng) if state.to_move == tri.CHANCE else legal[rng.randrange(len(legal))]
            assert not any(isinstance(event, views.PowerFired) for event in state.events(action, None))
            state.play(action)


@rule("9.5")
def test_a_head_start() -> None:
    state = GAME.new(3, head_start="3, 2 0")
    assert resolve_options(3, head_start="3, 2 0").head_start == "3 2 0"
    assert [ship_spaces(state, seat) for seat in range(3)] == [(3, 3, 3), (2, 2, 2), (0, 0, 0)]
    assert state.setup.parse_position(state.position()) == state
    for nothing in ("none", "0", "0 0 0", " None "):
        assert resolve_options(3, head_start=nothing) == resolve_options(3)
    # Without starbursts, only the finish line is a limit.
    assert ship_spaces(GAME.new(2, head_start="27 0", starbursts=False), 0) == (27, 27, 27)


@rule("9.5", "5.10")
def test_ships_with_a_head_start_are_hopped_over_like_others() -> None:
    state = parse_race("board B2 P2 O1 at e5", "hands P2 B1 O1 / -", "seat 0 plays", head_start="0 4")
    assert ship_spaces(play_moves(state, "O1 P2 B1 at e4"), 0) == (5, 3, 0)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"head_start": "1 2 3"}, "“1 2 3” isn’t a head start. Name a space for each of the 2 players"),
        ({"head_start": "-1 0"}, "“-1 0” isn’t a head start"),
        ({"head_start": "one 0"}, "“one 0” isn’t a head start"),
        ({"head_start": ""}, "“” isn’t a head start"),
        ({"head_start": "3 3"}, "Only the Starting Zone has room for several ships, so the head starts 3 3 have"),
        ({"head_start": "15 0"}, "Ships have to start before space 15, and the head starts are 15 0."),
        ({"head_start": "28 0", "starbursts": False}, "Ships have to start before space 28"),
        ({"edges": "random c"}, "“random c” isn’t a frame. Name three edges"),
        ({"brutal": "yes"}, "“brutal” has to be one of off, strict, tiles, not “yes”."),
        ({"brutal": True}, "“brutal” has to be one of off, strict, tiles, not “True”."),
        ({"bursts": "near"}, "“bursts” has to be one of landing, passing, not “near”."),
    ],
)  # fmt: skip
def test_a_choice_that_makes_no_sense_is_refused_in_one_line(choice: dict[str, Any], message: str) -> None:
    with pytest.raises(tri.OptionError) as caught:
        GAME.setup(2, **choice)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@rule("9.5")
def test_a_head_start_ends_before_the_first_starburst_of_the_box() -> None:
    near = read_box(edit_components(("bursts = [15, 25, 35]", "bursts = [5, 25, 35]")))
    with pytest.raises(tri.OptionError, match="before space 5"):
        GAME.setup(2, head_start="5 0", components=near)


@rule("7.3")
def test_a_record_of_the_first_rules_is_refused_in_one_line() -> None:
    """They turned starbursts up one at a time, so it might not replay."""
    with pytest.raises(tri.RecordError) as caught:
        tri.load(Path(__file__).parent / "records" / "rules-1.tri")
    assert "This game of Tri-Star Racers was played by version 1 of the rules. Only version 2 is installed." in str(
        caught.value
    )
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("edges", ["random", "random b", " Random  B ", "4A,7a 9b"])
def test_a_frame_is_read_however_it_is_typed(edges: str) -> None:
    written = resolve_options(edges=edges).edges
    assert written == " ".join(re.sub(",", " ", edges.lower()).split())
    assert current_phase(GAME.new(edges=edges)) == "setup"
