"""Starbursts of Tri-Star Racers: who takes them, that all are turned up before one is used, and what frost does."""

from typing import Any

import pytest

import triangulum as tri
from tests.games.tri_star_racers.positions import (
    GAME,
    LANES,
    at_the_apex,
    current_phase,
    edit_components,
    legal_texts,
    list_events,
    parse_race,
    play_moves,
    preview_words,
    read_box,
    ship_spaces,
)
from tests.rules import rule
from triangulum.core.state import State
from triangulum.games.tri_star_racers import views

START = "board B2 P2 O1 at e5"
"""Blue is on the left, pink on top, orange on the right. ``O1 P2 B1 at e4`` moves pink 4 and blue 3."""
TILE = "O1 P2 B1 at e4"
ALL_BURSTS = "bursts P15 P25 P35 B15 B25 B35 O15 O25 O35"
WITH_BURSTS: dict[str, Any] = {"starbursts": True}


def race_for_starbursts(ships: str, *parts: str, **options: Any) -> State:
    """Return a race in which seat 0 is about to play a tile that moves pink 4 and blue 3."""
    return parse_race(START, "hands P2 B1 O1 / -", f"ships {ships}", *parts, "seat 0 plays", **WITH_BURSTS, **options)


def racers_view(state: State) -> views.RacersView:
    """Return what everybody may know."""
    view = state.view(None)
    assert isinstance(view, views.RacersView)
    return view


def waiting_bursts(state: State) -> list[tuple[int, int]]:
    """Return the lanes and spaces of the starbursts that are to be turned up."""
    return [(burst.lane, burst.space) for burst in racers_view(state).waiting]


@rule("7.1")
def test_nine_starbursts_lie_on_the_lanes() -> None:
    view = racers_view(GAME.new())
    assert [(burst.lane, burst.space) for burst in view.bursts] == [
        (lane, space) for lane in range(3) for space in (15, 25, 35)
    ]
    assert view.unseen == ("P2", "P3", "B2", "B3", "O2", "O3", "W2", "W2", "W2")
    assert racers_view(GAME.new(starbursts=False)).bursts == ()


@rule("7.2")
def test_starbursts_are_reached_or_passed() -> None:
    # Pink passes 15, blue comes to 25 exactly.
    state = race_for_starbursts("14 22 0 / 0 20 0", "unseen P3 B2 B3 O2 O3 W2 W2 W2")
    state.play(TILE)
    assert ship_spaces(state, 0) == (18, 25, 0)
    assert waiting_bursts(state) == [(0, 15), (1, 25)]
    assert (legal_texts(state), state.chance_weights()) == (["P3", "B2", "B3", "O2", "O3", "W2"], [1, 1, 1, 1, 1, 3])


@rule("7.5")
def test_a_ship_may_have_to_land_on_a_starburst() -> None:
    # Pink passes 15, blue comes to 25 exactly, and has passed 15 before.
    state = race_for_starbursts("14 22 0 / 0 20 0", ALL_BURSTS, bursts="landing")
    state.play(TILE)
    assert ship_spaces(state, 0) == (18, 25, 0)
    assert waiting_bursts(state) == [(1, 25)]
    assert views.Burst(0, 15) in racers_view(state).bursts
    assert views.Burst(1, 25) not in racers_view(state).bursts


@rule("7.5", "5.10")
def test_a_ship_lands_where_it_comes_to_rest_after_hopping() -> None:
    for other, taken in (("13", []), ("14", [(0, 15)])):
        state = race_for_starbursts(f"10 0 0 / {other} 0 0", bursts="landing")
        assert waiting_bursts(play_moves(state, TILE)) == taken


@rule("7.3")
def test_all_starbursts_of_a_step_are_turned_up_before_one_is_used() -> None:
    state = race_for_starbursts("14 12 0 / 0 0 0")
    state = play_moves(state, TILE, "W2")
    assert (state.to_move, current_phase(state)) == (tri.CHANCE, "burst")  # the second is still face down
    assert (waiting_bursts(state), racers_view(state).tokens) == ([(1, 15)], ("W2",))
    state = play_moves(state, "B3")
    assert ship_spaces(state, 0) == (18, 15, 0)
    assert (state.to_move, current_phase(state), racers_view(state).tokens) == (0, "use", ("B3", "W2"))


@rule("7.3")
def test_starbursts_are_used_in_the_order_the_player_chooses() -> None:
    state = play_moves(race_for_starbursts("14 12 0 / 0 0 0"), TILE, "W2", "B3")
    assert legal_texts(state) == ["use B3", "use W2"]
    assert preview_words(state, "use B3") == (
        "With this starburst, blue moves from 15 to 18 and you can move any of your ships 2 spaces."
    )
    assert preview_words(state, "use W2") == "With this starburst, you can move any of your ships 2 spaces."
    wild_first = play_moves(state, "use W2")
    assert (racers_view(wild_first).token, racers_view(wild_first).tokens) == ("W2", ("B3",))
    assert legal_texts(wild_first) == list(LANES)
    kinds = [type(event).__name__ for event in list_events(wild_first, "pink")]
    assert kinds[:3] == ["ShipMoved", "BurstUsed", "ShipMoved"]  # the last one needs no choice
    assert ship_spaces(play_moves(wild_first, "pink"), 0) == (20, 18, 0)
    assert ship_spaces(play_moves(state, "use B3", "orange"), 0) == (18, 18, 2)


@rule("7.3", "5.10")
def test_the_order_of_starbursts_matters_to_a_ship_that_hops() -> None:
    # Pink comes to 15, and another ship is on 17.
    state = race_for_starbursts("11 12 0 / 17 0 0", ALL_BURSTS, bursts="landing")
    state = play_moves(state, TILE, "P2", "P3")
    assert ship_spaces(play_moves(state, "use P2"), 0)[0] == 21
    assert ship_spaces(play_moves(state, "use P3"), 0)[0] == 20


@rule("7.3")
def test_starbursts_that_are_alike_need_no_choice() -> None:
    state = play_moves(race_for_starbursts("14 12 0 / 0 0 0"), TILE, "W2", "W2")
    assert (current_phase(state), legal_texts(state)) == ("burst", list(LANES))
    assert legal_texts(play_moves(state, "pink")) == list(LANES)


@rule("7.3")
def test_a_starburst_that_is_gained_by_another_is_turned_up_at_once_and_joins_the_rest() -> None:
    state = race_for_starbursts("14 12 24 / 0 0 20", "unseen P2 P3 B2 B3 O2 O3 W2 W2")
    state = play_moves(state, TILE, "O2", "W2", "use O2")  # orange goes from 24 to 26 and takes another
    assert (state.to_move, waiting_bursts(state), racers_view(state).tokens) == (tri.CHANCE, [(2, 25)], ("W2",))
    state = play_moves(state, "P3")
    assert legal_texts(state) == ["use P3", "use W2"]
    state = play_moves(state, "use W2", "blue")
    assert (current_phase(state), ship_spaces(state, 0)) == ("refill", (21, 17, 26))


@rule("7.3", "5.11")
def test_what_a_boost_gains_is_used_after_the_draft() -> None:
    slots = "slots O1 O1 O1, P1 P1 P1, B1 B1 B1"
    state = race_for_starbursts("9 0 14 / 0 0 0", slots, draft="boost")
    state = play_moves(state, TILE, "slot 3")
    assert (waiting_bursts(state), state.position().split(" | ")[-1]) == (
        [(2, 15)],
        "seat 0 turns up; waiting O15; drafted",
    )
    assert current_phase(play_moves(state, "B2")) == "refill"


@rule("7.4", "6.1")
def test_a_starburst_for_a_frozen_ship_is_lost() -> None:
    state = play_moves(race_for_starbursts("14 0* 0 / 0 0 0"), TILE)
    assert ship_spaces(play_moves(state, "B3"), 0) == (18, 0, 0)
    wild = play_moves(state, "W2")
    assert legal_texts(wild) == ["pink", "orange"]


@rule("7.4", "6.1")
def test_words_about_a_wild_starburst_know_about_frost() -> None:
    state = play_moves(race_for_starbursts("11 12 0* / 0 0 0"), TILE, "W2", "O3")
    assert preview_words(state, "use W2") == ("With this starburst, you can move any of your unfrozen ships 2 spaces.")
    assert preview_words(state, "use O3") == (
        "With this starburst, the frozen orange ship can’t move and you can move any of your unfrozen ships 2 spaces."
    )


@rule("7.4")
@pytest.mark.parametrize(("blue", "orange", "ends"), [("0*", "0*", (16, 0, 0)), ("0*", "0", (16, 0, 2))])
def test_a_wild_starburst_needs_a_ship_that_can_move(blue: str, orange: str, ends: tuple[int, int, int]) -> None:
    # Seat 0 freezes its own pink ship by a power of the same tile, and so a starburst finds the others or none.
    state = at_the_apex(
        "B1 O2 O2",
        "hands P1 P1 P1 / -",
        f"ships 14 {blue} {orange} / 15 0 0",
        edges="4a 1a 2a",
        components=read_box(edit_components(("bursts = [15,", "bursts = [16,"))),
        **WITH_BURSTS,
    )
    state = play_moves(state, "P1 P1 P1 at a1", "warp pink")
    assert current_phase(state) == "burst"
    lost = views.TokenLost(seat=0, by="burst") in state.events(state.parse_action("W2"), 1)
    assert lost == (orange == "0*")
    state.play("W2")
    assert (current_phase(state), ship_spaces(state, 0)) == ("refill", ends)
