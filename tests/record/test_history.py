"""The history of a game: entries in order, taking back, and endings that aren't moves."""

import msgspec
import pytest

import triangulum as tri
from tests.toys.follow import FOLLOW
from tests.toys.peek import PEEK_GAME
from triangulum.record.history import (
    AnyEntry,
    DrawAgreed,
    FlagFell,
    Happened,
    History,
    Played,
    Resigned,
    SeatChanged,
    TookBack,
)
from triangulum.record.record import record_from_history, record_from_json

GAME = tri.game("star-runners")


def history(*moves: str) -> History:
    """Return a history of Star Runners after some moves."""
    history = History(GAME.setup(), ["Ann", "Bob"])
    for move in moves:
        history.play(move)
    return history


OPENING = ("home SM", "home ML", "6-3")


def test_own_moves_can_be_taken_back_until_chance_or_another_seat_acts() -> None:
    at_table = history(*OPENING, "Sa1", "Ma1")
    assert at_table.count_free_takebacks(0) == 2
    assert at_table.count_free_takebacks(1) == 0
    at_table.append(TookBack(0, 1))
    assert at_table.state == history(*OPENING, "Sa1").state
    at_table.play("La2")
    assert [type(entry).__name__ for entry in at_table.entries[-3:]] == ["Played", "TookBack", "Played"]
    assert history(*OPENING).count_free_takebacks(0) == 0
    assert history("home SM").count_free_takebacks(0) == 1
    assert history("home SM", "home ML").count_free_takebacks(0) == 0


def test_a_step_that_brought_news_cannot_be_taken_back() -> None:
    peek = History(PEEK_GAME.setup(), ["Ann", "Bob"])
    for mask in ("fox", "owl", "cat"):
        peek.play(mask)
    peek.play("peek")
    assert peek.count_free_takebacks(0) == 0
    trick = History(FOLLOW.setup(), ["Ann", "Bob", "Cid"])
    for card in "abcxyz":
        trick.play(card)
    trick.play("a")
    assert trick.count_free_takebacks(0) == 0  # the suit led tells the others something
    trick.play("c")
    assert trick.count_free_takebacks(1) == 1  # a card face down tells nobody anything
    trick.play("y")
    assert trick.count_free_takebacks(2) == 0  # the trick was turned up


@pytest.mark.parametrize(
    ("entry", "winners"),
    [(Resigned(0), [1]), (FlagFell(1), [0]), (DrawAgreed(), [])],
)
def test_a_game_can_end_without_a_last_move(entry: Resigned | FlagFell | DrawAgreed, winners: list[int]) -> None:
    at_table = history(*OPENING)
    at_table.append(entry)
    assert at_table.is_over
    assert at_table.winners() == winners
    assert at_table.count_free_takebacks(0) == 0
    for late in (Played(0, 5), Resigned(1), TookBack(0, 1)):
        with pytest.raises(tri.RecordError, match="The game is over, so nothing can follow"):
            at_table.append(late)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (Played(1, 5), "It isn’t that player’s turn"),
        (Played(0, 3), "Action 3 can’t be played now"),
        (Happened(2), "Nothing is left to chance here"),
        (TookBack(0, 4), "4 steps can’t be taken back, because only 3 have been made"),
        (TookBack(0, 0), "0 steps can’t be taken back"),
        (SeatChanged(2, "Eve"), "There’s no such seat; seats are numbered 0 to 1"),
        (Resigned(-1), "There’s no such seat"),
    ],
)
def test_an_impossible_entry_is_refused_and_changes_nothing(entry: AnyEntry, message: str) -> None:
    at_table = history(*OPENING)
    before = (list(at_table.entries), at_table.state.to_bytes(), list(at_table.players))
    with pytest.raises(tri.TriangulumError, match=message):
        at_table.append(entry)
    assert (at_table.entries, at_table.state.to_bytes(), at_table.players) == before


def test_a_finished_game_cannot_be_resigned() -> None:
    record = tri.play("star-runners", [tri.bot("greedy"), tri.bot("greedy")], seed=1, turn_limit=3)
    for late in (Resigned(0), TookBack(0, 1), SeatChanged(0, "Eve")):
        with pytest.raises(tri.RecordError, match="The game is over, so nothing can follow"):
            record.history().append(late)
    assert record.history().count_free_takebacks(0) == 0
    assert record.history().count_free_takebacks(1) == 0


def test_chance_cannot_be_played_by_a_seat() -> None:
    at_table = history("home SM", "home ML")
    for forged in (Played(-1, 19), Played(0, 19), Played(1, 19)):
        with pytest.raises(tri.RecordError):
            at_table.append(forged)
    assert at_table.state.to_move == tri.CHANCE


def test_an_action_out_of_turn_is_not_even_parsed() -> None:
    trick = History(FOLLOW.setup(), ["Ann", "Bob", "Cid"])
    for card in "abcxyz":
        trick.play(card)
    for sent in ("z", "a", "nonsense", 3):
        with pytest.raises(tri.IllegalActionError, match=r"^It isn’t your turn\.$"):
            trick.play(sent, seat=2)
    trick.play("a", seat=0)


def test_chance_outcomes_are_not_listed_in_errors() -> None:
    state = FOLLOW.new()
    state.play("a")
    with pytest.raises(
        tri.IllegalActionError, match=r"^“a” can’t happen now\. Chance decides .* isn’t one of the outcomes\.$"
    ):
        state.play("a")


@pytest.mark.parametrize("name", ["", " Ann", "two\nlines", "x" * 81, "tab\t"])
def test_a_name_that_no_record_could_hold_is_refused_at_once(name: str) -> None:
    with pytest.raises(tri.RecordError, match="can’t be a player’s name"):
        History(GAME.setup(), [name, "Bob"])
    with pytest.raises(tri.RecordError, match="can’t be a player’s name"):
        history().append(SeatChanged(0, name))


def test_a_record_replays_with_everything_that_happened() -> None:
    at_table = history(*OPENING, "Sa1", "Ma1")
    for entry in (TookBack(0, 2), SeatChanged(1, "greedy"), Resigned(0)):
        at_table.append(entry)
    record = record_from_history(at_table)
    again = record_from_json(record.to_json()).history()
    assert again.state == at_table.state
    assert again.players == ["Ann", "greedy"]
    assert again.winners() == [1]


def test_a_record_that_does_not_replay_names_the_entry() -> None:
    record = record_from_history(history(*OPENING))
    wrong = msgspec.structs.replace(record, entries=(*record.entries[:2], Played(0, 6)))
    with pytest.raises(tri.RecordError, match="Entry 3 of 3: It isn’t that player’s turn"):
        wrong.replay()
    with pytest.raises(tri.RecordError, match=r"version 99 of the rules. Only version 1 is installed"):
        msgspec.structs.replace(record, setup=msgspec.structs.replace(record.setup, rules=99)).replay()
    with pytest.raises(tri.RecordError, match="different components"):
        msgspec.structs.replace(record, setup=msgspec.structs.replace(record.setup, digest="00")).replay()
    with pytest.raises(tri.RecordError, match="set up for 2 players, not 1"):
        msgspec.structs.replace(record, players=("Ann",)).replay()
    with pytest.raises(tri.RecordError, match="This isn’t a record"):
        record_from_json(b'{"setup": 1}')


def test_the_same_seed_gives_the_same_game() -> None:
    bots = [tri.bot("greedy"), tri.bot("random")]
    first = tri.play("star-runners", bots, seed=5)
    assert first == tri.play(GAME, bots, seed=5) == tri.play(GAME.setup(), bots, seed=5)
    assert first != tri.play(GAME, bots, seed=6)
    assert first.players == ("greedy", "random")


def test_a_bot_never_sees_the_true_state() -> None:
    class Spy(tri.Bot):
        def __init__(self) -> None:
            self.hands: list[bytes] = []

        def name(self) -> str:
            return "spy"

        def choose(self, state: tri.State, rng: tri.Random) -> int:
            self.hands.append(state.to_bytes())
            return state.legal_actions()[0]

    spy = Spy()
    record = tri.play("follow", [spy, spy, spy], seed=3)
    history = History(FOLLOW.setup(), record.players)
    true_states = []
    for entry in record.entries:
        if isinstance(entry, Played):
            true_states.append(history.state.to_bytes())
        history.append(entry)
    assert any(seen != true for seen, true in zip(spy.hands, true_states, strict=True))
