"""Ratings of people and bots, by game: openskill's Plackett-Luce, for any number of players.

A game counts if it is over, everybody had a move, and

- all who played are different: no person in two seats, no bot twice;
- every person has an account, and there is at least one;
- its table was to be rated, allowed no hints, and nothing was taken back but what harms nobody;
- nobody took a bot's seat when it had begun.

Winners share the first place and losers the second. Whoever resigned, ran out of time or let go of the seat, if only
for a while, has the last place, whatever became of it; a game that all have let go does not count. A draw is one place
for all.

What counts follows from a table's rows and from when accounts were made, and is kept only to be added up. Games are
added up in the order in which they ended, so ratings can be computed anew at any time and come out the same.
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
from triangulum.server.storage.event_store import EventStore, kept_row, kept_table
from triangulum.table.events import Begun, Seated, SeatHolder
from triangulum.table.table import Table

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

BOT = "bot:"
"""What begins the id of a bot, so that it is nobody's."""
FIRST, SECOND, LAST = 0, 1, 2
ZERO, SCALE = 1000, 40


class Place(NamedTuple):
    """Who has come where."""

    who: str
    """An account's id, or a bot's."""
    place: int


class Score(msgspec.Struct):
    """How well somebody is thought to play."""

    mu: float
    sigma: float
    games: int = 0
    won: int = 0

    @property
    def rating(self) -> int:
        """What they surely are."""
        return round(ZERO + SCALE * (self.mu - 3 * self.sigma))


decode_places = msgspec.json.Decoder(list[Place]).decode
encode_places = msgspec.json.Encoder().encode


# --- which games count


class Sides(NamedTuple):
    """What ratings need to know of a table's seats."""

    began: list[SeatHolder]
    """Who began."""
    people: list[set[str]]
    """Everybody who has held a seat."""
    let_go: set[int]
    """Seats of people that somebody else has played for."""
    joined: bool
    """Whether anybody took a bot's seat."""
    moved: set[int]


def sides_of(table: Table) -> Sides | None:
    """Return who has played at a table; None if nobody has begun."""
    holders = list(table.spec.holders)
    sides: Sides | None = None
    for event in (event for row in table.log for event in row.events):
        match event:
            case Begun():
                sides = Sides(list(holders), [set(holder.people) for holder in holders], set(), False, set())
            case Seated(seat=seat, holder=holder):
                holders[seat] = holder
                sides = sides and reseated(sides, seat, holder)
            case Played(seat=seat) if sides is not None:
                sides.moved.add(seat)
            case _:
                pass
    return sides


def reseated(sides: Sides, seat: int, holder: SeatHolder) -> Sides:
    """Take in that a seat has changed in mid-game."""
    before = sides.began[seat]
    sides.people[seat].update(holder.people)
    if not before.people:
        return sides._replace(joined=sides.joined or bool(holder.people))
    if holder.bot or holder.people[:1] != before.people[:1]:
        sides.let_go.add(seat)
    return sides


def places_of(table: Table, account_of: Callable[[str], str | None]) -> list[Place] | None:
    """Return who has come where in a game that counts; None if it does not."""
    house = table.spec.settings
    sides = sides_of(table)
    if sides is None or not table.history.is_over or not house.rated or house.hints or table.has_agreed_takeback:
        return None
    seats = range(len(sides.began))
    ending = table.history.ending
    given_up = sides.let_go | ({ending.seat} if isinstance(ending, Resigned | FlagFell) else set())
    if sides.joined or len(sides.moved) < len(seats) or len(given_up) == len(seats):
        return None
    who = [side_of(sides.began[seat], sides.people[seat], account_of) for seat in seats]
    if None in who or len(set(who)) < len(who) or all(one and one.startswith(BOT) for one in who):
        return None
    winners = table.history.winners()
    drawn = not winners or len(winners) == len(seats)
    found = []
    for seat, one in enumerate(who):
        place = FIRST if drawn or seat in winners else SECOND
        found.append(Place(one or "", LAST if seat in given_up else place))
    return found


def side_of(began: SeatHolder, people: set[str], account_of: Callable[[str], str | None]) -> str | None:
    """Return who has played for a seat, if it was one account or a bot."""
    if not began.people:
        return f"{BOT}{began.bot}"
    accounts = {account for account in map(account_of, people) if account is not None}
    return accounts.pop() if len(accounts) == 1 else None


# --- keeping and counting


async def result_of(store: EventStore, table: Table) -> dict[str, Any] | None:
    """Return what is kept of a game that has just ended; None if it does not count."""
    at = table.log[-1].at
    people = {person for person, _ in table.past_holders}
    accounts = await store.run_query(lambda connection: accounts_at(connection, people, at))
    return result_line(table, accounts, at)


def result_line(table: Table, accounts: dict[str, str], at: float) -> dict[str, Any] | None:
    """Return a line of results."""
    places = places_of(table, accounts.get)
    if places is None:
        return None
    text = encode_places(places).decode()
    return {"table_id": table.id, "game": table.spec.setup.game, "at": at, "places": text}


def accounts_at(connection: Connection, people: Iterable[str], at: float) -> dict[str, str]:
    """Return whose accounts people had at a time."""
    ids = sorted(people)
    made = select(schema.accounts.c.id).where(schema.accounts.c.id.in_(ids), schema.accounts.c.made <= at)
    found = {id: id for id in connection.execute(made).scalars()}
    claims = schema.claimed.c
    claimed = select(claims.guest, claims.account).where(claims.guest.in_(ids), claims.since <= at)
    return found | {line.guest: line.account for line in connection.execute(claimed)}


def ended(table: Table) -> float:
    """Return when a game ended: talk may have followed."""
    return next(row.at for row in table.log if row.number == table.last_change)


def recount(connection: Connection, table_of: Callable[..., Table]) -> int:
    """Find out anew which games count, from the tables alone; return how many do."""
    tables = connection.execute(select(schema.tables).where(schema.tables.c.over.is_(True))).all()
    connection.execute(delete(schema.results))
    counted = 0
    for found in tables:
        log = select(schema.rows).where(schema.rows.c.table_id == found.id).order_by(schema.rows.c.number)
        table = table_of(kept_table(found), [kept_row(row) for row in connection.execute(log)])
        at = ended(table)
        line = result_line(table, accounts_at(connection, {person for person, _ in table.past_holders}, at), at)
        if line is not None:
            connection.execute(insert(schema.results), line)
            counted += 1
    return counted


class Added(NamedTuple):
    """The games of one kind, added up as far as they were known."""

    games: int
    last: tuple[float, str]
    """When the last of them ended, and at which table."""
    scores: dict[str, Score]


NOTHING = Added(0, (0.0, ""), {})


class Ratings:
    """The ratings of a server, added up when they are asked for."""

    def __init__(self, store: EventStore) -> None:
        self.store = store
        self.added: dict[str, Added] = {}
        self.lock = asyncio.Lock()
        self.model: PlackettLuce | None = None

    async def standings(self, game: str, most: int) -> Leaderboard:
        """Return who has played a game how well, the best first."""
        async with self.lock:
            added = await self.store.run_query(lambda connection: self.add_up(connection, game))
            self.added[game] = added
        names = await self.store.run_query(lambda connection: names_of(connection, added.scores))
        listed = sorted(
            (score.rating, name, kind, score)
            for who, score in added.scores.items()
            for kind, name in [
                ("bot", who.removeprefix(BOT)) if who.startswith(BOT) else ("person", names.get(who, ""))
            ]
            if name
        )
        best = sorted(listed, key=lambda one: (-one[0], one[1]))[:most]
        return Leaderboard(
            game=game,
            games=added.games,
            standings=tuple(
                LeaderboardRow(
                    place=place,
                    kind="bot" if kind == "bot" else "person",
                    name=name,
                    rating=rating,
                    mu=round(score.mu, 3),
                    sigma=round(score.sigma, 3),
                    games=score.games,
                    won=score.won,
                )
                for place, (rating, name, kind, score) in enumerate(best, start=1)
            ),
        )

    def add_up(self, connection: Connection, game: str) -> Added:
        """Return all games of one kind added up; only new ones are read, unless one came late."""
        results = schema.results.c
        count = connection.execute(select(func.count()).where(results.game == game)).scalar_one()
        known = self.added.get(game, NOTHING)
        new = lines_after(connection, game, known.last[0])
        fresh = [line for line in new if (line.at, line.table_id) > known.last]
        if known.games + len(fresh) != count:
            known, fresh = NOTHING, lines_after(connection, game, 0.0)
        scores = {who: msgspec.structs.replace(score) for who, score in known.scores.items()}
        for line in fresh:
            self.count(scores, decode_places(line.places))
        last = (fresh[-1].at, fresh[-1].table_id) if fresh else known.last
        return Added(count, last, scores)

    def count(self, scores: dict[str, Score], places: list[Place]) -> None:
        """Let one game count."""
        if self.model is None:
            from openskill.models import PlackettLuce

            self.model = PlackettLuce()
        model = self.model
        for one in places:
            if one.who not in scores:
                scores[one.who] = Score(model.mu, model.sigma)
        before = [scores[one.who] for one in places]
        teams = [[model.rating(mu=score.mu, sigma=score.sigma)] for score in before]
        after = model.rate(teams, ranks=[float(one.place) for one in places])
        drawn = len({one.place for one in places}) == 1
        for score, (new,), one in zip(before, after, places, strict=True):
            score.mu, score.sigma = new.mu, new.sigma
            score.games += 1
            score.won += one.place == FIRST and not drawn


def lines_after(connection: Connection, game: str, at: float) -> list[Any]:
    """Return the results of a game from a time on, in order."""
    results = schema.results.c
    chosen = select(schema.results).where(results.game == game, results.at >= at)
    return list(connection.execute(chosen.order_by(results.at, results.table_id)))


def names_of(connection: Connection, people: Iterable[str]) -> dict[str, str]:
    """Return what people with accounts are called."""
    accounts = schema.accounts.c
    chosen = select(accounts.id, accounts.name).where(accounts.gone.is_(None))
    wanted = set(people)
    return {id: name for id, name in connection.execute(chosen) if id in wanted}
