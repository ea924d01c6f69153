"""Starry Sky Trick-Taking keeps every promise of the contract; bots have an idea of it; parts are checked."""

from pathlib import Path

import pytest

import triangulum as tri
from tests.games.shared import after, see_refused
from tests.games.starry_sky.scripted_games import (
    GAME,
    SKY,
    get_points,
    get_view,
    make_setup,
    play_random_game,
    play_script,
)
from tests.games.starry_sky.test_rules import CROSSED
from tests.rules import rule
from tests.sampling import sampled
from tests.two_worlds import see_two_worlds
from triangulum.core.state import State
from triangulum.games.starry_sky.box import StarrySkyBox
from triangulum.games.starry_sky.views import PHASES
from triangulum.learn.guide import list_guide_phases, read_guide_section
from triangulum.learn.lessons import find_lesson, lesson_start
from triangulum.record.history import History

ERASING = ("off", "after", "before")
NEVER_SEEN = {"secrets"}
"""Promises that only a game without secrets can show."""


@pytest.mark.parametrize("erasing", ["off", "after", "before"])
@pytest.mark.parametrize("sky", [1, SKY])
def test_conformance(erasing: str, sky: int | str) -> None:
    report = tri.conformance(GAME.setup(erasing=erasing, sky=sky), games=sampled(8), in_depth_share=0.12, seed=1)
    assert report.unchecked == NEVER_SEEN


@pytest.mark.long
@pytest.mark.parametrize("erasing", ["off", "after", "before"])
def test_conformance_over_many_games(erasing: str) -> None:
    for sky in range(10):
        assert tri.conformance(GAME.setup(erasing=erasing, sky=sky), games=6, seed=sky).games == 6


@rule("9.1")
def test_two_worlds_look_the_same_to_who_cannot_tell_them_apart() -> None:
    assert (
        sum(see_two_worlds(make_setup(erasing=ERASING[seed % 3], sky=seed), seed) for seed in range(sampled(16))) > 100
    )


@pytest.mark.long
@rule("9.1")
def test_two_worlds_look_the_same_in_a_thousand_games() -> None:
    assert sum(see_two_worlds(make_setup(erasing=ERASING[seed % 3], sky=seed), seed) for seed in range(1000)) > 100_000


def test_records_from_before_erasing_had_a_time_are_replayed() -> None:
    # They say whether there is erasing, which was after drawing.
    folder = Path(__file__).parent / "golden"
    for name, old, erasing in (("erasing", True, "after"), ("shared-win", False, "off")):
        record = tri.load(folder / f"{name}.tri")
        assert record.setup.options["erasing"] is old
        assert record.replay().setup.options.erasing == erasing  # type: ignore[attr-defined]
    with pytest.raises(tri.OptionError, match="one of after, before, off"):
        GAME.setup(erasing=True)


def test_the_third_lesson_has_one_best_line() -> None:
    tutorial, lesson = find_lesson(GAME, 3)
    state = lesson_start(GAME, tutorial, lesson)
    # Whatever is drawn, the trick is over with it: no second line makes up for a first one.
    totals = {move: get_points(after(state, move)) for move in map(state.format_action, state.legal_actions())}
    assert all(get_view(after(state, move)).phase == "lead" for move in totals)
    assert {move: total for move, total in totals.items() if total == max(totals.values())} == {"5-7": 7}
    assert set(lesson.moves) == {"5-7"}
    assert totals.keys() == {*lesson.moves, *lesson.missing}


def gain(name: str, games: int, **options: str) -> float:
    """Return the mean return of a bot against two random ones, from all seats in turn."""
    total = 0.0
    for seed in range(games):
        bots = [tri.bot("random")] * 3
        bots[seed % 3] = tri.bot(name)
        total += tri.play("starry-sky", bots, seed=seed, **options).replay().returns()[seed % 3]
    return total / games


@pytest.mark.parametrize("erasing", ["off", "after", "before"])
def test_greedy_beats_random(erasing: str) -> None:
    # A player like the others gains nothing, give or take 0.09 over 60 games.
    assert gain("greedy", 60, erasing=erasing) > 0.25


def test_greedy_keeps_the_better_bid_of_its_last_two_cards() -> None:
    for seed in range(20):
        last = next(
            state for state in play_random_game(make_setup(), seed) if len(get_view(state).tricks) == 6 and leads(state)
        )
        one, other = get_view(last, last.to_move).hand
        laid = tri.bot("greedy").choose(last, tri.Random(seed))
        kept = one if laid == other else other
        assert off(last, kept) <= off(last, laid)


def leads(state: State) -> bool:
    """Tell whether somebody leads."""
    return get_view(state).phase == "lead"


def off(state: State, card: int) -> float:
    """Return how far a bid is from what the board comes to if the last trick brings a little less than a point."""
    return abs(get_view(state).bids[card] - get_points(state) - 0.9)


def test_greedy_draws_towards_its_own_bid() -> None:
    # Seat 1 holds high cards, and a line that crosses two is worth more than one that crosses none.
    state = play_script("R2 R4 R5", "2-4", "2-5", "R1 R12 R9")
    assert after(state, state.format_action(tri.bot("greedy").choose(state, tri.Random(1)))).to_move == 1
    assert state.action_score(state.parse_action("1-12")) != state.action_score(state.parse_action("9-12"))


@pytest.mark.parametrize(
    ("hands", "best"),
    [("B7 B8 B9 B10 B12, B1 B3 B4 B5 B6", "erase 10-11"), ("B6 B7 B8 B9 B10, B1 B3 B4 B5 B12", "keep")],
)
def test_greedy_erases_only_towards_its_own_bid(hands: str, best: str) -> None:
    # The sky is worth 7 with four tricks to come, and the erasings would bring it to 4 or 2.
    position = play_script(*CROSSED, erasing="after").position()
    _, seat_2_and_so_on = position.split(", R3 R6", 1)
    state = make_setup(erasing="after").parse_position(f"{hands}, R3 R6{seat_2_and_so_on}")
    assert state.format_action(tri.bot("greedy").choose(state, tri.Random(1))) == best


def test_what_greedy_and_previews_go_by_is_the_movers_own() -> None:
    rng = tri.Random(1)
    for state in play_random_game(make_setup(erasing="after"), 3)[24:-1]:
        for _ in range(3):
            world = state.resample(state.to_move, rng)
            assert [world.action_score(action) for action in world.legal_actions()] == [
                state.action_score(a) for a in state.legal_actions()
            ]


def test_the_phases_of_a_game() -> None:
    found = {
        get_view(state).phase for seed in range(12) for state in play_random_game(make_setup(erasing="after"), seed)
    }
    assert found == set(PHASES)


def test_every_phase_that_asks_somebody_has_a_section_in_the_guide() -> None:
    assert list_guide_phases(GAME) == set(PHASES) - {"deal"}
    state = play_random_game(make_setup(), 1)[24]
    assert read_guide_section(GAME, state.view(0)).startswith("## ")


def test_a_new_game_has_a_new_sky_unless_one_is_chosen() -> None:
    bots = [tri.bot("random")] * 3
    skies = [tri.play("starry-sky", bots, seed=seed).setup.options["sky"] for seed in (1, 2, 2)]
    assert skies[0] != skies[1] == skies[2]
    assert tri.play("starry-sky", bots, seed=5, sky=SKY).setup.options["sky"] == SKY
    assert tri.play(make_setup(), bots, seed=5).setup.options["sky"] == SKY


def test_no_game_is_longer_than_promised() -> None:
    for seed in range(60):
        assert len(play_random_game(make_setup(erasing="after"), seed)) - 1 <= make_setup().max_length


def test_what_can_be_taken_back_is_what_has_told_nobody_anything() -> None:
    free = set()
    for seed in range(6):
        history = History(make_setup(erasing="after"), ["Ann", "Bob", "Cleo"])
        dice = tri.Random(seed)
        while not history.is_over:
            view, actions = get_view(history.state), history.state.legal_actions()
            mover = view.to_move
            history.play(actions[dice.randrange(len(actions))])
            if mover != tri.CHANCE and not history.is_over:
                free.add((view.phase, sum(view.has_face_down_card), history.count_free_takebacks(mover) > 0))
    # Naming a colour and turning up a trick tell something; the second card, lines and erasings do not.
    assert free == {
        ("lead", 0, False),
        ("follow", 1, True),
        ("follow", 2, False),
        ("draw", 0, True),
        ("erase", 0, True),
    }


REFUSED = [
    ("number = 3\n", "number = 4\n", "[[cards]]", "there are two cards red 4"),
    ('size = "S"', 'size = "L"', 'size = "L"', "1 to 6 are S and 7 to 12 are L, so 1 is not L"),
    ('size = "S"', 'size = "M"', 'size = "M"', "cards[0].size is one of L, S, not 'M'"),
    ("bid = 1\n", "bid = 100\n", "bid = 100", "cards[0].bid is a whole number from 0 to 99, not 100"),
    ("number = 12", "number = 13", "number = 13", "cards[11].number is a whole number from 1 to 12, not 13"),
    ('colour = "red"', 'colour = "pink"', 'colour = "pink"', "cards[0].colour is one of blue, red, not 'pink'"),
    ("border = 12", "border = 0", "border = 0", "distances.border is a whole number from 1 to 40, not 0"),
    ('[[cards]]\ncolour = "red"\nnumber = 1\nsize = "S"\nbid = 1\n\n', "", "[[cards]]", "the card red 1 is missing"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), REFUSED, ids=[message for *_, message in REFUSED])
def test_components_that_make_no_sense_are_refused_with_their_line(
    old: str, new: str, line: str, message: str, tmp_path: Path
) -> None:
    see_refused(GAME, old, new, line, message, tmp_path)


def test_three_players_and_no_other_number() -> None:
    for players in (2, 4):
        with pytest.raises(tri.OptionError, match=f"This game is for 3 players, not {players}"):
            GAME.setup(players)
    assert isinstance(GAME.components.box, StarrySkyBox)
