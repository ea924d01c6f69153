"""Replays: the whole game, step by step, for finished games and for uploaded records."""

import gzip

import httpx
import msgspec
import pytest

import triangulum as tri
from tests.web.running_site import RunningSite
from triangulum.core.game import Game
from triangulum.core.registry import discover_games
from triangulum.record.fair_dice import FairDice
from triangulum.record.history import Happened, History
from triangulum.record.record import DiceData, Record, record_from_history
from triangulum.record.tri_format import format_record
from triangulum.scene.diff import apply_diff
from triangulum.scene.picture import Scene
from triangulum.table.replay import build_replay, iterate_steps, list_scenes

OURS = list(discover_games().values())
STAR = "star-runners"


def play_record(game: Game, seed: int = 1) -> Record:
    """Return the record of a random game, or the first steps of a long one."""
    record = tri.play(game.setup(), [tri.bot("random")] * game.players[0], seed=seed)
    return Record(setup=record.setup, players=record.players, entries=record.entries[:150], dice=record.dice)


def play_record_with_fair_dice(game: Game) -> Record:
    """Return the record of a game with fair dice in which everybody plays the first legal action."""
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
    record = play_record(game)
    for viewer in (None, 0):
        found = build_replay(record, viewer)
        steps = list(iterate_steps(record, viewer))
        # A move and the chance that follows it are one step; chance before the first move is one by itself.
        decisions = [entry for entry in record.entries if not isinstance(entry, Happened)]
        assert len(steps) == len(found.frames) == 1 + isinstance(record.entries[0], Happened) + len(decisions)
        scene = Scene(steps[0].scene.kit)
        for frame, step in zip(found.frames, steps, strict=True):
            scene = scene if not frame.scene else apply_diff(scene, frame.scene)
            assert scene == step.scene
            assert frame.narration
    assert steps[-1].state == record.replay()


def test_the_replayed_dice_are_those_the_record_verifies() -> None:
    record = play_record_with_fair_dice(tri.game(STAR))
    assert record.verify_dice() > 10
    shown = build_replay(record, None).dice
    assert shown is not None
    found = [(at, [int(weight) for weight in roll.weights], roll.outcome) for at, roll in enumerate(shown.rolls)]
    assert found == record.list_dice_draws()


def test_an_uploaded_record_is_replayed(site: RunningSite) -> None:
    record = tri.play(tri.game(STAR).setup(), [tri.bot("random")] * 2, seed=5)
    text = format_record(record)
    with httpx.Client(base_url=site.url) as client:
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
        ({"record": "GOOD", "seat": 7}, "There’s no such seat"),
    ],
)
def test_an_invalid_record_is_refused_with_a_sentence(wish: dict[str, object], words: str, site: RunningSite) -> None:
    if wish["record"] == "GOOD":
        wish = {**wish, "record": format_record(play_record(tri.game(STAR)))}
    with httpx.Client(base_url=site.url) as client:
        answer = client.post("/api/replay", json=wish)
    assert answer.status_code == 400
    assert words in answer.json()["message"]


def test_a_missing_frame_is_refused(site: RunningSite) -> None:
    text = format_record(play_record(tri.game(STAR)))
    with httpx.Client(base_url=site.url) as client:
        answer = client.post("/api/replay/picture", json={"record": text, "frame": 99_999})
    assert answer.status_code == 400
    assert "There is no step 99999." in answer.json()["message"]


def test_a_game_is_replayed_when_it_is_over(site: RunningSite) -> None:
    with httpx.Client(base_url=site.url) as ann:
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
        assert found["frames"][-1]["narration"] == "Ann resigns."
        assert found["dice"]["seed"]
        assert ann.get(f"/api/tables/{table}/picture").text.startswith("<svg ")


def test_a_replay_is_not_large() -> None:
    record = tri.play(tri.game("tricolor-line").setup(4), [tri.bot("random")] * 4, seed=17)
    assert len(gzip.compress(msgspec.json.encode(build_replay(record, None)))) < 200_000


def test_pictures_have_the_players_names() -> None:
    record = play_record(tri.game("tricolor-line"))
    called = msgspec.structs.replace(record, players=("Ann", "Maximiliane"))
    labels = [
        str(piece.label) for scene in list_scenes(called, None)[:2] for pane in scene.panes for piece in pane.pieces
    ]
    titles = [
        str(piece.title) for scene in list_scenes(called, None)[:2] for pane in scene.panes for piece in pane.pieces
    ]
    assert "Ann" in labels
    assert "Maximiliane" in labels
    assert any("Maximiliane" in title for title in titles)
    assert not any("seat" in text.lower() for text in (*labels, *titles))
