"""Who begins: whoever has the first seat, or somebody by lot; and in a rematch somebody else."""

from collections import Counter

import msgspec
import pytest

import triangulum as tri
from tests.server.running_server import SECRET, ManualClock
from tests.server.tables import ANN, BOB, EVE, chair_of
from tests.table.test_local_table import RecordingWatcher
from triangulum.record.fair_dice import FairDice
from triangulum.record.record import setup_to_data
from triangulum.server.identity.signing import Signer
from triangulum.table import commands as ask
from triangulum.table.commands import OpenTable
from triangulum.table.events import LotDrawn, SeatHolder, TableSettings, TableSpec, rotate_seats
from triangulum.table.local_table import LocalTable, build_table
from triangulum.table.messages import CommandError, ServerMessage, Snapshot, Update
from triangulum.table.open_table import build_spec
from triangulum.table.people import Person
from triangulum.table.presenter import NOBODY_MUTED, Perspective, Presenter
from triangulum.table.table import rebuild_table

PEOPLE = (ANN, BOB, EVE)


def open_local_table(*holders: SeatHolder, seed: int = 0, lot: bool = True, game: str = "") -> LocalTable:
    """Return a table of this process, whose seed is a number."""
    setup = tri.game(game or ("tri-trac" if len(holders) == 2 else "starry-sky")).setup()
    spec = TableSpec(
        setup=setup_to_data(setup), options={}, host=ANN.id, settings=TableSettings(), holders=holders, lot=lot
    )
    table = build_table("t", spec, seed.to_bytes(32), setup)
    return LocalTable(table, Presenter(Signer(SECRET).alias), ManualClock(1.0))


def open_table_for(first: int, *people: Person) -> LocalTable:
    """Return a table for some people, with a seed whose lot will fall on a seat."""
    tables = (open_local_table(*map(chair_of, people), seed=seed) for seed in range(100))
    return next(host for host in tables if host.table.compute_lot().first == first)


def begin(host: LocalTable) -> None:
    """Begin the game."""
    host.run(ask.Begin(id="begin"), ANN)


def watch(host: LocalTable, person: Person, seat: int | None) -> RecordingWatcher:
    """Let somebody watch a table from a seat."""
    watcher = RecordingWatcher(person, seat)
    host.watch(watcher)
    return watcher


def received(watcher: RecordingWatcher) -> list[ServerMessage]:
    """Return the messages that a watcher has got."""
    return [msgspec.json.decode(data, type=ServerMessage) for data in watcher.messages]


def narrations(watcher: RecordingWatcher) -> list[str]:
    """Return what a watcher has been told."""
    return [each.narration for each in received(watcher) if isinstance(each, Update)]


def test_without_a_lot_the_first_seat_begins() -> None:
    host = open_local_table(chair_of(ANN), chair_of(BOB), lot=False)
    begin(host)
    assert host.table.history.initial_players == ("Ann", "Bob")
    assert not any(isinstance(event, LotDrawn) for entry in host.table.log for event in entry.events)


def test_the_lot_is_drawn_when_the_game_begins_and_everybody_moves_on() -> None:
    host = open_table_for(2, *PEOPLE)
    assert host.table.awaits_lot
    begin(host)
    assert [entry.events[0].__class__.__name__ for entry in host.table.log] == ["LotDrawn", "Begun"]
    assert host.table.history.initial_players == ("Eve", "Ann", "Bob")
    assert [host.table.seats_held_by(person.id) for person in PEOPLE] == [(1,), (2,), (0,)]
    assert not host.table.awaits_lot
    again = rebuild_table(host.table, host.table.log)
    assert (again.holders, again.history.initial_players) == (host.table.holders, host.table.history.initial_players)


def test_everybody_is_told_on_whom_the_lot_falls() -> None:
    host = open_table_for(1, ANN, BOB)
    ann, bob, onlooker = watch(host, ANN, 0), watch(host, BOB, 1), watch(host, EVE, None)
    begin(host)
    assert narrations(ann) == ["The lot decides: Bob begins.", "The game begins."]
    assert narrations(bob) == ["The lot decides: you begin.", "The game begins."]
    assert narrations(onlooker) == narrations(ann)


def test_watchers_follow_their_seats() -> None:
    host = open_table_for(1, *PEOPLE)
    watchers = [watch(host, person, seat) for seat, person in enumerate(PEOPLE)]
    begin(host)
    for watcher, person, seat in zip(watchers, PEOPLE, (2, 0, 1), strict=True):
        assert watcher.perspective.seat == seat
        snapshots = [message for message in received(watcher) if isinstance(message, Snapshot)]
        assert [snapshot.perspective for snapshot in snapshots] == [PEOPLE.index(person), seat]
        # The cards are dealt after the lot: each sees the hand of the new seat and of no other.
        update = received(watcher)[-1] if seat else received(watcher)[-2]
        assert isinstance(update, Update)
        assert update.view["hand"] == list(host.table.state.view(seat).hand)  # type: ignore[attr-defined]
        assert len(update.view["hand"]) == 8


def test_a_seat_that_the_lot_leaves_where_it_is_needs_no_snapshot() -> None:
    host = open_table_for(0, ANN, BOB)
    watcher = watch(host, BOB, 1)
    begin(host)
    assert sum(isinstance(message, Snapshot) for message in received(watcher)) == 1
    assert narrations(watcher)[0] == "The lot decides: Ann begins."


def test_what_was_before_the_lot_is_told_to_those_who_did_it() -> None:
    host = open_table_for(1, ANN, BOB)
    bob = watch(host, BOB, 1)
    host.run(ask.GiveNonce(id="nonce", seat=1, nonce="x"), BOB)
    first = host.table.compute_lot().first
    begin(host)
    seat = (1 - first) % 2
    presenter, perspective = host.presenter, Perspective(seat, "both")
    updates = presenter.list_updates(host.table, 0, 100, perspective, NOBODY_MUTED)
    assert updates[0].narration == "You add a word of your own to the dice."
    # Whether updates are sent at once or requested later, they are the same.
    assert [msgspec.json.encode(update) for update in updates] == [data for data in bob.messages if b'"update"' in data]


def test_whoever_missed_the_lot_gets_the_whole_table() -> None:
    host = open_table_for(1, ANN, BOB)
    begin(host)
    watcher = RecordingWatcher(BOB, 0)
    host.watch(watcher, after=0)
    assert isinstance(received(watcher)[0], Snapshot)
    onlooker = RecordingWatcher(EVE, None)
    host.watch(onlooker, after=0)
    assert narrations(onlooker) == ["The lot decides: Bob begins.", "The game begins."]


def test_a_game_that_cannot_begin_draws_no_lot() -> None:
    host = open_local_table(chair_of(ANN), SeatHolder())
    with pytest.raises(CommandError, match="One seat is still free"):
        begin(host)
    host.run(ask.Sit(id="sit", seat=1), BOB)
    with pytest.raises(CommandError, match="Only players and the host can begin"):
        host.run(ask.Begin(id="not-mine"), EVE)
    assert host.table.lot is None
    begin(host)
    assert host.table.lot is not None


def test_the_lot_is_drawn_once_even_if_the_game_does_not_begin_at_once() -> None:
    host = open_table_for(1, ANN, BOB)
    host.run_events((host.table.compute_lot(),))
    assert [holder.name for holder in host.table.holders] == ["Bob", "Ann"]
    begin(host)
    assert host.table.history.initial_players == ("Bob", "Ann")


def test_the_lot_follows_from_the_seed_and_the_nonces_as_the_dice_do() -> None:
    host = open_local_table(*map(chair_of, PEOPLE), seed=5)
    host.run(ask.GiveNonce(id="nonce", seat=2, nonce="luck"), EVE)
    lot = FairDice((5).to_bytes(32), "t lot", {2: "luck"}).roll(0, [1, 1, 1])
    assert host.table.compute_lot() == LotDrawn(lot)
    begin(host)
    # Nonces go with the people, so the record's dice are those of the game.
    assert host.table.nonces == {(2 - lot) % 3: "luck"}
    host.run(ask.Resign(id="resign", seat=host.table.seats_held_by(ANN.id)[0]), ANN)
    record = host.table.record()
    assert record.dice is not None
    assert record.dice.nonces == host.table.nonces
    assert record.verify_dice() == 24


def test_the_lot_is_fair() -> None:
    lots = Counter(open_local_table(*map(chair_of, PEOPLE), seed=seed).table.compute_lot().first for seed in range(300))
    assert all(70 <= lots[seat] <= 130 for seat in range(3))


def test_tokens_of_the_old_seats_stop_working() -> None:
    host = open_table_for(1, ANN, BOB)
    signer = Signer(SECRET)
    tokens = [signer.seat_token("t", seat, holder.turns) for seat, holder in enumerate(host.table.holders)]
    begin(host)
    for seat, holder in enumerate(host.table.holders):
        assert not any(signer.is_seat_token(token, "t", seat, holder.turns) for token in tokens)


def test_one_who_sits_alone_at_a_screen_can_let_the_lot_decide_too() -> None:
    request = OpenTable(game="tri-trac", seats=(ask.MySeat(name="Ann"), ask.MySeat(name="Bob")), lot=True)
    spec = build_spec(request, ANN, lambda _: 7)
    assert spec.lot
    assert not build_spec(OpenTable(game="tri-trac"), ANN, lambda _: 7).lot


def test_seats_rotate() -> None:
    assert rotate_seats("abcd", 0) == list("abcd")
    assert rotate_seats("abcd", 1) == list("bcda")
    assert rotate_seats("abcd", 3) == list("dabc")
