"""Players' names in pictures: when a seat changes hands, everybody who watches reads the new name at once."""

import re
from random import Random
from typing import Any

import msgspec
import pytest

import triangulum as tri
from tests.server.running_server import SECRET, ManualClock
from triangulum.client.table_mirror import TableMirror
from triangulum.core.game import Game
from triangulum.scene import Scene
from triangulum.server.identity.signing import Signer
from triangulum.table import commands as ask
from triangulum.table.local_table import LocalTable, build_table
from triangulum.table.messages import ServerMessage, Update
from triangulum.table.open_table import build_spec
from triangulum.table.people import Person
from triangulum.table.presenter import Perspective, Presenter

GAMES = [game for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")]
ANN, BOB, CLEO, DAN, WIM = [Person(f"person-{name}", name) for name in ("Ann", "Bob", "Cleo", "Dan", "Wim")]


class MirroringWatcher:
    """A watcher that keeps a copy of the table, up to date by what it is sent."""

    def __init__(self, person: Person, seat: int | None, language: str = "en") -> None:
        self.person = person
        self.perspective = Perspective(seat, "scene", language)
        self.muted: frozenset[str] = frozenset()
        self.wants_presence = False
        self.mirror = TableMirror(seat)
        self.messages: list[ServerMessage] = []

    def send(self, data: bytes) -> None:
        message: ServerMessage = msgspec.json.decode(data, type=ServerMessage)
        self.messages.append(message)
        self.mirror.apply_message(message)

    @property
    def scene(self) -> Scene:
        """The picture as this watcher sees it now."""
        assert self.mirror.scene is not None
        return self.mirror.scene

    def texts(self) -> str:
        """Return all that this watcher reads in the picture, line by line."""
        pieces = [piece for pane in self.scene.panes for piece in pane.pieces]
        titles = [self.scene.title, *[pane.title for pane in self.scene.panes]]
        return "\n".join(map(str, [*titles, *[f"{piece.label}\n{piece.title}" for piece in pieces]]))

    def is_called_you(self) -> bool:
        """Return whether the plate with this watcher's name says "You" instead."""
        return any(re.match(r"You(:| \(|$)", line) for line in self.texts().splitlines())


class WatchedGame:
    """A table of a game with watchers."""

    def __init__(self, game: Game, *seats: ask.SeatRequest) -> None:
        self.num_players = min(max(3, game.players[0]), game.players[1])
        request = ask.OpenTable(game=game.id, options={"players": self.num_players}, seats=seats[: self.num_players])
        spec = build_spec(request, ANN, lambda _: 7)
        self.host = LocalTable(
            build_table("table-1", spec, bytes(32)), Presenter(Signer(SECRET).alias), ManualClock(1_000_000.0)
        )
        self.watchers: list[MirroringWatcher] = []
        self.rng = Random(game.id)

    def watch(self, person: Person, seat: int | None, language: str = "en") -> MirroringWatcher:
        """Return somebody who watches from now on."""
        watcher = MirroringWatcher(person, seat, language)
        self.host.watch(watcher)
        self.watchers.append(watcher)
        return watcher

    def run(self, person: Person, kind: type[ask.Command], **fields: Any) -> None:
        """Run a command, and check that updates have led everybody to what they would be sent if they came now."""
        number = self.host.table.number
        command: Any = kind(id=f"command-{number}", **fields)
        self.host.run(command, person)
        assert self.host.table.number > number
        for watcher in self.watchers:
            newcomer = MirroringWatcher(watcher.person, watcher.perspective.seat, watcher.perspective.language)
            newcomer.send(msgspec.json.encode(self.host.snapshot(newcomer)))
            assert watcher.scene == newcomer.scene
            assert watcher.mirror.table == newcomer.mirror.table

    def play(self, people: list[Person], num_moves: int) -> None:
        """Make random moves, up to a seat where a bot plays."""
        for _ in range(num_moves):
            table = self.host.table
            mover = table.mover
            if mover is None or table.bot_to_move:
                return
            action = self.rng.choice(table.state.legal_actions())
            self.run(people[mover], ask.Play, seat=mover, at=table.number, action=action)


def start_game(game: Game) -> WatchedGame:
    """Return a game in its first moves, where Ann, Bob and perhaps Dan play and others watch."""
    started = WatchedGame(game, ask.MySeat(), ask.OpenSeat(), ask.OpenSeat())
    started.watch(ANN, 0)
    started.watch(WIM, None)
    started.watch(WIM, None, "en-XA")
    for seat, person in enumerate([BOB, DAN][: started.num_players - 1], start=1):
        started.run(person, ask.Sit, seat=seat)
        started.watch(person, seat)
    started.run(ANN, ask.Begin)
    started.play([ANN, BOB, DAN], 6)
    return started


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_seat_that_changes_hands_is_called_by_its_new_name_for_all_who_watch(game: Game) -> None:
    started = start_game(game)
    changes: list[tuple[Person, type[ask.Command], dict[str, str], str]] = [
        (BOB, ask.HandOver, {"bot": "club"}, "Club bot"),
        (BOB, ask.Reclaim, {}, "Bob"),
        (BOB, ask.Leave, {"bot": "casual"}, "Casual bot"),
        (CLEO, ask.Sit, {}, "Cleo"),
    ]
    name = "Bob"
    for person, kind, fields, new_name in changes:
        others = [watcher for watcher in started.watchers if watcher.perspective.seat != 1]
        english = [watcher for watcher in others if watcher.perspective.language == "en"]
        assert all(name in watcher.texts() for watcher in english)
        counts = [len(watcher.messages) for watcher in others]
        started.run(person, kind, seat=1, **fields)
        for watcher, count in zip(others, counts, strict=True):
            update = watcher.messages[count]
            assert isinstance(update, Update), "no whole table is sent to them"
            assert isinstance(update.table, msgspec.Struct)
            assert isinstance(update.scene, msgspec.Struct)
        for watcher in english:
            assert new_name in watcher.texts()
            assert name not in watcher.texts()
            assert watcher.mirror.table is not None
            assert watcher.mirror.table.seats[1].name == new_name
        name = new_name
        started.play([ANN, CLEO if name == "Cleo" else BOB, DAN], 3)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_missed_updates_bring_the_same_names(game: Game) -> None:
    started = start_game(game)
    late = MirroringWatcher(WIM, None)
    late.send(msgspec.json.encode(started.host.snapshot(late)))
    number = started.host.table.number
    started.run(BOB, ask.Leave, seat=1, bot="casual")
    started.run(CLEO, ask.Sit, seat=1)
    started.play([ANN, CLEO, DAN], 3)
    started.host.watch(late, number)
    spectator = started.watchers[1]
    assert late.scene == spectator.scene
    sent = [message for message in spectator.messages if isinstance(message, Update) and message.number > number]
    assert [message for message in late.messages if isinstance(message, Update)] == sent


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_who_has_several_seats_reads_names_and_then_you(game: Game) -> None:
    started = WatchedGame(game, ask.MySeat(), ask.MySeat(name="Ben"), ask.OpenSeat())
    mine = started.watch(ANN, 0)
    other = started.watch(ANN, 1)
    if started.num_players > 2:
        started.run(DAN, ask.Sit, seat=2)
    started.run(ANN, ask.Begin)
    started.play([ANN, ANN, DAN], 4)
    for watcher in (mine, other):
        assert "Ann" in watcher.texts()
        assert not watcher.is_called_you()
    started.run(ANN, ask.Leave, seat=1, bot="casual")
    assert mine.is_called_you()
    assert "Ann" not in mine.texts()
    assert "Casual bot" in mine.texts()
    assert other.perspective.seat is None
    assert "Ann" in other.texts()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_seat_without_a_player_is_called_as_the_game_calls_it(game: Game) -> None:
    gathering = WatchedGame(game, ask.MySeat(), ask.OpenSeat(), ask.OpenSeat())
    spectator = gathering.watch(WIM, None)
    nobody = MirroringWatcher(WIM, None)
    nobody.mirror.scene = gathering.host.table.state.scene(None)
    own_names = nobody.texts().splitlines()
    for line, own in zip(spectator.texts().splitlines(), own_names, strict=True):
        assert line == own or "Ann" in line
    gathering.run(BOB, ask.Sit, seat=1)
    assert "Bob" in spectator.texts()
    gathering.run(BOB, ask.Leave, seat=1)
    assert "Bob" not in spectator.texts()
