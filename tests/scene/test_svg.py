"""The SVG document: well formed whatever the text, small, the same every time, legible by eye and ear."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scene import pond
from triangulum.scene import (
    Circle,
    Drawing,
    Frame,
    Kit,
    Pane,
    Piece,
    Scene,
    SceneError,
    Spot,
    render_kit_css,
    render_kit_svg,
    render_pane_svg,
    render_svg,
)
from triangulum.scene.svg_elements import escape_text, format_number
from triangulum.scene.svg_style import colour_to_grey

NS = "{http://www.w3.org/2000/svg}"
HOSTILE = '</title></svg><script>alert(\'1\')</script> "><img onerror="x"> & &amp; ]]> \x00\x1b\ud800 \u202e'


def small(piece: Piece, title: str = "") -> Scene:
    """Return a scene of one piece."""
    kit = Kit.create("dot", {"dot": Drawing((Circle(0, 0, 5, fill="ink"),))})
    return Scene(kit, (Pane("board", Frame(0, 0, 100, 100), (piece,), title=title),), title)


def elements(text: str, tag: str) -> list[ElementTree.Element]:
    """Return all elements of a kind, having parsed the whole."""
    return list(ElementTree.fromstring(text).iter(NS + tag))


def test_a_document_has_every_piece_by_key_and_every_drawing_once() -> None:
    scene = pond.scene()
    text = render_svg(scene)
    keys = [group.get("data-key", "") for group in elements(text, "g") if group.get("data-key")]
    assert sorted(keys) == sorted(piece.key for pane in scene.panes for piece in pane.pieces)
    ids = [element.get("id") for element in ElementTree.fromstring(text).iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    hrefs = {use.get("href", "")[1:] for use in elements(text, "use")}
    assert hrefs <= set(ids)


def test_every_class_and_reference_of_paint_is_defined() -> None:
    text = render_svg(pond.scene())
    sheet = elements(text, "style")[0].text or ""
    used = set(re.findall(r"k[0-9a-f]{7}_[a-z_-]+", re.sub(r"<style>.*?</style>", "", text)))
    for name in used:
        assert f".{name}{{" in sheet or f"url(#{name})" in sheet
    for reference in re.findall(r"url\(#([^)]+)\)", text):
        assert f'id="{reference}"' in text


def test_the_ear_gets_a_title_for_the_whole_and_for_each_piece() -> None:
    root = ElementTree.fromstring(render_svg(pond.scene()))
    assert root.get("role") == "img"
    first = root[0]
    assert (first.tag, first.text) == (NS + "title", "A game on the pond")
    ghost = next(group for group in root.iter(NS + "g") if group.get("data-key") == "frog-13")
    assert ghost[0].text == "where it was"
    assert ghost.get("class") == "piece ghost"


def test_higher_layers_are_drawn_later() -> None:
    keys = re.findall(r'data-key="([^"]+)"', render_svg(pond.scene()))
    assert keys.index("halo") < keys.index("pyramid") < keys.index("frog-0") < keys.index("frog-5")


def test_the_same_scene_gives_the_same_text() -> None:
    assert render_svg(pond.scene()) == render_svg(pond.scene())


def test_auto_serves_both_modes_and_a_forced_mode_one() -> None:
    auto = render_svg(pond.scene())
    assert "prefers-color-scheme:dark" in auto
    assert ".dark ." in auto
    assert ".light ." in auto
    light, dark = render_svg(pond.scene(), mode="light"), render_svg(pond.scene(), mode="dark")
    assert "var(" not in light
    assert "var(" not in dark
    assert pond.COLOURS["leaf"].light in light
    assert pond.COLOURS["leaf"].dark not in light
    assert pond.COLOURS["leaf"].dark in dark
    assert pond.COLOURS["leaf"].light not in dark


def test_width_sets_the_size_and_keeps_the_proportions() -> None:
    root = ElementTree.fromstring(render_svg(pond.scene(), width=600))
    _, _, wide, high = (float(part) for part in root.get("viewBox", "").split())
    assert float(root.get("width", "")) == 600
    assert float(root.get("height", "")) == pytest.approx(600 * high / wide, abs=0.01)
    assert ElementTree.fromstring(render_svg(pond.scene())).get("width") is None


def test_panes_can_be_chosen() -> None:
    panes = [pane.get("data-pane") for pane in elements(render_svg(pond.scene(), panes=["hand"]), "svg")]
    assert panes == [None, "hand"]
    with pytest.raises(SceneError, match="no pane 'attic'"):
        render_svg(pond.scene(), panes=["attic"])


def test_a_scene_without_panes_is_an_empty_picture() -> None:
    assert not elements(render_svg(Scene(pond.KIT)), "use")


def test_a_piece_needs_a_drawing_of_the_kit() -> None:
    with pytest.raises(SceneError, match="no drawing 'boat'"):
        render_svg(small(Piece("a", "boat", 0, 0)))


@pytest.mark.parametrize("nowhere", [float("nan"), float("inf")])
def test_a_place_must_be_a_place(nowhere: float) -> None:
    with pytest.raises(SceneError, match="no place in a picture"):
        render_svg(small(Piece("a", "dot", nowhere, 0)))


@given(st.text() | st.just(HOSTILE))
def test_any_text_is_only_text(text: str) -> None:
    scene = small(Piece(text, "dot", 1, 2, marks=(text,), label=text, title=text), title=text)
    for picture in (render_svg(scene), render_pane_svg(scene, "board")):
        root = ElementTree.fromstring(picture.encode("utf-8"))
        assert {element.tag.removeprefix(NS) for element in root.iter()} <= {
            *("svg", "title", "style", "defs", "filter", "g", "circle", "rect", "use", "path", "text"),
            *("feGaussianBlur", "feComponentTransfer", "feFuncA", "feFlood", "feComposite", "feMerge"),
            "feMergeNode",
        }


def test_hostile_titles_are_read_out_as_they_are() -> None:
    title = "<b>\"Ada\" & 'Bo'</b>"
    root = ElementTree.fromstring(render_svg(small(Piece("a", "dot", 0, 0, title=title), title=title)))
    assert [element.text for element in root.iter(NS + "title")] == [title, title]


def test_a_page_shares_the_kit_and_sets_labels_as_text() -> None:
    scene = pond.scene()
    shared = render_kit_svg(scene.kit)
    ids = {group.get("id") for group in elements(shared, "g")}
    pane = render_pane_svg(scene, "hand")
    assert {use.get("href", "")[1:] for use in elements(pane, "use")} <= ids
    labels = [piece.label for piece in scene.pane("hand").pieces]
    assert [label.text for label in elements(pane, "text")] == labels
    root = ElementTree.fromstring(pane)
    models = {text.get("id") for text in elements(shared, "text") if text.get("id")}
    assert models == {f"{root.get('data-kit')}_l_{name}" for name in scene.kit.drawings}
    assert root.get("data-kit", "?") in root.get("class", "").split()


def test_a_page_needs_no_inline_style() -> None:
    scene = pond.scene()
    assert "style" not in render_kit_svg(scene.kit) + render_pane_svg(scene, "pond")
    assert render_kit_css(scene.kit) in render_svg(scene)


def test_a_label_is_scaled_but_not_turned() -> None:
    scene = small(Piece("a", "dot", 1, 2, 45, 2, label="7"))
    label = elements(render_pane_svg(scene, "board"), "text")[0]
    assert label.get("transform") == "scale(2)"
    assert label.get("x") == "0"


def test_monospaced_letters_are_equally_far_apart_and_fit() -> None:
    kit = Kit.create("text", {"line": Drawing((), Spot(size=10, is_monospaced=True))})
    scene = Scene(kit, (Pane("text", Frame(0, 0, 100, 20), (Piece("line", "line", 5, 10, label="Wi m"),)),))
    picture = render_svg(scene)
    letters = re.findall(r'<path transform="translate\(([\d.]+) [\d.]+\) scale\(([\d.]+) ([\d.]+)\)"', picture)
    assert [float(x) for x, _, _ in letters] == pytest.approx([3.01, 9.03, 15.05, 21.07])
    wide, narrow, _, _ = [float(across) / float(down) for _, across, down in letters]
    assert wide < narrow == 1, "a W is as wide as an i has room"
    assert "text-anchor:start" in render_kit_css(kit)
    assert "_monospaced" in render_kit_svg(kit)


def test_a_scene_shows_itself_in_a_notebook() -> None:
    assert pond.scene()._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1"),
        (0.5, ".5"),
        (-0.25, "-.25"),
        (-0.0001, "0"),
        (100, "100"),
        (1 / 3, ".333"),
        (10.5, "10.5"),
        (0, "0"),
    ],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert format_number(value) == text


@given(st.floats(-1e6, 1e6))
def test_short_numbers_are_right(value: float) -> None:
    assert float(format_number(value)) == pytest.approx(value, abs=0.0006)


def test_what_xml_cannot_hold_is_replaced() -> None:
    assert escape_text("a\x00b\ud800c\uffffd<") == "a\ufffdb\ufffdc\ufffdd&lt;"


def test_grey_is_as_bright_as_the_colour() -> None:
    assert colour_to_grey("#000000") == "#000000"
    assert colour_to_grey("#ffffff") == "#ffffff"
    assert colour_to_grey("#808080") == "#808080"
    assert colour_to_grey("#00ff00") > colour_to_grey("#ff0000") > colour_to_grey("#0000ff")
