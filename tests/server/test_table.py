"""What may happen at a table, without a server around it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import triangulum as tri
from tests.server.tables import ANN, BOB, EVE, chair_of, do, new_table, refusal_reason, snapshot, start_table
from triangulum.core.registry import discover_games
from triangulum.record.history import DrawAgreed, Happened, Played, Resigned, SeatChanged, TookBack
from triangulum.table import commands as ask
from triangulum.table import presenter
from triangulum.table.events import Begun, Proposed, Rematched, SeatHolder, TableSettings
from triangulum.table.messages import CommandError
from triangulum.table.table import rebuild_table


def choose_homes(table: object) -> None:
    do(table, ANN, ask.Play, seat=0, action="home SM")  # type: ignore[arg-type]
    do(table, BOB, ask.Play, seat=1, action="home ML")  # type: ignore[arg-type]


def test_a_game_starts_when_every_seat_is_taken() -> None:
    table = new_table("star-runners", chair_of(ANN), SeatHolder())
    assert refusal_reason(table, ANN, ask.Begin) == "not-now"
    do(table, BOB, ask.Sit, seat=1)
    assert refusal_reason(table, EVE, ask.Begin) == "not-allowed"
    do(table, BOB, ask.Begin)
    assert table.phase == "playing"
    assert table.history.initial_players == ("Ann", "Bob")
    assert refusal_reason(table, ANN, ask.Begin) == "not-now"


def test_only_the_mover_plays_and_only_legal_moves() -> None:
    table = start_table()
    assert refusal_reason(table, BOB, ask.Play, seat=1, action="home SM") == "not-now"
    assert refusal_reason(table, BOB, ask.Play, seat=0, action="home SM") == "not-allowed"
    assert refusal_reason(table, EVE, ask.Play, seat=0, action="home SM") == "not-allowed"
    assert refusal_reason(table, ANN, ask.Play, seat=7, action="home SM") == "not-allowed"
    assert refusal_reason(table, ANN, ask.Play, seat=0, action="home XX") == "illegal"
    assert refusal_reason(table, ANN, ask.Play, seat=0, action=10**15) == "illegal"
    do(table, ANN, ask.Play, seat=0, action="home SM")


def test_a_move_out_of_turn_is_not_even_parsed() -> None:
    """Whether a move would be legal tells what the mover holds."""
    table = start_table()
    reasons = set()
    for action in ("home SM", "nonsense", 0, 10**15):
        with pytest.raises(CommandError) as trouble:
            do(table, BOB, ask.Play, seat=1, action=action)
        reasons.add(trouble.value.message)
    assert len(reasons) == 1


def test_a_stale_move_is_refused_but_chat_makes_no_move_stale() -> None:
    table = start_table()
    seen = table.number
    do(table, EVE, ask.Say, text="Hello!")
    do(table, ANN, ask.Play, seat=0, at=seen, action="home SM")
    assert refusal_reason(table, BOB, ask.Play, seat=1, at=seen, action="home ML") == "stale"
    assert refusal_reason(table, BOB, ask.Play, seat=1, at=table.number + 1, action="home ML") == "stale"


def test_a_move_and_the_chance_after_it_are_one_row() -> None:
    table = start_table()
    choose_homes(table)
    assert any(isinstance(event, Happened) for event in table.log[-1].events)
    assert table.mover == 0


def test_dice_follow_from_seed_table_and_nonces_and_the_record_proves_it() -> None:
    table = new_table("star-runners", chair_of(ANN), chair_of(BOB), turn_limit=4)
    do(table, BOB, ask.GiveNonce, seat=1, nonce="seven")
    assert refusal_reason(table, ANN, ask.GiveNonce, seat=1, nonce="eight") == "not-allowed"
    assert refusal_reason(table, ANN, ask.GiveNonce, seat=0, nonce="é" * 40) == "malformed"
    do(table, ANN, ask.Begin)
    assert refusal_reason(table, BOB, ask.GiveNonce, seat=1, nonce="nine") == "not-now"
    assert table.dice_data().seed is None
    play_to_the_end(table)
    record = table.record()
    assert record.dice is not None
    assert record.dice.nonces == {1: "seven"}
    assert record.verify_dice() > 0


def play_to_the_end(table: object, seed: int = 1) -> None:
    from triangulum.table.table import Table

    assert isinstance(table, Table)
    rng = tri.Random(seed)
    while table.mover is not None:
        legal = table.state.legal_actions()
        person = (ANN, BOB)[table.mover]
        do(table, person, ask.Play, seat=table.mover, action=legal[rng.randrange(len(legal))])


def test_a_free_take_back_needs_no_agreement() -> None:
    table = start_table("tri-trac")
    do(table, ANN, ask.Play, seat=0, action=table.state.legal_actions()[0])
    change = do(table, ANN, ask.TakeBack, seat=0)
    assert change.entry.events == (TookBack(0, 1),)
    assert table.mover == 0


def test_other_moves_are_taken_back_if_all_agree() -> None:
    table = start_table()
    choose_homes(table)
    assert refusal_reason(table, EVE, ask.TakeBack, seat=0) == "not-allowed"
    change = do(table, ANN, ask.TakeBack, seat=0)
    assert isinstance(change.entry.events[0], Proposed)
    assert table.awaited_seats() == (1,)
    assert refusal_reason(table, ANN, ask.Agree, seat=0) == "not-now"
    assert refusal_reason(table, BOB, ask.OfferDraw, seat=1) == "not-now"
    do(table, BOB, ask.Agree, seat=1)
    assert table.mover == 0
    assert not table.history.steps
    assert table.proposal is None


def test_steps_taken_back_keep_their_dice_counters() -> None:
    table = start_table()
    choose_homes(table)
    rolled = table.num_rolls
    do(table, BOB, ask.TakeBack, seat=1)
    do(table, ANN, ask.Agree, seat=0)
    do(table, BOB, ask.Play, seat=1, action="home ML")
    assert table.num_rolls == 2 * rolled
    do(table, ANN, ask.Resign, seat=0)
    assert table.record().verify_dice() == 2 * rolled


def test_an_offer_ends_when_somebody_declines_or_plays() -> None:
    table = start_table()
    choose_homes(table)
    do(table, BOB, ask.TakeBack, seat=1)
    do(table, ANN, ask.Decline, seat=0)
    assert table.proposal is None
    do(table, BOB, ask.TakeBack, seat=1)
    do(table, ANN, ask.Play, seat=0, action=table.state.legal_actions()[0])
    assert table.proposal is None
    assert refusal_reason(table, ANN, ask.Decline, seat=0) == "not-now"


@pytest.mark.parametrize(("rule", "reason"), [("none", "not-allowed"), ("free", "not-now")])
def test_a_table_may_allow_less(rule: str, reason: str) -> None:
    table = start_table(house=TableSettings(take_backs=rule))  # type: ignore[arg-type]
    choose_homes(table)
    assert refusal_reason(table, ANN, ask.TakeBack, seat=0) == reason


def test_a_draw_needs_all_people_and_no_bots() -> None:
    table = start_table()
    do(table, ANN, ask.OfferDraw, seat=0)
    do(table, BOB, ask.Agree, seat=1)
    assert table.history.ending == DrawAgreed()
    other = start_table()
    do(other, BOB, ask.HandOver, seat=1, bot="greedy")
    assert refusal_reason(other, ANN, ask.OfferDraw, seat=0) == "not-now"


def test_taking_back_against_bots_needs_no_agreement() -> None:
    table = start_table()
    choose_homes(table)
    do(table, BOB, ask.Leave, seat=1, bot="random")
    assert isinstance(do(table, ANN, ask.TakeBack, seat=0).entry.events[0], TookBack)
    assert not table.history.steps


def test_resigning_ends_the_game_and_reveals_the_seed() -> None:
    table = start_table()
    do(table, BOB, ask.Resign, seat=1)
    assert table.history.ending == Resigned(1)
    assert table.dice_data().seed == bytes(range(32)).hex()
    for kind in (ask.Resign, ask.TakeBack, ask.HandOver, ask.Leave):
        assert refusal_reason(table, ANN, kind, seat=0) == "not-now"
    assert refusal_reason(table, EVE, ask.Sit, seat=0) == "not-now"


def test_a_bot_takes_over_and_the_seat_is_taken_back() -> None:
    table = start_table()
    assert refusal_reason(table, BOB, ask.HandOver, seat=0) == "not-allowed"
    do(table, ANN, ask.HandOver, seat=0, bot="greedy")
    assert table.bot_to_move == "greedy"
    assert refusal_reason(table, ANN, ask.Play, seat=0, action="home SM") == "not-now"
    assert refusal_reason(table, EVE, ask.Sit, seat=0) == "not-allowed"
    do(table, ANN, ask.Reclaim, seat=0)
    do(table, ANN, ask.Play, seat=0, action="home SM")
    assert SeatChanged(0, "greedy") in table.history.entries
    assert refusal_reason(table, ANN, ask.Reclaim, seat=0) == "not-now"


def test_a_player_who_leaves_is_replaced_by_a_bot_and_then_by_anybody() -> None:
    table = start_table()
    do(table, BOB, ask.Leave, seat=1, bot="random")
    assert not table.is_holder(BOB.id, 1)
    do(table, EVE, ask.Sit, seat=1)
    assert table.history.players == ["Ann", "Eve"]
    closed = start_table(house=TableSettings(late=False))
    do(closed, BOB, ask.Leave, seat=1, bot="random")
    assert refusal_reason(closed, EVE, ask.Sit, seat=1) == "not-allowed"


def test_nobody_takes_a_second_hand_of_cards_in_mid_game() -> None:
    table = new_table("starry-sky", chair_of(ANN), chair_of(BOB), SeatHolder(bot="random"))
    do(table, ANN, ask.Begin)
    assert refusal_reason(table, BOB, ask.Sit, seat=2) == "not-allowed"
    do(table, BOB, ask.Leave, seat=1, bot="random")
    assert refusal_reason(table, BOB, ask.Sit, seat=2) == "not-allowed", "Bob has seen the hand of seat 1"
    do(table, BOB, ask.Sit, seat=1)
    do(table, EVE, ask.Sit, seat=2)


def test_the_host_arranges_free_seats_before_the_game() -> None:
    table = new_table("starry-sky", chair_of(ANN), SeatHolder(), SeatHolder(bot="random"))
    assert refusal_reason(table, BOB, ask.Arrange, seat=1, bot="greedy") == "not-allowed"
    assert refusal_reason(table, ANN, ask.Arrange, seat=0) == "not-allowed"
    assert refusal_reason(table, ANN, ask.Arrange, seat=9) == "not-found"
    do(table, ANN, ask.Arrange, seat=1, invited=True)
    assert refusal_reason(table, BOB, ask.Sit, seat=1) == "not-allowed"
    assert refusal_reason(table, BOB, ask.Sit, seat=2) == "not-allowed"
    do(table, ANN, ask.Arrange, seat=2)
    do(table, BOB, ask.Sit, seat=2)
    do(table, BOB, ask.Leave, seat=2)
    assert not table.holders[2].player


def test_a_seats_view_is_for_its_holder_and_those_it_allows() -> None:
    table = start_table()
    assert table.can_view(ANN.id, 0)
    assert table.can_view(EVE.id, None)
    assert not table.can_view(EVE.id, 0)
    assert not table.can_view("", 0)
    assert not table.can_view(ANN.id, 9)
    assert refusal_reason(table, BOB, ask.Share, seat=0, on=True) == "not-allowed"
    do(table, ANN, ask.Share, seat=0, on=True)
    assert table.can_view(EVE.id, 0)
    do(table, ANN, ask.Leave, seat=0, bot="random")
    assert not table.can_view(EVE.id, 0), "whoever sits down next decides anew"


@pytest.mark.parametrize("name", ["greedy", "RANDOM", "  ", "a\nb"])
def test_a_players_name_cannot_be_a_bots_name(name: str) -> None:
    table = new_table("star-runners", chair_of(ANN), SeatHolder())
    assert refusal_reason(table, BOB, ask.Sit, seat=1, name=name) == "malformed"


def test_chat_follows_the_tables_setting() -> None:
    table = start_table(house=TableSettings(chat="presets"))
    assert refusal_reason(table, EVE, ask.Say, text="Hello!") == "not-allowed"
    assert refusal_reason(table, EVE, ask.Say, preset="insult") == "not-found"
    assert refusal_reason(table, EVE, ask.Say) == "malformed"
    assert refusal_reason(table, EVE, ask.Say, preset="hello", seat=0) == "not-allowed"
    do(table, ANN, ask.Say, preset="hello", seat=0)
    assert refusal_reason(start_table(house=TableSettings(chat="off")), ANN, ask.Say, preset="hello") == "not-allowed"
    assert refusal_reason(start_table(), ANN, ask.Say, text="one\ntwo") == "malformed"


COMMANDS = st.sampled_from(
    [
        (ask.TakeBack, {}),
        (ask.OfferDraw, {}),
        (ask.Agree, {}),
        (ask.Decline, {}),
        (ask.Sit, {}),
        (ask.Leave, {"bot": "random"}),
        (ask.HandOver, {"bot": "random"}),
        (ask.Reclaim, {}),
        (ask.Arrange, {}),
        (ask.Share, {"on": True}),
        (ask.Share, {"on": False}),
        (ask.GiveNonce, {"nonce": "x"}),
        (ask.Begin, None),
        (ask.Say, {"text": "hm"}),
        (ask.Play, {"action": 0}),
        (ask.Play, {"action": -1}),
        (ask.Play, {"action": -1}),
        (ask.Play, {"action": -1}),
    ]
)


@given(st.lists(st.tuples(COMMANDS, st.sampled_from([ANN, BOB, EVE]), st.integers(0, 3)), max_size=40))
@settings(max_examples=60)
def test_any_command_is_done_or_refused_and_the_log_leads_to_the_same_table(
    sent: list[tuple[tuple[type[ask.Command], dict[str, object] | None], object, int]],
) -> None:
    table = new_table("starry-sky", chair_of(ANN), chair_of(BOB), SeatHolder())
    for (kind, given_), person, seat in sent:
        fields: dict[str, object] = {} if given_ is None else {"seat": seat, **given_}
        if fields.get("action") == -1:
            fields["action"] = (table.state.legal_actions() or [0])[-1]
        before = snapshot(table)
        try:
            do(table, person, kind, **fields)  # type: ignore[arg-type]
        except CommandError:
            assert snapshot(table) == before
    assert snapshot(rebuild_table(table, table.log)) == snapshot(table)


def test_a_rematch_is_part_of_the_log() -> None:
    table = start_table()
    do(table, ANN, ask.Resign, seat=0)
    table.apply_events((Rematched("t2"),), 9.0, ANN.id, "again")
    assert rebuild_table(table, table.log).rematch == "t2"


@pytest.mark.parametrize("id", ["star-runners", "tri-trac", "starry-sky", "tri-star-racers"])
def test_undo_is_offered_exactly_where_a_take_back_is_free(id: str) -> None:
    players = max(3, tri.game(id).players[0]) if tri.game(id).players[1] > 2 else 2
    people = [SeatHolder(people=(f"p{seat}",), name=f"P{seat}") for seat in range(players)]
    table = new_table(id, *people, players=players)
    table.apply_events((Begun(),), 0.0)
    rng = tri.Random(3)
    offered = set()
    for _ in range(60):
        if table.mover is None:
            break
        legal = table.state.legal_actions()
        table.apply_events((Played(table.mover, legal[rng.randrange(len(legal))]),), 0.0)
        free = [seat for seat in range(players) if table.history.count_free_takebacks(seat)]
        assert [seat for seat in (table.free_takeback_seat(),) if seat is not None] == free
        for eyes in (None, *range(players)):
            hidden = table.setup.game.has_secrets and free != [eyes]
            assert presenter.takeback_seat_shown_to(table, eyes) == (None if hidden else table.free_takeback_seat())
        offered.add(bool(free))
    assert offered >= {True}


@pytest.mark.parametrize(
    "game", [game.id for game in discover_games().values() if not (game.has_secrets or game.is_drawn_per_seat)]
)
def test_everybody_sees_the_same_picture_in_a_game_without_secrets(game: str) -> None:
    """A message to everybody is made once, from a spectator's view."""
    table = start_table(game)
    rng = tri.Random(3)
    for _ in range(60):
        assert table.state.scene(None) == table.state.scene(0) == table.state.scene(1)
        if table.mover is None:
            break
        legal = table.state.legal_actions()
        do(table, (ANN, BOB)[table.mover], ask.Play, seat=table.mover, action=legal[rng.randrange(len(legal))])
