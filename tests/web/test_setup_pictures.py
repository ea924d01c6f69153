"""Pictures of what can be chosen for a game, and what a choice of options leads to."""

from collections.abc import Iterator

import httpx
import msgspec
import pytest

from tests.web.running_site import RunningSite
from triangulum.core.game import Game
from triangulum.core.registry import discover_games
from triangulum.scene.layout import arrange_panes
from triangulum.web import forms
from triangulum.web.posters import load_poster
from triangulum.web.setup_pictures import find_picture_height, has_different_pictures, render_setup_picture

OURS = list(discover_games().values())


@pytest.fixture
def client(site: RunningSite) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.url) as found:
        yield found


def picture_choices(game: Game) -> list[forms.FieldChoice]:
    """Return everything that the form of a game offers with a picture."""
    fields = forms.list_option_fields(game)
    choices = [*forms.list_presets(game), *(choice for field in fields for choice in field.choices)]
    return [choice for choice in choices if choice.picture]


def test_frames_skies_and_presets_have_pictures() -> None:
    games = discover_games()
    assert len(picture_choices(games["tri-star-racers"])) >= len(games["tri-star-racers"].presets) + 6
    assert [str(choice.label) for choice in picture_choices(games["starry-sky"])] == [
        "Sky 7", "Sky 12", "Sky 42", "Sky 101",
    ]  # fmt: skip
    assert [choice.value for choice in picture_choices(games["star-runners"])] == ["guarded", "open"]


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_every_picture_can_be_had_and_every_choice_be_played(game: Game, client: httpx.Client) -> None:
    assert set(load_poster(game).pictures) <= set(game.presets)
    for choice in picture_choices(game):
        answer = client.get(choice.picture)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg ")
        setup = client.get(choice.picture.replace("/pictures/", "/api/setups/").replace("/setup.svg", ""))
        assert setup.status_code == 200


def test_pictures_that_show_no_difference_are_left_out() -> None:
    game = discover_games()["tri-trac"]
    assert not has_different_pictures(game, "draws", ("automatic", "agreed"))
    assert has_different_pictures(discover_games()["starry-sky"], "sky", ("7", "42"))


def test_a_number_of_a_sky_leads_to_its_points(client: httpx.Client) -> None:
    sky = client.get("/api/setups/starry-sky", params={"sky": "42"}).json()["options"]["sky"]
    assert len(sky.split()) == 12
    assert client.get("/api/setups/starry-sky", params={"sky": sky}).json()["options"]["sky"] == sky
    game = discover_games()["starry-sky"]
    assert render_setup_picture(game, (("sky", "42"),), "en") == render_setup_picture(game, (("sky", sky),), "en")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sky": "1,1 2,2"}, "A sky has twelve stars, not 2."),
        ({"moon": "full"}, "There’s no option “moon”"),
        ({"preset": "moon"}, "has no preset “moon”"),
        ({"sky": "1" * 4000}, "That’s too long."),
    ],
)
def test_an_impossible_choice_is_refused_in_one_line(
    options: dict[str, str], message: str, client: httpx.Client
) -> None:
    answer = client.get("/api/setups/starry-sky", params=options)
    assert answer.status_code in (400, 413)
    assert message in answer.json()["message"]
    assert "\n" not in answer.json()["message"]
    assert client.get("/pictures/starry-sky/setup.svg", params=options).status_code == answer.status_code


def test_pictures_of_an_unknown_game_are_missing(client: httpx.Client) -> None:
    assert client.get("/pictures/chess/setup.svg").status_code == 404
    assert client.get("/api/setups/chess").status_code == 404


def test_handles_are_where_the_picture_has_the_points() -> None:
    game = discover_games()["starry-sky"]
    (field,) = [field for field in forms.list_option_fields(game) if field.name == "sky"]
    assert field.points is not None
    data = msgspec.json.decode(field.points.data)
    grid = data["grid"]
    setup = game.setup_from({"sky": "42"})
    pane = setup.new().scene(None).panes[0]
    arrangement = arrange_panes([pane], "wide")
    (box,) = arrangement.boxes
    assert (data["width"], data["height"]) == (arrangement.wide, arrangement.high)
    for number, point in enumerate(msgspec.to_builtins(setup.options)["sky"].split(), start=1):
        (star,) = [piece for piece in pane.pieces if piece.key == f"star-{number}"]
        x, y = (int(coordinate) for coordinate in point.split(","))
        scale = box.wide / pane.frame.wide
        assert abs(grid["left"] + grid["scale"] * x - (box.x + star.x * scale)) < 0.01
        assert abs(grid["top"] + grid["scale"] * y - (box.y + star.y * scale)) < 0.01


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.id)
def test_the_form_begins_with_the_suggested_preset(game: Game) -> None:
    initial = forms.find_initial_preset(game)
    assert initial in game.presets or not game.presets
    preset = game.presets.get(initial, {})
    for field in forms.list_option_fields(game):
        assert field.value == preset.get(field.name, field.value)
    assert 200 <= find_picture_height(game) <= 800


def test_choices_are_listed_as_the_game_names_them() -> None:
    fields = {field.name: field for field in forms.list_option_fields(discover_games()["starry-sky"])}
    assert [choice.value for choice in fields["erasing"].choices] == ["off", "after", "before"]
