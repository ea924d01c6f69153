"""Golden games: whole recorded games, replayed move by move. A change of rules that breaks one is noticed here."""

import re
from pathlib import Path

import pytest

import triangulum as tri
from tests.rules import ROOT
from triangulum.record.history import Happened

RECORDS = sorted((ROOT / "tests" / "games").glob("*/golden/*.tri"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parent.parent.name}/{file.stem}")
def test_a_golden_game_ends_as_it_did(file: Path) -> None:
    record = tri.load(file)
    ends = re.search(r"^# ends as (.*)$", file.read_text(), re.MULTILINE)
    assert ends is not None
    assert record.replay().position() == ends[1]
    if record.dice is not None:
        assert record.verify_dice() > 0


def test_every_golden_game_with_chance_has_dice_to_verify() -> None:
    for record in map(tri.load, RECORDS):
        chance = any(isinstance(entry, Happened) for entry in record.entries)
        assert chance == (record.dice is not None)


def test_every_game_and_number_of_players_has_a_golden_game() -> None:
    played = {(record.setup.game, len(record.players)) for record in map(tri.load, RECORDS)}
    for game in tri.games():
        if game.rules.__module__.startswith("triangulum.games."):
            fewest, most = game.players
            assert {(game.id, players) for players in range(fewest, most + 1)} <= played
