"""Star Runners solved: a small variant against a slow solver, the table both ways, and the bot that plays by it.

The small variant has dice with three sides and a Large of more pips, which therefore never moves: both stand at the
other's home from the beginning, and the other two ships race as ever. In a smaller one the Mediums stand there, too.
"""

import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import triangulum as tri
from tests.sampling import sampled
from triangulum.core.components import parse_components
from triangulum.core.state import CHANCE, OVER, State
from triangulum.games.star_runners import solver
from triangulum.games.star_runners.rules import StarRunnersSetup
from triangulum.games.star_runners.solver.solution import StarRunnersSolution, encode_table
from triangulum.games.star_runners.solver.strata import PairSolver, StratumBounds, list_visit_pairs
from triangulum.games.star_runners.solver.table_index import NUM_FLEET_STATES, TableIndex, encode_fleet_state
from triangulum.games.star_runners.solver.turn_lookup import GOAL_FLEET, NUM_FLEETS, build_turn_lookup
from triangulum.games.star_runners.views import PLACE_NAMES
from triangulum.solve import storage as solutions

pytestmark = pytest.mark.compiled_only

GAME = tri.game("star-runners")
COMPILED = tri.BUILD.kind == "compiled"
SHIPS = 2 if COMPILED else 1
"""How many ships of each fleet move in the small variant that most tests look at."""
PIPS = {1: (1, 4, 5), 2: (1, 2, 4)}
MASKS = {1: (6, 7), 2: (4, 5, 6, 7)}
"""Who may have visited Backwater, by how many ships move: those that stand still always have."""
STARTS = {1: ("S:A M:B* L:B*", "S:B M:A* L:A*", 0), 2: ("S:A M:A* L:B*", "S:B M:B* L:A*", 0)}
VARIANTS = pytest.mark.parametrize(
    ("homes", "rerolls"), [("open", "chain"), ("guarded", "chain"), ("open", "once"), ("guarded", "once")]
)

Position = tuple[str, str, int]
"""Both fleets as a position's text has them, and whose turn it is."""


@cache
def small(homes: str, rerolls: str = "chain", ships: int = SHIPS) -> tuple[tri.Setup, StarRunnersSolution]:
    """Return the small variant, set up and solved in this process."""
    text = GAME.components.text.replace("sides = 6", "sides = 3")
    for printed in (3, 2, 1):
        text = text.replace(f"pips = {printed}", f"pips = {PIPS[ships][printed - 1]}")
    setup = GAME.setup(homes=homes, rerolls=rerolls, components=parse_components(GAME.box, text, "three sides"))
    assert isinstance(setup, StarRunnersSetup)
    still = 7 ** (3 - ships)
    turns = build_turn_lookup(
        setup, vec[i64]([fleet for fleet in range(NUM_FLEETS) if fleet % still == GOAL_FLEET % still])
    )
    known: dict[int, StratumBounds] = {}
    for pair in list_visit_pairs():
        if set(pair) <= set(MASKS[ships]):
            known |= PairSolver(turns, pair, known, lambda *_: None).solve()
    return setup, solver.read(setup, encode_table(known))


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of our own."""
    monkeypatch.setenv("TRIANGULUM_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def at(setup: tri.Setup, position: Position) -> State:
    """Return the state in which a position's player is about to roll."""
    one, other, seat = position
    return transferred(setup, f"SM ML | {one} | {other} | turn {201 + seat} | seat {seat} rolls")


def transferred(setup: tri.Setup, text: str) -> State:
    """Return a position of the printed game in another setup, in which ships that never move could not get there."""
    printed = GAME.setup().parse_position(text)
    return setup.state_from_fields(printed.to_move, printed.byte_fields, printed.word_fields)


def position_of(state: State) -> Position:
    """Return the position of a state in which somebody is about to roll."""
    _, one, other, turn, _ = state.position().split(" | ")
    return one, other, (int(turn.removeprefix("turn ")) - 1) % 2


def ends_of_turn(state: State) -> Iterator[Position | None]:
    """Yield every position in which a turn can end, None for a win, by playing every action there is."""
    todo, met = [state], set()
    while todo:
        here = todo.pop()
        if here.to_move == OVER:
            yield None
        elif here.to_move == CHANCE:
            yield position_of(here)
        else:
            for action in here.legal_actions():
                after = here.after(action)
                if after.to_bytes() not in met:
                    met.add(after.to_bytes())
                    todo.append(after)


Roll = tuple[int, bool, frozenset[Position | None]]
"""How likely a roll is, whether it may be rolled again, and in which positions the turn can end."""


def rolls(state: State) -> Iterator[Roll]:
    """Yield what can follow from each roll."""
    for outcome, weight in zip(state.legal_actions(), state.chance_weights(), strict=True):
        after = state.after(outcome)
        doubles = after.to_move >= 0 and "doubles" in after.position()
        if doubles:
            after.play("take")
        yield weight, doubles, frozenset(ends_of_turn(after))


def slowly_solved(setup: tri.Setup, start: Position, fadings: tuple[float, ...]) -> dict[Position, float]:
    """Return what all positions that can come up are worth to seat 0, by going over a dictionary again and again."""
    graph: dict[Position, list[Roll]] = {}
    todo = [start]
    while todo:
        position = todo.pop()
        if position not in graph:
            graph[position] = list(rolls(at(setup, position)))
            todo += [end for _, _, ends in graph[position] for end in ends if end is not None]
    worth = dict.fromkeys(graph, 0.0)
    for fading in fadings:
        changed = 1.0
        while changed > 1e-8:
            changed = 0.0
            for position, chances in graph.items():
                value = (1.0 - fading) * expected(setup, position, chances, worth)
                changed = max(changed, abs(value - worth[position]))
                worth[position] = value
    return worth


def expected(setup: tri.Setup, position: Position, chances: list[Roll], worth: dict[Position, float]) -> float:
    """Return what a position is worth to seat 0 if what follows is worth so much."""
    best, win = (max, 1.0) if position[2] == 0 else (min, -1.0)
    taken = [best(win if end is None else worth[end] for end in ends) for _, _, ends in chances]
    weights = [weight for weight, _, _ in chances]
    is_chain = "once" not in solver.variant(setup)  # type: ignore[arg-type]
    reroll = worth[position] if is_chain else mean(taken, weights)
    return mean(
        [best(value, reroll) if doubles else value for value, (_, doubles, _) in zip(taken, chances, strict=True)],
        weights,
    )


def mean(values: list[float], weights: list[int]) -> float:
    """Return the mean of values with weights."""
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) / sum(weights)


def check_against_slow_solver(homes: str, rerolls: str, ships: int, positions: int) -> None:
    """See that all positions of a small variant are worth what the slow solver finds."""
    setup, solution = small(homes, rerolls, ships)
    # With open homes nobody waits, and this is the game with a limit of turns that grows and grows.
    slow = slowly_solved(setup, STARTS[ships], (0.0,) if homes == "open" else (1e-2, 1e-4, 1e-6))
    assert len(slow) > positions
    off = {position: abs(solution.value(at(setup, position), 0) - worth) for position, worth in slow.items()}
    assert max(off.values()) < solution.error + 1e-5
    assert max(slow.values()) > 0.9 > -0.9 > min(slow.values())


@VARIANTS
def test_a_race_of_two_ships_is_worth_what_a_slow_solver_finds(homes: str, rerolls: str) -> None:
    check_against_slow_solver(homes, rerolls, 1, 200)


@pytest.mark.long
@VARIANTS
def test_a_race_of_four_ships_is_worth_what_a_slow_solver_finds(homes: str, rerolls: str) -> None:
    check_against_slow_solver(homes, rerolls, 2, 10_000)


@pytest.mark.skipif(not COMPILED, reason="there the Mediums do not move")
def test_mediums_that_stay_at_guarded_homes_make_the_small_variant_worth_nothing() -> None:
    for homes, waits in (("open", False), ("guarded", True)):
        setup, solution = small(homes)
        state = at(setup, ("S:A M:A* L:B*", "S:B M:B* L:A*", 0))
        assert (solution.value(state, 0) == 0.0) == waits


def scattered(rng: random.Random, ships: int) -> Position:
    """Return a position with so many ships of each fleet anywhere, in which nobody has won."""
    while True:
        fleets = []
        for home in "AB":
            mask = rng.choice(MASKS.get(ships, range(8)))
            goal = "B" if home == "A" else "A"
            places = [*(rng.choice(PLACE_NAMES) for _ in range(ships)), *[goal] * (3 - ships)]
            if mask == 7 and set(places) == {goal}:
                break
            visited = [bool(mask >> size & 1) or place == "W" for size, place in enumerate(places)]
            fleets.append(" ".join(f"{s}:{p}{'*' * v}" for s, p, v in zip("SML", places, visited, strict=True)))
        if len(fleets) == 2:
            return fleets[0], fleets[1], rng.randrange(2)


def check_looking_ahead(setup: tri.Setup, solution: StarRunnersSolution, position: Position) -> None:
    """See that a position is worth what the positions after its turn say, found by playing every turn there is."""
    chances = list(rolls(at(setup, position)))
    after = {end: solution.value(at(setup, end), 0) for _, _, ends in chances for end in ends if end is not None}
    worth = solution.value(at(setup, position), 0)
    assert abs(expected(setup, position, chances, after | {position: worth}) - worth) < 2 * solution.error


def check_choices(setup: tri.Setup, solution: StarRunnersSolution, position: Position, bot: tri.Bot) -> None:
    """See that a bot gives nothing away in one turn, from the roll to the end."""
    seat, rng = position[2], tri.Random(hash(position) & 0xFFFF)
    state = at(setup, position)
    state.play(int(state.sample_chance(rng)))
    while state.to_move == seat:
        before = solution.value(state, seat), solution.discounted_value(state, seat)
        text = state.position()
        state.play(int(bot.choose(state, rng)))
        assert (solution.value(state, seat), solution.discounted_value(state, seat)) == before, text


@VARIANTS
def test_values_fit_each_other_turn_by_turn(homes: str, rerolls: str) -> None:
    setup, solution = small(homes, rerolls)
    rng = random.Random(5)
    for _ in range(sampled(120)):
        check_looking_ahead(setup, solution, scattered(rng, SHIPS))


@VARIANTS
def test_the_bot_gives_nothing_away(homes: str, rerolls: str, cache_folder: Path) -> None:
    setup, solution = small(homes, rerolls)
    solutions.save(setup, solution.table)
    bot = tri.bot("exact")
    rng = random.Random(6)
    for _ in range(sampled(300)):
        check_choices(setup, solution, scattered(rng, SHIPS), bot)


def test_bots_play_whole_games_by_the_table_alike_for_the_same_seed(cache_folder: Path) -> None:
    setup, solution = small("open")
    solutions.save(setup, solution.table)
    first, again = (tri.play(setup, [tri.bot("exact"), tri.bot("random")], seed=2) for _ in range(2))
    assert first.to_json() == again.to_json()
    assert first.players == ("exact", "random")


@pytest.mark.parametrize("rerolls", ["chain", "once"])
def test_every_phase_is_worth_to_one_what_it_costs_the_other(rerolls: str) -> None:
    setup, solution = small("open", rerolls)
    fleets = ("S:a1* M:W* L:B*", "S:B* M:b2* L:A*") if COMPILED else ("S:a1* M:B* L:B*", "S:B* M:A* L:A*")
    first, second = at(setup, (*fleets, 0)), at(setup, (*fleets, 1))
    doubles = second.copy()
    doubles.play("2-2")
    spending = first.copy()
    spending.play("3-1")
    spending.play("Sb1")
    rerolled = doubles.copy()
    rerolled.play("reroll")
    for state in (first, doubles, rerolled, spending):
        assert solution.value(state, 0) == -solution.value(state, 1) != 0.0
    won = transferred(setup, "SM ML | S:B* M:B* L:B* | S:B* M:b2* L:A* | turn 201 | won by seat 0")
    assert [solution.value(won, seat) for seat in (0, 1)] == [1.0, -1.0]
    drawn = transferred(setup, f"SM ML | {' | '.join(fleets)} | turn 301 | drawn")
    assert solution.value(drawn, 0) == 0.0
    assert solution.value(doubles, 1) == max(solution.value(doubles.after(a), 1) for a in doubles.legal_actions())
    assert solution.value(doubles, 1) >= solution.value(rerolled, 1)
    # With one reroll, a roll without a second choice can't be worth more than the first.
    assert (solution.value(rerolled, 1) == solution.value(second, 1)) == (rerolls == "chain")
    assert solution.value(rerolled, 1) <= solution.value(second, 1)


def test_a_table_has_one_value_for_positions_that_differ_in_names_only() -> None:
    setup, solution = small("open")
    rng = random.Random(1)
    for _ in range(sampled(400)):
        one, other, seat = scattered(rng, SHIPS)
        worth = solution.value(at(setup, (one, other, seat)), 0)
        for near in ("a", "b", "ab"):
            assert solution.value(at(setup, (exchanged(one, near), exchanged(other, near), seat)), 0) == worth
        seats = str.maketrans("ABab", "BAba")
        mirrored = at(setup, (other.translate(seats), one.translate(seats), 1 - seat))
        assert solution.value(mirrored, 1) == worth


def exchanged(fleet: str, near: str) -> str:
    """Return a fleet's text with the names of both stars next to some homes exchanged."""
    return re.sub(f"([{near}])([12])", lambda star: star[1] + {"1": "2", "2": "1"}[star[2]], fleet)


def test_every_position_has_its_place_in_a_table() -> None:
    index = TableIndex()
    assert index.num_entries() == 945 * NUM_FLEET_STATES
    for number in range(NUM_FLEET_STATES):
        assert 0 <= index.entry_index(number, NUM_FLEET_STATES - 1) < index.num_entries()
        assert encode_fleet_state(index.fleets[number], index.visit_masks[number]) == number
    places = [
        index.entry_index(number, enemy)
        for number in index.canonical_states
        for enemy in (0, 1000, NUM_FLEET_STATES - 1)
    ]
    assert len(set(places)) == len(places)


def test_tables_know_the_options_that_change_the_game(cache_folder: Path) -> None:
    printed, binaries = GAME.setup(homes="open"), GAME.setup(homes="open", binaries="automatic", turn_limit=50)
    once = GAME.setup(homes="open", rerolls="once")
    # The name that tables had before there were other rerolls.
    assert solutions.make_solution_label(printed).variant == "homes=open"
    assert solutions.solution_path(printed) == solutions.solution_path(binaries)
    assert solutions.solution_path(once).name == "star-runners-homes-open-rerolls-once.solved"
    with pytest.raises(
        tri.SolutionError, match=r"Run: triangulum solve star-runners --set homes=open --set rerolls=once$"
    ):
        solutions.load(once)


def test_a_table_is_kept_and_read_again(cache_folder: Path) -> None:
    setup, solution = small("guarded")
    file = solutions.save(setup, solution.table)
    assert [file] == list(cache_folder.iterdir())
    assert file.name.startswith("star-runners-homes-guarded-")
    assert file.stat().st_size < 5_000_000
    again = solutions.load(setup)
    assert again.error == solution.error < 2e-5
    rng = random.Random(3)
    for state in [at(setup, scattered(rng, SHIPS)) for _ in range(50)]:
        assert again.value(state, 0) == solution.value(state, 0)


def test_a_table_is_read_once_until_its_file_changes(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup, solution = small("open")
    file = solutions.save(setup, solution.table)
    first = solutions.load(setup)
    with monkeypatch.context() as unread:
        unread.setattr(Path, "read_bytes", lambda _: pytest.fail("it is known already"))
        assert solutions.load(setup) is first
    os.utime(file, ns=(0, file.stat().st_mtime_ns + 1))
    assert solutions.load(setup) is not first
    file.unlink()
    with pytest.raises(tri.SolutionError, match="hasn’t been solved on this machine yet"):
        solutions.load(setup)


def test_a_damaged_table_is_refused_in_one_line(cache_folder: Path) -> None:
    setup, solution = small("open")
    file = solutions.save(setup, solution.table)
    whole = file.read_bytes()
    changed = bytearray(whole)
    changed[len(whole) // 2] ^= 1
    other_sum = whole.replace(b'"sha256":"', b'"sha256":"0', 1)
    for damaged in (bytes(changed), whole[:-1], whole + b"\0", b"", b"\xff" * 99, whole[5:], other_sum):
        file.write_bytes(damaged)
        with pytest.raises(tri.SolutionError, match=r"^\S+ is damaged: solve it again with triangulum solve [^\n]+$"):
            tri.bot("exact").start_game(setup)
    file.write_bytes(whole.replace(b'"table_version":1', b'"table_version":0', 1))
    with pytest.raises(tri.SolutionError, match="other rules or parts: solve it again"):
        solutions.load(setup)
    solutions.save(setup, solution.table[:-2])
    with pytest.raises(tri.SolutionError, match="damaged: solve it again"):
        solutions.load(setup)


def test_a_table_is_written_whole_or_not_at_all(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup, solution = small("open")
    file = solutions.save(setup, solution.table)
    before = file.read_bytes()

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        solutions.save(setup, bytes(10))
    assert list(cache_folder.iterdir()) == [file]
    assert file.read_bytes() == before


def test_what_has_not_been_solved_says_what_to_run(cache_folder: Path) -> None:
    bot = tri.bot("exact")
    with pytest.raises(tri.SolutionError, match=r"Run: triangulum solve star-runners --set homes=open$"):
        tri.play("star-runners", [bot, bot], homes="open")
    with pytest.raises(
        tri.SolutionError, match=r"^There’s no solver for Tri-Trac\. Games with a solver: star-runners\.$"
    ):
        tri.play("tri-trac", [bot, bot])
    cache_folder.write_text("a file where the folder should be")
    with pytest.raises(tri.SolutionError, match=r"^cannot write "):
        solutions.save(GAME.setup(), b"")


INTERRUPTED = """
import sys
from triangulum.cli.app import main
from triangulum.games.star_runners import solver

solve = solver.solve

def told(setup, processes, tell):
    return solve(setup, processes, lambda *words: (print("at work", flush=True), tell(*words)))

solver.solve = told
sys.argv = ["triangulum", "solve", "star-runners", "--processes", "2"]
main()
"""


def test_ctrl_c_ends_all_that_solves_and_leaves_nothing(cache_folder: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests that run in the background are deaf to Ctrl-C, and what they start would be, too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout is not None
    while "at work" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    # The pipes are not at their end before the last process that holds them has gone.
    _, errors = process.communicate(timeout=100)
    assert process.returncode == 130
    assert errors.strip() == ""
    assert not cache_folder.exists()


@pytest.fixture(scope="module", params=[("open", "chain"), ("guarded", "chain"), ("open", "once")], ids=" ".join)
def whole(request: pytest.FixtureRequest) -> tuple[tri.Setup, StarRunnersSolution]:
    """The whole game, solved."""
    if tri.BUILD.kind == "plain":
        pytest.skip("solving the whole game takes hours without a compiler")
    homes, rerolls = request.param
    setup = GAME.setup(homes=homes, rerolls=rerolls)
    assert isinstance(setup, StarRunnersSetup)
    return setup, solver.read(setup, solver.solve(setup, 2, lambda *_: None))


@pytest.mark.long
def test_the_whole_game_fits_together_and_the_bot_gives_nothing_away(
    whole: tuple[tri.Setup, StarRunnersSolution], cache_folder: Path
) -> None:
    setup, solution = whole
    start = {"homes=open": 0.0436, "homes=guarded": 0.0}[solver.variant(setup)]  # type: ignore[arg-type]
    assert abs(solution.value(setup.new(), 0) - start) < 0.0003
    solutions.save(setup, solution.table)
    bot = tri.bot("exact")
    rng = random.Random(8)
    for number in range(10_000):
        position = scattered(rng, 3)
        check_choices(setup, solution, position, bot)
        if number % 20 == 0:
            check_looking_ahead(setup, solution, position)
