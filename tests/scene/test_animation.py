"""Moving pictures: at any time one sees just what the scene of that time has in it."""

import xml.etree.ElementTree as ET

import pytest

import triangulum as tri
from triangulum.record.narration import narrate_turns
from triangulum.scene import Colour, Drawing, Kit, Rect, Scene, SceneError
from triangulum.scene.animation import LAST_SCENE_DURATION, bounding_frame, group_consecutive, render_animated_svg
from triangulum.scene.picture import Frame

SVG = "{http://www.w3.org/2000/svg}"


def test_spans() -> None:
    assert group_consecutive([0, 1, 2, 5, 7, 8]) == [(0, 3), (5, 6), (7, 9)]
    assert group_consecutive([4]) == [(4, 5)]


def test_a_frame_around_two() -> None:
    assert bounding_frame(Frame(0, 0, 10, 10), Frame(-5, 4, 10, 20)) == Frame(-5, 0, 15, 24)


def seen_at(element: ET.Element, share: float) -> list[str]:
    """Return the keys of all pieces that are seen when a share of the time is over."""
    if not visible(element, share):
        return []
    here = [key] if (key := element.get("data-key")) else []
    return here + [key for child in element for key in seen_at(child, share)]


def visible(element: ET.Element, share: float) -> bool:
    """Tell whether something is seen when a share of the time is over."""
    change = element.find(f"{SVG}animate")
    if change is None:
        return True
    times = [float(time) for time in change.get("keyTimes", "").split(";")]
    values = change.get("values", "").split(";")
    assert times == sorted(times)
    assert times[0] == 0
    return [value for time, value in zip(times, values, strict=True) if time <= share][-1] == "visible"


@pytest.mark.parametrize("game", ["star-runners", "starry-sky"])
def test_at_any_time_one_sees_the_scene_of_that_time(game: str) -> None:
    setup = tri.game(game).setup()
    record = tri.play(setup, [tri.bot("random")] * setup.players, seed=2)
    turns = narrate_turns(record.history(), None)[:20]
    scenes = [setup.game.renderer.scene(turn.state_after.view(None)) for turn in turns]
    root = ET.fromstring(render_animated_svg(scenes, seconds=0.5))
    length = len(scenes) + LAST_SCENE_DURATION
    for at in [*range(len(scenes)), length - 1]:
        scene = scenes[min(at, len(scenes) - 1)]
        wanted = [piece.key for pane in scene.panes for piece in pane.pieces]
        assert sorted(seen_at(root, (at + 0.5) / length)) == sorted(wanted)
    assert {change.get("dur") for change in root.iter(f"{SVG}animate")} == {f"{length * 0.5:g}s"}


def test_viewers_that_cannot_play_show_the_last_scene() -> None:
    setup = tri.game("tri-trac").setup()
    record = tri.play(setup, [tri.bot("random")] * 2, seed=2)
    scenes = [
        setup.game.renderer.scene(turn.state_after.view(None)) for turn in narrate_turns(record.history(), None)[:9]
    ]
    root = ET.fromstring(render_animated_svg(scenes))
    hidden = {
        id(each) for group in root.iter(f"{SVG}g") if group.get("visibility") == "hidden" for each in group.iter()
    }
    seen = [each.get("data-key") for each in root.iter() if each.get("data-key") and id(each) not in hidden]
    assert sorted(map(str, seen)) == sorted(piece.key for pane in scenes[-1].panes for piece in pane.pieces)


def test_only_scenes_of_one_kit_go_together() -> None:
    drawing = {"box": Drawing((Rect(0, 0, 1, 1, fill="ink"),))}
    one, other = Kit.create("one", drawing), Kit.create("one", drawing, colours={"red": Colour("#ff0000", "#ff0000")})
    with pytest.raises(SceneError, match="two kits"):
        render_animated_svg([Scene(one), Scene(other)])
    with pytest.raises(SceneError, match="nothing to show"):
        render_animated_svg([])
