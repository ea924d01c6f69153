"""Templates: what is encoded once and filled in reads as if it had been made for each reader."""

import msgspec
import pytest

import triangulum as tri
from tests.sampling import sampled
from triangulum.core.game import Game
from triangulum.scene import Scene, diff_scenes
from triangulum.scene.localize import localize_diff
from triangulum.text import PSEUDO_LANGUAGE, Reader
from triangulum.text.template import JsonTemplate

GAMES = [game for game in tri.games() if game.rules.__module__.startswith("triangulum.games.")]
READERS = [
    Reader("en", ("Ann", "Bob"), 0),
    Reader("en", ("Ann", "Bob"), 1),
    Reader("en", ('"Quo\\ted"', "Bob\x1f\n"), None),
    Reader(PSEUDO_LANGUAGE, (), 1),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_filled_in_template_is_what_was_made_for_that_reader(game: Game) -> None:
    for seed in range(sampled(8)):
        state = game.new()
        rng = tri.Random(seed)
        old = Scene(state.scene(0).kit)
        while actions := state.legal_actions():
            new = state.scene(0)
            diff = diff_scenes(old, new)
            template = JsonTemplate(lambda reader, diff=diff: localize_diff(diff, reader))  # type: ignore[misc]
            for reader in READERS:
                assert template.fill_in(reader) == msgspec.json.encode(localize_diff(diff, reader))
            old = new
            state.play(actions[rng.randrange(len(actions))])


def test_a_text_with_the_placeholder_in_it_is_refused() -> None:
    with pytest.raises(ValueError, match="placeholder"):
        JsonTemplate(lambda reader: ["\x1f"])
