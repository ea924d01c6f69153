"""Tri-Star Racers keeps every promise of the contract, in every scenario, and bots have an idea of it."""

from collections import Counter
from math import comb
from typing import Any

import pytest

import triangulum as tri
from tests.games.tri_star_racers.positions import GAME, TINY, parse_race, play_moves, read_box, tiny_components
from tests.rules import rule
from tests.sampling import chosen, sampled
from tests.two_worlds import see_two_worlds
from triangulum.core.state import Setup
from triangulum.games.tri_star_racers import views
from triangulum.learn.guide import list_guide_phases

NOT_HERE = {"secrets"}
"""Promises of games without secrets."""


@pytest.mark.parametrize(("at", "scenario"), chosen(enumerate(GAME.presets)), ids=str)
def test_conformance(at: int, scenario: str) -> None:
    """All scenarios and every number of players, not each with each, in the compiled run; one in the plain one."""
    for players in range(2, 2 + sampled(4)):
        setup = GAME.setup(2 + (at + players) % 4, scenario=scenario)
        report = tri.conformance(setup, games=1, in_depth_share=0.05, seed=1)
        assert report.unchecked - {"news", "covered", "resample varies"} == NOT_HERE


OTHER_RULES: list[dict[str, Any]] = [
    {"draft": "advanced", "edges": "4a 7a 9a", "brutal": "strict"},
    {"brutal": "tiles", "edges": "7a 8a 9a", "bursts": "landing"},
    {"edges": "random b", "team_spaces": False, "bursts": "landing", "draft": "advanced"},
    {"head_start": "9 0 4", "edges": "1a 4a 5a", "draft": "basic"},
]
"""Options that no scenario has."""


def setup_with(options: dict[str, Any], players: int) -> Setup:
    """Return a setup with other rules; one with a head start is for three players."""
    return GAME.setup(3 if "head_start" in options else players, **options)


@pytest.mark.parametrize(("at", "options"), chosen(enumerate(OTHER_RULES)), ids=str)
def test_conformance_with_other_rules(at: int, options: dict[str, Any]) -> None:
    report = tri.conformance(setup_with(options, 2 + at), games=1, in_depth_share=0.05, seed=2)
    assert report.unchecked - {"news", "covered", "resample varies"} == NOT_HERE


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4, 5])
@pytest.mark.parametrize("options", OTHER_RULES, ids=str)
def test_conformance_with_other_rules_and_every_number_of_players(options: dict[str, Any], players: int) -> None:
    assert tri.conformance(setup_with(options, players), games=4, in_depth_share=0.3).unchecked == NOT_HERE


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("scenario", GAME.presets)
def test_conformance_of_every_scenario_with_every_number_of_players(scenario: str, players: int) -> None:
    report = tri.conformance(GAME.setup(players, scenario=scenario), games=4, in_depth_share=0.3)
    assert report.unchecked == NOT_HERE


def test_conformance_on_a_board_of_four_spaces() -> None:
    """Here are so few faces that resamples are held against every history, also those in which somebody had no fit."""
    setup = GAME.setup(2, draft="advanced", edges="1a 2a 3a", brutal="strict", components=tiny_components())
    assert tri.conformance(setup, games=2, in_depth_share=0.3).unchecked - {"news"} == NOT_HERE


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("brutal", ["off", "tiles", "strict"])
@pytest.mark.parametrize("draft", ["basic", "boost", "advanced"])
def test_conformance_on_a_board_of_four_spaces_with_every_option(draft: str, brutal: str, players: int) -> None:
    setup = GAME.setup(players, draft=draft, brutal=brutal, components=tiny_components())
    assert tri.conformance(setup, games=5, in_depth_share=0.4).games == 5


def test_every_phase_in_which_somebody_decides_has_a_section_in_the_guide() -> None:
    assert list_guide_phases(GAME) >= {"play", "power", "freeze", "burst", "use", "draft", "boost", "over"}
    assert list_guide_phases(GAME) <= set(views.PHASES)


@rule("11.1")
def test_two_worlds_look_the_same_to_who_cannot_tell_them_apart() -> None:
    for seed in range(sampled(4)):
        assert see_two_worlds(GAME.setup(2 + seed, scenario=("brutal", "standard")[seed % 2]), seed) > 10


@rule("11.1")
def test_two_worlds_look_the_same_with_other_rules() -> None:
    for seed in range(sampled(len(OTHER_RULES))):
        assert see_two_worlds(setup_with(OTHER_RULES[seed], 2 + seed), seed) > 10


@pytest.mark.long
@pytest.mark.parametrize("scenario", GAME.presets)
@rule("11.1")
def test_two_worlds_look_the_same_in_many_races(scenario: str) -> None:
    for seed in range(20):
        assert see_two_worlds(GAME.setup(2 + seed % 4, scenario=scenario), seed) > 10


@pytest.mark.long
@pytest.mark.parametrize("options", OTHER_RULES, ids=str)
@rule("11.1")
def test_two_worlds_look_the_same_in_many_races_with_other_rules(options: dict[str, Any]) -> None:
    for seed in range(20):
        assert see_two_worlds(setup_with(options, 2 + seed % 4), seed) > 10


@pytest.mark.parametrize("scenario", ["most-basic", "standard", "power-play"])
def test_greedy_beats_random(scenario: str) -> None:
    greedy, uniform = tri.bot("greedy"), tri.bot("random")
    results = []
    for seed in range(3):
        results.append(tri.play(GAME, [greedy, uniform], seed, scenario=scenario).replay().returns()[0])
        results.append(tri.play(GAME, [uniform, greedy], seed, scenario=scenario).replay().returns()[1])
    assert sum(results) == len(results)


def test_greedy_takes_the_move_that_brings_most() -> None:
    state = parse_race("board B2 P2 O1 at e5", "hands P2 B1 O1 / -", "seat 0 plays")
    assert state.format_action(tri.bot("greedy").choose(state, tri.Random(1))) == "O1 P2 B1 at e4"


def test_greedy_would_rather_freeze_another_than_itself() -> None:
    def worth(leader: str) -> float:
        state = parse_race(
            "board P1 B1 O1 at e5, P1 B1 O2 at e6, P1 B1 O3 at d5, P1 B2 O1 at d4, P1 B2 O2 at c3, P1 B2 O3 at c4, "
            "O1 O1 P2 at b3, B1 O2 O2 at b2", "last b2 by seat 1", "hands B2 B2 P1 / -", f"ships {leader}",
            "seat 0 plays", edges="3b 1a 2b",
        )  # fmt: skip
        return state.action_score(state.parse_action("B2 B2 P1 at a1"))

    assert worth("3 0 0 / 6 0 0") > worth("6 0 0 / 3 0 0")


def test_whom_to_freeze_is_told_by_ships_and_not_by_hands() -> None:
    """What a choice is worth may be shown, so it must not tell what others hold."""
    setup = GAME.setup(3, draft="advanced", components=tiny_components())
    assert tri.conformance(setup, games=1, in_depth_share=0.4).held_counts["mover"] > 0


def test_a_hand_is_known_by_its_owner_and_drafted_tiles_by_all() -> None:
    state = parse_race("board B2 P2 O1 at e5", "hands P2 B1 O1, P1 P1 P1+ / O1 O1 O1", "seat 0 plays")
    hands = {seat: state.view(seat).hands for seat in (0, 1, None)}  # type: ignore[attr-defined]
    drafted, own, other = ("P1", "P1", "P1"), ("P2", "B1", "O1"), ("O1", "O1", "O1")
    assert hands == {
        0: ((own, drafted), (None,)),
        1: ((drafted, None), (other,)),
        None: ((drafted, None), (None,)),
    }


def test_resamples_follow_the_tiles_that_are_left() -> None:
    """A hidden tile is any that could be drawn, each as likely as there are tiles of it."""
    state = GAME.setup(
        2, draft="basic", edges="1b 2b 3b", starbursts=False, components=tiny_components(24)
    ).parse_position("board O1 O1 O1 at b2 | hands P1 B1 O1, P1 B1 O1, P1 B1 O1 / W W P2 | seat 0 plays")
    rng = tri.Random(5)
    drawn = [state.resample(0, rng).view(1).hands[1][0] for _ in range(2000)]  # type: ignore[attr-defined]
    # Of six each, three and one are seen; so 3, 6, 6 and 5 are left.
    shares = [drawn.count(tile) / 100 for tile in GAME.setup(2, components=tiny_components()).new().view(None).faces]  # type: ignore[attr-defined]
    assert all(abs(share - left) < 1.0 for share, left in zip(shares, (3, 6, 6, 5), strict=True))


def test_of_two_tiles_alike_the_one_that_was_seen_is_played() -> None:
    setup = GAME.setup(2, draft="basic", edges="1b 2b 3b", starbursts=False, components=tiny_components())
    state = setup.parse_position("board O1 O1 O1 at b2 | hands W W P2, W W P2+ / - | seat 0 plays")
    (event, *_) = state.events(state.parse_action("P2 W W at b1"), 1)
    assert isinstance(event, views.TilePlayed)
    assert not event.news
    state.play("P2 W W at b1")
    assert state.view(1).hands[0] == (None,)  # type: ignore[attr-defined]


def test_in_which_order_hidden_tiles_were_played_is_not_kept() -> None:
    """What a resample needs is which they were; a position says it in one way, and is read back as it was."""
    setup = GAME.setup(2, draft="basic", edges="1b 2b 3b", starbursts=False, components=tiny_components())
    hands = "hands P1 B1 O1, W W P2, P1 P1 B2 / O1 O1 O1"
    dealt = setup.parse_position(f"board O1 O1 O1 at b2 | {hands} | slots O1 O1 O1 | seat 0 plays")
    said = set()
    for first, second in (("P1 B1 O1", "W W P2"), ("W W P2", "P1 B1 O1")):
        state = play_moves(dealt, f"{first} at b1", "O1 O1 O1", "O1 O1 O1 at a1", "O1 O1 O1", f"{second} at b3")
        assert setup.parse_position(state.position()) == state
        *parts, doing = state.position().split(" | ")
        assert setup.parse_position(" | ".join([*reversed(parts), doing])) == state
        said.add(next(part for part in state.position().split(" | ") if part.startswith("outed")))
    assert said == {"outed P1 B1 O1, W W P2 / -"}


def test_resamples_do_not_forget_what_was_played_from_a_hand() -> None:
    """Who has played one of many tiles alike holds others of them as often as three dealt tiles tell."""
    tiles = ["W W P2"] * 16 + ["O1 O1 O1"] * 8
    crowded = read_box(TINY.format(tiles=", ".join(f'"{tile}"' for tile in tiles)))
    state = GAME.setup(2, draft="basic", edges="1b 2b 3b", starbursts=False, components=crowded).parse_position(
        "board O1 O1 O1 at b2, W W P2 at b1 | last b1 by seat 0 | hands W W P2, W W P2 / O1 O1 O1 | outed W W P2 / - | "
        "seat 1 plays"
    )
    # Of 16 wild tiles and 6 others, as seat 1 knows them, seat 0 was dealt three, a wild one among them.
    ways = [comb(16, 1) * comb(6, 2), comb(16, 2) * comb(6, 1), comb(16, 3)]
    rng = tri.Random(7)
    kept = Counter(state.resample(1, rng).view(0).hands[0].count(("W", "W", "P2")) for _ in range(2000))  # type: ignore[attr-defined]
    assert all(abs(kept[wild] / 2000 - ways[wild] / sum(ways)) < 0.04 for wild in range(3))


def test_greedy_likes_starbursts() -> None:
    def worth(rival: int) -> float:
        ships = f"ships 14 0 0 / {rival} 0 0"
        unseen = "unseen P2 P3 B2 B3 O2 O3 W2 W2" + " W2" * (rival < 15)
        state = parse_race("board B2 P2 O1 at e5", "hands P2 B1 O1 / -", ships, unseen, "seat 0 plays", starbursts=True)
        return state.action_score(state.parse_action("O1 P2 B1 at e4"))

    assert worth(0) > worth(20)


def test_greedy_drafts_the_better_tile_of_two_with_the_same_boost() -> None:
    slots = "slots -, O1 O1 O1, -, -, -, W W P2"
    state = parse_race("board B2 P2 O1 at e5", "hands P2 B1 O1 / -", slots, "seat 0 plays", draft="advanced")
    state.play("O1 P2 B1 at e4")
    assert state.format_action(tri.bot("greedy").choose(state, tri.Random(1))) == "slot 6"
