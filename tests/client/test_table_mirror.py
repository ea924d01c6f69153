"""A client's copy of a table follows the messages that come, in whatever order and how often they come."""

from typing import Any

import msgspec

from triangulum.client.table_mirror import TableMirror
from triangulum.table.messages import (
    ChatUpdate,
    ClockTimes,
    ClockUpdate,
    LegalMoves,
    Presence,
    Snapshot,
    StepUpdate,
    Update,
)

TABLE: dict[str, Any] = {
    "id": "t",
    "game": "star-runners",
    "title": "Star Runners",
    "rules": 1,
    "options": {},
    "settings": {},
    "host": "h",
    "phase": "playing",
    "seats": [],
    "lot": False,
    "dice": {"version": "1", "label": "t", "commitment": "c", "nonces": {}, "seed": None},
    "proposal": None,
    "result": "unfinished",
    "winners": [],
    "ending": "",
    "rematch_of": None,
    "rematch": None,
}
YOU = {"alias": "h", "name": "Ann", "seats": [0], "host": True, "muted": []}
MOVES = LegalMoves(number=5, seat=0, tree=())


def make_snapshot(number: int, **fields: Any) -> Snapshot:
    data = {"is": "snapshot", "number": number, "perspective": 0, "table": TABLE, "you": YOU, "to_move": 0, **fields}
    return msgspec.convert(data, Snapshot)


def make_update(number: int, *parts: StepUpdate | ChatUpdate, **fields: Any) -> Update:
    narration = "" if parts else "A move."
    parts = parts or (StepUpdate(seat=0, events=()),)
    return Update(number=number, at=0.0, narration=narration, parts=parts, **{"to_move": 0, **fields})


def make_mirror() -> TableMirror:
    """Return the copy of a table after event 5, when it's our turn."""
    mirror = TableMirror(seat=0)
    mirror.apply_message(make_snapshot(5, view={"round": 1}))
    mirror.apply_message(MOVES)
    return mirror


def test_a_whole_table_replaces_everything() -> None:
    mirror = make_mirror()
    assert (mirror.event_number, mirror.seat, mirror.view, mirror.moves) == (5, 0, {"round": 1}, MOVES)
    mirror.apply_message(make_snapshot(9, perspective=None, to_move=1, takeback_seat=1))
    assert (mirror.event_number, mirror.seat, mirror.to_move, mirror.undo_seat) == (9, None, 1, 1)
    assert mirror.moves is None


def test_an_update_changes_what_it_names_and_takes_the_moves_away() -> None:
    mirror = make_mirror()
    clock = ClockTimes(at=1.0, left=(60.0, 60.0), running=1)
    mirror.apply_message(make_update(6, to_move=1, clock=clock, takeback_seat=0))
    assert (mirror.event_number, mirror.to_move, mirror.clock, mirror.undo_seat) == (6, 1, clock, 0)
    assert mirror.view == {"round": 1}
    assert mirror.moves is None


def test_chat_leaves_the_moves_as_they_are() -> None:
    mirror = make_mirror()
    mirror.apply_message(make_update(6, ChatUpdate(alias="b", name="Bob", text="Hm.")))
    assert (mirror.event_number, mirror.moves) == (6, MOVES)


def test_an_update_that_comes_twice_changes_nothing() -> None:
    mirror = make_mirror()
    mirror.apply_message(make_update(6, to_move=1, view={"round": 2}))
    mirror.apply_message(make_update(7, to_move=0, view={"round": 3}))
    mirror.apply_message(make_update(6, to_move=1, view={"round": 2}))
    assert (mirror.event_number, mirror.to_move, mirror.view) == (7, 0, {"round": 3})


def test_clocks_and_presence_are_remembered() -> None:
    mirror = make_mirror()
    clock = ClockTimes(at=1.0, left=(60.0,), running=0)
    presence = Presence(seats=(0,), spectators=2, text="2 spectators")
    mirror.apply_message(ClockUpdate(number=5, clock=clock))
    mirror.apply_message(presence)
    assert (mirror.clock, mirror.presence) == (clock, presence)


def test_the_game_is_over_when_nobody_is_to_move() -> None:
    mirror = make_mirror()
    assert not mirror.is_over
    mirror.apply_message(make_update(6, to_move=-2))
    assert mirror.is_over
