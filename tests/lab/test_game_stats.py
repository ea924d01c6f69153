"""What games count of their own, against what can be counted otherwise."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from librt.random import Random

import triangulum as tri
from tests.lab.small_runs import small_run
from triangulum.core.state import CHANCE, OVER, Setup, State
from triangulum.core.stats import StatsCounter
from triangulum.games.star_runners.stats import StarRunnersStats
from triangulum.games.starry_sky.rules import lookup
from triangulum.games.tricolor_line.stats import WINNER_COLOURS, TricolorStats
from triangulum.games.tricolor_line.views import TurnSkipped
from triangulum.lab.study.simulate import game_columns, seat_columns, simulate_csv_rows, stat_groups

SETUPS = [
    ("tri-star-racers", {"players": 4}),
    ("tri-star-racers", {"players": 2, "preset": "brutal"}),
    ("tri-star-racers", {"players": 3, "preset": "most-basic"}),
    ("star-runners", {"homes": "open"}),
    ("star-runners", {"homes": "guarded", "turn_limit": 30}),
    ("tri-trac", {}),
    ("tri-trac", {"turn_limit": 20}),
    ("starry-sky", {}),
    ("starry-sky", {"erasing": "after"}),
    ("tricolor-line", {"players": 4}),
    ("tricolor-line", {"players": 2, "round_limit": 3}),
]


def steps(setup: Setup, seed: int, bot: str = "greedy") -> Iterator[tuple[State, int]]:
    """Play a game among bots, and yield each state with what happens in it."""
    rng, state, player = Random(seed), setup.new(), tri.bot(bot)
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            action = int(state.sample_chance(rng))
        else:
            action = int(player.choose(state.resample(state.to_move, rng), rng))
        yield state, action
        state._apply(action)
    yield state, -1


def format_count(setup: Setup, seed: int) -> tuple[Any, State, Counter[int]]:
    """Return what a game counts, how it ended, and how many decisions each seat had."""
    assert setup.game.stats is not None
    counting: StatsCounter = setup.game.stats(setup)
    decisions = Counter[int]()
    for state, action in steps(setup, seed):
        if action >= 0:
            decisions[state.to_move] += 1
            for event in setup.game.view_builder.events(state, action, None):
                counting.count_event(event)
    return counting, state, decisions


def view_of(state: State) -> Any:
    """Return what a spectator sees."""
    return state.view(None)


def total(counting: StatsCounter, group: str, seat: int) -> int:
    return sum(count for (name, _), count in counting.seat_counts[seat].items() if name == group)


@pytest.mark.parametrize(("game", "options"), SETUPS)
def test_everything_counted_is_listed_and_every_row_has_its_columns(game: str, options: dict[str, Any]) -> None:
    for bot in ("greedy", "random"):
        run = small_run(game, bot, **options)
        for number in range(3):
            setup = run.make_game_setup(number)
            row, rows = simulate_csv_rows(run, setup, number)
            groups = stat_groups(setup)
            assert len(row.split(",")) == len(game_columns(groups))
            assert {len(line.split(",")) for line in rows.splitlines()} == {len(seat_columns(groups))}
            names = [column for group in groups for column in group.item_keys()]
            assert len(set(names)) == len(names)
            assert all(" " not in group.name and "," not in "".join(group.items) for group in groups)


def test_races_count_every_tile_draft_and_space() -> None:
    setup = tri.game("tri-star-racers").setup(players=3)
    counting, state, _ = format_count(setup, 4)
    view: Any = state.view(None)
    laid = sum(tile is not None for tile in view.board) - 1
    assert sum(total(counting, "tile", seat) for seat in range(3)) == laid
    for seat in range(3):
        # Every space that a ship has come was gained somehow.
        assert total(counting, "spaces", seat) == sum(view.ships[seat])
        assert total(counting, "slot", seat) in (total(counting, "tile", seat), total(counting, "tile", seat) - 1)
    taken = 3 * len(setup.components.box.bursts) - len(view.bursts)
    assert sum(total(counting, "taken", seat) for seat in range(3)) == taken
    assert counting.game_figures["race", "winner's rearmost ship"] == max(state.score())


def test_starry_skies_count_bids_tricks_and_points() -> None:
    for seed in range(5):
        counting, state, _ = format_count(tri.game("starry-sky").setup(sky=seed), seed)
        view: Any = state.view(None)
        for seat in range(3):
            assert total(counting, "bid", seat) == total(counting, "card", seat) == 1
            assert counting.seat_counts[seat]["tricks", str(view.tricks_won[seat])] == 1
            assert counting.seat_counts[seat]["bid", str(view.result.bids[seat])] == 1
        whole = counting.game_figures
        assert whole["ending", "total"] == view.points
        assert whole["ending", "lines drawn"] == len(view.lines)
        assert whole["ending", "crossings made"] == len(view.crossings)
        assert sum(view.tricks_won) == lookup.HAND_SIZE - 1


def test_tri_trac_counts_every_turn_and_what_a_track_is_made_of() -> None:
    setup = tri.game("tri-trac").setup()
    won = 0
    for seed in range(6):
        counting, state, decisions = format_count(setup, seed)
        for seat in range(2):
            turns = total(counting, "turns", seat) + total(counting, "neutral", seat)
            assert turns == decisions[seat] - (seat == 0)  # the first turn places the neutral triangle
        view: Any = state.view(None)
        if view.track:
            won += 1
            assert counting.game_figures["track", "triangles"] == len(view.track)
            owners = Counter(view.spaces[space].owner for space in view.track)
            assert counting.game_figures["track", "neutral"] == owners["neutral"]
            assert counting.game_figures["track", "of the winner"] == owners[("orange", "yellow")[view.winner]]
            assert sum(value for (group, _), value in counting.game_figures.items() if group == "joined") == 1
        assert sum(value for (group, _), value in counting.game_figures.items() if group == "drawn") == (not view.track)
    assert won


def test_ships_are_followed_and_blocks_are_those_on_the_table() -> None:
    setup = tri.game("star-runners").setup(homes="open", turn_limit=60)
    blocks = 0
    for seed in range(12):
        counting = StarRunnersStats(setup)  # type: ignore[arg-type]
        for state, action in steps(setup, seed, "greedy" if seed % 2 else "random"):
            view: Any = state.view(None)
            for ship in view.ships:
                name = counting.sizes[ship.size]
                assert counting.ship_places[ship.seat][name] == ship.place
                assert (name in counting.visited[ship.seat]) == ship.visited or view.winner is not None
            if state.to_move == CHANCE:
                mover = view.turn_of
                at_backwater = [ship.size for ship in view.ships if ship.seat != mover and ship.place == "W"]
                kept_out = [
                    ship.size for ship in view.ships if ship.seat == mover and ship.place != "W" and not ship.visited
                ]
                expected = {large for large in at_backwater if any(small < large for small in kept_out)}
                found = {counting.sizes.index(ship) for ship in counting.list_enemy_ships_blocking_backwater(mover)}
                assert found == expected
                blocks += bool(found)
            if action >= 0:
                for event in setup.game.view_builder.events(state, action, None):
                    counting.count_event(event)
    assert blocks


def test_tricolor_line_counts_identities_roads_and_how_it_ended() -> None:
    setup = tri.game("tricolor-line").setup(players=4)
    built = 0
    for seed in range(6):
        counting, state, _ = format_count(setup, seed)
        view: Any = state.view(None)
        for seat, score in enumerate(view.scores):
            own = ("red", "green", "blue")[score.identity]
            assert counting.seat_counts[seat]["identity", own] == 1
            of_own = sum(count for (_, item), count in counting.seat_counts[seat].items() if item.startswith(f"{own} "))
            assert counting.seat_counts[seat].get(("own", "own colour"), 0) == of_own
            assert total(counting, "identity", seat) == 1
            roads = total(counting, "road", seat)
            ends = counting.seat_counts[seat].get(("road", "end"), 0)
            assert roads == counting.seat_counts[seat].get(("deed", "constructs"), 0)
            assert roads - ends == total(counting, "own", seat), "Ends have no colour"
            built += roads
        assert counting.game_figures["end", "by routes"] == (view.end_reason == "routes")
        assert counting.game_figures["routes", "routes scored"] == len(view.scored_routes)
        assert counting.game_figures["routes", "winner's points"] == max(state.score())
    assert built


@pytest.mark.parametrize(("players", "bot"), [(2, "random"), (4, "greedy"), (8, "greedy")])
def test_tricolor_line_counts_turns_routes_and_who_ended_it(players: int, bot: str) -> None:
    setup = tri.game("tricolor-line").setup(players=players, round_limit=8)
    ended_by_routes = 0
    for seed in range(4):
        counting = TricolorStats(setup)  # type: ignore[arg-type]
        num_turns, num_attacks, num_skips, ender = [0] * players, 0, 0, -1
        for state, action in steps(setup, seed, bot):
            if action < 0:
                continue
            if state.to_move != CHANCE:
                move = state.format_action(action)
                num_turns[state.to_move] += view_of(state).phase == "draw"
                num_attacks += move.startswith("attack ")
                ender = int(state.to_move)
            for event in setup.game.view_builder.events(state, action, None):
                counting.count_event(event)
                num_skips += isinstance(event, TurnSkipped)
        view: Any = state.view(None)
        whole = counting.game_figures
        assert whole["turns", "rounds"] == view.round
        assert whole["turns", "fewest turns of a seat"] == min(num_turns)
        assert whole["turns", "a seat without a turn"] == (0 in num_turns)
        assert (whole["turns", "attacks"], whole["turns", "skipped turns"]) == (num_attacks, num_skips)
        assert [whole["routes", words] for words in WINNER_COLOURS].index(True) == len(view.winner_colours)
        num_roads = sum(len(set(route.places)) for route in view.scored_routes)
        assert whole["routes", "roads in routes"] == num_roads
        assert whole["routes", "4 roads or more"] == (num_roads >= 4)
        if view.end_reason == "routes":
            ended_by_routes += 1
            share = 1 / len(view.winners) if ender in view.winners else 0
            assert whole["end", "won by the player who ended it"] == share
        else:
            assert ("end", "won by the player who ended it") not in whole
    assert ended_by_routes or bot == "random"
