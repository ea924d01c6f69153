"""A difference is small and leads from the old scene to the new one, always."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scene import pond
from triangulum.scene import (
    Drawing,
    Frame,
    Kit,
    Pane,
    PaneDiff,
    Piece,
    PieceDiff,
    Scene,
    SceneDiff,
    SceneError,
    apply_diff,
    diff_scenes,
)

numbers = st.integers(-3, 3).map(float)
frames = st.builds(Frame, numbers, numbers, numbers, numbers)
texts = st.sampled_from(("", "a", "é<"))
marks = st.lists(st.sampled_from(("last", "glow")), unique=True).map(tuple)


@st.composite
def pieces(draw: st.DrawFn) -> tuple[Piece, ...]:
    """Return pieces with keys out of a few, in any order."""
    keys = draw(st.lists(st.sampled_from("abcdef"), unique=True))
    place = (numbers, numbers, numbers, numbers, st.integers(0, 2))
    make = st.tuples(st.sampled_from("st"), *place, marks, texts, texts)
    return tuple(Piece(key, *draw(make)) for key in keys)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Return a scene of a few panes in any order."""
    names = draw(st.lists(st.sampled_from(("board", "hand", "market")), unique=True))
    still = st.lists(st.sampled_from(("sky", "sea"))).map(tuple)
    rest = st.tuples(frames, pieces(), still, st.none() | frames, texts)
    return Scene(pond.KIT, tuple(Pane(name, *draw(rest)) for name in names), draw(texts))


@given(scenes(), scenes())
def test_applying_the_difference_gives_the_new_scene(old: Scene, new: Scene) -> None:
    change = diff_scenes(old, new)
    assert apply_diff(old, change) == new
    assert msgspec.json.decode(msgspec.json.encode(change), type=SceneDiff) == change


@given(pieces(), pieces())
def test_pieces_are_said_to_come_go_change_and_lie_otherwise_as_they_do(
    old: tuple[Piece, ...], new: tuple[Piece, ...]
) -> None:
    frame = Frame(0, 0, 1, 1)
    scenes = [Scene(pond.KIT, (Pane("board", frame, pieces),)) for pieces in (old, new)]
    panes = diff_scenes(*scenes).panes
    found = panes[0] if panes else PaneDiff(name="board")
    before, after = {piece.key: piece for piece in old}, {piece.key: piece for piece in new}
    stay = [key for key in after if key in before]
    assert found.removed == tuple(key for key in before if key not in after)
    assert found.added == tuple((place, piece) for place, piece in enumerate(new) if piece.key not in before)
    assert [change.key for change in found.changed] == [key for key in stay if before[key] != after[key]]
    assert found.order == (() if stay == [key for key in before if key in after] else tuple(stay))


@given(scenes())
def test_nothing_changed_is_an_empty_difference(scene: Scene) -> None:
    again = msgspec.structs.replace(scene, panes=tuple(msgspec.structs.replace(pane) for pane in scene.panes))
    assert diff_scenes(scene, again) == SceneDiff()
    assert msgspec.json.encode(diff_scenes(scene, scene)) == b"{}"


@given(scenes())
def test_a_whole_scene_is_its_difference_from_nothing(scene: Scene) -> None:
    assert apply_diff(Scene(pond.KIT), diff_scenes(Scene(pond.KIT), scene)) == scene


def test_a_move_sends_only_what_moved() -> None:
    old, new = pond.scene(), pond.scene(3)
    change = diff_scenes(old, new)
    assert [pane.name for pane in change.panes] == ["pond"]
    assert [piece.key for piece in change.panes[0].changed] == ["frog-5", "frog-6"]
    sent = msgspec.json.decode(msgspec.json.encode(change))
    assert set(sent["panes"][0]) == {"name", "changed"}
    assert set(sent["panes"][0]["changed"][0]) == {"key", "x", "y"}


def board(*keys: str, x: float = 0.0) -> Scene:
    """Return a scene of one pane with these pieces in a row."""
    row = tuple(Piece(key, "s", x, 0.0) for key in keys)
    return Scene(pond.KIT, (Pane("board", Frame(0, 0, 9, 9), row),))


def test_a_piece_that_comes_says_where_it_lies_among_the_others() -> None:
    change = diff_scenes(board("a", "b"), board("a", "c", "b"))
    assert change.panes == (PaneDiff(name="board", added=((1, Piece("c", "s", 0.0, 0.0)),)),)


def test_a_piece_that_goes_is_named() -> None:
    assert diff_scenes(board("a", "b"), board("b")).panes == (PaneDiff(name="board", removed=("a",)),)


def test_pieces_that_change_places_are_put_in_order() -> None:
    assert diff_scenes(board("a", "b"), board("b", "a")).panes == (PaneDiff(name="board", order=("b", "a")),)


def test_a_piece_is_the_same_while_its_key_is() -> None:
    change = diff_scenes(board("a"), board("a", x=4.0))
    assert change.panes == (PaneDiff(name="board", changed=(PieceDiff("a", x=4.0),)),)


@pytest.mark.parametrize("before", ["", "a", "b", "ab", "bc"])
def test_two_pieces_with_one_key_are_refused(before: str) -> None:
    with pytest.raises(SceneError, match="two pieces of one pane have the key 'a'"):
        diff_scenes(board(*before), board("a", "b", "a"))
    with pytest.raises(SceneError, match="two pieces of one pane have the key 'a'"):
        diff_scenes(board(*before), board("b", "a", "a"))


def test_scenes_of_two_kits_have_no_difference() -> None:
    other = Kit.create("other", {"s": Drawing(())})
    with pytest.raises(SceneError, match="two kits"):
        diff_scenes(board("a"), Scene(other))


def test_a_difference_from_another_scene_is_refused() -> None:
    with pytest.raises(SceneError, match="no piece 'a'"):
        apply_diff(board("b"), diff_scenes(board("a", "b"), board("b")))
    with pytest.raises(SceneError, match="no pane 'hand'"):
        apply_diff(board("b"), SceneDiff(order=("hand",)))
