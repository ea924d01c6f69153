"""Ratings: which games count, who is placed where, and that all of it follows from the stored tables."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import triangulum as tri
from tests.server.running_server import FirstMoveBotPool, start_server
from tests.server.tables import ANN, BOB, EVE, chair_of, do, new_table
from tests.server.test_accounts import post, register
from triangulum.client import AsyncClient, my_seat, open_seat
from triangulum.record.history import FlagFell, Played
from triangulum.server.identity import account_messages as say
from triangulum.server.identity.ratings import Place, PlayerRatings, Score, compute_places, recompute_results
from triangulum.server.storage.event_store import EventStore
from triangulum.table import commands as ask
from triangulum.table.events import LotDrawn, SeatHolder, TableSettings
from triangulum.table.people import Person
from triangulum.table.table import Table

GREEDY, RANDOM = SeatHolder(bot="greedy"), SeatHolder(bot="random")
CARL = Person("p4", "Carl")


def account_of(person: str) -> str | None:
    """Everybody has an account but Eve; Carl's other device is Ann's."""
    return {"p1": "ann", "p2": "bob", "p4": "carl", "p1-phone": "ann"}.get(person)


def play_table(*holders: SeatHolder, house: TableSettings | None = None, moves: int = 8, **options: Any) -> Table:
    """Return a table at which some moves have been made."""
    game = "tri-trac" if len(holders) == 2 else "tri-star-racers"
    table = new_table(game, *holders, house=house, **({"players": len(holders)} if len(holders) > 2 else {}), **options)
    do(table, ANN, ask.Begin)
    for _ in range(moves):
        play_any_move(table)
    return table


def play_any_move(table: Table) -> None:
    assert table.mover is not None
    table.apply_events((Played(table.mover, table.state.legal_actions()[0]),), 0.0)


def resign(table: Table, person: Person, seat: int) -> Table:
    do(table, person, ask.Resign, seat=seat)
    return table


def rated_places(table: Table) -> list[tuple[str, int]] | None:
    found = compute_places(table, account_of)
    return None if found is None else [(place.player_id, place.place) for place in found]


def test_a_lot_takes_everybodys_rating_along() -> None:
    table = new_table("tri-trac", chair_of(ANN), chair_of(BOB))
    table.apply_events((LotDrawn(1),), 0.0)
    do(table, ANN, ask.Begin)
    for _ in range(8):
        play_any_move(table)
    assert rated_places(resign(table, ANN, 1)) == [("bob", 0), ("ann", 2)]


def test_a_player_who_resigns_or_runs_out_of_time_is_last() -> None:
    assert rated_places(resign(play_table(chair_of(ANN), chair_of(BOB)), BOB, 1)) == [("ann", 0), ("bob", 2)]
    table = play_table(chair_of(ANN), chair_of(BOB))
    assert rated_places(table) is None, "it is not over"
    table.apply_events((FlagFell(0),), 0.0)
    assert rated_places(table) == [("ann", 2), ("bob", 0)]
    three = resign(play_table(chair_of(ANN), chair_of(BOB), GREEDY, moves=40), BOB, 1)
    assert rated_places(three) == [("ann", 0), ("bob", 2), ("bot:greedy", 0)]


def test_a_game_that_ends_by_its_rules_has_winners_and_losers() -> None:
    table = play_table(chair_of(ANN), GREEDY)
    rng = tri.Random(1)
    while not table.history.winners():
        table = play_table(chair_of(ANN), GREEDY)
        while table.mover is not None:
            legal = table.state.legal_actions()
            table.apply_events((Played(table.mover, legal[rng.randrange(len(legal))]),), 0.0)
    winners = table.history.winners()
    assert rated_places(table) == [(who, 0 if seat in winners else 1) for seat, who in enumerate(("ann", "bot:greedy"))]


def test_a_draw_gives_everybody_the_same_place() -> None:
    table = play_table(chair_of(ANN), chair_of(BOB))
    do(table, ANN, ask.OfferDraw, seat=0)
    do(table, BOB, ask.Agree, seat=1)
    assert rated_places(table) == [("ann", 0), ("bob", 0)]


def test_a_player_who_leaves_the_seat_has_lost() -> None:
    for let_go in (ask.HandOver, ask.Leave):
        table = play_table(chair_of(ANN), chair_of(BOB))
        do(table, ANN, let_go, seat=0, bot="greedy")
        if let_go is ask.HandOver:
            do(table, ANN, ask.Reclaim, seat=0)
        assert rated_places(resign(table, BOB, 1)) is None, "both have let it go"
        table = play_table(chair_of(ANN), chair_of(BOB), GREEDY, moves=40)
        do(table, ANN, let_go, seat=0, bot="random")
        assert rated_places(resign(table, BOB, 1)) == [("ann", 2), ("bob", 2), ("bot:greedy", 0)]


def replace_player(table: Table) -> None:
    do(table, ANN, ask.Leave, seat=0)
    do(table, CARL, ask.Sit, seat=0)


def test_a_substitute_is_not_rated() -> None:
    table = play_table(chair_of(ANN), chair_of(BOB))
    replace_player(table)
    assert rated_places(resign(table, BOB, 1)) is None


COUNTED: list[tuple[str, Callable[[], Table]]] = [
    ("a hot-seat", lambda: play_table(chair_of(ANN), SeatHolder(people=("p1",), name="Ben"))),
    ("one person on two devices", lambda: play_table(chair_of(ANN), SeatHolder(people=("p1-phone",), name="Ben"))),
    ("the same bot twice", lambda: play_table(chair_of(ANN), GREEDY, GREEDY, moves=40)),
    ("a guest", lambda: play_table(chair_of(ANN), chair_of(EVE))),
    ("hints", lambda: play_table(chair_of(ANN), chair_of(BOB), house=TableSettings(hints=True))),
    ("not to be rated", lambda: play_table(chair_of(ANN), chair_of(BOB), house=TableSettings(rated=False))),
    ("not everybody had a move", lambda: play_table(chair_of(ANN), chair_of(BOB), moves=1)),
    ("two people in one seat", lambda: play_table(chair_of(ANN), SeatHolder(people=("p2", "p4"), name="Bob"))),
]


@pytest.mark.parametrize(("why", "made"), COUNTED, ids=[why for why, _ in COUNTED])
def test_some_games_do_not_count_for_ratings(why: str, made: Callable[[], Table]) -> None:
    assert rated_places(resign(made(), ANN, 0)) is None, why


def test_games_among_bots_or_with_a_latecomer_do_not_count_for_ratings() -> None:
    bots = play_table(GREEDY, RANDOM)
    while bots.mover is not None:
        play_any_move(bots)
    assert rated_places(bots) is None
    late = play_table(chair_of(ANN), GREEDY)
    do(late, BOB, ask.Sit, seat=1)
    assert rated_places(resign(late, ANN, 0)) is None


def test_games_with_take_backs_count_only_if_nobody_gains_by_them() -> None:
    table = play_table(chair_of(ANN), chair_of(BOB))
    assert table.mover == 0
    do(table, BOB, ask.TakeBack, seat=1)
    assert not table.has_agreed_takeback
    do(table, BOB, ask.TakeBack, seat=1)
    do(table, ANN, ask.Agree, seat=0)
    assert table.has_agreed_takeback
    play_any_move(table)
    assert rated_places(resign(table, ANN, 0)) is None


def test_a_win_counts_more_against_a_better_player() -> None:
    rated = PlayerRatings.__new__(PlayerRatings)
    rated.model = None
    scores = {"strong": Score(35, 4), "weak": Score(20, 4)}
    rated.rate_game(scores, [Place("strong", 0), Place("weak", 1)])
    expected = scores["strong"].mu - 35
    scores = {"strong": Score(35, 4), "weak": Score(20, 4)}
    rated.rate_game(scores, [Place("strong", 1), Place("weak", 0)])
    assert scores["weak"].mu - 20 > expected > 0
    assert (scores["weak"].games, scores["weak"].won, scores["strong"].won) == (1, 1, 0)
    rated.rate_game(scores, [Place("a", 0), Place("b", 0), Place("c", 0)])
    assert [scores[who].won for who in "abc"] == [0, 0, 0]
    assert scores["a"].sigma < 25 / 3


async def play_rated_game(first: AsyncClient, second: AsyncClient, *, wins: bool) -> str:
    """Play a short game between two people, which the first wins or loses."""
    table = await first.open_table("tri-trac", [my_seat(), open_seat()])
    await second.take_seat(table, 1)
    await first.post_command(table, ask.Begin(id="b"))
    await first.post_command(table, ask.Play(id="p", seat=0, at=2, action="N b3 RB"))
    moves = await second.list_legal_moves(table, 1)
    await second.post_command(table, ask.Play(id="p", seat=1, at=3, action=moves[0].action))
    loser, seat = (second, 1) if wins else (first, 0)
    await loser.post_command(table, ask.Resign(id="r", seat=seat))
    await first.post_command(table, ask.Say(id="s", preset="thanks"))
    return table


async def test_ratings_follow_from_the_tables_and_survive_the_deletion_of_a_person(
    tmp_path: Path, address: str | None
) -> None:
    async def fetch_leaderboard(client: AsyncClient) -> say.Leaderboard:
        found: say.Leaderboard = await client.request("GET", "/leaderboard/tri-trac", say.Leaderboard)
        return found

    async with start_server(tmp_path, address=address, bot_pool=FirstMoveBotPool()) as server:
        ann, bob, cleo, eve = [AsyncClient(server.url) for _ in range(4)]
        for client, name in ((ann, "Ann"), (bob, "Bob"), (cleo, "Cleo")):
            await register(client, name)
        await eve.set_name("Eve")
        assert (await fetch_leaderboard(eve)).rows == ()
        await play_rated_game(ann, bob, wins=True)
        first = await fetch_leaderboard(eve)
        assert [(line.place, line.name, line.games, line.won) for line in first.rows] == [
            (1, "Ann", 1, 1), (2, "Bob", 1, 0),
        ]  # fmt: skip
        await play_rated_game(bob, cleo, wins=True)
        await play_rated_game(ann, cleo, wins=False)
        await play_rated_game(ann, eve, wins=True)
        found = await fetch_leaderboard(eve)
        assert found.games == 3
        assert {line.name for line in found.rows} == {"Ann", "Bob", "Cleo"}
        # They are the same if computed again from the stored lines or from the tables.
        assert await PlayerRatings(server.rooms.store).compute_leaderboard("tri-trac", 100) == found
        store: EventStore = server.rooms.store
        assert (
            await store.run_transaction(lambda connection: recompute_results(connection, server.rooms.build_table)) == 3
        )
        assert await PlayerRatings(store).compute_leaderboard("tri-trac", 100) == found
        await post(bob, "/me/forget", say.Forget(password="a long enough one"))
        without = await fetch_leaderboard(eve)
        left = [(line.name, line.mu, line.sigma) for line in found.rows if line.name != "Bob"]
        assert [(line.name, line.mu, line.sigma) for line in without.rows] == left
        assert (
            await store.run_transaction(lambda connection: recompute_results(connection, server.rooms.build_table)) == 3
        )
        assert await PlayerRatings(store).compute_leaderboard("tri-trac", 100) == without
        for client in (ann, bob, cleo, eve):
            await client.close()
