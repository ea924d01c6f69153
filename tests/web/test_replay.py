"""Replays: the whole game, step by step, for games that are over and for records that somebody brings along."""

import gzip

import httpx
import msgspec
import pytest

import triangulum as tri
from tests.web.site import Site
from triangulum.core.game import Game
from triangulum.core.registry import discover_games
from triangulum.record.fair_dice import FairDice
from triangulum.record.history import Happened, History
from triangulum.record.record import DiceData, Record, record_from_history
from triangulum.record.tri_format import format_record
from triangulum.scene.difference import apply_difference
from triangulum.scene.picture import Scene
from triangulum.web.replaying import moments, replay, scenes

OURS = list(discover_games().values())
STAR = "star-runners"


def played(game: Game, seed: int = 1) -> Record:
    """Return a game that was played by chance; of a long one its first steps."""
    record = tri.play(game.setup(), [tri.bot("random")] * game.players[0], seed=seed)
    return Record(setup=record.setup, players=record.players, entries=record.entries[:150], dice=record.dice)


def with_fair_dice(game: Game) -> Record:
    """Return a game whose dice can be checked; everybody always plays the first thing that can be played."""
    history = History(game.setup(), ["Ann", "Bob"])
    dice = FairDice(bytes(32), "a label", {1: "a nonce"})
    rolls = 0
    while not history.is_over:
        outcomes = history.state.legal_actions()
        if history.state.to_move == tri.CHANCE:
            history.play(outcomes[dice.roll(rolls, history.state.chance_weights())])
            rolls += 1
        else:
            history.play(outcomes[0])
    text = DiceData(label="a label", commitment=dice.commitment, nonces={1: "a nonce"}, seed=dice.reveal())
    return record_from_history(history, text)


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_differences_lead_from_scene_to_scene(game: Game) -> None:
    record = played(game)
    for eyes in (None, 0):
        found = replay(record, eyes)
        steps = list(moments(record, eyes))
        # A move and the chance that follows it are one step; chance before the first move is one by itself.
        decisions = [entry for entry in record.entries if not isinstance(entry, Happened)]
        assert len(steps) == len(found.frames) == 1 + isinstance(record.entries[0], Happened) + len(decisions)
        scene = Scene(steps[0].state.scene(eyes).kit)
        for frame, step in zip(found.frames, steps, strict=True):
            scene = scene if not frame.scene else apply_difference(scene, frame.scene)
            assert scene == step.state.scene(eyes)
            assert frame.told
    assert steps[-1].state == record.replay()


def test_what_is_rolled_is_what_the_record_checks() -> None:
    record = with_fair_dice(tri.game(STAR))
    assert record.verify_dice() > 10
    shown = replay(record, None).dice
    assert shown is not None
    found = [(at, [int(weight) for weight in roll.weights], roll.outcome) for at, roll in enumerate(shown.rolls)]
    assert found == record.chance_steps()


def test_a_record_that_is_brought_along(running: Site) -> None:
    record = tri.play(tri.game(STAR).setup(), [tri.bot("random")] * 2, seed=5)
    text = format_record(record)
    with httpx.Client(base_url=running.url) as client:
        answer = client.post("/api/replay", json={"record": text, "seat": 1})
        assert answer.status_code == 200
        assert answer.json()["winners"] == record.history().winners()
        still = client.post("/api/replay/picture", json={"record": text, "frame": 3, "ground": "dark"})
        assert still.headers["content-type"] == "image/svg+xml"
        assert "<animate" not in still.text
        assert "<animate" in client.post("/api/replay/picture", json={"record": text}).text


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"record": "nothing at all"}, "record"),
        ({"record": "GOOD", "seat": 7}, "there is no seat 7"),
    ],
)
def test_what_is_no_record_is_refused_in_words(wish: dict[str, object], words: str, running: Site) -> None:
    if wish["record"] == "GOOD":
        wish = {**wish, "record": format_record(played(tri.game(STAR)))}
    with httpx.Client(base_url=running.url) as client:
        answer = client.post("/api/replay", json=wish)
    assert answer.status_code == 400
    assert words in answer.json()["message"]


def test_a_frame_that_is_not_there(running: Site) -> None:
    text = format_record(played(tri.game(STAR)))
    with httpx.Client(base_url=running.url) as client:
        answer = client.post("/api/replay/picture", json={"record": text, "frame": 99_999})
    assert answer.status_code == 400
    assert "there is no step 99999" in answer.json()["message"]


def test_a_game_is_replayed_when_it_is_over(running: Site) -> None:
    with httpx.Client(base_url=running.url) as ann:
        ann.put("/api/me", json={"name": "Ann"})
        wish = {"game": "starry-sky", "seats": [{"for": "me", "name": name} for name in ("Ann", "Bob", "Cleo")]}
        table = ann.post("/api/tables", json=wish).json()["table"]
        begun = ann.post(f"/api/tables/{table}/commands", json={"do": "begin", "id": "b"}).json()
        assert begun["is"] == "done"
        # While hands are hidden, nobody is shown them, not even on the page.
        for path in (f"/api/tables/{table}/replay", f"/api/tables/{table}/replay?seat=1", f"/tables/{table}/replay"):
            assert ann.get(path).status_code == 409
        assert ann.get(f"/api/tables/{table}/picture?frame=1&seat=1").status_code == 409
        ann.post(f"/api/tables/{table}/commands", json={"do": "resign", "seat": 0, "id": "r"})
        assert ann.get(f"/tables/{table}/replay").status_code == 200
        found = ann.get(f"/api/tables/{table}/replay?seat=1").json()
        assert found["players"] == ["Ann", "Bob", "Cleo"]
        assert found["frames"][-1]["told"] == "Ann resigns."
        assert found["dice"]["seed"]
        assert ann.get(f"/api/tables/{table}/picture").text.startswith("<svg ")


def test_a_replay_is_not_large() -> None:
    record = tri.play(tri.game("tricolor-line").setup(4), [tri.bot("random")] * 4, seed=17)
    assert len(gzip.compress(msgspec.json.encode(replay(record, None)))) < 200_000


def test_pictures_have_the_names_of_those_who_sat_down() -> None:
    record = played(tri.game("tricolor-line"))
    called = msgspec.structs.replace(record, players=("Ann", "Maximiliane"))
    labels = [piece.label for scene in scenes(called, None)[:2] for pane in scene.panes for piece in pane.pieces]
    titles = [piece.title for scene in scenes(called, None)[:2] for pane in scene.panes for piece in pane.pieces]
    assert "Ann" in labels
    assert "Maximili…" in labels
    assert any("Maximiliane" in title for title in titles)
    assert not any("seat" in text.lower() for text in (*labels, *titles))
