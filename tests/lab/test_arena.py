"""An arena pairs games, rotates seats, stops when the answer is clear, and says the same for the same seed."""

import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import Any

import msgspec
import pytest

import triangulum as tri
from tests.toys import follow
from triangulum import lab
from triangulum.bots.game_loop import StepSeededChance
from triangulum.lab.arena.arena import ArenaPlan, Seating, default_patience_seconds
from triangulum.lab.arena.report import Tally
from triangulum.lab.arena.worker import OrderSetupCache, TurnMarker, play_order
from triangulum.lab.arena.worker_pool import WORKER_POOL
from triangulum.lab.arena.worker_protocol import GameOrder, GameOutcome

QUICK = tri.Budget(simulations=1)
SHORT = tri.game("star-runners").setup(homes="open", turn_limit=12)


class ImmediateExecutor(Executor):
    """Does everything at the moment it is asked to."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = Future[Any]()
        future.set_result(fn(*args, **kwargs))
        return future


def plan(
    *bots: str, game: str = "star-runners", players: int | None = None, seed: int = 7, **options: Any
) -> ArenaPlan:
    return ArenaPlan(lab.ArenaSpec(game, bots, players=players, options=options, seed=seed, budget=QUICK))


def timeless(report: lab.ArenaReport) -> lab.ArenaReport:
    """Return a report without what a clock has measured."""
    standings = tuple(msgspec.structs.replace(standing, seconds=0.0) for standing in report.standings)
    return msgspec.structs.replace(report, standings=standings)


def played(order: GameOrder) -> GameOutcome:
    """Play a game in this process."""
    return play_order(OrderSetupCache().get_setup(order), order, TurnMarker(bytearray(16)))


def luck_of(order: GameOrder, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return what chance brings in a game, step by step."""
    luck: list[int] = []

    def sample_and_note(chance: StepSeededChance, state: tri.State) -> int:
        luck.append(sample_chance(chance, state))
        return luck[-1]

    sample_chance = StepSeededChance.sample_chance
    with monkeypatch.context() as patch:
        patch.setattr(StepSeededChance, "sample_chance", sample_and_note)
        assert played(order).at_fault is None
    return luck


@pytest.mark.parametrize(
    ("game", "bots"), [("star-runners", ["greedy", "random"]), ("starry-sky", ["greedy", "random"])]
)
def test_games_of_a_round_have_the_same_luck_and_rounds_have_not(
    game: str, bots: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = [
        [luck_of(order, monkeypatch) for _, order in plan(*bots, game=game).iterate_game_orders_of_round(number)]
        for number in range(2)
    ]
    for games in rounds:
        shortest = min(map(len, games))
        assert shortest > 5
        assert len({tuple(luck[:shortest]) for luck in games}) == 1
    assert rounds[0][0][:5] != rounds[1][0][:5]


def test_a_roll_does_not_depend_on_what_was_left_to_chance_before() -> None:
    state = tri.game("star-runners").new()
    for move in ("home SM", "home ML"):
        state.play(move)
    skipped, rolled = StepSeededChance(5), StepSeededChance(5)
    rolls = [rolled.sample_chance(state) for _ in range(40)]
    skipped.num_chance_steps = 3
    assert skipped.sample_chance(state) == rolls[3]
    assert len(set(rolls)) > 10


@pytest.mark.parametrize(
    ("bots", "players"), [(("random", "greedy"), 4), (("random", "greedy", "random", "casual", "club"), None)]
)
def test_every_bot_sits_in_every_seat_as_often_as_others_in_each_round(
    bots: tuple[str, ...], players: int | None
) -> None:
    chosen = plan(*bots, game="tri-star-racers", players=players)
    mixed = set[Seating]()
    for number in range(6):
        sittings = chosen.list_seatings(number)
        mixed.add(sittings[0])
        assert len(set(sittings)) == chosen.players
        for seat in range(chosen.players):
            assert sorted(sitting[seat] for sitting in sittings) == sorted(chosen.line_up)
    # Who sits next to whom changes from round to round.
    assert len(mixed) > 2


def test_the_last_bot_fills_the_seats_that_are_left() -> None:
    assert plan("master", "club", game="tri-star-racers", players=4).line_up == (0, 1, 1, 1)
    assert plan("master", "club", game="starry-sky").line_up == (0, 1, 1)
    assert plan("master", "club", "club", game="tri-star-racers").line_up == (0, 1, 2)
    assert plan("greedy", "greedy").names == ("greedy", "greedy (2)")


def test_what_a_game_draws_anew_is_the_same_within_a_round_only() -> None:
    chosen = plan("random", "greedy", game="starry-sky")
    skies = [
        [order.setup.options["sky"] for _, order in chosen.iterate_game_orders_of_round(number)] for number in range(3)
    ]
    assert [len(set(drawn)) for drawn in skies] == [1, 1, 1]
    assert len({drawn[0] for drawn in skies}) == 3
    own = plan("random", "greedy", game="starry-sky", sky="7")
    assert (
        len(
            {order.setup.options["sky"] for number in range(3) for _, order in own.iterate_game_orders_of_round(number)}
        )
        == 1
    )


def test_an_arena_stops_when_the_answer_is_clear_and_says_the_same_whoever_does_the_work() -> None:
    setup = tri.game("star-runners").setup(homes="open")
    with ProcessPoolExecutor(1) as pool:
        first, second, third = (
            lab.run_arena(
                lab.ArenaSpec(setup, ["greedy", "random"], budget=QUICK, seed=3), jobs=jobs, executor=executor
            )
            for jobs, executor in ((1, ImmediateExecutor()), (2, None), (3, pool))
        )
    assert timeless(first) == timeless(second) == timeless(third)
    assert first.ended == "clear"
    assert first.games == 2 * first.rounds < 100
    greedy, uniform = first.standings
    assert greedy.low > 0.5 > uniform.high
    assert greedy.wins + uniform.wins == first.games
    assert greedy.share == greedy.wins / greedy.games
    assert greedy.low <= greedy.share <= greedy.high
    assert greedy.moves > 0
    assert greedy.seconds > 0
    assert not any(WORKER_POOL.idle_workers.values())
    assert not any(WORKER_POOL.busy_workers.values())


def test_all_games_are_played_while_nothing_is_clear_and_whoever_watches_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.modules["triangulum.lab.arena.arena"], "PROGRESS_INTERVAL", 0.0)
    told: list[tuple[int, lab.ArenaReport]] = []
    report = lab.run_arena(
        lab.ArenaSpec(SHORT, ["random", "random"], games=7, budget=QUICK, seed=1),
        jobs=1,
        on_progress=lambda *news: told.append(news),
    )
    assert report.ended == "games"
    assert report.games == 6
    assert report.draws > 0
    assert [standing.bot for standing in report.standings] == ["random", "random (2)"]
    assert sum(standing.wins for standing in report.standings) == pytest.approx(6)
    assert report.verdict() == "It is not clear whether random wins more or less than 50.0%."
    assert [over for over, _ in told] == sorted(over for over, _ in told)
    assert told[-1][0] == 6
    assert told[-1][1].games == 6
    assert msgspec.json.decode(report.to_json(), type=lab.ArenaReport) == report


def test_ctrl_c_ends_an_arena_with_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["triangulum.lab.arena.arena"], "PROGRESS_INTERVAL", 0.0)

    def interrupt(over: int, report: lab.ArenaReport) -> None:
        if report.rounds >= 2:
            raise KeyboardInterrupt

    report = lab.run_arena(
        lab.ArenaSpec(SHORT, ["random", "random"], games=1000, budget=QUICK), jobs=1, on_progress=interrupt
    )
    assert report.ended == "stopped"
    assert report.rounds >= 2
    assert report.games == 2 * report.rounds


def test_wins_are_counted_by_bot_and_shared_wins_as_shares() -> None:
    tally = Tally(("master", "club"), (1, 2))
    tally.add_round(
        [
            ((0, 1, 1), GameOutcome(shares=(1.0, 0.0, 0.0), moves=(5, 4, 4), seconds=(1.0, 0.5, 0.5))),
            ((1, 1, 0), GameOutcome(shares=(0.5, 0.0, 0.5), moves=(4, 4, 5), seconds=(0.5, 0.5, 1.0))),
            ((1, 0, 1), GameOutcome(shares=(1 / 3, 1 / 3, 1 / 3), drawn=True)),
        ]
    )
    master, club = tally.make_bot_standing(0), tally.make_bot_standing(1)
    assert [master.wins, club.wins] == pytest.approx([11 / 6, 7 / 6])
    assert [master.share, club.share] == pytest.approx([11 / 18, 7 / 36])
    assert (master.moves, club.moves) == (10, 16)
    assert (master.seconds, club.seconds) == (2.0, 2.0)
    assert tally.draws == 1
    # All that the clubs can win is a half for each of them.
    assert 0 <= club.low < club.high <= 0.5
    assert not tally.excludes(1 / 3)


def test_a_game_that_was_only_registered_is_found_by_the_module_that_declares_it() -> None:
    report = lab.run_arena(lab.ArenaSpec(follow.FOLLOW, ["greedy", "random"], games=3, budget=QUICK), jobs=1)
    assert report.games == 3
    assert report.faults == ()
    assert [standing.seats for standing in report.standings] == [1, 2]


def test_a_target_moves_the_question() -> None:
    tally = Tally(("master", "random"), (1, 1))
    for _ in range(30):
        tally.add_round([((0, 1), GameOutcome(shares=(1.0, 0.0))), ((1, 0), GameOutcome(shares=(0.0, 1.0)))])
    assert tally.excludes(0.5)
    assert tally.excludes(0.8)
    assert not tally.excludes(0.95)


@pytest.mark.parametrize(
    ("words", "named", "message"),
    [
        (["greedy"], {}, "an arena needs two bots at least"),
        (["greedy", "gredy"], {}, "There’s no bot “gredy”. Did you mean “greedy”?"),
        (["greedy", "mine.py"], {}, "mine.py may hold many classes: say which one plays, such as ./mybot.py:MyBot"),
        (["greedy", "nowhere.py:Mine"], {}, "there is no file nowhere.py, so no bot Mine"),
        (
            ["greedy", "my-module:Mine"],
            {},
            "'my-module:Mine' is no bot: 'my-module' is neither a .py file nor a module",
        ),
        (["greedy", "mine:"], {}, "'mine:' is no bot: one of your own is FILE.py:CLASS, such as ./mybot.py:MyBot"),
        (["greedy", int], {}, "<class 'int'> is no bot: give a name, FILE.py:CLASS, or a class that is a Bot"),
        (["greedy"] * 3, {}, "Star Runners: This game is for 2 players, not 3."),
        (["greedy"] * 2, {"players": 3}, "Star Runners: This game is for 2 players, not 3."),
        (["greedy"] * 2, {"games": 1}, "a round of 2 players is 2 games, so 1 is too few"),
        (["greedy"] * 2, {"target": 1.5}, "the target is a share between 0 and 1, not 1.5"),
        (["greedy"] * 2, {"patience": 0.0}, "nobody can answer within 0.0 seconds: have more patience"),
        (["greedy"] * 2, {"jobs": 0}, "0 games cannot be played at a time: at least 1"),
        (
            ["greedy"] * 2,
            {"options": {"homes": "shut"}},
            "Star Runners: “homes” has to be one of guarded, open, not “shut”.",
        ),
        (["greedy"] * 2, {"options": {"players": "x"}}, "Star Runners: “players” has to be a whole number, not “x”."),
    ],
)
def test_a_mistake_is_one_line(words: list[Any], named: dict[str, Any], message: str) -> None:
    jobs = named.get("jobs")
    spec_fields = {name: value for name, value in named.items() if name != "jobs"}
    with pytest.raises(tri.TriangulumError) as caught:
        lab.run_arena(lab.ArenaSpec("star-runners", words, **spec_fields), jobs=jobs)
    assert str(caught.value) == message


def test_a_setup_has_its_options_already() -> None:
    own: list[dict[str, Any]] = [{"players": 3}, {"options": {"homes": "open"}}, {"components": "box.toml"}]
    for named in own:
        with pytest.raises(tri.OptionError, match="a setup has its own already"):
            lab.run_arena(lab.ArenaSpec(SHORT, ["greedy", "random"], **named))
    with pytest.raises(tri.OptionError, match="3 bots do not fit at a table of 2"):
        lab.run_arena(lab.ArenaSpec(SHORT, ["greedy", "random", "random"]))


def test_patience_is_many_times_what_a_bot_may_think() -> None:
    assert default_patience_seconds(tri.Budget(seconds=2)) == 50
    assert default_patience_seconds(tri.Budget(simulations=1000)) > 100
