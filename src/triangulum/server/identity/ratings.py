"""Ratings of people and bots, by game: openskill's Plackett-Luce, for any number of players.

A game is rated if it is over, everybody has moved, and

- all players are different: no person in two seats, no bot twice;
- every person has an account, and there is at least one person;
- its table was to be rated, allowed no hints, and no take-back gave anybody an advantage;
- nobody took over a bot's seat after the beginning.

Winners share the first place and losers the second. Whoever resigned, ran out of time or gave up the seat, if only for
a while, has the last place, however the game ended; a game that everybody gave up isn't rated. In a draw everybody has
the same place.

Which games are rated follows from the tables' logs and the times when accounts were made. Results are stored only to
save time. They are processed in the order in which the games ended, so recomputed ratings come out the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from triangulum.record.history import FlagFell, Played, Resigned
from triangulum.server.identity.account_messages import Leaderboard, LeaderboardRow
from triangulum.server.storage import schema
from triangulum.server.storage.database import Database
from triangulum.server.storage.event_store import load_log, stored_table_from_row
from triangulum.table.events import Begun, LotDrawn, Seated, SeatHolder, rotate_seats
from triangulum.table.table import Table

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

BOT_PREFIX = "bot:"
"""Starts the player id of a bot; no account's id starts with it."""
FIRST_PLACE, SECOND_PLACE, LAST_PLACE = 0, 1, 2
BASE_RATING, RATING_SCALE = 1000, 40


class Place(NamedTuple):
    """A player's place in one game."""

    player_id: str
    """The id of an account, or that of a bot."""
    place: int


class Score(msgspec.Struct):
    """A player's estimated strength, with its uncertainty, and what it comes from."""

    mu: float
    sigma: float
    games: int = 0
    won: int = 0

    @property
    def rating(self) -> int:
        """The strength that the player has almost surely."""
        return round(BASE_RATING + RATING_SCALE * (self.mu - 3 * self.sigma))


decode_places = msgspec.json.Decoder(list[Place]).decode
encode_places = msgspec.json.Encoder().encode


# Which games are rated.


class SeatHistory(NamedTuple):
    """Who held a table's seats during its game."""

    first_holders: list[SeatHolder]
    """Who began."""
    people: list[set[str]]
    """Everybody who has held each seat."""
    given_up: set[int]
    """Seats of people for which somebody else has played."""
    bot_replaced: bool
    """Whether a person took over a bot's seat."""
    moved: set[int]
    """Seats that have moved."""


def collect_seat_history(table: Table) -> SeatHistory | None:
    """Return who held a table's seats during its game; None if it hasn't begun."""
    holders = list(table.spec.holders)
    seats: SeatHistory | None = None
    for event in (event for entry in table.log for event in entry.events):
        match event:
            case LotDrawn(first=first):
                holders = rotate_seats(holders, first)
            case Begun():
                seats = SeatHistory(list(holders), [set(holder.people) for holder in holders], set(), False, set())
            case Seated(seat=seat, holder=holder):
                holders[seat] = holder
                seats = seats and with_new_holder(seats, seat, holder)
            case Played(seat=seat) if seats is not None:
                seats.moved.add(seat)
            case _:
                pass
    return seats


def with_new_holder(seats: SeatHistory, seat: int, holder: SeatHolder) -> SeatHistory:
    """Return the history after a seat got another holder during the game."""
    first_holder = seats.first_holders[seat]
    seats.people[seat].update(holder.people)
    if not first_holder.people:
        return seats._replace(bot_replaced=seats.bot_replaced or bool(holder.people))
    if holder.bot or holder.people[:1] != first_holder.people[:1]:
        seats.given_up.add(seat)
    return seats


def compute_places(table: Table, find_account: Callable[[str], str | None]) -> list[Place] | None:
    """Return each player's place; None if the game isn't rated. ``find_account`` finds a person's account by id."""
    settings, history = table.spec.settings, table.history
    seats = collect_seat_history(table)
    if seats is None or not history.is_over or not settings.rated or settings.hints or table.has_agreed_takeback:
        return None
    num_seats = len(seats.first_holders)
    given_up = seats.given_up | ({history.ending.seat} if isinstance(history.ending, Resigned | FlagFell) else set())
    if seats.bot_replaced or len(seats.moved) < num_seats or len(given_up) == num_seats:
        return None
    players = [
        find_sole_account_or_bot(holder, people, find_account)
        for holder, people in zip(seats.first_holders, seats.people, strict=True)
    ]
    known = [player for player in players if player is not None]
    if len(set(known)) < num_seats or all(player.startswith(BOT_PREFIX) for player in known):
        return None
    winners = history.winners()
    is_draw = not winners or len(winners) == num_seats
    places = [FIRST_PLACE if is_draw or seat in winners else SECOND_PLACE for seat in range(num_seats)]
    return [Place(player, LAST_PLACE if seat in given_up else places[seat]) for seat, player in enumerate(known)]


def find_sole_account_or_bot(
    first_holder: SeatHolder, people: set[str], find_account: Callable[[str], str | None]
) -> str | None:
    """Return the one account, or the bot, that played for a seat; None if there isn't exactly one."""
    if not first_holder.people:
        return f"{BOT_PREFIX}{first_holder.bot}"
    accounts = {account_id for account_id in map(find_account, people) if account_id is not None}
    return accounts.pop() if len(accounts) == 1 else None


# Storing results.


def record_result_if_rated(connection: Connection, table: Table, at: float) -> bool:
    """Insert the result of a game that ended at a time, if it is rated; return whether it is."""
    accounts = load_accounts(connection, {person_id for person_id, _ in table.past_holders}, at)
    places = compute_places(table, accounts.get)
    if places is None:
        return False
    values = {"table_id": table.id, "game": table.spec.setup.game, "ended_at": at}
    connection.execute(insert(schema.results), {**values, "places": encode_places(places).decode()})
    return True


def load_accounts(connection: Connection, person_ids: Iterable[str], at: float) -> dict[str, str]:
    """Return the accounts that people had at a time, by the ids of people; guests may have been claimed by one."""
    ids = sorted(person_ids)
    accounts, guests = schema.accounts.c, schema.claimed_guests.c
    own = select(accounts.id).where(accounts.id.in_(ids), accounts.created_at <= at)
    claimed = select(guests.guest_id, guests.account_id).where(guests.guest_id.in_(ids), guests.claimed_at <= at)
    account_by_person = {account_id: account_id for account_id in connection.execute(own).scalars()}
    return account_by_person | {row.guest_id: row.account_id for row in connection.execute(claimed)}


def find_end_time(table: Table) -> float:
    """Return when a game ended; chat entries may have followed."""
    return next(entry.at for entry in table.log if entry.number == table.last_change)


def recompute_results(connection: Connection, rebuild_table: Callable[..., Table]) -> int:
    """Replace all results by those that follow from the tables' logs; return how many games are rated."""
    finished = connection.execute(select(schema.tables).where(schema.tables.c.over.is_(True))).all()
    connection.execute(delete(schema.results))
    num_rated = 0
    for row in finished:
        table = rebuild_table(stored_table_from_row(row), load_log(connection, row.id))
        num_rated += record_result_if_rated(connection, table, find_end_time(table))
    return num_rated


# Computing ratings.


class GameScores(NamedTuple):
    """The scores of all players of one game, after all results that were known."""

    num_results: int
    last: tuple[float, str]
    """When the last of the games ended, and at which table."""
    scores: dict[str, Score]


NO_SCORES = GameScores(0, (0.0, ""), {})


class PlayerRatings:
    """The ratings of a server, computed on demand."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.cache: dict[str, GameScores] = {}
        """By game."""
        self.lock = asyncio.Lock()
        self.model: PlackettLuce | None = None

    async def compute_leaderboard(self, game: str, limit: int) -> Leaderboard:
        """Return the best players of a game, the best first."""
        async with self.lock:
            current = await self.database.run_query(lambda connection: self.update_scores(connection, game))
            self.cache[game] = current
        names = await self.database.run_query(lambda connection: load_names(connection, current.scores))
        named = [(name, player_id) for player_id in current.scores if (name := format_player(player_id, names))]
        ranking = sorted(named, key=lambda pair: (-current.scores[pair[1]].rating, *pair))[:limit]
        return Leaderboard(
            game=game,
            games=current.num_results,
            rows=tuple(
                leaderboard_row(place, name, player_id, current.scores[player_id])
                for place, (name, player_id) in enumerate(ranking, start=1)
            ),
        )

    def update_scores(self, connection: Connection, game: str) -> GameScores:
        """Return the scores after all results of a game; only new results are read, unless one came late."""
        results = schema.results.c
        num_results = connection.execute(select(func.count()).where(results.game == game)).scalar_one()
        known = self.cache.get(game, NO_SCORES)
        recent = load_results(connection, game, known.last[0])
        new = [row for row in recent if (row.ended_at, row.table_id) > known.last]
        if known.num_results + len(new) != num_results:
            known, new = NO_SCORES, load_results(connection, game, 0.0)
        scores = {player_id: msgspec.structs.replace(score) for player_id, score in known.scores.items()}
        for row in new:
            self.rate_game(scores, decode_places(row.places))
        last = (new[-1].ended_at, new[-1].table_id) if new else known.last
        return GameScores(num_results, last, scores)

    def rate_game(self, scores: dict[str, Score], places: list[Place]) -> None:
        """Update the scores of one game's players."""
        if self.model is None:
            from openskill.models import PlackettLuce

            self.model = PlackettLuce()
        model = self.model
        for place in places:
            if place.player_id not in scores:
                scores[place.player_id] = Score(model.mu, model.sigma)
        before = [scores[place.player_id] for place in places]
        teams = [[model.rating(mu=score.mu, sigma=score.sigma)] for score in before]
        after = model.rate(teams, ranks=[float(place.place) for place in places])
        is_draw = len({place.place for place in places}) == 1
        for score, (rating,), place in zip(before, after, places, strict=True):
            score.mu, score.sigma = rating.mu, rating.sigma
            score.games += 1
            score.won += place.place == FIRST_PLACE and not is_draw


def leaderboard_row(place: int, name: str, player_id: str, score: Score) -> LeaderboardRow:
    """Return a player's row of a leaderboard."""
    return LeaderboardRow(
        place=place,
        kind="bot" if player_id.startswith(BOT_PREFIX) else "person",
        name=name,
        rating=score.rating,
        mu=round(score.mu, 3),
        sigma=round(score.sigma, 3),
        games=score.games,
        won=score.won,
    )


def format_player(player_id: str, names: dict[str, str]) -> str:
    """Return the name of a bot or of an account's owner; an empty string if the account was deleted."""
    if player_id.startswith(BOT_PREFIX):
        return player_id.removeprefix(BOT_PREFIX)
    return names.get(player_id, "")


def load_results(connection: Connection, game: str, since: float) -> list[Any]:
    """Return the results of a game from a time on, in the order in which games ended."""
    results = schema.results.c
    statement = select(schema.results).where(results.game == game, results.ended_at >= since)
    return list(connection.execute(statement.order_by(results.ended_at, results.table_id)))


def load_names(connection: Connection, account_ids: Iterable[str]) -> dict[str, str]:
    """Return the names of accounts that were not deleted, by id."""
    accounts = schema.accounts.c
    statement = select(accounts.id, accounts.name).where(accounts.deleted_at.is_(None))
    wanted = set(account_ids)
    return {account_id: name for account_id, name in connection.execute(statement) if account_id in wanted}
